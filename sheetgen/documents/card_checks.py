"""Checks of finished cards and scores of rolls, for the library and the command line."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from numbers import Integral

from sheetgen.cards.exchange import ShareOut
from sheetgen.cards.typed import make_card, make_filled, make_moment, make_roll
from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit
from sheetgen.files.tables import A_FLAG, A_GAME, A_NUMBER, A_TABLE, A_TEXT, check_kind
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import Paper, catalog_of
from sheetgen.rules.history import TooLongError, Turn, order_of_play
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import (
    LegalEntry,
    Unsure,
    Written,
    legal_entries,
    sums_of_columns,
    totals,
)


class Audit(CardAudit, frozen=True, dict=True):
    """Result of a check: `findings`, `right` values by place, the right `total`, and `valid`.

    A card without errors is valid. `in_words` returns the result as text.
    """

    @property
    def better_than(self) -> ShareOut | None:
        """Share of the cards of best play with a lower total, and the number of played games.

        As `share_of` returns it.
        """
        return share_of(self)

    def in_words(self, lang: str = "en") -> str:
        """Return warnings and errors, a line each, and the right total, in a language."""
        report = Report(Wording(self.filled.ruleset, catalog_of(lang)))
        return "\n".join((*map(report.describe, self.warnings), *verdict(report, self)))


def check(game: Ruleset, card: Mapping[str, Written | Unsure | None], name: str = "") -> Audit:
    """Check a finished card: return everything that is wrong, and the right values.

    The keys of `card` are ids of boxes and totals, or their names in any language. None is a blank,
    and totals may be missing. A key that is a misspelt name of one row means it, and is listed in
    `card.near`; any other unknown key is a finding. Raises SheetgenError for a card that is no
    mapping of names.
    """
    check_kind(game, Ruleset, "game", A_GAME)
    check_kind(card, Mapping, "card", A_TABLE)
    check_kind(name, str, "name", A_TEXT)
    for row in card:
        check_kind(row, str, "card", A_TEXT)
    found = check_card(game, make_card(Wording(game, Catalog("en")), card.items(), name))
    return Audit(**{field: getattr(found, field) for field in found.__struct_fields__})


def verdict(report: Report, audit: CardAudit) -> Iterator[str]:
    """Yield the errors of an audit as sentences, and a last one about the total.

    In games that columns decide, the last one is about the totals of the columns.
    """
    if audit.filled.ruleset.winner.by == "columns":
        yield from map(report.describe, audit.findings)
        yield _verdict_on_columns(report, audit)
        return
    message, total = report.wording.catalog.message, _total(report, audit)
    if audit.valid:
        yield _verdict_on_right_card(report, audit, total)
        return
    yield from map(report.describe, audit.findings)
    if audit.reading:
        yield message("if you play so, it is right, with a total of %(total)s", total=total)
    elif audit.total is None:
        yield message("what the total should be stays open until that is clear")
    else:
        yield message("the right total is %(total)s", total=total)


def _verdict_on_right_card(report: Report, audit: CardAudit, total: str) -> str:
    """Return the sentence about the total of a right card, with the share of cards it beats."""
    message = report.wording.catalog.message
    share = share_of(audit)
    if share is None:
        return message("this card is right; its total is %(total)s", total=total)
    beaten = min(99, int(100 * share.share + 1e-9))  # 100 * 0.29 is less than 29
    games = report.wording.catalog.number(share.games)
    if beaten and share.games:
        return message(
            "this card is right; its total is %(total)s, better than %(beaten)s of 100 cards in "
            "best play, counted in %(games)s games that were played",
            total=total,
            beaten=beaten,
            games=games,
        )
    if beaten:
        return message(
            "this card is right; its total is %(total)s, better than %(beaten)s of 100 cards in "
            "best play",
            total=total,
            beaten=beaten,
        )
    if share.games:
        return message(
            "this card is right; its total is %(total)s, and more than 99 of 100 cards in best "
            "play have as much or more, counted in %(games)s games that were played",
            total=total,
            games=games,
        )
    return message(
        "this card is right; its total is %(total)s, and more than 99 of 100 cards in best play "
        "have as much or more",
        total=total,
    )


def share_of(audit: CardAudit) -> ShareOut | None:
    """Return the share of the cards of best play that the total of a right card beats.

    None for a card with a fault, that is not full, or whose total is not certain, and for a game
    without a shipped table: a table of the cache would make the answer depend on earlier commands.
    Tables are of the usual rolls, so that a game with saved or spare rolls has no share.
    """
    ruleset = audit.filled.ruleset
    is_finished = audit.valid and not audit.filled.is_ended
    if not is_finished or len(audit.totals) != 1:
        return None
    if ruleset.dice.rolls_vary or ruleset.winner.by == "columns":
        return None
    with suppress(ImportError):  # without the folder of odds
        from sheetgen.odds.best_play import shipped

        play = shipped(ruleset)
        if play:
            share = round(play.totals.below(audit.totals[0]), 6)
            return ShareOut(share, play.totals.games)
    return None


def _verdict_on_columns(report: Report, audit: CardAudit) -> str:
    """Return the sentence about the totals of all columns, which decide the game."""
    message = report.wording.catalog.message
    if audit.total is None:
        return message("what the column totals should be stays open until that is clear")
    ruleset = audit.filled.ruleset
    sums = []
    for column, points in zip(ruleset.columns, sums_of_columns(ruleset, audit.known), strict=True):
        sums.append(f"{report.wording.column_name(column)} {points}")
    columns = ", ".join(sums)
    if audit.valid:
        return message("this card is right; its column totals are: %(columns)s", columns=columns)
    if audit.reading:
        return message(
            "if you play so, it is right, with the column totals: %(columns)s", columns=columns
        )
    return message("the right column totals are: %(columns)s", columns=columns)


def _total(report: Report, audit: CardAudit) -> str:
    """Return the right total.

    If the number of further Yachts is open, it lists the totals with each number.
    """
    catalog, filled = report.wording.catalog, audit.filled
    if len(audit.totals) < 2 or not (audit.valid or audit.may_have[0] == 0):
        return catalog.choices(audit.totals)
    without = totals(filled.ruleset, filled.boxes)["total"] if audit.valid else audit.total
    others = tuple(total for total in audit.totals if total != without)
    shown = catalog.choices(others)
    return catalog.message(
        "%(total)s, or with further Yachts %(totals)s", total=str(without), totals=shown
    )


def order_for(audit: CardAudit) -> tuple[Turn, ...] | None:
    """Return an order of play that leads to the right values of a card.

    The rules are those of the reading that allows them. Return None if there is none, and an empty
    tuple if the search takes too long.
    """
    ruleset = audit.filled.ruleset
    for reading in ruleset.readings:
        if reading.text == audit.reading:
            ruleset = reading.ruleset
            break
    boxes: dict[str, int] = {}
    for box in ruleset.boxes:
        value = audit.right.get(box)
        if value is None:
            return None
        boxes[box] = value
    if audit.extra_yachts is None:
        return None
    try:
        return order_of_play(ruleset, boxes, audit.extra_yachts)
    except TooLongError:
        return ()


def corrected(audits: Sequence[CardAudit], wording: Wording, paper: Paper) -> bytes:
    """Return the sheet with these cards on it as a PDF, with their faults marked and explained."""
    from sheetgen.layout.corrections import lay_out_corrections
    from sheetgen.pdf.document import Metadata, write_pdf
    from sheetgen.pdf.fonts import measure

    report = Report(wording)
    reasons_of_cards: list[list[str]] = []
    for audit in audits:
        name = audit.card.name if len(audits) > 1 else ""
        sentences = [f"{report.describe(finding)}." for finding in audit.findings]
        reasons_of_cards.append([wording.catalog.said_of(name, text) for text in sentences])
    pages = lay_out_corrections(wording, audits, reasons_of_cards, paper, measure)
    return write_pdf(pages, Metadata(wording.title, wording.catalog.language))


def score(
    game: Ruleset,
    dice: Sequence[int],
    filled: Mapping[str, int] | None = None,
    *,
    first_roll: bool = False,
    roll: int = 0,
    together: bool = False,
) -> dict[str, LegalEntry]:
    """Return the boxes that may take a roll, by id in card order, with their possible points.

    `filled` are the points on the card by the ids of boxes; all other boxes are open. `roll` is the
    number of the roll in its turn, 0 for the last. `together` means that all dice were thrown on
    it. Raise SheetgenError for dice or a roll number that the game does not have, and for points
    that a box cannot hold.
    """
    check_kind(game, Ruleset, "game", A_GAME)
    check_kind(filled, Mapping | None, "filled", A_TABLE)
    check_kind(first_roll, bool, "first_roll", A_FLAG)
    check_kind(roll, Integral, "roll", A_NUMBER)
    check_kind(together, bool, "together", A_FLAG)
    now = make_moment(game, make_filled(game, filled or {}), first_roll, roll, together)
    return legal_entries(game, make_roll(game, dice), now)
