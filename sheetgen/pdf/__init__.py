"""Pages to PDF. Owns fonts, text measuring and ReportLab."""

from sheetgen.pdf.fonts import measure
from sheetgen.pdf.painter import write_pdf
from sheetgen.pdf.style import Metadata

__all__ = ["Metadata", "measure", "write_pdf"]
