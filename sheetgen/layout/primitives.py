"""The few things that a page is made of, and lines of text that keep within a width.

Points, from the top left corner, y downwards.
"""

from bisect import bisect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import Enum
from math import inf
from typing import Literal

from msgspec import Struct, field

CAP = 0.655
"""The height of a capital beside the size of its letters, in the faces that come with sheetgen."""
DESCENT = 0.19
LEADING = 1.18
"""From one line of small print to the next, beside its size."""


class Font(Enum):
    """The faces of a page: three weights of one family."""

    REGULAR = "regular"
    BOLD = "bold"
    BLACK = "black"

    __hash__ = object.__hash__  # Enum's own is Python code, and is asked for every word of every page


class Ink(Enum):
    """Colours by what they are for. There are no tints: what is not white is black, grey, or the accent of the game."""

    TEXT = "text"
    MUTED = "muted"
    RULE = "rule"
    BLANK = "blank"
    """The outline of a die that may show anything."""
    ACCENT = "accent"
    PAPER = "paper"
    WRONG = "wrong"

    __hash__ = object.__hash__  # as above


Measure = Callable[[str, Font, float], float]
"""The width in points of a text in a font at a size."""


class Rect(Struct, frozen=True):
    """A rectangle; x and y are its top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.height


class Text(Struct, frozen=True):
    """One line of text; y is its baseline, and x its left end, middle or right end.

    Without ink it cannot be seen, but be read aloud, searched and copied.
    """

    x: float
    y: float
    text: str
    font: Font
    size: float
    ink: Ink | None = Ink.TEXT
    align: Literal["left", "middle", "right", "ink"] = "left"
    """ink: what is drawn begins at x, where the first letter has ink above the baseline, as titles do."""
    up: bool = False
    """Whether it is read from below; x and y are then those of its left end, turned."""


class Line(Struct, frozen=True):
    """A straight rule."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    ink: Ink = Ink.RULE
    round: bool = False
    """Whether half a disc stands out at each end."""
    dots: float = 0.0
    """From one dot to the next of a round line that consists of dots; 0 for a line without gaps."""


class Box(Struct, frozen=True):
    """A rectangle with a fill, an outline, or both."""

    rect: Rect
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0
    """The width of the outline, which lies inside the rectangle."""
    radius: float = 0
    """The radius of its corners, outside."""


class Bracket(Struct, frozen=True):
    """A corner mark: two arms that meet in a quarter of a circle, drawn inside the corner of a rectangle."""

    x: float
    y: float
    arm: float
    """How far each arm reaches from the corner, to the right and down; to the left and up where it is turned."""
    radius: float
    width: float
    turned: tuple[int, int] = (1, 1)
    """1 or -1 for each direction in which the arms reach: (1, 1) in the upper left corner."""
    ink: Ink = Ink.TEXT


PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}
"""Where the pips of a face are, in quarters of the die."""


class DieShape(Struct, frozen=True):
    """What the dice of a document are like. Those that programs read are always of the usual shape."""

    roundness: float = 1.0
    """The radius of their corners, beside the usual one."""
    square: bool = False
    """Whether pips are small squares rather than discs."""


DieKind = Literal["solid", "open", "blank", "code"]
"""A die that counts, one that lies there and does not count, and one that may show anything; and one in black, which
programs read."""


Shown = int | str
"""What a die shows: pips, by their number, 0 for anything; or the symbol of a face, in letters or digits."""


class Die(Struct, frozen=True):
    """One die, seen from above; face 0 is a die that may show anything."""

    x: float
    y: float
    size: float
    face: Shown
    kind: DieKind = "solid"


Item = Text | Line | Box | Bracket | Die


CellKind = Literal["name", "box", "total", "sum", "to_go", "note", "status", "button"]
"""A sum is that of the boxes of one category, which is no total of the game. Those after it are for screens only:
points still missing for a bonus, other notes, a line for messages, and a button."""


class CellId(Struct, frozen=True):
    """Whose cell it is and what is written in it."""

    row: str = ""
    """The id of the box, total or note; empty for the name of a player."""
    player: int = 0
    """The number of the player, from 1; 0 for what belongs to nobody."""
    game: int = 0
    """Which game of a series; 0 where there is only one."""


class Cell(Struct, frozen=True):
    """A place to write in, free of print; a player's name can have several."""

    id: CellId
    rect: Rect
    kind: CellKind


Role = Literal[
    "H1", "H2", "H3", "H4", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "Figure", "Sect", "Artifact"
]  # fmt: skip
"""What a part of a page is, as PDF calls it (ISO 32000-1, 14.8.4); an artifact says nothing, such as a frame."""


class Element(Struct, frozen=True):
    """A part of a page as it is read aloud: in the order of its tree, which need not be that of drawing."""

    role: Role
    kids: "list[Element | tuple[int, int]]" = field(default_factory=list)
    """What is in it: other parts, and the items of the page from one place to another, those of `still` first.

    Of these its texts are read; all of them are in a figure.
    """
    alt: str = ""
    """What a figure shows, in words."""
    scope: Literal["", "Row", "Column"] = ""
    """What a TH is the head of."""
    rect: Rect | None = None
    """The place of a part in which something can be written or filled in: what stands there belongs to it."""
    span: int = 1
    """How many columns of its table a TH or TD takes."""


class Tagged(Struct, kw_only=True):
    """Items while they are drawn, and what they are for those who do not see them.

    What is drawn ``with drawing.element("H1"):`` is a heading. What is drawn outside of any element is decoration, as
    are rules and frames anywhere but in a figure. Dice are figures: ``with drawing.element("Figure", alt="6 6 6"):``.
    """

    items: list[Item] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    """The outermost elements, in the order in which they are read."""
    path: list[Element] = field(default_factory=list)
    """The elements that are drawn now, the outermost first."""
    begun: int = 0
    """The first item that is in no element yet."""
    keyed: dict[object, Element] = field(default_factory=dict)
    """The elements that are drawn in parts."""

    def add(
        self, role: Role, alt: str = "", scope: Literal["", "Row", "Column"] = "", rect: Rect | None = None,
        span: int = 1,
    ) -> Element:  # fmt: skip
        """Begin an element here, after what was read until now; it is drawn `within`, or stays empty."""
        self._end_run()
        element = Element(role, [], alt, scope, rect, span)
        (self.path[-1].kids if self.path else self.elements).append(element)
        return element

    @contextmanager
    def within(self, element: Element) -> Iterator[Element]:
        """What is drawn meanwhile is in this element."""
        self._end_run()
        self.path.append(element)
        yield element
        self._end_run()
        self.path.pop()

    def element(
        self, role: Role, alt: str = "", scope: Literal["", "Row", "Column"] = "", rect: Rect | None = None,
        span: int = 1,
    ) -> AbstractContextManager[Element]:  # fmt: skip
        """What is drawn meanwhile is in a new element."""
        return self.within(self.add(role, alt, scope, rect, span))

    def again(
        self, key: object, role: Role, scope: Literal["", "Row", "Column"] = ""
    ) -> AbstractContextManager[Element]:
        """What is drawn meanwhile is in the element of this key, which begins here if it is not there yet."""
        if key not in self.keyed:
            self.keyed[key] = self.add(role, scope=scope)
        return self.within(self.keyed[key])

    def _end_run(self) -> None:
        """What was drawn since is in the innermost element."""
        if self.path and len(self.items) > self.begun:
            self.path[-1].kids.append((self.begun, len(self.items)))
        self.begun = len(self.items)


class Photo(Struct, frozen=True):
    """A picture from outside, such as the photo of a sheet, in the upper left corner of a page."""

    jpeg: bytes
    """In colour, 8 bits a channel."""
    pixels: tuple[int, int]
    """Its width and height."""
    width: float
    height: float


class Page(Struct, frozen=True):
    """A finished page: what to draw, in order, and where people write."""

    width: float
    height: float
    items: tuple[Item, ...]
    cells: tuple[Cell, ...]
    label: str = ""
    """What the page is called in the outline."""
    still: tuple[Item, ...] = ()
    """What is drawn before the items; pages that have it in common hold the same tuple, and it is drawn once."""
    elements: tuple[Element, ...] = ()
    """How it is read aloud; held in common like `still`, where that is."""
    photo: Photo | None = None
    """What lies below everything else."""


class Placed(Struct, frozen=True):
    """A page on a side of paper; x and y are the top left corner of its place there."""

    page: Page
    x: float = 0.0
    y: float = 0.0
    turned: bool = False
    """Whether it stands on its head."""
    order: int = 0
    """When it is read, where that is not in the order of the sides: those of the least order first."""


class Side(Struct, frozen=True):
    """One side of a sheet of paper, as the printer gets it."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    still: tuple[Item, ...] = ()
    """What is drawn over the pages, such as lines to cut along; held in common like a page's."""


# lines of text

_SLACK = 0.01
"""A width that was computed from this very text may differ from it by a rounding error."""


def wrap(text: str, width: float, font: Font, size: float, measure: Measure) -> list[str]:
    """`text` in lines no wider than `width`; a word that is too long for a line is broken, a letter is not."""
    return list(wrapped(text, width, font, size, measure))


def wrapped(text: str, width: float, font: Font, size: float, measure: Measure) -> Iterator[str]:
    """The same lines, each as it is asked for."""
    line = ""
    for word in text.split(" "):
        if measure(f"{line} {word}".strip(), font, size) <= width:
            line = f"{line} {word}".strip()
            continue
        if line:
            yield line
        line = word
        while len(line) > 1 and measure(line, font, size) > width:
            cut = max(1, bisect(range(1, len(line)), width, key=lambda n: measure(line[:n], font, size)))
            yield line[:cut]
            line = line[cut:]
    if line:
        yield line


def in_two(text: str, width: float, width_of: Callable[[str], float]) -> tuple[float, list[tuple[str, float]]]:
    """The width of the wider one of two lines of a text, as narrow as can be, and the lines with their widths.

    Infinite, and no lines, if the text is one word. `width` is that of all; `width_of` measures words as that was.
    """
    words, space = text.split(" "), width_of(" ")
    end, cut, first, least = -space, 0, 0.0, inf
    for place, word in enumerate(words[:-1], 1):
        end += space + width_of(word)
        wider = max(end, width - end - space)
        if wider < least:
            cut, first, least = place, end, wider
    if not cut:
        return inf, []
    return least, [(" ".join(words[:cut]), first), (" ".join(words[cut:]), width - first - space)]
