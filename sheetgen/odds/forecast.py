"""Statistics of best play: values of boxes, bonuses, and the distribution of totals. Needs numpy."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from sheetgen.odds.best_play import Progress, silent
from sheetgen.odds.board import Board, Move
from sheetgen.odds.solver import Block, Layer, Solver, layer_of
from sheetgen.odds.turns import TIE, Floats, Levels
from sheetgen.rules.history import possible_values

GAMES = 100_000
"""Number of simulated games where there are too many totals to count: the standard error of a share is at most 0.16 %.
"""
SEED = 1
_MOST_CELLS = 20_000_000
"""Maximum product of states and totals for an exact distribution (160 MB). With more, games are simulated."""


class TotalCounts(Struct, eq=False):
    """Totals during play: exact for each state, or of simulated games."""

    chances: Floats | None
    """Probabilities of each state and total, (states, totals); None where games are simulated.

    The first column is the lowest possible total.
    """
    states: NDArray[np.intp]
    """State of each simulated game."""
    scores: NDArray[np.intp]
    """Total of each simulated game."""
    random: np.random.Generator
    left: Floats
    """Random number of each game, scaled to the probability of its state, less the probabilities of entries not drawn.
    """
    order: tuple[NDArray[np.intp], NDArray[np.intp]]
    """Sorted states of the games, and the games in this order."""


class Forecast(Struct, eq=False):
    """Results after the last layer."""

    boxes: list[dict[int, float]]
    """Probability of each value of each box."""
    yachts: float = 0.0
    """Expected points of further Yachts."""
    variance: float = 0.0
    earned: dict[str, dict[int, float]] = field(default_factory=dict)
    """Probability of each value of the totals with steps."""
    totals: dict[int, float] = field(default_factory=dict)
    """Probability of each total, or its share of the simulated games."""
    games: int = 0
    """Number of simulated games; 0 if the totals are exact."""


class ForecastStep(Struct, frozen=True, eq=False):
    """Transition from one layer to the next."""

    now: Floats
    """Values of the states of this layer."""
    then: Floats
    """Values of the states of the next layer."""
    after: Layer


class Written(Struct, frozen=True, eq=False):
    """Entries in one box in some states."""

    states: NDArray[np.intp]
    """States of the layer."""
    move: Move
    places: NDArray[np.intp]
    """State after each entry, (entries, states)."""
    chances: Floats
    """Probability of each state with each entry, (entries, states)."""


class Player(Struct, frozen=True, eq=False, dict=True):
    """Best play of a game from its start, with its statistics. Of equally good boxes the first on the card is taken."""

    solver: Solver
    values: list[Floats]
    found: Forecast

    @property
    def board(self) -> Board:
        """Board of the game."""
        return self.solver.board

    def play(self, progress: Progress = silent) -> Forecast:
        """Play through all layers and return the results."""
        count = len(self.board.boxes)
        chances, layer, totals = np.ones(1), layer_of(self.board, 0), self._totals()
        for full in range(count):
            after = layer_of(self.board, full + 1)
            coming = np.zeros(after.size)
            new = self._moved(totals, chances, after.size)
            step = ForecastStep(self.values[full], self.values[full + 1], after)
            for blocks in layer.batches():
                own = chances[blocks[0].start : blocks[-1].start + blocks[-1].size]
                if own.any():
                    for each in self._batch(blocks, own, step):
                        np.add.at(coming, each.places.ravel(), each.chances.ravel())
                        _follow(totals, new, each, chances)
                progress(len(own), self.board.open_states)
            chances, layer, totals = coming, after, new
        self._end(chances, totals)
        return self.found

    def _batch(self, blocks: Sequence[Block], own: Floats, step: ForecastStep) -> list[Written]:
        """Return the entries in these states, from the rolls of a turn on."""
        turns, origin = self.solver.turns, blocks[0].start
        live = np.flatnonzero(own > 0)  # many states are never come to
        worth, ways = self.solver.turn(blocks, step.then, step.after.starts, live)
        rolled, stopped, flow = turns.chances * own[live], dict[int, Floats](), Levels()
        numbers, decisions = self.board.numbers, list(self.solver.decisions(worth))
        for number, (kept, best) in zip(numbers, reversed(decisions), strict=False):
            flow = turns.follow(flow, kept) if flow and turns.beside else turns.flow(rolled, kept, best)
            if number != numbers[-1]:  # it is worth something else now than later
                stopped[number] = flow[-1] + stopped[number] if number in stopped else flow[-1]
                flow[-1] = np.zeros_like(flow[-1])
            rolled = turns.rolled(flow)
        found = []
        for number, chances in {numbers[-1]: rolled, **stopped}.items():
            left = chances.copy()
            for columns, move, places, worths in ways[number]:
                taken = _taken(move, worths, left, worth[number - 1], columns)
                if taken.any():
                    states = origin + live[columns]
                    found.append(Written(states, move, places, taken))
                    self._note(move, taken, worths - step.now[states])
        return found

    def _note(self, move: Move, chances: Floats, turn: Floats) -> None:
        """Add entries to the statistics; `turn` is the change of the card's value in this turn."""
        held = self.found.boxes[move.box]
        for points, bonus, chance in zip(move.points, move.bonus, chances.sum(1).tolist(), strict=True):
            held[points] = held.get(points, 0.0) + chance
            self.found.yachts += bonus * chance
        self.found.variance += float((chances * turn**2).sum())

    def _end(self, chances: Floats, totals: TotalCounts) -> None:
        """Add bonuses and totals of full cards to the statistics."""
        for earned, chance in zip(self.board.endings(), chances.tolist(), strict=True):
            for total, points in earned.items():
                held = self.found.earned.setdefault(total, {})
                held[points] = held.get(points, 0.0) + chance
        last = self.board.last().astype(np.intp)
        if totals.chances is None:
            found, counts = np.unique(totals.scores + last[totals.states], return_counts=True)
            self.found.totals = dict(zip(found.tolist(), (counts / len(totals.scores)).tolist(), strict=True))
            self.found.games = len(totals.scores)
            return
        for bonus, row in zip(last.tolist(), totals.chances, strict=True):
            for place in np.flatnonzero(row).tolist():
                total = place + bonus + self._lowest
                self.found.totals[total] = self.found.totals.get(total, 0.0) + float(row[place])

    @cached_property
    def _lowest(self) -> int:
        """Lowest possible sum of the boxes: below 0 only if scores may be negative."""
        boxes = self.board.goal.sum.boxes
        return sum(times * min(0, possible_values(self.board.goal.ruleset, box)[0]) for box, times in boxes.items())

    def _totals(self) -> TotalCounts:
        ruleset, goal = self.board.goal.ruleset, self.board.goal
        extra = ruleset.extra_yachts.points * goal.sum.yachts if ruleset.extra_yachts else 0
        ends = {box: max(0, possible_values(ruleset, box)[-1]) for box in ruleset.boxes}
        most = sum(goal.sum.boxes.get(box, 0) * end + extra for box, end in ends.items())
        span = 1 + most - self._lowest
        cells = max(map(len, self.values)) * span
        chances = np.zeros((1, span)) if cells <= _MOST_CELLS else None
        if chances is not None:
            chances[0, -self._lowest] = 1.0
        games = np.zeros(0 if chances is not None else GAMES, np.intp)
        random = np.random.Generator(np.random.PCG64(SEED))
        return TotalCounts(chances, games, games.copy(), random, np.zeros(0), (games, games))

    @staticmethod
    def _moved(totals: TotalCounts, own: Floats, size: int) -> TotalCounts:
        """Return empty totals for the next turn, with a new random number for each game."""
        chances = None if totals.chances is None else np.zeros((size, totals.chances.shape[1]))
        order = np.argsort(totals.states, kind="stable")
        totals.order = totals.states[order], order
        totals.left = totals.random.random(len(order)) * own[totals.states] * (1 - 1e-9)
        return TotalCounts(
            chances, np.full_like(order, -1), totals.scores.copy(), totals.random, totals.left, totals.order
        )


def _taken(move: Move, worth: Floats, rolled: Floats, best: Floats, columns: NDArray[np.intp]) -> Floats:
    """Return the probability of each entry of a move in these columns, and take its rolls out of `rolled`."""
    found = np.zeros((len(worth) + 1, worth.shape[1]))
    worth = np.concatenate([worth, np.full((1, worth.shape[1]), -np.inf)])
    left, least = rolled[:, columns], best[:, columns] - TIE
    goes = left * (worth.take(move.which, 0) >= least)
    left -= goes
    found[move.entries] = np.add.reduceat(goes.take(move.order, 0), move.starts, 0)
    for rows, which in move.others:
        goes = left[rows] * (worth[which] >= least[rows])
        left[rows] -= goes
        np.add.at(found, which, goes)
    rolled[:, columns] = left
    return found[:-1]


def _follow(totals: TotalCounts, new: TotalCounts, each: Written, own: Floats) -> None:
    """Move the totals of these states, whose probabilities are `own`, to the states after the entries."""
    if totals.chances is None or new.chances is None:
        _draw(totals, new, each)
        return
    before, width = totals.chances[each.states], totals.chances.shape[1]
    shares = each.chances / own[each.states]
    gains = each.move.gains[:, 0].astype(int).tolist()
    for entry in np.flatnonzero(shares.any(1)).tolist():
        places, gain, share = each.places[entry], gains[entry], shares[entry]
        to, coming = slice(max(0, gain), width + min(0, gain)), before[:, max(0, -gain) : width - max(0, gain)]
        if len(np.unique(places)) == len(places):
            new.chances[places, to] += coming * share[:, None]
        else:
            np.add.at(new.chances[:, to], places, coming * share[:, None])


def _draw(totals: TotalCounts, new: TotalCounts, each: Written) -> None:
    """Draw the entries of the games in these states: an entry is taken once the game's random number is passed."""
    first, last = (np.searchsorted(totals.order[0], each.states, side) for side in ("left", "right"))
    columns = np.repeat(np.arange(len(first)), last - first)
    before = np.cumsum(last - first) - (last - first)
    games = totals.order[1][np.arange(len(columns)) + (first - before)[columns]]
    still = new.states[games] < 0
    games, columns = games[still], columns[still]
    if not len(games):
        return
    passed = np.cumsum(each.chances, 0)[:, columns]
    drawn = (passed <= totals.left[games]).sum(0)
    totals.left[games] -= passed[-1]
    hit = drawn < len(passed)
    new.states[games[hit]] = each.places[drawn[hit], columns[hit]]
    new.scores[games[hit]] += each.move.gains[drawn[hit], 0].astype(np.intp)


def forecast(solver: Solver, values: list[Floats], progress: Progress = silent) -> Forecast:
    """Return the statistics of best play."""
    return Player(solver, values, Forecast([{} for _ in solver.board.boxes])).play(progress)
