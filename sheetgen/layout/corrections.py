"""A corrected sheet: the printed layout with what was written in it, and what is right beside what is not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sheetgen.checker import Audit, Mark, marks
from sheetgen.errors import SheetgenError
from sheetgen.layout.plan import Planner, SheetOptions
from sheetgen.layout.primitives import Box, Cell, Font, Ink, Item, Line, Measure, Page, Rect, Text
from sheetgen.layout.sheet import lay_out_sheet, most_columns
from sheetgen.paper import Paper
from sheetgen.wording import Wording

_SIZE = 13.0
_LEAST_SIZE = 5.0
_GAP = 3.0
_CAP = 0.66
"""The height of a digit beside the size of its font."""


def lay_out_corrections(wording: Wording, audits: Sequence[Audit], paper: Paper, measure: Measure) -> list[Page]:
    """The pages of a sheet with the checked cards on it, as many sheets as they need.

    A wrong value is struck out and the right one stands beside it in a frame, so that it shows without colour too.
    Raises SheetgenError for what does not fit, such as a very long name.
    """
    by_games = Planner(wording, SheetOptions(paper), measure).by_games
    most = len(audits) if by_games else min(
        most_columns(wording.ruleset, wording.catalog, paper, measure) or 1, wording.ruleset.players.max or len(audits)
    )  # fmt: skip
    pages: list[Page] = []
    for first in range(0, len(audits), most):
        pages += _sheet(wording, audits[first : first + most], paper, measure, by_games)
    return pages


def _sheet(wording: Wording, audits: Sequence[Audit], paper: Paper, measure: Measure, by_games: bool) -> Iterator[Page]:
    names = [audit.card.name for audit in audits] + [""] * (wording.ruleset.players.min - len(audits))
    options = SheetOptions(
        paper, names=tuple(names[: len(audits)] if by_games else names), games=1 if by_games else None
    )
    prefixes = [f"p{player}g1_" if by_games else f"p{player}_" for player in range(1, len(audits) + 1)]
    found = {
        prefix + where: mark
        for prefix, audit in zip(prefixes, audits, strict=True)
        for where, mark in marks(audit).items()
    }
    for page in lay_out_sheet(wording.ruleset, wording.catalog, options, measure):
        yield replace(page, items=(*page.items, *_marked(page, found, measure)))


def _marked(page: Page, found: Mapping[str, Mark], measure: Measure) -> Iterator[Item]:
    for cell in page.cells:
        if cell.id in found:
            yield from _draw(cell, found[cell.id], measure)


def _draw(cell: Cell, mark: Mark, measure: Measure) -> Iterator[Item]:
    if mark.wrong:
        yield from _draw_wrong(cell.rect, mark, measure)
    elif mark.right:
        yield from _centred(f"({mark.right})", cell.rect, Font.REGULAR, Ink.MUTED, measure)
    elif mark.written:
        yield from _centred(mark.written, cell.rect, Font.REGULAR, Ink.TEXT, measure)


def _draw_wrong(rect: Rect, mark: Mark, measure: Measure) -> Iterator[Item]:
    """What is written, struck out, in the left half; what is right, in a frame, in the right one."""
    half = rect.width / 2
    left = Rect(rect.x + 1, rect.y, half - _GAP, rect.height)
    right = Rect(rect.x + half, rect.y + 2.5, half - 2.5, rect.height - 5)
    yield Box(right, Ink.PAPER, Ink.WRONG, 1.2, 3, 3)
    yield from _centred(mark.right, right, Font.BOLD, Ink.TEXT, measure)
    middle = rect.y + rect.height / 2
    width = 0.0
    for text in _centred(mark.written, left, Font.REGULAR, Ink.TEXT, measure):
        width = measure(text.text, text.font, text.size)
        yield text
    x = left.x + left.width / 2
    yield Line(x - width / 2 - 2, middle + 1.5, x + width / 2 + 2, middle - 1.5, 1.2, Ink.WRONG)


def _centred(text: str, rect: Rect, font: Font, ink: Ink, measure: Measure) -> Iterator[Text]:
    """A text in the middle of a rectangle, as large as it can be; cut off where it is longer than that."""
    text = _printable(text, font, measure)
    size = min(_SIZE, 0.6 * rect.height)
    room = rect.width - _GAP
    size = max(_LEAST_SIZE, min(size, size * room / max(measure(text, font, size), 0.1)))
    while len(text) > 1 and measure(text, font, size) > room:
        text = text.rstrip("…")[:-1] + "…"
    if text:
        y = rect.y + rect.height / 2 + _CAP * size / 2
        yield Text(rect.x + rect.width / 2, y, text, font, size, ink, "middle")


def _printable(text: str, font: Font, measure: Measure) -> str:
    """The text with a ? for every letter that the font lacks: a stranger's card may hold any."""
    return "".join(letter if _is_printable(letter, font, measure) else "?" for letter in text[:100])


def _is_printable(letter: str, font: Font, measure: Measure) -> bool:
    try:
        measure(letter, font, 1)
    except SheetgenError:
        return False
    return True
