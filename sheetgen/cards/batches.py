"""Batches of cards or rolls: a line in, an answer out. Cards are JSON lines, or CSV with a column for each box."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, count
from typing import Any, Protocol

from msgspec import UNSET, MsgspecError, Raw, Struct, UnsetType
from msgspec.json import decode
from msgspec.structs import replace

from sheetgen.cards.card_files import MAX_BYTES, check_rows
from sheetgen.cards.exchange import (
    CSV_HEAD,
    CardOut,
    EntryOut,
    GamesIn,
    RollOut,
    card_out,
    csv_results,
    json_lines,
    unreadable,
)
from sheetgen.cards.typed import card_by_ids, make_filled, make_moment, make_roll, place_rows, read_written
from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit
from sheetgen.errors import SheetgenError
from sheetgen.files.input import Pairs, bare_text, find_delimiter, fold, parse_csv, parse_json, plain
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import Turn
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import NearName, WrittenCard, legal_entries

Answered = tuple[bytes, int]
"""Answers to some lines, and the number of these lines with findings."""
Explain = Callable[[CardAudit], Sequence[Turn] | None] | None
"""Function that finds an order of play for a card; None if no explanation is wanted."""
Load = Callable[[str], Ruleset]
MAX_LINE = 1_000_000
"""Maximum size of a line in bytes. A longer one is cut one byte after it."""
_CHUNK = 1 << 17
"""Bytes that are read at once. Larger chunks are not faster."""
_BOM = b"\xef\xbb\xbf"
_GAMES = re.compile(rb'\s*\{\s*("(sheetgen|games)"\s*:.*)?', re.DOTALL)
"""First line of a page's file with games, which is not that of JSON lines."""
_NO_ROWS = ("id", "name", "ruleset")
"""Columns of a CSV that are no boxes or totals."""

# Streams of lines, read as they arrive in bounded memory, and JSON objects that are checked key by key


class Stream(Protocol):
    """Stream of bytes, such as standard input."""

    def read1(self, size: int, /) -> bytes:
        """Return at most `size` bytes as soon as there are any; none at the end."""
        ...


def read_lines(stream: Stream) -> Iterator[list[bytes]]:
    """Yield the lines that have arrived, without line ends, whenever there are any."""
    rest, skipping, first = b"", False, True
    while chunk := stream.read1(_CHUNK):
        rest += chunk
        if first and len(rest) >= len(_BOM):
            rest, first = rest.removeprefix(_BOM), False
        block, end, rest = rest.rpartition(b"\n")
        if skipping and end:
            _, end, block = block.partition(b"\n")
            skipping = False
        if end:
            lines = block.split(b"\n")
            yield lines if len(block) <= MAX_LINE else [line[: MAX_LINE + 1] for line in lines]
        if len(rest) > MAX_LINE:
            if not skipping:
                yield [rest[: MAX_LINE + 1]]
            rest, skipping = b"", True
    if rest and not skipping:
        yield [rest.removeprefix(_BOM) if first else rest]


def text_of(line: bytes) -> str:
    """Return the text of a line. Raise SheetgenError if it is too long or not UTF-8."""
    if len(line) > MAX_LINE:
        raise SheetgenError("longer than 1 MB; write a card or roll a line")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8") from error


class _Id(Struct):
    """Id of a card or roll."""

    id: Raw | UnsetType = UNSET


def id_of(line: bytes) -> Raw | None:
    """Return the id in a line of JSON, even if other keys are wrong; None if it has none."""
    try:
        found = decode(text_of(line), type=_Id).id
    except (MsgspecError, RecursionError, SheetgenError):
        return None
    return None if found is UNSET else found


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
_SHOWN = {name: parse_json(shape) for name, shape in _SHAPES.items()}


def read_object(pairs: Any, keys: Sequence[str], needed: str) -> dict[str, Any]:
    """Return a JSON object as a dictionary. Raise SheetgenError for a wrong or missing key, or a wrong type."""
    if not isinstance(pairs, Pairs):
        raise SheetgenError("should be a JSON object in { }")
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name not in keys:
            raise SheetgenError("the key '%(name)s' is unknown; take it out", name=name)
        if name in found:
            raise SheetgenError("the key '%(name)s' is there twice; keep one", name=name)
        if name in _SHOWN and not _is_like(value, _SHOWN[name]):
            raise SheetgenError(
                "the value of '%(name)s' is of the wrong kind; write it like %(shape)s", name=name, shape=_SHAPES[name]
            )
        found[name] = value
    if needed not in found:
        raise SheetgenError("the key '%(name)s' is missing; add it", name=needed)
    return found


def _is_like(value: Any, shown: Any) -> bool:
    """Check whether a value has the type of an example, and the items of a list that of its first item."""
    alike = type(value) is type(shown)
    return alike and (type(value) is not list or all(type(each) is type(shown[0]) for each in value))


def check_keys(value: Any) -> None:
    """Raise SheetgenError if an object repeats a key, at any depth of a value from `parse_json`."""
    if isinstance(value, Pairs):
        names = [name for name, _ in value]
        for name in names:
            if names.count(name) > 1:
                raise SheetgenError("the key '%(name)s' is there twice; keep one", name=name)
        value = [inner for _, inner in value]
    for inner in value if isinstance(value, list) else ():
        check_keys(inner)


# Games of a batch


class Games:
    """Rulesets of a batch, by the names in its lines. `load` decides which names a line may use."""

    def __init__(self, load: Load, catalog: Catalog, default: Ruleset | None = None, explain: Explain = None) -> None:
        self.catalog = catalog
        self.explain = explain
        self._load = load
        self.has_default = default is not None
        self._known: dict[str | None, Report] = {}
        if default is not None:
            self._known[None] = self._known[default.id] = Report(Wording(default, catalog))

    def find(self, name: str | None) -> Report:
        """Return the report of a game, of the command line's without a name. Raise SheetgenError for no such game."""
        if name not in self._known:
            if name is None:
                raise SheetgenError("which game? neither the line nor --ruleset names one")
            self._known[name] = Report(Wording(self._load(name), self.catalog))
        return self._known[name]

    def check(self, report: Report, card: WrittenCard, name: object) -> CardOut:
        """Return the result of checking a card."""
        try:
            check_rows(len(card.entries))
        except SheetgenError as error:
            return unreadable(name, error, self.catalog)
        audit = check_card(report.wording.ruleset, card)
        return card_out(report, audit, name, self.explain and self.explain(audit))


def check_lines(stream: Stream, games: Games, as_csv: bool = False) -> Iterator[Answered]:
    """Yield the results of the cards in a stream in their order, as soon as they are read.

    A stream is JSON lines or a page's file of games if its first line starts with ``{``, else a CSV with a header. With
    `as_csv` the results are CSV lines, else JSON lines. A line that cannot be read has a finding.
    """
    head = CSV_HEAD if as_csv else b""
    answer: Callable[[bytes], CardOut] | None = None
    blocks = read_lines(stream)
    for lines in blocks:
        found: list[CardOut] = []
        for at, line in enumerate(lines):
            if not line.strip():
                continue
            if answer is not None:
                found.append(answer(line))
            elif _GAMES.fullmatch(line):
                found += _check_games(games, chain(lines[at:], chain.from_iterable(blocks)))
                break
            elif line.lstrip().startswith(b"{"):
                answer = partial(_check_json, games)
                found.append(answer(line))
            else:
                try:
                    answer = CsvCards(games, line).answer
                except SheetgenError as error:  # no header; the next line may be one
                    found.append(unreadable(None, error, games.catalog))
        content = csv_results(found) if as_csv else json_lines(found)
        yield head + content if content else content, sum(not result.valid for result in found)
        head = b"" if content else head


def _check_json(games: Games, line: bytes) -> CardOut:
    """Return the result for a card that is a JSON object."""
    name: object = id_of(line)
    try:
        data = read_object(parse_json(text_of(line)), ("id", "ruleset", "boxes", "totals"), "boxes")
        name = plain(data.get("id")) if name is None else name
        report = games.find(data.get("ruleset"))
    except SheetgenError as error:
        return unreadable(name, error, games.catalog)
    card = card_by_ids(report.wording.ruleset, (*data["boxes"], *data.get("totals", ())))
    return games.check(report, card, name)


def _check_games(games: Games, lines: Iterator[bytes]) -> Iterator[CardOut]:
    """Yield the results for the cards in a page's file of games, or one result if it cannot be read.

    The id of a card is the time of the game and the name of the player, with a number if it is repeated, as by two
    games in one minute. Entries of unknown players are left out.
    """
    try:
        saved = _read_games(lines)
        report = games.find(saved.ruleset)
    except SheetgenError as error:
        yield unreadable(None, error, games.catalog)
        return
    yachts, taken = report.wording.ruleset.extra_yachts, set[str]()
    numbers = defaultdict[str, Iterator[int]](lambda: count(2))
    for match, place, player in ((each, *one) for each in saved.games for one in enumerate(each.players, 1)):
        mine = [each for each in match.entries if each.player == player.id]
        entries = [(each.box, each.points) for each in mine]
        entries += [(yachts.id, sum(each.bonus for each in mine))] if yachts else []
        name = plain_name = f"{(match.when or match.started or match.id)[:16]} {player.name or place}"
        while name in taken:
            name = f"{plain_name} ({next(numbers[plain_name])})"
        taken.add(name)
        result = games.check(report, WrittenCard(tuple(entries), ended=bool(match.won)), name)
        if player.left or match.won or not match.when:  # boxes of an unfinished game may be empty
            findings = tuple(each for each in result.findings if each.kind not in ("missing_box", "empty_card"))
            result = replace(result, findings=findings, valid=not findings)
        yield result


def _read_games(lines: Iterable[bytes]) -> GamesIn:
    """Return the games in a page's file. Raise SheetgenError if it cannot be read."""
    content = bytearray()
    for line in lines:
        content += line + b"\n"
        if len(content) > MAX_BYTES or len(line) > MAX_LINE:
            raise SheetgenError("larger than 20 MB, or with a line of more than 1 MB; write a game a line")
    try:
        return decode(bytes(content), type=GamesIn)
    except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SheetgenError("no games as a page saves them: %(reason)s", reason=str(error)) from error


Columns = tuple[Report, Sequence[str], tuple[NearName, ...]]
"""Columns of a CSV in one game: its report, the id of each row or its unknown heading, and the misspelt headings."""


class CsvCards:
    """Cards of a batch that are lines of a CSV with this header."""

    def __init__(self, games: Games, header: bytes) -> None:
        try:
            text = header.decode().rstrip("\r")
        except UnicodeDecodeError as error:
            raise SheetgenError("not UTF-8 text; in a spreadsheet save it as CSV UTF-8") from error
        self._games = games
        self._delimiter = find_delimiter([text])
        self._headings = [*map(bare_text, parse_csv([text], self._delimiter)[0])]
        special = {fold(name): at for at, name in enumerate(self._headings) if fold(name) in _NO_ROWS}
        self._places = [at for at in range(len(self._headings)) if at not in special.values()]
        self._ruleset = [special.pop("ruleset")] if "ruleset" in special else []
        self._names = [special[name] for name in _NO_ROWS if name in special]
        self._columns: dict[str | None, Columns] = {}
        default = self._columns_for(None)[1] if games.has_default else ()
        is_header = any(where in games.find(None).wording.ruleset.boxes for where in default)
        if not is_header and len(self._places) == len(self._headings):
            raise SheetgenError("neither a card in { } nor the first line of a CSV, with the names of boxes in it")

    def answer(self, line: bytes) -> CardOut:
        """Return the result for one line."""
        cells: list[str] = []
        try:
            cells = parse_csv([text_of(line).rstrip("\r")], self._delimiter)[0]
            width = len(self._headings)
            if any(map(str.strip, cells[width:])):
                cells = []
                raise SheetgenError("more cells than the first line has; see its commas")
            report, rows, near = self._columns_for(_first(cells, self._ruleset))
        except SheetgenError as error:
            return unreadable(_first(cells, self._names), error, self._games.catalog)
        name = _first(cells, self._names)
        cells += [""] * (width - len(cells))
        values = zip(rows, [read_written(cells[at]) for at in self._places], strict=True)
        entries = tuple([(where, value) for where, value in values if value is not None])
        return self._games.check(report, WrittenCard(entries, near=near), name)

    def _columns_for(self, ruleset: str | None) -> Columns:
        """Return the meaning of the columns in a game. Raise SheetgenError for an unknown game."""
        if ruleset not in self._columns:
            report = self._games.find(ruleset)
            headings = [self._headings[at] for at in self._places]
            self._columns[ruleset] = (report, *place_rows(report.wording, headings, line=1))
        return self._columns[ruleset]


def _first(cells: list[str], places: Sequence[int]) -> str | None:
    """Return the text of the first of these cells that is not blank."""
    for at in places:
        if at < len(cells) and (name := bare_text(cells[at].strip())):
            return name
    return None


def score_lines(stream: Stream, games: Games) -> Iterator[Answered]:
    """Yield the legal entries of the rolls in a stream in their order, or the reason why a line cannot be read."""
    for lines in read_lines(stream):
        answers = [_score(line, games) for line in lines if line.strip()]
        yield json_lines(answers), sum(bool(answer.findings) for answer in answers)


def _score(line: bytes, games: Games) -> RollOut:
    """Return the legal entries of the roll in one line."""
    found = id_of(line)
    name: Any = UNSET if found is None else found
    try:
        read = parse_json(text_of(line))
        check_keys(read)
        data = read_object(read, ("id", "ruleset", "dice", "filled", "first_roll", "roll", "together"), "dice")
        ruleset = games.find(data.get("ruleset")).wording.ruleset
        card, roll = make_filled(ruleset, dict(data.get("filled", ()))), make_roll(ruleset, data["dice"])
        first, number, together = data.get("first_roll", False), data.get("roll", 0), data.get("together", False)
        entries = legal_entries(ruleset, roll, make_moment(ruleset, card, first, number, together))
    except SheetgenError as error:
        return RollOut({}, name, unreadable(None, error, games.catalog).findings)
    return RollOut({box: EntryOut(entry.points, entry.bonus) for box, entry in entries.items()}, name)
