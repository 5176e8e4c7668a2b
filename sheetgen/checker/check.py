"""The check of a written card: every finding at once, and the right values."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from sheetgen.checker.filled import FilledCard, places
from sheetgen.checker.finding import CardAudit, Finding
from sheetgen.checker.further_yachts import judge_yachts
from sheetgen.checker.totals import RightTotals, fitting_values
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Reading, Ruleset
from sheetgen.rules.scoring import Unsure, WrittenCard


def check_card(ruleset: Ruleset, card: WrittenCard) -> CardAudit:
    """Check a finished card: return everything that is wrong, in card order, and the right values.

    A finding names another reading of the rules that would clear it. If such a reading allows the whole card, the right
    values are those of that reading. An unsure entry counts as unreadable, however probable its first candidate is; its
    finding says which value fits the others.
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
        finding if finding.reading or finding.where in left else replace(finding, reading=reading.text)
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
        found = [*_rows(filled, {}), *(Finding("unexplained_total", total, filled.numbers[total]) for total in stated)]
        found += [] if filled.rows else [Finding("empty_card")]
        return CardAudit(filled, _sorted(ruleset, found), {}, None)
    yachts = judge_yachts(filled)
    fits = fitting_values(filled, yachts.count)
    sums = RightTotals.of(filled, fits, yachts)
    found = [*_rows(filled, fits), *_boxes(filled, fits), *yachts.findings, *sums.judge()]
    is_impossible = any(finding.kind == "impossible_card" for finding in yachts.findings)
    right = sums.right | dict.fromkeys(ruleset.addends) if is_impossible else sums.right
    if filled.is_ended:
        right = {where: value for where, value in right.items() if where not in filled.blank}
    return CardAudit(filled, _sorted(ruleset, found), right, yachts.count, may_have=sums.counts)


def _sorted(ruleset: Ruleset, findings: list[Finding]) -> tuple[Finding, ...]:
    """Sort findings by their places in card order; unknown places come last."""
    order = places(ruleset)
    return tuple(sorted(findings, key=lambda finding: order.get(finding.where, len(order))))


def _rows(filled: FilledCard, fits: Mapping[str, int]) -> Iterator[Finding]:
    """Yield the findings about unknown rows, rows with several entries, and entries that are no number."""
    known = places(filled.ruleset)
    for where, values in filled.rows.items():
        if where in filled.numbers and len(values) == 1:
            continue
        first = str(values[0]) if isinstance(values[0], Unsure) else values[0]
        if where not in known:
            yield Finding("unknown_box", where, first)
        elif len(values) > 1:
            written = tuple(str(each) if isinstance(each, Unsure) else each for each in values)
            yield Finding("doubled_box", where, written)
        elif isinstance(first, str):
            expected = possible_values(filled.ruleset, where) if where in filled.ruleset.boxes else ()
            kind = "unsure" if isinstance(values[0], Unsure) else "not_a_number"
            yield Finding(kind, where, first, expected, fits=fits.get(where))


def _boxes(filled: FilledCard, fits: Mapping[str, int]) -> Iterator[Finding]:
    """Yield the findings about empty boxes, and boxes with a number that they cannot hold."""
    for box in filled.unclear:
        expected = possible_values(filled.ruleset, box)
        if box in filled.numbers:
            yield Finding("impossible_value", box, filled.numbers[box], expected, fits=fits.get(box))
        elif box not in filled.rows:
            yield Finding("missing_box", box, None, expected, fits=fits.get(box))
