"""Pages to PDF, and what a PDF says of itself. Owns fonts, the measuring of text, and what is known of the format."""

from sheetgen.pdf.document import (
    Entry as Entry,
    Metadata as Metadata,
    Output as Output,
    write_each as write_each,
    write_pdf as write_pdf,
    write_sides as write_sides,
)
from sheetgen.pdf.fonts import font_files as font_files, fonts_from as fonts_from, measure as measure
