"""Finished cards checked and rolls scored: values in, findings and points out."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap

from sheetgen.cards.names import make_card, make_filled, make_moment, make_roll
from sheetgen.checker import Audit as CardAudit, check_card
from sheetgen.documents.asked import catalog_of
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import Paper
from sheetgen.rules import Entry, Ruleset, Unsure, Written, legal_entries, totals
from sheetgen.rules.play import TooLongError, Turn, order_of_play


class Audit(CardAudit, frozen=True, dict=True):
    """A card that was checked: `findings`, what is `right` in each place, the right `total`, and whether it is `valid`.

    All of it are values; `in_words` says them.
    """

    def in_words(self, lang: str = "en") -> str:
        """What was found, a line for each finding, and what the total should be, in a language."""
        report = Report(Wording(self.filled.ruleset, catalog_of(lang)))
        return "\n".join((*starmap(report.near_name, self.card.near), *verdict(report, self)))


def check(game: Ruleset, card: Mapping[str, Written | Unsure | None], name: str = "") -> Audit:
    """A finished card to everything that is wrong with it, and to what would be right.

    The keys of `card` are the ids of boxes and totals or what they are called in any language; None is a blank. Totals
    may be left out. A key that is nearly the name of one row is taken for it, as `card.near` says; any other that the
    game does not have is a finding.
    """
    found = check_card(game, make_card(Wording(game, Catalog("en")), card, name))
    return Audit(**{field: getattr(found, field) for field in found.__struct_fields__})


def verdict(report: Report, audit: CardAudit) -> Iterator[str]:
    """What was found on a card in sentences, the last of them on its total."""
    message, total = report.wording.catalog.message, _total(report, audit)
    if audit.valid:
        yield message("this card is right; its total is %(total)s", total=total)
        return
    yield from map(report.describe, audit.findings)
    if audit.reading:
        yield message("if you play so, it is right, with a total of %(total)s", total=total)
    elif audit.total is None:
        yield message("what the total should be stays open until that is clear")
    else:
        yield message("the right total is %(total)s", total=total)


def _total(report: Report, audit: CardAudit) -> str:
    """The right total or, where nobody wrote how many further Yachts there are, the one without them and all others."""
    catalog, filled = report.wording.catalog, audit.filled
    if len(audit.totals) < 2 or not (audit.valid or audit.may_have[0] == 0):
        return catalog.choices(audit.totals)
    without = totals(filled.ruleset, filled.boxes)["total"] if audit.valid else audit.total
    others = tuple(total for total in audit.totals if total != without)
    shown = catalog.choices(others)
    return catalog.message("%(total)s, or with further Yachts %(totals)s", total=str(without), totals=shown)


def order_for(audit: CardAudit) -> tuple[Turn, ...] | None:
    """An order of play that leads to a card as it should be, under the reading that allows it.

    None if there is none; empty if that takes too long to find out.
    """
    ruleset = audit.filled.ruleset
    ruleset = next((each.ruleset for each in ruleset.readings if each.text == audit.reading), ruleset)
    boxes = {box: value for box in ruleset.boxes if (value := audit.right.get(box)) is not None}
    if len(boxes) < len(ruleset.boxes) or audit.extra_yachts is None:
        return None
    try:
        return order_of_play(ruleset, boxes, audit.extra_yachts)
    except TooLongError:
        return ()


def corrected(audits: Sequence[CardAudit], wording: Wording, paper: Paper) -> bytes:
    """The sheet with these cards on it and what is wrong marked and explained, as a PDF."""
    from sheetgen.layout.variants.corrections import lay_out_corrections  # noqa: PLC0415 - checks are mostly told, not printed
    from sheetgen.pdf import Metadata, measure, write_pdf  # noqa: PLC0415 - as above

    report, several, said_of = Report(wording), len(audits) > 1, wording.catalog.said_of
    reasons = [
        [said_of(audit.card.name if several else "", f"{report.describe(finding)}.") for finding in audit.findings]
        for audit in audits
    ]
    pages = lay_out_corrections(wording, audits, reasons, paper, measure)
    return write_pdf(pages, Metadata(wording.title, wording.catalog.language))


def score(
    game: Ruleset, dice: Sequence[int], filled: Mapping[str, int] | None = None, *, first_roll: bool = False,
    roll: int = 0, together: bool = False,
) -> dict[str, Entry]:  # fmt: skip
    """Every box that may take a roll, by id in card order, with the points that may be written in it.

    `filled` is what is on the card: ids of boxes to points; a box that is not in it is open. `roll` is its
    number in the turn, 0 for the last; `together` says that all dice were thrown on it. Raises SheetgenError for dice
    or a roll that the game does not have, and for what no box can hold.
    """
    now = make_moment(game, make_filled(game, filled or {}), first_roll, roll, together)
    return legal_entries(game, make_roll(game, dice), now)
