"""Solution of a game: size limits, values of its states, and statistics of best play, from the cache if possible.

Needs numpy.
"""

from collections.abc import Sequence

import numpy as np

from sheetgen.errors import Message, SheetgenError
from sheetgen.odds.best_play import (
    VERSION,
    BoxPlay,
    Play,
    Progress,
    TotalPlay,
    Totals,
    UnsolvedError,
    fingerprint,
    silent,
)
from sheetgen.odds.board import Board
from sheetgen.odds.cache import keep_play, keep_values, kept_play, kept_values
from sheetgen.odds.counters import Goal, of_column
from sheetgen.odds.forecast import SEED, forecast
from sheetgen.odds.solver import Solver
from sheetgen.odds.turns import Floats, Turns
from sheetgen.rules.ruleset import adds_boxes

MOST_SETS = 2_000_000
"""Maximum number of sets of full boxes, each of which is listed."""
MOST_STATES = 100_000_000
"""Maximum number of states: their values take 800 MB."""
_BYTES = 8


def fits(goal: Goal) -> bool:
    """Check whether a game can be solved."""
    board = Board(goal)
    return not _unknown(goal) and board.sets <= MOST_SETS and board.most_states <= MOST_STATES


def solver_of(goal: Goal) -> Solver:
    """Return the solver of a game.

    Raises UnsolvedError for a game that is too large or has an unknown rule; it names the reason and what is possible.
    """
    unknown, board = _unknown(goal), Board(goal)
    if unknown:
        raise UnsolvedError("cannot be worked out: %(reason)s; %(instead)s", reason=unknown, instead=_instead(goal))
    if not fits(goal):
        message = Message(
            "too large to work out: %(sets)s sets of full boxes, with what is carried beside them, make up to "
            "%(states)s states of %(size)s bytes each; %(most)s sets and %(limit)s states are the most; %(instead)s"
        )
        raise UnsolvedError(
            message, sets=board.sets, states=board.most_states, size=_BYTES, most=MOST_SETS, limit=MOST_STATES,
            instead=_instead(goal),
        )  # fmt: skip
    return Solver(board, Turns(board.keeps))


def _unknown(goal: Goal) -> SheetgenError | None:
    """Return a rule of the game that the solver does not know, or None."""
    game = goal.ruleset
    named = tuple(column.name for column in game.columns if column.announced is not None)
    if named:
        return SheetgenError("boxes of %(columns)s are named before they are filled", columns=named)
    if goal.differences:
        return SheetgenError("a difference depends on all that goes into it, as %(ids)s does", ids=goal.differences)
    if game.dice.served == "all_dice" and any(each.points.first_roll is not None for each in game.categories.values()):
        return SheetgenError("a later roll of all dice counts as a first one")
    return None


def _instead(goal: Goal) -> Message | SheetgenError:
    """Return a proposal: one column, the game without the costliest totals, another total, or single boxes."""
    ruleset, left_out = goal.ruleset, {*goal.differences}
    differences = frozenset(total.id for total in ruleset.declared.values() if total.kind == "difference")
    for without in (frozenset[str](), differences) if len(ruleset.columns) > 1 else ():
        ids = [column.id for column in ruleset.columns]
        alone = tuple(each for each in ids if fits(Goal(of_column(ruleset, each), without=without)))
        if alone:
            more = f"--without {','.join(sorted(without))} " if without else ""
            message = Message("sheetgen odds can look at one column alone, with %(more)s--column %(ids)s")
            return SheetgenError(message, ids=alone, more=more)
    fewest = sorted(goal.stepped, key=lambda each: Board(Goal(ruleset, goal.total, goal.without | {each})).most_states)
    for total in ("", *fewest):
        left_out |= {total} - {""}
        less = Goal(ruleset, goal.total, goal.without | left_out)
        if less.sum.boxes and fits(less):
            return SheetgenError(
                "sheetgen odds can leave totals out, with --without %(ids)s", ids=",".join(sorted(left_out))
            )
    others = (total for total in ruleset.all_totals if adds_boxes(ruleset, total))
    fitting = [total for total in others if fits(Goal(ruleset, total))]
    if fitting:
        return SheetgenError("sheetgen odds can aim at another total, with --total %(ids)s", ids=fitting[-1])
    return Message("the odds of its boxes alone are what can be had")


def values_of(solver: Solver, layers: Sequence[int], progress: Progress = silent) -> list[Floats]:
    """Return the values of some layers. All layers are computed and stored if they are not in the cache."""
    goal = solver.board.goal
    kept = kept_values(goal, tuple(layers))
    if kept is not None:
        return [np.frombuffer(each, "<f8") for each in kept]
    values = solver.values(progress)
    keep_values(goal, [each.astype("<f8").tobytes() for each in values])
    return [values[layer] for layer in layers]


def play_of(goal: Goal, progress: Progress = silent) -> Play:
    """Return the statistics of best play, from the cache if they are there. Raises as `solver_of` does."""
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
    found = forecast(solver, values, progress)
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
