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
from sheetgen.booklets.rules_text import faces, parse
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.options import BookletForm, Paper, larger_papers
from sheetgen.layout.primitives import MM, PIPS, Die, Font, Ink, Line, Page, Rect, Role, Text
from sheetgen.layout.rows import Pip
from sheetgen.layout.themes import Look
from sheetgen.pdf.document import OutlineEntry
from sheetgen.pdf.engine import isolated
from sheetgen.pdf.flowables import Canvas, enums, platypus, styles
from sheetgen.pdf.fonts import face_of, measure
from sheetgen.printing import ZINE_PAGES

NO_ROOM = Message("this text has no room on pages that small; take larger paper")
_LEVELS = {"h1": 0, "h2": 0, "h3": 1, "h4": 2}
"""Levels of headings in the outline."""
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
    root: Element, layout: Layout, new_page: Callable[[], Leaf | None]
) -> list[OutlineEntry] | None:
    """Set the text on pages, which `new_page` provides, and return the entries of the outline.

    Return None if a part fits on no page, or if `new_page` returns None because there are enough
    pages. Raise SheetgenError for a table with too many columns, and for a letter that the font
    lacks.
    """
    canvas = _PageCanvas(layout.size)

    def begin(canvas: _PageCanvas, _: object) -> None:
        leaf = new_page()
        if leaf is None:
            raise platypus.doctemplate.LayoutError
        canvas.leaf, canvas.count = leaf, canvas.count + 1

    document = platypus.BaseDocTemplate("", pagesize=layout.size)
    for name, rects in (("first", layout.first), ("later", layout.later or layout.first)):
        columns = [
            platypus.Frame(
                rect.x, layout.size[1] - rect.bottom, rect.width, rect.height, 0, 0, 0, 0
            )
            for rect in rects
        ]
        document.addPageTemplates(
            platypus.PageTemplate(
                name, columns, onPage=begin, pagesize=layout.size, autoNextPageTemplate="later"
            )
        )
    try:
        document.build(list(_Setter(layout).blocks(root)), canvasmaker=lambda *_, **__: canvas)
    except platypus.doctemplate.LayoutError:
        return None
    return canvas.entries


class _PageCanvas(Canvas):  # type: ignore[misc] # ReportLab has no types
    """Canvas that adds what is drawn on it to a `Leaf`. It writes no file."""

    def __init__(self, size: tuple[float, float]) -> None:
        with isolated():
            super().__init__(BytesIO(), size)
        self.entries: list[OutlineEntry] = []
        self.pages: dict[object, Leaf] = {}
        """Pages by the keys of what has to be on one page."""
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

    def split(self, width: float, height: float) -> list[Any]:
        """Return the part for this page and the remaining part.

        Nothing if the paragraph has to stay whole.
        """
        parts: list[_Text] = [] if self.height <= self.whole else super().split(width, height)
        for place, part in enumerate(parts):
            part.path = self.path
            if not place:
                part.heading, part.label = self.heading, self.label
        return parts

    def draw(self) -> None:
        """Add the lines to the page."""
        canvas, style, leaf = self.canv, self.style, self.canv.leaf
        if self.page and canvas.pages.setdefault(self.page, leaf) is not leaf:
            raise platypus.doctemplate.LayoutError
        if self.heading:
            above = (
                canvas.entries[-1].level if canvas.entries else -1
            )  # the next one is at most one level below
            canvas.entries.append(
                OutlineEntry(canvas.count - 1, self.heading[1], min(self.heading[0], above + 1))
            )
        if self.label is not None:
            with leaf.parts(self.path[:-1]):
                _draw_label(leaf, self.label, style, *canvas.at(0, self.height))
        with leaf.parts(self.path):
            for number, line in enumerate(self.blPara.lines, 1):
                free, runs = _runs(self.blPara, line)
                indent = style.leftIndent + (free if style.alignment == enums.TA_RIGHT else 0.0)
                x, y = canvas.at(indent, self.height + (BASE - number) * style.leading)
                _draw_runs(leaf, runs, x, y)


def _runs(whole: Any, line: Any) -> tuple[float, Sequence[Any]]:
    """Return the free width of a line of a paragraph, and its runs of one style.

    Platypus has lists of words for a paragraph of one style, and lists of runs for others.
    """
    if isinstance(line, tuple):
        return line[0], [whole.clone(text=" ".join(line[1]))]
    return line.extraSpace, line.words


def _draw_runs(leaf: Leaf, runs: Sequence[Any], x: float, y: float) -> None:
    for run in runs:
        if picture := getattr(run, "cbDefn", None):
            side = TEXT.die * run.fontSize
            with leaf.figure(leaf.format.say(picture.dice)):
                left, top = (
                    x + run.fontSize * TEXT.around_dice / 2,
                    y + run.fontSize * (TEXT.die_drop - TEXT.die),
                )
                leaf.items.extend(dice_row(picture.dice, left, top, side))
            x += picture.width
        elif run.text:
            parts = ((run.text, run.backColor),) if run.backColor else ()
            leaf.items.append(
                Text(x, y, run.text, run.font, run.fontSize, run.textColor, parts=parts)
            )
            x += measure(run.text, run.font, run.fontSize)


def _draw_label(leaf: Leaf, number: int, style: Any, x: float, y: float) -> None:
    """Draw the number of an item as a die or in digits, or a bullet, before its first line."""
    side, solid = 1.2 * style.fontSize, leaf.format.look.solid
    with leaf.element("Lbl" if number else "Artifact"):
        if number not in (0, *PIPS):
            leaf.items.append(
                Text(x, y + side, f"{number}.", Font.BOLD, style.fontSize, Ink.ACCENT)
            )
            return
        die = Die(x, y + 0.15 * side, side, number or 1, "solid" if solid else "open")
        with leaf.figure(leaf.format.say([(die.face, "solid")])):
            leaf.items.append(
                die
                if number
                else replace(die, x=x + 0.3 * side, y=y + 0.45 * side, size=0.4 * side)
            )


class _Setter:
    """Maker of flowables from elements, for frames of one width, in points."""

    def __init__(self, layout: Layout) -> None:
        self.layout, rects = layout, (*layout.first, *layout.later)
        self.width, self.height = (
            min(rect.width for rect in rects),
            min(rect.height for rect in rects),
        )
        self.level = layout.level
        """Level of the heading before, in the structure, of which none is left out."""
        self._makers: dict[str, Any] = {"ul": self._items, "ol": self._items, "table": self._table}
        self._makers |= dict.fromkeys(("section", "header", "article"), self.blocks)

    def blocks(self, element: Element) -> Iterable[Any]:
        """Return the flowables of everything in an element."""
        flowables: list[Any] = []
        for child, after in zip_longest(element, element[1:]):
            made = list(self._makers.get(child.tag, self._paragraph)(child))
            if (
                made
                and child.tag == "p"
                and after is not None
                and after.tag in ("ul", "ol", "table")
            ):
                made[-1].keepWithNext = True
            if child.tag in ("header", "article"):
                page = object() if self.layout.whole else None
                for flowable in made:
                    flowable.keepWithNext, flowable.page = flowable is not made[-1], page
            flowables += [*made, platypus.PageBreak()] if made and child.tag == "header" else made
        return flowables

    def _paragraph(self, element: Element) -> Iterator[Any]:
        """Yield a paragraph or heading, nothing if it is empty."""
        setting = _SETTINGS.get(element.get("class", "")) or _SETTINGS.get(
            element.tag, _SETTINGS["p"]
        )
        size, heading = self._fitted(element, setting), element.tag in _LEVELS
        made = self._text(element, setting, size)
        if heading:
            self.level = min(int(element.tag[1]), self.level + 1)
            made.heading = _LEVELS[element.tag], " ".join("".join(element.itertext()).split())
        made.path = [(object(), _ROLES[self.level - 1] if heading else "P")]
        made.whole = inf if self.layout.whole else 0.0
        if made.frags:
            yield made

    def _fitted(self, element: Element, setting: Setting) -> float:
        """Return the size of a paragraph.

        Smaller for a title with a long word, larger for dice across the page.
        """
        size = self.layout.type_size(setting.factor)
        if element.get("class") == "big":
            count = max((len(faces(dice)) for dice in element.iter("dice")), default=0)
            return min(TEXT.cover_size, self.width / (_dice_width(count) + 0.01)) if count else size
        if element.tag != "h1":
            return size
        words = "".join(element.itertext()).split()
        widest = max((measure(plain(word), setting.font, size) for word in words), default=0)
        return (
            max(self.layout.look.smallest, size * min(1.0, self.width / widest)) if widest else size
        )

    def _text(
        self, element: Element, setting: Setting, size: float, room: float = 0.0, **style: Any
    ) -> _Text:
        """Return a paragraph with the text of an element.

        Dice that are wider than the room are set in several rows.
        """
        kind = Type(size, setting.font, setting.ink, least=self.layout.look.smallest)
        step = size * (TEXT.heavy_leading if setting.font is Font.BLACK else TEXT.leading)
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
            frags=_runs_of(element, kind, room or self.width),
        )

    def _items(self, element: Element) -> Iterator[Any]:
        """Yield the items of a list, numbered or with bullets.

        Only one that is longer than a page is divided.
        """
        size, key = self.layout.type_size(1), object()
        for number, item in enumerate(element, 1):
            made = self._text(
                item,
                _SETTINGS["p"],
                size,
                self.width - TEXT.indent * size,
                leftIndent=TEXT.indent * size,
            )
            made.path = [(key, "L"), (item, "LI"), ((item, "body"), "LBody")]
            made.label = number if element.tag == "ol" else 0
            made.whole = inf if self.layout.whole else self.height
            if made.frags:
                yield made

    def _table(self, element: Element) -> Iterator[Any]:
        """Yield a table: columns as wide as their texts need, a hairline between the rows."""
        rows = [(part.tag == "thead", row) for part in element for row in part]
        count, key = max(len(row) for _, row in rows), object()
        cells_of_rows = [[self._cell(cell, row, head=head) for cell in row] for head, row in rows]
        steps = [cells[0].style.leading for cells in cells_of_rows]
        widths = _column_widths(cells_of_rows, count, self.width)
        for (head, row), cells in zip(rows, cells_of_rows, strict=True):
            lines = 0
            for place, wide in enumerate(widths[: len(cells)]):
                if cells[place].frags and cells[place].minWidth() > wide:
                    cells[place] = self._cell(row[place], row, head=head, room=wide)
                role: Role = "TH" if head or not place else "TD"
                scope, cell = ("Column" if head else "Row") if role == "TH" else "", cells[place]
                cell.path = [(key, "Table"), (row, "TR"), (row[place], role, scope)]
                cell.wrap(wide, _UNBOUNDED)
                lines = max(lines, len(cell.blPara.lines))
            for cell in cells:
                cell.whole = inf if lines <= TEXT.whole_lines else 0.0
        whole = all(cell.whole for cells in cells_of_rows for cell in cells)
        table = platypus.Table(
            [[*cells, *[""] * (count - len(cells))] for cells in cells_of_rows],
            [wide + TEXT.cell_gap for wide in widths[:-1]] + widths[-1:],
            hAlign="LEFT",
            splitInRow=not whole,
            spaceAfter=TEXT.below * steps[-1],
        )
        table.setStyle(list(_table_style(element, rows, steps, count, keep_first=whole)))
        yield table

    def _cell(self, cell: Element, row: Element, *, head: bool, room: float = 0.0) -> _Text:
        number = cell.get("class") == "n"
        plain = Setting(font=Font.BOLD if number and row.get("class") == "total" else Font.REGULAR)
        setting = replace(_SETTINGS["th"] if head else plain, after=0.0)
        align = enums.TA_RIGHT if number else enums.TA_LEFT
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
    natural, least = [0.0] * count, [0.0] * count
    for row in rows:
        for place, cell in enumerate(row):
            if cell.frags:
                cell.wrap(_UNBOUNDED, _UNBOUNDED)
                free = min(
                    (_runs(cell.blPara, line)[0] for line in cell.blPara.lines), default=_UNBOUNDED
                )
                natural[place] = max(natural[place], _UNBOUNDED - free + TEXT.rounding)
                least[place] = max(least[place], cell.minWidth() + TEXT.rounding)
    room = width - TEXT.cell_gap * (count - 1)
    if room < TEXT.least_column * count:
        raise SheetgenError(NO_ROOM, key="--paper")
    if sum(natural) <= room:
        natural[-1] += room - sum(natural)
        return natural
    # short columns stay whole where long ones have room beside them
    fair = [
        wide if wide <= room / count else small for wide, small in zip(natural, least, strict=True)
    ]
    floor = fair if sum(fair) <= room else least
    more = [wide - small for wide, small in zip(natural, floor, strict=True)]
    free = room - sum(floor)
    if free < 0:
        return [small * room / sum(floor) for small in floor]
    return [small + free * each / (sum(more) or 1) for small, each in zip(floor, more, strict=True)]


# runs of text

_LANGUAGE = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
"""Code of a language (RFC 5646)."""


class _Picture(Struct, frozen=True):
    """Row of dice in a line, which Platypus takes for an image of this size."""

    dice: tuple[Pip, ...]
    width: float
    height: float = 0.0
    kind: str = "img"
    valign: str = "bottom"


def _runs_of(element: Element, style: Type, room: float) -> list[Any]:
    """Return the runs of all that is in an element, none if that is only blanks.

    More dice than have this room, in points, become several rows.
    """
    runs = list[Any]()
    for run in _inside(element, style, room):
        if (
            runs and runs[-1].text and run.text.startswith(" ")
        ):  # a blank is as wide as in the run before it
            runs[-1].text, run.text = f"{runs[-1].text} ", run.text.lstrip(" ")
        runs.append(run)
    return runs if any(run.text.strip() or hasattr(run, "cbDefn") for run in runs) else []


def _inside(element: Element, style: Type, room: float) -> Iterator[Any]:
    """Yield the runs of all that is in an element."""
    yield from _run(element.text, style)
    for child in element:
        if child.tag == "br":
            yield _frag(style, lineBreak=True)
        elif child.tag == "dice":
            yield from _dice(child, style, room)
        elif child.tag == "small":
            size = max(style.least, 0.86 * style.size)
            yield from _inside(
                child, replace(style, font=Font.REGULAR, size=size, ink=Ink.MUTED), room
            )
        else:
            bold = child.tag == "b" and style.font is Font.REGULAR
            written = child.get("lang", "")
            language = written if _LANGUAGE.fullmatch(written) else style.language
            inner = replace(style, font=Font.BOLD if bold else style.font, language=language)
            yield from _inside(child, inner, room)
        yield from _run(child.tail, style)


def _dice(element: Element, style: Type, room: float) -> Iterator[Any]:
    dice: list[Pip] = [(face, "solid" if face else "blank") for face in faces(element)]
    most = next((n for n in range(len(dice), 1, -1) if style.size * _dice_width(n) <= room), 1)
    for start in range(0, len(dice), most):
        row = tuple(dice[start : start + most])
        yield _frag(style, cbDefn=_Picture(row, style.size * _dice_width(len(row))))


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


def write_text(form: BookletForm, html: str, sheet: Paper, imposition: Imposition) -> bytes:
    """Return a PDF of the text in this form.

    A zine has eight pages, and divides no paragraph between them; its type is as large as fits, as
    is that of a quick card, which has one page, or two in large print. Raises SheetgenError for a
    text that is too long, and if the inner pages of a booklet have to move too far.
    """
    look, limits = (
        imposition.look,
        {"zine": ZINE_PAGES, "quick": 1 if imposition.look.smallest <= LEAST_TYPE else 2},
    )
    limit, size_of = limits.get(form, TEXT.most_pages), partial(page_size, form)
    shape = _Shape(size_of, look, limit, whole=form == "zine", numbered=form != "quick")
    if form in limits:
        return imposition.write(form, *shape.in_largest_type(html, sheet), sheet)
    body = min(
        11.0, max(LEAST_TYPE, 5.9 + 0.0245 * shape.size_of(sheet)[0] / MM)
    )  # 9.5 points on A5, 11 on A4
    pages = shape.lay_out(parse(html), sheet, max(body, look.smallest))
    if pages is None:
        raise SheetgenError(NO_ROOM, key="--paper")
    return imposition.write(form, *pages, sheet, cover=False)


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

    def lay_out(self, root: Element, paper: Paper, body: float, limit: int = 0) -> _Pages | None:
        """Return the pages of the text, None if it does not fit.

        `limit` replaces the maximum number of pages. A single page in landscape has two columns.
        """
        width, height = self.size_of(paper)
        columns, edge, leaves = (
            2 if self.limit == 1 and width > height else 1,
            margin(width),
            list[Leaf](),
        )
        wide = (width - 2 * edge - edge * (columns - 1)) / columns
        rects = [Rect(n * (wide + edge), edge, wide, height - 2 * edge) for n in range(columns)]

        def new_page() -> Leaf | None:
            if len(leaves) == (limit or self.limit):
                return None
            leaves.append(Leaf(Format(width, height, look=self.look), edge / MM))
            return leaves[-1]

        outline = set_text(
            root, Layout((width, height), rects, body, self.look, whole=self.whole), new_page
        )
        if outline is None:
            return None
        for number, leaf in enumerate(leaves[1:] if self.numbered else (), 2):
            numbered_foot(leaf, number, (width / MM, height / MM), edge / MM)
        return [leaf.page() for leaf in leaves], outline

    def in_largest_type(self, html: str, paper: Paper) -> _Pages:
        """Return the pages of a text in the largest type in which it fits on them.

        Raises SheetgenError if the smallest type is too large, with the name of a paper that has
        room.
        """
        root, least = parse(html), self.look.smallest
        largest = max(TEXT.largest, TEXT.growth * least)
        sizes = [
            largest - TEXT.step * step for step in range(round((largest - least) / TEXT.step) + 1)
        ]
        place = bisect_left(
            sizes, True, hi=len(sizes) - 1, key=lambda size: bool(self.lay_out(root, paper, size))
        )
        best = sizes[place]
        if pages_and_outline := self.lay_out(root, paper, best):
            return pages_and_outline
        pages_and_outline = self.lay_out(root, paper, best, TEXT.most_pages)
        room = next(
            (other.name for other in larger_papers(paper) if self.lay_out(root, other, least)), ""
        )
        nowhere = Message(
            "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has "
            "%(limit)s"
        )
        larger = Message(
            "it takes %(pages)s pages on %(paper)s at the smallest type, %(size)s points, and has "
            "%(limit)s; take %(fits)s"
        )
        raise SheetgenError(
            larger if room else nowhere,
            key="--paper",
            pages=len(pages_and_outline[0]) if pages_and_outline else "?",
            paper=paper.name,
            size=f"{least:g}",
            limit=self.limit,
            fits=room,
        )


def append(book: Book, html: str) -> None:
    """Add each section of a text to a booklet, on as many pages as it takes.

    Its heading is that of the first page.
    """
    form, page = book.format, Leaf(book.format, 0.0)
    first, later = (
        [
            Rect(
                0.0,
                page.place(0.0, top)[1],
                page.length(A5.text_width),
                page.length(A5.last_line - top),
            )
        ]
        for top in (TEXT.below_heading, A5.top)
    )
    layout = Layout(
        (form.width, form.height), first, BODY.size * form.scale, form.look, later, level=2
    )
    for section in parse(html):
        heading, root = section.find("h2"), Element("root")
        title = "".join(heading.itertext()) if heading is not None else ""
        if heading is not None:
            section.remove(heading)
        root.append(section)
        start = len(book.leaves)

        def new_page(title: str = title, start: int = start) -> Leaf:
            return book.leaf(title) if len(book.leaves) == start else book.leaf("", title)

        if set_text(root, layout, new_page) is None:
            raise SheetgenError(NO_ROOM, key="--paper")
