"""From the tables of ruleset files to a `Ruleset`.

Items, changes, files that extend a game, and the game itself. These functions open no file. Tables
are expected to have the right shape.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from sheetgen.files.tables import Path
from sheetgen.rules.patterns import OneGroup, Sum
from sheetgen.rules.ruleset import Category, Reading, Ruleset, boxes_of
from sheetgen.rulesets.vocabulary import IDENTITY, ONLY_BESIDE, RULESET

# Items: sections, categories, totals and columns, as tables with their key paths

Item = tuple[Path, Mapping[str, Any]]
"""Table of an item, with its path in the file."""


def tables_in(path: Path, table: Mapping[str, Any], key: str) -> list[Item]:
    """Return the tables in a list of a table at `path`; none if the table lacks the list."""
    return [((*path, key, place), item) for place, item in enumerate(table.get(key, ()))]


def _in_sections(data: Mapping[str, Any], key: str) -> list[Item]:
    """Return the tables in a list of every section of a file."""
    items: list[Item] = []
    for path, section in tables_in((), data, "sections"):
        items += tables_in(path, section, key)
    return items


def categories_of(data: Mapping[str, Any]) -> list[Item]:
    """Return the categories of all sections of a file."""
    return _in_sections(data, "categories")


def totals_of(data: Mapping[str, Any]) -> list[Item]:
    """Return the totals of all sections of a file, then those below the sections."""
    return _in_sections(data, "totals") + tables_in((), data, "totals")


def items_of(data: Mapping[str, Any]) -> list[Item]:
    """Return everything in a file that has an id: columns, sections, categories and totals."""
    outer = tables_in((), data, "columns") + tables_in((), data, "sections")
    return outer + categories_of(data) + totals_of(data)


def key_path(data: Any, path: Path) -> str:
    """Return a path as people read it, such as ``sections[lower].categories[chance].points``.

    Items of lists are named by their ids or, without one of their own, by their position counted
    from 1. The data may have any shape.
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            ids = [item.get("id") for item in data if isinstance(item, dict)]
            name = data[step].get("id") if isinstance(data[step], dict) else None
            text += f"[{name if isinstance(name, str) and ids.count(name) == 1 else step + 1}]"
            data = data[step]
        else:
            text += f".{step}" if text else step
            data = data.get(step, {})
    return text


def without(table: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return a copy of a table without some keys."""
    return {key: value for key, value in table.items() if key not in keys}


def without_part(game: Any, path: Path) -> Any:
    """Return a copy of a table or list without the value at a path."""
    step: Any = path[0]
    rest = path[1:]
    if isinstance(game, list):
        items = list(game)
        if rest:
            items[step] = without_part(items[step], rest)
        else:
            del items[step]
        return items
    if rest:
        return {**game, step: without_part(game[step], rest)}
    return without(game, step)


# Changes, of a reading or of a file that extends a game


def under_reading(data: Mapping[str, Any], reading: Mapping[str, Any]) -> dict[str, Any]:
    """Return the file of the game under one of its readings."""
    return merged(without(data, "readings"), reading["changes"])


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with changes.

    A changed table that names its ``kind`` replaces the whole table.

    Keys of the base that a change makes meaningless are dropped, such as ``yacht_box_first``
    without a joker.
    """
    idle = []
    for key, (decider, words) in ONLY_BESIDE.items():
        had_effect = base.get(decider) in words
        if had_effect and changes.get(decider, words[0]) not in words:
            idle.append(key)
    changed = {key: _merged_value(base.get(key), change) for key, change in changes.items()}
    return without(base, *idle) | changed


def _merged_value(old: Any, new: Any) -> Any:
    """Return a changed value: tables and lists of items are merged, others replaced."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        if "kind" not in new:
            return merged(old, new)
        if "id" not in old:
            return dict(new)
        # A total of another kind keeps its id and its name.
        return {**{key: old[key] for key in ("id", "name") if key in old}, **new}
    if _have_ids(old) and _have_ids(new):
        return _merged_items(old, new)
    return new


def _have_ids(value: Any) -> bool:
    """Check whether a value is a list of tables that are found by their ids."""
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(item, Mapping) and isinstance(item.get("id"), str) for item in value)


def _merged_items(old: list[Any], new: list[Any]) -> list[Any]:
    """Return the items of `old` with the changes of `new`, and the items that only `new` has.

    Such an item comes before the next item of `new` that `old` has too, or else at the end.
    """
    items = {item["id"]: item for item in old}
    ids = list(items)
    for place, item in enumerate(new):
        name = item["id"]
        if name in items:
            items[name] = _merged_value(items[name], item)
            continue
        following = next((other["id"] for other in new[place:] if other["id"] in items), None)
        ids.insert(ids.index(following) if following else len(ids), name)
        items[name] = item
    return [items[name] for name in ids]


# Files that extend a game: house rules, written as differences from another game

_NOT_INHERITED = ("summary", "source", "extends", "remove", *IDENTITY)
"""Keys about one game that a game extending it does not take over."""
_BY_ID = ("names", "aliases", "filled")
"""Tables whose keys are ids."""
_OF_IDS = ("of", "minus", "sections")
"""Lists of ids."""
_RULES = (("joker", "rule", ""), ("winner", "by", ""), ("dice", "kept", "free"))
"""Rules that sentences of a booklet may be about: their table, key and default."""
_TRANSLATED = {"names": "name", "aliases": "aliases"}
"""Tables of a translation, and the keys of items whose words they translate."""
_EXPLANATIONS: tuple[tuple[str | type, ...], ...] = (
    ("booklet", "turn"),
    ("booklet", "rolls"),
    ("sections", int, "categories", int, "examples"),
    ("readings", int),
    ("columns", int, "worth"),
    *(("translations", str, words, str) for words in ("names", "aliases", "texts")),
)
"""Paths of explanations and match points, which are dropped where they no longer fit. `int` and
`str`: any step."""


def extended(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game of `base` as a file changes it.

    Items removed, changed or added, and outdated words dropped.
    """
    removed_items: set[str] = set()
    removed_keys: list[tuple[str, str]] = []
    for word in own.get("remove", ()):
        name, _, key = word.partition(".")
        if key:
            removed_keys.append((name, key))
        elif name != "total":
            removed_items.add(name)
    game = without(base, *_NOT_INHERITED)
    if "booklet" in game and (own.get("remove") or _has_another_rule(base, own)):
        # These sentences may be about a removed item or key, or about another rule for jokers,
        # winners or kept dice.
        game["booklet"] = without(game["booklet"], "agree", "end")
    game = _without_keys(game, removed_keys)
    if removed_items:
        game = _without_items(game, removed_items)
    return merged(_without_stale_words(game, own), own)


def _without_keys(game: dict[str, Any], removed: list[tuple[str, str]]) -> dict[str, Any]:
    """Return the game without these keys of items, each as the id of its item and its name."""
    for path, item in items_of(game):
        for name, key in removed:
            if name == item["id"] and key in without(item, "id"):
                game = without_part(game, (*path, key))
    return game


def _has_another_rule(base: Mapping[str, Any], own: Mapping[str, Any]) -> bool:
    """Check whether a file changes a rule that sentences of the booklet may be about."""
    for table, key, usual in _RULES:
        old = base.get(table, {}).get(key, usual)
        new = own.get(table, {}).get(key)
        if old and new and old != new:
            return True
    return False


def _without_items(game: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    """Return the game without the items of these ids, and without every mention of them."""
    dependents = _dependents(game, gone)
    while not dependents <= gone:
        gone = gone | dependents
        dependents = _dependents(game, gone)
    if game.get("joker", {}).get("category") in gone:
        game = without(game, "joker")
    if "readings" in game:
        kept = [reading for reading in game["readings"] if _purged(reading, gone) == reading]
        game = {**game, "readings": kept} if kept else without(game, "readings")
    purged: dict[str, Any] = _purged(game, gone)
    return purged


def _dependents(game: Mapping[str, Any], gone: set[str]) -> set[str]:
    """Return the ids of items to remove as well.

    Contents of sections, empty sections, totals without addends.
    """
    dependents: set[str] = set()
    for section in game["sections"]:
        categories = [item["id"] for item in section.get("categories", ())]
        if section["id"] in gone:
            dependents.update(categories)
            dependents.update(item["id"] for item in section.get("totals", ()))
        elif categories and gone.issuperset(categories):
            dependents.add(section["id"])
    for _, total in totals_of(game):
        has_no_addends = gone.issuperset(total.get("of", {""}))
        if has_no_addends or total.get("category") in gone or total.get("times") in gone:
            dependents.add(total["id"])
    return dependents


def _purged(value: Any, gone: set[str], under: str = "") -> Any:
    """Return a value without removed items.

    Removed ids are left out of lists and tables of ids, too.
    """
    if isinstance(value, dict):
        kept = {}
        for key, item in value.items():
            is_removed_id = under in _BY_ID and key in gone
            needs_removed = under not in _BY_ID and key == "needs" and item in gone
            if not is_removed_id and not needs_removed:
                kept[key] = _purged(item, gone, key)
        return kept
    if isinstance(value, list):
        items = []
        for item in value:
            is_removed_id = under in _OF_IDS and isinstance(item, str) and item in gone
            if not is_removed_id and not _names_any(item, gone):
                items.append(_purged(item, gone))
        return items
    return value


def _names_any(item: Any, gone: set[str]) -> bool:
    """Check whether a table has a removed id, or is a constraint on a removed category."""
    if not isinstance(item, dict):
        return False
    return any(item.get(key) in gone for key in ("id", "lower", "higher"))


def _without_stale_words(game: dict[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game without words that the file makes untrue.

    These are translations of changed words, and other names of categories with a changed pattern:
    five of a kind is then six of a kind.
    """
    if "translations" in game:
        game["translations"] = {
            language: _without_stale_translations(words, own)
            for language, words in game["translations"].items()
        }
    other_pattern = {
        item["id"] for _, item in categories_of(own) if "pattern" in item and "aliases" not in item
    }
    for path, item in categories_of(game):
        if item["id"] in other_pattern and "aliases" in item:
            game = without_part(game, (*path, "aliases"))
    return game


def _without_stale_translations(words: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of a language without translations of words that a file changes."""
    outdated = {"summary", "variant", *({"name", "notes"} & own.keys())}
    kept = without(words, *outdated)
    for table, key in _TRANSLATED.items():
        if isinstance(kept.get(table), dict):
            changed = {item["id"] for _, item in items_of(own) if key in item}
            kept[table] = without(kept[table], *changed)
    return kept


def explanation_at(path: Path) -> Path:
    """Return the path of the explanation that holds the value at `path`; empty for a rule."""
    for pattern in _EXPLANATIONS:
        start = path[: len(pattern)]
        if len(start) < len(pattern):
            continue
        if all(want in (step, type(step)) for want, step in zip(pattern, start, strict=True)):
            return start
    return ()


# The game


def build_ruleset(ruleset_id: str, data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that a file without faults describes."""
    readings = tuple(
        Reading(reading["text"], build_ruleset(ruleset_id, under_reading(data, reading)))
        for reading in data.get("readings", ())
    )
    made: Ruleset = RULESET.made(without(data, "readings"), id=ruleset_id, readings=readings)
    if made.dice.groups or made.dice.faces:
        made = _with_faces(made)
    return made if made.dice.use is None else _with_choices(made)


def _with_faces(game: Ruleset) -> Ruleset:
    """Return the game with the values and groups of its faces in its patterns and points."""
    groups = tuple(group.faces for group in game.dice.groups)
    values: tuple[int, ...] = ()
    """Points of each face; empty if each scores its number."""
    if any(face.value is not None for face in game.dice.faces):
        values = tuple(
            number if face.value is None else face.value
            for number, face in enumerate(game.dice.faces, 1)
        )

    def complete(category: Category) -> Category:
        pattern = category.pattern
        if isinstance(pattern, OneGroup):
            pattern = replace(pattern, groups=groups)
        elif isinstance(pattern, Sum):
            pattern = replace(pattern, values=values)
        return replace(category, pattern=pattern, points=replace(category.points, values=values))

    return _with_categories(game, complete)


def _with_categories(game: Ruleset, complete: Callable[[Category], Category]) -> Ruleset:
    """Return the game with each of its categories replaced by its completed one."""
    sections = tuple(
        replace(section, categories=tuple(map(complete, section.categories)))
        for section in game.sections
    )
    return replace(game, sections=sections)


def _with_choices(game: Ruleset) -> Ruleset:
    """Return the game with the number of dice to choose in its categories.

    The fewest points are the best in a box that a difference subtracts.
    """

    def complete(category: Category) -> Category:
        is_subtracted = any(box.id in game.taken_away for box in boxes_of(category))
        return replace(category, use=game.dice.use, fewest=is_subtracted)

    return _with_categories(game, complete)
