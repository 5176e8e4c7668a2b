"""Boxes of whole sheets that many hands fill in, and phones and scanners see.

What the reader of digits learns from. Sheets, pens, light and cameras are those of ``photography``;
its hands are not. Those here have the digits of people that training may know, fonts that it may
know, and the strokes of ``handwriting``; they write larger and smaller, closer together, slower and
wilder than those of the photos that tests are made of.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from handwriting import STROKES, Sample, kind_of, text_for, word_of
from msgspec.structs import replace
from numpy.random import Generator
from numpy.typing import NDArray
from photography import hands
from photography.camera import LEVELS, Level, Shot, take
from photography.hands import Glyphs, Page, Writer
from photography.sheets import GAMES, MM, chosen, printed, printed_map
from photography.strokes import Glyph, Strokes, of_picture, of_strokes
from PIL import Image, ImageDraw, ImageFont

from sheetgen.layout.primitives import Rect
from sheetgen.scan import ink

FINE = 8
"""Pixels a millimetre of a straightened page."""
ASTRAY = 0.09
"""Error of the place of a box, mm."""
STEP = 8
"""Between two pixels of it whose place is worked out."""
SCALES: dict[Level, float] = {"scan": 12.0, "easy": 12.0, "medium": 10.0, "hard": 7.0, "copy": 12.0}
"""Pixels per mm of the page that is written on."""
NOTHING = {
    "-": ("05 75", "06 46", "15 54 86", "15 44 75", "04 55", "06 95"),
    "/": ("81 09", "91 09", "91 08", "81 45 09", "92 08"),
    "\\": ("01 99", "01 98", "01 55 99", "02 98"),
}
"""Dashes and slashes, as `handwriting.STROKES` has digits."""
WIDE, TALL = 0.62 / 8, 1 / 8
"""Width and height of a step of these strokes, in heights of a digit. They begin at 1."""


def pages(seed: int, count: int, known: Sequence[int], faces: Sequence[Path]) -> Iterator[Sample]:
    """Yield the boxes of this number of pages.

    Hands are the `known` digits of people, and these fonts.
    """
    random = np.random.default_rng(seed)
    for number in range(count):
        shares = (0.3, 0.3, 0.28, 0.07, 0.05)
        level: Level = str(random.choice([*LEVELS, "copy"], p=shares))  # type: ignore[assignment]
        yield from page(GAMES[number % len(GAMES)], level, random, known, faces)


def page(
    name: str, level: Level, random: Generator, known: Sequence[int], faces: Sequence[Path]
) -> Iterator[Sample]:
    """Yield the boxes of a page of this game."""
    options = chosen(name, random)
    cells = printed_map(name, options)
    size = cells.width / MM, cells.height / MM
    sheet = Page(printed(name, options, SCALES[level]).copy(), SCALES[level], random)
    writers = {
        column: writer(random, known, faces)
        for column in sorted({cell.id.partition(".")[0] for cell in cells.cells})
    }
    written = []
    for cell in cells.cells:
        if cell.kind != "name":
            text, struck = text_for(random)
            if text or struck:
                _write(sheet, cell.rect, text, struck, writers[cell.id.partition(".")[0]])
            written.append((cell.rect, text, struck))
    shot = take(sheet.pixels, size, level, random, bare=True)
    flat = straightened(shot, size)
    for rect, text, struck in written:
        if not hidden(shot, rect):
            x, y = (rect.x, rect.y) + random.normal(0, ASTRAY, 2) * MM
            found = ink.cut(flat, Rect(float(x), float(y), rect.width, rect.height), FINE / MM)
            yield Sample(found.patch, found.amount, word_of(text, struck), kind_of(text, struck))


def _write(sheet: Page, rect: Rect, text: str, struck: str, hand: Writer) -> None:
    x, y, wide, high = (
        each * sheet.scale / MM for each in (rect.x, rect.y, rect.width, rect.height)
    )
    hands.write(sheet, (x, y, wide, high), text, hand, struck)


def writer(random: Generator, known: Sequence[int], faces: Sequence[Path]) -> Writer:
    """Return a hand with a pen, with digits of the training set only."""
    usual = hands.writer(random, glyphs_of=partial(glyphs, known=known, faces=faces))
    return replace(
        usual,
        height=random.uniform(3.4, 7.6),
        slant=random.normal(0.07, 0.19),
        aspect=random.uniform(0.75, 1.3),
        spacing=random.uniform(-0.02, 0.36),
        side=random.uniform(0.02, 0.98),
        width=usual.width * random.uniform(0.75, 1.4),
        cover=usual.cover * random.uniform(0.7, 1.02),
    )


def glyphs(random: Generator, known: Sequence[int], faces: Sequence[Path]) -> Glyphs:
    """Return a hand: glyphs for each sign.

    They come from a font, from people whose digits are known, or from strokes that are drawn here.
    """
    wobble, european = random.uniform(0.008, 0.035), random.random() < 0.3
    source = str(random.choice(["people", "font", "drawn"], p=(0.45, 0.25, 0.3)))
    face = faces[int(random.integers(len(faces)))]
    found: Glyphs = {}
    for sign, ways in {**STROKES, **NOTHING}.items():
        if source == "font" and sign in STROKES:
            found[sign] = (_of_face(face, sign),)
        elif source == "people" and sign in STROKES and not (european and sign in "147"):
            found[sign] = _of_people(int(sign), random, known)
        else:
            found[sign] = _drawn(ways, random, wobble)
    return found


def _drawn(ways: Sequence[str], random: Generator, wobble: float) -> tuple[Glyph, ...]:
    """Draw a sign several times, in one of these ways."""
    way = [each.split() for each in str(random.choice(np.array(ways))).split("|")]
    strokes: Strokes = tuple(
        tuple((int(x) * WIDE, (int(y) - 1) * TALL) for x, y in map(tuple, each)) for each in way
    )
    own = random.normal(0, 0.03, 2)
    bent = tuple(tuple((x + own[0] * y, y + own[1] * x) for x, y in stroke) for stroke in strokes)
    return tuple(of_strokes(bent, random, wobble) for _ in range(3))


def _of_people(digit: int, random: Generator, known: Sequence[int]) -> tuple[Glyph, ...]:
    """Return some of the digits of people."""
    found = (_thinned(digit, int(each)) for each in random.permutation(np.array(known)))
    return tuple(islice(filter(None, found), 3))


@lru_cache(maxsize=1000)
def _thinned(digit: int, number: int) -> Glyph | None:
    """Return one of the digits of people; None if its loops are filled with ink."""
    try:
        return of_picture(hands.digits()[digit][number], loops=int(digit in (6, 8)))
    except ValueError:
        return None


@lru_cache(maxsize=800)
def _of_face(face: Path, sign: str) -> Glyph:
    picture = Image.new("L", (300, 300))
    ImageDraw.Draw(picture).text((70, 40), sign, fill=255, font=ImageFont.truetype(face, 120))
    return of_picture(np.array(picture))


def straightened(shot: Shot, size: tuple[float, float]) -> NDArray[np.uint8]:
    """Return the sheet of this size in mm, straightened from its picture, at FINE pixels per mm."""
    wide, high = (round(each * FINE) for each in size)
    columns, rows = wide // STEP + 2, high // STEP + 2
    across, down = ((np.arange(count) * STEP + STEP / 2) / FINE for count in (columns, rows))
    coarse = shot.view.pixels(np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2))
    whole = (columns * STEP, rows * STEP)
    places = cv2.resize(
        coarse.reshape(rows, columns, 2).astype(np.float32), whole, interpolation=cv2.INTER_LINEAR
    )
    picture = cv2.imdecode(np.frombuffer(shot.jpeg, np.uint8), cv2.IMREAD_COLOR)
    x, y = cv2.split(places[:high, :wide])
    return np.asarray(
        cv2.remap(np.asarray(picture), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def hidden(shot: Shot, rect: Rect) -> bool:
    """Check whether a part of a box is under a finger."""
    across, down = (
        np.linspace(low, high, 7) / MM
        for low, high in ((rect.x, rect.right), (rect.y, rect.bottom))
    )
    points = shot.view.pixels(np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2))
    return shot.finger is not None and bool(shot.finger.covers(points).any())
