"""Checks of the totals of a card: their right values, and the slips that explain wrong ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, compress, product
from math import prod

from msgspec import Struct

from sheetgen.checker.filled import FilledCard, boxes_below
from sheetgen.checker.finding import Finding, Slip
from sheetgen.checker.further_yachts import FurtherYachts, can_stand
from sheetgen.rules.history import extra_yacht_bounds, possible_values
from sheetgen.rules.ruleset import Ruleset, Total, below
from sheetgen.rules.scoring import add_up, ranges, totals

Values = dict[str, int | None]
"""Values of boxes and totals by id; None for unknown ones."""


def fitting_values(filled: FilledCard, extra_yachts: int | None) -> dict[str, int]:
    """Return the value of each unclear box with which the written totals are right, if there is exactly one.

    No value fits if the number of further Yachts is unknown, or if no card can hold the value together with the others.
    """
    found, ruleset = {}, filled.ruleset
    for box in filled.unclear if extra_yachts is not None else ():
        stated = (total for total in ruleset.all_totals if total in filled.numbers)
        over = [total for total in stated if boxes_below(ruleset, total).intersection(filled.unclear) == {box}]
        fits, legal = [], possible_values(ruleset, box)
        for value in filled.held(box) if over else ():
            if value not in legal:
                continue
            right = totals(ruleset, {**filled.boxes, box: value}, extra_yachts or 0)
            fits += [value] if all(right[total] == filled.numbers[total] for total in over) else []
        if len(fits) == 1 and can_stand(ruleset, {**filled.boxes, box: fits[0]}, extra_yachts or 0):
            found[box] = fits[0]
    return found


class RightTotals(Struct, frozen=True):
    """Right totals of one card, to compare with the written ones."""

    filled: FilledCard
    right: Values
    """Right values of boxes and totals."""
    counted: Values
    """Boxes as written, legal or not, and the totals that follow from them."""
    counts: Sequence[int]
    """Numbers of further Yachts with which the card is right; empty if there is one."""
    reach: Mapping[str, tuple[int, int]] = {}
    """Minimum and maximum of each total over all values of unclear boxes; empty if no box is unclear."""
    held: Mapping[str, Sequence[int]] = {}
    """Values that each unclear box may hold."""
    can_have: Sequence[int] = ()
    """Possible numbers of further Yachts."""

    @classmethod
    def of(cls, filled: FilledCard, fits: Mapping[str, int], yachts: FurtherYachts) -> "RightTotals":
        """Return the right totals of a card, given the values that fit unclear boxes and its further Yachts."""
        ruleset, total = filled.ruleset, filled.ruleset.extra_yachts
        blank = filled.blank if filled.is_ended else {}
        boxes: Values = {**blank, **filled.boxes, **{box: fits.get(box) for box in filled.unclear}}
        extra_yachts, open_counts = (
            yachts.count,
            yachts.counts if yachts.count is not None and len(yachts.counts) > 1 else (),
        )
        right = add_all_up(ruleset, boxes, extra_yachts)
        if None not in right.values():
            return cls(filled, right, right, open_counts)
        stated = {box: filled.numbers.get(box, blank.get(box)) for box in ruleset.boxes}
        counted = add_all_up(ruleset, stated, extra_yachts, filled.numbers.get(total.id) if total else 0)
        fewest, most = extra_yacht_bounds(ruleset, filled.boxes)
        can_have = yachts.counts or range(fewest, most + 1)
        held = {box: filled.held(box) for box in filled.unclear}  # candidates, or all legal values
        spans = {box: (value, value) for box, value in {**blank, **filled.boxes}.items()}
        spans |= {box: (values[0], values[-1]) for box, values in held.items()}
        reach = ranges(ruleset, spans, (min(can_have), max(can_have)))
        return cls(filled, right, counted, open_counts, reach, held, can_have)

    def judge(self) -> Iterator[Finding]:
        """Yield the findings about written totals."""
        for total in self.filled.ruleset.all_totals.values():
            written = self.filled.numbers.get(total.id)
            values = self.counted if self.right[total.id] is None else self.right
            if written is not None and written != values[total.id] and total.kind != "extra_yachts":
                yield from self._finding(total, written, values)

    def _finding(self, total: Total, written: int, values: Values) -> Iterator[Finding]:
        """Yield the finding about a wrong total. If its right value is unknown, compare it with what is possible."""
        expected = values[total.id]
        if expected is not None:
            wrong = self._wrong_below(total.id, values)
            if wrong and self._followed(total, values) == written:
                slip: Slip | None = Slip("follows", wrong)
            else:
                slip = None if total.steps else self._slip(total, written, expected, values)
            right = (expected, *self._others(total.id, expected)) if values is self.right else ()
            parts = tuple(values[part] or 0 for part in self.filled.ruleset.addends[total.id])
            yield Finding(_kind(total, written, expected), total.id, written, right, parts, slip=slip)
        elif not boxes_below(self.filled.ruleset, total.id) & set(self.filled.rows):
            yield Finding("unexplained_total", total.id, written)
        elif not self.reach[total.id][0] <= written <= self.reach[total.id][1]:
            yield Finding(_kind(total, written, 1), total.id, written, between=self.reach[total.id])
        elif (reached := self._reached(total.id)) and written not in reached:
            yield Finding(_kind(total, written, 1), total.id, written, tuple(sorted(reached)))

    def _reached(self, total: str) -> set[int]:
        """Return all values of a total over all values of unclear boxes; empty if there are more than MOST_TRIED."""
        ruleset, boxes = self.filled.ruleset, self.filled.boxes
        held = {box: values for box, values in self.held.items() if box in boxes_below(ruleset, total)}
        if len(self.can_have) * prod(map(len, held.values())) > MOST_TRIED:
            return set()
        cards = [{**boxes, **dict(zip(held, values, strict=True))} for values in product(*held.values())]
        return {totals(ruleset, card, count)[total] for card in cards for count in self.can_have}

    def _slip(self, total: Total, written: int, expected: int, values: Values) -> Slip | None:
        """Return the slip that explains a wrong total by its own addends."""
        ruleset = self.filled.ruleset
        often = ruleset.repeated[total.id]
        for forgotten in ([*often], *([part] for part in often)) if often else ():
            once = sum((often[part] - 1) * (values[part] or 0) for part in forgotten)
            if once and expected - written == once:
                return Slip("factor_forgotten", tuple(forgotten))
        inside = below(ruleset, total.id) if total.kind == "sum" else ruleset.addends[total.id]
        return find_slip(written, expected, inside, [values[part] or 0 for part in inside])

    def _others(self, total: str, expected: int) -> Iterable[int]:
        """Yield other right values of a total, with the other possible numbers of further Yachts."""
        ruleset = self.filled.ruleset
        boxes = {box: self.right[box] for box in ruleset.boxes}
        found = (add_all_up(ruleset, boxes, count)[total] for count in self.counts)
        return [value for value in dict.fromkeys(found) if value not in (None, expected)]

    def _followed(self, total: Total, values: Values) -> int:
        """Return the value of a total from the written values of its addends, right or wrong."""
        parts = (self._as_written(part, values) for part in self.filled.ruleset.addends[total.id])
        return add_up(total, parts)

    def _as_written(self, part: str, values: Values) -> int:
        """Return the written value of an addend, or what follows from the written values below it."""
        total = self.filled.ruleset.all_totals.get(part)
        if part in self.filled.numbers or total is None or total.kind == "extra_yachts":
            return self.filled.numbers.get(part, values[part] or 0)
        return self._followed(total, values)

    def _wrong_below(self, total: str, values: Values) -> tuple[str, ...]:
        """Return the wrong boxes and totals that are nearest to this total among its addends."""
        ruleset, numbers = self.filled.ruleset, self.filled.numbers
        wrong = [part for part in below(ruleset, total) if numbers.get(part, values[part]) != values[part]]
        deeper = {part for other in wrong if other in ruleset.addends for part in below(ruleset, other)}
        return tuple(part for part in wrong if part not in deeper)


def add_all_up(ruleset: Ruleset, boxes: Values, extra_yachts: int | None, bonus: int | None = None) -> Values:
    """Return the values of boxes and all totals; None for a total with an unknown addend.

    If the number of further Yachts is unknown, their total is `bonus`.
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
    """Return the kind of the finding about a wrong total."""
    if total.kind == "sum":
        return "wrong_total" if total.id == "total" else "wrong_subtotal"
    if expected == 0:
        return "bonus_undue"
    return "bonus_amount" if written else "bonus_missing"


MOST_TRIED = 500
"""Maximum number of cards that are added up to list the possible values of a total: about 4 ms."""
MOST_PLACES = 3
"""Maximum number of places of a slip. A slip that fits more places would explain anything, and is not reported."""


def find_slip(written: int, expected: int, places: Sequence[str], values: Sequence[int]) -> Slip | None:
    """Return the most plausible slip that turns `expected` into `written`; `values` are the addends at `places`."""
    off = written - expected
    may_be_swapped = off % 9 == 0  # swapping digits changes a number by a multiple of 9
    if may_be_swapped and written in _digits_swapped(expected):
        return Slip("digits_swapped")
    slip = _at(places, "left_out", [value == -off for value in values])
    slip = slip or _at(places, "counted_twice", [value == off for value in values])
    if slip is None and may_be_swapped:
        slip = _at(places, "misread", [value + off in _digits_swapped(value) for value in values])
    return slip or (Slip("not_carried") if abs(off) in (10, 100) else None)


def _at(places: Sequence[str], kind: str, are_it: Iterable[bool]) -> Slip | None:
    """Return a slip at the places that are marked; None if there are none or too many."""
    found = tuple(compress(places, are_it))
    return Slip(kind, found) if 0 < len(found) <= MOST_PLACES else None


@lru_cache(maxsize=4096)
def _digits_swapped(number: int) -> frozenset[int]:
    """Return the numbers that result from swapping two digits; none for negative numbers."""
    digits = str(number) if number >= 10 else ""
    found = set()
    for first, second in combinations(range(len(digits)), 2):
        swapped = list(digits)
        swapped[first], swapped[second] = digits[second], digits[first]
        found.add(int("".join(swapped)))
    return frozenset(found - {number})
