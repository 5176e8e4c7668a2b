"""Which slip of the pen explains a sum that is wrong."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, compress

from sheetgen.checker.finding import Slip

MOST_PLACES = 3
"""A slip that may have happened in more places than this is not named: it would explain anything."""


def find_slip(written: int, expected: int, places: Sequence[str], values: Sequence[int]) -> Slip | None:
    """The likeliest slip that turns `expected` into `written`; `values` are what is added up, from `places`."""
    off = written - expected
    may_be_swapped = off % 9 == 0  # digits that change places keep the sum of digits
    if may_be_swapped and written in _digits_swapped(expected):
        return Slip("digits_swapped")
    slip = _at(places, "left_out", [value == -off for value in values]) if -off in values else None
    if slip is None and off in values:
        slip = _at(places, "counted_twice", [value == off for value in values])
    if slip is None and may_be_swapped:
        slip = _at(places, "misread", [off in _misreadings(value) for value in values])
    if slip is None and abs(off) in (10, 100):
        slip = Slip("not_carried")
    return slip


def _at(places: Sequence[str], kind: str, are_it: Iterable[bool]) -> Slip | None:
    """The slip, where it happened in a few places."""
    found = tuple(compress(places, are_it))
    return Slip(kind, found) if 0 < len(found) <= MOST_PLACES else None


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
