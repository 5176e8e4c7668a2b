"""Measures of the drawn booklet: lengths and types, a table for each kind of page.

Lengths are millimetres of an A5 page, and sizes of type are points; other pages are larger or
smaller throughout. They come from the design of the booklet, unless a comment says otherwise. A
name that ends in `top` or `base` is a height from the top of the page, `drop` one from the top of
a row.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.primitives import CAP, Font, Ink, Role

POINT = 25.4 / 72
"""A point in millimetres."""
LEAST_TYPE = 7.5
"""Minimum size of type in points, as on sheets."""


class Type(Struct, frozen=True):
    """Type of a text: size and colour in print.

    `size` is in points, `step`, the distance between lines, in mm.
    """

    size: float
    font: Font = Font.REGULAR
    ink: Ink = Ink.TEXT
    align: Literal["left", "middle", "right", "ink"] = "left"
    step: float = 0.0
    role: Role = "P"
    """Role in the structure of a text that is in no other element."""
    least: float = LEAST_TYPE
    """Minimum size of a text that is made to fit, in points."""
    language: str = ""
    """Code of the language; empty for that of the document."""

    def at(self, align: Literal["left", "middle", "right", "ink"]) -> "Type":
        """Return this type with another alignment."""
        return replace(self, align=align)

    def of(self, size: float) -> "Type":
        """Return this type in another size."""
        return replace(self, size=size)

    def inked(self, ink: Ink) -> "Type":
        """Return this type in another colour."""
        return replace(self, ink=ink)


BODY = Type(9.75, step=4.5)
SMALL = Type(8.2, ink=Ink.MUTED, step=3.75)
HEADING = Type(27, Font.BLACK, align="ink", role="H2")
WORTH = Type(24, Font.BLACK, Ink.ACCENT, "right")
PART = Type(14, Font.BLACK, Ink.ACCENT, role="H3")
"""Heading of a part of a page."""
ASKED = Type(10.5, Font.BOLD, step=4.5, role="H3")
"""Question."""


class PageMeasures(Struct, frozen=True):
    """Page of the booklet, with its type area."""

    width: float = 148.0
    height: float = 210.0
    top: float = 12.0
    bottom: float = 198.0
    outside: float = 12.0
    fold: float = 15.0
    """Margin at the fold."""
    text_width: float = 121.0
    """Width between the margins."""
    lead_top: float = 24.0
    """Top of the text below the heading."""
    last_line: float = 190.5
    """Lowest line of print above the page number."""


A5 = PageMeasures()


class CoverMeasures(Struct, frozen=True):
    """Cover."""

    die_gap: float = 4.2
    numbers_base: float = 190.5
    """Baseline of the numbers in a line, where no place among the dice is free."""
    number_right: float = 15.0
    word_left: float = 17.4
    number_drop: float = 4.1
    """Baseline of a number below the middle of its line."""
    title_base: float = 150.0
    rule_top: float = 167.5
    kind_base: float = 177.0
    kind_gap: float = 6.0
    foot_base: float = 198.0
    title: Type = Type(138, Font.BLACK, align="ink", least=20)
    numbers: Type = Type(14, Font.BOLD, Ink.ACCENT)
    number: Type = Type(33, Font.BLACK, Ink.ACCENT, "right")
    word: Type = Type(13, Font.BOLD)
    variant: Type = Type(18, Font.BOLD, Ink.ACCENT)
    kind: Type = Type(18)
    foot: Type = Type(11, ink=Ink.MUTED)


COVER = CoverMeasures()


class StartMeasures(Struct, frozen=True):
    """Game in a minute."""

    goal_top: float = 22.5
    goal_gap: float = 3.6
    steps_top: float = 28.5
    """Minimum top of the steps."""
    step_width: float = 62.0
    step_height: float = 24.0
    """Minimum distance of two lines of steps."""
    step_gap: float = 3.0
    die: float = 10.5
    text_left: float = 13.5
    text_width: float = 44.0
    text_drop: float = 6.6
    verb_width: float = 45.0
    verb_drop: float = 4.6
    sheet_gap: float = 4.5
    needs_gap: float = 6.0
    verb: Type = Type(15, Font.BLACK, role="H3")


START = StartMeasures()


class TurnMeasures(Struct, frozen=True):
    """Turn, throw by throw."""

    sizes: tuple[tuple[float, float], ...] = (
        (16.5, 30.0),
        (16.5, 21.0),
        (15.0, 21.0),
        (13.5, 21.0),
        (13.5, 9.0),
        (12.0, 9.0),
        (9.6, 9.0),
    )
    """Sides of the dice, each with the height of a throw below them; the first fit is used."""
    sizes_beside_names: int = 3
    """First of these sizes that leaves room for the names of columns."""
    close_height: float = 9.0
    """Height of a throw in close lines."""
    end: float = 191.0
    """Maximum lower end."""
    throws_top: float = 36.0
    """Minimum top of the first throw."""
    throws_gap: float = 3.0
    lead_rise: float = 9.0
    """Height by which the first dice may begin above the end of the text before them."""
    throw_gap: float = 4.0
    """Maximum gap below a throw."""
    rule_gap: float = 0.9
    ends_gap: float = 1.8
    other_die: float = 4.2
    """Side of the dice of further rolls."""
    other_step: float = 4.8
    other_gap: float = 2.0
    other_text_gap: float = 1.5
    # the boxes that are full before the turn, three in a line
    filled_columns: int = 3
    filled_width: float = 40.0
    filled_gap: float = 0.5
    filled_step: float = 5.4
    filled_top_gap: float = 0.6
    filled_end_gap: float = 3.0
    filled_box_left: float = 12.0
    """Distance of the box from the right end of its name and box."""
    filled_box_width: float = 10.0
    filled_box_height: float = 4.8
    filled_name_drop: float = 3.3
    filled_points_drop: float = 3.5
    filled_points: Type = Type(8.8, align="middle")
    # the ends of a turn in each column
    option_step: float = 6.9
    option_step_of_many: float = 5.1
    many_options: int = 6
    option_gap: float = 0.9
    option_box: float = 24.0
    option_heading_drop: float = 5.4
    option_heading_height: float = 7.2
    options_gap: float = 1.2
    # a throw
    heading: Type = PART.of(12)
    heading_drop: float = 3.3
    dice_drop: float = 6.0
    dice_gap: float = 2.4 / 16.5
    """Gap between dice, as a share of their side."""
    beside_dice: float = 24.0
    """Width that dice leave free."""
    points_drop: float = -0.9
    """Baseline of the points below the dice, like the next ones."""
    could_drop: float = 5.1
    could_gap: float = 2.0
    said_drop: float = 7.5
    points_width: float = 38.0
    """Width that the points need beside the text."""
    points_size: float = 34.0
    could_size: float = 9.75
    # the bubble with an announcement
    bubble_width: float = 33.6
    bubble_height: float = 10.2
    bubble_gap: float = 4.5
    bubble_padding: float = 3.0
    bubble_text_drop: float = 1.7
    bubble_text: Type = Type(14, Font.BLACK, align="middle")
    tail_left: float = 3.6
    tail_overlap: float = 0.6
    tail_height: float = 3.3
    tail_lean: float = 1.2
    tail_line: float = 0.9
    tail_lines: int = 6
    # the row of the sheet that is filled in
    row_gap: float = 3.0
    row_height: float = 16.8
    row_dice: float = 10.5
    row_dice_drop: float = 1.65
    row_name_left: float = 18.8
    row_name_drop: float = 6.4
    row_hint_drop: float = 7.6
    row_hint_width: float = 42.0
    row_hint_step: float = 3.4
    row_hint_lines: int = 2
    row_worth_right: float = 60.6
    row_worth_drop: float = 6.6
    row_worth_gap: float = 2.0
    row_box_left: float = 63.0
    row_box_gap: float = 1.0
    row_players: int = 2
    row_box_height: float = 13.8
    row_points_drop: float = 9.2
    row_name: Type = Type(13.5, Font.BOLD)
    row_worth: Type = Type(16, Font.BLACK, Ink.ACCENT, "right")
    row_points: Type = Type(17, align="middle")


TURN = TurnMeasures()


class YachtMeasures(Struct, frozen=True):
    """Questions about a Yacht, and its worth as a joker."""

    die: float = 14.4
    """Maximum side of the dice of the Yacht."""
    dice_width: float = 75.0
    dice_gap: float = 4.5
    lead_gap: float = 1.5
    card_rise: float = 4.5
    """Top of the text beside the dice above their middle."""
    card_gap: float = 2.4
    question_die: float = 9.0
    question_die_drop: float = 1.8
    question_text_gap: float = 3.9
    question_text_drop: float = 0.9
    question_gap: float = 3.6
    answer_gap: float = 1.5
    bonus_drop: float = 4.2
    bonus_gap: float = 4.5
    bonus_left: float = 3.0
    square: float = 3.75
    """Side of a square to tick."""
    square_step: float = 5.25
    square_drop: float = 0.6
    bonus: Type = WORTH.of(14)
    # the boxes for a joker
    use_height: float = 13.8
    """Maximum height of a row."""
    low_use: float = 9.6
    """Height of a row below which its texts stand higher, clear of the rule below it."""
    low_use_rise: float = 0.45
    uses_end_gap: float = 9.0
    use_gap: float = 1.8
    use_die: float = 9.6
    use_text_left: float = 18.6
    use_box_width: float = 24.0
    use_text_room: float = 46.0
    """Width of a row that is not for its text."""
    use_name_rise: float = 0.3
    use_why_drop: float = 3.9
    use_points_drop: float = 1.9
    turn_drop: float = 7.2
    use_name: Type = Type(12, Font.BOLD)
    use_why: Type = SMALL.of(8.8)
    use_points: Type = Type(15, align="middle")
    best_points: Type = Type(15, Font.BLACK, Ink.ACCENT, "middle")


YACHT = YachtMeasures()


class BoxesMeasures(Struct, frozen=True):
    """Boxes and bonuses, a few on each page.

    Lengths in threes are those of wide, close and closest lines.
    """

    first_top: float = 31.5
    """Top of the first box below a heading."""
    next_top: float = 21.0
    """Top of the first box below the key."""
    end: float = 192.0
    heights: tuple[float, ...] = (51.0, 39.0, 34.5, 30.0, 24.0)
    """Minimum heights of a box; the lowest one only saves whole sheets."""
    stretch: float = 15.0
    """Maximum growth of a box on a page with room left."""
    foot_gap: float = 1.8
    # the key to the states of dice
    first_key_top: float = 23.1
    """Top of the meanings of dice below the heading of the first page."""
    key_top: float = 12.0
    key_die: float = 5.7
    key_text_gap: float = 1.8
    key_text_drop: float = 1.1
    key_gap: float = 8.0
    # a bonus
    bonus_name_drop: float = 7.4
    bonus_points_drop: float = 8.4
    bonus_rule_drop: float = 9.4
    bonus_gap: float = 3.0
    bonus_height: float = 21.0
    bonus_close_height: float = 18.0
    # a box
    name_drop: tuple[float, ...] = (8.4, 7.4, 6.8)
    name_gap: float = 3.0
    worth_drop: float = 1.0
    """Baseline of fixed points below that of the name."""
    worth_width: float = 24.0
    rule_gap: tuple[float, ...] = (2.0, 2.0, 1.4)
    rolls_gap: tuple[float, ...] = (2.8, 1.6, 1.2)
    rolls_drop: float = 0.53
    """Minimum top of the rolls, as a share of the height of the box."""
    faces_gap: tuple[float, ...] = (3.8, 2.6, 1.8)
    faces_height: float = 1.5
    """Minimum height of the boxes for numbers, as a multiple of that of another box."""
    end_gap: tuple[float, ...] = (5.0, 3.0, 1.8)
    name: Type = Type(16, Font.BLACK, align="ink", role="H3")
    most: Type = Type(11, Font.BOLD, Ink.ACCENT, "right")
    # the faces of numbers
    faces_in_a_row: int = 8
    faces_least_columns: int = 6
    face: tuple[float, float] = (9.6, 16.5)
    """Minimum and maximum side of a face."""
    face_share: float = 0.32
    """Side of a face as a share of the height of a box."""
    face_gap: float = 5.6
    face_gap_share: float = 0.1
    face_name_drop: float = 4.8
    face_most_drop: float = 8.8
    face_points_drop: float = 12.6
    face_name: Type = Type(10.5, Font.BOLD)
    face_points: Type = Type(8.2, Font.BOLD, Ink.ACCENT)
    # rolls
    die: float = 8.7
    largest_die: float = 12.6
    """Side of the dice in a high box."""
    close_die: float = 6.9
    next_die: float = 5.7
    """Side of the dice of all rolls but the first."""
    miss_die: float = 5.1
    miss_gap: float = 0.147
    """Gap between the dice of a near miss, as a share of their side."""
    miss_points_left: float = 4.5
    miss_points_drop: float = 1.6
    miss_room: float = 8.0
    sum_gap: float = 3.0
    sum_drop: float = 1.7
    roll_gap: float = 1.5
    alone_sum_drop: float = 1.75
    number_die: float = 4.8
    """Side of the dice of several rolls of numbers, two in a line."""
    number_step: float = 6.3
    number_sum_gap: float = 2.0
    number_sum_drop: float = 3.4
    number_sum: Type = Type(9.75, Font.BOLD)
    sum: Type = Type(12, Font.BOLD)
    miss_points: Type = Type(12, Font.BOLD, Ink.MUTED, "right")


BOXES = BoxesMeasures()


class QuestionsMeasures(Struct, frozen=True):
    """Frequent questions, and the points to agree on."""

    first_top: float = 28.5
    """Top of the questions below a heading."""
    next_top: float = 12.0
    heights: tuple[float, ...] = (24.0, 16.5, 15.0, 13.5, 12.6, 12.0, 10.8, 9.9)
    """Minimum heights of a question, the roomiest first."""
    stretch: float = 6.0
    """Maximum growth of a question on a page with room left."""
    answer_width: float = 21.0
    verdict_drop: float = 6.6
    verdict_gap: float = 2.0
    dice_width: float = 34.0
    """Maximum width of dice, without gaps."""
    die_share: float = 0.345
    """Maximum side of a die as a share of the height of a question."""
    dice_drop: float = 2.4
    dice_gap: float = 3.0
    said_gap: float = 0.2
    top_rise: float = 2.8
    """Distance of the text from a third of the height."""
    end_rise: float = 4.5
    end_gap: float = 1.0
    agree_heading_drop: float = 7.2
    agree_top: float = 10.2
    tick: float = 4.2
    """Side of a box to tick."""
    tick_gap: float = 6.6
    tick_rise: float = 0.15
    agree_gap: float = 1.65
    verdict: Type = Type(20, Font.BLACK, Ink.ACCENT)


QUESTIONS = QuestionsMeasures()


class WinnersMeasures(Struct, frozen=True):
    """Lines for the winners."""

    head_base: float = 31.5
    rule_top: float = 33.0
    rows_top: float = 34.2
    rows: int = 13
    row_step: float = 12.0
    row_height: float = 10.8
    date_width: float = 28.5
    column_gap: float = 1.5
    total_width: float = 30.0
    head: Type = Type(9, ink=Ink.MUTED)


WINNERS = WinnersMeasures()


class ShortMeasures(Struct, frozen=True):
    """Back cover with the rules in short."""

    rows_top: float = 43.5
    """Minimum top of the rows."""
    lead_gap: float = 6.0
    row_height: float = 15.6
    """Maximum height of a row."""
    total_room: float = 14.5
    sums_gap: float = 1.5
    total_name_drop: float = 6.3
    total_drop: float = 6.9
    line_drop: float = 16.5
    line_rise: float = 3.0
    # the foot
    code_die: float = 4.5
    code_gap: float = 0.7
    code_columns: int = 5
    code_left_gap: float = 3.0
    foot_drop: float = 0.9
    # a row: dice, name, hint and worth
    close_height: float = 11.0
    """Minimum height of a row with two lines."""
    icon: float = 10.5
    icon_gap: float = 2.1
    icon_width: float = 1.53
    """Width of the place for dice, as a multiple of their height."""
    text_gap: float = 3.0
    name_drop: float = -0.2
    """Baseline of the name below the middle of the row, like the next ones."""
    close_name_drop: float = 1.3
    name_above_hint_drop: float = -0.45
    """Baseline of the name in a low row whose hint has no room beside it."""
    hint_below_name: float = 3.1
    """Distance of the first line of this hint from the name."""
    least_height_with_both: float = 7.0
    """Minimum height of such a row. From no drawing: letters and the air between them."""
    air_with_both: float = 1.5
    """Height that such a row has beyond its minimum, as far as other rows can spare it."""
    most_given: float = 0.4
    """Maximum height that another row gives for it: too little to be seen."""
    height_with_both: float = 8.4
    """Minimum height in which all rows have both, if one has; lower ones have rather one line."""
    hint_drop: float = 3.9
    hint_step: float = 3.1
    """Distance of the lines of a hint that is too long for one."""
    hint_tolerance: float = 0.01
    worth_drop: float = 2.3
    close_worth_drop: float = 0.3
    lead: Type = Type(11.5, step=5.25)
    total_name: Type = Type(11, Font.BOLD)
    total: Type = Type(18, Font.BLACK, Ink.ACCENT, "right")
    line: Type = Type(9.75, Font.BOLD)
    source: Type = Type(8.2, ink=Ink.MUTED)
    command: Type = Type(7.5, ink=Ink.MUTED, step=3.7)
    name: Type = Type(13.5, Font.BOLD)
    close_name: Type = Type(11, Font.BOLD)
    worth: Type = WORTH.of(18)
    close_worth: Type = WORTH.of(14)
    most: Type = Type(9, ink=Ink.MUTED, align="right")
    close_most: Type = Type(8.6, ink=Ink.MUTED, align="right")
    close_hint: Type = SMALL.of(7.8)


SHORT = ShortMeasures()


class TableMeasures(Struct, frozen=True):
    """Tables with a row for each box and a column for each of a player's columns."""

    gap: float = 1.2
    """Gap between columns, half of it for many columns."""
    many_columns: int = 5
    # the heads of columns
    head_height: float = 9.9
    head_gap: float = 1.2
    tile: float = 5.4
    tile_drop_alone: float = 3.0
    """Top of the sign of a column without a name."""
    head_name_drop: float = 8.7
    head_padding: float = 0.4
    # a row
    icon: float = 6.9
    icon_gap: float = 0.4
    icon_width: float = 1.53
    """Width of the place for dice, as a multiple of their height, like in short rows."""
    name_left: float = 9.3
    name_gap: float = 2.0
    text_drop: float = 1.35
    """Baseline below the middle of the row."""
    dice_left: float = 42.0
    dice_width: float = 46.0
    """Maximum width of the dice of a roll, without gaps."""
    said_gap: float = 3.0
    radius: float = 1.5
    points_share: float = 2.1
    """Maximum size of points, in points of type for each mm of the row's height."""
    points_width_share: float = 1.35
    """The same for each mm of the width of a box. Four digits of this size have room in it."""
    beside_points: float = 0.4
    """Minimum distance of points from the edge of their box."""
    head_name: Type = Type(9, Font.BOLD, align="middle")
    row_name: Type = Type(11, Font.BOLD)
    points: Type = Type(12, align="middle")
    bonus: Type = Type(10, Font.BOLD, Ink.ACCENT, "right")
    # the grand total
    total_name_width: float = 55.0
    total_gap: float = 1.5
    total_padding: float = 3.0
    total_addends_right: float = 4.5
    total_addends_gap: float = 8.0
    total_addends_room: float = 12.0
    total_addends_drop: float = 1.2
    total_drop: float = 2.2
    total_radius: float = 2.4
    total_name: Type = Type(17, Font.BLACK)
    total: Type = Type(17, Font.BLACK, Ink.ACCENT, "right")
    addends: Type = Type(9, Font.BOLD)


TABLE = TableMeasures()


class ColumnsMeasures(Struct, frozen=True):
    """Columns of a player, on a card that is partly filled."""

    box_width: float = 18.6
    """Maximum width of a box."""
    label_width: float = 41.0
    table_gap: float = 3.0
    row_height: float = 6.9
    least_row_height: float = 3.9
    """Minimum height of a row. If the rules leave less room, they are on a page of their own."""
    """Maximum height of a row."""
    row_gap: float = 0.9
    below_table: float = 9.0
    # the key to the marks in boxes
    key_gap: float = 1.2
    key_box_width: float = 7.2
    key_box_height: float = 4.5
    key_mark_drop: float = 3.4
    key_text_left: float = 8.7
    key_text_drop: float = 3.3
    key_width: float = 15.0
    """Width of a mark with the gaps around its meaning."""
    key_height: float = 6.6
    key_mark: Type = Type(9, align="middle")
    # a rule, in two columns
    most_lost: float = 4.0
    """Height that rules in pairs may take more than rules that fill up the shorter column: a
    line."""
    rule_step: float = 62.0
    rule_width: float = 59.0
    rule_height: float = 12.0
    """Minimum height of a rule."""
    rule_head_height: float = 9.0
    rule_tile: float = 8.4
    rule_tile_drop: float = 1.8
    rule_text_left: float = 11.1
    rule_name_drop: float = 5.4
    rule_name_width: float = 47.0
    rule_text_drop: float = 6.3
    rule_text_width: float = 47.5
    name: Type = Type(13, Font.BLACK, role="H3")
    text: Type = Type(8.8, step=3.9)


COLUMNS = ColumnsMeasures()


class SumsMeasures(Struct, frozen=True):
    """Totals with their arithmetic in boxes."""

    most_below_card: int = 3
    """Maximum number of totals that have no page of their own."""
    lead_gap: float = 1.8
    height: float = 28.5
    """Maximum height of a total whose name is above its arithmetic."""
    beside_share: float = 0.62
    """Height of a total whose name is beside its arithmetic, as a share of that of others."""
    beside_width: float = 39.0
    """Width of the name of a total beside its arithmetic."""
    beside_gap: float = 2.0
    most_numbers_beside: int = 4
    name_drop: float = 4.5
    rule_drop: float = 8.1
    head_height: float = 5.1
    # the arithmetic
    box_height: float = 12.0
    box_gap: float = 1.2
    number_width: float = 15.6
    """Maximum width of a number."""
    most_numbers_beside_others: int = 8
    """Maximum number of addends of a total that shares its page with others."""
    least_number_width: float = 3.6
    """Minimum width of a number: two digits of 7.5 points. More numbers are in several lines."""
    digits_of_many: int = 3
    """Minimum number of digits that such a total has room for."""
    digit_width: float = 1.8
    """Minimum width of each digit of longer numbers."""
    least_beside_note: float = 10.2
    """Minimum width of a number beside a note that is higher than its line."""
    narrower: float = 0.6
    """Step by which numbers beside notes become narrower."""
    result_width: float = 18.0
    result_gap: float = 3.0
    tile: float = 4.2
    bracket_width: float = 1.8
    radius: float = 1.2
    number_size: float = 12.0
    note_step: float = 3.4
    name: Type = Type(11, Font.BLACK, Ink.ACCENT)
    note: Type = SMALL.of(7.8)


SUMS = SumsMeasures()


class CardMeasures(Struct, frozen=True):
    """Full card."""

    row_height: float = 12.0
    """Maximum height of a row with one box."""
    row_height_of_several: float = 10.8
    """Maximum height of a row with several boxes."""
    row_gap: float = 0.9
    most_rows: int = 26
    """Maximum number of rows on a page."""
    next_top: float = 6.0
    """Top of a further page, above the room for a heading."""
    heading_top: float = 20.0
    """Minimum top of a card with a heading."""
    across_width: float = 16.2
    """Width of a sum of all columns."""
    box_width: float = 28.5
    """Maximum width of the only box of a row."""
    box_width_of_several: float = 14.1
    points_width: float = 30.0
    label_width: float = 43.8
    """Width of the names of rows beside several boxes."""
    label_width_of_many: float = 34.0
    heading_drop: float = 11.7
    rule_drop: float = 14.1
    rows_drop: float = 15.3
    heads_drop: float = 3.0
    total_room: float = 13.2
    total_gap: float = 0.6
    total_height: float = 11.4
    notes_gap: float = 1.5
    notes_drop: float = 12.9
    sums_room: float = 16.0
    sums_room_of_each: float = 11.0
    sums_heading_drop: float = 8.4
    sums_drop: float = 9.6
    match_gap: float = 6.0
    """Gap between short sums and an example of match points."""
    match_points_gap: float = 3.0
    """Gap between the heading of the match points and that of the last column."""
    match_drop: float = 10.5
    match_step: float = 8.0
    match_column: float = 15.6
    match_said_drop: float = 3.5


CARD = CardMeasures()


class SheetPictureMeasures(Struct, frozen=True):
    """Sheet of the game, drawn small, with explanations at its right."""

    width: float = 76.0
    """Maximum width of the sheet."""
    text_gap: float = 6.0
    text_rise: float = 1.9
    """Top of an explanation above the end of its line."""
    text_height: float = 13.5
    """Minimum distance of the explanations."""
    end_gap: float = 4.2
    said_rise: float = 0.2
    line_start: float = 0.2
    line_gap: float = 1.5
    dot: float = 0.85
    """Radius of the dot at the end of a line."""
    line_width: float = 0.9
    """Width of a line, in points."""
    least_frame: float = 0.5
    """Minimum width of a frame, in points."""
    least_points: float = 4.0
    """Minimum size of the points in boxes, in points of type, like the next one."""
    points: float = 26.0
    """Maximum size of the points on a sheet in its full size."""
    points_share: float = 1.5
    """Maximum size of the points as a multiple of the height of their box."""
    name: Type = Type(10.5, Font.BOLD, step=4.2)


SHEET_PICTURE = SheetPictureMeasures()


class PanelMeasures(Struct, frozen=True):
    """Panel of a zine, an eighth of A4."""

    width: float = 74.25
    height: float = 105.0
    margin: float = 7.0
    top: float = 8.0
    end: float = 94.0
    """Maximum lower end of the text."""
    number_edge: float = 9.0
    """Distance of the page number from the edge."""
    head_gap: float = 2.6
    text_gap: float = 1.2
    # the cover
    cover_gap: float = 2.4
    cover_title_base: float = 72.0
    cover_rule_top: float = 77.5
    cover_first_base: float = 83.5
    cover_second_base: float = 88.5
    cover_players_base: float = 97.0
    title: Type = Type(60, Font.BLACK, align="ink", role="H1", least=12)
    cover_first: Type = Type(11, Font.BOLD, Ink.ACCENT)
    cover_second: Type = Type(9)
    # a turn
    step_die: float = 9.0
    step_die_drop: float = 2.2
    step_text_left: float = 11.4
    step_verb_drop: float = 5.4
    step_text_drop: float = 6.3
    verb: Type = Type(11.5, Font.BLACK, role="H3")
    step: Type = Type(8.2, step=3.5)
    # boxes
    most_box_panels: int = 4
    boxes_on_one: int = 4
    """Maximum number of boxes on a panel while there are fewer panels."""
    most_boxes_with_rolls: int = 5
    most_boxes: int = 14
    box_height: float = 27.0
    row_height: float = 11.0
    box_name_drop: float = 5.2
    box_worth_drop: float = 5.6
    box_hint_drop: float = 8.9
    box_worth_gap: float = 2.0
    box_die: float = 4.8
    box_dice_width: float = 26.0
    """Maximum width of dice, without gaps."""
    box_dice_drop: float = 10.8
    box_dice_gap: float = 2.0
    box_sum_drop: float = 11.9
    box_least_die: float = 2.8
    box_least_air: float = 2.0
    """Space below the dice of a box, in which equal heights are kept."""
    most_boxes_with_misses: int = 3
    """Maximum number of boxes on a panel that show a near miss as well."""
    box_miss_die: float = 3.6
    box_miss_gap: float = 2.0
    """Gap above the dice of a near miss."""
    name: Type = Type(11, Font.BOLD, role="H3")
    hint: Type = Type(7.8, ink=Ink.MUTED, step=3.4)
    worth: Type = WORTH.of(14)
    sum: Type = Type(8.8, Font.BOLD)
    # a full card
    most_card_rows: int = 22
    card_row_height: float = 6.2
    card_die: float = 3.6
    card_die_gap: float = 0.8
    card_points_width: float = 9.0
    card_dice_gap: float = 2.0
    card_text_drop: float = 1.0
    card_name: Type = Type(8.2)
    card_total: Type = Type(8.2, Font.BOLD, Ink.ACCENT)
    card_points: Type = Type(8.8, Font.BOLD, align="right")
    # columns
    column_tile: float = 5.4
    column_tile_drop: float = 1.2
    column_text_left: float = 7.8
    column_text_drop: float = 0.6
    column_height: float = 7.2
    most_column_air: float = 6.0
    """Maximum height that a column gets of what is left on its panel."""
    # questions
    question_left: float = 11.0
    question_gap: float = 2.4
    question_die: float = 6.0
    question_die_drop: float = 1.6
    verdict_drop: float = 4.9
    verdict_width: float = 10.0
    most_question_air: float = 3.0
    """Maximum height that a question gets of what is left on its panel."""
    question: Type = Type(7.8, Font.BOLD, step=3.4, role="H3")
    question_sizes: tuple[float, ...] = (9.8, 9.3, 8.8, 8.2, 7.8)
    """Sizes of type for questions, in points: the largest in which all have room."""
    verdict: Type = Type(11, Font.BLACK, Ink.ACCENT)
    # the rest
    short_gap: float = 1.5
    short_types: tuple[tuple[Type, float], ...] = (
        (Type(11, step=4.9), 1.2),
        (Type(10, step=4.4), 1.2),
        (Type(8.8, step=3.9), 1.2),
        (Type(7.8, step=3.4), 1.2),
        (Type(7.8, step=3.4), 0.4),
    )
    """Types for the rules in short, each with the gap below a paragraph, the largest first."""
    heading: Type = Type(15, Font.BLACK, align="ink", role="H2", least=9)
    note: Type = Type(7.8, step=3.4)
    command: Type = Type(7.5, ink=Ink.MUTED, step=3.2)
    command_gap: float = 0.8
    """Minimum space between the lines of the rules in short and of the command: with the space
    inside of the lines, 1.5 mm and more between their letters."""

    @property
    def below_head(self) -> float:
        """Height of the rule below the heading."""
        return self.top + self.heading.size * POINT * CAP + self.head_gap


PANEL = PanelMeasures()


class QuickCardMeasures(Struct, frozen=True):
    """Quick card of A6: a turn on the front, the boxes on the reverse."""

    width: float = 105.0
    height: float = 148.0
    margin: float = 9.0
    goal_rise: float = 2.4
    goal_gap: float = 2.4
    # a step of the turn
    step_height: float = 25.0
    """Maximum height of a step. From no drawing, like that of a row."""
    below_steps: float = 13.0
    step_die: float = 13.5
    step_gap: float = 3.0
    step_text_gap: float = 3.9
    step_head_height: float = 6.2
    step_least_height: float = 16.5
    """Minimum height of a step: that of its die and its gap."""
    step_least_air: float = 3.0
    """Height that a step has beyond its words, above and below them, while all are equal."""
    step_verb_drop: float = 5.2
    step_verb_least_drop: float = 5.4
    step_text_gap_below: float = 1.1
    # the key to the states of dice
    key_die: float = 6.3
    key_die_gap: float = 0.19
    """Gap between the dice, as a share of their side."""
    key_dice_drop: float = 3.3
    key_text_drop: float = 2.6
    key_gap: float = 4.0
    command_drop: float = 0.9
    # the reverse
    row_height: float = 18.0
    """Maximum height of the row of a box."""
    usual_row_height: float = 15.3
    """Height of this row that reminders leave in large type."""
    least_row_height: float = 6.3
    """Minimum height of a row that is as high as in the language with the longest reminders."""
    heading_gap: float = 4.0
    rule_gap: float = 3.6
    reminders_gap: float = 2.2
    title: Type = Type(34, Font.BLACK, align="ink", role="H1", least=12)
    variant: Type = Type(12, Font.BOLD, Ink.ACCENT)
    verb: Type = Type(15, Font.BLACK, role="H2")
    heading: Type = Type(20, Font.BLACK, align="ink", role="H2")
    turns: Type = Type(9, ink=Ink.MUTED, align="right")
    command: Type = Type(7.5, ink=Ink.MUTED, step=3.4)


QUICK_CARD = QuickCardMeasures()


class TitleMeasures(Struct, frozen=True):
    """Title with the roll of the game at its right, and the variant below."""

    dice_gap: float = 5.0
    end_gap: float = 5.0
    """Space below a title without a variant."""
    variant_drop: float = 0.6
    """Baseline of the variant, in mm for each point of its size, like the next one."""
    variant_end: float = 0.95


TITLE = TitleMeasures()


class ReverseMeasures(Struct, frozen=True):
    """Reverse of a sheet, which is enlarged or reduced to fill it."""

    scales: tuple[float, ...] = tuple(percent / 100 for percent in range(140, 98, -2))
    """Enlargements that are tried, the largest first."""
    close_scales: tuple[float, ...] = (0.95, 0.9)
    """Reductions of gaps and dice, but not of type, the largest first: too little to be seen."""
    small_scales: tuple[float, ...] = tuple(percent / 100 for percent in range(98, 38, -2))
    """Reductions of everything; type is no smaller than the look allows."""
    most_air: float = 6.0
    """Maximum height by which a row is higher than its words need."""
    boxes_share: float = 0.56
    """Width of the boxes on a wide page, as a share of the width around them."""
    dice_share: float = 0.35
    """Maximum width of dice in a row, as a share of its width."""
    column_gap: float = 9.0
    least_fill: float = 0.6
    """Minimum height of a column, as a share of that of the highest one beside it."""
    facts_gap: float = 4.0
    facts_rise: float = 0.35
    """Height of the facts above the lower end of the title, in mm for each point of the variant."""
    title_gap: float = 1.5
    boxes_gap: float = 4.5
    line_rise: float = 3.6
    # a part
    heading_gap: float = 0.6
    empty_gap: float = 0.9
    worth_gap: float = 4.0
    part_gap: float = 3.6
    bonus_die: float = 5.7
    bonus_dice_drop: float = 1.2
    bonus_text_gap: float = 2.4
    bonus_text_drop: float = 1.5
    bonus_gap: float = 1.8
    step_die: float = 12.6
    question_die: float = 8.1
    question_rise: float = 1.5
    numbered_gap: float = 3.6
    numbered_rise: float = 0.4
    numbered_end_gap: float = 3.0
    # a row
    boxes_heading_gap: float = 0.8
    below_boxes: float = 1.8
    """Minimum free height between the last row and the command in the margin."""
    row_die: float = 8.1
    row_die_gap: float = 0.11
    """Gap between the dice of a row, as a share of their side."""
    row_dice_gap: float = 4.0
    row_worth_gap: float = 4.0
    least_words_width: float = 20.0
    """Minimum width of the words between the dice and the points."""
    row_sum_gap: float = 3.0
    row_top_gap: float = 2.2
    row_text_gap: float = 1.2
    row_end_gap: float = 2.1
    title: Type = Type(48, Font.BLACK, align="ink", role="H1", least=12)
    variant: Type = Type(15, Font.BOLD, Ink.ACCENT)
    facts: Type = Type(9, ink=Ink.MUTED)
    verb: Type = Type(16, Font.BLACK, step=6.2, role="H2")
    part: Type = Type(16, Font.BLACK, Ink.ACCENT, step=6.2, role="H2")
    text: Type = Type(11.5, step=5.0)
    question: Type = Type(11.5, Font.BOLD, step=5.0)
    answer: Type = Type(9.75, ink=Ink.MUTED, step=4.3)
    name: Type = Type(14, Font.BOLD, role="H3")
    rule: Type = Type(10.5, ink=Ink.MUTED, step=4.3)
    sum: Type = Type(12, Font.BOLD, align="right")
    small_sum: Type = Type(10.5, Font.BOLD, align="right")
    """Type of a sum that has no room beside its name in the usual size."""
    most: Type = Type(12, Font.BOLD, Ink.ACCENT, "right")


REVERSE = ReverseMeasures()
