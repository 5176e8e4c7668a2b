"""Primitives of a page: what can be drawn on it, and how it is read aloud.

Lines of text keep within a width. Lengths are points; x grows to the right and y downwards, from
the top left corner.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import Enum
from functools import lru_cache
from math import inf
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

MM = 72 / 25.4
"""Points in a millimetre."""
EDGE = 5 * MM
"""Width of the edge that home printers cannot print on, in points."""
CAP = 0.655
"""Height of a capital, as a factor of the font size. Measured on the fonts that come with sheetgen,
as is DESCENT."""
DESCENT = 0.19
"""Depth of a letter such as g below the baseline, as a factor of the font size."""
LEADING = 1.18
"""Distance between the baselines of small print, as a factor of the font size."""


class Font(Enum):
    """Fonts of a page: three weights of one family."""

    REGULAR = "regular"
    BOLD = "bold"
    BLACK = "black"

    __hash__ = (
        object.__hash__
    )  # every word of every page is looked up by its font, and Enum's own hash is Python code


class Ink(Enum):
    """Colours, named by purpose.

    There are no tints: what is not white is black, grey, or the accent of the game.
    """

    TEXT = "text"
    MUTED = "muted"
    FAINT = "faint"
    """Lightest grey in which small words can still be read."""
    RULE = "rule"
    BLANK = "blank"
    """Outline of a die that may show anything."""
    ACCENT = "accent"
    PAPER = "paper"
    WRONG = "wrong"
    RED = "red"
    GREEN = "green"

    __hash__ = object.__hash__  # as above


Measure = Callable[[str, Font, float], float]
"""Function that returns the width of a text in a font and size. Raises SheetgenError for a letter
the font lacks."""


class Rect(Struct, frozen=True):
    """Rectangle; x and y are its top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """X of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Y of the lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """X and y of the middle."""
        return self.x + self.width / 2, self.y + self.height / 2


class Text(Struct, frozen=True):
    """Line of text.

    y is its baseline; x is its left end, middle or right end, depending on its alignment. A text
    without ink is invisible, but can be read aloud, searched and copied.
    """

    x: float
    y: float
    text: str
    font: Font
    size: float
    ink: Ink | None = Ink.TEXT
    align: Literal["left", "middle", "right", "ink"] = "left"
    """Alignment. "ink" puts the left edge of the first letter's ink at x, which lines up large
    titles."""
    up: bool = False
    """Flag: the text is turned to be read from below; x and y are its left end before the turn."""
    parts: tuple[tuple[str, str], ...] = ()
    """Parts of the text, each with the code of its language, which is empty for that of the
    document. Empty if all of it is in that language."""


class Line(Struct, frozen=True):
    """Straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    ink: Ink = Ink.RULE
    round: bool = False
    """Flag: the ends are round and reach out by half the width."""
    dash: tuple[float, ...] = ()
    """Lengths of dashes and of the gaps behind them, in turn; empty for a solid line. Dots are 0
    long, and round."""


class RoundedRect(Struct, frozen=True):
    """Rectangle with a fill, an outline, or both; its corners may be rounded."""

    rect: Rect
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0
    """Width of the outline, which is inside the rectangle."""
    radius: float = 0
    """Outer radius of the corners."""
    dash: tuple[float, ...] = ()
    """Dashes of the outline, as in `Line`."""


class Bracket(Struct, frozen=True):
    """Two arms joined by a quarter of a circle, drawn inside the corner of a rectangle.

    One in the ink of text is a corner mark; two in the accent, one above the other, are the bracket
    of a sum.
    """

    x: float
    y: float
    arm: float
    """Length of the horizontal arm from the corner, and of the vertical one unless `down` is
    given."""
    radius: float
    width: float
    turned: tuple[int, int] = (1, 1)
    """Directions of the arms from the corner, 1 or -1 each: (1, 1) is right and down, for an upper
    left corner."""
    ink: Ink = Ink.TEXT
    down: float = 0.0


# dice

PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}
"""Places of the pips of each face, in quarters of the die's side."""


class DieShape(Struct, frozen=True):
    """Shape of the dice of a document. Dice that programs read always have the usual shape."""

    roundness: float = 1.0
    """Radius of the corners, as a factor of the usual one."""
    square: bool = False
    """Flag: pips are small squares instead of discs."""


_USUAL = DieShape()
DieKind = Literal["solid", "open", "blank", "code"]
"""Meaning of a die: it counts, it does not count, it may show anything, or (in black) it is for
programs to read."""
Shown = int | str
"""Face of a die: its number of pips, 0 for any face, or the letters or digits on it."""


class ColouredFace(int):
    """Number of pips in the colour of their group."""

    ink = Ink.ACCENT


class Die(Struct, frozen=True):
    """Die, seen from above."""

    x: float
    y: float
    size: float
    face: Shown
    kind: DieKind = "solid"

    @property
    def ink(self) -> Ink:
        """Colour of the die."""
        return getattr(self.face, "ink", Ink.ACCENT)


Item = Text | Line | RoundedRect | Bracket | Die

UNIT = 100.0
"""Side of a die in `die_parts`."""
_CORNER, _PIP, _SINGLE_PIP, _LARGE_PIP = 0.2, 0.098, 0.125, 0.092
"""Radii of a die's corners and of its pips, as factors of its side: usual, a single pip, and pips
of a large die."""
_SQUARE = 0.886
"""Side of a square pip, as a factor of a disc's diameter: both have the same area."""
_FIRST_PIP, _PIP_STEP = 0.255, 0.245
"""Centre of the first row of pips and distance to the next, as factors of the die's side."""
_OUTLINE, _MIN_OUTLINE, _MAX_OUTLINE, _MIN_BLANK_OUTLINE = 0.155 / MM, 0.5, 2.4, 0.65
"""Width of a die's outline: a factor of its side, and its limits in points."""
_LARGE, _LARGE_OUTLINE = 20 * MM, 3.6
"""Side from which a die is large, and the width of a large die's outline. Large dice are never
solid."""
DIE_LETTERS = 0.7
"""Font size of digits and letters on a die, as a factor of its side."""


@lru_cache(maxsize=256)
def die_parts(
    face: Shown, kind: DieKind, size: float, shape: DieShape = _USUAL, colour: Ink = Ink.ACCENT
) -> tuple[Item, ...]:
    """Return the primitives of a die of this size and colour.

    They are scaled to a side of UNIT, with its corner at (0, 0). Most dice with one face are the
    same at that scale, so that a PDF needs to hold them only once.
    """
    is_large = size >= _LARGE
    scale = UNIT / size
    line = _LARGE_OUTLINE if is_large else min(max(_OUTLINE * size, _MIN_OUTLINE), _MAX_OUTLINE)
    if kind == "code":
        shape, colour = _USUAL, Ink.TEXT
    rect = Rect(0, 0, UNIT, UNIT)
    radius = _CORNER * UNIT * shape.roundness
    if kind == "blank" or not face:
        line = max(0.6 * line, _MIN_BLANK_OUTLINE)
        return (RoundedRect(rect, None, Ink.BLANK, line * scale, radius),)
    if kind == "solid" and not is_large:
        frame = RoundedRect(rect, colour, radius=radius)
        ink = Ink.PAPER
    else:
        frame = RoundedRect(rect, Ink.PAPER, colour, line * scale, radius)
        ink = colour
    if face not in PIPS:
        size = DIE_LETTERS * UNIT
        middle = UNIT / 2
        base = middle + 0.33 * size
        return frame, Text(middle, base, str(face), Font.BOLD, size, ink, "middle")
    small_pip = _SINGLE_PIP if face == 1 else _PIP
    pip = UNIT * (_LARGE_PIP if is_large else small_pip)
    if shape.square:
        pip *= _SQUARE
    pips = []
    for column, row in PIPS[face]:
        x = UNIT * (_FIRST_PIP + _PIP_STEP * (column - 1)) - pip
        y = UNIT * (_FIRST_PIP + _PIP_STEP * (row - 1)) - pip
        place = Rect(x, y, 2 * pip, 2 * pip)
        pips.append(RoundedRect(place, ink, radius=0 if shape.square else pip))
    return frame, *pips


# cells

CellKind = Literal[
    "name", "box", "total", "sum", "to_go", "match", "tick", "note", "status", "button"
]
"""Kind of a cell. "sum" is the sum of a category's boxes, which is no total of the game. The kinds
after it are on screens only: points missing for a bonus, match points, a square to tick, other
notes, a line for messages, and a button."""


class CellId(Struct, frozen=True):
    """Identity of a cell."""

    row: str = ""
    """Id of the box, total or note; empty for a player's name."""
    player: int = 0
    """Number of the player, from 1; 0 for a cell that belongs to nobody."""
    game: int = 0
    """Number of the game in a series; 0 if there is only one."""


class Cell(Struct, frozen=True):
    """Place to write in, without print. A player's name can have several."""

    id: CellId
    rect: Rect
    kind: CellKind

    @property
    def name(self) -> str:
        """Name of its form field in a PDF."""
        return field_name(self.id, self.kind)


PlaceKind = Literal["box", "total", "name"]
"""Kind of a place: for points of one throw, for a total, or for the name of a player."""


class PlacedCell(Struct, frozen=True):
    """Place to write in."""

    id: str
    """``p``, the number of the player's or game's column from 1, a point, and the id of the box or
    total, or ``name``: ``p1.ones``.

    It is ``p1.down.ones`` if a player has several columns. If a category has several boxes,
    ``p1.fours_2`` is the second and ``p1.fours`` their sum. The name above a second list is
    ``p1.name_2``. If the columns are games, ``p1.name`` is the name of the player.
    """
    kind: PlaceKind
    rect: Rect
    """Rectangle up to the outer edge of its line. A name without a box is on the lower edge."""


class CellMap(Struct, frozen=True):
    """Places of everything that a reader of a filled sheet looks for."""

    ruleset: str
    """Id of the game."""
    width: float
    """Width of the page."""
    height: float
    """Height of the page."""
    cells: tuple[PlacedCell, ...]
    """Names and boxes, list by list, row by row, column by column. Each id occurs once."""
    code: tuple[int, ...]
    """Faces of the ten dice of the code; empty if it is not printed."""
    code_dice: tuple[Rect, ...]
    """Places of these dice."""
    corners: tuple[Rect, ...]
    """Places of the four corner marks: the upper ones first, from left to right."""


# how a page is read aloud

Role = Literal[
    "H1",
    "H2",
    "H3",
    "H4",
    "P",
    "L",
    "LI",
    "Lbl",
    "LBody",
    "Table",
    "TR",
    "TH",
    "TD",
    "Figure",
    "Sect",
    "Artifact",
]
"""Structure types of PDF (ISO 32000-1, 14.8.4). An artifact is decoration, such as a frame."""


Scope = Literal["", "Row", "Column"]
"""Direction in which a TH is a header."""


class Element(Struct, frozen=True):
    """Element of the structure tree, whose order is that of reading, not of drawing."""

    role: Role
    kids: "list[Element | tuple[int, int]]" = field(default_factory=list)
    """Child elements, and ranges of the page's items, `still` first. Only texts and figures are
    read aloud."""
    alt: str = ""
    """Description of a figure in words."""
    scope: Scope = ""
    rect: Rect | None = None
    """Place of an element in which something can be written; what is there later belongs to the
    element."""
    span: int = 1
    """Number of table columns that a TH or TD covers."""


class Drawing(Struct, kw_only=True):
    """Drawing in progress: items, the elements to which they belong, and cells to write in.

    Items that are drawn ``with drawing.element("H1"):`` become a heading. Items outside of all
    elements are decoration, as are lines and frames in any element but a figure. Dice are figures:
    ``with drawing.element("Figure", alt="6 6 6"):``.
    """

    items: list[Item] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    """Outermost elements, in the order of reading."""
    path: list[Element] = field(default_factory=list)
    """Open elements, the outermost first."""
    begun: int = 0
    """Index of the first item that belongs to no element yet."""
    keyed: dict[object, Element] = field(default_factory=dict)
    """Elements that are drawn in several parts, by key."""
    cells: list[Cell] = field(default_factory=list)

    def draw(self, *items: Item) -> None:
        """Draw items as a part of the innermost open element."""
        self.items += items

    def put(self, role: Role, *items: Item) -> None:
        """Draw items as an element of their own."""
        with self.element(role):
            self.draw(*items)

    def add(
        self, role: Role, alt: str = "", scope: Scope = "", rect: Rect | None = None, span: int = 1
    ) -> Element:
        """Append a new, empty element here in the order of reading, and return it."""
        self._end_run()
        element = Element(role, [], alt, scope, rect, span)
        (self.path[-1].kids if self.path else self.elements).append(element)
        return element

    @contextmanager
    def within(self, element: Element) -> Iterator[Element]:
        """Put all items that are drawn in this context into the element."""
        self._end_run()
        self.path.append(element)
        yield element
        self._end_run()
        self.path.pop()

    def element(
        self, role: Role, alt: str = "", scope: Scope = "", rect: Rect | None = None, span: int = 1
    ) -> AbstractContextManager[Element]:
        """Put all items that are drawn in this context into a new element."""
        return self.within(self.add(role, alt, scope, rect, span))

    def again(self, key: object, role: Role, scope: Scope = "") -> AbstractContextManager[Element]:
        """Put all items that are drawn in this context into the element with this key.

        Create it the first time.
        """
        if key not in self.keyed:
            self.keyed[key] = self.add(role, scope=scope)
        return self.within(self.keyed[key])

    def _end_run(self) -> None:
        """Assign the items that were drawn since the last call to the innermost open element."""
        if self.path and len(self.items) > self.begun:
            self.path[-1].kids.append((self.begun, len(self.items)))
        self.begun = len(self.items)


# pages


class Photo(Struct, frozen=True):
    """Picture from outside, such as the photo of a sheet, in the top left corner of a page."""

    jpeg: bytes
    """JPEG data, in colour with 8 bits per channel."""
    pixels: tuple[int, int]
    """Width and height in pixels."""
    width: float
    height: float


class Page(Struct, frozen=True):
    """Finished page: items in the order of drawing, and the cells in which people write."""

    width: float
    height: float
    items: tuple[Item, ...]
    cells: tuple[Cell, ...]
    label: str = ""
    """Name of the page in the outline."""
    still: tuple[Item, ...] = ()
    """Items that are drawn before the others. Pages that share them hold the same tuple, which is
    drawn once."""
    elements: tuple[Element, ...] = ()
    """Structure tree; shared between pages in the same way as `still`."""
    photo: Photo | None = None
    """Picture below everything else."""

    def with_paragraph(self, lines: Sequence[Text]) -> "Page":
        """Return the page with a further paragraph, which is read aloud last."""
        begun = len(self.still) + len(self.items)
        paragraph = Element("P", [(begun, begun + len(lines))])
        return replace(self, items=(*self.items, *lines), elements=(*self.elements, paragraph))


class Placed(Struct, frozen=True):
    """Page on a side of paper; x and y are its top left corner there."""

    page: Page
    x: float = 0.0
    y: float = 0.0
    turned: bool = False
    """Flag: the page is upside down."""
    order: int = 0
    """Position in the order of reading, if that differs from the order of the sides; the lowest
    comes first."""


class Side(Struct, frozen=True):
    """Side of a sheet of paper, as the printer receives it."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    still: tuple[Item, ...] = ()
    """Items drawn over the pages, such as cut marks; shared in the same way as a page's."""


# lines of text


def wrap(text: str, width: float, font: Font, size: float, measure: Measure) -> list[str]:
    """Return the text in lines of at most this width.

    A word that is too long for a line is broken.
    """
    lines: list[str] = []
    line = ""
    line_width = 0.0
    space = measure(" ", font, size) if " " in text else 0.0
    for word in filter(None, text.split(" ")):
        word_width = measure(word, font, size)
        if line and line_width + space + word_width <= width:
            line += f" {word}"
            line_width += space + word_width
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 1 and measure(line, font, size) > width:
            cut = max(
                1, bisect(range(1, len(line)), width, key=lambda n: measure(line[:n], font, size))
            )
            lines.append(line[:cut])
            line = line[cut:]
        line_width = word_width if line == word else measure(line, font, size)
    return [*lines, line] if line else lines


def balanced(
    broken: Callable[[float], list[Any]], width: float, is_word: Callable[[Any], bool]
) -> list[Any]:
    """Return the lines that `broken` makes in this width or a smaller one.

    The last line is no word by itself.
    """
    lines = broken(width)
    ways = (
        broken(width * percent / 100)
        for percent in range(97, 55, -3)
        if len(lines) > 1 and is_word(lines[-1])
    )
    return next((each for each in ways if len(each) == len(lines) and not is_word(each[-1])), lines)


def in_two(
    text: str, width: float, width_of: Callable[[str], float]
) -> tuple[float, list[tuple[str, float]]]:
    """Break a text of this width into two lines.

    Returns the width of the wider one, as small as possible, and both. Each line comes with its
    width. A text of one word gives an infinite width and no lines.
    """
    words, space = text.split(" "), width_of(" ")
    end, cut, first, narrowest = -space, 0, 0.0, inf
    for place, word in enumerate(words[:-1], 1):
        end += space + width_of(word)
        wider = max(end, width - end - space)
        if wider < narrowest:
            cut, first, narrowest = place, end, wider
    if not cut:
        return inf, []
    return narrowest, [
        (" ".join(words[:cut]), first),
        (" ".join(words[cut:]), width - first - space),
    ]


def centred(text: str, cell: Rect, size: float, font: Font, ink: Ink = Ink.TEXT) -> Text:
    """Return a line of text in the middle of a cell."""
    x, y = cell.middle
    return Text(x, y + CAP * size / 2, text, font, size, ink, "middle")


# form fields: the calculator makes them, `pdf` writes them, and `cards` reads them by their names

Event = Literal["keystroke", "validate", "calculate"]
Moment = Literal["opening", "before_saving"]


class Field(Struct, frozen=True):
    """Field or button of a form. It is shown in all cells with its id and kind."""

    id: CellId
    kind: CellKind
    label: str
    """Description for people who do not see the page around the field."""
    value: str = ""
    """Value, or the words on a button."""
    widest: str = ""
    """Widest value that the field will hold."""
    size: float = 10.0
    """Font size in points; it becomes smaller for values that do not fit."""
    centred: bool = True
    longest: int = 0
    """Maximum number of letters; 0 for no limit."""
    read_only: bool = False
    printed: bool = True
    """Flag: the field is on paper too when the page is printed."""
    scripts: Mapping[Event, str] = field(default_factory=dict)
    """JavaScript by event."""
    click: str = ""
    """JavaScript of a button."""

    @property
    def name(self) -> str:
        """Name of the field in a PDF."""
        return field_name(self.id, self.kind)


class Form(Struct, frozen=True):
    """Fields of a form."""

    fields: tuple[Field, ...]
    """Fields in the order of the Tab key."""
    scripts: Mapping[Moment, str] = field(default_factory=dict)
    """JavaScript of the document, by moment."""


def field_name(cell: CellId, kind: CellKind) -> str:
    """Return the name of a cell's field.

    Names are such as ``p1_full_house``, ``p2g3_total``, ``to_go_p1_bonus`` or ``name_p1``. A cell
    in one of several columns has a name such as ``p1_down.ones``: the field ``ones`` within
    ``p1_down``. A cell that belongs to no player has the name of its row, such as ``date``.
    """
    if not cell.row:
        return f"name_p{cell.player}"
    if not cell.player:
        return cell.row
    return (
        (f"{kind}_" if kind in ("to_go", "sum", "match", "tick") else "")
        + field_prefix(cell.player, cell.game)
        + cell.row
    )


def field_prefix(player: int, game: int) -> str:
    """Return the start of the names of all fields in one column."""
    return f"p{player}g{game}_" if game else f"p{player}_"


def read_field_name(name: str) -> CellId | None:
    """Return the cell of a field with this name, if it holds points or a player's name.

    Else None.
    """
    if match := re.fullmatch(
        r"p([1-9][0-9]{0,3})(?:g([1-9][0-9]?))?_([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)", name
    ):
        return CellId(match[3], int(match[1]), int(match[2] or 0))
    if match := re.fullmatch(r"name_p([1-9][0-9]{0,3})", name):
        return CellId(player=int(match[1]))
    return None
