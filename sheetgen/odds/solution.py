"""Solution of a game: size limits, values of its states, and statistics of best play.

Needs numpy.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.errors import Message, SheetgenError
from sheetgen.files.folders import cache_folder
from sheetgen.odds.best_play import (
    VERSION,
    BoxPlay,
    Play,
    Progress,
    TotalPlay,
    Totals,
    UnsolvedError,
    fingerprint,
    keep,
    kept_play,
    silent,
    write_play,
)
from sheetgen.odds.board import Board, Floats, Move
from sheetgen.odds.counters import Goal, of_column
from sheetgen.odds.solver import TIE, Block, Levels, Solver, Turns, layer_of
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import adds_boxes

MOST_SETS = 2_000_000
"""Maximum number of sets of full boxes, each of which is listed."""
MOST_STATES = 100_000_000
"""Maximum number of states: their values take 800 MB."""
GAMES = 100_000  # 0.0016 is sqrt(0.25 / 100,000)
"""Number of simulated games where there are too many totals to count; shares have a standard error
of 0.16 %."""
SEED = 1  # a fixed one, so that a table is the same in each run
_MOST_CELLS = 20_000_000
"""Maximum product of states and totals for an exact distribution (160 MB). With more, games are
simulated."""


# what can be solved


def fits(goal: Goal) -> bool:
    """Check whether a game can be solved."""
    board = Board(goal)
    return (
        not _unsupported_rule(goal) and board.sets <= MOST_SETS and board.most_states <= MOST_STATES
    )


def solver_of(goal: Goal) -> Solver:
    """Return the solver of a game.

    Raises UnsolvedError for a game that is too large or has an unknown rule; it names the reason
    and what is possible.
    """
    unknown, board = _unsupported_rule(goal), Board(goal)
    if unknown:
        raise UnsolvedError(
            "cannot be worked out: %(reason)s; %(instead)s", reason=unknown, instead=_instead(goal)
        )
    if not fits(goal):
        message = Message(
            "too large to compute: %(sets)s sets of full boxes with up to %(states)s states"
            " of %(size)s bytes each; "
            "%(most)s sets and %(limit)s states are possible; %(instead)s"
        )
        raise UnsolvedError(
            message,
            sets=board.sets,
            states=board.most_states,
            size=8,
            most=MOST_SETS,
            limit=MOST_STATES,
            instead=_instead(goal),
        )
    return Solver(board, Turns(board.keeps))


def _unsupported_rule(goal: Goal) -> SheetgenError | None:
    """Return a rule of the game that the solver does not know, or None."""
    game = goal.ruleset
    named = tuple(column.name for column in game.columns if column.announced is not None)
    if named:
        return SheetgenError("boxes of %(columns)s are named before they are filled", columns=named)
    if goal.differences:
        return SheetgenError(
            "a difference depends on all that goes into it, as %(ids)s does", ids=goal.differences
        )
    if game.dice.served == "all_dice" and any(
        each.points.first_roll is not None for each in game.categories.values()
    ):
        return SheetgenError("a later roll of all dice counts as a first one")
    return None


def _instead(goal: Goal) -> Message | SheetgenError:
    """Return a proposal.

    One column, the game without the costliest totals, another total, or single boxes.
    """
    ruleset, left_out = goal.ruleset, {*goal.differences}
    differences = frozenset(
        total.id for total in ruleset.declared.values() if total.kind == "difference"
    )
    for without in (frozenset[str](), differences) if len(ruleset.columns) > 1 else ():
        ids = [column.id for column in ruleset.columns]
        alone = tuple(each for each in ids if fits(Goal(of_column(ruleset, each), without=without)))
        if alone:
            more = f"--without {','.join(sorted(without))} " if without else ""
            message = Message(
                "sheetgen odds can look at one column alone, with %(more)s--column %(ids)s"
            )
            return SheetgenError(message, ids=alone, more=more)
    fewest = sorted(
        goal.stepped,
        key=lambda each: Board(Goal(ruleset, goal.total, goal.without | {each})).most_states,
    )
    for total in ("", *fewest):
        left_out |= {total} - {""}
        less = Goal(ruleset, goal.total, goal.without | left_out)
        if less.sum.boxes and fits(less):
            return SheetgenError(
                "sheetgen odds can leave totals out, with --without %(ids)s",
                ids=",".join(sorted(left_out)),
            )
    others = (total for total in ruleset.all_totals if adds_boxes(ruleset, total))
    fitting = [total for total in others if fits(Goal(ruleset, total))]
    if fitting:
        return SheetgenError(
            "sheetgen odds can aim at another total, with --total %(ids)s", ids=fitting[-1]
        )
    return Message("only the odds of single boxes can be computed")


# play from the empty card on


class TotalCounts(Struct, eq=False):
    """Distribution of totals during play, exact by state, or as totals of simulated games."""

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
    """Random number of each game, scaled to the probability of its state, less those of entries not
    drawn."""
    order: tuple[NDArray[np.intp], NDArray[np.intp]]
    """Sorted states of the games, and the games in this order."""


class Written(Struct, frozen=True, eq=False):
    """Entries in one box in some states."""

    states: NDArray[np.intp]
    """States of the layer."""
    move: Move
    places: NDArray[np.intp]
    """State after each entry, (entries, states)."""
    chances: Floats
    """Probability of each state with each entry, (entries, states)."""


class Player(Struct, eq=False, dict=True):
    """Best play of a game from its start, with its statistics.

    Of equally good boxes the first on the card is taken.
    """

    solver: Solver
    values: list[Floats]
    boxes: dict[str, dict[int, float]]
    """Probability of each value of each box."""
    yachts: float = 0.0
    """Expected points of further Yachts."""
    variance: float = 0.0

    @property
    def board(self) -> Board:
        """Board of the game."""
        return self.solver.board

    def play(self, progress: Progress = silent) -> Play:
        """Play through all layers and return the table of the game."""
        count = len(self.board.boxes)
        chances, layer, totals = np.ones(1), layer_of(self.board, 0), self._totals()
        for full in range(count):
            after = layer_of(self.board, full + 1)
            coming = np.zeros(after.size)
            new = self._totals_of_next_turn(totals, chances, after.size)
            for blocks in layer.batches():
                own = chances[blocks[0].start : blocks[-1].start + blocks[-1].size]
                if own.any():  # best play never comes to some sets
                    for each in self._batch(blocks, own, full, after.starts):
                        np.add.at(coming, each.places.ravel(), each.chances.ravel())
                        _follow(totals, new, each, chances)
                progress(len(own), self.board.open_states)
            chances, layer, totals = coming, after, new
        goal, extra = self.board.goal, self.board.goal.ruleset.extra_yachts
        earned = self._earned(chances)
        return Play(
            VERSION,
            fingerprint(goal),
            sum(map(len, self.values)),
            float(self.values[0][0]),
            self.variance**0.5,
            {box: BoxPlay(_mean(held), held.get(0, 0.0)) for box, held in self.boxes.items()},
            {
                total: TotalPlay(_mean(held), dict(sorted(held.items())))
                for total, held in earned.items()
            },
            self.yachts / extra.points if extra else 0.0,
            Totals(
                len(totals.scores),
                SEED if len(totals.scores) else 0,
                dict(sorted(self._shares(totals).items())),
            ),
        )

    def _batch(
        self, blocks: Sequence[Block], own: Floats, full: int, starts: dict[int, int]
    ) -> list[Written]:
        """Return the entries in these states with `full` boxes.

        `starts` are those of the sets of the next layer.
        """
        turns, origin = self.solver.turns, blocks[0].start
        live = np.flatnonzero(own > 0)  # many states are never come to
        worth, ways = self.solver.values_of_turn(blocks, self.values[full + 1], starts, live)
        rolled, stopped, flow = turns.chances * own[live], dict[int, Floats](), Levels()
        numbers, decisions = self.board.numbers, list(self.solver.decisions(worth))
        for number, (kept, best) in zip(numbers, reversed(decisions), strict=False):
            flow = (
                turns.follow(flow, kept)
                if flow and turns.of_other_dice
                else turns.flow(rolled, kept, best)
            )
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
                    self._note(move, taken, worths - self.values[full][states])
        return found

    def _note(self, move: Move, chances: Floats, turn: Floats) -> None:
        """Add entries to the statistics; `turn` is the change of the card's value in this turn."""
        held = self.boxes[self.board.boxes[move.box]]
        for points, bonus, chance in zip(
            move.points, move.bonus, chances.sum(1).tolist(), strict=True
        ):
            held[points] = held.get(points, 0.0) + chance
            self.yachts += bonus * chance
        self.variance += float((chances * turn**2).sum())

    def _earned(self, chances: Floats) -> dict[str, dict[int, float]]:
        """Return the probability of each value of totals with steps, from those of full cards."""
        found: dict[str, dict[int, float]] = {}
        for earned, chance in zip(self.board.endings(), chances.tolist(), strict=True):
            for total, points in earned.items():
                held = found.setdefault(total, {})
                held[points] = held.get(points, 0.0) + chance
        return found

    def _shares(self, totals: TotalCounts) -> dict[int, float]:
        """Return the probability of each total, or its share of the simulated games."""
        last, shares = self.board.last().astype(np.intp), dict[int, float]()
        if totals.chances is None:
            found, counts = np.unique(totals.scores + last[totals.states], return_counts=True)
            return dict(zip(found.tolist(), (counts / len(totals.scores)).tolist(), strict=True))
        for bonus, row in zip(last.tolist(), totals.chances, strict=True):
            for place in np.flatnonzero(row).tolist():
                total = place + bonus + self._lowest
                shares[total] = shares.get(total, 0.0) + float(row[place])
        return shares

    @cached_property
    def _lowest(self) -> int:
        """Lowest possible sum of the boxes: below 0 only if scores may be negative."""
        boxes = self.board.goal.sum.boxes
        return sum(
            times * min(0, possible_values(self.board.goal.ruleset, box)[0])
            for box, times in boxes.items()
        )

    def _totals(self) -> TotalCounts:
        ruleset, goal = self.board.goal.ruleset, self.board.goal
        extra = goal.sum.yachts * max(map(ruleset.points_of_yacht, ruleset.columns))
        ends = {box: max(0, possible_values(ruleset, box)[-1]) for box in ruleset.boxes}
        most = sum(goal.sum.boxes.get(box, 0) * end + extra for box, end in ends.items())
        span = 1 + most - self._lowest
        cells = max(map(len, self.values)) * span  # the largest layer decides
        chances = np.zeros((1, span)) if cells <= _MOST_CELLS else None
        if chances is not None:
            chances[0, -self._lowest] = 1.0
        games = np.zeros(0 if chances is not None else GAMES, np.intp)
        random = np.random.Generator(np.random.PCG64(SEED))
        return TotalCounts(chances, games, games.copy(), random, np.zeros(0), (games, games))

    @staticmethod
    def _totals_of_next_turn(totals: TotalCounts, own: Floats, size: int) -> TotalCounts:
        """Return empty totals for the next turn, with a new random number for each game."""
        chances = None if totals.chances is None else np.zeros((size, totals.chances.shape[1]))
        order = np.argsort(totals.states, kind="stable")
        totals.order = totals.states[order], order
        totals.left = totals.random.random(len(order)) * own[totals.states] * (1 - 1e-9)
        return TotalCounts(
            chances,
            np.full_like(order, -1),
            totals.scores.copy(),
            totals.random,
            totals.left,
            totals.order,
        )


def _taken(
    move: Move, worth: Floats, rolled: Floats, best: Floats, columns: NDArray[np.intp]
) -> Floats:
    """Return the probability of each entry of a move, and take its rolls out of `rolled`."""
    found = np.zeros((len(worth) + 1, worth.shape[1]))
    worth = np.concatenate([worth, np.full((1, worth.shape[1]), -np.inf)])
    left, least = (
        rolled[:, columns],
        best[:, columns] - TIE,
    )  # or rounding errors leave a roll without an entry
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
    """Move the totals of these states, with probabilities `own`, to the states after entries."""
    if totals.chances is None or new.chances is None:
        _draw(totals, new, each)
        return
    before, width = totals.chances[each.states], totals.chances.shape[1]
    shares = each.chances / own[each.states]
    gains = each.move.gains[:, 0].astype(int).tolist()
    for entry in np.flatnonzero(shares.any(1)).tolist():
        places, gain, share = each.places[entry], gains[entry], shares[entry]
        to, coming = (
            slice(max(0, gain), width + min(0, gain)),
            before[:, max(0, -gain) : width - max(0, gain)],
        )
        if len(np.unique(places)) == len(places):
            new.chances[places, to] += coming * share[:, None]
        else:
            np.add.at(new.chances[:, to], places, coming * share[:, None])


def _draw(totals: TotalCounts, new: TotalCounts, each: Written) -> None:
    """Draw the entries of the games in these states.

    An entry is taken once the game's random number is passed.
    """
    first, last = (
        np.searchsorted(totals.order[0], each.states, side) for side in ("left", "right")
    )
    columns = np.repeat(np.arange(len(first)), last - first)
    before = np.cumsum(last - first) - (last - first)
    games = totals.order[1][np.arange(len(columns)) + (first - before)[columns]]
    still = (
        new.states[games] < 0
    )  # games without an entry yet: a batch has several moves for a state
    games, columns = games[still], columns[still]
    if not len(games):
        return
    passed = np.cumsum(each.chances, 0)[:, columns]
    drawn = (passed <= totals.left[games]).sum(0)
    totals.left[games] -= passed[-1]
    hit = drawn < len(passed)
    new.states[games[hit]] = each.places[drawn[hit], columns[hit]]
    new.scores[games[hit]] += each.move.gains[drawn[hit], 0].astype(np.intp)


def _mean(held: Mapping[int, float]) -> float:
    """Return the expected points of values with these probabilities."""
    return sum(points * chance for points, chance in held.items())


def table_of(solver: Solver, values: list[Floats], progress: Progress = silent) -> Play:
    """Return the table of a game: the statistics of its best play."""
    return Player(solver, values, {box: {} for box in solver.board.boxes}).play(progress)


# results


def values_of(solver: Solver, layers: Sequence[int], progress: Progress = silent) -> list[Floats]:
    """Return the values of some layers.

    All layers are computed and stored if they are not in the cache.
    """
    goal = solver.board.goal
    kept = kept_values(goal, layers)
    if kept is not None:
        return kept
    values = solver.values(progress)
    keep_values(goal, values)
    return [values[layer] for layer in layers]


def kept_values(goal: Goal, layers: Sequence[int]) -> list[Floats] | None:
    """Return the cached values of the states of some layers; None if they are absent or damaged."""
    name = fingerprint(goal)
    # a damaged file can raise anything
    with (
        suppress(Exception),
        (cache_folder() / f"{name}.npz").open("rb") as stream,
        np.load(stream) as file,
    ):
        if str(file["arr_0"]) == name:
            return [file[f"arr_{layer + 1}"] for layer in layers]
    return None


def keep_values(goal: Goal, layers: Sequence[Floats]) -> None:
    """Store the fingerprint of a game and the values of all states.

    Does nothing if the folder cannot be written.
    """
    name = fingerprint(goal)
    keep(f"{name}.npz", lambda file: np.savez(file, np.array(name), *layers))


def play_of(goal: Goal, progress: Progress = silent) -> Play:
    """Return the statistics of best play, from the cache if they are there.

    Raises as `solver_of` does.
    """
    kept = kept_play(goal)
    if kept is not None:
        return kept
    solver = solver_of(goal)
    values = values_of(solver, range(len(solver.board.boxes) + 1), progress)
    play = table_of(solver, values, progress)
    keep(f"{fingerprint(goal)}.json", write_play(play))
    return play
