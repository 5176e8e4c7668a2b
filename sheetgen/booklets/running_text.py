"""Running text: HTML in the closed form of `rules_text.parse`, set by Platypus.

It is for large print, appendices, and templates of the user's own. Platypus breaks lines and pages.
Its flowables draw on a canvas that adds texts, dice and rules to pages like those of the drawn
booklet. Both are therefore tagged, imposed and written in the same way.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import zip_longest
from math import inf
from typing import Any
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import (
    BASE,
    Book,
    ElementPath,
    Format,
    Imposition,
    Leaf,
    dice_row,
    numbered_foot,
    page_size,
    plain,
    row_width,
)
from sheetgen.booklets.measures import A5, BODY, LEAST_TYPE, Type
from sheetgen.booklets.rules_text import dice_of, parse
from sheetgen.errors import Cure, Figures, Message, SheetgenError
from sheetgen.layout.options import BookletForm, Paper, larger_papers
from sheetgen.layout.primitives import (
    DIE_LETTERS,
    MM,
    PIPS,
    Die,
    Font,
    Ink,
    Line,
    Page,
    Rect,
    Role,
    Text,
)
from sheetgen.layout.rows import Pip
from sheetgen.layout.themes import Look
from sheetgen.pdf.document import Drawn, OutlineEntry
from sheetgen.pdf.engine import isolated
from sheetgen.pdf.flowables import Canvas, enums, platypus, styles
from sheetgen.pdf.fonts import face_of, measure
from sheetgen.printing import ZINE_PAGES

NO_ROOM = Message("this text has no room on pages that small; take larger paper")
_LEVELS = {"h1": 0, "h2": 0, "h3": 1, "h4": 2}
"""Levels of headings in the outline."""
_LISTS = ("ul", "ol", "table")
"""Elements that stay on the page of the paragraph before them."""
_PARTS = ("h3", "h4", "article")
"""Elements that stay on the page of a paragraph that is the first below a heading."""
_ROLES: tuple[Role, ...] = ("H1", "H2", "H3", "H4")
_UNBOUNDED = 1e6
"""Width in which every text fits on one line, in points."""


class TextMeasures(Struct, frozen=True):
    """Lengths of running text: shares of the size of type, if no unit is given."""

    leading: float = 1.31
    """Distance between baselines."""
    heavy_leading: float = 1.12
    """Distance between baselines in the heaviest face, which sets headings."""
    below: float = 0.42
    """Space below a paragraph, as a share of its leading."""
    indent: float = 1.9
    """Indent of the text of a list."""
    die: float = 0.92
    die_drop: float = 0.12
    """Depth of a die below the baseline."""
    dice_leading: float = 1.15
    """Minimum distance between baselines, as a share of the side of the dice on the lines."""
    around_dice: float = 0.15
    """Space beside a row of dice."""
    cover_size: float = 60.0
    """Maximum size of the dice of a cover, in points."""
    # tables
    cell_gap: float = 3.0 * MM
    """Gap between columns, in points."""
    cell_padding: float = 0.15
    """Space above and below the text of a cell, as a share of its leading."""
    least_column: float = 3.0 * MM
    """Minimum width of a column, in points."""
    rounding: float = 0.1 * MM
    """Length that is added to measured widths, in points."""
    least_fill: float = 0.3
    """Minimum height of the text on a page, without its gaps, as a share of that of the page."""
    whole_lines: int = 12
    """Maximum number of lines of a table row that stays on one page."""
    # documents
    largest: float = 13.0
    """Maximum size of a body that grows, in points."""
    step: float = 0.25
    """Difference of the sizes that are tried, in points."""
    growth: float = 1.2
    """Maximum size of large type that grows, as a multiple of the smallest type."""
    most_pages: int = 2_000
    """Maximum number of pages of a text, far above that of a booklet."""
    below_heading: float = 26.0
    """Top of the text on a page with a heading, in mm of an A5 page."""


TEXT = TextMeasures()


class Layout(Struct, frozen=True):
    """Pages of running text, in points.

    Their size, the places for text on them, and sizes of type.
    """

    size: tuple[float, float]
    """Width and height of a page."""
    first: Sequence[Rect]
    """Columns of the first page, from the top of the page and its left margin."""
    body: float
    """Type size of the body, from which all others are derived."""
    look: Look = Look()
    later: Sequence[Rect] = ()
    """Columns of the other pages, if they differ from those of the first."""
    whole: bool = False
    """Flag: no paragraph is divided between pages."""
    level: int = 0
    """Level of the heading above the text, which its own headings follow."""

    def type_size(self, factor: float) -> float:
        """Return the size that is this multiple of the body's."""
        return max(self.look.smallest, factor * self.body)


class Setting(Struct, frozen=True):
    """Typography of a kind of paragraph."""

    factor: float = 1.0
    """Size as a multiple of the body's."""
    font: Font = Font.REGULAR
    ink: Ink = Ink.TEXT
    before: float = 0.0
    """Space above, as a multiple of its leading, like `after`."""
    after: float = TEXT.below
    keep: bool = False
    """Flag: it stays on the page of the next paragraph."""


_SETTINGS = {
    "h1": Setting(3.2, Font.BLACK, after=0.15, keep=True),
    "h2": Setting(2.0, Font.BLACK, before=0.5, after=0.25, keep=True),
    "h3": Setting(1.4, Font.BLACK, Ink.ACCENT, 0.4, 0.2, keep=True),
    "h4": Setting(1.4, Font.BLACK, before=0.3, after=0.1, keep=True),
    "part": Setting(1.4, Font.BLACK, Ink.ACCENT, 0.3, 0.2, keep=True),
    "p": Setting(),
    "lead": Setting(1.18),
    "small": Setting(0.86, ink=Ink.MUTED),
    "subtitle": Setting(1.5, Font.BOLD, Ink.ACCENT),
    "big": Setting(2.0),
    "th": Setting(0.86, Font.BOLD, Ink.MUTED),
}


def set_text(
    root: Element,
    layout: Layout,
    new_page: Callable[[], Leaf | None],
    pages: Sequence[int] = (),
) -> list[OutlineEntry] | None:
    """Set the text on pages, which `new_page` provides, and return the entries of the outline.

    `pages` are those of its paragraphs and cells, as `pages_in_all` has them; without them each
    page is filled. Return None if a part fits on no page, or if `new_page` returns None because
    there are enough pages. Raise SheetgenError for a table with too many columns, and for a letter
    that the font lacks.
    """
    setter = _Setter(layout)
    flowables = list(setter.blocks(root))
    if pages:
        flowables = list(_divided(flowables, pages, setter.width))
    canvas = _build(flowables, layout, new_page)
    return canvas.entries if canvas else None


def _build(
    flowables: list[Any], layout: Layout, new_page: Callable[[], Leaf | None]
) -> "_PageCanvas | None":
    """Draw flowables on pages, and return the canvas; None if there are not enough pages."""
    canvas = _PageCanvas(layout.size)

    def begin(canvas: _PageCanvas, _: object) -> None:
        leaf = new_page()
        if leaf is None:
            raise platypus.doctemplate.LayoutError
        canvas.leaf = leaf
        canvas.count += 1

    document = platypus.BaseDocTemplate("", pagesize=layout.size)
    for name, rects in (("first", layout.first), ("later", layout.later or layout.first)):
        template = platypus.PageTemplate(
            name,
            [_frame(rect, layout.size[1]) for rect in rects],
            onPage=begin,
            pagesize=layout.size,
            autoNextPageTemplate="later",
        )
        document.addPageTemplates(template)
    try:
        document.build(flowables, canvasmaker=lambda *_, **__: canvas)
    except platypus.doctemplate.LayoutError:
        return None
    return canvas


# pages that are divided alike in all languages

_FIRST_TO_FILL = 3
"""First page that takes lines of the page before: the title is alone on the first one."""


def pages_in_all(
    roots: Sequence[Element], layout: Layout, new_page: Callable[[], Leaf | None]
) -> list[int]:
    """Return the page, from 1, of each paragraph and cell of a text in several languages.

    Each of them is as high as in the language in which it is highest, so that every language has
    room on the same pages. None are returned if the texts are not alike or do not fit.
    """
    try:
        stories = [list(_Setter(layout).blocks(root)) for root in roots]
    except SheetgenError:  # the font lacks a letter of another language
        return []
    texts_in_all = [_texts_of(story) for story in stories]
    if len({len(texts) for texts in texts_in_all}) > 1:
        return []
    for number, alike in enumerate(zip(*texts_in_all, strict=True)):
        highest = max(text.own_height(layout.first[0].width) for text in alike)
        for text in alike:
            text.number, text.least_height = number, highest
    units = list(_units_of(stories[0]))
    canvas = _build(stories[0], layout, new_page)  # which takes what it has drawn out of the story
    if canvas is None:
        return []
    pages = [canvas.pages_of_texts.get(number, 0) for number in range(len(texts_in_all[0]))]
    if layout.whole:  # panels of a zine, which divide nothing
        return pages
    return _filled(pages, units, layout.first[0].height)


class _Unit(Struct, frozen=True):
    """Paragraph or row of a table, which is on one page."""

    first: int
    """Number of its first text."""
    end: int
    """Number of the first text behind it."""
    height: float
    """Height in the language in which it is highest, in points."""
    keeps_next: bool
    """Flag: what follows is on the same page, as below a heading."""


def _units_of(flowables: Iterable[Any]) -> Iterator[_Unit]:
    """Yield the paragraphs and rows of a text whose texts have their heights."""
    number = 0
    for flowable in flowables:
        rows = _rows_of(flowable)
        for place, texts in enumerate(rows or [_texts_of([flowable])]):
            if not texts:
                continue
            height = max(text.least_height for text in texts)
            keeps_next = place == 0 if rows else bool(flowable.getKeepWithNext())
            yield _Unit(number, number + len(texts), height, keeps_next)
            number += len(texts)


def _filled(pages: Sequence[int], units: Sequence[_Unit], height: float) -> list[int]:
    """Return pages on which no page has less than its share of this height, if that can be.

    What is at the end of the page before moves to a page with less. The page before keeps more than
    it, and nothing is parted that has to be on one page.
    """
    filled = list(pages)
    for page in range(_FIRST_TO_FILL, max(pages) + 1):
        before = [unit for unit in units if filled[unit.first] == page - 1]
        below = sum(unit.height for unit in units if filled[unit.first] == page)
        above = sum(unit.height for unit in before)
        first_moved = len(before)
        for place in range(len(before) - 1, 0, -1):
            if below >= TEXT.least_fill * height:
                break
            below += before[place].height
            above -= before[place].height
            if above > below and not before[place - 1].keeps_next:
                first_moved = place
        for unit in before[first_moved:]:
            filled[unit.first : unit.end] = [page] * (unit.end - unit.first)
    return filled


def _texts_of(flowables: Iterable[Any]) -> list["_Text"]:
    """Return the paragraphs, and the cells of tables, in their order."""
    texts: list[_Text] = []
    for flowable in flowables:
        if isinstance(flowable, _Text):
            texts.append(flowable)
        for cells in _rows_of(flowable):
            texts += cells
    return texts


def _rows_of(flowable: Any) -> list[list["_Text"]]:
    """Return the cells of each row of a table; none for other flowables."""
    if not isinstance(flowable, platypus.Table):
        return []
    rows = flowable._cellvalues
    return [[cell for cell in row if isinstance(cell, _Text)] for row in rows]


def _divided(flowables: Iterable[Any], pages: Sequence[int], width: float) -> Iterator[Any]:
    """Yield flowables with breaks before those that begin a page; tables are divided there."""
    page = 1
    number = 0
    for flowable in flowables:
        rows = _rows_of(flowable)
        remaining, rows_before = flowable, 0
        for place, cells in enumerate(rows or [_texts_of([flowable])]):
            of_row = pages[number : number + len(cells)]
            number += len(cells)
            if not of_row or max(of_row) <= page:
                continue
            page = max(of_row)
            if place > rows_before:
                remaining.wrap(width, _UNBOUNDED)
                heights = remaining._rowHeights[: place - rows_before]
                top, remaining = remaining.split(width, sum(heights) + TEXT.rounding)
                rows_before = place
                yield top
            yield _StartOfPage(page)
        yield remaining


class _StartOfPage(platypus.ActionFlowable):  # type: ignore[misc] # ReportLab has no types
    """Break before a page with this number, unless that page has begun."""

    def __init__(self, page: int) -> None:
        super().__init__()
        self.page = page

    def apply(self, doc: Any) -> None:
        """End the page before."""
        if doc.page < self.page:
            doc.handle_pageBreak()


# flowables


def _frame(rect: Rect, page_height: float) -> Any:
    """Return a frame without padding; Platypus measures from the bottom of the page."""
    return platypus.Frame(rect.x, page_height - rect.bottom, rect.width, rect.height, 0, 0, 0, 0)


class _PageCanvas(Canvas):  # type: ignore[misc] # ReportLab has no types
    """Canvas that adds what is drawn on it to a `Leaf`. It writes no file."""

    def __init__(self, size: tuple[float, float]) -> None:
        with isolated():
            super().__init__(BytesIO(), size)
        self.entries: list[OutlineEntry] = []
        self.pages: dict[object, Leaf] = {}
        """Pages by the keys of what has to be on one page."""
        self.pages_of_texts: dict[int, int] = {}
        """Pages, from 1, by the numbers of the texts on them."""
        self.leaf: Leaf
        self.count = 0
        """Number of pages until now."""
        self._height, self._ink = size[1], Ink.RULE

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the point in points from the top left corner of the page."""
        x, y = self.absolutePosition(x, y)
        return self.leaf.place(self.leaf.left, 0.0)[0] + x, self._height - y

    def save(self) -> None:
        """Do nothing: the pages of the booklet are written."""

    def setStrokeColor(self, aColor: Any, alpha: Any = None) -> None:  # noqa: N802, N803
        """Set the ink of rules; the names are ReportLab's."""
        self._ink = aColor

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a rule, as heavy as its ink asks for."""
        look = self.leaf.format.look
        width = look.sum if self._ink is Ink.ACCENT else look.hairline
        self.leaf.items.append(Line(*self.at(x1, y1), *self.at(x2, y2), width, self._ink))


class _Text(platypus.Paragraph):  # type: ignore[misc] # ReportLab has no types
    """Paragraph that is drawn as texts and dice on a `Leaf`, in elements of the structure."""

    path: ElementPath = ()
    """Elements that it is in, the outermost first."""
    heading: tuple[int, str] | None = None
    """Level and title in the outline."""
    label: int | None = None
    """Number before an item of a list, 0 for a bullet."""
    whole = 0.0
    """Maximum height, in points, up to which it is not divided between pages."""
    page: object = None
    """Key of the flowables that have to be on one page, if they may not be divided at all."""
    number = 0
    """Place among all texts, for pages that are divided alike in all languages."""
    least_height = 0.0
    """Height in the language in which it is highest, in points; 0 if that does not matter."""

    def own_height(self, width: float) -> float:
        """Return the height in this width, in points; cells have their width already."""
        if not self.frags:
            return 0.0
        if self.path[0][1] != "Table":
            self.wrap(width, _UNBOUNDED)
        return float(self.height)

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:  # noqa: N803
        """Return width and height, which is not less than in other languages."""
        width, height = super().wrap(availWidth, availHeight)
        return width, max(height, self.least_height)

    def split(self, width: float, height: float) -> list[Any]:
        """Return the part for this page and the remaining part.

        Nothing if the paragraph has to stay whole.
        """
        if self.least_height or self.height <= self.whole:
            return []
        parts: list[_Text] = super().split(width, height)
        for part in parts:
            part.path = self.path
        if parts:
            parts[0].heading = self.heading
            parts[0].label = self.label
        return parts

    def draw(self) -> None:
        """Add the lines to the page."""
        canvas = self.canv
        leaf = canvas.leaf
        canvas.pages_of_texts.setdefault(self.number, canvas.count)
        if self.page and canvas.pages.setdefault(self.page, leaf) is not leaf:
            raise platypus.doctemplate.LayoutError
        if self.heading:
            level, title = self.heading
            level_above = canvas.entries[-1].level if canvas.entries else -1
            # in an outline, an entry is at most one level below the one before it
            level = min(level, level_above + 1)
            canvas.entries.append(OutlineEntry(canvas.count - 1, title, level))
        if self.label is not None:
            with leaf.parts(self.path[:-1]):
                _draw_label(leaf, self.label, self.style, *canvas.at(0, self.height))
        with leaf.parts(self.path):
            self._draw_lines(leaf)

    def _draw_lines(self, leaf: Leaf) -> None:
        style = self.style
        for number, line in enumerate(self.blPara.lines, 1):
            free, runs = _runs(self.blPara, line)
            indent = style.leftIndent
            if style.alignment == enums.TA_RIGHT:
                indent += free
            base = self.height + (BASE - number) * style.leading
            _draw_runs(leaf, runs, *self.canv.at(indent, base))


def _runs(whole: Any, line: Any) -> tuple[float, Sequence[Any]]:
    """Return the free width of a line of a paragraph, and its runs of one style.

    Platypus has lists of words for a paragraph of one style, and lists of runs for others.
    """
    if isinstance(line, tuple):
        return line[0], [whole.clone(text=" ".join(line[1]))]
    return line.extraSpace, line.words


def _draw_runs(leaf: Leaf, runs: Sequence[Any], x: float, y: float) -> None:
    for run in runs:
        row = getattr(run, "cbDefn", None)
        if row:
            left = x + run.fontSize * TEXT.around_dice / 2
            top = y + run.fontSize * TEXT.die_drop - row.side
            with leaf.figure(leaf.format.say(row.dice)):
                leaf.items.extend(dice_row(row.dice, left, top, row.side))
            x += row.width
        elif run.text:
            language = run.backColor
            parts = ((run.text, language),) if language else ()
            text = Text(x, y, run.text, run.font, run.fontSize, run.textColor, parts=parts)
            leaf.items.append(text)
            x += measure(run.text, run.font, run.fontSize)


def _draw_label(leaf: Leaf, number: int, style: Any, x: float, y: float) -> None:
    """Draw the number of an item as a die or in digits, or a bullet, before its first line."""
    side = 1.2 * style.fontSize
    with leaf.element("Lbl" if number else "Artifact"):
        if number not in (0, *PIPS):
            digits = Text(x, y + side, f"{number}.", Font.BOLD, style.fontSize, Ink.ACCENT)
            leaf.items.append(digits)
            return
        die = Die(
            x, y + 0.15 * side, side, number or 1, "solid" if leaf.format.look.solid else "open"
        )
        with leaf.figure(leaf.format.say([(die.face, "solid")])):
            if not number:  # a bullet is a small die
                die = replace(die, x=x + 0.3 * side, y=y + 0.45 * side, size=0.4 * side)
            leaf.items.append(die)


class _Setter:
    """Maker of flowables from elements, for frames of one width, in points."""

    def __init__(self, layout: Layout) -> None:
        rects = (*layout.first, *layout.later)
        self.layout = layout
        self.width = min(rect.width for rect in rects)
        self.height = min(rect.height for rect in rects)
        self.level = layout.level
        """Level of the heading before, in the structure, of which none is left out."""
        self._makers: dict[str, Any] = {"ul": self._items, "ol": self._items, "table": self._table}
        self._makers |= dict.fromkeys(("section", "header", "article"), self.blocks)

    def blocks(self, element: Element) -> Iterable[Any]:
        """Return the flowables of everything in an element."""
        flowables: list[Any] = []
        before = None
        for child, after in zip_longest(element, element[1:]):
            make = self._makers.get(child.tag, self._paragraph)
            made = list(make(child))
            if not made:
                continue
            is_first = before is not None and before.tag in _LEVELS
            followers = (*_LISTS, *_PARTS) if is_first else _LISTS
            if child.tag == "p" and after is not None and after.tag in followers:
                made[-1].keepWithNext = True
            before = child
            if child.tag in ("header", "article"):
                page = object() if self.layout.whole else None
                for flowable in made:
                    flowable.keepWithNext = flowable is not made[-1]
                    flowable.page = page
            flowables += made
            if child.tag == "header":
                flowables.append(platypus.PageBreak())
        return flowables

    def _paragraph(self, element: Element) -> Iterator[Any]:
        """Yield a paragraph or heading, nothing if it is empty."""
        by_class = _SETTINGS.get(element.get("class", ""))
        setting = by_class or _SETTINGS.get(element.tag, _SETTINGS["p"])
        paragraph = self._text(element, setting, self._fitted(element, setting))
        role: Role = "P"
        if element.tag in _LEVELS:
            self.level = min(int(element.tag[1]), self.level + 1)
            role = _ROLES[self.level - 1]
            title = " ".join("".join(element.itertext()).split())
            paragraph.heading = _LEVELS[element.tag], title
        paragraph.path = [(object(), role)]
        paragraph.whole = inf if self.layout.whole else 0.0
        if paragraph.frags:
            yield paragraph

    def _fitted(self, element: Element, setting: Setting) -> float:
        """Return the size of a paragraph.

        Smaller for a title with a long word, larger for dice across the page.
        """
        size = self.layout.type_size(setting.factor)
        if element.get("class") == "big":
            count = max((len(dice_of(dice)) for dice in element.iter("dice")), default=0)
            if count == 0:
                return size
            return min(TEXT.cover_size, self.width / (_dice_width(count) + 0.01))
        if element.tag != "h1":
            return size
        words = "".join(element.itertext()).split()
        widest = max((measure(plain(word), setting.font, size) for word in words), default=0)
        if widest <= self.width:
            return size
        return max(self.layout.look.smallest, size * self.width / widest)

    def _text(
        self, element: Element, setting: Setting, size: float, room: float = 0.0, **style: Any
    ) -> _Text:
        """Return a paragraph with the text of an element.

        Dice that are wider than the room are set in several rows.
        """
        kind = Type(size, setting.font, setting.ink, least=self.layout.look.smallest)
        step = size * (TEXT.heavy_leading if setting.font is Font.BLACK else TEXT.leading)
        runs = _runs_of(element, kind, room or self.width)
        for run in runs:
            if hasattr(run, "cbDefn"):  # letters on dice can need larger dice than the line has
                step = max(step, TEXT.dice_leading * run.cbDefn.side)
        before = setting.before * step + (TEXT.below * self.layout.body if setting.before else 0.0)
        return _Text(
            None,
            styles.ParagraphStyle(
                "",
                fontName=face_of(setting.font).name,
                fontSize=size,
                leading=step,
                spaceBefore=before,
                spaceAfter=setting.after * step,
                keepWithNext=setting.keep,
                allowOrphans=0,
                allowWidows=0,
                spaceShrinkage=0,
                **style,
            ),
            frags=runs,
        )

    def _items(self, element: Element) -> Iterator[Any]:
        """Yield the items of a list, numbered or with bullets.

        Only one that is longer than a page is divided.
        """
        key = object()
        size = self.layout.type_size(1)
        indent = TEXT.indent * size
        for number, item in enumerate(element, 1):
            paragraph = self._text(
                item, _SETTINGS["p"], size, self.width - indent, leftIndent=indent
            )
            paragraph.path = [(key, "L"), (item, "LI"), ((item, "body"), "LBody")]
            paragraph.label = number if element.tag == "ol" else 0
            paragraph.whole = inf if self.layout.whole else self.height
            if paragraph.frags:
                yield paragraph

    def _table(self, element: Element) -> Iterator[Any]:
        """Yield a table: columns as wide as their texts need, a hairline between the rows."""
        key = object()
        rows = [(part.tag == "thead", row) for part in element for row in part]
        cells_of_rows = []
        for head, row in rows:
            cells_of_rows.append([self._cell(cell, row, head=head) for cell in row])
        count = max(map(len, cells_of_rows))
        steps = [cells[0].style.leading for cells in cells_of_rows]
        widths = _column_widths(cells_of_rows, count, self.width)
        for (head, row), cells in zip(rows, cells_of_rows, strict=True):
            self._fit_cells(cells, row, widths, head=head)
            for place, cell in enumerate(cells):
                part = (row[place], "TD", "")
                if head:
                    part = (row[place], "TH", "Column")
                elif place == 0:
                    part = (row[place], "TH", "Row")
                cell.path = [(key, "Table"), (row, "TR"), part]
        whole = all(cell.whole for cells in cells_of_rows for cell in cells)
        table = platypus.Table(
            [[*cells, *[""] * (count - len(cells))] for cells in cells_of_rows],
            [*(width + TEXT.cell_gap for width in widths[:-1]), widths[-1]],
            hAlign="LEFT",
            splitInRow=not whole,
            spaceAfter=TEXT.below * steps[-1],
        )
        table.setStyle(list(_table_style(element, rows, steps, count, keep_first=whole)))
        yield table

    def _fit_cells(
        self, cells: list[_Text], row: Element, widths: Sequence[float], *, head: bool
    ) -> None:
        """Set the cells of a row in columns of these widths; a short row stays on one page."""
        lines = 0
        for place, width in enumerate(widths[: len(cells)]):
            if not cells[place].frags:  # its column can have no width
                continue
            if cells[place].minWidth() > width:
                cells[place] = self._cell(row[place], row, head=head, room=width)
            cells[place].wrap(width, _UNBOUNDED)
            lines = max(lines, len(cells[place].blPara.lines))
        for cell in cells:
            cell.whole = inf if lines <= TEXT.whole_lines else 0.0

    def _cell(self, cell: Element, row: Element, *, head: bool, room: float = 0.0) -> _Text:
        is_number = cell.get("class") == "n"
        is_sum = is_number and row.get("class") == "total"
        setting = Setting(font=Font.BOLD if is_sum else Font.REGULAR)
        if head:
            setting = _SETTINGS["th"]
        setting = replace(setting, after=0.0)
        align = enums.TA_RIGHT if is_number else enums.TA_LEFT
        return self._text(
            cell, setting, self.layout.type_size(setting.factor), room, alignment=align
        )


def _table_style(
    element: Element,
    rows: Sequence[tuple[bool, Element]],
    steps: Sequence[float],
    count: int,
    *,
    keep_first: bool,
) -> Iterator[tuple[Any, ...]]:
    """Yield the commands for the paddings and rules of a table.

    Its head stays with its first row.
    """
    first, last = (0, 0), (-1, -1)
    yield from (
        ("LEFTPADDING", first, last, 0),
        ("RIGHTPADDING", first, last, 0),
        ("VALIGN", first, last, "TOP"),
    )
    if count > 1:
        yield "RIGHTPADDING", first, (-2, -1), TEXT.cell_gap
    for place, step in enumerate(steps):
        row = (0, place), (-1, place)
        yield "TOPPADDING", *row, TEXT.cell_padding * step
        yield "BOTTOMPADDING", *row, TEXT.cell_padding * step
        if place and element.get("class") != "scored":
            yield "LINEABOVE", *row, 1, Ink.ACCENT if rows[place - 1][0] else Ink.RULE
    heads = sum(head for head, _ in rows)
    if keep_first and len(rows) > 1:
        yield "NOSPLIT", first, (-1, min(max(heads, 1), len(rows) - 1))


def _column_widths(rows: Sequence[Sequence[_Text]], count: int, width: float) -> list[float]:
    """Return the widths of columns.

    Those of their texts on one line, or else of their longest words and a share.
    """
    natural = [0.0] * count
    least = [0.0] * count
    for row in rows:
        for place, cell in enumerate(row):
            if cell.frags:
                natural[place] = max(natural[place], _natural_width(cell) + TEXT.rounding)
                least[place] = max(least[place], cell.minWidth() + TEXT.rounding)
    room = width - TEXT.cell_gap * (count - 1)
    if room < TEXT.least_column * count:
        raise SheetgenError(NO_ROOM, key="--paper")
    if sum(natural) <= room:
        natural[-1] += room - sum(natural)
        return natural
    return _shared(room, natural, least)


def _shared(room: float, natural: Sequence[float], least: Sequence[float]) -> list[float]:
    """Return widths of columns that fill the room, which is less than their natural widths."""
    # short columns stay whole where long ones have room beside them
    floor = list(least)
    for place, wide in enumerate(natural):
        if wide <= room / len(natural):
            floor[place] = wide
    if sum(floor) > room:
        floor = list(least)
    free = room - sum(floor)
    if free < 0:
        return [small * room / sum(floor) for small in floor]
    more = [wide - small for wide, small in zip(natural, floor, strict=True)]
    shares = [part / (sum(more) or 1) for part in more]
    return [small + free * share for small, share in zip(floor, shares, strict=True)]


def _natural_width(cell: _Text) -> float:
    """Return the width of a cell's longest line if it is not broken."""
    cell.wrap(_UNBOUNDED, _UNBOUNDED)
    free_widths = [_runs(cell.blPara, line)[0] for line in cell.blPara.lines]
    return float(_UNBOUNDED - min(free_widths, default=_UNBOUNDED))


# runs of text

_LANGUAGE = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
"""Code of a language (RFC 5646)."""


class _DiceRun(Struct, frozen=True):
    """Row of dice in a line, which Platypus takes for an image of this size."""

    dice: tuple[Pip, ...]
    side: float
    width: float
    height: float = 0.0
    kind: str = "img"
    valign: str = "bottom"


def _runs_of(element: Element, style: Type, room: float) -> list[Any]:
    """Return the runs of all that is in an element, none if that is only blanks.

    More dice than have this room, in points, become several rows.
    """
    runs = list[Any]()
    is_blank = True
    for run in _inside(element, style, room):
        if runs and runs[-1].text and run.text.startswith(" "):
            # a blank is as wide as in the run before it
            runs[-1].text = f"{runs[-1].text} "
            run.text = run.text.lstrip(" ")
        if run.text.strip() or hasattr(run, "cbDefn"):
            is_blank = False
        runs.append(run)
    return [] if is_blank else runs


def _inside(element: Element, style: Type, room: float) -> Iterator[Any]:
    """Yield the runs of all that is in an element."""
    yield from _run(element.text, style)
    for child in element:
        if child.tag == "br":
            yield _frag(style, lineBreak=True)
        elif child.tag == "dice":
            yield from _dice(child, style, room)
        else:
            yield from _inside(child, _inner_style(child, style), room)
        yield from _run(child.tail, style)


def _inner_style(element: Element, style: Type) -> Type:
    """Return the style of a part of a text: small, bold, or in another language."""
    if element.tag == "small":
        size = max(style.least, 0.86 * style.size)
        return replace(style, font=Font.REGULAR, size=size, ink=Ink.MUTED)
    if element.tag == "b" and style.font is Font.REGULAR:
        style = replace(style, font=Font.BOLD)
    language = element.get("lang", "")
    if _LANGUAGE.fullmatch(language):
        style = replace(style, language=language)
    return style


def _dice(element: Element, style: Type, room: float) -> Iterator[Any]:
    dice = dice_of(element)
    side = _die_side(dice, style)
    around = TEXT.around_dice * style.size
    most = max(1, len(dice))
    while most > 1 and row_width(most, side) + around > room:
        most -= 1
    for start in range(0, len(dice), most):
        row = dice[start : start + most]
        yield _frag(style, cbDefn=_DiceRun(row, side, row_width(len(row), side) + around))


def _die_side(dice: Sequence[Pip], style: Type) -> float:
    """Return the side of dice in a line, on which letters are not too small in large print."""
    side = TEXT.die * style.size
    is_large_print = style.least > LEAST_TYPE
    if is_large_print and any(face and face not in PIPS for face, _ in dice):
        return max(side, style.least / DIE_LETTERS)
    return side


def _run(text: str | None, style: Type) -> Iterator[Any]:
    if text:
        text = plain(text).replace("\n", " ").replace("\t", " ")
        measure(text, style.font, style.size)  # which raises for a letter that the font lacks
        yield _frag(style, text)


def _frag(style: Type, text: str = "", **more: Any) -> Any:
    """Return a run of text.

    Platypus joins neighbours that are alike in the attributes that it knows, so one of these has to
    hold the language. It is the colour of the ground, which Platypus alone would draw, and which no
    text here has; `_draw_runs` takes the language from there.
    """
    return platypus.paraparser.ParaFrag(
        text=text,
        font=style.font,
        fontName=face_of(style.font).name,
        fontSize=style.size,
        textColor=style.ink,
        rise=0,
        us_lines=[],
        link=[],
        backColor=style.language,
        **more,
    )


def _dice_width(count: int) -> float:
    """Return the width of a row of dice in a line, as a share of the type size."""
    return row_width(count, TEXT.die) + TEXT.around_dice


# documents of running text

_Pages = tuple[list[Page], list[OutlineEntry]]
"""Pages of a text, and the entries of their outline."""


def write_text(
    form: BookletForm,
    html: str,
    sheet: Paper,
    imposition: Imposition,
    others: Sequence[str] = (),
) -> Drawn:
    """Return the document of the text in this form.

    `others` are the text in other languages, whose pages should be divided alike. A zine has eight
    pages, and divides no paragraph between them; its type is as large as fits, as is that of a
    quick card, which has one page, or two in large print. Raises SheetgenError for a text that is
    too long, and if the inner pages of a booklet have to move too far.
    """
    look = imposition.look
    limit = TEXT.most_pages
    if form == "zine":
        limit = ZINE_PAGES
    elif form == "quick":
        limit = 1 if look.smallest <= LEAST_TYPE else 2
    size_of = partial(page_size, form)
    shape = _Shape(size_of, look, limit, whole=form == "zine", numbered=form != "quick")
    roots = [*map(parse, (html, *others))]
    if form in ("zine", "quick"):
        return imposition.impose(form, *shape.in_largest_type(roots, sheet), sheet)
    body = 5.9 + 0.0245 * size_of(sheet)[0] / MM  # 9.5 points on A5, 11 on A4
    body = min(11.0, max(LEAST_TYPE, body))
    body = max(body, look.smallest)
    pages = shape.lay_out(roots, sheet, body) or shape.lay_out(roots[:1], sheet, body)
    if pages is None:
        raise SheetgenError(NO_ROOM, key="--paper")
    return imposition.impose(form, *pages, sheet, cover=False)


def margin(width: float) -> float:
    """Return the margin of a page of this width, in points; home printers leave 5 mm blank."""
    return max(6 * MM, 0.1 * width)


class _Shape(Struct, frozen=True):
    """Pages of a document: their size on some paper, their maximum number, and how they are set."""

    size_of: Callable[[Paper], tuple[float, float]]
    look: Look
    limit: int
    whole: bool = False
    numbered: bool = True

    def lay_out(
        self, roots: Sequence[Element], paper: Paper, body: float, limit: int = 0
    ) -> _Pages | None:
        """Return the pages of the first text, None if it does not fit.

        Further ones are the text in other languages: its pages are divided so that these have room
        as well. `limit` replaces the maximum number of pages. A single page in landscape has two
        columns.
        """
        width, height = self.size_of(paper)
        columns = 2 if self.limit == 1 and width > height else 1
        edge = margin(width)
        column_width = (width - 2 * edge - edge * (columns - 1)) / columns
        rects = [
            Rect(number * (column_width + edge), edge, column_width, height - 2 * edge)
            for number in range(columns)
        ]
        leaves: list[Leaf] = []

        def new_page() -> Leaf | None:
            if len(leaves) == (limit or self.limit):
                return None
            leaves.append(Leaf(Format(width, height, look=self.look), edge / MM))
            return leaves[-1]

        layout = Layout((width, height), rects, body, self.look, whole=self.whole)
        pages: Sequence[int] = ()
        if len(roots) > 1:
            pages = pages_in_all(roots, layout, new_page)
            if not pages:
                return None
            leaves.clear()
        outline = set_text(roots[0], layout, new_page, pages)
        if outline is None:
            return None
        if self.numbered:
            for number, leaf in enumerate(leaves[1:], 2):
                numbered_foot(leaf, number, (width / MM, height / MM), edge / MM)
        return [leaf.page() for leaf in leaves], outline

    def in_largest_type(self, roots: Sequence[Element], paper: Paper) -> _Pages:
        """Return the pages of a text in the largest type in which it fits on them.

        In other languages it fits as well, if possible. Raises SheetgenError if the smallest type
        is too large, with the name of a paper that has room.
        """
        least = self.look.smallest
        largest = max(TEXT.largest, TEXT.growth * least)
        count = round((largest - least) / TEXT.step) + 1
        sizes = [largest - TEXT.step * number for number in range(count)]

        def has_room(size: float) -> bool:
            return self.lay_out(roots, paper, size) is not None

        best = sizes[bisect_left(sizes, True, hi=len(sizes) - 1, key=has_room)]
        pages = self.lay_out(roots, paper, best)
        if pages:
            return pages
        if len(roots) > 1:
            return self.in_largest_type(roots[:1], paper)
        raise self._too_long(roots, paper, best)

    def _too_long(self, roots: Sequence[Element], paper: Paper, size: float) -> SheetgenError:
        """Return the fault of a text without room, with a paper that has room for it."""
        least = self.look.smallest
        pages = self.lay_out(roots, paper, size, TEXT.most_pages)
        message = Message(
            "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has "
            "%(limit)s"
        )
        larger_paper = ""
        for other in larger_papers(paper):
            if self.lay_out(roots, other, least):
                larger_paper = other.name
                message = Message(
                    "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, "
                    "and has %(limit)s; take %(fits)s"
                )
                break
        error = SheetgenError(
            message,
            key="--paper",
            pages=len(pages[0]) if pages else "?",
            paper=paper.name,
            size=f"{least:g}",
            limit=self.limit,
            fits=larger_paper,
        )
        cures = [Cure("paper", larger_paper)] if larger_paper else []
        figures = Figures(len(pages[0]), self.limit, "pages") if pages else None
        return error.cured(*cures, figures=figures)


def append(book: Book, html: str) -> None:
    """Add each section of a text to a booklet, on as many pages as it takes.

    Its heading is that of the first page.
    """
    form = book.format
    layout = Layout(
        (form.width, form.height),
        [_text_area(form, TEXT.below_heading)],
        BODY.size * form.scale,
        form.look,
        [_text_area(form, A5.top)],
        level=2,
    )
    for section in parse(html):
        heading = section.find("h2")
        title = ""
        if heading is not None:
            title = "".join(heading.itertext())
            section.remove(heading)
        root = Element("root")
        root.append(section)
        start = len(book.leaves)

        def new_page(title: str = title, start: int = start) -> Leaf:
            return book.leaf(title) if len(book.leaves) == start else book.leaf("", title)

        if set_text(root, layout, new_page) is None:
            raise SheetgenError(NO_ROOM, key="--paper")


def _text_area(form: Format, top: float) -> Rect:
    """Return the area for text on a page, from this height in mm of an A5 page to its last line."""
    page = Leaf(form, 0.0)
    y = page.place(0.0, top)[1]
    return Rect(0.0, y, page.length(A5.text_width), page.length(A5.last_line - top))
