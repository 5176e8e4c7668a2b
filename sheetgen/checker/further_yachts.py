"""Whether the values of a card can stand together, and with which bonus for further Yachts."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from sheetgen.checker.filled import Filled, addends_of, below
from sheetgen.checker.finding import Finding
from sheetgen.rules import Ruleset, Total, totals
from sheetgen.rules.filling import conflicts, extra_yacht_bounds, is_ordered, needs_bonus
from sheetgen.rules.play import is_possible, possible_extra_yachts

Judged = tuple[int | None, list[Finding]]
"""The further Yachts of a card, None if nobody can say how many; and the findings."""


def judge_yachts(filled: Filled) -> Judged:
    """The further Yachts that a card has, and what is wrong with them."""
    at_odds = [where for pair in conflicts(filled.ruleset, filled.boxes) for where in pair]
    if at_odds:
        return None, [Finding("impossible_card", because=tuple(dict.fromkeys(at_odds)))]
    total = filled.ruleset.extra_yachts
    if total is not None and total.id in filled.numbers:
        return _judge_bonus(filled, total, filled.numbers[total.id])
    count = _likeliest(filled)
    if count is None:
        return None, [Finding("impossible_card")]
    if total is None or not count or filled.unclear:
        return count, []
    # a bonus that a box proves and nobody wrote, unless a written total has it in it
    over = (where for where in filled.ruleset.addends if total.id in below(filled.ruleset, where))
    stated = [where for where in over if where in filled.numbers]
    if not stated or _agreeing(filled, count, stated):
        return count, []
    because = tuple(needs_bonus(filled.ruleset, filled.boxes))
    expected = tuple(total.points * each for each in _counts(filled))
    return count, [Finding("impossible_yacht_bonus", total.id, None, expected, because=because)]


def can_stand(ruleset: Ruleset, boxes: Mapping[str, int], count: int) -> bool:
    """Whether a card can hold these boxes with so many further Yachts; those that are not on it may hold anything."""
    if always_goes(ruleset):
        return count == 0
    if conflicts(ruleset, boxes):
        return False
    if len(boxes) == len(ruleset.boxes):
        return count >= 0 and is_possible(ruleset, boxes, count)
    least, most = extra_yacht_bounds(ruleset, boxes)
    return least <= count <= most


def _judge_bonus(filled: Filled, total: Total, written: int) -> Judged:
    count, rest = divmod(written, total.points)
    if rest == 0 and can_stand(filled.ruleset, filled.boxes, count):
        return count, []
    counts = _counts(filled)
    if not counts:
        return None, [Finding("impossible_card")]
    because = () if rest or count < 0 else _reasons(filled.ruleset, filled.boxes, count, total)
    expected = tuple(total.points * each for each in counts)
    finding = Finding("impossible_yacht_bonus", total.id, written, expected, because=because)
    return counts[0] if len(counts) == 1 else None, [finding]


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

    While a box is unclear that is the least, for no total can be held against it. None if there is none at all.
    """
    if always_goes(filled.ruleset):
        return 0
    counts = _counts(filled)
    if filled.unclear or len(counts) < 2:
        return counts[0] if counts else None
    agreeing = _agreeing_with(filled, counts)
    return max(counts, key=lambda count: (agreeing[count], -count))


@lru_cache(maxsize=64)
def always_goes(ruleset: Ruleset) -> bool:
    """Whether any values that boxes can hold can stand together, and no further Yacht is ever counted."""
    joker = ruleset.joker
    plain = joker.rule == "none" and not joker.yacht_box_first and not is_ordered(ruleset)
    return plain and ruleset.extra_yachts is None


def _agreeing_with(filled: Filled, counts: Sequence[int]) -> Mapping[int, int]:
    """For each number of further Yachts how many of the written totals that depend on them come out with it."""
    total = filled.ruleset.extra_yachts
    if total is None or in_threshold(filled.ruleset, total.id):
        return {count: _agreeing(filled, count, filled.numbers) for count in counts}
    without = totals(filled.ruleset, filled.boxes)
    found: Counter[int] = Counter()
    for where, right in without.items():
        times = addends_of(filled.ruleset, where)[total.id]
        if times and where in filled.numbers:
            count, rest = divmod(filled.numbers[where] - right, total.points * times)
            found[count] += not rest
    return found


@lru_cache(maxsize=64)
def in_threshold(ruleset: Ruleset, total: str) -> bool:
    """Whether some bonus depends on this total."""
    return any(each.steps and total in below(ruleset, each.id) for each in ruleset.all_totals.values())


def _agreeing(filled: Filled, count: int, among: Iterable[str]) -> int:
    """How many of these totals are right with so many further Yachts."""
    found = totals(filled.ruleset, filled.boxes, count)
    return sum(where in found and filled.numbers[where] == found[where] for where in among)
