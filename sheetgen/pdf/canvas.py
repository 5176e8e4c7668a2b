"""The canvas that everything is drawn on: it has the colours of a look, and knows dice in lines of text."""

from collections.abc import Mapping
from typing import Any

import sheetgen.pdf.settings  # noqa: F401 - before all that imports ReportLab

# isort: split
from reportlab.pdfgen.canvas import Canvas

from sheetgen.layout import COLOURS, Colour, Font, Ink

_SEEN, _UNSEEN = 0, 3
"""Ways to draw text: with ink, and so that it can only be read aloud, searched and copied."""


class PageCanvas(Canvas):  # type: ignore[misc]
    """A canvas that knows dice, drawn for the eye and written unseen where they stand in the text."""

    colours: Mapping[Ink, Colour] = COLOURS
    _line: Any = None

    def fill_with(self, ink: Ink) -> None:
        """Fill what comes next with this colour."""
        self.setFillColorRGB(*self.colours[ink])

    def stroke_with(self, ink: Ink, width: float) -> None:
        """Draw the lines that come next in this colour and width, in points."""
        self.setStrokeColorRGB(*self.colours[ink])
        self.setLineWidth(width)

    def beginText(self, *arguments: Any, **options: Any) -> Any:  # noqa: N802 - ReportLab's name
        """Begin some lines of text, and remember them for the dice in them."""
        self._line = super().beginText(*arguments, **options)
        return self._line

    def drawImage(self, image: Any, x: float, y: float, *arguments: Any, **options: Any) -> Any:  # noqa: N802 - as above
        """Draw dice where ReportLab sets an image in a line of text."""
        line = self._line
        image.draw(self, x, y)
        line.setFont(Font.REGULAR.value, image.size)
        line.setTextRenderMode(_UNSEEN)
        line._textOut(f" {image.text} ")
        line.setTextRenderMode(_SEEN)
