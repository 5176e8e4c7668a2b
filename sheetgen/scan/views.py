"""A picture as boxes are looked for in it: at two sizes, on the paper and everywhere, with what may be a code."""

from collections.abc import Iterator
from itertools import tee

import cv2
import numpy as np
from msgspec import Struct

from sheetgen.layout.code import Code
from sheetgen.scan.code_dice import Row, find_codes
from sheetgen.scan.lattice import Array, Pixels, even_light, find_boxes, undo_tilt

_LONGEST = (2400, 1400)
"""The longer side of the pictures in which boxes are looked for: where there is noise, the smaller one has less."""
_SMALL, _WHOLE, _CONVEX, _LARGE = 300, (31, 31), 0.8, 0.15
"""The paper is looked for in a picture whose longer side has so many pixels, with no smaller light spots, such as
the squares of a cloth. It fills at least this share of its hull, and that this share of the picture."""
_MOSTLY = 0.8
"""With a smaller share of all boxes on the paper, those beside it are left out at first."""
_AS_SURE = 0.05
"""So much less sure of its least sure die a row is about as sure as another."""


class View(Struct, frozen=True):
    """A picture as boxes are looked for in it."""

    even: Pixels
    """In even light, reduced."""
    scale: float
    """Its pixels in one of the whole picture."""
    corners: Array
    """float[n, 4, 2]: the boxes in it."""
    tilt: Array
    """float[3, 3]: what makes them upright."""
    rows: tuple[Row, ...]
    """What may be the dice of a code."""

    @property
    def code(self) -> tuple[Row, Code] | None:
        """The row that is a code, and what it says; of several the surest, or of those about as sure the most whole."""
        codes = [(min(sure for _, sure in row.faces), row, row.code) for row in self.rows if row.code]
        surest = max((sure for sure, *_ in codes), default=0) - _AS_SURE
        return next(((row, code) for sure, row, code in codes if sure > surest), None)


class Views:
    """Views of a picture, made when they are first asked for, and then kept."""

    def __init__(self, pixels: Pixels) -> None:
        self._made = views(pixels)

    def __iter__(self) -> Iterator[View]:
        self._made, again = tee(self._made)
        return again


def views(pixels: Pixels) -> Iterator[View]:
    """A picture at the sizes at which boxes are looked for, the largest first: on the paper, if that is seen; all."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    rim = find_paper(pixels)
    for longest in _LONGEST:
        scale = min(1.0, longest / max(gray.shape))
        small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else gray
        even = even_light(small)
        boxes = find_boxes(even)
        middles = (boxes.mean(1) / scale).tolist()
        own = [rim is None or cv2.pointPolygonTest(rim, each, False) > 0 for each in middles]
        on_paper = boxes[np.array(own, bool)]
        for part in (on_paper, boxes) if len(on_paper) < _MOSTLY * len(boxes) else (boxes,):
            if len(part) >= 6:
                tilt = undo_tilt(part, (even.shape[1], even.shape[0]))
                yield View(even, scale, part, tilt, tuple(find_codes(even, part, tilt)))


def find_paper(pixels: Pixels) -> Array | None:
    """float32[n, 1, 2]: the rim of the lightest large area of a picture, and a little more; None if none stands out.

    A sheet on lighter or equally light ground is not told from that.
    """
    scale = _SMALL / max(pixels.shape)
    light = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).min(2)
    light = cv2.morphologyEx(light, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))  # without what is printed and written
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
