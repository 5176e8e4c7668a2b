"""Histories of a card: the values that a box can hold, the further Yachts a card can have, and an order of play.

All of it is derived by scoring every roll; nothing is listed per game. Only Yachts, the rolls with the pattern of the
game's Yacht category, depend on what is on the card, so only they are tried with several cards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product, takewhile
from math import prod

from msgspec import Struct

from sheetgen.rules.patterns import Dice, Roll, all_rolls
from sheetgen.rules.ruleset import Box, Category, Column, Ruleset, below, boxes_of
from sheetgen.rules.scoring import (
    Context,
    allowed_boxes,
    entry,
    is_yacht,
    joker_boxes,
    needed_boxes,
    next_boxes,
    points_of_rolls,
    preferences,
    runs_of,
    takes_any,
    totals,
)

Outcome = tuple[int, int]
"""Points in a box, and the Yacht bonus earned with them."""
Timing = tuple[bool, int]
"""`first_roll` and `number` of a `Context`."""
MOST_CARDS = 50_000
"""Maximum number of cards that are compared for the best card of a column. Beyond it, each box
takes its own best value. The shipped games need 4,056 at most."""
MOST_STEPS = 3_000
"""Maximum number of steps of a search. A search without a result counts the card as possible:
nothing is reported without proof. Random cards of the shipped games take 48 steps at most, those of
a game with seven columns."""


# Yachts


def yacht_category(ruleset: Ruleset) -> str:
    """Return the id of the Yacht category; empty if no rule mentions further Yachts."""
    return ruleset.joker.category or (ruleset.extra_yachts.category if ruleset.extra_yachts else "")


@lru_cache(maxsize=64)
def yacht_box_ids(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the ids of the Yacht category's boxes; empty if no rule mentions further Yachts."""
    category = yacht_category(ruleset)
    return tuple(box.id for box in boxes_of(ruleset.categories[category])) if category else ()


@lru_cache(maxsize=16)
def yachts(ruleset: Ruleset) -> frozenset[Roll]:
    """Return the rolls with the pattern of the Yacht category.

    Empty if no rule mentions further Yachts.
    """
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    return frozenset(roll for roll in rolls if is_yacht(ruleset, roll, yacht_category(ruleset)))


def _yacht_points(ruleset: Ruleset, box_id: str) -> int:
    """Return the highest points of a Yacht box; 0 for other boxes, whose value does not matter."""
    category = ruleset.boxes[box_id].category
    if category.id != yacht_category(ruleset):
        return 0
    timings = timings_of(category, ruleset.dice)
    return max(category.score(roll, *timing) for roll in yachts(ruleset) for timing in timings)


# Timings of a roll


def timings_of(category: Category, dice: Dice, last: int | None = None) -> tuple[Timing, ...]:
    """Return the timings at which a roll may score differently in a category, the latest first.

    `last` is the last roll that counts, if that is not the last of the turn.
    """
    points, most = category.points, min(last or dice.rolls, dice.rolls)
    if points.by_roll:
        return tuple(
            (number == 1, number) for number in range(min(most, len(points.by_roll)), 0, -1)
        )
    if most == dice.rolls:
        return ((False, 0),) if points.first_roll is None else ((False, 0), (True, 0))
    late = ((False, most),) if most > 1 else ()
    return late if late and points.first_roll is None else (*late, (True, 1))


@lru_cache(maxsize=64)
def all_timings(ruleset: Ruleset) -> tuple[Timing, ...]:
    """Return the timings at which a roll may score differently in any box, the latest first."""
    categories = product(ruleset.columns, ruleset.categories.values())
    found = (timings_of(category, ruleset.dice, column.rolls) for column, category in categories)
    return tuple(dict.fromkeys(timing for timings in found for timing in timings))


# Values of a box


@lru_cache(maxsize=1024)
def possible_values(ruleset: Ruleset, box_id: str) -> tuple[int, ...]:
    """Return every value that the box can hold on some card, ascending."""
    return tuple(sorted({points for points, _ in _bounded(ruleset, box_id)}))


def maximum(ruleset: Ruleset, box_id: str) -> int:
    """Return the highest value that the box can hold."""
    return possible_values(ruleset, box_id)[-1]


def plain_points(
    category: Category, dice: Dice, last: int | None = None
) -> Iterable[tuple[int, ...]]:
    """Yield the points of `all_rolls`, none of them a joker, for each of `timings_of` the category."""
    for timing in timings_of(category, dice, last):
        yield points_of_rolls(category, dice, *timing)


@lru_cache(maxsize=512)
def _outcomes(ruleset: Ruleset, box_id: str) -> frozenset[Outcome]:
    """Return all outcomes of a box, regardless of constraints."""
    rolls, special, box = (
        all_rolls(ruleset.dice.count, ruleset.dice.sides),
        yachts(ruleset),
        ruleset.boxes[box_id],
    )
    plain = {
        (points, 0)
        for worth in plain_points(box.category, ruleset.dice, box.column.rolls)
        for points, roll in zip(worth, rolls, strict=True)
        if roll not in special
    }
    struck = is_struck_late(ruleset, box) or box.category.needs
    return yacht_outcomes(ruleset, box_id) | plain | ({(0, 0)} if struck else set())


def is_struck_late(ruleset: Ruleset, box: Box) -> bool:
    """Check whether a roll that no longer counts in the column may strike the box, whatever the dice show."""
    is_late = (box.column.rolls or ruleset.dice.rolls) < ruleset.dice.rolls
    return is_late and not takes_any(box.category.pattern, ruleset.dice.count, ruleset.dice.sides)


@lru_cache(maxsize=512)
def yacht_outcomes(ruleset: Ruleset, box_id: str) -> frozenset[Outcome]:
    """Return all outcomes of a Yacht in the box, with any card and roll number."""
    contexts = _contexts(ruleset, box_id)
    return frozenset(
        outcome for now in contexts for outcome in _outcomes_of_yachts(ruleset, box_id, now)
    )


def _outcomes_of_yachts(ruleset: Ruleset, box_id: str, now: Context) -> Iterator[Outcome]:
    """Yield the outcomes of every Yacht that may go into the box in this context."""
    box, opens = ruleset.boxes[box_id], list(next_boxes(ruleset, now.filled))
    for roll in yachts(ruleset):
        if box in allowed_boxes(ruleset, roll, now.filled, opens):
            use = entry(ruleset, box, roll, now)
            yield from ((points, use.bonus) for points in use.points)


def _contexts(ruleset: Ruleset, box_id: str) -> Iterator[Context]:
    """Yield the contexts in which a Yacht in this box may score differently.

    The other boxes are open or full, the Yacht box scored or struck, the roll early or late. If a
    joker requires a full number box, a card with only the number boxes open is among them.
    """
    before, after = _neighbours(ruleset, box_id)
    late, box = (
        [box for box in ruleset.boxes if box != box_id and box not in after],
        ruleset.boxes[box_id],
    )
    waiting = [box for box in late if ruleset.boxes[box].category.number is None]
    cards = (*before, late, *([waiting] if ruleset.joker.number_box_full else []))
    for filled, scored, timing in product(
        cards, (True, False), timings_of(box.category, ruleset.dice, box.column.rolls)
    ):
        yield Context(
            {box: _yacht_points(ruleset, box) if scored else 0 for box in filled}, *timing
        )


def _neighbours(ruleset: Ruleset, box_id: str) -> tuple[list[list[str]], list[str]]:
    """Return the boxes that must be filled before this one, for each run with it, and those that must come after."""
    runs = [ids for run in runs_of(ruleset) if box_id in (ids := [box.id for box in run])]
    after = runs[0][runs[0].index(box_id) + 1 :] if len(runs) == 1 else []
    return [run[: run.index(box_id)] for run in runs], after


def _bounded(ruleset: Ruleset, box: str) -> frozenset[Outcome]:
    """Return the outcomes of a box under the constraint on it.

    An outcome that the constraint always forbids is removed. One that it sometimes forbids may
    become 0.
    """
    mine = _outcomes(ruleset, box)
    ways, after = _neighbours(ruleset, box)
    for rule in ruleset.constraints:
        category, prefix = ruleset.boxes[box].category.id, ruleset.prefix(ruleset.boxes[box].column)
        bound = {rule.lower: rule.higher, rule.higher: rule.lower}
        if category not in bound or (other := prefix + bound[category]) in after:
            continue
        theirs = {points for points, _ in _outcomes(ruleset, other)}
        is_lower = category == rule.lower
        kept = {
            (points, bonus): [
                _keeps(points, value) if is_lower else _keeps(value, points) for value in theirs
            ]
            for points, bonus in mine
        }
        barred = {(0, bonus) for (_, bonus), keeps in kept.items() if not all(keeps)}
        first = not all(other in before for before in ways)
        return frozenset({way for way, keeps in kept.items() if any(keeps) or first} | barred)
    return mine


def _keeps(low: int, high: int) -> bool:
    """Check whether two values keep a constraint. A struck box, with 0, breaks none."""
    return low < high or 0 in (low, high)


# The best card


@lru_cache(maxsize=64)
def best_totals(ruleset: Ruleset) -> Mapping[str, int]:
    """Return all totals, by id, of the card with the highest ``total``.

    Each box takes its best outcome. If points and bonus conflict, or boxes are bound by a
    constraint, all combinations are compared, up to MOST_CARDS. All boxes can have their best
    outcome on one card: each may be the last to be filled that its order allows.
    """
    best: dict[str, Outcome] = {}
    known: dict[int | None, Mapping[str, Outcome]] = {}
    for column in ruleset.columns:  # columns with as many rolls have the same best outcomes
        if column.rolls not in known:
            known[column.rolls] = _best_of(ruleset, column)
        boxes = (
            box
            for category in ruleset.categories.values()
            for box in ruleset.boxes_in(column, category)
        )
        best |= {
            box.id: known[column.rolls][box.id.removeprefix(ruleset.prefix(column))]
            for box in boxes
        }
    return _totals_of(ruleset, best)


_Combination = tuple[tuple[str, Outcome], ...]
"""Outcomes of one box, or of two boxes with a constraint, by their ids."""


def _best_of(ruleset: Ruleset, column: Column) -> Mapping[str, Outcome]:
    """Return the outcomes of a column's boxes on the best card, by their ids without the column."""
    choices = _choices(ruleset, column)
    if prod(map(len, choices)) > MOST_CARDS:
        choices = [
            [max(each, key=lambda choice: sum(map(sum, dict(choice).values())))] for each in choices
        ]
    cards = (
        {box: outcome for choice in card for box, outcome in choice} for card in product(*choices)
    )
    best = max(cards, key=lambda card: _totals_of(ruleset, card)["total"])
    return {box.removeprefix(ruleset.prefix(column)): outcome for box, outcome in best.items()}


def _totals_of(ruleset: Ruleset, taken: Mapping[str, Outcome]) -> dict[str, int]:
    """Return all totals of a card with these outcomes."""
    total = ruleset.extra_yachts
    yachts = sum(bonus for _, bonus in taken.values()) // total.points if total else 0
    return totals(ruleset, {box: points for box, (points, _) in taken.items()}, yachts)


def _choices(ruleset: Ruleset, column: Column) -> list[list[_Combination]]:
    """Return the outcomes that can be on the best card, for each box or pair of boxes with a constraint."""
    bound = {category for rule in ruleset.constraints for category in (rule.lower, rule.higher)}
    choices: list[list[_Combination]] = []
    for box in (
        box
        for box in ruleset.boxes.values()
        if box.column == column and box.category.id not in bound
    ):
        found = _outcomes(ruleset, box.id)
        tried = sorted(found) if box.id in _in_differences(ruleset) else _best_outcomes(found)
        choices.append([((box.id, outcome),) for outcome in tried])
    for rule in ruleset.constraints:
        lower, higher = (
            ruleset.prefix(column) + category for category in (rule.lower, rule.higher)
        )
        pairs = product(_bounded(ruleset, lower), _bounded(ruleset, higher))
        choices.append(
            [((lower, low), (higher, high)) for low, high in pairs if _keeps(low[0], high[0])]
        )
    return choices


@lru_cache(maxsize=64)
def _in_differences(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the addends of differences, where a higher value may be worse."""
    differences = [total.id for total in ruleset.all_totals.values() if total.kind == "difference"]
    return frozenset[str]().union(*(below(ruleset, total) for total in differences))


def _best_outcomes(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return the outcomes for which no other one has both more points and a higher bonus."""
    best: list[Outcome] = []
    for points, bonus in sorted(outcomes, reverse=True):
        if not best or bonus > max(other for _, other in best):
            best.append((points, bonus))
    return best


# Orders and bounds between boxes


@lru_cache(maxsize=64)
def is_ordered(ruleset: Ruleset) -> bool:
    """Check whether the order of filling matters in another way than by a single Yacht box being full or not.

    The order of a column alone does not matter: any values can have been written in it.
    """
    yacht_boxes = yacht_box_ids(ruleset)
    several, bound = len(yacht_boxes) > 1, bool(ruleset.constraints) or bool(needing(ruleset))
    bound = bound or ruleset.joker.number_box_full
    in_order = yacht_boxes and any(column.fill != "any" for column in ruleset.columns)
    return (
        several
        or bound
        or bool(in_order)
        or any(section.fill != "any" for section in ruleset.sections)
    )


@lru_cache(maxsize=64)
def needing(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the categories that have a prerequisite, and of those that are one."""
    pairs = (
        (category.id, category.needs) for category in ruleset.categories.values() if category.needs
    )
    return frozenset(category for pair in pairs for category in pair)


def is_bound(ruleset: Ruleset, box: str) -> bool:
    """Check whether the box is in a constraint, has a prerequisite or is one."""
    category = ruleset.boxes[box].category.id
    return category in needing(ruleset) or any(
        category in (rule.lower, rule.higher) for rule in ruleset.constraints
    )


def conflicts(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return the boxes that break a constraint (the lower first), or lack their prerequisite (the box first)."""
    if not ruleset.constraints and not needing(ruleset):
        return []
    bound = (
        (low.id, high.id)
        for low, high in bound_boxes(ruleset)
        if low.id in boxes and high.id in boxes
    )
    found = [(low, high) for low, high in bound if not _keeps(boxes[low], boxes[high])]
    return found + [
        each for each in needs_of(ruleset, boxes) if all(boxes.get(box) == 0 for box in each[1:])
    ]


def needs_of(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return the boxes with points that have a prerequisite, each followed by its prerequisites."""
    holding = (ruleset.boxes[box] for box, points in boxes.items() if points and needing(ruleset))
    found = ((box.id, *(each.id for each in needed_boxes(ruleset, box))) for box in holding)
    return [each for each in found if len(each) > 1]


def bound_boxes(ruleset: Ruleset) -> Iterator[tuple[Box, Box]]:
    """Yield the pairs of boxes of which the first must hold less than the second."""
    categories = ruleset.categories
    for column in ruleset.columns:
        for rule in ruleset.constraints:
            for low in ruleset.boxes_in(column, categories[rule.lower]):
                for high in ruleset.boxes_in(column, categories[rule.higher]):
                    yield low, high


# Ways to fill a box


@lru_cache(maxsize=256)
def examples(ruleset: Ruleset, box: str) -> dict[int, tuple[Roll, Timing]]:
    """Return a roll that is no Yacht for each value of a box, with the latest timing at which it scores that."""
    found: dict[int, tuple[Roll, Timing]] = {}
    place = ruleset.boxes[box]
    rolls = [
        roll
        for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides)
        if roll not in yachts(ruleset)
    ]
    for timing in timings_of(place.category, ruleset.dice, place.column.rolls):
        for roll in rolls:
            found.setdefault(place.category.score(roll, *timing), (roll, timing))
    for roll in rolls if is_struck_late(ruleset, place) else ():
        found.setdefault(0, (roll, (False, 0)))
    return found


@lru_cache(maxsize=4096)
def yachts_for(ruleset: Ruleset, box_id: str, points: int) -> tuple[Roll, ...]:
    """Return the Yachts that can score these points in the box.

    All Yachts if a constraint may make it 0.
    """
    rolls, box = sorted(yachts(ruleset)), ruleset.boxes[box_id]
    if is_bound(ruleset, box_id):
        return tuple(rolls)

    def contexts(roll: Roll) -> Iterator[Context]:
        cards = dict.fromkeys(((), yacht_box_ids(ruleset), joker_boxes(ruleset, roll)))
        return (
            Context(dict.fromkeys(card, 0), *timing)
            for card in cards
            for timing in all_timings(ruleset)
        )

    return tuple(
        roll
        for roll in rolls
        if any(points in entry(ruleset, box, roll, now).points for now in contexts(roll))
    )


@lru_cache(maxsize=1 << 14)
def is_plain(ruleset: Ruleset, box: str, points: int) -> bool:
    """Check whether a card can hold these points without further Yachts, whatever its other boxes hold.

    Such a card is filled with the Yacht box first, and with other rolls in all other boxes.
    """
    if is_ordered(ruleset) or points not in possible_values(ruleset, box):
        return False
    return box in yacht_box_ids(ruleset) or points in examples(ruleset, box)


def settled_boxes(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[str]:
    """Return the boxes that can be filled before all others without changing what is possible, in order."""
    several = (
        (column, category) for column in ruleset.columns for category in ruleset.categories.values()
    )
    return [
        box.id
        for place in several
        for box in ruleset.boxes_in(*place)
        if all(
            _is_settled(ruleset, other.id, boxes[other.id]) for other in ruleset.boxes_in(*place)
        )
    ]


@lru_cache(maxsize=4096)
def _is_settled(ruleset: Ruleset, box: str, points: int) -> bool:
    """Check whether no Yacht can score these points, and no constraint or order applies to the box."""
    category, column = ruleset.boxes[box].category, ruleset.boxes[box].column
    in_order = ruleset.section_of(category).fill != "any" or column.fill != "any"
    if in_order or is_bound(ruleset, box) or box in yacht_box_ids(ruleset):
        return False
    if category.number and ruleset.joker.number_box_full:
        return False
    return not any(points == value for value, _ in yacht_outcomes(ruleset, box))


# Bounds of the number of further Yachts


def extra_yacht_bounds(ruleset: Ruleset, boxes: Mapping[str, int]) -> tuple[int, int]:
    """Return limits of the number of further Yachts of a card. Missing boxes may hold anything.

    No card is outside the limits, but not every number within them is possible.
    """
    bounds = [_bounds(ruleset, boxes, yacht) for yacht in _possible_yachts(ruleset, boxes)]
    return min(least for least, _ in bounds), max(most for _, most in bounds)


def _bounds(ruleset: Ruleset, boxes: Mapping[str, int], yacht: int) -> tuple[int, int]:
    """Return the limits for a Yacht box that holds these points."""
    known = [bonus_ways(ruleset, box, points, yacht, False) for box, points in boxes.items()]
    unknown = [
        any(bonus for _, bonus in _yacht_ways(ruleset, box, yacht, False))
        for box in ruleset.boxes
        if box not in boxes
    ]
    return sum(not plain for plain, _ in known), sum(bonus for _, bonus in known) + sum(unknown)


def _possible_yachts(ruleset: Ruleset, boxes: Mapping[str, int]) -> tuple[int, ...]:
    """Return the points that the Yacht box may hold.

    Those on the card, or 0 and its maximum if it is empty.
    """
    yacht_boxes = yacht_box_ids(ruleset)
    unknown = [box for box in yacht_boxes if box not in boxes]
    if unknown:
        return 0, maximum(ruleset, unknown[0])
    return (max((boxes[box] for box in yacht_boxes), default=0),)


def values_with_bonus(ruleset: Ruleset, box: str) -> tuple[int, ...]:
    """Return the values of a box that a further Yacht with its bonus may have scored, and perhaps others."""
    if ruleset.extra_yachts is None:
        return ()
    scored = max(maximum(ruleset, yacht) for yacht in yacht_box_ids(ruleset))
    return tuple(
        each
        for each in possible_values(ruleset, box)
        if bonus_ways(ruleset, box, each, scored, False)[1]
    )


def needs_bonus(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[str]:
    """Return the boxes of a card whose points only a further Yacht with its bonus can have scored."""
    found = [
        {
            box
            for box, points in boxes.items()
            if not bonus_ways(ruleset, box, points, yacht, False)[0]
        }
        for yacht in _possible_yachts(ruleset, boxes)
    ]
    return [box for box in boxes if all(box in each for each in found)]


@lru_cache(maxsize=1 << 14)
def bonus_ways(
    ruleset: Ruleset, box: str, points: int, yacht: int, late: bool
) -> tuple[bool, bool]:
    """Check whether these points can be scored without a Yacht bonus, and with one.

    The Yacht box holds `yacht`.

    `late` means that the Yacht boxes are full already. No way is missing. If the order of filling
    matters beyond the Yacht box, there may be too many.
    """
    found = {
        bool(bonus) for value, bonus in _yacht_ways(ruleset, box, yacht, late) if value == points
    }
    if is_bound(ruleset, box) and points == 0:
        return True, ruleset.extra_yachts is not None and yacht != 0
    plain = points in examples(ruleset, box) or is_bound(ruleset, box) or False in found
    return plain, True in found and yacht != 0


@lru_cache(maxsize=512)
def _yacht_ways(ruleset: Ruleset, box_id: str, yacht: int, late: bool) -> frozenset[Outcome]:
    """Return the outcomes of a Yacht in the box, on cards whose Yacht box holds `yacht` at the end."""
    if is_ordered(ruleset) or not yacht_box_ids(ruleset):
        return yacht_outcomes(ruleset, box_id)
    others = dict.fromkeys((box for box in ruleset.boxes if box != box_id), 0)
    only = {box: yacht for box in yacht_box_ids(ruleset) if box != box_id}
    early = [{}, {box: 0 for box in others if box not in only}]
    cards: list[Mapping[str, int]] = [only, others | only, *([] if late else early)]
    contexts = (Context(filled, *timing) for filled in cards for timing in all_timings(ruleset))
    return frozenset(way for now in contexts for way in _outcomes_of_yachts(ruleset, box_id, now))


# Numbers of further Yachts


class TooLongError(Exception):
    """Search that ended without a result after MOST_STEPS steps."""


def possible_extra_yachts(ruleset: Ruleset, boxes: Mapping[str, int]) -> Sequence[int]:
    """Return the numbers of further Yachts that a card can have, ascending; empty for an impossible card.

    Missing boxes may hold anything. If orders or constraints matter for such a card, some numbers may be too many. A
    number that cannot be decided within MOST_STEPS counts as possible.
    """
    counts = _counts_of(ruleset, boxes)
    if counts is not None:
        return counts
    least, most = extra_yacht_bounds(ruleset, boxes)
    found = []
    for count in range(least, most + 1):
        try:
            found += [count] if _found(ruleset, boxes, count) is not None else []
        except TooLongError:
            return (*found, *range(count, most + 1))  # the next numbers would take as long
    return tuple(found)


class _YachtEffect(Struct, frozen=True, cache_hash=True):
    """Relation of a value in a box to further Yachts."""

    without: bool
    """True if the value can be scored without a further Yacht, whatever is full."""
    barred: frozenset[frozenset[str]]
    """For each Yacht that can score it once the Yacht box is full, the boxes that must not be open
    then."""
    scored: frozenset[bool]
    """Possible answers to the question whether the value is that of a scored Yacht box."""


@lru_cache(maxsize=1 << 14)
def _effect(ruleset: Ruleset, box_id: str, points: int | None) -> _YachtEffect:
    """Return the effect of a value, or the combined effects of all values for None."""
    if points is None:
        held = [_effect(ruleset, box_id, value) for value in possible_values(ruleset, box_id)]
        barred = frozenset[frozenset[str]]().union(*(each.barred for each in held))
        scored = frozenset[bool]().union(*(each.scored for each in held))
        return _YachtEffect(any(each.without for each in held), barred, scored)
    box, full = ruleset.boxes[box_id], dict.fromkeys(yacht_box_ids(ruleset), 0)
    first = _yacht_turn(ruleset, (box, points), {}, list(next_boxes(ruleset, {})), bonus=False)
    late = [Context(full, *timing) for timing in all_timings(ruleset)]
    barred = frozenset(
        frozenset[str]().union(
            *takewhile(lambda each: box_id not in each, preferences(ruleset, roll, True))
        )
        for roll in yachts_for(ruleset, box_id, points)
        if box_id not in full
        and any(points in entry(ruleset, box, roll, now).points for now in late)
    )
    without = bool(first or _plain_turn(ruleset, box, points, {}))
    return _YachtEffect(without, barred, frozenset({box_id in full and points != 0}))


def _counts_of(ruleset: Ruleset, boxes: Mapping[str, int]) -> Sequence[int] | None:
    """Return the possible numbers of further Yachts, or None if they must be searched for.

    For an unfinished card that would have to be searched, return the numbers within
    `extra_yacht_bounds`.
    """
    found = None
    if _only_closing_helps(ruleset):
        found = _counts(
            ruleset, tuple([_effect(ruleset, box, boxes.get(box)) for box in ruleset.boxes])
        )
    if found is None and len(boxes) < len(ruleset.boxes):
        least, most = extra_yacht_bounds(ruleset, boxes)
        return range(least, most + 1)
    return found


@lru_cache(maxsize=64)
def _only_closing_helps(ruleset: Ruleset) -> bool:
    """Check whether, with a full Yacht box, filling one box never makes another harder to fill."""
    return not is_ordered(ruleset) and all(
        category.boxes == 1 for category in ruleset.categories.values()
    )


@lru_cache(maxsize=1 << 14)
def _counts(ruleset: Ruleset, effects: tuple[_YachtEffect, ...]) -> tuple[int, ...] | None:
    """Return the possible numbers of further Yachts of a card with these effects.

    None if that takes too long.
    """
    left = {
        box: each
        for box, each in zip(ruleset.boxes, effects, strict=True)
        if each.barred or not each.without
    }
    try:
        greatest = _most_yachts(left)
    except TooLongError:
        return None
    if greatest < 0:
        return ()
    scored = [each.scored for each in effects]
    if ruleset.extra_yachts is None or not any(map(max, scored)):
        return (0,)
    counts = range(sum(not each.without for each in effects), greatest + 1)
    return (
        tuple(counts) if 0 in counts or any(map(min, scored)) else (0, *counts)
    )  # the Yacht box may hold a 0


def _most_yachts(left: Mapping[str, _YachtEffect]) -> int:
    """Return the highest number of further Yachts in these boxes; negative if they cannot all be filled.

    The Yacht box is filled first. Then every Yacht that fits goes into its box at once, because filling a box helps the
    others. Only if none fits, one box that is in the way is filled without a Yacht.
    """
    known = {frozenset[str](): 0}

    def most(empty: frozenset[str]) -> int:
        if empty in known:
            return known[empty]
        if len(known) > MOST_STEPS:
            raise TooLongError
        ready = [box for box in empty if any(map(empty.isdisjoint, left[box].barred))]
        if ready:
            found = len(ready) + most(empty.difference(ready))
        else:
            in_the_way = frozenset[str]().union(
                *(boxes for box in empty for boxes in left[box].barred)
            )
            fewer = [most(empty - {box}) for box in empty & in_the_way if left[box].without]
            found = max(fewer, default=-len(left) - 1)  # no such box: each waits for a Yacht
        known[empty] = found
        return found

    return most(frozenset(left))


# Orders of play


class Turn(Struct, frozen=True):
    """Turn of a game: a roll, its box, the points and the Yacht bonus."""

    box: str
    roll: Roll
    points: int
    bonus: int
    first_roll: bool = False
    """True if the points of a first roll are due."""
    number: int = 0
    """Number of the roll in the turn if its points depend on it and it is not the last, else 0."""


_Entry = tuple[str, int]
"""Id of a box, and the points in it."""


def order_of_play(
    ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int
) -> tuple[Turn, ...] | None:
    """Return turns that lead to this finished card with this number of further Yachts; None if there are none.

    Raise TooLongError if the search ends without a result.
    """
    found = _found(ruleset, boxes, extra_yachts)
    if found is None:
        return None
    settled = settled_boxes(ruleset, boxes)
    first = (_plain_turn(ruleset, ruleset.boxes[box], boxes[box], {}) for box in settled)
    return tuple(turn for turn in (*first, *found) if turn)


def _found(
    ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int
) -> tuple[Turn, ...] | None:
    """Return turns for all boxes but the settled ones; None if no turns lead to this card."""
    if conflicts(ruleset, boxes) or any(
        points not in possible_values(ruleset, box) for box, points in boxes.items()
    ):
        return None
    settled = set(settled_boxes(ruleset, boxes))
    return _search(
        ruleset, frozenset(pair for pair in boxes.items() if pair[0] not in settled), extra_yachts
    )


@lru_cache(maxsize=1 << 12)
def _search(
    ruleset: Ruleset, pairs: frozenset[_Entry], extra_yachts: int
) -> tuple[Turn, ...] | None:
    """Return turns that fill these boxes, all others being full; None if there are none."""
    wanted = dict(pairs)
    return _Search(ruleset, {box: wanted[box] for box in ruleset.boxes if box in wanted}).find(
        frozenset(), extra_yachts
    )


class _Search:
    """Depth-first search for turns that fill `wanted`, with all other boxes full."""

    def __init__(self, ruleset: Ruleset, wanted: dict[str, int]) -> None:
        self.ruleset = ruleset
        self.wanted = wanted
        self.yacht_boxes = {box for box in yacht_box_ids(ruleset) if box in wanted}
        self.yacht = max((wanted[box] for box in self.yacht_boxes), default=0)
        self.settled = dict.fromkeys((box for box in ruleset.boxes if box not in wanted), 0)
        self.dead: set[tuple[frozenset[str], int]] = set()
        self.steps = 0
        single = all(ruleset.boxes[box].category.boxes == 1 for box in wanted)
        self.only_closing_helps = single and not is_ordered(ruleset)

    def find(self, filled: frozenset[str], left: int) -> tuple[Turn, ...] | None:
        """Return the remaining turns, with `left` further Yachts among them.

        None if there are none.
        """
        if len(filled) == len(self.wanted):
            return () if left == 0 else None
        if (filled, left) in self.dead or not self._within_bounds(filled, left):
            return None
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLongError
        for turn in self._turns(filled, left):
            rest = self.find(filled | {turn.box}, left - bool(turn.bonus))
            if rest is not None:
                return (turn, *rest)
        self.dead.add((filled, left))
        return None

    def _within_bounds(self, filled: frozenset[str], left: int) -> bool:
        """Check whether the open boxes leave room for `left` further Yachts."""
        late = self.yacht_boxes <= filled
        found = [
            bonus_ways(self.ruleset, box, points, self.yacht, late)
            for box, points in self.wanted.items()
            if box not in filled
        ]
        return sum(not plain for plain, _ in found) <= left <= sum(bonus for _, bonus in found)

    def _turns(self, filled: frozenset[str], left: int) -> Iterator[Turn]:
        """Yield the next turns to try: Yacht boxes first, then turns with a bonus."""
        now = self.settled | {box: self.wanted[box] for box in filled}
        opens = list(next_boxes(self.ruleset, now))
        if self.only_closing_helps and self.yacht_boxes <= filled:
            yield from self._late_turns(filled, left, now, opens)
            return
        for box in sorted(opens, key=lambda box: box.id not in self.yacht_boxes):
            turns = (
                [_yacht_turn(self.ruleset, (box, self.wanted[box.id]), now, opens, True)]
                if left
                else []
            )
            turns += [_plain_turn(self.ruleset, box, self.wanted[box.id], now)]
            turns += (
                []
                if turns[-1]
                else [_yacht_turn(self.ruleset, (box, self.wanted[box.id]), now, opens, False)]
            )
            yield from filter(None, turns)

    def _late_turns(
        self, filled: frozenset[str], left: int, now: Mapping[str, int], opens: list[Box]
    ) -> Iterator[Turn]:
        """Yield the next turns to try when filling a box can only make others easier to fill.

        A turn that must be a Yacht, or earns a bonus that is still wanted, is taken at once as the
        only one. Without such a turn, each box that can be filled without a Yacht is tried.
        """
        plain = [_plain_turn(self.ruleset, box, self.wanted[box.id], now) for box in opens]
        if left == 0 and all(plain):
            yield from filter(None, plain[:1])
            return
        for box, other in zip(opens, plain, strict=True):
            if left or not other:
                bonus = bool(self.yacht) and self.ruleset.extra_yachts is not None
                turn = _yacht_turn(self.ruleset, (box, self.wanted[box.id]), now, opens, bonus)
                if turn and self._within_bounds(filled | {box.id}, left - bool(turn.bonus)):
                    yield turn
                    return
        yield from filter(None, plain)


def _yacht_turn(
    ruleset: Ruleset, wanted: tuple[Box, int], now: Mapping[str, int], opens: list[Box], bonus: bool
) -> Turn | None:
    """Return a Yacht that may go into a box now and scores the wanted points, with a bonus or without."""
    box, points = wanted
    for roll in yachts_for(ruleset, box.id, points):
        if box in allowed_boxes(ruleset, roll, now, opens):
            for timing in all_timings(ruleset):
                use = entry(ruleset, box, roll, Context(now, *timing))
                if points in use.points and bool(use.bonus) == bonus:
                    return Turn(box.id, roll, points, use.bonus, *timing)
    return None


def _plain_turn(ruleset: Ruleset, box: Box, points: int, now: Mapping[str, int]) -> Turn | None:
    """Return a turn that scores these points in the box without a Yacht; None if there is none."""
    known = examples(ruleset, box.id)
    if not is_bound(ruleset, box.id):
        found = known.get(points)
        return Turn(box.id, found[0], points, 0, *found[1]) if found else None
    for roll, timing in known.values():
        if points in entry(ruleset, box, roll, Context(now, *timing)).points:
            return Turn(box.id, roll, points, 0, *timing)
    return None
