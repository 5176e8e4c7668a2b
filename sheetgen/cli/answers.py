"""What is asked of a check, and how its answer is printed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec import Struct

from sheetgen.cards import game_csv, game_json
from sheetgen.checker import Audit
from sheetgen.cli import parameters
from sheetgen.cli.output import write_bytes
from sheetgen.errors import Message, escaped
from sheetgen.i18n.report import Report
from sheetgen.rules.play import Turn

if TYPE_CHECKING:
    from sheetgen.scan.column import BoxRead

Numbers = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[CARD]...", help=Message("The numbers of a card in card order, or a card file; - is standard input.")
    ),
]
Format = Annotated[Literal["text", "json", "csv"] | None, typer.Option("--format", help=Message("text, json or csv."))]


class CheckSettings(Struct, frozen=True):
    """What was asked for; None where nothing was."""

    card: Numbers = None
    ruleset: parameters.RulesetOrNone = None
    lang: parameters.Lang = None
    total: Annotated[str | None, typer.Option(help=Message("The grand total on the card."))] = None
    also: Annotated[
        str | None, typer.Option(help=Message("Other totals on the card, such as bonus=35,yacht bonus=200."))
    ] = None
    explain: Annotated[
        bool, typer.Option("--explain", help=Message("Show an order of play that leads to the card."))
    ] = False
    format: Format = None
    annotate: Annotated[str | None, typer.Option(help=Message("Write the corrected sheet as a PDF to this file."))] = (
        None
    )
    paper: parameters.PaperName = None
    batch: parameters.Batch = None
    force: parameters.Force = False
    players: parameters.Players = None
    names: parameters.Names = ()
    rows: Annotated[
        str | None,
        typer.Option(
            help=Message(
                "Read a pad of others with these rows, from the top: names of boxes and totals, - to skip one; or all"
                " rows of a pad: thirteen-upper-total-twice, thirteen-with-bonus-marks, fifteen-with-pairs."
            )
        ),
    ] = None
    label_columns: Annotated[
        int | None,
        typer.Option(help=Message("Number of printed columns at the left of such a pad, if it is not seen.")),
    ] = None
    sheet: Annotated[
        Path | None, typer.Option(help=Message("The PDF of the sheet on the picture, where its code is not seen."))
    ] = None
    ask: Annotated[
        bool, typer.Option("--ask/--no-ask", help=Message("Ask for what cannot be read for sure, on a terminal."))
    ] = True
    review: Annotated[
        str | None, typer.Option(help=Message("Write a page on which to put right what was read to this file."))
    ] = None
    save: Annotated[str | None, typer.Option(help=Message("Write what was read as a card file to this file."))] = None


def print_results(
    report: Report,
    audits: Sequence[Audit],
    orders: Sequence[tuple[Turn, ...] | None] | None,
    format_: str,
    read: Sequence[Mapping[str, "BoxRead"]] = (),
    picture: str = "",
    *,
    head: bool = True,
) -> None:
    """Print what was found in a format, with the orders of play if there are some, and as JSON with what was read.

    Of several pictures each answer says which `picture` it is of, and a CSV has its `head` once.
    """
    if format_ == "text":
        from sheetgen.cli.audit_text import print_audits  # which takes Rich, slow to import

        if picture:
            print(escaped(picture))
        print_audits(report, audits, orders)
        return
    if format_ == "json":
        text = game_json(report, audits, orders or [None] * len(audits), read, picture)
    else:
        text = game_csv(report, audits, picture, head=head)
    write_bytes(text.encode("utf-8", "backslashreplace"))
