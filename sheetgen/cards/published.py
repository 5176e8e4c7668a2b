"""The published schema of what programs exchange with sheetgen, made from the records themselves."""

import json
from typing import Any

from msgspec.json import schema_components

from sheetgen.cards.records import CardIn, CardOut, GameOut, RollIn, RollOut
from sheetgen.checker import KINDS, SLIPS

VERSION = 1
"""Goes up when a program that reads this version could misunderstand the next."""

_USES = {
    CardIn: "card",
    CardOut: "result",
    RollIn: "roll",
    RollOut: "entries",
    GameOut: "game",
}


def cards_schema() -> str:
    """The JSON Schema (draft 2020-12) of cards, rolls and results."""
    _, found = schema_components(_USES, ref_template="#/$defs/{name}")
    parts: dict[str, Any] = {name: found[name] for name in sorted(found)}
    parts["FindingOut"]["properties"]["kind"]["enum"] = list(KINDS)
    parts["SlipOut"]["properties"]["kind"]["enum"] = list(SLIPS)
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sheetgen cards, rolls and results, version {VERSION}",
        "anyOf": [{"title": use, "$ref": f"#/$defs/{record.__name__}"} for record, use in _USES.items()],
        "$defs": parts,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
