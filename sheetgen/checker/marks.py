"""How a checked card is shown: in each place what is written, and what should be there instead."""

from collections.abc import Mapping

from msgspec import Struct

from sheetgen.checker.finding import Audit

UNKNOWN = "?"


class Mark(Struct, frozen=True):
    """One place of a checked card."""

    written: str
    """Empty for nothing."""
    right: str = ""
    """What should be there, `UNKNOWN` if nobody can say; empty where what is written may stay."""
    wrong: bool = False
    """Whether something was found here. A right value without that is a total that nobody wrote."""


def marks(audit: Audit) -> Mapping[str, Mark]:
    """The places of a card, by id."""
    if audit.reading:
        return {where: _mark(audit, where, found=False) for where in audit.written}
    found = {finding.where for finding in audit.findings}
    found |= {box for finding in audit.findings if finding.kind == "impossible_card" for box in finding.because}
    return {where: _mark(audit, where, where in found) for where in audit.written}


def _mark(audit: Audit, where: str, found: bool) -> Mark:
    written, right = audit.written[where], audit.right[where]
    shown = "" if written is None else str(written)
    if found and written == right:
        return Mark(shown, UNKNOWN, wrong=True)
    if found:
        return Mark(shown, UNKNOWN if right is None else str(right), wrong=True)
    return Mark(shown, str(right)) if written is None and right is not None else Mark(shown)
