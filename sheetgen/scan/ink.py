"""The ink in a box, without paper, shadow and printed lines, as a small picture for the reader.

A box is seen with 8 pixels a millimetre and a margin of two millimetres, for digits cross the line.
All numbers were chosen by hand, on made photos whose boxes were looked at.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Literal, NamedTuple

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.layout.primitives import MM, Rect

# the line around a box

FINE = 8
"""Scale of the picture of a box, in pixels a millimetre."""
MARGIN = 2 * FINE
"""Margin around the box in this picture, in pixels, as all lengths here."""


class LineMeasures(Struct, frozen=True):
    """Measures of the line around a box. Lengths are pixels of the picture of a box."""

    width: int = 4
    """Maximum distance of the line from the edge of its box, and the width that it is taken to have
    where it is not seen."""
    reach: int = 13
    """Maximum distance that a line reaches into its box: the heaviest line has 0.85 mm, and may be
    blurred or shifted."""
    over: float = 0.35
    """Minimum darkness of ink on a line, as a share of the light that the line leaves."""
    black: float = 0.9
    """Maximum darkness of a line on which ink is seen."""
    radius: int = 12
    """Radius of the corners where their line is not seen. Ink beyond a corner is ignored."""
    inward: float = 1 - 0.5**0.5
    """Distance that a corner of radius 1 reaches in, across and down; with a radius of 3 mm it is a
    millimetre."""
    straight: int = 20 * FINE
    """Length of the pieces of a line that are straight enough to be filled."""
    short: int = 5 * FINE
    """Length of the pieces of a line that show where it bends."""
    level: float = 0.7
    """Maximum bend of a line that counts as level."""
    lighter_places: float = 0.4
    """Share of the places of a line that may be lighter than the line: there is more light in a row
    of letters."""
    lighter: float = 0.85
    """Maximum darkness between two lines, and of ink that is no line, as a share of the darkness of
    the lines."""


LINE = LineMeasures()

FAINT = 0.09
"""Minimum darkness of ink, with paper as 0 and black as 1: below it paper is uneven."""

Picture = NDArray[np.float32]


def _unbent(dark: Picture) -> Picture:
    """Return the picture of a box with its lines straight: where paper curls they bend."""
    height, width = dark.shape
    upper, lower, left, right = (_course(side) for side in (dark, dark[::-1], dark.T, dark.T[::-1]))
    if max(float(np.ptp(each)) for each in (upper, lower, left, right)) < LINE.level:
        return dark
    across, down = np.linspace(0, 1, width), np.linspace(0, 1, height)[:, None]
    y = np.arange(height)[:, None] + (1 - down) * upper - down * lower
    x = np.arange(width) + (1 - across) * left[:, None] - across * right[:, None]
    return np.asarray(
        cv2.remap(dark, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR), np.float32
    )


def _course(side: Picture) -> NDArray[np.float64]:
    """Return how far the upper line is below its usual place, in pixels along it."""
    width = side.shape[1]
    pieces = _pieces(side, LINE.short)
    runs = [_own_line(piece.profile) for piece in pieces]
    last = len(pieces) - 1
    for at, beside in [
        *pairwise(range(last, -1, -1)),
        *pairwise(range(last + 1)),
    ]:  # away from its place, step by step
        if (run := runs[at]) and not runs[beside]:
            runs[beside] = _own_line(pieces[beside].profile, run[0])
    seen = [(piece, run) for piece, run in zip(pieces, runs, strict=True) if run]
    wide = (
        min((end - first for _, (first, end) in seen), default=0) + 2
    )  # wider where digits stand on it
    least = LINE.lighter * float(
        np.median([piece.profile[slice(*run)].max() for piece, run in seen] or 0)
    )
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
    outer = y[[0, -1]] + slopes * np.clip(
        np.array([0, width]) - x[[0, -1]], -LINE.short, LINE.short
    )
    course = np.interp(
        np.arange(width), np.hstack([0, x, width]), np.hstack([outer[0], y, outer[1]])
    )
    return np.asarray(course - np.median(course))


def _without_lines(dark: Picture) -> tuple[Picture, int]:
    """Return the darkness of each pixel of a box without its line, and the line's width.

    The corners are left out, too. The line is filled with what is on both sides of it. It has one
    width all around: where a side looks wider than the opposite one, or than the thinnest if that
    is not seen, there is ink next to it.
    """
    dark = _unbent(dark)
    height, width = dark.shape
    sides = [
        _pieces(side, LINE.straight) for side in (dark, dark[::-1], dark.T, dark.T[::-1])
    ]  # views of it
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
    return np.asarray(dark * inner, np.float32), max(thick)


class _Piece(NamedTuple):
    """Piece of the upper side of a box, so short that its line is straight."""

    strip: Picture
    """View of the picture, as deep as a line may reach."""
    profile: NDArray[np.float32]
    """Darkness of each row in most places between the corners of the box."""
    middle: float
    """Mean position of these places along the side, in pixels."""


def _pieces(side: Picture, long: int) -> list[_Piece]:
    """Divide the upper side into pieces that have at least this length."""
    width = side.shape[1]
    corner = MARGIN + min(3 * FINE, (width - 2 * MARGIN) // 4)
    inner = np.linspace(corner, width - corner, max((width - 2 * corner) // long, 1) + 1).astype(
        int
    )
    outer = [0, *inner[1:-1], width]
    depth, found = MARGIN + LINE.reach + 1, []
    for (first, last), (left, right) in zip(pairwise(outer), pairwise(inner), strict=True):
        at = int((right - left) * LINE.lighter_places)
        profile = np.partition(side[:depth, left:right], at, axis=1)[:, at]
        found.append(_Piece(side[:depth, first:last], profile, (left + right) / 2))
    return found


def _own_line(profile: NDArray[np.float32], place: int = MARGIN) -> tuple[int, int] | None:
    """Return the first row of the line of a box, and the first row after it.

    None if there is no line near its `place`. It is the outermost line there: a line further in may
    be a 1. The lines of totals are so wide that they may begin further away.
    """
    rows = [*profile[:-1].tolist(), 0.0]  # so few that numpy would take longer
    least, start = max(FAINT, 0.5 * max(rows[max(place - 1, 0) : place + LINE.width])), 0
    for at in range(1, len(rows)):
        if rows[at] > least and not _is_valley(rows, at):
            start = start or at
        elif start and (abs(start - place) <= LINE.width or start <= place < at):
            return start, at
        else:
            start = 0
    return None


def _is_valley(rows: Sequence[float], at: int) -> bool:
    """Check whether a row is lighter than those on both sides: two lines look like one."""
    before, after = rows[max(at - LINE.width, 0) : at], rows[at + 1 : at + 1 + LINE.width]
    return rows[at] <= min(
        before[-1], after[0], LINE.lighter * max(before), LINE.lighter * max(after)
    )


def _fill_line(piece: _Piece, end: int) -> None:
    """Remove the line that ends before row `end`, and all print beyond it, from a piece.

    The rows of the line are filled with what is above and below it. Ink that is seen on the line
    stays, unless the line is black. Next to the line only its blur is removed.
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
    strip[rows] = np.maximum(beside, np.where((seen > LINE.over) & (level < LINE.black), seen, 0))


def _radius(dark: Picture, ends: Sequence[int]) -> int:
    """Return the radius of the inner corners.

    It is found by the distance of their line from the point in which the sides meet.
    """
    top, bottom, left, right = (
        ends[0],
        dark.shape[0] - 1 - ends[1],
        ends[2],
        dark.shape[1] - 1 - ends[3],
    )
    steps = np.arange(min(FINE, (bottom - top) // 3, (right - left) // 3))
    corners = (
        (left, top, 1, 1),
        (right, top, -1, 1),
        (left, bottom, 1, -1),
        (right, bottom, -1, -1),
    )
    along = np.sort(
        [dark[y + down * steps, x + across * steps] for x, y, across, down in corners], axis=0
    )[2]
    if along.max(initial=0) <= FAINT:  # of the three palest: ink may stand in one
        return LINE.radius
    above = np.append(along, 0) / along.max() - 0.5
    last = int(np.flatnonzero(above > 0)[-1])
    return round((last + 1 + float(above[last] / (above[last] - above[last + 1]))) / LINE.inward)


# the ink in a box

HEIGHT, WIDTH = 32, 80
"""Size of a patch in pixels: the input of the network."""


class StrokeLimits(Struct, frozen=True):
    """Limits of the strokes in a box. Lengths are pixels of the picture of a box."""

    whole_line: float = 0.9
    """Minimum length of a straight run that is the line of the box, as a share of its width."""
    run: int = 10 * FINE
    """Minimum length of a straight run that is printed."""
    run_taken: float = 1.5
    """Factor with which such a run is subtracted: it is uneven."""
    speck: float = 0.12
    """Minimum ink of a stroke, in mm²."""
    fleck: float = 0.06
    """Maximum ink of a fleck next to a number, as a share of the largest stroke."""
    rough: float = 1.25 * FINE
    """Maximum length of such a fleck."""
    dash: float = 0.3
    """Minimum ink, in mm², of a dash on the line that is all the ink there is, and of a box that
    may not be blank."""
    own: float = 0.4
    """Minimum share of a stroke that is in a box if it is the box's own."""
    part: float = 0.3
    """Minimum share of a stroke that is in a box if it may belong to it."""
    stray: float = 2.2 * FINE
    """Minimum length of a stroke of this box that touches the line."""
    flat: int = 3
    """Minimum ratio of width and height of a remainder of a line."""
    beyond: int = 3
    """Distance beyond the line over which strokes are followed."""
    grain: float = 2.8
    """Minimum darkness of ink, in multiples of that of paper: in dim light its grain looks like
    flecks."""
    dark: float = 0.3
    """Minimum darkness of ink on the other side of a line."""
    wide: float = 1.5 * FINE
    """Minimum width of such ink along the line."""
    small: float = 2.6 * FINE
    """Minimum size of ink that is enlarged to the full height of a patch: a dash stays a dash."""


STROKE = StrokeLimits()


class MarkLimits(Struct, frozen=True):
    """Limits of the shapes of marks for nothing."""

    dark: float = 0.4
    """Minimum darkness of a point of a mark."""
    crossed: float = 0.12
    """Minimum ratio of the variances of its points across and along it from which on its lines
    cross."""
    filled: float = 0.4
    """Maximum share of its frame that crossing lines fill."""


MARK = MarkLimits()


class PaleInkLimits(Struct, frozen=True):
    """Limits of the darkness of pale ink."""

    blur: float = 1.5
    """Standard deviation of the blur that evens out the grain of paper, in pixels."""
    written: float = 0.005
    """Share of a box that the darkest part of a small number takes."""
    palest: float = 0.015
    """Minimum darkness."""
    stands_out: float = 6.0
    """Minimum darkness in standard deviations of the paper."""
    darkest: float = 0.2
    """Maximum darkness: beyond that it is print."""


PALE = PaleInkLimits()

_MEDIAN_OFF = 0.6745
"""Median distance from the mean of a normal distribution, in standard deviations."""


class Spot(Struct, frozen=True, eq=False):
    """A box or a total of a straightened page that is read."""

    column: int
    """Number of its column, from 1."""
    row: str
    """Id of its box or total; of several boxes of a category, that of their sum."""
    rect: Rect
    """Rectangle up to the outer edge of its line, in points from the top left corner of the
    page."""


class BoxInk(Struct, frozen=True, eq=False):
    """The ink of one box."""

    patch: Picture
    """float32[32, 80]: from 0 for paper to 1 for ink of any pen; the ink fills it, and is in its
    middle."""
    amount: float
    """Area of the ink in mm², weighed by its darkness; 0 without ink."""
    doubtful: bool = False
    """Flag: all ink is along the line and may be a remainder of it or of a neighbour, or all ink
    was taken for a neighbour's."""
    cut_off: bool = False
    """Flag: part of the ink may be missing, or a neighbour's: it reaches ink beyond a line, or
    leaves the picture."""
    alone: Picture | None = None
    """Patch without ink that leaves the picture, and may be a neighbour's; None if none does."""
    joined: Picture | None = None
    """Patch with ink that is partly in the box, or only beyond a line, but was taken for a
    neighbour's; or None."""

    @property
    def strays(self) -> bool:
        """Flag: the ink is rather a neighbour's: it is along a line, and leaves the picture."""
        return self.doubtful and self.alone is not None

    @property
    def mark(self) -> Literal["-", "/", "x"]:
        """Shape of the ink if it is a mark for nothing.

        A level line, another line, or lines that cross.
        """
        width, height = (int(self.patch.any(axis=axis).sum()) for axis in (0, 1))
        rows, columns = np.nonzero(self.patch > MARK.dark)
        if len(rows) > 2:
            thin, long = np.linalg.eigvalsh(np.cov(np.stack([rows, columns])))
            if thin > MARK.crossed * long and len(rows) < MARK.filled * width * height:
                return "x"
        return "-" if width > height else "/"


def cut(flat: NDArray[np.uint8], rect: Rect, scale: float, gain: float = 1.0) -> BoxInk:
    """Return the ink in a box of a straightened page.

    ``flat``: uint8[h, w, 3], BGR. ``rect``: rectangle up to the outer edge of the box's line, in
    points. ``scale``: pixels of ``flat`` per point. ``gain``: factor by which all is darker, for a
    pale pencil. Ink that crosses the line is followed for two millimetres; strokes that come in
    from a neighbour are left out.
    """
    ink, thick = _without_lines(np.minimum(gain * _looked_at(flat, rect, scale), 1))
    every = _without_runs(ink)
    own, more = _own_strokes(every, thick)
    ink, joined = every * own, every * more
    ways = (ink, every - ink), (ink[::-1], (every - ink)[::-1])
    cut_off = any(_goes_on(one, rest, thick) for one, rest in ways)
    amount, alone = float(ink.sum()) / FINE**2, ink.copy()
    for side in (alone, alone[::-1], alone.T, alone.T[::-1]):
        if (side[0] > FAINT).any():
            side[:MARGIN] = 0
    others = [None if (each == ink).all() else _fitted(each) for each in (alone, joined)]
    cut_off |= others[0] is not None
    edge, deep = (
        MARGIN + LINE.width + 1,
        MARGIN + (LINE.reach + 2 if others[0] is None else round(STROKE.stray)),
    )
    inside = every[edge:-edge, edge:-edge]
    rest = float(inside[inside > FAINT].sum()) / FINE**2
    doubtful = not (ink[deep:-deep, edge:-edge] > FAINT).any() if amount else rest > STROKE.dash
    return BoxInk(_fitted(ink), amount, doubtful, cut_off, *others)


def pale_ink(flat: NDArray[np.uint8], rect: Rect, scale: float) -> float:
    """Return how dark the pale ink in the middle of a box is.

    0 if nothing is darker than the paper, or if there is dark ink. The arguments are those of
    `cut`.
    """
    edge = MARGIN + LINE.reach
    middle = cv2.GaussianBlur(_looked_at(flat, rect, scale), (0, 0), PALE.blur)[
        edge:-edge, edge:-edge
    ]
    if not middle.size:
        return 0.0
    paper = float(np.median(middle))
    grain = float(np.median(abs(middle - paper))) / _MEDIAN_OFF
    ink = float(np.quantile(middle, 1 - PALE.written)) - paper
    return ink if max(PALE.palest, PALE.stands_out * grain) < ink < PALE.darkest else 0.0


def chances_of_ink(amounts: Sequence[float]) -> list[float]:
    """Return the probability that something is written in each box of a column.

    ``amounts`` are those of ``cut``. One pen wrote all of them, so that flecks have far less ink:
    the odds are even at a twentieth of the usual amount. Chosen by hand.
    """
    written = [each for each in amounts if each > STROKE.speck]
    even = max(STROKE.speck, float(np.median(written)) / 20 if written else 0.0)
    return [1 / (1 + (even / each) ** 5) if each else 0.0 for each in amounts]


def _looked_at(flat: NDArray[np.uint8], rect: Rect, scale: float) -> Picture:
    """Return the darkness of a box with its margin, in the darkest channel of each pixel.

    Red ink is pale in one of them. The paper, which has the darkness 0, is a coarse picture in
    which everything dark and narrower than 5 mm is filled.
    """
    fine = FINE / (MM * scale)
    width, height = (round(length * FINE / MM) + 2 * MARGIN for length in (rect.width, rect.height))
    place = np.array(
        [[fine, 0, MARGIN - rect.x * scale * fine], [0, fine, MARGIN - rect.y * scale * fine]]
    )
    window = cv2.warpAffine(
        flat, place, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    coarse = cv2.resize(window, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(
        coarse, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    paper = cv2.resize(cv2.blur(paper, (5, 5)), window.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    dark = np.clip(1 - window.astype(np.float32) / np.maximum(paper, 1), 0, 1)
    return np.asarray(np.maximum.reduce(cv2.split(dark)), np.float32)


def _goes_on(ink: Picture, others: Picture, thick: int) -> bool:
    """Check whether ink reaches the upper line in places with other ink beyond it."""
    reaching = cv2.blur(ink[MARGIN : MARGIN + thick + 3].max(axis=0, keepdims=True), (FINE, 1))
    return bool(
        ((reaching > FAINT / FINE) & (others[:MARGIN] > STROKE.dark).any(axis=0)).sum()
        > STROKE.wide
    )


def _without_runs(ink: Picture) -> Picture:
    """Subtract level runs near the lines that are longer than a hand writes.

    Lines of other boxes, and blur.
    """
    level = np.ones((1, STROKE.run), np.uint8)
    for strip in (ink[: MARGIN + LINE.reach], ink[-MARGIN - LINE.reach :]):
        smooth = cv2.blur(strip, (STROKE.run // 16, 1))
        runs = cv2.erode(smooth, level, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        cv2.subtract(strip, STROKE.run_taken * cv2.dilate(runs, level), dst=strip)
    return np.maximum(ink, 0, out=ink)


def _own_strokes(ink: Picture, thick: int) -> tuple[Picture, Picture]:
    """Return a mask of the strokes of this box.

    Strokes are connected ink that is more than a speck, and mostly in the box. The second mask has
    other ink as well that only a line parts from them, or that is partly in the box.
    """
    soft = cv2.GaussianBlur(ink, (0, 0), 1.2)
    grain = float(np.median(soft[MARGIN:-MARGIN, MARGIN:-MARGIN]))  # most of it is paper
    least = max(FAINT, 0.3 * float(np.quantile(soft, 0.995)), STROKE.grain * grain)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(
        (soft > least).astype(np.uint8), connectivity=8
    )
    inner = slice(MARGIN, -MARGIN), slice(MARGIN, -MARGIN)
    whole = np.bincount(labels.ravel(), ink.ravel(), count)
    own = np.bincount(labels[inner].ravel(), ink[inner].ravel(), count)
    own[0] = 0
    start, end = boxes[:, :2], boxes[:, :2] + boxes[:, 2:4]
    size, edge = np.array(ink.shape[::-1]), MARGIN + LINE.width + 1
    crossing = ((start <= edge) | (end >= size - edge)).any(axis=1)
    beyond = (start[:, 1] < MARGIN - LINE.width) | (
        end[:, 1] > size[1] - MARGIN + LINE.width
    )  # from above or from below
    beyond |= (end[:, 1] < edge + LINE.width) | (
        start[:, 1] > size[1] - edge - LINE.width
    )  # or what is left of a line
    reach = np.minimum(end, size - MARGIN) - np.maximum(start, MARGIN)  # how far it goes in the box
    fleck = (own < STROKE.fleck * own.max()) & (boxes[:, 2:4].max(axis=1) < STROKE.rough)
    keep = (own > STROKE.speck * FINE**2) & ~fleck & (own > STROKE.own * whole)
    keep &= ~(crossing & (reach.max(axis=1) < STROKE.stray)) & ~(
        beyond & (reach[:, 1] < STROKE.stray)
    )
    beside = (end[:, 1] < MARGIN + LINE.reach) | (start[:, 1] > size[1] - MARGIN - LINE.reach)
    line = (boxes[:, 2] > STROKE.flat * boxes[:, 3]) & (beside | (boxes[:, 2] > STROKE.run))
    if (written := keep & ~line).any():  # far from that, it is what is left of a line that bends
        keep &= ~line | _near(boxes, written)
    along = (end[:, 1] < MARGIN + STROKE.stray) | (start[:, 1] > size[1] - MARGIN - STROKE.stray)
    spans = (boxes[:, 2] > STROKE.whole_line * (size[0] - 2 * MARGIN)) & (boxes[:, 3] <= LINE.reach)
    printed = line & (along & (boxes[:, 2] > STROKE.run) | spans)
    keep &= ~printed
    if not keep.any():  # a dash on the line is all there is
        keep = (
            (own > STROKE.dash * FINE**2)
            & (own > 0.8 * whole)
            & (reach[:, 0] > STROKE.stray)
            & ~printed
        )
    more, beyond_it = keep, 2 * (thick + STROKE.beyond) + 1
    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (beyond_it, beyond_it))
    partly = (
        (own > STROKE.speck * FINE**2) & (own > STROKE.part * whole) & ~fleck & ~line & ~printed
    )
    partly &= _near(boxes, keep) | ~keep.any()
    found, most = [], whole[keep].sum()
    for limit, also in (
        (most, keep),
        (most, keep),
        (np.inf, partly),
    ):  # what a line parts from them; one beyond it
        if not (more | printed)[1:].all():  # there is something else
            grown = cv2.dilate(more[labels].astype(np.uint8), cross)
            grown[
                edge + LINE.width : -edge - LINE.width, edge + LINE.width : -edge - LINE.width
            ] = 0
            more = (
                more
                | also
                | (np.bincount(labels.ravel(), grown.ravel(), count) > 0)
                & (whole < limit)
                & ~printed
            )
            more[0] = False
        found.append(more)
    masks = (
        cv2.dilate(each[labels].astype(np.float32), np.ones((3, 3), np.uint8)) for each in found[1:]
    )
    mine, joined = (np.asarray(mask, np.float32) for mask in masks)
    return mine, joined


def _near(boxes: "cv2.typing.MatLike", some: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Find the boxes that are above, below or close to some of them.

    They are [n, (left, top, width, …)].
    """
    left, right = boxes[:, 0], boxes[:, 0] + boxes[:, 2]
    first, last = (
        left[some].min(initial=1 << 20) - STROKE.stray,
        right[some].max(initial=-1) + STROKE.stray,
    )
    return np.asarray((right > first) & (left < last))


def _fitted(ink: Picture) -> Picture:
    """Return the ink alone, scaled to the size of a patch and to the darkness of full ink."""
    if not ink.any():
        return np.zeros((HEIGHT, WIDTH), np.float32)
    x, y, width, height = cv2.boundingRect((ink > 0).astype(np.uint8))
    size = min((HEIGHT - 4) / max(height, STROKE.small), (WIDTH - 4) / max(width, STROKE.small))
    shape = max(round(width * size), 1), max(round(height * size), 1)
    small = cv2.resize(ink[y : y + height, x : x + width], shape, interpolation=cv2.INTER_AREA)
    patch = np.zeros((HEIGHT, WIDTH), np.float32)
    top, left = (HEIGHT - shape[1]) // 2, (WIDTH - shape[0]) // 2
    patch[top : top + shape[1], left : left + shape[0]] = small
    return np.asarray(
        np.minimum(patch / max(float(np.quantile(small, 0.97)), FAINT), 1), np.float32
    )
