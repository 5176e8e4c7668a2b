"""What sets two games apart, found by asking both the same questions."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Category, best_totals

NONE = "–"


class Difference(Struct, frozen=True):
    """One thing that differs: here, and in the other game."""

    topic: str
    here: str
    there: str


class Comparison(Struct, frozen=True):
    """Another game, and all that differs from it."""

    id: str
    summary: str
    differences: tuple[Difference, ...]


def compare(here: Wording, there: Wording) -> Comparison:
    """All that differs between two games, in the words of one language."""
    topics = ((topic(here.catalog), answer(here), answer(there)) for topic, answer in _TOPICS)
    found = [Difference(*row) for row in (*topics, *_rows(here, there)) if row[1] != row[2]]
    return Comparison(there.ruleset.id, there.summary, tuple(found))


def are_kin(here: Wording, there: Wording) -> bool:
    """Whether two games are taken for each other: a word of their names is the same, and half of their categories."""
    if not set(here.ruleset.name.lower().split()) & set(there.ruleset.name.lower().split()):
        return False
    mine, theirs = here.ruleset.categories.values(), there.ruleset.categories.values()
    shared = [one for one in mine if any(_same(here, one, there, other) for other in theirs)]
    return 2 * len(shared) >= len(mine)


def _rows(here: Wording, there: Wording) -> Iterator[tuple[str, str, str]]:
    """Each category of the two games, with how it scores in each; those that share a name are the same."""
    left = list(there.ruleset.categories.values())
    for mine in here.ruleset.categories.values():
        other = next((each for each in left if _same(here, mine, there, each)), None)
        if other:
            left.remove(other)
        scores = _scoring(here, mine), _scoring(there, other) if other else NONE
        alike = other is None or there.bare_name(other) == here.bare_name(mine) or scores[0] == scores[1]
        called = "" if alike or other is None else f"{there.name(other)}: "
        yield here.name(mine), scores[0], called + scores[1]
    for other in left:
        yield there.name(other), NONE, _scoring(there, other)


def _same(here: Wording, mine: Category, there: Wording, other: Category) -> bool:
    names = ({name.casefold() for name in (wording.name(category), *wording.aliases(category))}
             for wording, category in ((here, mine), (there, other)))  # fmt: skip
    return mine.id == other.id or not set.isdisjoint(*names)


def _scoring(wording: Wording, category: Category) -> str:
    return f"{wording.how(category)} ({wording.most(category)})"


def _boxes(wording: Wording) -> str:
    return str(len(wording.ruleset.boxes))


def _dice(wording: Wording) -> str:
    dice, plural = wording.ruleset.dice, wording.catalog.plural
    words = plural(
        "difference", "%(n)s die of %(sides)s sides", "%(n)s dice of %(sides)s sides", dice.count, sides=dice.sides
    )
    return f"{words}, {plural('sheet', '%(n)s roll per turn', '%(n)s rolls per turn', dice.rolls)}"


def _players(wording: Wording) -> str:
    players, text = wording.ruleset.players, wording.catalog.text
    if players.max:
        return text("difference", "%(least)s to %(most)s", least=players.min, most=players.max)
    return text("difference", "%(least)s or more", least=players.min)


def _start(wording: Wording) -> str:
    text = wording.catalog.text
    if wording.ruleset.players.start == "high_roll":
        return text("difference", "the highest roll")
    return text("difference", "as you agree")


def _columns(wording: Wording) -> str:
    text = wording.catalog.text
    if wording.ruleset.sheet.columns == "games":
        return text("difference", "a sheet for each player")
    return text("difference", "a column for each player")


def _order(wording: Wording) -> str:
    """The first row, which tells where a card starts."""
    return wording.name(next(iter(wording.ruleset.categories.values())))


def _rules_of_order(wording: Wording) -> str:
    return " ".join(wording.order_rules()) or NONE


def _parts(wording: Wording) -> str:
    """The headings of the sheet."""
    return ", ".join(filter(None, map(wording.name, wording.ruleset.sections))) or NONE


def _bonuses(wording: Wording) -> str:
    found = (total for total in wording.ruleset.all_totals.values() if total.steps)
    return "; ".join(wording.arithmetic(total)[0] for total in found) or NONE


def _further(wording: Wording) -> str:
    total = wording.ruleset.extra_yachts
    return wording.arithmetic(total)[0] if total else NONE


def _joker(wording: Wording) -> str:
    return " ".join(wording.joker_rules()) or NONE


def _best(wording: Wording) -> str:
    return wording.catalog.number(best_totals(wording.ruleset)["total"])


_TOPICS: tuple[tuple[Callable[[Catalog], str], Callable[[Wording], str]], ...] = (
    (lambda catalog: catalog.text("difference", "Boxes"), _boxes),
    (lambda catalog: catalog.text("difference", "Dice"), _dice),
    (lambda catalog: catalog.text("difference", "Players"), _players),
    (lambda catalog: catalog.text("difference", "Who starts"), _start),
    (lambda catalog: catalog.text("difference", "Score sheet"), _columns),
    (lambda catalog: catalog.text("difference", "Parts of the sheet"), _parts),
    (lambda catalog: catalog.text("difference", "First row"), _order),
    (lambda catalog: catalog.text("difference", "Order"), _rules_of_order),
    (lambda catalog: catalog.text("difference", "Bonus"), _bonuses),
    (lambda catalog: catalog.text("difference", "Further Yachts"), _further),
    (lambda catalog: catalog.text("difference", "Joker"), _joker),
    (lambda catalog: catalog.text("difference", "Best total"), _best),
)
