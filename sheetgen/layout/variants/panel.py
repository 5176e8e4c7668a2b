"""Panel next to the rows of a sheet for one player: the turn, step by step, and room for the best totals."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sheetgen.i18n.wording import Wording
from sheetgen.layout.frame import die_kind
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import CAP, Die, Drawing, Font, Ink, Line, Rect, RoundedRect, Text, wrap
from sheetgen.layout.rows import SheetRow
from sheetgen.layout.sizes import FittedRows

# The lengths and sizes of this module are those of the design, in points.

_MIN_LEADING, _LEADING = 3.4 * MM, 1.17
"""Distance between two baselines: its minimum, and a factor of the font size."""
_AFTER_DIE, _AFTER_NAME, _STEP_PAD = 3 * MM, 1.6 * MM, 2.4 * MM
"""Gap between a die and its words, gap below the name of a step, and free height of a step."""
_MAX_TOTALS, _TOTAL_LEFT, _TOTAL_DIE = 6, 8.4 * MM, 5.4 * MM
"""Maximum number of best totals, distance of their boxes from the left, and side of the dice that number them."""
_DATE = 0.43
"""Width of a box for a date, as a part of the width of both boxes."""


def draw_panel(
    wording: Wording, fit: FittedRows, head: Rect, rows: Sequence[tuple[SheetRow, Rect]], drawing: Drawing
) -> None:
    """Draw the panel next to rows; `head` is the place of its heading, next to the cells for names."""
    text, gap = wording.catalog.text, fit.sizes.row_gap
    beside = [rect for row, rect in rows if row.kind == "box"]
    _draw_heading(text("sheet", "Your turn"), head, fit, drawing)
    width, hint = head.width - fit.sizes.dice - _AFTER_DIE, fit.sizes.hint
    steps = [
        (name, [part for line in lines for part in wrap(line, width, Font.REGULAR, hint, fit.room.content.measure)])
        for name, lines in wording.turn_steps()
    ]
    listed = drawing.add("L")
    places = [replace(rect, x=head.x, width=head.width, height=rect.height - gap) for rect in beside[: len(steps)]]
    if max(_words_height(name, lines, fit) for name, lines in steps) > places[0].height - 1 * MM:
        places = list(_stacked(steps, places[0], fit))  # the rows are too low for the words of a step
    for place, ((name, lines), rect) in enumerate(zip(steps, places, strict=True)):
        size = min(fit.sizes.dice, rect.height - 1 * MM)
        face = place + 1 if name else 5 if place == len(steps) - 2 else 0
        side = size if name else 0.52 * fit.sizes.dice
        y, kind = rect.y + (rect.height - side) / 2, die_kind("solid", fit.room.look) if face else "blank"
        with drawing.within(listed), drawing.element("LI"):
            with drawing.element("Lbl"), drawing.element("Figure", wording.catalog.dice([(face, "solid")])):
                drawing.draw(Die(rect.x, y, side, face, kind))
            with drawing.element("LBody"):
                _draw_words(name, lines, rect, fit, drawing)
        if place:
            y = rect.y - gap / 2
            drawing.draw(Line(rect.x, y, rect.x + rect.width, y, fit.room.look.hairline))
    end = max(places[-1].bottom, beside[len(steps) - 1].bottom - gap)
    left = [rect for rect in beside if rect.y >= end]
    second = next((rect for row, rect in rows[1:] if row.kind == "head" and rect.y >= end), None)
    if second is None and left:
        second, left = left[0], left[1:]
    if second and (room := [rect for rect in left if rect.y >= second.bottom - 1][:_MAX_TOTALS]):
        _draw_heading(text("sheet", "Best totals"), Rect(head.x, second.y, head.width, second.height), fit, drawing)
        _draw_best(room, head, fit, wording, drawing)


def _stacked(steps: Sequence[tuple[str, Sequence[str]]], first: Rect, fit: FittedRows) -> Iterator[Rect]:
    """Yield places for the steps, each as high as its words require."""
    y = first.y
    for name, lines in steps:
        high = _words_height(name, lines, fit) + _STEP_PAD
        yield replace(first, y=y, height=high)
        y += high + fit.sizes.row_gap


def _draw_heading(words: str, rect: Rect, fit: FittedRows, drawing: Drawing) -> None:
    base = rect.bottom - fit.sizes.row_gap - (1.0 if rect.height > 10 * MM else 1.9) * MM
    drawing.put("H2", Text(rect.x, base, words, Font.BLACK, fit.sizes.heading, Ink.ACCENT))
    y = rect.bottom - fit.sizes.row_gap / 2
    drawing.draw(Line(rect.x, y, rect.x + rect.width, y, 1.25, Ink.ACCENT))


def _draw_words(name: str, lines: Sequence[str], rect: Rect, fit: FittedRows, drawing: Drawing) -> None:
    size, hint = fit.sizes.name, fit.sizes.hint
    y, left = rect.y + (rect.height - _words_height(name, lines, fit)) / 2, rect.x + fit.sizes.dice + _AFTER_DIE
    if name:
        y += CAP * size
        drawing.draw(Text(left, y, name, Font.BOLD, size))
        y += _AFTER_NAME
    for place, line in enumerate(lines):
        drawing.draw(Text(left, y + 0.7 * hint + place * _leading(hint), line, Font.REGULAR, hint, Ink.MUTED))


def _words_height(name: str, lines: Sequence[str], fit: FittedRows) -> float:
    hint = fit.sizes.hint
    return (CAP * fit.sizes.name + _AFTER_NAME if name else 0.0) + 0.7 * hint + (len(lines) - 1) * _leading(hint)


def _leading(size: float) -> float:
    return max(_MIN_LEADING, _LEADING * size)


def _draw_best(rects: Sequence[Rect], head: Rect, fit: FittedRows, wording: Wording, drawing: Drawing) -> None:
    """Draw boxes for dates and totals in these rows, numbered by dice."""
    look, text, sizes = fit.room.look, wording.catalog.text, fit.sizes
    left = head.x + _TOTAL_LEFT
    date = _DATE * (head.width - _TOTAL_LEFT - sizes.column_gap)
    total = head.x + _TOTAL_LEFT + date + sizes.column_gap
    with drawing.element("Table"):
        base = rects[-1].bottom + 0.7 * sizes.hint
        with drawing.element("TR"):
            drawing.add("TD")
            for x, word in ((left, text("sheet", "date")), (total, text("sheet", "total"))):
                with drawing.element("TH", scope="Column"):
                    drawing.draw(Text(x, base, word, Font.REGULAR, sizes.hint, Ink.MUTED))
        for number, rect in enumerate(rects, 1):
            high, radius = rect.height - sizes.row_gap, sizes.radius * look.roundness
            with drawing.element("TR"):
                with drawing.element("TH", scope="Row"), drawing.element("Figure", str(number)):
                    drawing.draw(Die(head.x, rect.y + (high - _TOTAL_DIE) / 2, _TOTAL_DIE, number, "open"))
                drawing.add("TD")
                drawing.add("TD")
                end = Rect(total, rect.y, head.x + head.width - total, high)
                drawing.draw(RoundedRect(Rect(left, rect.y, date, high), None, Ink.TEXT, look.box, radius))
                drawing.draw(RoundedRect(end, None, Ink.ACCENT, look.sum, radius))
