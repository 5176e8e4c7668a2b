"""Lines of text that keep within a width."""

from bisect import bisect

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


def in_two(text: str, font: Font, measure: Measure) -> tuple[float, list[tuple[str, float]]]:
    """The width of a text at one point; and that text in two lines, with their widths, or no lines if it is one word.

    The wider line is as narrow as can be.
    """
    words, space = text.split(" "), measure(" ", font, 1)
    ends = [measure(words[0], font, 1)]
    for word in words[1:]:
        ends.append(ends[-1] + space + measure(word, font, 1))
    width = ends.pop()
    if not ends:
        return width, []
    wider = [max(end, width - end - space) for end in ends]
    cut = wider.index(min(wider))
    first, second = " ".join(words[: cut + 1]), " ".join(words[cut + 1 :])
    return width, [(first, ends[cut]), (second, width - ends[cut] - space)]


def fit_size(text: str, width: float, font: Font, sizes: tuple[float, float], measure: Measure) -> float:
    """The largest of the sizes, from the least to the most, at which `text` keeps within `width`; else the least."""
    least, most = sizes
    natural = measure(text, font, most)
    return max(least, most if natural <= width + _SLACK else most * width / natural)


def first_fit(texts: tuple[str, ...], width: float, font: Font, size: float, measure: Measure) -> str:
    """The first of the texts that keeps within `width`, else the last."""
    return next((text for text in texts if measure(text, font, size) <= width + _SLACK), texts[-1])
