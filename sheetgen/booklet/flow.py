"""A closed part of HTML, set as pages: in reading order, imposed for folding, or fitted to so many pages."""

import sheetgen.pdf.settings  # noqa: F401 - before all that imports ReportLab

# isort: split
from sheetgen.booklet.markup import parse
from sheetgen.booklet.styles import margin
from sheetgen.booklet.typeset import Duplex, card_drawer, write_booklet, write_card, write_pages, write_zine

__all__ = ["Duplex", "card_drawer", "margin", "parse", "write_booklet", "write_card", "write_pages", "write_zine"]
