"""Contrast of colours after WCAG 2.2, and colours of the same hue that are darker or lighter."""

from collections.abc import Iterable
from math import atan2, cos, hypot, sin


def contrast(one: Iterable[float], other: Iterable[float]) -> float:
    """Return the contrast of two colours (red, green, blue from 0 to 1): 1 for equal ones, 21 for black on white."""
    high, low = sorted((_brightness(one), _brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _brightness(colour: Iterable[float]) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    """Return the linear value of an sRGB component."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def on_white(colour: str) -> float:
    """Return the contrast of a colour ``#rrggbb`` with white."""
    return contrast((part / 255 for part in bytes.fromhex(colour[1:])), (1, 1, 1))


def darkened(colour: str, least: float) -> str:
    """Return the lightest colour ``#rrggbb`` of this hue with at least this contrast with white, at most 21."""
    shares = ((part * share // 255 for part in bytes.fromhex(colour[1:])) for share in range(255, -1, -1))
    return next(shade for shade in (f"#{bytes(parts).hex()}" for parts in shares) if on_white(shade) >= least)


# Matrices of the colour space OKLab, from Björn Ottosson, "A perceptual color space for image processing" (2020).

_TO_CONES = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
             (0.0883024619, 0.2817188376, 0.6299787005))  # fmt: skip
_TO_LAB = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
           (0.0259040371, 0.7827717662, -0.8086757660))  # fmt: skip
_FROM_LAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_CONES = ((4.0767416621, -3.3077115913, 0.2309699292), (-1.2684380046, 2.6097574011, -0.3413193965),
               (-0.0041960863, -0.7034186147, 1.7076147010))  # fmt: skip
_LIGHT, _COLOURFUL = 0.80, 0.105
"""OKLCH lightness (0 to 1) and maximum chroma of colours on dark paper. Chosen for a contrast of 9."""


def lightened(colour: Iterable[float]) -> tuple[float, float, float]:
    """Return a colour of the same hue for dark paper. Components are from 0 to 1."""
    cones = _times(_TO_CONES, map(_linear, colour))
    _, a, b = _times(_TO_LAB, [part ** (1 / 3) for part in cones])
    chroma, hue = min(hypot(a, b), _COLOURFUL), atan2(b, a)
    while True:  # reduce the chroma until a screen can show the colour; grey it can
        lab = (_LIGHT, chroma * cos(hue), chroma * sin(hue))
        found = _times(_FROM_CONES, [part**3 for part in _times(_FROM_LAB, lab)])
        if all(-0.002 <= part <= 1.002 for part in found):
            break
        chroma -= 0.004
    parts = (min(1.0, max(0.0, part)) for part in found)
    red, green, blue = (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in parts)
    return red, green, blue


def _times(matrix: Iterable[Iterable[float]], vector: Iterable[float]) -> list[float]:
    """Return the product of a matrix and a vector."""
    values = list(vector)
    return [sum(factor * value for factor, value in zip(row, values, strict=True)) for row in matrix]
