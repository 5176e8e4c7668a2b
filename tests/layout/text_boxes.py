"""What is wrong with the places of texts on finished pages, by the extents of their letters.

Pages are measured as they are laid out, and nothing is drawn.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from fontTools.ttLib import TTFont
from msgspec.structs import replace

from sheetgen.layout.primitives import (
    EDGE,
    MM,
    PIPS,
    Bracket,
    Cell,
    Die,
    Element,
    Font,
    Ink,
    Item,
    Line,
    Page,
    Placed,
    Rect,
    RoundedRect,
    Side,
    Text,
    die_parts,
)
from sheetgen.pdf.document import Document
from sheetgen.pdf.fonts import font_files, measure
from tests.readback import inside, overlap

TOUCH = 0.1
"""Overlap that no reader sees, in points."""
LEAST_LARGE = 16.0
"""Minimum size of letters in large print, in points."""
BAR_AIR = 1.5 * MM
"""Minimum distance of the words in a bar from its upper and lower edge."""
COMMAND_AIR = 1.5 * MM
"""Minimum distance of the command in the foot of a reverse from what is above it."""
ROUNDING = 0.01
"""Tolerance of lengths that were computed in two ways, in points."""


class Fault(NamedTuple):
    """One fault of a page."""

    rule: str
    what: str
    millimetres: float
    """Depth of an overlap, or the length that is missing. For small letters, points."""


# extents of letters


@cache
def font_of(font: Font) -> Any:
    """Return the font that ships for this weight."""
    return TTFont(font_files()[font.value])


@cache
def letter_box(letter: str, font: Font) -> tuple[float, float, float, float]:
    """Return left, low, right and high of a letter's ink from its origin, as shares of its size."""
    read = font_of(font)
    name = read.getBestCmap().get(ord(letter))
    if name is None:
        return 0.0, 0.0, 0.0, 0.0
    outline = read["glyf"][name]
    if not outline.numberOfContours:
        return 0.0, 0.0, 0.0, 0.0
    em = read["head"].unitsPerEm
    return outline.xMin / em, outline.yMin / em, outline.xMax / em, outline.yMax / em


def letters_of(text: Text) -> Iterator[Rect]:
    """Yield the ink of each letter of a text that is printed."""
    width = measure(text.text, text.font, text.size)
    start = {"left": 0.0, "ink": 0.0, "middle": -width / 2, "right": -width}[text.align]
    if text.align == "ink":
        start = -letter_box(text.text[0], text.font)[0] * text.size
    for letter in text.text:
        left, low, right, high = (side * text.size for side in letter_box(letter, text.font))
        if right > left:
            x, y = start + left, -high
            if text.up:
                yield Rect(text.x - high, text.y - start - right, high - low, right - left)
            else:
                yield Rect(text.x + x, text.y + y, right - left, high - low)
        start += measure(letter, text.font, text.size)


def around(rects: list[Rect]) -> Rect:
    """Return the smallest rectangle around others."""
    left = min(rect.x for rect in rects)
    top = min(rect.y for rect in rects)
    right = max(rect.right for rect in rects)
    bottom = max(rect.bottom for rect in rects)
    return Rect(left, top, right - left, bottom - top)


class Words(NamedTuple):
    """A text that leaves ink, with its letters and the rectangle around them."""

    text: Text
    letters: list[Rect]
    rect: Rect


class MeasuredPage(NamedTuple):
    """A page with its items and the extents of its texts, which all rules share."""

    page: Page
    items: tuple[Item, ...]
    words: list[Words]
    """All texts that leave ink; those on dice are theirs."""


def measured(page: Page) -> MeasuredPage:
    """Return a page with the extents of its texts."""
    items = (*page.still, *page.items)
    all_words = []
    for item in items:
        if isinstance(item, Text) and item.ink is not None:
            letters = list(letters_of(item))
            if letters:
                all_words.append(Words(item, letters, around(letters)))
    return MeasuredPage(page, items, all_words)


def depth(one: Rect, other: Rect) -> float:
    """Return how far two rectangles that overlap would have to move apart, in points."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return min(across, down)


def shared_ink(one: Words, rects: list[Rect]) -> float:
    """Return the depth to which letters lie on any of the rectangles; 0 if they do not."""
    depths = [0.0]
    for letter in one.letters:
        for rect in rects:
            if overlap(letter, rect, TOUCH):
                depths.append(depth(letter, rect))
    return max(depths)


# rules of all pages


def text_on_text(page: MeasuredPage) -> Iterator[Fault]:
    """Yield texts with letters on each other."""
    for one, other in combinations(page.words, 2):
        if overlap(one.rect, other.rect, TOUCH):
            shared = shared_ink(one, other.letters)
            if shared:
                what = f"{one.text.text!r} and {other.text.text!r}"
                yield Fault("text on text", what, shared / MM)


def text_on_dice(page: MeasuredPage) -> Iterator[Fault]:
    """Yield texts with letters on dice."""
    dice = [item for item in page.items if isinstance(item, Die)]
    for words in page.words:
        for die in dice:
            rect = Rect(die.x, die.y, die.size, die.size)
            if overlap(words.rect, rect, TOUCH):
                shared = shared_ink(words, [rect])
                if shared:
                    what = f"{words.text.text!r} and a die of {die.size / MM:.1f} mm"
                    yield Fault("text on dice", what, shared / MM)


def strokes_of(item: Item) -> list[Rect]:
    """Return the ink of a straight line or of a bracket, without its bent corner."""
    if isinstance(item, Line):
        half = item.width / 2
        if item.x1 != item.x2 and item.y1 != item.y2:
            return []
        left, right = sorted((item.x1, item.x2))
        top, bottom = sorted((item.y1, item.y2))
        if top == bottom:
            return [Rect(left, top - half, right - left, item.width)]
        return [Rect(left - half, top, item.width, bottom - top)]
    if isinstance(item, Bracket):
        right, down = item.turned
        high = item.down or item.arm
        ends = item.x + right * item.arm, item.y + down * high
        inner = item.x + right * item.width, item.y + down * item.width
        left, top = min(item.x, ends[0]), min(item.y, ends[1])
        across = Rect(left, min(item.y, inner[1]), item.arm, item.width)
        upright = Rect(min(item.x, inner[0]), top, item.width, high)
        return [across, upright]
    return []


def text_on_lines(page: MeasuredPage) -> Iterator[Fault]:
    """Yield texts with letters on lines and brackets, and those on the edge of a frame."""
    strokes = [stroke for item in page.items for stroke in strokes_of(item)]
    frames = [item.rect for item in page.items if isinstance(item, RoundedRect)]
    for words in page.words:
        near = [stroke for stroke in strokes if overlap(words.rect, stroke, TOUCH)]
        shared = shared_ink(words, near)
        if shared:
            yield Fault("text on a line", repr(words.text.text), shared / MM)
        for frame in frames:
            crosses = overlap(words.rect, frame, TOUCH) and not inside(words.rect, frame, TOUCH)
            if crosses and shared_ink(words, [frame]):
                beyond = max(
                    frame.x - words.rect.x,
                    words.rect.right - frame.right,
                    frame.y - words.rect.y,
                    words.rect.bottom - frame.bottom,
                )
                size = f"{frame.width / MM:.0f} × {frame.height / MM:.0f} mm"
                what = f"{words.text.text!r} out of {size}"
                yield Fault("text on a frame", what, beyond / MM)


def places_in_figures(elements: Iterable[Element | tuple[int, int]]) -> Iterator[int]:
    """Yield the places of all items that are part of a figure."""
    for element in elements:
        if not isinstance(element, Element):
            continue
        if element.role != "Figure":
            yield from places_in_figures(element.kids)
            continue
        for kid in element.kids:
            if isinstance(kid, tuple):
                yield from range(*kid)


def bars_without_air(page: MeasuredPage) -> Iterator[Fault]:
    """Yield words that are too near to the upper or lower edge of a solid bar.

    Bars in figures are those of a reduced picture of a sheet, where all lengths are smaller.
    """
    in_figures = set(places_in_figures(page.page.elements))
    bars = [
        item.rect
        for place, item in enumerate(page.items)
        if isinstance(item, RoundedRect)
        and item.fill is Ink.ACCENT
        and item.rect.width > 2 * item.rect.height
        and place not in in_figures
    ]
    for bar in bars:
        said = [words for words in page.words if inside(words.rect, bar, 0)]
        if said:
            ink = around([words.rect for words in said])
            air = min(ink.y - bar.y, bar.bottom - ink.bottom)
            if air < BAR_AIR - ROUNDING:
                what = " / ".join(words.text.text for words in said)
                yield Fault("air in a bar", f"{what!r} has {air / MM:.2f} mm", (BAR_AIR - air) / MM)


def names_of_two_sizes(page: MeasuredPage, names: tuple[str, ...]) -> Iterator[Fault]:
    """Yield rows of name cells with names of several sizes."""
    parts = {part for name in names for part in (name, *name.split())}
    rows: dict[float, dict[str, float]] = {}
    for cell in page.page.cells:
        if cell.kind == "name":
            for words in words_of_cell(page, cell):
                if any(word in parts for word in words.text.split()):
                    rows.setdefault(round(cell.rect.y), {})[words.text] = words.size
    for row in rows.values():
        if len(set(row.values())) > 1:
            said = ", ".join(f"{name} {size:g}" for name, size in row.items())
            yield Fault("names of two sizes", said, (max(row.values()) - min(row.values())) / MM)


def words_of_cell(page: MeasuredPage, cell: Cell) -> list[Text]:
    """Return the texts inside a cell."""
    return [words.text for words in page.words if inside(words.rect, cell.rect, MM)]


def small_letters(page: MeasuredPage) -> Iterator[Fault]:
    """Yield what is too small for large print: texts, and letters and digits on dice."""
    for words in page.words:
        if words.text.size < LEAST_LARGE - ROUNDING:
            what = f"{words.text.text!r} in {words.text.size:.1f} pt"
            yield Fault("small letters", what, LEAST_LARGE - words.text.size)
    for item in page.items:
        if isinstance(item, Die) and item.face and item.face not in PIPS:
            size = die_letters(item)
            if size < LEAST_LARGE - ROUNDING:
                what = f"{item.face!r} on a die in {size:.1f} pt"
                yield Fault("small letters", what, LEAST_LARGE - size)


def die_letters(die: Die) -> float:
    """Return the font size of what is written on a die; 0 if nothing is."""
    parts = die_parts(die.face, die.kind, die.size)
    sizes = [part.size for part in parts if isinstance(part, Text)]
    return max(sizes, default=0.0) * die.size / 100


def command_at_table(page: MeasuredPage) -> Iterator[Fault]:
    """Yield a command in the foot that is too near to the table above it."""
    commands = [words for words in page.words if words.text.text.startswith("sheetgen ")]
    for command in commands:
        above = []
        for item in page.items:
            if isinstance(item, RoundedRect):
                above.append(item.rect)
            else:
                above += strokes_of(item)
        above += [words.rect for words in page.words if words is not command]
        tops = [
            rect.bottom
            for rect in above
            if rect.bottom <= command.rect.y + MM and rect.y < command.rect.y
        ]
        gap = command.rect.y - max(tops, default=0.0)
        if gap < COMMAND_AIR - ROUNDING:
            yield Fault("command at the table", f"{gap / MM:.2f} mm", (COMMAND_AIR - gap) / MM)


# pages in their places on paper


def moved(words: Words, placed: Placed) -> Rect:
    """Return the ink of a text on the side of paper on which its page is placed."""
    rect, page = words.rect, placed.page
    if placed.turned:
        rect = replace(rect, x=page.width - rect.right, y=page.height - rect.bottom)
    return replace(rect, x=rect.x + placed.x, y=rect.y + placed.y)


def off_the_page(side: Side, placed: Placed, page: MeasuredPage) -> Iterator[Fault]:
    """Yield texts out of their page, or on the edge of the side that is not printed.

    The page of a zine or a booklet is one of its panels.
    """
    whole = Rect(0, 0, placed.page.width, placed.page.height)
    printed = Rect(EDGE, EDGE, side.width - 2 * EDGE, side.height - 2 * EDGE)
    for words in page.words:
        on_paper = moved(words, placed)
        beyond = max(out_of(words.rect, whole), out_of(on_paper, printed))
        if beyond > TOUCH:
            yield Fault("off the page", repr(words.text.text), beyond / MM)


def out_of(inner: Rect, outer: Rect) -> float:
    """Return how far a rectangle reaches out of another one; not more than 0 if it is inside."""
    return max(
        outer.x - inner.x,
        outer.y - inner.y,
        inner.right - outer.right,
        inner.bottom - outer.bottom,
    )


def sides_of(make: Callable[[], object]) -> list[Side]:
    """Return the sides of the document that is made, without writing it."""
    sides: list[Side] = []

    def keep(document: Document, written: Any) -> None:
        sides.extend(written)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Document, "write", keep)
        make()
    return sides


def faults_of(
    sides: list[Side],
    *,
    is_large: bool = False,
    has_back: bool = False,
    names: tuple[str, ...] = (),
) -> list[Fault]:
    """Return all faults of a document; equal pages are measured once."""
    faults: dict[Fault, None] = {}
    pages: dict[tuple[object, ...], MeasuredPage] = {}
    for number, side in enumerate(sides):
        for placed in side.placed:
            drawn = (placed.page.still, placed.page.items, placed.page.cells)
            if drawn not in pages:
                pages[drawn] = measured(placed.page)
                faults |= dict.fromkeys(faults_of_page(pages[drawn], names))
                if is_large:
                    faults |= dict.fromkeys(small_letters(pages[drawn]))
                if has_back and number % 2:
                    faults |= dict.fromkeys(command_at_table(pages[drawn]))
            faults |= dict.fromkeys(off_the_page(side, placed, pages[drawn]))
    return list(faults)


def faults_of_page(page: MeasuredPage, names: tuple[str, ...]) -> Iterator[Fault]:
    """Yield what breaks the rules of all pages."""
    yield from text_on_text(page)
    yield from text_on_dice(page)
    yield from text_on_lines(page)
    yield from bars_without_air(page)
    yield from names_of_two_sizes(page, names)
