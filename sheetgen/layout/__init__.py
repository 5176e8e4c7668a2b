"""Pages from a ruleset: what stands where, in points, before anything is drawn.

Pure: opens no file, and measures text with a function that it is given. What not every sheet needs is asked for by its
module: corrected sheets in `corrections`, test pages in `calibration`, themes, names files.
"""

from sheetgen.layout.options import (
    COLOURS as COLOURS,
    FIELDS as FIELDS,
    Colour as Colour,
    Filling as Filling,
    Fillings as Fillings,
    LayoutOptions as LayoutOptions,
    Look as Look,
    SheetOptions as SheetOptions,
    read_colour as read_colour,
)
from sheetgen.layout.primitives import (
    PIPS as PIPS,
    Box as Box,
    Bracket as Bracket,
    Cell as Cell,
    CellId as CellId,
    Die as Die,
    DieKind as DieKind,
    DieShape as DieShape,
    Font as Font,
    Ink as Ink,
    Item as Item,
    Line as Line,
    Page as Page,
    Photo as Photo,
    Placed as Placed,
    Rect as Rect,
    Shown as Shown,
    Side as Side,
    Text as Text,
)
from sheetgen.layout.rows import Row as Row, rows_of as rows_of
from sheetgen.layout.sheet import Sheets as Sheets, lay_out_sheet as lay_out_sheet, most_columns as most_columns
