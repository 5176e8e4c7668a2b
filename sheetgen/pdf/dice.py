"""Dice, as the few things that a page is made of."""

from functools import lru_cache

from sheetgen.layout import PIPS, Box, Font, Ink, Item, Rect, Text

_PIP = 0.095
"""The radius of a pip, beside the side of the die."""


@lru_cache(maxsize=256)
def die_parts(face: int, size: float) -> tuple[Item, ...]:
    """What one die of this size is drawn with, its upper left corner at 0, 0; face 0 may show anything. Points."""
    ink, width = (Ink.TEXT, 0.08) if face else (Ink.RULE, 0.05)
    frame = Box(Rect(0, 0, size, size), None, ink, width * size, 0.22 * size, 0.22 * size)
    if face and face not in PIPS:
        height = max(7.0, 0.7 * size)
        return frame, Text(size / 2, size / 2 + 0.33 * height, str(face), Font.BOLD, height, align="middle")
    return frame, *(_pip(size * x / 4, size * (4 - y) / 4, _PIP * size) for x, y in PIPS.get(face, ()))


def _pip(x: float, y: float, radius: float) -> Box:
    return Box(Rect(x - radius, y - radius, 2 * radius, 2 * radius), Ink.TEXT, top=radius, bottom=radius)
