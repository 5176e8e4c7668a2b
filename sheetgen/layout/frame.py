"""Frame of a page: its margins and type sizes, and its header and footer, measured for this page.

Header: title, variant of the game, facts, the dice of its signature, and fields to write in.
Footer: a ruler, lines to sign on, and rules that people forget. `sheet_plan` decides where both
are. The command that prints the sheet again is in the margin below, and moves nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from math import floor
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.code import (
    CODE_HEIGHT,
    CODE_MARGIN,
    CODE_WIDTH,
    DIE,
    DIE_GAP,
    FLAT_CODE_WIDTH,
)
from sheetgen.layout.content import Content, HeaderField
from sheetgen.layout.options import Paper
from sheetgen.layout.primitives import (
    CAP,
    DESCENT,
    DIE_LETTERS,
    EDGE,
    MM,
    PIPS,
    Cell,
    CellId,
    Die,
    DieKind,
    Drawing,
    Font,
    Ink,
    Item,
    Line,
    Measure,
    Rect,
    RoundedRect,
    Shown,
    Text,
    balanced,
    wrap,
)
from sheetgen.layout.rows import Pip, strokes
from sheetgen.layout.themes import Look

# Lengths are in points and come from the design, unless a comment says otherwise.


class HeaderMeasures(Struct, frozen=True):
    """Header of a page."""

    # title
    title_spacing: float = -0.012
    """Space between the letters, as a factor of the font size."""
    min_title: float = 14.0
    """Minimum font size."""
    low_title: float = 24.0
    """Maximum font size above a second line in a low header."""
    above_variant: float = 1.75
    """The same maximum, as a factor of the font size of the variant, if that is more."""
    large_low_title: float = 30.0
    """The same maximum in large print. From no drawing."""
    landscape_title: float = 30.0
    """Maximum font size in landscape."""
    landscape: float = 15 * MM
    """Height of a header in one line, in landscape."""
    flat_title: float = 14.0
    """Maximum font size in a header of one line, with the code at its end."""
    large_gap: float = 2.5 * MM
    """Height by which a low header is higher in large print."""
    void: float = 6 * MM
    """Maximum height of an empty band."""
    # signature and turn
    die_step: float = 1.14
    """Distance from one die of the signature to the next, as a factor of its side."""
    turn_die: float = 3.6 * MM
    """Side of the dice of a turn without words."""
    turn_step: float = 4 * MM
    """Distance from one of these dice to the next."""
    small_paper: float = 180 * MM
    """Width below which the dice of the signature are about as large as those of the code."""
    before_code: float = 5 * MM
    """Minimum gap between the signature and the free space around a code. From no drawing: both are
    rows of dice."""
    # words and fields
    facts: float = 9.0
    """Font size of the facts."""
    words: float = 8.2
    """Font size of the words for fields, and of the facts in a low header."""
    values: float = 10.2
    """Font size of the values of fields."""
    part_gap: float = 6 * MM
    """Minimum gap between parts in one line."""
    field_gap: float = 5 * MM
    word_gap: float = 1.5 * MM
    """Gap between a word and the line to write on behind it."""
    line: float = 7 * MM
    """Height of a line of words or fields."""
    shortest: float = 0.55
    """Minimum length of the line of a field, as a factor of the length it should have."""
    name: float = 8 * MM
    """Height of the cell for a name."""
    low_name: float = 5.6 * MM
    """Height of this cell in a low header."""


HEADER = HeaderMeasures()


class FooterMeasures(Struct, frozen=True):
    """Footer of a page, and the command in the margin below it."""

    size: float = 8.2
    """Font size."""
    small_size: float = 8.0
    """Font size on small pages."""
    leading: float = 3.6 / 8.2 * MM
    """Distance between two baselines, as a factor of the font size."""
    # key to pictures
    key_die: float = 4.8 * MM
    key_step: float = 16.6 * MM
    """Distance from one die of the key to the next."""
    # command
    command: float = 7.5
    """Font size of the command, and of the digits of the code."""
    command_gap: float = 0.5 * MM
    """Gap between the type area and the command."""
    back_command_drop: float = 1.2 * MM
    """Height by which the command of a reverse is lower, where the margin has room for it."""
    command_leading: float = 3.2 * MM / 7.5
    """Distance between two baselines, as a factor of the font size."""
    command_ascent: float = 0.74
    """Height of the letters, as a factor of the font size."""
    old_command_gap: float = 0.75 * MM
    """Gap above the command in the foot of sheets that were printed before it was in the margin."""
    # lines
    screen_line: float = 6 * MM
    """Height of the line for a message and a button on a screen."""
    ruler_height: float = 9 * MM
    ruler: int = 50
    """Length of the ruler, in millimetres."""
    ticks: tuple[tuple[int, float], ...] = ((10, 4.0), (5, 3.0), (1, 1.8))
    """Distance and length of each kind of ticks on a scale, in millimetres."""
    signature_height: float = 12 * MM
    """Height of a line for a signature."""
    min_signature: float = 28 * MM
    """Minimum length of this line."""
    signature_gap: float = 12.0
    """Gap between two of these lines."""


FOOTER = FooterMeasures()


class Margin(Struct, frozen=True):
    """Distance of the type area from the edges of the paper, and its corner marks, in points."""

    side: float
    end: float
    """Distance from the upper and from the lower edge."""
    spread: float
    """Distance of the corner marks from the type area."""
    arm: float

    @property
    def outer(self) -> float:
        """Margin outside the corner marks, which every page keeps."""
        return self.side - self.spread


MARGINS = tuple(
    Margin(*(length * MM for length in lengths))
    for lengths in ((12, 12, 3, 5.4), (10.5, 10.5, 2.4, 5.4), (9.6, 8, 1.6, 4.2))
)
"""Margins, the usual one first, then smaller ones for full sheets. Home printers need 5 mm."""
PAD_MARGIN = Margin(7.2 * MM, 6.6 * MM, 1.2 * MM, 3.6 * MM)
"""Margin of a narrow pad, which is cut or glued on every edge."""
PAD_BOX = 9.0 * MM, 6.2 * MM
"""Minimum width and height of a box of a narrow pad: those of pads that are sold."""
NARROW_PAD_WIDTH = 7.8 * MM
"""Minimum width of these boxes where the names are small. From no drawing: a number of three digits
has room."""


class Sizes(Struct, frozen=True):
    """Sizes for one kind of page: font sizes and lengths, in points."""

    title: float
    variant: float
    heading: float
    name: float
    hint: float
    worth: float
    total: float
    """Font size of the name of the grand total."""
    pitch: float
    """Minimum height of a row, including the gap below it."""
    dice: float
    """Height of the dice of a row."""
    header: float
    """Height of the header, from the top of the type area to the cells for names."""
    names: float
    """Height of the cells for names."""
    band: float
    """Height of the second heading of a list."""
    radius: float
    """Radius of the corners of boxes."""
    end: float
    """Gap above the grand total."""
    column_gap: float
    row_gap: float
    grand: float
    """Height of the grand total, in rows."""
    dense: bool = False
    """Flag: the header is low with the code in its corner, and labels have short hints."""
    small: bool = False
    """Flag: the page is too small for a signature."""
    pad: bool = False
    """Flag: rows are as low as those of pads that are sold, without hints, and rules are on the
    back board."""
    flat: bool = False
    """Flag: the header is one line, with the code at its end."""

    @property
    def code_in_foot(self) -> bool:
        """Flag: the code is in the foot, not in the corner of a low header."""
        return not self.flat and (self.pad or not self.dense)


def _sizes(
    fonts: Sequence[float], lengths: Sequence[float], grand: float, dense: str = ""
) -> Sizes:
    """Return the sizes of one line of the table below, in the order of the fields.

    Lengths are in millimetres.
    """
    values: list[Any] = [
        *fonts,
        *(length * MM for length in lengths),
        grand,
        bool(dense),
        dense in ("small", "pad"),
        dense == "pad",
    ]
    return Sizes(*values)


SIZES: dict[str, tuple[Sizes, ...]] = {
    "large": (
        _sizes((48, 15, 14, 13.5, 8.5, 16, 20), (13.5, 10.5, 30, 13.5, 9, 1.8, 3, 1.5, 1.2), 1.2),
        _sizes((42, 15, 14, 12.5, 8.5, 14, 18), (9.9, 7.8, 27, 11, 8.1, 1.8, 1.5, 1.5, 1.05), 1.37),
        _sizes((40, 15, 13, 11.5, 8, 13, 16), (8.9, 6.9, 25.2, 9.9, 7.5, 1.5, 1.2, 1.2, 0.7), 1.25),
        _sizes(
            (30, 13, 12, 11, 7.6, 12, 13),
            (8.3, 6.3, 15, 8, 7.2, 1.2, 0.6, 0.75, 0.3),
            1.07,
            "dense",
        ),
    ),
    "middle": (
        _sizes((34, 12, 12, 11.5, 8, 13, 15), (9.9, 7.5, 24, 9, 7.5, 1.8, 1.8, 1.05, 0.9), 1.05),
        _sizes(
            (26, 11, 11, 10.5, 7.6, 12, 13),
            (8.3, 6.3, 14.3, 7.8, 7.2, 1.2, 0.5, 0.75, 0.3),
            1.02,
            "dense",
        ),
    ),
    "small": (
        _sizes(
            (22, 10.5, 10.5, 10, 8, 11, 12),
            (8.3, 6, 14.3, 7.8, 7.2, 1.2, 0.5, 0.6, 0.3),
            1.02,
            "small",
        ),
    ),
}
"""Sizes by kind of page, the roomiest first."""
PAD_SIZES = (
    _sizes(
        (18, 9, 9, 9.5, 7.5, 10, 11),
        (6.5, 4.8, 12.8, 7.5, 6, 1, 0.4, 0.5, 0.3),
        1.02,
        "pad",
    ),
    _sizes(
        (18, 9, 9, 8.5, 7.5, 9, 10),
        (6.5, 4.2, 12.8, 7.5, 6, 1, 0.4, 0.4, 0.3),
        1.02,
        "pad",
    ),
)
"""Sizes of a narrow pad: the usual ones, and those with small names for many columns."""


def sizes_of(paper: Paper, landscape: bool = False) -> tuple[Sizes, ...]:
    """Return the sizes to try on pages of this paper, the roomiest first.

    In landscape, height is scarce.
    """
    short, (title, header) = (
        min(paper.width, paper.height),
        (HEADER.landscape_title, HEADER.landscape),
    )
    sizes = SIZES["large" if short > 180 * MM else "middle" if short > 125 * MM else "small"]
    return tuple(
        replace(each, title=min(each.title, title), header=min(each.header, header))
        if landscape
        else each
        for each in sizes
    )


def pad_sizes_of(paper: Paper, landscape: bool) -> tuple[Sizes, ...]:
    """Return the sizes to try for a pad of this paper after all others; none on large paper.

    In landscape, the header is one line.
    """
    if sizes_of(paper) != SIZES["small"]:
        return ()
    if not landscape:
        return PAD_SIZES
    return tuple(replace(each, title=HEADER.flat_title, flat=True) for each in PAD_SIZES)


PagePart = Literal["columns", "reminders", "headings", "fields", "margin", "ticks"]


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
    ticks_above: bool = False
    """Flag: on a reverse for checks, the squares to tick are above all boxes, not before them."""

    def is_like(self, other: "Arrangement") -> bool:
        """Check whether the same parts are in the same places, in any margin and size of letters.

        In dense sizes the code and the hints are elsewhere.
        """
        return self._places == other._places

    @property
    def _places(self) -> tuple[object, ...]:
        """What tells where the parts of a sheet are."""
        return self.turned, self.beside, self.left_out, self.ticks_above, self.sizes.dense


LARGE_PRINT = 14.0
"""Minimum size of all letters from which a look is large print."""


def die_kind(kind: DieKind, look: Look) -> DieKind:
    """Return how a die is drawn: in a look without fills, no die is solid."""
    return kind if look.solid or kind == "blank" else "open"


def without_pips(rect: Rect, look: Look) -> RoundedRect:
    """Return a die that counts, of any face."""
    fill, stroke = (Ink.ACCENT, None) if look.solid else (None, Ink.ACCENT)
    return RoundedRect(rect, fill, stroke, look.box, 0.2 * rect.width * look.dice.roundness)


def has_room_for_letters(face: Shown, side: float, look: Look) -> bool:
    """Check whether a die of this side has room for what is written on its face, in large print."""
    is_large = look.smallest >= LARGE_PRINT
    return not is_large or not face or face in PIPS or DIE_LETTERS * side >= look.smallest


def die_in(rect: Rect, face: Shown, kind: DieKind, look: Look) -> Item:
    """Return a die in this place, without its letters where they would be too small."""
    if has_room_for_letters(face, rect.width, look):
        return Die(rect.x, rect.y, rect.width, face, die_kind(kind, look))
    return without_pips(rect, look if kind == "solid" else replace(look, solid=False))


class OnPage(Struct, frozen=True, eq=False, dict=True):
    """Header, footer, or the whole of a page."""

    content: Content
    arrangement: Arrangement
    sizes: Sizes
    """Sizes of the design; those of a whole page are adjusted to the look, and to the room there
    is."""

    @property
    def look(self) -> Look:
        """Look of the sheet."""
        return self.content.options.look

    @property
    def measure(self) -> Measure:
        """Function that measures text."""
        return self.content.measure

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the page."""
        paper = self.content.options.paper
        return (
            (paper.height, paper.width) if self.arrangement.turned else (paper.width, paper.height)
        )

    @property
    def landscape(self) -> bool:
        """Flag: the page is wider than it is high."""
        return self.page[0] > self.page[1]

    @property
    def margin(self) -> Margin:
        """Margin of the page."""
        return self.arrangement.margin

    @cached_property
    def width(self) -> float:
        """Width of the type area."""
        return self.page[0] - 2 * self.margin.side


class Header(OnPage, frozen=True, eq=False, dict=True):
    """Header of a page."""

    @cached_property
    def height(self) -> float:
        """Height of the header, from the top of the type area to the cells for names."""
        sizes, room = self.sizes, 0.0
        if not sizes.code_in_foot:
            room = max(0.0, CODE_HEIGHT + CODE_MARGIN + self.margin.spread - sizes.header)
            if self.look.smallest >= LARGE_PRINT:  # the title keeps off the words below it
                room += HEADER.large_gap
        words = self._variant or self._facts or self._fields or self.content.options.pictogram
        if sizes.flat:
            return DIE + CODE_MARGIN + self.margin.spread
        below = bool(words) and not self._inline
        saved = (
            0.0 if sizes.dense else ((not self.landscape) - below) * HEADER.line
        )  # in landscape, one is foreseen
        lines = max(0, len(self._title_lines) - 1) * self.title_size
        height = sizes.header + (
            lines + (HEADER.line if self._fields_below else 0.0) + room - saved
        )
        return height if sizes.dense or self._inline else min(height, self.most)

    @property
    def most(self) -> float:
        """Maximum height, so that no empty band is higher than _VOID; a low header never grows."""
        if self.sizes.dense or self._inline:
            return self.height
        words = (
            2 * HEADER.void
            + CAP * self.sizes.variant
            + (HEADER.line if self._fields_below else 0.0)
        )
        return self._title_end + words + self.margin.spread

    @property
    def _title_end(self) -> float:
        """Distance of the lower end of the title from the top of the type area."""
        return CAP * self.title_size + (len(self._title_lines) - 1) * self.title_size

    @cached_property
    def _fields(self) -> tuple[HeaderField, ...]:
        return self.content.fields(few="fields" in self.arrangement.left_out or self.sizes.small)

    @cached_property
    def _facts(self) -> str:
        """Facts about the game.

        A low header leaves them to the labels if the rows begin without a heading.
        """
        headed = (
            "headings" not in self.arrangement.left_out
            and self.content.one_list[0][0].kind == "head"
        )
        dense, facts = self.sizes.dense, self.content.facts
        if self.sizes.flat:
            return ""
        return " / ".join(facts[:1] if dense else facts) if headed or not dense else ""

    @property
    def has_date(self) -> bool:
        """Flag: a field for the date is above the rows."""
        return any(field.key == "date" for field in self._fields)

    @cached_property
    def _variant(self) -> str:
        """Variant of the game; a header of one line has it only if there is room."""
        variant = self.content.variant
        if not self.sizes.flat:
            return variant
        size = self.look.size(self.sizes.variant)
        width = self.measure(variant, Font.BOLD, size) + HEADER.part_gap
        fields = self._fields_width(HEADER.shortest)
        room = self._right - self._after_title(self.title_size) - fields
        return variant if width <= room else ""

    @cached_property
    def excess(self) -> float:
        """Width that the fields need beyond that of the page; 0 or less if they fit.

        In a header of one line, it is the width of all words.
        """
        if self.sizes.flat:
            words = self._words_width(self._stretch)
            return self._after_title(self.title_size) + words - self._right
        return self._fields_width(self._stretch) - self.width

    @property
    def _right(self) -> float:
        """Right end of the header: the edge of the type area, or the code."""
        if self.sizes.code_in_foot:
            return self.width
        code = FLAT_CODE_WIDTH if self.sizes.flat else CODE_WIDTH
        return self.width - code - CODE_MARGIN

    # title and signature

    @cached_property
    def _dice(self) -> tuple[Pip, ...]:
        """Dice of the signature.

        None if they have no room, or would make the title much smaller.
        """
        dice = self.content.signature
        side = CAP * self._title_beside(dice)
        if not all(has_room_for_letters(face, side, self.look) for face, _ in dice):
            return ()
        if self.sizes.small or self._title_beside(dice) < 0.55 * self.sizes.title:
            return ()
        beside = (
            self._variant_right
            + HEADER.part_gap
            + CAP * self._low_title * HEADER.die_step * len(dice)
        )
        if self._variant_above and beside > self._right:
            return ()
        return dice

    def _title_beside(self, dice: tuple[Pip, ...]) -> float:
        """Return the font size of the title next to these dice.

        The dice are as high as its capitals.
        """
        one = max(self.measure(self.content.title, Font.BLACK, 1) * (1 + HEADER.title_spacing), 0.1)
        return min(
            self.sizes.title,
            (self._right - (HEADER.part_gap if dice else 0)) / (one + _signature_width(dice, 1)),
        )

    @property
    def _low_title(self) -> float:
        if self.look.smallest >= LARGE_PRINT:
            return HEADER.large_low_title
        return max(HEADER.low_title, HEADER.above_variant * self.look.size(self.sizes.variant))

    @cached_property
    def title_size(self) -> float:
        """Font size of the title; smaller for a long one."""
        low = self.sizes.dense and not self.sizes.small and not self._inline
        size = self._title_beside(self._dice)
        return max(self.look.size(HEADER.min_title), min(size, self._low_title) if low else size)

    @cached_property
    def _title_lines(self) -> list[str]:
        size = self.title_size * (1 + HEADER.title_spacing)
        return wrap(self.content.title, self._right + 1e-6, Font.BLACK, size, self.measure)

    def _after_title(self, size: float) -> float:
        """Return the x behind a title of this font size."""
        return self.measure(self.content.title, Font.BLACK, size) + HEADER.part_gap

    def _before_dice(self, size: float) -> float:
        """Return the x before the signature, for a title of this font size."""
        return self._right - (
            _signature_width(self._dice, size) + HEADER.part_gap if self._dice else 0
        )

    # variant, facts and fields: on the title's line or on one line below it, the variant also
    # above, fields also below

    @cached_property
    def _inline(self) -> bool:
        """Flag: variant, facts and fields are behind the title."""
        size = self._title_beside(self._dice)
        room = self._before_dice(size) - self._after_title(size)
        low = self.sizes.dense or self.landscape
        if self.sizes.flat:
            return True
        return low and not self.sizes.small and self._words_width(1) <= room

    @cached_property
    def _variant_above(self) -> bool:
        """Flag.

        The variant alone is behind the title, because facts or fields need the line below.
        """
        if (
            not (self.sizes.dense and self._fields and self._variant)
            or self._variant_right > self._right
        ):
            return False
        ways = ((), ("variant",), ("facts",))
        whole, others, alone = (
            self._words_width(HEADER.shortest, *less) <= self._right for less in ways
        )
        return not whole and (others or not alone)

    @property
    def _variant_right(self) -> float:
        """Right end of a variant behind the title."""
        return self._after_title(min(self.sizes.title, self._low_title)) + self._widths["variant"]

    @cached_property
    def _fields_below(self) -> bool:
        """Flag: the fields have a line of their own."""
        if not self._fields or self._inline:
            return False
        less = (("variant",) if self._variant_above else ()) + (
            ("facts",) if self.sizes.dense else ()
        )
        return self._words_width(HEADER.shortest, *less) > self._right

    @cached_property
    def _widths(self) -> dict[str, float]:
        """Widths of the variant and of the facts; 0 if there are none."""
        variant = self.measure(self._variant, Font.BOLD, self.look.size(self.sizes.variant))
        return {
            "variant": variant,
            "facts": self.measure(self._facts, Font.REGULAR, self._facts_size),
        }

    def _words_width(self, stretch: float, *less: str) -> float:
        """Return the width of a line without some of its parts.

        The lines of fields are stretched by this factor.
        """
        widths = {**self._widths, "fields": self._fields_width(stretch) if self._fields else 0.0}
        parts = [width for part, width in widths.items() if width and part not in less]
        return sum(parts) + HEADER.part_gap * (len(parts) - 1)

    def _baseline(self, height: float) -> float:
        """Return the y of the words below the title, in a header of this height."""
        if self._inline:
            return CAP * self.title_size
        up = (4.5 if self.sizes.small else 7.2 if self.sizes.header > 26 * MM else 6.0) * MM
        if self.sizes.dense and not self.sizes.small:  # as low as the corner marks allow
            up = self.margin.spread + 0.7 * MM + DESCENT * self.look.size(self.sizes.variant)
        low = height - up - (HEADER.line if self._fields_below else 0)
        return (
            low
            if self.sizes.dense
            else min(low, self._title_end + HEADER.void + CAP * self.sizes.variant)
        )

    @property
    def _facts_size(self) -> float:
        return self.look.size(HEADER.words if self.sizes.dense else HEADER.facts)

    # fields

    def _fields_width(self, stretch: float) -> float:
        """Return the width of all fields, with their lines stretched by this factor."""
        widths = (self._word_width(each) + self._line_width(each, stretch) for each in self._fields)
        return HEADER.field_gap * (len(self._fields) - 1) + sum(widths)

    def _word_width(self, field: HeaderField) -> float:
        """Return the width of the word for a field and the gap behind it."""
        return self.measure(
            field.label, Font.REGULAR, self.look.size(HEADER.words)
        ) + HEADER.word_gap * bool(field.label)

    def _line_width(self, field: HeaderField, stretch: float) -> float:
        return max(
            stretch * field.width,
            self.measure(field.value, Font.BOLD, self.look.size(HEADER.values)),
        )

    @cached_property
    def _stretch(self) -> float:
        """Factor by which the lines of fields are shorter than they should be.

        They are if the paper is narrow.
        """
        if self.sizes.flat:
            return HEADER.shortest
        if self._inline or not self._fields:
            return 1.0
        if self._fields_below:
            return 1.0 if self._fields_width(1) <= self.width else HEADER.shortest
        less = ("variant",) if self._variant_above else ()
        return next(
            (each for each in (1.0, 0.8) if self._words_width(each, *less) <= self._right),
            HEADER.shortest,
        )

    def _placed_fields(self, place: Rect) -> Iterator[tuple[HeaderField, Rect]]:
        """Yield the fields of a header in this place, each with the line to write on."""
        if self._fields_below:
            base = place.y + place.height - 5.0 * MM
        else:
            base = place.y + self._baseline(place.height)
        if self._inline:
            end = self._before_dice(self.title_size)
        elif self._fields_below:
            end = self.width
        else:
            end = self._right
        left = place.x + end - self._fields_width(self._stretch)
        for each in self._fields:
            left += self._word_width(each)
            wide = self._line_width(each, self._stretch)
            yield each, Rect(left, base, wide, 0)
            left += wide + HEADER.field_gap

    # drawing

    @property
    def _signature_left(self) -> float:
        """Distance of the signature from the left.

        It ends at the right or, where it is apart from a code, right behind the words.
        """
        at_right = self._right - _signature_width(self._dice, self.title_size)
        if not self._is_apart:
            return at_right
        words = self._after_title(self.title_size)
        if self._variant_above:
            words += self._widths["variant"] + HEADER.part_gap
        return min(at_right, words)

    @property
    def _is_apart(self) -> bool:
        """Flag: the signature is kept apart from a code in the corner.

        On small paper both look alike. In a header of one line there is no room elsewhere.
        """
        has_code_above = bool(self.content.options.code) and not self.sizes.code_in_foot
        return has_code_above and not self._inline and min(self.page) < HEADER.small_paper

    @property
    def _has_signature(self) -> bool:
        """Flag: the dice of the signature are drawn.

        They are not beside a code that is so close that they would be taken for a part of it.
        """
        if not self._is_apart:
            return True
        end = self._signature_left + _signature_width(self._dice, self.title_size)
        return self._right - end >= HEADER.before_code

    def draw(self, place: Rect, drawing: Drawing) -> None:
        """Draw the header in this place, without the values of its fields."""
        x, y, size = place.x, place.y, self.look.size(self.sizes.variant)
        with drawing.element("H1"):
            for number, text in enumerate(self._title_lines):
                base = y + CAP * self.title_size + number * self.title_size
                drawing.draw(Text(x, base, text, Font.BLACK, self.title_size, Ink.TEXT, "ink"))
        side, dice = (
            CAP * self.title_size,
            self.content.wording.catalog.dice(self.content.signature),
        )
        left = x + self._signature_left if self.content.title else x
        with drawing.element("Figure", dice):
            for number, (face, kind) in enumerate(self._dice if self._has_signature else ()):
                drawing.draw(
                    Die(
                        left + number * HEADER.die_step * side,
                        y,
                        side,
                        face,
                        die_kind(kind, self.look),
                    )
                )
        base, left = (
            y + self._baseline(place.height),
            x + (self._after_title(self.title_size) if self._inline else 0),
        )
        less = ["fields"] if self._fields_below else []
        if self._variant_above:
            less.append("variant")
            at = x + self._after_title(self.title_size), y + CAP * self.title_size
        else:
            at = left, base
            left += self._widths["variant"] + HEADER.part_gap if self._variant else 0
        if self._variant:
            drawing.put("P", Text(*at, self._variant, Font.BOLD, size, Ink.ACCENT))
        room = self._words_width(self._stretch, *less)
        if self._facts and (self._inline or room <= self._right + 0.01):
            drawing.put(
                "P", Text(left, base, self._facts, Font.REGULAR, self._facts_size, Ink.MUTED)
            )
        self._draw_turn([*self._turn(left if self._inline else x, base)], drawing)
        for each, line in self._placed_fields(place):
            left = (
                line.x
                - HEADER.word_gap
                - self.measure(each.label, Font.REGULAR, self.look.size(HEADER.words))
            )
            with drawing.element(
                "P", rect=Rect(left, line.y - HEADER.line, line.right - left, HEADER.line)
            ):
                if each.label:
                    drawing.draw(
                        Text(
                            left,
                            line.y,
                            each.label,
                            Font.REGULAR,
                            self.look.size(HEADER.words),
                            Ink.MUTED,
                        )
                    )
            low = line.y + 0.8 * MM
            drawing.draw(Line(line.x, low, line.right, low, 0.6, Ink.MUTED))

    def _draw_turn(self, turn: Sequence[Item], drawing: Drawing) -> None:
        """Draw the turn of a sheet without words; its numbers are read aloud."""
        if turn:
            with drawing.element("Figure", self.content.wording.facts()):
                drawing.draw(*turn)

    def _turn(self, x: float, base: float) -> Iterator[Item]:
        """Yield a turn, on a sheet without words.

        Each roll with the dice that were kept, a box, and how often.
        """
        dice, look, side = self.content.ruleset.dice, self.look, HEADER.turn_die
        room = (
            self._before_dice(self.title_size) - self._after_title(self.title_size)
            if self._inline
            else self._right
        )
        if (
            not self.content.options.pictogram
            or (dice.rolls * (dice.count + 1) + 8) * HEADER.turn_step > room
        ):
            return
        y = base - side
        for roll in range(dice.rolls):
            for place in range(dice.count):
                rolled, left = place < max(1, dice.count >> roll), x + place * HEADER.turn_step
                yield (
                    Die(left, y, side, 0, "blank")
                    if rolled
                    else without_pips(Rect(left, y, side, side), look)
                )
            x += (dice.count + 0.3) * HEADER.turn_step
            yield from strokes(">", Rect(x - 0.3 * side, y, 0.3 * side, side), Ink.ACCENT, 1.2)
            x += 0.5 * HEADER.turn_step
        yield RoundedRect(
            Rect(x, y - 0.25 * side, 2.9 * side, 1.5 * side), None, Ink.TEXT, look.box, 0.3 * side
        )
        times = f"× {len(self.content.ruleset.boxes)}"
        yield Text(x + 3.5 * side, base, times, Font.BLACK, look.size(13), Ink.ACCENT)

    def draw_values(self, place: Rect, values: Mapping[str, str], drawing: Drawing) -> None:
        """Draw the values of the fields of a header in this place.

        Each field without a value gets its cell.
        """
        for each, line in self._placed_fields(place):
            if values.get(each.key):
                drawing.draw(
                    Text(line.x, line.y, values[each.key], Font.BOLD, self.look.size(HEADER.values))
                )
            elif each.cell:
                name = HEADER.low_name if self.sizes.dense else HEADER.name
                height = name if each.cell.player else 1.7 * self.look.size(HEADER.words)
                rect = replace(line, y=line.y + 2 - height, height=height)
                drawing.cells.append(Cell(each.cell, rect, "name" if each.cell.player else "note"))


def _signature_width(dice: Sequence[Pip], size: float) -> float:
    """Return the width of the dice of a signature next to a title of this font size."""
    return CAP * size * (HEADER.die_step * len(dice) - (HEADER.die_step - 1)) if dice else 0.0


class Footer(OnPage, frozen=True, eq=False, dict=True):
    """Footer of a page."""

    @cached_property
    def height(self) -> float:
        """Height of the footer, from the corner marks to the bottom of the type area."""
        ruler = FOOTER.ruler_height if self.content.options.ruler else 0
        screen = FOOTER.screen_line + self._gap if self.content.options.fillable else 0
        old_command = self._old_command
        gap_below, rules = self._rules
        lines = gap_below + FOOTER.leading * sum(size for _, size in rules) + old_command
        gap = 0.0 if ruler or screen or self._signature_rows else self._gap
        code = DIE + max(0.0, CODE_MARGIN - gap) if self.code_width else 0.0
        signed = len(self._signature_rows) * FOOTER.signature_height + (
            self._gap if self._signature_rows else 0.0
        )
        height = (
            screen
            + ruler
            + signed
            + max(lines, code, FOOTER.key_die if self.content.options.pictogram else 0.0)
        )
        return self._gap + height if height else 0.0

    def draw(self, x: float, y: float, drawing: Drawing) -> None:
        """Draw the footer with its top left corner at (x, y)."""
        y += self._gap
        if self.content.options.fillable:
            button = self.width / 4
            status = Rect(x, y, self.width - button - 10, FOOTER.screen_line)
            clear = replace(status, x=x + self.width - button, width=button)
            drawing.cells += [
                Cell(CellId("status"), status, "status"),
                Cell(CellId("clear"), clear, "button"),
            ]
            drawing.add("P", rect=Rect(x, y, self.width, FOOTER.screen_line))
            y += FOOTER.screen_line + self._gap
        if self.content.options.ruler:
            width, end, size = 0.5, x + FOOTER.ruler * MM, self.look.size(7.5)
            drawing.draw(Line(x, y, end, y, width, Ink.TEXT), *ticks(x, y, FOOTER.ruler, width))
            drawing.put(
                "P", Text(end + 4, y + 5 * MM, f"{FOOTER.ruler} mm", Font.REGULAR, size, Ink.MUTED)
            )
            y += FOOTER.ruler_height
        for row in self._signature_rows:
            y += FOOTER.signature_height
            words = sum(map(self._signature_left, row))
            length = (self.width - words - FOOTER.signature_gap * (len(row) - 1)) / len(row)
            left = x
            for label in row:
                drawing.put("P", Text(left, y - 3, label, Font.REGULAR, self._size, Ink.MUTED))
                left += self._signature_left(label)
                drawing.draw(Line(left, y, left + length, y, 0.6, Ink.MUTED))
                left += length + FOOTER.signature_gap
        y += self._gap if self._signature_rows else 0.0
        if self.content.options.pictogram:
            key = self.content.wording.catalog.text(
                "sheet",
                "Solid dice count, open dice do not; a blank die is any number from 1 to "
                "%(sides)s.",
                sides=self.content.ruleset.dice.sides,
            )
            with drawing.element("Figure", key):
                drawing.draw(*self._key(x, y))
        _, rules = self._rules
        if rules:
            with drawing.element("P"):
                for line, size in rules:
                    y += FOOTER.leading * size
                    drawing.draw(Text(x, y - 0.25 * size, line, Font.REGULAR, size, Ink.MUTED))

    def _key(self, x: float, y: float) -> Iterator[Item]:
        """Yield the meanings of dice without words.

        A tick for one that counts, a cross for one that does not.
        """
        u = FOOTER.key_die / 4.8
        dice: tuple[Pip, ...] = ((5, die_kind("solid", self.look)), (5, "open"), (0, "blank"))
        for place, (die, sign) in enumerate(zip(dice, ("✓", "✗", ""), strict=True)):
            left, ink = x + place * FOOTER.key_step, Ink.MUTED if place else Ink.ACCENT
            yield Die(left, y, FOOTER.key_die, *die)
            left += 6.6 * u
            yield from (
                strokes(sign, Rect(left, y, 3.4 * u, FOOTER.key_die), ink, 1.6) if sign else ()
            )
        yield Text(
            left,
            y + 3.9 * u,
            f"1–{self.content.ruleset.dice.sides}",
            Font.BOLD,
            self.look.size(10),
            Ink.MUTED,
        )

    @property
    def _gap(self) -> float:
        """Gap above each part of the footer."""
        return (1.0 if self.sizes.dense else 2.5) * MM

    @property
    def _size(self) -> float:
        return self.look.size(FOOTER.size if not self.sizes.small else FOOTER.small_size)

    @property
    def code_width(self) -> float:
        """Width that the code and its digits take in the footer.

        0 if the code is above the rows.
        """
        if not self.sizes.code_in_foot:
            return 0.0
        return (
            10 * (DIE + DIE_GAP)
            + self.measure("0" * 10, Font.REGULAR, self.look.size(FOOTER.command))
            + 6 * MM
        )

    @property
    def _old_command(self) -> float:
        """Height that is reserved for a command in the foot, where older sheets have it."""
        return (
            self.content.options.old_command_lines * FOOTER.leading * self.look.size(FOOTER.command)
        )

    @cached_property
    def _rules(self) -> tuple[float, list[tuple[str, float]]]:
        """Gap below the rules, and their lines with their font size.

        They are beside the code or above it, and one sentence a line or a paragraph: what takes the
        least height.
        """
        size = self._size
        left_out = self.sizes.pad or "reminders" in self.arrangement.left_out
        reminders = () if left_out else self.content.reminders
        sentences = [sentence for paragraph in reminders for sentence in paragraph]
        paragraphs = [" ".join(paragraph) for paragraph in reminders]

        def wrapped(text: str, width: float) -> list[str]:
            return wrap(text, width, Font.REGULAR, size, self.measure)

        def broken(texts: Sequence[str], room: float) -> list[tuple[str, float]]:
            lines: list[tuple[str, float]] = []
            for text in texts:
                text_lines = balanced(partial(wrapped, text), room, lambda line: " " not in line)
                lines += [(line, size) for line in text_lines]
            return lines

        def shortest(room: float) -> list[tuple[str, float]]:
            return min(broken(sentences, room), broken(paragraphs, room), key=len)

        beside = shortest(self.width - self.code_width)
        gap_beside = FOOTER.old_command_gap if beside and self._old_command else 0.0
        if not self.code_width:
            return gap_beside, beside
        above = shortest(self.width)
        code = CODE_MARGIN + DIE + (DESCENT - 0.25) * size - self._old_command
        gap_above = max(code, FOOTER.old_command_gap) if above else 0.0
        height_beside = gap_beside + FOOTER.leading * size * len(beside)
        height_above = gap_above + FOOTER.leading * size * len(above)
        return (gap_beside, beside) if height_beside <= height_above else (gap_above, above)

    @cached_property
    def _signature_rows(self) -> list[tuple[str, ...]]:
        """Words to sign behind on a reverse for checks.

        In one row if their lines have room there, else one in each.
        """
        text, audit = self.content.text, self.content.options.audit
        labels = (text("sheet", "Checked by"), text("sheet", "Signature")) if audit else ()
        need = sum(self._signature_left(label) + FOOTER.min_signature for label in labels)
        beside = need + FOOTER.signature_gap * (len(labels) - 1) <= self.width
        return [labels] if labels and beside else [(label,) for label in labels]

    def _signature_left(self, label: str) -> float:
        """Return the distance from a word to the line behind it."""
        return self.measure(label, Font.REGULAR, self._size) + HEADER.word_gap


def command_in_margin(
    command: str, area: Rect, page_height: float, look: Look, measure: Measure
) -> list[Text]:
    """Return the lines of a command in the margin below an area, as wide as this.

    A command that needs more lines than have room ends with …; none has room in a narrow margin.
    """
    size = look.size(FOOTER.command)
    leading = FOOTER.command_leading * size
    room = (
        page_height
        - EDGE
        - area.bottom
        - FOOTER.command_gap
        - (FOOTER.command_ascent + DESCENT) * size
    )
    most = floor(room / leading + 1e-6) + 1
    if most < 1:
        return []
    lines = wrap(command, area.width, Font.REGULAR, size, measure)
    if len(lines) > most:
        lines = lines[:most]
        while measure(f"{lines[-1]}…", Font.REGULAR, size) > area.width:
            lines[-1] = lines[-1][:-1]
        lines[-1] += "…"
    first = area.bottom + FOOTER.command_gap + FOOTER.command_ascent * size
    return [
        Text(area.x, first + number * leading, line, Font.REGULAR, size, Ink.FAINT)
        for number, line in enumerate(lines)
    ]


def lowered_on_back(command: Sequence[Text], page_height: float) -> list[Text]:
    """Return the lines of a command on a reverse, further from what is above if there is room."""
    drop = FOOTER.back_command_drop
    for line in command:
        drop = max(0.0, min(drop, page_height - EDGE - line.y - DESCENT * line.size))
    return [replace(line, y=line.y + drop) for line in command]


def ticks(x: float, y: float, length: int, width: float, *, down: bool = False) -> list[Line]:
    """Return the ticks of a scale of this length in millimetres.

    The scale runs from (x, y) to the right or downwards.
    """
    lines = []
    for mm in range(length + 1):
        long = next(long for step, long in FOOTER.ticks if mm % step == 0) * MM
        ends = (
            (x, y + mm * MM, x + long, y + mm * MM)
            if down
            else (x + mm * MM, y, x + mm * MM, y + long)
        )
        lines.append(Line(*ends, width, Ink.TEXT))
    return lines
