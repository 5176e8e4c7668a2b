"""One turn for many states at once: what keeps and rolls are worth, and which way well-played dice go. numpy.

Arrays have a row for each keep or roll, in the order of `Keeps`, and a column for each state.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.odds.dice import Keeps

Floats = NDArray[np.float64]
Levels = list[Floats]
"""An array for each number of dice that stay."""
TIE = 1e-10
"""Choices whose values differ by less are equally good."""


class Turns(Struct, frozen=True, eq=False, dict=True):
    """The dice of a turn."""

    keeps: Keeps

    @cached_property
    def _with_one(self) -> list[NDArray[np.intp]]:
        return [np.array(each, np.intp) for each in self.keeps.with_one]

    @cached_property
    def _without_one(self) -> list[list[NDArray[np.intp]]]:
        return [[np.array(each, np.intp) for each in slots] for slots in self.keeps.without_one]

    @cached_property
    def _going(self) -> list[NDArray[np.intp]]:
        """For each number of dice but all: for each face, where a keep with one die more of it stands in `flow`."""
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
        """How probable each roll of all dice is, as a column."""
        return np.array(self.keeps.chances)[:, None]

    @cached_property
    def beside(self) -> list[tuple["Turns", list[NDArray[np.intp]]]]:
        """`Keeps.beside` with arrays; empty if kept dice may be rolled again."""
        return [(Turns(rest), [np.array(each, np.intp) for each in places]) for rest, places in self.keeps.beside]

    def _more(self, kept: Levels) -> Iterator[tuple["Turns", list[NDArray[np.intp]], Levels]]:
        """Yield `beside`, each with what keeps of both are worth, as arrays of (other dice, dice that stay, states)."""
        for count, (rest, places) in enumerate(self.beside):
            yield rest, places, [kept[count + more].take(each, 0) for more, each in enumerate(places)]

    def expected(self, rolls: Floats) -> Levels:
        """What each keep is worth on average, where each roll that follows is worth this."""
        levels = [rolls]
        for faces in reversed(self._with_one):
            each = levels[-1].take(faces[0], 0)
            for face in faces[1:]:
                each += levels[-1].take(face, 0)
            each /= len(faces)
            levels.append(each)
        return levels[::-1]

    def best(self, kept: Levels) -> Levels:
        """What the best of all keeps of these dice is worth; the last level is the rolls."""
        levels = [kept[0]]
        for own, slots in zip(kept[1:], self._without_one[1:], strict=True):
            each = own.copy()
            for places in slots:
                front = each[: len(places)]
                np.maximum(front, levels[-1].take(places, 0), out=front)
            levels.append(each)
        return levels

    def before(self, kept: Levels) -> Levels:
        """Return the worth of each keep but of all dice: the mean, over later rolls, of the best keep that has it."""
        return [(rest.chances[:, None] * rest.best(more)[-1]).sum(0) for rest, _, more in self._more(kept)]

    def flow(self, rolls: Floats, kept: Levels, best: Levels) -> Levels:
        """How probable each keep is if rolls are as probable as this and the best keeps are taken.

        Of equally good ones: as long as the dice are no best keep, the lowest one that can go does.
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
        """Return the probability of each keep, as `flow` does, after keeps that `stay`: it includes their dice."""
        found = [np.zeros_like(each) for each in kept]
        found[-1] += stay[-1]
        for own, (rest, places, more) in zip(stay, self._more(kept), strict=False):
            flow = rest.flow(rest.chances[:, None] * own, more, rest.best(more))
            for level, where, each in zip(found[-len(flow) :], places, flow, strict=True):
                np.add.at(level, where, each)
        return found

    def rolled(self, kept: Levels) -> Floats:
        """How probable each roll is that follows such keeps; those of all dice stay as they are."""
        coming = kept[0]
        for own, slots in zip(kept[1:], self._without_one[1:], strict=True):
            each = own.copy()
            for places in slots:
                each[: len(places)] += coming.take(places, 0) / self.keeps.dice.sides
            coming = each
        return coming
