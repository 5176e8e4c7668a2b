"""Lines, boxes and dice as the operators of a PDF (ISO 32000-1, 8.5), the same on every canvas."""

from functools import lru_cache

from sheetgen.layout import Box, Colour, Line

_KEEP = 1 - 0.5523
"""A quarter of a circle, as closely as a Bézier curve draws it."""


def number(value: float) -> str:
    """A number as PDF writes it, to a thousandth of a point."""
    return f"{round(value, 3):g}"


@lru_cache(maxsize=256)
def font(name: str, size: float) -> str:
    """Set the texts that come next in the face that contents call so, at this size in points."""
    return f"/{name} {number(size)} Tf"


@lru_cache(maxsize=64)
def fill(colour: Colour) -> str:
    """Fill what comes next with this colour."""
    return " ".join((*map(number, colour), "rg"))


@lru_cache(maxsize=256)
def stroke(colour: Colour, width: float) -> str:
    """Draw the lines that come next in this colour and width."""
    return " ".join((*map(number, colour), "RG", number(width), "w"))


def line(item: Line, height: float) -> str:
    """A straight line on a page of this height."""
    return f"{point(item.x1, height - item.y1)} m {point(item.x2, height - item.y2)} l S"


def box(item: Box, height: float) -> str:
    """A rectangle on a page of this height, its corners rounded as it says, filled and stroked as it says."""
    paint = {(True, False): "f", (False, True): "S", (True, True): "B"}.get((bool(item.fill), bool(item.stroke)), "n")
    rect, bottom = item.rect, height - item.rect.bottom
    if item.top == item.bottom == 0:
        return f"{point(rect.x, bottom)} {point(rect.width, rect.height)} re {paint}"
    return f"{_rounded((rect.x, bottom, rect.right, height - rect.y), item.top, item.bottom)} h {paint}"


def point(x: float, y: float) -> str:
    """The two numbers of a place, to a thousandth of a point."""
    return f"{x:.3f} {y:.3f}"


def _rounded(corners: tuple[float, float, float, float], top: float, bottom: float) -> str:
    """A path with its upper corners rounded by `top` and its lower ones by `bottom`."""
    x1, y1, x2, y2 = corners
    up, down = top * _KEEP, bottom * _KEEP
    return " ".join((
        f"{point(x1 + bottom, y1)} m",
        f"{point(x2 - bottom, y1)} l",
        f"{point(x2 - down, y1)} {point(x2, y1 + down)} {point(x2, y1 + bottom)} c",
        f"{point(x2, y2 - top)} l",
        f"{point(x2, y2 - up)} {point(x2 - up, y2)} {point(x2 - top, y2)} c",
        f"{point(x1 + top, y2)} l",
        f"{point(x1 + up, y2)} {point(x1, y2 - up)} {point(x1, y2 - top)} c",
        f"{point(x1, y1 + bottom)} l",
        f"{point(x1, y1 + down)} {point(x1 + down, y1)} {point(x1 + bottom, y1)} c",
    ))  # fmt: skip
