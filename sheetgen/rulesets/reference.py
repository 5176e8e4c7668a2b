"""Help for authors of ruleset files.

The JSON schema and the reference page, from the vocabulary, and new files.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import fields

from sheetgen.errors import SheetgenError
from sheetgen.files.tables import Choice, Flag, Key, Kind, List, Map, Number, Table, Tagged, TextKey
from sheetgen.i18n.catalog import ENGLISH, Catalog
from sheetgen.i18n.templating import render
from sheetgen.i18n.wording import Wording
from sheetgen.rulesets.loading import load_ruleset, ruleset_text
from sheetgen.rulesets.source import is_path, is_shipped, known_id, lines_of
from sheetgen.rulesets.vocabulary import CHANGES, PATTERNS, POINTS, RULESET, TOTALS

Schema = dict[str, Any]

_KINDS = {
    "sections[].categories[].pattern": PATTERNS,
    "sections[].categories[].points": POINTS,
    "sections[].totals[]": TOTALS,
}
_TYPES = {"string": TextKey.right, "boolean": Flag.right, "object": Table.right}


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
        return {
            "type": "object",
            **doc,
            **_closed(_keys(key.keys, key.make), list(key.required)),
            **least,
        }
    if isinstance(key, Tagged):
        keys, required = _keys(key.keys, key.make), list(key.required)
        variants = [_variant(name, kind, key) for name, kind in key.kinds.items()]
        return {
            "type": "object",
            **doc,
            "properties": keys,
            "required": required,
            "allOf": variants,
        }
    return {**_schema_of_one(key), **doc}


def _schema_of_one(key: Key) -> Schema:
    """Return the schema of a single value."""
    if isinstance(key, Number):
        return {"type": "integer", "minimum": key.least, "maximum": key.most}
    if isinstance(key, TextKey):
        most = {} if key.form.most is None else {"maxLength": key.form.most}
        return {"type": "string", "pattern": key.form.pattern, **most}
    if isinstance(key, Choice):
        return {"enum": list(key.words)}
    return {"type": "boolean"} if isinstance(key, Flag) else {}


def _keys(keys: Mapping[str, Key], make: object) -> Schema:
    """Return the schemas of a table's keys.

    The default of a number is that of the class built of the table.
    """
    schemas = {name: schema_of(key) for name, key in keys.items()}
    if hasattr(make, "__struct_fields__"):
        for field in fields(make):  # type: ignore[arg-type]
            if isinstance(keys.get(field.name), Number) and isinstance(field.default, int):
                schemas[field.name]["default"] = field.default
    return schemas


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
        "$defs": {
            "game": game,
            "changes": {**schema_of(CHANGES), "required": ["format", "extends"]},
        },
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def ruleset_page(catalog: Catalog) -> str:
    """Return the reference of ruleset files as Markdown, in the language of the catalog."""
    kinds: dict[str, dict[str, dict[str, Any]]] = {}
    for path, kinds_of_path in _KINDS.items():
        kinds[path] = {}
        for name, kind in kinds_of_path.items():
            keys = _keys(kind.keys, kind.make)
            kinds[path][name] = {"doc": kind.doc, "keys": keys, "optional": kind.optional}
    filters = {"value": lambda schema: _value(schema, catalog)}
    return render(
        "ruleset-files.md.j2",
        catalog,
        filters,
        tables=list(_tables("", schema_of(RULESET))),
        kinds=kinds,
    )


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
        return catalog.message(
            "%(least)s to %(most)s", least=schema["minimum"], most=schema["maximum"]
        )
    if schema["type"] == "array":
        what = _value(schema["items"], catalog)
        if "maxItems" not in schema:
            return catalog.message("a list of: %(what)s", what=what)
        least, most = schema["minItems"], schema["maxItems"]
        length = (
            catalog.message("%(least)s to %(most)s", least=least, most=most)
            if least < most
            else str(most)
        )
        return catalog.message("a list, %(length)s long, of: %(what)s", length=length, what=what)
    kind = schema["type"]  # of its own, or it is taken for a message
    return catalog.message(_TYPES[kind])


# New files: a small game, or the differences from another one, with comments

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_DEVICES = re.compile("con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""Names that Windows does not allow for files, whatever their ending."""
_OWN_KEYS = ("format", "extends", "name", "summary", "variant", "source", "remove")
"""Keys that a file extending another has of its own."""


def check_name(name: str) -> None:
    """Raise SheetgenError if a ruleset, and its file, cannot have this name."""
    if not _NAME.fullmatch(name) or _DEVICES.fullmatch(name):
        apart = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
        plain = re.sub(r"[^a-z0-9_]+", "-", apart).strip("-_")[:40] or "my-rules"
        right = f"my-{plain}" if is_shipped(plain) or _DEVICES.fullmatch(plain) else plain
        raise SheetgenError(
            "'%(written)s' cannot be its name: take small letters, digits, - and _, such as "
            "%(right)s",
            written=name,
            right=right,
        )
    if is_shipped(name):
        raise SheetgenError(
            "a game that comes with sheetgen is called %(name)s; choose another name, such as "
            "my-%(name)s",
            name=name,
        )


def new_ruleset(name: str, base: str | None, catalog: Catalog) -> str:
    """Return a ruleset file with comments in the catalog's language.

    It is a whole game, or has the differences from `base`. Raises SheetgenError for an impossible
    name, and for a base that is absent or faulty.
    """
    check_name(name)
    words: dict[str, Any] = {
        "title": re.sub("[-_]+", " ", name).strip().capitalize(),
        "file": f"{name}.toml",
    }
    filters = {"toml": partial(json.dumps, ensure_ascii=False)}  # TOML writes a text as JSON does
    if base is None:
        words["language"] = catalog.language if catalog.language != ENGLISH else "nl"
        return render("whole.toml.j2", catalog, filters, "starter", **words) + "\n"
    ruleset = load_ruleset(base)
    extended = (
        Path(base).name if is_path(base) else known_id(base)
    )  # a game, or a file in the same folder
    text = render(
        "changes.toml.j2",
        catalog,
        filters,
        "starter",
        base=extended,
        lines=_lines(ruleset_text(base)),
        base_title=Wording(ruleset, catalog).title,
        last=list(ruleset.categories)[-1],
        **words,
    )
    return text.rstrip("\n") + "\n"


def _lines(text: str) -> list[str]:
    """Return the lines of a ruleset file without its first comment and without `_OWN_KEYS`."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    owners = {line: str(path[0]) for path, line in lines_of(text).items()}
    kept: list[str] = []
    owner = _OWN_KEYS[0]  # what stands before the first key goes
    for number, line in enumerate(lines, 1):
        if number in owners:
            owner = owners[number]
        elif owners and number > min(owners) and line.lstrip()[:1] in ("", "#"):
            owner = ""
        if owner not in _OWN_KEYS:
            kept.append(line)
    return "\n".join(kept).strip("\n").split("\n")
