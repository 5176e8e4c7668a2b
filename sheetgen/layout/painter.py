"""Painter of a sheet: its rows with labels and boxes, the names above its columns, its code, and its pages.

Everything that all pages share is drawn once.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, lru_cache
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.layout.code import DIE
from sheetgen.layout.content import error_at
from sheetgen.layout.frame import COMMAND, die_kind
from sheetgen.layout.options import Filling
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import (
    CAP,
    LEADING,
    Die,
    DieKind,
    Drawing,
    Element,
    Font,
    Ink,
    Item,
    Line,
    Measure,
    Page,
    Rect,
    RoundedRect,
    Text,
    centred,
    in_two,
)
from sheetgen.layout.rows import Pip, SheetRow, SideColumn, dice_width, numbered
from sheetgen.layout.sheet_plan import PANEL_GAP, SheetPlan
from sheetgen.layout.sizes import (
    GRAND_HINT,
    NUMBER_WIDTH,
    first_hint,
    gap_above,
    label_left,
    name_size,
    sum_left,
    sum_size,
    words_height,
)
from sheetgen.layout.themes import TICK_GAP, TILE, Look

# The lengths and sizes of this module are those of the design, in points, unless they say something else.

_RULE = 1.25
"""Width of the rule below a heading and above a sum."""
_SIDE_HEAD, _NAME_AGAIN, _FACTS = 7.5, 9.0, 8.2
"""Font sizes of the headers of side columns, of names next to a second heading, and of facts above the labels."""
_MAX_DICE_NUMBER = 12
"""Maximum number of a player or game that is shown as dice; higher ones are in digits."""
_MARK, _MARK_GAP = 3.6 * MM, 0.5 * MM
"""Side of the dice next to a second heading, and the gap between two dice of one number."""
_GRAND_PAD, _WORTH_PAD = 3 * MM, 0.9 * MM
"""Distance of words from the ends of the bar of the grand total, and of points from the right edge of a label."""
_GRAND_RADIUS = 2.4 * MM
"""Radius of the corners of the bar of the grand total and of its boxes."""

_NAME_PAD, _MIN_NAME, _MAX_NAME, _NAME_LEADING = 3.0, 8.0, 15.0, 1.2
"""Free width next to a name above a column, its minimum and maximum font size, and its leading as a factor of it."""
_ROUNDING = 1e-6
"""Tolerance for widths that were computed in two ways."""
_WORDS = 4_096
"""Number of words whose widths are kept: the names of one file share many of them."""


class SheetDrawing(Drawing, dict=True):
    """Drawing of everything that all pages of a plan have in common."""

    plan: SheetPlan

    def paint(self) -> "SheetDrawing":
        """Draw everything, and return the drawing."""
        plan = self.plan
        plan.header.draw(plan.header_place, self)
        for place, rows in enumerate(plan.rows):
            self._draw_list(place, rows)
        self.draw(*plan.corner_marks)
        if plan.panel:
            from sheetgen.layout.variants.panel import draw_panel  # noqa: PLC0415 - few sheets have one

            left, right = plan.left + plan.list_width + PANEL_GAP, plan.header.width + plan.left
            boxes = [(row, rect) for row, rect in plan.rows[0] if row.kind in ("box", "head")]
            names = Rect(left, plan.top + plan.fit.header, right - left, plan.fit.names)
            draw_panel(plan.content.wording, plan.fit, names, boxes, self)
        plan.footer.draw(plan.left, plan.footer_top, self)
        self._draw_code()
        return self

    def _draw_code(self) -> None:
        """Draw the code; if it is in one line, with its digits before it."""
        plan, size = self.plan, self._look.size(COMMAND)
        faces, places, single = plan.code, plan.code_dice, plan.code_lines == 1
        if not faces:
            return
        digits = "".join(map(str, faces))
        with self.element("Artifact" if single else "Figure", digits):  # the digits are read aloud only once
            self.draw(*(Die(each.x, each.y, DIE, face, "code") for face, each in zip(faces, places, strict=True)))
        if single:
            x, y = places[0].x - 1.5 * MM, places[0].bottom - 0.5 * (DIE - CAP * size)
            self.put("P", Text(x, y, digits, Font.REGULAR, size, Ink.MUTED, "right"))

    @property
    def _look(self) -> Look:
        return self.plan.fit.room.look

    @property
    def _measure(self) -> Measure:
        return self.plan.content.measure

    # lists

    def _draw_list(self, place: int, rows: Sequence[tuple[SheetRow, Rect]]) -> None:
        """Draw a list, which is read aloud as a heading and a table for each of its sections."""
        above: SheetRow | None = None
        for row, rect in rows:
            if above is None or row.kind == "head":
                heading, table = self.add("H2" if self.plan.content.title else "H1"), self.add("Table")
            with self.within(table):
                if above is None:
                    with self.element("TR"):
                        self._draw_name_cells(place)
                    self._draw_column_heads(place)
                if row.kind == "head":
                    self._draw_heading(place, row, rect, heading)
                else:
                    with self.element("TR"):
                        self._draw_row(place, row, above, rect)
            above = row

    def _draw_name_cells(self, place: int) -> None:
        """Draw the cells for names with the numbers of the players, or the numbers of the games."""
        plan, fit, content, look = self.plan, self.plan.fit, self.plan.content, self._look
        corner = self.add("TD")
        for column in range(plan.columns):
            cell = plan.name_cell(place, column)
            with self.element("TH", scope="Column", rect=cell, span=fit.room.parts):
                if content.by_games:
                    self._draw_game(column, cell)
                    continue
                self.draw(RoundedRect(cell, None, Ink.TEXT, 1.3 * look.box, fit.sizes.radius * look.roundness))
                pad, side = _mark_in(cell)
                with self._number_element(column):
                    self.draw(*self._number_dice(column, cell.x + pad, cell.y + pad, side, "solid"))
        base = plan.name_cell(place, 0).bottom - 1.2 * MM
        if plan.lists[place][0].kind != "head" and not content.options.pictogram:
            size, facts = look.size(_FACTS), content.facts
            if facts and fit.sizes.dense and self._measure(facts, Font.REGULAR, size) <= fit.label:
                with self.within(corner):
                    x = plan.list_left(place) + plan.shifts["label"]
                    self.draw(Text(x, base, facts, Font.REGULAR, size, Ink.MUTED))
        for each in fit.room.content.side_columns:
            size = min(each.size, look.size(_SIDE_HEAD))
            x = plan.list_left(place) + plan.shifts[each.place] + each.width / 2
            with self.element("TH", scope="Column"):
                self.draw(Text(x, base, each.head, Font.REGULAR, size, Ink.MUTED, "middle"))

    def _draw_column_heads(self, place: int) -> None:
        """Draw the headers of each player's columns, in games with several."""
        plan, heads = self.plan, self.plan.content.heads
        if not heads:
            return
        with self.element("TR"):
            self.add("TD")
            for column in range(plan.columns):
                cell = plan.cell(place, column, Rect(0, plan.heads_top, 0, heads.height))
                heads.draw(plan.parts(cell, len(heads.columns)), self)
            for _ in plan.fit.room.content.side_columns:
                self.add("TD")

    def _draw_heading(self, place: int, row: SheetRow, rect: Rect, heading: Element) -> None:
        """Draw the heading of a section; below the first one, with the numbers of players or games again."""
        plan, fit, label = self.plan, self.plan.fit, self.plan.label(rect)
        first = rect.y < plan.top + fit.header + 1
        base = rect.bottom - fit.sizes.row_gap - 1.0 * MM if first else self.heading_base(rect)
        with self.within(heading):
            self.draw(Text(label.x, base, row.name, Font.BLACK, fit.sizes.heading, Ink.ACCENT))
        self._draw_rule(rect.bottom, rect, _RULE, Ink.ACCENT)
        if first:  # next to the cells for names
            return
        with self.element("TR"):
            self.add("TD")
            for column in range(plan.columns):
                cell = plan.cell(place, column, rect)
                left = (cell.width - self.marks_width(column)) / 2 if plan.content.by_games else 0.0
                head = self.element("TH", scope="Column", rect=cell, span=fit.room.parts)
                with head, self._number_element(column):
                    self.draw(*self._number_dice(column, cell.x + left, base - 3.2 * MM, _MARK, "open"))
            for _ in fit.room.content.side_columns:
                self.add("TD")

    def heading_base(self, rect: Rect) -> float:
        """Return the baseline of a heading that is not the first."""
        return rect.bottom - self.plan.fit.sizes.row_gap - 1.9 * MM

    # numbers of players and games

    def number(self, column: int) -> int:
        """Return the number of the player or game in a column."""
        content = self.plan.content
        return (content.options.first if not content.by_games else 1) + column

    def marks_width(self, column: int) -> float:
        """Return the width of the dice next to a second heading."""
        count = len(numbered(self.number(column)))
        return _MARK * count + _MARK_GAP * (count - 1) if count else 0.0

    def _number_element(self, column: int) -> AbstractContextManager[Element]:
        """Put all items that are drawn in this context into a figure that is read as the number of a column."""
        whose = "game %(n)s" if self.plan.content.by_games else "player %(n)s"
        return self.element("Figure", self.plan.content.wording.catalog.text("form", whose, n=self.number(column)))

    def _number_dice(self, column: int, x: float, y: float, side: float, kind: DieKind) -> Iterator[Item]:
        """Yield the number of a player or game as dice; as digits from 13 on."""
        number = self.number(column)
        if number > _MAX_DICE_NUMBER:
            size = self._look.size(9.0)
            yield Text(x, y + CAP * size, str(number), Font.BOLD, size, Ink.ACCENT)
            return
        for place, face in enumerate(numbered(number)):
            yield Die(x + place * (side + _MARK_GAP), y, side, face, die_kind(kind, self._look))

    def _draw_game(self, column: int, cell: Rect) -> None:
        """Draw the number of a game as large as its cell."""
        count = len(numbered(self.number(column))) if self.number(column) <= _MAX_DICE_NUMBER else 1
        side = min(cell.height - 0.3 * MM, (cell.width - (count - 1) * _MARK_GAP) / count, 10 * MM)
        wide = count * side + (count - 1) * _MARK_GAP
        left = cell.x + (cell.width - wide) / 2
        with self._number_element(column):
            self.draw(*self._number_dice(column, left, cell.bottom - side, side, "solid"))

    # rows

    def _draw_row(self, place: int, row: SheetRow, above: SheetRow | None, rect: Rect) -> None:
        """Draw a row of a table: its label is the header of its cells, which are empty until they are filled in."""
        plan, fit = self.plan, self.plan.fit
        if row.kind != "grand" and above is not None and above.kind != "head":
            self._draw_rule_above(row, above, rect)
        with self.element("TH", scope="Row"):
            self._draw_label(row, plan.label(rect))
        for column in range(plan.columns):
            for part in plan.parts(plan.cell(place, column, rect), len(row.columns)):
                span = fit.room.parts if len(row.columns) == 1 else 1
                with self.element("TD", rect=part, span=span):
                    self._draw_boxes(row, part)
        for each in fit.room.content.side_columns:
            with self.element("TD"):
                self._draw_side_column(each, row, place, rect)

    def _draw_rule(self, y: float, rect: Rect, width: float, ink: Ink) -> None:
        """Draw a rule across the labels, in the middle of the gap above this y."""
        label, middle = self.plan.label(rect), y - self.plan.fit.sizes.row_gap / 2
        self.draw(Line(label.x, middle, label.x + label.width, middle, width, ink))

    def _draw_rule_above(self, row: SheetRow, above: SheetRow, rect: Rect) -> None:
        """Draw the rule between two rows: an accent above a sum, a line across all columns, or a hairline."""
        sizes, hairline = self.plan.fit.sizes, self._look.hairline
        if row.kind == "sum" and above.kind == "box":
            self._draw_rule(rect.y - 0.3 * MM, rect, _RULE, Ink.ACCENT)
        elif row.boxes and above.boxes:
            y = rect.y - (gap_above(row, above, sizes) + sizes.row_gap) / 2
            self.draw(Line(rect.x, y, rect.x + self.plan.list_width, y, hairline))
        else:
            self._draw_rule(rect.y, rect, hairline, Ink.RULE)

    def _draw_boxes(self, row: SheetRow, cell: Rect) -> None:
        """Draw the boxes of one cell, and the squares to tick in it."""
        plan, look = self.plan, self._look
        for square in plan.ticked(row, cell)[0]:
            self.draw(RoundedRect(square, None, Ink.ACCENT, max(look.box, 1.0), 0.2 * square.width * look.roundness))
        for where, rect in plan.boxes(row, cell):
            width, ink = look.box, Ink.TEXT
            if row.kind == "grand":
                width, ink = look.grand, Ink.ACCENT
            elif where == row.points:
                width, ink = look.section, Ink.ACCENT
            elif row.kind == "sum" or (row.boxes and where == row.id):
                lines = (look.sum, look.section, (look.section + look.grand) / 2)
                width, ink = lines[row.level - 1 if where in plan.content.ruleset.declared else 0], Ink.ACCENT
            radius = _GRAND_RADIUS if row.kind == "grand" else plan.fit.sizes.radius
            self.draw(RoundedRect(rect, None, ink, width, min(radius * look.roundness, rect.height / 2)))

    def _draw_side_column(self, each: SideColumn, row: SheetRow, place: int, rect: Rect) -> None:
        lines, x = each.lines.get(row.id, ()), self.plan.list_left(place) + self.plan.shifts[each.place]
        part = Rect(x, rect.y, each.width, rect.height - self.plan.fit.sizes.row_gap)
        for number, line in enumerate(lines):
            text = centred(line, part, each.size, each.font, Ink.MUTED)
            self.draw(replace(text, y=text.y + (number - (len(lines) - 1) / 2) * each.step))

    # labels

    @cached_property
    def _name_left(self) -> float:
        """Distance of the names of rows from the left edge of the labels."""
        return label_left([row for rows in self.plan.lists for row in rows], self.plan.fit.sizes)

    def _draw_label(self, row: SheetRow, rect: Rect) -> None:
        """Draw the label of a row."""
        fit = self.plan.fit
        if row.kind == "grand":
            self._draw_grand(row, rect)
            return
        if row.ladder:
            self._draw_ladder(row, rect)
            return
        if row.points_hint:  # the sum of several boxes and its points are in the last line
            lines = fit.lines[row.id]
            high = (rect.height - (lines - 1) * TICK_GAP) / lines
            self._draw_points(row, replace(rect, y=rect.bottom - high, height=high))
            rect = replace(rect, height=min(rect.height - high - TICK_GAP, 2 * high))
        if row.dice:
            size = min(fit.sizes.dice, rect.height - 1 * MM)
            self._draw_dice(row.dice, rect.x, rect.y + (rect.height - size) / 2, size)
        elif row.sign:
            self._draw_sign(row.sign, rect.x, rect.y + (rect.height - TILE) / 2)
        self._draw_words(row, rect)

    def _draw_grand(self, row: SheetRow, rect: Rect) -> None:
        """Draw the bar of the grand total."""
        look, label, size = self._look, self.plan.fit.labels[row.id], self.plan.fit.sizes.total
        radius, hint, x = _GRAND_RADIUS * look.roundness, look.size(GRAND_HINT), rect.x + _GRAND_PAD
        bar = (
            RoundedRect(rect, Ink.ACCENT, radius=radius)
            if look.solid
            else RoundedRect(rect, None, Ink.ACCENT, look.grand, radius)
        )
        ink = Ink.PAPER if look.solid else Ink.ACCENT
        base = rect.y + (rect.height - words_height(size, hint, len(label.hints))) / 2 + CAP * size
        self.draw(bar, Text(x, base, label.names[0], Font.BLACK, size, ink))
        for place, line in enumerate(label.hints):
            y = base + first_hint(size, hint) + place * LEADING * hint
            self.draw(Text(x, y, line, Font.BOLD, hint, ink))

    def _draw_words(self, row: SheetRow, rect: Rect) -> None:
        """Draw the name of a row with its small print, its number and its points."""
        sizes, label = self.plan.fit.sizes, self.plan.fit.labels[row.id]
        size, hint, left = name_size(row, sizes), sizes.hint, rect.x + self._name_left
        base = rect.y + (rect.height - words_height(size, hint, len(label.hints))) / 2 + CAP * size
        if row.letter:
            self.draw(Text(left - NUMBER_WIDTH, base, row.letter, Font.REGULAR, hint, Ink.MUTED))
        base -= (len(label.names) - 1) * size / 2
        for place, line in enumerate(label.names):
            self.draw(Text(left, base + place * size, line, row.font, size))
        for place, line in enumerate(label.hints):
            y = base + first_hint(size, hint) + place * LEADING * hint
            self.draw(Text(left, y, line, Font.REGULAR, hint, Ink.MUTED))
        right = rect.x + rect.width - _WORTH_PAD
        if row.worth:
            y = base + (0.35 * MM if row.kind == "box" else 0.6 * MM)
            if not label.hints:
                y = rect.y + rect.height / 2 + CAP * sizes.worth / 2
            self.draw(Text(right, y, row.worth, Font.BLACK, sizes.worth, Ink.ACCENT, "right"))
        elif row.most:
            base += (len(label.names) - 1) * size / 2
            most = row.most_words(sizes.small)
            self.draw(Text(right, base, most, Font.REGULAR, hint, Ink.MUTED, "right"))

    def _draw_sum(self, name: str, rect: Rect) -> float:
        """Draw the sign and the name of a sum of several boxes; return the x behind them."""
        sizes, middle, size = self.plan.fit.sizes, rect.y + rect.height / 2, sum_size(self.plan.fit.sizes)
        self._draw_sign("=", rect.x, middle - TILE / 2)
        self.draw(Text(rect.x + TILE + 1.5 * MM, middle + CAP * size / 2, name, Font.BOLD, size))
        return sum_left(name, sizes, self._measure)

    def _draw_points(self, row: SheetRow, rect: Rect) -> None:
        """Draw the last line of a row with several boxes: their sum, and the points that follow from it."""
        sizes, middle = self.plan.fit.sizes, rect.y + rect.height / 2
        left = rect.x + max(self._name_left, self._draw_sum(row.sum_name, rect))
        worth, rest = row.points_parts
        if worth:
            base = middle + CAP * sizes.worth / 2
            self.draw(Text(left, base, worth, Font.BLACK, sizes.worth, Ink.ACCENT))
            left += self._measure(worth, Font.BLACK, sizes.worth) + 1 * MM
        self.draw(Text(left, middle + CAP * sizes.hint / 2, rest, Font.REGULAR, sizes.hint, Ink.MUTED))

    def _draw_ladder(self, row: SheetRow, rect: Rect) -> None:
        """Draw a sum and the steps of its points: each sum is turned, above its points."""
        small, left = self._look.size(7.5), rect.x + self._draw_sum(row.name, rect)
        step, base = (rect.x + rect.width - left) / len(row.ladder), rect.bottom - 0.6 * MM
        for place, (least, points) in enumerate(row.ladder):
            x = left + (place + 0.5) * step
            self.draw(Text(x, base, points, Font.BOLD, small, Ink.ACCENT, "middle"))
            x, y = x + CAP * small / 2, base - (CAP + 0.4) * small
            self.draw(Text(x, y, least, Font.REGULAR, small, Ink.MUTED, up=True))

    def _draw_dice(self, dice: tuple[Pip, ...], x: float, y: float, height: float) -> None:
        """Draw dice in two lines, the longer one above; a single die is as high as both."""
        gap, across = 0.06 * height, (len(dice) + 1) // 2
        side = (height - gap) / 2 if len(dice) > 1 else height
        if len(dice) > 1 and dice_width(len(dice), height) > self._name_left:
            side = (self._name_left - (across - 1) * gap) / across
        with self.element("Figure", self.plan.content.wording.catalog.dice(dice)):
            for place, (face, kind) in enumerate(dice):
                down, over = divmod(place, across)
                at = x + over * (side + gap), y + down * (side + gap)
                self.draw(Die(*at, side, face, die_kind(kind, self._look)))

    def _draw_sign(self, sign: str, x: float, y: float) -> None:
        """Draw the sign of a sum in a tile as large as a die."""
        look, arm, off = self._look, 0.22 * TILE, 0.11 * TILE
        fill, stroke, ink = (Ink.ACCENT, None, Ink.PAPER) if look.solid else (None, Ink.ACCENT, Ink.ACCENT)
        strokes = [(-arm, 0.0, arm, 0.0), (0.0, -arm, 0.0, arm)]
        if sign == "=":
            strokes = [(-arm, -off, arm, -off), (-arm, off, arm, off)]
        with self.element("Figure", sign):
            self.draw(RoundedRect(Rect(x, y, TILE, TILE), fill, stroke, 0.9, 0.2 * TILE * look.dice.roundness))
            x, y = x + TILE / 2, y + TILE / 2
            for x1, y1, x2, y2 in strokes:
                self.draw(Line(x + x1, y + y1, x + x2, y + y2, 0.115 * TILE, ink, round=True))


class SheetPainter(Struct, frozen=True, eq=False, dict=True):
    """Painter of the pages of a plan."""

    plan: SheetPlan

    def page(self, number: int, filling: Filling, owner: str = "") -> Page:
        """Return the page with this number, from 1; `owner` is its player if each player has a page."""
        plan, content, options = self.plan, self.plan.content, self.plan.content.options
        given = {"number": str(number) if options.numbered else "", "player": owner, "game": str(options.game or "")}
        head = Drawing()
        plan.header.draw_values(plan.header_place, {**given, **options.values, **filling.values}, head)
        cells, names, label = (
            tuple(head.cells) + self._blank.cells,
            filling.names,
            ", ".join(filter(None, filling.names)),
        )
        if content.by_games:
            cells = tuple(replace(each, id=replace(each.id, player=each.id.player and number)) for each in cells)
            names, label = (), owner
        above = self._names.draw(names, filling) if any(names) else ()
        return replace(self._blank, items=(*head.items, *above, *self._names_again(names)), cells=cells, label=label)

    def check(self) -> None:
        """Raise SheetgenError, with file and line, for the first name that does not fit above its column."""
        content = self.plan.content
        if not content.by_games and content.survey.longest:
            self._names.check(content.fillings, content.survey.longest)

    @cached_property
    def _blank(self) -> Page:
        """Page without names and values."""
        plan, shared = self.plan, self._shared
        cells = (*shared.cells, *plan.cells)
        return Page(plan.width, plan.height, (), cells, "", tuple(shared.items), tuple(shared.elements))

    @cached_property
    def _shared(self) -> SheetDrawing:
        return SheetDrawing(plan=self.plan).paint()

    # names of players

    @cached_property
    def _names(self) -> "PrintedNames":
        plan = self.plan
        last = self._shared.number(plan.columns - 1)
        heads = tuple(_name_place(plan.name_cell(place, 0), last) for place in range(len(plan.lists)))
        return PrintedNames(
            heads, plan.fit.column + plan.fit.sizes.column_gap, self.plan.fit.room.look, self.plan.content.measure
        )

    def _names_again(self, names: tuple[str, ...]) -> Iterator[Text]:
        """Yield the names next to the second heading of each list, cut off where they are too long."""
        for place, rows in enumerate(self.plan.rows):
            for row, rect in rows[1:]:
                if row.kind == "head":
                    for column, name in enumerate(names):
                        yield from self._name_beside(column, name, place, rect)

    def _name_beside(self, column: int, name: str, place: int, rect: Rect) -> Iterator[Text]:
        size, text, cell = self.plan.fit.room.look.size(_NAME_AGAIN), name, self.plan.cell(place, column, rect)
        left = cell.x + self._shared.marks_width(column) + 1.5 * MM
        room = cell.x + cell.width - left
        while len(text) > 1 and self.plan.content.measure(text, Font.BOLD, size) > room:
            text = text.rstrip("…")[:-1].rstrip() + "…"
        if name and (text == name or len(text) > 2):
            yield Text(left, self._shared.heading_base(rect), text, Font.BOLD, size, Ink.MUTED)


class PrintedNames:
    """Names above columns, as large as they fit, in one line or two.

    `heads` are the places for names above the first column of each list, `step` the distance to the next column.
    """

    def __init__(self, heads: tuple[Rect, ...], step: float, look: Look, measure: Measure) -> None:
        self._heads, self._step, self._measure = heads, step, measure
        self._word_width = lru_cache(_WORDS)(lambda word: measure(word, Font.BOLD, 1))
        self._room = heads[0].width - _NAME_PAD
        self._min = look.size(_MIN_NAME)
        most, height = max(_MAX_NAME, self._min), heads[0].height - _ROUNDING
        self._one, self._two = (min(most, height / (lines * _NAME_LEADING)) for lines in (1, 2))
        """Maximum font sizes for the height of one line, and of two."""

    def check(self, fillings: Sequence[Filling], longest: str) -> None:
        """Raise SheetgenError, with file and line, for the first name that does not fit above its column.

        No name needs a look if the longest fits in one line of the minimum size.
        """
        if self._measure(longest, Font.BOLD, self._min + _ROUNDING) <= self._room and self._one >= self._min:
            return
        for filling in fillings:
            for name in filling.names:
                self._fit(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling) -> Iterator[Text]:
        """Yield the names above their columns, in each list."""
        found = [self._fit(name, filling) for name in names]
        for first in self._heads:
            middle, y = first.x + first.width / 2, first.y + first.height / 2
            for size, lines in found:
                down = CAP / 2 - _NAME_LEADING * (len(lines) - 1) / 2
                for line, width in lines:
                    yield Text(middle - size * width / 2, y + size * down, line, Font.BOLD, size)
                    down += _NAME_LEADING
                middle += self._step

    def _fit(self, name: str, filling: Filling) -> tuple[float, list[tuple[str, float]]]:
        """Return the font size of a name, and its lines with their widths at one point.

        Raises SheetgenError, with file and line, if it is too long for the minimum size.
        """
        if not name:
            return 0.0, []
        width = self._measure(name, Font.BOLD, 1)
        wider, lines = in_two(name, width, self._word_width)
        one, two = (min(self._room / (width + _ROUNDING), self._one), min(self._room / (wider + _ROUNDING), self._two))
        largest = max(one, two)
        if largest < self._min:
            error = SheetgenError(
                "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s mm at %(size)s pt; "
                "shorten it, or take fewer players or a larger paper", name=name, have=int(self._room / MM),
                size=f"{self._min:g}", need=ceil(self._measure(name, Font.BOLD, self._min) / MM)
            )  # fmt: skip
            raise error_at(error, filling)
        size = max(self._min, floor(2 * largest) / 2)
        return size, [(name, width)] if size <= one else lines


def _mark_in(cell: Rect) -> tuple[float, float]:
    """Return the distance from the corner of a cell for a name to the dice that number it, and their side.

    In a narrow cell the name is below the dice; these are small if the cell is low as well.
    """
    if cell.width > 20 * MM:
        return (1.5 if cell.height > 8 * MM else 1.2) * MM, 4.2 * MM
    return (1.5 * MM, 3.6 * MM) if cell.height >= 10 * MM else (0.6 * MM, 3 * MM)


def _name_place(cell: Rect, players: int) -> Rect:
    """Return the place for the name in a cell: next to the dice that number it or, in a narrow cell, below them."""
    pad, mark = _mark_in(cell)
    if cell.width > 20 * MM:
        taken = 1.2 * MM + (mark + 0.5 * MM) * len(numbered(min(players, 12)))
        return Rect(cell.x + taken, cell.y + 0.5 * MM, cell.width - taken - 0.5 * MM, cell.height - MM)
    top = pad + mark
    return Rect(cell.x + 0.5 * MM, cell.y + top, cell.width - MM, cell.height - top - 0.4 * MM)
