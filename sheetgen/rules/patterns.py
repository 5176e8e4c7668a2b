"""Dice as values, a roll and all rolls there are; the closed list of patterns that a category can ask for, and points.

A pattern answers two questions: which dice of a roll make it (the best choice, or None), and which dice to draw when
it is explained. A new kind of pattern is one class here and one row in the vocabulary of ruleset files.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, cycle, islice
from math import factorial, prod
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

MAX_SUM = 10_000
"""More than dice can count together."""
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


class DieFace(Struct, frozen=True):
    """What is drawn and said for a face of the dice."""

    name: str
    """English."""
    value: int | None = None
    """What it counts, where that is not its number."""
    symbol: str = ""
    """What is drawn and said for it, one letter or two; pips if it is empty."""


class FaceGroup(Struct, frozen=True):
    """Faces that have something in common, such as a colour."""

    id: str
    name: str
    """English."""
    faces: tuple[int, ...]


class Dice(Struct, frozen=True):
    """The dice of the game and how often they are thrown in a turn."""

    count: int = 5
    sides: int = 6
    rolls: int = 3
    faces: tuple[DieFace, ...] = ()
    """One for each side, from the first up; none where they show pips."""
    groups: tuple[FaceGroup, ...] = ()
    served: Literal["first_roll", "all_dice"] = "first_roll"
    """When the points of a first roll are due: after that roll alone, or whenever all dice were thrown together."""
    kept: Literal["free", "stay"] = "free"
    """stay: dice that were kept may not be rolled again in that turn."""

    def shown(self, face: int | str) -> int | str:
        """What is drawn of a face: its symbol or, for pips and for a die that may show anything, its number.

        What is drawn already stays as it is.
        """
        symbol = self.faces[face - 1].symbol if isinstance(face, int) and face and self.faces else ""
        return symbol or face


class Pattern(Protocol):
    """What every pattern can do."""

    def __hash__(self) -> int:
        """Of its value."""

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


class Sum(Struct, frozen=True):
    """All dice together count at least and at most so much."""

    at_least: int
    at_most: int
    values: tuple[int, ...] = ()
    """What each face counts, where that is not what it shows."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        return roll.dice if self.at_least <= counted(roll.dice, self.values) <= self.at_most else None

    def picture(self, sides: int) -> tuple[int, ...]:
        return ()


class AllDifferent(Struct, frozen=True):
    """No face twice."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        return roll.dice if len(set(roll.dice)) == len(roll.dice) else None

    def picture(self, sides: int) -> tuple[int, ...]:
        return tuple(range(1, min(sides, 8) + 1))


class OneGroup(Struct, frozen=True):
    """A pattern whose dice are all of one group of faces; without a pattern, all dice of a roll are."""

    pattern: Pattern | None = None
    groups: tuple[tuple[int, ...], ...] = ()
    """The faces of each group."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        found = []
        for group in self.groups:
            inside = tuple(die for die in roll.dice if die in group)
            if self.pattern is None:
                found += [inside] if inside == roll.dice else []
            elif inside and (dice := self.pattern.match(Roll(inside))) is not None:
                found.append(dice)
        return max(found, key=sum, default=None)

    def picture(self, sides: int) -> tuple[int, ...]:
        group = self.groups[0]
        if self.pattern is None:
            return tuple(islice(cycle(group), 8))
        shown = self.pattern.picture(sides)
        places = {face: place for place, face in enumerate(dict.fromkeys(shown))}
        return tuple(sorted(group, reverse=True)[places[face] % len(group)] for face in shown)


def counted(dice: tuple[int, ...], values: tuple[int, ...]) -> int:
    """What these dice count together: what they show, or what `values` has for each face from 1 up."""
    return sum(values[die - 1] for die in dice) if values else sum(dice)


class Points(Struct, frozen=True):
    """What a roll that has the pattern is worth."""

    kind: Literal["matching", "all", "fixed", "fixed_plus_dice", "fixed_plus_matching", "per_die"]
    """The dice of the pattern, all dice, a fixed value, that and all dice or those of the pattern, so much for each."""
    value: int = 0
    """The fixed value, or what each die of the pattern is worth."""
    first_roll: int | None = None
    """The fixed value if the points of a first roll are due."""
    by_roll: tuple[int, ...] = ()
    """The fixed value by the number of the roll in its turn; the last one holds for all further rolls."""
    values: tuple[int, ...] = ()
    """What each face counts, where that is not what it shows."""

    def of(self, roll: Roll, matching: tuple[int, ...], first_roll: bool, number: int) -> int:
        """The points of `roll` whose dice `matching` make the pattern; `number` as in `Context`."""
        fixed = self.first_roll if first_roll and self.first_roll is not None else self.value
        if self.by_roll:
            place = number or (1 if first_roll else len(self.by_roll))
            fixed = self.by_roll[min(place, len(self.by_roll)) - 1]
        if self.kind == "per_die":
            return fixed * len(matching)
        if self.kind in ("matching", "fixed_plus_matching"):
            return fixed + counted(matching, self.values)
        return fixed if self.kind == "fixed" else fixed + counted(roll.dice, self.values)

    @property
    def is_fixed(self) -> bool:
        """Whether they are one number, whatever the dice and the roll."""
        return self.kind == "fixed" and self.first_roll is None and not self.by_roll


def size(pattern: Pattern) -> int:
    """How many dice make the pattern; 0 if any number of them can."""
    match pattern:
        case OneGroup(inner) if inner is not None:
            return size(inner)
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
