"""The ten dice of the code: read in their place, or found as small squares before the sheet is known."""

from collections.abc import Iterator, Sequence
from functools import cache

import cv2
import numpy as np
from msgspec import Struct

from sheetgen.layout.code import DIE, DIE_GAP, Code, decode
from sheetgen.layout.primitives import PIPS, Rect
from sheetgen.scan.lattice import ODD, Array, Pixels, find_boxes, moved

Faces = tuple[tuple[int, float], ...]
"""Faces as they were read, each with how sure it is, 0 to 1."""


class Row(Struct, frozen=True, eq=False):
    """A row of ten dice that was found in a picture, or two of five."""

    faces: Faces
    places: Array
    """float[10, 2]: their middles in the picture, in pixels, in the order in which they are read."""

    @property
    def code(self) -> Code | None:
        """What they say, if every die is sure."""
        return decoded(self.faces)


_SURE = 0.6
"""How sure the reader is of each die of a code that it goes by."""


def decoded(faces: Faces) -> Code | None:
    """What a code says of which every die is sure."""
    return decode([face for face, sure in faces if sure > _SURE])


SIDE = 32
"""Pixels of the side of a die when it is compared with the six faces."""
_MARGIN = 5
"""How many pixels it may be off."""
_BLURS = (1.0, 2.5, 4.0)
"""How blurred a picture may be, in those pixels."""
_SHARPNESS = 14.0
"""By how much a die is surer of a face for each unit of correlation."""
_STEP = 1 + DIE_GAP / DIE
"""From one die to the next, in sides."""
INSIDE = 0.9
"""The white inside of a die, in sides."""
_PIPS, _MOST_SQUARES, _MOST_ROWS = 30, 240, 40
"""How much darker than the paper in it the darkest place in a die is, of 255, at least: an empty square is none. And
how many squares, and rows of squares, are looked at at most, to bound the time: a sheet has some 60, and one row."""
_TWICE = 10
"""How often one row is found at most: by each of its squares, as one of the dice."""
_SEEN, _MISSED, _FEWER = 4, 4, 2
"""How many of the ten are seen as closed squares, at least; one of these is among so many first ones; and by how many
fewer than for most others a row is tried: something else beside it is taken for one of its dice in others."""


@cache
def _faces() -> Array:
    """uint8[faces, blurs, height, width]: the inside of each face, darkness from 0."""
    large = 8 * SIDE
    drawn = []
    for face in range(1, 7):
        die = np.zeros((large, large), np.uint8)
        radius = (0.125 if face == 1 else 0.098) * large
        for x, y in PIPS[face]:
            at = tuple(round((0.255 + 0.245 * (place - 1)) * large) for place in (x, y))
            cv2.circle(die, at, round(radius), 255, -1)
        drawn.append(cv2.resize(die, (SIDE, SIDE), interpolation=cv2.INTER_AREA))
    blurred = np.array([[cv2.GaussianBlur(die, (0, 0), blur) for blur in _BLURS] for die in drawn])
    return np.ascontiguousarray(blurred[:, :, _EDGE:-_EDGE, _EDGE:-_EDGE])


_EDGE = 4
"""What is left out of a die on each side, for its outline."""


def read_dice(flat: Pixels, dice: Sequence[Rect], scale: float) -> Faces:
    """The faces of dice at these places, in points, of a flat picture in even light, `scale` pixels a point."""
    return tuple(_read(_cut(flat, die, scale)) for die in dice)


def _cut(flat: Pixels, die: Rect, scale: float) -> Array:
    """uint8[height, width]: a die and a little around it, darkness from 0, at `SIDE`."""
    factor = SIDE / (die.width * scale)
    matrix = np.array([[factor, 0, _MARGIN - factor * (die.x * scale - 0.5) - 0.5],
                       [0, factor, _MARGIN - factor * (die.y * scale - 0.5) - 0.5]])  # fmt: skip
    size = (SIDE + 2 * _MARGIN, SIDE + 2 * _MARGIN)
    found = cv2.warpAffine(flat, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return 255 - found


def _read(patch: Array) -> tuple[int, float]:
    """The face that a patch is most like, wherever in it, and how sure that is."""
    inside = patch[_EDGE:-_EDGE, _EDGE:-_EDGE]
    likeness = np.array(
        [max(cv2.matchTemplate(inside, blurred, cv2.TM_CCOEFF_NORMED).max() for blurred in face) for face in _faces()]
    )
    chance = np.exp(_SHARPNESS * (likeness - likeness.max()))
    best = int(likeness.argmax())
    return best + 1, float(chance[best] / chance.sum() * min(1.0, max(0.0, likeness[best] / 0.5)))


def find_codes(even: Pixels, corners: Array, tilt: Array) -> Iterator[Row]:
    """What rows of ten small squares say, or two rows of five, the most whole ones first: as they are and upside down.

    `corners`, float[n, 4, 2], are closed boxes of a picture in even light, and `tilt` makes them upright; from the
    side, squares are then still narrower than they are high, or wider. If no row is a code, those follow for which
    dice are seen by their outside as well: inside, pips may run into the line.
    """
    whole = False
    for row in _codes_of(even, corners, tilt):
        whole |= row.code is not None
        yield row
    if not whole:
        outside = find_boxes(even, outside=True)
        middle = outside.mean(1, keepdims=True)
        yield from _codes_of(even, np.concatenate([corners, middle + INSIDE * (outside - middle)]), tilt)


def _codes_of(even: Pixels, corners: Array, tilt: Array) -> Iterator[Row]:
    """The same by these squares alone; once a row is a code, others that have fewer squares are not read."""
    upright = moved(corners, tilt)
    middle, size = upright.mean(1), np.ptp(upright, axis=1) / INSIDE
    contrast = np.where(np.abs(np.log(size[:, 0] / size[:, 1])) < ODD, _contrasts(even, corners), 0)
    square = np.argsort(-contrast, kind="stable")[: min(_MOST_SQUARES, int((contrast >= _PIPS).sum()))]
    middle, size = middle[square], size[square]
    found = [
        (len(places), seen, places, ideal, unit)
        for columns, rows in ((10, 1), (5, 2))
        for axes in (np.eye(2), np.array([[0, 1], [-1, 0]]))  # and each turned around, below
        for ideal in [np.array([(column, row) for row in range(rows) for column in range(columns)], float)]
        for seen, places, unit in _rows(ideal, axes, middle, size)
    ]
    most = 0
    for count, seen, places, ideal, unit in sorted(found, key=lambda each: -each[0])[:_MOST_ROWS]:
        if count < most - _FEWER:
            return
        plane = np.diag([*1 / unit, 1]) @ tilt  # there its dice are squares of side 1
        row = _row(even, ideal[seen], places / unit, ideal, plane)
        for each in (row, Row(row.faces[::-1], row.places[::-1])):  # each face is the same upside down
            most = max(most, count if each.code else 0)
            yield each


def _contrasts(even: Pixels, corners: Array) -> Array:
    """float[n]: how much darker than its paper the darkest place inside of each box is."""
    across, down = np.meshgrid(*[np.linspace(0.2, 0.8, 9)] * 2)
    shares = np.stack([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], -1)
    at = np.einsum("yxc,nck->nyxk", shares, corners).reshape(len(corners), -1, 2).astype(np.float32)
    if not len(at):
        return np.zeros(0)
    x, y = cv2.split(at)
    seen = cv2.remap(even, x, y, cv2.INTER_LINEAR).astype(float)
    found: Array = np.percentile(seen, 90, axis=1) - seen.min(1)
    return found


def _rows(ideal: Array, axes: Array, middle: Array, size: Array) -> Iterator[tuple[Array, Array, Array]]:
    """Where squares with these middles and sizes may be dice that are so many steps apart along two axes, each once.

    Which of the dice are seen, bool[10]; the middles of these; and the size of a die, float[2].
    """
    tried = [
        (int(hit.sum()), first, start, hit, nearest)
        for start in range(len(middle))
        for first in range(_MISSED)
        for hit, nearest in [_hits((ideal - ideal[first]) @ axes, start, middle, size)]
    ]
    most = max((seen for seen, *_ in tried), default=0)
    origins: list[Array] = []
    for seen, first, start, hit, nearest in sorted(tried, key=lambda each: -each[0])[: _TWICE * _MOST_ROWS]:
        origin = middle[start] - ideal[first] @ axes * size[start] * _STEP
        known = any(np.hypot(*((origin - other) / size[start])) < 0.5 for other in origins)
        if seen >= max(_SEEN, most - _FEWER) and not known:
            origins.append(origin)
            dice = nearest[hit]
            yield hit, middle[dice], np.median(size[dice], 0)


def _hits(steps: Array, start: int, middle: Array, size: Array) -> tuple[Array, Array]:
    """Which dice of a row are seen, so many steps from this square; and the squares nearest to each."""
    places = middle[start] + steps * size[start] * _STEP
    far = np.hypot(*((places[:, None] - middle) / size[start]).transpose(2, 0, 1))
    far[:, (np.abs(np.log(size / size[start])) > 0.2).any(1)] = np.inf
    nearest = far.argmin(1)
    found: Array = far[np.arange(len(steps)), nearest] < 0.4
    return found, nearest


def _row(even: Pixels, seen: Array, places: Array, ideal: Array, plane: Array) -> Row:
    """The dice of a row, of which these were seen in steps, float[k, 2], at these places of a plane, float[k, 2]."""
    # turned, scaled and moved as complex numbers are, for a single row says nothing of its height
    of, to = seen @ (1, 1j), places @ (1, 1j)
    (turn, move), *_ = np.linalg.lstsq(np.stack([of, np.ones(len(of))], 1), to)
    change = np.array([[turn.real, turn.imag], [-turn.imag, turn.real], [move.real, move.imag]])
    unit = SIDE * _STEP
    around = _MARGIN + SIDE
    back = np.linalg.inv(plane)
    step = change[:2] / unit
    matrix = back @ np.vstack([np.vstack([step, change[2] - around * step.sum(0)]).T, (0, 0, 1)])
    width, height = (int(2 * around + unit * each) for each in ideal.max(0))
    strip = cv2.warpPerspective(even, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    rects = [Rect(around + unit * x - SIDE / 2, around + unit * y - SIDE / 2, SIDE, SIDE) for x, y in ideal]
    return Row(read_dice(strip, rects, 1.0), moved(ideal @ change[:2] + change[2], back))
