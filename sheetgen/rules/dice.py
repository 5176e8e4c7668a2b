"""Dice as values: one roll, and all rolls there are."""

import re
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

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
