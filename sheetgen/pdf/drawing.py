"""The primitives of pages, drawn on a canvas of ReportLab."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from sheetgen.layout.primitives import UNIT, Bracket, Die, Ink, Item, Line, RoundedRect, Text
from sheetgen.layout.themes import Colour
from sheetgen.pdf.engine import Canvas
from sheetgen.pdf.fonts import Typeface, face_of, left_end, measure
from sheetgen.pdf.tags import Run

_KEEP = 1 - 0.5523
"""A quarter of a circle, as closely as a Bézier curve draws it."""
_INVISIBLE = 3
"""Mode of text that is not drawn, but read aloud and copied."""

Used = dict[Typeface, dict[str, None]]
"""The letters of each face in the order in which they were first drawn."""


class Pen:
    """Painter of items on a canvas, which sets no colour or width twice. `name_of` names dice."""

    def __init__(self, canvas: Canvas, colours: Mapping[Ink, Colour], name_of: Callable[[Die], str], used: Used):
        self._canvas, self._colours, self._name_of, self._used = canvas, colours, name_of, used
        self._filling: Ink | None = None
        self._stroking: tuple[Ink, float] | None = None

    def draw(self, items: Iterable[Item], height: float) -> None:
        """Draw items, in order, on a page of this height in points."""
        for item in items:
            if isinstance(item, Text):
                self._text(item, height)
            elif isinstance(item, RoundedRect):
                self._box(item, height)
            elif isinstance(item, Line):
                self._line(item, height)
            elif isinstance(item, Die):
                self._canvas.saveState()
                scale = item.size / UNIT
                self._canvas.transform(scale, 0, 0, scale, item.x, height - item.y - item.size)
                self._canvas.doForm(self._name_of(item))
                self._canvas.restoreState()
            else:
                self._bracket(item, height)

    def draw_marked(self, items: Sequence[Item], runs: Iterable[Run], height: float, mark: int, first: int = 0) -> None:
        """Draw items with marks around the runs of one element, numbered from `mark` on; others are artifacts.

        The first of the items has number `first` in the runs.
        """
        for element, start, end in runs:
            with self._canvas.marked(element.role if element else "Artifact", mark if element else None):
                self.draw(items[start - first : end - first], height)
            mark += 1 if element else 0

    def _text(self, item: Text, height: float) -> None:
        face = face_of(item.font)
        measure(item.text, item.font, item.size)  # which finds letters that the face lacks
        self._used.setdefault(face, {}).update(dict.fromkeys(item.text))
        if not item.ink:  # the way to draw text outlasts it
            self._canvas.saveState()
        text = self._canvas.beginText()
        x, y = left_end(item), height - item.y
        text.setTextTransform(*((0, 1, -1, 0) if item.up else (1, 0, 0, 1)), x, y)
        text.setFont(face.name, item.size)
        if item.ink:
            self._fill(item.ink)
        else:
            text.setTextRenderMode(_INVISIBLE)
        text.textOut(item.text)
        self._canvas.drawText(text)
        if not item.ink:
            self._canvas.restoreState()

    def _line(self, item: Line, height: float) -> None:
        self._stroke(item.ink, item.width)
        if item.round:
            self._canvas.setLineCap(1)
            if item.dots:
                self._canvas.setDash([0, item.dots])
        self._canvas.line(item.x1, height - item.y1, item.x2, height - item.y2)
        if item.round:
            self._canvas.setLineCap(0)
            if item.dots:
                self._canvas.setDash([])

    def _box(self, item: RoundedRect, height: float) -> None:
        if item.fill:
            self._fill(item.fill)
        if item.stroke:
            self._stroke(item.stroke, item.width)
        rect, line = item.rect, item.width if item.stroke else 0.0
        place = rect.x + line / 2, height - rect.bottom + line / 2, rect.width - line, rect.height - line
        radius, paint = max(item.radius - line / 2, 0.0), {"stroke": bool(item.stroke), "fill": bool(item.fill)}
        if radius:
            self._canvas.roundRect(*place, radius, **paint)
        else:
            self._canvas.rect(*place, **paint)

    def _bracket(self, item: Bracket, height: float) -> None:
        self._stroke(item.ink, item.width)
        right, down = item.turned
        path, line, near, far = self._canvas.beginPath(), item.width / 2, item.radius * _KEEP, item.radius

        def at(x: float, y: float) -> tuple[float, float]:
            return item.x + right * max(x, line), height - item.y - down * max(y, line)

        path.moveTo(*at(0, item.arm))
        path.lineTo(*at(0, far))
        path.curveTo(*at(0, near), *at(near, 0), *at(far, 0))
        path.lineTo(*at(item.arm, 0))
        self._canvas.drawPath(path)

    def _fill(self, ink: Ink) -> None:
        if ink is not self._filling:
            self._filling = ink
            self._canvas.setFillColorRGB(*self._colours[ink])

    def _stroke(self, ink: Ink, width: float) -> None:
        if (ink, width) != self._stroking:
            self._stroking = ink, width
            self._canvas.setStrokeColorRGB(*self._colours[ink])
            self._canvas.setLineWidth(width)
