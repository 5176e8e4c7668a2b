"""Files that extend a game: house rules, written as differences from another game."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.files.tables import Path
from sheetgen.i18n.catalog import Catalog, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.ruleset import Ruleset, Translation
from sheetgen.rulesets.building import merged, without
from sheetgen.rulesets.items import categories_of, ids_of, items_of, sections_of, tables_in, totals_of, without_part
from sheetgen.rulesets.vocabulary import IDENTITY

_NOT_INHERITED = ("summary", "source", "extends", "remove", *IDENTITY)
"""Keys about one game that a game extending it does not take over."""
_BY_ID = ("names", "aliases", "filled")
"""Tables whose keys are ids."""
_OF_IDS = ("of", "minus", "sections")
"""Lists of ids."""
_RULES = (("joker", "rule", ""), ("winner", "by", ""), ("dice", "kept", "free"))
"""Rules that sentences of a booklet may be about: their table, key and default."""


def extended(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game of `base` as a file changes it: items removed, changed or added, and outdated words dropped."""
    removed = [name.partition(".")[::2] for name in own.get("remove", ())]
    gone = {name for name, key in removed if not key and name != "total"}
    game = without(base, *_NOT_INHERITED)
    rules = [(base.get(table, {}).get(key, usual), own.get(table, {}).get(key)) for table, key, usual in _RULES]
    if "booklet" in game and (removed or any(old and new and old != new for old, new in rules)):
        # These sentences may be about a removed item or key, or about another rule for jokers, winners or kept dice.
        game["booklet"] = without(game["booklet"], "agree", "end")
    for path, item in items_of(game):
        for name, key in removed:
            if name == item["id"] and key in without(item, "id"):
                game = without_part(game, (*path, key))
    return merged(_without_stale_words(_without_items(game, gone), own), own)


def _without_items(game: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    """Return the game without the items of these ids, and without every mention of them."""
    if not gone:
        return game
    while not gone.issuperset(more := _dependents(game, gone)):
        gone = gone | more
    if game.get("joker", {}).get("category") in gone:
        game = without(game, "joker")
    if "readings" in game:
        kept = [reading for reading in game["readings"] if _purged(reading, gone) == reading]
        game = {**game, "readings": kept} if kept else without(game, "readings")
    purged: dict[str, Any] = _purged(game, gone)
    return purged


def _dependents(game: Mapping[str, Any], gone: set[str]) -> set[str]:
    """Return the ids of items that go with others: contents of sections, empty sections, totals without addends."""
    found: set[str] = set()
    for path, section in sections_of(game):
        categories = ids_of(tables_in(path, section, "categories"))
        if section["id"] in gone:
            found |= {*categories, *ids_of(tables_in(path, section, "totals"))}
        elif categories and gone.issuperset(categories):
            found.add(section["id"])
    for _, total in totals_of(game):
        if gone.issuperset(total.get("of", {""})) or gone & {total.get("category"), total.get("times")}:
            found.add(total["id"])
    return found


def _purged(value: Any, gone: set[str], under: str = "") -> Any:
    """Return a value without items that have a removed id, and without removed ids in lists and tables of ids."""
    if isinstance(value, dict):
        dropped = gone if under in _BY_ID else ("needs",) if value.get("needs") in gone else ()
        return {key: _purged(item, gone, key) for key, item in value.items() if key not in dropped}
    if isinstance(value, list):
        listed = gone if under in _OF_IDS else ()
        return [
            _purged(item, gone)
            for item in value
            if not (item in listed if isinstance(item, str) else _names_any(item, gone))
        ]
    return value


def _names_any(item: Any, gone: set[str]) -> bool:
    """Check whether an item has a removed id, or binds a removed category."""
    return isinstance(item, dict) and any(item.get(key) in gone for key in ("id", "lower", "higher"))


def _without_stale_words(game: dict[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game without words that the file makes untrue.

    These are translations of changed words, and other names of categories with a changed pattern: five of a kind is
    then six of a kind.
    """
    items = items_of(own)
    outdated = {"summary", "variant", *({"name", "notes"} & own.keys())}
    changed = {table: {item["id"] for _, item in items if key in item} for table, key in _SAID.items()}
    if "translations" in game:
        game["translations"] = {
            language: {
                key: without(said, *changed.get(key, ())) if isinstance(said, dict) else said
                for key, said in words.items()
                if key not in outdated
            }
            for language, words in game["translations"].items()
        }
    other_pattern = {item["id"] for _, item in categories_of(own) if "pattern" in item and "aliases" not in item}
    for path, item in categories_of(game):
        if item["id"] in other_pattern and "aliases" in item:
            game = without_part(game, (*path, "aliases"))
    return game


_SAID = {"names": "name", "aliases": "aliases"}
"""Tables of a translation, and the keys of items whose words they translate."""
_EXPLANATIONS: tuple[tuple[str | type, ...], ...] = (
    ("booklet", "turn"),
    ("booklet", "rolls"),
    ("sections", int, "categories", int, "examples"),
    ("readings", int),
    ("columns", int, "worth"),
    *(("translations", str, words, str) for words in ("names", "aliases", "texts")),
)
"""Paths of explanations and match points, which are dropped where they no longer fit. `int` and `str`: any step."""


def explanation_at(path: Path) -> Path:
    """Return the path of the explanation that holds the value at `path`; empty for a rule."""
    for pattern in _EXPLANATIONS:
        start = path[: len(pattern)]
        if len(start) == len(pattern) and all(
            want in (step, type(step)) for want, step in zip(pattern, start, strict=True)
        ):
            return start
    return ()


# Names of boxes in inherited sentences


def with_new_names(game: Ruleset, base: Ruleset, own: Mapping[str, Any]) -> Ruleset:
    """Return the game with its names of boxes in the sentences inherited from `base`, in every language.

    Sentences in `own`, the game's own file, are not changed. Nor are sentences about the game, whose name may be that
    of a box.
    """
    found = dict(game.translations)
    for code in languages():
        with suppress(SheetgenError):  # a faulty language of the user's own; sheetgen doctor reports it
            found[code] = _renamed(game, base, own, load_catalog(code))
    return replace(game, translations=found)


def _renamed(game: Ruleset, base: Ruleset, own: Mapping[str, Any], catalog: Catalog) -> Translation:
    """Return the words of the game in one language, with new names in inherited sentences."""
    old, new = Wording(base, catalog), Wording(game, catalog)
    both = [(category, game.categories[name]) for name, category in base.categories.items() if name in game.categories]
    names = {old.bare_name(before): new.bare_name(now) for before, now in both}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})")

    def rename(text: str) -> str:
        return pattern.sub(lambda found: names[found[1]], text) if names else text

    words = game.translations.get(catalog.language, Translation())
    here = own.get("translations", {}).get(catalog.language, {})
    texts = {text: rename(old.own_text(context, text)) for context, text in {*_sentences(base)} & {*_sentences(game)}}
    kept = {text: said for text, said in words.texts.items() if text in here.get("texts", {})}
    notes = words.notes if "notes" in own or "notes" in here else tuple(map(rename, old.notes))
    return replace(words, texts={**words.texts, **texts, **kept}, notes=notes)


def _sentences(game: Ruleset) -> Iterator[tuple[Literal["booklet", "reading"], str]]:
    """Yield the sentences that may name boxes, each with its context."""
    yield from (("booklet", text) for text in (*game.booklet.agree, *game.booklet.end))
    yield from (("booklet", category.note) for category in game.categories.values() if category.note)
    yield from (("reading", reading.text) for reading in game.readings)
