"""Draws the pages of a plan: what all have in common once, and what each has of its own."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.layout.content import Content, error_at
from sheetgen.layout.fit import (
    AIR,
    BLOCK_GAP,
    CAP,
    DEPTH,
    DIE,
    DIE_STEP,
    LINE,
    PAD,
    STACK_GAP,
    Plan,
    number_width,
    sums_width,
)
from sheetgen.layout.frame import Drawing
from sheetgen.layout.options import MM, Filling, Look
from sheetgen.layout.primitives import (
    Box,
    Cell,
    CellId,
    Die,
    Font,
    Ink,
    Item,
    Line,
    Measure,
    Page,
    Rect,
    Text,
    first_fit,
    in_two,
)
from sheetgen.layout.rows import Block, Row, SideColumn

_GAME_SIZE = 10.0
_SHARE = 0.58
"""The part of a bonus's cell that the bonus has, where the other says how far off it is."""
_FILLS = {"band": Ink.BAND, "total": Ink.TINT, "bonus": Ink.TINT, "grand": Ink.SHADE}
_FACE = Font.BOLD
"""Looked up once: Python is slow to find the members of an Enum."""


def centred(text: str, cell: Rect, size: float, font: Font, down: float = 0.0) -> Text:
    """A line in the middle of a cell, or so far below it."""
    y = cell.y + cell.height / 2 + CAP * size / 2 + down
    return Text(cell.x + cell.width / 2, y, text, font, size, align="middle")


# names above columns

_MIN, _MAX = 8.0, 14.0
"""The least and the largest size of a name."""
_STEP = 1.2
"""From one line to the next, beside the size."""
_ROUNDING = 1e-6
_WORDS = 4_096
"""How many widths of words are remembered."""

_Set = tuple[float, list[tuple[str, float]]]
"""The size of a name, and its lines with their widths at one point."""


class Names:
    """Draws names in the heads of their columns; `heads` are the cells above the first column of each list."""

    def __init__(self, heads: tuple[Rect, ...], look: Look, measure: Measure) -> None:
        self._heads = heads
        self._measure = measure
        self._word_width = lru_cache(_WORDS)(lambda word: measure(word, _FACE, 1))
        """Measures words, of which names that are printed together share many."""
        self._room = heads[0].width - PAD
        self._least = look.size(_MIN)
        self._most = max(_MAX, self._least)
        height = heads[0].height - PAD - _ROUNDING
        self._one, self._two = (min(self._most, height / (lines * _STEP)) for lines in (1, 2))
        """The largest size for which there is room for one line, and for two below each other."""
        self._narrow = self._room / (self._most + _ROUNDING) if self._one == self._most else -1.0
        """Up to this width at one point a name fits in one line of the largest size; -1 if no line does."""

    def check(self, fillings: Sequence[Filling], longest: str) -> None:
        """Raise SheetgenError, in its place, for the first name that does not fit above its column.

        Where the longest of all fits in one line of the least size, each of them does.
        """
        if self._measure(longest, _FACE, self._least + _ROUNDING) <= self._room and self._one >= self._least:
            return
        for filling in fillings:
            for name in filling.names:
                self._set(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling) -> Iterator[Text]:
        """The names above their columns, in each list."""
        found = [self._set(name, filling) for name in names]
        for first in self._heads:
            middle, y = first.x + first.width / 2, first.y + first.height / 2
            for size, lines in found:
                down = CAP / 2 - _STEP * (len(lines) - 1) / 2
                for line, width in lines:
                    yield Text(middle - size * width / 2, y + size * down, line, _FACE, size)
                    down += _STEP
                middle += first.width

    def _set(self, name: str, filling: Filling) -> _Set:
        """The name as large as it fits in its cell; SheetgenError, in its place, if no size is small enough."""
        if not name:
            return 0.0, []
        width = self._measure(name, _FACE, 1)
        if width <= self._narrow:
            return self._most, [(name, width)]
        wider, lines = in_two(name, width, self._word_width)
        one, two = (min(self._room / (width + _ROUNDING), self._one), min(self._room / (wider + _ROUNDING), self._two))
        largest = max(one, two)
        if largest < self._least:
            error = SheetgenError(
                "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s mm at %(size)s pt; "
                "shorten it, or take fewer players or a larger paper", name=name, have=int(self._room / MM),
                size=f"{self._least:g}", need=ceil(self._measure(name, _FACE, self._least) / MM),
            )  # fmt: skip
            raise error_at(error, filling)
        size = max(self._least, floor(2 * largest) / 2)
        return size, [(name, width)] if size <= one else lines


# a page


class Drawer(Struct, frozen=True, eq=False, dict=True):
    """Draws one page of a plan after the other."""

    content: Content
    plan: Plan

    def page(self, number: int, filling: Filling, owner: str = "") -> Page:
        """A page, numbered from 1; `owner` is the player whose own page it is."""
        by_games, options = self.content.by_games, self.content.options
        given = {"number": str(number) if options.numbered else "", "player": owner, "game": str(options.game or "")}
        values = {**given, **options.values, **filling.values}
        head = self._head(values) if any(values.values()) else self._blank_head
        names = () if by_games else filling.names
        items = (*head.items, *self._names.draw(names, filling))
        label = owner if by_games else ", ".join(filter(None, names))
        shared = head is self._blank_head and not by_games  # players' columns have the same cells on all pages
        cells = self._blank_cells if shared else self._cells(number if by_games else 1, head)
        return Page(self.plan.width, self.plan.height, items, cells, label, self.still)

    def _head(self, values: Mapping[str, str]) -> Drawing:
        """What stands in the fields above the rows."""
        drawing = Drawing()
        self.plan.frame.draw_values(*self._corner, values, drawing)
        return drawing

    @cached_property
    def _blank_head(self) -> Drawing:
        return self._head({})

    @cached_property
    def _blank_cells(self) -> tuple[Cell, ...]:
        return self._cells(1, self._blank_head)

    def _cells(self, number: int, head: Drawing) -> tuple[Cell, ...]:
        """Every cell of a page of this number, where each player has a page that is the number of the player."""
        notes = (replace(cell, id=CellId(player=number)) if cell.kind == "name" else cell for cell in head.cells)
        grid = (
            cell
            for row, rect in self._rows
            for column in range(self.plan.columns if row.kind != "band" else 0)
            for cell in self._cells_at(number, column, row, self._cell(column, rect))
        )
        return (*notes, *self._still.cells, *grid)

    def check(self) -> None:
        """Raise SheetgenError, in its place, for the first name that does not fit above its column."""
        if not self.content.by_games:
            self._names.check(self.content.fillings, self.content.survey.longest)

    @cached_property
    def still(self) -> tuple[Item, ...]:
        """What all pages have in common."""
        return tuple(self._still.items)

    @property
    def _corner(self) -> tuple[float, float]:
        """The upper left corner of what is printed."""
        margin = self.plan.arrangement.margin
        return margin, margin + self.content.options.glue

    @cached_property
    def _still(self) -> Drawing:
        drawing, plan, (x, y) = Drawing(), self.plan, self._corner
        plan.frame.draw_head(x, y, drawing)
        plan.frame.draw_fields(x, y, drawing)
        for block, rects in self._blocks:
            self._draw_block(block, rects, drawing)
        plan.frame.draw_foot(x, plan.height - plan.arrangement.margin - plan.frame.foot_height, drawing)
        return drawing

    # where everything is

    @cached_property
    def _blocks(self) -> list[tuple[Block, list[Rect]]]:
        """Every block with the places of its rows."""
        (x, y), fit = self._corner, self.plan.fit
        width = fit.label + self.plan.columns * fit.column + fit.room.beside
        found = []
        for place, stack in enumerate(self.plan.stacks):
            top = y + self.plan.frame.head_height
            for block in stack:
                rects = []
                for row in block.rows:
                    rects.append(Rect(x + place * (width + STACK_GAP), top, width, fit.height(row)))
                    top = rects[-1].bottom
                found.append((block, rects))
                top += BLOCK_GAP
        return found

    @property
    def _rows(self) -> Iterator[tuple[Row, Rect]]:
        """Every row with its place."""
        for block, rects in self._blocks:
            yield from zip(block.rows, rects, strict=True)

    @cached_property
    def _shifts(self) -> dict[str, float]:
        """How far from the left edge of a row each of its columns begins."""
        fit = self.plan.fit
        widths: dict[str, float] = {column.place: column.width for column in fit.room.side_columns}
        widths |= {"label": fit.label, "cells": self.plan.columns * fit.column}
        order = [name for name in ("label", "inner", "cells", "outer") if name in widths]
        shifts: dict[str, float] = {}
        x = 0.0
        for name in reversed(order) if self.content.options.left_handed else order:
            shifts[name] = x
            x += widths[name]
        return shifts

    def _part(self, name: str, width: float, rect: Rect, place: int = 0) -> Rect:
        return replace(rect, x=rect.x + self._shifts[name] + place * width, width=width)

    def _label_rect(self, rect: Rect) -> Rect:
        return self._part("label", self.plan.fit.label, rect)

    def _cell(self, column: int, rect: Rect) -> Rect:
        return self._part("cells", self.plan.fit.column, rect, column)

    def _cells_at(self, number: int, column: int, row: Row, place: Rect) -> Iterator[Cell]:
        options, by_games = self.content.options, self.content.by_games
        player, game = (number, column + 1) if by_games else (options.first + column, options.game)
        if row.kind == "heads":
            if not by_games:
                yield Cell(CellId(player=player), place, "name")
            return
        cell = CellId(row.id, player, game)
        if row.kind == "bonus":
            below = replace(place, y=place.y + _SHARE * place.height, height=(1 - _SHARE) * place.height)
            yield Cell(cell, below, "to_go")
            place = replace(place, height=_SHARE * place.height)
        yield Cell(cell, place, "box" if row.kind == "box" else "total")

    # what all pages have in common

    def _draw_block(self, block: Block, rects: list[Rect], drawing: Drawing) -> None:
        look = self.plan.fit.room.look
        frame = replace(rects[0], height=rects[-1].bottom - rects[0].y)
        for row, rect in zip(block.rows, rects, strict=True):
            if look.filled and row.kind in _FILLS:
                bottom = look.radius if rect is rects[-1] else 0
                drawing.items.append(Box(rect, _FILLS[row.kind], bottom=bottom))
        self._draw_rules(block, rects, drawing)
        drawing.items.append(Box(frame, None, Ink.TEXT, look.outline, look.radius, look.radius))
        for row, rect in zip(block.rows, rects, strict=True):
            for column in self.plan.fit.room.side_columns if row.kind != "band" else ():
                self._draw_side_column(column, row, self._part(column.place, column.width, rect), drawing)
            if row.kind == "band":
                self._draw_heading(row, rect, drawing)
            elif row.kind == "heads":
                self._draw_heads(row, rect, drawing)
            else:
                self._draw_label(row, self._label_rect(rect), drawing)

    def _draw_rules(self, block: Block, rects: list[Rect], drawing: Drawing) -> None:
        """The rules between rows, and between columns wherever there are cells."""
        look = self.plan.fit.room.look
        for row, rect in zip(block.rows, rects, strict=True):
            uprights = self._uprights(rect) if row.kind != "band" else ()
            drawing.items.extend(Line(x, rect.y, x, rect.bottom, width) for x, width in uprights)
        for above, row, rect in zip(block.rows, block.rows[1:], rects[1:], strict=False):
            if look.filled and "band" in (above.kind, row.kind):
                continue
            heavy = row.kind in ("grand", "band") or (above.kind == "box") != (row.kind == "box")
            width, ink = (look.thick, Ink.TEXT) if heavy else (look.thin, Ink.RULE)
            drawing.items.append(Line(rect.x, rect.y, rect.right, rect.y, width, ink))

    def _uprights(self, rect: Rect) -> list[tuple[float, float]]:
        """The x of each rule between columns, and its width; that between names and cells is thick."""
        look, cells = self.plan.fit.room.look, self._shifts["cells"]
        widths = {rect.x + shift: look.thin for shift in self._shifts.values()}
        widths |= {rect.x + cells + column * self.plan.fit.column: look.thin for column in range(self.plan.columns)}
        label = self._label_rect(rect)
        widths[label.x if self.content.options.left_handed else label.right] = look.thick
        widths.pop(rect.x, None)
        return sorted(widths.items())

    def _draw_heading(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """A heading stands above the names; where those are on the right, a long one begins further to the left."""
        look = self.plan.fit.room.look
        size = max(look.size(0), min(1.1 * look.name, 0.62 * rect.height))
        y = rect.y + rect.height / 2 + CAP * size / 2
        last = rect.right - PAD - self.content.measure(row.name, Font.BOLD, size)
        left = max(rect.x + PAD, min(self._label_rect(rect).x + PAD, last))
        drawing.items.append(Text(left, y, row.name, Font.BOLD, size, Ink.PAPER if look.filled else Ink.TEXT))

    def _draw_heads(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """What the columns are and, where they are games, the name of each or, where that is too wide, its number."""
        size = self.plan.fit.room.look.detail * self.plan.fit.scale
        left = self._label_rect(rect).x + PAD
        if row.name:
            drawing.items.append(Text(left, rect.bottom - max(5, 0.4 * size), row.name, Font.REGULAR, size, Ink.MUTED))
        size = self.plan.fit.room.look.size(_GAME_SIZE)
        for column in range(self.plan.columns if self.content.by_games else 0):
            cell, names = self._cell(column, rect), (self.content.game_name(column + 1), str(column + 1))
            text = first_fit(names, cell.width - 2 * PAD, Font.REGULAR, size, self.content.measure)
            drawing.items.append(centred(text, cell, size, Font.REGULAR))

    def _draw_side_column(self, column: SideColumn, row: Row, rect: Rect, drawing: Drawing) -> None:
        if row.kind == "heads":
            size = min(column.size, self.plan.fit.room.look.size(7.5))
            x = rect.x + rect.width / 2
            drawing.items.append(Text(x, rect.bottom - 5, column.head, Font.REGULAR, size, Ink.MUTED, "middle"))
            return
        lines = column.lines.get(row.id, ())
        for place, line in enumerate(lines):
            down = (place - (len(lines) - 1) / 2) * column.step
            drawing.items.append(replace(centred(line, rect, column.size, column.font, down), ink=Ink.MUTED))

    def _draw_label(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        look, measure = self.plan.fit.room.look, self.content.measure
        scale = self.plan.fit.text_scale(row)
        size, small = look.name * scale, look.detail * scale
        left, right = rect.x + PAD + (number_width(size) if row.number else 0), rect.right - PAD
        room = right - left - (measure(row.most, Font.REGULAR, small) + max(PAD, small) if row.most else 0)
        more = [first_fit(texts, right - left, Font.REGULAR, small, measure) for texts in row.second]
        high = CAP * size + (len(more) + 1) * LINE * small + DEPTH * small + AIR * size
        details = row.details if high <= rect.height else row.details[-1:]
        detail = first_fit(details, room, Font.REGULAR, small, measure)
        lines = ([detail] if detail or row.most else []) + more
        y = rect.y + (rect.height + CAP * size - len(lines) * LINE * small - (DEPTH * small if lines else 0)) / 2
        if row.number:
            drawing.items.append(Text(left - 0.5 * size, y, row.number, Font.REGULAR, small, Ink.MUTED, "right"))
        drawing.items.append(Text(left, y, row.name, Font.BOLD, size))
        for place, line in enumerate(lines, 1):
            drawing.items.append(Text(left, y + place * LINE * small, line, Font.REGULAR, small, Ink.MUTED))
        if row.most:
            drawing.items.append(Text(right, y + LINE * small, row.most, Font.REGULAR, small, Ink.MUTED, "right"))
        middle = y - CAP * size / 2
        sums = left + measure(row.name, Font.BOLD, size) + sums_width(row, size)
        self._draw_dice(row.sums, sums, middle, DIE * size, drawing)
        self._draw_dice(row.dice, right, middle, DIE * size, drawing)

    def _draw_dice(self, dice: tuple[int, ...], right: float, middle: float, size: float, drawing: Drawing) -> None:
        """Dice that end at `right`."""
        left = right - size * (len(dice) * DIE_STEP - (DIE_STEP - 1))
        for place, face in enumerate(dice):
            drawing.items.append(Die(left + place * DIE_STEP * size, middle - size / 2, size, face))

    @cached_property
    def _names(self) -> Names:
        heads = tuple(self._cell(0, rect) for row, rect in self._rows if row.kind == "heads")
        return Names(heads, self.plan.fit.room.look, self.content.measure)
