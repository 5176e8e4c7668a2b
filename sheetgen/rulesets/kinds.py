"""The kinds of patterns, points and totals of a ruleset file: each word, its keys, and what is made of it."""

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace

from sheetgen.errors import Message
from sheetgen.files.tables import COLOUR, Flag, Form, Key, Kind, List, Map, Number, Table, Text
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
    Roll,
    Straight,
    Sum,
)
from sheetgen.rules.ruleset import BonusStep

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
SHORT = replace(_WORD, most=28)
_SYMBOL = Form(
    "^([A-Za-z7-9]|[A-Za-z0-9]{2})$",
    "[A-Za-z7-9]|[A-Za-z0-9]{2}",
    Message("wrote %(written)s; should be a letter, a digit above 6, or two of them"),
    2,
)
"""What nobody takes for the number of a face with pips."""

id_key, word, line, short, colour, symbol = (
    partial(Text, form=form) for form in (_ID, _WORD, _LINE, SHORT, COLOUR, _SYMBOL)
)


def roll(doc: str) -> List:
    """A key for a roll."""
    return List(doc, FACE, 1, 8, make=lambda dice: Roll(tuple(dice)))


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
    BonusStep,
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
