"""The columns of a player in words and numbers.

Their rules, a card that is partly filled, and all sums.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from string import ascii_uppercase

from msgspec import Struct

from sheetgen.booklets.examples import ExampleCard, example_card
from sheetgen.i18n.wording import BETWEEN, Wording, signed, unbroken
from sheetgen.layout.rows import column_sign
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Box, Category, Column, ExampleTurn, Total, boxes_of
from sheetgen.rules.scoring import (
    LegalEntry,
    add_up,
    best_or_else,
    boxes_to_open,
    counts_in,
    legal_entries,
    match_points,
    moment,
    next_boxes,
    runs_of,
    sums_of_columns,
    takes_any,
)

OPEN, SAID = "•", "“”"
"""Marks of boxes that may be filled now, and of those that may be filled if they are announced."""
SIGNS = {
    "down": "↓",
    "up": "↑",
    "free": "↕",
    "inwards": "↓↑",
    "outwards": "↑↓",
    "announced": SAID,
    "named": "»",
    "highest": "^",
}
"""Signs of columns as text, in letters of the font, by their names on sheets."""
_WORSE = 6
"""Points by which an example of a difference takes more away."""
_BELOW = 3
"""Points by which the example of a difference below 0 takes more away than it adds."""
_ROUNDS = 2.5
"""Turns in each column before the example turn."""
_PLAYERS = 3
"""Maximum number of players in the example of match points."""


class Ending(Struct, frozen=True):
    """Box of a column in which a turn can end, with the points of the last roll."""

    sign: str
    column: str
    what: str
    points: int
    best: bool = False
    """Flag: this box is chosen in the example."""


class Equation(Struct, frozen=True):
    """Total with its rule in words, and its arithmetic with the numbers of the example card."""

    name: str
    rule: str
    tokens: tuple[tuple[str, str], ...]
    """Numbers with the names of their rows, and signs with an empty name."""
    result: str
    note: str = ""

    @property
    def said(self) -> str:
        """The arithmetic as a line of text: ``(26 − 8) × 3 = 54``."""
        words = [text for text, _ in self.tokens]
        return " ".join((*words, self.result)).replace("( ", "(").replace(" )", ")")


class Standing(Struct, frozen=True):
    """Player whose columns are compared with those of others."""

    name: str
    totals: tuple[tuple[int, bool], ...]
    """Total of each column, and whether it wins that column."""
    points: int
    """Match points for all columns."""


def quoted(wording: Wording, names: Iterable[str]) -> str:
    """Return names as choices, each in quotation marks."""
    return wording.catalog.either(
        wording.catalog.text("booklet", "“%(name)s”", name=name) for name in names
    )


def rows_for_any_roll(wording: Wording) -> str:
    """Return the names of the rows that take every roll and are never a 0, as choices.

    Empty if there are none.
    """
    dice = wording.ruleset.dice
    names = []
    for category in wording.ruleset.categories.values():
        if takes_any(category.pattern, dice):
            names.append(wording.name(category))
    return quoted(wording, names)


class Columns:
    """Columns of a game in one language.

    Without several columns, the rules, options and equations are empty.
    """

    def __init__(self, whole: Wording) -> None:
        self.wording, self.ruleset = whole, whole.ruleset
        self.text, self.several = whole.catalog.text, len(whole.ruleset.columns) > 1

    @cached_property
    def card(self) -> ExampleCard:
        """A finished card of all columns."""
        return example_card(self.ruleset)

    @cached_property
    def started(self) -> Mapping[str, int]:
        """Card after the first turns, on which the example turn is played.

        An empty one for a single column.
        """
        example_turn = self.ruleset.booklet.turn
        if example_turn:
            return example_turn.filled
        if not self.several:
            return {}
        # of a small card, half is left for the example turn
        most = len(self.card.turns) // 2
        count = min(most, int(_ROUNDS * len(self.ruleset.columns)))
        return {turn.box: turn.points for turn in self.card.turns[:count]}

    # who wins

    def is_help(self, total: Total) -> bool:
        """Check whether a total decides nothing, as it adds up columns that are won one by one."""
        return self.ruleset.winner.by == "columns" and total.across

    @cached_property
    def standings(self) -> list[Standing]:
        """Up to three players with their column totals and match points.

        The first has the card of the examples, the others its columns in another order. Empty
        where the total decides.
        """
        game = self.ruleset
        if game.winner.by != "columns":
            return []
        players = min(_PLAYERS, game.players.max or _PLAYERS)
        cards = [self._with_columns_moved(places) for places in range(players)]
        standings = []
        for number, (*of_columns, more) in enumerate(match_points(game, cards)):
            sums = sums_of_columns(game, cards[number])
            name = self.text("booklet", "Player %(letter)s", letter=ascii_uppercase[number])
            won = map(bool, of_columns)
            totals = tuple(zip(sums, won, strict=True))
            standings.append(Standing(name, totals, sum(of_columns) + more))
        return standings

    def _with_columns_moved(self, places: int) -> dict[str, int]:
        """Return the totals of the example card, each column's those of a later one."""
        game, columns = self.ruleset, self.ruleset.columns
        card: dict[str, int] = {}
        for place, column in enumerate(columns):
            other = columns[(place + places) % len(columns)]
            for part in game.addends["total"]:
                inner = part.removeprefix(game.prefix(column))
                if part.startswith(game.prefix(column)):
                    card[part] = self.card.totals[game.prefix(other) + inner]
        return card

    @property
    def sweep(self) -> str:
        """Sentence with the match points of a player who wins all columns; empty without more."""
        game = self.ruleset
        if not game.winner.sweep:
            return ""
        card = self._with_columns_moved(0)
        points, *_ = match_points(game, [card, dict.fromkeys(card, -1)])
        return self.text(
            "booklet",
            "Whoever wins all columns gets %(sum)s.",
            sum=unbroken(f"{' + '.join(map(str, points))} = {sum(points)}"),
        )

    def sign(self, column: Column) -> str:
        """Return the sign of a column, as on the sheet.

        Its order or announcing, else its rolls, factor or worth.
        """
        sign = column_sign(column, self.ruleset.columns)
        return SIGNS.get(sign, sign) or str(column.worth or SIGNS["free"])

    @property
    def lead(self) -> tuple[str, str]:
        """Number of columns and of turns: the bold lead, and the remaining sentences."""
        columns, text = len(self.ruleset.columns), self.text
        rows, turns = len(self.ruleset.categories), len(self.ruleset.boxes)
        said = text(
            "booklet",
            "Every row is filled once in each of them: %(product)s turns. After a roll you choose "
            "a row and a column.",
            product=unbroken(f"{columns} × {rows} = {turns}"),
        )
        number = self.wording.number_word(columns)
        return text("booklet", "Each player has %(number)s columns.", number=number), said

    @property
    def rules(self) -> list[tuple[str, str, str]]:
        """Sign, name and rule of each column."""
        if not self.several:
            return []
        return [
            (self.sign(column), self.wording.column_name(column), " ".join(self._rules(column)))
            for column in self.ruleset.columns
        ]

    def _rules(self, column: Column) -> Iterator[str]:
        """Yield the order of a column, its naming, its rolls, and how it counts."""
        text = self.text
        yield self._order(column)
        yield from self._opening(column)
        if column.announced is not None:
            yield from self._naming(column, column.announced)
        yield from self._rolls(column)
        if column.only:
            yield from self._only_best(column)
        if column.factor > 1:
            yield text("booklet", "Its total counts %(n)s times.", n=column.factor)
        if column.worth:
            points = self.points_in_words(column.worth, match=True)
            yield text("booklet", "The highest total in it earns %(n)s.", n=points)

    def _opening(self, column: Column) -> Iterator[str]:
        """Yield when a column opens, if it is not open from the start."""
        if column.opens:
            yield self.text(
                "booklet",
                "It opens once %(n)s boxes of other columns are full.",
                n=boxes_to_open(self.ruleset, column),
            )

    def _naming(self, column: Column, latest: int) -> Iterator[str]:
        """Yield who names the row of a column, when, and what it means."""
        if column.named_by:
            yield from self._named_by_others(latest)
        else:
            yield from self._announcing(latest)

    def _rolls(self, column: Column) -> Iterator[str]:
        """Yield which rolls score in a column, if not all do."""
        text = self.text
        if column.rolls == 1:
            yield text("booklet", "Only the first roll scores here; later, only a 0.")
        elif column.rolls:
            yield text(
                "booklet", "Only the first %(n)s rolls score here; later, only a 0.", n=column.rolls
            )
        names = rows_for_any_roll(self.wording)
        if column.rolls and column.rolls < self.ruleset.dice.rolls and names:
            yield text("booklet", "A later roll cannot go into %(names)s.", names=names)

    def _order(self, column: Column) -> str:
        """Return the order in which a column is filled."""
        text, name = self.text, self.wording.name
        rows = [*self.ruleset.categories.values()]
        words = {"first": name(rows[0]), "last": name(rows[-1])}
        match column.fill:
            case "down":
                return text(
                    "booklet",
                    "From the top: “%(first)s” first, “%(last)s” last. Skip no row.",
                    **words,
                )
            case "up":
                return text(
                    "booklet",
                    "From the bottom: “%(last)s” first, “%(first)s” last. Skip no row.",
                    **words,
                )
            case "inwards":
                return text(
                    "booklet",
                    "From both ends: “%(first)s” downwards and “%(last)s” upwards.",
                    **words,
                )
            case "outwards":
                middle = next(place for place, row in enumerate(rows) if row.id == column.middle)
                return text(
                    "booklet",
                    "From the middle: “%(up)s” upwards and “%(down)s” downwards.",
                    up=name(rows[middle]),
                    down=name(rows[min(middle + 1, len(rows) - 1)]),
                )
        return text("booklet", "Any open row, in any order.")

    def _announcing(self, latest: int) -> Iterator[str]:
        """Yield what is announced in a column, when, and what happens if it fails."""
        if latest:
            yield self.text("booklet", "Name the row after roll %(n)s at the latest.", n=latest)
        else:
            yield self.text("booklet", "Name the row before you roll.")
        yield self.text(
            "booklet",
            "Then the turn must end in it. If it fails, write what the dice are worth there, even "
            "a 0. Say nothing, and this column is closed for the turn.",
        )

    def _named_by_others(self, latest: int) -> Iterator[str]:
        """Yield what the player before names in a column, when, and what it means."""
        if latest:
            yield self.text(
                "booklet",
                "The player before you names the row, after roll %(n)s at the latest.",
                n=latest,
            )
        else:
            yield self.text("booklet", "The player before you names the row, before you roll.")
        yield self.text(
            "booklet",
            "Then your turn must end in it, even with a 0. Without a name, this column is closed "
            "for the turn.",
        )

    def _only_best(self, column: Column) -> Iterator[str]:
        """Yield that a column takes only the best points of a box, with an example."""
        game, name = self.ruleset, self.wording.name
        category = [*game.categories.values()][-1]
        best, other = best_or_else(game, column, category)
        yield self.text(
            "booklet",
            "Each box takes only its highest score: “%(box)s” %(best)s, and anything else is "
            "%(other)s.",
            box=name(category),
            best=best,
            other=other,
        )
        for low in game.categories.values():
            if boxes_of(low)[0].id in game.taken_away:
                lowest, highest = best_or_else(game, column, low)
                yield self.text(
                    "booklet",
                    "“%(box)s” takes only its lowest, %(best)s, and anything else is %(other)s.",
                    box=name(low),
                    best=lowest,
                    other=highest,
                )

    def figures(self, number: int) -> str:
        """Return a number as the full sheet has it.

        With the thousands apart, and a wide minus sign.
        """
        return signed(self.wording.catalog.number(number))

    def points_in_words(self, number: int, *, match: bool = False) -> str:
        """Return a number of points, or of match points, in words."""
        plural = self.wording.catalog.plural
        if match:
            return plural("points", "%(n)s match point", "%(n)s match points", number)
        return plural("points", "%(n)s point", "%(n)s points", number)

    @property
    def started_rows(self) -> list[tuple[Category, list[str]]]:
        """Rows of the started card.

        In each column its points, a mark of an open box, or nothing.
        """
        open_boxes = {box.id for box in next_boxes(self.ruleset, self.started)}
        rows = []
        for category in self.ruleset.categories.values():
            marks = []
            for column in self.ruleset.columns:
                boxes = self.ruleset.boxes_in(column, category)
                marks.append(" ".join(self._mark(box, open_boxes) for box in boxes))
            rows.append((category, marks))
        return rows

    def _mark(self, box: Box, open_boxes: Collection[str]) -> str:
        """Return what the started card shows in a box."""
        if box.id in self.started:
            return signed(self.started[box.id])
        if box.id not in open_boxes:
            return ""
        return OPEN if box.column.announced is None else SAID

    @property
    def key(self) -> list[tuple[str, str]]:
        """Meanings of the marks on the started card."""
        key = []
        for points in [*self.started.values()][:1]:
            key.append((signed(points), self.text("booklet", "written")))
        key.append((OPEN, self.text("booklet", "open now")))
        if any(column.announced is not None for column in self.ruleset.columns):
            key.append((SAID, self.text("booklet", "open, if you say so")))
        if any(len({box.category for box in run}) > 1 for run in runs_of(self.ruleset)):
            key.append(("", self.text("booklet", "must wait")))
        return key

    # where a turn can end

    def options(self, turn: ExampleTurn) -> tuple[list[Ending], list[Ending]]:
        """Return the ends of a turn in columns without announcing, and that in an announced box."""
        if not self.several:
            return [], []
        ruleset = self.ruleset
        now = moment(ruleset, turn.filled, number=len(turn.throws))
        entries = legal_entries(ruleset, turn.throws[-1].roll, now)
        points = {box: entry.points[-1] for box, entry in entries.items()}
        options: list[Ending] = []
        for column in ruleset.columns:
            if column.announced is not None:
                continue
            is_late = not counts_in(column, ruleset.dice, now)
            for box in self._boxes_to_show(column, points, turn.box):
                is_chosen = box == turn.box
                options.append(self._option(box, entries[box], best=is_chosen, late=is_late))
        announced: list[Ending] = []
        if ruleset.boxes[turn.box].column.announced is not None:
            announced.append(self._option(turn.box, entries[turn.box], best=True))
        return options, announced

    def _boxes_to_show(self, column: Column, points: Mapping[str, int], chosen: str) -> list[str]:
        """Return the boxes of a column in which a turn can end.

        These are all in a column with an order, else the best one.
        """
        boxes = [box for box in points if self.ruleset.boxes[box].column == column]
        if column.fill != "any" or not boxes:
            return boxes
        most = max(points[box] for box in boxes)
        best = [box for box in boxes if points[box] == most]
        return [chosen] if chosen in best else best[:1]

    def _option(
        self, where: str, entry: LegalEntry, *, best: bool = False, late: bool = False
    ) -> Ending:
        """Return the end of a turn in a box, which is too late for points or not.

        A bonus for a further Yacht is beside the name of the box.
        """
        box = self.ruleset.boxes[where]
        what = self.wording.name(box.category)
        if late:
            what = self.text(
                "booklet", "from roll %(n)s on only a 0", n=(box.column.rolls or 0) + 1
            )
        elif box.column.fill != "any":
            what = self.text("booklet", "next is “%(box)s”", box=what)
        if entry.bonus:
            what = f"{what}{BETWEEN}+{entry.bonus}"
        name = self.wording.column_name(box.column)
        return Ending(self.sign(box.column), name, what, entry.points[-1], best)

    # sums

    @cached_property
    def equations(self) -> list[Equation]:
        """All totals of the first column, then those across columns, each once.

        None for a game with one column.
        """
        if not self.several:
            return []
        game = self.ruleset
        prefix = game.prefix(game.columns[0])
        of_first_column, across = [], []
        for total in game.all_totals.values():
            if total.id.startswith(prefix):
                of_first_column.append(total)
            if game.declared.get(total.id, total).across and not self.is_help(total):
                across.append(total)
        equations: list[Equation] = []
        for total in (*of_first_column, *across):
            equations += self._equations(total)
        return equations

    def _equations(self, total: Total) -> Iterator[Equation]:
        """Yield the arithmetic of a total on the example card; several for a difference."""
        values = {**{turn.box: turn.points for turn in self.card.turns}, **self.card.totals}
        parts = self.ruleset.addends[total.id]
        name, rule = self.wording.name(total), self.wording.arithmetic(total)[0]
        addends = [values[part] for part in parts]
        if total.kind == "difference":
            yield from self._differences(total, addends)
            return
        result = self.figures(values[total.id])
        if total.kind in ("threshold", "count"):
            amount = sum(addends)
            if total.kind == "count":
                amount = sum(1 for addend in addends if addend)
            start = self.figures(amount), " + ".join(map(self.wording.part, total.of))
            yield Equation(name, rule, (start, ("→", "")), result)
            return
        tokens: list[tuple[str, str]] = []
        if total.kind == "extra_yachts":
            tokens = self._further_yachts()
        for part, times in Counter(parts).items():
            if tokens:
                tokens.append(("+", ""))
            tokens.append((self.figures(values[part]), self._label(part, total)))
            if times > 1:
                tokens += [("×", ""), (str(times), "")]
        yield Equation(name, rule, (*tokens, ("=", "")), result)

    def _further_yachts(self) -> list[tuple[str, str]]:
        """Return the bonuses for further Yachts of the example card, each with its column."""
        tokens: list[tuple[str, str]] = []
        for turn in self.card.turns:
            if turn.bonus:
                column = self.wording.column_name(self.ruleset.boxes[turn.box].column)
                tokens += [("+", ""), (self.figures(turn.bonus), column)]
        return tokens[1:] or [(self.figures(0), "")]

    def _label(self, part: str, total: Total) -> str:
        """Return the name of an addend: of its row, or of its column in a total across columns."""
        if total.across:
            for column in self.ruleset.columns:
                if part.startswith(self.ruleset.prefix(column)):
                    return self.wording.column_name(column)
        box = self.ruleset.boxes.get(part)
        return self.wording.name(box.category if box else self.ruleset.all_totals[part])

    def _differences(self, total: Total, values: Sequence[int]) -> Iterator[Equation]:
        """Yield a difference on the example card, with more taken away, with 0, and below 0."""
        text, name_of = self.text, self.wording.part
        factors, addends = [], [*values]
        if total.times:
            factors = [addends.pop()]
        added, taken = addends[: -total.taken], addends[-total.taken :]
        high, low = name_of(total.of[0]), name_of(total.minus[0])

        note = text(
            "booklet",
            "Write a high roll in “%(high)s” and a low one in “%(low)s”.",
            high=high,
            low=low,
        )
        yield self._difference(total, added, taken, factors, note)

        worse = [min(taken[0] + _WORSE, max(self._values(total.minus[0]))), *taken[1:]]
        result = add_up(total, [*added, *taken, *factors])
        cost = result - add_up(total, [*added, *worse, *factors])
        note = text(
            "booklet",
            "If “%(low)s” were %(n)s higher: that costs %(points)s.",
            low=low,
            n=worse[0] - taken[0],
            points=self.points_in_words(cost),
        )
        yield self._difference(total, added, worse, factors, note)

        if total.times and 0 in self._values(total.times):
            note = text(
                "booklet",
                "If “%(times)s” held a 0: all is lost.",
                times=name_of(total.times),
            )
            yield self._difference(total, added, taken, [0], note)

        if total.least is None:
            note = text(
                "booklet",
                "If “%(high)s” were below “%(low)s”: points are lost.",
                high=high,
                low=low,
            )
            lower = [0] * (len(taken) - 1)
            yield self._difference(total, taken, [sum(taken) + _BELOW, *lower], factors, note)

    def _difference(
        self,
        total: Total,
        added: Sequence[int],
        taken: Sequence[int],
        factors: Sequence[int],
        note: str,
    ) -> Equation:
        """Return a difference with these numbers; it has one factor, or none."""
        high, low = self.wording.part(total.of[0]), self.wording.part(total.minus[0])
        tokens: list[tuple[str, str]] = []
        for number in added:
            tokens += [("+", ""), (self.figures(number), high)]
        for number in taken:
            tokens += [("−", ""), (self.figures(number), low)]
        tokens = tokens[1:]  # no sign before the first number
        for factor in factors:
            times = self.figures(factor), self.wording.part(total.times)
            tokens = [("(", ""), *tokens, (")", ""), ("×", ""), times]
        name, rule = self.wording.name(total), self.wording.difference(total)
        result = self.figures(add_up(total, [*added, *taken, *factors]))
        return Equation(name, rule, (*tokens, ("=", "")), result, note)

    def _values(self, part: str) -> Sequence[int]:
        boxes = self.ruleset.boxes_with(part) if part in self.ruleset.categories else ()
        return possible_values(self.ruleset, boxes[0].id) if boxes else (0, 99)
