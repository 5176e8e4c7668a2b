"""Jokers and further Yachts in games with several columns, against whole games and worked cards."""

import random
from pathlib import Path
from typing import Any

import pytest

from sheetgen.checker.check import check_card
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.odds.counters import of_column
from sheetgen.odds.library import what_is_left_out
from sheetgen.rules.history import (
    best_totals,
    order_of_play,
    possible_extra_yachts,
    possible_values,
)
from sheetgen.rules.patterns import all_rolls
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Context, WrittenCard, legal_entries, totals
from sheetgen.rulesets.loading import load_ruleset
from tests.games import built, category, game, make_column, make_total
from tests.rules.test_orders_of_play import hold_against, hold_unfinished_against, replay
from tests.rules.test_possible_values import YACHT, finished_cards, search_whole_games
from tests.tables import table_of

HERE = Path(__file__).parent
IN_COLUMNS = ("three-columns", "triple-chips", "two-columns")


def small(rule: str, columns: str, by_column: list[int] | None = None, **more: Any) -> Ruleset:
    """Build a game of two dice with two sides, and of three boxes in two columns.

    The second column counts twice. A further Yacht earns 7, or the points of its column.
    """
    boxes = [
        category("ones", "face", "matching", face=1),
        category("row", "straight", "fixed", length=2, value=4),
    ]
    joker = {"rule": rule, "category": "yacht", "sections": ["a"], "columns": columns, **more}
    points = {"by_column": by_column} if by_column else {"points": 7}
    data = game(
        boxes,
        [YACHT],
        dice={"count": 2, "sides": 2},
        columns=[make_column("x"), make_column("y", factor=2)],
        joker=joker,
    )
    data["totals"] = [
        make_total(
            "more", "extra_yachts", category="yacht", across=True, columns=columns, **points
        ),
        make_total("total", "sum", "a", "b", "more", across=True),
    ]
    return built(data)


GAMES = {
    "own": small("free", "own", [7, 14]),
    "own, Yacht first": small("forced", "own", yacht_box_first=True),
    "all": small("free", "all", [7, 14], may_decline=True),
    "no joker": small("none", "all", [3, 4]),
}
MORE = {
    "own, 7 each": small("free", "own"),
    "own, forced": small("forced", "own", [5, 10]),
    "own, its number first": small("free", "own", number_box_full=True),
    "all, 7 each": small("free", "all"),
    "no joker, own": small("none", "own"),
}


def hold(ruleset: Ruleset) -> None:
    """Check boxes, counts, orders of play and the best card against all whole games."""
    hold_against(ruleset)
    hold_unfinished_against(ruleset)
    search_whole_games(ruleset)


@pytest.mark.parametrize("name", [*GAMES][:2])
def test_columns_against_a_search_over_whole_games(name: str) -> None:
    hold(GAMES[name])


@pytest.mark.slow("more cases")
@pytest.mark.parametrize("name", [*[*GAMES][2:], *MORE])
def test_more_columns_against_a_search_over_whole_games(name: str) -> None:
    hold((GAMES | MORE)[name])


@pytest.mark.slow("more cases")
def test_no_real_card_is_refused_where_numbers_come_first() -> None:
    """Where boxes of all columns come before a joker, some numbers may be too many."""
    ruleset = small("free", "all", [6, 9], number_box_full=True)
    each = ruleset.extra_yachts.points if ruleset.extra_yachts else 1
    for entries, bonus in finished_cards(ruleset):
        assert bonus // each in possible_extra_yachts(ruleset, dict(entries))


def card_of(ruleset: Ruleset, columns: str) -> dict[str, int]:
    """Return a card from the boxes of its columns, which are divided by semicolons."""
    card: dict[str, int] = {}
    for column, values in zip(ruleset.columns, columns.split(";"), strict=True):
        for name, value in zip(ruleset.categories, values.split(), strict=True):
            card[f"{column.id}.{name}"] = int(value)
    return card


@pytest.mark.parametrize(
    ("name", "columns", "count", "bonus", "total"), table_of(HERE / "yachts_in_columns.txt")
)
def test_worked_cards(name: str, columns: str, count: str, bonus: str, total: str) -> None:
    """A card with its bonus is right, and some order of play leads to it."""
    ruleset = load_ruleset(name)
    card = card_of(ruleset, columns)
    found = totals(ruleset, card, int(count))
    row = "chips" if name == "triple-chips" else "yacht_bonus"
    assert (found[row], found["total"]) == (int(bonus), int(total))
    audit = check_card(ruleset, WrittenCard((*card.items(), *found.items())))
    assert audit.valid
    assert audit.total == int(total)
    replay(ruleset, card, int(count))


def random_game(ruleset: Ruleset, chance: random.Random) -> tuple[dict[str, int], int]:
    """Play a game in which half of the rolls are Yachts; return its card and all bonuses."""
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    alike = [roll for roll in rolls if roll.alike]
    card: dict[str, int] = {}
    bonuses = 0
    while len(card) < len(ruleset.boxes):
        roll = chance.choice(alike if chance.random() < 0.5 else rolls)
        entries = legal_entries(ruleset, roll, Context(card))
        if not entries:  # as where first rolls alone count
            entries = legal_entries(ruleset, roll, Context(card, True))
        box = chance.choice([*entries])
        card[box] = chance.choice(entries[box].points)
        bonuses += entries[box].bonus
    return card, bonuses


def check_random_games(name: str, games: int) -> None:
    """Check that whatever can be played is possible, and that the program finds a way to it."""
    ruleset = load_ruleset(name)
    chance = random.Random(62)  # noqa: S311 - no secrets
    each = ruleset.extra_yachts.points if ruleset.extra_yachts else 1
    values = {box: {*possible_values(ruleset, box)} for box in ruleset.boxes}
    for _ in range(games):
        card, bonuses = random_game(ruleset, chance)
        assert all(points in values[box] for box, points in card.items())
        assert bonuses // each in possible_extra_yachts(ruleset, card), card
        assert order_of_play(ruleset, card, bonuses // each)
        assert totals(ruleset, card, bonuses // each)["total"] <= best_totals(ruleset)["total"]


@pytest.mark.parametrize("name", IN_COLUMNS)
def test_a_few_random_games(name: str) -> None:
    check_random_games(name, 20)


@pytest.mark.slow("random games")
@pytest.mark.parametrize("name", IN_COLUMNS)
def test_random_games(name: str) -> None:
    check_random_games(name, 700)


def test_a_bonus_of_another_column_is_reported() -> None:
    """In Triple with chips the bonus is the sum of the columns in which Yachts were entered."""
    ruleset = load_ruleset("triple-chips")
    column = "3 6 9 12 15 18 20 24 25 0 0 50 22"
    card = card_of(ruleset, f"3 6 9 12 15 30 20 24 25 0 0 50 22; {column}; {column}")
    for bonus, kinds in ((100, []), (150, ["impossible_yacht_bonus"])):
        total = totals(ruleset, card)["total"] + bonus
        written = (*card.items(), ("chips", bonus), ("total", total))
        audit = check_card(ruleset, WrittenCard(written))
        assert [finding.kind for finding in audit.findings] == kinds
    struck = {**card, "double.yacht": 0}
    audit = check_card(ruleset, WrittenCard((*struck.items(), ("chips", 100))))
    assert [finding.kind for finding in audit.findings] == ["impossible_yacht_bonus"]
    assert audit.findings[0].expected == (0,)
    assert audit.findings[0].because == ("double.yacht",)
    report = Report(Wording(ruleset, load_catalog("en")))
    for bonus, said in ((150, "100, 200, or 300"), (9900, "room for 2,500 at most")):
        audit = check_card(ruleset, WrittenCard((*card.items(), ("chips", bonus))))
        assert said in report.describe(audit.findings[0])


def test_a_bonus_for_boxes_of_all_columns() -> None:
    """A count looks at each box once; a threshold multiplies columns as a sum does."""
    data = game(
        [category("ones", "face", "matching", face=1)],
        dice={"count": 2, "sides": 2},
        columns=[make_column("x"), make_column("y", factor=3)],
    )
    data["totals"] = [
        make_total("full", "count", "ones", steps=[(2, 10)], across=True),
        make_total("high", "threshold", "ones", steps=[(8, 5)], across=True),
        make_total("total", "sum", "a", "full", "high", across=True),
    ]
    ruleset = built(data)
    for ones, full, high in (((2, 2), 10, 5), ((2, 1), 10, 0), ((0, 2), 0, 0)):
        card = dict(zip(("x.ones", "y.ones"), ones, strict=True))
        expected = {"full": full, "high": high, "total": ones[0] + 3 * ones[1] + full + high}
        assert totals(ruleset, card) == expected


def test_a_column_alone_says_what_it_leaves_out() -> None:
    """Further Yachts of Triple with chips need boxes that one column does not have."""
    english = load_catalog("en")
    chips = of_column(load_ruleset("triple-chips"), "double")
    own = of_column(load_ruleset("two-columns"), "first")
    assert what_is_left_out(chips, english).startswith("Left out: the Yacht boxes")
    assert chips.points_of_yacht(chips.columns[0]) == 200
    assert what_is_left_out(own, english) == ""
