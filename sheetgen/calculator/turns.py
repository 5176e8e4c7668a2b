"""What every roll is worth and where it may go, as a table for the page; worked out by the engine.

`templates/calculator/turns.js` reads it.
"""

from itertools import product

from sheetgen.calculator.game import Data
from sheetgen.rules import (
    Category,
    Context,
    Roll,
    Ruleset,
    boxes_of,
    entry,
    first_rolls,
    points_of_rolls,
    preferences,
    yacht_box_ids,
    yachts,
)

_SIGNS = "".join(chr(code) for code in range(ord("#"), ord("~")) if chr(code) not in "\\<&")
"""Signs that stand for themselves in a script, in JSON and in HTML."""


def turn_data(ruleset: Ruleset) -> Data:
    """The worth of every roll by category and, for Yachts, as jokers; where they must go; the order of boxes.

    There can be thousands of rolls, so a category has its points once, and for each roll a sign or two that say which
    of them it is worth: the rolls in ascending order, those of a first roll after those of a later one if that matters.
    """
    bonus = ruleset.extra_yachts
    return {
        "dice": ruleset.dice.count,
        "sides": ruleset.dice.sides,
        "boxes": {category.id: [box.id for box in boxes_of(category)] for category in ruleset.categories.values()},
        "sections": [
            {"fill": section.fill, "categories": [category.id for category in section.categories]}
            for section in ruleset.sections
        ],
        "signs": _SIGNS,
        "worth": [_worth(ruleset, category) for category in ruleset.categories.values()],
        "first_rolls": len(first_rolls(ruleset)) > 1,
        "joker_boxes": yacht_box_ids(ruleset) if ruleset.joker.rule != "none" else (),
        "jokers": {str(roll): _joker(ruleset, roll) for roll in sorted(yachts(ruleset)) if ruleset.joker.category},
        "yachts": [str(roll) for roll in sorted(yachts(ruleset)) if bonus],
        "bonus": bonus.points if bonus else 0,
    }


def _worth(ruleset: Ruleset, category: Category) -> Data:
    """What every roll is worth in a category by its own dice: its different points, and signs that stand for them."""
    moments = first_rolls(ruleset) if category.points.first_roll is not None else (False,)
    worth = [points_of_rolls(category, ruleset.dice, first) for first in moments]
    points = sorted({value for each in worth for value in each})
    width = 1 if len(points) <= len(_SIGNS) else 2
    signs = ["".join(sign) for sign in product(_SIGNS, repeat=width)]
    known = dict(zip(points, signs, strict=False))
    return {"points": points, "width": width, "signs": ["".join(map(known.__getitem__, each)) for each in worth]}


def _joker(ruleset: Ruleset, roll: Roll) -> Data:
    """A Yacht: where it must go early and late and, late, what it may be written as in each category."""
    data: Data = {"early": _groups(ruleset, roll, late=False), "late": _groups(ruleset, roll, late=True)}
    if ruleset.joker.rule != "none":
        data["worth"] = [_as_joker(ruleset, roll, first) for first in first_rolls(ruleset)]
    return data


def _groups(ruleset: Ruleset, roll: Roll, late: bool) -> list[list[str]]:
    return [sorted(group) for group in preferences(ruleset, roll, late)]


def _as_joker(ruleset: Ruleset, roll: Roll, first_roll: bool) -> list[tuple[int, ...]]:
    """What the roll may be written as once the Yacht boxes are full; a 0 in them binds no other box."""
    full = Context(dict.fromkeys(yacht_box_ids(ruleset), 0), first_roll)
    first_boxes = (boxes_of(category)[0] for category in ruleset.categories.values())
    return [entry(ruleset, box, roll, full).points for box in first_boxes]
