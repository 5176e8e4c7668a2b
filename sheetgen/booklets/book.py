"""The pages of a booklet while they are drawn: their margins, headings and numbers, and paragraphs that go on.

Everything is given in millimetres and points of an A5 page, which is 148 by 210; other pages are larger or smaller
throughout.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.i18n.wording import Wording
from sheetgen.layout import Box, Die, DieKind, Font, Ink, Line, Look, Page, Rect, Shown, Text
from sheetgen.layout.options import MM
from sheetgen.layout.primitives import CAP, Element, Measure, Role, Tagged, wrapped
from sheetgen.layout.rows import Pip, dice_width, numbered
from sheetgen.rules import Dice

WIDE, HIGH = 148.0, 210.0
TOP, BOTTOM = 12.0, 198.0
"""The type area."""
OUTSIDE, FOLD = 12.0, 15.0
TEXT_WIDTH = 121.0
LAST = 190.5
"""The lowest line of print above the number of a page."""
POINT = 25.4 / 72
"""A point in millimetres."""
LEAST_TYPE = 7.5
_SLACK = 0.01
"""Rounding error of measured widths, in points, that breaks no line."""
BASE = 0.29
"""How far the line that letters stand on is above the lower end of its step, beside the step."""
DICE_GAP = 0.14
"""Gap between the dice of a row, as a share of their side."""
_MOST_DICE = 12
"""The highest number that dice show."""
Said = str | tuple[str, ...]
"""Text in one face, or parts of it that are bold and regular in turn, beginning with a bold one."""
ElementPath = Sequence[tuple[Any, ...]]
"""Elements of the structure, the outermost first: each is a key, a `Role`, and the scope of a TH."""
Weight = Literal["hairline", "box", "sum", "section", "grand"]
"""How heavy a line is: the name of its width in a `Look`."""


class Type(Struct, frozen=True):
    """How a text is set: its size in points, and from line to line in mm."""

    size: float
    font: Font = Font.REGULAR
    ink: Ink = Ink.TEXT
    align: Literal["left", "middle", "right", "ink"] = "left"
    step: float = 0.0
    role: Role = "P"
    """What it is where it stands alone."""

    def at(self, align: Literal["left", "middle", "right", "ink"]) -> "Type":
        """The same, aligned so."""
        return replace(self, align=align)

    def of(self, size: float) -> "Type":
        """The same in another size."""
        return replace(self, size=size)


BODY, LEAD = Type(9.75, step=4.5), Type(11.5, step=5.25)
SMALL = Type(8.2, ink=Ink.MUTED, step=3.75)
ASKED = Type(10.5, Font.BOLD, step=4.5, role="H3")
HEADING = Type(27, Font.BLACK, align="ink", role="H2")
ENTRY = Type(16, Font.BLACK, align="ink", role="H3")
WORTH = Type(24, Font.BLACK, Ink.ACCENT, "right")
PART = Type(14, Font.BLACK, Ink.ACCENT, role="H3")
COMMAND = Type(7.5, ink=Ink.MUTED, step=3.7)


def faces_of(dice: Sequence[Pip]) -> str:
    """The faces of dice, in any language."""
    return " ".join(str(face or "?") for face, _ in dice)


def plain(text: str) -> str:
    """Return the text with narrow no-break spaces as wide ones, which fonts have."""
    return text.replace("\u202f", "\u00a0")


def row_width(count: int, side: float, gap: float = DICE_GAP) -> float:
    """Return the width of a row of dice."""
    return side * (count + (count - 1) * gap) if count else 0.0


def dice_row(dice: Sequence[Pip], x: float, y: float, side: float, gap: float = DICE_GAP) -> Iterator[Die]:
    """Yield dice in a row, from its upper left corner."""
    for place, (face, kind) in enumerate(dice):
        yield Die(x + place * side * (1 + gap), y, side, face, kind)


class Format(Struct, frozen=True):
    """The size of the pages, in points, how an A5 page lies on them, and what they look like."""

    width: float = WIDE * MM
    height: float = HIGH * MM
    scale: float = 1.0
    """How much larger than A5 all of it is."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Where the upper left corner of that page is, in points."""
    look: Look = field(default_factory=Look)
    say: Callable[[Sequence[Pip]], str] = faces_of
    """Dice in words, for those who do not see them."""
    game: Dice = Dice()
    """The dice of the game, of which some have symbols."""

    def pictured(self, dice: Sequence[Pip]) -> list[Pip]:
        """Dice of the game as they are drawn, with their symbols."""
        return [(self.game.shown(face), kind) for face, kind in dice]


def like(size: tuple[float, float], page: tuple[float, float], look: Look, wording: Wording) -> Format:
    """Pages of this size, in points, on which all is as on a page of that size, in mm, as large as fits."""
    (width, height), (wide, high) = size, (page[0] * MM, page[1] * MM)
    scale = min(width / wide, height / high)
    shift = (width - scale * wide) / 2, (height - scale * high) / 2
    return Format(width, height, scale, shift, look, wording.catalog.dice, wording.dice)


class Leaf(Tagged):
    """One page while it is drawn; x and y are millimetres."""

    format: Format
    measure: Measure
    left: float
    """Where its type area begins."""
    width: float = TEXT_WIDTH
    title: str = ""
    """What the outline calls it."""

    @property
    def right(self) -> float:
        """Where its type area ends."""
        return self.left + self.width

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A place on the page, in points."""
        scale, (right, down) = self.format.scale * MM, self.format.shift
        return x * scale + right, y * scale + down

    def length(self, mm: float) -> float:
        """A length on the page, in points."""
        return mm * self.format.scale * MM

    def trial(self) -> "Leaf":
        """A page like it that nobody sees, to find out how high something is."""
        return Leaf(self.format, self.measure, self.left, self.width)

    def _size(self, points: float) -> float:
        return max(self.format.look.smallest, points * self.format.scale)

    # what is drawn

    def text(self, x: float, y: float, text: str, kind: Type) -> None:
        """One line of text, read as its type says unless it is part of something."""
        size = self._size(kind.size)
        with self._alone(kind.role) if text else nullcontext():
            self.items.append(Text(*self.place(x, y), plain(text), kind.font, size, kind.ink, kind.align))

    def _alone(self, role: Role) -> AbstractContextManager[Element | None]:
        """What is drawn meanwhile is an element if it is in none but a section."""
        return nullcontext() if self.path and self.path[-1].role != "Sect" else self.element(role)

    @contextmanager
    def parts(self, path: ElementPath) -> Iterator[None]:
        """What is drawn meanwhile is in these parts of the structure, which begin anew on each page."""
        with ExitStack() as stack:
            for part in path:
                stack.enter_context(self.again(*part))
            yield

    def shown(self, said: str) -> AbstractContextManager[Element | None]:
        """What is drawn meanwhile is a figure that shows this, unless it is part of one."""
        inside = self.path and self.path[-1].role in ("Figure", "Artifact")
        return nullcontext() if inside else self.element("Figure", said)

    def wide(self, text: str, kind: Type) -> float:
        """How wide a text is, in mm."""
        return self.measure(plain(text), kind.font, self._size(kind.size)) / self.length(1)

    def fitted(self, text: str, kind: Type, width: float, least: float = LEAST_TYPE) -> Type:
        """The type in which a text is no wider than this: that one, or a smaller one."""
        size = kind.size * width / max(self.wide(text, kind), 0.001)
        return kind if size >= kind.size else kind.of(max(least, size))

    def rule(self, y: float, x: float | None = None, end: float | None = None, *, heavy: bool = False) -> None:
        """A rule across the type area: a hairline, or a heavy one in the accent."""
        x, end, look = self.left if x is None else x, self.right if end is None else end, self.format.look
        width, ink = (look.sum, Ink.ACCENT) if heavy else (look.hairline, Ink.RULE)
        self.items.append(Line(*self.place(x, y), *self.place(end, y), width, ink))

    def die(self, x: float, y: float, side: float, face: Shown, kind: DieKind = "solid") -> None:
        """A die of the game; a face that has no pips is written in it."""
        self.numeral(x, y, side, self.format.game.shown(face), kind)

    def numeral(self, x: float, y: float, side: float, face: Shown, kind: DieKind = "solid") -> None:
        """A die with these pips, or this written in it. In some themes none is solid that is not part of a roll."""
        with self.shown(self.format.say([(face, kind)])):
            solid = self.format.look.solid or kind != "solid"
            self.items.append(Die(*self.place(x, y), self.length(side), face, kind if solid else "open"))

    def dice(self, x: float, y: float, side: float, dice: Sequence[Pip], gap: float = DICE_GAP) -> float:
        """A row of dice of the game, the gap beside their side; gives where it ends."""
        return self.numerals(x, y, side, self.format.pictured(dice), gap)

    def numerals(self, x: float, y: float, side: float, dice: Sequence[Pip], gap: float = DICE_GAP) -> float:
        """The same of dice that show these pips, or have this written in them."""
        with self.shown(self.format.say(dice)):
            self.items.extend(dice_row(dice, *self.place(x, y), self.length(side), gap))
        return x + row_width(len(dice), side, gap)

    def block(self, x: float, y: float, height: float, dice: Sequence[Pip]) -> None:
        """Dice in two lines, the larger half above; a single one is as high as both."""
        dice = self.format.pictured(dice)
        if len(dice) == 1:
            self.numeral(x, y, height, *dice[0])
            return
        gap, top = 0.06 * height, (len(dice) + 1) // 2
        side = min((height - gap) / 2, (dice_width(6, height) - (top - 1) * gap) / top)
        with self.shown(self.format.say(dice)):
            for place, (face, kind) in enumerate(dice):
                down, over = divmod(place, top)
                self.numeral(x + over * (side + gap), y + down * (side + gap), side, face, kind)

    def box(self, rect: Rect, radius: float, weight: Weight = "box") -> None:
        """A box to write in, in mm; one that sums has a heavier line, in the accent."""
        look, ink = self.format.look, Ink.TEXT if weight == "box" else Ink.ACCENT
        self.items.append(Box(self._rect(rect), None, ink, getattr(look, weight), self.length(radius) * look.roundness))

    def bar(self, rect: Rect, name: str, kind: Type) -> Type:
        """The bar of the grand total, solid where the theme has it so, with its name; gives the type for more in it."""
        look, solid = self.format.look, self.format.look.solid
        fill, stroke, width = (Ink.ACCENT, None, 0.0) if solid else (None, Ink.ACCENT, look.grand)
        self.items.append(Box(self._rect(rect), fill, stroke, width, self.length(2.4) * look.roundness))
        shown = replace(kind, ink=Ink.PAPER if solid else Ink.ACCENT)
        self.text(rect.x + 3, rect.y + rect.height / 2 + CAP * kind.size * POINT / 2, name, shown)
        return shown

    def _rect(self, rect: Rect) -> Rect:
        return Rect(*self.place(rect.x, rect.y), self.length(rect.width), self.length(rect.height))

    def head(self, heading: str) -> None:
        """The heading of the page, in one line."""
        self.text(self.left, TOP + HEADING.size * POINT * CAP, heading, self.fitted(heading, HEADING, self.width))

    # paragraphs

    def lines(self, said: Said, width: float, kind: Type = BODY) -> list[list[Text]]:
        """Return a text in lines of this width: the runs of each in one face, whose x counts from its left end."""
        size, room = self._size(kind.size), self.length(width) + _SLACK
        parts = ("", said) if isinstance(said, str) else said
        lines, x = list[list[Text]]([[]]), 0.0
        for place, part in enumerate(parts):
            font = kind.font if place % 2 else Font.BOLD
            space = self.measure(" ", font, size)
            words = filter(None, plain(part).split(" "))
            for word in (piece for each in words for piece in wrapped(each, room, font, size, self.measure)):
                wide, line = self.measure(word, font, size), lines[-1]
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

    def set(self, lines: Iterable[Sequence[Text]], x: float, y: float, step: float, role: Role = "P") -> float:
        """Draw lines, the first of which has its top at y, and return the y below them."""
        with self._alone(role):
            for line in lines:
                y += step
                left, base = self.place(x, y - BASE * step)
                self.items += [replace(run, x=left + run.x, y=base) for run in line]
        return y

    def para(self, x: float, y: float, width: float, said: Said, kind: Type = BODY) -> float:
        """A paragraph whose top is y; gives the y below it."""
        return self.set(self.lines(said, width, kind), x, y, kind.step, kind.role)

    def page(self) -> Page:
        """The page as it is printed."""
        return Page(
            self.format.width, self.format.height, tuple(self.items), (), self.title, elements=tuple(self.elements)
        )


class Book(Struct):
    """Pages in the order in which they are read."""

    format: Format
    measure: Measure
    leaves: list[Leaf] = field(default_factory=list)

    def cover(self, title: str) -> Leaf:
        """A page without a number, of which both margins are alike."""
        leaf = Leaf(self.format, self.measure, OUTSIDE, WIDE - 2 * OUTSIDE, title=title)
        self.leaves.append(leaf)
        return leaf

    def leaf(self, heading: str, title: str = "") -> Leaf:
        """The next page, with its heading and its number; `title` is for the outline, where there is no heading."""
        number = len(self.leaves) + 1
        leaf = Leaf(self.format, self.measure, OUTSIDE if number % 2 == 0 else FOLD, title=heading or title)
        self.leaves.append(leaf)
        if heading:
            leaf.head(heading)
        with leaf.element("Artifact"):
            self._folio(leaf, number)
        return leaf

    def _folio(self, leaf: Leaf, number: int) -> None:
        """The number of a page, as dice at its outer edge."""
        side, gap = 4.8, 0.15
        outer = number % 2 == 0
        if number > _MOST_DICE:
            kind = Type(9, Font.BOLD, Ink.ACCENT, "left" if outer else "right")
            leaf.text(leaf.left if outer else leaf.right, BOTTOM, str(number), kind)
            return
        faces = numbered(number)
        x = leaf.left if outer else leaf.right - row_width(len(faces), side, gap)
        leaf.numerals(x, BOTTOM - side + 1.5, side, [(face, "solid") for face in faces], gap)


def numbered_foot(leaf: Leaf, number: int, size: tuple[float, float], edge: float) -> None:
    """The number of a page of running text of this size and margin, in the middle below it; all in mm."""
    side, (width, height) = min(3.6, 0.4 * edge), size
    y = min(height - edge + (edge - side) / 2 - 0.6, height - 5 - side)
    with leaf.element("Artifact"):
        if number > _MOST_DICE:
            leaf.text(width / 2, y + side, str(number), Type(8, Font.BOLD, Ink.ACCENT, "middle"))
            return
        faces = numbered(number)
        x = width / 2 - row_width(len(faces), side) / 2
        leaf.numerals(x, y, side, [(face, "solid") for face in faces])
