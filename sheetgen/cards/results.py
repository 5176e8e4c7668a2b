"""Audits as JSON and CSV for programs."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Raw
from msgspec.json import Encoder, encode, format as format_json

from sheetgen.cards.exchange import VERSION, CardOut, FindingOut, GameOut, PlaceOut, ReadOut, SlipOut, TurnOut
from sheetgen.checker.finding import KINDS, SLIPS, CardAudit, rank
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.writing import csv_lines, json_answer
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.rules.history import Turn
from sheetgen.rules.ruleset import Ruleset


def card_out(report: Report, audit: CardAudit, name: object, order: Sequence[Turn] | None = None) -> CardOut:
    """Return an audit as a result."""
    findings = []
    for each in audit.findings:
        slip = SlipOut(each.slip.kind, each.slip.places) if each.slip else None
        message = report.describe(each)
        findings.append(
            FindingOut(each.kind, each.where, each.written, each.expected, message, each.fits, slip, each.reading)
        )
    turns = tuple(
        TurnOut(turn.roll.dice, turn.box, turn.points, turn.bonus, turn.first_roll, turn.number) for turn in order or ()
    )
    totals = audit.totals if any(audit.may_have[:1]) else ()
    near = audit.card.near
    warnings = tuple(FindingOut("near_name", each[1], each[0], (), report.near_name(*each)) for each in near)
    return CardOut(name, audit.valid, tuple(findings), audit.total, turns or None, totals or None, warnings=warnings)


_LINE = Message("cannot read this line: %(reason)s")
"""Default message about input that cannot be read."""


def unreadable(name: object, error: SheetgenError, catalog: Catalog, said: str = _LINE) -> CardOut:
    """Return the result for a line, or other input, that cannot be read, with a message."""
    message = catalog.message(said, reason=error)
    return CardOut(name, False, (FindingOut("unreadable", "", None, (), message),), None)


CSV_HEAD = csv_lines([("id", "valid", "total", "findings")]).encode()
"""Header of the lines of `csv_results`."""
_SHORT_NUMBER = re.compile(r"-?[0-9]{1,18}")
"""Number that a spreadsheet shows in full."""


def csv_results(results: Iterable[CardOut]) -> bytes:
    """Return results as lines of CSV."""
    rows = (
        (_cell(each.id), each.valid, each.total, " | ".join(found.message for found in each.findings + each.warnings))
        for each in results
    )
    return csv_lines(rows).encode("utf-8", "backslashreplace")


def json_lines(results: Sequence[Any]) -> bytes:
    """Return results as lines of JSON."""
    return json_answer(Encoder().encode_lines(results))


def _cell(name: object) -> object:
    """Return an id as a cell: a text, a number, or JSON for any other value."""
    if not isinstance(name, Raw):
        return json.dumps(name) if isinstance(name, dict | list) else name
    text = bytes(name).decode()
    if text.startswith('"'):
        return json.loads(text)
    return int(text) if _SHORT_NUMBER.fullmatch(text) else text


def game_json(
    report: Report,
    audits: Sequence[CardAudit],
    orders: Sequence[Sequence[Turn] | None],
    read: Sequence[Mapping[str, Any]] = (),
    picture: str = "",
) -> str:
    """Return everything about the cards of one game as a JSON object, with what was `read` from a `picture`."""
    ruleset = report.wording.ruleset
    ranking = rank(ruleset, audits)
    cards = tuple(card_out(report, audit, audit.card.name, order) for audit, order in zip(audits, orders, strict=True))
    for card, each in zip(cards, read, strict=False):
        card.read = read_out(each)
    won = ranking.match_points or [()] * len(audits)
    places = tuple(_place(ruleset, rank, audits[one], won[one]) for rank, one in ranking.places)
    unclear = tuple(audits[one].card.name for one in ranking.unclear)
    changes = None if unclear else ranking.changes
    game = GameOut(VERSION, ruleset.id, cards, places, unclear, changes, picture or UNSET)
    return json_answer(format_json(encode(game), indent=2)).decode() + "\n"


def _place(ruleset: Ruleset, place: int, audit: CardAudit, won: Sequence[int]) -> PlaceOut:
    """Return a player's place in the ranking, with the match points if columns decide."""
    found = PlaceOut(place, audit.card.name, audit.total or 0)
    if won:
        *each, sweep = won
        found.match_points, found.sweep = sum(won), sweep
        found.columns = {column.id: points for column, points in zip(ruleset.columns, each, strict=True)}
    return found


def read_out(read: Mapping[str, Any]) -> dict[str, ReadOut]:
    """Return what was read of a card from a picture, by place."""
    return {row: ReadOut(each.value, each.sure, each.likely) for row, each in read.items()}


def game_csv(report: Report, audits: Sequence[CardAudit], picture: str = "", *, head: bool = True) -> str:
    """Return a CSV with a line for each finding on the cards of one game. Ids begin with the `picture`."""
    rows: list[Sequence[str | int | None]] = [("id", "kind", "where", "written", "expected", "message")] * head
    ids = [f"{picture}, {audit.card.name}" if picture else audit.card.name for audit in audits]
    for name, audit in zip(ids, audits, strict=True):
        for found in audit.findings:
            expected = " ".join(map(str, found.expected))
            message = report.describe(found)
            written = " / ".join(map(str, found.written)) if isinstance(found.written, tuple) else found.written
            rows.append((name, found.kind, found.where, written, expected, message))
        for label, where, line in audit.card.near:
            rows.append((name, "near_name", where, label, "", report.near_name(label, where, line)))
    ranking = rank(report.wording.ruleset, audits)
    for _, player in ranking.places if ranking.match_points else ():
        won = ranking.match_points[player]
        rows.append((ids[player], "match_points", "", None, str(sum(won)), report.match_points(won)))
    return csv_lines(rows)


def card_page(catalog: Catalog) -> str:
    """Return the reference of card files, findings and JSON lines as Markdown."""
    from sheetgen.i18n.templating import render  # noqa: PLC0415 - loads Jinja2; only the reference needs it

    return render("cards.md.j2", catalog, kinds=KINDS, slips=SLIPS, version=VERSION)
