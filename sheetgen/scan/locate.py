"""Which sheet a picture shows, and where: the straightened page, if it is good enough to be read."""

from collections.abc import Iterator, Sequence
from heapq import nlargest

import cv2
import numpy as np
from msgspec import Struct

from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.cells import CellMap
from sheetgen.scan.dice import Faces, find_codes, read_dice
from sheetgen.scan.lattice import Array, Fit, Pixels, even_light, find_boxes, fits, moved, undo_tilt, upright
from sheetgen.scan.straighten import LINE, MM, Sheet, Sides, drawn_to_lines, edges, lay, line_blur, look


class Search(Struct, frozen=True):
    """How lines are looked for."""

    scale: int
    """In a flat picture of so many pixels a millimetre."""
    reach: float
    """At most so many millimetres away from where they should be."""
    near: bool
    """Whether what one line shows is followed close by as well."""


FLAT = 8
"""The scale of straightened pages, in pixels a millimetre."""
LEAST_RESOLUTION, MOST_BLUR, LEAST_LIGHT = 4.0, 1.05, 40.0
"""Below so many pixels a millimetre, with edges over so many millimetres, or on paper as dark as this, of 255, not even
people can read what is written."""
_LONGEST = (2400, 1400)
"""The longer side of the pictures in which boxes are looked for: where there is noise, the smaller one has less."""
_FIRST, _SECOND, _LAST = Search(4, 1.6, near=False), Search(4, 0.8, near=True), Search(FLAT, 0.6, near=True)
"""Lines are looked for farther away at first, and less finely."""
_LAID = 6
"""How many ways to lie are compared by the lines of the whole page."""
_OFF = 0.3 * MM
"""A side that is farther from its place, once the page is straight, is that of something else."""
_AGREE = 0.72
"""The least part of the sides of all cells that is seen in its place."""


class Quality(Struct, frozen=True):
    """What a picture is like, for the gate and for people."""

    resolution: float
    """Pixels a millimetre where the sheet is smallest in the picture."""
    blur: float
    """Over how many millimetres edges are spread."""
    light: float
    """How light the paper is, of 255."""
    agreement: float
    """The part of the sides of all cells that is seen in its place, 0 to 1."""


class Located(Struct, frozen=True):
    """A sheet that was found in a picture."""

    map: CellMap
    flat: Pixels
    """uint8[height, width, 3], blue, green, red: the page, straightened, `FLAT` pixels a millimetre."""
    scale: float
    """Pixels of `flat` in a point of the map."""
    quality: Quality
    code: Faces
    """The faces of the ten dice as they were read, each with how sure it is, 0 to 1; () where the sheet has none."""
    seen: frozenset[str]
    """The ids of the cells with at least three sides of their own; the others are placed by their neighbours."""
    sheet: Sheet
    """How the page lies in the picture."""


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


def locate(pixels: Pixels, maps: Sequence[CellMap]) -> Located:
    """The sheet in a picture, uint8[height, width, 3], as one of these maps, in any of four rotations.

    Raises SheetgenError, with what to do better, if none of them is seen, or not well enough to be read.
    """
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    boxes = 0
    for view in views(gray):
        boxes = max(boxes, len(view.corners))
        placed = max(_placed(view, maps), key=lambda each: each.agreement, default=None)
        if placed and placed.agreement >= _AGREE:
            return _finished(pixels, gray, view, placed)
    raise _not_found(gray, boxes)


def read_codes(pixels: Pixels) -> Iterator[Faces]:
    """What the rows of ten dice in a picture may say, before its sheet is known: to be checked by `layout.code`."""
    for view in views(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)):
        yield from find_codes(view.even, view.corners, view.tilt)


def views(gray: Pixels) -> Iterator[View]:
    """A gray picture at the sizes at which boxes are looked for, the largest first."""
    for longest in _LONGEST:
        scale = min(1.0, longest / max(gray.shape))
        small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else gray
        even = even_light(small)
        boxes = find_boxes(even)
        if len(boxes) >= 6:
            yield View(even, scale, boxes.corners, undo_tilt(boxes, (even.shape[1], even.shape[0])))


class _Placed(Struct, frozen=True):
    """A map as it could lie in a view, and how well its lines agree."""

    map: CellMap
    sheet: Sheet
    sides: Sides
    agreement: float


def _placed(view: View, maps: Sequence[CellMap]) -> Iterator[_Placed]:
    """The ways in which maps could lie in a view, the best by the boxes alone compared by their lines."""
    found = upright(moved(view.corners, view.tilt))
    tried: list[tuple[float, int, int, Fit]] = []
    for number, each in enumerate(maps):
        rects = _rects(each)
        middles = np.hstack([rects[:, :2] + rects[:, 2:] / 2, rects[:, 2:] - 2 * LINE])
        ways = nlargest(4, fits(middles, found), key=lambda fit: fit.score)
        tried += [(fit.score - 0.3 * len(rects), number, place, fit) for place, fit in enumerate(ways)]
    for _, number, _, fit in nlargest(_LAID, tried, key=lambda each: each[:3]):
        rects = _rects(maps[number])
        middles = rects[fit.cells, :2] + rects[fit.cells, 2:] / 2
        sheet = lay((maps[number].width, maps[number].height), middles, view.corners[fit.boxes].mean(1))
        sheet, _ = _refined(view.even, sheet, rects, _FIRST)
        sheet, sides = _refined(view.even, sheet, rects, _SECOND)
        yield _Placed(maps[number], sheet, sides, _agreement(sheet, sides, maps[number], view))


def _rects(cells: CellMap) -> Array:
    """float[n, 4]: x, y, width and height of the boxes of a map, in points."""
    return np.array([(each.rect.x, each.rect.y, each.rect.width, each.rect.height) for each in cells.cells])


def _refined(even: Pixels, sheet: Sheet, rects: Array, search: Search) -> tuple[Sheet, Sides]:
    """A page drawn to its lines, and the lines as they were seen before."""
    sides = look(sheet.flat(even, search.scale), edges(rects), search.scale, search.reach)
    return drawn_to_lines(sheet, sides, near=search.near), sides


def _agreement(sheet: Sheet, sides: Sides, cells: CellMap, view: View) -> float:
    """The part of the sides of all cells in the picture that is where it should be, less what should not be there."""
    height, width = view.even.shape
    at = sheet.to_picture(sides.places.reshape(-1, 2)).reshape(sides.places.shape)
    inside = ((at > 0) & (at < (width, height))).all(-1)
    right = sides.seen & (np.abs(sides.off) < _OFF)
    if inside.mean() < 0.5:
        return 0.0
    return float(right[inside].mean())


def _finished(pixels: Pixels, gray: Pixels, view: View, placed: _Placed) -> Located:
    """The page, straightened from the whole picture; SheetgenError if it is not good enough to be read."""
    cells, rects = placed.map, _rects(placed.map)
    sheet, sides = _refined(view.even, placed.sheet, rects, _LAST)
    up = np.array([[1, 0, (1 - view.scale) / 2], [0, 1, (1 - view.scale) / 2], [0, 0, view.scale]])
    sheet = Sheet(sheet.size, up @ sheet.matrix, sheet.bend)
    _check_whole(sheet, rects, pixels.shape)
    flat = sheet.flat(pixels, FLAT)
    even = even_light(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY))
    quality = Quality(
        _resolution(sheet, rects), line_blur(even, sides, FLAT), _light(gray, sheet, rects), placed.agreement
    )
    _check(quality)
    clear = (sides.seen & (np.abs(sides.off) < _OFF)).any(2).sum(1) >= 3
    seen = frozenset(cell.id for cell, whole in zip(cells.cells, clear, strict=True) if whole)
    scale = FLAT / MM
    return Located(cells, flat, scale, quality, read_dice(even, cells.code_dice, scale), seen, sheet)


def _corners(rects: Array) -> Array:
    """float[4 n, 2]: all corners of boxes."""
    result: Array = edges(rects)[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
    return result


def _resolution(sheet: Sheet, rects: Array) -> float:
    """Pixels a millimetre, where there are fewest."""
    at = _corners(rects)
    here = sheet.to_picture(at)
    across, down = (sheet.to_picture(at + np.array(step)) - here for step in ((MM, 0.0), (0.0, MM)))
    return float(np.percentile(np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])), 5))


def _light(gray: Pixels, sheet: Sheet, rects: Array) -> float:
    """How light the paper is around the boxes, of 255."""
    at = sheet.to_picture(_corners(rects)).round().astype(int)
    x, y = at.clip(0, np.array(gray.shape[::-1]) - 1).T
    near = cv2.dilate(cv2.resize(gray, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), np.ones((5, 5)))
    light = near[(y // 4).clip(0, near.shape[0] - 1), (x // 4).clip(0, near.shape[1] - 1)]
    return float(np.percentile(light, 10))


_SIDES = (Message("left"), Message("top"), Message("right"), Message("bottom"))


def _check_whole(sheet: Sheet, rects: Array, shape: tuple[int, ...]) -> None:
    """Raise SheetgenError if boxes are not in the picture."""
    (left, top), (right, bottom) = (pick(sheet.to_picture(_corners(rects)), axis=0) for pick in (np.min, np.max))
    out = (left < 0, top < 0, right > shape[1] - 1, bottom > shape[0] - 1)
    if any(out):
        raise SheetgenError(
            "the sheet is cut off: %(sides)s; go farther away, and keep its four corners free",
            sides=tuple(side for side, cut in zip(_SIDES, out, strict=True) if cut),
        )


def _check(quality: Quality) -> None:
    """Raise SheetgenError for a picture in which not even people could read what is written."""
    if quality.light < LEAST_LIGHT:
        raise _too_dark()
    if quality.resolution < LEAST_RESOLUTION:
        raise SheetgenError(
            "too small to be read: %(have)s pixels a millimetre, and it takes %(need)s; go closer, or scan it at 200"
            " dots per inch or more",
            have=f"{quality.resolution:.1f}",
            need=f"{LEAST_RESOLUTION:.0f}",
        )
    if quality.blur > MOST_BLUR:
        raise SheetgenError(
            "too blurred to be read: edges are spread over %(have)s mm; go closer, hold still, and tap on the sheet so"
            " that it is sharp",
            have=f"{quality.blur:.1f}",
        )


def _too_dark() -> SheetgenError:
    return SheetgenError("too dark to be read; go where there is more light, flash off")


def _not_found(gray: Pixels, boxes: int) -> SheetgenError:
    """Why no sheet was found."""
    if np.percentile(gray[::8, ::8], 90) < LEAST_LIGHT:
        return _too_dark()
    if boxes < 12:
        return SheetgenError("no sheet is seen in this picture; go closer, keep the four corners free, flash off")
    return SheetgenError(
        "this is none of the sheets that it could be, or too little is seen of it; say which with %(game)s or"
        " %(sheet)s, or take it again: closer, the four corners free, flash off",
        game="--ruleset",
        sheet="--sheet",
    )
