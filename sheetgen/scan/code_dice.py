"""The ten dice of the code: read at known places, or found as small squares before the sheet is known."""

from collections.abc import Iterator, Sequence
from functools import cache

import cv2
import numpy as np
from msgspec import Struct

from sheetgen.layout.code import DIE, DIE_GAP, Code, decode
from sheetgen.layout.primitives import PIPS, Rect
from sheetgen.scan.lattice import ODD, Array, Pixels, find_boxes, moved

Faces = tuple[tuple[int, float], ...]
"""Faces that were read, each with its certainty from 0 to 1."""

_SURE = 0.6
"""Minimum certainty of each die of a code. Chosen by hand: the three check dice reject nearly all wrong codes."""
_SIDE = 32
"""Side of a die when it is compared with the six faces, in pixels."""
_MARGIN = 5
"""Maximum distance of a die from its place, in those pixels. Chosen by hand: 0.7 mm."""
_EDGE = 4
"""Width of the rim of a die that is not compared, in those pixels: the outline is there."""
_BLURS = (1.0, 2.5, 4.0)
"""Blurs of the faces that a die is compared with: sigmas in those pixels, from a scan to a hand-held photo."""
_SHARPNESS = 14.0
"""Factor from correlation to certainty: of two faces whose correlation differs by 0.1, one is four times as likely.
Chosen by hand on made photos."""
_PLAIN = 0.5
"""Correlation from which on a die is as certain as its lead over the other faces makes it. Chosen by hand."""
_STEP = 1 + DIE_GAP / DIE
"""Distance from one die to the next, in sides."""
_INSIDE = 0.9
"""Side of the white inside of a die, in sides."""
_PIPS = 30
"""Minimum contrast in a die between its paper and its darkest point, of 255: an empty square has less."""
_MOST_SQUARES, _MOST_ROWS = 240, 40
"""Maximum numbers of squares that are combined to rows, and of rows that are read. They bound the time: a sheet has
some 60 squares, and one row."""
_TWICE = 10
"""Maximum number of times that one row is found: each of its squares may be taken for any of its first dice."""
_SEEN = 4
"""Minimum number of dice of a row that are seen as closed squares. Chosen by hand: pips hide the outline of others."""
_MISSED = 4
"""Number of dice at the head of a row of which at least one is seen as a closed square."""
_FEWER = 2
"""Maximum difference between the squares of a row and those of the fullest row: something next to the dice may be taken
for one of them."""
_OFF = 0.4
"""Maximum distance of a square from the place of a die, in sides. Chosen by hand: less than halfway to the next die."""
_SAME_SIDE = 0.2
"""Maximum difference of the sides of two dice of a row, as a logarithm. Chosen by hand."""


def decoded(faces: Faces) -> Code | None:
    """Return the code of these dice; None if one of them is not certain."""
    return decode([face for face, sure in faces if sure > _SURE])


class DiceRow(Struct, frozen=True, eq=False):
    """A row of ten dice that was found in a picture, or two rows of five."""

    faces: Faces
    places: Array
    """float[10, 2]: middles of the dice in the picture, in pixels, in the order of the code."""

    @property
    def code(self) -> Code | None:
        """Code of these dice; None if one of them is not certain."""
        return decoded(self.faces)


# reading


@cache
def _faces() -> Array:
    """Return the inside of each face, uint8[faces, blurs, height, width], with paper as 0 and pips as 255."""
    large = 8 * _SIDE
    drawn = []
    for face in range(1, 7):
        die = np.zeros((large, large), np.uint8)
        radius = (0.125 if face == 1 else 0.098) * large
        for x, y in PIPS[face]:
            at = tuple(round((0.255 + 0.245 * (place - 1)) * large) for place in (x, y))
            cv2.circle(die, at, round(radius), 255, -1)
        drawn.append(cv2.resize(die, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA))
    blurred = np.array([[cv2.GaussianBlur(die, (0, 0), blur) for blur in _BLURS] for die in drawn])
    return np.ascontiguousarray(blurred[:, :, _EDGE:-_EDGE, _EDGE:-_EDGE])


def read_dice(flat: Pixels, dice: Sequence[Rect], scale: float) -> Faces:
    """Read the dice at these places, in points, of a flat picture in even light with `scale` pixels a point."""
    return tuple(_read(_cut(flat, die, scale)) for die in dice)


def _cut(flat: Pixels, die: Rect, scale: float) -> Array:
    """Return a die and its margin with sides of `_SIDE` pixels, uint8[height, width], with paper as 0."""
    factor = _SIDE / (die.width * scale)
    matrix = np.array([[factor, 0, _MARGIN - factor * (die.x * scale - 0.5) - 0.5],
                       [0, factor, _MARGIN - factor * (die.y * scale - 0.5) - 0.5]])  # fmt: skip
    size = (_SIDE + 2 * _MARGIN, _SIDE + 2 * _MARGIN)
    found = cv2.warpAffine(flat, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return 255 - found


def _read(patch: Array) -> tuple[int, float]:
    """Return the face that correlates best with a patch, at any shift within the margin, and its certainty."""
    inside = patch[_EDGE:-_EDGE, _EDGE:-_EDGE]
    likeness = np.array(
        [max(cv2.matchTemplate(inside, blurred, cv2.TM_CCOEFF_NORMED).max() for blurred in face) for face in _faces()]
    )
    chance = np.exp(_SHARPNESS * (likeness - likeness.max()))
    best = int(likeness.argmax())
    return best + 1, float(chance[best] / chance.sum() * min(1.0, max(0.0, likeness[best] / _PLAIN)))


# finding


def find_codes(even: Pixels, corners: Array, tilt: Array) -> Iterator[DiceRow]:
    """Yield rows of dice in a picture in even light, those with most closed squares first, each in both directions.

    `corners`, float[n, 4, 2], are its closed boxes, and `tilt` makes them upright, but for their proportions. If no row
    is a code, rows follow with dice that are seen by their outside: inside, pips may touch the outline.
    """
    whole = False
    for row in _rows_of(even, corners, tilt):
        whole |= row.code is not None
        yield row
    if not whole:
        outside = find_boxes(even, outside=True)
        middle = outside.mean(1, keepdims=True)
        yield from _rows_of(even, np.concatenate([corners, middle + _INSIDE * (outside - middle)]), tilt)


def _rows_of(even: Pixels, corners: Array, tilt: Array) -> Iterator[DiceRow]:
    """Yield the rows of these boxes. Once a row is a code, rows with fewer squares are not read."""
    upright = moved(corners, tilt)
    middle, size = upright.mean(1), np.ptp(upright, axis=1) / _INSIDE
    contrast = np.where(np.abs(np.log(size[:, 0] / size[:, 1])) < ODD, _contrasts(even, corners), 0)
    square = np.argsort(-contrast, kind="stable")[: min(_MOST_SQUARES, int((contrast >= _PIPS).sum()))]
    middle, size = middle[square], size[square]
    found = [
        (len(places), seen, places, ideal, unit)
        for columns, rows in ((10, 1), (5, 2))
        for axes in (np.eye(2), np.array([[0, 1], [-1, 0]]))  # and each of them turned around, below
        for ideal in [np.array([(column, row) for row in range(rows) for column in range(columns)], float)]
        for seen, places, unit in _squares_in_row(ideal, axes, middle, size)
    ]
    most = 0
    for count, seen, places, ideal, unit in sorted(found, key=lambda each: -each[0])[:_MOST_ROWS]:
        if count < most - _FEWER:
            return
        plane = np.diag([*1 / unit, 1]) @ tilt  # its dice are squares of side 1 there
        row = _read_row(even, ideal[seen], places / unit, ideal, plane)
        for each in (row, DiceRow(row.faces[::-1], row.places[::-1])):  # a face is the same upside down
            most = max(most, count if each.code else 0)
            yield each


def _contrasts(even: Pixels, corners: Array) -> Array:
    """Return the contrast between the paper and the darkest point inside of each box, float[n]."""
    across, down = np.meshgrid(*[np.linspace(0.2, 0.8, 9)] * 2)
    shares = np.stack([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], -1)
    at = np.einsum("yxc,nck->nyxk", shares, corners).reshape(len(corners), -1, 2).astype(np.float32)
    if not len(at):
        return np.zeros(0)
    x, y = cv2.split(at)
    seen = cv2.remap(even, x, y, cv2.INTER_LINEAR).astype(float)
    found: Array = np.percentile(seen, 90, axis=1) - seen.min(1)
    return found


def _squares_in_row(ideal: Array, axes: Array, middle: Array, size: Array) -> Iterator[tuple[Array, Array, Array]]:
    """Yield the rows that these squares, with float[n, 2] middles and sizes, may be dice of, each row once.

    `ideal` are the places of ten dice in steps, along `axes`. For each row: which of its dice are seen, bool[10], their
    middles, and the size of a die.
    """
    steps = (ideal - ideal[:_MISSED, None]) @ axes * _STEP
    alike: Array = np.all(np.abs(np.log(size[:, None] / size)) <= _SAME_SIDE, axis=2)
    tried = []
    for start in range(len(middle)):  # this square is each of the first dice in turn
        own = np.flatnonzero(alike[start])
        far = ((middle[start] - middle[own]) / size[start] + steps[:, :, None]) ** 2
        far = far.sum(-1)
        for first, hit in enumerate(far.min(-1) < _OFF**2):
            tried.append((int(hit.sum()), first, start, hit, own[far[first].argmin(-1)]))
    most = max((seen for seen, *_ in tried), default=0)
    origins: list[Array] = []
    for seen, first, start, hit, nearest in sorted(tried, key=lambda each: -each[0])[: _TWICE * _MOST_ROWS]:
        origin = middle[start] + steps[first, 0] * size[start]
        known = any(np.hypot(*((origin - other) / size[start])) < 0.5 for other in origins)
        if seen >= max(_SEEN, most - _FEWER) and not known:
            origins.append(origin)
            dice = nearest[hit]
            yield hit, middle[dice], np.median(size[dice], 0)


def _read_row(even: Pixels, seen: Array, places: Array, ideal: Array, plane: Array) -> DiceRow:
    """Read the ten dice of a row, of which some are seen: float[k, 2] in steps, and on a plane where dice are squares.

    `ideal` are the places of all ten in steps; `plane` takes the picture to the plane.
    """
    # turn, scale and shift as one complex equation: a single row says nothing of the height
    of, to = seen @ (1, 1j), places @ (1, 1j)
    (turn, move), *_ = np.linalg.lstsq(np.stack([of, np.ones(len(of))], 1), to)
    change = np.array([[turn.real, turn.imag], [-turn.imag, turn.real], [move.real, move.imag]])
    unit = _SIDE * _STEP
    around = _MARGIN + _SIDE
    back = np.linalg.inv(plane)
    step = change[:2] / unit
    matrix = back @ np.vstack([np.vstack([step, change[2] - around * step.sum(0)]).T, (0, 0, 1)])
    width, height = (int(2 * around + unit * each) for each in ideal.max(0))
    strip = cv2.warpPerspective(even, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    rects = [Rect(around + unit * x - _SIDE / 2, around + unit * y - _SIDE / 2, _SIDE, _SIDE) for x, y in ideal]
    return DiceRow(read_dice(strip, rects, 1.0), moved(ideal @ change[:2] + change[2], back))
