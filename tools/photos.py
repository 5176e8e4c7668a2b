"""Photos of filled sheets with their truth, for tests and benchmarks of the reader.

``make photos``. No camera took them: a printed sheet is filled in by hands of several kinds, and
seen by a model of a phone, a scanner or a copier. The same seed gives the same picture. Nothing of
it is part of an installation.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from zlib import crc32

import cv2
import msgspec
import numpy as np
from msgspec import Struct
from photography import pads
from photography.camera import LEVELS, Level, Shot, take
from photography.cards import Entry, Slip, written
from photography.hands import SOURCES, Page, Source, write, write_name, writer
from photography.scenes import GROUNDS
from photography.sheets import GAMES, MM, chosen, game, printed, printed_map
from photography.surface import Array, View

from sheetgen import SheetOptions
from sheetgen.layout.primitives import CellMap, PlaceKind, Rect

SCALES: dict[Level, float] = {"scan": 13.0, "easy": 13.0, "medium": 11.0, "hard": 7.0, "copy": 13.0}
"""Pixels per mm of the drawn page: somewhat finer than its picture."""
Corners = tuple[tuple[float, float], ...]
OUT = Path(__file__).parent.parent / "out" / "photos"
SLIPS, BLANKS, STRUCK, UNUSED, NAMED = 0.2, 0.03, 0.01, 0.15, 0.7
"""Shares of cards with a wrong sum, of blank zeros and sums, of numbers written anew, of unused
columns, and of cards with a name."""


class TrueCell(Struct, frozen=True):
    """Place to write in, and its true content."""

    id: str
    """Id in the map of the sheet: ``p1.fours``."""
    kind: PlaceKind
    corners: Corners
    """Corners of the outer edge of its line, in pixels; the middle of the first pixel is 0, 0.
    They begin with the upper left corner on the sheet, clockwise. On ruled pads they are the
    middles of crossings."""
    value: int | None
    """Written number; None for an empty place."""
    text: str
    """Written text: a number, or ``-``, ``/``, a back slash or ``x`` for nothing."""
    struck: str
    """A number that stands before it, struck out."""
    right: int | None
    """Right value."""
    slip: Slip
    """Kind of a wrong sum. A sum that follows from it has none."""
    hidden: float
    """The share of it that is under a finger."""


class Truth(Struct, frozen=True):
    """Content of a picture."""

    game: str
    level: Level
    seed: int
    options: SheetOptions | None
    """None for a pad that is not ours."""
    map: CellMap
    """Places of what is printed, in points of the page."""
    rows: tuple[str, ...] = ()
    """Ids of the rows of a pad of another maker, from top to bottom; - for a row without points."""
    labels: int = 0
    """Number of columns with labels on such a pad."""
    size: tuple[int, int] = (0, 0)
    """The width and height of the picture, pixels."""
    page: Corners = ()
    """The corners of the paper, pixels."""
    code_dice: tuple[Corners, ...] = ()
    corner_marks: tuple[Corners, ...] = ()
    cells: tuple[TrueCell, ...] = ()
    hands: tuple[str, ...] = ()
    """For each column the source of its digits and the pen."""


Places = dict[str, tuple[Entry, str, str]]
"""Entry of each place of a sheet, its text, and the text that was struck out before it."""


def photo(
    name: str,
    level: Level,
    seed: int,
    sources: Sequence[Source] = SOURCES,
    options: SheetOptions | None = None,
    ground: str = "",
) -> tuple[Array, Truth]:
    """Return a picture of a filled sheet and its content.

    The picture is [height, width, 3] in blue, green and red. `sources` are those of the digits.
    Only ``drawn`` needs nothing that `make photos` fetches. `ground` is one of GROUNDS.
    """
    jpeg, truth = photographed(name, level, seed, sources, options, ground)
    return decoded(jpeg), truth


def photographed(
    name: str,
    level: Level,
    seed: int,
    sources: Sequence[Source] = SOURCES,
    options: SheetOptions | None = None,
    ground: str = "",
) -> tuple[bytes, Truth]:
    """Return a photo of a filled sheet as a JPEG, and its content."""
    rng = np.random.default_rng((seed, crc32(name.encode()), [*LEVELS, "copy"].index(level)))
    options = options or chosen(name, rng)
    page = Page(printed(name, options, SCALES[level]).copy(), SCALES[level], rng)
    return _taken(
        page, Truth(name, level, seed, options, printed_map(name, options)), sources, ground
    )


def pad_photographed(
    name: str, level: Level, seed: int, sources: Sequence[Source] = SOURCES
) -> tuple[bytes, Truth]:
    """Return a JPEG of a filled page of a pad of another maker, and its content."""
    rng = np.random.default_rng((seed, pads.GAMES.index(name), [*LEVELS, "copy"].index(level), 2))
    pad = pads.pad(name, rng)
    page = Page(pads.drawn(pad, SCALES[level]), SCALES[level], rng)
    return _taken(page, Truth(name, level, seed, None, pad.map, pad.rows, pad.labels), sources)


def _taken(
    page: Page, truth: Truth, sources: Sequence[Source], ground: str = ""
) -> tuple[bytes, Truth]:
    """Return a page filled in and photographed."""
    places, hands = fill(page, truth.game, truth.map, sources)
    shot = take(
        page.pixels,
        (truth.map.width / MM, truth.map.height / MM),
        truth.level,
        page.rng,
        ground=ground,
    )
    return shot.jpeg, truth_of(shot, msgspec.structs.replace(truth, hands=hands), places)


def fill(
    page: Page, name: str, cells: CellMap, sources: Sequence[Source]
) -> tuple[Places, tuple[str, ...]]:
    """Write on a page. Return the content by the ids of places, and the hands."""
    rng = page.rng
    columns = {cell.id.partition(".")[0] for cell in cells.cells if cell.kind != "name"}
    used = [column for column in sorted(columns) if rng.random() >= UNUSED] or ["p1"]
    places: Places = {}
    hands = []
    for column in used:
        hand, card = writer(rng, sources), written(game(name), rng, SLIPS, BLANKS)
        hands.append(f"{column} {hand.source} {hand.pen}")
        named = rng.random() < NAMED
        for cell in cells.cells:
            owner, _, row = cell.id.partition(".")
            if owner == column and cell.kind == "name" and named:
                write_name(page, _box(cell.rect, page.scale), hand)
            row = row if row in card else row.removesuffix("_2")  # a total that a pad prints again
            if owner != column or row not in card:
                continue
            entry = card[row]
            text = "" if entry.value is None else str(entry.value) if entry.value else hand.nothing
            struck = str(rng.integers(1, 60)) if text and rng.random() < STRUCK else ""
            places[cell.id] = entry, text, struck
            if text:
                write(page, _box(cell.rect, page.scale), text, hand, struck)
    return places, tuple(hands)


def _box(rect: Rect, scale: float) -> tuple[float, float, float, float]:
    per_point = scale / MM
    return rect.x * per_point, rect.y * per_point, rect.width * per_point, rect.height * per_point


def decoded(jpeg: bytes) -> Array:
    """Return the pixels of a picture of ours."""
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))


def corners_of(view: View, rect: Rect) -> Corners:
    """Return the places in the picture of the corners of a rectangle of the sheet."""
    x, y, right, bottom = rect.x / MM, rect.y / MM, rect.right / MM, rect.bottom / MM
    found = view.pixels(np.array([[x, y], [right, y], [right, bottom], [x, bottom]]))
    return tuple((round(float(a), 2), round(float(b), 2)) for a, b in found)


def truth_of(shot: Shot, truth: Truth, places: Places) -> Truth:
    """Return the content of a picture, with all places."""
    nothing = Entry(None, None), "", ""
    cells = []
    for cell in truth.map.cells:
        entry, text, struck = places.get(cell.id, nothing)
        corners = corners_of(shot.view, cell.rect)
        cells.append(
            TrueCell(
                cell.id,
                cell.kind,
                corners,
                entry.value,
                text,
                struck,
                entry.right,
                entry.slip,
                _hidden(shot, corners),
            )
        )
    return msgspec.structs.replace(
        truth,
        size=shot.size,
        page=corners_of(shot.view, Rect(0, 0, truth.map.width, truth.map.height)),
        code_dice=tuple(corners_of(shot.view, die) for die in truth.map.code_dice),
        corner_marks=tuple(corners_of(shot.view, mark) for mark in truth.map.corners),
        cells=tuple(cells),
    )


def _hidden(shot: Shot, corners: Corners) -> float:
    if shot.finger is None:
        return 0.0
    ul, ur, lr, ll = np.array(corners)
    s, t = np.meshgrid(np.linspace(0, 1, 9), np.linspace(0, 1, 5))
    s, t = s.reshape(-1, 1), t.reshape(-1, 1)
    points = (1 - t) * ((1 - s) * ul + s * ur) + t * ((1 - s) * ll + s * lr)
    return float(shot.finger.covers(points).mean())


def main() -> None:
    """Write a number of pictures of each level, each with a file of its truth."""
    parser = argparse.ArgumentParser(description="Photos of filled sheets, with their truth.")
    parser.add_argument("--count", type=int, default=10, help="of each level")
    parser.add_argument("--level", choices=[*LEVELS, "copy"], action="append")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument(
        "--ground",
        choices=GROUNDS,
        default="",
        help="what the sheets lie on, for photos of a phone",
    )
    parser.add_argument("--pads", action="store_true", help="of pads that are not ours")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    games = given.game or (pads.GAMES if given.pads else GAMES)
    make = pad_photographed if given.pads else partial(photographed, ground=given.ground)
    for level in given.level or [*LEVELS, "copy"]:
        for number in range(given.count):
            jpeg, truth = make(games[number % len(games)], level, given.seed + number)
            stem = (
                given.out / f"{'pad-' * given.pads}{level}-{given.seed + number:03d}-{truth.game}"
            )
            stem.with_suffix(".jpg").write_bytes(jpeg)
            stem.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(truth)))
            print(stem.with_suffix(".jpg").name, *truth.size, *truth.hands, sep="  ")


if __name__ == "__main__":
    main()
