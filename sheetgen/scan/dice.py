"""The ten dice of the code: read in their place, or found as small squares before the sheet is known."""

from collections.abc import Iterator, Sequence
from functools import cache

import cv2
import numpy as np
from msgspec import Struct

from sheetgen.layout.primitives import PIPS, Rect
from sheetgen.scan.lattice import ODD, Array, Pixels, moved

Faces = tuple[tuple[int, float], ...]
"""Faces as they were read, each with how sure it is, 0 to 1."""


class Row(Struct, frozen=True, eq=False):
    """A row of ten dice that was found in a picture, or two of five."""

    faces: Faces
    places: Array
    """float[10, 2]: their middles in the picture, in pixels, in the order in which they are read."""


SIDE = 32
"""Pixels of the side of a die when it is compared with the six faces."""
_MARGIN = 5
"""How many pixels it may be off."""
_BLURS = (1.0, 2.5, 4.0)
"""How blurred a picture may be, in those pixels."""
_SHARPNESS = 14.0
"""By how much a die is surer of a face for each unit of correlation."""
_STEP = 5.2 / 4.5
"""From one die to the next, in sides."""
INSIDE = 0.9
"""The white inside of a die, in sides."""
_SEEN, _MISSED, _FEWER = 4, 4, 2
"""How many of the ten are seen as closed squares, at least; one of these is among so many first ones; and by how many
fewer than for most others a row is tried: something else beside it is taken for one of its dice in others."""


@cache
def _faces() -> Array:
    """float[faces, blurs, SIDE, SIDE]: the inside of each face, its mean 0 and its length 1."""
    large = 8 * SIDE
    drawn = []
    for face in range(1, 7):
        die = np.zeros((large, large), np.uint8)
        radius = (0.125 if face == 1 else 0.098) * large
        for x, y in PIPS[face]:
            at = tuple(round((0.255 + 0.245 * (place - 1)) * large) for place in (x, y))
            cv2.circle(die, at, round(radius), 255, -1)
        drawn.append(cv2.resize(die, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float64))
    blurred = np.array([[cv2.GaussianBlur(die, (0, 0), blur) for blur in _BLURS] for die in drawn])
    return _normal(blurred[:, :, _EDGE:-_EDGE, _EDGE:-_EDGE])


_EDGE = 4
"""What is left out of a die on each side, for its outline."""


def _normal(patches: Array) -> Array:
    rest = patches - patches.mean((-1, -2), keepdims=True)
    result: Array = rest / np.maximum(np.sqrt((rest**2).sum((-1, -2), keepdims=True)), 1e-6)
    return result


def read_dice(flat: Pixels, dice: Sequence[Rect], scale: float) -> Faces:
    """The faces of dice at these places, in points, of a flat picture in even light, `scale` pixels a point."""
    return tuple(_read(_cut(flat, die, scale)) for die in dice)


def _cut(flat: Pixels, die: Rect, scale: float) -> Array:
    """A die and a little around it, darkness from 0, at `SIDE`."""
    factor = SIDE / (die.width * scale)
    matrix = np.array([[factor, 0, _MARGIN - factor * (die.x * scale - 0.5) - 0.5],
                       [0, factor, _MARGIN - factor * (die.y * scale - 0.5) - 0.5]])  # fmt: skip
    size = (SIDE + 2 * _MARGIN, SIDE + 2 * _MARGIN)
    found = cv2.warpAffine(flat, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return 255.0 - found


def _read(patch: Array) -> tuple[int, float]:
    """The face that a patch is most like, wherever in it, and how sure that is."""
    inside = SIDE - 2 * _EDGE
    places = np.lib.stride_tricks.sliding_window_view(patch[_EDGE:-_EDGE, _EDGE:-_EDGE], (inside, inside))
    places = _normal(places.reshape(-1, inside, inside)).reshape(-1, inside**2)
    likeness = (_faces().reshape(-1, inside**2) @ places.T).reshape(6, -1).max(1)
    chance = np.exp(_SHARPNESS * (likeness - likeness.max()))
    best = int(likeness.argmax())
    return best + 1, float(chance[best] / chance.sum() * min(1.0, max(0.0, likeness[best] / 0.5)))


def find_codes(even: Pixels, corners: Array, tilt: Array) -> Iterator[Row]:
    """What rows of ten small squares say, or two rows of five: each as it is and upside down.

    `corners`, float[n, 4, 2], are closed boxes of a picture in even light, and `tilt` makes them upright; from the
    side, squares are then still narrower than they are high, or wider.
    """
    upright = moved(corners, tilt)
    middle, size = upright.mean(1), np.ptp(upright, axis=1) / INSIDE
    square = np.abs(np.log(size[:, 0] / size[:, 1])) < ODD
    middle, size = middle[square], size[square]
    for columns, rows in ((10, 1), (5, 2)):
        for across in (np.array([1.0, 0.0]), np.array([0.0, 1.0])):
            ideal = np.array([(column, row) for row in range(rows) for column in range(columns)], float)  # in steps
            tried = [
                (int(hit.sum()), first, start, hit, nearest)
                for start in range(len(middle))
                for first in range(_MISSED)
                for hit, nearest in [_hits((ideal - ideal[first]) @ _axes(across), start, middle, size)]
            ]
            most = max((seen for seen, *_ in tried), default=0)
            origins: list[Array] = []
            for seen, first, start, hit, nearest in tried if most >= _SEEN else ():
                origin = middle[start] - ideal[first] @ _axes(across) * size[start] * _STEP
                known = any(np.hypot(*((origin - other) / size[start])) < 0.5 for other in origins)
                if known or seen < max(_SEEN, most - _FEWER):
                    continue
                origins.append(origin)
                dice = nearest[hit]
                unit = np.median(size[dice], 0)
                plane = np.diag([*1 / unit, 1]) @ tilt  # there its dice are squares of side 1
                yield from _both_ways(even, ideal[hit], middle[dice] / unit, ideal, plane)


def _axes(across: Array) -> Array:
    """float[2, 2]: this direction, and the one below it."""
    return np.stack([across, (-across[1], across[0])])


def _hits(steps: Array, start: int, middle: Array, size: Array) -> tuple[Array, Array]:
    """Which dice of a row are seen, so many steps from this square; and the squares nearest to each."""
    places = middle[start] + steps * size[start] * _STEP
    far = np.hypot(*((places[:, None] - middle) / size[start]).transpose(2, 0, 1))
    far[:, (np.abs(np.log(size / size[start])) > 0.2).any(1)] = np.inf
    nearest = far.argmin(1)
    found: Array = far[np.arange(len(steps)), nearest] < 0.4
    return found, nearest


def _both_ways(even: Pixels, seen: Array, places: Array, ideal: Array, plane: Array) -> Iterator[Row]:
    """The dice of a row that was found, read as it is, and upside down; `plane` is where they have these `places`."""
    # turned, scaled and moved as complex numbers are, for a single row says nothing of its height
    of, to = seen @ (1, 1j), places @ (1, 1j)
    (turn, move), *_ = np.linalg.lstsq(np.stack([of, np.ones(len(of))], 1), to)
    change = np.array([[turn.real, turn.imag], [-turn.imag, turn.real], [move.real, move.imag]])
    unit = SIDE * _STEP
    around = _MARGIN + SIDE
    back = np.linalg.inv(plane)
    for faces in (1, -1):
        ordered = ideal if faces == 1 else ideal.max(0) - ideal
        step = faces * change[:2] / unit
        origin = ordered[0] @ change[:2] + change[2] if faces == 1 else ideal[-1] @ change[:2] + change[2]
        matrix = back @ np.vstack([np.vstack([step, origin - around * step.sum(0)]).T, (0, 0, 1)])
        width, height = (int(2 * around + unit * each) for each in ideal.max(0))
        strip = cv2.warpPerspective(even, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        rects = [Rect(around + unit * x - SIDE / 2, around + unit * y - SIDE / 2, SIDE, SIDE) for x, y in ideal]
        yield Row(read_dice(strip, rects, 1.0), moved(ordered @ change[:2] + change[2], back))
