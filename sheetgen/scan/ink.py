"""What is written in a box: the ink alone, without paper, shadow and printed lines, as a small picture to be read.

Inside, a box is looked at with 8 pixels a millimetre and a margin of two millimetres, for digits cross the line.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.layout.options import MM
from sheetgen.layout.primitives import Rect
from sheetgen.scan.borders import FAINT, FINE, LINE, MARGIN, REACH, Picture, grown, without_lines

HEIGHT, WIDTH = 32, 80
"""The size of a patch in pixels."""
_SPAN = 0.9
"""What is straight over so much of the width of a box is its line."""
_RUN, _RUN_TAKEN = 10 * FINE, 1.5
"""What is straight for so long is printed, and so much of it is taken away, for it is not quite even."""
_SPECK = 0.12
"""Ink in mm² that a stroke has at least."""
_FLECK, _ROUGH = 0.06, 1.25 * FINE
"""With so small a part of the largest's, and shorter than this, it is a fleck beside a number."""
_DASH = 0.3
"""The same of one on the line, of which nothing else is left; and of what stands in a box that may not be blank."""
_PART = 0.3
"""So large a part of it, at least, stands in a box if it may be of that."""
_STRAY = 2.2 * FINE
"""What touches the line is as long at least, if it is of this box."""
_FLAT = 3
"""So many times as wide as high is what may be left of a line."""
_BEYOND = 3
"""So much farther than the line is wide strokes are followed on its other side."""
_GRAIN = 2.8
"""Ink is so many times as dark as paper, whose grain is like flecks in dim light."""
_DARK, _WIDE = 0.3, 1.5 * FINE
"""Ink that is so dark, for so far along a line, stands on its other side."""
_SMALL = 2.6 * FINE
"""What is smaller than this is not enlarged to the full height of a patch: a dash stays a dash."""


class Spot(Struct, frozen=True, eq=False):
    """A box or a total of a straightened page that is read."""

    column: int
    """Number of its column, from 1."""
    row: str
    """Id of its box or total; of several boxes of a category, that of their sum."""
    rect: Rect
    """Rectangle up to the outer edge of its line, in points from the top left corner of the page."""


class Ink(Struct, frozen=True, eq=False):
    """What is written in one box."""

    patch: Picture
    """32 x 80 (rows, columns), from 0 for paper to 1 for ink, whatever the pen; filled by the ink, in its middle."""
    amount: float
    """How much ink there is: its area in mm², pale ink counted by its darkness; 0 where there is none."""
    doubtful: bool = False
    """Whether all of it lies along the line, where it may be what is left of that, or of a neighbour; or, where there
    is none, some stands in the box that was taken for a neighbour's."""
    beside: tuple[bool, bool] = (False, False)
    """Whether a 1 may stand on its left line, and on its right one: it is heavier than the opposite one, or darker."""
    cut_off: bool = False
    """Whether some may be missing, or a neighbour's: it reaches ink beyond a line, or runs out of what is looked at."""
    alone: Picture | None = None
    """The same without what may be a neighbour's, for it runs out of what is looked at; None where nothing does."""
    joined: Picture | None = None
    """The same with what was taken for a neighbour's, but stands partly in it, or is parted from it by a line alone;
    None where nothing does."""

    @property
    def strays(self) -> bool:
        """Whether it rather is a neighbour's: it lies along a line, and runs on out of what is looked at."""
        return self.doubtful and self.alone is not None

    @property
    def level(self) -> bool:
        """Whether it is wider than high, as a dash is."""
        return bool(self.patch.any(0).sum() > self.patch.any(1).sum())


def cut(flat: NDArray[np.uint8], rect: Rect, scale: float) -> Ink:
    """The ink in a box of a straightened page.

    ``flat``: uint8[h, w, 3], BGR. ``rect``: the outer edge of the box's line, in points from the top left corner of
    the page. ``scale``: pixels of ``flat`` per point. Ink that crosses the line is followed for two millimetres;
    strokes that come in from a neighbour are left out.
    """
    dark, black = _looked_at(flat, rect, scale)
    if (wider := grown(dark, rect)) != rect:
        dark, black = _looked_at(flat, wider, scale)
    within = without_lines(dark, black)
    every = _without_runs(within.ink)
    own, more = _own_strokes(every, within.thick)
    ink, joined = every * own, every * more
    ways = (ink, every - ink), (ink[::-1], (every - ink)[::-1])
    cut_off = any(_goes_on(one, rest, within.thick) for one, rest in ways) or within.crosses_corner(ink)
    amount, alone = float(ink.sum()) / FINE**2, ink.copy()
    for side in (alone, alone[::-1], alone.T, alone.T[::-1]):
        if (side[0] > FAINT).any():
            side[:MARGIN] = 0
    others = [None if (each == ink).all() else _fitted(each) for each in (alone, joined)]
    cut_off |= others[0] is not None
    edge, deep = MARGIN + LINE + 1, MARGIN + (REACH + 2 if others[0] is None else round(_STRAY))
    inside = every[edge:-edge, edge:-edge]
    rest = float(inside[inside > FAINT].sum()) / FINE**2
    doubtful = not (ink[deep:-deep, edge:-edge] > FAINT).any() if amount else within.dash or rest > _DASH
    return Ink(_fitted(ink), amount, doubtful, within.beside, cut_off, *others)


def chances_of_ink(amounts: Sequence[float]) -> list[float]:
    """How likely it is that something was written in each box of a column: one pen's work, so flecks have far less ink.

    ``amounts``: of the boxes, as ``cut`` gives them. Even odds are at a twentieth of what is usual in the column.
    """
    written = [each for each in amounts if each > _SPECK]
    even = max(_SPECK, float(np.median(written)) / 20 if written else 0.0)
    return [1 / (1 + (even / each) ** 5) if each else 0.0 for each in amounts]


def _looked_at(flat: NDArray[np.uint8], rect: Rect, scale: float) -> tuple[Picture, Picture]:
    """A box with its margin: how much darker each pixel is than the paper around it, in the channel that shows it best.

    Red ink has its own. Beside it the same in the channel that shows it least, where lines of a colour are pale. Paper
    is what is left of a coarse picture when everything narrower than 5 mm and darker than around it is filled.
    """
    fine = FINE / (MM * scale)
    width, height = (round(length * FINE / MM) + 2 * MARGIN for length in (rect.width, rect.height))
    place = np.array([[fine, 0, MARGIN - rect.x * scale * fine], [0, fine, MARGIN - rect.y * scale * fine]])
    window = cv2.warpAffine(flat, place, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    coarse = cv2.resize(window, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8), borderType=cv2.BORDER_REPLICATE)
    paper = cv2.resize(cv2.blur(paper, (5, 5)), window.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    dark = np.clip(1 - window.astype(np.float32) / np.maximum(paper, 1), 0, 1)
    channels = cv2.split(dark)
    return np.maximum.reduce(channels), np.minimum.reduce(channels)


def _goes_on(ink: Picture, others: Picture, thick: int) -> bool:
    """Whether ink reaches the upper line where there is other ink beyond that."""
    reaching = cv2.blur(ink[MARGIN : MARGIN + thick + 3].max(axis=0, keepdims=True), (FINE, 1))
    return bool(((reaching > FAINT / FINE) & (others[:MARGIN] > _DARK).any(axis=0)).sum() > _WIDE)


def _without_runs(ink: Picture) -> Picture:
    """The same without what runs on level for longer than a hand writes, near the lines: those of others, and blur."""
    level = np.ones((1, _RUN), np.uint8)
    for strip in (ink[: MARGIN + REACH], ink[-MARGIN - REACH :]):
        smooth = cv2.blur(strip, (_RUN // 16, 1))
        runs = cv2.erode(smooth, level, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        cv2.subtract(strip, _RUN_TAKEN * cv2.dilate(runs, level), dst=strip)
    return np.maximum(ink, 0, out=ink)


def _own_strokes(ink: Picture, thick: int) -> tuple[Picture, Picture]:
    """1 where there are strokes of this box: connected ink that is more than a speck and stands mostly in it.

    And the same with larger ink that only a line parts from them, or that stands in it for the smaller part.
    """
    soft = cv2.GaussianBlur(ink, (0, 0), 1.2)
    grain = float(np.median(soft[MARGIN:-MARGIN, MARGIN:-MARGIN]))  # most of it is paper
    least = max(FAINT, 0.3 * float(np.quantile(soft, 0.995)), _GRAIN * grain)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats((soft > least).astype(np.uint8), connectivity=8)
    inner = slice(MARGIN, -MARGIN), slice(MARGIN, -MARGIN)
    whole = np.bincount(labels.ravel(), ink.ravel(), count)
    own = np.bincount(labels[inner].ravel(), ink[inner].ravel(), count)
    own[0] = 0
    start, end = boxes[:, :2], boxes[:, :2] + boxes[:, 2:4]
    size, edge = np.array(ink.shape[::-1]), MARGIN + LINE + 1
    crossing = ((start <= edge) | (end >= size - edge)).any(axis=1)
    beyond = (start[:, 1] < MARGIN - LINE) | (end[:, 1] > size[1] - MARGIN + LINE)  # from above or from below
    beyond |= (end[:, 1] < edge + LINE) | (start[:, 1] > size[1] - edge - LINE)  # or what is left of a line
    reach = np.minimum(end, size - MARGIN) - np.maximum(start, MARGIN)  # how far it goes in the box
    fleck = (own < _FLECK * own.max()) & (boxes[:, 2:4].max(axis=1) < _ROUGH)
    keep = (own > _SPECK * FINE**2) & ~fleck & (own > 0.4 * whole)
    keep &= ~(crossing & (reach.max(axis=1) < _STRAY)) & ~(beyond & (reach[:, 1] < _STRAY))
    beside = (end[:, 1] < MARGIN + REACH) | (start[:, 1] > size[1] - MARGIN - REACH)
    line = (boxes[:, 2] > _FLAT * boxes[:, 3]) & (beside | (boxes[:, 2] > _RUN))
    if (written := keep & ~line).any():  # far from that, it is what is left of a line that bends
        keep &= ~line | _near(boxes, written)
    along = (end[:, 1] < MARGIN + _STRAY) | (start[:, 1] > size[1] - MARGIN - _STRAY)
    spans = (boxes[:, 2] > _SPAN * (size[0] - 2 * MARGIN)) & (boxes[:, 3] <= REACH)
    printed = line & (along & (boxes[:, 2] > _RUN) | spans)
    keep &= ~printed
    if not keep.any():  # a dash on the line is all there is
        keep = (own > _DASH * FINE**2) & (own > 0.8 * whole) & (reach[:, 0] > _STRAY) & ~printed
    more, beyond_it = keep, 2 * (thick + _BEYOND) + 1
    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (beyond_it, beyond_it))
    partly = (own > _SPECK * FINE**2) & (own > _PART * whole) & ~fleck & ~line & ~printed
    partly &= _near(boxes, keep) | ~keep.any()
    found, most = [], whole[keep].sum()
    for limit, also in ((most, keep), (most, keep), (np.inf, partly)):  # what a line parts from them; one beyond it
        if not (more | printed)[1:].all():  # there is something else
            grown = cv2.dilate(more[labels].astype(np.uint8), cross)
            grown[edge + LINE : -edge - LINE, edge + LINE : -edge - LINE] = 0
            more = more | also | (np.bincount(labels.ravel(), grown.ravel(), count) > 0) & (whole < limit) & ~printed
            more[0] = False
        found.append(more)
    masks = (cv2.dilate(each[labels].astype(np.float32), np.ones((3, 3), np.uint8)) for each in found[1:])
    mine, joined = (np.asarray(mask, np.float32) for mask in masks)
    return mine, joined


def _near(boxes: "cv2.typing.MatLike", some: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which boxes, [n, (left, top, width, …)], reach above, below or close beside some of them; without these, none."""
    left, right = boxes[:, 0], boxes[:, 0] + boxes[:, 2]
    first, last = left[some].min(initial=1 << 20) - _STRAY, right[some].max(initial=-1) + _STRAY
    return np.asarray((right > first) & (left < last))


def _fitted(ink: Picture) -> Picture:
    """The ink alone, as large as a patch can hold it in its own shape, and as dark as ink can be."""
    if not ink.any():
        return np.zeros((HEIGHT, WIDTH), np.float32)
    x, y, width, height = cv2.boundingRect((ink > 0).astype(np.uint8))
    size = min((HEIGHT - 4) / max(height, _SMALL), (WIDTH - 4) / max(width, _SMALL))
    shape = max(round(width * size), 1), max(round(height * size), 1)
    small = cv2.resize(ink[y : y + height, x : x + width], shape, interpolation=cv2.INTER_AREA)
    patch = np.zeros((HEIGHT, WIDTH), np.float32)
    top, left = (HEIGHT - shape[1]) // 2, (WIDTH - shape[0]) // 2
    patch[top : top + shape[1], left : left + shape[0]] = small
    return np.asarray(np.minimum(patch / max(float(np.quantile(small, 0.97)), FAINT), 1), np.float32)
