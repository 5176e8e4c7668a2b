"""Code of a sheet: ten dice that encode the game, the columns and the layout, and check themselves.

Seven dice are a number to the base of six: each face less one is a digit, the most significant
first. If the first die shows 1, 2 or 3, the game comes with sheetgen, and the number combines its
place in `GAMES`, the columns, the paper, the orientation and a hash of the options that move boxes.
The games from the 22nd on share the last places, with fewer values of the hash.
Otherwise the game is somebody's own, and a fingerprint of its rules takes the place of its number
in `GAMES`.

The other three dice are a checksum: the sum of the seven digits, each times its weight, modulo 211.
The weights are such that one or two wrong dice never give a valid code, and that no code is valid
upside down.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

from msgspec import Struct
from msgspec.structs import fields

from sheetgen.layout.options import named_paper
from sheetgen.layout.primitives import MM, Rect
from sheetgen.rules.ruleset import Column, Ruleset

GAMES = (
    "balut",
    "bonus-yachts",
    "cheerio",
    "dice-play",
    "generala",
    "maxi-yatzy",
    "numbers-hands",
    "players-choice",
    "yatzy",
    "crag",
    "colours",
    "generala-double",
    "forced-yatzy",
    "forced-maxi-yatzy",
    "yams",
    "yams-4",
    "yamb",
    "yamb-7",
    "triple",
    "four-columns",
    "escalero",
    "yamb-6",
    "triple-chips",
    "two-columns",
    "three-columns",
    "yams-13",
    "yacht-12",
    "generala-13",
    "general",
    "wuerfelpoker",
    "yamb-10",
    "maxi-yatzy-saved",
)
"""Games of the code, at most `MOST_GAMES`. A new one is appended and none ever moves: printed
sheets contain its place."""
PAPERS = ("a4", "letter", "a5", "half-letter", "a6", "")
"""Papers of the code, and cards of these sizes; the last one means any other. The orientation is
separate."""
MOST_COLUMNS = 17
"""Maximum number of columns in a code, which means 17 or more. A booklet has 0."""
_SHIPPED = (24, MOST_COLUMNS + 1, len(PAPERS), 2, 27)
"""Numbers of games, columns, papers, orientations and layouts. Their product is half of 6**7."""
_WITH_27_LAYOUTS = 21
"""Number of games that have one of the 24 places to themselves, with 27 layouts. The later ones
share the last three places."""
_LATER_LAYOUTS = 6
"""Number of layouts of a later game, as of people's own games."""
MOST_GAMES = _WITH_27_LAYOUTS + (24 - _WITH_27_LAYOUTS) * 27 // _LATER_LAYOUTS
"""Maximum number of games of the code."""
_OWN = (108, MOST_COLUMNS + 1, len(PAPERS), 2, 6)
"""Numbers of fingerprints, columns, papers, orientations and layouts for people's own games: the
other half of 6**7."""
_HALF = 6**7 // 2
"""First number of people's own games."""
_WEIGHTS, _MODULUS = (7, 11, 13, 16, 17, 19, 23), 211
"""Weights of the seven dice in the checksum, whose own dice weigh 36, 6 and 1.

No two of these ten weights have a ratio, modulo 211, of two numbers from -5 to 5, so that no two
errors cancel out.
"""
DIE, DIE_GAP, CODE_MARGIN = 4.5 * MM, 0.7 * MM, 3 * MM
"""Side of a die of the code, the gap between two dice, and the free space around the code.

With 4.2 mm and grey outlines of half a point, 3 of 10 made photos had no code; with black ones, 1
of 22; with 4.5 mm and wider ones, 0 of 20. With a gap of 0.6 mm, blurred pictures had 1 code of 25;
so, 8.
"""
CODE_WIDTH, CODE_HEIGHT = 5 * DIE + 4 * DIE_GAP, 2 * DIE + DIE_GAP
"""Size of a code in two lines."""
FLAT_CODE_WIDTH = 10 * DIE + 9 * DIE_GAP
"""Width of a code in one line."""
_TEXTS = frozenset(["name", "note", "examples", "aliases"])
"""Fields of a ruleset's parts that are not rules."""


class Code(Struct, frozen=True):
    """Content of a code."""

    ruleset: str
    """Id of the game; empty for somebody's own game and for games that this version does not
    know."""
    rules: int | None
    """Fingerprint of the rules, for somebody's own game."""
    columns: int
    """Number of columns; `MOST_COLUMNS` also stands for more, and 0 for a booklet."""
    paper: str
    """Name from `PAPERS`."""
    across: bool
    """Flag: landscape."""
    layout: int
    """Hash of the options that move the boxes; on older sheets, of the positions of the boxes."""

    def is_of(self, ruleset: Ruleset) -> bool:
        """Check whether this can be the code of a sheet of the game."""
        return (self.ruleset, self.rules) == _game(ruleset)


def code_of(
    ruleset: Ruleset, columns: int, page: tuple[float, float], moved_by: Iterable[str]
) -> tuple[int, ...]:
    """Return the faces of the code of a sheet.

    It holds the game, the number of columns, the page size, and the options that move boxes. Sheets
    with the same options have the same code, and are laid out alike.
    """
    layout = crc32("\n".join((*(f"{side / MM:.0f}" for side in page), *moved_by)).encode())
    known = paper_in_code(page)
    return encode(
        Code(*_game(ruleset), min(columns, MOST_COLUMNS), known, page[0] > page[1], layout)
    )


def old_code_of(
    ruleset: Ruleset, columns: int, page: tuple[float, float], cells: Iterable[tuple[str, Rect]]
) -> tuple[int, ...]:
    """Return the faces that older sheets have.

    The places of the boxes took the place of the options.
    """
    sides = (
        f"{row} {rect.x / MM:.1f} {rect.y / MM:.1f} {rect.width / MM:.1f} {rect.height / MM:.1f}"
        for row, rect in cells
    )
    return code_of(ruleset, columns, page, sides)


def paper_in_code(page: tuple[float, float]) -> str:
    """Return the name from `PAPERS` for a page of this size; empty for any other."""
    name = named_paper(*page, "").name
    return name if name in PAPERS else ""


def code_places(right: float, top: float, lines: int) -> tuple[Rect, ...]:
    """Return the places of the ten dice, in the order of reading.

    They are in one line, or in two, that end at this x.
    """
    columns, step = 10 // lines, DIE + DIE_GAP
    left = right - columns * step + DIE_GAP
    where = (divmod(place, columns) for place in range(10))
    return tuple(Rect(left + column * step, top + row * step, DIE, DIE) for row, column in where)


def encode(code: Code) -> tuple[int, ...]:
    """Return the faces of a code.

    Its layout may be any number; one whose faces are valid upside down is skipped.

    Raises ValueError for a game that is neither in `GAMES` nor somebody's own.
    """
    base, radices = (0, _SHIPPED) if code.rules is None else (_HALF, _OWN)
    layout = code.layout
    while True:
        if code.rules is None:
            first, last = _place_of(GAMES.index(code.ruleset), layout)
        else:
            first, last = code.rules, layout % _OWN[-1]
        parts = first, code.columns, PAPERS.index(code.paper), code.across, last
        number = 0
        for part, radix in zip(parts, radices, strict=True):
            number = number * radix + part
        faces = checked(base + number)
        if not is_whole(faces[::-1]):
            return faces
        layout += 1


def decode(faces: Sequence[int]) -> Code | None:
    """Return the code that ten faces contain, in the order of reading.

    None if the checksum is wrong.
    """
    if not is_whole(faces) or is_whole(faces[::-1]):
        return None
    number = _number_of(faces[:7])
    own = number >= _HALF
    rest, parts = number % _HALF, []
    for radix in reversed(_OWN if own else _SHIPPED):
        rest, part = divmod(rest, radix)
        parts.append(part)
    layout, across, paper, columns, first = parts
    if own:
        return Code("", first, columns, PAPERS[paper], bool(across), layout)
    game, layout = _game_in(first, layout)
    ruleset = GAMES[game] if game < len(GAMES) else ""
    return Code(ruleset, None, columns, PAPERS[paper], bool(across), layout)


def _place_of(game: int, layout: int) -> tuple[int, int]:
    """Return the place of a game with this index in `GAMES`, and the layout within the place."""
    if game < _WITH_27_LAYOUTS:
        return game, layout % _SHIPPED[-1]
    later = (game - _WITH_27_LAYOUTS) * _LATER_LAYOUTS + layout % _LATER_LAYOUTS
    place, layout = divmod(later, _SHIPPED[-1])
    return _WITH_27_LAYOUTS + place, layout


def _game_in(place: int, layout: int) -> tuple[int, int]:
    """Return the index in `GAMES` and the layout that `_place_of` has put into a place."""
    if place < _WITH_27_LAYOUTS:
        return place, layout
    later = (place - _WITH_27_LAYOUTS) * _SHIPPED[-1] + layout
    game, layout = divmod(later, _LATER_LAYOUTS)
    return _WITH_27_LAYOUTS + game, layout


def checked(number: int) -> tuple[int, ...]:
    """Return a number below 6**7 as seven faces, followed by the three of its checksum."""
    data = _faces_of(number, 7)
    return (*data, *_faces_of(_checksum(data), 3))


def is_whole(faces: Sequence[int]) -> bool:
    """Check whether these are ten faces of which the last three are the checksum of the others."""
    return (
        len(faces) == 10
        and all(1 <= face <= 6 for face in faces)
        and _checksum(faces[:7]) == _number_of(faces[7:])
    )


def _checksum(data: Sequence[int]) -> int:
    return sum(weight * (face - 1) for weight, face in zip(_WEIGHTS, data, strict=True)) % _MODULUS


def _number_of(faces: Sequence[int]) -> int:
    """Return the number that faces encode to the base of six, the most significant first."""
    return int("".join(str(face - 1) for face in faces), 6)


def _faces_of(number: int, count: int) -> tuple[int, ...]:
    return tuple(number // 6**place % 6 + 1 for place in reversed(range(count)))


def _game(ruleset: Ruleset) -> tuple[str, int | None]:
    """Return the id of a game that comes with sheetgen, and None.

    For other games, an empty id and the fingerprint of the rules.
    """
    if ruleset.shipped and ruleset.id in GAMES:
        return ruleset.id, None
    parts: tuple[object, ...] = (
        ruleset.sections,
        ruleset.totals,
        ruleset.dice,
        ruleset.joker,
        ruleset.constraints,
    )
    if ruleset.columns != (Column(),):
        parts = (*parts, ruleset.columns)
    return "", crc32(repr(_without_texts(parts)).encode()) % _OWN[0]


def _without_texts(value: Any) -> Any:
    """Return a value of the rules as names and numbers.

    Texts are left out, and fields that have their default. The fingerprint therefore stays the same
    when a later version adds fields to the rules.
    """
    if isinstance(value, Struct):
        given = ((each.name, getattr(value, each.name), each.default) for each in fields(value))
        own = [
            (name, _without_texts(part))
            for name, part, default in given
            if name not in _TEXTS and part != default
        ]
        return type(value).__name__, own
    if isinstance(value, frozenset):
        return sorted(map(_without_texts, value))
    return [_without_texts(each) for each in value] if isinstance(value, tuple | list) else value
