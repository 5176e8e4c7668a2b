"""Drawing of a sheet: its rows with labels and boxes, its code, and the panel for a single player.

Everything that all pages share is drawn once.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from msgspec.structs import replace

from sheetgen.layout.code import DIE
from sheetgen.layout.frame import COMMAND, die_kind
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
    Line,
    Measure,
    Rect,
    RoundedRect,
    Text,
    centred,
    wrap,
)
from sheetgen.layout.rows import SMALL_LEADING, Pip, SheetRow, dice_width, numbered
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
_SIDE_HEAD, _FACTS = 7.5, 8.2
"""Font sizes of the headers of side columns, and of facts above the labels."""
_MAX_DICE_NUMBER = 12
"""Maximum number of a player or game that is shown as dice; higher ones are in digits."""
_MARK, _MARK_GAP = 3.6 * MM, 0.5 * MM
"""Side of the dice next to a second heading, and the gap between two dice of one number."""
_GRAND_PAD, _WORTH_PAD = 3 * MM, 0.9 * MM
"""Distance of words from the ends of the bar of the grand total, and of points from the right edge of a label."""
_GRAND_RADIUS = 2.4 * MM
"""Radius of the corners of the bar of the grand total and of its boxes."""

_MIN_LEADING, _LEADING = 3.4 * MM, 1.17
"""Distance between two baselines: its minimum, and a factor of the font size."""
_AFTER_DIE, _AFTER_NAME, _STEP_PAD = 3 * MM, 1.6 * MM, 2.4 * MM
"""Gap between a die and its words, gap below the name of a step, and free height of a step."""
_MAX_TOTALS, _TOTAL_LEFT, _TOTAL_DIE = 6, 8.4 * MM, 5.4 * MM
"""Maximum number of best totals, distance of their boxes from the left, and side of the dice that number them."""
_DATE = 0.43
"""Width of a box for a date, as a part of the width of both boxes."""


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
            self._draw_panel([(row, rect) for row, rect in plan.rows[0] if row.kind in ("box", "head")])
        plan.footer.draw(plan.margin.side, plan.height - plan.margin.end - plan.footer.height, self)
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
                pad, side = mark_in(cell)
                self._draw_number(column, cell.x + pad, cell.y + pad, side, "solid")
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
                with self.element("TH", scope="Column", rect=cell, span=fit.room.parts):
                    self._draw_number(column, cell.x + left, base - 3.2 * MM, _MARK, "open")
            for _ in fit.room.content.side_columns:
                self.add("TD")

    def heading_base(self, rect: Rect) -> float:
        """Return the baseline of a heading that is not the first."""
        return rect.bottom - self.plan.fit.sizes.row_gap - 1.9 * MM

    # numbers of players and games

    def number(self, column: int) -> int:
        """Return the number of the player or game in a column."""
        return self.plan.content.first + column

    def marks_width(self, column: int) -> float:
        """Return the width of the dice next to a second heading."""
        count = len(numbered(self.number(column)))
        return _MARK * count + _MARK_GAP * (count - 1) if count else 0.0

    def _draw_number(self, column: int, x: float, y: float, side: float, kind: DieKind) -> None:
        """Draw the number of a player or game as dice, or as digits from 13 on, with words to be read aloud."""
        content, number = self.plan.content, self.number(column)
        whose = "game %(n)s" if content.by_games else "player %(n)s"
        with self.element("Figure", content.wording.catalog.text("form", whose, n=number)):
            if number > _MAX_DICE_NUMBER:
                size = self._look.size(9.0)
                self.draw(Text(x, y + CAP * size, str(number), Font.BOLD, size, Ink.ACCENT))
                return
            for place, face in enumerate(numbered(number)):
                self.draw(Die(x + place * (side + _MARK_GAP), y, side, face, die_kind(kind, self._look)))

    def _draw_game(self, column: int, cell: Rect) -> None:
        """Draw the number of a game as large as its cell."""
        count = len(numbered(self.number(column))) if self.number(column) <= _MAX_DICE_NUMBER else 1
        side = min(cell.height - 0.3 * MM, (cell.width - (count - 1) * _MARK_GAP) / count, 10 * MM)
        left = cell.x + (cell.width - (count * side + (count - 1) * _MARK_GAP)) / 2
        self._draw_number(column, left, cell.bottom - side, side, "solid")

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
            lines, x = each.lines.get(row.id, ()), plan.list_left(place) + plan.shifts[each.place]
            part = Rect(x, rect.y, each.width, rect.height - fit.sizes.row_gap)
            with self.element("TD"):
                for number, line in enumerate(lines):
                    text = centred(line, part, each.size, each.font, Ink.MUTED)
                    down = (number - (len(lines) - 1) / 2) * SMALL_LEADING * each.size
                    self.draw(replace(text, y=text.y + down))

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
        look, size = self._look, self.plan.fit.sizes.total
        radius, hint = _GRAND_RADIUS * look.roundness, look.size(GRAND_HINT)
        if look.solid:
            self.draw(RoundedRect(rect, Ink.ACCENT, radius=radius))
        else:
            self.draw(RoundedRect(rect, None, Ink.ACCENT, look.grand, radius))
        ink = Ink.PAPER if look.solid else Ink.ACCENT
        self._draw_name(row, rect, rect.x + _GRAND_PAD, (Font.BLACK, size, ink), (Font.BOLD, hint, ink))

    def _draw_name(
        self, row: SheetRow, rect: Rect, x: float, name: tuple[Font, float, Ink], hint: tuple[Font, float, Ink]
    ) -> float:
        """Draw a name, its number and small print, in these fonts, sizes and inks; return the baseline of one line."""
        label, size, small = self.plan.fit.labels[row.id], name[1], hint[1]
        base = rect.y + (rect.height - words_height(size, small, len(label.hints))) / 2 + CAP * size
        if row.letter and row.kind != "grand":
            self.draw(Text(x - NUMBER_WIDTH, base, row.letter, *hint))
        for place, line in enumerate(label.names):
            self.draw(Text(x, base + (place - (len(label.names) - 1) / 2) * size, line, *name))
        for place, line in enumerate(label.hints):
            self.draw(Text(x, base + first_hint(size, small) + place * LEADING * small, line, *hint))
        return base

    def _draw_words(self, row: SheetRow, rect: Rect) -> None:
        """Draw the name of a row with its small print, and its points."""
        sizes, left, right = self.plan.fit.sizes, rect.x + self._name_left, rect.x + rect.width - _WORTH_PAD
        small = Font.REGULAR, sizes.hint, Ink.MUTED
        base = self._draw_name(row, rect, left, (row.font, name_size(row, sizes), Ink.TEXT), small)
        if row.worth:
            y = base + (0.35 * MM if row.kind == "box" else 0.6 * MM)
            if not self.plan.fit.labels[row.id].hints:
                y = rect.y + rect.height / 2 + CAP * sizes.worth / 2
            self.draw(Text(right, y, row.worth, Font.BLACK, sizes.worth, Ink.ACCENT, "right"))
        elif row.most:
            self.draw(Text(right, base, row.most_words(sizes.small), *small, "right"))

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

    # the panel for a single player: the turn, step by step, and room for the best totals

    def _draw_panel(self, rows: Sequence[tuple[SheetRow, Rect]]) -> None:
        """Draw the panel next to these rows; its heading is next to the cells for names."""
        plan, fit, wording = self.plan, self.plan.fit, self.plan.content.wording
        left, gap, hint = plan.header_place.x + plan.list_width + PANEL_GAP, fit.sizes.row_gap, fit.sizes.hint
        head = Rect(left, plan.top + fit.header, plan.header_place.right - left, fit.names)
        beside = [rect for row, rect in rows if row.kind == "box"]
        self._draw_panel_heading(wording.catalog.text("sheet", "Your turn"), head)
        width = head.width - fit.sizes.dice - _AFTER_DIE
        steps = [
            (name, [part for line in lines for part in wrap(line, width, Font.REGULAR, hint, self._measure)])
            for name, lines in wording.turn_steps()
        ]
        places = [replace(rect, x=left, width=head.width, height=rect.height - gap) for rect in beside[: len(steps)]]
        heights = [self._step_height(*step) for step in steps]
        if max(heights) > places[0].height - 1 * MM:  # the rows are too low for the words of a step
            ys = accumulate((high + _STEP_PAD + gap for high in heights[:-1]), initial=places[0].y)
            pairs = zip(ys, heights, strict=True)
            places = [replace(places[0], y=y, height=high + _STEP_PAD) for y, high in pairs]
        listed = self.add("L")
        for place, (step, rect) in enumerate(zip(steps, places, strict=True)):
            face = place + 1 if step[0] else 5 if place == len(steps) - 2 else 0
            with self.within(listed), self.element("LI"):
                self._draw_step(*step, face, rect)
            if place:
                y = rect.y - gap / 2
                self.draw(Line(left, y, left + head.width, y, self._look.hairline))
        end = max(places[-1].bottom, beside[len(steps) - 1].bottom - gap)
        below = [rect for rect in beside if rect.y >= end]
        second = next((rect for row, rect in rows[1:] if row.kind == "head" and rect.y >= end), None)
        if second is None and below:
            second, below = below[0], below[1:]
        if second and (room := [rect for rect in below if rect.y >= second.bottom - 1][:_MAX_TOTALS]):
            self._draw_panel_heading(
                wording.catalog.text("sheet", "Best totals"), replace(head, y=second.y, height=second.height)
            )
            self._draw_best(room, head)

    def _draw_panel_heading(self, words: str, rect: Rect) -> None:
        sizes = self.plan.fit.sizes
        base = rect.bottom - sizes.row_gap - (1.0 if rect.height > 10 * MM else 1.9) * MM
        self.put("H2", Text(rect.x, base, words, Font.BLACK, sizes.heading, Ink.ACCENT))
        y = rect.bottom - sizes.row_gap / 2
        self.draw(Line(rect.x, y, rect.right, y, _RULE, Ink.ACCENT))

    def _draw_step(self, name: str, lines: Sequence[str], face: int, rect: Rect) -> None:
        """Draw a step of the turn: a die, and its name and words in the middle of this place."""
        sizes = self.plan.fit.sizes
        side = min(sizes.dice, rect.height - 1 * MM) if name else 0.52 * sizes.dice
        kind = die_kind("solid", self._look) if face else "blank"
        figure = self.plan.content.wording.catalog.dice([(face, "solid")])
        with self.element("Lbl"), self.element("Figure", figure):
            self.draw(Die(rect.x, rect.y + (rect.height - side) / 2, side, face, kind))
        y, left = rect.y + (rect.height - self._step_height(name, lines)) / 2, rect.x + sizes.dice + _AFTER_DIE
        with self.element("LBody"):
            if name:
                y += CAP * sizes.name
                self.draw(Text(left, y, name, Font.BOLD, sizes.name))
                y += _AFTER_NAME
            for place, line in enumerate(lines):
                base = y + 0.7 * sizes.hint + place * max(_MIN_LEADING, _LEADING * sizes.hint)
                self.draw(Text(left, base, line, Font.REGULAR, sizes.hint, Ink.MUTED))

    def _step_height(self, name: str, lines: Sequence[str]) -> float:
        """Return the height of the words of a step."""
        sizes, step = self.plan.fit.sizes, max(_MIN_LEADING, _LEADING * self.plan.fit.sizes.hint)
        return (CAP * sizes.name + _AFTER_NAME if name else 0.0) + 0.7 * sizes.hint + (len(lines) - 1) * step

    def _draw_best(self, rects: Sequence[Rect], head: Rect) -> None:
        """Draw boxes for dates and totals in these rows, numbered by dice."""
        look, text, sizes = self._look, self.plan.content.wording.catalog.text, self.plan.fit.sizes
        left, radius = head.x + _TOTAL_LEFT, sizes.radius * look.roundness
        date = _DATE * (head.width - _TOTAL_LEFT - sizes.column_gap)
        total = head.x + _TOTAL_LEFT + date + sizes.column_gap
        with self.element("Table"):
            base = rects[-1].bottom + 0.7 * sizes.hint
            with self.element("TR"):
                self.add("TD")
                for x, word in ((left, text("sheet", "date")), (total, text("sheet", "total"))):
                    with self.element("TH", scope="Column"):
                        self.draw(Text(x, base, word, Font.REGULAR, sizes.hint, Ink.MUTED))
            for number, rect in enumerate(rects, 1):
                high = rect.height - sizes.row_gap
                with self.element("TR"):
                    with self.element("TH", scope="Row"), self.element("Figure", str(number)):
                        self.draw(Die(head.x, rect.y + (high - _TOTAL_DIE) / 2, _TOTAL_DIE, number, "open"))
                    self.add("TD")
                    self.add("TD")
                    end = Rect(total, rect.y, head.right - total, high)
                    self.draw(RoundedRect(Rect(left, rect.y, date, high), None, Ink.TEXT, look.box, radius))
                    self.draw(RoundedRect(end, None, Ink.ACCENT, look.sum, radius))


def mark_in(cell: Rect) -> tuple[float, float]:
    """Return the distance from the corner of a cell for a name to the dice that number it, and their side.

    In a narrow cell the name is below the dice; these are small if the cell is low as well.
    """
    if cell.width > 20 * MM:
        return (1.5 if cell.height > 8 * MM else 1.2) * MM, 4.2 * MM
    return (1.5 * MM, 3.6 * MM) if cell.height >= 10 * MM else (0.6 * MM, 3 * MM)
