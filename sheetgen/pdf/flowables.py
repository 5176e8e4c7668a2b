"""Platypus, the part of ReportLab that sets running text, imported apart from the settings of the machine."""

from io import BytesIO

from sheetgen.pdf.engine import isolated

with isolated():
    from reportlab import platypus
    from reportlab.lib import enums, styles
    from reportlab.pdfgen.canvas import Canvas

__all__ = ["RecordingCanvas", "enums", "platypus", "styles"]


class RecordingCanvas(Canvas):  # type: ignore[misc] # ReportLab has no types
    """Canvas for flowables that note what they draw: it writes no file."""

    def __init__(self, size: tuple[float, float]) -> None:
        with isolated():
            super().__init__(BytesIO(), size)

    def save(self) -> None:
        """Do nothing."""
