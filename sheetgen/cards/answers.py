"""The results of cards as bytes, JSON lines or CSV lines: one by one, and those of many right cards at once."""

import json
import re
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from msgspec import Raw, Struct
from msgspec.json import Encoder

from sheetgen.cards.lines import Answered
from sheetgen.cards.records import CardOut
from sheetgen.files.writing import csv_line

_encode: Callable[[Any], bytes] = Encoder().encode
_AS_IT_IS = b"%b"
"""Shapes what is bytes already."""
_WHOLE = b"%b%b"
"""Shapes a line that is there already, and nothing behind it."""
_SHORT_NUMBER = re.compile(r"-?[0-9]{1,18}")
Names = Sequence[str | int | Raw | None]
"""The ids of cards: texts, the JSON that they were, or None where there is none; or the digits of all, as numbers."""


class Checked(Struct, frozen=True):
    """Some cards in their order."""

    totals: Sequence[int | None]
    """The grand totals of those that are plainly right."""
    look: Callable[[int], CardOut]
    """The result of any other one, by its place."""
    names: Names
    """The ids of all; those of others than the plainly right ones need not be so."""
    are_numbers: bool = False
    """Whether all ids are texts of digits, and stand there as numbers."""


def merged(is_first: Sequence[bool], first: Checked, second: Checked) -> Checked:
    """Two lots of cards as one, in an order that takes the next card of the first lot or of the second."""
    places = count(), count()
    parts = [(first, next(places[0])) if one else (second, next(places[1])) for one in is_first]
    totals, names = [part.totals[at] for part, at in parts], [part.names[at] for part, at in parts]
    return Checked(totals, lambda at: parts[at][0].look(parts[at][1]), names)


class Results:
    """Results as JSON lines."""

    head = b""
    _right = b'{"id":%b,"valid":true,"findings":[],"total":%%d}\n'
    """The shape of the line of a right card, with a place for the shape of its id."""
    _number = b'"%d"'
    """The shape of an id that is a number."""

    def line(self, result: CardOut) -> bytes:
        """A result as a line."""
        return _encode(result) + b"\n"

    def lines(self, cards: Checked) -> Answered:
        """The results of cards, and how many have findings."""
        looked = [(at, cards.look(at)) for at, total in enumerate(cards.totals) if total is None]
        wrong = sum(not result.valid for _, result in looked)
        if len(looked) == len(cards.totals):
            return b"".join(self.line(result) for _, result in looked), wrong
        names: Sequence[object] = cards.names if cards.are_numbers else self._names(cards.names)
        shape = self._number if cards.are_numbers else _AS_IT_IS
        shapes = [self._right % shape] * len(names)
        parts: list[Any] = [None] * 2 * len(names)
        parts[::2], parts[1::2] = names, cards.totals
        for at, result in looked:
            shapes[at], parts[2 * at : 2 * at + 2] = _WHOLE, (self.line(result), b"")
        return b"".join(shapes) % tuple(parts), wrong

    def _names(self, names: Names) -> Sequence[bytes | Raw]:
        """The ids as they are written."""
        if set(map(type, names)) == {Raw}:
            return names  # type: ignore[return-value]  # all of one kind
        return list(map(_encode, names))


class CsvResults(Results):
    """Results as CSV lines, the first of them after a head."""

    head = csv_line(("id", "valid", "total", "findings")).encode()
    _right = b"%b,true,%%d,\n"
    _number = b"%d"

    def line(self, result: CardOut) -> bytes:
        """A result as a line."""
        messages = " | ".join(finding.message for finding in result.findings)
        return _csv((_cell(result.id), result.valid, result.total, messages))

    def _names(self, names: Names) -> Sequence[bytes | Raw]:
        return [_csv((_cell(name), "")).removesuffix(b",\n") for name in names]


def _csv(cells: Sequence[object]) -> bytes:
    return csv_line(cells).encode("utf-8", "backslashreplace")


def _cell(name: object) -> object:
    """An id as a cell: a text as it is, a number as a number, anything else as the JSON that it was."""
    if not isinstance(name, Raw):
        return json.dumps(name) if isinstance(name, dict | list) else name
    text = bytes(name).decode()
    if text.startswith('"'):
        return json.loads(text)
    return int(text) if _SHORT_NUMBER.fullmatch(text) else text
