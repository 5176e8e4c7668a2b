"""Rolls that explain a category: those of its source, and others chosen by what the engine says of every roll."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from sheetgen.rules import (
    AnyDice,
    Category,
    Context,
    Face,
    Groups,
    Roll,
    Ruleset,
    all_rolls,
    points_of_rolls,
    score,
    ways,
    yacht_box_ids,
)

_FEW = 3
"""So many dice of a number make an example of its box."""


class Scored(Struct, frozen=True):
    """A roll with what it is worth in a box."""

    roll: Roll
    category: Category
    points: int
    sum: str = ""
    """How the points come about, such as ``3 + 3``; empty where nothing is added."""


def scored(ruleset: Ruleset, category: Category, roll: Roll, context: Context | None = None) -> Scored:
    """The worth of a roll in a category, by the engine, with the addends if dice are added and come to the points."""
    points, matching = score(ruleset, category, roll, context or moment(ruleset)), category.pattern.match(roll)
    dice: tuple[int, ...] = ()
    if matching is not None:
        dice = {"matching": matching, "all": roll.dice}.get(category.points.kind, ())
        if category.points.kind == "fixed_plus_dice":
            dice = (points - roll.total, *roll.dice)
    added = len(dice) > 1 and sum(dice) == points
    return Scored(roll, category, points, " + ".join(map(str, dice)) if added else "")


def moment(ruleset: Ruleset, filled: Mapping[str, int] | None = None, *, first: bool = False) -> Context:
    """An entry with this on the card, of a first roll or a later one; where there is one roll, it is the first."""
    return Context(filled or {}, first or ruleset.dice.rolls == 1)


def examples(ruleset: Ruleset, category: Category) -> tuple[Scored, ...]:
    """The rolls of the source and, where these lack one, a roll that scores and one that almost does."""
    shown = [scored(ruleset, category, roll) for roll in category.examples]
    if not any(each.points for each in shown):
        shown = [*_found(ruleset, category, _hit(ruleset, category)), *shown]
    if all(each.points for each in shown) and not isinstance(category.pattern, Face | AnyDice):
        shown += _found(ruleset, category, _miss(ruleset, category, shown))
    return tuple(shown)


def busiest(ruleset: Ruleset) -> tuple[Roll, ...]:
    """The rolls that show how one roll fits many boxes: those of the source, or the one that fits the most."""
    if ruleset.booklet.rolls:
        return ruleset.booklet.rolls
    first = moment(ruleset).first_roll
    worth = zip(*(points_of_rolls(each, ruleset.dice, first) for each in ruleset.categories.values()), strict=True)
    fits = dict(zip(_rolls(ruleset), (sum(points != 0 for points in each) for each in worth), strict=True))
    return (max(fits, key=lambda roll: (fits[roll], ways(roll))),)


def fitting(ruleset: Ruleset, roll: Roll) -> list[Scored]:
    """The categories in which the roll is worth something on an empty card."""
    found = (scored(ruleset, category, roll) for category in ruleset.categories.values())
    return [each for each in found if each.points]


def alike(ruleset: Ruleset) -> Roll:
    """All dice alike, of a high face that is not the highest."""
    sides = ruleset.dice.sides
    return Roll((max(1, sides - 1),) * ruleset.dice.count)


def yacht_category(ruleset: Ruleset) -> Category | None:
    """The category whose Yachts the rules speak of, else the one for all dice alike, if there is one."""
    alike = Groups((ruleset.dice.count,))
    boxes = yacht_box_ids(ruleset)
    if boxes:
        return ruleset.boxes[boxes[0]].category
    return next((category for category in ruleset.categories.values() if category.pattern == alike), None)


def _found(ruleset: Ruleset, category: Category, roll: Roll | None) -> list[Scored]:
    return [scored(ruleset, category, roll)] if roll else []


def _rolls(ruleset: Ruleset) -> tuple[Roll, ...]:
    return all_rolls(ruleset.dice.count, ruleset.dice.sides)


def _worth(ruleset: Ruleset, category: Category) -> Iterator[tuple[Roll, int]]:
    """Every roll with what it is worth in the category by its own dice."""
    return zip(_rolls(ruleset), points_of_rolls(category, ruleset.dice), strict=True)


def _hit(ruleset: Ruleset, category: Category) -> Roll | None:
    """A common roll that has the dice of the category's picture, scores there, and is worth little elsewhere."""
    rolls = [roll for roll, points in _worth(ruleset, category) if points > 0]
    dice = category.pattern.picture(ruleset.dice.sides)[: ruleset.dice.count]
    core = Counter(dice[:1] * min(_FEW, ruleset.dice.count) if category.number and len(dice) == 1 else dice)
    best = [roll for roll in rolls if core <= Counter(roll.dice)] or rolls
    return min(best, key=lambda roll: (elsewhere(ruleset, category, roll), -ways(roll), roll), default=None)


def elsewhere(ruleset: Ruleset, category: Category, roll: Roll) -> int:
    """In how many other combinations the roll scores; numbers and boxes for any roll do not count."""
    return len(_combinations(ruleset)[roll] - {category.id})


@lru_cache(maxsize=8)
def _combinations(ruleset: Ruleset) -> dict[Roll, set[str]]:
    """The ids of the combinations that each roll scores in."""
    categories = [each for each in ruleset.categories.values() if not isinstance(each.pattern, Face | AnyDice)]
    found: dict[Roll, set[str]] = {roll: set() for roll in _rolls(ruleset)}
    for each in categories:
        for roll in (roll for roll, points in _worth(ruleset, each) if points):
            found[roll].add(each.id)
    return found


def _miss(ruleset: Ruleset, category: Category, shown: Iterable[Scored]) -> Roll | None:
    """A roll that is worth nothing here, though it differs from one that scores by as few dice as can be."""
    near = [each.roll.dice for each in shown]
    rolls = [roll for roll, points in _worth(ruleset, category) if points == 0]

    def shared(roll: Roll) -> int:
        """The most dice that the roll has in common with one of the others."""
        faces = set(roll.dice)
        return max((sum(min(roll.dice.count(face), dice.count(face)) for face in faces) for dice in near), default=0)

    return max(rolls, key=lambda roll: (shared(roll), ways(roll), roll), default=None)
