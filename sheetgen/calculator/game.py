"""A ruleset as plain data for the scripts of forms and pages; all of it is worked out here, by the engine.

`templates/calculator/engine.js` and `turns.js` read it. What they compute is proven equal to `rules` by the tests.
"""

import json
import re
from collections.abc import Sequence
from itertools import product
from typing import Any

from sheetgen import rules
from sheetgen.rules import Category, Roll, Ruleset
from sheetgen.rules.filling import bound_boxes, first_rolls, values_with_bonus

Data = dict[str, Any]


def game_data(ruleset: Ruleset) -> Data:
    """What it takes to add up a card: boxes with all they can hold, totals, bounds, and room for further Yachts."""
    totals = []
    for total in ruleset.all_totals.values():
        data: Data = {"id": total.id, "kind": total.kind, "of": ruleset.addends[total.id]}
        if total.steps:
            data["steps"] = [(step.at_least, step.points) for step in total.steps]
        if total.kind == "extra_yachts":
            data["points"] = total.points
        totals.append(data)
    return {
        "boxes": list(ruleset.boxes),
        "values": {box: rules.possible_values(ruleset, box) for box in ruleset.boxes},
        "totals": totals,
        "bounds": [(lower.id, higher.id) for lower, higher in bound_boxes(ruleset)],
        "yacht_boxes": rules.yacht_box_ids(ruleset) if ruleset.extra_yachts else (),
        "bonus_values": {box: values_with_bonus(ruleset, box) for box in ruleset.boxes},
    }


def script_data(data: object) -> str:
    """Data as a JavaScript literal that is safe in a script, in HTML and in a PDF: ASCII, and no < in it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def compact(script: str) -> str:
    """A script or style without its comments between ``/*`` and ``*/`` and its indents, for what carries it is sent."""
    lines = re.sub(r"/\*.*?\*/", "", script, flags=re.DOTALL).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


# turns

_SIGNS = "".join(chr(code) for code in range(ord("#"), ord("~")) if chr(code) not in "\\<&")
"""Signs that stand for themselves in a script, in JSON and in HTML."""
_MOST_TOGETHER = 6
"""A sign stands for so many rolls at most."""


def turn_data(ruleset: Ruleset) -> Data:
    """The worth of every roll by category and, for Yachts, as jokers; where they must go; the order of boxes.

    There can be thousands of rolls, so a category has its points once, and for each roll a sign or two that say which
    of them it is worth: the rolls in ascending order, those of a first roll after those of a later one if that matters.
    """
    bonus = ruleset.extra_yachts
    return {
        "dice": ruleset.dice.count,
        "sides": ruleset.dice.sides,
        "boxes": {category: [box.id for box in ruleset.boxes_with(category)] for category in ruleset.categories},
        "runs": [[box.id for box in run] for run in rules.runs_of(ruleset)],
        "needs": {box.id: [each.id for each in needed] for box, needed in rules.needs(ruleset)},
        "signs": _SIGNS,
        "worth": [_worth(ruleset, category) for category in ruleset.categories.values()],
        "first_rolls": len(first_rolls(ruleset)) > 1,
        "joker_boxes": rules.yacht_box_ids(ruleset) if ruleset.joker.rule != "none" else (),
        "jokers": {
            str(roll): _joker(ruleset, roll) for roll in sorted(rules.yachts(ruleset)) if ruleset.joker.category
        },
        "yachts": [str(roll) for roll in sorted(rules.yachts(ruleset)) if bonus],
        "bonus": bonus.points if bonus else 0,
    }


def _worth(ruleset: Ruleset, category: Category) -> Data:
    """What every roll is worth in a category by its own dice: its different points, and signs that stand for them.

    A sign is a digit. Where points are few, one sign stands for several rolls, the first of them last in the number;
    where they are many, several signs stand for one.
    """
    moments = first_rolls(ruleset) if category.points.first_roll is not None else (False,)
    worth = [rules.points_of_rolls(category, ruleset.dice, first) for first in moments]
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


def _joker(ruleset: Ruleset, roll: Roll) -> Data:
    """A Yacht: where it must go early and late and, late, what it may be written as in each category."""
    early, late = (rules.preferences(ruleset, roll, is_late) for is_late in (False, True))
    data: Data = {"early": list(map(sorted, early)), "late": list(map(sorted, late))}
    if ruleset.joker.rule != "none":
        full = dict.fromkeys(rules.yacht_box_ids(ruleset), 0)  # a 0 in them binds no other box
        boxes = [rules.boxes_of(category)[0] for category in ruleset.categories.values()]
        data["worth"] = [
            [rules.entry(ruleset, box, roll, rules.Context(full, first)).points for box in boxes]
            for first in first_rolls(ruleset)
        ]
    return data
