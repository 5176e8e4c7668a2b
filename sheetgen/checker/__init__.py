"""A finished card to every finding there is. Pure: knows rules and numbers, no words and no files."""

from sheetgen.checker.check import check_card
from sheetgen.checker.finding import KINDS, SLIPS, Audit, Finding, Slip
from sheetgen.checker.marks import UNKNOWN, Mark, marks
from sheetgen.checker.quick import QuickCheck
from sheetgen.checker.ranking import Ranking, rank

__all__ = [
    "KINDS",
    "SLIPS",
    "UNKNOWN",
    "Audit",
    "Finding",
    "Mark",
    "QuickCheck",
    "Ranking",
    "Slip",
    "check_card",
    "marks",
    "rank",
]
