"""What is printed where on a sheet, for programs of others: the map of its cells as JSON, in millimetres."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import encode, format  # noqa: A004 - as msgspec calls it

from sheetgen.layout.cells import CellMap
from sheetgen.layout.options import MM
from sheetgen.layout.primitives import Rect

Length = Annotated[float, Meta(description="Millimetres, to a hundredth.")]


class RectOut(Struct):
    """A rectangle; x and y are its top left corner."""

    x: Length
    y: Length
    w: Length
    h: Length


class CellOut(Struct):
    """One place to write in, up to the outer edge of its line."""

    id: Annotated[
        str,
        Meta(
            description="The number of its column from 1 and its row: p1.fours, p2.total, p1.name; p1.down.fours where "
            "a player has several columns; p1.fours_2 where a category has several boxes, and for a name that is asked "
            "for again."
        ),
    ]
    kind: Annotated[
        Literal["box", "total", "name"], Meta(description="Points, what is added up, or the name of who plays.")
    ]
    x: Length
    y: Length
    w: Length
    h: Length


class CodeOut(Struct):
    """The dice that say which sheet it is."""

    faces: Annotated[tuple[int, ...], Meta(description="What the ten dice show.")]
    dice: Annotated[tuple[RectOut, ...], Meta(description="Where each of them is.")]


class MapOut(Struct, kw_only=True):
    """Where everything is on a page, of one card if several stand on a sheet."""

    page: Annotated[tuple[Length, Length], Meta(description="Its width and height.")]
    unit: Literal["mm"] = "mm"
    origin: Literal["top-left"] = "top-left"
    boxes: Annotated[tuple[CellOut, ...], Meta(description="Where people write.")]
    code: Annotated[CodeOut | None, Meta(description="The code; null if it is not printed.")]
    corners: Annotated[
        tuple[RectOut, ...], Meta(description="The four corner marks, the upper ones first, from left to right.")
    ]
    back: Annotated["MapOut | UnsetType", Meta(description="The reverse, if cards are checked there.")] = UNSET


def map_json(maps: Sequence[CellMap]) -> bytes:
    """The map of a sheet, and that of its reverse if there is a second one, as JSON."""
    front, *backs = map(map_record, maps)
    for back in backs:
        front.back = back
    return format(encode(front), indent=2) + b"\n"


def map_record(of: CellMap) -> MapOut:
    """The map of one page, in millimetres."""
    code = CodeOut(of.code, tuple(RectOut(*_sides(die)) for die in of.code_dice)) if of.code else None
    corners = tuple(RectOut(*_sides(corner)) for corner in of.corners)
    boxes = tuple(CellOut(cell.id, cell.kind, *_sides(cell.rect)) for cell in of.cells)
    return MapOut(page=(_mm(of.width), _mm(of.height)), boxes=boxes, code=code, corners=corners)


def _sides(rect: Rect) -> tuple[float, float, float, float]:
    return _mm(rect.x), _mm(rect.y), _mm(rect.width), _mm(rect.height)


def _mm(points: float) -> float:
    """Millimetres, without a point where there is nothing behind it."""
    length = round(points / MM, 2)
    return int(length) if length == int(length) else length
