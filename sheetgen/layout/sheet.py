"""A score sheet: the pages for a ruleset, a language, a paper and the people who play."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from sheetgen.catalog import Catalog
from sheetgen.errors import SheetgenError
from sheetgen.form_tag import TO_GO, FieldName, name_field
from sheetgen.layout.fit import (
    BLOCK_GAP,
    DETAIL_SIZE,
    DIE,
    DIE_STEP,
    NAME_SIZE,
    PAD,
    STACK_GAP,
    dice_width,
    number_width,
)
from sheetgen.layout.frame import Drawing
from sheetgen.layout.plan import Plan, Planner, SheetOptions
from sheetgen.layout.primitives import Box, Cell, Dice, Font, Ink, Line, Measure, Page, Rect, Text
from sheetgen.layout.rows import Block, Row
from sheetgen.layout.text import first_fit, wrap
from sheetgen.paper import MM, Paper
from sheetgen.rules import Ruleset
from sheetgen.wording import Wording

MIN_NAME_SIZE = 8
MAX_NAME_SIZE = 14
GAME_SIZE = 10
MOST_ON_SCREEN = 6
"""A page that is filled in on a screen has so many players at most."""
MOST_COLUMNS = 200
"""So many columns has a form at most, all pages together."""
_SHARE = 0.58
"""The part of a bonus's cell that the bonus has, where the other says how far off it is."""
_RADIUS = 6.0
_THIN, _THICK, _OUTLINE = 0.6, 1.1, 1.3
_CAP = 0.66
"""The height of a capital beside the size of its font."""
_DEPTH = 0.2
"""How far letters reach below the line, beside the size of their font."""


def lay_out_sheet(ruleset: Ruleset, catalog: Catalog, options: SheetOptions, measure: Measure) -> list[Page]:
    """The pages of a score sheet; SheetgenError, with the arithmetic, for what does not fit."""
    planner = Planner(Wording(ruleset, catalog), options, measure)
    planner.check_players()
    return _pages(planner)


def lay_out_form(ruleset: Ruleset, catalog: Catalog, options: SheetOptions, measure: Measure) -> list[Page]:
    """The pages of a sheet that is filled in on a screen, with cells for the names that `options` may have.

    Up to six players on a page, and a page for each game; or a page for each player, where the columns are games.
    Raises SheetgenError like `lay_out_sheet`.
    """
    players = max(len(options.names), options.players or 0) or None
    planner = Planner(Wording(ruleset, catalog), replace(options, names=(), players=players, fillable=True), measure)
    planner.check_players()
    _check_size(planner)
    if planner.by_games:
        return _pages(planner)
    return [page for part in _parts(planner) for page in _pages(part)]


def _check_size(planner: Planner) -> None:
    """Refuse a form that no viewer would be quick with."""
    columns = (planner.options.players or 1) * (planner.options.games or 1)
    if columns > MOST_COLUMNS:
        raise SheetgenError(
            "%(count)s players times games are too many for one form; %(limit)s at most", count=columns,
            limit=MOST_COLUMNS,
        )  # fmt: skip


def _parts(planner: Planner) -> Iterator[Planner]:
    """The sheets of a form, each with its players and its game; as even as can be."""
    most = min(MOST_ON_SCREEN, planner.most_columns() or 1)
    asked = planner.options.players
    count = asked or min(most, planner.ruleset.sheet.count)
    sheets = ceil(count / most)
    for game in range(1, planner.options.games + 1) if planner.options.games else (0,):
        for place in range(sheets):
            first, last = count * place // sheets, count * (place + 1) // sheets
            options = replace(planner.options, players=last - first, games=None, first=first + 1, game=game)
            yield replace(planner, options=options)


def _pages(planner: Planner) -> list[Page]:
    plan = planner.plan()
    return [_Painter(planner, plan, page).page() for page in range(1, planner.pages + 1)]


def most_columns(ruleset: Ruleset, catalog: Catalog, paper: Paper, measure: Measure) -> int:
    """The most players, or games of one player, that the paper holds; 0 if it does not hold the rows at all."""
    return Planner(Wording(ruleset, catalog), SheetOptions(paper), measure).most_columns()


@dataclass(frozen=True)
class _Painter:
    """Draws one page of a plan."""

    planner: Planner
    plan: Plan
    number: int

    def page(self) -> Page:
        drawing, plan = Drawing(), self.plan
        frame = replace(plan.frame, fields=self.planner.fields(self.number))
        frame.draw_head(plan.arrangement.margin, plan.arrangement.margin, drawing)
        for place, stack in enumerate(plan.stacks):
            self._stack(plan.arrangement.margin + place * (self._stack_width + STACK_GAP), stack, drawing)
        frame.draw_foot(plan.arrangement.margin, plan.height - plan.arrangement.margin - frame.foot_height, drawing)
        owner = self.planner.owner(self.number)
        return Page(plan.width, plan.height, tuple(drawing.items), tuple(drawing.cells), owner)

    @property
    def _stack_width(self) -> float:
        return self.plan.fit.label + self.plan.columns * self.plan.fit.column

    def _stack(self, x: float, stack: tuple[Block, ...], drawing: Drawing) -> None:
        y = self.plan.arrangement.margin + self.plan.frame.head_height
        for block in stack:
            y = self._block(Rect(x, y, self._stack_width, self._height(block)), block, drawing)
            y += BLOCK_GAP

    def _height(self, block: Block) -> float:
        return sum(map(self.plan.fit.height, block.rows))

    def _block(self, frame: Rect, block: Block, drawing: Drawing) -> float:
        """Draw a block; returns the y of its lower edge."""
        rects: list[Rect] = []
        y = frame.y
        for row in block.rows:
            rects.append(Rect(frame.x, y, frame.width, self.plan.fit.height(row)))
            y = rects[-1].bottom
        self._fills(block, rects, drawing)
        self._rules(block, rects, drawing)
        drawing.items.append(Box(frame, None, Ink.TEXT, _OUTLINE, _RADIUS, _RADIUS))
        for row, rect in zip(block.rows, rects, strict=True):
            self._row(row, rect, drawing)
        return frame.bottom

    def _fills(self, block: Block, rects: list[Rect], drawing: Drawing) -> None:
        inks = {"band": Ink.TEXT, "total": Ink.TINT, "bonus": Ink.TINT, "grand": Ink.SHADE}
        for row, rect in zip(block.rows, rects, strict=True):
            if row.kind in inks:
                bottom = _RADIUS if rect is rects[-1] else 0
                drawing.items.append(Box(rect, inks[row.kind], bottom=bottom))

    def _rules(self, block: Block, rects: list[Rect], drawing: Drawing) -> None:
        """The rules between rows, and between columns wherever there are cells."""
        for row, rect in zip(block.rows, rects, strict=True):
            for column in range(self.plan.columns if row.kind != "band" else 0):
                x = self._column_x(rect, column)
                drawing.items.append(Line(x, rect.y, x, rect.bottom, _THICK if column == 0 else _THIN))
        for above, row, rect in zip(block.rows, block.rows[1:], rects[1:], strict=False):
            if "band" not in (above.kind, row.kind):
                heavy = row.kind == "grand" or (above.kind == "box") != (row.kind == "box")
                width, ink = (_THICK, Ink.TEXT) if heavy else (_THIN, Ink.RULE)
                drawing.items.append(Line(rect.x, rect.y, rect.right, rect.y, width, ink))

    def _column_x(self, rect: Rect, column: int) -> float:
        return rect.x + self.plan.fit.label + column * self.plan.fit.column

    def _row(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        if row.kind == "band":
            size = min(11.0, 0.62 * rect.height)
            y = rect.y + rect.height / 2 + _CAP * size / 2
            drawing.items.append(Text(rect.x + PAD, y, row.name, Font.BOLD, size, Ink.PAPER))
        elif row.kind == "heads":
            size = DETAIL_SIZE * self.plan.fit.scale
            drawing.items.append(Text(rect.x + PAD, rect.bottom - 5, row.name, Font.REGULAR, size, Ink.MUTED))
            self._heads(rect, drawing)
        else:
            self._label(row, rect, drawing)
            self._cells(row, rect, drawing)

    def _label(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        scale = self.plan.fit.text_scale(row)
        size, small = NAME_SIZE * scale, DETAIL_SIZE * scale
        left = rect.x + PAD + (number_width(size) if row.number else 0)
        right = rect.x + self.plan.fit.label - PAD
        room = right - left - (self.planner.measure(row.most, Font.REGULAR, small) + PAD if row.most else 0)
        detail = first_fit(row.details, room, Font.REGULAR, small, self.planner.measure)
        drop = small * 1.3 if detail or row.most else 0
        y = rect.y + (rect.height + _CAP * size - drop - (_DEPTH * small if detail else 0)) / 2
        if row.number:
            drawing.items.append(Text(left - 0.5 * size, y, row.number, Font.REGULAR, small, Ink.MUTED, "right"))
        drawing.items.append(Text(left, y, row.name, Font.BOLD, size))
        if detail:
            drawing.items.append(Text(left, y + drop, detail, Font.REGULAR, small, Ink.MUTED))
        if row.most:
            drawing.items.append(Text(right, y + drop, row.most, Font.REGULAR, small, Ink.MUTED, "right"))
        self._dice(row, right - dice_width(row, size), y - _CAP * size / 2, DIE * size, drawing)

    def _dice(self, row: Row, x: float, middle: float, size: float, drawing: Drawing) -> None:
        for place, face in enumerate(row.dice):
            drawing.items.append(Dice(x + place * DIE_STEP * size, middle - size / 2, size, face))

    def _cell(self, column: int, rect: Rect) -> Rect:
        return Rect(self._column_x(rect, column), rect.y, self.plan.fit.column, rect.height)

    def _name(self, column: int, row: str) -> FieldName:
        """What the cell of a column is called."""
        if self.planner.by_games:
            return FieldName(self.number, row, column + 1)
        return FieldName(self.planner.options.first + column, row, self.planner.options.game)

    def _cells(self, row: Row, rect: Rect, drawing: Drawing) -> None:
        for column in range(self.plan.columns):
            name, place = str(self._name(column, row.id)), self._cell(column, rect)
            if row.kind == "bonus":
                below = replace(place, y=place.y + _SHARE * place.height, height=(1 - _SHARE) * place.height)
                drawing.cells.append(Cell(TO_GO + name, below, "to_go"))
                place = replace(place, height=_SHARE * place.height)
            drawing.cells.append(Cell(name, place, "box" if row.kind == "box" else "total"))

    def _heads(self, rect: Rect, drawing: Drawing) -> None:
        for column in range(self.plan.columns):
            cell = self._cell(column, rect)
            if self.planner.by_games:
                drawing.items.append(self._game(column + 1, cell))
                continue
            drawing.cells.append(Cell(name_field(self.planner.options.first + column), cell, "name"))
        names = self.planner.players if not self.planner.by_games else ()
        size = min((self._largest(name, self._cell(0, rect)) for name in names), default=0)
        for column, name in enumerate(names):
            self._head(name, self._cell(column, rect), size, drawing)

    def _head(self, name: str, cell: Rect, size: float, drawing: Drawing) -> None:
        """A name in the head of its column, in one line or two."""
        lines = self._lines(name, cell, size) or []
        for place, line in enumerate(lines):
            drawing.items.append(centred(line, cell, size, Font.BOLD, (place - (len(lines) - 1) / 2) * 1.2 * size))

    def _game(self, number: int, cell: Rect) -> Text:
        """The head of a game's column: its name or, where that is too wide, its number."""
        names = (self.planner.wording.catalog.text("sheet", "Game %(n)s", n=number), str(number))
        text = first_fit(names, cell.width - 2 * PAD, Font.REGULAR, GAME_SIZE, self.planner.measure)
        return centred(text, cell, GAME_SIZE, Font.REGULAR)

    def _lines(self, name: str, cell: Rect, size: float) -> list[str] | None:
        """The name in the one or two lines that fit in the cell at this size; None if it does not fit."""
        lines = wrap(name, cell.width - PAD, Font.BOLD, size, self.planner.measure)
        fits = len(lines) <= 2 and len(lines) * 1.2 * size <= cell.height - PAD and " ".join(lines) == name
        return lines if fits else None

    def _largest(self, name: str, cell: Rect) -> float:
        """The largest size at which a name fits in its cell."""
        for half_points in range(2 * MAX_NAME_SIZE, 2 * MIN_NAME_SIZE - 1, -1):
            if self._lines(name, cell, half_points / 2) is not None:
                return half_points / 2
        raise SheetgenError(
            "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s mm at %(size)s pt; "
            "shorten it, or take fewer players or a larger paper", key="--names", name=name,
            have=int((cell.width - PAD) / MM), size=MIN_NAME_SIZE,
            need=ceil(self.planner.measure(name, Font.BOLD, MIN_NAME_SIZE) / MM),
        )  # fmt: skip


def centred(text: str, cell: Rect, size: float, font: Font, down: float = 0.0) -> Text:
    """A line in the middle of a cell, or so far below it."""
    y = cell.y + cell.height / 2 + _CAP * size / 2 + down
    return Text(cell.x + cell.width / 2, y, text, font, size, align="middle")
