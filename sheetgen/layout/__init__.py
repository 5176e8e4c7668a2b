"""Pages from a ruleset: what stands where, in points, before anything is drawn.

Pure: opens no file, and measures text with a function that it is given. Corrected sheets are in `corrections`, which
not everybody needs.
"""

from sheetgen.layout.fields import Event, Field, Form, Moment
from sheetgen.layout.frame import DATE, GAME
from sheetgen.layout.plan import SheetOptions
from sheetgen.layout.primitives import PIPS, Box, Cell, Dice, Font, Ink, Item, Line, Measure, Page, Rect, Text
from sheetgen.layout.rows import Row, stacks_of
from sheetgen.layout.sheet import lay_out_form, lay_out_sheet, most_columns

__all__ = [
    "DATE",
    "GAME",
    "PIPS",
    "Box",
    "Cell",
    "Dice",
    "Event",
    "Field",
    "Font",
    "Form",
    "Ink",
    "Item",
    "Line",
    "Measure",
    "Moment",
    "Page",
    "Rect",
    "Row",
    "SheetOptions",
    "Text",
    "lay_out_form",
    "lay_out_sheet",
    "most_columns",
    "stacks_of",
]
