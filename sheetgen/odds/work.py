"""From a game to what is known of it: how large it is, the values of its states, and what play comes to. numpy."""

from collections.abc import Callable, Sequence

import numpy as np

from sheetgen.errors import Message, SheetgenError
from sheetgen.odds.board import Board
from sheetgen.odds.cache import keep_play, keep_values, kept_play, kept_values
from sheetgen.odds.counters import Goal
from sheetgen.odds.outlook import SEED, outlook
from sheetgen.odds.solve import Solver
from sheetgen.odds.tables import VERSION, BoxPlay, Play, TooLargeError, TotalPlay, Totals, fingerprint
from sheetgen.odds.turns import Floats, Turns

MOST_SETS = 2_000_000
"""The most sets of full boxes, each of which is looked at."""
MOST_STATES = 100_000_000
"""The most states of a game that is gone through: their values take 800 MB."""
_BYTES = 8

Progress = Callable[[int], object]
"""Called with how many more states are done."""


def silent(_: int) -> None:
    """No progress is shown."""


def fits(board: Board) -> bool:
    """Whether a game is not too large."""
    return board.sets <= MOST_SETS and board.most_states <= MOST_STATES


def solver_of(goal: Goal) -> Solver:
    """What works the game out. Raises TooLargeError, with the arithmetic and what can be had instead."""
    board = Board(goal)
    if not fits(board):
        message = Message(
            "too large to work out: %(sets)s sets of full boxes, with what is carried beside them, make up to "
            "%(states)s states of %(size)s bytes each; %(most)s sets and %(limit)s states are the most; %(instead)s"
        )
        raise TooLargeError(
            message, sets=board.sets, states=board.most_states, size=_BYTES, most=MOST_SETS, limit=MOST_STATES,
            instead=_instead(goal),
        )  # fmt: skip
    return Solver(board, Turns(board.keeps))


def _instead(goal: Goal) -> Message | SheetgenError:
    """What can be had instead: the game without bonuses, those that it takes most for first, or another total."""
    ruleset, left_out = goal.ruleset, set[str]()
    fewest = sorted(goal.stepped, key=lambda each: Board(Goal(ruleset, goal.total, goal.without | {each})).most_states)
    for total in fewest:
        left_out.add(total)
        less = Goal(ruleset, goal.total, goal.without | left_out)
        if less.sum.boxes and fits(Board(less)):
            return SheetgenError(
                "leave bonuses out of the total with --without %(ids)s", ids=",".join(sorted(left_out))
            )
    others = (total for total in ruleset.all_totals if ruleset.adds_boxes(total))
    fitting = [total for total in others if fits(Board(Goal(ruleset, total)))]
    if fitting:
        return SheetgenError("another total can be aimed at, with --total %(ids)s", ids=fitting[-1])
    return Message("the odds of its boxes alone are what can be had")


def values_of(solver: Solver, layers: Sequence[int], progress: Progress = silent) -> list[Floats]:
    """The values of the states with so many full boxes; all are worked out, and kept, where they are not yet."""
    goal = solver.board.goal
    kept = kept_values(goal, tuple(layers))
    if kept is not None:
        return [np.frombuffer(each, "<f8") for each in kept]
    values = solver.values(progress)
    keep_values(goal, [each.astype("<f8").tobytes() for each in values])
    return [values[layer] for layer in layers]


def play_of(goal: Goal, progress: Progress = silent) -> Play:
    """What a card comes to in the play that makes the most of it, from what is kept if it is. Raises as `solver_of`."""
    kept = kept_play(goal)
    if kept is not None:
        return kept
    solver = solver_of(goal)
    values = values_of(solver, range(len(solver.board.boxes) + 1), progress)
    play = _found(solver, values, progress)
    keep_play(goal, play)
    return play


def _found(solver: Solver, values: list[Floats], progress: Progress) -> Play:
    goal, extra = solver.board.goal, solver.board.goal.ruleset.extra_yachts
    found = outlook(solver, values, progress)
    boxes = {
        box: BoxPlay(sum(points * chance for points, chance in held.items()), held.get(0, 0.0))
        for box, held in zip(solver.board.boxes, found.boxes, strict=True)
    }
    bonuses = {
        total: TotalPlay(sum(points * chance for points, chance in held.items()), dict(sorted(held.items())))
        for total, held in found.earned.items()
    }
    return Play(
        VERSION, fingerprint(goal), sum(map(len, values)), float(values[0][0]), found.variance**0.5, boxes, bonuses,
        found.yachts / extra.points if extra else 0.0,
        Totals(found.games, SEED if found.games else 0, dict(sorted(found.totals.items()))),
    )  # fmt: skip
