"""Draws the items of a page on ReportLab's canvas, for documents that need more than sheets: fields, running text."""

from collections.abc import Callable, Iterable
from typing import Any

from sheetgen.layout import Box, Die, Item, Line, Text
from sheetgen.pdf import operators
from sheetgen.pdf.canvas import PageCanvas
from sheetgen.pdf.dice import die_parts
from sheetgen.pdf.fonts import left_end


def draw_items(canvas: PageCanvas, items: Iterable[Item], height: float) -> None:
    """Draw items, in order, on a page of this height in points."""
    for item in items:
        _DRAW[type(item)](canvas, item, height)


def draw_die(canvas: PageCanvas, face: int, size: float, x: float, y: float) -> None:
    """One die with its lower left corner at x, y; each face is drawn once, as a form that every page uses. Points."""
    form = f"die{face}x{size:.3f}"
    if not canvas.hasForm(form):
        canvas.beginForm(form, -1, -1, size + 1, size + 1)
        draw_items(canvas, die_parts(face, size), size)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.doForm(form)
    canvas.restoreState()


def _draw_text(canvas: PageCanvas, text: Text, height: float) -> None:
    x = left_end(text)
    canvas.fill_with(text.ink)
    canvas.setFont(text.font.value, text.size)
    canvas.drawString(x, height - text.y, text.text)


def _draw_line(canvas: PageCanvas, line: Line, height: float) -> None:
    canvas.stroke_with(line.ink, line.width)
    canvas._code.append(operators.line(line, height).decode())


def _draw_box(canvas: PageCanvas, box: Box, height: float) -> None:
    if box.fill:
        canvas.fill_with(box.fill)
    if box.stroke:
        canvas.stroke_with(box.stroke, box.width)
    canvas._code.append(operators.box(box, height).decode())


def _draw_die(canvas: PageCanvas, die: Die, height: float) -> None:
    draw_die(canvas, die.face, die.size, die.x, height - die.y - die.size)


_DRAW: dict[type[Item], Callable[[PageCanvas, Any, float], None]] = {
    Text: _draw_text,
    Line: _draw_line,
    Box: _draw_box,
    Die: _draw_die,
}
