"""Batches of cards or rolls: a line in, an answer out.

Cards are JSON lines, or CSV with a column for each box.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, BinaryIO

from msgspec import UNSET, MsgspecError, Raw, Struct, UnsetType
from msgspec.json import decode
from msgspec.structs import replace

from sheetgen.cards.card_files import MAX_BYTES, check_rows
from sheetgen.cards.exchange import (
    CSV_HEAD,
    CardIn,
    CardOut,
    EntryOut,
    GamesIn,
    MatchIn,
    PlayerIn,
    RollIn,
    RollOut,
    ShareOut,
    card_out,
    csv_results,
    json_lines,
    read_games,
    unreadable,
)
from sheetgen.cards.typed import (
    make_card,
    make_filled,
    make_moment,
    make_roll,
    place_rows,
    read_written,
)
from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files import disk
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import Turn
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import NearName, Written, WrittenCard, legal_entries

Answered = tuple[bytes, bool]
"""Answer to a line, and whether something was found in it."""
Explain = Callable[[CardAudit], Sequence[Turn] | None] | None
"""Function that finds an order of play for a card; None if no explanation is wanted."""
Compare = Callable[[CardAudit], ShareOut | None] | None
"""Function that finds the share of cards in best play that a card beats; None if it is not
wanted."""
Load = Callable[[str], Ruleset]
MAX_LINE = 1_000_000
"""Maximum size of a line in bytes. A longer one is cut one byte after it."""
_BOM = b"\xef\xbb\xbf"
_GAMES = re.compile(rb'\s*\{\s*("(sheetgen|games)"\s*:.*)?', re.DOTALL)
"""First line of a page's file with games, which is not that of JSON lines."""
_NO_ROWS = ("id", "name", "ruleset")
"""Columns of a CSV that are no boxes or totals."""

# Streams of lines, and JSON objects that are checked key by key


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines when they arrive, without their ends.

    Blank lines are skipped, and long ones cut.
    """
    start = _BOM
    while line := stream.readline(MAX_LINE + 1):
        part = line
        while len(part) > MAX_LINE and not part.endswith(b"\n"):
            part = stream.readline(MAX_LINE + 1)
        line, start = line.removeprefix(start).removesuffix(b"\n"), b""
        if line.strip():
            yield line


def text_of(line: bytes) -> str:
    """Return the text of a line. Raise SheetgenError if it is too long or not UTF-8."""
    if len(line) > MAX_LINE:
        raise SheetgenError("longer than 1 MB; write a card or roll a line")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8") from error


class _LineWithId(Struct):
    """Id of a card or roll."""

    id: Raw | UnsetType = UNSET


def id_of(line: bytes, missing: object = None) -> Any:
    """Return the id in a line of JSON, even if other keys are wrong; `missing` if it has none."""
    try:
        line_id = decode(text_of(line), type=_LineWithId).id
    except (MsgspecError, RecursionError, SheetgenError):
        return missing
    return missing if line_id is UNSET else line_id


_SHAPES = {
    "ruleset": '"dice-play"',
    "boxes": '{"ones": 3}',
    "totals": '{"total": 241}',
    "dice": "[6, 6, 6, 3, 3]",
    "filled": '{"yacht": 50}',
    "first_roll": "true",
    "card": '{"yacht": 50}',
    "rolls_left": "2",
    "further_yachts": "1",
    "kept": "[6, 6]",
    "roll": "2",
    "together": "true",
}
"""Example value of each key but the id. Its type is the type of the key."""
_EXAMPLES = {name: disk.parse_json(shape) for name, shape in _SHAPES.items()}


def read_object(line: bytes, record: type[Struct]) -> dict[str, Any]:
    """Return the JSON object in a line, with keys of a record, the first of which is required.

    Raise SheetgenError for a wrong or missing key, or a value of the wrong type.
    """
    values = disk.unique(disk.parse_json(text_of(line)))
    keys = record.__struct_fields__
    for name, value in values.items():
        if name not in keys:
            raise unknown(Message("key"), name, keys)
        if name in _EXAMPLES and not _is_like(value, _EXAMPLES[name]):
            raise SheetgenError(
                "the value of '%(name)s' is of the wrong kind; write it like %(shape)s",
                name=name,
                shape=_SHAPES[name],
            )
    if keys[0] not in values:
        raise SheetgenError("the key '%(name)s' is missing; add it", name=keys[0])
    return values


def _is_like(value: Any, example: Any) -> bool:
    """Check whether a value has the type of the example, and its items those of the example's."""
    if type(value) is not type(example):
        return False
    if type(value) is not list:
        return True
    return {*map(type, value)} <= {*map(type, example)}


# Games of a batch


class Games:
    """Rulesets of a batch, by the names in its lines. `load` decides which names a line may use.

    `explain` and `compare` add to the results of cards.
    """

    def __init__(
        self,
        load: Load,
        catalog: Catalog,
        default: Ruleset | None = None,
        explain: Explain = None,
        compare: Compare = None,
    ) -> None:
        self.catalog = catalog
        self.explain = explain
        self.compare = compare
        self.has_default = default is not None
        self._load = load
        self._reports: dict[str | None, Report] = {}
        if default is not None:
            report = Report(Wording(default, catalog))
            self._reports = {None: report, default.id: report}

    def find(self, name: str | None) -> Report:
        """Return the report of a game, of the command line's without a name.

        Raise SheetgenError for no such game.
        """
        if name not in self._reports:
            if name is None:
                raise SheetgenError("which game? neither the line nor --ruleset names one")
            self._reports[name] = Report(Wording(self._load(name), self.catalog))
        return self._reports[name]

    def check(self, report: Report, card: WrittenCard, name: object) -> CardOut:
        """Return the result of checking a card."""
        try:
            check_rows(len(card.entries))
        except SheetgenError as error:
            return unreadable(name, error, self.catalog)
        audit = check_card(report.wording.ruleset, card)
        order = self.explain(audit) if self.explain else None
        share = self.compare(audit) if self.compare else None
        return card_out(report, audit, name, order, share)


def check_lines(stream: BinaryIO, games: Games, as_csv: bool = False) -> Iterator[Answered]:
    """Yield the result of each card in a stream when its line is read.

    A stream is JSON lines or a page's file of games if its first line starts with ``{``, else a CSV
    with a header. With `as_csv` the results are CSV lines, else JSON lines. A line that cannot be
    read has a finding.
    """
    head = CSV_HEAD if as_csv else b""
    for result in _results_of(read_lines(stream), games):
        answer = csv_results([result]) if as_csv else json_lines([result])
        yield head + answer, not result.valid
        head = b""


def _results_of(lines: Iterator[bytes], games: Games) -> Iterator[CardOut]:
    """Yield the results of lines.

    The first line that can be read decides which format they have.
    """
    answer: Callable[[bytes], CardOut] | None = None
    for line in lines:
        if answer is None and _GAMES.fullmatch(line):
            yield from _check_games(games, chain([line], lines))
            return
        elif answer is None and not line.lstrip().startswith(b"{"):
            try:
                answer = CsvCards(games, line).answer
            except SheetgenError as error:  # no header; the next line may be one
                yield unreadable(None, error, games.catalog)
        else:
            answer = answer or partial(_check_json, games)
            yield answer(line)


def _check_json(games: Games, line: bytes) -> CardOut:
    """Return the result for a card that is a JSON object."""
    name = id_of(line)
    try:
        data = read_object(line, CardIn)
        name = disk.plain(data.get("id")) if name is None else name
        report = games.find(data.get("ruleset"))
    except SheetgenError as error:
        return unreadable(name, error, games.catalog)
    entries = (*data["boxes"], *data.get("totals", ()))
    return games.check(report, make_card(report.wording, entries, by_ids=True), name)


def _check_games(games: Games, lines: Iterator[bytes]) -> Iterator[CardOut]:
    """Yield the results for the cards in a page's file of games, or one if it cannot be read.

    The id of a card is the time of the game and the name of the player. If two cards have the same
    id, the second gets a number. Entries of unknown players are left out.
    """
    matches: list[tuple[Report, MatchIn]] = []
    try:
        saved = _read_games(lines)
        for part in (saved, *saved.others):
            report = games.find(part.ruleset)
            matches += [(report, match) for match in part.games]
    except SheetgenError as error:
        yield unreadable(None, error, games.catalog)
        return
    next_numbers: dict[str, int] = {}
    for report, match in matches:
        start = (match.when or match.started or match.id)[:16]
        for place, player in enumerate(match.players, 1):
            name = plain_name = f"{start} {player.name or place}"
            while name in next_numbers:
                name = f"{plain_name} ({next_numbers[plain_name]})"
                next_numbers[plain_name] += 1
            next_numbers[name] = 2
            yield _check_player(games, report, match, player, name)


def _check_player(
    games: Games, report: Report, match: MatchIn, player: PlayerIn, name: str
) -> CardOut:
    """Return the result for the card of one player in a saved game."""
    entries: list[tuple[str, int]] = []
    bonus = 0
    for played in match.entries:
        if played.player == player.id:
            entries.append((played.box, played.points))
            bonus += played.bonus
    total = report.wording.ruleset.extra_yachts
    if total:
        entries.append((total.id, bonus))
    result = games.check(report, WrittenCard(tuple(entries), ended=bool(match.won)), name)
    if not player.left and not match.won and match.when:
        return result
    # boxes of an unfinished game may be empty
    findings = tuple(
        finding for finding in result.findings if finding.kind not in ("missing_box", "empty_card")
    )
    return replace(result, findings=findings, valid=not findings)


def _read_games(lines: Iterable[bytes]) -> GamesIn:
    """Return the games in a page's file. Raise SheetgenError if it cannot be read."""
    content = bytearray()
    for line in lines:
        content += line + b"\n"
        if len(content) > MAX_BYTES or len(line) > MAX_LINE:
            raise SheetgenError(
                "larger than 20 MB, or with a line of more than 1 MB; write a game a line"
            )
    return read_games(bytes(content))


Columns = tuple[Report, Sequence[str], tuple[NearName, ...]]
"""Columns of a CSV in one game: its report, the id of each row or its unknown heading, and the
misspelt headings."""


class CsvCards:
    """Cards of a batch that are lines of a CSV with this header."""

    def __init__(self, games: Games, header: bytes) -> None:
        text = text_of(header).rstrip("\r")
        self._games = games
        self._delimiter = disk.find_delimiter([text])
        self._headings = [*map(disk.bare_text, disk.parse_csv([text], self._delimiter)[0])]
        self._special: dict[str, int] = {}
        for place, heading in enumerate(self._headings):
            if disk.fold(heading) in _NO_ROWS:
                self._special[disk.fold(heading)] = place
        all_places = range(len(self._headings))
        self._places = [place for place in all_places if place not in self._special.values()]
        self._columns: dict[str | None, Columns] = {}
        if not self._special and not self._has_a_box():
            raise SheetgenError(
                "neither a card in { } nor the first line of a CSV, with the names of boxes in it"
            )

    def _has_a_box(self) -> bool:
        """Check whether a heading is the name of a box in the game of the command line."""
        if not self._games.has_default:
            return False
        report, rows, _ = self._columns_for(None)
        return any(row in report.wording.ruleset.boxes for row in rows)

    def answer(self, line: bytes) -> CardOut:
        """Return the result for one line."""
        cells: list[str] = []
        try:
            cells = disk.parse_csv([text_of(line).rstrip("\r")], self._delimiter)[0]
            if any(map(str.strip, cells[len(self._headings) :])):
                raise SheetgenError("more cells than the first line has; see its commas")
            report, rows, near = self._columns_for(self._first(cells, "ruleset"))
        except SheetgenError as error:
            return unreadable(self._first(cells, "id", "name"), error, self._games.catalog)
        entries: list[tuple[str, Written]] = []
        for where, place in zip(rows, self._places, strict=True):
            value = read_written(cells[place]) if place < len(cells) else None
            if value is not None:
                entries.append((where, value))
        card = WrittenCard(tuple(entries), near=near)
        return self._games.check(report, card, self._first(cells, "id", "name"))

    def _first(self, cells: Sequence[str], *columns: str) -> str | None:
        """Return the text in the first of these columns that is not blank."""
        for column in columns:
            place = self._special.get(column, len(cells))
            if place < len(cells):
                text = disk.bare_text(cells[place].strip())
                if text:
                    return text
        return None

    def _columns_for(self, ruleset: str | None) -> Columns:
        """Return the meaning of the columns in a game. Raise SheetgenError for an unknown game."""
        if ruleset not in self._columns:
            report = self._games.find(ruleset)
            headings = [self._headings[at] for at in self._places]
            self._columns[ruleset] = (report, *place_rows(report.wording, headings, line=1))
        return self._columns[ruleset]


def score_lines(stream: BinaryIO, games: Games) -> Iterator[Answered]:
    """Yield the legal entries of each roll in a stream, or the reason why it cannot be read."""
    for line in read_lines(stream):
        answer = _score_line(line, games)
        yield json_lines([answer]), bool(answer.findings)


def _score_line(line: bytes, games: Games) -> RollOut:
    """Return the legal entries of the roll in one line."""
    name = id_of(line, UNSET)
    try:
        data = read_object(line, RollIn)
        ruleset = games.find(data.get("ruleset")).wording.ruleset
        context = make_moment(
            ruleset,
            make_filled(ruleset, disk.unique(data.get("filled", disk.Pairs()))),
            first=data.get("first_roll", False),
            number=data.get("roll", 0),
            together=data.get("together", False),
        )
        legal = legal_entries(ruleset, make_roll(ruleset, data["dice"]), context)
    except SheetgenError as error:
        return RollOut({}, name, unreadable(None, error, games.catalog).findings)
    entries = {box: EntryOut(entry.points, entry.bonus) for box, entry in legal.items()}
    return RollOut(entries, name)
