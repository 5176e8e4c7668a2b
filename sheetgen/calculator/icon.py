"""The picture of an app: one die of a game, as SVG and, drawn pixel by pixel, as PNG."""

import zlib
from collections.abc import Iterable, Iterator
from itertools import accumulate
from math import sqrt
from struct import pack

from msgspec import Struct

from sheetgen.layout.options import Look
from sheetgen.layout.primitives import PIPS, Ink
from sheetgen.rules import Ruleset

_PIP, _ONE = 0.098, 0.125
"""The radius of a pip beside the side of the die, and of the single one."""
_FIRST, _STEP = 0.01, 0.245
"""Where the first quarter of the die is, and how far it is to the next."""
_INSIDE = 0.85
"""How large the pips stand on a picture without edges, of which systems cut off the corners."""
_LEVELS = 64
"""How many shades there are between two colours."""
_LINES = 4
"""How many lines are looked at in each row of pixels."""


class Square(Struct, frozen=True):
    """A square with round corners, or a circle; in shares of the picture's side."""

    x: float
    """Of its left edge."""
    y: float
    """Of its upper edge."""
    side: float
    radius: float

    def span(self, y: float) -> tuple[float, float]:
        """From where to where it reaches at this height; nothing outside of it."""
        if not self.y <= y < self.y + self.side:
            return 0.0, 0.0
        off = max(self.y + self.radius - y, y - (self.y + self.side - self.radius), 0.0)
        cut = self.radius - sqrt(max(0.0, self.radius**2 - off**2))
        return self.x + cut, self.x + self.side - cut


class Icon(Struct, frozen=True):
    """A die: its body in a colour, its pips in that of the paper."""

    colour: str
    """As ``#rrggbb``."""
    paper: str
    corner: float
    """The radius of its corners, in shares of its side."""
    pips: tuple[Square, ...]

    def svg(self) -> str:
        """The die as a drawing of 100 by 100."""
        body = _element(Square(0, 0, 1, self.corner), self.colour)
        inner = "".join(_element(pip, self.paper) for pip in self.pips)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}{inner}</svg>\n'

    def png(self, side: int, *, whole: bool = False) -> bytes:
        """The die as a picture of so many pixels a side; `whole` if its colour goes to the edges."""
        body = Square(0, 0, 1, 0 if whole else self.corner)
        pips: Iterable[Square] = self.pips
        if whole:
            near = ((0.5 + _INSIDE * (pip.x - 0.5), 0.5 + _INSIDE * (pip.y - 0.5), pip) for pip in pips)
            pips = [Square(x, y, _INSIDE * pip.side, _INSIDE * pip.radius) for x, y, pip in near]
        rows = zip(_coverage([body], side), _coverage(pips, side), strict=True)
        lines = (
            bytes([_LEVELS + pip if pip else under for under, pip in zip(*row, strict=True)]) if any(row[1]) else row[0]
            for row in rows
        )
        ends = (bytes.fromhex(self.colour[1:]), bytes.fromhex(self.paper[1:]))
        mixed = (
            round(one + (other - one) * level / _LEVELS)
            for level in range(1, _LEVELS + 1)
            for one, other in zip(*ends, strict=True)
        )
        palette = ends[0] * (_LEVELS + 1) + bytes(mixed)
        clear = bytes(255 * level // _LEVELS for level in range(_LEVELS + 1))
        parts = (
            (b"IHDR", pack(">IIBBBBB", side, side, 8, 3, 0, 0, 0)),
            (b"PLTE", palette),
            (b"tRNS", clear),
            (b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines), 9)),
            (b"IEND", b""),
        )
        chunks = (
            pack(">I", len(content)) + kind + content + pack(">I", zlib.crc32(kind + content))
            for kind, content in parts
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def icon_of(games: Iterable[Ruleset], look: Look) -> Icon:
    """The die that stands for a game, the first of its signature that counts; for several games a five in ink."""
    game, *others = games
    faces = [face for face, kind in game.signature if kind == "solid" and face in PIPS]
    face = 5 if others else (faces or [6])[0]
    radius = _ONE if face == 1 else _PIP
    pips = []
    for x, y in PIPS[face]:
        middle = (_FIRST + _STEP * x, _FIRST + _STEP * y)
        pips.append(Square(middle[0] - radius, middle[1] - radius, 2 * radius, 0 if look.dice.square else radius))
    colour = look.colours[Ink.TEXT if others else Ink.ACCENT]
    return Icon(
        "#" + bytes(round(255 * part) for part in colour).hex(), "#ffffff", 0.2 * look.dice.roundness, tuple(pips)
    )


def _element(square: Square, colour: str) -> str:
    x, y, side, radius = (f"{100 * part:g}" for part in (square.x, square.y, square.side, square.radius))
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="{radius}" fill="{colour}"/>'


def _coverage(squares: Iterable[Square], side: int) -> Iterator[bytes]:
    """For each row of pixels how much of each pixel the squares cover, from 0 to _LEVELS; they do not overlap."""
    squares, known = list(squares), {}  # many rows are as the one before
    for row in range(side):
        heights = [(row + (line + 0.5) / _LINES) / side for line in range(_LINES)]
        spans = tuple(square.span(height) for height in heights for square in squares)
        if spans not in known:
            steps = [0.0] * (side + 2)  # by how much each pixel is covered more than the one before it
            for span in spans:
                for end, sign in zip(span, (1, -1), strict=True):
                    at = int(side * end)
                    part = side * end - at
                    steps[at] += sign * (1 - part)
                    steps[at + 1] += sign * part
            known[spans] = bytes(round(_LEVELS * covered / _LINES) for covered in accumulate(steps[:side]))
        yield known[spans]
