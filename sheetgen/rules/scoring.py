"""What a roll is worth, and where it may be written. The only place that scores."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from msgspec import Struct, field

from sheetgen.rules.patterns import Roll, all_rolls
from sheetgen.rules.ruleset import Box, Category, Dice, Ruleset, Section, Total, boxes_of


class Context(Struct, frozen=True):
    """The moment of an entry."""

    filled: Mapping[str, int] = field(default_factory=dict)
    """What is on the card: box id to points. A box that is not in it is open."""
    first_roll: bool = False
    """Whether the dice lie as they fell on the first roll of the turn."""


class Entry(Struct, frozen=True):
    """One legal way to use a roll."""

    points: tuple[int, ...]
    """What may be written, ascending; more than one only where the player may decline a joker."""
    bonus: int = 0
    """What a further Yacht earns beside it."""


START = Context()


def moment(ruleset: Ruleset, filled: Mapping[str, int] | None = None, *, first: bool = False) -> Context:
    """An entry with this on the card, of a first roll or a later one; where there is one roll, it is the first."""
    return Context(filled or {}, first or ruleset.dice.rolls == 1)


def score(ruleset: Ruleset, category: Category, roll: Roll, context: Context = START) -> int:
    """The points of `roll` in `category` at this moment, as a joker if it is one. Says nothing of legality."""
    return _worth(ruleset, category, roll, context)[-1]


def points_of_rolls(category: Category, dice: Dice, first_roll: bool = False) -> tuple[int, ...]:
    """What each of `all_rolls` earns in the category by its own dice, no joker; worked out once for all games."""
    nameless = Category("", "", category.pattern, category.points)
    return _points_of_rolls(nameless, dice.count, dice.sides, first_roll)


@lru_cache(maxsize=512)
def _points_of_rolls(category: Category, count: int, sides: int, first_roll: bool) -> tuple[int, ...]:
    return tuple(category.score(roll, first_roll) for roll in all_rolls(count, sides))


def legal_entries(ruleset: Ruleset, roll: Roll, context: Context = START) -> dict[str, Entry]:
    """Every box that may take `roll` now, by box id, in card order. No box is left out and none is too many."""
    return {box.id: entry(ruleset, box, roll, context) for box in legal_boxes(ruleset, roll, context)}


def legal_boxes(ruleset: Ruleset, roll: Roll, context: Context = START) -> list[Box]:
    """The boxes that may take `roll` now, in card order."""
    return allowed_boxes(ruleset, roll, context.filled, list(next_boxes(ruleset, context.filled)))


def entry(ruleset: Ruleset, box: Box, roll: Roll, context: Context = START) -> Entry:
    """What `roll` may be written as in `box` at this moment, and the bonus it earns. Says nothing of legality."""
    return Entry(_worth(ruleset, box.category, roll, context), _yacht_bonus(ruleset, roll, context.filled))


def totals(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int = 0) -> dict[str, int]:
    """Every total of a card by id, in card order. A box that is missing counts nothing."""
    values = defaultdict(int, boxes)
    found = {}
    for total, parts_of in _totals_in_order(ruleset):
        parts = parts_of(values)
        found[total.id] = values[total.id] = add_up(total, parts, extra_yachts)
    return found


@lru_cache(maxsize=64)
def _totals_in_order(ruleset: Ruleset) -> list[tuple[Total, Callable[[Any], tuple[int, ...]]]]:
    """Every total with what takes its parts out of a card; compiled once, for a million cards may follow."""
    return [(ruleset.all_totals[total], taker(parts)) for total, parts in ruleset.addends.items()]


def taker(parts: Sequence[str] | Sequence[int]) -> Callable[[Any], tuple[int, ...]]:
    """What takes the values of these boxes and totals out of a card, by their ids or places; all have to be there."""
    if len(parts) > 1:
        return itemgetter(*parts)
    return lambda values: tuple([values[part] for part in parts])


def add_up(total: Total, parts: Iterable[int], extra_yachts: int = 0) -> int:
    """What a total comes to, from the values of all that it adds up."""
    if total.kind == "extra_yachts":
        return extra_yachts * total.points
    if total.kind == "sum":
        return sum(parts)
    return total.bonus(sum(parts) if total.kind == "threshold" else sum(part != 0 for part in parts))


@lru_cache(maxsize=1 << 14)
def is_yacht(ruleset: Ruleset, roll: Roll, category: str) -> bool:
    """Whether `roll` has the pattern of the Yacht category `category`."""
    return bool(category) and ruleset.categories[category].pattern.match(roll) is not None


def _yacht_bonus(ruleset: Ruleset, roll: Roll, filled: Mapping[str, int]) -> int:
    total = ruleset.extra_yachts
    if total is None or not is_yacht(ruleset, roll, total.category):
        return 0
    scored = any(filled.get(box.id) for box in boxes_of(ruleset.categories[total.category]))
    return total.points if scored else 0


def next_boxes(ruleset: Ruleset, filled: Mapping[str, int]) -> Iterable[Box]:
    """The boxes whose turn it can be: the first open one of each category, or of a section with an order."""
    for section in ruleset.sections:
        opens = [box for box in _first_open(section, filled) if box is not None]
        if section.fill == "any":
            yield from opens
        elif opens:
            yield opens[0 if section.fill == "down" else -1]


def _first_open(section: Section, filled: Mapping[str, int]) -> Iterable[Box | None]:
    for category in section.categories:
        boxes = boxes_of(category)[:: -1 if section.fill == "up" else 1]
        yield next((box for box in boxes if box.id not in filled), None)


def allowed_boxes(ruleset: Ruleset, roll: Roll, filled: Mapping[str, int], opens: list[Box]) -> list[Box]:
    """Those of the open boxes that a forced joker leaves; all of them for any other roll."""
    if not is_yacht(ruleset, roll, ruleset.joker.category):
        return opens
    found = (
        [box for box in opens if box.category.id in categories]
        for categories in preferences(ruleset, roll, _has_joker(ruleset, roll, filled))
    )
    return next(filter(None, found), opens)


@lru_cache(maxsize=1024)
def preferences(ruleset: Ruleset, roll: Roll, late: bool) -> tuple[frozenset[str], ...]:
    """Where a Yacht must go: into the first of these groups of categories that has an open box; else anywhere.

    `late` if the Yacht category is full.
    """
    joker, first = ruleset.joker, []
    if joker.yacht_box_first:
        first.append(frozenset({joker.category}))
    if late and joker.rule == "forced":
        numbers = {category.id: category.number for category in ruleset.categories.values() if category.number}
        hands = _joker_categories(ruleset)
        own = frozenset(category for category, number in numbers.items() if roll.alike and number == roll.dice[0])
        first += [own, hands] if joker.zero == "last_resort" else [own]
        first.append(hands | frozenset(numbers))
    return tuple(first)


def _has_joker(ruleset: Ruleset, roll: Roll, filled: Mapping[str, int]) -> bool:
    """Whether `roll` is a Yacht that comes after the Yacht category was filled, with points or with 0."""
    joker = ruleset.joker
    return (
        joker.rule != "none"
        and is_yacht(ruleset, roll, joker.category)
        and all(box.id in filled for box in boxes_of(ruleset.categories[joker.category]))
    )


@lru_cache(maxsize=64)
def _joker_categories(ruleset: Ruleset) -> frozenset[str]:
    """The categories in which a joker stands for any pattern."""
    sections = (section for section in ruleset.sections if section.id in ruleset.joker.sections)
    return frozenset(category.id for section in sections for category in section.categories)


def _worth(ruleset: Ruleset, category: Category, roll: Roll, context: Context) -> tuple[int, ...]:
    """The values that `roll` may be written as in `category`, ascending: more than one if a joker may be declined."""
    plain = category.score(roll, context.first_roll)
    values = {plain}
    if _has_joker(ruleset, roll, context.filled) and category.id in _joker_categories(ruleset):
        joker = _joker_values(ruleset, category, roll, context.first_roll)
        values = values | joker if ruleset.joker.may_decline else joker
    return tuple(sorted({_constrained(ruleset, category, value, context.filled) for value in values}))


def _joker_values(ruleset: Ruleset, category: Category, roll: Roll, first_roll: bool) -> set[int]:
    """What a joker may be written as."""
    if not ruleset.joker.any_dice:
        return {_as_joker(category, roll, first_roll)}
    return set(points_of_rolls(category, ruleset.dice, first_roll))


def _as_joker(category: Category, roll: Roll, first_roll: bool) -> int:
    """A joker meets every requirement, but its dice stay what they are.

    A number box counts only its own number, and a pattern that counts its own dice gets as many as it is made of.
    """
    if category.number is not None:
        return category.score(roll, first_roll)
    size = len(category.pattern.picture(max(roll.dice)))
    matching = category.pattern.match(roll) or roll.dice[-size:]
    return category.points.of(roll, matching, first_roll)


def _constrained(ruleset: Ruleset, category: Category, value: int, filled: Mapping[str, int]) -> int:
    """`value`, or 0 if it would stand on the wrong side of a box that holds points."""
    for rule in ruleset.constraints:
        below, above = rule.lower == category.id, rule.higher == category.id
        for box in boxes_of(ruleset.categories[rule.higher if below else rule.lower]) if below or above else ():
            other = filled.get(box.id)
            if other and (value >= other if below else value <= other):
                return 0
    return value
