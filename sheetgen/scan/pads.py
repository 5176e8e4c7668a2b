"""The cells of ruled pads that others print: rows in the given order, and all columns that are not labels.

The number of rows and the place of the print say which side is up: labels are at the left.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.files.input import read_toml
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Rect
from sheetgen.scan.ink import Spot
from sheetgen.scan.lattice import Pixels
from sheetgen.scan.ruled import Floats, RuledTables, straighten

SKIPPED = "-"
"""Name of a row that is not read."""
FLAT = 8
"""Scale of the straightened picture, in pixels a millimetre."""
_ROW = 8 * FLAT
"""Height of usual rows in it, in pixels: 8 mm, whatever they have on paper."""
_MARGIN = 2 * FLAT
"""Margin around each table, in pixels: digits cross lines."""
_CLEAR, _PLAIN = 0.3, 0.5
"""Minimum difference of the print (see `_print`) between labels and the next column, and the difference from which on
it is plain. These and the four numbers below were found on 12 made pads: 11 are plain and right; one is asked."""
_ALIKE, _AS_WIDE = 0.3, 0.08
"""Addition to it if all columns from there on have one width, and the share of the width by which they may differ."""
_FIRST, _WIDER = 0.3, 1.4
"""Addition to it if the first column is wider than the others, and the minimum ratio."""
_SLIVER = 0.3
"""Share of the usual width below which a column is only the space between two lines."""
_HELD = 0.3
"""Minimum difference of the print at the left at which another side is up than the picture has. Chosen by hand."""
_DARK = 0.8
"""Maximum brightness of ink, as a share of the paper around it. Chosen by hand."""
_STROKES = np.ones((25, 25), np.uint8)
"""Kernel that is larger than any stroke of the straightened picture."""
_SPECK = 12
"""Minimum area of ink, in pixels."""
_INSIDE = 7
"""Width of the rim of a cell that is not searched for print, in pixels."""
_LONG = 2.6
"""Ratio of width and height of words; numbers have less than 2."""


class PadCell(Spot, frozen=True, eq=False):
    """A cell between ruled lines. A total that is printed twice has two cells with the same row."""

    corners: Floats
    """float[4, 2]: its upper left, upper right, lower right and lower left corner, in pixels of the picture."""


class Pad(Struct, frozen=True, eq=False):
    """A straightened ruled pad."""

    flat: Pixels
    """uint8[height, width, 3]: the tables below each other, upright; a row of usual height has 8 mm."""
    scale: float
    """Its pixels in a point."""
    cells: tuple[PadCell, ...]
    """Cells in the order of the rows, without those of skipped rows."""
    labels: int
    """Number of columns at the left that are taken for labels."""
    sure: bool
    """Flag: the number of labels was given or is plain to see. All columns depend on it, and the side that is up."""


class _Sheet(Struct, frozen=True, eq=False):
    """The tables of a picture that is turned in one of four ways, in the order of reading."""

    tables: tuple[Floats, ...]
    labels: int
    """Number of columns at the left with print."""
    plain: bool
    """Flag: the number was given, or printed columns differ plainly from the others."""
    print: float
    """Difference of the print in the first and the last column, from -1 to 1."""


def row_orders() -> dict[str, tuple[str, ...]]:
    """Return the rows of well-known pads and of their parts, from the top, by neutral names."""
    orders = read_toml(Path(__file__).with_name("pads.toml"))["orders"]
    return {name: tuple(rows) for name, rows in orders.items()}


def expand_rows(written: str) -> tuple[str, ...]:
    """Split a text like ``ones, twos, -, upper_total``; a name of `row_orders` is replaced by all of its rows."""
    orders = row_orders()
    parts = (part.strip() for part in written.split(","))
    return tuple(row for part in parts if part for row in orders.get(part, (part,)))


def check_rows(rows: Sequence[str], known: Collection[str]) -> None:
    """Raise SheetgenError, with all ids that are `known`, for rows that a game does not have."""
    for row in rows:
        if row != SKIPPED and row not in known:
            raise SheetgenError(
                "unknown row '%(written)s'; the rows of this game are %(known)s, and all rows of a pad at once"
                " %(presets)s", written=row, known=(*known,), presets=(*row_orders(),),
            )  # fmt: skip
    if not {*rows} - {SKIPPED}:
        raise SheetgenError("no row is left to read; name the rows of the pad from the top")


def read_rows(grid: RuledTables, pixels: Pixels, rows: Sequence[str], labels: int | None = None) -> Pad:
    """Straighten a pad with these rows, from the top; `SKIPPED` is a row that is not read.

    `pixels` is the picture of the grid. `labels` is the number of printed columns at the left of each table; None to
    find it. Raises SheetgenError if the picture has other rows or columns.
    """
    sheet = max(_sheets(grid, pixels, rows, labels), key=lambda each: each.print)
    columns = {table.shape[1] - 1 - sheet.labels for table in sheet.tables}
    if len(columns) > 1 or min(columns) < 1:
        raise SheetgenError(
            "the tables have %(found)s columns, %(labels)s of them labels; say how many are labels",
            found=tuple(str(table.shape[1] - 1) for table in sheet.tables), labels=sheet.labels,
        )  # fmt: skip
    flats, cells, top, left = [], [], 0, sheet.labels
    named = iter(rows)
    for table in sheet.tables:
        x, y = _places(table)
        flat = _straight(pixels, table, x, y)
        for row, name in zip(range(len(y) - 1), named, strict=False):
            for column in range(left, len(x) - 1) if name != SKIPPED else ():
                size = (x[column], y[row] + top, x[column + 1] - x[column], y[row + 1] - y[row])
                corners = table[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
                cells.append(PadCell(column - left + 1, name, Rect(*(each * MM / FLAT for each in size)), corners))
        flats.append(flat)
        top += len(flat)
    width = max(flat.shape[1] for flat in flats)
    padded = [cv2.copyMakeBorder(each, 0, 0, 0, width - each.shape[1], cv2.BORDER_REPLICATE) for each in flats]
    flat = np.concatenate(padded).astype(np.uint8)
    return Pad(flat, FLAT / MM, tuple(cells), sheet.labels, sheet.plain)


def _sheets(grid: RuledTables, pixels: Pixels, rows: Sequence[str], labels: int | None) -> Iterator[_Sheet]:
    """Yield the ways to turn the picture in which its tables, or the larger ones, have as many rows."""
    fits = False
    for count in range(len(grid.tables), 0, -1):
        for turn in range(4):
            tables = _in_order([np.rot90(table, turn) for table in grid.tables[:count]])
            if sum(len(table) - 1 for table in tables) == len(rows):
                fits = True
                sheet = _sheet(tables, pixels, labels)
                yield replace(sheet, print=sheet.print + (_HELD if not turn else 0))
        if fits:
            return
    found = sum(len(table) - 1 for table in grid.tables)
    raise SheetgenError(
        "the table in the picture has %(found)s rows, and %(written)s were told; name each from the top, - to skip one",
        found=found, written=len(rows),
    )  # fmt: skip


def _in_order(tables: Sequence[Floats]) -> tuple[Floats, ...]:
    """Sort tables in the order of reading: from the top, and those next to each other from the left."""
    first = tables[0]
    axes = np.stack([(first[:, -1] - first[:, 0]).mean(0), (first[-1] - first[0]).mean(0)])
    placed = [table.reshape(-1, 2) @ np.linalg.inv(axes) for table in tables]
    order = sorted(range(len(tables)), key=lambda index: float(placed[index][:, 1].min()))
    lines: list[list[int]] = []
    for index in order:
        if lines and placed[index][:, 1].mean() < placed[lines[-1][0]][:, 1].max():
            lines[-1].append(index)
        else:
            lines.append([index])
    return tuple(tables[index] for line in lines for index in sorted(line, key=lambda each: float(placed[each][0, 0])))


def _sheet(tables: tuple[Floats, ...], pixels: Pixels, labels: int | None) -> _Sheet:
    """Return tables that are turned one way, with the print that they have at the left."""
    seen = [_print(pixels, table) for table in tables]
    columns = min(map(len, seen))
    print_ = np.mean([each[:columns] for each in seen], axis=0)
    last = np.mean([each[-1] for each in seen])
    widths = np.mean([np.diff(_places(table)[0])[:columns] for table in tables], axis=0)
    widths /= np.median(widths)
    if labels is None:
        found, plain = _labels(print_, widths)
    else:
        counted = np.flatnonzero(widths > _SLIVER)  # as somebody counts them
        found, plain = int(counted[labels - 1]) + 1 if 0 < labels < len(counted) else labels, True
    return _Sheet(tables, found, plain, float(print_[0] - last))


def _labels(print_: Floats, widths: Floats) -> tuple[int, bool]:
    """Return the number of columns at the left that are labels, and whether that is plain to see.

    After the labels print ends, and all columns have one width, of which `widths` are multiples.
    """
    drops = np.minimum.accumulate(print_)[:-1] - print_[1:]
    as_wide = np.abs(widths - 1) < _AS_WIDE
    drops[:1] += _FIRST * bool(widths[0] > _WIDER)
    begin = int(len(widths) - np.argmin(np.append(as_wide[::-1], False)))
    if 0 < begin < len(widths):
        drops[begin - 1] += _ALIKE
    best = int(np.argmax(drops))
    return (best + 1, bool(drops[best] >= _PLAIN)) if drops[best] >= _CLEAR else (0, False)


def _print(pixels: Pixels, table: Floats) -> Floats:
    """Return how much each column of a table looks printed, from 0 to 1: long ink in every row, aligned."""
    x, y = _places(table)
    flat = cv2.GaussianBlur(_straight(pixels, table, x, y).min(2), (0, 0), 1.2)
    ink = (flat < _DARK * cv2.morphologyEx(flat, cv2.MORPH_CLOSE, _STROKES)).astype(np.uint8)
    columns = []
    for left, right in pairwise(x):
        cells = [
            ink[int(upper) + _INSIDE : int(lower) - _INSIDE, int(left) + _INSIDE : int(right) - _INSIDE]
            for upper, lower in pairwise(y)
        ]
        boxes = [box for cell in cells if (box := _box(cell))]
        columns.append(_printed(np.array(boxes, float), len(cells)))
    return np.array(columns)


def _box(cell: Pixels) -> tuple[int, ...]:
    """Return left, top, right and bottom of all ink in a cell; empty without ink."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(cell))
    boxes = stats[1:][stats[1:, cv2.CC_STAT_AREA] >= _SPECK]
    return (*boxes[:, :2].min(0), *(boxes[:, :2] + boxes[:, 2:4]).max(0)) if len(boxes) else ()


def _printed(boxes: Floats, rows: int) -> float:
    """Return how much the ink in a column looks printed, from 0 to 1; `boxes` are its cells with ink.

    Print is aligned, left, right or in the middle, and longer than numbers are.
    """
    if 2 * len(boxes) < rows:
        return 0.0
    sides = np.stack([boxes[:, :2], boxes.reshape(-1, 2, 2).mean(1), boxes[:, 2:]])
    off = np.median(np.abs(sides - np.median(sides, axis=1, keepdims=True)), axis=1).min(0).sum()
    width, height = np.median(boxes[:, 2:] - boxes[:, :2], axis=0)
    return len(boxes) / rows * float(np.clip((3 - off) / 2, 0, 1) + np.clip(width / height / _LONG, 0, 1)) / 2


def _places(table: Floats) -> tuple[Floats, Floats]:
    """Return the x of upright and the y of level lines on the straightened table, in proportion to the picture."""
    across = np.hypot(*np.moveaxis(np.diff(table, axis=1), -1, 0)).mean(0)
    down = np.hypot(*np.moveaxis(np.diff(table, axis=0), -1, 0)).mean(1)
    usual = np.median(down)
    sizes = (np.round(np.clip(lengths / usual, 0.25, 12) * _ROW) for lengths in (across, down))
    x, y = (np.cumsum([_MARGIN, *each]) for each in sizes)
    return x, y


def _straight(pixels: Pixels, table: Floats, x: Floats, y: Floats) -> Pixels:
    """Draw a table with its lines at these places, and its margin."""
    nodes = _wider(_wider(table, y).swapaxes(0, 1), x).swapaxes(0, 1)
    width, height = int(x[-1]) + _MARGIN, int(y[-1]) + _MARGIN
    shrunk = min(1.0, 1.5 * height / float(np.hypot(*(table[-1] - table[0]).T).mean()))
    small = cv2.resize(pixels, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA) if shrunk < 1 else pixels
    across, down = (np.array([0, *places, places[-1] + _MARGIN]) for places in (x, y))
    return straighten(np.asarray(small, np.uint8), (nodes + 0.5) * shrunk - 0.5, across, down, (width, height))


def _wider(nodes: Floats, places: Floats) -> Floats:
    """Return the lines of nodes with one more at each end, at the end of the margin."""
    first, last = (_MARGIN / (places[end + 1] - places[end]) for end in (0, -2))
    before, after = nodes[0] + (nodes[0] - nodes[1]) * first, nodes[-1] + (nodes[-1] - nodes[-2]) * last
    return np.concatenate([before[None], nodes, after[None]])
