"""What stands beside the rows of a sheet for one player: the turn, step by step, and room for the best totals."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sheetgen.i18n.wording import Wording
from sheetgen.layout.code import Drawing
from sheetgen.layout.grid import Fit
from sheetgen.layout.options import MM
from sheetgen.layout.primitives import CAP, Box, Die, DieKind, Font, Ink, Line, Rect, Text, wrap
from sheetgen.layout.rows import Row

_LEADING = 3.4 * MM, 1.17
"""From one line to the next at least, and in sizes of the type."""
_BEFORE = 3 * MM
"""Between a die and its words."""


def draw_panel(wording: Wording, fit: Fit, head: Rect, rows: Sequence[tuple[Row, Rect]], drawing: Drawing) -> None:
    """Draw it beside rows; `head` is the place of its heading, beside the cells for names."""
    text, gap = wording.catalog.text, fit.type.gap[1]
    full: DieKind = "solid" if fit.room.look.solid else "open"
    beside = [rect for row, rect in rows if row.kind == "box"]
    _heading(text("sheet", "Your turn"), head, fit, drawing)
    width, hint = head.width - fit.type.icon - _BEFORE, fit.type.hint
    steps = [
        (name, [part for line in lines for part in wrap(line, width, Font.REGULAR, hint, fit.room.measure)])
        for name, lines in wording.turn_steps()
    ]
    listed = drawing.add("L")
    places = [replace(rect, x=head.x, width=head.width, height=rect.height - gap) for rect in beside[: len(steps)]]
    if max(_words_height(name, lines, fit) for name, lines in steps) > places[0].height - 1 * MM:
        places = list(_stacked(steps, places[0], fit))  # rows as low as these have no room for three lines
    for place, ((name, lines), rect) in enumerate(zip(steps, places, strict=True)):
        size = min(fit.type.icon, rect.height - 1 * MM)
        face = place + 1 if name else 5 if place == len(steps) - 2 else 0
        side = size if name else 0.52 * fit.type.icon
        y, shown = rect.y + (rect.height - side) / 2, full if face else "blank"
        with drawing.within(listed), drawing.element("LI"):
            with drawing.element("Lbl"), drawing.element("Figure", wording.catalog.dice([(face, "solid")])):
                drawing.items.append(Die(rect.x, y, side, face, shown))
            with drawing.element("LBody"):
                _words(name, lines, rect, fit, drawing)
        if place:
            y = rect.y - gap / 2
            drawing.items.append(Line(rect.x, y, rect.x + rect.width, y, fit.room.look.hairline))
    end = max(places[-1].bottom, beside[len(steps) - 1].bottom - gap)
    left = [rect for rect in beside if rect.y >= end]
    second = next((rect for row, rect in rows[1:] if row.kind == "head" and rect.y >= end), None)
    if second is None and left:
        second, left = left[0], left[1:]
    if second and (room := [rect for rect in left if rect.y >= second.bottom - 1][:6]):
        _heading(text("sheet", "Best totals"), Rect(head.x, second.y, head.width, second.height), fit, drawing)
        _best(room, head, fit, wording, drawing)


def _stacked(steps: Sequence[tuple[str, Sequence[str]]], first: Rect, fit: Fit) -> Iterator[Rect]:
    """Places for the steps, each as high as its words need it."""
    y = first.y
    for name, lines in steps:
        high = _words_height(name, lines, fit) + 2.4 * MM
        yield replace(first, y=y, height=high)
        y += high + fit.type.gap[1]


def _heading(words: str, rect: Rect, fit: Fit, drawing: Drawing) -> None:
    base = rect.bottom - fit.type.gap[1] - (1.0 if rect.height > 10 * MM else 1.9) * MM
    with drawing.element("H2"):
        drawing.items.append(Text(rect.x, base, words, Font.BLACK, fit.type.heading, Ink.ACCENT))
    y = rect.bottom - fit.type.gap[1] / 2
    drawing.items.append(Line(rect.x, y, rect.x + rect.width, y, 1.25, Ink.ACCENT))


def _words(name: str, lines: Sequence[str], rect: Rect, fit: Fit, drawing: Drawing) -> None:
    size, hint = fit.type.name, fit.type.hint
    y, left = rect.y + (rect.height - _words_height(name, lines, fit)) / 2, rect.x + fit.type.icon + _BEFORE
    if name:
        y += CAP * size
        drawing.items.append(Text(left, y, name, Font.BOLD, size))
        y += 1.6 * MM
    for place, line in enumerate(lines):
        drawing.items.append(Text(left, y + 0.7 * hint + place * _leading(hint), line, Font.REGULAR, hint, Ink.MUTED))


def _words_height(name: str, lines: Sequence[str], fit: Fit) -> float:
    hint = fit.type.hint
    return (CAP * fit.type.name + 1.6 * MM if name else 0.0) + 0.7 * hint + (len(lines) - 1) * _leading(hint)


def _leading(size: float) -> float:
    return max(_LEADING[0], _LEADING[1] * size)


def _best(rects: Sequence[Rect], head: Rect, fit: Fit, wording: Wording, drawing: Drawing) -> None:
    """Room for dates and totals, numbered by open dice."""
    look, text, gap = fit.room.look, wording.catalog.text, fit.type.gap
    left, side = head.x + 8.4 * MM, 5.4 * MM
    date = 0.43 * (head.width - 8.4 * MM - gap[0])
    total = head.x + 8.4 * MM + date + gap[0]
    with drawing.element("Table"):
        base = rects[-1].bottom + 0.7 * fit.type.hint
        with drawing.element("TR"):
            drawing.add("TD")
            for x, word in ((left, text("sheet", "date")), (total, text("sheet", "total"))):
                with drawing.element("TH", scope="Column"):
                    drawing.items.append(Text(x, base, word, Font.REGULAR, fit.type.hint, Ink.MUTED))
        for place, rect in enumerate(rects):
            high, radius = rect.height - gap[1], fit.type.radius * look.roundness
            with drawing.element("TR"):
                with drawing.element("TH", scope="Row"), drawing.element("Figure", str(place + 1)):
                    drawing.items.append(Die(head.x, rect.y + (high - side) / 2, side, place + 1, "open"))
                drawing.add("TD")
                drawing.add("TD")
                end = Rect(total, rect.y, head.x + head.width - total, high)
                drawing.items.append(Box(Rect(left, rect.y, date, high), None, Ink.TEXT, look.box, radius))
                drawing.items.append(Box(end, None, Ink.ACCENT, look.sum, radius))
