"""JSON formats of odds, advice and reviews of played games, and their schema."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Raw, Struct, UnsetType

from sheetgen.cards.exchange import doc, schema_of
from sheetgen.odds.best_play import QUANTILES, Odds
from sheetgen.odds.box_odds import BoxOdds

T = TypeVar("T")
VERSION = 1
"""Version of the formats. It is raised when a program that reads this version could misunderstand
the next."""
_Points = Annotated[float, doc("Points, on average.")]


class AloneOut(Struct):
    """Odds of a turn that is played for one box.

    Each of its numbers may need a strategy of its own.
    """

    chance: Annotated[float, doc("The chance of a score that is not 0.")]
    highest_chance: Annotated[float, doc("The chance of the highest value.")]
    best: Annotated[float, doc("The best expected score.")]
    exact: Annotated[dict[str, str], doc("The same three as fractions.")]


class BoxOut(AloneOut):
    """Odds of a box: on its own, with all rolls of a turn, and in best play of a whole card."""

    highest: Annotated[int, doc("The highest value by its own dice.")]
    one_roll: Annotated[AloneOut, doc("The same with a single roll.")]
    par: Annotated[
        float | None, doc("Its expected points in best play; null where that is not known.")
    ]
    zero: Annotated[float | None, doc("The chance that it holds a 0 then; null as above.")]


class BonusOut(Struct):
    """Statistics of a bonus in best play."""

    par: _Points
    reached: Annotated[float, doc("The chance that it is more than 0.")]
    chances: Annotated[dict[str, float], doc("Each of its values with its chance.")]


class DistributionOut(Struct):
    """Distribution of the total in best play."""

    exact: Annotated[bool, doc("Whether it is exact; else games were played.")]
    games: Annotated[int, doc("How many games were played; 0 if it is exact.")]
    seed: Annotated[int, doc("What they were drawn with.")]
    error: Annotated[float, doc("The largest standard error of a chance; 0 if it is exact.")]
    quantiles: Annotated[
        dict[str, int], doc("Per cent to the total that so many cards do not exceed.")
    ]
    chances: Annotated[dict[str, float], doc("Each total with its chance.")]


class OddsOut(Struct):
    """Odds of a game."""

    version: Annotated[int, doc("The version of this format.")]
    ruleset: Annotated[str, doc("The ruleset.")]
    total: Annotated[str, doc("The total that is aimed at.")]
    without: Annotated[tuple[str, ...], doc("Bonuses that do not count.")]
    states: Annotated[int | None, doc("How many states were gone through.")]
    value: Annotated[float | None, doc("The expected total in best play; null if not known.")]
    standard_deviation: Annotated[float | None, doc("Its standard deviation.")]
    boxes: Annotated[dict[str, BoxOut], doc("The boxes by their ids.")]
    bonuses: Annotated[dict[str, BonusOut], doc("The bonuses that count, but for further Yachts.")]
    further_yachts: Annotated[float | None, doc("How many further Yachts there are on average.")]
    pars: Annotated[dict[str, float], doc("What each row comes to on average, boxes and totals.")]
    distribution: Annotated[DistributionOut | None, doc("How the total is distributed.")]
    won_at_once: Annotated[
        float,
        doc("The chance that some first roll wins at once; all numbers are of cards played on."),
    ]
    refused: Annotated[
        str, doc("Why value, pars and distribution are not there; empty if they are.")
    ]
    usual_rolls: Annotated[
        bool,
        doc(
            "True if saved and spare rolls, or more rolls in the last turn, are left out of all "
            "numbers."
        ),
    ]


class ChoiceOut(Struct, omit_defaults=True):
    """A choice of the player."""

    value: Annotated[float, doc("The expected final total.")]
    loss: Annotated[float, doc("What it gives away against the best choice.")]
    keep: Annotated[
        tuple[int, ...] | UnsetType, doc("The dice that stay; the others are rolled.")
    ] = UNSET
    box: Annotated[str, doc("The box that is written in.")] = ""
    points: Annotated[int, doc("What is written there.")] = 0
    bonus: Annotated[int, doc("What it earns as a further Yacht.")] = 0


class AdviceIn(Struct, forbid_unknown_fields=True):
    """A question: a card, the dice on the table, and the number of rolls left."""

    dice: Annotated[tuple[int, ...], doc("The faces of the dice.")]
    rolls_left: Annotated[int, doc("How often one may still roll; 0 asks for a box.")] = 0
    card: Annotated[
        dict[str, int | str | None], doc("Ids of filled boxes to what is written in them.")
    ] = {}
    further_yachts: Annotated[int, doc("How many further Yachts there were.")] = 0
    kept: Annotated[
        tuple[int, ...], doc("The dice that were kept before, where kept dice stay.")
    ] = ()
    id: Annotated[Raw | UnsetType, doc("Anything; the result carries it too.")] = UNSET
    ruleset: Annotated[str | UnsetType, doc("The ruleset, if --ruleset does not say it.")] = UNSET


class AdviceOut(Struct, omit_defaults=True):
    """An answer: all choices, best first."""

    choices: Annotated[tuple[ChoiceOut, ...], doc("All choices, best first.")]
    id: Annotated[Any, doc("The id of the question; left out if it had none.")] = UNSET
    error: Annotated[str, doc("Why a line could not be used.")] = ""


class DecisionOut(Struct):
    """A decision of a turn."""

    dice: Annotated[tuple[int, ...], doc("What lay on the table.")]
    rolls_left: Annotated[int, doc("How often one could still roll.")]
    chosen: Annotated[ChoiceOut, doc("What the player did.")]
    best: Annotated[ChoiceOut, doc("What would have been best.")]
    luck: Annotated[float, doc("By how much the roll was better than expected, in points.")]


class PlayedTurnOut(Struct):
    """A turn of a played game."""

    player: Annotated[str, doc("The player.")]
    box: Annotated[str, doc("The box that was filled.")]
    points: Annotated[int, doc("What was written.")]
    before: Annotated[float, doc("The expected final total before the turn.")]
    after: Annotated[float, doc("The expected final total after it.")]
    luck: Annotated[float, doc("What the dice added to it.")]
    lost: Annotated[float, doc("What the player gave away.")]
    decisions: Annotated[
        tuple[DecisionOut, ...], doc("The decisions that are known; none where no dice are.")
    ]


class PlayerOut(Struct):
    """A player's game. The expected final total at its end is `expected` + `luck` - `lost`."""

    player: Annotated[str, doc("The player.")]
    total: Annotated[
        float, doc("The total or, of a game that was not finished, what it would become.")
    ]
    expected: Annotated[float, doc("The expected total before the first turn.")]
    luck: Annotated[float, doc("What the dice added to it.")]
    lost: Annotated[float, doc("What the player gave away.")]


class ChanceOut(Struct):
    """The chance of a player to win."""

    percent: Annotated[int, doc("Whole percents; those of all players add up to 100.")]
    possible: Annotated[bool, doc("Whether the player can still win, even with 0 percent.")]


class ChancesOut(Struct):
    """The chances of some cards."""

    version: Annotated[int, doc("The version of this format.")]
    ruleset: Annotated[str, doc("The ruleset.")]
    playouts: Annotated[int, doc("How often the game was played on from there.")]
    chances: Annotated[tuple[ChanceOut, ...], doc("The chance of each card, in their order.")]


class DecidingOut(Struct):
    """A turn that decided a game."""

    turn: Annotated[int, doc("Its number among all turns, from 1.")]
    before: Annotated[int, doc("The chance of its player before it, in percent.")]
    after: Annotated[ChanceOut, doc("The chance of its player after it.")]


class ReplayOut(Struct):
    """A played game."""

    version: Annotated[int, doc("The version of this format.")]
    ruleset: Annotated[str, doc("The ruleset.")]
    players: Annotated[tuple[PlayerOut, ...], doc("The players.")]
    turns: Annotated[tuple[PlayedTurnOut, ...], doc("All turns, in the order of play.")]
    playouts: Annotated[
        int, doc("How often the game was played on after each turn; 0 where it is not.")
    ] = 0
    chances: Annotated[
        tuple[tuple[ChanceOut, ...], ...],
        doc("The chances of the players to win, before the first turn and after each."),
    ] = ()
    deciding: Annotated[
        tuple[DecidingOut, ...], doc("The turns that decided the game, three at most.")
    ] = ()


_USES = {
    OddsOut: "odds",
    AdviceIn: "question",
    AdviceOut: "advice",
    ReplayOut: "replay",
    ChancesOut: "chances",
}


def odds_schema() -> str:
    """Return the JSON Schema of odds, advice and reviews of played games."""
    return schema_of(f"sheetgen odds, advice and replays, version {VERSION}", _USES, {})


def odds_out(odds: Odds, refused: str = "") -> OddsOut:
    """Return the odds of a game in their JSON format."""
    goal, play, boxes = odds.goal, odds.play, dict[str, BoxOut]()
    for box, (one, every) in odds.alone.items():
        held = play.boxes[box] if play else None
        boxes[box] = BoxOut(
            **_odds_of_boxes(every),
            highest=every.highest,
            one_roll=AloneOut(**_odds_of_boxes(one)),
            par=held.par if held else None,
            zero=held.zero if held else None,
        )
    usual_rolls = goal.ruleset.dice.rolls_vary
    aim = (VERSION, goal.ruleset.id, goal.total, tuple(sorted(goal.without)))
    if play is None:
        return OddsOut(
            *aim,
            states=None,
            value=None,
            standard_deviation=None,
            boxes=boxes,
            bonuses={},
            further_yachts=None,
            pars={},
            distribution=None,
            won_at_once=odds.won_at_once,
            refused=refused,
            usual_rolls=usual_rolls,
        )
    bonuses = {
        name: BonusOut(each.par, each.reached, _named(each.chances))
        for name, each in play.bonuses.items()
    }
    totals, extra = play.totals, goal.ruleset.extra_yachts
    distribution = DistributionOut(
        not totals.games,
        totals.games,
        totals.seed,
        totals.error,
        _named({each: totals.quantile(each) for each in QUANTILES}),
        _named(totals.chances),
    )
    yachts = play.further_yachts if extra and extra.id not in goal.without else None
    return OddsOut(
        *aim,
        play.states,
        play.value,
        play.standard_deviation,
        boxes,
        bonuses,
        yachts,
        dict(odds.pars),
        distribution,
        odds.won_at_once,
        refused,
        usual_rolls,
    )


def _named(values: Mapping[int, T]) -> dict[str, T]:
    """Return values by the texts of their keys."""
    return {str(key): value for key, value in values.items()}


def _odds_of_boxes(odds: BoxOdds) -> dict[str, Any]:
    exact = {"chance": odds.chance, "highest_chance": odds.highest_chance, "best": odds.best}
    return {name: float(value) for name, value in exact.items()} | {
        "exact": {name: str(value) for name, value in exact.items()}
    }
