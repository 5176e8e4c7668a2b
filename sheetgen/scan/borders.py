"""The printed line around a box: the place where it is seen, and a picture of the box without it.

All numbers were chosen by hand, on made photos whose boxes were looked at.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Rect

FINE = 8
"""Scale of the picture of a box, in pixels a millimetre."""
MARGIN = 2 * FINE
"""Margin around the box in this picture, in pixels, as all lengths here."""
LINE = 4
"""Maximum distance of the line from the edge of its box, and the width that it is taken to have where it is not
seen."""
REACH = 13
"""Maximum distance that a line reaches into its box: the heaviest has 0.85 mm, and is blurred or off its place."""
_OVER, _BLACK = 0.35, 0.9
"""Minimum darkness of ink on a line, as a share of the light that the line leaves, and maximum darkness of this
line."""
_ROUND = 12
"""Radius of the corners where their line is not seen. Ink beyond a corner is ignored."""
_INWARD = 1 - 0.5**0.5
"""Distance that a corner of radius 1 reaches in, across and down; with a radius of 3 mm it is a millimetre."""
_STRAIGHT, _SHORT = 20 * FINE, 5 * FINE
"""Lengths of the pieces of a line that are straight enough to be filled, and that show where it bends."""
_LEVEL = 0.7
"""Maximum bend of a line that counts as level."""
_MOST = 0.4
"""Share of the places of a line that may be lighter than the line: there is more light in a row of letters."""
_LIGHTER = 0.85
"""Maximum darkness between two lines, and of ink that is no line, as a share of the darkness of the lines."""
FAINT = 0.09
"""Minimum darkness of ink, with paper as 0 and black as 1: below it paper is uneven."""

Picture = NDArray[np.float32]


def _unbent(dark: Picture) -> Picture:
    """Return the picture of a box with its lines straight: where paper curls they bend."""
    height, width = dark.shape
    upper, lower, left, right = (_course(side) for side in (dark, dark[::-1], dark.T, dark.T[::-1]))
    if max(float(np.ptp(each)) for each in (upper, lower, left, right)) < _LEVEL:
        return dark
    across, down = np.linspace(0, 1, width), np.linspace(0, 1, height)[:, None]
    y = np.arange(height)[:, None] + (1 - down) * upper - down * lower
    x = np.arange(width) + (1 - across) * left[:, None] - across * right[:, None]
    return np.asarray(cv2.remap(dark, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR), np.float32)


def _course(side: Picture) -> NDArray[np.float64]:
    """Return by how many pixels the line of the upper side is lower than in most places, at each place along it."""
    width = side.shape[1]
    pieces = _pieces(side, _SHORT)
    runs = [_own_line(piece.profile) for piece in pieces]
    last = len(pieces) - 1
    for at, beside in [*pairwise(range(last, -1, -1)), *pairwise(range(last + 1))]:  # away from its place, step by step
        if (run := runs[at]) and not runs[beside]:
            runs[beside] = _own_line(pieces[beside].profile, run[0])
    seen = [(piece, run) for piece, run in zip(pieces, runs, strict=True) if run]
    wide = min((end - first for _, (first, end) in seen), default=0) + 2  # wider where digits stand on it
    least = _LIGHTER * float(np.median([piece.profile[slice(*run)].max() for piece, run in seen] or 0))
    places = [
        (piece.middle, np.average(np.arange(first, end), weights=piece.profile[first:end]))
        for piece, (first, end) in seen
        if end - first <= wide and piece.profile[first:end].max() > least
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


class Within(NamedTuple):
    """The picture of a box without its line."""

    ink: Picture
    """Darkness of each pixel. The lines are filled with what is on both sides of them; there are no corners."""
    thick: int
    """Width of the heaviest side of the line."""


def without_lines(dark: Picture) -> Within:
    """Return the picture of a box without its line.

    `dark` is the darkness of each pixel. The line has one width all around: where a side looks wider than the opposite
    one, or than the thinnest if that is not seen, there is ink next to it.
    """
    dark = _unbent(dark)
    height, width = dark.shape
    sides = [_pieces(side, _STRAIGHT) for side in (dark, dark[::-1], dark.T, dark.T[::-1])]  # views of it
    runs = [[_own_line(piece.profile) for piece in pieces] for pieces in sides]
    widths = [min((run[1] - run[0] for run in each if run), default=0) for each in runs]
    thinnest = min(filter(None, widths), default=3)
    thick = [min(pair) or thinnest for pair in (widths[:2], widths[2:]) for _ in pair]
    inside = [
        [min(run[1], run[0] + most + 1) if run else MARGIN - 1 + most for run in each]
        for each, most in zip(runs, thick, strict=True)
    ]
    ends = [max(each) for each in inside]
    radius = _radius(dark, ends)
    top, bottom, left, right = (end + radius for end in ends)
    xs, ys = (left, width - 1 - right), (top, height - 1 - bottom)
    for pieces, each in zip(sides, inside, strict=True):
        for piece, end in zip(pieces, each, strict=True):
            _fill_line(piece, end)
    inner = np.zeros(dark.shape, np.uint8)
    cv2.rectangle(inner, (xs[0], 0), (xs[1], height), 1, -1)
    cv2.rectangle(inner, (0, ys[0]), (width, ys[1]), 1, -1)
    for y, x in product(ys, xs):
        cv2.circle(inner, (x, y), max(radius - 1, 0), 1, -1)
    return Within(np.asarray(dark * inner, np.float32), max(thick))


class _Piece(NamedTuple):
    """Piece of the upper side of a box, so short that its line is straight."""

    strip: Picture
    """View of the picture, as deep as a line may reach."""
    profile: NDArray[np.float32]
    """Darkness of each row in most places between the corners of the box."""
    middle: float
    """Middle of these places along the side."""


def _pieces(side: Picture, long: int) -> list[_Piece]:
    """Divide the upper side into pieces that have at least this length."""
    width = side.shape[1]
    corner = MARGIN + min(3 * FINE, (width - 2 * MARGIN) // 4)
    inner = np.linspace(corner, width - corner, max((width - 2 * corner) // long, 1) + 1).astype(int)
    outer = [0, *inner[1:-1], width]
    depth, found = MARGIN + REACH + 1, []
    for (first, last), (left, right) in zip(pairwise(outer), pairwise(inner), strict=True):
        at = int((right - left) * _MOST)
        profile = np.partition(side[:depth, left:right], at, axis=1)[:, at]
        found.append(_Piece(side[:depth, first:last], profile, (left + right) / 2))
    return found


def _own_line(profile: NDArray[np.float32], place: int = MARGIN) -> tuple[int, int] | None:
    """Return the first row of the line of a box, and the first row after it; None if there is none near its `place`.

    It is the outermost line there: a line further in may be a 1. The lines of totals are so wide that they may begin
    further away.
    """
    rows = [*profile[:-1].tolist(), 0.0]  # so few that numpy would take longer
    least, start = max(FAINT, 0.5 * max(rows[max(place - 1, 0) : place + LINE])), 0
    for at in range(1, len(rows)):
        if rows[at] > least and not _is_valley(rows, at):
            start = start or at
        elif start and (abs(start - place) <= LINE or start <= place < at):
            return start, at
        else:
            start = 0
    return None


def _is_valley(rows: Sequence[float], at: int) -> bool:
    """Check whether a row is lighter than those on both sides: two lines look like one."""
    before, after = rows[max(at - LINE, 0) : at], rows[at + 1 : at + 1 + LINE]
    return rows[at] <= min(before[-1], after[0], _LIGHTER * max(before), _LIGHTER * max(after))


def _fill_line(piece: _Piece, end: int) -> None:
    """Remove the line that ends before row `end`, and all print beyond it, from a piece.

    The rows of the line are filled with what is above and below it, and with the ink that is seen on it, unless it is
    black. Beside it only its blur is removed.
    """
    strip, profile, _ = piece
    askew = np.maximum(np.append(profile[1:], 0), np.append(0, profile[:-1]))
    printed = np.maximum(profile, askew)
    printed[end + 2 :] = 0
    line = profile > max(FAINT, 0.5 * float(profile[:end].max()))
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


def _radius(dark: Picture, ends: Sequence[int]) -> int:
    """Return the radius of the inner corners, by the distance of their line from the point in which its sides meet."""
    top, bottom, left, right = ends[0], dark.shape[0] - 1 - ends[1], ends[2], dark.shape[1] - 1 - ends[3]
    steps = np.arange(min(FINE, (bottom - top) // 3, (right - left) // 3))
    corners = ((left, top, 1, 1), (right, top, -1, 1), (left, bottom, 1, -1), (right, bottom, -1, -1))
    along = np.sort([dark[y + down * steps, x + across * steps] for x, y, across, down in corners], axis=0)[2]
    if along.max(initial=0) <= FAINT:  # of the three palest: ink may stand in one
        return _ROUND
    above = np.append(along, 0) / along.max() - 0.5
    last = int(np.flatnonzero(above > 0)[-1])
    return round((last + 1 + float(above[last] / (above[last] - above[last + 1]))) / _INWARD)
