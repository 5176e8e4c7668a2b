"""Rolls and patterns by themselves, without a game.

What they show, what they are made of, what they refuse.
"""

import re
from math import factorial

import pytest

from sheetgen.rules.patterns import (
    Face,
    Groups,
    Pattern,
    Points,
    Roll,
    Sum,
    ways,
)
from sheetgen.rules.ruleset import Category


@pytest.mark.parametrize(
    ("points", "fixed"),
    [
        (Points("fixed", 5), True),
        (Points("fixed", 5, first_roll=10), False),
        (Points("fixed", by_roll=(9, 5)), False),
        (Points("all"), False),
        (Points("fixed_plus_dice", 5), False),
    ],
)
def test_points_that_are_one_number(points: Points, fixed: bool) -> None:
    assert points.is_fixed == fixed


@pytest.mark.parametrize(
    ("pattern", "points", "number"),
    [
        (Face(4), Points("matching"), 4),
        (Face(4), Points("matching", values=(9, 10, 11, 12)), None),
        (Face(4), Points("all"), None),
        (Face(4, at_least=2), Points("matching"), None),
        (Groups((3,)), Points("matching"), None),
    ],
)
def test_the_number_whose_dice_are_added_up(
    pattern: Pattern, points: Points, number: int | None
) -> None:
    assert Category("x", "X", pattern, points).adds_number == number


@pytest.mark.parametrize(
    ("sizes", "sides", "dice"),
    [
        ((2,), 6, (6, 6)),
        ((3,), 6, (4, 4, 4)),
        ((4,), 6, (5, 5, 5, 5)),
        ((5,), 6, (6, 6, 6, 6, 6)),
        ((6,), 6, (6, 6, 6, 6, 6, 6)),
        ((3,), 2, (1, 1, 1)),
        ((2, 2), 6, (6, 6, 4, 4)),
        ((3, 2), 6, (6, 6, 6, 4, 4)),
        ((2, 2, 2, 2), 6, (6, 6, 4, 4, 2, 2, 5, 5)),
        ((2, 2, 2, 2, 2), 6, (6, 6, 4, 4, 2, 2, 5, 5, 3, 3)),
    ],
)
def test_example_dice_of_groups(sizes: tuple[int, ...], sides: int, dice: tuple[int, ...]) -> None:
    """Three, four and five of a kind show different faces, so that rows of a sheet do."""
    assert Groups(sizes).example_dice(sides) == dice


@pytest.mark.parametrize(
    ("dice", "values", "matches"),
    [((1, 2), (), False), ((5, 6), (), True), ((1, 2), (6, 6), True), ((5, 6), (0,) * 6, False)],
)
def test_limits_of_a_sum_are_those_of_the_values_of_faces(
    dice: tuple[int, ...], values: tuple[int, ...], matches: bool
) -> None:
    assert (Sum(10, 12, values).match(Roll(dice)) == dice) == matches


@pytest.mark.parametrize("text", ["999,", "1 2 3", "1-2-3", "1.2,3", " 321 ", "12, 3"])
def test_rolls_as_people_write_them(text: str) -> None:
    expected = {"999,": (999,), "12, 3": (3, 12)}.get(text, (1, 2, 3))
    assert Roll.parse(text) == Roll(expected)


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((), "()"), ((0, 3), "(0, 3)"), ((3, -1), "(3, -1)"), ("1000,", "'1000,'"), ("", "()"),
        ("x", "'x'"), ("0", "(0,)"), ("1 0", "(1, 0)"), ("٣ 1", "'٣ 1'"),
        ("1 2 3.5x", "'1 2 3.5x'"), ("-", "()"),
    ],
)  # fmt: skip
def test_what_is_no_roll_is_refused(dice: str | tuple[int, ...], said: str) -> None:
    """A roll without dice, a side below 1, a word and a die of a thousand sides are refused.

    Rolls are given as text and as numbers.
    """
    with pytest.raises(ValueError, match=rf"^not a roll: {re.escape(said)}$"):
        Roll.parse(dice) if isinstance(dice, str) else Roll(dice)


def test_a_roll_as_text() -> None:
    """A roll is printed as digits, with spaces if a die has more than nine sides.

    A comma follows a die that would be read as several if it were alone.
    """
    assert [str(Roll(dice)) for dice in ((3, 1), (10, 3), (12,), (9,))] == [
        "13",
        "3 10",
        "12,",
        "9",
    ]


def test_dice_that_are_alike() -> None:
    assert [Roll(dice).alike for dice in ((1, 2, 2), (1, 1, 2), (2, 2, 2), (2,))] == [
        False,
        False,
        True,
        True,
    ]


def test_ways_stay_exact() -> None:
    assert ways(Roll(tuple(range(1, 26)))) == factorial(25)
    assert ways(Roll((1, 1, 2))) == 3
