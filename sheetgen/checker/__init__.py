"""A finished card to every finding there is. Pure: knows rules and numbers, no words and no files."""

from sheetgen.checker.check import check_card
from sheetgen.checker.commonest import Found
from sheetgen.checker.finding import KINDS, SLIPS, Audit, Finding, Slip
from sheetgen.checker.many import Column, ManyCards, Seen
from sheetgen.checker.marks import UNKNOWN, Mark, marks
from sheetgen.checker.quick import QuickCheck
from sheetgen.checker.ranking import Ranking, rank

__all__ = [
    "KINDS",
    "SLIPS",
    "UNKNOWN",
    "Audit",
    "Column",
    "Finding",
    "Found",
    "ManyCards",
    "Mark",
    "QuickCheck",
    "Ranking",
    "Seen",
    "Slip",
    "check_card",
    "marks",
    "rank",
]
