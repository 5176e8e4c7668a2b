"""A ruleset file as it was read, which may be wrong anywhere: the parts of it that can be looked at.

And a game with the changes of a file that extends it: house rules, as differences from another game.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from sheetgen.files.tables import Path
from sheetgen.rulesets.vocabulary import IDENTITY, merged

TURN = ("booklet", "turn")
"""Where the example turn stands."""
Item = tuple[Path, Mapping[str, Any]]
"""A table of the file with its key path."""


class Draft(Struct, frozen=True, dict=True):
    """The readable parts of a file that may be wrong anywhere."""

    data: Mapping[str, Any]

    @cached_property
    def columns(self) -> list[Item]:
        """The columns of a player's card; none where there is one without a name."""
        return list(tables_in((), self.data, "columns"))

    @cached_property
    def sections(self) -> list[Item]:
        """The sections."""
        return list(tables_in((), self.data, "sections"))

    @cached_property
    def categories(self) -> list[Item]:
        """The categories of all sections."""
        return [item for path, section in self.sections for item in tables_in(path, section, "categories")]

    @cached_property
    def totals(self) -> list[Item]:
        """The totals of all sections, then those below them."""
        inner = [item for path, section in self.sections for item in tables_in(path, section, "totals")]
        return inner + list(tables_in((), self.data, "totals"))

    @property
    def items(self) -> list[Item]:
        """All that has an id: columns, sections, categories, totals."""
        return [*self.columns, *self.sections, *self.categories, *self.totals]

    @cached_property
    def patterns(self) -> list[Item]:
        """The patterns of all categories."""
        found = (((*path, "pattern"), category.get("pattern")) for path, category in self.categories)
        return [(path, pattern) for path, pattern in found if isinstance(pattern, dict)]

    @cached_property
    def joker(self) -> Mapping[str, Any]:
        """The joker, empty if there is none."""
        return tabled(self.data.get("joker"))

    @cached_property
    def constraints(self) -> list[Item]:
        """The pairs of categories that bind each other."""
        return list(tables_in((), self.data, "constraints"))

    @cached_property
    def booklet(self) -> Mapping[str, Any]:
        """What the rules booklet says, empty if it says nothing."""
        return tabled(self.data.get("booklet"))

    @cached_property
    def turn(self) -> Mapping[str, Any]:
        """The example turn, empty if there is none."""
        return tabled(self.booklet.get("turn"))

    @cached_property
    def throws(self) -> list[Item]:
        """The throws of the example turn."""
        return list(tables_in(TURN, self.turn, "throws"))

    @cached_property
    def translations(self) -> Mapping[str, Any]:
        """The words of other languages, empty if there are none."""
        return tabled(self.data.get("translations"))

    @property
    def texts(self) -> list[Any]:
        """The sentences that a translation can have words for."""
        readings = [reading.get("text") for _, reading in tables_in((), self.data, "readings")]
        notes = [category["note"] for _, category in self.categories if "note" in category]
        lists = [text for key in ("about", "equipment", "agree", "end") for text in listed(self.booklet.get(key))]
        named = [item.get("name") for key in ("faces", "groups") for _, item in tables_in((), self.dice, key)]
        return [*lists, *notes, *readings, *named]

    @property
    def dice(self) -> Mapping[str, Any]:
        """What is said of the dice, empty if nothing is."""
        return tabled(self.data.get("dice"))

    @property
    def count(self) -> int:
        """How many dice."""
        return self._of_dice("count", 5)

    @property
    def sides(self) -> int:
        """How many sides each has."""
        return self._of_dice("sides", 6)

    @property
    def rolls(self) -> int:
        """The most rolls in a turn."""
        return self._of_dice("rolls", 3)

    def _of_dice(self, key: str, usual: int) -> int:
        value = self.dice.get(key)
        return value if isinstance(value, int) else usual


def tables_in(path: Path, table: Mapping[str, Any], key: str) -> Iterator[Item]:
    """The tables in a list of tables, with their key paths."""
    for place, item in enumerate(listed(table.get(key))):
        if isinstance(item, dict):
            yield (*path, key, place), item


def words_in(path: Path, table: Mapping[str, Any], *keys: str) -> Iterator[tuple[Path, str]]:
    """The texts under some keys of a table, alone or in lists, with their key paths."""
    for key in keys:
        if isinstance(table.get(key), str):
            yield (*path, key), table[key]
        yield from (((*path, key, at), word) for at, word in enumerate(listed(table.get(key))) if isinstance(word, str))


def ids_of(items: Iterable[Item]) -> list[str]:
    """The ids of some tables, as far as they are texts."""
    return [item["id"] for _, item in items if isinstance(item.get("id"), str)]


def box_ids_of(category: Mapping[str, Any]) -> list[str]:
    """The ids of a category's boxes, if it has several."""
    name, boxes = category.get("id"), category.get("boxes", 1)
    if not isinstance(name, str) or not isinstance(boxes, int) or boxes == 1:
        return []
    return [f"{name}_{place}" for place in range(1, min(boxes, 12) + 1)]


def tabled(value: object) -> Mapping[str, Any]:
    """A table as it is; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[Any]:
    """The items of a list; none of anything else."""
    return value if isinstance(value, list) else []


def numbers_in(value: object) -> list[int]:
    """The whole numbers in a list; none in anything else."""
    return [number for number in listed(value) if isinstance(number, int)]


# house rules: differences from another game

_NOT_INHERITED = ("summary", "source", "extends", "remove", *IDENTITY)
"""What is said of the game that is extended, and of no other."""
_BY_ID = ("names", "aliases", "filled")
"""Tables whose keys are ids."""
_OF_IDS = ("of", "minus", "sections")
"""Lists of ids."""
_RULES = (("joker", "rule", ""), ("winner", "by", ""), ("dice", "kept", "free"))
"""Rules that sentences of a booklet can be about: the table, its key, and the word that is meant if it has none."""
_PASSES = 12
"""How often items that go along with others are looked for: as deep as totals can add up each other in a section."""


def extended(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`base` as a file changes it: items left out, changed or added, and words that are no longer true gone.

    Both may be wrong anywhere; what cannot be understood is left as it is, for the checks to find.
    """
    gone = {name for name in listed(changes.get("remove")) if isinstance(name, str) and name != "total"}
    left = {key: value for key, value in base.items() if key not in _NOT_INHERITED}
    rules = [(_word(base.get(table), key) or usual, _word(changes.get(table), key)) for table, key, usual in _RULES]
    if (gone or any(old and new and old != new for old, new in rules)) and isinstance(left.get("booklet"), dict):
        # These sentences can be about what is removed, or about another joker, winner or rule for kept dice.
        left["booklet"] = {key: value for key, value in left["booklet"].items() if key not in ("agree", "end")}
    return merged(_without_stale_aliases(_without_stale_translations(_without(left, gone), changes), changes), changes)


def _without(game: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    """The game without the sections, categories and totals of these ids, and without every mention of them."""
    for _ in range(_PASSES):
        gone = gone | _emptied(game, gone)
    if _word(game.get("joker"), "category") in gone:
        game = {key: value for key, value in game.items() if key != "joker"}
    if isinstance(game.get("readings"), list):
        kept = [reading for reading in game["readings"] if _purged(reading, gone) == reading]
        game = {**game, "readings": kept} if kept else {key: value for key, value in game.items() if key != "readings"}
    return _purged(game, gone) if gone else game


def _emptied(game: Mapping[str, Any], gone: set[str]) -> set[str]:
    """What goes along: what stands in a section that goes, a section without categories, a total of nothing."""
    draft = Draft(game)
    found: set[str] = set()
    for path, section in draft.sections:
        categories = ids_of(tables_in(path, section, "categories"))
        if _word(section) in gone:
            found |= {*categories, *ids_of(tables_in(path, section, "totals"))}
        elif categories and gone.issuperset(categories):
            found |= {_word(section)}
    for path, total in draft.totals:
        parts = {part for _, part in words_in(path, total, "of")}
        if (parts and parts <= gone) or {_word(total, "category"), _word(total, "times")} & gone:
            found |= {_word(total)}
    return found - {""}


def _word(item: object, key: str = "id") -> str:
    """A text in a table, its id if nothing else is said; empty if there is none."""
    word = tabled(item).get(key)
    return word if isinstance(word, str) else ""


def _purged(value: Any, gone: set[str], under: str = "") -> Any:
    """What stands under a key, without items that have such an id, and without such ids where ids are listed."""
    if isinstance(value, dict):
        left_out = gone if under in _BY_ID else ("needs",) if _word(value, "needs") in gone else ()
        return {key: _purged(item, gone, key) for key, item in value.items() if key not in left_out}
    if isinstance(value, list):
        kept = [item for item in value if not any(_word(item, key) in gone for key in ("id", "lower", "higher"))]
        listed_ids = gone if under in _OF_IDS else ()
        return [_purged(item, gone) for item in kept if not isinstance(item, str) or item not in listed_ids]
    return value


def _without_stale_translations(game: dict[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The game without translations of words that the file says anew."""
    renamed = {"summary", "variant", *({"name", "notes"} & own.keys())}
    items = Draft(own).items
    said = (("names", "name"), ("aliases", "aliases"))
    anew = {key: {_word(item) for _, item in items if word in item} for key, word in said}
    kept = {language: _without_words(words, renamed, anew) for language, words in Draft(game).translations.items()}
    return {**game, "translations": kept} if kept else game


def _without_stale_aliases(game: dict[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The game without other names of categories whose pattern the file changes: five of a kind is no longer six."""
    categories = Draft(own).categories
    changed = {_word(item) for _, item in categories if "pattern" in item and "aliases" not in item} - {""}
    for path, item in Draft(game).categories:
        if _word(item) in changed and "aliases" in item:
            game = without_part(game, (*path, "aliases"))
    return game


def _without_words(words: Any, renamed: set[str], anew: Mapping[str, set[str]]) -> Any:
    if not isinstance(words, dict):
        return words
    kept = {key: value for key, value in words.items() if key not in renamed}
    for key, ids in anew.items():
        if isinstance(kept.get(key), dict):
            kept[key] = {name: word for name, word in kept[key].items() if name not in ids}
    return kept


_EXPLAINING: tuple[tuple[str | type, ...], ...] = (
    ("booklet", "turn"),
    ("booklet", "rolls"),
    ("sections", int, "categories", int, "examples"),
    ("readings", int),
    ("columns", int, "worth"),
    *(("translations", str, words, str) for words in ("names", "aliases", "texts")),
)
"""Explanations, and match points, which are not inherited where they no longer fit; int is any place, str any key."""


def explaining(path: Path) -> Path:
    """Return the part of `_EXPLAINING` that holds this path; empty if it is a rule."""
    for pattern in _EXPLAINING:
        start = path[: len(pattern)]
        if [*pattern] == [word if word is type(step) else step for step, word in zip(start, pattern, strict=False)]:
            return start
    return ()


def without_part(game: Any, path: Path) -> Any:
    """A copy of the game without what stands at a path."""
    step, rest = path[0], path[1:]
    items = enumerate(game) if isinstance(game, list) else game.items()
    kept = {key: without_part(item, rest) if key == step else item for key, item in items if rest or key != step}
    return list(kept.values()) if isinstance(game, list) else kept
