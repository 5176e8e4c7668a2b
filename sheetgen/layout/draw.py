"""Draws the pages of a plan: what all have in common once, and what each has of its own."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.content import Content
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
    number_width,
    sums_width,
)
from sheetgen.layout.frame import Drawing
from sheetgen.layout.options import Filling
from sheetgen.layout.plan import Plan
from sheetgen.layout.players import Names, centred
from sheetgen.layout.primitives import Box, Cell, CellId, Die, Font, Ink, Item, Line, Page, Rect, Text, first_fit
from sheetgen.layout.rows import Block, Row
from sheetgen.layout.side_columns import SideColumn

_GAME_SIZE = 10.0
_SHARE = 0.58
"""The part of a bonus's cell that the bonus has, where the other says how far off it is."""
_FILLS = {"band": Ink.BAND, "total": Ink.TINT, "bonus": Ink.TINT, "grand": Ink.SHADE}


class Drawer(Struct, frozen=True, eq=False, dict=True):
    """Draws one page of a plan after the other."""

    content: Content
    plan: Plan

    def page(self, number: int, filling: Filling, owner: str = "") -> Page:
        """A page, numbered from 1; `owner` is the player whose own page it is."""
        by_games = self.content.by_games
        own = self._head(self._values(number, filling, owner))
        names = () if by_games else filling.names
        items = (*own.items, *self._names.draw(names, filling))
        label = owner if by_games else ", ".join(filter(None, names))
        cells = self._all_cells(number, own) if by_games else self._first_cells(own)
        return Page(self.plan.width, self.plan.height, items, cells, label, self.still)

    def _head(self, values: Mapping[str, str]) -> Drawing:
        """What stands in the fields above the rows; the same for all pages where nothing does."""
        if not any(values.values()):
            return self._blank_head
        drawing = Drawing()
        self.plan.frame.draw_values(*self._corner, values, drawing)
        return drawing

    @cached_property
    def _blank_head(self) -> Drawing:
        drawing = Drawing()
        self.plan.frame.draw_values(*self._corner, {}, drawing)
        return drawing

    def _all_cells(self, number: int, head: Drawing) -> tuple[Cell, ...]:
        """Every cell of a page, with the number of the page in the names of its own."""
        notes = (replace(cell, id=CellId(player=number)) if cell.kind == "name" else cell for cell in head.cells)
        return (*notes, *self._still.cells, *self._cells(number))

    def _first_cells(self, head: Drawing) -> tuple[Cell, ...]:
        """Every cell of a page whose columns are players: they are called the same on all."""
        return self._blank_cells if head is self._blank_head else self._all_cells(1, head)

    @cached_property
    def _blank_cells(self) -> tuple[Cell, ...]:
        return self._all_cells(1, self._blank_head)

    def check(self) -> None:
        """Raise SheetgenError, in its place, for the first name that does not fit above its column."""
        if not self.content.by_games:
            self._names.check(self.content.fillings, self.content.survey.longest)

    @cached_property
    def still(self) -> tuple[Item, ...]:
        """What all pages have in common."""
        return tuple(self._still.items)

    def _values(self, number: int, filling: Filling, owner: str) -> dict[str, str]:
        """What stands in the fields above the rows."""
        options = self.content.options
        given = {"number": str(number) if options.numbered else "", "player": owner, "game": str(options.game or "")}
        return {**given, **options.values, **filling.values}

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

    def _order(self) -> list[tuple[str, float]]:
        """The columns from left to right by name, with their widths."""
        fit = self.plan.fit
        inner = [(column.place, column.width) for column in fit.room.side_columns if column.place == "inner"]
        outer = [(column.place, column.width) for column in fit.room.side_columns if column.place == "outer"]
        order: list[tuple[str, float]] = [
            ("label", fit.label), *inner, ("cells", self.plan.columns * fit.column), *outer
        ]  # fmt: skip
        return order[::-1] if self.content.options.left_handed else order

    @cached_property
    def _shifts(self) -> dict[str, float]:
        """How far from the left edge of a row each of its columns begins."""
        shifts, x = {}, 0.0
        for name, width in self._order():
            shifts[name] = x
            x += width
        return shifts

    def _part(self, name: str, width: float, rect: Rect) -> Rect:
        return replace(rect, x=rect.x + self._shifts[name], width=width)

    def _label_rect(self, rect: Rect) -> Rect:
        return self._part("label", self.plan.fit.label, rect)

    def _cell(self, column: int, rect: Rect) -> Rect:
        width = self.plan.fit.column
        return replace(rect, x=rect.x + self._shifts["cells"] + column * width, width=width)

    def _cells(self, number: int) -> Iterator[Cell]:
        """The cells of a page."""
        return (
            cell
            for row, rect in self._rows
            for column in range(self.plan.columns if row.kind != "band" else 0)
            for cell in self._cells_at(number, column, row, self._cell(column, rect))
        )

    def _cells_at(self, number: int, column: int, row: Row, place: Rect) -> Iterator[Cell]:
        if row.kind == "heads":
            if not self.content.by_games:
                yield Cell(CellId(player=self.content.options.first + column), place, "name")
            return
        cell = self._cell_id(number, column, row.id)
        if row.kind == "bonus":
            below = replace(place, y=place.y + _SHARE * place.height, height=(1 - _SHARE) * place.height)
            yield Cell(cell, below, "to_go")
            place = replace(place, height=_SHARE * place.height)
        yield Cell(cell, place, "box" if row.kind == "box" else "total")

    def _cell_id(self, number: int, column: int, row: str) -> CellId:
        if self.content.by_games:
            return CellId(row, number, column + 1)
        return CellId(row, self.content.options.first + column, self.content.options.game)

    # what all pages have in common

    def _draw_block(self, block: Block, rects: list[Rect], drawing: Drawing) -> None:
        look = self.plan.fit.room.look
        frame = replace(rects[0], height=rects[-1].bottom - rects[0].y)
        if look.filled:
            self._draw_fills(block, rects, drawing)
        self._draw_rules(block, rects, drawing)
        drawing.items.append(Box(frame, None, Ink.TEXT, look.outline, look.radius, look.radius))
        for row, rect in zip(block.rows, rects, strict=True):
            self._draw_row(row, rect, drawing)

    def _draw_fills(self, block: Block, rects: list[Rect], drawing: Drawing) -> None:
        for row, rect in zip(block.rows, rects, strict=True):
            if row.kind in _FILLS:
                bottom = self.plan.fit.room.look.radius if rect is rects[-1] else 0
                drawing.items.append(Box(rect, _FILLS[row.kind], bottom=bottom))

    def _draw_rules(self, block: Block, rects: list[Rect], drawing: Drawing) -> None:
        """The rules between rows, and between columns wherever there are cells."""
        look = self.plan.fit.room.look
        for row, rect in zip(block.rows, rects, strict=True):
            for x, width in self._uprights(rect) if row.kind != "band" else ():
                drawing.items.append(Line(x, rect.y, x, rect.bottom, width))
        for above, row, rect in zip(block.rows, block.rows[1:], rects[1:], strict=False):
            if look.filled and "band" in (above.kind, row.kind):
                continue
            heavy = row.kind in ("grand", "band") or (above.kind == "box") != (row.kind == "box")
            width, ink = (look.thick, Ink.TEXT) if heavy else (look.thin, Ink.RULE)
            drawing.items.append(Line(rect.x, rect.y, rect.right, rect.y, width, ink))

    def _uprights(self, rect: Rect) -> Iterator[tuple[float, float]]:
        """The x of each rule between columns, and its width; that between names and cells is thick."""
        look, cells = self.plan.fit.room.look, self._shifts["cells"]
        widths = {rect.x + shift: look.thin for shift in self._shifts.values()}
        widths |= {rect.x + cells + column * self.plan.fit.column: look.thin for column in range(self.plan.columns)}
        label = self._label_rect(rect)
        widths[label.x if self.content.options.left_handed else label.right] = look.thick
        widths.pop(rect.x, None)
        yield from sorted(widths.items())

    def _draw_row(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        if row.kind == "band":
            self._draw_heading(row, rect, drawing)
            return
        for column in self.plan.fit.room.side_columns:
            self._draw_side_column(column, row, self._part(column.place, column.width, rect), drawing)
        if row.kind == "heads":
            self._draw_heads(row, rect, drawing)
        else:
            self._draw_label(row, self._label_rect(rect), drawing)

    def _draw_heading(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """A heading stands above the names; where those are on the right, a long one begins further to the left."""
        look = self.plan.fit.room.look
        size = max(look.size(0), min(1.1 * look.name, 0.62 * rect.height))
        y = rect.y + rect.height / 2 + CAP * size / 2
        last = rect.right - PAD - self.content.measure(row.name, Font.BOLD, size)
        left = max(rect.x + PAD, min(self._label_rect(rect).x + PAD, last))
        drawing.items.append(Text(left, y, row.name, Font.BOLD, size, Ink.PAPER if look.filled else Ink.TEXT))

    def _draw_heads(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        size = self.plan.fit.room.look.detail * self.plan.fit.scale
        left = self._label_rect(rect).x + PAD
        if row.name:
            drawing.items.append(Text(left, rect.bottom - max(5, 0.4 * size), row.name, Font.REGULAR, size, Ink.MUTED))
        for column in range(self.plan.columns if self.content.by_games else 0):
            drawing.items.append(self._game(column + 1, self._cell(column, rect)))

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

    def _game(self, number: int, cell: Rect) -> Text:
        """The head of a game's column: its name or, where that is too wide or there are no words, its number."""
        size, name = self.plan.fit.room.look.size(_GAME_SIZE), self.content.game_name(number)
        text = first_fit((name, str(number)), cell.width - 2 * PAD, Font.REGULAR, size, self.content.measure)
        return centred(text, cell, size, Font.REGULAR)

    @cached_property
    def _names(self) -> Names:
        heads = tuple(self._cell(0, rect) for row, rect in self._rows if row.kind == "heads")
        return Names(heads, self.plan.fit.room.look, self.content.measure)
