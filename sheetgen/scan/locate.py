"""Which sheet a picture shows, and where: the straightened page, if it is good enough to be read."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest

import cv2
import numpy as np
from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.layout.cells import CellMap
from sheetgen.layout.code import Code, decode
from sheetgen.scan.code_dice import Faces, Row, decoded, read_dice
from sheetgen.scan.lattice import (
    Array,
    Fit,
    Pixels,
    even_light,
    in_order,
    matched,
    moved,
    shifts,
    turn,
    turns_of,
    upright,
)
from sheetgen.scan.quality import CLEAR_RESOLUTION, LEAST_LIGHT, check_seen, is_blurred, too_dark
from sheetgen.scan.straighten import (
    LINE,
    MM,
    Sheet,
    Sides,
    change_of,
    corners_of,
    corners_seen,
    drawn_to_lines,
    inside_of,
    lay,
    line_blur,
    look,
    sides_of,
    sides_on,
)
from sheetgen.scan.views import View


class Search(Struct, frozen=True):
    """How lines are looked for."""

    scale: int
    """In a flat picture of so many pixels a millimetre."""
    reach: float
    """At most so many millimetres away from where they should be."""
    near: bool
    """Whether what one line shows is followed close by as well."""
    slack: float
    """Lines that are then still so many millimetres off are those of something else."""


FLAT = 8
"""The scale of straightened pages, in pixels a millimetre."""
_FIRST = Search(4, 1.6, near=False, slack=0.5)
_SECOND = Search(4, 0.8, near=True, slack=0.3)
_LAST = Search(8, 0.6, near=True, slack=0.3)
"""Lines are looked for farther away at first, and less finely."""
_EACH, _FOLLOWED, _LAID, _COMPARED = 16, 20, 6, 2
"""How many ways to lie are thought of for each map; of how many of all of these boxes and cells are matched, the lines
of the whole page compared, and that more finely."""
_RANKED, _LIKELIEST = 60, 2
"""Of how many of all they are matched where it is not known how the sheet is laid out; and of how many maps others are
thought of then."""
_TOGETHER, _ANYWHERE, _EVERYWHERE = 4, 0.4, 0.6
"""Of so many cells in line, at least this part of the sides is seen in its place, or it is another sheet; and so many
where no code says which it is."""
_MOST_DICE = 6
"""So many of the ten dice of a sheet, read in their place, are no chance."""
_NEARBY = 8 * MM
"""Dice that are not in their place, but no farther from it, and all of the same code, are those of the sheet."""
_PLAIN, _CORNERS = 0.95, 3
"""Without them: the part of the sides of all cells, and how many of the four corners, that are seen in their place."""
_OWN = 1.5 * MM
"""So near to the sides of a cell are those of its box."""
_AGREE = 0.72
"""The least part of the sides of all cells that is seen in its place."""
_STRETCH = 1.1
"""On the page of another layout the code is longer or shorter than in its map by more than this."""
_FOLLOWS = 0.3
"""The least part of its left, upper and right sides that is seen of a row: writing may cross most of one of them."""


class Located(Struct, frozen=True):
    """A sheet that was found in a picture."""

    map: CellMap
    flat: Pixels
    """uint8[height, width, 3], blue, green, red: the page, straightened, `FLAT` pixels a millimetre."""
    scale: float
    """Pixels of `flat` in a point of the map."""
    signs: tuple[bool, float]
    """Evidence for this map: whether its code is read in its place, or near it, and the part of its lines that are."""
    sheet: Sheet
    """How the page lies in the picture."""
    trust: float
    """How far what is read can be relied on: 1, or less where a millimetre of the page has few pixels."""


def find(pixels: Pixels, batches: Iterable[Sequence[CellMap]], seen: Iterable[View]) -> Located:
    """The sheet in a picture, uint8[height, width, 3], as one of these maps, in any of four rotations.

    `seen` are its `views`. The first batch with a map whose code is where it has to be decides, else the map that fits
    best. Raises SheetgenError if none is seen, or not well enough to be read.
    """
    found = None
    for maps in batches:
        also = next(filter(None, (_in_view(pixels, maps, view) for view in seen)), None)
        found = max(filter(None, (found, also)), key=lambda each: each.signs, default=None)
        if found and found.signs[0]:
            break
    if found is None:
        raise not_found(pixels, seen)
    return found


def _in_view(pixels: Pixels, maps: Sequence[CellMap], view: View) -> Located | None:
    """The sheet as one of these maps, of those with the code that is seen, if that is beyond doubt."""
    row, said = view.code or (None, None)
    fitting = [each for each in maps if said is None or not each.code or _same(decode(each.code), said)]
    found = _as_known(pixels, view, fitting, row)
    squeezed = found and row and _is_squeezed(found.map, found.sheet.to_page(row.places / view.scale))
    return None if squeezed else found


def _is_squeezed(cells: CellMap, dice: Array) -> bool:
    """Check whether dice of the code lie closer on a page than a map has them, or farther: it is another layout.

    `dice`: float[10, 2], their middles on the page. The boxes of another layout may all fit but for a few.
    """
    own = np.array([(die.x, die.y) for die in cells.code_dice])
    if len(own) != len(dice):
        return False
    stretch = np.hypot(*(dice[-1] - dice[0])) / np.hypot(*(own[-1] - own[0]))
    return not 1 / _STRETCH < stretch < _STRETCH


def _goes_on(even: Pixels, sheet: Sheet, sides: Array) -> bool:
    """Check whether a page in even light has a row of boxes below those with these sides: all are a row too high."""
    last = sides[sides[:, 3] > sides[:, 3].max() - 4 * MM]
    below = last + np.array([0, 1, 0, 1]) * (last[:, 3:] - last[:, 1:2] + MM)
    seen = look(sheet.flat(even, 4), below, 4, 1.6).seen[:, :3]  # it may be higher than they
    whole = seen[:, ::2].all(2).mean(0).max()  # of letters, halves are seen
    return bool(min(seen.mean((0, 2)).min(), whole) > _FOLLOWS)


def _same(one: Code | None, other: Code) -> bool:
    """Whether two codes are of one game, with as many columns: other languages have other layouts."""
    return one is not None and (one.ruleset, one.rules, one.columns) == (other.ruleset, other.rules, other.columns)


class _Placed(Struct, frozen=True):
    """A map as it could lie in a view, and how well its lines agree."""

    map: CellMap
    sheet: Sheet
    sides: Sides
    agreement: float
    whole: bool

    @property
    def right(self) -> Array:
        """bool[m, 4, 2]: which halves of the sides of its cells are seen in their place."""
        found: Array = self.sides.seen & (np.abs(self.sides.off) < _LAST.slack * MM)
        return found

    @property
    def rows(self) -> Iterator[Array]:
        """bool[m] for each row of the sheet: which of its cells stand in it, of all columns; names may have no box."""
        names = np.array([cell.id.partition(".")[2] for cell in self.map.cells])
        return (names == name for name in np.unique(names) if name != "name")

    def boxes(self, view: View) -> Array:
        """float[n, 4]: the sides of the boxes of the view on the page."""
        return sides_on(self.sheet, view.corners)


def _fits(view: View, maps: Sequence[CellMap], followed: int) -> list[tuple[float, int, Fit]]:
    """How well some of the maps, by their numbers, lie on the boxes of a view; so many ways are `followed`."""
    found, sides = upright(moved(view.corners, view.tilt)), [sides_of(each) for each in maps]
    up = [turns_of(moved(code[0].places, view.tilt))] if (code := view.code) else range(4)  # as it says, if it is seen
    ways = [
        (way.votes - 0.3 * len(each), number, way)
        for number, each in enumerate(sides)
        if all(
            other.ruleset != maps[number].ruleset or change_of(maps[number], other) is None for other in maps[:number]
        )
        for turns in up
        for way in nlargest(_EACH // len(up), shifts(inside_of(each), found, turns), key=lambda way: way.votes)
    ]
    return [
        (fit.score - 0.3 * len(sides[number]), number, fit)
        for _, number, way in nlargest(followed, ways, key=lambda each: each[0])
        for fit in matched(way, found)
    ]


def likeliest(seen: Iterable[View], maps: Sequence[CellMap]) -> list[int]:
    """The numbers of the few maps that lie best on the boxes of a picture, if not quite.

    Sheets of the same game that are laid out in another way do, if they have as many rows and columns.
    """
    fits = sorted((fit for view in seen for fit in _fits(view, maps, _RANKED)), key=lambda each: -each[0])
    return list(dict.fromkeys(number for _, number, _ in fits))[:_LIKELIEST]


def _placed(view: View, maps: Sequence[CellMap]) -> _Placed | None:
    """The way in which one of the maps lies in a view best: by its boxes first, and then by all of its lines."""
    laid = []
    for _, number, fit in nlargest(_LAID, _fits(view, maps, _FOLLOWED), key=lambda each: each[0]):
        inside = corners_of(sides_of(maps[number])[fit.cells] + np.array([1, 1, -1, -1]) * LINE)
        boxes = view.corners[fit.boxes]
        boxes = in_order(boxes, moved(boxes, view.tilt) @ turn(-fit.turns))
        sheet = lay((maps[number].width, maps[number].height), inside, boxes.reshape(-1, 2))
        if sheet:
            laid.append(_refined(view, sheet, maps[number], _FIRST))
    best = nlargest(_COMPARED, laid, key=lambda each: each.agreement)
    finer = [_refined(view, each.sheet, each.map, _SECOND) for each in best]
    return max(finer, key=lambda each: each.agreement, default=None)


def _refined(view: View, sheet: Sheet, cells: CellMap, search: Search) -> _Placed:
    """A page drawn to its lines, and how many of all sides in the picture are then where they should be."""
    seen = look(sheet.flat(view.even, search.scale), sides_of(cells), search.scale, search.reach)
    sheet, sides = drawn_to_lines(sheet, seen, near=search.near)
    height, width = view.even.shape
    at = sheet.to_picture(sides.places.reshape(-1, 2)).reshape(sides.places.shape)
    inside = ((at > 0) & (at < (width, height))).all(-1)
    right = sides.seen & (np.abs(sides.off) < search.slack * MM)
    agreement = float(right[inside].mean()) if inside.mean() > 0.5 else 0.0
    return _Placed(cells, sheet, sides, agreement, bool(inside.all()))


def _as_known(pixels: Pixels, view: View, maps: Sequence[CellMap], row: Row | None) -> Located | None:
    """The sheet as one of these maps, if it is that beyond doubt.

    Which it is, of those whose boxes lie in nearly the same way, is said by its code, else by its corners. Where a code
    was seen, in a `row` that is somewhere on the page, a sheet whose boxes alone are in their places does.
    """
    placed = _placed(view, maps)
    if placed is None or placed.agreement < _AGREE:
        return None
    own = _refined(view, placed.sheet, placed.map, _LAST)
    sheet, flat, even = _flat(pixels, view, own)
    code = read_dice(even, own.map.code_dice, FLAT / MM)
    alike = [(each, change) for each in maps if (change := change_of(each, own.map)) is not None]
    rivals = {own.map.ruleset}
    if len(alike) > 1:
        fits = [(_says(code, each), corners_seen(even, each, FLAT, change)) for each, change in alike]
        rivals = {each.ruleset for (each, _), (_, corners) in zip(alike, fits, strict=True) if corners >= _CORNERS}
        best = [each for (each, _), fit in zip(alike, fits, strict=True) if fit == max(fits)]
        at = own.sheet.to_picture(corners_of(sides_of(own.map)))
        sheets = [(each, lay((each.width, each.height), corners_of(sides_of(each)), at)) for each in best[:_LAID]]
        laid = [_refined(view, again, each, _LAST) for each, again in sheets if again]
        pages = [(own, sheet, flat, even), *((each, *_flat(pixels, view, each)) for each in laid)]
        own, sheet, flat, even = max(pages, key=lambda page: _signs_of(page[0], page[3]))
        code = read_dice(even, own.map.code_dice, FLAT / MM)
    read = certain = _says(code, own.map) or _is_code_nearby(view, own)
    if not certain and _is_plain(view, own):
        told = own.map.code and row and own.sheet.has(row.places)
        told = told and not _goes_on(view.even, own.sheet, sides_of(own.map))
        certain = bool(told) or (len(rivals) < 2 and corners_seen(even, own.map, FLAT) >= _CORNERS)
    if not certain or _least(own) < _ANYWHERE or _is_narrower(view, own):
        return None
    resolution = check_seen(pixels, sheet, sides_of(own.map), line_blur(even, own.sides, FLAT))
    return Located(own.map, flat, FLAT / MM, (read, own.agreement), sheet, min(1.0, resolution / CLEAR_RESOLUTION))


def _signs_of(placed: _Placed, even: Pixels) -> tuple[bool, int, float]:
    """What tells the sheets whose boxes lie in the same way apart: the code, corners, and then lines."""
    says = _says(read_dice(even, placed.map.code_dice, FLAT / MM), placed.map)
    return says, corners_seen(even, placed.map, FLAT), placed.agreement


def _says(code: Faces, cells: CellMap) -> bool:
    """Whether this is the code of a map: more of its dice than by chance, and no other code."""
    said = decoded(code)
    return _right(code, cells.code) >= _MOST_DICE and said in (None, decode(cells.code))


def _is_code_nearby(view: View, placed: _Placed) -> bool:
    """Whether dice show the code of a map not quite in their place: far from the boxes, curl moves them."""
    places = np.array([(each.x + each.width / 2, each.y + each.height / 2) for each in placed.map.code_dice])
    for row in view.rows:
        is_own = row.code and _right(row.faces, placed.map.code) == len(row.faces)
        if is_own and np.hypot(*(placed.sheet.to_page(row.places) - places).T).max() < _NEARBY:
            return True
    return False


def _least(placed: _Placed) -> float:
    """The part of the sides that is seen in its place, where that is least: of cells in line, or of one side of all."""
    share, middles = placed.right.mean((1, 2)), inside_of(sides_of(placed.map))[:, :2]
    many = min(len(share), max(_TOGETHER, len({cell.id.partition(".")[0] for cell in placed.map.cells})))
    rows = (share[np.lexsort(keys)] for keys in (middles.T, middles.T[::-1]))
    lines = [np.convolve(row, np.ones(many) / many, "valid") for row in rows]
    return float(np.hstack([placed.right.mean((0, 2)), *lines]).min())


def _right(code: Faces, printed: Sequence[int]) -> int:
    """How many dice show what a code has."""
    return sum(face == own for (face, _), own in zip(code, printed, strict=False))


def _is_plain(view: View, placed: _Placed) -> bool:
    """Whether a sheet is seen where it should be: by its lines everywhere in the picture, no box too many."""
    sides = sides_of(placed.map)
    boxes = placed.boxes(view)
    middles, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    usual = np.median(sides[:, 2:] - sides[:, :2], 0)
    low, high = sides[:, :2].min(0), sides[:, 2:].max(0)
    large = ((sizes > 0.7 * usual) & (sizes < 2 * usual)).all(1)
    across, down = ((middles > low) & (middles < high)).T
    near = (np.abs(middles[:, 0] - (low[0] + high[0]) / 2) < (high[0] - low[0]) / 2 + usual[0]) & ~across
    column = int((large & near & down).sum())  # one more than the map has
    large &= across & down
    far = np.hypot(*(middles[large][:, None] - inside_of(sides)[:, :2]).transpose(2, 0, 1)).min(1, initial=np.inf)
    own = (np.abs(boxes[large][:, None] - sides) < _OWN).sum(2).max(1, initial=0)  # ink may hide one side
    odd = int(((far > 3 * MM) & (own < 3)).sum())
    everywhere = placed.whole and _least(placed) >= _EVERYWHERE and _is_as_wide(placed)
    return placed.agreement >= _PLAIN and everywhere and odd <= 0.05 * len(sides) and column < _TOGETHER


def _is_as_wide(placed: _Placed) -> bool:
    """Whether left and right sides of the boxes of each row are seen in some column: elsewhere they may be wider."""
    return all(placed.right[row][:, ::2].any((0, 2)).all() for row in placed.rows)


def _is_narrower(view: View, placed: _Placed) -> bool:
    """Whether the boxes of some row end before those of the map on one side, in most columns: others stand there."""
    at = np.sort(placed.sheet.to_page(view.corners.reshape(-1, 2))[:, 0].reshape(-1, 4), axis=1)
    whole = placed.boxes(view)[(np.diff(at)[:, ::2] < _OWN).all(1)]  # ink that cuts one is aslant
    inward = (whole[:, None] - sides_of(placed.map)) * [1, 1, -1, -1]
    short = ((np.abs(inward) < _OWN).sum(2) == 3) & (inward[..., ::2].max(2) > 2 * _OWN)
    by = np.where(short[..., None], inward[..., ::2], 0).max(0)  # on the left, and on the right
    rows = [(by[row], np.abs(by[row][:, None] - by[row]) < _OWN) for row in placed.rows]
    alike = (((own > _OWN) & (near.sum(1) > 1)).any(1) for own, near in rows)  # ink may cut a single one anywhere
    return any(row.mean() > 0.5 for row in alike)


def _flat(pixels: Pixels, view: View, placed: _Placed) -> tuple[Sheet, Pixels, Pixels]:
    """How a page lies in the whole picture; what it looks like when it is flat; and the same in even light."""
    up = np.array([[1, 0, (1 - view.scale) / 2], [0, 1, (1 - view.scale) / 2], [0, 0, view.scale]])
    sheet = Sheet(placed.sheet.size, up @ placed.sheet.matrix, placed.sheet.bend)
    flat = sheet.flat(pixels, FLAT)
    return sheet, flat, even_light(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY))


def not_found(pixels: Pixels, seen: Iterable[View]) -> SheetgenError:
    """Why no sheet was found in a picture."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    if np.percentile(gray, 90) < LEAST_LIGHT:
        return too_dark()
    if is_blurred(gray):
        return SheetgenError("too blurred to be read; go closer, hold still, and tap on the sheet so that it is sharp")
    if max((len(view.corners) for view in seen), default=0) < 12:
        return SheetgenError("no sheet is seen in this picture; go closer, keep the four corners free, flash off")
    return SheetgenError(
        "this is none of the sheets that it could be, or too little is seen of it; say which with %(game)s or"
        " %(sheet)s, name the rows of a sheet of others with %(rows)s, or take it again: closer, the four corners free,"
        " flash off", game="--ruleset", sheet="--sheet", rows="--rows",
    )  # fmt: skip
