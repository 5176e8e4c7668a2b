"""The pages of a booklet while they are drawn, and finished pages on sheets of paper.

Everything is given in millimetres and points of an A5 page, which is 148 by 210; other pages are
larger or smaller throughout.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from math import inf
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.booklets.columns import SIGNS
from sheetgen.booklets.measures import A5, BODY, HEADING, POINT, Type
from sheetgen.errors import SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import BookletForm, Paper
from sheetgen.layout.primitives import (
    CAP,
    MM,
    Die,
    DieKind,
    Drawing,
    Element,
    Font,
    Ink,
    Item,
    Line,
    Page,
    Placed,
    Rect,
    Role,
    RoundedRect,
    Shown,
    Side,
    Text,
    balanced,
    wrap,
)
from sheetgen.layout.rows import Pip, dice_width, drawn_face, numbered, sign_items
from sheetgen.layout.themes import Look
from sheetgen.pdf.document import Drawn, Metadata, OutlineEntry, Output
from sheetgen.pdf.fonts import measure
from sheetgen.printing import Place, saddle, upside_down, zine
from sheetgen.rules.patterns import Dice

_SLACK = 0.01
"""Tolerance of measured widths, in points: a line that is too wide by less is not broken."""
BASE = 0.29
"""Height of the baseline above the lower end of a line of text, as a share of the distance between
lines."""
DICE_GAP = 0.14
"""Gap between the dice of a row, as a share of their side."""
_DRAWN = {text: name for name, text in SIGNS.items()} | {"✓": "✓"}
"""Signs of columns that are drawn as on sheets, and the tick, which the font lacks."""
_MOST_DICE = 12
"""Maximum page number that is shown with dice."""
Said = str | tuple[str, ...]
"""Text in one face, or parts of it that are bold and regular in turn, beginning with a bold one."""
ElementPath = Sequence[tuple[Any, ...]]
"""Elements of the structure, the outermost first: each is a key, a `Role`, and the scope of a
TH."""
Weight = Literal["hairline", "box", "sum", "section", "grand", "dashed"]
"""Weight of a line: the name of its width in a `Look`, or a dashed line as wide as that of a
sum."""


def faces_of(dice: Sequence[Pip]) -> str:
    """Return the faces of dice as digits, which need no language."""
    return " ".join(str(face or "?") for face, _ in dice)


def plain(text: str) -> str:
    """Return the text with narrow no-break spaces as wide ones, which fonts have."""
    return text.replace("\u202f", "\u00a0")


def row_width(count: int, side: float, gap: float = DICE_GAP) -> float:
    """Return the width of a row of dice."""
    return side * (count + (count - 1) * gap) if count else 0.0


def dice_row(
    dice: Sequence[Pip], x: float, y: float, side: float, gap: float = DICE_GAP
) -> Iterator[Die]:
    """Yield dice in a row, from its upper left corner."""
    for place, (face, kind) in enumerate(dice):
        yield Die(x + place * side * (1 + gap), y, side, face, kind)


class Format(Struct, frozen=True):
    """Size of the pages in points, the place of an A5 page on them, and their look."""

    width: float = A5.width * MM
    height: float = A5.height * MM
    scale: float = 1.0
    """Enlargement of an A5 page."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Upper left corner of that page, in points."""
    look: Look = field(default_factory=Look)
    say: Callable[[Sequence[Pip]], str] = faces_of
    """Dice in words, for those who do not see them."""
    game: Dice = Dice()
    """The dice of the game, of which some have symbols."""

    def pictured(self, dice: Sequence[Pip]) -> list[Pip]:
        """Return dice of the game with the symbols that are drawn for their faces."""
        return [
            (drawn_face(self.game, face) if isinstance(face, int) else face, kind)
            for face, kind in dice
        ]


def like(
    size: tuple[float, float], page: tuple[float, float], look: Look, wording: Wording
) -> Format:
    """Return a format of this size in points for pages of that size in mm, enlarged to fill it."""
    (width, height), (wide, high) = size, (page[0] * MM, page[1] * MM)
    scale = min(width / wide, height / high)
    shift = (width - scale * wide) / 2, (height - scale * high) / 2
    return Format(width, height, scale, shift, look, wording.catalog.dice, wording.dice)


class Leaf(Drawing):
    """A page while it is drawn; x and y are in millimetres."""

    format: Format
    left: float
    """Left end of the type area."""
    width: float = A5.text_width
    title: str = ""
    """Title in the outline."""
    has_room: bool = True
    """Flag: no text until now is wider than the room for it, even in its minimum size."""

    @property
    def right(self) -> float:
        """Right end of the type area."""
        return self.left + self.width

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return a place on the page, in points."""
        scale, (right, down) = self.format.scale * MM, self.format.shift
        return x * scale + right, y * scale + down

    def length(self, mm: float) -> float:
        """Return a length on the page, in points."""
        return mm * self.format.scale * MM

    def _size(self, points: float) -> float:
        return max(self.format.look.smallest, points * self.format.scale)

    # what is drawn

    def text(self, x: float, y: float, text: str, kind: Type, room: float = inf) -> None:
        """Draw one line of text, with the role of its type unless it is part of another element.

        It is smaller if it is wider than the room, in mm.
        """
        fitted = self.fitted(text, kind, room)
        if self.width_of(text, fitted) > room + _SLACK:
            self.has_room = False
        size = self._size(fitted.size)
        with self._alone(kind.role) if text else nullcontext():
            self.items.append(
                Text(*self.place(x, y), plain(text), kind.font, size, kind.ink, kind.align)
            )

    def _alone(self, role: Role) -> AbstractContextManager[Element | None]:
        """Put what is drawn here into an element, unless one other than a section is open."""
        return nullcontext() if self.path and self.path[-1].role != "Sect" else self.element(role)

    @contextmanager
    def parts(self, path: ElementPath) -> Iterator[None]:
        """Put all that is drawn in this context into these elements; each page has its own."""
        with ExitStack() as stack:
            for part in path:
                stack.enter_context(self.again(*part))
            yield

    def figure(self, said: str) -> AbstractContextManager[Element | None]:
        """Put what is drawn here into a figure with this text, unless one is open."""
        inside = self.path and self.path[-1].role in ("Figure", "Artifact")
        return nullcontext() if inside else self.element("Figure", said)

    def width_of(self, text: str, kind: Type) -> float:
        """Return the width of a text, in mm."""
        return measure(plain(text), kind.font, self._size(kind.size)) / self.length(1)

    def fitted(self, text: str, kind: Type, width: float) -> Type:
        """Return this type, or a smaller one in which the text is no wider than this."""
        size = inf if width == inf else kind.size * width / max(self.width_of(text, kind), 0.001)
        return kind if size >= kind.size else kind.of(max(kind.least, size))

    def draw_rule(
        self, y: float, x: float | None = None, end: float | None = None, *, heavy: bool = False
    ) -> None:
        """Draw a rule across the type area: a hairline, or a heavy one in the accent."""
        start_point = self.place(self.left if x is None else x, y)
        end_point = self.place(self.right if end is None else end, y)
        width, ink = self.format.look.hairline, Ink.RULE
        if heavy:
            width, ink = self.format.look.sum, Ink.ACCENT
        self.items.append(Line(*start_point, *end_point, width, ink))

    def draw_die(
        self, x: float, y: float, side: float, face: Shown, kind: DieKind = "solid"
    ) -> None:
        """Draw a die with these pips, or with this symbol.

        Some themes draw dice solid only in rolls.
        """
        with self.figure(self.format.say([(face, kind)])):
            solid = self.format.look.solid or kind != "solid"
            self.items.append(
                Die(*self.place(x, y), self.length(side), face, kind if solid else "open")
            )

    def draw_dice(
        self, x: float, y: float, side: float, dice: Sequence[Pip], gap: float = DICE_GAP
    ) -> float:
        """Draw a row of dice of the game and return its right end.

        The gap is a share of their side.
        """
        pictured = self.format.pictured(dice)
        with self.figure(self.format.say(pictured)):
            self.items.extend(dice_row(pictured, *self.place(x, y), self.length(side), gap))
        return x + row_width(len(dice), side, gap)

    def draw_block(self, x: float, y: float, height: float, dice: Sequence[Pip]) -> None:
        """Draw dice in two lines, the larger half above; a single die is as high as both lines."""
        gap, top = 0.06 * height, (len(dice) + 1) // 2
        side = min((height - gap) / 2, (dice_width(6, height) - (top - 1) * gap) / top)
        self.draw_rows_of_dice((x, y), height if len(dice) == 1 else side, gap, dice, top)

    def draw_rows_of_dice(
        self,
        corner: tuple[float, float],
        side: float,
        gap: float,
        dice: Sequence[Pip],
        columns: int,
    ) -> None:
        """Draw dice of the game in rows of this number, with one gap in and between rows."""
        pictured = self.format.pictured(dice)
        with self.figure(self.format.say(pictured)):
            for place, (face, kind) in enumerate(pictured):
                down, over = divmod(place, columns)
                x = corner[0] + over * (side + gap)
                y = corner[1] + down * (side + gap)
                self.draw_die(x, y, side, face, kind)

    def draw_box(self, rect: Rect, radius: float, weight: Weight = "box") -> None:
        """Draw a box to write in; one for a sum has a heavier line, in the accent."""
        look = self.format.look
        ink = {"box": Ink.TEXT, "hairline": Ink.RULE}.get(weight, Ink.ACCENT)
        dash: tuple[float, ...] = ()
        if weight == "dashed":
            width, dash = look.sum, (self.length(0.9),) * 2
        else:
            width = getattr(look, weight)
        corner = self.length(radius) * look.roundness
        self.items.append(RoundedRect(self._rect(rect), None, ink, width, corner, dash))

    def draw_bar(self, rect: Rect, name: str, kind: Type) -> Type:
        """Draw the bar of the grand total with its name; return the type for more text in it."""
        look, place = self.format.look, self._rect(rect)
        corner = self.length(2.4) * look.roundness
        if look.solid:
            bar, in_bar = RoundedRect(place, Ink.ACCENT, radius=corner), kind.inked(Ink.PAPER)
        else:
            bar = RoundedRect(place, None, Ink.ACCENT, look.grand, corner)
            in_bar = kind.inked(Ink.ACCENT)
        self.items.append(bar)
        base = rect.y + rect.height / 2 + CAP * kind.size * POINT / 2
        self.text(rect.x + 3, base, name, in_bar)
        return in_bar

    def draw_tile(self, x: float, y: float, side: float, sign: str, *, solid: bool = True) -> None:
        """Draw a sign in a tile as large as a die: one of arithmetic, or that of a column."""
        place, look = self._rect(Rect(x, y, side, side)), self.format.look
        tile, *strokes = sign_items(_DRAWN.get(sign, sign), place, look, solid=solid)
        self.items.append(tile)
        if sign in _DRAWN:
            self.items.extend(strokes)
        else:  # as text, which is read aloud
            size = side * (2.6 if len(sign) == 1 else 1.6)
            kind = Type(size, Font.BLACK, Ink.PAPER if look.solid else Ink.ACCENT, "middle")
            self.text(x + side / 2, y + side / 2 + CAP * size * POINT / 2, sign, kind)

    def _rect(self, rect: Rect) -> Rect:
        return Rect(*self.place(rect.x, rect.y), self.length(rect.width), self.length(rect.height))

    def draw_heading(self, heading: str) -> None:
        """Draw the heading of the page, in one line."""
        self.text(self.left, A5.top + HEADING.size * POINT * CAP, heading, HEADING, self.width)

    def draw_number(
        self,
        number: int,
        x: float,
        edges: tuple[float, float],
        size: tuple[float, float],
        kind: Type,
    ) -> None:
        """Draw a page number as dice with side and gap, or in digits.

        `edges` are the top of dice and a baseline.
        """
        with self.element("Artifact"):
            if number > _MOST_DICE:
                self.text(x, edges[1], str(number), kind)
                return
            dice: list[Pip] = [(face, "solid") for face in numbered(number)]
            side, gap = size
            shift = {"left": 0.0, "ink": 0.0, "middle": 0.5, "right": 1.0}[kind.align]
            left, top = self.place(x - shift * row_width(len(dice), side, gap), edges[0])
            self.items.extend(dice_row(dice, left, top, self.length(side), gap))

    # paragraphs

    def lines(self, said: Said, width: float, kind: Type = BODY) -> list[list[Text]]:
        """Return a text in lines of this width.

        The runs of each line, each in one face, with its x in the line.
        """

        def is_one_word(line: list[Text]) -> bool:
            return len(line) == 1 and " " not in line[0].text

        room = self.length(width) + _SLACK
        return balanced(partial(self._broken, said, kind), room, is_one_word)

    def _broken(self, said: Said, kind: Type, room: float) -> list[list[Text]]:
        size = self._size(kind.size)
        parts = ("", said) if isinstance(said, str) else said
        lines, x = list[list[Text]]([[]]), 0.0
        for place, part in enumerate(parts):
            font = kind.font if place % 2 else Font.BOLD
            space = measure(" ", font, size)
            pieces: list[str] = []
            for word in plain(part).split(" "):
                if word:
                    pieces += wrap(word, room, font, size, measure)
            for word in pieces:
                wide, line = measure(word, font, size), lines[-1]
                if line and x + space + wide > room:
                    line, x = [], 0.0
                    lines.append(line)
                gap = space if line else 0.0
                if line and line[-1].font is font:
                    line[-1] = replace(line[-1], text=f"{line[-1].text} {word}")
                else:
                    line.append(Text(x + gap, 0.0, word, font, size, kind.ink))
                x += gap + wide
        return [line for line in lines if line]

    def set(
        self, lines: Iterable[Sequence[Text]], x: float, y: float, step: float, role: Role = "P"
    ) -> float:
        """Draw lines, the first of which has its top at y, and return the y below them."""
        with self._alone(role):
            for line in lines:
                y += step
                left, base = self.place(x, y - BASE * step)
                self.items += [replace(run, x=left + run.x, y=base) for run in line]
        return y

    def para(self, x: float, y: float, width: float, said: Said, kind: Type = BODY) -> float:
        """Draw a paragraph with its top at y, and return its lower end."""
        return self.set(self.lines(said, width, kind), x, y, kind.step, kind.role)

    def page(self) -> Page:
        """Return the finished page."""
        size = self.format.width, self.format.height
        return Page(*size, tuple(self.items), (), self.title, elements=tuple(self.elements))


class Book(Struct):
    """Pages in the order in which they are read."""

    format: Format
    leaves: list[Leaf] = field(default_factory=list)

    def cover(self, title: str) -> Leaf:
        """Add a page without a number, with equal margins on both sides."""
        leaf = Leaf(self.format, A5.outside, A5.width - 2 * A5.outside, title=title)
        self.leaves.append(leaf)
        return leaf

    def leaf(self, heading: str, title: str = "") -> Leaf:
        """Add the next page, with its heading and its number.

        `title` is for the outline if there is no heading.
        """
        number = len(self.leaves) + 1
        leaf = Leaf(self.format, A5.outside if number % 2 == 0 else A5.fold, title=heading or title)
        self.leaves.append(leaf)
        if heading:
            leaf.draw_heading(heading)
        outer, side, gap = number % 2 == 0, 4.8, 0.15
        kind = Type(9, Font.BOLD, Ink.ACCENT, "left" if outer else "right")
        leaf.draw_number(
            number,
            leaf.left if outer else leaf.right,
            (A5.bottom - side + 1.5, A5.bottom),
            (side, gap),
            kind,
        )
        return leaf


def numbered_foot(leaf: Leaf, number: int, size: tuple[float, float], edge: float) -> None:
    """Draw the page number of running text in the middle of the lower margin.

    Size and margin are in mm.
    """
    side, (width, height) = min(3.6, 0.4 * edge), size
    y = min(height - edge + (edge - side) / 2 - 0.6, height - 5 - side)
    leaf.draw_number(
        number, width / 2, (y, y + side), (side, DICE_GAP), Type(8, Font.BOLD, Ink.ACCENT, "middle")
    )


# finished pages to PDF, in reading order or imposed for folding

_MOVED = 6 * MM
"""Maximum shift of inner pages to the fold, in points."""


def page_size(form: BookletForm, sheet: Paper) -> tuple[float, float]:
    """Return the width and height of a page of this form, in points."""
    if form == "booklet":
        return sheet.height / 2, sheet.width
    return (sheet.height / 4, sheet.width / 2) if form == "zine" else (sheet.width, sheet.height)


class Imposition(Struct, frozen=True):
    """Order of finished pages, one after the other or imposed for folding.

    It has the metadata and the look of the document.
    """

    metadata: Metadata
    look: Look = Look()
    flip: Literal["short", "long"] = "short"
    """Edge over which the printer turns the sheets; with the long edge, the backs are turned by 180
    degrees."""
    creep: float = 0.0
    """Thickness of the paper, in points, by which the inner pages of a booklet move to the fold."""

    def impose(
        self,
        form: BookletForm,
        pages: Sequence[Page],
        outline: Sequence[OutlineEntry] | None,
        sheet: Paper,
        *,
        cover: bool = True,
    ) -> Drawn:
        """Return the document of pages in this form.

        The outline of pages in order is this one, or one of their labels.

        With `cover`, the last page is the back cover, and the blank pages that fill the sheets come
        before it. Raises SheetgenError if the inner pages have to move too far.
        """
        duplex = ""
        entries: list[OutlineEntry] = []
        if form == "booklet":
            sides = self._folded(pages, sheet, cover=cover)
            duplex = f"DuplexFlip{self.flip.capitalize()}Edge"
        elif form == "zine":
            sides = [_zine(pages, sheet)]
        else:
            for place, page in enumerate(pages):
                if page.label and (not entries or entries[-1].title != page.label):
                    entries.append(OutlineEntry(place, page.label))
            sides = [Side(page.width, page.height, (Placed(page),)) for page in pages]
            entries = entries if outline is None else [*outline]
        output = Output(self.look.colours, duplex, entries, self.look.dice)
        return Drawn(sides, self.metadata, output)

    def _folded(self, pages: Sequence[Page], sheet: Paper, *, cover: bool) -> list[Side]:
        """Return sides with two pages each, to be printed on both sides and folded."""
        width, height = page_size("booklet", sheet)
        sheets = -(-len(pages) // 4)
        shift = (sheets - 1) * self.creep
        if shift > _MOVED:
            raise SheetgenError(
                "%(sheets)s sheets of %(creep)s mm move the inner pages by %(shift)s mm; "
                "there is room for %(most)s mm; take thinner paper",
                key="--creep",
                sheets=sheets,
                creep=f"{self.creep / MM:g}",
                shift=f"{shift / MM:.1f}",
                most=f"{_MOVED / MM:.1f}",
            )
        blank = [Page(width, height, (), ())] * (4 * sheets - len(pages))
        whole = [*pages[:-1], *blank, pages[-1]] if cover else list(pages)
        sides = [
            imposed(whole, places, (2 * width, height))
            for places in saddle(len(whole), width, self.creep)
        ]
        if self.flip == "long":
            sides[1::2] = map(upside_down, sides[1::2])
        return sides


def _zine(pages: Sequence[Page], sheet: Paper) -> Side:
    """Return one side of a sheet with eight small pages, to be folded and cut once."""
    width, height = page_size("zine", sheet)
    # short lines at the edges where the folds are, as far in as home printers print, and the line
    # to cut along
    ticks = [(5 * MM, 9 * MM), (2 * height - 9 * MM, 2 * height - 5 * MM)]
    folds = [
        Line(place * width, low, place * width, high, 0.5)
        for place in (1, 2, 3)
        for low, high in ticks
    ]
    across = [Line(x, height, x + 4 * MM, height, 0.5) for x in (5 * MM, 4 * width - 9 * MM)]
    lines = (Line(width, height, 3 * width, height, 0.8), *folds, *across)
    return imposed(pages, zine(width, height), (4 * width, 2 * height), lines)


def imposed(
    pages: Sequence[Page],
    places: Iterable[Place],
    size: tuple[float, float],
    lines: tuple[Item, ...] = (),
) -> Side:
    """Return one side of a sheet with pages in their places, and lines over them."""
    placed = (
        Placed(page, place.x, size[1] - place.y - page.height, place.turned, place.page)
        for place in places
        for page in pages[place.page : place.page + 1]
    )
    return Side(*size, tuple(placed), lines)
