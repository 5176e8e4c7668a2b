"""Imposition.

The place of each page on sheets of paper that are folded or cut, with backs and marks. Pure.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import log, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import Cure, Figures, SheetgenError, field_of
from sheetgen.layout.primitives import (
    EDGE,
    MM,
    Ink,
    Item,
    Line,
    Page,
    Placed,
    Rect,
    RoundedRect,
    Side,
)


class Place(Struct, frozen=True):
    """Page on one side of a sheet; x and y are the lower left corner of its place, in points."""

    page: int
    """Number of the page, from 0. A number beyond the last page leaves the place blank."""
    x: float
    y: float
    turned: bool = False
    """Flag: the page is upside down."""


Places = tuple[Place, ...]
"""Places of all pages on one side of a sheet."""


def saddle(pages: int, width: float, creep: float = 0) -> tuple[Places, ...]:
    """Return the front and back of each sheet of a booklet.

    It is folded in the middle and stapled there. `width` is the width of a page. Blank pages come
    last. Each outer sheet pushes the inner ones out by `creep`, so their pages move towards the
    fold by the same distance. The sheets are turned over their short edge.
    """
    sheets = -(-pages // 4)
    last = 4 * sheets - 1
    sides = []
    for sheet in range(sheets):
        shift, first = sheet * creep, 2 * sheet
        for left, right in ((last - first, first), (first + 1, last - first - 1)):
            sides.append((Place(left, shift, 0), Place(right, width - shift, 0)))
    return tuple(sides)


def upside_down(side: Side) -> Side:
    """Return the side turned by 180 degrees.

    It is the back of a landscape sheet that is turned over its long edge.
    """
    width, height = side.width, side.height
    places = (
        (each, width - each.x - each.page.width, height - each.y - each.page.height)
        for each in side.placed
    )
    return replace(
        side, placed=tuple(replace(each, x=x, y=y, turned=not each.turned) for each, x, y in places)
    )


ZINE_PAGES = 8
"""Number of pages of a zine."""
_LOWER, _UPPER = (7, 0, 1, 2), (6, 5, 4, 3)
"""Pages in the lower and in the upper row of the sheet, from the left; the upper ones are upside
down."""


def zine(width: float, height: float) -> Places:
    """Return the places of eight pages of this size on one side of a sheet.

    The sheet is four pages wide and two high. Folded along all lines, and cut along the middle one
    between the two outer columns, the sheet becomes a small book.
    """
    lower = (Place(page, column * width, 0) for column, page in enumerate(_LOWER))
    upper = (Place(page, column * width, height, turned=True) for column, page in enumerate(_UPPER))
    return (*lower, *upper)


class CardGrid(Struct, frozen=True):
    """Numbers of columns and rows of cards on a sheet."""

    columns: int = 1
    rows: int = 1

    @property
    def count(self) -> int:
        """Number of cards on one side of a sheet."""
        return self.columns * self.rows


_MOST_UNLIKE = 0.9
"""Maximum difference between the shape of a card and that of common paper, as the logarithm of the
ratio of heights.

A4 in landscape differs from A4 by log(2) = 0.69, other halves of common papers by a little more."""


def grids(wanted: int | CardGrid, width: float, height: float) -> list[tuple[CardGrid, bool]]:
    """Return the ways to cut a sheet of this size into a number of cards.

    Each has a flag for landscape. Cards whose shape is closest to common paper come first; cards of
    very different shapes are only in a wanted grid.
    """
    if isinstance(wanted, CardGrid):
        possible = [wanted]
    else:
        possible = []
        for columns in range(1, wanted + 1):
            if wanted % columns == 0:
                possible.append(CardGrid(columns, wanted // columns))
    ways = [(grid, turned) for grid in possible for turned in (False, True)]

    def unlike(way: tuple[CardGrid, bool]) -> float:
        grid, turned = way
        across, down = (height, width) if turned else (width, height)
        return abs(log((down / grid.rows) / (across / grid.columns) / sqrt(2)))

    if not isinstance(wanted, CardGrid):
        ways = [way for way in ways if unlike(way) < _MOST_UNLIKE]
    return sorted(ways, key=unlike)


def cut_and_stack(cards: int, grid: CardGrid) -> Iterator[tuple[int | None, ...]]:
    """Yield for each sheet the number of the card in each place, row by row.

    It is None for a blank place. After the pile of sheets is cut, the pile of the first place goes
    on that of the second, and so on: all cards are then in order.
    """
    sheets = -(-cards // grid.count)
    for sheet in range(sheets):
        yield tuple(
            number if number < cards else None
            for number in range(sheet, grid.count * sheets, sheets)
        )


def behind(cards: tuple[int | None, ...], grid: CardGrid) -> tuple[int | None, ...]:
    """Return the places of a sheet as seen from its back, if it is turned like a leaf of a book.

    Each row reversed.
    """
    rows = (cards[first : first + grid.columns] for first in range(0, len(cards), grid.columns))
    return tuple(card for row in rows for card in reversed(row))


# places of cards on paper

_LINE = 0.5
"""Width of a line to cut along, in points: the thinnest line that all printers show."""
_DOT, _DOTS = 1.0, 1.8 * MM
"""Size of the dots of a dotted line, and the distance from one to the next, in points."""
Shift = tuple[float, float]
"""Distances by which pages are moved to the right and upwards, in points."""


class CardFormat(Struct, frozen=True):
    """Places of cards on the front of the paper, in points.

    Pairs are horizontal and vertical lengths.
    """

    paper: tuple[float, float]
    """Width and height of the paper."""
    cell: tuple[float, float]
    """Width and height of a card that is cut off, or of a label."""
    grid: CardGrid = CardGrid()
    gap: tuple[float, float] = (0.0, 0.0)
    """Gaps between columns, and between rows."""
    origin: tuple[float, float] = (0.0, 0.0)
    """Top left corner of the first cell."""
    binding: tuple[float, float] = (0.0, 0.0)
    """Free width on the left of each cell, or free height at its top, for the holes of a binder."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page."""
        return self.cell[0] - self.binding[0], self.cell[1] - self.binding[1]

    def cells(self, *, behind: bool = False) -> Iterator[Rect]:
        """Yield the cells row by row, from the left.

        Those on the back are mirrored, so that they match the front.
        """
        (width, height), columns = self.cell, self.grid.columns
        block = columns * width + (columns - 1) * self.gap[0]
        left = self.paper[0] - self.origin[0] - block if behind else self.origin[0]
        for row in range(self.grid.rows):
            for column in range(columns):
                x, y = (
                    left + column * (width + self.gap[0]),
                    self.origin[1] + row * (height + self.gap[1]),
                )
                yield Rect(x, y, width, height)

    def corner(self, *, behind: bool = False) -> tuple[float, float]:
        """Return the top left corner of a page within its cell.

        The free edge of a back is on its right.
        """
        right, down = self.binding
        return (0.0 if behind else right), down

    def pages(self, *, behind: bool = False) -> Iterator[tuple[float, float]]:
        """Yield the top left corners of the pages in the cells."""
        right, down = self.corner(behind=behind)
        for cell in self.cells(behind=behind):
            yield cell.x + right, cell.y + down


def divided(paper: tuple[float, float], grid: CardGrid, gap: float) -> CardFormat:
    """Return the format of paper that is cut into a grid of equal cards with a gap between them."""
    width, height = paper
    cell = (
        (width - (grid.columns - 1) * gap) / grid.columns,
        (height - (grid.rows - 1) * gap) / grid.rows,
    )
    return CardFormat(paper, cell, grid, (gap, gap))


class Job(Struct, frozen=True, dict=True):
    """Everything that is printed in one run. Lengths are points."""

    cards: Sequence[Page]
    """Pages of one size."""
    format: CardFormat
    still: tuple[Item, ...] = ()
    """Marks beside the cards on each front, for cutting and punching."""
    backs: Sequence[Page] = ()
    """Reverse of each card; empty for none."""
    shift: Shift = (0.0, 0.0)
    """Shift of the fronts."""
    back_shift: Shift = (0.0, 0.0)
    """Shift of the backs."""
    backing: Page | None = None
    """Last sheet of a pad."""
    first: tuple[Page, ...] = ()
    """Front and back of a sheet before the cards, as large as the paper."""
    last: tuple[Page, ...] = ()
    """Pages behind all cards, with what these have no room for."""

    def __len__(self) -> int:
        sheets = -(-self._count // self.format.grid.count)
        cards = sheets * (2 if self.backs else 1)
        return len(self.first) + cards + len(self.last)

    @property
    def duplex(self) -> str:
        """Duplex setting for the printer.

        No back is upside down, and no front is printed on a back.
        """
        if not self.backs:
            return "" if self.first else "Simplex"
        width, height = self.format.paper
        return "DuplexFlipLongEdge" if width <= height else "DuplexFlipShortEdge"

    def sides(self) -> Iterator[Side]:
        """Yield every side in the order of printing."""
        for page in self.first:
            yield Side(*self.format.paper, (Placed(page),))
        for cards in cut_and_stack(self._count, self.format.grid):
            yield from self._both(cards)
        yield from self._last_sides()

    def single(self, number: int) -> tuple[Side, ...]:
        """Return the front and, if there is one, the reverse of one card alone on a sheet.

        Cards are counted from 0. The last pages are behind each of them.
        """
        return *self._both((number,)), *self._last_sides()

    def _last_sides(self) -> Iterator[Side]:
        """Yield a side for each of the last pages."""
        corner = self._corners[0][0]
        for page in self.last:
            yield Side(*self.format.paper, (Placed(page, *corner),))

    def _both(self, cards: tuple[int | None, ...]) -> Iterator[Side]:
        """Yield the front with these cards, counted from 0, and the reverse if there is one.

        A place without a card is None; one behind the last card has the backing of the pad.
        """
        paper = self.format.paper
        front_corners, back_corners = self._corners
        fronts = []
        for card, corner in zip(cards, front_corners, strict=True):
            if card is not None:
                page = self.cards[card] if card < len(self.cards) else self.backing
                if page:
                    fronts.append(Placed(page, *corner))
        yield Side(*paper, tuple(fronts), self.still)
        if not self.backs:
            return
        backs = []
        for card, corner in zip(behind(cards, self.format.grid), back_corners, strict=True):
            if card is not None and card < len(self.backs):
                page = self.backs[card]
                if page:
                    backs.append(Placed(page, *corner))
        yield Side(*paper, tuple(backs))

    @cached_property
    def _corners(self) -> list[list[tuple[float, float]]]:
        """Top left corners of the pages on every front, and on every back."""
        both = (self.format.pages(), self.shift), (self.format.pages(behind=True), self.back_shift)
        return [[(x + right, y - up) for x, y in places] for places, (right, up) in both]

    @property
    def _count(self) -> int:
        return len(self.cards) + (1 if self.backing else 0)


def check_shift(shift: Shift, margin: float, option: str) -> None:
    """Raise SheetgenError for a shift that moves pages into the edge that printers leave blank."""
    if max(map(abs, shift)) > margin - EDGE + 0.01:
        need, have = round(max(map(abs, shift)) / MM, 1), round((margin - EDGE) / MM, 1)
        error = SheetgenError(
            "moved by %(shift)s mm; the margin has room for %(most)s mm; move it less",
            key=option,
            shift=f"{need:g}",
            most=f"{have:g}",
        )
        raise error.cured(Cure(field_of(option)), figures=Figures(need, have))


# marks for cutting and punching


class CutMarks(Struct, frozen=True):
    """Kind of marks that show where to cut. Lengths are points."""

    kind: Literal["none", "crop", "lines", "dots"] = "none"
    length: float = 5 * MM
    """Length of a crop mark."""
    gap: float = 0.0
    """Distance from the crossing of two cuts to the mark."""


def cut_marks(form: CardFormat, marks: CutMarks, shift: Shift = (0.0, 0.0)) -> Iterator[Line]:
    """Yield the lines or marks along all edges of cells, except on the edges of the paper."""
    (width, height), (right, up), cells = form.paper, shift, list(form.cells())
    dotted = marks.kind == "dots"
    line, dash = (_DOT, (0.0, _DOTS)) if dotted else (_LINE, ())
    xs = _cuts([x for cell in cells for x in (cell.x, cell.right)], width)
    ys = _cuts([y for cell in cells for y in (cell.y, cell.bottom)], height)
    for x in xs:
        for low, high in _strokes(ys, height, marks):
            yield Line(x + right, low - up, x + right, high - up, line, Ink.TEXT, dotted, dash)
    for y in ys:
        for low, high in _strokes(xs, width, marks):
            yield Line(low + right, y - up, high + right, y - up, line, Ink.TEXT, dotted, dash)


def _cuts(edges: list[float], end: float) -> list[float]:
    """Return the edges that are inside the paper, without duplicates."""
    return sorted({round(edge, 2): edge for edge in edges if MM < edge < end - MM}.values())


def _strokes(crossings: list[float], end: float, marks: CutMarks) -> Iterator[tuple[float, float]]:
    """Yield the start and end of each stroke of a cut.

    It is all of the cut, or marks at both ends and around each crossing. Two crossings with little
    room between them share one mark, or have none.
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
"""Numbers of holes for a ring binder, each with the minimum length of the edge, in points."""
BINDING = 10 * MM
"""Free width beside a margin, so that no hole is in the print."""
_APART, _INSIDE, _HOLE = 80 * MM, 12 * MM, 6 * MM
"""Distance from one hole to the next, distance of their middles from the edge, and their diameter
(ISO 838)."""


def hole_marks(form: CardFormat, count: int, shift: Shift = (0.0, 0.0)) -> Iterator[Item]:
    """Yield the holes to punch along the free edge of each cell.

    A line in the middle aligns the punch.
    """
    right, up = shift
    for cell in form.cells():
        across = form.binding[1] > 0  # the free edge is at the top
        x, y = cell.x + right, cell.y - up
        middle = (cell.width if across else cell.height) / 2
        start, end = (_inwards(x, y, far, middle, across) for far in (EDGE, EDGE + _HOLE / 2))
        yield Line(*start, *end, _LINE, Ink.RULE)
        for place in range(count):
            along = middle + (place - (count - 1) / 2) * _APART
            at, over = _inwards(x, y, _INSIDE, along, across)
            yield RoundedRect(
                Rect(at - _HOLE / 2, over - _HOLE / 2, _HOLE, _HOLE),
                None,
                Ink.RULE,
                _LINE,
                _HOLE / 2,
            )
            yield Line(at - _HOLE / 6, over, at + _HOLE / 6, over, _LINE, Ink.RULE)
            yield Line(at, over - _HOLE / 6, at, over + _HOLE / 6, _LINE, Ink.RULE)


def _inwards(x: float, y: float, far: float, along: float, across: bool) -> tuple[float, float]:
    """Return the point at this distance from the left edge and along it.

    From the upper edge if `across` is set.
    """
    return (x + along, y + far) if across else (x + far, y + along)
