"""The options of printing. What they mean together is worked out in `print_job`."""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer
from msgspec import Struct

from sheetgen.cli.options import Force, Games, Names, Open, Output, PaperName, Players, Ruleset
from sheetgen.cli.settings import read_profile
from sheetgen.errors import Message
from sheetgen.i18n.catalog import languages

PAPER, NAMES, ROWS, LOOK, SETTINGS = (
    Message("Paper"), Message("Names and fields"), Message("Rows and columns"), Message("Look"), Message("Settings")
)  # fmt: skip
MOST_IN_PAD = 1_000
_LENGTH = "MM"
_option = partial(typer.Option, show_default=False)


def complete_themes() -> list[str]:
    """The themes that a shell can complete."""
    from sheetgen.layout.themes import theme_names

    return theme_names()


class PrintSettings(Struct, frozen=True):
    """What was asked for; None where nothing was."""

    ruleset: Ruleset
    lang: Annotated[
        str | None,
        _option(
            help=Message(
                "The language, such as nl, or two for labels in both, such as nl,en; the system's if left out."
            ),
            autocompletion=languages,
        ),
    ] = None
    paper: PaperName = None
    orientation: Annotated[
        Literal["portrait", "landscape"] | None,
        _option(
            help=Message("How the sheet, or each of several on one, lies; as it fits best if left out."),
            rich_help_panel=PAPER,
        ),
    ] = None
    margin: Annotated[
        str | None,
        _option(metavar=_LENGTH, help=Message("The margin, such as 10mm or 0.4in."), rich_help_panel=PAPER),
    ] = None
    nup: Annotated[
        Literal["2", "4", "6", "8"] | None,
        _option(help=Message("So many small sheets on each sheet, at true size, to be cut."), rich_help_panel=PAPER),
    ] = None
    marks: Annotated[
        Literal["none", "crop", "lines"] | None,
        _option(help=Message("With --nup: where to cut; crop if left out."), rich_help_panel=PAPER),
    ] = None
    mark_length: Annotated[
        str | None,
        _option(metavar=_LENGTH, help=Message("The length of a crop mark; 5 mm if left out."), rich_help_panel=PAPER),
    ] = None
    mark_gap: Annotated[
        str | None,
        _option(
            metavar=_LENGTH,
            help=Message("From where two cuts meet to the crop mark; 0 if left out."),
            rich_help_panel=PAPER,
        ),
    ] = None
    pad: Annotated[
        int | None,
        _option(
            help=Message("A pad of so many sheets, with room for glue and the rules on the last."),
            rich_help_panel=PAPER,
        ),
    ] = None
    numbered: Annotated[bool, _option(help=Message("Number the sheets."), rich_help_panel=PAPER)] = False
    glue: Annotated[
        str | None,
        _option(
            metavar=_LENGTH,
            help=Message("With --pad: what stays free at the top for the glue; 8 mm if left out."),
            rich_help_panel=PAPER,
        ),
    ] = None
    backing: Annotated[
        bool, _option(help=Message("With --pad: the last sheet has the rules in short."), rich_help_panel=PAPER)
    ] = True
    back: Annotated[
        Literal["none", "rules", "audit"],
        _option(
            help=Message("What is on the reverse: the rules in short, or a grid to check the card."),
            rich_help_panel=PAPER,
        ),
    ] = "none"
    back_offset: Annotated[
        str | None,
        _option(
            metavar="X,Y",
            help=Message("Move the reverse so many mm to the right and up, for printers that shift it."),
            rich_help_panel=PAPER,
        ),
    ] = None
    ruler: Annotated[
        bool,
        _option(help=Message("Print a ruler of 50 mm, and a test page for true size."), rich_help_panel=PAPER),
    ] = False
    players: Players = None
    names: Names = None
    names_file: Annotated[
        Path | None,
        _option(
            help=Message("A file, CSV or text, with one table or player a line, for a sheet each."),
            rich_help_panel=NAMES,
        ),
    ] = None
    blanks: Annotated[
        int | None, _option(help=Message("So many sheets without names as well."), rich_help_panel=NAMES)
    ] = None
    separate: Annotated[
        bool,
        _option("--separate", help=Message("A numbered file for each sheet, in one folder."), rich_help_panel=NAMES),
    ] = False
    fields: Annotated[
        str | None,
        _option(
            help=Message("What stands above the rows, such as date,table,round,game; none for nothing."),
            rich_help_panel=NAMES,
        ),
    ] = None
    date: Annotated[str | None, _option(help=Message("The date."), rich_help_panel=NAMES)] = None
    table: Annotated[str | None, _option(help=Message("The table."), rich_help_panel=NAMES)] = None
    round_: Annotated[str | None, _option("--round", help=Message("The round."), rich_help_panel=NAMES)] = None
    title: Annotated[
        str | None, _option(help=Message("A title instead of the name of the game."), rich_help_panel=NAMES)
    ] = None
    columns: Annotated[
        Literal["players", "games"] | None,
        _option(help=Message("What the columns are: players, or the games of one player."), rich_help_panel=ROWS),
    ] = None
    games: Games = None
    series: Annotated[
        int | None,
        _option(
            help=Message("A sheet for the best of so many games, with running totals and averages."),
            rich_help_panel=ROWS,
        ),
    ] = None
    pictogram: Annotated[bool, _option(help=Message("No words at all."), rich_help_panel=ROWS)] = False
    left_handed: Annotated[bool, _option(help=Message("The names of the rows on the right."), rich_help_panel=ROWS)] = (
        False
    )
    par: Annotated[
        bool,
        _option(
            help=Message("A column with what three of each number score, and how far that is from the bonus."),
            rich_help_panel=ROWS,
        ),
    ] = False
    allowed: Annotated[bool, _option(help=Message("A column with what each box can hold."), rich_help_panel=ROWS)] = (
        False
    )
    theme: Annotated[
        str | None,
        _option(
            help=Message("A theme by its name, or a file that ends in .toml."),
            autocompletion=complete_themes,
            rich_help_panel=LOOK,
        ),
    ] = None
    font: Annotated[
        list[Path] | None,
        _option(help=Message("A font file (.ttf); once more for the bold face."), rich_help_panel=LOOK),
    ] = None
    large_print: Annotated[
        bool, _option(help=Message("No letter below 16 points, black on white."), rich_help_panel=LOOK)
    ] = False
    ink_saver: Annotated[bool, _option(help=Message("No fills, thin lines."), rich_help_panel=LOOK)] = False
    reusable: Annotated[
        bool, _option(help=Message("For laminating: large boxes, thick lines, no fills."), rich_help_panel=LOOK)
    ] = False
    profile: Annotated[
        str | None,
        _option(
            is_eager=True,
            callback=read_profile,
            rich_help_panel=SETTINGS,
            help=Message("A file with settings; sheetgen.toml if it is in this folder; none for none."),
        ),
    ] = None
    save_profile: Annotated[
        str | None, _option(help=Message("Write these settings to a file."), rich_help_panel=SETTINGS)
    ] = None
    preview: Annotated[
        bool,
        _option("--preview", help=Message("Write a picture of the first page as well."), rich_help_panel=SETTINGS),
    ] = False
    output: Output = None
    force: Force = False
    open_: Open = False
