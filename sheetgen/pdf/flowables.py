"""Platypus, the part of ReportLab that sets running text, imported apart from the settings of the machine."""

from io import BytesIO

from sheetgen.pdf.engine import isolated

with isolated():
    from reportlab.lib.enums import TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import (
        BaseDocTemplate,
        Frame,
        PageBreak,
        PageTemplate,
        Paragraph,
        Table,
    )
    from reportlab.platypus.doctemplate import LayoutError
    from reportlab.platypus.paraparser import ParaFrag


__all__ = [
    "TA_LEFT", "TA_RIGHT", "BaseDocTemplate", "Frame", "LayoutError", "PageBreak", "PageTemplate", "ParaFrag",
    "Paragraph", "ParagraphStyle", "RecordingCanvas", "Table",
]  # fmt: skip


class RecordingCanvas(Canvas):  # type: ignore[misc] # ReportLab has no types
    """Canvas for flowables that note what they draw: it writes no file."""

    def __init__(self, size: tuple[float, float]) -> None:
        with isolated():
            super().__init__(BytesIO(), size)

    def save(self) -> None:
        """Do nothing."""
