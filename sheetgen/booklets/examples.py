"""Example rolls of categories, of turns, of whole games and of Yachts.

Rolls of the source come first; the engine chooses the others. Each entry is legal by the engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.primitives import DieKind
from sheetgen.rules.history import Turn, possible_values, yacht_box_ids, yachts
from sheetgen.rules.patterns import AnyDice, Face, Groups, Roll, all_rolls, counted, ways
from sheetgen.rules.ruleset import Box, Category, ExampleTurn, Ruleset, Throw, boxes_of
from sheetgen.rules.scoring import (
    Context,
    counts_in,
    legal_entries,
    moment,
    needed_boxes,
    next_boxes,
    points_of_rolls,
    score,
    totals,
    when,
)

_FEW = 3
"""The number of equal dice that make an example of their number's box."""
_MOST_THROWS = 3
"""Maximum number of throws of an example turn."""
_TYPICAL = 2 / 3
"""Place of a roll between the least and the most points, as a share, that makes an example game
look typical."""
_STRIDE = 5
"""Number of open boxes from one entry to the next in a free column of several."""
_MOST_COMPARED = 2_500
"""Maximum number of different rolls of a game whose keeps are compared: eight dice take half a
second."""


class Scored(Struct, frozen=True):
    """A roll with what it is worth in a box."""

    roll: Roll
    category: Category
    points: int
    first: bool = False
    """Flag: the points are those of a first roll."""
    after: tuple[str, ...] = ()
    """The ids of the boxes that must be full before this roll may be written there."""

    @property
    def dice(self) -> tuple[tuple[int, DieKind], ...]:
        """The dice, solid where they count in the box."""
        if not self.points:
            return as_dice((), self.roll)
        whole = self.category.points.kind in ("all", "fixed_plus_dice")
        return as_dice(
            self.roll.dice if whole else self.category.pattern.match(self.roll) or self.roll.dice,
            self.roll,
        )


def as_dice(counted: tuple[int, ...], roll: Roll) -> tuple[tuple[int, DieKind], ...]:
    """Return the dice of a roll: those that count first and solid, the others open."""
    order = sorted(counted, key=lambda face: (-counted.count(face), face))
    rest = Counter(roll.dice) - Counter(counted)
    return (*((face, "solid") for face in order), *((face, "open") for face in rest.elements()))


def scored(
    ruleset: Ruleset, category: Category, roll: Roll, context: Context | None = None
) -> Scored:
    """Return the worth of a roll in a category, by the engine.

    Without a context, on the card of `needed_card`.
    """
    now = context or moment(ruleset, needed_card(ruleset, category))
    return Scored(roll, category, score(ruleset, category, roll, now))


def needed_card(ruleset: Ruleset, category: Category) -> dict[str, int]:
    """Return the emptiest card on which a category can score.

    One with points in the box that it needs, if any.
    """
    needed = needed_boxes(ruleset, ruleset.boxes_in(ruleset.columns[0], category)[0])[:1]
    return {box.id: max(possible_values(ruleset, box.id), key=abs) for box in needed}


def as_allowed(
    ruleset: Ruleset, category: Category, roll: Roll, filled: dict[str, int] | None = None
) -> Scored:
    """Return the worth of a roll in this box, on the emptiest card on which it is allowed.

    The rules for Yachts decide. `filled` is on that card in any case.
    """
    filled, box = filled or {}, boxes_of(category)[0].id
    for card in cards(ruleset, roll) if roll in yachts(ruleset) else ():
        now = moment(ruleset, filled | card)
        if box in legal_entries(ruleset, roll, now):
            return replace(scored(ruleset, category, roll, now), after=tuple(card))
    return scored(ruleset, category, roll, moment(ruleset, filled))


def sum_of(scored: Scored) -> str:
    """Return the sum in figures, such as ``3+3 = 6``; the points alone if nothing is added."""
    kind, values = scored.category.points.kind, scored.category.points.values
    addends = [counted((face,), values) for face, state in scored.dice if state == "solid"]
    if kind in ("fixed_plus_dice", "fixed_plus_matching"):
        addends.insert(0, scored.points - sum(addends))
    if kind == "fixed" or len(addends) < 2 or sum(addends) != scored.points:
        return str(scored.points)
    return f"{'+'.join(map(str, addends))} = {scored.points}".replace("+-", "−")


def examples_of(ruleset: Ruleset, category: Category) -> tuple[Scored, ...]:
    """Return the rolls of the source for a category, completed if they lack a kind.

    The kinds are a roll that scores, one with other points as a first roll, and a near miss. If the
    box needs another one, that one holds points.
    """
    filled = needed_card(ruleset, category)
    shown = [as_allowed(ruleset, category, roll, filled) for roll in category.examples]
    if not any(each.points for each in shown):
        shown = [
            *(as_allowed(ruleset, category, roll, filled) for roll in _hits(ruleset, category)[:1]),
            *shown,
        ]
    scoring = next((each.roll for each in shown if each.points), None)
    if scoring and category.points.first_roll is not None and ruleset.dice.rolls > 1:
        shown.append(
            replace(
                scored(ruleset, category, scoring, moment(ruleset, filled, first=True)), first=True
            )
        )
    if all(each.points for each in shown) and is_combination(category):
        shown += [
            as_allowed(ruleset, category, roll, filled)
            for roll in _misses(ruleset, category, shown)[:1]
        ]
    return tuple(shown)


def is_combination(category: Category) -> bool:
    """Check whether a category asks for a combination, not for one number or for any dice."""
    return not isinstance(category.pattern, Face | AnyDice)


def alike(ruleset: Ruleset) -> Roll:
    """Return all dice alike, of a high face that is not the highest."""
    sides = ruleset.dice.sides
    return Roll((max(1, sides - 1),) * ruleset.dice.count)


def yacht_category(ruleset: Ruleset) -> Category | None:
    """Return the category for Yachts, or else the one for all dice alike, if there is one."""
    alike = Groups((ruleset.dice.count,))
    boxes = yacht_box_ids(ruleset)
    if boxes:
        return ruleset.boxes[boxes[0]].category
    return next(
        (category for category in ruleset.categories.values() if category.pattern == alike), None
    )


def _rolls(ruleset: Ruleset) -> tuple[Roll, ...]:
    return all_rolls(ruleset.dice.count, ruleset.dice.sides)


def _worth(ruleset: Ruleset, category: Category) -> Iterator[tuple[Roll, int]]:
    """Yield every roll with its worth in the category by its own dice."""
    return zip(_rolls(ruleset), points_of_rolls(category, ruleset.dice), strict=True)


def _hits(ruleset: Ruleset, category: Category) -> list[Roll]:
    """Return rolls that score in the category, the best examples first.

    These are common, look like its picture, and score in few other categories. In a box that is
    taken away, low rolls come before common ones.
    """
    low = dict(_worth(ruleset, category)) if boxes_of(category)[0].id in ruleset.taken_away else {}
    rolls = [roll for roll, points in _worth(ruleset, category) if points]
    dice = category.pattern.picture(ruleset.dice.sides)[: ruleset.dice.count]
    core = Counter(
        dice[:1] * min(_FEW, ruleset.dice.count) if category.number and len(dice) == 1 else dice
    )
    best = [roll for roll in rolls if core <= Counter(roll.dice)] or rolls
    return sorted(
        best,
        key=lambda roll: (_elsewhere(ruleset, category, roll), low.get(roll, 0), -ways(roll), roll),
    )


def _elsewhere(ruleset: Ruleset, category: Category, roll: Roll) -> int:
    """Return the number of other combinations in which the roll scores.

    Numbers and boxes for any roll do not count.
    """
    return len(_combinations(ruleset)[roll] - {category.id})


@lru_cache(maxsize=8)
def _combinations(ruleset: Ruleset) -> dict[Roll, set[str]]:
    """Return the ids of the combinations in which each roll scores."""
    combinations: dict[Roll, set[str]] = {roll: set() for roll in _rolls(ruleset)}
    for category in filter(is_combination, ruleset.categories.values()):
        for roll in (roll for roll, points in _worth(ruleset, category) if points):
            combinations[roll].add(category.id)
    return combinations


def _misses(ruleset: Ruleset, category: Category, shown: Iterable[Scored]) -> list[Roll]:
    """Return rolls without points in the category, the nearest misses first.

    These differ by the fewest dice from a roll that is shown.
    """
    near = [Counter(each.roll.dice) for each in shown]

    def shared(roll: Roll) -> int:
        """Return the maximum number of dice that the roll has in common with one of the others."""
        return max(((Counter(roll.dice) & dice).total() for dice in near), default=0)

    rolls = [roll for roll, points in _worth(ruleset, category) if points == 0]
    return sorted(rolls, key=lambda roll: (shared(roll), ways(roll), roll), reverse=True)


class ExampleCard(Struct, frozen=True):
    """A finished card with the turns that led to it."""

    turns: tuple[Turn, ...]
    """In the order of play."""
    totals: dict[str, int]

    @property
    def further(self) -> Turn | None:
        """The turn of a further Yacht, which earned a bonus because the Yacht box was full."""
        return next((turn for turn in self.turns if turn.bonus), None)

    @property
    def by_box(self) -> dict[str, Turn]:
        """The turns by their boxes."""
        return {turn.box: turn for turn in self.turns}


def example_card(ruleset: Ruleset) -> ExampleCard:
    """Return a likely game, with middling rolls and a 0 in the hardest box.

    It has a further Yacht where the rules speak of one. The hardest box comes last where the order
    is free, so that its roll fits nowhere else. Columns are filled in turn.
    """
    filled: dict[str, int] = {}
    turns: list[Turn] = []
    # in the hardest box the fewest throws score, and it is not the one whose Yacht the example
    # shows
    shown = yacht_category(ruleset) if ruleset.extra_yachts else None
    combinations = [
        category
        for category in ruleset.categories.values()
        if category != shown and is_combination(category)
    ]
    throws = {
        c: sum(ways(roll) for roll, points in _worth(ruleset, c) if points) for c in combinations
    }
    hardest = (
        min(filter(throws.get, throws), key=throws.__getitem__, default=None)
        if len(ruleset.boxes) > 3
        else None
    )
    while len(filled) < len(ruleset.boxes):
        now = moment(ruleset, filled)
        turn = _yacht_turn(ruleset, now, turns) or _plain_turn(ruleset, now, hardest)
        turns.append(turn)
        filled[turn.box] = turn.points
    bonus = ruleset.extra_yachts
    further = sum(turn.bonus for turn in turns) // bonus.points if bonus else 0
    return ExampleCard(tuple(turns), totals(ruleset, filled, further))


def _yacht_turn(ruleset: Ruleset, now: Context, before: list[Turn]) -> Turn | None:
    """Return a turn with the first Yacht in its box, or the second as a joker with a bonus."""
    bonus = ruleset.extra_yachts
    if not bonus or any(turn.bonus for turn in before):
        return None
    choices = (
        Turn(box, roll, entry.points[-1], entry.bonus)
        for roll in sorted(yachts(ruleset), reverse=True)[1:]
        for box, entry in legal_entries(ruleset, roll, now).items()
        if entry.bonus or ruleset.boxes[box].category.id == bonus.category
    )
    return max(choices, key=lambda turn: turn.points, default=None)


def _plain_turn(ruleset: Ruleset, now: Context, hardest: Category | None) -> Turn:
    """Return a turn in the emptiest column, with the roll closest to the typical points of its box.

    The box is the next one in card order, the hardest one last; among several columns, a free one
    is filled unordered.
    """
    plain = [roll for roll in _rolls(ruleset) if roll not in yachts(ruleset)] or _rolls(ruleset)
    full = Counter(ruleset.boxes[box].column for box in now.filled)
    column = min((box.column for box in next_boxes(ruleset, now.filled)), key=full.__getitem__)
    now = moment(
        ruleset, now.filled, number=column.rolls or 0
    )  # of a roll that scores in this column
    legal = [ruleset.boxes[box] for box in legal_entries(ruleset, plain[0], now)]
    boxes = [box for box in legal if box.column == column]
    boxes = [box for box in boxes if box.category != hardest] or boxes
    where = boxes[_STRIDE * full[column] % len(boxes) if len(ruleset.columns) > 1 else 0]
    category, place = where.category, ruleset.columns.index(column)
    wanted = 0.0 if category == hardest and place % 4 == 0 else _wanted(ruleset, category, place)
    own = zip(
        _rolls(ruleset),
        points_of_rolls(category, ruleset.dice, now.first_roll, now.number),
        strict=True,
    )
    # but for jokers, rolls that earn the same by their own dice are worth the same
    kinds = {roll: roll if roll in yachts(ruleset) else points for roll, points in own}
    others = (roll for roll in _rolls(ruleset) if where.id in legal_entries(ruleset, roll, now))
    rolls = plain if any(kinds[roll] for roll in plain) else [*others]
    worth = {
        kind: score(ruleset, category, roll, now)
        for kind, roll in {kinds[roll]: roll for roll in rolls}.items()
    }
    nearest = min(abs(points - wanted) for points in worth.values())
    near = [roll for roll in rolls if abs(worth[kinds[roll]] - wanted) == nearest]
    roll = min(near, key=lambda roll: (_elsewhere(ruleset, category, roll), -ways(roll)))
    entry = legal_entries(ruleset, roll, now)[where.id]
    return Turn(where.id, roll, entry.points[-1], entry.bonus)


def _wanted(ruleset: Ruleset, category: Category, column: int) -> float:
    """Return the points of a middling roll, which differ between columns.

    They are three of a number, four of the highest number, two thirds of the way up to the maximum
    sum, or the fixed points. A box that only costs points costs two thirds of the most.
    """
    points = points_of_rolls(category, ruleset.dice)
    if max(points) <= 0:
        return _TYPICAL * min(points)
    if category.number:
        other = (category.number * (1 + column % 2) + column) % 3 - 1
        more = other if column else category.number == ruleset.dice.sides
        return category.number * (_FEW + more)
    least = min((value for value in points if value > 0), default=0)
    low = boxes_of(category)[0].id in ruleset.taken_away
    part = (1 - _TYPICAL if low else _TYPICAL) + 0.08 * (column % 4)
    return least + part * (max(points) - least) if category.points.kind != "fixed" else max(points)


def the_yacht(ruleset: Ruleset) -> Roll:
    """Return the Yacht of the example cards."""
    return alike(ruleset) if alike(ruleset) in yachts(ruleset) else max(yachts(ruleset))


def cards(ruleset: Ruleset, roll: Roll | None = None) -> list[dict[str, int]]:
    """Return cards at the stages of a game, for this roll or the Yacht of the examples.

    The first card is empty. On the next ones one more Yacht box is filled each time, then all of
    them are struck, then the box of the roll's number is full too.
    """
    boxes = yacht_box_ids(ruleset)
    if not boxes:
        return []
    roll = roll or the_yacht(ruleset)
    worth = scored(ruleset, ruleset.boxes[boxes[0]].category, roll).points
    numbers = (
        category for category in ruleset.categories.values() if category.number == roll.dice[0]
    )
    own = {}
    for box in (box for category in numbers for box in boxes_of(category)):
        values = possible_values(ruleset, box.id)
        usual = _FEW * roll.dice[0]
        own[box.id] = usual if usual in values else values[len(values) // 2]
    full = [dict.fromkeys(boxes[:count], worth) for count in range(1, len(boxes) + 1)]
    stages = [{}, *full, dict.fromkeys(boxes, 0), *([full[-1] | own] if own else [])]
    return [card for card in stages if len(card) < len(ruleset.boxes)]


# the engine's turn


class Outlook:
    """Expected points of the dice that a player keeps, in the best of some boxes of a card.

    A column with a factor counts that often. Jokers do not occur: no example begins with one.
    """

    def __init__(self, ruleset: Ruleset, boxes: Iterable[Box]) -> None:
        self.dice, self.boxes = ruleset.dice, [*boxes]
        self._points: dict[int, dict[Roll, int]] = {}
        self.of_keep, self.of_roll = cache(self._of_keep), cache(self._of_roll)

    def points(self, roll: Roll, number: int) -> int:
        """Return the most that a throw with this number, counted from 1, is worth at once."""
        if number not in self._points:
            now = when(self.dice, number=number)
            worth = [
                [
                    points * box.column.factor
                    for points in points_of_rolls(box.category, self.dice, *now)
                ]
                for box in self.boxes
                if counts_in(box.column, self.dice, Context({}, *now))
            ]
            rolls = all_rolls(self.dice.count, self.dice.sides)
            most = map(max, zip(*worth or [[0] * len(rolls)], strict=True))
            self._points[number] = dict(zip(rolls, most, strict=True))
        return self._points[number][roll]

    def keep(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the dice to keep after a throw with this number.

        All of them if it is best to stop.
        """
        if number >= self.dice.rolls:
            return roll.dice
        kept = max(_parts(roll.dice), key=lambda kept: (self.of_keep(kept, number), len(kept)))
        return kept if self.of_keep(kept, number) > self.points(roll, number) else roll.dice

    def _of_roll(self, dice: tuple[int, ...], number: int) -> float:
        now = self.points(Roll(dice), number)
        return max(
            [now, *(self.of_keep(kept, number) for kept in _parts(dice))]
            if number < self.dice.rolls
            else [now]
        )

    def _of_keep(self, kept: tuple[int, ...], number: int) -> float:
        """Return the expected points of a keep after a throw with this number.

        The mean over one more die.
        """
        if len(kept) == self.dice.count:
            return self.of_roll(kept, number + 1)
        more = (tuple(sorted((*kept, face))) for face in range(1, self.dice.sides + 1))
        return sum(self.of_keep(each, number) for each in more) / self.dice.sides


def _parts(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of dice to keep, none to all but one of them."""
    for size in range(len(dice)):
        yield from dict.fromkeys(combinations(dice, size))


def open_boxes(ruleset: Ruleset, filled: Mapping[str, int]) -> list[Box]:
    """Return the boxes in which a turn may end if no box is announced.

    Boxes that lack a prerequisite are left out.
    """
    unannounced = [box for box in next_boxes(ruleset, filled) if box.column.announced is None]
    ready = [
        box
        for box in unannounced
        if all(filled.get(need.id) for need in needed_boxes(ruleset, box))
    ]
    return ready or unannounced or [*next_boxes(ruleset, filled)]


def _called(ruleset: Ruleset, filled: Mapping[str, int], roll: Roll) -> Box | None:
    """Return the box to announce after this first roll.

    The one that promises most, a combination if possible.
    """
    boxes = [box for box in next_boxes(ruleset, filled) if box.column.announced]

    def promise(box: Box) -> tuple[bool, bool, float]:
        outlook, is_low = (
            Outlook(ruleset, [box]),
            boxes_of(box.category)[0].id in ruleset.taken_away,
        )
        return not is_low, is_combination(box.category), outlook.of_keep(outlook.keep(roll, 1), 1)

    return max(boxes, key=promise, default=None)


def played_turn(ruleset: Ruleset, filled: Mapping[str, int] | None = None) -> ExampleTurn:
    """Return a lucky turn on this card, by default an empty one.

    The player keeps the dice that promise most. The turn ends in the box in which its last roll is
    worth most, or in the one that is announced after the first roll. With too many dice to compare
    all keeps, it has one throw. If it ends before the last roll, it is best to stop there.
    """
    filled, rolls = filled or {}, _rolls(ruleset)
    boxes = open_boxes(ruleset, filled)
    boxes = [box for box in boxes if is_combination(box.category)] or boxes
    outlook, free = Outlook(ruleset, boxes), {box.id for box in boxes}
    most = min(_MOST_THROWS, ruleset.dice.rolls if len(rolls) <= _MOST_COMPARED else 1)

    def entry(roll: Roll, number: int) -> tuple[str, int]:
        """Return the box in which a throw is worth most, and its points.

        No box if it is in none of them.
        """
        entries = legal_entries(ruleset, roll, moment(ruleset, filled, number=number))
        worth = {
            box: legal.points[-1]
            for box, legal in entries.items()
            if box in free or (number == len(throws) > 0)
        }
        best = max(
            worth,
            key=lambda box: (box in free, worth[box] * ruleset.boxes[box].column.factor),
            default="",
        )
        return best, worth.get(best, 0)

    throws: list[tuple[Roll, tuple[int, ...]]] = []
    kept: tuple[int, ...] = ()
    for number in range(1, most + 1):
        last = number == most
        wanted = ruleset.dice.count - (most - number)
        fits = [roll for roll in rolls if not Counter(kept) - Counter(roll.dice)]
        fits = [
            roll for roll in fits if last or not roll.alike
        ] or fits  # no dice alike are thrown again
        ranked = {
            roll: (keep != roll.dice, -outlook.points(roll, number), -ways(roll))
            if last
            else (False, abs(len(keep) - wanted), not set(kept) <= set(keep))
            for roll in fits
            if (keep := outlook.keep(roll, number)) or last
        } or dict.fromkeys(fits, (False, 0, 0))
        best = [roll for roll, rank in ranked.items() if rank == min(ranked.values())]
        roll = best[len(best) // 2]
        if number == 1 < most and (called := _called(ruleset, filled, roll)):
            outlook, free = Outlook(ruleset, [called]), {called.id}
        kept = outlook.keep(roll, number)
        throws.append((roll, kept))
        if kept == roll.dice:
            break
    box, _ = entry(throws[-1][0], len(throws))
    before = []
    for number, (roll, keep) in enumerate(throws[:-1], 1):
        could, points = entry(roll, number)
        before.append(Throw(roll, keep, could if points > 0 else "", box))
    return ExampleTurn((*before, Throw(*throws[-1])), box, filled=filled)
