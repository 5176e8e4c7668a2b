"""Reading what may come from strangers: files within bounds, and texts, TOML, CSV, JSON and names, with care."""

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
"""The largest number of bytes of a TOML file."""
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".heic", ".heif"})
"""File name extensions of pictures. A PDF can be a picture, too."""
MAX_DEPTH = 12
"""Lists and tables deeper in each other than this are not looked at, nor are keys of more parts."""
_LONGEST_KEY = 500
"""The largest number of letters of a part of a key, as it is written."""
MOST_LETTERS = 80
"""The largest number of letters of a name, or of another text for a sheet."""
_FORMULA = r"""["'\s]*[=+\-@\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]"""
"""Start of a text that a spreadsheet may take for a formula, with signs of any width, after spaces and quotes."""
_FIRST_LINES = 20
"""Number of lines at the head of a CSV by which its separator is found."""
_DEEPEST_JSON = 200
"""The most lists in each other; a table counts twice. Ids of cards can be anything, but not more."""
_TOO_DEEP = Message("lists too deep in each other; write it flatter")
_KEY = r"""(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+"""
_TOML = (
    rf"(?sm)(?P<deep>(?:{_KEY}\.[ \t]*+){{{MAX_DEPTH}}})"
    rf"|(?P<key>{_KEY}[.=]|^[ \t]*+\[\[?[ \t]*+{_KEY}\])"
    r'|"""(?>\\.?|[^\\])*?(?:"{3,5}|\Z)'
    r"|'{3}.*?(?:'{3,5}|\Z)"
    r"""|"(?:\\.?|[^"\\\n])*+"?|'[^'\n]*+'?|\#[^\n]*+|[\w-]++"""
)
"""Keys of TOML, and those of too many parts; and texts, comments and words, in which nothing is a key."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
NEEDED = Message("is needed for something else in the same run; choose another name")
"""Why nothing was written although --force was said: that file is read, or another one is written there."""
INPUTS: ContextVar[set[tuple[int, int]] | None] = ContextVar("INPUTS", default=None)
"""The files that this run has read, which it does not write over; None for a program that keeps no such list."""


def note_input(file: int, name: str) -> None:
    """Remember an open file of this name as read; SheetgenError if that is also where this run prints to."""
    files = INPUTS.get()
    if files is None:
        return
    found = os.fstat(file)
    with suppress(OSError):  # standard output is closed
        if S_ISREG(found.st_mode) and os.path.samestat(found, os.fstat(1)):
            raise SheetgenError(NEEDED, file=name)
    files.add((found.st_dev, found.st_ino))


def forget_input(path: Path) -> None:
    """Take a file that was read for one that may be written, for that is what it was read for."""
    (INPUTS.get() or set()).discard((path.stat().st_dev, path.stat().st_ino))


def is_input(path: Path) -> bool:
    """Whether this run has read the file that is there."""
    return path.exists() and (path.stat().st_dev, path.stat().st_ino) in (INPUTS.get() or ())


def read_file(
    path: Path, most: int, too_large: SheetgenError | None = None, no_file: SheetgenError | None = None
) -> bytes:
    """What is in a file of at most `most` bytes.

    Raises SheetgenError, naming the file, if it cannot be read: `too_large` if it has more bytes, `no_file` if it is
    something else than a file.
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
    """The text of a file in UTF-8, with or without a mark at its start. Raises SheetgenError as `read_file` does."""
    try:
        return read_file(path, most, too_large, no_file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8", file=str(path)) from error


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file of 1 MB at most. Raises SheetgenError, naming it, if it is none."""
    text = read_text(path, MOST_TOML)
    try:
        return parse_toml(text)
    except SheetgenError as error:
        raise error.placed(str(path)) from error
    except ValueError as error:
        raise no_toml(error).placed(str(path)) from error


def no_toml(error: ValueError) -> SheetgenError:
    """The fault that something is no TOML, as its reader says it, but for what that says to programmers."""
    digits = Message("a number in it has thousands of digits")
    why = digits if type(error) is ValueError else str(error)
    return SheetgenError("not a TOML file: %(reason)s; mend it there", reason=why)


def parse_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The tables of TOML. Raises ValueError if it is none, SheetgenError for keys and lists beyond all bounds.

    Keys are looked at beforehand, for tomllib takes the square of their parts.
    """
    import tomllib  # noqa: PLC0415 - few commands read one

    if len(text) > MOST_TOML:
        raise SheetgenError("larger than %(limit)s MB; take a smaller one", limit=MOST_TOML // 1_000_000)
    if any(len(line) > _LONGEST_KEY or line.count(".") >= MAX_DEPTH for line in text.split("\n")):  # few have such
        _check_keys(text)
    try:
        tables = tomllib.loads(text, parse_float=parse_float)
        _check_depth(tables, MAX_DEPTH)
        return tables
    except RecursionError as error:
        raise SheetgenError(_TOO_DEEP) from error


def _check_keys(text: str) -> None:
    """Raise SheetgenError for a key of TOML that has too many parts, or too long ones."""
    for found in re.finditer(_TOML, text):  # compiled when it is needed
        if found["deep"]:
            raise SheetgenError(_TOO_DEEP)
        if found["key"] and len(found["key"]) > _LONGEST_KEY:
            raise SheetgenError("a key has more than %(limit)s letters; shorten it", limit=_LONGEST_KEY)


def _check_depth(value: Any, most: int) -> None:
    """Raise RecursionError if more than so many tables and lists stand in each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    if inner and not most:
        raise RecursionError
    for item in inner:
        _check_depth(item, most - 1)


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


def parse_json(text: str) -> Any:
    """JSON with its objects as `Pairs`, and its fractions and endless numbers as texts; SheetgenError if it is none."""
    import json  # noqa: PLC0415 - a sheet does without

    try:
        found = json.loads(
            text, object_pairs_hook=_pairs, parse_float=str, parse_constant=_no_number,
            parse_int=lambda digits: int(digits) if len(digits) <= 4_000 else digits,  # of more, Python makes no number
        )  # fmt: skip
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
    """The value with halves of letters, which JSON can name but nothing can print, as escapes."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode()
    return [_whole(item) for item in value] if type(value) is list else value


def plain(value: Any) -> Any:
    """What `parse_json` gave, with its objects as dictionaries."""
    if isinstance(value, Pairs):
        return {key: plain(inner) for key, inner in value}
    return [plain(item) for item in value] if isinstance(value, list) else value


def parse_csv(lines: Sequence[str], delimiter: str, *, spaced: bool = False) -> list[list[str]]:
    """Return the rows of a CSV, `spaced` if quotes may follow a space; SheetgenError if it is none.

    A cell in quotes goes on in the next of the `lines`, if these have their ends.
    """
    import csv  # noqa: PLC0415 - a sheet does without

    try:
        return list(csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=spaced))
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
    """A name as it is printed: composed letters, single spaces."""
    return unicodedata.normalize("NFC", " ".join(name.split()))
