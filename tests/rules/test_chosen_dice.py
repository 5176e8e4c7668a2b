"""Games in which more dice are rolled than count, against a plain referee."""

import tomllib
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from sheetgen.booklets.examples import scored
from sheetgen.checker.check import check_card
from sheetgen.errors import FileError
from sheetgen.rules.history import best_totals, possible_values
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import WrittenCard, legal_entries, totals
from sheetgen.rulesets.building import merged
from sheetgen.rulesets.loading import load_ruleset, read_ruleset
from tests.games import built, category, game, make_total
from tests.tables import table_of

HERE = Path(__file__).parent
SMALL = game(
    [
        category("ones", "face", "matching", face=1),
        category("high"),
        category("low"),
        category("pair", "pair", "fixed_plus_dice", value=5),
        category("row", "straight", "fixed", value=7, length=2),
    ],
    dice={"count": 3, "use": 2, "sides": 3},
)
SMALL["totals"] = [
    make_total("gap", "difference", "high", minus=["low"]),
    make_total("total", "sum", "ones", "gap", "pair", "row"),
]
WORTH: dict[str, Callable[[tuple[int, ...]], int]] = {
    "ones": lambda dice: dice.count(1),
    "high": sum,
    "low": sum,
    "pair": lambda dice: 5 + sum(dice) if dice[0] == dice[1] else 0,
    "row": lambda dice: 7 if abs(dice[0] - dice[1]) == 1 else 0,
}
"""Points of two chosen dice in each row: the referee, which knows nothing of the package."""


@pytest.fixture(scope="module")
def small() -> Ruleset:
    """Three dice of three sides, of which two count."""
    return built(SMALL)


def test_every_roll_is_worth_its_best_choice(small: Ruleset) -> None:
    """It is the choice with the most points, and with the fewest where a difference takes them."""
    for dice in product((1, 2, 3), repeat=3):
        entries = legal_entries(small, Roll(dice))
        for row, worth in WORTH.items():
            choices = [worth(chosen) for chosen in combinations(dice, 2)]
            best = min(choices) if row == "low" else max(choices)
            assert entries[row].points == (best,), (dice, row)


def test_a_box_holds_what_any_choice_is_worth(small: Ruleset) -> None:
    """The player may choose other dice than the best ones."""
    for row, worth in WORTH.items():
        values = {worth(dice) for dice in product((1, 2, 3), repeat=2)}
        assert possible_values(small, row) == tuple(sorted(values)), row


def test_the_best_card_has_the_best_of_every_box(small: Ruleset) -> None:
    cards = product(*([*possible_values(small, row)] for row in WORTH))
    best = max(ones + high - low + pair + row for ones, high, low, pair, row in cards)
    assert best_totals(small)["total"] == best == 2 + 6 - 2 + 11 + 7


@pytest.mark.parametrize(
    ("box", "roll", "chosen"),
    [
        ("straight", "123456", "23456"),
        ("straight", "123455", "12345"),
        ("max", "123456", "23456"),
        ("min", "123456", "12345"),
        ("full_house", "555666", "55666"),
        ("four_of_a_kind", "144446", "44446"),
        ("ones", "112345", "11345"),
        ("yamb", "666666", "66666"),
    ],
)
def test_of_equal_choices_the_one_with_higher_dice_is_shown(
    box: str, roll: str, chosen: str
) -> None:
    """The sixth die is open in examples."""
    ruleset = load_ruleset("yamb-6")
    row = ruleset.categories[box]
    assert row.chosen(Roll.parse(roll)) == Roll.parse(chosen)
    shown = scored(ruleset, row, Roll.parse(roll)).dice
    assert len(shown) == 6
    solid = sorted(face for face, kind in shown if kind == "solid")
    assert not [face for face in solid if solid.count(face) > chosen.count(str(face))]


def test_all_dice_of_an_ordinary_game_count() -> None:
    row = load_ruleset("yatzy").categories["chance"]
    assert row.chosen(Roll.parse("12345")) == Roll.parse("12345")


@pytest.mark.parametrize(("boxes", "sums", "total"), table_of(HERE / "chosen_cards.txt"))
def test_cards_added_up_by_hand(boxes: str, sums: str, total: str) -> None:
    """They are valid, with the totals of the table."""
    ruleset = load_ruleset("yamb-6")
    card: dict[str, int] = {}
    right: dict[str, int] = {"total": int(total)}
    names = (
        "numbers_subtotal",
        "numbers_bonus",
        "numbers_total",
        "difference",
        "hands_total",
        "column_total",
    )
    for column in ruleset.columns:
        for row, points in zip(ruleset.categories, boxes.split(), strict=True):
            card[f"{column.id}.{row}"] = int(points)
        for name, points in zip(names, sums.split(), strict=True):
            right[f"{column.id}.{name}"] = int(points)
    found = totals(ruleset, card)
    assert {name: found[name] for name in right} == right
    assert check_card(ruleset, WrittenCard(tuple({**card, **found}.items()))).findings == ()


def test_the_lowest_card_loses_most_by_its_ones() -> None:
    """All ones, max, and min of a column are tried; every other box is at least 0."""
    ruleset = load_ruleset("yamb-6")
    assert all(possible_values(ruleset, box)[0] >= 0 for box in ruleset.boxes)
    tried = product(*(possible_values(ruleset, f"free.{row}") for row in ("ones", "max", "min")))
    lowest = min(ones + (high - low) * ones for ones, high, low in tried)
    assert lowest == 5 - 125
    card = {"ones": 5, "max": 5, "min": 30}
    boxes = {
        f"{column.id}.{row}": card.get(row, 0)
        for column in ruleset.columns
        for row in ruleset.categories
    }
    assert totals(ruleset, boxes)["total"] == 4 * lowest == -480


def test_a_worse_choice_is_no_fault() -> None:
    """Six sixes may be written as 24 in the sixes: of that box any choice is right, but not 31."""
    ruleset = load_ruleset("yamb-6")
    assert possible_values(ruleset, "free.sixes") == (0, 6, 12, 18, 24, 30)
    assert possible_values(ruleset, "free.min") == tuple(range(5, 31))


@pytest.mark.parametrize(("change", "key", "words"), table_of(HERE / "choice_faults.txt"))
def test_faults_of_a_choice(change: str, key: str, words: str, tmp_path: Path) -> None:
    """What a choice of dice leaves undecided is refused at its place."""
    path = tmp_path / "x.toml"
    data: dict[str, Any] = merged(SMALL, tomllib.loads(change))
    path.write_text(tomli_w.dumps(data), "utf-8")
    with pytest.raises(FileError) as caught:
        read_ruleset(path)
    faults = [(fault.key, str(fault)) for fault in caught.value.faults]
    assert any(fault == key and words in said for fault, said in faults), faults
