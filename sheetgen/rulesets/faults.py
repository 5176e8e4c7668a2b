"""The check of a ruleset file, in two phases.

The first checks the shape of its tables, the second the meaning of the game built of them. Each
phase reports all its faults at once, each with its line. The second one can rely on the first:
every key has a value of the declared type, and every required key is present. A game without faults
is searched for probable mistakes.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import FileError, Message, SheetgenError, unknown
from sheetgen.files.tables import KeyFault, Path, fault_at
from sheetgen.i18n.catalog import Catalog, language_name, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import plain_points, possible_values, yachts
from sheetgen.rules.patterns import all_rolls
from sheetgen.rules.ruleset import ExampleTurn, Ruleset, Translation, below
from sheetgen.rules.scoring import legal_entries, moment, ranges
from sheetgen.rulesets.building import (
    build_ruleset,
    categories_of,
    explanation_at,
    items_of,
    key_path,
    tables_in,
    totals_of,
    under_reading,
    without,
    without_part,
)
from sheetgen.rulesets.meaning import Game, faults_of_meaning
from sheetgen.rulesets.source import (
    Source,
    is_shipped,
    known_ids,
    read_source,
    ruleset_ids,
    ruleset_path,
    shipped_word,
)
from sheetgen.rulesets.vocabulary import CHANGES, IDENTITY, RULESET

ACCENTS = (
    "#124f7a", "#4b3c8f", "#0c5a57", "#7d2860", "#9c2430", "#87390f", "#245a2c", "#5c5a10",
    "#3d4a5c", "#505038", "#4a4a4a", "#684418", "#6032a8", "#105098", "#6f4620", "#415615",
    "#0d5b36", "#195664", "#663894", "#84267b", "#5b4a66", "#754108",
    "#8a1f4b", "#2c5282", "#7a4a00",
    "#794258", "#8f009a", "#a50000", "#006300", "#a50063", "#345a1e", "#7a3b2e",
)  # fmt: skip
"""Accent colours of the games that come with sheetgen. They have one lightness, so that they print
as one grey."""
_MAX_SHAPE_FAULTS = 200
"""Maximum number of reported faults of shape: more than a person mends in one go."""
_MAX_YACHTS = 3_000
"""Maximum product of the rolls that make a joker or bonus and the boxes. More take seconds to try
at every turn."""


class Review(Struct, frozen=True):
    """Result of checking a file."""

    ruleset: Ruleset | None
    """The game; None if there are faults."""
    faults: tuple[SheetgenError, ...] = ()
    warnings: tuple[SheetgenError, ...] = ()
    """Probable mistakes in a game that can be printed."""


def review(source: Source, language: str = "") -> Review:
    """Return the faults of a file or, if it has none, the game and its warnings.

    Warnings are for players of this language. Without a language there are no warnings.
    """
    try:
        source = _with_shape(source)
    except FileError as error:
        return Review(None, error.faults)
    source, faults = _without_stale(source, _faults_of_game)
    if faults:
        return Review(None, _with_lines(source, faults))
    signature = source.data.get("signature") or {"solid": _example(source.data)}
    ruleset = build_ruleset(
        source.path.stem, {**source.data, "accent": _accent(source), "signature": signature}
    )
    if source.base and _renames_boxes(source):
        base = review(source.base).ruleset
        if base:
            ruleset = _with_new_names(ruleset, base, source.own)
    warnings = _warnings_of(ruleset, source, language) if language else ()
    return Review(ruleset, (), _with_lines(source, _named(source.data, warnings)))


def _without_stale(
    source: Source, find: Callable[[Source], list[KeyFault]]
) -> tuple[Source, list[KeyFault]]:
    """Return a source without inherited explanations that have a fault, and other faults."""
    faults = find(source)
    while source.base:
        explanations = {explanation_at(path) for path, _ in faults} - {()}
        stale = [part for part in explanations if not source.has_own(part)]
        if not stale:
            break
        # Later items of a list go first, so that those before them keep their positions.
        stale.sort(key=lambda path: [-step for step in path if isinstance(step, int)])
        data = source.data
        for part in stale:
            data = without_part(data, part)
        source = replace(source, fitting=data)
        faults = find(source)
    return source, faults


def _named(game: Any, faults: Iterable[KeyFault]) -> list[KeyFault]:
    """Return faults of a game with their paths as people read them."""
    return [(path, error.at(key_path(game, path))) for path, error in faults]


def _with_lines(source: Source, faults: Iterable[KeyFault]) -> tuple[SheetgenError, ...]:
    """Return faults with file and line."""
    return tuple(_located(source, path, error) for path, error in faults)


def _located(
    source: Source, path: Path, error: SheetgenError, *, own: bool = False
) -> SheetgenError:
    """Return a fault with file, line, and the place of its value or of its unknown key.

    `own` is set for a path of the file itself, not of the whole game.
    """
    path = path if own else source.own_path(path)
    located = error.placed(source.file_and_line_of_own(path))
    located.span = source.span_of_own(path, key=error.values.get("what") == "key")
    return located


# First phase: shape


def _with_shape(source: Source) -> Source:
    """Return a source without inherited explanations of the wrong shape.

    Raises FileError with the faults of shape of the file; if it has none, of the file that it
    extends, and so on.
    """
    declared = CHANGES if "extends" in source.own else RULESET
    own = list(islice(declared.faults(source.own), _MAX_SHAPE_FAULTS))
    if own:
        named = _named(source.own, map(_with_limits, own))
        raise FileError([_located(source, path, error, own=True) for path, error in named])
    if source.base:
        source = replace(source, base=_with_shape(source.base))
    source, faults = _without_stale(source, _faults_of_shape)
    if faults:
        raise FileError(_with_lines(source, faults))
    return source


def _faults_of_shape(source: Source) -> list[KeyFault]:
    """Return the faults of shape of incomplete new items or, if there are none, of the readings."""
    if source.base is None:
        return list(_faults_of_readings(source.data, RULESET.faults))
    strays = list(_strays(source))
    faults = list(strays)
    for fault in islice(RULESET.faults(source.data), _MAX_SHAPE_FAULTS):
        is_in_stray = any(fault[0][: len(path)] == path for path, _ in strays)
        if not is_in_stray:
            faults.append(_with_limits(fault))
    if faults:
        return _named(source.data, faults)
    return list(_faults_of_readings(source.data, RULESET.faults))


def _faults_of_readings(
    data: Mapping[str, Any], find: Callable[[Mapping[str, Any]], Iterable[KeyFault]]
) -> Iterator[KeyFault]:
    """Yield the faults that `find` finds in the game under each of its readings.

    The game itself has none.
    """
    for place, reading in enumerate(data.get("readings", ())):
        changed = under_reading(data, reading)
        for inner, error in islice(find(changed), _MAX_SHAPE_FAULTS):
            if inner[:1] == ("translations",):
                continue  # of sentences of the readings themselves, which `changed` lacks
            key, changes = key_path(changed, inner), f"readings[{place + 1}].changes"
            where = f"{changes}.{key}" if key else changes
            yield ("readings", place, "changes"), error.at(where)


def _with_limits(fault: KeyFault) -> KeyFault:
    """Name the page about limits of ruleset files in the message of an unknown key or kind.

    Messages with a similar word are not changed.
    """
    path, error = fault
    if "known" not in error.values or (error.values.get("what") != "key" and path[-1] != "kind"):
        return fault
    new = Message(
        "unknown %(what)s '%(written)s'; choose %(known)s; what a file cannot say: sheetgen "
        "reference limits"
    )
    return fault_at(path, new, **error.values)


_NEEDED = {
    "columns": ("name",),
    "sections": ("categories",),
    "categories": ("name", "pattern", "points"),
    "totals": ("name", "kind"),
}
"""Keys that a new item needs beside its id, by the list that it is in."""


def _strays(source: Source) -> Iterator[KeyFault]:
    """Yield a fault for each incomplete new item that means one of the base.

    Misspelt, or in the wrong list.
    """
    data, base = source.data, source.base.data if source.base else {}
    homes = {item["id"]: key_path(base, path[:-1]) for path, item in items_of(base)}
    for path, item in items_of(data):
        name, home = item["id"], key_path(data, path[:-1])
        is_complete = all(key in item for key in _NEEDED[str(path[-2])])
        if is_complete or home == homes.get(name):
            continue
        if name in homes:
            message = Message("'%(id)s' is in %(place)s of the game; write it there")
            yield fault_at(path, message, id=name, place=homes[name])
        elif near := get_close_matches(name, homes, 1):
            message = Message("'%(id)s' is new and incomplete; did you mean '%(near)s'?")
            yield fault_at(path, message, id=name, near=near[0])


# Second phase: meaning


def _faults_of_game(source: Source) -> list[KeyFault]:
    """Return the faults of meaning.

    Those of its readings, and of play, only if there are no others.
    """
    data = source.data
    game = build_ruleset(source.path.stem, without(data, "readings"))
    faults = _named(data, [*faults_of_meaning(data, game), *_not_removable(source)])
    if not faults:
        faults = list(_faults_of_readings(data, lambda changed: _faults_beside(data, changed)))
    if not faults:
        faults = _named(data, _faults_of_play(data, source.path.stem))
    return faults


def _faults_beside(data: Mapping[str, Any], changed: Mapping[str, Any]) -> Iterator[KeyFault]:
    """Yield the faults of a game under a reading, which has to have the same boxes and totals."""
    yield from faults_of_meaning(changed, build_ruleset("", changed))
    if _boxes_and_totals(changed) != _boxes_and_totals(data):
        yield fault_at(
            (), "a reading keeps the boxes and the totals of the game; change only what they hold"
        )


def _not_removable(source: Source) -> Iterator[KeyFault]:
    """Yield a fault for each word of ``remove`` that cannot be removed.

    The base does not have it, or cannot do without it.
    """
    if source.base is None:
        return
    items = {item["id"]: item for _, item in items_of(source.base.data)}
    for place, word in enumerate(source.own.get("remove", ())):
        path = ("remove", place)
        name, _, key = word.partition(".")
        if word == "total":
            yield fault_at(path, "the grand total cannot be removed; change it instead")
        elif name not in items:
            yield path, unknown(Message("id"), name, items)
        elif key and key not in without(items[name], "id"):
            yield path, unknown(Message("key"), key, without(items[name], "id", "name"))


def _boxes_and_totals(data: Mapping[str, Any]) -> object:
    """Return the ids of the boxes and totals of a card, in order."""
    boxes = [(category["id"], category.get("boxes", 1)) for _, category in categories_of(data)]
    return boxes, [(total["id"], total["kind"]) for _, total in totals_of(data)]


def _faults_of_play(data: Mapping[str, Any], name: str) -> Iterator[KeyFault]:
    """Yield the faults that are found only by playing the game."""
    ruleset = build_ruleset(name, data)
    games = (ruleset, *(reading.ruleset for reading in ruleset.readings))
    if max(len(yachts(game)) for game in games) * len(ruleset.boxes) > _MAX_YACHTS:
        common = "joker" if "joker" in data else "totals"
        many = Message(
            "too many rolls have the pattern of this category, for a joker or a bonus; take a "
            "rarer pattern"
        )
        yield fault_at((common, "category"), many)
    elif ruleset.booklet.turn and not _is_possible(ruleset, ruleset.booklet.turn):
        illegal = Message(
            "this turn is impossible; check the filled boxes, and the box of the last roll"
        )
        yield fault_at(("booklet", "turn", "box"), illegal)


def _is_possible(ruleset: Ruleset, turn: ExampleTurn) -> bool:
    """Check whether the boxes can hold their points, and the last roll can go into its box."""
    for box, points in turn.filled.items():
        if points not in possible_values(ruleset, box):
            return False
    last = moment(ruleset, turn.filled, number=len(turn.throws))
    return turn.box in legal_entries(ruleset, turn.throws[-1].roll, last)


# What a file leaves to the program: accent, signature, names in inherited sentences


def _accent(source: Source) -> str:
    """Return the accent of a game; if it has none, the first that no other game of its name has.

    The others are shipped games and those that it extends, so that a file looks the same on every
    machine.
    """
    name = source.word("name")
    taken = {
        shipped_word(other, "accent")
        for other in ruleset_ids()
        if shipped_word(other).casefold() == name
    }
    taken |= {_accent(base) for base in source.bases if base.word("name") == name}
    return source.word("accent") or next(
        (accent for accent in ACCENTS if accent not in taken), ACCENTS[0]
    )


def _example(data: Mapping[str, Any]) -> list[int]:
    """Return the dice of the category worth most, as its row shows them.

    Of equal ones, that with more dice.
    """
    game = build_ruleset("", without(data, "readings"))
    dice, categories = game.dice, game.categories.values()
    examples = []
    for category in categories:
        most = max(map(max, plain_points(category, dice)))
        examples.append((most, category.pattern.example_dice(dice.sides)[: dice.counted.count]))
    _, signature = max(examples, key=lambda example: (example[0], len(example[1])))
    return [*signature]


def _renames_boxes(source: Source) -> bool:
    """Check whether a file, or one that it extends, changes names of boxes in any language."""
    if source.base is None:
        return False
    has_names = any("name" in item for _, item in categories_of(source.own))
    has_translations = bool(source.own.get("translations"))
    return has_names or has_translations or _renames_boxes(source.base)


def _with_new_names(game: Ruleset, base: Ruleset, own: Mapping[str, Any]) -> Ruleset:
    """Return the game with its names of boxes in sentences inherited from `base`.

    They are changed in every language. Sentences in `own`, the game's own file, are not changed.
    Nor are sentences about the game, whose name may be that of a box.
    """
    translations = dict(game.translations)
    for code in languages():
        with suppress(SheetgenError):  # a faulty language of the user's; sheetgen doctor reports it
            translations[code] = _renamed(game, base, own, load_catalog(code))
    return replace(game, translations=translations)


def _renamed(game: Ruleset, base: Ruleset, own: Mapping[str, Any], catalog: Catalog) -> Translation:
    """Return the words of the game in one language, with new names in inherited sentences."""
    old, new = Wording(base, catalog), Wording(game, catalog)
    names: dict[str, str] = {}
    """New name of each box, by the old one."""
    for name, category in base.categories.items():
        if name in game.categories:
            names[old.bare_name(category)] = new.bare_name(game.categories[name])
    longest_first = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})")

    def rename(text: str) -> str:
        return pattern.sub(lambda name: names[name[1]], text) if names else text

    words = game.translations.get(catalog.language, Translation())
    here = own.get("translations", {}).get(catalog.language, {})
    texts = {**words.texts}
    for context, text in {*_sentences(base)} & {*_sentences(game)}:
        if text not in words.texts or text not in here.get("texts", {}):
            texts[text] = rename(old.own_text(context, text))
    notes = words.notes
    if "notes" not in own and "notes" not in here:
        notes = tuple(map(rename, old.notes))
    return replace(words, texts=texts, notes=notes)


def _sentences(game: Ruleset) -> Iterator[tuple[Literal["booklet", "reading"], str]]:
    """Yield the sentences that may name boxes, each with its context."""
    for text in (*game.booklet.agree, *game.booklet.end):
        yield "booklet", text
    for category in game.categories.values():
        if category.note:
            yield "booklet", category.note
    for reading in game.readings:
        yield "reading", reading.text


# Probable mistakes, found by asking the engine what the game can do

_TEXTS = {
    "name",
    "summary",
    "source",
    "extends",
    "remove",
    "notes",
    "translations",
    "readings",
    "booklet",
    *IDENTITY,
}
"""Keys that describe a game and do not change it."""


def _warnings_of(ruleset: Ruleset, source: Source, language: str) -> list[KeyFault]:
    """Return the probable mistakes in a game without faults, for players of this language."""
    game = Game(source.data, ruleset)
    return [
        *_never_scoring(game),
        *_steps_out_of_reach(game),
        *_counted_wrongly(game),
        *_same_names(game),
        *_untranslated(game, language),
        *_hidden_file(source),
        *_like_another(source),
        *_unchanged(source),
    ]


def _never_scoring(game: Game) -> Iterator[KeyFault]:
    counted = game.made.dice.counted
    rolls = all_rolls(counted.count, counted.sides)
    for path, category in game.categories:
        if all(category.pattern.match(roll) is None for roll in rolls):
            yield fault_at(
                (*path, "pattern"), "no roll of these dice has this pattern; take another one"
            )
        elif not any(
            any(possible_values(game.made, box.id)) for box in game.made.boxes_with(category.id)
        ):
            yield fault_at((*path, "points"), "this category never scores; give it points")


def _steps_out_of_reach(game: Game) -> Iterator[KeyFault]:
    """Yield a warning for each step of a bonus that no card reaches, or that every card reaches."""
    made = game.made
    ends_of_boxes = {}
    for box in made.boxes:
        values = possible_values(made, box)
        if values:
            ends_of_boxes[box] = (values[0], values[-1])
    ends = ranges(made, ends_of_boxes, (0, len(ends_of_boxes)))
    for path, declared in game.totals:
        total = made.in_first_column(declared)
        addends = [ends[part] for part in made.addends[total.id]]
        if total.kind == "count":
            addends = [(int(low != 0), int(high != 0)) for low, high in addends]
        least = sum(low for low, _ in addends)
        most = sum(high for _, high in addends)
        for place, step in enumerate(total.steps):
            where = (*path, "steps", place, "at_least")
            if step.at_least > most:
                message = Message("no card reaches this: the most is %(most)s; ask for less")
                yield fault_at(where, message, most=most)
            elif step.at_least <= least and step.points > 0:
                message = Message("every card reaches this: the least is %(least)s; ask for more")
                yield fault_at(where, message, least=least)


def _counted_wrongly(game: Game) -> Iterator[KeyFault]:
    """Yield a warning for each box and bonus that the grand total does not count once."""
    made, times = game.made, Counter[str]()
    _count("total", 1, made, times)
    bonuses: set[str] = set()
    for total in made.all_totals.values():
        if total.steps or total.kind == "difference":
            bonuses.update(below(made, total.id))
    for path, category in game.categories:
        box = made.boxes_with(category.id)[0].id
        if times[box] > made.boxes[box].column.factor:
            message = Message(
                "the grand total counts this category %(times)s times; let it count once"
            )
            yield fault_at(path, message, times=times[box])
        elif times[box] == 0 and box not in bonuses:
            yield fault_at(path, "the grand total leaves this category out; add it to the addends")
    counted = {row.rpartition(".")[2] for row in below(made, "total")}
    for path, total in game.totals:
        if total.kind != "sum" and total.id not in counted:
            yield fault_at(path, "the grand total leaves this bonus out; add it to the addends")


def _count(total: str, times: int, ruleset: Ruleset, counts: Counter[str]) -> None:
    """Count how often each box is in a total, directly and through sums."""
    for part in ruleset.addends[total]:
        inner = ruleset.all_totals.get(part)
        if inner is None:
            counts[part] += times
        elif inner.kind == "sum":
            _count(part, times, ruleset, counts)


def _same_names(game: Game) -> Iterator[KeyFault]:
    names = Counter(category.name.casefold() for _, category in game.categories)
    for path, category in game.categories:
        if names[category.name.casefold()] > 1:
            message = Message("another category is called '%(name)s' too; rename one of them")
            yield fault_at((*path, "name"), message, name=category.name)


def _untranslated(game: Game, language: str) -> Iterator[KeyFault]:
    """Yield a warning for each name that lacks a translation.

    Expected are the players' language, and those that the file has.
    """
    for code in sorted({language, *game.data.get("translations", ())} - {"en"}):
        if code in languages():
            with suppress(
                SheetgenError
            ):  # a faulty language of the user's own; sheetgen doctor reports it
                yield from _names_without(game, code, language)
        else:
            message = Message(
                "sheetgen does not speak '%(code)s' yet; sheetgen language new %(code)s begins it"
            )
            yield fault_at(("translations", code), message, code=code)


def _names_without(game: Game, code: str, language: str) -> Iterator[KeyFault]:
    """Yield a warning for each name that a sheet in the language `code` would have in English."""
    catalog = load_catalog(code)
    own = game.data.get("translations", {}).get(code, {})
    for kind, path, name, table, key in _translated_names(game):
        if key in own.get(table, {}) or catalog.has_text(kind, name):
            continue
        message = Message(
            "'%(name)s' has no name in %(language)s; write one as %(place)s, unless it is the same"
        )
        place = f"translations.{code}.{table}." + (key if table == "names" else f'"{key}"')
        said = language_name(code, load_catalog(language))
        yield fault_at((*path, "name"), message, name=name, language=said, place=place)


def _translated_names(game: Game) -> Iterator[tuple[str, Path, str, str, str]]:
    """Yield each name to translate: kind, path, name, and table and key of its translation."""
    has_column_names = len(game.columns) > 1
    for path, item in game.items if has_column_names else game.items[len(game.columns) :]:
        if item.name:
            yield type(item).__name__.lower(), path, item.name, "names", item.id
    for kind, key in (("face", "faces"), ("face group", "groups")):
        for path, face in tables_in(("dice",), game.data.get("dice", {}), key):
            if not face["name"].isdigit():
                yield kind, path, face["name"], "texts", face["name"]


def _hidden_file(source: Source) -> Iterator[KeyFault]:
    """Yield a warning for a file with the name of a shipped game, which hides it."""
    path = source.path
    if is_shipped(path.stem) and not path.samefile(ruleset_path(path.stem)):
        message = Message(
            "a game that comes with sheetgen is called '%(name)s'; rename the file to find it by "
            "its name"
        )
        yield fault_at(("name",), message, name=path.stem)


def _like_another(source: Source) -> Iterator[KeyFault]:
    """Yield a warning for each word that does not tell the game from others of its name."""
    others = [*source.bases]
    for name in known_ids():
        if name != source.path.stem:
            with suppress(SheetgenError):
                others.append(read_source(ruleset_path(name)))
    alike = [other for other in others if other.word("name") == source.word("name")]
    if alike and not source.word("variant"):
        message = Message(
            "%(game)s is called '%(name)s' too; tell them apart with variant = \"...\""
        )
        yield fault_at(("name",), message, game=alike[0].path.stem, name=source.data["name"])
    for key in IDENTITY:
        same = [
            other.path.stem
            for other in alike
            if source.word(key) and source.word(key) == other.word(key)
        ]
        if same:
            message = Message(
                "%(game)s has the same name and the same %(word)s; choose another %(word)s"
            )
            yield fault_at((key,), message, game=same[0], word=key)


def _unchanged(source: Source) -> Iterator[KeyFault]:
    """Yield a warning for a file that extends a game and changes nothing in it."""
    base = source.base.data if source.base else {}
    if base and all(
        source.data.get(key) == base.get(key) for key in (source.data.keys() | base.keys()) - _TEXTS
    ):
        message = Message("this is the same game as %(base)s; remove a # and change the line")
        yield fault_at(("extends",), message, base=source.own["extends"])
