"""Tables of best play: those that ship, and those computed before, in the user's cache folder.

Needs no numpy.

They are found by the fingerprint of their game. Files that do not fit are ignored and computed
again.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import accumulate
from math import isclose, isfinite
from pathlib import Path
from typing import Any

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode
from msgspec.structs import fields, replace

from sheetgen.errors import SheetgenError
from sheetgen.files.disk import Content, make_folder, write_all
from sheetgen.files.folders import cache_folder
from sheetgen.odds.box_odds import BoxOdds, box_odds
from sheetgen.odds.counters import Goal
from sheetgen.rules.patterns import all_rolls, ways
from sheetgen.rules.ruleset import Ruleset

VERSION = 1
"""Version of the results. Tables and values of other versions are computed again."""
DECIMALS = 15
"""Number of decimals of the probability of a total. Digits behind it would double a table, and are
smaller than rounding errors."""
QUANTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
"""Quantiles that are printed, in per cent."""
DATA = Path(__file__).parent / "data"
"""Folder of the tables that ship."""
MOST_BYTES = 2_000_000
"""Maximum size of a table in bytes: a hundred times the largest that ships."""
Progress = Callable[[int, int], object]
"""Callback with the number of states done since the last call, and that of all: first for values,
then for play."""


def silent(_: int, __: int) -> None:
    """Show no progress."""


class UnsolvedError(SheetgenError):
    """Fault of a game that is too large, or has a rule that the solver does not know.

    Its single boxes have odds.
    """


class BoxPlay(Struct, frozen=True):
    """Statistics of a box in best play."""

    par: float
    """Expected points."""
    zero: float
    """Probability of a 0."""


class TotalPlay(Struct, frozen=True):
    """Statistics of a bonus in best play."""

    par: float
    chances: dict[int, float]
    """Probability of each of its values."""

    @property
    def reached(self) -> float:
        """Probability that it is more than 0."""
        return sum(chance for points, chance in self.chances.items() if points > 0)


class Totals(Struct, frozen=True, dict=True):
    """Distribution of the total in best play."""

    games: int
    """Number of simulated games; 0 if the distribution is exact."""
    seed: int
    """Seed of the simulation."""
    chances: dict[int, float]
    """Probability of each total, ascending, to `DECIMALS`. Rarer totals are left out."""

    @cached_property
    def _sorted(self) -> list[int]:
        """All totals, ascending."""
        return [*self.chances]

    @cached_property
    def _sums(self) -> list[float]:
        """Probability of less than each total, and 1 at the end."""
        return [*accumulate(self.chances.values(), initial=0.0)]

    def below(self, total: int) -> float:
        """Return the share of cards with less than this total, from 0 to 1."""
        return self._sums[bisect_left(self._sorted, total)]

    def quantile(self, per_cent: float) -> int:
        """Return the lowest total that at least this share of all cards does not exceed."""
        place = bisect_left(self._sums, per_cent / 100 - 1e-11, lo=1)
        return self._sorted[min(place, len(self._sorted)) - 1]

    @property
    def error(self) -> float:
        """Maximum standard error of a probability; 0 if the distribution is exact."""
        return 0.5 / self.games**0.5 if self.games else 0.0


class Play(Struct, frozen=True):
    """Statistics of best play.

    A player who always makes the choice with the highest expected total.
    """

    version: int
    fingerprint: str
    states: int
    value: float
    standard_deviation: float
    boxes: dict[str, BoxPlay]
    bonuses: dict[str, TotalPlay]
    """Bonuses that count in the value, except the one for further Yachts."""
    further_yachts: float
    """Expected number of further Yachts; 0 if they earn nothing."""
    totals: Totals


def fingerprint(goal: Goal) -> str:
    """Return a hash of everything that affects how a game is played. Texts are left out.

    Default values are left out too, so that a new key of ruleset files does not change the hash of
    games without it.
    """
    ruleset = goal.ruleset
    sections = []
    for section in ruleset.sections:
        categories = [
            replace(category, name="", aliases=(), examples=(), note="", wins="")
            for category in section.categories
        ]
        sums = [replace(total, name="") for total in section.totals]
        sections.append((section.id, section.fill, categories, sums))
    totals = [replace(total, name="") for total in ruleset.totals]
    usual_rolls: dict[str, Any] = {"saved": None, "spare": 0, "last_turn": None, "shared": False}
    dice = replace(ruleset.dice, faces=(), groups=(), **usual_rolls)
    columns = tuple(replace(column, name="") for column in ruleset.columns)
    rules = (dice, ruleset.joker, ruleset.constraints, sections, totals, columns)
    said = _without_defaults((VERSION, rules, goal.total, sorted(goal.without)))
    return hashlib.sha256(repr(said).encode()).hexdigest()[:32]


def _without_defaults(value: object) -> object:
    """Return a value as lists and tuples, without fields that have their defaults."""
    if isinstance(value, Struct):
        parts = [(each.name, getattr(value, each.name), each.default) for each in fields(value)]
        return type(value).__name__, [
            (name, _without_defaults(part)) for name, part, usual in parts if part != usual
        ]
    return list(map(_without_defaults, value)) if isinstance(value, list | tuple) else value


def read_play(content: bytes, goal: Goal) -> Play | None:
    """Return the table in a file, if it belongs to this game and its numbers add up.

    Otherwise None.
    """
    try:
        play = decode(content, type=Play)
    except (DecodeError, ValueError, RecursionError):
        return None
    numbers = [
        play.value,
        play.standard_deviation,
        play.further_yachts,
        *play.totals.chances.values(),
    ]
    is_own = (
        (play.version, play.fingerprint) == (VERSION, fingerprint(goal))
        and ({*play.boxes}, {*play.bonuses}) == ({*goal.ruleset.boxes}, {*goal.stepped})
        and play.totals.chances
        and [*play.totals.chances] == sorted(play.totals.chances)
        and all(map(isfinite, numbers))
    )
    if not is_own or not isclose(pars_of(goal, play)[goal.total], play.value, abs_tol=1e-6):
        return None
    whole = [play.totals.chances, *(bonus.chances for bonus in play.bonuses.values())]  # sums of 1
    return play if all(isclose(sum(each.values()), 1, abs_tol=1e-6) for each in whole) else None


def write_play(play: Play) -> bytes:
    """Return the table as JSON, always the same for the same game."""
    return encode(play) + b"\n"


@lru_cache(maxsize=16)
def shipped(ruleset: Ruleset) -> Play | None:
    """Return the shipped table of a game, or of a game that is played alike.

    None if there is none.
    """
    goal = Goal(ruleset)
    path = DATA / f"{fingerprint(goal)}.json"
    return read_play(path.read_bytes(), goal) if path.is_file() else None


def page_tables(ruleset: Ruleset) -> tuple[dict[int, float], Any] | None:
    """Return the distribution of totals, and the weights of boxes or None, for a page.

    None if no table ships, and for a game with saved or spare rolls, which tables leave out.
    """
    play = None if ruleset.dice.rolls_vary else shipped(ruleset)
    return (
        (play.totals.chances, decode((DATA / "offers.json").read_bytes()).get(play.fingerprint))
        if play
        else None
    )


def pars_of(goal: Goal, play: Play) -> dict[str, float]:
    """Return the expected points of each row.

    Totals with addends that were not computed are left out.
    """
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
    """Odds of a game; `play` is None if its best play was not computed."""

    goal: Goal
    play: Play | None

    @property
    def alone(self) -> Mapping[str, tuple[BoxOdds, BoxOdds]]:
        """Odds of each box on its own, with one roll and with all rolls that score there."""
        dice, boxes = self.goal.ruleset.dice, self.goal.ruleset.boxes.values()
        most = {box.id: min(dice.rolls, box.column.rolls or dice.rolls) for box in boxes}
        return {
            box.id: (box_odds(box.category, dice, 1), box_odds(box.category, dice, most[box.id]))
            for box in boxes
        }

    @property
    def won_at_once(self) -> float:
        """Probability that a first roll wins at once, in as many turns as there are boxes.

        0 if none can.
        """
        game = self.goal.ruleset
        wins = [category for category in game.categories.values() if category.wins]
        rolls = all_rolls(game.dice.count, game.dice.sides) if wins else ()
        some = sum(
            ways(roll) for roll in rolls if any(category.is_shown_by(roll) for category in wins)
        )
        return 1 - float(1 - some / game.dice.sides**game.dice.count) ** len(game.boxes)

    @property
    def pars(self) -> Mapping[str, float]:
        """Expected points of each row, by its id; empty if they were not computed."""
        return pars_of(self.goal, self.play) if self.play else {}


# the cache


def kept_play(goal: Goal) -> Play | None:
    """Return the cached table of a game; None if it is absent or damaged."""
    with (
        suppress(OSError, SheetgenError),
        (cache_folder() / f"{fingerprint(goal)}.json").open("rb") as file,
    ):
        return read_play(file.read(MOST_BYTES), goal)
    return None


def keep(name: str, content: Content) -> None:
    """Write a file completely or not at all, and ignore a folder that cannot be written."""
    with suppress(OSError, SheetgenError):
        make_folder(cache_folder())
        write_all([(cache_folder() / name, content)], True)
