"""Running text to pages: in reading order, folded, or in type as large as fits on one page or on eight panels."""

from bisect import bisect_left
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import Format, Leaf, numbered_foot
from sheetgen.booklets.imposition import Imposition
from sheetgen.booklets.markup import Element, parse
from sheetgen.booklets.running_text import NO_ROOM, Frames, TypeSizes, set_text
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.paper import MM, Paper, larger_papers
from sheetgen.layout.primitives import Page, Rect
from sheetgen.layout.themes import Look
from sheetgen.pdf import OutlineEntry, measure
from sheetgen.printing import ZINE_PAGES

SMALLEST = 7.5
"""No type is smaller."""
_LARGEST, _STEP = 13.0, 0.25
"""Maximum type size of a body that grows, and the steps down from it, in points."""
_GROWN = 1.2
"""Maximum size of large type that grows, as a multiple of the smallest type."""
_MOST_PAGES = 2_000
"""Maximum number of pages of a text, far above that of a booklet."""


def body_size(width: float) -> float:
    """Return the type size of the body on a page of this width, in points: 9.5 on A5, 11 on A4."""
    return min(11.0, max(SMALLEST, 5.9 + 0.0245 * width / MM))


def margin(width: float) -> float:
    """Return the margin of a page of this width, in points; home printers leave 5 mm blank."""
    return max(6 * MM, 0.1 * width)


class _Setup(Struct, frozen=True):
    """Pages of one size, in points, and how they are set."""

    width: float
    height: float
    body: float
    look: Look = Look()
    smallest: float = SMALLEST
    numbered: bool = True
    whole: bool = False
    """Flag: no paragraph is divided between pages."""
    columns: int = 1
    above: float = 0.0
    """Free height above the text."""

    def frames(self) -> Frames:
        """Return the places for text on each page."""
        edge = margin(self.width)
        gap = edge if self.columns > 1 else 0.0
        wide = (self.width - 2 * edge - gap * (self.columns - 1)) / self.columns
        top = edge + self.above
        rects = [Rect(n * (wide + gap), top, wide, self.height - edge - top) for n in range(self.columns)]
        return Frames((self.width, self.height), rects)


class _Set(Struct):
    """Pages of a text, and the entries of their outline."""

    pages: list[Page]
    outline: list[OutlineEntry]


def _lay_out(root: Element, setup: _Setup, limit: int = _MOST_PAGES) -> _Set | None:
    """Return the pages of the text, None if it does not fit on this number of pages."""
    edge, leaves = margin(setup.width) / MM, list[Leaf]()

    def new_page() -> Leaf | None:
        if len(leaves) == limit:
            return None
        leaves.append(Leaf(Format(setup.width, setup.height, look=setup.look), measure, edge))
        return leaves[-1]

    outline = set_text(root, TypeSizes(setup.body, setup.smallest, setup.whole), setup.frames(), new_page)
    if outline is None:
        return None
    for number, leaf in enumerate(leaves, 1):
        if setup.numbered and number > 1:
            numbered_foot(leaf, number, (setup.width / MM, setup.height / MM), edge)
    return _Set([leaf.page() for leaf in leaves], outline)


def _pages(html: str, size: tuple[float, float], look: Look) -> _Set:
    body = max(body_size(size[0]), look.smallest)
    found = _lay_out(parse(html), _Setup(*size, body, look, look.smallest))
    if found is None:
        raise SheetgenError(NO_ROOM, key="--paper")
    return found


def write_pages(html: str, paper: Paper, imposition: Imposition) -> bytes:
    """Return a PDF of the text on pages of this paper, with an outline and page numbers."""
    found = _pages(html, (paper.width, paper.height), imposition.look)
    return imposition.in_order(found.pages, found.outline)


def write_booklet(html: str, sheet: Paper, creep: float, imposition: Imposition) -> bytes:
    """Return a PDF of the text on pages of half the sheet, two on each side, to be folded in the middle.

    `creep` is the thickness of the paper in points. Raises SheetgenError if the inner pages have to move too far.
    """
    return imposition.folded(
        _pages(html, (sheet.height / 2, sheet.width), imposition.look).pages, sheet, creep, last=False
    )


def write_zine(html: str, sheet: Paper, imposition: Imposition) -> bytes:
    """Return a PDF of the text on eight pages on one side of the sheet, to be folded and cut once.

    No paragraph is divided between pages.
    """
    root, shape = parse(html), _Shape(lambda paper: (paper.height / 4, paper.width / 2), ZINE_PAGES, whole=True)
    found = _lay_out(root, _fitting(root, sheet, shape, imposition.look), ZINE_PAGES)
    return imposition.zine(found.pages if found else [], sheet)


def write_card(html: str, paper: Paper, imposition: Imposition) -> bytes:
    """Return a PDF of the text on one page, in type as large as fits; large print has two pages."""
    root, limit = parse(html), 1 if imposition.look.smallest <= SMALLEST else 2
    found = _lay_out(root, replace(_fitting(root, paper, _Shape(limit=limit), imposition.look), numbered=False), limit)
    return imposition.in_order(found.pages if found else [], found.outline if found else ())


def card_page(html: str, paper: Paper, height: float, smallest: float = SMALLEST, label: str = "") -> Page:
    """Return a page as wide as this paper and of this height, with the text on a lower part of the paper's size.

    The type is as large as fits, and no smaller than `smallest` points. Paper in landscape has two columns. Raises
    SheetgenError for a text that is too long.
    """
    root, across = parse(html), paper.across
    shape = _Shape(lambda other: (other.height, other.width) if across else (other.width, other.height))
    setup = _fitting(root, paper, shape, Look(smallest=smallest))
    setup = replace(setup, height=height, above=height - setup.height, numbered=False)
    found = _lay_out(root, setup, 1)
    items, elements = (found.pages[0].items, found.pages[0].elements) if found else ((), ())
    return Page(setup.width, height, (), (), label, still=items, elements=elements)


class _Shape(Struct, frozen=True):
    """The width and height of a page on some paper, and how many there are."""

    sides: Callable[[Paper], tuple[float, float]] = lambda paper: (paper.width, paper.height)
    limit: int = 1
    whole: bool = False


def _fitting(root: Element, paper: Paper, shape: _Shape, look: Look) -> _Setup:
    """Return the setup with the largest type in which the text fits on the pages.

    Raises SheetgenError if the smallest type is too large, with the name of a paper that has room.
    """
    least, limit = look.smallest, shape.limit

    def setup(on: Paper, size: float) -> _Setup:
        width, height = shape.sides(on)
        columns = 2 if limit == 1 and width > height else 1
        return _Setup(width, height, size, look, least, whole=shape.whole, columns=columns)

    def fits(wanted: _Setup) -> bool:
        return _lay_out(root, wanted, limit) is not None

    steps = range(round((max(_LARGEST, _GROWN * least) - least) / _STEP) + 1)
    setups = [setup(paper, max(_LARGEST, _GROWN * least) - _STEP * step) for step in steps]
    if not fits(setups[-1]):
        found = _lay_out(root, setups[-1])
        room = next((other.name for other in larger_papers(paper) if fits(setup(other, least))), "")
        nowhere = Message(
            "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has %(limit)s"
        )
        larger = Message(
            "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has %(limit)s; "
            "take %(fits)s"
        )
        raise SheetgenError(
            larger if room else nowhere, key="--paper", pages=len(found.pages) if found else "?", paper=paper.name,
            size=f"{least:g}", limit=limit, fits=room,
        )  # fmt: skip
    return setups[bisect_left(setups, True, hi=len(setups) - 1, key=fits)]
