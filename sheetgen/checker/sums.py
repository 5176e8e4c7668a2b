"""The totals of a card: what they should be, and how those that are wrong may have come about."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, compress, product
from math import prod

from msgspec import Struct

from sheetgen.checker.filled import Filled, addends_of, below, boxes_below, totals_with_yachts
from sheetgen.checker.finding import Finding, Slip
from sheetgen.checker.further_yachts import FurtherYachts, can_stand, in_threshold
from sheetgen.rules import Ruleset, Total, add_up, possible_values, ranges, taker, totals
from sheetgen.rules.filling import extra_yacht_bounds

Values = dict[str, int | None]
"""Boxes and totals to numbers; None where there is none to go by."""


def fitting_values(filled: Filled, extra_yachts: int | None) -> dict[str, int]:
    """For boxes that are unclear, the value with which the written totals come out, where there is just one.

    None fits if the further Yachts are unknown, or if no card could hold the value beside the others.
    """
    found, ruleset = {}, filled.ruleset
    for box in filled.unclear if extra_yachts is not None else ():
        stated = (total for total in ruleset.all_totals if total in filled.numbers)
        over = [total for total in stated if boxes_below(ruleset, total).intersection(filled.unclear) == {box}]
        fits = []
        for value in _may_fit(filled, box, extra_yachts or 0, over[-1]) if over else ():
            right = totals(ruleset, {**filled.boxes, box: value}, extra_yachts or 0)
            fits += [value] if all(right[total] == filled.numbers[total] for total in over) else []
        if len(fits) == 1 and can_stand(ruleset, {**filled.boxes, box: fits[0]}, extra_yachts or 0):
            found[box] = fits[0]
    return found


def _may_fit(filled: Filled, box: str, extra_yachts: int, total: str) -> Sequence[int]:
    """The values of a box with which a written total may come out: as it is with a 0 there, or a bonus more or less."""
    swings = _swings(filled.ruleset, total, box)
    values = [value for value in filled.held(box) if value in possible_values(filled.ruleset, box)]
    if swings is None:
        return values
    times = addends_of(filled.ruleset, total)[box]
    off = filled.numbers[total] - totals(filled.ruleset, {**filled.boxes, box: 0}, extra_yachts)[total]
    return [value for value in values if off - times * value in swings]


@lru_cache(maxsize=512)
def _swings(ruleset: Ruleset, total: str, box: str) -> frozenset[int] | None:
    """What a value of the box can change in a total, over bonuses; None where it may be anything, or too much to list.

    The bonuses that the box goes into may each be as without it or as with any of their steps.
    """
    if ruleset.all_totals[total].kind != "sum":
        return None
    found = {0}
    for part, times in addends_of(ruleset, total).items():
        if part in ruleset.boxes or box not in boxes_below(ruleset, part):
            continue
        whole = ruleset.all_totals[part]
        if whole.kind == "difference":
            return None
        held = {0, *(step.points for step in whole.steps)}
        found = {swing + times * (to - was) for swing in found for to in held for was in held}
        if len(found) > MOST_SWINGS:
            return None
    return frozenset(found)


class Sums(Struct, frozen=True):
    """What the totals of one card should be, to hold what is written against."""

    filled: Filled
    right: Values
    """Boxes and totals as they should be."""
    counted: Values
    """Boxes as they are written, though one could not hold it, and the totals that come from them."""
    counts: Sequence[int]
    """The numbers of further Yachts with which the card is as right; empty if there is one alone."""
    reach: Mapping[str, tuple[int, int]] = {}
    """The least and the most that each total can be, whatever is in unclear boxes; not said where all are clear."""
    held: Mapping[str, Sequence[int]] = {}
    """What these may hold."""
    can_have: Sequence[int] = ()
    """How many further Yachts there may be then."""

    @classmethod
    def of(cls, filled: Filled, fits: Mapping[str, int], yachts: FurtherYachts) -> "Sums":
        """The sums of a card: with what fits in its unclear boxes, and with its further Yachts if that is known."""
        ruleset, total = filled.ruleset, filled.ruleset.extra_yachts
        blank = filled.blank if filled.is_ended else {}
        boxes: Values = {**blank, **filled.boxes, **{box: fits.get(box) for box in filled.unclear}}
        extra_yachts, open_counts = yachts.count, yachts.counts if yachts.are_open else ()
        right = add_all_up(ruleset, boxes, extra_yachts)
        if None not in right.values():
            return cls(filled, right, right, open_counts)
        stated = {box: filled.numbers.get(box, blank.get(box)) for box in ruleset.boxes}
        counted = add_all_up(ruleset, stated, extra_yachts, filled.numbers.get(total.id) if total else 0)
        fewest, most = extra_yacht_bounds(ruleset, filled.boxes)
        can_have = yachts.counts or range(fewest, most + 1)
        held = {box: filled.held(box) for box in filled.unclear}  # bonuses only add
        spans = {box: (value, value) for box, value in {**blank, **filled.boxes}.items()}
        spans |= {box: (values[0], values[-1]) for box, values in held.items()}
        reach = ranges(ruleset, spans, (min(can_have), max(can_have)))
        return cls(filled, right, counted, open_counts, reach, held, can_have)

    def judge(self) -> Iterator[Finding]:
        """What is wrong with the totals that are written."""
        for total in self.filled.ruleset.all_totals.values():
            written = self.filled.numbers.get(total.id)
            values = self.counted if self.right[total.id] is None else self.right
            if written is not None and written != values[total.id] and total.kind != "extra_yachts":
                yield from self._finding(total, written, values)

    def _finding(self, total: Total, written: int, values: Values) -> Iterator[Finding]:
        """A total that is not what it should be or, where nobody can say that, not what its boxes make it."""
        expected = values[total.id]
        if expected is not None:
            wrong = self._wrong_below(total.id, values)
            if wrong and self._followed(total, values) == written:
                slip: Slip | None = Slip("follows", wrong)
            else:
                slip = None if total.steps else self._slip(total, written, expected, values)
            right = (expected, *self._others(total.id, expected)) if values is self.right else ()
            parts = taker(self.filled.ruleset.addends[total.id])(values)
            yield Finding(_kind(total, written, expected), total.id, written, right, parts, slip=slip)
        elif not boxes_below(self.filled.ruleset, total.id) & set(self.filled.rows):
            yield Finding("unexplained_total", total.id, written)
        elif not self.reach[total.id][0] <= written <= self.reach[total.id][1]:
            yield Finding(_kind(total, written, 1), total.id, written, between=self.reach[total.id])
        elif (reached := self._reached(total.id)) and written not in reached:
            yield Finding(_kind(total, written, 1), total.id, written, tuple(sorted(reached)))

    def _reached(self, total: str) -> set[int]:
        """All that a total can come to, whatever is in unclear boxes; nothing where that is too much to try."""
        ruleset, boxes = self.filled.ruleset, self.filled.boxes
        held = {box: values for box, values in self.held.items() if box in boxes_below(ruleset, total)}
        if len(self.can_have) * prod(map(len, held.values())) > MOST_TRIED:
            return set()
        cards = [{**boxes, **dict(zip(held, values, strict=True))} for values in product(*held.values())]
        return {totals(ruleset, card, count)[total] for card in cards for count in self.can_have}

    def _slip(self, total: Total, written: int, expected: int, values: Values) -> Slip | None:
        """How a total that is wrong by itself may have come about."""
        ruleset = self.filled.ruleset
        often = ruleset.repeated[total.id]
        for forgotten in ([*often], *([part] for part in often)) if often else ():
            once = sum((often[part] - 1) * (values[part] or 0) for part in forgotten)
            if once and expected - written == once:
                return Slip("factor_forgotten", tuple(forgotten))
        inside = below(ruleset, total.id) if total.kind == "sum" else ruleset.addends[total.id]
        return find_slip(written, expected, inside, taker(inside)(values))

    def _others(self, total: str, expected: int) -> Iterable[int]:
        """What else a total can come to, with more of the further Yachts that nobody wrote."""
        ruleset, bonus = self.filled.ruleset, self.filled.ruleset.extra_yachts
        if bonus is None or total not in totals_with_yachts(ruleset):
            return ()
        if not in_threshold(ruleset, bonus.id):
            each = bonus.points * addends_of(ruleset, total)[bonus.id]
            return [expected + each * (count - self.counts[0]) for count in self.counts[1:]]
        boxes = {box: self.right[box] for box in ruleset.boxes}
        found = (add_all_up(ruleset, boxes, count)[total] for count in self.counts)
        return [value for value in dict.fromkeys(found) if value not in (None, expected)]

    def _followed(self, total: Total, values: Values) -> int:
        """What the total comes to from all that is written above it, mistakes and all."""
        parts = (self._as_written(part, values) for part in self.filled.ruleset.addends[total.id])
        return add_up(total, parts)

    def _as_written(self, part: str, values: Values) -> int:
        total = self.filled.ruleset.all_totals.get(part)
        if part in self.filled.numbers or total is None or total.kind == "extra_yachts":
            return self.filled.numbers.get(part, values[part] or 0)
        return self._followed(total, values)

    def _wrong_below(self, total: str, values: Values) -> tuple[str, ...]:
        """The written totals from which a mistake came into this one: those nearest to it."""
        ruleset, numbers = self.filled.ruleset, self.filled.numbers
        wrong = [part for part in below(ruleset, total) if numbers.get(part, values[part]) != values[part]]
        deeper = {part for other in wrong if other in ruleset.addends for part in below(ruleset, other)}
        return tuple(part for part in wrong if part not in deeper)


def add_all_up(ruleset: Ruleset, boxes: Values, extra_yachts: int | None, bonus: int | None = None) -> Values:
    """The boxes and all totals; None for a total that adds up something unknown.

    Where the number of further Yachts is unknown, their total is `bonus`.
    """
    if extra_yachts is not None and None not in boxes.values():
        return {**boxes, **totals(ruleset, boxes, extra_yachts)}  # type: ignore[arg-type]
    values = dict(boxes)
    for total in ruleset.all_totals.values():
        parts = [value for part in ruleset.addends[total.id] if (value := values[part]) is not None]
        complete = len(parts) == len(ruleset.addends[total.id])
        if total.kind == "extra_yachts" and extra_yachts is None:
            values[total.id] = bonus
        else:
            values[total.id] = add_up(total, parts, extra_yachts or 0) if complete else None
    return values


def _kind(total: Total, written: int, expected: int) -> str:
    if total.kind == "sum":
        return "wrong_total" if total.id == "total" else "wrong_subtotal"
    if expected == 0:
        return "bonus_undue"
    return "bonus_amount" if written else "bonus_missing"


MOST_TRIED = 500
"""The most cards that are tried to see what a total can come to."""
MOST_SWINGS = 200
"""Where bonuses can change a total by more different numbers than this, all values of a box are tried."""
MOST_PLACES = 3
"""A slip that may have happened in more places than this is not named: it would explain anything."""


def find_slip(written: int, expected: int, places: Sequence[str], values: Sequence[int]) -> Slip | None:
    """The likeliest slip that turns `expected` into `written`; `values` are what is added up, from `places`."""
    off = written - expected
    may_be_swapped = off % 9 == 0  # digits that change places keep the sum of digits
    if may_be_swapped and written in _digits_swapped(expected):
        return Slip("digits_swapped")
    slip = _at(places, "left_out", [value == -off for value in values])
    slip = slip or _at(places, "counted_twice", [value == off for value in values])
    if slip is None and may_be_swapped:
        slip = _at(places, "misread", [value + off in _digits_swapped(value) for value in values])
    return slip or (Slip("not_carried") if abs(off) in (10, 100) else None)


def _at(places: Sequence[str], kind: str, are_it: Iterable[bool]) -> Slip | None:
    """The slip, where it happened in a few places."""
    found = tuple(compress(places, are_it))
    return Slip(kind, found) if 0 < len(found) <= MOST_PLACES else None


@lru_cache(maxsize=4096)
def _digits_swapped(number: int) -> frozenset[int]:
    """What a number becomes when two of its digits change places; not for negative ones."""
    digits = str(number) if number >= 10 else ""
    found = set()
    for first, second in combinations(range(len(digits)), 2):
        swapped = list(digits)
        swapped[first], swapped[second] = digits[second], digits[first]
        found.add(int("".join(swapped)))
    return frozenset(found - {number})
