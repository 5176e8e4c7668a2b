"""Pages with form fields to PDF bytes, drawn by ReportLab."""

from collections.abc import Sequence
from io import BytesIO

from sheetgen.layout import Font, Form, Page
from sheetgen.pdf.canvas import PageCanvas
from sheetgen.pdf.fields import FieldWriter
from sheetgen.pdf.fonts import load_fonts
from sheetgen.pdf.items import draw_items
from sheetgen.pdf.packed import packed
from sheetgen.pdf.sides import Metadata
from sheetgen.pdf.style import describe


def write_form(pages: Sequence[Page], metadata: Metadata, form: Form) -> bytes:
    """The pages as a PDF at true size that can be filled in. Same pages, same bytes."""
    load_fonts()
    buffer = BytesIO()
    canvas = PageCanvas(
        buffer, pageCompression=1, invariant=1, pdfVersion=(1, 7), lang=metadata.language,
        initialFontName=Font.REGULAR.value,
    )  # fmt: skip
    describe(canvas, metadata)
    fields = FieldWriter(canvas, form, pages)
    for number, page in enumerate(pages):
        _draw_page(canvas, page, f"page{number}" if len(pages) > 1 else "")
        fields.add_fields(page)
        canvas.showPage()
    fields.finish()
    canvas.save()
    return packed(buffer.getvalue())


def _draw_page(canvas: PageCanvas, page: Page, bookmark: str) -> None:
    canvas.setPageSize((page.width, page.height))
    if bookmark:
        canvas.bookmarkPage(bookmark)
        canvas.addOutlineEntry(page.label or str(canvas.getPageNumber()), bookmark)
    draw_items(canvas, (*page.still, *page.items), page.height)
