"""The ruled pads that others print.

Their lines are found, whatever is printed, and the cells of the rows that are named. Connected
pieces of lines make a table. Their two main directions undo the perspective, and a smooth field
that is fitted to all of them undoes the curl. Then a line is an edge along nearly the whole table:
thin, dashed, coloured, or the rim of a band. The number of rows and the place of the print decide
which side is up: labels are at the left.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.errors import SheetgenError
from sheetgen.files.disk import read_toml
from sheetgen.layout.primitives import MM, Rect
from sheetgen.scan.ink import Spot
from sheetgen.scan.straighten import FLAT
from sheetgen.scan.views import Pixels, find_paper, meeting, moved

# lines

Floats = NDArray[np.floating[Any]]
"""Points, lines or factors."""


class TableLimits(Struct, frozen=True):
    """Limits of the ruled tables in a picture. All were chosen by hand."""

    longest: int = 1600
    """Longer side of the picture in which lines are looked for, in pixels: a line of 0.2 mm on A4
    is wider than one. All lengths in pixels below are of this picture."""
    smaller: float = 0.85
    """Maximum share of the longer side of a picture of a part that is looked at more closely."""
    around: float = 0.25
    """Margin of that part around tables, as a share of them: one that was not seen yet may be
    beside them. In too small a picture of a table, letters below each other look like a line.
    This and the number above were chosen on made photos."""
    least_lines: int = 4
    """Minimum number of lines in each direction: fewer are the edges of the paper, or wood."""
    piece: int = 18
    """Minimum length of a piece of a line whose direction counts, in pixels: letters are
    shorter."""
    joined: int = 9
    """Maximum distance between pieces of one table, in pixels."""
    covered: float = 0.7
    """Minimum share of the width of a table along which a line is seen: letters, and lines of a
    part, have less."""
    stretch: int = 40
    """Length of a stretch of a line that is seen nearly whole, in pixels: about a row, of which
    letters fill a half."""
    double: float = 0.3
    """Distance below which lines are one, as a share of a row: a double rule, or both edges of a
    thick line."""
    stiff: float = 0.01
    """Resistance of the field that undoes curls, as a ridge in least squares."""
    darkest: float = 0.3
    """Minimum brightness of paper in a shadow, as a share of the brightest paper: what is darker is
    a dark band."""
    beyond: float = 0.12
    """Width of the surroundings of a table in which lines are looked for, as a share of the table:
    pale lines go on."""
    slack: int = 12
    """Maximum distance of a single line beyond the others, in pixels."""


TABLE = TableLimits()

_NEAR = np.ones((3, 1), np.uint8)
"""Kernel of a pixel with those above and below it."""


class _Plane(Struct, frozen=True):
    """The plane of a table: a homography, followed by a smooth field."""

    matrix: Floats
    """float[3, 3]: homography from the picture to the plane."""
    middle: Floats
    reach: Floats
    """Half of the width and height of the table, in pixels."""
    bends: tuple[Floats, Floats]
    """Shifts of y, and of x, as factors of `_powers`."""

    def from_picture(self, points: Floats) -> Floats:
        """Convert points of the picture, float[..., 2], to points of the plane."""
        level = moved(points, self.matrix)
        return level + self.shifts(level)

    def shifts(self, points: Floats) -> Floats:
        """Return the shifts of points whose perspective is undone."""
        unit = (points - self.middle) / self.reach
        down, right = (_powers(unit, axis) @ bend for axis, bend in enumerate(self.bends))
        return np.stack([right, down], -1)

    def to_picture(self, points: Floats) -> Floats:
        """Convert points of the plane to points of the picture.

        The field is undone step by step.
        """
        unbent = points
        for _ in range(8):
            unbent = points - self.shifts(unbent)
        return moved(unbent, np.linalg.inv(self.matrix))


def _powers(unit: Floats, axis: int) -> Floats:
    """Return the terms of a field that change along `axis`, 0 for x.

    The others would only shift whole lines.
    """
    unit = np.clip(unit, -1.1, 1.1)
    along, across = unit[..., axis], unit[..., 1 - axis]
    return np.stack([along**i * across**j for i in (1, 2, 3) for j in range(4 - i + (i > 1))], -1)


def find_tables(pixels: Pixels) -> list[Floats]:
    """Return the ruled tables with at least four lines each way, the largest first.

    A table is the crossings of its lines, float[rows + 1, columns + 1, 2], in pixels. It is not
    turned yet. Where the paper or the tables are a small part of the picture, they are looked for
    again in that part. Raises SheetgenError if there is none.
    """
    tables = _tables_in(pixels)
    beside: list[Floats] = []
    low, high = np.zeros(2, int), np.array(pixels.shape[1::-1])
    for by_paper in (True, False):
        part = pixels[low[1] : high[1], low[0] : high[0]]
        corners = _part_of_interest(part, [table - low for table in tables], by_paper=by_paper)
        if corners is None:
            continue
        low, high = low + corners[0], low + corners[1]
        inside: list[Floats] = []
        for table in tables:
            middle = _middle(table)
            is_inside = (low < middle).all() and (middle < high).all()
            (inside if is_inside else beside).append(table)
        nearer = _tables_in(np.ascontiguousarray(pixels[low[1] : high[1], low[0] : high[0]]))
        tables = [table + low for table in nearer] or inside
    tables += beside
    if not tables:
        raise SheetgenError(
            "there is no ruled table in this picture; take it from above, with all of the table "
            "on it"
        )
    return sorted(tables, key=lambda table: -_area(table))


def _middle(table: Floats) -> Floats:
    """Return the middle of all crossings of a table."""
    return np.asarray(table.reshape(-1, 2).mean(0))


def _rim(table: Floats) -> NDArray[np.float32]:
    """Return the convex hull of a table."""
    return np.asarray(cv2.convexHull(table.reshape(-1, 2).astype(np.float32)))


def _area(table: Floats) -> float:
    """Return the area of a table in the picture."""
    return cv2.contourArea(_rim(table))


def _is_inside(point: Floats, rim: Floats) -> bool:
    """Check whether a point is inside of a rim."""
    return cv2.pointPolygonTest(rim, point.tolist(), False) > 0


def _part_of_interest(
    pixels: Pixels, tables: Sequence[Floats], *, by_paper: bool
) -> tuple[NDArray[np.int_], NDArray[np.int_]] | None:
    """Return two opposite corners of the part with the paper, or else with the tables.

    None if that is most of the picture. Paper on which none of the tables is found is something
    else that is light.
    """
    areas: list[tuple[list[Floats], float]] = []
    rim = find_paper(pixels) if by_paper else None
    if rim is not None:
        on_paper = [table for table in tables if _is_inside(_middle(table), rim)]
        if on_paper or not tables:
            # with the tables: a dark band at the edge does not look like paper
            areas.append(([rim, *on_paper], 0.0))
    if tables:
        areas.append(([*tables], TABLE.around))
    size = np.array(pixels.shape[1::-1])
    for parts, around in areas:
        points = np.concatenate([part.reshape(-1, 2) for part in parts])
        low, high = points.min(0), points.max(0)
        margin = around * (high - low)
        low = (low - margin).clip(0, size).astype(int)
        high = (high + margin).clip(0, size).astype(int)
        if 0 < max(high - low) < TABLE.smaller * max(size):
            return low, high
    return None


def _tables_in(pixels: Pixels) -> list[Floats]:
    """Return the ruled tables that are seen in a picture, the largest first.

    The picture is reduced to `TABLE.longest` pixels.
    """
    scale = min(1, TABLE.longest / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = _even_grey(small)
    tables: list[Floats] = []
    for plane, along, down in _planes(_pieces_of_lines(grey), grey.shape):
        ends = plane.from_picture(np.concatenate([along, down])).reshape(-1, 2)
        # without the few pieces that are no line of it
        low, high = np.quantile(ends, (0.002, 0.998), axis=0)
        table = _crossings(grey, plane, low, high)
        if table is not None:
            tables.append(table)
    tables.sort(key=lambda table: -_area(table))
    innermost = []
    for at, table in enumerate(tables):
        rim = _rim(table)
        # wood around paper, and the edges of the paper, have a smaller table inside
        if not any(_is_inside(_middle(smaller), rim) for smaller in tables[at + 1 :]):
            innermost.append((table + 0.5) / scale - 0.5)
    return innermost


def _even_grey(pixels: Pixels) -> Pixels:
    """Return the darkest channel of a picture, divided by the paper nearby.

    Pale blue and red become dark, a shadow does not.
    """
    paper = cv2.GaussianBlur(cv2.dilate(pixels, np.ones((15, 15), np.uint8)), (0, 0), 15)
    least = round(float(np.quantile(paper, 0.9)) * TABLE.darkest)
    paper = np.maximum(paper, least).astype(np.uint8)
    return np.asarray(cv2.divide(pixels, paper, scale=230).min(2))


def _pieces_of_lines(grey: Pixels) -> Floats:
    """Return the ends of all straight pieces in a picture, float[n, 2, 2]."""
    segments = cv2.createLineSegmentDetector().detect(grey)[0]
    return np.zeros((0, 2, 2)) if segments is None else segments.reshape(-1, 2, 2).astype(float)


def _connected_pieces(pieces: Floats, shape: tuple[int, ...]) -> Iterator[Floats]:
    """Yield groups of connected pieces of lines that reach over a tenth of the picture."""
    drawn = np.zeros(shape, np.uint8)
    cv2.polylines(drawn, [*np.rint(pieces).astype(np.int32)], False, [255], TABLE.joined)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(drawn)
    middles = np.clip(np.rint(pieces.mean(1)).astype(int), 0, np.array(shape)[::-1] - 1)
    belongs = labels[middles[:, 1], middles[:, 0]]
    for label in range(1, count):
        width, height = stats[label, cv2.CC_STAT_WIDTH], stats[label, cv2.CC_STAT_HEIGHT]
        if min(width, height) >= max(shape) / 10:
            yield pieces[belongs == label]


def _planes(
    pieces: Floats, shape: tuple[int, ...], again: bool = True
) -> Iterator[tuple[_Plane, Floats, Floats]]:
    """Yield planes on which connected pieces are level and upright.

    Each comes with its level pieces and its upright ones. Pieces in other directions are left out,
    and what remains is grouped `again`: a finger can connect a table with the wood next to it.
    """
    for group in _connected_pieces(pieces, shape):
        way = np.diff(group, axis=1)[:, 0]
        groups = _directions(group, way, np.hypot(*way.T))
        if groups is None:
            continue
        plane = _flattened(*groups)
        if plane is None:
            continue
        straight = []
        for axis, in_direction in enumerate(groups):
            way = np.abs(np.diff(plane.from_picture(in_direction), axis=1)[:, 0])
            is_straight = way[:, 1 - axis] / (way[:, axis] + 1e-9) < 0.03
            straight.append(in_direction[is_straight])
        if again:
            yield from _planes(np.concatenate(straight), shape, again=False)
        else:
            yield plane, straight[0], straight[1]


def _directions(pieces: Floats, way: Floats, length: Floats) -> tuple[Floats, Floats] | None:
    """Return the pieces of lines along the picture, and those down it.

    None without two directions.
    """
    long = length >= TABLE.piece
    pieces, way, length = pieces[long], way[long], length[long]
    if not long.any():
        return None
    angle = np.degrees(np.arctan2(way[:, 1], way[:, 0])) % 180  # of undirected lines
    counts = np.bincount(angle.astype(int) % 180, length**2, 180)
    blurred = np.asarray(cv2.GaussianBlur(np.tile(counts, 3)[None], (0, 0), 3))[0, 180:360]
    first = int(blurred.argmax())
    turned = np.abs((np.arange(180) - first + 90) % 180 - 90)
    # perspective may leave less than a right angle
    second = int((blurred * (turned > 45)).argmax())
    groups: list[Floats] = []
    for middle in sorted((first, second), key=lambda degrees: min(degrees, 180 - degrees)):
        near = np.abs((angle - middle + 90) % 180 - 90) < 22
        axis = len(groups)
        backwards = (way[near, axis] < 0)[:, None, None]
        groups.append(np.where(backwards, pieces[near][:, ::-1], pieces[near]))
    return (groups[0], groups[1]) if min(map(len, groups)) >= TABLE.least_lines else None


def _flattened(along: Floats, down: Floats) -> _Plane | None:
    """Return the plane on which these pieces of lines are level and upright.

    None if there is none.
    """
    ends = np.concatenate([along, down]).reshape(-1, 2)
    matrix = _level_and_upright(along, down, ends.mean(0))
    if matrix is None:
        return None
    depths = ends @ matrix[2, :2] + matrix[2, 2]
    if depths.min() < 0.3 or depths.max() > 3:  # too steep for a photo of a pad
        return None
    level, upright = moved(along, matrix), moved(down, matrix)
    every = np.concatenate([level, upright])
    low, high = every.reshape(-1, 2).min(axis=0), every.reshape(-1, 2).max(axis=0)
    middle, reach = (low + high) / 2, (high - low) / 2
    bends = (
        _bend((level - middle) / reach, level, 0),
        _bend((upright - middle) / reach, upright, 1),
    )
    plane = _Plane(matrix, middle, reach, bends)
    is_bent_little = (np.abs(plane.shifts(every)) < reach * 0.3).all()
    return plane if is_bent_little else None


def _level_and_upright(along: Floats, down: Floats, middle: Floats) -> Floats | None:
    """Return the homography that makes these pieces of lines level and upright, float[3, 3].

    `middle` is that of all their ends. None if both directions are nearly the same.
    """
    size = float(np.abs(along - middle).max())
    columns = []
    for axis, (pieces, way) in enumerate(((along, 0.0), (down, np.pi / 2))):
        goal = meeting((pieces - middle) / size, way)
        columns.append(goal / np.hypot(*goal[:2]) * np.sign(goal[axis]))
    back = np.stack([*columns, np.array((0, 0, 1))], 1)
    if abs(np.linalg.det(back)) < 0.5:
        return None
    to_unit = np.array(
        ((1 / size, 0, -middle[0] / size), (0, 1 / size, -middle[1] / size), (0, 0, 1))
    )
    return np.asarray(np.diag((size, size, 1)) @ np.linalg.inv(back) @ to_unit)


def _bend(unit: Floats, pieces: Floats, axis: int) -> Floats:
    """Return the factors of the field that levels nearly level pieces along `axis`."""
    rise = np.diff(pieces[..., 1 - axis], axis=1)[:, 0]
    length = np.ptp(pieces[..., axis], axis=1) + 1e-9
    terms = np.diff(_powers(unit, axis), axis=1)[:, 0]
    weight = np.sqrt(length)
    for _ in range(10):
        slopes = terms / length[:, None] * weight[:, None]
        ridge = TABLE.stiff * np.eye(terms.shape[1])
        goal = np.concatenate([-rise / length * weight, np.zeros(terms.shape[1])])
        fit = np.linalg.lstsq(np.concatenate([slopes, ridge]), goal, rcond=None)[0]
        off = (rise + terms @ fit) / length
        weight = np.sqrt(length) / (1 + (off / 0.02) ** 2)
    return np.asarray(fit)


def _crossings(grey: Pixels, plane: _Plane, low: Floats, high: Floats) -> Floats | None:
    """Return the crossings of the lines between two corners of the plane, in pixels of `grey`.

    None for few lines.
    """
    margin = np.ceil(np.maximum((high - low) * TABLE.beyond, 2 * TABLE.slack)).astype(int)
    origin = low - margin
    width, height = np.ceil(high - origin + margin).astype(int).tolist()
    # the places of few points are exact
    columns, rows = (np.linspace(0, side - 1, max(2, side // 24)) for side in (width, height))
    nodes = plane.to_picture(np.stack(np.meshgrid(columns, rows), -1) + origin)
    flat = straighten(grey, nodes, columns, rows, (width, height))
    level_lines = _curves(flat, margin[0], margin[1])
    upright_lines = _curves(flat.T, margin[1], margin[0])
    level = _closed(level_lines, upright_lines, flat.T)
    upright = _closed(upright_lines, level_lines, flat)
    if min(len(level), len(upright)) < TABLE.least_lines:
        return None
    x = np.tile(upright[:, -1], (len(level), 1))
    for _ in range(5):  # each step leaves of what is missing the product of two slopes
        y = _heights(level, x, flat.shape[1])
        x = _heights(upright, y.T, flat.shape[0]).T
    return plane.to_picture(np.stack([x, y], -1) + origin)


def _heights(curves: Floats, at: Floats, length: int) -> Floats:
    """Return the height of each curve at its row of places along it."""
    unit = at / length - 0.5
    return curves[:, :1] * unit**2 + curves[:, 1:2] * unit + curves[:, 2:]


def _edges(flat: Pixels) -> tuple[Floats, tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """Return the strength of level edges, and masks of edges to dark below and above.

    A mask looks within a pixel. Along one side of a line all edges are of one kind; those of
    letters and digits are of both.
    """
    slope = cv2.Sobel(cv2.GaussianBlur(flat, (0, 0), 1), cv2.CV_32F, 0, 1)
    slope = np.asarray(cv2.GaussianBlur(slope, (0, 0), 5, sigmaY=0.1))
    edge: Floats = np.abs(slope)
    least = max(4 * float(np.median(edge)), 6)  # grain of the paper has less
    return edge, (cv2.dilate(slope, _NEAR) > least, cv2.dilate(-slope, _NEAR) > least)


def _curves(flat: Pixels, beside: int, above: int) -> Floats:
    """Return the level lines of a flat table from the top.

    Each is a parabola with factors of x², x and 1. `beside` and `above` are the margins of the
    table. A line has edges nearly everywhere along it, also between letters: in stretches of the
    height of a row.
    """
    edge, kinds = _edges(flat)
    inside = slice(beside, flat.shape[1] - beside)
    shares = []
    for kind in kinds:
        in_stretch = cv2.blur(kind[:, inside].astype(np.float32), (TABLE.stretch, 1))
        shares.append((in_stretch > 0.8).mean(1))
    share = np.maximum(*shares)  # the plainer of both sides of a line
    share[: above - TABLE.slack] = 0
    share[len(share) - above + TABLE.slack :] = 0
    rows = np.flatnonzero(share > TABLE.covered)
    if not len(rows):
        return np.zeros((0, 3))
    lines = _grouped(rows, 6)
    pitch = 0.0
    if len(lines) > 1:
        pitch = float(np.median(np.diff([line.mean() for line in lines])))
    unit = np.arange(edge.shape[1]) / edge.shape[1] - 0.5
    curves = []
    for line in _grouped(rows, max(6, pitch * TABLE.double)):
        top = max(0, int(line[0]) - 3)  # the edges near these rows
        band = edge[top : int(line[-1]) + 4].astype(float) ** 2
        weight = band.sum(0)
        height = (band * np.arange(top, top + len(band))[:, None]).sum(0) / (weight + 1e-9)
        curves.append(np.polyfit(unit[inside], height[inside], 2, w=np.sqrt(weight[inside])))
    return np.array(curves)


def _grouped(rows: NDArray[np.int_], apart: float) -> list[NDArray[np.int_]]:
    """Divide rows into groups whose rows are at most this far from the next one."""
    return np.split(rows, np.flatnonzero(np.diff(rows) > apart) + 1)


def _closed(curves: Floats, others: Floats, turned: Pixels) -> Floats:
    """Return the curves, with one more at each end where the crossing lines go on.

    They have to go on for half a row or more. `turned` is the table with `others` level. A table
    without a frame ends where its lines do.
    """
    if len(curves) < 2 or not len(others):
        return curves
    reach = turned.shape[1]
    edge = _edges(turned)[0]
    along = np.arange(reach)
    heights = np.rint(_heights(others, np.tile(along, (len(others), 1)), reach))
    heights = heights.astype(int).clip(0, len(turned) - 1)
    strength = cv2.dilate(edge, np.ones((5, 1)))[heights, along]
    share = (strength > np.median(strength, axis=1, keepdims=True) / 2).mean(0) > 0.5
    share = cv2.morphologyEx(share.astype(np.uint8)[None], cv2.MORPH_CLOSE, np.ones((1, 15)))[0]
    pitch = float(np.median(np.diff(curves[:, 2])))
    first, last = curves[0], curves[-1]
    top, bottom = max(0, round(first[2])), min(reach - 1, round(last[2]))
    start = max(np.flatnonzero(share[:top] == 0), default=-1) + 1
    end = bottom + int(np.argmin([*share[bottom + 1 :], 0]))
    if top - start > pitch / 2:  # the crossing lines go on beyond the first one
        curves = np.stack([np.append(first[:2], start), *curves])
    if end - bottom > pitch / 2:
        curves = np.stack([*curves, np.append(last[:2], end)])
    return curves


def straighten(
    picture: Pixels, nodes: Floats, x: Floats, y: Floats, size: tuple[int, int]
) -> Pixels:
    """Draw a picture, with width and height `size`, that straightens another one.

    The `nodes` of the other picture are at these x and y. `nodes` are float[rows, columns, 2], in
    pixels. The points between them are interpolated.
    """
    rows = _between(nodes.astype(np.float32), y, size[1])
    where = _between(rows.swapaxes(0, 1), x, size[0]).swapaxes(0, 1)
    flat = cv2.remap(
        picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def _between(nodes: Floats, places: Floats, length: int) -> Floats:
    """Interpolate nodes at these places for each pixel of a length.

    Cv2.remap only does so in steps of a 32nd.
    """
    at = np.interp(np.arange(length), places, np.arange(len(places)))
    low = np.minimum(at.astype(int), len(places) - 2)
    share = (at - low).astype(np.float32)[:, None, None]
    return np.asarray(nodes[low] * (1 - share) + nodes[low + 1] * share)


# rows and columns

SKIPPED = "-"
"""Name of a row that is not read."""


class StraightMeasures(Struct, frozen=True):
    """Measures of the straightened pad, in pixels."""

    row: int = 8 * FLAT
    """Height of usual rows: 8 mm, whatever they have on paper."""
    margin: int = 2 * FLAT
    """Margin around each table: digits cross lines."""


STRAIGHT = StraightMeasures()


class LabelLimits(Struct, frozen=True):
    """Signs by which the columns with labels are told from those to write in.

    `drop`s are differences of the print (see `_print`) between a column and the next one. The first
    six were found on 12 made pads, of which 11 are plain and right.
    """

    least_drop: float = 0.3
    """Minimum drop between labels and the next column."""
    plain_drop: float = 0.5
    """Drop from which on the number of labels is plain."""
    alike: float = 0.3
    """Addition to the drop if all further columns have one width."""
    as_wide: float = 0.08
    """Tolerance of this width, as a share of it."""
    first: float = 0.3
    """Addition to the drop if the first column is wider than the others."""
    wider: float = 1.4
    """Minimum ratio of widths of such a first column."""
    sliver: float = 0.3
    """Share of the usual width below which a column is only the space between two lines."""
    upright: float = 0.3
    """Minimum difference of the print at the left and at the right for which the picture is turned.
    Chosen by hand."""
    most_tables: int = 6
    """Maximum number of tables, the largest, of which those of the pad are chosen: a pad has three
    at most."""


LABELS = LabelLimits()


class PrintLimits(Struct, frozen=True):
    """Limits of the ink in a cell that looks printed."""

    dark: float = 0.8
    """Maximum brightness of ink, as a share of the paper around it. Chosen by hand."""
    stroke: int = 25
    """Length in pixels of the straightened pad that no stroke is as wide as."""
    speck: int = 12
    """Minimum area of ink, in pixels."""
    rim: int = 7
    """Width of the rim of a cell that is not searched for print, in pixels."""
    long: float = 2.6
    """Ratio of width and height of words; numbers have less than 2."""


PRINT = PrintLimits()


class PadCell(Spot, frozen=True, eq=False):
    """A cell between ruled lines. A total that is printed twice has two cells with the same row."""

    corners: Floats
    """float[4, 2]: its corners in pixels of the picture, clockwise from the upper left one."""


class Pad(Struct, frozen=True, eq=False):
    """A straightened ruled pad."""

    flat: Pixels
    """uint8[height, width, 3]: the tables below each other, upright; a row of usual height has 8
    mm."""
    cells: tuple[PadCell, ...]
    """Cells in the order of the rows, without those of skipped rows."""
    labels: int
    """Number of columns at the left that are taken for labels."""
    sure: bool
    """Flag: the number of labels was given or is plain to see. All columns depend on it, and the
    side that is up."""


def row_orders() -> dict[str, tuple[str, ...]]:
    """Return the rows of well-known pads and of their parts, from the top, by neutral names."""
    orders = read_toml(Path(__file__).with_name("pads.toml"))["orders"]
    return {name: tuple(rows) for name, rows in orders.items()}


def expand_rows(written: str) -> tuple[str, ...]:
    """Split a text like ``ones, twos, -, upper_total``.

    A name of `row_orders` is replaced by all of its rows.
    """
    orders = row_orders()
    rows: list[str] = []
    for part in written.split(","):
        name = part.strip()
        if name:
            rows += orders.get(name, (name,))
    return tuple(rows)


def check_rows(rows: Sequence[str], known: Collection[str]) -> None:
    """Raise SheetgenError, with all ids that are `known`, for rows that a game does not have."""
    for row in rows:
        if row != SKIPPED and row not in known:
            raise SheetgenError(
                "unknown row '%(written)s'; the rows of this game are %(known)s, and all rows of "
                "a pad at once %(presets)s",
                written=row,
                known=(*known,),
                presets=(*row_orders(),),
            )
    if not {*rows} - {SKIPPED}:
        raise SheetgenError("no row is left to read; name the rows of the pad from the top")


def read_rows(
    tables: Sequence[Floats], pixels: Pixels, rows: Sequence[str], labels: int | None = None
) -> Pad:
    """Straighten a pad with these rows, from the top; `SKIPPED` is a row that is not read.

    `tables` are those that `find_tables` found in the picture. `labels` is the number of printed
    columns at the left of each table; None to find it. Raises SheetgenError if the picture has
    other rows or columns.
    """
    way = max(_ways_to_turn(tables, pixels, rows, labels), key=lambda way: way.print_at_left)
    counts = [table.shape[1] - 1 for table, _ in _named(way.tables, rows)]
    if len(set(counts)) > 1:
        raise SheetgenError(
            "its tables seem to have different numbers of columns: %(found)s; cut the picture "
            "off around the pad, or read one table at a time, with - for each row of the others",
            found=tuple(map(str, counts)),
        )
    if not 0 <= way.labels < counts[0]:
        raise SheetgenError(
            "says %(labels)s, but each table has %(found)s columns; count those that are "
            "printed, at the left",
            key="--label-columns",
            labels=way.labels,
            found=counts[0],
        )
    flats: list[Pixels] = []
    cells: list[PadCell] = []
    top = 0
    first = 0
    for table in way.tables:
        x, y = _lines_of_table(table)
        names = rows[first : first + len(y) - 1]
        cells += _cells_of(table, names, x[way.labels :], y + top, way.labels)
        flats.append(_straight(pixels, table, x, y))
        top += len(flats[-1])
        first += len(names)
    return Pad(_below_each_other(flats), tuple(cells), way.labels, way.sure)


def _cells_of(
    table: Floats, names: Sequence[str], x: Floats, y: Floats, labels: int
) -> Iterator[PadCell]:
    """Yield the cells of the named rows of a table, right of its columns of labels.

    `x` and `y` are the places of their lines on the straightened pad, in its pixels.
    """
    for row, name in enumerate(names):
        if name == SKIPPED:
            continue
        for number, (left, right) in enumerate(pairwise(x)):
            place = (left, y[row], right - left, y[row + 1] - y[row])
            column = labels + number
            corners = table[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
            rect = Rect(*(length * MM / FLAT for length in place))
            yield PadCell(number + 1, name, rect, corners)


def _below_each_other(flats: Sequence[Pixels]) -> Pixels:
    """Return pictures below each other, as wide as the widest one."""
    width = max(flat.shape[1] for flat in flats)
    padded = []
    for flat in flats:
        missing = width - flat.shape[1]
        padded.append(cv2.copyMakeBorder(flat, 0, 0, 0, missing, cv2.BORDER_REPLICATE))
    return np.concatenate(padded).astype(np.uint8)


def _named(tables: Sequence[Floats], rows: Sequence[str]) -> Iterator[tuple[Floats, Sequence[str]]]:
    """Yield the tables of which a row is read, each with the names of its rows."""
    first = 0
    for table in tables:
        last = first + len(table) - 1
        if {*rows[first:last]} - {SKIPPED}:
            yield table, rows[first:last]
        first = last


class _Turned(Struct, frozen=True, eq=False):
    """A way to turn the picture of a pad."""

    tables: tuple[Floats, ...]
    """Tables of the pad, in the order of reading."""
    print_at_left: float
    """How much more print there is at the left than at the right, from -1 to 1; more for the
    picture as it was taken."""
    labels: int
    """Number of columns at the left that are labels."""
    sure: bool
    """Flag: this number is certain."""


def _ways_to_turn(
    tables: Sequence[Floats], pixels: Pixels, rows: Sequence[str], labels: int | None
) -> Iterator[_Turned]:
    """Yield the ways to turn the picture in which tables have the right number of rows, best first.

    Something else in the picture may have lines, too. So several tables with as many columns each
    come first, since that is hardly chance: those that are close together before others. Then come
    the largest tables.
    """
    ways: dict[tuple[bool, float], list[tuple[int, tuple[Floats, ...]]]] = {}
    """Quarters by which tables are turned, and these tables, by how much they are preferred."""
    for chosen in _some_of(tables[: LABELS.most_tables]):
        area = sum(map(_area, chosen))
        compact = area / _area(np.concatenate([table.reshape(-1, 2) for table in chosen]))
        for quarters in range(4):
            turned = _in_order([np.rot90(table, quarters) for table in chosen])
            if sum(len(table) - 1 for table in turned) == len(rows):
                alike = len(chosen) > 1 and len({table.shape[1] for table in turned}) == 1
                preference = (alike, compact if alike else area)
                ways.setdefault(preference, []).append((quarters, turned))
    if not ways:
        raise SheetgenError(
            "the table in the picture has %(found)s rows, but %(written)s are named; name each "
            "from the top, - to skip one",
            found=sum(len(table) - 1 for table in tables),
            written=len(rows),
        )
    for quarters, turned in ways[max(ways)]:
        read = [table for table, _ in _named(turned, rows)]
        print_at_left, left, sure = _labels(read, pixels, labels)
        if quarters == 0:
            print_at_left += LABELS.upright
        yield _Turned(turned, print_at_left, left, sure)


def _some_of(tables: Sequence[Floats]) -> Iterator[tuple[Floats, ...]]:
    """Yield all choices of one or more tables, small choices first."""
    for count in range(1, len(tables) + 1):
        yield from combinations(tables, count)


def _in_order(tables: Sequence[Floats]) -> tuple[Floats, ...]:
    """Sort tables in the order of reading.

    From the top, and those next to each other from the left.
    """
    first = tables[0]
    axes = np.stack([(first[:, -1] - first[:, 0]).mean(0), (first[-1] - first[0]).mean(0)])
    upright = [table.reshape(-1, 2) @ np.linalg.inv(axes) for table in tables]
    lines: list[list[int]] = []
    """Numbers of the tables that are next to each other."""
    for number in sorted(range(len(tables)), key=lambda number: float(upright[number][:, 1].min())):
        if lines and upright[number][:, 1].mean() < upright[lines[-1][0]][:, 1].max():
            lines[-1].append(number)
        else:
            lines.append([number])
    ordered: list[Floats] = []
    for line in lines:
        line.sort(key=lambda number: float(upright[number][0, 0]))
        ordered += [tables[number] for number in line]
    return tuple(ordered)


def _labels(
    tables: Sequence[Floats], pixels: Pixels, labels: int | None
) -> tuple[float, int, bool]:
    """Return how much more print is at the left than at the right, and the columns of labels.

    The number of labels has a flag that it is sure. After the labels print ends, and all columns
    have one width.
    """
    prints = [_print(pixels, table) for table in tables]
    columns = min(map(len, prints))
    usual = np.mean([of_table[:columns] for of_table in prints], axis=0)
    at_left = float(usual[0] - np.mean([of_table[-1] for of_table in prints]))
    widths = np.mean([np.diff(_lines_of_table(table)[0])[:columns] for table in tables], axis=0)
    widths /= np.median(widths)
    if labels is not None:
        counted = np.flatnonzero(widths > LABELS.sliver)  # as somebody counts them
        if 0 < labels < len(counted):
            labels = int(counted[labels - 1]) + 1
        return at_left, labels, True
    drops = np.minimum.accumulate(usual)[:-1] - usual[1:]
    if widths[0] > LABELS.wider:
        drops[:1] += LABELS.first
    as_wide = np.abs(widths - 1) < LABELS.as_wide
    last_columns = int(np.argmin(np.append(as_wide[::-1], False)))  # all of them have one width
    begin = len(widths) - last_columns
    if 0 < begin < len(widths):
        drops[begin - 1] += LABELS.alike
    best = int(np.argmax(drops))
    if drops[best] < LABELS.least_drop:
        return at_left, 0, False
    return at_left, best + 1, bool(drops[best] >= LABELS.plain_drop)


def _print(pixels: Pixels, table: Floats) -> Floats:
    """Return how much each column of a table looks printed, from 0 to 1.

    Long ink in every row, aligned.
    """
    x, y = _lines_of_table(table)
    flat = cv2.GaussianBlur(_straight(pixels, table, x, y).min(2), (0, 0), 1.2)
    paper = cv2.morphologyEx(flat, cv2.MORPH_CLOSE, np.ones((PRINT.stroke, PRINT.stroke), np.uint8))
    ink = (flat < PRINT.dark * paper).astype(np.uint8)
    columns = []
    for left, right in pairwise(x):
        across = slice(int(left) + PRINT.rim, int(right) - PRINT.rim)
        boxes = []
        for upper, lower in pairwise(y):
            down = slice(int(upper) + PRINT.rim, int(lower) - PRINT.rim)
            box = _box_of_ink(ink[down, across])
            if box:
                boxes.append(box)
        columns.append(_printed(np.array(boxes, float), len(y) - 1))
    return np.array(columns)


def _box_of_ink(cell: Pixels) -> tuple[float, ...] | None:
    """Return the left, upper, right and lower side of all ink in a cell; None without ink."""
    _, _, strokes, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(cell))
    strokes = strokes[1:]  # without the paper
    strokes = strokes[strokes[:, cv2.CC_STAT_AREA] >= PRINT.speck]
    if not len(strokes):
        return None
    start, end = strokes[:, :2], strokes[:, :2] + strokes[:, 2:4]
    return (*start.min(0), *end.max(0))


def _printed(boxes: Floats, rows: int) -> float:
    """Return how much the ink in a column looks printed, from 0 to 1.

    `boxes` are the sides of all ink in a cell. Print is longer than numbers are, and aligned at one
    side or in the middle.
    """
    if 2 * len(boxes) < rows:
        return 0.0
    sides = np.stack([boxes[:, :2], boxes.reshape(-1, 2, 2).mean(1), boxes[:, 2:]])
    off = np.median(np.abs(sides - np.median(sides, axis=1, keepdims=True)), axis=1).min(0).sum()
    width, height = np.median(boxes[:, 2:] - boxes[:, :2], axis=0)
    aligned = np.clip((3 - off) / 2, 0, 1)
    long = np.clip(width / height / PRINT.long, 0, 1)
    return len(boxes) / rows * float(aligned + long) / 2


def _lines_of_table(table: Floats) -> tuple[Floats, Floats]:
    """Return the x of upright and the y of level lines on the straightened table.

    They are in proportion to the picture.
    """
    widths = np.hypot(*np.moveaxis(np.diff(table, axis=1), -1, 0)).mean(0)
    heights = np.hypot(*np.moveaxis(np.diff(table, axis=0), -1, 0)).mean(1)
    usual = np.median(heights)
    places = []
    for lengths in (widths, heights):
        sizes = np.round(np.clip(lengths / usual, 0.25, 12) * STRAIGHT.row)
        places.append(np.cumsum([STRAIGHT.margin, *sizes]))
    return places[0], places[1]


def _straight(pixels: Pixels, table: Floats, x: Floats, y: Floats) -> Pixels:
    """Draw a table with its lines at these places, and its margin."""
    nodes = _with_margin(_with_margin(table, y).swapaxes(0, 1), x).swapaxes(0, 1)
    width, height = int(x[-1]) + STRAIGHT.margin, int(y[-1]) + STRAIGHT.margin
    seen_height = float(np.hypot(*(table[-1] - table[0]).T).mean())
    scale = min(1.0, 1.5 * height / seen_height)
    small = pixels
    if scale < 1:
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    across, down = (np.array([0, *places, places[-1] + STRAIGHT.margin]) for places in (x, y))
    return straighten(
        np.asarray(small, np.uint8), (nodes + 0.5) * scale - 0.5, across, down, (width, height)
    )


def _with_margin(nodes: Floats, places: Floats) -> Floats:
    """Return the lines of nodes with one more at each end, at the end of the margin.

    `places` are those of the lines on the straightened table.
    """
    first = STRAIGHT.margin / (places[1] - places[0])
    last = STRAIGHT.margin / (places[-1] - places[-2])
    before = nodes[0] + (nodes[0] - nodes[1]) * first
    after = nodes[-1] + (nodes[-1] - nodes[-2]) * last
    return np.concatenate([before[None], nodes, after[None]])
