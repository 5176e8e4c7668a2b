"""Which sheet a picture shows, and where: the straightened page."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

if TYPE_CHECKING:
    from sheetgen.layout.cells import CellMap

FLAT = 8.0
"""The scale of straightened pages, in pixels a millimetre."""


class Quality(Struct, frozen=True):
    """What a picture is like, for the gate and for people."""

    resolution: float
    """Pixels a millimetre where the sheet is smallest in the picture."""
    blur: float
    """Over how many millimetres the edges of lines are spread."""
    seen: float
    """The part of the sides of cells that was seen, 0 to 1."""


class Located(Struct, frozen=True):
    """A sheet that was found in a picture."""

    map: "CellMap"
    flat: NDArray[np.uint8]
    """uint8[height, width, 3], blue, green, red: the page, straightened, at `FLAT`."""
    scale: float
    """Pixels of `flat` in a point of the map."""
    quality: Quality
    code: tuple[tuple[int, float], ...]
    """The faces of the ten dice as they were read, each with how sure it is, 0 to 1; () where the sheet has none."""
    seen: frozenset[str]
    """The ids of the cells with at least three sides of their own; the others are placed by their neighbours."""


def locate(pixels: NDArray[np.uint8], maps: "Sequence[CellMap]") -> Located:
    """The sheet in a picture, uint8[height, width, 3], as one of these maps, in any of four rotations.

    Raises SheetgenError, with what to do better, if none of them is seen, or not well enough to be read.
    """
    raise NotImplementedError
