"""Playouts: a card is played to its end 2000 times, by the best box that the page names.

The page of the calculator does the same in `templates/calculator/rules/playouts.js`, with the same
random numbers, so that both have the same figures; a test compares them. What is explained there is
not repeated here. Needs numpy.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from sheetgen.errors import Message
from sheetgen.odds.best_play import page_tables
from sheetgen.rules.history import bound_boxes, maximum, possible_values, yacht_box_ids, yachts
from sheetgen.rules.patterns import Roll, all_rolls
from sheetgen.rules.ruleset import Box, Ruleset, boxes_of
from sheetgen.rules.scoring import (
    Context,
    entry,
    joker_boxes,
    moment,
    needs,
    points_of_rolls,
    preferences,
    runs_of,
)

Ints = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int16]
Floats = npt.NDArray[np.float64]
Shares = dict[int, float]
"""Shares of the final totals of a card, ascending by total."""

PLAYOUTS = 2000
_MOST_POLICIES = 40_000
"""Maximum number of policies that are kept: 50 MB with five dice."""
_NEVER = -1
"""Set of boxes that are never all full."""


class CardStanding(Struct, frozen=True):
    """Where a card stands: all that the rest of its game depends on."""

    full: int = 0
    """Set of full boxes, as bits."""
    held: int = 0
    """Points in the boxes that count for the bonus."""
    flags: int = 0
    """1 if a Yacht box holds points; the next bits say the same of what other boxes need."""
    points: int = 0
    """Points in boxes and for further Yachts."""


class PlanJoker(Struct, frozen=True):
    """Roll that may be a joker."""

    roll: int
    early: tuple[int, ...]
    """Sets of boxes of which the first with an open box takes the roll."""
    late: tuple[int, ...]
    """The same once it is a joker."""
    full: int
    """Boxes that are full by then."""
    points: tuple[tuple[int, ...], ...]
    """Points as a joker by moment and box."""


class BonusProgress(Struct, frozen=True):
    """Worth of the progress towards a step of a bonus (tools/weigh_offers.py)."""

    at: int
    pars: tuple[float, ...]
    first: int
    step: int
    slopes: tuple[float, ...]


class PlayoutPlan(Struct, frozen=True, dict=True):
    """Game as playouts need it. Boxes are numbers, in the order of their categories."""

    dice: int
    sides: int
    rolls: int
    boxes: tuple[str, ...]
    runs: tuple[tuple[int, ...], ...]
    points: tuple[tuple[tuple[int, ...], ...], ...]
    """Points by moment, box and roll. The second moment, if there is one, is the first roll."""
    most: tuple[int, ...]
    least: tuple[int, ...]
    worth: tuple[float, ...]
    counting: tuple[int, ...]
    """Boxes that count for the bonus."""
    progress: tuple[BonusProgress, ...]
    bonus: tuple[tuple[int, int], ...]
    yachts: tuple[int, ...]
    """Rolls that earn the points for a further Yacht."""
    yacht_points: int
    yacht_boxes: int
    jokers: tuple[PlanJoker, ...]
    needs: tuple[tuple[int, int], ...]
    """Boxes that need points in one of a set of others."""
    wins: tuple[int, ...]
    """Rolls that win at once as a first roll."""
    win_chance: float

    @cached_property
    def whole(self) -> int:
        """Set of all boxes."""
        return (1 << len(self.boxes)) - 1

    @cached_property
    def flags_of(self) -> tuple[int, ...]:
        """Flags that points in each box set."""
        sets = (self.yacht_boxes, *(others for _, others in self.needs))
        return tuple(
            sum((boxes >> box & 1) << place for place, boxes in enumerate(sets))
            for box in range(len(self.boxes))
        )

    def bonus_for(self, held: int) -> int:
        """Return the points of the bonus for a sum."""
        return max((points for least, points in self.bonus if least <= held), default=0)

    def standing_of(self, entries: Iterable[tuple[str, int, int]]) -> CardStanding:
        """Return where a card stands after entries: box, points, and points for a further Yacht."""
        full, held, flags, points = 0, 0, 0, 0
        for box_id, value, extra in entries:
            box = self.boxes.index(box_id)
            full |= 1 << box
            points += value + extra
            if box in self.counting:
                held += value
            if value:
                flags |= self.flags_of[box]
        return CardStanding(full, held, flags, points)

    def range_of(self, standing: CardStanding) -> tuple[int, int]:
        """Return the least and the most that a card may come to, each open box by itself."""
        is_open = [box for box in range(len(self.boxes)) if not standing.full >> box & 1]
        ends = []
        for values in (self.least, self.most):
            held = standing.held + sum(values[box] for box in is_open if box in self.counting)
            ends.append(
                standing.points + self.bonus_for(held) + sum(values[box] for box in is_open)
            )
        may_bring = standing.flags & 1 or any(self.yacht_boxes >> box & 1 for box in is_open)
        extra = self.yacht_points * len(is_open) if may_bring else 0
        return ends[0], ends[1] + extra


def plan_of(ruleset: Ruleset) -> PlayoutPlan | None:
    """Return the plan of a game; None for one that is not played out."""
    weights = _weights_of(ruleset)
    if not weights or why_not_played_out(ruleset):
        return None
    return plan_with(ruleset, weights)


def _weights_of(ruleset: Ruleset) -> Mapping[str, Any] | None:
    """Return the weights of the boxes of a game that ship; None without any."""
    tables = page_tables(ruleset)
    return tables[1] if tables else None


def why_not_played_out(ruleset: Ruleset) -> Message | None:
    """Return why a game is not played out; None for one that is."""
    if len(ruleset.columns) > 1:
        return Message("it has several columns")
    if ruleset.dice.kept == "stay":
        return Message("its kept dice stay where they are")
    if ruleset.dice.rolls_vary:
        return Message("it has saved or spare rolls, or more in the last turn")
    if any(True for _ in bound_boxes(ruleset)):
        return Message("its boxes bind each other")
    if not _weights_of(ruleset):
        return Message("it is not known how much each of its boxes is worth")
    return None


def plan_with(ruleset: Ruleset, weights: Mapping[str, Any]) -> PlayoutPlan:
    """Return the plan of a game with these weights of its boxes (tools/weigh_offers.py)."""
    dice, categories = ruleset.dice, list(ruleset.categories.values())
    boxes = tuple(boxes_of(category)[0].id for category in categories)
    rolls = all_rolls(dice.count, dice.sides)
    place_of = {roll: place for place, roll in enumerate(rolls)}
    names = [category.id for category in categories]

    def set_of(ids: Iterable[str], among: Sequence[str] = boxes) -> int:
        return sum(1 << among.index(each) for each in ids)

    moments = [moment(ruleset)]
    if any(each.wins or each.points.first_roll is not None for each in categories):
        moments.append(moment(ruleset, number=1))
    jokers = []
    joker_rolls = sorted(yachts(ruleset)) if ruleset.joker.category else []
    for roll in joker_rolls:
        early, late = (
            tuple(set_of(group, names) for group in preferences(ruleset, roll, is_late))
            for is_late in (False, True)
        )
        full = _NEVER
        points: tuple[tuple[int, ...], ...] = ()
        if ruleset.joker.rule != "none":
            filled = dict.fromkeys(joker_boxes(ruleset, roll, ruleset.columns[0]), 0)
            full = set_of(filled if ruleset.joker.number_box_full else yacht_box_ids(ruleset))
            points = tuple(_joker_points(ruleset, roll, filled, now) for now in moments)
        jokers.append(PlanJoker(place_of[roll], early, late, full, points))
    extra = ruleset.extra_yachts
    steps = weights.get("bonus", [])
    bonus = [total for total in ruleset.all_totals.values() if total.kind == "threshold"]
    winning = [
        roll
        for roll in rolls
        if any(each.wins and each.pattern.match(roll) is not None for each in categories)
    ]
    ways = [
        factorial(dice.count) // prod(factorial(roll.dice.count(face)) for face in set(roll.dice))
        for roll in winning
    ]
    return PlayoutPlan(
        dice=dice.count,
        sides=dice.sides,
        rolls=dice.rolls,
        boxes=boxes,
        runs=tuple(tuple(boxes.index(box.id) for box in run) for run in runs_of(ruleset)),
        points=tuple(
            tuple(
                points_of_rolls(category, dice, now.first_roll, now.number)
                for category in categories
            )
            for now in moments
        ),
        most=tuple(maximum(ruleset, box) for box in boxes),
        least=tuple(possible_values(ruleset, box)[0] for box in boxes),
        worth=tuple(weights["boxes"][box] for box in boxes),
        counting=tuple(boxes.index(box) for box in (steps[0]["pars"] if steps else ())),
        progress=tuple(_progress(step) for step in steps),
        bonus=tuple((step.at_least, step.points) for total in bonus for step in total.steps),
        yachts=tuple(place_of[roll] for roll in sorted(yachts(ruleset))) if extra else (),
        yacht_points=extra.points if extra else 0,
        yacht_boxes=set_of(yacht_box_ids(ruleset)) if extra else 0,
        jokers=tuple(jokers),
        needs=tuple(
            (boxes.index(box.id), set_of(other.id for other in needed))
            for box, needed in needs(ruleset)
        ),
        wins=tuple(place_of[roll] for roll in winning),
        win_chance=sum(ways) / dice.sides**dice.count,
    )


def _joker_points(
    ruleset: Ruleset, roll: Roll, filled: Mapping[str, int], now: Context
) -> tuple[int, ...]:
    """Return the points of a joker by box."""
    context = Context(filled, now.first_roll, now.number)
    boxes: list[Box] = [boxes_of(category)[0] for category in ruleset.categories.values()]
    return tuple(max(entry(ruleset, box, roll, context).points) for box in boxes)


def _progress(step: Mapping[str, Any]) -> BonusProgress:
    pars, slopes = tuple(step["pars"].values()), tuple(step["slopes"])
    return BonusProgress(step["at"], pars, step["first"], step["step"], slopes)


class KeepTables(Struct, frozen=True):
    """Keeps of all sizes, and what follows from each. Those of all dice come last."""

    starts: tuple[int, ...]
    """Number of the first keep of each size."""
    count: int
    more: Ints
    """Keeps with one more die: (keeps, faces), without those of all dice."""
    less: Ints
    """Keeps with one die less, by its place among the faces: (keeps, places), or the keep."""
    throws: Ints
    """Rolls that the keeps can become, one after the other, each as often as it can come."""
    start: Ints
    """Place of the first throw of each keep, and the end of the last."""

    @property
    def rolls(self) -> int:
        """Number of the first keep of all dice."""
        return self.starts[-1]


def keep_tables(dice: int, sides: int) -> KeepTables:
    """Return the keeps of some dice."""
    faces = range(1, sides + 1)
    keeps: list[tuple[int, ...]] = []
    starts = []
    for size in range(dice + 1):
        starts.append(len(keeps))
        keeps += combinations_with_replacement(faces, size)
    places = {keep: place for place, keep in enumerate(keeps)}
    more = [
        [places[tuple(sorted((*keep, face)))] for face in faces] for keep in keeps[: starts[-1]]
    ]
    less = []
    for place, keep in enumerate(keeps):
        smaller = []
        for face in sorted(set(keep)):
            at = keep.index(face)
            smaller.append(places[keep[:at] + keep[at + 1 :]])
        less.append(smaller + [place] * (min(dice, sides) - len(smaller)))
    throws: list[list[int]] = [[place - starts[-1]] for place in range(len(keeps))]
    for place in reversed(range(starts[-1])):
        throws[place] = [roll for keep in more[place] for roll in throws[keep]]
    start = np.cumsum([0, *map(len, throws)])
    every = np.array([roll for each in throws for roll in each])
    return KeepTables(tuple(starts), len(keeps), np.array(more), np.array(less), every, start)


class Cards(Struct):
    """Where many cards stand: an array for each field of `CardStanding`."""

    full: Ints
    held: Ints
    flags: Ints
    points: Ints

    def __len__(self) -> int:
        return len(self.full)

    def at(self, places: Ints) -> "Cards":
        """Return some of the cards."""
        return Cards(self.full[places], self.held[places], self.flags[places], self.points[places])


class BestBoxes(Struct, frozen=True):
    """Best box of each roll at each moment: arrays of (moments, rolls, cards)."""

    most: Ints
    """Most that each box can hold. Of equal ones that with the lower is best."""
    weights: Floats
    boxes: Shorts
    points: Shorts

    @classmethod
    def empty(cls, plan: PlayoutPlan, rolls: int, cards: int) -> "BestBoxes":
        """Return them before a box is offered."""
        shape = (len(plan.points), rolls, cards)
        weights = np.full(shape, -np.inf)
        boxes, points = np.zeros(shape, np.int16), np.zeros(shape, np.int16)
        return cls(np.array(plan.most), weights, boxes, points)

    def offer(self, at: tuple[int, slice], box: int, points: Shorts, weights: Floats) -> None:
        """Take a box for the rolls `at` which it is better; a weight of -inf is not allowed."""
        known = self.weights[at]
        is_better = weights > known
        is_equal = (weights == known) & np.isfinite(weights)
        if is_equal.any():
            is_better |= is_equal & (self.most[box] < self.most[self.boxes[at]])
        np.copyto(known, weights, where=is_better)
        np.copyto(self.boxes[at], box, where=is_better)
        np.copyto(self.points[at], points, where=is_better)


class Policies(Struct, frozen=True):
    """How turns are played: arrays of (policies, …)."""

    kept: Shorts
    """Keep of each roll: (policies, number of the roll from 1, rolls)."""
    boxes: Shorts
    """Best box of each roll: (policies, moments, rolls)."""
    points: Shorts
    """Points in it: (policies, moments, rolls)."""
    worth: Floats
    """Expected weight of the entry of the turn: (policies)."""


class Playouts(Struct, frozen=True, eq=False, dict=True):
    """Playouts of a game. How turns are played is found when it is first needed, and kept."""

    plan: PlayoutPlan
    _places: dict[int, int] = field(default_factory=dict)
    """Place of each policy by its key."""
    _shares: dict[CardStanding, Shares] = field(default_factory=dict)

    @cached_property
    def keeps(self) -> KeepTables:
        """Keeps of the dice."""
        return keep_tables(self.plan.dice, self.plan.sides)

    @cached_property
    def most(self) -> int:
        """Sum from which on the bonus does not change any more."""
        sums = [least for least, _ in self.plan.bonus] + [each.at for each in self.plan.progress]
        return max(sums, default=0)

    @cached_property
    def first_throws(self) -> Ints:
        """First rolls that do not win at once, each as often as it can come."""
        throws = self.keeps.throws[: self.keeps.start[1]]
        return throws[~np.isin(throws, self.plan.wins)]

    @property
    def roll_count(self) -> int:
        """Number of different rolls."""
        return self.keeps.count - self.keeps.rolls

    @cached_property
    def _policies(self) -> Policies:
        moments = len(self.plan.points)
        shape = (_MOST_POLICIES + PLAYOUTS, moments, self.roll_count)
        kept = np.empty((shape[0], max(1, self.plan.rolls - 1), self.roll_count), np.int16)
        boxes, points = np.empty(shape, np.int16), np.empty(shape, np.int16)
        return Policies(kept, boxes, points, np.empty(shape[0]))

    def shares_of(self, standing: CardStanding) -> Shares:
        """Return the shares of the final totals of a card."""
        if standing not in self._shares:
            self._shares[standing] = self._played(standing)
        return self._shares[standing]

    def _played(self, standing: CardStanding) -> Shares:
        plan = self.plan
        held = min(self.most, standing.held)
        if standing.full == plan.whole:
            return {standing.points + plan.bonus_for(held): 1.0}
        turns = len(plan.boxes) - standing.full.bit_count() - 1  # the last is not played
        count = PLAYOUTS if turns else 1
        values = (standing.full, held, standing.flags, standing.points)
        cards = Cards(*(np.full(count, value) for value in values))
        seed = reduce(lambda hash_, value: mixed_number(hash_ + value), values, 0)
        for turn in range(turns):
            counters = (np.arange(count) * turns + turn) * plan.rolls
            self.play_turn(cards, seed, counters)
        return self._totals_of(cards)

    def worth_of_turns(self, cards: Cards) -> Floats:
        """Return the expected weight of the entry of the next turn of each card.

        It is exact: all rolls count with their chances.
        """
        return self._policies.worth[self._places_of(cards)]

    def play_turn(self, cards: Cards, seed: int, counters: Ints) -> None:
        """Play the next turn of all cards; each takes random numbers from its own counter on."""
        plan, keeps = self.plan, self.keeps
        policies = self._places_of(cards)
        every = np.arange(len(cards))
        rolls = np.zeros(len(cards), np.int64)
        moments = np.zeros(len(cards), np.int64)
        rolled = every  # cards whose dice are rolled again
        first, count = np.zeros(len(cards), np.int64), len(self.first_throws)
        counts = np.full(len(cards), count)
        for number in range(1, plan.rolls + 1):
            random = mixed(seed + (counters[rolled] + number) * 0x9E3779B9)
            throws = self.first_throws if number == 1 else keeps.throws
            rolls[rolled] = throws[first + (random * counts >> 32)]
            moments[rolled] = self._moment_of(number)
            if number == plan.rolls:
                break
            kept = self._policies.kept[policies[rolled], number - 1, rolls[rolled]]
            goes_on = kept < keeps.rolls
            rolled, kept = rolled[goes_on], kept[goes_on]
            first = keeps.start[kept]
            counts = keeps.start[kept + 1] - first
        boxes = self._policies.boxes[policies, moments, rolls]
        points = self._policies.points[policies, moments, rolls]
        self._fill(cards, boxes.astype(np.int64), points.astype(np.int64), rolls)

    def _moment_of(self, number: int) -> int:
        """Return the moment of a roll by its number, from 1."""
        return len(self.plan.points) - 1 if number == 1 else 0

    def _fill(self, cards: Cards, boxes: Ints, points: Ints, rolls: Ints) -> None:
        """Enter points in boxes, for rolls."""
        plan = self.plan
        is_further = (cards.flags & 1) * np.isin(rolls, plan.yachts)
        cards.points += points + plan.yacht_points * is_further
        cards.full |= np.left_shift(1, boxes)
        counting = np.isin(boxes, plan.counting)
        cards.held = np.where(counting, np.minimum(self.most, cards.held + points), cards.held)
        cards.flags |= np.where(points != 0, np.array(plan.flags_of)[boxes], 0)

    def _places_of(self, cards: Cards) -> Ints:
        """Return the place of the policy of each card."""
        keys = (cards.full * (self.most + 1) + cards.held) * 2 ** (
            1 + len(self.plan.needs)
        ) + cards.flags
        different, first, which = np.unique(keys, return_index=True, return_inverse=True)
        if len(self._places) + len(different) > _MOST_POLICIES + PLAYOUTS:
            self._places.clear()
        new = [at for at, key in enumerate(different.tolist()) if key not in self._places]
        if new:
            start = len(self._places)
            places = slice(start, start + len(new))
            self._places.update(
                zip(different[new].tolist(), range(start, places.stop), strict=True)
            )
            self._choose(cards.at(first[new]), places)
        places_of_keys = np.array([self._places[key] for key in different.tolist()])
        return places_of_keys[which]

    def _choose(self, cards: Cards, places: slice) -> None:
        """Find how turns of cards are played, and keep it at these places."""
        best = self._best_boxes(cards)
        weights = best.weights
        self._policies.boxes[places] = best.boxes.transpose(2, 0, 1)
        self._policies.points[places] = best.points.transpose(2, 0, 1)
        keeps = self.keeps
        after = weights[0]
        worth = np.empty((keeps.count, len(cards)))
        chosen = np.empty((keeps.count, len(cards)), np.int16)
        sizes = (*keeps.starts, keeps.count)
        for number in range(self.plan.rolls - 1, 0, -1):
            worth[keeps.rolls :] = after
            for size in range(self.plan.dice - 1, -1, -1):
                own = slice(sizes[size], sizes[size + 1])
                total = np.zeros((own.stop - own.start, len(cards)))
                for face in range(self.plan.sides):
                    total += worth[keeps.more[own, face]]
                worth[own] = total / self.plan.sides
            worth[keeps.rolls :] = weights[self._moment_of(number)]  # to stop here
            chosen[:] = np.arange(keeps.count)[:, None]
            for size in range(1, self.plan.dice + 1):
                own = slice(sizes[size], sizes[size + 1])
                for place in range(min(size, self.plan.sides)):
                    smaller = keeps.less[own, place]
                    value = worth[smaller]
                    is_better = value > worth[own]
                    worth[own] = np.where(is_better, value, worth[own])
                    chosen[own] = np.where(is_better, chosen[smaller], chosen[own])
            after = worth[keeps.rolls :].copy()
            self._policies.kept[places, number - 1] = chosen[keeps.rolls :].T
        first_rolls = np.bincount(self.first_throws, minlength=self.roll_count)
        self._policies.worth[places] = first_rolls @ after / len(self.first_throws)

    def _best_boxes(self, cards: Cards) -> "BestBoxes":
        """Return the best box of each roll."""
        plan = self.plan
        best = BestBoxes.empty(plan, self.roll_count, len(cards))
        special = sorted({*plan.yachts, *(joker.roll for joker in plan.jokers)})
        is_next = self._next_boxes(cards)
        for box in range(len(plan.boxes)):
            if not is_next[box].any():
                continue
            weigh = self._weights_in(box, cards)
            for now, lists in enumerate(plan.points):
                values, codes = np.unique(lists[box], return_inverse=True)
                points = np.where(self._is_early(box, cards.flags), 0, values[:, None])
                weights = np.where(is_next[box], weigh(points, 0), -np.inf)
                points = points.astype(np.int16)
                best.offer((now, slice(None)), box, points[codes], weights[codes])
        for roll in special:
            best.weights[:, roll] = -np.inf
            self._offer_special(best, roll, cards, is_next)
        return best

    def _offer_special(
        self, best: "BestBoxes", roll: int, cards: Cards, is_next: npt.NDArray[np.bool_]
    ) -> None:
        """Offer the boxes of a roll that may be a joker, or earn points for a further Yacht."""
        plan = self.plan
        joker = next((each for each in plan.jokers if each.roll == roll), None)
        allowed = self._allowed(joker, cards.full, is_next) if joker else np.array(plan.whole)
        earns = cards.flags & 1 if roll in plan.yachts else 0
        for box in range(len(plan.boxes)):
            may = is_next[box] & (allowed >> box & 1 == 1)
            weigh = self._weights_in(box, cards)
            for now, lists in enumerate(plan.points):
                points = np.full(len(cards), lists[box][roll])
                if joker and joker.points:
                    is_late = cards.full & joker.full == joker.full
                    points = np.where(is_late, joker.points[now][box], points)
                points = np.where(self._is_early(box, cards.flags), 0, points)
                weights = np.where(may, weigh(points, plan.yacht_points * earns), -np.inf)
                at = (now, slice(roll, roll + 1))
                best.offer(at, box, points[None].astype(np.int16), weights[None])

    def _weights_in(self, box: int, cards: Cards) -> Callable[[Ints, Ints | int], Floats]:
        """Return a function for the weight of an entry in a box of cards.

        Its arguments are points, and points for a further Yacht, both (…, cards).
        """
        open_boxes = self._progress_with(cards.full | 1 << box)

        def weigh(points: Ints, extra: Ints | int) -> Floats:
            progress = self._progress_at(open_boxes, box, cards, points)
            weights: Floats = points + extra - self.plan.worth[box] + progress
            return weights

        return weigh

    def _is_early(self, box: int, flags: Ints) -> npt.NDArray[np.bool_]:
        """Check for each card whether a box needs points in another one, where there are none."""
        found = np.zeros(len(flags), np.bool_)
        for place, (needing, _) in enumerate(self.plan.needs):
            if needing == box:
                found |= flags >> (place + 1) & 1 == 0
        return found

    def _next_boxes(self, cards: Cards) -> npt.NDArray[np.bool_]:
        """Check which boxes are next: (boxes, cards)."""
        found = np.zeros((len(self.plan.boxes), len(cards)), np.bool_)
        for run in self.plan.runs:
            before = np.ones(len(cards), np.bool_)
            for box in run:
                is_open = cards.full >> box & 1 == 0
                found[box] |= before & is_open
                before &= ~is_open
        return found

    def _allowed(self, joker: PlanJoker, full: Ints, is_next: npt.NDArray[np.bool_]) -> Ints:
        """Return the boxes of a joker: the first group with a box that is next, else all."""
        open_boxes = sum(row.astype(np.int64) << box for box, row in enumerate(is_next))
        found: Ints = np.asarray(open_boxes)
        is_late = full & joker.full == joker.full
        for groups, is_here in ((joker.early, ~is_late), (joker.late, is_late)):
            for group in reversed(groups):
                found = np.where(is_here & (open_boxes & group != 0), open_boxes & group, found)
        return found

    def _progress_with(self, full: Ints) -> tuple[Ints, list[Floats]]:
        """Return what the open boxes of the bonus can bring: at most, and by par for each step."""
        room = np.zeros(len(full), np.int64)
        pars = [np.zeros(len(full)) for _ in self.plan.progress]
        for place, box in enumerate(self.plan.counting):
            is_open = full >> box & 1 == 0
            room += np.where(is_open, self.plan.most[box], 0)
            for at, step in enumerate(self.plan.progress):
                pars[at] += np.where(is_open, step.pars[place], 0.0)
        return room, pars

    def _progress_at(
        self, open_boxes: tuple[Ints, list[Floats]], box: int, cards: Cards, points: Ints
    ) -> Floats:
        """Return the worth of the progress towards the bonus after an entry."""
        room, pars = open_boxes
        held = cards.held + points if box in self.plan.counting else cards.held + 0 * points
        worth = np.zeros(held.shape)
        for step, par in zip(self.plan.progress, pars, strict=True):
            ahead = held + par - step.at
            ahead = np.where(held + room < step.at, -np.inf, ahead)
            ahead = np.where(held >= step.at, np.inf, ahead)
            total = np.zeros(held.shape)
            for part, slope in enumerate(step.slopes):
                within = ahead - step.first - step.step * part
                total += slope * np.maximum(0, np.minimum(step.step, within))
            worth += total
        return worth

    def _totals_of(self, cards: Cards) -> Shares:
        """Return the shares of the final totals of cards with one open box."""
        policies = self._places_of(cards)
        different, first, which = np.unique(policies, return_index=True, return_inverse=True)
        chances = self._ends(different)
        gains = np.empty(chances.shape, np.int64)
        for now in range(chances.shape[1]):
            for roll in range(self.roll_count):
                last = cards.at(first)
                last.points = np.zeros(len(different), np.int64)
                boxes = self._policies.boxes[different, now, roll].astype(np.int64)
                points = self._policies.points[different, now, roll].astype(np.int64)
                self._fill(last, boxes, points, np.full(len(different), roll))
                gains[:, now, roll] = last.points + self._bonuses(last.held)
        low = int(cards.points.min() + gains.min())
        totals = cards.points[:, None, None] + gains[which] - low
        weights = chances[which] / len(cards)
        shares = np.bincount(totals.ravel(), weights.ravel())
        return {low + int(at): float(shares[at]) for at in np.flatnonzero(shares)}

    def _bonuses(self, held: Ints) -> Ints:
        """Return the points of the bonus for sums."""
        bonus = np.zeros(len(held), np.int64)
        for least, points in self.plan.bonus:
            bonus = np.where(held >= least, points, bonus)
        return bonus

    def _ends(self, policies: Ints) -> Floats:
        """Return the chance of each roll to end a turn: (policies, moments, rolls)."""
        keeps = self.keeps
        ends = np.zeros((len(policies), len(self.plan.points), self.roll_count))
        first = np.bincount(self.first_throws, minlength=self.roll_count) / len(self.first_throws)
        coming = np.tile(first, (len(policies), 1))
        rows = np.arange(len(policies))
        for number in range(1, self.plan.rolls):
            flow = np.zeros((len(policies), keeps.count))
            kept = self._policies.kept[policies, number - 1]
            for roll in range(self.roll_count):
                flow[rows, kept[:, roll]] += coming[:, roll]
            ends[:, self._moment_of(number)] += flow[:, keeps.rolls :]
            flow[:, keeps.rolls :] = 0
            for keep in range(keeps.rolls):
                for face in range(self.plan.sides):
                    flow[:, keeps.more[keep, face]] += flow[:, keep] / self.plan.sides
            coming = flow[:, keeps.rolls :]
        ends[:, self._moment_of(self.plan.rolls)] += coming
        return ends


def mixed(values: Ints) -> Ints:
    """Return evenly mixed numbers of 32 bits (the hash "lowbias32" of Chris Wellons)."""
    hashes = values.astype(np.uint64).astype(np.uint32)
    hashes = (hashes ^ hashes >> np.uint32(16)) * np.uint32(0x7FEB352D)
    hashes = (hashes ^ hashes >> np.uint32(15)) * np.uint32(0x846CA68B)
    return (hashes ^ hashes >> np.uint32(16)).astype(np.int64)


def mixed_number(value: int) -> int:
    """Return one such number."""
    return int(mixed(np.array([value]))[0])
