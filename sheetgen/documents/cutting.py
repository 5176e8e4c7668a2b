"""How cards stand on paper that is cut, sold as labels, or filed in a binder: from what is asked for to places."""

import re
from math import floor
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from sheetgen.documents.asked import length_of, pair_of
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.options import MM, Paper, named_paper, read_size
from sheetgen.layout.primitives import Item
from sheetgen.layout.sheet import Sheets
from sheetgen.pdf import measure
from sheetgen.printing import BINDING, HOLES, CardFormat, CardGrid, CutMarks, cut_marks, divided, grids, hole_marks

if TYPE_CHECKING:
    from sheetgen.documents.options import Asked, SheetOptions

_COUNTS = ("2", "4", "6", "8")
_MOST = 20
"""The most columns, or rows, that somebody asks for."""
_MARK = 5 * MM
_SMALLEST = 20 * MM
"""No side of a card is shorter."""
_COLUMN_GAPS = {63.5: 2.54, 99.1: 2.5, 101.6: 4.76}
"""What is left between the columns of labels of these widths wherever they are sold: millimetres. Rows have no gap."""
_SLACK = 0.1 * MM


def cards_on(asked: "Asked") -> tuple[Sheets, CardFormat, tuple[Item, ...]]:
    """The cards, where they stand, and the marks beside them: as many columns as can be, on cards like common paper.

    Raises SheetgenError, with the arithmetic, for cards that have no room.
    """
    options = asked.options
    sheets, form = _cards(asked) if options.nup or options.labels else _filed(asked)
    length, gap = (
        length_of(options.mark_length, "--mark-length", 1, 20),
        length_of(options.mark_gap, "--mark-gap", 0, 10),
    )
    kind = options.marks or ("crop" if options.nup else "none")
    cuts = cut_marks(form, CutMarks(kind, _MARK if length is None else length, gap or 0.0), asked.shift)
    holes = hole_marks(form, options.holes, asked.shift) if options.holes else ()
    return sheets, form, (*cuts, *holes)


def formats(options: "SheetOptions", paper: Paper) -> list[CardFormat]:
    """The ways in which several cards can stand on the paper, those like common paper first."""
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


def _grid_of(written: int | str | None) -> int | CardGrid:
    """How many cards, or how many beside and below each other."""
    text = str(written).strip().lower().replace("×", "x")
    match = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", text)
    if match and all(1 <= int(number) <= _MOST for number in match.groups()):
        return CardGrid(int(match[1]), int(match[2]))
    if text not in _COUNTS:
        raise SheetgenError(
            "wrote '%(written)s'; should be %(counts)s, or columns and rows such as 2x3, up to %(most)s of each",
            key="--nup", written=str(written), counts=_COUNTS, most=_MOST,
        )  # fmt: skip
    return int(text)


def _labels(options: "SheetOptions", paper: Paper) -> CardFormat:
    """As many labels as the paper has, in the middle of it if nothing else is said."""
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
    return CardFormat(sheet, (width, height), CardGrid(columns, rows), gap, first)


def _cards(asked: "Asked") -> tuple[Sheets, CardFormat]:
    """Several cards on a sheet."""
    options, paper = asked.options, asked.paper
    found: list[tuple[Sheets, CardFormat]] = []
    refused: list[SheetgenError] = []
    for plain in formats(options, paper):
        form = _bound(plain, options.holes)
        card = named_paper(*form.size, paper.series)
        lies: Literal["portrait", "landscape"] = "landscape" if card.across else "portrait"
        if options.orientation not in (None, lies):
            continue
        try:
            wanted = replace(asked.for_layout, paper=card, orientation=lies)
            found.append((Sheets(asked.wording, wanted, measure), form))
        except SheetgenError as error:
            refused.append(error)
    if not found and not refused:
        raise SheetgenError("no cards of that kind have this orientation; leave it out", key="--orientation")
    if not found:
        raise _crowded(refused[0], asked)
    return max(found, key=lambda each: each[0].columns)


def _bound(form: CardFormat, holes: int | None) -> CardFormat:
    """The same cells with a free edge for holes; SheetgenError if that is too short for them."""
    if not holes:
        return form
    width, height = form.cell
    if max(width, height) < HOLES[holes]:
        raise SheetgenError(
            "%(count)s holes take %(need)s mm along an edge, and it has %(have)s mm", key="--holes", count=holes,
            need=round(HOLES[holes] / MM), have=floor(max(width, height) / MM),
        )  # fmt: skip
    return replace(form, binding=(0.0, BINDING) if width > height else (BINDING, 0.0))


def _filed(asked: "Asked") -> tuple[Sheets, CardFormat]:
    """One card on a sheet, beside its holes."""
    paper = asked.paper
    try:
        narrow = replace(asked.for_layout, paper=replace(paper, width=paper.width - BINDING))
        sheets = Sheets(asked.wording, narrow, measure)
    except SheetgenError as error:
        raise _crowded(error, asked) from error
    lies = sheets.size[0] > sheets.size[1]
    whole = (paper.height, paper.width) if lies else (paper.width, paper.height)
    return sheets, _bound(CardFormat(whole, whole), asked.options.holes)


_LARGER = {
    "--nup": Message("take fewer on a sheet, or a larger sheet"),
    "--labels": Message("take larger labels"),
    "--holes": Message("take larger paper, or leave the holes out"),
}
"""What helps if cards have no room, by the option that took it."""


def _crowded(error: SheetgenError, asked: "Asked") -> SheetgenError:
    """Why cards have no room on the sheet, with what was asked for and the paper."""
    options, paper = asked.options, asked.paper
    key = "--nup" if options.nup else "--labels" if options.labels else "--holes"
    if error.key:
        return error
    if "larger" in error.values:
        values = {**error.values, "larger": SheetgenError(_LARGER[key])}
        error = SheetgenError(error.message, file="", key="", **values)
    if key == "--holes":
        return SheetgenError("with holes on %(paper)s: %(reason)s", key=key, paper=paper.name, reason=error)
    return SheetgenError(
        "with %(count)s on %(paper)s: %(reason)s", key=key, count=asked.per_sheet, paper=paper.name, reason=error
    )
