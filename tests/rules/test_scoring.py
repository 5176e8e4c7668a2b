"""Scores are right.

By the tables from the seeds, by counting, and by a second opinion on every roll.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from sheetgen.rules.history import best_totals, maximum, possible_values
from sheetgen.rules.patterns import Roll, all_rolls, ways
from sheetgen.rules.scoring import Context, Unsure, moment, ranges, score, totals, when
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.games import built, category, game
from tests.rules.oracle import ORACLES
from tests.tables import numbers_of, table_of

HERE = Path(__file__).parent
TABLES = sorted((HERE / "rolls").glob("*.rolls"))
FURTHER = (
    "general",
    "generala-13",
    "maxi-yatzy-saved",
    "three-columns",
    "triple-chips",
    "two-columns",
    "wuerfelpoker",
    "yacht-12",
    "yamb-10",
    "yamb-6",
    "yams-13",
)
"""Games whose only proof is a table from their sources: no seed has them."""


def rows(table: Path) -> Iterator[list[str]]:
    """Yield the rows of a table, without comments, split into columns."""
    for line in table.read_text("utf-8").splitlines():
        row = line.partition("#")[0].strip()
        if row:
            yield [cell.strip() for cell in row.split("|")]


ROWS = [(table.stem, *row) for table in TABLES for row in rows(table)]
EXAMPLES = [row for row in ROWS if row[1] not in ("histogram", "values", "card", "best", "lowest")]
HISTOGRAMS = [(game, *row) for game, kind, *row in ROWS if kind == "histogram"]
VALUES = {(game, box): values for game, kind, box, values, *_ in ROWS if kind == "values"}
"""All values of boxes that can hold more than the scores of rolls on an empty card."""
BESTS = [(game, int(points)) for game, kind, _, points, *_ in ROWS if kind == "best"]
"""Best total of each game, as RULESETS or its source names it."""
LOWEST = [(game, int(points)) for game, kind, _, points, *_ in ROWS if kind == "lowest"]
CARDS = [(game, *row) for game, kind, *row in ROWS if kind == "card"]
"""Full cards: the points of the boxes in their order, a total, and its points."""


def test_every_ruleset_has_a_table() -> None:
    assert sorted(table.stem for table in TABLES) == ruleset_ids()


def test_games_of_further_sources_have_forty_rolls_and_ten_cards() -> None:
    """Worked by hand; cards of several columns, and of saved rolls, have tables of their own."""
    cards = {(game, boxes) for game, boxes, *_ in CARDS}
    cards |= {(game, boxes) for game, boxes, *_ in table_of(HERE / "yachts_in_columns.txt")}
    cards |= {("yamb-6", boxes) for boxes, *_ in table_of(HERE / "chosen_cards.txt")}
    cards |= {("yamb-10", boxes) for boxes, *_ in table_of(HERE / "column_cards.txt")}
    cards |= {
        ("maxi-yatzy-saved", upper + lower)
        for upper, lower, *_ in table_of(HERE / "saved_cards.txt")
    }
    counts = Counter(game for game, _ in cards)
    rolls = Counter(game for game, *_ in EXAMPLES)
    assert {game: (rolls[game], counts[game]) for game in FURTHER if rolls[game] < 40} == {}
    assert {game: (rolls[game], counts[game]) for game in FURTHER if counts[game] < 10} == {}


@pytest.mark.parametrize(("ruleset_id", "dice", "card", "category", "points"), EXAMPLES)
def test_worked_example(ruleset_id: str, dice: str, card: str, category: str, points: str) -> None:
    ruleset = load_ruleset(ruleset_id)
    context = Context({} if card == "first" else numbers_of(card), first_roll=card == "first")
    assert score(ruleset, ruleset.categories[category], Roll.parse(dice), context) == int(points)


@pytest.mark.parametrize(("ruleset_id", "category", "counts"), HISTOGRAMS)
def test_histogram_over_all_throws(ruleset_id: str, category: str, counts: str) -> None:
    """Each value is as frequent among all throws as counting predicts."""
    ruleset = load_ruleset(ruleset_id)
    found: Counter[str] = Counter()
    for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides):
        found[str(score(ruleset, ruleset.categories[category], roll))] += ways(roll)
    assert found == numbers_of(counts)
    assert found.total() == ruleset.dice.sides**ruleset.dice.count


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_every_roll_agrees_with_the_oracle(ruleset_id: str) -> None:
    """All rolls score in every category as an oracle says that shares no code with the program.

    A box can hold these scores, or the values in the table of the game.
    """
    ruleset, oracle = load_ruleset(ruleset_id), ORACLES[ruleset_id]
    assert set(oracle) == set(ruleset.categories)
    rolls = list(combinations_with_replacement("123456", ruleset.dice.count))
    assert len(rolls) == {3: 56, 5: 252, 6: 462}[ruleset.dice.count]
    scores: dict[str, set[int]] = {name: set() for name in oracle}
    for faces in rolls:
        for name, expected in oracle.items():
            points = score(ruleset, ruleset.categories[name], Roll(tuple(map(int, faces))))
            assert points == expected("".join(faces)), (name, faces)
            scores[name].add(points)
    for box in ruleset.boxes.values():
        name = box.category.id
        stated = VALUES.get((ruleset_id, box.id)) or VALUES.get((ruleset_id, name))
        values = {int(value) for value in stated.split()} if stated else scores[name]
        assert possible_values(ruleset, box.id) == tuple(sorted(values)), box.id
        assert maximum(ruleset, box.id) == max(values)


@pytest.mark.parametrize(("ruleset_id", "best"), BESTS)
def test_best_total(ruleset_id: str, best: int) -> None:
    assert best_totals(load_ruleset(ruleset_id))["total"] == best


@pytest.mark.parametrize(("ruleset_id", "lowest"), LOWEST)
def test_lowest_total(ruleset_id: str, lowest: int) -> None:
    """The lowest value of each box makes the lowest card."""
    ruleset = load_ruleset(ruleset_id)
    spans = {}
    for box in ruleset.boxes:
        values = possible_values(ruleset, box)
        spans[box] = (min(values), max(values))
    assert ranges(ruleset, spans, (0, 0))["total"][0] == lowest


@pytest.mark.parametrize(("ruleset_id", "boxes", "total", "points"), CARDS)
def test_card_worked_out_by_hand(ruleset_id: str, boxes: str, total: str, points: str) -> None:
    ruleset = load_ruleset(ruleset_id)
    card = dict(zip(ruleset.boxes, map(int, boxes.split()), strict=True))
    assert all(value in possible_values(ruleset, box) for box, value in card.items())
    assert totals(ruleset, card)[total] == int(points)


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
    assert moment(ruleset, {"luck": 5}, first=True) == Context({"luck": 5}, True)
    assert moment(ruleset, number=1) == Context({}, True)
    assert moment(ruleset, number=2).number == (2 if rolls > 1 else 0)


def test_a_roll_is_the_last_of_its_turn_unless_said_otherwise() -> None:
    escalero = load_ruleset("escalero")  # what is thrown with all dice counts as a first roll there
    assert when(escalero.dice) == (False, 0)
    assert when(escalero.dice, together=True) == (True, 0)
    assert when(escalero.dice, number=1) == (True, 0)
    assert when(escalero.dice, number=2) == (False, 2)
    assert moment(escalero) == Context({}, False, 0)


def test_a_doubtful_entry_shows_its_likeliest_values() -> None:
    values = ((12, 0.4), (17, 0.3), (71, 0.2), (11, 0.1))
    assert str(Unsure(values)) == "12 / 17 / 71?"
