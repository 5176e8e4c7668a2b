"""Example rolls of categories, of turns, of whole games and of Yachts.

Rolls of the source come first; the engine chooses the others. Each entry is legal by the engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.i18n.wording import signed
from sheetgen.layout.primitives import DieKind
from sheetgen.rules.history import Turn, possible_values, yacht_box_ids, yachts
from sheetgen.rules.patterns import AnyDice, Face, Groups, Roll, all_rolls, counted, ways
from sheetgen.rules.ruleset import Box, Category, ExampleTurn, Ruleset, Throw, boxes_of
from sheetgen.rules.scoring import (
    Context,
    LegalEntry,
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
_SHARE_BY_COLUMN = 0.08
"""Growth of that share from one column to the next, so that columns look different."""
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
    after: tuple[str, ...] = ()
    """The ids of the boxes that must be full before this roll may be written there."""

    @property
    def dice(self) -> tuple[tuple[int, DieKind], ...]:
        """The dice, solid where they count in the box."""
        if not self.points:
            return as_dice((), self.roll)
        chosen = self.category.chosen(self.roll)
        if self.category.points.kind in ("all", "fixed_plus_dice"):
            return as_dice(chosen.dice, self.roll)
        return as_dice(self.category.pattern.match(chosen) or chosen.dice, self.roll)


def as_dice(counted: tuple[int, ...], roll: Roll) -> tuple[tuple[int, DieKind], ...]:
    """Return the dice of a roll: those that count first and solid, the others open."""
    dice: list[tuple[int, DieKind]] = []
    for face in sorted(counted, key=lambda face: (-counted.count(face), face)):
        dice.append((face, "solid"))
    others = Counter(roll.dice) - Counter(counted)
    for face in others.elements():
        dice.append((face, "open"))
    return tuple(dice)


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

    One with points in the box that it needs, if any, and in the box that this one needs.
    """
    card: dict[str, int] = {}
    needed = needed_boxes(ruleset, ruleset.boxes_in(ruleset.columns[0], category)[0])
    while needed:
        box = needed[0]
        card[box.id] = max(possible_values(ruleset, box.id), key=abs)
        needed = needed_boxes(ruleset, box)
    return card


def as_allowed(
    ruleset: Ruleset, category: Category, roll: Roll, filled: dict[str, int] | None = None
) -> Scored:
    """Return the worth of a roll in this box, on the emptiest card on which it is allowed.

    The rules for Yachts decide. `filled` is on that card in any case.
    """
    filled, box = filled or {}, boxes_of(category)[0].id
    if roll in yachts(ruleset):
        for card in cards(ruleset, roll):
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
        return signed(scored.points)
    return signed(f"{'+'.join(map(str, addends))} = {scored.points}".replace("+-", "-"))


def examples_of(ruleset: Ruleset, category: Category) -> tuple[Scored, ...]:
    """Return the rolls of the source for a category, completed if they lack a kind.

    The kinds are a roll that scores, and a near miss. If the box needs another one, that one holds
    points.
    """
    filled = needed_card(ruleset, category)
    examples = [as_allowed(ruleset, category, roll, filled) for roll in category.examples]
    if not any(example.points for example in examples):
        for roll in _hits(ruleset, category)[:1]:
            examples.insert(0, as_allowed(ruleset, category, roll, filled))
    if is_combination(category) and all(example.points for example in examples):
        for roll in _misses(ruleset, category, examples)[:1]:
            examples.append(as_allowed(ruleset, category, roll, filled))
    return tuple(examples)


def is_combination(category: Category) -> bool:
    """Check whether a category asks for a combination, not for one number or for any dice."""
    return not isinstance(category.pattern, Face | AnyDice)


def alike(ruleset: Ruleset) -> Roll:
    """Return all dice alike, of a high face that is not the highest."""
    sides = ruleset.dice.sides
    return Roll((max(1, sides - 1),) * ruleset.dice.count)


def yacht_category(ruleset: Ruleset) -> Category | None:
    """Return the category for Yachts, or else the one for all dice alike, if there is one."""
    boxes = yacht_box_ids(ruleset)
    if boxes:
        return ruleset.boxes[boxes[0]].category
    all_alike = Groups((ruleset.dice.counted.count,))
    for category in ruleset.categories.values():
        if category.pattern == all_alike:
            return category
    return None


def _rolls(ruleset: Ruleset) -> tuple[Roll, ...]:
    return all_rolls(ruleset.dice.count, ruleset.dice.sides)


def _worth(ruleset: Ruleset, category: Category) -> Iterator[tuple[Roll, int]]:
    """Yield every roll with its points in the category by its own dice."""
    return zip(_rolls(ruleset), points_of_rolls(category, ruleset.dice), strict=True)


def _hits(ruleset: Ruleset, category: Category) -> list[Roll]:
    """Return rolls that score in the category, the best examples first.

    These are common, look like its picture, and score in few other categories. In a box that is
    taken away, low rolls come before common ones.
    """
    points_by_roll = dict(_worth(ruleset, category))
    is_taken_away = boxes_of(category)[0].id in ruleset.taken_away
    rolls = [roll for roll, points in points_by_roll.items() if points]
    dice = category.pattern.example_dice(ruleset.dice.sides)[: ruleset.dice.counted.count]
    if category.number and len(dice) == 1:
        dice *= min(_FEW, ruleset.dice.counted.count)
    pictured = Counter(dice)
    like_picture = [roll for roll in rolls if pictured <= Counter(roll.dice)]

    def quality(roll: Roll) -> tuple[int, int, int, Roll]:
        """Return the qualities of an example, the most important one first; less is better."""
        cost = points_by_roll[roll] if is_taken_away else 0
        return _elsewhere(ruleset, category, roll), cost, -ways(roll), roll

    return sorted(like_picture or rolls, key=quality)


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
        for roll, points in _worth(ruleset, category):
            if points:
                combinations[roll].add(category.id)
    return combinations


def _misses(ruleset: Ruleset, category: Category, shown: Iterable[Scored]) -> list[Roll]:
    """Return rolls without points in the category, the nearest misses first.

    These differ by the fewest dice from a roll that is shown.
    """
    shown_dice = [Counter(example.roll.dice) for example in shown]

    def nearness(roll: Roll) -> tuple[int, int, Roll]:
        """Return the maximum number of dice in common with a shown roll, then how common it is."""
        shared = max(((Counter(roll.dice) & dice).total() for dice in shown_dice), default=0)
        return shared, ways(roll), roll

    rolls = [roll for roll, points in _worth(ruleset, category) if points == 0]
    return sorted(rolls, key=nearness, reverse=True)


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
    hardest = _hardest(ruleset)
    filled: dict[str, int] = {}
    turns: list[Turn] = []
    while len(filled) < len(ruleset.boxes):
        now = moment(ruleset, filled)
        turn = _yacht_turn(ruleset, now, turns) or _plain_turn(ruleset, now, hardest)
        turns.append(turn)
        filled[turn.box] = turn.points
    bonus = ruleset.extra_yachts
    further = sum(turn.bonus for turn in turns) // bonus.points if bonus else 0
    return ExampleCard(tuple(turns), totals(ruleset, filled, further))


def _hardest(ruleset: Ruleset) -> Category | None:
    """Return the combination in which the fewest throws score.

    It is not the one whose Yacht the example shows, nor one that another box needs. None if the
    game has three boxes or fewer.
    """
    if len(ruleset.boxes) <= 3:
        return None
    shown = yacht_category(ruleset) if ruleset.extra_yachts else None
    needed = {category.needs for category in ruleset.categories.values()}
    throws: dict[Category, int] = {}
    for category in filter(is_combination, ruleset.categories.values()):
        count = sum(ways(roll) for roll, points in _worth(ruleset, category) if points)
        if count and category != shown and category.id not in needed:
            throws[category] = count
    return min(throws, key=throws.__getitem__, default=None)


def _yacht_turn(ruleset: Ruleset, now: Context, before: list[Turn]) -> Turn | None:
    """Return a turn with the first Yacht in its box, or the second as a joker with a bonus."""
    bonus = ruleset.extra_yachts
    if not bonus or any(turn.bonus for turn in before):
        return None
    turns = []
    for roll in sorted(yachts(ruleset), reverse=True)[1:]:
        for box, entry in legal_entries(ruleset, roll, now).items():
            if entry.bonus or ruleset.boxes[box].category.id == bonus.category:
                turns.append(Turn(box, roll, entry.points[-1], entry.bonus))
    return max(turns, key=lambda turn: (turn.bonus, turn.points), default=None)


def _plain_turn(ruleset: Ruleset, now: Context, hardest: Category | None) -> Turn:
    """Return a turn in the emptiest column, with the roll closest to the typical points of its box.

    The box is the next one in card order, the hardest one last; among several columns, a free one
    is filled unordered.
    """
    plain_rolls = [roll for roll in _rolls(ruleset) if roll not in yachts(ruleset)]
    plain_rolls = plain_rolls or [*_rolls(ruleset)]
    full = Counter(ruleset.boxes[box].column for box in now.filled)
    column = min((box.column for box in next_boxes(ruleset, now.filled)), key=full.__getitem__)
    # the number is that of a roll that scores in this column
    now = moment(ruleset, now.filled, number=column.rolls or 0)
    legal = [ruleset.boxes[box] for box in legal_entries(ruleset, plain_rolls[0], now)]
    boxes = [box for box in legal if box.column == column]
    boxes = [box for box in boxes if _is_ready(ruleset, box, now.filled)] or boxes
    boxes = [box for box in boxes if box.category != hardest] or boxes
    box = boxes[0]
    if len(ruleset.columns) > 1:
        box = boxes[_STRIDE * full[column] % len(boxes)]
    category, place = box.category, ruleset.columns.index(column)
    typical = _typical_points(ruleset, category, place)
    if category == hardest and place % 4 == 0:
        typical = 0.0
    roll = _nearest_roll(ruleset, box, now, plain_rolls, typical)
    entry = legal_entries(ruleset, roll, now)[box.id]
    return Turn(box.id, roll, entry.points[-1], entry.bonus)


def _nearest_roll(
    ruleset: Ruleset, box: Box, now: Context, plain_rolls: Sequence[Roll], points: float
) -> Roll:
    """Return the roll whose worth in this box is nearest to these points.

    Of several, one that scores in the fewest other boxes and is common. It is a Yacht only if
    no other roll scores.
    """
    category = box.category
    own_points = points_of_rolls(category, ruleset.dice, now.first_roll, now.number)
    # but for jokers, rolls that earn the same by their own dice are worth the same
    kinds: dict[Roll, Roll | int] = {}
    for roll, own in zip(_rolls(ruleset), own_points, strict=True):
        kinds[roll] = roll if roll in yachts(ruleset) else own
    rolls = plain_rolls
    if not any(kinds[roll] for roll in plain_rolls):
        rolls = [roll for roll in _rolls(ruleset) if box.id in legal_entries(ruleset, roll, now)]
    one_of_each_kind = {kinds[roll]: roll for roll in rolls}
    distances = {
        kind: abs(score(ruleset, category, roll, now) - points)
        for kind, roll in one_of_each_kind.items()
    }
    least = min(distances.values())
    nearest = [roll for roll in rolls if distances[kinds[roll]] == least]
    return min(nearest, key=lambda roll: (_elsewhere(ruleset, category, roll), -ways(roll)))


def _typical_points(ruleset: Ruleset, category: Category, column: int) -> float:
    """Return the points of a middling roll, which differ between columns.

    They are three of a number, four of the highest number, two thirds of the way up to the maximum
    sum, or the fixed points. A box that only costs points costs two thirds of the most.
    """
    points = points_of_rolls(category, ruleset.dice)
    most = max(points)
    if most <= 0:
        return _TYPICAL * min(points)
    if category.number:
        more = int(category.number == ruleset.dice.sides)
        if column:  # two, three or four dice, by turns
            more = (category.number * (1 + column % 2) + column) % 3 - 1
        return category.number * (_FEW + more)
    if category.points.kind == "fixed":
        return most
    least = min((value for value in points if value > 0), default=0)
    is_low = boxes_of(category)[0].id in ruleset.taken_away
    share = (1 - _TYPICAL if is_low else _TYPICAL) + _SHARE_BY_COLUMN * (column % 4)
    return least + share * (most - least)


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
    stages = [dict.fromkeys(boxes[:count], worth) for count in range(len(boxes) + 1)]
    all_full = stages[-1]
    stages.append(dict.fromkeys(boxes, 0))
    number_boxes = _full_number_boxes(ruleset, roll.dice[0])
    if number_boxes:
        stages.append(all_full | number_boxes)
    return [card for card in stages if len(card) < len(ruleset.boxes)]


def _full_number_boxes(ruleset: Ruleset, number: int) -> dict[str, int]:
    """Return the boxes of a number with usual points: those of three dice, or middling ones."""
    points = {}
    for category in ruleset.categories.values():
        if category.number != number:
            continue
        for box in boxes_of(category):
            values = possible_values(ruleset, box.id)
            usual = _FEW * number
            points[box.id] = usual if usual in values else values[len(values) // 2]
    return points


# the engine's turn


class Outlook:
    """Expected points of the dice that a player keeps, in the best of some boxes of a card.

    A column with a factor counts that often, and a box that is taken away is worth most when it
    holds least. Jokers do not occur: no example begins with one.
    """

    def __init__(self, ruleset: Ruleset, boxes: Iterable[Box]) -> None:
        self.dice, self.boxes = ruleset.dice, [*boxes]
        self._taken_away = ruleset.taken_away
        self._points: dict[int, dict[Roll, int]] = {}
        self.of_keep, self.of_roll = cache(self._of_keep), cache(self._of_roll)

    def weight(self, box: Box) -> int:
        """Return how often the points of a box count for the player, below 0 if against them."""
        is_taken_away = boxes_of(box.category)[0].id in self._taken_away
        return -box.column.factor if is_taken_away else box.column.factor

    def points_at_once(self, roll: Roll, number: int) -> int:
        """Return the most that a throw with this number, counted from 1, is worth at once."""
        if number not in self._points:
            self._points[number] = self._points_of_throw(number)
        return self._points[number][roll]

    def _points_of_throw(self, number: int) -> dict[Roll, int]:
        """Return the most that each roll is worth at once in a throw with this number."""
        rolls = all_rolls(self.dice.count, self.dice.sides)
        most = [0] * len(rolls)
        now = when(self.dice, number=number)
        open_boxes = [
            box for box in self.boxes if counts_in(box.column, self.dice, Context({}, *now))
        ]
        for place, box in enumerate(open_boxes):
            worth = [
                points * self.weight(box)
                for points in points_of_rolls(box.category, self.dice, *now)
            ]
            # points can be negative: only without boxes a roll is worth 0
            most = [*map(max, most, worth)] if place else worth
        return dict(zip(rolls, most, strict=True))

    def keep(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the dice to keep after a throw with this number.

        All of them if it is best to stop.
        """
        if number >= self.dice.rolls:
            return roll.dice
        kept = max(_keeps_of(roll.dice), key=lambda kept: (self.of_keep(kept, number), len(kept)))
        if self.of_keep(kept, number) > self.points_at_once(roll, number):
            return kept
        return roll.dice

    def _of_roll(self, dice: tuple[int, ...], number: int) -> float:
        """Return the expected points of a throw with this number: it stays, or dice are kept."""
        at_once = self.points_at_once(Roll(dice), number)
        if number >= self.dice.rolls:
            return at_once
        return max(at_once, *(self.of_keep(kept, number) for kept in _keeps_of(dice)))

    def _of_keep(self, kept: tuple[int, ...], number: int) -> float:
        """Return the expected points of a keep after a throw with this number.

        The mean over one more die.
        """
        if len(kept) == self.dice.count:
            return self.of_roll(kept, number + 1)
        expected = 0.0
        for face in range(1, self.dice.sides + 1):
            expected += self.of_keep(tuple(sorted((*kept, face))), number)
        return expected / self.dice.sides


def _keeps_of(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of dice to keep, none to all but one of them."""
    for size in range(len(dice)):
        yield from dict.fromkeys(combinations(dice, size))


def open_boxes(ruleset: Ruleset, filled: Mapping[str, int]) -> list[Box]:
    """Return the boxes in which a turn may end if no box is announced.

    Boxes that lack a prerequisite are left out.
    """
    unannounced = [box for box in next_boxes(ruleset, filled) if box.column.announced is None]
    ready = [box for box in unannounced if _is_ready(ruleset, box, filled)]
    return ready or unannounced or [*next_boxes(ruleset, filled)]


def _is_ready(ruleset: Ruleset, box: Box, filled: Mapping[str, int]) -> bool:
    """Check whether a box has no prerequisite, or one of its prerequisites holds points."""
    needed = needed_boxes(ruleset, box)
    return not needed or any(filled.get(other.id) for other in needed)


def _called(ruleset: Ruleset, filled: Mapping[str, int], roll: Roll) -> Box | None:
    """Return the box to announce after this first roll.

    The one that promises most, a combination if possible.
    """
    boxes = []
    for box in next_boxes(ruleset, filled):
        if box.column.announced and _is_ready(ruleset, box, filled):
            boxes.append(box)

    def promise(box: Box) -> tuple[bool, bool, float]:
        """Return the qualities of a box, the most important one first."""
        is_low = boxes_of(box.category)[0].id in ruleset.taken_away
        outlook = Outlook(ruleset, [box])
        expected = outlook.of_keep(outlook.keep(roll, 1), 1)
        return not is_low, is_combination(box.category), expected

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
    outlook = Outlook(ruleset, boxes)
    last = min(_MOST_THROWS, ruleset.dice.rolls if len(rolls) <= _MOST_COMPARED else 1)

    throws: list[tuple[Roll, tuple[int, ...]]] = []
    kept: tuple[int, ...] = ()
    for number in range(1, last + 1):
        roll = _lucky_roll(ruleset, outlook, kept, number, last)
        if number == 1 < last:
            called = _called(ruleset, filled, roll)
            if called:
                outlook = Outlook(ruleset, [called])
        kept = outlook.keep(roll, number)
        throws.append((roll, kept))
        if kept == roll.dice:
            break

    entries = [
        legal_entries(ruleset, roll, moment(ruleset, filled, number=number))
        for number, (roll, _) in enumerate(throws, 1)
    ]
    box, _ = _best_entry(ruleset, outlook, entries[-1], is_last=True)
    turn = []
    for (roll, keep), entries_then in zip(throws[:-1], entries, strict=False):
        could, points = _best_entry(ruleset, outlook, entries_then)
        turn.append(Throw(roll, keep, could if points > 0 else "", box))
    return ExampleTurn((*turn, Throw(*throws[-1])), box, filled=filled)


def _lucky_roll(
    ruleset: Ruleset, outlook: Outlook, kept: tuple[int, ...], number: int, last: int
) -> Roll:
    """Return a roll with these dice for the throw with this number, of which `last` is the last.

    After the last throw the player stops, for many points. After others one die more is kept each
    time, with those of before. Of equally good rolls it is the middle one.
    """
    usual_count = ruleset.dice.count - (last - number)
    rolls = [roll for roll in _rolls(ruleset) if not Counter(kept) - Counter(roll.dice)]
    if number < last:  # no dice alike are thrown again
        rolls = [roll for roll in rolls if not roll.alike] or rolls

    ranks: dict[Roll, tuple[float, ...]] = {}
    for roll in rolls:
        keep = outlook.keep(roll, number)
        if number == last:
            points = outlook.points_at_once(roll, number)
            ranks[roll] = keep != roll.dice, -points, -ways(roll)
        elif keep:
            ranks[roll] = False, abs(len(keep) - usual_count), not set(kept) <= set(keep)
    if not ranks:
        return rolls[len(rolls) // 2]
    best_rank = min(ranks.values())
    best = [roll for roll, rank in ranks.items() if rank == best_rank]
    return best[len(best) // 2]


def _best_entry(
    ruleset: Ruleset,
    outlook: Outlook,
    entries: Mapping[str, LegalEntry],
    *,
    is_last: bool = False,
) -> tuple[str, int]:
    """Return the box in which a throw with these entries is worth most, and its points.

    The last throw may go to boxes that the outlook leaves out, if it fits none of its own. No box
    if it fits none.
    """
    own_boxes = {box.id for box in outlook.boxes}
    points = {
        box: entry.points[-1] for box, entry in entries.items() if is_last or box in own_boxes
    }
    best = max(
        points,
        key=lambda box: (box in own_boxes, points[box] * outlook.weight(ruleset.boxes[box])),
        default="",
    )
    return best, points.get(best, 0)
