"""Pages of text to PDF bytes. Same text, same bytes."""

from collections.abc import Callable
from io import BytesIO
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, KeepTogether, PageTemplate
from reportlab.platypus.doctemplate import ActionFlowable, LayoutError

from sheetgen.booklet.binding import SheetCanvas
from sheetgen.booklet.markup import Element, parse
from sheetgen.booklet.story import Measure, story_of
from sheetgen.booklet.styles import SMALLEST, Styles, body_size, margin
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout import Font, Ink, Line
from sheetgen.layout.paper import MM, Paper, larger_papers
from sheetgen.pdf import Draw, Metadata
from sheetgen.pdf.canvas import PageCanvas
from sheetgen.pdf.fonts import load_fonts
from sheetgen.pdf.style import describe
from sheetgen.printing.imposition import ZINE_PAGES, saddle, zine

Duplex = Literal["", "DuplexFlipShortEdge"]
_LARGEST, _STEP = 13.0, 0.25
"""The largest size of the body where it may grow, and the steps down from it."""
_GROWN = 1.2
"""How much larger than the smallest type it may grow, where that is large."""
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
    duplex: Duplex = ""

    @property
    def edge(self) -> float:
        """The margin."""
        return margin(self.width)

    @property
    def room(self) -> Measure:
        """What is left for text."""
        return Measure(self.width - 2 * self.edge, self.height - 2 * self.edge)


Impose = Callable[[SheetCanvas], None]
"""Puts finished pages on sheets."""


def write_pages(html: str, paper: Paper, metadata: Metadata) -> bytes:
    """The text on pages of this paper, in reading order, with an outline and page numbers."""
    setup = _Setup(paper.width, paper.height, body_size(paper.width))
    return _Document(setup, metadata).set(parse(html))


def write_booklet(html: str, sheet: Paper, creep: float, metadata: Metadata) -> bytes:
    """The text on pages of half the sheet, two on each side, to be printed on both sides and folded in the middle.

    `creep` is the thickness of the paper in points. Raises SheetgenError if the pages have no room to move so far.
    """
    width, height = sheet.height / 2, sheet.width

    def impose(canvas: SheetCanvas) -> None:
        _check_creep(-(-canvas.pages // 4), creep, margin(width) / 2)
        canvas.put_on_sheets(saddle(canvas.pages, width, creep), (2 * width, height))

    setup = _Setup(width, height, body_size(width), duplex="DuplexFlipShortEdge")
    return _Document(setup, metadata).set(parse(html), impose)


def _check_creep(sheets: int, creep: float, most: float) -> None:
    if (sheets - 1) * creep > most:
        raise SheetgenError(
            "%(sheets)s sheets of %(creep)s mm move the inner pages by %(shift)s mm; "
            "there is room for %(most)s mm; take thinner paper",
            key="--creep", sheets=sheets, creep=f"{creep / MM:g}", shift=f"{(sheets - 1) * creep / MM:.1f}",
            most=f"{most / MM:.1f}",
        )  # fmt: skip


def write_zine(html: str, sheet: Paper, metadata: Metadata) -> bytes:
    """The text on eight pages of an eighth of the sheet each, all on one side, to be folded and cut once."""

    def impose(canvas: SheetCanvas) -> None:
        width, height = canvas.page_size
        canvas.put_on_sheets((zine(width, height),), (4 * width, 2 * height), _zine_lines(width, height))

    root = parse(html)
    setup = _fitting(root, sheet, _Goal(ZINE_PAGES, lambda paper: (paper.height / 4, paper.width / 2), _pages))
    return _Document(setup, metadata).set(root, impose)


def _zine_lines(width: float, height: float) -> tuple[Line, ...]:
    """The line to cut along, and short ones at the edges where the folds are, as far in as home printers print."""
    ticks = [(5 * MM, 9 * MM), (2 * height - 9 * MM, 2 * height - 5 * MM)]
    folds = [Line(place * width, low, place * width, high, 0.4) for place in (1, 2, 3) for low, high in ticks]
    across = [Line(x, height, x + 4 * MM, height, 0.4) for x in (5 * MM, 4 * width - 9 * MM)]
    return (Line(width, height, 3 * width, height, 0.8), *folds, *across)


def write_card(html: str, paper: Paper, metadata: Metadata) -> bytes:
    """The text on one page, in type as large as fits."""
    root = parse(html)
    setup = _fitting(root, paper, _Goal(1, lambda paper: (paper.width, paper.height), _pages))
    return _Document(replace(setup, numbered=False), metadata).set(root)


def card_drawer(html: str, paper: Paper, smallest: float = SMALLEST) -> Draw:
    """What draws the text on one page of this paper, in type as large as fits and no smaller than `smallest` points.

    Paper that lies across has two columns. Raises SheetgenError, when it is made, for a text that is too long.
    """
    root, across = parse(html), paper.across
    setup = _fitting(root, paper, _Goal(1, lambda other: _sides(other, across), _card_pages, smallest))

    def draw(canvas: PageCanvas) -> None:
        _set_card(root, setup, canvas)

    return draw


def _card_pages(root: Element, setup: _Setup) -> int:
    """How many pages the text takes on a card: 1, or 2 if it does not fit."""
    load_fonts()
    return 1 if _set_card(root, setup, PageCanvas(BytesIO())) else 2


def _set_card(root: Element, setup: _Setup, canvas: PageCanvas) -> bool:
    """Set the text on one page, and tell whether all of it has room."""
    columns = 2 if setup.width > setup.height else 1
    gap = setup.edge if columns > 1 else 0
    room = Measure((setup.room.width - gap) / columns, setup.room.height)
    frames = [
        Frame(setup.edge + column * (room.width + gap), setup.edge, room.width, room.height, 0, 0, 0, 0)
        for column in range(columns)
    ]
    story = story_of(root, Styles(setup.body, setup.smallest, canvas.colours), room)
    while story and frames:
        if isinstance(story[0], ActionFlowable):  # a break: what follows stays together in the next column
            story.pop(0)
            frames.pop(0)
        elif frames[0].add(story[0], canvas):
            story.pop(0)
        elif parts := _split(story[0], frames[0], canvas):
            story[0:1] = parts
        else:
            frames.pop(0)
    return not story


def _split(flowable: Flowable, frame: Frame, canvas: PageCanvas) -> list[Flowable]:
    """The parts of what is too high for the rest of a frame, or nothing if it stays whole.

    What stays together and is too high for a whole frame would ask the document for the next one; a card has none.
    """
    if isinstance(flowable, KeepTogether) and frame._atTop:
        return list(flowable._content)
    return list(frame.split(flowable, canvas))


def _sides(paper: Paper, across: bool) -> tuple[float, float]:
    return (paper.height, paper.width) if across else (paper.width, paper.height)


class _Goal(Struct, frozen=True):
    """What a text is to be fitted to."""

    limit: int
    """So many pages at most."""
    sides: Callable[[Paper], tuple[float, float]]
    """The size of a page on some paper."""
    count: Callable[[Element, _Setup], int]
    """How many pages a text takes."""
    least: float = SMALLEST
    """The smallest type."""

    def fits(self, root: Element, setup: _Setup) -> bool:
        """Whether the text has room."""
        return self.count(root, setup) <= self.limit


def _fitting(root: Element, paper: Paper, goal: _Goal) -> _Setup:
    """The largest type that reaches the goal; SheetgenError if the smallest is too large, with what has room."""
    largest = max(_LARGEST, _GROWN * goal.least)
    steps = range(round((largest - goal.least) / _STEP) + 1)
    setups = [_Setup(*goal.sides(paper), largest - _STEP * step, smallest=goal.least) for step in steps]
    if not goal.fits(root, setups[-1]):
        others = ((other, _Setup(*goal.sides(other), goal.least, goal.least)) for other in larger_papers(paper))
        larger = (other.name for other, setup in others if goal.fits(root, setup))
        raise _too_long(goal.count(root, setups[-1]), goal, paper.name, next(larger, ""))
    low, high = 0, len(setups) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if goal.fits(root, setups[middle]) else (middle + 1, high)
    return setups[low]


def _too_long(pages: int, goal: _Goal, paper: str, fits: str) -> SheetgenError:
    nowhere = Message("it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has %(limit)s")
    larger = Message(
        "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has %(limit)s; take %(fits)s"
    )
    return SheetgenError(
        larger if fits else nowhere, key="--paper", pages=pages, paper=paper, size=f"{goal.least:g}",
        limit=goal.limit, fits=fits,
    )  # fmt: skip


def _pages(root: Element, setup: _Setup) -> int:
    """How many pages the text takes."""
    document = _Document(setup, Metadata("", "en"))
    document.lay_out(root)
    return int(document.page)


class _Document(BaseDocTemplate):  # type: ignore[misc]
    """Pages of one size."""

    def __init__(self, setup: _Setup, metadata: Metadata) -> None:
        load_fonts()
        self.setup, self.metadata = setup, metadata
        self._level = -1
        super().__init__(
            BytesIO(), pagesize=(setup.width, setup.height), invariant=1, lang=metadata.language, pageCompression=1,
            initialFontName=Font.REGULAR.value,
        )  # fmt: skip
        frame = Frame(setup.edge, setup.edge, setup.room.width, setup.room.height, 0, 0, 0, 0)
        self.addPageTemplates(PageTemplate(frames=[frame], onPageEnd=self._number))

    def set(self, root: Element, impose: Impose | None = None) -> bytes:
        """The finished document; `impose` puts its pages on sheets."""
        self.lay_out(root, SheetCanvas if impose else PageCanvas)
        if impose:
            impose(self.canv)
        describe(self.canv, self.metadata)
        if self.setup.duplex:
            self.canv.setViewerPreference("Duplex", self.setup.duplex)
        self.canv.save()
        content: bytes = self.filename.getvalue()
        return content

    def lay_out(self, root: Element, canvas: type[PageCanvas] = PageCanvas) -> None:
        """Set all pages, and finish none of the file."""
        self._doSave = 0
        story = story_of(root, Styles(self.setup.body, self.setup.smallest), self.setup.room)
        try:
            self.build(story, canvasmaker=canvas)
        except (LayoutError, ValueError) as error:
            raise SheetgenError(
                "this text has no room on pages that small; take larger paper", key="--paper"
            ) from error

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - ReportLab's name
        """Put headings into the outline, of pages that stay in reading order."""
        found = getattr(flowable, "outlined", None)
        if found and not isinstance(self.canv, SheetCanvas):
            self._level = level = min(found[0], self._level + 1)
            words = found[1]
            key = f"{self.page}-{self.frame._y:.3f}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(words, key, level, closed=level > 0)

    def _number(self, canvas: Any, _: object) -> None:
        if self.setup.numbered and self.page > 1:
            size = max(SMALLEST, 0.86 * self.setup.body)
            canvas.fill_with(Ink.MUTED)
            canvas.setFont(Font.REGULAR.value, size)
            height = max(5 * MM, _FOOT * self.setup.edge - 0.3 * size)
            canvas.drawCentredString(self.setup.width / 2, height, str(self.page))
