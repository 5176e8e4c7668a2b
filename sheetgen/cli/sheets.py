"""Printing: score sheets."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sheetgen.cli.options import (
    app,
    choose_paper,
    command_words,
    deliver,
    hand_over_with,
    read_names,
    target_file,
    target_folder,
)
from sheetgen.cli.print_options import PrintSettings
from sheetgen.cli.settings import command_words_of, given, options_of, save_profile
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog

if TYPE_CHECKING:
    from typing import BinaryIO

    from sheetgen.cli.print_job import Printing
    from sheetgen.pdf import Metadata

_MANY = 200
"""So many sides take long enough to show how far it is."""
Part = TypeVar("Part")


@app.command()
@options_of(PrintSettings)
def pdf(settings: PrintSettings) -> None:
    """Lay the sheets out, draw them, and say where they went."""
    from sheetgen.pdf import fonts_from

    _check_preview(settings)
    with fonts_from(*(settings.font or ())):
        print_sheets(settings, settings.output)


def _check_preview(settings: PrintSettings) -> None:
    if settings.preview and settings.output == "-":
        raise SheetgenError("a picture cannot go to standard output; name a file with --output", key="--preview")
    if settings.preview and str(settings.output).lower().endswith(".png"):
        raise SheetgenError(
            "the picture would take the place of the PDF; give it a name that ends in .pdf", key="--output"
        )


def print_sheets(settings: PrintSettings, output: str | None) -> None:
    """Print what was asked for, to where that was asked for."""
    from sheetgen.cli.asked import catalogs_of
    from sheetgen.cli.print_job import prepare

    catalogs = catalogs_of(settings.lang)
    languages = ",".join(catalog.language for catalog in catalogs)
    names = {"names": ",".join(read_names(settings.names, settings.players))} if settings.names is not None else {}
    paper = choose_paper(settings.paper).name
    chosen = given(settings, ruleset=settings.ruleset, lang=languages, paper=paper, **names)
    command = command_words("pdf", *command_words_of(chosen))
    printing = prepare(settings, command)
    if settings.save_profile is not None:
        save_profile(settings.save_profile, "pdf", chosen, force=settings.force)
    name = f"{printing.wording.ruleset.id}-{languages.replace(',', '-')}-{paper}{_suffix(settings)}"
    if settings.separate:
        from sheetgen.cli.separate import write_files

        told = _told(printing, command, languages)
        write_files(printing, told, target_folder(output, name), settings.force)
        return
    name += ".pdf"
    hand_over_with(
        lambda file: _write(printing, command, languages, file), output, name, settings.force, settings.open_,
        catalogs[0],
    )  # fmt: skip
    if settings.preview:
        _preview(target_file(output, name), settings.force, catalogs[0])


_SUFFIXES = ("pad", "series", "pictogram", "large_print", "reusable", "ink_saver", "left_handed", "names_file")
"""Options that the name of the file tells of."""


def _suffix(settings: PrintSettings) -> str:
    """What the name of the file says beside game, language and paper."""
    words = [f"{settings.nup}up"] if settings.nup else []
    words += [name.replace("_", "-") for name in _SUFFIXES if getattr(settings, name)]
    return "".join(f"-{word}" for word in words)


def _write(printing: "Printing", command: str, languages: str, file: "BinaryIO") -> None:
    from sheetgen.pdf import write_sides

    job = printing.job
    sides = watched(job.sides(), len(job), printing.wording.catalog)
    write_sides(sides, _told(printing, command, languages), printing.press, file)


def _told(printing: "Printing", command: str, languages: str) -> "Metadata":
    """What the document says of itself."""
    from sheetgen.pdf import Metadata

    return Metadata(printing.title, languages.partition(",")[0], command)


def watched(parts: Iterable[Part], count: int, catalog: Catalog) -> Iterator[Part]:
    """The parts of a job, with a bar that shows how far it is, on a terminal and where there are many."""
    if count < _MANY or not sys.stderr.isatty():
        yield from parts
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        parts, description=catalog.message("drawing"), total=count, console=Console(stderr=True), transient=True
    )


def _preview(path: Path, force: bool, catalog: Catalog) -> None:
    from sheetgen.pdf.preview import picture_of

    deliver(picture_of(path), path.with_suffix(".png"), force, show=False, catalog=catalog)
