"""Scores: the points of a roll, the boxes that may take it, and the totals of a card.

No other module scores.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
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


MOST_ROLLS = 20
"""Maximum number of rolls in a turn, also with all that a player has saved. The page stores no
more."""


def rolls_in_turn(dice: Dice, used: Sequence[int], turns: int) -> int:
    """Return the maximum number of rolls in the next turn of a player.

    `used` has the number of rolls of each earlier turn, and `turns` is the number of turns in a
    game. A roll beyond those of its turn takes a saved or a spare one.
    """
    usual = dice.rolls
    if dice.last_turn is not None and len(used) + 1 == turns:
        usual = dice.last_turn
    return min(MOST_ROLLS, usual + further_rolls(dice, used))


def further_rolls(dice: Dice, used: Sequence[int]) -> int:
    """Return the number of saved and spare rolls that a player has after some turns.

    `used` has the number of rolls of each.
    """
    left = dice.spare
    most = None if dice.saved is None else dice.saved.max
    for rolls in used:
        left -= max(0, rolls - dice.rolls)
        if dice.saved is not None:
            left += max(0, dice.rolls - rolls)
        if most is not None:
            left = min(left, most)
    return max(0, left)


def score(ruleset: Ruleset, category: Category, roll: Roll, context: Context = START) -> int:
    """Return the points of a roll in the first column, as a joker if it is one.

    Whether the roll may be entered there is not checked.
    """
    return _possible_points(ruleset, Box(category.id, category, ruleset.columns[0]), roll, context)[
        -1
    ]


def points_of_rolls(
    category: Category, dice: Dice, first_roll: bool = False, number: int = 0
) -> tuple[int, ...]:
    """Return the points of each of `all_rolls` in the category, none of them a joker.

    Cached for all games.
    """
    nameless = Category(
        "", "", category.pattern, category.points, use=category.use, fewest=category.fewest
    )
    return _points_of_rolls(nameless, dice.count, dice.sides, first_roll, number)


@lru_cache(maxsize=512)
def _points_of_rolls(
    category: Category, count: int, sides: int, first_roll: bool, number: int
) -> tuple[int, ...]:
    """Return the points of all rolls in a category without a name, for any game."""
    return tuple(category.score(roll, first_roll, number) for roll in all_rolls(count, sides))


def counts_in(column: Column, dice: Dice, context: Context) -> bool:
    """Check whether a roll of this number still earns points in the column."""
    number = context.number or (1 if context.first_roll else dice.rolls)
    return column.rolls is None or number <= column.rolls


def kept_in(ruleset: Ruleset, box: Box, points: int) -> int:
    """Return the points that a box keeps of those of a roll.

    All of them, unless the column takes only the best of each box.
    """
    if not box.column.only:
        return points
    best, other = best_or_else(ruleset, box.column, box.category)
    return points if points == best else other


@lru_cache(maxsize=512)
def best_or_else(ruleset: Ruleset, column: Column, category: Category) -> tuple[int, int]:
    """Return the best points of a category in a column, and what any other roll is worth there.

    The best are the highest, and else it is 0. Where few points are good, because a difference
    subtracts them, the best are the lowest, and else it is the highest.
    """
    points: set[int] = set()
    for number in range(1, (column.rolls or ruleset.dice.rolls) + 1):
        for together in (False, True):
            timing = when(ruleset.dice, number=number, together=together)
            points.update(points_of_rolls(category, ruleset.dice, *timing))
    if boxes_of(category)[0].id in ruleset.taken_away:
        return min(points), max(points)
    return max(points), 0


def open_columns(ruleset: Ruleset, filled: Collection[str]) -> tuple[Column, ...]:
    """Return the columns that are open once these boxes are full."""
    columns: list[Column] = []
    for column in ruleset.columns:
        full = 0
        if column.opens:
            full = sum(ruleset.boxes[box].column != column for box in filled)
        if full >= boxes_to_open(ruleset, column):
            columns.append(column)
    return tuple(columns)


def boxes_to_open(ruleset: Ruleset, column: Column) -> int:
    """Return the number of boxes of other columns that must be full before this one opens."""
    if not column.opens:
        return 0
    others = sum(box.column != column for box in ruleset.boxes.values())
    return -(-others * column.opens // 100)  # rounded up


def takes_any(pattern: Pattern, dice: Dice) -> bool:
    """Check whether all dice that can count have the pattern, so that its box is never struck."""
    return _takes_any(pattern, dice.counted.count, dice.sides)


@lru_cache(maxsize=512)
def _takes_any(pattern: Pattern, count: int, sides: int) -> bool:
    """Check whether every roll of so many dice has the pattern."""
    return all(pattern.match(roll) is not None for roll in all_rolls(count, sides))


def legal_entries(ruleset: Ruleset, roll: Roll, context: Context = START) -> dict[str, LegalEntry]:
    """Return the entries of all boxes that may take the roll, by box id in card order."""
    open_boxes = []
    for box in next_boxes(ruleset, context.filled):
        if takes_roll(ruleset.dice, box, context):
            open_boxes.append(box)
    boxes = allowed_boxes(ruleset, roll, context.filled, open_boxes)
    return {box.id: entry(ruleset, box, roll, context) for box in boxes}


def entry(ruleset: Ruleset, box: Box, roll: Roll, context: Context = START) -> LegalEntry:
    """Return points and bonus of a roll in a box.

    Whether the roll may be entered there is not checked.
    """
    points = _possible_points(ruleset, box, roll, context)
    return LegalEntry(points, _yacht_bonus(ruleset, box, roll, context.filled))


def totals(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int = 0) -> dict[str, int]:
    """Return every total of a card by id. A missing box counts 0."""
    values = defaultdict(int, boxes)
    for total in ruleset.all_totals.values():
        parts = [values[part] for part in ruleset.addends[total.id]]
        values[total.id] = add_up(total, parts, extra_yachts)
    return {total: values[total] for total in ruleset.all_totals}


def add_up(total: Total, parts: Iterable[int], extra_yachts: int = 0) -> int:
    """Return the value of a total from the values of its addends."""
    if total.kind == "extra_yachts":
        return extra_yachts * total.points
    if total.kind == "sum":
        return sum(parts)
    if total.kind == "threshold":
        return total.bonus(sum(parts))
    if total.kind == "count":
        return total.bonus(sum(part != 0 for part in parts))
    return _difference(total, [*parts])


def _difference(total: Total, values: list[int]) -> int:
    """Return the value of a difference, whose last addend may be a factor."""
    factor = values.pop() if total.times else 1
    first_taken = len(values) - total.taken
    difference = sum(values[:first_taken]) - sum(values[first_taken:])
    value = difference * factor
    return value if total.least is None else max(total.least, value)


Span = tuple[int, int]
"""Minimum and maximum."""


def ranges(ruleset: Ruleset, boxes: Mapping[str, Span], extra_yachts: Span) -> dict[str, Span]:
    """Return minimum and maximum of each box and total by id, from those of all boxes."""
    by_id = dict(boxes)
    for total in ruleset.all_totals.values():
        spans = [by_id[part] for part in ruleset.addends[total.id]]
        if total.kind == "difference":
            by_id[total.id] = _span_of_difference(total, spans)
        elif total.kind == "count":  # a part that may be 0, or another number
            certain = sum(low > 0 or high < 0 for low, high in spans)
            possible = sum(low != 0 or high != 0 for low, high in spans)
            by_id[total.id] = total.bonus(certain), total.bonus(possible)
        else:
            low = add_up(total, [low for low, _ in spans], extra_yachts[0])
            high = add_up(total, [high for _, high in spans], extra_yachts[1])
            by_id[total.id] = low, high
    return by_id


def _span_of_difference(total: Total, spans: list[Span]) -> Span:
    """Return minimum and maximum of a difference. Each addend is at one of its limits there."""
    *addends, factor = spans if total.times else (*spans, (1, 1))
    first_taken = len(addends) - total.taken
    added = addends[:first_taken]
    taken = addends[first_taken:]
    low = sum(low for low, _ in added) - sum(high for _, high in taken)
    high = sum(high for _, high in added) - sum(low for low, _ in taken)
    corners = [amount * times for amount in (low, high) for times in factor]
    least = min(corners) if total.least is None else max(total.least, min(corners))
    return least, max(least, *corners)


@lru_cache(maxsize=1 << 14)
def is_yacht(ruleset: Ruleset, roll: Roll, category: str) -> bool:
    """Check whether the roll has the pattern of the Yacht category with this id.

    False for an empty id.
    """
    return bool(category) and ruleset.categories[category].is_shown_by(roll)


def _yacht_bonus(ruleset: Ruleset, box: Box, roll: Roll, filled: Mapping[str, int]) -> int:
    """Return the bonus for a further Yacht in a box.

    It is 0 if the roll is no Yacht, or if a column that the rule looks at has no points in its
    Yacht boxes.
    """
    total = ruleset.extra_yachts
    if total is None or not is_yacht(ruleset, roll, total.category):
        return 0
    category = ruleset.categories[total.category]
    for column in ruleset.columns_with_yachts(box.column):
        if not any(filled.get(other.id) for other in ruleset.boxes_in(column, category)):
            return 0
    return ruleset.points_of_yacht(box.column)


def takes_roll(dice: Dice, box: Box, context: Context) -> bool:
    """Check whether a box can take a roll of this number.

    A roll that no longer counts must be able to strike it.
    """
    return counts_in(box.column, dice, context) or not takes_any(box.category.pattern, dice)


def next_boxes(ruleset: Ruleset, filled: Mapping[str, int]) -> Iterable[Box]:
    """Return the boxes that may be filled next: the first open box of each run."""
    boxes: dict[str, Box] = {}
    columns = open_columns(ruleset, filled)
    for run in runs_of(ruleset):
        if run[0].column not in columns:
            continue
        for box in run:
            if box.id not in filled:
                boxes[box.id] = box
                break
    return boxes.values()


@lru_cache(maxsize=64)
def runs_of(ruleset: Ruleset) -> tuple[tuple[Box, ...], ...]:
    """Return all boxes in runs, each in its order of filling.

    A run is the boxes of a category, or of a section or column with an order of filling. A column
    that is filled from both ends is two runs of the same boxes.
    """
    runs: list[Sequence[Box]] = []
    for column in ruleset.columns:
        if column.fill == "any":
            for section in ruleset.sections:
                runs += _runs_in_section(ruleset, column, section)
        else:
            runs += _runs_in_column(ruleset, column)
    return tuple(map(tuple, runs))


def _runs_in_column(ruleset: Ruleset, column: Column) -> list[Sequence[Box]]:
    """Return the runs of a column with an order of filling."""
    boxes: list[Box] = []
    after_middle = 0
    for category in ruleset.categories.values():
        boxes += ruleset.boxes_in(column, category)
        if category.id == column.middle:
            after_middle = len(boxes)
    if column.fill == "outwards":
        return [boxes[:after_middle][::-1], boxes[after_middle:]]
    if column.fill == "inwards":
        return [boxes, boxes[::-1]]
    return [boxes] if column.fill == "down" else [boxes[::-1]]


def _runs_in_section(ruleset: Ruleset, column: Column, section: Section) -> list[Sequence[Box]]:
    """Return the runs of a section in a column without an order of its own."""
    runs: list[Sequence[Box]] = []
    for category in section.categories:
        runs.append(ruleset.boxes_in(column, category))
    if section.fill == "any":
        return runs
    boxes = [box for run in runs for box in run]
    return [boxes if section.fill == "down" else boxes[::-1]]


def allowed_boxes(
    ruleset: Ruleset, roll: Roll, filled: Mapping[str, int], open_boxes: list[Box]
) -> list[Box]:
    """Return those open boxes that the joker rule allows.

    All of them for a roll that is no Yacht. Each column has its own rule, unless the rule looks at
    all columns together.
    """
    if not is_yacht(ruleset, roll, ruleset.joker.category):
        return open_boxes
    if ruleset.yachts_of_all_columns:
        is_late = has_joker(ruleset, roll, filled, ruleset.columns[0])
        return _preferred(ruleset, roll, is_late, open_boxes)
    allowed: list[Box] = []
    for column in ruleset.columns:
        boxes = [box for box in open_boxes if box.column == column]
        is_late = has_joker(ruleset, roll, filled, column)
        allowed += _preferred(ruleset, roll, is_late, boxes)
    return allowed


def _preferred(ruleset: Ruleset, roll: Roll, late: bool, open_boxes: list[Box]) -> list[Box]:
    """Return the open boxes of the first group of `preferences`, or all if no group has any."""
    for categories in preferences(ruleset, roll, late):
        preferred = [box for box in open_boxes if box.category.id in categories]
        if preferred:
            return preferred
    return open_boxes


@lru_cache(maxsize=1024)
def preferences(ruleset: Ruleset, roll: Roll, late: bool) -> tuple[frozenset[str], ...]:
    """Return groups of category ids.

    A Yacht must go into the first group with an open box, or anywhere without one. `late` means
    that the Yacht category is full.
    """
    joker = ruleset.joker
    groups: list[frozenset[str]] = []
    if joker.yacht_box_first:
        groups.append(frozenset({joker.category}))
    if late and joker.rule == "forced":
        hands = joker_categories(ruleset)
        numbers = {category.id for category in ruleset.categories.values() if category.number}
        groups.append(_own_numbers(ruleset, roll))
        if joker.zero == "last_resort":
            groups.append(hands)
        groups.append(hands | numbers)
    return tuple(groups)


def _own_numbers(ruleset: Ruleset, roll: Roll) -> frozenset[str]:
    """Return the ids of the categories that count the face that all dice of a roll show."""
    if not roll.alike:
        return frozenset()
    face = roll.dice[0]
    categories = ruleset.categories.values()
    return frozenset(category.id for category in categories if category.number == face)


@lru_cache(maxsize=1024)
def joker_boxes(ruleset: Ruleset, roll: Roll, column: Column) -> tuple[str, ...]:
    """Return the ids of the boxes that must be full before this Yacht is a joker in a column.

    They are in card order.
    """
    categories = {ruleset.joker.category}
    if ruleset.joker.number_box_full:
        categories |= _own_numbers(ruleset, roll)
    columns = ruleset.columns_with_yachts(column)
    ids: list[str] = []
    for box in ruleset.boxes.values():
        if box.category.id in categories and box.column in columns:
            ids.append(box.id)
    return tuple(ids)


def has_joker(ruleset: Ruleset, roll: Roll, filled: Mapping[str, int], column: Column) -> bool:
    """Check whether the roll is a joker in a column.

    It is a Yacht, and all `joker_boxes` are full (0 included).
    """
    joker = ruleset.joker
    return (
        joker.rule != "none"
        and is_yacht(ruleset, roll, joker.category)
        and all(box in filled for box in joker_boxes(ruleset, roll, column))
    )


@lru_cache(maxsize=64)
def joker_categories(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the categories where a joker counts as any pattern."""
    ids: set[str] = set()
    for section in ruleset.sections:
        if section.id in ruleset.joker.sections:
            ids.update(category.id for category in section.categories)
    return frozenset(ids)


def _possible_points(ruleset: Ruleset, box: Box, roll: Roll, context: Context) -> tuple[int, ...]:
    """Return the possible points of a roll in a box, ascending.

    Several if a joker may be declined.
    """
    if not counts_in(box.column, ruleset.dice, context):
        return (0,)
    category = box.category
    natural = category.score(roll, context.first_roll, context.number)
    values = {kept_in(ruleset, box, natural)}
    is_joker = has_joker(ruleset, roll, context.filled, box.column)
    if is_joker and category.id in joker_categories(ruleset):
        joker = {_as_joker(category, roll, context)}
        if ruleset.joker.any_dice:
            joker = set(points_of_rolls(category, ruleset.dice, context.first_roll, context.number))
        joker = {kept_in(ruleset, box, points) for points in joker}
        values = values | joker if ruleset.joker.may_decline else joker
    return tuple(
        sorted({_within_bounds_of(ruleset, box, value, context.filled) for value in values})
    )


def _as_joker(category: Category, roll: Roll, context: Context) -> int:
    """Return the points of a joker, which has every pattern but counts its own dice.

    A number box counts its own face only. A pattern that counts its dice counts as many as it
    consists of.
    """
    if category.number is not None:
        return category.score(roll, context.first_roll, context.number)
    size = len(category.pattern.example_dice(max(roll.dice)))
    matching = category.pattern.match(roll) or roll.dice[-size:]
    return category.points.of(roll, matching, context.first_roll, context.number)


def needs(ruleset: Ruleset) -> list[tuple[Box, tuple[Box, ...]]]:
    """Return the boxes that have a prerequisite, each with its prerequisites.

    One of these must hold points first.
    """
    pairs: list[tuple[Box, tuple[Box, ...]]] = []
    for box in ruleset.boxes.values():
        prerequisites = needed_boxes(ruleset, box)
        if prerequisites:
            pairs.append((box, prerequisites))
    return pairs


def needed_boxes(ruleset: Ruleset, box: Box) -> tuple[Box, ...]:
    """Return the boxes of which one must hold points before this one can.

    Empty without a prerequisite.
    """
    needs = box.category.needs
    return ruleset.boxes_in(box.column, ruleset.categories[needs]) if needs else ()


def _within_bounds_of(ruleset: Ruleset, box: Box, value: int, filled: Mapping[str, int]) -> int:
    """Return the value, or 0 if it breaks a constraint or its prerequisite is missing."""
    prerequisites = needed_boxes(ruleset, box)
    if prerequisites and not any(filled.get(other.id) for other in prerequisites):
        return 0
    for rule in ruleset.constraints:
        if rule.lower == box.category.id:
            higher = _scored_in(ruleset, box.column, rule.higher, filled)
            if higher and value >= min(higher):
                return 0
        elif rule.higher == box.category.id:
            lower = _scored_in(ruleset, box.column, rule.lower, filled)
            if lower and value <= max(lower):
                return 0
    return value


def _scored_in(
    ruleset: Ruleset, column: Column, category: str, filled: Mapping[str, int]
) -> list[int]:
    """Return the points of a category's boxes in a column, without open and struck boxes."""
    boxes = ruleset.boxes_in(column, ruleset.categories[category])
    return [points for box in boxes if (points := filled.get(box.id))]


def match_points(ruleset: Ruleset, cards: Sequence[Mapping[str, int]]) -> list[tuple[int, ...]]:
    """Return each player's match points: those of each column, then those for winning all columns.

    `cards` are the values of each player's boxes and totals. The player with the highest total in a
    column wins it. If several have the highest, or there is only one player, no player wins it.
    """
    sums = [sums_of_columns(ruleset, card) for card in cards]
    match_points_of_players: list[tuple[int, ...]] = []
    for player, own_sums in enumerate(sums):
        others = sums[:player] + sums[player + 1 :]
        points = []
        wins_all = True
        for place, column in enumerate(ruleset.columns):
            is_won = bool(others) and own_sums[place] > max(other[place] for other in others)
            points.append(column.worth if is_won else 0)
            if not is_won:
                wins_all = False
        match_points_of_players.append((*points, ruleset.winner.sweep if wins_all else 0))
    return match_points_of_players


def sums_of_columns(ruleset: Ruleset, card: Mapping[str, int]) -> list[int]:
    """Return the grand total of each column of a card."""
    parts = dict.fromkeys(ruleset.addends["total"])
    sums = []
    for column in ruleset.columns:
        prefix = ruleset.prefix(column)
        sums.append(sum(card[part] for part in parts if part.startswith(prefix)))
    return sums
