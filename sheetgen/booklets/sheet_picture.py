"""The real sheet of a game, half filled and drawn small, with lines to what is explained of it."""

from collections.abc import Mapping

from msgspec.structs import replace

from sheetgen.booklets.book import Leaf
from sheetgen.booklets.chapters import Chapters
from sheetgen.booklets.measures import SHEET_PICTURE, SMALL
from sheetgen.booklets.sentences import Sentences
from sheetgen.errors import SheetgenError
from sheetgen.i18n.wording import signed
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

_NAMES = 3
"""Number of players with a name."""


def draw_sheet(leaf: Leaf, chapters: Chapters, top: float, bottom: float) -> None:
    """Draw the sheet between two heights, at most 76 mm wide, with four explanations beside it."""
    sentences, game = chapters.sentences, chapters.sentences.whole.ruleset
    usual = max(min(_NAMES, game.players.max or _NAMES), game.sheet.count)
    page = _page(leaf, sentences, None if game.sheet.columns == "games" else usual)
    part = _drawn_part(page)
    scale = min(SHEET_PICTURE.width * MM / part.width, (bottom - top) * MM / part.height)
    left, down = leaf.place(leaf.left, top)
    factor = scale * leaf.format.scale
    shown = sentences.text("booklet", "A score sheet that is partly filled in.")
    with leaf.element("Figure", f"{shown} {chapters.start.sheet}"):
        for item in page.items:
            if part.y <= _top_of(item) <= part.bottom:
                x, y = left - part.x * factor, down - part.y * factor
                leaf.items.append(_scaled(item, factor, x, y))

    def on_leaf(rect: Rect) -> Rect:
        """Return the place of a cell on the leaf, in mm."""
        return Rect(
            leaf.left + (rect.x - part.x) * scale / MM,
            top + (rect.y - part.y) * scale / MM,
            rect.width * scale / MM,
            rect.height * scale / MM,
        )

    _fill(leaf, sentences, {cell.id: on_leaf(cell.rect) for cell in page.cells}, factor)
    x, below = leaf.left + part.width * scale / MM + SHEET_PICTURE.text_gap, 0.0
    for cell, explanation in _marks(chapters, page):
        place = on_leaf(cell.rect)
        y = place.y + place.height / 2
        below = _explain(leaf, explanation, (place.right, y), (x, max(y, below)))


def _drawn_part(page: Page) -> Rect:
    """Return the part of a sheet between the marks in its corners."""
    corners = [item for item in page.items if isinstance(item, Bracket) and item.ink is Ink.TEXT]
    left, top = min(mark.x for mark in corners), min(mark.y for mark in corners)
    right, bottom = max(mark.x for mark in corners), max(mark.y for mark in corners)
    return Rect(left, top, right - left, bottom - top)


def _top_of(item: Item) -> float:
    """Return the height of an item of the sheet, in points."""
    if isinstance(item, Line):
        return item.y1
    return item.rect.y if isinstance(item, RoundedRect) else item.y


def _explain(
    leaf: Leaf, explanation: tuple[str, str], start: tuple[float, float], end: tuple[float, float]
) -> float:
    """Draw a line from a place to its explanation; return the minimum height of the next one."""
    (name, said), (x, y), measures = explanation, end, SHEET_PICTURE
    line_start = leaf.place(start[0] + measures.line_start, start[1])
    line_end = leaf.place(x - measures.line_gap, y)
    leaf.items.append(Line(*line_start, *line_end, measures.line_width, Ink.ACCENT))
    (dot_x, dot_y), radius = leaf.place(*start), leaf.length(measures.dot)
    dot = Rect(dot_x - radius, dot_y - radius, 2 * radius, 2 * radius)
    leaf.items.append(RoundedRect(dot, Ink.ACCENT, radius=radius))
    width = leaf.right - x
    bottom = leaf.para(x, y - measures.text_rise, width, name, measures.name)
    bottom = leaf.para(x, bottom - measures.said_rise, width, said, SMALL)
    return max(bottom + measures.end_gap, y + measures.text_height)


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
    game = sentences.whole.ruleset
    # a picture may have fewer players than the game needs
    game = replace(game, players=replace(game.players, min=1))
    try:
        return lay_out_sheet(game, catalog, options, measure)[0]
    except SheetgenError:
        if players in (None, 1):
            raise
        return _page(leaf, sentences, (players or 1) - 1)


def _scaled(item: Item, factor: float, x: float, y: float) -> Item:
    """Return an item of the sheet, smaller, in its place."""
    if isinstance(item, RoundedRect):
        rect = item.rect
        width = max(SHEET_PICTURE.least_frame, item.width * factor) if item.width else 0
        rect = Rect(
            rect.x * factor + x, rect.y * factor + y, rect.width * factor, rect.height * factor
        )
        return replace(item, rect=rect, width=width, radius=item.radius * factor)
    shifts = {"x": x, "x1": x, "x2": x, "y": y, "y1": y, "y2": y}
    lengths = dict.fromkeys(("size", "width", "arm", "down", "radius"), 0.0)
    scaled = {}
    for name, shift in (shifts | lengths).items():
        if hasattr(item, name):
            scaled[name] = getattr(item, name) * factor + shift
    return replace(item, **scaled)


def _fill(leaf: Leaf, sentences: Sentences, cells: Mapping[CellId, Rect], factor: float) -> None:
    """Write points of two players or games in some of their boxes.

    They have a third of the boxes each or, where boxes have an order, the first half of them.
    """
    game = sentences.whole.ruleset
    is_in_order = sentences.ordered or sentences.table.several
    for box in game.boxes.values():
        column = [each for each in sentences.card.by_box if game.boxes[each].column == box.column]
        place, points = column.index(box.id), signed(sentences.card.by_box[box.id].points)
        for number in (1, 2):
            owner = CellId(box.id, number)
            if game.sheet.columns == "games":
                owner = CellId(box.id, 1, number)
            rect = cells.get(owner)
            is_full = place < len(column) // 2 if is_in_order else place % 3 + 1 == number
            if rect and is_full:
                _write_points(leaf, points, rect, factor)


def _write_points(leaf: Leaf, points: str, rect: Rect, factor: float) -> None:
    """Write points in the middle of a box, as large as it has room for."""
    most = min(SHEET_PICTURE.points * factor, rect.height * SHEET_PICTURE.points_share)
    size = max(SHEET_PICTURE.least_points, most)
    x, y = leaf.place(rect.x + rect.width / 2, rect.y + rect.height / 2)
    leaf.items.append(Text(x, y + 0.33 * size, points, Font.REGULAR, size, align="middle"))


def _marks(chapters: Chapters, page: Page) -> list[tuple[Cell, tuple[str, str]]]:
    """Return the explanations of the sheet, from the top, each with the last cell of its row."""
    sentences = chapters.sentences
    last = {
        plain_id(cell.id.row): cell for cell in sorted(page.cells, key=lambda cell: cell.rect.right)
    }
    sections = rows_of(sentences.ruleset, sentences.wording)
    rows = [row for section in sections for row in section if row.kind == "box"]
    cells = [last[(row.boxes or (row.id,))[0]] for row in rows]
    with_cells = [*zip(rows, cells, strict=True)]
    # numbers come first; below them are other boxes in which pips count
    counted = next((cell for row, cell in with_cells[6:] if row.most), cells[-1])
    places = {
        "columns": last.get("", cells[0]),
        "once": cells[min(3, len(cells) - 1)],
        "worth": next((cell for row, cell in with_cells[1:] if row.worth), counted),
        "total": last.get("total"),
    }
    marks = []
    for key, explanation in chapters.start.marks.items():
        cell = places[key]
        if cell:
            marks.append((cell, explanation))
    return sorted(marks, key=lambda mark: mark[0].rect.y)
