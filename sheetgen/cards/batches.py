"""Batches of cards or rolls: a line in, an answer out. Cards are JSON lines, or CSV with a column for each box."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from sheetgen.cards.card_files import check_rows
from sheetgen.cards.exchange import CardOut, EntryOut, RollOut
from sheetgen.cards.games import PlayedCard, begins_games, read_games
from sheetgen.cards.results import CSV_HEAD, card_out, csv_results, json_lines, unreadable
from sheetgen.cards.streams import Stream, check_keys, id_of, read_lines, read_object, text_of
from sheetgen.cards.typed import card_by_ids, make_filled, make_moment, make_roll, place_rows, read_written
from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit
from sheetgen.errors import SheetgenError
from sheetgen.files.input import bare_text, find_delimiter, fold, parse_csv, parse_json, plain
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
_NO_ROWS = ("id", "name", "ruleset")
"""Columns of a CSV that are no boxes or totals."""


class Games:
    """Rulesets of a batch, by the names in its lines. `load` decides which names a line may use."""

    def __init__(self, load: Load, catalog: Catalog, default: Ruleset | None = None, explain: Explain = None) -> None:
        self.catalog = catalog
        self.explain = explain
        self._load = load
        self._known: dict[str | None, Report] = {}
        if default is not None:
            self._known[None] = self._known[default.id] = self._report(default)

    @property
    def has_default(self) -> bool:
        """True if the command line names a game."""
        return None in self._known

    def find(self, name: str | None) -> Report:
        """Return the report of a game, of the command line's without a name. Raise SheetgenError for no such game."""
        if name not in self._known:
            if name is None:
                raise SheetgenError("which game? the ruleset stands neither in the line nor in --ruleset")
            self._known[name] = self._report(self._load(name))
        return self._known[name]

    def _report(self, ruleset: Ruleset) -> Report:
        """Return the report of a game in the language of the batch."""
        return Report(Wording(ruleset, self.catalog))

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
            elif begins_games(line):
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
    """Return the results for the cards in a page's file of games, or one result if it cannot be read."""
    try:
        ruleset, cards = read_games(lines)
        report = games.find(ruleset)
    except SheetgenError as error:
        return iter([unreadable(None, error, games.catalog)])
    return (_check_played(games, report, card) for card in cards)


def _check_played(games: Games, report: Report, card: PlayedCard) -> CardOut:
    """Return the result for a card of a game. In an unfinished game, empty boxes are no findings."""
    yachts = report.wording.ruleset.extra_yachts
    entries = (*card.entries, *([(yachts.id, card.bonus)] if yachts else []))
    found = games.check(report, WrittenCard(entries, ended=card.ended), card.id)
    if not card.open:
        return found
    findings = tuple(each for each in found.findings if each.kind not in ("missing_box", "empty_card"))
    return replace(found, findings=findings, valid=not findings)


class CsvColumns(Struct, frozen=True):
    """Columns of a CSV in one game."""

    report: Report
    rows: Sequence[str]
    """Id of the box or total of each column, or its unknown heading."""
    near: tuple[NearName, ...]
    """Misspelt headings."""


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
        self._columns: dict[str | None, CsvColumns] = {}
        default = self._columns_for(None).rows if games.has_default else ()
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
            columns = self._columns_for(_first(cells, self._ruleset))
        except SheetgenError as error:
            return unreadable(_first(cells, self._names), error, self._games.catalog)
        name = _first(cells, self._names)
        cells += [""] * (width - len(cells))
        values = zip(columns.rows, [read_written(cells[at]) for at in self._places], strict=True)
        entries = tuple([(where, value) for where, value in values if value is not None])
        return self._games.check(columns.report, WrittenCard(entries, near=columns.near), name)

    def _columns_for(self, ruleset: str | None) -> CsvColumns:
        """Return the meaning of the columns in a game. Raise SheetgenError for an unknown game."""
        if ruleset not in self._columns:
            report = self._games.find(ruleset)
            rows, near = place_rows(report.wording, [self._headings[at] for at in self._places], line=1)
            self._columns[ruleset] = CsvColumns(report, rows, near)
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
