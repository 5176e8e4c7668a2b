"""Test page with two sides: whether a printer prints at true size, and whether the back lines up with the front."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.frame import ticks
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Drawing, Font, Ink, Item, Line, Measure, Page, Rect, RoundedRect, Text, wrap
from sheetgen.layout.themes import Look

_EDGE = 12 * MM
"""Margin of the page, in points."""
_MAX_SIDE, _MIN_LABELLED = 100, 40
"""Maximum side of the square, and the minimum side whose scales have numbers, in millimetres."""
_ARM = 8
"""Length of an arm of the cross, in millimetres."""
_LEADING = 1.3
"""Distance between two baselines, as a factor of the font size."""


def calibration_pages(catalog: Catalog, width: float, height: float, look: Look, measure: Measure) -> tuple[Page, Page]:
    """Return the front and the back of the test page, for paper of this width and height in points.

    Raises SheetgenError for paper that has no room for them.
    """
    test = _TestPage(catalog, width, height, look, measure)
    front, back, label = Drawing(), Drawing(), catalog.text("sheet", "Test page")
    for number, lines in enumerate(test.words):
        with front.element("P" if number else "H1"):
            front.draw(*lines)
    front.put("P", *test.square())
    words = catalog.text("sheet", "The back of the test page. Its cross should coincide with the cross of the front.")
    for lines in test.paragraphs((words,), _EDGE):
        back.put("P", *lines)
    return test.page(front, label), test.page(back, label)


class _TestPage(Struct, frozen=True, dict=True):
    """Parts of both sides. Their crosses are in the same place, below the words of the front."""

    catalog: Catalog
    width: float
    height: float
    look: Look
    measure: Measure

    def page(self, drawing: Drawing, label: str) -> Page:
        """Return the side with this drawing and the cross."""
        items = (*drawing.items, *self.cross())
        return Page(self.width, self.height, items, (), label, elements=tuple(drawing.elements))

    @cached_property
    def words(self) -> tuple[tuple[Text, ...], ...]:
        """Lines of the title of the front, and of each of its sentences."""
        text, size = self.catalog.text, self.look.size(18)
        sentences = (
            text("sheet", "Print this page at 100 %, without fitting it to the page, on both sides of one sheet."),
            text(
                "sheet",
                "Measure the square with a ruler. If its sides are not as long as it says, your printer scales: look "
                "for “actual size” in its settings.",
            ),
            text("sheet", "Hold the sheet against the light: the crosses of both sides should coincide."),
            text(
                "sheet",
                "If they do not, look at the back. --back-offset moves backs to the right and up, in millimetres: if "
                "the cross there lies 1.5 mm too far left and 0.5 mm too high, print with --back-offset 1.5,-0.5. This "
                "page itself is never moved.",
            ),
        )  # fmt: skip
        title = Text(_EDGE, _EDGE + size, text("sheet", "Test page"), Font.BLACK, size)
        return ((title,), *self.paragraphs(sentences, title.y))

    def paragraphs(self, sentences: tuple[str, ...], y: float) -> Iterator[tuple[Text, ...]]:
        """Yield the lines of each sentence, from y downwards."""
        size = self.look.size(9.5)
        for sentence in sentences:
            y += 0.4 * size
            lines = wrap(sentence, self.width - 2 * _EDGE, Font.REGULAR, size, self.measure)
            step = _LEADING * size
            yield tuple(Text(_EDGE, y + place * step, each, Font.REGULAR, size) for place, each in enumerate(lines, 1))
            y += len(lines) * step

    @cached_property
    def _room(self) -> Rect:
        """Space below the words of the front."""
        top = self.words[-1][-1].y + 6 * MM
        room = Rect(_EDGE, top, self.width - 2 * _EDGE, self.height - _EDGE - top)
        if room.height < 2 * _ARM * MM:
            raise SheetgenError(
                "the test page has no room on paper this small; take a4, or leave out --ruler", key="--ruler"
            )
        return room

    @property
    def _middle(self) -> tuple[float, float]:
        return self._room.x + self._room.width / 2, self._room.y + self._room.height / 2

    def square(self) -> Iterator[Item]:
        """Yield a square with scales, as large as fits in steps of 10 mm."""
        side = min(_MAX_SIDE, 10 * int(min(self._room.width, self._room.height) / MM / 10))
        if side <= 2 * _ARM:
            return
        x, y = (place - side * MM / 2 for place in self._middle)
        yield RoundedRect(Rect(x, y, side * MM, side * MM), None, Ink.TEXT, 0.5)
        yield from ticks(x, y, side, 0.3)
        yield from ticks(x, y, side, 0.3, down=True)
        size = self.look.size(7.5)
        step = 10 if size < 4 * MM else 20
        for mm in range(step, side, step) if side >= _MIN_LABELLED else ():
            yield Text(x + mm * MM, y + 5 * MM + size, str(mm), Font.REGULAR, size, Ink.MUTED, "middle")
            yield Text(x + 5 * MM, y + mm * MM + 0.33 * size, str(mm), Font.REGULAR, size, Ink.MUTED)
        right, bottom = x + (side - 2) * MM, y + (side - 2) * MM
        yield Text(right, bottom, f"{side} mm × {side} mm", Font.REGULAR, size, Ink.MUTED, "right")

    def cross(self) -> Iterator[Item]:
        """Yield a cross with ticks at each millimetre."""
        x, y = self._middle
        yield Line(x - _ARM * MM, y, x + _ARM * MM, y, 0.3, Ink.TEXT)
        yield Line(x, y - _ARM * MM, x, y + _ARM * MM, 0.3, Ink.TEXT)
        for mm in range(-_ARM, _ARM + 1):
            yield Line(x + mm * MM, y - 0.7 * MM, x + mm * MM, y + 0.7 * MM, 0.25, Ink.TEXT)
            yield Line(x - 0.7 * MM, y + mm * MM, x + 0.7 * MM, y + mm * MM, 0.25, Ink.TEXT)
