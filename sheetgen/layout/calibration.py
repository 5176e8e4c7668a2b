"""The two pages that show whether a printer prints at true size, and whether front and back line up."""

from collections.abc import Iterator

from sheetgen.catalog import Catalog
from sheetgen.layout.look import Look
from sheetgen.layout.primitives import Box, Font, Ink, Item, Line, Measure, Page, Rect, Text
from sheetgen.layout.strips import ticks
from sheetgen.layout.text import wrap
from sheetgen.paper import MM

_EDGE = 12 * MM
_LARGEST = 100
"""The side of the square, in millimetres, where the paper is large enough."""
_CROSS = 8 * MM
"""The length of an arm of the cross."""
_LEADING = 1.3


def calibration_pages(catalog: Catalog, width: float, height: float, look: Look, measure: Measure) -> tuple[Page, Page]:
    """The front and the back, to be printed on both sides of one sheet; width and height in points."""
    return (
        Page(
            width, height, tuple(_front(catalog, width, height, look, measure)), (), catalog.text("sheet", "Test page")
        ),
        Page(
            width, height, tuple(_back(catalog, width, height, look, measure)), (), catalog.text("sheet", "Test page")
        ),
    )


def _front(catalog: Catalog, width: float, height: float, look: Look, measure: Measure) -> Iterator[Item]:
    text = catalog.text
    words = (
        text("sheet", "Print this page at 100 %, without fitting it to the page, on both sides of one sheet."),
        text(
            "sheet",
            "Lay a ruler along both scales. If 50 mm are not 50 mm, your printer scales: look for “actual size” in its "
            "settings.",
        ),
        text("sheet", "Hold the sheet against the light: the crosses of both sides should lie on each other."),
        text(
            "sheet",
            "If they do not, look at the back and measure how far its cross is to the right of the other and above it, "
            "in millimetres. Print with --back-offset and both numbers with a minus in front, such as -1.5,-0.5.",
        ),
    )
    yield from _cross(width, height)
    top = yield from _words(catalog.text("sheet", "Test page"), words, (_EDGE, width - 2 * _EDGE), look, measure)
    side = _side(width, height, top)
    if side:
        left = (width - side * MM) / 2
        y = max(top + 4 * MM, (height - side * MM) / 2)
        yield Box(Rect(left, y, side * MM, side * MM), None, Ink.TEXT, 0.5)
        yield from ticks(left, y, side, 0.3)
        yield from ticks(left, y, side, 0.3, down=True)
        said = f"{side} mm × {side} mm"
        yield Text(
            left + side * MM - 3 * MM, y + side * MM - 3 * MM, said, Font.REGULAR, look.size(9), Ink.MUTED, "right"
        )


def _side(width: float, height: float, top: float) -> int:
    """The side of the square in millimetres: 100, or the most tens that there is room for."""
    room = min(width - 2 * _EDGE, height - top - 4 * MM - _EDGE) / MM
    return max(0, min(_LARGEST, 10 * int(room / 10)))


def _back(catalog: Catalog, width: float, height: float, look: Look, measure: Measure) -> Iterator[Item]:
    words = (catalog.text("sheet", "The back of the test page. Its cross should lie on the cross of the front."),)
    yield from _cross(width, height)
    yield from _words("", words, (_EDGE, width - 2 * _EDGE), look, measure)


def _cross(width: float, height: float) -> Iterator[Item]:
    """A cross in the middle of the page, with millimetres on its arms."""
    x, y = width / 2, height / 2
    yield Line(x - _CROSS, y, x + _CROSS, y, 0.3, Ink.TEXT)
    yield Line(x, y - _CROSS, x, y + _CROSS, 0.3, Ink.TEXT)
    for mm in range(-8, 9):
        yield Line(x + mm * MM, y - 0.7 * MM, x + mm * MM, y + 0.7 * MM, 0.25, Ink.TEXT)
        yield Line(x - 0.7 * MM, y + mm * MM, x + 0.7 * MM, y + mm * MM, 0.25, Ink.TEXT)


def _words(title: str, sentences: tuple[str, ...], place: tuple[float, float], look: Look, measure: Measure):  # type: ignore[no-untyped-def]
    """A title and sentences from the top of the page; gives the y below them. `place` is x and the width."""
    x, width = place
    y, size = _EDGE, look.size(9.5)
    if title:
        y += look.size(18)
        yield Text(x, y, title, Font.BOLD, look.size(18))
    for sentence in sentences:
        y += 0.4 * size
        for line in wrap(sentence, width, Font.REGULAR, size, measure):
            y += _LEADING * size
            yield Text(x, y, line, Font.REGULAR, size)
    return y
