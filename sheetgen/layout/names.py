"""Names above columns: as large as they fit, in one line or two."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, floor

from sheetgen.errors import SheetgenError
from sheetgen.layout.content import error_at
from sheetgen.layout.options import MM, Filling, Look
from sheetgen.layout.places import mark_of
from sheetgen.layout.primitives import CAP, Font, Measure, Rect, Text, in_two
from sheetgen.layout.rows import numbered

_FACE = Font.BOLD
"""Looked up once: Python is slow to find the members of an Enum."""
_PAD = 3.0
_MIN, _MAX = 8.0, 15.0
"""The least and the largest size of a name."""
_STEP = 1.2
"""From one line to the next, beside the size."""
_ROUNDING = 1e-6
_WORDS = 4_096
"""How many widths of words are remembered."""

_Set = tuple[float, list[tuple[str, float]]]
"""The size of a name, and its lines with their widths at one point."""


class Names:
    """Draws names in the heads of their columns.

    `heads` are the places for the names of the first column of each list, and `step` is how far it is to the next.
    """

    def __init__(self, heads: tuple[Rect, ...], step: float, look: Look, measure: Measure) -> None:
        self._heads, self._across = heads, step
        self._measure = measure
        self._word_width = lru_cache(_WORDS)(lambda word: measure(word, _FACE, 1))
        """Measures words, of which names that are printed together share many."""
        self._room = heads[0].width - _PAD
        self._least = look.size(_MIN)
        self._most = max(_MAX, self._least)
        height = heads[0].height - _ROUNDING
        self._one, self._two = (min(self._most, height / (lines * _STEP)) for lines in (1, 2))
        """The largest size for which there is room for one line, and for two below each other."""
        self._narrow = self._room / (self._most + _ROUNDING) if self._one == self._most else -1.0
        """Up to this width at one point a name fits in one line of the largest size; -1 if no line does."""

    def check(self, fillings: Sequence[Filling], longest: str) -> None:
        """Raise SheetgenError, in its place, for the first name that does not fit above its column.

        Where the longest of all fits in one line of the least size, each of them does.
        """
        if self._measure(longest, _FACE, self._least + _ROUNDING) <= self._room and self._one >= self._least:
            return
        for filling in fillings:
            for name in filling.names:
                self._set(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling) -> Iterator[Text]:
        """The names above their columns, in each list."""
        found = [self._set(name, filling) for name in names]
        for first in self._heads:
            middle, y = first.x + first.width / 2, first.y + first.height / 2
            for size, lines in found:
                down = CAP / 2 - _STEP * (len(lines) - 1) / 2
                for line, width in lines:
                    yield Text(middle - size * width / 2, y + size * down, line, _FACE, size)
                    down += _STEP
                middle += self._across

    def _set(self, name: str, filling: Filling) -> _Set:
        """The name as large as it fits in its cell; SheetgenError, in its place, if no size is small enough."""
        if not name:
            return 0.0, []
        width = self._measure(name, _FACE, 1)
        if width <= self._narrow:
            return self._most, [(name, width)]
        wider, lines = in_two(name, width, self._word_width)
        one, two = (min(self._room / (width + _ROUNDING), self._one), min(self._room / (wider + _ROUNDING), self._two))
        largest = max(one, two)
        if largest < self._least:
            error = SheetgenError(
                "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s mm at %(size)s pt; "
                "shorten it, or take fewer players or a larger paper", name=name, have=int(self._room / MM),
                size=f"{self._least:g}", need=ceil(self._measure(name, _FACE, self._least) / MM),
            )  # fmt: skip
            raise error_at(error, filling)
        size = max(self._least, floor(2 * largest) / 2)
        return size, [(name, width)] if size <= one else lines


def name_place(cell: Rect, players: int) -> Rect:
    """Where in its cell the name of a player stands: beside the dice that number it or, in a narrow cell, below."""
    pad, mark = mark_of(cell)
    if cell.width > 20 * MM:
        taken = 1.2 * MM + (mark + 0.5 * MM) * len(numbered(min(players, 12)))
        return Rect(cell.x + taken, cell.y + 0.5 * MM, cell.width - taken - 0.5 * MM, cell.height - MM)
    top = pad + mark
    return Rect(cell.x + 0.5 * MM, cell.y + top, cell.width - MM, cell.height - top - 0.4 * MM)
