"""Many cards, a line each, to a result for each: JSON lines, or a CSV with a column for each box and total."""

import json
from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET, MsgspecError
from msgspec.json import Decoder

from sheetgen.cards.answers import Checked, CsvResults, Results, merged
from sheetgen.cards.games import Game, Games, id_of, parse_line, read_object
from sheetgen.cards.lines import MAX_LINE, Answered, Stream, is_utf_8, lines_of, read_blocks
from sheetgen.cards.records import CardIn, CardOut
from sheetgen.cards.results import checked, unreadable
from sheetgen.cards.rows import TableRows
from sheetgen.cards.shapes import Keys, Shape
from sheetgen.cards.tables import CardTable
from sheetgen.errors import SheetgenError
from sheetgen.files.reading import Pairs, plain
from sheetgen.rules import Written

_KEYS = {"id": object, "ruleset": str, "boxes": Pairs, "totals": Pairs}
_decode: Callable[[bytes], CardIn] = Decoder(CardIn).decode
_MOST_SHAPES = 100
"""So many ways to write a card are known by heart."""
_MOST_ROUNDS = 10
"""So many of them are tried on the lines that come together."""
Reader = Callable[[bytes], Checked]


def check_lines(stream: Stream, games: Games, as_csv: bool = False) -> Iterator[Answered]:
    """The results of the cards that come in, in their order, as soon as each is there.

    A stream whose first line starts with ``{`` is JSON lines, any other a CSV with a header. With `as_csv` the
    results are CSV lines, else JSON lines. A line that cannot be read gives a result that says so.
    """
    results = CsvResults() if as_csv else Results()
    head = results.head
    read: Reader | None = None
    for block in read_blocks(stream):
        content, wrong, rest = b"", 0, block
        if read is None:
            read, strays, rest = _begin(games, block)
            content, wrong = b"".join(map(results.line, strays)), len(strays)
        if read is not None and rest:
            found, more = results.lines(read(rest))
            content, wrong = content + found if content else found, wrong + more
        yield head + content if head and content else content, wrong
        head = b"" if content else head


def _begin(games: Games, block: bytes) -> tuple[Reader | None, list[CardOut], bytes]:
    """What reads the cards from here on, results of stray lines before them, and what is left of the block.

    A line that is neither a card nor a header is told so, and the next one may be the first.
    """
    strays: list[CardOut] = []
    while block:
        line, _, rest = block.partition(b"\n")
        if line.lstrip().startswith(b"{"):
            return JsonCards(games).check, strays, block
        try:
            if line.strip():
                return TableRows(CardTable(games, line[: MAX_LINE + 1])).check, strays, rest
        except SheetgenError as error:
            strays.append(unreadable(None, error, games))
        block = rest
    return None, strays, b""


class JsonCards:
    """Answers cards that are JSON objects."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._shapes: dict[Keys, Shape] = {}

    def check(self, block: bytes) -> Checked:
        """The cards of some lines: those that are written alike all at once."""
        lines = [line for line in lines_of(block) if line.strip()]
        return self._check(lines, _MOST_ROUNDS if len(block) <= MAX_LINE and is_utf_8(block) else 0)

    def _check(self, lines: Sequence[bytes], rounds: int) -> Checked:
        shape = next(filter(None, map(self._shape, lines[:rounds])), None)
        if shape is None:
            return Checked([None] * len(lines), lambda at: self.answer(lines[at]), [None] * len(lines))
        cards = shape.read(lines)
        found = shape.checked([card for card in cards if card is not None])
        if all(cards):
            return found
        left = [line for line, card in zip(lines, cards, strict=True) if card is None]
        return merged([card is not None for card in cards], found, self._check(left, rounds - 1))

    def _shape(self, line: bytes) -> Shape | None:
        """What reads lines like this one all at once; None if it is not that simple."""
        try:
            keys = Keys.of(_decode(line))
            game = self.games.find(keys.ruleset)
        except (MsgspecError, RecursionError, SheetgenError):
            return None
        if keys not in self._shapes and len(self._shapes) < _MOST_SHAPES and game.many.is_able and keys.suit(game):
            self._shapes[keys] = Shape(game, keys)
        return self._shapes.get(keys)

    def answer(self, line: bytes) -> CardOut:
        """The result for one card. With any doubt about what the line says, it is read again, key by key."""
        if len(line) > MAX_LINE:
            return self._with_care(line)
        try:
            card = _decode(line)
            game = self.games.find(None if card.ruleset is UNSET else card.ruleset)
        except (MsgspecError, UnicodeDecodeError, RecursionError, SheetgenError):
            return self._with_care(line)
        if line.count(b":") != _keys(card) or not (line.isascii() or is_utf_8(line)):
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
        places, values = [where for where, _ in entries], [_written(value) for _, value in entries]
        return checked(game, places, values, name)


def _result(game: Game, line: CardIn) -> CardOut:
    """The result for a card without any doubt about what it says."""
    name, stated = (None if line.id is UNSET else line.id), ({} if line.totals is UNSET else line.totals)
    total = game.quick.total(line.boxes, stated)
    if total is not None:
        return CardOut(name, True, (), total)
    return checked(game, (*line.boxes, *stated), (*line.boxes.values(), *stated.values()), name)


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
