"""Corrected sheet.

The printed layout with what was written in it, and the right values next to the wrong ones.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from sheetgen.checker.finding import CardAudit, PlaceMark, marks
from sheetgen.errors import SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import MOST_PAGES, Content
from sheetgen.layout.options import LayoutOptions, Paper
from sheetgen.layout.primitives import (
    CellId,
    Font,
    Ink,
    Item,
    Line,
    Measure,
    Page,
    Rect,
    RoundedRect,
    Text,
    centred,
)
from sheetgen.layout.sheet import lay_out_sheet, most_columns

_MAX_SIZE, _MIN_SIZE = 13.0, 6.5
"""Maximum and minimum font size of a value in a box."""
_GAP = 3.0
"""Free width next to a value, in points."""
_NAME_LENGTHS = (80, 40, 24, 16, 10, 6, 4)
"""Numbers of letters to which names are cut; the first at which all names fit is taken."""
_MAX_NOTES, _MAX_NOTE = 3_000, 600
"""Maximum letters of all notes together, since no footer has room for more and trying takes long;
and of one note."""


def lay_out_corrections(
    wording: Wording,
    audits: Sequence[CardAudit],
    reasons: Sequence[Sequence[str]],
    paper: Paper,
    measure: Measure,
) -> list[Page]:
    """Return pages with the checked cards on them, on as many sheets as they need.

    A wrong value is crossed out, and the right one is next to it in a frame, which shows without
    colour as well. `reasons` are the findings of each card, which are printed in the footer if it
    has room. Raises SheetgenError if the paper has no room for one column.
    """
    content = Content(wording, LayoutOptions(paper), measure)
    if content.by_games:
        most = MOST_PAGES
    else:
        most = most_columns(wording.ruleset, wording.catalog, paper, measure) or 1
    most = min(most, wording.ruleset.players.max or most)
    pages: list[Page] = []
    for first in range(0, len(audits), most):
        on_sheet = audits[first : first + most]
        notes = list(chain.from_iterable(reasons[first : first + most]))
        mark_of_cell = {}
        for player, audit in enumerate(on_sheet, 1):
            for row, mark in marks(audit).items():
                mark_of_cell[CellId(row, player, int(content.by_games))] = mark
        for page in _blank_sheet(content, [audit.card.name for audit in on_sheet], notes):
            items = list(page.items)
            for cell in page.cells:
                if cell.id in mark_of_cell:
                    items += _draw_correction(cell.rect, mark_of_cell[cell.id], measure)
            pages.append(replace(page, items=tuple(items)))
    return pages


def _blank_sheet(content: Content, names: list[str], notes: list[str]) -> list[Page]:
    """Return the sheet with the names cut to the longest that fit.

    It has the notes if there is room for them.
    """
    text = content.wording.catalog.text
    legend = text(
        "sheet", "Struck out: as written. In a frame: what is right. In brackets: not written."
    )
    people = [printable(name, Font.BOLD, content.measure) for name in names]
    letters = [printable(note, Font.REGULAR, content.measure, _MAX_NOTE) for note in notes]
    games = 1 if content.by_games else None
    players = None if content.by_games else max(len(names), content.ruleset.players.min)
    short = sum(map(len, letters)) <= _MAX_NOTES
    for foot in ((legend, *letters), (legend,)) if short else ((legend,),):
        for length in _NAME_LENGTHS:
            cut = tuple(
                name if len(name) <= length else name[: length - 1].rstrip() + "…"
                for name in people
            )
            options = replace(content.options, names=cut, players=players, games=games, notes=foot)
            try:
                return lay_out_sheet(
                    content.ruleset, content.wording.catalog, options, content.measure
                )
            except SheetgenError as error:
                refused = error
    raise refused


def _draw_correction(rect: Rect, mark: PlaceMark, measure: Measure) -> Iterator[Item]:
    """Yield what is in a box: a wrong value and the right one.

    The wrong one is crossed out in the left half, the right one in a frame. A value that is not
    written is in brackets.
    """
    if not mark.wrong:
        text, ink = (f"({mark.right})", Ink.MUTED) if mark.right else (mark.written, Ink.TEXT)
        yield from fitted_text(text, rect, Font.REGULAR, ink, measure)
        return
    half = rect.width / 2
    left = Rect(rect.x + 1, rect.y, half - _GAP, rect.height)
    right = Rect(rect.x + half, rect.y + 2.5, half - 2.5, rect.height - 5)
    yield RoundedRect(right, Ink.PAPER, Ink.WRONG, 1.2, 3)
    yield from fitted_text(mark.right, right, Font.BOLD, Ink.TEXT, measure)
    middle = rect.y + rect.height / 2
    for struck in fitted_text(mark.written, left, Font.REGULAR, Ink.TEXT, measure):
        reach = measure(struck.text, struck.font, struck.size) / 2 + 2
        yield struck
        yield Line(struck.x - reach, middle + 1.5, struck.x + reach, middle - 1.5, 1.2, Ink.WRONG)


def fitted_text(text: str, rect: Rect, font: Font, ink: Ink, measure: Measure) -> Iterator[Text]:
    """Yield a text in the middle of a rectangle, as large as possible.

    It is cut off if it is too long.
    """
    text = printable(text, font, measure)
    size = min(_MAX_SIZE, 0.6 * rect.height)
    room = rect.width - _GAP
    size = max(_MIN_SIZE, min(size, size * room / max(measure(text, font, size), 0.1)))
    while len(text) > 1 and measure(text, font, size) > room:
        text = text.rstrip("…")[:-1] + "…"
    if text:
        yield centred(text, rect, size, font, ink)


def printable(text: str, font: Font, measure: Measure, longest: int = 100) -> str:
    """Return the text with a ? for each letter that the font lacks.

    Cards from outside may contain any letter.
    """

    def shown(letter: str) -> str:
        try:
            measure(letter, font, 1)
        except SheetgenError:
            return "?"
        return letter

    return "".join(map(shown, text[:longest]))
