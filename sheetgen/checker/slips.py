"""Which slip of the pen explains a sum that is wrong."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from sheetgen.checker.finding import Slip

MOST_PLACES = 3
"""A slip that may have happened in more places than this is not named: it would explain anything."""


def find_slip(written: int, expected: int, parts: Mapping[str, int]) -> Slip | None:
    """The likeliest slip that turns `expected` into `written`; `parts` are what is added up, by id."""
    if _swapped(written, expected):
        return Slip("digits_swapped")
    for kind, places in _explanations(written - expected, parts):
        if 0 < len(places) <= MOST_PLACES:
            return Slip(kind, places)
    return Slip("not_carried") if abs(written - expected) in (10, 100) else None


def _explanations(off: int, parts: Mapping[str, int]) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "left_out", tuple(place for place, value in parts.items() if value == -off)
    yield "counted_twice", tuple(place for place, value in parts.items() if value == off)
    yield "misread", tuple(place for place, value in parts.items() if off in _misreadings(value))


def _swapped(written: int, expected: int) -> bool:
    """Whether the two differ in two neighbouring digits that changed places."""
    return written in _neighbours_swapped(expected) and written != expected


def _neighbours_swapped(number: int) -> Iterable[int]:
    digits = str(number)
    for place in range(len(digits) - 1):
        first, second = digits[place], digits[place + 1]
        yield int(digits[:place] + second + first + digits[place + 2 :])


@lru_cache(maxsize=512)
def _misreadings(value: int) -> set[int]:
    """By how much a sum is off if `value` is read with its digits swapped."""
    return {other - value for other in _neighbours_swapped(value)} - {0} if value >= 10 else set()
