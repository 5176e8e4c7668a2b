"""The commands, and where each is written: only what was asked for is imported, since that is what a start takes."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer

from sheetgen.cli.options import app

COMMANDS = {
    "pdf": "sheets",
    "kit": "kits",
    "again": "again",
    "rules": "booklets",
    "form": "calculators",
    "check": "checking",
    "card": "checking",
    "score": "lists",
    "rulesets": "house_rules",
    "show": "house_rules",
    "new": "house_rules",
    "validate": "house_rules",
    "languages": "translations",
    "language": "translations",
    "reference": "lists",
    "doctor": "doctor",
}
"""Every command and its module, in the order of the help."""


def program(arguments: Sequence[str] = ()) -> Any:
    """The program with the command that the arguments begin with or, if they begin with none, with all commands."""
    asked = COMMANDS.get(arguments[0]) if arguments else None
    for module in [asked] if asked else dict.fromkeys(COMMANDS.values()):
        import_module(f"sheetgen.cli.{module}")
    group: Any = typer.main.get_command(app)
    group.commands = {name: group.commands[name] for name in COMMANDS if name in group.commands}
    return group
