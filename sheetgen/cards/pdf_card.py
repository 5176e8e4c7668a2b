"""A filled calculator: the values of the form fields in a PDF that sheetgen made."""

from collections.abc import Mapping, Sequence

from sheetgen.cards.names import read_written
from sheetgen.cards.paper_card import PaperCard
from sheetgen.errors import SheetgenError
from sheetgen.layout import CellId
from sheetgen.layout.forms import read_field_name
from sheetgen.pdf.reading import MAX_FIELDS, form_contents, read_form_tag
from sheetgen.rules import Written

MAX_BYTES = 5_000_000
"""A larger PDF is no form of sheetgen's; the largest that it makes has half a megabyte."""
MAX_COLUMNS = 200
"""A form has so many players times games at most."""


def read_pdf(content: bytes) -> PaperCard:
    """The sheet in a form that sheetgen made and any viewer filled in; raises SheetgenError."""
    if len(content) > MAX_BYTES:
        raise SheetgenError("larger than %(limit)s MB; take a smaller one", limit=MAX_BYTES // 1_000_000)
    keywords, fields = form_contents(content)
    ruleset_id = read_form_tag(keywords)
    if ruleset_id is None:
        raise SheetgenError("not a form that this version of sheetgen made; make it again with sheetgen form")
    if not fields:
        raise SheetgenError("its fields are gone: it was printed to a PDF; save the form instead")
    return _paper_card(ruleset_id, fields)


def _paper_card(ruleset: str, fields: Mapping[str, str]) -> PaperCard:
    cells = {cell: text for name, text in fields.items() if (cell := read_field_name(name))}
    columns = sorted({(cell.player, cell.game) for cell in cells if cell.row})
    if not columns:
        raise SheetgenError("it has no fields of a score sheet; make one with sheetgen form")
    labels = list(dict.fromkeys(cell.row for cell in cells if cell.row))
    if len(columns) > MAX_COLUMNS or len(columns) * len(labels) > MAX_FIELDS:
        raise SheetgenError("more fields than a form of sheetgen's has; take one that sheetgen made")
    rows = [(label, [_cell(cells, column, label) for column in columns]) for label in labels]
    used = [at for at in range(len(columns)) if any(values[at] is not None for _, values in rows)] or [0]
    names = tuple(cells.get(CellId(player=columns[at][0]), "").strip() for at in used)
    kept = tuple((label, tuple(values[at] for at in used)) for label, values in rows)
    return PaperCard(ruleset, names, kept, tuple(_numbered(columns[at], columns) for at in used))


def _numbered(column: tuple[int, int], columns: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The player and the game of a column; no game where the player has only one."""
    player, game = column
    return player, game if sum(other == player for other, _ in columns) > 1 else 0


def _cell(cells: Mapping[CellId, str], column: tuple[int, int], row: str) -> Written | None:
    player, game = column
    return read_written(cells.get(CellId(row, player, game), ""))
