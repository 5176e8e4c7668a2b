"""A card to every finding at once, and to what it should be."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from sheetgen.checker.filled import Filled, addends_of, places
from sheetgen.checker.finding import Audit, Finding
from sheetgen.checker.further_yachts import judge_yachts
from sheetgen.checker.sums import Sums, fitting_values
from sheetgen.rules import Reading, Ruleset, Unsure, WrittenCard, possible_values
from sheetgen.rules.play import possible_extra_yachts


def check_card(ruleset: Ruleset, card: WrittenCard) -> Audit:
    """Everything that is wrong with a finished card, in card order, and what would be right.

    What another reading of the ruleset's source allows is found as well, and says so. Where such a reading allows the
    whole card, what it makes right is taken for right. An entry that is unsure is treated as one that cannot be read:
    it is never taken for any of its values, however likely, and the others say what fits there.
    """
    audit = _check(ruleset, card)
    for reading in ruleset.readings:
        if any(may_clear(audit.filled, reading, finding) for finding in audit.findings):
            audit = _as_read(audit, reading, card)
    return audit


def may_clear(filled: Filled, reading: Reading, finding: Finding) -> bool:
    """Whether this reading can make a finding on a card go away, so that a second check is worth its time."""
    ruleset = filled.ruleset
    if finding.kind in ("impossible_yacht_bonus", "impossible_card"):
        return True
    if finding.kind == "impossible_value":
        return finding.written in possible_values(reading.ruleset, finding.where)
    if finding.where not in ruleset.addends or not isinstance(finding.written, int):
        return False
    if finding.where in changed_sums(ruleset, reading):
        return True
    total = ruleset.extra_yachts  # other further Yachts may explain a sum
    if total is None or all((finding.written - right) % total.points for right in finding.expected):
        return False
    return possible_extra_yachts(reading.ruleset, filled.boxes) != possible_extra_yachts(ruleset, filled.boxes)


@lru_cache(maxsize=64)
def changed_sums(ruleset: Ruleset, reading: Reading) -> frozenset[str]:
    """The totals that come to something else under this reading."""
    sums = ruleset.addends
    return frozenset(total for total in sums if addends_of(ruleset, total) != addends_of(reading.ruleset, total))


def _as_read(audit: Audit, reading: Reading, card: WrittenCard) -> Audit:
    """The audit, with this reading noted where it clears a place and accuses no other one."""
    other = _check(reading.ruleset, card)
    before = {finding.where for finding in audit.findings}
    left = {finding.where for finding in other.findings}
    if audit.reading or not left < before:
        return audit
    findings = tuple(
        finding if finding.reading or finding.where in left else replace(finding, reading=reading.text)
        for finding in audit.findings
    )
    if left:
        return replace(audit, findings=findings)
    return replace(other, findings=findings, reading=reading.text)


def _check(ruleset: Ruleset, card: WrittenCard) -> Audit:
    filled = Filled(ruleset, card)
    if filled.is_blank:  # its totals have nothing to stand on
        stated = [total for total in ruleset.all_totals if total in filled.numbers]
        found = [*_rows(filled, {}), *(Finding("unexplained_total", total, filled.numbers[total]) for total in stated)]
        found += [] if filled.rows else [Finding("empty_card")]
        return Audit(filled, _sorted(ruleset, found), {}, None)
    yachts = judge_yachts(filled)
    fits = fitting_values(filled, yachts.count)
    sums = Sums.of(filled, fits, yachts)
    found = [*_rows(filled, fits), *_boxes(filled, fits), *yachts.findings, *sums.judge()]
    is_impossible = any(finding.kind == "impossible_card" for finding in yachts.findings)
    right = sums.right | dict.fromkeys(ruleset.addends) if is_impossible else sums.right
    if filled.is_ended:
        right = {where: value for where, value in right.items() if where not in filled.blank}
    return Audit(filled, _sorted(ruleset, found), right, yachts.count, may_have=sums.counts)


def _sorted(ruleset: Ruleset, findings: list[Finding]) -> tuple[Finding, ...]:
    if len(findings) < 2:
        return tuple(findings)
    order = places(ruleset)
    return tuple(sorted(findings, key=lambda finding: order.get(finding.where, len(order))))


def _rows(filled: Filled, fits: Mapping[str, int]) -> Iterator[Finding]:
    """Rows that the game does not have, that are there more than once, or that hold no number."""
    known = places(filled.ruleset)
    for where, values in () if filled.is_tidy else filled.rows.items():
        first = str(values[0]) if isinstance(values[0], Unsure) else values[0]
        if where not in known:
            yield Finding("unknown_box", where, first)
        elif len(values) > 1:
            yield Finding(
                "doubled_box", where, tuple(str(each) if isinstance(each, Unsure) else each for each in values)
            )
        elif isinstance(first, str):
            expected = possible_values(filled.ruleset, where) if where in filled.ruleset.boxes else ()
            kind = "unsure" if isinstance(values[0], Unsure) else "not_a_number"
            yield Finding(kind, where, first, expected, fits=fits.get(where))


def _boxes(filled: Filled, fits: Mapping[str, int]) -> Iterator[Finding]:
    """Boxes that are empty, or hold a number that they cannot."""
    for box in filled.unclear:
        expected = possible_values(filled.ruleset, box)
        if box in filled.numbers:
            yield Finding("impossible_value", box, filled.numbers[box], expected, fits=fits.get(box))
        elif box not in filled.rows:
            yield Finding("missing_box", box, None, expected, fits=fits.get(box))
