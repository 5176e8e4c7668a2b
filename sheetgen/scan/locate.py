"""The search for the sheet in a picture: its map, its position, and the straightened page.

Maps are stretched and shifted until their cells match the boxes that are seen. Then the printed
lines are compared, and the code, the corner marks and the rows decide which map it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import product
from math import ceil, floor, inf
from typing import NoReturn

import cv2
import numpy as np
from msgspec import Struct

from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.code import decode
from sheetgen.layout.primitives import MM, CellMap
from sheetgen.scan.straighten import (
    FLAT,
    LINE,
    PagePosition,
    Sides,
    change_of,
    corners_of,
    corners_seen,
    drawn_to_lines,
    inside_of,
    lay,
    look,
    sides_of,
    terms_of,
)
from sheetgen.scan.views import (
    BOXES,
    Array,
    Faces,
    Pixels,
    View,
    decoded,
    even_light,
    in_order,
    moved,
    read_dice,
    turn,
)

# a map on upright boxes


class MapFit(Struct, frozen=True):
    """Way in which a map can match the boxes of a picture."""

    turns: int
    """Number of quarters by which the map is turned, clockwise."""

    cells: Array
    """int[k]: cells of the map that match boxes."""
    boxes: Array
    """int[k]: the boxes of these cells."""
    score: float
    """Number of matched cells, less 0.7 for each box that no cell explains."""


def sizes_of(found: Array, most: int) -> Array:
    """Return the usual sizes among these boxes, as logarithms, float[k, 2].

    Those with most area first.
    """
    logs = np.log(np.maximum(found[:, 2:], 1e-9))
    alike = (np.abs(logs[:, None] - logs[None]) < BOXES.same_size / 2).all(2)
    weight = alike.sum(1) * np.sqrt(found[:, 2] * found[:, 3])
    sizes: list[Array] = []
    left = weight.copy()
    while len(sizes) < most and left.max(initial=0) > 0:
        best = int(np.argmax(left))
        sizes.append(np.median(logs[alike[best]], 0))
        left[(np.abs(logs - sizes[-1]) < BOXES.same_size).all(1)] = 0
    return np.array(sizes).reshape(-1, 2)


Shift = tuple[float, int, Array, Array]
"""Number of pairs of a cell and a box that match if all cells are turned by quarters clockwise, and
then shifted; the number of quarters; middles and sizes of the cells, turned and scaled; the
shift."""


def shifts(cells: Array, found: Array, sizes: Array, turns: int) -> Iterator[Shift]:
    """Yield the ways in which cells match upright boxes, once they are turned by quarters.

    Both are float[n, 4]: middles and sizes. `sizes` are the usual ones of the boxes.
    """
    x, y, width, height = cells.T
    for _ in range(turns):
        x, y, width, height = -y, x, height, width
    rects = np.stack([x, y, width, height], 1)
    scales: list[Array] = []
    for own, seen in product(sizes_of(rects, 3), sizes):
        scale = seen - own
        if abs(scale[0] - scale[1]) < BOXES.oblong and all(
            np.abs(scale - each).max() > 0.06 for each in scales
        ):
            scales.append(scale)
            yield from _shifts(turns, rects * np.exp(np.tile(scale, 2)), found)


def _shifts(turns: int, rects: Array, found: Array) -> Iterator[Shift]:
    """Yield the shifts by which most cells, already scaled, match boxes."""
    wide, high = (np.log(found[:, None, side]) - np.log(rects[:, side]) for side in (2, 3))
    there, here = np.nonzero(np.maximum(np.abs(wide), np.abs(high)) < 1.5 * BOXES.same_size)
    if len(there) < 4:
        return
    shift = found[there, :2] - rects[here, :2]
    bins = np.floor((shift - shift.min(0)) / (np.median(rects[:, 2:], 0) * 0.3)).astype(np.intp) + 1
    rows, columns = bins.max(0) + 2
    votes = np.bincount(bins[:, 0] * columns + bins[:, 1], minlength=rows * columns).reshape(
        rows, columns
    )
    around = cv2.boxFilter(
        votes.astype(float), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    for _ in range(4):
        best = np.unravel_index(int(np.argmax(around)), around.shape)
        if around[best] < 4:
            return
        own = (np.abs(bins - np.array(best)) <= 1).all(1)
        yield float(around[best]), turns, rects, np.median(shift[own], 0)
        around[max(0, best[0] - 1) : best[0] + 2, max(0, best[1] - 1) : best[1] + 2] = 0


def matched(way: Shift, found: Array) -> Iterator[MapFit]:
    """Yield the fit after this shift.

    Slant and scale are fitted to the nearest boxes first, then to all.
    """
    _, turns, rects, shift = way
    change = np.vstack([shift, np.eye(2)])
    cells = boxes = np.zeros(0, np.intp)
    placed = rects
    for reach in (0.45, 0.4, 0.35, 0.35):
        placed = np.hstack([terms_of(rects[:, :2], len(change)) @ change, rects[:, 2:]])
        cells, boxes = pairs(placed, found, reach)
        if len(cells) < 6:
            return
        terms = 3 if len(cells) < 15 or reach > 0.4 else 6
        change = np.linalg.lstsq(terms_of(rects[cells, :2], terms), found[boxes, :2], rcond=None)[0]
    unlike = np.log(found[boxes, 2:] / rects[cells, 2:])
    whole = (np.abs(unlike - np.median(unlike, 0)) < 0.06).all(1)  # the others are cut by writing
    low, high = placed[:, :2].min(0), placed[:, :2].max(0)
    inside = ((found[:, :2] > low) & (found[:, :2] < high)).all(1)
    inside[boxes] = False
    off = (
        np.abs(terms_of(rects[cells, :2], len(change)) @ change - found[boxes, :2])
        / rects[cells, 2:]
    )
    score = len(cells) - float(off.mean())  # of maps that fit as well, the one that fits best
    usual = np.median(rects[:, 2:], 0)
    large = (found[:, 2:] > 0.7 * usual).all(1) & (found[:, 2:] < 3 * usual).all(1)
    if whole.sum() >= 12:
        cells, boxes = cells[whole], boxes[whole]
    yield MapFit(turns, cells, boxes, score - 0.7 * float((inside & large).sum()))


def pairs(placed: Array, found: Array, reach: float) -> tuple[Array, Array]:
    """Return cells and boxes of the same size that are nearest to each other.

    They are no farther apart than this share of their size.
    """
    off = np.abs(placed[:, None, :2] - found[None, :, :2]) / placed[:, None, 2:]
    alike = (
        np.abs(np.log(np.maximum(found[None, :, 2:], 1e-9) / placed[:, None, 2:]))
        < 2 * BOXES.same_size
    ).all(2)
    far = np.where(alike, off.max(2), np.inf)
    nearest = far.argmin(1)
    own = np.arange(len(placed))
    good = (far[own, nearest] < reach) & (far[:, nearest].argmin(0) == own)
    return own[good], nearest[good]


# the search


class _Search(Struct, frozen=True):
    """Round of the search for lines; in each round they are nearer to their places."""

    scale: int
    """Pixels a millimetre of the flat picture in which they are looked for."""
    reach: float
    """Maximum distance of a line from its place, in millimetres."""
    near: bool
    """Flag: the page follows single lines nearby, too, and not only a smooth bend through all of
    them."""
    slack: float
    """Distance, in millimetres, from which on a line is taken for something else."""


_FIRST = _Search(4, 1.6, near=False, slack=0.5)
_SECOND = _Search(4, 0.8, near=True, slack=0.3)
_LAST = _Search(8, 0.6, near=True, slack=0.3)
"""Rounds of the search for lines. Their numbers were chosen by hand on made photos with curled
paper."""


class SearchLimits(Struct, frozen=True):
    """Maximum numbers of positions of maps that are tried, and their scores."""

    per_map: int = 16
    """Positions of one map."""
    followed: int = 20
    """Positions of all maps together whose cells are matched with boxes."""
    laid: int = 6
    """Positions of all maps whose lines are compared over the whole page."""
    compared: int = 2
    """Positions of all maps whose lines are compared again, more finely."""
    ranked: int = 60
    """Positions that are matched where no code shows how the sheet is laid out."""
    likeliest: int = 2
    """Maps whose variants are tried then."""
    no_better: float = 1.0
    """Difference of scores, in cells: maps are not compared with the picture whose boxes match by
    more than this less well than those of maps that were compared before. This bounds the time."""
    per_cell: float = 0.3
    """Share of a box by which each cell of a map lowers its score: of maps that fit, that with
    fewer empty cells wins."""


SEARCH = SearchLimits()


class EvidenceLimits(Struct, frozen=True):
    """Evidence that a sheet is the one of a map, and no other.

    All but `least_dice`, `follows` and `coarse` were chosen by hand.
    """

    agreement: float = 0.72
    """Minimum share of the sides of all cells that is seen in its place. Chosen on made photos."""
    together: int = 4
    """Number of cells in line of which a minimum share of sides is seen: writing crosses, and
    fingers hide, fewer."""
    anywhere: float = 0.4
    """Minimum share of the sides of any cells in line that is seen in its place."""
    everywhere: float = 0.6
    """The same where no code shows which sheet it is."""
    least_dice: int = 6
    """Minimum number of the ten dice of a code that are read in their place: fewer may be
    chance."""
    nearby: float = 8 * MM
    """Maximum distance of dice from their place, in points, if all ten show the code of the sheet:
    curl moves the foot."""
    plain: float = 0.95
    """Minimum share of the sides of all cells that is seen, for a sheet whose dice are not read."""
    corners: int = 3
    """Minimum number of corner marks that are seen, for such a sheet."""
    side_off: float = 1.5 * MM
    """Maximum distance of the sides of a box from those of its cell, in points."""
    stretch: float = 1.1
    """Ratio from which on the code is longer, or shorter, than in a map: the page has another
    layout."""
    follows: float = 0.3
    """Minimum share of the left, upper and right sides of a row below the last one that is seen:
    writing may cross one side nearly whole."""
    coarse: int = 4
    """Pixels a millimetre of the flat picture in which such a row is looked for."""


EVIDENCE = EvidenceLimits()


class Located(Struct, frozen=True):
    """A sheet that was found in a picture."""

    map: CellMap
    flat: Pixels
    """Straightened page in blue, green and red: uint8[height, width, 3], with `FLAT` pixels a
    millimetre."""
    signs: tuple[bool, float]
    """Evidence for this map: its code is read in its place or near it, and the share of its lines
    that is seen."""
    sheet: PagePosition
    """Position of the page in the picture."""
    trust: float
    """Certainty of what is read there: 1, or less where a millimetre of the page has few pixels."""


def find(pixels: Pixels, batches: Iterable[Sequence[CellMap]], seen: Iterable[View]) -> Located:
    """Find the sheet in a picture, uint8[height, width, 3], as one of these maps.

    It may be turned by quarters. `seen` are the `Views` of the picture. The first batch with a map
    whose code is in its place decides, else the map that fits best. Raises SheetgenError if no map
    fits, or if the sheet cannot be read.
    """
    found: Located | None = None
    scores: dict[int, float] = {}
    for maps in batches:
        for number, view in enumerate(seen):
            fitting = [each for each in maps if _is_possible(each, view)]
            fits = _fits(view, fitting, SEARCH.followed)
            score, before = max((fit[0] for fit in fits), default=-inf), scores.get(number, -inf)
            scores[number] = max(score, before)
            also = (
                _as_known(pixels, view, fitting, fits)
                if score > before - SEARCH.no_better
                else None
            )
            if also:
                found = max(filter(None, (found, also)), key=lambda each: each.signs)
                break
        if found and found.signs[0]:
            break
    if found is None:
        refuse(pixels, seen)
    return found


def refuse(pixels: Pixels, seen: Iterable[View]) -> NoReturn:
    """Raise SheetgenError with the reason why no sheet was found, and with what to do."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    check(inf, 0.0, float(np.percentile(gray, 90)))
    if any(seen):
        check_size(pixels)
    scale = min(1.0, QUALITY.looked_at / max(gray.shape))
    if (
        edge_width(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
        > QUALITY.soft
    ):
        raise SheetgenError(
            "too blurred to be read; go closer, hold still, and tap on the sheet so that it is "
            "sharp"
        )
    if max((len(view.corners) for view in seen), default=0) < 12:
        raise SheetgenError(
            "no sheet is seen in this picture; go closer, keep the four corners free, flash off"
        )
    raise SheetgenError(
        "this is none of the sheets that it could be, or too little is seen of it; say which "
        "with %(game)s or"
        " %(sheet)s, name the rows of a sheet of others with %(rows)s, or take it again: closer, "
        "the four corners free,"
        " flash off",
        game="--ruleset",
        sheet="--sheet",
        rows="--rows",
    )


# maps on boxes


def _is_possible(cells: CellMap, view: View) -> bool:
    """Check whether a map has no code, or one with the game and columns of the seen code.

    Without a code in the picture every map passes.
    """
    own, seen = decode(cells.code) if cells.code else None, view.code[1] if view.code else None
    if own is None or seen is None:
        return True
    return (own.ruleset, own.rules, own.columns) == (seen.ruleset, seen.rules, seen.columns)


def _fits(view: View, maps: Sequence[CellMap], followed: int) -> list[tuple[float, int, MapFit]]:
    """Return the fits of some of the maps to the boxes of a view.

    Each has its score and the number of its map. At most `followed` positions are matched in
    detail.
    """
    corners, sides = np.sort(moved(view.corners, view.tilt), 1), [sides_of(each) for each in maps]
    low, high = corners[:, :2].mean(1), corners[:, 2:].mean(1)
    found = np.hstack([(low + high) / 2, high - low])
    sizes, up = sizes_of(found, 5), [*range(4)]
    if code := view.code:
        row = moved(code[0].places, view.tilt)
        up = [max(up, key=lambda turns: float(((row[4] - row[0]) @ turn(-turns))[0]))]
    ways = [
        (way[0] - SEARCH.per_cell * len(each), number, way)
        for number, each in enumerate(sides)
        if all(
            other.ruleset != maps[number].ruleset or change_of(maps[number], other) is None
            for other in maps[:number]
        )
        for turns in up
        for way in nlargest(
            SEARCH.per_map // len(up),
            shifts(inside_of(each), found, sizes, turns),
            key=lambda way: way[0],
        )
    ]
    return [
        (fit.score - SEARCH.per_cell * len(sides[number]), number, fit)
        for _, number, way in nlargest(followed, ways, key=lambda each: each[0])
        for fit in matched(way, found)
    ]


def likeliest(seen: Iterable[View], maps: Sequence[CellMap]) -> list[int]:
    """Return the numbers of the few maps that match best the boxes of a picture, even if not quite.

    Another layout of the same sheet does, if it has as many rows and columns.
    """
    fits = sorted(
        (fit for view in seen for fit in _fits(view, maps, SEARCH.ranked)),
        key=lambda each: -each[0],
    )
    return list(dict.fromkeys(number for _, number, _ in fits))[: SEARCH.likeliest]


# maps on lines


class _Placed(Struct, frozen=True):
    """Possible position of a map in a view, with the agreement of its lines."""

    map: CellMap
    sheet: PagePosition
    sides: Sides
    agreement: float
    """Share of the sides of its cells that is seen in its place."""
    whole: bool
    """Flag: the whole sheet is in the picture."""

    @property
    def right(self) -> Array:
        """bool[m, 4, 2]: halves of the sides of its cells that are seen in their place."""
        return np.asarray(self.sides.seen & (np.abs(self.sides.off) < _LAST.slack * MM))

    @property
    def rows(self) -> Iterator[Array]:
        """bool[m] for each row of the sheet: the cells of all columns in it.

        Names are left out: some have no box.
        """
        names = np.array([cell.id.partition(".")[2] for cell in self.map.cells])
        return (names == name for name in np.unique(names) if name != "name")

    def boxes(self, view: View) -> Array:
        """Return the sides of the boxes of the view on the page, float[n, 4]."""
        at = self.sheet.to_page(view.corners.reshape(-1, 2)).reshape(view.corners.shape)
        return np.hstack([at.min(1), at.max(1)])


def _placed(
    view: View, maps: Sequence[CellMap], fits: Iterable[tuple[float, int, MapFit]]
) -> _Placed | None:
    """Return the fit whose lines agree best over the whole page."""
    laid = []
    for _, number, fit in nlargest(SEARCH.laid, fits, key=lambda each: each[0]):
        inside = corners_of(sides_of(maps[number])[fit.cells] + np.array([1, 1, -1, -1]) * LINE)
        boxes = view.corners[fit.boxes]
        boxes = in_order(boxes, moved(boxes, view.tilt) @ turn(-fit.turns))
        sheet = lay((maps[number].width, maps[number].height), inside, boxes.reshape(-1, 2))
        if sheet:
            laid.append(_refined(view, sheet, maps[number], _FIRST))
    best = nlargest(SEARCH.compared, laid, key=lambda each: each.agreement)
    finer = [_refined(view, each.sheet, each.map, _SECOND) for each in best]
    return max(finer, key=lambda each: each.agreement, default=None)


def _refined(view: View, sheet: PagePosition, cells: CellMap, search: _Search) -> _Placed:
    """Return a page drawn to its lines.

    Sides outside of the picture do not count, unless they are more than half.
    """
    seen = look(sheet.flat(view.even, search.scale), sides_of(cells), search.scale, search.reach)
    sheet, sides = drawn_to_lines(sheet, seen, near=search.near)
    height, width = view.even.shape
    at = sheet.to_picture(sides.places.reshape(-1, 2)).reshape(sides.places.shape)
    inside = ((at > 0) & (at < (width, height))).all(-1)
    right = sides.seen & (np.abs(sides.off) < search.slack * MM)
    agreement = float(right[inside].mean()) if inside.mean() > 0.5 else 0.0
    return _Placed(cells, sheet, sides, agreement, bool(inside.all()))


def _flat(pixels: Pixels, view: View, placed: _Placed) -> tuple[PagePosition, Pixels, Pixels]:
    """Return the position of a page in the picture, and the flat page.

    The flat page is there as it is, and in even light.
    """
    up = np.array([[1, 0, (1 - view.scale) / 2], [0, 1, (1 - view.scale) / 2], [0, 0, view.scale]])
    sheet = PagePosition(placed.sheet.size, up @ placed.sheet.matrix, placed.sheet.bend)
    flat = sheet.flat(pixels, FLAT)
    return sheet, flat, even_light(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY))


# the one sheet


def _as_known(
    pixels: Pixels, view: View, maps: Sequence[CellMap], fits: Iterable[tuple[float, int, MapFit]]
) -> Located | None:
    """Return the sheet as one of these maps, if it is that one beyond doubt.

    Of maps whose boxes have nearly the same places, the code decides, else the corner marks. Where
    a code was seen somewhere on the page, boxes in their places are enough.
    """
    placed = _placed(view, maps, fits)
    if placed is None or placed.agreement < EVIDENCE.agreement:
        return None
    row = view.code[0] if view.code else None
    own = _refined(view, placed.sheet, placed.map, _LAST)
    sheet, flat, even = _flat(pixels, view, own)
    alike = [(each, change) for each in maps if (change := change_of(each, own.map)) is not None]
    rivals = {own.map.ruleset}
    if len(alike) > 1:
        code = read_dice(even, own.map.code_dice, FLAT / MM)
        fit = [
            (_says(code, each), corners_seen(even, each, FLAT, change)) for each, change in alike
        ]
        rivals = {
            each.ruleset
            for (each, _), (_, corners) in zip(alike, fit, strict=True)
            if corners >= EVIDENCE.corners
        }
        best = [each for (each, _), signs in zip(alike, fit, strict=True) if signs == max(fit)]
        at = own.sheet.to_picture(corners_of(sides_of(own.map)))
        sheets = [
            (each, lay((each.width, each.height), corners_of(sides_of(each)), at))
            for each in best[: SEARCH.laid]
        ]
        laid = [_refined(view, again, each, _LAST) for each, again in sheets if again]
        pages = [(own, sheet, flat, even), *((each, *_flat(pixels, view, each)) for each in laid)]
        own, sheet, flat, even = max(pages, key=lambda page: _signs_of(page[0], page[3]))
    code = read_dice(even, own.map.code_dice, FLAT / MM)
    read = certain = _says(code, own.map) or _is_code_nearby(view, own)
    if not certain and _is_plain(view, own):
        told = own.map.code and row and own.sheet.has(row.places)
        told = told and not _goes_on(view.even, own.sheet, sides_of(own.map))
        certain = bool(told) or (
            len(rivals) < 2 and corners_seen(even, own.map, FLAT) >= EVIDENCE.corners
        )
    if not certain or _least(own) < EVIDENCE.anywhere or _is_narrower(view, own):
        return None
    if row and _is_squeezed(own.map, own.sheet.to_page(row.places)):
        return None
    resolution = check_seen(pixels, sheet, sides_of(own.map), edge_width(even) / FLAT)
    return Located(
        own.map, flat, (read, own.agreement), sheet, min(1.0, resolution / QUALITY.clear_resolution)
    )


def _signs_of(placed: _Placed, even: Pixels) -> tuple[bool, int, float]:
    """Return evidence for one of several sheets whose boxes have the same places.

    The code, corner marks, and lines.
    """
    says = _says(read_dice(even, placed.map.code_dice, FLAT / MM), placed.map)
    return says, corners_seen(even, placed.map, FLAT), placed.agreement


def _says(code: Faces, cells: CellMap) -> bool:
    """Check whether this is the code of a map.

    More of its dice than by chance, and no other code.
    """
    right = sum(face == own for (face, _), own in zip(code, cells.code, strict=False))
    return right >= EVIDENCE.least_dice and decoded(code) in (None, decode(cells.code))


def _is_code_nearby(view: View, placed: _Placed) -> bool:
    """Check whether dice near their place show the code of a map.

    Far from the boxes, curl moves them.
    """
    places = np.array(
        [(each.x + each.width / 2, each.y + each.height / 2) for each in placed.map.code_dice]
    )
    own = (row for row in view.rows if row.code == decode(placed.map.code))
    return any(
        np.hypot(*(placed.sheet.to_page(row.places) - places).T).max() < EVIDENCE.nearby
        for row in own
    )


# other layouts


def _least(placed: _Placed) -> float:
    """Return the smallest share of sides seen in their place.

    Of cells in line, and of one side of all cells.
    """
    share, middles = placed.right.mean((1, 2)), inside_of(sides_of(placed.map))[:, :2]
    many = min(
        len(share),
        max(EVIDENCE.together, len({cell.id.partition(".")[0] for cell in placed.map.cells})),
    )
    rows = (share[np.lexsort(keys)] for keys in (middles.T, middles.T[::-1]))
    lines = [np.convolve(row, np.ones(many) / many, "valid") for row in rows]
    return float(np.hstack([placed.right.mean((0, 2)), *lines]).min())


def _is_plain(view: View, placed: _Placed) -> bool:
    """Check whether nearly all lines of a sheet are seen everywhere, and no other boxes."""
    sides = sides_of(placed.map)
    boxes = placed.boxes(view)
    middles, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    usual = np.median(sides[:, 2:] - sides[:, :2], 0)
    low, high = sides[:, :2].min(0), sides[:, 2:].max(0)
    large = ((sizes > 0.7 * usual) & (sizes < 2 * usual)).all(1)
    across, down = ((middles > low) & (middles < high)).T
    near = (
        np.abs(middles[:, 0] - (low[0] + high[0]) / 2) < (high[0] - low[0]) / 2 + usual[0]
    ) & ~across
    column = int((large & near & down).sum())  # one column more than the map has
    large &= across & down
    far = np.hypot(*(middles[large][:, None] - inside_of(sides)[:, :2]).transpose(2, 0, 1)).min(
        1, initial=np.inf
    )
    own = (
        (np.abs(boxes[large][:, None] - sides) < EVIDENCE.side_off).sum(2).max(1, initial=0)
    )  # ink may hide one side
    odd = int(((far > 3 * MM) & (own < 3)).sum())
    # left and right sides in each row: elsewhere its boxes may be wider
    as_wide = all(placed.right[row][:, ::2].any((0, 2)).all() for row in placed.rows)
    everywhere = placed.whole and _least(placed) >= EVIDENCE.everywhere and as_wide
    return (
        placed.agreement >= EVIDENCE.plain
        and everywhere
        and odd <= 0.05 * len(sides)
        and column < EVIDENCE.together
    )


def _is_narrower(view: View, placed: _Placed) -> bool:
    """Check whether in most columns the boxes of a row end before those of the map on one side."""
    at = np.sort(placed.sheet.to_page(view.corners.reshape(-1, 2))[:, 0].reshape(-1, 4), axis=1)
    whole = placed.boxes(view)[
        (np.diff(at)[:, ::2] < EVIDENCE.side_off).all(1)
    ]  # ink that cuts a box is aslant
    inward = (whole[:, None] - sides_of(placed.map)) * [1, 1, -1, -1]
    short = ((np.abs(inward) < EVIDENCE.side_off).sum(2) == 3) & (
        inward[..., ::2].max(2) > 2 * EVIDENCE.side_off
    )
    by = np.where(short[..., None], inward[..., ::2], 0).max(0)  # on the left, and on the right
    rows = [
        (by[row], np.abs(by[row][:, None] - by[row]) < EVIDENCE.side_off) for row in placed.rows
    ]
    alike = (
        ((own > EVIDENCE.side_off) & (near.sum(1) > 1)).any(1) for own, near in rows
    )  # ink may cut a single box anywhere
    return any(row.mean() > 0.5 for row in alike)


def _is_squeezed(cells: CellMap, dice: Array) -> bool:
    """Check whether the dice of a code are much closer to each other than in a map.

    Much farther apart counts as well. `dice` are their places on the page, float[10, 2]. The boxes
    of another layout may all fit but for a few.
    """
    own = np.array([(die.x, die.y) for die in cells.code_dice])
    if len(own) != len(dice):
        return False
    stretch = np.hypot(*(dice[-1] - dice[0])) / np.hypot(*(own[-1] - own[0]))
    return not 1 / EVIDENCE.stretch < stretch < EVIDENCE.stretch


def _goes_on(even: Pixels, sheet: PagePosition, sides: Array) -> bool:
    """Check whether a page in even light has a row of boxes below the last ones.

    Then all are placed a row too high.
    """
    last = sides[sides[:, 3] > sides[:, 3].max() - 4 * MM]
    below = last + np.array([0, 1, 0, 1]) * (last[:, 3:] - last[:, 1:2] + MM)
    seen = look(sheet.flat(even, EVIDENCE.coarse), below, EVIDENCE.coarse, 1.6).seen[
        :, :3
    ]  # that row may be higher than this one
    whole = seen[:, ::2].all(2).mean(0).max()  # letters look like halves of sides
    return bool(min(seen.mean((0, 2)).min(), whole) > EVIDENCE.follows)


# refused pictures


class QualityLimits(Struct, frozen=True):
    """Limits beyond which a picture is refused.

    Beyond the least resolution, the most blur and the least light, people cannot read what is
    written either, by eye on made photos.
    """

    least_resolution: float = 3.2
    """Minimum number of pixels a millimetre. Messengers make photos of 1200 x 1600 pixels, with 3.5
    pixels a millimetre of A4."""
    clear_resolution: float = 4.0
    """Pixels a millimetre below which readings are less certain. The network was trained with 4 and
    more."""
    most_blur: float = 1.05
    """Maximum width of an edge, in millimetres."""
    least_light: float = 40.0
    """Minimum brightness of paper, of 255."""
    paper: int = 297
    """Longer side of the largest usual paper, in millimetres: A4."""
    looked_at: int = 1400
    """Longer side of a picture in which blur is looked for, in pixels."""
    soft: float = 6.5
    """Width from which on the edges of that picture are blurred, in pixels: sharp ones have 3 to 4.
    Chosen by hand on made photos."""
    edge_contrast: int = 60
    """Minimum contrast of an edge, of 255."""
    edge_spread: float = 1.3
    """Ratio of the width of an edge (from a tenth to nine tenths) to contrast divided by slope.
    Measured on 16 made pages that were blurred by 3 to 5 pixels."""


QUALITY = QualityLimits()

_SIDES = (
    Message("on the left"),
    Message("at the top"),
    Message("on the right"),
    Message("at the bottom"),
)


def check_seen(pixels: Pixels, sheet: PagePosition, sides: Array, blur: float) -> float:
    """Return the number of pixels of a millimetre of a page, where it has fewest.

    `sides`, float[n, 4], are the left, upper, right and lower edges of the boxes, in points; edges
    have a width of `blur` millimetres. Raises SheetgenError if the page is not whole in the
    picture, or if it cannot be read.
    """
    at = corners_of(sides)
    here = sheet.to_picture(at)
    (left, top), (right, bottom) = here.min(0), here.max(0)
    out = [-left, -top, right - pixels.shape[1] + 1, bottom - pixels.shape[0] + 1]
    if max(out) > 0:
        side = _SIDES[out.index(max(out))]
        raise SheetgenError(
            "the sheet is cut off %(side)s; go farther away, and keep its four corners free",
            side=side,
        )
    across, down = (sheet.to_picture(at + np.array(step)) - here for step in ((MM, 0.0), (0.0, MM)))
    resolution = np.percentile(
        np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])), 5
    )
    small = cv2.resize(pixels, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    near = cv2.dilate(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.ones((5, 5)))
    x, y = (here / 4).astype(int).clip(0, np.array(near.shape[::-1]) - 1).T
    check(float(resolution), blur, float(np.percentile(near[y, x], 10)))
    return float(resolution)


def check_size(pixels: Pixels) -> None:
    """Raise SheetgenError for a picture that is too small for a sheet of A4.

    It would have less than `QUALITY.least_resolution`.
    """
    height, width = pixels.shape[:2]
    if max(width, height) < QUALITY.paper * QUALITY.least_resolution:
        raise SheetgenError(
            "too small to be read: %(width)s x %(height)s pixels, and a sheet of A4 takes 1,200 "
            "x 1,600; send it as it"
            " was taken, as a file if a messenger makes pictures smaller",
            width=width,
            height=height,
        )


def check(resolution: float, blur: float, light: float) -> None:
    """Raise SheetgenError for a picture that people could not read either.

    `resolution` are its pixels a millimetre, where the sheet has fewest. `blur` is the width of
    edges in millimetres, and `light` the brightness of the paper, of 255.
    """
    if light < QUALITY.least_light:
        raise SheetgenError("too dark to be read; go where there is more light, flash off")
    if resolution < QUALITY.least_resolution:
        raise SheetgenError(
            "too small to be read: %(have)s pixels a millimetre, and it takes %(need)s; go "
            "closer, or scan it at 200"
            " dots per inch or more",
            have=f"{floor(10 * resolution) / 10:.1f}",
            need=f"{QUALITY.least_resolution:.1f}",
        )
    if blur > QUALITY.most_blur:
        raise SheetgenError(
            "too blurred to be read: edges are spread over %(have)s mm; go closer, hold still, "
            "and tap on the sheet so"
            " that it is sharp",
            have=f"{ceil(10 * blur) / 10:.1f}",
        )


def edge_width(gray: Pixels) -> float:
    """Return the usual width of edges in a picture, uint8[height, width], in pixels.

    0 where it has next to none.
    """
    smooth, around = cv2.GaussianBlur(gray, (0, 0), 0.8), np.ones((25, 25), np.uint8)
    contrast = cv2.dilate(smooth, around).astype(float) - cv2.erode(smooth, around)
    slope = cv2.dilate(
        np.hypot(*(cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (0, 1))), around
    )
    edges = contrast >= QUALITY.edge_contrast
    return (
        QUALITY.edge_spread * float(np.median((contrast / np.maximum(slope, 0.1))[edges]))
        if edges.mean() > 0.01
        else 0.0
    )
