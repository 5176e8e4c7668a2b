"""Pages to PDF bytes: the only place that draws. Same pages, same bytes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from sheetgen.layout import PIPS, Box, Dice, Font, Form, Ink, Item, Line, Page, Text
from sheetgen.pdf.fields import FieldWriter
from sheetgen.pdf.fonts import load_fonts, measure

_COLOURS = {
    Ink.TEXT: (0.11, 0.16, 0.27),
    Ink.MUTED: (0.33, 0.38, 0.46),
    Ink.RULE: (0.52, 0.57, 0.65),
    Ink.TINT: (0.94, 0.95, 0.975),
    Ink.SHADE: (0.86, 0.89, 0.935),
    Ink.PAPER: (1, 1, 1),
    Ink.WRONG: (0.72, 0.11, 0.11),
}


@dataclass(frozen=True)
class Metadata:
    """What a document says of itself."""

    title: str
    language: str
    subject: str = ""
    """The command that makes the document again."""
    keywords: str = ""


def write_pdf(pages: Sequence[Page], metadata: Metadata, form: Form | None = None) -> bytes:
    """The pages as a PDF at true size, with every font of theirs embedded; `form` says what can be filled in."""
    load_fonts()
    rl_config.useA85 = 0
    buffer = BytesIO()
    canvas = Canvas(
        buffer, pageCompression=1, invariant=1, pdfVersion=(1, 7), lang=metadata.language,
        initialFontName=Font.REGULAR.value,
    )  # fmt: skip
    _describe(canvas, metadata)
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


def _describe(canvas: Canvas, metadata: Metadata) -> None:
    canvas.setTitle(metadata.title)
    canvas.setSubject(metadata.subject)
    canvas.setAuthor("sheetgen")
    canvas.setCreator("sheetgen")
    canvas.setKeywords(metadata.keywords)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")


def _draw_page(canvas: Canvas, page: Page, bookmark: str) -> None:
    canvas.setPageSize((page.width, page.height))
    if bookmark:
        canvas.bookmarkPage(bookmark)
        canvas.addOutlineEntry(page.label or str(canvas.getPageNumber()), bookmark)
    for item in page.items:
        _DRAW[type(item)](canvas, item, page.height)


def _fill(canvas: Canvas, ink: Ink) -> None:
    canvas.setFillColorRGB(*_COLOURS[ink])


def _stroke(canvas: Canvas, ink: Ink, width: float) -> None:
    canvas.setStrokeColorRGB(*_COLOURS[ink])
    canvas.setLineWidth(width)


def _draw_text(canvas: Canvas, text: Text, height: float) -> None:
    shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[text.align]
    x = text.x - shift * measure(text.text, text.font, text.size)
    _fill(canvas, text.ink)
    canvas.setFont(text.font.value, text.size)
    canvas.drawString(x, height - text.y, text.text)


def _draw_line(canvas: Canvas, line: Line, height: float) -> None:
    _stroke(canvas, line.ink, line.width)
    canvas.line(line.x1, height - line.y1, line.x2, height - line.y2)


def _draw_box(canvas: Canvas, box: Box, height: float) -> None:
    if box.fill:
        _fill(canvas, box.fill)
    if box.stroke:
        _stroke(canvas, box.stroke, box.width)
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
    form = f"die{die.face}x{die.size:.3f}"
    if not canvas.hasForm(form):
        canvas.beginForm(form, -1, -1, die.size + 1, die.size + 1)
        _draw_face(canvas, die.face, die.size)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(die.x, height - die.y - die.size)
    canvas.doForm(form)
    canvas.restoreState()


def _draw_face(canvas: Canvas, face: int, size: float) -> None:
    _stroke(canvas, Ink.TEXT if face else Ink.RULE, 0.08 * size if face else 0.05 * size)
    canvas.roundRect(0, 0, size, size, 0.22 * size)
    _fill(canvas, Ink.TEXT)
    if face in PIPS:
        for x, y in PIPS[face]:
            canvas.circle(size * x / 4, size * y / 4, 0.095 * size, stroke=0, fill=1)
    elif face:
        height = max(7.0, 0.7 * size)
        canvas.setFont(Font.BOLD.value, height)
        canvas.drawCentredString(size / 2, size / 2 - 0.33 * height, str(face))


_DRAW: dict[type[Item], Callable[[Canvas, Any, float], None]] = {
    Text: _draw_text,
    Line: _draw_line,
    Box: _draw_box,
    Dice: _draw_die,
}
