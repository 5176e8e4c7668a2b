"""Facts about a game, worked out by the engine and put into words, for pages and templates."""

import operator
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from sheetgen.booklets.columns import Columns
from sheetgen.booklets.examples import ExampleCard, Scored, scored, the_yacht, yacht_category
from sheetgen.booklets.questions import can_be_zero, has_order
from sheetgen.i18n.catalog import language_name
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import DieKind
from sheetgen.layout.rows import plain_id
from sheetgen.rules.history import best_totals, maximum, yacht_box_ids
from sheetgen.rules.ruleset import Category, Ruleset, boxes_of, one_column

# the words of the game, and other words that people use for them


class Term(Struct, frozen=True):
    """Word with its meaning, its synonyms, and the words of other languages."""

    word: str
    meaning: str
    also: tuple[str, ...] = ()
    abroad: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """Codes and names of other languages, with their words."""


def _unknown(names: tuple[str, ...], *known: str) -> tuple[str, ...]:
    """Return the names that differ by more than capitals, from the known ones and each other."""
    folded = {name: name.casefold().rstrip("!") for name in (*names, *known)}
    seen = {folded[name] for name in known}
    return tuple({folded[name]: name for name in names if folded[name] not in seen}.values())


# differences between two games

NONE = "–"
"""Mark for a property that a game does not have."""


class Comparison(Struct, frozen=True):
    """Another game, and all that differs from it."""

    id: str
    summary: str
    differences: tuple[tuple[str, str, str], ...]
    """Topics, each with what holds here and there."""


def compare(here: Wording, there: Wording) -> Comparison:
    """Return all differences between two games, in the words of one language."""
    others = _answers(there)
    topics = ((topic, answer, others[topic]) for topic, answer in _answers(here).items())
    differences = tuple(row for row in (*topics, *_rows(here, there)) if row[1] != row[2])
    return Comparison(there.ruleset.id, there.summary, differences)


def are_kin(here: Wording, there: Wording) -> bool:
    """Check whether two games are easily confused.

    Their names share a word, and half their categories are alike.
    """
    if not set(here.ruleset.name.lower().split()) & set(there.ruleset.name.lower().split()):
        return False
    mine, theirs = here.ruleset.categories.values(), there.ruleset.categories.values()
    shared = [one for one in mine if any(_same(here, one, there, other) for other in theirs)]
    return 2 * len(shared) >= len(mine)


def _rows(here: Wording, there: Wording) -> Iterator[tuple[str, str, str]]:
    """Yield each category of the two games, with its scoring in each.

    Those that share a name are the same.
    """

    def scoring(wording: Wording, category: Category) -> str:
        return f"{wording.how(category)} ({wording.most(category)})"

    left = list(there.ruleset.categories.values())
    for mine in here.ruleset.categories.values():
        other = next((each for each in left if _same(here, mine, there, each)), None)
        if other:
            left.remove(other)
        scores = scoring(here, mine), scoring(there, other) if other else NONE
        alike = (
            other is None
            or there.bare_name(other) == here.bare_name(mine)
            or scores[0] == scores[1]
        )
        called = "" if alike or other is None else there.name(other)
        yield here.name(mine), scores[0], there.catalog.said_of(called, scores[1])
    for other in left:
        yield there.name(other), NONE, scoring(there, other)


def _same(here: Wording, mine: Category, there: Wording, other: Category) -> bool:
    names = (
        {name.casefold() for name in (wording.name(category), *wording.aliases(category))}
        for wording, category in ((here, mine), (there, other))
    )
    return mine.id == other.id or not set.isdisjoint(*names)


def _answers(wording: Wording) -> dict[str, str]:
    """Return the properties to compare, in the order of print, with their values in this game."""
    ruleset, text, plural = wording.ruleset, wording.catalog.text, wording.catalog.plural
    dice, players, further = ruleset.dice, ruleset.players, ruleset.extra_yachts
    n, sides = dice.count, dice.sides
    words = plural(
        "difference",
        "%(n)s die of %(sides)s sides",
        "%(n)s dice of %(sides)s sides",
        n,
        sides=sides,
    )
    number = text("difference", "%(least)s or more", least=players.min)
    if players.max:
        number = text("difference", "%(least)s to %(most)s", least=players.min, most=players.max)
    agreed, high = text("difference", "as you agree"), text("difference", "the highest roll")
    shared, own = (
        text("difference", "a column for each player"),
        text("difference", "a sheet for each player"),
    )
    rolls = plural("sheet", "%(n)s roll per turn", "%(n)s rolls per turn", dice.rolls)
    steps = (ruleset.in_first_column(total) for total in ruleset.declared.values() if total.steps)
    bonuses = map(operator.itemgetter(0), map(wording.arithmetic, steps))
    return {
        text("difference", "Boxes"): str(len(ruleset.boxes)),
        text("difference", "Dice"): f"{words}, {rolls}",
        text("difference", "Players"): number,
        text("difference", "Who starts"): high if players.start == "high_roll" else agreed,
        text("difference", "Score sheet"): own if ruleset.sheet.columns == "games" else shared,
        text("difference", "Parts of the sheet"): ", ".join(
            filter(None, map(wording.name, ruleset.sections))
        )
        or NONE,
        # which tells where a card starts
        text("difference", "First row"): wording.name(next(iter(ruleset.categories.values()))),
        text("difference", "Order"): " ".join(wording.order_rules()) or NONE,
        text("difference", "Bonus"): " · ".join(bonuses) or NONE,
        text("difference", "Further Yachts"): wording.arithmetic(further)[0] if further else NONE,
        text("difference", "Joker"): " ".join(wording.joker_rules()) or NONE,
        text("difference", "Best total"): wording.catalog.number(best_totals(ruleset)["total"]),
    }


# facts


class CardRow(Struct, frozen=True):
    """A row of the example card."""

    id: str
    """Id of the box or total, without its column."""
    name: str
    points: tuple[int, ...]
    """Points in each column; one number for a sum of all columns."""
    bonus: int = 0
    total: bool = False
    whats: tuple[str, ...] = ()
    """Arithmetic of a sum in words, from the longest wording to the shortest; a bonus is explained
    elsewhere."""
    dice: tuple[tuple[int, DieKind], ...] = ()
    """The dice of its roll, solid where they count; none on a card with several columns."""
    across: tuple[int, ...] = ()
    """The sum of this row over all columns, if the card has one."""


class Expected(Struct, frozen=True):
    """Expected results of the dice."""

    rows: tuple[tuple[str, str, str, str], ...]
    """Name, chance in words, best average and par of each category; empty without odds."""
    said: tuple[str, ...]
    """Sentences about the totals of whole cards."""


class Facts:
    """Facts about a game in one language.

    `others` are other games in the same words, `abroad` is this game in other languages, and `base`
    is the game that this one changes.
    """

    def __init__(
        self,
        wording: Wording,
        others: Sequence[Wording] = (),
        abroad: Sequence[Wording] = (),
        base: Wording | None = None,
    ) -> None:
        self.whole = wording
        """The game with all of its columns; everything else is about one of them."""
        view = one_column(wording.ruleset)
        self.wording = wording if view is wording.ruleset else Wording(view, wording.catalog)
        self.ruleset: Ruleset = view
        self.text, self.plural = self.wording.catalog.text, self.wording.catalog.plural
        self.table = Columns(wording)
        """The columns of a player, with an example card."""
        self.boxes = len(wording.ruleset.boxes)
        """Number of boxes in all columns."""
        self._others, self._abroad, self._base = others, abroad, base
        self.expected = Expected((), ())
        """Expected results of the dice, empty if they were not asked for."""
        joker = self.ruleset.joker
        self.ordered = has_order(wording.ruleset)
        """Flag: some boxes can only be filled in an order."""
        self.forced = joker.yacht_box_first or joker.rule == "forced"
        """Flag: some Yachts can only be written in one box."""

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The categories with all their names."""
        terms, here = [], self.wording
        for category in self.ruleset.categories.values():
            word, names = here.name(category), here.aliases(category)
            abroad = (
                (
                    other.catalog.language,
                    language_name(other.catalog.language, here.catalog),
                    _unknown((other.name(category), *other.aliases(category)), word, *names),
                )
                for other in self._abroad
            )
            also = _unknown(names, word)
            terms.append(
                Term(word, here.how(category), also, tuple(each for each in abroad if each[2]))
            )
        return tuple(term for term in terms if term.also or term.abroad)

    @property
    def table_words(self) -> tuple[Term, ...]:
        """The other words of the table with their synonyms."""
        ruleset, text, dice = self.ruleset, self.text, self.ruleset.dice
        rows = (
            (
                True,
                text("term", "box"),
                text("term", "the place on the sheet for one score"),
                text("other words", "row; category; spot; scorebox"),
            ),
            (
                True,
                text("term", "roll"),
                text("term", "what the dice show once you have thrown them"),
                text("other words", "throw"),
            ),
            (
                True,
                text("term", "turn"),
                text("term", "your rolls, and the box you fill in after them"),
                text("other words", "round"),
            ),
            (
                dice.count > 1 and dice.rolls > 1,
                text("term", "to set aside"),
                text("term", "to leave a die on the table when you roll again"),
                text("other words", "to hold; to keep"),
            ),
            (
                True,
                text("term", "score sheet"),
                text("term", "the paper with all boxes"),
                text("other words", "score card; score pad"),
            ),
            (
                dice.count > 1,
                text("term", "pair"),
                text("term", "two dice alike"),
                text("other words", "two of a kind"),
            ),
            (
                dice.count == 5 and yacht_category(ruleset),
                text("term", "five of a kind"),
                text("term", "five dice alike"),
                text("other words", "Yacht"),
            ),
            (
                ruleset.joker.rule != "none",
                text("term", "joker"),
                text("term", "a roll that may stand for a pattern it does not show"),
                text("other words", "wild card; wildcard"),
            ),
        )
        return tuple(
            Term(word, meaning, tuple(also.split("; ")))
            for used, word, meaning, also in rows
            if used
        )

    def sentence(self, english: str) -> str:
        """Return a sentence of the ruleset file in the language."""
        return self.wording.own_text("booklet", english)

    @cached_property
    def cheapest(self) -> tuple[list[str], int]:
        """The boxes in which a 0 costs least, and the most that they can hold."""
        most = {
            category: maximum(self.ruleset, boxes_of(category)[0].id)
            for category in can_be_zero(self.ruleset)
        }
        least = min(most.values(), default=0)
        return [
            self.wording.name(category) for category, value in most.items() if value == least
        ], least

    @cached_property
    def never_zero(self) -> list[str]:
        """The names of the boxes that cannot hold a 0."""
        return [
            self.wording.name(c)
            for c in self.ruleset.categories.values()
            if c not in can_be_zero(self.ruleset)
        ]

    @cached_property
    def yacht(self) -> str:
        """Name of five alike in this game; empty if there is no such box."""
        category = yacht_category(self.ruleset)
        return self.wording.bare_name(category) if category else ""

    @cached_property
    def the_yacht(self) -> Scored:
        """The Yacht that is shown, in its own box."""
        box = self.ruleset.boxes[yacht_box_ids(self.ruleset)[0]]
        return scored(self.ruleset, box.category, the_yacht(self.ruleset))

    @cached_property
    def own(self) -> Scored | None:
        """The Yacht of the stages in the box of its own number."""
        roll = self.the_yacht.roll
        numbers = [
            c for c in self.ruleset.categories.values() if roll.alike and c.number == roll.dice[0]
        ]
        return scored(self.ruleset, numbers[0], roll) if numbers else None

    @cached_property
    def best(self) -> int:
        """The highest total that a card can have."""
        return best_totals(self.whole.ruleset)["total"]

    @property
    def card(self) -> ExampleCard:
        """A finished card of all columns."""
        return self.table.card

    @cached_property
    def card_rows(self) -> list[CardRow]:
        """The rows of the finished card, in card order, each with its points in all columns."""
        game, wording, values = self.whole.ruleset, self.wording, {**self.card.totals}
        turns = self.card.by_box
        values |= {box: turn.points for box, turn in turns.items()}
        sums = [total for total in game.totals if total.across and len(total.of) == 1]
        across = {total.of[0]: total.id for total in sums if self.table.several}
        rows = []
        for where in dict.fromkeys(map(plain_id, game.rows)):
            points = tuple(
                values[each]
                for column in game.columns
                if (each := game.prefix(column) + where) in values
            )
            whole = across.get(where, "total")
            beside = (values[whole],) if self.table.several and whole != "total" else ()
            if where in self.ruleset.boxes:
                turn = turns[game.prefix(game.columns[0]) + where]
                box = Scored(turn.roll, self.ruleset.boxes[where].category, turn.points)
                dice = () if self.table.several else box.dice
                rows.append(CardRow(where, wording.row(where), points, turn.bonus, dice=dice))
            elif where not in across.values() or where == "total":
                total = (
                    game.all_totals.get(where)
                    or game.all_totals[game.prefix(game.columns[0]) + where]
                )
                whats = (
                    ()
                    if total.steps or total.kind == "extra_yachts"
                    else self.whole.arithmetic(total)
                )
                name = self.whole.name(total) if self.table.several else wording.row(where)
                rows.append(
                    CardRow(where, name, points or (values[where],), 0, True, whats, across=beside)
                )
        return rows

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The other games that have much in common with this one, with what differs."""
        if self._base:
            return [compare(self.whole, self._base)]
        return [compare(self.whole, other) for other in self._others if are_kin(self.whole, other)]
