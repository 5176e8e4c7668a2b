"""What stands around the rows: title, signature, fields; below, a ruler, lines to sign on, reminders and the code."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.layout.grid import CAP, DESCENT, Type
from sheetgen.layout.options import MM, Look
from sheetgen.layout.primitives import (
    Cell,
    CellId,
    Die,
    DieKind,
    Font,
    Ink,
    Line,
    Measure,
    Rect,
    Tagged,
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
_FACTS, _FIELDS, _FOOT, _COMMAND = 9.0, 8.2, 8.2, 7.5
_LEADING = 3.6 / 8.2 * MM
"""From one line of the foot to the next, beside the size of its letters."""
_FIELDS_LINE, _NAME_HEIGHT, _LOW_NAME = 7 * MM, 8 * MM, 5.6 * MM
_LEAST_TITLE, _LOW_TITLE, _SQUEEZED = 14.0, 24.0, 0.55
"""The least size of a title, its size above a second line of a low header, and how short a line to write on may be
beside what it is meant to be."""
_BESIDE_CODE = 3
"""How many lines of the foot stand beside the code or too near above it."""
_DIE, _DIE_GAP, _CODE_APART = 4.5 * MM, 0.7 * MM, 3 * MM
"""The side of a die of the code, the gap between two, and that around all."""
_STEP = 1.14
"""From one die of the signature to the next, beside its side."""
_SCREEN_LINE = 6 * MM
"""The height of the line for a screen's own cells, below the rows."""
_RULER_HEIGHT = 9 * MM
_SIGNATURE_HEIGHT = 12 * MM
_RULER = 50
"""The length of the ruler of a sheet, in millimetres."""
_TICKS = ((10, 4.0), (5, 3.0), (1, 1.8))
"""The distance between ticks of one kind, and how long they are, in millimetres."""
_LEAST_LINE = 28 * MM
"""Nobody signs on less."""
_BETWEEN_LINES = 12.0


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


class Drawing(Tagged):
    """What was drawn so far."""

    cells: list[Cell] = field(default_factory=list)


class Frame(Struct, frozen=True, dict=True):
    """The header and the foot of a page, measured for one width of the type area."""

    width: float
    type: Type
    title: str
    variant: str
    facts: str
    signature: tuple[Pip, ...]
    said: str
    """The signature in words."""
    fields: tuple[Blank, ...]
    reminders: tuple[tuple[str, ...], ...]
    """The sentences of each paragraph of the foot."""
    command: str
    look: Look
    measure: Measure
    fillable: bool = False
    """Whether there is a line of cells for a screen below the rows."""
    ruler: bool = False
    """Whether there is a ruler below the rows."""
    signatures: tuple[str, ...] = ()
    """Words that are followed by a line to sign on."""
    has_code: bool = True
    spread: float = 0.0
    """How far the corner marks stand out above the cells for names."""

    # the header

    @property
    def code_above(self) -> bool:
        """Whether the code stands in the upper right corner, in two lines."""
        return self.has_code and self.type.dense

    @property
    def _right(self) -> float:
        """Where the header ends, from its left edge: at the right edge of the type area or before the code."""
        return self.width - (5 * _DIE + 4 * _DIE_GAP + _CODE_APART if self.code_above else 0)

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
        return title + _APART + self.measure(self.variant, Font.BOLD, self.type.variant)

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

    @property
    def _more_lines(self) -> float:
        """The height of the lines of the title below its first."""
        return max(0, len(self._title_lines) - 1) * self.title_size

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
        parts = [self.measure(self.variant, Font.BOLD, self.type.variant)] if self.variant and variant else []
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
        code = 2 * _DIE + _DIE_GAP + _CODE_APART + self.spread - self.type.header if self.code_above else 0.0
        return self._more_lines + (_FIELDS_LINE if self._fields_below else 0.0) + max(0.0, code)

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
        size = self.type.variant
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
        left = x + self._right - side * (_STEP * len(self._dice) - (_STEP - 1))
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

    # the code

    def draw_code(self, faces: tuple[int, ...], x: float, top: float, bottom: float, drawing: Drawing) -> None:
        """The code, in the upper right corner or, in one line with its digits, in the lower right one."""
        step, digits = _DIE + _DIE_GAP, "".join(map(str, faces))
        columns = 5 if self.code_above else len(faces)
        left = x + self.width - columns * step + _DIE_GAP
        y = top if self.code_above else bottom - _DIE
        with drawing.element("Figure" if self.code_above else "Artifact", digits):  # which are read once
            for place, face in enumerate(faces):
                row, column = divmod(place, columns)
                drawing.items.append(Die(left + column * step, y + row * step, _DIE, face, "code"))
        if not self.code_above:
            size = self.look.size(_COMMAND)
            at = left - 1.5 * MM, bottom - 0.5 * (_DIE - CAP * size)
            with drawing.element("P"):
                drawing.items.append(Text(*at, digits, Font.REGULAR, size, Ink.MUTED, "right"))

    @property
    def _code_width(self) -> float:
        """What the code takes of the foot."""
        if not self.has_code or self.code_above:
            return 0.0
        return 10 * (_DIE + _DIE_GAP) + self.measure("0" * 10, Font.REGULAR, self.look.size(_COMMAND)) + 6 * MM

    # the foot

    @cached_property
    def foot_height(self) -> float:
        """From the corner marks to the bottom of the type area."""
        ruler = _RULER_HEIGHT if self.ruler else 0
        screen = _SCREEN_LINE + self._foot_gap if self.fillable else 0
        lines = sum(size for _, size in self._foot) * _LEADING
        code = _DIE + max(0.0, _CODE_APART - self._foot_gap) if self._code_width else 0.0
        signed = len(self._signature_rows) * _SIGNATURE_HEIGHT
        height = screen + ruler + signed + max(lines, code)
        return self._foot_gap + height if height else 0.0

    def draw_foot(self, x: float, y: float, drawing: Drawing) -> None:
        """Draw the foot with its upper left corner at x, y."""
        y += self._foot_gap
        if self.fillable:
            button = self.width / 4
            status = Rect(x, y, self.width - button - 10, _SCREEN_LINE)
            clear = replace(status, x=x + self.width - button, width=button)
            drawing.cells += [Cell(CellId("status"), status, "status"), Cell(CellId("clear"), clear, "button")]
            drawing.add("P", rect=Rect(x, y, self.width, _SCREEN_LINE))
            y += _SCREEN_LINE + self._foot_gap
        if self.ruler:
            width, end, size = 0.5, x + _RULER * MM, self.look.size(7.5)
            drawing.items += [Line(x, y, end, y, width, Ink.TEXT), *ticks(x, y, _RULER, width)]
            with drawing.element("P"):
                drawing.items.append(Text(end + 4, y + 5 * MM, f"{_RULER} mm", Font.REGULAR, size, Ink.MUTED))
            y += _RULER_HEIGHT
        for row in self._signature_rows:
            y += _SIGNATURE_HEIGHT
            words = sum(self._signed_width(label) for label in row)
            length = (self.width - words - _BETWEEN_LINES * (len(row) - 1)) / len(row)
            left = x
            for label in row:
                with drawing.element("P"):
                    drawing.items.append(Text(left, y - 3, label, Font.REGULAR, self._foot_size, Ink.MUTED))
                left += self._signed_width(label)
                drawing.items.append(Line(left, y, left + length, y, 0.6, Ink.MUTED))
                left += length + _BETWEEN_LINES
        for size, lines in groupby(self._foot, lambda line: line[1]):
            with drawing.element("P"):
                for line, _ in lines:
                    y += _LEADING * size
                    drawing.items.append(Text(x, y - 0.25 * size, line, Font.REGULAR, size, Ink.MUTED))

    @property
    def _foot_size(self) -> float:
        return self.look.size(_FOOT if not self.type.small else 8.0)

    @property
    def _command_size(self) -> float:
        return self.look.size(_COMMAND)

    @property
    def _foot_gap(self) -> float:
        return (1.0 if self.type.dense else 2.5) * MM

    @cached_property
    def _foot(self) -> list[tuple[str, float]]:
        """The lines of the foot with their sizes: a sentence a line, if that takes no more lines; then the command."""
        small, size = self._command_size, self._foot_size
        paragraphs = [" ".join(sentences) for sentences in self.reminders]
        behind = " · ".join((*paragraphs, self.command))
        if self.type.dense and self.command and self.measure(behind, Font.REGULAR, size) <= self.width:
            return [(behind, size)]
        command = [(line, small) for line in wrap(self.command, self._beside_code, Font.REGULAR, small, self.measure)]
        sentences = [sentence for each in self.reminders for sentence in each]
        ways = (self._set(texts, len(command)) for texts in (sentences, paragraphs))
        return [*((line, size) for line in min(ways, key=len)), *command]

    def _set(self, texts: Sequence[str], below: int) -> list[str]:
        """Texts in as few lines as can be, the last of them beside the code; so many lines follow."""
        narrow, count = max(0, _BESIDE_CODE - below) if self._code_width else 0, 0
        while True:
            for more in range(count + 1):  # lines above the last of them, where these would end too early
                widths = [self.width] * max(0, count - narrow - more) + [self._beside_code] * (narrow + more)
                lines = self._filled(texts, widths[-count:] if count else [])
                if len(lines) == count:
                    return lines
            count += 1

    def _filled(self, texts: Sequence[str], widths: Sequence[float]) -> list[str]:
        """Texts in lines of these widths, and one more if there are too few."""
        rest, lines = list(texts), []
        for width in widths:
            if rest:
                lines.append(wrap(rest[0], width, Font.REGULAR, self._foot_size, self.measure)[0])
                rest[0] = rest[0][len(lines[-1]) :].lstrip()
                rest = rest if rest[0] else rest[1:]
        return [*lines, *rest[:1]]

    @property
    def _beside_code(self) -> float:
        return self.width - self._code_width

    @cached_property
    def _signature_rows(self) -> list[tuple[str, ...]]:
        """The words to sign behind, all in one row if each line has room there, else below each other."""
        need = sum(self._signed_width(label) + _LEAST_LINE for label in self.signatures)
        beside = need + _BETWEEN_LINES * (len(self.signatures) - 1) <= self.width
        return [self.signatures] if beside and self.signatures else [(label,) for label in self.signatures]

    def _signed_width(self, label: str) -> float:
        return self.measure(label, Font.REGULAR, self._foot_size) + _GAP


def ticks(x: float, y: float, length: int, width: float, *, down: bool = False) -> list[Line]:
    """The ticks of a scale that begins at x, y and goes to the right or, with `down`, downwards."""
    lines = []
    for mm in range(length + 1):
        long = next(long for step, long in _TICKS if mm % step == 0) * MM
        ends = (x, y + mm * MM, x + long, y + mm * MM) if down else (x + mm * MM, y, x + mm * MM, y + long)
        lines.append(Line(*ends, width, Ink.TEXT))
    return lines
