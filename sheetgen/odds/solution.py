"""Solution of a game: size limits, values of its states, and statistics of best play.

Needs numpy.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.errors import Message, SheetgenError
from sheetgen.files.folders import cache_folder
from sheetgen.odds.best_play import (
    DECIMALS,
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
MOST_CELLS = 200_000_000
"""Maximum product of states and totals of two layers for an exact distribution (1.6 GB): thirteen
boxes with a bonus, a joker and further Yachts have 156 million. With more, games are simulated."""


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

    The first column is the lowest possible total of the game, the last the highest of the layer.
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
            new = self._totals_of_next_turn(totals, chances, full + 1)
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
        rounded = {total: round(share, DECIMALS) for total, share in shares.items()}
        return {total: share for total, share in rounded.items() if share}

    @cached_property
    def _lowest(self) -> int:
        """Lowest possible sum of the boxes: below 0 only if scores may be negative."""
        boxes = self.board.goal.sum.boxes
        return sum(
            times * min(0, possible_values(self.board.goal.ruleset, box)[0])
            for box, times in boxes.items()
        )

    @cached_property
    def _spans(self) -> list[int]:
        """Number of totals from the lowest to the highest possible one, by number of full boxes."""
        ruleset, goal = self.board.goal.ruleset, self.board.goal
        extra = goal.sum.yachts * max(map(ruleset.points_of_yacht, ruleset.columns))
        highest_of_boxes = []
        for box in ruleset.boxes:
            highest = max(0, possible_values(ruleset, box)[-1])
            highest_of_boxes.append(goal.sum.boxes.get(box, 0) * highest + extra)
        highest_of_boxes.sort(reverse=True)
        return [1 - self._lowest + most for most in accumulate(highest_of_boxes, initial=0)]

    def _are_exact(self) -> bool:
        """Check whether the totals of all states have room in memory, two layers at a time."""
        sizes = map(len, self.values)
        cells = [size * span for size, span in zip(sizes, self._spans, strict=True)]
        return max(map(sum, pairwise(cells))) <= MOST_CELLS

    def _totals(self) -> TotalCounts:
        """Return the totals before the first turn."""
        chances = None
        games = np.zeros(GAMES, np.intp)
        if self._are_exact():
            chances = np.zeros((1, self._spans[0]))
            chances[0, -self._lowest] = 1.0
            games = games[:0]
        random = np.random.Generator(np.random.PCG64(SEED))
        return TotalCounts(chances, games, games.copy(), random, np.zeros(0), (games, games))

    def _totals_of_next_turn(self, totals: TotalCounts, own: Floats, full: int) -> TotalCounts:
        """Return empty totals for states with `full` boxes, with a new random number for each game.

        `own` are the probabilities of the states before the turn.
        """
        chances = None
        if totals.chances is not None:
            chances = np.zeros((len(self.values[full]), self._spans[full]))
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
    before = totals.chances[each.states]
    reached = np.flatnonzero(before.any(0))  # most totals are far from possible in these states
    if not len(reached):
        return  # probabilities too small for a float
    first, last = int(reached[0]), int(reached[-1])
    before = before[:, first : last + 1]
    shares = each.chances / own[each.states]
    gains = each.move.gains[:, 0].astype(int).tolist()
    for entry in np.flatnonzero(shares.any(1)).tolist():
        after = slice(first + gains[entry], last + gains[entry] + 1)
        _add_rows(new.chances[:, after], each.places[entry], before * shares[entry, :, np.newaxis])


def _add_rows(rows: Floats, places: NDArray[np.intp], added: Floats) -> None:
    """Add each row of `added` to the row at its place; several may have the same place."""
    order = np.argsort(places, kind="stable")
    different, starts = np.unique(places[order], return_index=True)
    if len(different) < len(places):  # np.add.at takes twice as long
        added = np.add.reduceat(added[order], starts, 0)
        places = different
    rows[places] += added


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
