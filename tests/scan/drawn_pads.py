"""Ruled pads of other makers, drawn and filled in here, and photos of them.

The designs differ in frames, colours, dashes, bands, shaded rows and the places of tables.
"""

from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from photography import camera
from photos import decoded

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


class Photo(Struct, frozen=True):
    """A picture, and where the lines of each table cross in it."""

    pixels: Pixels
    tables: tuple[Points, ...]


def take(
    design: Design, level: camera.Level, seed: int, turns: int = 0, filled: float = 1.0
) -> Photo:
    """Return a photo of the pad, turned by quarters."""
    random = np.random.default_rng(seed)
    shot = camera.take(draw(design, seed, filled), (design.width, design.height), level, random)
    picture = decoded(shot.jpeg)
    tables = []
    for table in design.tables:
        nodes = table.nodes
        tables.append(shot.view.pixels(nodes.reshape(-1, 2)).reshape(nodes.shape))
    for _ in range(turns):
        tables = [
            np.stack([each[..., 1], picture.shape[1] - 1 - each[..., 0]], -1) for each in tables
        ]
        picture = np.rot90(picture)
    return Photo(np.ascontiguousarray(picture), tuple(tables))
