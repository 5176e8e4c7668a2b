"""A ruleset as plain data for the scripts of forms and pages; all of it is worked out here, by the engine.

`templates/calculator/engine.js` and `turns.js` read it. What they compute is proven equal to `rules` by the tests.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from sheetgen import rules
from sheetgen.calculator.scripts import Data
from sheetgen.rules import Category, Context, Roll, Ruleset
from sheetgen.rules.filling import bound_boxes, values_with_bonus
from sheetgen.rules.scoring import counts_in, takes_any


def game_data(ruleset: Ruleset) -> Data:
    """What it takes to add up a card: boxes with all they can hold, totals, bounds, and room for further Yachts."""
    totals = []
    for total in ruleset.all_totals.values():
        data: Data = {"id": total.id, "kind": total.kind, "of": ruleset.addends[total.id]}
        if total.steps:
            data["steps"] = [(step.at_least, step.points) for step in total.steps]
        if total.kind == "extra_yachts":
            data["points"] = total.points
        if total.kind == "difference":
            data |= {"taken": total.taken, "times": bool(total.times), "least": total.least}
        totals.append(data)
    return {
        "boxes": list(ruleset.boxes),
        "values": {box: rules.possible_values(ruleset, box) for box in ruleset.boxes},
        "totals": totals,
        "bounds": [(lower.id, higher.id) for lower, higher in bound_boxes(ruleset)],
        "yacht_boxes": rules.yacht_box_ids(ruleset) if ruleset.extra_yachts else (),
        "bonus_values": {box: values_with_bonus(ruleset, box) for box in ruleset.boxes},
    } | winner_data(ruleset)


def winner_data(ruleset: Ruleset) -> Data:
    """What each column is worth, by what the ids in it begin with, and all of them; nothing where the total decides."""
    if ruleset.winner.by == "total":
        return {}
    worth = {ruleset.prefix(column): column.worth for column in ruleset.columns}
    return {"winner": {"worth": worth, "sweep": ruleset.winner.sweep}}


# turns

_SIGNS = "".join(chr(code) for code in range(ord("#"), ord("~")) if chr(code) not in "\\<&")
"""Signs that stand for themselves in a script, in JSON and in HTML."""
_MOST_TOGETHER = 6
"""A sign stands for so many rolls at most."""


def turn_data(ruleset: Ruleset) -> Data:
    """The worth of every roll by category and, for Yachts, as jokers; where they must go; the order of boxes.

    There can be thousands of rolls, so a category has its points once, and for each roll a sign or two that say which
    of them it is worth: the rolls in ascending order, at each of the moments that differ (`page_moments`).
    """
    bonus, (moments, places) = ruleset.extra_yachts, page_moments(ruleset)
    return {
        "dice": ruleset.dice.count,
        "sides": ruleset.dice.sides,
        **({"stays": True} if ruleset.dice.kept == "stay" else {}),
        "boxes": {category: [box.id for box in ruleset.boxes_with(category)] for category in ruleset.categories},
        "runs": [[box.id for box in run] for run in rules.runs_of(ruleset)],
        "needs": {box.id: [each.id for each in needed] for box, needed in rules.needs(ruleset)},
        "signs": _SIGNS,
        "worth": [_worth(ruleset, category, moments) for category in ruleset.categories.values()],
        "first_rolls": len(moments) > 1,
        "joker_boxes": rules.yacht_box_ids(ruleset) if ruleset.joker.rule != "none" else (),
        "jokers": {
            str(roll): _joker(ruleset, roll, moments)
            for roll in sorted(rules.yachts(ruleset))
            if ruleset.joker.category
        },
        "yachts": [str(roll) for roll in sorted(rules.yachts(ruleset)) if bonus],
        "bonus": bonus.points if bonus else 0,
        **places,
        **column_data(ruleset, moments),
    }


def page_moments(ruleset: Ruleset) -> tuple[list[Context], Data]:
    """The moments of a turn at which a roll is worth something else somewhere, that of the last roll first.

    And which of them each roll is, by its number: as ``numbers``, unless all but the first are alike, and as
    ``together`` if all dice were thrown on it, where that counts as a first roll.
    """
    found: dict[object, Context] = {}
    dice, places, categories = ruleset.dice, {}, ruleset.categories.values()
    roll = Roll((1,) * dice.count)  # one with points of each kind, for it is taken to be the pattern
    for together in (False, True) if dice.served == "all_dice" else (False,):
        for number in range(dice.rolls, 0, -1):
            now = rules.moment(ruleset, number=0 if number == dice.rolls > 1 else number, together=together)
            worth = [category.points.of(roll, roll.dice, now.first_roll, now.number) for category in categories]
            counts = [counts_in(column, dice, now) for column in ruleset.columns]
            key = (*worth, *counts, now.first_roll and any(category.wins for category in categories))
            found.setdefault(key, now)
            places[together, number] = list(found).index(key)
    numbers, served = ([places.get((way, number)) for number in range(1, dice.rolls + 1)] for way in (False, True))
    plain = numbers == [len(found) - 1, *[0] * (dice.rolls - 1)]
    data = {} if plain and len(found) < 3 else {"numbers": numbers}
    return list(found.values()), data | ({"together": served} if dice.served == "all_dice" else {})


def column_data(ruleset: Ruleset, moments: Sequence[Context]) -> Data:
    """What only games with columns, with a win at once or with differences have: else nothing.

    ``spent``: at each moment the boxes that can only be struck, and whether they can. ``announced``: what the ids of
    boxes begin with that are named, and the roll after which at the latest. ``wins``: the rolls that win, each with the
    boxes of its category. ``factors``: columns that count more than once. ``pulls``: for boxes that count in a
    difference alone, which way, and times what.
    """
    dice, boxes = ruleset.dice, ruleset.boxes.values()
    spent = [
        {
            box.id: not takes_any(box.category.pattern, dice.count, dice.sides)
            for box in boxes
            if not counts_in(box.column, dice, now)
        }
        for now in moments
    ]
    data: Data = {
        "spent": spent if any(spent) else None,
        "announced": {
            ruleset.prefix(column): column.announced for column in ruleset.columns if column.announced is not None
        },
        "wins": {
            str(roll): [box.id for box in ruleset.boxes_with(category.id)]
            for category in ruleset.categories.values()
            for roll in rules.all_rolls(dice.count, dice.sides)
            if category.wins and category.pattern.match(roll) is not None
        },
        "factors": {
            ruleset.prefix(column): column.factor
            for column in ruleset.columns
            if column.factor > 1 and len(ruleset.columns) > 1
        },
        "pulls": dict(pulls_of(ruleset)),
    }
    return {name: value for name, value in data.items() if value}


def pulls_of(ruleset: Ruleset) -> Iterator[tuple[str, tuple[int, str]]]:
    """The boxes that count in a difference alone: which way, and times what; an empty id for nothing."""
    totals, addends = ruleset.all_totals.values(), ruleset.addends
    plain = {part for total in totals if total.kind != "difference" for part in addends[total.id]}
    for total in (each for each in totals if each.kind == "difference"):
        *parts, times = addends[total.id] if total.times else (*addends[total.id], "")
        for place, part in enumerate(parts):
            if part in ruleset.boxes and part not in plain:
                yield part, (-1 if place >= len(parts) - total.taken else 1, times)


def _worth(ruleset: Ruleset, category: Category, moments: Sequence[Context]) -> Data:
    """What every roll is worth in a category by its own dice: its different points, and signs that stand for them.

    A sign is a digit. Where points are few, one sign stands for several rolls, the first of them last in the number;
    where they are many, several signs stand for one. Where it is worth the same at all moments, it is there once.
    """
    differ = category.points.first_roll is not None or category.points.by_roll
    worth = [
        rules.points_of_rolls(category, ruleset.dice, now.first_roll, now.number)
        for now in (moments if differ else moments[:1])
    ]
    points = sorted({value for each in worth for value in each})
    width = 1 if len(points) <= len(_SIGNS) else 2
    together = max(count for count in range(1, _MOST_TOGETHER + 1) if count == 1 or len(points) ** count <= len(_SIGNS))
    signs: list[str] = ["".join(sign) for sign in product(_SIGNS, repeat=width)]
    known = {value: place for place, value in enumerate(points)}

    def sign(values: Sequence[int]) -> str:
        return signs[sum(known[value] * int(len(points) ** place) for place, value in enumerate(values))]

    starts = range(0, len(worth[0]), together)
    packed = ["".join(sign(each[start : start + together]) for start in starts) for each in worth]
    return {"points": points, "width": width, "together": together, "signs": packed}


def _joker(ruleset: Ruleset, roll: Roll, moments: Sequence[Context]) -> Data:
    """A Yacht: where it must go early and late and, late, what it may be written as in each category."""
    early, late = (rules.preferences(ruleset, roll, is_late) for is_late in (False, True))
    data: Data = {"early": list(map(sorted, early)), "late": list(map(sorted, late))}
    if ruleset.joker.rule != "none":
        full = dict.fromkeys(rules.joker_boxes(ruleset, roll), 0)  # a 0 in them binds no other box
        data |= {"boxes": [*full]} if ruleset.joker.number_box_full else {}
        boxes = [rules.boxes_of(category)[0] for category in ruleset.categories.values()]
        data["worth"] = [
            [rules.entry(ruleset, box, roll, Context(full, now.first_roll, now.number)).points for box in boxes]
            for now in moments
        ]
    return data
