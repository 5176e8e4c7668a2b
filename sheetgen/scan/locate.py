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
    quarter_turns,
    read_dice,
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


def sizes_of(boxes: Array, most: int) -> Array:
    """Return the usual sizes among these boxes, as logarithms, float[k, 2].

    Those with most area first.
    """
    logs = np.log(np.maximum(boxes[:, 2:], 1e-9))
    alike = (np.abs(logs[:, None] - logs[None]) < BOXES.same_size / 2).all(2)
    weight = alike.sum(1) * np.sqrt(boxes[:, 2] * boxes[:, 3])
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


def shifts(cells: Array, boxes: Array, sizes: Array, turns: int) -> Iterator[Shift]:
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
        is_oblong = abs(scale[0] - scale[1]) >= BOXES.oblong
        is_new = all(np.abs(scale - other).max() > 0.06 for other in scales)
        if is_new and not is_oblong:
            scales.append(scale)
            yield from _shifts_of_scaled(turns, rects * np.exp(np.tile(scale, 2)), boxes)


def _shifts_of_scaled(turns: int, rects: Array, boxes: Array) -> Iterator[Shift]:
    """Yield the shifts by which most cells, already scaled, match boxes.

    Each pair of a cell and a box of its size votes for a shift.
    """
    wide, high = (np.log(boxes[:, None, side]) - np.log(rects[:, side]) for side in (2, 3))
    there, here = np.nonzero(np.maximum(np.abs(wide), np.abs(high)) < 1.5 * BOXES.same_size)
    if len(there) < 4:
        return
    shift = boxes[there, :2] - rects[here, :2]
    bin_size = np.median(rects[:, 2:], 0) * 0.3
    bins = np.floor((shift - shift.min(0)) / bin_size).astype(np.intp) + 1
    rows, columns = bins.max(0) + 2
    votes = np.bincount(bins[:, 0] * columns + bins[:, 1], minlength=rows * columns)
    around = cv2.boxFilter(
        votes.reshape(rows, columns).astype(float),
        -1,
        (3, 3),
        normalize=False,
        borderType=cv2.BORDER_CONSTANT,
    )
    for _ in range(4):
        best = np.unravel_index(int(np.argmax(around)), around.shape)
        if around[best] < 4:
            return
        own = (np.abs(bins - np.array(best)) <= 1).all(1)
        yield float(around[best]), turns, rects, np.median(shift[own], 0)
        around[max(0, best[0] - 1) : best[0] + 2, max(0, best[1] - 1) : best[1] + 2] = 0


def matched(way: Shift, boxes: Array) -> MapFit | None:
    """Return the fit after this shift; None if few cells match.

    Slant and scale are fitted to the nearest boxes first, then to all. `boxes` are float[n, 4].
    """
    _, turns, rects, shift = way
    change = np.vstack([shift, np.eye(2)])
    matched_cells = matched_boxes = np.zeros(0, np.intp)
    placed = rects
    for reach in (0.45, 0.4, 0.35, 0.35):
        placed = np.hstack([terms_of(rects[:, :2], len(change)) @ change, rects[:, 2:]])
        matched_cells, matched_boxes = pairs(placed, boxes, reach)
        if len(matched_cells) < 6:
            return None
        count = 3 if len(matched_cells) < 15 or reach > 0.4 else 6
        terms = terms_of(rects[matched_cells, :2], count)
        change = np.linalg.lstsq(terms, boxes[matched_boxes, :2], rcond=None)[0]
    seen, own = boxes[matched_boxes], rects[matched_cells]
    off = np.abs(terms_of(own[:, :2], len(change)) @ change - seen[:, :2]) / own[:, 2:]
    score = len(own) - float(off.mean())  # of maps that fit as well, the one that fits best
    odd = _unexplained(placed, boxes, matched_boxes, np.median(rects[:, 2:], 0))
    unlike = np.log(seen[:, 2:] / own[:, 2:])
    whole = (np.abs(unlike - np.median(unlike, 0)) < 0.06).all(1)  # the others are cut by writing
    if whole.sum() >= 12:
        matched_cells, matched_boxes = matched_cells[whole], matched_boxes[whole]
    return MapFit(turns, matched_cells, matched_boxes, score - 0.7 * odd)


def _unexplained(placed: Array, boxes: Array, matched_boxes: Array, usual: Array) -> float:
    """Count the boxes among the placed cells that none of them matches.

    Only those of about the `usual` size count.
    """
    low, high = placed[:, :2].min(0), placed[:, :2].max(0)
    among = ((boxes[:, :2] > low) & (boxes[:, :2] < high)).all(1)
    among[matched_boxes] = False
    sizes = boxes[:, 2:]
    large = (sizes > 0.7 * usual).all(1) & (sizes < 3 * usual).all(1)
    return float((among & large).sum())


def pairs(placed: Array, boxes: Array, reach: float) -> tuple[Array, Array]:
    """Return cells and boxes of the same size that are nearest to each other.

    They are no farther apart than this share of their size.
    """
    off = np.abs(placed[:, None, :2] - boxes[None, :, :2]) / placed[:, None, 2:]
    ratio = np.maximum(boxes[None, :, 2:], 1e-9) / placed[:, None, 2:]
    alike = (np.abs(np.log(ratio)) < 2 * BOXES.same_size).all(2)
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
    """Minimum share of the sides of any cells in line that is seen in its place, if no code shows
    which sheet it is."""
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
    best: Located | None = None
    scores: dict[int, float] = {}
    """Best score of the maps so far, for each view."""
    for maps in batches:
        located = _located_in(pixels, maps, seen, scores)
        if located and (best is None or located.signs > best.signs):
            best = located
        if best and best.signs[0]:
            break
    if best is None:
        refuse(pixels, seen)
    return best


def _located_in(
    pixels: Pixels, maps: Sequence[CellMap], seen: Iterable[View], scores: dict[int, float]
) -> Located | None:
    """Return the sheet as one of these maps, in the first view that shows it.

    `scores` are those of other maps in each view, and get those of these maps.
    """
    for number, view in enumerate(seen):
        possible = [cells for cells in maps if _is_possible(cells, view)]
        fits = _fits(view, possible, SEARCH.followed)
        score = max((fit[0] for fit in fits), default=-inf)
        before = scores.get(number, -inf)
        scores[number] = max(score, before)
        if score > before - SEARCH.no_better:
            located = _as_known(pixels, view, possible, fits)
            if located:
                return located
    return None


def refuse(pixels: Pixels, seen: Iterable[View]) -> NoReturn:
    """Raise SheetgenError with the reason why no sheet was found, and with what to do."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    check_quality(inf, 0.0, float(np.percentile(gray, 90)))
    if any(seen):
        check_size(pixels)
    scale = min(1.0, QUALITY.looked_at / max(gray.shape))
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if edge_width(small) > QUALITY.soft:
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
        "with %(game)s or %(sheet)s, name the rows of a sheet of others with %(rows)s, or take it "
        "again: closer, the four corners free, flash off",
        game="--ruleset",
        sheet="--sheet",
        rows="--rows",
    )


# maps on boxes


def _is_possible(cells: CellMap, view: View) -> bool:
    """Check whether a map has no code, or one with the game and columns of the seen code.

    Without a code in the picture every map passes.
    """
    own = decode(cells.code) if cells.code else None
    if own is None or view.code is None:
        return True
    _, seen = view.code
    return (own.ruleset, own.rules, own.columns) == (seen.ruleset, seen.rules, seen.columns)


def _fits(view: View, maps: Sequence[CellMap], followed: int) -> list[tuple[float, int, MapFit]]:
    """Return the fits of some of the maps to the boxes of a view.

    Each has its score and the number of its map. At most `followed` positions are matched in
    detail.
    """
    corners = np.sort(moved(view.corners, view.tilt), 1)
    low, high = corners[:, :2].mean(1), corners[:, 2:].mean(1)
    boxes = np.hstack([(low + high) / 2, high - low])
    sizes = sizes_of(boxes, 5)
    turns = _possible_turns(view)
    ways = []
    """Each with its score and the number of its map."""
    for number, cells in enumerate(maps):
        if any(_is_alike(cells, other) for other in maps[:number]):
            continue
        inside = inside_of(sides_of(cells))
        most = SEARCH.per_map // len(turns)
        for quarters in turns:
            all_ways = shifts(inside, boxes, sizes, quarters)
            for way in nlargest(most, all_ways, key=lambda way: way[0]):
                ways.append((way[0] - SEARCH.per_cell * len(cells.cells), number, way))
    fits = []
    for _, number, way in nlargest(followed, ways, key=lambda scored: scored[0]):
        fit = matched(way, boxes)
        if fit:
            score = fit.score - SEARCH.per_cell * len(maps[number].cells)
            fits.append((score, number, fit))
    return fits


def _possible_turns(view: View) -> list[int]:
    """Return the quarters by which a map may be turned: one if the code of the sheet is seen."""
    if not view.code:
        return [0, 1, 2, 3]
    row = moved(view.code[0].places, view.tilt)
    along = row[4] - row[0]
    rightward = [float((along @ quarter_turns(-turns))[0]) for turns in range(4)]
    return [rightward.index(max(rightward))]


def _is_alike(cells: CellMap, other: CellMap) -> bool:
    """Check whether two maps of one game have their boxes in the same places, but for a change."""
    return other.ruleset == cells.ruleset and change_of(cells, other) is not None


def likeliest(seen: Iterable[View], maps: Sequence[CellMap]) -> list[int]:
    """Return the numbers of the few maps that match best the boxes of a picture, even if not quite.

    Another layout of the same sheet does, if it has as many rows and columns.
    """
    fits = []
    for view in seen:
        fits += _fits(view, maps, SEARCH.ranked)
    fits.sort(key=lambda fit: -fit[0])
    numbers = dict.fromkeys(number for _, number, _ in fits)
    return list(numbers)[: SEARCH.likeliest]


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


def _best_placed(
    view: View, maps: Sequence[CellMap], fits: Iterable[tuple[float, int, MapFit]]
) -> _Placed | None:
    """Return the fit whose lines agree best over the whole page."""
    laid = []
    for _, number, fit in nlargest(SEARCH.laid, fits, key=lambda fit: fit[0]):
        cells = maps[number]
        inside = sides_of(cells)[fit.cells] + np.array([1, 1, -1, -1]) * LINE
        boxes = view.corners[fit.boxes]
        boxes = in_order(boxes, moved(boxes, view.tilt) @ quarter_turns(-fit.turns))
        sheet = lay((cells.width, cells.height), corners_of(inside), boxes.reshape(-1, 2))
        if sheet:
            laid.append(_refined(view, sheet, cells, _FIRST))
    best = nlargest(SEARCH.compared, laid, key=lambda placed: placed.agreement)
    finer = [_refined(view, placed.sheet, placed.map, _SECOND) for placed in best]
    return max(finer, key=lambda placed: placed.agreement, default=None)


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


class _FlatPage(Struct, frozen=True):
    """A placed sheet, with its page straightened."""

    placed: _Placed
    position: PagePosition
    """Position of the page in the whole picture."""
    flat: Pixels
    """The flat page as it is in the picture."""
    even: Pixels
    """The flat page in even light."""

    @property
    def has_code(self) -> bool:
        """Flag: the code of the map is read in its place."""
        cells = self.placed.map
        return _says(read_dice(self.even, cells.code_dice, FLAT / MM), cells)

    @property
    def signs(self) -> tuple[bool, int, float]:
        """Evidence for one of several sheets whose boxes have the same places.

        The code, corner marks, and lines.
        """
        corners = corners_seen(self.even, self.placed.map, FLAT)
        return self.has_code, corners, self.placed.agreement


def _flat(pixels: Pixels, view: View, placed: _Placed) -> _FlatPage:
    """Return the flat page of a sheet that was placed in a view of the picture."""
    shift = (1 - view.scale) / 2
    up = np.array([[1, 0, shift], [0, 1, shift], [0, 0, view.scale]])
    position = PagePosition(placed.sheet.size, up @ placed.sheet.matrix, placed.sheet.bend)
    flat = position.flat(pixels, FLAT)
    return _FlatPage(placed, position, flat, even_light(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)))


# the one sheet


def _as_known(
    pixels: Pixels, view: View, maps: Sequence[CellMap], fits: Iterable[tuple[float, int, MapFit]]
) -> Located | None:
    """Return the sheet as one of these maps, if it is that one beyond doubt.

    Of maps whose boxes have nearly the same places, the code decides, else the corner marks. Where
    a code was seen somewhere on the page, boxes in their places are enough.
    """
    first = _best_placed(view, maps, fits)
    if first is None or first.agreement < EVIDENCE.agreement:
        return None
    page = _flat(pixels, view, _refined(view, first.sheet, first.map, _LAST))
    page, games = _best_alike(pixels, view, maps, page)
    own = page.placed
    code_is_seen = page.has_code or _is_code_nearby(view, own)
    is_certain = code_is_seen or _is_certain_without_code(view, page, games)
    if not is_certain or _least(own) < EVIDENCE.anywhere or _is_narrower(view, own):
        return None
    if view.code and _is_squeezed(own.map, own.sheet.to_page(view.code[0].places)):
        return None
    blur = edge_width(page.even) / FLAT
    resolution = check_seen(pixels, page.position, sides_of(own.map), blur)
    trust = min(1.0, resolution / QUALITY.clear_resolution)
    return Located(own.map, page.flat, (code_is_seen, own.agreement), page.position, trust)


def _best_alike(
    pixels: Pixels, view: View, maps: Sequence[CellMap], page: _FlatPage
) -> tuple[_FlatPage, set[str]]:
    """Return the page as the best of the maps whose boxes have the same places as those of its map.

    With it come the games that it may be of, judged by their corner marks.
    """
    own = page.placed
    alike: list[tuple[CellMap, Array]] = []
    """Each with the change that takes its boxes to those of the page."""
    for cells in maps:
        change = change_of(cells, own.map)
        if change is not None:
            alike.append((cells, change))
    if len(alike) < 2:
        return page, {own.map.ruleset}
    code = read_dice(page.even, own.map.code_dice, FLAT / MM)
    games: set[str] = set()
    by_signs: dict[tuple[bool, int], list[CellMap]] = {}
    for cells, change in alike:
        corners = corners_seen(page.even, cells, FLAT, change)
        by_signs.setdefault((_says(code, cells), corners), []).append(cells)
        if corners >= EVIDENCE.corners:
            games.add(cells.ruleset)
    boxes = own.sheet.to_picture(corners_of(sides_of(own.map)))
    pages = [page]
    for cells in by_signs[max(by_signs)][: SEARCH.laid]:
        sheet = lay((cells.width, cells.height), corners_of(sides_of(cells)), boxes)
        if sheet:
            pages.append(_flat(pixels, view, _refined(view, sheet, cells, _LAST)))
    return max(pages, key=lambda page: page.signs), games


def _is_certain_without_code(view: View, page: _FlatPage, games: set[str]) -> bool:
    """Check whether the lines of a sheet show beyond doubt which one it is.

    Its code was seen somewhere on the page, or it is the only one of the `games` whose corner marks
    are seen.
    """
    own = page.placed
    if not _is_plain(view, own):
        return False
    row = view.code[0] if view.code else None
    is_on_page = own.map.code and row and own.sheet.has_pixels(row.places)
    if is_on_page and not _goes_on(view.even, own.sheet, sides_of(own.map)):
        return True
    return len(games) < 2 and corners_seen(page.even, own.map, FLAT) >= EVIDENCE.corners


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
    own_code = decode(placed.map.code)
    places = np.array(
        [(die.x + die.width / 2, die.y + die.height / 2) for die in placed.map.code_dice]
    )
    for row in view.rows:
        if row.code == own_code:
            off = placed.sheet.to_page(row.places) - places
            if np.hypot(*off.T).max() < EVIDENCE.nearby:
                return True
    return False


# other layouts


def _least(placed: _Placed) -> float:
    """Return the smallest share of sides seen in their place.

    Of cells in line, and of one side of all cells.
    """
    shares = placed.right.mean((1, 2))
    players = {cell.id.partition(".")[0] for cell in placed.map.cells}
    together = min(len(shares), max(EVIDENCE.together, len(players)))
    middles = inside_of(sides_of(placed.map))[:, :2]
    along_rows = shares[np.lexsort(middles.T)]
    down_columns = shares[np.lexsort(middles.T[::-1])]
    in_line = [
        np.convolve(cells, np.ones(together) / together, "valid")
        for cells in (along_rows, down_columns)
    ]
    return float(np.hstack([placed.right.mean((0, 2)), *in_line]).min())


def _is_plain(view: View, placed: _Placed) -> bool:
    """Check whether nearly all lines of a sheet are seen everywhere, and no other boxes."""
    if placed.agreement < EVIDENCE.plain or not placed.whole:
        return False
    if _least(placed) < EVIDENCE.everywhere:
        return False
    for row in placed.rows:  # left and right sides: elsewhere its boxes may be wider
        seen_in_row = placed.right[row][:, ::2].any((0, 2))
        if not seen_in_row.all():
            return False
    odd, beside = _other_boxes(view, placed)
    return odd <= 0.05 * len(placed.map.cells) and beside < EVIDENCE.together


def _other_boxes(view: View, placed: _Placed) -> tuple[int, int]:
    """Count the boxes of about the size of cells that are no cell of the map.

    The first number is that of boxes among the cells, the second that of boxes to the left or right
    of all of them: the sheet may have one column more than the map.
    """
    cells = sides_of(placed.map)
    boxes = placed.boxes(view)
    middles, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    usual = np.median(cells[:, 2:] - cells[:, :2], 0)
    low, high = cells[:, :2].min(0), cells[:, 2:].max(0)
    large = ((sizes > 0.7 * usual) & (sizes < 2 * usual)).all(1)
    across, down = ((middles > low) & (middles < high)).T
    from_centre = np.abs(middles[:, 0] - (low[0] + high[0]) / 2)
    near = (from_centre < (high[0] - low[0]) / 2 + usual[0]) & ~across
    beside = int((large & near & down).sum())
    among = large & across & down
    off = middles[among][:, None] - inside_of(cells)[:, :2]
    far = np.hypot(*off.transpose(2, 0, 1)).min(1, initial=np.inf)
    sides_in_place = np.abs(boxes[among][:, None] - cells) < EVIDENCE.side_off
    most_in_place = sides_in_place.sum(2).max(1, initial=0)
    odd = (far > 3 * MM) & (most_in_place < 3)  # ink may hide one side
    return int(odd.sum()), beside


def _is_narrower(view: View, placed: _Placed) -> bool:
    """Check whether in most columns the boxes of a row end before those of the map on one side."""
    short_by = _short_by(view, placed)
    for row in placed.rows:
        own = short_by[row]
        is_short = own > EVIDENCE.side_off
        as_others = np.abs(own[:, None] - own) < EVIDENCE.side_off
        is_alike = as_others.sum(1) > 1  # ink may cut a single box anywhere
        if (is_short & is_alike).any(1).mean() > 0.5:
            return True
    return False


def _short_by(view: View, placed: _Placed) -> Array:
    """Return by how much the box of each cell ends before it, float[m, 2], in points.

    On the left, and on the right; 0 unless the other three sides are in their place.
    """
    x = np.sort(placed.sheet.to_page(view.corners.reshape(-1, 2))[:, 0].reshape(-1, 4), axis=1)
    upright = (np.diff(x)[:, ::2] < EVIDENCE.side_off).all(1)  # ink that cuts a box is aslant
    boxes = placed.boxes(view)[upright]
    inward = (boxes[:, None] - sides_of(placed.map)) * [1, 1, -1, -1]
    from_sides = inward[..., ::2]
    others_in_place = (np.abs(inward) < EVIDENCE.side_off).sum(2) == 3
    is_short = others_in_place & (from_sides.max(2) > 2 * EVIDENCE.side_off)
    return np.asarray(np.where(is_short[..., None], from_sides, 0).max(0))


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
    sides_below = look(sheet.flat(even, EVIDENCE.coarse), below, EVIDENCE.coarse, 1.6)
    seen = sides_below.seen[:, :3]  # not the lower side: that row may be higher than this one
    upright = seen[:, ::2].all(2).mean(0).max()  # whole ones: letters look like halves of sides
    return bool(min(seen.mean((0, 2)).min(), upright) > EVIDENCE.follows)


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
    across = sheet.to_picture(at + np.array((MM, 0.0))) - here
    down = sheet.to_picture(at + np.array((0.0, MM))) - here
    areas = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
    resolution = np.percentile(np.sqrt(areas), 5)
    small = cv2.resize(pixels, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    near = cv2.dilate(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.ones((5, 5)))
    x, y = (here / 4).astype(int).clip(0, np.array(near.shape[::-1]) - 1).T
    check_quality(float(resolution), blur, float(np.percentile(near[y, x], 10)))
    return float(resolution)


def check_size(pixels: Pixels) -> None:
    """Raise SheetgenError for a picture that is too small for a sheet of A4.

    It would have less than `QUALITY.least_resolution`.
    """
    height, width = pixels.shape[:2]
    if max(width, height) < QUALITY.paper * QUALITY.least_resolution:
        raise SheetgenError(
            "too small to be read: %(width)s x %(height)s pixels, and a sheet of A4 takes 1,200 "
            "x 1,600; send it as it was taken, as a file if a messenger makes pictures smaller",
            width=width,
            height=height,
        )


def check_quality(resolution: float, blur: float, light: float) -> None:
    """Raise SheetgenError for a picture that people could not read either.

    `resolution` are its pixels a millimetre, where the sheet has fewest. `blur` is the width of
    edges in millimetres, and `light` the brightness of the paper, of 255.
    """
    if light < QUALITY.least_light:
        raise SheetgenError("too dark to be read; go where there is more light, flash off")
    if resolution < QUALITY.least_resolution:
        raise SheetgenError(
            "too small to be read: %(have)s pixels a millimetre, and it takes %(need)s; go "
            "closer, or scan it at 200 dots per inch or more",
            have=f"{floor(10 * resolution) / 10:.1f}",
            need=f"{QUALITY.least_resolution:.1f}",
        )
    if blur > QUALITY.most_blur:
        raise SheetgenError(
            "too blurred to be read: edges are spread over %(have)s mm; go closer, hold still, "
            "and tap on the sheet so that it is sharp",
            have=f"{ceil(10 * blur) / 10:.1f}",
        )


def edge_width(gray: Pixels) -> float:
    """Return the usual width of edges in a picture, uint8[height, width], in pixels.

    0 where it has next to none.
    """
    around = np.ones((25, 25), np.uint8)
    smooth = cv2.GaussianBlur(gray, (0, 0), 0.8)
    contrast = cv2.dilate(smooth, around).astype(float) - cv2.erode(smooth, around)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (0, 1))
    slope = cv2.dilate(np.hypot(across, down), around)
    edges = contrast >= QUALITY.edge_contrast
    if edges.mean() <= 0.01:
        return 0.0
    widths = (contrast / np.maximum(slope, 0.1))[edges]
    return QUALITY.edge_spread * float(np.median(widths))
