"""A finished card to every finding there is. Pure: knows rules and numbers, no words and no files."""

from sheetgen.checker.check import check_card as check_card
from sheetgen.checker.finding import KINDS as KINDS, SLIPS as SLIPS, Audit as Audit, Finding as Finding, Slip as Slip
from sheetgen.checker.marks import UNKNOWN as UNKNOWN, Mark as Mark, marks as marks
from sheetgen.checker.quick import QuickCheck as QuickCheck
from sheetgen.checker.ranking import Ranking as Ranking, rank as rank
