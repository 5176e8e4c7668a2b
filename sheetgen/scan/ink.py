"""What is written in a box: the ink alone, without paper, shadow and printed lines, as a small picture to be read.

Inside, a box is looked at with 8 pixels a millimetre and a margin of two millimetres, for digits cross the line.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

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
_OVER, _BLACK = 0.35, 0.9
"""Ink on a line is so dark, of what the line leaves of the light, and the line itself not so dark."""
_ROUND = 12
"""The radius of the corners in which nothing is looked for, where their line is not seen."""
_INWARD = 1 - 0.5**0.5
"""How far a corner of radius 1 reaches in, across and down; with one of 3 mm that is a millimetre."""
_SPAN = 0.9
"""What is straight over so much of the width of a box is its line."""
_STRAIGHT, _SHORT = 20 * _FINE, 5 * _FINE
"""So long pieces of a line are filled, for they are straight, and so long ones say where it is."""
_RUN, _RUN_TAKEN = 10 * _FINE, 1.5
"""What is straight for so long is printed, and so much of it is taken away, for it is not quite even."""
_LEVEL = 0.7
"""A line that is lower by so many pixels somewhere is level enough."""
_MOST = 0.4
"""A row in which there is more light in so large a share of places is no line."""
_SPECK = 0.12
"""Ink in mm² that a stroke has at least."""
_FLECK, _ROUGH = 0.06, 1.25 * _FINE
"""With so small a part of the largest's, and shorter than this, it is a fleck beside a number."""
_DASH = 0.3
"""The same of one on the line, of which nothing else is left; and of what stands in a box that may not be blank."""
_PART = 0.3
"""So large a part of it, at least, stands in a box if it may be of that."""
_STRAY = 2.2 * _FINE
"""What touches the line is as long at least, if it is of this box."""
_FLAT = 3
"""So many times as wide as high is what may be left of a line."""
_BEYOND = 3
"""So much farther than the line is wide strokes are followed on its other side."""
_VALLEY = 0.85
"""Between two lines it is so much lighter than on both."""
_FAINT = 0.09
"""The least darkness, of paper 0 and black 1, that is ink: below it paper is uneven."""
_GRAIN = 2.8
"""Ink is so many times as dark as paper, whose grain is like flecks in dim light."""
_HEAVIER = 0.7
"""By so many pixels of black a side is heavier than the opposite one if a 1 may stand on it."""
_DARK, _WIDE = 0.3, 1.5 * _FINE
"""Ink that is so dark, for so far along a line, stands on its other side."""
_SMALL = 2.6 * _FINE
"""What is smaller than this is not enlarged to the full height of a patch: a dash stays a dash."""

_Picture = NDArray[np.float32]


class Ink(Struct, frozen=True, eq=False):
    """What is written in one box."""

    patch: _Picture
    """32 x 80 (rows, columns), from 0 for paper to 1 for ink, whatever the pen; filled by the ink, in its middle."""
    amount: float
    """How much ink there is: its area in mm², pale ink counted by its darkness; 0 where there is none."""
    doubtful: bool = False
    """Whether all of it lies along the upper or the lower line, where it may be what is left of that, or of a
    neighbour; or, where there is none, some stands in the box that was taken for a neighbour's."""
    beside: tuple[bool, bool] = (False, False)
    """Whether a 1 may stand on its left line, and on its right one: it is heavier than the opposite one."""
    cut_off: bool = False
    """Whether it may go on where a neighbour writes: it reaches a line, and there is other ink beyond that."""
    alone: _Picture | None = None
    """The same without what may be a neighbour's, for it runs out of what is looked at; None where nothing does."""
    joined: _Picture | None = None
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
    fine = _FINE / (MM * scale)
    width, height = (round(length * _FINE / MM) + 2 * _MARGIN for length in (rect.width, rect.height))
    place = np.array([[fine, 0, _MARGIN - rect.x * scale * fine], [0, fine, _MARGIN - rect.y * scale * fine]])
    window = cv2.warpAffine(flat, place, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ink, thick, beside = _without_lines(_unbent(_darkness(np.asarray(window, np.uint8))))
    every = _without_runs(ink)
    own, more = _own_strokes(every, thick)
    ink, joined = every * own, every * more
    cut_off = any(_goes_on(*each, thick) for each in ((ink, every - ink), (ink[::-1], (every - ink)[::-1])))
    amount, alone = float(ink.sum()) / _FINE**2, ink.copy()
    for side in (alone, alone[::-1], alone.T, alone.T[::-1]):
        if (side[0] > _FAINT).any():
            side[:_MARGIN] = 0
    others = [None if (each == ink).all() else _fitted(each) for each in (alone, joined)]
    edge, deep = _MARGIN + _LINE + 1, _MARGIN + (_REACH + 2 if others[0] is None else round(_STRAY))
    inside = every[edge:-edge, edge:-edge]
    rest = float(inside[inside > _FAINT].sum()) / _FINE**2
    doubtful = not (ink[deep:-deep] > _FAINT).any() if amount else rest > _DASH
    return Ink(_fitted(ink), amount, doubtful, beside, cut_off, *others)


def chances_of_ink(amounts: Sequence[float]) -> list[float]:
    """How likely it is that something was written in each box of a column: one pen's work, so flecks have far less ink.

    ``amounts``: of the boxes, as ``cut`` gives them. Even odds are at a twentieth of what is usual in the column.
    """
    written = [each for each in amounts if each > _SPECK]
    even = max(_SPECK, float(np.median(written)) / 20 if written else 0.0)
    return [1 / (1 + (even / each) ** 5) if each else 0.0 for each in amounts]


def _darkness(window: NDArray[np.uint8]) -> _Picture:
    """How much darker than the paper around it each pixel is, in the channel that shows it best: red ink has its own.

    Paper is what is left of a coarse picture when everything narrower than 5 mm and darker than around it is filled.
    """
    coarse = cv2.resize(window, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8), borderType=cv2.BORDER_REPLICATE)
    paper = cv2.resize(cv2.blur(paper, (5, 5)), window.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    dark = 1 - window.astype(np.float32) / np.maximum(paper, 1)
    return np.asarray(np.clip(np.maximum.reduce(cv2.split(dark)), 0, 1), np.float32)


def _unbent(dark: _Picture) -> _Picture:
    """The same with the lines of the box level and upright, which are so only nearly where paper curls."""
    height, width = dark.shape
    upper, lower, left, right = (_course(side) for side in (dark, dark[::-1], dark.T, dark.T[::-1]))
    if max(float(np.ptp(each)) for each in (upper, lower, left, right)) < _LEVEL:
        return dark
    across, down = np.linspace(0, 1, width), np.linspace(0, 1, height)[:, None]
    y = np.arange(height)[:, None] + (1 - down) * upper - down * lower
    x = np.arange(width) + (1 - across) * left[:, None] - across * right[:, None]
    return np.asarray(cv2.remap(dark, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR), np.float32)


def _course(side: _Picture) -> NDArray[np.float64]:
    """By how much the line of the upper side is lower than in most places, at each place along it."""
    width = side.shape[1]
    pieces = _pieces(side, _SHORT)
    runs = [_own_line(piece.profile) for piece in pieces]
    last = len(pieces) - 1
    for at, beside in [*pairwise(range(last, -1, -1)), *pairwise(range(last + 1))]:  # away from its place, step by step
        if (run := runs[at]) and not runs[beside]:
            runs[beside] = _own_line(pieces[beside].profile, run[0])
    seen = [(piece, run) for piece, run in zip(pieces, runs, strict=True) if run]
    wide = min((end - first for _, (first, end) in seen), default=0) + 2  # wider where digits stand on it
    places = [
        (piece.middle, np.average(np.arange(first, end), weights=piece.profile[first:end]))
        for piece, (first, end) in seen
        if end - first <= wide
    ]
    if len(places) < 2:
        return np.zeros(width)
    x, y = np.array(places).T
    if len(x) > 2:
        ends = 2 * y[[1, -2]] - y[[2, -3]]  # go on as their neighbours do
        y = np.median([np.append(ends[0], y[:-1]), y, np.append(y[1:], ends[1])], axis=0)
    slopes = (y[[1, -1]] - y[[0, -2]]) / (x[[1, -1]] - x[[0, -2]])
    outer = y[[0, -1]] + slopes * np.clip(np.array([0, width]) - x[[0, -1]], -_SHORT, _SHORT)
    course = np.interp(np.arange(width), np.hstack([0, x, width]), np.hstack([outer[0], y, outer[1]]))
    return np.asarray(course - np.median(course))


def _goes_on(ink: _Picture, others: _Picture, thick: int) -> bool:
    """Whether ink reaches the upper line where there is other ink beyond that."""
    reaching = cv2.blur(ink[_MARGIN : _MARGIN + thick + 3].max(axis=0, keepdims=True), (_FINE, 1))
    return bool(((reaching > _FAINT / _FINE) & (others[:_MARGIN] > _DARK).any(axis=0)).sum() > _WIDE)


def _without_lines(dark: _Picture) -> tuple[_Picture, int, tuple[bool, bool]]:
    """The same, lines at its edges filled with what stands on both sides, no corners; and how thick the heaviest is.

    A box has one line all around: where a side looks thicker than the opposite one, or than the thinnest if that is not
    seen, there is ink beside it. Last is whether beside the left line there is so much more black than beside the right
    one that a 1 may stand on it, and the other way.
    """
    height, width = dark.shape
    sides = [_pieces(side, _STRAIGHT) for side in (dark, dark[::-1], dark.T, dark.T[::-1])]  # views of it
    runs = [[_own_line(piece.profile) for piece in pieces] for pieces in sides]
    widths = [min((run[1] - run[0] for run in each if run), default=0) for each in runs]
    thinnest = min(filter(None, widths), default=3)
    thick = [min(pair) or thinnest for pair in (widths[:2], widths[2:]) for _ in pair]
    inside = [
        [min(run[1], run[0] + most + 1) if run else _MARGIN - 1 + most for run in each]
        for each, most in zip(runs, thick, strict=True)
    ]
    left, right = (
        max((float(piece.profile[run[0] + most :][: _LINE + 1].sum()) for piece, run in seen if run), default=np.nan)
        for seen, most in ((zip(sides[at], runs[at], strict=True), thick[at]) for at in (2, 3))
    )
    beside = left - right > _HEAVIER, right - left > _HEAVIER
    ends = [max(each) for each in inside]
    radius = _radius(dark, ends)
    for pieces, each in zip(sides, inside, strict=True):
        for piece, end in zip(pieces, each, strict=True):
            _fill_line(piece, end)
    top, bottom, left, right = (end + radius for end in ends)
    inner = np.zeros(dark.shape, np.uint8)
    xs, ys = (left, width - 1 - right), (top, height - 1 - bottom)
    cv2.rectangle(inner, (xs[0], 0), (xs[1], height), 1, -1)
    cv2.rectangle(inner, (0, ys[0]), (width, ys[1]), 1, -1)
    for x, y in product(xs, ys):
        cv2.circle(inner, (x, y), max(radius - 1, 0), 1, -1)
    return np.asarray(dark * inner, np.float32), max(thick), beside


def _without_runs(ink: _Picture) -> _Picture:
    """The same without what runs on level for longer than a hand writes, near the lines: those of others, and blur."""
    level = np.ones((1, _RUN), np.uint8)
    for strip in (ink[: _MARGIN + _REACH], ink[-_MARGIN - _REACH :]):
        smooth = cv2.blur(strip, (_RUN // 16, 1))
        runs = cv2.erode(smooth, level, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        cv2.subtract(strip, _RUN_TAKEN * cv2.dilate(runs, level), dst=strip)
    return np.maximum(ink, 0, out=ink)


class _Piece(NamedTuple):
    """A piece of the upper side of a box, so short that its line is straight."""

    strip: _Picture
    """A view of it, to what depth a line may reach."""
    profile: NDArray[np.float32]
    """How dark each row is in most places between the corners of the box."""
    middle: float
    """Of these places, how far they are along the side."""


def _pieces(side: _Picture, long: int) -> list[_Piece]:
    """The upper side in pieces that are so long at least."""
    width = side.shape[1]
    corner = _MARGIN + min(3 * _FINE, (width - 2 * _MARGIN) // 4)
    inner = np.linspace(corner, width - corner, max((width - 2 * corner) // long, 1) + 1).astype(int)
    outer = [0, *inner[1:-1], width]
    depth, found = _MARGIN + _REACH + 1, []
    for (first, last), (left, right) in zip(pairwise(outer), pairwise(inner), strict=True):
        at = int((right - left) * _MOST)
        profile = np.partition(side[:depth, left:right], at, axis=1)[:, at]
        found.append(_Piece(side[:depth, first:last], profile, (left + right) / 2))
    return found


def _own_line(profile: NDArray[np.float32], place: int = _MARGIN) -> tuple[int, int] | None:
    """The first row of the line of a box, and the first after it: of the outermost near its `place`, if any.

    What is farther in may be a 1 beside it. The lines of totals are so heavy that they may begin farther away.
    """
    rows = [*profile[:-1].tolist(), 0.0]  # so few that numpy would take longer
    least, start = max(_FAINT, 0.5 * max(rows[max(place - 1, 0) : place + _LINE])), 0
    for at in range(1, len(rows)):
        if rows[at] > least and not _is_valley(rows, at):
            start = start or at
        elif start and (abs(start - place) <= _LINE or start <= place < at):
            return start, at
        else:
            start = 0
    return None


def _is_valley(rows: Sequence[float], at: int) -> bool:
    """Whether it is lighter here than on both sides: two lines look like one."""
    before, after = rows[max(at - _LINE, 0) : at], rows[at + 1 : at + 1 + _LINE]
    return rows[at] <= min(before[-1], after[0], _VALLEY * max(before), _VALLEY * max(after))


def _fill_line(piece: _Piece, end: int) -> None:
    """Take away the line that ends before this row, and what is printed beyond it.

    The rows of a line are filled with what stands above and below it, and with the ink that is seen on it, if it is not
    black; beside it only its blur is taken away.
    """
    strip, profile, _ = piece
    askew = np.maximum(np.append(profile[1:], 0), np.append(0, profile[:-1]))
    printed = np.maximum(profile, askew)
    printed[end + 2 :] = 0
    line = profile > max(_FAINT, 0.5 * float(profile[:end].max()))
    line[end - 2 : end] = True
    line[end:] = False
    strip -= (1 - strip) * np.where(line, 0, np.minimum(printed / (1.001 - printed), 1))[:, None]
    np.maximum(strip, 0, out=strip)
    clear, rows = np.flatnonzero(~line), np.flatnonzero(line)
    after = np.searchsorted(clear, rows)
    above, below = clear[np.maximum(after - 1, 0)], clear[after]
    part = ((rows - above) / np.maximum(below - above, 1)).astype(np.float32)[:, None]
    beside = np.where((after == 0)[:, None], 0, (1 - part) * strip[above] + part * strip[below])
    level = printed[rows, None]
    seen = (strip[rows] - level) / np.maximum(1 - level, 0.001)
    strip[rows] = np.maximum(beside, np.where((seen > _OVER) & (level < _BLACK), seen, 0))


def _radius(dark: _Picture, ends: Sequence[int]) -> int:
    """The radius of the inner corners, by how far their line reaches in from where its sides would meet."""
    top, bottom, left, right = ends[0], dark.shape[0] - 1 - ends[1], ends[2], dark.shape[1] - 1 - ends[3]
    steps = np.arange(min(_FINE, (bottom - top) // 3, (right - left) // 3))
    corners = ((left, top, 1, 1), (right, top, -1, 1), (left, bottom, 1, -1), (right, bottom, -1, -1))
    along = np.sort([dark[y + down * steps, x + across * steps] for x, y, across, down in corners], axis=0)[2]
    if along.max(initial=0) <= _FAINT:  # of the three palest: ink may stand in one
        return _ROUND
    above = np.append(along, 0) / along.max() - 0.5
    last = int(np.flatnonzero(above > 0)[-1])
    return round((last + 1 + float(above[last] / (above[last] - above[last + 1]))) / _INWARD)


def _own_strokes(ink: _Picture, thick: int) -> tuple[_Picture, _Picture]:
    """1 where there are strokes of this box: connected ink that is more than a speck and stands mostly in it.

    And the same with larger ink that only a line parts from them, or that stands in it for the smaller part.
    """
    soft = cv2.GaussianBlur(ink, (0, 0), 1.2)
    grain = float(np.median(soft[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]))  # most of it is paper
    least = max(_FAINT, 0.3 * float(np.quantile(soft, 0.995)), _GRAIN * grain)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats((soft > least).astype(np.uint8), connectivity=8)
    inside = np.zeros(ink.shape, np.float32)
    inside[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN] = ink[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
    whole = np.bincount(labels.ravel(), ink.ravel(), count)
    own = np.bincount(labels.ravel(), inside.ravel(), count)
    own[0] = 0
    start, end = boxes[:, :2], boxes[:, :2] + boxes[:, 2:4]
    size, edge = np.array(ink.shape[::-1]), _MARGIN + _LINE + 1
    crossing = ((start <= edge) | (end >= size - edge)).any(axis=1)
    beyond = (start[:, 1] < _MARGIN - _LINE) | (end[:, 1] > size[1] - _MARGIN + _LINE)  # from above or from below
    beyond |= (end[:, 1] < edge + _LINE) | (start[:, 1] > size[1] - edge - _LINE)  # or what is left of a line
    reach = np.minimum(end, size - _MARGIN) - np.maximum(start, _MARGIN)  # how far it goes in the box
    fleck = (own < _FLECK * own.max()) & (boxes[:, 2:4].max(axis=1) < _ROUGH)
    keep = (own > _SPECK * _FINE**2) & ~fleck & (own > 0.4 * whole)
    keep &= ~(crossing & (reach.max(axis=1) < _STRAY)) & ~(beyond & (reach[:, 1] < _STRAY))
    beside = (end[:, 1] < _MARGIN + _REACH) | (start[:, 1] > size[1] - _MARGIN - _REACH)
    line = (boxes[:, 2] > _FLAT * boxes[:, 3]) & (beside | (boxes[:, 2] > _RUN))
    if (written := keep & ~line).any():  # far from that, it is what is left of a line that bends
        keep &= ~line | _near(boxes, written)
    along = (end[:, 1] < _MARGIN + _STRAY) | (start[:, 1] > size[1] - _MARGIN - _STRAY)
    spans = (boxes[:, 2] > _SPAN * (size[0] - 2 * _MARGIN)) & (boxes[:, 3] <= _REACH)
    printed = line & (along & (boxes[:, 2] > _RUN) | spans)
    keep &= ~printed
    if not keep.any():  # a dash on the line is all there is
        keep = (own > _DASH * _FINE**2) & (own > 0.8 * whole) & (reach[:, 0] > _STRAY) & ~printed
    more, beyond_it = keep, 2 * (thick + _BEYOND) + 1
    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (beyond_it, beyond_it))
    partly = (own > _SPECK * _FINE**2) & (own > _PART * whole) & ~fleck & ~line & ~printed & _near(boxes, keep)
    masks, most = [], whole[keep].sum()
    for limit, also in ((most, keep), (most, keep), (np.inf, partly)):  # what a line parts from them; one beyond it
        grown = cv2.dilate(more[labels].astype(np.uint8), cross)
        grown[edge + _LINE : -edge - _LINE, edge + _LINE : -edge - _LINE] = 0
        more = more | also | (np.bincount(labels.ravel(), grown.ravel(), count) > 0) & (whole < limit) & ~printed
        more[0] = False
        masks.append(np.asarray(cv2.dilate(more[labels].astype(np.float32), np.ones((3, 3), np.uint8)), np.float32))
    return masks[1], masks[2]


def _near(boxes: "cv2.typing.MatLike", some: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which boxes, [n, (left, top, width, …)], reach above, below or close beside some of them; without these, none."""
    left, right = boxes[:, 0], boxes[:, 0] + boxes[:, 2]
    first, last = left[some].min(initial=1 << 20) - _STRAY, right[some].max(initial=-1) + _STRAY
    return np.asarray((right > first) & (left < last))


def _fitted(ink: _Picture) -> _Picture:
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
    return np.asarray(np.minimum(patch / max(float(np.quantile(small, 0.97)), _FAINT), 1), np.float32)
