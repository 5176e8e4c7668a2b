"""Checks of a card as a whole: its values go together, and its bonus for further Yachts is possible."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from sheetgen.checker.filled import FilledCard, addends_of, boxes_below, totals_with_yachts
from sheetgen.checker.finding import Finding
from sheetgen.rules.history import (
    conflicts,
    extra_yacht_bounds,
    needing,
    needs_bonus,
    possible_extra_yachts,
)
from sheetgen.rules.ruleset import Ruleset, Total, below
from sheetgen.rules.scoring import runs_of, totals


class FurtherYachts(Struct, frozen=True):
    """Number of further Yachts of a card."""

    count: int | None
    """Most plausible number, the lowest of several; None if it is unknown."""
    counts: Sequence[int] = ()
    """Numbers that agree with what is written, ascending."""
    findings: Sequence[Finding] = ()


def judge_yachts(filled: FilledCard) -> FurtherYachts:
    """Return the number of further Yachts of a card, with findings about it and about the card as a whole."""
    ruleset = filled.ruleset
    boxes = {**filled.blank, **filled.boxes} if needing(ruleset) else filled.boxes  # an empty prerequisite counts as 0
    conflicting = [where for pair in conflicts(ruleset, boxes) for where in pair]
    if because := tuple(dict.fromkeys(conflicting or _out_of_order(filled))):
        return FurtherYachts(None, findings=[Finding("impossible_card", because=because, early=not conflicting)])
    total = ruleset.extra_yachts
    if total is not None and total.id in filled.numbers:
        return _judge_bonus(filled, total, filled.numbers[total.id])
    counts = possible_extra_yachts(ruleset, filled.boxes)
    if not counts:
        return FurtherYachts(None, findings=[Finding("impossible_card")])
    return FurtherYachts(0) if total is None else _judge_totals(filled, total, counts)


def _out_of_order(filled: FilledCard) -> list[str]:
    """Return the boxes of an unfinished card that were filled too early for the order of their column."""
    early: dict[tuple[str, ...], list[list[str]]] = {}
    for ids in ([box.id for box in run] for run in runs_of(filled.ruleset) if run[0].column.fill != "any"):
        gap = next((place for place, box in enumerate(ids) if box not in filled.rows), len(ids))
        early.setdefault(tuple(sorted(ids)), []).append([box for box in ids[gap:] if box in filled.rows])
    # a column filled from both ends has two runs: a box is too early only if it is so in both
    return [box for found in early.values() for box in found[0] if all(box in each for each in found)]


def can_stand(ruleset: Ruleset, boxes: Mapping[str, int], count: int) -> bool:
    """Check whether a card can hold these values with `count` further Yachts. Missing boxes may hold anything."""
    return count >= 0 and not conflicts(ruleset, boxes) and count in possible_extra_yachts(ruleset, boxes)


def _judge_bonus(filled: FilledCard, total: Total, written: int) -> FurtherYachts:
    """Check a written bonus for further Yachts."""
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


def _judge_totals(filled: FilledCard, total: Total, counts: Sequence[int]) -> FurtherYachts:
    """Return the number of further Yachts with which most written totals are right, if no bonus is written.

    A bonus that a box proves is reported as missing if totals are written and none of them includes it.
    """
    if not any(counts):
        return FurtherYachts(0, counts)
    unclear = set(filled.unclear)
    over = [where for where in totals_with_yachts(filled.ruleset) if where in filled.numbers]
    stated = [where for where in over if unclear.isdisjoint(boxes_below(filled.ruleset, where))]
    agreeing = _agreeing_with(filled, total, counts, stated)
    count = max(counts, key=agreeing.__getitem__)  # the lowest of those with the most agreeing totals
    if agreeing[count]:
        return FurtherYachts(count, (count,))
    if not count or not stated or unclear:
        return FurtherYachts(count, counts)
    because = tuple(needs_bonus(filled.ruleset, filled.boxes))
    expected = tuple(total.points * each for each in counts)
    finding = Finding("impossible_yacht_bonus", total.id, None, expected, because=because)
    return FurtherYachts(count, counts, [finding])


def _reasons(ruleset: Ruleset, boxes: dict[str, int], count: int, total: Total) -> tuple[str, ...]:
    """Return the boxes that make `count` impossible: Yacht boxes without points, or boxes that prove more Yachts."""
    yacht_boxes = [box for box in boxes if ruleset.boxes[box].category.id == total.category]
    if yacht_boxes and not any(boxes[box] for box in yacht_boxes):
        return tuple(yacht_boxes)
    return tuple(needs_bonus(ruleset, boxes)) if count < extra_yacht_bounds(ruleset, boxes)[0] else ()


def _agreeing_with(filled: FilledCard, total: Total, counts: Sequence[int], stated: Sequence[str]) -> Mapping[int, int]:
    """Return how many of the stated totals are right with each number of further Yachts.

    If no bonus depends on them, the number follows from a total: to add up the card for each number instead would
    double the time of a check.
    """
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
    """Check whether a bonus depends on this total."""
    return any(each.steps and total in below(ruleset, each.id) for each in ruleset.all_totals.values())
