"""A finished card to every finding there is. Pure: knows rules and numbers, no words and no files."""

from sheetgen.checker.check import check_card as check_card
from sheetgen.checker.finding import (
    KINDS as KINDS,
    SLIPS as SLIPS,
    UNKNOWN as UNKNOWN,
    Audit as Audit,
    Finding as Finding,
    Mark as Mark,
    Ranking as Ranking,
    Slip as Slip,
    marks as marks,
    rank as rank,
)
from sheetgen.checker.quick import QuickCheck as QuickCheck
