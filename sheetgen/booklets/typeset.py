"""Running text to pages: in reading order, folded, or in type as large as fits on one page or on eight panels."""

from bisect import bisect_left
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import Format, Leaf, numbered_foot
from sheetgen.booklets.flow import Frame, Heading, Style, flow
from sheetgen.booklets.markup import Element, parse
from sheetgen.booklets.press import Colours, write_folded, write_zine as zine_of, written
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout import COLOURS, Page, Placed, Side
from sheetgen.layout.options import MM, Paper, larger_papers
from sheetgen.pdf import Entry, Metadata, Output, measure
from sheetgen.printing import ZINE_PAGES

SMALLEST = 7.5
"""No type is smaller."""
_LARGEST, _STEP = 13.0, 0.25
"""The largest size of the body where it may grow, and the steps down from it."""
_GROWN = 1.2
"""How much larger than the smallest type it may grow, where that is large."""
_MOST_PAGES = 2_000
_NO_ROOM = Message("this text has no room on pages that small; take larger paper")


def body_size(width: float) -> float:
    """The size of the body on a page of this width, in points: 9.5 on A5, 11 on A4."""
    return min(11.0, max(SMALLEST, 5.9 + 0.0245 * width / MM))


def margin(width: float) -> float:
    """The margin of a page of this width, in points; home printers leave 5 mm blank."""
    return max(6 * MM, 0.1 * width)


class _Setup(Struct, frozen=True):
    """Pages of one size, in points, and how they are set."""

    width: float
    height: float
    body: float
    smallest: float = SMALLEST
    numbered: bool = True
    whole: bool = False
    """Whether no paragraph is parted."""
    columns: int = 1
    above: float = 0.0
    """What stays free above the text."""

    @property
    def edge(self) -> float:
        """The margin in mm."""
        return margin(self.width) / MM


class _Set(Struct):
    """What a text became."""

    pages: list[Page]
    outline: list[Entry]


def _lay_out(root: Element, setup: _Setup, limit: int = _MOST_PAGES) -> _Set | None:
    """All pages of the text; None if there is no room for it on so many."""
    leaves: list[Leaf] = []

    def frames() -> Iterator[Frame]:
        while len(leaves) < limit:
            leaf = Leaf(Format(setup.width, setup.height), measure, setup.edge)
            leaves.append(leaf)
            gap = setup.edge if setup.columns > 1 else 0
            wide = (setup.width / MM - 2 * setup.edge - gap * (setup.columns - 1)) / setup.columns
            for column in range(setup.columns):
                top = setup.edge + setup.above / MM
                yield Frame(leaf, setup.edge + column * (wide + gap), top, wide, setup.height / MM - setup.edge)

    outline: list[Entry] = []
    level = -1

    def seen(found: Heading) -> None:
        nonlocal level
        level = min(found.level, level + 1)
        outline.append(Entry(len(leaves) - 1, found.text, level))

    if not flow(root, Style(setup.body, setup.smallest, setup.whole), frames(), seen):
        return None
    for number, leaf in enumerate(leaves, 1):
        if setup.numbered and number > 1:
            numbered_foot(leaf, number, setup.width / MM, setup.height / MM, setup.edge)
    return _Set([leaf.page() for leaf in leaves], outline)


def _pages(html: str, setup: _Setup) -> _Set:
    found = _lay_out(parse(html), setup)
    if found is None:
        raise SheetgenError(_NO_ROOM, key="--paper")
    return found


def write_pages(html: str, paper: Paper, metadata: Metadata, colours: Colours = COLOURS) -> bytes:
    """The text on pages of this paper, in reading order, with an outline and page numbers."""
    return _in_order(_pages(html, _Setup(paper.width, paper.height, body_size(paper.width))), metadata, colours)


def write_booklet(html: str, sheet: Paper, creep: float, metadata: Metadata, colours: Colours = COLOURS) -> bytes:
    """The text on pages of half the sheet, two on each side, to be printed on both sides and folded in the middle.

    `creep` is the thickness of the paper in points. Raises SheetgenError if the pages have no room to move so far.
    """
    width = sheet.height / 2
    pages = _pages(html, _Setup(width, sheet.width, body_size(width))).pages
    return write_folded(pages, sheet, creep, metadata, colours, last=False)


def write_zine(html: str, sheet: Paper, metadata: Metadata, colours: Colours = COLOURS) -> bytes:
    """The text on eight pages of an eighth of the sheet each, all on one side, to be folded and cut once.

    No paragraph is parted.
    """
    root = parse(html)
    setup = _fitting(root, sheet, lambda paper: (paper.height / 4, paper.width / 2), ZINE_PAGES, whole=True)
    found = _lay_out(root, setup, ZINE_PAGES)
    return zine_of(found.pages if found else [], sheet, metadata, colours)


def _in_order(found: _Set, metadata: Metadata, colours: Colours) -> bytes:
    """The pages as they are read, with an outline."""
    sides = (Side(page.width, page.height, (Placed(page),)) for page in found.pages)
    return written(sides, metadata, Output(colours, outline=found.outline))


def write_card(html: str, paper: Paper, metadata: Metadata, colours: Colours = COLOURS) -> bytes:
    """The text on one page, in type as large as fits."""
    root = parse(html)
    found = _lay_out(root, replace(_fitting(root, paper), numbered=False), 1)
    return _in_order(found or _Set([], []), metadata, colours)


def card_page(html: str, paper: Paper, height: float, smallest: float = SMALLEST, label: str = "") -> Page:
    """A page as wide as this paper and so high, with the text on its lower part, which is as large as the paper.

    The type is as large as fits, and no smaller than `smallest` points. Paper that lies across has two columns.
    Raises SheetgenError for a text that is too long.
    """
    root, across = parse(html), paper.across
    setup = _fitting(
        root, paper, lambda other: (other.height, other.width) if across else (other.width, other.height),
        least=smallest,
    )  # fmt: skip
    setup = replace(setup, height=height, above=height - setup.height, numbered=False)
    found = _lay_out(root, setup, 1)
    items = found.pages[0].items if found else ()
    return Page(setup.width, height, (), (), label, still=items)


def _fitting(
    root: Element, paper: Paper, sides: Callable[[Paper], tuple[float, float]] = lambda paper: (paper.width, paper.height),
    limit: int = 1, least: float = SMALLEST, *, whole: bool = False,
) -> _Setup:  # fmt: skip
    """The largest type in which a text takes at most `limit` pages; SheetgenError if the smallest is too large.

    `sides` gives the width and height of a page on some paper. The error says which paper has room for it.
    """

    def setup(on: Paper, size: float) -> _Setup:
        width, height = sides(on)
        return _Setup(width, height, size, least, whole=whole, columns=2 if limit == 1 and width > height else 1)

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
