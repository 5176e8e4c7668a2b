"""Canvases: dice in lines of text, and pages that are kept until it is known where on which sheet they stand."""

from typing import Any

from msgspec import Struct
from reportlab.pdfgen.canvas import Canvas

from sheetgen.layout import Ink, Line
from sheetgen.pdf.canvas import PageCanvas
from sheetgen.pdf.items import draw_die
from sheetgen.printing.imposition import Side

_DIE, _STEP, _DROP, _BEARING = 0.92, 1.12, 0.14, 0.08
"""The size of a die, the step to the next, how far it hangs below the line, and the room at both ends of a row; all
beside the size of the type."""


class DiceRow(Struct, frozen=True):
    """Dice in a line of text, as high as the type. They are never parted."""

    faces: tuple[int, ...]
    size: float
    """Of the type, in points."""

    @property
    def height(self) -> float:
        """The height of a die."""
        return _DIE * self.size

    @property
    def width(self) -> float:
        """The width of all dice."""
        return (_STEP * (len(self.faces) - 1) + _DIE + 2 * _BEARING) * self.size

    @property
    def drop(self) -> float:
        """Where a die begins, beside the line that the letters stand on."""
        return -_DROP * self.size

    @property
    def text(self) -> str:
        """What they say."""
        return " ".join(str(face) for face in self.faces if face)

    def draw(self, canvas: PageCanvas, x: float, y: float) -> None:
        """Draw them from x to the right."""
        for place, face in enumerate(self.faces):
            draw_die(canvas, face, self.height, x + (_BEARING + place * _STEP) * self.size, y)


class SheetCanvas(PageCanvas):
    """A canvas that keeps each finished page as a form, to be put on sheets when all are there."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.pages = 0
        self.page_size = self._pagesize
        self._begin_page()

    def _begin_page(self) -> None:
        self.beginForm(f"page{self.pages}", 0, 0, *self.page_size)

    def showPage(self) -> None:  # noqa: N802 - ReportLab's name
        """Keep the page."""
        self.endForm()
        self.pages += 1
        self._pageNumber += 1
        self._begin_page()

    def put_on_sheets(self, sides: tuple[Side, ...], size: tuple[float, float], cuts: tuple[Line, ...] = ()) -> None:
        """Draw the pages where `sides` say, on sheets of this size, with lines to cut along."""
        self.endForm()
        self._pageNumber = 1
        for side in sides:
            self.setPageSize(size)
            for place in side:
                if place.page < self.pages:
                    self._put(place.page, place.x, place.y, place.turned)
            for cut in cuts:
                self.stroke_with(Ink.RULE, cut.width)
                self.line(cut.x1, cut.y1, cut.x2, cut.y2)
            Canvas.showPage(self)

    def _put(self, page: int, x: float, y: float, turned: bool) -> None:
        width, height = self.page_size
        self.saveState()
        self.translate(x, y)
        if turned:
            self.translate(width, height)
            self.rotate(180)
        self.doForm(f"page{page}")
        self.restoreState()
