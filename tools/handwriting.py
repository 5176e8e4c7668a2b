"""Numbers as people write them in boxes, composed of digits by many hands.

These are digits of people, drawn ones and handwriting fonts. Used to train the reader of digits and
to test it. Training and tests share no digit: of the digits of people 100 of each kind are kept
back, of the fonts some families, and drawn digits are never the same twice. All lengths are in
pixels of a straightened page, 8 a millimetre.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from photography.hands import KEPT_BACK, digits as digits_by_people

from sheetgen.layout.primitives import MM, Rect
from sheetgen.scan import ink

FINE = 8
"""Pixels a millimetre of a straightened page."""
SCALE = FINE / MM
"""Pixels per point."""
HIGH = 48
"""The height of a digit before it is written in its size."""
LEARNED, BETWEEN = (
    (*range(KEPT_BACK.start - 60), *range(KEPT_BACK.stop + 60, 5_400)),
    range(-700, 0),
)
"""Digits of each kind: those for training, and those for measuring how sure the reader may be.
They are in the order of their writers. Some 60 before and after the second kind are used for
neither."""

Mask = NDArray[Any]
Hand = Callable[[Generator, str], list[Mask]]
"""A hand: returns pictures of the digits of a number, 0..1 of ink, about ``HIGH`` pixels high."""

STROKES = {
    "0": ("52 24 16 28 59 78 86 74 52", "63 41 23 16 28 59 78 86 74 51 31",
          "41 25 28 59 87 84 62 41"),
    "1": ("15 51 | 51 59", "33 51 | 51 59", "07 51 | 51 59", "24 51 | 51 59 | 29 89", "51 59",
          "61 49",
          "16 61 | 61 59", "14 31 51 | 51 59", "13 41 51 | 51 49",
          "06 43 51 | 51 49", "04 23 61 | 61 59", "05 43 71 | 71 69", "13 31 61 | 61 59",
          "04 22 51 | 51 59",
          "25 51 58"),
    "2": ("13 31 61 83 66 19 | 19 99", "13 41 72 74 48 19 28 39 58 99",
          "23 41 72 65 29 | 29 48 69 98",
          "45 24 31 62 74 56 19 | 19 99", "12 51 83 76 19 | 19 89"),
    "3": ("12 41 72 64 45 | 45 75 87 59 29 17", "11 81 | 81 44 | 44 74 87 59 28 17",
          "21 61 73 45 | 45 76 68 39 18"),
    "4": ("31 16 | 16 96 | 63 69", "21 15 | 15 95 | 71 69", "61 16 | 16 96 | 61 69",
          "41 16 | 16 86 | 74 59",
          "12 15 | 15 85 | 82 79"),
    "5": ("81 21 | 21 25 | 25 54 86 69 39 18", "31 24 | 24 54 86 69 39 18 | 31 81",
          "81 41 24 54 86 69 39 18"),
    "6": ("71 33 17 49 77 65 35 17", "61 24 17 49 78 76 45 17", "51 25 18 49 68 66 46 27"),
    "7": ("11 81 | 81 39", "11 81 | 81 39 | 25 75", "13 11 | 11 81 | 81 49 | 35 75",
          "12 31 81 | 81 55 49 | 26 85",
          "21 91 | 91 39 | 35 85", "13 21 81 | 81 39", "11 81 53 39"),
    "8": ("71 31 23 45 76 68 39 17 35 64 72 51", "51 23 54 73 51 | 54 26 28 59 78 76 54"),
    "9": ("73 51 23 25 55 73 | 73 69", "73 51 23 25 55 73 76 59 29", "72 41 23 45 72 | 72 79"),
}  # fmt: skip
"""Digits as schools in Europe teach them and as pens write them: strokes of points "xy", each from
0 to 9."""

PENS = (
    (120, 50, 20),
    (160, 70, 40),
    (30, 25, 25),
    (60, 50, 50),
    (40, 30, 190),
    (70, 60, 225),
    (60, 120, 30),
    (105, 100, 100),
)
"""Colours of ink in BGR, from blue to pencil."""


class Sample(NamedTuple):
    """A box with what it means."""

    patch: Mask
    """Result of ``ink.cut``: float32[32, 80]."""
    amount: float
    word: str
    """Right answer: digits with an optional minus, "" or "-" for nothing, "x" for a struck
    number."""
    kind: str
    """Peculiarity of the patch, for reports."""


def line_through(points: NDArray[np.float64], steps: int = 10) -> NDArray[np.float64]:
    """Return a smooth line through points [n, 2]: a Catmull-Rom spline."""
    if len(points) < 3:
        return points
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        parts.append(
            0.5
            * (
                2 * b
                + (c - a) * t
                + (2 * a - 5 * b + 4 * c - d) * t**2
                + (3 * b - 3 * c + d - a) * t**3
            )
        )
    return np.vstack([*parts, points[-1:]])


def draw(lines: Sequence[NDArray[np.float64]], width: float, shape: tuple[int, int]) -> Mask:
    """Lines [n, 2] of x and y, drawn by a pen of this width."""
    canvas = np.zeros(shape, np.uint8)
    for line in lines:
        cv2.polylines(
            canvas,
            [np.round(line * 16).astype(np.int32)],
            False,
            255,
            max(round(width), 1),
            cv2.LINE_AA,
            4,
        )
    return (canvas / np.float32(255)).astype(np.float32)


def tight(mask: Mask) -> Mask:
    """Return the picture without empty margins."""
    x, y, width, height = cv2.boundingRect((mask > 0.1).astype(np.uint8))
    return mask[y : y + height, x : x + width]


def drawn(random: Generator, text: str) -> list[Mask]:
    """Digits drawn by a pen, in one width."""
    pen, wild, wide = random.uniform(2.5, 7), random.uniform(0.1, 0.45), random.uniform(2.6, 4.2)
    digits = []
    for digit in text:
        lines = []
        for stroke in str(random.choice(STROKES[digit])).split("|"):
            points = np.array([[float(x), float(y)] for x, y in map(tuple, stroke.split())])
            points += random.normal(0, wild, points.shape)
            lines.append(line_through(points) * (wide, HIGH / 9) + (12, 8))
        digits.append(tight(draw(lines, pen, (HIGH + 24, 72))))
    return digits


def people(known: Sequence[int]) -> Hand:
    """Return a hand that writes with these digits of people."""
    stock = [each[list(known)] for each in digits_by_people()]

    def write(random: Generator, text: str) -> list[Mask]:
        edge, found = random.uniform(0.3, 0.6), []
        for digit in text:
            if (
                digit in "17" and random.random() < 0.3
            ):  # these people are Americans: no up-stroke, no bar
                found += drawn(random, digit)
                continue
            small = tight(stock[int(digit)][random.integers(len(known))].astype(np.float32) / 255)
            size = HIGH / small.shape[0]
            large = cv2.resize(small, None, fx=size, fy=size, interpolation=cv2.INTER_CUBIC)
            found.append(np.clip((large - edge) * 4 + 0.5, 0, 1).astype(np.float32))
        return found

    return write


def fonts(files: Sequence[Path]) -> Hand:
    """Return a hand that writes each number in one of these handwriting fonts."""
    from PIL import ImageFont  # noqa: PLC0415 - for training alone

    faces = [ImageFont.truetype(each, 60) for each in files]

    def write(random: Generator, text: str) -> list[Mask]:
        face, digits, thick = faces[random.integers(len(faces))], [], int(random.integers(0, 3))
        for digit in text:
            mask = face.getmask(digit, mode="L")
            picture = np.array(mask, np.uint8).reshape(mask.size[::-1])
            picture = cv2.copyMakeBorder(picture, 3, 3, 3, 3, cv2.BORDER_CONSTANT)
            large = cv2.dilate(picture, np.ones((thick + 1, thick + 1), np.uint8)) / np.float32(255)
            digits.append(tight(cv2.resize(large, None, fx=HIGH / 46, fy=HIGH / 46)))
        return digits

    return write


def number(random: Generator, text: str, hand: Hand) -> Mask:
    """Return a picture of a number, its digits apart or touching, at slightly different heights."""
    digits, gap = (
        hand(random, text),
        random.choice([random.normal(7, 3), random.uniform(-5, 1), random.uniform(8, 18)]),
    )
    canvas, x = np.zeros((2 * HIGH + 40, 360), np.float32), 20
    for each in digits:
        size = max(random.normal(1, 0.08) * min(1, 80 / each.shape[1]), 0.7)
        digit = cv2.resize(each, None, fx=size, fy=size)[: 2 * HIGH]
        y = min(
            max(round((canvas.shape[0] - digit.shape[0]) / 2 + random.normal(0, 3)), 0),
            canvas.shape[0] - digit.shape[0],
        )
        view = canvas[y : y + digit.shape[0], x : x + digit.shape[1]]
        np.maximum(view, digit[:, : view.shape[1]], out=view)
        x = max(round(x + digit.shape[1] + gap + random.normal(0, 1.5)), 0)
    return warped(random, tight(canvas))


def warped(random: Generator, mask: Mask) -> Mask:
    """Return the picture as written by a hand that slants, turns and trembles."""
    height, width = mask.shape
    slant, turn, pad = random.normal(0.05, 0.18), random.normal(0, 0.06), 24
    y, x = np.mgrid[-pad : height + pad, -pad : width + pad].astype(np.float32)
    down, right = y - height / 2, x - width / 2
    strength, coarse = random.uniform(0, 4), random.normal(0, 1, (2, 4, 7)).astype(np.float32)
    wave = [
        cv2.resize(each, x.shape[::-1], interpolation=cv2.INTER_CUBIC) * strength for each in coarse
    ]
    from_x = (x + slant * down + turn * down + wave[0]).astype(np.float32)
    from_y = (y - turn * right + 0.7 * wave[1]).astype(np.float32)
    return tight(cv2.remap(mask, from_x, from_y, cv2.INTER_LINEAR))


def strike(random: Generator, mask: Mask) -> Mask:
    """Return a number that is struck: scribbled over, or with lines or a cross through it."""
    mask = np.pad(mask, 10)
    height, width = mask.shape
    pen, lines = random.uniform(2.5, 6), []
    kind = random.choice(["scribble", "lines", "cross"], p=[0.45, 0.4, 0.15])
    if kind == "scribble":
        peaks = int(random.integers(5, 13))
        points = np.column_stack([np.linspace(0.02, 0.98, peaks), np.resize([0.15, 0.85], peaks)])
        lines.append(
            line_through((points + random.normal(0, 0.06, points.shape)) * (width, height))
        )
    elif kind == "lines":
        for _ in range(random.integers(1, 4)):
            ends = np.array([[0.0, random.uniform(0.25, 0.75)], [1.0, random.uniform(0.2, 0.8)]])
            lines.append((ends + random.normal(0, 0.05, (2, 2))) * (width, height))
    else:
        for corners in ([[0, 0], [1, 1]], [[0, 1], [1, 0]]):
            lines.append((np.array(corners) + random.normal(0, 0.06, (2, 2))) * (width, height))
    return np.maximum(mask, draw(lines, pen, mask.shape))


def rewritten(random: Generator, old: Mask, new: Mask) -> Mask:
    """Return a struck number with the new one beside it or above it."""
    if random.random() < 0.6:
        gap = int(random.integers(4, 20))
        height = max(old.shape[0], new.shape[0])
        free = [height - each.shape[0] for each in (old, new)]
        low, high = (
            np.pad(each, ((room // 2, room - room // 2), (0, 0)))
            for each, room in zip((old, new), free, strict=True)
        )
        return np.hstack([np.pad(low, ((0, 0), (0, gap))), high])
    new = cv2.resize(new, None, fx=0.75, fy=0.75)
    width, gap = max(old.shape[1], new.shape[1]), int(random.integers(2, 10))
    left = int(random.integers(width - new.shape[1] + 1))
    above = np.pad(new, ((0, gap), (left, width - new.shape[1] - left)))
    return np.vstack([above, np.pad(old, ((0, 0), (0, width - old.shape[1])))])


def nothing(random: Generator, kind: str) -> Mask:
    """Return a mark for no points: a dash, a slash at any angle, or no ink at all."""
    if kind not in ("dash", "slash", "backslash"):
        return np.zeros((1, 1), np.float32)
    long, bent, lean = random.uniform(14, 60), random.normal(0, 2, (3, 2)), random.uniform(0.45, 1)
    run = {"dash": (1, random.normal(0, 0.08)), "slash": (lean, -1), "backslash": (lean, 1)}[kind]
    points = (
        np.linspace(0, 1, 3)[:, None] * (np.array(run) * (long + (0 if kind == "dash" else 20)))
        + bent
    )
    points += 6 - points.min(axis=0)
    size = np.ceil(points.max(axis=0) + 8).astype(int)
    return tight(draw([line_through(points)], random.uniform(2.5, 6.5), (size[1], size[0])))


def negative(random: Generator, mask: Mask) -> Mask:
    """Return a number with a minus before it."""
    dash = nothing(random, "dash")
    dash = cv2.resize(dash, (int(random.integers(12, 30)), dash.shape[0]))[: mask.shape[0]]
    gap, free = int(random.integers(3, 16)), mask.shape[0] - dash.shape[0]
    top = min(max(round(free / 2 + random.normal(0, 4)), 0), free)
    return np.hstack([np.pad(dash, ((top, free - top), (0, gap))), mask])


def rounded(box: Mask, radius: float) -> Mask:
    """Return the closed path of a box with round corners.

    `box` is left, top, right, bottom.
    """
    left, top, right, bottom = box
    path = [
        (x + sx * radius, y + sy * radius)
        for x, y, sx, sy in (
            (right - radius, bottom - radius, 1, 0),
            (right - radius, bottom - radius, 0.7, 0.7),
            (right - radius, bottom - radius, 0, 1),
            (left + radius, bottom - radius, 0, 1),
            (left + radius, bottom - radius, -0.7, 0.7),
            (left + radius, bottom - radius, -1, 0),
            (left + radius, top + radius, -1, 0),
            (left + radius, top + radius, -0.7, -0.7),
            (left + radius, top + radius, 0, -1),
            (right - radius, top + radius, 0, -1),
            (right - radius, top + radius, 0.7, -0.7),
            (right - radius, top + radius, 1, 0),
        )
    ]
    return np.array([*path, path[0]])


def placed(
    random: Generator, mask: Mask, room: tuple[float, float], over: bool
) -> tuple[Mask, float, float]:
    """Return the number in its size, and its place in a box of this width and height."""
    width, height = room
    size = min(random.uniform(0.4, 0.85) * height, 9 * FINE) / max(mask.shape[0], HIGH * 0.8)
    size = min(size, (width - 10) / mask.shape[1], (height - 8) / mask.shape[0])
    mask = cv2.resize(
        mask, None, fx=size, fy=size, interpolation=cv2.INTER_AREA if size < 1 else cv2.INTER_LINEAR
    )
    free_x, free_y = width - mask.shape[1], height - mask.shape[0]
    x, y = free_x / 2 + random.normal(0, 0.12) * width, free_y / 2 + random.normal(0, 0.1) * height
    x, y = min(max(x, 5), max(free_x - 5, 0)), min(max(y, 5), max(free_y - 5, 0))
    if over:
        out = random.uniform(-3, 7)
        x, y = [(x, -out), (x, free_y + out), (-out, y), (free_x + out, y)][random.integers(4)]
    return mask, x, y


def paste(page: Mask, mask: Mask, x: float, y: float) -> None:
    """Add the ink that is on the page at a place."""
    move = np.array([[1, 0, x], [0, 1, y]], np.float64)
    np.maximum(page, cv2.warpAffine(mask, move, page.shape[::-1]), out=page)


def photographed(random: Generator, page: Mask) -> NDArray[np.uint8]:
    """Return the page after a camera or a scanner: shadow, blur, few pixels, noise and JPEG.

    The input is BGR, 0..1; the result is uint8.
    """
    height, width = page.shape[:2]
    light = cv2.resize(random.uniform(0.75, 1, (2, 2)).astype(np.float32), (width, height))
    light = light * np.float32(random.uniform(0.55, 1))
    askew = cv2.getRotationMatrix2D((width / 2, height / 2), random.normal(0, 0.3), 1)
    page = cv2.warpAffine(page, askew, (width, height), borderMode=cv2.BORDER_REPLICATE)
    page = page * light[..., None] * random.uniform(0.88, 1, 3).astype(np.float32)
    page = cv2.GaussianBlur(page, (0, 0), random.uniform(0.35, 2.2))
    if random.random() < 0.4:
        size = random.uniform(0.5, 0.95)
        page = cv2.resize(
            cv2.resize(page, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), (width, height)
        )
    grain, colour = random.standard_normal((height, width + 6), np.float32), random.uniform(0, 5)
    noise = random.uniform(0, 9) * grain[:, 6:, None] + colour * np.dstack(
        [grain[:, k : width + k] for k in (0, 2, 4)]
    )
    shot = np.clip(page * 255 + noise, 0, 255).astype(np.uint8)
    if random.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(45, 96))]
        shot = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", shot, quality)[1], cv2.IMREAD_COLOR), np.uint8
        )
    return shot


def boxed(random: Generator, mask: Mask, over: bool, stray: Mask | None) -> ink.BoxInk:
    """Return the ink of a photographed box with this number, and a neighbour's stroke in it."""
    width, height = random.uniform(11, 24) * FINE, random.uniform(7.5, 13) * FINE
    edge, gap = 20, random.uniform(0.4, 1.6) * FINE
    shape = (round(height) + 2 * edge, round(width) + 2 * edge)
    thick, pen = (
        random.choice([0.85, 1.25, 1.9, 2.4], p=[0.7, 0.1, 0.1, 0.1]) * SCALE,
        np.zeros(shape, np.float32),
    )
    line = (
        np.array([edge, edge, edge + width, edge + height]) + np.array([1, 1, -1, -1]) * thick / 2
    )
    apart = np.array([width + gap, height + gap] * 2)
    moves = [(0, 0, 0, 0), (-1, 0, -1, 0), (1, 0, 1, 0), (0, -1, 0, -1), (0, 1, 0, 1)]
    print_ = draw([rounded(line + apart * move, 1.8 * FINE) for move in moves], thick, shape)
    if mask.size > 1:
        mask, x, y = placed(random, mask, (width, height), over)
        paste(pen, mask, edge + x, edge + y)
    if stray is not None:
        stray, x, y = placed(random, stray, (width, height), True)
        side = random.choice([-1, 1])
        paste(
            pen,
            stray,
            edge + x,
            edge + side * (height + gap - 5) + (y if 0 < y < height - stray.shape[0] else 0),
        )
    colour = np.array(PENS[random.integers(len(PENS))]) / 255 + random.normal(0, 0.04, 3)
    grain = random.standard_normal((shape[0] // 2, shape[1] // 2), np.float32)
    grain = 1 + cv2.resize(grain, shape[::-1]) * np.float32(random.uniform(0, 0.35))
    strength = np.clip(pen * np.float32(random.uniform(0.45, 1)) * grain, 0, 1)[..., None]
    page = 1 - print_[..., None] * random.uniform(0.7, 0.95, 3).astype(np.float32)
    page *= 1 - strength * (1 - np.clip(colour, 0, 1)).astype(np.float32)
    place = np.array([edge, edge]) + random.normal(0, 1.0, 2)
    rect = Rect(*(float(each) / SCALE for each in (*place, width, height)))
    return ink.cut(photographed(random, page), rect, SCALE)


def text_for(random: Generator) -> tuple[str, str]:
    """Return a random text for a box, and the struck text before it; one of the two may be empty.

    Numbers of one to four digits, 0 to 1999, few of them less than 0; a dash or slash; nothing.
    """
    length = random.choice([1, 2, 3, 4], p=[0.33, 0.4, 0.23, 0.04])
    value = int(random.integers(*((0, 10), (10, 100), (100, 1000), (1000, 2000))[length - 1]))
    case = random.random()
    if case < 0.1:
        return str(random.choice(["-", "/", "\\"], p=[0.7, 0.19, 0.11])), ""
    if case < 0.15:
        return "", str(value) if case > 0.12 else ""
    if case < 0.175:
        return f"-{1 + value % 9}", ""
    return str(value), str(random.integers(0, 250)) if case < 0.24 else ""


def word_of(text: str, struck: str) -> str:
    """Return the reading that the network should give."""
    return "" if text in ("/", "\\") else text or "x" * bool(struck)


def kind_of(text: str, struck: str) -> str:
    """Return the kind of the text, for reports."""
    if struck:
        return "written anew" if text else "struck"
    return {"": "empty", "-": "dash", "/": "slash", "\\": "backslash"}.get(text) or (
        "minus" if text[0] == "-" else f"{len(text)} digits"
    )


def sample(random: Generator, hands: Sequence[Hand]) -> Sample:
    """Return a box as people fill it, with its reading."""
    hand = hands[int(random.integers(len(hands)))]
    text, struck = text_for(random)
    stray = number(random, "7", hand) if random.random() < 0.06 else None
    word, over, kind = word_of(text, struck), random.random() < 0.1, kind_of(text, struck)
    mask = number(random, text.strip("-"), hand) if word.strip("-x") else nothing(random, kind)
    if kind == "minus":
        mask = negative(random, mask)
    if struck:
        old = strike(random, number(random, struck, hand))
        mask = rewritten(random, old, mask) if text else old
    found = boxed(random, mask, over and bool(word.strip("-x")), stray)
    return Sample(
        found.patch, found.amount, word, "over the line" if over and kind[0] in "123" else kind
    )
