"""Many cards, a line each, to a result for each: JSON lines, or a CSV with a column for each box and total."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET, MsgspecError, Raw
from msgspec.json import Decoder, Encoder

from sheetgen.errors import SheetgenError
from sheetgen.exchange.games import Game, Games, id_of, parse_line, read_object
from sheetgen.exchange.lines import MAX_LINE, Answered, Stream, read_lines
from sheetgen.exchange.records import CardIn, CardOut
from sheetgen.exchange.results import checked, unreadable
from sheetgen.exchange.tables import CardTable
from sheetgen.plain_data import Pairs, csv_line, plain
from sheetgen.rules import Written

_KEYS = {"id": object, "ruleset": str, "boxes": Pairs, "totals": Pairs}
_decode: Callable[[bytes], CardIn] = Decoder(CardIn).decode
_encode: Callable[[Any], bytes] = Encoder().encode
_SHORT_NUMBER = re.compile(r"-?[0-9]{1,18}")
Answer = Callable[[bytes], CardOut]


def check_lines(stream: Stream, games: Games, as_csv: bool = False) -> Iterator[Answered]:
    """The results of the cards that come in, in their order, as soon as each is there.

    A stream whose first line starts with ``{`` is JSON lines, any other a CSV with a header. With `as_csv` the
    results are CSV lines, else JSON lines. A line that cannot be read gives a result that says so.
    """
    write = _csv_result if as_csv else _json_result
    head = csv_line(("id", "valid", "total", "findings")).encode() if as_csv else b""
    answer: Answer | None = None
    for lines in read_lines(stream):
        results = []
        for line in filter(bytes.strip, lines):
            if answer is None:
                answer, result = _first(games, line)
                results += [result] if result else []
            else:
                results.append(answer(line))
        yield (head if results else b"") + b"".join(map(write, results)), sum(not result.valid for result in results)
        head = b"" if results else head


def _first(games: Games, line: bytes) -> tuple[Answer | None, CardOut | None]:
    """What reads the lines from here on, and the result of this first one: the header of a CSV has none.

    A line that is neither a card nor a header is told so, and the next one may be the first.
    """
    if line.lstrip().startswith(b"{"):
        answer = JsonCards(games).answer
        return answer, answer(line)
    try:
        return CardTable(games, line).answer, None
    except SheetgenError as error:
        return None, unreadable(None, error, games)


def _json_result(result: CardOut) -> bytes:
    return _encode(result) + b"\n"


def _csv_result(result: CardOut) -> bytes:
    messages = " | ".join(finding.message for finding in result.findings)
    return csv_line((_cell(result.id), result.valid, result.total, messages)).encode("utf-8", "backslashreplace")


def _cell(name: object) -> object:
    """An id as a cell: a text as it is, a number as a number, anything else as the JSON that it was."""
    if not isinstance(name, Raw):
        return json.dumps(name) if isinstance(name, dict | list) else name
    text = bytes(name).decode()
    if text.startswith('"'):
        return json.loads(text)
    return int(text) if _SHORT_NUMBER.fullmatch(text) else text


class JsonCards:
    """Answers cards that are JSON objects."""

    def __init__(self, games: Games) -> None:
        self.games = games

    def answer(self, line: bytes) -> CardOut:
        """The result for one card. With any doubt about what the line says, it is read again, key by key."""
        if len(line) > MAX_LINE:
            return self._with_care(line)
        try:
            card = _decode(line)
            game = self.games.find(None if card.ruleset is UNSET else card.ruleset)
        except (MsgspecError, UnicodeDecodeError, RecursionError, SheetgenError):
            return self._with_care(line)
        if line.count(b":") != _keys(card) or not (line.isascii() or _is_utf_8(line)):
            return self._with_care(line)
        return _result(game, card)

    def _with_care(self, line: bytes) -> CardOut:
        name: object = id_of(line)
        try:
            data = read_object(parse_line(line), _KEYS)
            name = plain(data.get("id")) if name is None else name
            if "boxes" not in data:
                raise SheetgenError("the key '%(name)s' is missing; add it", name="boxes")
            game = self.games.find(data.get("ruleset"))
        except SheetgenError as error:
            return unreadable(name, error, self.games)
        entries = (*data["boxes"], *data.get("totals", ()))
        return checked(game, ((where, _written(value)) for where, value in entries), name)


def _result(game: Game, line: CardIn) -> CardOut:
    """The result for a card without any doubt about what it says."""
    name, stated = (None if line.id is UNSET else line.id), ({} if line.totals is UNSET else line.totals)
    total = game.quick.total(line.boxes, stated)
    if total is not None:
        return CardOut(name, True, (), total)
    return checked(game, (*line.boxes.items(), *stated.items()), name)


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _keys(card: CardIn) -> int:
    """How many keys the line of this card has, if none is there twice and no text has a colon in it."""
    totals = () if card.totals is UNSET else card.totals
    optional = (card.id, card.ruleset, card.totals)
    return len(card.boxes) + len(totals) + 1 + sum([value is not UNSET for value in optional])


def _written(value: object) -> Written | None:
    """A JSON value as something written: whatever is no whole number is a text, but for null, a blank."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return value if isinstance(value, str) else json.dumps(plain(value))
