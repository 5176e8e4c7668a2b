"""How single boxes can have been filled: with a Yacht or without one, with its bonus or without, early or late."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from sheetgen.rules.derive import (
    is_struck_late,
    moments_of,
    outcomes_at,
    possible_values,
    yacht_box_ids,
    yacht_outcomes,
    yachts,
)
from sheetgen.rules.patterns import Roll, all_rolls
from sheetgen.rules.ruleset import Box, Ruleset
from sheetgen.rules.scoring import Context, entry, joker_boxes, needed_boxes

Moment = tuple[bool, int]
"""When in its turn a roll falls, as `Context` has it: whether it counts as a first one, and its number."""


@lru_cache(maxsize=64)
def is_ordered(ruleset: Ruleset) -> bool:
    """Whether the order of the boxes matters for other reasons than whether the one Yacht box is full.

    The order of a column alone does not: whatever its boxes hold, it can have been filled in it.
    """
    yacht_boxes = yacht_box_ids(ruleset)
    several, bound = len(yacht_boxes) > 1, bool(ruleset.constraints) or bool(needing(ruleset))
    bound = bound or ruleset.joker.number_box_full
    in_order = yacht_boxes and any(column.fill != "any" for column in ruleset.columns)
    return several or bound or bool(in_order) or any(section.fill != "any" for section in ruleset.sections)


@lru_cache(maxsize=64)
def needing(ruleset: Ruleset) -> frozenset[str]:
    """The categories that need another one to hold points, and those that they need."""
    pairs = ((category.id, category.needs) for category in ruleset.categories.values() if category.needs)
    return frozenset(category for pair in pairs for category in pair)


def is_bound(ruleset: Ruleset, box: str) -> bool:
    """Whether a constraint speaks of the box, or it needs another one or is needed."""
    category = ruleset.boxes[box].category.id
    return category in needing(ruleset) or any(category in (rule.lower, rule.higher) for rule in ruleset.constraints)


def conflicts(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The boxes whose values break a constraint, the lower one first, or that need those after them to hold points."""
    if not ruleset.constraints and not needing(ruleset):
        return []
    bound = ((low.id, high.id) for low, high in bound_boxes(ruleset) if low.id in boxes and high.id in boxes)
    found = [(low, high) for low, high in bound if 0 not in (boxes[low], boxes[high]) and boxes[low] >= boxes[high]]
    return found + [each for each in needs_of(ruleset, boxes) if all(boxes.get(box) == 0 for box in each[1:])]


def needs_of(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The boxes with points that can hold some only once others do, each before those others."""
    holding = (ruleset.boxes[box] for box, points in boxes.items() if points and needing(ruleset))
    found = ((box.id, *(each.id for each in needed_boxes(ruleset, box))) for box in holding)
    return [each for each in found if len(each) > 1]


def bound_boxes(ruleset: Ruleset) -> Iterator[tuple[Box, Box]]:
    """The pairs of boxes of which the first must stay below the second."""
    categories = ruleset.categories
    for column in ruleset.columns:
        for rule in ruleset.constraints:
            for low in ruleset.boxes_in(column, categories[rule.lower]):
                for high in ruleset.boxes_in(column, categories[rule.higher]):
                    yield low, high


@lru_cache(maxsize=256)
def examples(ruleset: Ruleset, box: str) -> dict[int, tuple[Roll, Moment]]:
    """For each value of a box a roll without a Yacht that scores it, and when that falls: late, if it can."""
    found: dict[int, tuple[Roll, Moment]] = {}
    place = ruleset.boxes[box]
    rolls = [roll for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides) if roll not in yachts(ruleset)]
    for moment in moments_of(place.category, ruleset.dice, place.column.rolls):
        for roll in rolls:
            found.setdefault(place.category.score(roll, *moment), (roll, moment))
    for roll in rolls if is_struck_late(ruleset, place) else ():
        found.setdefault(0, (roll, (False, 0)))
    return found


@lru_cache(maxsize=64)
def first_rolls(ruleset: Ruleset) -> tuple[bool, ...]:
    """The kinds of rolls that differ: later ones and, where one scores otherwise, first ones."""
    special = any(category.points.first_roll is not None for category in ruleset.categories.values())
    return (False, True) if special else (False,)


@lru_cache(maxsize=64)
def moments(ruleset: Ruleset) -> tuple[Moment, ...]:
    """The moments of a turn at which some roll is worth something else in some box; those of a late roll come first."""
    found = {
        moment: None
        for column in ruleset.columns
        for category in ruleset.categories.values()
        for moment in moments_of(category, ruleset.dice, column.rolls)
    }
    return tuple(found)


@lru_cache(maxsize=4096)
def yachts_for(ruleset: Ruleset, box_id: str, points: int) -> tuple[Roll, ...]:
    """The Yachts that can be written as these points in the box at some moment; all, where a bound can make a 0."""
    rolls, box = sorted(yachts(ruleset)), ruleset.boxes[box_id]
    if is_bound(ruleset, box_id):
        return tuple(rolls)

    def contexts(roll: Roll) -> Iterator[Context]:
        cards = dict.fromkeys(((), yacht_box_ids(ruleset), joker_boxes(ruleset, roll)))
        return (Context(dict.fromkeys(card, 0), *moment) for card in cards for moment in moments(ruleset))

    return tuple(
        roll for roll in rolls if any(points in entry(ruleset, box, roll, now).points for now in contexts(roll))
    )


def needs_yacht(ruleset: Ruleset, box: str, points: int) -> bool:
    """Whether only a Yacht can have given these points here."""
    return points not in examples(ruleset, box)


@lru_cache(maxsize=1 << 14)
def is_plain(ruleset: Ruleset, box: str, points: int) -> bool:
    """Whether a card can hold these points whatever else it holds, as long as nothing asks for a further Yacht.

    The Yacht box comes first then, and all others after it without a Yacht.
    """
    if is_ordered(ruleset) or points not in possible_values(ruleset, box):
        return False
    return box in yacht_box_ids(ruleset) or not needs_yacht(ruleset, box, points)


@lru_cache(maxsize=512)
def is_free(ruleset: Ruleset, box: str) -> bool:
    """Whether nothing but the one Yacht box matters to this box, and this one to no other."""
    category = ruleset.boxes[box].category
    section = ruleset.section_of(category)
    in_order = section.fill != "any" or ruleset.boxes[box].column.fill != "any"
    alone = not in_order and category.boxes == 1 and not is_bound(ruleset, box) and not ruleset.joker.number_box_full
    yacht_boxes = yacht_box_ids(ruleset)
    return alone and ruleset.joker.rule != "forced" and len(yacht_boxes) < 2 and box not in yacht_boxes


def settled_boxes(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[str]:
    """The boxes that can be filled before all others without any loss, in an order in which they can."""
    several = ((column, category) for column in ruleset.columns for category in ruleset.categories.values())
    return [
        box.id
        for place in several
        for box in ruleset.boxes_in(*place)
        if all(_is_settled(ruleset, other.id, boxes[other.id]) for other in ruleset.boxes_in(*place))
    ]


@lru_cache(maxsize=4096)
def _is_settled(ruleset: Ruleset, box: str, points: int) -> bool:
    """Whether no Yacht can have given these points, and no bound or order touches the box."""
    category = ruleset.boxes[box].category
    section = ruleset.section_of(category)
    in_order = section.fill != "any" or ruleset.boxes[box].column.fill != "any"
    if in_order or is_bound(ruleset, box) or box in yacht_box_ids(ruleset):
        return False
    if category.number and ruleset.joker.number_box_full:
        return False
    return not any(points == value for value, _ in yacht_outcomes(ruleset, box))


def extra_yacht_bounds(ruleset: Ruleset, boxes: Mapping[str, int]) -> tuple[int, int]:
    """How many further Yachts a card has at least and at most; a box that is not on it may hold anything.

    No card has fewer or more. Not every number between them need be possible.
    """
    bounds = [_bounds(ruleset, boxes, yacht) for yacht in _possible_yachts(ruleset, boxes)]
    return min(least for least, _ in bounds), max(most for _, most in bounds)


def values_with_bonus(ruleset: Ruleset, box: str) -> tuple[int, ...]:
    """The values that a further Yacht can have brought to the box, with its bonus; never too few."""
    if ruleset.extra_yachts is None:
        return ()
    scored = max((most for yacht in yacht_box_ids(ruleset) for most in possible_values(ruleset, yacht)), default=0)
    return tuple(points for points in possible_values(ruleset, box) if ways(ruleset, box, points, scored, False)[1])


def _bounds(ruleset: Ruleset, boxes: Mapping[str, int], yacht: int) -> tuple[int, int]:
    known = [ways(ruleset, box, points, yacht, False) for box, points in boxes.items()]
    unknown = [
        any(bonus for _, bonus in _yacht_ways(ruleset, box, yacht, False)) for box in ruleset.boxes if box not in boxes
    ]
    return sum(not plain for plain, _ in known), sum(bonus for _, bonus in known) + sum(unknown)


def _possible_yachts(ruleset: Ruleset, boxes: Mapping[str, int]) -> tuple[int, ...]:
    """What the Yacht box may hold: what is on the card or, while one is empty, nothing and all it can."""
    yacht_boxes = yacht_box_ids(ruleset)
    unknown = [box for box in yacht_boxes if box not in boxes]
    return (0, max(possible_values(ruleset, unknown[0]))) if unknown else (most_in_yacht_boxes(ruleset, boxes),)


def most_in_yacht_boxes(ruleset: Ruleset, boxes: Mapping[str, int]) -> int:
    """The most points in a Yacht box of the card."""
    return max((boxes[box] for box in yacht_box_ids(ruleset)), default=0)


def needs_bonus(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[str]:
    """The boxes of a card whose points only a further Yacht can have given, with its bonus."""
    found = [
        {box for box, points in boxes.items() if not ways(ruleset, box, points, yacht, False)[0]}
        for yacht in _possible_yachts(ruleset, boxes)
    ]
    return [box for box in boxes if all(box in each for each in found)]


@lru_cache(maxsize=1 << 14)
def ways(ruleset: Ruleset, box: str, points: int, yacht: int, late: bool) -> tuple[bool, bool]:
    """Whether these points can be written without a Yacht bonus, and with one, on a card whose Yacht box holds `yacht`.

    `late` if the Yacht boxes are filled already. Never too narrow; exact where only the Yacht box matters.
    """
    found = {bool(bonus) for value, bonus in _yacht_ways(ruleset, box, yacht, late) if value == points}
    if is_bound(ruleset, box) and points == 0:
        return True, ruleset.extra_yachts is not None and yacht != 0
    plain = not needs_yacht(ruleset, box, points) or is_bound(ruleset, box) or False in found
    return plain, True in found and yacht != 0


@lru_cache(maxsize=512)
def _yacht_ways(ruleset: Ruleset, box_id: str, yacht: int, late: bool) -> frozenset[tuple[int, int]]:
    """What a Yacht can be written as in the box, with its bonus, on a card whose Yacht box ends with `yacht`."""
    if is_ordered(ruleset) or not yacht_box_ids(ruleset):
        return yacht_outcomes(ruleset, box_id)
    others = dict.fromkeys((box for box in ruleset.boxes if box != box_id), 0)
    only = {box: yacht for box in yacht_box_ids(ruleset) if box != box_id}
    early = [{}, {box: 0 for box in others if box not in only}]
    cards: list[Mapping[str, int]] = [only, others | only, *([] if late else early)]
    at = [Context(filled, *moment) for filled in cards for moment in moments(ruleset)]
    return frozenset(way for now in at for roll in yachts(ruleset) for way in outcomes_at(ruleset, box_id, roll, now))
