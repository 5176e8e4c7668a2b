"""The results of cards as bytes, JSON lines or CSV lines: one by one, and those of many right cards at once."""

import json
import re
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from msgspec import Raw, Struct
from msgspec.json import Encoder

from sheetgen.exchange.lines import Answered
from sheetgen.exchange.records import CardOut
from sheetgen.plain_data import csv_line

_encode: Callable[[Any], bytes] = Encoder().encode
_BYTES = "latin-1"
"""A letter for each byte: texts of bytes are put together sooner than those with all kinds of letters."""
_SHORT_NUMBER = re.compile(r"-?[0-9]{1,18}")
Names = Sequence[str | int | Raw | None]
"""The ids of cards: texts, the digits of texts, or the JSON that they were; None where there is none."""


class Checked(Struct, frozen=True):
    """Some cards in their order."""

    totals: Sequence[int | None]
    """The grand totals of those that are plainly right."""
    look: Callable[[int], CardOut]
    """The result of any other one, by its place."""
    names: Names
    """The ids of all; those of others than the plainly right ones need not be so."""


def merged(is_first: Sequence[bool], first: Checked, second: Checked) -> Checked:
    """Two lots of cards as one, in an order that takes the next card of the first lot or of the second."""
    places = count(), count()
    parts = [(first, next(places[0])) if one else (second, next(places[1])) for one in is_first]
    totals, names = [part.totals[at] for part, at in parts], [part.names[at] for part, at in parts]
    return Checked(totals, lambda at: parts[at][0].look(parts[at][1]), names)


class Results:
    """Results as JSON lines."""

    head = b""

    def __init__(self) -> None:
        self._ends = {quote: _Ends(quote + self._end) for quote in ("", '"')}

    _start = '{"id":'
    _end = ',"valid":true,"findings":[],"total":%d}\n'

    def line(self, result: CardOut) -> bytes:
        """A result as a line."""
        return _encode(result) + b"\n"

    def lines(self, cards: Checked) -> Answered:
        """The results of cards, and how many have findings."""
        looked = [(at, cards.look(at)) for at, total in enumerate(cards.totals) if total is None]
        wrong = sum(not result.valid for _, result in looked)
        if len(looked) == len(cards.totals):
            return b"".join(self.line(result) for _, result in looked), wrong
        names, quote = self._names(cards.names)
        start, ends = self._start + quote, self._ends[quote]
        answers = [f"{start}{name}{ends[total]}" for name, total in zip(names, cards.totals, strict=True)]
        for at, result in looked:
            answers[at] = self.line(result).decode(_BYTES)
        return "".join(answers).encode(_BYTES), wrong

    def _names(self, names: Names) -> tuple[Sequence[str | int], str]:
        """The ids as they are written, byte by byte, and the quote that is to stand around all of them."""
        kinds = set(map(type, names))
        if kinds == {int}:
            return names, '"'  # type: ignore[return-value]  # all of one kind
        if kinds == {Raw}:
            return b"\n".join(names).decode(_BYTES).split("\n"), ""  # type: ignore[arg-type]  # all of one kind
        texts = "".join(names) if kinds == {str} else ""  # type: ignore[arg-type]  # as above
        if texts.isascii() and texts.isprintable() and '"' not in texts and "\\" not in texts and texts:
            return names, '"'  # type: ignore[return-value]  # as above
        return [_encode(str(name) if isinstance(name, int) else name).decode(_BYTES) for name in names], ""


class CsvResults(Results):
    """Results as CSV lines, the first of them after a head."""

    head = csv_line(("id", "valid", "total", "findings")).encode()
    _start = ""
    _end = ",true,%d,\n"

    def line(self, result: CardOut) -> bytes:
        """A result as a line."""
        messages = " | ".join(finding.message for finding in result.findings)
        return _csv((_cell(result.id), result.valid, result.total, messages))

    def _names(self, names: Names) -> tuple[Sequence[str | int], str]:
        return [_csv((_cell(name), "")).removesuffix(b",\n").decode(_BYTES) for name in names], ""


class _Ends(dict[int | None, str]):
    """Totals to what ends the line of a card that is right."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __missing__(self, total: int | None) -> str:
        self[total] = found = "" if total is None else self._text % total
        return found


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
