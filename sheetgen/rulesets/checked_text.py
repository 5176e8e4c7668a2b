"""The check of the text of a ruleset file as data, for editors that show faults in their places."""

import re
from collections.abc import Mapping, Sequence
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
    words: tuple[str, ...] = ()
    """What can be written there, as TOML has it; empty for free texts and numbers."""


def faults(text: str, catalog: Catalog, path: FilePath = OWN_FILE) -> list[TextFault]:
    """Return all faults of a text or, if it has none, its warnings, in the order of their lines."""
    try:
        source = source_of(path, text)
        result = review(source, catalog.language)
    except SheetgenError as error:
        return [_fault("error", error, {}, catalog)]
    found = [_fault("error", error, source.own, catalog) for error in result.faults]
    found += [_fault("warning", error, source.own, catalog) for error in result.warnings]
    return sorted(found, key=lambda fault: (fault.line, fault.column))


def _fault(
    severity: Literal["error", "warning"],
    error: SheetgenError,
    data: Mapping[str, Any],
    catalog: Catalog,
) -> TextFault:
    span = error.span or _span_of(error)
    cure = str(error.cures[0].value) if error.cures else ""
    message = catalog.message(error.message, **error.values)
    words = _words_of_key(data, error.key) if severity == "error" and error.key else ()
    return TextFault(severity, span.line, span.column, span.length, error.key, message, cure, words)


def _words_of_key(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return what can be written at a key; at one that does not exist, the keys beside it."""
    path = path_of(data, key)
    if _declared(data, path) is None:
        path = path[:-1]
    return known_words(data, path)


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
    declared = _declared(data, path)
    if isinstance(declared, Choice):
        return tuple(f'"{word}"' if isinstance(word, str) else str(word) for word in declared.words)
    if isinstance(declared, Flag):
        return "true", "false"
    value = _value_at(data, path)
    there = value if isinstance(value, Mapping) else {}
    return tuple(key for key in _keys(declared, there) if key not in there)


_STEP = re.compile(r"([^.\[\]]+)|\[([^\]]*)\]")
"""Key, or the item of a list, in a key path as people read it."""


def path_of(data: Mapping[str, Any], key: str) -> Path:
    """Return the path of a key as people read it, such as ``sections[upper].totals[1].steps``.

    The reverse of `key_path`. An item that the data lacks is taken for the first one.
    """
    path: list[str | int] = []
    for name, item in _STEP.findall(key):
        if name:
            path.append(name)
            continue
        items = _value_at(data, tuple(path))
        ids = [each.get("id") for each in _tables_of(items)]
        if item in ids:
            path.append(ids.index(item))
        else:
            path.append(max(0, int(item) - 1) if item.isdecimal() else 0)
    return tuple(path)


def _tables_of(items: Any) -> list[Mapping[str, Any]]:
    if not isinstance(items, list):
        return []
    return [item if isinstance(item, Mapping) else {} for item in items]


_HEADER = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]")
_OPENED = re.compile(r"\s*([\w-]+)\s*=\s*\[\s*$")
_ASSIGNED = re.compile(r"\s*([\w.-]+)\s*=")
"""Header of a table, a list that goes on in the next line, and a key, at the begin of a line."""


def words_at(text: str, line: int) -> tuple[str, ...]:
    """Return what can be written in a line of a ruleset file, from 1, as `known_words` does.

    The words of its key if it has one, else the keys of its table. The text may have any fault.
    """
    try:
        data: Mapping[str, Any] = source_of(OWN_FILE, text).own
    except SheetgenError:
        data = {"extends": ""} if re.search(r"(?m)^extends\b", text) else {}
    lines = text.split("\n")[:line]
    table, inside = _table_of(lines)
    assigned = _ASSIGNED.match(lines[-1]) if lines and not inside else None
    if assigned:
        words = known_words(data, (*table, *assigned[1].split(".")))
        if words:
            return words
    return known_words(data, (*table, *inside))


def _table_of(lines: Sequence[str]) -> tuple[Path, Path]:
    """Return the path of the table that the last line is in, and that of an open list in it."""
    table: Path = ()
    inside: Path = ()
    numbers: dict[str, int] = {}
    for line in lines:
        if header := _HEADER.match(line):
            name = header[1]
            if line.strip().startswith("[["):
                numbers[name] = numbers.get(name, -1) + 1
            table, inside = _path_of_header(name, numbers), ()
        elif opened := _OPENED.match(line):
            inside = (opened[1], 0)
        elif line.strip().startswith("]"):
            inside = ()
    return table, inside


def _path_of_header(name: str, numbers: Mapping[str, int]) -> Path:
    """Return the path of a table; `numbers` has the position of the last item of each list."""
    path: list[str | int] = []
    names: list[str] = []
    for part in name.split("."):
        names.append(part)
        path.append(part)
        if ".".join(names) in numbers:
            path.append(numbers[".".join(names)])
    return tuple(path)


def _declared(data: Mapping[str, Any], path: Path) -> Key | None:
    """Return the declaration of the value at a path; None if there is none."""
    declared: Key | None = CHANGES if "extends" in data else RULESET
    for place, step in enumerate(path):
        declared = _inner(declared, _value_at(data, path[:place]), step)
    return declared


def _value_at(data: Any, path: Path) -> Any:
    """Return the value at a path; None if there is none."""
    for step in path:
        if isinstance(data, Mapping):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


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
