"""The closed boxes in a picture, and the ways in which the cells of a map can match them.

Each box of a sheet is a closed rounded rectangle, and there are dozens: if writing crosses some of them, the others are
enough. The points in which their sides meet undo the tilt. Then all boxes are upright, and a map is stretched and
shifted until its cells lie on them.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Array = NDArray[Any]
"""Array of numbers, mostly float64; docstrings give its shape."""
Pixels = NDArray[Any]
"""Picture as uint8[height, width], or with three channels in the order of OpenCV: blue, green, red."""

_LEAST, _MOST = 12, 0.75
"""Minimum side of a box in pixels, and maximum side as a share of the longer one of the picture. Chosen by hand."""
_FILLED = 0.8
"""Minimum share of the smallest rectangle around it that a box fills. Chosen by hand, with room for round corners."""
_MOST_BOXES = 600
"""Maximum number of boxes; of more, the largest are taken. The largest sheet has 250, including its dice."""
_MOST_SHAPES = 2500
"""Maximum number of closed shapes, the largest, that are compared with each other. It bounds time and memory."""
_PATTERN, _AS_WIDE, _TOUCHING = 250, 0.7, 1.2
"""Squares of a patterned ground, such as squared paper, cloth or tiles: their minimum number, the minimum ratio of
their sides, and the distance, in sides, within which each has three others. No sheet has as many boxes, and the dice of
a code are 1.28 sides from each other."""
_CONTRASTS = (10, 28)
"""Contrasts of a line to its surroundings, of 255: the first finds pale lines, the second finds lines in noise. Chosen
by hand."""
_SAME_SIZE = 0.16
"""Maximum difference of the sides of boxes of one size, once the tilt is undone, as a logarithm. Chosen by hand."""
ODD = 0.55
"""Maximum ratio of width and height of a square that is seen from the side, as a logarithm: 1.7. Chosen by hand."""


def even_light(gray: Pixels) -> Pixels:
    """Return a picture with all paper white: each pixel is divided by the lightest ones around it."""
    if min(gray.shape) < 8:
        return np.full_like(gray, 255)
    small = cv2.resize(gray, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    paper = cv2.GaussianBlur(cv2.dilate(small, np.ones((7, 7), np.uint8)), (0, 0), 3)
    light = cv2.resize(paper, gray.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.divide(gray, np.maximum(light, 16), scale=255)


def find_boxes(even: Pixels, *, outside: bool = False) -> Array:
    """Return the corners of each closed box of a picture in even light, float[n, 4, 2], in order around it.

    They are inside of its line, or around it with `outside`. Squares of a pattern are left out, and there are at most
    `_MOST_BOXES`.
    """
    block = max(15, max(even.shape) // 70) | 1
    found: list[Array] = []
    for contrast in _CONTRASTS:
        dark = cv2.adaptiveThreshold(even, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, contrast)
        shapes = sorted(_shapes(dark, outside), key=lambda each: -each.size[0] * each.size[1])[:_MOST_SHAPES]
        plain = (each for each, odd in zip(shapes, _in_pattern(shapes), strict=True) if not odd)
        found += [quad for each in islice(plain, _MOST_BOXES) if (quad := _sides_met(each)) is not None]
    if not found:
        return np.zeros((0, 4, 2))
    corners = np.stack(found)
    corners = corners[np.argsort(-_areas(corners), kind="stable")]
    middle, size = corners.mean(1), np.sqrt(_areas(corners))
    near = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1)) < 0.15 * size[:, None]
    alike = np.abs(np.log(size[:, None] / size[None])) < 0.25
    first = np.argmax(near & alike, axis=0) == np.arange(len(corners))
    once: Array = corners[first][:_MOST_BOXES]
    return once


def _areas(corners: Array) -> Array:
    """Return the areas of boxes, float[n], by their diagonals."""
    across, down = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    twice: Array = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
    return twice / 2


class _Shape(Struct, frozen=True, eq=False):
    """Closed shape in a picture, with the smallest rectangle around it."""

    points: Array
    """float[n, 2]: outline, in pixels."""
    middle: tuple[float, float]
    size: tuple[float, float]
    angle: float
    """Angle of the rectangle, in radians."""


def _shapes(dark: Pixels, outside: bool) -> Iterator[_Shape]:
    """Yield the closed white shapes between dark lines that can be boxes; with `outside`, the dark ones around them."""
    contours, tree = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    most = _MOST * max(dark.shape)
    for contour, (_, _, _, parent) in zip(contours, tree[0] if tree is not None else (), strict=True):
        if (parent < 0) != outside or not 3 * _LEAST < len(contour) < 4 * most:
            continue
        (x, y), (width, height), angle = cv2.minAreaRect(contour)
        if min(width, height) < _LEAST or max(width, height) > most:
            continue
        if cv2.contourArea(contour) >= _FILLED * width * height:
            yield _Shape(contour[:, 0].astype(np.float32), (x, y), (width, height), float(np.deg2rad(angle)))


def _in_pattern(shapes: Sequence[_Shape]) -> Array:
    """Find the shapes that are part of a pattern of squares, bool[n]."""
    sides = np.sort(np.array([each.size for each in shapes], np.float32).reshape(-1, 2), 1)
    odd = np.zeros(len(shapes), bool)
    square = np.flatnonzero(sides[:, 0] > _AS_WIDE * sides[:, 1])
    if len(square) > _PATTERN:
        middle, side = np.array([each.middle for each in shapes], np.float32)[square], sides[square, 1]
        x, y = ((each[:, None] - each) ** 2 for each in middle.T)
        near = x + y < (_TOUCHING * side) ** 2
        near &= np.abs(np.log(side)[:, None] - np.log(side)) < _SAME_SIZE
        amid = near.sum(1) > 3  # itself is one
        if amid.sum() > _PATTERN / 2:
            odd[square] = near[:, amid].any(1)
    return odd


def _sides_met(shape: _Shape) -> Array | None:
    """Return the corners in which the straight parts of four sides meet; None if a shape has no four sides."""
    turn = np.array([[np.cos(shape.angle), -np.sin(shape.angle)], [np.sin(shape.angle), np.cos(shape.angle)]])
    x, y = ((shape.points - np.asarray(shape.middle)) @ turn / (np.asarray(shape.size) / 2)).T
    lines = []
    for along, beside in ((x, -y), (y, x), (x, y), (y, -x)):
        part = shape.points[(np.abs(along) < 0.7) & (beside > 0.5)]
        if len(part) < 4:
            return None
        dx, dy, px, py = cv2.fitLine(part, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((dy, -dx, dx * py - dy * px))
    sides = np.array(lines, np.float64)
    meet = np.cross(sides[[3, 0, 1, 2]], sides)
    if (np.abs(meet[:, 2]) < 1e-3).any():
        return None
    corners: Array = meet[:, :2] / meet[:, 2:]
    return corners if np.abs(corners - shape.middle).max() < np.hypot(*shape.size) else None


# upright boxes


def undo_tilt(boxes: Array, size: tuple[int, int]) -> Array:
    """Return the homography, float[3, 3], that makes the boxes of a page in a picture of this width and height upright.

    Lines that are parallel on paper meet in one point of the picture. Both points are found by least squares, in which
    odd boxes weigh little.
    """
    scale = 2 / max(size)
    shift = np.array([[scale, 0, -1 * size[0] / max(size)], [0, scale, -1 * size[1] / max(size)], [0, 0, 1]])
    ends = np.stack([boxes, np.roll(boxes, -1, 1)], 2).reshape(-1, 2, 2)
    ends = ends * scale + shift[:2, 2]
    run = ends[:, 1] - ends[:, 0]
    length = np.hypot(*run.T)
    angle = np.arctan2(run[:, 1], run[:, 0])
    # angles differ by a right angle within a box: four times the angle is the same for all of its sides
    main = np.angle(np.sum(length**2 * np.exp(4j * angle))) / 4
    points = []
    for direction in (main, main + np.pi / 2):
        own = np.abs(np.cos(angle - direction)) > np.cos(np.pi / 4)
        points.append(_meeting(ends[own], length[own], direction))
    horizon = np.cross(points[0], points[1])
    if abs(horizon[2]) < 1e-6 or np.hypot(*(horizon[:2] / horizon[2])) > 0.6:
        points = [np.array([np.cos(each), np.sin(each), 0.0]) for each in (main, main + np.pi / 2)]
        horizon = np.array([0.0, 0.0, 1.0])
    level = np.eye(3)
    level[2] = horizon / horizon[2]
    across = np.stack([(level @ point)[:2] for point in points], 1)
    across /= np.hypot(*across)
    across *= np.sign(np.sum(across * np.array([[np.cos(main), -np.sin(main)], [np.sin(main), np.cos(main)]]), 0))
    straight = np.eye(3)
    straight[:2, :2] = np.linalg.inv(across)
    found: Array = straight @ level @ shift
    return found


def _meeting(ends: Array, length: Array, direction: float) -> Array:
    """Return the point in which most of these lines meet, with three homogeneous coordinates."""
    lines = np.cross(np.insert(ends[:, 0], 2, 1, 1), np.insert(ends[:, 1], 2, 1, 1))
    lines /= np.maximum(np.hypot(lines[:, 0], lines[:, 1]), 1e-9)[:, None]
    middle = np.insert(ends.mean(1), 2, 1, 1)
    point = np.array([np.cos(direction), np.sin(direction), 0.0])
    for spread in (0.3, 0.1, 0.04, 0.02, 0.02):
        toward = point[:2] - middle[:, :2] * point[2]
        off = np.sum(lines * point, 1) / np.maximum(np.hypot(*toward.T), 1e-9)
        weight = length / (1 + (off / spread) ** 2) ** 2
        matrix = np.einsum("n,ni,nj->ij", weight * length, lines, lines)
        point = np.linalg.eigh(matrix)[1][:, 0]
    return point


def moved(points: Array, matrix: Array) -> Array:
    """Return points, float[..., 2], after a homography."""
    far = points @ matrix[:, :2].T + matrix[:, 2]
    result: Array = far[..., :2] / far[..., 2:]
    return result


def turn(turns: int) -> Array:
    """Return the matrix, float[2, 2], that turns points by quarters clockwise when they are multiplied with it."""
    return np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), turns % 4)


def turns_of(dice: Array) -> int:
    """Return by how many quarters a row of dice, float[n, 2] in an upright picture, is turned clockwise."""
    return max(range(4), key=lambda turns: float(((dice[4] - dice[0]) @ turn(-turns))[0]))


def in_order(corners: Array, points: Array) -> Array:
    """Return the corners of boxes, float[n, 4, 2], clockwise from the upper left; `points` are the same, upright."""
    sums = (points - points.mean(1, keepdims=True)) @ np.array([[1, 1], [1, -1]])  # of x and y, and their difference
    low, high = sums.argmin(1), sums.argmax(1)
    order = np.stack([low[:, 0], high[:, 1], high[:, 0], low[:, 1]], 1)
    result: Array = np.take_along_axis(corners, order[:, :, None], 1)
    return result


# a map on upright boxes


class MapFit(Struct, frozen=True):
    """Way in which a map can match the boxes of a picture."""

    turns: int
    """Number of quarters by which the map is turned, clockwise."""

    cells: Array
    """int[k]: cells of the map that match boxes."""
    boxes: Array
    """int[k]: the boxes of these cells."""
    score: float
    """Number of matched cells, less 0.7 for each box that no cell explains."""


def upright(corners: Array) -> Array:
    """Return middles and sizes of upright boxes, float[n, 4]."""
    low, high = np.sort(corners, 1)[:, :2].mean(1), np.sort(corners, 1)[:, 2:].mean(1)
    return np.hstack([(low + high) / 2, high - low])


def turned(rects: Array, turns: int) -> Array:
    """Turn middles and sizes, float[n, 4], by quarters around the origin, clockwise."""
    x, y, width, height = rects.T
    for _ in range(turns % 4):
        x, y, width, height = -y, x, height, width
    return np.stack([x, y, width, height], 1)


def sizes_of(found: Array, most: int) -> Array:
    """Return the usual sizes among these boxes, as logarithms, float[k, 2]: those with most area first."""
    logs = np.log(np.maximum(found[:, 2:], 1e-9))
    alike = (np.abs(logs[:, None] - logs[None]) < _SAME_SIZE / 2).all(2)
    weight = alike.sum(1) * np.sqrt(found[:, 2] * found[:, 3])
    sizes: list[Array] = []
    left = weight.copy()
    while len(sizes) < most and left.max(initial=0) > 0:
        best = int(np.argmax(left))
        sizes.append(np.median(logs[alike[best]], 0))
        left[(np.abs(logs - sizes[-1]) < _SAME_SIZE).all(1)] = 0
    return np.array(sizes).reshape(-1, 2)


def shifts(cells: Array, found: Array, turns: int) -> Iterator["Shift"]:
    """Yield the ways in which cells, turned by quarters, match upright boxes; both float[n, 4], middles and sizes."""
    rects = turned(cells, turns)
    scales: list[Array] = []
    for own, seen in product(sizes_of(rects, 3), sizes_of(found, 5)):
        scale = seen - own
        if abs(scale[0] - scale[1]) < ODD and all(np.abs(scale - each).max() > 0.06 for each in scales):
            scales.append(scale)
            yield from _shifts(turns, rects * np.exp(np.tile(scale, 2)), found)


class Shift(Struct, frozen=True):
    """Cells at some scale, with a shift by which some of them match boxes."""

    turns: int
    """Number of quarters by which they are turned, clockwise."""

    votes: float
    """Number of pairs of a cell and a box with this shift."""
    rects: Array
    """Middles and sizes of the cells, turned and scaled."""
    shift: Array


def _shifts(turns: int, rects: Array, found: Array) -> Iterator[Shift]:
    """Yield the shifts by which most cells, already scaled, match boxes."""
    wide, high = (np.log(found[:, None, side]) - np.log(rects[:, side]) for side in (2, 3))
    there, here = np.nonzero(np.maximum(np.abs(wide), np.abs(high)) < 1.5 * _SAME_SIZE)
    if len(there) < 4:
        return
    shift = found[there, :2] - rects[here, :2]
    bins = np.floor((shift - shift.min(0)) / (np.median(rects[:, 2:], 0) * 0.3)).astype(np.intp) + 1
    rows, columns = bins.max(0) + 2
    votes = np.bincount(bins[:, 0] * columns + bins[:, 1], minlength=rows * columns).reshape(rows, columns)
    around = cv2.boxFilter(votes.astype(float), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    for _ in range(4):
        best = np.unravel_index(int(np.argmax(around)), around.shape)
        if around[best] < 4:
            return
        own = (np.abs(bins - np.array(best)) <= 1).all(1)
        yield Shift(turns, float(around[best]), rects, np.median(shift[own], 0))
        around[max(0, best[0] - 1) : best[0] + 2, max(0, best[1] - 1) : best[1] + 2] = 0


def matched(way: Shift, found: Array) -> Iterator[MapFit]:
    """Yield the fit after this shift: slant and scale are fitted to the nearest boxes first, then to all."""
    rects, change = way.rects, np.vstack([np.eye(2), way.shift])
    cells = boxes = np.zeros(0, np.intp)
    placed = rects
    for reach in (0.45, 0.4, 0.35, 0.35):
        placed = np.hstack([_terms(rects[:, :2], len(change)) @ change, rects[:, 2:]])
        cells, boxes = pairs(placed, found, reach)
        if len(cells) < 6:
            return
        terms = 3 if len(cells) < 15 or reach > 0.4 else 6
        change = np.linalg.lstsq(_terms(rects[cells, :2], terms), found[boxes, :2], rcond=None)[0]
    unlike = np.log(found[boxes, 2:] / rects[cells, 2:])
    whole = (np.abs(unlike - np.median(unlike, 0)) < 0.06).all(1)  # the others are cut by writing
    low, high = placed[:, :2].min(0), placed[:, :2].max(0)
    inside = ((found[:, :2] > low) & (found[:, :2] < high)).all(1)
    inside[boxes] = False
    off = np.abs(_terms(rects[cells, :2], len(change)) @ change - found[boxes, :2]) / rects[cells, 2:]
    score = len(cells) - float(off.mean())  # of maps that fit as well, the one that fits best
    usual = np.median(rects[:, 2:], 0)
    large = (found[:, 2:] > 0.7 * usual).all(1) & (found[:, 2:] < 3 * usual).all(1)
    if whole.sum() >= 12:
        cells, boxes = cells[whole], boxes[whole]
    yield MapFit(way.turns, cells, boxes, score - 0.7 * float((inside & large).sum()))


def _terms(points: Array, count: int) -> Array:
    """Return the terms of a smooth field at points: x, y and 1, and their products."""
    x, y = points.T
    return np.stack([x, y, np.ones_like(x), x * x, x * y, y * y][:count], 1)


def pairs(placed: Array, found: Array, reach: float) -> tuple[Array, Array]:
    """Return cells and boxes of the same size that are nearest to each other, within this share of their size."""
    off = np.abs(placed[:, None, :2] - found[None, :, :2]) / placed[:, None, 2:]
    alike = (np.abs(np.log(np.maximum(found[None, :, 2:], 1e-9) / placed[:, None, 2:])) < 2 * _SAME_SIZE).all(2)
    far = np.where(alike, off.max(2), np.inf)
    nearest = far.argmin(1)
    own = np.arange(len(placed))
    good = (far[own, nearest] < reach) & (far[:, nearest].argmin(0) == own)
    return own[good], nearest[good]
