"""The check of a written card: every finding at once, and the right values."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, compress, product
from math import prod

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.checker.finding import (
    CardAudit,
    FilledCard,
    Finding,
    Slip,
    addends_of,
    boxes_below,
    places,
    totals_with_yachts,
)
from sheetgen.rules.history import (
    conflicts,
    extra_yacht_bounds,
    needing,
    needs_bonus,
    possible_extra_yachts,
    possible_values,
)
from sheetgen.rules.ruleset import Reading, Ruleset, Total, below
from sheetgen.rules.scoring import Unsure, WrittenCard, add_up, ranges, runs_of, totals


def check_card(ruleset: Ruleset, card: WrittenCard) -> CardAudit:
    """Check a finished card: return everything that is wrong, in card order, and the right values.

    A finding names another reading of the rules that would clear it. If such a reading allows the
    whole card, the right values are those of that reading. An unsure entry counts as unreadable,
    however probable its first candidate is; its finding says which value fits the others.
    """
    audit = _check(ruleset, card)
    for reading in ruleset.readings if audit.findings else ():
        audit = _under_reading(audit, reading, card)
    return audit


def _under_reading(audit: CardAudit, reading: Reading, card: WrittenCard) -> CardAudit:
    """Return the audit with the reading noted at the findings that it clears, if it causes no new ones."""
    other = _check(reading.ruleset, card)
    before = {finding.where for finding in audit.findings}
    left = {finding.where for finding in other.findings}
    if audit.reading or not left < before:
        return audit
    findings = tuple(
        finding
        if finding.reading or finding.where in left
        else replace(finding, reading=reading.text)
        for finding in audit.findings
    )
    if left:
        return replace(audit, findings=findings)
    return replace(other, findings=findings, reading=reading.text)


def _check(ruleset: Ruleset, card: WrittenCard) -> CardAudit:
    """Check a card under the ruleset's own reading."""
    filled = FilledCard(ruleset, card)
    if filled.is_blank:
        stated = [total for total in ruleset.all_totals if total in filled.numbers]
        found = [
            *_rows(filled, {}),
            *(Finding("unexplained_total", total, filled.numbers[total]) for total in stated),
        ]
        found += [] if filled.rows else [Finding("empty_card")]
        return _audit_of(filled, found, {}, None)
    yachts = judge_yachts(filled)
    fits = fitting_values(filled, yachts.count)
    sums = RightTotals.of(filled, fits, yachts)
    found = [*_rows(filled, fits), *_boxes(filled, fits), *yachts.findings, *sums.judge()]
    is_impossible = any(finding.kind == "impossible_card" for finding in yachts.findings)
    right = sums.right | dict.fromkeys(ruleset.addends) if is_impossible else sums.right
    if filled.is_ended:
        right = {where: value for where, value in right.items() if where not in filled.blank}
    return _audit_of(filled, found, right, yachts.count, sums.counts)


def _audit_of(
    filled: FilledCard,
    findings: list[Finding],
    right: Mapping[str, int | None],
    extra_yachts: int | None,
    may_have: Sequence[int] = (),
) -> CardAudit:
    """Return the audit of a card, with its findings sorted by severity and then in card order.

    Findings about unknown places come last.
    """
    for label, where, line in filled.card.near:
        findings.append(Finding("near_name", where, label, line=line))
    order = places(filled.ruleset)
    findings.sort(key=lambda finding: order.get(finding.where, len(order)))
    errors = tuple(finding for finding in findings if finding.severity == "error")
    warnings = tuple(finding for finding in findings if finding.severity == "warning")
    return CardAudit(filled, errors, right, extra_yachts, may_have=may_have, warnings=warnings)


def _rows(filled: FilledCard, fits: Mapping[str, int]) -> Iterator[Finding]:
    """Yield the findings about unknown rows, rows with several entries, and entries that are no number."""
    known = places(filled.ruleset)
    for where, values in filled.rows.items():
        first = str(values[0]) if isinstance(values[0], Unsure) else values[0]
        if where not in known:
            yield Finding("unknown_box", where, first)
        elif len(values) > 1:
            written = tuple(str(each) if isinstance(each, Unsure) else each for each in values)
            yield Finding("doubled_box", where, written)
        elif isinstance(first, str):
            expected = (
                possible_values(filled.ruleset, where) if where in filled.ruleset.boxes else ()
            )
            kind = "unsure" if isinstance(values[0], Unsure) else "not_a_number"
            yield Finding(kind, where, first, expected, fits=fits.get(where))


def _boxes(filled: FilledCard, fits: Mapping[str, int]) -> Iterator[Finding]:
    """Yield the findings about empty boxes, and boxes with a number that they cannot hold."""
    for box in filled.unclear:
        expected = possible_values(filled.ruleset, box)
        if box in filled.numbers:
            yield Finding(
                "impossible_value", box, filled.numbers[box], expected, fits=fits.get(box)
            )
        elif box not in filled.rows:
            yield Finding("missing_box", box, None, expected, fits=fits.get(box))


# The card as a whole


class FurtherYachts(Struct, frozen=True):
    """Number of further Yachts of a card."""

    count: int | None
    """Most plausible number, the lowest of several; None if it is unknown."""
    counts: Sequence[int] = ()
    """Numbers that agree with what is written, ascending."""
    findings: Sequence[Finding] = ()


def judge_yachts(filled: FilledCard) -> FurtherYachts:
    """Return the number of further Yachts of a card, with findings about it and about the card as a whole."""
    ruleset = filled.ruleset
    boxes = (
        {**filled.blank, **filled.boxes} if needing(ruleset) else filled.boxes
    )  # an empty prerequisite counts as 0
    conflicting = [where for pair in conflicts(ruleset, boxes) for where in pair]
    if because := tuple(dict.fromkeys(conflicting or _out_of_order(filled))):
        return FurtherYachts(
            None, findings=[Finding("impossible_card", because=because, early=not conflicting)]
        )
    total = ruleset.extra_yachts
    if total is not None and total.id in filled.numbers:
        return _judge_bonus(filled, total, filled.numbers[total.id])
    counts = possible_extra_yachts(ruleset, filled.boxes)
    if not counts:
        return FurtherYachts(None, findings=[Finding("impossible_card")])
    return FurtherYachts(0) if total is None else _judge_totals(filled, total, counts)


def _out_of_order(filled: FilledCard) -> list[str]:
    """Return the boxes of an unfinished card that were filled too early for the order of their column."""
    early: dict[tuple[str, ...], list[list[str]]] = {}
    for ids in (
        [box.id for box in run] for run in runs_of(filled.ruleset) if run[0].column.fill != "any"
    ):
        gap = next((place for place, box in enumerate(ids) if box not in filled.rows), len(ids))
        early.setdefault(tuple(sorted(ids)), []).append(
            [box for box in ids[gap:] if box in filled.rows]
        )
    # a column filled from both ends has two runs: a box is too early only if it is so in both
    return [
        box for found in early.values() for box in found[0] if all(box in each for each in found)
    ]


def can_stand(ruleset: Ruleset, boxes: Mapping[str, int], count: int) -> bool:
    """Check whether a card can hold these values with `count` further Yachts.

    Missing boxes may hold anything.
    """
    return (
        count >= 0
        and not conflicts(ruleset, boxes)
        and count in possible_extra_yachts(ruleset, boxes)
    )


def _judge_bonus(filled: FilledCard, total: Total, written: int) -> FurtherYachts:
    """Check a written bonus for further Yachts."""
    count, rest = divmod(written, total.points)
    if rest == 0 and can_stand(filled.ruleset, filled.boxes, count):
        return FurtherYachts(count, (count,))
    counts = possible_extra_yachts(filled.ruleset, filled.boxes)
    if not counts:
        return FurtherYachts(None, findings=[Finding("impossible_card")])
    because = () if rest or count < 0 else _reasons(filled.ruleset, filled.boxes, count, total)
    expected = tuple(total.points * each for each in counts)
    finding = Finding("impossible_yacht_bonus", total.id, written, expected, because=because)
    return FurtherYachts(counts[0] if len(counts) == 1 else None, counts, [finding])


def _judge_totals(filled: FilledCard, total: Total, counts: Sequence[int]) -> FurtherYachts:
    """Return the number of further Yachts with which most written totals are right, if no bonus is written.

    A bonus that a box proves is reported as missing if totals are written and none of them includes it.
    """
    if not any(counts):
        return FurtherYachts(0, counts)
    unclear = set(filled.unclear)
    over = [where for where in totals_with_yachts(filled.ruleset) if where in filled.numbers]
    stated = [where for where in over if unclear.isdisjoint(boxes_below(filled.ruleset, where))]
    agreeing = _agreeing_with(filled, total, counts, stated)
    count = max(
        counts, key=agreeing.__getitem__
    )  # the lowest of those with the most agreeing totals
    if agreeing[count]:
        return FurtherYachts(count, (count,))
    if not count or not stated or unclear:
        return FurtherYachts(count, counts)
    because = tuple(needs_bonus(filled.ruleset, filled.boxes))
    expected = tuple(total.points * each for each in counts)
    finding = Finding("impossible_yacht_bonus", total.id, None, expected, because=because)
    return FurtherYachts(count, counts, [finding])


def _reasons(ruleset: Ruleset, boxes: dict[str, int], count: int, total: Total) -> tuple[str, ...]:
    """Return the boxes that make `count` impossible.

    Yacht boxes without points, or boxes that prove more Yachts.
    """
    yacht_boxes = [box for box in boxes if ruleset.boxes[box].category.id == total.category]
    if yacht_boxes and not any(boxes[box] for box in yacht_boxes):
        return tuple(yacht_boxes)
    return (
        tuple(needs_bonus(ruleset, boxes)) if count < extra_yacht_bounds(ruleset, boxes)[0] else ()
    )


def _agreeing_with(
    filled: FilledCard, total: Total, counts: Sequence[int], stated: Sequence[str]
) -> Mapping[int, int]:
    """Return how many of the stated totals are right with each number of further Yachts.

    If no bonus depends on them, the number follows from a total: to add up the card for each number
    instead would double the time of a check.
    """
    found: defaultdict[int, int] = defaultdict(int)
    if stated and in_threshold(filled.ruleset, total.id):
        for count in counts:
            right = totals(filled.ruleset, filled.boxes, count)
            found[count] = sum(filled.numbers[where] == right[where] for where in stated)
    elif stated:
        without = totals(filled.ruleset, filled.boxes)
        for where in stated:
            points = total.points * addends_of(filled.ruleset, where)[total.id]
            count, rest = divmod(filled.numbers[where] - without[where], points)
            found[count] += not rest
    return found


@lru_cache(maxsize=64)
def in_threshold(ruleset: Ruleset, total: str) -> bool:
    """Check whether a bonus depends on this total."""
    return any(
        each.steps and total in below(ruleset, each.id) for each in ruleset.all_totals.values()
    )


# Totals

Values = dict[str, int | None]
"""Values of boxes and totals by id; None for unknown ones."""


def fitting_values(filled: FilledCard, extra_yachts: int | None) -> dict[str, int]:
    """Return the value of each unclear box with which the written totals are right, if there is exactly one.

    No value fits if the number of further Yachts is unknown, or if no card can hold the value together with the others.
    """
    found, ruleset = {}, filled.ruleset
    for box in filled.unclear if extra_yachts is not None else ():
        stated = (total for total in ruleset.all_totals if total in filled.numbers)
        over = [
            total
            for total in stated
            if boxes_below(ruleset, total).intersection(filled.unclear) == {box}
        ]
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
    """Minimum and maximum of each total over all values of unclear boxes; empty if no box is
    unclear."""
    held: Mapping[str, Sequence[int]] = {}
    """Values that each unclear box may hold."""
    can_have: Sequence[int] = ()
    """Possible numbers of further Yachts."""

    @classmethod
    def of(
        cls, filled: FilledCard, fits: Mapping[str, int], yachts: FurtherYachts
    ) -> "RightTotals":
        """Return the right totals of a card, given the values that fit unclear boxes and its further Yachts."""
        ruleset, total = filled.ruleset, filled.ruleset.extra_yachts
        blank = filled.blank if filled.is_ended else {}
        boxes: Values = {**blank, **filled.boxes, **{box: fits.get(box) for box in filled.unclear}}
        extra_yachts = yachts.count
        open_counts = yachts.counts if extra_yachts is not None and len(yachts.counts) > 1 else ()
        right = add_all_up(ruleset, boxes, extra_yachts)
        if None not in right.values():
            return cls(filled, right, right, open_counts)
        stated = {box: filled.numbers.get(box, blank.get(box)) for box in ruleset.boxes}
        counted = add_all_up(
            ruleset, stated, extra_yachts, filled.numbers.get(total.id) if total else 0
        )
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
        """Yield the finding about a wrong total.

        If its right value is unknown, compare it with what is possible.
        """
        expected = values[total.id]
        if expected is not None:
            wrong = self._wrong_below(total.id, values)
            if wrong and self._followed(total, values) == written:
                slip: Slip | None = Slip("follows", wrong)
            else:
                slip = None if total.steps else self._slip(total, written, expected, values)
            right = (expected, *self._others(total.id, expected)) if values is self.right else ()
            parts = tuple(values[part] or 0 for part in self.filled.ruleset.addends[total.id])
            yield Finding(
                _kind(total, written, expected), total.id, written, right, parts, slip=slip
            )
        elif not boxes_below(self.filled.ruleset, total.id) & set(self.filled.rows):
            yield Finding("unexplained_total", total.id, written)
        elif not self.reach[total.id][0] <= written <= self.reach[total.id][1]:
            yield Finding(_kind(total, written, 1), total.id, written, between=self.reach[total.id])
        elif (reached := self._reached(total.id)) and written not in reached:
            yield Finding(_kind(total, written, 1), total.id, written, tuple(sorted(reached)))

    def _reached(self, total: str) -> set[int]:
        """Return all values of a total over all values of unclear boxes.

        Empty if there are more than MOST_TRIED.
        """
        ruleset, boxes = self.filled.ruleset, self.filled.boxes
        held = {
            box: values for box, values in self.held.items() if box in boxes_below(ruleset, total)
        }
        if len(self.can_have) * prod(map(len, held.values())) > MOST_TRIED:
            return set()
        cards = [
            {**boxes, **dict(zip(held, values, strict=True))} for values in product(*held.values())
        ]
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
        """Return the value of a total from the written values below it, right or wrong."""
        numbers, parts = self.filled.numbers, []
        for part in self.filled.ruleset.addends[total.id]:
            inner = self.filled.ruleset.all_totals.get(part)
            if part in numbers or inner is None or inner.kind == "extra_yachts":
                parts.append(numbers.get(part, values[part] or 0))
            else:
                parts.append(self._followed(inner, values))
        return add_up(total, parts)

    def _wrong_below(self, total: str, values: Values) -> tuple[str, ...]:
        """Return the wrong boxes and totals that are nearest to this total among its addends."""
        ruleset, numbers = self.filled.ruleset, self.filled.numbers
        wrong = [
            part
            for part in below(ruleset, total)
            if numbers.get(part, values[part]) != values[part]
        ]
        deeper = {
            part for other in wrong if other in ruleset.addends for part in below(ruleset, other)
        }
        return tuple(part for part in wrong if part not in deeper)


def add_all_up(
    ruleset: Ruleset, boxes: Values, extra_yachts: int | None, bonus: int | None = None
) -> Values:
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
"""Maximum number of places of a slip. A slip that fits more places would explain anything, and is
not reported."""


def find_slip(
    written: int, expected: int, places: Sequence[str], values: Sequence[int]
) -> Slip | None:
    """Return the most plausible slip that turns `expected` into `written`.

    `values` are the addends at `places`.
    """
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
