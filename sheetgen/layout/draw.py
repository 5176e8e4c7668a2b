"""Draws the pages of a plan: what all have in common once, and what each has of its own."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.layout.code import code_of
from sheetgen.layout.content import Content, error_at
from sheetgen.layout.frame import Drawing, Frame
from sheetgen.layout.grid import (
    CAP,
    LEADING,
    LIST_GAP,
    TICK_GAP,
    TILE,
    Fit,
    across,
    dice_width,
    gap_above,
    label_left,
    name_font,
    name_size,
    words_height,
)
from sheetgen.layout.options import MM, Filling, Look, Margin
from sheetgen.layout.panel import draw_panel
from sheetgen.layout.primitives import (
    Box,
    Bracket,
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
    in_two,
)
from sheetgen.layout.rows import Pip, Row, Rows, SideColumn, numbered

_SHARE = 0.58
"""The part of a bonus's cell that the bonus has, where the other says how far off it is."""
_FACE = Font.BOLD
"""Looked up once: Python is slow to find the members of an Enum."""
_NAME_PAD = 3.0
_LINE = 1.25
"""The width of the rule below a heading, and below what a sum adds up."""
_GRAND_HINT = 9.0
_WORTH_PAD = 0.9 * MM
_DOWN = 1.25 * MM
"""From a name to the line below it."""
_BRACKET = 0.9 * MM
_SIDE_HEAD = 7.5


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


def centred(text: str, cell: Rect, size: float, font: Font, down: float = 0.0) -> Text:
    """A line in the middle of a cell, or so far below it."""
    y = cell.y + cell.height / 2 + CAP * size / 2 + down
    return Text(cell.x + cell.width / 2, y, text, font, size, align="middle")


# names above columns

_MIN, _MAX = 8.0, 15.0
"""The least and the largest size of a name."""
_STEP = 1.2
"""From one line to the next, beside the size."""
_ROUNDING = 1e-6
_WORDS = 4_096
"""How many widths of words are remembered."""

_Set = tuple[float, list[tuple[str, float]]]
"""The size of a name, and its lines with their widths at one point."""


class Names:
    """Draws names in the heads of their columns.

    `heads` are the places for the names of the first column of each list, and `step` is how far it is to the next.
    """

    def __init__(self, heads: tuple[Rect, ...], step: float, look: Look, measure: Measure) -> None:
        self._heads, self._across = heads, step
        self._measure = measure
        self._word_width = lru_cache(_WORDS)(lambda word: measure(word, _FACE, 1))
        """Measures words, of which names that are printed together share many."""
        self._room = heads[0].width - _NAME_PAD
        self._least = look.size(_MIN)
        self._most = max(_MAX, self._least)
        height = heads[0].height - _ROUNDING
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
                middle += self._across

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
        items = (*head.items, *self._names.draw(names, filling), *self._again(names))
        label = owner if by_games else ", ".join(filter(None, names))
        shared = head is self._blank_head and not by_games  # players' columns have the same cells on all pages
        cells = self._blank_cells if shared else self._cells(number if by_games else 1, head)
        return Page(self.plan.width, self.plan.height, items, cells, label, self.still)

    def check(self) -> None:
        """Raise SheetgenError, in its place, for the first name that does not fit above its column."""
        if not self.content.by_games:
            self._names.check(self.content.fillings, self.content.survey.longest)

    # what each page has of its own

    def _head(self, values: Mapping[str, str]) -> Drawing:
        """What stands in the fields above the rows."""
        drawing = Drawing()
        self.plan.frame.draw_values(*self._corner, self.plan.fit.header, values, drawing)
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
        grid: list[Cell] = []
        for place, rows in enumerate(self._placed):
            for column in range(self.plan.columns):
                if not self.content.by_games:
                    cell = CellId(player=self.content.options.first + column)
                    grid.append(Cell(cell, self._name_cell(place, column), "name"))
            for row, rect in rows:
                for column in range(self.plan.columns if row.kind != "head" else 0):
                    grid += self._cells_at(number, column, row, self._cell(place, column, rect))
        return (*notes, *self._still.cells, *grid)

    def _again(self, names: tuple[str, ...]) -> Iterator[Text]:
        """The names beside the second heading, as far as they fit."""
        for place, rows in enumerate(self._placed):
            for row, rect in rows[1:]:
                if row.kind == "head":
                    yield from self._names_at(names, place, rect)

    def _names_at(self, names: tuple[str, ...], place: int, rect: Rect) -> Iterator[Text]:
        size, measure = self.plan.fit.room.look.size(9.0), self.content.measure
        for column, name in enumerate(names):
            cell = self._cell(place, column, rect)
            left = cell.x + self._marks_width(column) + 1.5 * MM
            room = cell.x + cell.width - left
            text = name
            while len(text) > 1 and measure(text, _FACE, size) > room:
                text = text.rstrip("…")[:-1].rstrip() + "…"
            if name and len(text) > 2:
                yield Text(left, self._heading_base(rect), text, _FACE, size, Ink.MUTED)

    # what all pages have in common

    @cached_property
    def still(self) -> tuple[Item, ...]:
        """What all pages have in common."""
        return tuple(self._still.items)

    @property
    def _corner(self) -> tuple[float, float]:
        """The upper left corner of the type area."""
        return self.plan.margin.side, self.plan.margin.end + self.plan.glue

    @cached_property
    def _still(self) -> Drawing:
        drawing, plan, (x, y) = Drawing(), self.plan, self._corner
        plan.frame.draw_head(x, y, plan.fit.header, drawing)
        plan.frame.draw_fields(x, y, plan.fit.header, drawing)
        for place, rows in enumerate(self._placed):
            self._draw_names(place, drawing)
            above: Row | None = None
            for row, rect in rows:
                self._draw_row(place, row, above, rect, drawing)
                above = row
        bottom = max(rect.bottom for rows in self._placed for _, rect in rows) - plan.fit.type.gap[1]
        drawing.items.extend(self._brackets(y + plan.fit.header, bottom))
        if plan.panel:
            left = x + self._list_width + LIST_GAP + 3 * MM
            boxes = [(row, rect) for row, rect in self._placed[0] if row.kind in ("box", "head")]
            names = Rect(left, y + plan.fit.header, plan.frame.width + x - left, plan.fit.names)
            draw_panel(self.content.wording, plan.fit, names, boxes, plan.frame.kind, drawing)
        end = plan.height - plan.margin.end
        plan.frame.draw_foot(x, end - plan.frame.foot_height, drawing)
        if plan.frame.has_code:
            cells = [(cell.id, cell.rect) for cell in self._plain_cells]
            faces = code_of(self.content.ruleset.id, (plan.width, plan.height), cells)
            drawing.items.extend(plan.frame.code_dice(faces, x, y, end))
        return drawing

    @property
    def _plain_cells(self) -> Iterator[Cell]:
        for place, rows in enumerate(self._placed):
            for row, rect in rows:
                for column in range(self.plan.columns if row.kind != "head" else 0):
                    yield from self._cells_at(1, column, row, self._cell(place, column, rect))

    # where everything is

    @property
    def _list_width(self) -> float:
        """The width of one list: labels, columns, and what stands beside them."""
        fit = self.plan.fit
        return fit.label + fit.room.beside + self.plan.columns * (fit.column + fit.type.gap[0])

    @cached_property
    def _placed(self) -> list[list[tuple[Row, Rect]]]:
        """The rows of every list with their places; each has the gap below it in its height."""
        (x, y), fit = self._corner, self.plan.fit
        found = []
        for place, rows in enumerate(self.plan.lists):
            top, above, placed = y + fit.header + fit.names, None, []
            left = x + place * (self._list_width + LIST_GAP)
            for row in rows:
                if row is rows[0] and row.kind == "head":  # it stands beside the cells for names
                    placed.append((row, Rect(left, y + fit.header, self._list_width, fit.names)))
                    above = row
                    continue
                top += gap_above(row, above, fit.type)
                placed.append((row, Rect(left, top, self._list_width, fit.height(row, place))))
                top, above = placed[-1][1].bottom, row
            found.append(placed)
        return found

    @cached_property
    def _shifts(self) -> dict[str, float]:
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

    def _left(self, place: int) -> float:
        return self._corner[0] + place * (self._list_width + LIST_GAP)

    def _label_rect(self, rect: Rect) -> Rect:
        """Where the label of a row stands, without the gap below it."""
        return Rect(
            rect.x + self._shifts["label"], rect.y, self.plan.fit.label, rect.height - self.plan.fit.type.gap[1]
        )

    def _cell(self, place: int, column: int, rect: Rect) -> Rect:
        fit = self.plan.fit
        x = self._left(place) + self._shifts["cells"] + column * (fit.column + fit.type.gap[0])
        return Rect(x, rect.y, fit.column, rect.height - fit.type.gap[1])

    def _name_cell(self, place: int, column: int) -> Rect:
        y = self._corner[1] + self.plan.fit.header
        return self._cell(place, column, Rect(0, y, 0, self.plan.fit.names))

    def _parts(self, row: Row, cell: Rect) -> list[tuple[str, Rect]]:
        """The ids of what is written in a row of one column, with their boxes: several boxes, their sum, the points."""
        if not row.boxes:
            if row.points:
                half = (cell.width - TICK_GAP) / 2
                return [
                    (row.id, replace(cell, width=half)),
                    (row.points, replace(cell, x=cell.x + half + TICK_GAP, width=half)),
                ]
            ticks = row.ticks * (TILE + TICK_GAP) + 0.45 * MM if row.ticks and self._has_ticks else 0.0
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
    def _has_ticks(self) -> bool:
        """Whether the ticks leave a box that is wide enough."""
        return self.plan.fit.column - 3 * (TILE + TICK_GAP) - 0.45 * MM >= self.plan.fit.room.look.least_width

    def _cells_at(self, number: int, column: int, row: Row, place: Rect) -> Iterator[Cell]:
        options, by_games = self.content.options, self.content.by_games
        player, game = (number, column + 1) if by_games else (options.first + column, options.game)
        ruleset = self.content.ruleset
        for where, rect in self._parts(row, place):
            cell = CellId(where, player, game)
            if row.boxes and where == row.id:
                yield Cell(cell, rect, "sum")
                continue
            total = ruleset.all_totals.get(where)
            if options.fillable and total is not None and total.kind == "threshold" and where == row.id:
                below = replace(rect, y=rect.y + _SHARE * rect.height, height=(1 - _SHARE) * rect.height)
                yield Cell(cell, below, "to_go")
                rect = replace(rect, height=_SHARE * rect.height)
            yield Cell(cell, rect, "box" if row.kind == "box" and total is None else "total")

    # names and headings

    def _draw_names(self, place: int, drawing: Drawing) -> None:
        """The cells for names, with the faces of the players; or the faces of the games."""
        fit, look = self.plan.fit, self.plan.fit.room.look
        rows = self.plan.lists[place]
        for column in range(self.plan.columns):
            cell = self._name_cell(place, column)
            if self.content.by_games:
                self._draw_game(column, cell, drawing)
                continue
            drawing.items.append(Box(cell, None, Ink.TEXT, 1.3 * look.box, fit.type.radius))
            pad, side = (1.5 * MM if cell.height > 8 * MM else 1.2 * MM), self._mark
            self._draw_mark(column, cell.x + pad, cell.y + pad, side, "solid", drawing)
        if rows[0].kind != "head" and not self.content.options.pictogram:
            size, rect = look.size(8.2), self._name_cell(place, 0)
            facts = self.content.facts
            left = self._left(place) + self._shifts["label"]
            if facts and self.content.measure(facts, Font.REGULAR, size) <= fit.label and self.plan.frame.small:
                drawing.items.append(Text(left, rect.bottom - 1.2 * MM, facts, Font.REGULAR, size, Ink.MUTED))
        for side_column in fit.room.side_columns:
            size = min(side_column.size, look.size(_SIDE_HEAD))
            rect = self._name_cell(place, 0)
            x = self._left(place) + self._shifts[side_column.place] + side_column.width / 2
            head = Text(x, rect.bottom - 1.2 * MM, side_column.head, Font.REGULAR, size, Ink.MUTED, "middle")
            drawing.items.append(head)

    @property
    def _mark(self) -> float:
        """The side of the dice that number players."""
        return (4.2 if self.plan.fit.column > 20 * MM else 3.6) * MM

    def _marks_width(self, column: int) -> float:
        count = len(numbered(self._number(column)))
        return 3.6 * MM * count + 0.5 * MM * (count - 1) if count else 0.0

    def _number(self, column: int) -> int:
        return (self.content.options.first if not self.content.by_games else 1) + column

    def _draw_mark(self, column: int, x: float, y: float, side: float, kind: str, drawing: Drawing) -> None:
        """The number of a player, as dice; as digits from thirteen on."""
        number = self._number(column)
        if number > 12:
            size = self.plan.fit.room.look.size(9.0)
            drawing.items.append(Text(x, y + CAP * size, str(number), Font.BOLD, size, Ink.ACCENT))
            return
        for place, face in enumerate(numbered(number)):
            shown = self.plan.frame.kind("solid" if kind == "solid" else "open")
            drawing.items.append(Die(x + place * (side + 0.5 * MM), y, side, face, shown))

    def _draw_game(self, column: int, cell: Rect, drawing: Drawing) -> None:
        """The number of a game, as large as the cell; two dice from seven on."""
        count = len(numbered(self._number(column))) if self._number(column) < 13 else 1
        side = min(cell.height - 0.3 * MM, (cell.width - (count - 1) * 0.5 * MM) / count, 10 * MM)
        wide = count * side + (count - 1) * 0.5 * MM
        self._draw_mark(column, cell.x + (cell.width - wide) / 2, cell.bottom - side, side, "solid", drawing)

    def _heading_base(self, rect: Rect) -> float:
        """The line on which a heading stands."""
        return rect.bottom - self.plan.fit.type.gap[1] - 1.9 * MM

    def _draw_heading(self, place: int, row: Row, rect: Rect, drawing: Drawing) -> None:
        fit, label = self.plan.fit, self._label_rect(rect)
        first = rect.y < self._corner[1] + fit.header + 1
        base = rect.bottom - fit.type.gap[1] - 1.0 * MM if first else self._heading_base(rect)
        drawing.items.append(Text(label.x, base, row.name, Font.BLACK, fit.type.heading, Ink.ACCENT))
        self._draw_rule(rect.bottom, rect, _LINE, Ink.ACCENT, drawing)
        for column in range(0 if first else self.plan.columns):
            cell = self._cell(place, column, rect)
            self._draw_mark(column, cell.x + 0.2 * MM, base - 3.2 * MM, 3.6 * MM, "open", drawing)

    def _draw_rule(self, y: float, rect: Rect, width: float, ink: Ink, drawing: Drawing) -> None:
        """A rule across the labels, in the middle of the gap above this y."""
        label, middle = self._label_rect(rect), y - self.plan.fit.type.gap[1] / 2
        drawing.items.append(Line(label.x, middle, label.x + label.width, middle, width, ink))

    # rows

    def _draw_row(self, place: int, row: Row, above: Row | None, rect: Rect, drawing: Drawing) -> None:
        fit = self.plan.fit
        if row.kind == "head":
            self._draw_heading(place, row, rect, drawing)
            return
        if row.kind == "grand":
            self._draw_grand(row, self._label_rect(rect), drawing)
        else:
            if above is not None and above.kind != "head":
                adds = row.kind == "sum" and above.kind == "box"
                y = rect.y - (0.3 * MM if adds else 0)
                self._draw_rule(
                    y, rect, _LINE if adds else fit.room.look.hairline, Ink.ACCENT if adds else Ink.RULE, drawing
                )
            self._draw_label(row, self._label_rect(rect), drawing)
        for column in fit.room.side_columns:
            self._draw_side_column(column, row, place, rect, drawing)
        for number in range(self.plan.columns):
            self._draw_boxes(row, self._cell(place, number, rect), drawing)

    def _draw_boxes(self, row: Row, cell: Rect, drawing: Drawing) -> None:
        fit, look, own = self.plan.fit, self.plan.fit.room.look, self.content.ruleset.all_totals
        if row.ticks and self._has_ticks:
            for tick in range(row.ticks):
                y = cell.y + (cell.height - TILE) / 2
                square = Rect(cell.x + tick * (TILE + TICK_GAP), y, TILE, TILE)
                drawing.items.append(Box(square, None, Ink.ACCENT, max(look.box, 1.0), 0.9 * MM))
        for where, rect in self._parts(row, cell):
            width, ink = look.box, Ink.TEXT
            if row.kind == "grand":
                width, ink = look.grand, Ink.ACCENT
            elif where == row.points:
                width, ink = look.section, Ink.ACCENT
            elif row.kind == "sum" or (row.boxes and where == row.id):
                width, ink = look.section if row.level > 1 and where in own else look.sum, Ink.ACCENT
            radius = 2.4 * MM if row.kind == "grand" else fit.type.radius
            drawing.items.append(Box(rect, None, ink, width, min(radius * look.roundness, rect.height / 2)))

    def _draw_grand(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """The bar of the grand total."""
        fit, look = self.plan.fit, self.plan.fit.room.look
        radius = 2.4 * MM * look.roundness
        fill = Box(rect, Ink.ACCENT, radius=radius) if look.solid else Box(rect, None, Ink.ACCENT, look.grand, radius)
        ink, label = Ink.PAPER if look.solid else Ink.ACCENT, fit.labels[row.id]
        drawing.items.append(fill)
        small = look.size(_GRAND_HINT)
        high = words_height(fit.type.total, small, len(label.hints))
        base = rect.y + (rect.height - high) / 2 + CAP * fit.type.total
        drawing.items.append(Text(rect.x + 3 * MM, base, label.names[0], Font.BLACK, fit.type.total, ink))
        for place, hint in enumerate(label.hints):
            y = base + _DOWN + 0.74 * small + place * LEADING * small
            drawing.items.append(Text(rect.x + 3 * MM, y, hint, Font.BOLD, small, ink))

    def _draw_label(self, row: Row, rect: Rect, drawing: Drawing) -> None:
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
        fit, measure = self.plan.fit, self.content.measure
        label, size, hint = fit.labels[row.id], name_size(row, fit.type), fit.type.hint
        left = rect.x + self._label_left
        base = rect.y + (rect.height - words_height(size, hint, len(label.hints))) / 2 + CAP * size
        if row.letter:
            letter = Text(left, base, row.letter, Font.REGULAR, hint, Ink.MUTED)
            drawing.items.append(letter)
            left += measure(row.letter, Font.REGULAR, hint) + 1.5 * MM
        base -= (len(label.names) - 1) * size / 2
        for place, line in enumerate(label.names):
            drawing.items.append(Text(left, base + place * size, line, name_font(row), size))
        for place, line in enumerate(label.hints):
            y = base + _DOWN + 0.74 * hint + place * LEADING * hint
            drawing.items.append(Text(left, y, line, Font.REGULAR, hint, Ink.MUTED))
        right = rect.x + rect.width - _WORTH_PAD
        if row.worth:
            y = base + (0.35 * MM if row.kind == "box" else 0.6 * MM)
            drawing.items.append(Text(right, y, row.worth, Font.BLACK, fit.type.worth, Ink.ACCENT, "right"))
        elif row.most:
            drawing.items.append(Text(right, base, row.most, Font.REGULAR, hint, Ink.MUTED, "right"))

    def _draw_points(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """The last line of a row with several boxes: the sum of these, and what points follow from it."""
        fit, text = self.plan.fit, self.content.wording.catalog.text
        self._draw_sign("=", rect.x, rect.y + (rect.height - TILE) / 2, drawing)
        hint = fit.type.hint
        base, left = rect.y + rect.height / 2 + CAP * hint / 2, rect.x + self._label_left
        if not self.content.options.pictogram:
            size = max(fit.type.name - 3, hint)
            word = Text(rect.x + TILE + 1.5 * MM, base, text("sheet", "Sum"), Font.BOLD, size)
            drawing.items.append(word)
            left = max(left, word.x + self.content.measure(word.text, Font.BOLD, size) + 2 * MM)
        for line in row.points_hints[0][:1]:
            drawing.items.append(Text(left, base, line, Font.REGULAR, hint, Ink.MUTED))

    def _draw_ladder(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        """A sum with the points that follow from it, step by step: the sums stand upright above their points."""
        fit, total = self.plan.fit, self.content.ruleset.all_totals[row.points]
        self._draw_sign("=", rect.x, rect.y + (rect.height - TILE) / 2, drawing)
        size, hint = max(fit.type.name - 1, 10), fit.room.look.size(7.5)
        left, base = rect.x + TILE + 1.5 * MM, rect.y + rect.height / 2 + CAP * size / 2
        drawing.items.append(Text(left, base, row.name, Font.BOLD, size))
        left += self.content.measure(row.name, Font.BOLD, size) + 2 * MM
        step = (rect.x + rect.width - left) / len(total.steps)
        for place, each in enumerate(total.steps):
            x = left + (place + 0.5) * step
            points = str(each.points).replace("-", "−")
            drawing.items.append(Text(x, rect.bottom - 0.6 * MM, points, Font.BOLD, hint, Ink.ACCENT, "middle"))
            at = Text(
                x + CAP * hint / 2, rect.bottom - 3.4 * MM, str(each.at_least), Font.REGULAR, hint, Ink.MUTED, up=True
            )
            drawing.items.append(at)

    @cached_property
    def _label_left(self) -> float:
        return label_left([row for rows in self.plan.lists for row in rows], self.plan.fit.type)

    def _draw_block(self, dice: tuple[Pip, ...], x: float, y: float, height: float, drawing: Drawing) -> None:
        """Dice in two lines, the larger half above; a single one is as high as both."""
        frame = self.plan.frame
        if len(dice) == 1:
            drawing.items.append(Die(x, y, height, dice[0][0], frame.kind(dice[0][1])))
            return
        gap = 0.06 * height
        side, top = (height - gap) / 2, (len(dice) + 1) // 2
        if dice_width(len(dice), height) > self._label_left:
            side = (self._label_left - (top - 1) * gap) / top
        for place, (face, kind) in enumerate(dice):
            down, over = divmod(place, top)
            drawing.items.append(Die(x + over * (side + gap), y + down * (side + gap), side, face, frame.kind(kind)))

    def _draw_sign(self, sign: str, x: float, y: float, drawing: Drawing) -> None:
        """The arithmetic of a sum, in a tile as large as a die."""
        look, middle, arm = self.plan.fit.room.look, TILE / 2, 0.22 * TILE
        tile = Rect(x, y, TILE, TILE)
        solid = look.solid
        drawing.items.append(Box(tile, Ink.ACCENT if solid else None, None if solid else Ink.ACCENT, 0.9, 0.2 * TILE))
        ink, width = Ink.PAPER if solid else Ink.ACCENT, 0.115 * TILE
        strokes = [(-arm, 0.0, arm, 0.0), (0.0, -arm, 0.0, arm)]
        if sign == "=":
            off = 0.11 * TILE
            strokes = [(-arm, -off, arm, -off), (-arm, off, arm, off)]
        drawing.items.extend(
            Line(x + middle + x1, y + middle + y1, x + middle + x2, y + middle + y2, width, ink, round=True)
            for x1, y1, x2, y2 in strokes
        )

    def _draw_side_column(self, column: SideColumn, row: Row, place: int, rect: Rect, drawing: Drawing) -> None:
        lines = column.lines.get(row.id, ())
        x = self._left(place) + self._shifts[column.place]
        part = Rect(x, rect.y, column.width, rect.height - self.plan.fit.type.gap[1])
        for number, line in enumerate(lines):
            down = (number - (len(lines) - 1) / 2) * column.step
            drawing.items.append(replace(centred(line, part, column.size, column.font, down), ink=Ink.MUTED))

    def _brackets(self, top: float, bottom: float) -> Iterator[Bracket]:
        """Four corners around all that is written in."""
        plan, spread, arm = self.plan, self.plan.margin.spread, self.plan.margin.arm
        left, wide = self._corner[0], self._list_width * len(plan.lists) + LIST_GAP * (len(plan.lists) - 1)
        radius = 0.36 * arm
        for x, right in ((left - spread, 1), (left + wide + spread, -1)):
            for y, down in ((top - spread, 1), (bottom + spread, -1)):
                yield Bracket(x, y, arm, radius, _BRACKET, (right, down))

    @cached_property
    def _names(self) -> "Names":
        fit = self.plan.fit
        heads = tuple(
            name_place(self._name_cell(place, 0), self._mark, self._number(self.plan.columns - 1))
            for place in range(len(self.plan.lists))
        )
        return Names(heads, fit.column + fit.type.gap[0], fit.room.look, self.content.measure)


def name_place(cell: Rect, mark: float, players: int) -> Rect:
    """Where in its cell the name of a player stands: beside the dice that number it or, in a narrow cell, below."""
    pad = 1.2 * MM
    if cell.width > 20 * MM:
        taken = pad + (mark + 0.5 * MM) * len(numbered(min(players, 12)))
        return Rect(cell.x + taken, cell.y + 0.5 * MM, cell.width - taken - 0.5 * MM, cell.height - MM)
    top = pad + mark
    return Rect(cell.x + 0.5 * MM, cell.y + top, cell.width - MM, cell.height - top - 0.4 * MM)
