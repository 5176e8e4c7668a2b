"""The code of a sheet: ten dice that say which game, how many columns and what layout it is, and check themselves.

Seven dice are a number to the base of six, a face less one for each place, the highest first. Where the first of them
shows 1, 2 or 3, the game comes with sheetgen, and the number is made of its place in `GAMES`, the columns, the paper,
how that lies, and a hash of the layout; else it is a game of one's own, with a fingerprint of its rules.
The other three are a sum of the seven, each with its weight, modulo 211. The weights are such that no one or two wrong
dice, wherever they stand, leave a code; nor is any code another one when it is read upside down.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

from msgspec import Struct
from msgspec.structs import fields

from sheetgen.layout.options import MM, named_paper
from sheetgen.layout.primitives import Rect
from sheetgen.rules import Ruleset

GAMES = (
    "balut", "bonus-yachts", "cheerio", "dice-play", "generala", "maxi-yatzy", "numbers-hands", "players-choice",
    "yatzy",
)  # fmt: skip
"""The games of the code. A new one goes to the end, up to 24, and none ever moves: printed sheets have its place."""
PAPERS = ("a4", "letter", "a5", "half-letter", "a6", "")
"""The papers of the code, or the cards of such a size; all others are the last one. Each lies upright or across."""
MOST_COLUMNS = 17
"""The most columns that the code tells apart: this is so many or more. None are those of a booklet."""
_SHIPPED = (24, MOST_COLUMNS + 1, len(PAPERS), 2, 27)
"""How many games, columns, papers, ways to lie, and layouts there are: together they are half of all numbers."""
_OWN = (108, MOST_COLUMNS + 1, len(PAPERS), 2, 6)
"""The same for games of one's own, which are the other half: fingerprints come first."""
_HALF = 6**7 // 2
_WEIGHTS, _MODULUS = (7, 11, 13, 16, 17, 19, 23), 211
"""What each of the seven dice counts in the sum; the three that say it count 36, 6 and 1.

No two of the ten are to each other as two differences of faces are: so no two mistakes make up for each other.
"""
_TEXTS = frozenset(["name", "note", "examples", "aliases"])
"""What a row has beside its rules."""


class Code(Struct, frozen=True):
    """What the dice say."""

    ruleset: str
    """The id of the game; empty for a game of one's own, or for one that came with a later version."""
    rules: int | None
    """For a game of one's own, the fingerprint of its rules."""
    columns: int
    """How many there are, `MOST_COLUMNS` or more; 0 for what has none."""
    paper: str
    """One of `PAPERS`."""
    across: bool
    """Whether the longer side of the page lies across."""
    layout: int
    """A hash of where the boxes are."""

    def is_of(self, ruleset: Ruleset) -> bool:
        """Whether this can be the code of a sheet of this game."""
        return (self.ruleset, self.rules) == _game(ruleset)


def code_of(
    ruleset: Ruleset, columns: int, page: tuple[float, float], cells: Iterable[tuple[str, Rect]]
) -> tuple[int, ...]:
    """The faces of the dice of a sheet: of its game, its columns, its page and what is written where, in points.

    Sheets of one game whose boxes lie within a tenth of a millimetre of each other have the same.
    """
    sides = (f"{row} {rect.x / MM:.1f} {rect.y / MM:.1f} {rect.width / MM:.1f} {rect.height / MM:.1f}"
             for row, rect in cells)  # fmt: skip
    paper = named_paper(*page, "").name
    layout = crc32("\n".join((*(f"{side / MM:.0f}" for side in page), *sides)).encode())
    known = paper if paper in PAPERS else ""
    return encode(Code(*_game(ruleset), min(columns, MOST_COLUMNS), known, page[0] > page[1], layout))


def encode(code: Code) -> tuple[int, ...]:
    """The faces of a code, whose layout may be any number: the next one is taken if upside down it were another code.

    Raises ValueError for a game that is neither in `GAMES` nor one's own.
    """
    first, base, radices = (GAMES.index(code.ruleset), 0, _SHIPPED) if code.rules is None else (code.rules, _HALF, _OWN)
    layout = code.layout
    while True:
        parts = first, code.columns, PAPERS.index(code.paper), code.across, layout % radices[-1]
        number = 0
        for part, radix in zip(parts, radices, strict=True):
            number = number * radix + part
        faces = checked(base + number)
        if not is_whole(faces[::-1]):
            return faces
        layout += 1


def decode(faces: Sequence[int]) -> Code | None:
    """What ten faces say, in the order in which they are read; None if they are no code."""
    if not is_whole(faces) or is_whole(faces[::-1]):
        return None
    number = _number(faces[:7])
    rest, parts = number % _HALF, []
    for radix in reversed(_SHIPPED if number < _HALF else _OWN):
        rest, part = divmod(rest, radix)
        parts.append(part)
    layout, across, paper, columns, first = parts
    own = number >= _HALF
    ruleset = GAMES[first] if not own and first < len(GAMES) else ""
    return Code(ruleset, first if own else None, columns, PAPERS[paper], bool(across), layout)


def checked(number: int) -> tuple[int, ...]:
    """A number below 6**7 as seven faces, and the three that check it."""
    data = _faces(number, 7)
    return (*data, *_faces(_sum(data), 3))


def is_whole(faces: Sequence[int]) -> bool:
    """Whether these are ten faces of which the last three are the sum of the others."""
    return len(faces) == 10 and all(1 <= face <= 6 for face in faces) and _sum(faces[:7]) == _number(faces[7:])


def _sum(data: Sequence[int]) -> int:
    return sum(weight * (face - 1) for weight, face in zip(_WEIGHTS, data, strict=True)) % _MODULUS


def _number(faces: Sequence[int]) -> int:
    """Faces as a number to the base of six, the highest place first."""
    number = 0
    for face in faces:
        number = number * 6 + face - 1
    return number


def _faces(number: int, count: int) -> tuple[int, ...]:
    return tuple(number // 6**place % 6 + 1 for place in reversed(range(count)))


def _game(ruleset: Ruleset) -> tuple[str, int | None]:
    """The id of a game that comes with sheetgen, or nothing and the fingerprint of the rules."""
    if ruleset.shipped and ruleset.id in GAMES:
        return ruleset.id, None
    parts = (ruleset.sections, ruleset.totals, ruleset.dice, ruleset.joker, ruleset.constraints)
    return "", crc32(repr(_plain(parts)).encode()) % _OWN[0]


def _plain(value: Any) -> Any:
    """A value of the rules as names and numbers, without its texts, and without what is as it is if nothing is said.

    So that it stays the same when a later version has more to say of rules.
    """
    if isinstance(value, Struct):
        said = ((each.name, getattr(value, each.name), each.default) for each in fields(value))
        own = [(name, _plain(part)) for name, part, default in said if name not in _TEXTS and part != default]
        return type(value).__name__, own
    if isinstance(value, frozenset):
        return sorted(map(_plain, value))
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value
