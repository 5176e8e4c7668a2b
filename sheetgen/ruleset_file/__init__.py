"""TOML to `Ruleset`, or every fault with file, key path, what was written and what would be right.

A ruleset file is data: nothing in it is executed.
"""

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import getitem
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from sheetgen import assets
from sheetgen.errors import FileError, Message, SheetgenError, reason, unknown
from sheetgen.plain_data import shown
from sheetgen.rules import Context, Ruleset, legal_entries, possible_values, yachts
from sheetgen.ruleset_file.build import build_ruleset, under_reading
from sheetgen.ruleset_file.checks import Found, find_faults
from sheetgen.ruleset_file.draft import Draft, Path, box_ids_of
from sheetgen.ruleset_file.vocabulary import MAX_YACHTS, SCHEMA, TYPES

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

MAX_BYTES = 1_000_000
"""A ruleset file larger than this is not read."""
MAX_DEPTH = 12
"""Lists and tables deeper in each other than this are not looked at."""
HUGE = 10**9
"""Larger than any number that means something in a ruleset."""


def ruleset_ids() -> list[str]:
    """The ids of the rulesets that come with sheetgen."""
    return sorted(path.stem for path in assets.rulesets().glob("*.toml"))


def load_ruleset(name: str) -> Ruleset:
    """The ruleset called `name`, or the one in the file `name` if that ends in ``.toml``.

    Raises SheetgenError for a name or file that is not there, and FileError with every fault of a wrong file.
    """
    if name.lower().endswith(".toml"):
        return read_ruleset(FilePath(name))
    if name not in ruleset_ids():
        raise unknown(Message("ruleset"), name, [*ruleset_ids(), "*.toml"])
    # The tests find the shipped files right, so nobody waits for that to be found again.
    _, plain = _parse(assets.rulesets() / f"{name}.toml")
    return build_ruleset(name, plain)


def read_ruleset(path: FilePath) -> Ruleset:
    """The ruleset in a file; its id is the name of the file without ``.toml``."""
    data, plain = _parse(path)
    faults = _faults(data, plain)
    if faults:
        raise FileError([_placed(path, plain, found) for found in faults])
    misread = [SheetgenError(fault.message, file=str(path), key=key, **fault.values) for key, fault in _misread(plain)]
    if misread:
        raise FileError(misread)
    ruleset = build_ruleset(path.stem, plain)
    games = (ruleset, *(reading.ruleset for reading in ruleset.readings))
    if max(len(yachts(game)) for game in games) * len(ruleset.boxes) > MAX_YACHTS:
        common = SheetgenError("too many rolls have the pattern of this category, for a joker or a bonus")
        raise FileError([_placed(path, plain, (("joker" if "joker" in plain else "totals", "category"), common))])
    if not _turn_is_legal(ruleset):
        illegal = SheetgenError("no game can have such a turn: see what is filled, and where the last roll goes")
        raise FileError([_placed(path, plain, (("booklet", "turn", "box"), illegal))])
    return ruleset


def _turn_is_legal(ruleset: Ruleset) -> bool:
    """Whether the last roll of the example turn, if there is one, may be written where it says on such a card."""
    turn = ruleset.booklet.turn
    if turn is None:
        return True
    possible = all(points in possible_values(ruleset, box) for box, points in turn.filled.items())
    return possible and turn.box in legal_entries(ruleset, turn.throws[-1].roll, Context(turn.filled))


def _parse(path: FilePath) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the file says as TOML, and the same as `_plain` values."""
    try:
        if path.exists() and not path.is_file():
            raise SheetgenError("this is no file", file=str(path))
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise SheetgenError("larger than 1 MB, so no ruleset", file=str(path))
        data = tomllib.loads(content.decode("utf-8-sig"))
        return data, _plain(data)
    except OSError as error:
        raise SheetgenError("cannot read this file: %(reason)s", file=str(path), reason=reason(error)) from error
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8", file=str(path)) from error
    except tomllib.TOMLDecodeError as error:
        raise SheetgenError("not a TOML file: %(reason)s", file=str(path), reason=str(error)) from error
    except (RecursionError, ValueError) as error:
        raise SheetgenError("lists too deep or numbers too large for a ruleset", file=str(path)) from error


def _plain(value: Any, depth: int = 0) -> Any:
    """TOML's values as JSON's, which the schema speaks of; texts composed, for that is what fonts have.

    Raises ValueError for tables and lists too deep to be a ruleset.
    """
    if depth > MAX_DEPTH:
        raise ValueError
    if isinstance(value, dict):
        return {key: _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < HUGE else None
    if isinstance(value, int) and not isinstance(value, bool):
        return max(-HUGE, min(HUGE, value))
    return value if isinstance(value, bool) else None


def _faults(data: dict[str, Any], plain: dict[str, Any]) -> list[Found]:
    refused = list(_schema_faults(data, plain))
    places = {path for path, _ in refused}
    return refused + [found for found in find_faults(plain) if not any(_inside(found[0], place) for place in places)]


def _misread(plain: dict[str, Any]) -> Iterator[tuple[str, SheetgenError]]:
    """What is wrong with the game under each of its readings; the game itself is right."""
    for place, reading in enumerate(plain.get("readings", ()), 1):
        changed = under_reading(plain, reading)
        for path, fault in _faults(changed, changed):
            yield f"readings[{place}].changes.{_key_path(changed, path)}", fault
        if _cells(changed) != _cells(plain):
            common = SheetgenError("a reading keeps the boxes and the totals of the game")
            yield f"readings[{place}].changes", common


def _cells(data: dict[str, Any]) -> object:
    """What is written on a card, in order, as far as `data` says so."""
    draft = Draft(data)
    boxes = [box for _, category in draft.categories for box in box_ids_of(category)]
    return boxes, [(total.get("id"), total.get("kind")) for _, total in draft.totals]


def _inside(path: Path, place: Path) -> bool:
    return path[: len(place)] == place


def _schema_faults(data: dict[str, Any], plain: dict[str, Any]) -> Iterator[Found]:
    import jsonschema_rs  # noqa: PLC0415 - shipped rulesets do without, and its import takes a tenth of a sheet's time

    for error in jsonschema_rs.Draft202012Validator(SCHEMA).iter_errors(plain):
        yield from _explain(tuple(error.instance_path), error, data)


def _explain(path: Path, error: "ValidationError", data: dict[str, Any]) -> Iterator[Found]:
    kind: dict[str, Any] = error.kind.as_dict()
    written = reduce(getitem, path, data)  # type: ignore[arg-type]
    if error.kind.name == "additionalProperties":
        parent = reduce(getitem, error.schema_path[:-1], SCHEMA)  # type: ignore[arg-type]
        for key in kind["unexpected"]:
            yield (*path, key), unknown(Message("key"), key, parent["properties"])
    elif error.kind.name == "required":
        yield (*path, kind["property"]), SheetgenError("missing")
    elif error.kind.name == "enum":
        yield path, _not_among(written, kind["options"])
    else:
        yield path, _refused(shown(written), error.kind.name, kind)


def _not_among(written: object, options: Iterable[object]) -> SheetgenError:
    words = [word for word in options if isinstance(word, str)]
    if isinstance(written, str) and words:
        return unknown(Message("word"), written, words)
    return SheetgenError(
        "wrote %(written)s; should be %(expected)s", written=shown(written), expected=tuple(map(shown, options))
    )


_RIGHT = {
    "minimum": Message("wrote %(written)s; should be %(limit)s or more"),
    "maximum": Message("wrote %(written)s; should be %(limit)s or less"),
    "minItems": Message("wrote %(written)s; should have %(limit)s or more in it"),
    "minProperties": Message("wrote %(written)s; should have %(limit)s or more in it"),
    "maxItems": Message("wrote %(written)s; should have %(limit)s or fewer in it"),
    "maxLength": Message("wrote %(written)s; should be %(limit)s letters or fewer"),
    "uniqueItems": Message("wrote %(written)s; should have each one once"),
}


def _refused(written: str, rule: str, kind: dict[str, Any]) -> SheetgenError:
    if rule == "type":
        return SheetgenError("wrote %(written)s; should be %(right)s", written=written, right=TYPES[kind["types"][0]])
    if rule in _RIGHT:
        return SheetgenError(_RIGHT[rule], written=written, limit=kind.get("limit"))
    return SheetgenError(_wanted(kind.get("pattern", "")), written=written)


def _wanted(pattern: str) -> Message:
    if pattern.startswith("^[a-z][a-z0-9_]"):
        return Message("wrote %(written)s; an id has small letters, digits and _ (40 at most) and starts with a letter")
    return Message("wrote %(written)s; should be one line of text, not empty")


def _placed(path: FilePath, data: object, found: Found) -> SheetgenError:
    where, fault = found
    return SheetgenError(fault.message, file=str(path), key=_key_path(data, where), **fault.values)


def _key_path(data: Any, path: Path) -> str:
    """``sections[lower].categories[chance].points``: list items by id, or by place from 1 where there is none."""
    text = ""
    place: Any
    for place in path:
        step = _label(data, place)
        data = data[place] if isinstance(data, list) else data.get(place, {})
        text += f"[{step}]" if isinstance(place, int) else f".{step}" if text else step
    return text


def _label(items: Any, place: Any) -> str:
    """How a person finds an item: by its key, by its id, or by its place from 1 where the id says nothing."""
    if isinstance(place, str):
        return place
    ids = [item.get("id") for item in items if isinstance(item, dict)]
    name = items[place].get("id") if isinstance(items[place], dict) else None
    return name if isinstance(name, str) and ids.count(name) == 1 else str(place + 1)
