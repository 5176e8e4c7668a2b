"""Names above columns: as large as they fit, in one line or two, or refused."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import ceil, floor

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.layout.fillings import Filling
from sheetgen.layout.fit import CAP, PAD
from sheetgen.layout.look import Look
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Font, Measure, Rect, Text
from sheetgen.layout.survey import placed
from sheetgen.layout.text import in_two

_FACE = Font.BOLD
"""Looked up once: Python is slow to find the members of an Enum."""
_MIN, _MAX = 8.0, 14.0
"""The least and the largest size of a name."""
_STEP = 1.2
"""From one line to the next, beside the size."""
_ROUNDING = 1e-6
_WORDS = 4_096
"""So many widths of words are remembered."""

_Set = tuple[float, list[tuple[str, float]]]
"""The size of a name, and its lines with their widths at one point."""


class Names(Struct, frozen=True, dict=True):
    """Draws names in the heads of their columns."""

    heads: tuple[Rect, ...]
    """The cell above the first column of each list."""
    look: Look
    measure: Measure

    def check(self, fillings: Sequence[Filling], longest: str) -> None:
        """Raise SheetgenError, in its place, for the first name that does not fit above its column.

        Where the longest of all fits in one line of the least size, each of them does.
        """
        if self.measure(longest, _FACE, self._least + _ROUNDING) <= self._room and self._limits[0] >= self._least:
            return
        for filling in fillings:
            for name in filling.names:
                self._set(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling) -> Iterator[Text]:
        """The names above their columns, in each list."""
        found = [self._set(name, filling) for name in names]
        for first in self.heads:
            middle, y = first.x + first.width / 2, first.y + first.height / 2
            for size, lines in found:
                down = CAP / 2 - _STEP * (len(lines) - 1) / 2
                for line, width in lines:
                    yield Text(middle - size * width / 2, y + size * down, line, _FACE, size)
                    down += _STEP
                middle += first.width

    def _set(self, name: str, filling: Filling) -> _Set:
        """The name as large as it fits in its cell; SheetgenError, in its place, if no size is small enough."""
        if not name:
            return 0.0, []
        width = self.measure(name, _FACE, 1)
        if width <= self._narrow:
            return self._most, [(name, width)]
        return self._set_smaller(name, width, filling)

    def _set_smaller(self, name: str, width: float, filling: Filling) -> _Set:
        room, (most, most_of_two) = self._room, self._limits
        wider, lines = in_two(name, width, self._word_width)
        one, two = min(room / (width + _ROUNDING), most), min(room / (wider + _ROUNDING), most_of_two)
        largest = max(one, two)
        if largest < self._least:
            raise self._too_wide(name, filling)
        size = max(self._least, floor(2 * largest) / 2)
        return size, [(name, width)] if size <= one else lines

    @cached_property
    def _word_width(self) -> Callable[[str], float]:
        """Measures words, of which names that are printed together share many."""
        return lru_cache(_WORDS)(lambda word: self.measure(word, _FACE, 1))

    def _too_wide(self, name: str, filling: Filling) -> SheetgenError:
        error = SheetgenError(
            "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s mm at %(size)s pt; "
            "shorten it, or take fewer players or a larger paper", name=name, have=int(self._room / MM),
            size=f"{self._least:g}", need=ceil(self.measure(name, _FACE, self._least) / MM),
        )  # fmt: skip
        return placed(error, filling)

    # the cells, which are alike

    @cached_property
    def _room(self) -> float:
        return self.heads[0].width - PAD

    @cached_property
    def _height(self) -> float:
        return self.heads[0].height - PAD

    @cached_property
    def _least(self) -> float:
        return self.look.size(_MIN)

    @cached_property
    def _most(self) -> float:
        return max(_MAX, self._least)

    @cached_property
    def _limits(self) -> tuple[float, float]:
        """The largest size for which there is room for one line, and for two below each other."""
        one, two = (min(self._most, (self._height - _ROUNDING) / (lines * _STEP)) for lines in (1, 2))
        return one, two

    @cached_property
    def _narrow(self) -> float:
        """Up to this width at one point a name fits in one line of the largest size; -1 if no line does."""
        return self._room / (self._most + _ROUNDING) if self._limits[0] == self._most else -1.0


def centred(text: str, cell: Rect, size: float, font: Font, down: float = 0.0) -> Text:
    """A line in the middle of a cell, or so far below it."""
    y = cell.y + cell.height / 2 + CAP * size / 2 + down
    return Text(cell.x + cell.width / 2, y, text, font, size, align="middle")
