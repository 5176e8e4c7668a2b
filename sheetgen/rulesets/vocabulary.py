"""The closed vocabulary of a ruleset file: each key is declared once, with what it means and what is made of it.

One table per kind of thing. From these tables come the check, the `Ruleset`, the published schema and the reference.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from sheetgen import rules
from sheetgen.errors import Message
from sheetgen.files.tables import COLOUR, Choice, Flag, Form, Key, Kind, List, Map, Number, Table, Tagged, Text
from sheetgen.rules.patterns import AnyDice, Face, Faces, Groups, OneOf, Parity, Straight

FORMAT = 1
"""The version of the vocabulary that this program reads."""
MAX_ROLLS = 7_000
MAX_WORK = 70_000
"""More different rolls, or rolls times categories, take too long to try: a second or so."""

MAX_BOXES = 60
"""More boxes than the largest paper has rows."""
MAX_YACHTS = 3_000
"""Rolls that make a joker or a bonus, times boxes: more take too long to try at every moment."""

_SPACES = r"\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""The spaces of JSON Schema, but for those among the control characters."""
_ID = Form(
    "^[a-z][a-z0-9_]{0,39}$",
    "[a-z][a-z0-9_]{0,39}",
    Message("wrote %(written)s; an id has small letters, digits and _ (40 at most) and starts with a letter"),
)
_WORD = Form(
    r"^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$",
    rf"[{_SPACES}]*+[^{_SPACES}\x00-\x1f\x7f][^\x00-\x1f\x7f]*+",
    Message("wrote %(written)s; should be one line of text, not empty"),
    80,
)
_LINE = replace(_WORD, most=300)
_SHORT = replace(_WORD, most=28)

_id, _word, _line, _short, _colour = (partial(Text, form=form) for form in (_ID, _WORD, _LINE, _SHORT, COLOUR))


def _roll(doc: str) -> List:
    return List(doc, _FACE, 1, 8, make=lambda dice: rules.Roll(tuple(dice)))


def _faces(faces: Iterable[int]) -> Faces:
    return Faces(tuple(sorted(faces)))


_NO_DOC = ""
_ANY_ID, _ANY_WORD, _ANY_LINE = (Text(_NO_DOC, form) for form in (_ID, _WORD, _LINE))
_ANY_TABLE = Map(_NO_DOC, Key(_NO_DOC))
_FACE = Number("A face of the dice.", 1, 20)
_DIFFERENT = Flag("Whether each group needs a face of its own. If false, equal groups may share a face.")
_SIZE = Number("So many equal dice.", 2, 8)

PATTERNS: dict[str, Kind] = {
    "any": Kind("every roll qualifies", {}, AnyDice),
    "face": Kind(
        "the dice that show one face",
        {"face": _FACE, "at_least": Number("How many of them there must be.", 1, 8)},
        Face,
        ("at_least",),
    ),
    "of_a_kind": Kind("so many equal dice, or more", {"n": _SIZE}, lambda n: Groups((n,))),
    "pair": Kind("two equal dice, or more", {}, lambda: Groups((2,))),
    "two_pairs": Kind("two pairs", {"different": _DIFFERENT}, lambda **t: Groups((2, 2), **t), ("different",)),
    "full_house": Kind(
        "three and two equal dice; with different = false five alike are one too",
        {"different": _DIFFERENT},
        lambda **t: Groups((3, 2), **t),
        ("different",),
    ),
    "groups": Kind(
        "any groups of equal dice, such as [3, 3] or [4, 2]",
        {
            "sizes": List(
                "The size of each group.", _SIZE, 1, 4, make=lambda sizes: tuple(sorted(sizes, reverse=True))
            ),
            "different": _DIFFERENT,
        },
        Groups,
        ("different",),
    ),
    "straight": Kind(
        "faces in a row: any row of a length, or exactly the faces listed",
        {
            "length": Number("How many in a row, wherever the row starts.", 2, 8),
            "faces": List("The very faces, in a row.", _FACE, 2, 8, unique=True, make=_faces),
        },
        lambda length=0, faces=None: faces or Straight(length),
        ("length", "faces"),
    ),
    "faces": Kind(
        "exactly these faces, each as often as it is listed; other dice are free",
        {"faces": List("The faces.", _FACE, 1, 8, make=_faces)},
        lambda faces: faces,
    ),
    "one_of": Kind(
        "any one of several lists of faces, each as faces has it",
        {"lists": List("The lists.", List("The faces.", _FACE, 1, 8, make=_faces), 2, 8)},
        OneOf,
    ),
    "all_odd": Kind("every die odd", {}, lambda: Parity(odd=True)),
    "all_even": Kind("every die even", {}, lambda: Parity(odd=False)),
}

_VALUE = Number("The fixed value.", 0, 1000)
_FIRST = Number("The fixed value if the pattern lies there after the first roll of the turn.", 0, 1000)

POINTS: dict[str, Kind] = {
    "matching": Kind("the sum of the dice that make the pattern", {}),
    "all": Kind("the sum of all dice", {}),
    "fixed": Kind("a fixed value", {"value": _VALUE, "first_roll": _FIRST}, optional=("first_roll",)),
    "fixed_plus_dice": Kind(
        "a fixed value and the sum of all dice", {"value": _VALUE, "first_roll": _FIRST}, optional=("first_roll",)
    ),
}

_OF = List("What is added up: ids of sections, of categories, or of totals that stand earlier.", _ANY_ID, unique=True)
_STEP = Table(
    "A step of the bonus.",
    {
        "at_least": Number("From this sum, or this number of boxes, on.", -10_000, 10_000),
        "points": Number("What it earns.", -10_000, 10_000),
    },
    ("at_least", "points"),
    rules.Step,
)

_STEPS = List("From the lowest step to the highest; the highest one reached counts.", _STEP)

TOTALS: dict[str, Kind] = {
    "sum": Kind("adds up", {"of": _OF}),
    "threshold": Kind("a bonus for reaching a sum", {"of": _OF, "steps": _STEPS}),
    "count": Kind("a bonus for the number of boxes that hold points, not 0", {"of": _OF, "steps": _STEPS}),
    "extra_yachts": Kind(
        "a bonus for each further Yacht",
        {
            "category": _id("The category that must hold points, not 0, before a further Yacht counts."),
            "points": Number("The bonus for each.", 1, 1000),
        },
    ),
}

_NAMES = _word("The name, in English.")
_AFTER = _id(
    "Where the file extends a game: the id of what it stands behind. Without it, it stands before the next item of "
    "the file that the game has too, or at the end."
)
_ALIASES = List("Other names in use.", _ANY_WORD, 0)
_TOTAL = Tagged(
    "A box that is added up.",
    TOTALS,
    {"id": _id("The id; one total is called total."), "name": _NAMES, "after": _AFTER},
    ("id", "name"),
    rules.Total,
)
_CATEGORY = Table(
    "A category: one kind of entry.",
    {
        "id": _id("The id: small letters, digits and _."),
        "name": _NAMES,
        "aliases": _ALIASES,
        "after": _AFTER,
        "boxes": Number("How many boxes it has.", 1, 12),
        "pattern": Tagged("What the roll must show.", PATTERNS),
        "points": Tagged("What it is worth then.", POINTS, make=rules.Points),
        "note": _line("A sentence about it for the rules booklet."),
        "examples": List("Rolls that explain it in the rules booklet, which scores them.", _roll("A roll."), 0, 6),
    },
    ("id", "name", "pattern", "points"),
    rules.Category,
)
_SECTION = Table(
    "Categories that stand together, with the totals below them.",
    {
        "id": _id("The id."),
        "name": _word("The heading; leave it out for a plain list."),
        "after": _AFTER,
        "fill": Choice("The order in which its boxes must be filled; any if left out.", ("any", "down", "up")),
        "categories": List("The categories, in card order.", _CATEGORY, 1, 40),
        "totals": List("The totals below them.", _TOTAL, 0, 12),
    },
    ("id", "categories"),
    rules.Section,
)
_JOKER = Table(
    "What a further Yacht may do once the Yacht box is filled.",
    {
        "rule": Choice(
            "none: nothing. free: it may stand for any pattern. forced: its own number box comes first.",
            ("none", "free", "forced"),
        ),
        "category": _id("The category whose pattern makes the joker."),
        "sections": List("The sections in which the joker stands for any pattern.", _ANY_ID, unique=True),
        "yacht_box_first": Flag("Whether a Yacht must go into its own box while that is open."),
        "zero": Choice(
            "forced: a 0 in a number box is a choice beside the joker, or the last_resort when no joker box is open.",
            ("choice", "last_resort"),
        ),
        "may_decline": Flag("Whether one may write what the dice are worth without it."),
        "any_dice": Flag("free: whether its dice may stand for any dice, not only for any pattern."),
    },
    ("rule",),
    rules.Joker,
)
_CONSTRAINT = Table(
    "Of two categories one must stay below the other; an entry that breaks it is worth 0.",
    {"lower": _id("A category."), "higher": _id("Another.")},
    ("lower", "higher"),
    rules.Constraint,
)
_READING = Table(
    "Another way to understand the source where it is open: a card that it alone allows is not accused.",
    {
        "text": _line("The rule as this reading has it, one sentence."),
        "changes": Table(
            "What this reading changes: the same keys as in the file; items are found by their ids.",
            {
                "joker": Map("Keys of the joker.", Key(_NO_DOC)),
                "constraints": List("The constraints.", _ANY_TABLE, None, None),
                "sections": List("Sections, each with its id and what changes in it.", _ANY_TABLE, None, None),
                "totals": List("Totals, each with its id and what changes in it.", _ANY_TABLE, None, None),
            },
            least=1,
        ),
    },
    ("text", "changes"),
)
_THROW = Table(
    "What lies on the table after a throw of the example turn, and what the player does then.",
    {
        "roll": _roll("All dice."),
        "keep": List("The dice that stay on the table; the others are thrown again.", _FACE, 0, 8),
        "could": _id("A box that the player thinks of, and its points."),
        "aim": _id("The box that the player hopes for."),
    },
    ("roll",),
    rules.Throw,
)
_TURN = Table(
    "An example turn, throw by throw.",
    {
        "player": _word("The name of the player; nobody's if left out."),
        "filled": Map("Boxes that are full already, with their points.", Number("The points.", -1000, 1000)),
        "throws": List("The throws, from the first to the last.", _THROW, 1, 10),
        "box": _id("The box that the last roll is written in."),
    },
    ("throws", "box"),
    rules.ExampleTurn,
)
_BOOKLET = Table(
    "What the rules booklet says beside the rules, which it takes from all other keys.",
    {
        "about": List("Sentences about the game, for its first page.", _ANY_LINE, 0, 6),
        "equipment": List("What one needs beside dice, pencil and score sheet.", _ANY_LINE, 0, 6),
        "agree": List("Rules that some tables play by, where the source is silent.", _ANY_LINE, 0, 6),
        "end": List("How a game can end, beside that all boxes are full.", _ANY_LINE, 0, 6),
        "rolls": List("Rolls that fit several boxes, to show the choice.", _roll("A roll."), 0, 4),
        "turn": _TURN,
    },
    make=rules.Booklet,
)
_TRANSLATION = Table(
    "The words of one language.",
    {
        "name": _word("The name of the game."),
        "summary": _line("The summary."),
        "variant": _short("The variant."),
        "notes": List("The notes.", _ANY_LINE, 0, 6),
        "names": Map("Ids of sections, categories and totals to their names.", _ANY_WORD),
        "aliases": Map("Ids of categories to other names in use.", _ALIASES),
        "texts": Map("Sentences of the booklet and of readings, in English, to this language.", _ANY_LINE),
    },
    make=rules.Translation,
)
_SIGNATURE = Table(
    "The roll that stands for it, as it is written; dice that are left out are blank. Without it, the dice that make "
    "the box worth most.",
    {
        "solid": List("The faces of dice that count.", _FACE, 0, 8),
        "open": List("The faces of dice that lie there and do not count.", _FACE, 0, 8),
    },
    make=lambda **dice: tuple((face, state) for state, faces in dice.items() for face in faces),
)
IDENTITY = ("variant", "accent", "signature")
"""The keys that tell a game from others, and belong to no game that extends it."""

RULESET = Table(
    "A dice game of the Yacht family, as data.",
    {
        "format": Choice("The version of this vocabulary.", (FORMAT,)),
        "extends": _word(
            "The game that this file changes: its name, or a file in the same folder. Only what differs is "
            "written; sections, categories and totals are found by their ids, and new ones are added."
        ),
        "remove": List("Where the file extends a game: ids of what is left out.", _ANY_ID, unique=True),
        "name": _word("The name of the game, in English."),
        "summary": _line("What sets it apart, in one line."),
        "variant": _short("What tells it from other games of its name, in 28 letters at most."),
        "accent": _colour(
            "Its colour, as #rrggbb: a dark one, whose contrast with white is 7 or more. If left out, it is one that "
            "no other game of its name has."
        ),
        "signature": _SIGNATURE,
        "source": _line("Where the rules come from."),
        "notes": List("Short sentences for the foot of the sheet.", _ANY_LINE, 0, 6),
        "dice": Table(
            "The dice. Five ordinary dice and three rolls if left out.",
            {
                "count": Number("How many dice.", 1, 8),
                "sides": Number("How many sides each has.", 2, 20),
                "rolls": Number("The most rolls in a turn.", 1, 10),
            },
            make=rules.Dice,
        ),
        "players": Table(
            "How many can play.",
            {
                "min": Number("The fewest.", 1, 100),
                "max": Number("The most; leave it out for no limit.", 1, 100),
                "best": List("The fewest and the most when it is best.", Number("Players.", 1, 100), 2, 2),
                "start": Choice("Who starts: as agreed, or the highest roll.", ("agree", "high_roll")),
            },
            make=rules.Players,
        ),
        "sheet": Table(
            "What the paper looks like.",
            {
                "columns": Choice("What the columns are.", ("players", "games")),
                "count": Number("Columns if nobody asks for another number.", 1, 20),
                "cards": Choice("One list, or a card for each section.", ("one", "per_section")),
                "numbered": Flag("Whether the rows carry numbers."),
            },
            make=rules.SheetStyle,
        ),
        "joker": _JOKER,
        "constraints": List("Pairs of categories that bind each other.", _CONSTRAINT, 0, 12),
        "booklet": _BOOKLET,
        "readings": List("Other ways to understand the source.", _READING, 0, 8),
        "sections": List("The sections, in card order.", _SECTION, 1, 12),
        "totals": List("The totals below all sections.", _TOTAL, 1, 12),
        "translations": Map("Language codes to words.", _TRANSLATION),
    },
    ("format", "name", "sections", "totals"),
    rules.Ruleset,
)
"""The whole file."""


def build_ruleset(ruleset_id: str, data: Mapping[str, Any]) -> rules.Ruleset:
    """The ruleset that `data` describes; no fault was found in it."""
    readings = tuple(
        rules.Reading(reading["text"], build_ruleset(ruleset_id, under_reading(data, reading)))
        for reading in data.get("readings", ())
    )
    own = {key: value for key, value in data.items() if key != "readings"}
    made: rules.Ruleset = RULESET.made(own, id=ruleset_id, readings=readings)
    return made


def under_reading(data: Mapping[str, Any], reading: Mapping[str, Any]) -> dict[str, Any]:
    """A ruleset file as it would stand if `reading` were its rule."""
    return merged({key: value for key, value in data.items() if key != "readings"}, reading["changes"])


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with what `changes` says instead; a table that names its ``kind`` takes the place of the whole table."""
    return {**base, **{key: _merged(base.get(key), change) for key, change in changes.items()}}


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, Mapping) and isinstance(new, Mapping) and "kind" not in new:
        return merged(old, new)
    if isinstance(old, Mapping) and isinstance(new, Mapping) and "id" in old:  # a total of another kind is still it
        return {**{key: old[key] for key in ("id", "name") if key in old}, **new}
    with_ids = isinstance(new, list) and all(isinstance(i, Mapping) and isinstance(i.get("id"), str) for i in new)
    return _merged_items(old, new) if isinstance(old, list) and new and with_ids else new


def _merged_items(old: list[Any], new: list[Any]) -> list[Any]:
    """The items of `old`, changed where `new` has one of the same id, and the items that only `new` has.

    One of these stands before the next item of `new` that `old` has too, or else at the end.
    """
    changes = {item["id"]: item for item in new}
    known = [item.get("id") if isinstance(item, Mapping) else None for item in old]
    kept = [_merged(item, changes[name]) if name in changes else item for item, name in zip(old, known, strict=True)]
    for place, item in enumerate(new):
        if item["id"] not in known:
            following = next((other["id"] for other in new[place:] if other["id"] in known), None)
            kept.insert(known.index(following) if following else len(kept), item)
            known = [other.get("id") if isinstance(other, Mapping) else None for other in kept]
    return kept
