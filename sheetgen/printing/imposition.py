"""Which page stands where on a sheet of paper, so that it reads right when the sheet is folded or cut. Pure."""

from collections.abc import Iterator
from math import log, sqrt

from msgspec import Struct


class Place(Struct, frozen=True):
    """A page on one side of a sheet; x and y are the lower left corner of its place. Points."""

    page: int
    """From 0; a page that is not there leaves its place blank."""
    x: float
    y: float
    turned: bool = False
    """Whether it stands on its head."""


Side = tuple[Place, ...]


def saddle(pages: int, width: float, creep: float = 0) -> tuple[Side, ...]:
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


def zine(width: float, height: float) -> Side:
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
    """The ways to cut an upright sheet of this size into so many cards, and whether the sheet lies across for it.

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
    """How many sheets so many cards take."""
    return -(-cards // grid.count)


def cut_and_stack(cards: int, grid: Grid) -> Iterator[tuple[int | None, ...]]:
    """The card in each place of each sheet, row by row; None for a place that stays blank.

    When the pile of sheets is cut, and the pile of the first place is laid on that of the second and so on, the cards
    are in order.
    """
    sheets = sheets_for(cards, grid)
    for sheet in range(sheets):
        numbers = range(sheet, grid.count * sheets, sheets)
        yield tuple([number if number < cards else None for number in numbers])


def behind(cards: tuple[int | None, ...], grid: Grid) -> tuple[int | None, ...]:
    """What stands behind which place when the sheet is turned over like a leaf of a book: each row, reversed."""
    rows = (cards[first : first + grid.columns] for first in range(0, len(cards), grid.columns))
    return tuple(card for row in rows for card in reversed(row))
