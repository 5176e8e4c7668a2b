"""Lines of text that keep within a width."""

from bisect import bisect
from collections.abc import Callable
from math import inf

from sheetgen.layout.primitives import Font, Measure

_SLACK = 0.01
"""A width that was computed from this very text may differ from it by a rounding error."""


def wrap(text: str, width: float, font: Font, size: float, measure: Measure) -> list[str]:
    """`text` in lines no wider than `width`; a word that is too long for a line is broken."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if measure(f"{line} {word}".strip(), font, size) <= width:
            line = f"{line} {word}".strip()
            continue
        lines += [line] if line else []
        line = word
        while measure(line, font, size) > width:
            cut = max(1, bisect(range(1, len(line)), width, key=lambda n: measure(line[:n], font, size)))
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line else lines


def in_two(text: str, width: float, width_of: Callable[[str], float]) -> tuple[float, list[tuple[str, float]]]:
    """The width of the wider one of two lines of a text, as narrow as can be, and the lines with their widths.

    Infinite, and no lines, if the text is one word. `width` is that of all; `width_of` measures words as that was.
    """
    words, space = text.split(" "), width_of(" ")
    end, cut, first, least = -space, 0, 0.0, inf
    for place, word in enumerate(words[:-1], 1):
        end += space + width_of(word)
        wider = max(end, width - end - space)
        if wider < least:
            cut, first, least = place, end, wider
    if not cut:
        return inf, []
    return least, [(" ".join(words[:cut]), first), (" ".join(words[cut:]), width - first - space)]


def fit_size(text: str, width: float, font: Font, sizes: tuple[float, float], measure: Measure) -> float:
    """The largest of the sizes, from the least to the most, at which `text` keeps within `width`; else the least."""
    least, most = sizes
    natural = measure(text, font, most)
    return max(least, most if natural <= width + _SLACK else most * width / natural)


def first_fit(texts: tuple[str, ...], width: float, font: Font, size: float, measure: Measure) -> str:
    """The first of the texts that keeps within `width`, else the last."""
    return next((text for text in texts if measure(text, font, size) <= width + _SLACK), texts[-1])
