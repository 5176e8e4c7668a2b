"""The two pages that show whether a printer prints at true size, and whether front and back line up."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.code import ticks
from sheetgen.layout.options import MM, Look
from sheetgen.layout.primitives import Box, Font, Ink, Item, Line, Measure, Page, Rect, Role, Tagged, Text, wrap

_EDGE = 12 * MM
_LARGEST, _LABELLED = 100, 40
"""The side of the square, in millimetres, where the paper is large enough; and the least whose scales have numbers."""
_ARM = 8
"""The length of an arm of the cross, in millimetres."""
_LEADING = 1.3


def calibration_pages(catalog: Catalog, width: float, height: float, look: Look, measure: Measure) -> tuple[Page, Page]:
    """The front and the back, to be printed on both sides of one sheet; width and height in points.

    Raises SheetgenError for paper that has no room for them.
    """
    test = _Test(catalog, width, height, look, measure)
    label = catalog.text("sheet", "Test page")
    words = catalog.text("sheet", "The back of the test page. Its cross should coincide with the cross of the front.")
    title, *sentences = test.words
    front: list[tuple[Role, Iterable[Item]]] = [("H1", title), *(("P", each) for each in sentences)]
    back: list[tuple[Role, Iterable[Item]]] = [("P", each) for each in test.set_sentences((words,), _EDGE)]
    return test.page([*front, ("P", test.square())], label), test.page(back, label)


class _Test(Struct, frozen=True, dict=True):
    """Both pages; the crosses stand at the same place, below the words of the front."""

    catalog: Catalog
    width: float
    height: float
    look: Look
    measure: Measure

    def page(self, parts: Iterable[tuple[Role, Iterable[Item]]], label: str) -> Page:
        """A page with its cross, and what it says, in parts that are read one after the other."""
        drawing = Tagged()
        for role, items in parts:
            with drawing.element(role):
                drawing.items.extend(items)
        drawing.items.extend(self.cross())
        return Page(self.width, self.height, tuple(drawing.items), (), label, elements=tuple(drawing.elements))

    @cached_property
    def words(self) -> tuple[tuple[Text, ...], ...]:
        """The title of the front, and how to measure, in lines."""
        text = self.catalog.text
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
        size = self.look.size(18)
        title = Text(_EDGE, _EDGE + size, text("sheet", "Test page"), Font.BLACK, size)
        return ((title,), *self.set_sentences(sentences, title.y))

    def set_sentences(self, sentences: tuple[str, ...], y: float) -> Iterator[tuple[Text, ...]]:
        """Sentences from y downwards, in lines."""
        size = self.look.size(9.5)
        for sentence in sentences:
            y += 0.4 * size
            lines = wrap(sentence, self.width - 2 * _EDGE, Font.REGULAR, size, self.measure)
            step = _LEADING * size
            yield tuple(Text(_EDGE, y + place * step, each, Font.REGULAR, size) for place, each in enumerate(lines, 1))
            y += len(lines) * step

    @cached_property
    def _room(self) -> Rect:
        """What is left below the words."""
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
        """A square of as many tens of millimetres as there is room for, with scales."""
        side = min(_LARGEST, 10 * int(min(self._room.width, self._room.height) / MM / 10))
        if side <= 2 * _ARM:
            return
        x, y = (place - side * MM / 2 for place in self._middle)
        yield Box(Rect(x, y, side * MM, side * MM), None, Ink.TEXT, 0.5)
        yield from ticks(x, y, side, 0.3)
        yield from ticks(x, y, side, 0.3, down=True)
        size = self.look.size(7.5)
        step = 10 if size < 4 * MM else 20
        for mm in range(step, side, step) if side >= _LABELLED else ():
            yield Text(x + mm * MM, y + 5 * MM + size, str(mm), Font.REGULAR, size, Ink.MUTED, "middle")
            yield Text(x + 5 * MM, y + mm * MM + 0.33 * size, str(mm), Font.REGULAR, size, Ink.MUTED)
        right, bottom = x + (side - 2) * MM, y + (side - 2) * MM
        yield Text(right, bottom, f"{side} mm × {side} mm", Font.REGULAR, size, Ink.MUTED, "right")

    def cross(self) -> Iterator[Item]:
        """A cross with millimetres on its arms."""
        x, y = self._middle
        yield Line(x - _ARM * MM, y, x + _ARM * MM, y, 0.3, Ink.TEXT)
        yield Line(x, y - _ARM * MM, x, y + _ARM * MM, 0.3, Ink.TEXT)
        for mm in range(-_ARM, _ARM + 1):
            yield Line(x + mm * MM, y - 0.7 * MM, x + mm * MM, y + 0.7 * MM, 0.25, Ink.TEXT)
            yield Line(x - 0.7 * MM, y + mm * MM, x + 0.7 * MM, y + mm * MM, 0.25, Ink.TEXT)
