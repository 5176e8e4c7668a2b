"""JSON formats of odds, advice and reviews of played games, and their schema."""

import json
from typing import Annotated, Any

from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from msgspec.json import encode, format as format_json, schema_components

from sheetgen.files.writing import json_answer
from sheetgen.odds.best_play import QUANTILES, Odds
from sheetgen.odds.box_odds import BoxOdds

VERSION = 1
"""Version of the formats. It is raised when a program that reads this version could misunderstand the next."""
_Chance = Annotated[float, Meta(description="A chance from 0 to 1.")]
_Points = Annotated[float, Meta(description="Points, on average.")]


class AloneOut(Struct):
    """Odds of a turn that is played for one box. Each of its numbers may need a strategy of its own."""

    chance: Annotated[float, Meta(description="The chance of a score that is not 0.")]
    highest_chance: Annotated[float, Meta(description="The chance of the highest value.")]
    best: Annotated[float, Meta(description="The best expected score.")]
    exact: Annotated[dict[str, str], Meta(description="The same three as fractions.")]


class BoxOut(AloneOut):
    """Odds of a box: on its own, with all rolls of a turn, and in best play of a whole card."""

    highest: Annotated[int, Meta(description="The highest value by its own dice.")]
    one_roll: Annotated[AloneOut, Meta(description="The same with a single roll.")]
    par: Annotated[float | None, Meta(description="Its expected points in best play; null where that is not known.")]
    zero: Annotated[float | None, Meta(description="The chance that it holds a 0 then; null as above.")]


class BonusOut(Struct):
    """Statistics of a bonus in best play."""

    par: _Points
    reached: Annotated[float, Meta(description="The chance that it is more than 0.")]
    chances: Annotated[dict[str, float], Meta(description="Each of its values with its chance.")]


class DistributionOut(Struct):
    """Distribution of the total in best play."""

    exact: Annotated[bool, Meta(description="Whether it is exact; else games were played.")]
    games: Annotated[int, Meta(description="How many games were played; 0 if it is exact.")]
    seed: Annotated[int, Meta(description="What they were drawn with.")]
    error: Annotated[float, Meta(description="The largest standard error of a chance; 0 if it is exact.")]
    quantiles: Annotated[dict[str, int], Meta(description="Per cent to the total that so many cards do not exceed.")]
    chances: Annotated[dict[str, float], Meta(description="Each total with its chance.")]


class OddsOut(Struct):
    """Odds of a game."""

    version: Annotated[int, Meta(description="The version of this format.")]
    ruleset: Annotated[str, Meta(description="The ruleset.")]
    total: Annotated[str, Meta(description="The total that is aimed at.")]
    without: Annotated[tuple[str, ...], Meta(description="Bonuses that do not count.")]
    states: Annotated[int | None, Meta(description="How many states were gone through.")]
    value: Annotated[float | None, Meta(description="The expected total in best play; null if not known.")]
    standard_deviation: Annotated[float | None, Meta(description="Its standard deviation.")]
    boxes: Annotated[dict[str, BoxOut], Meta(description="The boxes by their ids.")]
    bonuses: Annotated[dict[str, BonusOut], Meta(description="The bonuses that count, but for further Yachts.")]
    further_yachts: Annotated[float | None, Meta(description="How many further Yachts there are on average.")]
    pars: Annotated[dict[str, float], Meta(description="What each row comes to on average, boxes and totals.")]
    distribution: Annotated[DistributionOut | None, Meta(description="How the total is distributed.")]
    won_at_once: Annotated[
        float, Meta(description="The chance that some first roll wins at once; all numbers are of cards played on.")
    ]
    refused: Annotated[str, Meta(description="Why value, pars and distribution are not there; empty if they are.")]


class ChoiceOut(Struct, omit_defaults=True):
    """A choice of the player."""

    value: Annotated[float, Meta(description="The expected final total.")]
    loss: Annotated[float, Meta(description="What it gives away against the best choice.")]
    keep: Annotated[tuple[int, ...] | UnsetType, Meta(description="The dice that stay; the others are rolled.")] = UNSET
    box: Annotated[str, Meta(description="The box that is written in.")] = ""
    points: Annotated[int, Meta(description="What is written there.")] = 0
    bonus: Annotated[int, Meta(description="What it earns as a further Yacht.")] = 0


class AdviceIn(Struct, forbid_unknown_fields=True):
    """A question: a card, the dice on the table, and the number of rolls left."""

    dice: Annotated[tuple[int, ...], Meta(description="The faces of the dice.")]
    rolls_left: Annotated[int, Meta(description="How often one may still roll; 0 asks for a box.")] = 0
    card: Annotated[
        dict[str, int | str | None], Meta(description="Ids of filled boxes to what is written in them.")
    ] = {}
    further_yachts: Annotated[int, Meta(description="How many further Yachts there were.")] = 0
    kept: Annotated[tuple[int, ...], Meta(description="The dice that were kept before, where kept dice stay.")] = ()
    id: Annotated[Raw | UnsetType, Meta(description="Anything; the result carries it too.")] = UNSET
    ruleset: Annotated[str | UnsetType, Meta(description="The ruleset, if --ruleset does not say it.")] = UNSET


class AdviceOut(Struct, omit_defaults=True):
    """An answer: all choices, best first."""

    choices: Annotated[tuple[ChoiceOut, ...], Meta(description="All choices, best first.")]
    id: Annotated[Any, Meta(description="The id of the question; left out if it had none.")] = UNSET
    error: Annotated[str, Meta(description="Why a line could not be used.")] = ""


class DecisionOut(Struct):
    """A decision of a turn."""

    dice: Annotated[tuple[int, ...], Meta(description="What lay on the table.")]
    rolls_left: Annotated[int, Meta(description="How often one could still roll.")]
    chosen: Annotated[ChoiceOut, Meta(description="What the player did.")]
    best: Annotated[ChoiceOut, Meta(description="What would have been best.")]
    luck: Annotated[float, Meta(description="By how much the roll was better than expected, in points.")]


class PlayedTurnOut(Struct):
    """A turn of a played game."""

    player: Annotated[str, Meta(description="The player.")]
    box: Annotated[str, Meta(description="The box that was filled.")]
    points: Annotated[int, Meta(description="What was written.")]
    before: Annotated[float, Meta(description="The expected final total before the turn.")]
    after: Annotated[float, Meta(description="The expected final total after it.")]
    luck: Annotated[float, Meta(description="What the dice added to it.")]
    lost: Annotated[float, Meta(description="What the player gave away.")]
    decisions: Annotated[
        tuple[DecisionOut, ...], Meta(description="The decisions that are known; none where no dice are.")
    ]


class PlayerOut(Struct):
    """A player's game. The expected final total at its end is `expected` + `luck` - `lost`."""

    player: Annotated[str, Meta(description="The player.")]
    total: Annotated[float, Meta(description="The total or, of a game that was not finished, what it would become.")]
    expected: Annotated[float, Meta(description="The expected total before the first turn.")]
    luck: Annotated[float, Meta(description="What the dice added to it.")]
    lost: Annotated[float, Meta(description="What the player gave away.")]


class ReplayOut(Struct):
    """A played game."""

    version: Annotated[int, Meta(description="The version of this format.")]
    ruleset: Annotated[str, Meta(description="The ruleset.")]
    players: Annotated[tuple[PlayerOut, ...], Meta(description="The players.")]
    turns: Annotated[tuple[PlayedTurnOut, ...], Meta(description="All turns, in the order of play.")]


_USES = {OddsOut: "odds", AdviceIn: "question", AdviceOut: "advice", ReplayOut: "replay"}


def odds_schema() -> str:
    """Return the JSON schema (draft 2020-12) of odds, advice and reviews of played games."""
    _, found = schema_components(_USES, ref_template="#/$defs/{name}")
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sheetgen odds, advice and replays, version {VERSION}",
        "anyOf": [{"title": use, "$ref": f"#/$defs/{record.__name__}"} for record, use in _USES.items()],
        "$defs": {name: found[name] for name in sorted(found)},
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def odds_out(odds: Odds, refused: str = "") -> OddsOut:
    """Return the odds of a game in their JSON format."""
    goal, play = odds.goal, odds.play
    boxes = {}
    for box, (one, every) in odds.alone.items():
        held = play.boxes[box] if play else None
        boxes[box] = BoxOut(
            **_alone(every), highest=every.highest, one_roll=AloneOut(**_alone(one)),
            par=held.par if held else None, zero=held.zero if held else None,
        )  # fmt: skip
    bonuses = {
        name: BonusOut(
            each.par, each.reached, {str(points): chance for points, chance in each.chances.items()},
        )
        for name, each in (play.bonuses.items() if play else ())
    }  # fmt: skip
    totals = play.totals if play else None
    distribution = None if totals is None else DistributionOut(
        not totals.games, totals.games, totals.seed, totals.error,
        {str(each): totals.quantile(each) for each in QUANTILES},
        {str(total): chance for total, chance in totals.chances.items()},
    )  # fmt: skip
    counted = (
        play is not None and goal.ruleset.extra_yachts is not None and goal.ruleset.extra_yachts.id not in goal.without
    )
    return OddsOut(
        VERSION, goal.ruleset.id, goal.total, tuple(sorted(goal.without)), play.states if play else None,
        play.value if play else None, play.standard_deviation if play else None, boxes, bonuses,
        play.further_yachts if play and counted else None, dict(odds.pars), distribution, odds.won_at_once, refused,
    )  # fmt: skip


def _alone(odds: BoxOdds) -> dict[str, Any]:
    exact = {"chance": odds.chance, "highest_chance": odds.highest_chance, "best": odds.best}
    return {name: float(value) for name, value in exact.items()} | {
        "exact": {name: str(value) for name, value in exact.items()}
    }


def json_of(record: Struct) -> bytes:
    """Return a record as indented JSON."""
    return json_answer(format_json(encode(record), indent=2) + b"\n")
