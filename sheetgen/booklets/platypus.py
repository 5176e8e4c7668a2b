"""ReportLab's Platypus, which breaks text into lines, columns and pages, as it comes; and what it draws on.

ReportLab takes settings and code from the user's home, from modules and from the environment while it is imported: here
it finds none of them. It measures with our faces, and draws items of ours instead of a PDF.
"""

# ruff: noqa: PLC0414 - the other modules take what there is of ReportLab from here

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

from sheetgen.layout import Font, Ink, Item, Line, Page, Text
from sheetgen.pdf.fonts import face_of, measure

_MODULES = ("reportlab_mods", "reportlab_settings", "reportlab.local_rl_mods", "reportlab.local_rl_settings")
"""What ReportLab looks for; it looks in the home only where the first two are missing."""


@contextmanager
def _nobody() -> Iterator[None]:
    """Let settings be empty, and the environment without those for ReportLab."""
    own = {name: sys.modules.pop(name) for name in _MODULES if name in sys.modules}
    words = {name: os.environ.pop(name) for name in [*os.environ] if name.upper().startswith("RL_")}
    sys.modules.update({name: ModuleType(name) for name in _MODULES})
    try:
        yield
    finally:
        for name in _MODULES:
            del sys.modules[name]
        sys.modules.update(own)
        os.environ.update(words)


with _nobody():
    from reportlab.lib.abag import ABag as ABag
    from reportlab.lib.styles import ParagraphStyle as ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.platypus import (
        BaseDocTemplate as BaseDocTemplate,
        CondPageBreak as CondPageBreak,
        Flowable as Flowable,
        Frame as Frame,
        HRFlowable as HRFlowable,
        KeepTogether as KeepTogether,
        PageBreak as PageBreak,
        PageTemplate as PageTemplate,
        Paragraph as Paragraph,
        Spacer as Spacer,
        Table as Table,
    )
    from reportlab.platypus.doctemplate import ActionFlowable as ActionFlowable, LayoutError as LayoutError
    from reportlab.platypus.paraparser import ParaFrag as ParaFrag


class _Metrics:
    """What Platypus asks of a font."""

    def __init__(self, font: Font) -> None:
        self.fontName, self._font = font.value, font

    @property
    def ascent(self) -> float:
        """How far letters reach above the line, in thousandths of the size."""
        return face_of(self._font).ascent

    @property
    def descent(self) -> float:
        """How far letters reach below the line, as a negative number."""
        return face_of(self._font).descent

    def stringWidth(self, text: str, size: float, **_: str) -> float:  # noqa: N802 - ReportLab's name
        """The width of a text in points; raises SheetgenError for a letter that the font lacks."""
        return measure(text, self._font, size)


pdfmetrics._fonts.update({font.value: _Metrics(font) for font in Font})


class PageCanvas:
    """What flowables are drawn on: keeps what they draw as items, page by page.

    It knows the few methods that the flowables of a booklet call. Colours are inks. Points, from the lower left corner
    of a page of this size; the items count from the upper left one, as everywhere else.
    """

    _fontname, _fontsize, _leading = Font.REGULAR.value, 10.0, 12.0  # which tables keep while they look at a cell

    def __init__(self, width: float, height: float) -> None:
        self.size = width, height
        self.items: list[Item] = []
        self.pages: list[Page] = []
        """Those that are finished."""
        self._doc = SimpleNamespace(info=None)  # which a document keeps while it is built
        self._pagesize = self.size
        self._at = 0.0, 0.0
        self._stroke = Ink.TEXT, 1.0
        self._states: list[tuple[Any, ...]] = []

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point is that was measured from the lower left corner of what is being drawn."""
        return self._at[0] + x, self.size[1] - (self._at[1] + y)

    def text(self, x: float, y: float, text: str, font: Font, size: float, ink: Ink | None) -> None:  # noqa: PLR0913, PLR0917 - as Text
        """Draw a line of text that begins at x; without ink it can only be read aloud, searched and copied."""
        if text:
            self.items.append(Text(*self.place(x, y), text, font, size, ink))

    # what Platypus calls

    def saveState(self) -> None:  # noqa: N802 - ReportLab's name, as all below
        """Remember the place and the pen."""
        self._states.append((self._at, self._stroke))

    def restoreState(self) -> None:  # noqa: N802
        """Go back to the place and the pen that were remembered last."""
        self._at, self._stroke = self._states.pop()

    def translate(self, x: float, y: float) -> None:
        """Count from here on from this point."""
        self._at = self._at[0] + x, self._at[1] + y

    def setStrokeColor(self, ink: Ink) -> None:  # noqa: N802
        """Draw lines in this ink."""
        self._stroke = ink, self._stroke[1]

    def setLineWidth(self, width: float) -> None:  # noqa: N802
        """Draw lines of this width."""
        self._stroke = self._stroke[0], width

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a rule with round ends."""
        ink, width = self._stroke
        self.items.append(Line(*self.place(x1, y1), *self.place(x2, y2), width, ink, round=True))

    def showPage(self) -> None:  # noqa: N802
        """Keep the page, and begin another."""
        self.pages.append(Page(*self.size, tuple(self.items), ()))
        self.items = []

    def getPageNumber(self) -> int:  # noqa: N802
        """The page that is being drawn, from 1."""
        return len(self.pages) + 1

    def _nothing(self, *_: object) -> None:
        """Take no notice: of round ends, which stick out of the margins, of texts in empty cells, and of metadata."""

    setLineCap = setLineJoin = setDash = setFont = setFillColor = drawString = _nothing  # noqa: N815
    setPageRotation = setAuthor = setTitle = setSubject = setCreator = setProducer = setKeywords = _nothing  # noqa: N815
