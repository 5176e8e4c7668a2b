"""Ruled pads of other makers, drawn and filled in here, and photos of them.

The designs differ in frames, colours, dashes, bands, shaded rows and the places of tables. Bends
are those of a curled page, made on the plane, without a camera.
"""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

Points = NDArray[np.floating[Any]]
"""x and y of points, in the last axis."""
Pixels = NDArray[np.uint8]
MM = 8
"""Pixels of the drawn paper in a millimetre."""
WORDS = (
    "Aces", "Twos", "Threes", "Fours", "Fives", "Sixes", "Total", "Bonus", "Upper total",
    "3 of a kind", "Straight", "4 of a kind", "Full house", "Sm. straight", "Lg. straight",
    "Chance", "Lower total", "Grand total",
)  # fmt: skip


class Lines(Struct, frozen=True):
    """Design of the lines of a pad."""

    colour: tuple[int, int, int] = (40, 40, 40)
    width: float = 0.3
    """Width of inner lines, mm."""
    frame: float = 0.6
    """Width of the frame, mm; 0 without one."""
    dash: float = 0
    """Millimetres of dashes and of their gaps in the upright lines; 0 for whole lines."""
    double: tuple[int, ...] = ()
    """The rows above which a second line stands."""


class Table(Struct, frozen=True):
    """Table with its corner, rows and columns in mm from the upper left of the paper."""

    left: float
    top: float
    heights: tuple[float, ...]
    widths: tuple[float, ...]
    labels: int = 1
    """The columns at the left that are printed."""
    band: bool = False
    """Flag: the first row has white letters on a dark ground."""
    zebra: bool = False
    """Flag: every other row is shaded."""
    lines: Lines = Lines()
    headings: tuple[int, ...] = ()
    """The rows that no upright line parts."""
    tint: tuple[int, int, int] | None = None
    """The ground of all cells, if it is not the paper."""
    icons: bool = False
    """Flag: the labels are dice, not words."""

    @property
    def nodes(self) -> Points:
        """Return the crossings of its lines in mm: rows + 1, columns + 1, x and y."""
        x = self.left + np.cumsum([0, *self.widths])
        y = self.top + np.cumsum([0, *self.heights])
        return np.stack(np.meshgrid(x, y), -1).astype(float)


class Design(Struct, frozen=True):
    """A pad: its paper in mm, and its tables in the order of reading."""

    width: float
    height: float
    tables: tuple[Table, ...]
    paper: tuple[int, int, int] = (244, 248, 250)


BLUE, RED, GREY, GREEN = (170, 110, 60), (80, 70, 200), (150, 150, 150), (90, 140, 80)

DESIGNS: dict[str, Design] = {
    "two tables": Design(140, 210, (
        Table(8, 22, (8,) * 9, (32, *(15,) * 6)),
        Table(8, 102, (8,) * 10, (32, *(15,) * 6)),
    )),
    "one list, a dark band": Design(110, 190, (
        Table(7, 12, (9, *(8.5,) * 18), (38, *(14,) * 4), band=True, lines=Lines(double=(7, 10))),
    )),
    "thin blue, no frame": Design(120, 180, (
        Table(10, 20, (8,) * 16, (30, *(17,) * 4), lines=Lines(BLUE, 0.2, 0)),
    )),
    "dashed columns": Design(130, 200, (
        Table(6, 15, (9,) * 18, (30, *(17.5,) * 5), lines=Lines(GREY, 0.25, 0.5, 1.0)),
    )),
    "two label columns, shaded rows": Design(150, 200, (
        Table(6, 10, (10, *(8,) * 21), (28, 26, *(13,) * 6), 2, zebra=True,
              lines=Lines((60, 60, 60), 0.25, 1.2)),
    )),
    "red and wide": Design(210, 150, (
        Table(8, 12, (7,) * 18, (34, *(16,) * 10), lines=Lines(RED, 0.3, 0.4)),
    )),
    "side by side": Design(200, 120, (
        Table(8, 14, (9,) * 9, (28, *(14,) * 4)),
        Table(104, 14, (9,) * 10, (28, *(14,) * 4)),
    )),
    "bands above both": Design(130, 200, (
        Table(7, 8, (8, *(8,) * 9), (30, *(14,) * 6), band=True, lines=Lines(GREEN, 0.3, 0.5)),
        Table(7, 98, (8, *(8,) * 10), (30, *(14,) * 6), band=True, lines=Lines(GREEN, 0.3, 0.5)),
    )),
    "headings between": Design(120, 200, (
        Table(6, 10, (8,) * 23, (34, *(14,) * 5), lines=Lines((40, 40, 40), 0.25, 0.5),
              headings=(0, 10)),
    )),
    "pale": Design(120, 180, (Table(8, 15, (9,) * 17, (30, *(15,) * 5),
                                    lines=Lines((190, 190, 190), 0.2, 0.3)),)),
    "dotted": Design(120, 180, (
        Table(8, 15, (9,) * 16, (30, *(15,) * 5), lines=Lines((90, 90, 90), 0.3, 0.4, 0.5)),
    )),
    "dice for labels": Design(120, 180, (Table(8, 15, (9,) * 16, (13,) * 8, icons=True),)),
    "white on a tint": Design(130, 190, (
        Table(8, 16, (8.5,) * 18, (34, *(16,) * 5), lines=Lines((255, 255, 255), 0.5, 0.5),
              tint=(225, 205, 190)),
    )),
    "wide cells": Design(210, 140, (Table(8, 14, (6.5,) * 17, (40, *(30,) * 5)),)),
    "uneven rows": Design(130, 210, (
        Table(6, 12, (12, *(8,) * 6, 10, 8, 14, *(8,) * 7, 10, 10), (32, *(15,) * 5)),
    )),
}  # fmt: skip


def draw(design: Design, seed: int, filled: float = 1.0) -> Pixels:
    """Return the pad, flat, with numbers in this share of its columns."""
    random = np.random.default_rng(seed)
    paper = np.full(
        (round(design.height * MM), round(design.width * MM), 3), design.paper, np.uint8
    )
    cv2.putText(
        paper,
        "SCORE SHEET",
        (10 * MM, 7 * MM),
        cv2.FONT_HERSHEY_DUPLEX,
        1.1,
        (50, 50, 50),
        2,
        cv2.LINE_AA,
    )
    for table in design.tables:
        _rule(paper, table)
        _label(paper, table)
        columns = len(table.widths) - table.labels
        for column in range(table.labels, table.labels + round(filled * columns)):
            _write(paper, table, column, random)
    return paper


def _pixels(*mm: float) -> tuple[int, ...]:
    """Millimetres as whole pixels."""
    return tuple(round(each * MM) for each in mm)


def _rule(paper: Pixels, table: Table) -> None:
    """Draw the grounds and the lines of a table."""
    nodes, look = table.nodes, table.lines
    for row, height in enumerate(table.heights):
        shade = (
            look.colour
            if table.band and not row
            else (222, 226, 226)
            if table.zebra and row % 2
            else table.tint
        )
        if shade is not None:
            first, last = nodes[row, 0], nodes[row, -1] + (0, height)
            cv2.rectangle(paper, _pixels(*first), _pixels(*last), shade, -1)
    for row, line in enumerate(nodes):
        width = look.frame if row in (0, len(nodes) - 1) else look.width
        _line(paper, line[0], line[-1], look.colour, width, 0)
        if row in look.double:
            _line(paper, line[0] + (0, 1), line[-1] + (0, 1), look.colour, width, 0)
    for column in range(nodes.shape[1]):
        edge = column in (0, nodes.shape[1] - 1)
        for row in range(len(table.heights)):
            if edge or row not in table.headings:
                ends = nodes[row : row + 2, column]
                _line(
                    paper,
                    ends[0],
                    ends[1],
                    look.colour,
                    look.frame if edge else look.width,
                    0 if edge else look.dash,
                )


def _line(
    paper: Pixels,
    start: Points,
    end: Points,
    colour: tuple[int, int, int],
    width: float,
    dash: float,
) -> None:
    """Draw a line of a width in mm, in dashes if they have a length; none without a width."""
    if not width:
        return
    length = float(np.abs(end - start).max())
    steps = np.arange(0, length, 2 * dash) if dash else np.zeros(1)
    for step in steps:
        ends = [
            start + (end - start) * (at / length) for at in (step, step + dash if dash else length)
        ]
        first, last = (tuple(np.rint(each * MM * 16).astype(int).tolist()) for each in ends)
        cv2.line(paper, first, last, colour, max(1, round(width * MM)), cv2.LINE_AA, 4)


def _label(paper: Pixels, table: Table) -> None:
    """Print the content of the columns of labels, and the heads of the others."""
    for row, height in enumerate(table.heights):
        ink = (245, 245, 245) if table.band and not row else (45, 45, 45)
        if table.icons:
            _die(paper, table.nodes[row, 0] + (3, height / 2 - 2.5), row % 6 + 1)
        for column in range(0 if not table.icons else table.labels, table.labels):
            word = WORDS[row % len(WORDS)] if not column else "add all dice"
            x, y = _pixels(*(table.nodes[row, column] + (1.2, height * 0.68)))
            cv2.putText(paper, word, (x, y), cv2.FONT_HERSHEY_DUPLEX, 0.75, ink, 1, cv2.LINE_AA)
        if table.band and not row:
            for column in range(table.labels, len(table.widths)):
                x, y = _pixels(*(table.nodes[row, column] + (1.5, height * 0.68)))
                cv2.putText(
                    paper, f"#{column}", (x, y), cv2.FONT_HERSHEY_DUPLEX, 0.75, ink, 1, cv2.LINE_AA
                )


def _die(paper: Pixels, place: Points, face: int) -> None:
    """Print a die of 5 mm."""
    x, y = _pixels(*place)
    cv2.rectangle(paper, (x, y), (x + 5 * MM, y + 5 * MM), (45, 45, 45), 2)
    for pip in range(face):
        cv2.circle(paper, (x + MM + pip % 3 * 12, y + MM + pip // 3 * 20), 3, (45, 45, 45), -1)


def _write(paper: Pixels, table: Table, column: int, random: np.random.Generator) -> None:
    """Write a number by hand in most boxes of a column, over their lines at times."""
    ink = [(110, 50, 30), (30, 30, 40), (40, 40, 150), (90, 90, 90)][random.integers(4)]
    for row in range(int(table.band), len(table.heights)):
        if random.random() < 0.1 or row in table.headings:
            continue
        text = str(random.integers(0, 60) if random.random() < 0.8 else random.integers(60, 320))
        size = random.uniform(0.9, 1.5)
        shift = random.normal((1.8, table.heights[row] * 0.75), (0.7, 0.7))
        x, y = _pixels(*(table.nodes[row, column] + shift))
        cv2.putText(paper, text, (x, y), cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size, ink, 3, cv2.LINE_AA)


class Level(Struct, frozen=True):
    """Difficulty of a photo: maxima in degrees, shares of the paper, pixels and grey levels."""

    turn: float
    tilt: float
    curl: float
    shade: float
    blur: float
    noise: float
    size: int
    """The longer side of the picture, px."""
    finger: bool = False


LEVELS = {
    "scan": Level(1, 0, 0, 0, 0.6, 2, 2200),
    "easy": Level(4, 0.04, 0.006, 0.2, 0.8, 4, 2600),
    "medium": Level(10, 0.10, 0.015, 0.45, 1.2, 7, 2200),
    "hard": Level(20, 0.18, 0.03, 0.65, 1.7, 11, 1700, finger=True),
}


class Photo(Struct, frozen=True):
    """A picture, and where the lines of each table cross in it."""

    pixels: Pixels
    tables: tuple[Points, ...]


def take(
    design: Design, level: str, seed: int, turns: int = 0, filled: float = 1.0, size: int = 0
) -> Photo:
    """Return a photo of the pad on a wooden table, turned by quarters.

    `size` is its longer side in pixels; 0 for that of the level.
    """
    random = np.random.default_rng(seed)
    how = replace(LEVELS[level], size=size or LEVELS[level].size)
    paper = draw(design, seed, filled)
    back, forth, shape = _view(design, how, random)
    picture = _render(paper, back, shape, how, random, wood=level != "scan")
    tables = tuple(forth(table.nodes) for table in design.tables)
    for _ in range(turns):
        tables = tuple(
            np.stack([each[..., 1], picture.shape[1] - 1 - each[..., 0]], -1) for each in tables
        )
        picture = np.rot90(picture)
    return Photo(np.ascontiguousarray(picture), tables)


def _view(
    design: Design, how: Level, random: np.random.Generator
) -> tuple[Callable[[Points], Points], Callable[[Points], Points], tuple[int, int]]:
    """From points of the picture to the paper, in mm, and back.

    And the picture's width and height.
    """
    width, height = design.width, design.height
    scale = how.size / max(width, height) * 0.86
    size = (round(width / 0.86 * scale), round(height / 0.86 * scale))
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], float) - (
        width / 2,
        height / 2,
    )
    angle = np.radians(random.uniform(-how.turn, how.turn))
    spin = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    tilted = corners * (1 + random.uniform(-how.tilt, how.tilt, (4, 1)) - how.tilt / 2)
    seen = tilted @ spin.T
    seen *= min(1.0, float((0.97 * np.array(size) / scale / 2 / np.abs(seen).max(0)).min()))
    target = (seen * scale + np.array(size) / 2).astype(np.float32)
    plane = cv2.getPerspectiveTransform(
        (corners + np.array((width, height)) / 2).astype(np.float32), target
    )
    bend = random.uniform(-how.curl, how.curl, 4) * max(width, height)

    def bent(points: Points) -> Points:
        """Return the places on flat paper of these points of the bent one, mm."""
        u, v = points[..., 0] / width, points[..., 1] / height
        dx = bend[0] * np.sin(np.pi * v) + bend[1] * np.sin(np.pi * u) * v
        dy = bend[2] * np.sin(np.pi * u) + bend[3] * np.sin(np.pi * v) * u
        return np.stack([points[..., 0] + dx, points[..., 1] + dy], -1)

    def through(matrix: Points, points: Points) -> Points:
        """Return the points, seen through a homography."""
        return np.asarray(
            cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix), float
        ).reshape(points.shape)

    def forth(points: Points) -> Points:
        """Return the places in the picture of points of the paper: `bent` undone step by step."""
        found = points
        for _ in range(12):
            found = found + points - bent(found)
        return through(np.asarray(plane), found)

    return (lambda points: bent(through(np.linalg.inv(np.asarray(plane)), points))), forth, size


def _render(
    paper: Pixels,
    back: Callable[[Points], Points],
    size: tuple[int, int],
    how: Level,
    random: np.random.Generator,
    wood: bool,
) -> Pixels:
    """Return the picture of the camera: paper on wood with a shadow, a finger, blur and noise."""
    x, y = np.meshgrid(np.arange(size[0], dtype=float), np.arange(size[1], dtype=float))
    where = (back(np.stack([x, y], -1)) * MM).astype(np.float32)
    picture = cv2.remap(
        paper, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    on = cv2.remap(
        np.full(paper.shape[:2], 255, np.uint8), where[..., 0], where[..., 1], cv2.INTER_LINEAR
    )
    ground = _wood(size, random) if wood else np.full_like(picture, 235)
    light = 1 - how.shade * random.uniform(0.5, 1) / (
        1 + np.exp(-(x - random.uniform(0.2, 0.8) * size[0]) / 40)
    )
    light = np.asarray(light) * (1 - how.shade * 0.3 * y / size[1])
    seen = np.where(on[..., None] > 127, picture, ground) * light[..., None]
    if how.finger:
        corner = np.array(size) * (random.uniform(0.9, 1.0), random.uniform(0.3, 0.7))
        cv2.ellipse(
            seen,
            tuple(corner.astype(int).tolist()),
            (size[0] // 9, size[1] // 22),
            0,
            0,
            360,
            (110, 140, 200),
            -1,
        )
    blurred = np.asarray(cv2.GaussianBlur(seen, (0, 0), how.blur * random.uniform(0.7, 1)))
    blurred = blurred + random.normal(0, how.noise, seen.shape)
    coded = cv2.imencode(
        ".jpg",
        np.clip(np.asarray(blurred), 0, 255).astype(np.uint8),
        [cv2.IMWRITE_JPEG_QUALITY, 80],
    )[1]
    decoded = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.asarray(decoded, np.uint8)


def _wood(size: tuple[int, int], random: np.random.Generator) -> Pixels:
    """Planks: long grain along the width, and seams."""
    grain = cv2.GaussianBlur(random.normal(0, 1, (size[1], max(2, size[0] // 60))), (0, 0), 0.8)
    grain = cv2.resize(grain, size, interpolation=cv2.INTER_CUBIC)
    seams = np.where(np.arange(size[1]) % max(60, size[1] // 7), 1.0, 0.4)[:, None, None]
    wood = (np.array((70, 105, 150)) + 22 * np.asarray(grain)[..., None]) * seams
    return np.clip(wood, 0, 255).astype(np.uint8)
