"""JSON objects that programs exchange with sheetgen, and their published schema.

Answers as JSON and CSV.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, MsgspecError, Raw, Struct, UnsetType, convert
from msgspec.json import Encoder, decode, encode, format as format_json, schema_components

from sheetgen.checker.finding import (
    KINDS,
    SLIPS,
    CardAudit,
    Finding,
    Ranking,
    Severity,
    rank,
)
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import csv_lines, json_answer
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.layout.primitives import MM
from sheetgen.rules.history import Turn
from sheetgen.rules.ruleset import Ruleset

if TYPE_CHECKING:  # they load the layout, which no card needs
    from sheetgen.layout.primitives import CellMap, Rect
    from sheetgen.scan.column import BoxRead

VERSION = 1
"""Version of the format. A new version is one that programs for the old one could misunderstand."""


def doc(text: str) -> Meta:
    """Return the description of a key, for the schema."""
    return Meta(description=text)


Whole = Annotated[int, doc("A whole number.")]


class CardIn(Struct, forbid_unknown_fields=True, gc=False):
    """Finished card."""

    boxes: Annotated[
        dict[str, int | str | None],
        doc("Ids of boxes to what is written in them, as a number or as text; null is a blank."),
    ]
    id: Annotated[Raw | UnsetType, doc("Anything; the result carries it too.")] = UNSET
    ruleset: Annotated[str | UnsetType, doc("The ruleset, if --ruleset does not say it.")] = UNSET
    totals: Annotated[
        dict[str, int | str | None] | UnsetType, doc("Ids of totals to what is written there.")
    ] = UNSET


class SlipOut(Struct):
    """Explanation of a wrong sum."""

    kind: Annotated[str, doc("The kind of slip.")]
    places: Annotated[tuple[str, ...], doc("The boxes or totals that it may be about.")]


class FindingOut(Struct, omit_defaults=True, gc=False):
    """Fault on a card, or something that is worth a look."""

    kind: Annotated[str, doc("The kind of finding.")]
    severity: Annotated[
        Severity, doc("An error makes the card invalid; a warning leaves it valid.")
    ]
    where: Annotated[str, doc("The id of the box or total; empty for the whole card.")]
    written: Annotated[
        Any, doc("What is written there; null for nothing, a list for several things.")
    ]
    expected: Annotated[tuple[int, ...], doc("What would be right; several if any of them can be.")]
    message: Annotated[str, doc("The finding in words, in the language that was asked for.")]
    fits: Annotated[int | None, doc("The one value with which the written totals come out.")] = None
    slip: Annotated[SlipOut | None, doc("The likeliest slip behind a wrong sum.")] = None
    reading: Annotated[str, doc("Another reading of the rules under which this is right.")] = ""


class TurnOut(Struct, omit_defaults=True):
    """Turn of an order of play."""

    dice: Annotated[tuple[int, ...], doc("The dice on the table at the end of the turn.")]
    box: Annotated[str, doc("The box that is filled.")]
    points: Whole
    bonus: Annotated[int, doc("What the turn earns as a further Yacht.")]
    first_roll: Annotated[bool, doc("Whether the dice have to fall so on the first roll.")] = False
    roll: Annotated[int, doc("The number of the roll on which they have to; 0 if any will do.")] = 0


class ReadOut(Struct):
    """Reading of a place in a picture."""

    value: Annotated[
        int | None,
        doc(
            "The number that was read, the first of `likely`; null for a blank, and for ink that"
            " nobody can read."
        ),
    ]
    sure: Annotated[bool, doc("Whether it was taken for right; what is unsure is never guessed.")]
    likely: Annotated[
        tuple[tuple[int | None, float], ...],
        doc(
            "What may be written there, each with its probability, the likeliest first: of what is"
            " sure by ink and rules together, of what is unsure by its ink alone, unless that"
            " cannot be read."
        ),
    ]
    fits: Annotated[
        int | UnsetType | None,
        doc(
            "For what is unsure, the value that the rest of the card makes likeliest, if it is"
            " another one."
        ),
    ] = UNSET


class ShareOut(Struct, gc=False):
    """Share of the cards of best play that have a lower total, and how it is known."""

    share: Annotated[float, doc("Share of cards with a lower total, from 0 to 1, to six decimals.")]
    games: Annotated[int, doc("How many games were played to find it; 0 if it is exact.")]


class CardOut(Struct, omit_defaults=True, gc=False):
    """Result for a card."""

    id: Annotated[Any, doc("The id of the card; null if it had none.")]
    valid: Annotated[bool, doc("Whether no finding is an error.")]
    findings: Annotated[tuple[FindingOut, ...], doc("Everything that is wrong, in card order.")]
    total: Annotated[int | None, doc("The right grand total; null if nobody can say.")]
    order: Annotated[
        tuple[TurnOut, ...] | None, doc("An order of play that leads to the card; with --explain.")
    ] = None
    totals: Annotated[
        tuple[int, ...] | None,
        doc(
            "All totals that can be right, where a box proves further Yachts and nothing says how"
            " many."
        ),
    ] = None
    read: Annotated[
        dict[str, ReadOut] | None,
        doc(
            "For a card that was read from a picture, what was read, by the ids of boxes and"
            " totals."
        ),
    ] = None
    warnings: Annotated[
        tuple[FindingOut, ...],
        doc("Findings that leave the card valid: names that were taken for those of rows."),
    ] = ()
    better_than: Annotated[
        ShareOut | None,
        doc(
            "For a valid card whose total is certain, the share of cards in best play that it"
            " beats; in games with a table of totals."
        ),
    ] = None


class PlaceOut(Struct, omit_defaults=True):
    """A player's place in the ranking."""

    rank: Annotated[int, doc("From 1; who ties shares it.")]
    id: Annotated[str, doc("The player.")]
    total: Whole
    match_points: Annotated[
        int | None, doc("What the columns have brought, where they decide.")
    ] = None
    columns: Annotated[
        dict[str, int] | None, doc("The match points of each column, where they decide; by its id.")
    ] = None
    sweep: Annotated[int | None, doc("The match points for all columns, where these decide.")] = (
        None
    )


class GameOut(Struct):
    """Results for all cards of a game."""

    version: Annotated[int, doc("The version of this format.")]
    ruleset: Annotated[str, doc("The ruleset.")]
    cards: Annotated[tuple[CardOut, ...], doc("The cards, in the order of the file.")]
    ranking: Annotated[
        tuple[PlaceOut, ...], doc("The players whose right total is known, best first.")
    ]
    unclear: Annotated[tuple[str, ...], doc("The players whose right total nobody can say.")]
    winner_changes: Annotated[
        bool | None,
        doc("Whether mending the mistakes makes another winner; null while a total is unclear."),
    ]
    picture: Annotated[
        str | UnsetType,
        doc("The picture that the cards were read from, and which page or sheet of it."),
    ] = UNSET


class RollIn(Struct, forbid_unknown_fields=True):
    """Roll of the dice."""

    dice: Annotated[tuple[int, ...], doc("The faces of the dice.")]
    id: Annotated[Raw | UnsetType, doc("Anything; the result carries it too.")] = UNSET
    ruleset: Annotated[str | UnsetType, doc("The ruleset, if --ruleset does not say it.")] = UNSET
    filled: Annotated[
        dict[str, int | str | None], doc("Ids of filled boxes to what is written in them.")
    ] = {}
    first_roll: Annotated[bool, doc("Whether the dice are those of the first roll.")] = False
    roll: Annotated[int, doc("The number of the roll in its turn; left out, the last.")] = 0
    together: Annotated[bool, doc("Whether all dice were thrown together.")] = False


class EntryOut(Struct):
    """Legal use of a roll."""

    points: Annotated[
        tuple[int, ...], doc("What may be written; several if a joker may be declined.")
    ]
    bonus: Annotated[int, doc("What it earns as a further Yacht.")]


class RollOut(Struct, omit_defaults=True):
    """Every legal entry of a roll."""

    entries: Annotated[dict[str, EntryOut], doc("Ids of boxes to what may be written there.")]
    id: Annotated[Any, doc("The id of the roll; left out if it had none.")] = UNSET
    findings: Annotated[tuple[FindingOut, ...], doc("Why a line could not be used.")] = ()


class ThrowIn(Struct):
    """Roll of the page's own dice."""

    roll: Annotated[tuple[int, ...], doc("The faces of all dice after the roll, place by place.")]
    keep: Annotated[tuple[int, ...], doc("The faces that stayed for the next roll.")] = ()


class PlayedIn(Struct):
    """Entry in a box."""

    player: Annotated[str, doc("The id of the player.")]
    box: Annotated[str, doc("The id of the box.")]
    points: Whole
    bonus: Annotated[int, doc("What it earned as a further Yacht.")] = 0
    dice: Annotated[tuple[int, ...] | None, doc("The dice, if the page knows them.")] = None
    first: Annotated[bool, doc("Whether the dice are those of the first roll.")] = False
    throws: Annotated[tuple[ThrowIn, ...], doc("The rolls of the turn, if the page rolled.")] = ()
    fixed: Annotated[bool, doc("Whether it was corrected later.")] = False


class PlayerIn(Struct):
    """Player of a game."""

    id: Annotated[str, doc("What the entries call the player.")]
    name: Annotated[str, doc("The name; empty if nobody said it.")] = ""
    left: Annotated[bool, doc("Whether the player left before the end.")] = False


class MatchIn(Struct):
    """Game of several players."""

    players: Annotated[tuple[PlayerIn, ...], doc("In the order of play.")]
    entries: Annotated[tuple[PlayedIn, ...], doc("In the order in which they were written.")]
    id: Annotated[str, doc("What tells the game from others.")] = ""
    started: Annotated[str, doc("When it began, as ISO 8601 has it.")] = ""
    when: Annotated[str, doc("When it ended; left out while it runs.")] = ""
    won: Annotated[str, doc("The id of the player who won it at once, if somebody did.")] = ""


class GamesIn(Struct):
    """Games that a calculator page has saved."""

    sheetgen: Annotated[Literal["games"], doc("What kind of file it is.")]
    version: Annotated[Literal[1], doc("The version of this format.")]
    ruleset: Annotated[str, doc("The ruleset of all of them.")]
    games: Annotated[tuple[MatchIn, ...], doc("The games, the oldest first.")]
    others: Annotated[
        tuple["GamesIn", ...], doc("The same for the games of each other ruleset.")
    ] = ()


def read_games(content: bytes) -> GamesIn:
    """Return the games in a file that a calculator page has saved.

    Raise SheetgenError if there are none.
    """
    try:
        saved = decode(content, type=GamesIn)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise SheetgenError(
            "no games as a page saves them: %(reason)s", reason=str(error)
        ) from error
    if not saved.games:
        raise SheetgenError(
            "there is no game in it that this version can read; export it from the page again"
        )
    return saved


def schema_of(title: str, uses: Mapping[Any, str], kinds: Mapping[str, Iterable[str]]) -> str:
    """Return the JSON Schema (draft 2020-12) of records and their uses.

    `kinds` are the words for the key ``kind``.
    """
    _, components = schema_components(uses, ref_template="#/$defs/{name}")
    parts: dict[str, Any] = dict(sorted(components.items()))
    for part in parts.values():
        if "description" in part:  # the docstring of the record, as it is indented in its file
            part["description"] = " ".join(part["description"].split())
    for record, words in kinds.items():
        parts[record]["properties"]["kind"]["enum"] = list(words)
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": [
            {"title": use, "$ref": f"#/$defs/{record.__name__}"} for record, use in uses.items()
        ],
        "$defs": parts,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def cards_schema() -> str:
    """Return the JSON Schema of cards, rolls, results, maps of sheets and saved games."""
    uses = {
        CardIn: "card",
        CardOut: "result",
        RollIn: "roll",
        RollOut: "entries",
        GameOut: "game",
        MapOut: "map",
        GamesIn: "games",
    }
    title = f"sheetgen cards, rolls, results, maps of sheets and games of pages, version {VERSION}"
    return schema_of(title, uses, {"FindingOut": KINDS, "SlipOut": SLIPS})


# Maps of sheets

Length = Annotated[float, doc("Millimetres, to a hundredth.")]


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
        doc(
            "The number of its column from 1 and its row: p1.fours, p2.total, p1.name;"
            " p1.down.fours where a player has several columns; p1.fours_2 where a category has"
            " several boxes, and for a name that is asked for again."
        ),
    ]
    kind: Annotated[
        Literal["box", "total", "name"], doc("Points, what is added up, or the name of who plays.")
    ]
    x: Length
    y: Length
    w: Length
    h: Length


class CodeOut(Struct):
    """The dice that say which sheet it is."""

    faces: Annotated[tuple[int, ...], doc("What the ten dice show.")]
    dice: Annotated[tuple[RectOut, ...], doc("Where each of them is.")]


class MapOut(Struct, kw_only=True):
    """Positions of all that a reader looks for on a page; of one card if a sheet has several."""

    page: Annotated[tuple[Length, Length], doc("Its width and height.")]
    unit: Literal["mm"] = "mm"
    origin: Literal["top-left"] = "top-left"
    boxes: Annotated[tuple[CellOut, ...], doc("Where people write.")]
    code: Annotated[CodeOut | None, doc("The code; null if it is not printed.")]
    corners: Annotated[
        tuple[RectOut, ...], doc("The four corner marks, the upper ones first, from left to right.")
    ]
    back: Annotated["MapOut | UnsetType", doc("The reverse, if cards are checked there.")] = UNSET


def map_json(maps: "Iterable[CellMap]") -> bytes:
    """Return the map of a sheet as JSON, with that of its reverse if there is a second one."""
    front, *backs = map(_map_out, maps)
    for back in backs:
        front.back = back
    return json_of(front)


def _map_out(cell_map: "CellMap") -> MapOut:
    """Return the map of one side in millimetres."""
    code = None
    if cell_map.code:
        code = CodeOut(cell_map.code, tuple(map(_rect_out, cell_map.code_dice)))
    cells = [CellOut(cell.id, cell.kind, *_sides(cell.rect)) for cell in cell_map.cells]
    return MapOut(
        page=(_millimetres(cell_map.width), _millimetres(cell_map.height)),
        boxes=tuple(cells),
        code=code,
        corners=tuple(map(_rect_out, cell_map.corners)),
    )


def _rect_out(rect: "Rect") -> RectOut:
    """Return a rectangle in millimetres."""
    return RectOut(*_sides(rect))


def _sides(rect: "Rect") -> tuple[float, float, float, float]:
    """Return the upper left corner, width and height in millimetres."""
    return (
        _millimetres(rect.x),
        _millimetres(rect.y),
        _millimetres(rect.width),
        _millimetres(rect.height),
    )


def _millimetres(points: float) -> float:
    """Convert points to millimetres, as an integer if they are whole."""
    length = round(points / MM, 2)
    return int(length) if length == int(length) else length


# Answers


def card_out(
    report: Report,
    audit: CardAudit,
    name: object,
    order: Sequence[Turn] | None = None,
    better_than: ShareOut | None = None,
) -> CardOut:
    """Return an audit as a result."""
    turns = tuple(
        TurnOut(turn.roll.dice, turn.box, turn.points, turn.bonus, turn.first_roll, turn.number)
        for turn in order or ()
    )
    totals = audit.totals if any(audit.may_have[:1]) else ()
    return CardOut(
        name,
        audit.valid,
        tuple(_finding_out(report, finding) for finding in audit.findings),
        audit.total,
        turns or None,
        totals or None,
        warnings=tuple(_finding_out(report, finding) for finding in audit.warnings),
        better_than=better_than,
    )


def _finding_out(report: Report, finding: Finding) -> FindingOut:
    """Return a finding with its message."""
    return FindingOut(
        finding.kind,
        finding.severity,
        finding.where,
        finding.written,
        finding.expected,
        report.describe(finding),
        finding.fits,
        convert(finding.slip, SlipOut | None, from_attributes=True),
        finding.reading,
    )


_LINE = Message("cannot read this line: %(reason)s")
"""Default message about input that cannot be read."""


def unreadable(name: object, error: SheetgenError, catalog: Catalog, said: str = _LINE) -> CardOut:
    """Return the result for a line, or other input, that cannot be read, with a message."""
    message = catalog.message(said, reason=error)
    return CardOut(
        name,
        False,
        (FindingOut("unreadable", KINDS["unreadable"].severity, "", None, (), message),),
        None,
    )


CSV_HEAD = csv_lines([("id", "valid", "total", "findings")]).encode()
"""Header of the lines of `csv_results`."""
_SHORT_NUMBER = re.compile(r"-?[0-9]{1,18}")
"""Number that a spreadsheet shows in full."""


def csv_results(results: Iterable[CardOut]) -> bytes:
    """Return results as lines of CSV."""
    rows: list[tuple[object, ...]] = []
    for result in results:
        messages = [finding.message for finding in result.findings + result.warnings]
        rows.append((_csv_id(result.id), result.valid, result.total, " | ".join(messages)))
    return csv_lines(rows).encode("utf-8", "backslashreplace")


def json_of(record: Struct) -> bytes:
    """Return a record as indented JSON."""
    return json_answer(format_json(encode(record), indent=2) + b"\n")


def json_lines(results: Sequence[Any]) -> bytes:
    """Return results as lines of JSON."""
    return json_answer(Encoder().encode_lines(results))


def _csv_id(name: object) -> object:
    """Return an id as a cell: a text, a number, or JSON for any other value."""
    if not isinstance(name, Raw):
        return json.dumps(name) if isinstance(name, dict | list) else name
    text = bytes(name).decode()
    if text.startswith('"'):
        return json.loads(text)
    return int(text) if _SHORT_NUMBER.fullmatch(text) else text


class Beside(Struct, frozen=True):
    """Answers about a card besides its audit."""

    order: Sequence[Turn] | None = None
    """Order of play that leads to it."""
    better_than: ShareOut | None = None
    """Share of the cards of best play that it beats."""
    read: "Mapping[str, BoxRead] | None" = None
    """Reading of its picture."""


def game_json(
    report: Report,
    audits: Sequence[CardAudit],
    answers: Sequence[Beside],
    picture: str = "",
) -> str:
    """Return everything about the cards of one game, and the picture they are on, as JSON.

    `answers` has one for each card.
    """
    ruleset = report.wording.ruleset
    cards: list[CardOut] = []
    for audit, beside in zip(audits, answers, strict=True):
        card = card_out(report, audit, audit.card.name, beside.order, beside.better_than)
        if beside.read is not None:
            card.read = read_out(beside.read)
        cards.append(card)
    ranking = rank(ruleset, audits)
    unclear = tuple(audits[player].card.name for player in ranking.unclear)
    game = GameOut(
        VERSION,
        ruleset.id,
        tuple(cards),
        tuple(_places_out(ruleset, audits, ranking)),
        unclear,
        winner_changes=None if unclear else ranking.changes,
        picture=picture or UNSET,
    )
    return json_of(game).decode()


def _places_out(
    ruleset: Ruleset, audits: Sequence[CardAudit], ranking: Ranking
) -> Iterator[PlaceOut]:
    """Yield the places of a ranking, with the match points if columns decide."""
    for rank_of_player, player in ranking.places:
        place = PlaceOut(rank_of_player, audits[player].card.name, audits[player].total or 0)
        if ranking.match_points:
            *points, place.sweep = ranking.match_points[player]
            place.match_points = sum(points) + place.sweep
            ids = [column.id for column in ruleset.columns]
            place.columns = dict(zip(ids, points, strict=True))
        yield place


def read_out(read: "Mapping[str, BoxRead]") -> dict[str, ReadOut]:
    """Return what was read of a card from a picture, by place."""
    places: dict[str, ReadOut] = {}
    for row, box in read.items():
        if box.sure or not box.looks:
            places[row] = ReadOut(box.value, box.sure, box.likely)
        else:
            likeliest, _ = box.likely[0]
            fits = UNSET if likeliest == box.value else likeliest
            places[row] = ReadOut(box.value, box.sure, box.looks, fits)
    return places


def game_csv(
    report: Report, audits: Sequence[CardAudit], picture: str = "", *, head: bool = True
) -> str:
    """Return a CSV with a line for each finding on the cards of one game.

    Ids begin with the `picture`.
    """
    rows: list[Sequence[str | int | None]] = []
    if head:
        rows.append(("id", "kind", "where", "written", "expected", "message"))
    ids = [f"{picture}, {audit.card.name}" if picture else audit.card.name for audit in audits]
    for name, audit in zip(ids, audits, strict=True):
        card = card_out(report, audit, name)
        for finding in card.findings + card.warnings:
            written = finding.written
            if isinstance(written, tuple):
                written = " / ".join(map(str, written))
            expected = " ".join(map(str, finding.expected))
            rows.append((name, finding.kind, finding.where, written, expected, finding.message))
    ranking = rank(report.wording.ruleset, audits)
    if ranking.match_points:
        for _, player in ranking.places:
            won = ranking.match_points[player]
            words = report.match_points(won)
            rows.append((ids[player], "match_points", "", None, str(sum(won)), words))
    return csv_lines(rows)


def card_page(catalog: Catalog) -> str:
    """Return the reference of card files, findings and JSON lines as Markdown."""
    # it loads Jinja2, which only the reference needs
    from sheetgen.i18n.templating import render  # noqa: PLC0415

    return render("cards.md.j2", catalog, kinds=KINDS, slips=SLIPS, version=VERSION)
