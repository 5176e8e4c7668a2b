"""The program's side of the worker: functions that the page calls by their names.

Each takes what JSON can say, and returns a value that JSON can say and the files that it made.
"""

import io
import json
import os
import re
import tomllib
import zipfile
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from typing import Any, get_args
from unicodedata import normalize

from msgspec import convert, to_builtins

from sheetgen.documents.declared import Usual
from sheetgen.documents.described import described
from sheetgen.documents.kits import What
from sheetgen.documents.making import Made, make
from sheetgen.errors import Cure, FileError, SheetgenError
from sheetgen.files.tables import lightened
from sheetgen.i18n.catalog import Catalog, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.themes import hex_of, read_colour
from sheetgen.rules.history import best_totals
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.checked_text import faults, words_at
from sheetgen.rulesets.faults import review
from sheetgen.rulesets.house_rules import (
    Chosen,
    choices_of,
    read_house_rules,
    write_house_rules,
)
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import source_of

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
    """Return a document and, if it is a PDF, a picture of each page."""
    catalog = load_catalog(language)
    usual = Usual(language)
    ruleset = _file(f"{file_name(own)}.toml", own) if own else game
    names = values.pop("names_file", "")
    if names:
        values["names_file"] = _file("names.csv", names)
    kind = values.pop("format", "") if command == "form" else ""
    made = make(command, ruleset, values, kind=kind, usual=usual, previews=True)
    if command == "kit":
        return _kit(made, catalog)
    return _about(made, catalog), [made.content, *made.previews]


def _kit(made: Made, catalog: Catalog) -> Answer:
    """Return a kit as one archive, then each of its documents with the pictures of its pages."""
    files = [_packed(made)]
    parts: list[dict[str, Any]] = []
    for what, part in zip(get_args(What), made.parts, strict=True):
        parts.append({**_about(part, catalog), "what": what})
        files += [part.content, *part.previews]
    return {**_about(made, catalog), "parts": parts}, files


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


def read_rules(game: str, own: str, language: str) -> Answer:
    """Return the faults of a file of house rules, the choices in it, and what its game is.

    Choices and game are None while the file has a fault; choices also if it changes no game.
    Without a file it is the game itself.
    """
    catalog = load_catalog(language)
    if not own:
        rules = to_builtins(choices_of(game, catalog))
        return {"faults": [], "rules": rules, "about": _about_game(load_ruleset(game), catalog)}, []
    found = faults(own, catalog)
    answer: dict[str, Any] = {"faults": to_builtins(found), "rules": None, "about": None}
    if all(fault.severity != "error" for fault in found):
        source = source_of(Path(f"{file_name(own)}.toml"), own)
        ruleset = review(source).ruleset
        if ruleset:
            answer["about"] = {**_about_game(ruleset, catalog), "file": source.path.name}
        if source.base:
            answer["rules"] = to_builtins(read_house_rules(own, catalog))
    return answer, []


def _about_game(ruleset: Ruleset, catalog: Catalog) -> dict[str, Any]:
    """Return what the page says about a game."""
    accent = read_colour(ruleset.accent)
    return {
        **facts_of(ruleset, catalog),
        "accent": [hex_of(accent), hex_of(lightened(accent))],
        "best": catalog.number(best_totals(ruleset)["total"]),
        "file": "",
    }


def facts_of(ruleset: Ruleset, catalog: Catalog) -> dict[str, Any]:
    """Return the facts of a game for its entry on the page."""
    wording = Wording(ruleset, catalog)
    return {
        "title": wording.title,
        "variant": wording.variant,
        "signature": [(wording.dice.sign_of(face), kind) for face, kind in ruleset.signature],
        "dice": ruleset.dice.count,
        "rolls": ruleset.dice.rolls,
        "turns": ruleset.turns,
        "players": [ruleset.players.min, ruleset.players.max],
    }


def file_name(own: str) -> str:
    """Return the name of a file of house rules, without its ending, from the name of its game."""
    try:
        name = str(tomllib.loads(own).get("name", ""))
    except tomllib.TOMLDecodeError:
        name = ""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:40].strip("-") or "own"


def write_rules(game: str, name: str, chosen: dict[str, Any], own: str, language: str) -> Answer:
    """Return the shortest file with these choices and all else that a file says.

    The language is that of what can be wrong.
    """
    return write_house_rules(game, name, convert(chosen, Chosen), own), []


def find_words(text: str, line: int, language: str) -> Answer:
    """Return what can be written in a line of a file. They are words of all languages."""
    return list(words_at(text, line)), []


FUNCTIONS: dict[str, Callable[..., Answer]] = {
    "make": make_document,
    "options": describe_options,
    "read_rules": read_rules,
    "write_rules": write_rules,
    "words": find_words,
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
    """Return what is wrong, in words, with what helps; of a file with faults, the first one."""
    if isinstance(error, FileError):
        error = error.faults[0]
    head, rest = catalog.headline(error)
    return {
        "key": error.key.removeprefix("--").replace("-", "_"),
        "head": head,
        "rest": rest,
        "is_in_file": bool(error.file),
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
