"""Platypus, the part of ReportLab that sets running text.

It is imported apart from the settings of the machine.
"""

from sheetgen.pdf.engine import isolated

with isolated():
    from reportlab import platypus
    from reportlab.lib import enums, styles
    from reportlab.pdfgen.canvas import Canvas

__all__ = ["Canvas", "enums", "platypus", "styles"]
