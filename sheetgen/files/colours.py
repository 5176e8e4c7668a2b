"""Colours as people see them: how far they stand out, after WCAG 2.2."""

from collections.abc import Iterable


def contrast(one: Iterable[float], other: Iterable[float]) -> float:
    """The contrast of two colours, each as red, green and blue from 0 to 1: 1 for none, 21 for black on white."""
    high, low = sorted((_brightness(one), _brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _brightness(colour: Iterable[float]) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def on_white(colour: str) -> float:
    """The contrast with white of a colour that is written as ``#rrggbb``."""
    return contrast((part / 255 for part in bytes.fromhex(colour[1:])), (1, 1, 1))


def darkened(colour: str, least: float) -> str:
    """The lightest colour of this hue, ``#rrggbb``, whose contrast with white is at least this, up to 21."""
    shares = ((part * share // 255 for part in bytes.fromhex(colour[1:])) for share in range(255, -1, -1))
    return next(shade for shade in (f"#{bytes(parts).hex()}" for parts in shares) if on_white(shade) >= least)
