"""Draws the pages of a plan: what all have in common once, and what each has of its own."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.code import Drawing
from sheetgen.layout.content import Content
from sheetgen.layout.grid import gap_above
from sheetgen.layout.options import MM, Filling
from sheetgen.layout.places import BEFORE_PANEL, Labels, Places, Plan, mark_of
from sheetgen.layout.primitives import (
    CAP,
    PIPS,
    Box,
    Cell,
    CellId,
    Die,
    DieKind,
    DieShape,
    Element,
    Font,
    Ink,
    Item,
    Line,
    Page,
    Rect,
    Shown,
    Text,
)  # fmt: skip
from sheetgen.layout.rows import Row, SideColumn, numbered

if TYPE_CHECKING:
    from sheetgen.layout.heads import Heads
    from sheetgen.layout.names import Names

_FACE = Font.BOLD
"""Looked up once: Python is slow to find the members of an Enum."""
_LINE = 1.25
"""The width of the rule below a heading, and below what a sum adds up."""
_SIDE_HEAD = 7.5
_MOST_DICE = 12
"""Up to this number, players and games are numbered with dice."""


_ROUND, _PIP, _ONE_PIP, _LARGE_PIP = 0.2, 0.098, 0.125, 0.092
"""The radii of a die's corners and of its pips, beside its side: of six, of a single one, and of a large die."""
_SQUARE = 0.886
"""A square has as much ink as a disc if this is its side, beside the disc's diameter."""
_USUAL = DieShape()
_FIRST, _STEP = 0.255, 0.245
"""Where the first row of pips is, and how far it is to the next, beside the side of the die."""
_OUTLINE = 0.155 * 25.4 / 72
"""The width of a die's outline beside its side."""
_THINNEST, _THICKEST, _THINNEST_BLANK = 0.5, 2.4, 0.65
_LARGE, _LARGE_LINE = 20 * 72 / 25.4, 3.6
"""A die of this side or more is an outline of this width."""
_DIGITS = 7.5
"""The least size of digits on a die of many sides."""
UNIT = 100.0
"""The side of a die where it is drawn for all of its sizes."""


def centred(text: str, cell: Rect, size: float, font: Font, down: float = 0.0) -> Text:
    """A line in the middle of a cell, or so far below it."""
    y = cell.y + cell.height / 2 + CAP * size / 2 + down
    return Text(cell.x + cell.width / 2, y, text, font, size, align="middle")


class Drawer(Struct, frozen=True, eq=False, dict=True):
    """Draws one page of a plan after the other."""

    content: Content
    plan: Plan

    @cached_property
    def places(self) -> Places:
        """Where everything is."""
        return Places(self.content, self.plan)

    @cached_property
    def _labels(self) -> Labels:
        return Labels(self.content, self.plan)

    def page(self, number: int, filling: Filling, owner: str = "") -> Page:
        """A page, numbered from 1; `owner` is the player whose own page it is."""
        by_games, options = self.content.by_games, self.content.options
        given = {"number": str(number) if options.numbered else "", "player": owner, "game": str(options.game or "")}
        values = {**given, **options.values, **filling.values}
        head = self._head(values) if any(values.values()) else self._blank_head
        names = () if by_games else filling.names
        items = (*head.items, *(self._names.draw(names, filling) if any(names) else ()), *self._again(names))
        label = owner if by_games else ", ".join(filter(None, names))
        shared = head is self._blank_head and not by_games  # players' columns have the same cells on all pages
        cells = self._blank_cells if shared else self._cells(number if by_games else 1, head)
        return Page(self.plan.width, self.plan.height, items, cells, label, self.still, self.elements)

    def check(self) -> None:
        """Raise SheetgenError, in its place, for the first name that does not fit above its column."""
        if not self.content.by_games and self.content.survey.longest:
            self._names.check(self.content.fillings, self.content.survey.longest)

    def _head(self, values: Mapping[str, str]) -> Drawing:
        """What stands in the fields above the rows."""
        drawing = Drawing()
        self.plan.frame.draw_values(*self.places.corner, self.plan.fit.header, values, drawing)
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
        for place, rows in enumerate(self.places.rows):
            for column in range(self.plan.columns):
                if not self.content.by_games:
                    cell = CellId(player=self.content.options.first + column)
                    grid.append(Cell(cell, self.places.name_cell(place, column), "name"))
            for row, rect in rows:
                for column in range(self.plan.columns if row.kind != "head" else 0):
                    grid += self.places.cells_of(number, column, row, self.places.cell(place, column, rect))
        return (*notes, *self._still.cells, *grid)

    def _again(self, names: tuple[str, ...]) -> Iterator[Text]:
        """The names beside the second heading, as far as they fit."""
        for place, rows in enumerate(self.places.rows):
            for row, rect in rows[1:]:
                if row.kind == "head":
                    yield from self._names_at(names, place, rect)

    def _names_at(self, names: tuple[str, ...], place: int, rect: Rect) -> Iterator[Text]:
        size, measure = self.plan.fit.room.look.size(9.0), self.content.measure
        for column, name in enumerate(names):
            cell = self.places.cell(place, column, rect)
            left = cell.x + self._marks_width(column) + 1.5 * MM
            room = cell.x + cell.width - left
            text = name
            while len(text) > 1 and measure(text, _FACE, size) > room:
                text = text.rstrip("…")[:-1].rstrip() + "…"
            if name and (text == name or len(text) > 2):
                yield Text(left, self._heading_base(rect), text, _FACE, size, Ink.MUTED)

    @cached_property
    def still(self) -> tuple[Item, ...]:
        """What all pages have in common."""
        return tuple(self._still.items)

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """How all pages are read aloud."""
        return tuple(self._still.elements)

    @cached_property
    def _still(self) -> Drawing:
        drawing, plan, (x, y) = Drawing(), self.plan, self.places.corner
        plan.frame.draw_head(x, y, plan.fit.header, drawing)
        plan.frame.draw_fields(x, y, plan.fit.header, drawing)
        for place, rows in enumerate(self.places.rows):
            self._draw_list(place, rows, drawing)
        drawing.items.extend(self.places.corner_marks)
        if plan.panel:
            from sheetgen.layout.panel import draw_panel  # noqa: PLC0415 - few sheets have one

            left = x + self.places.list_width + BEFORE_PANEL
            boxes = [(row, rect) for row, rect in self.places.rows[0] if row.kind in ("box", "head")]
            names = Rect(left, y + plan.fit.header, plan.frame.width + x - left, plan.fit.names)
            draw_panel(self.content.wording, plan.fit, names, boxes, drawing)
        plan.frame.foot.draw(x, plan.height - plan.margin.end - plan.frame.foot.height, drawing)
        if self.content.options.code:
            plan.frame.foot.draw_code(self.places.code, self.places.code_dice, drawing)
        return drawing

    def _draw_list(self, place: int, rows: Sequence[tuple[Row, Rect]], drawing: Drawing) -> None:
        """A list, which is read as a heading and a table for each of its sections."""
        above: Row | None = None
        for row, rect in rows:
            if above is None or row.kind == "head":
                heading, table = drawing.add("H2" if self.content.title else "H1"), drawing.add("Table")
            with drawing.within(table):
                if above is None:
                    with drawing.element("TR"):
                        self._draw_names(place, drawing)
                    if self.content.heads:
                        with drawing.element("TR"):
                            self._draw_heads(place, self.content.heads, drawing)
                if row.kind == "head":
                    self._draw_heading(place, row, rect, drawing, heading)
                else:
                    with drawing.element("TR"):
                        self._draw_row(place, row, above, rect, drawing)
            above = row

    def _draw_names(self, place: int, drawing: Drawing) -> None:
        """The cells for names, with the faces of the players; or the faces of the games."""
        fit, look = self.plan.fit, self.plan.fit.room.look
        rows = self.plan.lists[place]
        corner = drawing.add("TD")
        for column in range(self.plan.columns):
            cell = self.places.name_cell(place, column)
            with drawing.element("TH", scope="Column", rect=cell, span=fit.room.several):
                if self.content.by_games:
                    self._draw_game(column, cell, drawing)
                    continue
                drawing.items.append(Box(cell, None, Ink.TEXT, 1.3 * look.box, fit.type.radius * look.roundness))
                pad, side = mark_of(cell)
                with self._numbered(column, drawing):
                    drawing.items.extend(self._mark(column, cell.x + pad, cell.y + pad, side, "solid"))
        if rows[0].kind != "head" and not self.content.options.pictogram:
            size, rect = look.size(8.2), self.places.name_cell(place, 0)
            facts = self.content.facts
            left = self.places.left(place) + self.places.shifts["label"]
            if facts and self.content.measure(facts, Font.REGULAR, size) <= fit.label and fit.type.dense:
                with drawing.within(corner):
                    drawing.items.append(Text(left, rect.bottom - 1.2 * MM, facts, Font.REGULAR, size, Ink.MUTED))
        for side_column in fit.room.side_columns:
            size = min(side_column.size, look.size(_SIDE_HEAD))
            rect = self.places.name_cell(place, 0)
            x = self.places.left(place) + self.places.shifts[side_column.place] + side_column.width / 2
            head = Text(x, rect.bottom - 1.2 * MM, side_column.head, Font.REGULAR, size, Ink.MUTED, "middle")
            with drawing.element("TH", scope="Column"):
                drawing.items.append(head)

    def _draw_heads(self, place: int, heads: "Heads", drawing: Drawing) -> None:
        """What stands above the columns of each player."""
        from sheetgen.layout.heads import draw_heads  # noqa: PLC0415 - few games have several columns

        drawing.add("TD")
        for column in range(self.plan.columns):
            cell = self.places.cell(place, column, Rect(0, self.places.heads_top, 0, heads.height))
            draw_heads(heads, self.places.parts(cell, len(heads.columns)), drawing)
        for _ in self.plan.fit.room.side_columns:
            drawing.add("TD")

    def _marks_width(self, column: int) -> float:
        count = len(numbered(self._number(column)))
        return 3.6 * MM * count + 0.5 * MM * (count - 1) if count else 0.0

    def _number(self, column: int) -> int:
        return (self.content.options.first if not self.content.by_games else 1) + column

    def _mark(self, column: int, x: float, y: float, side: float, kind: DieKind) -> Iterator[Item]:
        """The number of a player, as dice; as digits from thirteen on."""
        number = self._number(column)
        if number > _MOST_DICE:
            size = self.plan.fit.room.look.size(9.0)
            yield Text(x, y + CAP * size, str(number), Font.BOLD, size, Ink.ACCENT)
            return
        for place, face in enumerate(numbered(number)):
            yield Die(x + place * (side + 0.5 * MM), y, side, face, self.plan.frame.kind(kind))

    def _numbered(self, column: int, drawing: Drawing) -> AbstractContextManager[Element]:
        """What is drawn meanwhile is the number of a player or of a game."""
        whose = "game %(n)s" if self.content.by_games else "player %(n)s"
        return drawing.element("Figure", self.content.wording.catalog.text("form", whose, n=self._number(column)))

    def _draw_game(self, column: int, cell: Rect, drawing: Drawing) -> None:
        """The number of a game, as large as the cell; two dice from seven on."""
        count = len(numbered(self._number(column))) if self._number(column) <= _MOST_DICE else 1
        side = min(cell.height - 0.3 * MM, (cell.width - (count - 1) * 0.5 * MM) / count, 10 * MM)
        wide = count * side + (count - 1) * 0.5 * MM
        left = cell.x + (cell.width - wide) / 2
        with self._numbered(column, drawing):
            drawing.items.extend(self._mark(column, left, cell.bottom - side, side, "solid"))

    def _heading_base(self, rect: Rect) -> float:
        """The line on which a heading stands."""
        return rect.bottom - self.plan.fit.type.gap[1] - 1.9 * MM

    def _draw_heading(self, place: int, row: Row, rect: Rect, drawing: Drawing, heading: Element) -> None:
        fit, label = self.plan.fit, self.places.label(rect)
        first = rect.y < self.places.corner[1] + fit.header + 1
        base = rect.bottom - fit.type.gap[1] - 1.0 * MM if first else self._heading_base(rect)
        with drawing.within(heading):
            drawing.items.append(Text(label.x, base, row.name, Font.BLACK, fit.type.heading, Ink.ACCENT))
        self._draw_rule(rect.bottom, rect, _LINE, Ink.ACCENT, drawing)
        if first:  # its players stand in the cells for names
            return
        with drawing.element("TR"):
            drawing.add("TD")
            for column in range(self.plan.columns):
                cell = self.places.cell(place, column, rect)
                left = (cell.width - self._marks_width(column)) / 2 if self.content.by_games else 0.0
                head = drawing.element("TH", scope="Column", rect=cell, span=fit.room.several)
                with head, self._numbered(column, drawing):
                    drawing.items.extend(self._mark(column, cell.x + left, base - 3.2 * MM, 3.6 * MM, "open"))
            for _ in fit.room.side_columns:
                drawing.add("TD")

    def _draw_rule(self, y: float, rect: Rect, width: float, ink: Ink, drawing: Drawing) -> None:
        """A rule across the labels, in the middle of the gap above this y."""
        label, middle = self.places.label(rect), y - self.plan.fit.type.gap[1] / 2
        drawing.items.append(Line(label.x, middle, label.x + label.width, middle, width, ink))

    def _draw_rule_above(self, row: Row, above: Row, rect: Rect, drawing: Drawing) -> None:
        """What parts a row from the one above: a hairline, across all columns where rows are high; or a sum's rule."""
        hairline = self.plan.fit.room.look.hairline
        if row.kind == "sum" and above.kind == "box":
            self._draw_rule(rect.y - 0.3 * MM, rect, _LINE, Ink.ACCENT, drawing)
        elif row.boxes and above.boxes:
            y = rect.y - (gap_above(row, above, self.plan.fit.type) + self.plan.fit.type.gap[1]) / 2
            drawing.items.append(Line(rect.x, y, rect.x + self.places.list_width, y, hairline))
        else:
            self._draw_rule(rect.y, rect, hairline, Ink.RULE, drawing)

    def _draw_row(self, place: int, row: Row, above: Row | None, rect: Rect, drawing: Drawing) -> None:
        """A row of a table: its label is the head of its cells, which are there to be filled in."""
        fit = self.plan.fit
        if row.kind != "grand" and above is not None and above.kind != "head":
            self._draw_rule_above(row, above, rect, drawing)
        with drawing.element("TH", scope="Row"):
            draw = self._labels.draw_grand if row.kind == "grand" else self._labels.draw
            draw(row, self.places.label(rect), drawing)
        for number in range(self.plan.columns):
            cell = self.places.cell(place, number, rect)
            for part in self.places.parts(cell, len(row.columns)):
                span = fit.room.several if len(row.columns) == 1 else 1
                with drawing.element("TD", rect=part, span=span):
                    self._draw_boxes(row, part, drawing)
        for column in fit.room.side_columns:
            with drawing.element("TD"):
                self._draw_side_column(column, row, place, rect, drawing)

    def _draw_boxes(self, row: Row, cell: Rect, drawing: Drawing) -> None:
        fit, look, own = self.plan.fit, self.plan.fit.room.look, self.content.ruleset.declared
        for square in self.places.ticked(row, cell)[0]:
            drawing.items.append(Box(square, None, Ink.ACCENT, max(look.box, 1.0), 0.2 * square.width * look.roundness))
        for where, rect in self.places.boxes(row, cell):
            width, ink = look.box, Ink.TEXT
            if row.kind == "grand":
                width, ink = look.grand, Ink.ACCENT
            elif where == row.points:
                width, ink = look.section, Ink.ACCENT
            elif row.kind == "sum" or (row.boxes and where == row.id):
                lines = (look.sum, look.section, (look.section + look.grand) / 2)
                width, ink = lines[row.level - 1 if where in own else 0], Ink.ACCENT
            radius = 2.4 * MM if row.kind == "grand" else fit.type.radius
            drawing.items.append(Box(rect, None, ink, width, min(radius * look.roundness, rect.height / 2)))

    def _draw_side_column(self, column: SideColumn, row: Row, place: int, rect: Rect, drawing: Drawing) -> None:
        lines = column.lines.get(row.id, ())
        x = self.places.left(place) + self.places.shifts[column.place]
        part = Rect(x, rect.y, column.width, rect.height - self.plan.fit.type.gap[1])
        for number, line in enumerate(lines):
            down = (number - (len(lines) - 1) / 2) * column.step
            drawing.items.append(replace(centred(line, part, column.size, column.font, down), ink=Ink.MUTED))

    @cached_property
    def _names(self) -> "Names":
        from sheetgen.layout.names import Names, name_place  # noqa: PLC0415 - a blank sheet does without

        fit = self.plan.fit
        heads = tuple(
            name_place(self.places.name_cell(place, 0), self._number(self.plan.columns - 1))
            for place in range(len(self.plan.lists))
        )
        return Names(heads, fit.column + fit.type.gap[0], fit.room.look, self.content.measure)


@lru_cache(maxsize=256)
def die_parts(face: Shown, kind: DieKind, size: float, shape: DieShape = _USUAL) -> tuple[Item, ...]:
    """Return what a die of this size is drawn with, a hundred wide, its upper left corner at 0, 0.

    So large, most dice of a face are one drawing, whatever their size. Face 0 may show anything.
    """
    blank, large, scale = kind == "blank" or not face, size >= _LARGE, UNIT / size
    line = _LARGE_LINE if large else min(max(_OUTLINE * size, _THINNEST), _THICKEST)
    shape = _USUAL if kind == "code" else shape
    rect, radius, size = Rect(0, 0, UNIT, UNIT), _ROUND * UNIT * shape.roundness, UNIT
    if blank:
        return (Box(rect, None, Ink.BLANK, max(0.6 * line, _THINNEST_BLANK) * scale, radius),)
    solid, colour = kind == "solid" and not large, Ink.TEXT if kind == "code" else Ink.ACCENT
    frame = Box(rect, colour, radius=radius) if solid else Box(rect, Ink.PAPER, colour, line * scale, radius)
    ink = Ink.PAPER if solid else colour
    if face not in PIPS:
        digits = max(0.7 * size, _DIGITS)
        return frame, Text(size / 2, size / 2 + 0.33 * digits, str(face), Font.BOLD, digits, ink, "middle")
    pip = size * (_LARGE_PIP if large else _ONE_PIP if face == 1 else _PIP) * (_SQUARE if shape.square else 1)
    places = ((size * (_FIRST + _STEP * (place - 1)) - pip for place in pair) for pair in PIPS[face])
    return frame, *(Box(Rect(x, y, 2 * pip, 2 * pip), ink, radius=0 if shape.square else pip) for x, y in places)
