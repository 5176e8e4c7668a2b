"""The references: pages and JSON Schemas of ruleset files and of cards, made from what the program itself goes by."""

import json
from collections.abc import Iterator
from typing import Any

from sheetgen.cards import VERSION
from sheetgen.checker import KINDS, SLIPS
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.templating import render
from sheetgen.rulesets.schema import Schema
from sheetgen.rulesets.vocabulary import PATTERNS, POINTS, PUBLISHED, SCHEMA, TOTALS, TYPES

_KINDS = {
    "sections[].categories[].pattern": PATTERNS,
    "sections[].categories[].points": POINTS,
    "sections[].totals[]": TOTALS,
}


def ruleset_schema() -> str:
    """The JSON Schema of ruleset files (draft 2020-12), for editors that complete and check as one types."""
    return json.dumps(PUBLISHED, indent=2, ensure_ascii=False) + "\n"


def ruleset_page(catalog: Catalog) -> str:
    """The reference of ruleset files as Markdown, in the language of the catalog."""
    filters = {"value": lambda schema: _value(schema, catalog)}
    return render("ruleset-files.md.j2", catalog, filters, tables=list(_tables("", SCHEMA)), kinds=_KINDS)


def card_page(catalog: Catalog) -> str:
    """The reference of card files, findings and JSON lines as Markdown, in the language of the catalog."""
    return render("cards.md.j2", catalog, kinds=KINDS, slips=SLIPS, version=VERSION)


def command_page(catalog: Catalog, commands: list[dict[str, Any]]) -> str:
    """The reference of the commands as Markdown, in the language of the catalog, from what `cli` says of them."""
    text = catalog.text
    kinds = {
        "": "",
        "text": text("commands", "text"),
        "str": text("commands", "text"),
        "int": text("commands", "a whole number"),
        "integer": text("commands", "a whole number"),
        "float": text("commands", "a number"),
        "path": text("commands", "a file"),
        "filename": text("commands", "a file"),
    }
    filters = {"cell": lambda value: str(value).replace("|", "\\|")}
    return render("commands.md.j2", catalog, filters, commands=commands, kinds=kinds)


def _tables(path: str, schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Every table of the file with its path, from the outside in; the totals are described once."""
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


def _value(schema: dict[str, Any], catalog: Catalog) -> str:
    """What a key may hold, in a few words."""
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(word)}`" for word in schema["enum"])
    if schema["type"] == "integer":
        return catalog.message("%(least)s to %(most)s", least=schema["minimum"], most=schema["maximum"])
    if schema["type"] == "array":
        return catalog.message("a list of: %(what)s", what=_value(schema["items"], catalog))
    kind: str = schema["type"]
    return catalog.message(TYPES[kind])
