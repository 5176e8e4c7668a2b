"""Vocabulary of ruleset files: every key with its meaning and what is built of it.

There is one declaration per table of a file. From these come the check of the shape, the `Ruleset`,
the published schema and the reference page.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from sheetgen.errors import Message
from sheetgen.files import tables
from sheetgen.files.tables import (
    COLOUR,
    Choice,
    Flag,
    Key,
    Kind,
    List,
    Map,
    Number,
    Table,
    Tagged,
    TextForm,
    TextKey,
)
from sheetgen.rules import patterns, ruleset
from sheetgen.rules.patterns import MAX_SUM

FORMAT = 1
"""Version of the vocabulary that this program reads."""
_SPACES = r"\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""Spaces in the sense of JSON Schema, except control characters."""
_ID = TextForm(
    "^[a-z][a-z0-9_]{0,39}$",
    Message(
        "wrote %(written)s; an id has small letters, digits and _ (40 at most) and starts with a "
        "letter"
    ),
)
_REMOVED = TextForm(
    r"^[a-z][a-z0-9_]{0,39}(\.[a-z_]{1,20})?$",
    Message("wrote %(written)s; should be an id, or an id, a dot and a key"),
)
_BOX = TextForm(
    r"^([a-z][a-z0-9_]{0,39}\.)?[a-z][a-z0-9_]{0,39}$",
    Message(
        "wrote %(written)s; should be the id of a box, such as ones, or down.ones with several "
        "columns"
    ),
)
"""Form of the id of a box, which has its column before a dot in games with several columns."""
_WORD = TextForm(
    r"^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$",
    Message("wrote %(written)s; should be one line of text, not empty"),
    80,
    rf"[{_SPACES}]*+[^{_SPACES}\x00-\x1f\x7f][^\x00-\x1f\x7f]*+",
)
_LINE = replace(_WORD, most=300)
SHORT = replace(_WORD, most=28)
_SYMBOL = TextForm(
    "^([A-Za-z7-9]|[A-Za-z0-9]{2})$",
    Message("wrote %(written)s; should be a letter, a digit above 6, or two of them"),
    2,
)
"""Form of a symbol that nobody mistakes for the number of a face with pips."""

id_key = partial(TextKey, form=_ID)
box_key = partial(TextKey, form=_BOX)
word_key = partial(TextKey, form=_WORD)
line_key = partial(TextKey, form=_LINE)
short_key = partial(TextKey, form=SHORT)
colour_key = partial(TextKey, form=COLOUR)
symbol_key = partial(TextKey, form=_SYMBOL)


def roll_key(doc: str) -> List:
    """Return a key for a roll."""
    return List(doc, FACE, 1, 8, make=lambda dice: patterns.Roll(tuple(dice)))


def _sorted_faces(faces: Iterable[int]) -> patterns.Faces:
    return patterns.Faces(tuple(sorted(faces)))


NO_DOC = ""
ANY_ID = TextKey(NO_DOC, _ID)
ANY_WORD = TextKey(NO_DOC, _WORD)
ANY_LINE = TextKey(NO_DOC, _LINE)
ANY_TABLE = Map(NO_DOC, Key(NO_DOC))
FACE = Number("A face of the dice.", 1, 20)
_SIZE = Number("Number of equal dice.", 2, 8)
_EQUAL: dict[str, Key] = {
    "one_group": Flag("true: all dice of the pattern show faces of one group.")
}
"""Keys that every pattern of equal dice may have."""
_GROUPED: dict[str, Key] = {
    "different": Flag(
        "true: each group has another face. false: two groups may have the same face."
    ),
    **_EQUAL,
}
"""Keys that every pattern of several groups may have."""


def _groups_of(
    sizes: tuple[int, ...], one_group: bool = False, different: bool = True
) -> patterns.Pattern:
    """Return the pattern of groups of equal dice, whose faces may have to be of one group."""
    groups = patterns.Groups(sizes, different)
    return patterns.OneGroup(groups) if one_group else groups


def _sum_of_dice(
    exactly: int | None = None, at_least: int = -MAX_SUM, at_most: int = MAX_SUM
) -> patterns.Sum:
    if exactly is not None:
        return patterns.Sum(exactly, exactly)
    return patterns.Sum(at_least, at_most)


PATTERNS: dict[str, Kind] = {
    "any": Kind("every roll qualifies", {}, patterns.AnyDice),
    "face": Kind(
        "the dice that show one face",
        {"face": FACE, "at_least": Number("Minimum number of these dice.", 1, 8)},
        patterns.Face,
        ("at_least",),
    ),
    "of_a_kind": Kind(
        "at least n equal dice",
        {"n": _SIZE, **_EQUAL},
        lambda n, **more: _groups_of((n,), **more),
        _EQUAL,
    ),
    "pair": Kind(
        "at least two equal dice", _EQUAL, lambda **more: _groups_of((2,), **more), _EQUAL
    ),
    "two_pairs": Kind("two pairs", _GROUPED, lambda **more: _groups_of((2, 2), **more), _GROUPED),
    "full_house": Kind(
        "three and two equal dice; with different = false also five equal dice",
        _GROUPED,
        lambda **more: _groups_of((3, 2), **more),
        _GROUPED,
    ),
    "groups": Kind(
        "any groups of equal dice, such as [3, 3] or [4, 2]",
        {
            "sizes": List(
                "The size of each group.",
                _SIZE,
                1,
                4,
                make=lambda sizes: tuple(sorted(sizes, reverse=True)),
            ),
            **_GROUPED,
        },
        _groups_of,
        _GROUPED,
    ),
    "straight": Kind(
        "consecutive faces: any row of a length, or exactly the faces listed",
        {
            "length": Number("Number of consecutive faces, starting anywhere.", 2, 8),
            "faces": List("The consecutive faces.", FACE, 2, 8, unique=True, make=_sorted_faces),
        },
        lambda length=0, faces=None: faces or patterns.Straight(length),
        ("length", "faces"),
    ),
    "faces": Kind(
        "exactly these faces, each as often as it is listed; other dice are free",
        {"faces": List("The faces.", FACE, 1, 8, make=_sorted_faces)},
        lambda faces: faces,
    ),
    "one_of": Kind(
        "one of several lists of faces, each as in faces",
        {"lists": List("The lists.", List("The faces.", FACE, 1, 8, make=_sorted_faces), 2, 8)},
        patterns.OneOf,
    ),
    "all_odd": Kind("every die odd", {}, lambda: patterns.Parity(odd=True)),
    "all_even": Kind("every die even", {}, lambda: patterns.Parity(odd=False)),
    "all_different": Kind("no face twice", {}, patterns.AllDifferent),
    "sum": Kind(
        "a sum of all dice within bounds",
        {
            "exactly": Number("The sum, exactly.", -MAX_SUM, MAX_SUM),
            "at_least": Number("Minimum of the sum.", -MAX_SUM, MAX_SUM),
            "at_most": Number("Maximum of the sum.", -MAX_SUM, MAX_SUM),
        },
        _sum_of_dice,
        ("exactly", "at_least", "at_most"),
    ),
    "one_group": Kind("all dice of one group of faces", {}, patterns.OneGroup),
}

_VALUE = Number("The fixed value.", -1000, 1000)
_EACH = Number("Points for each die of the pattern.", -1000, 1000)
_FIRST = Number("The fixed value on the first roll: see dice.served.", -1000, 1000)
_BY_ROLL = List(
    "Instead of value: the fixed values on the first roll, the second and so on; the last one "
    "counts for later "
    "rolls too.",
    Number(NO_DOC, -1000, 1000),
    1,
    10,
)
_FIXED: dict[str, Key] = {"value": _VALUE, "first_roll": _FIRST, "by_roll": _BY_ROLL}

POINTS: dict[str, Kind] = {
    "matching": Kind("the sum of the dice that make the pattern", {}),
    "all": Kind("the sum of all dice", {}),
    "fixed": Kind("a fixed value", _FIXED, optional=_FIXED),
    "fixed_plus_dice": Kind("a fixed value and the sum of all dice", _FIXED, optional=_FIXED),
    "fixed_plus_matching": Kind(
        "a fixed value and the sum of the dice that make the pattern", _FIXED, optional=_FIXED
    ),
    "per_die": Kind("points for each die that makes the pattern", {"value": _EACH}),
}

_OF = List("Addends: ids of sections, of categories, or of earlier totals.", ANY_ID, unique=True)
_STEP = Table(
    "A step of the bonus.",
    {
        "at_least": Number("Minimum sum or number of boxes for this step.", -10_000, 10_000),
        "points": Number("Points of this step.", -10_000, 10_000),
    },
    ("at_least", "points"),
    ruleset.Step,
)

_STEPS = List("The steps, lowest first. The highest step reached counts.", _STEP)

_ACROSS = Flag(
    "true: one total over all columns of a player. Each column is multiplied by its factor, but a "
    "box is counted once."
)
_YACHT_COLUMNS = Choice(
    "Which Yacht boxes count in a game with several columns. own: that of the column in which the "
    "Yacht is entered; by default. all: those of every column.",
    ("own", "all"),
)
TOTALS: dict[str, Kind] = {
    "sum": Kind(
        "the sum of its addends",
        {
            "of": _OF,
            "across": _ACROSS,
        },
        optional=("across",),
    ),
    "difference": Kind(
        "addends less subtrahends, multiplied by the points of a category; it may be below 0",
        {
            "of": _OF,
            "minus": List("Subtrahends: ids as in of.", ANY_ID, unique=True),
            "times": id_key(
                "The category whose points are the factor. Without it, the factor is 1."
            ),
            "least": Number("Minimum value. Without it, there is no limit.", -10_000, 10_000),
        },
        optional=("times", "least"),
    ),
    "threshold": Kind(
        "a bonus for reaching a sum",
        {"of": _OF, "steps": _STEPS, "across": _ACROSS},
        optional=("across",),
    ),
    "count": Kind(
        "a bonus for the number of boxes with points other than 0",
        {"of": _OF, "steps": _STEPS, "across": _ACROSS},
        optional=("across",),
    ),
    "extra_yachts": Kind(
        "a bonus for each further Yacht",
        {
            "category": id_key(
                "The category that must have points other than 0 before a further Yacht counts."
            ),
            "points": Number("Points for each further Yacht.", 1, 1000),
            "by_column": List(
                "Instead of points: points for a further Yacht in each column, in their order.",
                Number(NO_DOC, 1, 1000),
                2,
                12,
            ),
            "columns": _YACHT_COLUMNS,
            "across": _ACROSS,
        },
        optional=("points", "by_column", "columns", "across"),
    ),
}

_NAMES = word_key("The name, in English.")
_AFTER = id_key(
    "Where the file extends a game: the id of the item that comes before this one. Without it, a "
    "new item comes "
    "before the next item of the file that the game has too, or last."
)
_ALIASES = List("Other names that people use.", ANY_WORD, 0)
_TOTAL = Tagged(
    "A box with a sum or a bonus.",
    TOTALS,
    {
        "id": id_key("The id. One total, the one that decides, has the id total."),
        "name": _NAMES,
        "after": _AFTER,
    },
    ("id", "name", "kind"),
    ruleset.Total,
)
_CATEGORY = Table(
    "A category, one row of the sheet or several.",
    {
        "id": id_key("The id: small letters, digits and _."),
        "name": _NAMES,
        "aliases": _ALIASES,
        "after": _AFTER,
        "boxes": Number("Number of its boxes.", 1, 12),
        "pattern": Tagged("The pattern that a roll must show.", PATTERNS),
        "points": Tagged("Points of a roll with this pattern.", POINTS, make=patterns.Points),
        "note": line_key("A sentence about it for the rules booklet."),
        "examples": List(
            "Rolls that the rules booklet scores as examples.", roll_key("A roll."), 0, 6
        ),
        "needs": id_key(
            "The category that must have points other than 0 in the same column before this one "
            "can."
        ),
        "wins": Choice(
            "first_roll: a first roll with this pattern wins the game at once.", ("first_roll",)
        ),
    },
    ("id", "name", "pattern", "points"),
    ruleset.Category,
)


def _column(**keys: Any) -> ruleset.Column:
    """Return a column from the keys of its table.

    The key ``from`` is called `middle`, since Python has no such name. The key ``after`` is left
    out: it said where the column goes in the game that the file extends.
    """
    if "from" in keys:
        keys["middle"] = keys.pop("from")
    keys.pop("after", None)
    return ruleset.Column(**keys)


_COLUMN = Table(
    "A column of a player's card.",
    {
        "id": id_key("The id."),
        "name": word_key("Its name, in English."),
        "after": _AFTER,
        "fill": Choice(
            "The order in which its boxes are filled; any by default. outwards: up and down from "
            "the middle. "
            "inwards: from both ends.",
            ("any", "down", "up", "outwards", "inwards"),
        ),
        "from": id_key(
            "outwards: the category where filling upwards starts. Filling downwards starts at "
            "the next one."
        ),
        "announced": Number(
            "The box must be named after this roll at the latest; 0: before the first roll.", 0, 9
        ),
        "named_by": Choice(
            "previous: the player before names the box, after the roll in announced. Without it, "
            "the player at turn does.",
            ("previous",),
        ),
        "rolls": Number(
            "The last roll of a turn that scores here. After a later one the box can only be "
            "struck.",
            1,
            10,
        ),
        "only": Choice(
            "highest: a box takes only its highest points, else 0; one that a difference subtracts "
            "only its lowest, else its highest.",
            ("highest",),
        ),
        "opens": Number(
            "The percentage of all boxes in other columns that must be full before this column "
            "opens. Without it, the column is open from the start.",
            1,
            100,
        ),
        "factor": Number("Factor of this column in totals over all columns.", 1, 100),
        "worth": Number(
            "Match points for the highest total in this column, where columns decide.", 0, 1000
        ),
    },
    ("id", "name"),
    _column,
)
_SECTION = Table(
    "A group of categories, with the totals below them.",
    {
        "id": id_key("The id."),
        "name": word_key("The heading. Without it, the sheet shows a plain list."),
        "after": _AFTER,
        "fill": Choice(
            "The order in which its boxes are filled; any by default.", ("any", "down", "up")
        ),
        "categories": List("The categories, in card order.", _CATEGORY, 1, 40),
        "totals": List("The totals below them.", _TOTAL, 0, 12),
    },
    ("id", "categories"),
    ruleset.Section,
)
_JOKER = Table(
    "Rules for a further Yacht once the Yacht box is filled.",
    {
        "rule": Choice(
            "none: nothing special. free: it counts as any pattern. forced: its own number box "
            "comes first.",
            ("none", "free", "forced"),
        ),
        "category": id_key("The category whose pattern is the joker."),
        "sections": List(
            "The sections where the joker counts as any pattern.", ANY_ID, unique=True
        ),
        "yacht_box_first": Flag("true: a Yacht must be entered in its own box while that is open."),
        "zero": Choice(
            "forced: a 0 in a number box is a free choice, or allowed only when no joker box is "
            "open.",
            ("choice", "last_resort"),
        ),
        "may_decline": Flag("true: the player may enter the points of the dice without the joker."),
        "any_dice": Flag("free, true: its dice count as any dice, not only as any pattern."),
        "number_box_full": Flag(
            "free, true: it is a joker only once the box of its own number is full too."
        ),
        "columns": _YACHT_COLUMNS,
    },
    ("rule",),
    ruleset.Joker,
)
_CONSTRAINT = Table(
    "One category must have fewer points than another; an entry that breaks this is worth 0.",
    {
        "lower": id_key("The category with fewer points."),
        "higher": id_key("The category with more points."),
    },
    ("lower", "higher"),
    ruleset.Constraint,
)
_READING = Table(
    "Another interpretation of the source. A card that only this reading allows is not reported "
    "as wrong.",
    {
        "text": line_key("The rule in this reading, in one sentence."),
        "changes": Table(
            "Changes in this reading: the same keys as in the file. Items are found by their ids.",
            {
                "joker": Map("Keys of the joker.", Key(NO_DOC)),
                "constraints": List("The constraints.", ANY_TABLE, None, None),
                "sections": List(
                    "Sections, each with its id and its changes.", ANY_TABLE, None, None
                ),
                "columns": List(
                    "Columns, each with its id and its changes.", ANY_TABLE, None, None
                ),
                "totals": List("Totals, each with its id and its changes.", ANY_TABLE, None, None),
            },
            least=1,
        ),
    },
    ("text", "changes"),
)
_THROW = Table(
    "A throw of the example turn, and what the player does next.",
    {
        "roll": roll_key("All dice on the table."),
        "keep": List("The dice that stay on the table; the others are thrown again.", FACE, 0, 8),
        "could": box_key("The id of a box that the player considers."),
        "aim": box_key("The id of the box that the player hopes for."),
    },
    ("roll",),
    ruleset.Throw,
)
_TURN = Table(
    "An example turn, throw by throw.",
    {
        "player": word_key("The name of the player. Without it, the player has none."),
        "filled": Map(
            "Ids of full boxes, with their points. With several columns, an id is that of the "
            "column, a dot and that of the box, in quotes.",
            Number("The points.", -1000, 1000),
        ),
        "throws": List("The throws, from the first to the last.", _THROW, 1, 10),
        "box": box_key("The id of the box where the last roll is entered."),
    },
    ("throws", "box"),
    ruleset.ExampleTurn,
)
_BOOKLET = Table(
    "Further texts of the rules booklet. It derives the rules from the other keys.",
    {
        "about": List("Sentences about the game, for its first page.", ANY_LINE, 0, 6),
        "equipment": List("Equipment beside dice, pencil and score sheet.", ANY_LINE, 0, 6),
        "agree": List(
            "Rules that some groups play by and the source does not mention.", ANY_LINE, 0, 6
        ),
        "end": List("Ends of a game other than that all boxes are full.", ANY_LINE, 0, 6),
        "rolls": List(
            "Rolls that fit several boxes, to show the choice.", roll_key("A roll."), 0, 4
        ),
        "turn": _TURN,
    },
    make=ruleset.Booklet,
)
_TRANSLATION = Table(
    "The words of one language.",
    {
        "name": word_key("The name of the game."),
        "summary": line_key("The summary."),
        "variant": short_key("The variant."),
        "notes": List("The notes.", ANY_LINE, 0, 6),
        "names": Map("Ids of columns, sections, categories and totals to their names.", ANY_WORD),
        "aliases": Map("Ids of categories to other names in use.", _ALIASES),
        "texts": Map(
            "Sentences of the booklet and of readings, names of faces and groups, in English, to "
            "this language.",
            ANY_LINE,
        ),
    },
    make=ruleset.Translation,
)


def _signature(**faces_by_state: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """Return the dice of a signature, each with its state: ``solid`` or ``open``."""
    dice: list[tuple[int, str]] = []
    for state, faces in faces_by_state.items():
        for face in faces:
            dice.append((face, state))
    return tuple(dice)


_SIGNATURE = Table(
    "The roll that represents the game; missing dice are blank. Without it, the best roll of the "
    "box that scores most.",
    {
        "solid": List("The faces of dice that count.", FACE, 0, 8),
        "open": List("The faces of dice that do not count.", FACE, 0, 8),
    },
    make=_signature,
)
_DIE_FACE = Table(
    "A side of the dice.",
    {
        "name": word_key("The name, in English."),
        "symbol": symbol_key(
            "One or two letters or digits to draw and to type, such as K or 10. Without it, the "
            "side shows pips."
        ),
        "value": Number(
            "Its value, at least that of the side before it. Without it, its number counts.",
            -1000,
            1000,
        ),
    },
    ("name",),
    patterns.DieFace,
)
_FACE_GROUP = Table(
    "A group of faces, such as those of one colour.",
    {
        "id": id_key("The id."),
        "name": word_key("Its name, in English, such as red."),
        "faces": List(
            "The faces.", FACE, 1, 20, unique=True, make=lambda faces: tuple(sorted(faces))
        ),
    },
    ("id", "name", "faces"),
    patterns.FaceGroup,
)
ONLY_BESIDE = {
    **dict.fromkeys(
        ("category", "sections", "yacht_box_first", "may_decline", "columns"),
        ("rule", ("free", "forced")),
    ),
    **dict.fromkeys(("any_dice", "number_box_full"), ("rule", ("free",))),
    "zero": ("rule", ("forced",)),
    "sweep": ("by", ("columns",)),
    "from": ("fill", ("outwards",)),
}
"""Keys that have an effect only with certain values of another key of their table: that key and the
values."""
IDENTITY = ("variant", "accent", "signature")
"""Keys that identify a game, which an extending file does not inherit."""

RULESET = Table(
    "A dice game of the Yacht family, as data.",
    {
        "format": Choice("The version of this vocabulary.", (FORMAT,)),
        "extends": word_key(
            "The game that this file changes: its name, or a file in the same folder. The file "
            "has only the "
            "differences; sections, categories and totals are found by their ids, and new ones "
            "are added."
        ),
        "remove": List(
            "Where the file extends a game: ids of items to leave out, or keys of items, such as "
            "yacht.needs.",
            TextKey(NO_DOC, _REMOVED),
            unique=True,
        ),
        "name": word_key("The name of the game, in English."),
        "summary": line_key("What makes the game special, in one line."),
        "variant": short_key(
            "The difference from other games of the same name, at most 28 letters."
        ),
        "accent": colour_key(
            "Its colour, as #rrggbb: a dark one, with a contrast of 7 or more with white. "
            "Without it, one that "
            "no other game of the same name has."
        ),
        "signature": _SIGNATURE,
        "source": line_key("Where the rules come from."),
        "notes": List("Short sentences for the foot of the sheet.", ANY_LINE, 0, 6),
        "dice": Table(
            "The dice; five ordinary dice and three rolls by default.",
            {
                "count": Number("Number of dice.", 1, 8),
                "use": Number(
                    "Number of dice that count: after the last roll the player chooses them. "
                    "Without it, all dice count.",
                    1,
                    7,
                ),
                "sides": Number("Number of sides of a die.", 2, 20),
                "rolls": Number("Maximum number of rolls in a turn.", 1, 10),
                "last_turn": Number(
                    "Maximum number of rolls in the last turn of a player. Without it, that of "
                    "all turns.",
                    2,
                    10,
                ),
                "saved": Table(
                    "Rolls that are not used are kept for later turns.",
                    {
                        "max": Number(
                            "Maximum number of saved rolls. Without it, there is no limit.", 1, 20
                        )
                    },
                    make=patterns.SavedRolls,
                ),
                "spare": Table(
                    "Further rolls that each player has in a game, in any turns.",
                    {"count": Number("Their number.", 1, 10)},
                    ("count",),
                    lambda count: count,
                ),
                "shared": Flag(
                    "true: one player rolls for all, and everyone writes the same roll."
                ),
                "faces": List(
                    "The sides, the lowest first. Without them, dice show pips.", _DIE_FACE, 2, 20
                ),
                "groups": List("Sets of faces, such as colours.", _FACE_GROUP, 1, 8),
                "served": Choice(
                    "When first_roll points count: on the first roll, or whenever all dice were "
                    "thrown together.",
                    ("first_roll", "all_dice"),
                ),
                "kept": Choice(
                    "free: kept dice may be rolled again. stay: they may not.", ("free", "stay")
                ),
            },
            make=patterns.Dice,
        ),
        "columns": List(
            "The columns of a player's card, each with all rows; one by default.", _COLUMN, 1, 12
        ),
        "winner": Table(
            "The rule for winning; the highest total by default.",
            {
                "by": Choice(
                    "What decides: the total, or match points for the highest total of each "
                    "column. A tie gives none.",
                    ("total", "columns"),
                ),
                "sweep": Number(
                    "columns: additional match points for winning all columns.", 0, 1000
                ),
            },
            ("by",),
            make=ruleset.Winner,
        ),
        "players": Table(
            "The number of players.",
            {
                "min": Number("Minimum.", 1, 100),
                "max": Number("Maximum. Without it, there is no limit.", 1, 100),
                "best": List(
                    "The range with which the game is best.", Number("Players.", 1, 100), 2, 2
                ),
                "start": Choice(
                    "Who starts: as agreed, or the highest roll.", ("agree", "high_roll")
                ),
            },
            make=ruleset.Players,
        ),
        "sheet": Table(
            "Layout of the score sheet.",
            {
                "columns": Choice(
                    "Meaning of the columns: a player each, or a game each.", ("players", "games")
                ),
                "count": Number("Default number of columns.", 1, 20),
                "cards": Choice(
                    "one: all sections in one list. per_section: a card for each section.",
                    ("one", "per_section"),
                ),
                "numbered": Flag("true: the rows are numbered."),
            },
            make=ruleset.SheetStyle,
        ),
        "joker": _JOKER,
        "constraints": List(
            "Pairs of categories of which one must have fewer points.", _CONSTRAINT, 0, 12
        ),
        "booklet": _BOOKLET,
        "readings": List("Other interpretations of the source.", _READING, 0, 8),
        "sections": List("The sections, in card order.", _SECTION, 1, 12),
        "totals": List("The totals below all sections.", _TOTAL, 1, 12),
        "translations": Map("Language codes to words.", _TRANSLATION),
    },
    ("format", "name", "sections", "totals"),
    ruleset.Ruleset,
)
"""Declaration of a whole file."""

CHANGES: Table = tables.partial(RULESET)
"""Declaration of a file that extends a game: every key may be left out, except the ids of items."""
