"""Scores are right.

By the tables from the seeds, by counting, and by a second opinion on every roll.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from sheetgen.rules.patterns import Roll, all_rolls, ways
from sheetgen.rules.scoring import Context, moment, score
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.games import built, category, game
from tests.rules.oracle import ORACLES

TABLES = sorted((Path(__file__).parent / "rolls").glob("*.rolls"))


def rows(table: Path) -> Iterator[list[str]]:
    """Yield the rows of a table, without comments, split into columns."""
    for line in table.read_text("utf-8").splitlines():
        row = line.partition("#")[0].strip()
        if row:
            yield [cell.strip() for cell in row.split("|")]


EXAMPLES = [(table.stem, *row) for table in TABLES for row in rows(table) if row[0] != "histogram"]
HISTOGRAMS = [
    (table.stem, *row[1:]) for table in TABLES for row in rows(table) if row[0] == "histogram"
]


def numbers(text: str) -> dict[str, int]:
    """Read ``yacht=50 fives=25``."""
    return (
        {}
        if text == "-"
        else {name: int(value) for name, value in (pair.split("=") for pair in text.split())}
    )


def test_every_ruleset_has_a_table() -> None:
    assert sorted(table.stem for table in TABLES) == ruleset_ids()


@pytest.mark.parametrize(("ruleset_id", "dice", "card", "category", "points"), EXAMPLES)
def test_worked_example(ruleset_id: str, dice: str, card: str, category: str, points: str) -> None:
    ruleset = load_ruleset(ruleset_id)
    context = Context({} if card == "first" else numbers(card), first_roll=card == "first")
    assert score(ruleset, ruleset.categories[category], Roll.parse(dice), context) == int(points)


@pytest.mark.parametrize(("ruleset_id", "category", "counts"), HISTOGRAMS)
def test_histogram_over_all_throws(ruleset_id: str, category: str, counts: str) -> None:
    """Each value is as frequent among all throws as counting predicts."""
    ruleset = load_ruleset(ruleset_id)
    found: Counter[str] = Counter()
    for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides):
        found[str(score(ruleset, ruleset.categories[category], roll))] += ways(roll)
    assert found == numbers(counts)
    assert found.total() == ruleset.dice.sides**ruleset.dice.count


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_every_roll_agrees_with_the_oracle(ruleset_id: str) -> None:
    """All rolls score in every category as an oracle says that shares no code with the program."""
    ruleset, oracle = load_ruleset(ruleset_id), ORACLES[ruleset_id]
    assert set(oracle) == set(ruleset.categories)
    rolls = list(combinations_with_replacement("123456", ruleset.dice.count))
    assert len(rolls) == {3: 56, 5: 252, 6: 462}[ruleset.dice.count]
    for faces in rolls:
        for name, expected in oracle.items():
            found = score(ruleset, ruleset.categories[name], Roll(tuple(map(int, faces))))
            assert found == expected("".join(faces)), (name, faces)


@given(dice=st.lists(st.integers(1, 6), min_size=5, max_size=5), seed=st.randoms())
def test_the_order_of_the_dice_means_nothing(dice: list[int], seed: object) -> None:
    mixed = list(dice)
    seed.shuffle(mixed)  # type: ignore[attr-defined]
    assert Roll(tuple(dice)) == Roll(tuple(mixed))


@given(dice=st.lists(st.integers(1, 20), min_size=1, max_size=8))
def test_a_roll_survives_its_text_form(dice: list[int]) -> None:
    roll = Roll(tuple(dice))
    assert Roll.parse(str(roll)) == roll


@pytest.mark.parametrize(
    ("count", "sides", "throws"), [(5, 6, 7776), (6, 6, 46656), (1, 2, 2), (3, 20, 8000)]
)
def test_all_rolls_stand_for_all_throws(count: int, sides: int, throws: int) -> None:
    rolls = all_rolls(count, sides)
    assert len(set(rolls)) == len(rolls)
    assert sum(map(ways, rolls)) == throws


@pytest.mark.parametrize(("rolls", "is_first"), [(1, True), (2, False), (3, False)])
def test_the_moment_of_an_entry(rolls: int, is_first: bool) -> None:
    """A moment has an empty card by default.

    The roll is the first one if a turn has only one, or if the caller says so.
    """
    ruleset = built(game([category("luck")], dice={"count": 2, "sides": 3, "rolls": rolls}))
    assert moment(ruleset) == Context({}, is_first)
    assert moment(ruleset, {"luck": 5}) == Context({"luck": 5}, is_first)
    assert moment(ruleset, {"luck": 5}, first=True) == Context({"luck": 5}, True)
