"""Pages to PDF bytes: the only place that draws. Same pages, same bytes."""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from sheetgen.layout import Box, Dice, Font, Form, Item, Line, Page, Text
from sheetgen.pdf.dice import draw_die
from sheetgen.pdf.fields import FieldWriter
from sheetgen.pdf.fonts import load_fonts, measure
from sheetgen.pdf.style import Metadata, describe, fill_with, stroke_with


def write_pdf(pages: Sequence[Page], metadata: Metadata, form: Form | None = None) -> bytes:
    """The pages as a PDF at true size, with every font of theirs embedded; `form` says what can be filled in."""
    load_fonts()
    buffer = BytesIO()
    canvas = Canvas(
        buffer, pageCompression=1, invariant=1, pdfVersion=(1, 7), lang=metadata.language,
        initialFontName=Font.REGULAR.value,
    )  # fmt: skip
    describe(canvas, metadata)
    fields = FieldWriter(canvas, form, pages) if form else None
    for number, page in enumerate(pages):
        _draw_page(canvas, page, f"page{number}" if len(pages) > 1 else "")
        if fields:
            fields.add_fields(page)
        canvas.showPage()
    if fields:
        fields.finish()
    canvas.save()
    return buffer.getvalue()


def _draw_page(canvas: Canvas, page: Page, bookmark: str) -> None:
    canvas.setPageSize((page.width, page.height))
    if bookmark:
        canvas.bookmarkPage(bookmark)
        canvas.addOutlineEntry(page.label or str(canvas.getPageNumber()), bookmark)
    for item in page.items:
        _DRAW[type(item)](canvas, item, page.height)


def _draw_text(canvas: Canvas, text: Text, height: float) -> None:
    shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[text.align]
    x = text.x - shift * measure(text.text, text.font, text.size)
    fill_with(canvas, text.ink)
    canvas.setFont(text.font.value, text.size)
    canvas.drawString(x, height - text.y, text.text)


def _draw_line(canvas: Canvas, line: Line, height: float) -> None:
    stroke_with(canvas, line.ink, line.width)
    canvas.line(line.x1, height - line.y1, line.x2, height - line.y2)


def _draw_box(canvas: Canvas, box: Box, height: float) -> None:
    if box.fill:
        fill_with(canvas, box.fill)
    if box.stroke:
        stroke_with(canvas, box.stroke, box.width)
    rect, bottom = box.rect, height - box.rect.bottom
    if box.top == box.bottom == 0:
        canvas.rect(rect.x, bottom, rect.width, rect.height, stroke=bool(box.stroke), fill=bool(box.fill))
        return
    path = _rounded(canvas, (rect.x, bottom, rect.right, height - rect.y), box.top, box.bottom)
    canvas.drawPath(path, stroke=bool(box.stroke), fill=bool(box.fill))


def _rounded(canvas: Canvas, corners: tuple[float, float, float, float], top: float, bottom: float) -> Any:
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


def _draw_die(canvas: Canvas, die: Dice, height: float) -> None:
    draw_die(canvas, die.face, die.size, die.x, height - die.y - die.size)


_DRAW: dict[type[Item], Callable[[Canvas, Any, float], None]] = {
    Text: _draw_text,
    Line: _draw_line,
    Box: _draw_box,
    Dice: _draw_die,
}
