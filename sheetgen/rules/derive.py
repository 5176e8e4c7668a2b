"""What follows from a ruleset: the values a box can hold and the best card. Derived by enumeration, never listed."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from sheetgen.rules.dice import Roll, all_rolls
from sheetgen.rules.ruleset import Category, Ruleset, boxes_of
from sheetgen.rules.scoring import Context, entry, is_yacht, legal_boxes, totals

Outcome = tuple[int, int]
"""Points in a box, and the Yacht bonus earned with them."""


def possible_values(ruleset: Ruleset, box_id: str) -> tuple[int, ...]:
    """Every value that the box can hold on some card, ascending."""
    values = {points for points, _ in _outcomes(ruleset, box_id)}
    constrained = any(ruleset.boxes[box_id].category.id in (c.lower, c.higher) for c in ruleset.constraints)
    return tuple(sorted(values | {0} if constrained else values))


def maximum(ruleset: Ruleset, box_id: str) -> int:
    """The most that the box can hold."""
    return possible_values(ruleset, box_id)[-1]


def best_totals(ruleset: Ruleset) -> dict[str, int]:
    """All totals, by id, of the best card there is.

    Each box takes the best that it can ever hold, further Yachts counted. The boxes do not hinder each other: filled
    at the last moment the order allows, each of them still can take it.
    """
    best = {box: max(_outcomes(ruleset, box), key=sum) for box in ruleset.boxes} | _best_pairs(ruleset)
    total = ruleset.extra_yachts
    yachts = sum(bonus for _, bonus in best.values()) // total.points if total else 0
    return totals(ruleset, {box: points for box, (points, _) in best.items()}, yachts)


def _best_pairs(ruleset: Ruleset) -> dict[str, Outcome]:
    """For categories bound by a constraint, the best outcomes that keep it."""
    best: dict[str, Outcome] = {}
    for rule in ruleset.constraints:
        low, high = (boxes_of(ruleset.categories[name]) for name in (rule.lower, rule.higher))
        pairs = product(_outcomes(ruleset, low[0].id), _outcomes(ruleset, high[0].id))
        kept = (pair for pair in pairs if pair[0][0] < pair[1][0] or 0 in (pair[0][0], pair[1][0]))
        lower, higher = max(kept, key=lambda pair: sum(pair[0]) * len(low) + sum(pair[1]) * len(high))
        best |= dict.fromkeys((box.id for box in low), lower) | dict.fromkeys((box.id for box in high), higher)
    return best


@lru_cache(maxsize=512)
def _outcomes(ruleset: Ruleset, box_id: str) -> frozenset[Outcome]:
    """All that can be written in the box. Only Yachts depend on the moment, so only they are tried at several."""
    category = ruleset.boxes[box_id].category
    yachts = _yachts(ruleset)
    plain = {
        (points, 0)
        for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides)
        if roll not in yachts
        for points in _plain_points(category, roll)
    }
    moments = list(_moments(ruleset, box_id))
    return frozenset(plain | {way for roll in yachts for now in moments for way in _ways(ruleset, box_id, roll, now)})


@lru_cache(maxsize=16)
def _yachts(ruleset: Ruleset) -> frozenset[Roll]:
    """The rolls that have the pattern of the Yacht category; none if no rule speaks of further Yachts."""
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    return frozenset(roll for roll in rolls if is_yacht(ruleset, roll, _yacht_category(ruleset)))


def _plain_points(category: Category, roll: Roll) -> Iterable[int]:
    yield category.score(roll)
    if category.points.first_roll is not None:
        yield category.score(roll, first_roll=True)


def _ways(ruleset: Ruleset, box_id: str, roll: Roll, moment: Context) -> Iterable[Outcome]:
    box = ruleset.boxes[box_id]
    if box in legal_boxes(ruleset, roll, moment):
        use = entry(ruleset, box, roll, moment)
        yield from ((points, use.bonus) for points in use.points)


def _moments(ruleset: Ruleset, box_id: str) -> Iterable[Context]:
    """The moments at which a Yacht in this box differs: early or late, the Yacht box scored or struck, first roll."""
    before, after = _neighbours(ruleset, box_id)
    late = [box for box in ruleset.boxes if box != box_id and box not in after]
    first_rolls = (False, True) if ruleset.boxes[box_id].category.points.first_roll is not None else (False,)
    for filled, scored, first_roll in product((before, late), (True, False), first_rolls):
        yield Context({box: _yacht_points(ruleset, box) if scored else 0 for box in filled}, first_roll)


def _neighbours(ruleset: Ruleset, box_id: str) -> tuple[list[str], list[str]]:
    """The boxes that must be filled before this one, and those that can only be filled after it."""
    box = ruleset.boxes[box_id]
    section = next(section for section in ruleset.sections if box.category in section.categories)
    ordered = [category for category in section.categories if section.fill != "any" or category == box.category]
    if section.fill == "up":
        ordered.reverse()
    ids = [box.id for category in ordered for box in boxes_of(category)]
    place = ids.index(box_id)
    return ids[:place], ids[place + 1 :]


def _yacht_category(ruleset: Ruleset) -> str:
    return ruleset.joker.category or (ruleset.extra_yachts.category if ruleset.extra_yachts else "")


def _yacht_points(ruleset: Ruleset, box_id: str) -> int:
    """What a Yacht box holds once it is scored; 0 for other boxes, where the value does not matter."""
    category = ruleset.boxes[box_id].category
    if category.id != _yacht_category(ruleset):
        return 0
    return max(category.score(roll) for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides) if roll.alike)
