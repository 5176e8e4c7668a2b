"""Audits as results for programs."""

from collections.abc import Sequence

from msgspec import json

from sheetgen.cards.games import Game, Games
from sheetgen.cards.published import VERSION
from sheetgen.cards.records import CardOut, FindingOut, GameOut, PlaceOut, SlipOut, TurnOut
from sheetgen.checker import Audit, Finding, Found, check_card, rank
from sheetgen.errors import SheetgenError
from sheetgen.files.writing import csv_line
from sheetgen.i18n.report import Report
from sheetgen.rules import Turn, Written, WrittenCard

Cell = str | int | None


def finding_out(finding: Finding, message: str) -> FindingOut:
    """A finding with its message."""
    slip = SlipOut(finding.slip.kind, finding.slip.places) if finding.slip else None
    return FindingOut(
        finding.kind, finding.where, finding.written, finding.expected, message, finding.fits, slip, finding.reading
    )


def card_out(report: Report, audit: Audit, name: object, order: Sequence[Turn] | None = None) -> CardOut:
    """What was found on a card."""
    findings = tuple(finding_out(finding, report.describe(finding)) for finding in audit.findings)
    turns = (
        tuple(TurnOut(turn.roll.dice, turn.box, turn.points, turn.bonus, turn.first_roll) for turn in order)
        if order
        else None
    )
    return CardOut(name, audit.valid, findings, audit.total, turns)


def checked(game: Game, places: Sequence[str], values: Sequence[Written | None], name: object) -> CardOut:
    """The result of a real check of what is written in which place; None is a blank."""
    written = zip(places, values, strict=True)
    card = WrittenCard(tuple((where, value) for where, value in written if value is not None))
    return card_out(game.report, check_card(game.ruleset, card), name)


def with_fault(game: Game, found: Found, name: object) -> CardOut:
    """The result for a card with one fault."""
    finding, total = found
    return CardOut(name, False, (finding_out(finding, game.report.describe(finding)),), total)


def unreadable(name: object, error: SheetgenError, games: Games) -> CardOut:
    """The result for a line that cannot be read."""
    return CardOut(name, False, (unreadable_line(error, games),), None)


def unreadable_line(error: SheetgenError, games: Games) -> FindingOut:
    """The finding for a line that cannot be read."""
    message = games.catalog.message("cannot read this line: %(reason)s", reason=error)
    return FindingOut("unreadable", "", None, (), message)


def game_json(report: Report, audits: Sequence[Audit], orders: Sequence[Sequence[Turn] | None]) -> str:
    """Everything about the cards of one game, as one JSON object."""
    ruleset = report.wording.ruleset
    ranking = rank(ruleset, audits)
    cards = tuple(card_out(report, audit, audit.card.name, order) for audit, order in zip(audits, orders, strict=True))
    places = tuple(PlaceOut(rank, audits[one].card.name, audits[one].total or 0) for rank, one in ranking.places)
    unclear = tuple(audits[one].card.name for one in ranking.unclear)
    game = GameOut(VERSION, ruleset.id, cards, places, unclear, None if unclear else ranking.changes)
    return json.format(json.encode(game), indent=2).decode() + "\n"


def game_csv(report: Report, audits: Sequence[Audit]) -> str:
    """Every finding on the cards of one game, as a CSV with a line for each."""
    rows: list[Sequence[Cell]] = [("id", "kind", "where", "written", "expected", "message")]
    for audit in audits:
        for found in audit.findings:
            expected = " ".join(map(str, found.expected))
            name, message = audit.card.name, report.describe(found)
            rows.append((name, found.kind, found.where, _text(found.written), expected, message))
    return "".join(map(csv_line, rows))


def _text(written: object) -> Cell:
    if isinstance(written, tuple):
        return " / ".join(map(str, written))
    return written if isinstance(written, (str, int)) else None
