"""Answers to checks: options of `check`, findings as text, JSON and CSV; input and output of batches."""

import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer
from msgspec import Struct

from sheetgen.cards.batches import Answered, Explain, Games
from sheetgen.cards.exchange import game_csv, game_json
from sheetgen.checker.finding import CardAudit, PlaceMark, Ranking, marks, rank
from sheetgen.cli import parameters
from sheetgen.cli.output import write_bytes
from sheetgen.documents.card_checks import verdict
from sheetgen.errors import Message, SheetgenError, escaped, reason
from sheetgen.files.input import note_input
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report, shortened
from sheetgen.layout.options import Option
from sheetgen.rules.history import Turn
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import is_path, known_id, known_ids, unknown_ruleset

if TYPE_CHECKING:
    from rich.text import Text

    from sheetgen.scan.column import BoxRead

# Rich is imported where a table is printed: that takes 40 ms or more, which answers for programs do without.


# batches: their games, input and output

STANDARD_INPUT = "-"
"""File name that stands for standard input."""


def games(ruleset: str | None, catalog: Catalog, explain: Explain = None) -> Games:
    """Return the games that the lines of a batch may name; that of --ruleset is the default."""
    default = load_ruleset(ruleset) if ruleset is not None else None
    return Games(lambda name: load_by_name(known_id(name)), catalog, default, explain)


def load_by_name(name: str, file: str = "") -> Ruleset:
    """Load the ruleset that a file or line names, but no ruleset file: a stranger's file may not open others."""
    if name in known_ids():
        return load_ruleset(name)
    raise SheetgenError(
        "%(reason)s; for a game in your own file write --ruleset %(path)s", file=file, reason=unknown_ruleset(name),
        path=shlex.quote(name if is_path(name) else f"./{name}.toml"),
    )  # fmt: skip


def opened(name: str) -> AbstractContextManager[BufferedReader]:
    """Open a file, or standard input for ``-``, for reading bytes."""
    if name == STANDARD_INPUT:
        return nullcontext(standard_input())
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - the caller closes it
        note_input(stream.fileno(), name)
        return stream
    except OSError as error:
        raise SheetgenError("cannot read this file: %(reason)s", file=name, reason=reason(error)) from error


def standard_input() -> BufferedReader:
    """Return standard input as a stream of bytes. Raise SheetgenError if it is closed."""
    if sys.stdin is None:
        raise SheetgenError("standard input is closed; name a file instead")
    with suppress(OSError):  # it has no file number
        note_input(sys.stdin.fileno(), STANDARD_INPUT)
    return cast("BufferedReader", sys.stdin.buffer)


def write_answers(answers: Iterable[Answered]) -> int:
    """Write the answers as they come, and return the exit code."""
    found, came = 0, False
    for content, wrong in answers:
        write_bytes(content)
        came = came or bool(content)
        found += wrong
    if not came:
        raise SheetgenError(
            "nothing came in: there is not one line to answer; give a card or roll on each line", key="--batch"
        )
    return parameters.FOUND if found else parameters.FINE


# options of `check`, and its answers

_PHOTOS = Message("Photos")
Numbers = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=Message("[GAME] [CARD]..."),
        help=Message("Numbers of a card in card order, a card file, or photos; - is standard input."),
    ),
]


class CheckSettings(Struct, frozen=True):
    """Options of the command; None for an option that is not set."""

    card: Numbers = None
    ruleset: parameters.RulesetOrNone = None
    lang: parameters.Lang = None
    total: Annotated[str | None, Option(Message("Grand total on the card."), "N")] = None
    also: Annotated[
        str | None,
        Option(Message("Other totals on the card, such as bonus=35,yacht bonus=200."), Message("NAME=N,...")),
    ] = None
    explain: Annotated[
        bool, typer.Option("--explain", help=Message("Show an order of play that leads to the card."))
    ] = False
    format: Annotated[Literal["text", "json", "csv"] | None, Option(Message("Format of the answer."))] = None
    annotate: Annotated[
        str | None,
        Option(Message("Write the card with its faults marked to this PDF; of a photo also as .png."), Message("FILE")),
    ] = None
    paper: parameters.PaperName = None
    batch: parameters.Batch = None
    force: parameters.Force = False
    players: parameters.Players = None
    names: parameters.Names = ()
    rows: Annotated[
        str | None,
        Option(
            Message(
                "Read another pad with these rows, from the top: names of boxes and totals, - to skip one; or all rows"
                " of a pad: thirteen-upper-total-twice, thirteen-with-bonus-marks, fifteen-with-pairs."
            ), Message("NAME,..."), _PHOTOS,
        ),
    ] = None  # fmt: skip
    label_columns: Annotated[
        int | None, Option(Message("Number of printed columns at the left of another pad."), heading=_PHOTOS)
    ] = None
    sheet: Annotated[
        Path | None, Option(Message("PDF of the sheet on the photo, if its code is not visible."), heading=_PHOTOS)
    ] = None
    ask: Annotated[
        bool, Option(Message("Leave open what is read without certainty, instead of asking for it."), heading=_PHOTOS)
    ] = True
    review: Annotated[
        str | None, Option(Message("Write a page for correcting the reading."), Message("FILE"), _PHOTOS)
    ] = None
    save: Annotated[str | None, Option(Message("Write the reading as a card file."), Message("FILE"), _PHOTOS)] = None


def print_results(
    report: Report,
    audits: Sequence[CardAudit],
    orders: Sequence[tuple[Turn, ...] | None] | None,
    format_: str,
    read: Sequence[Mapping[str, "BoxRead"]] = (),
    picture: str = "",
    *,
    head: bool = True,
) -> None:
    """Print the findings in a format, with the orders of play if there are some, and in JSON with the readings.

    With several pictures each answer names its `picture`, and a CSV has its `head` once.
    """
    if format_ == "text":
        if picture:
            print(escaped(picture))
        print_audits(report, audits, orders)
        return
    if format_ == "json":
        text = game_json(report, audits, orders or [None] * len(audits), read, picture)
    else:
        text = game_csv(report, audits, picture, head=head)
    write_bytes(text.encode("utf-8", "backslashreplace"))


# tables, findings in words, and the winner, for a terminal

_COLUMN = 12
"""Minimum width of a player's column, in letters: a name or a mended value fits."""
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
    """Terminal, or a file instead of one."""

    def __init__(self, report: Report) -> None:
        from rich.box import ASCII, SIMPLE_HEAD
        from rich.console import Console

        self.report = report
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.console.width = max(self.console.width, self.label_width + _COLUMN)  # COLUMNS may say 0
        self._encoding = sys.stdout.encoding or "ascii"
        plain = self._encoding.lower().replace("-", "") not in ("utf8", "utf16")
        self._arrow, self._box = ("->", ASCII) if plain else ("→", SIMPLE_HEAD)

    @property
    def label_width(self) -> int:
        """Width of the column with the names of the rows, in letters."""
        return max(map(len, map(self.report.place, self.report.wording.ruleset.rows))) + 2

    def say(self, text: str, style: str = "") -> None:
        """Print one line, however long."""
        self.console.print(self._text(text, style), soft_wrap=True)

    def _text(self, text: str, style: str = "") -> "Text":
        """Return the text with escapes for letters that the terminal lacks, so that columns keep their width."""
        from rich.text import Text

        text = escaped(text)
        return Text(text.encode(self._encoding, "backslashreplace").decode(self._encoding), style)

    def cards(self, audits: Sequence[CardAudit]) -> None:
        """Print the cards beside each other, with an arrow from a wrong value to the right one."""
        heads = [shortened(audit.card.name) for audit in audits]
        marked = [marks(audit) for audit in audits]
        rows = (
            [self._text(self.report.place(where)), *(self._cell(card[where]) for card in marked)]
            for where in self.report.wording.ruleset.rows
        )
        self._table([self.report.wording.title, *heads], rows)

    def _cell(self, mark: PlaceMark) -> "Text":
        written = shortened(mark.written)
        if mark.wrong:
            return self._text(f"{written} {self._arrow} {mark.right}".strip(), _WRONG)
        return self._text(f"({mark.right})", "dim") if mark.right else self._text(written)

    def _table(self, heads: Sequence[str], rows: "Iterable[Sequence[Text]]", first_number: int = 1) -> None:
        from rich.table import Table

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
        """Print whether a card is right, and every finding."""
        name, said_of = shortened(audit.card.name) if named else "", self.report.wording.catalog.said_of
        *findings, last = verdict(self.report, audit)
        for finding in findings:
            self.say(f"- {said_of(name, finding)}", _WRONG)
        self.say(said_of(name, last))

    def ranking(self, audits: Sequence[CardAudit], ranking: Ranking) -> None:
        """Print who won, and whether corrections change that."""
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
        """Print an order of play that leads to the corrected card, turn by turn."""
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
