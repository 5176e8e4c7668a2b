"""Whether a finished card can have come about, and how: a search for an order of play with its rolls.

Only Yachts, bounds and orders depend on the moment of an entry. So boxes to which none of these matters come first,
and the search runs over the others alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sheetgen.rules.derive import possible_values, yacht_box_ids, yacht_outcomes, yachts
from sheetgen.rules.dice import Roll, all_rolls
from sheetgen.rules.ruleset import Box, Ruleset, boxes_of
from sheetgen.rules.scoring import Context, allowed_boxes, entry, legal_boxes, next_boxes

MOST_STEPS = 20_000
"""A search that has found nothing after so many steps calls a card possible: nobody is accused without proof."""

Pair = tuple[str, int]
"""A box and the points in it."""


@dataclass(frozen=True)
class Turn:
    """One turn of a game: what was rolled, where it went, what was written, and the Yacht bonus it earned."""

    box: str
    roll: Roll
    points: int
    bonus: int
    first_roll: bool = False
    """Whether the roll has to be the first of the turn."""


class TooLongError(Exception):
    """The search for an order of play was given up, with no answer."""


def order_of_play(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int) -> tuple[Turn, ...] | None:
    """One order of play that ends with this finished card and so many further Yachts; None if there is none.

    Raises TooLongError where neither could be found in MOST_STEPS steps, which no known game takes.
    """
    found = _found(ruleset, boxes, extra_yachts)
    if found is None:
        return None
    settled = (pair for pair in boxes.items() if _settled(ruleset, *pair))
    first = (_plain_turn(ruleset, ruleset.boxes[box], points, {}) for box, points in settled)
    return tuple(turn for turn in (*first, *found) if turn)


def is_possible(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int) -> bool:
    """Whether this finished card can have come about with so many further Yachts; yes if that is beyond proof."""
    if extra_yachts == 0 and all(is_plain(ruleset, *pair) for pair in boxes.items()):
        return True
    try:
        return _found(ruleset, boxes, extra_yachts) is not None
    except TooLongError:
        return True


def _found(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int) -> tuple[Turn, ...] | None:
    """The turns of the boxes that have to be searched for; None if there are none that lead to this card."""
    if not _values_are_possible(ruleset, boxes):
        return None
    pairs = frozenset(pair for pair in boxes.items() if not _settled(ruleset, *pair))
    return _search(ruleset, pairs, extra_yachts)


def possible_extra_yachts(ruleset: Ruleset, boxes: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers of further Yachts with which this finished card can have come about; none if it cannot at all."""
    least, most = extra_yacht_bounds(ruleset, boxes)
    return tuple(count for count in range(least, most + 1) if is_possible(ruleset, boxes, count))


def extra_yacht_bounds(ruleset: Ruleset, boxes: Mapping[str, int]) -> tuple[int, int]:
    """How many further Yachts a card has at least and at most; a box that is not on it may hold anything."""
    yacht = _yacht_points(ruleset, boxes)
    known = [_ways(ruleset, box, points, yacht, False) for box, points in boxes.items()]
    unknown = [_any_way(ruleset, box, yacht) for box in ruleset.boxes if box not in boxes]
    return sum(not plain for plain, _ in known), sum(bonus for _, bonus in known) + sum(unknown)


def needs_yacht(ruleset: Ruleset, box: str, points: int) -> bool:
    """Whether only a Yacht can have given these points here."""
    return points not in _examples(ruleset, ruleset.boxes[box].category.id)


@lru_cache(maxsize=1 << 14)
def is_plain(ruleset: Ruleset, box: str, points: int) -> bool:
    """Whether a card can hold these points whatever else it holds, as long as nothing asks for a further Yacht.

    The Yacht box comes first then, and all others after it without a Yacht.
    """
    if is_ordered(ruleset) or points not in possible_values(ruleset, box):
        return False
    return box in yacht_box_ids(ruleset) or not needs_yacht(ruleset, box, points)


def is_ordered(ruleset: Ruleset) -> bool:
    """Whether the order of the boxes matters for other reasons than whether the one Yacht box is full."""
    several = len(yacht_box_ids(ruleset)) > 1
    return several or bool(ruleset.constraints) or any(section.fill != "any" for section in ruleset.sections)


def _values_are_possible(ruleset: Ruleset, boxes: Mapping[str, int]) -> bool:
    bound = ((boxes[low.id], boxes[high.id]) for low, high in _bound_boxes(ruleset))
    return all(points in possible_values(ruleset, box) for box, points in boxes.items()) and all(
        low < high or 0 in (low, high) for low, high in bound
    )


def _bound_boxes(ruleset: Ruleset) -> Iterator[tuple[Box, Box]]:
    for rule in ruleset.constraints:
        for low in boxes_of(ruleset.categories[rule.lower]):
            for high in boxes_of(ruleset.categories[rule.higher]):
                yield low, high


@lru_cache(maxsize=1 << 14)
def _search(ruleset: Ruleset, pairs: frozenset[Pair], extra_yachts: int) -> tuple[Turn, ...] | None:
    return _Search(ruleset, dict(sorted(pairs))).find(frozenset(), extra_yachts)


class _Search:
    """Looks for turns that fill `wanted`, all other boxes being filled already."""

    def __init__(self, ruleset: Ruleset, wanted: dict[str, int]) -> None:
        self.ruleset = ruleset
        self.wanted = wanted
        self.yacht_boxes = {box for box in yacht_box_ids(ruleset) if box in wanted}
        self.yacht = _yacht_points(ruleset, wanted)
        self.settled = dict.fromkeys((box for box in ruleset.boxes if box not in wanted), 0)
        self.dead: set[tuple[frozenset[str], int]] = set()

    def find(self, filled: frozenset[str], left: int) -> tuple[Turn, ...] | None:
        """The turns from here on, with `left` further Yachts among them."""
        if len(filled) == len(self.wanted):
            return () if left == 0 else None
        if (filled, left) in self.dead or not self._within_bounds(filled, left):
            return None
        if len(self.dead) > MOST_STEPS:
            raise TooLongError
        if left == 0 and (rest := self._plain_rest(filled)):
            return rest
        for turn in self._turns(filled, left):
            rest = self.find(filled | {turn.box}, left - bool(turn.bonus))
            if rest is not None:
                return (turn, *rest)
        self.dead.add((filled, left))
        return None

    def _plain_rest(self, filled: frozenset[str]) -> tuple[Turn, ...] | None:
        """The turns from here on if no Yacht and no order matters any more."""
        if is_ordered(self.ruleset):
            return None
        left = [(box, points) for box, points in self.wanted.items() if box not in filled]
        turns = [_plain_turn(self.ruleset, self.ruleset.boxes[box], points, {}) for box, points in left]
        return tuple(turn for turn in turns if turn) if all(turns) else None

    def _within_bounds(self, filled: frozenset[str], left: int) -> bool:
        late = self.yacht_boxes <= filled
        ways = [
            _ways(self.ruleset, box, points, self.yacht, late)
            for box, points in self.wanted.items()
            if box not in filled
        ]
        return sum(not plain for plain, _ in ways) <= left <= sum(bonus for _, bonus in ways)

    def _turns(self, filled: frozenset[str], left: int) -> Iterator[Turn]:
        """The turns that can come next, each writing what the final card holds: Yacht boxes first, then bonuses."""
        now = self.settled | {box: self.wanted[box] for box in filled}
        opens = list(next_boxes(self.ruleset, now))
        for box in sorted(opens, key=lambda box: box.id not in self.yacht_boxes):
            turns = [self._yacht_turn(box, now, opens, bonus=True)] if left else []
            turns += [_plain_turn(self.ruleset, box, self.wanted[box.id], now)]
            turns += [] if turns[-1] else [self._yacht_turn(box, now, opens, bonus=False)]
            yield from filter(None, turns)

    def _yacht_turn(self, box: Box, now: Mapping[str, int], opens: list[Box], bonus: bool) -> Turn | None:
        """A Yacht that can go into this box now for the points that it is to hold, with a bonus or without."""
        for roll in sorted(yachts(self.ruleset)):
            if box in allowed_boxes(self.ruleset, roll, now, opens):
                for first_roll in _first_rolls(self.ruleset):
                    use = entry(self.ruleset, box, roll, Context(now, first_roll))
                    if self.wanted[box.id] in use.points and bool(use.bonus) == bonus:
                        return Turn(box.id, roll, self.wanted[box.id], use.bonus, first_roll)
        return None


def _plain_turn(ruleset: Ruleset, box: Box, points: int, now: Mapping[str, int]) -> Turn | None:
    """A turn without a Yacht that writes `points` in the box, if there is one."""
    examples = _examples(ruleset, box.category.id)
    bound = any(box.category.id in (rule.lower, rule.higher) for rule in ruleset.constraints)
    if not bound:
        found = examples.get(points)
        return Turn(box.id, found[0], points, 0, found[1]) if found else None
    for roll, first_roll in examples.values():
        if points in entry(ruleset, box, roll, Context(now, first_roll)).points:
            return Turn(box.id, roll, points, 0, first_roll)
    return None


@lru_cache(maxsize=256)
def _examples(ruleset: Ruleset, category: str) -> dict[int, tuple[Roll, bool]]:
    """For each value of a category a roll without a Yacht that scores it, by a later roll of the turn if it can."""
    found: dict[int, tuple[Roll, bool]] = {}
    for first_roll in _first_rolls(ruleset):
        for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides):
            if roll not in yachts(ruleset):
                found.setdefault(ruleset.categories[category].score(roll, first_roll), (roll, first_roll))
    return found


@lru_cache(maxsize=64)
def _first_rolls(ruleset: Ruleset) -> tuple[bool, ...]:
    special = any(category.points.first_roll is not None for category in ruleset.categories.values())
    return (False, True) if special else (False,)


@lru_cache(maxsize=4096)
def _settled(ruleset: Ruleset, box: str, points: int) -> bool:
    """Whether the box can be filled before all others without any loss: no Yacht, bound or order touches it."""
    category = ruleset.boxes[box].category
    section = next(section for section in ruleset.sections if category in section.categories)
    bound = any(category.id in (rule.lower, rule.higher) for rule in ruleset.constraints)
    if section.fill != "any" or bound or box in yacht_box_ids(ruleset):
        return False
    return not any(points == value for value, _ in yacht_outcomes(ruleset, box))


def _yacht_points(ruleset: Ruleset, boxes: Mapping[str, int]) -> int:
    """What the Yacht boxes of a card hold at most; as if scored for one that is not on the card."""
    return max((boxes.get(box, 1) for box in yacht_box_ids(ruleset)), default=0)


@lru_cache(maxsize=1 << 14)
def _ways(ruleset: Ruleset, box: str, points: int, yacht: int, late: bool) -> tuple[bool, bool]:
    """Whether these points can be written without a Yacht bonus, and with one, on a card with such a Yacht box.

    `late` if the Yacht boxes are filled already. Never too narrow; exact where only the Yacht box matters.
    """
    found = {bool(bonus) for value, bonus in _yacht_ways(ruleset, box, yacht, late) if value == points}
    bound = any(ruleset.boxes[box].category.id in (rule.lower, rule.higher) for rule in ruleset.constraints)
    if bound and points == 0:
        return True, ruleset.extra_yachts is not None
    return not needs_yacht(ruleset, box, points) or bound or False in found, True in found


def _any_way(ruleset: Ruleset, box: str, yacht: int) -> bool:
    """Whether any points can be written in the box with a Yacht bonus."""
    return any(bonus for _, bonus in _yacht_ways(ruleset, box, yacht, False))


@lru_cache(maxsize=512)
def _yacht_ways(ruleset: Ruleset, box_id: str, yacht: int, late: bool) -> frozenset[tuple[int, int]]:
    """What a Yacht can be written as in the box, with its bonus, on a card whose Yacht box ends with `yacht`."""
    if is_ordered(ruleset) or not yacht_box_ids(ruleset):
        return yacht_outcomes(ruleset, box_id)
    others = dict.fromkeys((box for box in ruleset.boxes if box != box_id), 0)
    only = {box: yacht for box in yacht_box_ids(ruleset) if box != box_id}
    full = others | only
    early = [{}, {box: 0 for box in others if box not in only}]
    moments: list[Mapping[str, int]] = [only, full] if late else [only, full, *early]
    return frozenset(way for now in moments for way in _outcomes_at(ruleset, box_id, now))


def _outcomes_at(ruleset: Ruleset, box_id: str, now: Mapping[str, int]) -> Iterable[tuple[int, int]]:
    for roll in yachts(ruleset):
        for first_roll in _first_rolls(ruleset):
            moment = Context(now, first_roll)
            if ruleset.boxes[box_id] in legal_boxes(ruleset, roll, moment):
                use = entry(ruleset, ruleset.boxes[box_id], roll, moment)
                yield from ((points, use.bonus) for points in use.points)
