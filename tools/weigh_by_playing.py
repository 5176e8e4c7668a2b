"""Weights of boxes for a game with too many states, found by playing it.

It is approximate policy iteration. A card is valued by its weights: the worth of its open boxes,
and of its progress towards the bonus. Games are played by weights to some turn. This turn is played
twice, by these weights and by shaken ones, so that two cards differ by a choice that was nearly
equal. Both are played on with the same random numbers. What a turn brings is compared with the
change of the value; it is exact, as all rolls count with their chances. The sum of these
differences until the end is what the value of a card was wrong by. Least squares find weights by
which such pairs of cards have the right difference, and it begins again.
"""

from typing import Any

import numpy as np
from bonus_progress import COUNT, STEP, parts_of, progress, steps_of
from msgspec.structs import replace

from sheetgen.odds.best_play import Play, page_tables
from sheetgen.odds.board import Floats
from sheetgen.odds.counters import Amount, Goal
from sheetgen.odds.playouts import Cards, Ints, PlayoutPlan, Playouts, mixed_number, plan_with

ROUNDS, GAMES = 10, 4500
"""Number of times that weights are found, and pairs of games that are played each time."""
MEANT = 6
"""Number of the last rounds of which the weights are the mean, as each is uncertain by a point."""
SHAKEN = 3.0
"""Standard deviation, in points, of the change of weights with which one turn is played."""
FADING = 0.9
"""Share by which a difference counts less for the card of each turn before: chance adds up as well.
The rounds make up for it."""
CHECKED = 8000
"""Number of games that show what is lost."""


def weights_by_playing(goal: Goal, best: Play) -> tuple[dict[str, Any], float, float]:
    """Return the weights of a game, the points that they lose a game, and the error of that.

    The form of the weights is that of `weights_of` (weigh_offers.py). The points are lost by a
    player who chooses boxes and dice by these weights, against best play. It begins with the
    weights that ship, if there are some, and makes them better.
    """
    _, shipped_weights = page_tables(goal.ruleset) or ({}, None)
    plan = plan_with(goal.ruleset, shipped_weights or _first_weights(goal, best))
    found = []
    for number in range(ROUNDS):
        differences, errors = play_pairs(plan, GAMES, number)
        change = np.linalg.lstsq(differences, errors, rcond=None)[0]
        plan = _corrected(plan, _numbers_of(plan) + change)
        found.append(_numbers_of(plan))
    weights = _weights_of(goal, np.mean(found[-MEANT:], axis=0))
    mean, error = mean_of_games(plan_with(goal.ruleset, weights), CHECKED, ROUNDS)
    return weights, best.value - mean, error


def _amounts(goal: Goal) -> list[Amount]:
    """Return the sum on which the bonus depends, if there is one."""
    return [each for each in goal.counters if isinstance(each, Amount)]


def _first_weights(goal: Goal, best: Play) -> dict[str, Any]:
    """Return weights to begin with: of each box its par, of the bonus a straight slope."""
    numbers = [best.boxes[box].par for box in goal.ruleset.boxes]
    for amount in _amounts(goal):
        (total,) = goal.stepped
        points = [goal.ruleset.all_totals[total].bonus(step) for step in steps_of(amount)]
        for more in np.diff([0, *points]).tolist():
            numbers += [more / STEP / COUNT] * COUNT
    return _weights_of(goal, np.array(numbers))


def _weights_of(goal: Goal, numbers: Floats) -> dict[str, Any]:
    """Return numbers as weights, to a tenth."""
    boxes = tuple(goal.ruleset.boxes)
    rounded = (numbers.round(1) + 0.0).tolist()  # no zero with a minus
    worth, slopes = rounded[: len(boxes)], rounded[len(boxes) :]
    found: dict[str, Any] = {"boxes": dict(zip(boxes, worth, strict=True))}
    for amount in _amounts(goal):
        found["bonus"] = [
            progress(amount, step, slopes[COUNT * at :][:COUNT])
            for at, step in enumerate(steps_of(amount))
        ]
    return found


def _numbers_of(plan: PlayoutPlan) -> Floats:
    """Return the weights of a plan in a row."""
    return np.array([*plan.worth, *(slope for step in plan.progress for slope in step.slopes)])


def _corrected(plan: PlayoutPlan, numbers: Floats) -> PlayoutPlan:
    """Return the plan with other weights, in a row."""
    count = len(plan.boxes)
    steps = []
    for at, step in enumerate(plan.progress):
        slopes = numbers[count + COUNT * at :][:COUNT]
        steps.append(replace(step, slopes=tuple(slopes.tolist())))
    return replace(plan, worth=tuple(numbers[:count].tolist()), progress=tuple(steps))


def play_pairs(plan: PlayoutPlan, pairs: int, seed: int) -> tuple[Floats, Floats]:
    """Return pairs of cards that differ by a choice: (pairs, numbers).

    The first value is the difference of their features, the second that of what their values were
    too low by, as the rest of their games shows.
    """
    count = len(plan.boxes)
    random = np.random.Generator(np.random.PCG64(seed))
    worth = np.array(plan.worth) + random.normal(0, SHAKEN, count)
    by_weights = Playouts(plan)
    by_shaken = Playouts(replace(plan, worth=tuple(worth.tolist())))
    splits = random.integers(0, count - 1, pairs)  # the turns that are played twice
    cards, others = no_cards(pairs), no_cards(pairs)
    for turn in range(count - 1):
        before, splitting = np.flatnonzero(splits >= turn), np.flatnonzero(splits == turn)
        _put(others, splitting, cards.at(splitting))
        _play(by_weights, cards, before, turn, seed)
        _play(by_shaken, others, splitting, turn, seed)
    known = [features(plan, each) for each in (cards, others)]
    errors = [_errors_of(by_weights, each, splits + 1, seed) for each in (cards, others)]
    return known[0] - known[1], errors[0] - errors[1]


def _errors_of(playouts: Playouts, cards: Cards, turns: Ints, seed: int) -> Floats:
    """Return what the values of cards, before these turns, were too low by; the cards are filled.

    Differences of later turns count less.
    """
    plan = playouts.plan
    errors = np.zeros(len(cards))
    share = np.ones(len(cards))
    for turn in range(len(plan.boxes)):
        here = np.flatnonzero(turns <= turn)
        if len(here):
            errors[here] += share[here] * _gain_of_turn(playouts, cards.at(here))
            share[here] *= FADING
            _play(playouts, cards, here, turn, seed)
    return errors + share * _missing_bonus(plan, cards)


def mean_of_games(plan: PlayoutPlan, games: int, seed: int) -> tuple[float, float]:
    """Return the mean total of games, and its error, which is less than that of the totals."""
    playouts = Playouts(plan)
    cards = no_cards(games)
    start = sum(plan.worth) + _progress_in(plan, features(plan, cards))
    totals = np.full(games, start)
    every = np.arange(games)
    for turn in range(len(plan.boxes)):
        totals += _gain_of_turn(playouts, cards)
        _play(playouts, cards, every, turn, seed)
    totals += _missing_bonus(plan, cards)
    return float(totals.mean()), float(totals.std() / games**0.5)


def no_cards(count: int) -> Cards:
    """Return empty cards."""
    return Cards(*(np.zeros(count, np.int64) for _ in range(4)))


def _gain_of_turn(playouts: Playouts, cards: Cards) -> Floats:
    """Return by how much more than the values of cards their next turn is expected to bring."""
    progress_now = _progress_in(playouts.plan, features(playouts.plan, cards))
    return playouts.worth_of_turns(cards) - progress_now


def _missing_bonus(plan: PlayoutPlan, cards: Cards) -> Floats:
    """Return what the worth of the progress of full cards lacks of their bonus."""
    bonus = np.array([float(plan.bonus_for(held)) for held in cards.held.tolist()])
    return bonus - _progress_in(plan, features(plan, cards))


def _play(playouts: Playouts, cards: Cards, places: Ints, turn: int, seed: int) -> None:
    """Play a turn of the cards at these places."""
    if not len(places):
        return
    plan = playouts.plan
    some = cards.at(places)
    counters = (places * len(plan.boxes) + turn) * plan.rolls
    playouts.play_turn(some, mixed_number(seed), counters)
    _put(cards, places, some)


def _put(cards: Cards, places: Ints, some: Cards) -> None:
    """Put cards in their places."""
    cards.full[places] = some.full
    cards.held[places] = some.held
    cards.flags[places] = some.flags
    cards.points[places] = some.points


def features(plan: PlayoutPlan, cards: Cards) -> Floats:
    """Return open boxes and progress of some cards: (cards, numbers)."""
    is_open = [(cards.full >> box & 1 == 0).astype(float) for box in range(len(plan.boxes))]
    columns = [*is_open]
    room = sum((plan.most[box] * is_open[box] for box in plan.counting), np.zeros(len(cards)))
    for step in plan.progress:
        par = np.zeros(len(cards))
        for box, points in zip(plan.counting, step.pars, strict=True):
            par += points * is_open[box]
        columns += parts_of(cards.held.astype(float), par, room, step.at)
    return np.array(columns).T


def _progress_in(plan: PlayoutPlan, known: Floats) -> Floats:
    """Return the worth of the progress of cards with these features."""
    worth: Floats = known[:, len(plan.boxes) :] @ _numbers_of(plan)[len(plan.boxes) :]
    return worth
