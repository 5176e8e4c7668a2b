"""The straightened photo of a checked sheet, with wrong places marked on it and the reasons below."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from sheetgen.checker.finding import CardAudit, PlaceMark, marks
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.corrections import fitted, printable
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Font, Ink, Item, Measure, Page, Photo, Rect, RoundedRect, Text, wrap
from sheetgen.pdf.document import Metadata, write_pdf
from sheetgen.pdf.fonts import measure
from sheetgen.pdf.reading import picture_of
from sheetgen.scan.filled_sheet import ReadSheet

_SIZE, _LEADING = 9.0, 12.0
"""Type size of the reasons, and distance between their lines, in points."""
_MARGIN, _APART = 10 * MM, 1.0
"""Margin of the reasons, and distance of a frame from its box, in points."""
_FRAME = 1.6
"""Line width of a frame, in points: it shows on a photo without colour, too. Chosen by hand."""
_TAG = 8.0
"""Height of the name above a column, in points."""
_LONGEST = 600
"""Maximum number of letters of a reason."""
_RIGHT_SIZES = (0.42, 0.5), (0.3, 0.4)
"""Width and height of the right value, as parts of its box: the smaller if the larger covers ink. Chosen by hand."""
_INSIDE = 2.6
"""Distance of the right value from the edge of its box, in points: the heaviest line has 2.4."""


def annotated(sheet: ReadSheet, audits: Sequence[CardAudit], wording: Wording, kind: str = ".pdf") -> bytes:
    """Return the photo with what is wrong marked on it and the reasons below, as a PDF or as a ``.png``."""
    report, said_of = Report(wording), wording.catalog.said_of
    several = len(audits) > 1
    reasons = [
        said_of(audit.card.name if several else "", f"{report.describe(finding)}.")
        for audit in audits
        for finding in audit.findings
    ]
    wide, high = sheet.size
    photo = Photo(sheet.jpeg, sheet.size, wide / sheet.scale, high / sheet.scale)
    columns = [
        (audit, column.rects, column.name if several else None)
        for audit, column in zip(audits, sheet.columns, strict=True)
    ]
    page = lay_out_photo(photo, columns, reasons, measure, sheet.is_free)
    content = write_pdf([page], Metadata(wording.title, wording.catalog.language))
    return picture_of(content) if kind == ".png" else content


def lay_out_photo(
    photo: Photo,
    columns: Sequence[tuple[CardAudit, Mapping[str, Rect], Rect | None]],
    reasons: Sequence[str],
    measure: Measure,
    is_free: Callable[[Rect], bool],
) -> Page:
    """Lay out one page: the photo with its marks, and the reasons below, a paragraph each.

    `columns` are the cards of the photo, each with the rectangles of its boxes and totals in points, and the place for
    the name that the reasons give it, if that is to be shown. A wrong place has a frame. Its right value is in the
    first corner where `is_free` finds no ink; without such a corner, only the reasons have it. A total that nobody
    wrote is in brackets.
    """
    low, room = photo.height + _MARGIN, photo.width - 2 * _MARGIN
    texts: list[Item] = []
    for reason in reasons:
        for line in wrap(printable(reason, Font.REGULAR, measure, _LONGEST), room, Font.REGULAR, _SIZE, measure):
            texts.append(Text(_MARGIN, low, line, Font.REGULAR, _SIZE))
            low += _LEADING
        low += _LEADING / 3
    drawn = (
        _mark(rects[where], mark, measure, is_free)
        for audit, rects, _ in columns
        for where, mark in marks(audit).items()
        if where in rects
    )
    tags: list[Item] = []
    for audit, _, name in columns:
        if name:
            out = Rect(name.x, name.y - _TAG, name.width, _TAG)
            tags += (RoundedRect(out, Ink.PAPER), *fitted(audit.card.name, out, Font.BOLD, Ink.TEXT, measure))
    items = (*chain.from_iterable(drawn), *tags, *texts)
    return Page(photo.width, low if reasons else photo.height, items, (), photo=photo)


def _mark(rect: Rect, mark: PlaceMark, measure: Measure, is_free: Callable[[Rect], bool]) -> Iterator[Item]:
    """Yield the frame around a wrong place and its right value, or the value of a total that is not written."""
    if not mark.wrong:
        if mark.right:
            yield from fitted(f"({mark.right})", rect, Font.REGULAR, Ink.MUTED, measure)
        return
    out = Rect(rect.x - _APART, rect.y - _APART, rect.width + 2 * _APART, rect.height + 2 * _APART)
    yield RoundedRect(out, None, Ink.WRONG, _FRAME, 5)
    if right := next(filter(is_free, _corners(rect)), None):
        yield RoundedRect(right, Ink.PAPER, Ink.WRONG, 1.0, 3)
        yield from fitted(mark.right, right, Font.BOLD, Ink.TEXT, measure)


def _corners(rect: Rect) -> Iterator[Rect]:
    """Yield the places for a right value in the corners of a box, the large ones first."""
    for across, down in _RIGHT_SIZES:
        wide, high = across * rect.width, down * rect.height
        for x in (rect.right - wide - _INSIDE, rect.x + _INSIDE):
            for y in (rect.bottom - high - _INSIDE, rect.y + _INSIDE):
                yield Rect(x, y, wide, high)
