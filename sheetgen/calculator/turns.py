"""What every roll is worth and where it may go, as a table for the page; worked out by the engine.

`templates/calculator/turns.js` reads it.
"""

from sheetgen.calculator.game import Data
from sheetgen.rules import Context, Roll, Ruleset, all_rolls, boxes_of, entry, is_yacht, preferences


def turn_data(ruleset: Ruleset) -> Data:
    """The worth of every roll by category and, for Yachts, as jokers; where they must go; the order of boxes."""
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    jokers = [roll for roll in rolls if is_yacht(ruleset, roll, ruleset.joker.category)]
    bonus = ruleset.extra_yachts
    special = any(category.points.first_roll is not None for category in ruleset.categories.values())
    return {
        "dice": {"count": ruleset.dice.count, "sides": ruleset.dice.sides, "rolls": ruleset.dice.rolls},
        "boxes": {category.id: [box.id for box in boxes_of(category)] for category in ruleset.categories.values()},
        "sections": [
            {"fill": section.fill, "categories": [category.id for category in section.categories]}
            for section in ruleset.sections
        ],
        "worth": {str(roll): _worth(ruleset, roll, first_roll=False) for roll in rolls},
        "first_worth": {str(roll): _worth(ruleset, roll, first_roll=True) for roll in rolls} if special else None,
        "joker_boxes": _boxes(ruleset, ruleset.joker.category) if ruleset.joker.rule != "none" else [],
        "jokers": {str(roll): _joker(ruleset, roll, special) for roll in jokers},
        "yachts": [str(roll) for roll in rolls if bonus and is_yacht(ruleset, roll, bonus.category)],
        "bonus": bonus.points if bonus else 0,
    }


def _worth(ruleset: Ruleset, roll: Roll, first_roll: bool) -> list[int]:
    """The points of a roll by its own dice, by category."""
    return [category.score(roll, first_roll) for category in ruleset.categories.values()]


def _joker(ruleset: Ruleset, roll: Roll, special: bool) -> Data:
    """A Yacht: where it must go early and late and, late, what it may be written as in each category."""
    data: Data = {"early": _groups(ruleset, roll, late=False), "late": _groups(ruleset, roll, late=True)}
    if ruleset.joker.rule != "none":
        data["worth"] = _as_joker(ruleset, roll, first_roll=False)
        data["first_worth"] = _as_joker(ruleset, roll, first_roll=True) if special else None
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
