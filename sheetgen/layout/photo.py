"""A checked sheet as it was photographed: what is wrong marked on the picture itself, and the reasons below it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from sheetgen.checker.finding import CardAudit, PlaceMark, marks
from sheetgen.layout.options import MM
from sheetgen.layout.primitives import Font, Ink, Item, Measure, Page, Photo, Rect, RoundedRect, Text, wrap
from sheetgen.layout.variants.corrections import fitted, printable

_SIZE, _LEADING = 9.0, 12.0
_MARGIN, _APART = 10 * MM, 1.0
_FRAME = 1.6
_TAG = 8.0
_LONGEST = 600
"""The maximum number of letters of a reason."""
_RIGHT_SIZES = (0.42, 0.5), (0.3, 0.4)
"""Width and height of the right value, as parts of its box; the smaller one where the larger would cover ink."""
_INSIDE = 2.6
"""Distance of the right value from the edge of its box, in points: the heaviest line has 2.4."""


def lay_out_photo(
    photo: Photo,
    columns: Sequence[tuple[CardAudit, Mapping[str, Rect], Rect | None]],
    reasons: Sequence[str],
    measure: Measure,
    is_free: Callable[[Rect], bool],
) -> Page:
    """One page: the photo, what was found on it, and the reasons, a paragraph each, in a strip below.

    `columns` are the cards of the photo, each with the places of its boxes and totals in points, and that of its name
    if what the reasons call it is to stand above that. What is wrong has a frame, which shows without colour too. The
    right value stands in the first corner of the box where `is_free` finds no ink; without any, the reasons alone have
    it. A total that nobody wrote stands in brackets.
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
