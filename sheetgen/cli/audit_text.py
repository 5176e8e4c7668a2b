"""What was found on cards, printed for people: tables, findings in words, and who won."""

import sys
from collections.abc import Iterable, Sequence

from rich.box import ASCII, SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sheetgen.checker.finding import CardAudit, PlaceMark, Ranking, marks, rank
from sheetgen.documents.card_checks import verdict
from sheetgen.errors import escaped
from sheetgen.i18n.report import Report, shortened
from sheetgen.rules.history import Turn

_COLUMN = 12
"""The least width of a player's column, in letters."""
_WRONG = "bold red"


def print_audits(report: Report, audits: Sequence[CardAudit], orders: Sequence[tuple[Turn, ...] | None] | None) -> None:
    """Print the cards, everything that was found on them, the ranking and, if asked for, an order of play."""
    screen = _Screen(report)
    wide = max(1, (screen.console.width - screen.label_width) // _COLUMN)
    for first in range(0, len(audits), wide):
        screen.cards(audits[first : first + wide])
    for audit in audits:
        screen.verdict(audit, named=len(audits) > 1)
    if len(audits) > 1:
        screen.ranking(audits, rank(report.wording.ruleset, audits))
    for audit, order in zip(audits, orders or (), strict=False):
        screen.order(audit, order, named=len(audits) > 1)


class _Screen:
    """A terminal, or whatever stands in for one."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.console.width = max(self.console.width, self.label_width + _COLUMN)  # COLUMNS may say 0
        self._encoding = sys.stdout.encoding or "ascii"
        plain = self._encoding.lower().replace("-", "") not in ("utf8", "utf16")
        self._arrow, self._box = ("->", ASCII) if plain else ("→", SIMPLE_HEAD)

    @property
    def label_width(self) -> int:
        """The width of the column with the names of the rows, in letters."""
        return max(map(len, map(self.report.place, self.report.wording.ruleset.rows))) + 2

    def say(self, text: str, style: str = "") -> None:
        """Print one line, however long."""
        self.console.print(self._text(text, style), soft_wrap=True)

    def _text(self, text: str, style: str = "") -> Text:
        """The text in letters that the terminal has, others as escapes, so that columns keep their width."""
        text = escaped(text)
        return Text(text.encode(self._encoding, "backslashreplace").decode(self._encoding), style)

    def cards(self, audits: Sequence[CardAudit]) -> None:
        """The cards beside each other; where something is mended, an arrow leads to what is right."""
        heads = [shortened(audit.card.name) for audit in audits]
        marked = [marks(audit) for audit in audits]
        rows = (
            [self._text(self.report.place(where)), *(self._cell(card[where]) for card in marked)]
            for where in self.report.wording.ruleset.rows
        )
        self._table([self.report.wording.title, *heads], rows)

    def _cell(self, mark: PlaceMark) -> Text:
        written = shortened(mark.written)
        if mark.wrong:
            return self._text(f"{written} {self._arrow} {mark.right}".strip(), _WRONG)
        return self._text(f"({mark.right})", "dim") if mark.right else self._text(written)

    def _table(self, heads: Sequence[str], rows: Iterable[Sequence[Text]], first_number: int = 1) -> None:
        table = Table(box=self._box, show_edge=False, pad_edge=False)
        for at, head in enumerate(heads):
            first = at == 0
            table.add_column(
                self._text(head), justify="right" if at >= first_number else "left", no_wrap=first,
                min_width=self.label_width - 2 if first and first_number == 1 else None, overflow="fold",
            )  # fmt: skip
        for row in rows:
            table.add_row(*row)
        with self.console.capture() as captured:
            self.console.print(table)
        print("\n".join(line.rstrip() for line in captured.get().splitlines()))

    def verdict(self, audit: CardAudit, named: bool) -> None:
        """Whether a card is right, and everything that is not."""
        name, said_of = shortened(audit.card.name) if named else "", self.report.wording.catalog.said_of
        *findings, last = verdict(self.report, audit)
        for finding in findings:
            self.say(f"- {said_of(name, finding)}", _WRONG)
        self.say(said_of(name, last))

    def ranking(self, audits: Sequence[CardAudit], ranking: Ranking) -> None:
        """Who won, and whether mending changes that."""
        message = self.report.wording.catalog.message
        names = [shortened(audit.card.name) for audit in audits]
        self.console.print()
        for place, player in ranking.places:
            more = f" ({self.report.match_points(ranking.match_points[player])})" if ranking.match_points else ""
            self.say(f"{place}. {names[player]} {audits[player].total}{more}")
        for player in ranking.unclear:
            self.say(f"?  {names[player]}")
        before, after = (
            self.report.wording.catalog.both(names[player] for player in players)
            for players in (ranking.written_winners, ranking.winners)
        )
        if ranking.changes:
            words = message("The winner changes: %(after)s, not %(before)s.", after=after, before=before)
            self.say(words, _WRONG)
        elif not ranking.winners:
            self.say(message("The winner is unknown until every total is clear."))
        elif not all(audit.valid for audit in audits):
            self.say(message("The winner stays: %(after)s.", after=after))

    def order(self, audit: CardAudit, order: tuple[Turn, ...] | None, named: bool) -> None:
        """An order of play that leads to the card as it should be, turn by turn."""
        text, message = self.report.wording.catalog.text, self.report.wording.catalog.message
        self.console.print()
        name = shortened(audit.card.name) if named else ""
        said = message("one order of play that leads to this card:")
        if order == ():
            said = message("whether an order of play leads to this card takes too long to find out")
        elif order is None:
            said = message("no order of play can be shown; what was found above says why")
        self.say(self.report.wording.catalog.said_of(name, said))
        if not order:
            return
        heads = [text("explain", "Turn"), text("explain", "Dice"), text("explain", "Box"), text("explain", "Points")]
        rows = ([self._text(cell) for cell in self._turn(number, turn)] for number, turn in enumerate(order, 1))
        self._table(heads, rows, first_number=3)

    def _turn(self, number: int, turn: Turn) -> tuple[str, ...]:
        points = f"{turn.points} + {turn.bonus}" if turn.bonus else str(turn.points)
        dice = " ".join(map(str, turn.roll.dice))
        if turn.number > 1:
            dice = self.report.wording.catalog.message("%(dice)s on roll %(n)s", dice=dice, n=turn.number)
        elif turn.first_roll:
            dice = self.report.wording.catalog.message("%(dice)s on the first roll", dice=dice)
        return str(number), dice, self.report.place(turn.box), points
