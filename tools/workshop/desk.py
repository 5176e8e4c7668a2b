"""The program's side of the worker: functions that the page calls by their names.

Each takes what JSON can say, and returns a value that JSON can say and the files that it made.
"""

import json
from collections.abc import Callable
from typing import Any

import sheetgen
from sheetgen.errors import SheetgenError

Answer = tuple[Any, list[bytes]]


def make(
    command: str, game: str, own: str, language: str, values: dict[str, Any]
) -> Answer:
    """Return a document and its pictures."""
    ruleset = sheetgen.load_ruleset(game)
    names = values.pop("names", [])
    if command == "pdf":
        content = sheetgen.sheet(ruleset, lang=language, names=names, **values)
    else:
        content = sheetgen.booklet(ruleset, lang=language, **values)
    value = {"name": f"{game}.pdf", "type": "application/pdf", "pages": 1, "sides": 1, "sheets": 1, "paper": "A4", "duplex": "", "how": "print at 100 %", "command": f"sheetgen {command} {game}", "warnings": [], "alt": ""}
    return value, [content]


FUNCTIONS: dict[str, Callable[..., Answer]] = {"make": make}


def answer(name: str, given: str) -> tuple[str, list[bytes]]:
    """Call a function by its name. What is wrong with what was asked for is an answer, too."""
    try:
        value, files = FUNCTIONS[name](**json.loads(given))
    except SheetgenError as error:
        return json.dumps({"wrong": {"key": error.key, "head": str(error), "rest": "", "cures": [], "figures": None}}), []
    return json.dumps({"value": value}), files
