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


class InkChances(Struct, frozen=True):
    """Probabilities about the ink of a box, and limits by which they are told apart.

    All but `inked` and `pale` were chosen by hand.
    """

    little: float = 0.4
    """Share of the median ink of a column below which a number has little ink."""
    short: float = 0.5
    """Probability that a number with little ink is cut off, if it may be. Chosen on made photos of
    digits that cross their line."""
    cut_off: float = 0.05
    """The same for a number with more ink."""
    along: float = 0.6
    """Probability that ink along a line belongs to this box."""
    out: float = 0.05
    """The same for ink that also runs out of the picture of the box."""
    unused: float = 0.9
    """Probability of a blank from which on a place counts as blank. A column with such places only
    was not used: a stroke of a neighbour reaches some of them."""
    inked: float = 0.6
    """Share of the places of a column with ink below which paler ink is looked for."""
    darkened: float = 0.45
    """Darkness that the palest pencil is read with: that of usual ink."""
    pale: float = 0.6
    """Minimum probability of ink where pale ink was seen: such a place is never a sure blank."""


INK = InkChances()


class PageLooks(Struct, frozen=True):
    """Limits of the pictures of places on a straightened page."""

    no_ink: float = 0.9
    """Brightness of the darkest point of a small picture, as a share of its paper, above which it
    has no ink."""
    free: float = 0.8
    """Brightness of the darkest point of a place without ink, as a share of its paper: noise and
    shadows reach 0.85."""
    quality: int = 82
    """JPEG quality of straightened pages: a page takes some 500 kB, and reads as before. Chosen by
    hand."""


PAGE = PageLooks()


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
        return [row for row, read in self.read.items() if not read.sure]

    def card(self, name: str = "") -> WrittenCard:
        """Return the card as it was read, without what is blank."""
        entries = []
        for row, read in self.read.items():
            value = _entry_of(read)
            if value is not None:
                entries.append((row, value))
        return WrittenCard(tuple(entries), name)


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
        columns = tuple(replace(column, evidence={}) for column in self.columns)
        return replace(self, columns=columns)

    def answered(self, number: int, row: str, value: int | None) -> "ReadSheet":
        """Return the sheet with a value that a person entered in the column of this number.

        It makes other values more or less probable.
        """
        columns = []
        for column in self.columns:
            if column.number == number:
                answers = {**column.answers, row: value}
                columns.append(_weighed(self.game, replace(column, answers=answers)))
            else:
                columns.append(column)
        return replace(self, columns=tuple(columns))

    def is_free(self, rect: Rect) -> bool:
        """Check whether nothing is written or printed at a place."""
        gray = self._gray(rect, 0.0)
        return bool(np.percentile(gray, 1) > PAGE.free * np.percentile(gray, 90))

    def shrunk(self, rect: Rect, width: int, height: int) -> list[list[bool]]:
        """Return flags for the dark points of a place.

        There are `height` lines of at most `width` points.
        """
        gray = self._gray(rect, 1.0)
        scale = min(width / gray.shape[1], height / gray.shape[0])
        size = max(1, round(gray.shape[1] * scale)), height
        small = cv2.resize(gray, size, interpolation=cv2.INTER_AREA).astype(float)
        paper, ink = float(np.percentile(small, 90)), float(small[2:-2, 2:-2].min(initial=255))
        if ink > PAGE.no_ink * paper:  # there is only the line around it
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
    _, content = cv2.imencode(".jpg", flat, (cv2.IMWRITE_JPEG_QUALITY, PAGE.quality))
    return content.tobytes()


@lru_cache(maxsize=1)
def _decoded(jpeg: bytes) -> NDArray[np.uint8]:
    """Return the gray picture in a JPEG.

    The last one is kept, for its boxes are shown one after the other.
    """
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(cv2.cvtColor(np.asarray(pixels), cv2.COLOR_BGR2GRAY), np.uint8)


def _entry_of(read: BoxRead) -> Written | Unsure | None:
    """Return what a card holds in a place: its value, or the likely ones if it is unsure."""
    likely = read.looks or read.likely
    is_blank = {value for value, _ in likely} == {None}  # the checker reports it where it matters
    if read.sure or is_blank:
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
    heads: list[str] = []
    cards: list[dict[str, object]] = []
    for number, sheet in enumerate(sheets, 1):
        for column in sheet.columns:
            name = column_name(column, wording)
            heads.append(name if len(sheets) == 1 else f"{name} ({number})")
            cards.append(dict(column.card().entries))
    rows: list[list[object]] = [[wording.ruleset.id, *heads]]
    for row in wording.ruleset.rows:
        is_read = any(row in card for card in cards)
        if row in wording.ruleset.paper_rows or is_read:
            rows.append([wording.row(row), *(card.get(row, "") for card in cards)])
    return csv_lines(rows, wording.catalog.cell_separator).encode()


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
        own_spots = [spot for spot in spots if spot.column == number]
        column, has_pale_ink = _read_column(game, flat, scale, own_spots, trust)
        if has_pale_ink or _is_used(column):
            columns.append(column)
    return tuple(columns)


def _read_column(
    game: Ruleset, flat: NDArray[np.uint8], scale: float, spots: Sequence[Spot], trust: float
) -> tuple[ReadColumn, bool]:
    """Read the places of one column, and return it with a flag if it has pale ink."""
    inks = [cut(flat, spot.rect, scale) for spot in spots]
    pale = _pale_inks(flat, scale, spots, inks)
    if any(pale):
        usual = float(np.median([darkness for darkness in pale if darkness]))
        inks = [cut(flat, spot.rect, scale, max(1.0, INK.darkened / usual)) for spot in spots]
    rows = [spot.row for spot in spots]
    logs = joined(list(zip(rows, _chances_of(inks, trust), strict=True)))
    seen: dict[str, Seen] = {}
    for row, ink, chance, darkness in zip(rows, inks, _inked(inks), pale, strict=True):
        seen[row] = Seen(logs[row], max(chance, INK.pale) if darkness else chance, ink.mark)
    evidence = {row: seen[row] for row in game.rows if row in seen}
    rects = {spot.row: spot.rect for spot in spots}
    number = spots[0].column
    return _weighed(game, ReadColumn(number, evidence, rects)), any(pale)


def _pale_inks(
    flat: NDArray[np.uint8], scale: float, spots: Sequence[Spot], inks: Sequence[BoxInk]
) -> list[float]:
    """Return the darkness of pale ink in each place without other ink; 0 for none.

    It is looked for only in a column with little ink.
    """
    pale = [0.0] * len(spots)
    if sum(ink.amount > 0 for ink in inks) >= INK.inked * len(spots):
        return pale
    for place, (spot, ink) in enumerate(zip(spots, inks, strict=True)):
        if not ink.amount:
            pale[place] = pale_ink(flat, spot.rect, scale)
    return pale


def _is_used(column: ReadColumn) -> bool:
    """Check whether some place of a column is probably not blank."""
    return any(dict(read.likely).get(None, 0.0) < INK.unused for read in column.read.values())


def joined(read: Sequence[tuple[str, NDArray[np.float32]]]) -> dict[str, NDArray[np.float32]]:
    """Return each row once, with its log-probabilities.

    Those of a row that was read twice are of the same number.
    """
    by_row: dict[str, list[NDArray[np.float32]]] = {}
    for row, logs in read:
        by_row.setdefault(row, []).append(logs)
    normalised = {}
    for row, readings in by_row.items():
        total = np.sum(readings, axis=0)  # independent evidence, so that logarithms add
        normalised[row] = total - np.logaddexp.reduce(total)
    return normalised


def _chances_of(inks: Sequence[BoxInk], trust: float) -> NDArray[np.float32]:
    """Return the log-probabilities of all readings of the boxes of a column, float32[n, readings].

    Where it is open which strokes belong to a box, each way to take them counts alike.
    """
    patches_by_box = []
    for ink in inks:
        ways = (ink.patch, ink.alone, ink.joined)
        patches_by_box.append([patch for patch in ways if patch is not None])
    patches = np.stack([patch for own in patches_by_box for patch in own])
    logs = trust * load().looked_at_again(patches)
    amounts = [ink.amount for ink in inks if ink.amount]
    little = INK.little * float(np.median(amounts or [0.0]))  # one pen a column
    chances = []
    first = 0
    for ink, own in zip(inks, patches_by_box, strict=True):
        of_ways = list(logs[first : first + len(own)])
        first += len(own)
        mean = np.logaddexp.reduce(of_ways) - log(len(own))
        cut_off = ink.cut_off * (INK.short if ink.amount < little else INK.cut_off)
        chances.append(with_unseen(mean, cut_off=cut_off, own=INK.out if ink.strays else 1))
    return np.stack(chances)


def _inked(inks: Sequence[BoxInk]) -> list[float]:
    """Return the probability that there is ink of its own in each box of a column."""
    chances = list(chances_of_ink([ink.amount for ink in inks]))
    for place, ink in enumerate(inks):
        if ink.doubtful and ink.amount:
            chances[place] = min(chances[place], INK.out if ink.strays else INK.along)
        elif ink.doubtful:
            chances[place] = 1 - INK.along
    return chances


# a picture

_LEAST_PIXELS = 100
"""Minimum width and height of a picture: a single column of boxes, 12 mm wide, has 40 at
`QUALITY.least_resolution`."""
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
    sheets: list[tuple[Array, ReadSheet | SheetgenError]] = []
    """Each with its middle in the picture."""
    for page in located:
        sheet = replace(_read_located(picture, page, wanted), mirrored=mirrored)
        sheets.append((_rim_of(page).mean(0), sheet))
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
    while page := _next_located(pixels, seen, wanted, faults):
        located.append(page)
        faults.clear()  # alone in the picture, their sheets may be read
        rim = _rim_of(page)
        if len(located) == _MOST_SHEETS or not seen.has_more_beside(rim, _BESIDE):
            break
        pixels = pixels.copy()
        paper = np.median(page.flat, axis=(0, 1)).tolist()
        cv2.fillPoly(pixels, [np.rint(rim).astype(np.int32)], paper)
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


def _rim_of(page: Located) -> Array:
    """Return the corners of a page in the picture, float[4, 2]."""
    size = page.map.width, page.map.height
    return page.sheet.to_picture(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * size)


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


def _read_located(picture: Picture, page: Located, wanted: Wanted) -> ReadSheet:
    """Read a sheet that was found in a picture."""
    game = wanted.game or shipped(page.map.ruleset)
    spots: list[Spot] = []
    names: dict[int, Rect] = {}
    for cell in page.map.cells:
        column, _, row = cell.id.removeprefix("p").partition(".")
        if cell.kind == "name":
            names.setdefault(int(column), cell.rect)
        elif row in game.rows:
            spots.append(Spot(int(column), row, cell.rect))
    columns = read_flat(game, page.flat, FLAT / MM, spots, page.trust)
    return ReadSheet(
        picture.name,
        picture.page,
        game,
        jpeg_of(page.flat),
        (page.flat.shape[1], page.flat.shape[0]),
        FLAT / MM,
        tuple(replace(column, name=names.get(column.number)) for column in columns),
        page.map,
        page.sheet,
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
    players: set[str] = set()
    if sheet.map:
        players = {cell.id.partition(".")[0] for cell in sheet.map.cells if cell.kind == "name"}
    if players and wanted.players not in (None, len(players), len(sheet.columns)):
        raise SheetgenError(
            "says %(asked)s, and the sheet has room for %(count)s; leave it out",
            key="--players",
            asked=wanted.players,
            count=len(players),
        )
    if players and len(names) > len(players):
        raise SheetgenError(
            "%(names)s names, and the sheet has room for %(count)s; leave some out",
            key="--names",
            names=len(names),
            count=len(players),
        )
    columns = []
    for column in sheet.columns:
        called = names[column.number - 1] if column.number <= len(names) else ""
        if names and len(players) == 1:
            called = f"{names[0]} ({column.number})"
        columns.append(replace(column, called=called))
    return replace(sheet, columns=tuple(columns))
