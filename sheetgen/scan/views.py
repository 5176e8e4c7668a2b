"""The picture before the sheet is known: its closed boxes, the paper, and the dice of a code.

Each box of a sheet is a closed rounded rectangle, and there are dozens: if writing crosses some of
them, the others are enough. The points in which their sides meet undo the tilt. Ten small squares
in a row may be the dice of the code.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cache
from itertools import islice, tee
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.layout.code import DIE, DIE_GAP, Code, decode
from sheetgen.layout.primitives import PIPS, Rect

# closed boxes

Array = NDArray[Any]
"""Array of numbers, mostly float64; docstrings give its shape."""
Pixels = NDArray[Any]
"""Picture as uint8[height, width], or with three channels: blue, green and red, as OpenCV has
them."""


class BoxLimits(Struct, frozen=True):
    """Limits of the closed boxes that are looked for in a picture.

    All but the two maximum numbers were chosen by hand.
    """

    least_side: int = 12
    """Minimum side of a box, in pixels."""
    largest_side: float = 0.75
    """Maximum side of a box, as a share of the longer side of the picture."""
    filled: float = 0.8
    """Minimum share of the smallest rectangle around it that a box fills, with room for round
    corners."""
    most_boxes: int = 600
    """Maximum number of boxes; of more, the largest are taken. The largest sheet has 250, including
    its dice."""
    most_shapes: int = 2500
    """Maximum number of closed shapes, the largest, that are compared with each other. It bounds
    time and memory."""
    contrasts: tuple[int, ...] = (10, 28)
    """Contrasts of a line to its surroundings, of 255: the first finds pale lines, the second finds
    lines in noise."""
    same_size: float = 0.16
    """Maximum difference of the sides of boxes of one size, once the tilt is undone, as a
    logarithm."""
    oblong: float = 0.55
    """Maximum ratio of width and height of a square that is seen from the side, as a logarithm:
    1.7."""


BOXES = BoxLimits()


class PatternLimits(Struct, frozen=True):
    """Limits of the squares of a patterned ground, such as squared paper, cloth or tiles.

    No sheet has as many boxes, and the dice of a code are 1.28 sides from each other.
    """

    least_squares: int = 250
    """Minimum number of squares."""
    as_wide: float = 0.7
    """Minimum ratio of the shorter and the longer side of a square."""
    touching: float = 1.2
    """Distance within which each square has three others, in sides."""


PATTERN = PatternLimits()


def even_light(gray: Pixels) -> Pixels:
    """Return a picture with all paper white.

    Each pixel is divided by the lightest ones around it.
    """
    small = cv2.resize(gray, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    paper = cv2.GaussianBlur(cv2.dilate(small, np.ones((7, 7), np.uint8)), (0, 0), 3)
    light = cv2.resize(paper, gray.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.divide(gray, np.maximum(light, 16), scale=255)


def find_boxes(even: Pixels, *, outside: bool = False) -> Array:
    """Return the corners of each closed box of a picture in even light.

    They are in order around it, float[n, 4, 2]. They are inside of its line, or around it with
    `outside`. Squares of a pattern are left out. There are at most `BOXES.most_boxes`.
    """
    block = max(15, max(even.shape) // 70) | 1
    boxes: list[Array] = []
    for contrast in BOXES.contrasts:
        dark = cv2.adaptiveThreshold(
            even, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, contrast
        )
        boxes += _boxes_among(_shapes(dark, outside))
    return _each_once(np.stack(boxes)) if boxes else np.zeros((0, 4, 2))


def _boxes_among(shapes: Iterable["_Shape"]) -> list[Array]:
    """Return the corners of the largest shapes that have four sides and are in no pattern."""
    largest = sorted(shapes, key=lambda shape: -shape.size[0] * shape.size[1])
    largest = largest[: BOXES.most_shapes]
    in_pattern = _in_pattern(largest)
    plain = [shape for shape, odd in zip(largest, in_pattern, strict=True) if not odd]
    boxes = []
    for shape in plain[: BOXES.most_boxes]:
        corners = _sides_met(shape)
        if corners is not None:
            boxes.append(corners)
    return boxes


def _each_once(corners: Array) -> Array:
    """Return the largest boxes, float[n, 4, 2]; of those that are nearly the same only one."""
    across, down = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    areas = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / 2
    order = np.argsort(-areas, kind="stable")
    corners, size = corners[order], np.sqrt(areas[order])
    middle = corners.mean(1)
    near = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1)) < 0.15 * size[:, None]
    alike = np.abs(np.log(size[:, None] / size[None])) < 0.25
    is_first = np.argmax(near & alike, axis=0) == np.arange(len(corners))
    return np.asarray(corners[is_first][: BOXES.most_boxes])


class _Shape(Struct, frozen=True, eq=False):
    """Closed shape in a picture, with the smallest rectangle around it."""

    points: Array
    """float[n, 2]: outline, in pixels."""
    middle: tuple[float, float]
    size: tuple[float, float]
    angle: float
    """Angle of the rectangle, in radians."""


def _shapes(dark: Pixels, outside: bool) -> Iterator[_Shape]:
    """Yield the closed white shapes between dark lines that can be boxes.

    With `outside`, the dark ones around them.
    """
    contours, tree = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return
    most = BOXES.largest_side * max(dark.shape)
    for contour, (_, _, _, parent) in zip(contours, tree[0], strict=True):
        is_outside = parent < 0
        if is_outside != outside or not 3 * BOXES.least_side < len(contour) < 4 * most:
            continue
        middle, (width, height), degrees = cv2.minAreaRect(contour)
        if min(width, height) < BOXES.least_side or max(width, height) > most:
            continue
        if cv2.contourArea(contour) >= BOXES.filled * width * height:
            points = contour[:, 0].astype(np.float32)
            x, y = middle
            yield _Shape(points, (x, y), (width, height), float(np.deg2rad(degrees)))


def _in_pattern(shapes: Sequence[_Shape]) -> Array:
    """Find the shapes that are part of a pattern of squares, bool[n]."""
    in_pattern = np.zeros(len(shapes), bool)
    sides = np.sort(np.array([shape.size for shape in shapes], np.float32).reshape(-1, 2), 1)
    squares = np.flatnonzero(sides[:, 0] > PATTERN.as_wide * sides[:, 1])
    if len(squares) <= PATTERN.least_squares:
        return in_pattern
    middles = np.array([shape.middle for shape in shapes], np.float32)[squares]
    side = sides[squares, 1]
    x, y = ((places[:, None] - places) ** 2 for places in middles.T)
    near = x + y < (PATTERN.touching * side) ** 2
    near &= np.abs(np.log(side)[:, None] - np.log(side)) < BOXES.same_size
    amid_others = near.sum(1) > 3  # itself is one
    if amid_others.sum() > PATTERN.least_squares / 2:
        in_pattern[squares] = near[:, amid_others].any(1)
    return in_pattern


def _sides_met(shape: _Shape) -> Array | None:
    """Return the corners in which the straight parts of four sides meet.

    None if a shape has no four sides.
    """
    cos, sin = np.cos(shape.angle), np.sin(shape.angle)
    turned = (shape.points - np.asarray(shape.middle)) @ np.array([[cos, -sin], [sin, cos]])
    x, y = (turned / (np.asarray(shape.size) / 2)).T  # from -1 to 1 between opposite sides
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
    """Return the homography, float[3, 3], that makes the boxes of a page upright.

    `size` is that of the picture. Lines that are parallel on paper meet in one point of the
    picture. Both points are found by least squares, in which odd boxes weigh little.
    """
    longer = max(size)
    scale = 2 / longer
    shift = np.array([[scale, 0, -size[0] / longer], [0, scale, -size[1] / longer], [0, 0, 1]])
    ends = np.stack([boxes, np.roll(boxes, -1, 1)], 2).reshape(-1, 2, 2)
    ends = ends * scale + shift[:2, 2]
    run = ends[:, 1] - ends[:, 0]
    length = np.hypot(*run.T)
    angle = np.arctan2(run[:, 1], run[:, 0])
    # angles differ by a right angle within a box: four times the angle is the same for all of its
    # sides
    main = np.angle(np.sum(length**2 * np.exp(4j * angle))) / 4
    points = []
    for direction in (main, main + np.pi / 2):
        own = np.abs(np.cos(angle - direction)) > np.cos(np.pi / 4)
        points.append(meeting(ends[own], direction))
    horizon = np.cross(points[0], points[1])
    if abs(horizon[2]) < 1e-6 or np.hypot(*(horizon[:2] / horizon[2])) > 0.6:
        points = [_far_away(main), _far_away(main + np.pi / 2)]
        horizon = np.array([0.0, 0.0, 1.0])
    level = np.eye(3)
    level[2] = horizon / horizon[2]
    axes = np.stack([(level @ point)[:2] for point in points], 1)
    axes /= np.hypot(*axes)
    usual = np.array([[np.cos(main), -np.sin(main)], [np.sin(main), np.cos(main)]])
    axes *= np.sign(np.sum(axes * usual, 0))  # rightward and down
    straight = np.eye(3)
    straight[:2, :2] = np.linalg.inv(axes)
    return np.asarray(straight @ level @ shift)


def _far_away(direction: float) -> Array:
    """Return the point in which parallel lines in a direction meet, in homogeneous coordinates."""
    return np.array([np.cos(direction), np.sin(direction), 0.0])


def meeting(ends: Array, direction: float) -> Array:
    """Return the point in which most lines meet, with three homogeneous coordinates.

    `ends`, float[n, 2, 2], are those of lines in roughly this direction, in radians. Longer lines
    count more.
    """
    lines = np.cross(np.insert(ends[:, 0], 2, 1, 1), np.insert(ends[:, 1], 2, 1, 1))
    length = np.maximum(np.hypot(lines[:, 0], lines[:, 1]), 1e-9)
    lines /= length[:, None]
    middle = np.insert(ends.mean(1), 2, 1, 1)
    point = _far_away(direction)
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
    return np.asarray(far[..., :2] / far[..., 2:])


def quarter_turns(turns: int) -> Array:
    """Return the matrix, float[2, 2], that turns points clockwise by quarters.

    Points are multiplied with it.
    """
    return np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), turns % 4)


def in_order(corners: Array, points: Array) -> Array:
    """Return the corners of boxes, float[n, 4, 2], clockwise from the upper left.

    `points` are the same, upright.
    """
    from_middle = points - points.mean(1, keepdims=True)
    sums = from_middle @ np.array([[1, 1], [1, -1]])  # of x and y, and their difference
    low, high = sums.argmin(1), sums.argmax(1)
    order = np.stack([low[:, 0], high[:, 1], high[:, 0], low[:, 1]], 1)
    return np.asarray(np.take_along_axis(corners, order[:, :, None], 1))


# the dice of the code

Faces = tuple[tuple[int, float], ...]
"""Faces that were read, each with its certainty from 0 to 1."""


class FaceMeasures(Struct, frozen=True):
    """Measures of a die when it is compared with the six faces.

    The margin, the sharpness and both limits of certainty were chosen by hand.
    """

    side: int = 32
    """Side of the die, in pixels. The next three numbers are in these pixels."""
    margin: int = 5
    """Maximum distance of the die from its place: 0.7 mm."""
    rim: int = 4
    """Width of the rim that is not compared: the outline is there."""
    blurs: tuple[float, ...] = (1.0, 2.5, 4.0)
    """Blurs of the faces that the die is compared with: sigmas, from a scan to a hand-held
    photo."""
    sharpness: float = 14.0
    """Factor from correlation to certainty: of two faces whose correlation differs by 0.1, one is
    four times as likely. Chosen on made photos."""
    plain: float = 0.5
    """Correlation from which on the die is as certain as its lead over the other faces makes it."""
    sure: float = 0.6
    """Minimum certainty of each die of a code: the three check dice reject nearly all wrong
    codes."""


FACE = FaceMeasures()


class DiceRowLimits(Struct, frozen=True):
    """Limits of the rows of squares that may be the dice of a code."""

    step: float = 1 + DIE_GAP / DIE
    """Distance from one die to the next, in sides, as sheets are printed."""
    inside: float = 0.9
    """Side of the white inside of a die, in sides."""
    least_contrast: int = 30
    """Minimum contrast in a die between its paper and its darkest point, of 255: an empty square
    has less."""
    most_squares: int = 240
    """Maximum number of squares that are combined to rows. It bounds the time: a sheet has some 60
    squares."""
    most_rows: int = 40
    """Maximum number of rows that are read. It bounds the time: a sheet has one row."""
    most_repeats: int = 10
    """Maximum number of times that one row is found: each of its squares may be taken for any of
    its first dice."""
    least_seen: int = 4
    """Minimum number of dice of a row that are seen as closed squares. Chosen by hand: pips may
    hide the outline."""
    first_dice: int = 4
    """Number of dice at the head of a row of which at least one is seen as a closed square."""
    fewer: int = 2
    """Maximum difference between the squares of a row and those of the fullest row: something next
    to the dice may be taken for one of them."""
    off: float = 0.4
    """Maximum distance of a square from the place of a die, in sides. Chosen by hand: less than
    halfway to the next die."""
    same_side: float = 0.2
    """Maximum difference of the sides of two dice of a row, as a logarithm. Chosen by hand."""


ROW = DiceRowLimits()


def decoded(faces: Faces) -> Code | None:
    """Return the code of these dice; None if one of them is not certain."""
    return decode([face for face, sure in faces if sure > FACE.sure])


class DiceRow(Struct, frozen=True, eq=False):
    """A row of dice that was found in a picture, or two rows of five."""

    faces: Faces
    """Its ten dice, or those before the first one that is not certain."""
    places: Array
    """float[10, 2]: middles of the dice in the picture, in pixels, in the order of the code."""

    @property
    def code(self) -> Code | None:
        """Code of these dice; None if one of them is not certain."""
        return decoded(self.faces)


@cache
def _faces() -> Array:
    """Return the inside of each face, with paper as 0 and pips as 255.

    Uint8[faces, blurs, height, width].
    """
    large = 8 * FACE.side
    drawn = []
    for face in range(1, 7):
        die = np.zeros((large, large), np.uint8)
        radius = (0.125 if face == 1 else 0.098) * large
        for x, y in PIPS[face]:
            at = tuple(round((0.255 + 0.245 * (place - 1)) * large) for place in (x, y))
            cv2.circle(die, at, round(radius), 255, -1)
        drawn.append(cv2.resize(die, (FACE.side, FACE.side), interpolation=cv2.INTER_AREA))
    blurred = np.array(
        [[cv2.GaussianBlur(die, (0, 0), blur) for blur in FACE.blurs] for die in drawn]
    )
    return np.ascontiguousarray(blurred[:, :, FACE.rim : -FACE.rim, FACE.rim : -FACE.rim])


def read_dice(flat: Pixels, dice: Sequence[Rect], scale: float) -> Faces:
    """Read the dice at these places, in points, of a flat picture in even light.

    It has `scale` pixels a point.
    """
    return tuple(_read_die(flat, die, scale) for die in dice)


def _read_die(flat: Pixels, die: Rect, scale: float) -> tuple[int, float]:
    """Return the face that correlates best with a die, and its certainty.

    Any shift within the margin of the die is tried.
    """
    factor = FACE.side / (die.width * scale)
    matrix = np.array(
        [
            [factor, 0, FACE.margin - factor * (die.x * scale - 0.5) - 0.5],
            [0, factor, FACE.margin - factor * (die.y * scale - 0.5) - 0.5],
        ]
    )
    size = (FACE.side + 2 * FACE.margin, FACE.side + 2 * FACE.margin)
    enlarged = cv2.warpAffine(
        flat, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    inside = 255 - enlarged[FACE.rim : -FACE.rim, FACE.rim : -FACE.rim]  # paper is 0
    likeness = np.array([_likeness(inside, face) for face in _faces()])
    chances = np.exp(FACE.sharpness * (likeness - likeness.max()))
    best = int(likeness.argmax())
    plain = min(1.0, max(0.0, likeness[best] / FACE.plain))
    return best + 1, float(chances[best] / chances.sum() * plain)


def _likeness(inside: Pixels, face: Array) -> np.float32:
    """Return the best correlation of a die with a face at any shift, at any of its blurs."""
    correlations: list[np.float32] = []
    for blurred in face:
        at_each_shift = cv2.matchTemplate(inside, blurred, cv2.TM_CCOEFF_NORMED)
        correlations.append(at_each_shift.max())
    return max(correlations)


def find_codes(even: Pixels, corners: Array, tilt: Array) -> Iterator[DiceRow]:
    """Yield the rows of dice in a picture in even light that are a code.

    Those with most closed squares come first. `corners`, float[n, 4, 2], are its closed boxes, and
    `tilt` makes them upright, but for their proportions. If no row is a code, dice are looked for
    by their outside: inside, pips may touch the outline.
    """
    codes = [*_codes_of(even, corners, tilt)]
    yield from codes
    if not codes:
        outside = find_boxes(even, outside=True)
        middle = outside.mean(1, keepdims=True)
        shrunk = middle + ROW.inside * (outside - middle)
        yield from _codes_of(even, np.concatenate([corners, shrunk]), tilt)


class _Squares(Struct, frozen=True, eq=False):
    """Squares that look like dice, upright but for their proportions."""

    middles: Array
    """float[n, 2]."""
    sizes: Array
    """float[n, 2]: sides of the dice."""


class _SquaresInRow(Struct, frozen=True, eq=False):
    """Squares that may be dice of one row."""

    ideal: Array
    """float[10, 2]: places of all ten dice, in steps."""
    seen: Array
    """bool[10]: flag for each die that is seen."""
    places: Array
    """float[k, 2]: middles of the dice that are seen."""
    unit: Array
    """float[2]: size of a die."""


def _codes_of(even: Pixels, corners: Array, tilt: Array) -> Iterator[DiceRow]:
    """Yield the rows of these boxes that are a code.

    After the first one, rows with fewer squares are not read.
    """
    rows = _possible_rows(_squares_of(even, corners, tilt))
    rows.sort(key=lambda row: -len(row.places))
    most = 0
    for row in rows[: ROW.most_rows]:
        count = len(row.places)
        if count < most - ROW.fewer:
            return
        plane = np.diag([*1 / row.unit, 1]) @ tilt  # its dice are squares of side 1 there
        read = _read_row(even, row.ideal[row.seen], row.places / row.unit, row.ideal, plane)
        backwards = DiceRow(read.faces[::-1], read.places[::-1])  # a face is the same upside down
        for dice in (read, backwards):
            if dice.code:
                most = max(most, count)
                yield dice


def _squares_of(even: Pixels, corners: Array, tilt: Array) -> _Squares:
    """Return the boxes that may be dice, those with most contrast first."""
    upright = moved(corners, tilt)
    middles, sizes = upright.mean(1), np.ptp(upright, axis=1) / ROW.inside
    is_square = np.abs(np.log(sizes[:, 0] / sizes[:, 1])) < BOXES.oblong
    contrast = np.where(is_square, _contrasts(even, corners), 0)
    count = min(ROW.most_squares, int((contrast >= ROW.least_contrast).sum()))
    chosen = np.argsort(-contrast, kind="stable")[:count]
    return _Squares(middles[chosen], sizes[chosen])


def _possible_rows(squares: _Squares) -> list[_SquaresInRow]:
    """Return the rows of ten dice, or two rows of five, that these squares may be.

    Along x or y; each may be read backwards, too.
    """
    possible: list[_SquaresInRow] = []
    for columns, lines in ((10, 1), (5, 2)):
        ideal = np.array([(x, y) for y in range(lines) for x in range(columns)], float)
        for axes in (np.eye(2), np.array([[0, 1], [-1, 0]])):
            possible += _squares_in_row(ideal, axes, squares)
    return possible


def _contrasts(even: Pixels, corners: Array) -> Array:
    """Return the contrast between the paper and the darkest point inside of each box, float[n]."""
    across, down = np.meshgrid(*[np.linspace(0.2, 0.8, 9)] * 2)
    shares = np.stack(
        [(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], -1
    )
    at = np.einsum("yxc,nck->nyxk", shares, corners).reshape(len(corners), -1, 2).astype(np.float32)
    if not len(at):
        return np.zeros(0)
    x, y = cv2.split(at)
    seen = cv2.remap(even, x, y, cv2.INTER_LINEAR).astype(float)
    return np.asarray(np.percentile(seen, 90, axis=1) - seen.min(1))


def _squares_in_row(ideal: Array, axes: Array, squares: _Squares) -> Iterator[_SquaresInRow]:
    """Yield the rows of dice that these squares may be, each row once.

    `ideal` are the places of ten dice in steps, along `axes`.
    """
    middles, sizes = squares.middles, squares.sizes
    if not len(middles):
        return
    steps = (ideal - ideal[: ROW.first_dice, None]) @ axes * ROW.step
    alike = np.all(np.abs(np.log(sizes[:, None] / sizes)) <= ROW.same_side, axis=2)
    # from each square as one of the first dice
    off = ((middles[:, None] - middles) / sizes[:, None])[:, None]
    distances = []
    for step in steps:
        squared = ((off + step[:, None]) ** 2).sum(-1)
        distances.append(np.where(alike[:, None], squared, np.inf))
    nearest = np.stack([far.argmin(-1) for far in distances], 1)
    hits = np.stack([far.min(-1) for far in distances], 1) < ROW.off**2
    counts = hits.sum(-1)
    origins = np.zeros((0, 2))
    most_first = np.argsort(-counts, axis=None, kind="stable")
    for at in most_first[: ROW.most_repeats * ROW.most_rows]:
        start, first = np.unravel_index(at, counts.shape)
        if counts[start, first] < max(ROW.least_seen, counts.max() - ROW.fewer):
            return
        origin = middles[start] + steps[first, 0] * sizes[start]
        if (np.hypot(*((origin - origins) / sizes[start]).T) >= 0.5).all():
            origins = np.vstack([origins, origin])
            seen = hits[start, first]
            dice = nearest[start, first][seen]
            yield _SquaresInRow(ideal, seen, middles[dice], np.median(sizes[dice], 0))


def _read_row(even: Pixels, seen: Array, places: Array, ideal: Array, plane: Array) -> DiceRow:
    """Read the dice of a row, up to the first one that is not certain.

    `seen` and `places`, float[k, 2], are those that are seen: in steps, and on a plane where dice
    are squares. `ideal` are the places of all ten in steps; `plane` takes the picture to the plane.
    """
    # turn, scale and shift as one complex equation: a single row says nothing of the height
    of, to = seen @ (1, 1j), places @ (1, 1j)
    (turn, move), *_ = np.linalg.lstsq(np.stack([of, np.ones(len(of))], 1), to)
    change = np.array([[turn.real, turn.imag], [-turn.imag, turn.real], [move.real, move.imag]])
    unit = FACE.side * ROW.step
    around = FACE.margin + FACE.side
    back = np.linalg.inv(plane)
    step = change[:2] / unit
    matrix = back @ np.vstack([np.vstack([step, change[2] - around * step.sum(0)]).T, (0, 0, 1)])
    width, height = (int(2 * around + unit * each) for each in ideal.max(0))
    strip = cv2.warpPerspective(
        even, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    faces = []
    for x, y in ideal:
        left, top = around + unit * x - FACE.side / 2, around + unit * y - FACE.side / 2
        face, sure = _read_die(strip, Rect(left, top, FACE.side, FACE.side), 1.0)
        if not sure > FACE.sure:  # it is no code
            break
        faces.append((face, sure))
    return DiceRow((*faces,), moved(ideal @ change[:2] + change[2], back))


# views of a picture


class ViewLimits(Struct, frozen=True):
    """Limits of the views of a picture."""

    longest: tuple[int, ...] = (2400, 1400)
    """Longer sides of the pictures in which boxes are looked for, in pixels. The smaller picture
    has less noise; it decided in 18 of 216 made photos."""
    least_boxes: int = 6
    """Minimum number of boxes of a view: the tilt of the picture is unknown with fewer. Chosen by
    hand."""
    on_paper: float = 0.8
    """Share of all boxes on the paper below which those next to the paper are left out at first.
    Chosen by hand."""
    as_sure: float = 0.05
    """Maximum difference between the certainties of two rows of dice that count as equally certain:
    those of their least certain dice. Chosen by hand."""


VIEW = ViewLimits()


class PaperLimits(Struct, frozen=True):
    """Limits of the paper in a picture. All were chosen by hand.

    The first two were chosen on made photos with patterned grounds.
    """

    longest: int = 300
    """Longer side of the picture in which the paper is looked for, in pixels."""
    least_spot: tuple[int, int] = (31, 31)
    """Size of light spots there, in pixels: smaller ones, such as the squares of a cloth, are
    ignored."""
    convex: float = 0.8
    """Minimum share of its convex hull that the paper fills."""
    large: float = 0.15
    """Minimum share of the picture that the hull fills."""


PAPER = PaperLimits()


class View(Struct, frozen=True):
    """A reduced picture in even light, with the boxes and dice that were found in it."""

    even: Pixels
    """The picture in even light, reduced."""
    scale: float
    """Pixels of `even` in a pixel of the whole picture."""
    corners: Array
    """float[n, 4, 2]: corners of the boxes in it."""
    tilt: Array
    """float[3, 3]: homography that makes them upright."""
    rows: tuple[DiceRow, ...]
    """Rows of squares that are the dice of a code, or are so by chance."""

    @property
    def code(self) -> tuple[DiceRow, Code] | None:
        """The most certain row that is a code, and the code.

        Of equally certain rows the one with most squares.
        """
        codes = []
        for row in self.rows:
            if row.code:
                codes.append((min(sure for _, sure in row.faces), row, row.code))
        surest = max((sure for sure, *_ in codes), default=0) - VIEW.as_sure
        for sure, row, code in codes:
            if sure > surest:
                return row, code
        return None


class Views:
    """The views of a picture, made when they are first asked for, and then kept."""

    def __init__(self, pixels: Pixels) -> None:
        self._made = views(pixels)

    def __iter__(self) -> Iterator[View]:
        self._made, again = tee(self._made)
        return again

    def with_code_at(self, dice: Array) -> "Views":
        """Return the same views without rows of dice elsewhere.

        `dice`, float[10, 2], are in pixels of the picture.
        """

        def with_rows_there(view: View) -> View:
            rows = [row for row in view.rows if is_at(row.places / view.scale, dice)]
            return replace(view, rows=tuple(rows))

        other = copy(self)
        other._made = map(with_rows_there, self)
        return other

    def has_more_beside(self, rim: Array, least: int) -> bool:
        """Check whether a code, or this number of boxes, is outside of a part of the picture.

        `rim` are the corners of this part, float[n, 2], in pixels. The first two views are looked
        at.
        """
        outline = rim.astype(np.float32)

        def is_beside(point: Array) -> bool:
            return cv2.pointPolygonTest(outline, point.tolist(), False) < 0

        for view in islice(self, 2):
            boxes = view.corners.mean(1) / view.scale
            codes = [row.places.mean(0) / view.scale for row in view.rows if row.code]
            if sum(map(is_beside, boxes)) >= least or any(map(is_beside, codes)):
                return True
        return False


def is_at(places: Array, dice: Array) -> bool:
    """Check whether two rows of dice are in nearly the same place.

    The difference is less than the length of a row.
    """
    return bool(np.hypot(*(places.mean(0) - dice.mean(0))) < np.hypot(*np.ptp(dice, axis=0)))


def codes_in(seen: Iterable[View]) -> list[Array]:
    """Return the places of rows of dice that are codes.

    Each is float[10, 2], in pixels of the picture. The first one is the most certain. No two are
    nearer to each other than a row is long.
    """
    view = next((view for view in seen if view.code), None)
    codes: list[Array] = []
    if view and view.code:
        for row in (view.code[0], *view.rows):
            places = row.places / view.scale
            if row.code and not any(is_at(places, other) for other in codes):
                codes.append(places)
    return codes


def views(pixels: Pixels) -> Iterator[View]:
    """Yield the views of a picture, the largest first.

    The boxes on the paper are a view if many are next to it; all boxes are one. Dice are looked for
    until there is a code.
    """
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    rim = find_paper(pixels)
    rows: tuple[DiceRow, ...] = ()
    for longest in VIEW.longest:
        scale = min(1.0, longest / max(gray.shape))
        small = gray
        if scale < 1:
            small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        even = even_light(small)
        for boxes in _box_sets(find_boxes(even), rim, scale):
            if len(boxes) >= VIEW.least_boxes:
                tilt = undo_tilt(boxes, (even.shape[1], even.shape[0]))
                if not rows:
                    codes = find_codes(even, boxes, tilt)
                    rows = tuple(replace(row, places=row.places / scale) for row in codes)
                here = tuple(replace(row, places=row.places * scale) for row in rows)
                yield View(even, scale, boxes, tilt, here)


def _box_sets(boxes: Array, rim: Array | None, scale: float) -> list[Array]:
    """Return the boxes on the paper if many are next to it, and all boxes.

    `rim` is that of the paper in the whole picture; the boxes are in one reduced by `scale`.
    """
    if rim is None:
        return [boxes]
    middles = (boxes.mean(1) / scale).tolist()
    is_on_paper = [cv2.pointPolygonTest(rim, middle, False) > 0 for middle in middles]
    on_paper = boxes[np.array(is_on_paper, bool)]
    return [on_paper, boxes] if len(on_paper) < VIEW.on_paper * len(boxes) else [boxes]


def find_paper(pixels: Pixels) -> Array | None:
    """Return the rim of the lightest large area of a picture and 5 % more.

    It is float32[n, 1, 2]; None if there is none. A sheet is not found where the ground is as light
    as paper, or lighter.
    """
    scale = PAPER.longest / max(pixels.shape)
    light = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).min(2)
    # without print and writing
    light = cv2.morphologyEx(light, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    _, mask = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    spot = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, PAPER.least_spot)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, spot)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    paper = max(contours, key=cv2.contourArea)
    rim = cv2.convexHull(paper).astype(np.float32)
    area = cv2.contourArea(rim)
    if cv2.contourArea(paper) < PAPER.convex * area or area < PAPER.large * mask.size:
        return None
    middle = rim.mean(0)
    return np.asarray(((middle + 1.05 * (rim - middle)) / scale).astype(np.float32))
