"""A page as it lies in a picture, tilted and curled, and what it looks like when it is flat.

A homography takes the page to the picture; a smooth field bends the page before. Both begin with the boxes that were
found, and are then drawn to the printed lines, which are seen where boxes are crossed by writing, too.
"""

from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.cells import CellMap
from sheetgen.layout.primitives import Rect
from sheetgen.scan.lattice import Array, Pixels, moved

MM = 72 / 25.4
"""A millimetre in points."""
_STEP = 4
"""From one node of a field to the next, in millimetres."""
LINE = 0.85
"""The width of the line of a box, in points."""
_WIDEST = 0.35 * MM
"""How much more than that of a box a line reaches into a cell, at most half of it: the widest has 2.4 points."""
_NEAR = 14 * MM
"""How far a line speaks for the paper around it."""
_BESIDE = 2
"""How far beside a side the lines are taken that tell it from its neighbours, in millimetres."""
_SAMPLES = 24
"""Of how many places along a line it is told how dark it is."""
_WIDE = 1.2
"""How far beside a line its profile is looked at, in millimetres."""
_ARM = 0.45 * MM
"""How far inside its edge the middle of the line of a corner mark is."""
_STIFF = 1.0
"""How much a field resists to bend: a single column of boxes says little of what is beside it."""
_CLEAR = 14.0
"""How much darker than what is beside it a line is, of 255, at least."""


class Sheet(Struct, frozen=True):
    """How a page lies in a picture."""

    size: tuple[float, float]
    """The page's width and height, in points."""
    matrix: Array
    """float[3, 3]: from the page, once it is bent, to the pixels of the picture, whose middles are whole numbers."""
    bend: Array
    """float[rows, columns, 2]: by how much the page is bent, in points, at its `nodes`."""

    def to_picture(self, points: Array) -> Array:
        """Points of the page, float[n, 2], as pixels of the picture."""
        return moved(points + _field_at(self.bend, points), self.matrix)

    def to_page(self, pixels: Array) -> Array:
        """Pixels of the picture, float[n, 2], as points of the page, nearly."""
        points = moved(pixels, np.linalg.inv(self.matrix))
        result: Array = points - _field_at(self.bend, points)
        return result

    def has(self, pixels: Array) -> bool:
        """Whether all these points of the picture, float[n, 2], are on the page."""
        page = self.to_page(pixels)
        return bool(((page > 0) & (page < self.size)).all())

    def flat(self, picture: Pixels, scale: int) -> Pixels:
        """The page at so many pixels a millimetre; what the picture does not show of it is white."""
        width, height = (round(side / MM * scale) for side in self.size)
        far = moved(nodes(self.size) + self.bend, self.matrix).astype(np.float32)
        cell = _STEP * scale  # the first node lies half a step outside of the page
        places = cv2.resize(far, None, fx=cell, fy=cell, interpolation=cv2.INTER_LINEAR)
        inside = places[cell : cell + height, cell : cell + width]
        second: Any = None  # both parts are in the first map, which its stubs do not know
        white = (255, 255, 255)
        return cv2.remap(picture, inside, second, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=white)


def _field_at(field: Array, points: Array) -> Array:
    """What a field of two parts is at points of the page, float[n, 2]."""
    at = (points / (_STEP * MM) + 0.5).astype(np.float32)
    x, y = cv2.split(at[:, None])
    found: Array = cv2.remap(field.astype(np.float32), x, y, cv2.INTER_LINEAR)[:, 0]
    return found


def nodes(size: tuple[float, float]) -> Array:
    """float[rows, columns, 2]: where the field of a page of this size in points is known; half a step outside, too."""
    x, y = (np.arange(int(side / MM / _STEP) + 3) - 0.5 for side in size)
    return np.stack(np.meshgrid(x, y), 2) * (_STEP * MM)


def lay(size: tuple[float, float], page: Array, picture: Array) -> Sheet | None:
    """The page as it lies if its points, float[n, 2], are at these of the picture, but for a few that are not.

    They are the corners of boxes, four of each: boxes below each other have their middles on one line.

    None if they are on one line.
    """
    matrix, _ = cv2.findHomography(page, picture, cv2.RANSAC, 0.008 * float(np.ptp(picture, 0).max()))
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    off = moved(picture, np.linalg.inv(matrix)) - page
    at = nodes(size)
    terms = 10 if len(page) >= 160 else 6 if len(page) >= 60 else 3
    bend = [smooth(page, off[:, axis], at, terms=terms, spread=0.3 * MM) for axis in (0, 1)]
    return Sheet(size, matrix, np.stack(bend, 2))


def smooth(points: Array, values: Array, at: Array, *, terms: int, spread: float) -> Array:
    """A polynomial of so many terms through values at points, float[n, 2], as it is at others, float[..., 2].

    Values that are off by more than some `spread` count for nothing.
    """
    middle, half = points.mean(0), np.maximum(np.ptp(points, 0) / 2, 1)
    known = _terms((points - middle) / half, terms)
    off = np.zeros(len(values))
    for reach in (0.0, 0.0, 0.0, 8.0, 4.0, 3.0, 3.0):  # at first all count, the less the farther they are off
        far = np.abs(off) / spread
        weight = np.maximum(1 - (far / reach) ** 2, 0) if reach else 1 / (1 + far)
        root = np.sqrt(weight)[:, None]
        ridge = np.diag([1e-3] * 3 + [_STIFF] * (terms - 3))
        factors = np.linalg.lstsq(np.vstack([known * root, ridge]), np.append(values * root[:, 0], np.zeros(terms)))[0]
        off = values - known @ factors
    result: Array = _terms((at.reshape(-1, 2) - middle) / half, terms) @ factors
    return result.reshape(at.shape[:-1])


def _terms(points: Array, count: int) -> Array:
    x, y = np.clip(points, -1.6, 1.6).T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3][:count], 1)


class Sides(Struct, frozen=True):
    """What is seen of the sides of cells in a flat picture: each in two halves, left, upper, right and lower ones."""

    places: Array
    """float[m, 4, 2, 2]: the middle of each half, in points."""
    off: Array
    """float[m, 4, 2]: how far outside its place it is seen, to the right or down, in points."""
    clear: Array
    """float[m, 4, 2]: how much darker it is than what is beside it, of 255."""

    @property
    def seen(self) -> Array:
        """bool[m, 4, 2]: which of them are seen at all."""
        found: Array = self.clear > max(_CLEAR, 0.35 * float(np.median(self.clear)))
        return found


def look(flat: Pixels, rects: Array, scale: int, reach: float) -> Sides:
    """The sides of cells, float[m, 4] of left, upper, right and lower edges in points, at most `reach` mm off.

    `flat` is in even light, one channel, `scale` pixels a millimetre. Lines that are dark all along count; writing
    that crosses them does not. The lines of cells near by, too, tell which is which.
    """
    printed = _drawn(flat.shape, rects, scale)
    most, beside = round(reach * scale), round(_BESIDE * scale)
    places, off, clear = np.zeros((len(rects), 4, 2, 2)), np.zeros((len(rects), 4, 2)), np.zeros((len(rects), 4, 2))
    for side in range(4):
        edge = rects[:, side] + (LINE / 2 if side < 2 else -LINE / 2)
        start, end = rects[:, 1 - side % 2], rects[:, 3 - side % 2]
        for half in (0, 1):
            low, high = (start + (end - start) * part for part in (0.2 + 0.3 * half, 0.5 + 0.3 * half))
            middle = np.stack([edge, (low + high) / 2], 1)
            places[:, side, half] = middle[:, ::-1] if side % 2 else middle
            where = np.stack([edge, low, high], 1) / MM * scale
            seen, drawn = (image.T if side % 2 else image for image in (flat, printed))
            dark = np.sort(255 - _strips(seen, where, beside + most), 1)[:, int(0.3 * _SAMPLES)].astype(float)
            off[:, side, half], clear[:, side, half] = _shifts(dark, _strips(drawn, where, beside).mean(1), most)
    sides = Sides(places, off / scale * MM, clear)
    # where a line is wider than usual, what two opposite sides have outside, or inside, is its width
    both = sides.seen[:, :2] & sides.seen[:, 2:]
    wider = np.where(both, (sides.off[:, :2] - sides.off[:, 2:]) / 2, 0)
    wider[np.abs(wider) > _WIDEST] = 0  # one of them is another line
    return replace(sides, off=sides.off - np.concatenate([wider, -wider], 1))


def _strips(picture: Pixels, where: Array, wide: int) -> Array:
    """What lies along lines, float[n, 3] of x, lower and upper y, and so many pixels beside: [n, samples, width]."""
    share = (np.arange(_SAMPLES) + 0.5) / _SAMPLES
    along = (where[:, 1:2] + (where[:, 2:3] - where[:, 1:2]) * share).astype(int)
    across = where[:, :1].astype(int) + np.arange(-wide, wide + 1)
    height, width = picture.shape
    strip: Pixels = picture[along.clip(0, height - 1)[:, :, None], across.clip(0, width - 1)[:, None, :]]
    return strip


def _shifts(dark: Array, lines: Array, most: int) -> tuple[Array, Array]:
    """By how many pixels the lines in strips are off, and how much darker than the rest the line there is."""
    dark = np.maximum(dark - np.median(dark, 1, keepdims=True), 0)
    windows = np.lib.stride_tricks.sliding_window_view(dark, lines.shape[1], axis=1)
    match = np.einsum("nsw,nw->ns", windows, lines - lines.mean(1, keepdims=True))
    # of two that are alike, the nearer one
    match -= 0.02 * np.abs(match).max(1, keepdims=True) * np.abs(np.arange(-most, most + 1)) / max(most, 1)
    best, own = match.argmax(1), np.arange(len(match))
    inner = best.clip(1, 2 * most - 1)
    before, here, after = (match[own, inner + step] for step in (-1, 0, 1))
    fine = np.where(best == inner, 0.5 * (before - after) / np.minimum(before - 2 * here + after, -1e-9), 0)
    centre = best + lines.shape[1] // 2
    return best - most + fine, np.stack([dark[own, centre + step] for step in (-1, 0, 1)]).max(0)


def _drawn(shape: tuple[int, ...], rects: Array, scale: int) -> Array:
    """The outlines of cells as they are printed, 1 where there is a line, in a picture of this shape."""
    page = np.zeros(shape[:2], np.uint8)
    middle = (rects + np.array([1, 1, -1, -1]) * LINE / 2) / MM * scale - 0.5
    for left, top, right, bottom in np.round(middle * 256).astype(int):
        cv2.rectangle(page, (left, top), (right, bottom), 255, max(1, round(LINE / MM * scale)), cv2.LINE_AA, 8)
    return page.astype(np.float64) / 255


def drawn_to_lines(sheet: Sheet, sides: Sides, *, near: bool) -> tuple[Sheet, Sides]:
    """The page, bent so that the sides lie where they were seen; and how far off they still are.

    `near` follows what is seen close by as well.
    """
    at = nodes(sheet.size)
    change = np.zeros_like(sheet.bend)
    for axis in (0, 1):
        own = sides.seen[:, axis::2]
        points, off = sides.places[:, axis::2][own], sides.off[:, axis::2][own]
        if len(off) < 12:
            continue
        spread = max(0.1 * MM, 1.5 * float(np.median(np.abs(off - np.median(off)))))
        terms = 10 if len(off) >= 60 else 6
        change[:, :, axis] = smooth(points, off, at, terms=terms, spread=spread)
        if near:
            left = off - smooth(points, off, points, terms=terms, spread=spread)
            change[:, :, axis] += _around(points, left, at)
    done = _field_at(change, sides.places.reshape(-1, 2)).reshape(sides.places.shape)
    left = np.stack([sides.off[:, side] - done[:, side, :, side % 2] for side in range(4)], 1)
    return replace(sheet, bend=sheet.bend + change), replace(sides, off=left)


def _around(points: Array, values: Array, at: Array) -> Array:
    """The mean of values near by, without those that are far from the others, at the nodes of a grid."""
    good = np.abs(values) < 0.1 * MM + 3 * float(np.median(np.abs(values)))
    points, values = points[good], values[good]
    x, y = (np.exp(-2 * ((line[:, None] - points[:, axis]) / _NEAR) ** 2)
            for axis, line in enumerate((at[0, :, 0], at[:, 0, 1])))  # fmt: skip
    result: Array = (y * values) @ x.T / (y @ x.T + 1.5)
    return result


def sides_of(cells: CellMap) -> Array:
    """float[n, 4]: left, upper, right and lower edges of the boxes of a map, in points."""
    return np.array([(each.rect.x, each.rect.y, each.rect.right, each.rect.bottom) for each in cells.cells])


def corners_of(sides: Array) -> Array:
    """float[4 n, 2]: the corners of rectangles with these edges, from the upper left one with the clock."""
    result: Array = sides[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
    return result


def line_blur(flat: Pixels, sides: Sides, scale: int) -> float:
    """Over how many millimetres edges are spread, from a tenth to nine tenths, in a flat picture in even light.

    It is how much wider than printed the lines of cells are, at half of their darkness.
    """
    wide, fine = round(_WIDE * scale), np.linspace(-_WIDE, _WIDE, 161)
    widths: list[float] = []
    for side in range(4):
        own = sides.seen[:, side]
        at = sides.places[:, side][own]
        across, along = at[:, side % 2] + sides.off[:, side][own], at[:, 1 - side % 2]
        where = np.stack([across, along - MM, along + MM], 1) / MM * scale
        for dark in np.median(255.0 - _strips(flat.T if side % 2 else flat, where, wide), 1):
            profile = np.interp(fine, np.arange(-wide, wide + 1) / scale, dark - dark.min())
            peak = int(np.argmax(profile))
            below = np.flatnonzero(profile < profile[peak] / 2)
            ends = below[below < peak], below[below > peak]
            if ends[0].size and ends[1].size:
                widths.append(fine[ends[1][0]] - fine[ends[0][-1]])
    width = float(np.median(widths)) if widths else 2 * _WIDE
    return 1.09 * float(np.sqrt(max(width**2 - (LINE / MM) ** 2, 0)))


def mark_seen(flat: Pixels, mark: Rect, place: int, scale: int) -> bool:
    """Whether a corner mark is seen in a flat picture in even light; of the four, it is in this place.

    Both arms are dark, and the paper outside of them is light; more than a millimetre off, beside all boxes, it may be.
    """
    right, lower = place % 2, place // 2
    x, y = (mark.right if right else mark.x), (mark.bottom if lower else mark.y)
    reach = round(1.2 * scale)
    dark: list[float] = []
    for across, down, share in ((0.7, _ARM / mark.width, 99), (_ARM / mark.width, 0.7, 99), (-0.3, -0.3, 50)):
        at = x + (1 - 2 * right) * across * mark.width, y + (1 - 2 * lower) * down * mark.width
        column, row = (int(each / MM * scale) for each in at)
        part = flat[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
        dark.append(255.0 - float(np.percentile(part, 100 - share)) if part.size else 0.0)
    return min(dark[:2]) > dark[2] + 60


def change_of(one: CellMap, other: CellMap) -> Array | None:
    """float[3, 2]: from the page of a map to that of another, whose boxes lie in the same way; None if they do not.

    But for shift and stretch, as in some languages of a game, and on other papers: boxes alone do not tell these apart.
    """
    if len(one.cells) != len(other.cells):
        return None
    here, there = (corners_of(sides_of(each)) for each in (one, other))
    here = np.column_stack([here, np.ones(len(here))])
    change: Array = np.linalg.lstsq(here, there, rcond=None)[0]
    return change if np.abs(here @ change - there).max() < MM else None


def corners_seen(even: Pixels, cells: CellMap, scale: int, change: Array | None = None) -> int:
    """How many corner marks of a map are seen in a flat picture of its page, or of that to which this is the change."""
    at = ([mark.x, mark.y, 1] @ (np.eye(3, 2) if change is None else change) for mark in cells.corners)
    marks = (replace(mark, x=x, y=y) for mark, (x, y) in zip(cells.corners, at, strict=True))
    return sum(mark_seen(even, mark, place, scale) for place, mark in enumerate(marks))


def sides_on(sheet: Sheet, corners: Array) -> Array:
    """float[n, 4]: left, upper, right and lower sides on a page of boxes with these corners in its picture."""
    at = sheet.to_page(corners.reshape(-1, 2)).reshape(corners.shape)
    return np.hstack([at.min(1), at.max(1)])


def inside_of(sides: Array) -> Array:
    """float[n, 4]: the middles and the sizes of boxes inside of their lines."""
    result: Array = np.hstack([(sides[:, :2] + sides[:, 2:]) / 2, sides[:, 2:] - sides[:, :2] - 2 * LINE])
    return result
