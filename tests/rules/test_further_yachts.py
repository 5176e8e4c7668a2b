"""Origins of filled boxes: those of a further Yacht, those of no other roll, and their number."""

from pathlib import Path
from typing import Any

import pytest

from sheetgen.rules.history import (
    conflicts,
    extra_yacht_bounds,
    is_ordered,
    needs_bonus,
    values_with_bonus,
)
from tests.games import built, category, game, make_total
from tests.rules.test_possible_values import GAMES, bound_beside_yachts, joker
from tests.tables import numbers_of, table_of


@pytest.mark.parametrize(("name", "brought"), table_of(Path(__file__).parent / "brought.txt"))
def test_what_a_further_yacht_brings(name: str, brought: str) -> None:
    """The values that can have come with a bonus; none where the game has no such bonus."""
    ruleset = GAMES[name]
    values = {box: values_with_bonus(ruleset, box) for box in ruleset.boxes}
    assert brought == " ".join(f"{box}={','.join(map(str, each))}" for box, each in values.items())


BOUNDS = [
    ("ones=1 twos=2 row=4 yacht=9", (0, 1)),
    ("ones=0 twos=0 row=4 yacht=9", (0, 3)),
    ("ones=0 twos=0 row=4 yacht=0", (0, 0)),
    ("ones=2 twos=4 row=0 yacht=9", (0, 2)),
    ("ones=2 twos=4 row=0", (0, 2)),
    ("ones=1 yacht=9", (0, 2)),
    ("ones=1", (0, 2)),
    ("-", (0, 3)),
    ("yacht=0", (0, 0)),
]


@pytest.mark.parametrize(("boxes", "bounds"), BOUNDS)
def test_bounds_of_further_yachts(boxes: str, bounds: tuple[int, int]) -> None:
    assert extra_yacht_bounds(GAMES["forced"], numbers_of(boxes)) == bounds


def test_bounds_of_further_yachts_beside_a_bound() -> None:
    """A box barred to 0 can have been a further Yacht, unless the Yacht box is 0 or none count."""
    counted = GAMES["bound, further Yachts"]
    rules = joker("free", sections=["a"])
    uncounted = built(
        bound_beside_yachts() | rules | {"totals": [make_total("total", "sum", "a", "b")]}
    )
    card = {"low": 0, "high": 3, "yacht": 9}
    assert extra_yacht_bounds(counted, card) == (0, 1)
    assert extra_yacht_bounds(counted, {**card, "yacht": 0}) == (0, 0)
    assert extra_yacht_bounds(uncounted, card) == (0, 0)


@pytest.mark.parametrize(
    ("boxes", "found"),
    [
        ("ones=2 twos=2 row=0 yacht=9", ["ones"]),
        ("twos=4 ones=2 yacht=9", ["twos", "ones"]),
        ("ones=2 twos=4 row=0 yacht=0", []),
        ("ones=2 twos=4 row=0", []),
    ],
)
def test_what_only_a_further_yacht_gives(boxes: str, found: list[str]) -> None:
    """Two equal dice in a number box need a bonus, unless the Yacht box may have been 0 before."""
    assert needs_bonus(GAMES["forced, Yacht first"], numbers_of(boxes)) == found


@pytest.mark.parametrize(
    ("boxes", "breaks"),
    [
        ("low=3 high=3", True),
        ("low=4 high=3", True),
        ("low=3 high=4", False),
        ("low=0 high=2", False),
        ("low=4 high=0", False),
        ("low=4", False),
        ("high=2", False),
    ],
)
def test_values_that_break_a_bound(boxes: str, breaks: bool) -> None:
    assert conflicts(GAMES["bound"], numbers_of(boxes)) == ([("low", "high")] if breaks else [])


def test_bounds_between_all_boxes_of_two_categories() -> None:
    """Each box of the one stays below each box of the other; a value of 1 binds as any other."""
    data = game(
        [category("low", boxes=2), category("high", boxes=2)], dice={"count": 1, "sides": 3}
    )
    ruleset = built(data | {"constraints": [{"lower": "low", "higher": "high"}]})
    card = {"low_1": 1, "low_2": 2, "high_1": 1, "high_2": 3}
    assert conflicts(ruleset, card) == [("low_1", "high_1"), ("low_2", "high_1")]


def test_a_bound_between_boxes_that_are_empty_hides_no_other() -> None:
    data = game(
        [category("low"), category("middle"), category("high")], dice={"count": 1, "sides": 3}
    )
    bounds = [{"lower": "low", "higher": "middle"}, {"lower": "middle", "higher": "high"}]
    ruleset = built(data | {"constraints": bounds})
    assert conflicts(ruleset, {"middle": 3, "high": 1}) == [("middle", "high")]


@pytest.mark.parametrize("name", GAMES)
def test_where_the_order_matters(name: str) -> None:
    """The order matters with two Yacht boxes, a bound, an order, or a joker of the number first."""
    ordered = (
        "bound" in name or "two Yacht" in name or "number first" in name,
        name.startswith(("up", "down")),
    )
    assert is_ordered(GAMES[name]) == any(ordered)


@pytest.mark.parametrize(
    ("more", "rule", "fill", "matters"),
    [
        ({}, "free", "any", False), ({}, "free", "down", True), ({}, "none", "down", False),
        ({"needs": "row"}, "none", "any", True),
    ],
)  # fmt: skip
def test_where_the_order_of_a_column_matters(
    more: dict[str, Any], rule: str, fill: str, matters: bool
) -> None:
    rows = [
        category("row", "straight", length=2),
        category("yacht", "pair", "fixed", value=9) | more,
    ]
    columns = [{"id": "x", "name": "X", "fill": fill}]
    joker = {"rule": rule, **({"category": "yacht", "sections": ["a"]} if rule == "free" else {})}
    assert is_ordered(built(game(rows, columns=columns, joker=joker))) is matters
