"""Scripts of forms and pages as a document carries them, with a ruleset as plain data and the translations of texts.

The scoring engine computes the data. `templates/calculator/rules` reads them; tests compare the
results of these scripts with `rules`.
"""

import json
import posixpath
import re
import zlib
from base64 import a85encode
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from sheetgen.files import folders
from sheetgen.i18n.catalog import Catalog
from sheetgen.rules.history import (
    bound_boxes,
    possible_values,
    values_with_bonus,
    yacht_box_ids,
    yachts,
)
from sheetgen.rules.patterns import Roll, all_rolls
from sheetgen.rules.ruleset import Category, Ruleset, boxes_of
from sheetgen.rules.scoring import (
    Context,
    counts_in,
    entry,
    joker_boxes,
    joker_categories,
    moment,
    needs,
    points_of_rolls,
    preferences,
    runs_of,
    takes_any,
)

Data = dict[str, Any]
"""Plain data for a script."""
_IMPORT = re.compile(r'^import\b[^;"]*"([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|const\b|var\b)", re.MULTILINE)
_STRING = r'\s*("(?:[^"\\]|\\.)*")\s*,?'
_TEXT = re.compile(rf"\b(?:pgettext\({_STRING}{_STRING}|npgettext\({_STRING}{_STRING}{_STRING})")
"""Call that translates a text, with its context and its English, or with its context, singular and
plural."""


def joined(names: Iterable[str]) -> str:
    """Return scripts or styles as one text, without comments, indents and empty lines.

    A script follows the modules that it imports. All of them share one scope, so that their imports and the word
    `export` are left out.
    """
    source = "\n".join(modules(names).values())
    source = _EXPORT.sub("", _IMPORT.sub("", re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)))
    return "\n".join(line.strip() for line in source.splitlines() if line.strip())


def modules(names: Iterable[str]) -> dict[str, str]:
    """Return the texts of scripts and of all modules that they import, each after those that it imports."""
    texts: dict[str, str] = {}
    begun: set[str] = set()

    def add(name: str) -> None:
        if name in begun:
            return
        begun.add(name)
        text = folders.script(name)
        for imported in imports_of(name, text):
            add(imported)
        texts[name] = text

    for name in names:
        add(name)
    return texts


def imports_of(name: str, text: str) -> list[str]:
    """Return the modules that the text of a script imports, by their paths from the folder of scripts."""
    folder = posixpath.dirname(name)
    return [posixpath.normpath(posixpath.join(folder, path)) for path in _IMPORT.findall(text)]


def strict(script: str) -> str:
    """Return a script in strict mode and in a scope of its own, so that it leaves nothing on the page's window."""
    return f'"use strict";\n(function () {{\n{script}}})();\n'


def script_data(data: object) -> str:
    """Return data as a JavaScript literal that is safe in a script, in HTML and in a PDF.

    ASCII, and no < in it.
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def packed(texts: Sequence[str]) -> str:
    """Return texts as deflated JSON in Ascii85, with v for <, a third of their length.

    Loader.js unpacks it.
    """
    content = zlib.compress(json.dumps(texts).encode(), 9)
    return a85encode(content).decode().replace("z", "!!!!!").replace("<", "v")


def texts_in(script: str) -> list[tuple[str, ...]]:
    """Return the texts that a script translates.

    Context and English, or context, singular and plural.
    """
    found = (
        tuple(json.loads(part) for part in call.groups() if part is not None)
        for call in _TEXT.finditer(script)
    )
    return list(dict.fromkeys(found))


def translations(catalogs: Sequence[Catalog], texts: Iterable[tuple[str, ...]]) -> Data:
    """Return the translations of `texts` by context and English, as the functions in choice.js look them up.

    There is one for each catalog; that of a text that counts is a table of its forms by plural category.
    """
    found: Data = {}
    for context, english, *several in texts:
        found.setdefault(context, {})[english] = [
            each.forms(context, english, *several) if several else each.text(context, english)
            for each in catalogs
        ]
    return found


# a ruleset as data


def game_data(ruleset: Ruleset) -> Data:
    """Return the data for adding up a card: boxes and their possible values, totals, bounds, and further Yachts.

    ``winner``: match points of each column by its prefix, and those for all, unless the total decides.
    """
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
    winner = {
        "worth": {ruleset.prefix(each): each.worth for each in ruleset.columns},
        "sweep": ruleset.winner.sweep,
    }
    return {
        "boxes": list(ruleset.boxes),
        "values": {box: possible_values(ruleset, box) for box in ruleset.boxes},
        "totals": totals,
        "bounds": [(lower.id, higher.id) for lower, higher in bound_boxes(ruleset)],
        "yacht_boxes": yacht_box_ids(ruleset) if ruleset.extra_yachts else (),
        "bonus_values": {box: values_with_bonus(ruleset, box) for box in ruleset.boxes},
        **({"winner": winner} if ruleset.winner.by != "total" else {}),
    }


# turns

_SIGNS = "".join(chr(code) for code in range(ord("#"), ord("~")) if chr(code) not in "\\<&")
"""Letters that need no escape in a script, in JSON and in HTML."""
_MOST_TOGETHER = 6
"""Maximum number of rolls that one letter encodes. With 88 letters two values fit six times."""


def turn_data(ruleset: Ruleset) -> Data:
    """Return the data of turns: the points of every roll in every category, the rules of jokers, the order of boxes.

    There can be thousands of rolls. Each category has a list of its different points, and a letter or two for each
    roll that index this list: rolls in ascending order, at each moment that differs (`page_moments`).
    """
    bonus, (moments, places) = ruleset.extra_yachts, page_moments(ruleset)
    return {
        "dice": ruleset.dice.count,
        "sides": ruleset.dice.sides,
        **({"stays": True} if ruleset.dice.kept == "stay" else {}),
        "boxes": {
            category: [box.id for box in ruleset.boxes_with(category)]
            for category in ruleset.categories
        },
        "runs": [[box.id for box in run] for run in runs_of(ruleset)],
        "needs": {box.id: [each.id for each in needed] for box, needed in needs(ruleset)},
        "signs": _SIGNS,
        "worth": [_worth(ruleset, category, moments) for category in ruleset.categories.values()],
        "first_rolls": len(moments) > 1,
        "joker_boxes": yacht_box_ids(ruleset) if ruleset.joker.rule != "none" else (),
        "forced": sorted(joker_categories(ruleset)) if ruleset.joker.rule == "forced" else (),
        "jokers": {
            str(roll): _joker(ruleset, roll, moments)
            for roll in sorted(yachts(ruleset))
            if ruleset.joker.category
        },
        "yachts": [str(roll) for roll in sorted(yachts(ruleset)) if bonus],
        "bonus": bonus.points if bonus else 0,
        **places,
        **column_data(ruleset, moments),
    }


def page_moments(ruleset: Ruleset) -> tuple[list[Context], Data]:
    """Return the moments of a turn that differ in the points of some roll, the last roll first, and where they apply.

    The second value maps the number of a roll to its moment: as ``numbers``, unless only the first roll differs, and
    as ``together`` for rolls of all dice, in games where these count as a first roll.
    """
    found: dict[object, Context] = {}
    dice, places, categories = ruleset.dice, {}, ruleset.categories.values()
    roll = Roll((1,) * dice.count)  # any roll will do: `Points.of` does not check the pattern
    for together in (False, True) if dice.served == "all_dice" else (False,):
        for number in range(dice.rolls, 0, -1):
            now = moment(
                ruleset, number=0 if number == dice.rolls > 1 else number, together=together
            )
            worth = [
                category.points.of(roll, roll.dice, now.first_roll, now.number)
                for category in categories
            ]
            counts = [counts_in(column, dice, now) for column in ruleset.columns]
            key = (
                *worth,
                *counts,
                now.first_roll and any(category.wins for category in categories),
            )
            found.setdefault(key, now)
            places[together, number] = list(found).index(key)
    numbers, served = (
        [places.get((way, number)) for number in range(1, dice.rolls + 1)] for way in (False, True)
    )
    plain = numbers == [len(found) - 1, *[0] * (dice.rolls - 1)]
    data = {} if plain and len(found) < 3 else {"numbers": numbers}
    return list(found.values()), data | ({"together": served} if dice.served == "all_dice" else {})


def column_data(ruleset: Ruleset, moments: Sequence[Context]) -> Data:
    """Return the data that only games with columns or wins at once need.

    ``spent``: for each moment the boxes in which its roll does not count, and whether they can be
    struck. ``announced``: prefixes of columns with announced boxes, and the last roll for it.
    ``wins``: boxes by winning rolls.
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
            ruleset.prefix(column): column.announced
            for column in ruleset.columns
            if column.announced is not None
        },
        "wins": {
            str(roll): [box.id for box in ruleset.boxes_with(category.id)]
            for category in ruleset.categories.values()
            for roll in all_rolls(dice.count, dice.sides)
            if category.wins and category.pattern.match(roll) is not None
        },
    }
    return {name: value for name, value in data.items() if value}


def _worth(ruleset: Ruleset, category: Category, moments: Sequence[Context]) -> Data:
    """Return the points of every roll in a category: the different points, and letters that index them.

    A letter is a digit in base 88. With few different points a letter encodes several rolls, the first as the lowest
    digit; with many a roll takes two letters. There is one text for each moment, or one if all moments are alike.
    """
    differ = category.points.first_roll is not None or category.points.by_roll
    worth = [
        points_of_rolls(category, ruleset.dice, now.first_roll, now.number)
        for now in (moments if differ else moments[:1])
    ]
    points = sorted({value for each in worth for value in each})
    width = 1 if len(points) <= len(_SIGNS) else 2
    together = max(
        count
        for count in range(1, _MOST_TOGETHER + 1)
        if count == 1 or len(points) ** count <= len(_SIGNS)
    )
    signs: list[str] = ["".join(sign) for sign in product(_SIGNS, repeat=width)]
    known = {value: place for place, value in enumerate(points)}

    def sign(values: Sequence[int]) -> str:
        return signs[
            sum(known[value] * int(len(points) ** place) for place, value in enumerate(values))
        ]

    parts = [
        [each[start : start + together] for start in range(0, len(each), together)]
        for each in worth
    ]
    return {
        "points": points,
        "width": width,
        "together": together,
        "signs": ["".join(map(sign, p)) for p in parts],
    }


def _joker(ruleset: Ruleset, roll: Roll, moments: Sequence[Context]) -> Data:
    """Return where a Yacht must be written before and after its box is full, and its points as a joker."""
    early, late = (preferences(ruleset, roll, is_late) for is_late in (False, True))
    data: Data = {"early": list(map(sorted, early)), "late": list(map(sorted, late))}
    if ruleset.joker.rule != "none":
        full = dict.fromkeys(joker_boxes(ruleset, roll), 0)  # a 0 has no effect on bounds
        data |= {"boxes": [*full]} if ruleset.joker.number_box_full else {}
        boxes = [boxes_of(category)[0] for category in ruleset.categories.values()]
        data["worth"] = [
            [
                entry(ruleset, box, roll, Context(full, now.first_roll, now.number)).points
                for box in boxes
            ]
            for now in moments
        ]
    return data
