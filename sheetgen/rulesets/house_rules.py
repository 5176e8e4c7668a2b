"""House rules as choices: readings and numbers of a game, to the shortest file and back.

A file that extends a game holds only what differs from it. `write_house_rules` makes one of
choices, and `read_house_rules` finds the choices in one, however it was written.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.errors import Message, SheetgenError
from sheetgen.files.tables import Path
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rulesets.building import (
    build_ruleset,
    categories_of,
    key_path,
    merged,
    totals_of,
    without,
)
from sheetgen.rulesets.checked_text import OWN_FILE
from sheetgen.rulesets.source import Source, read_source, ruleset_path, source_of

_MOST_POINTS = 1_000
_MOST_ROLLS = 10
"""Greatest numbers that a ruleset file takes."""
_USUAL_ROLLS = 3
_IDENTITY = ("format", "extends", "name", "summary", "variant", "source", "accent", "signature")
"""Keys of a file that are no rules."""
NumberKind = Literal["rolls", "threshold", "bonus", "fixed"]
_LABELS: Mapping[NumberKind, Message] = {
    "rolls": Message("Rolls in a turn"),
    "threshold": Message("%(name)s from"),
    "bonus": Message("%(name)s: points"),
    "fixed": Message("%(name)s: points"),
}
"""Names of numbers, by their kinds."""


class ReadingChoice(Struct, frozen=True):
    """Question that the source of a game leaves open, with another answer than the usual one."""

    text: str
    """The rule in this reading, in the words of a language."""
    chosen: bool = False


class NumberChoice(Struct, frozen=True):
    """Number that families change: a threshold, points, or the rolls in a turn."""

    kind: NumberKind
    key: str
    """Key path as people read it, such as ``sections[upper].totals[bonus].steps[1].at_least``."""
    path: Path
    """Key path in the tables of the game."""
    label: str
    value: int
    usual: int
    """Value in the game that is changed."""
    least: int
    most: int


class BoxChoice(Struct, frozen=True):
    """Box that can be left out."""

    id: str
    label: str
    left_out: bool = False


class HouseRules(Struct, frozen=True):
    """All choices of a game, and the state of each in a file."""

    base: str
    """Name of the game that is changed, as the file has it."""
    name: str
    readings: tuple[ReadingChoice, ...]
    numbers: tuple[NumberChoice, ...]
    boxes: tuple[BoxChoice, ...]
    others: int = 0
    """Number of further changes, which are in the file alone."""


class Chosen(Struct, frozen=True):
    """Choices that differ from the game."""

    readings: Sequence[int] = ()
    """Positions of the chosen readings, from 0."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """New values by their key paths."""
    without: Sequence[str] = ()
    """Ids of boxes that are left out."""


def choices_of(base: str, catalog: Catalog) -> HouseRules:
    """Return what can be chosen in a game, in the words of a language; nothing is chosen yet.

    Raises SheetgenError if there is no such game.
    """
    source = read_source(ruleset_path(base))
    return replace(_choices(source.data, source.data, (), catalog), base=base)


def read_house_rules(text: str, catalog: Catalog, path: FilePath = OWN_FILE) -> HouseRules:
    """Return the choices of a file that extends a game, with their state in it.

    Raises SheetgenError for a text that has faults of TOML, or that extends nothing.
    """
    source = source_of(path, text)
    if source.base is None:
        message = Message("extends no game; write %(line)s, for example")
        raise SheetgenError(message, file=str(path), line='extends = "yatzy"')
    name = str(source.own.get("name", ""))
    base = str(source.own["extends"])
    removed = source.own.get("remove", ())
    found = _choices(source.base.data, source.data, removed, catalog)
    chosen = _chosen_in(found)
    others = _rest(without(source.own, *_IDENTITY), _changes(source.base, chosen))
    return replace(found, base=base, name=name, others=len([*_leaves(others)]))


def write_house_rules(base: str, name: str, chosen: Chosen, own: str = "") -> str:
    """Return the shortest file that changes a game as chosen.

    Of the text `own`, a file that extends the game, all is kept that is no choice.
    Raises SheetgenError if there is no such game, and for a reading or number that it lacks.
    """
    changes = _changes(read_source(ruleset_path(base)), chosen)
    head: dict[str, Any] = {"format": 1, "extends": base, "name": name}
    if own:
        file = source_of(OWN_FILE, own)
        before = _chosen_in(read_house_rules(own, Catalog("en")))
        known = _changes(file.base, before) if file.base else {}
        others = _rest(without(file.own, *_IDENTITY), known)
        head |= {key: file.own[key] for key in _IDENTITY if key in file.own and key not in head}
        removed = [*changes.get("remove", ()), *others.get("remove", ())]
        changes = merged(without(changes, "remove"), without(others, "remove"))
        if removed:
            changes = {"remove": removed, **changes}
    return toml_of({**head, **changes})


def _chosen_in(rules: HouseRules) -> Chosen:
    """Return the choices that differ from the game."""
    return Chosen(
        [place for place, reading in enumerate(rules.readings) if reading.chosen],
        {number.key: number.value for number in rules.numbers if number.value != number.usual},
        [box.id for box in rules.boxes if box.left_out],
    )


# from a game to its choices


def _choices(
    usual: Mapping[str, Any],
    data: Mapping[str, Any],
    removed: Sequence[str],
    catalog: Catalog,
) -> HouseRules:
    """Return the choices of the game `usual`, with their state in the game `data`."""
    wording = Wording(build_ruleset("", without(usual, "readings")), catalog)
    rules = without(data, "readings")
    readings: list[ReadingChoice] = []
    for reading in usual.get("readings", ()):
        text = catalog.text("reading", reading["text"])
        is_kept = merged(rules, _kept_changes(reading["changes"], removed)) == rules
        readings.append(ReadingChoice(text, is_kept))
    boxes: list[BoxChoice] = []
    for _, category in categories_of(usual):
        label = wording.name(wording.ruleset.categories[category["id"]])
        boxes.append(BoxChoice(category["id"], label, category["id"] in removed))
    numbers = tuple(_numbers(usual, data, wording))
    return HouseRules("", "", tuple(readings), numbers, tuple(boxes))


def _kept_changes(changes: Mapping[str, Any], removed: Sequence[str]) -> Mapping[str, Any]:
    """Return the changes of a reading without those of items that a file removes."""
    return {key: _without_ids(value, removed) for key, value in changes.items()}


def _without_ids(value: Any, removed: Sequence[str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_ids(inner, removed) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    kept = []
    for item in value:
        name = item.get("id") if isinstance(item, Mapping) else item
        if name not in removed:
            kept.append(_without_ids(item, removed))
    return kept


def _numbers(
    usual: Mapping[str, Any], data: Mapping[str, Any], wording: Wording
) -> Iterator[NumberChoice]:
    """Yield the numbers that families change: rolls, then thresholds, then fixed points."""
    game = wording.ruleset
    items = {total.id.rpartition(".")[2]: total for total in game.all_totals.values()}
    names = {name: wording.name(total) for name, total in items.items()}
    for category in game.categories.values():
        names[category.id] = wording.name(category)
    for place in _places_of_numbers(usual):
        name = names.get(place.item, "")
        now = _value_at(usual, data, place.path)
        yield NumberChoice(
            place.kind,
            key_path(usual, place.path),
            place.path,
            wording.catalog.message(_LABELS[place.kind], name=name),
            now if isinstance(now, int) else place.value,
            place.value,
            1,
            _MOST_ROLLS if place.kind == "rolls" else _MOST_POINTS,
        )


class _Place(Struct, frozen=True):
    """Number in the tables of a game."""

    kind: NumberKind
    path: Path
    value: int
    item: str = ""
    """Id of its box or total."""


def _places_of_numbers(usual: Mapping[str, Any]) -> Iterator[_Place]:
    """Yield the rolls, then each threshold and its bonus, then the fixed points."""
    yield _Place("rolls", ("dice", "rolls"), usual.get("dice", {}).get("rolls", _USUAL_ROLLS))
    for path, total in totals_of(usual):
        if total.get("kind") != "threshold":
            continue
        for number, step in enumerate(total["steps"]):
            inner = (*path, "steps", number)
            yield _Place("threshold", (*inner, "at_least"), step["at_least"], total["id"])
            yield _Place("bonus", (*inner, "points"), step["points"], total["id"])
    for path, category in categories_of(usual):
        points = category.get("points", {})
        is_fixed = points.get("kind", "").startswith("fixed")
        if is_fixed and isinstance(points.get("value"), int):
            inner = (*path, "points", "value")
            yield _Place("fixed", inner, points["value"], category["id"])


def _value_at(usual: Any, data: Any, path: Path) -> Any:
    """Return the value of a file at a path of the game that it changes; None if it is not there.

    Items of lists are found by their ids, or else by their positions.
    """
    for step in path:
        usual = usual[step]
        if isinstance(step, str):
            data = data.get(step) if isinstance(data, Mapping) else None
        elif isinstance(usual, Mapping) and "id" in usual:
            items = data if isinstance(data, list) else []
            same = [item for item in items if item.get("id") == usual["id"]]
            data = same[0] if same else None
        else:
            data = data[step] if isinstance(data, list) and step < len(data) else None
    return data


# from choices to a file


def _changes(base: Source, chosen: Chosen) -> dict[str, Any]:
    """Return the rules of a file that changes a game as chosen."""
    usual = without(base.data, "readings")
    wanted = usual
    readings = base.data.get("readings", ())
    for place in chosen.readings:
        if not 0 <= place < len(readings):
            raise SheetgenError("this game has no reading %(number)s", number=place + 1)
        wanted = merged(wanted, readings[place]["changes"])
    paths = {key_path(usual, place.path): place.path for place in _places_of_numbers(usual)}
    for key, value in chosen.numbers.items():
        if key not in paths:
            raise SheetgenError("this game has no such number", key=key)
        wanted = _with_value(wanted, paths[key], value)
    changes = difference(usual, wanted)
    return {"remove": list(chosen.without), **changes} if chosen.without else changes


def _with_value(data: Any, path: Path, value: int) -> Any:
    """Return tables with another value at a path."""
    if not path:
        return value
    step: Any = path[0]
    if isinstance(data, list):
        items = list(data)
        items[step] = _with_value(items[step], path[1:], value)
        return items
    return {**data, step: _with_value(data.get(step, {}), path[1:], value)}


def difference(base: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the shortest changes that make `wanted` of `base`; keys that it lacks stay."""
    changes: dict[str, Any] = {}
    for key, value in wanted.items():
        if key not in base:
            changes[key] = value
        elif value != base[key]:
            changes[key] = _difference_of(base[key], value)
    return changes


def _difference_of(old: Any, new: Any) -> Any:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        # a table that names its kind replaces the whole table, with keys that it lacks
        has_other_keys = "kind" in new and not old.keys() <= new.keys()
        if has_other_keys or old.get("kind") != new.get("kind"):
            return dict(new)
        return difference(old, new)
    both = old, new
    if all(isinstance(items, list) and items and _have_ids(items) for items in both):
        by_id = {item["id"]: item for item in old}
        changed: list[Any] = []
        for item in new:
            before = by_id.get(item["id"])
            if before is None:
                changed.append(item)
            elif item != before:
                changed.append({"id": item["id"], **_difference_of(before, item)})
        return changed
    return new


def _have_ids(items: list[Any]) -> bool:
    return all(isinstance(item, Mapping) and "id" in item for item in items)


def _rest(own: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of a file without the values that `changes` has too."""
    rest: dict[str, Any] = {}
    for key, value in own.items():
        other = changes.get(key)
        if key == "remove" and isinstance(value, list):
            left: Any = [name for name in value if name not in (other or ())]
        elif isinstance(value, list) and isinstance(other, list) and _have_ids(value):
            left = _rest_of_items(value, other)
        elif isinstance(value, Mapping) and isinstance(other, Mapping):
            left = {} if value == other else _rest_of_table(value, other)
        else:
            left = [] if value == other else value
        if left or left is value:
            rest[key] = left
    return rest


def _rest_of_table(own: Mapping[str, Any], changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a table has beside changes; one that names its kind is whole or not there."""
    left = _rest(own, changes)
    if "kind" in own:
        return own if left.keys() - {"kind"} else {}
    return left


def _rest_of_items(own: list[Any], changes: list[Any]) -> list[Any]:
    """Return the items of a list with what they have beside changes, found by their ids."""
    by_id = {item.get("id"): item for item in changes if isinstance(item, Mapping)}
    items: list[Any] = []
    for item in own:
        left = _rest(without(item, "id"), by_id.get(item["id"], {}))
        if left or item["id"] not in by_id:
            items.append({"id": item["id"], **left})
    return items


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield each value in tables with its path, in which ids stand for positions."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key != "id":
                yield from _leaves(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            name = item.get("id", place) if isinstance(item, Mapping) else place
            yield from _leaves(item, (*path, name))
    else:
        yield path, json.dumps(value)


# TOML


def toml_of(tables: Mapping[str, Any]) -> str:
    """Return tables as the text of a ruleset file; sections and totals have headers."""
    lines: list[str] = []
    headed: list[str] = []
    for key, value in tables.items():
        if isinstance(value, Mapping) and value:
            headed += ["", f"[{key}]", *_lines_of_table(value)]
        elif isinstance(value, list) and _have_ids(value) and value:
            for item in value:
                headed += ["", f"[[{key}]]", *_lines_of_table(item)]
        else:
            lines.append(f"{key} = {_inline(value)}")
    return "\n".join([*lines, *headed]) + "\n"


def _lines_of_table(table: Mapping[str, Any]) -> list[str]:
    """Return the keys of a table, a line each, and a line for each item of a list of tables."""
    lines: list[str] = []
    for key, value in table.items():
        if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
            items = [f"  {_inline(item)}," for item in value]
            lines += [f"{key} = [", *items, "]"]
        else:
            lines.append(f"{key} = {_inline(value)}")
    return lines


def _inline(value: Any) -> str:
    """Return a value in one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_inline(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
