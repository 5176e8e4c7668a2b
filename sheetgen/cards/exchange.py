"""JSON objects that programs exchange with sheetgen, and their published schema; answers as JSON and CSV."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from msgspec.json import Encoder, encode, format as format_json, schema_components

from sheetgen.checker.finding import KINDS, SLIPS, CardAudit, rank
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.writing import csv_lines, json_answer
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.layout.primitives import MM
from sheetgen.rules.history import Turn

if TYPE_CHECKING:  # they load the layout, which no card needs
    from sheetgen.layout.primitives import CellMap, Rect

VERSION = 1
"""Version of the format. A new version is one that programs for the old one could misunderstand."""

Whole = Annotated[int, Meta(description="A whole number.")]


class CardIn(Struct, forbid_unknown_fields=True, gc=False):
    """Finished card."""

    boxes: Annotated[
        dict[str, int | str | None],
        Meta(description="Ids of boxes to what is written in them, as a number or as text; null is a blank."),
    ]
    id: Annotated[Raw | UnsetType, Meta(description="Anything; the result carries it too.")] = UNSET
    ruleset: Annotated[str | UnsetType, Meta(description="The ruleset, if --ruleset does not say it.")] = UNSET
    totals: Annotated[
        dict[str, int | str | None] | UnsetType, Meta(description="Ids of totals to what is written there.")
    ] = UNSET


class SlipOut(Struct):
    """Explanation of a wrong sum."""

    kind: Annotated[str, Meta(description="The kind of slip.")]
    places: Annotated[tuple[str, ...], Meta(description="The boxes or totals that it may be about.")]


class FindingOut(Struct, omit_defaults=True, gc=False):
    """Fault on a card."""

    kind: Annotated[str, Meta(description="The kind of finding.")]
    where: Annotated[str, Meta(description="The id of the box or total; empty for the whole card.")]
    written: Annotated[Any, Meta(description="What is written there; null for nothing, a list for several things.")]
    expected: Annotated[tuple[int, ...], Meta(description="What would be right; several if any of them can be.")]
    message: Annotated[str, Meta(description="The finding in words, in the language that was asked for.")]
    fits: Annotated[int | None, Meta(description="The one value with which the written totals come out.")] = None
    slip: Annotated[SlipOut | None, Meta(description="The likeliest slip behind a wrong sum.")] = None
    reading: Annotated[str, Meta(description="Another reading of the rules under which this is right.")] = ""


class TurnOut(Struct, omit_defaults=True):
    """Turn of an order of play."""

    dice: Annotated[tuple[int, ...], Meta(description="The dice on the table at the end of the turn.")]
    box: Annotated[str, Meta(description="The box that is filled.")]
    points: Whole
    bonus: Annotated[int, Meta(description="What the turn earns as a further Yacht.")]
    first_roll: Annotated[bool, Meta(description="Whether the dice have to fall so on the first roll.")] = False
    roll: Annotated[int, Meta(description="The number of the roll on which they have to; 0 if any will do.")] = 0


class ReadOut(Struct):
    """Reading of a place in a picture."""

    value: Annotated[int | None, Meta(description="The number, of what is unsure by its ink alone; null for a blank.")]
    sure: Annotated[bool, Meta(description="Whether it was taken for right; what is unsure is never guessed.")]
    likely: Annotated[
        tuple[tuple[int | None, float], ...],
        Meta(description="What may be written there, each with its probability, the likeliest first."),
    ]


class CardOut(Struct, omit_defaults=True, gc=False):
    """Result for a card."""

    id: Annotated[Any, Meta(description="The id of the card; null if it had none.")]
    valid: Annotated[bool, Meta(description="Whether nothing was found.")]
    findings: Annotated[tuple[FindingOut, ...], Meta(description="Everything that was found, in card order.")]
    total: Annotated[int | None, Meta(description="The right grand total; null if nobody can say.")]
    order: Annotated[
        tuple[TurnOut, ...] | None, Meta(description="An order of play that leads to the card; with --explain.")
    ] = None
    totals: Annotated[
        tuple[int, ...] | None,
        Meta(description="All totals that can be right, where a box proves further Yachts and nothing says how many."),
    ] = None
    read: Annotated[
        dict[str, ReadOut] | None,
        Meta(description="For a card that was read from a picture, what was read, by the ids of boxes and totals."),
    ] = None
    warnings: Annotated[tuple[FindingOut, ...], Meta(description="Names that were taken for those of rows.")] = ()


class PlaceOut(Struct, omit_defaults=True):
    """A player's place in the ranking."""

    rank: Annotated[int, Meta(description="From 1; who ties shares it.")]
    id: Annotated[str, Meta(description="The player.")]
    total: Whole
    match_points: Annotated[int | None, Meta(description="What the columns have brought, where they decide.")] = None
    columns: Annotated[
        dict[str, int] | None, Meta(description="The match points of each column, where they decide; by its id.")
    ] = None
    sweep: Annotated[int | None, Meta(description="The match points for all columns, where these decide.")] = None


class GameOut(Struct):
    """Results for all cards of a game."""

    version: Annotated[int, Meta(description="The version of this format.")]
    ruleset: Annotated[str, Meta(description="The ruleset.")]
    cards: Annotated[tuple[CardOut, ...], Meta(description="The cards, in the order of the file.")]
    ranking: Annotated[tuple[PlaceOut, ...], Meta(description="The players whose right total is known, best first.")]
    unclear: Annotated[tuple[str, ...], Meta(description="The players whose right total nobody can say.")]
    winner_changes: Annotated[
        bool | None,
        Meta(description="Whether mending the mistakes makes another winner; null while a total is unclear."),
    ]
    picture: Annotated[
        str | UnsetType, Meta(description="The picture that the cards were read from, and which page or sheet of it.")
    ] = UNSET


class RollIn(Struct, forbid_unknown_fields=True):
    """Roll of the dice."""

    dice: Annotated[tuple[int, ...], Meta(description="The faces of the dice.")]
    id: Annotated[Raw | UnsetType, Meta(description="Anything; the result carries it too.")] = UNSET
    ruleset: Annotated[str | UnsetType, Meta(description="The ruleset, if --ruleset does not say it.")] = UNSET
    filled: Annotated[
        dict[str, int | str | None], Meta(description="Ids of filled boxes to what is written in them.")
    ] = {}
    first_roll: Annotated[bool, Meta(description="Whether the dice are those of the first roll.")] = False
    roll: Annotated[int, Meta(description="The number of the roll in its turn; left out, the last.")] = 0
    together: Annotated[bool, Meta(description="Whether all dice were thrown together.")] = False


class EntryOut(Struct):
    """Legal use of a roll."""

    points: Annotated[tuple[int, ...], Meta(description="What may be written; several if a joker may be declined.")]
    bonus: Annotated[int, Meta(description="What it earns as a further Yacht.")]


class RollOut(Struct, omit_defaults=True):
    """Every legal entry of a roll."""

    entries: Annotated[dict[str, EntryOut], Meta(description="Ids of boxes to what may be written there.")]
    id: Annotated[Any, Meta(description="The id of the roll; left out if it had none.")] = UNSET
    findings: Annotated[tuple[FindingOut, ...], Meta(description="Why a line could not be used.")] = ()


class ThrowIn(Struct):
    """Roll of the page's own dice."""

    roll: Annotated[tuple[int, ...], Meta(description="The faces of all dice after the roll, place by place.")]
    keep: Annotated[tuple[int, ...], Meta(description="The faces that stayed for the next roll.")] = ()


class PlayedIn(Struct):
    """Entry in a box."""

    player: Annotated[str, Meta(description="The id of the player.")]
    box: Annotated[str, Meta(description="The id of the box.")]
    points: Whole
    bonus: Annotated[int, Meta(description="What it earned as a further Yacht.")] = 0
    dice: Annotated[tuple[int, ...] | None, Meta(description="The dice, if they were told to the page.")] = None
    first: Annotated[bool, Meta(description="Whether the dice are those of the first roll.")] = False
    throws: Annotated[tuple[ThrowIn, ...], Meta(description="The rolls of the turn, if the page rolled.")] = ()
    fixed: Annotated[bool, Meta(description="Whether it was corrected later.")] = False


class PlayerIn(Struct):
    """Player of a game."""

    id: Annotated[str, Meta(description="What the entries call the player.")]
    name: Annotated[str, Meta(description="The name; empty if nobody said it.")] = ""
    left: Annotated[bool, Meta(description="Whether the player left before the end.")] = False


class MatchIn(Struct):
    """Game of several players."""

    players: Annotated[tuple[PlayerIn, ...], Meta(description="In the order of play.")]
    entries: Annotated[tuple[PlayedIn, ...], Meta(description="In the order in which they were written.")]
    id: Annotated[str, Meta(description="What tells the game from others.")] = ""
    started: Annotated[str, Meta(description="When it began, as ISO 8601 has it.")] = ""
    when: Annotated[str, Meta(description="When it ended; left out while it runs.")] = ""
    won: Annotated[str, Meta(description="The id of the player who won it at once, if somebody did.")] = ""


class GamesIn(Struct):
    """Games that a calculator page has saved."""

    sheetgen: Annotated[Literal["games"], Meta(description="What kind of file it is.")]
    version: Annotated[Literal[1], Meta(description="The version of this format.")]
    ruleset: Annotated[str, Meta(description="The ruleset of all of them.")]
    games: Annotated[tuple[MatchIn, ...], Meta(description="The games, the oldest first.")]


def cards_schema() -> str:
    """Return the JSON Schema (draft 2020-12) of cards, rolls, results, maps of sheets and saved games."""
    uses = {
        CardIn: "card", CardOut: "result", RollIn: "roll", RollOut: "entries", GameOut: "game", MapOut: "map",
        GamesIn: "games",
    }  # fmt: skip
    _, found = schema_components(uses, ref_template="#/$defs/{name}")
    parts: dict[str, Any] = {name: found[name] for name in sorted(found)}
    parts["FindingOut"]["properties"]["kind"]["enum"] = list(KINDS)
    parts["SlipOut"]["properties"]["kind"]["enum"] = list(SLIPS)
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sheetgen cards, rolls, results, maps of sheets and games of pages, version {VERSION}",
        "anyOf": [{"title": use, "$ref": f"#/$defs/{record.__name__}"} for record, use in uses.items()],
        "$defs": parts,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


# Maps of sheets

Length = Annotated[float, Meta(description="Millimetres, to a hundredth.")]


class RectOut(Struct):
    """A rectangle; x and y are its top left corner."""

    x: Length
    y: Length
    w: Length
    h: Length


class CellOut(Struct):
    """Place to write in, up to the outer edge of its line."""

    id: Annotated[
        str,
        Meta(
            description="The number of its column from 1 and its row: p1.fours, p2.total, p1.name; p1.down.fours where "
            "a player has several columns; p1.fours_2 where a category has several boxes, and for a name that is asked "
            "for again."
        ),
    ]
    kind: Annotated[
        Literal["box", "total", "name"], Meta(description="Points, what is added up, or the name of who plays.")
    ]
    x: Length
    y: Length
    w: Length
    h: Length


class CodeOut(Struct):
    """The dice that say which sheet it is."""

    faces: Annotated[tuple[int, ...], Meta(description="What the ten dice show.")]
    dice: Annotated[tuple[RectOut, ...], Meta(description="Where each of them is.")]


class MapOut(Struct, kw_only=True):
    """Positions of all that a reader looks for on a page; of one card if a sheet has several."""

    page: Annotated[tuple[Length, Length], Meta(description="Its width and height.")]
    unit: Literal["mm"] = "mm"
    origin: Literal["top-left"] = "top-left"
    boxes: Annotated[tuple[CellOut, ...], Meta(description="Where people write.")]
    code: Annotated[CodeOut | None, Meta(description="The code; null if it is not printed.")]
    corners: Annotated[
        tuple[RectOut, ...], Meta(description="The four corner marks, the upper ones first, from left to right.")
    ]
    back: Annotated["MapOut | UnsetType", Meta(description="The reverse, if cards are checked there.")] = UNSET


def map_json(maps: "Iterable[CellMap]") -> bytes:
    """Return the map of a sheet as JSON, with that of its reverse if there is a second one."""
    front, *backs = [
        MapOut(
            page=(_mm(each.width), _mm(each.height)),
            boxes=tuple(CellOut(cell.id, cell.kind, *_sides(cell.rect)) for cell in each.cells),
            code=CodeOut(each.code, tuple(RectOut(*_sides(die)) for die in each.code_dice)) if each.code else None,
            corners=tuple(RectOut(*_sides(corner)) for corner in each.corners),
        )
        for each in maps
    ]
    for back in backs:
        front.back = back
    return format_json(encode(front), indent=2) + b"\n"


def _sides(rect: "Rect") -> tuple[float, float, float, float]:
    """Return the upper left corner, width and height in millimetres."""
    return _mm(rect.x), _mm(rect.y), _mm(rect.width), _mm(rect.height)


def _mm(points: float) -> float:
    """Convert points to millimetres, as an integer if they are whole."""
    length = round(points / MM, 2)
    return int(length) if length == int(length) else length


# Answers


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
    places = []
    for place, player in ranking.places:
        found = PlaceOut(place, audits[player].card.name, audits[player].total or 0)
        if ranking.match_points:
            *points, found.sweep = ranking.match_points[player]
            found.match_points = sum(points) + found.sweep
            found.columns = {column.id: each for column, each in zip(ruleset.columns, points, strict=True)}
        places.append(found)
    unclear = tuple(audits[player].card.name for player in ranking.unclear)
    changes = None if unclear else ranking.changes
    game = GameOut(VERSION, ruleset.id, cards, tuple(places), unclear, changes, picture or UNSET)
    return json_answer(format_json(encode(game), indent=2)).decode() + "\n"


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
