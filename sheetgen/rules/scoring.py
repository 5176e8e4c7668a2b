"""Scores: the points of a roll, the boxes that may take it, and the totals of a card.

No other module scores.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct, field

from sheetgen.rules.patterns import Dice, Pattern, Roll, all_rolls
from sheetgen.rules.ruleset import Box, Category, Column, Ruleset, Section, Total, boxes_of

Written = int | str
"""Entry in a box: a whole number, or a text that is no number."""
STRUCK = ("x", "X", "×", "/")
"""Entries that strike a box, which count 0 there: a cross, or a stroke. Beside a total they may be
a tick."""


class Unsure(Struct, frozen=True):
    """Entry of which the reader of handwriting is not certain. Typed cards have none of these."""

    values: tuple[tuple[Written, float], ...]
    """Candidates with their probabilities (0 to 1), most probable first. A sum below 1 leaves room
    for other values."""

    def __str__(self) -> str:
        return " / ".join(str(value) for value, _ in self.values[:3]) + "?"


NearName = tuple[str, str, int]
"""Misspelt label of a row, id of the row that was assumed, and line in the file (0 if unknown)."""


class WrittenCard(Struct, frozen=True):
    """Card of one player, as it was written."""

    entries: tuple[tuple[str, Written | Unsure], ...]
    """Entries in the order of the paper, each with the id of its box or total, or an unknown label.
    Blank places have no entry; a place that was filled twice has two."""
    name: str = ""
    """Name of the player."""
    won: bool = False
    """True if this player won at once."""
    ended: bool = False
    """True if any player won at once, so that boxes may be empty."""
    near: tuple[NearName, ...] = ()
    """Misspelt labels of its rows."""


class Context(Struct, frozen=True):
    """Card and roll number when a roll is scored."""

    filled: Mapping[str, int] = field(default_factory=dict)
    """Points on the card by the ids of boxes. All other boxes are open."""
    first_roll: bool = False
    """True if the points of a first roll are due."""
    number: int = 0
    """Number of the roll in its turn; 0 for the first roll if `first_roll` is set, else for the
    last."""


class LegalEntry(Struct, frozen=True):
    """Legal use of a roll in a box."""

    points: tuple[int, ...]
    """Possible points, ascending. There are several if the player may decline a joker."""
    bonus: int = 0
    """Bonus for a further Yacht."""


START = Context()


def moment(
    ruleset: Ruleset,
    filled: Mapping[str, int] | None = None,
    *,
    first: bool = False,
    number: int = 0,
    together: bool = False,
) -> Context:
    """Return the context of a roll, from the points on the card and the arguments of `when`."""
    return Context(filled or {}, *when(ruleset.dice, first=first, number=number, together=together))


def when(
    dice: Dice, *, first: bool = False, number: int = 0, together: bool = False
) -> tuple[bool, int]:
    """Return `first_roll` and `number` of a `Context` for a roll.

    The roll is the `first` of its turn, or has this `number`, or is the last for 0. `together`
    means that all dice were thrown on it; in some games that earns the points of a first roll.
    """
    first = first or number == 1 or dice.rolls == 1
    return first or (together and dice.served == "all_dice"), 0 if first else number


def score(ruleset: Ruleset, category: Category, roll: Roll, context: Context = START) -> int:
    """Return the points of a roll in the first column, as a joker if it is one.

    Whether the roll may be entered there is not checked.
    """
    return _worth(ruleset, Box(category.id, category, ruleset.columns[0]), roll, context)[-1]


def points_of_rolls(
    category: Category, dice: Dice, first_roll: bool = False, number: int = 0
) -> tuple[int, ...]:
    """Return the points of each of `all_rolls` in the category, none of them a joker.

    Cached for all games.
    """
    nameless = Category("", "", category.pattern, category.points)
    return _points_of_rolls(nameless, dice.count, dice.sides, first_roll, number)


@lru_cache(maxsize=512)
def _points_of_rolls(
    category: Category, count: int, sides: int, first_roll: bool, number: int
) -> tuple[int, ...]:
    return tuple(category.score(roll, first_roll, number) for roll in all_rolls(count, sides))


def counts_in(column: Column, dice: Dice, context: Context) -> bool:
    """Check whether a roll of this number still earns points in the column."""
    number = context.number or (1 if context.first_roll else dice.rolls)
    return column.rolls is None or number <= column.rolls


@lru_cache(maxsize=512)
def takes_any(pattern: Pattern, count: int, sides: int) -> bool:
    """Check whether every roll has the pattern, so that its box is never struck."""
    return all(pattern.match(roll) is not None for roll in all_rolls(count, sides))


def legal_entries(ruleset: Ruleset, roll: Roll, context: Context = START) -> dict[str, LegalEntry]:
    """Return the entries of all boxes that may take the roll, by box id in card order."""
    # those that are next in their order and can take a roll of this number
    opens = [
        box for box in next_boxes(ruleset, context.filled) if takes_roll(ruleset.dice, box, context)
    ]
    boxes = allowed_boxes(ruleset, roll, context.filled, opens)
    return {box.id: entry(ruleset, box, roll, context) for box in boxes}


def entry(ruleset: Ruleset, box: Box, roll: Roll, context: Context = START) -> LegalEntry:
    """Return points and bonus of a roll in a box.

    Whether the roll may be entered there is not checked.
    """
    return LegalEntry(
        _worth(ruleset, box, roll, context), _yacht_bonus(ruleset, roll, context.filled)
    )


def totals(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int = 0) -> dict[str, int]:
    """Return every total of a card by id. A missing box counts 0."""
    values = defaultdict(int, boxes)
    for total in ruleset.all_totals.values():
        values[total.id] = add_up(
            total, [values[part] for part in ruleset.addends[total.id]], extra_yachts
        )
    return {total: values[total] for total in ruleset.all_totals}


def add_up(total: Total, parts: Iterable[int], extra_yachts: int = 0) -> int:
    """Return the value of a total from the values of its addends."""
    if total.kind == "extra_yachts":
        return extra_yachts * total.points
    if total.kind == "sum":
        return sum(parts)
    if total.kind == "difference":
        values = [*parts]
        factor = values.pop() if total.times else 1
        found = (sum(values) - 2 * sum(values[len(values) - total.taken :])) * factor
        return found if total.least is None else max(total.least, found)
    return total.bonus(
        sum(parts) if total.kind == "threshold" else sum(part != 0 for part in parts)
    )


Span = tuple[int, int]
"""Minimum and maximum."""


def ranges(ruleset: Ruleset, boxes: Mapping[str, Span], extra_yachts: Span) -> dict[str, Span]:
    """Return minimum and maximum of each box and total by id, from those of all boxes."""
    found = dict(boxes)
    for total in ruleset.all_totals.values():
        spans = [found[part] for part in ruleset.addends[total.id]]
        if total.kind == "difference":
            found[total.id] = _span_of_difference(total, spans)
        elif total.kind == "count":  # a part that may be 0, or another number
            sure, possible = (
                sum(map(each, spans)) for each in (lambda span: span[0] > 0 or span[1] < 0, any)
            )
            found[total.id] = total.bonus(sure), total.bonus(possible)
        else:
            low, high = (
                add_up(total, [span[end] for span in spans], extra_yachts[end]) for end in (0, 1)
            )
            found[total.id] = low, high
    return found


def _span_of_difference(total: Total, spans: list[Span]) -> Span:
    """Return minimum and maximum of a difference. Each addend is at one of its limits there."""
    *inner, factor = spans if total.times else (*spans, (1, 1))
    cut = len(inner) - total.taken
    low, high = (
        sum(span[end] for span in inner[:cut]) - sum(span[1 - end] for span in inner[cut:])
        for end in (0, 1)
    )
    corners = [amount * times for amount in (low, high) for times in factor]
    least = min(corners) if total.least is None else max(total.least, min(corners))
    return least, max(least, *corners)


@lru_cache(maxsize=1 << 14)
def is_yacht(ruleset: Ruleset, roll: Roll, category: str) -> bool:
    """Check whether the roll has the pattern of the Yacht category with this id.

    False for an empty id.
    """
    return bool(category) and ruleset.categories[category].pattern.match(roll) is not None


def _yacht_bonus(ruleset: Ruleset, roll: Roll, filled: Mapping[str, int]) -> int:
    total = ruleset.extra_yachts
    if total is None or not is_yacht(ruleset, roll, total.category):
        return 0
    scored = any(filled.get(box.id) for box in boxes_of(ruleset.categories[total.category]))
    return total.points if scored else 0


def takes_roll(dice: Dice, box: Box, context: Context) -> bool:
    """Check whether a box can take a roll of this number.

    A roll that no longer counts must be able to strike it.
    """
    return counts_in(box.column, dice, context) or not takes_any(
        box.category.pattern, dice.count, dice.sides
    )


def next_boxes(ruleset: Ruleset, filled: Mapping[str, int]) -> Iterable[Box]:
    """Return the boxes that may be filled next: the first open box of each run."""
    opens = (next((box for box in run if box.id not in filled), None) for run in runs_of(ruleset))
    return {box.id: box for box in opens if box is not None}.values()


@lru_cache(maxsize=64)
def runs_of(ruleset: Ruleset) -> tuple[tuple[Box, ...], ...]:
    """Return all boxes in runs: the boxes of a category, or of a section or column with an order of filling.

    Each run is in its order of filling. A column that is filled from both ends is two runs of the same boxes.
    """
    found: list[Sequence[Box]] = []
    for column in ruleset.columns:
        boxes = [
            box
            for category in ruleset.categories.values()
            for box in ruleset.boxes_in(column, category)
        ]
        if column.fill == "outwards":
            cut = 1 + max(
                place for place, box in enumerate(boxes) if box.category.id == column.middle
            )
            found += [boxes[:cut][::-1], boxes[cut:]]
        elif column.fill != "any":
            found += {"down": [boxes], "up": [boxes[::-1]], "inwards": [boxes, boxes[::-1]]}[
                column.fill
            ]
        else:
            found += (
                run for section in ruleset.sections for run in _runs_in(ruleset, column, section)
            )
    return tuple(map(tuple, found))


def _runs_in(ruleset: Ruleset, column: Column, section: Section) -> list[Sequence[Box]]:
    each: list[Sequence[Box]] = [
        ruleset.boxes_in(column, category) for category in section.categories
    ]
    if section.fill == "any":
        return each
    boxes = [box for run in each for box in run]
    return [boxes if section.fill == "down" else boxes[::-1]]


def allowed_boxes(
    ruleset: Ruleset, roll: Roll, filled: Mapping[str, int], opens: list[Box]
) -> list[Box]:
    """Return those open boxes that the joker rule allows.

    All of them for a roll that is no Yacht.
    """
    if not is_yacht(ruleset, roll, ruleset.joker.category):
        return opens
    found = (
        [box for box in opens if box.category.id in categories]
        for categories in preferences(ruleset, roll, has_joker(ruleset, roll, filled))
    )
    return next(filter(None, found), opens)


@lru_cache(maxsize=1024)
def preferences(ruleset: Ruleset, roll: Roll, late: bool) -> tuple[frozenset[str], ...]:
    """Return groups of category ids.

    A Yacht must go into the first group with an open box, or anywhere without one.

    `late` means that the Yacht category is full.
    """
    joker, first = ruleset.joker, []
    if joker.yacht_box_first:
        first.append(frozenset({joker.category}))
    if late and joker.rule == "forced":
        numbers = frozenset(
            category.id for category in ruleset.categories.values() if category.number
        )
        hands, own = joker_categories(ruleset), _own_numbers(ruleset, roll)
        first += [own, hands] if joker.zero == "last_resort" else [own]
        first.append(hands | numbers)
    return tuple(first)


def _own_numbers(ruleset: Ruleset, roll: Roll) -> frozenset[str]:
    """Return the ids of the categories that count the face that all dice of a roll show."""
    face = roll.dice[0] if roll.alike else None
    return frozenset(
        category.id for category in ruleset.categories.values() if face and category.number == face
    )


@lru_cache(maxsize=1024)
def joker_boxes(ruleset: Ruleset, roll: Roll) -> tuple[str, ...]:
    """Return the ids of the boxes that must be full before this Yacht is a joker, in card order."""
    own = _own_numbers(ruleset, roll) if ruleset.joker.number_box_full else frozenset[str]()
    return tuple(
        box
        for box in ruleset.boxes
        if ruleset.boxes[box].category.id in own | {ruleset.joker.category}
    )


def has_joker(ruleset: Ruleset, roll: Roll, filled: Mapping[str, int]) -> bool:
    """Check whether the roll is a joker: a Yacht, with all `joker_boxes` full (0 included)."""
    joker = ruleset.joker
    return (
        joker.rule != "none"
        and is_yacht(ruleset, roll, joker.category)
        and all(box in filled for box in joker_boxes(ruleset, roll))
    )


@lru_cache(maxsize=64)
def joker_categories(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the categories where a joker counts as any pattern."""
    sections = (section for section in ruleset.sections if section.id in ruleset.joker.sections)
    return frozenset(category.id for section in sections for category in section.categories)


def _worth(ruleset: Ruleset, box: Box, roll: Roll, context: Context) -> tuple[int, ...]:
    """Return the possible points of a roll in a box, ascending.

    Several if a joker may be declined.
    """
    if not counts_in(box.column, ruleset.dice, context):
        return (0,)
    category = box.category
    values = {category.score(roll, context.first_roll, context.number)}
    if has_joker(ruleset, roll, context.filled) and category.id in joker_categories(ruleset):
        joker = {_as_joker(category, roll, context)}
        if ruleset.joker.any_dice:
            joker = set(points_of_rolls(category, ruleset.dice, context.first_roll, context.number))
        values = values | joker if ruleset.joker.may_decline else joker
    return tuple(sorted({_constrained(ruleset, box, value, context.filled) for value in values}))


def _as_joker(category: Category, roll: Roll, context: Context) -> int:
    """Return the points of a joker, which has every pattern but counts its own dice.

    A number box counts its own face only. A pattern that counts its dice counts as many as it
    consists of.
    """
    if category.number is not None:
        return category.score(roll, context.first_roll, context.number)
    size = len(category.pattern.picture(max(roll.dice)))
    matching = category.pattern.match(roll) or roll.dice[-size:]
    return category.points.of(roll, matching, context.first_roll, context.number)


def needs(ruleset: Ruleset) -> list[tuple[Box, tuple[Box, ...]]]:
    """Return the boxes that have a prerequisite, each with the boxes of which one must hold points first."""
    found = ((box, needed_boxes(ruleset, box)) for box in ruleset.boxes.values())
    return [(box, needed) for box, needed in found if needed]


def needed_boxes(ruleset: Ruleset, box: Box) -> tuple[Box, ...]:
    """Return the boxes of which one must hold points before this one can.

    Empty without a prerequisite.
    """
    needs = box.category.needs
    return ruleset.boxes_in(box.column, ruleset.categories[needs]) if needs else ()


def _constrained(ruleset: Ruleset, box: Box, value: int, filled: Mapping[str, int]) -> int:
    """Return the value, or 0 if it breaks a constraint or its prerequisite is missing."""
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


def match_points(ruleset: Ruleset, cards: Sequence[Mapping[str, int]]) -> list[tuple[int, ...]]:
    """Return each player's match points: those of each column, then those for winning all columns.

    `cards` are the values of each player's boxes and totals. The player with the highest total in a
    column wins it. If several have the highest, or there is only one player, no player wins it.
    """
    parts = dict.fromkeys(ruleset.addends["total"])
    prefixes = [ruleset.prefix(column) for column in ruleset.columns]
    sums = [
        [sum(card[part] for part in parts if part.startswith(each)) for each in prefixes]
        for card in cards
    ]
    found = []
    for player, mine in enumerate(sums):
        others = sums[:player] + sums[player + 1 :]
        wins = [bool(others) and own > max(each) for own, *each in zip(mine, *others, strict=True)]
        worth = [
            column.worth * is_won for column, is_won in zip(ruleset.columns, wins, strict=True)
        ]
        found.append((*worth, ruleset.winner.sweep * all(wins)))
    return found
