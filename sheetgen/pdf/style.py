"""What a document says of itself: the same for all that is drawn."""

from dataclasses import dataclass

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

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
