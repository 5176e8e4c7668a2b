"""Differences between two games, found by comparing their answers to the same questions."""

import operator
from collections.abc import Iterator

from msgspec import Struct

from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import best_totals
from sheetgen.rules.ruleset import Category

NONE = "–"
"""Mark for a property that a game does not have."""


class Difference(Struct, frozen=True):
    """One difference between this game and another one."""

    topic: str
    here: str
    there: str


class Comparison(Struct, frozen=True):
    """Another game, and all that differs from it."""

    id: str
    summary: str
    differences: tuple[Difference, ...]


def compare(here: Wording, there: Wording) -> Comparison:
    """Return all differences between two games, in the words of one language."""
    others = _answers(there)
    topics = ((topic, answer, others[topic]) for topic, answer in _answers(here).items())
    found = [Difference(*row) for row in (*topics, *_rows(here, there)) if row[1] != row[2]]
    return Comparison(there.ruleset.id, there.summary, tuple(found))


def are_kin(here: Wording, there: Wording) -> bool:
    """Check whether two games are easily confused: their names share a word, and half their categories are alike."""
    if not set(here.ruleset.name.lower().split()) & set(there.ruleset.name.lower().split()):
        return False
    mine, theirs = here.ruleset.categories.values(), there.ruleset.categories.values()
    shared = [one for one in mine if any(_same(here, one, there, other) for other in theirs)]
    return 2 * len(shared) >= len(mine)


def _rows(here: Wording, there: Wording) -> Iterator[tuple[str, str, str]]:
    """Yield each category of the two games, with its scoring in each; those that share a name are the same."""

    def scoring(wording: Wording, category: Category) -> str:
        return f"{wording.how(category)} ({wording.most(category)})"

    left = list(there.ruleset.categories.values())
    for mine in here.ruleset.categories.values():
        other = next((each for each in left if _same(here, mine, there, each)), None)
        if other:
            left.remove(other)
        scores = scoring(here, mine), scoring(there, other) if other else NONE
        alike = other is None or there.bare_name(other) == here.bare_name(mine) or scores[0] == scores[1]
        called = "" if alike or other is None else there.name(other)
        yield here.name(mine), scores[0], there.catalog.said_of(called, scores[1])
    for other in left:
        yield there.name(other), NONE, scoring(there, other)


def _same(here: Wording, mine: Category, there: Wording, other: Category) -> bool:
    names = ({name.casefold() for name in (wording.name(category), *wording.aliases(category))}
             for wording, category in ((here, mine), (there, other)))  # fmt: skip
    return mine.id == other.id or not set.isdisjoint(*names)


def _answers(wording: Wording) -> dict[str, str]:
    """Return the properties to compare, in the order of print, with their values in this game."""
    ruleset, text, plural = wording.ruleset, wording.catalog.text, wording.catalog.plural
    dice, players, further = ruleset.dice, ruleset.players, ruleset.extra_yachts
    words = plural(
        "difference", "%(n)s die of %(sides)s sides", "%(n)s dice of %(sides)s sides", dice.count, sides=dice.sides
    )
    number = text("difference", "%(least)s or more", least=players.min)
    if players.max:
        number = text("difference", "%(least)s to %(most)s", least=players.min, most=players.max)
    agreed, high = text("difference", "as you agree"), text("difference", "the highest roll")
    shared, own = text("difference", "a column for each player"), text("difference", "a sheet for each player")
    rolls = plural("sheet", "%(n)s roll per turn", "%(n)s rolls per turn", dice.rolls)
    steps = (ruleset.in_first_column(total) for total in ruleset.declared.values() if total.steps)
    bonuses = map(operator.itemgetter(0), map(wording.arithmetic, steps))
    return {
        text("difference", "Boxes"): str(len(ruleset.boxes)),
        text("difference", "Dice"): f"{words}, {rolls}",
        text("difference", "Players"): number,
        text("difference", "Who starts"): high if players.start == "high_roll" else agreed,
        text("difference", "Score sheet"): own if ruleset.sheet.columns == "games" else shared,
        text("difference", "Parts of the sheet"): ", ".join(filter(None, map(wording.name, ruleset.sections))) or NONE,
        # which tells where a card starts
        text("difference", "First row"): wording.name(next(iter(ruleset.categories.values()))),
        text("difference", "Order"): " ".join(wording.order_rules()) or NONE,
        text("difference", "Bonus"): " · ".join(bonuses) or NONE,
        text("difference", "Further Yachts"): wording.arithmetic(further)[0] if further else NONE,
        text("difference", "Joker"): " ".join(wording.joker_rules()) or NONE,
        text("difference", "Best total"): wording.catalog.number(best_totals(ruleset)["total"]),
    }  # fmt: skip
