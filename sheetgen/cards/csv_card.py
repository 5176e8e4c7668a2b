"""A CSV with a row for each box and a column for each player, as spreadsheets write it."""

from sheetgen.cards.names import read_written
from sheetgen.cards.paper_card import PaperCard
from sheetgen.errors import SheetgenError
from sheetgen.files.reading import bare_text, find_delimiter, parse_csv

MAX_PLAYERS = 1_000
_FIRST_LINES = 5


def read_csv(text: str) -> PaperCard:
    """The sheet in a CSV: players in the first row, and in its first cell the ruleset if that is to be there.

    Comma, semicolon or tab; Excel's ``sep=`` line is understood. Raises SheetgenError.
    """
    lines = text.splitlines()
    while lines and not lines[0].strip(',;\t" '):
        lines = lines[1:]
    if lines and lines[0].lower().startswith("sep=") and len(lines[0]) == len("sep=") + 1:
        return _read(lines[1:], lines[0][-1])
    return _read(lines, find_delimiter(lines[:_FIRST_LINES]))


def _read(lines: list[str], delimiter: str) -> PaperCard:
    rows = [[cell.strip() for cell in row] for row in parse_csv(lines, delimiter)]
    if not rows:
        raise SheetgenError("nothing is written in it; fill it in first")
    head, *body = rows
    width = max(len(head), *(_width(row) for row in body)) if body else len(head)
    if not 2 <= width <= MAX_PLAYERS + 1:
        raise SheetgenError("a card has a row for each box, and a column for each player")
    players = tuple(bare_text(cell) for cell in (head[1:] + [""] * width)[: width - 1])
    return _without_blanks(PaperCard(head[0], players, tuple((row[0], _values(row, width)) for row in body if row)))


def _width(row: list[str]) -> int:
    """The columns of a row up to the last one that is filled."""
    return max((at for at, cell in enumerate(row, 1) if cell), default=0)


def _values(row: list[str], width: int) -> tuple[int | str | None, ...]:
    return tuple(read_written(cell) for cell in (row[1:] + [""] * width)[: width - 1])


def _without_blanks(paper: PaperCard) -> PaperCard:
    """The sheet without the columns that have neither a name nor anything in them; at least one is left."""
    used = [
        at
        for at, player in enumerate(paper.players)
        if player or any(values[at] is not None for _, values in paper.rows)
    ] or [0]
    rows = tuple((label, tuple(values[at] for at in used)) for label, values in paper.rows)
    return PaperCard(paper.ruleset, tuple(paper.players[at] for at in used), rows)
