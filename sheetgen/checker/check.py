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
    card_order,
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
from sheetgen.rules.scoring import (
    Unsure,
    WrittenCard,
    add_up,
    open_columns,
    ranges,
    runs_of,
    totals,
)


def check_card(ruleset: Ruleset, card: WrittenCard) -> CardAudit:
    """Check a finished card: return everything that is wrong, in card order, and the right values.

    A finding names another reading of the rules that would clear it. If such a reading allows the
    whole card, the right values are those of that reading. An unsure entry counts as unreadable,
    however probable its first candidate is; its finding says which value fits the others.
    """
    audit = _check_own_reading(ruleset, card)
    if audit.findings:
        for reading in ruleset.readings:
            audit = _under_reading(audit, reading, card)
    return audit


def _under_reading(audit: CardAudit, reading: Reading, card: WrittenCard) -> CardAudit:
    """Return the audit with the reading noted at the findings that it clears.

    A reading that causes new findings, or clears none, is of no use.
    """
    other_audit = _check_own_reading(reading.ruleset, card)
    places_before = {finding.where for finding in audit.findings}
    places_left = {finding.where for finding in other_audit.findings}
    if audit.reading or not places_left < places_before:
        return audit
    findings: list[Finding] = []
    for finding in audit.findings:
        if finding.reading or finding.where in places_left:
            findings.append(finding)
        else:
            findings.append(replace(finding, reading=reading.text))
    if places_left:
        return replace(audit, findings=tuple(findings))
    return replace(other_audit, findings=tuple(findings), reading=reading.text)


def _check_own_reading(ruleset: Ruleset, card: WrittenCard) -> CardAudit:
    """Check a card under the ruleset's own reading."""
    filled = FilledCard(ruleset, card)
    if filled.is_blank:
        return _audit_of(filled, _findings_of_blank(filled), {}, None)
    yachts = judge_yachts(filled)
    fitting = fitting_values(filled, yachts.count)
    sums = RightTotals.of(filled, fitting, yachts)
    findings = [
        *_findings_of_rows(filled, fitting),
        *_findings_of_boxes(filled, fitting),
        *yachts.findings,
        *sums.judge(),
    ]
    right = sums.right
    if any(finding.kind == "impossible_card" for finding in yachts.findings):
        right = right | dict.fromkeys(ruleset.addends)
    if filled.is_ended:
        right = {where: value for where, value in right.items() if where not in filled.blank}
    return _audit_of(filled, findings, right, yachts.count, sums.counts)


def _findings_of_blank(filled: FilledCard) -> list[Finding]:
    """Return the findings on a card with nothing in its boxes."""
    findings = [*_findings_of_rows(filled, {})]
    for total in filled.ruleset.all_totals:
        if total in filled.numbers:
            findings.append(Finding("unexplained_total", total, filled.numbers[total]))
    if not filled.rows:
        findings.append(Finding("empty_card"))
    return findings


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
    order = card_order(filled.ruleset)
    findings.sort(key=lambda finding: order.get(finding.where, len(order)))
    errors = tuple(finding for finding in findings if finding.severity == "error")
    warnings = tuple(finding for finding in findings if finding.severity == "warning")
    return CardAudit(filled, errors, right, extra_yachts, may_have=may_have, warnings=warnings)


def _findings_of_rows(filled: FilledCard, fitting: Mapping[str, int]) -> Iterator[Finding]:
    """Yield the findings about unknown rows, doubled rows, and entries that are no number."""
    known = card_order(filled.ruleset)
    for where, values in filled.rows.items():
        entry, *others = values
        text = str(entry) if isinstance(entry, Unsure) else entry
        if where not in known:
            yield Finding("unknown_box", where, text)
        elif others:
            written = tuple(
                [str(value) if isinstance(value, Unsure) else value for value in values]
            )
            yield Finding("doubled_box", where, written)
        elif isinstance(text, str):
            is_box = where in filled.ruleset.boxes
            expected = possible_values(filled.ruleset, where) if is_box else ()
            kind = "unsure" if isinstance(entry, Unsure) else "not_a_number"
            yield Finding(kind, where, text, expected, fits=fitting.get(where))


def _findings_of_boxes(filled: FilledCard, fitting: Mapping[str, int]) -> Iterator[Finding]:
    """Yield the findings about empty boxes, and boxes with a number that they cannot hold."""
    for box in filled.unclear:
        expected = possible_values(filled.ruleset, box)
        fits = fitting.get(box)
        if box in filled.numbers:
            yield Finding("impossible_value", box, filled.numbers[box], expected, fits=fits)
        elif box not in filled.rows:
            yield Finding("missing_box", box, None, expected, fits=fits)


# The card as a whole


class FurtherYachts(Struct, frozen=True):
    """Number of further Yachts of a card."""

    count: int | None
    """Most plausible number, the lowest of several; None if it is unknown."""
    counts: Sequence[int] = ()
    """Numbers that agree with what is written, ascending."""
    findings: Sequence[Finding] = ()


def judge_yachts(filled: FilledCard) -> FurtherYachts:
    """Return the number of further Yachts of a card.

    Its findings are about the number, and about the card as a whole.
    """
    ruleset = filled.ruleset
    impossible = _impossible_boxes(filled)
    if impossible:
        return FurtherYachts(None, findings=[impossible])
    total = ruleset.extra_yachts
    if total is not None and total.id in filled.numbers:
        return _judge_bonus(filled, total, filled.numbers[total.id])
    counts = possible_extra_yachts(ruleset, filled.boxes)
    if not counts:
        return FurtherYachts(None, findings=[Finding("impossible_card")])
    return FurtherYachts(0) if total is None else _judge_totals(filled, total, counts)


def _impossible_boxes(filled: FilledCard) -> Finding | None:
    """Return the finding about boxes in conflict or filled too early; None if there are none."""
    boxes: Mapping[str, int] = filled.boxes
    if needing(filled.ruleset):
        boxes = {**filled.blank, **filled.boxes}  # an empty prerequisite counts as 0
    conflicting: dict[str, None] = {}
    for group in conflicts(filled.ruleset, boxes):
        conflicting |= dict.fromkeys(group)
    if conflicting:
        return Finding("impossible_card", because=tuple(conflicting))
    early = _out_of_order(filled)
    if early:
        return Finding("impossible_card", because=early, early=True)
    return None


def _out_of_order(filled: FilledCard) -> tuple[str, ...]:
    """Return the boxes that were filled too early for the order of their column."""
    early_by_boxes: dict[tuple[str, ...], list[list[str]]] = {}
    for run in runs_of(filled.ruleset):
        if run[0].column.fill == "any":
            continue
        ids = [box.id for box in run]
        is_empty = [box not in filled.rows for box in ids]
        first_gap = is_empty.index(True) if True in is_empty else len(ids)
        early = [box for box in ids[first_gap:] if box in filled.rows]
        early_by_boxes.setdefault(tuple(sorted(ids)), []).append(early)
    # a column filled from both ends has two runs: a box is too early only if it is so in both
    too_early: dict[str, None] = {}
    for first, *others in early_by_boxes.values():
        for box in first:
            if all(box in early for early in others):
                too_early[box] = None
    return (*too_early, *_in_closed_columns(filled))


def _in_closed_columns(filled: FilledCard) -> Iterator[str]:
    """Yield the full boxes of columns that too few other boxes have opened."""
    ruleset = filled.ruleset
    if not any(column.opens for column in ruleset.columns):
        return
    full = [box for box in ruleset.boxes if box in filled.rows]
    columns = open_columns(ruleset, full)
    for box in full:
        if ruleset.boxes[box].column not in columns:
            yield box


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
    because: tuple[str, ...] = ()
    if rest == 0 and count >= 0:
        because = _reasons(filled.ruleset, filled.boxes, count, total)
    expected = tuple([total.points * possible for possible in counts])
    finding = Finding("impossible_yacht_bonus", total.id, written, expected, because=because)
    return FurtherYachts(counts[0] if len(counts) == 1 else None, counts, [finding])


def _judge_totals(filled: FilledCard, total: Total, counts: Sequence[int]) -> FurtherYachts:
    """Return the number of further Yachts with which most written totals are right.

    No bonus is written. A bonus that a box proves is reported as missing if totals are written and
    none of them includes it.
    """
    if not any(counts):
        return FurtherYachts(0, counts)
    unclear = set(filled.unclear)
    stated: list[str] = []
    for where in totals_with_yachts(filled.ruleset):
        if where in filled.numbers and unclear.isdisjoint(boxes_below(filled.ruleset, where)):
            stated.append(where)
    agreeing = _agreeing_with(filled, total, counts, stated)
    # of the numbers with which most totals are right, the lowest
    count = max(counts, key=agreeing.__getitem__)
    if agreeing[count]:
        return FurtherYachts(count, (count,))
    if not count or not stated or unclear:
        return FurtherYachts(count, counts)
    because = tuple(needs_bonus(filled.ruleset, filled.boxes))
    expected = tuple([total.points * possible for possible in counts])
    finding = Finding("impossible_yacht_bonus", total.id, None, expected, because=because)
    return FurtherYachts(count, counts, [finding])


def _reasons(ruleset: Ruleset, boxes: dict[str, int], count: int, total: Total) -> tuple[str, ...]:
    """Return the boxes that make `count` impossible.

    Yacht boxes without points, or boxes that prove more Yachts.
    """
    yacht_boxes = [box for box in boxes if ruleset.boxes[box].category.id == total.category]
    struck = tuple([box for box in yacht_boxes if not boxes[box]])
    if struck and (len(struck) == len(yacht_boxes) or ruleset.yachts_of_all_columns):
        return struck
    least, _ = extra_yacht_bounds(ruleset, boxes)
    return tuple(needs_bonus(ruleset, boxes)) if count < least else ()


def _agreeing_with(
    filled: FilledCard, total: Total, counts: Sequence[int], stated: Sequence[str]
) -> Mapping[int, int]:
    """Return how many of the stated totals are right with each number of further Yachts.

    If no bonus depends on them, the number follows from a total: to add up the card for each number
    instead would double the time of a check.
    """
    agreeing: defaultdict[int, int] = defaultdict(int)
    if not stated:
        return agreeing
    if in_threshold(filled.ruleset, total.id):
        for count in counts:
            right = totals(filled.ruleset, filled.boxes, count)
            agreeing[count] = sum(filled.numbers[where] == right[where] for where in stated)
        return agreeing
    without_yachts = totals(filled.ruleset, filled.boxes)
    for where in stated:
        points = total.points * addends_of(filled.ruleset, where)[total.id]
        count, rest = divmod(filled.numbers[where] - without_yachts[where], points)
        if rest == 0:
            agreeing[count] += 1
    return agreeing


@lru_cache(maxsize=64)
def in_threshold(ruleset: Ruleset, total: str) -> bool:
    """Check whether a bonus depends on this total."""
    bonuses = [other for other in ruleset.all_totals.values() if other.steps]
    return any(total in below(ruleset, bonus.id) for bonus in bonuses)


# Totals

Values = dict[str, int | None]
"""Values of boxes and totals by id; None for unknown ones."""


def fitting_values(filled: FilledCard, extra_yachts: int | None) -> dict[str, int]:
    """Return the value of each unclear box with which the written totals are right.

    Only a single such value fits. No value fits if the number of further Yachts is unknown, or if
    no card can hold the value together with the others.
    """
    if extra_yachts is None:
        return {}
    fitting: dict[str, int] = {}
    for box in filled.unclear:
        values = _values_that_fit(filled, box, extra_yachts)
        if len(values) == 1 and can_stand(
            filled.ruleset, {**filled.boxes, box: values[0]}, extra_yachts
        ):
            fitting[box] = values[0]
    return fitting


def _values_that_fit(filled: FilledCard, box: str, extra_yachts: int) -> list[int]:
    """Return the values of a box that agree with all written totals above this unclear box only."""
    ruleset = filled.ruleset
    stated: list[str] = []
    for total in ruleset.all_totals:
        unclear = boxes_below(ruleset, total).intersection(filled.unclear)
        if total in filled.numbers and unclear == {box}:
            stated.append(total)
    if not stated:
        return []
    legal = possible_values(ruleset, box)
    fitting: list[int] = []
    for value in filled.held(box):
        if value not in legal:
            continue
        right = totals(ruleset, {**filled.boxes, box: value}, extra_yachts)
        if all(right[total] == filled.numbers[total] for total in stated):
            fitting.append(value)
    return fitting


def _as_written(filled: FilledCard, blank: Mapping[str, int], extra_yachts: int | None) -> Values:
    """Return the boxes as they are written, legal or not, and the totals that follow from them."""
    boxes: Values = {}
    for box in filled.ruleset.boxes:
        boxes[box] = filled.numbers.get(box, blank.get(box))
    total = filled.ruleset.extra_yachts
    bonus = filled.numbers.get(total.id) if total else 0
    return add_all_up(filled.ruleset, boxes, extra_yachts, bonus)


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
        cls, filled: FilledCard, fitting: Mapping[str, int], yachts: FurtherYachts
    ) -> "RightTotals":
        """Return the right totals of a card.

        `fitting` are the values that fit unclear boxes.
        """
        ruleset = filled.ruleset
        blank = filled.blank if filled.is_ended else {}
        boxes: Values = {**blank, **filled.boxes}
        for box in filled.unclear:
            boxes[box] = fitting.get(box)
        is_open = yachts.count is not None and len(yachts.counts) > 1
        open_counts = yachts.counts if is_open else ()
        right = add_all_up(ruleset, boxes, yachts.count)
        if None not in right.values():
            return cls(filled, right, right, open_counts)
        counted = _as_written(filled, blank, yachts.count)
        fewest, most = extra_yacht_bounds(ruleset, filled.boxes)
        can_have = yachts.counts or range(fewest, most + 1)
        held = {box: filled.held(box) for box in filled.unclear}  # candidates, or all legal values
        spans: dict[str, tuple[int, int]] = {}
        for box, value in {**blank, **filled.boxes}.items():
            spans[box] = (value, value)
        for box, values in held.items():
            spans[box] = (values[0], values[-1])
        reach = ranges(ruleset, spans, (min(can_have), max(can_have)))
        return cls(filled, right, counted, open_counts, reach, held, can_have)

    def judge(self) -> Iterator[Finding]:
        """Yield the findings about written totals."""
        for total in self.filled.ruleset.all_totals.values():
            written = self.filled.numbers.get(total.id)
            if written is None or total.kind == "extra_yachts":
                continue
            values = self.counted if self.right[total.id] is None else self.right
            expected = values[total.id]
            if expected is None:
                yield from self._finding_about_reach(total, written)
            elif written != expected:
                yield self._finding(total, written, expected, values)

    def _finding(self, total: Total, written: int, expected: int, values: Values) -> Finding:
        """Return the finding about a wrong total with a known right value."""
        wrong = self._wrong_below(total.id, values)
        slip: Slip | None = None
        if wrong and self._followed(total, values) == written:
            slip = Slip("follows", wrong)
        elif not total.steps:
            slip = self._slip(total, written, expected, values)
        right: tuple[int, ...] = ()
        if values is self.right:
            right = (expected, *self._others(total.id, expected))
        parts = tuple([values[part] or 0 for part in self.filled.ruleset.addends[total.id]])
        kind = _kind(total, written, expected)
        return Finding(kind, total.id, written, right, parts, slip=slip)

    def _finding_about_reach(self, total: Total, written: int) -> Iterator[Finding]:
        """Yield the finding about a total whose right value is unknown, if it is impossible."""
        low, high = self.reach[total.id]
        if boxes_below(self.filled.ruleset, total.id).isdisjoint(self.filled.rows):
            yield Finding("unexplained_total", total.id, written)
        elif not low <= written <= high:
            yield Finding(_kind(total, written, 1), total.id, written, between=(low, high))
        else:
            reached = self._reached(total.id)
            if reached and written not in reached:
                yield Finding(_kind(total, written, 1), total.id, written, tuple(sorted(reached)))

    def _reached(self, total: str) -> set[int]:
        """Return all values of a total over all values of unclear boxes.

        Empty if there are more than MOST_TRIED.
        """
        ruleset = self.filled.ruleset
        boxes = [box for box in self.held if box in boxes_below(ruleset, total)]
        values_of_boxes = [self.held[box] for box in boxes]
        if len(self.can_have) * prod(map(len, values_of_boxes)) > MOST_TRIED:
            return set()
        reached: set[int] = set()
        for values in product(*values_of_boxes):
            card = {**self.filled.boxes, **dict(zip(boxes, values, strict=True))}
            for count in self.can_have:
                reached.add(totals(ruleset, card, count)[total])
        return reached

    def _slip(self, total: Total, written: int, expected: int, values: Values) -> Slip | None:
        """Return the slip that explains a wrong total by its own addends."""
        ruleset = self.filled.ruleset
        factors = ruleset.repeated[total.id]
        # all factors were forgotten, or one of them
        for forgotten in (tuple(factors), *((part,) for part in factors)):
            missing = sum((factors[part] - 1) * (values[part] or 0) for part in forgotten)
            if missing and expected - written == missing:
                return Slip("factor_forgotten", forgotten)
        inside = below(ruleset, total.id) if total.kind == "sum" else ruleset.addends[total.id]
        return find_slip(written, expected, inside, [values[part] or 0 for part in inside])

    def _others(self, total: str, expected: int) -> list[int]:
        """Return other right values of a total, with other possible numbers of further Yachts."""
        ruleset = self.filled.ruleset
        boxes = {box: self.right[box] for box in ruleset.boxes}
        others: dict[int, None] = {}
        for count in self.counts:
            value = add_all_up(ruleset, boxes, count)[total]
            if value is not None and value != expected:
                others[value] = None
        return list(others)

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
        ruleset = self.filled.ruleset
        numbers = self.filled.numbers
        wrong: list[str] = []
        deeper: set[str] = set()
        for part in below(ruleset, total):
            if numbers.get(part, values[part]) != values[part]:
                wrong.append(part)
                deeper.update(below(ruleset, part))
        return tuple([part for part in wrong if part not in deeper])


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
        if total.kind == "extra_yachts" and extra_yachts is None:
            values[total.id] = bonus
            continue
        addends = [values[part] for part in ruleset.addends[total.id]]
        known = [value for value in addends if value is not None]
        is_complete = len(known) == len(addends)
        values[total.id] = add_up(total, known, extra_yachts or 0) if is_complete else None
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
    slip = _slip_at(places, "left_out", [value == -off for value in values])
    if slip is None:
        slip = _slip_at(places, "counted_twice", [value == off for value in values])
    if slip is None and may_be_swapped:
        is_misread = [value + off in _digits_swapped(value) for value in values]
        slip = _slip_at(places, "misread", is_misread)
    if slip is None and abs(off) in (10, 100):
        slip = Slip("not_carried")
    return slip


def _slip_at(places: Sequence[str], kind: str, is_there: Iterable[bool]) -> Slip | None:
    """Return a slip at the places that are marked; None if there are none or too many."""
    marked = tuple(compress(places, is_there))
    return Slip(kind, marked) if 0 < len(marked) <= MOST_PLACES else None


@lru_cache(maxsize=4096)
def _digits_swapped(number: int) -> frozenset[int]:
    """Return the numbers that result from swapping two digits; none for negative numbers."""
    if number < 10:
        return frozenset()
    digits = str(number)
    numbers: set[int] = set()
    for first, second in combinations(range(len(digits)), 2):
        swapped = list(digits)
        swapped[first], swapped[second] = digits[second], digits[first]
        numbers.add(int("".join(swapped)))
    return frozenset(numbers - {number})
