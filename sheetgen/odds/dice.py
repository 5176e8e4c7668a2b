"""The dice that can lie on the table or stay there, and how one die more leads from one to another. Pure Python."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

from msgspec import Struct

from sheetgen.rules.patterns import Dice, Roll, ways


class Keeps(Struct, frozen=True, eq=False, dict=True):
    """All that can be kept of some dice, by how many stay, down to none and up to all of them, which are the rolls.

    Those with more different faces come first, so that what has a second or third face stands at the front.
    """

    dice: Dice

    @cached_property
    def sets(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each number of dice all that they can show, faces ascending."""
        faces = range(1, self.dice.sides + 1)
        every = (combinations_with_replacement(faces, count) for count in range(self.dice.count + 1))
        return tuple(tuple(sorted(each, key=lambda dice: (-len(set(dice)), dice))) for each in every)

    @cached_property
    def places(self) -> dict[tuple[int, ...], int]:
        """For all that can be kept its place among those of as many dice."""
        return {dice: place for each in self.sets for place, dice in enumerate(each)}

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls in this order."""
        return tuple(map(Roll, self.sets[-1]))

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """How probable each roll of all dice is."""
        return tuple(ways(roll) / self.dice.sides**self.dice.count for roll in self.rolls)

    @cached_property
    def with_one(self) -> tuple[Sequence[Sequence[int]], ...]:
        """For each number of dice but all: for each face, the places that it leads to from each keep."""
        faces = range(1, self.dice.sides + 1)
        return tuple(
            [[self.places[tuple(sorted((*dice, face)))] for dice in each] for face in faces] for each in self.sets[:-1]
        )

    @cached_property
    def beside(self) -> tuple[tuple["Keeps", Sequence[Sequence[Sequence[int]]]], ...]:
        """If kept dice stay, for each number of them but all: the keeps of the others, and the places of both together.

        The places are those of this object: by number of the other dice, by their keep, by the keep that stays.
        """
        found = []
        for stay in self.sets[:-1] if self.dice.kept == "stay" else ():
            rest = keeps(Dice(self.dice.count - len(stay[0]), self.dice.sides))
            places = [[[self.places[tuple(sorted(own + more))] for own in stay] for more in each] for each in rest.sets]
            found.append((rest, places))
        return tuple(found)

    @cached_property
    def without_one(self) -> tuple[Sequence[Sequence[int]], ...]:
        """For each number of dice: for its first, second, … different face, the places without one die of it.

        Only the first of them have a second face, and so on: these lists are as long as there are.
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
    """All that can be kept of these dice."""
    return Keeps(dice)
