"""The program's side of the worker: functions that the page calls by their names.

Each takes what JSON can say, and returns a value that JSON can say and the files that it made.
"""

import json
from collections.abc import Callable
from typing import Any

from msgspec import to_builtins

import sheetgen
from sheetgen.documents.described import described
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog

Answer = tuple[Any, list[bytes]]


def make(command: str, game: str, own: str, language: str, values: dict[str, Any]) -> Answer:
    """Return a document and its pictures."""
    ruleset = sheetgen.load_ruleset(game)
    names = values.pop("names", [])
    if command == "pdf":
        content = sheetgen.sheet(ruleset, lang=language, names=names, **values)
    else:
        content = sheetgen.booklet(ruleset, lang=language, **values)
    value = {
        "name": f"{game}.pdf",
        "type": "application/pdf",
        "pages": 1,
        "sides": 1,
        "sheets": 1,
        "paper": "A4",
        "duplex": "",
        "how": "print at 100 %",
        "command": f"sheetgen {command} {game}",
        "warnings": [],
        "alt": "",
    }
    return value, [content]


def options(command: str, language: str) -> Answer:
    """Return the entries of a command's options, as data."""
    return to_builtins(described(command, load_catalog(language))), []


FUNCTIONS: dict[str, Callable[..., Answer]] = {"make": make, "options": options}


def answer(name: str, given: str) -> tuple[str, list[bytes]]:
    """Call a function by its name. What is wrong with what was asked for is an answer, too."""
    try:
        value, files = FUNCTIONS[name](**json.loads(given))
    except SheetgenError as error:
        return json.dumps(
            {
                "wrong": {
                    "key": error.key,
                    "head": str(error),
                    "rest": "",
                    "cures": [],
                    "figures": None,
                }
            }
        ), []
    return json.dumps({"value": value}), files
