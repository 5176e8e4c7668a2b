"""Whether the values of a card can stand together, and with which bonus for further Yachts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from sheetgen.checker.filled import Filled, addends_of, below, boxes_below, totals_with_yachts
from sheetgen.checker.finding import Finding
from sheetgen.rules import Ruleset, Total, runs_of, totals, yacht_box_ids
from sheetgen.rules.filling import conflicts, extra_yacht_bounds, is_ordered, needing, needs_bonus
from sheetgen.rules.play import is_possible, possible_extra_yachts


class FurtherYachts(Struct, frozen=True):
    """How many further Yachts a card has."""

    count: int | None
    """The likeliest number of them, the least of several that are as likely; None if nobody can say."""
    counts: Sequence[int] = ()
    """The numbers of them that can have been by what is written, ascending; empty if none can, or none are counted."""
    findings: Sequence[Finding] = ()

    @property
    def are_open(self) -> bool:
        """Whether the card is as right with several numbers of them."""
        return self.count is not None and len(self.counts) > 1


def judge_yachts(filled: Filled) -> FurtherYachts:
    """The further Yachts that a card has, and what is wrong with them."""
    ruleset = filled.ruleset
    boxes = {**filled.blank, **filled.boxes} if needing(ruleset) else filled.boxes  # an empty box gives none leave
    at_odds = [where for pair in conflicts(ruleset, boxes) for where in pair]
    if because := tuple(dict.fromkeys(at_odds or out_of_order(filled))):
        return FurtherYachts(None, findings=[Finding("impossible_card", because=because, early=not at_odds)])
    if always_goes(filled.ruleset):
        return FurtherYachts(0)
    total = filled.ruleset.extra_yachts
    if total is not None and total.id in filled.numbers:
        return _judge_bonus(filled, total, filled.numbers[total.id])
    counts = possible_extra_yachts(filled.ruleset, filled.boxes)
    if not counts:
        return FurtherYachts(None, findings=[Finding("impossible_card")])
    return FurtherYachts(0) if total is None else _judge_totals(filled, total, counts)


def out_of_order(filled: Filled) -> list[str]:
    """The boxes of a card that is not finished which are filled before it was their turn by the order of a column."""
    early: dict[tuple[str, ...], list[list[str]]] = {}
    for ids in _ordered_runs(filled.ruleset):
        gap = next((place for place, box in enumerate(ids) if box not in filled.rows), len(ids))
        early.setdefault(tuple(sorted(ids)), []).append([box for box in ids[gap:] if box in filled.rows])
    # from both ends: what is filled beyond the gap from one is all right if the other end leads to it
    return [box for found in early.values() for box in found[0] if all(box in each for each in found)]


@lru_cache(maxsize=64)
def _ordered_runs(ruleset: Ruleset) -> list[list[str]]:
    """The boxes of the columns that have to be filled in an order, by id, in that order."""
    return [[box.id for box in run] for run in runs_of(ruleset) if run[0].column.fill != "any"]


def can_stand(ruleset: Ruleset, boxes: Mapping[str, int], count: int) -> bool:
    """Whether a card can hold these boxes with so many further Yachts; those that are not on it may hold anything."""
    if always_goes(ruleset):
        return count == 0
    return count >= 0 and not conflicts(ruleset, boxes) and is_possible(ruleset, boxes, count)


@lru_cache(maxsize=64)
def always_goes(ruleset: Ruleset) -> bool:
    """Whether any values that boxes can hold can stand together, for no rule speaks of orders or of further Yachts."""
    return not is_ordered(ruleset) and not yacht_box_ids(ruleset)


def _judge_bonus(filled: Filled, total: Total, written: int) -> FurtherYachts:
    count, rest = divmod(written, total.points)
    if rest == 0 and can_stand(filled.ruleset, filled.boxes, count):
        return FurtherYachts(count, (count,))
    counts = possible_extra_yachts(filled.ruleset, filled.boxes)
    if not counts:
        return FurtherYachts(None, findings=[Finding("impossible_card")])
    because = () if rest or count < 0 else _reasons(filled.ruleset, filled.boxes, count, total)
    expected = tuple(total.points * each for each in counts)
    finding = Finding("impossible_yacht_bonus", total.id, written, expected, because=because)
    return FurtherYachts(counts[0] if len(counts) == 1 else None, counts, [finding])


def _judge_totals(filled: Filled, total: Total, counts: Sequence[int]) -> FurtherYachts:
    """Where their bonus is not written, the number of them with which most of the written totals come out.

    A bonus that a box proves is missed if totals are written, and none of them has it in it.
    """
    if not any(counts):
        return FurtherYachts(0, counts)
    unclear = set(filled.unclear)
    over = [where for where in totals_with_yachts(filled.ruleset) if where in filled.numbers]
    stated = [where for where in over if unclear.isdisjoint(boxes_below(filled.ruleset, where))]
    agreeing = _agreeing_with(filled, total, counts, stated)
    count = max(counts, key=agreeing.__getitem__)  # the fewest of those with which as many do
    if agreeing[count]:
        return FurtherYachts(count, (count,))
    if not count or not stated or unclear:
        return FurtherYachts(count, counts)
    because = tuple(needs_bonus(filled.ruleset, filled.boxes))
    expected = tuple(total.points * each for each in counts)
    finding = Finding("impossible_yacht_bonus", total.id, None, expected, because=because)
    return FurtherYachts(count, counts, [finding])


def _reasons(ruleset: Ruleset, boxes: dict[str, int], count: int, total: Total) -> tuple[str, ...]:
    """The boxes that bar so many further Yachts: a Yacht box without points, or those that only a Yacht can fill."""
    yacht_boxes = [box for box in boxes if ruleset.boxes[box].category.id == total.category]
    if yacht_boxes and not any(boxes[box] for box in yacht_boxes):
        return tuple(yacht_boxes)
    return tuple(needs_bonus(ruleset, boxes)) if count < extra_yacht_bounds(ruleset, boxes)[0] else ()


def _agreeing_with(filled: Filled, total: Total, counts: Sequence[int], stated: Sequence[str]) -> Mapping[int, int]:
    """For each number of further Yachts how many of these totals, which depend on them, come out with it."""
    found: defaultdict[int, int] = defaultdict(int)
    if stated and in_threshold(filled.ruleset, total.id):
        for count in counts:
            right = totals(filled.ruleset, filled.boxes, count)
            found[count] = sum(filled.numbers[where] == right[where] for where in stated)
    elif stated:
        without = totals(filled.ruleset, filled.boxes)
        for where in stated:
            points = total.points * addends_of(filled.ruleset, where)[total.id]
            count, rest = divmod(filled.numbers[where] - without[where], points)
            found[count] += not rest
    return found


@lru_cache(maxsize=64)
def in_threshold(ruleset: Ruleset, total: str) -> bool:
    """Whether some bonus depends on this total."""
    return any(each.steps and total in below(ruleset, each.id) for each in ruleset.all_totals.values())
