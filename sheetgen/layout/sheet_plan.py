"""Plan of a sheet: the place of everything on its pages, and the search for the best plan.

The printed sheet, the fields of a form, the code and the map for programs all use the places of one
plan.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain, islice, pairwise, product
from math import ceil, floor, inf
from typing import Any, NoReturn

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.errors import Cure, Figures, LeftOut, Message, SheetgenError
from sheetgen.i18n.catalog import ENGLISH, load_catalog, shipped_languages
from sheetgen.i18n.wording import BETWEEN, Wording
from sheetgen.layout.code import CODE_MARGIN, DIE, code_of, code_places, old_code_of
from sheetgen.layout.content import Content, error_at
from sheetgen.layout.fitting import Way, first_fitting, ways
from sheetgen.layout.frame import (
    LARGE_PRINT,
    MARGINS,
    NARROW_PAD_WIDTH,
    PAD_BOX,
    PAD_MARGIN,
    SIZES,
    Arrangement,
    Footer,
    Header,
    Margin,
    OnPage,
    PagePart,
    Sizes,
    pad_sizes_of,
    sizes_of,
)
from sheetgen.layout.options import larger_pads, larger_papers
from sheetgen.layout.primitives import (
    CAP,
    DESCENT,
    DIE_LETTERS,
    LEADING,
    MM,
    PIPS,
    Bracket,
    Cell,
    CellId,
    CellMap,
    Drawing,
    Font,
    Ink,
    Line,
    PlacedCell,
    PlaceKind,
    Rect,
    in_two,
    wrap,
)
from sheetgen.layout.rows import (
    FURTHER_ROLLS,
    HEAD,
    MATCH_POINTS,
    Hints,
    PlayerColumns,
    Rows,
    SheetRow,
    dice_width,
    first_addends,
    in_one_row,
    plain_id,
    sums_across,
    without_ticks,
)
from sheetgen.layout.themes import AFTER_TICKS, LEAST_TICK, TICK_GAP, TILE

_NEVER = 1e6
"""Width of a label without a wording that fits, in points."""
_GAMES = 6
"""Usual number of games of one player on a page of middle size: as drawn in the design for A5."""
_LANDSCAPE_FROM = 7
"""Number of columns from which landscape is tried first, from the design."""


# Lengths are in points and come from the design, unless a comment says otherwise.


class SheetMeasures(Struct, frozen=True):
    """Sheet, and its rows."""

    max_pitch: float = 16.5 * MM
    """Maximum height of a row, including the gap below it; the header and the names take the
    remaining height."""
    list_gap: float = 6 * MM
    """Gap between two lists of rows."""
    min_names: float = 7.5 * MM
    """Minimum height of the cells for names."""
    more_names: float = 8 * MM
    """Maximum height that these cells take of what is left."""
    sum_gap: float = 0.9 * MM
    """Extra room for the rule above a sum without a bracket."""
    category_gap: float = 1.5 * MM
    """Extra room for the rule between two categories with several boxes."""
    corner_line: float = 0.6 * MM
    """Thickness of the corner marks; no other black line is wider."""
    below_glue: float = 0.3 * MM
    """Free height below the glue of a pad if the margin is given up: ascenders rise this far above
    capitals."""
    checked_head: float = 4.5 * MM
    """Height of the words above squares to tick, on a reverse for checks."""
    dense_checked_head: float = 3.2 * MM
    typed: float = 0.5 * MM
    """Height that boxes of a form may save, since they are not filled in by hand."""


SHEET = SheetMeasures()


class BoxMeasures(Struct, frozen=True):
    """Boxes, and how they share the width with the labels."""

    part_gap: float = 0.4 * MM
    """Gap between the columns of one player."""
    player_gap: float = 2.4 * MM
    """Minimum gap between players, where categories have several boxes."""
    digits: float = 14 * MM
    """Width of a box for three digits, in games with columns."""
    digits_label_share: float = 0.265
    """Share of the width that boxes for three digits must leave to the labels. From no drawing."""
    narrow: float = 15 * MM
    """Width below which boxes are better in landscape."""
    max_width: float = 40 * MM
    """Maximum width in landscape."""
    max_ratio: float = 2.6
    """Maximum width in landscape, as a factor of the height."""
    max_label: float = 0.4
    """Maximum share of the labels in the width."""
    max_label_on_small: float = 0.45
    """The same share on small pages and in narrow lists. From no drawing."""
    max_label_on_pad: float = 0.6
    """The same share on pads, whose boxes are narrow. From no drawing."""
    checked: float = 28.9 * MM
    """Maximum width of columns on a reverse for checks."""
    checked_label: float = 60 * MM
    """Minimum width of labels on a reverse for checks."""
    tick_above: float = 3.6 * MM
    """Minimum side of ticks above a box, unless the layout is dense."""
    bonus: float = 0.56
    """Share of a bonus's cell for the bonus itself, above its missing points, on screens."""
    to_go_edge: float = 1.5
    """Distance of the missing points from the lower line."""


BOXES = BoxMeasures()


class LabelMeasures(Struct, frozen=True):
    """Labels of rows."""

    step: float = 0.6 * MM
    """Step to which the width of labels is rounded up."""
    number: float = 4.5 * MM
    """Width of the letter or number before the name of a row."""
    after_dice: float = 2.7 * MM
    before_worth: float = 3 * MM
    """Gap before the points."""
    air: float = 2.2 * MM
    """Minimum free height above and below the words together."""
    rule_gap: float = 0.3 * MM
    """Minimum distance of the letters of a name in two lines from the rules around it. From no
    drawing."""
    head_end: float = 1.0 * MM
    """Distance from the last baseline of a heading in two lines to its rule."""
    head_air: float = 1.2 * MM
    """Free height above such a heading."""
    # dice
    dice_width: float = 1.53
    """Width of five dice in two lines, as a factor of their height: three dice of 0.47 and two gaps
    of 0.06 are a line; two dice and a gap are the height."""
    min_dice: float = 6 * MM
    """Minimum height of dice in two lines."""
    min_digit_dice: float = 7 * MM
    """Minimum height of dice with digits."""
    smaller_dice: float = 7.8 * MM
    """Height of dice in two lines before they get their minimum."""
    several_dice: float = 9.9 * MM
    """Height of dice where categories have several boxes."""
    # words
    grand_air: float = 1.5 * MM
    """Free height above and below the words in the bar of the grand total."""
    grand_step: float = 0.5
    """Step in which the name in this bar is made smaller for the sake of its hint, and the minimum
    by which it stays larger than headings."""
    above_capitals: float = 0.07
    """Height by which accents rise above capitals, as a factor of the font size. Like the next one
    from the fonts that come with sheetgen, rounded up."""
    below_line: float = 0.2
    """Depth of a letter such as g below the line, as a factor of the font size."""
    grand_pad: float = 3 * MM
    """Distance of the words from the ends of this bar."""
    before_grand_hint: float = 4 * MM
    """Minimum gap between the name and a hint on its line. From no drawing."""
    grand_hints: tuple[float, ...] = (9.0, 8.2)
    """Font sizes of a hint in the bar of the grand total, which has one line; the second one where
    the first is too large."""
    most_larger: float = 2.3
    """Difference between the font size of possible values and that of hints."""
    several_numbers: float = 0.7
    """Font size of several numbers, as a factor of that of one: 11 points next to 16."""
    large_hint: float = 14.0
    """Minimum size of a large hint: from here on a millimetre is free between it and its name."""
    min_hints: tuple[tuple[float, float], ...] = ((12 * MM, 8.2), (10 * MM, 8.0), (0.0, 7.5))
    """Minimum font size of a hint in rows from each height on."""
    # ladder of points, as factors of its font size
    rung: float = 3.2 / 7.5 * MM
    """Width of one step: 3.2 mm at 7.5 points, the smallest hint; more in large print."""
    ladder: float = 2.95
    """Height."""


LABELS = LabelMeasures()


class SumMeasures(Struct, frozen=True):
    """Brackets that lead from addends to their sum, in a lane between labels and boxes."""

    lane: float = 2.1 * MM
    """Distance of the brackets from the boxes."""
    label_gap: float = 1.6 * MM
    """Distance of the labels from the brackets."""
    dense_lane: float = 1.3 * MM
    """Distance of the brackets from the boxes in dense rows."""
    dense_label_gap: float = 1.1 * MM
    """Distance of the labels from the brackets in dense rows. From no drawing."""
    second_lane: float = 6 * MM
    """Distance between the lanes, on a sheet without words."""
    arm: float = 1.2 * MM
    """Arm at the first addend."""
    start: float = 1.5 * MM
    """Distance by which one bracket starts below the end of another."""
    reach: float = 0.15 * MM
    """Gap before the box."""


SUMS = SumMeasures()


class PictureMeasures(Struct, frozen=True):
    """Labels without words."""

    pad: float = 1.5 * MM
    """Gap between the parts of a picture."""
    box: float = 1.4
    """Width of a box, as a factor of its height."""
    die: float = 0.73
    """Side of dice in one line, as a share of that of dice in two."""
    die_gap: float = 0.13
    """Gap between dice, as a share of their side: for dice of 5.7 mm."""


PICTURES = PictureMeasures()


class SinglePlayerMeasures(Struct, frozen=True):
    """Panel next to the rows of a single player."""

    min_width: float = 58 * MM
    gap: float = 12 * MM
    """Gap before the panel."""
    rows: int = 9
    """Minimum number of rows next to it."""
    box: float = 42 * MM
    """Width of a box next to a panel."""
    min_box: float = 30 * MM
    """Minimum width of this box. From no drawing."""
    # a step of the turn
    leading: float = 1.17
    """Distance between two baselines, as a factor of the font size."""
    min_leading: float = 3.4 * MM
    after_die: float = 3 * MM
    after_name: float = 1.6 * MM
    step_pad: float = 2.4 * MM
    """Free height of a step."""
    least_step_pad: float = 0.6 * MM
    """The same where it is short below a list. From no drawing."""
    most_step: float = 16 * MM
    """Maximum height of a step below a list, unless its words need more. From no drawing."""
    # the best totals
    totals: int = 6
    """Maximum number of best totals."""
    total_left: float = 8.4 * MM
    """Distance of their boxes from the left."""
    total_die: float = 5.4 * MM
    """Side of the dice that number them."""
    date: float = 0.43
    """Width of a box for a date, as a part of the width of both boxes."""
    # what fills the room below a list
    most_free: float = 12 * MM
    """Height of the room that may stay free."""
    free_top: float = 4 * MM
    """Height of the rule above what fills it."""
    least_free_top: float = 2 * MM
    """The same where the height is short. From no drawing."""
    free_head: float = 8 * MM
    """Height of a heading above what fills it."""
    least_free_head: float = 6 * MM
    """The same where the height is short: the letters of a heading keep a millimetre from the rule
    above them. From no drawing."""


PANEL = SinglePlayerMeasures()


class Label(Struct, frozen=True):
    """Words printed in the label of a row."""

    names: tuple[str, ...]
    """Lines of the name: one, or two without hints in a narrow column."""
    hints: tuple[str, ...] = ()
    points: str = ""
    """Points in front of the first hint, where the label is narrow; elsewhere they are on the right
    of the name."""
    most: str = ""
    """Words for the maximum of the row, on the right of the name."""


class Shortage(Struct, frozen=True):
    """Reason why a sheet does not fit.

    The length it needs in one direction, and the length there is.
    """

    need: float
    have: float
    least: float = 0.0
    """Minimum size of a box in that direction; 0 if it is not the boxes that have no room."""
    count: int = 0
    """Number of boxes next to or below each other."""
    label: float = 0.0
    """Width of the labels and side columns; 0 if the height is short."""


class SheetPlan(OnPage, frozen=True, eq=False, dict=True):
    """Sheet with all its sizes. Those with a default value are found by `fit`."""

    columns: int
    header: Header
    footer: Footer
    lists: Rows
    """Rows without the headings and ticks that are left out."""
    labels: Mapping[str, Label] = field(default_factory=dict)
    """Labels by the id of their row."""
    label_width: float = 0.0
    """Width of the labels, up to the gap before the boxes."""
    column: float = 0.0
    """Width of a player's boxes."""
    pitch: float = 0.0
    """Height of a row, including the gap below it."""
    narrow: bool = False
    """Flag: the labels are so narrow that points are in front of hints, and names start right
    behind their dice."""
    sums_at_sign: bool = False
    """Flag: in narrow labels, long names of sums start right behind their sign."""
    panel: bool = False
    """Flag: the panel of a single player is next to the rows."""
    has_bar_hint: bool = False
    """Flag: the bar of the grand total has a line for a hint."""
    usual_bar_hint: float = LABELS.grand_hints[0]
    """Font size of this hint, unless the look has larger ones."""
    bar_in_one_line: bool = False
    """Flag: this hint is at the end of the bar, on the line of the name."""
    others: tuple["SheetPlan", ...] = ()
    """Plans of the same sheet in other languages, if it is arranged alike in all of them."""

    # the page: header, footer, code and corner marks

    @property
    def glue(self) -> float:
        """Free height at the top of the page, for the glue of a pad."""
        glue = self.content.options.glue
        return (
            max(0.0, glue + SHEET.below_glue - self.margin.end)
            if "margin" in self.arrangement.left_out
            else glue
        )

    @property
    def top(self) -> float:
        """Upper edge of the type area."""
        return self.margin.end + self.glue

    @property
    def header_place(self) -> Rect:
        """Place of the header."""
        return Rect(self.margin.side, self.top, self.width, self.sizes.header)

    @property
    def names_top(self) -> float:
        """Upper edge of the cells for names, below the header."""
        return self.top + self.sizes.header

    @cached_property
    def code(self) -> list[tuple[int, Rect]]:
        """Faces and places of the dice of the code.

        In the corner of a low header, or next to the footer.
        """
        if not self.content.options.code:
            return []
        top = self.top
        lines = 1 if self.sizes.flat else 2
        if self.sizes.code_in_foot:
            top = self.page[1] - self.margin.end - DIE
            lines = 1
        options = self.content.options
        special = (*options.moved_by, *filter(None, (options.audit, "form" * options.fillable)))
        faces = code_of(self.content.ruleset, self.columns, self.page, special)
        return list(zip(faces, code_places(self.margin.side + self.width, top, lines), strict=True))

    @property
    def old_code(self) -> tuple[int, ...]:
        """Faces of the code of an older sheet, which are of the places of its boxes."""
        cells = [(cell.id.row, cell.rect) for cell in self.cells if cell.kind != "name"]
        return old_code_of(self.content.ruleset, self.columns, self.page, cells)

    @property
    def above_command(self) -> Rect:
        """Type area above the command in the margin, without the code.

        The code keeps free space below it.
        """
        right = self.margin.side + self.width
        if self.code and self.sizes.code_in_foot:
            right = min(place.x for _, place in self.code) - CODE_MARGIN
        height = self.page[1] - self.margin.end - self.top
        return Rect(self.margin.side, self.top, right - self.margin.side, height)

    @property
    def corner_marks(self) -> Iterator[Bracket]:
        """Corner marks around all that is written in."""
        margin, count = self.margin, len(self.lists)
        left, top = self.margin.side - margin.spread, self.names_top - margin.spread
        wide = self.list_width * count + SHEET.list_gap * (count - 1)
        bottom = max(rect.bottom for rows in self.rows for _, rect in rows) - self.sizes.row_gap
        radius = 0.36 * margin.arm * min(self.look.roundness, 1.2)
        for x, right in ((left, 1), (self.margin.side + wide + margin.spread, -1)):
            for y, down in ((top, 1), (bottom + margin.spread, -1)):
                yield Bracket(x, y, margin.arm, radius, SHEET.corner_line, (right, down))

    # lists, rows and columns

    @property
    def all_rows(self) -> list[SheetRow]:
        """Rows of all lists."""
        return [*chain(*self.lists)]

    @property
    def per_player(self) -> int:
        """Number of columns of each player."""
        return len(self.heads.columns)

    @property
    def heads(self) -> PlayerColumns:
        """Headers of a player's columns, in one language if the second is left out."""
        return self.content.heads["columns" in self.arrangement.left_out]

    @cached_property
    def beside(self) -> float:
        """Width of all side columns and of the lane for brackets."""
        return self.lane + sum(column.width for column in self.content.side_columns)

    @property
    def lane(self) -> float:
        """Width of the lane for the brackets of sums.

        It is between the labels and the gap before the boxes.
        """
        return max(0.0, sum(self._lane) + self.second_lane - self.sizes.column_gap)

    @property
    def second_lane(self) -> float:
        """Width of the lane for the bracket of the grand total, on a sheet without words."""
        return SUMS.second_lane if self.content.options.pictogram else 0.0

    def combs(self, rows: Sequence[tuple[SheetRow, Rect]]) -> Iterator[Line]:
        """Yield the lines from all addends of a sum without a bracket into its box or bar.

        Only a sheet without words has them.
        """
        if not self.second_lane:
            return
        middles = {row.id: rect.y + (rect.height - self.sizes.row_gap) / 2 for row, rect in rows}
        for row, rect in rows:
            addends = self._addends_in_comb(row, [other for other, _ in rows])
            if not addends:
                continue
            label = self.label(rect)
            gap = self._lane[1]
            if self.content.options.left_handed:
                x = label.x - gap
                end_of_arm = x - (self.second_lane - SUMS.arm)
            else:
                x = label.right + gap
                end_of_arm = x + (self.second_lane - SUMS.arm)
            if row.kind == "grand":
                end = rect.y
                rows_with_arm = addends
            else:
                end = middles[row.id]
                rows_with_arm = [*addends, row]
            for other in rows_with_arm:
                width = self.look.grand if other.kind == "sum" else self.look.sum
                y = middles[other.id]
                yield Line(x, y, end_of_arm, y, width, Ink.ACCENT)
            start = middles[addends[0].id]
            yield Line(x, start, x, end, self.look.grand, Ink.ACCENT, round=True)

    def _addends_in_comb(self, row: SheetRow, rows: Sequence[SheetRow]) -> list[SheetRow]:
        """Return the rows that this row adds; none for a row that no comb leads to."""
        ruleset = self.content.ruleset
        total = ruleset.declared.get(row.id)
        if total is None or total.kind != "sum":
            return []
        if row.kind == "sum" and row.id in self.first_addends:
            return []  # a bracket leads to it
        if row.kind != "sum" and self.per_player > 1:
            return []  # a total of several columns is below all of them
        parts = {plain_id(part) for part in ruleset.addends[ruleset.in_first_column(total).id]}
        return [
            other
            for other in rows
            if other is not row and parts & {other.id, other.points, *other.boxes}
        ]

    @property
    def _lane(self) -> tuple[float, float]:
        """Width of the lane beside the labels, and its distance from them."""
        if self.sizes.dense:
            return SUMS.dense_lane, SUMS.dense_label_gap
        return SUMS.lane, SUMS.label_gap

    @cached_property
    def first_addends(self) -> dict[str, str]:
        """Row of the first addend by the id of each sum that has a bracket."""
        found = (first_addends(rows, self.content.ruleset) for rows in self.lists)
        return {row: first for each in found for row, first in each.items()}

    def line(self, row: SheetRow, above: int = 0) -> float:
        """Return the width of the outline of a sum, or of a sum some levels above it."""
        look = self.look
        lines = (look.sum, look.section, (look.section + look.grand) / 2)
        return lines[
            min(2, row.level - 1 + above) if row.id in self.content.ruleset.declared else 0
        ]

    @cached_property
    def adds_up_across(self) -> bool:
        """Flag: the sums across columns have the same total as those of the columns."""
        across = sums_across(self.content.ruleset)
        columns = (
            total
            for total in self.content.ruleset.totals
            if total.kind == "sum" and not total.across
        )
        return any({*total.of} == {each.of[0] for each in across.values()} for total in columns)

    def brackets(self, rows: Sequence[tuple[SheetRow, Rect]]) -> Iterator[Bracket]:
        """Yield both halves of the bracket of each sum in a list.

        From its first addend down, and on to its box.
        """
        first_of, (lane, _), side = (
            self.first_addends,
            self._lane,
            -1 if self.content.options.left_handed else 1,
        )
        middles = {row.id: rect.y + (rect.height - self.sizes.row_gap) / 2 for row, rect in rows}
        boxes = rows[0][1].x + self.shifts["cells"]
        if side < 0:
            boxes += self.columns * (self.column + self.sizes.column_gap) - self.sizes.column_gap
        for row in (row for row, _ in rows if row.id in first_of and row.kind == "sum"):
            width, first, arm = self.line(row), first_of[row.id], min(SUMS.arm, lane - 0.5 * MM)
            x, low = boxes - side * (lane + width / 2), middles[row.id]
            top = middles[first] + SUMS.start * (first in first_of)
            half = (low - top) / 2 + width / 2 + 0.1
            yield Bracket(x, top - width / 2, arm, arm, width, (side, 1), Ink.ACCENT, half)
            yield Bracket(
                x,
                low + width / 2,
                lane - SUMS.reach + width / 2,
                arm,
                width,
                (side, -1),
                Ink.ACCENT,
                half,
            )

    @property
    def heads_height(self) -> float:
        """Height of the headers of a player's columns.

        On the reverse, with the words above squares to tick.
        """
        above = (
            (SHEET.checked_head, SHEET.dense_checked_head)[self.sizes.dense]
            if self.content.options.audit == "boxes"
            else 0.0
        )
        return self.heads.height(self._column_places, self.sizes.column_gap) + above

    @property
    def _column_places(self) -> list[Rect]:
        """Places of the columns of a player, at the left edge of the page."""
        return self.parts(Rect(0, 0, self.column, 0), self.per_player)

    @cached_property
    def slots(self) -> int:
        """Number of boxes of each player next to each other.

        One a column, and one for sums across them.
        """
        return self.per_player + any(row.across for row in self.all_rows)

    @property
    def part(self) -> float:
        """Width of each of a player's columns."""
        return (self.column - (self.slots - 1) * BOXES.part_gap) / self.slots

    @property
    def list_width(self) -> float:
        """Width of one list: labels, boxes and side columns."""
        return self.label_width + self.beside + self.columns * (self.column + self.sizes.column_gap)

    def list_left(self, place: int) -> float:
        """Return the left edge of the list with this number."""
        return self.margin.side + place * (self.list_width + SHEET.list_gap)

    def free(self, place: int) -> Rect:
        """Return the room below a list that is shorter than the other one."""
        ends = [rows[-1][1].bottom for rows in self.rows]
        return Rect(
            self.list_left(place),
            ends[place],
            self.list_width,
            max(ends) - self.sizes.row_gap - ends[place],
        )

    def lines(self, row: SheetRow) -> int:
        """Return the number of lines of a row.

        One more than the lines of its boxes if it has several.
        """
        return -(-len(row.boxes) // self.across(row)) + 1 if row.boxes else 1

    def across(self, row: SheetRow) -> int:
        """Return how many boxes of a row with several are next to each other."""
        count, least = (
            len(row.boxes),
            self.look.least_width + bool(row.ticks) * (AFTER_TICKS + LEAST_TICK + TICK_GAP),
        )
        fits = [
            each
            for each in range(1, count + 1)
            if (self.part - (each - 1) * TICK_GAP) / each >= least
        ]
        return max((each for each in fits if count % each == 0), default=1)

    def _units(self, row: SheetRow) -> float:
        """Return the height of a row as a factor of that of most rows; 0 for a heading."""
        return (
            0
            if row.kind == "head"
            else self.sizes.grand
            if row.kind == "grand"
            else self.lines(row)
        )

    def _ticks_beside(self, width: float, count: int) -> float:
        """Return the side of ticks in front of the box in a cell of this width.

        0 if they are above it.
        """
        above = self.arrangement.ticks_above
        return 0.0 if above else self.look.ticks_beside(width, count)

    def ticked_height(self, row: SheetRow) -> float:
        """Return the minimum height of a row with ticks above its box, including the gap.

        0 for any other row.
        """
        if not row.ticks or row.boxes:
            return 0.0
        # a row of all columns is as wide as its player
        width = self.part if len(row.columns) > 1 else self.column
        if self._ticks_beside(width, row.ticks):
            return 0.0
        least = LEAST_TICK if self.sizes.dense else BOXES.tick_above
        return least + TICK_GAP + self.look.least_height + self.sizes.row_gap

    def _least_height(self, row: SheetRow) -> float:
        """Return the minimum height of a row, including the gap; 0 if it has the usual one.

        The bar of the grand total has room for its hint. In large print a name in two lines is
        higher than a box.
        """
        label = self.labels.get(row.id)
        least = self.ticked_height(row)
        if label is not None and row.kind == "grand" and label.hints and not self.bar_in_one_line:
            name = self._least_name_in_bar * self._name_height_in_bar
            return self._hint_height_in_bar + name + self.sizes.row_gap
        if label is None or len(label.names) == 1 or self.look.smallest < LARGE_PRINT:
            return least
        size = self.name_size(row)
        words = size + words_height(size, self.sizes.hint, len(label.hints))
        around = 2 * (LABELS.below_line * size + LABELS.rule_gap) + self.look.hairline
        return max(least, words + around)

    @property
    def bar_hint(self) -> float:
        """Font size of the hint in the bar of the grand total."""
        return self.look.size(self.usual_bar_hint)

    @property
    def _least_name_in_bar(self) -> float:
        """Minimum font size for the name of the grand total above its hint."""
        return self.sizes.heading + LABELS.grand_step

    @property
    def _name_height_in_bar(self) -> float:
        """Height of this name above its hint, as a factor of its font size."""
        small = self.bar_hint
        below = DESCENT if small >= LABELS.large_hint else 0.0
        return CAP + LABELS.above_capitals + below

    @property
    def _hint_height_in_bar(self) -> float:
        """Height of a hint in the bar, with the air around all words."""
        small = self.bar_hint
        words = words_height(0.0, small, 1) + LABELS.below_line * small
        return words + 2 * LABELS.grand_air

    @property
    def name_in_bar(self) -> float:
        """Font size for the name of the grand total above a hint.

        It leaves the words enough air in the bar. 0 if it would be no larger than a heading.
        """
        grand = next(row for row in self.all_rows if row.kind == "grand")
        height = max(self.sizes.grand * self.pitch, self._least_height(grand))
        bar = height - self.sizes.row_gap
        most = (bar - self._hint_height_in_bar) / self._name_height_in_bar
        steps = floor(most / LABELS.grand_step + 1e-6)
        size = min(self.sizes.total, steps * LABELS.grand_step)
        return size if size >= self._least_name_in_bar else 0.0

    def gap_above(self, row: SheetRow, above: SheetRow | None) -> float:
        """Return the extra gap between a row and the one above it."""
        if row.kind == "grand":
            return self.sizes.end
        if (
            row.sign == "="
            and row.id not in self.first_addends
            and above is not None
            and above.sign != "="
        ):
            return SHEET.sum_gap
        return SHEET.category_gap if row.boxes and above is not None and above.boxes else 0.0

    @cached_property
    def rows(self) -> list[list[tuple[SheetRow, Rect]]]:
        """Rows of every list with their places, which include the gap below."""
        found = []
        for place, rows in enumerate(self.lists):
            top, above, placed = self.names_top + self.sizes.names + self.heads_height, None, []
            for row in rows:
                if row is rows[0] and row.kind == "head":  # next to the cells for names
                    y, height = self.names_top, top - self.top - self.sizes.header
                else:
                    y, units = top + self.gap_above(row, above), self._units(row)
                    height = (
                        max(units * self.pitch, self._least_height(row))
                        if units
                        else self.sizes.band
                    )
                    top = y + height
                placed.append((row, Rect(self.list_left(place), y, self.list_width, height)))
                above = row
            found.append(placed)
        return found

    @cached_property
    def shifts(self) -> dict[str, float]:
        """Distances of the parts of a list from its left edge.

        Label, cells, inner and outer side column.
        """
        gap, left_handed = self.sizes.column_gap, self.content.options.left_handed
        widths: dict[str, float] = {
            column.place: column.width for column in self.content.side_columns
        }
        widths |= {
            "label": self.label_width,
            "lane": self.lane,
            "cells": self.columns * (self.column + gap),
        }
        order = [name for name in ("label", "inner", "lane", "cells", "outer") if name in widths]
        shifts: dict[str, float] = {}
        x = 0.0
        for name in reversed(order) if left_handed else order:
            shifts[name] = x + (gap if name == "cells" and not left_handed else 0)
            x += widths[name]
        return shifts

    def label(self, rect: Rect) -> Rect:
        """Return the place of the label of a row, without the gap below it."""
        return Rect(
            rect.x + self.shifts["label"],
            rect.y,
            self.label_width,
            rect.height - self.sizes.row_gap,
        )

    def cell(self, place: int, column: int, rect: Rect) -> Rect:
        """Return the place of one column next to a row, without the gap below it.

        The row is in the list with this number.
        """
        x = (
            self.list_left(place)
            + self.shifts["cells"]
            + column * (self.column + self.sizes.column_gap)
        )
        return Rect(x, rect.y, self.column, rect.height - self.sizes.row_gap)

    def name_cell(self, place: int, column: int) -> Rect:
        """Return the cell for the name above a column."""
        return self.cell(place, column, Rect(0, self.names_top, 0, self.sizes.names))

    def parts(self, cell: Rect, count: int) -> list[Rect]:
        """Divide the cell of a player into this number of columns."""
        if count == 1:
            return [cell]
        return [
            replace(cell, x=cell.x + place * (self.part + BOXES.part_gap), width=self.part)
            for place in range(count)
        ]

    def row_parts(self, row: SheetRow, cell: Rect) -> list[Rect]:
        """Divide the cell of a player in a row.

        A part for each column, and the last one for the sum across them.
        """
        return self.parts(cell, len(row.columns) + bool(row.across))

    def boxes(self, row: SheetRow, cell: Rect) -> list[tuple[str, Rect]]:
        """Return the ids and places of all that is written in one cell of a row.

        Boxes, their sum, and points.
        """
        if row.kind == "squares":
            return []
        return [
            (where, self.ticked(row, rect)[1] if box else rect)
            for where, rect, box in self._places(row, cell)
        ]

    def ticks(self, row: SheetRow, cell: Rect) -> list[Rect]:
        """Return the squares to tick in one cell of a row."""
        if row.kind == "squares":
            return self._squares(row.squares, cell)
        return [
            tick
            for _, rect, box in self._places(row, cell)
            if box
            for tick in self.ticked(row, rect)[0]
        ]

    def _squares(self, most: int, cell: Rect) -> list[Rect]:
        """Return squares in one line or two, as many as a cell has room for, up to `most`."""
        side = min(TILE, cell.height)
        lines = 1
        if most * (side + TICK_GAP) > cell.width + TICK_GAP:
            lines = 2
            side = min(TILE, max(LEAST_TICK, (cell.height - TICK_GAP) / 2))
        step = side + TICK_GAP
        in_line = min(-(-most // lines), int((cell.width + TICK_GAP) / step))
        left = cell.x + (cell.width + TICK_GAP - in_line * step) / 2
        top = cell.y + (cell.height + TICK_GAP - lines * step) / 2
        squares = [
            Rect(left + over * step, top + down * step, side, side)
            for down in range(lines)
            for over in range(in_line)
        ]
        return squares[:most]

    def _places(self, row: SheetRow, cell: Rect) -> list[tuple[str, Rect, bool]]:
        """Return the ids and places of boxes, sum and points in one cell.

        Ticks are in the place of their box.
        """
        if not row.boxes and not row.points:
            return [(row.id, cell, True)]
        beside, lines, found = self.across(row), self.lines(row), []
        high = (cell.height - (lines - 1) * TICK_GAP) / lines
        wide = (cell.width - (beside - 1) * TICK_GAP) / beside
        for number, box in enumerate(row.boxes):
            down, over = divmod(number, beside)
            place = Rect(
                cell.x + over * (wide + TICK_GAP), cell.y + down * (high + TICK_GAP), wide, high
            )
            found.append((box, place, True))
        last = replace(cell, y=cell.bottom - high, height=high) if row.boxes else cell
        if row.points:
            half = (cell.width - TICK_GAP) / 2
            return [
                *found,
                (row.id, replace(last, width=half), False),
                (row.points, replace(last, x=cell.x + half + TICK_GAP, width=half), False),
            ]
        return [*found, (row.id, last, False)]

    def ticked(self, row: SheetRow, cell: Rect) -> tuple[list[Rect], Rect]:
        """Return the squares to tick in a cell, and its box.

        Behind them or, in a narrow column, below them.
        """
        if not row.ticks:
            return [], cell
        count = row.ticks
        if side := self._ticks_beside(cell.width, count):
            step, wide = side + TICK_GAP, count * (side + TICK_GAP) + AFTER_TICKS
            left, top = cell.x, cell.middle[1] - side / 2
            box = replace(cell, x=cell.x + wide, width=cell.width - wide)
        else:
            step = min(
                TILE + TICK_GAP,
                (cell.width + TICK_GAP) / count,
                cell.height - self.look.least_height,
            )
            left, top = cell.x + (cell.width + TICK_GAP - count * step) / 2, cell.y
            box = replace(cell, y=cell.y + step, height=cell.height - step)
        return [
            Rect(left + over * step, top, step - TICK_GAP, step - TICK_GAP) for over in range(count)
        ], box

    # all places to write in

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Cells below the header, by list, row and column.

        If each player has a page, those of the first player.
        """
        found, content, columns = list[Cell](), self.content, range(self.columns)
        game, by_games = content.options.game, content.by_games
        for place, rows in enumerate(self.rows):
            if not by_games:
                ids = (CellId(player=content.first + column) for column in columns)
                found += [
                    Cell(each, self.name_cell(place, column), "name")
                    for column, each in enumerate(ids)
                ]
            for row, rect in rows:
                for column in columns if row.kind != "head" else ():
                    parts = self.row_parts(row, self.cell(place, column, rect))
                    player, number = (1, column + 1) if by_games else (content.first + column, game)
                    found += self._cells_to_tick(row, parts[0], CellId("", player, number))
                    for prefix, part in zip(row.columns, parts, strict=False):
                        for id_, box in self.boxes(row, part):
                            found += self._cells_in(
                                row, CellId(prefix + id_, player, number), id_, box
                            )
                    found += [Cell(CellId(row.across, player, number), parts[-1], "total")] * bool(
                        row.across
                    )
        return tuple(found)

    def _cells_to_tick(self, row: SheetRow, cell: Rect, owner: CellId) -> Iterator[Cell]:
        """Yield the squares of a row of squares in one cell, on a screen."""
        if row.kind != "squares" or not self.content.options.fillable:
            return
        for place, square in enumerate(self.ticks(row, cell), 1):
            yield Cell(replace(owner, row=f"{FURTHER_ROLLS}_{place}"), square, "tick")

    def _cells_in(self, row: SheetRow, cell: CellId, id_: str, rect: Rect) -> Iterator[Cell]:
        """Yield the cells in one box of a row.

        On screens, the points missing for a bonus are below it.
        """
        total = self.content.ruleset.declared.get(id_)
        if row.boxes and id_ == row.id:
            yield Cell(cell, rect, "sum")
            return
        if row.id == MATCH_POINTS and self.content.options.fillable:
            yield Cell(cell, rect, "match")
            return
        if (
            self.content.options.fillable
            and total is not None
            and total.kind == "threshold"
            and id_ == row.id
        ):
            below = replace(
                rect,
                y=rect.y + BOXES.bonus * rect.height,
                height=(1 - BOXES.bonus) * rect.height - BOXES.to_go_edge,
            )
            yield Cell(cell, below, "to_go")
            rect = replace(rect, height=BOXES.bonus * rect.height)
        yield Cell(cell, rect, "box" if row.kind == "box" and total is None else "total")

    # type of labels

    @property
    def picture_die(self) -> float:
        """Side of the dice of a row on a sheet without words, which are in one line."""
        return PICTURES.die * self.sizes.dice

    @cached_property
    def name_lefts(self) -> dict[str, float]:
        """Distances of the names from the left edge of the labels, by row.

        Alike on a sheet, or in narrow sections.
        """
        groups: list[list[SheetRow]] = [[]]
        for row in self.all_rows:
            if self.narrow and row.kind == "head":
                groups.append([])
            groups[-1].append(row)
        lefts = {}
        for rows in groups:
            alike = self._name_left(rows)
            for row in rows:
                is_at_sign = self.sums_at_sign and row.sign and not row.dice
                lefts[row.id] = self._name_left([row]) if is_at_sign else alike
        return lefts

    def _name_left(self, rows: Sequence[SheetRow]) -> float:
        sizes, dice = self.sizes, max((len(row.dice) for row in rows), default=0)
        number = LABELS.number if any(row.letter for row in rows) else 0.0
        if self.content.options.pictogram:
            return (
                self.picture_die * ((1 + PICTURES.die_gap) * dice - PICTURES.die_gap)
                + LABELS.after_dice
                + number
            )
        if not dice:
            return (TILE + LABELS.after_dice if any(row.sign for row in rows) else 0.0) + number
        after = (
            (1.3 if self.narrow else 1.8) * MM
            if self._has_small_dice or self.narrow
            else LABELS.after_dice
        )
        least = sizes.dice if self.narrow and dice == 1 else LABELS.dice_width * sizes.dice
        return max(least, dice_width(dice, sizes.dice)) + after + number

    def sum_left(self, names: Sequence[str]) -> float:
        """Return the width of the sign and the name of a sum of several boxes."""
        wide = [self.measure(name, Font.REGULAR, self.sizes.hint) for name in names[1:]]
        return (
            TILE
            + 1.5 * MM
            + max(self.measure(names[0], Font.BOLD, self.sum_size), *wide, 0.0)
            + 2 * MM
        )

    @property
    def sum_size(self) -> float:
        """Font size for the name of a sum that has no row of its own."""
        return self.look.size(max(self.sizes.name - 1.5, min(self.sizes.name, 10.0)))

    def worth_size(self, row: SheetRow) -> float:
        """Return the font size of the points of a row; several numbers are smaller."""
        several = " " in row.printed.removesuffix(" +")
        return self.look.size(self.sizes.worth * (LABELS.several_numbers if several else 1))

    def hint_left(self, label: Label, size: float) -> float:
        """Return the width of the points in front of the first hint, which has this font size."""
        return self.measure(f"{label.points} ", Font.BLACK, size) if label.points else 0.0

    @property
    def most_type(self) -> tuple[Font, float, Ink]:
        """Font, size and ink of the maximum of a row, or of its possible values."""
        if self.content.options.audit:
            return Font.BOLD, self.sizes.hint + LABELS.most_larger, Ink.ACCENT
        return Font.REGULAR, self.sizes.hint, Ink.MUTED

    def name_size(self, row: SheetRow) -> float:
        """Return the font size for the name of a row."""
        size = self.sizes.name
        if row.kind in ("head", "grand"):
            return self.sizes.heading if row.kind == "head" else self.sizes.total
        if row.kind == "sum" and row.level == 1:
            return self.look.size(max(size - 1, min(10.0, size)))
        return size

    # sizes of everything in the rows

    def fit(self) -> "SheetPlan | Shortage":
        """Return the plan with sizes that fit, or the reason if there are none.

        These type sizes are tried first, then smaller ones. Squares to tick are before their box.
        If labels then lose their hints, the squares are above it and need height; on a reverse for
        checks, this is another arrangement.
        """
        plan = replace(self, sizes=self._adjusted())
        ticks = max(row.ticks for row in self.all_rows)
        if ticks and not self.arrangement.ticks_above:
            fit = plan._fit(AFTER_TICKS + ticks * (LEAST_TICK + TICK_GAP))
            if isinstance(fit, SheetPlan) or self.content.may_have_checks_above:
                return fit
        return plan._fit(0.0)

    def _fit(self, ticks_width: float) -> "SheetPlan | Shortage":
        """Return the same with this width for squares to tick before the boxes."""
        gap = self.sizes.column_gap
        width = (self.width - SHEET.list_gap * (len(self.lists) - 1)) / len(self.lists)
        min_column = self._min_column(width, ticks_width)
        if not ticks_width and any(row.ticks and not row.boxes for row in self.all_rows):
            column = min_column  # in a narrow one, ticks above boxes take height
        else:
            column = (width - self.beside) / self.columns - gap
        stacked = replace(self, column=column)._stacked()
        if isinstance(stacked, Shortage):
            return stacked  # labels do not change the height, but for categories with several boxes

        several = any(row.boxes for row in self.all_rows)
        pitch = self.sizes.pitch if several else stacked.pitch
        beside_label = self.columns * (min_column + gap) + self.beside
        max_label = self._max_label_share * width
        room = min(max_label, width - beside_label)
        settings = self._settings(pitch)
        attempts = self._attempts(may_lose_hints=not ticks_width)
        if label := self._min_label(attempts, settings, room):
            need = label + beside_label
            if need > width:
                return Shortage(need, width, min_column, self.columns, label + self.beside)
            return Shortage(label, max_label, label=label)
        fit = self._first_stacked(attempts, settings, room, width, min_column)
        if isinstance(fit, Shortage) and self.look.smallest >= LARGE_PRINT:
            # names in two lines take their height from the other rows
            settings = self._settings(self.sizes.pitch)
            if not self._min_label(attempts, settings, room):
                fit = self._first_stacked(attempts, settings, room, width, min_column)
        return fit

    def _min_column(self, width: float, ticks_width: float) -> float:
        """Return the minimum width of a player's boxes in a list of this width.

        Squares to tick before a box have this width: in each column, or once for the player.
        """
        box = self.look.least_width
        has_ticks_in_columns = any(row.ticks and len(row.columns) > 1 for row in self.all_rows)
        column = box + ticks_width if has_ticks_in_columns else box
        if any(row.points for row in self.all_rows):
            # points are next to the sum from which they follow
            column = max(column, 2 * box + TICK_GAP)
        if self.per_player > 1:
            with_digits = self.slots * (BOXES.digits + BOXES.part_gap) + self.sizes.column_gap
            label = width - self.columns * with_digits - self.beside
            if label >= BOXES.digits_label_share * width:
                column = max(column, BOXES.digits)
        player = self.slots * column + (self.slots - 1) * BOXES.part_gap
        return max(player, box + ticks_width)

    @property
    def _max_label_share(self) -> float:
        """Maximum share of the labels in the width of a list."""
        if self.sizes.pad:
            return BOXES.max_label_on_pad
        wide = self.width / len(self.lists) > 110 * MM
        high = self.page[1] > 125 * MM
        return BOXES.max_label if wide and high else BOXES.max_label_on_small

    def _attempts(self, *, may_lose_hints: bool) -> list[tuple["SheetPlan", int]]:
        """Return the arrangements of labels to try, the best first.

        Each is a plan, and what its labels may lose, as in `_labelled`. Whole labels come first, as
        parts are left out last.
        """
        attempts = [(self, 0)]
        if self.per_player > 1:
            narrow = replace(self, narrow=True)
            attempts.append((narrow, 0))
            attempts.append((replace(narrow, sums_at_sign=True), 0))
            attempts.append((narrow, 1))
        if may_lose_hints:
            attempts.append((self, 1))
            if any(row.second_name for row in self.all_rows):
                attempts.append((self, 2))
        return attempts

    def _min_label(
        self,
        attempts: Sequence[tuple["SheetPlan", int]],
        settings: Mapping[Way, Sizes],
        room: float,
    ) -> float:
        """Return the minimum width of the labels if it exceeds this room; else 0."""
        smallest = [*settings.values()][-1]
        widths = []
        for plan, bare in attempts:
            labelled = replace(plan, sizes=smallest)._labelled(room, bare)
            if isinstance(labelled, SheetPlan):
                return 0.0
            widths.append(labelled)
        return min(widths)

    def _first_stacked(
        self,
        attempts: Sequence[tuple["SheetPlan", int]],
        settings: Mapping[Way, Sizes],
        room: float,
        width: float,
        min_column: float,
    ) -> "SheetPlan | Shortage":
        """Return the first plan whose labels fit in `room` and whose rows have the height.

        If there is none, it is the height that the last plan lacks.
        """
        shortage = None
        for plan, bare in attempts:
            fit = plan._first_in(settings, bare, room, width, min_column)
            if isinstance(fit, SheetPlan):
                return fit
            shortage = fit or shortage
        if shortage is None:
            raise ValueError(room)  # some labels fit, as `_min_label` found
        return shortage

    def _first_in(
        self,
        settings: Mapping[Way, Sizes],
        bare: int,
        room: float,
        width: float,
        min_column: float,
    ) -> "SheetPlan | Shortage | None":
        """Return the plan in the first of these sizes that fit.

        If there is none, it is the height that the last one lacks, or None if no labels fit.
        """
        plans: dict[Way, SheetPlan] = {}
        shortages: list[Shortage] = []

        def has_room(way: Way, _languages: object) -> bool:
            labelled = replace(self, sizes=settings[way])._labelled(room, bare)
            if isinstance(labelled, float):
                return False
            stacked = labelled._divided(width, min_column)._stacked()
            if isinstance(stacked, Shortage):
                shortages.append(stacked)
                return False
            plans[way] = stacked
            return True

        fit = first_fitting(settings, [self], has_room)
        if fit is None:
            return shortages[-1] if shortages else None
        way, _ = fit
        sized = replace(self, sizes=settings[way])
        return sized._with_hint_in_bar(plans[way], room, bare, width, min_column)

    def _with_hint_in_bar(
        self, bare_bar: "SheetPlan", room: float, bare: int, width: float, min_column: float
    ) -> "SheetPlan":
        """Return the plan with a hint in the bar of the grand total, or `bare_bar` without one.

        Its name and then the hint itself are smaller if the hint needs the height.
        """
        grand = [row.id for row in self.all_rows if row.kind == "grand" and row.hints]
        for hint in LABELS.grand_hints if grand else ():
            with_hint = replace(self, has_bar_hint=True, usual_bar_hint=hint)
            labelled = with_hint._labelled(room, bare)
            if not isinstance(labelled, SheetPlan) or not labelled.labels[grand[0]].hints:
                continue
            stacked = labelled._divided(width, min_column)._stacked()
            if isinstance(stacked, SheetPlan) and (size := stacked.name_in_bar):
                return replace(stacked, sizes=replace(stacked.sizes, total=size))
        return bare_bar._with_hint_beside_name()

    def _with_hint_beside_name(self) -> "SheetPlan":
        """Return the plan with a hint at the end of the bar, on the line of its name.

        It is the same plan if the bar is too narrow for any, in the smallest type.
        """
        grand = next((row for row in self.all_rows if row.kind == "grand"), None)
        if grand is None or not grand.name or self.sizes.pad:
            return self
        steps = floor((self.sizes.total - self._least_name_in_bar) / LABELS.grand_step + 1e-6)
        sizes = [self.sizes.total - LABELS.grand_step * step for step in range(steps + 1)]
        hints_in_one_line = [hints for hints in grand.hints if len(hints) == 1]
        for hints, size, usual_hint in product(hints_in_one_line, sizes, LABELS.grand_hints):
            name_width = self.measure(grand.name, grand.font, size)
            hint_width = self.measure(hints[0], Font.BOLD, self.look.size(usual_hint))
            words = name_width + LABELS.before_grand_hint + hint_width
            if 2 * LABELS.grand_pad + words <= self.label_width:
                return replace(
                    self,
                    labels={**self.labels, grand.id: Label((grand.name,), hints)},
                    sizes=replace(self.sizes, total=size),
                    usual_bar_hint=usual_hint,
                    bar_in_one_line=True,
                )
        return self

    def _divided(self, width: float, least: float) -> "SheetPlan":
        """Return the plan with this width of a list divided into its label and its boxes.

        The label is as wide as needed.
        """
        gap = self.sizes.column_gap
        column = min(
            (width - self.label_width - self.beside) / self.columns - gap,
            self._widest(self.sizes.pitch),
        )
        if (
            self.content.options.audit
            and self.slots == 1
            and not any(row.boxes for row in self.all_rows)
        ):
            room = (
                width - self.beside - BOXES.checked_label
            ) / self.columns - gap  # labels come first
            column = min(column, max(least, min(BOXES.checked, room)))
        label = min(
            width - self.beside - self.columns * (column + gap), BOXES.max_label * self.width
        )
        label = max(label, self.label_width)
        return replace(
            self, column=(width - label - self.beside) / self.columns - gap, label_width=label
        )

    def _widest(self, pitch: float) -> float:
        """Return the maximum width of a player's boxes in rows of this height.

        In landscape they are no long strips.
        """
        if not self.landscape or any(row.boxes for row in self.all_rows):
            return self.width
        box = min(BOXES.max_width, BOXES.max_ratio * (pitch - self.sizes.row_gap))
        return self.slots * box + (self.slots - 1) * BOXES.part_gap

    @property
    def crowded(self) -> bool:
        """Flag: in landscape, hints are left out, or boxes are strips, in any language."""
        bare = any(
            row.hints and row.kind == "box" and not any(self.labels[row.id].hints)
            for row in self.all_rows
        )
        crowded = self.landscape and (bare or self.column > self._widest(self.pitch) + 0.1)
        return crowded or any(other.crowded for other in self.others)

    @property
    def has_narrow_boxes(self) -> bool:
        """Flag: a player's boxes are so narrow that they are better in landscape."""
        narrow = self.column < BOXES.narrow
        return narrow or any(other.has_narrow_boxes for other in self.others)

    def _adjusted(self) -> Sizes:
        """Return the sizes with the minimum sizes of the look, and with room for special rows.

        Special rows are those with several boxes and those with names in two languages.
        """
        sizes, look, rows = self.sizes, self.look, self.all_rows
        several, both = any(row.boxes for row in rows), any(row.second_name for row in rows)
        name, hint = max(sizes.name, look.name), max(sizes.hint, look.detail)
        fonts = {
            size: look.size(getattr(sizes, size))
            for size in ("variant", "heading", "worth", "total", "title")
        }
        fonts["heading"] = max(fonts["heading"], name if look.name > sizes.name else 0)
        lines = (
            words_height(name, hint, 1) + LABELS.air
            if both and hint >= LABELS.large_hint
            else look.least_height
        )
        row_gap = TICK_GAP if several else sizes.row_gap
        dice = max(sizes.dice, LABELS.several_dice) if several else sizes.dice
        if self._has_large_letters_on_dice:
            dice = max(dice, look.smallest / DIE_LETTERS)
        mark = self.heads.sign_side(HEAD.mark)
        signs = mark + LABELS.head_air + row_gap if mark > HEAD.mark else 0.0
        heads = any(row.second_name for row in rows if row.kind == "head")
        head = (
            words_height(fonts["heading"], hint, 1) + LABELS.head_end + LABELS.head_air + row_gap
            if heads
            else 0.0
        )
        return replace(
            sizes,
            **fonts,
            name=name,
            hint=hint,
            row_gap=row_gap,
            pitch=max(
                sizes.pitch,
                lines + sizes.row_gap,
                LABELS.ladder * look.size(7.5) if several else 0.0,
            ),
            header=sizes.header + max(0.0, fonts["variant"] - sizes.variant),
            column_gap=max(sizes.column_gap, BOXES.player_gap) if several else sizes.column_gap,
            dice=dice,
            names=max(sizes.names, SHEET.min_names + row_gap, head - LABELS.head_air),
            band=max(sizes.band, head, signs),
        )

    @property
    def _has_letters_on_dice(self) -> bool:
        """Flag: dice of the rows have digits or letters in place of pips."""
        return any(face and face not in PIPS for row in self.all_rows for face, _ in row.dice)

    @property
    def _has_large_letters_on_dice(self) -> bool:
        """Flag: dice of the rows are as large as letters of large print ask for."""
        return self.look.smallest >= LARGE_PRINT and self._has_letters_on_dice

    @property
    def _has_small_dice(self) -> bool:
        """Flag: dice are as small as they may be, and so are the gaps beside them."""
        return self.sizes.dice <= LABELS.min_dice or self._has_large_letters_on_dice

    def _settings(self, pitch: float) -> dict[Way, Sizes]:
        """Return the sizes to try in rows of this height, by what they give up, the best first.

        Words are given up within a setting: a label has the longest wording that fits.
        """
        types, dice = self._types(pitch), self._dice
        settings = {}
        for way in ways(dice=len(dice), type=len(types)):
            settings[way] = replace(types[way.type], dice=dice[way.dice], pitch=pitch)
        return settings

    def _types(self, pitch: float) -> list[Sizes]:
        """Return the sizes with their type, then with smaller and smaller type for long names.

        First the hints are smaller, then the names, and headings last, if players have several
        columns. Hints keep the minimum for rows of this height.
        """
        pitch *= min((self.lines(row) for row in self.all_rows if row.kind == "box"), default=1)
        least_hint = next(size for height, size in LABELS.min_hints if pitch >= height)
        sizes = replace(self.sizes, hint=max(self.sizes.hint, least_hint))
        types = [sizes]
        hints = replace(sizes, hint=least_hint if sizes.hint < 10 else sizes.hint)
        if hints != sizes:
            types.append(hints)
        size, least = hints.name, max(self.look.smallest, min(10.0, hints.name))
        while size - 0.5 >= least:
            size -= 0.5
            types.append(replace(hints, name=size, heading=max(hints.heading, size)))
        if self.per_player > 1 and hints.heading > size:
            types.append(replace(hints, name=size, heading=size))
        return types

    @property
    def _dice(self) -> list[float]:
        """Heights of dice to try, the usual one first."""
        least = LABELS.min_digit_dice if self._has_letters_on_dice else LABELS.min_dice
        if self._has_large_letters_on_dice:
            least = self.sizes.dice
        smaller = [dice for dice in (LABELS.smaller_dice, least) if self.sizes.dice > dice]
        return [self.sizes.dice, *smaller]

    def _labelled(self, most: float, bare: int) -> "SheetPlan | float":
        """Return the plan with labels in these sizes, or their minimum width if it exceeds `most`.

        Labels may lose their hints only if `bare` is at least 1, and the names in a second language
        only if it is 2.
        """
        found, widest = {}, 0.0
        for row in self.all_rows:
            plain = row.kind not in ("head", "grand")
            before = max(self.name_lefts[row.id], self._picture_width(row)) if plain else 0.0
            found[row.id], width = self._label(row, most - before, bare)
            widest = max(widest, width + before, self._points_width(row))
        widest_up = ceil(widest / LABELS.step - 1e-6) * LABELS.step
        if widest > most:
            return widest_up
        label_width = min(widest_up, most)
        for row in self.all_rows:
            label = found[row.id]
            if row.full_hint and label.hints == row.hints[0]:
                left = self.name_lefts[row.id] + self.hint_left(label, self.sizes.hint)
                width = self.measure(row.full_hint, Font.REGULAR, self.sizes.hint)
                if left + width <= label_width:
                    found[row.id] = replace(label, hints=(row.full_hint,))
        return replace(self, labels=found, label_width=label_width)

    def _picture_width(self, row: SheetRow) -> float:
        """Return the width of the picture of further Yachts: a sign, a box and dice.

        0 for other rows.
        """
        if row.kind != "sum" or not row.dice:
            return 0.0
        dice = HEAD.mark * (1 + PICTURES.die_gap) * len(row.dice)
        return TILE + 2 * PICTURES.pad + PICTURES.box * self.picture_die + dice

    def _points_width(self, row: SheetRow) -> float:
        """Return the minimum width of the label of a sum with points; 0 for other rows."""
        if not row.points_hints:
            return 0.0
        if not row.boxes:
            return self.sum_left((row.name, row.second_name)) + len(
                row.ladder
            ) * LABELS.rung * self.look.size(7.5)
        worth, rests = row.points_parts
        wide = self.measure(worth, Font.BLACK, self.sizes.worth) + MM if worth else 0.0
        left = max(self.name_lefts[row.id], self.sum_left(row.sum_names))
        return (
            left + wide + max(self.measure(rest, Font.REGULAR, self.sizes.hint) for rest in rests)
        )

    def _label(self, row: SheetRow, most: float, bare: int) -> tuple[Label, float]:
        """Return the longest wording of a label that fits, and its width.

        If none fits, it is the shortest that is not too high.
        """
        measure, sizes, grand = self.measure, self.sizes, row.kind == "grand"
        before, pad = (
            1.5 * MM if self._has_small_dice else LABELS.before_worth,
            6 * MM if grand else 0.0,
        )
        size, small, face = self.name_size(row), sizes.hint, Font.REGULAR
        high = sizes.pitch - sizes.row_gap - LABELS.air
        if grand:
            small, face = self.bar_hint, Font.BOLD
        found, width = Label((row.name,)), _NEVER
        for label in self._wordings(row, most - pad, bare):
            more = len(label.names) - 1
            words = words_height(size, small, len(label.hints)) + more * size
            if grand and len(label.hints) > self.has_bar_hint:
                continue
            grows = more and not label.hints and self.look.smallest >= LARGE_PRINT
            is_hint_spared = row.essential or not label.hints
            tallest = high + more * LABELS.air if is_hint_spared else high
            if row.kind not in ("head", "grand") and not grows and words > tallest:
                continue
            worth = "" if label.points else row.printed
            wide = measure(worth, Font.BLACK, self.worth_size(row)) or measure(
                label.most, *self.most_type[:2]
            )
            beside = (before + wide if wide else 0.0) + (4 / 3 * HEAD.mark if row.mark else 0.0)
            above = max(measure(name, row.font, size) for name in label.names) + beside
            lines = [
                measure(line, face, small) + self.hint_left(label, small) * (not n)
                for n, line in enumerate(label.hints)
            ]
            below = max(lines, default=0.0)
            found, width = label, max(above, below) + pad
            if width <= most:
                break
        return found, width

    def _wordings(self, row: SheetRow, most: float, bare: int) -> Iterator[Label]:
        """Yield all wordings of a label, the best first; long hints are broken in this width."""
        sizes, plain = self.sizes, row.kind not in ("head", "grand")
        words = "" if row.printed else row.limit if sizes.small and row.limit else row.most
        hinted = row.essential if sizes.dense else row.formula_hints or row.hints
        if sizes.pad:
            yield from self._bare_wordings(row, row.bare_names or (row.name,), "")
            yield from self._bare_wordings(row, row.compact_names, "")
            return
        if self.narrow and (row.printed or words):
            yield from self._narrow_wordings(row, words, hinted, bare)
            return
        for hints in hinted:
            lines = self._broken(row, hints, most)
            if len(lines) <= 2:
                yield Label((row.name,), lines, most=words)
        kept = row.essential or (hinted if self.narrow else ())
        if plain and kept and (bare or self.narrow):
            for names in self._in_two_lines(row, row.name):
                yield Label(names, kept[-1], most=words)
        names = row.bare_names or (row.name,)
        may_be_bare = row.kind == "grand" or not hinted or (self.narrow and not row.essential)
        yield from self._bare_wordings(row, names if may_be_bare else names[:bare], words)

    def _bare_wordings(self, row: SheetRow, names: Sequence[str], words: str) -> Iterator[Label]:
        """Yield these names without a hint, each in one line and then in two.

        Below the row's own name in two lines is the one in the second language.
        """
        for name in names:
            yield Label((name,), most=words)
            if row.kind in ("head", "grand"):
                continue
            for lines in self._in_two_lines(row, name):
                yield Label(lines, most=words)
            if row.second_name:
                for lines in self._in_two_lines(row, row.name):
                    yield Label(lines, (row.second_name,), most=words)

    def _in_two_lines(self, row: SheetRow, name: str) -> Iterator[tuple[str, ...]]:
        """Yield the name of a row in two lines; nothing if it is one word."""
        wide = self.measure(name, row.font, 1)
        _, halves = in_two(name, wide, lambda word: self.measure(word, row.font, 1))
        if halves:
            yield tuple(half for half, _ in halves)

    def _broken(self, row: SheetRow, hints: Hints, most: float) -> Hints:
        """Return a long hint in lines of this width.

        Only hints of boxes and sums in high rows are broken.
        """
        if len(hints) > 1 or row.kind in ("head", "grand"):
            return hints
        long = most < self.measure(hints[0], Font.REGULAR, self.sizes.hint)
        if not long or most <= 20 * MM or self.sizes.pitch < 13 * MM:
            return hints
        return self._in_hint_lines(hints[0], most)

    def _in_hint_lines(self, hint: str, most: float) -> Hints:
        """Return a hint in lines of this width at most.

        Two lines are two statements, if both have room, or much alike in width.
        """
        font, size = Font.REGULAR, self.sizes.hint
        statements = hint.split(BETWEEN)
        cuts = range(len(statements) - 1, 0, -1)
        pairs = [(BETWEEN.join(statements[:cut]), BETWEEN.join(statements[cut:])) for cut in cuts]
        for pair in (*pairs, self._halves(hint)):
            if pair and all(self.measure(line, font, size) <= most for line in pair):
                return pair
        return tuple(wrap(hint, most, font, size, self.measure))

    def _narrow_wordings(
        self, row: SheetRow, words: str, hinted: tuple[Hints, ...], bare: int
    ) -> Iterator[Label]:
        """Yield all wordings of a narrow label.

        Its points or its maximum are in its small print, and never left out. A hint is in one line
        or, in high rows, in two, unless it has a second number of points. A box may lose it only if
        `bare` is at least 1.
        """
        if words:
            yield from self._narrow_with_most(row, words, hinted)
            return
        for hints in hinted:
            yield Label((row.name,), hints, row.printed)
            halves = self._halves(hints[0]) if len(hints) == 1 and not row.essential else ()
            if halves:
                yield Label((row.name,), halves, row.printed)
        if not hinted:  # a name that says what a bonus is for
            yield from (Label((name,), ("",), row.printed) for name in row.bare_names)
        may_be_bare = bare or not hinted or row.kind != "box"
        if row.formula or (may_be_bare and not row.essential):
            yield Label((row.name,), ("",), row.printed)

    @staticmethod
    def _narrow_with_most(row: SheetRow, words: str, hinted: tuple[Hints, ...]) -> Iterator[Label]:
        """Yield all wordings of a narrow label with these words for its maximum."""
        for hints in hinted if len(row.dice) > 1 else ():
            yield Label((row.name,), (*hints[:-1], f"{hints[-1]} · {words}"))
            if len(hints) == 1:
                yield Label((row.name,), (hints[0], words))
        if row.second_name:
            yield Label((row.name,), (f"{row.second_name} · {words}",))
            yield Label((row.name,), (row.second_name, words))
        yield Label((row.name,), (words,))

    def _halves(self, hint: str) -> Hints:
        """Return a hint in two lines of much the same width; nothing for one word."""

        def width_of(words: str) -> float:
            return self.measure(words, Font.REGULAR, self.sizes.hint)

        _, halves = in_two(hint, width_of(hint), width_of)
        return tuple(half for half, _ in halves)

    def _stacked(self) -> "SheetPlan | Shortage":
        """Return the plan with the heights of rows and header, or the height that is missing."""
        sizes, margin = self.sizes, self.margin
        most = pitch = max(SHEET.max_pitch, self.part + sizes.row_gap if self.landscape else 0.0)
        height = self.page[1] - 2 * margin.end - self.glue - self.footer.height - margin.spread
        stacks = []
        for rows in self.lists:
            gaps = sum(self.gap_above(row, above) for above, row in pairwise(rows))
            bands = sum(row.kind == "head" for row in rows[1:]) * sizes.band
            fixed, units = (
                sizes.header + sizes.names + self.heads_height + bands + gaps - sizes.row_gap,
                0.0,
            )
            units += sum(map(self._units, rows))
            own = (height - fixed) / max(units, 1)
            usual = max(0.0, min(own, most))
            for row in rows:
                least = self._least_height(row)
                if least > self._units(row) * usual:
                    fixed += least
                    units -= self._units(row)
            own = (height - fixed) / max(units, 1)
            if own < sizes.pitch - 1e-6:
                boxes = sum(self.lines(row) for row in rows if row.kind != "head")
                return Shortage(
                    fixed + units * sizes.pitch, height, sizes.pitch - sizes.row_gap, boxes
                )
            pitch = min(pitch, own)
            stacks.append((fixed, units))
        left = max(0.0, height - max(fixed + units * pitch for fixed, units in stacks))
        more = min(left, max(0.0, self.header.most - sizes.header))
        sizes = replace(
            sizes,
            header=sizes.header + more,
            names=sizes.names + min(left - more, SHEET.more_names),
        )
        return replace(self, pitch=pitch, sizes=sizes)

    def with_late_hints(self) -> "SheetPlan":
        """Return the plan with the hints of boxes if low rows have room for all of them after all.

        Low rows leave hints out before labels and boxes get their widths, which stay as they are.
        """
        options = self.content.options
        if not self.sizes.dense or self.sizes.pad or options.pictogram or options.audit:
            return self
        labels = dict(self.labels)
        for row in self.all_rows:
            label = labels[row.id]
            has_none = row.kind == "box" and not row.boxes and not label.hints
            if not has_none or not row.hints:
                continue
            hint = self._late_hint(row, label)
            if not hint:
                return self
            labels[row.id] = replace(label, hints=(hint,))
        return replace(self, labels=labels)

    def _late_hint(self, row: SheetRow, label: Label) -> str:
        """Return the longest hint in one line for which a label has room; empty if it has none."""
        height = self.pitch - self.sizes.row_gap - LABELS.air
        words = words_height(self.name_size(row), self.sizes.hint, 1)
        if len(label.names) > 1 or label.points or words > height + 1e-6:
            return ""
        room = self.label_width - self.name_lefts[row.id]
        for hints in row.formula_hints or row.hints:
            width = self.measure(hints[0], Font.REGULAR, self.sizes.hint)
            if len(hints) == 1 and width <= room:
                return hints[0]
        return ""

    def with_panel(self) -> "SheetPlan":
        """Return the plan with the panel next to the rows if it is for one player and has room."""
        options, rows = self.content.options, self.all_rows
        free = self.width - self.label_width - self.beside - self.sizes.column_gap
        beside = replace(
            self, column=min(PANEL.box, free - PANEL.min_width - PANEL.gap), panel=True
        )
        special = (
            self.content.by_games
            or options.fillable
            or options.pictogram
            or options.audit
            or self.per_player > 1
        )
        high = sum(row.kind == "box" and not row.boxes for row in rows) >= PANEL.rows
        fits = beside.column >= PANEL.min_box and not any(map(beside.ticked_height, rows))
        return (
            beside
            if self.columns == 1 == len(self.lists) and not special and high and fits
            else self
        )

    # what is left out for want of room

    @property
    def has_second_page(self) -> bool:
        """Flag: what has no room is on a second page, behind all sheets.

        Whole sheets in large print have one; cards that are cut, and pads, do not.
        """
        options = self.content.options
        is_cut = options.nup or options.labels or options.pad
        is_read = not (options.fillable or options.pictogram or options.audit)
        return self.look.smallest >= LARGE_PRINT and is_read and not is_cut

    @property
    def left_out(self) -> list[LeftOut]:
        """Warnings of all that has no room on the sheet: parts, and words of rows.

        A reverse for checks only lacks rows: all words are on the front too. What is on a second
        page is not left out.
        """
        paper = self.content.options.paper.name
        if self.content.options.audit:
            return self.content.left_out(self.lists)
        warnings = []
        for part, message in self._parts_left_out:
            if part not in self.on_second_page:
                warnings.append(LeftOut(message, paper=paper))
        warnings += self.content.left_out(self.lists)
        bare_rows = [] if self.has_second_page else self._bare_rows
        if len(bare_rows) > _MOST_NAMED:
            warnings.append(LeftOut(_NO_SMALL_PRINT_OF_MANY, paper=paper, count=len(bare_rows)))
        elif bare_rows:
            rows = tuple(f"'{row.name}'" for row in bare_rows)
            warnings.append(LeftOut(_NO_SMALL_PRINT, paper=paper, rows=rows))
        if self._without_second_name:
            warnings.append(LeftOut(_NO_SECOND_NAMES, paper=paper, rows=self._without_second_name))
        return warnings

    @property
    def on_second_page(self) -> frozenset[PagePart]:
        """Parts that have no room on the sheet, and are on the second page."""
        if not self.has_second_page:
            return frozenset()
        return frozenset(part for part, _ in self._parts_left_out if part in _SAID_AGAIN)

    @property
    def _parts_left_out(self) -> Iterator[tuple[PagePart, Message]]:
        """Parts of the page that are left out, other than rows, each with its message."""
        left_out = self.arrangement.left_out
        if "reminders" in left_out and self.content.reminders and not self.sizes.pad:
            yield "reminders", _NO_REMINDERS
        if "fields" in left_out and self.content.fields(few=False) != self.content.fields(few=True):
            yield "fields", _NO_FIELDS
        if self.per_player > 1 and any(self.heads.lines):
            if not self._has_names_of_columns:
                yield "columns", _NO_COLUMN_NAMES
            elif "columns" in left_out:
                yield "columns", _NO_SECOND_COLUMN_NAMES

    @property
    def _has_names_of_columns(self) -> bool:
        """Flag: the names of the columns have room.

        On a sheet with a second page in every language, so that all of them have this page alike.
        """
        plans = [self, *self.others] if self.has_second_page else [self]
        return all(
            plan.heads.has_names(plan._column_places, plan.sizes.column_gap) for plan in plans
        )

    @property
    def rows_on_second_page(self) -> list[SheetRow]:
        """Rows whose small print is on a second page: those that lack it in any language."""
        lacking: set[str] = set()
        for plan in (self, *self.others):
            lacking.update(row.id for row in plan._bare_rows)
        return [row for row in self.all_rows if row.id in lacking]

    @property
    def has_small_print_in_some(self) -> bool:
        """Flag: rows of a sheet with a second page lack small print, but not in all languages."""
        if not self.has_second_page:
            return False
        return len({bool(plan._bare_rows) for plan in (self, *self.others)}) > 1

    @property
    def _bare_rows(self) -> list[SheetRow]:
        """Rows without small print: first those where nothing else on the sheet says it."""
        return self._without_small_print + self._without_hints

    @property
    def _without_small_print(self) -> list[SheetRow]:
        """Rows without small print that is nowhere else on the sheet.

        A pad never has it. The grand total may have a hint too.
        """
        rows = []
        for row in self.all_rows if not self.sizes.pad else ():
            is_bare = row.essential and not any(self.labels[row.id].hints)
            has_other_name = self.labels[row.id].names[0] in row.bare_names
            if is_bare and row.kind != "grand" and not has_other_name:
                rows.append(row)
        return rows

    @property
    def _without_hints(self) -> list[SheetRow]:
        """Other rows without small print, which the dice before the name of a box show too.

        Sums, bonuses and the bar of the grand total are among them. A pad has the rules on its last
        sheet, and a sheet without words draws them.
        """
        if self.content.options.pad or self.content.options.pictogram:
            return []
        known = self._without_small_print
        rows = []
        for row in self.all_rows:
            label = self.labels[row.id]
            has_hint = any(map(any, row.hints)) and row.kind != "head"
            is_said_in_name = row.kind != "box" and label.names[0] in row.bare_names
            if has_hint and not any(label.hints) and not is_said_in_name and row not in known:
                rows.append(row)
        return rows

    @property
    def _without_second_name(self) -> tuple[str, ...]:
        """Names of rows whose name in the second language has no room."""
        names = []
        for row in self.all_rows:
            label = self.labels[row.id]
            words = " ".join((*label.names, *label.hints))
            if row.second_name and row.second_name not in words:
                names.append(f"'{row.name}'")
        return tuple(names)


_NO_REMINDERS = Message("%(paper)s has no room for the rules below the rows; they are left out")
_NO_FIELDS = Message("%(paper)s has no room for the fields above the rows; they are left out")
_NO_COLUMN_NAMES = Message("%(paper)s has no room for the names of the columns; they are left out")
_NO_SECOND_COLUMN_NAMES = Message(
    "%(paper)s has no room for the names of the columns in the second language; they are left out"
)
_NO_SMALL_PRINT = Message("%(paper)s has no room for the small print of %(rows)s; it is left out")
_NO_SMALL_PRINT_OF_MANY = Message(
    "%(paper)s has no room for the small print of %(count)s rows; it is left out"
)
_MOST_NAMED = 5
"""Maximum number of rows whose names are listed in a message."""
_NO_SECOND_NAMES = Message(
    "%(paper)s has no room for the second language in the name of %(rows)s; it is left out"
)


def words_height(size: float, hint: float, lines: int) -> float:
    """Return the height of a name with some lines of hints below it, in points."""
    return CAP * size + (first_hint(size, hint) + (lines - 1) * LEADING * hint if lines else 0.0)


def first_hint(size: float, hint: float) -> float:
    """Return the distance from a name to the first line of its hint.

    Two large ones have a millimetre between them.
    """
    return (1 * MM + DESCENT * size if hint >= LABELS.large_hint else 1.25 * MM) + 0.74 * hint


# the search

_TOO_WIDE = Message(
    "%(paper)s has room for %(most)s of %(count)s players or games: %(boxes)s times %(least)s mm, "
    "%(label)s mm for the "
    "names of the rows and %(around)s mm between them make %(need)s mm, and there is room for "
    "%(have)s mm; %(larger)s"
)
_NO_COLUMN = Message(
    "%(paper)s is too narrow: a column of %(least)s mm, %(label)s mm for the names of the rows and "
    "%(around)s mm "
    "between them make %(need)s mm, and there is room for %(have)s mm; %(larger)s"
)
_LABEL_TOO_WIDE = Message(
    "%(paper)s is too narrow: the names of the rows need %(need)s mm, and may have %(have)s mm, so "
    "that the boxes do "
    "not get too narrow; %(larger)s"
)
_TOO_HIGH = Message(
    "%(paper)s is too small: %(boxes)s rows of %(least)s mm, and %(around)s mm around and between "
    "them, make "
    "%(need)s mm, and it has %(have)s mm; %(larger)s"
)
_FIELDS_TOO_WIDE = Message(
    "%(paper)s is too narrow: the fields above the rows need %(need)s mm, and it has %(have)s mm; "
    "leave some out, or "
    "write less in them; %(larger)s"
)

_Fitting = Callable[[int, Arrangement], SheetPlan | Shortage]
"""Function that fits a number of columns into an arrangement."""

_LONGEST_LANGUAGE = 1.4
"""Factor by which texts are longer at most in another language, where it matters for a plan.

Measured in 700 arrangements of all games: 1.4 has no exception, 1.3 has four, 1.2 has 30.
"""

_SAID_AGAIN: tuple[PagePart, ...] = ("columns", "reminders")
"""Parts that a second page has instead."""
_LEFT_OUT: tuple[PagePart, ...] = (
    "columns",
    "reminders",
    "headings",
    "fields",
    "margin",
)
"""Parts that are left out on small paper, step by step: the rules are in the booklet too.

The heads of columns lose the second language. The margin is that below the glue of a pad, which is
free paper anyway. Ticks are left out only if nothing else helps.
"""


class Planner(Struct, frozen=True, eq=False, dict=True):
    """Search for the plan of a sheet."""

    content: Content
    frames: dict[Arrangement, tuple[Header, Footer]] = field(default_factory=dict)
    """Headers and footers that were measured before: to find the most columns takes 0.3 s, without
    this 1 s."""
    fits: dict[tuple[int, Arrangement], SheetPlan | Shortage] = field(default_factory=dict)
    """Plans that were found before, or what they lack, by number of columns and arrangement."""
    short_of_room: set[tuple[int, Arrangement]] = field(default_factory=set)
    """Closest arrangements of those that had no room, with their number of columns."""

    def plans(self) -> Iterator[SheetPlan]:
        """Yield every possible plan, the best first.

        Those come first that have room in all languages. Raises SheetgenError, with the arithmetic,
        if there is none.
        """
        if not self.content.by_games and self.content.options.games is not None:
            error = SheetgenError(
                "the columns of %(ruleset)s are players, not games; leave it out",
                key="--games",
                ruleset=self.content.ruleset.id,
            )
            raise error.cured(Cure("games"))
        by_games = self.content.options.games or self.content.options.series
        asked = (by_games if self.content.by_games else self.content.survey.columns) or None
        found = False
        for fitting in self._fittings(asked or 1):
            for columns in self._usual(fitting) if asked is None else (asked,):
                for plan in self._plans_with(columns, fitting):
                    found = True
                    yield plan.with_late_hints()
        if not found:
            self._refuse(asked or 1)

    def _fittings(self, least: int) -> tuple[_Fitting, ...]:
        """Return how arrangements are fitted: in all languages, then in that of the sheet alone.

        Languages without room for `least` columns have no say.
        """
        return partial(self._fitted_in_all, least), self._fitted

    def _usual(self, fitting: _Fitting) -> Iterator[int]:
        """Yield the numbers of columns to try by default.

        As many as usual, if the boxes are wide enough.
        """
        usual, by_games, options = (
            self.content.ruleset.sheet.count,
            self.content.by_games,
            self.content.options,
        )
        more, middle = max(usual, _GAMES), sizes_of(options.paper) == SIZES["middle"]
        if by_games and middle:
            plan = next(self._plans_with(more, fitting), None)
            if plan and not plan.sizes.dense:
                yield more
        free = not (options.orientation or options.paper.across)
        for columns in range(usual, 1, -1):
            plan = next(self._plans_with(columns, fitting), None)
            turned = plan and free and plan.landscape
            least = (
                2 if plan and plan.landscape else 3
            )  # on its side, two players with hints are better than more without
            if (
                plan
                and not turned
                and columns >= least
                and (by_games or not plan.has_narrow_boxes)
                and not plan.crowded
            ):
                yield columns
        yield from range(usual, 0, -1)

    def most_columns(self, enough: float = inf) -> int:
        """Return the maximum number of columns on the paper, but no more than are `enough`.

        0 if it has no room for the rows at all.
        """
        columns = 0
        while columns < enough and self._has_room(columns + 1):
            columns += 1
        return columns

    def try_columns(self, columns: int) -> SheetPlan | None:
        """Return the best plan with this number of columns; None if there is none."""
        plans = (self._plans_with(columns, fitting) for fitting in self._fittings(columns))
        return next(chain.from_iterable(plans), None)

    def _has_room(self, columns: int) -> bool:
        """Check whether this number of columns has room in the language of the sheet."""
        return any(self._plans_with(columns, self._fitted))

    def _plans_with(self, columns: int, fitting: _Fitting) -> Iterator[SheetPlan]:
        """Yield the plans with this number of columns.

        Those with narrow boxes that could be turned come last, and so do those that need a second
        page for small print in some languages only.
        """
        options = self.content.options
        ticked = any(row.ticks or row.squares for row in self.content.one_list[0])
        ticked = ticked and not options.audit  # a check is nothing but ticks
        for without in (frozenset[PagePart](), frozenset[PagePart](["ticks"]))[: 1 + ticked]:
            later: list[SheetPlan] = []
            for arrangement in self._arrangements(columns):
                plan = fitting(
                    columns, replace(arrangement, left_out=arrangement.left_out | without)
                )
                if isinstance(plan, SheetPlan):
                    narrow = (
                        plan.has_narrow_boxes
                        and not arrangement.sizes.pad
                        and not options.orientation
                        and not self.content.by_games
                    )
                    if plan.has_small_print_in_some or (narrow and not arrangement.turned):
                        later.append(plan)
                        continue
                    if plan.crowded and not arrangement.beside:
                        turned = (
                            arrangement.turned
                        )  # two lists with room for hints, and boxes that are not narrow
                        both = (
                            each
                            for each in self._arrangements(columns)
                            if each.beside and each.turned is turned
                        )
                        fits = (fitting(columns, each) for each in both if not each.sizes.dense)
                        wide = (
                            fit
                            for fit in fits
                            if isinstance(fit, SheetPlan) and not fit.has_narrow_boxes
                        )
                        yield from islice(wide, 1)
                    yield plan
            yield from later

    def _arrangements(self, columns: int) -> Iterator[Arrangement]:
        """Yield one list in either direction, then two, in smaller and smaller sizes.

        Only then something is left out, step by step. A narrow pad has low rows before it is
        turned.
        """
        options = self.content.options
        first = options.paper.across or (columns >= _LANDSCAPE_FROM and not self.content.by_games)
        directions = (
            [options.orientation == "landscape"] if options.orientation else [first, not first]
        )
        if options.pad and pad_sizes_of(options.paper, landscape=False):
            for turned in directions:
                yield from self._usual_arrangements([turned])
                yield from self._pad_arrangements(turned)
        else:
            yield from self._usual_arrangements(directions)

    @cached_property
    def _steps_of_left_out(self) -> list[frozenset[PagePart]]:
        """What is left out: nothing, then more and more parts."""
        heads = self.content.heads
        parts = [part for part in _LEFT_OUT if part != "columns" or heads[0] != heads[1]]
        counts = range(len(parts) + bool(self.content.options.glue))
        return [frozenset(parts[:count]) for count in counts]

    @property
    def _sides(self) -> tuple[bool, ...]:
        """Flags of one list and, if the rows can be divided, of two lists next to each other."""
        return (False, True) if self.content.can_be_beside else (False,)

    def _usual_arrangements(self, directions: Sequence[bool]) -> Iterator[Arrangement]:
        """Yield the arrangements of sheets in these directions; True is turned."""
        above = (False, True) if self.content.may_have_checks_above else (False,)
        for left_out, beside, turned in product(self._steps_of_left_out, self._sides, directions):
            sizes = self._sizes(turned=turned)
            for each, margin, ticks_above in product(sizes, self._margins, above):
                yield Arrangement(margin, each, turned, beside, left_out, ticks_above)

    def _pad_arrangements(self, turned: bool) -> Iterator[Arrangement]:
        """Yield the arrangements of narrow pads in this direction."""
        options = self.content.options
        margin = PAD_MARGIN if options.margin is None else self._margins[0]
        is_across = options.paper.width > options.paper.height
        for left_out, beside in product(self._steps_of_left_out, self._sides):
            for each in pad_sizes_of(options.paper, is_across != turned):
                yield Arrangement(margin, each, turned, beside, left_out)

    def _sizes(self, *, turned: bool) -> tuple[Sizes, ...]:
        """Return the sizes to try on the paper as it is or turned, the roomiest first."""
        options = self.content.options
        is_across = options.paper.width > options.paper.height
        sizes = sizes_of(options.paper, is_across != turned)
        if not options.audit:
            return sizes
        title = sizes[0].title
        return tuple(each if each.dense else replace(each, title=title) for each in sizes)

    @cached_property
    def _margins(self) -> tuple[Margin, ...]:
        """Margins to try, the largest first. It is the largest of all on the largest paper."""
        options = self.content.options
        largest = {4: 0, 2: 1, 1: 2}[len(sizes_of(options.paper))]
        margins = MARGINS[largest:]
        if options.margin is None:
            return margins
        spread = margins[0].spread
        side = options.margin + spread
        return (Margin(side, side, spread, margins[0].arm),)

    def _closest(self, arrangement: Arrangement) -> Arrangement:
        """Return the arrangement with the same parts in the same places that needs least room.

        It has the smallest margin, and the smallest sizes in which the code is in the same place.
        """
        sizes = arrangement.sizes
        if sizes.pad:
            return arrangement
        alike = [
            each for each in self._sizes(turned=arrangement.turned) if each.dense is sizes.dense
        ]
        return replace(arrangement, sizes=alike[-1], margin=self._margins[-1])

    @cached_property
    def _pad_contents(self) -> dict[Sizes, Content]:
        """The content with the small boxes of a narrow pad, by the sizes of its page."""
        paper = self.content.options.paper
        widths = PAD_BOX[0], NARROW_PAD_WIDTH
        contents = {}
        for landscape in (False, True):
            for sizes, width in zip(pad_sizes_of(paper, landscape), widths, strict=True):
                contents[sizes] = self._with_small_boxes(width, PAD_BOX[1])
        return contents

    def _with_small_boxes(self, width: float, height: float) -> Content:
        """Return the content with boxes of this size at least."""
        options = self.content.options
        look = options.look
        look = replace(
            look,
            least_width=min(look.least_width, width),
            least_height=min(look.least_height, height),
        )
        return replace(self.content, options=replace(options, look=look))

    @cached_property
    def _others(self) -> list["Planner"]:
        """Planners of the same sheet in all other languages that ship, without names of users."""
        content = self.content
        changed = replace(content.options, names=(), fillings=())
        planners = []
        for language in (ENGLISH, *shipped_languages()):
            if language != content.wording.catalog.language:
                wording = Wording(content.ruleset, load_catalog(language))
                planners.append(Planner(replace(content, wording=wording, options=changed)))
        return planners

    def _fitted_in_all(
        self, least: int, columns: int, arrangement: Arrangement
    ) -> SheetPlan | Shortage:
        """Return the plan for an arrangement that has room in all languages, or what one lacks.

        Other languages are only tried if the plan has little room to spare. Languages without room
        for `least` columns in any arrangement have no say, and neither has one whose letters the
        font lacks.
        """
        plan = self._fitted(columns, arrangement)
        if isinstance(plan, Shortage) or self._has_room_to_spare(plan):
            return plan
        others = []
        for other in self._others:
            with suppress(SheetgenError):
                fit = other._fitted_alike(columns, arrangement)
                if isinstance(fit, SheetPlan):
                    others.append(fit)
                elif other._has_room(least):
                    return fit
        return replace(plan, others=tuple(others))

    def _has_room_to_spare(self, plan: SheetPlan) -> bool:
        """Check whether a plan would be the same in any language, because longer texts have room.

        Their catalogs are not loaded then, and nothing else is laid out. What fills the room below
        one of two lists depends on the language, so that two lists are always compared, and so are
        sheets with a second page. A sheet without words or in two languages is compared with no
        other.
        """
        options = self.content.options
        if options.pictogram or options.second:
            return True
        if plan.arrangement.beside or plan.has_second_page:
            return False
        longer = self._with_longer_texts._fitted(plan.columns, plan.arrangement)
        return (
            isinstance(longer, SheetPlan)
            and longer.crowded == plan.crowded
            and longer.has_narrow_boxes == plan.has_narrow_boxes
        )

    @cached_property
    def _with_longer_texts(self) -> "Planner":
        """Planner of the same sheet, with all texts as long as in the language that needs most."""
        measure = self.content.measure

        def measure_longer(text: str, font: Font, size: float) -> float:
            return _LONGEST_LANGUAGE * measure(text, font, size)

        return Planner(replace(self.content, measure=measure_longer))

    def _fitted_alike(self, columns: int, arrangement: Arrangement) -> SheetPlan | Shortage:
        """Return the plan for an arrangement or, if it has no room, for one that is like it.

        The plans of a game are alike in all languages if the same parts are in the same places: a
        margin of another width is no other plan.
        """
        fit = self._fitted(columns, arrangement)
        ticks_left_out = arrangement.left_out & {"ticks"}
        for each in self._arrangements(columns):
            if isinstance(fit, SheetPlan):
                break
            similar = replace(each, left_out=each.left_out | ticks_left_out)
            if similar.is_like(arrangement):
                fit = self._fitted(columns, similar)
        return fit

    def _fitted(self, columns: int, arrangement: Arrangement) -> SheetPlan | Shortage:
        """Return the plan for an arrangement, or the reason why it has no room.

        If one has no room, so have none of those that need more: the closest one is tried next.
        """
        key = columns, arrangement
        if key in self.fits:
            return self.fits[key]
        closest = columns, self._closest(arrangement)
        if closest in self.short_of_room and closest != key:
            fit = self._fitted(*closest)
            if isinstance(fit, Shortage):
                self.fits[key] = fit
                return fit
        fit = self._fit(columns, arrangement)
        if isinstance(fit, Shortage):
            self.short_of_room.add(closest)
        self.fits[key] = fit
        return fit

    def _fit(self, columns: int, arrangement: Arrangement) -> SheetPlan | Shortage:
        """Return what `_fitted` returns, without looking it up."""
        content = self._pad_contents[arrangement.sizes] if arrangement.sizes.pad else self.content
        alike = replace(arrangement, beside=False, ticks_above=False)
        if alike not in self.frames:
            given = content, alike, alike.sizes
            self.frames[alike] = Header(*given), Footer(*given)
        header, footer = self.frames[alike]
        if header.excess > 0:
            return Shortage(header.width + header.excess, header.width)
        sizes, left_out = arrangement.sizes, arrangement.left_out
        lower = SHEET.typed if self.content.options.fillable and sizes.dense else 0.0
        sizes = replace(sizes, header=header.height, pitch=sizes.pitch - lower)
        lists = self.content.two_lists if arrangement.beside else self.content.one_list
        lists = without_ticks(lists) if "ticks" in left_out else lists
        bare = "headings" in left_out
        lists = tuple(
            tuple(row for row in rows if not (bare and row.kind == "head")) for rows in lists
        )
        for rows in dict.fromkeys((in_one_row(lists, self.content.ruleset), lists)):
            fit = SheetPlan(content, arrangement, sizes, columns, header, footer, rows).fit()
            if isinstance(fit, SheetPlan):
                return fit.with_panel()
        return fit

    def _refuse(self, columns: int) -> NoReturn:
        """Raise SheetgenError with the arithmetic of the arrangement that comes closest.

        The message names a larger paper.
        """
        options = self.content.options
        name, filling = self.content.survey.widest.get("player", ("", None))
        if filling and self._with(names=(), fillings=())._has_room(columns):
            error = SheetgenError(
                "the name '%(name)s' does not fit on the line for it; shorten it", name=name
            )
            raise error_at(error, filling)
        most = self.most_columns()
        arrangements = list(self._arrangements(columns))
        # a pad has lower rows than other sheets, in one list: its own sum is the one that matters
        of_pads = [each for each in arrangements if each.sizes.pad and not each.beside]
        # larger sizes need more: their sums would not say what the paper lacks
        smallest = [
            each
            for each in arrangements
            if not each.sizes.pad and each.sizes == self._sizes(turned=each.turned)[-1]
        ]
        tried = [self._fitted(columns if most else 1, each) for each in of_pads or smallest]
        lacks = [lack for lack in tried if isinstance(lack, Shortage)]
        wide = [each for each in lacks if each.label and each.count and most]
        lack = min(wide or lacks, key=lambda each: each.need / max(each.have, 1))
        too_wide = _TOO_WIDE if most else _NO_COLUMN
        messages = (_TOO_HIGH, too_wide) if lack.count else (_FIELDS_TOO_WIDE, _LABEL_TOO_WIDE)
        sold = larger_pads(options.paper) if options.pad and not options.nup else []
        larger = (
            paper
            for paper in (*sold, *larger_papers(options.paper))
            if self._with(paper=paper)._has_room(columns)
        )
        advice = SheetgenError("no paper is large enough; ask for fewer")
        cures: list[Cure] = []
        if paper := next(larger, None):
            advice = SheetgenError("%(paper)s is large enough", paper=paper.name)
            cures.append(Cure("paper", paper.name))
        if 0 < most < columns and not any(filling.names for filling in options.fillings):
            cures.append(Cure("games" if self.content.by_games else "players", most))
        least, have, label = (value / MM for value in (lack.least, lack.have, lack.label))
        need = ceil(lack.need / MM + (0.5 if lack.count else 0))
        error = SheetgenError(
            messages[lack.label > 0],
            paper=options.paper.name,
            most=most,
            count=columns,
            boxes=lack.count,
            least=f"{least:.4g}",
            label=ceil(label),
            need=need,
            have=int(have),
            larger=advice,
            around=f"{need - lack.count * round(least, 2) - ceil(label):.4g}",
        )
        error.option = "paper"
        raise error.cured(*cures, figures=Figures(need, int(have)))

    def _with(self, **changes: Any) -> "Planner":
        """Return a planner for the same content with other options."""
        return Planner(replace(self.content, options=replace(self.content.options, **changes)))


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
        kind: PlaceKind = (
            "name" if cell.kind == "name" else "box" if cell.kind == "box" else "total"
        )
        times[id_] += 1
        cells.append(PlacedCell(id_ if times[id_] == 1 else f"{id_}_{times[id_]}", kind, cell.rect))
    turned = ((mark.x, mark.y, mark.arm, *mark.turned) for mark in plan.corner_marks)
    marks = (
        Rect(min(x, x + right * a), min(y, y + down * a), a, a) for x, y, a, right, down in turned
    )
    corners = tuple(sorted(marks, key=lambda mark: (mark.y, mark.x)))
    faces, dice = tuple(face for face, _ in plan.code), tuple(place for _, place in plan.code)
    return CellMap(content.ruleset.id, *plan.page, tuple(cells), faces, dice, corners)
