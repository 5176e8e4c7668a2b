"""Printing a document again, from the command that it carries."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli.options import Force, Open, app, command_words
from sheetgen.cli.settings import NONE, run_words
from sheetgen.errors import Message, SheetgenError, escaped

_COMMANDS = ("pdf", "form", "rules")
_REFUSED = ("--output", "-o", "--force", "--open", "--profile", "--save-profile", "--preview", "--help")
"""What no document says of itself: a stranger's would have files written where it likes."""


@app.command(help=Message("Print a document again: sheets, a form or rules, with the command that is in the PDF."))
def again(
    file: Annotated[Path, typer.Argument(metavar="PDF", help=Message("A PDF that sheetgen has written."))],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help=Message("The file or folder to write to; - is standard output.")),
    ] = None,
    force: Force = False,
    open_: Open = False,
) -> None:
    """Run the command of a PDF, and say which it was."""
    from sheetgen.preview import command_in

    words = command_in(file)
    _check(words, file)
    print(f"$ {escaped(command_words(*words))}", file=sys.stderr)
    words += ["--profile", NONE] if words[0] == "pdf" else []
    words += ["--output", output] if output is not None else []
    words += [option for option, given in (("--force", force), ("--open", open_)) if given]
    run_words(words)


def _check(words: list[str], file: Path) -> None:
    refused = [word for word in words if word.partition("=")[0] in _REFUSED or word.startswith("-o")]
    if words[0] not in _COMMANDS or refused:
        raise SheetgenError(
            "this PDF asks for '%(written)s', which no document of sheetgen's asks for", file=str(file),
            written=refused[0] if refused else words[0],
        )  # fmt: skip
