"""The totals of a card: what they should be, and how those that are wrong may have come about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sheetgen.checker.filled import Filled, below, boxes_below
from sheetgen.checker.finding import Finding, Slip
from sheetgen.checker.slips import find_slip
from sheetgen.rules import Total, add_up, possible_values, totals

Values = dict[str, int | None]
"""Boxes and totals to numbers; None where there is none to go by."""


def fitting_values(filled: Filled, extra_yachts: int) -> dict[str, int]:
    """For boxes that are unclear, the value with which the written totals come out, where there is just one."""
    found = {}
    for box in filled.unclear:
        over = _totals_over(filled, box)
        values = [value for value in possible_values(filled.ruleset, box) if over]
        fits = [value for value in values if _comes_out(filled, {**filled.boxes, box: value}, extra_yachts, over)]
        if len(fits) == 1:
            found[box] = fits[0]
    return found


def _totals_over(filled: Filled, box: str) -> list[str]:
    """The written totals in which this is the only unclear box."""
    others = set(filled.unclear) - {box}
    boxes = {
        total: boxes_below(filled.ruleset, total) for total in filled.ruleset.all_totals if total in filled.numbers
    }
    return [total for total, inside in boxes.items() if box in inside and not others & inside]


def _comes_out(filled: Filled, boxes: Mapping[str, int], extra_yachts: int, over: Iterable[str]) -> bool:
    found = totals(filled.ruleset, boxes, extra_yachts)
    return all(found[total] == filled.numbers[total] for total in over)


@dataclass
class Sums:
    """The totals of one card, one after the other."""

    filled: Filled
    extra_yachts: int | None
    right: Values
    """As it should be."""
    counted: Values
    """Added up from what is written in the boxes, though a box could not hold it."""
    followed: Values
    """Added up from what is written in boxes and totals, mistakes and all."""

    def judge(self) -> list[Finding]:
        """Fill in all totals; gives what is wrong with those that are written."""
        findings = []
        for total in self.filled.ruleset.all_totals.values():
            for values in (self.right, self.counted, self.followed):
                values[total.id] = self._sum(total, values)
            finding = self._judge(total)
            findings += [finding] if finding else []
            self.followed[total.id] = self.filled.numbers.get(total.id, self.followed[total.id])
        return findings

    def _sum(self, total: Total, values: Values) -> int | None:
        if total.kind == "extra_yachts" and self.extra_yachts is None:
            return None if values is self.right else self.filled.numbers.get(total.id)
        parts = [value for part in self.filled.ruleset.addends[total.id] if (value := values[part]) is not None]
        complete = len(parts) == len(self.filled.ruleset.addends[total.id])
        return add_up(total, parts, self.extra_yachts or 0) if complete else None

    def _judge(self, total: Total) -> Finding | None:
        """Compare a total with what it should be or, if nobody can say, with what is written in its boxes."""
        written = self.filled.numbers.get(total.id)
        values = self.counted if self.right[total.id] is None else self.right
        expected = values[total.id]
        if written is None or written == expected or total.kind == "extra_yachts":
            return None
        if expected is None:
            unfounded = not boxes_below(self.filled.ruleset, total.id) & set(self.filled.rows)
            return Finding("unexplained_total", total.id, written) if unfounded else None
        parts = tuple(values[part] or 0 for part in self.filled.ruleset.addends[total.id])
        finding = Finding(_kind(total, written, expected), total.id, written, (expected,), parts)
        return replace(finding, slip=self._slip(total, written, expected, values))

    def _slip(self, total: Total, written: int, expected: int, values: Values) -> Slip | None:
        if self.followed[total.id] == written:
            return Slip("follows", self._wrong_below(total, values))
        if total.kind == "threshold":
            return None
        parts = self._below(total.id)
        return find_slip(written, expected, {part: value for part in parts if (value := values[part])})

    def _wrong_below(self, total: Total, values: Values) -> tuple[str, ...]:
        """The written totals from which a mistake came into this one: those nearest to it."""
        numbers = self.filled.numbers
        wrong = [part for part in self._below(total.id) if numbers.get(part, values[part]) != values[part]]
        deeper = {part for other in wrong if other in self.filled.ruleset.addends for part in self._below(other)}
        return tuple(part for part in wrong if part not in deeper)

    def _below(self, total: str) -> tuple[str, ...]:
        return below(self.filled.ruleset, total)


def _kind(total: Total, written: int, expected: int) -> str:
    if total.kind == "sum":
        return "wrong_total" if total.id == "total" else "wrong_subtotal"
    if expected == 0:
        return "bonus_undue"
    return "bonus_amount" if written else "bonus_missing"
