"""Keeps of the dice, and odds of single boxes as exact fractions: a turn played for one box only.

Needs no numpy.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

from msgspec import Struct

from sheetgen.rules.patterns import Dice, Roll, ways
from sheetgen.rules.ruleset import Category
from sheetgen.rules.scoring import when


class Keeps(Struct, frozen=True, eq=False, dict=True):
    """All keeps of some dice, by the number of dice kept: from none to all of them, which are the rolls.

    Keeps with more different faces come first, so that those with a second or third face are at the front.
    """

    dice: Dice

    @cached_property
    def sets(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """All sets of faces by the number of dice, faces ascending."""
        faces = range(1, self.dice.sides + 1)
        every = (
            combinations_with_replacement(faces, count) for count in range(self.dice.count + 1)
        )
        return tuple(
            tuple(sorted(each, key=lambda dice: (-len(set(dice)), dice))) for each in every
        )

    @cached_property
    def places(self) -> dict[tuple[int, ...], int]:
        """Position of each keep among those of the same number of dice."""
        return {dice: place for each in self.sets for place, dice in enumerate(each)}

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls in this order."""
        return tuple(map(Roll, self.sets[-1]))

    @cached_property
    def with_one(self) -> tuple[Sequence[Sequence[int]], ...]:
        """Positions after adding a die, by number of dice (all but the largest), face and keep."""
        faces = range(1, self.dice.sides + 1)
        return tuple(
            [[self.places[tuple(sorted((*dice, face)))] for dice in each] for face in faces]
            for each in self.sets[:-1]
        )

    @cached_property
    def beside(self) -> tuple[tuple["Keeps", Sequence[Sequence[Sequence[int]]]], ...]:
        """Keeps of the other dice by the number of kept dice, if kept dice stay, with positions of both together.

        The positions are those of this object: by number of other dice, by their keep, by the keep that stays.
        """
        found = []
        for stay in self.sets[:-1] if self.dice.kept == "stay" else ():
            rest = keeps(Dice(self.dice.count - len(stay[0]), self.dice.sides))
            places = [
                [[self.places[tuple(sorted(own + more))] for own in stay] for more in each]
                for each in rest.sets
            ]
            found.append((rest, places))
        return tuple(found)

    @cached_property
    def without_one(self) -> tuple[Sequence[Sequence[int]], ...]:
        """Positions after removing a die, by number of dice, and by which of its different faces is removed.

        Only keeps at the front have a second face, and so on: each list is as long as there are such keeps.
        """
        found = []
        for each in self.sets:
            slots: list[list[int]] = [[] for _ in set(each[0])]
            for dice in each:
                for slot, face in zip(slots, sorted(set(dice)), strict=False):
                    at = dice.index(face)
                    slot.append(self.places[dice[:at] + dice[at + 1 :]])
            found.append(slots)
        return tuple(found)


@lru_cache(maxsize=32)
def keeps(dice: Dice) -> Keeps:
    """Return the keeps of these dice."""
    return Keeps(dice)


# odds of boxes


class BoxOdds(Struct, frozen=True):
    """Odds of one turn that is played for one box.

    Each of these numbers may need a strategy of its own.
    """

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
        return best_turn(
            every, *([[*map(worth, each)] for each in kind] for kind in (later, together))
        )

    return BoxOdds(
        rolls,
        reach(lambda points: points != 0),
        highest,
        reach(lambda points: points == highest),
        reach(int),
    )


def best_turn(
    every: Keeps, later: Sequence[Sequence[int]], together: Sequence[Sequence[int]]
) -> Fraction:
    """Return the expected value of a turn in best play.

    `later` has the value of each roll, by the number of the roll in its turn, if some dice were
    kept before it; `together` its value if all dice were thrown.
    """
    worth, whole, unit = list(later[-1]), list(together[-1]), 1
    kept, at_once = list[list[int]](), list[list[int]]()
    for some, all_dice in zip(later[-2::-1], together[-2::-1], strict=True):
        before = (
            _before(every, kept, at_once)
            if kept and every.beside
            else _expected(every, worth, whole)
        )
        unit *= (
            every.dice.sides**every.dice.count
        )  # whole numbers of this unit, so that nothing is rounded
        kept, at_once = ([*before, [points * unit for points in each]] for each in (some, all_dice))
        worth = _best(every, kept)
        whole = worth if all_dice == some else _best(every, at_once)
    return Fraction(_sum(every, whole), unit * every.dice.sides**every.dice.count)


def _sum(every: Keeps, worth: Sequence[int]) -> int:
    """Return the sum over all ways in which the dice can fall."""
    return sum(map(int.__mul__, worth, map(ways, every.rolls)))


def _expected(every: Keeps, worth: list[int], whole: list[int]) -> list[list[int]]:
    """Return the value of each keep but of all dice, times ``sides**count``.

    `whole` has the rolls if none is kept.
    """
    sides, levels = (
        every.dice.sides,
        [[points * every.dice.sides**every.dice.count for points in worth]],
    )
    for faces in reversed(every.with_one):
        levels.append(
            [
                sum(each) // sides
                for each in zip(*([levels[-1][at] for at in face] for face in faces), strict=True)
            ]
        )
    return [[_sum(every, whole)], *levels[-2:0:-1]]


def _before(every: Keeps, kept: list[list[int]], at_once: list[list[int]]) -> list[list[int]]:
    """Return these values if kept dice stay, from those of the next keeps.

    `at_once` if none was kept before.
    """
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
