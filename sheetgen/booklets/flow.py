"""Entries of a booklet on pages, spread evenly in the roomiest setting that fits."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from sheetgen.booklets.book import Leaf
from sheetgen.layout.fitting import ways

_TOLERANCE = 0.1
"""Height by which entries may be higher than the room for them, in mm."""
_SHARES = range(30, 101, 2)
"""Percentages of a page that are filled on trial, the lowest first."""

Height = tuple[float, float]
"""Minimum height of an entry and its growth on a page with room left, in mm."""
Draw = Callable[[Leaf, float, Height], float]
"""Function that draws an entry on a page, by the y of its rule and its height, and returns its
lower end."""


def shared_heights(needs: Sequence[float], room: float, least_air: float = 0.0) -> list[float]:
    """Return the heights of parts that share a room, in mm.

    They are equal, unless a part would have less than `least_air` beyond what it needs. Then each
    has what it needs, and an equal share of what is left, which is below 0 if the room is too low.
    """
    if not needs:
        return []
    count = len(needs)
    if max(needs) + least_air <= room / count:
        return [room / count] * count
    air = (room - sum(needs)) / count
    return [need + air for need in needs]


class Flow(Struct, frozen=True):
    """Entries on pages, spread evenly."""

    drawings: Sequence[Draw]
    heights: Sequence[float]
    places: Sequence[int]
    """The first entry of each page and, at the end, the number of entries."""
    rooms: Sequence[float]
    """Height for entries on each page, in mm."""
    high: float
    """Minimum height of an entry, in mm."""
    fill: float
    """Share of its height that the emptiest page uses; less in a closer or wider setting than the
    second one."""

    def pages(self, most: float) -> Iterator[tuple[int, int, float]]:
        """Yield the first entry of each page, the one behind its last, and their growth.

        The growth is at most `most`.
        """
        for room, (start, end) in zip(self.rooms, pairwise(self.places), strict=False):
            free = room - sum(self.heights[start:end])
            yield start, end, max(0.0, min(most, free / (end - start)))


def split(heights: Sequence[float], rooms: Sequence[float]) -> list[int] | None:
    """Return the first entry of each page and, at the end, the number of entries.

    None if they do not fit. Entries are spread evenly over pages with these rooms, of which some
    may be left.
    """
    for percent in _SHARES:
        starts = _starts(heights, rooms, percent)
        places = [*starts, len(heights)]
        if len(starts) <= len(rooms) and _have_room(heights, rooms, places):
            return places
    return None


def _starts(heights: Sequence[float], rooms: Sequence[float], percent: int) -> list[int]:
    """Return the first entry of each page if this share of each page is filled."""
    starts, left = [0], rooms[0] * percent / 100
    for place, height in enumerate(heights):
        if height > left + _TOLERANCE and place > starts[-1]:
            starts.append(place)
            left = rooms[min(len(starts), len(rooms)) - 1] * percent / 100
        left -= height
    return starts


def _have_room(heights: Sequence[float], rooms: Sequence[float], places: Sequence[int]) -> bool:
    """Check whether the entries of each page have room on it; a single one always has."""
    for room, (start, end) in zip(rooms, pairwise(places), strict=False):
        if end - start > 1 and sum(heights[start:end]) > room + _TOLERANCE:
            return False
    return True


class Entries(Struct, frozen=True):
    """Entries to be spread over pages, with their heights in the settings that may be taken."""

    drawings: Sequence[Draw]
    settings: Sequence["EntryHeights"]
    """Settings, the roomiest first."""

    def spread(self, rooms: Sequence[float]) -> Flow | None:
        """Return the entries on pages with these rooms, in the first setting that fits.

        None if none does.
        """
        usual = self.settings[1].high
        for way in ways(dice=len(self.settings)):
            setting = self.settings[way.dice]
            places = setting.entries_of_pages(rooms)
            if places:
                closeness = min(setting.high, usual) / max(setting.high, usual)
                fill = _least_fill(setting.greatest_heights, rooms, places) * closeness
                return Flow(self.drawings, setting.own_heights, places, rooms, setting.high, fill)
        return None


class EntryHeights(Struct, frozen=True):
    """Heights of entries with one minimum height, in mm."""

    high: float
    """Minimum height of an entry."""
    in_all: Sequence[Sequence[float]]
    """Heights in the language of the booklet, then in all others."""

    @property
    def own_heights(self) -> Sequence[float]:
        """Heights in the language of the booklet."""
        return self.in_all[0]

    @property
    def greatest_heights(self) -> Sequence[float]:
        """Height of each entry in the language in which it is highest."""
        return [max(heights) for heights in zip(*self.in_all, strict=True)]

    def entries_of_pages(self, rooms: Sequence[float]) -> list[int] | None:
        """Return the first entry of each page, and the number of entries, alike in all languages.

        None if no division has room in each of them. That of the highest entries is taken if it
        fits, and else the first one that is good for a language, whichever the booklet is in.
        """
        of_highest = split(self.greatest_heights, rooms)
        if of_highest:
            return of_highest
        divisions = sorted(filter(None, (split(heights, rooms) for heights in self.in_all)))
        for places in divisions:
            if all(_have_room(heights, rooms, places) for heights in self.in_all):
                return places
        return None


def entries_of(
    drawings_in_all: Sequence[Sequence[Draw]],
    highs: Sequence[float],
    trial: Leaf,
    below_in_all: Sequence[Mapping[int, float]],
) -> Entries:
    """Return entries, in the language of the booklet and then in all others, with their heights.

    `highs` are their minimum heights, the roomiest first. `below_in_all` has the heights of texts
    below some entries, for each language.
    """
    settings = []
    for high in highs:
        heights_in_all = []
        for drawings, below in zip(drawings_in_all, below_in_all, strict=True):
            heights = []
            for place, draw in enumerate(drawings):
                heights.append(draw(trial, 0.0, (high, 0.0)) + below.get(place, 0.0))
            heights_in_all.append(heights)
        count = len(drawings_in_all[0])  # a language with another number has no say
        alike = [heights for heights in heights_in_all if len(heights) == count]
        settings.append(EntryHeights(high, alike))
    return Entries(drawings_in_all[0], settings)


def _least_fill(heights: Sequence[float], rooms: Sequence[float], places: Sequence[int]) -> float:
    """Return the share of its height that the emptiest page uses, 0 if a page is left."""
    if len(places) <= len(rooms):
        return 0.0
    pages = zip(rooms, pairwise(places), strict=False)
    return min(sum(heights[start:end]) / room for room, (start, end) in pages)
