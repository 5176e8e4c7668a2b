"""Surroundings of a photographed sheet: a table, light and shadow, and the finger that holds it."""

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from msgspec import Struct

from photography.surface import Array, Camera

Size = tuple[float, float]
"""Width and height, mm."""
TILE = 1024
"""The sides of a texture, in pixels, of which there are two per mm; beyond it, it is seen in a
mirror."""
SKIN = ((150, 172, 222), (120, 150, 205), (92, 122, 180), (58, 78, 122), (170, 190, 232))
WOODS = ((66, 104, 150), (96, 138, 178), (38, 60, 92), (120, 160, 190))
CLOTHS = ((120, 70, 50), (60, 60, 150), (190, 190, 185), (70, 110, 70), (150, 140, 120))
CHECKS = ((40, 30, 180), (140, 60, 30), (60, 110, 50))
PLAINS = ((225, 225, 225), (60, 58, 55), (150, 165, 175), (35, 35, 38))


def table_of(places: Array, rng: np.random.Generator, ground: str = "") -> Array:
    """Return the unlit table, [h, w, 3], for pixels that see these places, in mm.

    `ground` is one of GROUNDS. If it is empty, wood, cloth or a plain colour is drawn by lot.
    """
    kind = ground or str(rng.choice(["wood", "cloth", "plain"], p=(0.5, 0.25, 0.25)))
    grounds: dict[str, Callable[[np.random.Generator], Array]] = {
        "wood": _wood,
        "cloth": _cloth,
        "plain": _plain,
        **_PATTERNS,
    }
    texture = grounds[kind](rng)
    turn = rng.uniform(0, np.pi)
    c, s = 2 * np.cos(turn), 2 * np.sin(turn)
    x, y = (
        places[..., 0] * c - places[..., 1] * s + TILE / 2,
        places[..., 0] * s + places[..., 1] * c + TILE / 2,
    )
    seen = cv2.remap(
        np.clip(texture, 0, 255).astype(np.uint8),
        x.astype(np.float32),
        y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    return np.asarray(seen.astype(np.float32))


def _noise(rng: np.random.Generator, wide: int, high: int) -> Array:
    """Noise of so many bumps across and down."""
    small = rng.standard_normal((high, wide), np.float32)
    return cv2.resize(small, (TILE, TILE), interpolation=cv2.INTER_CUBIC)


def _wood(rng: np.random.Generator) -> Array:
    """Planks with grain along x."""
    rows = np.arange(TILE, dtype=np.float32)[:, None]
    wave = rows / 11 + 2.5 * _noise(rng, 5, 9)
    grain = 0.07 * np.sin(wave) + 0.05 * _noise(rng, 12, 350) + 0.03 * _noise(rng, 60, 700)
    plank = (rows[:, 0] // rng.uniform(150, 260)).astype(int)
    tone = 1 + grain + rng.normal(0, 0.08, plank.max() + 1)[plank][:, None]
    tone[np.flatnonzero(np.diff(plank))] *= 0.45
    return np.asarray(tone[..., None] * np.array(WOODS[rng.integers(len(WOODS))], np.float32))


def _cloth(rng: np.random.Generator) -> Array:
    """Woven threads, at times with checks, and soft folds."""
    x, y = np.meshgrid(np.arange(TILE, dtype=np.float32), np.arange(TILE, dtype=np.float32))
    tone = (
        1
        + 0.1 * np.sin(x * 2.1) * np.sin(y * 2.1)
        + 0.12 * _noise(rng, 4, 6)
        + 0.05 * _noise(rng, 400, 400)
    )
    if rng.random() < 0.5:
        wide = rng.uniform(16, 50)
        tone = tone * (1 - 0.3 * ((x % (2 * wide)) < wide)) * (1 - 0.3 * ((y % (2 * wide)) < wide))
    return np.asarray(tone[..., None] * np.array(CLOTHS[rng.integers(len(CLOTHS))], np.float32))


def _plain(rng: np.random.Generator) -> Array:
    tone = 1 + 0.03 * _noise(rng, 6, 6) + 0.02 * _noise(rng, 500, 500)
    return tone[..., None] * np.array(PLAINS[rng.integers(len(PLAINS))], np.float32)


def _ruled(rng: np.random.Generator, *, across: bool = False) -> Array:
    """Return writing paper with lines 8 mm apart, or with squares of 4 or 5 mm if `across`."""
    paper = np.full((TILE, TILE), 235, np.float32)
    step = 2 * (float(rng.choice([4, 5])) if across else 8)
    places = np.rint(np.arange(step / 2, TILE, step)).astype(int)
    paper[places] = rng.uniform(120, 190)
    if across:
        paper[:, places] = paper[places[0], 0]
    return paper[..., None] * np.array((1.0, 0.97, 0.93), np.float32)


def _tiled(rng: np.random.Generator) -> Array:
    """Tiles of 10 to 60 mm, each a little lighter or darker, with joints of 1.5 mm."""
    step = int(2 * rng.uniform(10, 60))
    count = TILE // step + 1
    tones = (rng.uniform(150, 225) + rng.normal(0, 8, (count, count))).astype(np.float32)
    tiles = np.repeat(np.repeat(tones, step, 0), step, 1)[:TILE, :TILE]
    joint = np.arange(TILE) % step < 3
    tiles[joint] = tiles[:, joint] = rng.uniform(70, 140)
    return tiles[..., None] * np.array((0.97, 1.0, 1.0), np.float32)


def _checked(rng: np.random.Generator) -> Array:
    """Return a tablecloth: stripes both ways of 6 to 30 mm, darker where they cross."""
    wide = 2 * rng.uniform(6, 30)
    stripe = (np.arange(TILE) % (2 * wide) < wide).astype(np.float32) / 2
    share = (stripe[:, None] + stripe)[..., None]
    return (1 - share) * np.array((235, 235, 235), np.float32) + share * np.array(
        CHECKS[rng.integers(3)], np.float32
    )


def _newspaper(rng: np.random.Generator) -> Array:
    """Columns of lines of words on grey paper, with some pictures."""
    paper = np.full((TILE, TILE), 205, np.float32)
    for top in range(0, TILE, 7):
        ink = np.repeat(rng.random(TILE // 4) < 0.8, 4)
        paper[top : top + 3, ink] = rng.uniform(50, 90)
    for left in range(0, TILE, 96):
        paper[:, left : left + 6] = 205
    for x, y in rng.integers(0, TILE - 200, (4, 2)):
        paper[y : y + 120, x : x + 186] = 60 + 100 * rng.random((120, 186))
    return _colour(paper)


def _colour(grey: Array) -> Array:
    return np.repeat(grey[..., None], 3, axis=2)


_PATTERNS: dict[str, Callable[[np.random.Generator], Array]] = {
    "squared": partial(_ruled, across=True),
    "ruled": _ruled,
    "tiled": _tiled,
    "checked": _checked,
    "newspaper": _newspaper,
}
GROUNDS = ("wood", *_PATTERNS)
"""Grounds that have a pattern."""


def light_of(
    view: Camera, places: Array, size: Size, gradient: float, rng: np.random.Generator
) -> Array:
    """Return the amount of light at each of these places of the sheet.

    It comes from one side, and is less where paper turns away.
    """
    angle, towards = rng.uniform(0, 2 * np.pi), rng.uniform(-0.8, 0.8)
    x = (places[..., 0] / size[0] - 0.5) * np.cos(angle) + (
        places[..., 1] / size[1] - 0.5
    ) * np.sin(angle)
    slope = view.curl.slope(places.reshape(-1, 2)).reshape(x.shape)
    return np.asarray(
        np.clip(1 - rng.uniform(0.3, 1) * gradient * (x + 0.5) + towards * slope, 0.25, 1.1).astype(
            np.float32
        )
    )


def shadow_of(size: tuple[int, int], most: float, rng: np.random.Generator) -> Array:
    """Return the shadow of a hand with a phone, from an edge of the picture inwards.

    At an eighth of its size.
    """
    high, wide = -(-size[0] // 8), -(-size[1] // 8)
    shade: Array = np.zeros((high, wide), np.float32)
    if most and rng.random() < 0.75:
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.5)
        towards = np.array([np.cos(angle) * wide, np.sin(angle) * high])
        middle = np.array([wide / 2, high / 2]) + towards * (0.75 - reach / 2)
        around = np.linspace(0, 2 * np.pi, 40)
        bumps = 1 + 0.18 * np.sin(around * rng.integers(3, 7) + rng.uniform(0, 6))
        points = (
            middle
            + np.column_stack([np.cos(around) * wide, np.sin(around) * high])
            * (bumps * 0.38)[:, None]
        )
        cv2.fillPoly(shade, [points.astype(np.int32)], 1.0)
        shade = cv2.GaussianBlur(shade, (0, 0), max(high, wide) * rng.uniform(0.008, 0.06))
    return 1 - shade * np.float32(most * rng.uniform(0.5, 1))


class Finger(Struct, frozen=True):
    """A finger that holds the sheet: it begins outside of the sheet and ends on it. In pixels."""

    tip: Array
    """The middle of its round end."""
    inwards: Array
    """The unit vector in which it points."""
    radius: float

    def outline(self) -> Array:
        """Return a polygon around the finger."""
        across = np.array([-self.inwards[1], self.inwards[0]])
        around = np.linspace(-np.pi / 2, np.pi / 2, 17)[:, None]
        end = self.tip + self.radius * (
            np.cos(around) * 1.15 * self.inwards + np.sin(around) * across
        )
        foot = self.tip - self.inwards * self.radius * 14
        return np.vstack(
            [end, foot + across * self.radius * 1.35, foot - across * self.radius * 1.35]
        )

    def covers(self, points: Array) -> Array:
        """Check which of these points are hidden."""
        shape = self.outline().astype(np.float32)
        return np.array(
            [cv2.pointPolygonTest(shape, (float(x), float(y)), False) >= 0 for x, y in points]
        )

    def draw(self, picture: Array, bright: float, rng: np.random.Generator) -> None:
        """Lay it over a picture, with its nail, its roundness, and the shadow that it casts."""
        high, wide = picture.shape[:2]
        low = np.maximum(self.tip - 16 * self.radius, 0).astype(int)
        top = np.minimum(self.tip + 16 * self.radius, [wide, high]).astype(int)
        part = picture[low[1] : top[1], low[0] : top[0]]
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(
            mask, [np.rint((self.outline() - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4
        )
        inside = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5)
        round_ = 0.55 + 0.45 * np.sqrt(np.clip(inside / self.radius, 0, 1))
        skin = np.array(SKIN[rng.integers(len(SKIN))], np.float32) * min(1.1, 0.35 + bright)
        colour = skin * (round_ * (1 + 0.04 * rng.standard_normal()))[..., None]
        nail = np.zeros_like(mask)
        middle = self.tip - low + 0.25 * self.radius * self.inwards
        angle = float(np.degrees(np.arctan2(self.inwards[1], self.inwards[0])))
        axes = (int(self.radius * 0.62), int(self.radius * 0.56))
        cv2.ellipse(
            nail, (int(middle[0]), int(middle[1])), axes, angle, 0, 360, 255, -1, cv2.LINE_AA
        )
        nail_share = cv2.GaussianBlur(nail, (0, 0), 1.2)[..., None] / np.float32(255)
        colour = (
            colour * (1 - 0.6 * nail_share) + (skin * 0.5 + 0.5 * 215 * bright) * 0.6 * nail_share
        )
        shade = cv2.GaussianBlur(mask, (0, 0), self.radius * 0.22)[..., None] / np.float32(255)
        share = mask[..., None] / np.float32(255)
        part[:] = part * (1 - 0.45 * shade) * (1 - share) + colour * share


def finger(
    view: Camera, size: Size, chances: tuple[float, float], rng: np.random.Generator
) -> Finger | None:
    """Return a finger on a side of the sheet, or on a corner, with these chances."""
    chance = rng.random()
    wide, high = size
    if chance >= sum(chances):
        return None
    if chance < chances[0]:
        along, deep = rng.uniform(0.15, 0.85), rng.uniform(3, 9)
        tip, out = (
            ((deep, along * high), (-30, along * high)),
            ((wide - deep, along * high), (wide + 30, along * high)),
            ((along * wide, high - deep), (along * wide, high + 30)),
        )[rng.integers(3)]
    else:
        right, low, deep = rng.integers(2), rng.integers(2), rng.uniform(7, 15)
        tip = (abs(right * wide - deep), abs(low * high - deep))
        out = (right * (wide + 60) - 30, low * (high + 60) - 30)
    ends = view.pixels(np.array([tip, out], np.float64))
    per_mm = float(np.linalg.norm(ends[0] - ends[1]) / np.hypot(tip[0] - out[0], tip[1] - out[1]))
    inwards = (ends[0] - ends[1]) / np.linalg.norm(ends[0] - ends[1])
    radius = rng.uniform(7, 9) * per_mm
    return Finger(ends[0] - inwards * radius * 1.15, inwards, radius)
