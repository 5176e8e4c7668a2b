"""The closed vocabulary of a ruleset file: each key is declared once, with what it means and what is made of it.

One table per kind of thing. From these tables come the check, the `Ruleset`, the published schema and the reference.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sheetgen.files.tables import Choice, Flag, Key, List, Map, Number, Table, Tagged
from sheetgen.rules.patterns import Dice, DieFace, FaceGroup, OneGroup, Points, Sum
from sheetgen.rules.ruleset import (
    Booklet,
    Category,
    Column,
    Constraint,
    ExampleTurn,
    Joker,
    Players,
    Reading,
    Ruleset,
    Section,
    SheetStyle,
    Throw,
    Total,
    Translation,
    Winner,
)
from sheetgen.rulesets.kinds import (
    ANY_ID,
    ANY_LINE,
    ANY_TABLE,
    ANY_WORD,
    FACE,
    NO_DOC,
    PATTERNS,
    POINTS,
    TOTALS,
    colour,
    id_key,
    line,
    roll,
    short,
    symbol,
    word,
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

_NAMES = word("The name, in English.")
_AFTER = id_key(
    "Where the file extends a game: the id of what it stands behind. Without it, it stands before the next item of "
    "the file that the game has too, or at the end."
)
_ALIASES = List("Other names in use.", ANY_WORD, 0)
_TOTAL = Tagged(
    "A box that is added up.",
    TOTALS,
    {"id": id_key("The id; one total is called total."), "name": _NAMES, "after": _AFTER},
    ("id", "name"),
    Total,
)
_CATEGORY = Table(
    "A category: one kind of entry.",
    {
        "id": id_key("The id: small letters, digits and _."),
        "name": _NAMES,
        "aliases": _ALIASES,
        "after": _AFTER,
        "boxes": Number("How many boxes it has.", 1, 12),
        "pattern": Tagged("What the roll must show.", PATTERNS),
        "points": Tagged("What it is worth then.", POINTS, make=Points),
        "note": line("A sentence about it for the rules booklet."),
        "examples": List("Rolls that explain it in the rules booklet, which scores them.", roll("A roll."), 0, 6),
        "needs": id_key("The category that must hold points, not 0, before this one can, in the same column."),
        "wins": Choice("Whether a first roll with this pattern wins the game at once.", ("first_roll",)),
    },
    ("id", "name", "pattern", "points"),
    Category,
)
_COLUMN = Table(
    "A column of a player's card.",
    {
        "id": id_key("The id."),
        "name": word("Its name, in English."),
        "after": _AFTER,
        "fill": Choice(
            "The order over all its boxes; any if left out. outwards: up and down from the middle. inwards: from both "
            "ends.",
            ("any", "down", "up", "outwards", "inwards"),
        ),
        "from": id_key("outwards: the category from which one fills upwards; downwards it is from the next one."),
        "announced": Number("The roll after which at the latest the box must be named; 0 is before the first.", 0, 9),
        "rolls": Number("The last roll whose points may stand here; a later one may only strike.", 1, 10),
        "factor": Number("How often it counts in totals across columns.", 1, 100),
        "worth": Number("The match points of who has the highest total of it, where columns decide.", 0, 1000),
    },
    ("id", "name"),
    lambda **keys: Column(
        **{"middle" if key == "from" else key: value for key, value in keys.items() if key != "after"}
    ),
)
_SECTION = Table(
    "Categories that stand together, with the totals below them.",
    {
        "id": id_key("The id."),
        "name": word("The heading; leave it out for a plain list."),
        "after": _AFTER,
        "fill": Choice("The order in which its boxes must be filled; any if left out.", ("any", "down", "up")),
        "categories": List("The categories, in card order.", _CATEGORY, 1, 40),
        "totals": List("The totals below them.", _TOTAL, 0, 12),
    },
    ("id", "categories"),
    Section,
)
_JOKER = Table(
    "What a further Yacht may do once the Yacht box is filled.",
    {
        "rule": Choice(
            "none: nothing. free: it may stand for any pattern. forced: its own number box comes first.",
            ("none", "free", "forced"),
        ),
        "category": id_key("The category whose pattern makes the joker."),
        "sections": List("The sections in which the joker stands for any pattern.", ANY_ID, unique=True),
        "yacht_box_first": Flag("Whether a Yacht must go into its own box while that is open."),
        "zero": Choice(
            "forced: a 0 in a number box is a choice beside the joker, or the last_resort when no joker box is open.",
            ("choice", "last_resort"),
        ),
        "may_decline": Flag("Whether one may write what the dice are worth without it."),
        "any_dice": Flag("free: whether its dice may stand for any dice, not only for any pattern."),
        "number_box_full": Flag("free: whether it is a joker only once the box of its own number is full, too."),
    },
    ("rule",),
    Joker,
)
_CONSTRAINT = Table(
    "Of two categories one must stay below the other; an entry that breaks it is worth 0.",
    {"lower": id_key("A category."), "higher": id_key("Another.")},
    ("lower", "higher"),
    Constraint,
)
_READING = Table(
    "Another way to understand the source where it is open: a card that it alone allows is not accused.",
    {
        "text": line("The rule as this reading has it, one sentence."),
        "changes": Table(
            "What this reading changes: the same keys as in the file; items are found by their ids.",
            {
                "joker": Map("Keys of the joker.", Key(NO_DOC)),
                "constraints": List("The constraints.", ANY_TABLE, None, None),
                "sections": List("Sections, each with its id and what changes in it.", ANY_TABLE, None, None),
                "columns": List("Columns, each with its id and what changes in it.", ANY_TABLE, None, None),
                "totals": List("Totals, each with its id and what changes in it.", ANY_TABLE, None, None),
            },
            least=1,
        ),
    },
    ("text", "changes"),
)
_THROW = Table(
    "The dice on the table after a throw of the example turn, and what the player does then.",
    {
        "roll": roll("All dice."),
        "keep": List("The dice that stay on the table; the others are thrown again.", FACE, 0, 8),
        "could": id_key("A box that the player thinks of, and its points."),
        "aim": id_key("The box that the player hopes for."),
    },
    ("roll",),
    Throw,
)
_TURN = Table(
    "An example turn, throw by throw.",
    {
        "player": word("The name of the player; nobody's if left out."),
        "filled": Map("Boxes that are full already, with their points.", Number("The points.", -1000, 1000)),
        "throws": List("The throws, from the first to the last.", _THROW, 1, 10),
        "box": id_key("The box that the last roll is written in."),
    },
    ("throws", "box"),
    ExampleTurn,
)
_BOOKLET = Table(
    "What the rules booklet says beside the rules, which it takes from all other keys.",
    {
        "about": List("Sentences about the game, for its first page.", ANY_LINE, 0, 6),
        "equipment": List("What one needs beside dice, pencil and score sheet.", ANY_LINE, 0, 6),
        "agree": List("Rules that some tables play by, where the source is silent.", ANY_LINE, 0, 6),
        "end": List("How a game can end, beside that all boxes are full.", ANY_LINE, 0, 6),
        "rolls": List("Rolls that fit several boxes, to show the choice.", roll("A roll."), 0, 4),
        "turn": _TURN,
    },
    make=Booklet,
)
_TRANSLATION = Table(
    "The words of one language.",
    {
        "name": word("The name of the game."),
        "summary": line("The summary."),
        "variant": short("The variant."),
        "notes": List("The notes.", ANY_LINE, 0, 6),
        "names": Map("Ids of columns, sections, categories and totals to their names.", ANY_WORD),
        "aliases": Map("Ids of categories to other names in use.", _ALIASES),
        "texts": Map(
            "Sentences of the booklet and of readings, names of faces and groups, in English, to this language.",
            ANY_LINE,
        ),
    },
    make=Translation,
)
_SIGNATURE = Table(
    "The roll that stands for it, as it is written; dice that are left out are blank. Without it, the dice that make "
    "the box worth most.",
    {
        "solid": List("The faces of dice that count.", FACE, 0, 8),
        "open": List("The faces of dice that do not count.", FACE, 0, 8),
    },
    make=lambda **dice: tuple((face, state) for state, faces in dice.items() for face in faces),
)
_DIE_FACE = Table(
    "A side of the dice.",
    {
        "name": word("What it is called, in English."),
        "symbol": symbol("What is drawn and said for it, a letter or digit or two, such as K or 10; pips if left out."),
        "value": Number("What it counts, if not its number; never less than the side before it.", -1000, 1000),
    },
    ("name",),
    DieFace,
)
_FACE_GROUP = Table(
    "Faces that have something in common.",
    {
        "id": id_key("The id."),
        "name": word("Its name, in English, such as red."),
        "faces": List("The faces.", FACE, 1, 20, unique=True, make=lambda faces: tuple(sorted(faces))),
    },
    ("id", "name", "faces"),
    FaceGroup,
)
ONLY_BESIDE = {
    **dict.fromkeys(("category", "sections", "yacht_box_first", "may_decline"), ("rule", ("free", "forced"))),
    **dict.fromkeys(("any_dice", "number_box_full"), ("rule", ("free",))),
    "zero": ("rule", ("forced",)), "sweep": ("by", ("columns",)), "from": ("fill", ("outwards",)),
}  # fmt: skip
"""Keys that mean something only beside some words of another key of their table: that key, and these words."""
IDENTITY = ("variant", "accent", "signature")
"""The keys that tell a game from others, and belong to no game that extends it."""

RULESET = Table(
    "A dice game of the Yacht family, as data.",
    {
        "format": Choice("The version of this vocabulary.", (FORMAT,)),
        "extends": word(
            "The game that this file changes: its name, or a file in the same folder. Only what differs is "
            "written; sections, categories and totals are found by their ids, and new ones are added."
        ),
        "remove": List("Where the file extends a game: ids of what is left out.", ANY_ID, unique=True),
        "name": word("The name of the game, in English."),
        "summary": line("What sets it apart, in one line."),
        "variant": short("What tells it from other games of its name, in 28 letters at most."),
        "accent": colour(
            "Its colour, as #rrggbb: a dark one, whose contrast with white is 7 or more. If left out, it is one that "
            "no other game of its name has."
        ),
        "signature": _SIGNATURE,
        "source": line("Where the rules come from."),
        "notes": List("Short sentences for the foot of the sheet.", ANY_LINE, 0, 6),
        "dice": Table(
            "The dice. Five ordinary dice and three rolls if left out.",
            {
                "count": Number("How many dice.", 1, 8),
                "sides": Number("How many sides each has.", 2, 20),
                "rolls": Number("The most rolls in a turn.", 1, 10),
                "faces": List("What is on each side, from the first up; pips if left out.", _DIE_FACE, 2, 20),
                "groups": List("Sets of faces, such as colours.", _FACE_GROUP, 1, 8),
                "served": Choice(
                    "When first_roll points are due: on the first roll, or whenever all dice were thrown together.",
                    ("first_roll", "all_dice"),
                ),
                "kept": Choice("free: kept dice may be rolled again. stay: they may not.", ("free", "stay")),
            },
            make=Dice,
        ),
        "columns": List("The columns of a player's card, each with all rows; one if left out.", _COLUMN, 1, 8),
        "winner": Table(
            "Who wins: the highest total, if left out.",
            {
                "by": Choice(
                    "What decides: the total, or match points, which go to the highest total of each column; equal: "
                    "nobody.",
                    ("total", "columns"),
                ),
                "sweep": Number("columns: the match points more for who wins all columns.", 0, 1000),
            },
            ("by",),
            make=Winner,
        ),
        "players": Table(
            "How many can play.",
            {
                "min": Number("The fewest.", 1, 100),
                "max": Number("The most; leave it out for no limit.", 1, 100),
                "best": List("The fewest and the most when it is best.", Number("Players.", 1, 100), 2, 2),
                "start": Choice("Who starts: as agreed, or the highest roll.", ("agree", "high_roll")),
            },
            make=Players,
        ),
        "sheet": Table(
            "What the paper looks like.",
            {
                "columns": Choice("What the columns are.", ("players", "games")),
                "count": Number("Columns if nobody asks for another number.", 1, 20),
                "cards": Choice("One list, or a card for each section.", ("one", "per_section")),
                "numbered": Flag("Whether the rows carry numbers."),
            },
            make=SheetStyle,
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
    Ruleset,
)
"""The whole file."""


def build_ruleset(ruleset_id: str, data: Mapping[str, Any]) -> Ruleset:
    """The ruleset that `data` describes; no fault was found in it."""
    readings = tuple(
        Reading(reading["text"], build_ruleset(ruleset_id, under_reading(data, reading)))
        for reading in data.get("readings", ())
    )
    own = {key: value for key, value in data.items() if key != "readings"}
    made: Ruleset = RULESET.made(own, id=ruleset_id, readings=readings)
    return _with_faces(made) if made.dice.groups or made.dice.faces else made


def under_reading(data: Mapping[str, Any], reading: Mapping[str, Any]) -> dict[str, Any]:
    """A ruleset file as it would stand if `reading` were its rule."""
    return merged({key: value for key, value in data.items() if key != "readings"}, reading["changes"])


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with what `changes` says instead; a table that names its ``kind`` takes the place of the whole table.

    Keys of `base` that mean nothing beside a new word are left out: without jokers, the Yacht box comes first no more.
    """
    idle = {
        key
        for key, (other, words) in ONLY_BESIDE.items()
        if base.get(other) in words and changes.get(other, words[0]) not in words
    }
    kept = {key: value for key, value in base.items() if key not in idle}
    return {**kept, **{key: _merged(base.get(key), change) for key, change in changes.items()}}


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


def _with_faces(game: Ruleset) -> Ruleset:
    """The game with what its faces count, and with their groups, in the patterns and points that go by them."""
    faces, groups = game.dice.faces, tuple(group.faces for group in game.dice.groups)
    own = any(face.value is not None for face in faces)
    values = tuple(number if face.value is None else face.value for number, face in enumerate(faces, 1)) if own else ()

    def bound(category: Category) -> Category:
        pattern = category.pattern
        if isinstance(pattern, OneGroup):
            pattern = replace(pattern, groups=groups)
        elif isinstance(pattern, Sum):
            pattern = replace(pattern, values=values)
        return replace(category, pattern=pattern, points=replace(category.points, values=values))

    sections = (replace(each, categories=tuple(map(bound, each.categories))) for each in game.sections)
    return replace(game, sections=tuple(sections))
