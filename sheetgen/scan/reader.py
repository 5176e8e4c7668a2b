"""The reader of one picture: from its pixels to the cards of the sheet that it shows.

Each box is read alone, then weighed by the rules and by the other places of its column. A place
that cannot be read for sure stays unsure: it holds several values, each with its probability.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit
from sheetgen.errors import SheetgenError
from sheetgen.files.disk import csv_lines
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import MM, CellMap, Rect
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Unsure, Written, WrittenCard
from sheetgen.scan.candidates import Wanted, candidates, shipped
from sheetgen.scan.column import BoxRead, Seen, posterior
from sheetgen.scan.digits import load, with_unseen
from sheetgen.scan.ink import BoxInk, Spot, chances_of_ink, cut, pale_ink
from sheetgen.scan.locate import Located, check_size, find, refuse
from sheetgen.scan.pads import check_rows, find_tables, read_rows
from sheetgen.scan.pictures import Picture
from sheetgen.scan.straighten import FLAT, PagePosition
from sheetgen.scan.views import Array, Views, codes_in, is_at

# cards

BLANK = "–"
"""Text for a blank among the values that a box may hold."""
_LITTLE = 0.4
"""Share of the median ink of a column below which a number has little ink. Chosen by hand."""
_SHORT, _CUT_OFF = 0.5, 0.05
"""Probabilities that a number is cut off, if it may be: with little ink, and with more. Chosen by
hand on made photos of digits that cross their line."""
_ALONG, _OUT = 0.6, 0.05
"""Probability that ink along a line belongs to this box; and the same for ink that also runs out of
the picture of the box. Chosen by hand."""
_UNUSED = 0.9
"""Probability of a blank from which on a place counts as blank. A column with such places only was
not used: a stroke of a neighbour reaches some of them. Chosen by hand."""
_MOSTLY = 0.6
"""Share of the places of a column with ink below which paler ink is looked for."""
_DARKENED = 0.45
"""Darkness that the palest pencil is read with. Chosen by hand: that of usual ink."""
_MAYBE = 0.6
"""Minimum probability of ink where pale ink was seen: such a place is never a sure blank."""
_PALE = 0.9
"""Brightness of the darkest point of a small picture, as a share of its paper, above which it has
no ink."""
_FREE = 0.8
"""Brightness of the darkest point of a place without ink, as a share of its paper: noise and
shadows reach 0.85."""
_QUALITY = 82
"""JPEG quality of straightened pages: a page takes some 500 kB, and reads as before. Chosen by
hand."""


class ReadColumn(Struct, frozen=True):
    """Column of a sheet: a player's card, or one game of a player's."""

    number: int
    """Place of the column on the sheet, from 1."""
    evidence: Mapping[str, Seen]
    """Readings of the ink of each box and total, by id in card order."""
    rects: Mapping[str, Rect]
    """Their places on the page, in points."""
    name: Rect | None = None
    """Place for a name above the column."""
    read: Mapping[str, BoxRead] = {}
    """Readings by the ink, the rules and the rest of the column."""
    answers: Mapping[str, int | None] = {}
    """Values that a person gave."""
    called: str = ""
    """Name that a person gave; empty without one."""

    @property
    def unsure(self) -> list[str]:
        """Uncertain places, in the order of the sheet."""
        return [row for row, each in self.read.items() if not each.sure]

    def card(self, name: str = "") -> WrittenCard:
        """Return the card as it was read, without what is blank."""
        held = ((row, _held(each)) for row, each in self.read.items())
        return WrittenCard(tuple((row, value) for row, value in held if value is not None), name)


class ReadSheet(Struct, frozen=True, eq=False):
    """A sheet that was read from a picture."""

    file: str
    page: int
    """Number of the page in the file, from 1."""
    game: Ruleset
    jpeg: bytes
    """The straightened page. It takes less than a tenth of the memory of its pixels."""
    size: tuple[int, int]
    """Its width and height, in pixels."""
    scale: float
    """Its pixels in a point."""
    columns: tuple[ReadColumn, ...]
    """Columns in which something is written."""
    map: CellMap | None = None
    """Map of the printed sheet; None for a pad of another maker."""
    position: PagePosition | None = None
    """Position of the page in the picture, the right way round; None for a pad of another maker."""
    number: int = 0
    """Number of the sheet in the picture, from 1 in the order of reading; 0 if it is the only
    one."""
    mirrored: bool = False
    """Flag: the picture is mirrored. It was read the right way round."""

    @property
    def place(self) -> str:
        """Number of the page in the file.

        With that of the sheet, after a point, if the picture shows several.
        """
        return f"{self.page}.{self.number}" if self.number else str(self.page)

    @property
    def title(self) -> str:
        """Name of the file, with the place in it unless it is the first page."""
        return self.file if self.place == "1" else f"{self.file}, {self.place}"

    def settled(self) -> "ReadSheet":
        """Return the sheet without the evidence, which takes most of its memory."""
        return replace(self, columns=tuple(replace(each, evidence={}) for each in self.columns))

    def answered(self, column: int, row: str, value: int | None) -> "ReadSheet":
        """Return the sheet with a value that a person entered.

        It makes other values more or less probable.
        """
        columns = tuple(
            _weighed(self.game, replace(each, answers={**each.answers, row: value}))
            if each.number == column
            else each
            for each in self.columns
        )
        return replace(self, columns=columns)

    def is_free(self, rect: Rect) -> bool:
        """Check whether nothing is written or printed at a place."""
        gray = self._gray(rect, 0.0)
        return bool(np.percentile(gray, 1) > _FREE * np.percentile(gray, 90))

    def shrunk(self, rect: Rect, width: int, height: int) -> list[list[bool]]:
        """Return flags for the dark points of a place.

        There are `height` lines of at most `width` points.
        """
        gray = self._gray(rect, 1.0)
        scale = min(width / gray.shape[1], height / gray.shape[0])
        size = max(1, round(gray.shape[1] * scale)), height
        small = cv2.resize(gray, size, interpolation=cv2.INTER_AREA).astype(float)
        paper, ink = float(np.percentile(small, 90)), float(small[2:-2, 2:-2].min(initial=255))
        if ink > _PALE * paper:  # there is only the line around it
            ink = float(small.min())
        dark: list[list[bool]] = (small < paper - 0.35 * (paper - ink)).tolist()
        return dark

    def _gray(self, rect: Rect, around: float) -> NDArray[np.uint8]:
        """Return a place of the page with so many points around it, uint8[height, width]."""
        low, left = (max(0, round((side - around) * self.scale)) for side in (rect.y, rect.x))
        right, bottom = (round((side + around) * self.scale) for side in (rect.right, rect.bottom))
        return _decoded(self.jpeg)[low:bottom, left:right]


def jpeg_of(flat: NDArray[np.uint8]) -> bytes:
    """Return a straightened page as a JPEG."""
    _, content = cv2.imencode(".jpg", flat, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
    return content.tobytes()


@lru_cache(maxsize=1)
def _decoded(jpeg: bytes) -> NDArray[np.uint8]:
    """Return the gray picture in a JPEG.

    The last one is kept, for its boxes are shown one after the other.
    """
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(cv2.cvtColor(np.asarray(pixels), cv2.COLOR_BGR2GRAY), np.uint8)


def _held(read: BoxRead) -> Written | Unsure | None:
    """Return what a card holds in a place: its value, or the likely ones if it is unsure."""
    likely = read.looks or read.likely
    if read.sure or {value for value, _ in likely} == {
        None
    }:  # the checker reports a blank where it matters
        return read.value
    return Unsure(tuple((BLANK if value is None else value, chance) for value, chance in likely))


def _weighed(game: Ruleset, column: ReadColumn) -> ReadColumn:
    """Return a column with its places read anew, by its evidence and answers."""
    return replace(column, read=posterior(game, column.evidence, confirmed=column.answers))


def column_name(column: ReadColumn, wording: Wording) -> str:
    """Return the name that a person gave a column, or its number.

    Names on the sheet are not read.
    """
    return column.called or wording.catalog.text("card", "Player %(n)s", n=column.number)


def audits_of(sheet: ReadSheet, wording: Wording) -> list[CardAudit]:
    """Check the cards of a sheet, each under the name of its column."""
    return [
        check_card(sheet.game, column.card(column_name(column, wording)))
        for column in sheet.columns
    ]


def card_file(sheets: Sequence[ReadSheet], wording: Wording) -> bytes:
    """Return the cards of sheets of one game as a CSV.

    Values that are unsure have a ?, which a check reports.
    """
    columns = [(at, column) for at, sheet in enumerate(sheets, 1) for column in sheet.columns]
    cards = [dict(column.card().entries) for _, column in columns]
    heads = [
        column_name(column, wording)
        if len(sheets) == 1
        else f"{column_name(column, wording)} ({at})"
        for at, column in columns
    ]
    rows = [
        [wording.row(row), *(card.get(row, "") for card in cards)] for row in wording.ruleset.rows
    ]
    return csv_lines([[wording.ruleset.id, *heads], *rows], wording.catalog.cell_separator).encode()


# reading


def read_flat(
    game: Ruleset,
    flat: NDArray[np.uint8],
    scale: float,
    spots: Sequence[Spot],
    trust: float = 1.0,
) -> tuple[ReadColumn, ...]:
    """Read the columns of a straightened page in which something is written.

    The page is uint8[height, width, 3]. `scale` is its pixels in a point. `trust` is below 1 where
    the page is so small in the picture that the reader is too sure of itself. A row that a pad has
    twice is read twice.
    """
    columns = []
    for number in dict.fromkeys(spot.column for spot in spots):
        own = [spot for spot in spots if spot.column == number]
        inks = [cut(flat, spot.rect, scale) for spot in own]
        pale = [0.0] * len(own)
        if sum(ink.amount > 0 for ink in inks) < _MOSTLY * len(own):
            for place, (spot, ink) in enumerate(zip(own, inks, strict=True)):
                if not ink.amount:
                    pale[place] = pale_ink(flat, spot.rect, scale)
        if any(pale):
            usual = float(np.median([darkness for darkness in pale if darkness]))
            inks = [cut(flat, spot.rect, scale, max(1.0, _DARKENED / usual)) for spot in own]
        logs = joined(list(zip([spot.row for spot in own], _chances_of(inks, trust), strict=True)))
        inked = [
            max(chance, _MAYBE) if darkness else chance
            for chance, darkness in zip(_inked(inks), pale, strict=True)
        ]
        seen = {
            spot.row: Seen(logs[spot.row], chance, ink.mark)
            for spot, chance, ink in zip(own, inked, inks, strict=True)
        }
        evidence = {row: seen[row] for row in game.rows if row in seen}
        rects = {spot.row: spot.rect for spot in own}
        column = _weighed(game, ReadColumn(number, evidence, rects))
        if any(pale) or any(
            dict(place.likely).get(None, 0.0) < _UNUSED for place in column.read.values()
        ):
            columns.append(column)
    return tuple(columns)


def joined(read: Sequence[tuple[str, NDArray[np.float32]]]) -> dict[str, NDArray[np.float32]]:
    """Return each row once, with its log-probabilities.

    Those of a row that was read twice are of the same number.
    """
    found: dict[str, list[NDArray[np.float32]]] = {}
    for row, logs in read:
        found.setdefault(row, []).append(logs)
    sums = {
        row: np.sum(each, axis=0) for row, each in found.items()
    }  # independent evidence, so that logarithms add
    return {row: each - np.logaddexp.reduce(each) for row, each in sums.items()}


def _chances_of(inks: Sequence[BoxInk], trust: float) -> NDArray[np.float32]:
    """Return the log-probabilities of all readings of the boxes of a column, float32[n, readings].

    Where it is open which strokes belong to a box, each way to take them counts alike.
    """
    ways = [
        [each for each in (ink.patch, ink.alone, ink.joined) if each is not None] for ink in inks
    ]
    found = iter(
        trust * load().looked_at_again(np.stack([patch for each in ways for patch in each]))
    )
    chances = np.stack(
        [np.logaddexp.reduce([next(found) for _ in each]) - log(len(each)) for each in ways]
    )
    little = _LITTLE * float(
        np.median([ink.amount for ink in inks if ink.amount] or [0.0])
    )  # one pen a column
    for at, ink in enumerate(inks):
        cut_off = ink.cut_off * (_SHORT if ink.amount < little else _CUT_OFF)
        chances[at] = with_unseen(chances[at], cut_off=cut_off, own=_OUT if ink.strays else 1)
    return chances


def _inked(inks: Sequence[BoxInk]) -> list[float]:
    """Return the probability that there is ink of its own in each box of a column."""
    chances = chances_of_ink([ink.amount for ink in inks])
    return [
        chance
        if not ink.doubtful
        else min(chance, _OUT if ink.strays else _ALONG)
        if ink.amount
        else 1 - _ALONG
        for chance, ink in zip(chances, inks, strict=True)
    ]


# a picture

_LEAST_PIXELS = 100
"""Minimum width and height of a picture: a single column of boxes, 12 mm wide, has 40 at
`LEAST_RESOLUTION`."""
_MOST_SHEETS = 12
"""Maximum number of sheets in a picture: each takes as long as one alone. Chosen by hand: nine
cards are on A4."""
_BESIDE = 12
"""Minimum number of boxes beside a sheet for which another one is looked for. Chosen by hand: no
sheet has fewer."""


def read_picture(picture: Picture, wanted: Wanted) -> list[ReadSheet | SheetgenError]:
    """Read the sheets on a picture, in the order of reading.

    A sheet that is seen but cannot be read is a fault. Raises SheetgenError if none can be read.
    """
    height, width, _ = picture.pixels.shape
    if min(width, height) < _LEAST_PIXELS:
        raise SheetgenError(
            "a picture of %(width)s x %(height)s pixels, too small to be read; send it as it was "
            "taken",
            width=width,
            height=height,
        )
    sheets = read_printed(picture, wanted) if wanted.rows is None else [_read_pad(picture, wanted)]
    return [
        _with_names(sheet, wanted) if isinstance(sheet, ReadSheet) else sheet for sheet in sheets
    ]


def read_printed(picture: Picture, wanted: Wanted) -> Sequence[ReadSheet | SheetgenError]:
    """Read the sheets of ours on a picture.

    Their games follow from their dice, unless the game or the map is known.
    """
    pixels, seen, mirrored = _right_way_round(picture.pixels)
    if not any(seen):
        refuse(pixels, ())
    located, faults = _all_located(pixels, seen, wanted)
    sheets: list[tuple[Array, ReadSheet | SheetgenError]] = [  # each with its middle in the picture
        (_rim_of(found).mean(0), replace(_read_located(picture, found, wanted), mirrored=mirrored))
        for found in located
    ]
    sheets += [(dice.mean(0), error) for dice, error in faults]
    return [sheet for _, sheet in sheets] if len(sheets) == 1 else _numbered(picture, sheets)


def _all_located(
    pixels: NDArray[np.uint8], seen: Views, wanted: Wanted
) -> tuple[list[Located], list[tuple[Array, SheetgenError]]]:
    """Find the sheets in a picture one after the other: each that is found is covered in it.

    Return them, and the faults of those that are seen, but cannot be read, each with the places of
    its dice. Raises SheetgenError if none is found.
    """
    located: list[Located] = []
    faults: list[tuple[Array, SheetgenError]] = []
    while found := _next_located(pixels, seen, wanted, faults):
        located.append(found)
        faults.clear()  # alone in the picture, their sheets may be read
        rim = _rim_of(found)
        if len(located) == _MOST_SHEETS or not seen.has_more_beside(rim, _BESIDE):
            break
        pixels = pixels.copy()
        cv2.fillPoly(
            pixels, [np.rint(rim).astype(np.int32)], np.median(found.flat, axis=(0, 1)).tolist()
        )
        seen = Views(pixels)
        if not codes_in(seen):
            break
    if not located:
        raise faults[0][1]
    return located, faults


def _next_located(
    pixels: NDArray[np.uint8],
    seen: Views,
    wanted: Wanted,
    faults: list[tuple[Array, SheetgenError]],
) -> Located | None:
    """Find the sheet of the first code that has one.

    Add the faults of the others to those that are known.
    """
    codes = codes_in(seen)
    if not codes:
        return _find(pixels, seen, wanted)
    for dice in codes:
        if any(is_at(dice, other) for other, _ in faults):
            continue
        try:
            return _find(pixels, seen.with_code_at(dice), wanted)
        except SheetgenError as error:
            faults.append((dice, error))
    return None


def _rim_of(found: Located) -> Array:
    """Return the corners of a page in the picture, float[4, 2]."""
    size = found.map.width, found.map.height
    return found.sheet.to_picture(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * size)


def _right_way_round(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Views, bool]:
    """Return a picture, its views, and whether it was mirrored.

    Then the dice of a code are seen only in its mirror.
    """
    seen = Views(pixels)
    if any(seen) and not codes_in(seen):
        flipped = np.ascontiguousarray(pixels[:, ::-1])
        views = Views(flipped)
        if codes_in(views):
            return flipped, views, True
    return pixels, seen, False


def _find(pixels: NDArray[np.uint8], seen: Views, wanted: Wanted) -> Located:
    """Find a sheet in a picture. Raises SheetgenError if there is none, or if it cannot be read."""
    code = next((view.code[1] for view in seen if view.code), None)
    if code is None and wanted.game is None and not wanted.maps:
        check_size(pixels)
    return find(pixels, candidates(code, wanted, seen), seen)


def _read_located(picture: Picture, found: Located, wanted: Wanted) -> ReadSheet:
    """Read a sheet that was found in a picture."""
    game = wanted.game or shipped(found.map.ruleset)
    spots: list[Spot] = []
    heads: dict[int, Rect] = {}
    for cell in found.map.cells:
        column, _, row = cell.id.removeprefix("p").partition(".")
        if cell.kind == "name":
            heads.setdefault(int(column), cell.rect)
        elif row in game.rows:
            spots.append(Spot(int(column), row, cell.rect))
    read = read_flat(game, found.flat, FLAT / MM, spots, found.trust)
    columns = tuple(replace(each, name=heads.get(each.number)) for each in read)
    size = found.flat.shape[1], found.flat.shape[0]
    return ReadSheet(
        picture.name,
        picture.page,
        game,
        jpeg_of(found.flat),
        size,
        FLAT / MM,
        columns,
        found.map,
        found.sheet,
    )


def _numbered(
    picture: Picture, sheets: Sequence[tuple[Array, ReadSheet | SheetgenError]]
) -> list[ReadSheet | SheetgenError]:
    """Return the sheets by rows from the left, numbered.

    Each is in the list with its middle in the picture.
    """
    middles = np.array([middle for middle, _ in sheets])
    order: list[int] = []
    left = [*np.argsort(middles[:, 1])]
    while left:
        apart = np.hypot(*(middles[left[1:]] - middles[left[0]]).T).min() if len(left) > 1 else 0.0
        row = [at for at in left if middles[at, 1] <= middles[left[0], 1] + apart / 2]
        order += sorted(row, key=lambda at: float(middles[at, 0]))
        left = [at for at in left if at not in row]
    numbered: list[ReadSheet | SheetgenError] = []
    for number, at in enumerate(order, 1):
        sheet = sheets[at][1]
        if isinstance(sheet, ReadSheet):
            numbered.append(replace(sheet, number=number))
        else:
            numbered.append(sheet.placed(f"{picture.name}, {picture.page}.{number}"))
    return numbered


def _read_pad(picture: Picture, wanted: Wanted) -> ReadSheet:
    """Read a ruled pad of another maker, whose rows are known."""
    if wanted.game is None or wanted.rows is None:
        raise SheetgenError("which game? say it with --ruleset", key="--rows")
    check_rows(wanted.rows, wanted.game.rows)
    pad = read_rows(find_tables(picture.pixels), picture.pixels, wanted.rows, wanted.label_columns)
    if not pad.sure:
        raise SheetgenError(
            "which columns are printed is not plain to see; say how many with --label-columns"
        )
    columns = read_flat(wanted.game, pad.flat, FLAT / MM, pad.cells)
    size = pad.flat.shape[1], pad.flat.shape[0]
    return ReadSheet(
        picture.name, picture.page, wanted.game, jpeg_of(pad.flat), size, FLAT / MM, columns
    )


def _with_names(sheet: ReadSheet, wanted: Wanted) -> ReadSheet:
    """Return the sheet with the names of its columns.

    All games of a single player get that name, with a number. Raises SheetgenError if the sheet has
    room for another number of players, or for fewer names.
    """
    names = wanted.names
    heads = (
        {cell.id.partition(".")[0] for cell in sheet.map.cells if cell.kind == "name"}
        if sheet.map
        else ()
    )
    if heads and wanted.players not in (None, len(heads), len(sheet.columns)):
        raise SheetgenError(
            "says %(asked)s, and the sheet has room for %(count)s; leave it out",
            key="--players",
            asked=wanted.players,
            count=len(heads),
        )
    if heads and len(names) > len(heads):
        raise SheetgenError(
            "%(names)s names, and the sheet has room for %(count)s; leave some out",
            key="--names",
            names=len(names),
            count=len(heads),
        )
    called = dict(enumerate(names, 1))  # by the number of the column
    if names and len(heads) == 1:
        called = {each.number: f"{names[0]} ({each.number})" for each in sheet.columns}
    return replace(
        sheet,
        columns=tuple(replace(each, called=called.get(each.number, "")) for each in sheet.columns),
    )
