"""Map of a printed sheet for programs that read it: the places to write in, the code, and the corner marks.

Lengths are points from the top left corner of the page. A page is one card if several are on a sheet of paper.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from sheetgen.layout.primitives import Drawing, Rect

if TYPE_CHECKING:
    from sheetgen.layout.sheet_plan import SheetPlan

PlaceKind = Literal["box", "total", "name"]
"""Kind of a place: for points of one throw, for a total, or for the name of a player."""


class PlacedCell(Struct, frozen=True):
    """Place to write in."""

    id: str
    """``pN.row``: the number of the player's or game's column, from 1, and the id of the box or total, or ``name``.

    It is ``p1.down.ones`` if a player has several columns. If a category has several boxes, ``p1.fours_2`` is the
    second and ``p1.fours`` their sum. The name above a second list is ``p1.name_2``. If the columns are games,
    ``p1.name`` is the name of the player.
    """
    kind: PlaceKind
    rect: Rect
    """Rectangle up to the outer edge of its line. A name without a box is on the lower edge."""


class CellMap(Struct, frozen=True):
    """Places of everything that a reader of a filled sheet looks for."""

    ruleset: str
    """Id of the game."""
    width: float
    """Width of the page."""
    height: float
    """Height of the page."""
    cells: tuple[PlacedCell, ...]
    """Names and boxes, list by list, row by row, column by column. Each id occurs once."""
    code: tuple[int, ...]
    """Faces of the ten dice of the code; empty if it is not printed."""
    code_dice: tuple[Rect, ...]
    """Places of these dice."""
    corners: tuple[Rect, ...]
    """Places of the four corner marks: the upper ones first, from left to right."""


def cell_map(plan: "SheetPlan") -> CellMap:
    """Return the map of all pages with this plan."""
    seen = defaultdict[str, Iterator[int]](lambda: count(1))
    marks = (
        Rect(min(x, x + right * arm), min(y, y + down * arm), arm, arm)
        for x, y, arm, (right, down) in ((mark.x, mark.y, mark.arm, mark.turned) for mark in plan.corner_marks)
    )
    return CellMap(
        ruleset=plan.content.ruleset.id,
        width=plan.width,
        height=plan.height,
        cells=tuple(
            PlacedCell(id_ if (times := next(seen[id_])) == 1 else f"{id_}_{times}", kind, rect)
            for id_, kind, rect in _places(plan)
        ),
        code=plan.code,
        code_dice=plan.code_dice,
        corners=tuple(sorted(marks, key=lambda mark: (mark.y, mark.x))),
    )


def _places(plan: "SheetPlan") -> Iterator[tuple[str, PlaceKind, Rect]]:
    if plan.content.by_games:
        head = Drawing()
        plan.header.draw_values(plan.header_place, {}, head)
        yield from (("p1.name", "name", cell.rect) for cell in head.cells if cell.kind == "name")
    for slot in plan.slots:
        player = f"p{slot.column + 1}"
        if slot.row is None:
            yield f"{player}.name", "name", slot.rect
        else:
            yield f"{player}.{slot.prefix}{slot.id}", "box" if plan.is_box(slot) else "total", slot.rect
