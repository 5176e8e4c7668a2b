"""Chart of the distribution of totals, as a page and as SVG."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Drawing, Font, Ink, Item, Line, Measure, Page, Rect, RoundedRect, Text, wrap
from sheetgen.layout.themes import Colour, Look

# The lengths and sizes of this module are those of the design, in points.

_WIDE, _HIGH, _EDGE = 170 * MM, 105 * MM, 8 * MM
"""Width and minimum height of the page, and its margin."""
_TOP, _FOOT = 62.0, 62.0
"""Height above the bars, and below them."""
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Possible numbers of totals in a bar, and distances of labels."""
_MAX_BARS, _MAX_LABELS = 60, 12
"""Maximum numbers of bars and of labels below them; more are too narrow to be told apart on the page."""
_TAIL = 0.001
"""Probability at each end that is shown in the outermost bar."""
_TITLE, _SIZE, _LEADING = 20.0, 9.0, 12.0
"""Font sizes of the title and of all other text, and the distance between two baselines."""


class Chart(Struct, frozen=True):
    """Content of a chart."""

    title: str
    subtitle: str
    chances: Mapping[int, float]
    """Probability of each total, in ascending order."""
    average: float
    average_words: str
    """Label of the average."""
    sentences: Sequence[str]
    """Text below the chart."""
    alt: str
    """Description of the chart in words."""


class Bars(Struct, frozen=True):
    """Bars of equal width."""

    first: int
    """First total."""
    step: int
    """Number of totals in each bar."""
    heights: tuple[float, ...]
    """Probability of each bar."""


def lay_out_chart(chart: Chart, look: Look, measure: Measure) -> Page:
    """Return a page with the chart on it."""
    drawing = Drawing()
    drawing.put("H1", Text(_EDGE, 40, chart.title, Font.BLACK, _TITLE, align="ink"))
    drawing.put("P", Text(_EDGE, 54, chart.subtitle, Font.REGULAR, _SIZE, Ink.MUTED))
    with drawing.element("Figure", alt=chart.alt):
        drawing.draw(*_drawn(chart, look))
    low = _HIGH - _FOOT + 34
    for sentence in chart.sentences:
        with drawing.element("P"):
            for line in wrap(sentence, _WIDE - 2 * _EDGE, Font.REGULAR, _SIZE, measure):
                drawing.draw(Text(_EDGE, low, line, Font.REGULAR, _SIZE))
                low += _LEADING
    return Page(_WIDE, max(_HIGH, low + _EDGE - _LEADING), tuple(drawing.items), (), elements=tuple(drawing.elements))


def bars(chances: Mapping[int, float]) -> Bars:
    """Divide the totals into at most 60 bars of a round width; rare totals at both ends are in the outermost bars."""
    passed, low, high = 0.0, min(chances), max(chances)
    for total, chance in chances.items():
        if passed < _TAIL:
            low = total
        if passed < 1 - _TAIL:
            high = total
        passed += chance
    step = next((each for each in _STEPS if (high - low) / each < _MAX_BARS), _STEPS[-1])
    first, count = floor(low / step) * step, floor(high / step) - floor(low / step) + 1
    heights = [0.0] * count
    for total, chance in chances.items():
        heights[min(max((total - first) // step, 0), count - 1)] += chance
    return Bars(first, step, tuple(heights))


def _drawn(chart: Chart, look: Look) -> Iterator[Item]:
    """Yield the bars, their axis, and the average."""
    found = bars(chart.chances)
    base, width = _HIGH - _FOOT, (_WIDE - 2 * _EDGE) / len(found.heights)
    room, most = base - _TOP - 22, max(found.heights)
    for place, height in enumerate(found.heights):
        high = height / most * room
        gap = min(1.0, width / 6)
        yield RoundedRect(Rect(_EDGE + place * width + gap / 2, base - high, width - gap, high), Ink.ACCENT)
    yield Line(_EDGE, base, _WIDE - _EDGE, base, look.sum, Ink.TEXT)
    last = found.first + found.step * len(found.heights)
    apart = next(each for each in (*_STEPS, last) if (last - found.first) / each <= _MAX_LABELS)
    for total in range(ceil(found.first / apart) * apart, last + 1, apart):
        x = _EDGE + (total - found.first) / found.step * width
        yield Line(x, base, x, base + 4, look.hairline, Ink.TEXT)
        yield Text(x, base + 14, str(total), Font.REGULAR, _SIZE, align="middle")
    x = _EDGE + (chart.average - found.first) / found.step * width
    yield Line(x, _TOP + 8, x, base, look.sum, Ink.TEXT)
    yield Text(x + 4, _TOP + 14, chart.average_words, Font.BOLD, _SIZE)


_WEIGHTS = {Font.REGULAR: 400, Font.BOLD: 700, Font.BLACK: 900}
"""Font weights of SVG."""
_ANCHORS = {"left": "start", "ink": "start", "middle": "middle", "right": "end"}
"""Text anchors of SVG, by alignment."""


def write_svg(page: Page, colours: Mapping[Ink, Colour], alt: str) -> bytes:
    """Return a page of texts, lines and boxes as SVG, in points; viewers without the font of sheetgen use another."""
    size = f"{page.width:.2f} {page.height:.2f}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{page.width:.2f}pt" '
        f'height="{page.height:.2f}pt" role="img" aria-label={quoteattr(alt)} '
        "font-family=\"'Sofia Sans Semi Condensed', 'Arial Narrow', sans-serif\">"
    )
    white = f'<rect width="{page.width:.2f}" height="{page.height:.2f}" fill="#ffffff"/>'
    return "\n".join((head, white, *(_shape(item, colours) for item in page.items), "</svg>\n")).encode()


def _shape(item: Item, colours: Mapping[Ink, Colour]) -> str:
    def colour(ink: Ink | None) -> str:
        return "#" + bytes(round(255 * part) for part in colours[ink]).hex() if ink else "none"

    match item:
        case Text():
            return (
                f'<text x="{item.x:.2f}" y="{item.y:.2f}" font-size="{item.size:g}" '
                f'font-weight="{_WEIGHTS[item.font]}" text-anchor="{_ANCHORS[item.align]}" '
                f'fill="{colour(item.ink)}">{escape(item.text)}</text>'
            )
        case Line():
            ends = f'x1="{item.x1:.2f}" y1="{item.y1:.2f}" x2="{item.x2:.2f}" y2="{item.y2:.2f}"'
            return f'<line {ends} stroke="{colour(item.ink)}" stroke-width="{item.width:g}"/>'
        case RoundedRect():
            rect = item.rect
            place = f'x="{rect.x:.2f}" y="{rect.y:.2f}" width="{rect.width:.2f}" height="{rect.height:.2f}"'
            return f'<rect {place} fill="{colour(item.fill)}"/>'
    raise TypeError(item)
