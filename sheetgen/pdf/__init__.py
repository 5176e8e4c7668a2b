"""Pages to PDF. Owns fonts, text measuring and ReportLab."""

from sheetgen.pdf.fonts import font_files, fonts_from, measure
from sheetgen.pdf.sides import Draw, Metadata, Press, write_each, write_sides
from sheetgen.pdf.whole import write_pdf

__all__ = ["Draw", "Metadata", "Press", "font_files", "fonts_from", "measure", "write_each", "write_pdf", "write_sides"]
