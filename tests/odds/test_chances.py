"""Chances to win: exact ones by enumeration, the figures of the page, and what is printed."""

import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from sheetgen.calculator.page import rules_data
from sheetgen.cards.exchange import MatchIn, PlayedIn, PlayerIn
from sheetgen.odds.best_play import page_tables, shipped
from sheetgen.odds.chances import chances_in, chances_of, deciding_entries, whole_percents
from sheetgen.odds.library import chances
from sheetgen.odds.playouts import CardStanding, Playouts, plan_of
from sheetgen.rules.patterns import Roll, all_rolls
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import legal_entries, moment
from sheetgen.rulesets.loading import load_ruleset
from tests.conftest import Run
from tests.running import ROOT

PLAYED = (
    ("crag", "generala-double"),
    pytest.param(
        ("cheerio", "colours", "forced-yatzy", "numbers-hands"), marks=pytest.mark.slow("odds")
    ),
)
"""Games with all kinds of rules that playouts know; a match is played of the first."""
Distribution = dict[int, float]


def playouts_of(name: str) -> Playouts:
    """Return new playouts of a game."""
    plan = plan_of(load_ruleset(name))
    assert plan
    return Playouts(plan)


def played(ruleset: Ruleset, players: int, seed: int, turns: int | None = None) -> MatchIn:
    """Return a game, or its first turns, with random rolls in their best or in random boxes."""
    chance = random.Random(seed)  # noqa: S311 - repeatable
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    names = [f"p{place}" for place in range(players)]
    cards: list[dict[str, int]] = [{} for _ in names]
    entries = []
    for _ in range(len(ruleset.boxes) if turns is None else turns):
        for name, card in zip(names, cards, strict=True):
            roll = chance.choice([*rolls, *(roll for roll in rolls if roll.alike)])
            legal = legal_entries(ruleset, roll, moment(ruleset, card))
            box = chance.choice(
                [*legal, *sorted(legal, key=lambda box: legal[box].points[-1])[-3:]]
            )
            card[box] = legal[box].points[-1]
            entries.append(PlayedIn(name, box, card[box], legal[box].bonus))
    return MatchIn(tuple(PlayerIn(name) for name in names), tuple(entries))


# exact chances by enumeration


class Enumeration:
    """The best play of a few open boxes, by trying every keep of every roll.

    It has nothing in common with playouts but the rules. Bonuses do not count.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rolls = [roll.dice for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides)]
        self.place = {dice: place for place, dice in enumerate(self.rolls)}
        self.keeps = sorted({keep for dice in self.rolls for keep in self._kept(dice)})
        self.reach = np.zeros((len(self.keeps), len(self.rolls)))
        for row, keep in enumerate(self.keeps):
            faces = range(1, ruleset.dice.sides + 1)
            for more in product(faces, repeat=ruleset.dice.count - len(keep)):
                self.reach[row, self.place[tuple(sorted(keep + more))]] += 1
        self.reach /= self.reach.sum(axis=1, keepdims=True)
        rows = {keep: row for row, keep in enumerate(self.keeps)}
        self.ways = [[rows[keep] for keep in self._kept(dice)] for dice in self.rolls]

    @staticmethod
    def _kept(dice: tuple[int, ...]) -> set[tuple[int, ...]]:
        """Return the keeps of a roll that are not all dice."""
        masks = range(2 ** len(dice) - 1)
        return {
            tuple(face for place, face in enumerate(dice) if mask >> place & 1) for mask in masks
        }

    @cache  # noqa: B019 - as long as the test
    def rest(self, open_boxes: frozenset[str]) -> tuple[float, Distribution]:
        """Return the mean and the distribution of the points that open boxes bring."""
        if not open_boxes:
            return 0.0, {0: 1.0}
        full = {box: 0 for box in self.ruleset.boxes if box not in open_boxes}
        first, other = (
            [self._best(dice, moment(self.ruleset, full, number=number)) for dice in self.rolls]
            for number in (1, 0)
        )
        coming = self.reach[self.keeps.index(())]
        after_second, worth = self._decisions(other, [value for value, _, _ in other])
        after_first, worth = self._decisions(first, worth)
        found: Distribution = {}
        for stops, choices in ((first, after_first), (other, after_second), (other, None)):
            following = np.zeros(len(self.rolls))
            for place in np.flatnonzero(coming):
                if choices is not None and choices[place] is not None:
                    following += coming[place] * self.reach[choices[place]]
                    continue
                _, box, points = stops[place]
                for total, share in self.rest(open_boxes - {box})[1].items():
                    found[points + total] = found.get(points + total, 0) + coming[place] * share
            coming = following
        return float(self.reach[self.keeps.index(())] @ worth), found

    def _decisions(
        self, stops: Sequence[tuple[float, str, int]], after: Sequence[float]
    ) -> tuple[list[int | None], list[float]]:
        """Return the best keep of each roll, None to stop, and what the roll is worth with it."""
        of_keeps = self.reach @ np.array(after)
        choices: list[int | None] = []
        worth = []
        for (value, _, _), ways in zip(stops, self.ways, strict=True):
            way = max(ways, key=lambda row: of_keeps[row])
            choices.append(way if of_keeps[way] > value else None)
            worth.append(max(value, float(of_keeps[way])))
        return choices, worth

    def _best(self, dice: tuple[int, ...], now: Any) -> tuple[float, str, int]:
        """Return the best entry of a roll: its value, its box and its points."""
        legal = legal_entries(self.ruleset, Roll(dice), now)
        open_boxes = frozenset(set(self.ruleset.boxes) - now.filled.keys())
        entries = [
            (entry.points[-1] + self.rest(open_boxes - {box})[0], box, entry.points[-1])
            for box, entry in legal.items()
        ]
        return max(entries)

    def win(self, cards: Sequence[tuple[int, Sequence[str]]]) -> float:
        """Return the chance of the first of two cards, each with its points and open boxes."""
        (own, own_boxes), (other, other_boxes) = cards
        win = 0.0
        for (one, share), (two, rest) in product(
            self.rest(frozenset(own_boxes))[1].items(), self.rest(frozenset(other_boxes))[1].items()
        ):
            ahead = own + one - other - two
            win += share * rest * (1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0)
        return win


ENDS: dict[str, list[list[tuple[int, tuple[str, ...]]]]] = {
    "dice-play": [
        [(100, ("yacht", "chance", "big_straight")), (110, ("fours", "full_house", "chance"))],
        [(120, ("yacht", "four_of_a_kind", "sixes")), (120, ("yacht", "four_of_a_kind", "sixes"))],
        [(90, ("yacht", "chance", "sixes")), (125, ("ones", "little_straight"))],
        [(100, ("yacht",)), (145, ("ones",))],
    ],
    "generala": [
        [(100, ("generala", "full_house")), (112, ("straight", "sixes"))],
        [(90, ("generala", "four_of_a_kind", "straight")), (110, ("full_house", "fives"))],
        [(60, ("generala",)), (90, ("straight",))],
    ],
}
"""Pairs of cards by game: the points of each, and its open boxes."""


@pytest.mark.parametrize("name", ENDS)
def test_the_end_of_a_game_has_its_exact_chances(name: str) -> None:
    """Playouts are at most 1.5 percent off the chances of best play, found by enumeration."""
    ruleset = load_ruleset(name)
    exact, playouts = Enumeration(ruleset), playouts_of(name)
    boxes = playouts.plan.boxes
    for pair in ENDS[name]:
        cards = []
        for points, open_boxes in pair:
            full = sum(1 << place for place, box in enumerate(boxes) if box not in open_boxes)
            cards.append(CardStanding(full=full, points=points))
        found = chances_of(playouts, cards)
        assert sum(chance.percent for chance in found) == 100
        assert abs(found[0].percent - 100 * exact.win(pair)) <= 1.5, pair


@pytest.mark.parametrize(
    ("name", "draws"),
    [
        ("generala", 1.16),
        pytest.param("yatzy", 0.76, marks=pytest.mark.slow("odds")),
        pytest.param("numbers-hands", 0.68, marks=pytest.mark.slow("odds")),
    ],
)
def test_draws_of_two_good_players(name: str, draws: float) -> None:
    """Two players from the start draw as often as in best play, within the error of playouts.

    Their chances are equal.
    """
    play = shipped(load_ruleset(name))
    assert play
    exact = sum(chance**2 for chance in play.totals.chances.values())
    assert 100 * exact == pytest.approx(draws, abs=0.006)
    playouts = playouts_of(name)
    found = sum(share**2 for share in playouts.shares_of(CardStanding()).values())
    assert abs(found - exact) < sqrt(exact / 2000)
    chances = chances_of(playouts, [CardStanding(), CardStanding()])
    assert [chance.percent for chance in chances] == [50, 50]


def test_draws_in_maxi_yatzy() -> None:
    """Its shares are those of 100,000 games: pairs of them draw as often as 0.42 % says.

    A game is no pair with itself. The error of their share is that of a U-statistic.
    """
    play = shipped(load_ruleset("maxi-yatzy"))
    assert play
    games = play.totals.games
    counts = [round(share * games) for share in play.totals.chances.values()]
    assert sum(counts) == games
    draws = sum(count * (count - 1) for count in counts) / (games * (games - 1))
    spread = sum((count / games) ** 3 for count in counts) - draws**2
    error = sqrt(4 * spread / games + 2 * draws / games**2)
    assert 100 * error == pytest.approx(0.0014, abs=5e-5)
    assert abs(draws - 0.0042) < 0.00005 + 3 * error  # 0.42 is rounded


# the figures of the page


def played_out_by_the_page(requests: Sequence[dict[str, Any]], folder: Path) -> list[Any]:
    """Return what the scripts of the page find."""
    shutil.copytree(ROOT / "templates", folder / "templates")
    shutil.copy(ROOT / "tests" / "calculator" / "play_out.mjs", folder)
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "asked.json").write_text(json.dumps(requests), "utf-8")
    found = subprocess.run(
        ["node", "play_out.mjs", "asked.json"],
        check=True,
        cwd=folder,
        capture_output=True,
        text=True,
    )
    answers: list[Any] = json.loads(found.stdout)
    return answers


@pytest.mark.skipif(not shutil.which("node"), reason="node is not here")
@pytest.mark.parametrize("names", PLAYED)
def test_commands_have_the_figures_of_the_page(names: tuple[str, ...], tmp_path: Path) -> None:
    """Plans, shares of totals, chances after each entry, and what decided are those of the page."""
    requests: list[dict[str, Any]] = []
    for seed, name in enumerate(names):
        ruleset = load_ruleset(name)
        _, worth = page_tables(ruleset) or ({}, None)
        start = played(ruleset, 2, seed, turns=len(ruleset.boxes) - 4)
        cards = [
            [
                {"box": each.box, "points": each.points, "bonus": each.bonus}
                for each in start.entries
                if each.player == player
            ]
            for player in ("p0", "p1")
        ]
        requests.append({"data": rules_data(ruleset), "worth": worth, "cards": cards})
    match = played(load_ruleset(names[0]), 2, seed=3)
    requests[0]["match"] = {
        "players": [{"id": player.id} for player in match.players],
        "entries": msgspec.to_builtins(match.entries),
        "starter": "p0",
    }
    for name, asked, found in zip(
        names, requests, played_out_by_the_page(requests, tmp_path), strict=True
    ):
        playouts = playouts_of(name)
        plan = playouts.plan
        assert own_plan(plan) == own_plan_of_page(found["plan"]), name
        for entries, shares in zip(asked["cards"], found["shares"], strict=True):
            standing = plan.standing_of(
                (each["box"], each["points"], each["bonus"]) for each in entries
            )
            own = playouts.shares_of(standing)
            assert list(own) == shares["totals"], name
            assert list(own.values()) == pytest.approx(shares["shares"], abs=1e-9), name
        if "match" in asked:
            steps = chances_in(playouts, match)
            assert [[(each.percent, each.is_possible) for each in step] for step in steps] == [
                [(each["percent"], each["isPossible"]) for each in step] for step in found["steps"]
            ]
            assert [(each.entry, each.before) for each in deciding_entries(match, steps)] == [
                (each["at"], each["before"]) for each in found["deciding"]
            ]
            assert all(sum(chance.percent for chance in step) == 100 for step in steps)


def own_plan(plan: Any) -> list[Any]:
    """Return a plan as plain lists, in the order of its fields."""
    fields = list(msgspec.to_builtins(plan).values())
    found: list[Any] = json.loads(json.dumps(fields, default=list))
    return [listed(each) for each in found]


def own_plan_of_page(plan: dict[str, Any]) -> list[Any]:
    """Return the same of a plan of the page."""
    return [listed(each) for each in plan.values()]


def listed(value: Any) -> Any:
    """Return a value with lists in place of tables, in the order of their fields."""
    if isinstance(value, dict):
        return [listed(each) for each in value.values()]
    return [listed(each) for each in value] if isinstance(value, list) else value


# what chances say


def test_whole_percents_add_up() -> None:
    """Percents have the sum 100, and none is one or more away from its chance."""
    chance = random.Random(1)  # noqa: S311 - repeatable
    for _ in range(300):
        parts = [chance.random() ** 4 for _ in range(chance.randint(1, 12))]
        shares = [part / sum(parts) for part in parts]
        percents = whole_percents(shares)
        assert sum(percents) == 100
        assert all(abs(p - 100 * s) < 1 for p, s in zip(percents, shares, strict=True))


def test_nothing_is_impossible_that_a_box_can_do() -> None:
    """A player who can still win is marked so, even with 0 percent; one who cannot is not."""
    playouts = playouts_of("dice-play")
    plan = playouts.plan
    yacht = plan.boxes.index("yacht")
    ahead = CardStanding(full=plan.whole, points=200)
    for points, is_possible in ((150, True), (149, False)):
        behind = CardStanding(full=plan.whole & ~(1 << yacht), points=points)
        first, second = chances_of(playouts, [ahead, behind])
        assert (second.is_possible, first.percent + second.percent) == (is_possible, 100)


def test_a_win_at_once_ends_all_chances() -> None:
    """After a win at once without an entry only its player has a chance."""
    match = played(load_ruleset("generala"), 2, seed=1, turns=8)
    *_, before, after = chances_in(
        playouts_of("generala"), msgspec.structs.replace(match, won="p0")
    )
    assert [chance.percent for chance in after] == [100, 0]
    assert after[1].is_possible is False
    assert before[0].percent < 100


def test_chances_of_cards_are_printed(run: Run) -> None:
    """`odds --card` prints the chance of each card, as a table, CSV or JSON."""
    asked = ("odds", "generala", "--lang", "en", "--card", "", "--card", "generala=50")
    code, out, err = run(*asked)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["Card", "Points", "Chance", "to", "win"]
    assert [line.split()[1] for line in lines[1:3]] == ["0", "50"]
    assert "2,000 times" in lines[-1]
    found = json.loads(run(*asked, "--format", "json")[1])
    assert [f"{each['percent']} %" for each in found["chances"]] == [
        line.split(maxsplit=2)[2] for line in lines[1:3]
    ]
    assert found["playouts"] == 2000
    assert run(*asked, "--format", "csv")[1].splitlines()[1].startswith("1,0,")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("generala", "--card", ""), "--card: cards written: 1; should be from 2 to 6"),
        (("balut", "--card", "", "--card", ""), "how much each of its boxes is worth"),
        (("yams", "--card", "", "--card", ""), "games of yams have no chances to win, because"),
        (("wuerfelpoker", "--card", "", "--card", ""), "its kept dice stay where they are"),
        (("maxi-yatzy-saved", "--card", "", "--card", ""), "it has saved or spare rolls"),
        (("generala", "--card", "", "--card", "five=3"), "five"),
        (
            ("generala", "--card", "", "--card", "", "--total", "total", "--plot", "a.svg"),
            "--card and --plot exclude each other.",
        ),
    ],
)
def test_wrong_cards_are_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    """Too few cards, games without chances, wrong boxes and other options are refused."""
    code, _, err = run("odds", *words, "--lang", "en")
    assert code == 2
    assert said in err


def test_a_replay_has_the_chances(run: Run) -> None:
    """`replay` of a game of two prints the chances after each round, and what decided it."""
    match = played(load_ruleset("generala"), 2, seed=2)
    games = {"sheetgen": "games", "version": 1, "ruleset": "generala", "games": [match]}
    Path("games.json").write_bytes(msgspec.json.encode(games))
    code, out, err = run("replay", "games.json", "--lang", "en")
    assert (code, err) == (0, "")
    found = json.loads(run("replay", "games.json", "--format", "json")[1])
    assert len(found["chances"]) == len(match.entries) + 1
    assert all(sum(each["percent"] for each in step) == 100 for step in found["chances"])
    assert found["playouts"] == 2000
    lines = out.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("Chance to win"))
    assert lines[first + 1].split() == ["0", "50", "%", "50", "%"]
    assert lines[first + 11].split()[0] == str(len(match.entries))
    decided = [line for line in lines if " decided: " in line]
    assert len(decided) == len(found["deciding"])


def test_chances_for_programs() -> None:
    """The library takes cards with ids of boxes, and returns equal chances for equal cards."""
    found = chances(load_ruleset("forced-yatzy"), [{}, {}])
    assert [each.percent for each in found.chances] == [50, 50]
