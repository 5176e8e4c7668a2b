"""Facts about a game, worked out by the engine and put into words, for pages and templates."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from sheetgen.booklets.columns import Columns
from sheetgen.booklets.examples import ExampleCard, Scored, scored, the_yacht, yacht_category
from sheetgen.booklets.questions import can_be_zero, has_order
from sheetgen.i18n.catalog import language_name
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import DieKind
from sheetgen.layout.rows import plain_id
from sheetgen.rules.history import best_totals, possible_values, yacht_box_ids
from sheetgen.rules.ruleset import Category, Ruleset, boxes_of, one_column

# the words of the game, and other words that people use for them


class Term(Struct, frozen=True):
    """Word with its meaning, its synonyms, and the words of other languages."""

    word: str
    meaning: str
    also: tuple[str, ...] = ()
    abroad: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """Codes and names of other languages, with their words."""


def _other_names(names: tuple[str, ...], *known: str) -> tuple[str, ...]:
    """Return the names that differ by more than capitals, from the known ones and each other."""
    known_folded = {_folded(name) for name in known}
    others: dict[str, str] = {}
    for name in names:
        if _folded(name) not in known_folded:
            others[_folded(name)] = name
    return tuple(others.values())


def _folded(name: str) -> str:
    return name.casefold().rstrip("!")


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
    answers_there = _answers(there)
    topics = [(topic, answer, answers_there[topic]) for topic, answer in _answers(here).items()]
    topics += _categories_beside(here, there)
    differences = tuple(
        (topic, answer, other) for topic, answer, other in topics if answer != other
    )
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


def _categories_beside(here: Wording, there: Wording) -> Iterator[tuple[str, str, str]]:
    """Yield each category of the two games, with its scoring in each.

    Those that share a name are the same.
    """

    def scoring(wording: Wording, category: Category) -> str:
        return f"{wording.how(category)} ({wording.most_points(category)})"

    left = list(there.ruleset.categories.values())
    for mine in here.ruleset.categories.values():
        my_scoring = scoring(here, mine)
        other = next((category for category in left if _same(here, mine, there, category)), None)
        if other is None:
            yield here.name(mine), my_scoring, NONE
            continue
        left.remove(other)
        other_scoring = scoring(there, other)
        has_other_name = there.bare_name(other) != here.bare_name(mine)
        if has_other_name and other_scoring != my_scoring:
            other_scoring = there.catalog.said_of(there.name(other), other_scoring)
        yield here.name(mine), my_scoring, other_scoring
    for other in left:
        yield there.name(other), NONE, scoring(there, other)


def _same(here: Wording, mine: Category, there: Wording, other: Category) -> bool:
    """Check whether two categories have the same id or share a name."""
    if mine.id == other.id:
        return True
    my_names = {name.casefold() for name in (here.name(mine), *here.aliases(mine))}
    other_names = {name.casefold() for name in (there.name(other), *there.aliases(other))}
    return not my_names.isdisjoint(other_names)


def _answers(wording: Wording) -> dict[str, str]:
    """Return the properties to compare, in the order of print, with their values in this game."""
    ruleset, text, plural = wording.ruleset, wording.catalog.text, wording.catalog.plural
    dice, limits, further = ruleset.dice, ruleset.players, ruleset.extra_yachts
    number_of_dice = plural(
        "difference",
        "%(n)s die of %(sides)s sides",
        "%(n)s dice of %(sides)s sides",
        dice.count,
        sides=dice.sides,
    )
    rolls = plural("sheet", "%(n)s roll per turn", "%(n)s rolls per turn", dice.rolls)
    players = text("difference", "%(least)s or more", least=limits.min)
    if limits.max:
        players = text("difference", "%(least)s to %(most)s", least=limits.min, most=limits.max)
    starting = text("difference", "as you agree")
    if limits.start == "high_roll":
        starting = text("difference", "the highest roll")
    sheet = text("difference", "a column for each player")
    if ruleset.sheet.columns == "games":
        sheet = text("difference", "a sheet for each player")
    parts = [name for name in map(wording.name, ruleset.sections) if name]
    bonuses = []
    for total in ruleset.declared.values():
        if total.steps:
            bonuses.append(wording.arithmetic(ruleset.in_first_column(total))[0])
    return {
        text("difference", "Boxes"): str(len(ruleset.boxes)),
        text("difference", "Dice"): f"{number_of_dice}, {rolls}",
        text("difference", "Players"): players,
        text("difference", "Who starts"): starting,
        text("difference", "Score sheet"): sheet,
        text("difference", "Parts of the sheet"): ", ".join(parts) or NONE,
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
        """The categories that have other names, here or in other languages."""
        terms, here = [], self.wording
        for category in self.ruleset.categories.values():
            word, names = here.name(category), here.aliases(category)
            also = _other_names(names, word)
            abroad = []
            for other in self._abroad:
                language = other.catalog.language
                names_there = (other.name(category), *other.aliases(category))
                unlike_ours = _other_names(names_there, word, *names)
                if unlike_ours:
                    abroad.append((language, language_name(language, here.catalog), unlike_ours))
            if also or abroad:
                terms.append(Term(word, here.how(category), also, tuple(abroad)))
        return tuple(terms)

    @property
    def table_words(self) -> tuple[Term, ...]:
        """The other words of the table with their synonyms."""
        ruleset, text, dice = self.ruleset, self.text, self.ruleset.dice
        words = [
            (
                text("term", "box"),
                text("term", "the place on the sheet for one score"),
                text("other words", "row; category; spot; scorebox"),
            ),
            (
                text("term", "roll"),
                text("term", "what the dice show once you have thrown them"),
                text("other words", "throw"),
            ),
            (
                text("term", "turn"),
                text("term", "your rolls, and the box you fill in after them"),
                text("other words", "round"),
            ),
        ]
        if dice.count > 1 and dice.rolls > 1:
            words.append(
                (
                    text("term", "to set aside"),
                    text("term", "to leave a die on the table when you roll again"),
                    text("other words", "to hold; to keep"),
                )
            )
        words.append(
            (
                text("term", "score sheet"),
                text("term", "the paper with all boxes"),
                text("other words", "score card; score pad"),
            )
        )
        if dice.count > 1:
            words.append(
                (
                    text("term", "pair"),
                    text("term", "two dice alike"),
                    text("other words", "two of a kind"),
                )
            )
        if dice.count == 5 and yacht_category(ruleset):
            words.append(
                (
                    text("term", "five of a kind"),
                    text("term", "five dice alike"),
                    text("other words", "Yacht"),
                )
            )
        if ruleset.joker.rule != "none":
            words.append(
                (
                    text("term", "joker"),
                    text("term", "a roll that may stand for a pattern it does not show"),
                    text("other words", "wild card; wildcard"),
                )
            )
        return tuple(Term(word, meaning, tuple(also.split("; "))) for word, meaning, also in words)

    def sentence(self, english: str) -> str:
        """Return a sentence of the ruleset file in the language."""
        return self.wording.own_text("booklet", english)

    @cached_property
    def cheapest(self) -> tuple[list[str], int]:
        """The boxes in which a 0 costs least, and the most that it can cost there."""
        costs = {category: self._cost_of_zero(category) for category in can_be_zero(self.ruleset)}
        least = min(costs.values(), default=0)
        names = [self.wording.name(category) for category, cost in costs.items() if cost == least]
        return names, least

    def _cost_of_zero(self, category: Category) -> int:
        """Return the most points that a 0 in a box can cost; a difference may take these away."""
        values = possible_values(self.ruleset, boxes_of(category)[0].id)
        if boxes_of(category)[0].id in self.ruleset.taken_away:
            return -min(values)
        return max(values)

    @cached_property
    def never_zero(self) -> list[str]:
        """The names of the boxes that cannot hold a 0, in any column."""
        with_zero = can_be_zero(self.whole.ruleset)
        categories = self.ruleset.categories.values()
        return [self.wording.name(category) for category in categories if category not in with_zero]

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
        if not roll.alike:
            return None
        for category in self.ruleset.categories.values():
            if category.number == roll.dice[0]:
                return scored(self.ruleset, category, roll)
        return None

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
        game = self.whole.ruleset
        values = dict(self.card.totals)
        for turn in self.card.turns:
            values[turn.box] = turn.points
        sums_across = {}  # of all columns, by the row that they add up
        if self.table.several:
            for total in game.totals:
                is_sum_of_row = total.kind == "sum" and len(total.of) == 1
                if total.across and is_sum_of_row and total.of[0] in game.declared:
                    sums_across[total.of[0]] = total.id
        rows = []
        for row in self._rows_that_count:
            if row in sums_across.values() and row != "total":
                continue
            if row in self.ruleset.boxes:
                rows.append(self._box_row(row, self._points_in_columns(row, values)))
            else:
                across = sums_across.get(row, "total")
                beside = (values[across],) if across != "total" else ()
                rows.append(self._sum_row(row, values, beside))
        return rows

    def _points_in_columns(self, row: str, values: Mapping[str, int]) -> tuple[int, ...]:
        """Return what a row holds in each column; nothing for a total of all columns."""
        game = self.whole.ruleset
        ids = [game.prefix(column) + row for column in game.columns]
        return tuple(values[where] for where in ids if where in values)

    def _sum_row(self, row: str, values: Mapping[str, int], beside: tuple[int, ...]) -> CardRow:
        """Return the row of a total, with the sum of all columns beside it if it has one."""
        points = self._points_in_columns(row, values)
        if points:
            return self._total_row(row, points, beside)
        if row == "total":
            return self._total_row(row, (values[row],), beside)
        return self._total_row(row, (), (values[row],))  # of all columns, and of no row in them

    @property
    def _rows_that_count(self) -> list[str]:
        """Ids of boxes and totals without their columns, but for totals that decide nothing."""
        game = self.whole.ruleset
        rows = []
        for row in dict.fromkeys(map(plain_id, game.rows)):
            if row not in game.declared or not self.table.is_help(game.declared[row]):
                rows.append(row)
        return rows

    def _box_row(self, row: str, points: tuple[int, ...]) -> CardRow:
        """Return a row of boxes, with the dice of its roll if the card has one column."""
        game = self.whole.ruleset
        turn = self.card.by_box[game.prefix(game.columns[0]) + row]
        dice: tuple[tuple[int, DieKind], ...] = ()
        if not self.table.several:
            dice = Scored(turn.roll, self.ruleset.boxes[row].category, turn.points).dice
        return CardRow(row, self.wording.row(row), points, turn.bonus, dice=dice)

    def _total_row(self, row: str, points: tuple[int, ...], across: tuple[int, ...]) -> CardRow:
        """Return the row of a total with its arithmetic in words."""
        totals = self.whole.ruleset.all_totals
        first_column = self.whole.ruleset.prefix(self.whole.ruleset.columns[0])
        total = totals.get(row) or totals[first_column + row]
        words: tuple[str, ...] = ()
        if not total.steps and total.kind != "extra_yachts":
            words = self.whole.arithmetic(total)
        name = self.whole.name(total) if self.table.several else self.wording.row(row)
        return CardRow(row, name, points, total=True, whats=words, across=across)

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The other games that have much in common with this one, with what differs."""
        if self._base:
            return [compare(self.whole, self._base)]
        return [compare(self.whole, other) for other in self._others if are_kin(self.whole, other)]
