"""Distribution of totals in best play: against a walk through every roll, and played games."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from math import sqrt
from pathlib import Path

import pytest

import sheetgen
from sheetgen.odds.best_play import DATA, Totals, shipped
from sheetgen.odds.counters import Goal
from sheetgen.odds.solution import play_of
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import legal_entries, moment, totals
from sheetgen.rulesets.source import ruleset_ids
from tests.games import built, category, game, make_total

Chances = dict[int, float]
Filled = tuple[tuple[str, int], ...]
EQUAL = 1e-10
"""Maximum difference of equally good choices, in points."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test an empty user folder."""
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "home"))


def mean(chances: Chances) -> float:
    """Return the expected total."""
    return sum(total * chance for total, chance in chances.items())


def mixed(parts: Sequence[Chances]) -> Chances:
    """Return the probability of each total, if each part is as likely."""
    chances: Chances = {}
    for part in parts:
        for total, chance in part.items():
            chances[total] = chances.get(total, 0) + chance / len(parts)
    return chances


class EveryPlay:
    """Walk through every roll of best play; only the scoring of `rules` is used.

    Of equally good choices it takes the first box and, unless all dice are a best keep, drops the
    lowest die that can go, as documented.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.faces = range(1, ruleset.dice.sides + 1)
        self.count = ruleset.dice.count
        self.card = cache(self.play_card)
        self.keep = cache(self.play_keep)
        self.roll = cache(self.play_roll)

    def play_card(self, filled: Filled) -> Chances:
        """Return the probability of each total, before a turn."""
        if len(filled) == len(self.ruleset.boxes):
            return {totals(self.ruleset, dict(filled), 0)["total"]: 1.0}
        return self.keep(filled, (), self.ruleset.dice.rolls)

    def play_keep(self, filled: Filled, kept: tuple[int, ...], left: int) -> Chances:
        """Return the same before the roll of the other dice."""
        rolls = product(self.faces, repeat=self.count - len(kept))
        return mixed([self.roll(filled, tuple(sorted((*kept, *new))), left - 1) for new in rolls])

    def play_roll(self, filled: Filled, dice: tuple[int, ...], left: int) -> Chances:
        """Return the same after a roll."""
        if left == 0:
            return self.best_entry(filled, dice)
        keeps = {kept for size in range(self.count + 1) for kept in combinations(dice, size)}
        means = {kept: mean(self.keep(filled, kept, left)) for kept in keeps}
        highest = max(means.values())
        best = [Counter(kept) for kept in keeps if means[kept] >= highest - EQUAL]
        while Counter(dice) not in best:
            fewer = [dice[:place] + dice[place + 1 :] for place in range(len(dice))]
            dice = next(rest for rest in fewer if any(kept <= Counter(rest) for kept in best))
        return self.keep(filled, dice, left)

    def best_entry(self, filled: Filled, dice: tuple[int, ...]) -> Chances:
        """Return the same for the best box of the last roll."""
        best: Chances = {}
        now = moment(self.ruleset, dict(filled))
        for box, entry in legal_entries(self.ruleset, Roll(dice), now).items():
            found = self.card(tuple(sorted((*filled, (box, entry.points[0])))))
            if not best or mean(found) > mean(best) + EQUAL:
                best = found
        return best


@pytest.mark.parametrize("worth", [1, -2])
def test_totals_against_every_play(worth: int) -> None:
    """Three boxes and a bonus, some points perhaps below 0: the shares of totals are exact."""
    boxes = [
        category("ones", "face", "matching", face=1),
        category("pair", "pair", "fixed", value=7),
        category("luck") | {"points": {"kind": "per_die", "value": worth}},
    ]
    rows = [
        make_total("bonus", "threshold", "ones", "pair", steps=[(8, 5)]),
        make_total("total", "sum", "a", "bonus"),
    ]
    ruleset = built(game(boxes, dice={"count": 2, "sides": 4, "rolls": 3}, totals=rows))
    found = play_of(Goal(ruleset)).totals
    expected = EveryPlay(ruleset).card(())
    assert found.games == 0
    assert [*found.chances] == sorted(expected)
    assert found.chances == pytest.approx(expected, abs=1e-12)


def test_shares_of_a_distribution() -> None:
    """`below` counts lower totals only, also for totals that nobody has.

    A quantile is the lowest total that as many cards do not exceed.
    """
    found = Totals(0, 0, {-3: 0.25, 4: 0.25, 9: 0.5})
    below = {-4: 0, -3: 0, 0: 0.25, 4: 0.25, 5: 0.5, 9: 0.5, 10: 1}
    assert {total: found.below(total) for total in below} == below
    quantiles = {0: -3, 1: -3, 25: -3, 26: 4, 50: 4, 51: 9, 100: 9}
    assert {share: found.quantile(share) for share in quantiles} == quantiles


@pytest.mark.parametrize("name", ruleset_ids())
def test_shipped_distributions_are_those_of_the_values(name: str) -> None:
    """The sum of the shares is 1; mean and deviation are those that the solver finds otherwise.

    All are exact but the one of twenty boxes and six dice, which is too large; it says so.
    """
    play = shipped(sheetgen.load_ruleset(name))
    if play is None:
        return  # a game with too many states
    chances = play.totals.chances
    assert play.totals.games == (100_000 if name.startswith("maxi-yatzy") else 0)
    error = 5 / sqrt(play.totals.games) if play.totals.games else 1e-9
    assert sum(chances.values()) == pytest.approx(1, abs=1e-11)
    assert mean(chances) == pytest.approx(play.value, abs=error * play.standard_deviation)
    variance = sum((total - play.value) ** 2 * chance for total, chance in chances.items())
    assert sqrt(variance) == pytest.approx(play.standard_deviation, rel=error)
    assert (DATA / f"{play.fingerprint}.json").stat().st_size < 50_000


def test_games_with_one_column_have_exact_shares() -> None:
    """All of them but two: games of Maxi Yatzy are played, and Balut has too many states.

    A right card is compared with them, but where rolls are saved.
    """
    found: dict[str, list[str]] = {"exact": [], "played": [], "none": [], "not compared": []}
    for name in ruleset_ids():
        ruleset = sheetgen.load_ruleset(name)
        if len(ruleset.columns) > 1:
            continue
        play = shipped(ruleset)
        kind = "none" if play is None else "played" if play.totals.games else "exact"
        found[kind].append(name)
        lowest = {box: possible_values(ruleset, box)[0] for box in ruleset.boxes}
        share = sheetgen.check(ruleset, lowest).better_than
        assert share is None or share.games == (100_000 if kind == "played" else 0)
        if play and share is None:
            found["not compared"].append(name)
    assert found == {
        "exact": found["exact"],
        "played": ["maxi-yatzy", "maxi-yatzy-saved"],
        "none": ["balut"],
        "not compared": ["maxi-yatzy-saved"],
    }
    assert len(found["exact"]) == 17


def test_yatzy_has_the_known_mean_and_deviation() -> None:
    play = shipped(sheetgen.load_ruleset("yatzy"))
    assert play
    assert (play.value, play.standard_deviation) == pytest.approx((248.4400, 38.4964), abs=5e-5)


@pytest.mark.slow("odds")
def test_played_games_have_the_exact_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where totals have no room in memory, games are played: 100,000 of them, as the table says.

    The share below each total is that of the exact table, within four standard errors.
    """
    ruleset = sheetgen.load_ruleset("generala")
    exact = shipped(ruleset)
    monkeypatch.setattr("sheetgen.odds.solution.MOST_CELLS", 0)
    played = play_of(Goal(ruleset)).totals
    assert exact
    assert (exact.totals.games, played.games) == (0, 100_000)
    for total in exact.totals.chances:
        share = exact.totals.below(total)
        error = sqrt(share * (1 - share) / played.games)
        assert abs(played.below(total) - share) <= 4 * error + 1e-4, total
