"""What every roll is worth and where it may go, as a table for the page; worked out by the engine.

`templates/calculator/turns.js` reads it.
"""

from sheetgen.calculator.game import Data
from sheetgen.rules import (
    Context,
    Roll,
    Ruleset,
    all_rolls,
    boxes_of,
    entry,
    first_rolls,
    preferences,
    yacht_box_ids,
    yachts,
)


def turn_data(ruleset: Ruleset) -> Data:
    """The worth of every roll by category and, for Yachts, as jokers; where they must go; the order of boxes.

    Many rolls can be worth the same everywhere, so each row of points stands there once; `samples` are the Yachts and
    one roll for each row, which together can do all that any roll can.
    """
    worth = {roll: _worth(ruleset, roll) for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides)}
    rows = {row: place for place, row in enumerate(dict.fromkeys(worth.values()))}
    plain = {row: roll for roll, row in worth.items() if roll not in yachts(ruleset)}
    bonus = ruleset.extra_yachts
    return {
        "dice": ruleset.dice.count,
        "boxes": {category.id: [box.id for box in boxes_of(category)] for category in ruleset.categories.values()},
        "sections": [
            {"fill": section.fill, "categories": [category.id for category in section.categories]}
            for section in ruleset.sections
        ],
        "rows": list(rows),
        "rolls": {str(roll): rows[row] for roll, row in worth.items()},
        "samples": [str(roll) for roll in sorted({*plain.values(), *yachts(ruleset)})],
        "first_rolls": len(first_rolls(ruleset)) > 1,
        "joker_boxes": yacht_box_ids(ruleset) if ruleset.joker.rule != "none" else (),
        "jokers": {str(roll): _joker(ruleset, roll) for roll in sorted(yachts(ruleset)) if ruleset.joker.category},
        "yachts": [str(roll) for roll in sorted(yachts(ruleset)) if bonus],
        "bonus": bonus.points if bonus else 0,
    }


def _worth(ruleset: Ruleset, roll: Roll) -> tuple[tuple[int, ...], ...]:
    """The points of a roll by its own dice, by category: of a later roll and, where they differ, of a first one."""
    categories = ruleset.categories.values()
    return tuple(tuple(category.score(roll, first) for category in categories) for first in first_rolls(ruleset))


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
