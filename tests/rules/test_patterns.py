"""Rolls and patterns by themselves, without a game.

What they show, what they are made of, what they refuse.
"""

import re
from math import factorial

import pytest

from sheetgen.rules.patterns import (
    AllDifferent,
    AnyDice,
    Face,
    Faces,
    Groups,
    OneGroup,
    OneOf,
    Parity,
    Pattern,
    Points,
    Roll,
    Straight,
    Sum,
    dice_needed,
    ways,
)
from sheetgen.rules.ruleset import Category

COLOURS = ((1, 6), (4, 5))
LISTS = OneOf((Faces((1, 2, 3)), Faces((6, 6))))

PICTURES: list[tuple[Pattern, int, tuple[int, ...], int]] = [
    # pattern, sides of the dice, its picture, how many dice make it
    (AnyDice(), 6, (), 0),
    (Face(6), 6, (6,), 0),
    (Face(2, at_least=3), 6, (2, 2, 2), 0),
    (Groups((4,)), 6, (5, 5, 5, 5), 4),
    (Groups((3, 2)), 6, (6, 6, 6, 4, 4), 5),
    (Groups((2, 2, 2, 2)), 6, (6, 6, 4, 4, 2, 2, 5, 5), 8),
    (Groups((2, 2, 2)), 5, (5, 5, 3, 3, 1, 1), 6),
    (Groups((2, 2)), 2, (2, 2, 1, 1), 4),
    (Straight(4), 6, (1, 2, 3, 4), 4),
    (Faces((1, 1, 6)), 6, (1, 1, 6), 3),
    (LISTS, 6, (1, 2, 3), 0),
    (OneOf((Faces((1, 2)), Faces((6, 6)))), 6, (1, 2), 2),
    (Parity(odd=True), 6, (1, 3, 5, 1, 3, 5, 1, 3), 0),
    (Parity(odd=False), 6, (2, 4, 6, 2, 4, 6, 2, 4), 0),
    (Parity(odd=True), 5, (1, 3, 5, 1, 3, 5, 1, 3), 0),
    (Parity(odd=False), 5, (2, 4, 2, 4, 2, 4, 2, 4), 0),
    (AllDifferent(), 6, (1, 2, 3, 4, 5, 6), 0),
    (AllDifferent(), 10, (1, 2, 3, 4, 5, 6, 7, 8), 0),
    (OneGroup(None, COLOURS), 6, (1, 6, 1, 6, 1, 6, 1, 6), 0),
    (OneGroup(Groups((2, 2)), COLOURS), 6, (6, 6, 1, 1), 4),
]


@pytest.mark.parametrize(("pattern", "sides", "picture", "dice"), PICTURES)
def test_what_a_pattern_is_made_of(
    pattern: Pattern, sides: int, picture: tuple[int, ...], dice: int
) -> None:
    """The dice of a pattern begin with large groups and high faces.

    Their number is known if it is fixed.
    """
    assert pattern.example_dice(sides) == picture
    assert dice_needed(pattern) == dice


@pytest.mark.parametrize(
    ("pattern", "dice", "matching"),
    [
        (OneOf((Faces((6,)), Faces((5, 5)))), (5, 5, 6), (5, 5)),
        (OneOf((Faces((5, 5)), Faces((6,)))), (5, 5, 6), (5, 5)),
        (Straight(3), (1, 2, 3, 5, 6), (1, 2, 3)),
        (Straight(3), (1, 2, 3, 4), (2, 3, 4)),
        (Straight(1), (1, 1), (1,)),
        (Face(2, at_least=2), (1, 2, 2, 2), (2, 2, 2)),
        (Face(2, at_least=4), (1, 2, 2, 2), None),
        (Groups((2,)), (1, 1, 6), (1, 1)),
        (Groups((2,)), (1, 6), None),
        (Faces((1, 1)), (1, 2), None),
        (Sum(30, 30, (9, 10, 11)), (1, 2, 3), (1, 2, 3)),
        (Sum(6, 6, (9, 10, 11)), (1, 2, 3), None),
        (OneGroup(None, COLOURS), (1, 6, 6), (1, 6, 6)),
        (OneGroup(None, COLOURS), (1, 4, 6), None),
        (OneGroup(Groups((2, 2)), ((2, 4), (1, 6))), (1, 1, 2, 2, 4, 4, 6, 6), (1, 1, 6, 6)),
    ],
)
def test_the_dice_of_the_highest_sum(
    pattern: Pattern, dice: tuple[int, ...], matching: tuple[int, ...] | None
) -> None:
    assert pattern.match(Roll(dice)) == matching


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
