"""Answers to checks: options of `check`, findings as text, JSON and CSV.

Input and output of batches.
"""

import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer
from msgspec import Struct

from sheetgen.cards.batches import Answered, Explain, Games
from sheetgen.cards.exchange import Beside, game_csv, game_json
from sheetgen.checker.finding import CardAudit, PlaceMark, marks, rank
from sheetgen.cli import parameters
from sheetgen.cli.output import DIM, RED, Cell, for_terminal, print_table, say, write_bytes
from sheetgen.documents.card_checks import share_of, verdict
from sheetgen.documents.declared import Extra
from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.files.disk import (
    STANDARD_INPUT,
    check_no_spreadsheet,
    not_read,
    note_input,
    standard_input,
)
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report, shortened
from sheetgen.layout.options import Option
from sheetgen.rules.history import Turn
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import is_path, known_id, known_ids, unknown_ruleset

if TYPE_CHECKING:
    from sheetgen.scan.column import BoxRead


# batches: their games, input and output

Answer = Callable[[BufferedReader, Games], Iterable[Answered]]
"""Function that answers the lines of a stream, in order."""


def answer_batch(
    name: str, ruleset: str | None, catalog: Catalog, answer: Answer, explain: Explain = None
) -> int:
    """Answer each line of a file, or of standard input for ``-``; return the exit code.

    Lines may name games; `ruleset` is the game of the others.
    """
    default = None if ruleset is None else load_ruleset(ruleset)
    known = Games(lambda game: load_by_name(known_id(game)), catalog, default, explain, share_of)
    wrong_lines = 0
    has_lines = False
    with _opened(name) as stream:
        if name != STANDARD_INPUT:  # its first line may be long in coming
            check_no_spreadsheet(stream.peek(4), name)
        for content, wrong in answer(stream, known):
            write_bytes(content)
            has_lines = has_lines or bool(content)
            wrong_lines += wrong
    if not has_lines:
        message = Message(
            "nothing came in: there is not one line to answer; give a card or roll on each line"
        )
        raise SheetgenError(message, key="--batch")
    return parameters.SOMETHING_FOUND if wrong_lines else parameters.NOTHING_FOUND


def load_by_name(name: str, file: str = "", *, heads: bool = False) -> Ruleset:
    """Load the ruleset that a file or line names, but no ruleset file.

    A stranger's file may not open others. With `heads` the name is the first cell of a card file,
    which may have none above its rows.
    """
    if name in known_ids():
        return load_ruleset(name)
    why = unknown_ruleset(name)
    if heads and why.values.get("known") == (*known_ids(),):  # it is like no name of a game
        why = SheetgenError(
            "'%(name)s' is no game; a card file begins with its game and players, "
            "such as dice-play,An,Bo",
            name=name,
        )
    raise SheetgenError(
        "%(reason)s; for a game in your own file write --ruleset %(path)s",
        file=file,
        reason=why,
        path=shlex.quote(name if is_path(name) else f"./{name}.toml"),
    )


def _opened(name: str) -> AbstractContextManager[BufferedReader]:
    """Open a file, or standard input for ``-``, for reading bytes."""
    if name == STANDARD_INPUT:
        return nullcontext(cast("BufferedReader", standard_input()))
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - the caller closes it
        note_input(stream.fileno(), name)
        return stream
    except OSError as error:
        raise not_read(name, error) from error


# options of `check`, and its answers

_PHOTOS = Message("Photos")
Numbers = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=Message("[GAME] [CARD]..."),
        help=Message(
            "Numbers of a card in card order, a card file, or photos; - is standard input."
        ),
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
        Option(
            Message("Other totals on the card, such as bonus=35,yacht bonus=200."),
            Message("NAME=N,..."),
        ),
    ] = None
    explain: Annotated[bool, Extra(Message("Show an order of play that leads to the card."))] = (
        False
    )
    format: Annotated[
        Literal["text", "json", "csv"] | None, Option(Message("Format of the answer."))
    ] = None
    annotate: Annotated[
        str | None,
        Option(
            Message("Write the card with its faults marked to this PDF; of a photo also as .png."),
            Message("FILE"),
        ),
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
                "Read another pad with these rows, from the top: names of boxes and totals, "
                "- to skip one; or all rows of a pad: thirteen-upper-total-twice, "
                "thirteen-with-bonus-marks, fifteen-with-pairs."
            ),
            Message("NAME,..."),
            _PHOTOS,
        ),
    ] = None
    label_columns: Annotated[
        int | None,
        Option(Message("Number of printed columns at the left of another pad."), heading=_PHOTOS),
    ] = None
    sheet: Annotated[
        Path | None,
        Option(
            Message("PDF of the sheet on the photo, if its code is not visible."), heading=_PHOTOS
        ),
    ] = None
    ask: Annotated[
        bool,
        Option(
            Message("Leave open what is read without certainty, instead of asking for it."),
            heading=_PHOTOS,
        ),
    ] = True
    review: Annotated[
        str | None,
        Option(Message("Write a page for correcting the reading."), Message("FILE"), _PHOTOS),
    ] = None
    save: Annotated[
        str | None, Option(Message("Write the reading as a card file."), Message("FILE"), _PHOTOS)
    ] = None


def print_warnings(report: Report, audits: Sequence[CardAudit], place: str) -> None:
    """Print the warnings about cards on standard error, once each, with the place of the cards."""
    warnings = [warning for audit in audits for warning in audit.warnings]
    for warning in dict.fromkeys(warnings):
        print(f"{place}: {report.describe(warning)}", file=sys.stderr)


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
    """Print the findings in a format, with the orders of play if there are some.

    JSON has the readings, too. With several pictures each answer names its `picture`, and a CSV has
    its `head` once.
    """
    if format_ == "text":
        if picture:
            print(escaped(picture))
        print_audits(report, audits, orders)
        return
    if format_ == "json":
        answers = []
        for number, audit in enumerate(audits):
            order = orders[number] if orders else None
            reading = read[number] if read else None
            answers.append(Beside(order, share_of(audit), reading))
        text = game_json(report, audits, answers, picture)
    else:
        text = game_csv(report, audits, picture, head=head)
    write_bytes(text.encode("utf-8", "backslashreplace"))


# tables, findings in words, and the winner, for a terminal

_COLUMN = 12
"""Minimum width of a player's column, in letters: a name or a mended value fits."""


def print_audits(
    report: Report, audits: Sequence[CardAudit], orders: Sequence[tuple[Turn, ...] | None] | None
) -> None:
    """Print the cards, all findings, the ranking and, if requested, an order of play."""
    said_of = report.wording.catalog.said_of
    label_width = max(map(len, map(report.row_name, report.wording.ruleset.rows))) + 2
    wide = max(1, (get_terminal_size().columns - label_width) // _COLUMN)
    for first in range(0, len(audits), wide):
        _print_cards(report, audits[first : first + wide])
    names = [shortened(audit.card.name) if len(audits) > 1 else "" for audit in audits]
    for name, audit in zip(names, audits, strict=True):
        *findings, last = verdict(report, audit)
        for finding in findings:
            say(f"- {said_of(name, finding)}", RED)
        say(said_of(name, last))
    if len(audits) > 1:
        _print_ranking(report, names, audits)
    for name, order in zip(names, orders or (), strict=False):
        _print_order(report, name, order)


def _print_cards(report: Report, audits: Sequence[CardAudit]) -> None:
    """Print the cards beside each other, with an arrow from a wrong value to the right one."""
    arrow = "→" if for_terminal("→") == "→" else "->"

    def cell(mark: PlaceMark) -> Cell:
        written = shortened(mark.written)
        if mark.wrong:
            return f"{written} {arrow} {mark.right}".strip(), RED
        return (f"({mark.right})", DIM) if mark.right else written

    marked = [marks(audit) for audit in audits]
    names = [shortened(audit.card.name) for audit in audits]
    rows: list[list[Cell]] = [[report.wording.title, *names]]
    for row in report.wording.ruleset.rows:
        is_written = any(card[row].written for card in marked)
        if row in report.wording.ruleset.paper_rows or is_written:
            rows.append([report.row_name(row), *(cell(card[row]) for card in marked)])
    print_table(rows, 1, head=True)


def _print_ranking(report: Report, names: Sequence[str], audits: Sequence[CardAudit]) -> None:
    """Print who won, and whether corrections change that."""
    catalog = report.wording.catalog
    ranking = rank(report.wording.ruleset, audits)
    print()
    for place, player in ranking.places:
        decides = str(audits[player].total)
        if ranking.match_points:
            decides = report.match_points(ranking.match_points[player])
        say(f"{place}. {names[player]} {decides}")
    for player in ranking.unclear:
        say(f"?  {names[player]}")
    before = catalog.both(names[player] for player in ranking.written_winners)
    after = catalog.both(names[player] for player in ranking.winners)
    if ranking.changes:
        change = catalog.message(
            "The winner changes: %(after)s, not %(before)s.", after=after, before=before
        )
        say(change, RED)
    elif not ranking.winners:
        say(catalog.message("The winner is unknown until every total is clear."))
    elif not all(audit.valid for audit in audits):
        say(catalog.message("The winner stays: %(after)s.", after=after))


def _print_order(report: Report, name: str, order: tuple[Turn, ...] | None) -> None:
    """Print an order of play that leads to the corrected card, turn by turn."""
    text, message = report.wording.catalog.text, report.wording.catalog.message
    said = message("one order of play that leads to this card:")
    if order == ():
        said = message("whether an order of play leads to this card takes too long to find out")
    elif order is None:
        said = message("no order of play can be shown; what was found above says why")
    print()
    say(report.wording.catalog.said_of(name, said))
    rows = [
        [
            text("explain", "Turn"),
            text("explain", "Dice"),
            text("explain", "Box"),
            text("explain", "Points"),
        ]
    ]
    for number, turn in enumerate(order or (), 1):
        dice = " ".join(map(str, turn.roll.dice))
        if turn.number > 1:
            dice = message("%(dice)s on roll %(n)s", dice=dice, n=turn.number)
        elif turn.first_roll:
            dice = message("%(dice)s on the first roll", dice=dice)
        points = f"{turn.points} + {turn.bonus}" if turn.bonus else str(turn.points)
        rows.append([str(number), dice, report.row_name(turn.box), points])
    if order:
        print_table(rows, 3, head=True)
