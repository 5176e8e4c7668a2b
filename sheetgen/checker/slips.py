"""Which slip of the pen explains a sum that is wrong."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from sheetgen.checker.finding import Slip

MOST_PLACES = 3
"""A slip that may have happened in more places than this is not named: it would explain anything."""


def find_slip(written: int, expected: int, parts: Mapping[str, int]) -> Slip | None:
    """The likeliest slip that turns `expected` into `written`; `parts` are what is added up, by id."""
    if written in _digits_swapped(expected):
        return Slip("digits_swapped")
    for kind, places in _explanations(written - expected, parts):
        if 0 < len(places) <= MOST_PLACES:
            return Slip(kind, places)
    return Slip("not_carried") if abs(written - expected) in (10, 100) else None


def _explanations(off: int, parts: Mapping[str, int]) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "left_out", tuple(place for place, value in parts.items() if value == -off)
    yield "counted_twice", tuple(place for place, value in parts.items() if value == off)
    yield "misread", tuple(place for place, value in parts.items() if off in _misreadings(value))


@lru_cache(maxsize=4096)
def _digits_swapped(number: int) -> frozenset[int]:
    """What a number becomes when two of its digits change places; not for negative ones."""
    digits = str(number) if number >= 0 else ""
    found = set()
    for first, second in combinations(range(len(digits)), 2):
        swapped = list(digits)
        swapped[first], swapped[second] = digits[second], digits[first]
        found.add(int("".join(swapped)))
    return frozenset(found - {number})


@lru_cache(maxsize=4096)
def _misreadings(value: int) -> set[int]:
    """By how much a sum is off if `value` is read with its digits swapped."""
    return {other - value for other in _digits_swapped(value)}
