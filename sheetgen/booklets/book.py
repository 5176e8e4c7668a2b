"""The pages of a booklet while they are drawn: their margins, headings and numbers, and paragraphs that go on.

Everything is given in millimetres and points of an A5 page, which is 148 by 210; other pages are larger or smaller
throughout.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from sheetgen.booklets.lines import Word, broken, dice_row, draw_line, plain, row_width, words_of
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout import Box, Die, DieKind, Font, Ink, Item, Line, Page, Rect, Text
from sheetgen.layout.grid import CAP, dice_width
from sheetgen.layout.options import MM
from sheetgen.layout.primitives import Measure
from sheetgen.layout.rows import Pip, numbered

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
BODY, SMALL, LEAD, ANSWER = (9.75, 4.5), (8.2, 3.75), (11.5, 5.25), (10.5, 4.5)
"""The size of a kind of text, in points, and the step from line to line, in mm."""
ACCENT_RULE, HAIRLINE = 1.25, 0.5
_BASE = 0.29
"""How far the line that letters stand on is above the lower end of its step, beside the step."""
Said = str | tuple[str, str]
"""A text, or a text whose beginning stands out."""


class Format(Struct, frozen=True):
    """The size of the pages, in points, and how an A5 page lies on them."""

    width: float = WIDE * MM
    height: float = HIGH * MM
    scale: float = 1.0
    """How much larger than A5 all of it is."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Where the upper left corner of that page is, in points."""


def like_a5(width: float, height: float) -> Format:
    """Pages on which all is as on A5, as large as fits."""
    scale = min(width / (WIDE * MM), height / (HIGH * MM))
    return Format(width, height, scale, ((width - scale * WIDE * MM) / 2, (height - scale * HIGH * MM) / 2))


class Leaf(Struct):
    """One page while it is drawn; x and y are millimetres."""

    format: Format
    measure: Measure
    left: float
    """Where its type area begins."""
    width: float = TEXT_WIDTH
    items: list[Item] = field(default_factory=list)
    title: str = ""
    """What the outline calls it."""

    @property
    def right(self) -> float:
        """Where its type area ends."""
        return self.left + self.width

    def _at(self, x: float, y: float) -> tuple[float, float]:
        scale, (right, down) = self.format.scale * MM, self.format.shift
        return x * scale + right, y * scale + down

    def _size(self, points: float) -> float:
        return max(LEAST_TYPE, points * self.format.scale)

    def length(self, mm: float) -> float:
        """A length on the page, in points."""
        return mm * self.format.scale * MM

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A place on the page, in points."""
        return self._at(x, y)

    # what is drawn

    def text(
        self, x: float, y: float, text: str, size: float, font: Font = Font.REGULAR, ink: Ink = Ink.TEXT,
        align: str = "left",
    ) -> None:  # fmt: skip
        """One line of text."""
        self.items.append(Text(*self._at(x, y), plain(text), font, self._size(size), ink, align))  # type: ignore[arg-type]

    def wide(self, text: str, size: float, font: Font = Font.REGULAR) -> float:
        """How wide a text is, in mm."""
        return self.measure(plain(text), font, self._size(size)) / (self.format.scale * MM)

    def fitted(self, text: str, size: float, width: float, font: Font, least: float = LEAST_TYPE) -> float:
        """The size at which a text is no wider than this, and no larger than that size."""
        return max(least, min(size, size * width / max(self.wide(text, size, font), 0.001)))

    def rule(self, y: float, x: float | None = None, end: float | None = None, *, heavy: bool = False) -> None:
        """A rule across the type area: a hairline, or a heavy one in the accent."""
        x, end = self.left if x is None else x, self.right if end is None else end
        width, ink = (ACCENT_RULE, Ink.ACCENT) if heavy else (HAIRLINE, Ink.RULE)
        self.items.append(Line(*self._at(x, y), *self._at(end, y), width, ink))

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: Ink) -> None:
        """A straight line of some points."""
        self.items.append(Line(*self._at(x1, y1), *self._at(x2, y2), width, ink))

    def die(self, x: float, y: float, side: float, face: int, kind: DieKind = "solid") -> None:
        """A die; a face that has no pips is written in it."""
        self.items.append(Die(*self._at(x, y), self.length(side), face, kind))

    def dice(self, x: float, y: float, side: float, dice: Sequence[Pip], gap: float = 0.14) -> float:
        """A row of dice; gives where it ends."""
        self.items.extend(dice_row(dice, *self._at(x, y), self.length(side), gap))
        return x + row_width(len(dice), side, gap)

    def block(self, x: float, y: float, height: float, dice: Sequence[Pip]) -> None:
        """Dice in two lines, the larger half above; a single one is as high as both."""
        if len(dice) == 1:
            self.die(x, y, height, *dice[0])
            return
        gap, top = 0.06 * height, (len(dice) + 1) // 2
        side = min((height - gap) / 2, (dice_width(6, height) - (top - 1) * gap) / top)
        for place, (face, kind) in enumerate(dice):
            down, over = divmod(place, top)
            self.die(x + over * (side + gap), y + down * (side + gap), side, face, kind)

    def box(
        self, x: float, y: float, width: float, height: float, radius: float, line: float = 0.85,
        ink: Ink = Ink.TEXT, fill: Ink | None = None,
    ) -> None:  # fmt: skip
        """A box to write in, or a bar."""
        rect = Rect(*self._at(x, y), self.length(width), self.length(height))
        self.items.append(Box(rect, fill, ink if line else None, line, self.length(radius)))

    # paragraphs

    def words(
        self, said: Said, kind: tuple[float, float], ink: Ink = Ink.TEXT, font: Font = Font.REGULAR
    ) -> list[Word]:
        """The words of a text."""
        size = self._size(kind[0])
        lead, rest = said if isinstance(said, tuple) else ("", said)
        return words_of(lead, Font.BOLD, size, ink) + words_of(rest, font, size, ink)

    def lines(
        self, said: Said, width: float, kind: tuple[float, float] = BODY, ink: Ink = Ink.TEXT, font: Font = Font.REGULAR
    ) -> list[list[Word]]:
        """A text in lines of this width."""
        return broken(self.words(said, kind, ink, font), self.length(width), self.measure)

    def set(self, lines: Iterable[Sequence[Word]], x: float, y: float, step: float) -> float:
        """Draw lines, the first of which has its top at y; gives the y below them."""
        for line in lines:
            y += step
            self.items.extend(draw_line(line, *self._at(x, y - _BASE * step), self.measure))
        return y

    def para(
        self, x: float, y: float, width: float, said: Said, kind: tuple[float, float] = BODY, ink: Ink = Ink.TEXT,
        font: Font = Font.REGULAR,
    ) -> float:  # fmt: skip
        """A paragraph whose top is y; gives the y below it."""
        return self.set(self.lines(said, width, kind, ink, font), x, y, kind[1])

    def page(self) -> Page:
        """The page as it is printed."""
        return Page(self.format.width, self.format.height, tuple(self.items), (), self.title)


class Book(Struct):
    """Pages in the order in which they are read."""

    format: Format
    measure: Measure
    catalog: Catalog
    leaves: list[Leaf] = field(default_factory=list)

    def cover(self, title: str) -> Leaf:
        """A page without a number, of which both margins are alike."""
        return self._add(Leaf(self.format, self.measure, OUTSIDE, WIDE - 2 * OUTSIDE, title=title))

    def leaf(self, heading: str, title: str = "") -> Leaf:
        """The next page, with its heading and its number; `title` is for the outline, where there is no heading."""
        number = len(self.leaves) + 1
        left = OUTSIDE if number % 2 == 0 else FOLD
        leaf = self._add(Leaf(self.format, self.measure, left, title=heading or title))
        if heading:
            head(leaf, heading)
        folio(leaf, number)
        return leaf

    def _add(self, leaf: Leaf) -> Leaf:
        self.leaves.append(leaf)
        return leaf


def head(leaf: Leaf, heading: str) -> None:
    """The heading of a page, in one line."""
    size = leaf.fitted(heading, 27, leaf.width, Font.BLACK, 14)
    leaf.text(leaf.left, TOP + 27 * POINT * CAP, heading, size, Font.BLACK, align="ink")


def numbered_foot(leaf: Leaf, number: int, width: float, height: float, edge: float) -> None:
    """The number of a page of running text, in the middle below it; all in mm."""
    side = min(3.6, 0.4 * edge)
    faces = numbered(number)
    y = height - edge + (edge - side) / 2 - 0.6
    if number > 12:
        leaf.text(width / 2, y + side, str(number), 8, Font.BOLD, Ink.ACCENT, "middle")
        return
    leaf.dice(
        width / 2 - row_width(len(faces), side) / 2,
        min(y, height - 5 - side),
        side,
        [(face, "solid") for face in faces],
    )


def folio(leaf: Leaf, number: int) -> None:
    """The number of a page, as dice at its outer edge."""
    side, gap = 4.8, 0.7
    faces = numbered(number)
    if number > 12:
        x = leaf.left if number % 2 == 0 else leaf.right
        leaf.text(x, BOTTOM, str(number), 9, Font.BOLD, Ink.ACCENT, "left" if number % 2 == 0 else "right")
        return
    wide = row_width(len(faces), side, gap / side)
    x = leaf.left if number % 2 == 0 else leaf.right - wide
    leaf.dice(x, BOTTOM - side + 1.5, side, [(face, "solid") for face in faces], gap / side)
