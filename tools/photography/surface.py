"""Places on a sheet and in its picture: curled paper before a camera with a lens.

The sheet is on a table, z upwards. It is bent in one direction, and not stretched. All lengths are
in mm.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Protocol

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Array = NDArray[Any]
STEP = 16
"""Between two pixels whose place on the paper is worked out; between them the maps are straight."""


class View(Protocol):
    """View of a sheet: places in the picture for places on paper, and back."""

    def pixels(self, points: Array) -> Array:
        """Return the places in the picture of points of the sheet, x and y in pixels.

        Points are [n, 2], in mm from its upper left corner. The middle of the first pixel is at 0,
        0.
        """

    def points(self, pixels: Array) -> tuple[Array, Array]:
        """Return the places of pixels, [n, 2], on the sheet and on the table below it, in mm.

        A place may be beyond the edge of the sheet.
        """


def maps(view: View, wide: int, high: int) -> Iterator[Array]:
    """Return the point of the sheet and that of the table for each pixel, [high, wide, 2], mm."""
    columns, rows = wide // STEP + 3, high // STEP + 3
    across, down = ((np.arange(-1, count - 1) + 0.5) * STEP - 0.5 for count in (columns, rows))
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    for points in view.points(grid):
        coarse = points.reshape(rows, columns, 2).astype(np.float32)
        fine = cv2.resize(coarse, (columns * STEP, rows * STEP), interpolation=cv2.INTER_LINEAR)
        yield fine[STEP : STEP + high, STEP : STEP + wide]


class Flat(Struct, frozen=True):
    """A sheet on the glass of a scanner."""

    matrix: Array
    """[2, 3], from mm to pixels."""

    def pixels(self, points: Array) -> Array:
        """Return the places in the picture of points of the sheet."""
        return points @ self.matrix[:, :2].T + self.matrix[:, 2]

    def points(self, pixels: Array) -> tuple[Array, Array]:
        """Return the places of pixels; the lid of the scanner is the table."""
        back = (pixels - self.matrix[:, 2]) @ np.linalg.inv(self.matrix[:, :2]).T
        return back, back


class Curl(Struct, frozen=True, dict=True):
    """Bend of the paper: it rises and falls in one direction, and is straight across."""

    angle: float
    """Angle of the direction in which it is bent, from the x of the sheet."""
    centre: tuple[float, float]
    length: float
    """From end to end of the sheet in that direction."""
    heights: tuple[float, ...]
    """Heights at equal distances in that direction, mm above the table. A smooth curve connects
    them."""

    @property
    def along(self) -> Array:
        """The direction along which it is bent, as a unit vector of the sheet."""
        return np.array([np.cos(self.angle), np.sin(self.angle)])

    @cached_property
    def profile(self) -> tuple[Array, Array, Array]:
        """Places along the paper, with their places on the table and their heights.

        Beyond its ends it goes on flat.
        """
        paper = np.linspace(-0.75, 0.75, 601) * self.length
        part = np.clip(paper / self.length, -0.5, 0.5)
        curve = np.polyfit(
            np.linspace(-0.5, 0.5, len(self.heights)), self.heights, len(self.heights) - 1
        )
        height = np.polyval(curve, part) + np.polyval(np.polyder(curve), part) * (
            paper / self.length - part
        )
        slope = np.clip(np.gradient(height, paper), -0.9, 0.9)
        flat = np.concatenate([[0.0], np.cumsum(np.sqrt(1 - slope[:-1] ** 2) * np.diff(paper))])
        flat -= np.interp(0.0, paper, flat)
        return paper, flat, height - height[abs(paper) <= self.length / 2].min()

    def lifted(self, points: Array) -> Array:
        """Return points of the sheet in space, [n, 3]; the middle of the sheet is over 0, 0."""
        paper, flat, height = self.profile
        off = points - np.array(self.centre)
        bent = off @ self.along
        moved = off + (np.interp(bent, paper, flat) - bent)[:, None] * self.along
        return np.column_stack([moved, np.interp(bent, paper, height)])

    def unrolled(self, places: Array) -> Array:
        """Return points of the sheet, [n, 2], for the places on the table below them, [n, 2]."""
        paper, flat, _ = self.profile
        bent = places @ self.along
        return np.asarray(
            places
            + (np.interp(bent, flat, paper) - bent)[:, None] * self.along
            + np.array(self.centre)
        )

    def height(self, places: Array) -> Array:
        """Return the height of the sheet over a place of the table."""
        _, flat, height = self.profile
        found: Array = np.interp(places @ self.along, flat, height)
        return found

    def slope(self, points: Array) -> Array:
        """Return the slope of the sheet at its points, in the direction in which it is bent."""
        paper, _, height = self.profile
        found: Array = np.interp(
            (points - np.array(self.centre)) @ self.along, paper, np.gradient(height, paper)
        )
        return found


class Camera(Struct, frozen=True, dict=True):
    """A sheet on a table, seen by a camera with some distortion of its lens."""

    curl: Curl
    tilt: float
    """Between its axis and the normal of the table, radians."""
    azimuth: float
    """Direction of the camera, around the sheet."""
    roll: float
    """Turn of the camera about its axis."""
    distance: float
    """From the middle of the sheet, mm."""
    scale: float = 1.0
    """Pixels per unit of the image at distance 1."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Place of its axis in the picture."""
    lens: float = 0.0
    """Distortion: relative shift of points outwards, at a distance of 1 from the axis."""

    @cached_property
    def turned(self) -> Array:
        """[3, 3]: from space to the camera: x to the right, y down, z away from it."""
        around = _about_z(self.roll) @ _about_x(self.tilt) @ _about_z(self.azimuth)
        return around @ np.diag([1.0, 1.0, -1.0])

    def pixels(self, points: Array) -> Array:
        """Return the places in the picture of points of the sheet."""
        seen = self.curl.lifted(points) @ self.turned.T + np.array([0, 0, self.distance])
        flat = seen[:, :2] / seen[:, 2:]
        flat = flat * (1 + self.lens * (flat**2).sum(axis=1, keepdims=True))
        return np.asarray(flat * self.scale + np.array(self.shift))

    def points(self, pixels: Array) -> tuple[Array, Array]:
        """Return the places of pixels on the sheet and on the table."""
        bent = (pixels - np.array(self.shift)) / self.scale
        flat = bent
        for _ in range(6):  # the distortion is small: it is undone by steps
            flat = bent / (1 + self.lens * (flat**2).sum(axis=1, keepdims=True))
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.turned
        eye = -self.turned.T @ np.array([0, 0, self.distance])
        rays[:, 2] = np.minimum(rays[:, 2], -0.02)  # what looks above the horizon is far away
        table = eye[:2] - rays[:, :2] * (eye[2] / rays[:, 2])[:, None]
        places = table
        for _ in range(
            12
        ):  # where a ray meets the sheet, from the height of the sheet where it met it before
            height = self.curl.height(places)
            places = eye[:2] + rays[:, :2] * ((height - eye[2]) / rays[:, 2])[:, None]
        return self.curl.unrolled(places), table


def _about_x(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])


def _about_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0], [0, 0, 1.0]])
