"""The position of a page in a picture, tilted and curled, and the flat page.

A homography takes the page to the picture; before that, a smooth field bends the page. Both are
fitted to the boxes that were found, and then to the printed lines, which are also seen where
writing crosses boxes.
"""

from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.primitives import MM, CellMap, Rect
from sheetgen.scan.views import Array, Pixels, moved

FLAT = 8
"""Scale of straightened pages, in pixels a millimetre."""


class BendLimits(Struct, frozen=True):
    """Limits of the field that bends a page. All were chosen by hand."""

    step: int = 4
    """Distance of the nodes, in millimetres: curled paper bends over centimetres."""
    near: float = 14 * MM
    """Distance over which a line moves the paper around it, in points: about a box."""
    stiff: float = 1.0
    """Resistance against bending, as a ridge in least squares: from a single column little is known
    of the paper around it."""


BEND = BendLimits()


class LineLimits(Struct, frozen=True):
    """Limits of the printed lines that are looked for on a page."""

    wider: float = 0.35 * MM
    """Maximum distance that a line reaches further into a cell than the line of a box, in points:
    the widest line has 2.4 points."""
    beside: int = 2
    """Distance to both sides of a line in which other lines are compared, in millimetres: they show
    which line it is."""
    samples: int = 24
    """Number of places along a line at which its darkness is taken."""
    clear: float = 14.0
    """Minimum contrast of a line, of 255. Chosen by hand."""


LINES = LineLimits()

LINE = 0.85
"""Line width of a box, in points, as sheets are printed."""
_ARM = 0.3 * MM
"""Distance of the middle of the line of a corner mark from its edge, as sheets are printed."""


class PagePosition(Struct, frozen=True):
    """Position of a page in a picture."""

    size: tuple[float, float]
    """Width and height of the page, in points."""
    matrix: Array
    """float[3, 3]: homography from the bent page to the pixels of the picture, whose middles are
    whole numbers."""
    bend: Array
    """float[rows, columns, 2]: shift of the page at its `nodes`, in points."""

    def to_picture(self, points: Array) -> Array:
        """Convert points of the page, float[n, 2], to pixels of the picture."""
        return moved(points + _field_at(self.bend, points), self.matrix)

    def to_page(self, pixels: Array) -> Array:
        """Convert pixels of the picture to points of the page, nearly; both are float[n, 2]."""
        points = moved(pixels, np.linalg.inv(self.matrix))
        return np.asarray(points - _field_at(self.bend, points))

    def has_pixels(self, pixels: Array) -> bool:
        """Check whether all these pixels of the picture, float[n, 2], are on the page."""
        page = self.to_page(pixels)
        return bool(((page > 0) & (page < self.size)).all())

    def flat(self, picture: Pixels, scale: int) -> Pixels:
        """Return the flat page with `scale` pixels a millimetre.

        Parts outside of the picture are white.
        """
        width, height = (round(side / MM * scale) for side in self.size)
        far = moved(nodes(self.size) + self.bend, self.matrix).astype(np.float32)
        cell = BEND.step * scale  # the first node lies half a step outside of the page
        places = cv2.resize(far, None, fx=cell, fy=cell, interpolation=cv2.INTER_LINEAR)
        inside = places[cell : cell + height, cell : cell + width]
        second: Any = None  # both parts are in the first map, which its stubs do not know
        white = (255, 255, 255)
        return cv2.remap(
            picture,
            inside,
            second,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=white,
        )


def _field_at(field: Array, points: Array) -> Array:
    """Return a field at points of the page, float[n, 2]."""
    at = (points / (BEND.step * MM) + 0.5).astype(np.float32)
    x, y = cv2.split(at[:, None])
    return np.asarray(cv2.remap(field.astype(np.float32), x, y, cv2.INTER_LINEAR)[:, 0])


def nodes(size: tuple[float, float]) -> Array:
    """Return the nodes of the field of a page, float[rows, columns, 2], in points.

    They go up to half a step beyond the page.
    """
    x, y = (np.arange(int(side / MM / BEND.step) + 3) - 0.5 for side in size)
    return np.stack(np.meshgrid(x, y), 2) * (BEND.step * MM)


def lay(size: tuple[float, float], page: Array, picture: Array) -> PagePosition | None:
    """Return the position of a page whose points are at these pixels of the picture, but for a few.

    The points, float[n, 2], are corners of boxes. None if they are on one line.
    """
    tolerance = 0.008 * float(np.ptp(picture, 0).max())
    matrix, _ = cv2.findHomography(page, picture, cv2.RANSAC, tolerance)
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    off = moved(picture, np.linalg.inv(matrix)) - page
    at = nodes(size)
    terms = 3
    if len(page) >= 60:
        terms = 6
    if len(page) >= 160:
        terms = 10
    across, down = (smooth(page, shift, at, terms=terms, spread=0.3 * MM) for shift in off.T)
    return PagePosition(size, matrix, np.stack([across, down], 2))


def smooth(points: Array, values: Array, at: Array, *, terms: int, spread: float) -> Array:
    """Fit a polynomial with `terms` terms to values at points, and return its values `at` others.

    Points are float[..., 2]. Values that are off by several times the `spread` are ignored.
    """
    middle = points.mean(0)
    half = np.maximum(np.ptp(points, 0) / 2, 1)

    def scaled_terms(places: Array) -> Array:
        unit = (places.reshape(-1, 2) - middle) / half
        return terms_of(np.clip(unit, -1.6, 1.6), terms)

    known = scaled_terms(points)
    ridge = np.diag([1e-3] * 3 + [BEND.stiff] * (terms - 3))  # shift, turn and scale are free
    off = np.zeros(len(values))
    factors = np.zeros(terms)
    # at first all count, the less the farther they are off
    for reach in (0.0, 0.0, 0.0, 8.0, 4.0, 3.0, 3.0):
        far = np.abs(off) / spread
        weight = np.maximum(1 - (far / reach) ** 2, 0) if reach else 1 / (1 + far)
        root = np.sqrt(weight)
        rows = np.vstack([known * root[:, None], ridge])
        factors = np.linalg.lstsq(rows, np.append(values * root, np.zeros(terms)))[0]
        off = values - known @ factors
    result: Array = scaled_terms(at) @ factors
    return result.reshape(at.shape[:-1])


def terms_of(points: Array, count: int) -> Array:
    """Return the terms of a polynomial at points, float[n, count]."""
    x, y = points.T
    return np.stack(
        [np.ones_like(x), x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3][:count], 1
    )


class Sides(Struct, frozen=True):
    """The sides of cells in a flat picture (left, upper, right, lower), each in two halves."""

    places: Array
    """float[m, 4, 2, 2]: middle of each half, in points."""
    off: Array
    """float[m, 4, 2]: distance of each half from its place in points, positive to the right and
    down."""
    clear: Array
    """float[m, 4, 2]: contrast of each half, of 255."""

    @property
    def seen(self) -> Array:
        """bool[m, 4, 2]: halves that are seen at all."""
        return np.asarray(self.clear > max(LINES.clear, 0.35 * float(np.median(self.clear))))


def look(flat: Pixels, rects: Array, scale: int, reach: float) -> Sides:
    """Look for the sides of cells within `reach` mm.

    Cells are left, upper, right and lower edges, float[m, 4] in points. `flat` is in even light,
    with one channel and `scale` pixels a millimetre. A line is dark all along; writing that crosses
    it is not. Neighbouring lines are compared as well, to know which line is which.
    """
    printed = _outlines(flat.shape, rects, scale)
    most, beside = round(reach * scale), round(LINES.beside * scale)
    places = np.zeros((len(rects), 4, 2, 2))
    off = np.zeros((len(rects), 4, 2))
    clear = np.zeros((len(rects), 4, 2))
    for side in range(4):
        is_level = side % 2 == 1  # turned, so that all lines are upright
        seen, drawn = (flat.T, printed.T) if is_level else (flat, printed)
        edge = rects[:, side] + (LINE / 2 if side < 2 else -LINE / 2)
        start, end = rects[:, 1 - side % 2], rects[:, 3 - side % 2]
        for half in (0, 1):
            low = start + (end - start) * (0.2 + 0.3 * half)
            high = start + (end - start) * (0.5 + 0.3 * half)
            middle = np.stack([edge, (low + high) / 2], 1)
            places[:, side, half] = middle[:, ::-1] if is_level else middle
            line = np.stack([edge, low, high], 1) / MM * scale
            dark = np.sort(255 - _strips(seen, line, beside + most), 1)
            dark_along = dark[:, int(0.3 * LINES.samples)].astype(float)
            as_printed = _strips(drawn, line, beside).mean(1) / 255
            off[:, side, half], clear[:, side, half] = _shifts_of_lines(
                dark_along, as_printed, most
            )
    sides = Sides(places, off / scale * MM, clear)
    # where a line is wider than usual, both opposite sides are off by half of the difference
    both = sides.seen[:, :2] & sides.seen[:, 2:]
    wider = np.where(both, (sides.off[:, :2] - sides.off[:, 2:]) / 2, 0)
    wider[np.abs(wider) > LINES.wider] = 0  # one of them is another line
    return replace(sides, off=sides.off - np.concatenate([wider, -wider], 1))


def _outlines(shape: tuple[int, ...], rects: Array, scale: int) -> Pixels:
    """Return the outlines of cells as in print, uint8[height, width]: 255 on a line."""
    printed = np.zeros(shape, np.uint8)
    width = max(1, round(LINE / MM * scale))
    middles = (rects + np.array([1, 1, -1, -1]) * LINE / 2) / MM * scale - 0.5
    for left, top, right, bottom in np.round(middles * 256).astype(int):  # 8 bits of fraction
        cv2.rectangle(printed, (left, top), (right, bottom), 255, width, cv2.LINE_AA, 8)
    return printed


def _strips(picture: Pixels, where: Array, wide: int) -> Array:
    """Return strips of a picture along lines, float[n, 3] of x, lower and upper y.

    [n, samples, 2 wide + 1].
    """
    share = (np.arange(LINES.samples) + 0.5) / LINES.samples
    along = (where[:, 1:2] + (where[:, 2:3] - where[:, 1:2]) * share).astype(int)
    across = where[:, :1].astype(int) + np.arange(-wide, wide + 1)
    height, width = picture.shape
    return np.asarray(
        picture[along.clip(0, height - 1)[:, :, None], across.clip(0, width - 1)[:, None, :]]
    )


def _shifts_of_lines(dark: Array, lines: Array, most: int) -> tuple[Array, Array]:
    """Return the distances of the lines in strips from their places, and their contrasts.

    A distance is at most `most` pixels.
    """
    dark = np.maximum(dark - np.median(dark, 1, keepdims=True), 0)
    windows = np.lib.stride_tricks.sliding_window_view(dark, lines.shape[1], axis=1)
    match = np.einsum("nsw,nw->ns", windows, lines - lines.mean(1, keepdims=True))
    # of two lines that match equally well, the nearer one
    distance = np.abs(np.arange(-most, most + 1))
    match -= 0.02 * np.abs(match).max(1, keepdims=True) * distance / max(most, 1)
    best = match.argmax(1)
    strip = np.arange(len(match))
    # then to parts of a pixel, by a parabola
    inner = best.clip(1, 2 * most - 1)
    before, here, after = (match[strip, inner + step] for step in (-1, 0, 1))
    fraction = 0.5 * (before - after) / np.minimum(before - 2 * here + after, -1e-9)
    fine = np.where(best == inner, fraction, 0)
    centre = best + lines.shape[1] // 2
    contrast = np.stack([dark[strip, centre + step] for step in (-1, 0, 1)]).max(0)
    return best - most + fine, contrast


def drawn_to_lines(sheet: PagePosition, sides: Sides, *, near: bool) -> tuple[PagePosition, Sides]:
    """Bend a page so that its sides are where they were seen.

    Return it, and the sides with what they are still off.

    With `near`, it follows single lines nearby, too.
    """
    at = nodes(sheet.size)
    change = np.zeros_like(sheet.bend)
    for axis in (0, 1):
        own = sides.seen[:, axis::2]
        points, off = sides.places[:, axis::2][own], sides.off[:, axis::2][own]
        if len(off) < 12:  # too few to know more than the boxes have shown
            continue
        spread = max(0.1 * MM, 1.5 * float(np.median(np.abs(off - np.median(off)))))
        terms = 10 if len(off) >= 60 else 6
        change[:, :, axis] = smooth(points, off, at, terms=terms, spread=spread)
        if near:
            left = off - smooth(points, off, points, terms=terms, spread=spread)
            change[:, :, axis] += _around(points, left, at)
    done = _field_at(change, sides.places.reshape(-1, 2)).reshape(sides.places.shape)
    # x of the left and right sides, y of the upper and lower ones
    left = np.stack([sides.off[:, side] - done[:, side, :, side % 2] for side in range(4)], 1)
    return replace(sheet, bend=sheet.bend + change), replace(sides, off=left)


def _around(points: Array, values: Array, at: Array) -> Array:
    """Return the mean of nearby values at the nodes of a grid.

    Values that are far from the others are left out.
    """
    good = np.abs(values) < 0.1 * MM + 3 * float(np.median(np.abs(values)))
    points, values = points[good], values[good]
    across = at[0, :, 0][:, None] - points[:, 0]
    down = at[:, 0, 1][:, None] - points[:, 1]
    x, y = (np.exp(-2 * (distance / BEND.near) ** 2) for distance in (across, down))
    return np.asarray((y * values) @ x.T / (y @ x.T + 1.5))


def sides_of(cells: CellMap) -> Array:
    """Return the left, upper, right and lower edges of cells, float[n, 4], in points."""
    rects = [cell.rect for cell in cells.cells]
    return np.array([(rect.x, rect.y, rect.right, rect.bottom) for rect in rects])


def corners_of(sides: Array) -> Array:
    """Return the corners of rectangles with these edges, float[4 n, 2].

    They go clockwise from the upper left one.
    """
    return np.asarray(sides[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2))


def mark_seen(flat: Pixels, mark: Rect, place: int, scale: int) -> bool:
    """Check whether a corner mark is seen in a flat picture in even light.

    `place` is its number among the four. Both arms are dark, and the paper outside of them is
    light. It may be a millimetre off, far from all boxes.
    """
    right, lower = place % 2, place // 2
    x, y = (mark.right if right else mark.x), (mark.bottom if lower else mark.y)
    reach = round(1.2 * scale)

    def darkness_at(across: float, down: float, percentile: float) -> float:
        column = int((x + (1 - 2 * right) * across * mark.width) / MM * scale)
        row = int((y + (1 - 2 * lower) * down * mark.width) / MM * scale)
        rows = slice(max(0, row - reach), row + reach + 1)
        part = flat[rows, max(0, column - reach) : column + reach + 1]
        return 255.0 - float(np.percentile(part, 100 - percentile)) if part.size else 0.0

    arm = _ARM / mark.width
    level_arm, upright_arm = darkness_at(0.7, arm, 99), darkness_at(arm, 0.7, 99)
    paper = darkness_at(-0.3, -0.3, 50)
    return min(level_arm, upright_arm) > paper + 60


def change_of(one: CellMap, other: CellMap) -> Array | None:
    """Return the change that takes the boxes of one map to those of another.

    It is a shift and stretch, float[3, 2]. None if no such change does. Boxes alone do not
    distinguish such maps: some languages of a game, and other papers.
    """
    if len(one.cells) != len(other.cells):
        return None
    here, there = corners_of(sides_of(one)), corners_of(sides_of(other))
    here = np.column_stack([here, np.ones(len(here))])
    change: Array = np.linalg.lstsq(here, there, rcond=None)[0]
    return change if np.abs(here @ change - there).max() < MM else None


def corners_seen(even: Pixels, cells: CellMap, scale: int, change: Array | None = None) -> int:
    """Count the corner marks of a map in a flat picture of its page.

    With `change` they are at the places to which it takes them.
    """
    seen = 0
    for place, mark in enumerate(cells.corners):
        x, y = mark.x, mark.y
        if change is not None:
            x, y = [x, y, 1] @ change
        seen += mark_seen(even, replace(mark, x=x, y=y), place, scale)
    return seen


def inside_of(sides: Array) -> Array:
    """Return middles and sizes of boxes inside of their lines, float[n, 4]."""
    middles = (sides[:, :2] + sides[:, 2:]) / 2
    sizes = sides[:, 2:] - sides[:, :2] - 2 * LINE
    return np.asarray(np.hstack([middles, sizes]))
