"""Names above columns: as large as they fit, in one line or two, or refused."""

from collections.abc import Iterator
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.layout.fillings import Filling
from sheetgen.layout.fit import CAP, PAD
from sheetgen.layout.look import Look
from sheetgen.layout.primitives import Font, Measure, Rect, Text
from sheetgen.layout.survey import placed
from sheetgen.layout.text import wrap
from sheetgen.paper import MM

_MIN, _MAX = 8.0, 14.0
"""The least and the largest size of a name."""
_STEP = 1.2
"""From one line to the next, beside the size."""
_ROUNDING = 1e-6


class Names(Struct, frozen=True):
    """Draws names in the heads of their columns."""

    heads: tuple[Rect, ...]
    """The cell above the first column of each list."""
    look: Look
    measure: Measure

    def check(self, filling: Filling) -> None:
        """Raise SheetgenError, in its place, for a name that does not fit above its column."""
        for name in filling.names:
            self._largest(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling) -> Iterator[Text]:
        """The names above their columns, in each list."""
        sizes = [self._largest(name, filling) for name in names]
        for first in self.heads:
            for column, (name, size) in enumerate(zip(names, sizes, strict=True)):
                yield from self._draw(name, replace(first, x=first.x + column * first.width), size)

    def _draw(self, name: str, cell: Rect, size: float) -> Iterator[Text]:
        """A name in the head of its column, in one line or two."""
        lines = self._lines(name, size) or []
        for place, line in enumerate(lines):
            down = (place - (len(lines) - 1) / 2) * _STEP * size
            yield centred(line, cell, size, Font.BOLD, down)

    def _lines(self, name: str, size: float) -> list[str] | None:
        """The name in the one or two lines that fit in the cell at this size; None if it does not fit."""
        if not name:
            return []
        cell = self.heads[0]
        if self.measure(name, Font.BOLD, size) <= cell.width - PAD and _STEP * size <= cell.height - PAD:
            return [name]
        lines = wrap(name, cell.width - PAD, Font.BOLD, size, self.measure)
        fits = len(lines) <= 2 and len(lines) * _STEP * size <= cell.height - PAD and " ".join(lines) == name
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
        """The largest size, in half points, at which a name fits in its cell in a line or two; 0 if there is none."""
        cell = self.heads[0]
        width, height = cell.width - PAD, cell.height - PAD
        most = max(_MAX, self._least)
        if self._width(name) * (most + _ROUNDING) <= width and (most + _ROUNDING) * _STEP <= height:
            return most  # as most names do
        words = name.split(" ")
        parts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        sizes = [min(width / self._width(name), height / _STEP)]
        sizes += [min(width / max(map(self._width, both)), height / (2 * _STEP)) for both in parts]
        size = floor(2 * (max(sizes) - _ROUNDING)) / 2
        return min(size, most) if size >= self._least else 0.0

    def _width(self, text: str) -> float:
        """The width of a text of one point."""
        return max(self.measure(text, Font.BOLD, 1), _ROUNDING)


def centred(text: str, cell: Rect, size: float, font: Font, down: float = 0.0) -> Text:
    """A line in the middle of a cell, or so far below it."""
    y = cell.y + cell.height / 2 + CAP * size / 2 + down
    return Text(cell.x + cell.width / 2, y, text, font, size, align="middle")
