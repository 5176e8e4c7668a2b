"""What every document of ReportLab's says of itself, as those of our own do."""

import sheetgen.pdf.settings  # noqa: F401 - before all that imports ReportLab

# isort: split
from reportlab.pdfgen.canvas import Canvas

from sheetgen.pdf.sides import Metadata


def describe(canvas: Canvas, metadata: Metadata) -> None:
    """Write the metadata, and that the document prints at true size."""
    canvas.setTitle(metadata.title)
    canvas.setSubject(metadata.subject)
    canvas.setAuthor("sheetgen")
    canvas.setCreator("sheetgen")
    canvas.setKeywords(metadata.keywords)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
