"""The page as an app.

A folder for a web server, from which phones install it, with the icon of its game.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from math import sqrt
from struct import pack

from msgspec import Struct

from sheetgen.calculator.page import page_title
from sheetgen.calculator.scripts import joined
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import PIPS, Ink
from sheetgen.layout.themes import Look
from sheetgen.rules.ruleset import Ruleset

PAGE = "index.html"
_SIDES = (192, 512)
"""Sides of the icons in pixels: what Android asks for."""


def app_files(page: str, wordings: Sequence[Wording], look: Look) -> dict[str, bytes]:
    """Return the files of the folder by name.

    They are the page, its manifest, its icons and its service worker. `wordings` has the games of
    the page, in the language that it opens in. The version in the service worker is a hash of all
    other files.
    """
    icon = icon_of([wording.ruleset for wording in wordings], look)
    files = {
        PAGE: page.encode(),
        "manifest.webmanifest": _manifest(wordings),
        "icon.svg": icon.svg().encode(),
        **{f"icon-{side}.png": icon.png(side) for side in _SIDES},
        "icon-whole-512.png": icon.png(512, whole=True),
        "icon-180.png": icon.png(180, whole=True),  # Apple's
    }
    head = f'const VERSION = "{hash_of(files)[:16]}";\nconst FILES = {json.dumps([*files])};\n'
    worker = '"use strict";\n' + head + joined(["service-worker.js"]) + "\n"
    return {**files, "service-worker.js": worker.encode()}


def hash_of(files: Mapping[str, bytes]) -> str:
    """Return the hash of files, with their names and in their order, in hexadecimal digits."""
    whole = sha256()
    for name, content in files.items():
        whole.update(b"%s\0%d\0%s" % (name.encode(), len(content), content))
    return whole.hexdigest()


def _manifest(wordings: Sequence[Wording]) -> bytes:
    title = page_title(wordings)
    icons = [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    for side in _SIDES:
        icons.append({"src": f"icon-{side}.png", "sizes": f"{side}x{side}", "type": "image/png"})
    whole = {"src": "icon-whole-512.png", "sizes": "512x512", "type": "image/png"}
    icons.append({**whole, "purpose": "maskable"})
    data = {
        "name": title,
        "short_name": wordings[0].title if len(wordings) == 1 else title,
        "lang": wordings[0].catalog.language,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": icons,
    }
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


# the icon


_PIP, _ONE = 0.098, 0.125
"""Radius of a pip, and of a single one, in shares of the side of the die. They are those of the
printed dice."""
_FIRST, _STEP = 0.01, 0.245
"""Places of pips: the first quarter of a die, and the distance between quarters, in shares of its
side."""
_INSIDE = 0.85
"""Size of the pips on an icon without edges. Systems crop it to a circle of 0.8; 0.85 keeps all
pips inside."""
_LEVELS = 64
"""Number of shades between two colours. More cannot be seen, and twice 64 fit a palette."""
_LINES = 4
"""Number of lines that are sampled in each row of pixels."""


class Square(Struct, frozen=True):
    """Square with round corners, or circle, in shares of the side of the icon."""

    x: float
    """Left edge."""
    y: float
    """Upper edge."""
    side: float
    radius: float

    def span(self, y: float) -> tuple[float, float]:
        """Return its left and right end at the height y; an empty span outside of it."""
        if not self.y <= y < self.y + self.side:
            return 0.0, 0.0
        off = max(self.y + self.radius - y, y - (self.y + self.side - self.radius), 0.0)
        cut = self.radius - sqrt(max(0.0, self.radius**2 - off**2))
        return self.x + cut, self.x + self.side - cut


class Icon(Struct, frozen=True):
    """Die with a body and pips."""

    colour: str
    """Colour of the body, as ``#rrggbb``."""
    paper: str
    """Colour of the pips."""
    corner: float
    """Radius of the corners, in shares of the side."""
    pips: tuple[Square, ...]

    def svg(self) -> str:
        """Return the die as an SVG of 100 by 100."""
        body = _element(Square(0, 0, 1, self.corner), self.colour)
        inner = "".join(_element(pip, self.paper) for pip in self.pips)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}{inner}</svg>\n'
        )

    def png(self, side: int, *, whole: bool = False) -> bytes:
        """Return the die as a PNG with `side` pixels; with `whole` its colour fills the icon."""
        body = Square(0, 0, 1, 0 if whole else self.corner)
        pips = [_nearer(pip) for pip in self.pips] if whole else self.pips
        lines = []
        for under, over in zip(_coverage([body], side), _coverage(pips, side), strict=True):
            line = bytearray(under)
            for place, level in enumerate(over):
                if level:
                    line[place] = _LEVELS + level
            lines.append(b"\0" + line)
        clear = bytes(255 * level // _LEVELS for level in range(_LEVELS + 1))
        parts = (
            (b"IHDR", pack(">IIBBBBB", side, side, 8, 3, 0, 0, 0)),
            (b"PLTE", self._palette()),
            (b"tRNS", clear),
            (b"IDAT", zlib.compress(b"".join(lines), 9)),
            (b"IEND", b""),
        )
        content = b"\x89PNG\r\n\x1a\n"
        for kind, data in parts:
            content += pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
        return content

    def _palette(self) -> bytes:
        """Return the colours by number: the body in all opacities, then mixed with the pips."""
        body, pips = bytes.fromhex(self.colour[1:]), bytes.fromhex(self.paper[1:])
        mixed = bytearray()
        for level in range(1, _LEVELS + 1):
            for under, over in zip(body, pips, strict=True):
                mixed.append(round(under + (over - under) * level / _LEVELS))
        return body * (_LEVELS + 1) + bytes(mixed)


def _nearer(pip: Square) -> Square:
    """Return a pip nearer to the middle, as on an icon without edges."""
    x, y = (0.5 + _INSIDE * (corner - 0.5) for corner in (pip.x, pip.y))
    return Square(x, y, _INSIDE * pip.side, _INSIDE * pip.radius)


def icon_of(games: Iterable[Ruleset], look: Look) -> Icon:
    """Return the icon of a game: the first solid die of its signature.

    A black five for several games.
    """
    game, *others = games
    solid_faces = [face for face, kind in game.signature if kind == "solid" and face in PIPS]
    face = solid_faces[0] if solid_faces else 6
    if others:
        face = 5
    radius = _ONE if face == 1 else _PIP
    corner = 0 if look.dice.square else radius
    pips = []
    for column, row in PIPS[face]:
        x, y = _FIRST + _STEP * column, _FIRST + _STEP * row
        pips.append(Square(x - radius, y - radius, 2 * radius, corner))
    colour = look.colours[Ink.TEXT if others else Ink.ACCENT]
    return Icon(
        "#" + bytes(round(255 * part) for part in colour).hex(),
        "#ffffff",
        0.2 * look.dice.roundness,
        tuple(pips),
    )


def _element(square: Square, colour: str) -> str:
    x, y, side, radius = (
        f"{100 * part:g}" for part in (square.x, square.y, square.side, square.radius)
    )
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="{radius}" fill="{colour}"/>'


def _coverage(squares: Iterable[Square], side: int) -> Iterator[bytes]:
    """Yield for each row of pixels how much of each the squares cover, from 0 to _LEVELS.

    They must not overlap.
    """
    squares = list(squares)
    coverage_by_spans: dict[tuple[tuple[float, float], ...], bytes] = {}  # most rows look alike
    for row in range(side):
        heights = [(row + (line + 0.5) / _LINES) / side for line in range(_LINES)]
        spans = tuple(square.span(height) for height in heights for square in squares)
        if spans not in coverage_by_spans:
            coverage_by_spans[spans] = _covered(spans, side)
        yield coverage_by_spans[spans]


def _covered(spans: Iterable[tuple[float, float]], side: int) -> bytes:
    """Return how much of each pixel of a row these spans of its lines cover, 0 to _LEVELS."""
    steps = [0.0] * (side + 2)  # the difference in coverage to the pixel before
    for start, end in spans:
        for edge, sign in ((start, 1), (end, -1)):
            pixel = int(side * edge)
            part = side * edge - pixel
            steps[pixel] += sign * (1 - part)
            steps[pixel + 1] += sign * part
    return bytes(round(_LEVELS * covered / _LINES) for covered in accumulate(steps[:side]))
