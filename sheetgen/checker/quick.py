"""A quick answer for the many cards that are plainly right, so that only the others need a real check."""

from collections.abc import Mapping
from operator import contains

from sheetgen.rules import Ruleset, is_ordered, needs_yacht, possible_values, totals, yacht_box_ids


class QuickCheck:
    """Knows the cards of a ruleset that any order of play explains: no bounds or orders, no further Yacht."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._plain = {} if is_ordered(ruleset) else {box: _plain_values(ruleset, box) for box in ruleset.boxes}

    def total(self, boxes: Mapping[str, int], written: Mapping[str, int]) -> int | None:
        """The grand total of a card that is plainly right; None for any other, which may be right as well.

        `boxes` and `written` are what stands in the boxes and in the totals, whole numbers by id.
        """
        plain = self._plain
        if not plain or boxes.keys() != plain.keys():
            return None
        if not all(map(contains, plain.values(), map(boxes.__getitem__, plain))):
            return None
        found = totals(self.ruleset, boxes)
        return found["total"] if written.items() <= found.items() else None


def _plain_values(ruleset: Ruleset, box: str) -> frozenset[int]:
    """The values that need no Yacht, or only the one that belongs in the box."""
    values = possible_values(ruleset, box)
    own = box in yacht_box_ids(ruleset)
    return frozenset(value for value in values if own or not needs_yacht(ruleset, box, value))
