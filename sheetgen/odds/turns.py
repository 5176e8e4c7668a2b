"""One turn for many states at once: values of keeps and rolls, and their probabilities in best play. Needs numpy.

Arrays have a row for each keep or roll, in the order of `Keeps`, and a column for each state.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.odds.keeps import Keeps

Floats = NDArray[np.float64]
Levels = list[Floats]
"""One array for each number of kept dice."""
TIE = 1e-10
"""Maximum difference in points of equally good choices: far above rounding errors of about 1e-12."""


class Turns(Struct, frozen=True, eq=False, dict=True):
    """Arrays of the keeps of a turn's dice."""

    keeps: Keeps

    @cached_property
    def _with_one(self) -> list[NDArray[np.intp]]:
        return [np.array(each, np.intp) for each in self.keeps.with_one]

    @cached_property
    def _without_one(self) -> list[list[NDArray[np.intp]]]:
        return [[np.array(each, np.intp) for each in slots] for slots in self.keeps.without_one]

    @cached_property
    def _going(self) -> list[NDArray[np.intp]]:
        """Position in `flow` of each keep with one more die, by number of dice (all but the largest) and face."""
        found = []
        for count, each in enumerate(self.keeps.sets[:-1]):
            starts = np.cumsum([0, *map(len, self.keeps.without_one[count + 1])])
            slots = [
                [sorted({*dice, face}).index(face) for dice in each] for face in range(1, self.keeps.dice.sides + 1)
            ]
            found.append(starts[np.array(slots)] + self._with_one[count])
        return found

    @cached_property
    def chances(self) -> Floats:
        """Probability of each roll of all dice, as a column."""
        return np.array(self.keeps.chances)[:, None]

    @cached_property
    def beside(self) -> list[tuple["Turns", list[NDArray[np.intp]]]]:
        """`Keeps.beside` with arrays; empty if kept dice may be rolled again."""
        return [(Turns(rest), [np.array(each, np.intp) for each in places]) for rest, places in self.keeps.beside]

    def _more(self, kept: Levels) -> Iterator[tuple["Turns", list[NDArray[np.intp]], Levels]]:
        """Yield `beside`, each with the values of both keeps together: (other dice, dice that stay, states)."""
        for count, (rest, places) in enumerate(self.beside):
            yield rest, places, [kept[count + more].take(each, 0) for more, each in enumerate(places)]

    def expected(self, rolls: Floats) -> Levels:
        """Return the expected value of each keep; `rolls` are the values of the rolls that follow."""
        levels = [rolls]
        for faces in reversed(self._with_one):
            each = levels[-1].take(faces[0], 0)
            for face in faces[1:]:
                each += levels[-1].take(face, 0)
            each /= len(faces)
            levels.append(each)
        return levels[::-1]

    def best(self, kept: Levels) -> Levels:
        """Return the value of the best keep of any dice; the last level is the rolls."""
        levels = [kept[0]]
        for own, slots in zip(kept[1:], self._without_one[1:], strict=True):
            each = own.copy()
            for places in slots:
                front = each[: len(places)]
                np.maximum(front, levels[-1].take(places, 0), out=front)
            levels.append(each)
        return levels

    def before(self, kept: Levels) -> Levels:
        """Return the value of each keep but all dice: the mean over later rolls of the best keep that includes it."""
        return [(rest.chances[:, None] * rest.best(more)[-1]).sum(0) for rest, _, more in self._more(kept)]

    def flow(self, rolls: Floats, kept: Levels, best: Levels) -> Levels:
        """Return the probability of each keep if rolls have these probabilities and the best keeps are taken.

        Of equally good keeps: as long as the dice are not a best keep themselves, the lowest die that can go is
        dropped.
        """
        found: Levels = []
        coming = rolls
        for count in range(len(kept) - 1, 0, -1):
            least = best[count] - TIE
            stays = coming * (kept[count] >= least)
            found.append(stays)
            left, below = coming - stays, best[count - 1]
            every = np.empty((sum(map(len, self._without_one[count])), *left.shape[1:]))
            start = 0
            for places in self._without_one[count]:
                front, goes = left[: len(places)], every[start : start + len(places)]
                np.multiply(front, below.take(places, 0) >= least[: len(places)], out=goes)
                front -= goes
                start += len(places)
            faces = self._going[count - 1]
            coming = every.take(faces[0], 0)
            for face in faces[1:]:
                coming += every.take(face, 0)
        return [coming, *found[::-1]]

    def follow(self, stay: Levels, kept: Levels) -> Levels:
        """Return the probability of each keep, as `flow` does, where kept dice `stay`: each new keep includes them."""
        found = [np.zeros_like(each) for each in kept]
        found[-1] += stay[-1]
        for own, (rest, places, more) in zip(stay, self._more(kept), strict=False):
            flow = rest.flow(rest.chances[:, None] * own, more, rest.best(more))
            for level, where, each in zip(found[-len(flow) :], places, flow, strict=True):
                np.add.at(level, where, each)
        return found

    def rolled(self, kept: Levels) -> Floats:
        """Return the probability of each roll after these keeps; a keep of all dice is the roll itself."""
        coming = kept[0]
        for own, slots in zip(kept[1:], self._without_one[1:], strict=True):
            each = own.copy()
            for places in slots:
                each[: len(places)] += coming.take(places, 0) / self.keeps.dice.sides
            coming = each
        return coming
