"""Many cards or rolls, a line each, to an answer for each: JSON lines, or a CSV with a column for each place."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from msgspec import UNSET, MsgspecError, Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from sheetgen.cards.files import check_rows
from sheetgen.cards.games import PlayedCard, begins_games, read_games
from sheetgen.cards.lines import MAX_LINE, Stream, check_keys, id_of, read_lines, read_object, text_of
from sheetgen.cards.names import card_by_ids, make_filled, make_moment, make_roll, place_rows, read_written
from sheetgen.cards.records import CardIn, CardOut, EntryOut, RollOut
from sheetgen.cards.results import CSV_HEAD, card_out, csv_results, json_lines, unreadable
from sheetgen.checker import Audit, QuickCheck, check_card
from sheetgen.errors import SheetgenError
from sheetgen.files.input import bare_text, find_delimiter, fold, parse_csv, parse_json, plain
from sheetgen.files.writing import json_answer
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules import NearName, Ruleset, WrittenCard, legal_entries, taker
from sheetgen.rules.play import Turn

Answered = tuple[bytes, int]
"""The answers to some lines, and how many of these lines have findings."""
Answer = CardOut | Callable[[], CardOut]
"""A result, or what judges the card: those of many lines are judged one after the other, while all it takes is at hand,
which is faster by a third than one now and then."""
Explain = Callable[[Audit], Sequence[Turn] | None] | None
"""Finds an order of play that leads to a card, if there is one; None if nobody asked for it."""
Load = Callable[[str], Ruleset]
_NO_ROWS = ("id", "name", "ruleset")
"""Columns that are no boxes."""
_decode_card: Callable[[bytes], CardIn] = Decoder(CardIn).decode
_encode_lines: Callable[[Any], bytes] = Encoder().encode_lines


class Game(Struct, frozen=True):
    """A ruleset with what is needed again and again."""

    ruleset: Ruleset
    quick: QuickCheck
    report: Report
    explain: Explain


class Games:
    """Finds the game of a line. `load` decides which names a stranger's line may use."""

    def __init__(self, load: Load, catalog: Catalog, default: Ruleset | None = None, explain: Explain = None) -> None:
        self.catalog = catalog
        self._explain = explain
        self._load = load
        self._known: dict[str | None, Game] = {}
        if default is not None:
            self._known[None] = self._known[default.id] = self._game(default)

    @property
    def has_default(self) -> bool:
        """Whether the command line names a game."""
        return None in self._known

    def find(self, name: str | None) -> Game:
        """The game called `name` or, without a name, that of the command line; SheetgenError if there is none."""
        if name not in self._known:
            if name is None:
                raise SheetgenError("which game? the ruleset stands neither in the line nor in --ruleset")
            self._known[name] = self._game(self._load(name))
        return self._known[name]

    def _game(self, ruleset: Ruleset) -> Game:
        return Game(ruleset, QuickCheck(ruleset), Report(Wording(ruleset, self.catalog)), self._explain)


def check_lines(stream: Stream, games: Games, as_csv: bool = False) -> Iterator[Answered]:
    """The results of the cards that come in, in their order, as soon as each is there.

    A stream whose first line starts with ``{`` is JSON lines, or a file with the games of a page; any other a CSV with
    a header. With `as_csv` the results are CSV lines, else JSON lines. A line that cannot be read gives a result that
    says so.
    """
    head = CSV_HEAD if as_csv else b""
    answer: Callable[[bytes], Answer] | None = None
    blocks = read_lines(stream)
    for lines in blocks:
        results: list[Answer] = []
        for at, line in enumerate(lines):
            if answer is not None:
                results += [answer(line) for line in lines[at:] if line.strip()]
                break
            if not line.strip():
                continue
            if begins_games(line):
                results += _answer_games(games, chain(lines[at:], chain.from_iterable(blocks)))
                break
            try:
                is_object = line.lstrip().startswith(b"{")
                answer = partial(answer_json, games) if is_object else CardTable(games, line).answer
                results += [answer(line)] if is_object else []
            except SheetgenError as error:  # neither a card nor a header; the next line may be the first
                results.append(unreadable(None, error, games.catalog))
        found = [result() if callable(result) else result for result in results]
        content = csv_results(found) if as_csv else json_lines(found)
        yield head + content if content else content, [result.valid for result in found].count(False)
        head = b"" if content else head


def answer_json(games: Games, line: bytes) -> Answer:
    """The result for a card that is a JSON object. With any doubt about what the line says, it is read key by key."""
    if len(line) > MAX_LINE:
        return _answer_with_care(games, line)
    try:
        card = _decode_card(line)
        game = games.find(None if card.ruleset is UNSET else card.ruleset)
        # how many keys the line has, if none is there twice and no text has a colon in it
        keys = 1 + len(card.boxes) + (card.id is not UNSET) + (card.ruleset is not UNSET)
        if line.count(b":") != keys + (0 if card.totals is UNSET else 1 + len(card.totals)):
            return _answer_with_care(games, line)
        if not line.isascii():
            line.decode()
    except (MsgspecError, UnicodeDecodeError, RecursionError, SheetgenError):
        return _answer_with_care(games, line)
    name, stated = (None if card.id is UNSET else card.id), ({} if card.totals is UNSET else card.totals)
    total = None if game.explain else game.quick.total(card.boxes, stated)
    if total is not None:
        return CardOut(name, True, (), total)
    return partial(_judged, game, card_by_ids(game.ruleset, (*card.boxes.items(), *stated.items())), name)


def _answer_with_care(games: Games, line: bytes) -> CardOut:
    name: object = id_of(line)
    try:
        data = read_object(parse_json(text_of(line)), ("id", "ruleset", "boxes", "totals"), "boxes")
        name = plain(data.get("id")) if name is None else name
        game = games.find(data.get("ruleset"))
    except SheetgenError as error:
        return unreadable(name, error, games.catalog)
    return _judged(game, card_by_ids(game.ruleset, (*data["boxes"], *data.get("totals", ()))), name)


def _answer_games(games: Games, lines: Iterator[bytes]) -> Iterator[CardOut]:
    """The results for the cards in a file with the games of a page, in their order; one result if it is none."""
    try:
        ruleset, cards = read_games(lines)
        game = games.find(ruleset)
    except SheetgenError as error:
        return iter([unreadable(None, error, games.catalog)])
    return (_judged_game(game, card) for card in cards)


def _judged_game(game: Game, card: PlayedCard) -> CardOut:
    """The result for a card of a game; what is not yet filled in, or never will be, is no fault of an open one."""
    yachts = game.ruleset.extra_yachts
    entries = (*card.entries, *([(yachts.id, card.bonus)] if yachts else []))
    found = _judged(game, WrittenCard(entries, ended=card.ended), card.id)
    if not card.open:
        return found
    findings = tuple(each for each in found.findings if each.kind not in ("missing_box", "empty_card"))
    return replace(found, findings=findings, valid=not findings)


def _judged(game: Game, card: WrittenCard, name: object) -> CardOut:
    """Return the result of a real check."""
    try:
        check_rows(len(card.entries))
    except SheetgenError as error:
        return unreadable(name, error, game.report.wording.catalog)
    audit = check_card(game.ruleset, card)
    return card_out(game.report, audit, name, game.explain and game.explain(audit))


class Columns(Struct, frozen=True):
    """What the columns of a table mean in one game."""

    game: Game
    rows: Sequence[str]
    """For each column the box or total, or its heading if the game does not know it."""
    take_rows: Callable[[Sequence[str]], Sequence[Any]]
    """Takes what stands in these columns out of the cells."""
    near: tuple[NearName, ...]
    """Headings that were taken for names of rows."""
    quick: Callable[[Sequence[str]], int | None] | None
    """The grand total of a card that is plainly right; there is none if columns are missing, double or unknown."""


class CardTable:
    """Answers cards that are lines of a CSV with this header."""

    def __init__(self, games: Games, header: bytes) -> None:
        try:
            text = header.decode().rstrip("\r")
        except UnicodeDecodeError as error:
            raise SheetgenError("not UTF-8 text; in a spreadsheet save it as CSV UTF-8") from error
        self._games = games
        self._delimiter = find_delimiter([text])
        self._headings = [*map(bare_text, parse_csv([text], self._delimiter)[0])]
        self._width = len(self._headings)
        special = {fold(name): at for at, name in enumerate(self._headings) if fold(name) in _NO_ROWS}
        self._places = [at for at in range(self._width) if at not in special.values()]
        self._ruleset = [special.pop("ruleset")] if "ruleset" in special else []
        self._names = [special[name] for name in _NO_ROWS if name in special]
        self._columns: dict[str | None, Columns] = {}
        default = self._columns_for(None).rows if games.has_default else ()
        is_header = any(where in games.find(None).ruleset.boxes for where in default)
        if not is_header and len(self._places) == self._width:
            raise SheetgenError("neither a card in { } nor the first line of a CSV, with the names of boxes in it")

    def answer(self, line: bytes) -> Answer:
        """The result for one line."""
        cells: list[str] = []
        try:
            text = text_of(line).rstrip("\r")
            cells = parse_csv([text], self._delimiter)[0] if '"' in text else text.split(self._delimiter)
            if len(cells) > self._width and any(map(str.strip, cells[self._width :])):
                cells = []
                raise SheetgenError("more cells than the first line has; see its commas")
            named = _first(cells, self._ruleset) if self._ruleset else None
            columns = self._columns.get(named) or self._columns_for(named)
        except SheetgenError as error:
            return unreadable(_first(cells, self._names), error, self._games.catalog)
        name = _first(cells, self._names)
        if columns.quick is not None and (total := columns.quick(cells)) is not None:
            return CardOut(name, True, (), total)
        cells += [""] * (self._width - len(cells))
        values = zip(columns.rows, map(read_written, columns.take_rows(cells)), strict=True)
        entries = tuple([(where, value) for where, value in values if value is not None])
        return partial(_judged, columns.game, WrittenCard(entries, near=columns.near), name)

    def _columns_for(self, ruleset: str | None) -> Columns:
        """What the columns mean in a game; SheetgenError if there is none of this name."""
        if ruleset not in self._columns:
            game = self._games.find(ruleset)
            rows, near = place_rows(game.report.wording, [self._headings[at] for at in self._places], line=1)
            at = dict(zip(rows, self._places, strict=True))
            is_whole = len(at) == len(rows) and game.ruleset.boxes.keys() <= at.keys() <= set(game.ruleset.rows)
            quick = game.quick.answers(at) if is_whole and not near and not game.explain else None
            self._columns[ruleset] = Columns(game, rows, taker(self._places), near, quick)
        return self._columns[ruleset]


def _first(cells: list[str], places: Sequence[int]) -> str | None:
    """What stands in the first of these cells that is not blank."""
    for at in places:
        if at < len(cells) and (name := bare_text(cells[at].strip())):
            return name
    return None


def score_lines(stream: Stream, games: Games) -> Iterator[Answered]:
    """The legal entries of the rolls that come in, in their order. A line that cannot be used says why."""
    for lines in read_lines(stream):
        answers = [_scored(line, games) for line in lines if line.strip()]
        yield json_answer(_encode_lines(answers)), sum(bool(answer.findings) for answer in answers)


def _scored(line: bytes, games: Games) -> RollOut:
    found = id_of(line)
    name: Any = UNSET if found is None else found
    try:
        read = parse_json(text_of(line))
        check_keys(read)
        data = read_object(read, ("id", "ruleset", "dice", "filled", "first_roll", "roll", "together"), "dice")
        ruleset = games.find(data.get("ruleset")).ruleset
        card, roll = make_filled(ruleset, dict(data.get("filled", ()))), make_roll(ruleset, data["dice"])
        said = data.get("first_roll", False), data.get("roll", 0), data.get("together", False)
        now = make_moment(ruleset, card, *said)
        entries = legal_entries(ruleset, roll, now)
    except SheetgenError as error:
        return RollOut({}, name, unreadable(None, error, games.catalog).findings)
    return RollOut({box: EntryOut(entry.points, entry.bonus) for box, entry in entries.items()}, name)
