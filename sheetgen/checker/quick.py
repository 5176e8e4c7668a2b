"""A quick answer for the many cards that are right beyond doubt, so that only the others need the judge."""

from collections.abc import Mapping, Sequence
from operator import contains, getitem
from typing import Any

from sheetgen.checker.filled import legal_values, totals_with_yachts
from sheetgen.rules import Ruleset, Written, possible_values, taker, totals
from sheetgen.rules.filling import is_plain
from sheetgen.rules.play import possible_extra_yachts

_MOST_KEPT = 1 << 15
"""The totals of at most this many different sums are kept."""


class QuickCheck:
    """Knows the cards of a ruleset that any order of play explains: no bounds or orders, no further Yacht.

    And those with further Yachts whose totals all come out with a number of them that can have been.

    Each plain value of a box has a weight, such that cards whose values weigh the same together have the same totals.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._boxes = tuple(ruleset.boxes)
        plain = {
            box: [value for value in possible_values(ruleset, box) if is_plain(ruleset, box, value)]
            for box in self._boxes
        }
        self.weights: Sequence[Mapping[Any, int]] = _weights(ruleset, plain)
        """For each box its plain values with their weights."""
        self._take = taker(self._boxes)
        self._can_hold = tuple(legal_values(ruleset).values()) if ruleset.extra_yachts else None
        self._with_yachts = frozenset(totals_with_yachts(ruleset))
        self._known: dict[int, Mapping[str, int]] = {}

    def total(self, boxes: Mapping[str, Written | None], written: Mapping[str, Written | None]) -> int | None:
        """The grand total of a card that is right; None for any other, which may be right as well.

        `boxes` and `written` are what stands in the boxes and in the totals, by id.
        """
        try:
            values = self._take(boxes) if len(boxes) == len(self._boxes) else ()
        except KeyError:
            return None
        found = self.totals(values, self.weights) if values else None
        if found is not None:
            return found["total"] if written.items() <= found.items() else None
        if self._can_hold is None or not values or not all(map(contains, self._can_hold, values)):
            return None
        counts = possible_extra_yachts(self.ruleset, boxes)  # type: ignore[arg-type]  # none but numbers can be held
        if len(counts) > 1 and counts[0] and self._with_yachts.isdisjoint(written):
            return None
        for count in counts:
            found = totals(self.ruleset, boxes, count)  # type: ignore[arg-type]  # as above
            if written.items() <= found.items():
                return found["total"]
        return None

    def totals(self, values: Sequence[Any], weights: Sequence[Mapping[Any, int]]) -> Mapping[str, int] | None:
        """All totals of a card if its boxes are plain, else None.

        `values` are numbers in the order of the boxes, or however else `weights` has them, such as texts.
        """
        try:
            weight = sum(map(getitem, weights, values))
        except KeyError:
            return None
        found = self._known.get(weight)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            boxes = dict(zip(self._boxes, map(int, values), strict=True))
            found = self._known[weight] = totals(self.ruleset, boxes)
        return found


def _weights(ruleset: Ruleset, plain: Mapping[str, Sequence[int]]) -> list[dict[int, int]]:
    """The weights of all plain values: what they add to a number whose digits are the sums that decide all totals.

    Boxes that go into the same totals share a digit for the sum of their values and, where such a total counts boxes,
    one for how many hold points.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for box in plain:
        uses = tuple(total for total, parts in ruleset.addends.items() for part in parts if part == box)
        groups.setdefault(uses, []).append(box)
    weights = {box: dict.fromkeys(values, 0) for box, values in plain.items()}
    unit = 1
    for uses, boxes in groups.items():
        counts = any(ruleset.all_totals[total].kind == "count" for total in uses)
        for digit in (int, bool) if counts else (int,):
            for box in boxes:
                weights[box] = {value: weight + unit * digit(value) for value, weight in weights[box].items()}
            unit *= 1 + sum(max(map(digit, plain[box]), default=0) for box in boxes)
    return [*weights.values()]
