"""Rolls and keeps of the dice, and the transitions between keeps that differ by one die. Needs no numpy."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

from msgspec import Struct

from sheetgen.rules.patterns import Dice, Roll, ways


class Keeps(Struct, frozen=True, eq=False, dict=True):
    """All keeps of some dice, by the number of dice kept: from none to all of them, which are the rolls.

    Keeps with more different faces come first, so that those with a second or third face are at the front.
    """

    dice: Dice

    @cached_property
    def sets(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """All sets of faces by the number of dice, faces ascending."""
        faces = range(1, self.dice.sides + 1)
        every = (combinations_with_replacement(faces, count) for count in range(self.dice.count + 1))
        return tuple(tuple(sorted(each, key=lambda dice: (-len(set(dice)), dice))) for each in every)

    @cached_property
    def places(self) -> dict[tuple[int, ...], int]:
        """Position of each keep among those of the same number of dice."""
        return {dice: place for each in self.sets for place, dice in enumerate(each)}

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls in this order."""
        return tuple(map(Roll, self.sets[-1]))

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Probability of each roll of all dice."""
        return tuple(ways(roll) / self.dice.sides**self.dice.count for roll in self.rolls)

    @cached_property
    def with_one(self) -> tuple[Sequence[Sequence[int]], ...]:
        """Positions after adding a die, by number of dice (all but the largest), face and keep."""
        faces = range(1, self.dice.sides + 1)
        return tuple(
            [[self.places[tuple(sorted((*dice, face)))] for dice in each] for face in faces] for each in self.sets[:-1]
        )

    @cached_property
    def beside(self) -> tuple[tuple["Keeps", Sequence[Sequence[Sequence[int]]]], ...]:
        """Keeps of the other dice where kept dice stay, by the number of dice that stay, with the joint positions.

        The positions are those of this object: by number of other dice, by their keep, by the keep that stays.
        """
        found = []
        for stay in self.sets[:-1] if self.dice.kept == "stay" else ():
            rest = keeps(Dice(self.dice.count - len(stay[0]), self.dice.sides))
            places = [[[self.places[tuple(sorted(own + more))] for own in stay] for more in each] for each in rest.sets]
            found.append((rest, places))
        return tuple(found)

    @cached_property
    def without_one(self) -> tuple[Sequence[Sequence[int]], ...]:
        """Positions after removing a die, by number of dice, and by which of its different faces is removed.

        Only keeps at the front have a second face, and so on: each list is as long as there are such keeps.
        """
        return tuple([self._without(each, slot) for slot in range(len(set(each[0])))] for each in self.sets)

    def _without(self, each: Sequence[tuple[int, ...]], slot: int) -> list[int]:
        found = []
        for dice in each:
            faces = sorted(set(dice))
            if slot < len(faces):
                at = dice.index(faces[slot])
                found.append(self.places[dice[:at] + dice[at + 1 :]])
        return found


@lru_cache(maxsize=32)
def keeps(dice: Dice) -> Keeps:
    """Return the keeps of these dice."""
    return Keeps(dice)
