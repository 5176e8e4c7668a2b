"""What is printed where on a sheet, for programs that read it: the places to write in, the code, and the corner marks.

Points, from the top left corner of the page, y downwards; a page is one card where several stand on a sheet.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from typing import Literal

from msgspec import Struct

from sheetgen.layout.code import Drawing
from sheetgen.layout.places import Places
from sheetgen.layout.primitives import Rect

PlaceKind = Literal["box", "total", "name"]
"""What is written in a place: points, what points add up to, or who plays."""


class PlacedCell(Struct, frozen=True):
    """One place to write in."""

    id: str
    """``pN.row``: the number of its column, a player's or a game's, from 1, and the id of its box or total, or
    ``name``; ``p1.down.ones`` where a player has several columns. Where a category has several boxes, ``p1.fours_2`` is
    the second, and ``p1.fours`` their sum. A name that is asked for again, above a second list, is ``p1.name_2``; that
    of who plays all games of a sheet is ``p1.name``."""
    kind: PlaceKind
    rect: Rect
    """Up to the outer edge of its line; a name that has no box stands on the lower edge."""


class CellMap(Struct, frozen=True):
    """Where everything is that a reader of a finished sheet looks for."""

    ruleset: str
    """The id of the game."""
    width: float
    """Of the page."""
    height: float
    cells: tuple[PlacedCell, ...]
    """Names and boxes, list by list, row by row, column by column; no id comes twice."""
    code: tuple[int, ...]
    """The faces of the ten dice that say which sheet it is; none if they are not printed."""
    code_dice: tuple[Rect, ...]
    """The place of each of these dice."""
    corners: tuple[Rect, ...]
    """The four corner marks, the upper ones first, from left to right."""


def cell_map(places: Places) -> CellMap:
    """What is printed where on every page that has this plan."""
    plan, seen = places.plan, defaultdict[str, Iterator[int]](lambda: count(1))
    marks = (
        Rect(min(x, x + right * arm), min(y, y + down * arm), arm, arm)
        for x, y, arm, (right, down) in ((mark.x, mark.y, mark.arm, mark.turned) for mark in places.corner_marks)
    )
    return CellMap(
        ruleset=places.content.ruleset.id,
        width=plan.width,
        height=plan.height,
        cells=tuple(
            PlacedCell(id_ if (times := next(seen[id_])) == 1 else f"{id_}_{times}", kind, rect)
            for id_, kind, rect in _written(places)
        ),
        code=places.code,
        code_dice=places.code_dice,
        corners=tuple(sorted(marks, key=lambda mark: (mark.y, mark.x))),
    )


def _written(places: Places) -> Iterator[tuple[str, PlaceKind, Rect]]:
    plan, content = places.plan, places.content
    columns = range(plan.columns)
    if content.by_games:
        head = Drawing()
        plan.frame.draw_values(*places.corner, plan.fit.header, {}, head)
        yield from (("p1.name", "name", cell.rect) for cell in head.cells if cell.kind == "name")
    for number, rows in enumerate(places.rows):
        if not content.by_games:
            yield from ((f"p{column + 1}.name", "name", places.name_cell(number, column)) for column in columns)
        for row, rect in rows:
            for column in columns if row.kind != "head" else ():
                for prefix, where, box in places.boxes_of(row, places.cell(number, column, rect)):
                    kind: PlaceKind = "box" if places.is_box(row, where) else "total"
                    yield f"p{column + 1}.{prefix}{where}", kind, box
