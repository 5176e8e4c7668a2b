"""A straightened page to cards: every box read, and weighed by the rules and by all else that is written.

What cannot be read for sure stays unsure: such a place holds several values, each with its probability.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.layout.cells import CellMap
from sheetgen.layout.primitives import Rect
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Unsure, Written, WrittenCard
from sheetgen.scan.column import BoxRead, Seen, posterior
from sheetgen.scan.digits import load, with_unseen
from sheetgen.scan.ink import chances_of_ink, cut
from sheetgen.scan.pads import joined

if TYPE_CHECKING:
    from sheetgen.scan.straighten import Sheet

BLANK = "–"
"""What stands for nothing at all among the values that a box may hold."""
_LITTLE, _SHORT, _CUT_OFF = 0.4, 0.5, 0.05
"""With so much of the ink that is usual in its column, or less, a number that may be cut off is so with this
probability; with more, with that."""
_ALONG, _OUT = 0.6, 0.05
"""How likely what lies along a line is of this box; and what runs on there, out of what is looked at."""
_BLANK = 0.9
"""If every place of a column is blank with this probability, it was not used: at most a neighbour's stroke comes in."""
_PALE = 0.9
"""So light, of paper, is what is no ink in a picture made small."""
_FREE = 0.8
"""Lightness of the darkest point of a place without ink, as a share of its paper: noise and shadows reach 0.85."""
_QUALITY = 82
"""The quality of JPEGs of straightened pages."""


class ReadColumn(Struct, frozen=True):
    """What is written in one column of a sheet: one player's card, or one game of a player's."""

    number: int
    """From 1, in the order of the sheet."""
    evidence: Mapping[str, Seen]
    """What is seen of each box and total, by id in card order."""
    rects: Mapping[str, Rect]
    """Their places on the page, in points."""
    name: Rect | None
    """The place for a name above."""
    read: Mapping[str, BoxRead] = {}
    """What is written there, as the rules and all that is written make it probable."""
    answers: Mapping[str, int | None] = {}
    """What somebody said is written there."""
    called: str = ""
    """What somebody said the name is; empty where nobody did."""

    @property
    def unsure(self) -> list[str]:
        """The places that are not sure, in the order of the sheet."""
        return [row for row, each in self.read.items() if not each.sure]

    def card(self, name: str = "") -> WrittenCard:
        """The card as it was read; None, what was left blank, is not on it."""
        held = ((row, _held(each)) for row, each in self.read.items())
        return WrittenCard(tuple((row, value) for row, value in held if value is not None), name)


class ReadSheet(Struct, frozen=True, eq=False):
    """A sheet that was read from a picture."""

    file: str
    page: int
    """The page in the file, from 1."""
    game: Ruleset
    jpeg: bytes
    """The page, straightened: less than a tenth of what its pixels take."""
    scale: float
    """Its pixels in a point."""
    columns: tuple[ReadColumn, ...]
    """Those in which something is written."""
    map: CellMap | None = None
    """What is printed where; None for a pad of others."""
    lies: "Sheet | None" = None
    """How it lies in the picture."""

    @property
    def title(self) -> str:
        """The file, and the page in it but for the first one."""
        return self.file if self.page == 1 else f"{self.file}, {self.page}"

    def settled(self) -> "ReadSheet":
        """The sheet without the evidence: nothing more will be said of it."""
        return replace(self, columns=tuple(replace(each, evidence={}) for each in self.columns))

    def answered(self, column: int, row: str, value: int | None) -> "ReadSheet":
        """The sheet with what somebody says is written in a place, which makes others more or less probable."""
        columns = tuple(
            _weighed(self.game, replace(each, answers={**each.answers, row: value})) if each.number == column else each
            for each in self.columns
        )
        return replace(self, columns=columns)

    def cut_out(self, rect: Rect, apart: float = 1.0) -> NDArray[np.uint8]:
        """The part of the page at a place, with so many points around it."""
        low, left = (max(0, round((side - apart) * self.scale)) for side in (rect.y, rect.x))
        right, bottom = (round((side + apart) * self.scale) for side in (rect.right, rect.bottom))
        return self.flat[low:bottom, left:right]

    def is_free(self, rect: Rect) -> bool:
        """Check whether nothing is written or printed at a place."""
        grey = cv2.cvtColor(self.cut_out(rect, 0.0), cv2.COLOR_BGR2GRAY)
        return bool(np.percentile(grey, 1) > _FREE * np.percentile(grey, 90))

    def shrunk(self, rect: Rect, width: int, height: int) -> list[list[bool]]:
        """Which points of a place are dark, at most so many beside each other, in so many lines."""
        grey = cv2.cvtColor(self.cut_out(rect), cv2.COLOR_BGR2GRAY)
        scale = min(width / grey.shape[1], height / grey.shape[0])
        size = max(1, round(grey.shape[1] * scale)), height
        small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(float)
        paper, ink = float(np.percentile(small, 90)), float(small[2:-2, 2:-2].min(initial=255))
        if ink > _PALE * paper:  # nothing but the line around it
            ink = float(small.min())
        return [[bool(each) for each in row] for row in small < paper - 0.35 * (paper - ink)]

    @property
    def flat(self) -> NDArray[np.uint8]:
        """uint8[height, width, 3], blue, green, red: the page, straightened."""
        return _decoded(self.jpeg)

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height, pixels."""
        return self.flat.shape[1], self.flat.shape[0]


def jpeg_of(flat: NDArray[np.uint8]) -> bytes:
    """A straightened page as a JPEG."""
    _, content = cv2.imencode(".jpg", flat, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
    return content.tobytes()


@lru_cache(maxsize=1)
def _decoded(jpeg: bytes) -> NDArray[np.uint8]:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _held(read: BoxRead) -> Written | Unsure | None:
    likely = read.looks or read.likely
    if read.sure or {value for value, _ in likely} == {None}:  # a blank is told by the checker, where it matters
        return read.value
    return Unsure(tuple((BLANK if value is None else value, chance) for value, chance in likely))


def _weighed(game: Ruleset, column: ReadColumn) -> ReadColumn:
    return replace(column, read=posterior(game, column.evidence, confirmed=column.answers))


class Spot(Struct, frozen=True):
    """A cell of a straightened page that is read: a box or a total."""

    column: int
    row: str
    rect: Rect


class Flat(Struct, frozen=True, eq=False):
    """A page, straightened."""

    pixels: NDArray[np.uint8]
    """uint8[height, width, 3], blue, green, red."""
    scale: float
    """Its pixels in a point."""
    trust: float = 1.0
    """How far what is read can be relied on: less than 1 where the picture shows it small."""


def read_flat(game: Ruleset, page: Flat, spots: Sequence[Spot], names: Mapping[int, Rect]) -> tuple[ReadColumn, ...]:
    """The columns of a page in which something is written.

    A place that is there twice in a column, as some pads repeat their totals, is read twice.
    """
    columns, reader = [], load()
    for number in dict.fromkeys(spot.column for spot in spots):
        own = [spot for spot in spots if spot.column == number]
        inks = [cut(page.pixels, spot.rect, page.scale) for spot in own]
        amounts = chances_of_ink([ink.amount for ink in inks])
        inked = [(min(chance, _OUT if ink.strays else _ALONG) if ink.amount else 1 - _ALONG) if ink.doubtful else chance
                 for chance, ink in zip(amounts, inks, strict=True)]  # fmt: skip
        others = [(at, patch) for at, ink in enumerate(inks) for patch in (ink.alone, ink.joined) if patch is not None]
        patches = [*(ink.patch for ink in inks), *(patch for _, patch in others)]
        chances, more = np.split(reader.looked_at_again(np.stack(patches)), [len(inks)])
        chances, more = page.trust * chances, page.trust * more
        for (at, _), other in zip(others, more, strict=True):  # as likely as the first, each
            chances[at] = np.logaddexp(chances[at], other)
        chances -= np.log([[1 + (ink.alone is not None) + (ink.joined is not None)] for ink in inks])
        little = _LITTLE * float(np.median([ink.amount for ink in inks if ink.amount] or [0.0]))
        for at, ink in enumerate(inks):
            cut_off = ink.cut_off * (_SHORT if ink.amount < little else _CUT_OFF)
            chances[at] = with_unseen(chances[at], ink.beside, cut_off=cut_off, own=_OUT if ink.strays else 1)
        evidence, _ = joined(list(zip([spot.row for spot in own], chances, strict=True)))
        seen = {spot.row: Seen(evidence[spot.row], chance, ink.level)
                for spot, chance, ink in zip(own, inked, inks, strict=True)}  # fmt: skip
        rects = {spot.row: spot.rect for spot in own}
        column = ReadColumn(number, {row: seen[row] for row in game.rows if row in seen}, rects, names.get(number))
        columns.append(_weighed(game, column))
    return tuple(
        each for each in columns if any(dict(read.likely).get(None, 0.0) < _BLANK for read in each.read.values())
    )
