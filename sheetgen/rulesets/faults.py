"""The check of a ruleset file, in two phases: the shape of its tables, then the meaning of the game built of them.

Each phase reports all its faults at once, each with its line. The second one can rely on the first: every key has a
value of the declared type, and every required key is present.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import FileError, Message, SheetgenError, unknown
from sheetgen.files.tables import Found, Path, fault_at
from sheetgen.rules.history import plain_points, possible_values, yachts
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Context, legal_entries
from sheetgen.rulesets.building import ACCENTS, build_ruleset, under_reading, without
from sheetgen.rulesets.extending import explanation_at, with_new_names
from sheetgen.rulesets.ids import ruleset_ids, shipped_word
from sheetgen.rulesets.items import categories_of, items_of, key_path, totals_of, without_part
from sheetgen.rulesets.meaning import faults_of_meaning
from sheetgen.rulesets.source import Source
from sheetgen.rulesets.vocabulary import CHANGES, RULESET
from sheetgen.rulesets.warnings import warnings_of

_MAX_SHAPE_FAULTS = 200
"""Maximum number of reported faults of shape: more than a person mends in one go."""
_MAX_YACHTS = 3_000
"""Maximum product of the rolls that make a joker or bonus and the boxes. More take seconds to try at every turn."""


class Review(Struct, frozen=True):
    """Result of checking a file."""

    ruleset: Ruleset | None
    """The game; None if there are faults."""
    faults: tuple[SheetgenError, ...] = ()
    warnings: tuple[SheetgenError, ...] = ()
    """Probable mistakes in a game that can be printed."""


def review(source: Source, language: str = "") -> Review:
    """Return the faults of a file or, if it has none, the game and its warnings for players of this language.

    No language, no warnings.
    """
    try:
        source = _with_shape(source)
    except FileError as error:
        return Review(None, error.faults)
    source, faults = _without_stale(source, _faults_of_game)
    if faults:
        return Review(None, _placed(source, faults))
    ruleset = build_ruleset(source.path.stem, _with_identity(source))
    if source.base and _renames_boxes(source) and (base := review(source.base).ruleset):
        ruleset = with_new_names(ruleset, base, source.own)
    found = warnings_of(ruleset, source, language) if language else ()
    return Review(ruleset, (), _placed(source, _named(source.data, found)))


def _without_stale(source: Source, find: Callable[[Source], list[Found]]) -> tuple[Source, list[Found]]:
    """Return a source without inherited explanations that have a fault, and the faults that are left."""
    faults = find(source)
    while source.base and (stale := {part for path, _ in faults if (part := explanation_at(path))}):
        stale = {part for part in stale if not source.has(part)}
        if not stale:
            break
        data = source.data
        # Later items of a list go first, so that those before them keep their positions.
        for part in sorted(stale, key=lambda path: [-step for step in path if isinstance(step, int)]):
            data = without_part(data, part)
        source = replace(source, fitting=data)
        faults = find(source)
    return source, faults


def _named(game: Any, found: Iterable[Found]) -> list[Found]:
    """Return faults of a game with their paths as people read them."""
    return [(path, error.at(key_path(game, path))) for path, error in found]


def _placed(source: Source, found: Iterable[Found]) -> tuple[SheetgenError, ...]:
    """Return faults with file and line."""
    return tuple(error.placed(source.place(path)) for path, error in found)


# First phase: shape


def _with_shape(source: Source) -> Source:
    """Return a source without inherited explanations of the wrong shape.

    Raises FileError with the faults of shape of the file; if it has none, of the file that it extends, and so on.
    """
    declared = CHANGES if "extends" in source.own else RULESET
    own = list(islice(declared.faults(source.own), _MAX_SHAPE_FAULTS))
    if own:
        found = _named(source.own, map(_with_limits, own))
        raise FileError([error.placed(source.place_of_own(path)) for path, error in found])
    if source.base:
        source = replace(source, base=_with_shape(source.base))
    source, faults = _without_stale(source, _faults_of_shape)
    if faults:
        raise FileError(_placed(source, faults))
    return source


def _faults_of_shape(source: Source) -> list[Found]:
    """Return the faults of shape of incomplete new items or, if there are none, of the readings."""
    strays = list(_strays(source)) if source.base else []
    found = islice(RULESET.faults(source.data), _MAX_SHAPE_FAULTS) if source.base else ()
    others = [each for each in found if not any(_inside(each[0], path) for path, _ in strays)]
    faults = _named(source.data, [*strays, *map(_with_limits, others)])
    return faults or list(_faults_of_readings(source.data, RULESET.faults))


def _faults_of_readings(
    data: Mapping[str, Any], find: Callable[[Mapping[str, Any]], Iterable[Found]]
) -> Iterator[Found]:
    """Yield the faults that `find` finds in the game under each of its readings; the game itself has none."""
    for place, reading in enumerate(data.get("readings", ())):
        changed = under_reading(data, reading)
        for inner, error in islice(find(changed), _MAX_SHAPE_FAULTS):
            if inner[:1] != ("translations",):  # sentences of the readings themselves, which `changed` lacks
                keys = (f"readings[{place + 1}].changes", key_path(changed, inner))
                yield ("readings", place, "changes"), error.at(".".join(filter(None, keys)))


def _with_limits(found: Found) -> Found:
    """Name the page about limits of ruleset files, where a key or kind is unknown and resembles none."""
    path, error = found
    if "known" not in error.values or (error.values.get("what") != "key" and path[-1] != "kind"):
        return found
    new = Message("unknown %(what)s '%(written)s'; choose %(known)s; what a file cannot say: sheetgen reference limits")
    return fault_at(path, new, **error.values)


def _inside(path: Path, place: Path) -> bool:
    return path[: len(place)] == place


_NEEDED = {
    "columns": ("name",), "sections": ("categories",), "categories": ("name", "pattern", "points"),
    "totals": ("name", "kind"),
}  # fmt: skip
"""Keys that a new item needs beside its id, by the list that it is in."""


def _strays(source: Source) -> Iterator[Found]:
    """Yield a fault for each incomplete new item that means one of the base: misspelt, or in the wrong list."""
    data, base = source.data, source.base.data if source.base else {}
    homes = {item["id"]: key_path(base, path[:-1]) for path, item in items_of(base)}
    for path, item in items_of(data):
        name = item["id"]
        if all(key in item for key in _NEEDED[str(path[-2])]) or key_path(data, path[:-1]) == homes.get(name):
            continue
        if name in homes:
            yield fault_at(path, "'%(id)s' is in %(place)s of the game; write it there", id=name, place=homes[name])
        elif near := get_close_matches(name, homes, 1):
            yield fault_at(path, "'%(id)s' is new and incomplete; did you mean '%(near)s'?", id=name, near=near[0])


# Second phase: meaning


def _faults_of_game(source: Source) -> list[Found]:
    """Return the faults of meaning; those of its readings, and of play, only if there are no others."""
    data = source.data
    game = build_ruleset(source.path.stem, without(data, "readings"))
    found = _named(data, [*faults_of_meaning(data, game), *_not_removable(source)])
    return (
        found
        or list(_faults_of_readings(data, lambda changed: _faults_beside(data, changed)))
        or _named(data, _faults_of_play(data, source.path.stem))
    )


def _faults_beside(data: Mapping[str, Any], changed: Mapping[str, Any]) -> Iterator[Found]:
    """Yield the faults of a game under a reading, which has to have the same boxes and totals."""
    yield from faults_of_meaning(changed, build_ruleset("", changed))
    if _boxes(changed) != _boxes(data):
        yield fault_at((), "a reading keeps the boxes and the totals of the game; change only what they hold")


def _not_removable(source: Source) -> Iterator[Found]:
    """Yield a fault for each word of ``remove`` that the base does not have, or cannot do without."""
    items = {item["id"]: item for _, item in items_of(source.base.data)} if source.base else {}
    for place, word in enumerate(source.own.get("remove", ()) if source.base else ()):
        name, _, key = word.partition(".")
        if word == "total":
            yield fault_at(("remove", place), "the grand total cannot be removed; change it instead")
        elif name not in items:
            yield ("remove", place), unknown(Message("id"), name, items)
        elif key and key not in without(items[name], "id"):
            yield ("remove", place), unknown(Message("key"), key, without(items[name], "id", "name"))


def _boxes(data: Mapping[str, Any]) -> object:
    """Return the ids of the boxes and totals of a card, in order."""
    boxes = [(category["id"], category.get("boxes", 1)) for _, category in categories_of(data)]
    return boxes, [(total["id"], total["kind"]) for _, total in totals_of(data)]


def _faults_of_play(data: Mapping[str, Any], name: str) -> Iterator[Found]:
    """Yield the faults that are found only by playing the game."""
    ruleset = build_ruleset(name, data)
    games = (ruleset, *(reading.ruleset for reading in ruleset.readings))
    if max(len(yachts(game)) for game in games) * len(ruleset.boxes) > _MAX_YACHTS:
        common = "joker" if "joker" in data else "totals"
        yield fault_at(
            (common, "category"),
            "too many rolls have the pattern of this category, for a joker or a bonus; take a rarer pattern",
        )
    elif not _is_turn_legal(ruleset):
        illegal = Message("this turn is impossible; check the filled boxes, and the box of the last roll")
        yield fault_at(("booklet", "turn", "box"), illegal)


def _is_turn_legal(ruleset: Ruleset) -> bool:
    """Check whether the last roll of the example turn, if there is one, can be entered in its box."""
    turn = ruleset.booklet.turn
    if turn is None:
        return True
    possible = all(points in possible_values(ruleset, box) for box, points in turn.filled.items())
    return possible and turn.box in legal_entries(ruleset, turn.throws[-1].roll, Context(turn.filled))


# What a file leaves to the program: accent, signature, names in inherited sentences


def _with_identity(source: Source) -> dict[str, Any]:
    """Return the tables of a game with an accent and a signature, chosen if the file has none."""
    signature = source.data.get("signature") or {"solid": _example(source.data)}
    return {**source.data, "accent": _accent(source), "signature": signature}


def _accent(source: Source) -> str:
    """Return the accent of a game; if it has none, the first that no other game of its name has.

    The others are shipped games and those that it extends, so that a file looks the same on every machine.
    """
    name = source.word("name")
    taken = {shipped_word(other, "accent") for other in ruleset_ids() if shipped_word(other).casefold() == name}
    taken |= {_accent(base) for base in source.bases if base.word("name") == name}
    return source.word("accent") or next((accent for accent in ACCENTS if accent not in taken), ACCENTS[0])


def _example(data: Mapping[str, Any]) -> list[int]:
    """Return the dice of the category worth most, as its row shows them; of equal ones, that with more dice."""
    game = build_ruleset("", without(data, "readings"))
    dice, categories = game.dice, game.categories.values()
    rows = [
        (max(map(max, plain_points(each, dice))), each.pattern.picture(dice.sides)[: dice.count]) for each in categories
    ]
    return [*max(rows, key=lambda row: (row[0], len(row[1])))[1]]


def _renames_boxes(source: Source) -> bool:
    """Check whether a file, or one that it extends, changes names of boxes in any language."""
    if source.base is None:
        return False
    named = any("name" in item for _, item in categories_of(source.own)) or source.own.get("translations")
    return bool(named) or _renames_boxes(source.base)
