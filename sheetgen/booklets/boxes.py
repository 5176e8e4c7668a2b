"""The pages of a booklet that explain the boxes, a few on each page."""

from collections.abc import Callable, Sequence
from itertools import count, pairwise

from sheetgen.booklets.book import ENTRY, OUTSIDE, SMALL, WORTH, Book, Leaf, Type
from sheetgen.booklets.entries import Entry
from sheetgen.booklets.examples import Scored
from sheetgen.booklets.sentences import Bonus, Sentences
from sheetgen.layout.primitives import Font, Ink

FIRST, NEXT, LAST = 33.0, 21.0, 177.0
"""Tops of the first entry of a page, below a heading or below the key, and lower end of the last entry, in mm."""
_ROOMS = LAST - FIRST, LAST - NEXT
"""Height for entries on the first page and on the next ones, in mm."""
_HIGH = (39.0, 34.5, 30.0)
"""Minimum heights of an entry in mm, in a short booklet and in long ones."""
_FEW = 7
"""Maximum number of entries that fit on two pages, and their booklet on eight."""
_STRETCHED = 9.0
"""Maximum height, in mm, by which an entry grows on a page with room left."""
_DIE, _MISS = 8.7, 5.1
"""Side of the dice of a roll that counts, and of a near miss, in mm."""
_MOST = Type(11, Font.BOLD, Ink.ACCENT, "right")
_SUM = Type(12, Font.BOLD)
_FACE, _POINTS = Type(10.5, Font.BOLD), Type(8.2, Font.BOLD, Ink.ACCENT)
_IN_A_ROW = 8
"""Maximum number of faces in a row."""

Draw = Callable[[Leaf, float, float], float]
"""Draws something on a page with its rule at a height, in an entry of a height; gives where it ends."""


def split(heights: Sequence[float], rooms: tuple[float, float], pages: int) -> list[int] | None:
    """Return the first entry of each page and, at the end, the number of entries; None if they do not fit.

    Entries are spread evenly over at most this number of pages. The first page has the first room, all others the
    second.
    """
    for part in range(30, 101, 2):
        starts, left = [0], rooms[0] * part / 100
        for place, height in enumerate(heights):
            if height > left + 0.1 and place > starts[-1]:
                starts.append(place)
                left = rooms[1] * part / 100
            left -= height
        places = [*starts, len(heights)]
        fits = (
            end - start == 1 or sum(heights[start:end]) <= rooms[start > 0] + 0.1 for start, end in pairwise(places)
        )
        if len(starts) <= pages and all(fits):
            return places
    return None


def spread(
    book: Book, drawings: Sequence[Draw], highs: Sequence[float], rooms: tuple[float, float], pages: int
) -> tuple[float, list[float], list[int]] | None:
    """Return the largest minimum height that fits, the height of each entry, and the first entry of each page."""
    trial = Leaf(book.format, book.measure, OUTSIDE)
    for high in highs:
        heights = [draw(trial, 0.0, high) for draw in drawings]
        if places := split(heights, rooms, pages):
            return high, heights, places
    return None


def _drawings(sentences: Sentences) -> list[Draw]:
    return [*(_entry(sentences, entry) for entry in sentences.entries), *map(_bonus, sentences.bonuses)]


def box_pages(book: Book, sentences: Sentences) -> int:
    """Return the minimum number of pages for the boxes; with more than seven entries there are at least three."""
    drawings, least = _drawings(sentences), 1 if len(sentences.entries) <= _FEW else 3
    return next(n for n in count(least) if spread(book, drawings, _HIGH[-1:], _ROOMS, n))


def boxes(book: Book, sentences: Sentences, pages: int) -> None:
    """Draw all entries and bonuses, spread over this number of pages, and below them the meaning of the rolls."""
    drawings, text = _drawings(sentences), sentences.facts.wording.catalog.text
    heading = text("booklet", "The boxes")
    found = spread(book, drawings, _HIGH, _ROOMS, pages)
    high, heights, places = found or (0.0, [], [0])
    for start, end in pairwise(places):
        leaf, y = book.leaf("" if start else heading, heading), NEXT if start else FIRST
        if start:
            key(leaf, sentences, 12)
        else:
            leaf.para(leaf.left, 24, leaf.width, text("booklet", "A roll that does not fit a box is a 0 there."))
        more = max(0.0, min(_STRETCHED, (LAST - y - sum(heights[start:end])) / (end - start)))
        for place in range(start, end):
            leaf.rule(y, heavy=place == 0)
            y = max(y + heights[place] + more, drawings[place](leaf, y, high + more))
        leaf.rule(y, heavy=True)
        if end == len(drawings) and sentences.zeros[1]:
            leaf.para(leaf.left, y + 2.4, leaf.width, sentences.zeros)
        elif not start:
            said = (text("booklet", "Large and coloured:"), text("booklet", "a roll that counts."),
                    text("booklet", "Small and black:"), text("booklet", "just not, a 0."))  # fmt: skip
            leaf.para(leaf.left, y + 2.4, leaf.width, said)


def key(leaf: Leaf, sentences: Sentences, y: float) -> None:
    """Draw the three states of a die with their meanings, in a row."""
    side, x, words = 5.7, leaf.left, sentences.states
    wide = sum(side + 1.8 + leaf.wide(word, SMALL) for word in words)
    gap = min(8.0, (leaf.width - wide) / 2)
    for (face, kind), word in zip(((5, "solid"), (2, "open"), (0, "blank")), words, strict=True):
        leaf.dice(x, y, side, [(face, kind)])  # type: ignore[list-item]
        leaf.text(x + side + 1.8, y + side / 2 + 1.1, word, SMALL)
        x += side + 1.8 + leaf.wide(word, SMALL) + gap


def _bonus(bonus: Bonus) -> Draw:
    def draw(leaf: Leaf, y: float, high: float) -> float:
        room = leaf.width - (24 if bonus.points else 0)
        leaf.text(leaf.left, y + 7.4, bonus.name, leaf.fitted(bonus.name, ENTRY, room))
        leaf.text(leaf.right, y + 8.4, bonus.points, WORTH)
        return max(y + 21, leaf.para(leaf.left, y + 9.4, room, bonus.said) + 3)

    return draw


def _entry(sentences: Sentences, entry: Entry) -> Draw:
    """Draw an entry: its name, worth, rule and rolls."""

    def draw(leaf: Leaf, y: float, high: float) -> float:
        close = high < _HIGH[1]
        base = y + (7.4 if close else 8.4)
        worth = leaf.wide(entry.worth, WORTH) if entry.worth else leaf.wide(entry.most, _MOST)
        leaf.text(leaf.left, base, entry.name, leaf.fitted(entry.name, ENTRY, leaf.width - worth - 3))
        if entry.worth:
            leaf.text(leaf.right, base + 1, entry.worth, WORTH)
        else:
            leaf.text(leaf.right, base, entry.most, _MOST)
        top = leaf.para(leaf.left, base + 2, leaf.width - (24 if entry.worth else 0), entry.rule)
        if entry.merged:
            faces = _faces(leaf, sentences, entry, top + (2.6 if close else 3.8))
            return max(y + (48 if close else 66), _numbers(leaf, sentences, entry, faces) + 4)
        top = max(top + (1.6 if close else 2.8), y + 0.53 * high)
        return max(y + high, _rolls(leaf, sentences, entry, top, close=close) + (3.0 if close else 5.0))

    return draw


def _faces(leaf: Leaf, sentences: Sentences, entry: Entry, y: float) -> float:
    """Draw the faces of the numbers, with their names and maximum points, and return the lower end."""
    wording, found = sentences.facts.wording, sentences.points
    columns = -(-len(entry.categories) // -(-len(entry.categories) // _IN_A_ROW))
    step, high = leaf.width / (columns if found else max(6, columns)), 24.6 if found else 20.8
    for place, category in enumerate(entry.categories):
        down, over = divmod(place, columns)
        x, top, name = leaf.left + over * step, y + down * (high + 3), entry.names[place]
        leaf.die(x, top, min(12, step - 2), category.number or 0)
        leaf.text(x, top + 16.8, name, leaf.fitted(name, _FACE, step - 1))
        leaf.text(x, top + 20.8, wording.most(category), SMALL)
        if category.id in found:
            leaf.text(x, top + 24.6, found[category.id], leaf.fitted(found[category.id], _POINTS, step - 1))
    return y + (high + 3) * -(-len(entry.categories) // columns) + 2.6


def _numbers(leaf: Leaf, sentences: Sentences, entry: Entry, y: float) -> float:
    """Draw rolls with their sums in the boxes of their numbers: two beside each other if there are several."""
    found = sentences.rolls(entry)
    if len(found) == 1:
        ((each, said),) = found
        end = leaf.dice(leaf.left, y, _side(leaf, each, _DIE), each.dice)
        leaf.text(end + 3, y + _DIE / 2 + 1.75, said, _SUM)
        return y + _DIE
    for place, (each, said) in enumerate(found):
        down, over = divmod(place, 2)
        x, top = leaf.left + over * leaf.width / 2, y + down * 6.3
        end = leaf.dice(x, top, min(4.8, _side(leaf, each, 4.8)), each.dice) + 2
        leaf.text(end, top + 3.4, said, leaf.fitted(said, Type(9.75, Font.BOLD), x + leaf.width / 2 - end - 1))
    return y + 6.3 * -(-len(found) // 2)


def _rolls(leaf: Leaf, sentences: Sentences, entry: Entry, y: float, *, close: bool) -> float:
    """Draw rolls that count, each on a line, with a near miss at the right, and return their lower end."""
    side, found = 7.2 if close else _DIE, sentences.rolls(entry)
    good = [(each, said) for each, said in found if each.points]
    bad = [each for each, _ in found if not each.points]
    for place in range(max(len(good), len(bad))):
        miss = bad[place] if place < len(bad) else None
        missed = (len(miss.roll.dice) if miss else 0) * _MISS * 1.147
        large = side if place == 0 or len(good) == 2 else 5.7
        if place < len(good):
            each, said = good[place]
            end = leaf.dice(leaf.left, y, _side(leaf, each, large), each.dice) + 3
            room = leaf.right - end - (missed + 8 if miss else 0)
            leaf.text(end, y + large / 2 + 1.7, said, leaf.fitted(said, _SUM, room))
        if miss:
            dice, middle = [(face, "code") for face in miss.roll.dice], y + large / 2
            leaf.dice(leaf.right - 4.5 - missed + _MISS * 0.147, middle - _MISS / 2, _MISS, dice, 0.147)  # type: ignore[arg-type]
            leaf.text(leaf.right, middle + 1.6, "0", Type(12, Font.BOLD, Ink.MUTED, "right"))
        y += large + 1.5
    return y - 1.5


def _side(leaf: Leaf, each: Scored, side: float) -> float:
    """Return the side of dice, smaller for many of them."""
    return min(side, 0.4 * leaf.width / (1.14 * len(each.roll.dice)))
