"""A ruleset file looked at as a whole: the game in it, or everything that is wrong; and what is probably not meant."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import FileError, Message, SheetgenError, unknown
from sheetgen.files.tables import Found, Path, fault_at
from sheetgen.rules.history import possible_values, yachts
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Context, legal_entries
from sheetgen.rulesets.checks import find_faults
from sheetgen.rulesets.draft import TURN, Draft, box_ids_of, explaining, ids_of, listed, without_part
from sheetgen.rulesets.identity import with_identity
from sheetgen.rulesets.renaming import with_new_names
from sheetgen.rulesets.source import Source
from sheetgen.rulesets.vocabulary import MAX_YACHTS, RULESET, build_ruleset, under_reading
from sheetgen.rulesets.warnings import warnings_of

_MANY, _MOST = 50, 200
"""More strays, and more faults of single keys, than these are not looked for."""


class Review(Struct, frozen=True):
    """What was found in a file."""

    ruleset: Ruleset | None
    """The game; None if there are faults."""
    faults: tuple[SheetgenError, ...] = ()
    warnings: tuple[SheetgenError, ...] = ()
    """What can be printed, but is probably not meant."""

    def found(self) -> Ruleset:
        """The game. Raises FileError with all faults if there are any."""
        if self.ruleset is None:
            raise FileError(self.faults)
        return self.ruleset


def review(source: Source, language: str = "") -> Review:
    """All faults of a file; and, if the `language` of the table is named, what in it is probably not meant.

    What only explained a game that is extended and fits no longer is left out before anything is said of it.
    """
    faults = _faults_of(source)
    while source.base and (stale := {part for path, _ in faults if (part := explaining(path))}):
        stale = {part for part in stale if not source.has(part)}
        if not stale:
            break
        # Later items of a list go first, so that those before them keep their places.
        for part in sorted(stale, key=lambda path: [-step for step in path if isinstance(step, int)]):
            source = replace(source, data=without_part(source.data, part))
        faults = _faults_of(source)
    if faults:
        return Review(None, _placed(source, map(_with_limits, faults)))
    ruleset = build_ruleset(source.path.stem, with_identity(source))
    if source.base and _is_renamed(source) and (base := review(source.base).ruleset):
        ruleset = with_new_names(ruleset, base, source.own)
    found = warnings_of(ruleset, source, language) if language else ()
    return Review(ruleset, (), _placed(source, _named(source.plain, found)))


def _with_limits(found: Found) -> Found:
    """Name the page on what files cannot say where a key or a kind is unknown and resembles none there is."""
    path, error = found
    if "known" not in error.values or (error.values.get("what") != "key" and path[-1] != "kind"):
        return found
    new = Message("unknown %(what)s '%(written)s'; choose %(known)s; what a file cannot say: sheetgen reference limits")
    return path, SheetgenError(new, file=error.file, key=error.key, **error.values)


def _is_renamed(source: Source) -> bool:
    """Whether a file that extends another says what boxes are called, in any language; or that one does."""
    own = Draft(source.own)
    said = [*(item for _, item in own.categories if "name" in item), *own.translations.values()]
    return source.base is not None and (bool(said) or _is_renamed(source.base))


def _named(game: Any, found: Iterable[Found]) -> list[Found]:
    """What was found in a game, with where it is in words."""
    return [(path, error.at(_key_path(game, path))) for path, error in found]


def _placed(source: Source, found: Iterable[Found]) -> tuple[SheetgenError, ...]:
    """What was found, with the file and the line."""
    return tuple(error.placed(source.place(path)) for path, error in found)


def _faults_of(source: Source) -> list[Found]:
    """All faults; those of its readings only if the game has none itself, and those of its play only then."""
    strays = list(islice(_strays(source), _MANY))
    found = [
        each
        for each in all_faults(source.data, source.plain)
        if not any(_inside(each[0], path) for path, _ in strays) and not _is_double(each, strays)
    ]
    found = [*strays, *found, *_not_there(source)]
    only = [each for each in found if each[0] == ("extends",)]  # what else is missing would come from there
    return (
        _named(source.plain, only or found)
        or list(_faults_of_readings(source.plain))
        or _named(source.plain, _faults_of_play(source.plain, source.path.stem))
    )


def all_faults(data: Any, plain: dict[str, Any]) -> list[Found]:
    """What is wrong with single keys, and what else is wrong beside that; `data` is `plain` as it was written."""
    refused = list(islice(RULESET.faults(plain, data), _MOST))
    places = {path for path, _ in refused}
    return refused + [found for found in find_faults(plain) if not any(_inside(found[0], place) for place in places)]


def _inside(path: Path, place: Path) -> bool:
    return path[: len(place)] == place


def _not_there(source: Source) -> Iterator[Found]:
    """What is to be left out and is not in the game that is extended."""
    if source.base is None:
        return
    known = ids_of(Draft(source.base.plain).items)
    for place, name in enumerate(listed(source.own.get("remove"))):
        if name == "total":
            yield fault_at(("remove", place), "the grand total cannot go; change it instead")
        elif isinstance(name, str) and name not in known:
            yield ("remove", place), unknown(Message("id"), name, known)


_NEEDED = {
    "columns": ("name",), "sections": ("categories",), "categories": ("name", "pattern", "points"),
    "totals": ("name", "kind"),
}  # fmt: skip
"""What a new item must have, beside its id."""


def _strays(source: Source) -> Iterator[Found]:
    """New items without what a new one needs: meant for one of the game, but misspelt, or written elsewhere."""
    if source.base is None:
        return
    plain, base = source.plain, source.base.plain
    homes = {name: _key_path(base, item[0][:-1]) for item in Draft(base).items for name in ids_of([item])}
    for path, item in Draft(plain).items:
        name = item.get("id")
        whole = all(key in item for key in _NEEDED[str(path[-2])])
        if whole or not isinstance(name, str) or _key_path(plain, path[:-1]) == homes.get(name):
            continue
        if name in homes:
            yield fault_at(path, "'%(id)s' stands in %(place)s of the game; write it there", id=name, place=homes[name])
        elif near := get_close_matches(name, homes, 1):
            yield fault_at(path, "'%(id)s' is new here and not whole; did you mean '%(near)s'?", id=name, near=near[0])


def _is_double(found: Found, strays: list[Found]) -> bool:
    """Whether a fault is only that a stray has the id of another item."""
    written = found[1].values.get("written")
    return found[0][-1:] == ("id",) and any(written == f"'{error.values['id']}'" for _, error in strays)


def _faults_of_readings(plain: dict[str, Any]) -> Iterator[Found]:
    """What is wrong with the game under each of its readings; the game itself is right."""
    for place, reading in enumerate(plain.get("readings", ())):
        changed, key = under_reading(plain, reading), f"readings[{place + 1}].changes"
        path: Path = ("readings", place, "changes")
        for inner, error in all_faults(changed, changed):
            if inner[0] != "translations":  # the words of the readings themselves, which `changed` does not have
                yield path, error.at(f"{key}.{_key_path(changed, inner)}")
        if _cells(changed) != _cells(plain):
            other = SheetgenError("a reading keeps the boxes and the totals of the game; change only what they hold")
            yield path, other.at(key)


def _cells(data: dict[str, Any]) -> object:
    """What is written on a card, in order, as far as `data` says so."""
    draft = Draft(data)
    boxes = [box for _, category in draft.categories for box in box_ids_of(category)]
    return boxes, [(total.get("id"), total.get("kind")) for _, total in draft.totals]


def _faults_of_play(plain: dict[str, Any], name: str) -> Iterator[Found]:
    """What is found wrong only by playing the game."""
    ruleset = build_ruleset(name, plain)
    games = (ruleset, *(reading.ruleset for reading in ruleset.readings))
    if max(len(yachts(game)) for game in games) * len(ruleset.boxes) > MAX_YACHTS:
        common = "joker" if "joker" in plain else "totals"
        yield fault_at(
            (common, "category"),
            "too many rolls have the pattern of this category, for a joker or a bonus; take a rarer pattern",
        )
    elif not _turn_is_legal(ruleset):
        illegal = Message("no game can have such a turn: see what is filled, and where the last roll goes")
        yield fault_at((*TURN, "box"), illegal)


def _turn_is_legal(ruleset: Ruleset) -> bool:
    """Whether the last roll of the example turn, if there is one, may be written where it says on such a card."""
    turn = ruleset.booklet.turn
    if turn is None:
        return True
    possible = all(points in possible_values(ruleset, box) for box, points in turn.filled.items())
    return possible and turn.box in legal_entries(ruleset, turn.throws[-1].roll, Context(turn.filled))


def _key_path(data: Any, path: Path) -> str:
    """``sections[lower].categories[chance].points``: list items by id, or by place from 1 where there is none."""
    text = ""
    place: Any
    for place in path:
        step = _label(data, place)
        data = data[place] if isinstance(data, list) else data.get(place, {})
        text += f"[{step}]" if isinstance(place, int) else f".{step}" if text else step
    return text


def _label(items: Any, place: Any) -> str:
    """How a person finds an item: by its key, by its id, or by its place from 1 where the id says nothing."""
    if isinstance(place, str):
        return place
    ids = [item.get("id") for item in items if isinstance(item, dict)]
    name = items[place].get("id") if isinstance(items[place], dict) else None
    return name if isinstance(name, str) and ids.count(name) == 1 else str(place + 1)
