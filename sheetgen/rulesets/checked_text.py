"""The check of the text of a ruleset file as data, for editors that show faults in their places."""

import re
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any, Literal

from msgspec import Struct

from sheetgen.errors import SheetgenError, Span
from sheetgen.files.tables import Choice, Flag, Key, List, Map, Path, Table, Tagged
from sheetgen.i18n.catalog import Catalog
from sheetgen.rulesets.faults import review
from sheetgen.rulesets.source import source_of
from sheetgen.rulesets.vocabulary import CHANGES, RULESET

OWN_FILE = FilePath("own.toml")
"""Name of a text that is in no file yet."""


class TextFault(Struct, frozen=True):
    """Fault of a text, or a probable mistake, with its place."""

    severity: Literal["error", "warning"]
    line: int
    """Line, from 1."""
    column: int
    """Column of the value or the wrong key, from 1."""
    length: int
    """Length in that line; 0 if only the line is known."""
    key: str
    """Key path as people read it."""
    message: str
    cure: str = ""
    """Word to write instead; empty if there is no likely one."""


def faults(text: str, catalog: Catalog, path: FilePath = OWN_FILE) -> list[TextFault]:
    """Return all faults of a text or, if it has none, its warnings, in the order of their lines."""
    try:
        result = review(source_of(path, text), catalog.language)
    except SheetgenError as error:
        return [_fault("error", error, catalog)]
    found = [_fault("error", error, catalog) for error in result.faults]
    found += [_fault("warning", error, catalog) for error in result.warnings]
    return sorted(found, key=lambda fault: (fault.line, fault.column))


def _fault(
    severity: Literal["error", "warning"], error: SheetgenError, catalog: Catalog
) -> TextFault:
    span = error.span or _span_of(error)
    cure = str(error.cures[0].value) if error.cures else ""
    message = catalog.message(error.message, **error.values)
    return TextFault(severity, span.line, span.column, span.length, error.key, message, cure)


def _span_of(error: SheetgenError) -> Span:
    """Return the place of a fault that has no key: that of the parser, or the line of its file."""
    place = re.search(r"at line (\d+), column (\d+)", str(error))  # tomllib says it in words alone
    if place:
        return Span(int(place[1]), int(place[2]), 1)
    line = re.search(r":(\d+)$", error.file)
    return Span(int(line[1]) if line else 1, 1, 0)


def known_words(data: Mapping[str, Any], path: Path) -> tuple[str, ...]:
    """Return what can be written at a path of a ruleset file, as TOML has it.

    The words of a choice, or the keys of a table that are not there yet. Nothing for free texts,
    numbers, and paths that do not exist.
    """
    declared: Key | None = CHANGES if "extends" in data else RULESET
    value: Any = data
    for step in path:
        declared = _inner(declared, value, step)
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            value = None
    if isinstance(declared, Choice):
        return tuple(f'"{word}"' if isinstance(word, str) else str(word) for word in declared.words)
    if isinstance(declared, Flag):
        return "true", "false"
    there = value if isinstance(value, Mapping) else {}
    return tuple(key for key in _keys(declared, there) if key not in there)


def _inner(declared: Key | None, value: Any, step: str | int) -> Key | None:
    """Return the declaration of a value inside of a value; None if there is none."""
    if isinstance(declared, List | Map):
        return declared.item
    keys = _keys(declared, value if isinstance(value, Mapping) else {})
    return keys.get(step) if isinstance(step, str) else None


def _keys(declared: Key | None, table: Mapping[str, Any]) -> Mapping[str, Key]:
    """Return the keys that a table can have."""
    if isinstance(declared, Tagged):
        kind = table.get("kind")
        if isinstance(kind, str) and kind in declared.kinds:
            return {**declared.keys, **declared.kinds[kind].keys}
        return declared.keys
    return declared.keys if isinstance(declared, Table) else {}
