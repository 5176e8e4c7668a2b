"""A closed part of HTML, set as pages: in reading order, imposed for folding, or fitted to so many pages."""

import sheetgen.pdf.settings  # noqa: F401 - before all that imports ReportLab

# isort: split
from sheetgen.flow.document import Duplex, card_drawer, write_booklet, write_card, write_pages, write_zine
from sheetgen.flow.styles import margin
from sheetgen.flow.tree import parse

__all__ = ["Duplex", "card_drawer", "margin", "parse", "write_booklet", "write_card", "write_pages", "write_zine"]
