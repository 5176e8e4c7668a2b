"""Command `again`: a document printed again, with the command that it carries."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct
from msgspec.structs import replace
from typer.main import get_command

from sheetgen.cli.booklets import RulesOptions, write_rules
from sheetgen.cli.calculators import FormCommand, write_form
from sheetgen.cli.parameters import NONE, Force, Open, Output, app, command_words, parameters_of, read_values
from sheetgen.cli.sheets import PdfOptions, write_sheets
from sheetgen.errors import Message, SheetgenError, escaped

_WRITERS: dict[str, tuple[type[Struct], Callable[[Any], None]]] = {
    "pdf": (PdfOptions, write_sheets),
    "form": (FormCommand, write_form),
    "rules": (RulesOptions, write_rules),
}
"""Commands that documents carry, with the class of their options and the function that runs them."""
_REFUSED = ("--output", "-o", "--force", "--open", "--save-profile", "--preview", "--cells", "--app", "--help", "-h")
"""Options that no document carries: a stranger's would write files where it likes."""
_FILES = ("--names-file", "--font", "--templates")
"""Options that name a file or a folder; values that end in .toml do, too."""
_MANY = "--separate"
"""Option that writes a file for each sheet, of which there can be thousands."""


@app.command()
def again(
    file: Annotated[Path, typer.Argument(metavar="PDF", help=Message("PDF that sheetgen has written."))],
    output: Output = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help=Message("Allow it to read the files that it names, and to write a file for each sheet."),
        ),
    ] = False,
    force: Force = False,
    open_: Open = False,
) -> None:
    """Run the command of a PDF, and print it."""
    words, asked = asked_in(file, trust=trust)
    print(f"$ {escaped(command_words(*words))}", file=sys.stderr)
    _, write = _WRITERS[words[0]]
    write(replace(asked, output=output, force=force, open_=open_))


def asked_in(file: Path, *, trust: bool = False) -> tuple[list[str], Any]:
    """Return the words of the command that made a PDF, and its options; raise SheetgenError if they are not allowed.

    Without `trust` a command may read no file, and write only one.
    """
    from sheetgen.pdf.reading import command_in

    words = command_in(file)
    _check(words, file, trust)
    group: Any = get_command(app)
    alone = ["--profile", NONE] if words[0] == "pdf" else []
    context = group.commands[words[0]].make_context(words[0], [*words[1:], *alone])
    options, _ = _WRITERS[words[0]]
    return words, options(**read_values(parameters_of(options), context.params))


def _check(words: list[str], file: Path, trust: bool) -> None:
    """Raise SheetgenError for an option that a stranger's document may not carry."""
    names = [word.partition("=")[0] for word in words]
    refused = [word for word, name in zip(words, names, strict=True) if name in _REFUSED or word.startswith("-o")]
    refused += [after for name, after in zip(names, words[1:], strict=False) if name == "--profile" and after != NONE]
    refused += [word for word in words if word.startswith("--profile=")]
    if words[0] not in _WRITERS or refused:
        raise SheetgenError(
            "this PDF asks for '%(written)s', which no document of sheetgen's asks for; make it anew", file=str(file),
            written=refused[0] if refused else words[0],
        )  # fmt: skip
    reads = [word for word, name in zip(words, names, strict=True) if name in _FILES or word.lower().endswith(".toml")]
    if reads and not trust:
        raise SheetgenError(
            "this PDF has files of yours read: '%(written)s'; if you trust it, say --trust", file=str(file),
            written=reads[0],
        )  # fmt: skip
    if _MANY in words and not trust:
        raise SheetgenError(
            "this PDF has many files written: '%(written)s'; if you trust it, say --trust", file=str(file),
            written=_MANY,
        )  # fmt: skip
