"""Draws the labels of rows: dice or a sign of arithmetic, names, hints, and what a row is worth."""

from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.content import Content
from sheetgen.layout.foot import Drawing
from sheetgen.layout.grid import (
    CAP,
    GRAND_HINT,
    LEADING,
    LETTER,
    TICK_GAP,
    TILE,
    first_hint,
    label_left,
    most_of,
    name_size,
    sum_left,
    sum_size,
    words_height,
)
from sheetgen.layout.options import MM
from sheetgen.layout.places import Plan
from sheetgen.layout.primitives import Box, Die, Font, Ink, Line, Rect, Text
from sheetgen.layout.rows import Pip, Row, dice_width, name_font, points_said

_WORTH_PAD = 0.9 * MM


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
            drawing.items.append(Text(right, base, most_of(row, fit.type), Font.REGULAR, hint, Ink.MUTED, "right"))

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
            x += CAP * small / 2
            drawing.items.append(Text(x, rect.bottom - 3.4 * MM, least, Font.REGULAR, small, Ink.MUTED, up=True))

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
