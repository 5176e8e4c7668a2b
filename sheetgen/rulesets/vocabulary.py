"""Vocabulary of ruleset files: every key is declared once, with its meaning and what is built of it.

There is one declaration per table of a file. From these come the check of the shape, the `Ruleset`, the published
schema and the reference page.
"""

from collections.abc import Iterable
from functools import partial as bound

from msgspec.structs import replace

from sheetgen import rules
from sheetgen.errors import Message
from sheetgen.files.tables import COLOUR, Choice, Flag, Form, Key, Kind, List, Map, Number, Table, Tagged, Text, partial
from sheetgen.rules.patterns import (
    MAX_SUM,
    AllDifferent,
    AnyDice,
    Face,
    Faces,
    Groups,
    OneGroup,
    OneOf,
    Parity,
    Pattern,
    Straight,
    Sum,
)

FORMAT = 1
"""Version of the vocabulary that this program reads."""
_SPACES = r"\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""The spaces of JSON Schema, but for those among the control characters."""
_ID = Form(
    "^[a-z][a-z0-9_]{0,39}$",
    "[a-z][a-z0-9_]{0,39}",
    Message("wrote %(written)s; an id has small letters, digits and _ (40 at most) and starts with a letter"),
)
_REMOVED = Form(
    r"^[a-z][a-z0-9_]{0,39}(\.[a-z_]{1,20})?$",
    r"[a-z][a-z0-9_]{0,39}(\.[a-z_]{1,20})?",
    Message("wrote %(written)s; should be an id, or an id, a dot and a key"),
)
_WORD = Form(
    r"^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$",
    rf"[{_SPACES}]*+[^{_SPACES}\x00-\x1f\x7f][^\x00-\x1f\x7f]*+",
    Message("wrote %(written)s; should be one line of text, not empty"),
    80,
)
_LINE = replace(_WORD, most=300)
SHORT = replace(_WORD, most=28)
_SYMBOL = Form(
    "^([A-Za-z7-9]|[A-Za-z0-9]{2})$",
    "[A-Za-z7-9]|[A-Za-z0-9]{2}",
    Message("wrote %(written)s; should be a letter, a digit above 6, or two of them"),
    2,
)
"""What nobody takes for the number of a face with pips."""

id_key, word, line, short, colour, symbol = (
    bound(Text, form=form) for form in (_ID, _WORD, _LINE, SHORT, COLOUR, _SYMBOL)
)


def roll(doc: str) -> List:
    """A key for a roll."""
    return List(doc, FACE, 1, 8, make=lambda dice: rules.Roll(tuple(dice)))


def _faces(faces: Iterable[int]) -> Faces:
    return Faces(tuple(sorted(faces)))


NO_DOC = ""
ANY_ID, ANY_WORD, ANY_LINE = (Text(NO_DOC, form) for form in (_ID, _WORD, _LINE))
ANY_TABLE = Map(NO_DOC, Key(NO_DOC))
FACE = Number("A face of the dice.", 1, 20)
_DIFFERENT = Flag("Whether each group needs a face of its own. If false, equal groups may share a face.")
_SIZE = Number("So many equal dice.", 2, 8)
_ONE_GROUP = Flag("Whether the dice of the pattern are of one group of faces.")


def _groups(sizes: tuple[int, ...], one_group: bool = False, **more: bool) -> Pattern:
    groups = Groups(sizes, **more)
    return OneGroup(groups) if one_group else groups


def _sum(exactly: int | None = None, at_least: int = -MAX_SUM, at_most: int = MAX_SUM) -> Sum:
    return Sum(at_least, at_most) if exactly is None else Sum(exactly, exactly)


PATTERNS: dict[str, Kind] = {
    "any": Kind("every roll qualifies", {}, AnyDice),
    "face": Kind(
        "the dice that show one face",
        {"face": FACE, "at_least": Number("How many of them there must be.", 1, 8)},
        Face,
        ("at_least",),
    ),
    "of_a_kind": Kind(
        "so many equal dice, or more",
        {"n": _SIZE, "one_group": _ONE_GROUP},
        lambda n, **more: _groups((n,), **more),
        ("one_group",),
    ),
    "pair": Kind(
        "two equal dice, or more", {"one_group": _ONE_GROUP}, lambda **more: _groups((2,), **more), ("one_group",)
    ),
    "two_pairs": Kind(
        "two pairs",
        {"different": _DIFFERENT, "one_group": _ONE_GROUP},
        lambda **more: _groups((2, 2), **more),
        ("different", "one_group"),
    ),
    "full_house": Kind(
        "three and two equal dice; with different = false five alike are one too",
        {"different": _DIFFERENT, "one_group": _ONE_GROUP},
        lambda **more: _groups((3, 2), **more),
        ("different", "one_group"),
    ),
    "groups": Kind(
        "any groups of equal dice, such as [3, 3] or [4, 2]",
        {
            "sizes": List(
                "The size of each group.", _SIZE, 1, 4, make=lambda sizes: tuple(sorted(sizes, reverse=True))
            ),
            "different": _DIFFERENT,
            "one_group": _ONE_GROUP,
        },
        _groups,
        ("different", "one_group"),
    ),
    "straight": Kind(
        "faces in a row: any row of a length, or exactly the faces listed",
        {
            "length": Number("How many in a row, wherever the row starts.", 2, 8),
            "faces": List("The very faces, in a row.", FACE, 2, 8, unique=True, make=_faces),
        },
        lambda length=0, faces=None: faces or Straight(length),
        ("length", "faces"),
    ),
    "faces": Kind(
        "exactly these faces, each as often as it is listed; other dice are free",
        {"faces": List("The faces.", FACE, 1, 8, make=_faces)},
        lambda faces: faces,
    ),
    "one_of": Kind(
        "any one of several lists of faces, each as faces has it",
        {"lists": List("The lists.", List("The faces.", FACE, 1, 8, make=_faces), 2, 8)},
        OneOf,
    ),
    "all_odd": Kind("every die odd", {}, lambda: Parity(odd=True)),
    "all_even": Kind("every die even", {}, lambda: Parity(odd=False)),
    "all_different": Kind("no face twice", {}, AllDifferent),
    "sum": Kind(
        "all dice together count so much",
        {
            "exactly": Number("So much, no more and no less.", -MAX_SUM, MAX_SUM),
            "at_least": Number("So much or more.", -MAX_SUM, MAX_SUM),
            "at_most": Number("So much or less.", -MAX_SUM, MAX_SUM),
        },
        _sum,
        ("exactly", "at_least", "at_most"),
    ),
    "one_group": Kind("all dice of one group of faces", {}, OneGroup),
}

_VALUE = Number("The fixed value.", -1000, 1000)
_EACH = Number("What each die of the pattern is worth.", -1000, 1000)
_FIRST = Number("The fixed value when the points of a first roll are due: see dice.served.", -1000, 1000)
_BY_ROLL = List(
    "Instead of value: the fixed value by the number of the roll in its turn; the last one holds for all others.",
    Number(NO_DOC, -1000, 1000),
    1,
    10,
)
_FIXED: dict[str, Key] = {"value": _VALUE, "first_roll": _FIRST, "by_roll": _BY_ROLL}

POINTS: dict[str, Kind] = {
    "matching": Kind("the sum of the dice that make the pattern", {}),
    "all": Kind("the sum of all dice", {}),
    "fixed": Kind("a fixed value", _FIXED, optional=tuple(_FIXED)),
    "fixed_plus_dice": Kind("a fixed value and the sum of all dice", _FIXED, optional=tuple(_FIXED)),
    "fixed_plus_matching": Kind(
        "a fixed value and the sum of the dice that make the pattern", _FIXED, optional=tuple(_FIXED)
    ),
    "per_die": Kind("so much for each die that makes the pattern", {"value": _EACH}),
}

_OF = List("What is added up: ids of sections, of categories, or of totals that stand earlier.", ANY_ID, unique=True)
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
    "sum": Kind(
        "adds up",
        {
            "of": _OF,
            "across": Flag(
                "Whether it stands once for all columns of a player: each column's part counts as often as its factor "
                "says."
            ),
        },
        optional=("across",),
    ),
    "difference": Kind(
        "what is added up, less what is taken away, as often as the points of a category say; it can be below 0",
        {
            "of": _OF,
            "minus": List("What is taken away, as in of.", ANY_ID, unique=True),
            "times": id_key("The category whose points say how often; once if left out."),
            "least": Number("The least that it comes to; no limit if left out.", -10_000, 10_000),
        },
        optional=("times", "least"),
    ),
    "threshold": Kind("a bonus for reaching a sum", {"of": _OF, "steps": _STEPS}),
    "count": Kind("a bonus for the number of boxes that hold points, not 0", {"of": _OF, "steps": _STEPS}),
    "extra_yachts": Kind(
        "a bonus for each further Yacht",
        {
            "category": id_key("The category that must hold points, not 0, before a further Yacht counts."),
            "points": Number("The bonus for each.", 1, 1000),
        },
    ),
}

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
    ("id", "name", "kind"),
    rules.Total,
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
        "points": Tagged("What it is worth then.", POINTS, make=rules.Points),
        "note": line("A sentence about it for the rules booklet."),
        "examples": List("Rolls that explain it in the rules booklet, which scores them.", roll("A roll."), 0, 6),
        "needs": id_key("The category that must hold points, not 0, before this one can, in the same column."),
        "wins": Choice("Whether a first roll with this pattern wins the game at once.", ("first_roll",)),
    },
    ("id", "name", "pattern", "points"),
    rules.Category,
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
    lambda **keys: rules.Column(
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
    rules.Section,
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
    rules.Joker,
)
_CONSTRAINT = Table(
    "Of two categories one must stay below the other; an entry that breaks it is worth 0.",
    {"lower": id_key("A category."), "higher": id_key("Another.")},
    ("lower", "higher"),
    rules.Constraint,
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
    rules.Throw,
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
    rules.ExampleTurn,
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
    make=rules.Booklet,
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
    make=rules.Translation,
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
    rules.DieFace,
)
_FACE_GROUP = Table(
    "Faces that have something in common.",
    {
        "id": id_key("The id."),
        "name": word("Its name, in English, such as red."),
        "faces": List("The faces.", FACE, 1, 20, unique=True, make=lambda faces: tuple(sorted(faces))),
    },
    ("id", "name", "faces"),
    rules.FaceGroup,
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
        "remove": List(
            "Where the file extends a game: ids of items to leave out, or keys of items, such as yacht.needs.",
            Text(NO_DOC, _REMOVED),
            unique=True,
        ),
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
            make=rules.Dice,
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
            make=rules.Winner,
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

CHANGES: Table = replace(partial(RULESET), make=dict)
"""A file that extends a game: every key may be left out, but for the ids of items."""
