"""CSV, JSON and names from strangers, read with care; and CSV written so that no spreadsheet finds a formula in it."""

import csv
import json
import unicodedata
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from sheetgen.errors import SheetgenError, escaped

MOST_LETTERS = 80
"""A name, or another text for a sheet, has so many letters at most."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LONGEST = 60
"""So much of a value is shown."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def decode(content: bytes) -> str:
    """The text of a file in UTF-8 or, with its mark at the front, in UTF-16 as Excel writes it."""
    try:
        text = content.decode("utf-16" if content.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; in a spreadsheet save it as CSV UTF-8") from error
    if "\0" in text:
        raise SheetgenError("not text: it has NUL bytes in it; save it as text")
    if not text.strip():
        raise SheetgenError("nothing is written in it; fill it in first")
    return text


class Pairs(list[tuple[str, Any]]):
    """A table, key by key, so that a key that is there twice is seen."""


def _pairs(pairs: list[tuple[str, Any]]) -> Pairs:
    return Pairs((_whole(key), _whole(value)) for key, value in pairs)


def _no_number(name: str) -> None:
    raise ValueError(name)


def plain(value: Any) -> Any:
    """What `parse_json` gave, with its objects as dictionaries."""
    if isinstance(value, Pairs):
        return {key: plain(inner) for key, inner in value}
    return [plain(item) for item in value] if isinstance(value, list) else value


def _whole(value: Any) -> Any:
    """The value with halves of letters, which JSON can name but nothing can print, as escapes."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode()
    return [_whole(item) for item in value] if type(value) is list else value


def parse_json(text: str) -> Any:
    """JSON with its objects as `Pairs` and its fractions as texts; SheetgenError if it is none."""
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_float=str, parse_constant=_no_number)
    except RecursionError as error:
        raise SheetgenError("lists too deep in each other; write it flatter") from error
    except ValueError as error:
        raise SheetgenError("not JSON: %(reason)s; mend it there", reason=str(error)) from error


def clean_name(name: str) -> str:
    """A name as it is printed: composed letters, single spaces."""
    bare = " ".join(name.split())
    return bare if bare.isascii() else unicodedata.normalize("NFC", bare)


def shown(value: object) -> str:
    """A value as a person would have written it, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # a number of thousands of digits
        text = "..."
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def parse_csv(lines: Sequence[str], delimiter: str, *, spaced: bool = False) -> list[list[str]]:
    """The rows of a CSV, `spaced` if quotes may follow a space; SheetgenError if it is none."""
    try:
        return list(csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=spaced))
    except csv.Error as error:
        raise SheetgenError("not CSV: %(reason)s; mend it there", reason=str(error)) from error


def find_delimiter(lines: Sequence[str]) -> str:
    """Which of comma, semicolon and tab parts the cells of a CSV, judged by its first lines."""
    return max(",;\t", key=lambda delimiter: _cells(lines, delimiter))


def _cells(lines: Sequence[str], delimiter: str) -> int:
    """How many cells the lines have with this delimiter; it does not part them if a quoted cell goes on behind it."""
    try:
        return sum(map(len, csv.reader(lines, delimiter=delimiter, strict=True)))
    except csv.Error:
        return 0


def csv_line(cells: Iterable[object], delimiter: str = ",") -> str:
    """A line of CSV with its line end.

    A text that looks like a formula gets a ' in front, and control characters stand as escapes.
    """
    buffer = StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerow([_safe(cell) for cell in cells])
    return buffer.getvalue()


def _safe(cell: object) -> object:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return cell
    return f"'{escaped(cell)}" if _is_formula(cell) else escaped(cell)


def _is_formula(cell: str) -> bool:
    """Whether a spreadsheet may take it for a formula, or would once a ' in front is taken away."""
    return cell.lstrip("'").lstrip().startswith(_FORMULA)


def bare_text(cell: str) -> str:
    """The text of a cell without the ' that `csv_line` put in front."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell
