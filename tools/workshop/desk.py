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
from typing import Any, get_args
from unicodedata import normalize

from msgspec import convert, to_builtins

from sheetgen.documents.declared import Usual
from sheetgen.documents.described import OptionEntry, described
from sheetgen.documents.kits import What
from sheetgen.documents.making import Made, make
from sheetgen.errors import Cure, Figures, FileError, SheetgenError
from sheetgen.files.disk import parse_toml
from sheetgen.files.tables import lightened
from sheetgen.i18n.catalog import Catalog, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import check_names
from sheetgen.layout.primitives import Font
from sheetgen.layout.themes import hex_of, read_colour
from sheetgen.pdf.fonts import measure
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
        "box": _box_in_words(made, catalog),
        "how": catalog.message(made.how),
        "command": made.command,
        "warnings": [catalog.error(warning) for warning in made.warnings],
        "alt": unescape(heard.group(1).decode()) if heard else "",
        "parts": [],
    }


def _box_in_words(made: Made, catalog: Catalog) -> str:
    """Return how large the boxes of a sheet are at least; empty for other documents."""
    if made.box is None:
        return ""
    width, height = made.box
    return catalog.text(
        "workshop",
        "Each box is %(width)s × %(height)s mm.",
        width=int(width),
        height=int(height),
    )


def _paper_in_words(name: str) -> str:
    """Return the name of a paper as people write it, such as A4 or Letter."""
    return name.upper() if len(name) < 4 else name.capitalize()


def _file(name: str, text: str) -> str:
    """Write a text where an option can name it, and return its path."""
    os.chdir(FOLDER)  # so that the printed command has the name alone
    Path(name).write_text(text, "utf-8", errors="replace")  # half of a letter is no letter
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
        name = str(parse_toml(own).get("name", ""))
    except SheetgenError:
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


def name_faults(names: list[str], language: str) -> Answer:
    """Return what is wrong with each name that cannot be printed, by its place."""
    catalog = load_catalog(language)
    found: list[dict[str, Any]] = []
    for place, name in enumerate(names):
        try:
            (clean,) = check_names((name,))
            measure(clean, Font.BOLD, 1)
        except SheetgenError as error:
            found.append({"place": place, "message": catalog.error(error)})
    return found, []


FUNCTIONS: dict[str, Callable[..., Answer]] = {
    "make": make_document,
    "options": describe_options,
    "name_faults": name_faults,
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
        wrong = _wrong(error, arguments.get("command", ""), arguments.get("values", {}), catalog)
        return json.dumps({"wrong": wrong}), []
    return json.dumps({"value": value}), files


def _wrong(
    error: SheetgenError, command: str, values: Mapping[str, Any], catalog: Catalog
) -> dict[str, Any]:
    """Return what is wrong with the values of options, in words, with what helps.

    Of a file with faults, it is the first one.
    """
    if isinstance(error, FileError):
        error = error.faults[0]
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
        "is_in_file": bool(error.file),
        "cures": [
            {
                "option": cure.option,
                "value": cure.value,
                "words": _cure_in_words(cure, by_field.get(cure.option), catalog),
            }
            for cure in cures
        ],
        "figures": _figures(error.figures, catalog) if error.figures else None,
    }


def _figures(figures: Figures, catalog: Catalog) -> dict[str, Any]:
    """Return figures with their unit in words."""
    words = {"mm": "mm", "pages": catalog.text("workshop", "pages")}
    return {**to_builtins(figures), "unit": words[figures.unit]}


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
