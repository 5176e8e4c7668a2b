"""A card as data, in TOML or JSON: boxes and totals by name, with one value or a list with one for each player."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from sheetgen.cards.csv_card import MAX_PLAYERS
from sheetgen.cards.names import read_written
from sheetgen.cards.paper_card import PaperCard
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.reading import Pairs, parse_json, plain
from sheetgen.rules import Written

_KEYS = ("ruleset", "players", "boxes", "totals")
_HUGE = 10**100
"""Larger than anything that can be written on a card, and than what is printed in digits."""
Row = tuple[str, tuple[Written | None, ...]]


def read_json(text: str) -> PaperCard:
    """The sheet in a JSON object; raises SheetgenError."""
    return _paper_card(parse_json(text))


def read_toml(text: str) -> PaperCard:
    """The sheet in a TOML file; raises SheetgenError."""
    try:
        return _paper_card(_pairs(tomllib.loads(text, parse_float=str)))
    except RecursionError as error:
        raise SheetgenError("lists too deep in each other; write it flatter") from error
    except ValueError as error:
        raise SheetgenError("not a TOML file: %(reason)s; mend it there", reason=str(error)) from error


def _pairs(value: Any) -> Any:
    return Pairs((key, _pairs(inner)) for key, inner in value.items()) if isinstance(value, Mapping) else value


def _paper_card(pairs: Any) -> PaperCard:
    table = _table(pairs, "")
    for key, _ in table:
        if key not in _KEYS:
            raise unknown(Message("key"), key, _KEYS)
    data = dict(table)
    if len(data) < len(table):
        raise SheetgenError("a key is there twice; take one out")
    rows = [*_rows(data.get("boxes", Pairs()), "boxes"), *_rows(data.get("totals", Pairs()), "totals")]
    players = _players(data.get("players", []), rows)
    if not players:
        raise SheetgenError("nothing is written in it; fill it in first")
    for label, values in rows:
        if len(values) != len(players):
            raise SheetgenError(
                "has %(values)s values for %(count)s players; write one for each", key=label, values=len(values),
                                count=len(players))  # fmt: skip
    return PaperCard(_text(data.get("ruleset", ""), "ruleset"), players, tuple(rows))


def _table(value: Any, key: str) -> Pairs:
    if not isinstance(value, Pairs):
        raise SheetgenError("should be a table of names and values", key=key)
    return value


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise SheetgenError("should be text", key=key)
    return value


def _players(names: Any, rows: Iterable[Row]) -> tuple[str, ...]:
    if not isinstance(names, list) or len(names) > MAX_PLAYERS:
        raise SheetgenError("should be a list of names", key="players")
    if not names:
        return ("",) * max((len(values) for _, values in rows), default=1)
    return tuple(_text(name, "players") for name in names)


def _rows(value: Any, key: str) -> Iterable[Row]:
    for label, values in _table(value, key):
        listed = values if isinstance(values, list) and not isinstance(values, Pairs) else [values]
        if len(listed) > MAX_PLAYERS:
            raise SheetgenError("has more than %(limit)s values; write fewer", key=label, limit=MAX_PLAYERS)
        yield label, tuple(map(_written, listed))


def _written(value: Any) -> Written | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < _HUGE else f"{value:#x}"
    if value is None:
        return value
    return read_written(value) if isinstance(value, str) else json.dumps(plain(value), default=str)
