"""Draws the items of a page on a canvas."""

from collections.abc import Callable, Iterable
from typing import Any

from sheetgen.layout import Box, Dice, Inset, Item, Line, Text
from sheetgen.pdf.canvas import PageCanvas
from sheetgen.pdf.dice import draw_die
from sheetgen.pdf.fonts import measure


def draw_items(canvas: PageCanvas, items: Iterable[Item], height: float) -> None:
    """Draw items, in order, on a page of this height in points."""
    for item in items:
        _DRAW[type(item)](canvas, item, height)


def _draw_text(canvas: PageCanvas, text: Text, height: float) -> None:
    shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[text.align]
    x = text.x - shift * measure(text.text, text.font, text.size)
    canvas.fill_with(text.ink)
    canvas.setFont(text.font.value, text.size)
    canvas.drawString(x, height - text.y, text.text)


def _draw_line(canvas: PageCanvas, line: Line, height: float) -> None:
    canvas.stroke_with(line.ink, line.width)
    canvas.line(line.x1, height - line.y1, line.x2, height - line.y2)


def _draw_box(canvas: PageCanvas, box: Box, height: float) -> None:
    if box.fill:
        canvas.fill_with(box.fill)
    if box.stroke:
        canvas.stroke_with(box.stroke, box.width)
    rect, bottom = box.rect, height - box.rect.bottom
    if box.top == box.bottom == 0:
        canvas.rect(rect.x, bottom, rect.width, rect.height, stroke=bool(box.stroke), fill=bool(box.fill))
        return
    path = _rounded(canvas, (rect.x, bottom, rect.right, height - rect.y), box.top, box.bottom)
    canvas.drawPath(path, stroke=bool(box.stroke), fill=bool(box.fill))


def _rounded(canvas: PageCanvas, corners: tuple[float, float, float, float], top: float, bottom: float) -> Any:
    """A path with its upper corners rounded by `top` and its lower ones by `bottom`."""
    x1, y1, x2, y2 = corners
    keep = 1 - 0.5523  # a quarter circle, as closely as a Bézier curve draws it
    path = canvas.beginPath()
    path.moveTo(x1 + bottom, y1)
    path.lineTo(x2 - bottom, y1)
    path.curveTo(x2 - bottom * keep, y1, x2, y1 + bottom * keep, x2, y1 + bottom)
    path.lineTo(x2, y2 - top)
    path.curveTo(x2, y2 - top * keep, x2 - top * keep, y2, x2 - top, y2)
    path.lineTo(x1 + top, y2)
    path.curveTo(x1 + top * keep, y2, x1, y2 - top * keep, x1, y2 - top)
    path.lineTo(x1, y1 + bottom)
    path.curveTo(x1, y1 + bottom * keep, x1 + bottom * keep, y1, x1 + bottom, y1)
    path.close()
    return path


def _draw_die(canvas: PageCanvas, die: Dice, height: float) -> None:
    draw_die(canvas, die.face, die.size, die.x, height - die.y - die.size)


def _draw_inset(canvas: PageCanvas, inset: Inset, _: float) -> None:
    canvas.doForm(inset.name)


_DRAW: dict[type[Item], Callable[[PageCanvas, Any, float], None]] = {
    Text: _draw_text,
    Line: _draw_line,
    Box: _draw_box,
    Dice: _draw_die,
    Inset: _draw_inset,
}
