"""Dice, rolls, the patterns that a category can require, and the points for them.

The list of patterns is closed. A pattern says which dice of a roll make it, and which dice to draw
to explain it. A new kind of pattern is one class here and one row in the vocabulary of ruleset
files.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, cycle, islice
from math import factorial, prod
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr, replace

MAX_SUM = 10_000
"""Upper limit of a sum of dice. Larger than any sum that a ruleset file may describe."""
_SEPARATORS = re.compile(r"[ ,.\-]+")


class Roll(Struct, frozen=True, order=True):
    """Dice on the table after a throw, sorted because their order has no meaning."""

    dice: tuple[int, ...]
    """Faces in ascending order, from 1."""

    def __post_init__(self) -> None:
        if not self.dice or min(self.dice) < 1:
            raise ValueError(f"not a roll: {self.dice}")
        force_setattr(self, "dice", tuple(sorted(self.dice)))

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """Read ``66662``, ``6 6 6 6 2``, ``6-6-6-6-2`` or ``10,3,2``.

        Raise ValueError for any other text.

        Each digit is one die if the text has no separators; ``12,`` is one die that shows 12.
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
    def alike(self) -> bool:
        """True if all dice show the same face."""
        return self.dice[0] == self.dice[-1]


@lru_cache(maxsize=64)
def all_rolls(count: int, sides: int) -> tuple[Roll, ...]:
    """Return every roll of `count` dice with `sides` faces once.

    252 rolls for five ordinary dice.
    """
    return tuple(Roll(dice) for dice in combinations_with_replacement(range(1, sides + 1), count))


@lru_cache(maxsize=1 << 13)
def choices_of(roll: Roll, count: int) -> tuple[Roll, ...]:
    """Return every choice of `count` dice of a roll once: the roll itself if it has no more."""
    if len(roll.dice) <= count:
        return (roll,)
    return tuple(Roll(dice) for dice in dict.fromkeys(combinations(roll.dice, count)))


@lru_cache(maxsize=4096)
def ways(roll: Roll) -> int:
    """Return the number of ways in which the dice can fall as this roll.

    7,776 for all rolls of five ordinary dice.
    """
    return factorial(len(roll.dice)) // prod(factorial(n) for n in Counter(roll.dice).values())


class DieFace(Struct, frozen=True):
    """Name, value and symbol of one face of the dice."""

    name: str
    """English name."""
    value: int | None = None
    """Points that the face counts; None if it counts its number."""
    symbol: str = ""
    """Letters, one or two, that are drawn instead of pips; empty for pips."""


class FaceGroup(Struct, frozen=True):
    """Named set of faces, such as all faces of one colour."""

    id: str
    name: str
    """English name."""
    faces: tuple[int, ...]


class SavedRolls(Struct, frozen=True):
    """Rule that rolls which are not used are kept for later turns."""

    max: int | None = None
    """Maximum number of rolls that a player has saved at a time; None for no limit."""


class Dice(Struct, frozen=True):
    """Dice of a game, and the number of rolls in a turn."""

    count: int = 5
    sides: int = 6
    rolls: int = 3
    faces: tuple[DieFace, ...] = ()
    """Item for each side, in order; empty if the dice show pips."""
    groups: tuple[FaceGroup, ...] = ()
    served: Literal["first_roll", "all_dice"] = "first_roll"
    """Condition for the points of a first roll: the first roll of a turn, or any roll of all dice
    together."""
    kept: Literal["free", "stay"] = "free"
    """``stay``: dice that were kept may not be rolled again in the same turn."""
    use: int | None = None
    """Number of dice that the player chooses after the last roll; None if all dice count."""
    last_turn: int | None = None
    """Maximum number of rolls in the last turn of a player; None if it is that of all turns."""
    saved: SavedRolls | None = None
    spare: int = 0
    """Number of further rolls that a player has in a game, in any turns."""
    shared: bool = False
    """True if one player rolls for all, and everyone writes the same roll."""

    @property
    def rolls_vary(self) -> bool:
        """True if a turn may have other rolls than the usual ones."""
        return bool(self.last_turn or self.saved or self.spare)

    @property
    def counted(self) -> "Dice":
        """Dice that count in a box: these, or as many of them as the player chooses."""
        return self if self.use is None else replace(self, count=self.use, use=None)

    def sign_of(self, face: int | str) -> int | str:
        """Return the symbol of a face, or its number if it has no symbol.

        Return 0 (any face) and texts unchanged.
        """
        if not self.faces or not face or isinstance(face, str):
            return face
        return self.faces[face - 1].symbol or face


class Pattern(Protocol):
    """Interface of all patterns."""

    def __hash__(self) -> int:
        """Return a hash of the values of all fields."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        """Return the dice that make the pattern, with the highest sum.

        None if the roll lacks the pattern.
        """

    def example_dice(self, sides: int) -> tuple[int, ...]:
        """Return dice that illustrate the pattern, an empty tuple if any dice do.

        They are eight, the most that a game has, if every die of a roll counts.
        """


class AnyDice(Struct, frozen=True):
    """Pattern of every roll, made by all dice."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        return roll.dice

    def example_dice(self, sides: int) -> tuple[int, ...]:
        return ()


class Face(Struct, frozen=True):
    """All dice of one face, with a minimum number of them."""

    face: int
    at_least: int = 1

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        count = roll.dice.count(self.face)
        return (self.face,) * count if count >= self.at_least else None

    def example_dice(self, sides: int) -> tuple[int, ...]:
        return (self.face,) * self.at_least


class Groups(Struct, frozen=True):
    """Groups of equal dice: (4,) is four of a kind, (3, 2) a full house, (2, 2) two pairs."""

    sizes: tuple[int, ...]
    """Group sizes, largest first."""
    different: bool = True
    """False if groups may have the same face, so that five equal dice are a full house too."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        if not self._has_largest(roll.dice):
            return None
        return max(self._choices(Counter(roll.dice), self.sizes), key=sum, default=None)

    def _has_largest(self, dice: tuple[int, ...]) -> bool:
        """Check whether so many of the sorted dice are equal as the largest group has.

        This is fast, and most rolls do not pass it.
        """
        last = self.sizes[0] - 1
        return any(low == high for low, high in zip(dice, dice[last:], strict=False))

    def _choices(self, left: Counter[int], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the dice of all choices of groups of these sizes, from the counts of faces left."""
        if not sizes:
            yield ()
            return
        largest, *smaller = sizes
        for face, count in left.items():
            if count < largest:
                continue
            rest = left.copy()
            rest[face] -= count if self.different else largest
            for others in self._choices(rest, tuple(smaller)):
                yield (face,) * largest + others

    def example_dice(self, sides: int) -> tuple[int, ...]:
        highest = sides
        if len(self.sizes) == 1:
            # rows of a sheet, such as three, four and five of a kind, show different faces
            highest = max(1, sides - max(0, 5 - self.sizes[0]) % 3)
        faces = cycle((*range(highest, 0, -2), *range(sides - 1, 0, -2)))
        dice: tuple[int, ...] = ()
        for face, size in zip(faces, self.sizes, strict=False):
            dice += (face,) * size
        return dice


class Straight(Struct, frozen=True):
    """Consecutive faces of a given number, starting at any face.

    A longer straight contains a shorter one.
    """

    length: int

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        present = set(roll.dice)
        for high in range(roll.dice[-1], self.length - 1, -1):
            row = range(high - self.length + 1, high + 1)
            if present.issuperset(row):
                return tuple(row)
        return None

    def example_dice(self, sides: int) -> tuple[int, ...]:
        return tuple(range(1, self.length + 1))


class Faces(Struct, frozen=True):
    """Listed faces, repeated ones as often as listed; the other dice may show anything."""

    faces: tuple[int, ...]

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        dice, faces = roll.dice, self.faces
        return faces if all(dice.count(face) >= faces.count(face) for face in faces) else None

    def example_dice(self, sides: int) -> tuple[int, ...]:
        return self.faces


class OneOf(Struct, frozen=True):
    """Choice of several `Faces`."""

    lists: tuple[Faces, ...]

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        matches = [faces.match(roll) for faces in self.lists]
        return max([dice for dice in matches if dice], key=sum, default=None)

    def example_dice(self, sides: int) -> tuple[int, ...]:
        return self.lists[0].faces


class Parity(Struct, frozen=True):
    """All dice odd, or all dice even."""

    odd: bool

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        return roll.dice if all(die % 2 == self.odd for die in roll.dice) else None

    def example_dice(self, sides: int) -> tuple[int, ...]:
        return tuple(islice(cycle(range(1 if self.odd else 2, sides + 1, 2)), 8))


class Sum(Struct, frozen=True):
    """Sum of all dice within two limits."""

    at_least: int
    at_most: int
    values: tuple[int, ...] = ()
    """Points of each face from 1; empty if faces count their numbers."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        points = counted(roll.dice, self.values)
        return roll.dice if self.at_least <= points <= self.at_most else None

    def example_dice(self, sides: int) -> tuple[int, ...]:
        return ()


class AllDifferent(Struct, frozen=True):
    """All dice with different faces."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        return roll.dice if len(set(roll.dice)) == len(roll.dice) else None

    def example_dice(self, sides: int) -> tuple[int, ...]:
        return tuple(range(1, min(sides, 8) + 1))


class OneGroup(Struct, frozen=True):
    """Pattern made by dice of one group of faces.

    Without an inner pattern, all dice must be of one group.
    """

    pattern: Pattern | None = None
    groups: tuple[tuple[int, ...], ...] = ()
    """Faces of each group."""

    def match(self, roll: Roll) -> tuple[int, ...] | None:
        matches: list[tuple[int, ...]] = []
        for group in self.groups:
            dice = self._match_in(group, roll)
            if dice is not None:
                matches.append(dice)
        return max(matches, key=sum, default=None)

    def _match_in(self, group: tuple[int, ...], roll: Roll) -> tuple[int, ...] | None:
        """Return the dice of a group of faces that make the pattern."""
        inside = tuple([die for die in roll.dice if die in group])
        if self.pattern is None:
            return inside if inside == roll.dice else None
        return self.pattern.match(Roll(inside)) if inside else None

    def example_dice(self, sides: int) -> tuple[int, ...]:
        if self.pattern is None:
            return tuple(islice(cycle(self.groups[0]), 8))
        dice = self.pattern.example_dice(sides)
        group = sorted(self.groups[len(dice) % len(self.groups)], reverse=True)
        # each face of the inner example stands for one of the group, in the order of the example
        faces_of_group = dict(zip(dict.fromkeys(dice), cycle(group), strict=False))
        return tuple([faces_of_group[face] for face in dice])


def counted(dice: tuple[int, ...], values: tuple[int, ...]) -> int:
    """Return the sum of dice: of the `values` of their faces, or of their pips without these."""
    return sum(values[die - 1] for die in dice) if values else sum(dice)


class Points(Struct, frozen=True):
    """Points of a roll that has the pattern."""

    kind: Literal["matching", "all", "fixed", "fixed_plus_dice", "fixed_plus_matching", "per_die"]
    """Sum of the pattern's dice, sum of all dice, fixed value, fixed value plus either sum, or a
    value per die."""
    value: int = 0
    """Fixed value, or points per die of the pattern."""
    first_roll: int | None = None
    """Fixed value of a first roll; None if it is the same as of later rolls."""
    by_roll: tuple[int, ...] = ()
    """Fixed values by the number of the roll in its turn; the last one holds for all later
    rolls."""
    values: tuple[int, ...] = ()
    """Points of each face from 1; empty if faces count their numbers."""

    def of(self, roll: Roll, matching: tuple[int, ...], first_roll: bool, number: int) -> int:
        """Return the points of a roll whose `matching` dice make the pattern.

        See `Context` for `number`.
        """
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
        """True if the points are one number for every roll."""
        return self.kind == "fixed" and self.first_roll is None and not self.by_roll


def dice_needed(pattern: Pattern) -> int:
    """Return how many dice make the pattern; 0 if the number varies."""
    match pattern:
        case OneGroup(inner) if inner is not None:
            return dice_needed(inner)
        case Groups(sizes):
            return sum(sizes)
        case Straight(length):
            return length
        case Faces(faces):
            return len(faces)
        case OneOf(lists):
            lengths = {len(choice.faces) for choice in lists}
            return lengths.pop() if len(lengths) == 1 else 0
    return 0
