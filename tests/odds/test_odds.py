"""Odds, par and advice.

Values against a plain referee and what others published, chances against brute force.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from typing import Any

import jsonschema_rs
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from msgspec.structs import replace

import sheetgen
from sheetgen.files import folders
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.odds.best_play import (
    BoxPlay,
    TotalPlay,
    UnsolvedError,
    fingerprint,
    kept_play,
    pars_of,
    shipped,
    write_play,
)
from sheetgen.odds.box_odds import box_odds
from sheetgen.odds.counters import Goal
from sheetgen.odds.formats import odds_schema
from sheetgen.odds.library import advise, expectations, odds_at_once
from sheetgen.odds.solution import keep_values, kept_values, play_of, solver_of, table_of, values_of
from sheetgen.odds.solver import Solver
from sheetgen.rules.patterns import Dice, Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import legal_entries, moment, totals
from sheetgen.rulesets.source import ruleset_ids
from tests import tables
from tests.conftest import Run
from tests.games import built, category, game, make_column, make_total
from tests.readback import text_of
from tests.rules.test_possible_values import small_games
from tests.running import ROOT, python

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test an empty user folder."""
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "home"))


def referee(ruleset: Ruleset) -> float:
    """Return the value of a game by a search through every way to play it.

    Only the scoring of `rules` is used.
    """
    faces, count = range(1, ruleset.dice.sides + 1), ruleset.dice.count
    every = [tuple(sorted(dice)) for dice in product(faces, repeat=count)]

    @cache
    def value(filled: tuple[tuple[str, int], ...], extra: int) -> float:
        if len(filled) == len(ruleset.boxes):
            return totals(ruleset, dict(filled), extra)["total"]

        @cache
        def turn(dice: tuple[int, ...], left: int, stay: tuple[int, ...] = ()) -> float:
            now = moment(ruleset, dict(filled), number=ruleset.dice.rolls - left)
            found = [
                value(tuple(sorted((*filled, (box, points)))), extra + bool(entry.bonus))
                for box, entry in legal_entries(ruleset, Roll(dice), now).items()
                for points in entry.points
            ]
            best = max(found, default=float("-inf"))
            for kept in (
                {kept for size in range(count) for kept in combinations(dice, size)} if left else ()
            ):
                if ruleset.dice.kept == "free" or Counter(stay) <= Counter(kept):
                    rerolled = [
                        tuple(sorted((*kept, *new)))
                        for new in product(faces, repeat=count - len(kept))
                    ]
                    best = max(
                        best, sum(turn(each, left - 1, kept) for each in rerolled) / len(rerolled)
                    )
            return best

        return sum(turn(dice, ruleset.dice.rolls - 1) for dice in every) / len(every)

    return value((), 0)


@st.composite
def wider_games(draw: st.DrawFn) -> Ruleset:
    """Draw games with columns and orders, boxes that need others, and dice that stay.

    Points may depend on the number of the roll, and may be below 0.
    """
    rolls = draw(st.integers(1, 4))
    worth = [
        {"kind": "fixed", "by_roll": [5, 4, 1, 2][:rolls]},
        {"kind": "per_die", "value": -2},
        {"kind": "all"},
        {"kind": "fixed", "value": 3},
    ]
    patterns = [{"kind": "pair"}, {"kind": "face", "face": 1}, {"kind": "any"}]
    boxes = [
        category(name)
        | {"pattern": draw(st.sampled_from(patterns)), "points": draw(st.sampled_from(worth))}
        for name in "cde"[: draw(st.integers(2, 3))]
    ]
    if draw(st.booleans()):
        boxes[1]["needs"] = "c"
    orders = [
        {"fill": "any"},
        {"fill": "down"},
        {"fill": "up"},
        {"fill": "inwards"},
        {"fill": "outwards", "from": "c"},
    ]
    few = draw(st.sampled_from([1, 1, 2] if len(boxes) == 2 else [1]))
    columns = [make_column(name, **draw(st.sampled_from(orders))) for name in "xy"[:few]]
    if draw(st.booleans()):
        columns[-1]["rolls"] = 1
    if few > 1:
        columns[0]["factor"] = draw(st.integers(1, 2))
    bound = [{"lower": "d", "higher": "c"}] if draw(st.booleans()) else []
    sums = sorted(draw(st.sets(st.integers(-3, 7), min_size=1, max_size=2)))
    dice = {"count": 2, "sides": 3, "rolls": rolls, "kept": draw(st.sampled_from(["free", "stay"]))}
    sums_and_points = zip(sums, (4, 5), strict=False)
    rows = [
        make_total("bonus", "threshold", "a", steps=sums_and_points),
        make_total("inner", "sum", "a", "bonus"),
        make_total("total", "sum", "inner", across=few > 1),
    ]
    return built(game(boxes, dice=dice, columns=columns, constraints=bound, totals=rows))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=small_games() | wider_games())
@pytest.mark.slow("random games")
def test_random_games_against_a_referee(ruleset: Ruleset) -> None:
    """For any mix of rules, the value is that of the referee.

    Pars add up to it. The distribution of totals has this mean and the deviation of the turns.
    """
    goal = Goal(ruleset)
    solver = solver_of(goal)
    values = solver.values()
    assert values[0][0] == pytest.approx(referee(ruleset), abs=1e-9)
    found = table_of(solver, values)
    chances = found.totals.chances
    assert found.totals.games == 0
    mean = sum(total * chance for total, chance in chances.items())
    assert (sum(chances.values()), mean) == pytest.approx((1, values[0][0]), abs=1e-9)
    spread = sum((total - mean) ** 2 * chance for total, chance in chances.items())
    assert spread == pytest.approx(found.standard_deviation**2, abs=1e-8)
    play = play_of(Goal(ruleset))
    assert pars_of(goal, play)["total"] == pytest.approx(play.value, abs=1e-9)


@pytest.mark.parametrize("kept", ["free", "stay"])
@pytest.mark.few(1)
def test_more_dice_against_a_referee(kept: str) -> None:
    """Three dice with four sides and one roll to three, and a bonus for a sum.

    Pars and totals add up to its value.
    """
    boxes = [
        category("ones", "face", "matching", face=1),
        category("three", "of_a_kind", "all", n=3),
        category("luck"),
    ]
    rows = [
        make_total("bonus", "threshold", "ones", "luck", steps=[(8, 5), (11, 1)]),
        make_total("total", "sum", "a", "bonus"),
    ]
    values = []
    for rolls in (1, 2, 3):
        dice = {"count": 3, "sides": 4, "rolls": rolls, "kept": kept}
        ruleset = built(game(boxes, dice=dice, totals=rows))
        play = play_of(Goal(ruleset))
        assert play.value == pytest.approx(referee(ruleset), abs=1e-9)
        assert pars_of(Goal(ruleset), play)["total"] == pytest.approx(play.value, abs=1e-9)
        mean = sum(total * chance for total, chance in play.totals.chances.items())
        assert mean == pytest.approx(play.value)
        values.append(play.value)
    assert values == sorted(values)


def test_chosen_dice_against_a_referee() -> None:
    """Of three dice two count: values and odds are those of the best choices."""
    boxes = [
        category("ones", "face", "matching", face=1),
        category("pair", "pair", "fixed_plus_dice", value=5),
        category("luck"),
    ]
    dice = {"count": 3, "use": 2, "sides": 4, "rolls": 2}
    ruleset = built(game(boxes, dice=dice))
    play = play_of(Goal(ruleset))
    assert play.value == pytest.approx(referee(ruleset), abs=1e-9)
    assert pars_of(Goal(ruleset), play)["total"] == pytest.approx(play.value, abs=1e-9)
    for box in ruleset.categories.values():
        assert box_odds(box, ruleset.dice, 2).best == brute(box.score, ruleset.dice), box.id


# what others published

BASE = 'format = 1\nextends = "bonus-yachts"\nname = "Published"\nreadings = []\n'
NO_JOKER = '[joker]\nrule = "none"\n'
FORCED = (
    '[joker]\nrule = "forced"\nsections = ["lower"]\nmay_decline = false\nzero = "last_resort"\n'
)
NO_BONUS = (
    'remove = ["yacht_bonus"]\n'
    + NO_JOKER
    + '[[sections]]\nid = "lower"\ntotals = [{ id = "lower_total", of = ["lower_subtotal"] }]\n'
)


def published(tmp_path: Path, rest: str) -> Solver:
    """Return the solver of a game that is written as a ruleset file."""
    file = tmp_path / "published.toml"
    file.write_text(BASE + rest, "utf-8")
    return solver_of(Goal(sheetgen.load_ruleset(str(file))))


@pytest.mark.slow("odds")
@pytest.mark.parametrize(
    ("rest", "value", "digits", "deviation"),
    [
        (NO_JOKER, 253.9702412, 5e-8, None),
        (NO_BONUS, 245.8707745, 6e-8, None),
        (FORCED, 254.5877287, 6e-8, 59.6079),
        ("[joker]\nnumber_box_full = true\n", 254.5896094820, 6e-11, 59.6117),
    ],
    ids=["no joker", "no bonus", "forced joker", "joker that waits for its number"],
)
def test_published_values(
    rest: str, value: float, digits: float, deviation: float | None, tmp_path: Path
) -> None:
    """The value of a game of thirteen boxes is the published one, to its last digit.

    So is the deviation, where it was published; pars and totals add up to the value.

    5, 50 and 99 per cent of the cards have at most the known totals. Of the known 218 and 273, a
    quarter and three quarters have less.
    """
    solver = published(tmp_path, rest)
    values = solver.values()
    assert values[0][0] == pytest.approx(value, abs=digits)
    if deviation is None:
        return
    found = table_of(solver, values)
    assert found.standard_deviation == pytest.approx(deviation, abs=6e-5)
    rows: list[BoxPlay | TotalPlay] = [*found.boxes.values(), *found.bonuses.values()]
    pars = sum(row.par for row in rows) + 100 * found.further_yachts
    assert pars == pytest.approx(values[0][0], abs=1e-9)
    assert found.totals.games == 0
    mean = sum(total * chance for total, chance in found.totals.chances.items())
    assert mean == pytest.approx(value, abs=digits)
    assert [found.totals.quantile(share) for share in (5, 50, 99)] == [180, 248, 474]
    assert found.totals.below(217) < 0.25 <= found.totals.below(218)
    assert found.totals.below(272) < 0.75 <= found.totals.below(273)


# odds of single boxes

FIVE = sheetgen.load_ruleset("numbers-hands")


def test_known_fractions() -> None:
    boxes = FIVE.categories
    yacht = box_odds(boxes["yacht"], FIVE.dice, 3)
    assert yacht.chance == yacht.highest_chance == Fraction(347897, 7558272)
    assert box_odds(boxes["ones"], FIVE.dice, 3).best == Fraction(455, 216)
    assert box_odds(boxes["chance"], FIVE.dice, 3).best == Fraction(70, 3)
    straight = box_odds(boxes["large_straight"], FIVE.dice, 3)
    assert straight.chance == Fraction(319695199, 1224440064)


def brute(worth: Callable[[Roll, bool, int], int], dice: Dice) -> Fraction:
    """Return the best average of a turn, by trying every sequence of rolls."""
    faces, count = range(1, dice.sides + 1), dice.count

    @cache
    def best(lie: tuple[int, ...], left: int, first: bool, held: tuple[int, ...] = ()) -> Fraction:
        found = [
            Fraction(worth(Roll(lie), first, 0 if left == dice.rolls - 1 else dice.rolls - left))
        ]
        for kept in range(2**count - 1) if left else ():
            stays = [die for place, die in enumerate(lie) if kept >> place & 1]
            if dice.kept == "stay" and not Counter(held) <= Counter(stays):
                continue
            new = [
                tuple(sorted((*stays, *rest))) for rest in product(faces, repeat=count - len(stays))
            ]
            served = dice.served == "all_dice" and not stays
            worth_then = (best(each, left - 1, served, tuple(stays)) for each in new)
            found.append(sum(worth_then, Fraction()) / len(new))
        return max(found)

    every = [tuple(sorted(lie)) for lie in product(faces, repeat=count)]
    return sum((best(lie, dice.rolls - 1, True) for lie in every), Fraction()) / len(every)


@pytest.mark.parametrize(
    ("rolls", "served", "kept"),
    [(1, "first_roll", "free"), (2, "first_roll", "stay"), (3, "first_roll", "free"),
     (3, "first_roll", "stay"),
     (3, "all_dice", "free"), (3, "all_dice", "stay"), (4, "first_roll", "stay")],
)  # fmt: skip
@pytest.mark.few(4)
def test_fractions_against_brute_force(rolls: int, served: str, kept: str) -> None:
    """Every kind of box, with three dice of four sides.

    Its three odds are those of all sequences of rolls.
    """
    kinds = [
        category("a", "face", "matching", face=2), category("b", "pair", "matching"),
        category("c", "straight", length=3),
        category("d", "of_a_kind", "fixed", n=3, value=9),
        category("e", "all_odd", "fixed", value=2, first_roll=7),
        category("f", "one_of", "all", lists=[[1, 1], [3, 4]]),
        category("g", "any", "fixed_plus_dice", value=1),
        category("h", "pair") | {"points": {"kind": "fixed", "by_roll": [5, 8, 1, 2][:rolls]}},
    ]  # fmt: skip
    dice = {"count": 3, "sides": 4, "rolls": rolls, "served": served, "kept": kept}
    ruleset = built(game(kinds, dice=dice))
    for box in ruleset.categories.values():
        found = box_odds(box, ruleset.dice, rolls)

        def is_highest(*turn: Any, box: Any = box, most: int = found.highest) -> int:
            return int(box.score(*turn) == most)

        assert found.best == brute(box.score, ruleset.dice), box.id
        assert found.chance == brute(
            lambda *turn, box=box: int(box.score(*turn) != 0), ruleset.dice
        ), box.id
        assert found.highest_chance == brute(is_highest, ruleset.dice), box.id


# tables that ship, and what is kept


@pytest.mark.parametrize("name", ruleset_ids())
def test_shipped_games_are_known_at_once(name: str) -> None:
    """The table of each game was made for its present rules, and its pars add up.

    A game without one is listed.
    """
    ruleset = sheetgen.load_ruleset(name)
    play = shipped(ruleset)
    if play is None:
        with pytest.raises(UnsolvedError):
            solver_of(Goal(ruleset))  # else: make odds
        return
    assert pars_of(Goal(ruleset), play)["total"] == pytest.approx(play.value, abs=1e-9)
    mean = sum(total * chance for total, chance in play.totals.chances.items())
    error = 4 * play.standard_deviation / sqrt(play.totals.games) if play.totals.games else 1e-9
    assert abs(mean - play.value) < error


def test_a_table_that_ships_is_what_is_worked_out() -> None:
    ruleset = sheetgen.load_ruleset("generala")
    play, again = shipped(ruleset), play_of(Goal(ruleset))
    assert play
    assert (again.fingerprint, again.states) == (play.fingerprint, play.states)
    assert {**again.totals.chances} == pytest.approx(play.totals.chances, abs=1e-12)
    numbers = [(each.par, each.zero) for each in again.boxes.values()]
    assert numbers == [
        pytest.approx((each.par, each.zero), abs=1e-9) for each in play.boxes.values()
    ]


def small(kept: str = "free") -> Ruleset:
    """Return a game that is solved in a moment."""
    boxes = [
        category("pair", "pair", "matching"),
        category("run", "straight", "fixed", length=3, value=20),
    ]
    return built(
        game([*boxes, category("luck")], dice={"count": 3, "sides": 6, "rolls": 3, "kept": kept})
    )


def test_what_is_kept_is_never_trusted(tmp_path: Path) -> None:
    ruleset = small()
    goal = Goal(ruleset)
    play = play_of(goal)
    table = folders.cache_folder() / f"{fingerprint(goal)}.json"
    states = table.with_suffix(".npz")
    assert kept_play(goal) == play
    for wrong in (
        b"",
        b"{}",
        b"[" * 100_000,
        table.read_bytes()[:-40],
        table.read_bytes().replace(b'"par":', b'"par":9'),
    ):
        table.write_bytes(wrong)
        assert kept_play(goal) is None
        assert play_of(goal) == play
    right = states.read_bytes()
    value = np.array([play.value]).tobytes()
    assert right.count(value) == 1
    flipped = right.replace(value, value[:-1] + bytes([value[-1] ^ 1]))
    for wrong in (b"", b"\n", right[:-8], flipped, b"[1]\n" + right):
        states.write_bytes(wrong)
        assert kept_values(goal, (0, 3)) is None
        assert values_of(solver_of(goal), [0, 3])[0][0] == play.value
        assert states.read_bytes() == right
    other = Goal(built(game([category("luck")], dice={"count": 3, "sides": 6, "rolls": 2})))
    keep_values(other, [np.zeros(1)])
    assert [each.tolist() for each in kept_values(other, (0,)) or ()] == [[0.0]]
    states.write_bytes((folders.cache_folder() / f"{fingerprint(other)}.npz").read_bytes())
    assert kept_values(goal, (0,)) is None
    folders.cache_folder().joinpath(f"{fingerprint(other)}.json").write_bytes(write_play(play))
    assert kept_play(other) is None


def test_progress_knows_how_much_there_is() -> None:
    """Progress counts all states twice: for their values, and for the results of play."""
    seen: list[tuple[int, int]] = []
    play = play_of(Goal(small()), lambda done, of: seen.append((done, of)))
    some = play.states - 1  # all but the full card, which has its value at once
    assert {of for _, of in seen} == {some}
    assert sum(done for done, _ in seen) == 2 * some


def test_a_folder_that_cannot_be_written_is_done_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "file"))
    assert play_of(Goal(small())).value > 0


def test_states_are_kept_in_one_order(tmp_path: Path) -> None:
    """Another run, in which sets are in another order, works out the same bytes."""
    code = (
        "import os, sys; from tests.odds.test_odds import *; "
        "os.environ['SHEETGEN_HOME'] = sys.argv[1]; play_of(Goal(small()))"
    )
    found = []
    for seed in ("1", "2"):
        home = tmp_path / seed
        done = python(
            "-c",
            code,
            str(home),
            PYTHONHASHSEED=seed,
            PYTHONPATH=os.pathsep.join([str(ROOT), *sys.path]),
        )
        assert done.returncode == 0, done.stderr
        found.append({path.name: path.read_bytes() for path in (home / "cache").iterdir()})
    assert found[0] == found[1]
    assert len(found[0]) == 2


def test_names_do_not_change_a_fingerprint() -> None:
    data = game([category("luck")])
    first = fingerprint(Goal(built(data)))
    data["sections"][0]["categories"][0]["name"] = "Chance"
    assert fingerprint(Goal(built(data | {"name": "Other", "summary": "x"}))) == first
    assert fingerprint(Goal(built(data | {"dice": {"rolls": 2}}))) != first


# the commands


def test_odds_of_a_shipped_game_need_no_numpy(run: Run) -> None:
    code, out, err = run("odds --ruleset generala --lang en")
    assert (code, err) == (0, "")
    assert "149.1133 points on average, with a standard deviation of 29.78" in out
    assert [line.split()[:1] for line in out.splitlines()[:3]] == [["Row"], ["Ones"], ["Twos"]]
    found = json.loads(run("odds --ruleset generala --format json")[1])
    schema = json.loads(odds_schema())
    schema = {"$schema": schema["$schema"], "$ref": "#/$defs/OddsOut", "$defs": schema["$defs"]}
    jsonschema_rs.Draft202012Validator(schema).validate(found)
    assert sum(each["par"] for each in found["boxes"].values()) == pytest.approx(found["value"])
    assert found["boxes"]["generala"]["exact"]["chance"] == "347897/7558272"
    assert found["distribution"]["exact"]
    lines = run("odds --ruleset generala --format csv --lang en")[1].splitlines()
    assert len(lines) == 12
    script = (
        "import sys; sys.modules['numpy'] = None; from sheetgen.cli.commands import "
        "main; main(sys.argv[1:])"
    )
    done = python("-c", script, "odds", "--ruleset", "generala", "--lang", "en", folder=ROOT)
    assert (done.returncode, done.stdout.decode()) == (0, out)


def test_without_numpy_one_line_says_how(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.files.folders.find_spec", lambda name: None)
    Path("small.toml").write_text(SMALL)
    for words in (("odds",), ("advise", "1", "2", "3")):
        code, out, err = run(*words, "--ruleset", "./small.toml", "--lang", "en")
        assert (code, out) == (2, "")
        assert err.startswith("the extra 'odds' is not installed; install its libraries with: ")


SMALL = """format = 1
name = "Small"
[dice]
count = 3
[[sections]]
id = "all"
categories = [
  { id = "pair", name = "Pair", pattern = { kind = "pair" }, points = { kind = "matching" } },
  { id = "run", name = "Run", pattern = { kind = "straight", length = 3 },\
 points = { kind = "fixed", value = 20 } },
  { id = "luck", name = "Luck", pattern = { kind = "any" }, points = { kind = "all" } },
]
[[totals]]
id = "total"
name = "Total"
kind = "sum"
of = ["all"]
"""


def test_what_is_too_large_says_so_with_the_arithmetic(run: Run) -> None:
    """The odds of the boxes are there, and what else can be had; advice is refused."""
    code, out, err = run("odds --ruleset balut --lang en")
    assert code == 0
    assert [line.split("  ")[0] for line in out.splitlines()].count(
        "Balut"
    ) == 1  # four boxes that are alike
    assert "78,125 sets of full boxes" in err
    assert "--total score" in err
    code, _, err = run("advise --ruleset balut 4 4 4 4 4 --lang en")
    assert (code, "states of 8 bytes each" in err) == (2, True)
    found = json.loads(run("odds --ruleset balut --format json --lang en")[1])
    assert found["value"] is None
    assert found["refused"]


COLUMNS = (
    SMALL.replace('id = "pair",', 'id = "pair", boxes = 9,').replace('"total"', '"column"')
    + """[[totals]]
id = "total"
name = "Whole"
kind = "sum"
of = ["column"]
across = true
"""
)


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        (
            '{ id = "x", name = "X" }, { id = "y", name = "Y" }, { id = "z", name = "Z", '
            'fill = "down", rolls = 1 }',
            "too large to compute: 19,200 sets of full boxes with up to 19,200 ",
        ),
        (
            '{ id = "x", name = "X" }, { id = "y", name = "Y", announced = 1 }',
            "cannot be worked out: boxes of Y are named before they are filled; "
            "sheetgen odds can look at one column alone, with --column x",
        ),
    ],
)
def test_a_card_of_columns(
    columns: str, why: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is too large or unknown is reported with the odds that there are.

    Those of its boxes are.
    """
    monkeypatch.setattr("sheetgen.odds.solution.MOST_SETS", 400)
    Path("wide.toml").write_text(f"columns = [{columns}]\n" + COLUMNS)
    asked = ("--ruleset", "./wide.toml", "--lang", "en")
    code, out, err = run("odds", *asked)
    assert (code, why in err) == (0, True), err
    names = [line.split("  ")[0] for line in out.splitlines()[1:] if line]
    assert names == [
        "Pair",
        "Run",
        "Luck",
        *(["Pair (1/9, Z)", "Run (Z)", "Luck (Z)"] if "rolls" in columns else []),
    ]
    Path("game.json").write_text(json.dumps(GAME | {"ruleset": "wide"}))
    for words in (
        ("advise", "1", "2", "3"),
        ("replay", "game.json"),
        ("pdf", "--paper", "a4", "--par-best"),
    ):
        code, _, err = run(*words, *asked)
        assert (code, why in err) == (2, True), err
    code, out, _ = run("odds", *asked, "--column", "x")
    assert (code, "in best play a card has" in out) == (0, True)
    told = expectations(Wording(sheetgen.load_ruleset("./wide.toml"), load_catalog("en")))
    assert [row[0] for row in told[0]] == ["Pair", "Run", "Luck"]
    code, _, err = run("odds", *asked, "--column", "w")
    assert (code, "--column: unknown column 'w'; choose x" in err) == (2, True)


def test_a_difference_and_later_rolls_that_count_as_first_ones_are_not_known(run: Run) -> None:
    """The reason is reported.

    The total without the difference is available, and odds of boxes with all rolls.
    """
    difference = """[[totals]]
id = "apart"
name = "Apart"
kind = "difference"
of = ["luck"]
minus = ["pair"]
"""
    Path("apart.toml").write_text(
        SMALL.replace("[[totals]]", difference + "[[totals]]").replace(
            '["all"]', '["all", "apart"]'
        )
    )
    code, _, err = run("odds --ruleset ./apart.toml --lang en")
    assert (code, err) == (
        0,
        "cannot be worked out: a difference depends on all that goes into it, as apart does; "
        "sheetgen odds can leave totals out, with --without apart\n",
    )
    code, out, err = run("odds --ruleset ./apart.toml --lang en --without apart")
    assert (code, err, "a card has 38.2" in out) == (0, "", True)
    served = SMALL.replace("count = 3", 'count = 3\nserved = "all_dice"')
    Path("served.toml").write_text(served.replace("value = 20", "value = 20, first_roll = 30"))
    out = run("odds --ruleset ./served.toml --lang en --format json")[1]
    assert "a later roll of all dice counts as a first one" in json.loads(out)["refused"]


def test_a_first_roll_that_wins_at_once_is_played_on(run: Run) -> None:
    """The value is that of a card played to its end, with the frequency of such a roll."""
    out = run("odds --ruleset generala-double --lang en")[1]
    assert "a first roll that wins at once comes in 0.85 % of all games" in out
    assert "wins at once" not in run("odds --ruleset yatzy --lang en")[1]


def test_advice_says_what_is_best(run: Run) -> None:
    Path("small.toml").write_text(SMALL)
    asked = ("advise", "--ruleset", "./small.toml", "--lang", "en")
    code, out, _ = run(*asked, "2", "3", "6", "--rolls-left", "2")
    assert (code, out.splitlines()[1].split()) == (0, ["keep", "2", "3", "37.74", "–"])
    found = json.loads(run(*asked, "2", "3", "6", "--card", "luck=12", "--format", "json")[1])
    assert [each["box"] for each in found["choices"]] == ["pair", "run"]
    Path("asked").write_text(
        '{"dice": [6, 6, 1], "rolls_left": 1, "card": {"luck": 12}, "id": 7}\n{"dice": [9]}\n'
        '{"dice": [6, 6, 1], "card": {"luck": 12, "luck": 9}}\n'
    )
    code, out, _ = run(*asked, "--batch", "asked")
    first, second, third = map(json.loads, out.splitlines())
    assert code == 1
    assert "the key 'luck' is there twice" in third["error"]
    assert (first["id"], first["choices"][0]["keep"], first["choices"][1]["keep"]) == (
        7,
        [1, 6, 6],
        [6, 6],
    )
    assert first["choices"][1]["loss"] == 0
    assert "no roll of this game" in second["error"]
    for words, why in tables.table_of(HERE / "wrong_advice.txt"):
        code, _, err = run(*asked, *words.split())
        assert (code, why in err) == (2, True), err


@pytest.mark.parametrize("rule", ["free", "stay"])
def test_advice_against_brute_force(rule: str) -> None:
    """Every roll, with everything that can have been kept before it.

    All keeps that are allowed, each with its worth.
    """
    ruleset = small(rule)
    box = ruleset.categories["run"]

    @cache
    def worth(kept: tuple[int, ...], left: int) -> float:
        rolled = [
            tuple(sorted((*kept, *new))) for new in product(range(1, 7), repeat=3 - len(kept))
        ]
        return sum(best(dice, kept, left - 1) for dice in rolled) / len(rolled)

    @cache
    def best(dice: tuple[int, ...], kept: tuple[int, ...], left: int) -> float:
        if left == 0 or len(kept) == 3:
            return box.score(Roll(dice), False, 0)
        return max(worth(each, left) for each in keeps_of(dice, kept))

    def keeps_of(dice: tuple[int, ...], kept: tuple[int, ...]) -> set[tuple[int, ...]]:
        keeps = {each for size in range(4) for each in combinations(dice, size)}
        if rule == "free":
            return keeps
        return {each for each in keeps if Counter(kept) <= Counter(each)}

    card = {"pair": 0, "luck": 3}
    for dice in {tuple(sorted(each)) for each in product(range(1, 7), repeat=3)}:
        before = keeps_of(dice, ()) if rule == "stay" else set()
        for kept, left in [((), 2), ((), 1), *((kept, 1) for kept in before)]:
            choices = advise(ruleset, card, dice, left, kept=kept)
            assert {choice.keep: choice.value for choice in choices} == {
                each: pytest.approx(3 + worth(each, left), abs=1e-9)
                for each in keeps_of(dice, kept)
            }


GAME: dict[str, Any] = json.loads((HERE / "game.json").read_text("utf-8"))
"""A game of `SMALL`, as a page saves it."""


def test_advice_and_replay_where_dice_stay(run: Run) -> None:
    Path("stay.toml").write_text(SMALL.replace("count = 3", 'count = 3\nkept = "stay"'))
    asked = ("--ruleset", "./stay.toml", "--lang", "en")
    out = run("advise", *asked, "6", "4", "1", "--rolls-left", "1", "--kept", "1")[1]
    assert {line.split("  ")[0] for line in out.splitlines()[1:]} == {
        "keep 1",
        "keep 1 4",
        "keep 1 6",
        "keep all",
    }
    Path("asked").write_text(
        '{"dice": [6, 4, 1], "rolls_left": 1, "kept": [1]}\n{"dice": [6, 4, 1], "kept": "1"}\n'
    )
    first, second = map(json.loads, run("advise", *asked, "--batch", "asked")[1].splitlines())
    assert all(1 in choice["keep"] for choice in first["choices"])
    assert "write it like [6, 6]" in second["error"]
    game = json.loads(json.dumps(GAME))
    Path("game.json").write_text(json.dumps(game))
    code, _, err = run("replay", "game.json", *asked)
    assert (code, "turn 1: '4 6' cannot be kept here; in this game kept dice stay" in err) == (
        2,
        True,
    )
    game["games"][0]["entries"][0] |= {
        "points": 11,
        "throws": [
            {"roll": [1, 3, 6], "keep": [1]},
            {"roll": [1, 4, 6], "keep": [1, 6]},
            {"roll": [1, 4, 6]},
        ],
    }
    Path("game.json").write_text(json.dumps(game))
    found = json.loads(run("replay", "game.json", *asked, "--format", "json")[1])
    assert found["turns"][0]["decisions"][1]["best"]["keep"].count(1) == 1
    (player,) = found["players"]
    assert player["expected"] + player["luck"] - player["lost"] == pytest.approx(player["total"])
    game["games"][0]["players"].append({"id": "bo", "name": "Bo"})
    Path("game.json").write_text(json.dumps(game))
    assert run("replay", "game.json", *asked)[1].endswith(": its kept dice stay where they are\n")


def test_a_replay_tells_luck_from_skill(run: Run) -> None:
    """The expected total, plus luck, minus losses, is the total.

    Each choice has its cost.
    """
    Path("small.toml").write_text(SMALL)
    Path("game.json").write_text(json.dumps(GAME))
    asked = ("replay", "game.json", "--ruleset", "./small.toml", "--lang", "en")
    code, out, _ = run(*asked)
    assert code == 0
    assert "turn 1, 1 3 6: keep 1; better: " in out
    found = json.loads(run(*asked, "--format", "json")[1])
    (player,) = found["players"]
    assert player["total"] == 33
    assert player["expected"] + player["luck"] - player["lost"] == pytest.approx(33)
    assert [len(turn["decisions"]) for turn in found["turns"]] == [3, 1, 0]
    assert found["turns"][0]["lost"] > 0
    for change, why in tables.table_of(HERE / "wrong_games.txt"):
        Path("game.json").write_text(json.dumps(GAME | json.loads(change)))
        code, _, err = run(*asked)
        assert (code, why in err) == (2, True), err


def test_bonuses_can_be_left_out() -> None:
    """The value is then that of the game without them."""
    data = game([category("luck"), category("pair", "pair")], dice={"count": 2, "sides": 4})
    rows = [
        make_total("bonus", "threshold", "a", steps=[(9, 5)]),
        make_total("total", "sum", "a", "bonus"),
    ]
    whole = built(data | {"totals": rows})
    plain = sheetgen.odds_of(built(data)).pars["total"]
    assert sheetgen.odds_of(whole).pars["total"] > plain
    assert sheetgen.odds_of(whole, without=["bonus"]).pars["total"] == pytest.approx(plain)
    with pytest.raises(sheetgen.SheetgenError, match="--without"):
        sheetgen.odds_of(whole, without=["a"])
    with pytest.raises(sheetgen.SheetgenError, match="--total"):
        sheetgen.odds_of(whole, total="bonu")


# on paper


def test_par_on_paper_is_that_of_the_best_play(run: Run) -> None:
    """`--par-best` prints the value of each row: boxes, bonuses and totals.

    `--par` is unchanged.
    """
    words = ("pdf", "generala", "--lang", "en", "--paper", "a4", "--profile", "none")
    assert run(*words, "--par-best", "-o", "best.pdf")[0] == 0
    text = text_of("best.pdf")
    pars = sheetgen.odds_of(sheetgen.load_ruleset("generala")).pars
    for row in ("generala", "sixes", "total"):
        assert f"{pars[row]:.1f}" in text, row
    assert "best play" in text
    assert "--par-best" in text  # the command in the foot
    assert run(*words, "--par", "-o", "three.pdf")[0] == 0
    assert "best play" not in text_of("three.pdf")
    code, _, err = run("pdf balut --lang en --paper a4 --par-best -o x.pdf")
    assert (code, err.startswith("--par-best: too large to compute")) == (2, True)
    six = sheetgen.load_ruleset("maxi-yatzy")
    with pytest.raises(
        sheetgen.SheetgenError, match="let sheetgen odds --ruleset maxi-yatzy do it first"
    ):
        odds_at_once(replace(six, dice=replace(six.dice, rolls=2)))


def test_the_booklet_tells_what_to_expect() -> None:
    told = sheetgen.booklet(
        sheetgen.load_ruleset("numbers-hands"), format="md", appendix=["odds"]
    ).decode()
    part = told.partition("## What to expect")[2]
    assert "about 1 turn of 22" in part
    assert "a card comes to 255 on average" in part
    assert "Bonus: in 68 % of all games." in part
    assert "games that were played" not in part
    played = sheetgen.booklet(
        sheetgen.load_ruleset("maxi-yatzy"), format="md", appendix=["odds"]
    ).decode()
    assert "The half and the tenth are those of 100,000 games that were played." in played
    large = sheetgen.booklet(
        sheetgen.load_ruleset("balut"), format="md", appendix=["odds"]
    ).decode()
    assert "about 1 turn of 22" in large.partition("## What to expect")[2]


def test_a_picture_of_the_totals(run: Run) -> None:
    from xml.etree import ElementTree

    from sheetgen.layout.special_pages import bars

    asked = ("odds", "generala", "--lang", "en", "--plot")
    for name in ("a.svg", "b.svg", "a.pdf", "b.pdf"):
        assert run(*asked, name)[0] == 0
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()
    play = sheetgen.odds_of(sheetgen.load_ruleset("generala")).play
    chances = play.totals.chances  # type: ignore[union-attr]
    found = bars(chances)
    assert sum(found.heights) == pytest.approx(1)
    inner = sum(
        chance
        for total, chance in chances.items()
        if 0 <= total - found.first - 5 * found.step < found.step
    )
    assert found.heights[5] == pytest.approx(inner)
    drawing = ElementTree.fromstring(Path("a.svg").read_text("utf-8"))  # noqa: S314 - it is ours
    assert (
        len([each for each in drawing.iter() if each.tag.endswith("rect")])
        == len(found.heights) + 1
    )
    assert "average 149.1" in text_of("a.pdf")
    for words, why in ((("x.png",), "should end in .svg or .pdf"), (("a.svg",), "")):
        code, _, err = run("odds", "cheerio", "--lang", "en", "--plot", *words)
        assert (code, why in err) == (2, True)
    assert "too large for this picture" in run("odds balut --lang en --plot x.svg")[2]
