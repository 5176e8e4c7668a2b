"""Pads that are not ours.

A ruled table of a design of its own, with labels on the left and a column for each game.
"""

import cv2
import numpy as np
from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from photography.sheets import FONTS, MM, game
from photography.surface import Array
from sheetgen.layout.primitives import CellMap, PlacedCell, Rect

GAMES = ("bonus-yachts", "numbers-hands", "yatzy", "dice-play", "generala")
"""Games that have such pads."""
INKS = ((20, 20, 20), (110, 70, 40), (60, 60, 150), (90, 90, 90))
PAPERS = ((255, 255, 255), (236, 248, 252), (250, 250, 246))


class Pad(Struct, frozen=True):
    """Empty page of a pad."""

    name: str
    """The game."""
    map: CellMap
    """Its places in points: a total that is printed again is ``p1.upper_total_2``."""
    rows: tuple[str, ...]
    """The ids of its rows from top to bottom; - for a row without points."""
    labels: int
    """The number of columns with labels."""
    lines: tuple[tuple[float, ...], tuple[float, ...]]
    """The x of all upright lines and the y of all level ones, mm; of a double one the middle."""
    style: int
    """Number from which its rules, fills and inks are chosen."""


def pad(name: str, rng: np.random.Generator) -> Pad:
    """Return a pad for a game: its rows, the total of the upper part twice, and a row for names."""
    rows = _rows(name, rng)
    labels, columns = int(rng.integers(1, 4)), int(rng.integers(3, 7))
    wide, high = rng.uniform(12, 19), rng.uniform(6.5, 9)
    margin, top = rng.uniform(5, 11), rng.uniform(10, 26)
    widths = [rng.uniform(24, 34), *rng.uniform(7, 20, labels - 1), *[wide] * columns]
    x = margin + np.concatenate([[0], np.cumsum(widths)])
    heights = [high * (rng.uniform(1.0, 1.4) if row == "-" else 1.0) for row in rows]
    y = top + np.concatenate([[0], np.cumsum(heights)])
    cells = []
    for place, row in enumerate(rows):
        again = "_2" if row in rows[:place] else ""
        kind = "name" if row == "-" else "box" if row in game(name).boxes else "total"
        for column in range(columns):
            left, right = (float(x[labels + column + side]) * MM for side in (0, 1))
            rect = Rect(
                left, float(y[place]) * MM, right - left, float(y[place + 1] - y[place]) * MM
            )
            id_ = f"p{column + 1}.{'name' if row == '-' else row}{again}"
            cells.append(PlacedCell(id_, kind, rect))  # type: ignore[arg-type]
    size = (float(x[-1]) + margin) * MM, (float(y[-1]) + rng.uniform(6, 16)) * MM
    printed = CellMap(name, *size, tuple(cells), (), (), ())
    lines = tuple(map(float, x)), tuple(map(float, y))
    return Pad(name, printed, rows, labels, lines, int(rng.integers(1 << 31)))


def _rows(name: str, rng: np.random.Generator) -> tuple[str, ...]:
    """Return the rows of the game.

    Sums of the upper part may be repeated before the grand total.
    """
    rows, ruleset = list(game(name).rows), game(name)
    first = next(
        (row for row in rows if row.startswith(("upper_total", "upper_subtotal", "numbers_total"))),
        "",
    )
    if first and rng.random() < 0.8 and first in ruleset.all_totals:
        rows.insert(-1, first)
    return ("-", *rows)


def drawn(pad: Pad, scale: float) -> Array:
    """Return the page as a picture in blue, green and red, with this number of pixels per mm."""
    rng = np.random.default_rng(pad.style)
    wide, high = round(pad.map.width / MM * scale), round(pad.map.height / MM * scale)
    picture = Image.new("RGB", (wide, high), PAPERS[rng.integers(len(PAPERS))][::-1])
    draw, ink = ImageDraw.Draw(picture), INKS[rng.integers(len(INKS))][::-1]
    x, y = ([each * scale for each in lines] for lines in pad.lines)
    if rng.random() < 0.5:
        draw.rectangle((x[0], y[0], x[pad.labels], y[-1]), (226, 226, 222))
    fill_sums, totals = rng.random() < 0.5, game(pad.name).all_totals
    for place, row in enumerate(pad.rows):
        if fill_sums and row in totals:
            draw.rectangle((x[0], y[place], x[-1], y[place + 1]), (232, 236, 236))
        _label(draw, pad, place, scale, ink)
    title = ImageFont.truetype(FONTS / "SofiaSansSemiCondensed-Black.ttf", 0.4 * y[0])
    draw.text((x[0], 0.35 * y[0]), "Game card", ink, title)
    return _ruled(np.array(picture)[..., ::-1].copy(), pad, scale, rng, ink[::-1])


def _label(
    draw: ImageDraw.ImageDraw, pad: Pad, place: int, scale: float, ink: tuple[int, ...]
) -> None:
    """Draw the label of a row, and the texts in the columns beside it."""
    x, y = ([each * scale for each in lines] for lines in pad.lines)
    row, high = pad.rows[place], y[place + 1] - y[place]
    font = ImageFont.truetype(
        FONTS / "SofiaSansSemiCondensed-Bold.ttf", min(0.45 * high, 3.6 * scale)
    )
    small = ImageFont.truetype(FONTS / "SofiaSansSemiCondensed-Regular.ttf", 2.2 * scale)
    text = "Game" if row == "-" else row.replace("_", " ").capitalize()
    draw.text((x[0] + 1.2 * scale, y[place] + 0.5 * high), text, ink, font, "lm")
    for column in range(1, pad.labels):
        draw.text(
            ((x[column] + x[column + 1]) / 2, y[place] + 0.5 * high),
            "add up"[: 2 * column + 2],
            ink,
            small,
            "mm",
        )


def _ruled(
    picture: Array, pad: Pad, scale: float, rng: np.random.Generator, ink: tuple[int, ...]
) -> Array:
    """Return the picture with all lines.

    Thin ones, thicker or double ones around totals, and a frame.
    """
    x, y = pad.lines
    thin, thick = rng.uniform(0.18, 0.4), rng.uniform(0.5, 0.9)
    double, totals = rng.random() < 0.35, game(pad.name).all_totals
    share = np.zeros(picture.shape[:2], np.float32)
    for place, level in enumerate(y):
        after_sums = (
            0 < place < len(pad.rows)
            and pad.rows[place - 1] in totals
            and pad.rows[place] not in totals
        )
        if after_sums and double:
            for off in (-0.45, 0.45):
                _rule(share, (x[0], level + off, x[-1], level + off), thin, scale)
        else:
            _rule(
                share,
                (x[0], level, x[-1], level),
                thick if after_sums or place in (0, len(y) - 1) else thin,
                scale,
            )
    for place, side in enumerate(x):
        _rule(
            share,
            (side, y[0], side, y[-1]),
            thick if place in (0, pad.labels, len(x) - 1) else thin,
            scale,
        )
    alpha = share[..., None]
    return np.asarray(picture * (1 - alpha) + np.array(ink, np.float32) * alpha).astype(np.uint8)


def _rule(
    share: Array, line: tuple[float, float, float, float], width: float, scale: float
) -> None:
    """Add a line of a width in mm, with soft edges, to the share of ink."""
    half = width / 2
    x0, y0, x1, y1 = (
        (each + off) * scale for each, off in zip(line, (-half, -half, half, half), strict=True)
    )
    one = np.zeros_like(share)
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) - 0.5
    cv2.fillPoly(one, [np.rint(corners * 256).astype(np.int32)], 1.0, cv2.LINE_8, 8)
    np.maximum(share, one, out=share)
