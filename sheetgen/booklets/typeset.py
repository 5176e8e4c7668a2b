"""Text to pages, in reading order, imposed for folding, or fitted to one page; and pages to PDF bytes."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets import platypus
from sheetgen.booklets.markup import Element, parse
from sheetgen.booklets.paragraphs import SMALLEST, Styles, body_size, margin
from sheetgen.booklets.story import story_of
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout import Font, Ink, Item, Line, Page, Placed, Rect, Side, Text
from sheetgen.layout.options import MM, Paper, larger_papers
from sheetgen.pdf import Entry, Metadata, Output, write_sides
from sheetgen.printing import ZINE_PAGES, Place, saddle, zine

_LARGEST, _STEP = 13.0, 0.25
"""The largest size of the body where it may grow, and the steps down from it."""
_GROWN = 1.2
"""How much larger than the smallest type it may grow, where that is large."""
_WHOLE = attrgetter("width", "height")
_FOOT = 0.55
"""Where the page number stands, in parts of the margin."""


class _Setup(Struct, frozen=True):
    """Pages of one size, in points, and how they are set."""

    width: float
    height: float
    body: float
    """The size of the body."""
    smallest: float = SMALLEST
    """No type is smaller."""
    numbered: bool = True

    @property
    def edge(self) -> float:
        """The margin."""
        return margin(self.width)

    @property
    def room(self) -> Rect:
        """What is left for text."""
        return Rect(self.edge, self.edge, self.width - 2 * self.edge, self.height - 2 * self.edge)


def _count_pages(root: Element, setup: _Setup) -> int:
    """How many pages the text takes."""
    return len(_lay_out(root, setup).canv.pages)


def write_pages(html: str, paper: Paper, metadata: Metadata) -> bytes:
    """The text on pages of this paper, in reading order, with an outline and page numbers."""
    return _in_order(_lay_out(parse(html), _Setup(paper.width, paper.height, body_size(paper.width))), metadata)


def write_booklet(html: str, sheet: Paper, creep: float, metadata: Metadata) -> bytes:
    """The text on pages of half the sheet, two on each side, to be printed on both sides and folded in the middle.

    `creep` is the thickness of the paper in points. Raises SheetgenError if the pages have no room to move so far.
    """
    width, height = sheet.height / 2, sheet.width
    pages = _lay_out(parse(html), _Setup(width, height, body_size(width))).canv.pages
    shift, most = (-(-len(pages) // 4) - 1) * creep, margin(width) / 2
    if shift > most:
        raise SheetgenError(
            "%(sheets)s sheets of %(creep)s mm move the inner pages by %(shift)s mm; "
            "there is room for %(most)s mm; take thinner paper",
            key="--creep", sheets=-(-len(pages) // 4), creep=f"{creep / MM:g}", shift=f"{shift / MM:.1f}",
            most=f"{most / MM:.1f}",
        )  # fmt: skip
    sides = (_imposed(pages, places, (2 * width, height)) for places in saddle(len(pages), width, creep))
    return _written(sides, metadata, Output(duplex="DuplexFlipShortEdge", outline=()))


def write_zine(html: str, sheet: Paper, metadata: Metadata) -> bytes:
    """The text on eight pages of an eighth of the sheet each, all on one side, to be folded and cut once."""
    root = parse(html)
    setup = _fitting(sheet, partial(_count_pages, root), lambda paper: (paper.height / 4, paper.width / 2), ZINE_PAGES)
    width, height = setup.width, setup.height
    # short lines at the edges where the folds are, as far in as home printers print, and the line to cut along
    ticks = [(5 * MM, 9 * MM), (2 * height - 9 * MM, 2 * height - 5 * MM)]
    folds = [Line(place * width, low, place * width, high, 0.4) for place in (1, 2, 3) for low, high in ticks]
    across = [Line(x, height, x + 4 * MM, height, 0.4) for x in (5 * MM, 4 * width - 9 * MM)]
    lines = (Line(width, height, 3 * width, height, 0.8), *folds, *across)
    pages = _lay_out(root, setup).canv.pages
    side = _imposed(pages, zine(width, height), (4 * width, 2 * height), lines)
    return _written((side,), metadata, Output(outline=()))


def _imposed(
    pages: Sequence[Page], places: Iterable[Place], size: tuple[float, float], lines: tuple[Item, ...] = ()
) -> Side:
    """One side of a sheet with pages in their places, and lines over them."""
    placed = (
        Placed(page, place.x, size[1] - place.y - page.height, place.turned)
        for place in places
        for page in pages[place.page : place.page + 1]
    )
    return Side(*size, tuple(placed), lines)


def _in_order(document: "_Document", metadata: Metadata) -> bytes:
    """The pages as they are read, with an outline."""
    sides = (Side(page.width, page.height, (Placed(page),)) for page in document.canv.pages)
    return _written(sides, metadata, Output(outline=document.outline))


def _written(sides: Iterable[Side], metadata: Metadata, output: Output) -> bytes:
    target = BytesIO()
    write_sides(sides, metadata, output, target)
    return target.getvalue()


def write_card(html: str, paper: Paper, metadata: Metadata) -> bytes:
    """The text on one page, in type as large as fits."""
    root = parse(html)
    setup = _fitting(paper, partial(_count_pages, root))
    return _in_order(_lay_out(root, replace(setup, numbered=False)), metadata)


def card_page(html: str, paper: Paper, height: float, smallest: float = SMALLEST, label: str = "") -> Page:
    """A page as wide as this paper and so high, with the text on its lower part, which is as large as the paper.

    The type is as large as fits, and no smaller than `smallest` points. Paper that lies across has two columns.
    Raises SheetgenError for a text that is too long.
    """
    root, across = parse(html), paper.across

    setup = _fitting(
        paper,
        lambda setup: 2 if _card(root, setup) is None else 1,
        lambda other: (other.height, other.width) if across else (other.width, other.height),
        least=smallest,
    )
    return Page(setup.width, height, (), (), label, still=_card(root, setup, height) or ())


def _card(root: Element, setup: _Setup, height: float = 0) -> tuple[Item, ...] | None:
    """The text on the lower part of a page that is so high, if all of it has room on that part."""
    canvas = platypus.PageCanvas(setup.width, height or setup.height)
    columns = 2 if setup.width > setup.height else 1
    gap = setup.edge if columns > 1 else 0
    room = Rect(setup.edge, setup.edge, (setup.room.width - gap) / columns, setup.room.height)
    frames = [
        platypus.Frame(room.x + column * (room.width + gap), room.y, room.width, room.height, 0, 0, 0, 0)
        for column in range(columns)
    ]
    story = story_of(root, Styles(setup.body, setup.smallest), room)
    while story and frames:
        if isinstance(story[0], platypus.ActionFlowable):  # a break: what follows stays together in the next column
            story.pop(0)
            frames.pop(0)
        elif frames[0].add(story[0], canvas):
            story.pop(0)
        else:  # what stays together and is too high for a whole frame would ask the document for the next: it is parted
            apart = isinstance(story[0], platypus.KeepTogether) and frames[0]._atTop
            if parts := story[0]._content if apart else frames[0].split(story[0], canvas):
                story[0:1] = parts
            else:
                frames.pop(0)
    return None if story else tuple(canvas.items)


def _fitting(
    paper: Paper, count: Callable[[_Setup], int], sides: Callable[[Paper], tuple[float, float]] = _WHOLE,
    limit: int = 1, least: float = SMALLEST,
) -> _Setup:  # fmt: skip
    """The largest type in which a text takes at most `limit` pages; SheetgenError if the smallest is too large.

    `count` is how many pages it takes, and `sides` the width and height of a page on some paper. The error says which
    paper has room for it.
    """
    largest = max(_LARGEST, _GROWN * least)
    steps = range(round((largest - least) / _STEP) + 1)
    setups = [_Setup(*sides(paper), largest - _STEP * step, smallest=least) for step in steps]
    if (pages := count(setups[-1])) > limit:
        others = ((other, _Setup(*sides(other), least, least)) for other in larger_papers(paper))
        room = next((other.name for other, setup in others if count(setup) <= limit), "")
        nowhere = Message(
            "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has %(limit)s"
        )
        larger = Message(
            "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has %(limit)s; "
            "take %(fits)s"
        )
        raise SheetgenError(
            larger if room else nowhere, key="--paper", pages=pages, paper=paper.name, size=f"{least:g}", limit=limit,
            fits=room,
        )  # fmt: skip
    return setups[bisect_left(setups, True, hi=len(setups) - 1, key=lambda setup: count(setup) <= limit)]


def _lay_out(root: Element, setup: _Setup) -> "_Document":
    """All pages of the text; SheetgenError if a part of it has no room on any."""
    document = _Document(setup)
    try:
        document.build(story_of(root, Styles(setup.body, setup.smallest), setup.room))
    except (platypus.LayoutError, ValueError) as error:
        raise SheetgenError("this text has no room on pages that small; take larger paper", key="--paper") from error
    return document


class _Document(platypus.BaseDocTemplate):  # type: ignore[misc]
    """Pages of one size."""

    canv: platypus.PageCanvas
    _doSave = 0  # noqa: N815 - ReportLab's name, as below

    def __init__(self, setup: _Setup) -> None:
        self._setup, self._level = setup, -1
        self.outline: list[Entry] = []
        super().__init__("")
        frame = platypus.Frame(setup.edge, setup.edge, setup.room.width, setup.room.height, 0, 0, 0, 0)
        self.addPageTemplates(platypus.PageTemplate(frames=[frame], pagesize=(setup.width, setup.height)))

    def _makeCanvas(self, *_: object, **__: object) -> platypus.PageCanvas:  # noqa: N802
        return platypus.PageCanvas(self._setup.width, self._setup.height)

    def afterFlowable(self, flowable: platypus.Flowable) -> None:  # noqa: N802
        """Put headings into the outline, none of them more than one level below the one before."""
        if found := getattr(flowable, "outlined", None):
            self._level = min(found[0], self._level + 1)
            self.outline.append(Entry(self.page - 1, found[1], self._level))

    def afterPage(self) -> None:  # noqa: N802
        """Number the page, if it is not the first."""
        if self._setup.numbered and self.page > 1:
            size = max(SMALLEST, 0.86 * self._setup.body)
            x, y = self.canv.place(self._setup.width / 2, max(5 * MM, _FOOT * self._setup.edge - 0.3 * size))
            self.canv.items.append(Text(x, y, str(self.page), Font.REGULAR, size, Ink.MUTED, "middle"))
