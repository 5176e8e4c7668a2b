"""What a sheet looks like: colours, lines, type and boxes. The values come from theme files."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct, field

from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Ink

Colour = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""


def read_colour(text: str) -> Colour:
    """The colour that is written as ``#rrggbb``."""
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


COLOURS: Mapping[Ink, Colour] = MappingProxyType(
    {
        Ink.TEXT: read_colour("#1c2945"),
        Ink.MUTED: read_colour("#546175"),
        Ink.RULE: read_colour("#8591a6"),
        Ink.TINT: read_colour("#f0f2f9"),
        Ink.SHADE: read_colour("#dbe3ee"),
        Ink.BAND: read_colour("#1c2945"),
        Ink.PAPER: read_colour("#ffffff"),
        Ink.WRONG: read_colour("#b81c1c"),
    }
)
"""The colours where no theme says otherwise: those of the theme ink."""


class Look(Struct, frozen=True):
    """The look of a sheet. Points, but for the millimetres of boxes."""

    colours: Mapping[Ink, Colour] = field(default_factory=lambda: COLOURS)
    thin: float = 0.6
    """The rules between rows and columns."""
    thick: float = 1.1
    """The rules around groups of rows, and beside the names of the rows."""
    outline: float = 1.3
    """The frame of a list."""
    radius: float = 6.0
    """The radius of its corners."""
    name: float = 10.0
    """The least size of the names of rows."""
    detail: float = 7.5
    """The least size of the lines below them."""
    title: float = 34.0
    """The size of the title on A4."""
    smallest: float = 7.0
    """No letter is smaller."""
    growth: float = 1.8
    """How much larger names and lines become where there is room."""
    spare: bool = False
    """Whether the rules at the foot, and then the lines below the names, give way where there is no room for them."""
    filled: bool = True
    """Whether headings and totals stand on colour."""
    box_width: float = 12.0
    """The least width of a box, in millimetres."""
    box_height: float = 8.0
    """The least height of a box, in millimetres."""

    @property
    def least_width(self) -> float:
        """The least width of a box, in points."""
        return self.box_width * MM

    @property
    def least_height(self) -> float:
        """The least height of a box, in points."""
        return self.box_height * MM

    def size(self, points: float) -> float:
        """The size that is wanted, or the smallest there is."""
        return max(points, self.smallest)
