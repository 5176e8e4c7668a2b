"""TOML to `Ruleset`, or every fault with file, key path, what was written and what would be right.

A ruleset file is data: nothing in it is executed.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import reduce
from operator import getitem
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from sheetgen import assets
from sheetgen.errors import FileError, Message, SheetgenError, reason
from sheetgen.rules import Ruleset
from sheetgen.ruleset_file.build import build_ruleset
from sheetgen.ruleset_file.checks import Found, Path, find_faults, suggestion
from sheetgen.ruleset_file.vocabulary import SCHEMA

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

MAX_BYTES = 1_000_000
"""A ruleset file larger than this is not read."""

_TYPES = {
    "integer": Message("a whole number"),
    "string": Message("text in quotes"),
    "boolean": Message("true or false"),
    "array": Message("a list in [ ]"),
    "object": Message("a table"),
}


def ruleset_ids() -> list[str]:
    """The ids of the rulesets that come with sheetgen."""
    return sorted(path.stem for path in assets.rulesets().glob("*.toml"))


def load_ruleset(name: str) -> Ruleset:
    """The ruleset called `name`, or the one in the file `name` if that ends in ``.toml``.

    Raises SheetgenError for a name or file that is not there, and FileError with every fault of a wrong file.
    """
    if name.endswith(".toml"):
        return read_ruleset(FilePath(name))
    if name not in ruleset_ids():
        raise _unknown(name)
    path = assets.rulesets() / f"{name}.toml"
    return build_ruleset(name, _parse(path))  # found right by the tests, so nobody waits for it to be found right again


def read_ruleset(path: FilePath) -> Ruleset:
    """The ruleset in a file; its id is the name of the file without ``.toml``."""
    data = _parse(path)
    faults = _faults(data)
    if faults:
        raise FileError([_placed(path, data, found) for found in faults])
    return build_ruleset(path.stem, data)


def _unknown(name: str) -> SheetgenError:
    near = get_close_matches(name, ruleset_ids(), 1)
    if near:
        return SheetgenError("unknown ruleset '%(name)s'; did you mean '%(near)s'?", name=name, near=near[0])
    return SheetgenError(
        "unknown ruleset '%(name)s'; there is %(known)s, or a file that ends in .toml",
        name=name,
        known=tuple(ruleset_ids()),
    )


def _parse(path: FilePath) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise SheetgenError("larger than 1 MB, so no ruleset", file=str(path))
        data: dict[str, Any] = _plain(tomllib.loads(content.decode("utf-8-sig")))
        return data
    except OSError as error:
        raise SheetgenError("cannot read this file: %(reason)s", file=str(path), reason=reason(error)) from error
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8", file=str(path)) from error
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SheetgenError("not a TOML file: %(reason)s", file=str(path), reason=str(error)) from error


def _plain(value: Any) -> Any:
    """TOML's values as JSON's, which the schema speaks of: whole floats are numbers, and no key wants a date."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e9 else str(value)
    if isinstance(value, int) and abs(value) > 10**9 and not isinstance(value, bool):
        return 10**9 if value > 0 else -(10**9)
    return value if isinstance(value, bool | int | str) else {"date": str(value)}


def _faults(data: dict[str, Any]) -> list[Found]:
    refused = list(_schema_faults(data))
    places = {path for path, _ in refused}
    return refused + [found for found in find_faults(data) if not any(_inside(found[0], place) for place in places)]


def _inside(path: Path, place: Path) -> bool:
    return path[: len(place)] == place


def _schema_faults(data: dict[str, Any]) -> Iterator[Found]:
    import jsonschema_rs  # noqa: PLC0415 - shipped rulesets do without, and its import takes a tenth of a sheet's time

    for error in jsonschema_rs.Draft202012Validator(SCHEMA).iter_errors(data):
        yield from _explain(tuple(error.instance_path), error)


def _explain(path: Path, error: "ValidationError") -> Iterator[Found]:
    kind: dict[str, Any] = error.kind.as_dict()
    if error.kind.name == "additionalProperties":
        parent = reduce(getitem, error.schema_path[:-1], SCHEMA)  # type: ignore[arg-type]
        for key in kind["unexpected"]:
            yield (*path, key), suggestion(key, parent["properties"])
    elif error.kind.name == "required":
        yield (*path, kind["property"]), SheetgenError("missing")
    elif error.kind.name == "enum":
        yield path, _not_among(error.instance, kind["options"])
    else:
        yield path, _refused(error, kind)


def _not_among(written: object, options: Iterable[object]) -> SheetgenError:
    if isinstance(written, str):
        return suggestion(written, map(str, options))
    return SheetgenError(
        "wrote %(written)s; should be %(expected)s", written=_shown(written), expected=tuple(map(_shown, options))
    )


_RIGHT = {
    "minimum": Message("wrote %(written)s; should be %(limit)s or more"),
    "maximum": Message("wrote %(written)s; should be %(limit)s or less"),
    "minItems": Message("wrote %(written)s; should have %(limit)s or more in it"),
    "maxItems": Message("wrote %(written)s; should have %(limit)s or fewer in it"),
    "maxLength": Message("wrote %(written)s; should be %(limit)s letters or fewer"),
    "uniqueItems": Message("wrote %(written)s; should have each one once"),
}


def _refused(error: "ValidationError", kind: dict[str, Any]) -> SheetgenError:
    written = _shown(error.instance)
    if error.kind.name == "type":
        return SheetgenError("wrote %(written)s; should be %(right)s", written=written, right=_TYPES[kind["types"][0]])
    if error.kind.name in _RIGHT:
        return SheetgenError(_RIGHT[error.kind.name], written=written, limit=kind.get("limit"))
    return SheetgenError(_wanted(error.kind.name, kind.get("pattern", "")), written=written)


def _wanted(rule: str, pattern: str) -> Message:
    if pattern.startswith("^[a-z][a-z0-9_]"):
        return Message("wrote %(written)s; an id has small letters, digits and _ (40 at most) and starts with a letter")
    if rule == "propertyNames":
        return Message("wrote %(written)s; a language is two or three small letters, such as nl")
    return Message("wrote %(written)s; should be one line of text, not empty")


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


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
