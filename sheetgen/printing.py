"""Which page stands where on which sheet: for folding, for cutting, with backs and marks. Pure."""

from collections.abc import Iterator, Sequence
from math import log, sqrt
from typing import Literal

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.layout import Ink, Item, Line, Page, Placed, Side
from sheetgen.layout.options import MM


class Place(Struct, frozen=True):
    """A page on one side of a sheet; x and y are the lower left corner of its place. Points."""

    page: int
    """From 0; a page that is not there leaves its place blank."""
    x: float
    y: float
    turned: bool = False
    """Whether it stands on its head."""


Places = tuple[Place, ...]
"""All pages on one side of a sheet."""


def saddle(pages: int, width: float, creep: float = 0) -> tuple[Places, ...]:
    """Sides of sheets that are laid in each other and folded once in the middle: front and back of each in turn.

    `width` is that of a page. The blank pages come last. The paper of the outer sheets pushes the inner ones out by
    `creep` each, so their pages move to the fold by as much. The back is printed so that the sheet turns over its
    short edge.
    """
    sheets = -(-pages // 4)
    last = 4 * sheets - 1
    sides = []
    for sheet in range(sheets):
        shift = sheet * creep
        first = 2 * sheet
        for left, right in ((last - first, first), (first + 1, last - first - 1)):
            sides.append((Place(left, shift, 0), Place(right, width - shift, 0)))
    return tuple(sides)


ZINE_PAGES = 8
_LOWER, _UPPER = (7, 0, 1, 2), (6, 5, 4, 3)


def zine(width: float, height: float) -> Places:
    """Eight pages of `width` by `height` on one side of a sheet that is four pages wide and two high.

    Folded along all lines and cut along the middle one between the outer columns, it becomes a little book.
    """
    lower = (Place(page, column * width, 0) for column, page in enumerate(_LOWER))
    upper = (Place(page, column * width, height, turned=True) for column, page in enumerate(_UPPER))
    return (*lower, *upper)


class Grid(Struct, frozen=True):
    """How many cards stand beside and below each other on a sheet."""

    columns: int = 1
    rows: int = 1

    @property
    def count(self) -> int:
        """The cards on one side of a sheet."""
        return self.columns * self.rows


_MOST_UNLIKE = 0.9
"""How far the shape of a card may be from that of common paper: A4 lying is log(2) from A4, other halves a bit more."""


def grids(count: int, width: float, height: float) -> list[tuple[Grid, bool]]:
    """The ways to cut an upright sheet of this size into that many cards, and whether the sheet lies across for it.

    Those whose cards have the shape of common paper, upright, come first.
    """
    ways = [
        (Grid(columns, count // columns), turned)
        for columns in range(1, count + 1)
        if count % columns == 0
        for turned in (False, True)
    ]

    def unlike(way: tuple[Grid, bool]) -> float:
        grid, turned = way
        across, down = (height, width) if turned else (width, height)
        return abs(log((down / grid.rows) / (across / grid.columns) / sqrt(2)))

    return sorted((way for way in ways if unlike(way) < _MOST_UNLIKE), key=unlike)


def sheets_for(cards: int, grid: Grid) -> int:
    """The number of sheets that this number of cards takes."""
    return -(-cards // grid.count)


def cut_and_stack(cards: int, grid: Grid) -> Iterator[tuple[int | None, ...]]:
    """The card in each place of each sheet, row by row; None for a place that stays blank.

    When the pile of sheets is cut, and the pile of the first place is laid on that of the second and so on, the cards
    are in order.
    """
    sheets = sheets_for(cards, grid)
    for sheet in range(sheets):
        yield tuple(number if number < cards else None for number in range(sheet, grid.count * sheets, sheets))


def behind(cards: tuple[int | None, ...], grid: Grid) -> tuple[int | None, ...]:
    """What stands behind which place when the sheet is turned over like a leaf of a book: each row, reversed."""
    rows = (cards[first : first + grid.columns] for first in range(0, len(cards), grid.columns))
    return tuple(card for row in rows for card in reversed(row))


# a job

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
        pages, backs = len(self.cards), len(self.backs)
        fronts = [None if n is None else self.cards[n] if n < pages else self.backing for n in cards]
        yield self._side(fronts, marks)
        if self.backs:
            turned = behind(cards, self.grid)
            yield self._side([None if n is None or n >= backs else self.backs[n] for n in turned], (), self.offset)

    @property
    def _count(self) -> int:
        return len(self.cards) + (1 if self.backing else 0)

    def _side(self, pages: list[Page | None], still: tuple[Item, ...], shift: tuple[float, float] = (0, 0)) -> Side:
        (width, height), (right, up), columns = self.size, shift, self.grid.columns
        places = ((page, *divmod(place, columns)) for place, page in enumerate(pages) if page)
        placed = (Placed(page, column * width + right, row * height - up) for page, row, column in places)
        return Side(*self.paper, tuple(placed), still)


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
