"""The real sheet of a game, half filled and drawn small, with lines to what is explained of it."""

from collections.abc import Mapping

from msgspec.structs import replace

from sheetgen.booklets.book import Leaf
from sheetgen.booklets.chapters import Chapters
from sheetgen.booklets.measures import SMALL, Type
from sheetgen.booklets.sentences import Sentences
from sheetgen.errors import SheetgenError
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.primitives import (
    MM,
    Bracket,
    Cell,
    CellId,
    Font,
    Ink,
    Item,
    Line,
    Page,
    Rect,
    RoundedRect,
    Text,
)
from sheetgen.layout.rows import plain_id, rows_of
from sheetgen.layout.sheet import lay_out_sheet
from sheetgen.pdf.fonts import measure

_WIDTH = 76.0
"""Maximum width of the sheet, in mm."""
_NAMES = 3
"""Number of players with a name."""
_BESIDE = 6.0
"""Gap between the sheet and the explanations, in mm."""
_LEAST_STEP = 13.5
"""Minimum distance of the explanations, in mm."""
_NAME = Type(10.5, Font.BOLD, step=4.2)


def draw_sheet(leaf: Leaf, chapters: Chapters, top: float, bottom: float) -> None:
    """Draw the sheet between two heights, at most 76 mm wide, with four explanations beside it."""
    sentences, game = chapters.sentences, chapters.sentences.whole.ruleset
    usual = max(min(_NAMES, game.players.max or _NAMES), game.sheet.count)
    page = _page(leaf, sentences, None if game.sheet.columns == "games" else usual)
    corners = [item for item in page.items if isinstance(item, Bracket) and item.ink is Ink.TEXT]
    first, upper = min(mark.x for mark in corners), min(mark.y for mark in corners)
    part = Rect(
        first,
        upper,
        max(mark.x for mark in corners) - first,
        max(mark.y for mark in corners) - upper,
    )
    scale = min(_WIDTH * MM / part.width, (bottom - top) * MM / part.height)
    left, down = leaf.place(leaf.left, top)
    factor = scale * leaf.format.scale
    tops = (
        item.y1
        if isinstance(item, Line)
        else item.rect.y
        if isinstance(item, RoundedRect)
        else item.y
        for item in page.items
    )
    items = (item for item, y in zip(page.items, tops, strict=True) if part.y <= y <= part.bottom)
    shown = sentences.text("booklet", "A score sheet that is partly filled in.")
    with leaf.element("Figure", f"{shown} {chapters.start.sheet}"):
        leaf.items.extend(
            _scaled(item, factor, left - part.x * factor, down - part.y * factor) for item in items
        )

    def at(rect: Rect) -> Rect:
        """Return the place of a cell on the leaf, in mm."""
        return Rect(
            leaf.left + (rect.x - part.x) * scale / MM,
            top + (rect.y - part.y) * scale / MM,
            rect.width * scale / MM,
            rect.height * scale / MM,
        )

    _fill(leaf, sentences, {cell.id: at(cell.rect) for cell in page.cells}, factor)
    x, below = leaf.left + part.width * scale / MM + _BESIDE, 0.0
    for cell, said in _marks(chapters, page):
        where = at(cell.rect)
        y = where.y + where.height / 2
        below = _explain(leaf, said, (where.right, y), (x, max(y, below)))


def _explain(
    leaf: Leaf, said: tuple[str, str], start: tuple[float, float], end: tuple[float, float]
) -> float:
    """Draw a line from a place to its explanation, and return the minimum height of the next one."""
    x, y = end
    leaf.items.append(
        Line(*leaf.place(start[0] + 0.2, start[1]), *leaf.place(x - 1.5, y), 0.9, Ink.ACCENT)
    )
    (px, py), radius = leaf.place(*start), leaf.length(0.85)
    leaf.items.append(
        RoundedRect(
            Rect(px - radius, py - radius, 2 * radius, 2 * radius), Ink.ACCENT, radius=radius
        )
    )
    bottom = leaf.para(x, y - 1.9, leaf.right - x, said[0], _NAME)
    return max(leaf.para(x, bottom - 0.2, leaf.right - x, said[1], SMALL) + 4.2, y + _LEAST_STEP)


def _page(leaf: Leaf, sentences: Sentences, players: int | None) -> Page:
    """Return the sheet on A4 with this number of players, or as many as have room.

    None if the columns are games.
    """
    catalog, text = sentences.wording.catalog, sentences.text
    names = (text("name", "Ann"), text("name", "Ben"), text("name", "Cleo"))[: players or 1]
    options = LayoutOptions(
        find_paper("a4"),
        players=players,
        names=names,
        orientation="portrait",
        fields=(),
        look=leaf.format.look,
    )
    try:
        return lay_out_sheet(sentences.whole.ruleset, catalog, options, measure)[0]
    except SheetgenError:
        if players in (None, 1):
            raise
        return _page(leaf, sentences, (players or 1) - 1)


def _scaled(item: Item, factor: float, x: float, y: float) -> Item:
    """Return an item of the sheet, smaller, in its place."""
    if isinstance(item, RoundedRect):
        rect, width = item.rect, max(0.5, item.width * factor) if item.width else 0
        rect = Rect(
            rect.x * factor + x, rect.y * factor + y, rect.width * factor, rect.height * factor
        )
        return replace(item, rect=rect, width=width, radius=item.radius * factor)
    moved = {"x": x, "x1": x, "x2": x, "y": y, "y1": y, "y2": y}
    names = [
        name for name in (*moved, "size", "width", "arm", "down", "radius") if hasattr(item, name)
    ]
    return replace(
        item, **{name: getattr(item, name) * factor + moved.get(name, 0.0) for name in names}
    )


def _fill(leaf: Leaf, sentences: Sentences, cells: Mapping[CellId, Rect], factor: float) -> None:
    """Write points of two players or games in a third of their boxes, or in half of them if these have an order."""
    game, played = sentences.whole.ruleset, [*sentences.card.by_box]
    for box in (box.id for box in game.boxes.values()):
        column = [each for each in played if game.boxes[each].column == game.boxes[box].column]
        place = column.index(box)
        for number in (1, 2):
            rect = cells.get(
                CellId(box, 1, number) if game.sheet.columns == "games" else CellId(box, number)
            )
            half = place < len(column) // 2
            if rect and (
                half if sentences.ordered or sentences.table.several else place % 3 + 1 == number
            ):
                size = max(4.0, min(26 * factor, rect.height * 1.5))
                x, y = leaf.place(rect.x + rect.width / 2, rect.y + rect.height / 2)
                points = str(sentences.card.by_box[box].points)
                leaf.items.append(
                    Text(x, y + 0.33 * size, points, Font.REGULAR, size, align="middle")
                )


def _marks(chapters: Chapters, page: Page) -> list[tuple[Cell, tuple[str, str]]]:
    """Return the explanations of the sheet, from the top, each with the last cell of its row."""
    sentences = chapters.sentences
    last = {
        plain_id(cell.id.row): cell for cell in sorted(page.cells, key=lambda cell: cell.rect.right)
    }
    rows = [
        row
        for rows in rows_of(sentences.ruleset, sentences.wording)
        for row in rows
        if row.kind == "box"
    ]
    boxes = [last[(row.boxes or (row.id,))[0]] for row in rows]
    counted = next(
        (box for row, box in zip(rows[6:], boxes[6:], strict=True) if row.most), boxes[-1]
    )
    worth = next(
        (box for row, box in zip(rows, boxes, strict=True) if row.worth and box is not boxes[0]),
        counted,
    )
    places = {
        "columns": last.get("", boxes[0]),
        "once": boxes[min(3, len(boxes) - 1)],
        "worth": worth,
        "total": last.get("total"),
    }
    found = [(place, said) for key, said in chapters.start.marks.items() if (place := places[key])]
    return sorted(found, key=lambda mark: mark[0].rect.y)
