"""The words of the command line in the reader's language: help, and what the command-line library says."""

import re
from collections.abc import Iterator
from typing import Any

import typer
from typer.exceptions import TyperException

from sheetgen.cli.help import write_help_in
from sheetgen.errors import Message
from sheetgen.i18n.catalog import Catalog


def translate(command: Any, catalog: Catalog) -> None:
    """Put the help of a command and all below it into the language of `catalog`."""
    write_help_in(catalog)
    for part in help_parts(command):
        for name in ("help", "epilog", "rich_help_panel"):
            if getattr(part, name, None):
                setattr(part, name, catalog.message(getattr(part, name)))


def help_parts(command: Any) -> Iterator[Any]:
    """A command, its options and everything below it: all that has a help text."""
    yield command
    yield from command.params
    yield command.get_help_option(typer.Context(command))
    for inner in getattr(command, "commands", {}).values():
        yield from help_parts(inner)


_USAGE = (
    Message("Missing option '%(1)s'."),
    Message("Missing argument '%(1)s'."),
    Message("No such option: %(1)s"),
    Message("No such command '%(1)s'."),
    Message("Option '%(1)s' requires an argument."),
    Message("Option '%(1)s' does not take a value."),
    Message("Got unexpected extra argument(s) (%(1)s)"),
    Message("Invalid value for '%(1)s': '%(2)s' is not a valid int."),
    Message("Invalid value for '%(1)s': '%(2)s' is not one of %(3)s."),
)
"""The complaints of the command-line library, so that they can be translated."""
_NEAR = r"(?:\.? Did you mean (?P<near>.+?)\?| \(Possible options: (?P<nears>.+)\))?"
_TYPER_HELP = (
    Message("Show this message and exit."),
    Message("Install completion for the current shell."),
    Message("Show completion for the current shell, to copy it or customize the installation."),
)
"""The help that the command-line library adds, so that it can be translated."""


def usage_error(error: TyperException, catalog: Catalog) -> str:
    """What is wrong with the command line, in the language of `catalog`."""
    said = error.format_message()
    for message in _USAGE:
        pattern = re.escape(message).replace(r"%\(1\)s", "(?P<a>.+?)").replace(r"%\(2\)s", "(?P<b>.*)")
        pattern = pattern.replace(r"%\(3\)s", "(?P<c>.+)")
        found = re.fullmatch(pattern + _NEAR, said)
        if found:
            parts = found.groupdict()
            words = catalog.message(message, **{"1": found["a"], "2": parts.get("b"), "3": parts.get("c")})
            near = found["near"] or found["nears"]
            return words.rstrip(".") + ". " + catalog.message("Did you mean %(near)s?", near=near) if near else words
    return said
