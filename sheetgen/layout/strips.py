"""What stands at the foot of a sheet beside words: a ruler, and lines to sign on."""

from collections.abc import Sequence

from sheetgen.layout.look import Look
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Font, Ink, Item, Line, Measure, Text

RULER_HEIGHT = 9 * MM
SIGNATURE_HEIGHT = 12 * MM
_LENGTH = 50
"""Of the ruler of a sheet, in millimetres."""
_TICKS = ((10, 4.0), (5, 3.0), (1, 1.8))
"""Every so many millimetres a tick so long, in millimetres."""
_LEAST_LINE = 28 * MM
"""Nobody signs on less."""
_GAP = 4.0
_BETWEEN = 12.0


def draw_ruler(x: float, y: float, look: Look, items: list[Item]) -> None:
    """A ruler of 50 mm with its upper left corner at x, y."""
    width = min(look.thin, 0.5)
    items.append(Line(x, y, x + _LENGTH * MM, y, width, Ink.TEXT))
    items.extend(ticks(x, y, _LENGTH, width))
    items.append(Text(x + _LENGTH * MM + 4, y + 5 * MM, f"{_LENGTH} mm", Font.REGULAR, look.size(7.5), Ink.MUTED))


def ticks(x: float, y: float, length: int, width: float, *, down: bool = False) -> list[Line]:
    """The ticks of a scale that begins at x, y and goes to the right or, with `down`, downwards."""
    lines = []
    for mm in range(length + 1):
        long = next(long for step, long in _TICKS if mm % step == 0) * MM
        ends = (x, y + mm * MM, x + long, y + mm * MM) if down else (x + mm * MM, y, x + mm * MM, y + long)
        lines.append(Line(*ends, width, Ink.TEXT))
    return lines


def signature_rows(labels: Sequence[str], width: float, size: float, measure: Measure) -> list[Sequence[str]]:
    """The words to sign behind, all in one row if each line has room there, else below each other."""
    need = sum(measure(label, Font.REGULAR, size) + _GAP + _LEAST_LINE for label in labels)
    beside = need + _BETWEEN * (len(labels) - 1) <= width
    return [labels] if beside and labels else [[label] for label in labels]


def draw_signatures(
    place: tuple[float, float, float], labels: Sequence[str], size: float, measure: Measure, items: list[Item]
) -> None:
    """Words with lines to sign on; `place` is the upper left corner, x and y, and the width there is."""
    x, y, width = place
    for row in signature_rows(labels, width, size, measure):
        y += SIGNATURE_HEIGHT
        words = sum(measure(label, Font.REGULAR, size) + _GAP for label in row)
        line = (width - words - _BETWEEN * (len(row) - 1)) / len(row)
        left = x
        for label in row:
            items.append(Text(left, y - 3, label, Font.REGULAR, size, Ink.MUTED))
            left += measure(label, Font.REGULAR, size) + _GAP
            items.append(Line(left, y, left + line, y, 0.6, Ink.RULE))
            left += line + _BETWEEN
