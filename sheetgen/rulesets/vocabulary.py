"""The closed vocabulary of a ruleset file, as a JSON Schema whose descriptions are the reference.

One table per kind of thing: what it is called in the file, what it means, which keys it takes and what it builds.
The schema, the published copy of it and the reference page are made from these tables.
"""

from sheetgen.errors import Message
from sheetgen.rules import AnyDice, Face, Faces, Groups, OneOf, Parity, Pattern, Straight
from sheetgen.rulesets.schema import (
    FLAG,
    ID,
    LINE,
    WORD,
    Kind,
    Schema,
    Table,
    choice_of,
    key_of,
    list_of,
    map_of,
    number_of,
    relaxed,
    table_of,
    tagged_by,
)

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

_FACE = number_of("A face of the dice.", 1, 20)
_DIFFERENT = key_of("Whether each group needs a face of its own. If false, equal groups may share a face.", FLAG)
_SIZE = number_of("So many equal dice.", 2, 8)


def _roll_of(doc: str, low: int = 1) -> Schema:
    return list_of(doc, _FACE, low, 8)


def _groups(sizes: list[int], table: Table) -> Pattern:
    return Groups(tuple(sorted(sizes, reverse=True)), table.get("different", True))


def _faces(faces: list[int]) -> Faces:
    return Faces(tuple(sorted(faces)))


def _straight(table: Table) -> Pattern:
    return _faces(table["faces"]) if "faces" in table else Straight(table["length"])


PATTERNS: dict[str, Kind] = {
    "any": Kind("every roll qualifies", {}, lambda t: AnyDice()),
    "face": Kind(
        "the dice that show one face",
        {"face": _FACE, "at_least": number_of("How many of them there must be.", 1, 8, default=1)},
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
        {"sizes": list_of("The size of each group.", _SIZE, 1, 4), "different": _DIFFERENT},
        lambda t: _groups(t["sizes"], t),
        ("different",),
    ),
    "straight": Kind(
        "faces in a row: any row of a length, or exactly the faces listed",
        {
            "length": number_of("How many in a row, wherever the row starts.", 2, 8),
            "faces": list_of("The very faces, in a row.", _FACE, 2, 8, uniqueItems=True),
        },
        _straight,
        ("length", "faces"),
    ),
    "faces": Kind(
        "exactly these faces, each as often as it is listed; other dice are free",
        {"faces": list_of("The faces.", _FACE, 1, 8)},
        lambda t: _faces(t["faces"]),
    ),
    "one_of": Kind(
        "any one of several lists of faces, each as faces has it",
        {"lists": list_of("The lists.", list_of("The faces.", _FACE, 1, 8), 2, 8)},
        lambda t: OneOf(tuple(map(_faces, t["lists"]))),
    ),
    "all_odd": Kind("every die odd", {}, lambda t: Parity(odd=True)),
    "all_even": Kind("every die even", {}, lambda t: Parity(odd=False)),
}

_VALUE = number_of("The fixed value.", 0, 1000)
_FIRST = number_of("The fixed value if the pattern lies there after the first roll of the turn.", 0, 1000)

POINTS: dict[str, Kind] = {
    "matching": Kind("the sum of the dice that make the pattern", {}),
    "all": Kind("the sum of all dice", {}),
    "fixed": Kind("a fixed value", {"value": _VALUE, "first_roll": _FIRST}, optional=("first_roll",)),
    "fixed_plus_dice": Kind(
        "a fixed value and the sum of all dice", {"value": _VALUE, "first_roll": _FIRST}, optional=("first_roll",)
    ),
}

_OF = list_of(
    "What is added up: ids of sections, of categories, or of totals that stand earlier.", ID, uniqueItems=True
)
_STEP = table_of(
    "A step of the bonus.",
    {
        "at_least": number_of("From this sum, or this number of boxes, on.", -10_000, 10_000),
        "points": number_of("What it earns.", -10_000, 10_000),
    },
    ("at_least", "points"),
)

_STEPS = list_of("From the lowest step to the highest; the highest one reached counts.", _STEP)

TOTALS: dict[str, Kind] = {
    "sum": Kind("adds up", {"of": _OF}),
    "threshold": Kind("a bonus for reaching a sum", {"of": _OF, "steps": _STEPS}),
    "count": Kind("a bonus for the number of boxes that hold points, not 0", {"of": _OF, "steps": _STEPS}),
    "extra_yachts": Kind(
        "a bonus for each further Yacht",
        {
            "category": key_of("The category that must hold points, not 0, before a further Yacht counts.", ID),
            "points": number_of("The bonus for each.", 1, 1000),
        },
    ),
}

_NAMES = key_of("The name, in English.", WORD)
_AFTER = key_of(
    "Where the file extends a game: the id of what it stands behind. Without it, it stands before the next item of "
    "the file that the game has too, or at the end.",
    ID,
)
_ALIASES = list_of("Other names in use.", WORD, 0)
_TOTAL = tagged_by(
    "A box that is added up.",
    TOTALS,
    {"id": key_of("The id; one total is called total.", ID), "name": _NAMES, "after": _AFTER},
    ("id", "name"),
)  # fmt: skip
_CATEGORY = table_of(
    "A category: one kind of entry.",
    {
        "id": key_of("The id: small letters, digits and _.", ID),
        "name": _NAMES,
        "aliases": _ALIASES,
        "after": _AFTER,
        "boxes": number_of("How many boxes it has.", 1, 12, default=1),
        "pattern": tagged_by("What the roll must show.", PATTERNS),
        "points": tagged_by("What it is worth then.", POINTS),
        "note": key_of("A sentence about it for the rules booklet.", LINE),
        "examples": list_of(
            "Rolls that explain it in the rules booklet, which scores them.", _roll_of("A roll."), 0, 6
        ),
    },
    ("id", "name", "pattern", "points"),
)
_SECTION = table_of(
    "Categories that stand together, with the totals below them.",
    {
        "id": key_of("The id.", ID),
        "name": key_of("The heading; leave it out for a plain list.", WORD),
        "after": _AFTER,
        "fill": choice_of("The order in which its boxes must be filled; any if left out.", "any", "down", "up"),
        "categories": list_of("The categories, in card order.", _CATEGORY, 1, 40),
        "totals": list_of("The totals below them.", _TOTAL, 0, 12),
    },
    ("id", "categories"),
)
_JOKER = table_of(
    "What a further Yacht may do once the Yacht box is filled.",
    {
        "rule": choice_of(
            "none: nothing. free: it may stand for any pattern. forced: its own number box comes first.",
            "none", "free", "forced",
        ),
        "category": key_of("The category whose pattern makes the joker.", ID),
        "sections": list_of("The sections in which the joker stands for any pattern.", ID, uniqueItems=True),
        "yacht_box_first": key_of("Whether a Yacht must go into its own box while that is open.", FLAG),
        "zero": choice_of(
            "forced: a 0 in a number box is a choice beside the joker, or the last_resort when no joker box is open.",
            "choice", "last_resort",
        ),
        "may_decline": key_of("Whether one may write what the dice are worth without it.", FLAG),
        "any_dice": key_of("free: whether its dice may stand for any dice, not only for any pattern.", FLAG),
    },
    ("rule",),
)  # fmt: skip
_CONSTRAINT = table_of(
    "Of two categories one must stay below the other; an entry that breaks it is worth 0.",
    {"lower": key_of("A category.", ID), "higher": key_of("Another.", ID)},
    ("lower", "higher"),
)
_READING = table_of(
    "Another way to understand the source where it is open: a card that it alone allows is not accused.",
    {
        "text": key_of("The rule as this reading has it, one sentence.", LINE),
        "changes": {
            **table_of(
                "What this reading changes: the same keys as in the file; items are found by their ids.",
                {
                    "joker": key_of("Keys of the joker.", {"type": "object"}),
                    "constraints": key_of("The constraints.", {"type": "array", "items": {"type": "object"}}),
                    "sections": key_of(
                        "Sections, each with its id and what changes in it.",
                        {"type": "array", "items": {"type": "object"}},
                    ),
                    "totals": key_of(
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
_THROW = table_of(
    "What lies on the table after a throw of the example turn, and what the player does then.",
    {
        "roll": _roll_of("All dice."),
        "keep": _roll_of("The dice that stay on the table; the others are thrown again.", 0),
        "could": key_of("A box that the player thinks of, and its points.", ID),
        "aim": key_of("The box that the player hopes for.", ID),
    },
    ("roll",),
)
_TURN = table_of(
    "An example turn, throw by throw.",
    {
        "player": key_of("The name of the player; nobody's if left out.", WORD),
        "filled": map_of("Boxes that are full already, with their points.", number_of("The points.", -1000, 1000)),
        "throws": list_of("The throws, from the first to the last.", _THROW, 1, 10),
        "box": key_of("The box that the last roll is written in.", ID),
    },
    ("throws", "box"),
)
_BOOKLET = table_of(
    "What the rules booklet says beside the rules, which it takes from all other keys.",
    {
        "about": list_of("Sentences about the game, for its first page.", LINE, 0, 6),
        "equipment": list_of("What one needs beside dice, pencil and score sheet.", LINE, 0, 6),
        "agree": list_of("Rules that some tables play by, where the source is silent.", LINE, 0, 6),
        "rolls": list_of("Rolls that fit several boxes, to show the choice.", _roll_of("A roll."), 0, 4),
        "turn": _TURN,
    },
)
_TRANSLATION = table_of(
    "The words of one language.",
    {
        "name": key_of("The name of the game.", WORD),
        "summary": key_of("The summary.", LINE),
        "notes": list_of("The notes.", LINE, 0, 6),
        "names": map_of("Ids of sections, categories and totals to their names.", WORD),
        "aliases": map_of("Ids of categories to other names in use.", _ALIASES),
        "texts": map_of("Sentences of the booklet and of readings, in English, to this language.", LINE),
    },
)

SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "sheetgen ruleset",
    **table_of(
        "A dice game of the Yacht family, as data.",
        {
            "format": choice_of("The version of this vocabulary.", FORMAT),
            "extends": key_of(
                "The game that this file changes: its name, or a file in the same folder. Only what differs is "
                "written; sections, categories and totals are found by their ids, and new ones are added.",
                WORD,
            ),
            "remove": list_of("Where the file extends a game: ids of what is left out.", ID, uniqueItems=True),
            "name": key_of("The name of the game, in English.", WORD),
            "summary": key_of("What sets it apart, in one line.", LINE),
            "source": key_of("Where the rules come from.", LINE),
            "notes": list_of("Short sentences for the foot of the sheet.", LINE, 0, 6),
            "dice": table_of(
                "The dice. Five ordinary dice and three rolls if left out.",
                {
                    "count": number_of("How many dice.", 1, 8, default=5),
                    "sides": number_of("How many sides each has.", 2, 20, default=6),
                    "rolls": number_of("The most rolls in a turn.", 1, 10, default=3),
                },
            ),
            "players": table_of(
                "How many can play.",
                {
                    "min": number_of("The fewest.", 1, 100, default=1),
                    "max": number_of("The most; leave it out for no limit.", 1, 100),
                    "best": list_of("The fewest and the most when it is best.", number_of("Players.", 1, 100), 2, 2),
                    "start": choice_of("Who starts: as agreed, or the highest roll.", "agree", "high_roll"),
                },
            ),
            "sheet": table_of(
                "What the paper looks like.",
                {
                    "columns": choice_of("What the columns are.", "players", "games"),
                    "count": number_of("Columns if nobody asks for another number.", 1, 20, default=4),
                    "cards": choice_of("One list, or a card for each section.", "one", "per_section"),
                    "numbered": key_of("Whether the rows carry numbers.", FLAG),
                },
            ),
            "joker": _JOKER,
            "constraints": list_of("Pairs of categories that bind each other.", _CONSTRAINT, 0, 12),
            "booklet": _BOOKLET,
            "readings": list_of("Other ways to understand the source.", _READING, 0, 8),
            "sections": list_of("The sections, in card order.", _SECTION, 1, 12),
            "totals": list_of("The totals below all sections.", _TOTAL, 1, 12),
            "translations": map_of("Language codes to words.", _TRANSLATION),
        },
        ("format", "name", "sections", "totals"),
    ),
}  # fmt: skip

_DIALECT = {key: SCHEMA[key] for key in ("$schema", "title")}
_GAME = {key: value for key, value in SCHEMA.items() if key not in _DIALECT}
PUBLISHED: Schema = {
    **_DIALECT,
    "if": {"required": ["extends"]},
    "then": {"$ref": "#/$defs/changes"},
    "else": {"$ref": "#/$defs/game"},
    "$defs": {"game": _GAME, "changes": {**relaxed(_GAME), "required": ["format", "extends"]}},
}
"""The schema for editors: a whole game, or the changes of a file that extends one."""
