"""The columns of a player in words and numbers.

Their rules, a card that is partly filled, and all sums.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from sheetgen.booklets.examples import ExampleCard, example_card
from sheetgen.i18n.wording import Wording, signed
from sheetgen.layout.rows import column_sign
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Box, Category, Column, ExampleTurn, Total
from sheetgen.rules.scoring import (
    add_up,
    counts_in,
    legal_entries,
    moment,
    next_boxes,
    runs_of,
    takes_any,
)

OPEN, SAID = "•", "“”"
"""Marks of boxes that may be filled now, and of those that may be filled if they are announced."""
SIGNS = {"down": "↓", "up": "↑", "free": "↕", "inwards": "↓↑", "outwards": "↑↓", "announced": SAID}
"""Signs of columns as text, by their names on sheets."""
_WORSE, _ROUNDS = 6, 2.5
"""Points by which an example of a difference takes more away, and the turns in each column of the
example card."""


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
        return (
            " ".join((*(text for text, _ in self.tokens), self.result))
            .replace("( ", "(")
            .replace(" )", ")")
        )


def quoted(wording: Wording, names: Iterable[str]) -> str:
    """Return names as choices, each in quotation marks."""
    return wording.catalog.either(
        wording.catalog.text("booklet", "“%(name)s”", name=name) for name in names
    )


def rows_for_any_roll(wording: Wording) -> str:
    """Return the names of the rows that take every roll and are never a 0, as choices.

    Empty if there are none.
    """
    dice, rows = wording.ruleset.dice, wording.ruleset.categories.values()
    return quoted(
        wording,
        (wording.name(each) for each in rows if takes_any(each.pattern, dice.count, dice.sides)),
    )


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
        turn, columns = self.ruleset.booklet.turn, self.ruleset.columns
        if turn or not self.several:
            return turn.filled if turn else {}
        return {each.box: each.points for each in self.card.turns[: int(_ROUNDS * len(columns))]}

    def sign(self, column: Column) -> str:
        """Return the sign of a column, as on the sheet.

        Its order or announcing, else its rolls, factor or worth.
        """
        sign = column_sign(column, self.ruleset.columns)
        return SIGNS.get(sign, sign) or str(column.worth or SIGNS["free"])

    @property
    def lead(self) -> tuple[str, str]:
        """Number of columns and of turns: the bold lead, and the remaining sentences."""
        each, rows, text = self.ruleset.columns, len(self.ruleset.categories), self.text
        said = text(
            "booklet",
            "Every row is filled once in each of them: %(columns)s × %(rows)s = %(turns)s turns. "
            "After a roll you choose a row and a column.",
            columns=len(each),
            rows=rows,
            turns=len(self.ruleset.boxes),
        )
        number = self.wording.number_word(len(each))
        return text("booklet", "Each player has %(number)s columns.", number=number), said

    @property
    def rules(self) -> list[tuple[str, str, str]]:
        """Sign, name and rule of each column."""
        columns = self.ruleset.columns if self.several else ()
        return [
            (self.sign(each), self.wording.column_name(each), " ".join(self._rules(each)))
            for each in columns
        ]

    def _rules(self, column: Column) -> Iterator[str]:
        """Yield the order of a column, its announcing, its rolls, and how it counts."""
        yield self._order(column)
        text = self.text
        if column.announced is not None:
            yield from self._announcing(column.announced)
        if column.rolls:
            one = text("booklet", "Only the first roll scores here; later, only a 0.")
            rolls = text(
                "booklet", "Only the first %(n)s rolls score here; later, only a 0.", n=column.rolls
            )
            yield one if column.rolls == 1 else rolls
            if column.rolls < self.ruleset.dice.rolls and (
                names := rows_for_any_roll(self.wording)
            ):
                yield text("booklet", "A later roll cannot go into %(names)s.", names=names)
        if column.factor > 1:
            yield text("booklet", "Its total counts %(n)s times.", n=column.factor)
        if column.worth:
            yield text(
                "booklet",
                "The highest total in it earns %(n)s.",
                n=self.points(column.worth, match=True),
            )

    def _order(self, column: Column) -> str:
        """Return the order in which a column is filled."""
        text, name = self.text, self.wording.name
        first, *_, last = rows = [*self.ruleset.categories.values()]
        words = {"first": name(first), "last": name(last)}
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
                words = {
                    "up": name(rows[middle]),
                    "down": name(rows[min(middle + 1, len(rows) - 1)]),
                }
                return text(
                    "booklet",
                    "From the middle: “%(up)s” upwards and “%(down)s” downwards.",
                    **words,
                )
        return text("booklet", "Any open row, in any order.")

    def _announcing(self, latest: int) -> Iterator[str]:
        """Yield what is announced in a column, when, and what happens if it fails."""
        text, before = self.text, self.text("booklet", "Name the row before you roll.")
        after = text("booklet", "Name the row after roll %(n)s at the latest.", n=latest)
        yield after if latest else before
        yield text(
            "booklet",
            "Then the turn must end in it. If it fails, write what the dice are worth there, even "
            "a 0. Say nothing, and this column is closed for the turn.",
        )

    def number(self, number: int) -> str:
        """Return a number as the full sheet has it.

        With the thousands apart, and a wide minus sign.
        """
        return signed(self.wording.catalog.number(number))

    def points(self, number: int, *, match: bool = False) -> str:
        """Return a number of points, or of match points, in words."""
        plural = self.wording.catalog.plural
        if match:
            return plural("points", "%(n)s match point", "%(n)s match points", number)
        return plural("points", "%(n)s point", "%(n)s points", number)

    @property
    def picture(self) -> list[tuple[Category, list[str]]]:
        """Rows of the started card.

        In each column its points, a mark of an open box, or nothing.
        """
        ruleset, opens = (
            self.ruleset,
            {box.id: box for box in next_boxes(self.ruleset, self.started)},
        )

        def shown(box: Box) -> str:
            if box.id in self.started:
                return str(self.started[box.id])
            return "" if box.id not in opens else OPEN if box.column.announced is None else SAID

        columns, boxes, rows = ruleset.columns, ruleset.boxes_in, ruleset.categories.values()
        return [
            (each, [" ".join(map(shown, boxes(column, each))) for column in columns])
            for each in rows
        ]

    @property
    def key(self) -> list[tuple[str, str]]:
        """Meanings of the marks in the picture."""
        said = any(column.announced is not None for column in self.ruleset.columns)
        waits = any(len({box.category for box in run}) > 1 for run in runs_of(self.ruleset))
        key = [(OPEN, self.text("booklet", "open now"))]
        key += [(SAID, self.text("booklet", "open, if you say so"))] * said
        written = [(str(each), self.text("booklet", "written")) for each in self.started.values()][
            :1
        ]
        return [*written, *key, *[("", self.text("booklet", "must wait"))] * waits]

    # where a turn can end

    def options(self, turn: ExampleTurn) -> tuple[list[Ending], list[Ending]]:
        """Return the ends of a turn in columns without announcing, and that in an announced box."""
        ruleset, said = self.ruleset, self.ruleset.boxes[turn.box]
        now = moment(ruleset, turn.filled, number=len(turn.throws))
        entries = legal_entries(ruleset, turn.throws[-1].roll, now)
        options = []
        for column in ruleset.columns if self.several else ():
            here = {
                box: each.points[-1]
                for box, each in entries.items()
                if ruleset.boxes[box].column == column
            }
            if column.announced is None and here:
                most = max(here.values())
                boxes = [
                    box for box, points in here.items() if points == most or column.fill != "any"
                ]
                chosen = turn.box if turn.box in boxes else boxes[0]
                shown = boxes if column.fill != "any" else [chosen]
                late = not counts_in(column, ruleset.dice, now)
                options += [
                    self._option(box, here[box], best=box == turn.box, late=late) for box in shown
                ]
        called = self.several and said.column.announced is not None
        return options, [
            self._option(said.id, entries[said.id].points[-1], best=True)
        ] if called else []

    def _option(self, where: str, points: int, *, best: bool = False, late: bool = False) -> Ending:
        box = self.ruleset.boxes[where]
        name, again = self.wording.name(box.category), box.column.fill != "any"
        what = self.text("booklet", "next is “%(box)s”", box=name) if again else name
        what = (
            self.text("booklet", "from roll %(n)s on only a 0", n=(box.column.rolls or 0) + 1)
            if late
            else what
        )
        return Ending(
            self.sign(box.column), self.wording.column_name(box.column), what, points, best
        )

    # sums

    @cached_property
    def equations(self) -> list[Equation]:
        """All totals of the first column, then those across columns, each once.

        None for a game with one column.
        """
        if not self.several:
            return []
        prefix, totals = (
            self.ruleset.prefix(self.ruleset.columns[0]),
            self.ruleset.all_totals.values(),
        )
        across = [total for total in totals if self.ruleset.declared.get(total.id, total).across]
        inner = [total for total in totals if total.id.startswith(prefix)]
        return [each for total in (*inner, *across) for each in self._equations(total)]

    def _equations(self, total: Total) -> Iterator[Equation]:
        values = {**{turn.box: turn.points for turn in self.card.turns}, **self.card.totals}
        parts = self.ruleset.addends[total.id]
        rule = self.wording.arithmetic(total)[0]
        if total.kind == "difference":
            yield from self._differences(total, [values[part] for part in parts])
            return
        if total.kind in ("threshold", "count"):
            amounts = [values[part] for part in parts]
            amount = sum(amounts) if total.kind == "threshold" else sum(map(bool, amounts))
            start = self.number(amount), " + ".join(map(self.wording.part, total.of))
            yield Equation(
                self.wording.name(total), rule, (start, ("→", "")), self.number(values[total.id])
            )
            return
        tokens = []
        for part, times in Counter(parts).items():
            factor = [("×", ""), (str(times), "")] if times > 1 else []
            tokens += [("+", ""), (self.number(values[part]), self._label(part, total)), *factor]
        yield Equation(
            self.wording.name(total), rule, (*tokens[1:], ("=", "")), self.number(values[total.id])
        )

    def _label(self, part: str, total: Total) -> str:
        """Return the name of an addend: of its row, or of its column in a total across columns."""
        row = self.ruleset.boxes.get(part)
        column = next(
            (each for each in self.ruleset.columns if part.startswith(self.ruleset.prefix(each))),
            None,
        )
        if total.across and column:
            return self.wording.column_name(column)
        return self.wording.name(row.category if row else self.ruleset.all_totals[part])

    def _differences(self, total: Total, values: Sequence[int]) -> Iterator[Equation]:
        """Yield a difference on the example card, with more taken away, with 0, and below 0."""
        text, name, rule, parts = (
            self.text,
            self.wording.name,
            self.wording.difference(total),
            self.wording.part,
        )
        *inner, factor = values if total.times else (*values, 1)
        first, taken = inner[: -total.taken], inner[-total.taken :]
        high, low, times = (
            parts(total.of[0]),
            parts(total.minus[0]),
            parts(total.times) if total.times else "",
        )

        def made(first: Sequence[int], taken: Sequence[int], factor: int, note: str) -> Equation:
            marks = [*(("+", high, each) for each in first), *(("−", low, each) for each in taken)]
            tokens = [
                token
                for sign, label, each in marks
                for token in ((sign, ""), (self.number(each), label))
            ][1:]
            more = (
                [("(", ""), *tokens, (")", ""), ("×", ""), (self.number(factor), times)]
                if total.times
                else tokens
            )
            result = add_up(total, [*first, *taken, *([factor] if total.times else [])])
            return Equation(name(total), rule, (*more, ("=", "")), self.number(result), note)

        def worth(*amounts: Sequence[int]) -> int:
            return add_up(
                total,
                [each for amount in amounts for each in amount] + [factor] * bool(total.times),
            )

        yield made(
            first,
            taken,
            factor,
            text(
                "booklet",
                "Write a high roll in “%(high)s” and a low one in “%(low)s”.",
                high=high,
                low=low,
            ),
        )
        worse = [min(taken[0] + _WORSE, max(self._values(total.minus[0]))), *taken[1:]]
        cost = worth(first, taken) - worth(first, worse)
        yield made(
            first,
            worse,
            factor,
            text(
                "booklet",
                "If “%(low)s” were %(n)s higher: that costs %(points)s.",
                low=low,
                n=worse[0] - taken[0],
                points=self.points(cost),
            ),
        )
        if total.times and 0 in self._values(total.times):
            yield made(
                first,
                taken,
                0,
                text("booklet", "If “%(times)s” held nothing: all is lost.", times=times),
            )
        under = [sum(taken) + 3, *[0] * (len(taken) - 1)]
        if total.least is None:
            said = text(
                "booklet",
                "If “%(high)s” were below “%(low)s”: points are lost.",
                high=high,
                low=low,
            )
            yield made(taken, under, factor, said)

    def _values(self, part: str) -> Sequence[int]:
        boxes = self.ruleset.boxes_with(part) if part in self.ruleset.categories else ()
        return possible_values(self.ruleset, boxes[0].id) if boxes else (0, 99)
