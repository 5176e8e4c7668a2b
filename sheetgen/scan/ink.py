"""What is written in a box: the ink alone, without paper, shadow and printed lines, as a small picture to be read.

Inside, a box is looked at with 8 pixels a millimetre and a margin of two millimetres, for digits cross the line.
"""

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.layout.options import MM
from sheetgen.layout.primitives import Rect

HEIGHT, WIDTH = 32, 80
"""The size of a patch in pixels."""
_FINE = 8
"""Pixels a millimetre, inside."""
_MARGIN = 2 * _FINE
"""How much is looked at outside the box, in pixels of these."""
_LINE = 4
"""How far from the edge a box's line is looked for, and taken to reach where none is seen, in such pixels."""
_REACH = 13
"""How far a printed line may reach into its box: the heaviest has 0.85 mm, and may be blurred or beside its place."""
_ROUND = 12
"""The radius of the corners in which nothing is looked for: there the line is round."""
_SPECK = 0.12
"""Ink in mm² that a stroke has at least."""
_STRAY = 2.2 * _FINE
"""What touches the line is as long at least, if it is of this box."""
_FAINT = 0.09
"""The least darkness, of paper 0 and black 1, that is ink: below it paper is uneven."""
_SMALL = 2.6 * _FINE
"""What is smaller than this is not enlarged to the full height of a patch: a dash stays a dash."""

_Picture = NDArray[np.float32]


class Ink(Struct, frozen=True, eq=False):
    """What is written in one box."""

    patch: _Picture
    """32 x 80 (rows, columns), from 0 for paper to 1 for ink, whatever the pen; filled by the ink, in its middle."""
    amount: float
    """How much ink there is: its area in mm², pale ink counted by its darkness; 0 where there is none."""


def cut(flat: NDArray[np.uint8], rect: Rect, scale: float) -> Ink:
    """The ink in a box of a straightened page.

    ``flat``: uint8[h, w, 3], BGR. ``rect``: the outer edge of the box's line, in points from the top left corner of
    the page. ``scale``: pixels of ``flat`` per point. Ink that crosses the line is followed for two millimetres;
    strokes that come in from a neighbour are left out.
    """
    fine = _FINE / (MM * scale)
    width, height = (round(length * _FINE / MM) + 2 * _MARGIN for length in (rect.width, rect.height))
    place = np.array([[fine, 0, _MARGIN - rect.x * scale * fine], [0, fine, _MARGIN - rect.y * scale * fine]])
    window = cv2.warpAffine(flat, place, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ink = _without_lines(_darkness(np.asarray(window, np.uint8)))
    ink *= _own_strokes(ink)
    amount = float(ink.sum()) / _FINE**2
    return Ink(_fitted(ink), amount) if amount else Ink(np.zeros((HEIGHT, WIDTH), np.float32), 0.0)


def chances_of_ink(amounts: Sequence[float]) -> list[float]:
    """How likely it is that something was written in each box of a column: one pen's work, so flecks have far less ink.

    ``amounts``: of the boxes, as ``cut`` gives them. Even odds are at a twelfth of what is usual in the column.
    """
    written = [each for each in amounts if each > _SPECK]
    even = max(_SPECK, float(np.median(written)) / 12 if written else 0.0)
    return [1 / (1 + (even / each) ** 5) if each else 0.0 for each in amounts]


def _darkness(window: NDArray[np.uint8]) -> _Picture:
    """How much darker than the paper around it each pixel is, in the channel that shows it best: red ink has its own.

    Paper is what is left of a coarse picture when everything narrower than 5 mm and darker than around it is filled.
    """
    coarse = cv2.resize(window, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8), borderType=cv2.BORDER_REPLICATE)
    paper = cv2.resize(cv2.blur(paper, (5, 5)), window.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    dark = 1 - window.astype(np.float32) / np.maximum(paper, 1)
    return np.asarray(np.clip(dark.max(axis=2), 0, 1), np.float32)


def _without_lines(dark: _Picture) -> _Picture:
    """The same with every printed line at the edges filled with what stands on both sides of it."""
    height, width = dark.shape
    top, bottom, left, right = (_fill_lines(side) for side in (dark, dark[::-1], dark.T, dark.T[::-1]))  # views of it
    inner = np.zeros(dark.shape, np.uint8)
    xs, ys = (left + _ROUND, width - 1 - right - _ROUND), (top + _ROUND, height - 1 - bottom - _ROUND)
    cv2.rectangle(inner, (xs[0], 0), (xs[1], height), 1, -1)
    cv2.rectangle(inner, (0, ys[0]), (width, ys[1]), 1, -1)
    for x, y in product(xs, ys):
        cv2.circle(inner, (x, y), _ROUND, 1, -1)
    return np.asarray(dark * inner, np.float32)


def _fill_lines(side: _Picture) -> int:
    """Take away the lines near the upper edge: what a row has in common, or the place of a line that is not seen.

    The rows of a line are filled with what stands above and below it, beside it only its blur is taken away. The
    answer: how many rows lie above the first that is clear for good.
    """
    ends = _MARGIN + min(2 * _FINE, side.shape[1] // 6)
    strip = side[: _MARGIN + _REACH + 1]
    half = (strip.shape[1] - 2 * ends) // 2
    profile = np.partition(strip[:, ends:-ends], half)[:, half]  # the median of each row
    askew = np.maximum(np.append(profile[1:], 0), np.append(0, profile[:-1]))
    printed = np.maximum(profile, askew)
    if printed[_MARGIN - _LINE : _MARGIN + _LINE].max() < _FAINT:
        printed[_MARGIN - 1 : _MARGIN + _LINE] = 1
    line = printed > max(_FAINT, 0.5 * float(printed.max()))
    line[-1] = False
    strip -= (1 - strip) * np.where(line, 0, printed / (1.001 - printed))[:, None]
    np.maximum(strip, 0, out=strip)
    clear, rows = np.flatnonzero(~line), np.flatnonzero(line)
    after = np.searchsorted(clear, rows)
    above, below = clear[np.maximum(after - 1, 0)], clear[after]
    part = ((rows - above) / np.maximum(below - above, 1)).astype(np.float32)[:, None]
    side[rows] = np.where((after == 0)[:, None], 0, (1 - part) * side[above] + part * side[below])
    return int(rows[-1]) + 1


def _own_strokes(ink: _Picture) -> _Picture:
    """1 where there are strokes of this box: connected ink that is more than a speck and stands mostly in it."""
    soft = cv2.GaussianBlur(ink, (0, 0), 1.2)
    least = max(_FAINT, 0.3 * float(np.quantile(soft, 0.995)))
    count, labels, boxes, _ = cv2.connectedComponentsWithStats((soft > least).astype(np.uint8), connectivity=8)
    inside = np.zeros(ink.shape, np.float32)
    inside[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN] = ink[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
    whole = np.bincount(labels.ravel(), ink.ravel(), count)
    own = np.bincount(labels.ravel(), inside.ravel(), count)
    own[0] = 0
    start, end = boxes[:, :2], boxes[:, :2] + boxes[:, 2:4]
    size, edge = np.array(ink.shape[::-1]), _MARGIN + _LINE + 1
    crossing = ((start <= edge) | (end >= size - edge)).any(axis=1)
    reach = (np.minimum(end, size - _MARGIN) - np.maximum(start, _MARGIN)).max(axis=1)  # how far it goes in the box
    keep = (own > _SPECK * _FINE**2) & (own > 0.5 * whole) & ~(crossing & (reach < _STRAY))
    return np.asarray(cv2.dilate(keep[labels].astype(np.float32), np.ones((3, 3), np.uint8)), np.float32)


def _fitted(ink: _Picture) -> _Picture:
    """The ink alone, as large as a patch can hold it in its own shape, and as dark as ink can be."""
    x, y, width, height = cv2.boundingRect((ink > 0).astype(np.uint8))
    size = min((HEIGHT - 4) / max(height, _SMALL), (WIDTH - 4) / max(width, _SMALL))
    shape = max(round(width * size), 1), max(round(height * size), 1)
    small = cv2.resize(ink[y : y + height, x : x + width], shape, interpolation=cv2.INTER_AREA)
    patch = np.zeros((HEIGHT, WIDTH), np.float32)
    top, left = (HEIGHT - shape[1]) // 2, (WIDTH - shape[0]) // 2
    patch[top : top + shape[1], left : left + shape[0]] = small
    return np.asarray(np.minimum(patch / max(float(np.quantile(small, 0.97)), _FAINT), 1), np.float32)
