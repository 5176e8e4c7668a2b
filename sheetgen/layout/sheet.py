"""Pages of score sheets.

Everything that all pages share, which is drawn once, their names, and pages of forms.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import cached_property
from itertools import pairwise, product
from math import ceil, floor
from typing import NamedTuple, overload

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import Figures, SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.code import DIE
from sheetgen.layout.content import Content, count_players, error_at
from sheetgen.layout.frame import (
    FOOTER,
    command_in_margin,
    die_in,
    die_kind,
    lowered_on_back,
    without_pips,
)
from sheetgen.layout.options import Filling, LayoutOptions, Paper
from sheetgen.layout.primitives import (
    CAP,
    LEADING,
    MM,
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
    balanced,
    centred,
    in_two,
    wrap,
)
from sheetgen.layout.rows import (
    DICE_GAP,
    HEAD,
    SIDE,
    Pip,
    SheetRow,
    drawn_face,
    numbered,
    sign_items,
    strokes,
)
from sheetgen.layout.sheet_plan import (
    LABELS,
    PANEL,
    PICTURES,
    SHEET,
    Label,
    Planner,
    SheetPlan,
    first_hint,
    words_height,
)
from sheetgen.layout.themes import TICK_GAP, TILE, Look
from sheetgen.rules.ruleset import Ruleset

_MAX_DICE_NUMBER = 12
"""Maximum number of a player or game that is shown as dice; higher ones are in digits."""


# Lengths are in points and come from the design, unless a comment says otherwise.


class DrawnMeasures(Struct, frozen=True):
    """Lists and their labels, as they are drawn."""

    rule: float = 1.25
    """Width of the rule below a heading and above a sum."""
    side_head: float = 7.5
    """Font size of the headers of side columns."""
    facts: float = 8.2
    """Font size of facts above the labels."""
    mark_gap: float = 0.5 * MM
    """Gap between two dice of one number."""
    # the key to groups of faces
    group: float = 8.0
    """Font size of the name of a group."""
    group_die: float = 4.2 * MM
    group_gap: float = 3.2 * MM
    # the bar of the grand total
    grand_tile: float = 7.2 * MM
    """Side of its sign, without words."""
    grand_radius: float = 2.4 * MM
    """Radius of the corners of the bar and of its boxes."""
    # pictures
    stacked: float = 0.42
    """Distance of stacked dice, as a share of their side."""
    behind: int = 2
    """Number of stacked dice behind the first."""
    under: float = 1.8 * MM
    """Height of a bracket below dice."""


DRAWN = DrawnMeasures()


class NameMeasures(Struct, frozen=True):
    """Names above columns."""

    again: float = 9.0
    """Font size next to a second heading."""
    min_size: float = 8.0
    max_size: float = 15.0
    leading: float = 1.2
    """Distance between two baselines, as a factor of the font size."""
    pad: float = 3.0
    """Free width next to a name."""


NAMES = NameMeasures()


class RememberedMeasures(Struct, frozen=True):
    """Lines for what players like to remember, in room that is free. From no drawing."""

    height: float = 8 * MM
    """Minimum height of this room: a hand needs 6 mm."""
    below: float = 1.5 * MM
    """Height below the lines."""
    size: float = 8.2
    """Font size of the words: that of the words for fields above the rows."""
    word_gap: float = 1.5 * MM
    """Gap between a word and its line."""
    gap: float = 4 * MM
    """Gap between a line and the next word."""
    min_line: float = 16 * MM
    max_line: float = 40 * MM
    """Minimum and maximum length of a line."""


REMEMBERED = RememberedMeasures()


# what all pages share


Step = tuple[str, list[str]]
"""Name of a step or a column, and the lines below it."""


class WayToFill(NamedTuple):
    """Way to fill the room below a list."""

    said: int
    """Number of what is said, the best first: a further Yacht, the turn, the turn alone."""
    pad: float
    """Free height of a step."""
    top: float
    """Height of the rule above it."""
    head: float
    """Height of its heading; 0 without one."""
    across: int
    """Number of steps next to each other."""


class SheetDrawing(Drawing, dict=True):
    """Drawing of everything that all pages of a plan have in common."""

    plan: SheetPlan

    def draw(self, *items: Item) -> None:
        """Draw items; texts have the parts that are in the second language."""
        phrases = self.plan.content.phrases
        for item in items:
            if phrases and isinstance(item, Text):
                Drawing.draw(self, replace(item, parts=phrases.parts(item.text)))
            else:
                Drawing.draw(self, item)

    def paint(self) -> "SheetDrawing":
        """Draw everything, and return the drawing."""
        plan = self.plan
        plan.header.draw(plan.header_place, self)
        for place, rows in enumerate(plan.rows):
            self._draw_list(place, rows)
            self.draw(*plan.brackets(rows), *plan.combs(rows))
            self._draw_sums_across(place, rows)
            self._draw_below_list(place)
        self.draw(*plan.corner_marks)
        if plan.panel:
            self._draw_panel(
                [(row, rect) for row, rect in plan.rows[0] if row.kind in ("box", "head")]
            )
        foot = self._foot_top
        plan.footer.draw(plan.margin.side, foot, self)
        self._draw_to_remember(self._below_foot)
        if plan.content.options.code:
            self._draw_code()
        command = command_in_margin(
            plan.content.command, plan.above_command, plan.page[1], plan.look, plan.measure
        )
        if plan.content.options.audit:
            command = lowered_on_back(command, plan.page[1])
        if command:
            self.put("P", *command)
        return self

    @property
    def _foot_top(self) -> float:
        """Upper edge of the footer: below the corner marks, on the page with all its lines."""
        plan = self.plan
        below_marks = max(mark.y for mark in plan.corner_marks)
        return min(below_marks, plan.page[1] - plan.margin.end - plan.footer.height)

    @property
    def _below_foot(self) -> Rect:
        """Free room below the footer, beside the code."""
        plan = self.plan
        top = self._foot_top + plan.footer.height
        height = plan.page[1] - plan.margin.end - top
        return Rect(plan.margin.side, top, plan.width - plan.footer.code_width, height)

    def _draw_code(self) -> None:
        """Draw the code; if it is in one line, with its digits before it."""
        code, size, single = (
            self.plan.code,
            self.plan.look.size(FOOTER.command),
            not self.plan.sizes.dense,
        )
        digits = "".join(str(face) for face, _ in code)
        with self.element(
            "Artifact" if single else "Figure", digits
        ):  # the digits are read aloud only once
            self.draw(*(Die(each.x, each.y, DIE, face, "code") for face, each in code))
        if single:
            first = code[0][1]
            x, y = first.x - 1.5 * MM, first.bottom - 0.5 * (DIE - CAP * size)
            self.put("P", Text(x, y, digits, Font.REGULAR, size, Ink.MUTED, "right"))

    # lists

    def _draw_list(self, place: int, rows: Sequence[tuple[SheetRow, Rect]]) -> None:
        """Draw a list, which is read aloud as a heading and a table for each of its sections."""
        above: SheetRow | None = None
        for row, rect in rows:
            if above is None or row.kind == "head":
                heading, table = (
                    self.add("H2" if self.plan.content.title else "H1"),
                    self.add("Table"),
                )
            with self.within(table):
                if above is None:
                    with self.element("TR"):
                        self._draw_name_cells(place)
                    if high := self.plan.heads_height:
                        top = self.plan.names_top + self.plan.sizes.names
                        if self.plan.per_player > 1:
                            self._draw_column_heads(place, Rect(0, top, 0, high))
                        if self.plan.content.options.audit == "boxes":
                            self._draw_checked_heads(
                                place, top + high - self.plan.sizes.row_gap - 1.0 * MM
                            )
                if row.kind == "head":
                    self._draw_heading(place, row, rect, heading)
                else:
                    with self.element("TR"):
                        self._draw_row(place, row, above, rect)
            above = row

    def _draw_name_cells(self, place: int) -> None:
        """Draw the cells for names with the numbers of the players, or the numbers of the games."""
        plan, content, look = self.plan, self.plan.content, self.plan.look
        corner = self.add("TD")
        for column in range(plan.columns):
            cell = plan.name_cell(place, column)
            with self.element("TH", scope="Column", rect=cell, span=plan.slots):
                if content.by_games:
                    self._draw_game(column, cell)
                    continue
                self.draw(
                    RoundedRect(
                        cell, None, Ink.TEXT, 1.3 * look.box, plan.sizes.radius * look.roundness
                    )
                )
                pad, side = mark_in(cell)
                self._draw_number(column, cell.x + pad, cell.y + pad, side, "solid")
        base = plan.name_cell(place, 0).bottom - 1.2 * MM
        if plan.lists[place][0].kind != "head" and not content.options.pictogram:
            size, facts = look.size(DRAWN.facts), "".join(content.facts[:1])
            if (
                facts
                and plan.sizes.dense
                and plan.measure(facts, Font.REGULAR, size) <= plan.label_width
            ):
                with self.within(corner):
                    x = plan.list_left(place) + plan.shifts["label"]
                    self.draw(Text(x, base, facts, Font.REGULAR, size, Ink.MUTED))
        for each in plan.content.side_columns:
            size = min(each.size, look.size(DRAWN.side_head))
            x = plan.list_left(place) + plan.shifts[each.place] + each.width / 2
            with self.element("TH", scope="Column"):
                self.draw(Text(x, base, each.head, Font.REGULAR, size, Ink.MUTED, "middle"))

    def _draw_column_heads(self, place: int, rect: Rect, *, again: bool = False) -> None:
        """Draw the headers of players' columns.

        If `again` is set, draw only their signs, if any, else the players' numbers.
        """
        plan, top = self.plan, rect.y
        if again:
            top = self.heading_base(rect) + 0.4 * MM - plan.heads.sign_side(HEAD.mark)
        with self.element("TR"):
            self.add("TD")
            for column in range(plan.columns):
                cell = plan.cell(place, column, rect)
                if again and not any(plan.heads.signs):
                    left = (
                        (cell.width - self.marks_width(column)) / 2
                        if plan.content.by_games
                        else 0.0
                    )
                    with self.element("TH", scope="Column", rect=cell, span=plan.slots):
                        self._draw_number(column, cell.x + left, top, HEAD.mark, "open")
                    continue
                parts = plan.parts(replace(cell, y=top), plan.per_player)
                plan.heads.draw(parts, plan.sizes.column_gap, self, again=again)
                for _ in range(plan.per_player, plan.slots):
                    if again:
                        self.add("TD")
                    else:  # its words are drawn above the first sum
                        self.keyed["across", place, column] = self.add("TH", scope="Column")
            for _ in plan.content.side_columns:
                self.add("TD")

    def _draw_checked_heads(self, place: int, base: float) -> None:
        """Draw the words above the values that are possible, and above squares and boxes."""
        plan, size = self.plan, self.plan.look.size(HEAD.words)
        row, rect = next(each for each in plan.rows[place] if each[0].ticks)
        said = plan.content.text("sheet", "can be") if plan.labels[row.id].most else ""
        with self.element("TR"):
            with self.element("TH", scope="Column"):
                self.draw(
                    Text(plan.label(rect).right, base, said, Font.BOLD, size, Ink.MUTED, "right")
                )
            for column in range(plan.columns):
                with self.element("TH", scope="Column", span=plan.slots):
                    self._draw_checked_head(row, plan.cell(place, column, rect), base, size)
            for _ in plan.content.side_columns:
                self.add("TD")

    def _draw_checked_head(self, row: SheetRow, cell: Rect, base: float, size: float) -> None:
        """Draw the words above the squares to tick and the boxes for other values of a player.

        Above squares that are above their boxes, a tick says enough.
        """
        plan, other = self.plan, self.plan.content.text("sheet", "otherwise:")
        for part in plan.row_parts(row, cell):
            ticks = plan.ticks(row, part)
            for tick, (_, box) in zip(ticks, plan.boxes(row, part), strict=False):
                if tick.y == ticks[0].y:
                    at = replace(tick, y=base - (CAP * size + tick.height) / 2)
                    self.draw(*strokes("✓", at, Ink.ACCENT, 1.6))
                    has_room = plan.measure(other, Font.REGULAR, size) <= box.width
                    if has_room and not plan.arrangement.ticks_above:
                        self.draw(Text(box.x, base, other, Font.REGULAR, size, Ink.MUTED))

    def _draw_heading(self, place: int, row: SheetRow, rect: Rect, heading: Element) -> None:
        """Draw the heading of a section.

        Below the first one, with the numbers of players or games again.
        """
        plan, label, words = self.plan, self.plan.label(rect), self.plan.labels[row.id]
        first = rect.y < plan.names_top + 1
        with self.within(heading):
            low = self._draw_head(words, replace(rect, x=label.x, width=label.width), first=first)
        if not first:
            self._draw_column_heads(place, rect, again=True)
        elif place == 0:  # next to the cells for names
            left = label.x + self._left_of_groups(row)
            in_all = [self, *(SheetDrawing(plan=other) for other in plan.others)]
            if all(each._has_room_for_groups(place) for each in in_all):
                self._draw_groups(left, low)

    def _draw_head(self, words: Label, rect: Rect, *, first: bool) -> float:
        """Draw the words of a heading and the rule below them.

        Return the baseline of the last line.
        """
        sizes, y = self.plan.sizes, rect.bottom - self.plan.sizes.row_gap / 2
        low = self._heading_low(words, rect, first=first)
        high = words_height(sizes.heading, sizes.hint, len(words.hints))
        fonts = (Font.BLACK, sizes.heading, Ink.ACCENT), (Font.REGULAR, sizes.hint, Ink.MUTED)
        if any(words.names):  # a pictogram has none
            self._draw_name(words, Rect(rect.x, low - high, rect.width, high), rect.x, *fonts)
        self.draw(Line(rect.x, y, rect.right, y, DRAWN.rule, Ink.ACCENT))
        return low

    def _heading_low(self, words: Label, rect: Rect, *, first: bool) -> float:
        """Return the baseline of the last line of a heading in this place."""
        sizes = self.plan.sizes
        low = (
            rect.bottom - sizes.row_gap - LABELS.head_end
            if first or words.hints
            else self.heading_base(rect)
        )
        last = sizes.hint if words.hints else sizes.heading
        rule = rect.bottom - sizes.row_gap / 2
        return min(low, rule - DRAWN.rule - LABELS.below_line * last)  # it meets no descender

    def _left_of_groups(self, heading: SheetRow) -> float:
        """Return the distance of the key to groups of faces from the left of the labels."""
        plan = self.plan
        return plan.measure(heading.name, Font.BLACK, plan.sizes.heading) + 4 * MM

    @property
    def _group_names(self) -> list[str]:
        """Names of the groups of faces."""
        wording = self.plan.content.wording
        groups = wording.ruleset.dice.groups
        return [wording.own_text("face group", group.name) for group in groups]

    @property
    def _group_width(self) -> float:
        """Width of a group in their key."""
        size = self.plan.look.size(DRAWN.group)
        widths = [self.plan.measure(name, Font.BOLD, size) for name in self._group_names]
        return max([2.1 * DRAWN.group_die, *widths])

    @property
    def _group_height(self) -> float:
        """Height of a group in their key."""
        return CAP * self.plan.look.size(DRAWN.group) + 1.4 * MM + DRAWN.group_die

    def _has_room_for_groups(self, place: int) -> bool:
        """Check whether the key to groups of faces has room behind the first heading of a list.

        Without it, the foot names the groups as well.
        """
        plan = self.plan
        row, rect = plan.rows[place][0]
        if row.kind != "head" or plan.content.options.pictogram:
            return False
        base = self._heading_low(plan.labels[row.id], rect, first=True)
        if base - self._group_height < rect.y - DRAWN.group_gap:
            return False
        steps = len(self._group_names) * (self._group_width + DRAWN.group_gap)
        return self._left_of_groups(row) + steps - DRAWN.group_gap <= plan.label(rect).width

    def _draw_groups(self, left: float, base: float) -> None:
        """Draw the key to groups of faces behind the first heading: their dice above their name."""
        content, size = self.plan.content, self.plan.look.size(DRAWN.group)
        wording, groups = content.wording, content.ruleset.dice.groups
        wide = self._group_width
        for group, name in zip(groups, self._group_names, strict=True):
            dice = [(drawn_face(wording.dice, face), "solid") for face in group.faces[:2]]
            top = base - self._group_height
            with self.element("Figure", wording.catalog.dice(dice)):
                for place, (face, _) in enumerate(dice):
                    at = left + place * 1.1 * DRAWN.group_die
                    self.draw(
                        Die(at, top, DRAWN.group_die, face, die_kind("solid", self.plan.look))
                    )
            ink = getattr(dice[0][0], "ink", Ink.ACCENT)
            self.put("P", Text(left + wide / 2, base, name, Font.BOLD, size, ink, "middle"))
            left += wide + DRAWN.group_gap

    def heading_base(self, rect: Rect) -> float:
        """Return the baseline of a heading that is not the first."""
        return rect.bottom - self.plan.sizes.row_gap - 1.9 * MM

    # numbers of players and games

    def marks_width(self, column: int) -> float:
        """Return the width of the dice next to a second heading."""
        count = len(numbered(self.plan.content.first + column))
        return HEAD.mark * count + DRAWN.mark_gap * (count - 1)

    def _draw_number(self, column: int, x: float, y: float, side: float, kind: DieKind) -> None:
        """Draw the number of a player or game as dice, or as digits from 13 on.

        It has words to be read aloud.
        """
        content, number = self.plan.content, self.plan.content.first + column
        whose = "game %(n)s" if content.by_games else "player %(n)s"
        with self.element("Figure", content.wording.catalog.text("form", whose, n=number)):
            if number > _MAX_DICE_NUMBER:
                size = self.plan.look.size(9.0)
                self.draw(Text(x, y + CAP * size, str(number), Font.BOLD, size, Ink.ACCENT))
                return
            for place, face in enumerate(numbered(number)):
                self.draw(
                    Die(
                        x + place * (side + DRAWN.mark_gap),
                        y,
                        side,
                        face,
                        die_kind(kind, self.plan.look),
                    )
                )

    def _draw_game(self, column: int, cell: Rect) -> None:
        """Draw the number of a game as large as its cell."""
        number = self.plan.content.first + column
        count = len(numbered(number)) if number <= _MAX_DICE_NUMBER else 1
        side = min(
            cell.height - 0.3 * MM, (cell.width - (count - 1) * DRAWN.mark_gap) / count, 10 * MM
        )
        left = cell.x + (cell.width - (count * side + (count - 1) * DRAWN.mark_gap)) / 2
        self._draw_number(column, left, cell.bottom - side, side, "solid")

    # rows

    def _draw_row(self, place: int, row: SheetRow, above: SheetRow | None, rect: Rect) -> None:
        """Draw a row of a table.

        Its label is the header of its cells, which are empty until they are filled in.
        """
        plan = self.plan
        if row.kind != "grand" and above is not None and above.kind != "head":
            self._draw_rule_above(row, above, rect)
        with self.element("TH", scope="Row"):
            self._draw_label(row, plan.label(rect))
        for column in range(plan.columns):
            parts = plan.row_parts(row, plan.cell(place, column, rect))
            for part in parts[: len(row.columns)]:
                with self.element("TD", rect=part, span=plan.slots if len(parts) == 1 else 1):
                    self._draw_boxes(row, part)
            if row.across:
                with self.element("TD", rect=parts[-1]):
                    radius = plan.sizes.radius * plan.look.roundness
                    self.draw(RoundedRect(parts[-1], None, Ink.ACCENT, plan.line(row, 1), radius))
            elif 1 < len(parts) < plan.slots:
                self.add("TD")
        for each in plan.content.side_columns:
            lines, x = each.lines.get(row.id, ()), plan.list_left(place) + plan.shifts[each.place]
            part = Rect(x, rect.y, each.width, rect.height - plan.sizes.row_gap)
            with self.element("TD"):
                for number, line in enumerate(lines):
                    text = centred(line, part, each.size, each.font, Ink.MUTED)
                    down = (number - (len(lines) - 1) / 2) * SIDE.leading * each.size
                    self.draw(replace(text, y=text.y + down))

    def _draw_rule_above(self, row: SheetRow, above: SheetRow, rect: Rect) -> None:
        """Draw the rule between two rows.

        An accent above a sum without a bracket, one across all, or a hairline.
        """
        label, gap, y = (
            self.plan.label(rect),
            self.plan.gap_above(row, above),
            rect.y - self.plan.sizes.row_gap / 2,
        )
        left, right, width, ink = label.x, label.right, self.plan.look.hairline, Ink.RULE
        if row.sign == "=" and (gap or row.id == "total"):  # or a total that is checked
            y, width, ink = y - 0.3 * MM, DRAWN.rule, Ink.ACCENT
        elif row.boxes and above.boxes:
            y, left, right = y - gap / 2, rect.x, rect.x + self.plan.list_width
        self.draw(Line(left, y, right, y, width, ink))

    def _draw_boxes(self, row: SheetRow, cell: Rect) -> None:
        """Draw the boxes of one cell, and the squares to tick in it."""
        plan, look = self.plan, self.plan.look
        for square in plan.ticks(row, cell):
            self.draw(
                RoundedRect(
                    square,
                    None,
                    Ink.ACCENT,
                    max(look.box, 1.0),
                    0.2 * square.width * look.roundness,
                )
            )
        for where, rect in plan.boxes(row, cell):
            width, ink = look.box, Ink.TEXT
            if row.kind == "grand":
                width, ink = look.grand, Ink.ACCENT
            elif where == row.points:
                width, ink = look.section, Ink.ACCENT
            elif row.kind == "sum" or (row.boxes and where == row.id):
                width, ink = plan.line(row), Ink.ACCENT
            radius = DRAWN.grand_radius if row.kind == "grand" else plan.sizes.radius
            self.draw(
                RoundedRect(rect, None, ink, width, min(radius * look.roundness, rect.height / 2))
            )

    def _draw_sums_across(self, place: int, rows: Sequence[tuple[SheetRow, Rect]]) -> None:
        """Draw a sign above the first sum across columns.

        Lines connect these sums with the total of all.
        """
        plan, look = self.plan, self.plan.look
        found, size = [rect for row, rect in rows if row.across], look.size(HEAD.words)
        said = plan.content.in_each(
            lambda each: each.catalog.text(
                "sheet", "all %(number)s", number=each.number_word(plan.per_player)
            )
        )
        for column in range(plan.columns if found else 0):
            cells = [plan.cell(place, column, rect) for rect in found]
            boxes = [plan.parts(cell, plan.slots)[-1] for cell in cells]
            x, low = boxes[0].middle[0], boxes[0].y - plan.sizes.row_gap - 1.2 * MM
            words: list[Text] = []
            for number, line in enumerate(said):
                base = low - (len(said) - 1 - number) * LEADING * size
                words.append(Text(x, base, line, Font.BOLD, size, Ink.TEXT, "middle"))
            low -= max(0, len(said) - 1) * LEADING * size
            head = self.keyed.get(("across", place, column))
            with self.within(head) if head else nullcontext():
                self.draw(*words)
            low -= CAP * size + HEAD.sign_gap if said else 0.0
            self.draw(
                *sign_items(
                    "+",
                    Rect(x - HEAD.sign / 2, low - HEAD.sign, HEAD.sign, HEAD.sign),
                    look,
                    solid=False,
                )
            )
            ends = [
                *boxes,
                *(rect for row, rect in rows if row.id == "total" and plan.adds_up_across),
            ]
            for upper, lower in pairwise(ends):
                self.draw(
                    Line(
                        x, upper.bottom + 0.6 * MM, x, lower.y - 0.6 * MM, look.section, Ink.ACCENT
                    )
                )

    # labels

    def _draw_label(self, row: SheetRow, rect: Rect) -> None:
        """Draw the label of a row."""
        plan = self.plan
        if row.kind == "grand":
            self._draw_grand(row, rect)
            return
        if row.ladder:
            self._draw_ladder(row, rect)
            return
        if row.points_hints:  # the sum of several boxes and its points are in the last line
            lines = plan.lines(row)
            high = (rect.height - (lines - 1) * TICK_GAP) / lines
            self._draw_points(row, replace(rect, y=rect.bottom - high, height=high))
            rect = replace(rect, height=min(rect.height - high - TICK_GAP, 2 * high))
        if plan.content.options.pictogram and row.dice:
            self._draw_picture(row, rect)
        elif row.dice:
            size = min(plan.sizes.dice, rect.height - 1 * MM)
            self._draw_dice(row.dice, rect.x, rect.y + (rect.height - size) / 2, size)
        elif row.sign:
            self._draw_sign(row.sign, rect.x, rect.y + (rect.height - TILE) / 2)
        self._draw_words(row, rect)

    def _draw_grand(self, row: SheetRow, rect: Rect) -> None:
        """Draw the bar of the grand total, which ends the lane of its bracket."""
        wider = self.plan.second_lane
        rect = replace(
            rect, x=rect.x - wider * self.plan.content.options.left_handed, width=rect.width + wider
        )
        look, size = self.plan.look, self.plan.sizes.total
        radius, hint = DRAWN.grand_radius * look.roundness, self.plan.bar_hint
        if look.solid:
            self.draw(RoundedRect(rect, Ink.ACCENT, radius=radius))
        else:
            self.draw(RoundedRect(rect, None, Ink.ACCENT, look.grand, radius))
        ink = Ink.PAPER if look.solid else Ink.ACCENT
        if not row.name:
            tile = Rect(
                rect.x + LABELS.grand_pad,
                rect.y + (rect.height - DRAWN.grand_tile) / 2,
                DRAWN.grand_tile,
                DRAWN.grand_tile,
            )
            with self.element("Figure", "="):
                self.draw(*sign_items("=", tile, look, solid=False))
            return
        label, up = self.plan.labels[row.id], 0.0
        if label.hints and self.plan.bar_in_one_line:
            base = rect.y + (rect.height + CAP * size) / 2
            name = Text(rect.x + LABELS.grand_pad, base, row.name, Font.BLACK, size, ink)
            end = rect.right - LABELS.grand_pad
            self.draw(name, Text(end, base, label.hints[0], Font.BOLD, hint, ink, "right"))
            return
        if label.hints:  # the last line's descenders keep off the lower edge
            words = words_height(size, hint, len(label.hints))
            free = (rect.height - words) / 2 - LABELS.below_line * hint
            up = max(0.0, LABELS.grand_air - free)
        self._draw_name(
            label,
            replace(rect, y=rect.y - up),
            rect.x + LABELS.grand_pad,
            (Font.BLACK, size, ink),
            (Font.BOLD, hint, ink),
        )

    def _draw_name(
        self,
        label: Label,
        rect: Rect,
        x: float,
        name: tuple[Font, float, Ink],
        hint: tuple[Font, float, Ink],
    ) -> float:
        """Draw a name and its small print, in these fonts, sizes and inks.

        Return the baseline of one line.
        """
        size, small = name[1], hint[1]
        more = (len(label.names) - 1) * size
        base = (
            rect.y
            + (rect.height - words_height(size, small, len(label.hints)) - more) / 2
            + CAP * size
        )
        for place, line in enumerate(label.names):
            self.draw(Text(x, base + place * size, line, *name))
        low = base + more + first_hint(size, small)
        if label.points:
            self.draw(Text(x, low, label.points, Font.BLACK, small, Ink.ACCENT))
        for place, line in enumerate(label.hints):
            left = x + self.plan.hint_left(label, small) * (not place)
            self.draw(Text(left, low + place * LEADING * small, line, *hint))
        return base + more / 2

    def _draw_words(self, row: SheetRow, rect: Rect) -> None:
        """Draw the name of a row with its small print, and its points."""
        sizes, left, right = self.plan.sizes, rect.x + self.plan.name_lefts[row.id], rect.right
        if self.plan.content.options.pictogram and row.kind == "sum":
            left = rect.x + TILE + 2 * PICTURES.pad
        small = Font.REGULAR, sizes.hint, Ink.MUTED
        label, name = self.plan.labels[row.id], (row.font, self.plan.name_size(row), Ink.TEXT)
        base = self._draw_name(label, rect, left, name, small)
        self.draw(*[Text(left - LABELS.number, base, row.letter, *small)] * bool(row.letter))
        worth, high = "" if label.points else row.printed, self.plan.worth_size(row)
        if worth:
            y = base + (0.35 * MM if row.kind == "box" else 0.6 * MM)
            if not label.hints:
                y = rect.y + rect.height / 2 + CAP * high / 2
            self.draw(Text(right, y, worth, Font.BLACK, high, Ink.ACCENT, "right"))
        elif label.most:
            self.draw(Text(right, base, label.most, *self.plan.most_type, "right"))
        if row.mark == "→":
            left += self.plan.measure(row.name, row.font, self.plan.name_size(row)) + PICTURES.pad
            with self.element("Figure", row.mark):
                self.draw(
                    *strokes(
                        row.mark,
                        Rect(left, base - 1.05 * HEAD.mark, TILE, TILE),
                        Ink.TEXT,
                        DRAWN.rule,
                    )
                )
        elif row.mark:
            right -= (
                self.plan.measure(worth or label.most, *self.plan.most_type[:2]) + 4 / 3 * HEAD.mark
            )
            self.draw(
                *sign_items(
                    row.mark,
                    Rect(right, base - 0.85 * HEAD.mark, HEAD.mark, HEAD.mark),
                    self.plan.look,
                    solid=False,
                )
            )

    def _draw_sum(self, names: Sequence[str], rect: Rect) -> float:
        """Draw the sign and the name of a sum of several boxes; return the x behind them."""
        fonts = (
            (Font.BOLD, self.plan.sum_size, Ink.TEXT),
            (Font.REGULAR, self.plan.sizes.hint, Ink.MUTED),
        )
        self._draw_sign("=", rect.x, rect.y + (rect.height - TILE) / 2)
        self._draw_name(
            Label((names[0],), tuple(filter(None, names[1:]))),
            rect,
            rect.x + TILE + 1.5 * MM,
            *fonts,
        )
        return self.plan.sum_left(names)

    def _draw_points(self, row: SheetRow, rect: Rect) -> None:
        """Draw the last line of a row with several boxes.

        Their sum, and the points that follow from it.
        """
        sizes, middle = self.plan.sizes, rect.y + rect.height / 2
        left = rect.x + max(self.plan.name_lefts[row.id], self._draw_sum(row.sum_names, rect))
        worth, rests = row.points_parts
        if worth:
            base = middle + CAP * sizes.worth / 2
            self.draw(Text(left, base, worth, Font.BLACK, sizes.worth, Ink.ACCENT))
            left += self.plan.measure(worth, Font.BLACK, sizes.worth) + 1 * MM
        for number, line in enumerate(rests):
            down = (CAP / 2 + (number - (len(rests) - 1) / 2) * LEADING) * sizes.hint
            self.draw(Text(left, middle + down, line, Font.REGULAR, sizes.hint, Ink.MUTED))

    def _draw_ladder(self, row: SheetRow, rect: Rect) -> None:
        """Draw a sum and the steps of its points: each sum is turned, above its points."""
        small, left = (
            self.plan.look.size(7.5),
            rect.x + self._draw_sum((row.name, row.second_name), rect),
        )
        step, base = (rect.x + rect.width - left) / len(row.ladder), rect.bottom - 0.6 * MM
        for place, (least, points) in enumerate(row.ladder):
            x = left + (place + 0.5) * step
            self.draw(Text(x, base, points, Font.BOLD, small, Ink.ACCENT, "middle"))
            x, y = x + CAP * small / 2, base - (CAP + 0.4) * small
            self.draw(Text(x, y, least, Font.REGULAR, small, Ink.MUTED, up=True))

    def _draw_picture(self, row: SheetRow, rect: Rect) -> None:
        """Draw the dice of a row without words.

        They are in a line above the bracket of those that are added up. A bonus for further Yachts
        has its sign, the first Yacht's points in a box, and the dice.
        """
        look, side, x = (
            self.plan.look,
            min(self.plan.picture_die, rect.height - DRAWN.under),
            rect.x,
        )
        y = rect.y + (rect.height - side - (DRAWN.under if row.added else 0.0)) / 2
        if row.kind == "sum":
            self._draw_sign(row.sign, x, rect.y + (rect.height - TILE) / 2)
            box, side = (
                Rect(
                    x + TILE + PICTURES.pad,
                    rect.y + (rect.height - side) / 2,
                    PICTURES.box * side,
                    side,
                ),
                HEAD.mark,
            )
            self.draw(RoundedRect(box, None, Ink.TEXT, look.box, 0.2 * box.height * look.roundness))
            self.put("P", centred(row.sum_names[0], box, look.size(0.6 * box.height), Font.BOLD))
            x, y = box.right + PICTURES.pad, rect.y + (rect.height - side) / 2
        step = (DRAWN.stacked if row.stacked else 1 + PICTURES.die_gap) * side
        count = DRAWN.behind + 1 if row.stacked else len(row.dice)
        with self.element("Figure", self.plan.content.wording.catalog.dice(row.dice)):
            for place in reversed(range(count)):
                rect = Rect(x + place * step, y, side, side)
                if row.stacked:  # a white edge tells the die from those behind it
                    edge = Rect(rect.x - 1, y - 1, side + 2, side + 2)
                    self.draw(RoundedRect(edge, Ink.PAPER, radius=0.2 * side + 1))
                if place < len(row.dice):
                    self.draw(
                        Die(rect.x, y, side, row.dice[place][0], die_kind(row.dice[place][1], look))
                    )
                else:
                    self.draw(without_pips(rect, look))
        if row.added:
            right = x + ((count if row.stacked else row.added) - 1) * step + side
            top, low = y + side + 0.6 * MM, y + side + DRAWN.under
            ends = (x, top, x, low), (x, low, right, low), (right, low, right, top)
            self.draw(*(Line(*each, DRAWN.rule, Ink.ACCENT, round=True) for each in ends))

    def _draw_dice(self, dice: tuple[Pip, ...], x: float, y: float, height: float) -> None:
        """Draw dice in two lines, the longer one above; a single die is as high as both."""
        gap, across = DICE_GAP * height, (len(dice) + 1) // 2
        most = (max(self.plan.name_lefts.values()) - (across - 1) * gap) / across
        side = min((height - gap) / 2, most) if len(dice) > 1 else height
        with self.element("Figure", self.plan.content.wording.catalog.dice(dice)):
            for place, (face, kind) in enumerate(dice):
                down, over = divmod(place, across)
                at = Rect(x + over * (side + gap), y + down * (side + gap), side, side)
                self.draw(die_in(at, face, kind, self.plan.look))

    def _draw_sign(self, sign: str, x: float, y: float) -> None:
        """Draw the sign of a sum in a tile as large as a die."""
        with self.element("Figure", sign):
            self.draw(*sign_items(sign, Rect(x, y, TILE, TILE), self.plan.look))

    # the panel for a single player: the turn, step by step, and room for the best totals

    def _draw_panel(self, rows: Sequence[tuple[SheetRow, Rect]]) -> None:
        """Draw the panel next to these rows; its heading is next to the cells for names."""
        plan = self.plan
        left = plan.header_place.x + plan.list_width + PANEL.gap
        head = Rect(left, plan.names_top, plan.header_place.right - left, plan.sizes.names)
        words = plan.content.in_each(lambda each: each.catalog.text("sheet", "Your turn"))
        self._draw_panel_heading(words, head)
        boxes = [rect for row, rect in rows if row.kind == "box"]
        end = self._draw_steps(boxes, head)
        heads = [rect for row, rect in rows[1:] if row.kind == "head" and rect.y >= end]
        below = [rect for rect in boxes if rect.y >= end]
        if not heads and below:
            heads, below = below[:1], below[1:]
        if not heads:
            return
        second = heads[0]
        places = [rect for rect in below if rect.y >= second.bottom - 1][: PANEL.totals]
        if places:
            words = plan.content.in_each(lambda each: each.catalog.text("sheet", "Best totals"))
            self._draw_panel_heading(words, replace(head, y=second.y, height=second.height))
            self._draw_best(places, head)

    def _draw_steps(self, boxes: Sequence[Rect], head: Rect) -> float:
        """Draw the steps of a turn below this heading, each beside a box; return where they end.

        Where the boxes are too low for the words of a step, each step is as high as its words.
        """
        gap = self.plan.sizes.row_gap
        width = head.width - self.plan.sizes.dice - PANEL.after_die
        steps = []
        for name, sentences in self.plan.content.wording.turn_steps():
            lines = [line for sentence in sentences for line in self._step_lines(sentence, width)]
            steps.append((name, lines))
        beside = boxes[: len(steps)]
        heights = [self._step_height(*step) for step in steps]
        if max(heights) <= beside[0].height - gap - 1 * MM:
            places = [
                replace(rect, x=head.x, width=head.width, height=rect.height - gap)
                for rect in beside
            ]
        else:
            places = []
            y = beside[0].y
            for height in heights:
                places.append(Rect(head.x, y, head.width, height + PANEL.step_pad))
                y += height + PANEL.step_pad + gap
        listed = self.add("L")
        for number, (step, place) in enumerate(zip(steps, places, strict=True), 1):
            face = 0
            if step[0]:
                face = number
            elif number == len(steps) - 1:
                face = 5
            with self.within(listed), self.element("LI"):
                self._draw_step(*step, face, place)
            if number > 1:
                y = place.y - gap / 2
                self.draw(Line(head.x, y, head.right, y, self.plan.look.hairline))
        return max(places[-1].bottom, beside[-1].bottom - gap)

    def _draw_panel_heading(self, words: Sequence[str], rect: Rect) -> None:
        with self.element("H2"):
            self._draw_head(Label((words[0],), tuple(words[1:])), rect, first=rect.height > 10 * MM)

    def _draw_below_list(self, place: int) -> None:
        """Draw an explanation in the free room below a list, or lines that the foot lacks."""
        room, options = self.plan.free(place), self.plan.content.options
        if options.pictogram or options.audit:
            return
        drawn = self._draw_free(place) if room.height > PANEL.most_free else 0.0
        below = replace(room, y=room.y + drawn, height=room.height - drawn)
        if not self._line_to_remember(self._below_foot):
            self._draw_to_remember(below)

    def _draw_to_remember(self, room: Rect) -> None:
        """Draw lines for what players like to remember, if free room has the height and the width.

        They are the winner, the best of the evening and, unless it is above the rows, the date.
        """
        length = self._line_to_remember(room)
        if not length:
            return
        size = self.plan.look.size(REMEMBERED.size)
        left = room.x
        base = room.bottom - REMEMBERED.below
        for word in self._words_to_remember:
            self.put("P", Text(left, base, word, Font.REGULAR, size, Ink.MUTED))
            left += self.plan.measure(word, Font.REGULAR, size) + REMEMBERED.word_gap
            self.draw(Line(left, base, left + length, base, self.plan.look.hairline))
            left += length + REMEMBERED.gap

    @property
    def _words_to_remember(self) -> list[str]:
        """Words before the lines for what players like to remember."""
        content = self.plan.content
        words = [] if self.plan.header.has_date else [content.text("sheet", "Date")]
        words.append(content.text("sheet", "Winner"))
        words.append(content.text("sheet", "Best of the evening"))
        return words

    def _line_to_remember(self, room: Rect) -> float:
        """Return the length of each of these lines in free room; 0 if it has no room for them."""
        options = self.plan.content.options
        is_plain = not (options.pictogram or options.audit or options.fillable or options.series)
        if not is_plain or room.height < REMEMBERED.height:
            return 0.0
        size = self.plan.look.size(REMEMBERED.size)
        words = self._words_to_remember
        taken = sum(self.plan.measure(word, Font.REGULAR, size) for word in words)
        taken += len(words) * REMEMBERED.word_gap + (len(words) - 1) * REMEMBERED.gap
        length = (room.width - taken) / len(words)
        return min(length, REMEMBERED.max_line) if length >= REMEMBERED.min_line else 0.0

    def _draw_free(self, place: int) -> float:
        """Explain the columns in the free room below the list with this number.

        Return the height of what is drawn; 0 if there is no room for it.

        If there is nothing to explain, it is a further Yacht or the turn. It is divided alike in
        all languages, if there is such a way.
        """
        plan, room = self.plan, self.plan.free(place)
        ways = self._ways_to_fill(place)
        if not ways:
            return 0.0
        ways_of_others = [SheetDrawing(plan=other)._ways_to_fill(place) for other in plan.others]
        ways_of_all = [way for way in ways if all(way in others for others in ways_of_others)]
        way = (ways_of_all or list(ways))[0]
        head, steps = ways[way]
        marks: Sequence[int | str] = plan.heads.signs if any(plan.heads.signs) else range(1, 5)
        top = way.top + way.head
        lines = ceil(len(steps) / way.across)
        width = room.width / way.across
        needed = way.pad + max(self._step_height(*step) for step in steps)
        high = min((room.height - top) / lines, max(needed, PANEL.most_step))
        y = room.y + way.top / 2
        self.draw(Line(room.x, y, room.right, y, DRAWN.rule, Ink.ACCENT))
        if head:
            base = y + 0.75 * way.head
            further_yacht = plan.content.wording.further_yacht()
            bonus = plan.content.ruleset.extra_yachts if head == further_yacht[0] else None
            self.put("H2", Text(room.x, base, head, Font.BLACK, plan.sizes.heading, Ink.ACCENT))
            is_low = way.head < PANEL.free_head
            worth_size = plan.sizes.heading if is_low else plan.sizes.total
            worth = ""
            if bonus:
                worth = "+ " + ("/".join(map(str, bonus.by_column)) or str(bonus.points))
            self.put(
                "P",
                Text(room.right, base, worth, Font.BLACK, worth_size, Ink.ACCENT, "right"),
            )
            y += way.head
        with self.element("L"):
            for number, (mark, step) in enumerate(zip(marks, steps, strict=False)):
                below, over = divmod(number, way.across)
                rect = Rect(room.x + over * width, y + way.top / 2 + below * high, width, high)
                with self.element("LI"):
                    self._draw_step(*step, mark, rect)
        return top + lines * high

    def _ways_to_fill(self, place: int) -> dict[WayToFill, tuple[str, list[Step]]]:
        """Return the ways to fill the room below a list, the best first.

        Each with its heading and its steps.
        """
        plan, room, wording = self.plan, self.plan.free(place), self.plan.content.wording
        free = wording.catalog.text("sheet", "any box, any time")
        turn = wording.turn_steps()[:-2]
        said_ways = [
            wording.further_yacht(),
            (wording.catalog.text("sheet", "Your turn"), turn),
            ("", turn),
        ]
        if any(plan.heads.signs):
            rules = []
            for column in plan.heads.columns:
                rule = wording.column_rule(column) or free
                rules.append((wording.column_name(column), (rule,)))
            said_ways = [("", tuple(rules))]
        heights = (
            (PANEL.step_pad, PANEL.free_top, PANEL.free_head),
            (PANEL.least_step_pad, PANEL.free_top, PANEL.free_head),
            (PANEL.least_step_pad, PANEL.least_free_top, PANEL.free_head),
            (PANEL.least_step_pad, PANEL.least_free_top, PANEL.least_free_head),
        )
        ways = {}
        for (number, (head, said)), (pad, free_top, below_rule), across in product(
            enumerate(said_ways), heights, range(2, 5)
        ):
            if not said:
                continue
            head_height = below_rule if head else 0.0
            wide = room.width / across - plan.sizes.dice - 2 * PANEL.after_die
            top = free_top + head_height
            high = (room.height - top) / ceil(len(said) / across)
            if max(plan.measure(name, Font.BOLD, plan.sizes.name) for name, _ in said) > wide:
                continue
            steps = [(name, self._step_lines(" ".join(lines), wide)) for name, lines in said]
            if max(self._step_height(*step) for step in steps) + pad <= high:
                ways[WayToFill(number, pad, free_top, head_height, across)] = head, steps
        return ways

    def _draw_step(self, name: str, lines: Sequence[str], face: int | str, rect: Rect) -> None:
        """Draw a step of the turn.

        A die or a sign, and its name and words in the middle of this place.
        """
        sizes = self.plan.sizes
        side = min(sizes.dice, rect.height - 1 * MM) if name else 0.52 * sizes.dice
        kind = die_kind("solid", self.plan.look) if face else "blank"
        figure = (
            name
            if isinstance(face, str)
            else self.plan.content.wording.catalog.dice([(face, "solid")])
        )
        with self.element("Lbl"), self.element("Figure", figure):
            top = rect.y + (rect.height - side) / 2
            if isinstance(face, str):
                self.draw(*sign_items(face, Rect(rect.x, top, side, side), self.plan.look))
            else:
                self.draw(Die(rect.x, top, side, face, kind))
        y, left = (
            rect.y + (rect.height - self._step_height(name, lines)) / 2,
            rect.x + sizes.dice + PANEL.after_die,
        )
        with self.element("LBody"):
            if name:
                y += CAP * sizes.name
                self.draw(Text(left, y, name, Font.BOLD, sizes.name))
                y += PANEL.after_name
            for place, line in enumerate(lines):
                base = (
                    y
                    + 0.7 * sizes.hint
                    + place * max(PANEL.min_leading, PANEL.leading * sizes.hint)
                )
                self.draw(Text(left, base, line, Font.REGULAR, sizes.hint, Ink.MUTED))

    def _step_lines(self, said: str, width: float) -> list[str]:
        """Return the lines below the name of a step in this width."""
        more = Font.REGULAR, self.plan.sizes.hint, self.plan.measure
        return balanced(lambda room: wrap(said, room, *more), width, lambda line: " " not in line)

    def _step_height(self, name: str, lines: Sequence[str]) -> float:
        """Return the height of the words of a step."""
        sizes, step = self.plan.sizes, max(PANEL.min_leading, PANEL.leading * self.plan.sizes.hint)
        return (
            (CAP * sizes.name + PANEL.after_name if name else 0.0)
            + 0.7 * sizes.hint
            + (len(lines) - 1) * step
        )

    def _draw_best(self, rects: Sequence[Rect], head: Rect) -> None:
        """Draw boxes for dates and totals in these rows, numbered by dice."""
        look, text, sizes = self.plan.look, self.plan.content.text, self.plan.sizes
        left, radius = head.x + PANEL.total_left, sizes.radius * look.roundness
        date = PANEL.date * (head.width - PANEL.total_left - sizes.column_gap)
        total = head.x + PANEL.total_left + date + sizes.column_gap
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
                        self.draw(
                            Die(
                                head.x,
                                rect.y + (high - PANEL.total_die) / 2,
                                PANEL.total_die,
                                number,
                                "open",
                            )
                        )
                    self.add("TD")
                    self.add("TD")
                    end = Rect(total, rect.y, head.right - total, high)
                    self.draw(
                        RoundedRect(
                            Rect(left, rect.y, date, high), None, Ink.TEXT, look.box, radius
                        )
                    )
                    self.draw(RoundedRect(end, None, Ink.ACCENT, look.sum, radius))


def mark_in(cell: Rect) -> tuple[float, float]:
    """Return the distance of the dice from the corner of a cell for a name, and their side.

    In a narrow cell the name is below the dice; these are small if the cell is low as well.
    """
    if cell.width > 20 * MM:
        return (1.5 if cell.height > 8 * MM else 1.2) * MM, 4.2 * MM
    return (1.5 * MM, 3.6 * MM) if cell.height >= 9 * MM else (0.6 * MM, 3 * MM)


# pages


class Sheets(Sequence[Page]):
    """Pages of many sheets that share one plan.

    Each is painted when it is used, so that many take no more memory. Raises SheetgenError, with
    the arithmetic, if they do not fit.
    """

    def __init__(self, wording: Wording, options: LayoutOptions, measure: Measure) -> None:
        self._content = content = Content(wording, options, measure)
        content.check_options()
        refused = []
        for self.plan in Planner(
            content
        ).plans():  # the first in which all names fit above their columns
            names = [self.plan.name_cell(place, 0) for place in range(len(self.plan.lists))]
            heads = tuple(
                _name_place(cell, content.first + self.plan.columns - 1) for cell in names
            )
            step = self.plan.column + self.plan.sizes.column_gap
            self._names = PrintedNames(heads, step, options.look, measure)
            try:
                if not content.by_games and content.survey.longest:
                    self._names.check_widths(content.fillings, content.survey.longest)
            except SheetgenError as error:
                refused.append(error)
            else:
                return
        raise refused[0]

    def warn(self) -> None:
        """Warn of all that is left out because the paper has no room for it."""
        for lacking in self.plan.left_out:
            warnings.warn(lacking, stacklevel=3)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page, in points."""
        return self.plan.page

    @cached_property
    def letters(self) -> frozenset[str]:
        """Letters of all texts that are filled in on any page."""
        found = set("".join(map(str, range(10))))
        for filling in self._content.fillings:
            found.update(*filling.names, *filling.values.values())
        return frozenset(found)

    def __len__(self) -> int:
        return len(self._contents)

    @overload
    def __getitem__(self, place: int) -> Page: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Page]: ...
    def __getitem__(self, place: int | slice) -> Page | Sequence[Page]:
        numbers = range(len(self))[place]
        return (
            self._page(numbers)
            if isinstance(numbers, int)
            else [self._page(each) for each in numbers]
        )

    def _page(self, place: int) -> Page:
        """Return the page with this number, from 0.

        What it shares with others is in `Page.still`.
        """
        content, options, plan, blank, head = (
            self._content,
            self._content.options,
            self.plan,
            self._blank,
            Drawing(),
        )
        filling, owner = self._contents[place]
        names = () if content.by_games else filling.names
        number = str(place + 1) if options.numbered else ""
        own = {"number": number, "player": owner, "game": str(options.game or "")}
        plan.header.draw_values(
            plan.header_place, {**own, **options.values, **filling.values}, head
        )
        cells = (*head.cells, *blank.cells)
        if content.by_games:
            cells = tuple(
                replace(each, id=replace(each.id, player=each.id.player and place + 1))
                for each in cells
            )
        above = self._names.draw(names, filling) if any(names) else ()
        label = owner or ", ".join(filter(None, names))
        return replace(
            blank, items=(*head.items, *above, *self._names_again(names)), cells=cells, label=label
        )

    @cached_property
    def _contents(self) -> list[tuple[Filling, str]]:
        """Filling of each page and, where each player has a page, the player's name."""
        content = self._content
        if not content.by_games:
            return [(filling, "") for filling in content.fillings]
        counted = (
            (each, max(1, count_players(each, content.options.players)))
            for each in content.fillings
        )
        return [
            (each, name) for each, count in counted for name in (*each.names, *[""] * count)[:count]
        ]

    @cached_property
    def _shared(self) -> SheetDrawing:
        return SheetDrawing(plan=self.plan).paint()

    @cached_property
    def _blank(self) -> Page:
        """Page without names and values."""
        cells = (*self._shared.cells, *self.plan.cells)
        return Page(
            *self.size, (), cells, "", tuple(self._shared.items), tuple(self._shared.elements)
        )

    def _names_again(self, names: Sequence[str]) -> Iterator[Text]:
        """Yield the names next to the second heading of each list, in one size.

        Like the names above, they are as large as the longest fits. They are cut off at the minimum
        size, and left out if this leaves less than two letters of one.
        """
        if any(self.plan.heads.signs) or not any(names):
            return
        for place, rows in enumerate(self.plan.rows):
            for row, rect in rows[1:]:
                if row.kind == "head":
                    yield from self._names_in_heading(place, rect, names)

    def _names_in_heading(self, place: int, rect: Rect, names: Sequence[str]) -> Iterator[Text]:
        """Yield the names next to one heading of the list with this number."""
        measure = self._content.measure
        look = self._content.options.look
        lefts = []
        rooms = []
        for column in range(len(names)):
            cell = self.plan.cell(place, column, rect)
            lefts.append(cell.x + self._shared.marks_width(column) + 1.5 * MM)
            rooms.append(cell.right - lefts[-1])
        size = look.size(NAMES.again)
        for name, room in zip(names, rooms, strict=True):
            if name:
                size = min(size, floor(2 * room / measure(name, Font.BOLD, 1)) / 2)
        size = max(size, look.size(NAMES.min_size))
        texts = []
        for name, room in zip(names, rooms, strict=True):
            texts.append(_cut(name, room, lambda text: measure(text, Font.BOLD, size)))
        if any(len(text) < 3 for text, name in zip(texts, names, strict=True) if text != name):
            return
        base = self._shared.heading_base(rect)
        for text, left in zip(texts, lefts, strict=True):
            if text:
                yield Text(left, base, text, Font.BOLD, size, Ink.MUTED)


def _cut(text: str, room: float, width_of: Callable[[str], float]) -> str:
    """Return the beginning of a text that has this room, with an ellipsis if some is cut off."""
    while len(text) > 1 and width_of(text) > room:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text


def lay_out_sheet(
    ruleset: Ruleset, catalog: Catalog, options: LayoutOptions, measure: Measure
) -> list[Page]:
    """Return the complete pages of a score sheet.

    Raises SheetgenError, with the arithmetic, if it does not fit.
    """
    return [whole(page) for page in Sheets(Wording(ruleset, catalog), options, measure)]


def whole(page: Page) -> Page:
    """Return the page with all its items in `Page.items`, and none in `Page.still`."""
    return replace(page, items=(*page.still, *page.items), still=())


def most_columns(ruleset: Ruleset, catalog: Catalog, paper: Paper, measure: Measure) -> int:
    """Return the maximum number of players, or games of one player, on the paper.

    0 if the rows do not fit.
    """
    return Planner(Content(Wording(ruleset, catalog), LayoutOptions(paper), measure)).most_columns()


# names above columns

_ROUNDING = 1e-6
"""Tolerance for widths that were computed in two ways."""


class PrintedNames:
    """Names above columns, as large as they fit, in one line or two.

    `heads` are the places for names above the first column of each list, `step` the distance to the
    next column.
    """

    def __init__(self, heads: tuple[Rect, ...], step: float, look: Look, measure: Measure) -> None:
        self._heads, self._step, self._measure = heads, step, measure
        self._room = heads[0].width - NAMES.pad
        self._min = look.size(NAMES.min_size)
        most, height = max(NAMES.max_size, self._min), heads[0].height - _ROUNDING
        self._one, self._two = (min(most, height / (lines * NAMES.leading)) for lines in (1, 2))
        """Maximum font sizes for the height of one line, and of two."""

    def check_widths(self, fillings: Sequence[Filling], longest: str) -> None:
        """Raise SheetgenError for the first name that does not fit above its column.

        The error has file and line. No name needs a look if the longest fits in one line of the
        minimum size.
        """
        if (
            self._measure(longest, Font.BOLD, self._min + _ROUNDING) <= self._room
            and self._one >= self._min
        ):
            return
        for filling in fillings:
            for name in filter(None, filling.names):
                self._largest(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling) -> Iterator[Text]:
        """Yield the names above their columns, in each list, all in the size of the longest."""
        size = min(self._largest(name, filling) for name in names if name)
        for head in self._heads:
            for column, name in enumerate(names):
                lines = self._lines(name, size)
                middle = head.x + head.width / 2 + column * self._step
                down = CAP / 2 - NAMES.leading * (len(lines) - 1) / 2
                for line, width in lines:
                    base = head.y + head.height / 2 + size * down
                    yield Text(middle - size * width / 2, base, line, Font.BOLD, size)
                    down += NAMES.leading

    def _largest(self, name: str, filling: Filling) -> float:
        """Return the largest font size of a name, in one line or two.

        Raises SheetgenError, with file and line, if it is too long for the minimum size.
        """
        width = self._width(name)
        wider, _ = in_two(name, width, self._width)
        largest = max(
            min(self._room / (width + _ROUNDING), self._one),
            min(self._room / (wider + _ROUNDING), self._two),
        )
        if largest < self._min:
            need, have = ceil(self._measure(name, Font.BOLD, self._min) / MM), int(self._room / MM)
            error = SheetgenError(
                "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s "
                "mm at %(size)s pt; "
                "shorten it, or take fewer players or a larger paper",
                name=name,
                have=have,
                size=f"{self._min:g}",
                need=need,
            )
            error.option = "names"
            raise error_at(error.cured(figures=Figures(need, have)), filling)
        return max(self._min, floor(2 * largest) / 2)

    def _lines(self, name: str, size: float) -> list[tuple[str, float]]:
        """Return the lines of a name at this size, with their widths at one point."""
        width = self._width(name)
        if size <= min(self._room / (width + _ROUNDING), self._one):
            return [(name, width)]
        return in_two(name, width, self._width)[1]

    def _width(self, words: str) -> float:
        """Return the width of words at one point."""
        return self._measure(words, Font.BOLD, 1)


def _name_place(cell: Rect, players: int) -> Rect:
    """Return the place for the name in a cell.

    Next to the dice that number it or, in a narrow cell, below them.
    """
    pad, mark = mark_in(cell)
    if cell.width > 20 * MM:
        taken = 1.2 * MM + (mark + 0.5 * MM) * len(numbered(min(players, 12)))
        return Rect(
            cell.x + taken, cell.y + 0.5 * MM, cell.width - taken - 0.5 * MM, cell.height - MM
        )
    top = pad + mark
    return Rect(cell.x + 0.5 * MM, cell.y + top, cell.width - MM, cell.height - top - 0.4 * MM)


# forms

_MOST_ON_SCREEN = 6
"""Maximum number of players on a page that is filled in on a screen. More are hard to read without
scrolling."""
_MOST_FORM_COLUMNS = 200
"""Maximum number of columns in all pages of a form. Viewers are slow with more fields."""


def lay_out_form(
    ruleset: Ruleset, catalog: Catalog, options: LayoutOptions, measure: Measure
) -> list[Page]:
    """Return the pages of a sheet that is filled in on a screen.

    The names in `options` only count the players. Each page has up to six players and one game. If
    the columns are games, each player has a page. Raises SheetgenError like `lay_out_sheet`, and
    warns of what is LeftOut.
    """
    players = max(len(options.names), options.players or 0) or None
    look = replace(options.look, least_height=options.look.least_height - SHEET.typed)
    asked = replace(options, names=(), players=players, fillable=True, look=look)
    content = Content(Wording(ruleset, catalog), asked, measure)
    content.check_options()
    columns = (players or 1) * (options.games or 1)
    if columns > _MOST_FORM_COLUMNS:
        raise SheetgenError(
            "%(count)s players times games are too many for one form; %(limit)s at most; make "
            "several forms",
            count=columns,
            limit=_MOST_FORM_COLUMNS,
        )
    parts = [asked] if content.by_games else _form_pages(content)
    made = [Sheets(content.wording, part, measure) for part in parts]
    for sheets in made:
        sheets.warn()
    return [whole(page) for sheets in made for page in sheets]


def _form_pages(content: Content) -> Iterator[LayoutOptions]:
    """Yield the options of each page of a form: its players and its game.

    Players are divided as evenly as possible. A page has no more players than leave room for all
    headings, if there is such a number.
    """
    planner, options = Planner(content), content.options
    held = range(planner.most_columns(enough=_MOST_ON_SCREEN), 0, -1)
    plans = ((columns, planner.try_columns(columns)) for columns in held)
    most = next(
        (columns for columns, plan in plans if plan and not content.left_out(plan.lists)),
        max(held, default=1),
    )
    count = options.players or min(most, content.ruleset.sheet.count)
    sheets = ceil(count / most)
    for game in range(1, options.games + 1) if options.games else (0,):
        for place in range(sheets):
            first, last = count * place // sheets, count * (place + 1) // sheets
            yield replace(options, players=last - first, games=None, first=first + 1, game=game)
