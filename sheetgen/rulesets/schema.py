"""The parts that the schema of ruleset files is put together from. Each description is a line of the reference."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

Schema = dict[str, Any]
Table = Mapping[str, Any]

ID = {"type": "string", "pattern": "^[a-z][a-z0-9_]{0,39}$"}
_TEXT = r"^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$"
WORD = {"type": "string", "pattern": _TEXT, "maxLength": 80}
LINE = {"type": "string", "pattern": _TEXT, "maxLength": 300}
FLAG = {"type": "boolean"}


class Kind(Struct, frozen=True):
    """One word of the vocabulary that stands after ``kind =``."""

    doc: str
    keys: Schema
    build: Callable[[Table], Any] = dict
    optional: tuple[str, ...] = ()


def key_of(doc: str, schema: Schema, **more: object) -> Schema:
    """A key that holds what `schema` says."""
    return {**schema, "description": doc, **more}


def number_of(doc: str, low: int, high: int, **more: object) -> Schema:
    """A key that holds a whole number."""
    return {"type": "integer", "minimum": low, "maximum": high, "description": doc, **more}


def list_of(doc: str, item: Schema, low: int = 1, high: int = 60, **more: object) -> Schema:
    """A key that holds a list."""
    return {"type": "array", "items": item, "minItems": low, "maxItems": high, "description": doc, **more}


def choice_of(doc: str, *words: str | int) -> Schema:
    """A key that holds one of some words."""
    return {"enum": list(words), "description": doc}


def map_of(doc: str, item: Schema, **more: object) -> Schema:
    """A key that holds a table with keys of the writer's own."""
    return {"type": "object", "additionalProperties": item, "description": doc, **more}


def table_of(doc: str, keys: Schema, required: tuple[str, ...] = ()) -> Schema:
    """A key that holds a table."""
    return {
        "type": "object",
        "description": doc,
        "properties": keys,
        "required": list(required),
        "additionalProperties": False,
    }


def tagged_by(
    doc: str, kinds: Mapping[str, Kind], common: Schema | None = None, required: tuple[str, ...] = ()
) -> Schema:
    """A table whose other keys depend on its ``kind``."""
    common = common or {}
    return {
        "type": "object",
        "description": doc,
        "properties": {**common, "kind": choice_of("What kind it is.", *kinds)},
        "required": [*required, "kind"],
        "allOf": [_variant(name, kind, common) for name, kind in kinds.items()],
    }


def relaxed(schema: Any) -> Any:
    """The schema of what changes a game: nothing is required but ids, by which items are found."""
    if isinstance(schema, list):
        return [relaxed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: relaxed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "required" in schema:
        changed["required"] = [key for key in schema["required"] if key == "id"]
    return changed


def _variant(name: str, kind: Kind, common: Schema) -> Schema:
    known = dict.fromkeys((*common, "kind"), True)
    return {
        "if": {"properties": {"kind": {"const": name}}, "required": ["kind"]},
        "then": {
            "properties": {**known, **kind.keys},
            "required": [key for key in kind.keys if key not in kind.optional],
            "additionalProperties": False,
        },
    }
