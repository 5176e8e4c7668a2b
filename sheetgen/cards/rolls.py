"""Many rolls, a line of JSON each, to every legal entry of each."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET, MsgspecError
from msgspec.json import Decoder, Encoder

from sheetgen.cards.games import Games, check_keys, id_of, parse_line
from sheetgen.cards.lines import Answered, Stream, read_lines
from sheetgen.cards.names import check_filled, make_roll
from sheetgen.cards.records import EntryOut, RollIn, RollOut
from sheetgen.cards.results import unreadable_line
from sheetgen.errors import SheetgenError
from sheetgen.rules import Context, legal_entries

_decode: Callable[[bytes], RollIn] = Decoder(RollIn).decode
_encode: Callable[[Any], bytes] = Encoder().encode


def score_lines(stream: Stream, games: Games) -> Iterator[Answered]:
    """The legal entries of the rolls that come in, in their order. A line that cannot be used says why."""
    for lines in read_lines(stream):
        answers = [_answer(line, games) for line in lines if line.strip()]
        yield b"".join(_encode(answer) + b"\n" for answer in answers), sum(bool(answer.findings) for answer in answers)


def _answer(line: bytes, games: Games) -> RollOut:
    try:
        return RollOut(_entries(_read(line), games), _name(line))
    except SheetgenError as error:
        return RollOut({}, _name(line), (unreadable_line(error, games),))


def _name(line: bytes) -> Any:
    name = id_of(line)
    return UNSET if name is None else name


def _read(line: bytes) -> RollIn:
    check_keys(parse_line(line))
    try:
        return _decode(line)
    except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SheetgenError("wrong: %(reason)s", reason=str(error)) from error


def _entries(roll: RollIn, games: Games) -> dict[str, EntryOut]:
    ruleset = games.find(None if roll.ruleset is UNSET else roll.ruleset).ruleset
    check_filled(ruleset, roll.filled)
    entries = legal_entries(ruleset, make_roll(ruleset, roll.dice), Context(roll.filled, roll.first_roll))
    return {box: EntryOut(entry.points, entry.bonus) for box, entry in entries.items()}
