"""Dice as values, a roll and all rolls there are; and the closed list of patterns that a category can ask for.

A pattern answers two questions: which dice of a roll make it (the best choice, or None), and which dice to draw when
it is explained. A new kind of pattern is one class here and one row in the vocabulary of ruleset files.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, cycle, islice
from math import factorial, prod
from typing import Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

_SEPARATORS = re.compile(r"[ ,.\-]+")


class Roll(Struct, frozen=True, order=True):
    """What lies on the table after a throw. The order of the dice means nothing, so they are kept sorted."""

    dice: tuple[int, ...]
    """Faces in ascending order, 1 and up."""

    def __post_init__(self) -> None:
        if not self.dice or min(self.dice) < 1:
            raise ValueError(f"not a roll: {self.dice}")
        force_setattr(self, "dice", tuple(sorted(self.dice)))

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """Read ``66662``, ``6 6 6 6 2``, ``6-6-6-6-2`` or ``10,3,2``; raises ValueError for anything else.

        Digits that nothing separates are dice of their own; ``12,`` is one die that shows 12.
        """
        parts = _SEPARATORS.split(text.strip())
        faces = list(parts[0]) if len(parts) == 1 else [part for part in parts if part]
        if not all(face.isascii() and face.isdigit() and len(face) < 4 for face in faces):
            raise ValueError(f"not a roll: {text!r}")
        return cls(tuple(map(int, faces)))

    def __str__(self) -> str:
        if self.dice[-1] < 10:
            return "".join(map(str, self.dice))
        return " ".join(map(str, self.dice)) + ("," if len(self.dice) == 1 else "")

    @property
    def total(self) -> int:
        """The sum of all dice."""
        return sum(self.dice)

    @property
    def alike(self) -> bool:
        """Whether all dice show the same face."""
        return self.dice[0] == self.dice[-1]


@lru_cache(maxsize=64)
def all_rolls(count: int, sides: int) -> tuple[Roll, ...]:
    """Every roll of `count` dice with `sides` faces once: 252 for five ordinary dice."""
    return tuple(Roll(dice) for dice in combinations_with_replacement(range(1, sides + 1), count))


@lru_cache(maxsize=4096)
def ways(roll: Roll) -> int:
    """In how many ways the dice can fall as this roll; over all rolls of five ordinary dice they add up to 7,776."""
    return factorial(len(roll.dice)) // prod(factorial(n) for n in Counter(roll.dice).values())


class Pattern(Protocol):
    """What every pattern can do."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        """The dice that make the pattern, chosen for the highest sum; None if the roll does not have it."""

    def picture(self, sides: int) -> tuple[int, ...]:
        """The dice that show the pattern, with nothing beside it; none if any do, eight if every die must."""


class AnyDice(Struct, frozen=True):
    """Every roll qualifies; all dice belong to it."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        return roll.dice

    def picture(self, sides: int) -> tuple[int, ...]:
        return ()


class Face(Struct, frozen=True):
    """The dice that show one face, at least so many of them."""

    face: int
    at_least: int = 1

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        count = roll.dice.count(self.face)
        return (self.face,) * count if count >= self.at_least else None

    def picture(self, sides: int) -> tuple[int, ...]:
        return (self.face,) * self.at_least


class Groups(Struct, frozen=True):
    """Groups of equal dice: (4,) is four of a kind, (3, 2) a full house, (2, 2) two pairs."""

    sizes: tuple[int, ...]
    """Group sizes, largest first."""
    different: bool = True
    """Whether each group needs a face of its own. If not, five alike are also three and two alike."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        dice, most = roll.dice, self.sizes[0]
        if not any(low == high for low, high in zip(dice, dice[most - 1 :], strict=False)):  # sorted: no such group
            return None
        return max(self._choices(Counter(dice), self.sizes), key=sum, default=None)

    def _choices(self, left: Counter[int], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not sizes:
            yield ()
            return
        for face in [face for face, count in left.items() if count >= sizes[0]]:
            rest = left - Counter({face: left[face] if self.different else sizes[0]})
            for others in self._choices(rest, sizes[1:]):
                yield (face,) * sizes[0] + others

    def picture(self, sides: int) -> tuple[int, ...]:
        faces = cycle((*range(sides, 0, -2), *range(sides - 1, 0, -2)))
        return tuple(face for face, size in zip(faces, self.sizes, strict=False) for _ in range(size))


class Straight(Struct, frozen=True):
    """So many faces in a row, wherever the row starts. A longer row holds a shorter one."""

    length: int

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        present = set(roll.dice)
        for high in range(roll.dice[-1], self.length - 1, -1):
            row = range(high - self.length + 1, high + 1)
            if present.issuperset(row):
                return tuple(row)
        return None

    def picture(self, sides: int) -> tuple[int, ...]:
        return tuple(range(1, self.length + 1))


class Faces(Struct, frozen=True):
    """Exactly these faces, each as often as it is listed; dice beyond them are free."""

    faces: tuple[int, ...]

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        dice, faces = roll.dice, self.faces
        return faces if all(dice.count(face) >= faces.count(face) for face in faces) else None

    def picture(self, sides: int) -> tuple[int, ...]:
        return self.faces


class OneOf(Struct, frozen=True):
    """Any one of several lists of faces, each as `Faces` has it."""

    lists: tuple[Faces, ...]

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        found = (faces.match(roll) for faces in self.lists)
        return max((dice for dice in found if dice), key=sum, default=None)

    def picture(self, sides: int) -> tuple[int, ...]:
        return self.lists[0].faces


class Parity(Struct, frozen=True):
    """All dice odd, or all dice even."""

    odd: bool

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        return roll.dice if all(die % 2 == self.odd for die in roll.dice) else None

    def picture(self, sides: int) -> tuple[int, ...]:
        return tuple(islice(cycle(range(1 if self.odd else 2, sides + 1, 2)), 8))


def size(pattern: Pattern) -> int:
    """How many dice make the pattern; 0 if any number of them can."""
    match pattern:
        case Groups(sizes):
            return sum(sizes)
        case Straight(length):
            return length
        case Faces(faces):
            return len(faces)
        case OneOf(lists):
            lengths = {len(each.faces) for each in lists}
            return max(lengths) if len(lengths) == 1 else 0
    return 0
