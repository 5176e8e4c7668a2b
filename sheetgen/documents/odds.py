"""Odds: what single boxes and whole cards are worth, what to keep, and what a game that was played gave away."""

from collections.abc import Sequence

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.installed import check_extra
from sheetgen.odds.cache import kept_play, kept_values
from sheetgen.odds.counters import Goal
from sheetgen.odds.tables import Odds, Progress, UnsolvedError, shipped, silent
from sheetgen.rules import Ruleset


def goal_of(game: Ruleset, total: str = "total", without: Sequence[str] = ()) -> Goal:
    """What a player wants as high as can be. Raises SheetgenError for a total or a bonus that the game has not."""
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
    """The odds of the boxes of a game, and what its cards come to in the play that makes the most of `total`.

    Those of the games that ship, and of games that are played alike, are known; others take numpy, and a minute where
    there are thirteen boxes and a bonus. They are kept in the user's cache folder. `without` are ids of bonuses that
    shall not count. Raises SheetgenError without numpy, and for what is too large, with the arithmetic.
    """
    goal = goal_of(game, total, without)
    known = shipped(game) if goal.total == "total" and not goal.without else None
    if known is None:
        check_extra("odds")
        from sheetgen.odds.work import play_of

        known = play_of(goal, progress)
    return Odds(goal, known)


def odds_alone(game: Ruleset) -> Odds:
    """The odds of the boxes alone, as exact fractions: what can be had of any game, without numpy."""
    return Odds(Goal(game), None)


MOST_AT_ONCE = 5_000_000
"""The most states of a game that is worked out where nobody asked for it alone: some minutes."""


def check_soon(goal: Goal) -> None:
    """Raise SheetgenError for a game that is not kept and takes long to work out, or without numpy."""
    check_extra("odds")
    from sheetgen.odds.work import solver_of

    if kept_values(goal, (0,)) is None and solver_of(goal).board.most_states > MOST_AT_ONCE:
        raise SheetgenError(
            "that takes long to work out; let sheetgen odds --ruleset %(ruleset)s do it first, which keeps it",
            ruleset=goal.ruleset.id,
        )


def odds_at_once(game: Ruleset) -> Odds:
    """The odds as `odds_of` has them, where they are known or there soon. Raises SheetgenError where they are not."""
    goal = goal_of(game)
    known = shipped(game) or kept_play(goal)
    if known is None:
        check_soon(goal)
    return Odds(goal, known) if known else odds_of(game)


def known_odds(
    game: Ruleset, total: str = "total", without: Sequence[str] = (), progress: Progress = silent
) -> tuple[Odds, SheetgenError | None]:
    """The odds as `odds_of` has them or, of a game that is too large, those of its boxes alone, and why no others."""
    goal = goal_of(game, total, without)
    try:
        return odds_of(game, total, without, progress), None
    except UnsolvedError as error:
        return Odds(goal, None), error
