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
    """All keeps of some dice, by the number of dice kept: from none to all, which are the rolls.

    Keeps with more different faces come first, so that those with a second or third face are at the
    front.
    """

    dice: Dice

    @cached_property
    def sets(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """All sets of faces by the number of dice, faces ascending."""
        faces = range(1, self.dice.sides + 1)
        by_count: list[tuple[tuple[int, ...], ...]] = []
        for count in range(self.dice.count + 1):
            keeps_of_count = combinations_with_replacement(faces, count)
            by_count.append(tuple(sorted(keeps_of_count, key=lambda dice: (-len(set(dice)), dice))))
        return tuple(by_count)

    @cached_property
    def positions(self) -> dict[tuple[int, ...], int]:
        """Position of each keep among those of the same number of dice."""
        places: dict[tuple[int, ...], int] = {}
        for keeps_of_count in self.sets:
            for place, dice in enumerate(keeps_of_count):
                places[dice] = place
        return places

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls in this order."""
        return tuple(map(Roll, self.sets[-1]))

    @cached_property
    def with_one(self) -> tuple[Sequence[Sequence[int]], ...]:
        """Positions after adding a die, by number of dice (all but the largest), face and keep."""
        by_count: list[list[list[int]]] = []
        for keeps_of_count in self.sets[:-1]:
            by_face: list[list[int]] = []
            for face in range(1, self.dice.sides + 1):
                by_face.append([self._place_of(dice, (face,)) for dice in keeps_of_count])
            by_count.append(by_face)
        return tuple(by_count)

    def _place_of(self, dice: tuple[int, ...], others: tuple[int, ...]) -> int:
        """Return the position of two keeps together."""
        return self.positions[tuple(sorted(dice + others))]

    @cached_property
    def of_other_dice(self) -> tuple[tuple["Keeps", Sequence[Sequence[Sequence[int]]]], ...]:
        """Keeps of the other dice by the number of kept dice, if kept dice stay.

        They come with the positions of both together, in this object: by number of other dice, by
        their keep, by the keep that stays.
        """
        if self.dice.kept != "stay":
            return ()
        by_count: list[tuple[Keeps, list[list[list[int]]]]] = []
        for staying in self.sets[:-1]:
            rest = keeps(Dice(self.dice.count - len(staying[0]), self.dice.sides))
            places: list[list[list[int]]] = []
            for others in rest.sets:
                places.append(
                    [[self._place_of(stay, other) for stay in staying] for other in others]
                )
            by_count.append((rest, places))
        return tuple(by_count)

    @cached_property
    def without_one(self) -> tuple[Sequence[Sequence[int]], ...]:
        """Positions after removing a die, by number of dice, and by the different face removed.

        Only keeps at the front have a second face, and so on: each list is as long as there are
        such keeps.
        """
        by_count: list[list[list[int]]] = []
        for keeps_of_count in self.sets:
            by_face: list[list[int]] = [[] for _ in set(keeps_of_count[0])]
            for dice in keeps_of_count:
                for places, face in zip(by_face, sorted(set(dice)), strict=False):
                    removed = dice.index(face)
                    places.append(self.positions[dice[:removed] + dice[removed + 1 :]])
            by_count.append(by_face)
        return tuple(by_count)


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
    """Return the odds of a box of this category, with at most `rolls` rolls.

    Nothing else on the card matters.
    """
    every = keeps(dice)
    later: list[list[int]] = []
    together: list[list[int]] = []
    for number in range(1, rolls + 1):
        for points_by_roll, is_together in ((later, False), (together, True)):
            timing = when(dice, number=number, together=is_together)
            points_by_roll.append([category.score(roll, *timing) for roll in every.rolls])
    possible = (together[0], *later[1:], *together[1:])  # all dice are thrown on the first roll
    highest = max(max(points) for points in possible)

    def best_expected(value: Callable[[int], int]) -> Fraction:
        """Return the highest expected value of a function of the points."""
        return best_turn(
            every,
            [[*map(value, points)] for points in later],
            [[*map(value, points)] for points in together],
        )

    return BoxOdds(
        rolls,
        chance=best_expected(lambda points: points != 0),
        highest=highest,
        highest_chance=best_expected(lambda points: points == highest),
        best=best_expected(int),
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
            if kept and every.of_other_dice
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
    sides = every.dice.sides
    factor = sides**every.dice.count
    levels = [[points * factor for points in worth]]
    for places_by_face in reversed(every.with_one):
        above = levels[-1]
        level: list[int] = []
        for places_of_keep in zip(*places_by_face, strict=True):
            level.append(sum(above[place] for place in places_of_keep) // sides)
        levels.append(level)
    return [[_sum(every, whole)], *levels[-2:0:-1]]


def _before(every: Keeps, kept: list[list[int]], at_once: list[list[int]]) -> list[list[int]]:
    """Return these values if kept dice stay, from those of the next keeps.

    `at_once` if none was kept before.
    """
    by_count: list[list[int]] = []
    for count, (rest, places) in enumerate(every.of_other_dice):
        after = kept[count:] if count else at_once
        values: list[int] = []
        for stay in range(len(every.sets[count])):
            levels: list[list[int]] = []
            for level, rows in zip(after, places, strict=True):
                levels.append([level[row[stay]] for row in rows])
            values.append(_sum(rest, _best(rest, levels)) * every.dice.sides**count)
        by_count.append(values)
    return by_count


def _best(every: Keeps, levels: list[list[int]]) -> list[int]:
    """Return the value of the best keep of each roll."""
    below = levels[0]
    for own, places_by_face in zip(levels[1:], every.without_one[1:], strict=True):
        best = list(own)
        for places in places_by_face:
            for keep, place in enumerate(places):
                best[keep] = max(best[keep], below[place])
        below = best
    return below
