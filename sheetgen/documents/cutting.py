"""Places of cards on paper that is cut, sold as labels, or filed in a binder."""

import re
from math import floor

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.layout.options import MM, Paper, SheetOptions, length_of, pair_of, read_size
from sheetgen.printing import BINDING, HOLES, Format, Grid, divided, grids

_COUNTS = ("2", "4", "6", "8")
_MOST = 20
"""Maximum number of columns, and of rows, of cards on a sheet."""
_SMALLEST = 20 * MM
"""Minimum side of a card, in points."""
_COLUMN_GAPS = {63.5: 2.54, 99.1: 2.5, 101.6: 4.76}
"""Gap between the columns of labels by their width, both in millimetres, as they are sold everywhere. Rows have none."""
_SLACK = 0.1 * MM
"""Tolerance of sizes, in points: labels are sold with sizes rounded to 0.1 mm."""


def formats(options: SheetOptions, paper: Paper) -> list[Format]:
    """Return the ways to place several cards on the paper, those with the shape of common paper first."""
    if options.labels:
        return [_labels(options, paper)]
    gap = length_of(options.gap, "--gap", 0, 50) or 0.0
    found = []
    for grid, turned in grids(_grid_of(options.nup), paper.width, paper.height):
        sides = (paper.height, paper.width) if turned else (paper.width, paper.height)
        found.append(divided(sides, grid, gap))
    wide = [form for form in found if min(form.cell) >= _SMALLEST]
    if not wide:
        raise SheetgenError(
            "no side of a card would reach %(least)s mm on %(paper)s; take fewer on a sheet, or a larger sheet",
            key="--nup", least=round(_SMALLEST / MM), paper=paper.name,
        )  # fmt: skip
    return wide


def _grid_of(written: int | str | None) -> int | Grid:
    """Return the number of cards, or of their columns and rows."""
    text = str(written).strip().lower().replace("×", "x")
    match = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", text)
    if match and all(1 <= int(number) <= _MOST for number in match.groups()):
        return Grid(int(match[1]), int(match[2]))
    if text not in _COUNTS:
        raise SheetgenError(
            "wrote '%(written)s'; should be %(counts)s, or columns and rows such as 2x3, up to %(most)s of each",
            key="--nup", written=str(written), counts=_COUNTS, most=_MOST,
        )  # fmt: skip
    return int(text)


def _labels(options: SheetOptions, paper: Paper) -> Format:
    """Return as many labels as fit on the paper, centred unless `label_margin` is set."""
    found = read_size(options.labels or "", "--labels", _SMALLEST)
    if not found:
        raise SheetgenError(
            "wrote '%(written)s'; should be a width and a height such as 199.6x143.5mm", key="--labels",
            written=options.labels or "",
        )  # fmt: skip
    (width, height), name = found
    sheet = (paper.height, paper.width) if paper.across else (paper.width, paper.height)
    usual = (width + _COLUMN_GAPS.get(round(width / MM, 1), 0) * MM, height)
    pitch = pair_of(options.label_pitch, "--label-pitch") if options.label_pitch else usual
    first = pair_of(options.label_margin, "--label-margin") if options.label_margin else (0.0, 0.0)
    if pitch[0] < width - _SLACK or pitch[1] < height - _SLACK:
        raise SheetgenError(
            "wrote '%(written)s'; labels of %(size)s would overlap; measure from the edge of one to that of "
            "the next", key="--label-pitch", written=str(options.label_pitch), size=name,
        )  # fmt: skip
    free = sheet[0] - first[0] - width, sheet[1] - first[1] - height
    if min(*free, *first) < -_SLACK:
        raise SheetgenError(
            "%(size)s has no room on %(paper)s; write the width first, then the height", key="--labels", size=name,
            paper=paper.name,
        )  # fmt: skip
    columns, rows = (floor((room + _SLACK) / step) + 1 for room, step in zip(free, pitch, strict=True))
    if not options.label_margin:
        first = (free[0] - (columns - 1) * pitch[0]) / 2, (free[1] - (rows - 1) * pitch[1]) / 2
    gap = pitch[0] - width, pitch[1] - height
    return Format(sheet, (width, height), Grid(columns, rows), gap, first)


def bound(form: Format, holes: int | None) -> Format:
    """Return the same cells with a free edge for holes; raise SheetgenError if an edge is too short for them."""
    if not holes:
        return form
    width, height = form.cell
    if max(width, height) < HOLES[holes]:
        raise SheetgenError(
            "%(count)s holes take %(need)s mm along an edge, and it has %(have)s mm", key="--holes", count=holes,
            need=round(HOLES[holes] / MM), have=floor(max(width, height) / MM),
        )  # fmt: skip
    return replace(form, binding=(0.0, BINDING) if width > height else (BINDING, 0.0))
