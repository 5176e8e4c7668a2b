"""From the tables of a checked ruleset file to a `Ruleset`."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sheetgen.rules.patterns import OneGroup, Sum
from sheetgen.rules.ruleset import Category, Reading, Ruleset
from sheetgen.rulesets.vocabulary import ONLY_BESIDE, RULESET

ACCENTS = (
    "#124f7a", "#4b3c8f", "#0c5a57", "#7d2860", "#9c2430", "#87390f", "#245a2c", "#5c5a10", "#3d4a5c",
    "#505038", "#703e40", "#684418", "#6032a8", "#105098", "#6f4620", "#415615", "#0d5b36", "#195664",
    "#663894", "#84267b", "#5b4a66",
)  # fmt: skip
"""Accent colours of the games that come with sheetgen. They have one lightness, so that they print as one grey."""


def build_ruleset(ruleset_id: str, data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that a file without faults describes."""
    readings = tuple(
        Reading(reading["text"], build_ruleset(ruleset_id, under_reading(data, reading)))
        for reading in data.get("readings", ())
    )
    made: Ruleset = RULESET.made(without(data, "readings"), id=ruleset_id, readings=readings)
    return _with_faces(made) if made.dice.groups or made.dice.faces else made


def without(table: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return a copy of a table without some keys."""
    return {key: value for key, value in table.items() if key not in keys}


def under_reading(data: Mapping[str, Any], reading: Mapping[str, Any]) -> dict[str, Any]:
    """Return the file of the game under one of its readings."""
    return merged(without(data, "readings"), reading["changes"])


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with changes. A changed table that names its ``kind`` replaces the whole table.

    Keys of the base that mean nothing with a changed word are dropped: without a joker, the Yacht box does not come
    first.
    """
    idle = [
        key
        for key, (other, words) in ONLY_BESIDE.items()
        if base.get(other) in words and changes.get(other, words[0]) not in words
    ]
    return without(base, *idle) | {key: _merged_value(base.get(key), change) for key, change in changes.items()}


def _merged_value(old: Any, new: Any) -> Any:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        if "kind" not in new:
            return merged(old, new)
        kept = {key: old[key] for key in ("id", "name") if "id" in old and key in old}  # a total of another kind
        return {**kept, **new}
    return _merged_items(old, new) if _have_ids(old) and _have_ids(new) else new


def _have_ids(value: Any) -> bool:
    """Check whether a value is a list of tables that are found by their ids."""
    ids = [
        isinstance(item, Mapping) and isinstance(item.get("id"), str)
        for item in (value if isinstance(value, list) else ())
    ]
    return bool(ids) and all(ids)


def _merged_items(old: list[Any], new: list[Any]) -> list[Any]:
    """Return the items of `old` with the changes of `new`, and the items that only `new` has.

    Such an item comes before the next item of `new` that `old` has too, or else at the end.
    """
    items = {item["id"]: item for item in old}
    for place, item in enumerate(new):
        if item["id"] in items:
            items[item["id"]] = _merged_value(items[item["id"]], item)
            continue
        following = next((other["id"] for other in new[place:] if other["id"] in items), None)
        at = list(items).index(following) if following else len(items)
        listed = list(items.items())
        items = dict([*listed[:at], (item["id"], item), *listed[at:]])
    return list(items.values())


def _with_faces(game: Ruleset) -> Ruleset:
    """Return the game with the values and the groups of its faces in the patterns and points that use them."""
    faces, groups = game.dice.faces, tuple(group.faces for group in game.dice.groups)
    own = any(face.value is not None for face in faces)
    values = tuple(number if face.value is None else face.value for number, face in enumerate(faces, 1)) if own else ()

    def complete(category: Category) -> Category:
        pattern = category.pattern
        if isinstance(pattern, OneGroup):
            pattern = replace(pattern, groups=groups)
        elif isinstance(pattern, Sum):
            pattern = replace(pattern, values=values)
        return replace(category, pattern=pattern, points=replace(category.points, values=values))

    sections = (replace(each, categories=tuple(map(complete, each.categories))) for each in game.sections)
    return replace(game, sections=tuple(sections))
