"""Digits, dashes and slashes as lines of a pen.

A digit is known by how far each point around it is from its line. What is known so can be written
with a pen of any width, at any size and slant. Lengths are in heights of a digit.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Array = NDArray[Any]

HIGH = 64
"""Height of the picture of a digit, in pixels."""
SIDE, EDGE = 144, 40
"""The sides of that picture, and what is free above the digit."""
_BLOT, _REACH, _OUT_OF_REACH = 2.1, 1.5, 0.02
"""Limits for a filled loop: the width of a stroke relative to its usual width, the same for the
reach of a pen along its line, and the share of ink out of this reach."""
CURVED = 12
"""Points between two that a curve goes through."""
RING = np.array([[128, 1, 2], [64, 0, 4], [32, 16, 8]])
"""A bit for each neighbour of a point, around it from the one above."""

Strokes = tuple[tuple[tuple[float, float], ...], ...]
"""Curves through points, the x from the left and the y from the top."""


def _stroke(text: str) -> tuple[tuple[float, float], ...]:
    """Return the points of a stroke, from a line of shapes.txt."""
    pairs = (point.split(",") for point in text.split())
    return tuple((int(x) / 100, int(y) / 100) for x, y in pairs)


@lru_cache(maxsize=1)
def shapes() -> dict[str, tuple[Strokes, ...]]:
    """For each sign the ways to write it: the digits, dashes and slashes."""
    found: dict[str, tuple[Strokes, ...]] = {}
    for line in Path(__file__).with_name("shapes.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            way = tuple(_stroke(stroke) for stroke in line[1:].split("|"))
            found[line[0]] = (*found.get(line[0], ()), way)
    return found


class Glyph(Struct, frozen=True):
    """Written sign."""

    distance: Array
    """[SIDE, SIDE]: how far each point is from the line of the pen, in heights of a digit."""
    left: float
    """Beginning and end of its line, in heights of a digit from the left edge of the picture."""
    right: float

    @property
    def width(self) -> float:
        """From the first to the last point of its line."""
        return self.right - self.left


def of_line(line: Array) -> Glyph:
    """Return the glyph of the points of a line."""
    away = cv2.distanceTransform((~line).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    columns = np.flatnonzero(line.any(axis=0))
    return Glyph(cv2.GaussianBlur(away, (0, 0), 0.8) / HIGH, columns[0] / HIGH, columns[-1] / HIGH)


def of_strokes(strokes: Strokes, rng: np.random.Generator, wobble: float) -> Glyph:
    """Return a glyph through points that are each moved by a random length.

    Ends that touch still touch.
    """
    off: dict[tuple[float, float], tuple[float, float]] = {}
    line = np.zeros((SIDE, SIDE), np.uint8)
    for stroke in strokes:
        moved = []
        for point in stroke:
            dx, dy = off.setdefault(point, (rng.normal(0, wobble), rng.normal(0, wobble)))
            moved.append((point[0] + dx, point[1] + dy))
        curve = curve_through(np.array(moved)) * HIGH + EDGE
        cv2.polylines(line, [np.rint(curve * 16).astype(np.int32)], False, 255, 1, cv2.LINE_8, 4)
    return of_line(line > 0)


def curve_through(points: Array) -> Array:
    """Points along a Catmull-Rom curve through these."""
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, CURVED, endpoint=False)[:, None]
    pieces = [
        0.5
        * (
            2 * b
            + (c - a) * t
            + (2 * a - 5 * b + 4 * c - d) * t**2
            + (3 * b - a - 3 * c + d) * t**3
        )
        for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False)
    ]
    return np.vstack([*pieces, points[-1:]])


def of_picture(ink: Array, loops: int | None = None) -> Glyph:
    """Return the glyph of a digit in a picture, which is 0 where there is no ink, by thinning.

    With `loops`, the minimum of loops, its slant is removed. Raises ValueError if a loop is filled
    with ink, because a thinned 6 would be a 1, or if the digit is too fine to be seen.
    """
    rows, columns = np.flatnonzero(ink.max(axis=1) > 127), np.flatnonzero(ink.max(axis=0) > 127)
    top, high = rows[0], rows[-1] + 1 - rows[0]
    scale, slant = HIGH / high, 0.0 if loops is None else _slant(ink)
    matrix = np.array([[scale, -slant * scale, 0], [0, scale, EDGE - (top - 0.5) * scale - 0.5]])
    middle = matrix[0, 0] * (columns[0] + columns[-1]) / 2 + matrix[0, 1] * (top + high / 2)
    matrix[0, 2] = SIDE / 2 - middle
    large = cv2.warpAffine(ink, matrix, (SIDE, SIDE), flags=cv2.INTER_CUBIC)
    smooth = cv2.GaussianBlur(large, (0, 0), max(scale * 0.4, 0.8)) > 140
    count, parts, stats, _ = cv2.connectedComponentsWithStats(smooth.astype(np.uint8))
    specks = [part for part in range(1, count) if stats[part, cv2.CC_STAT_AREA] < 0.04 * HIGH**2]
    ink_there = smooth & ~np.isin(parts, specks)
    line = thinned(ink_there)
    if loops is not None and (not line.any() or _is_blotted(ink_there, line, loops)):
        raise ValueError("there is a blot, or next to nothing")
    return of_line(line)


def _is_blotted(ink: Array, line: Array, loops: int) -> bool:
    """Check whether a part is wider than a pen along its line.

    Then there are fewer loops than this, because some are filled.
    """
    binary = ink.astype(np.uint8)
    _, family = cv2.findContours(binary, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if (family[0, :, 3] >= 0).sum() < loops:
        return True
    thick = cv2.distanceTransform(binary, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[line]
    away = cv2.distanceTransform((~line).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[ink]
    usual = np.median(thick)
    return bool(thick.max() > _BLOT * usual or np.mean(away > _REACH * usual) > _OUT_OF_REACH)


def _slant(ink: Array) -> float:
    """Return the shift of each row to the right of the row above, from the moments of the ink."""
    moments = cv2.moments(ink)
    return float(np.clip(moments["mu11"] / max(moments["mu02"], 1e-6), -0.6, 0.6))


@lru_cache(maxsize=1)
def _staying() -> Array:
    """For each of two passes and each ring of neighbours as RING has it, whether ink stays.

    Uint8[2, 256].
    """
    ring = (np.arange(256)[:, None] >> np.arange(8)) & 1 > 0
    around, ways_in = ring.sum(axis=1), (~ring & np.roll(ring, -1, axis=1)).sum(axis=1)
    n, e, s, w = ring.T[::2]
    open_side = np.array([~(n & e & s) & ~(e & s & w), ~(n & e & w) & ~(n & s & w)])
    return np.asarray(~((around >= 2) & (around <= 6) & (ways_in == 1) & open_side), np.uint8)


def thinned(ink: Array) -> Array:
    """Return the middle lines of strokes, one pixel wide (T.

    Y. Zhang, C. Y. Suen: A fast parallel algorithm, 1984).
    """
    line: Array = np.pad(ink, 1).astype(np.uint8)
    before = -1
    while before != (before := cv2.countNonZero(line)):
        for staying in _staying():
            around = cv2.filter2D(line, -1, RING, borderType=cv2.BORDER_CONSTANT)
            line = cv2.bitwise_and(line, cv2.LUT(around, staying))
    return np.asarray(line[1:-1, 1:-1] > 0)
