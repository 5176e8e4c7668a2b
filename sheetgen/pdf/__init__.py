"""Pages to PDF. Owns fonts, text measuring and ReportLab."""

from sheetgen.pdf.fonts import measure
from sheetgen.pdf.painter import Metadata, write_pdf

__all__ = ["Metadata", "measure", "write_pdf"]
