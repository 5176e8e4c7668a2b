"""The program's side of the worker: functions that the page calls by their names.

Each takes what JSON can say, and returns a value that JSON can say and the files that it made.
"""

import io
import json
import os
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

from msgspec import convert, to_builtins

from sheetgen.documents.declared import Usual
from sheetgen.documents.described import OptionEntry, described
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
PEOPLE = ("names", "names_file")
"""Options that people type: no button takes them away."""
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
    """Return a document and, if it is a PDF, a picture of each page."""
    catalog = load_catalog(language)
    usual = Usual(language)
    values = {field: value for field, value in values.items() if value is not None}
    ruleset = _file(f"{game}-own.toml", own) if own else game
    if names := values.pop("names_file", ""):
        values["names_file"] = _file("names.csv", names)
    kind = values.pop("format", "") if command == "form" else ""
    made = make(command, ruleset, values, kind=kind, usual=usual, previews=True)
    content = made.content if made.kind else _packed(made)
    return _about(made, catalog), [content, *made.previews]


def _about(made: Made, catalog: Catalog) -> dict[str, Any]:
    """Return what the page says about a document."""
    heard = re.search(rb'aria-label="([^"]*)"', made.previews[0]) if made.previews else None
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
        "alt": unescape(heard.group(1).decode()) if heard else "",
        "parts": [part.name for part in made.parts],
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
        wrong = _wrong(error, arguments.get("command", ""), arguments.get("values", {}), catalog)
        return json.dumps({"wrong": wrong}), []
    return json.dumps({"value": value}), files


def _wrong(
    error: SheetgenError, command: str, values: Mapping[str, Any], catalog: Catalog
) -> dict[str, Any]:
    """Return what is wrong with the values of options, in words, with what helps."""
    entries = described(command, catalog) if command else ()
    by_field = {entry.field: entry for entry in entries}
    by_name = {f"--{entry.name}": entry for entry in entries}
    labels = _labels(entries)
    named = by_name.get(error.key) or by_field.get(error.key)
    field = named.field if named else error.option
    cures = [*error.cures]
    if not cures and values.get(field) is not None and field not in PEOPLE:
        cures.append(Cure(field))
    head, rest = catalog.headline(error)
    return {
        "key": field,
        "head": _with_labels(head, labels),
        "rest": _with_labels(rest, labels),
        "cures": [
            {
                "option": cure.option,
                "value": cure.value,
                "words": _cure_in_words(cure, by_field.get(cure.option), catalog),
            }
            for cure in cures
        ],
        "figures": to_builtins(error.figures) if error.figures else None,
    }


def _labels(entries: Sequence[OptionEntry]) -> dict[str, str]:
    """Return what options are called on the page, by their names on the command line."""
    labels: dict[str, str] = {}
    for entry in entries:
        labels[f"--{entry.name}"] = f"‘{entry.label}’"
        labels[f"--no-{entry.name}"] = f"‘{entry.label}’"
        for choice in entry.choices:
            if choice.help:  # the command line has a flag for each of them
                labels[f"--{choice.value}"] = f"‘{entry.label}: {choice.label}’"
    return labels


def _with_labels(text: str, labels: Mapping[str, str]) -> str:
    """Return a text in which options have their names on the page instead of those of a shell."""
    return re.sub(r"--[a-z]+(-[a-z]+)*", lambda option: labels.get(option[0], option[0]), text)


def _cure_in_words(cure: Cure, entry: OptionEntry | None, catalog: Catalog) -> str:
    """Return the words of the button that applies a cure to an option."""
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
