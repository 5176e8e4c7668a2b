"""Whether the values of a card can stand together, and with which bonus for further Yachts."""

from collections.abc import Sequence

from sheetgen.checker.filled import Filled, addends_of
from sheetgen.checker.finding import Finding
from sheetgen.rules import (
    Ruleset,
    Total,
    extra_yacht_bounds,
    is_ordered,
    is_possible,
    needs_bonus,
    possible_extra_yachts,
    totals,
)

Judged = tuple[int | None, list[Finding]]
"""The further Yachts of a card, None if several numbers are possible and nothing tells which; and the findings."""


def judge_yachts(filled: Filled) -> Judged:
    """The further Yachts that a card has, and what is wrong with them."""
    total = filled.ruleset.extra_yachts
    if total is None:
        return 0, [] if _can_stand(filled) else [Finding("impossible_card")]
    if total.id in filled.numbers:
        return _judge_bonus(filled, total, filled.numbers[total.id])
    count = _likeliest(filled)
    return count or 0, [Finding("impossible_card")] if count is None else []


def _can_stand(filled: Filled) -> bool:
    """Whether the boxes of a game without a Yacht bonus can stand together, as far as they are clear."""
    ruleset = filled.ruleset
    free = ruleset.joker.rule == "none" and not ruleset.joker.yacht_box_first and not is_ordered(ruleset)
    return free or bool(filled.unclear) or is_possible(ruleset, filled.boxes, 0)


def _judge_bonus(filled: Filled, total: Total, written: int) -> Judged:
    count, rest = divmod(written, total.points)
    if rest == 0 and _count_is_possible(filled, count):
        return count, []
    counts = _counts(filled)
    if not counts:
        return None, [Finding("impossible_card")]
    because = _reasons(filled.ruleset, filled.boxes, count, total)
    expected = tuple(total.points * each for each in counts)
    finding = Finding("impossible_yacht_bonus", total.id, written, expected, because=because)
    return counts[0] if len(counts) == 1 else None, [finding]


def _count_is_possible(filled: Filled, count: int) -> bool:
    if filled.unclear:
        least, most = extra_yacht_bounds(filled.ruleset, filled.boxes)
        return least <= count <= most
    return 0 <= count <= len(filled.boxes) and is_possible(filled.ruleset, filled.boxes, count)


def _counts(filled: Filled) -> Sequence[int]:
    """The numbers of further Yachts that are possible; an unclear box may hold anything."""
    if not filled.unclear:
        return possible_extra_yachts(filled.ruleset, filled.boxes)
    least, most = extra_yacht_bounds(filled.ruleset, filled.boxes)
    return range(least, most + 1)


def _reasons(ruleset: Ruleset, boxes: dict[str, int], count: int, total: Total) -> tuple[str, ...]:
    """The boxes that bar so many further Yachts: a Yacht box without points, or those that only a Yacht can fill."""
    yacht_boxes = [box for box in boxes if ruleset.boxes[box].category.id == total.category]
    if yacht_boxes and not any(boxes[box] for box in yacht_boxes):
        return tuple(yacht_boxes)
    return tuple(needs_bonus(ruleset, boxes)) if count < extra_yacht_bounds(ruleset, boxes)[0] else ()


def _likeliest(filled: Filled) -> int | None:
    """The possible number of further Yachts with which most of the written totals are right; of several, the least.

    While a box is unclear that is the least, for no total can be held against it.
    """
    least, most = extra_yacht_bounds(filled.ruleset, filled.boxes)
    if filled.unclear:
        return least
    counts = sorted(_hinted(filled, least, most), key=lambda count: (-_agreeing(filled, count), count))
    rest = (count for count in range(least, most + 1) if count not in counts)
    return next((count for count in (*counts, *rest) if _count_is_possible(filled, count)), None)


def _hinted(filled: Filled, least: int, most: int) -> set[int]:
    """The least number, and those with which some written total comes out: no other can agree with more of them."""
    total = filled.ruleset.extra_yachts
    if total is None:
        return {0}
    base = totals(filled.ruleset, filled.boxes, least)
    found = {least}
    for where, written in filled.numbers.items():
        times = addends_of(filled.ruleset, where)[total.id] if where in base else 0
        count, rest = divmod(written - base[where], total.points * times) if times else (0, 0)
        found |= {least + count} if not rest and 0 <= count <= most - least else set()
    return found


def _agreeing(filled: Filled, count: int) -> int:
    found = totals(filled.ruleset, filled.boxes, count)
    return sum(filled.numbers.get(where) == value for where, value in found.items())
