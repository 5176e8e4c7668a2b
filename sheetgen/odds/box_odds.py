"""Odds of single boxes: one turn that is played for one box only, as exact fractions. Needs no numpy."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from sheetgen.odds.keeps import Keeps, keeps
from sheetgen.rules.patterns import Dice, ways
from sheetgen.rules.ruleset import Category
from sheetgen.rules.scoring import when


class BoxOdds(Struct, frozen=True):
    """Odds of one turn that is played for one box. Each number may take another strategy."""

    rolls: int
    """Maximum number of rolls."""
    chance: Fraction
    """Probability of a score other than 0."""
    highest: int
    """Highest score of the dice without a joker."""
    highest_chance: Fraction
    best: Fraction
    """Highest expected score."""


@lru_cache(maxsize=512)
def box_odds(category: Category, dice: Dice, rolls: int) -> BoxOdds:
    """Return the odds of a box of this category on a card where nothing else matters, with at most `rolls` rolls."""
    every, later, together = keeps(dice), list[Sequence[int]](), list[Sequence[int]]()
    for number in range(1, rolls + 1):
        for found, at_once in ((later, False), (together, True)):
            now = when(dice, number=number, together=at_once)
            found.append([category.score(roll, *now) for roll in every.rolls])
    highest = max(max(worth) for worth in (together[0], *later[1:], *together[1:]))

    def reach(worth: Callable[[int], int]) -> Fraction:
        return best_turn(every, *([[*map(worth, each)] for each in kind] for kind in (later, together)))

    return BoxOdds(
        rolls, reach(lambda points: points != 0), highest, reach(lambda points: points == highest), reach(int)
    )


def best_turn(every: Keeps, later: Sequence[Sequence[int]], together: Sequence[Sequence[int]]) -> Fraction:
    """Return the expected value of a turn in best play.

    `later` has the value of each roll, by the number of the roll in its turn, if some dice were kept before it;
    `together` its value if all dice were thrown.
    """
    worth, whole, unit = list(later[-1]), list(together[-1]), 1
    kept, at_once = list[list[int]](), list[list[int]]()
    for some, all_dice in zip(later[-2::-1], together[-2::-1], strict=True):
        before = _before(every, kept, at_once) if kept and every.beside else _expected(every, worth, whole)
        unit *= every.dice.sides**every.dice.count  # whole numbers of this unit, so that nothing is rounded
        kept, at_once = ([*before, [points * unit for points in each]] for each in (some, all_dice))
        worth = _best(every, kept)
        whole = worth if all_dice == some else _best(every, at_once)
    return Fraction(_sum(every, whole), unit * every.dice.sides**every.dice.count)


def _sum(every: Keeps, worth: Sequence[int]) -> int:
    """Return the sum over all ways in which the dice can fall."""
    return sum(map(int.__mul__, worth, map(ways, every.rolls)))


def _expected(every: Keeps, worth: list[int], whole: list[int]) -> list[list[int]]:
    """Return the worth of each keep but of all dice, times ``sides**count``; `whole` follows where none is kept."""
    sides, levels = every.dice.sides, [[points * every.dice.sides**every.dice.count for points in worth]]
    for faces in reversed(every.with_one):
        levels.append(
            [sum(each) // sides for each in zip(*([levels[-1][at] for at in face] for face in faces), strict=True)]
        )
    return [[_sum(every, whole)], *levels[-2:0:-1]]


def _before(every: Keeps, kept: list[list[int]], at_once: list[list[int]]) -> list[list[int]]:
    """Return the same where dice stay, from the worth of the next keep; `at_once` where none was kept before."""
    found = []
    for count, (rest, places) in enumerate(every.beside):
        after = kept[count:] if count else at_once
        own = (
            [[level[place] for place in row] for level, row in zip(after, column, strict=True)]
            for column in zip(*(zip(*rows, strict=True) for rows in places), strict=True)
        )
        found.append([_sum(rest, _best(rest, each)) * every.dice.sides**count for each in own])
    return found


def _best(every: Keeps, levels: list[list[int]]) -> list[int]:
    """Return the value of the best keep of each roll."""
    below = levels[0]
    for own, slots in zip(levels[1:], every.without_one[1:], strict=True):
        found = list(own)
        for places in slots:
            for at, place in enumerate(places):
                found[at] = max(found[at], below[place])
        below = found
    return below
