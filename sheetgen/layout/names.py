"""Names above columns: as large as they fit, in one line or two, or refused."""

from dataclasses import dataclass, replace
from math import ceil

from sheetgen.errors import SheetgenError
from sheetgen.layout.fillings import Filling
from sheetgen.layout.fit import CAP, PAD
from sheetgen.layout.frame import Drawing
from sheetgen.layout.look import Look
from sheetgen.layout.primitives import Font, Measure, Rect, Text
from sheetgen.layout.survey import placed
from sheetgen.layout.text import wrap
from sheetgen.paper import MM

_MIN, _MAX = 8.0, 14.0
"""The least and the largest size of a name."""


@dataclass(frozen=True)
class Names:
    """Draws names in the heads of their columns."""

    heads: tuple[Rect, ...]
    """The cell above the first column of each list."""
    look: Look
    measure: Measure

    def check(self, filling: Filling) -> None:
        """Raise SheetgenError, in its place, for a name that does not fit above its column."""
        for name in filling.names:
            self._largest(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling, drawing: Drawing) -> None:
        """Draw the names above their columns, in each list."""
        sizes = [self._largest(name, filling) for name in names]
        for first in self.heads:
            for column, (name, size) in enumerate(zip(names, sizes, strict=True)):
                self._draw(name, replace(first, x=first.x + column * first.width), size, drawing)

    def _draw(self, name: str, cell: Rect, size: float, drawing: Drawing) -> None:
        """A name in the head of its column, in one line or two."""
        lines = self._lines(name, size) or []
        for place, line in enumerate(lines):
            down = (place - (len(lines) - 1) / 2) * 1.2 * size
            drawing.items.append(centred(line, cell, size, Font.BOLD, down))

    def _lines(self, name: str, size: float) -> list[str] | None:
        """The name in the one or two lines that fit in the cell at this size; None if it does not fit."""
        cell = self.heads[0]
        lines = wrap(name, cell.width - PAD, Font.BOLD, size, self.measure)
        fits = len(lines) <= 2 and len(lines) * 1.2 * size <= cell.height - PAD and " ".join(lines) == name
        return lines if fits else None

    @property
    def _least(self) -> float:
        return self.look.size(_MIN)

    def _largest(self, name: str, filling: Filling) -> float:
        """The largest size at which a name fits in its cell; SheetgenError, in its place, if none is small enough."""
        size = self._size(name)
        if size:
            return size
        cell = self.heads[0]
        error = SheetgenError(
            "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s mm at %(size)s pt; "
            "shorten it, or take fewer players or a larger paper", name=name, have=int((cell.width - PAD) / MM),
            size=f"{self._least:g}", need=ceil(self.measure(name, Font.BOLD, self._least) / MM),
        )  # fmt: skip
        raise placed(error, filling)

    def _size(self, name: str) -> float:
        """The largest size at which a name fits in its cell; 0 if there is none."""
        most, cell = max(_MAX, self._least), self.heads[0]
        if most * self.measure(name, Font.BOLD, 1) <= cell.width - PAD and 1.2 * most <= cell.height - PAD:
            return most
        for half_points in range(int(2 * most), int(2 * self._least) - 1, -1):
            if self._lines(name, half_points / 2) is not None:
                return half_points / 2
        return 0.0


def centred(text: str, cell: Rect, size: float, font: Font, down: float = 0.0) -> Text:
    """A line in the middle of a cell, or so far below it."""
    y = cell.y + cell.height / 2 + CAP * size / 2 + down
    return Text(cell.x + cell.width / 2, y, text, font, size, align="middle")
