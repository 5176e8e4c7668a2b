"""The two commonest faults of a card, without all that finds nothing then: a wrong total, or a value that cannot be.

Says what a whole check says, in the same findings, or nothing. Only for games whose boxes do not depend on each other.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from sheetgen.checker.check import changed_sums, may_clear
from sheetgen.checker.finding import Finding
from sheetgen.checker.further_yachts import always_goes
from sheetgen.checker.sums import is_simply_added, own_slip, value_for, wrong_sum
from sheetgen.rules import Ruleset, possible_values

Found = tuple[Finding, int]
"""What is wrong with a card, and its right grand total."""


class Commonest:
    """Knows the cards of a ruleset on which one thing is wrong that leaves no doubt."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.is_able = always_goes(ruleset)
        """Whether it knows any card of this ruleset."""
        self._places = (*ruleset.boxes, *ruleset.all_totals)
        self._changed = frozenset().union(*(changed_sums(ruleset, reading) for reading in ruleset.readings))
        self._impossible = lru_cache(maxsize=4096)(self._impossible_value)

    def wrong_total(self, values: Sequence[int], stated: Mapping[str, int]) -> Found | None:
        """The one of the stated totals that is wrong; `values` are all boxes and totals as they should be."""
        right = dict(zip(self._places, values, strict=True))
        wrong = [total for total, number in stated.items() if number != right[total]]
        if len(wrong) != 1 or wrong[0] in self._changed:
            return None
        total, written = self._ruleset.all_totals[wrong[0]], stated[wrong[0]]
        slip = own_slip(self._ruleset, total, written, right)
        return wrong_sum(self._ruleset, total, written, right, slip), values[-1]

    def wrong_box(self, box: int, written: int, totals: Sequence[int], stated: Mapping[str, int]) -> Found | None:
        """A box with a value that it cannot hold, where every stated total comes out with one that it can.

        `box` is its place among the boxes, `totals` are all totals as they would be with nothing in it.
        """
        where, without = self._places[box], dict(zip(self._ruleset.all_totals, totals, strict=True))
        fits = {self._fit(where, total, number - without[total]) for total, number in stated.items()}
        fit = fits.pop() if len(fits) == 1 else None
        if fit is None or "total" not in stated:
            return None
        finding = self._impossible(where, written, fit)
        return (finding, stated["total"]) if finding else None

    def _fit(self, box: str, total: str, rest: int) -> int | None:
        is_simple = is_simply_added(self._ruleset, total, box)
        return value_for(self._ruleset, total, box, rest) if is_simple else None

    def _impossible_value(self, box: str, written: int, fit: int) -> Finding | None:
        """The finding, unless another reading may allow the value."""
        expected = possible_values(self._ruleset, box)
        finding = Finding("impossible_value", box, written, expected, fits=fit)
        readings = self._ruleset.readings
        return None if any(may_clear(self._ruleset, reading, finding) for reading in readings) else finding
