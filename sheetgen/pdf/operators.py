"""Lines, boxes and texts as the operators of a PDF (ISO 32000-1, 8.5), the same on every canvas."""

from functools import lru_cache

from sheetgen.layout import Box, Colour, Line

_PAINTS = {(False, False): b"n", (True, False): b"f", (False, True): b"S", (True, True): b"B"}
"""What paints a path, by whether it is filled and whether it is stroked."""
_KEEP = 1 - 0.5523
"""A quarter of a circle, as closely as a Bézier curve draws it."""


def number(value: float) -> bytes:
    """A number as PDF writes it, to a thousandth of a point."""
    return b"%g" % round(value, 3)


@lru_cache(maxsize=256)
def font(name: bytes, size: float) -> bytes:
    """Set the texts that come next in the face that contents call so, at this size in points."""
    return b"/%b %b Tf" % (name, number(size))


@lru_cache(maxsize=64)
def fill(colour: Colour) -> bytes:
    """Fill what comes next with this colour."""
    return b" ".join((*map(number, colour), b"rg"))


@lru_cache(maxsize=256)
def stroke(colour: Colour, width: float) -> bytes:
    """Draw the lines that come next in this colour and width."""
    return b" ".join((*map(number, colour), b"RG", number(width), b"w"))


def line(item: Line, height: float) -> bytes:
    """A straight line on a page of this height."""
    return b"%b m %b l S" % (point(item.x1, height - item.y1), point(item.x2, height - item.y2))


def box(item: Box, height: float) -> bytes:
    """A rectangle on a page of this height, its corners rounded as it says, filled and stroked as it says."""
    paint = _PAINTS[bool(item.fill), bool(item.stroke)]
    rect, bottom = item.rect, height - item.rect.bottom
    if item.top == item.bottom == 0:
        return b"%b %b re %b" % (point(rect.x, bottom), point(rect.width, rect.height), paint)
    return b"%b h %b" % (_rounded((rect.x, bottom, rect.right, height - rect.y), item.top, item.bottom), paint)


def text(font_set: bytes, x: float, y: float, codes: bytes) -> bytes:
    """A line of text that begins at a place, after what sets its font; the codes are in hexadecimal."""
    return b"BT %b%.3f %.3f Td <%b> Tj ET" % (font_set, x, y, codes)


def point(x: float, y: float) -> bytes:
    """The two numbers of a place, to a thousandth of a point."""
    return b"%.3f %.3f" % (x, y)


def _rounded(corners: tuple[float, float, float, float], top: float, bottom: float) -> bytes:
    """A path with its upper corners rounded by `top` and its lower ones by `bottom`."""
    x1, y1, x2, y2 = corners
    up, down = top * _KEEP, bottom * _KEEP
    return b" ".join((
        point(x1 + bottom, y1), b"m",
        point(x2 - bottom, y1), b"l",
        point(x2 - down, y1), point(x2, y1 + down), point(x2, y1 + bottom), b"c",
        point(x2, y2 - top), b"l",
        point(x2, y2 - up), point(x2 - up, y2), point(x2 - top, y2), b"c",
        point(x1 + top, y2), b"l",
        point(x1 + up, y2), point(x1, y2 - up), point(x1, y2 - top), b"c",
        point(x1, y1 + bottom), b"l",
        point(x1, y1 + down), point(x1 + down, y1), point(x1 + bottom, y1), b"c",
    ))  # fmt: skip
