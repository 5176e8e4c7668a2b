"""Sheets whose layout is not known, only the game and how many columns: their closed boxes are taken in order.

A sheet of the same game that is laid out in another way says what stands beside and below each other; where the rows
and columns of this one are, its boxes say. Each row has to be there, with as many boxes as it has to have, but for a
few that writing crosses: they stand where those beside and above them say.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.cells import CellMap, PlacedCell
from sheetgen.layout.code import DIE
from sheetgen.layout.primitives import Rect
from sheetgen.scan.dice import INSIDE, Row
from sheetgen.scan.lattice import Array, Pixels, in_order, moved, turn, turns_of, upright
from sheetgen.scan.straighten import LINE, MM, Sheet, corners_of, lay, look, sides_of

_LEAST = 8 * MM, 6.5 * MM
"""What is narrower or lower is no box to write in, but a die, or a tile to be ticked."""
_SHRUNK = 0.25
"""What is left out at both ends of a box, as a part of it, when boxes in line are looked for: curl bends lines."""
_ALIKE, _COLUMN = 2.5 * MM, 4
"""A box has its right side below those of so many others, itself among them: letters stand alone."""
_HOLES = 0.25
"""The part of all boxes that may be missed."""
_OFF, _CLEARLY = 0.3, 0.2
"""How far rows may be beside their places, as heights of rows: gaps and heads differ; and how much farther they have to
be in any other order: one row too high, they are."""
_LOWER = 0.62
"""A row that is lower than this part of what it is to be is cut: in other layouts it may have 0.72 of it."""
_FOLLOWS = 0.3
"""The least part of its left, upper and right sides that is seen of a row: writing may cross most of one of them."""
_STRETCH = 1.1
"""On the page of another layout the code is longer or shorter than in its map by more than this."""
_MARGIN = 12 * MM
"""What is straightened around the boxes."""

_Lists = list[list[Array]]
"""Cells as their places in a map, int[k]: lists beside each other, of rows, from left to right."""


def take_in_order(corners: Array, tilt: Array, row: Row, known: Sequence[CellMap]) -> tuple[CellMap, Sheet] | None:
    """The map of a sheet with boxes at these `corners`, float[n, 4, 2], and how it lies; None if that is not sure.

    `known` are sheets of its game with as many columns, laid out in other ways; `tilt` makes the boxes upright; `row`
    is the code that was read: it says which side is up.
    """
    boxes, corners = _turned(corners, tilt, row)
    found = None
    for _ in range(2):  # once bends are undone, lines are straight
        best = _best(known, boxes)
        again = _laid(best, corners) if best else None
        if not again:  # the first answer may do: the lines decide
            return found
        found = again
        boxes = upright(found[1].to_page(corners.reshape(-1, 2)).reshape(corners.shape))
    return found


def goes_on(even: Pixels, sheet: Sheet, sides: Array) -> bool:
    """Whether a page in even light has a row of boxes below those with these sides: then all are a row too high."""
    last = sides[sides[:, 3] > sides[:, 3].max() - 4 * MM]
    below = last + np.array([0, 1, 0, 1]) * (last[:, 3:] - last[:, 1:2] + MM)
    seen = look(sheet.flat(even, 4), below, 4, 1.6).seen[:, :3]  # it may be higher than they
    whole = seen[:, ::2].all(2).mean(0).max()  # of letters, halves are seen
    return bool(min(seen.mean((0, 2)).min(), whole) > _FOLLOWS)


def is_squeezed(cells: CellMap, dice: Array) -> bool:
    """Whether dice of the code lie closer on a page than a map has them, or farther: it is another layout.

    `dice`: float[10, 2], their middles on the page. The boxes of another layout may all fit but for a few.
    """
    own = np.array([(die.x, die.y) for die in cells.code_dice])
    if len(own) != len(dice):
        return False
    stretch = np.hypot(*(dice[-1] - dice[0])) / np.hypot(*(own[-1] - own[0]))
    return not 1 / _STRETCH < stretch < _STRETCH


def as_seen(cells: CellMap, boxes: Array) -> CellMap:
    """The map with its narrower cells as wide as they are seen: `boxes`, float[n, 4], are sides inside of lines."""
    own, sides, found = sides_of(cells), boxes + np.array([-1, -1, 1, 1]) * LINE, list(cells.cells)
    wide = own[:, 2] - own[:, 0]
    for place in np.flatnonzero(wide < 0.95 * np.median(wide)):
        near = np.abs(sides - own[place]) < _ALIKE / 2
        fits = np.flatnonzero(near[:, 1::2].all(1) & near[:, 0::2].any(1))
        if len(fits) == 1:
            left, _, right, _ = sides[fits[0]].tolist()
            found[place] = replace(found[place], rect=replace(found[place].rect, x=left, width=right - left))
    return replace(cells, cells=tuple(found))


def _without_names(known: Sequence[CellMap]) -> Iterator[CellMap]:
    """The maps, and the same without places for names, which may have no box."""
    for each in known:
        yield each
        yield replace(each, cells=tuple(cell for cell in each.cells if cell.kind != "name"))


def _lists(like: CellMap) -> _Lists:
    """The cells of a map, as they stand beside and below each other."""
    sides = sides_of(like)
    first = np.array([cell.id.startswith("p1.") for cell in like.cells])
    top = np.flatnonzero(first[1:] & (np.diff(sides[:, 1]) < sides[1:, 1] - sides[1:, 3]))  # there the next list begins
    lists = []
    for own in np.split(np.arange(len(sides)), top + 1):
        lines = _lines(sides[own, 1], sides[own, 3])
        lists.append([own[lines == line][np.argsort(sides[own[lines == line], 0])] for line in range(lines.max() + 1)])
    return lists


def _lines(starts: Array, ends: Array) -> Array:
    """int[n]: in which of the lines that follow each other something from here to there stands: all that overlap."""
    inset = _SHRUNK * (ends - starts)
    starts, ends = starts + inset, ends - inset
    order = np.argsort(starts)
    new = starts[order][1:] > np.maximum.accumulate(ends[order])[:-1]
    lines = np.zeros(len(starts), int)
    lines[order[1:]] = np.cumsum(new)
    return lines


def _turned(corners: Array, tilt: Array, row: Row) -> tuple[Array, Array]:
    """Boxes upright, middles and sizes in points, float[n, 4]; and their corners in the picture, `in_order`."""
    points, dice = moved(corners, tilt), moved(row.places, tilt)
    up = turn(-turns_of(dice))
    points, dice = points @ up, dice @ up
    boxes = upright(points)
    nearest = np.hypot(*(dice[:, None] - boxes[:, :2]).transpose(2, 0, 1)).argmin(1)
    unit = np.median(boxes[nearest, 2:], 0) / (INSIDE * DIE)
    return boxes / np.tile(unit, 2), in_order(corners, points)


class _Order(Struct, frozen=True, eq=False):
    """A way to take boxes in order."""

    like: CellMap
    sides: Array
    """float[m, 4]: left, upper, right and lower sides of all cells, inside of their lines."""
    boxes: Array
    """int[m]: which box each of them is, -1 for none."""
    off: float
    """By how much, of the height of a row, rows are not where they were to be if the sheets were alike but for size."""


def _best(known: Sequence[CellMap], boxes: Array) -> _Order | None:
    """The order of upright boxes, middles and sizes in points; None if none fits, or two that differ fit alike."""
    large = np.flatnonzero((boxes[:, 2:] > _LEAST).all(1))
    edges = np.hstack([boxes[large, :2] - boxes[large, 2:] / 2, boxes[large, :2] + boxes[large, 2:] / 2])
    alike = (np.abs(edges[:, None, 2] - edges[:, 2]) < _ALIKE).sum(1)
    large, edges = large[alike >= _COLUMN], edges[alike >= _COLUMN]
    found = [each for like in _without_names(known) for each in _orders(like, edges)]
    fitting = [each for each in found if each.off < _OFF]
    most = max((len(each.boxes) for each in fitting), default=0)  # with names, if these have boxes
    best = min((each for each in fitting if len(each.boxes) == most), key=lambda each: each.off, default=None)
    if best is None or any(
        len(each.boxes) == most and each.off < best.off + _CLEARLY and not np.allclose(each.sides, best.sides, atol=MM)
        for each in found
    ):
        return None
    return replace(best, boxes=np.where(best.boxes < 0, -1, large[best.boxes]))


def _laid(order: _Order, corners: Array) -> tuple[CellMap, Sheet] | None:
    """The map of a sheet with these boxes, and how it lies."""
    sides = order.sides + np.array([-1, -1, 1, 1]) * LINE + np.tile(_MARGIN - order.sides[:, :2].min(0), 2)
    width, height = (float(side) + _MARGIN for side in sides[:, 2:].max(0))
    rects = (Rect(left, top, right - left, bottom - top) for left, top, right, bottom in sides.tolist())
    cells = tuple(PlacedCell(cell.id, cell.kind, rect) for cell, rect in zip(order.like.cells, rects, strict=True))
    seen = order.boxes >= 0
    inside = corners_of(sides[seen] - np.array([-1, -1, 1, 1]) * LINE)
    sheet = lay((width, height), inside, corners[order.boxes[seen]].reshape(-1, 2))
    found = replace(order.like, width=width, height=height, cells=cells, code=(), code_dice=(), corners=())
    return (found, sheet) if sheet else None


def _orders(like: CellMap, edges: Array) -> Iterator[_Order]:
    """How boxes with these edges, float[n, 4], can be the cells of a map: more lines than it has are no cells."""
    lists = _lists(like)
    order = np.argsort(edges[:, 0])
    apart = edges[order, 0][1:] - np.maximum.accumulate(edges[order, 2])[:-1]
    cuts = np.sort(np.argsort(-apart)[: len(lists) - 1]) + 1  # names of rows are the widest gaps
    parts = np.split(order, cuts)
    if len(parts) != len(lists) or not all(map(len, parts)):
        return
    lines = [_lines(edges[part, 1], edges[part, 3]) for part in parts]
    spare = [range(int(own.max()) + 2 - len(rows)) for own, rows in zip(lines, lists, strict=True)]
    for skipped in product(*spare):
        found = [[part[own == row + skip] for row in range(len(rows))]
                 for part, own, rows, skip in zip(parts, lines, lists, skipped, strict=True)]  # fmt: skip
        matched = _matched(like, lists, found, edges)
        if matched:
            yield matched


def _matched(like: CellMap, lists: _Lists, found: _Lists, edges: Array) -> _Order | None:
    """The boxes of lists and rows as cells of a map; None if too many rows have others."""
    sides, own = np.zeros((len(like.cells), 4)), np.full(len(like.cells), -1)
    for rows, lines in zip(lists, found, strict=True):
        for cells, line in zip(rows, lines, strict=True):
            sides[cells, 1::2] = _outer(edges[line, 1::2])
            if len(line) == len(cells):
                own[cells] = line[np.argsort(edges[line, 0])]
        columns = list(_columns(like, np.concatenate(rows)))
        for column in columns:
            known = own[column][own[column] >= 0]
            if not len(known):
                return None
            sides[column, 0::2] = _outer(edges[known, 0::2])
        _uncut(like, columns, sides)
        for cells, line in zip(rows, lines, strict=True):  # one is missing, or something else stands beside them
            far = np.abs(edges[line, None, 0::2] - sides[cells, 0::2]).max(2)
            far = np.maximum(far.T, np.abs(np.ptp(edges[line, 1::2], axis=1) - np.ptp(sides[cells[0], 1::2]))).T
            own[cells] = np.where(far.min(0) < _ALIKE, line[far.argmin(0)], -1)
    if (own < 0).mean() > _HOLES or _is_cut(like, sides):
        return None
    tops = np.array([cell.rect.y for cell in like.cells])
    level = np.stack([tops, np.ones(len(tops))], 1)
    off = np.abs(level @ np.linalg.lstsq(level, sides[:, 1])[0] - sides[:, 1]).max()
    return _Order(like, sides, own, float(off / np.median(np.ptp(sides[:, 1::2], 1))))


def _is_cut(like: CellMap, sides: Array) -> bool:
    """Whether writing cuts a cell: it is lower than it is in the map, as others are."""
    boxes = np.array([cell.kind != "name" for cell in like.cells])  # names are lower in some layouts
    part = np.ptp(sides[boxes, 1::2], axis=1) / np.ptp(sides_of(like)[boxes, 1::2], axis=1)
    return bool(part.min() < _LOWER * np.median(part))


def _outer(ends: Array) -> Array:
    """Where most boxes begin and end, of float[n, 2]: writing makes them much smaller, never larger."""
    third = (len(ends) - 1) // 3
    outer, middle = np.sort(ends, axis=0)[[third, -1 - third], [0, 1]], np.median(ends, 0)
    found: Array = np.where(np.abs(outer - middle) > _ALIKE / 2, outer, middle)
    return found


def _columns(like: CellMap, cells: Array) -> Iterator[Array]:
    """Those of the cells that stand below each other and are as wide."""
    keys = [(round(like.cells[cell].rect.x), round(like.cells[cell].rect.width)) for cell in cells]
    for key in dict.fromkeys(keys):
        yield cells[[each == key for each in keys]]


def _uncut(like: CellMap, columns: Sequence[Array], sides: Array) -> None:
    """Make columns of one box as wide as a map has them beside their player's others, but where no player's are so."""
    names = [like.cells[column[0]].id.partition(".")[::2] for column in columns]
    ends = sides_of(like)[:, 0::2]
    expected = []
    for column, (player, _) in zip(columns, names, strict=True):
        mine = (each for each, (other, _) in zip(columns, names, strict=True) if other == player)
        main = max(mine, key=len)[0]
        expected.append(sides[main, 0::2] + ends[column[0]] - ends[main])
    off = [np.abs(sides[column[0], 0::2] - at).max() > _ALIKE for column, at in zip(columns, expected, strict=True)]
    for place, (_, row) in enumerate(names):
        alike = [each for each, (_, other) in zip(off, names, strict=True) if other == row]
        if off[place] and (len(alike) == 1 or not all(alike)):
            sides[columns[place], 0::2] = expected[place]
