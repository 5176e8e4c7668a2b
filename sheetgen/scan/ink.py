"""The ink in a box, without paper, shadow and printed lines, as a small picture for the reader.

A box is seen with 8 pixels a millimetre and a margin of two millimetres, for digits cross the line. All numbers were
chosen by hand, on made photos whose boxes were looked at.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Rect
from sheetgen.scan.borders import FAINT, FINE, LINE, MARGIN, REACH, Picture, without_lines

HEIGHT, WIDTH = 32, 80
"""Size of a patch in pixels: the input of the network."""
_SPAN = 0.9
"""Minimum length of a straight run that is the line of the box, as a share of its width."""
_RUN, _RUN_TAKEN = 10 * FINE, 1.5
"""Minimum length of a straight run that is printed, in pixels, and the factor with which it is subtracted: it is
uneven."""
_SPECK = 0.12
"""Minimum ink of a stroke, in mm²."""
_FLECK, _ROUGH = 0.06, 1.25 * FINE
"""Maximum ink of a fleck next to a number, as a share of the largest stroke, and its maximum length in pixels."""
_DASH = 0.3
"""Minimum ink, in mm², of a dash on the line that is all the ink there is, and of a box that may not be blank."""
_PART = 0.3
"""Minimum share of a stroke that is in a box if it may belong to it."""
_STRAY = 2.2 * FINE
"""Minimum length of a stroke of this box that touches the line, in pixels."""
_FLAT = 3
"""Minimum ratio of width and height of a remainder of a line."""
_BEYOND = 3
"""Distance beyond the line over which strokes are followed, in pixels."""
_GRAIN = 2.8
"""Minimum darkness of ink, in multiples of that of paper: in dim light its grain looks like flecks."""
_DARK, _WIDE = 0.3, 1.5 * FINE
"""Minimum darkness of ink on the other side of a line, and its minimum width along the line, in pixels."""
_SMALL = 2.6 * FINE
"""Minimum size of ink that is enlarged to the full height of a patch, in pixels: a dash stays a dash."""


class Spot(Struct, frozen=True, eq=False):
    """A box or a total of a straightened page that is read."""

    column: int
    """Number of its column, from 1."""
    row: str
    """Id of its box or total; of several boxes of a category, that of their sum."""
    rect: Rect
    """Rectangle up to the outer edge of its line, in points from the top left corner of the page."""


class BoxInk(Struct, frozen=True, eq=False):
    """The ink of one box."""

    patch: Picture
    """float32[32, 80]: from 0 for paper to 1 for ink of any pen; the ink fills it, and is in its middle."""
    amount: float
    """Area of the ink in mm², weighed by its darkness; 0 without ink."""
    doubtful: bool = False
    """Flag: all ink is along the line, and may be a remainder of it, or of a neighbour; or there is no ink but some
    that was taken for a neighbour's."""
    cut_off: bool = False
    """Flag: part of the ink may be missing, or a neighbour's: it reaches ink beyond a line, or leaves the picture."""
    alone: Picture | None = None
    """Patch without ink that leaves the picture, and may be a neighbour's; None if none does."""
    joined: Picture | None = None
    """Patch with ink that was taken for a neighbour's, but is partly in the box, or only beyond a line; None
    without."""

    @property
    def strays(self) -> bool:
        """Flag: the ink is rather a neighbour's: it is along a line, and leaves the picture."""
        return self.doubtful and self.alone is not None

    @property
    def level(self) -> bool:
        """Flag: the ink is wider than high, as a dash is."""
        return bool(self.patch.any(0).sum() > self.patch.any(1).sum())


def cut(flat: NDArray[np.uint8], rect: Rect, scale: float) -> BoxInk:
    """Return the ink in a box of a straightened page.

    ``flat``: uint8[h, w, 3], BGR. ``rect``: rectangle up to the outer edge of the box's line, in points. ``scale``:
    pixels of ``flat`` per point. Ink that crosses the line is followed for two millimetres; strokes that come in from a
    neighbour are left out.
    """
    dark = _looked_at(flat, rect, scale)
    within = without_lines(dark)
    every = _without_runs(within.ink)
    own, more = _own_strokes(every, within.thick)
    ink, joined = every * own, every * more
    ways = (ink, every - ink), (ink[::-1], (every - ink)[::-1])
    cut_off = any(_goes_on(one, rest, within.thick) for one, rest in ways)
    amount, alone = float(ink.sum()) / FINE**2, ink.copy()
    for side in (alone, alone[::-1], alone.T, alone.T[::-1]):
        if (side[0] > FAINT).any():
            side[:MARGIN] = 0
    others = [None if (each == ink).all() else _fitted(each) for each in (alone, joined)]
    cut_off |= others[0] is not None
    edge, deep = MARGIN + LINE + 1, MARGIN + (REACH + 2 if others[0] is None else round(_STRAY))
    inside = every[edge:-edge, edge:-edge]
    rest = float(inside[inside > FAINT].sum()) / FINE**2
    doubtful = not (ink[deep:-deep, edge:-edge] > FAINT).any() if amount else rest > _DASH
    return BoxInk(_fitted(ink), amount, doubtful, cut_off, *others)


def chances_of_ink(amounts: Sequence[float]) -> list[float]:
    """Return the probability that something is written in each box of a column.

    ``amounts`` are those of ``cut``. One pen wrote all of them, so that flecks have far less ink: the odds are even at
    a twentieth of the usual amount. Chosen by hand.
    """
    written = [each for each in amounts if each > _SPECK]
    even = max(_SPECK, float(np.median(written)) / 20 if written else 0.0)
    return [1 / (1 + (even / each) ** 5) if each else 0.0 for each in amounts]


def _looked_at(flat: NDArray[np.uint8], rect: Rect, scale: float) -> Picture:
    """Return the darkness of a box with its margin, in the darkest channel of each pixel: red ink is pale in one.

    The paper, which has the darkness 0, is a coarse picture in which everything dark and narrower than 5 mm is filled.
    """
    fine = FINE / (MM * scale)
    width, height = (round(length * FINE / MM) + 2 * MARGIN for length in (rect.width, rect.height))
    place = np.array([[fine, 0, MARGIN - rect.x * scale * fine], [0, fine, MARGIN - rect.y * scale * fine]])
    window = cv2.warpAffine(flat, place, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    coarse = cv2.resize(window, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8), borderType=cv2.BORDER_REPLICATE)
    paper = cv2.resize(cv2.blur(paper, (5, 5)), window.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    dark = np.clip(1 - window.astype(np.float32) / np.maximum(paper, 1), 0, 1)
    return np.maximum.reduce(cv2.split(dark))


def _goes_on(ink: Picture, others: Picture, thick: int) -> bool:
    """Check whether ink reaches the upper line in places with other ink beyond it."""
    reaching = cv2.blur(ink[MARGIN : MARGIN + thick + 3].max(axis=0, keepdims=True), (FINE, 1))
    return bool(((reaching > FAINT / FINE) & (others[:MARGIN] > _DARK).any(axis=0)).sum() > _WIDE)


def _without_runs(ink: Picture) -> Picture:
    """Subtract level runs near the lines that are longer than a hand writes: lines of other boxes, and blur."""
    level = np.ones((1, _RUN), np.uint8)
    for strip in (ink[: MARGIN + REACH], ink[-MARGIN - REACH :]):
        smooth = cv2.blur(strip, (_RUN // 16, 1))
        runs = cv2.erode(smooth, level, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        cv2.subtract(strip, _RUN_TAKEN * cv2.dilate(runs, level), dst=strip)
    return np.maximum(ink, 0, out=ink)


def _own_strokes(ink: Picture, thick: int) -> tuple[Picture, Picture]:
    """Return a mask of the strokes of this box: connected ink that is more than a speck, and mostly in the box.

    The second mask has other ink as well that only a line parts from them, or that is partly in the box.
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
    """Find the boxes, [n, (left, top, width, …)], that are above, below or close to some of them."""
    left, right = boxes[:, 0], boxes[:, 0] + boxes[:, 2]
    first, last = left[some].min(initial=1 << 20) - _STRAY, right[some].max(initial=-1) + _STRAY
    return np.asarray((right > first) & (left < last))


def _fitted(ink: Picture) -> Picture:
    """Return the ink alone, scaled to the size of a patch and to the darkness of full ink."""
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
