"""A quick answer for the many cards that are right beyond doubt, so that only the others need the judge."""

from collections.abc import Callable, Mapping, Sequence
from operator import getitem
from typing import Any

from sheetgen.checker.filled import addends_of, boxes_below, totals_with_yachts
from sheetgen.rules import Ruleset, Written, possible_values, taker, totals
from sheetgen.rules.filling import is_plain
from sheetgen.rules.play import possible_extra_yachts

_MOST_KEPT = 1 << 15
"""The totals of at most this many different sums are kept."""
_MOST_TOLD_APART = 16
"""Cards with so many different totals written on them are told apart at most."""
_WIDEST = 1 << 40
"""More than any total."""


class QuickCheck:
    """Knows the cards of a ruleset that any order of play explains: no bounds or orders, no further Yacht.

    And those with further Yachts whose totals all come out with a number of them that can have been.

    Each value of a box has a weight, such that cards whose values weigh the same together have the same totals.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._boxes = tuple(ruleset.boxes)
        self._weights, self._plain = _weights(ruleset)
        self._over_yachts = frozenset(totals_with_yachts(ruleset))
        self._answers: dict[tuple[str, ...], Callable[[Any], int | None]] = {}

    def total(self, boxes: Mapping[str, Written | None], written: Mapping[str, Written | None]) -> int | None:
        """The grand total of a card that is right; None for any other, which may be right as well.

        `boxes` and `written` are what stands in the boxes and in the totals, by id.
        """
        stated = tuple(written)
        if len(boxes) != len(self._boxes) or not self.ruleset.all_totals.keys() >= written.keys():
            return None
        if stated not in self._answers:
            if len(self._answers) >= _MOST_TOLD_APART:
                self._answers.clear()
            self._answers[stated] = self.answers({row: row for row in (*self._boxes, *stated)}, int)
        return self._answers[stated]({**boxes, **written})

    def answers(self, places: Mapping[str, Any], form: type[int] | type[str] = str) -> Callable[[Any], int | None]:
        """What `total` does for cards that all have the same totals written on them, as numbers or as cells of text.

        `places` says with which index or key what stands in each box, and each of these totals, is got from a card.
        An empty text is a total that is blank.

        All that cards are told apart by are the sums that decide bonuses, for the others are added up: there are few of
        these, which the memory nearest to the processor holds.
        """
        stated = [where for where in places if where not in self.ruleset.boxes]
        sums = {total: _WIDEST**place for place, total in enumerate(dict.fromkeys(("total", *stated)))}
        plain, boxes = self._plain, len(self._boxes)
        unit = plain * (boxes + 1)
        weights: list[dict[Any, int]] = []
        for box, each in zip(self._boxes, self._weights, strict=True):
            adds = unit * sum(addends_of(self.ruleset, total)[box] * place for total, place in sums.items())
            weights.append({form(value): weight + value * adds for value, weight in each.items()})
        take: Callable[[Any], tuple[Any, ...]] = taker([places[where] for where in (*self._boxes, *stated)])
        bonuses, shown = dict[int, int](), dict[int, tuple[int, tuple[int | str, ...]]]()

        def total(card: Any) -> int | None:
            try:
                written = take(card)
                added, key = divmod(sum(map(getitem, weights, written)), unit)
            except (KeyError, IndexError):  # a value that the box cannot hold, or no such cell
                return None
            said = written[boxes:]
            for count in (0,) if key < plain else self._counts(written, said, stated):
                at = key + unit * count
                try:
                    right, texts = shown[added + bonuses[at]]
                except KeyError:
                    if max(len(shown), len(bonuses)) >= _MOST_KEPT:
                        shown.clear()
                        bonuses.clear()
                    found = totals(self.ruleset, self._numbers(written), count)
                    packed = sum(found[total] * place for total, place in sums.items())
                    bonuses[at] = packed - added
                    right, texts = shown[packed] = found["total"], tuple([form(found[where]) for where in stated])
                if said == texts or all(text in ("", due) for text, due in zip(said, texts, strict=True)):
                    return right
            return None

        return total

    def _numbers(self, written: Sequence[Any]) -> dict[str, int]:
        return dict(zip(self._boxes, map(int, written), strict=False))

    def _counts(self, written: Sequence[Any], said: Sequence[Any], stated: Sequence[str]) -> Sequence[int]:
        """The numbers of further Yachts that can have been on a card, where it may have some.

        None if they may be several, and no total that is `said` tells them apart.
        """
        counts = possible_extra_yachts(self.ruleset, self._numbers(written))
        if len(counts) > 1 and counts[0]:
            filled = [where for where, text in zip(stated, said, strict=True) if text != ""]
            return () if self._over_yachts.isdisjoint(filled) else counts
        return counts


def _weights(ruleset: Ruleset) -> tuple[list[dict[int, int]], int]:
    """The weights of all values: what they add to a number whose digits are the sums that decide bonuses and the like.

    Boxes that go into the same totals share a digit for the sum of their values and, where such a total counts boxes,
    one for how many hold points; one that goes into a difference has a digit of its own, and those that go into sums
    alone have none. The last digit, worth what is given beside the weights, counts the values that are not plain; where
    no further Yacht can explain these they have no weight.
    """
    legal = {box: possible_values(ruleset, box) for box in ruleset.boxes}
    plain = {box: {value for value in values if is_plain(ruleset, box, value)} for box, values in legal.items()}
    weights = {box: dict.fromkeys(legal[box] if ruleset.extra_yachts else sorted(plain[box]), 0) for box in legal}
    others = [total.id for total in ruleset.all_totals.values() if total.kind != "sum"]
    groups: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for box in ruleset.boxes:
        uses = tuple(total for total, parts in ruleset.addends.items() for part in parts if part == box)
        is_taken = any(ruleset.all_totals[total].kind == "difference" for total in uses)  # or taken from
        if any(box in boxes_below(ruleset, total) for total in others):
            groups.setdefault((uses, box if is_taken else ""), []).append(box)
    unit = 1
    for (uses, _), boxes in groups.items():
        counts = any(ruleset.all_totals[total].kind == "count" for total in uses)
        for digit in (int, bool) if counts else (int,):
            spans = {box: (min(held), max(held)) for box in boxes if (held := [*map(digit, weights[box])])}
            for box, (least, _) in spans.items():
                weights[box] = {value: weight + unit * (digit(value) - least) for value, weight in weights[box].items()}
            unit *= 1 + sum(most - least for least, most in spans.values())
    told = (
        {value: weight + (0 if value in plain[box] else unit) for value, weight in each.items()}
        for box, each in weights.items()
    )
    return list(told), unit
