"""Whether a finished card can have come about, and how: a search for an order of play with its rolls.

Boxes to which neither Yachts nor bounds nor orders matter come first, and the search runs over the others alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import takewhile
from operator import attrgetter, getitem

from msgspec import Struct

from sheetgen.rules.derive import possible_values, yacht_box_ids
from sheetgen.rules.filling import (
    conflicts,
    examples,
    extra_yacht_bounds,
    is_bound,
    is_free,
    is_ordered,
    moments,
    most_in_yacht_boxes,
    settled_boxes,
    ways,
    yachts_for,
)
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Box, Ruleset
from sheetgen.rules.scoring import Context, allowed_boxes, entry, next_boxes, preferences

MOST_STEPS = 3_000
"""A search that has found nothing after so many steps calls a card possible: nobody is accused without proof.

Cards of the shipped games take 16 at most; it takes boxes in a fixed order beside a forced joker, or several Yacht
boxes, to come near it.
"""

Pair = tuple[str, int]
"""A box and the points in it."""


class Turn(Struct, frozen=True):
    """One turn of a game: what was rolled, where it went, what was written, and the Yacht bonus it earned."""

    box: str
    roll: Roll
    points: int
    bonus: int
    first_roll: bool = False
    """Whether the points of a first roll are due."""
    number: int = 0
    """The number of the roll in the turn, where that decides its points and it is not the last, else 0."""


class TooLongError(Exception):
    """The search for an order of play was given up, with no answer."""


def order_of_play(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int) -> tuple[Turn, ...] | None:
    """One order of play that ends with this finished card and so many further Yachts; None if there is none.

    Raises TooLongError where neither could be found in MOST_STEPS steps.
    """
    found = _found(ruleset, boxes, extra_yachts)
    if found is None:
        return None
    settled = settled_boxes(ruleset, boxes)
    first = (_plain_turn(ruleset, ruleset.boxes[box], boxes[box], {}) for box in settled)
    return tuple(turn for turn in (*first, *found) if turn)


def is_possible(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int) -> bool:
    """Whether this card can come about with so many further Yachts; yes if that is beyond proof.

    A box that is not on it may hold anything.
    """
    counts = _counts_of(ruleset, boxes)
    if counts is not None:
        return extra_yachts in counts
    try:
        return _found(ruleset, boxes, extra_yachts) is not None
    except TooLongError:
        return True


def possible_extra_yachts(ruleset: Ruleset, boxes: Mapping[str, int]) -> Sequence[int]:
    """The numbers of further Yachts, ascending, with which this card can come about; none if it cannot at all.

    A box that is not on it may hold anything. Where an order or a bound matters beside that, there may be too many.
    """
    counts = _counts_of(ruleset, boxes)
    if counts is not None:
        return counts
    least, most = extra_yacht_bounds(ruleset, boxes)
    found = []
    for count in range(least, most + 1):
        try:
            found += [count] if _found(ruleset, boxes, count) is not None else []
        except TooLongError:
            return (*found, *range(count, most + 1))  # the next ones would take as long
    return tuple(found)


class _Group(Struct, frozen=True, eq=False):
    """What a value means to further Yachts. Values of a box that no Yacht tells apart have the same object."""

    without: bool
    """Whether it can be written without a further Yacht, whatever is filled."""
    barred: frozenset[frozenset[str]]
    """For each Yacht that can write it once the Yacht box is full, the boxes of which none may be empty then."""
    scored: frozenset[bool]
    """Whether further Yachts earn their bonus by it: a Yacht box that holds points, or may hold some, says so."""
    alone: bool
    """Whether it neither needs a further Yacht nor lets one earn something."""


_same_group = lru_cache(maxsize=1 << 12)(_Group)
_is_alone = attrgetter("alone")


class _Groups(dict[int | None, _Group]):
    """The groups of the values of a box, each found when it is asked for."""

    def __init__(self, ruleset: Ruleset, box: str) -> None:
        self._find = partial(_group, ruleset, box)

    def __missing__(self, points: int | None) -> _Group:
        found = self[points] = self._find(points)
        return found


@lru_cache(maxsize=64)
def _groups(ruleset: Ruleset) -> list[_Groups]:
    return [_Groups(ruleset, box) for box in ruleset.boxes]


def _group(ruleset: Ruleset, box_id: str, points: int | None) -> _Group:
    """The group of a value or, for None, of a box that may hold any of its values: each way of each of them is its."""
    if points is None:
        held = [_group(ruleset, box_id, value) for value in possible_values(ruleset, box_id)]
        barred = frozenset[frozenset[str]]().union(*(each.barred for each in held))
        scored = frozenset[bool]().union(*(each.scored for each in held))
        return _same_group(any(each.without for each in held), barred, scored, all(each.alone for each in held))
    box, full = ruleset.boxes[box_id], dict.fromkeys(yacht_box_ids(ruleset), 0)
    first = _yacht_turn(ruleset, (box_id, points), {}, list(next_boxes(ruleset, {})), bonus=False)
    late = [Context(full, *moment) for moment in moments(ruleset)]
    barred = frozenset(
        frozenset[str]().union(*takewhile(lambda each: box_id not in each, preferences(ruleset, roll, True)))
        for roll in yachts_for(ruleset, box_id, points)
        if box_id not in full and any(points in entry(ruleset, box, roll, now).points for now in late)
    )
    without = bool(first or _plain_turn(ruleset, box, points, {}))
    scores = box_id in full and points != 0
    return _same_group(without, barred, frozenset({scores}), without and not (scores and ruleset.extra_yachts))


def _counts_of(ruleset: Ruleset, boxes: Mapping[str, int]) -> Sequence[int] | None:
    """The possible numbers of further Yachts; None where they have to be searched for.

    Of a card that is not finished, where groups of values do not decide, these are all that its boxes leave room for.
    """
    found = None
    if _only_closing_helps(ruleset):
        groups = tuple(map(getitem, _groups(ruleset), map(boxes.get, ruleset.boxes)))
        found = (0,) if all(map(_is_alone, groups)) else _counts(ruleset, groups)
    if found is None and len(boxes) < len(ruleset.boxes):
        least, most = extra_yacht_bounds(ruleset, boxes)
        return range(least, most + 1)
    return found


@lru_cache(maxsize=64)
def _only_closing_helps(ruleset: Ruleset) -> bool:
    """Whether, once the Yacht box is full, each box that is filled can only make others easier to fill."""
    return not is_ordered(ruleset) and all(category.boxes == 1 for category in ruleset.categories.values())


class _Most(dict[frozenset[str], int]):
    """The most further Yachts that there can be in boxes that are empty; below 0 if they cannot all be filled.

    The Yacht box comes first. From then on a Yacht that can go into a box may go there at once, for nothing is lost by
    it; only where there is none, a box is filled without, if that makes room for a Yacht.
    """

    def __init__(self, left: Mapping[str, _Group]) -> None:
        self[frozenset()] = 0
        self._left = left

    def __missing__(self, empty: frozenset[str]) -> int:
        left = self._left
        if len(self) > MOST_STEPS:
            raise TooLongError
        ready = [box for box in empty if any(map(empty.isdisjoint, left[box].barred))]
        if ready:
            found = len(ready) + self[empty.difference(ready)]
        else:
            in_the_way = frozenset[str]().union(*(boxes for box in empty for boxes in left[box].barred))
            fewer = [self[empty - {box}] for box in empty & in_the_way if left[box].without]
            found = max(fewer, default=-len(left) - 1)  # none, where each of them waits for a Yacht
        self[empty] = found
        return found


@lru_cache(maxsize=1 << 14)
def _counts(ruleset: Ruleset, groups: tuple[_Group, ...]) -> tuple[int, ...] | None:
    """The numbers of further Yachts that a card of these groups can have; None if that takes too long."""
    left = {box: group for box, group in zip(ruleset.boxes, groups, strict=True) if group.barred or not group.without}
    try:
        greatest = _Most(left)[frozenset(left)]
    except TooLongError:
        return None
    if greatest < 0:
        return ()
    scored = [group.scored for group in groups]
    if ruleset.extra_yachts is None or not any(map(max, scored)):
        return (0,)
    counts = range(sum(not group.without for group in groups), greatest + 1)
    return tuple(counts) if 0 in counts or any(map(min, scored)) else (0, *counts)  # a Yacht box may as well hold a 0


def _found(ruleset: Ruleset, boxes: Mapping[str, int], extra_yachts: int) -> tuple[Turn, ...] | None:
    """The turns of the boxes that have to be searched for; None if there are none that lead to this card."""
    if conflicts(ruleset, boxes) or any(points not in possible_values(ruleset, box) for box, points in boxes.items()):
        return None
    settled = set(settled_boxes(ruleset, boxes))
    pairs = [pair for pair in boxes.items() if pair[0] not in settled]
    free = {box: points for box, points in pairs if is_free(ruleset, box)}
    return _with_free(ruleset, free, frozenset(pair for pair in pairs if pair[0] not in free), extra_yachts)


def _with_free(
    ruleset: Ruleset, free: Mapping[str, int], pairs: frozenset[Pair], extra_yachts: int
) -> tuple[Turn, ...] | None:
    """The turns of boxes that must be searched for, with those of the free ones before and after them."""
    yacht = dict(pairs).get(next(iter(yacht_box_ids(ruleset)), ""), 0)
    found = {box: _free_turns(ruleset, box, points, yacht) for box, points in free.items()}
    must = [box for box, (without, _) in found.items() if without is None]
    may = [box for box, (without, bonus) in found.items() if without is not None and bonus is not None]
    if any(found[box][1] is None for box in must):
        return None
    for more in range(len(may) + 1):
        core = _search(ruleset, pairs, extra_yachts - len(must) - more)
        if core is not None:
            with_bonus = {*must, *may[:more]}
            turns = [found[box][box in with_bonus] for box in free]
            first = (turn for turn in turns if turn and not turn[1])
            last = (turn for turn in turns if turn and turn[1])
            return (*(turn for turn, _ in first), *core, *(turn for turn, _ in last))
    return None


Free = tuple[Turn, bool] | None
"""A turn of a free box, and whether it comes after the Yacht box."""


@lru_cache(maxsize=4096)
def _free_turns(ruleset: Ruleset, box_id: str, points: int, yacht: int) -> tuple[Free, Free]:
    """How a free box can be filled without a Yacht bonus, and with one."""
    box = ruleset.boxes[box_id]
    plain = _plain_turn(ruleset, box, points, {})
    late = dict.fromkeys(yacht_box_ids(ruleset), yacht)
    moments: list[tuple[Mapping[str, int], bool]] = [({}, False), (late, True)]
    by_yacht = [
        (turn, after)
        for now, after in moments
        for bonus in (False, True)
        if (turn := _yacht_turn(ruleset, (box_id, points), now, list(next_boxes(ruleset, now)), bonus))
    ]
    without = next(((turn, after) for turn, after in by_yacht if not turn.bonus), None)
    return (plain, False) if plain else without, next((each for each in by_yacht if each[0].bonus), None)


@lru_cache(maxsize=1 << 12)
def _search(ruleset: Ruleset, pairs: frozenset[Pair], extra_yachts: int) -> tuple[Turn, ...] | None:
    wanted = dict(pairs)
    return _Search(ruleset, {box: wanted[box] for box in ruleset.boxes if box in wanted}).find(
        frozenset(), extra_yachts
    )


class _Search:
    """Looks for turns that fill `wanted`, all other boxes being filled already."""

    def __init__(self, ruleset: Ruleset, wanted: dict[str, int]) -> None:
        self.ruleset = ruleset
        self.wanted = wanted
        self.yacht_boxes = {box for box in yacht_box_ids(ruleset) if box in wanted}
        self.yacht = most_in_yacht_boxes(ruleset, wanted)
        self.settled = dict.fromkeys((box for box in ruleset.boxes if box not in wanted), 0)
        self.dead: set[tuple[frozenset[str], int]] = set()
        self.steps = 0
        single = all(ruleset.boxes[box].category.boxes == 1 for box in wanted)
        self.only_closing_helps = single and not is_ordered(ruleset)

    def find(self, filled: frozenset[str], left: int) -> tuple[Turn, ...] | None:
        """The turns from here on, with `left` further Yachts among them."""
        if len(filled) == len(self.wanted):
            return () if left == 0 else None
        if (filled, left) in self.dead or not self._within_bounds(filled, left):
            return None
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLongError
        for turn in self._turns(filled, left):
            rest = self.find(filled | {turn.box}, left - bool(turn.bonus))
            if rest is not None:
                return (turn, *rest)
        self.dead.add((filled, left))
        return None

    def _within_bounds(self, filled: frozenset[str], left: int) -> bool:
        late = self.yacht_boxes <= filled
        found = [
            ways(self.ruleset, box, points, self.yacht, late)
            for box, points in self.wanted.items()
            if box not in filled
        ]
        return sum(not plain for plain, _ in found) <= left <= sum(bonus for _, bonus in found)

    def _turns(self, filled: frozenset[str], left: int) -> Iterator[Turn]:
        """The turns worth trying next, each writing what the final card holds: Yacht boxes first, then bonuses."""
        now = self.settled | {box: self.wanted[box] for box in filled}
        opens = list(next_boxes(self.ruleset, now))
        if self.only_closing_helps and self.yacht_boxes <= filled:
            yield from self._late_turns(filled, left, now, opens)
            return
        for box in sorted(opens, key=lambda box: box.id not in self.yacht_boxes):
            turns = [self._yacht_turn(box, now, opens, bonus=True)] if left else []
            turns += [_plain_turn(self.ruleset, box, self.wanted[box.id], now)]
            turns += [] if turns[-1] else [self._yacht_turn(box, now, opens, bonus=False)]
            yield from filter(None, turns)

    def _yacht_turn(self, box: Box, now: Mapping[str, int], opens: list[Box], bonus: bool) -> Turn | None:
        return _yacht_turn(self.ruleset, (box.id, self.wanted[box.id]), now, opens, bonus)

    def _late_turns(
        self, filled: frozenset[str], left: int, now: Mapping[str, int], opens: list[Box]
    ) -> Iterator[Turn]:
        """The same once the Yacht box is full, where each box that is filled can only make others easier to fill.

        So a turn that must be a Yacht, or that earns a bonus which is still to come, can be taken as soon as it is
        there, and no other need be tried. Only where there is none has one of the others to be filled without.
        """
        plain = [_plain_turn(self.ruleset, box, self.wanted[box.id], now) for box in opens]
        if left == 0 and all(plain):
            yield from filter(None, plain[:1])
            return
        for box, other in zip(opens, plain, strict=True):
            if left or not other:
                turn = self._yacht_turn(
                    box, now, opens, bonus=bool(self.yacht) and self.ruleset.extra_yachts is not None
                )
                if turn and self._within_bounds(filled | {box.id}, left - bool(turn.bonus)):
                    yield turn
                    return
        yield from filter(None, plain)


def _yacht_turn(ruleset: Ruleset, pair: Pair, now: Mapping[str, int], opens: list[Box], bonus: bool) -> Turn | None:
    """A Yacht that can go into this box now for the points that it is to hold, with a bonus or without."""
    box, points = ruleset.boxes[pair[0]], pair[1]
    for roll in yachts_for(ruleset, *pair):
        if any(box.id == other.id for other in allowed_boxes(ruleset, roll, now, opens)):
            for moment in moments(ruleset):
                use = entry(ruleset, box, roll, Context(now, *moment))
                if points in use.points and bool(use.bonus) == bonus:
                    return Turn(box.id, roll, points, use.bonus, *moment)
    return None


def _plain_turn(ruleset: Ruleset, box: Box, points: int, now: Mapping[str, int]) -> Turn | None:
    """A turn without a Yacht that writes `points` in the box, if there is one."""
    known = examples(ruleset, box.id)
    if not is_bound(ruleset, box.id):
        found = known.get(points)
        return Turn(box.id, found[0], points, 0, *found[1]) if found else None
    for roll, moment in known.values():
        if points in entry(ruleset, box, roll, Context(now, *moment)).points:
            return Turn(box.id, roll, points, 0, *moment)
    return None
