"""The check of a picture: is it good enough to be read, and if not, what can be done better."""

from math import ceil, floor

import cv2
import numpy as np

from sheetgen.errors import Message, SheetgenError
from sheetgen.scan.lattice import Array, Pixels
from sheetgen.scan.straighten import MM, PagePosition, corners_of

LEAST_RESOLUTION, MOST_BLUR, LEAST_LIGHT = 3.2, 1.05, 40.0
"""Minimum number of pixels a millimetre, maximum width of an edge in millimetres, and minimum brightness of paper, of
255. Beyond them, not even people can read what is written, by eye on made photos. Messengers make photos of 1200 x 1600
pixels, with 3.5 pixels a millimetre of A4."""
CLEAR_RESOLUTION = 4.0
"""Pixels a millimetre below which readings are less certain. The network was trained with 4 and more."""
_SOFT, _CONTRAST = 5.0, 60
"""Width in pixels from which on an edge is blurred, and its minimum contrast, of 255, in a picture that is 1400 pixels
long. Sharp edges have 2 to 3 pixels, and 5 are a millimetre of A4."""
_SIDES = Message("on the left"), Message("at the top"), Message("on the right"), Message("at the bottom")


def check_seen(pixels: Pixels, sheet: PagePosition, sides: Array, blur: float) -> float:
    """Return the number of pixels of a millimetre of a page, where it has fewest.

    `sides`, float[n, 4], are the left, upper, right and lower edges of the boxes, in points; edges have a width of
    `blur` millimetres. Raises SheetgenError if the page is not whole in the picture, or if it cannot be read.
    """
    _check_whole(sheet, sides, pixels.shape)
    at = corners_of(sides)
    here = sheet.to_picture(at)
    across, down = (sheet.to_picture(at + np.array(step)) - here for step in ((MM, 0.0), (0.0, MM)))
    resolution = np.percentile(np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])), 5)
    small = cv2.resize(pixels, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    near = cv2.dilate(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.ones((5, 5)))
    x, y = (here / 4).astype(int).clip(0, np.array(near.shape[::-1]) - 1).T
    check(float(resolution), blur, float(np.percentile(near[y, x], 10)))
    return float(resolution)


def _check_whole(sheet: PagePosition, sides: Array, shape: tuple[int, ...]) -> None:
    """Raise SheetgenError if there are boxes outside of the picture."""
    (left, top), (right, bottom) = (pick(sheet.to_picture(corners_of(sides)), axis=0) for pick in (np.min, np.max))
    out = [-left, -top, right - shape[1] + 1, bottom - shape[0] + 1]
    if max(out) > 0:
        side = _SIDES[out.index(max(out))]
        raise SheetgenError("the sheet is cut off %(side)s; go farther away, and keep its four corners free", side=side)


def check(resolution: float, blur: float, light: float) -> None:
    """Raise SheetgenError for a picture in which not even people could read what is written.

    `resolution` are its pixels a millimetre, where the sheet has fewest, `blur` is the width of edges in millimetres,
    and `light` the brightness of the paper, of 255.
    """
    if light < LEAST_LIGHT:
        raise too_dark()
    if resolution < LEAST_RESOLUTION:
        raise SheetgenError(
            "too small to be read: %(have)s pixels a millimetre, and it takes %(need)s; go closer, or scan it at 200"
            " dots per inch or more", have=f"{floor(10 * resolution) / 10:.1f}", need=f"{LEAST_RESOLUTION:.1f}",
        )  # fmt: skip
    if blur > MOST_BLUR:
        raise SheetgenError(
            "too blurred to be read: edges are spread over %(have)s mm; go closer, hold still, and tap on the sheet so"
            " that it is sharp", have=f"{ceil(10 * blur) / 10:.1f}",
        )  # fmt: skip


def too_dark() -> SheetgenError:
    """Return the error of a picture with too little light."""
    return SheetgenError("too dark to be read; go where there is more light, flash off")


def is_blurred(gray: Pixels) -> bool:
    """Check whether most edges of a picture, uint8[height, width], are blurred."""
    scale = min(1.0, 1400 / max(gray.shape))
    small = cv2.GaussianBlur(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    around = np.ones((25, 25), np.uint8)
    contrast = cv2.dilate(small, around).astype(float) - cv2.erode(small, around)
    slope = cv2.dilate(np.hypot(*(cv2.Sobel(small, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (0, 1))), around)
    edges = contrast >= _CONTRAST
    return bool(edges.mean() > 0.01 and np.median((contrast / np.maximum(slope, 0.1))[edges]) > _SOFT)
