"""A picture as boxes are looked for in it: at two sizes, on the paper and everywhere, with the dice of a code."""

from collections.abc import Iterator
from itertools import tee

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.code import Code
from sheetgen.scan.code_dice import DiceRow, find_codes
from sheetgen.scan.lattice import Array, Pixels, even_light, find_boxes, undo_tilt

_LONGEST = (2400, 1400)
"""Longer sides of the pictures in which boxes are looked for, in pixels. The smaller picture has less noise; it decided
in 17 of 126 made photos."""
_LEAST_BOXES = 6
"""Minimum number of boxes of a view: fewer do not tell how the picture is tilted. Chosen by hand."""
_SMALL, _WHOLE = 300, (31, 31)
"""Longer side of the picture in which the paper is looked for, and the size of smaller light spots that are ignored
there, such as the squares of a cloth; in pixels. Chosen by hand on made photos with patterned grounds."""
_CONVEX, _LARGE = 0.8, 0.15
"""Minimum share that the paper fills of its convex hull, and that the hull fills of the picture. Chosen by hand."""
_MOSTLY = 0.8
"""Share of all boxes that lie on the paper below which those next to it are left out at first. Chosen by hand."""
_AS_SURE = 0.05
"""Maximum difference between the certainties of two rows of dice that count as equally certain: those of their least
certain dice. Chosen by hand."""


class View(Struct, frozen=True):
    """A picture as boxes are looked for in it."""

    even: Pixels
    """The picture in even light, reduced."""
    scale: float
    """Pixels of `even` in a pixel of the whole picture."""
    corners: Array
    """float[n, 4, 2]: corners of the boxes in it."""
    tilt: Array
    """float[3, 3]: homography that makes them upright."""
    rows: tuple[DiceRow, ...]
    """Rows of squares that may be the dice of a code."""

    @property
    def code(self) -> tuple[DiceRow, Code] | None:
        """The most certain row that is a code, and the code; of equally certain rows the one with most squares."""
        codes = [(min(sure for _, sure in row.faces), row, row.code) for row in self.rows if row.code]
        surest = max((sure for sure, *_ in codes), default=0) - _AS_SURE
        return next(((row, code) for sure, row, code in codes if sure > surest), None)


class Views:
    """The views of a picture, made when they are first asked for, and then kept."""

    def __init__(self, pixels: Pixels) -> None:
        self._made = views(pixels)

    def __iter__(self) -> Iterator[View]:
        self._made, again = tee(self._made)
        return again


def views(pixels: Pixels) -> Iterator[View]:
    """Yield the views of a picture, the largest first: with the boxes on the paper if many are next to it, then all.

    Dice are looked for until there is a code.
    """
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    rim = find_paper(pixels)
    rows: tuple[DiceRow, ...] = ()
    for longest in _LONGEST:
        scale = min(1.0, longest / max(gray.shape))
        small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else gray
        even = even_light(small)
        boxes = find_boxes(even)
        middles = (boxes.mean(1) / scale).tolist()
        own = [rim is None or cv2.pointPolygonTest(rim, each, False) > 0 for each in middles]
        on_paper = boxes[np.array(own, bool)]
        for part in (on_paper, boxes) if len(on_paper) < _MOSTLY * len(boxes) else (boxes,):
            if len(part) >= _LEAST_BOXES:
                tilt = undo_tilt(part, (even.shape[1], even.shape[0]))
                if not any(row.code for row in rows):
                    found = find_codes(even, part, tilt)
                    rows = tuple(replace(row, places=row.places / scale) for row in found)
                here = tuple(replace(row, places=row.places * scale) for row in rows)
                yield View(even, scale, part, tilt, here)


def find_paper(pixels: Pixels) -> Array | None:
    """Return the rim of the lightest large area of a picture and 5 % more, float32[n, 1, 2]; None if there is none.

    A sheet on a ground that is as light as paper, or lighter, is not told from it.
    """
    scale = _SMALL / max(pixels.shape)
    light = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).min(2)
    light = cv2.morphologyEx(light, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))  # without print and writing
    _, mask = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, _WHOLE))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    paper = max(contours, key=cv2.contourArea)
    rim = cv2.convexHull(paper).astype(np.float32)
    if cv2.contourArea(paper) < _CONVEX * cv2.contourArea(rim) or cv2.contourArea(rim) < _LARGE * mask.size:
        return None
    middle = rim.mean(0)
    grown: Array = ((middle + 1.05 * (rim - middle)) / scale).astype(np.float32)
    return grown


def shows_several(view: View) -> bool:
    """Check whether codes are seen in two places of a picture: those of two sheets."""
    rows = [row.places for row in view.rows if row.code]
    return any(np.hypot(*(row.mean(0) - rows[0].mean(0))) > np.hypot(*np.ptp(rows[0], axis=0)) for row in rows)
