"""The ink in a box, without paper, shadow and printed lines, as a small picture for the reader.

A box is seen with 8 pixels a millimetre and a margin of two millimetres, for digits cross the line.
All numbers were chosen by hand, on made photos whose boxes were looked at.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any, Literal, NamedTuple

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

Darkness = NDArray[np.float32]
"""Darkness of each pixel of a box, float32[height, width], from 0 for paper to 1 for black."""
Numbers = NDArray[Any]
Flags = NDArray[np.bool_]


def _without_lines(dark: Darkness) -> tuple[Darkness, int]:
    """Return the darkness of each pixel of a box without its line, and the line's width.

    The corners are left out, too. The line is filled with what is on both sides of it.
    """
    dark = _unbent(dark)
    sides = [_pieces(side, LINE.straight) for side in _from_each_side(dark)]
    runs = [[_own_line(piece.profile) for piece in pieces] for pieces in sides]
    widths = _line_widths(runs)
    ends = [_line_ends(of_side, width) for of_side, width in zip(runs, widths, strict=True)]
    inner = _inside_of_corners(dark, [max(of_side) for of_side in ends])
    for pieces, of_side in zip(sides, ends, strict=True):
        for piece, end in zip(pieces, of_side, strict=True):
            _fill_line(piece, end)  # a view of the picture
    return np.asarray(dark * inner, np.float32), max(widths)


def _from_each_side(dark: Darkness) -> tuple[Darkness, Darkness, Darkness, Darkness]:
    """Return views of a box that have its upper, lower, left and right side at their top."""
    return dark, dark[::-1], dark.T, dark.T[::-1]


def _line_widths(runs: Sequence[Sequence[tuple[int, int] | None]]) -> list[int]:
    """Return the width of the line at the upper, lower, left and right side.

    `runs` are the rows of the line in the pieces of each side. It has one width all around: where a
    side looks wider than the opposite one, or than the thinnest if that is not seen, there is ink
    next to it.
    """
    seen = []
    for of_side in runs:
        seen.append(min((run[1] - run[0] for run in of_side if run), default=0))
    thinnest = min(filter(None, seen), default=3)
    level = min(seen[:2]) or thinnest
    upright = min(seen[2:]) or thinnest
    return [level, level, upright, upright]


def _line_ends(runs: Sequence[tuple[int, int] | None], width: int) -> list[int]:
    """Return the first row after the line in each piece of a side; the line has this width."""
    ends = []
    for run in runs:
        if run:
            ends.append(min(run[1], run[0] + width + 1))
        else:
            ends.append(MARGIN - 1 + width)
    return ends


def _inside_of_corners(dark: Darkness, ends: Sequence[int]) -> NDArray[np.uint8]:
    """Return a mask of a box without what is beyond its corners.

    `ends` are the first rows after the upper, lower, left and right line.
    """
    height, width = dark.shape
    radius = _radius(dark, ends)
    top, bottom, left, right = (end + radius for end in ends)
    xs = left, width - 1 - right
    ys = top, height - 1 - bottom
    inner = np.zeros(dark.shape, np.uint8)
    cv2.rectangle(inner, (xs[0], 0), (xs[1], height), 1, -1)
    cv2.rectangle(inner, (0, ys[0]), (width, ys[1]), 1, -1)
    for y, x in product(ys, xs):
        cv2.circle(inner, (x, y), max(radius - 1, 0), 1, -1)
    return inner


def _unbent(dark: Darkness) -> Darkness:
    """Return a box with its lines straight: where paper curls they bend."""
    height, width = dark.shape
    upper, lower, left, right = (_course(side) for side in _from_each_side(dark))
    if max(float(np.ptp(course)) for course in (upper, lower, left, right)) < LINE.level:
        return dark
    across = np.linspace(0, 1, width)
    down = np.linspace(0, 1, height)[:, None]
    y = np.arange(height)[:, None] + (1 - down) * upper - down * lower
    x = np.arange(width) + (1 - across) * left[:, None] - across * right[:, None]
    return np.asarray(
        cv2.remap(dark, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR), np.float32
    )


def _course(side: Darkness) -> NDArray[np.float64]:
    """Return how far the upper line is below its usual place, in pixels along it."""
    width = side.shape[1]
    x, y = _line_middles(_pieces(side, LINE.short))
    if len(x) < 2:
        return np.zeros(width)
    if len(x) > 2:  # a median of three; the ends go on as their neighbours do
        before, after = 2 * y[[1, -2]] - y[[2, -3]]
        y = np.median([np.append(before, y[:-1]), y, np.append(y[1:], after)], axis=0)
    slopes = (y[[1, -1]] - y[[0, -2]]) / (x[[1, -1]] - x[[0, -2]])
    beyond = np.clip(np.array([0, width]) - x[[0, -1]], -LINE.short, LINE.short)
    first, last = y[[0, -1]] + slopes * beyond
    course = np.interp(np.arange(width), np.hstack([0, x, width]), np.hstack([first, y, last]))
    return np.asarray(course - np.median(course))


def _line_middles(pieces: Sequence["_Piece"]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return x and y of the middle of the line in the pieces in which it is plainly seen."""
    seen = []
    for piece, run in zip(pieces, _runs_of_line(pieces), strict=True):
        if run:
            seen.append((piece, *run))
    if not seen:
        return np.zeros(0), np.zeros(0)
    widest = min(end - first for _, first, end in seen) + 2  # wider where digits stand on it
    darkness = [piece.profile[first:end].max() for piece, first, end in seen]
    palest = LINE.lighter * float(np.median(darkness))
    x, y = [], []
    for (piece, first, end), dark in zip(seen, darkness, strict=True):
        if end - first <= widest and dark > palest:
            x.append(piece.middle)
            y.append(np.average(np.arange(first, end), weights=piece.profile[first:end]))
    return np.array(x), np.array(y)


def _runs_of_line(pieces: Sequence["_Piece"]) -> list[tuple[int, int] | None]:
    """Return the first row of the line in each piece, and the first row after it.

    From pieces in which it is at its place, it is followed into those beside them.
    """
    runs = [_own_line(piece.profile) for piece in pieces]
    last = len(pieces) - 1
    to_the_left = pairwise(range(last, -1, -1))
    to_the_right = pairwise(range(last + 1))
    for at, beside in (*to_the_left, *to_the_right):
        run = runs[at]
        if run and not runs[beside]:
            runs[beside] = _own_line(pieces[beside].profile, run[0])
    return runs


class _Piece(NamedTuple):
    """Piece of the upper side of a box, so short that its line is straight."""

    strip: Darkness
    """View of the picture, as deep as a line may reach."""
    profile: NDArray[np.float32]
    """Darkness of each row in most places between the corners of the box."""
    middle: float
    """Mean position of these places along the side, in pixels."""


def _pieces(side: Darkness, long: int) -> list[_Piece]:
    """Divide the upper side into pieces that have at least this length."""
    width = side.shape[1]
    corner = MARGIN + min(3 * FINE, (width - 2 * MARGIN) // 4)
    count = max((width - 2 * corner) // long, 1)
    inner = np.linspace(corner, width - corner, count + 1).astype(int)
    outer = [0, *inner[1:-1], width]
    depth = MARGIN + LINE.reach + 1
    pieces = []
    for (first, last), (left, right) in zip(pairwise(outer), pairwise(inner), strict=True):
        at = int((right - left) * LINE.lighter_places)
        profile = np.partition(side[:depth, left:right], at, axis=1)[:, at]
        pieces.append(_Piece(side[:depth, first:last], profile, (left + right) / 2))
    return pieces


def _own_line(profile: NDArray[np.float32], place: int = MARGIN) -> tuple[int, int] | None:
    """Return the first row of the line of a box, and the first row after it.

    None if there is no line near its `place`. It is the outermost line there: a line further in may
    be a 1. The lines of totals are so wide that they may begin further away.
    """
    rows = [*profile[:-1].tolist(), 0.0]  # so few that numpy would take longer
    least = max(FAINT, 0.5 * max(rows[max(place - 1, 0) : place + LINE.width]))
    start = 0
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
    before = rows[max(at - LINE.width, 0) : at]
    after = rows[at + 1 : at + 1 + LINE.width]
    return rows[at] <= min(
        before[-1], after[0], LINE.lighter * max(before), LINE.lighter * max(after)
    )


def _fill_line(piece: _Piece, end: int) -> None:
    """Remove the line that ends before row `end`, and all print beyond it, from a piece.

    The rows of the line are filled with what is above and below it. Ink that is seen on the line
    stays, unless the line is black. Next to the line only its blur is removed.
    """
    strip, profile, _ = piece
    line = profile > max(FAINT, 0.5 * float(profile[:end].max()))
    line[end - 2 : end] = True
    line[end:] = False
    askew = np.maximum(np.append(profile[1:], 0), np.append(0, profile[:-1]))
    printed = np.maximum(profile, askew)
    printed[end + 2 :] = 0
    blur = np.where(line, 0, np.minimum(printed / (1.001 - printed), 1))
    strip -= (1 - strip) * blur[:, None]
    np.maximum(strip, 0, out=strip)
    rows = np.flatnonzero(line)
    level = printed[rows, None]
    seen = (strip[rows] - level) / np.maximum(1 - level, 0.001)
    on_line = np.where((seen > LINE.over) & (level < LINE.black), seen, 0)
    strip[rows] = np.maximum(_from_both_sides(strip, line), on_line)


def _from_both_sides(strip: Darkness, line: Flags) -> Darkness:
    """Return what the rows of a line would be between the clear rows above and below them.

    Nothing if there is no clear row above them.
    """
    clear = np.flatnonzero(~line)
    rows = np.flatnonzero(line)
    after = np.searchsorted(clear, rows)
    above = clear[np.maximum(after - 1, 0)]
    below = clear[after]
    part = ((rows - above) / np.maximum(below - above, 1)).astype(np.float32)[:, None]
    mixed = (1 - part) * strip[above] + part * strip[below]
    return np.where((after == 0)[:, None], 0, mixed)


def _radius(dark: Darkness, ends: Sequence[int]) -> int:
    """Return the radius of the inner corners.

    It is found by the distance of their line from the point in which the sides meet. `ends` are the
    first rows after the upper, lower, left and right line.
    """
    height, width = dark.shape
    top, left = ends[0], ends[2]
    bottom, right = height - 1 - ends[1], width - 1 - ends[3]
    steps = np.arange(min(FINE, (bottom - top) // 3, (right - left) // 3))
    diagonals = [
        dark[top + steps, left + steps],
        dark[top + steps, right - steps],
        dark[bottom - steps, left + steps],
        dark[bottom - steps, right - steps],
    ]
    along = np.sort(diagonals, axis=0)[2]  # of the three palest: ink may stand in one
    if along.max(initial=0) <= FAINT:
        return LINE.radius
    above = np.append(along, 0) / along.max() - 0.5
    last = int(np.flatnonzero(above > 0)[-1])
    part = float(above[last] / (above[last] - above[last + 1]))
    return round((last + 1 + part) / LINE.inward)


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

    patch: Darkness
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
    alone: Darkness | None = None
    """Patch without ink that leaves the picture, and may be a neighbour's; None if none does."""
    joined: Darkness | None = None
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
    dark = np.minimum(gain * _darkness_of(flat, rect, scale), 1)
    inside, thick = _without_lines(dark)
    every = _without_runs(inside)
    own, partly_own = _own_strokes(every, thick)
    ink = every * own
    alone = _other_patch(_within_picture(ink), ink)
    amount = float(ink.sum()) / FINE**2
    return BoxInk(
        _patch_of(ink),
        amount,
        _is_doubtful(ink, every, leaves=alone is not None),
        alone is not None or _goes_on(ink, every - ink, thick),
        alone,
        _other_patch(every * partly_own, ink),
    )


def _within_picture(ink: Darkness) -> Darkness:
    """Return the ink without the margins in which it leaves the picture of the box."""
    ink = ink.copy()
    for side in _from_each_side(ink):
        if (side[0] > FAINT).any():
            side[:MARGIN] = 0
    return ink


def _other_patch(other: Darkness, ink: Darkness) -> Darkness | None:
    """Return the patch of another choice of strokes; None if it is the same ink."""
    return None if (other == ink).all() else _patch_of(other)


def _is_doubtful(ink: Darkness, every: Darkness, *, leaves: bool) -> bool:
    """Check whether all ink is along the line, or whether all of it was taken for a neighbour's.

    `every` has the strokes of neighbours, too. With `leaves`, some ink leaves the picture.
    """
    edge = MARGIN + LINE.width + 1
    if ink.any():
        depth = MARGIN + (round(STROKE.stray) if leaves else LINE.reach + 2)
        return not (ink[depth:-depth, edge:-edge] > FAINT).any()
    inside = every[edge:-edge, edge:-edge]
    return float(inside[inside > FAINT].sum()) / FINE**2 > STROKE.dash


def pale_ink(flat: NDArray[np.uint8], rect: Rect, scale: float) -> float:
    """Return how dark the pale ink in the middle of a box is.

    0 if nothing is darker than the paper, or if there is dark ink. The arguments are those of
    `cut`.
    """
    edge = MARGIN + LINE.reach
    blurred = cv2.GaussianBlur(_darkness_of(flat, rect, scale), (0, 0), PALE.blur)
    middle = blurred[edge:-edge, edge:-edge]
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
    written = [amount for amount in amounts if amount > STROKE.speck]
    even = STROKE.speck
    if written:
        even = max(even, float(np.median(written)) / 20)
    return [1 / (1 + (even / amount) ** 5) if amount else 0.0 for amount in amounts]


def _darkness_of(flat: NDArray[np.uint8], rect: Rect, scale: float) -> Darkness:
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


def _goes_on(ink: Darkness, others: Darkness, thick: int) -> bool:
    """Check whether ink reaches the upper or lower line in places with other ink beyond it."""
    for own, other in ((ink, others), (ink[::-1], others[::-1])):
        at_line = own[MARGIN : MARGIN + thick + 3].max(axis=0, keepdims=True)
        reaches = cv2.blur(at_line, (FINE, 1)) > FAINT / FINE
        is_beyond = (other[:MARGIN] > STROKE.dark).any(axis=0)
        if (reaches & is_beyond).sum() > STROKE.wide:
            return True
    return False


def _without_runs(ink: Darkness) -> Darkness:
    """Subtract level runs near the lines that are longer than a hand writes.

    Lines of other boxes, and blur.
    """
    level = np.ones((1, STROKE.run), np.uint8)
    for strip in (ink[: MARGIN + LINE.reach], ink[-MARGIN - LINE.reach :]):
        smooth = cv2.blur(strip, (STROKE.run // 16, 1))
        runs = cv2.erode(smooth, level, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        cv2.subtract(strip, STROKE.run_taken * cv2.dilate(runs, level), dst=strip)
    return np.maximum(ink, 0, out=ink)


class _Strokes(Struct, frozen=True, eq=False):
    """Connected ink of a box and its margin. Stroke 0 is the paper, which has no ink in the box."""

    labels: NDArray[np.int32]
    """int32[height, width]: number of the stroke of each pixel."""
    whole: Numbers
    """float[n]: ink of each stroke, in pixels."""
    inside: Numbers
    """float[n]: the part of it that is in the box."""
    start: Numbers
    """int32[n, 2]: left and upper side of each stroke."""
    end: Numbers
    """int32[n, 2]: right and lower side."""

    @property
    def size(self) -> Numbers:
        """Width and height of the box with its margins."""
        return np.array(self.labels.shape[::-1])

    @property
    def width(self) -> Numbers:
        """int32[n]: width of each stroke."""
        return self.end[:, 0] - self.start[:, 0]

    @property
    def height(self) -> Numbers:
        """int32[n]: height of each stroke."""
        return self.end[:, 1] - self.start[:, 1]

    @property
    def reach(self) -> Numbers:
        """int[n, 2]: width and height of the part of each stroke that is in the box."""
        return np.asarray(np.minimum(self.end, self.size - MARGIN) - np.maximum(self.start, MARGIN))

    @property
    def is_fleck(self) -> Flags:
        """bool[n]: flecks next to a number."""
        little = self.inside < STROKE.fleck * self.inside.max()
        return np.asarray(little & (np.maximum(self.width, self.height) < STROKE.rough))

    def is_within(self, depth: float) -> Flags:
        """Find the strokes that are wholly above or below this distance from both edges, bool[n].

        The edges are those of the picture, so that a stroke is near a level line, or beyond it.
        """
        start, end = self.start[:, 1], self.end[:, 1]
        return np.asarray((end < depth) | (start > self.size[1] - depth))

    def mask(self, chosen: Flags) -> Darkness:
        """Return a mask of the chosen strokes with a pixel around them, float32[height, width]."""
        pixels = chosen[self.labels].astype(np.float32)
        return np.asarray(cv2.dilate(pixels, np.ones((3, 3), np.uint8)), np.float32)


def _strokes_of(ink: Darkness) -> _Strokes:
    """Return the connected ink of a box."""
    soft = cv2.GaussianBlur(ink, (0, 0), 1.2)
    inner = slice(MARGIN, -MARGIN), slice(MARGIN, -MARGIN)
    grain = float(np.median(soft[inner]))  # most of it is paper
    least = max(FAINT, 0.3 * float(np.quantile(soft, 0.995)), STROKE.grain * grain)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(
        (soft > least).astype(np.uint8), connectivity=8
    )
    whole = np.bincount(labels.ravel(), ink.ravel(), count)
    inside = np.bincount(labels[inner].ravel(), ink[inner].ravel(), count)
    inside[0] = 0
    start = boxes[:, :2]
    return _Strokes(np.asarray(labels, np.int32), whole, inside, start, start + boxes[:, 2:4])


def _own_strokes(ink: Darkness, thick: int) -> tuple[Darkness, Darkness]:
    """Return a mask of the strokes of this box.

    Strokes are connected ink that is more than a speck, and mostly in the box. The second mask has
    other ink as well that only a line parts from them, or that is partly in the box. The line has a
    width of `thick`.
    """
    strokes = _strokes_of(ink)
    remainders = _remainders_of_lines(strokes)
    printed = _printed_lines(strokes, remainders)
    own = _mostly_inside(strokes)
    written = own & ~remainders
    if written.any():  # far from that, it is what is left of a line that bends
        own &= ~remainders | _near(strokes, written)
    own &= ~printed
    if not own.any():
        own = _dashes_on_line(strokes) & ~printed
    partly = _partly_inside(strokes) & ~remainders & ~printed
    if own.any():
        partly &= _near(strokes, own)
    smaller = strokes.whole < strokes.whole[own].sum()
    joined = own
    for _ in range(2):  # what a line parts from them; then from that
        joined = joined | _beyond_line(strokes, joined, smaller & ~printed, thick)
    more = joined | partly | _beyond_line(strokes, joined, ~printed, thick)
    return strokes.mask(joined), strokes.mask(more)


def _mostly_inside(strokes: _Strokes) -> Flags:
    """Find the strokes that are more than specks, and mostly in the box, bool[n].

    Not those that only reach into it, across its line.
    """
    edge = MARGIN + LINE.width + 1
    at_edge = (strokes.start <= edge) | (strokes.end >= strokes.size - edge)
    height = strokes.size[1]
    comes_in = strokes.start[:, 1] < MARGIN - LINE.width  # from above
    comes_in |= strokes.end[:, 1] > height - MARGIN + LINE.width  # from below
    comes_in |= strokes.is_within(edge + LINE.width)  # or it is what is left of a line
    reach = strokes.reach
    strays = at_edge.any(axis=1) & (reach.max(axis=1) < STROKE.stray)
    strays |= comes_in & (reach[:, 1] < STROKE.stray)
    large = strokes.inside > STROKE.speck * FINE**2
    mostly = strokes.inside > STROKE.own * strokes.whole
    return np.asarray(large & ~strokes.is_fleck & mostly & ~strays)


def _partly_inside(strokes: _Strokes) -> Flags:
    """Find the strokes that are more than specks, and partly in the box, bool[n]."""
    large = strokes.inside > STROKE.speck * FINE**2
    partly = strokes.inside > STROKE.part * strokes.whole
    return np.asarray(large & partly & ~strokes.is_fleck)


def _remainders_of_lines(strokes: _Strokes) -> Flags:
    """Find the flat strokes that may be what is left of a level line, bool[n]."""
    flat = strokes.width > STROKE.flat * strokes.height
    long = strokes.width > STROKE.run
    return np.asarray(flat & (strokes.is_within(MARGIN + LINE.reach) | long))


def _printed_lines(strokes: _Strokes, remainders: Flags) -> Flags:
    """Find the remainders of lines that are too long to be written, bool[n]."""
    long = strokes.is_within(MARGIN + STROKE.stray) & (strokes.width > STROKE.run)
    box_width = strokes.size[0] - 2 * MARGIN
    spans = (strokes.width > STROKE.whole_line * box_width) & (strokes.height <= LINE.reach)
    return np.asarray(remainders & (long | spans))


def _dashes_on_line(strokes: _Strokes) -> Flags:
    """Find the strokes that are a dash where there is nothing else, bool[n]."""
    large = strokes.inside > STROKE.dash * FINE**2
    mostly = strokes.inside > 0.8 * strokes.whole
    return np.asarray(large & mostly & (strokes.reach[:, 0] > STROKE.stray))


def _beyond_line(strokes: _Strokes, chosen: Flags, others: Flags, thick: int) -> Flags:
    """Find the others that at most a line of this width parts from the chosen strokes, bool[n]."""
    if not (others & ~chosen)[1:].any():
        return others & chosen
    width = 2 * (thick + STROKE.beyond) + 1
    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (width, width))
    grown = cv2.dilate(chosen[strokes.labels].astype(np.uint8), cross)
    edge = MARGIN + 2 * LINE.width + 1
    grown[edge:-edge, edge:-edge] = 0
    touched = np.bincount(strokes.labels.ravel(), grown.ravel(), len(chosen)) > 0
    touched[0] = False
    return others & touched


def _near(strokes: _Strokes, chosen: Flags) -> Flags:
    """Find the strokes that are above, below or close to some of the chosen ones, bool[n]."""
    left, right = strokes.start[:, 0], strokes.end[:, 0]
    first = left[chosen].min(initial=1 << 20) - STROKE.stray
    last = right[chosen].max(initial=-1) + STROKE.stray
    return np.asarray((right > first) & (left < last))


def _patch_of(ink: Darkness) -> Darkness:
    """Return the ink alone, scaled to the size of a patch and to the darkness of full ink."""
    if not ink.any():
        return np.zeros((HEIGHT, WIDTH), np.float32)
    x, y, width, height = cv2.boundingRect((ink > 0).astype(np.uint8))
    size = min((HEIGHT - 4) / max(height, STROKE.small), (WIDTH - 4) / max(width, STROKE.small))
    right, lower = max(round(width * size), 1), max(round(height * size), 1)
    small = cv2.resize(
        ink[y : y + height, x : x + width], (right, lower), interpolation=cv2.INTER_AREA
    )
    patch = np.zeros((HEIGHT, WIDTH), np.float32)
    top = (HEIGHT - lower) // 2
    left = (WIDTH - right) // 2
    patch[top : top + lower, left : left + right] = small
    full = max(float(np.quantile(small, 0.97)), FAINT)
    return np.asarray(np.minimum(patch / full, 1), np.float32)
