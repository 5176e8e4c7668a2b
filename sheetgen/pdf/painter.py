"""Pages with form fields, and corrected sheets, to PDF bytes. Same pages, same bytes."""

from collections.abc import Sequence
from io import BytesIO

from sheetgen.layout import Font, Form, Page
from sheetgen.pdf.canvas import PageCanvas
from sheetgen.pdf.fields import FieldWriter
from sheetgen.pdf.fonts import load_fonts
from sheetgen.pdf.items import draw_items
from sheetgen.pdf.style import Metadata, describe


def write_pdf(pages: Sequence[Page], metadata: Metadata, form: Form | None = None) -> bytes:
    """The pages as a PDF at true size, with every font of theirs embedded; `form` says what can be filled in."""
    load_fonts()
    buffer = BytesIO()
    canvas = PageCanvas(
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


def _draw_page(canvas: PageCanvas, page: Page, bookmark: str) -> None:
    canvas.setPageSize((page.width, page.height))
    if bookmark:
        canvas.bookmarkPage(bookmark)
        canvas.addOutlineEntry(page.label or str(canvas.getPageNumber()), bookmark)
    draw_items(canvas, (*page.still, *page.items), page.height)
