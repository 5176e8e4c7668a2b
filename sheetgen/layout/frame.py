"""What stands above the rows: title, variant, facts, signature, and fields to write in."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.code import CODE_ABOVE, CODE_APART, Drawing, Foot
from sheetgen.layout.grid import Type
from sheetgen.layout.options import MM, Look
from sheetgen.layout.primitives import (
    CAP,
    DESCENT,
    Cell,
    CellId,
    Die,
    DieKind,
    Font,
    Ink,
    Line,
    Measure,
    Rect,
    Text,
    wrap,
)
from sheetgen.layout.rows import Pip

TITLE_SPACING = -0.012
_GAP = 1.5 * MM
"""Between the word for a field and its line."""
_BETWEEN = 5 * MM
_APART = 6 * MM
"""Between title and signature at least, and between what stands in one line of the header."""
_FACTS, _FIELDS = 9.0, 8.2
_WITHOUT_WORDS = 7 * MM
"""How much lower the header is without a line of words."""
_FIELDS_LINE, _NAME_HEIGHT, _LOW_NAME = 7 * MM, 8 * MM, 5.6 * MM
_LEAST_TITLE, _LOW_TITLE, _SQUEEZED = 14.0, 24.0, 0.55
"""The least size of a title, its size above a second line of a low header, and how short a line to write on may be
beside what it is meant to be."""
_STEP = 1.14
"""From one die of the signature to the next, beside its side."""


class Blank(Struct, frozen=True):
    """Something to write above the rows: a word and a line, or a word and what was given."""

    label: str
    width: float
    value: str = ""
    """The widest that is given on any page."""
    cell: CellId | None = None
    """The cell, for a field that has one; a name's is that of the first player."""
    key: str = ""
    """Which of the fields it is."""


class Frame(Struct, frozen=True, dict=True):
    """The header of a page, measured for one width of the type area."""

    width: float
    type: Type
    title: str
    variant: str
    facts: str
    signature: tuple[Pip, ...]
    said: str
    """The signature in words."""
    fields: tuple[Blank, ...]
    look: Look
    measure: Measure
    foot: Foot
    spread: float = 0.0
    """How far the corner marks stand out above the cells for names."""

    @property
    def _right(self) -> float:
        """Where the header ends, from its left edge: at the right edge of the type area or before the code."""
        return self.width - (CODE_ABOVE[0] + CODE_APART if self.type.dense else 0)

    @cached_property
    def _dice(self) -> tuple[Pip, ...]:
        """The signature, if there is room for it beside a title that is not much smaller for it."""
        dice = self.signature
        if self.type.small or self._title_beside(dice) < 0.6 * self.type.title:
            return ()
        if self._variant_above and self._variant_right + _APART + CAP * _LOW_TITLE * _STEP * len(dice) > self._right:
            return ()
        return dice

    @property
    def _variant_right(self) -> float:
        """Where the variant ends, if it stands behind the title."""
        title = self.measure(self.title, Font.BLACK, min(self.type.title, _LOW_TITLE))
        return title + _APART + self.measure(self.variant, Font.BOLD, self.look.size(self.type.variant))

    @cached_property
    def _variant_above(self) -> bool:
        """Whether the variant stands behind the title because there is much to write below it."""
        if not (self.type.dense and self.fields and self.variant) or self._variant_right > self._right:
            return False
        whole, facts, fields = (
            self._words_width(_SQUEEZED, variant=variant, facts=facts) <= self._right
            for variant, facts in ((True, True), (False, True), (True, False))
        )
        return not whole and (facts or not fields)

    def _title_beside(self, dice: tuple[Pip, ...]) -> float:
        """The size of the title beside these dice, which are as high as its capitals."""
        one = max(self.measure(self.title, Font.BLACK, 1) * (1 + TITLE_SPACING), 0.1)
        dice_width = CAP * (_STEP * len(dice) - (_STEP - 1)) if dice else 0.0
        return min(self.type.title, (self._right - (_APART if dice else 0)) / (one + dice_width))

    @cached_property
    def title_size(self) -> float:
        """The size of the title, smaller for a long name."""
        low = self.type.dense and not self.type.small and not self._inline
        size = self._title_beside(self._dice)
        return max(self.look.size(_LEAST_TITLE), min(size, _LOW_TITLE) if low else size)

    @cached_property
    def _title_lines(self) -> list[str]:
        return wrap(self.title, self._right, Font.BLACK, self.title_size, self.measure)

    @cached_property
    def _inline(self) -> bool:
        """Whether variant, facts and fields stand behind the title, on its line."""
        size = self._title_beside(self._dice)
        room = self._left_of_dice(size) - self._after_title(size)
        return self.type.dense and not self.type.small and self._words_width(1) <= room

    def _after_title(self, size: float) -> float:
        """Where there is room behind a title of this size."""
        return self.measure(self.title, Font.BLACK, size) + _APART

    def _left_of_dice(self, size: float) -> float:
        """Where the room before the signature ends, which is as high as the capitals of a title of this size."""
        return self._right - (CAP * size * (_STEP * len(self._dice) - (_STEP - 1)) + _APART if self._dice else 0)

    def _words_width(self, squeeze: float, *, variant: bool = True, facts: bool = True, fields: bool = True) -> float:
        """The width of the line with the variant, the facts and the fields, with lines so much shorter."""
        parts = []
        if self.variant and variant:
            parts.append(self.measure(self.variant, Font.BOLD, self.look.size(self.type.variant)))
        parts += [self.measure(self.facts, Font.REGULAR, self._facts_size)] if self.facts and facts else []
        parts += [self._fields_width(squeeze)] if self.fields and fields else []
        return sum(parts) + _APART * (len(parts) - 1)

    @cached_property
    def _fields_below(self) -> bool:
        """Whether the fields need a line of their own."""
        if not self.fields or self._inline:
            return False
        facts = not self.type.dense
        return self._words_width(_SQUEEZED, variant=not self._variant_above, facts=facts) > self._right

    @cached_property
    def _has_facts(self) -> bool:
        """Whether there is room for the facts."""
        variant, fields = not self._variant_above, not self._fields_below
        return self._inline or self._words_width(self._squeeze, variant=variant, fields=fields) <= self._right + 0.01

    @cached_property
    def more(self) -> float:
        """By how much the header is higher than others of its type."""
        code = CODE_ABOVE[1] + CODE_APART + self.spread - self.type.header if self.type.dense else 0.0
        bare = 0.0 if self.variant or self.facts or self.fields or self.type.dense else _WITHOUT_WORDS
        lines = max(0, len(self._title_lines) - 1) * self.title_size
        return lines + (_FIELDS_LINE if self._fields_below else 0.0) + max(0.0, code) - bare

    @cached_property
    def too_wide(self) -> float:
        """By how much the fields are wider than the page, in points; 0 or less if they fit."""
        return self._fields_width(self._squeeze) - self.width

    def _baseline(self, height: float) -> float:
        """Where the words below the title stand, in a header of this height up to the names."""
        if self._inline:
            return CAP * self.title_size
        up = (4.5 if self.type.small else 7.2 if self.type.header > 26 * MM else 6.0) * MM
        if self.type.dense and not self.type.small:  # as low as the corners let it
            up = self.spread + 0.7 * MM + DESCENT * self.type.variant
        return height - up - (_FIELDS_LINE if self._fields_below else 0)

    def draw_head(self, x: float, y: float, height: float, drawing: Drawing) -> None:
        """Draw the header of this height, but for what is filled in, with its upper left corner at x, y."""
        with drawing.element("H1"):
            for place, line in enumerate(self._title_lines):
                base = y + CAP * self.title_size + place * self.title_size
                drawing.items.append(Text(x, base, line, Font.BLACK, self.title_size, Ink.TEXT, "ink"))
        self.draw_signature(x, y, drawing)
        base, left = y + self._baseline(height), x + (self._after_title(self.title_size) if self._inline else 0)
        size = self.look.size(self.type.variant)
        if self._variant_above:
            at = x + self._after_title(self.title_size), y + CAP * self.title_size
        else:
            at = left, base
            left += self.measure(self.variant, Font.BOLD, size) + _APART if self.variant else 0
        if self.variant:
            with drawing.element("P"):
                drawing.items.append(Text(*at, self.variant, Font.BOLD, size, Ink.ACCENT))
        if self.facts and self._has_facts:
            with drawing.element("P"):
                drawing.items.append(Text(left, base, self.facts, Font.REGULAR, self._facts_size, Ink.MUTED))

    def draw_signature(self, x: float, y: float, drawing: Drawing) -> None:
        """The dice that stand for the game, as high as the capitals of the title."""
        side = CAP * self.title_size
        left = x + (self._right - side * (_STEP * len(self._dice) - (_STEP - 1)) if self.title else 0.0)
        with drawing.element("Figure", self.said):
            for place, (face, kind) in enumerate(self._dice):
                drawing.items.append(Die(left + place * _STEP * side, y, side, face, self.kind(kind)))

    def kind(self, kind: DieKind) -> DieKind:
        """What a die is drawn as: with little ink none is solid."""
        return kind if self.look.solid or kind == "blank" else "open"

    def draw_fields(self, x: float, y: float, height: float, drawing: Drawing) -> None:
        """Draw the words and lines of the fields, for a header whose upper left corner is at x, y."""
        for each, place in self._places(x, y, height):
            left = place.x - _GAP - self._word_width(each)
            with drawing.element("P", rect=Rect(left, place.y - _FIELDS_LINE, place.right - left, _FIELDS_LINE)):
                if each.label:
                    drawing.items.append(Text(left, place.y, each.label, Font.REGULAR, self._field_size, Ink.MUTED))
            low = place.y + 0.8 * MM
            drawing.items.append(Line(place.x, low, place.right, low, 0.6, Ink.MUTED))

    def draw_values(self, x: float, y: float, height: float, values: Mapping[str, str], drawing: Drawing) -> None:
        """Write what is filled in, for a header whose upper left corner is at x, y; the rest gets its cell."""
        for each, place in self._places(x, y, height):
            if values.get(each.key):
                drawing.items.append(Text(place.x, place.y, values[each.key], Font.BOLD, self._value_size))
            elif each.cell:
                room = (_LOW_NAME if self.type.dense else _NAME_HEIGHT) if each.cell.player else 1.7 * self._field_size
                cell = replace(place, y=place.y + 2 - room, height=room)
                drawing.cells.append(Cell(each.cell, cell, "name" if each.cell.player else "note"))

    @property
    def _facts_size(self) -> float:
        return self.look.size(_FIELDS if self.type.dense else _FACTS)

    @property
    def _field_size(self) -> float:
        return self.look.size(_FIELDS)

    @property
    def _value_size(self) -> float:
        return self.look.size(_FIELDS + 2)

    def _fields_width(self, squeeze: float) -> float:
        """The width of all fields, with their lines so much shorter than they are meant to be."""
        widths = (
            self._word_width(each) + _GAP * bool(each.label) + self._line_width(each, squeeze) for each in self.fields
        )
        return _BETWEEN * (len(self.fields) - 1) + sum(widths)

    def _word_width(self, field: Blank) -> float:
        return self.measure(field.label, Font.REGULAR, self._field_size)

    def _line_width(self, field: Blank, squeeze: float) -> float:
        return max(squeeze * field.width, self.measure(field.value, Font.BOLD, self._value_size))

    @cached_property
    def _squeeze(self) -> float:
        """How much shorter the lines are on narrow paper: as long as they are meant to be, or little more than half."""
        if self._inline or not self.fields:
            return 1.0
        if self._fields_below:
            return 1.0 if self._fields_width(1) <= self.width else _SQUEEZED
        variant = not self._variant_above
        wanted = (each for each in (1.0, 0.8) if self._words_width(each, variant=variant) <= self._right)
        return next(wanted, _SQUEEZED)

    def _places(self, x: float, y: float, height: float) -> Iterator[tuple[Blank, Rect]]:
        """Each field with its line; y is that of the words."""
        base = y + (height - 5.0 * MM if self._fields_below else self._baseline(height))
        end = self._left_of_dice(self.title_size) if self._inline else self.width if self._fields_below else self._right
        left = x + end - self._fields_width(self._squeeze)
        for each in self.fields:
            left += self._word_width(each) + _GAP * bool(each.label)
            wide = self._line_width(each, self._squeeze)
            yield each, Rect(left, base, wide, 0)
            left += wide + _BETWEEN


def widest_label(width: float, height: float) -> float:
    """The part of the width that the labels may take in a list of this width, on a page of this height."""
    return 0.4 if width > 110 * MM and height > 125 * MM else 0.45
