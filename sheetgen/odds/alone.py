"""The odds of each box alone: one turn that is played for nothing else, as exact fractions. Pure Python."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from sheetgen.odds.dice import Keeps, keeps
from sheetgen.rules import Category, Dice, ways


class Alone(Struct, frozen=True):
    """What a turn for one box comes to; a different plan may be best for each."""

    rolls: int
    """How often the dice are rolled at most."""
    chance: Fraction
    """Of a score that is not 0."""
    highest: int
    """The highest value that the dice can have here, as what they are."""
    highest_chance: Fraction
    best: Fraction
    """The best expected score."""


@lru_cache(maxsize=512)
def alone(category: Category, dice: Dice, rolls: int) -> Alone:
    """The odds of a box of the category, on a card where nothing else matters, with at most so many rolls."""
    every = keeps(dice)
    first = [category.score(roll, True) for roll in every.rolls]
    later = first if dice.rolls == 1 else [category.score(roll) for roll in every.rolls]
    highest = max(*first, *(later if rolls > 1 else first))

    def reach(worth: Callable[[int], int]) -> Fraction:
        return best_turn(every, [worth(points) for points in first], [worth(points) for points in later], rolls)

    return Alone(rolls, reach(lambda points: points != 0), highest, reach(lambda points: points == highest), reach(int))


def best_turn(every: Keeps, first: Sequence[int], later: Sequence[int], rolls: int) -> Fraction:
    """What a turn is worth at best, where each roll, as the first of the turn or a later one, is worth so much."""
    sides, count = every.dice.sides, every.dice.count
    worth, unit = list(first if rolls == 1 else later), 1
    for left in range(1, rolls):
        unit *= sides**count  # whole numbers of this unit, so that nothing is rounded
        levels = [[points * sides**count for points in worth]]
        for faces in reversed(every.with_one):
            levels.append(
                [sum(each) // sides for each in zip(*([levels[-1][at] for at in face] for face in faces), strict=True)]
            )
        levels.reverse()
        levels[-1] = [points * unit for points in (first if left == rolls - 1 else later)]
        worth = _best(every, levels)
    return Fraction(sum(map(int.__mul__, worth, map(ways, every.rolls))), unit * sides**count)


def _best(every: Keeps, levels: list[list[int]]) -> list[int]:
    """What the best keep of each roll is worth."""
    below = levels[0]
    for own, slots in zip(levels[1:], every.without_one[1:], strict=True):
        found = list(own)
        for places in slots:
            for at, place in enumerate(places):
                found[at] = max(found[at], below[place])
        below = found
    return below
