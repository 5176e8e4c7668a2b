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
from sheetgen.cli.parameters import (
    NONE,
    Force,
    Open,
    Output,
    app,
    command_words,
    declared,
    option_name,
    parameters_of,
    read_values,
)
from sheetgen.cli.sheets import PdfOptions, write_sheets
from sheetgen.errors import Message, SheetgenError, escaped

_WRITERS: dict[str, tuple[type[Struct], Callable[[Any], None]]] = {
    "pdf": (PdfOptions, write_sheets),
    "form": (FormCommand, write_form),
    "rules": (RulesOptions, write_rules),
}
"""Commands that documents carry, with the class of their options and the function that runs them."""
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
    known, files = _options_of(words[0])
    pairs = [(word.partition("=")[0], word, after) for word, after in zip(words, [*words[1:], ""], strict=True)]
    refused = [word for name, word, _ in pairs[1:] if name.startswith("-") and name not in (*known, "--profile")]
    refused += [after for name, word, after in pairs if word == "--profile" and after != NONE]
    refused += [word for name, word, _ in pairs if word.startswith("--profile=")]
    if words[0] not in _WRITERS or refused:
        raise SheetgenError(
            "this PDF asks for '%(written)s', which no document of sheetgen's asks for; make it anew", file=str(file),
            written=refused[0] if refused else words[0],
        )  # fmt: skip
    reads = [word for name, word, _ in pairs if name in files or word.lower().endswith(".toml")]
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


def _options_of(command: str) -> tuple[set[str], set[str]]:
    """Return the options that the command in a document can have, and those of them that name a file or a folder.

    Options that documents do not declare say where files are written: a stranger's would write where it likes.
    """
    known, files = {"--ruleset"}, set()
    for parameter in parameters_of(_WRITERS[command][0]).values() if command in _WRITERS else ():
        if option := declared(parameter):
            names = option.flags or [option_name(parameter)]
            known |= {f"--{no}{name}" for name in names for no in ("", "no-")}
            files |= {f"--{name}" for name in names if option.unit in ("FILE", "FOLDER")}
    return known, files
