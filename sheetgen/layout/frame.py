"""What stands around the rows: title and fields above; below, the footer: ruler, lines to sign on, and reminders."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.layout.options import MM, Look
from sheetgen.layout.primitives import Cell, CellId, Font, Ink, Item, Line, Measure, Rect, Text, fit_size, wrap

_LEADING = 1.25
_FIELD_GAP = 4.0
_BETWEEN = 10.0
_NAME_HEIGHT = 8 * MM
_SCREEN_LINE = 6 * MM
"""The height of the line for a screen's own cells, below the rows."""
_LEAST_TITLE, _SMALL = 14.0, 0.65
"""The least size of a title, and how large it is on a low page beside a high one."""
_COMMAND = 7.0
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


class Drawing(Struct):
    """What was drawn so far."""

    items: list[Item] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)


class Frame(Struct, frozen=True, dict=True):
    """The title block and the foot of a page, measured for one width."""

    width: float
    tall: bool
    title: str
    subtitles: tuple[str, ...]
    fields: tuple[Blank, ...]
    reminders: tuple[str, ...]
    command: str
    look: Look
    measure: Measure
    fillable: bool = False
    """Whether there is a line of cells for a screen below the rows."""
    ruler: bool = False
    """Whether there is a ruler below the rows."""
    signatures: tuple[str, ...] = ()
    """Words that are followed by a line to sign on."""

    @cached_property
    def title_size(self) -> float:
        """The size of the title, smaller for a long name."""
        most = self.look.size(self.look.title * (1 if self.tall else _SMALL))
        return fit_size(self.title, self.width, Font.BOLD, (self.look.size(_LEAST_TITLE), most), self.measure)

    @property
    def text_size(self) -> float:
        """The size of the line below the title, and of the fields."""
        return self.look.size(10.5 if self.tall else 8.5)

    @cached_property
    def head_height(self) -> float:
        """From the top of the page's frame to the rows."""
        title = self._above() + len(self._title_lines) * self.title_size
        subtitle = len(self._subtitle_lines) * self.text_size * _LEADING
        fields = 2 * self.text_size if self._fields_alone() else 0
        return title + subtitle + fields + (14 if self.tall else 9)

    @cached_property
    def foot_height(self) -> float:
        """From the rows to the bottom of the page's frame."""
        ruler = _RULER_HEIGHT if self.ruler else 0
        screen = _SCREEN_LINE + self._foot_gap if self.fillable else 0
        reminders, command = map(len, self._foot)
        lines = max(reminders, command) if self._command_beside() else reminders + command
        signed = len(self._signature_rows) * _SIGNATURE_HEIGHT
        return self._foot_gap + screen + ruler + signed + lines * (self._foot_size * _LEADING)

    @cached_property
    def too_wide(self) -> float:
        """By how much the fields are wider than the page, in points; 0 or less if they fit."""
        return self._fields_width - self.width

    def draw_head(self, x: float, y: float, drawing: Drawing) -> None:
        """Draw the title block, but for what is filled in, with its upper left corner at x, y."""
        y += self._above()
        for line in self._title_lines:
            y += self.title_size
            drawing.items.append(Text(x, y - 0.16 * self.title_size, line, Font.BOLD, self.title_size))
        for line in self._subtitle_lines:
            y += self.text_size * _LEADING
            drawing.items.append(Text(x, y, line, Font.REGULAR, self.text_size, Ink.MUTED))

    def draw_fields(self, x: float, y: float, drawing: Drawing) -> None:
        """Draw the words and lines of the fields, for a head whose upper left corner is at x, y."""
        for each, place in self._places(x, y):
            if each.label:
                left = place.x - _FIELD_GAP - self._word_width(each)
                drawing.items.append(Text(left, place.y, each.label, Font.REGULAR, self.text_size, Ink.MUTED))
            drawing.items.append(Line(place.x, place.y + 3, place.right, place.y + 3, self.look.thin, Ink.RULE))

    def draw_values(self, x: float, y: float, values: Mapping[str, str], drawing: Drawing) -> None:
        """Write what is filled in, for a head whose upper left corner is at x, y; the rest gets its cell."""
        for each, place in self._places(x, y):
            if values.get(each.key):
                drawing.items.append(Text(place.x, place.y, values[each.key], Font.BOLD, self.text_size))
            elif each.cell:
                # a name can be written large where nothing stands above it
                large = each.cell.player and self._beside_title()
                height = _NAME_HEIGHT if large else 1.5 * self.text_size
                cell = replace(place, y=place.y + 2 - height, height=height)
                drawing.cells.append(Cell(each.cell, cell, "name" if each.cell.player else "note"))

    def draw_foot(self, x: float, y: float, drawing: Drawing) -> None:
        """Draw the foot with its upper left corner at x, y."""
        reminders, command = self._foot
        step = self._foot_size * _LEADING
        y += self._foot_gap
        if self.fillable:
            button = self.width / 4
            status = Rect(x, y, self.width - button - _BETWEEN, _SCREEN_LINE)
            clear = replace(status, x=x + self.width - button, width=button)
            drawing.cells += [Cell(CellId("status"), status, "status"), Cell(CellId("clear"), clear, "button")]
            y += _SCREEN_LINE + self._foot_gap
        if self.ruler:
            width, end, size = min(self.look.thin, 0.5), x + _RULER * MM, self.look.size(7.5)
            drawing.items += [Line(x, y, end, y, width, Ink.TEXT), *ticks(x, y, _RULER, width)]
            drawing.items.append(Text(end + 4, y + 5 * MM, f"{_RULER} mm", Font.REGULAR, size, Ink.MUTED))
            y += _RULER_HEIGHT
        for row in self._signature_rows:
            y += _SIGNATURE_HEIGHT
            words = sum(self._signed_width(label) for label in row)
            length = (self.width - words - _BETWEEN_LINES * (len(row) - 1)) / len(row)
            left = x
            for label in row:
                drawing.items.append(Text(left, y - 3, label, Font.REGULAR, self._foot_size, Ink.MUTED))
                left += self._signed_width(label)
                drawing.items.append(Line(left, y, left + length, y, 0.6, Ink.RULE))
                left += length + _BETWEEN_LINES
        for place, line in enumerate(reminders, 1):
            drawing.items.append(Text(x, y + place * step, line, Font.REGULAR, self._foot_size, Ink.MUTED))
        first = 0 if self._command_beside() else len(reminders)
        for place, line in enumerate(command, first + 1):
            right = Text(x + self.width, y + place * step, line, Font.REGULAR, self._command_size, Ink.MUTED, "right")
            drawing.items.append(right)

    # title and fields

    def _above(self) -> float:
        """The room above a small title that a name written beside it needs."""
        return max(0.0, _NAME_HEIGHT - 0.84 * self.title_size) if any(each.cell for each in self.fields) else 0.0

    @cached_property
    def _title_lines(self) -> list[str]:
        return wrap(self.title, self.width, Font.BOLD, self.title_size, self.measure)

    @cached_property
    def _subtitle_lines(self) -> list[str]:
        return [
            line
            for subtitle in self.subtitles
            for line in wrap(subtitle, self.width, Font.REGULAR, self.text_size, self.measure)
        ]

    @cached_property
    def _fields_width(self) -> float:
        return _BETWEEN * (len(self.fields) - 1) + sum(map(self._field_width, self.fields))

    def _field_width(self, field: Blank) -> float:
        return self._word_width(field) + (_FIELD_GAP if field.label else 0) + self._line_width(field)

    def _word_width(self, field: Blank) -> float:
        return self.measure(field.label, Font.REGULAR, self.text_size)

    def _line_width(self, field: Blank) -> float:
        return max(self._squeeze * field.width, self.measure(field.value, Font.BOLD, self.text_size))

    @cached_property
    def _squeeze(self) -> float:
        """How much shorter the lines are on narrow paper: as long as they are meant to be, or half of that.

        Where there was no room for the line below the title, they are as short as it takes to stand beside it.
        """
        words = sum(self._word_width(each) + each.width for each in self.fields)
        beside = not self.tall and not self.subtitles and len(self._title_lines) == 1
        taken = self.measure(self.title, Font.BOLD, self.title_size) + 14 if beside else 0
        return 1.0 if words + 2 * _BETWEEN + 2 * _FIELD_GAP <= self.width - taken else 0.5

    def _beside_title(self) -> bool:
        return self._one_line(self._title_lines, Font.BOLD, self.title_size)

    def _fields_alone(self) -> bool:
        """Whether the fields need a line of their own, below title and subtitle."""
        whole = len(self._subtitle_lines) == len(self.subtitles)
        below = whole and self._one_line(self._subtitle_lines[-1:], Font.REGULAR, self.text_size)
        return bool(self.fields) and not below and not self._beside_title()

    def _one_line(self, lines: list[str], font: Font, size: float) -> bool:
        taken = self.measure(lines[0], font, size) if len(lines) == 1 else self.width
        return taken + 14 + self._fields_width <= self.width

    def _places(self, x: float, y: float) -> Iterator[tuple[Blank, Rect]]:
        """Each field with its line; y is that of the words."""
        title = y + self._above() + (len(self._title_lines) - 0.16) * self.title_size
        below = y + self._above() + len(self._title_lines) * self.title_size
        below += self.text_size * (_LEADING * len(self._subtitle_lines) + (2 if self._fields_alone() else 0))
        left = x + self.width - self._fields_width
        for each in self.fields:
            left += self._field_width(each) - self._line_width(each)
            yield each, Rect(left, title if self._beside_title() else below, self._line_width(each), 0)
            left += self._line_width(each) + _BETWEEN

    # foot

    @property
    def _foot_size(self) -> float:
        return self.look.size(8.5 if self.tall else 7.5)

    @property
    def _command_size(self) -> float:
        return self.look.size(_COMMAND)

    @property
    def _foot_gap(self) -> float:
        return 8.0 if self.tall else 4.0

    def _command_beside(self) -> bool:
        return self.measure(self.command, Font.REGULAR, self._command_size) <= 0.36 * self.width

    @cached_property
    def _foot(self) -> tuple[list[str], list[str]]:
        beside = self._command_beside()
        width = self.width * (0.6 if beside and self.command else 1)
        words = [
            line for each in self.reminders for line in wrap(each, width, Font.REGULAR, self._foot_size, self.measure)
        ]
        return words, wrap(self.command, self.width, Font.REGULAR, self._command_size, self.measure)

    @cached_property
    def _signature_rows(self) -> list[tuple[str, ...]]:
        """The words to sign behind, all in one row if each line has room there, else below each other."""
        need = sum(self._signed_width(label) + _LEAST_LINE for label in self.signatures)
        beside = need + _BETWEEN_LINES * (len(self.signatures) - 1) <= self.width
        return [self.signatures] if beside and self.signatures else [(label,) for label in self.signatures]

    def _signed_width(self, label: str) -> float:
        return self.measure(label, Font.REGULAR, self._foot_size) + _FIELD_GAP


def ticks(x: float, y: float, length: int, width: float, *, down: bool = False) -> list[Line]:
    """The ticks of a scale that begins at x, y and goes to the right or, with `down`, downwards."""
    lines = []
    for mm in range(length + 1):
        long = next(long for step, long in _TICKS if mm % step == 0) * MM
        ends = (x, y + mm * MM, x + long, y + mm * MM) if down else (x + mm * MM, y, x + mm * MM, y + long)
        lines.append(Line(*ends, width, Ink.TEXT))
    return lines
