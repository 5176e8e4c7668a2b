"""The ruled tables in a picture, of whatever print: where their lines cross.

Knows nothing of games, nor which side is up. Pieces of lines that hang together make a table. The two directions of
most of them undo the perspective, and a smooth field, fitted to all of them at once, undoes the curl. Then lines show
as what they are: edges along nearly the whole table, be they thin, dashed, coloured, or the rim of a band.
"""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.errors import SheetgenError

Pixels = NDArray[np.uint8]
"""A picture: rows, columns, blue green red."""
Floats = NDArray[np.floating[Any]]
"""Points, lines or factors."""

WORK = 1600
"""The longer side of the picture in which lines are looked for, px: a line of 0.2 mm on A4 is more than one wide."""
LEAST_LINES = 4
"""In each direction: fewer are the edges of the paper, or wood."""
_PIECE = 18
"""The shortest piece of a line that says which way it goes, px: letters are shorter."""
_JOINED = 9
"""How far apart pieces of one table may be, px."""
_COVERED = 0.7
"""The share of a table's width along which a line has to be seen; the others are letters, or lines of a part."""
_STRETCH = 40
"""The length of line that has to be seen nearly whole to count, px: about a row, of which letters fill a half."""
_DOUBLE = 0.3
"""Lines nearer to each other than this share of a row are one: a double rule, or both edges of a thick one."""
_STIFF = 0.01
"""How much the field that undoes curls resists."""
_DARKEST = 0.3
"""By how much of the brightest paper the darkest shadow is told from a dark band."""
_NEAR = np.ones((3, 1), np.uint8)
"""A pixel and those above and below it."""
_BEYOND = 0.12
"""What is looked at beyond the pieces of lines that were found, as a share of the table, for pale ones go on."""
_SLACK = 12
"""How far beyond them a line may lie that stands for itself, px."""


class Grid(Struct, frozen=True):
    """The tables of a picture, as it is held, the largest first."""

    tables: tuple[Floats, ...]
    """Where the lines of each cross: rows + 1, columns + 1, x and y in px of the picture."""


class _Plane(Struct, frozen=True):
    """A table made flat: a homography, and a smooth field on what it gives."""

    matrix: Floats
    """Picture to plane, 3 x 3."""
    middle: Floats
    reach: Floats
    """Half its width and height, px."""
    bends: tuple[Floats, Floats]
    """By how much y, and x, are to be moved, as factors of `_powers`."""

    def flat(self, points: Floats) -> Floats:
        """Points of the picture on the plane; the last axis is x and y."""
        seen = _through(self.matrix, points)
        return seen + self.moved(seen)

    def moved(self, points: Floats) -> Floats:
        """By how much these points of the plane, its perspective undone, are to be moved."""
        unit = (points - self.middle) / self.reach
        down, right = (_powers(unit, axis) @ bend for axis, bend in enumerate(self.bends))
        return np.stack([right, down], -1)

    def picture(self, points: Floats) -> Floats:
        """Points of the flat table in the picture: the field is undone step by step."""
        found = points
        for _ in range(8):
            found = points - self.moved(found)
        return _through(np.linalg.inv(self.matrix), found)


def _powers(unit: Floats, axis: int) -> Floats:
    """The terms of a field that change along `axis` (0 for x): those that do not would only move whole lines."""
    unit = np.clip(unit, -1.1, 1.1)
    along, across = unit[..., axis], unit[..., 1 - axis]
    return np.stack([along**i * across**j for i in (1, 2, 3) for j in range(4 - i + (i > 1))], -1)


def _through(matrix: Floats, points: Floats) -> Floats:
    """Points, seen through a homography."""
    seen = cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix)
    return np.asarray(seen, float).reshape(points.shape)


def find_grid(pixels: Pixels) -> Grid:
    """All ruled tables with at least four lines each way; SheetgenError if there is none."""
    scale = min(1, WORK / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = _evened(np.asarray(small, np.uint8))
    found = cv2.createLineSegmentDetector().detect(grey)[0]
    pieces = np.zeros((0, 2, 2)) if found is None else found.reshape(-1, 2, 2).astype(float)
    tables: list[Floats] = []
    for plane, along, down in _planes(pieces, grey.shape):
        ends = plane.flat(np.concatenate([along, down])).reshape(-1, 2)
        low, high = np.quantile(ends, (0.002, 0.998), axis=0)
        table = _crossings(grey, plane, low, high)
        if table is not None:
            tables.append(table)
    if not tables:
        raise SheetgenError("there is no ruled table in this picture; take it from above, with all of the table on it")
    tables = [each for each in tables if not any(_holds(each, other) for other in tables if other is not each)]
    tables.sort(key=lambda each: -cv2.contourArea(_outline(each)))
    return Grid(tuple((table + 0.5) / scale - 0.5 for table in tables))


def _outline(table: Floats) -> NDArray[np.float32]:
    """The rim of a table."""
    return np.concatenate([table[0], table[1:, -1], table[-1, -2::-1], table[-2:0:-1, 0]]).astype(np.float32)


def _holds(table: Floats, other: Floats) -> bool:
    """Whether the middle of a smaller table lies in this one, as it does in a table of wood and the edges of paper."""
    rim, inner = _outline(table), _outline(other)
    middle = other.reshape(-1, 2).mean(0).tolist()
    return cv2.contourArea(rim) > cv2.contourArea(inner) and cv2.pointPolygonTest(rim, middle, False) > 0


def _evened(pixels: Pixels) -> Pixels:
    """The darkest of the colours, by how bright the paper is nearby: pale blue and red are dark, a shadow is not."""
    kernel = np.ones((15, 15), np.uint8)
    ground = cv2.GaussianBlur(cv2.dilate(pixels, kernel), (0, 0), 15)
    ground = np.maximum(ground, round(float(np.quantile(ground, 0.9)) * _DARKEST)).astype(np.uint8)
    return np.asarray(cv2.divide(pixels, ground, scale=230).min(2), np.uint8)


def _joined(pieces: Floats, shape: tuple[int, ...]) -> Iterator[Floats]:
    """The pieces of lines that hang together, where they reach over a tenth of the picture."""
    drawn = np.zeros(shape, np.uint8)
    cv2.polylines(drawn, [*np.rint(pieces).astype(np.int32)], False, [255], _JOINED)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(drawn)
    middles = np.clip(np.rint(pieces.mean(1)).astype(int), 0, np.array(shape)[::-1] - 1)
    belongs = labels[middles[:, 1], middles[:, 0]]
    for label in range(1, count):
        if min(stats[label, cv2.CC_STAT_WIDTH], stats[label, cv2.CC_STAT_HEIGHT]) >= max(shape) / 10:
            yield pieces[belongs == label]


def _planes(pieces: Floats, shape: tuple[int, ...], again: bool = True) -> Iterator[tuple[_Plane, Floats, Floats]]:
    """Planes on which pieces that hang together are level and upright, with those that are, along and down.

    What is neither falls out, and with it what hung together by it: a finger joins a table with the wood beside it.
    """
    for group in _joined(pieces, shape):
        way = np.diff(group, axis=1)[:, 0]
        groups = _directions(group, way, np.hypot(*way.T))
        plane = _flattened(*groups) if groups else None
        if not groups or plane is None:
            continue
        straight = []
        for axis, each in enumerate(groups):
            way = np.abs(np.diff(plane.flat(each), axis=1)[:, 0])
            straight.append(each[way[:, 1 - axis] / (way[:, axis] + 1e-9) < 0.03])
        if again:
            yield from _planes(np.concatenate(straight), shape, again=False)
        else:
            yield plane, straight[0], straight[1]


def _directions(pieces: Floats, way: Floats, length: Floats) -> tuple[Floats, Floats] | None:
    """The pieces of lines that run along, as the picture is held, and those that run down; None without two ways."""
    long = length >= _PIECE
    pieces, way, length = pieces[long], way[long], length[long]
    angle = np.degrees(np.arctan2(way[:, 1], way[:, 0])) % 180
    counts = np.bincount(angle.astype(int) % 180, length**2, 180)
    blurred = np.asarray(cv2.GaussianBlur(np.tile(counts, 3)[None], (0, 0), 3))[0, 180:360]
    first = int(blurred.argmax())
    turned = np.abs((np.arange(180) - first + 90) % 180 - 90)
    second = int((blurred * (turned > 45)).argmax())
    groups: list[Floats] = []
    for middle in sorted((first, second), key=lambda each: min(each, 180 - each)):
        near = np.abs((angle - middle + 90) % 180 - 90) < 22
        axis = len(groups)
        backwards = (way[near, axis] < 0)[:, None, None]
        groups.append(np.where(backwards, pieces[near][:, ::-1], pieces[near]))
    return (groups[0], groups[1]) if min(map(len, groups)) >= LEAST_LINES else None


def _flattened(along: Floats, down: Floats) -> _Plane | None:
    """The plane on which these pieces of lines are level and upright; None where there is none."""
    middle = np.concatenate([along, down]).reshape(-1, 2).mean(0)
    size = float(np.abs(along - middle).max())
    goals = [_vanishing((group - middle) / size) for group in (along, down)]
    columns = [goal / np.hypot(*goal[:2]) * np.sign(goal[axis]) for axis, goal in enumerate(goals)]
    back = np.stack([*columns, np.array((0, 0, 1))], 1)
    if abs(np.linalg.det(back)) < 0.5:
        return None
    matrix = (
        np.diag((size, size, 1))
        @ np.linalg.inv(back)
        @ np.array(((1 / size, 0, -middle[0] / size), (0, 1 / size, -middle[1] / size), (0, 0, 1)))
    )
    depths = np.concatenate([along, down]).reshape(-1, 2) @ matrix[2, :2] + matrix[2, 2]
    if depths.min() < 0.3 or depths.max() > 3:
        return None
    seen = [_through(matrix, group) for group in (along, down)]
    low, high = (each(np.concatenate(seen).reshape(-1, 2), axis=0) for each in (np.min, np.max))
    middle, reach = (low + high) / 2, (high - low) / 2
    bends = [_bend((group - middle) / reach, group, axis) for axis, group in enumerate(seen)]
    plane = _Plane(matrix, middle, reach, (bends[0], bends[1]))
    moved = plane.moved(np.concatenate(seen))
    return plane if (np.abs(moved) < reach * 0.3).all() else None


def _vanishing(pieces: Floats) -> Floats:
    """Where these pieces of lines meet, homogeneous; pieces that go elsewhere count less with every turn."""
    first, last = (np.pad(pieces[:, end], ((0, 0), (0, 1)), constant_values=1) for end in (0, 1))
    length = np.hypot(*(last - first)[:, :2].T)
    lines = np.cross(first, last) / length[:, None]
    weight = length
    for _ in range(10):
        goal: Floats = np.linalg.svd(lines * weight[:, None])[2][-1]
        middles = (first + last) / 2
        aim = goal[:2] - middles[:, :2] * goal[2]
        off = np.abs((lines[:, :2] * aim).sum(1)) / np.hypot(*aim.T)
        weight = length / (1 + (off / 0.03) ** 2)
    return goal


def _bend(unit: Floats, pieces: Floats, axis: int) -> Floats:
    """The factors of the field that levels pieces of lines which run along `axis`, as they are nearly already."""
    rise = np.diff(pieces[..., 1 - axis], axis=1)[:, 0]
    length = np.ptp(pieces[..., axis], axis=1) + 1e-9
    terms = np.diff(_powers(unit, axis), axis=1)[:, 0]
    weight = np.sqrt(length)
    for _ in range(10):
        rows = np.concatenate([terms / length[:, None] * weight[:, None], _STIFF * np.eye(terms.shape[1])])
        goal = np.concatenate([-rise / length * weight, np.zeros(terms.shape[1])])
        fit = np.linalg.lstsq(rows, goal, rcond=None)[0]
        off = (rise + terms @ fit) / length
        weight = np.sqrt(length) / (1 + (off / 0.02) ** 2)
    return np.asarray(fit)


def _crossings(grey: Pixels, plane: _Plane, low: Floats, high: Floats) -> Floats | None:
    """Where the lines of a table between two corners of the plane cross, in px of `grey`; None if it has too few."""
    margin = np.ceil(np.maximum((high - low) * _BEYOND, 2 * _SLACK)).astype(int)
    origin = low - margin
    flat = _drawn(grey, plane, origin, np.ceil(high - origin + margin).astype(int))
    sides = ((flat, margin[0], margin[1]), (flat.T, margin[1], margin[0]))
    found = [_curves(*side) for side in sides]
    level, upright = (_closed(found[side], found[1 - side], sides[1 - side][0]) for side in (0, 1))
    if min(len(level), len(upright)) < LEAST_LINES:
        return None
    x = np.tile(upright[:, -1], (len(level), 1))
    for _ in range(5):  # each step leaves of what is missing the product of two slopes
        y = _heights(level, x, flat.shape[1])
        x = _heights(upright, y.T, flat.shape[0]).T
    return plane.picture(np.stack([x, y], -1) + origin)


def _heights(curves: Floats, at: Floats, length: int) -> Floats:
    """How high each curve is at its row of places along it."""
    unit = at / length - 0.5
    return curves[:, :1] * unit**2 + curves[:, 1:2] * unit + curves[:, 2:]


def _edges(flat: Pixels) -> tuple[Floats, tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """How strong level edges are; and whether there is one within a pixel that is darker below, and one above.

    Along one side of a line all edges are of one kind: those of letters and digits are not.
    """
    slope = cv2.Sobel(cv2.GaussianBlur(flat, (0, 0), 1), cv2.CV_32F, 0, 1)
    slope = np.asarray(cv2.GaussianBlur(slope, (0, 0), 5, sigmaY=0.1))
    edge: Floats = np.abs(slope)
    least = max(4 * float(np.median(edge)), 6)
    return edge, (cv2.dilate(slope, _NEAR) > least, cv2.dilate(-slope, _NEAR) > least)


def _curves(flat: Pixels, beside: int, above: int) -> Floats:
    """The level lines of a flat table, from the top: each a parabola, its height as factors of x², x, 1 (`_heights`).

    The table has so much of the picture beside it, and above and below. A line is where edges are seen along most of
    it, also between letters: in stretches of the height of a row.
    """
    edge, seen = _edges(flat)
    inside = slice(beside, flat.shape[1] - beside)
    kinds = [(cv2.blur(kind[:, inside].astype(np.float32), (_STRETCH, 1)) > 0.8).mean(1) for kind in seen]
    share = np.maximum(*kinds)
    share[: above - _SLACK] = share[len(share) - above + _SLACK :] = 0
    rows = np.flatnonzero(share > _COVERED)
    if not len(rows):
        return np.zeros((0, 3))
    groups = np.split(rows, np.flatnonzero(np.diff(rows) > 6) + 1)
    pitch = float(np.median(np.diff([group.mean() for group in groups]))) if len(groups) > 1 else 0
    groups = np.split(rows, np.flatnonzero(np.diff(rows) > max(6, pitch * _DOUBLE)) + 1)
    return np.array([_curve(edge, group, inside) for group in groups])


def _closed(curves: Floats, others: Floats, turned: Pixels) -> Floats:
    """The curves, and one more at each end at which the lines that cross them go on for half a row or more.

    `turned` is the table with `others` level: a table without a frame ends where its lines do.
    """
    if len(curves) < 2 or not len(others):
        return curves
    reach = turned.shape[1]
    edge = _edges(turned)[0]
    along = np.arange(reach)
    heights = np.rint(_heights(others, np.tile(along, (len(others), 1)), reach)).astype(int).clip(0, len(turned) - 1)
    strength = cv2.dilate(edge, np.ones((5, 1)))[heights, along]
    share = (strength > np.median(strength, axis=1, keepdims=True) / 2).mean(0) > 0.5
    share = cv2.morphologyEx(share.astype(np.uint8)[None], cv2.MORPH_CLOSE, np.ones((1, 15)))[0]
    pitch = float(np.median(np.diff(curves[:, 2])))
    first, last = curves[0], curves[-1]
    top, bottom = max(0, round(first[2])), min(reach - 1, round(last[2]))
    start = max(np.flatnonzero(share[:top] == 0), default=-1) + 1
    end = bottom + int(np.argmin([*share[bottom + 1 :], 0]))
    if top - start > pitch / 2:
        curves = np.stack([np.append(first[:2], start), *curves])
    if end - bottom > pitch / 2:
        curves = np.stack([*curves, np.append(last[:2], end)])
    return curves


def _curve(edge: Floats, rows: NDArray[np.int_], inside: slice) -> Floats:
    """The parabola through the edges near these rows."""
    top = max(0, int(rows[0]) - 3)
    band = edge[top : int(rows[-1]) + 4].astype(float) ** 2
    weight = band.sum(0)
    height = (band * np.arange(top, top + len(band))[:, None]).sum(0) / (weight + 1e-9)
    unit = np.arange(edge.shape[1]) / edge.shape[1] - 0.5
    return np.polyfit(unit[inside], height[inside], 2, w=np.sqrt(weight[inside]))


def _drawn(picture: Pixels, plane: _Plane, origin: Floats, size: NDArray[np.int_]) -> Pixels:
    """The plane from `origin` on; where its points are in the picture is worked out for a few of them."""
    lines = [np.linspace(0, each - 1, max(2, each // 24)) for each in size]
    nodes = plane.picture(np.stack(np.meshgrid(*lines), -1) + origin)
    return straighten(picture, nodes, lines[0], lines[1], (int(size[0]), int(size[1])))


def straighten(picture: Pixels, nodes: Floats, x: Floats, y: Floats, size: tuple[int, int]) -> Pixels:
    """What a picture shows at `nodes` (rows, columns, x and y in px of it), at these x and y of one of `size`.

    All between them lies between them there, too. `size` is width and height in px.
    """
    rows = _between(nodes.astype(np.float32), y, size[1])
    where = _between(rows.swapaxes(0, 1), x, size[0]).swapaxes(0, 1)
    flat = cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _between(nodes: Floats, places: Floats, length: int) -> Floats:
    """Nodes that stand at these places, worked out for each pixel of a length; OpenCV does so in steps of a 32nd."""
    at = np.interp(np.arange(length), places, np.arange(len(places)))
    low = np.minimum(at.astype(int), len(places) - 2)
    share = (at - low).astype(np.float32)[:, None, None]
    return np.asarray(nodes[low] * (1 - share) + nodes[low + 1] * share)
