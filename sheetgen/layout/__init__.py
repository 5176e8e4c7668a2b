"""Pages from a ruleset: what stands where, in points, before anything is drawn.

Pure: opens no file, and measures text with a function that it is given. Corrected sheets are in `corrections`, which
not everybody needs.
"""

from sheetgen.layout.plan import SheetOptions
from sheetgen.layout.primitives import Box, Cell, Dice, Font, Ink, Item, Line, Measure, Page, Rect, Text
from sheetgen.layout.sheet import lay_out_sheet, most_columns

__all__ = [
    "Box",
    "Cell",
    "Dice",
    "Font",
    "Ink",
    "Item",
    "Line",
    "Measure",
    "Page",
    "Rect",
    "SheetOptions",
    "Text",
    "lay_out_sheet",
    "most_columns",
]
