"""The domain: dice, patterns, scores, totals, jokers. Pure; opens no file and knows no language."""

from sheetgen.rules.derive import best_totals, maximum, possible_values, yachts
from sheetgen.rules.dice import Roll, all_rolls, ways
from sheetgen.rules.patterns import AnyDice, Face, Faces, Groups, Parity, Pattern, Straight
from sheetgen.rules.ruleset import (
    Box,
    Category,
    Constraint,
    Dice,
    Joker,
    Players,
    Points,
    Ruleset,
    Section,
    SheetStyle,
    Step,
    Total,
    Translation,
    boxes_of,
)
from sheetgen.rules.scoring import START, Context, Entry, legal_entries, score, totals

__all__ = [
    "START",
    "AnyDice",
    "Box",
    "Category",
    "Constraint",
    "Context",
    "Dice",
    "Entry",
    "Face",
    "Faces",
    "Groups",
    "Joker",
    "Parity",
    "Pattern",
    "Players",
    "Points",
    "Roll",
    "Ruleset",
    "Section",
    "SheetStyle",
    "Step",
    "Straight",
    "Total",
    "Translation",
    "all_rolls",
    "best_totals",
    "boxes_of",
    "legal_entries",
    "maximum",
    "possible_values",
    "score",
    "totals",
    "ways",
    "yachts",
]
