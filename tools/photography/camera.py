"""Phones, scanners and copiers.

How a sheet is seen at each level, and what light, hands and noise do to it.
"""

from itertools import pairwise, product
from typing import Literal

import cv2
import numpy as np
from msgspec import Struct

from photography.scenes import Finger, finger, light_of, shadow_of, table_of
from photography.surface import Array, Camera, Curl, Flat, View, maps

Level = Literal["scan", "easy", "medium", "hard", "copy"]
LEVELS: tuple[Level, ...] = ("scan", "easy", "medium", "hard")
Range = tuple[float, float]


class Setting(Struct, frozen=True):
    """Properties of phones at one level."""

    tilt: Range
    """Degrees."""
    curl: Range
    """Height of the bent paper, mm."""
    long: Range
    """Longer side of the sheet in pixels. Numbers below 20 are the minimum of pixels per mm."""
    white: Range
    """Brightness of white paper, of 255."""
    gradient: float
    """Loss of light on one side."""
    shadow: float
    """The share of the light that the shadow of a hand takes away, at most."""
    blur: Range
    """Blur of the lens, in pixels."""
    motion: Range
    """Length of the smear of a moving camera, in pixels."""
    noise: Range
    """Its standard deviation, of 255."""
    quality: tuple[int, int]
    """Range of the quality of the JPEG."""
    fingers: tuple[float, float]
    """The chance of a finger on a side, and on a corner."""
    turned: bool
    """Flag: the picture is turned by any quarter."""


SETTINGS: dict[Level, Setting] = {
    "easy": Setting(
        (0, 10), (0, 2), (2700, 3700), (200, 235), 0.15, 0.0, (0.5, 1.0), (0, 0), (1, 3), (85, 95),
        (0, 0), False
    ),
    "medium": Setting(
        (5, 25), (2, 9), (1750, 3200), (155, 225), 0.35, 0.45, (0.6, 1.3), (0, 1.5), (3, 7),
        (68, 78), (0.35, 0), True
    ),
    "hard": Setting(
        (15, 40), (6, 20), (4.1, 5.0), (100, 165), 0.4, 0.5, (0.5, 0.9), (0.8, 2.2), (5, 10),
        (60, 75), (0.2, 0.4), True
    ),
}  # fmt: skip


SCANNER = Setting(
    (0, 0), (0, 0), (0, 0), (0, 0), 0, 0, (0.35, 0.6), (0, 0), (0.5, 2.0), (78, 93), (0, 0), False
)


class Shot(Struct, frozen=True):
    """A picture that was taken."""

    jpeg: bytes
    size: tuple[int, int]
    """Its width and height, pixels."""
    view: View
    finger: Finger | None


def take(
    page: Array,
    size: tuple[float, float],
    level: Level,
    rng: np.random.Generator,
    *,
    bare: bool = False,
    ground: str = "",
) -> Shot:
    """Take a picture of a page of this width and height in mm.

    A `bare` one without the table below it. On a `ground` with a pattern, one of GROUNDS, more of
    that is seen than of a table.
    """
    if level in SETTINGS:
        return _photo(page, size, SETTINGS[level], rng, bare, ground)
    return _scan(page, size, level == "copy", rng)


def _photo(
    page: Array,
    size: tuple[float, float],
    setting: Setting,
    rng: np.random.Generator,
    bare: bool,
    ground: str,
) -> Shot:
    view, (wide, high) = viewed(size, setting, rng, margin=0.25 if ground else 0.1)
    places = maps(view, wide, high)
    on_sheet = next(places)
    sheet, share = _sampled(page, on_sheet, size)
    table = None if bare else table_of(next(places), rng, ground)
    gain = light_of(view, on_sheet[::8, ::8], size, setting.gradient, rng)
    dark = shadow_of((high, wide), setting.shadow, rng)
    white = rng.uniform(*setting.white) * (1 + rng.normal(0, 0.02, 3)) / 255
    lit = sheet * _colours(_large(dark * gain, (wide, high)) * share)
    if table is not None:
        below = 1 - 0.5 * cv2.GaussianBlur(
            share[::8, ::8], (0, 0), max(wide / 8 * 0.012, 1)
        )  # the sheet's own shadow
        lit += table * _colours(_large(dark * below, (wide, high)) * (1 - share))
    lit.reshape(high, -1)[:] *= np.tile(np.clip(white, 0.2, 1).astype(np.float32), wide)
    held = finger(view, size, setting.fingers, rng)
    if held:
        held.draw(lit, float(np.mean(white)), rng)
    return Shot(_developed(lit, setting, rng), (wide, high), view, held)


def viewed(
    size: tuple[float, float], setting: Setting, rng: np.random.Generator, margin: float = 0.1
) -> tuple[Camera, tuple[int, int]]:
    """Return the view of the sheet by a phone, and the size of its picture.

    The picture has the whole sheet, and on each side table of at most a share of `margin` of the
    sheet.
    """
    wide, high = size
    longer = max(size)
    angle = rng.uniform(0, np.pi)
    length = abs(np.cos(angle)) * wide + abs(np.sin(angle)) * high
    bend = rng.uniform(*setting.curl)
    heights = (
        rng.uniform(0, 1, 4)
        if rng.random() < 0.5
        else np.array([1, 0.1, 0, 0.6]) * rng.uniform(0.4, 1, 4)
    )
    curl = Curl(angle, (wide / 2, high / 2), length, tuple(float(each) for each in heights * bend))
    quarter = int(rng.integers(4)) if setting.turned else 0
    azimuth = rng.uniform(0, 2 * np.pi)
    camera = Camera(
        curl=curl,
        tilt=np.radians(rng.uniform(*setting.tilt)),
        azimuth=azimuth,
        roll=-azimuth + quarter * np.pi / 2 + np.radians(rng.normal(0, 2.5)),
        distance=longer * rng.uniform(1.2, 1.7),
        lens=rng.normal(0, 0.02),
    )
    wanted = rng.uniform(*setting.long)
    if wanted < 20:
        camera = _scaled(camera, wanted / least_scale(camera, size), (0.0, 0.0))
    else:
        camera = _scaled(camera, wanted / longer * camera.distance, (0.0, 0.0))
    edge = camera.pixels(outline(size))
    low, reach = edge.min(axis=0), np.ptp(edge, axis=0)
    around = rng.uniform(0.025, margin, 4) * reach.max()
    shift = around[:2] - low
    return _scaled(camera, camera.scale, (float(shift[0]), float(shift[1]))), (
        int(reach[0] + around[0] + around[2]),
        int(reach[1] + around[1] + around[3]),
    )


def least_scale(view: View, size: tuple[float, float]) -> float:
    """Pixels per mm at the corner of a sheet where they are fewest.

    The root of those in a square mm.
    """
    corners = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]]) * size
    at, right, below = (view.pixels(corners + step) for step in ((0, 0), (1, 0), (0, 1)))
    a, b = right - at, below - at
    return float(np.sqrt(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).min()))


def _scaled(camera: Camera, scale: float, shift: tuple[float, float]) -> Camera:
    return Camera(
        camera.curl,
        camera.tilt,
        camera.azimuth,
        camera.roll,
        camera.distance,
        scale,
        shift,
        camera.lens,
    )


def outline(size: tuple[float, float]) -> Array:
    """Points around the edge of a sheet, mm."""
    t = np.linspace(0, 1, 12)[:, None]
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]) * size
    return np.vstack([a + t * (b - a) for a, b in pairwise(corners)])


def _sampled(page: Array, places: Array, size: tuple[float, float]) -> tuple[Array, Array]:
    """Return the page as seen at these places, and its share of each pixel.

    The share is 1, or 0 beyond its edges. The page may be a little wider than its size.
    """
    scale = page.shape[1] / size[0], page.shape[0] / size[1]
    x, y = (places[..., side] * np.float32(scale[side]) - np.float32(0.5) for side in (0, 1))
    seen = cv2.remap(cv2.cvtColor(page, cv2.COLOR_BGR2BGRA), x, y, cv2.INTER_LINEAR)
    return cv2.cvtColor(seen, cv2.COLOR_BGRA2BGR), seen[..., 3].astype(np.float32) / 255


def _colours(gray: Array) -> Array:
    """Return the picture in three channels; numpy is slow where it must broadcast them itself."""
    return cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR)


def _large(small: Array, size: tuple[int, int]) -> Array:
    return cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)


def _developed(lit: Array, setting: Setting, rng: np.random.Generator) -> bytes:
    """Blurred, with noise, as a JPEG."""
    blur = rng.uniform(*setting.blur)
    lit = cv2.GaussianBlur(lit, (0, 0), blur)
    reach = rng.uniform(*setting.motion)
    if reach > 0.5:
        lit = cv2.filter2D(lit, -1, _smear(reach, rng.uniform(0, np.pi)))
    deviation = rng.uniform(*setting.noise)
    high, wide = 800, 1100
    tile = rng.standard_normal((high, wide, 3), np.float32) * deviation * 0.5
    tile = tile + _colours(rng.standard_normal((high, wide), np.float32) * deviation * 0.8)
    for y, x in product(range(0, lit.shape[0], high), range(0, lit.shape[1], wide)):
        part = lit[y : y + high, x : x + wide]
        cv2.add(part, tile[: part.shape[0], : part.shape[1]], dst=part)
    return _jpeg(
        np.clip(lit, 0, 255, out=lit).astype(np.uint8), int(rng.integers(*setting.quality))
    )


def _smear(reach: float, angle: float) -> Array:
    """Return a kernel as long as the camera's movement."""
    kernel = np.zeros((9, 9), np.float32)
    for step in np.linspace(-reach, reach, 33):
        x, y = 4 + step * np.cos(angle), 4 + step * np.sin(angle)
        kernel[round(y), round(x)] += 1
    return cv2.GaussianBlur(kernel, (3, 3), 0.6) / 33


def _jpeg(picture: Array, quality: int) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def _scan(page: Array, size: tuple[float, float], copied: bool, rng: np.random.Generator) -> Shot:
    """At 300 dpi on a scanner for A4 or Letter.

    Or at 200 dpi of a photocopy, at 97 % or as large as Letter allows.
    """
    bed = (
        (215.9, 279.4)
        if copied and rng.random() < 0.5
        else (max(210.0, size[0]), max(297.0, size[1]))
    )
    shrunk = min(0.97, bed[0] / size[0], bed[1] / size[1]) if copied else 1.0
    scale = (200 if copied else 300) / 25.4
    turn = np.radians(rng.normal(0, 0.8))
    c, s = np.cos(turn) * scale * shrunk, np.sin(turn) * scale * shrunk
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
    lies = (
        np.array(bed) / 2
        if copied or rng.random() < 0.5
        else np.array(size) / 2 + rng.uniform(0, 1.5, 2)
    )
    matrix[:, 2] = lies * scale - matrix[:, :2] @ (np.array(size) / 2)
    if rng.random() < 0.15:  # laid in upside down
        matrix = np.column_stack([-matrix[:, :2], np.array(bed) * scale - matrix[:, 2]])
    view, wide, high = Flat(matrix), round(bed[0] * scale), round(bed[1] * scale)
    sheet, share = _sampled(page, next(maps(view, wide, high)), size)
    lid = 255.0 if copied else float(rng.choice([250, 236, 40]))
    seen = sheet * _colours(share) * rng.uniform(0.95, 1.0) + _colours(lid * (1 - share))
    if copied:
        blue, green, red = cv2.split(seen)
        grey = cv2.GaussianBlur((blue + green + red) / np.float32(3), (0, 0), rng.uniform(0.5, 0.8))
        seen = _colours((grey - 128) * rng.uniform(1.2, 1.6) + rng.uniform(120, 150))
    elif rng.random() < 0.4:
        seen = _colours(seen @ np.array([0.11, 0.59, 0.3], np.float32))
    return Shot(_developed(seen, SCANNER, rng), (wide, high), view, None)
