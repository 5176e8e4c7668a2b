"""The JSON schema and the reference page of ruleset files, made from the vocabulary."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import fields

from sheetgen.files.tables import Choice, Flag, Key, Kind, List, Map, Number, Table, Tagged, Text
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.templating import render
from sheetgen.rulesets.vocabulary import CHANGES, PATTERNS, POINTS, RULESET, TOTALS

Schema = dict[str, Any]

_KINDS = {
    "sections[].categories[].pattern": PATTERNS,
    "sections[].categories[].points": POINTS,
    "sections[].totals[]": TOTALS,
}
_TYPES = {"string": Text.right, "boolean": Flag.right, "object": Table.right}


def schema_of(key: Key) -> Schema:
    """Return the JSON schema (draft 2020-12) of a key."""
    doc = {"description": key.doc} if key.doc else {}
    if isinstance(key, List):
        bounds = {"minItems": key.least, "maxItems": key.most}
        given = {name: bound for name, bound in bounds.items() if bound is not None}
        unique = {"uniqueItems": True} if key.unique else {}
        return {"type": "array", "items": schema_of(key.item), **given, **doc, **unique}
    if isinstance(key, Map):
        item = schema_of(key.item)
        return {"type": "object", **({"additionalProperties": item} if item else {}), **doc}
    if isinstance(key, Table):
        least = {"minProperties": key.least} if key.least else {}
        return {"type": "object", **doc, **_closed(_keys(key.keys, key.make), list(key.required)), **least}
    if isinstance(key, Tagged):
        keys, required = _keys(key.keys, key.make), list(key.required)
        variants = [_variant(name, kind, key) for name, kind in key.kinds.items()]
        return {"type": "object", **doc, "properties": keys, "required": required, "allOf": variants}
    return {**_schema_of_one(key), **doc}


def _schema_of_one(key: Key) -> Schema:
    """Return the schema of a single value."""
    if isinstance(key, Number):
        return {"type": "integer", "minimum": key.least, "maximum": key.most}
    if isinstance(key, Text):
        most = {} if key.form.most is None else {"maxLength": key.form.most}
        return {"type": "string", "pattern": key.form.pattern, **most}
    if isinstance(key, Choice):
        return {"enum": list(key.words)}
    return {"type": "boolean"} if isinstance(key, Flag) else {}


def _keys(keys: Mapping[str, Key], make: object) -> Schema:
    """Return the schemas of a table's keys. The default of a number is that of the class built of the table."""
    found = {name: schema_of(key) for name, key in keys.items()}
    for field in fields(make) if hasattr(make, "__struct_fields__") else ():  # type: ignore[arg-type]
        if isinstance(keys.get(field.name), Number) and isinstance(field.default, int):
            found[field.name]["default"] = field.default
    return found


def _closed(keys: Schema, required: list[str]) -> Schema:
    return {"properties": keys, "required": required, "additionalProperties": False}


def _variant(name: str, kind: Kind, tagged: Tagged) -> Schema:
    """Return the schema of tables of one kind."""
    keys = dict.fromkeys(tagged.keys, True) | _keys(kind.keys, kind.make)
    return {
        "if": {"properties": {"kind": {"const": name}}, "required": ["kind"]},
        "then": _closed(keys, [key for key in kind.keys if key not in kind.optional]),
    }


def ruleset_schema() -> str:
    """Return the JSON schema of ruleset files, by which editors complete and check.

    It has two parts: one for a whole game, and one for the changes of a file that extends a game.
    """
    game = schema_of(RULESET)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "sheetgen ruleset",
        "if": {"required": ["extends"]},
        "then": {"$ref": "#/$defs/changes"},
        "else": {"$ref": "#/$defs/game"},
        "$defs": {"game": game, "changes": {**schema_of(CHANGES), "required": ["format", "extends"]}},
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def ruleset_page(catalog: Catalog) -> str:
    """Return the reference of ruleset files as Markdown, in the language of the catalog."""
    kinds = {
        path: {
            name: {"doc": kind.doc, "keys": _keys(kind.keys, kind.make), "optional": kind.optional}
            for name, kind in found.items()
        }
        for path, found in _KINDS.items()
    }
    filters = {"value": lambda schema: _value(schema, catalog)}
    return render("ruleset-files.md.j2", catalog, filters, tables=list(_tables("", schema_of(RULESET))), kinds=kinds)


def _tables(path: str, schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield every table of the file with its path, from the outside in; totals only once."""
    yield path, schema
    for key, inner in schema.get("properties", {}).items():
        below = f"{path}.{key}" if path else key
        if inner.get("type") == "array" and inner["items"].get("properties") and below != "totals":
            yield from _tables(below + "[]", inner["items"])
        elif inner.get("properties") or inner.get("additionalProperties"):
            yield from _tables(below, inner)
    named = schema.get("additionalProperties")
    if isinstance(named, dict) and "properties" in named:
        yield from _tables(f"{path}.nl", named)


def _value(schema: Schema, catalog: Catalog) -> str:
    """Return the possible values of a key in a few words."""
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(word)}`" for word in schema["enum"])
    if schema["type"] == "integer":
        return catalog.message("%(least)s to %(most)s", least=schema["minimum"], most=schema["maximum"])
    if schema["type"] == "array":
        what = _value(schema["items"], catalog)
        if "maxItems" not in schema:
            return catalog.message("a list of: %(what)s", what=what)
        least, most = schema["minItems"], schema["maxItems"]
        length = catalog.message("%(least)s to %(most)s", least=least, most=most) if least < most else str(most)
        return catalog.message("a list, %(length)s long, of: %(what)s", length=length, what=what)
    kind = schema["type"]  # of its own, or it is taken for a message
    return catalog.message(_TYPES[kind])
