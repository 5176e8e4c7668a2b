"""What is right in a ruleset file and yet probably not meant: found by asking the engine, never by guessing."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from msgspec import Struct

from sheetgen.errors import Message, SheetgenError
from sheetgen.files.tables import Found, fault_at
from sheetgen.i18n.catalog import language_name, languages, load_catalog
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import all_rolls
from sheetgen.rules.ruleset import Ruleset, below
from sheetgen.rules.scoring import ranges
from sheetgen.rulesets.draft import Draft, tables_in
from sheetgen.rulesets.identity import said
from sheetgen.rulesets.source import Source, is_shipped, known_ids, read_source, ruleset_path
from sheetgen.rulesets.vocabulary import IDENTITY

_SAID = ("name", "summary", "source", "extends", "remove", "notes", "translations", "readings", "booklet", *IDENTITY)
"""What says something of a game and does not change it."""


class _Subject(Struct, frozen=True):
    """What is looked at: a game without faults, and where it comes from."""

    ruleset: Ruleset
    source: Source
    draft: Draft
    language: str
    """The language of the table."""


_Check = Callable[[_Subject], Iterator[Found]]
_CHECKS: list[_Check] = []
"""What is looked for, in this order."""


def warnings_of(ruleset: Ruleset, source: Source, language: str) -> list[Found]:
    """Everything in a game without faults that is probably not meant, for a table that speaks `language`."""
    seen = _Subject(ruleset, source, Draft(source.plain), language)
    return [found for check in _CHECKS for found in check(seen)]


def _check(function: _Check) -> _Check:
    _CHECKS.append(function)
    return function


@_check
def _pointless(seen: _Subject) -> Iterator[Found]:
    """Categories that never score: their pattern does not come up, or is worth nothing."""
    rolls = all_rolls(seen.ruleset.dice.count, seen.ruleset.dice.sides)
    for path, data in seen.draft.categories:
        category = seen.ruleset.categories[data["id"]]
        if all(category.pattern.match(roll) is None for roll in rolls):
            yield fault_at((*path, "pattern"), "no roll of these dice has this pattern; take another one")
        elif all(not any(possible_values(seen.ruleset, box.id)) for box in seen.ruleset.boxes_with(category.id)):
            yield fault_at((*path, "points"), "this category never scores; give it points")


@_check
def _out_of_reach(seen: _Subject) -> Iterator[Found]:
    """Steps of bonuses that no card reaches, and bonuses that every card has."""
    least, most = _range(seen.ruleset)
    for path, data in seen.draft.totals:
        total = next(each for name, each in seen.ruleset.all_totals.items() if name.rpartition(".")[2] == data["id"])
        parts = seen.ruleset.addends[total.id]  # of a sum, or of a number of boxes
        low, high = (
            sum(values[part] != 0 if total.kind == "count" else values[part] for part in parts)
            for values in (least, most)
        )
        for place, step in enumerate(total.steps):
            if step.at_least > high:
                message = Message("no card reaches this: the most is %(most)s; ask for less")
                yield fault_at((*path, "steps", place, "at_least"), message, most=high)
            elif step.at_least <= low and step.points > 0:
                message = Message("every card reaches this: the least is %(least)s; ask for more")
                yield fault_at((*path, "steps", place, "at_least"), message, least=low)


def _range(ruleset: Ruleset) -> tuple[dict[str, int], dict[str, int]]:
    """The least and the most that boxes and totals can hold, each by itself."""
    boxes = {box: (held[0], held[-1]) for box in ruleset.boxes if (held := possible_values(ruleset, box))}
    found = ranges(ruleset, boxes, (0, len(boxes)))
    return {where: low for where, (low, _) in found.items()}, {where: high for where, (_, high) in found.items()}


@_check
def _uncounted(seen: _Subject) -> Iterator[Found]:
    """Boxes that the grand total leaves out, or counts more than once."""
    game, times = seen.ruleset, Counter[str]()
    _count("total", 1, game, times)
    deciding = (total for total in game.all_totals.values() if total.steps or total.kind == "difference")
    bonuses = {part for total in deciding for part in below(game, total.id)}
    for path, data in seen.draft.categories:
        box = game.boxes_with(data["id"])[0].id
        if times[box] > game.boxes[box].column.factor:
            yield fault_at(
                path, "the grand total counts this category %(times)s times; let it count once", times=times[box]
            )
        elif times[box] == 0 and box not in bonuses:
            yield fault_at(path, "the grand total leaves this category out; add it to what that adds up")
    for path, data in seen.draft.totals:
        inside = {each.rpartition(".")[2] for each in below(game, "total")}
        if data["kind"] != "sum" and data["id"] not in inside:
            yield fault_at(path, "the grand total leaves this bonus out; add it to what that adds up")


def _count(total: str, times: int, ruleset: Ruleset, found: Counter[str]) -> None:
    """How often each box is in a total, through the totals that it adds up."""
    for part in ruleset.addends[total]:
        inner = ruleset.all_totals.get(part)
        if inner is None:
            found[part] += times
        elif inner.kind == "sum":
            _count(part, times, ruleset, found)


@_check
def _alike(seen: _Subject) -> Iterator[Found]:
    """Categories that share a name."""
    names = Counter(data["name"].casefold() for _, data in seen.draft.categories)
    for path, data in seen.draft.categories:
        if names[data["name"].casefold()] > 1:
            message = Message("another category is called '%(name)s' too; give one of them another name")
            yield fault_at((*path, "name"), message, name=data["name"])


@_check
def _untranslated(seen: _Subject) -> Iterator[Found]:
    """Names without a translation, in the language of the table and in those that the file has words for."""
    for code in sorted({seen.language, *seen.draft.translations} - {"en"}):
        if code in languages():
            yield from _nameless(seen.draft, code, seen.language)
        else:
            message = Message("sheetgen does not speak '%(code)s' yet; sheetgen language new %(code)s begins it")
            yield fault_at(("translations", code), message, code=code)


def _nameless(draft: Draft, code: str, language: str) -> Iterator[Found]:
    """What is English on a sheet in the language `code`."""
    try:
        catalog = load_catalog(code)
    except SheetgenError:  # one of the user's own is wrong, of which sheetgen doctor tells
        return
    words = draft.translations.get(code, {})
    headed = [item for item in draft.sections if "name" in item[1]]
    columns = draft.columns if len(draft.columns) > 1 else []  # the name of a single one is on no paper
    named = (("column", columns), ("section", headed), ("category", draft.categories), ("total", draft.totals))
    found = [(context, item, "names", item[1]["id"]) for context, items in named for item in items]
    for context, key in (("face", "faces"), ("face group", "groups")):
        dice = tables_in(("dice",), draft.dice, key)
        found += [(context, item, "texts", item[1]["name"]) for item in dice if not item[1]["name"].isdigit()]
    for context, (path, data), table, key in found:
        if key not in words.get(table, {}) and not catalog.has(context, data["name"]):
            yield fault_at(
                (*path, "name"),
                "'%(name)s' has no name in %(language)s; write one as %(place)s, unless it is the same",
                name=data["name"],
                language=language_name(code, load_catalog(language)),
                place=f"translations.{code}.{table}." + (key if table == "names" else f'"{key}"'),
            )


@_check
def _hidden(seen: _Subject) -> Iterator[Found]:
    """A file that has the name of a game that comes with sheetgen."""
    path = seen.source.path
    if is_shipped(path.stem) and not path.samefile(ruleset_path(path.stem)):
        yield fault_at(
            ("name",),
            "a game that comes with sheetgen is called '%(name)s'; name the file otherwise to find it by its name",
            name=path.stem,
        )


@_check
def _like_another(seen: _Subject) -> Iterator[Found]:
    """What does not tell it from other games of its name."""
    plain = seen.source.plain
    alike = [(game, other) for game, other in _others(seen.source) if said(other, "name") == said(plain, "name")]
    if alike and "variant" not in plain:
        message = Message("%(game)s is called '%(name)s' too; say what tells this one from it, as variant = \"...\"")
        yield fault_at(("name",), message, game=alike[0][0], name=plain["name"])
    for key in IDENTITY:
        for game in [game for game, other in alike if key in plain and said(plain, key) == said(other, key)][:1]:
            message = Message("%(game)s has the same name and the same %(word)s; choose another %(word)s")
            yield fault_at((key,), message, game=game, word=key)


def _others(source: Source) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The games that this one extends, and those that are found by other names than its own; they may be wrong."""
    yield from ((base.path.stem, base.plain) for base in source.bases)
    for name in known_ids():
        with suppress(SheetgenError):
            if name != source.path.stem:
                yield name, read_source(ruleset_path(name)).plain


@_check
def _unchanged(seen: _Subject) -> Iterator[Found]:
    """A file that extends a game and changes nothing in it."""
    base = seen.source.base
    keys = (seen.source.plain.keys() | base.plain.keys()) - set(_SAID) if base else ()
    if base and all(seen.source.plain.get(key) == base.plain.get(key) for key in keys):
        message = Message("this is still the same game as %(base)s; take a # away and change the line")
        yield fault_at(("extends",), message, base=seen.source.own["extends"])
