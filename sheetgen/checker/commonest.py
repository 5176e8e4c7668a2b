"""The two commonest faults of a card, without all that finds nothing then: a wrong total, or a value that cannot be.

Says what a whole check says, in the same findings, or nothing. Only for cards whose other boxes are plain, so that they
do not depend on each other and no further Yacht need be on the card.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from sheetgen.checker.check import changed_sums, may_clear
from sheetgen.checker.filled import below
from sheetgen.checker.finding import Finding
from sheetgen.checker.further_yachts import in_threshold
from sheetgen.checker.sums import OneSum, is_simply_added, value_for
from sheetgen.rules import Ruleset, is_plain, possible_values, taker

Found = tuple[Finding, int]
"""What is wrong with a card, and its right grand total."""


class Commonest:
    """Knows the cards of a ruleset on which one thing is wrong that leaves no doubt."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._extra = ruleset.extra_yachts
        self.is_able = self._extra is None or not in_threshold(ruleset, self._extra.id)
        """Whether it knows any card of this ruleset."""
        self._places = (*ruleset.boxes, *ruleset.all_totals)
        self._changed = frozenset().union(*(changed_sums(ruleset, reading) for reading in ruleset.readings))
        self._at = {where: place for place, where in enumerate(self._places)}
        self._sums = {total: self._one_sum(total) for total in ruleset.all_totals}
        self._fit = lru_cache(maxsize=4096)(self._fitting)
        self._impossible = lru_cache(maxsize=4096)(self._impossible_value)

    def _one_sum(self, total: str) -> OneSum:
        """What can be said of a total, all values being known by their places."""
        inside = below(self._ruleset, total)
        take_inside, take_parts = (
            taker([self._at[where] for where in ids]) for ids in (inside, self._ruleset.addends[total])
        )
        return OneSum(self._ruleset.all_totals[total], inside, take_inside, take_parts)

    def wrong_total(self, total: str, written: int, values: Sequence[int]) -> Found | None:
        """The only total that is wrong; `values` are all boxes and totals as they should be."""
        if total in self._changed:
            return None
        one, expected = self._sums[total], values[self._at[total]]
        if self._extra and (total == self._extra.id or (written - expected) % self._extra.points == 0):
            return None  # further Yachts may explain it
        return one.wrong(written, expected, values, one.own_slip(written, expected, values)), values[-1]

    def wrong_box(self, box: int, written: int, totals: Sequence[int], stated: Mapping[str, int]) -> Found | None:
        """A box with a value that it cannot hold, where every stated total comes out with one that it can.

        `box` is its place among the boxes, `totals` are all totals as they would be with nothing in it.
        """
        where, first = self._places[box], len(self._ruleset.boxes)
        fits = {self._fit(where, total, number - totals[self._at[total] - first]) for total, number in stated.items()}
        fit = fits.pop() if len(fits) == 1 else None
        if fit is None or "total" not in stated:
            return None
        finding = self._impossible(where, written, fit)
        return (finding, stated["total"]) if finding else None

    def _fitting(self, box: str, total: str, rest: int) -> int | None:
        is_simple = is_simply_added(self._ruleset, total, box)
        return value_for(self._ruleset, total, box, rest) if is_simple else None

    def _impossible_value(self, box: str, written: int, fit: int) -> Finding | None:
        """The finding, unless the value is one of a further Yacht, or another reading may allow it."""
        expected = possible_values(self._ruleset, box)
        if written in expected or not is_plain(self._ruleset, box, fit):
            return None
        finding = Finding("impossible_value", box, written, expected, fits=fit)
        readings = self._ruleset.readings
        return None if any(may_clear(self._ruleset, reading, finding) for reading in readings) else finding
