"""Which page stands where on which sheet: for folding, for cutting, with backs and marks. Pure."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import log, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.layout import Box, Ink, Item, Line, Page, Placed, Rect, Side
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
    `creep` each, so their pages move to the fold by as much. Sheets turn over their short edge.
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


def upside_down(side: Side) -> Side:
    """The side turned by 180 degrees, as the back of a lying sheet is that turns over its long edge."""
    placed = (
        replace(
            each, x=side.width - each.x - each.page.width, y=side.height - each.y - each.page.height,
            turned=not each.turned,
        )
        for each in side.placed
    )  # fmt: skip
    return replace(side, placed=tuple(placed))


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


def grids(wanted: int | Grid, width: float, height: float) -> list[tuple[Grid, bool]]:
    """The ways to cut an upright sheet of this size into that many cards, and whether the sheet lies across for it.

    Those whose cards have the shape of common paper, upright, come first; of a number of cards, there are no others.
    """
    found = [wanted] if isinstance(wanted, Grid) else [
        Grid(columns, wanted // columns) for columns in range(1, wanted + 1) if wanted % columns == 0
    ]  # fmt: skip
    ways = [(grid, turned) for grid in found for turned in (False, True)]

    def unlike(way: tuple[Grid, bool]) -> float:
        grid, turned = way
        across, down = (height, width) if turned else (width, height)
        return abs(log((down / grid.rows) / (across / grid.columns) / sqrt(2)))

    return sorted((way for way in ways if unlike(way) < _MOST_UNLIKE or wanted in found), key=unlike)


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


# where cards stand on paper

EDGE = 5 * MM
"""What home printers leave blank."""
_LINE = 0.5
"""The width of a line to cut along, in points: no line is thinner."""
_DOT, _DOTS = 1.0, 1.8 * MM
"""The size of a dot of a dotted line, in points, and how far it is to the next."""
Shift = tuple[float, float]
"""To the right and upwards, in points."""
_STILL: Shift = (0.0, 0.0)


class Format(Struct, frozen=True):
    """Where cards stand on paper, as one sees its front. Lengths are points, pairs go to the right and downwards."""

    paper: tuple[float, float]
    """Its width and height, as it lies."""
    cell: tuple[float, float]
    """The width and height of what is cut off, or of a label."""
    grid: Grid = Grid()
    gap: tuple[float, float] = (0.0, 0.0)
    """Between columns, and between rows."""
    origin: tuple[float, float] = (0.0, 0.0)
    """The upper left corner of the first cell."""
    binding: tuple[float, float] = (0.0, 0.0)
    """What stays free on the left of each cell or above it, for the holes of a binder."""

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of a page."""
        return self.cell[0] - self.binding[0], self.cell[1] - self.binding[1]

    def cells(self, *, behind: bool = False) -> Iterator[Rect]:
        """The cells row by row, from the left; on the back of the paper, each row is the mirror image of its front."""
        (width, height), columns = self.cell, self.grid.columns
        block = columns * width + (columns - 1) * self.gap[0]
        left = self.paper[0] - self.origin[0] - block if behind else self.origin[0]
        for row in range(self.grid.rows):
            for column in range(columns):
                x, y = left + column * (width + self.gap[0]), self.origin[1] + row * (height + self.gap[1])
                yield Rect(x, y, width, height)

    def pages(self, *, behind: bool = False) -> Iterator[tuple[float, float]]:
        """The upper left corners of the pages in these cells; the free edge of a back is on its right."""
        right, down = self.binding
        for cell in self.cells(behind=behind):
            yield cell.x + (0.0 if behind else right), cell.y + down


def divided(paper: tuple[float, float], grid: Grid, gap: float) -> Format:
    """Paper of this width and height cut into a grid of equal cards, with a gap between them."""
    width, height = paper
    cell = (width - (grid.columns - 1) * gap) / grid.columns, (height - (grid.rows - 1) * gap) / grid.rows
    return Format(paper, cell, grid, (gap, gap))


class Job(Struct, frozen=True, dict=True):
    """All that is to be printed. Lengths are points."""

    cards: Sequence[Page]
    """All of one size."""
    format: Format
    still: tuple[Item, ...] = ()
    """What is drawn on each front beside the cards: where to cut, and where to punch."""
    backs: Sequence[Page] = ()
    """What is on the reverse of each card; nothing if it is empty."""
    shift: Shift = _STILL
    """By how much fronts are moved."""
    back_shift: Shift = _STILL
    """By how much backs are moved."""
    backing: Page | None = None
    """The last sheet of a pad."""
    first: tuple[Page, ...] = ()
    """The front and back of a sheet of its own, as large as the paper, before the cards."""

    def __len__(self) -> int:
        return sheets_for(self._count, self.format.grid) * (2 if self.backs else 1) + len(self.first)

    @property
    def duplex(self) -> str:
        """How the printer turns the sheet, so that backs are not upside down, and no front becomes a back."""
        if not self.backs:
            return "" if self.first else "Simplex"
        width, height = self.format.paper
        return "DuplexFlipLongEdge" if width <= height else "DuplexFlipShortEdge"

    def sides(self) -> Iterator[Side]:
        """Every side in the order of printing."""
        for page in self.first:
            yield Side(*self.format.paper, (Placed(page),))
        for cards in cut_and_stack(self._count, self.format.grid):
            yield from self._both(cards)

    def single(self, number: int) -> tuple[Side, ...]:
        """The front, and the reverse if it has one, of a card that has a sheet of its own; numbered from 0."""
        return tuple(self._both((number,)))

    def _both(self, cards: tuple[int | None, ...]) -> Iterator[Side]:
        pages, backs, paper = len(self.cards), len(self.backs), self.format.paper
        fronts = [None if n is None else self.cards[n] if n < pages else self.backing for n in cards]
        places, behind_them = self._places
        yield Side(
            *paper, tuple([Placed(page, *at) for page, at in zip(fronts, places, strict=True) if page]), self.still
        )
        if self.backs:
            turned = [None if n is None or n >= backs else self.backs[n] for n in behind(cards, self.format.grid)]
            yield Side(*paper, tuple([Placed(page, *at) for page, at in zip(turned, behind_them, strict=True) if page]))

    @cached_property
    def _places(self) -> list[list[tuple[float, float]]]:
        """Where the upper left corners of pages are on every front, and on every back."""
        both = (self.format.pages(), self.shift), (self.format.pages(behind=True), self.back_shift)
        return [[(x + right, y - up) for x, y in places] for places, (right, up) in both]

    @property
    def _count(self) -> int:
        return len(self.cards) + (1 if self.backing else 0)


def check_shift(shift: Shift, margin: float, option: str) -> None:
    """Refuse to move pages so far that they leave what is printed of the paper."""
    if max(map(abs, shift)) > margin - EDGE + 0.01:
        raise SheetgenError(
            "moved by %(shift)s mm; the margin has room for %(most)s mm; move it less", key=option,
            shift=f"{round(max(map(abs, shift)) / MM, 1):g}", most=f"{round((margin - EDGE) / MM, 1):g}",
        )  # fmt: skip


# where to cut, and where to punch


class Marks(Struct, frozen=True):
    """Where to cut."""

    kind: Literal["none", "crop", "lines", "dots"] = "none"
    length: float = 5 * MM
    """Of a crop mark, in points."""
    gap: float = 0.0
    """From where two cuts meet to the mark."""


def cut_marks(form: Format, marks: Marks, shift: Shift = _STILL) -> Iterator[Line]:
    """The lines or marks along all edges of cells but those of the paper itself."""
    (width, height), (right, up), cells = form.paper, shift, list(form.cells())
    dotted = marks.kind == "dots"
    line, dots = (_DOT, _DOTS) if dotted else (_LINE, 0.0)
    xs = _cuts([x for cell in cells for x in (cell.x, cell.right)], width)
    ys = _cuts([y for cell in cells for y in (cell.y, cell.bottom)], height)
    for x in xs:
        for low, high in _strokes(ys, height, marks):
            yield Line(x + right, low - up, x + right, high - up, line, Ink.TEXT, dotted, dots)
    for y in ys:
        for low, high in _strokes(xs, width, marks):
            yield Line(low + right, y - up, high + right, y - up, line, Ink.TEXT, dotted, dots)


def _cuts(edges: list[float], end: float) -> list[float]:
    """The edges inside the paper, each once."""
    return sorted({round(edge, 2): edge for edge in edges if MM < edge < end - MM}.values())


def _strokes(crossings: list[float], end: float, marks: Marks) -> Iterator[tuple[float, float]]:
    """From where to where a cut is drawn: all of it, or a mark at both ends and around each crossing.

    Where two crossings leave no room for two marks, there is one between them, or none.
    """
    if marks.kind in ("lines", "dots"):
        yield EDGE, end - EDGE
    if marks.kind != "crop":
        return
    for low, high in pairwise((EDGE - marks.gap, *crossings, end - EDGE + marks.gap)):
        first, last = low + marks.gap, high - marks.gap
        if last - first > 2 * marks.length:
            yield first, first + marks.length
            yield last - marks.length, last
        elif last > first:
            yield first, last


HOLES: dict[int, float] = {2: 100 * MM, 4: 260 * MM}
"""So many holes of a ring binder, and how long the edge that has them is at least."""
BINDING = 10 * MM
"""What stays free beside a margin, so that no hole meets what is printed."""
_APART, _INSIDE, _HOLE = 80 * MM, 12 * MM, 6 * MM
"""From one hole to the next, from the edge to their middles, and their diameter (ISO 838)."""


def hole_marks(form: Format, count: int, shift: Shift = _STILL) -> Iterator[Item]:
    """The holes of each cell along its free edge, to be punched out, and a line at its middle, where punches have one.

    There are two or four, 80 mm apart.
    """
    right, up = shift
    for cell in form.cells():
        across = form.binding[1] > 0  # the free edge is above
        x, y = cell.x + right, cell.y - up
        middle = (cell.width if across else cell.height) / 2
        yield Line(
            *_inwards(x, y, EDGE, middle, across), *_inwards(x, y, EDGE + _HOLE / 2, middle, across), _LINE, Ink.RULE
        )
        for place in range(count):
            along = middle + (place - (count - 1) / 2) * _APART
            at, over = _inwards(x, y, _INSIDE, along, across)
            yield Box(Rect(at - _HOLE / 2, over - _HOLE / 2, _HOLE, _HOLE), None, Ink.RULE, _LINE, _HOLE / 2)
            yield Line(at - _HOLE / 6, over, at + _HOLE / 6, over, _LINE, Ink.RULE)
            yield Line(at, over - _HOLE / 6, at, over + _HOLE / 6, _LINE, Ink.RULE)


def _inwards(x: float, y: float, far: float, along: float, across: bool) -> tuple[float, float]:
    """A place so far from a left edge and along it; or from an upper one."""
    return (x + along, y + far) if across else (x + far, y + along)
