"""Scripts of forms and pages as a document carries them.

They come with a ruleset as plain data, and with the translations of texts. The scoring engine
computes the data. `templates/calculator/rules` reads them; tests compare the
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
    yachts,
)
from sheetgen.rules.patterns import Dice, Roll, all_rolls
from sheetgen.rules.ruleset import Category, Ruleset
from sheetgen.rules.scoring import (
    MOST_ROLLS,
    Context,
    best_or_else,
    boxes_to_open,
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
_COMMENT = re.compile(r"/\*[\s\S]*?\*/|(?:^|(?<=\s))// .*$", re.MULTILINE)
"""Comment of a script or style: between /* and */, or from // and a space to the end of a line."""
_IMPORT = re.compile(r'^import\b[^;"]*"([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|const\b|var\b)", re.MULTILINE)
_STRING = r'\s*("(?:[^"\\]|\\.)*")\s*,?'
_TEXT = re.compile(rf"\b(?:pgettext\({_STRING}{_STRING}|npgettext\({_STRING}{_STRING}{_STRING})")
"""Call that translates a text, with its context and its English, or with its context, singular and
plural."""


def joined(names: Iterable[str]) -> str:
    """Return scripts or styles as one text, without comments, indents and empty lines.

    A script follows the modules that it imports. All of them share one scope, so that their imports
    and the word `export` are left out.
    """
    source = "\n".join(modules(names).values())
    source = _COMMENT.sub("", source)
    source = _EXPORT.sub("", _IMPORT.sub("", source))
    return "\n".join(line.strip() for line in source.splitlines() if line.strip())


def modules(names: Iterable[str]) -> dict[str, str]:
    """Return the texts of scripts and of all modules that they import, imported ones first."""
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
    """Return the modules that the text of a script imports.

    Each is a path from the folder of scripts.
    """
    folder = posixpath.dirname(name)
    return [posixpath.normpath(posixpath.join(folder, path)) for path in _IMPORT.findall(text)]


def strict(script: str) -> str:
    """Return a script in strict mode and in a scope of its own.

    It leaves nothing on the page's window.
    """
    return f'"use strict";\n(function () {{\n{script}}})();\n'


def script_data(data: object) -> str:
    """Return data as a JavaScript literal that is safe in a script, in HTML and in a PDF.

    ASCII, and no < in it.
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def packed(parts: Sequence[object]) -> str:
    """Return texts and data as deflated JSON in Ascii85, with v for <, a third of their length.

    Loader.js unpacks it.
    """
    source = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    content = zlib.compress(source.encode(), 9)
    return a85encode(content).decode().replace("z", "!!!!!").replace("<", "v")


def texts_in(script: str) -> list[tuple[str, ...]]:
    """Return the texts that a script translates.

    Context and English, or context, singular and plural.
    """
    texts = []
    for call in _TEXT.finditer(script):
        literals = [literal for literal in call.groups() if literal is not None]
        texts.append(tuple(json.loads(literal) for literal in literals))
    return list(dict.fromkeys(texts))


def translations(catalogs: Sequence[Catalog], texts: Iterable[tuple[str, ...]]) -> Data:
    """Return the translations of `texts` by context and English.

    The functions in choice.js look them up. There is one for each catalog; that of a text that
    counts is a table of its forms by plural category.
    """
    by_context: Data = {}
    for context, english, *plural in texts:
        by_context.setdefault(context, {})[english] = [
            catalog.forms(context, english, *plural) if plural else catalog.text(context, english)
            for catalog in catalogs
        ]
    return by_context


# a ruleset as data


def game_data(ruleset: Ruleset) -> Data:
    """Return the data for adding up a card.

    Boxes and their possible values, totals, bounds, and further Yachts.

    ``winner``: match points of each column by its prefix, and those for all, unless the total
    decides.
    """
    totals = []
    for total in ruleset.all_totals.values():
        row: Data = {"id": total.id, "kind": total.kind, "of": ruleset.addends[total.id]}
        if total.steps:
            row["steps"] = [(step.at_least, step.points) for step in total.steps]
        if total.kind == "extra_yachts":
            row["points"] = total.points
        if total.kind == "difference":
            row |= {"taken": total.taken, "times": bool(total.times), "least": total.least}
        totals.append(row)
    data: Data = {
        "boxes": list(ruleset.boxes),
        "values": {box: possible_values(ruleset, box) for box in ruleset.boxes},
        "totals": totals,
        "bounds": [(lower.id, higher.id) for lower, higher in bound_boxes(ruleset)],
        "yachts": _yachts_of_columns(ruleset) if ruleset.extra_yachts else {},
        "bonus_values": {box: values_with_bonus(ruleset, box) for box in ruleset.boxes},
    }
    if ruleset.dice.shared:
        data["shared"] = True
    if ruleset.winner.by != "total":
        data["winner"] = {
            "worth": {ruleset.prefix(column): column.worth for column in ruleset.columns},
            "sweep": ruleset.winner.sweep,
        }
    return data


def _yachts_of_columns(ruleset: Ruleset) -> dict[str, Data]:
    """Return what a further Yacht in each column needs and counts as, by the column's prefix.

    ``boxes``: groups of boxes of which one must hold points. ``units``: its points in units of the
    bonus.
    """
    bonus = ruleset.extra_yachts
    if bonus is None:
        return {}
    category = ruleset.categories[bonus.category]
    columns: dict[str, Data] = {}
    for column in ruleset.columns:
        groups = [
            [box.id for box in ruleset.boxes_in(other, category)]
            for other in ruleset.columns_with_yachts(column)
        ]
        units = ruleset.points_of_yacht(column) // bonus.points
        columns[ruleset.prefix(column)] = {"boxes": groups, "units": units}
    return columns


# turns

_SIGNS = "".join(chr(code) for code in range(ord("#"), ord("~")) if chr(code) not in "\\<&")
"""Letters that need no escape in a script, in JSON and in HTML."""
_NO_LIMIT = 1_000
"""Maximum of saved rolls where there is none: more than a game has rolls."""
_MOST_TOGETHER = 6
"""Maximum number of rolls that one letter encodes. With 88 letters two values fit six times."""


def turn_data(ruleset: Ruleset) -> Data:
    """Return the data of turns.

    The points of every roll in every category, the rules of jokers, and the order of boxes. There
    can be thousands of rolls. Each category has a list of its different points, and a letter or two
    for each roll that index this list: rolls in ascending order, at each moment that differs
    (`page_moments`).
    """
    dice, joker, bonus = ruleset.dice, ruleset.joker, ruleset.extra_yachts
    moments, moments_of_rolls = page_moments(ruleset)
    yacht_rolls = sorted(yachts(ruleset))
    data: Data = {"dice": dice.count, "sides": dice.sides}
    if dice.kept == "stay":
        data["stays"] = True
    if dice.use is not None:
        data["use"] = dice.use
    fewest = [category.id for category in ruleset.categories.values() if category.fewest]
    if fewest:
        data["fewest"] = fewest
    if dice.rolls_vary:
        data["further"] = _further_rolls_data(dice)
    data |= {
        "boxes": {
            category: [box.id for box in ruleset.boxes_with(category)]
            for category in ruleset.categories
        },
        "runs": [[box.id for box in run] for run in runs_of(ruleset)],
        "needs": {box.id: [other.id for other in needed] for box, needed in needs(ruleset)},
        "signs": _SIGNS,
        "worth": [
            _points_data(ruleset, category, moments) for category in ruleset.categories.values()
        ],
        "first_rolls": len(moments) > 1,
        "joker_boxes": _joker_boxes(ruleset, yacht_rolls[0]) if joker.rule != "none" else {},
        "together_in": _columns_together(ruleset),
        "forced": sorted(joker_categories(ruleset)) if joker.rule == "forced" else (),
        "jokers": {},
        "yachts": [],
        "bonus": bonus.points if bonus else 0,
    }
    for roll in yacht_rolls:
        if joker.category:
            data["jokers"][str(roll)] = _joker_data(ruleset, roll, moments)
        if bonus:
            data["yachts"].append(str(roll))
    return data | moments_of_rolls | column_data(ruleset, moments)


def _further_rolls_data(dice: Dice) -> Data:
    """Return the data of turns with more rolls than the usual ones.

    ``last_turn`` is the number of rolls in the last turn without those, and ``saved`` the maximum
    of saved rolls, 0 if none are saved.
    """
    saved = 0
    if dice.saved is not None:
        saved = dice.saved.max or _NO_LIMIT
    return {
        "usual": dice.rolls,
        "last_turn": dice.last_turn or dice.rolls,
        "saved": saved,
        "spare": dice.spare,
        "most": MOST_ROLLS,
    }


def page_moments(ruleset: Ruleset) -> tuple[list[Context], Data]:
    """Return the moments of a turn that differ in the points of some roll, with their rolls.

    The last roll comes first. The second value maps the number of a roll to its moment: as
    ``numbers``, unless only the first roll differs, and as ``together`` for rolls of all dice, in
    games where these count as a first roll.
    """
    dice = ruleset.dice
    different: dict[object, Context] = {}
    """First moment with each set of points and columns that count."""
    places: dict[tuple[bool, int], int] = {}
    """Place of the moment of each roll in `different`."""
    counts_as_first = dice.served == "all_dice"
    for together in (False, True) if counts_as_first else (False,):
        for number in range(dice.rolls, 0, -1):
            is_first = number == dice.rolls > 1
            now = moment(ruleset, number=0 if is_first else number, together=together)
            key = _moment_key(ruleset, now)
            different.setdefault(key, now)
            places[together, number] = list(different).index(key)
    rolls = range(1, dice.rolls + 1)
    numbers = [places[False, number] for number in rolls]
    only_first_differs = numbers == [len(different) - 1, *[0] * (dice.rolls - 1)]
    data: Data = {}
    if not only_first_differs or len(different) > 2:
        data["numbers"] = numbers
    if counts_as_first:
        data["together"] = [places[True, number] for number in rolls]
    return list(different.values()), data


def _moment_key(ruleset: Ruleset, now: Context) -> tuple[object, ...]:
    """Return what a moment changes: points of categories, columns that count, a win at once."""
    dice, categories = ruleset.dice, ruleset.categories.values()
    roll = Roll((1,) * dice.count)  # any roll will do: `Points.of` does not check the pattern
    points = [
        category.points.of(roll, roll.dice, now.first_roll, now.number) for category in categories
    ]
    counting = [counts_in(column, dice, now) for column in ruleset.columns]
    wins_at_once = now.first_roll and any(category.wins for category in categories)
    return (*points, *counting, wins_at_once)


def column_data(ruleset: Ruleset, moments: Sequence[Context]) -> Data:
    """Return the data that only games with columns or wins at once need.

    ``spent``: for each moment the boxes in which its roll does not count, and whether they can be
    struck. ``announced``: prefixes of columns with announced boxes, and the last roll for it.
    ``wins``: boxes by winning rolls. ``named_before``: prefixes of columns whose boxes the player
    before announces. ``opens``: full boxes of other columns that a column needs. ``only``: the best
    points of a box, and what anything else is worth there.
    """
    spent = [_spent_boxes(ruleset, now) for now in moments]
    announced = {
        ruleset.prefix(column): column.announced
        for column in ruleset.columns
        if column.announced is not None
    }
    named_before = [
        ruleset.prefix(column) for column in ruleset.columns if column.named_by == "previous"
    ]
    opens = {
        ruleset.prefix(column): boxes_to_open(ruleset, column)
        for column in ruleset.columns
        if column.opens
    }
    only = {
        box.id: best_or_else(ruleset, box.column, box.category)
        for box in ruleset.boxes.values()
        if box.column.only
    }
    data: Data = {
        "spent": spent if any(spent) else None,
        "announced": announced,
        "named_before": named_before,
        "opens": opens,
        "only": only,
        "wins": _winning_rolls(ruleset),
    }
    return {name: value for name, value in data.items() if value}


def _spent_boxes(ruleset: Ruleset, now: Context) -> dict[str, bool]:
    """Return the boxes in which a roll of this moment does not count.

    Each has a flag: it can be struck.
    """
    dice, spent = ruleset.dice, {}
    for box in ruleset.boxes.values():
        if not counts_in(box.column, dice, now):
            spent[box.id] = not takes_any(box.category.pattern, dice)
    return spent


def _winning_rolls(ruleset: Ruleset) -> dict[str, list[str]]:
    """Return the boxes by the rolls that win at once in them."""
    winning: dict[str, list[str]] = {}
    for category in ruleset.categories.values():
        if not category.wins:
            continue
        boxes = [box.id for box in ruleset.boxes_with(category.id)]
        for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides):
            if category.is_shown_by(roll):
                winning[str(roll)] = boxes
    return winning


def _points_data(ruleset: Ruleset, category: Category, moments: Sequence[Context]) -> Data:
    """Return the points of every roll in a category.

    There is a list of the different points, and a text of letters that index it. A letter is a
    digit in base 88. With few different points a letter encodes several rolls, the first as the
    lowest digit; with many a roll takes two letters. There is one text for each moment, or one if
    all moments are alike.
    """
    differ = category.points.first_roll is not None or category.points.by_roll
    points_by_moment = [
        points_of_rolls(category, ruleset.dice, now.first_roll, now.number)
        for now in (moments if differ else moments[:1])
    ]
    points = sorted(set().union(*points_by_moment))
    width = 1 if len(points) <= len(_SIGNS) else 2
    together = 1
    while together < _MOST_TOGETHER and len(points) ** (together + 1) <= len(_SIGNS):
        together += 1
    signs = ["".join(sign) for sign in product(_SIGNS, repeat=width)]
    place_of = {value: place for place, value in enumerate(points)}
    texts = []
    for values in points_by_moment:
        text = ""
        for start in range(0, len(values), together):
            number = 0
            for value in reversed(values[start : start + together]):
                number = number * len(points) + place_of[value]
            text += signs[number]
        texts.append(text)
    return {"points": points, "width": width, "together": together, "signs": texts}


def _joker_boxes(ruleset: Ruleset, roll: Roll) -> dict[str, tuple[str, ...]]:
    """Return the boxes that must be full before a Yacht is a joker, by the prefix of columns."""
    return {
        ruleset.prefix(column): joker_boxes(ruleset, roll, column) for column in ruleset.columns
    }


def _columns_together(ruleset: Ruleset) -> list[list[str]]:
    """Return the prefixes of columns in groups whose boxes a Yacht chooses from together."""
    prefixes = [ruleset.prefix(column) for column in ruleset.columns]
    return [prefixes] if ruleset.yachts_of_all_columns else [[prefix] for prefix in prefixes]


def _joker_data(ruleset: Ruleset, roll: Roll, moments: Sequence[Context]) -> Data:
    """Return where a Yacht must be entered, and its points as a joker.

    There are boxes for before and after its own box is full.
    """
    data: Data = {}
    for name, is_late in (("early", False), ("late", True)):
        data[name] = [sorted(boxes) for boxes in preferences(ruleset, roll, is_late)]
    if ruleset.joker.rule == "none":
        return data
    first_column = ruleset.columns[0]
    # a 0 has no effect on bounds
    full = dict.fromkeys(joker_boxes(ruleset, roll, first_column), 0)
    if ruleset.joker.number_box_full:
        data["boxes"] = _joker_boxes(ruleset, roll)
    boxes = [
        ruleset.boxes_in(first_column, category)[0] for category in ruleset.categories.values()
    ]
    data["worth"] = []
    for now in moments:
        context = Context(full, now.first_roll, now.number)
        data["worth"].append([entry(ruleset, box, roll, context).points for box in boxes])
    return data
