"""The map of the cells of a sheet as JSON, in millimetres, for other programs that read sheets."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import encode, format  # noqa: A004 - as msgspec calls it

from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import CellMap, Rect

Length = Annotated[float, Meta(description="Millimetres, to a hundredth.")]


class RectOut(Struct):
    """A rectangle; x and y are its top left corner."""

    x: Length
    y: Length
    w: Length
    h: Length


class CellOut(Struct):
    """Place to write in, up to the outer edge of its line."""

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
    """Positions of all that a reader looks for on a page; of one card if a sheet has several."""

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
    """Return the map of a sheet as JSON, with that of its reverse if there is a second one."""
    front, *backs = map(map_record, maps)
    for back in backs:
        front.back = back
    return format(encode(front), indent=2) + b"\n"


def map_record(of: CellMap) -> MapOut:
    """Convert the map of one page to millimetres."""
    code = CodeOut(of.code, tuple(RectOut(*_sides(die)) for die in of.code_dice)) if of.code else None
    corners = tuple(RectOut(*_sides(corner)) for corner in of.corners)
    boxes = tuple(CellOut(cell.id, cell.kind, *_sides(cell.rect)) for cell in of.cells)
    return MapOut(page=(_mm(of.width), _mm(of.height)), boxes=boxes, code=code, corners=corners)


def _sides(rect: Rect) -> tuple[float, float, float, float]:
    """Return the upper left corner, width and height in millimetres."""
    return _mm(rect.x), _mm(rect.y), _mm(rect.width), _mm(rect.height)


def _mm(points: float) -> float:
    """Convert points to millimetres, as an integer if they are whole."""
    length = round(points / MM, 2)
    return int(length) if length == int(length) else length
