"""PDF: fonts and the width of text, documents drawn by ReportLab, and reading of other PDFs."""

from sheetgen.pdf.document import (
    Metadata as Metadata,
    OutlineEntry as OutlineEntry,
    Output as Output,
    write_each as write_each,
    write_pdf as write_pdf,
    write_sides as write_sides,
)
from sheetgen.pdf.fonts import font_files as font_files, fonts_from as fonts_from, measure as measure
