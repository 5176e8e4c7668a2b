"""What a roll is worth, and where it may be written. The only place that scores."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from msgspec import Struct, field

from sheetgen.rules.patterns import Dice, Pattern, Roll, all_rolls
from sheetgen.rules.ruleset import Box, Category, Column, Ruleset, Section, Total, boxes_of

Written = int | str
"""What stands in a box: a whole number, or a text that is none."""


class Unsure(Struct, frozen=True):
    """What may stand in a box, where a reader of handwriting cannot tell. Sources that are typed have none of these."""

    values: tuple[tuple[Written, float], ...]
    """The likeliest first, each with its probability from 0 to 1; they add up to less than 1 if it may be another."""

    def __str__(self) -> str:
        return " / ".join(str(value) for value, _ in self.values[:3]) + "?"


NearName = tuple[str, str, int]
"""Label that was taken for the name of a row, the id of the row, and the line of its file; 0 if there is none."""


class WrittenCard(Struct, frozen=True):
    """One player's card."""

    entries: tuple[tuple[str, Written | Unsure], ...]
    """Where something is written, and what, in the order of the paper: the id of a box or a total, or a label that
    the game does not have. A place that was left blank is not here; one that was filled twice is here twice."""
    name: str = ""
    """Whose card it is."""
    won: bool = False
    """Whether its player won at once."""
    ended: bool = False
    """Whether a player won at once, this one or another, so that boxes may be empty."""
    near: tuple[NearName, ...] = ()
    """Labels among its rows that were taken for those of the game."""


class Context(Struct, frozen=True):
    """The moment of an entry."""

    filled: Mapping[str, int] = field(default_factory=dict)
    """What is on the card: box id to points. A box that is not in it is open."""
    first_roll: bool = False
    """Whether the points of a first roll are due: the dice lie as they fell on it or, as the game has it, together."""
    number: int = 0
    """The number of the roll in its turn; 0 for the first one if the points of that are due, else for the last."""


class Entry(Struct, frozen=True):
    """One legal way to use a roll."""

    points: tuple[int, ...]
    """What may be written, ascending; more than one only where the player may decline a joker."""
    bonus: int = 0
    """What a further Yacht earns beside it."""


START = Context()


def moment(
    ruleset: Ruleset, filled: Mapping[str, int] | None = None, *, first: bool = False, number: int = 0,
    together: bool = False,
) -> Context:  # fmt: skip
    """An entry with this on the card, of a roll as `when` has it."""
    return Context(filled or {}, *when(ruleset.dice, first=first, number=number, together=together))


def when(dice: Dice, *, first: bool = False, number: int = 0, together: bool = False) -> tuple[bool, int]:
    """Whether the points of a first roll are due, and the number of a roll, as `Context` has them.

    It is a first roll or that of this `number`; where there is one roll, it is the first. `together` if all dice were
    thrown on it, which counts as a first one where the game says so.
    """
    first = first or number == 1 or dice.rolls == 1
    return first or (together and dice.served == "all_dice"), 0 if first else number


def score(ruleset: Ruleset, category: Category, roll: Roll, context: Context = START) -> int:
    """The points of `roll` in `category`, in the first column, at this moment, as a joker if it is one.

    Says nothing of legality.
    """
    return _worth(ruleset, Box(category.id, category, ruleset.columns[0]), roll, context)[-1]


def points_of_rolls(category: Category, dice: Dice, first_roll: bool = False, number: int = 0) -> tuple[int, ...]:
    """What each of `all_rolls` earns in the category by its own dice, no joker; worked out once for all games."""
    nameless = Category("", "", category.pattern, category.points)
    return _points_of_rolls(nameless, dice.count, dice.sides, first_roll, number)


@lru_cache(maxsize=512)
def _points_of_rolls(category: Category, count: int, sides: int, first_roll: bool, number: int) -> tuple[int, ...]:
    return tuple(category.score(roll, first_roll, number) for roll in all_rolls(count, sides))


def counts_in(column: Column, dice: Dice, context: Context) -> bool:
    """Whether the number of the roll still earns points in the column."""
    number = context.number or (1 if context.first_roll else dice.rolls)
    return column.rolls is None or number <= column.rolls


@lru_cache(maxsize=512)
def takes_any(pattern: Pattern, count: int, sides: int) -> bool:
    """Whether every roll has the pattern, so that a box for it is never struck."""
    return all(pattern.match(roll) is not None for roll in all_rolls(count, sides))


def legal_entries(ruleset: Ruleset, roll: Roll, context: Context = START) -> dict[str, Entry]:
    """Every box that may take `roll` now, by box id, in card order. No box is left out and none is too many."""
    boxes = allowed_boxes(ruleset, roll, context.filled, open_boxes(ruleset, context))
    return {box.id: entry(ruleset, box, roll, context) for box in boxes}


def entry(ruleset: Ruleset, box: Box, roll: Roll, context: Context = START) -> Entry:
    """What `roll` may be written as in `box` at this moment, and the bonus it earns. Says nothing of legality."""
    return Entry(_worth(ruleset, box, roll, context), _yacht_bonus(ruleset, roll, context.filled))


def totals(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int = 0) -> dict[str, int]:
    """Every total of a card by id, in card order. A box that is missing counts nothing."""
    values = defaultdict(int, boxes)
    found = {}
    for where, total, parts_of in _totals_in_order(ruleset):
        parts = parts_of(values)
        found[where] = values[where] = sum(parts) if total is None else add_up(total, parts, extra_yachts)
    return found


@lru_cache(maxsize=64)
def _totals_in_order(ruleset: Ruleset) -> list[tuple[str, Total | None, Callable[[Any], tuple[int, ...]]]]:
    """Every total, None for a plain sum, with what takes its parts out of a card.

    Compiled once, for a million cards may follow.
    """
    found = ((ruleset.all_totals[where], taker(parts)) for where, parts in ruleset.addends.items())
    return [(total.id, None if total.kind == "sum" else total, parts_of) for total, parts_of in found]


def taker(parts: Sequence[str] | Sequence[int]) -> Callable[[Any], tuple[int, ...]]:
    """What takes the values of these boxes and totals out of a card, by their ids or places; all have to be there."""
    if len(parts) == 1:
        return lambda values: (values[parts[0]],)
    return itemgetter(*parts) if parts else lambda _: ()


def add_up(total: Total, parts: Iterable[int], extra_yachts: int = 0) -> int:
    """What a total comes to, from the values of all that it adds up."""
    if total.kind == "extra_yachts":
        return extra_yachts * total.points
    if total.kind == "sum":
        return sum(parts)
    if total.kind == "difference":
        return _difference(total, [*parts])
    return total.bonus(sum(parts) if total.kind == "threshold" else sum(part != 0 for part in parts))


Span = tuple[int, int]
"""The least and the most that something can come to."""


def ranges(ruleset: Ruleset, boxes: Mapping[str, Span], extra_yachts: Span) -> dict[str, Span]:
    """The least and the most that each total can come to, by id, from those of all boxes, each by itself."""
    found = dict(boxes)
    for total in ruleset.all_totals.values():
        spans = [found[part] for part in ruleset.addends[total.id]]
        if total.kind == "difference":
            found[total.id] = _span_of_difference(total, spans)
        elif total.kind == "count":  # a part that may be 0, or another number
            sure, possible = (sum(map(each, spans)) for each in (lambda span: span[0] > 0 or span[1] < 0, any))
            found[total.id] = total.bonus(sure), total.bonus(possible)
        else:
            low, high = (add_up(total, [span[end] for span in spans], extra_yachts[end]) for end in (0, 1))
            found[total.id] = low, high
    return found


def _span_of_difference(total: Total, spans: list[Span]) -> Span:
    """What a difference can come to: it is greatest, or least, where each of its parts is at one end."""
    *inner, factor = spans if total.times else (*spans, (1, 1))
    cut = len(inner) - total.taken
    low, high = (sum(span[end] for span in inner[:cut]) - sum(span[1 - end] for span in inner[cut:]) for end in (0, 1))
    corners = [amount * times for amount in (low, high) for times in factor]
    least = min(corners) if total.least is None else max(total.least, min(corners))
    return least, max(least, *corners)


def _difference(total: Total, parts: list[int]) -> int:
    """What is added, less what is taken away, as often as the points of a category say."""
    factor = parts.pop() if total.times else 1
    found = (sum(parts) - 2 * sum(parts[len(parts) - total.taken :])) * factor
    return found if total.least is None else max(total.least, found)


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


def open_boxes(ruleset: Ruleset, context: Context) -> list[Box]:
    """The boxes whose turn it can be after such a roll: one that no longer counts can only strike."""
    return [box for box in next_boxes(ruleset, context.filled) if takes_roll(ruleset.dice, box, context)]


def takes_roll(dice: Dice, box: Box, context: Context) -> bool:
    """Whether a box can be filled after such a roll if it is its turn: where it no longer counts, it must strike."""
    return counts_in(box.column, dice, context) or not takes_any(box.category.pattern, dice.count, dice.sides)


def next_boxes(ruleset: Ruleset, filled: Mapping[str, int]) -> Iterable[Box]:
    """The boxes whose turn it can be: the first open one of each run."""
    opens = (next((box for box in run if box.id not in filled), None) for run in runs_of(ruleset))
    return {box.id: box for box in opens if box is not None}.values()


@lru_cache(maxsize=64)
def runs_of(ruleset: Ruleset) -> tuple[tuple[Box, ...], ...]:
    """The boxes in runs, each in its order of filling: of a category, or of a section or column with an order.

    A column that is filled from both ends is two runs of the same boxes.
    """
    found: list[Sequence[Box]] = []
    for column in ruleset.columns:
        boxes = [box for category in ruleset.categories.values() for box in ruleset.boxes_in(column, category)]
        if column.fill == "outwards":
            cut = 1 + max(place for place, box in enumerate(boxes) if box.category.id == column.middle)
            found += [boxes[:cut][::-1], boxes[cut:]]
        elif column.fill != "any":
            found += {"down": [boxes], "up": [boxes[::-1]], "inwards": [boxes, boxes[::-1]]}[column.fill]
        else:
            found += (run for section in ruleset.sections for run in _runs_in(ruleset, column, section))
    return tuple(map(tuple, found))


def _runs_in(ruleset: Ruleset, column: Column, section: Section) -> list[Sequence[Box]]:
    each: list[Sequence[Box]] = [ruleset.boxes_in(column, category) for category in section.categories]
    if section.fill == "any":
        return each
    boxes = [box for run in each for box in run]
    return [boxes if section.fill == "down" else boxes[::-1]]


def allowed_boxes(ruleset: Ruleset, roll: Roll, filled: Mapping[str, int], opens: list[Box]) -> list[Box]:
    """Those of the open boxes that a forced joker leaves; all of them for any other roll."""
    if not is_yacht(ruleset, roll, ruleset.joker.category):
        return opens
    found = (
        [box for box in opens if box.category.id in categories]
        for categories in preferences(ruleset, roll, has_joker(ruleset, roll, filled))
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
        numbers = frozenset(category.id for category in ruleset.categories.values() if category.number)
        hands, own = _joker_categories(ruleset), _own_numbers(ruleset, roll)
        first += [own, hands] if joker.zero == "last_resort" else [own]
        first.append(hands | numbers)
    return tuple(first)


def _own_numbers(ruleset: Ruleset, roll: Roll) -> frozenset[str]:
    """The categories of the number that all dice of a roll show."""
    face = roll.dice[0] if roll.alike else None
    return frozenset(category.id for category in ruleset.categories.values() if face and category.number == face)


@lru_cache(maxsize=1024)
def joker_boxes(ruleset: Ruleset, roll: Roll) -> tuple[str, ...]:
    """The boxes that must be full before a Yacht is a joker, in card order."""
    own = _own_numbers(ruleset, roll) if ruleset.joker.number_box_full else frozenset[str]()
    return tuple(box for box in ruleset.boxes if ruleset.boxes[box].category.id in own | {ruleset.joker.category})


def has_joker(ruleset: Ruleset, roll: Roll, filled: Mapping[str, int]) -> bool:
    """Whether `roll` is a Yacht that comes after the boxes were filled, with points or with 0, that must be."""
    joker = ruleset.joker
    return (
        joker.rule != "none"
        and is_yacht(ruleset, roll, joker.category)
        and all(box in filled for box in joker_boxes(ruleset, roll))
    )


@lru_cache(maxsize=64)
def _joker_categories(ruleset: Ruleset) -> frozenset[str]:
    """The categories in which a joker stands for any pattern."""
    sections = (section for section in ruleset.sections if section.id in ruleset.joker.sections)
    return frozenset(category.id for section in sections for category in section.categories)


def _worth(ruleset: Ruleset, box: Box, roll: Roll, context: Context) -> tuple[int, ...]:
    """The values that `roll` may be written as in `box`, ascending: more than one if a joker may be declined."""
    if not counts_in(box.column, ruleset.dice, context):
        return (0,)
    category = box.category
    values = {category.score(roll, context.first_roll, context.number)}
    if has_joker(ruleset, roll, context.filled) and category.id in _joker_categories(ruleset):
        joker = _joker_values(ruleset, category, roll, context)
        values = values | joker if ruleset.joker.may_decline else joker
    return tuple(sorted({_constrained(ruleset, box, value, context.filled) for value in values}))


def _joker_values(ruleset: Ruleset, category: Category, roll: Roll, context: Context) -> set[int]:
    """What a joker may be written as."""
    if not ruleset.joker.any_dice:
        return {_as_joker(category, roll, context)}
    return set(points_of_rolls(category, ruleset.dice, context.first_roll, context.number))


def _as_joker(category: Category, roll: Roll, context: Context) -> int:
    """A joker meets every requirement, but its dice stay what they are.

    A number box counts only its own number, and a pattern that counts its own dice gets as many as it is made of.
    """
    if category.number is not None:
        return category.score(roll, context.first_roll, context.number)
    size = len(category.pattern.picture(max(roll.dice)))
    matching = category.pattern.match(roll) or roll.dice[-size:]
    return category.points.of(roll, matching, context.first_roll, context.number)


def needs(ruleset: Ruleset) -> list[tuple[Box, tuple[Box, ...]]]:
    """The boxes that need others, each with those of which one must hold points before it can."""
    found = ((box, needed_boxes(ruleset, box)) for box in ruleset.boxes.values())
    return [(box, needed) for box, needed in found if needed]


def needed_boxes(ruleset: Ruleset, box: Box) -> tuple[Box, ...]:
    """The boxes of which one must hold points before this one can; none if it needs none."""
    needs = box.category.needs
    return ruleset.boxes_in(box.column, ruleset.categories[needs]) if needs else ()


def _constrained(ruleset: Ruleset, box: Box, value: int, filled: Mapping[str, int]) -> int:
    """`value`, or 0 if it would stand on the wrong side of a box that holds points, or needs one that holds none."""
    category, needed = box.category, needed_boxes(ruleset, box)
    if needed and not any(filled.get(each.id) for each in needed):
        return 0
    for rule in ruleset.constraints:
        below, above = rule.lower == category.id, rule.higher == category.id
        for bound in (
            ruleset.boxes_in(box.column, ruleset.categories[rule.higher if below else rule.lower])
            if below or above
            else ()
        ):
            other = filled.get(bound.id)
            if other and (value >= other if below else value <= other):
                return 0
    return value
