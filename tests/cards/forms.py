"""Filled forms for the tests, as viewers save them.

Text fields named like the cells of the sheet, and a tag.
"""

from collections.abc import Mapping
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from sheetgen.pdf.reading import form_tag


def filled_form(values: Mapping[str, str], keywords: str = "", ruleset: str = "dice-play") -> bytes:
    """Return a PDF with these fields, and with `keywords`, or else the tag of `ruleset`."""
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setKeywords(keywords or form_tag(ruleset))
    for place, (name, value) in enumerate(values.items()):
        canvas.acroForm.textfield(
            name=name, value=value, x=40, y=800 - 20 * place, width=60, height=16
        )
    canvas.drawString(10, 10, "a page")
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()
