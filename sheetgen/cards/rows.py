"""Lines of a CSV, many at once: those with plain numbers in their cells."""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress

from msgspec import MsgspecError
from msgspec.json import Decoder

from sheetgen.cards.answers import Checked, Names, merged
from sheetgen.cards.lines import MAX_LINE, is_utf_8, lines_of
from sheetgen.cards.records import CardOut
from sheetgen.cards.results import checked, with_fault
from sheetgen.cards.tables import CardTable, Columns, plain_number
from sheetgen.errors import SheetgenError

_MOST_ROUNDS = 10
"""So many games are told apart in the lines that come together."""
_decode: Callable[[bytes], list[int]] = Decoder(list[int]).decode
_ODD = -1
"""What no place can hold, for whatever is no plain number."""


class _Cells(dict[str, int | None]):
    """Cells to what is written there: None for a blank, and `_ODD` for all but plain numbers, each read once."""

    def __missing__(self, cell: str) -> int | None:
        number = plain_number(cell)
        if number is None:
            return _ODD
        self[cell] = number
        return number


_CELLS = _Cells({"": None})


class TableRows:
    """Answers the lines below the header of a table."""

    def __init__(self, table: CardTable) -> None:
        self._table = table
        self._width = len(table.headings)
        self._delimiter = table.delimiter.encode()

    def check(self, block: bytes) -> Checked:
        """The cards of some lines."""
        is_short = len(block) <= MAX_LINE
        found = self._digits(block) if is_short else None
        if found is None:
            lines = [line for line in lines_of(block) if line.strip()]
            are_texts = is_short and lines and is_utf_8(block)
            found = self._texts(lines, _MOST_ROUNDS) if are_texts else self._one_by_one(lines)
        return found

    def _one_by_one(self, lines: Sequence[bytes]) -> Checked:
        return Checked([None] * len(lines), lambda at: self._table.answer(lines[at]), [None] * len(lines))

    def _digits(self, block: bytes) -> Checked | None:
        """Cards with nothing but digits in every cell, be it the id; None if there is anything else."""
        columns = self._columns(None) if "ruleset" not in self._table.special else None
        cells = None if columns is None else self._columns_of_digits(block)
        if columns is None or cells is None:
            return None
        names = self._numbers(cells)
        places = [where for _, where in columns.rows]
        ats = [at for at, _ in columns.rows]
        seen = columns.look({at: cells[at] for at in ats})

        def look(card: int) -> CardOut:
            found, name = seen.fault(card), None if names[card] is None else str(names[card])
            if found:
                return with_fault(columns.game, found, name)
            return checked(columns.game, places, [cells[at][card] for at in ats], name)

        return Checked(seen.totals, look, names, names[0] is not None)

    def _columns_of_digits(self, block: bytes) -> list[list[int]] | None:
        """The columns of lines that are numbers, nothing else, one for each column; None if any line is not so."""
        text = block.replace(b"\r\n", b"\n").removesuffix(b"\r") if b"\r" in block else block
        between = text.translate(None, b"0123456789") + b"\n"
        if between != (self._delimiter * (self._width - 1) + b"\n") * (len(between) // self._width):
            return None
        if self._delimiter != b",":
            text = text.replace(self._delimiter, b",")
        try:
            numbers = _decode(b"[%b]" % text.replace(b"\n", b","))
        except MsgspecError:
            return None
        return [numbers[at :: self._width] for at in range(self._width)]

    def _numbers(self, cells: Sequence[Sequence[int]]) -> Names:
        """The ids of cards or, without such a column, their names."""
        special = self._table.special
        at = special.get("id", special.get("name"))
        return [None] * len(cells[0]) if at is None else cells[at]

    def _texts(self, lines: Sequence[bytes], rounds: int) -> Checked:
        """Cards with anything in their cells: those of one game with plain numbers all at once, then the others."""
        rows = [line.rstrip("\r").split(self._table.delimiter) for line in b"\n".join(lines).decode().split("\n")]
        games = ((ruleset, self._columns(ruleset)) for ruleset in map(self._ruleset, rows[:rounds]))
        ruleset, columns = next((game for game in games if game[1] is not None), (None, None))
        fits = self._fits(lines, rows, ruleset)
        if columns is None or not any(fits):
            return self._one_by_one(lines)
        found = self._plain(columns, list(compress(lines, fits)), list(compress(rows, fits)))
        if all(fits):
            return found
        left = [line for line, fit in zip(lines, fits, strict=True) if not fit]
        return merged(fits, found, self._texts(left, rounds - 1))

    def _plain(self, columns: Columns, lines: Sequence[bytes], rows: Sequence[Sequence[str]]) -> Checked:
        cells = list(zip(*rows, strict=True))
        special = {name: [cell.strip() for cell in cells[at]] for name, at in self._table.special.items()}
        places = {at: list(map(_CELLS.__getitem__, cells[at])) for at, _ in columns.rows}
        names, seen = _names(special, len(rows)), columns.look(places)

        def look(card: int) -> CardOut:
            found = seen.fault(card)
            if found and found[0].written != _ODD:
                return with_fault(columns.game, found, names[card])
            return self._table.answer(lines[card])

        return Checked(seen.totals, look, names)

    def _fits(self, lines: Sequence[bytes], rows: Sequence[Sequence[str]], ruleset: str | None) -> list[bool]:
        """Which lines are of this game, with a cell for each column and no quotes."""
        fits = [len(row) == self._width for row in rows]
        if "ruleset" in self._table.special:
            fits = [fit and self._ruleset(row) == ruleset for fit, row in zip(fits, rows, strict=True)]
        if any(b'"' in line for line in lines):
            fits = [fit and b'"' not in line for fit, line in zip(fits, lines, strict=True)]
        return fits

    def _ruleset(self, row: Sequence[str]) -> str | None:
        at = self._table.special.get("ruleset", len(row))
        return row[at].strip() or None if at < len(row) else None

    def _columns(self, ruleset: str | None) -> Columns | None:
        """What the columns mean in a game whose cards can be looked at so; None for any other."""
        try:
            columns = self._table.columns_for(ruleset)
        except SheetgenError:
            return None
        return columns if columns.is_whole else None


def _names(special: Mapping[str, Sequence[str]], cards: int) -> list[str | None]:
    """The id of each card or, where that is blank, its name."""
    blank = [""] * cards
    ids, names = special.get("id", blank), special.get("name", blank)
    return list(ids) if all(ids) else [one or other or None for one, other in zip(ids, names, strict=True)]
