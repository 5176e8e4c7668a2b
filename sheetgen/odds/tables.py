"""What is known of a game: the odds of its boxes alone, and what well-played cards come to. Knows nothing of numpy."""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import accumulate
from math import isclose, isfinite
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode
from msgspec.structs import fields, replace

from sheetgen.errors import SheetgenError
from sheetgen.odds.alone import Alone, alone
from sheetgen.odds.counters import Goal
from sheetgen.rules.patterns import all_rolls, ways
from sheetgen.rules.ruleset import Ruleset

VERSION = 1
"""Of what is worked out: tables and states of other versions are made anew."""
QUANTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
"""In per cent."""
DATA = Path(__file__).parent / "data"
"""The folder of the tables of the games that ship."""
MOST_BYTES = 2_000_000
"""The largest number of bytes of a table."""


Progress = Callable[[int, int], object]
"""Called with how many more states are done, and how many there are; first for their values, then for what play is."""


def silent(_: int, __: int) -> None:
    """No progress is shown."""


class UnsolvedError(SheetgenError):
    """A game is not gone through: it is too large, or has a rule that odds do not know; its boxes have odds."""


class BoxPlay(Struct, frozen=True):
    """What a box comes to in the best play of a whole card."""

    par: float
    """Its expected points."""
    zero: float
    """The chance that it holds a 0."""


class TotalPlay(Struct, frozen=True):
    """What a bonus comes to in the best play of a whole card."""

    par: float
    chances: dict[int, float]
    """How probable each of its values is."""


class Totals(Struct, frozen=True):
    """How the total is distributed."""

    games: int
    """How many games were played to find it; 0 if it is exact."""
    seed: int
    """What these games were drawn with."""
    chances: dict[int, float]
    """How probable each total is, ascending."""

    def quantile(self, per_cent: float) -> int:
        """The least total that so many per cent of all cards do not exceed."""
        sums = accumulate(self.chances.values())
        return next(
            (total for total, chance in zip(self.chances, sums, strict=True) if chance * 100 >= per_cent - 1e-9),
            max(self.chances),
        )

    @property
    def error(self) -> float:
        """The standard error of a chance of a half, or of any other at most; 0 if they are exact."""
        return 0.5 / self.games**0.5 if self.games else 0.0


class Play(Struct, frozen=True):
    """What a card comes to in the play that makes the most of it, which is what takes long to find."""

    version: int
    fingerprint: str
    states: int
    value: float
    standard_deviation: float
    boxes: dict[str, BoxPlay]
    bonuses: dict[str, TotalPlay]
    """Those that count in the value, but for further Yachts."""
    further_yachts: float
    """How many further Yachts there are on average; 0 if they count for nothing."""
    totals: Totals


def fingerprint(goal: Goal) -> str:
    """What tells games apart that are played otherwise: whatever is only said of a game is left out.

    So is what stands in the rules by default: a word that they learn later changes no game that does not say it.
    """
    ruleset = goal.ruleset
    sections = [
        (
            section.id,
            section.fill,
            [replace(each, name="", aliases=(), examples=(), note="", wins="") for each in section.categories],
            [replace(each, name="") for each in section.totals],
        )
        for section in ruleset.sections
    ]
    totals = [replace(total, name="") for total in ruleset.totals]
    dice, columns = replace(ruleset.dice, faces=(), groups=()), tuple(replace(c, name="") for c in ruleset.columns)
    rules = (dice, ruleset.joker, ruleset.constraints, sections, totals, columns)
    said = _said((VERSION, rules, goal.total, sorted(goal.without)))
    return hashlib.sha256(repr(said).encode()).hexdigest()[:32]


def _said(value: object) -> object:
    """A value without the parts that it has by default."""
    if isinstance(value, Struct):
        parts = [(each.name, getattr(value, each.name), each.default) for each in fields(value)]
        return type(value).__name__, [(name, _said(part)) for name, part, usual in parts if part != usual]
    return list(map(_said, value)) if isinstance(value, list | tuple) else value


def read_play(content: bytes, goal: Goal) -> Play | None:
    """The table that this is, if it is one of this game, and adds up."""
    try:
        play = decode(content, type=Play)
    except (DecodeError, ValueError, RecursionError):
        return None
    own = play.version == VERSION and play.fingerprint == fingerprint(goal) and {*play.boxes} == {*goal.ruleset.boxes}
    return play if own and _adds_up(play, goal) else None


def _adds_up(play: Play, goal: Goal) -> bool:
    """Whether the pars add up to the value, and chances to 1: what a damaged table does not."""
    numbers = [play.value, play.standard_deviation, play.further_yachts, *play.totals.chances.values()]
    if not play.totals.chances or not all(map(isfinite, numbers)) or {*play.bonuses} != {*goal.stepped}:
        return False
    whole = [play.totals.chances, *(bonus.chances for bonus in play.bonuses.values())]
    pars = pars_of(goal, play)
    return isclose(pars[goal.total], play.value, abs_tol=1e-6) and all(
        isclose(sum(each.values()), 1, abs_tol=1e-6) for each in whole
    )


def write_play(play: Play) -> bytes:
    """The table as JSON, the same for the same game."""
    return encode(play) + b"\n"


@lru_cache(maxsize=16)
def shipped(ruleset: Ruleset) -> Play | None:
    """The table that ships, if this is a game that does, or one that is played alike."""
    goal = Goal(ruleset)
    path = DATA / f"{fingerprint(goal)}.json"
    return read_play(path.read_bytes(), goal) if path.is_file() else None


def pars_of(goal: Goal, play: Play) -> dict[str, float]:
    """What each row comes to on average; totals that depend on what was not looked at are left out."""
    ruleset = goal.ruleset
    pars = {box: each.par for box, each in play.boxes.items()}
    for total in ruleset.all_totals.values():
        parts = ruleset.addends[total.id]
        if total.id in goal.without:
            continue
        if total.kind == "extra_yachts":
            pars[total.id] = play.further_yachts * total.points
        elif total.steps and total.id in play.bonuses:
            pars[total.id] = play.bonuses[total.id].par
        elif total.kind == "sum" and all(part in pars or part in goal.without for part in parts):
            pars[total.id] = sum(pars[part] for part in parts if part in pars)
    return pars


class Odds(Struct, frozen=True, eq=False, dict=True):
    """All that is known of a game; `play` is None where nobody has worked it out."""

    goal: Goal
    play: Play | None

    @property
    def alone(self) -> Mapping[str, tuple[Alone, Alone]]:
        """For each box its odds alone, with one roll and with all that count there."""
        dice, boxes = self.goal.ruleset.dice, self.goal.ruleset.boxes.values()
        most = {box.id: min(dice.rolls, box.column.rolls or dice.rolls) for box in boxes}
        return {box.id: (alone(box.category, dice, 1), alone(box.category, dice, most[box.id])) for box in boxes}

    @property
    def won_at_once(self) -> float:
        """The chance that some first roll of as many turns as there are boxes wins at once; 0 if none can."""
        game = self.goal.ruleset
        wins = [each.pattern for each in game.categories.values() if each.wins]
        rolls = all_rolls(game.dice.count, game.dice.sides) if wins else ()
        some = sum(ways(roll) for roll in rolls if any(each.match(roll) is not None for each in wins))
        return 1 - float(1 - some / game.dice.sides**game.dice.count) ** len(game.boxes)

    @property
    def pars(self) -> Mapping[str, float]:
        """What each row comes to on average, by its id; nothing where that was not worked out."""
        return pars_of(self.goal, self.play) if self.play else {}
