"""Where everything of a plan is: its rows, their labels and their boxes; and the code that tells this from others."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.content import Content
from sheetgen.layout.frame import Frame
from sheetgen.layout.grid import LIST_GAP, TICK_GAP, TILE, Fit, across, gap_above
from sheetgen.layout.options import MM, Margin
from sheetgen.layout.primitives import Cell, CellId, Rect
from sheetgen.layout.rows import Row, Rows

_SHARE, _INSIDE = 0.56, 1.5
"""The part of a bonus's cell that the bonus has, where the other says how far off it is, above the line of the box."""


PANEL_WIDTH, BEFORE_PANEL = 58 * MM, 12 * MM
"""The least width of the panel beside the rows of a single player, and of the gap before it."""
PANEL_ROWS = 9
"""The least number of rows beside it: six for the turn, and some for the best totals."""


class Plan(Struct, frozen=True):
    """A sheet with everything measured. Points."""

    width: float
    height: float
    margin: Margin
    glue: float
    """What stays free above all of it."""
    columns: int
    lists: Rows
    frame: Frame
    fit: Fit
    panel: bool = False
    """Whether the turn and the best totals stand beside the rows."""


class Places(Struct, frozen=True, eq=False, dict=True):
    """The rectangles of a plan. Points, from the upper left corner of the page."""

    content: Content
    plan: Plan

    @property
    def corner(self) -> tuple[float, float]:
        """The upper left corner of the type area."""
        return self.plan.margin.side, self.plan.margin.end + self.plan.glue

    @property
    def list_width(self) -> float:
        """The width of one list: labels, columns, and what stands beside them."""
        fit = self.plan.fit
        return fit.label + fit.room.beside + self.plan.columns * (fit.column + fit.type.gap[0])

    @cached_property
    def rows(self) -> list[list[tuple[Row, Rect]]]:
        """The rows of every list with their places; each has the gap below it in its height."""
        (x, y), fit = self.corner, self.plan.fit
        found = []
        for place, rows in enumerate(self.plan.lists):
            top, above, placed = y + fit.header + fit.names, None, []
            left = x + place * (self.list_width + LIST_GAP)
            for row in rows:
                if row is rows[0] and row.kind == "head":  # it stands beside the cells for names
                    placed.append((row, Rect(left, y + fit.header, self.list_width, fit.names)))
                    above = row
                    continue
                top += gap_above(row, above, fit.type)
                placed.append((row, Rect(left, top, self.list_width, fit.height(row, place))))
                top, above = placed[-1][1].bottom, row
            found.append(placed)
        return found

    @cached_property
    def shifts(self) -> dict[str, float]:
        """How far from the left edge of a list each of its parts begins."""
        fit = self.plan.fit
        gap = fit.type.gap[0]
        widths: dict[str, float] = {column.place: column.width for column in fit.room.side_columns}
        widths |= {"label": fit.label, "cells": self.plan.columns * (fit.column + gap)}
        order = [name for name in ("label", "inner", "cells", "outer") if name in widths]
        shifts: dict[str, float] = {}
        x = 0.0
        for name in reversed(order) if self.content.options.left_handed else order:
            shifts[name] = x + (gap if name == "cells" and not self.content.options.left_handed else 0)
            x += widths[name]
        return shifts

    def left(self, place: int) -> float:
        """The left edge of one of the lists."""
        return self.corner[0] + place * (self.list_width + LIST_GAP)

    def label(self, rect: Rect) -> Rect:
        """Where the label of a row stands, without the gap below it."""
        return Rect(rect.x + self.shifts["label"], rect.y, self.plan.fit.label, rect.height - self.plan.fit.type.gap[1])

    def cell(self, place: int, column: int, rect: Rect) -> Rect:
        """The cell of one column of one list beside a row, without the gap below it."""
        fit = self.plan.fit
        x = self.left(place) + self.shifts["cells"] + column * (fit.column + fit.type.gap[0])
        return Rect(x, rect.y, fit.column, rect.height - fit.type.gap[1])

    def name_cell(self, place: int, column: int) -> Rect:
        """The cell for a name above a column."""
        y = self.corner[1] + self.plan.fit.header
        return self.cell(place, column, Rect(0, y, 0, self.plan.fit.names))

    def boxes(self, row: Row, cell: Rect) -> list[tuple[str, Rect]]:
        """The ids of what is written in a row of one column, with their boxes: several boxes, their sum, the points."""
        if not row.boxes:
            if row.points:
                half = (cell.width - TICK_GAP) / 2
                return [
                    (row.id, replace(cell, width=half)),
                    (row.points, replace(cell, x=cell.x + half + TICK_GAP, width=half)),
                ]
            ticks = row.ticks * (TILE + TICK_GAP) + 0.45 * MM if row.ticks and self.has_ticks else 0.0
            return [(row.id, Rect(cell.x + ticks, cell.y, cell.width - ticks, cell.height))]
        beside = across(row, self.plan.fit.column, self.plan.fit.room.look)
        lines = self.plan.fit.lines[row.id]
        high = (cell.height - (lines - 1) * TICK_GAP) / lines
        wide = (cell.width - (beside - 1) * TICK_GAP) / beside
        found = []
        for number, box in enumerate(row.boxes):
            down, over = divmod(number, beside)
            found.append((box, Rect(cell.x + over * (wide + TICK_GAP), cell.y + down * (high + TICK_GAP), wide, high)))
        half = (cell.width - TICK_GAP) / 2 if row.points else cell.width
        last = Rect(cell.x, cell.bottom - high, half, high)
        found.append((row.id, last))
        if row.points:
            found.append((row.points, replace(last, x=cell.x + half + TICK_GAP)))
        return found

    @property
    def has_ticks(self) -> bool:
        """Whether there are ticks: they leave a box that is wide enough, and nobody ticks them on a screen."""
        if self.content.options.fillable:
            return False
        return self.plan.fit.column - 3 * (TILE + TICK_GAP) - 0.45 * MM >= self.plan.fit.room.look.least_width

    def cells_of(self, number: int, column: int, row: Row, place: Rect) -> Iterator[Cell]:
        """What is written in a row of one column, on the page of this number where each player has one."""
        options, by_games = self.content.options, self.content.by_games
        player, game = (number, column + 1) if by_games else (options.first + column, options.game)
        ruleset = self.content.ruleset
        for where, box in self.boxes(row, place):
            cell, rect = CellId(where, player, game), box
            if row.boxes and where == row.id:
                yield Cell(cell, rect, "sum")
                continue
            total = ruleset.all_totals.get(where)
            if options.fillable and total is not None and total.kind == "threshold" and where == row.id:
                below = replace(box, y=box.y + _SHARE * box.height, height=(1 - _SHARE) * box.height - _INSIDE)
                yield Cell(cell, below, "to_go")
                rect = replace(box, height=_SHARE * box.height)
            yield Cell(cell, rect, "box" if row.kind == "box" and total is None else "total")

    @property
    def plain_cells(self) -> Iterator[Cell]:
        """Every cell for points of the first page, list by list."""
        for place, rows in enumerate(self.rows):
            for row, rect in rows:
                for column in range(self.plan.columns if row.kind != "head" else 0):
                    yield from self.cells_of(1, column, row, self.cell(place, column, rect))


# the code of a sheet: a row of ten dice that says which sheet it is, for a reader of photos

DATA, CHECK = 7, 3
"""How many dice carry the fingerprint of a sheet, and how many check them: what looks certain may be read wrongly."""


def code_of(ruleset: str, page: tuple[float, float], cells: Iterable[tuple[CellId, Rect]]) -> tuple[int, ...]:
    """The faces of the dice of a sheet: a fingerprint of its game, its page, and what is written where, in points.

    Sheets whose boxes lie within a tenth of a millimetre of each other have the same.
    """
    parts = [ruleset, *(f"{side / MM:.0f}" for side in page)]
    for cell, rect in cells:
        sides = (rect.x, rect.y, rect.width, rect.height)
        parts.append(f"{cell.player} {cell.game} {cell.row} " + " ".join(f"{side / MM:.1f}" for side in sides))
    digest = sha256("\n".join(parts).encode()).digest()
    number = int.from_bytes(digest[:8], "big") % 6**DATA
    return (*_dice(number, DATA), *_dice(checksum(number), CHECK))


def checksum(number: int) -> int:
    """What the last dice say, from the number of the others."""
    return int.from_bytes(sha256(b"%d" % number).digest()[:8], "big") % int(6**CHECK)


def _dice(number: int, count: int) -> tuple[int, ...]:
    """A number to the base of six as faces, the highest place first."""
    return tuple(number // 6**place % 6 + 1 for place in reversed(range(count)))
