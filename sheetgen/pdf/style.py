"""What every document of ReportLab's says of itself, as those of our own do."""

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from sheetgen.pdf.sides import Metadata

rl_config.useA85 = 0


def describe(canvas: Canvas, metadata: Metadata) -> None:
    """Write the metadata, and that the document prints at true size."""
    canvas.setTitle(metadata.title)
    canvas.setSubject(metadata.subject)
    canvas.setAuthor("sheetgen")
    canvas.setCreator("sheetgen")
    canvas.setKeywords(metadata.keywords)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
