"""Cards that are the lines of a CSV: a column for each box and total, by any of its names."""

from functools import cached_property

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.exchange.games import Game, Games
from sheetgen.exchange.lines import text_of
from sheetgen.exchange.records import CardOut
from sheetgen.exchange.results import checked, unreadable
from sheetgen.plain_data import find_delimiter, parse_csv
from sheetgen.table_talk import find_rows, fold, read_written

_NUMBERS = {str(number): number for number in range(10_000)}
"""What plain numbers look like, so that most cells need no reading."""
_NO_ROWS = ("id", "name", "ruleset")
"""Columns that are no boxes."""


class _Columns(Struct, frozen=True, dict=True):
    """What the columns mean in one game."""

    game: Game
    rows: tuple[tuple[int, str], ...]
    """Column and box or total, or the heading of a column that the game does not know."""

    @cached_property
    def boxes(self) -> tuple[tuple[int, str], ...]:
        """The columns that are boxes."""
        return tuple(pair for pair in self.rows if pair[1] in self.game.ruleset.boxes)

    @cached_property
    def totals(self) -> tuple[tuple[int, str], ...]:
        """The columns that are totals."""
        return tuple(pair for pair in self.rows if pair[1] in self.game.ruleset.all_totals)

    @cached_property
    def plain(self) -> bool:
        """Whether each column is a place of its own."""
        known = {where for _, where in (*self.boxes, *self.totals)}
        return len(known) == len(self.rows)


class CardTable:
    """Answers cards that are lines of a CSV with this header."""

    def __init__(self, games: Games, header: bytes) -> None:
        try:
            text = header.decode().rstrip("\r")
        except UnicodeDecodeError as error:
            raise SheetgenError("not UTF-8 text; in a spreadsheet save it as CSV UTF-8") from error
        self.games = games
        self._delimiter = find_delimiter([text])
        self._headings = self._cells(text)
        self._special = {fold(name): at for at, name in enumerate(self._headings) if fold(name) in _NO_ROWS}
        self._columns: dict[str | None, _Columns] = {}
        if not self._special and not (games.has_default and self._columns_for(None).boxes):
            raise SheetgenError("neither a card in { } nor the first line of a CSV, with the names of boxes in it")

    def answer(self, line: bytes) -> CardOut:
        """The result for one line."""
        cells: list[str] = []
        try:
            cells = self._read(line)
            columns = self._columns_for(self._special_cell(cells, "ruleset"))
        except SheetgenError as error:
            return unreadable(self._name(cells), error, self.games)
        total = _quick_total(columns, cells) if columns.plain else None
        if total is not None:
            return CardOut(self._name(cells), True, (), total)
        written = ((where, read_written(cells[at])) for at, where in columns.rows if at < len(cells))
        return checked(columns.game, written, self._name(cells))

    def _read(self, line: bytes) -> list[str]:
        cells = self._cells(text_of(line).rstrip("\r"))
        if any(cell.strip() for cell in cells[len(self._headings) :]):
            raise SheetgenError("more cells than the first line has; see its commas")
        return cells

    def _cells(self, line: str) -> list[str]:
        return parse_csv([line], self._delimiter)[0] if '"' in line else line.split(self._delimiter)

    def _special_cell(self, cells: list[str], name: str) -> str | None:
        at = self._special.get(name, len(cells))
        return cells[at].strip() or None if at < len(cells) else None

    def _name(self, cells: list[str]) -> str | None:
        return self._special_cell(cells, "id") or self._special_cell(cells, "name")

    def _columns_for(self, ruleset: str | None) -> _Columns:
        if ruleset not in self._columns:
            game = self.games.find(ruleset)
            wanted = [at for at in range(len(self._headings)) if at not in self._special.values()]
            places = find_rows(game.report.wording, [self._headings[at] for at in wanted])
            self._columns[ruleset] = _Columns(game, tuple(zip(wanted, places, strict=True)))
        return self._columns[ruleset]


def _quick_total(columns: _Columns, cells: list[str]) -> int | None:
    try:
        boxes = {where: _NUMBERS[cells[at]] for at, where in columns.boxes}
        totals = {where: _NUMBERS[cells[at]] for at, where in columns.totals if cells[at]}
    except (KeyError, IndexError):
        return None
    return columns.game.quick.total(boxes, totals)
