"""Order in which pages give things up for want of room, and the search along it.

Sheets, their reverses, quick cards, zines and the pages of booklets follow the same order. Another
place for the same things, such as landscape, is no concession. What has no room in any way goes to
the next page of a booklet, or is refused with a larger paper.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
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
        way = _first_of(all_ways, languages, has_room)
        if way:
            return way, languages
    return None


def _first_of(
    all_ways: Sequence[Way],
    languages: Sequence[_Language],
    has_room: Callable[[Way, Sequence[_Language]], bool],
) -> Way | None:
    """Return the first way in which a page has room in these languages, or None.

    The last of the ways with the same parts, and of those with the same size of type, gives up
    most: where a page has no room in it, the ways before it are not tried.
    """

    @cache
    def fits(way: Way) -> bool:
        return has_room(way, languages)

    for _, with_parts in groupby(all_ways, key=lambda way: way.parts):
        level = list(with_parts)
        if fits(level[0]):
            return level[0]
        if not fits(level[-1]):
            continue
        for _, in_type in groupby(level, key=lambda way: way.type):
            group = list(in_type)
            if fits(group[-1]):
                return next(filter(fits, group))
    return None
