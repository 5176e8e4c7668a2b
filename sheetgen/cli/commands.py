"""The commands, and where each is written: only the one that is called is imported, so that a start is short."""

import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from sheetgen import __version__
from sheetgen.cli.help import Command
from sheetgen.cli.options import app
from sheetgen.errors import Message

COMMANDS = {
    "pdf": ("sheets", Message("Write score sheets as a PDF.")),
    "kit": ("kits", Message("Write all that a game night needs into one folder, and say how to print it.")),
    "again": (
        "again",
        Message("Print a document again: sheets, a form or rules, with the command that is in the PDF."),
    ),
    "rules": ("booklets", Message("Write a rules booklet: all rules of a game with examples, in your language.")),
    "form": (
        "calculators",
        Message("Write a score calculator that adds itself up: a PDF form, or a page for the browser."),
    ),
    "check": ("checking", Message("Check a finished card: is it right, where not, and what should it be?")),
    "card": ("checking", Message("Write an empty card file (CSV) to fill in, for sheetgen check.")),
    "score": ("scoring", Message("Tell what a roll is worth, and where it may go on a card that is partly filled.")),
    "rulesets": ("house_rules", Message("List the rulesets there are.")),
    "show": ("house_rules", Message("Print the file of a ruleset.")),
    "new": ("house_rules", Message("Write a ruleset file to change: your house rules, or a game of your own.")),
    "validate": (
        "house_rules",
        Message("Say what is wrong with a ruleset file, and what in it is probably not meant."),
    ),
    "languages": ("translations", Message("List the languages there are.")),
    "language": ("translations", Message("Make sheetgen speak a language of yours.")),
    "reference": (
        "references",
        Message("Print the reference of ruleset files, of card files and results, or of commands, as Markdown."),
    ),
    "doctor": ("doctor", Message("Say how sheetgen stands on this machine, and why it picks what it picks.")),
}
"""Every command, its module and what it does, in the order of the help."""


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=Message("Print the version."))] = False,
) -> None:
    if version:
        print(f"sheetgen {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None and sys.stdin.isatty() and sys.stdout.isatty():
        from sheetgen.cli.first_time import first_sheet

        first_sheet()
    elif context.invoked_subcommand is None:
        print(context.get_help())


def program(words: Sequence[str]) -> Any:
    """The program for a command line: of commands that are not called there it has only the names and the help."""
    return _program([asked for asked in words[:1] if asked in COMMANDS])


def whole_program() -> Any:
    """The program with all of its commands."""
    return _program(COMMANDS)


def words_to_complete() -> list[str]:
    """The command line that a shell wants to complete; empty if none does."""
    if "_SHEETGEN_COMPLETE" not in os.environ:
        return []
    return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()[1:]


def _program(called: Iterable[str]) -> Any:
    for name in called:
        import_module(f"sheetgen.cli.{COMMANDS[name][0]}")
    group: Any = typer.main.get_command(app)
    known = group.commands
    group.commands = {name: known.get(name) or Command(name) for name in COMMANDS}
    for name, (_, text) in COMMANDS.items():
        group.commands[name].help = text
    return group
