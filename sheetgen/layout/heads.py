"""What stands above each of a player's columns: its name, the order in which it is filled, and how it counts."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.i18n.wording import Wording
from sheetgen.layout.code import Drawing
from sheetgen.layout.options import MM, Look
from sheetgen.layout.primitives import CAP, LEADING, Font, Ink, Line, Measure, Rect, Text
from sheetgen.layout.rows import both_names
from sheetgen.rules.ruleset import Column

_NAMES, _MARK = (9.0, 8.0, 7.5), 7.5
"""The sizes of the name of a column, the largest that fits beside the others, and of what stands below it."""
_PAD, _ARROW, _TIP, _STROKE = 1 * MM, 4.8 * MM, 1 * MM, 1.1
_WORDLESS = "!"
"""A box that has to be announced, where there are no words."""
_POINTS = {"down": ((0, 1),), "up": ((1, 0),), "outwards": ((0.4, 0), (0.6, 1)), "inwards": ((0, 0.38), (1, 0.62))}
"""The arrows of each order: where they begin and end, from the top down, as parts of their height."""


class Heads(Struct, frozen=True):
    """The heads of a player's columns, measured."""

    columns: tuple[Column, ...]
    lines: tuple[tuple[str, ...], ...]
    """What each says: its name, and what there is to know of it."""
    spoken: tuple[str, ...]
    """The same for those who do not see the arrows."""
    turned: bool
    """Whether it is read from below, since a line of it is wider than a box."""
    height: float
    size: float
    """Of the names."""
    look: Look
    measure: Measure

    @property
    def arrow(self) -> float:
        """The height of the arrows, with what stays free above them; 0 if no column has an order."""
        return _ARROW + 2 * _PAD if any(column.fill != "any" for column in self.columns) else 0.0


def measured(wordings: Sequence[Wording], words: bool, look: Look, measure: Measure) -> Heads:
    """The heads in one language or two, or without words; they are turned if one is wider than boxes may be."""
    columns = wordings[0].ruleset.columns
    lines = tuple(_lines(column, wordings, words) for column in columns)
    spoken = tuple(" ".join(wordings[0].column_rules(column)) or wordings[0].column_name(column) for column in columns)
    sizes = [look.size(size) for size in _NAMES]
    size = next((size for size in sizes if _widest(lines, size, look, measure) <= look.least_width), 0.0)
    turned, size = not size, size or sizes[0]
    if turned:  # the name, and all else in a line beside it
        lines = tuple((each[0], " · ".join(each[1:])) if each[1:] else each for each in lines)
        room = _widest(lines, size, look, measure)
    else:
        room = max(map(len, lines)) * LEADING * size
    heads = Heads(columns, lines, spoken, turned, room + 2 * _PAD, size, look, measure)
    return replace(heads, height=heads.height + heads.arrow)


def _lines(column: Column, wordings: Sequence[Wording], words: bool) -> tuple[str, ...]:
    if words:
        marks = [list(wording.column_marks(column)) for wording in wordings]
        each = (both_names(*said) for said in zip(*marks, strict=True))
        return (both_names(*(wording.column_name(column) for wording in wordings)), *each)
    announced = [_WORDLESS] if column.announced is not None else []
    rolls = [f"1–{column.rolls}" if column.rolls > 1 else "1."] if column.rolls else []
    factor = [f"× {column.factor}"] if column.factor > 1 else []
    return (*announced, *rolls, *factor, *([f"+ {column.worth}"] if column.worth else []))


def _widest(lines: Sequence[Sequence[str]], size: float, look: Look, measure: Measure) -> float:
    """The width of the widest line, names in this size."""
    names = (measure(line, Font.BOLD, size) for each in lines for line in each[:1])
    marks = (measure(line, Font.REGULAR, look.size(_MARK)) for each in lines for line in each[1:])
    return max((*names, *marks), default=0.0)


def draw_heads(heads: Heads, places: Sequence[Rect], drawing: Drawing) -> None:
    """Draw them in their places, each as the head of a column of a table."""
    for column, said, spoken, place in zip(heads.columns, heads.lines, heads.spoken, places, strict=True):
        with drawing.element("TH", scope="Column", rect=place):
            drawing.items.extend(_turned(heads, said, place) if heads.turned else _upright(heads, said, place))
            if column.fill != "any":
                x, top = place.x + place.width / 2, place.bottom - _PAD - _ARROW
                with drawing.element("Figure", spoken):
                    for start, end in _POINTS[column.fill]:
                        tail, tip = top + start * _ARROW, top + end * _ARROW
                        back = tip - _TIP if end > start else tip + _TIP
                        ends = ((x, tail), (x - _TIP, back), (x + _TIP, back))
                        lines = [Line(*each, x, tip, _STROKE, Ink.ACCENT, round=True) for each in ends]
                        drawing.items.extend(lines)


def _upright(heads: Heads, lines: Sequence[str], place: Rect) -> Iterator[Text]:
    size, x, y = heads.size, place.x + place.width / 2, place.y + _PAD
    for number, line in enumerate(lines):
        font, ink, letters = _kind(heads, number)
        yield Text(x, y + CAP * size + number * LEADING * size, line, font, letters, ink, "middle")


def _turned(heads: Heads, lines: Sequence[str], place: Rect) -> Iterator[Text]:
    size, bottom = heads.size, place.bottom - heads.arrow - _PAD
    middle = place.x + place.width / 2 + CAP * size / 2
    for number, line in enumerate(lines):
        font, ink, letters = _kind(heads, number)
        x = middle + (number - (len(lines) - 1) / 2) * LEADING * size
        yield Text(x, bottom, line, font, letters, ink, up=True)


def _kind(heads: Heads, number: int) -> tuple[Font, Ink, float]:
    if number == 0:
        return Font.BOLD, Ink.TEXT, heads.size
    return Font.REGULAR, Ink.MUTED, heads.look.size(_MARK)
