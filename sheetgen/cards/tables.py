"""Cards that are the lines of a CSV: a column for each box and total, by any of its names."""

from collections.abc import Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from sheetgen.cards.games import Game, Games
from sheetgen.cards.lines import text_of
from sheetgen.cards.names import find_rows, fold, read_written
from sheetgen.cards.records import CardOut
from sheetgen.cards.results import checked, unreadable
from sheetgen.checker import Column, Seen
from sheetgen.errors import SheetgenError
from sheetgen.files.reading import find_delimiter, parse_csv

_NO_ROWS = ("id", "name", "ruleset")
"""Columns that are no boxes."""


@lru_cache(maxsize=1 << 14)
def plain_number(cell: str) -> int | None:
    """The number below 10,000 in a cell that holds nothing else."""
    is_plain = len(cell) <= 4 and cell.isascii() and cell.isdecimal() and str(int(cell)) == cell
    return int(cell) if is_plain else None


class Columns(Struct, frozen=True, dict=True):
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

    @cached_property
    def is_whole(self) -> bool:
        """Whether they can be looked at all at once: each box has its column, and nothing else is there."""
        return self.plain and len(self.boxes) == len(self.game.ruleset.boxes) and self.game.many.is_able

    def look(self, columns: Mapping[int, Column]) -> Seen:
        """What can be seen at once of the cards in these columns."""
        places = {where: columns[at] for at, where in self.rows}
        boxes = [places[box] for box in self.game.ruleset.boxes]
        return self.game.many.look(boxes, {total: places[total] for _, total in self.totals})


class CardTable:
    """Answers cards that are lines of a CSV with this header."""

    def __init__(self, games: Games, header: bytes) -> None:
        try:
            text = header.decode().rstrip("\r")
        except UnicodeDecodeError as error:
            raise SheetgenError("not UTF-8 text; in a spreadsheet save it as CSV UTF-8") from error
        self.games = games
        self.delimiter = find_delimiter([text])
        self.headings = self._cells(text)
        self.special = {fold(name): at for at, name in enumerate(self.headings) if fold(name) in _NO_ROWS}
        self._columns: dict[str | None, Columns] = {}
        if not self.special and not (games.has_default and self.columns_for(None).boxes):
            raise SheetgenError("neither a card in { } nor the first line of a CSV, with the names of boxes in it")

    def answer(self, line: bytes) -> CardOut:
        """The result for one line."""
        cells: list[str] = []
        try:
            cells = self._read(line)
            columns = self.columns_for(self._special_cell(cells, "ruleset"))
        except SheetgenError as error:
            return unreadable(self._name(cells), error, self.games)
        total = _quick_total(columns, cells) if columns.plain else None
        if total is not None:
            return CardOut(self._name(cells), True, (), total)
        rows = [(at, where) for at, where in columns.rows if at < len(cells)]
        written = [read_written(cells[at]) for at, _ in rows]
        return checked(columns.game, [where for _, where in rows], written, self._name(cells))

    def _read(self, line: bytes) -> list[str]:
        cells = self._cells(text_of(line).rstrip("\r"))
        if any(cell.strip() for cell in cells[len(self.headings) :]):
            raise SheetgenError("more cells than the first line has; see its commas")
        return cells

    def _cells(self, line: str) -> list[str]:
        return parse_csv([line], self.delimiter)[0] if '"' in line else line.split(self.delimiter)

    def _special_cell(self, cells: list[str], name: str) -> str | None:
        at = self.special.get(name, len(cells))
        return cells[at].strip() or None if at < len(cells) else None

    def _name(self, cells: list[str]) -> str | None:
        return self._special_cell(cells, "id") or self._special_cell(cells, "name")

    def columns_for(self, ruleset: str | None) -> Columns:
        """What the columns mean in a game; SheetgenError if there is none of this name."""
        if ruleset not in self._columns:
            game = self.games.find(ruleset)
            wanted = [at for at in range(len(self.headings)) if at not in self.special.values()]
            places = find_rows(game.report.wording, [self.headings[at] for at in wanted])
            self._columns[ruleset] = Columns(game, tuple(zip(wanted, places, strict=True)))
        return self._columns[ruleset]


def _quick_total(columns: Columns, cells: list[str]) -> int | None:
    try:
        boxes = {where: plain_number(cells[at]) for at, where in columns.boxes}
        totals = {where: plain_number(cells[at]) for at, where in columns.totals if cells[at]}
    except IndexError:
        return None
    return columns.game.quick.total(boxes, totals)
