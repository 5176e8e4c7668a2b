"""Histories of a card: possible values of boxes, further Yachts, and an order of play.

All of it is derived by scoring every roll; nothing is listed per game. Only Yachts, the rolls with
the pattern of the game's Yacht category, depend on what is on the card, so only they are tried with
several cards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.rules.patterns import Dice, Roll, all_rolls
from sheetgen.rules.ruleset import Box, Category, Column, Ruleset, below, column_alone
from sheetgen.rules.scoring import (
    Context,
    allowed_boxes,
    entry,
    is_yacht,
    joker_boxes,
    kept_in,
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
    return tuple(box.id for box in ruleset.boxes_with(category)) if category else ()


@lru_cache(maxsize=64)
def games_of_columns(ruleset: Ruleset) -> Mapping[Column, Ruleset]:
    """Return the game of each column, if columns differ in their Yachts and nothing joins them.

    Empty for other games. Further Yachts in one column then say nothing about those in another, and
    what is possible is found for each column alone.
    """
    if len(ruleset.columns) == 1 or not yacht_category(ruleset) or ruleset.yachts_of_all_columns:
        return {}
    return {column: column_alone(ruleset, column) for column in ruleset.columns}


@lru_cache(maxsize=4096)
def _own_game(ruleset: Ruleset, box_id: str) -> tuple[Ruleset, str]:
    """Return the game that decides about a box, with the box's id in it.

    See `games_of_columns`.
    """
    games = games_of_columns(ruleset)
    if not games:
        return ruleset, box_id
    column = ruleset.boxes[box_id].column
    return games[column], box_id.removeprefix(ruleset.prefix(column))


@lru_cache(maxsize=16)
def yachts(ruleset: Ruleset) -> frozenset[Roll]:
    """Return the rolls with the pattern of the Yacht category.

    Empty if no rule mentions further Yachts.
    """
    category = yacht_category(ruleset)
    if not category:
        return frozenset()
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    return frozenset(roll for roll in rolls if is_yacht(ruleset, roll, category))


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
    points = category.points
    rolls = min(last or dice.rolls, dice.rolls)
    if points.by_roll:
        latest = min(rolls, len(points.by_roll))
        return tuple((number == 1, number) for number in range(latest, 0, -1))
    has_first_roll = points.first_roll is not None
    if rolls == dice.rolls:
        return ((False, 0), (True, 0)) if has_first_roll else ((False, 0),)
    if rolls == 1:
        return ((True, 1),)
    return ((False, rolls), (True, 1)) if has_first_roll else ((False, rolls),)


@lru_cache(maxsize=64)
def all_timings(ruleset: Ruleset) -> tuple[Timing, ...]:
    """Return the timings at which a roll may score differently in any box, the latest first."""
    timings: list[Timing] = []
    for column in ruleset.columns:
        for category in ruleset.categories.values():
            timings += timings_of(category, ruleset.dice, column.rolls)
    return tuple(dict.fromkeys(timings))


# Values of a box


@lru_cache(maxsize=1024)
def possible_values(ruleset: Ruleset, box_id: str) -> tuple[int, ...]:
    """Return every value that the box can hold on some card, ascending."""
    ruleset, box_id = _own_game(ruleset, box_id)
    return tuple(sorted({points for points, _ in _bounded(ruleset, box_id)}))


def maximum(ruleset: Ruleset, box_id: str) -> int:
    """Return the highest value that the box can hold."""
    return possible_values(ruleset, box_id)[-1]


def plain_points(
    category: Category, dice: Dice, last: int | None = None
) -> Iterable[tuple[int, ...]]:
    """Yield the points of all dice that can count, for each of `timings_of` the category.

    No roll is a joker. Where the player chooses dice, they are any that he may choose: `all_rolls`
    of `Dice.counted`.
    """
    for timing in timings_of(category, dice, last):
        yield points_of_rolls(category, dice.counted, *timing)


@lru_cache(maxsize=512)
def _outcomes(ruleset: Ruleset, box_id: str) -> frozenset[Outcome]:
    """Return all outcomes of a box, regardless of constraints."""
    ruleset, box_id = _own_game(ruleset, box_id)
    box = ruleset.boxes[box_id]
    counted = ruleset.dice.counted
    rolls = all_rolls(counted.count, counted.sides)
    yacht_rolls = yachts(ruleset)
    outcomes = set(yacht_outcomes(ruleset, box_id))
    for points_by_roll in plain_points(box.category, ruleset.dice, box.column.rolls):
        for points, roll in zip(points_by_roll, rolls, strict=True):
            if roll not in yacht_rolls:
                outcomes.add((kept_in(ruleset, box, points), 0))
    if box.category.needs or is_struck_late(ruleset, box):
        outcomes.add((0, 0))
    return frozenset(outcomes)


def is_struck_late(ruleset: Ruleset, box: Box) -> bool:
    """Check whether a roll that no longer counts in the column may strike the box.

    The box must be one that some roll cannot score.
    """
    is_late = (box.column.rolls or ruleset.dice.rolls) < ruleset.dice.rolls
    return is_late and not takes_any(box.category.pattern, ruleset.dice)


@lru_cache(maxsize=512)
def yacht_outcomes(ruleset: Ruleset, box_id: str) -> frozenset[Outcome]:
    """Return all outcomes of a Yacht in the box, with any card and roll number."""
    outcomes: set[Outcome] = set()
    for context in _contexts(ruleset, box_id):
        outcomes.update(_outcomes_of_yachts(ruleset, box_id, context))
    return frozenset(outcomes)


def _outcomes_of_yachts(ruleset: Ruleset, box_id: str, now: Context) -> Iterator[Outcome]:
    """Yield the outcomes of every Yacht that may go into the box in this context."""
    box = ruleset.boxes[box_id]
    open_boxes = list(next_boxes(ruleset, now.filled))
    for roll in yachts(ruleset):
        if box in allowed_boxes(ruleset, roll, now.filled, open_boxes):
            use = entry(ruleset, box, roll, now)
            for points in use.points:
                yield points, use.bonus


def _contexts(ruleset: Ruleset, box_id: str) -> Iterator[Context]:
    """Yield the contexts in which a Yacht in this box may score differently.

    The other boxes are open or full, the Yacht box scored or struck, the roll early or late. If a
    joker requires a full number box, a card with only the number boxes open is among them.
    """
    box = ruleset.boxes[box_id]
    before, after = _neighbours(ruleset, box_id)
    full_at_the_end = [other for other in ruleset.boxes if other != box_id and other not in after]
    filled_sets = [*before, full_at_the_end]
    if ruleset.joker.number_box_full:
        filled_sets.append(
            [other for other in full_at_the_end if ruleset.boxes[other].category.number is None]
        )
    timings = timings_of(box.category, ruleset.dice, box.column.rolls)
    for filled in filled_sets:
        scored = {other: _yacht_points(ruleset, other) for other in filled}
        struck = dict.fromkeys(filled, 0)
        for card, timing in product((scored, struck), timings):
            yield Context(card, *timing)


def _neighbours(ruleset: Ruleset, box_id: str) -> tuple[list[list[str]], list[str]]:
    """Return the boxes that must be filled before this one, for each run, and those after it."""
    before: list[list[str]] = []
    after: list[str] = []
    for run in runs_of(ruleset):
        ids = [box.id for box in run]
        if box_id in ids:
            place = ids.index(box_id)
            before.append(ids[:place])
            after = ids[place + 1 :]
    return before, after if len(before) == 1 else []


def _bounded(ruleset: Ruleset, box_id: str) -> frozenset[Outcome]:
    """Return the outcomes of a box under the constraint on it.

    An outcome that the constraint always forbids is removed. One that it sometimes forbids may
    become 0.
    """
    ruleset, box_id = _own_game(ruleset, box_id)
    outcomes = _outcomes(ruleset, box_id)
    box = ruleset.boxes[box_id]
    before, after = _neighbours(ruleset, box_id)
    for rule in ruleset.constraints:
        partner = {rule.lower: rule.higher, rule.higher: rule.lower}.get(box.category.id)
        if partner is None:
            continue
        other = ruleset.prefix(box.column) + partner
        if other not in after:
            is_lower = box.category.id == rule.lower
            may_be_first = not all(other in filled for filled in before)
            return _within_constraint(outcomes, _outcomes(ruleset, other), is_lower, may_be_first)
    return outcomes


def _within_constraint(
    outcomes: Iterable[Outcome], of_other: Iterable[Outcome], is_lower: bool, may_be_first: bool
) -> frozenset[Outcome]:
    """Return the outcomes that remain, given those of the other box of a constraint."""
    values = {points for points, _ in of_other}
    remaining: set[Outcome] = set()
    for points, bonus in outcomes:
        allowed = [
            _keeps_order(points, value) if is_lower else _keeps_order(value, points)
            for value in values
        ]
        if may_be_first or any(allowed):
            remaining.add((points, bonus))
        if not all(allowed):
            remaining.add((0, bonus))
    return frozenset(remaining)


def _keeps_order(low: int, high: int) -> bool:
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
    known: dict[object, Mapping[str, Outcome]] = {}
    for column in ruleset.columns:
        # columns with as many rolls have the same best outcomes, unless some are Yachts
        alike: object = (column.rolls, column.only)
        if yacht_category(ruleset):
            alike = column
        if alike not in known:
            known[alike] = _best_of_column(ruleset, column)
        prefix = ruleset.prefix(column)
        for category in ruleset.categories.values():
            for box in ruleset.boxes_in(column, category):
                best[box.id] = known[alike][box.id.removeprefix(prefix)]
    return _totals_of(ruleset, best)


_Combination = tuple[tuple[str, Outcome], ...]
"""Outcomes of one box, or of two boxes with a constraint, by their ids."""


def _best_of_column(ruleset: Ruleset, column: Column) -> Mapping[str, Outcome]:
    """Return the outcomes of a column's boxes on the best card, by their ids without the column."""
    choices = _choices(ruleset, column)
    if prod(map(len, choices)) > MOST_CARDS:
        choices = [[max(combinations, key=_points_and_bonuses)] for combinations in choices]
    best: dict[str, Outcome] = {}
    highest: int | None = None
    for combinations in product(*choices):
        card: dict[str, Outcome] = {}
        for combination in combinations:
            card.update(combination)
        total = _totals_of(ruleset, card)["total"]
        if highest is None or total > highest:
            best, highest = card, total
    return {box.removeprefix(ruleset.prefix(column)): outcome for box, outcome in best.items()}


def _points_and_bonuses(combination: _Combination) -> int:
    """Return the points and bonuses of a combination together."""
    return sum(points + bonus for _, (points, bonus) in combination)


def _totals_of(ruleset: Ruleset, outcomes: Mapping[str, Outcome]) -> dict[str, int]:
    """Return all totals of a card with these outcomes."""
    boxes = {box: points for box, (points, _) in outcomes.items()}
    further_yachts = 0
    if ruleset.extra_yachts:
        bonus = sum(bonus for _, bonus in outcomes.values())
        further_yachts = bonus // ruleset.extra_yachts.points
    return totals(ruleset, boxes, further_yachts)


def _choices(ruleset: Ruleset, column: Column) -> list[list[_Combination]]:
    """Return what the best card can have in each box of a column.

    Boxes that a constraint binds to each other are one entry, with all their combinations.
    """
    prefix = ruleset.prefix(column)
    constrained: set[str] = set()
    for rule in ruleset.constraints:
        constrained.update((rule.lower, rule.higher))
    choices: list[list[_Combination]] = []
    for box in ruleset.boxes.values():
        if box.column != column or box.category.id in constrained:
            continue
        outcomes = _outcomes(ruleset, box.id)
        is_in_difference = box.id in _in_differences(ruleset)
        tried = sorted(outcomes) if is_in_difference else _best_outcomes(outcomes)
        choices.append([((box.id, outcome),) for outcome in tried])
    for rule in ruleset.constraints:
        lower = prefix + rule.lower
        higher = prefix + rule.higher
        pairs: list[_Combination] = []
        for low, high in product(_bounded(ruleset, lower), _bounded(ruleset, higher)):
            if _keeps_order(low[0], high[0]):
                pairs.append(((lower, low), (higher, high)))
        choices.append(pairs)
    return choices


@lru_cache(maxsize=64)
def _in_differences(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the addends of differences, where a higher value may be worse."""
    addends: set[str] = set()
    for total in ruleset.all_totals.values():
        if total.kind == "difference":
            addends.update(below(ruleset, total.id))
    return frozenset(addends)


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
    """Check whether the order of filling matters beyond a single Yacht box being full or not.

    The order of a column alone does not matter: any values can have been written in it.
    """
    yacht_boxes = yacht_box_ids(ruleset)
    if len(yacht_boxes) > 1 or ruleset.joker.number_box_full:
        return True
    if ruleset.constraints or needing(ruleset):
        return True
    if yacht_boxes and any(column.fill != "any" or column.opens for column in ruleset.columns):
        return True
    return any(section.fill != "any" for section in ruleset.sections)


@lru_cache(maxsize=64)
def needing(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the categories that have a prerequisite, and of those that are one."""
    ids: set[str] = set()
    for category in ruleset.categories.values():
        if category.needs:
            ids.update((category.id, category.needs))
    return frozenset(ids)


def is_bound(ruleset: Ruleset, box: str) -> bool:
    """Check whether the box is in a constraint, has a prerequisite or is one."""
    category = ruleset.boxes[box].category.id
    if category in needing(ruleset):
        return True
    return any(category in (rule.lower, rule.higher) for rule in ruleset.constraints)


def conflicts(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return the boxes that break a constraint or lack their prerequisite.

    The lower box of a constraint comes first, and the box before its prerequisites.
    """
    if not ruleset.constraints and not needing(ruleset):
        return []
    broken: list[tuple[str, ...]] = []
    for low, high in bound_boxes(ruleset):
        if low.id not in boxes or high.id not in boxes:
            continue
        if not _keeps_order(boxes[low.id], boxes[high.id]):
            broken.append((low.id, high.id))
    for box, *prerequisites in needs_of(ruleset, boxes):
        if all(boxes.get(other) == 0 for other in prerequisites):
            broken.append((box, *prerequisites))
    return broken


def needs_of(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return the boxes with points that have a prerequisite, each followed by its prerequisites."""
    if not needing(ruleset):
        return []
    groups: list[tuple[str, ...]] = []
    for box_id, points in boxes.items():
        if not points:
            continue
        prerequisites = needed_boxes(ruleset, ruleset.boxes[box_id])
        if prerequisites:
            groups.append((box_id, *(other.id for other in prerequisites)))
    return groups


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
    """Return a roll that is no Yacht for each value of a box, with its latest timing.

    Where the player chooses dice, it has the chosen ones.
    """
    place = ruleset.boxes[box]
    counted = ruleset.dice.counted
    rolls: list[Roll] = []
    for roll in all_rolls(counted.count, counted.sides):
        if roll not in yachts(ruleset):
            rolls.append(roll)
    by_points: dict[int, tuple[Roll, Timing]] = {}
    for timing in timings_of(place.category, ruleset.dice, place.column.rolls):
        for roll in rolls:
            points = kept_in(ruleset, place, place.category.score(roll, *timing))
            by_points.setdefault(points, (roll, timing))
    if rolls and is_struck_late(ruleset, place):
        by_points.setdefault(0, (rolls[0], (False, 0)))
    return by_points


@lru_cache(maxsize=4096)
def yachts_for(ruleset: Ruleset, box_id: str, points: int) -> tuple[Roll, ...]:
    """Return the Yachts that can score these points in the box.

    All Yachts if a constraint may make it 0.
    """
    rolls = sorted(yachts(ruleset))
    if is_bound(ruleset, box_id):
        return tuple(rolls)
    return tuple(roll for roll in rolls if _may_score(ruleset, box_id, roll, points))


def _may_score(ruleset: Ruleset, box_id: str, roll: Roll, points: int) -> bool:
    """Check whether a Yacht scores these points in the box at some time.

    The card is blank, or has struck its Yacht boxes or the boxes that a joker must fill first.
    """
    box = ruleset.boxes[box_id]
    filled_sets = dict.fromkeys(
        ((), yacht_box_ids(ruleset), joker_boxes(ruleset, roll, box.column))
    )
    for filled, timing in product(filled_sets, all_timings(ruleset)):
        context = Context(dict.fromkeys(filled, 0), *timing)
        if points in entry(ruleset, box, roll, context).points:
            return True
    return False


def settled_boxes(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[str]:
    """Return the boxes that can be filled before all others without changing what is possible.

    They are in the order in which they can be filled.
    """
    settled: list[str] = []
    for column in ruleset.columns:
        for category in ruleset.categories.values():
            ids = [box.id for box in ruleset.boxes_in(column, category)]
            if all(_is_settled(ruleset, box, boxes[box]) for box in ids):
                settled += ids
    return settled


@lru_cache(maxsize=4096)
def _is_settled(ruleset: Ruleset, box: str, points: int) -> bool:
    """Check whether no Yacht can score these points, and no constraint or order binds the box."""
    category, column = ruleset.boxes[box].category, ruleset.boxes[box].column
    in_order = ruleset.section_of(category).fill != "any" or column.fill != "any" or column.opens
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
    least = most = 0
    for column, game in games_of_columns(ruleset).items():
        fewest, greatest = extra_yacht_bounds(game, _in_column(ruleset, column, boxes))
        least += fewest * _units(ruleset, column)
        most += greatest * _units(ruleset, column)
    if games_of_columns(ruleset):
        return least, most
    bounds = [_bounds(ruleset, boxes, yacht) for yacht in _possible_yachts(ruleset, boxes)]
    return min(least for least, _ in bounds), max(most for _, most in bounds)


def _bounds(ruleset: Ruleset, boxes: Mapping[str, int], yacht: int) -> tuple[int, int]:
    """Return the limits for a Yacht box that holds these points."""
    least = most = 0
    for box_id, box in ruleset.boxes.items():
        units = _units(ruleset, box.column)
        if box_id in boxes:
            without_bonus, with_bonus = bonus_ways(ruleset, box_id, boxes[box_id], yacht, False)
            least += units * (not without_bonus)
            most += units * with_bonus
        else:
            ways = _yacht_ways(ruleset, box_id, yacht, False)
            most += units * any(bonus for _, bonus in ways)
    return least, most


def _units(ruleset: Ruleset, column: Column) -> int:
    """Return the number of further Yachts that one in this column counts as.

    It is 1 unless the points of columns differ: it is then a multiple of their common divisor.
    """
    bonus = ruleset.extra_yachts
    return ruleset.points_of_yacht(column) // bonus.points if bonus else 1


def _in_column(ruleset: Ruleset, column: Column, boxes: Mapping[str, int]) -> dict[str, int]:
    """Return the boxes of a card in one column, by their ids without the column."""
    prefix = ruleset.prefix(column)
    in_column: dict[str, int] = {}
    for box, points in boxes.items():
        if box.startswith(prefix):
            in_column[box.removeprefix(prefix)] = points
    return in_column


def _possible_yachts(ruleset: Ruleset, boxes: Mapping[str, int]) -> tuple[int, ...]:
    """Return the points that the Yacht box may hold.

    Those on the card, or 0 and its maximum if it is empty.
    """
    yacht_boxes = yacht_box_ids(ruleset)
    known = [boxes[box] for box in yacht_boxes if box in boxes]
    if ruleset.yachts_of_all_columns and 0 in known:
        return (0,)  # one struck Yacht box bars all further Yachts
    unknown = [box for box in yacht_boxes if box not in boxes]
    if unknown:
        return 0, maximum(ruleset, unknown[0])
    return (max(known, default=0),)


def values_with_bonus(ruleset: Ruleset, box: str) -> tuple[int, ...]:
    """Return the values of a box that a further Yacht with its bonus may have scored.

    There may be others among them.
    """
    ruleset, box = _own_game(ruleset, box)
    if ruleset.extra_yachts is None:
        return ()
    scored = max(maximum(ruleset, yacht) for yacht in yacht_box_ids(ruleset))
    values: list[int] = []
    for value in possible_values(ruleset, box):
        _, with_bonus = bonus_ways(ruleset, box, value, scored, False)
        if with_bonus:
            values.append(value)
    return tuple(values)


def needs_bonus(ruleset: Ruleset, boxes: Mapping[str, int]) -> list[str]:
    """Return the boxes whose points only a further Yacht with its bonus can have scored."""
    proving: list[str] = []
    for column, game in games_of_columns(ruleset).items():
        own = needs_bonus(game, _in_column(ruleset, column, boxes))
        proving += [ruleset.prefix(column) + box for box in own]
    if games_of_columns(ruleset):
        return proving
    for box, points in boxes.items():
        ways = [
            bonus_ways(ruleset, box, points, yacht, False)
            for yacht in _possible_yachts(ruleset, boxes)
        ]
        if not any(without_bonus for without_bonus, _ in ways):
            proving.append(box)
    return proving


@lru_cache(maxsize=1 << 14)
def bonus_ways(
    ruleset: Ruleset, box: str, points: int, yacht: int, late: bool
) -> tuple[bool, bool]:
    """Check whether these points can be scored without a Yacht bonus, and with one.

    The Yacht box holds `yacht`. `late` means that the Yacht boxes are full already. No way is
    missing. If the order of filling matters beyond the Yacht box, there may be too many.
    """
    bound = is_bound(ruleset, box)
    if bound and points == 0:
        return True, ruleset.extra_yachts is not None and yacht != 0
    without_bonus = bound or points in examples(ruleset, box)
    with_bonus = False
    for value, bonus in _yacht_ways(ruleset, box, yacht, late):
        if value == points and bonus:
            with_bonus = True
        elif value == points:
            without_bonus = True
    return without_bonus, with_bonus and yacht != 0


@lru_cache(maxsize=512)
def _yacht_ways(ruleset: Ruleset, box_id: str, yacht: int, late: bool) -> frozenset[Outcome]:
    """Return the outcomes of a Yacht in the box, on cards whose Yacht box holds `yacht` at last."""
    yacht_boxes = yacht_box_ids(ruleset)
    if is_ordered(ruleset) or not yacht_boxes:
        return yacht_outcomes(ruleset, box_id)
    others = dict.fromkeys((box for box in ruleset.boxes if box != box_id), 0)
    only_yachts = dict.fromkeys((box for box in yacht_boxes if box != box_id), yacht)
    cards: list[Mapping[str, int]] = [only_yachts, others | only_yachts]
    if not late:
        all_but_yachts = dict.fromkeys((box for box in others if box not in only_yachts), 0)
        cards += [{}, all_but_yachts]
    outcomes: set[Outcome] = set()
    for filled, timing in product(cards, all_timings(ruleset)):
        outcomes.update(_outcomes_of_yachts(ruleset, box_id, Context(filled, *timing)))
    return frozenset(outcomes)


# Numbers of further Yachts


class TooLongError(Exception):
    """Search that ended without a result after MOST_STEPS steps."""


def possible_extra_yachts(ruleset: Ruleset, boxes: Mapping[str, int]) -> Sequence[int]:
    """Return the numbers of further Yachts that a card can have; empty for an impossible card.

    They are ascending. Missing boxes may hold anything. If orders or constraints matter for such a
    card, some numbers may be too many. A number that cannot be decided within MOST_STEPS counts as
    possible. If columns earn different points, a further Yacht counts as the number of times that
    the common divisor of these points goes into its own.
    """
    if games_of_columns(ruleset):
        return _counts_of_columns(ruleset, boxes)
    if ruleset.yachts_of_all_columns:
        return _counts_in_all_columns(ruleset, boxes)
    known_counts = _counts_of(ruleset, boxes)
    if known_counts is not None:
        return known_counts
    least, most = extra_yacht_bounds(ruleset, boxes)
    counts: list[int] = []
    for count in range(least, most + 1):
        try:
            turns = _turns_to(ruleset, boxes, count)
        except TooLongError:
            return (*counts, *range(count, most + 1))  # the next numbers would take as long
        if turns is not None:
            counts.append(count)
    return tuple(counts)


def _counts_of_columns(ruleset: Ruleset, boxes: Mapping[str, int]) -> Sequence[int]:
    """Return the possible numbers of further Yachts where each column has its own."""
    sums = {0}
    for column, game in games_of_columns(ruleset).items():
        counts = possible_extra_yachts(game, _in_column(ruleset, column, boxes))
        units = _units(ruleset, column)
        sums = {known + units * count for known in sums for count in counts}
    return tuple(sorted(sums))


def _counts_in_all_columns(ruleset: Ruleset, boxes: Mapping[str, int]) -> Sequence[int]:
    """Return the possible numbers of further Yachts that need the Yacht boxes of all columns.

    A box that a Yacht can fill may wait until all Yacht boxes are full, or be filled before. Where
    a Yacht must go into certain boxes first, some numbers may be too many.
    """
    if conflicts(ruleset, boxes):
        return ()
    possible: set[int] = set()
    for yacht in _possible_yachts(ruleset, boxes):
        sums = {0}
        for box_id in ruleset.boxes:
            units = _units_in_box(ruleset, box_id, boxes.get(box_id), yacht)
            sums = {known + own for known in sums for own in units}
        possible |= sums
    return tuple(sorted(possible))


@lru_cache(maxsize=1 << 14)
def _units_in_box(ruleset: Ruleset, box_id: str, points: int | None, yacht: int) -> tuple[int, ...]:
    """Return the further Yachts that these points in a box, or any for None, may stand for."""
    units = _units(ruleset, ruleset.boxes[box_id].column)
    if points is None:
        earns = any(bonus for _, bonus in _yacht_ways(ruleset, box_id, yacht, False))
        return (0, units) if earns and yacht else (0,)
    without_bonus, with_bonus = bonus_ways(ruleset, box_id, points, yacht, False)
    possible: list[int] = []
    if without_bonus:
        possible.append(0)
    if with_bonus:
        possible.append(units)
    return tuple(possible)


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
        values = possible_values(ruleset, box_id)
        return _combined([_effect(ruleset, box_id, value) for value in values])
    box = ruleset.boxes[box_id]
    yacht_boxes = yacht_box_ids(ruleset)
    is_yacht_box = box_id in yacht_boxes
    open_boxes = list(next_boxes(ruleset, {}))
    as_first_yacht = _yacht_turn(ruleset, (box, points), {}, open_boxes, bonus=False)
    as_other_roll = _plain_turn(ruleset, box, points, {})
    barred: set[frozenset[str]] = set()
    if not is_yacht_box:
        contexts = [
            Context(dict.fromkeys(yacht_boxes, 0), *timing) for timing in all_timings(ruleset)
        ]
        for roll in yachts_for(ruleset, box_id, points):
            if any(points in entry(ruleset, box, roll, late).points for late in contexts):
                barred.add(_boxes_before(ruleset, box_id, roll))
    is_possible_without = bool(as_first_yacht or as_other_roll)
    is_scored_yacht_box = is_yacht_box and points != 0
    return _YachtEffect(is_possible_without, frozenset(barred), frozenset({is_scored_yacht_box}))


def _combined(effects: Sequence[_YachtEffect]) -> _YachtEffect:
    """Return the combined effects of several values."""
    barred = frozenset[frozenset[str]]().union(*(effect.barred for effect in effects))
    scored = frozenset[bool]().union(*(effect.scored for effect in effects))
    return _YachtEffect(any(effect.without for effect in effects), barred, scored)


def _boxes_before(ruleset: Ruleset, box_id: str, roll: Roll) -> frozenset[str]:
    """Return the boxes that a joker prefers to this one."""
    preferred: set[str] = set()
    for boxes in preferences(ruleset, roll, True):
        if box_id in boxes:
            break
        preferred.update(boxes)
    return frozenset(preferred)


def _counts_of(ruleset: Ruleset, boxes: Mapping[str, int]) -> Sequence[int] | None:
    """Return the possible numbers of further Yachts, or None if they must be searched for.

    For an unfinished card that would have to be searched, return the numbers within
    `extra_yacht_bounds`.
    """
    counts = None
    if _only_closing_helps(ruleset):
        effects = tuple([_effect(ruleset, box, boxes.get(box)) for box in ruleset.boxes])
        counts = _counts(ruleset, effects)
    if counts is None and len(boxes) < len(ruleset.boxes):
        least, most = extra_yacht_bounds(ruleset, boxes)
        return range(least, most + 1)
    return counts


@lru_cache(maxsize=64)
def _only_closing_helps(ruleset: Ruleset) -> bool:
    """Check whether, with a full Yacht box, filling a box never makes another harder to fill."""
    if is_ordered(ruleset):
        return False
    return all(category.boxes == 1 for category in ruleset.categories.values())


@lru_cache(maxsize=1 << 14)
def _counts(ruleset: Ruleset, effects: tuple[_YachtEffect, ...]) -> tuple[int, ...] | None:
    """Return the possible numbers of further Yachts of a card with these effects.

    None if that takes too long.
    """
    left: dict[str, _YachtEffect] = {}
    for box, effect in zip(ruleset.boxes, effects, strict=True):
        if effect.barred or not effect.without:
            left[box] = effect
    try:
        greatest = _most_yachts(left)
    except TooLongError:
        return None
    if greatest < 0:
        return ()
    may_be_scored = any(True in effect.scored for effect in effects)
    must_be_scored = any(False not in effect.scored for effect in effects)
    if ruleset.extra_yachts is None or not may_be_scored:
        return (0,)
    least = sum(not effect.without for effect in effects)
    counts = tuple(range(least, greatest + 1))
    if 0 in counts or must_be_scored:
        return counts
    return (0, *counts)  # the Yacht box may hold a 0


def _most_yachts(left: Mapping[str, _YachtEffect]) -> int:
    """Return the highest number of further Yachts in these boxes.

    It is negative if they cannot all be filled. The Yacht box is filled first. Then every Yacht
    that fits goes into its box at once, because filling a box helps the others. Only if none fits,
    one box that is in the way is filled without a Yacht.
    """
    known = {frozenset[str](): 0}

    def most(empty: frozenset[str]) -> int:
        if empty in known:
            return known[empty]
        if len(known) > MOST_STEPS:
            raise TooLongError
        ready = [box for box in empty if any(map(empty.isdisjoint, left[box].barred))]
        if ready:
            known[empty] = len(ready) + most(empty.difference(ready))
            return known[empty]
        in_the_way: set[str] = set()
        for box in empty:
            in_the_way.update(*left[box].barred)
        highest = -len(left) - 1  # if no box can be filled: each waits for a Yacht
        for box in empty & in_the_way:
            if left[box].without:
                highest = max(highest, most(empty - {box}))
        known[empty] = highest
        return highest

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
    """Return turns that lead to this finished card with this number of further Yachts.

    Return None if there are none. Raise TooLongError if the search ends without a result.
    """
    if games_of_columns(ruleset):
        return _order_of_columns(ruleset, boxes, extra_yachts)
    if ruleset.yachts_of_all_columns:
        return _order_in_all_columns(ruleset, boxes, extra_yachts)
    searched_turns = _turns_to(ruleset, boxes, extra_yachts)
    if searched_turns is None:
        return None
    turns: list[Turn] = []
    for box in settled_boxes(ruleset, boxes):
        turn = _plain_turn(ruleset, ruleset.boxes[box], boxes[box], {})
        if turn:
            turns.append(turn)
    return (*turns, *searched_turns)


def _order_of_columns(
    ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int
) -> tuple[Turn, ...] | None:
    """Return the turns of all columns, one column after another; None if there are none."""
    counts_by_column: list[list[tuple[int, int]]] = []
    games = games_of_columns(ruleset)
    for column, game in games.items():
        units = _units(ruleset, column)
        counts = possible_extra_yachts(game, _in_column(ruleset, column, boxes))
        counts_by_column.append([(units * count, count) for count in counts])
    chosen = _numbers_with_sum(counts_by_column, extra_yachts)
    if chosen is None:
        return None
    turns: list[Turn] = []
    for (column, game), count in zip(games.items(), chosen, strict=True):
        own_turns = order_of_play(game, _in_column(ruleset, column, boxes), count)
        if own_turns is None:
            return None
        for turn in own_turns:
            turns.append(replace(turn, box=ruleset.prefix(column) + turn.box))
    return tuple(turns)


def _numbers_with_sum(
    choices: Sequence[Sequence[tuple[int, int]]], total: int
) -> tuple[int, ...] | None:
    """Return one number of each list so that their values, which come before them, make a sum.

    None if no numbers do.
    """
    ways: dict[int, tuple[int, ...]] = {0: ()}
    for values in choices:
        longer: dict[int, tuple[int, ...]] = {}
        for known, numbers in ways.items():
            for value, number in values:
                longer.setdefault(known + value, (*numbers, number))
        ways = longer
    return ways.get(total)


def _order_in_all_columns(
    ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int
) -> tuple[Turn, ...] | None:
    """Return turns for a card whose further Yachts need the Yacht boxes of all columns.

    First come Yachts without a bonus, then the Yacht boxes, then Yachts that are no jokers, then
    number boxes, and last the jokers, which may need full number boxes. Return None if the card is
    impossible. Raise TooLongError if this order does not do, because boxes have an order of their
    own.
    """
    if extra_yachts not in possible_extra_yachts(ruleset, boxes):
        return None
    yacht = min((boxes[box] for box in yacht_box_ids(ruleset)), default=0)
    choices: list[list[tuple[int, int]]] = []
    for box_id in ruleset.boxes:
        units_here = _units_in_box(ruleset, box_id, boxes[box_id], yacht)
        choices.append([(own, own) for own in units_here])
    units = _numbers_with_sum(choices, extra_yachts)
    if units is None:
        return None
    bonus_of = dict(zip(ruleset.boxes, units, strict=True))
    stages = {
        box.id: _stage_of(ruleset, box, boxes[box.id], bool(bonus_of[box.id]))
        for box in ruleset.boxes.values()
    }
    turns: list[Turn] = []
    now: dict[str, int] = {}
    for box_id in sorted(ruleset.boxes, key=stages.__getitem__):
        turn = _turn_at(ruleset, box_id, boxes[box_id], now, bool(bonus_of[box_id]))
        if turn is None:
            raise TooLongError
        turns.append(turn)
        now[box_id] = boxes[box_id]
    return tuple(turns)


def _without_joker(ruleset: Ruleset, box: Box) -> set[int]:
    """Return the points of all rolls in a box, where no roll is a joker."""
    points: set[int] = set()
    for points_by_roll in plain_points(box.category, ruleset.dice, box.column.rolls):
        points.update(points_by_roll)
    return points


def _stage_of(ruleset: Ruleset, box: Box, points: int, bonus: bool) -> int:
    """Return the place of a box in the order of `_order_in_all_columns`, counted from 0."""
    if box.id in yacht_box_ids(ruleset):
        return 1
    if box.category.number:
        return 3 if bonus or points in examples(ruleset, box.id) else 0
    if not bonus and points in examples(ruleset, box.id):
        return 0
    timings = timings_of(box.category, ruleset.dice, box.column.rolls)
    for roll, timing in product(yachts(ruleset), timings):
        if box.category.score(roll, *timing) == points:
            return 2 if bonus else 0
    return 4  # a joker


def _turn_at(
    ruleset: Ruleset, box_id: str, points: int, now: Mapping[str, int], bonus: bool
) -> Turn | None:
    """Return a turn that fills a box now, with or without a bonus; None if there is none."""
    open_boxes = list(next_boxes(ruleset, now))
    box = ruleset.boxes[box_id]
    if box not in open_boxes:
        return None
    if not bonus:
        plain_turn = _plain_turn(ruleset, box, points, now)
        if plain_turn:
            return plain_turn
    return _yacht_turn(ruleset, (box, points), now, open_boxes, bonus)


def _turns_to(
    ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int
) -> tuple[Turn, ...] | None:
    """Return turns for all boxes but the settled ones; None if no turns lead to this card."""
    if conflicts(ruleset, boxes):
        return None
    for box, points in boxes.items():
        if points not in possible_values(ruleset, box):
            return None
    settled = set(settled_boxes(ruleset, boxes))
    pairs = frozenset(pair for pair in boxes.items() if pair[0] not in settled)
    return _search(ruleset, pairs, extra_yachts)


@lru_cache(maxsize=1 << 12)
def _search(
    ruleset: Ruleset, pairs: frozenset[_Entry], extra_yachts: int
) -> tuple[Turn, ...] | None:
    """Return turns that fill these boxes, all others being full; None if there are none."""
    points = dict(pairs)
    wanted = {box: points[box] for box in ruleset.boxes if box in points}
    return _Search(ruleset, wanted).find(frozenset(), extra_yachts)


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
        least = most = 0
        for box, points in self.wanted.items():
            if box not in filled:
                without_bonus, with_bonus = bonus_ways(self.ruleset, box, points, self.yacht, late)
                least += not without_bonus
                most += with_bonus
        return least <= left <= most

    def _turns(self, filled: frozenset[str], left: int) -> Iterator[Turn]:
        """Yield the next turns to try: Yacht boxes first, then turns with a bonus."""
        now = self.settled | {box: self.wanted[box] for box in filled}
        open_boxes = list(next_boxes(self.ruleset, now))
        if self.only_closing_helps and self.yacht_boxes <= filled:
            yield from self._late_turns(filled, left, now, open_boxes)
            return
        for box in sorted(open_boxes, key=lambda box: box.id not in self.yacht_boxes):
            wanted = (box, self.wanted[box.id])
            if left:
                with_bonus = _yacht_turn(self.ruleset, wanted, now, open_boxes, True)
                if with_bonus:
                    yield with_bonus
            without_bonus = _plain_turn(self.ruleset, box, self.wanted[box.id], now) or _yacht_turn(
                self.ruleset, wanted, now, open_boxes, False
            )
            if without_bonus:
                yield without_bonus

    def _late_turns(
        self, filled: frozenset[str], left: int, now: Mapping[str, int], open_boxes: list[Box]
    ) -> Iterator[Turn]:
        """Yield the next turns to try when filling a box can only make others easier to fill.

        A turn that must be a Yacht, or earns a bonus that is still wanted, is taken at once as the
        only one. Without such a turn, each box that can be filled without a Yacht is tried.
        """
        plain_turns = [
            _plain_turn(self.ruleset, box, self.wanted[box.id], now) for box in open_boxes
        ]
        if left == 0 and all(plain_turns):
            yield from filter(None, plain_turns[:1])
            return
        bonus = bool(self.yacht) and self.ruleset.extra_yachts is not None
        for box, plain_turn in zip(open_boxes, plain_turns, strict=True):
            if left == 0 and plain_turn:
                continue
            wanted = (box, self.wanted[box.id])
            turn = _yacht_turn(self.ruleset, wanted, now, open_boxes, bonus)
            if turn and self._within_bounds(filled | {box.id}, left - bool(turn.bonus)):
                yield turn
                return
        yield from filter(None, plain_turns)


def _yacht_turn(
    ruleset: Ruleset,
    wanted: tuple[Box, int],
    now: Mapping[str, int],
    open_boxes: list[Box],
    bonus: bool,
) -> Turn | None:
    """Return a Yacht that scores the wanted points in its box now, with a bonus or without."""
    box, points = wanted
    for roll in yachts_for(ruleset, box.id, points):
        if box not in allowed_boxes(ruleset, roll, now, open_boxes):
            continue
        for timing in all_timings(ruleset):
            use = entry(ruleset, box, roll, Context(now, *timing))
            if points in use.points and bool(use.bonus) == bonus:
                return Turn(box.id, roll, points, use.bonus, *timing)
    return None


def _plain_turn(ruleset: Ruleset, box: Box, points: int, now: Mapping[str, int]) -> Turn | None:
    """Return a turn that scores these points in the box without a Yacht; None if there is none."""
    rolls_by_points = examples(ruleset, box.id)
    if not is_bound(ruleset, box.id):
        if points not in rolls_by_points:
            return None
        roll, timing = rolls_by_points[points]
        return Turn(box.id, roll, points, 0, *timing)
    for roll, timing in rolls_by_points.values():
        if points in entry(ruleset, box, roll, Context(now, *timing)).points:
            return Turn(box.id, roll, points, 0, *timing)
    return None
