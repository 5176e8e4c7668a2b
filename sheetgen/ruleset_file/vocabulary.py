"""The closed vocabulary of a ruleset file, as a JSON Schema whose descriptions are the reference.

One table per kind of thing: what it is called in the file, what it means, which keys it takes and what it builds.
The schema, the published copy of it and the reference page are made from these tables.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sheetgen.errors import Message
from sheetgen.rules import AnyDice, Face, Faces, Groups, Parity, Pattern, Straight

Schema = dict[str, Any]
Table = Mapping[str, Any]

FORMAT = 1
"""The version of the vocabulary that this program reads."""
MAX_ROLLS = 7_000
MAX_WORK = 70_000
"""More different rolls, or rolls times categories, take too long to try: a second or so."""

MAX_BOXES = 60
"""More boxes than the largest paper has rows."""
MAX_YACHTS = 3_000
"""Rolls that make a joker or a bonus, times boxes: more take too long to try at every moment."""

TYPES = {
    "integer": Message("a whole number"),
    "string": Message("text in quotes"),
    "boolean": Message("true or false"),
    "array": Message("a list in [ ]"),
    "object": Message("a table"),
}
"""What the types of the schema are called."""

_ID = {"type": "string", "pattern": "^[a-z][a-z0-9_]{0,39}$"}
_TEXT = r"^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$"
_WORD = {"type": "string", "pattern": _TEXT, "maxLength": 80}
_LINE = {"type": "string", "pattern": _TEXT, "maxLength": 300}


@dataclass(frozen=True)
class Kind:
    """One word of the vocabulary that stands after ``kind =``."""

    doc: str
    keys: Schema
    build: Callable[[Table], Any] = dict
    optional: tuple[str, ...] = ()


def _key(doc: str, schema: Schema, **more: object) -> Schema:
    return {**schema, "description": doc, **more}


def _number(doc: str, low: int, high: int, **more: object) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high, "description": doc, **more}


def _list(doc: str, item: Schema, low: int = 1, high: int = 60, **more: object) -> Schema:
    return {"type": "array", "items": item, "minItems": low, "maxItems": high, "description": doc, **more}


def _choice(doc: str, *words: str | int) -> Schema:
    return {"enum": list(words), "description": doc}


def _map(doc: str, item: Schema, **more: object) -> Schema:
    return {"type": "object", "additionalProperties": item, "description": doc, **more}


def _table(doc: str, keys: Schema, required: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "description": doc,
        "properties": keys,
        "required": list(required),
        "additionalProperties": False,
    }


def _tagged(
    doc: str, kinds: Mapping[str, Kind], common: Schema | None = None, required: tuple[str, ...] = ()
) -> Schema:
    """A table whose other keys depend on its ``kind``."""
    common = common or {}
    return {
        "type": "object",
        "description": doc,
        "properties": {**common, "kind": _choice("What kind it is.", *kinds)},
        "required": [*required, "kind"],
        "allOf": [_variant(name, kind, common) for name, kind in kinds.items()],
    }


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


_FACE = _number("A face of the dice.", 1, 20)
_FLAG = {"type": "boolean"}
_DIFFERENT = _key("Whether each group needs a face of its own. If false, equal groups may share a face.", _FLAG)
_SIZE = _number("So many equal dice.", 2, 8)


def _groups(sizes: list[int], table: Table) -> Pattern:
    return Groups(tuple(sorted(sizes, reverse=True)), table.get("different", True))


def _straight(table: Table) -> Pattern:
    return Faces(tuple(sorted(table["faces"]))) if "faces" in table else Straight(table["length"])


PATTERNS: dict[str, Kind] = {
    "any": Kind("every roll qualifies", {}, lambda t: AnyDice()),
    "face": Kind(
        "the dice that show one face",
        {"face": _FACE, "at_least": _number("How many of them there must be.", 1, 8, default=1)},
        lambda t: Face(t["face"], t.get("at_least", 1)),
        ("at_least",),
    ),
    "of_a_kind": Kind("so many equal dice, or more", {"n": _SIZE}, lambda t: _groups([t["n"]], t)),
    "pair": Kind("two equal dice, or more", {}, lambda t: _groups([2], t)),
    "two_pairs": Kind("two pairs", {"different": _DIFFERENT}, lambda t: _groups([2, 2], t), ("different",)),
    "full_house": Kind(
        "three and two equal dice; with different = false five alike are one too",
        {"different": _DIFFERENT},
        lambda t: _groups([3, 2], t),
        ("different",),
    ),
    "groups": Kind(
        "any groups of equal dice, such as [3, 3] or [4, 2]",
        {"sizes": _list("The size of each group.", _SIZE, 1, 4), "different": _DIFFERENT},
        lambda t: _groups(t["sizes"], t),
        ("different",),
    ),
    "straight": Kind(
        "faces in a row: any row of a length, or exactly the faces listed",
        {
            "length": _number("How many in a row, wherever the row starts.", 2, 8),
            "faces": _list("The very faces, in a row.", _FACE, 2, 8, uniqueItems=True),
        },
        _straight,
        ("length", "faces"),
    ),
    "faces": Kind(
        "exactly these faces, each as often as it is listed; other dice are free",
        {"faces": _list("The faces.", _FACE, 1, 8)},
        lambda t: Faces(tuple(sorted(t["faces"]))),
    ),
    "all_odd": Kind("every die odd", {}, lambda t: Parity(odd=True)),
    "all_even": Kind("every die even", {}, lambda t: Parity(odd=False)),
}

_VALUE = _number("The fixed value.", 0, 1000)
_FIRST = _number("The fixed value if the pattern lies there after the first roll of the turn.", 0, 1000)

POINTS: dict[str, Kind] = {
    "matching": Kind("the sum of the dice that make the pattern", {}),
    "all": Kind("the sum of all dice", {}),
    "fixed": Kind("a fixed value", {"value": _VALUE, "first_roll": _FIRST}, optional=("first_roll",)),
    "fixed_plus_dice": Kind(
        "a fixed value and the sum of all dice", {"value": _VALUE, "first_roll": _FIRST}, optional=("first_roll",)
    ),
}

_OF = _list("What is added up: ids of sections, of categories, or of totals that stand earlier.", _ID, uniqueItems=True)
_STEP = _table(
    "A step of the bonus.",
    {
        "at_least": _number("From this sum on.", -10_000, 10_000),
        "points": _number("What it earns.", -10_000, 10_000),
    },
    ("at_least", "points"),
)

TOTALS: dict[str, Kind] = {
    "sum": Kind("adds up", {"of": _OF}),
    "threshold": Kind(
        "a bonus for reaching a sum",
        {"of": _OF, "steps": _list("From the lowest step to the highest; the highest one reached counts.", _STEP)},
    ),
    "extra_yachts": Kind(
        "a bonus for each further Yacht",
        {
            "category": _key("The category that must hold points, not 0, before a further Yacht counts.", _ID),
            "points": _number("The bonus for each.", 1, 1000),
        },
    ),
}

_NAMES = _key("The name, in English.", _WORD)
_ALIASES = _list("Other names in use.", _WORD, 0)
_TOTAL = _tagged(
    "A box that is added up.", TOTALS, {"id": _key("The id; one total is called total.", _ID), "name": _NAMES},
    ("id", "name"),
)  # fmt: skip
_CATEGORY = _table(
    "A category: one kind of entry.",
    {
        "id": _key("The id: small letters, digits and _.", _ID),
        "name": _NAMES,
        "aliases": _ALIASES,
        "boxes": _number("How many boxes it has.", 1, 12, default=1),
        "pattern": _tagged("What the roll must show.", PATTERNS),
        "points": _tagged("What it is worth then.", POINTS),
    },
    ("id", "name", "pattern", "points"),
)
_SECTION = _table(
    "Categories that stand together, with the totals below them.",
    {
        "id": _key("The id.", _ID),
        "name": _key("The heading; leave it out for a plain list.", _WORD),
        "fill": _choice("The order in which its boxes must be filled; any if left out.", "any", "down", "up"),
        "categories": _list("The categories, in card order.", _CATEGORY, 1, 40),
        "totals": _list("The totals below them.", _TOTAL, 0, 12),
    },
    ("id", "categories"),
)
_JOKER = _table(
    "What a further Yacht may do once the Yacht box is filled.",
    {
        "rule": _choice(
            "none: nothing. free: it may stand for any pattern. forced: its own number box comes first.",
            "none", "free", "forced",
        ),
        "category": _key("The category whose pattern makes the joker.", _ID),
        "sections": _list("The sections in which the joker stands for any pattern.", _ID, uniqueItems=True),
        "yacht_box_first": _key("Whether a Yacht must go into its own box while that is open.", _FLAG),
        "zero": _choice(
            "forced: a 0 in a number box is a choice beside the joker, or the last_resort when no joker box is open.",
            "choice", "last_resort",
        ),
        "may_decline": _key("Whether one may write what the dice are worth without it.", _FLAG),
        "any_dice": _key("free: whether its dice may stand for any dice, not only for any pattern.", _FLAG),
    },
    ("rule",),
)  # fmt: skip
_CONSTRAINT = _table(
    "Of two categories one must stay below the other; an entry that breaks it is worth 0.",
    {"lower": _key("A category.", _ID), "higher": _key("Another.", _ID)},
    ("lower", "higher"),
)
_READING = _table(
    "Another way to understand the source where it is open: a card that it alone allows is not accused.",
    {
        "text": _key("The rule as this reading has it, one sentence.", _LINE),
        "changes": {
            **_table(
                "What this reading changes: the same keys as in the file; items are found by their ids.",
                {
                    "joker": _key("Keys of the joker.", {"type": "object"}),
                    "constraints": _key("The constraints.", {"type": "array", "items": {"type": "object"}}),
                    "sections": _key(
                        "Sections, each with its id and what changes in it.",
                        {"type": "array", "items": {"type": "object"}},
                    ),
                    "totals": _key(
                        "Totals, each with its id and what changes in it.",
                        {"type": "array", "items": {"type": "object"}},
                    ),
                },
            ),
            "minProperties": 1,
        },
    },
    ("text", "changes"),
)
_TRANSLATION = _table(
    "The words of one language.",
    {
        "name": _key("The name of the game.", _WORD),
        "summary": _key("The summary.", _LINE),
        "notes": _list("The notes.", _LINE, 0, 6),
        "names": _map("Ids of sections, categories and totals to their names.", _WORD),
        "aliases": _map("Ids of categories to other names in use.", _ALIASES),
    },
)

SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "sheetgen ruleset",
    **_table(
        "A dice game of the Yacht family, as data.",
        {
            "format": _choice("The version of this vocabulary.", FORMAT),
            "name": _key("The name of the game, in English.", _WORD),
            "summary": _key("What sets it apart, in one line.", _LINE),
            "source": _key("Where the rules come from.", _LINE),
            "notes": _list("Short sentences for the foot of the sheet.", _LINE, 0, 6),
            "dice": _table(
                "The dice. Five ordinary dice and three rolls if left out.",
                {
                    "count": _number("How many dice.", 1, 8, default=5),
                    "sides": _number("How many sides each has.", 2, 20, default=6),
                    "rolls": _number("The most rolls in a turn.", 1, 10, default=3),
                },
            ),
            "players": _table(
                "How many can play.",
                {
                    "min": _number("The fewest.", 1, 100, default=1),
                    "max": _number("The most; leave it out for no limit.", 1, 100),
                    "best": _list("The fewest and the most when it is best.", _number("Players.", 1, 100), 2, 2),
                },
            ),
            "sheet": _table(
                "What the paper looks like.",
                {
                    "columns": _choice("What the columns are.", "players", "games"),
                    "count": _number("Columns if nobody asks for another number.", 1, 20, default=4),
                    "cards": _choice("One list, or a card for each section.", "one", "per_section"),
                    "numbered": _key("Whether the rows carry numbers.", _FLAG),
                },
            ),
            "joker": _JOKER,
            "constraints": _list("Pairs of categories that bind each other.", _CONSTRAINT, 0, 12),
            "readings": _list("Other ways to understand the source.", _READING, 0, 8),
            "sections": _list("The sections, in card order.", _SECTION, 1, 12),
            "totals": _list("The totals below all sections.", _TOTAL, 1, 12),
            "translations": _map("Language codes to words.", _TRANSLATION),
        },
        ("format", "name", "sections", "totals"),
    ),
}  # fmt: skip
