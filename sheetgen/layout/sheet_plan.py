"""Plan of a sheet: the place of everything on its pages, and the search for the best plan that has room.

The printed sheet, the fields of a form, the code and the map for programs all use the places of one plan.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from math import ceil
from typing import Any, Literal, NoReturn

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.code import DIE, code_of, code_places
from sheetgen.layout.content import Content, error_at
from sheetgen.layout.frame import Footer, Header
from sheetgen.layout.options import LayoutOptions
from sheetgen.layout.paper import MARGINS, MM, Margin, larger_papers
from sheetgen.layout.primitives import Bracket, Cell, CellId, CellMap, Drawing, PlacedCell, PlaceKind, Rect
from sheetgen.layout.rows import Rows, SheetRow, without_ticks
from sheetgen.layout.sizes import (
    LIST_GAP,
    PART_GAP,
    SIZES,
    FittedRows,
    Room,
    Shortage,
    Sizes,
    across,
    gap_above,
    sizes_of,
)
from sheetgen.layout.themes import AFTER_TICKS, TICK_GAP, TILE

# The lengths of this module are those of the design, in points.

_BONUS, _TO_GO_EDGE = 0.56, 1.5
"""Part of the height of a bonus's cell for the bonus itself, if a form shows the missing points below it; and the
distance of these from the lower line of the box."""
_BRACKET = 0.9 * MM  # the design's: no other black line of a page is wider
"""Thickness of the corner marks."""
_MIN_PANEL, PANEL_GAP, _PANEL_ROWS = 58 * MM, 12 * MM, 9
"""Minimum width of the panel next to a single player's rows, gap before it, and minimum number of rows next to it."""
_PANEL_BOX, _MIN_PANEL_BOX = 42 * MM, 30 * MM  # 42 mm as drawn in the design for a single player
"""Width of a box next to a panel, and its minimum."""
_GAMES = 6  # as drawn in the design for A5
"""Usual number of games of one player on a page of middle size."""
_TYPED = 0.5 * MM
"""Height that rows of a form save in a dense layout, since they are not filled in by hand."""
_LANDSCAPE_FROM, _NARROW = 7, 15 * MM  # both as the design says
"""Number of columns from which landscape is tried first; width below which boxes are better in landscape."""
_BELOW_GLUE = 0.3 * MM
"""Free height below the glue of a pad if the margin is given up: ascenders rise this far above capitals."""


class SheetPlan(Struct, frozen=True, eq=False, dict=True):
    """Sheet with all its sizes."""

    content: Content
    width: float
    height: float
    margin: Margin
    glue: float
    """Free height at the top of the page."""
    columns: int
    lists: Rows
    header: Header
    footer: Footer
    fit: FittedRows
    panel: bool = False
    """Flag: the panel of a single player is next to the rows."""

    # header, footer, code and corner marks

    @property
    def top(self) -> float:
        """Upper edge of the type area."""
        return self.margin.end + self.glue

    @property
    def header_place(self) -> Rect:
        """Place of the header."""
        return Rect(self.margin.side, self.top, self.header.width, self.fit.header)

    @property
    def code(self) -> tuple[int, ...]:
        """Faces of the code; none if it is not printed."""
        if not self.content.options.code:
            return ()
        cells = ((cell.id.row, cell.rect) for cell in self.cells if cell.kind != "name")
        return code_of(self.content.ruleset, self.columns, (self.width, self.height), cells)

    @property
    def code_lines(self) -> int:
        """Number of lines of the code: two in the corner of a low header, one next to the footer."""
        return 2 if self.fit.sizes.dense else 1

    @property
    def code_dice(self) -> tuple[Rect, ...]:
        """Places of the dice of the code; none if it is not printed."""
        if not self.content.options.code:
            return ()
        top = self.top if self.code_lines == 2 else self.height - self.margin.end - DIE
        return code_places(self.margin.side + self.header.width, top, self.code_lines)

    @property
    def corner_marks(self) -> Iterator[Bracket]:
        """Corner marks around all that is written in."""
        margin, count = self.margin, len(self.lists)
        left, top = self.margin.side - margin.spread, self.top + self.fit.header - margin.spread
        wide = self.list_width * count + LIST_GAP * (count - 1)
        bottom = max(rect.bottom for rows in self.rows for _, rect in rows) - self.fit.sizes.row_gap
        radius = 0.36 * margin.arm * min(self.fit.room.look.roundness, 1.2)
        for x, right in ((left, 1), (self.margin.side + wide + margin.spread, -1)):
            for y, down in ((top, 1), (bottom + margin.spread, -1)):
                yield Bracket(x, y, margin.arm, radius, _BRACKET, (right, down))

    # lists, rows and columns

    @property
    def list_width(self) -> float:
        """Width of one list: labels, boxes and side columns."""
        fit = self.fit
        return fit.label + fit.room.beside + self.columns * (fit.column + fit.sizes.column_gap)

    def list_left(self, place: int) -> float:
        """Return the left edge of the list with this number."""
        return self.margin.side + place * (self.list_width + LIST_GAP)

    @property
    def heads_top(self) -> float:
        """Upper edge of the headers of a player's columns, below the cells for names."""
        return self.top + self.fit.header + self.fit.names

    @cached_property
    def rows(self) -> list[list[tuple[SheetRow, Rect]]]:
        """Rows of every list with their places, which include the gap below."""
        fit, found = self.fit, []
        for place, rows in enumerate(self.lists):
            top, above, placed = self.heads_top + fit.room.heads, None, []
            left, names = self.list_left(place), self.top + fit.header
            for row in rows:
                if row is rows[0] and row.kind == "head":  # next to the cells for names
                    placed.append((row, Rect(left, names, self.list_width, top - self.top - fit.header)))
                else:
                    top += gap_above(row, above, fit.sizes)
                    placed.append((row, Rect(left, top, self.list_width, fit.height(row, place))))
                    top = placed[-1][1].bottom
                above = row
            found.append(placed)
        return found

    @cached_property
    def shifts(self) -> dict[str, float]:
        """Distances of the parts of a list from its left edge: label, cells, inner and outer side column."""
        gap, left_handed = self.fit.sizes.column_gap, self.content.options.left_handed
        widths: dict[str, float] = {column.place: column.width for column in self.fit.room.content.side_columns}
        widths |= {"label": self.fit.label, "cells": self.columns * (self.fit.column + gap)}
        order = [name for name in ("label", "inner", "cells", "outer") if name in widths]
        shifts: dict[str, float] = {}
        x = 0.0
        for name in reversed(order) if left_handed else order:
            shifts[name] = x + (gap if name == "cells" and not left_handed else 0)
            x += widths[name]
        return shifts

    def label(self, rect: Rect) -> Rect:
        """Return the place of the label of a row, without the gap below it."""
        return Rect(rect.x + self.shifts["label"], rect.y, self.fit.label, rect.height - self.fit.sizes.row_gap)

    def cell(self, place: int, column: int, rect: Rect) -> Rect:
        """Return the place of one column next to a row in the list with this number, without the gap below it."""
        fit = self.fit
        x = self.list_left(place) + self.shifts["cells"] + column * (fit.column + fit.sizes.column_gap)
        return Rect(x, rect.y, fit.column, rect.height - fit.sizes.row_gap)

    def name_cell(self, place: int, column: int) -> Rect:
        """Return the cell for the name above a column."""
        return self.cell(place, column, Rect(0, self.top + self.fit.header, 0, self.fit.names))

    def parts(self, cell: Rect, count: int) -> list[Rect]:
        """Divide the cell of a player into this number of columns."""
        if count == 1:
            return [cell]
        wide = self.fit.part
        return [replace(cell, x=cell.x + place * (wide + PART_GAP), width=wide) for place in range(count)]

    def boxes(self, row: SheetRow, cell: Rect) -> list[tuple[str, Rect]]:
        """Return the ids and places of all that is written in one cell of a row: boxes, their sum, and points."""
        half = (cell.width - TICK_GAP) / 2
        if not row.boxes:
            if not row.points:
                return [(row.id, self.ticked(row, cell)[1])]
            second = replace(cell, x=cell.x + half + TICK_GAP, width=half)
            return [(row.id, replace(cell, width=half)), (row.points, second)]
        beside = across(row, self.fit.part, self.fit.room.look)
        lines = self.fit.lines[row.id]
        high = (cell.height - (lines - 1) * TICK_GAP) / lines
        wide = (cell.width - (beside - 1) * TICK_GAP) / beside
        found = []
        for number, box in enumerate(row.boxes):
            down, over = divmod(number, beside)
            found.append((box, Rect(cell.x + over * (wide + TICK_GAP), cell.y + down * (high + TICK_GAP), wide, high)))
        last = Rect(cell.x, cell.bottom - high, half if row.points else cell.width, high)
        found.append((row.id, last))
        if row.points:
            found.append((row.points, replace(last, x=cell.x + half + TICK_GAP)))
        return found

    def ticked(self, row: SheetRow, cell: Rect) -> tuple[list[Rect], Rect]:
        """Return the squares to tick in a cell, and its box: behind them or, in a very narrow column, below them."""
        if not row.ticks:
            return [], cell
        look = self.fit.room.look
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

    # all places to write in

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Cells below the header, by list, row and column; if each player has a page, those of the first player."""
        found, content, columns = list[Cell](), self.content, range(self.columns)
        game, by_games = content.options.game, content.by_games
        for place, rows in enumerate(self.rows):
            if not by_games:
                ids = (CellId(player=content.first + column) for column in columns)
                found += [Cell(each, self.name_cell(place, column), "name") for column, each in enumerate(ids)]
            for row, rect in rows:
                for column in columns if row.kind != "head" else ():
                    parts = self.parts(self.cell(place, column, rect), len(row.columns))
                    player, number = (1, column + 1) if by_games else (content.first + column, game)
                    for prefix, part in zip(row.columns, parts, strict=True):
                        for id_, box in self.boxes(row, part):
                            found += self._cells_in(row, CellId(prefix + id_, player, number), id_, box)
        return tuple(found)

    def _cells_in(self, row: SheetRow, cell: CellId, id_: str, rect: Rect) -> Iterator[Cell]:
        """Yield the cells in one box of a row: on screens, the points missing for a bonus are below it."""
        total = self.content.ruleset.declared.get(id_)
        if row.boxes and id_ == row.id:
            yield Cell(cell, rect, "sum")
            return
        if self.content.options.fillable and total is not None and total.kind == "threshold" and id_ == row.id:
            below = replace(rect, y=rect.y + _BONUS * rect.height, height=(1 - _BONUS) * rect.height - _TO_GO_EDGE)
            yield Cell(cell, below, "to_go")
            rect = replace(rect, height=_BONUS * rect.height)
        yield Cell(cell, rect, "box" if row.kind == "box" and total is None else "total")


# the search

_TOO_WIDE = Message(
    "%(paper)s has room for %(most)s of %(count)s players or games: %(boxes)s times %(least)s mm, %(label)s mm for the "
    "names of the rows and %(around)s mm between them make %(need)s mm, and there is room for %(have)s mm; %(larger)s"
)
_NO_COLUMN = Message(
    "%(paper)s is too narrow: a column of %(least)s mm, %(label)s mm for the names of the rows and %(around)s mm "
    "between them make %(need)s mm, and there is room for %(have)s mm; %(larger)s"
)
_LABEL_TOO_WIDE = Message(
    "%(paper)s is too narrow: the names of the rows need %(need)s mm, and may have %(have)s mm, so that the boxes do "
    "not get too narrow; %(larger)s"
)
_TOO_HIGH = Message(
    "%(paper)s is too small: %(boxes)s rows of %(least)s mm, and %(around)s mm around and between them, make "
    "%(need)s mm, and it has %(have)s mm; %(larger)s"
)
_FIELDS_TOO_WIDE = Message(
    "%(paper)s is too narrow: the fields above the rows need %(need)s mm, and it has %(have)s mm; leave some out, or "
    "write less in them; %(larger)s"
)

PagePart = Literal["command", "reminders", "headings", "fields", "margin", "ticks"]
_LEFT_OUT: tuple[frozenset[PagePart], ...] = (
    frozenset(),
    frozenset(["command"]),
    frozenset(["command", "reminders"]),
    frozenset(["command", "reminders", "headings"]),
    frozenset(["command", "reminders", "headings", "fields"]),
)
"""Parts that are left out on small paper, step by step: the command is in the file too, the rules in the booklet.

The margin below the glue of a pad, which is free paper anyway, follows as the last step; ticks are left out only where
nothing else helps.
"""


class Arrangement(Struct, frozen=True):
    """Way to lay out the sheet on the paper."""

    margin: Margin
    sizes: Sizes
    turned: bool = False
    """Flag: the longer side of the paper is horizontal."""
    beside: bool = False
    """Flag: the sections are in two lists next to each other."""
    left_out: frozenset[PagePart] = frozenset()
    """Parts left out for want of room."""


class Planner(Struct, frozen=True, eq=False, dict=True):
    """Search for the plan of a sheet."""

    content: Content
    frames: dict[Arrangement, tuple[Header, Footer]] = field(default_factory=dict)
    """Headers and footers that were measured before."""

    @property
    def options(self) -> LayoutOptions:
        """Options of the sheet."""
        return self.content.options

    def plans(self) -> Iterator[SheetPlan]:
        """Yield every possible plan, the best first. Raises SheetgenError, with the arithmetic, if there is none."""
        if not self.content.by_games and self.options.games is not None:
            raise SheetgenError(
                "the columns of %(ruleset)s are players, not games; leave it out", key="--games",
                ruleset=self.content.ruleset.id,
            )  # fmt: skip
        by_games = self.options.games or self.options.series
        asked, found = (by_games if self.content.by_games else self.content.survey.columns) or None, False
        for columns in self._usual() if asked is None else (asked,):
            for plan in self._plans_with(columns):
                found = True
                yield plan
        if not found:
            self._refuse(asked or 1)

    def _usual(self) -> Iterator[int]:
        """Yield the numbers of columns to try by default: as many as usual, if the boxes are wide enough."""
        usual, by_games = self.content.ruleset.sheet.count, self.content.by_games
        if by_games and (plan := self.try_columns(max(usual, _GAMES))):
            middle = len(sizes_of(plan.width, plan.height)) == len(SIZES["middle"])
            yield from [plan.columns] * (middle and not plan.fit.sizes.dense)
        for columns in range(usual, 2, -1):
            plan = self.try_columns(columns)
            turned = plan and plan.width > plan.height and not (self.options.orientation or self.options.paper.across)
            if plan and not turned and (by_games or plan.fit.column >= _NARROW):
                yield columns
        yield from range(usual, 0, -1)

    def most_columns(self) -> int:
        """Return the maximum number of columns on the paper; 0 if it has no room for the rows at all."""
        columns = 0
        while self.try_columns(columns + 1):
            columns += 1
        return columns

    def try_columns(self, columns: int) -> SheetPlan | None:
        """Return the best plan with this number of columns; None if there is none."""
        return next(self._plans_with(columns), None)

    def _plans_with(self, columns: int) -> Iterator[SheetPlan]:
        """Yield the plans with this number of columns; those with narrow boxes that could be turned come last."""
        options = self.options
        ticked = any(row.ticks for rows in self.content.lists[False] for row in rows)
        for without in (frozenset[PagePart](), frozenset[PagePart](["ticks"]))[: 1 + ticked]:
            later: list[SheetPlan] = []
            for arrangement in self._arrangements(columns):
                plan = self._fitted(columns, replace(arrangement, left_out=arrangement.left_out | without))
                if isinstance(plan, SheetPlan):
                    narrow = plan.fit.column < _NARROW and not options.orientation and not self.content.by_games
                    if narrow and not arrangement.turned:
                        later.append(plan)
                    else:
                        yield plan
            yield from later

    def _arrangements(self, columns: int) -> Iterator[Arrangement]:
        """Yield one list in either direction, then two; each with less and less, in smaller and smaller sizes."""
        options = self.options
        first = options.paper.across or (columns >= _LANDSCAPE_FROM and not self.content.by_games)
        directions = [options.orientation == "landscape"] if options.orientation else [first, not first]
        steps = _LEFT_OUT + ((_LEFT_OUT[-1] | {"margin"},) if options.glue else ())
        for beside, left_out, turned in product(self.content.lists, steps, directions):
            sizes = sizes_of(*self._page_size(turned))
            margins = MARGINS[{4: 0, 2: 1, 1: 2}[len(sizes)] :]  # the largest for the largest kind of page
            if options.margin is not None:
                side, spread = options.margin + margins[0].spread, margins[0].spread
                margins = (Margin(side, side, spread, margins[0].arm),)
            for each, margin in product(sizes, margins):
                yield Arrangement(margin, each, turned, beside, left_out)

    def _page_size(self, turned: bool) -> tuple[float, float]:
        sides = self.options.paper.width, self.options.paper.height
        return sides[::-1] if turned else sides

    def _fitted(self, columns: int, arrangement: Arrangement) -> SheetPlan | Shortage:
        """Return the plan for an arrangement, or the reason why it has no room."""
        content, options, margin, sizes = self.content, self.options, arrangement.margin, arrangement.sizes
        header, footer = self._frame(arrangement)
        if header.excess > 0:
            return Shortage(header.width + header.excess, header.width)
        width, height = self._page_size(arrangement.turned)
        lists, lower = self._lists(arrangement), _TYPED if options.fillable and sizes.dense else 0.0
        sizes = replace(sizes, header=header.height, pitch=sizes.pitch - lower)
        glue = max(0.0, options.glue + _BELOW_GLUE - margin.end) if "margin" in arrangement.left_out else options.glue
        free = height - 2 * margin.end - glue - footer.height - margin.spread
        label = 0.4 if header.width / len(lists) > 110 * MM and height > 125 * MM else 0.45  # as the design says
        fit = Room(content, header.width, free, label, lists, columns, sizes).fit()
        if isinstance(fit, Shortage):
            return fit
        return self._with_panel(SheetPlan(content, width, height, margin, glue, columns, lists, header, footer, fit))

    def _with_panel(self, plan: SheetPlan) -> SheetPlan:
        """Return the plan with the panel next to the rows if it is for one player and has room."""
        fit, options, rows = plan.fit, self.options, [row for each in plan.lists for row in each]
        free = plan.header.width - fit.label - fit.room.beside - fit.sizes.column_gap
        box = min(_PANEL_BOX, free - _MIN_PANEL - PANEL_GAP)
        beside = replace(fit, column=box)
        special = self.content.by_games or options.fillable or options.pictogram or options.audit or fit.room.heads
        high = sum(row.kind == "box" and not row.boxes for row in rows) >= _PANEL_ROWS
        if plan.columns == 1 == len(plan.lists) and not special and high and box >= _MIN_PANEL_BOX:
            return plan if any(map(beside.ticked, rows)) else replace(plan, fit=beside, panel=True)
        return plan

    def _lists(self, arrangement: Arrangement) -> Rows:
        """Return the rows without the headings and ticks that are left out."""
        lists, left_out = self.content.lists[arrangement.beside], arrangement.left_out
        lists = without_ticks(lists) if "ticks" in left_out else lists
        bare = "headings" in left_out
        return tuple(tuple(row for row in rows if not (bare and row.kind == "head")) for rows in lists)

    def _frame(self, arrangement: Arrangement) -> tuple[Header, Footer]:
        """Return header and footer of the page with the widest values, since all pages share one plan."""
        key = replace(arrangement, beside=False)
        if key in self.frames:
            return self.frames[key]
        content, margin, left_out = self.content, arrangement.margin, arrangement.left_out
        width = self._page_size(arrangement.turned)[0] - 2 * margin.side
        headed = self._lists(arrangement)[0][0].kind == "head"
        header = Header(content, arrangement.sizes, width, margin.spread, "fields" in left_out, headed)
        footer = Footer(content, arrangement.sizes, width, "reminders" not in left_out, "command" not in left_out)
        return self.frames.setdefault(key, (header, footer))

    def _refuse(self, columns: int) -> NoReturn:
        """Raise SheetgenError with the arithmetic of the arrangement that comes closest, and with a larger paper."""
        options = self.options
        name, filling = self.content.survey.widest.get("player", ("", None))
        if filling and self._with(names=(), fillings=()).try_columns(columns):
            error = SheetgenError("the name '%(name)s' does not fit on the line for it; shorten it", name=name)
            raise error_at(error, filling)
        most = self.most_columns()
        tried = [self._fitted(columns if most else 1, each) for each in self._arrangements(columns)]
        lacks = [lack for lack in tried if isinstance(lack, Shortage)]
        wide = [each for each in lacks if each.label and each.count and most]
        lack = min(wide or lacks, key=lambda each: each.need / max(each.have, 1))
        if lack.count:
            message = _TOO_HIGH if not lack.label else _TOO_WIDE if most else _NO_COLUMN
        else:
            message = _LABEL_TOO_WIDE if lack.label else _FIELDS_TOO_WIDE
        larger = (paper for paper in larger_papers(options.paper) if self._with(paper=paper).try_columns(columns))
        advice = SheetgenError("no paper is large enough; ask for fewer")
        if paper := next(larger, None):
            advice = SheetgenError("%(paper)s is large enough", paper=paper.name)
        least, have, label = (value / MM for value in (lack.least, lack.have, lack.label))
        need = ceil(lack.need / MM + (0.5 if lack.count else 0))
        raise SheetgenError(
            message, paper=options.paper.name, most=most, count=columns, boxes=lack.count, least=f"{least:.4g}",
            label=ceil(label), need=need, have=int(have), larger=advice,
            around=f"{need - lack.count * round(least, 2) - ceil(label):.4g}",
        )  # fmt: skip

    def _with(self, **changes: Any) -> "Planner":
        """Return a planner for the same content with other options."""
        return Planner(replace(self.content, options=replace(self.options, **changes)))


# the map for programs


def cell_map(plan: SheetPlan) -> CellMap:
    """Return the map of all pages with this plan."""
    content, head, times, cells = plan.content, Drawing(), Counter[str](), list[PlacedCell]()
    if content.by_games:
        plan.header.draw_values(plan.header_place, {}, head)
    names = [cell for cell in head.cells if cell.kind == "name"]
    for cell in (*names, *plan.cells):
        column = cell.id.game or 1 if content.by_games else cell.id.player - content.first + 1
        id_ = f"p{column}.{cell.id.row or 'name'}"
        kind: PlaceKind = "name" if cell.kind == "name" else "box" if cell.kind == "box" else "total"
        times[id_] += 1
        cells.append(PlacedCell(id_ if times[id_] == 1 else f"{id_}_{times[id_]}", kind, cell.rect))
    marks = (
        Rect(min(x, x + right * arm), min(y, y + down * arm), arm, arm)
        for x, y, arm, (right, down) in ((mark.x, mark.y, mark.arm, mark.turned) for mark in plan.corner_marks)
    )
    corners = tuple(sorted(marks, key=lambda mark: (mark.y, mark.x)))
    return CellMap(content.ruleset.id, plan.width, plan.height, tuple(cells), plan.code, plan.code_dice, corners)
