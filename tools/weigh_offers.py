"""Write the weights by which pages mark the best box for a roll: `sheetgen/odds/data/offers.json`.

The value of a card is approximated by one number for each open box, and by the progress towards its
bonus. These numbers are fitted to choices drawn from best play; those between close choices count
most. A game is left out if a player who keeps the best dice, and chooses boxes by these numbers,
loses more than `MOST_LOST` points a game. Games with too many states are played instead.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from bonus_progress import COUNT, parts_of, progress, steps_of
from msgspec.json import decode, encode, format as indented
from weigh_by_playing import weights_by_playing

from sheetgen.odds.best_play import DATA, UnsolvedError, fingerprint, shipped
from sheetgen.odds.board import Board, Floats, Indices
from sheetgen.odds.counters import Amount, Goal
from sheetgen.odds.solution import solver_of, values_of
from sheetgen.odds.solver import TIE, Layer, Levels, Solver, layer_of
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids

OFFERS = DATA / "offers.json"
MOST_LOST = 4.0
"""Maximum loss of points a game against best play."""
MOST_LOST_OF_PLAYED = 10.0
"""The same for a game that is played (weigh_by_playing.py), by a player who also keeps the dice
that the weights say: an eighth of the standard deviation of Maxi Yatzy."""
MOST_STATES = 2_000_000
"""Maximum number of states of a game; with 2 million it takes some minutes."""
DRAWN = 1000
"""Expected number of choices drawn for each turn of a game."""
CLOSE = 6.0
"""Loss in points at which a choice counts 1/e of the best one. 3 to 15 give about the same loss."""
Choices = tuple[Indices, Indices, Indices, Floats, Floats, Floats]
"""Choices in columns: full boxes, number of the roll, next state, gain, value, weight of the
roll."""


def play(
    solver: Solver, values: list[Floats], guess: list[Floats], drawn: int = 0
) -> tuple[float, Choices]:
    """Return the points lost by choosing boxes by `guess`, the values of states, and choices.

    The choices are drawn from this play. Dice are kept by the true `values`. The loss is exact: all
    rolls in all states count with their probabilities.
    """
    board, chances, lost, rolls = solver.board, np.ones(1), 0.0, 0
    random, found = np.random.Generator(np.random.PCG64(1)), []
    for full in range(len(board.boxes)):
        layer, after = layer_of(board, full), layer_of(board, full + 1)
        coming = np.zeros(after.size)
        for chance, worth, ways in last_rolls(
            solver, layer, chances, values[full + 1], after.starts
        ):
            row, column = np.nonzero(random.random(chance.shape) < chance * drawn)
            weight = np.maximum(chance[row, column], 1 / drawn if drawn else 0)
            liked, best = [], np.full(chance.shape, -np.inf)
            for columns, move, places, true in ways:
                each = guess[full + 1].take(places) + move.gains
                at = np.full(chance.shape[1], -1)
                at[columns] = np.arange(len(columns))
                for rows, which in ((np.arange(len(move.which)), move.which), *move.others):
                    entry = np.full(len(chance), len(true))
                    entry[rows] = which
                    can = np.flatnonzero((at[column] >= 0) & (entry[row] < len(true)))
                    pair = entry[row[can]], at[column[can]]
                    found.append(
                        (
                            np.full(len(can), full + 1),
                            rolls + can,
                            places[pair],
                            move.gains[pair[0], 0],
                            true[pair],
                            weight[can],
                        )
                    )
                    own = _rowed(each, entry)
                    best[:, columns] = np.maximum(best[:, columns], own)
                    liked.append((columns, entry, own, places, true))
            left = chance.copy()
            for columns, entry, own, places, true in liked:
                goes = (
                    left[:, columns]
                    * (own >= best[:, columns] - TIE)
                    * (entry < len(true))[:, None]
                )
                left[:, columns] -= goes
                gap = np.where(goes > 0, worth[:, columns] - _rowed(true, entry), 0)
                lost += float((goes * gap).sum())
                there = np.minimum(entry, len(true) - 1)
                np.add.at(coming, places.take(there, 0).ravel(), goes.ravel())
            rolls += len(row)
        chances = coming
    choices = tuple(np.concatenate(each) for each in zip(*found, strict=True))
    return lost, choices  # type: ignore[return-value]


def _rowed(entries: Floats, which: Indices) -> Floats:
    """Return the value of the entry of each roll; minus infinity where it has none."""
    return np.concatenate([entries, np.full((1, entries.shape[1]), -np.inf)]).take(which, 0)


def last_rolls(
    solver: Solver, layer: Layer, chances: Floats, after: Floats, starts: dict[int, int]
) -> Iterator[tuple[Any, ...]]:
    """Yield for each batch of states.

    The probability of each roll to be entered, its best value, and its moves.
    """
    turns, numbers = solver.turns, solver.board.numbers
    for blocks in layer.batches():
        own = chances[blocks[0].start : blocks[-1].start + blocks[-1].size]
        live = np.flatnonzero(own > 0)
        if not len(live):
            continue
        worth, ways = solver.values_of_turn(blocks, after, starts, live)
        rolled, flow, stopped = turns.chances * own[live], Levels(), dict[int, Floats]()
        for number, (kept, best) in zip(
            numbers, reversed(list(solver.decisions(worth))), strict=False
        ):
            flow = (
                turns.follow(flow, kept)
                if flow and turns.of_other_dice
                else turns.flow(rolled, kept, best)
            )
            if number != numbers[-1]:
                stopped[number] = stopped.get(number, 0) + flow[-1]
                flow[-1] = np.zeros_like(flow[-1])
            rolled = turns.rolled(flow)
        for number, chance in {numbers[-1]: rolled, **stopped}.items():
            yield chance, worth[number - 1], ways[number]


def features(solver: Solver) -> list[Floats]:
    """Return open boxes and progress of each state, by the number of full boxes.

    (states, numbers).
    """
    board, found = solver.board, []
    amounts = [
        (place, each) for place, each in enumerate(board.goal.counters) if isinstance(each, Amount)
    ]
    for sets in board.layers:
        rows = []
        for filled in sets:
            carried = np.array([*product(*board.values(filled))], float).reshape(
                board.size(filled), -1
            )
            is_open = np.array(
                [0.0 if filled >> place & 1 else 1.0 for place in range(len(board.boxes))]
            )
            parts = [np.tile(is_open, (len(carried), 1))]
            for place, amount in amounts:
                room = sum(
                    most for box, most in amount.largest.items() if is_open[board.boxes.index(box)]
                )
                value = carried[:, place]
                for step in steps_of(amount):
                    par = room * step / sum(amount.largest.values())
                    parts += [each[:, None] for each in parts_of(value, par, room, step)]
            rows.append(np.concatenate(parts, 1))
        found.append(np.concatenate(rows))
    return found


def fitted(choices: Choices, known: list[Floats]) -> Floats:
    """Return the weights of the features, to a tenth.

    Least squares of the differences between choices for a roll.
    """
    full, rolls, states, gains, values, weights = choices
    every = np.empty((len(rolls), known[0].shape[1]))
    for layer in np.unique(full):
        every[full == layer] = known[layer][states[full == layer]]
    best = np.full(rolls.max() + 1, -np.inf)
    np.maximum.at(best, rolls, values)
    weights = weights * np.exp((values - best[rolls]) / CLOSE)
    sums = np.bincount(rolls, weights, len(best))

    def centred(each: Floats) -> Floats:
        means = np.bincount(rolls, weights * each, len(best)) / np.maximum(sums, 1e-300)
        return (each - means[rolls]) * np.sqrt(weights)

    columns = np.array([centred(column) for column in every.T]).T
    found: Floats = np.linalg.lstsq(columns, centred(values - gains), rcond=None)[0]
    return found.round(1) + 0.0  # no zero with a minus


def weights_of(goal: Goal) -> tuple[dict[str, object] | None, float]:
    """Return the weights of a game, and the points that they lose a game.

    The weights are None if they lose too much.

    ``boxes``: expected worth of each box while it is open, up to a constant. ``bonus``: for each of
    its steps the sum ``at`` which it is earned, the ``pars`` of its boxes, and the slopes of
    progress, in points for a point ahead of par. Raises UnsolvedError for a game that is too large,
    or has other bonuses than one for a sum.
    """
    solver = solver_of(goal)
    board, amounts = solver.board, [each for each in goal.counters if isinstance(each, Amount)]
    if board.open_states > MOST_STATES:
        raise UnsolvedError("too many states")
    if len(amounts) > 1 or any(
        each.counts or each.yachts or {*each.weights.values()} != {1} for each in amounts
    ):
        raise UnsolvedError("its bonuses are not one bonus for a sum")
    values, known = values_of(solver, range(len(board.boxes) + 1)), features(solver)
    weights = fitted(play(solver, values, values, DRAWN)[1], known)
    lost, _ = play(solver, values, [each @ weights for each in known])
    boxes, slopes = weights[: len(board.boxes)].tolist(), weights[len(board.boxes) :].tolist()
    found: dict[str, object] = {"boxes": dict(zip(board.boxes, boxes, strict=True))}
    for amount in amounts:
        found["bonus"] = [
            progress(amount, step, slopes[COUNT * at :][:COUNT])
            for at, step in enumerate(steps_of(amount))
        ]
    return found if lost <= MOST_LOST else None, lost


def main(names: list[str]) -> None:
    """Write the weights of these games, or of all, and print the loss and the time of each."""
    games = {fingerprint(Goal(load_ruleset(name))): name for name in ruleset_ids()}
    found = decode(OFFERS.read_bytes()) if OFFERS.exists() else {}
    found = {key: each for key, each in found.items() if key in games}
    for key, name in games.items():
        if names and name not in names:
            continue
        start = time.perf_counter()
        goal = Goal(load_ruleset(name))
        best = shipped(goal.ruleset)
        weights: dict[str, object] | None
        try:
            if best and Board(goal).open_states > MOST_STATES:
                weights, lost, error = weights_by_playing(goal, best)
                weights = weights if lost <= MOST_LOST_OF_PLAYED else None
                print(f"{name}: played; the points lost have an error of {error:.2f}", flush=True)
            else:
                weights, lost = weights_of(goal)
        except UnsolvedError as error:
            print(f"{name}: {error}", flush=True)
            continue
        found.pop(key, None)  # it may have lost less before
        found |= {key: weights} if weights else {}
        print(
            f"{name}: {lost:.2f} points lost a game, {time.perf_counter() - start:.0f} s",
            flush=True,
        )
        OFFERS.write_bytes(indented(encode(dict(sorted(found.items()))), indent=1) + b"\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("SHEETGEN_HOME", folder)
        main(sys.argv[1:])
