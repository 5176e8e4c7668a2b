"""Reading of files that may come from strangers, within bounds: text, TOML, CSV, JSON and names."""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from itertools import islice
from pathlib import Path
from stat import S_ISREG
from typing import Any

from sheetgen.errors import Message, SheetgenError, reason

MOST_TOML = 1_000_000
"""Maximum size of a TOML file in bytes."""
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".heic", ".heif"})
"""File name extensions of pictures. A PDF can be a picture, too."""
MAX_DEPTH = 12
"""Maximum depth of lists and tables in each other, and of parts of a dotted key."""
_LONGEST_KEY = 500
"""Maximum length of a part of a key, as it is written."""
MOST_LETTERS = 80
"""Maximum length of a name, or of another text for a sheet."""
_FORMULA = r"""["'\s]*[=+\-@\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]"""
"""Start of a text that a spreadsheet may take for a formula, with signs of any width, after spaces and quotes."""
_FIRST_LINES = 20
"""Number of lines at the head of a CSV by which its separator is found."""
_DEEPEST_JSON = 200
"""Maximum depth of lists in JSON; a table counts twice. Ids of cards can be any value, but not deeper."""
_TOO_DEEP = Message("lists are nested too deeply; write them flatter")
_KEY = r"""(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+"""
_TOML = (
    rf"(?sm)(?P<deep>(?:{_KEY}\.[ \t]*+){{{MAX_DEPTH}}})"
    rf"|(?P<key>{_KEY}[.=]|^[ \t]*+\[\[?[ \t]*+{_KEY}\])"
    r'|"""(?>\\.?|[^\\])*?(?:"{3,5}|\Z)'
    r"|'{3}.*?(?:'{3,5}|\Z)"
    r"""|"(?:\\.?|[^"\\\n])*+"?|'[^'\n]*+'?|\#[^\n]*+|[\w-]++"""
)
"""Keys of TOML, and keys with too many parts; then texts, comments and words, which contain no keys."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
NEEDED = Message("is needed for something else in the same run; choose another name")
"""Fault of writing a file that the same run reads, or writes twice, even with --force."""
INPUTS: ContextVar[set[tuple[int, int]] | None] = ContextVar("INPUTS", default=None)
"""Files that this run has read and must not overwrite; None in a program that keeps no such list."""


def note_input(file: int, name: str) -> None:
    """Record an open file of this name as read. Raises SheetgenError if standard output goes to the same file."""
    files = INPUTS.get()
    if files is None:
        return
    found = os.fstat(file)
    with suppress(OSError):  # standard output is closed
        if S_ISREG(found.st_mode) and os.path.samestat(found, os.fstat(1)):
            raise SheetgenError(NEEDED, file=name)
    files.add((found.st_dev, found.st_ino))


def forget_input(path: Path) -> None:
    """Allow writing to a file that was read for that purpose."""
    (INPUTS.get() or set()).discard((path.stat().st_dev, path.stat().st_ino))


def is_input(path: Path) -> bool:
    """Check whether this run has read the file."""
    return path.exists() and (path.stat().st_dev, path.stat().st_ino) in (INPUTS.get() or ())


def read_file(
    path: Path, most: int, too_large: SheetgenError | None = None, no_file: SheetgenError | None = None
) -> bytes:
    """Return the content of a file of at most `most` bytes.

    Raises SheetgenError with the file's name if it cannot be read: `too_large` if it has more bytes, `no_file` if it is
    not a file.
    """
    name = str(path)
    try:
        if path.exists() and not path.is_file():
            raise (no_file or SheetgenError("this is no file; name a file")).placed(name)
        with path.open("rb") as file:
            content = file.read(most + 1)
            note_input(file.fileno(), name)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise SheetgenError("cannot read this file: %(reason)s", file=name, reason=why) from error
    if len(content) > most:
        usual = SheetgenError("larger than %(limit)s MB; take a smaller one", limit=most // 1_000_000)
        raise (too_large or usual).placed(name)
    return content


def read_text(
    path: Path, most: int, too_large: SheetgenError | None = None, no_file: SheetgenError | None = None
) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark. Raises as `read_file` does."""
    try:
        return read_file(path, most, too_large, no_file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8", file=str(path)) from error


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file of at most 1 MB. Raises SheetgenError with its name if it is not one."""
    text = read_text(path, MOST_TOML)
    try:
        return parse_toml(text)
    except SheetgenError as error:
        raise error.placed(str(path)) from error
    except ValueError as error:
        raise no_toml(error).placed(str(path)) from error


def no_toml(error: ValueError) -> SheetgenError:
    """Return the fault of a text that is not TOML, in the parser's words unless only programmers understand them."""
    digits = Message("a number in it has thousands of digits")
    why = digits if type(error) is ValueError else str(error)
    return SheetgenError("not a TOML file: %(reason)s; mend it there", reason=why)


def parse_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises ValueError if it is not TOML, and SheetgenError for keys and lists beyond the bounds. Keys are checked first,
    because tomllib takes the square of their parts.
    """
    import tomllib  # noqa: PLC0415 - few commands read one

    if len(text) > MOST_TOML:
        raise SheetgenError("larger than %(limit)s MB; take a smaller one", limit=MOST_TOML // 1_000_000)
    if any(len(line) > _LONGEST_KEY or line.count(".") >= MAX_DEPTH for line in text.split("\n")):  # few have such
        for found in re.finditer(_TOML, text):  # compiled when it is needed
            if found["deep"]:
                raise SheetgenError(_TOO_DEEP)
            if found["key"] and len(found["key"]) > _LONGEST_KEY:
                raise SheetgenError("a key has more than %(limit)s letters; shorten it", limit=_LONGEST_KEY)
    try:
        tables = tomllib.loads(text, parse_float=parse_float)
        _check_depth(tables, MAX_DEPTH)
        return tables
    except RecursionError as error:
        raise SheetgenError(_TOO_DEEP) from error


def _check_depth(value: Any, most: int) -> None:
    """Raise RecursionError if tables and lists are nested deeper than `most`."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    if inner and not most:
        raise RecursionError
    for item in inner:
        _check_depth(item, most - 1)


def decode(content: bytes) -> str:
    """Return the text of a file in UTF-8 or, with a byte order mark, in UTF-16 as Excel writes it."""
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
    """A JSON object as pairs, so that repeated keys are seen."""


def parse_json(text: str) -> Any:
    """Return parsed JSON: objects as `Pairs`, fractions and infinite numbers as texts.

    Raises SheetgenError if it is not JSON.
    """
    import json  # noqa: PLC0415 - a sheet does without

    try:
        found = json.loads(
            text, object_pairs_hook=Pairs if text.isascii() and "\\u" not in text else _pairs,
            parse_float=str, parse_constant=_no_number,
            parse_int=lambda digits: int(digits) if len(digits) <= 4_000 else digits,  # of more, Python makes no number
        )  # fmt: skip
        if text.count("[") + text.count("{") > _DEEPEST_JSON:  # else it cannot be deep: a line of a batch
            _check_depth(found, _DEEPEST_JSON)
        return found
    except RecursionError as error:
        raise SheetgenError(_TOO_DEEP) from error
    except ValueError as error:
        raise SheetgenError("not JSON: %(reason)s; mend it there", reason=str(error)) from error


def _pairs(pairs: list[tuple[str, Any]]) -> Pairs:
    return Pairs((_whole(key), _whole(value)) for key, value in pairs)


def _no_number(name: str) -> None:
    raise ValueError(name)


def _whole(value: Any) -> Any:
    """Return a value with lone surrogates, which JSON can contain but nothing can print, as escapes."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode()
    return [_whole(item) for item in value] if type(value) is list else value


def plain(value: Any) -> Any:
    """Return a result of `parse_json` with dictionaries for its objects."""
    if isinstance(value, Pairs):
        return {key: plain(inner) for key, inner in value}
    return [plain(item) for item in value] if isinstance(value, list) else value


def parse_csv(lines: Sequence[str], delimiter: str, *, spaced: bool = False) -> list[list[str]]:
    """Return the rows of a CSV, `spaced` if quotes may follow a space; SheetgenError if it is none.

    A cell in quotes goes on in the next of the `lines`, if these have their ends.
    """
    return [row for _, row in numbered_rows(lines, delimiter, spaced=spaced)]


def numbered_rows(lines: Sequence[str], delimiter: str, *, spaced: bool = False) -> list[tuple[int, list[str]]]:
    """Return the rows of a CSV as `parse_csv` does, each with the number of its first line, from 1."""
    import csv  # noqa: PLC0415 - a sheet does without

    try:
        reader, rows, start = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=spaced), [], 1
        for row in reader:
            rows.append((start, row))
            start = reader.line_num + 1
        return rows
    except csv.Error as error:
        why = Message("a cell that begins with a quote has to end with one in the same line, and a quote in it is two")
        if "limit" in str(error):
            why = Message("a cell in it is too long")
        raise SheetgenError("not CSV: %(reason)s; mend it there", reason=why) from error


def find_delimiter(lines: Iterable[str]) -> str:
    """Return which of comma, semicolon and tab is most frequent outside quotes in the first lines of a CSV."""
    bare = re.sub('"[^"]*"', "", "\n".join(islice(lines, _FIRST_LINES)))
    return max(",;\t", key=bare.count)


def neutralised(text: str) -> str:
    """Return the text of a cell with a ' before each part of it that a spreadsheet may take for a formula.

    Parts are the cells of a spreadsheet that splits lines at another separator than ours. A number below 0 that is
    only a part is left as it is.
    """
    numbers = r"(?!\s*-\d+\s*(?:[,;\t]|$))"
    return re.sub(rf"^(?={_FORMULA})|([,;\t])(?={_FORMULA}){numbers}", r"\1'", text)


def bare_text(cell: str, *, inside: bool = True) -> str:
    """Return the text of a cell without each ' that `neutralised` put in; only at its start if not `inside`."""
    start = r"(^|[,;\t])" if inside else "(^)"
    return re.sub(rf"{start}'(?={_FORMULA})", r"\1", cell) if "'" in cell else cell


def fold(name: str) -> str:
    """Return a name without what people leave out: capitals, accents, spaces, hyphens and other signs but +."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if letter.isalnum() or letter == "+")


def clean_name(name: str) -> str:
    """Return a name as it is printed: composed letters, single spaces."""
    return unicodedata.normalize("NFC", " ".join(name.split()))
