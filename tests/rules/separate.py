"""Scorers written separately: from the sources of the games alone, before a look at the program.

A game is a table of plain functions. The function of a box takes the dice, in any order, and the
number of the roll (1 is the first), and returns points. The functions of a card take what is
written in each column, a box and its points.

Imports nothing of the package under test, and nothing of `oracle`, which is a second opinion of
another kind.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Dice = Sequence[int]
Box = Callable[[Dice, int], int]
Column = Mapping[str, int]

NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")


# Boxes.


def number(face: int) -> Box:
    """Return the function of a number box: the sum of the dice with this face."""

    def points(dice: Dice, roll: int) -> int:
        return sum(die for die in dice if die == face)

    return points


def sum_of_all(dice: Dice, roll: int) -> int:
    """Return the sum of all dice."""
    return sum(dice)


def most_alike(dice: Dice) -> int:
    """Return how many dice show the face that most of them show."""
    return max(Counter(dice).values())


def sum_if_alike(count: int) -> Box:
    """Return the function of a box for the sum of all dice if so many are alike."""

    def points(dice: Dice, roll: int) -> int:
        return sum(dice) if most_alike(dice) >= count else 0

    return points


def sum_of_alike(count: int) -> Box:
    """Return the function of a box for the sum of the highest dice of which so many are alike."""

    def points(dice: Dice, roll: int) -> int:
        faces = [face for face, times in Counter(dice).items() if times >= count]
        return count * max(faces) if faces else 0

    return points


def fixed_if_alike(count: int, worth: int, first: int | None = None) -> Box:
    """Return the function of a box with fixed points, other ones on the first roll."""

    def points(dice: Dice, roll: int) -> int:
        if most_alike(dice) < count:
            return 0
        return first if first is not None and roll == 1 else worth

    return points


def is_full_house(dice: Dice) -> bool:
    """Check whether five dice are three of one face and two of another."""
    return sorted(Counter(dice).values()) == [2, 3]


def full_house(worth: int, first: int | None = None) -> Box:
    """Return the function of a full house with fixed points, other ones on the first roll."""

    def points(dice: Dice, roll: int) -> int:
        if not is_full_house(dice):
            return 0
        return first if first is not None and roll == 1 else worth

    return points


def full_house_sum(dice: Dice, roll: int) -> int:
    """Return the sum of all dice if they are a full house."""
    return sum(dice) if is_full_house(dice) else 0


def rows(wanted: Sequence[Sequence[int]], worth: int, first: int | None = None) -> Box:
    """Return the function of a box for dice that show all faces of one of the rows.

    A face that a row has twice has to be there twice.
    """

    def points(dice: Dice, roll: int) -> int:
        shown = Counter(dice)
        if not any(Counter(row) <= shown for row in wanted):
            return 0
        return first if first is not None and roll == 1 else worth

    return points


FOUR_IN_A_ROW = ((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6))
LOW_FIVE = (1, 2, 3, 4, 5)
HIGH_FIVE = (2, 3, 4, 5, 6)
WITH_WILD_ONE = ((1, 3, 4, 5, 6), (1, 1, 3, 4, 5))
"""Straights in which a one stands for the two. As a six it makes 2-3-4-5-1, which is one anyway."""

NUMBER_BOXES: dict[str, Box] = {name: number(face) for face, name in enumerate(NUMBERS, start=1)}
THIRTEEN: dict[str, Box] = {
    **NUMBER_BOXES,
    "three_of_a_kind": sum_if_alike(3),
    "four_of_a_kind": sum_if_alike(4),
    "full_house": full_house(25),
    "small_straight": rows(FOUR_IN_A_ROW, 30),
    "large_straight": rows((LOW_FIVE, HIGH_FIVE), 40),
    "yacht": fixed_if_alike(5, 50),
    "chance": sum_of_all,
}
"""The thirteen boxes of the boxed game."""


# Cards.


def with_bonus(column: Column, limit: int, bonus: int) -> int:
    """Return the sum of a column, with a bonus if its six numbers reach the limit."""
    numbers = sum(column[name] for name in NUMBERS)
    return sum(column.values()) + (bonus if numbers >= limit else 0)


def bonus_35(column: Column) -> int:
    """Return the total of a column whose numbers earn 35 points from 63."""
    return with_bonus(column, 63, 35)


def bonus_100(column: Column) -> int:
    """Return the total of a column whose numbers earn 100 points from 84."""
    return with_bonus(column, 84, 100)


def plain_sum(column: Column) -> int:
    """Return the total of a column without a bonus."""
    return sum(column.values())


def jamb_total(column: Column) -> int:
    """Return the total of a column of Jamb.

    "Rk=1+2+3+4+5+6+A+(Ma-Mi)*1+K+F+P+J, gde je A=30 ako je 1+2+3+4+5+6>=60" (iklub.rs).
    """
    numbers = sum(column[name] for name in NUMBERS)
    if numbers >= 60:
        numbers += 30
    difference = (column["max"] - column["min"]) * column["ones"]
    hands = sum(column[name] for name in ("straight", "full_house", "four_of_a_kind", "yamb"))
    return numbers + difference + hands


# Jokers and chips of games with columns.


def no_joker(dice: Dice, column: Column, card: Mapping[str, Column]) -> bool:
    """Return that a roll is never a joker."""
    return False


def joker_of_column(dice: Dice, column: Column, card: Mapping[str, Column]) -> bool:
    """Check for a Yacht where the Yacht box of this column is full."""
    return most_alike(dice) == 5 and "yacht" in column


def joker_of_card(dice: Dice, column: Column, card: Mapping[str, Column]) -> bool:
    """Check for a Yacht where its number boxes and the Yacht boxes of all columns are full.

    "You may ONLY use Yahtzee as a joker if all three yahtzee boxes have been filled and if all
    three of the corresponding number boxes have been filled" (yahtzee-rules.com).
    """
    if most_alike(dice) < 5:
        return False
    own_number = NUMBERS[dice[0] - 1]
    return all("yacht" in other and own_number in other for other in card.values())


def chip_of_column(dice: Dice, column: Column, card: Mapping[str, Column]) -> bool:
    """Check for a Yacht in a column whose Yacht box holds 50."""
    return most_alike(dice) == 5 and column.get("yacht") == 50


def chip_of_card(dice: Dice, column: Column, card: Mapping[str, Column]) -> bool:
    """Check for a Yacht where the Yacht boxes of all columns hold 50."""
    return most_alike(dice) == 5 and all(other.get("yacht") == 50 for other in card.values())


JOKER_POINTS = {"full_house": 25, "small_straight": 30, "large_straight": 40}

Rule = Callable[[Dice, Column, Mapping[str, Column]], bool]


@dataclass(frozen=True)
class Game:
    """A game, as its sources tell it."""

    boxes: Mapping[str, Box]
    column_total: Callable[[Column], int]
    columns: tuple[str, ...] = ("",)
    factors: Mapping[str, int] = field(default_factory=dict)
    """What the total of a column counts in that of the card; once where it has none."""
    thrown: int = 5
    """Number of dice that are thrown."""
    used: int = 5
    """Number of dice that count, which the player chooses."""
    fewest: frozenset[str] = frozenset()
    """Boxes in which few points are good."""
    best_only: frozenset[str] = frozenset()
    """Columns in which a box holds its best points, or else its worst."""
    first_roll_only: frozenset[str] = frozenset()
    """Columns in which a later roll than the first is worth 0."""
    joker: Rule = no_joker
    chip: Rule = no_joker
    chips: Mapping[str, int] = field(default_factory=dict)
    """Points of a chip, by the column in which the Yacht is entered."""

    def choices(self, dice: Dice) -> list[tuple[int, ...]]:
        """Return all choices of the dice that count."""
        return list(combinations(dice, self.used))

    def points(
        self,
        dice: Dice,
        box: str,
        column: str = "",
        card: Mapping[str, Column] | None = None,
        roll: int = 3,
    ) -> int:
        """Return the best points of the dice in a box, in a column of a card as it is so far."""
        found = [self.boxes[box](choice, roll) for choice in self.choices(dice)]
        points = min(found) if box in self.fewest else max(found)
        written = card or {name: {} for name in self.columns}
        if box in JOKER_POINTS and self.joker(dice, written[column], written):
            points = JOKER_POINTS[box]
        if column in self.first_roll_only and roll > 1:
            return 0
        if column in self.best_only and points != BEST[box]:
            return 30 if box in self.fewest else 0
        return points

    def total(self, card: Mapping[str, Column], chips: Mapping[str, int] | None = None) -> int:
        """Return the total of a full card, with the number of chips that each column earned."""
        total = 0
        for name in self.columns:
            total += self.factors.get(name, 1) * self.column_total(card[name])
            total += self.chips.get(name, 0) * (chips or {}).get(name, 0)
        return total


BEST = {
    **{name: 5 * face for face, name in enumerate(NUMBERS, start=1)},
    "max": 30,
    "min": 5,
    "straight": 66,
    "full_house": 30 + 28,
    "four_of_a_kind": 40 + 24,
    "yamb": 50 + 30,
}
"""The best points of each box of Jamb with five dice.

The numbers, max, min and the hands of a public program's column for maxima ("dozvoljene vrednosti u
MAKSIMALNA koloni").
"""

JAMB: dict[str, Box] = {
    **NUMBER_BOXES,
    "max": sum_of_all,
    "min": sum_of_all,
    "straight": lambda dice, roll: (
        {1: 66, 2: 56}.get(roll, 46) * (rows((LOW_FIVE, HIGH_FIVE), 1)(dice, roll))
    ),
    "full_house": lambda dice, roll: 30 + sum(dice) if is_full_house(dice) else 0,
    "four_of_a_kind": lambda dice, roll: (
        40 + sum_of_alike(4)(dice, roll) if most_alike(dice) >= 4 else 0
    ),
    "yamb": lambda dice, roll: 50 + sum(dice) if most_alike(dice) == 5 else 0,
}


def best_groups(dice: Dice, sizes: tuple[int, ...]) -> int:
    """Return the highest sum of groups of these sizes, each of another face; 0 without any."""
    shown = Counter(dice)
    best = 0

    def search(left: tuple[int, ...], faces: frozenset[int], points: int) -> None:
        nonlocal best
        if not left:
            best = max(best, points)
            return
        for face, times in shown.items():
            if face not in faces and times >= left[0]:
                search(left[1:], faces | {face}, points + left[0] * face)

    search(sizes, frozenset(), 0)
    return best


def groups(*sizes: int) -> Box:
    """Return the function of a box for groups of different faces: the sum of their dice."""

    def points(dice: Dice, roll: int) -> int:
        return best_groups(dice, sizes)

    return points


MAXI: dict[str, Box] = {
    **NUMBER_BOXES,
    "one_pair": groups(2),
    "two_pairs": groups(2, 2),
    "three_pairs": groups(2, 2, 2),
    "three_of_a_kind": groups(3),
    "four_of_a_kind": groups(4),
    "five_of_a_kind": groups(5),
    "small_straight": rows((LOW_FIVE,), 15),
    "large_straight": rows((HIGH_FIVE,), 20),
    "full_straight": rows(((1, 2, 3, 4, 5, 6),), 21),
    "full_house": groups(3, 2),
    "castle": groups(3, 3),
    "tower": groups(4, 2),
    "chance": sum_of_all,
    "maxi_yatzy": fixed_if_alike(6, 100),
}
"""Maxi Yatzy (maxiyahtzee.com, maxiyahtzeerules.html). Saved rolls change no points."""

FACES = ("nine", "ten", "jack", "queen", "king", "ace")

GAMES: dict[str, Game] = {
    # github.com/zothma/yams, README.md and source.c.
    "yams-13": Game(
        {
            **{name: box for name, box in THIRTEEN.items() if name != "yacht"},
            "yams": fixed_if_alike(5, 50),
        },
        bonus_35,
    ),
    # github.com/mwbramble/yacht-dice, README.md.
    "yacht-12": Game(
        {
            **NUMBER_BOXES,
            "choice": sum_of_all,
            "four_of_a_kind": sum_if_alike(4),
            "full_house": full_house_sum,
            "small_straight": rows(FOUR_IN_A_ROW, 15),
            "large_straight": rows((LOW_FIVE, HIGH_FIVE), 30),
            "yacht": fixed_if_alike(5, 50),
        },
        bonus_35,
    ),
    # magnojuegos.com/generala-online/reglas.
    "generala-13": Game(
        {
            **NUMBER_BOXES,
            "three_of_a_kind": fixed_if_alike(3, 20),
            "four_of_a_kind": fixed_if_alike(4, 30),
            "full_house": full_house(25),
            "long_straight": rows((HIGH_FIVE,), 30),
            "short_straight": rows((LOW_FIVE,), 40),
            "generala": fixed_if_alike(5, 50),
            "chance": sum_of_all,
        },
        plain_sum,
    ),
    # pokerwiner.com/gaming-dictionary/general-poker.html.
    "general": Game(
        {
            **NUMBER_BOXES,
            "straight": rows((LOW_FIVE, HIGH_FIVE, *WITH_WILD_ONE), 20, first=25),
            "full_house": full_house(30, first=35),
            "four_of_a_kind": fixed_if_alike(4, 40, first=45),
            "general": fixed_if_alike(5, 60),
        },
        plain_sum,
    ),
    # github.com/henrydatei/wuerfelpoker-simulation, README.md; the faces count 1 to 6.
    "wuerfelpoker": Game(
        {
            **{name: number(face) for face, name in enumerate(FACES, start=1)},
            "straight": rows((LOW_FIVE, HIGH_FIVE), 20, first=25),
            "full_house": full_house(30, first=35),
            "poker": fixed_if_alike(4, 40, first=45),
            "grande": fixed_if_alike(5, 50, first=55),
        },
        plain_sum,
    ),
    # en.wikipedia.org/wiki/Games_related_to_Yahtzee: chips of 100, 200 and 300 once the three
    # Yacht boxes hold points; totals count once, twice and three times, chips as they are.
    "triple-chips": Game(
        THIRTEEN,
        bonus_35,
        columns=("single", "double", "triple"),
        factors={"double": 2, "triple": 3},
        joker=joker_of_card,
        chip=chip_of_card,
        chips={"single": 100, "double": 200, "triple": 300},
    ),
    # The German pad: each column is a game of its own, with its bonus, its joker and its 100s.
    "two-columns": Game(
        THIRTEEN,
        bonus_35,
        columns=("first", "second"),
        joker=joker_of_column,
        chip=chip_of_column,
        chips={"first": 100, "second": 100},
    ),
    "three-columns": Game(
        THIRTEEN,
        bonus_35,
        columns=("first", "second", "third"),
        joker=joker_of_column,
        chip=chip_of_column,
        chips={"first": 100, "second": 100, "third": 100},
    ),
    # iklub.rs/jamb; sr.wikipedia.org/wiki/Jamb_(igra): of six dice, five count.
    "yamb-6": Game(
        JAMB,
        jamb_total,
        columns=("down", "free", "up", "announced"),
        thrown=6,
        fewest=frozenset({"min"}),
    ),
    # iklub.rs/jamb, and a public program for the column of maxima; a min that is not the lowest is
    # worth 30 there, the most.
    "yamb-10": Game(
        JAMB,
        jamb_total,
        columns=(
            "down",
            "free",
            "up",
            "announced",
            "directed",
            "hand",
            "outwards",
            "inwards",
            "maximum",
            "obligatory",
        ),
        fewest=frozenset({"min"}),
        best_only=frozenset({"maximum"}),
        first_roll_only=frozenset({"hand"}),
    ),
    "maxi-yatzy-saved": Game(MAXI, bonus_100, thrown=6, used=6),
}
