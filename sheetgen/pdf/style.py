"""The colours of a page, and what a document says of itself: the same for all that is drawn."""

from dataclasses import dataclass

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from sheetgen.layout import Ink

COLOURS = {
    Ink.TEXT: (0.11, 0.16, 0.27),
    Ink.MUTED: (0.33, 0.38, 0.46),
    Ink.RULE: (0.52, 0.57, 0.65),
    Ink.TINT: (0.94, 0.95, 0.975),
    Ink.SHADE: (0.86, 0.89, 0.935),
    Ink.PAPER: (1, 1, 1),
    Ink.WRONG: (0.72, 0.11, 0.11),
}
"""Red, green and blue, from 0 to 1."""

rl_config.useA85 = 0


@dataclass(frozen=True)
class Metadata:
    """What a document says of itself."""

    title: str
    language: str
    subject: str = ""
    """The command that makes the document again."""
    keywords: str = ""


def describe(canvas: Canvas, metadata: Metadata) -> None:
    """Write the metadata, and that the document prints at true size."""
    canvas.setTitle(metadata.title)
    canvas.setSubject(metadata.subject)
    canvas.setAuthor("sheetgen")
    canvas.setCreator("sheetgen")
    canvas.setKeywords(metadata.keywords)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")


def fill_with(canvas: Canvas, ink: Ink) -> None:
    """Fill what comes next with this colour."""
    canvas.setFillColorRGB(*COLOURS[ink])


def stroke_with(canvas: Canvas, ink: Ink, width: float) -> None:
    """Draw the lines that come next in this colour and width, in points."""
    canvas.setStrokeColorRGB(*COLOURS[ink])
    canvas.setLineWidth(width)
