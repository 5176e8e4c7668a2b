"""How play goes that makes the most of a card: what stands in each box, which bonuses come, and all totals. numpy."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from sheetgen.odds.board import Board, Move
from sheetgen.odds.solve import Block, Layer, Solver, layer_of
from sheetgen.odds.tables import Progress, silent
from sheetgen.odds.turns import TIE, Floats, Levels
from sheetgen.rules.history import possible_values

GAMES = 100_000
"""So many games are played where all totals are too many to count."""
SEED = 1
_MOST_CELLS = 20_000_000
"""States times totals: with more, games are played instead."""


class Totals(Struct, eq=False):
    """The totals of well-played cards, so far: exact for each state, or of games that are played."""

    chances: Floats | None
    """(states, totals): how probable each state is with each total so far; None where games are played.

    The totals begin with the lowest that there can be.
    """
    states: NDArray[np.intp]
    """For each game the state that it is in."""
    scores: NDArray[np.intp]
    """For each game its total so far."""
    random: np.random.Generator
    left: Floats
    """For each game the sum of chances at which what it writes is drawn, less those that are passed."""
    order: tuple[NDArray[np.intp], NDArray[np.intp]]
    """The states of the games in order, and the games in this order."""


class Outlook(Struct, eq=False):
    """What is known once all layers are gone through."""

    boxes: list[dict[int, float]]
    """For each box how probable each of its values is."""
    yachts: float = 0.0
    """The bonuses of further Yachts that come on average, in points."""
    variance: float = 0.0
    earned: dict[str, dict[int, float]] = field(default_factory=dict)
    """For each total with steps that the goal depends on, how probable each of its values is."""
    totals: dict[int, float] = field(default_factory=dict)
    """How probable each total is, or how often it came among `games`."""
    games: int = 0
    """How many games were played for the totals; 0 if they are exact."""


class Step(Struct, frozen=True, eq=False):
    """From one layer to the next."""

    now: Floats
    """The values of its states."""
    then: Floats
    """Those of the next layer."""
    after: Layer


class Written(Struct, frozen=True, eq=False):
    """What is written in a box in some states."""

    states: NDArray[np.intp]
    """Of the layer."""
    move: Move
    places: NDArray[np.intp]
    """(entries, states): where each entry leads."""
    chances: Floats
    """(entries, states): how probable each is, and the state with it."""


class Player(Struct, frozen=True, eq=False, dict=True):
    """Goes through a game from its start, and keeps account. Of equally good boxes the first on the card is taken."""

    solver: Solver
    values: list[Floats]
    found: Outlook

    @property
    def board(self) -> Board:
        """The game."""
        return self.solver.board

    def play(self, progress: Progress = silent) -> Outlook:
        """Go through all layers."""
        count = len(self.board.boxes)
        chances, layer, totals = np.ones(1), layer_of(self.board, 0), self._totals()
        for full in range(count):
            after = layer_of(self.board, full + 1)
            coming = np.zeros(after.size)
            new = self._moved(totals, chances, after.size)
            step = Step(self.values[full], self.values[full + 1], after)
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

    def _batch(self, blocks: Sequence[Block], own: Floats, step: Step) -> list[Written]:
        """What is written in these states, from their rolls on."""
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
        """Keep account of what is written, where this turn changes what the card is worth by so much."""
        held = self.found.boxes[move.box]
        for points, bonus, chance in zip(move.points, move.bonus, chances.sum(1).tolist(), strict=True):
            held[points] = held.get(points, 0.0) + chance
            self.found.yachts += bonus * chance
        self.found.variance += float((chances * turn**2).sum())

    def _end(self, chances: Floats, totals: Totals) -> None:
        """What the bonuses are once all boxes are full."""
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
        """The lowest that boxes can come to, which is less than 0 only where dice count so."""
        boxes = self.board.goal.sum.boxes
        return sum(times * min(0, possible_values(self.board.goal.ruleset, box)[0]) for box, times in boxes.items())

    def _totals(self) -> Totals:
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
        return Totals(chances, games, games.copy(), random, np.zeros(0), (games, games))

    @staticmethod
    def _moved(totals: Totals, own: Floats, size: int) -> Totals:
        """Room for the totals after one more turn, which is drawn for each game here."""
        chances = None if totals.chances is None else np.zeros((size, totals.chances.shape[1]))
        order = np.argsort(totals.states, kind="stable")
        totals.order = totals.states[order], order
        totals.left = totals.random.random(len(order)) * own[totals.states] * (1 - 1e-9)
        return Totals(chances, np.full_like(order, -1), totals.scores.copy(), totals.random, totals.left, totals.order)


def _taken(move: Move, worth: Floats, rolled: Floats, best: Floats, columns: NDArray[np.intp]) -> Floats:
    """How probable each entry of a move is in these columns, which is taken out of the rolls that are left."""
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


def _follow(totals: Totals, new: Totals, each: Written, own: Floats) -> None:
    """Take the totals of these states, which are as probable as `own` says, with what is written."""
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


def _draw(totals: Totals, new: Totals, each: Written) -> None:
    """Draw for the games in these states whether this is what they write; `random` says at which sum of chances."""
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


def outlook(solver: Solver, values: list[Floats], progress: Progress = silent) -> Outlook:
    """How play goes that makes the most of a card."""
    return Player(solver, values, Outlook([{} for _ in solver.board.boxes])).play(progress)
