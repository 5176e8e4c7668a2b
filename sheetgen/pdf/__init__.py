"""Pages to PDF, and what a PDF says of itself. Owns fonts, the measuring of text, and what is known of the format."""

from sheetgen.pdf.document import Entry, Metadata, Output, write_each, write_pdf, write_sides
from sheetgen.pdf.fonts import font_files, fonts_from, measure

__all__ = [
    "Entry",
    "Metadata",
    "Output",
    "font_files",
    "fonts_from",
    "measure",
    "write_each",
    "write_pdf",
    "write_sides",
]
