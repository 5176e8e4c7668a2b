"""Columns that another player names, that take only the best, or that open late."""

import random
from pathlib import Path
from typing import Any

import pytest

from sheetgen.checker.check import check_card
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import best_totals, possible_values
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import (
    WrittenCard,
    best_or_else,
    boxes_to_open,
    legal_entries,
    moment,
    next_boxes,
    totals,
)
from sheetgen.rulesets.loading import load_ruleset
from tests.games import built, category, game, make_column, make_total
from tests.rules.test_orders_of_play import replay
from tests.rules.test_possible_values import search_whole_games
from tests.rules.test_yachts_in_columns import random_game
from tests.tables import table_of

HERE = Path(__file__).parent
TEN = load_ruleset("yamb-10")
OTHERS = [box.id for box in TEN.boxes.values() if box.column.id != "obligatory"]
"""Boxes of the nine columns that open the obligatory one."""


def small(*columns: dict[str, Any]) -> Ruleset:
    """Build a game of two dice with three sides, a number, a pair, and a difference of two sums."""
    boxes = [
        category("ones", "face", "matching", face=1),
        category("high"),
        category("low"),
        category("pair", "pair", "fixed", value=9, first_roll=12),
    ]
    data = game(boxes, dice={"count": 2, "sides": 3, "rolls": 2}, columns=[*columns])
    data["totals"] = [
        make_total("gap", "difference", "high", minus=["low"], times="ones"),
        make_total("column", "sum", "gap", "ones", "pair"),
        make_total("total", "sum", "column", across=True),
    ]
    return built(data)


@pytest.mark.parametrize(("values", "column", "total"), table_of(HERE / "column_cards.txt"))
def test_worked_columns(values: str, column: str, total: str) -> None:
    """A column of each kind, worked out by hand; its boxes can hold these values."""
    card = {
        f"{column}.{name}": int(value)
        for name, value in zip(TEN.categories, values.split(), strict=True)
    }
    assert totals(TEN, card)[f"{column}.column_total"] == int(total)
    assert all(value in possible_values(TEN, box) for box, value in card.items())


def test_the_best_and_the_lowest_card() -> None:
    """The best column is 528 whatever its rule; the lowest is -120, or -145 of highest scores."""
    best = best_totals(TEN)
    assert {best[f"{column.id}.column_total"] for column in TEN.columns} == {528}
    lowest = dict.fromkeys(TEN.boxes, 0)
    for column in TEN.columns:
        lowest |= {f"{column.id}.ones": 5, f"{column.id}.max": 5, f"{column.id}.min": 30}
    lowest["maximum.max"] = 0
    assert totals(TEN, lowest)["total"] == 9 * -120 - 145


@pytest.mark.parametrize(
    ("dice", "number", "box", "points"),
    [
        ("66666", 3, "maximum.max", 30),
        ("66665", 3, "maximum.max", 0),
        ("11111", 3, "maximum.min", 5),
        ("11112", 3, "maximum.min", 30),
        ("12345", 1, "maximum.straight", 66),
        ("12345", 2, "maximum.straight", 0),
        ("66655", 3, "maximum.full_house", 58),
        ("66644", 3, "maximum.full_house", 0),
        ("66661", 3, "maximum.four_of_a_kind", 64),
        ("55551", 3, "maximum.four_of_a_kind", 0),
        ("66665", 3, "free.max", 29),
        ("12345", 2, "hand.straight", 0),
        ("12345", 1, "hand.straight", 66),
    ],
)
def test_only_the_highest_scores(dice: str, number: int, box: str, points: int) -> None:
    entries = legal_entries(TEN, Roll.parse(dice), moment(TEN, number=number))
    assert entries[box].points == (points,)


def test_a_column_opens_late() -> None:
    """70 % of 108 other boxes are 75.6: the column opens with the 76th."""
    column = TEN.columns[-1]
    assert (column.id, len(OTHERS), boxes_to_open(TEN, column)) == ("obligatory", 108, 76)
    for full, is_open in ((75, False), (76, True)):
        filled = dict.fromkeys(OTHERS[:full], 0)
        columns = {box.column.id for box in next_boxes(TEN, filled)}
        assert ("obligatory" in columns) is is_open
    reading = TEN.readings[0].ruleset
    assert boxes_to_open(reading, reading.columns[-1]) == 108
    assert reading.columns[-1].fill == "down"


def test_a_box_in_a_closed_column_is_impossible() -> None:
    """An unfinished card shows it; with one full box more there is nothing to report."""
    for full, kinds in ((75, {"impossible_card"}), (76, set[str]())):
        free = ("down", "free", "up", "announced", "directed", "hand", "maximum")
        filled = [box for box in TEN.boxes if box.startswith(free)][:full]
        values = {box: possible_values(TEN, box)[0] for box in filled}
        card = WrittenCard((*values.items(), ("obligatory.sixes", 18)))
        found = [each for each in check_card(TEN, card).findings if each.kind == "impossible_card"]
        assert {each.kind for each in found} == kinds
        for each in found:
            assert each.because == ("obligatory.sixes",)
            assert each.early
            said = Report(Wording(TEN, load_catalog("en"))).describe(each)
            assert "Obligatory" in said


@pytest.mark.parametrize(
    "columns",
    [
        (make_column("x", only="highest"),),
        (make_column("x", only="highest", rolls=1),),
        (make_column("x", announced=0, named_by="previous"),),
    ],
)
def test_against_whole_games(columns: tuple[dict[str, Any], ...]) -> None:
    search_whole_games(small(*columns))


@pytest.mark.slow("random games")
def test_random_games_of_ten_columns() -> None:
    """What can be played is possible, and the program finds an order for it."""
    chance = random.Random(10)  # noqa: S311 - no secrets
    values = {box: {*possible_values(TEN, box)} for box in TEN.boxes}
    for _ in range(20):
        card, _ = random_game(TEN, chance)
        assert all(points in values[box] for box, points in card.items())
        replay(TEN, card, 0)
        assert check_card(TEN, WrittenCard((*card.items(), *totals(TEN, card).items()))).valid


def test_the_best_of_a_subtracted_box_is_its_lowest() -> None:
    ruleset = small(make_column("x", only="highest"))
    (column,) = ruleset.columns
    found = {name: best_or_else(ruleset, column, each) for name, each in ruleset.categories.items()}
    assert found == {"ones": (2, 0), "high": (6, 0), "low": (2, 6), "pair": (12, 0)}


def test_rules_of_columns_in_words() -> None:
    """The sheet says in a sentence what a column asks for."""
    wording = Wording(TEN, load_catalog("en"))
    said = {column.id: " ".join(wording.column_rules(column)) for column in TEN.columns}
    assert said["directed"] == "Directed: the player before names the box before you roll."
    assert said["maximum"] == "Maximum: only the highest score of each box, else 0."
    assert said["obligatory"] == "Obligatory: it opens once 76 other boxes are full."
