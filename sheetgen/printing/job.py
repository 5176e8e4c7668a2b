"""The sides of paper that a job is printed on: cards on sheets, in order, with their backs and marks. Pure."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.layout import Ink, Item, Line, Page, Placed, Side
from sheetgen.layout.options import Lazy
from sheetgen.layout.paper import MM
from sheetgen.printing.imposition import Grid, behind, cut_and_stack, sheets_for

EDGE = 5 * MM
"""What home printers leave blank."""
_WIDTH = 0.3


class Marks(Struct, frozen=True):
    """Where to cut."""

    kind: Literal["none", "crop", "lines"] = "none"
    length: float = 5 * MM
    """Of a crop mark, in points."""
    gap: float = 0.0
    """From where two cuts meet to the mark."""


_ALONE, _UNMARKED = Grid(), Marks()


class Job(Struct, frozen=True):
    """All that is to be printed. Lengths are points."""

    cards: Sequence[Page]
    """All of one size."""
    size: tuple[float, float]
    """The width and height of a card."""
    grid: Grid = _ALONE
    marks: Marks = _UNMARKED
    backs: Sequence[Page] = ()
    """What is on the reverse of each card; nothing if it is empty."""
    offset: tuple[float, float] = (0.0, 0.0)
    """By how much backs are moved to the right and upwards."""
    backing: Page | None = None
    """The last sheet of a pad."""
    first: tuple[Page, ...] = ()
    """The front and back of a sheet of its own, as large as the paper, before the cards."""

    @property
    def paper(self) -> tuple[float, float]:
        """The width and height of the paper."""
        return self.size[0] * self.grid.columns, self.size[1] * self.grid.rows

    def __len__(self) -> int:
        return sheets_for(self._count, self.grid) * (2 if self.backs else 1) + len(self.first)

    @property
    def duplex(self) -> str:
        """How the printer turns the sheet, so that backs are not upside down, and no front becomes a back."""
        if not self.backs:
            return "" if self.first else "Simplex"
        width, height = self.paper
        return "DuplexFlipLongEdge" if width <= height else "DuplexFlipShortEdge"

    def sides(self) -> Iterator[Side]:
        """Every side in the order of printing."""
        for page in self.first:
            yield Side(*self.paper, (Placed(page),))
        marks = tuple(cut_marks(self.size, self.grid, self.marks))
        for cards in cut_and_stack(self._count, self.grid):
            yield from self._both(cards, marks)

    def single(self, number: int) -> tuple[Side, ...]:
        """The front, and the reverse if it has one, of a card that has a sheet of its own; numbered from 0."""
        return tuple(self._both((number,), ()))

    def _both(self, cards: tuple[int | None, ...], marks: tuple[Item, ...]) -> Iterator[Side]:
        yield self._side([self._card(card) for card in cards], marks)
        if self.backs:
            yield self._side([self._back(card) for card in behind(cards, self.grid)], (), self.offset)

    @property
    def _count(self) -> int:
        return len(self.cards) + (1 if self.backing else 0)

    def _card(self, number: int | None) -> Page | None:
        if number is None:
            return None
        return self.cards[number] if number < len(self.cards) else self.backing

    def _back(self, number: int | None) -> Page | None:
        return self.backs[number] if number is not None and number < len(self.backs) else None

    def _side(self, pages: list[Page | None], still: tuple[Item, ...], shift: tuple[float, float] = (0, 0)) -> Side:
        width, height = self.size
        columns, (right, up) = self.grid.columns, shift
        placed = [
            Placed(page, place % columns * width + right, place // columns * height - up)
            for place, page in enumerate(pages)
            if page
        ]
        return Side(*self.paper, tuple(placed), still)


class Same(Lazy[Page]):
    """The same page for each of so many cards."""

    def __init__(self, page: Page, count: int) -> None:
        self._page, self._count = page, count

    def __len__(self) -> int:
        return self._count

    def item(self, _: int) -> Page:
        """The page."""
        return self._page


def check_offset(offset: tuple[float, float], margin: float) -> None:
    """Refuse to move backs so far that they leave the paper."""
    if max(map(abs, offset)) > margin:
        raise SheetgenError(
            "moved by %(shift)s mm; the margin has room for %(most)s mm; move it less", key="--back-offset",
            shift=f"{round(max(map(abs, offset)) / MM, 1):g}", most=f"{round(margin / MM, 1):g}",
        )  # fmt: skip


def cut_marks(size: tuple[float, float], grid: Grid, marks: Marks) -> Iterator[Line]:
    """The lines or marks along which the cards of this size are cut."""
    width, height = size
    xs = [column * width for column in range(1, grid.columns)]
    ys = [row * height for row in range(1, grid.rows)]
    across, down = grid.columns * width, grid.rows * height
    for x in xs:
        for low, high in _strokes(ys, down, marks):
            yield Line(x, low, x, high, _WIDTH, Ink.TEXT)
    for y in ys:
        for low, high in _strokes(xs, across, marks):
            yield Line(low, y, high, y, _WIDTH, Ink.TEXT)


def _strokes(crossings: list[float], end: float, marks: Marks) -> Iterator[tuple[float, float]]:
    """From where to where a cut is drawn: all of it, or a mark at both ends and around each crossing."""
    if marks.kind == "lines":
        yield EDGE, end - EDGE
    if marks.kind != "crop":
        return
    yield EDGE, EDGE + marks.length
    for crossing in crossings:
        yield crossing - marks.gap - marks.length, crossing - marks.gap
        yield crossing + marks.gap, crossing + marks.gap + marks.length
    yield end - EDGE - marks.length, end - EDGE
