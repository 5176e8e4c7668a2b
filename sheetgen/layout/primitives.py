"""The few things that a page is made of, and lines of text that keep within a width.

Points, from the top left corner, y downwards.
"""

import re
from bisect import bisect
from collections.abc import Callable, Mapping
from enum import Enum
from math import inf
from typing import Literal

from msgspec import Struct, field


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


class Die(Struct, frozen=True):
    """One die, seen from above; face 0 is a die that may show anything."""

    x: float
    y: float
    size: float
    face: int
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


class Placed(Struct, frozen=True):
    """A page on a side of paper; x and y are the top left corner of its place there."""

    page: Page
    x: float = 0.0
    y: float = 0.0
    turned: bool = False
    """Whether it stands on its head."""


class Side(Struct, frozen=True):
    """One side of a sheet of paper, as the printer gets it."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    still: tuple[Item, ...] = ()
    """What is drawn over the pages, such as lines to cut along; held in common like a page's."""


# what cells become where a page is filled in on a screen; `calculator` makes fields, `pdf` and `cards` know them too

Event = Literal["keystroke", "validate", "calculate"]
Moment = Literal["opening", "before_saving"]


class Field(Struct, frozen=True):
    """One thing to fill in or to press. All cells of its id and kind show it."""

    id: CellId
    kind: CellKind
    label: str
    """What it is, for people who do not see the page around it."""
    value: str = ""
    """What it holds, or what stands on a button."""
    widest: str = ""
    """The widest that it will hold."""
    size: float = 10.0
    """The size of its letters in points; what does not fit makes it smaller."""
    centred: bool = True
    longest: int = 0
    """The most letters that it takes; 0 for no limit."""
    read_only: bool = False
    printed: bool = True
    """Whether it stands on paper too, when the page is printed."""
    scripts: Mapping[Event, str] = field(default_factory=dict)
    """JavaScript for what happens to it."""
    click: str = ""
    """JavaScript for a button."""

    @property
    def name(self) -> str:
        """What it is called in a PDF."""
        return field_name(self.id, self.kind)


class Form(Struct, frozen=True):
    """The fields of some pages."""

    fields: tuple[Field, ...]
    """In the order in which a person goes through them."""
    scripts: Mapping[Moment, str] = field(default_factory=dict)
    """JavaScript for what happens to the document."""


def field_name(cell: CellId, kind: CellKind) -> str:
    """What the field of a cell is called in a PDF: ``p1_full_house``, ``p2g3_total``, ``to_go_p1_bonus``, ``name_p1``.

    Cells that belong to no player are called like their row: ``date``.
    """
    if not cell.row:
        return f"name_p{cell.player}"
    if not cell.player:
        return cell.row
    return (f"{kind}_" if kind in ("to_go", "sum") else "") + field_prefix(cell.player, cell.game) + cell.row


def field_prefix(player: int, game: int) -> str:
    """What the names of the fields of one column begin with."""
    return f"p{player}g{game}_" if game else f"p{player}_"


def read_field_name(name: str) -> CellId | None:
    """The cell whose field is called so, if it holds points or the name of a player; else None."""
    if match := re.fullmatch(r"p([1-9][0-9]{0,3})(?:g([1-9][0-9]?))?_([a-z][a-z0-9_]*)", name):
        return CellId(match[3], int(match[1]), int(match[2] or 0))
    if match := re.fullmatch(r"name_p([1-9][0-9]{0,3})", name):
        return CellId(player=int(match[1]))
    return None


# lines of text

_SLACK = 0.01
"""A width that was computed from this very text may differ from it by a rounding error."""


def wrap(text: str, width: float, font: Font, size: float, measure: Measure) -> list[str]:
    """`text` in lines no wider than `width`; a word that is too long for a line is broken, a letter is not."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if measure(f"{line} {word}".strip(), font, size) <= width:
            line = f"{line} {word}".strip()
            continue
        lines += [line] if line else []
        line = word
        while len(line) > 1 and measure(line, font, size) > width:
            cut = max(1, bisect(range(1, len(line)), width, key=lambda n: measure(line[:n], font, size)))
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line else lines


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


def fit_size(text: str, width: float, font: Font, sizes: tuple[float, float], measure: Measure) -> float:
    """The largest of the sizes, from the least to the most, at which `text` keeps within `width`; else the least."""
    least, most = sizes
    natural = measure(text, font, most)
    return max(least, most if natural <= width + _SLACK else most * width / natural)


def first_fit(texts: tuple[str, ...], width: float, font: Font, size: float, measure: Measure) -> str:
    """The first of the texts that keeps within `width`, else the last."""
    return next((text for text in texts if measure(text, font, size) <= width + _SLACK), texts[-1])
