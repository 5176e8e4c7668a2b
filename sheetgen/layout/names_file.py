"""Files of names, as CSV or plain text: one table or player on each line. Nothing in them is executed."""

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from unicodedata import is_normalized

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.input import MOST_LETTERS, bare_text, clean_name, decode, find_delimiter, parse_csv, read_file
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.content import MOST_SHEETS
from sheetgen.layout.options import Filling, Lazy, check_date

MAX_BYTES = 20_000_000
"""Maximum size of a file of names: room for the maximum number of sheets."""
_MOST_CELLS = 200
"""The maximum number of names and fields in a line."""
_BLANK = ' \t\f\v,;"'
"""Characters of a blank line."""
_HEADING_LINES = 2
"""Maximum number of lines before the names: ``sep=``, and the headings of the columns."""


class NamesFile(Lazy[Filling]):
    """Fillings of a file, one for each line. Only the text is kept; a line is parsed each time it is used."""

    def __init__(self, path: Path, text: str, catalogs: Sequence[Catalog]) -> None:
        self._path = str(path)
        self._text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._all_plain = _is_plain(self._text.replace("\n", ""))
        self._lines = array("Q", self._find_lines())
        self._delimiter = self._find_delimiter()
        known = _headings(catalogs)
        first, *second = [self._read_heading(place, known) for place in range(min(2, len(self)))] or [[]]
        self._columns = [] if any(second) else first  # two such lines are players who are called so
        if self._columns:
            self._lines = self._lines[2:]
        if not len(self):
            raise SheetgenError("no names are in it; write one on each line", file=self._path)

    @property
    def columns(self) -> Sequence[str]:
        """Headings of the columns, from the first line; empty if there are none."""
        return self._columns

    def __len__(self) -> int:
        return len(self._lines) // 2

    def item(self, place: int) -> Filling:
        """Return the filling of a line."""
        cells, columns = self._cells(place), self._columns
        if columns and any(cells[len(columns) :]):
            raise self._at(place, SheetgenError("more cells than the first line has columns; see its commas"))
        named = list(zip(columns, cells, strict=False))
        names = [cell for key, cell in named if key == "player"] if columns else cells
        values = {key: cell for key, cell in named if key != "player" and cell}
        while names and not names[-1]:
            names.pop()
        try:
            check_date(values.get("date", ""), "")
        except SheetgenError as error:
            raise self._at(place, error) from error
        return Filling(tuple(names), values, self._path, self._number(place))

    def _find_lines(self) -> Iterator[int]:
        """Yield the start of each line that is not blank, and its number; raise SheetgenError for too many lines."""
        start = found = 0
        for number in count(1):
            end = self._text.find("\n", start)
            line = self._text[start : end if end >= 0 else None]
            if line.strip(_BLANK):
                found += 1
                if found > MOST_SHEETS + _HEADING_LINES:
                    raise SheetgenError(
                        "has more than %(limit)s lines with names; make several files", file=self._path,
                        limit=MOST_SHEETS,
                    )  # fmt: skip
                yield from (start, number)
            if end < 0:
                return
            start = end + 1

    def _line(self, place: int) -> str:
        start = self._lines[2 * place]
        end = self._text.find("\n", start)
        return self._text[start : end if end >= 0 else None]

    def _number(self, place: int) -> int:
        """Return the number of a line in the file."""
        return self._lines[2 * place + 1]

    def _cells(self, place: int) -> list[str]:
        line = self._line(place)
        try:
            cells = parse_csv([line], self._delimiter, spaced=True)[0] if '"' in line else line.split(self._delimiter)
            if len(cells) > _MOST_CELLS:
                raise SheetgenError("has more than %(limit)s values; write fewer", limit=_MOST_CELLS)
            is_plain = self._all_plain or _is_plain(line)
            names = [cell.strip() if is_plain else clean_name(bare_text(cell.strip(), inside=False)) for cell in cells]
            is_short = is_plain and len(line) <= MOST_LETTERS  # a name that is not plain may become longer
            if not is_short and max(map(len, names)) > MOST_LETTERS:
                raise SheetgenError("a name has %(limit)s letters at most; shorten it", limit=MOST_LETTERS)
        except SheetgenError as error:
            raise self._at(place, error) from error
        return names

    def _at(self, place: int, error: SheetgenError) -> SheetgenError:
        """Return the fault with the number of its line."""
        return SheetgenError("line %(line)s: %(reason)s", file=self._path, line=self._number(place), reason=error)

    def _find_delimiter(self) -> str:
        """Return the delimiter of the cells: that of Excel's ``sep=`` line, or else the most frequent one."""
        first = self._line(0) if len(self) else ""
        if first.lower().startswith("sep=") and len(first) == len("sep=") + 1:
            self._lines = self._lines[2:]
            return first[-1]
        return find_delimiter(map(self._line, range(len(self))))

    def _read_heading(self, place: int, known: Mapping[str, str]) -> list[str]:
        """Return the headings in a line; nothing if one of its cells is no heading."""
        cells = self._cells(place)
        while cells and not cells[-1]:
            cells.pop()
        found = [known.get(re.sub(r"[\s\d]+$", "", cell.casefold()), "") for cell in cells]
        if any(found) and not all(found) and place == 0:
            written = cells[found.index("")]
            raise self._at(place, unknown(Message("column"), written, sorted({word.capitalize() for word in known})))
        return found if all(found) else []


def _is_plain(line: str) -> bool:
    """Check whether the names in a line need no cleaning except for spaces around them."""
    return line.isprintable() and is_normalized("NFC", line) and not ("'" in line or '"' in line or "  " in line)


def read_names_file(path: Path, catalogs: Sequence[Catalog]) -> NamesFile:
    """Return the names in a file; the headings of its columns may be in the languages of `catalogs`.

    Raises SheetgenError, with file and line, for what cannot be read.
    """
    content = read_file(path, MAX_BYTES)
    try:
        return NamesFile(path, decode(content), catalogs)
    except SheetgenError as error:
        raise error if error.file else error.placed(str(path)) from error


def _headings(catalogs: Sequence[Catalog]) -> Mapping[str, str]:
    """Return the field of each possible heading, in English and in the languages of `catalogs`."""
    words: dict[str, str] = {}
    for catalog in (Catalog("en"), *catalogs):
        text = catalog.text
        words |= {
            text("sheet", "Player"): "player",
            text("sheet", "Players"): "player",
            text("sheet", "Name"): "player",
            text("sheet", "Names"): "player",
            text("sheet", "Date"): "date",
            text("sheet", "Table"): "table",
            text("sheet", "Round"): "round",
            text("sheet", "Game"): "game",
        }
    return {word.casefold(): key for word, key in words.items()}
