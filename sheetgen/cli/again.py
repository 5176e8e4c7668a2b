"""Printing a document again, from the command that it carries."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import convert
from msgspec.structs import replace
from typer.main import get_command

from sheetgen.cli.booklets import RulesSettings, write_rules
from sheetgen.cli.calculators import FormSettings, write_form
from sheetgen.cli.options import NONE, Force, Open, Output, app, command_words
from sheetgen.cli.sheets import PrintSettings, write_sheets
from sheetgen.errors import Message, SheetgenError, escaped

_WRITERS: dict[str, tuple[type[Any], Callable[[Any], None]]] = {
    "pdf": (PrintSettings, write_sheets),
    "form": (FormSettings, write_form),
    "rules": (RulesSettings, write_rules),
}
"""The commands that documents carry, what their options are, and what writes what they ask for."""
_REFUSED = ("--output", "-o", "--force", "--open", "--save-profile", "--preview", "--cells", "--app", "--help", "-h")
"""What no document says of itself: a stranger's would have files written where it likes."""
_FILES = ("--names-file", "--font", "--templates")
"""Options that name a file or a folder; so do values that end in .toml."""
_MANY = "--separate"
"""The option that has a file written for each sheet, of which there can be thousands."""


@app.command()
def again(
    file: Annotated[Path, typer.Argument(metavar="PDF", help=Message("A PDF that sheetgen has written."))],
    output: Output = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help=Message("Let it read the files that it names, such as one with names, or write one for each sheet."),
        ),
    ] = False,
    force: Force = False,
    open_: Open = False,
) -> None:
    """Run the command of a PDF, and say which it was."""
    words, asked = asked_in(file, trust=trust)
    print(f"$ {escaped(command_words(*words))}", file=sys.stderr)
    _, write = _WRITERS[words[0]]
    write(replace(asked, output=output, force=force, open_=open_))


def asked_in(file: Path, *, trust: bool = False) -> tuple[list[str], Any]:
    """The words of the command that made a PDF, and what it asked for; SheetgenError if no document may ask for it.

    Without `trust` none may that has files read, or many written.
    """
    from sheetgen.pdf.reading import command_in

    words = command_in(file)
    _check(words, file, trust)
    group: Any = get_command(app)
    alone = ["--profile", NONE] if words[0] == "pdf" else []  # no profile takes part
    context = group.commands[words[0]].make_context(words[0], [*words[1:], *alone])
    settings, _ = _WRITERS[words[0]]
    return words, convert(context.params, settings, dec_hook=lambda kind, value: kind(value))  # paths are still texts


def _check(words: list[str], file: Path, trust: bool) -> None:
    """Refuse what a stranger's document may not ask for."""
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
