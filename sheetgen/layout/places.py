"""Where everything of a plan is: its rows, their boxes, the corner marks and the code; and what their labels show."""

from collections.abc import Iterator
from functools import cached_property
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.code import Drawing, code_of
from sheetgen.layout.content import Content
from sheetgen.layout.frame import Frame
from sheetgen.layout.grid import (
    GRAND_HINT,
    LETTER,
    LIST_GAP,
    PART_GAP,
    Fit,
    across,
    gap_above,
    label_left,
    name_size,
    sum_left,
    sum_size,
)
from sheetgen.layout.options import AFTER_TICKS, MM, TICK_GAP, TILE, Margin, first_hint, words_height
from sheetgen.layout.primitives import CAP, LEADING, Box, Bracket, Cell, CellId, Die, Font, Ink, Line, Rect, Text
from sheetgen.layout.rows import Pip, Row, Rows, dice_width, most_of, name_font, points_said

_SHARE, _INSIDE = 0.56, 1.5
"""The part of a bonus's cell that the bonus has, where the other says how far off it is, above the line of the box."""
_WORTH_PAD = 0.9 * MM
_BRACKET = 0.9 * MM
"""How thick the corner marks are."""
PANEL_WIDTH, BEFORE_PANEL = 58 * MM, 12 * MM
"""The least width of the panel beside the rows of a single player, and of the gap before it."""
PANEL_ROWS = 9
"""The least number of rows beside it: six for the turn, and some for the best totals."""


def mark_of(cell: Rect) -> tuple[float, float]:
    """How far from the corner of a cell for a name the dice are that number it, and their side.

    In a narrow cell the name stands below them: where that is low, they are small, so that there is room for it.
    """
    if cell.width > 20 * MM:
        return (1.5 if cell.height > 8 * MM else 1.2) * MM, 4.2 * MM
    return (1.5 * MM, 3.6 * MM) if cell.height >= 10 * MM else (0.6 * MM, 3 * MM)


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
            top, above, placed = self.heads_top + fit.room.heads, None, []
            left = x + place * (self.list_width + LIST_GAP)
            for row in rows:
                if row is rows[0] and row.kind == "head":  # it stands beside the cells for names
                    placed.append((row, Rect(left, y + fit.header, self.list_width, top - y - fit.header)))
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

    @property
    def heads_top(self) -> float:
        """Where that begins which stands above a player's columns: below the cells for names."""
        return self.corner[1] + self.plan.fit.header + self.plan.fit.names

    def parts(self, cell: Rect, count: int) -> list[Rect]:
        """A cell cut into so many columns of its player."""
        if count == 1:
            return [cell]
        wide = self.plan.fit.part
        return [replace(cell, x=cell.x + place * (wide + PART_GAP), width=wide) for place in range(count)]

    def boxes_of(self, row: Row, cell: Rect) -> Iterator[tuple[str, str, Rect]]:
        """What is written in a row of one player: what its id begins with, the rest of it, and its box."""
        for prefix, part in zip(row.columns, self.parts(cell, len(row.columns)), strict=True):
            for where, rect in self.boxes(row, part):
                yield prefix, where, rect

    def boxes(self, row: Row, cell: Rect) -> list[tuple[str, Rect]]:
        """The ids of what is written in a row of one column, with their boxes: several boxes, their sum, the points."""
        if not row.boxes:
            if row.points:
                half = (cell.width - TICK_GAP) / 2
                return [
                    (row.id, replace(cell, width=half)),
                    (row.points, replace(cell, x=cell.x + half + TICK_GAP, width=half)),
                ]
            return [(row.id, self.ticked(row, cell)[1])]
        beside = across(row, self.plan.fit.part, self.plan.fit.room.look)
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

    def ticked(self, row: Row, cell: Rect) -> tuple[list[Rect], Rect]:
        """Return the squares to tick in a cell, and its box: behind them or, in a very narrow column, below them."""
        if not row.ticks:
            return [], cell
        look = self.plan.fit.room.look
        count, side = look.ticks_beside(cell.width, row.ticks)
        if count:
            step = side + TICK_GAP
            left, top = cell.x, cell.y + (cell.height + TICK_GAP - ceil(row.ticks / count) * step) / 2
            wide = count * step + AFTER_TICKS
            box = replace(cell, x=cell.x + wide, width=cell.width - wide)
        else:
            count = row.ticks
            step = min(TILE + TICK_GAP, (cell.width + TICK_GAP) / count, cell.height - look.least_height)
            side = step - TICK_GAP
            left, top = cell.x + (cell.width + TICK_GAP - count * step) / 2, cell.y
            box = replace(cell, y=cell.y + step, height=cell.height - step)
        places = (divmod(place, count) for place in range(row.ticks))
        return [Rect(left + over * step, top + down * step, side, side) for down, over in places], box

    def cells_of(self, number: int, column: int, row: Row, place: Rect) -> Iterator[Cell]:
        """What is written in a row of one column, on the page of this number where each player has one."""
        options, by_games = self.content.options, self.content.by_games
        player, game = (number, column + 1) if by_games else (options.first + column, options.game)
        ruleset = self.content.ruleset
        for prefix, where, box in self.boxes_of(row, place):
            cell, rect = CellId(prefix + where, player, game), box
            if row.boxes and where == row.id:
                yield Cell(cell, rect, "sum")
                continue
            total = ruleset.declared.get(where)
            if options.fillable and total is not None and total.kind == "threshold" and where == row.id:
                below = replace(box, y=box.y + _SHARE * box.height, height=(1 - _SHARE) * box.height - _INSIDE)
                yield Cell(cell, below, "to_go")
                rect = replace(box, height=_SHARE * box.height)
            yield Cell(cell, rect, "box" if self.is_box(row, where) else "total")

    def is_box(self, row: Row, where: str) -> bool:
        """Whether what is written there is one throw's points, rather than what is added up."""
        own = self.content.ruleset.declared
        return row.kind == "box" and where not in own and not (row.boxes and where == row.id)

    @property
    def plain_cells(self) -> Iterator[Cell]:
        """Every cell for points of the first page, list by list."""
        for place, rows in enumerate(self.rows):
            for row, rect in rows:
                for column in range(self.plan.columns if row.kind != "head" else 0):
                    yield from self.cells_of(1, column, row, self.cell(place, column, rect))

    @property
    def corner_marks(self) -> Iterator[Bracket]:
        """Four corners around all that is written in."""
        margin, fit, lists = self.plan.margin, self.plan.fit, len(self.plan.lists)
        left, top = self.corner[0] - margin.spread, self.corner[1] + fit.header - margin.spread
        wide = self.list_width * lists + LIST_GAP * (lists - 1)
        bottom = max(rect.bottom for rows in self.rows for _, rect in rows) - fit.type.gap[1]
        radius = 0.36 * margin.arm * min(fit.room.look.roundness, 1.2)
        for x, right in ((left, 1), (self.corner[0] + wide + margin.spread, -1)):
            for y, down in ((top, 1), (bottom + margin.spread, -1)):
                yield Bracket(x, y, margin.arm, radius, _BRACKET, (right, down))

    @property
    def code(self) -> tuple[int, ...]:
        """The faces of the dice that say which sheet it is; none where they are not printed."""
        if not self.content.options.code:
            return ()
        plan, cells = self.plan, ((cell.id.row, cell.rect) for cell in self.plain_cells)
        return code_of(self.content.ruleset, plan.columns, (plan.width, plan.height), cells)

    @property
    def code_dice(self) -> tuple[Rect, ...]:
        """Where these dice are."""
        if not self.content.options.code:
            return ()
        return self.plan.frame.foot.code_dice(*self.corner, self.plan.height - self.plan.margin.end)


class Labels(Struct, frozen=True, eq=False, dict=True):
    """Draws the label of one row after the other."""

    content: Content
    plan: Plan

    def draw_grand(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """The bar of the grand total."""
        fit, look = self.plan.fit, self.plan.fit.room.look
        radius = 2.4 * MM * look.roundness
        fill = Box(rect, Ink.ACCENT, radius=radius) if look.solid else Box(rect, None, Ink.ACCENT, look.grand, radius)
        ink, label = Ink.PAPER if look.solid else Ink.ACCENT, fit.labels[row.id]
        drawing.items.append(fill)
        small = look.size(GRAND_HINT)
        high = words_height(fit.type.total, small, len(label.hints))
        base = rect.y + (rect.height - high) / 2 + CAP * fit.type.total
        drawing.items.append(Text(rect.x + 3 * MM, base, label.names[0], Font.BLACK, fit.type.total, ink))
        for place, hint in enumerate(label.hints):
            y = base + first_hint(fit.type.total, small) + place * LEADING * small
            drawing.items.append(Text(rect.x + 3 * MM, y, hint, Font.BOLD, small, ink))

    def draw(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """The label of any other row that has cells."""
        fit = self.plan.fit
        if row.boxes and row.points_hints:  # the sum and the points of several boxes stand in the last line
            lines = fit.lines[row.id]
            high = (rect.height - (lines - 1) * TICK_GAP) / lines
            self._draw_points(row, replace(rect, y=rect.bottom - high, height=high), drawing)
            rect = replace(rect, height=min(rect.height - high - TICK_GAP, 2 * high))
        elif row.points and row.points_hints:
            self._draw_ladder(row, rect, drawing)
            return
        if row.dice:
            size = min(fit.type.icon, rect.height - 1 * MM)
            self._draw_block(row.dice, rect.x, rect.y + (rect.height - size) / 2, size, drawing)
        elif row.sign:
            self._draw_sign(row.sign, rect.x, rect.y + (rect.height - TILE) / 2, drawing)
        self._draw_words(row, rect, drawing)

    def _draw_words(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        fit = self.plan.fit
        label, size, hint = fit.labels[row.id], name_size(row, fit.type), fit.type.hint
        left = rect.x + self._left
        base = rect.y + (rect.height - words_height(size, hint, len(label.hints))) / 2 + CAP * size
        if row.letter:
            drawing.items.append(Text(left - LETTER, base, row.letter, Font.REGULAR, hint, Ink.MUTED))
        base -= (len(label.names) - 1) * size / 2
        for place, line in enumerate(label.names):
            drawing.items.append(Text(left, base + place * size, line, name_font(row), size))
        for place, line in enumerate(label.hints):
            y = base + first_hint(size, hint) + place * LEADING * hint
            drawing.items.append(Text(left, y, line, Font.REGULAR, hint, Ink.MUTED))
        right = rect.x + rect.width - _WORTH_PAD
        if row.worth:
            y = base + (0.35 * MM if row.kind == "box" else 0.6 * MM)
            if not label.hints:
                y = rect.y + rect.height / 2 + CAP * fit.type.worth / 2
            drawing.items.append(Text(right, y, row.worth, Font.BLACK, fit.type.worth, Ink.ACCENT, "right"))
        elif row.most:
            base += (len(label.names) - 1) * size / 2
            drawing.items.append(
                Text(right, base, most_of(row, fit.type.small), Font.REGULAR, hint, Ink.MUTED, "right")
            )

    def _draw_points(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """The last line of a row with several boxes: the sum of these, and what points follow from it."""
        type_, middle = self.plan.fit.type, rect.y + rect.height / 2
        size = sum_size(type_)
        self._draw_sign("=", rect.x, middle - TILE / 2, drawing)
        name = Text(rect.x + TILE + 1.5 * MM, middle + CAP * size / 2, row.sum_name, Font.BOLD, size)
        drawing.items.append(name)
        left = rect.x + max(self._left, sum_left(row.sum_name, type_, self.content.measure))
        worth, rest = points_said(row)
        if worth:
            base = middle + CAP * type_.worth / 2
            drawing.items.append(Text(left, base, worth, Font.BLACK, type_.worth, Ink.ACCENT))
            left += self.content.measure(worth, Font.BLACK, type_.worth) + 1 * MM
        drawing.items.append(Text(left, middle + CAP * type_.hint / 2, rest, Font.REGULAR, type_.hint, Ink.MUTED))

    def _draw_ladder(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """A sum with the points that follow from it, step by step: the sums stand upright above their points."""
        type_, small = self.plan.fit.type, self.plan.fit.room.look.size(7.5)
        middle, size = rect.y + rect.height / 2, sum_size(type_)
        self._draw_sign("=", rect.x, middle - TILE / 2, drawing)
        name = Text(rect.x + TILE + 1.5 * MM, middle + CAP * size / 2, row.name, Font.BOLD, size)
        drawing.items.append(name)
        left = rect.x + sum_left(row.name, type_, self.content.measure)
        step = (rect.x + rect.width - left) / len(row.ladder)
        for place, (least, points) in enumerate(row.ladder):
            x = left + (place + 0.5) * step
            drawing.items.append(Text(x, rect.bottom - 0.6 * MM, points, Font.BOLD, small, Ink.ACCENT, "middle"))
            x, y = x + CAP * small / 2, rect.bottom - 0.6 * MM - (CAP + 0.4) * small
            drawing.items.append(Text(x, y, least, Font.REGULAR, small, Ink.MUTED, up=True))

    @cached_property
    def _left(self) -> float:
        return label_left([row for rows in self.plan.lists for row in rows], self.plan.fit.type)

    def _draw_block(self, dice: tuple[Pip, ...], x: float, y: float, height: float, drawing: Drawing) -> None:
        """Dice in two lines, the larger half above; a single one is as high as both."""
        frame = self.plan.frame
        if len(dice) == 1:
            with drawing.element("Figure", self.content.wording.catalog.dice(dice)):
                drawing.items.append(Die(x, y, height, dice[0][0], frame.kind(dice[0][1])))
            return
        gap = 0.06 * height
        side, top = (height - gap) / 2, (len(dice) + 1) // 2
        if dice_width(len(dice), height) > self._left:
            side = (self._left - (top - 1) * gap) / top
        with drawing.element("Figure", self.content.wording.catalog.dice(dice)):
            for place, (face, kind) in enumerate(dice):
                down, over = divmod(place, top)
                at = x + over * (side + gap), y + down * (side + gap)
                drawing.items.append(Die(*at, side, face, frame.kind(kind)))

    def _draw_sign(self, sign: str, x: float, y: float, drawing: Drawing) -> None:
        """The arithmetic of a sum, in a tile as large as a die."""
        look, middle, arm = self.plan.fit.room.look, TILE / 2, 0.22 * TILE
        tile = Rect(x, y, TILE, TILE)
        solid, radius = look.solid, 0.2 * TILE * look.dice.roundness
        fill, stroke = (Ink.ACCENT, None) if solid else (None, Ink.ACCENT)
        ink, width = Ink.PAPER if solid else Ink.ACCENT, 0.115 * TILE
        strokes = [(-arm, 0.0, arm, 0.0), (0.0, -arm, 0.0, arm)]
        if sign == "=":
            off = 0.11 * TILE
            strokes = [(-arm, -off, arm, -off), (-arm, off, arm, off)]
        with drawing.element("Figure", sign):
            drawing.items.append(Box(tile, fill, stroke, 0.9, radius))
            drawing.items.extend(
                Line(x + middle + x1, y + middle + y1, x + middle + x2, y + middle + y2, width, ink, round=True)
                for x1, y1, x2, y2 in strokes
            )
