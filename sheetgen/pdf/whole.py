"""Pages to the bytes of a PDF, with what can be filled in on them. Same pages, same bytes."""

from collections.abc import Sequence
from io import BytesIO

from sheetgen.layout import Form, Page, Placed, Side
from sheetgen.pdf.sides import Metadata, Press, write_sides


def write_pdf(pages: Sequence[Page], metadata: Metadata, form: Form | None = None) -> bytes:
    """The pages as a PDF at true size, with every font of theirs embedded; `form` says what can be filled in."""
    if form:
        from sheetgen.pdf.painter import write_form  # noqa: PLC0415 - sheets do without ReportLab, which is slow to import

        return write_form(pages, metadata, form)
    buffer = BytesIO()
    write_sides((Side(page.width, page.height, (Placed(page),)) for page in pages), metadata, Press(), buffer)
    return buffer.getvalue()
