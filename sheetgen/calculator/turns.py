"""What every roll is worth and where it may go, as a table for the page; worked out by the engine.

`templates/calculator/turns.js` reads it.
"""

from sheetgen.calculator.game import Data
from sheetgen.rules import Context, Roll, Ruleset, all_rolls, boxes_of, entry, is_yacht, preferences


def turn_data(ruleset: Ruleset) -> Data:
    """The worth of every roll by category and, for Yachts, as jokers; where they must go; the order of boxes.

    Many rolls are worth the same everywhere, so each row of points stands there once.
    """
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    jokers = [roll for roll in rolls if is_yacht(ruleset, roll, ruleset.joker.category)]
    bonus = ruleset.extra_yachts
    special = any(category.points.first_roll is not None for category in ruleset.categories.values())
    worth = {str(roll): _worth(ruleset, roll, special) for roll in rolls}
    rows = {row: place for place, row in enumerate(dict.fromkeys(worth.values()))}
    return {
        "dice": {"count": ruleset.dice.count, "sides": ruleset.dice.sides},
        "boxes": {category.id: [box.id for box in boxes_of(category)] for category in ruleset.categories.values()},
        "sections": [
            {"fill": section.fill, "categories": [category.id for category in section.categories]}
            for section in ruleset.sections
        ],
        "rows": list(rows),
        "rolls": {roll: rows[row] for roll, row in worth.items()},
        "first_rolls": special,
        "joker_boxes": _boxes(ruleset, ruleset.joker.category) if ruleset.joker.rule != "none" else [],
        "jokers": {str(roll): _joker(ruleset, roll, special) for roll in jokers},
        "yachts": [str(roll) for roll in rolls if bonus and is_yacht(ruleset, roll, bonus.category)],
        "bonus": bonus.points if bonus else 0,
    }


def _worth(ruleset: Ruleset, roll: Roll, special: bool) -> tuple[tuple[int, ...], ...]:
    """The points of a roll by its own dice, by category: of a later roll and, where they differ, of a first one."""
    moments = (False, True) if special else (False,)
    categories = ruleset.categories.values()
    return tuple(tuple(category.score(roll, first) for category in categories) for first in moments)


def _joker(ruleset: Ruleset, roll: Roll, special: bool) -> Data:
    """A Yacht: where it must go early and late and, late, what it may be written as in each category."""
    data: Data = {"early": _groups(ruleset, roll, late=False), "late": _groups(ruleset, roll, late=True)}
    if ruleset.joker.rule != "none":
        data["worth"] = [_as_joker(ruleset, roll, first) for first in ((False, True) if special else (False,))]
    return data


def _groups(ruleset: Ruleset, roll: Roll, late: bool) -> list[list[str]]:
    return [sorted(group) for group in preferences(ruleset, roll, late)]


def _as_joker(ruleset: Ruleset, roll: Roll, first_roll: bool) -> list[tuple[int, ...]]:
    """What the roll may be written as once the Yacht boxes are full; a 0 in them binds no other box."""
    full = Context(dict.fromkeys(_boxes(ruleset, ruleset.joker.category), 0), first_roll)
    first_boxes = (boxes_of(category)[0] for category in ruleset.categories.values())
    return [entry(ruleset, box, roll, full).points for box in first_boxes]


def _boxes(ruleset: Ruleset, category: str) -> list[str]:
    return [box.id for box in boxes_of(ruleset.categories[category])]
