"""Odds of games as values, for programs and commands."""

from collections.abc import Sequence

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.folders import check_extra
from sheetgen.odds.best_play import Odds, Progress, UnsolvedError, shipped, silent
from sheetgen.odds.cache import kept_play, kept_values
from sheetgen.odds.counters import Goal
from sheetgen.rules.ruleset import Ruleset


def goal_of(game: Ruleset, total: str = "total", without: Sequence[str] = ()) -> Goal:
    """Return the goal of a player. Raises SheetgenError for an unknown total or bonus."""
    bonuses = [each.id for each in game.all_totals.values() if each.kind != "sum"]
    for name in without:
        if name not in bonuses:
            raise unknown(Message("total"), name, bonuses).at("--without")
    if total not in game.all_totals:
        raise unknown(Message("total"), total, game.all_totals).at("--total")
    goal = Goal(game, total, frozenset(without))
    if not (goal.sum.boxes or goal.sum.steps or goal.sum.yachts or goal.sum.differences):
        raise SheetgenError("nothing is left of it that a player could aim at", key="--total")
    return goal


def odds_of(game: Ruleset, total: str = "total", without: Sequence[str] = (), progress: Progress = silent) -> Odds:
    """Return the odds of a game's boxes, and the statistics of the play that maximizes `total`.

    Odds of shipped games, and of games that are played alike, come from tables. Others need numpy and take about a
    minute for thirteen boxes and a bonus; they are kept in the user's cache folder. `without` are ids of bonuses that
    do not count. Raises SheetgenError without numpy, and for a game that is too large.
    """
    goal = goal_of(game, total, without)
    known = shipped(game) if goal.total == "total" and not goal.without else None
    if known is None:
        check_extra("odds")
        from sheetgen.odds.solution import play_of

        known = play_of(goal, progress)
    return Odds(goal, known)


def odds_alone(game: Ruleset) -> Odds:
    """Return the odds of single boxes as exact fractions, which any game has, without numpy."""
    return Odds(Goal(game), None)


MOST_AT_ONCE = 5_000_000
"""Maximum number of states of a game that is solved as part of another command: it takes some minutes."""


def check_soon(goal: Goal) -> None:
    """Raise SheetgenError without numpy, and for a game that is not in the cache and takes long to solve."""
    check_extra("odds")
    from sheetgen.odds.solution import solver_of

    if kept_values(goal, (0,)) is None and solver_of(goal).board.most_states > MOST_AT_ONCE:
        raise SheetgenError(
            "that takes long to work out; let sheetgen odds --ruleset %(ruleset)s do it first, which keeps it",
            ruleset=goal.ruleset.id,
        )


def odds_at_once(game: Ruleset) -> Odds:
    """Return the odds as `odds_of` does, if they take at most some minutes. Raises SheetgenError otherwise."""
    goal = goal_of(game)
    known = shipped(game) or kept_play(goal)
    if known is None:
        check_soon(goal)
    return Odds(goal, known) if known else odds_of(game)


def known_odds(
    game: Ruleset, total: str = "total", without: Sequence[str] = (), progress: Progress = silent
) -> tuple[Odds, SheetgenError | None]:
    """Return the odds as `odds_of` does. For a game that is too large, return those of its boxes, and the reason."""
    goal = goal_of(game, total, without)
    try:
        return odds_of(game, total, without, progress), None
    except UnsolvedError as error:
        return Odds(goal, None), error
