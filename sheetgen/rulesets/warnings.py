"""Probable mistakes in a ruleset file without faults, found by asking the engine what the game can do."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from sheetgen.errors import Message, SheetgenError
from sheetgen.files.tables import Found, fault_at
from sheetgen.i18n.catalog import language_name, languages, load_catalog
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import all_rolls
from sheetgen.rules.ruleset import Ruleset, below
from sheetgen.rules.scoring import ranges
from sheetgen.rulesets.ids import is_shipped, known_ids, ruleset_path
from sheetgen.rulesets.items import tables_in
from sheetgen.rulesets.meaning import Game
from sheetgen.rulesets.source import Source, read_source
from sheetgen.rulesets.vocabulary import IDENTITY

_TEXTS = {"name", "summary", "source", "extends", "remove", "notes", "translations", "readings", "booklet", *IDENTITY}
"""Keys that describe a game and do not change it."""


def warnings_of(ruleset: Ruleset, source: Source, language: str) -> list[Found]:
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


def _never_scoring(game: Game) -> Iterator[Found]:
    rolls = all_rolls(game.made.dice.count, game.made.dice.sides)
    for path, category in game.categories:
        if all(category.pattern.match(roll) is None for roll in rolls):
            yield fault_at((*path, "pattern"), "no roll of these dice has this pattern; take another one")
        elif not any(any(possible_values(game.made, box.id)) for box in game.made.boxes_with(category.id)):
            yield fault_at((*path, "points"), "this category never scores; give it points")


def _steps_out_of_reach(game: Game) -> Iterator[Found]:
    """Yield a warning for each step of a bonus that no card reaches, or that every card reaches."""
    boxes = {box: (held[0], held[-1]) for box in game.made.boxes if (held := possible_values(game.made, box))}
    found = ranges(game.made, boxes, (0, len(boxes)))
    for path, declared in game.totals:
        total = game.made.in_first_column(declared)
        bounds = [found[part] for part in game.made.addends[total.id]]
        if total.kind == "count":
            bounds = [(int(low != 0), int(high != 0)) for low, high in bounds]
        low, high = (sum(bound[end] for bound in bounds) for end in (0, 1))
        for place, step in enumerate(total.steps):
            where = (*path, "steps", place, "at_least")
            if step.at_least > high:
                yield fault_at(where, "no card reaches this: the most is %(most)s; ask for less", most=high)
            elif step.at_least <= low and step.points > 0:
                yield fault_at(where, "every card reaches this: the least is %(least)s; ask for more", least=low)


def _counted_wrongly(game: Game) -> Iterator[Found]:
    """Yield a warning for each box and bonus that the grand total leaves out, or counts more than once."""
    made, times = game.made, Counter[str]()
    _count("total", 1, made, times)
    deciding = (total for total in made.all_totals.values() if total.steps or total.kind == "difference")
    bonuses = {part for total in deciding for part in below(made, total.id)}
    for path, category in game.categories:
        box = made.boxes_with(category.id)[0].id
        if times[box] > made.boxes[box].column.factor:
            yield fault_at(
                path, "the grand total counts this category %(times)s times; let it count once", times=times[box]
            )
        elif times[box] == 0 and box not in bonuses:
            yield fault_at(path, "the grand total leaves this category out; add it to the addends")
    inside = {each.rpartition(".")[2] for each in below(made, "total")}
    for path, total in game.totals:
        if total.kind != "sum" and total.id not in inside:
            yield fault_at(path, "the grand total leaves this bonus out; add it to the addends")


def _count(total: str, times: int, ruleset: Ruleset, found: Counter[str]) -> None:
    """Count how often each box is in a total, directly and through sums."""
    for part in ruleset.addends[total]:
        inner = ruleset.all_totals.get(part)
        if inner is None:
            found[part] += times
        elif inner.kind == "sum":
            _count(part, times, ruleset, found)


def _same_names(game: Game) -> Iterator[Found]:
    names = Counter(category.name.casefold() for _, category in game.categories)
    for path, category in game.categories:
        if names[category.name.casefold()] > 1:
            message = Message("another category is called '%(name)s' too; rename one of them")
            yield fault_at((*path, "name"), message, name=category.name)


def _untranslated(game: Game, language: str) -> Iterator[Found]:
    """Yield a warning for each name without a translation into the players' language or one that the file has."""
    for code in sorted({language, *game.data.get("translations", ())} - {"en"}):
        if code in languages():
            with suppress(SheetgenError):  # a faulty language of the user's own; sheetgen doctor reports it
                yield from _names_without(game, code, language)
        else:
            message = Message("sheetgen does not speak '%(code)s' yet; sheetgen language new %(code)s begins it")
            yield fault_at(("translations", code), message, code=code)


def _names_without(game: Game, code: str, language: str) -> Iterator[Found]:
    """Yield a warning for each name that a sheet in the language `code` would have in English."""
    catalog = load_catalog(code)
    own = game.data.get("translations", {}).get(code, {})
    kept = game.items if len(game.columns) > 1 else game.items[len(game.columns) :]  # a single column has no name
    found = [(type(item).__name__.lower(), path, item.name, "names", item.id) for path, item in kept if item.name]
    for what, key in (("face", "faces"), ("face group", "groups")):
        named = ((path, face["name"]) for path, face in tables_in(("dice",), game.data.get("dice", {}), key))
        found += [(what, path, name, "texts", name) for path, name in named if not name.isdigit()]
    for what, path, name, table, key in found:
        if key not in own.get(table, {}) and not catalog.has(what, name):
            yield fault_at(
                (*path, "name"),
                "'%(name)s' has no name in %(language)s; write one as %(place)s, unless it is the same",
                name=name,
                language=language_name(code, load_catalog(language)),
                place=f"translations.{code}.{table}." + (key if table == "names" else f'"{key}"'),
            )


def _hidden_file(source: Source) -> Iterator[Found]:
    """Yield a warning for a file with the name of a shipped game, which hides it."""
    path = source.path
    if is_shipped(path.stem) and not path.samefile(ruleset_path(path.stem)):
        yield fault_at(
            ("name",),
            "a game that comes with sheetgen is called '%(name)s'; rename the file to find it by its name",
            name=path.stem,
        )


def _like_another(source: Source) -> Iterator[Found]:
    """Yield a warning for each word that should tell the game from others of its name, and does not."""
    alike = [other for other in _others(source) if other.word("name") == source.word("name")]
    if alike and not source.word("variant"):
        message = Message("%(game)s is called '%(name)s' too; tell them apart with variant = \"...\"")
        yield fault_at(("name",), message, game=alike[0].path.stem, name=source.data["name"])
    for key in IDENTITY:
        same = [other.path.stem for other in alike if source.word(key) and source.word(key) == other.word(key)]
        if same:
            message = Message("%(game)s has the same name and the same %(word)s; choose another %(word)s")
            yield fault_at((key,), message, game=same[0], word=key)


def _others(source: Source) -> Iterator[Source]:
    """Yield the games that a game extends, and those that are found by names other than its own."""
    yield from source.bases
    for name in known_ids():
        if name != source.path.stem:
            with suppress(SheetgenError):
                yield read_source(ruleset_path(name))


def _unchanged(source: Source) -> Iterator[Found]:
    """Yield a warning for a file that extends a game and changes nothing in it."""
    base = source.base.data if source.base else {}
    if base and all(source.data.get(key) == base.get(key) for key in (source.data.keys() | base.keys()) - _TEXTS):
        message = Message("this is the same game as %(base)s; remove a # and change the line")
        yield fault_at(("extends",), message, base=source.own["extends"])
