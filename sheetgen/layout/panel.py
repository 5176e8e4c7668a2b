"""What stands beside the rows of a sheet for one player: the turn, step by step, and room for the best totals."""

from collections.abc import Sequence

from sheetgen.i18n.wording import Wording
from sheetgen.layout.frame import Drawing
from sheetgen.layout.grid import CAP, Fit
from sheetgen.layout.options import MM
from sheetgen.layout.primitives import Box, Die, DieKind, Font, Ink, Line, Rect, Text
from sheetgen.layout.rows import Row

LEAST_WIDTH = 60 * MM
"""The panel needs this width."""
LEAST_ROWS = 9
"""It needs this many rows beside it: six for the turn, and some for the best totals."""
_STEPS = 6


def draw_panel(wording: Wording, fit: Fit, head: Rect, rows: Sequence[tuple[Row, Rect]], drawing: Drawing) -> None:
    """Draw it beside rows; `head` is the place of its heading, beside the cells for names."""
    text, gap = wording.catalog.text, fit.type.gap[1]
    full: DieKind = "solid" if fit.room.look.solid else "open"
    beside = [rect for row, rect in rows if row.kind == "box"]
    _heading(text("sheet", "Your turn"), head, fit, drawing)
    for place, (name, lines) in enumerate(wording.turn()):
        rect = Rect(head.x, beside[place].y, head.width, beside[place].height - gap)
        size = min(fit.type.icon, rect.height - 1 * MM)
        face = place + 1 if name else 5 if place == _STEPS - 2 else 0
        side = size if name else 0.52 * size
        drawing.items.append(Die(rect.x, rect.y + (rect.height - side) / 2, side, face, full if face else "blank"))
        _words(name, lines, rect, fit, drawing)
        if place:
            y = rect.y - gap / 2
            drawing.items.append(Line(rect.x, y, rect.x + rect.width, y, fit.room.look.hairline))
    left = beside[_STEPS:]
    second = next(
        (rect for row, rect in rows[1:] if row.kind == "head" and rect.y >= beside[_STEPS - 1].bottom - 1), None
    )
    if second is None:
        second, left = left[0], left[1:]
    _heading(text("sheet", "Best totals"), Rect(head.x, second.y, head.width, second.height), fit, drawing)
    _best(left[:6], head, fit, wording, drawing)


def _heading(words: str, rect: Rect, fit: Fit, drawing: Drawing) -> None:
    base = rect.bottom - fit.type.gap[1] - (1.0 if rect.height > 10 * MM else 1.9) * MM
    drawing.items.append(Text(rect.x, base, words, Font.BLACK, fit.type.heading, Ink.ACCENT))
    y = rect.bottom - fit.type.gap[1] / 2
    drawing.items.append(Line(rect.x, y, rect.x + rect.width, y, 1.25, Ink.ACCENT))


def _words(name: str, lines: Sequence[str], rect: Rect, fit: Fit, drawing: Drawing) -> None:
    size, hint, step = fit.type.name, fit.type.hint, 3.4 * MM
    high = (CAP * size + 1.6 * MM if name else 0.0) + 0.7 * hint + (len(lines) - 1) * step
    y, left = rect.y + (rect.height - high) / 2, rect.x + fit.type.icon + 3 * MM
    if name:
        y += CAP * size
        drawing.items.append(Text(left, y, name, Font.BOLD, size))
        y += 1.6 * MM
    for place, line in enumerate(lines):
        drawing.items.append(Text(left, y + 0.7 * hint + place * step, line, Font.REGULAR, hint, Ink.MUTED))


def _best(rects: Sequence[Rect], head: Rect, fit: Fit, wording: Wording, drawing: Drawing) -> None:
    """Room for dates and totals, numbered by open dice."""
    look, text, gap = fit.room.look, wording.catalog.text, fit.type.gap
    left, side = head.x + 8.4 * MM, 5.4 * MM
    date = 0.43 * (head.width - 8.4 * MM - gap[0])
    total = head.x + 8.4 * MM + date + gap[0]
    for place, rect in enumerate(rects):
        high = rect.height - gap[1]
        drawing.items.append(Die(head.x, rect.y + (high - side) / 2, side, place + 1, "open"))
        radius = fit.type.radius * look.roundness
        drawing.items.append(Box(Rect(left, rect.y, date, high), None, Ink.TEXT, look.box, radius))
        drawing.items.append(
            Box(Rect(total, rect.y, head.x + head.width - total, high), None, Ink.ACCENT, look.sum, radius)
        )
    if rects:
        base = rects[-1].bottom + 0.7 * fit.type.hint
        for x, word in ((left, text("sheet", "date")), (total, text("sheet", "total"))):
            drawing.items.append(Text(x, base, word, Font.REGULAR, fit.type.hint, Ink.MUTED))
