"""Which slip of the pen explains a sum that is wrong."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, compress

from sheetgen.checker.finding import Slip

MOST_PLACES = 3
"""A slip that may have happened in more places than this is not named: it would explain anything."""


def find_slip(written: int, expected: int, places: Sequence[str], values: Sequence[int]) -> Slip | None:
    """The likeliest slip that turns `expected` into `written`; `values` are what is added up, from `places`."""
    off = written - expected
    if _may_be_swapped(off) and written in _digits_swapped(expected):
        return Slip("digits_swapped")
    for kind, explains in _explanations(off, values):
        found = tuple(compress(places, map(explains, values)))
        if 0 < len(found) <= MOST_PLACES:
            return Slip(kind, found)
    return Slip("not_carried") if abs(off) in (10, 100) else None


def _explanations(off: int, values: Sequence[int]) -> Iterator[tuple[str, Callable[[int], bool]]]:
    """The slips that may explain the difference, likeliest first, each with the values that it can be about."""
    if -off in values:
        yield "left_out", lambda value: value == -off
    if off in values:
        yield "counted_twice", lambda value: value == off
    if _may_be_swapped(off):
        yield "misread", lambda value: off in _misreadings(value)


def _may_be_swapped(off: int) -> bool:
    """Whether two digits that change places can make a difference of `off`: a number keeps its sum of digits."""
    return off % 9 == 0


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
