"""Printing: score sheets."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Literal

import typer
from msgspec import Struct
from msgspec.structs import replace

from sheetgen.cli import options
from sheetgen.cli.output import PLAIN, Files, say_how, target_file, target_folder, with_progress, write_output
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.writing import write_all
from sheetgen.i18n.catalog import choose_language, languages, load_catalog

if TYPE_CHECKING:
    from sheetgen.documents.options import SheetOptions

_LENGTH = "MM"
_option = partial(typer.Option, show_default=False)
_paper, _names, _rows, _settings = (
    partial(_option, rich_help_panel=heading)
    for heading in (Message("Paper"), Message("Names and fields"), Message("Rows and columns"), Message("Settings"))
)
_look = options.look
"""Options under the headings of the help."""


class PrintSettings(Struct, frozen=True):
    """What was asked for; None where nothing was."""

    ruleset: options.Ruleset
    lang: Annotated[
        str | None,
        _option(
            help=Message(
                "The language, such as nl, or two for labels in both, such as nl,en; the system's if left out."
            ),
            autocompletion=languages,
        ),
    ] = None
    paper: options.PaperName = None
    orientation: Annotated[
        Literal["portrait", "landscape"] | None,
        _paper(help=Message("Orientation of the sheet, or of each of several on one. Default: what fits best.")),
    ] = None
    margin: Annotated[str | None, _paper(metavar=_LENGTH, help=Message("The margin, such as 10mm or 0.4in."))] = None
    nup: Annotated[
        str | None,
        _paper(
            metavar="N",
            help=Message("So many small sheets on each, to be cut: 2, 4, 6, 8, or columns and rows such as 2x3."),
            autocompletion=lambda: ["2", "4", "6", "8", "2x3"],
        ),
    ] = None
    gap: Annotated[str | None, _paper(metavar=_LENGTH, help=Message("With --nup: between the cards."))] = None
    labels: Annotated[
        str | None, _paper(metavar="WxH", help=Message("A card on each label of this size, such as 199.6x143.5mm."))
    ] = None
    label_margin: Annotated[
        str | None,
        _paper(metavar="X,Y", help=Message("From the left and upper edge to the first label; centred if left out.")),
    ] = None
    label_pitch: Annotated[
        str | None,
        _paper(metavar="X,Y", help=Message("From one label to the next, across and down; as usual if left out.")),
    ] = None
    marks: Annotated[
        Literal["none", "crop", "lines", "dots"] | None,
        _paper(help=Message("With --nup or --labels: where to cut; crop for --nup if left out.")),
    ] = None
    mark_length: Annotated[
        str | None, _paper(metavar=_LENGTH, help=Message("The length of a crop mark; 5 mm if left out."))
    ] = None
    mark_gap: Annotated[
        str | None, _paper(metavar=_LENGTH, help=Message("From where two cuts meet to the crop mark; 0 if left out."))
    ] = None
    pad: Annotated[
        int | None, _paper(help=Message("A pad of so many sheets, with room for glue and the rules on the last."))
    ] = None
    numbered: Annotated[bool, _paper(help=Message("Number the sheets."))] = False
    glue: Annotated[
        str | None,
        _paper(metavar=_LENGTH, help=Message("With --pad: what stays free at the top for the glue; 8 mm if left out.")),
    ] = None
    backing: Annotated[bool | None, _paper(help=Message("With --pad: the last sheet has the rules in short."))] = None
    back: Annotated[
        Literal["none", "rules", "audit"],
        _paper(help=Message("What is on the reverse: the rules in short, or a grid to check the card.")),
    ] = "none"
    front_offset: Annotated[
        str | None,
        _paper(
            metavar="X,Y", help=Message("Move the front so many mm to the right and up, for printers that shift it.")
        ),
    ] = None
    back_offset: Annotated[
        str | None,
        _paper(
            metavar="X,Y", help=Message("Move the reverse so many mm to the right and up, for printers that shift it.")
        ),
    ] = None
    holes: Annotated[
        Literal["2", "4"] | None, _paper(help=Message("Marks for the holes of a ring binder, 80 mm apart."))
    ] = None
    ruler: Annotated[bool, _paper(help=Message("Print a ruler of 50 mm, and a test page for true size."))] = False
    players: options.Players = None
    names: options.Names = None
    names_file: Annotated[
        Path | None, _names(help=Message("A file, CSV or text, with one table or player a line, for a sheet each."))
    ] = None
    blanks: Annotated[int | None, _names(help=Message("So many sheets without names as well."))] = None
    separate: Annotated[bool, _names("--separate", help=Message("A numbered file for each sheet, in one folder."))] = (
        False
    )
    fields: Annotated[
        str | None, _names(help=Message("What stands above the rows, such as date,table,round,game; none for nothing."))
    ] = None
    date: Annotated[str | None, _names(help=Message("The date."))] = None
    table: Annotated[str | None, _names(help=Message("The table."))] = None
    round_: Annotated[str | None, _names("--round", help=Message("The round."))] = None
    title: Annotated[str | None, _names(help=Message("A title instead of the name of the game."))] = None
    columns: Annotated[
        Literal["players", "games"] | None,
        _rows(help=Message("What the columns are: players, or the games of one player.")),
    ] = None
    games: options.Games = None
    series: Annotated[
        int | None, _rows(help=Message("A sheet for the best of so many games, with running totals and averages."))
    ] = None
    pictogram: Annotated[bool, _rows(help=Message("No words at all."))] = False
    left_handed: Annotated[bool, _rows(help=Message("The names of the rows on the right."))] = False
    par: Annotated[
        bool, _rows(help=Message("A column with what three of each number score, and how far that is from the bonus."))
    ] = False
    par_best: Annotated[
        bool,
        _rows("--par-best", help=Message("Or with what each row comes to on average in the best play: --par best.")),
    ] = False
    allowed: Annotated[bool, _rows(help=Message("A column with what each box can hold."))] = False
    theme: options.Theme = None
    font: Annotated[list[Path] | None, _look(help=Message("A font file (.ttf); once more for the bold face."))] = None
    large_print: Annotated[bool, _look(help=Message("No letter below 16 points, black on white."))] = False
    ink_saver: Annotated[bool, _look(help=Message("No fills, thin lines."))] = False
    reusable: Annotated[bool, _look(help=Message("For laminating: large boxes, thick lines, no fills."))] = False
    code: Annotated[bool, _look(help=Message("The ten small dice that tell a reader of photos which sheet it is."))] = (
        True
    )
    profile: options.Profile = None
    save_profile: Annotated[str | None, _settings(help=Message("Write these settings to a file."))] = None
    preview: Annotated[bool, _settings("--preview", help=Message("Write a picture of the first page as well."))] = False
    cells: Annotated[
        str | None,
        _settings(metavar="FILE", help=Message("Write where everything is on the sheet to a file as well, as JSON.")),
    ] = None
    output: options.Output = None
    force: options.Force = False
    open_: options.Open = False


@options.app.command()
@options.options_of(PrintSettings)
def pdf(settings: PrintSettings) -> None:
    """Lay the sheets out, draw them, and say where they went."""
    write_sheets(settings)


_ALONE = (
    ("separate", "nup", Message("cards that are cut from one sheet come in one file")),
    ("separate", "labels", Message("cards that are cut from one sheet come in one file")),
    ("separate", "pad", Message("a pad is one file")),
    ("separate", "ruler", Message("the page for testing is a file of its own; print it first")),
    ("separate", "preview", Message("there would be a picture for each file")),
)
"""What cannot go together with a file for each sheet, and why."""
_SUFFIXES = (
    "labels", "pad", "series", "pictogram", "large_print", "reusable", "ink_saver", "left_handed", "names_file"
)  # fmt: skip
"""Options that the name of the file tells of."""
_HOW = {
    "": PLAIN,
    "Simplex": PLAIN,
    "DuplexFlipLongEdge": Message("print on both sides at 100 %, turning over the long edge"),
    "DuplexFlipShortEdge": Message("print on both sides at 100 %, turning over the short edge"),
}
"""How to print, by how the printer is to turn the sheet."""


Write = Callable[[BinaryIO], object]


def write_sheets(settings: PrintSettings) -> None:
    """Print what was asked for, to where that was asked for."""
    from sheetgen.documents.sheets import laid_out
    from sheetgen.rulesets.loading import load_ruleset

    _check_preview(settings)
    if settings.cells is not None and not settings.cells.lower().endswith(".json"):
        raise SheetgenError("wrote '%(written)s'; should end in .json", key="--cells", written=settings.cells)
    asked, game = sheet_options(settings), load_ruleset(settings.ruleset)
    catalog = load_catalog(asked.languages[0])
    words = [f"{asked.nup}up"] if asked.nup else []
    words += [name.replace("_", "-") for name in _SUFFIXES if getattr(settings, name)]
    name = "-".join((game.id, *asked.languages, asked.paper, *words))
    with laid_out(game, asked) as job:
        job.layouts[0].warn()
        before = [*options.profile_of(settings.save_profile, "pdf", _chosen(settings, asked))]
        if settings.cells is not None:
            from sheetgen.cards.maps import map_json

            before.append((Path(settings.cells), map_json(job.maps())))
        if settings.separate:
            from sheetgen.cli.separate import write_files

            write_all(before, settings.force)
            write_files(job, target_folder(settings.output, name), settings.force, catalog)
            say_how(None, len(job.job), asked.paper, catalog, _HOW[job.job.duplex])
            return

        name += ".pdf"
        write: Write = partial(job.write, with_progress=partial(with_progress, catalog=catalog))
        picture: Files = ()
        if settings.preview:
            write, show = _with_picture(write)
            picture = [(target_file(settings.output, name).with_suffix(".png"), show)]
        write_output(
            write, settings.output, name, catalog, force=settings.force, show=settings.open_, before=before,
            after=picture,
        )  # fmt: skip
        say_how(settings.output, len(job.job), asked.paper, catalog, _HOW[job.job.duplex])


def _with_picture(write: Write) -> tuple[Write, Write]:
    """What writes a PDF, and what then writes the picture of its first page."""
    from sheetgen.pdf.reading import picture_of

    pictures: list[bytes] = []

    def draw(file: BinaryIO) -> None:
        write(file)
        file.flush()
        pictures.append(picture_of(Path(file.name)))

    return draw, lambda file: file.write(pictures[0])


def sheet_options(settings: PrintSettings) -> "SheetOptions":
    """What the library is asked for: the same, but for what only a command line writes as a text."""
    from sheetgen.documents.options import SheetOptions, check_clashes

    fields = settings.fields
    own: dict[str, Any] = {
        "lang": _languages(settings.lang),
        "paper": options.choose_paper(settings.paper).name,
        "nup": settings.nup and settings.nup.strip().lower().replace("×", "x"),
        "holes": settings.holes and int(settings.holes),
        "names": options.read_names(settings.names, settings.players),
        "fields": () if fields == "none" else fields and tuple(word.strip().lower() for word in fields.split(",")),
        "round": settings.round_,
        "fonts": settings.font or (),
        "par": "best" if settings.par_best else settings.par,
    }
    check_clashes(settings, _ALONE)
    same = set(SheetOptions.__struct_fields__) - own.keys() - {"command"}
    asked = SheetOptions(**own, **{name: getattr(settings, name) for name in same})
    return replace(asked, command=options.command_line("pdf", _chosen(settings, asked)))


def _check_preview(settings: PrintSettings) -> None:
    if settings.preview and settings.output == "-":
        raise SheetgenError("a picture cannot go to standard output; name a file with --output", key="--preview")
    if settings.preview and str(settings.output).lower().endswith(".png"):
        raise SheetgenError(
            "the picture would take the place of the PDF; give it a name that ends in .pdf", key="--output"
        )
    if settings.preview:
        from sheetgen.files.installed import check_extra

        check_extra("preview", "--preview")


def _languages(lang: str | None) -> str | tuple[str, str]:
    """The codes of the languages that were asked for, one or two."""
    if lang is None or "," not in lang:
        return choose_language(lang, os.environ)
    codes = [choose_language(code, {}) for code in lang.split(",")]
    if len(codes) != 2 or codes[0] == codes[1]:
        raise SheetgenError(
            "wrote '%(written)s'; should be one language, or two such as nl,en", key="--lang", written=lang
        )
    return codes[0], codes[1]


def _chosen(settings: PrintSettings, asked: "SheetOptions") -> dict[str, Any]:
    """What was asked for, by the names of the options: what makes the same document on any machine."""
    names = {} if settings.names is None else {"names": ",".join(asked.names)}
    langs = ",".join(asked.languages)
    return options.given(settings, ruleset=settings.ruleset, lang=langs, paper=asked.paper, **names)
