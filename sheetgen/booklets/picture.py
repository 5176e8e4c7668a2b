"""The real sheet of a game, half filled and drawn small, with lines to what is explained of it."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import SMALL, Leaf
from sheetgen.booklets.facts import Facts
from sheetgen.layout import (
    Box,
    Bracket,
    Cell,
    CellId,
    Die,
    Font,
    Ink,
    Item,
    Line,
    Page,
    Rect,
    SheetOptions,
    Text,
    lay_out_sheet,
)
from sheetgen.layout.options import MM, find_paper
from sheetgen.layout.rows import rows_of

_WIDTH = 76.0
_NAMES = 3
"""How many of the players have a name."""
_BESIDE = 6.0
_LEAST_STEP = 13.5
"""From one explanation to the next, at least."""


class _Mark(Struct, frozen=True):
    cell: CellId
    name: str
    said: str


def draw_sheet(leaf: Leaf, facts: Facts, top: float, bottom: float) -> None:
    """The sheet between two heights, 76 mm wide or less, and four things beside it that are good to know."""
    page = _page(facts, leaf)
    part = _part(page)
    scale = min(_WIDTH * MM / part.width, (bottom - top) * MM / part.height)
    x, y = leaf.place(leaf.left, top)
    factor = scale * leaf.format.scale
    items = (item for item in page.items if _inside(item, part))
    leaf.items.extend(_scaled(item, factor, x - part.x * factor, y - part.y * factor) for item in items)

    def at(rect: Rect) -> Rect:
        """Where a cell stands on the leaf, in mm."""
        return Rect(leaf.left + (rect.x - part.x) * scale / MM, top + (rect.y - part.y) * scale / MM,
                    rect.width * scale / MM, rect.height * scale / MM)  # fmt: skip

    cells = {(cell.id.row, cell.id.player or 1, cell.id.game): at(cell.rect) for cell in page.cells}
    _fill(leaf, facts, cells, factor)
    end = leaf.left + part.width * scale / MM
    _explain(leaf, facts, page, at, end)


def _page(facts: Facts, leaf: Leaf) -> Page:
    text = facts.wording.catalog.text
    by_games = facts.ruleset.sheet.columns == "games"
    names = (
        ()
        if by_games
        else (text("name", "Ann"), text("name", "Ben"), text("name", "Cleo"))[: facts.ruleset.players.max or _NAMES]
    )
    count = facts.ruleset.sheet.count
    options = SheetOptions(
        find_paper("a4"), players=None if by_games else max(len(names), count), names=names,
        orientation="portrait", fields=(),
    )  # fmt: skip
    return lay_out_sheet(facts.ruleset, facts.wording.catalog, options, leaf.measure)[0]


def _part(page: Page) -> Rect:
    """The part of the page between its corner marks."""
    marks = [item for item in page.items if isinstance(item, Bracket)]
    left, right = min(mark.x for mark in marks), max(mark.x for mark in marks)
    top, bottom = min(mark.y for mark in marks), max(mark.y for mark in marks)
    return Rect(left, top, right - left, bottom - top)


def _inside(item: Item, part: Rect) -> bool:
    y = item.y1 if isinstance(item, Line) else item.rect.y if isinstance(item, Box) else item.y
    return part.y <= y <= part.bottom


def _scaled(item: Item, factor: float, x: float, y: float) -> Item:
    """An item of the sheet, smaller, in its place."""
    match item:
        case Text():
            return replace(item, x=item.x * factor + x, y=item.y * factor + y, size=item.size * factor)
        case Line():
            return replace(item, x1=item.x1 * factor + x, y1=item.y1 * factor + y, x2=item.x2 * factor + x,
                           y2=item.y2 * factor + y, width=item.width * factor)  # fmt: skip
        case Box():
            rect = Rect(item.rect.x * factor + x, item.rect.y * factor + y, item.rect.width * factor,
                        item.rect.height * factor)  # fmt: skip
            return replace(
                item, rect=rect, width=max(0.5, item.width * factor) if item.width else 0, radius=item.radius * factor
            )
        case Bracket():
            return replace(item, x=item.x * factor + x, y=item.y * factor + y, arm=item.arm * factor,
                           radius=item.radius * factor, width=item.width * factor)  # fmt: skip
        case Die():
            return replace(item, x=item.x * factor + x, y=item.y * factor + y, size=item.size * factor)


def _fill(leaf: Leaf, facts: Facts, cells: dict[tuple[str, int, int], Rect], factor: float) -> None:
    """Write what two players, or two games, have come to so far."""
    by_games = facts.ruleset.sheet.columns == "games"
    for place, box in enumerate(facts.ruleset.boxes):
        column = place % 3 + 1
        columns = (
            (1, 2) if facts.ordered and place < len(facts.ruleset.boxes) // 2 else () if facts.ordered else (column,)
        )
        for number in columns:
            key = (box, 1, number) if by_games else (box, number, 0)
            if number > 2 or key not in cells:
                continue
            rect = cells[key]
            size = min(26 * factor, rect.height * 1.5)
            points = str(facts.card.by_box[box].points)
            x, y = leaf.place(rect.x + rect.width / 2, rect.y + rect.height / 2)
            leaf.items.append(Text(x, y + 0.33 * max(size, 4), points, Font.REGULAR, max(size, 4), align="middle"))


def _explain(leaf: Leaf, facts: Facts, page: Page, at: object, end: float) -> None:
    """Lines from places on the sheet to what is said of them."""
    x, below = end + _BESIDE, 0.0
    for mark, rect in _marks(facts, page):
        where = at(rect)  # type: ignore[operator]
        y = where.y + where.height / 2
        said = max(y, below)
        leaf.line(where.right + 0.2, y, x - 1.5, said, 0.9, Ink.ACCENT)
        px, py = leaf.place(where.right, y)
        radius = leaf.length(0.85)
        leaf.items.append(Box(Rect(px - radius, py - radius, 2 * radius, 2 * radius), Ink.ACCENT, radius=radius))
        name = leaf.lines(("", mark.name), leaf.right - x, (10.5, 4.2), font=Font.BOLD)
        bottom = leaf.set(name, x, said - 1.9, 4.2)
        below = max(leaf.para(x, bottom - 0.2, leaf.right - x, mark.said, SMALL, Ink.MUTED) + 4.2, said + _LEAST_STEP)


def _marks(facts: Facts, page: Page) -> Iterator[tuple[_Mark, Rect]]:
    """What is said of the sheet, with the last cell of its row, from top to bottom."""
    text, plural = facts.wording.catalog.text, facts.wording.catalog.plural
    game = facts.ruleset
    by_games, count = game.sheet.columns == "games", game.sheet.count
    rows = [row for rows in rows_of(game, facts.wording) for row in rows if row.kind == "box"]
    fixed = next((row for row in rows[4:] if row.worth), None)
    counted = next((row for row in rows[6:] if row.most), None)
    first, last = rows[min(3, len(rows) - 1)], _last(page, "")
    if last and not by_games:
        more = plural(
            "booklet", "%(n)s here; a sheet has room for more.", "%(n)s here; a sheet has room for more.", count
        )
        yield _Mark(last.id, text("booklet", "A column for each player"), more), last.rect
    where = _last(page, (first.boxes or (first.id,))[0])
    if where:
        yield _Mark(where.id, text("booklet", "A box, once"), text("booklet", "What is written stays.")), where.rect
    row = fixed or counted
    where = _last(page, (row.boxes or (row.id,))[0]) if row else None
    if row and where:
        name = text("booklet", "Large number: fixed points") if row.worth else text("booklet", "max: the most there is")
        said = (
            text("booklet", "Where it says max, your eyes count.")
            if row.worth
            else text("booklet", "Your eyes count there.")
        )
        yield _Mark(where.id, name, said), where.rect
    where = _last(page, "total")
    if where:
        said = plural("sheet", "%(n)s box", "all %(n)s boxes", len(game.boxes))
        if len(game.all_totals) > 1:
            said = text("booklet", "All boxes and bonuses together.") if facts.thresholds or game.extra_yachts else said
        yield (
            _Mark(
                where.id, text("booklet", "The sum"), said[:1].upper() + said[1:] + ("" if said.endswith(".") else ".")
            ),
            where.rect,
        )


def _last(page: Page, row: str) -> Cell | None:
    """The cell of a row that is farthest to the right; of the players' names, if the row is empty."""
    cells = [cell for cell in page.cells if cell.id.row == row]
    return max(cells, key=lambda cell: cell.rect.right, default=None)
