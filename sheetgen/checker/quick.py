"""A quick answer for the many cards that are plainly right, so that only the others need a real check."""

from collections.abc import Mapping
from operator import contains

from sheetgen.rules import Ruleset, is_plain, possible_values, totals


class QuickCheck:
    """Knows the cards of a ruleset that any order of play explains: no bounds or orders, no further Yacht."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._plain = {box: _plain_values(ruleset, box) for box in ruleset.boxes}

    def total(self, boxes: Mapping[str, int | None], written: Mapping[str, int | None]) -> int | None:
        """The grand total of a card that is plainly right; None for any other, which may be right as well.

        `boxes` and `written` are what stands in the boxes and in the totals, whole numbers by id.
        """
        plain = self._plain
        if boxes.keys() != plain.keys():
            return None
        if not all(map(contains, plain.values(), map(boxes.__getitem__, plain))):
            return None
        found = totals(self.ruleset, boxes)  # type: ignore[arg-type]  # None is no plain value
        return found["total"] if written.items() <= found.items() else None


def _plain_values(ruleset: Ruleset, box: str) -> frozenset[int]:
    return frozenset(value for value in possible_values(ruleset, box) if is_plain(ruleset, box, value))
