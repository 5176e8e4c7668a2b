"""Order in which pages give things up for want of room, and the search along it.

Sheets, their reverses, quick cards, zines and the pages of booklets follow the same order. Another
place for the same things, such as landscape, is no concession. What has no room in any way goes to
the next page of a booklet, or is refused with a larger paper.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, product
from typing import Literal, TypeVar

from msgspec import Struct

Concession = Literal["words", "dice", "type", "parts"]

ORDER: tuple[Concession, ...] = ("words", "dice", "type", "parts")
"""What a page gives up, the first thing first.

Words are said in short, dice and other pictures are smaller or fewer, and type is smaller, but no
smaller than the look allows. Parts are left out last of all, and a warning says which.
"""

_Language = TypeVar("_Language")


class Way(Struct, frozen=True):
    """Level of each concession in one way to lay out a page; 0 gives nothing up."""

    words: int = 0
    dice: int = 0
    type: int = 0
    parts: int = 0


def ways(**levels: int) -> Iterator[Way]:
    """Yield the ways to lay out a page, the best first.

    `levels` are the numbers of levels of the concessions that this kind of page makes; the others
    have one. Each concession goes only as far as those before it in the order are not enough.
    """
    last_first = ORDER[::-1]
    ranges = [range(levels.get(concession, 1)) for concession in last_first]
    for numbers in product(*ranges):
        yield Way(**dict(zip(last_first, numbers, strict=True)))


def first_fitting(
    ways: Iterable[Way],
    in_all: Sequence[_Language],
    has_room: Callable[[Way, Sequence[_Language]], bool],
) -> tuple[Way, Sequence[_Language]] | None:
    """Return the first way in which a page has room, and the languages that have room in it.

    `in_all` is the page in its own language, then in all others, and `has_room` checks a way in all
    languages that are passed: the one that needs most decides, so that pages are alike. If no way
    has room in all of them, the page's own language decides alone. None if it has no room either.
    """
    all_ways = list(ways)
    choices = (in_all, in_all[:1]) if len(in_all) > 1 else (in_all,)
    for languages in choices:
        if has_room(all_ways[0], languages):
            return all_ways[0], languages
        for _, alike in groupby(all_ways, key=lambda way: way.parts):
            by_type = [list(group) for _, group in groupby(alike, key=lambda way: way.type)]

            # the last way of a size of type, with the shortest words and the smallest dice, has
            # room if any of that size has, and smaller type has room if larger type has
            def is_enough(group: list[Way], languages: Sequence[_Language] = languages) -> bool:
                return has_room(group[-1], languages)

            place = bisect_left(by_type, True, key=is_enough)
            if place < len(by_type):
                way = next(way for way in by_type[place] if has_room(way, languages))
                return way, languages
    return None
