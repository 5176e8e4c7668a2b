"""Pages from a ruleset: what stands where, in points, before anything is drawn.

Pure: opens no file, and measures text with a function that it is given. What not every
sheet needs is asked for by its module: fields in `forms`, corrected sheets in `corrections`, test pages in
`calibration`, themes, names files.
"""

from sheetgen.layout.options import COLOURS, FIELDS, Colour, Filling, Fillings, Look, SheetOptions, read_colour
from sheetgen.layout.primitives import (
    PIPS,
    Box,
    Cell,
    CellId,
    CellKind,
    Die,
    Font,
    Ink,
    Item,
    Line,
    Measure,
    Page,
    Placed,
    Rect,
    Side,
    Text,
)
from sheetgen.layout.rows import Row, stacks_of
from sheetgen.layout.sheet import Sheets, lay_out_form, lay_out_sheet, most_columns

__all__ = [
    "COLOURS",
    "FIELDS",
    "PIPS",
    "Box",
    "Cell",
    "CellId",
    "CellKind",
    "Colour",
    "Die",
    "Filling",
    "Fillings",
    "Font",
    "Ink",
    "Item",
    "Line",
    "Look",
    "Measure",
    "Page",
    "Placed",
    "Rect",
    "Row",
    "SheetOptions",
    "Sheets",
    "Side",
    "Text",
    "lay_out_form",
    "lay_out_sheet",
    "most_columns",
    "read_colour",
    "stacks_of",
]
