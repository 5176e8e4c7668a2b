"""The program's side of the worker: functions that the page calls by their names.

Each takes what JSON can say, and returns a value that JSON can say and the files that it made.
"""

import io
import json
import os
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

from msgspec import convert, to_builtins

from sheetgen.documents.declared import Usual
from sheetgen.documents.described import described
from sheetgen.documents.kits import What
from sheetgen.documents.making import Made, make
from sheetgen.errors import Cure, SheetgenError
from sheetgen.i18n.catalog import Catalog, load_catalog
from sheetgen.rulesets.checked_text import faults
from sheetgen.rulesets.house_rules import (
    Chosen,
    choices_of,
    read_house_rules,
    write_house_rules,
)

Answer = tuple[Any, list[bytes]]
FOLDER = Path("/tmp")  # noqa: S108 - the only user of this file system is the page
"""Folder of the files that options name: they are texts on the page."""
STAMP = (2026, 1, 1, 0, 0, 0)
"""Time of all files of a kit, so that the same wish gives the same bytes."""
TYPES: Mapping[str, str] = {
    "pdf": "application/pdf",
    "html": "text/html",
    "md": "text/markdown",
    "": "application/zip",
}
"""Media types by the kind of a document; a kit is a folder, packed."""


def make_document(
    command: str, game: str, own: str, language: str, values: dict[str, Any]
) -> Answer:
    """Return a document and, if it has pages, a picture of each."""
    catalog = load_catalog(language)
    usual = Usual(language)
    ruleset = _file(f"{game}-own.toml", own) if own else game
    names = values.pop("names_file", "")
    if names:
        values["names_file"] = _file("names.csv", names)
    kind = values.pop("format", "") if command == "form" else ""
    made = make(command, ruleset, values, kind=kind, usual=usual)
    pictures: list[bytes] = []
    if made.kind == "pdf":
        drawn = make(command, ruleset, values, kind="svg", usual=usual)
        pictures = [part.content for part in drawn.parts] or [drawn.content]
    if command == "kit":
        drawn = make(command, ruleset, values, kind="svg", usual=usual)
        return _kit(made, drawn, catalog)
    return _about(made, catalog, pictures), [made.content, *pictures]


def _kit(made: Made, drawn: Made, catalog: Catalog) -> Answer:
    """Return a kit as one archive, then each of its documents with the pictures of its pages."""
    files = [_packed(made)]
    parts: list[dict[str, Any]] = []
    for what, part, picture in zip(get_args(What), made.parts, drawn.parts, strict=True):
        pictures = [page.content for page in picture.parts] or [picture.content]
        shown = pictures if part.pages else []
        parts.append({**_about(part, catalog, shown), "what": what})
        files += [part.content, *shown]
    return {**_about(made, catalog, []), "parts": parts}, files


def _about(made: Made, catalog: Catalog, pictures: list[bytes]) -> dict[str, Any]:
    """Return what the page says about a document."""
    heard = re.search(rb'aria-label="([^"]*)"', pictures[0]) if pictures else None
    flips = {"DuplexFlipLongEdge": "long", "DuplexFlipShortEdge": "short"}
    return {
        "name": made.name if made.kind else f"{made.name}.zip",
        "type": TYPES[made.kind],
        "pages": made.pages,
        "sides": made.sides,
        "sheets": -(-made.pages // (made.sides or 1)),
        "paper": _paper_in_words(made.paper),
        "duplex": flips.get(made.duplex, ""),
        "how": catalog.message(made.how),
        "command": made.command,
        "warnings": [catalog.error(warning) for warning in made.warnings],
        "alt": heard.group(1).decode() if heard else "",
        "parts": [],
    }


def _paper_in_words(name: str) -> str:
    """Return the name of a paper as people write it, such as A4 or Letter."""
    return name.upper() if len(name) < 4 else name.capitalize()


def _file(name: str, text: str) -> str:
    """Write a text where an option can name it, and return its path."""
    os.chdir(FOLDER)  # so that the printed command has the name alone
    Path(name).write_text(text, "utf-8")
    return f"./{name}"


def _packed(made: Made) -> bytes:
    """Return the documents of a kit as a zip archive."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in made.parts:
            archive.writestr(zipfile.ZipInfo(f"{made.name}/{part.name}", STAMP), part.content)
    return target.getvalue()


def describe_options(command: str, language: str) -> Answer:
    """Return the entries of a command's options, as data."""
    return to_builtins(described(command, load_catalog(language))), []


def find_faults(text: str, language: str) -> Answer:
    """Return the faults of a ruleset file, each with its place."""
    return to_builtins(faults(text, load_catalog(language))), []


def house_rules(game: str, own: str, language: str) -> Answer:
    """Return the choices of a game, with their state in a file of house rules, if there is one."""
    catalog = load_catalog(language)
    rules = read_house_rules(own, catalog) if own else choices_of(game, catalog)
    return to_builtins(rules), []


def write_rules(game: str, name: str, chosen: dict[str, Any], language: str) -> Answer:
    """Return the shortest file with these choices. The language is that of what can be wrong."""
    return write_house_rules(game, name, convert(chosen, Chosen)), []


FUNCTIONS: dict[str, Callable[..., Answer]] = {
    "make": make_document,
    "options": describe_options,
    "faults": find_faults,
    "house_rules": house_rules,
    "write_rules": write_rules,
}


def answer(name: str, given: str) -> tuple[str, list[bytes]]:
    """Call a function by its name. What is wrong with what was asked for is an answer, too."""
    arguments = json.loads(given)
    try:
        value, files = FUNCTIONS[name](**arguments)
    except SheetgenError as error:
        catalog = load_catalog(arguments["language"])
        return json.dumps({"wrong": _wrong(error, arguments.get("command", ""), catalog)}), []
    return json.dumps({"value": value}), files


def _wrong(error: SheetgenError, command: str, catalog: Catalog) -> dict[str, Any]:
    """Return what is wrong, in words, with what helps."""
    head, rest = catalog.headline(error)
    return {
        "key": error.key.removeprefix("--").replace("-", "_"),
        "head": head,
        "rest": rest,
        "cures": [
            {
                "option": cure.option,
                "value": cure.value,
                "words": _cure_in_words(cure, command, catalog),
            }
            for cure in error.cures
        ],
        "figures": to_builtins(error.figures) if error.figures else None,
    }


def _cure_in_words(cure: Cure, command: str, catalog: Catalog) -> str:
    """Return the words of the button that applies a cure."""
    entries = {entry.field: entry for entry in described(command, catalog)} if command else {}
    entry = entries.get(cure.option)
    label = entry.label if entry else cure.option
    if cure.value is None:
        return catalog.text("workshop", "Without %(option)s", option=label)
    choices = {choice.value: choice.label for choice in entry.choices} if entry else {}
    if cure.value is True:
        return catalog.text("workshop", "With %(option)s", option=label)
    value = choices.get(cure.value, cure.value)
    if cure.option == "paper":
        return catalog.text("workshop", "Take %(paper)s", paper=_paper_in_words(value))
    return f"{label}: {value}"
