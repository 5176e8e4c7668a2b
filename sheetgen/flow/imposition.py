"""Which page stands where on a sheet of paper, so that it reads right when the sheet is folded. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
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
