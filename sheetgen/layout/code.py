"""The code of a sheet: ten dice that say which game, how many columns and what layout it is, and check themselves.

Seven dice are a number to the base of six, a face less one for each place, the highest first. Where the first of them
shows 1, 2 or 3, the game comes with sheetgen, and the number is made of its place in `GAMES`, the columns, the paper,
how that lies, and a hash of the layout; else it is a game of one's own, with a fingerprint of its rules.
The other three are a sum of the seven, each with its weight, modulo 211. The weights are such that no one or two wrong
dice, wherever they stand, leave a code; nor is any code another one when it is read upside down.

And the foot of a page, where it stands: a ruler, lines to sign on, the rules that one forgets, the command.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any
from zlib import crc32

from msgspec import Struct, field
from msgspec.structs import fields, replace

from sheetgen.layout.grid import Type
from sheetgen.layout.options import MM, Look, named_paper
from sheetgen.layout.primitives import (
    CAP,
    Cell,
    CellId,
    Die,
    Font,
    Ink,
    Line,
    Measure,
    Rect,
    Tagged,
    Text,
    wrap,
    wrapped,
)
from sheetgen.rules.ruleset import Column, Ruleset

GAMES = (
    "balut", "bonus-yachts", "cheerio", "dice-play", "generala", "maxi-yatzy", "numbers-hands", "players-choice",
    "yatzy", "crag", "colours", "generala-double", "forced-yatzy", "forced-maxi-yatzy", "yams", "yams-4", "yamb",
    "yamb-7", "triple", "four-columns", "escalero",
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
    parts: tuple[object, ...] = (
        ruleset.sections, ruleset.totals, ruleset.dice, ruleset.joker, ruleset.constraints
    )  # fmt: skip
    if ruleset.columns != (Column(),):
        parts = (*parts, ruleset.columns)
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


# the foot

_SMALL, _FOOT, _COMMAND = 8.0, 8.2, 7.5
"""The sizes of what stands in the foot: on small pages, on others, and the command."""
_GAP = 1.5 * MM
"""Between a word and the line to write on behind it."""
_LEADING = 3.6 / 8.2 * MM
"""From one line of the foot to the next, beside the size of its letters."""
_MOST_SET = 8
"""Texts of more lines, such as all that is wrong with some cards, are set as narrow as the code leaves room for."""
_BESIDE_CODE = 2
"""How many lines of the foot, the command among them, stand beside the code or too near above it."""
_BEFORE_COMMAND = 0.75 * MM
DIE, DIE_GAP, CODE_APART = 4.5 * MM, 0.7 * MM, 3 * MM
"""The side of a die of the code, the gap between two, and that around all."""
_CODE, _IN_LINE = 10, 5
"""How many dice the code has, and how many of them stand in a line where it has two."""
CODE_ABOVE = _IN_LINE * DIE + (_IN_LINE - 1) * DIE_GAP, 2 * DIE + DIE_GAP
"""The width and the height of the code where it stands in two lines."""
_SCREEN_LINE = 6 * MM
"""The height of the line for a screen's own cells, below the rows."""
_RULER_HEIGHT = 9 * MM
_SIGNATURE_HEIGHT = 12 * MM
_RULER = 50
"""The length of the ruler of a sheet, in millimetres."""
_TICKS = ((10, 4.0), (5, 3.0), (1, 1.8))
"""The distance between ticks of one kind, and how long they are, in millimetres."""
_LEAST_LINE = 28 * MM
"""Nobody signs on less."""
_BETWEEN_LINES = 12.0


class Drawing(Tagged):
    """What was drawn so far."""

    cells: list[Cell] = field(default_factory=list)


class Foot(Struct, frozen=True, dict=True):
    """What stands below the rows, and the code wherever that is, measured for one width of the type area."""

    width: float
    type: Type
    reminders: tuple[tuple[str, ...], ...]
    """The sentences of each paragraph."""
    command: str
    look: Look
    measure: Measure
    fillable: bool = False
    """Whether there is a line of cells for a screen."""
    ruler: bool = False
    signatures: tuple[str, ...] = ()
    """Words that are followed by a line to sign on."""

    @property
    def above(self) -> bool:
        """Whether the code stands in the upper right corner, in two lines."""
        return self.type.dense

    def code_dice(self, x: float, top: float, bottom: float) -> tuple[Rect, ...]:
        """The dice of the code, in the upper right corner of the type area or, in one line, in the lower right one."""
        step, columns = DIE + DIE_GAP, _IN_LINE if self.above else _CODE
        left, y = x + self.width - columns * step + DIE_GAP, top if self.above else bottom - DIE
        where = (divmod(place, columns) for place in range(_CODE))
        return tuple(Rect(left + column * step, y + row * step, DIE, DIE) for row, column in where)

    def draw_code(self, faces: tuple[int, ...], places: tuple[Rect, ...], drawing: Drawing) -> None:
        """The code; where it stands in one line, with its digits."""
        digits = "".join(map(str, faces))
        with drawing.element("Figure" if self.above else "Artifact", digits):  # which are read once
            dice = (Die(each.x, each.y, DIE, face, "code") for face, each in zip(faces, places, strict=True))
            drawing.items.extend(dice)
        if not self.above:
            size = self.look.size(_COMMAND)
            at = places[0].x - 1.5 * MM, places[0].bottom - 0.5 * (DIE - CAP * size)
            with drawing.element("P"):
                drawing.items.append(Text(*at, digits, Font.REGULAR, size, Ink.MUTED, "right"))

    @property
    def _code_width(self) -> float:
        """What the code takes of the foot."""
        if self.above:
            return 0.0
        return 10 * (DIE + DIE_GAP) + self.measure("0" * 10, Font.REGULAR, self.look.size(_COMMAND)) + 6 * MM

    @cached_property
    def height(self) -> float:
        """From the corner marks to the bottom of the type area."""
        ruler = _RULER_HEIGHT if self.ruler else 0
        screen = _SCREEN_LINE + self._foot_gap if self.fillable else 0
        lines = sum(size for _, size in self._foot) * _LEADING + self._before_command
        gap = 0.0 if ruler or screen or self._signature_rows else self._foot_gap
        code = DIE + max(0.0, CODE_APART - gap) if self._code_width else 0.0
        signed = len(self._signature_rows) * _SIGNATURE_HEIGHT
        height = screen + ruler + signed + max(lines, code)
        return self._foot_gap + height if height else 0.0

    def draw(self, x: float, y: float, drawing: Drawing) -> None:
        """Draw the foot with its upper left corner at x, y."""
        y += self._foot_gap
        if self.fillable:
            button = self.width / 4
            status = Rect(x, y, self.width - button - 10, _SCREEN_LINE)
            clear = replace(status, x=x + self.width - button, width=button)
            drawing.cells += [Cell(CellId("status"), status, "status"), Cell(CellId("clear"), clear, "button")]
            drawing.add("P", rect=Rect(x, y, self.width, _SCREEN_LINE))
            y += _SCREEN_LINE + self._foot_gap
        if self.ruler:
            width, end, size = 0.5, x + _RULER * MM, self.look.size(7.5)
            drawing.items += [Line(x, y, end, y, width, Ink.TEXT), *ticks(x, y, _RULER, width)]
            with drawing.element("P"):
                drawing.items.append(Text(end + 4, y + 5 * MM, f"{_RULER} mm", Font.REGULAR, size, Ink.MUTED))
            y += _RULER_HEIGHT
        for row in self._signature_rows:
            y += _SIGNATURE_HEIGHT
            words = sum(self._signed_width(label) for label in row)
            length = (self.width - words - _BETWEEN_LINES * (len(row) - 1)) / len(row)
            left = x
            for label in row:
                with drawing.element("P"):
                    drawing.items.append(Text(left, y - 3, label, Font.REGULAR, self._foot_size, Ink.MUTED))
                left += self._signed_width(label)
                drawing.items.append(Line(left, y, left + length, y, 0.6, Ink.MUTED))
                left += length + _BETWEEN_LINES
        for size, lines in groupby(self._foot, lambda line: line[1]):
            y += self._before_command if size == self._command_size else 0.0
            with drawing.element("P"):
                for line, _ in lines:
                    y += _LEADING * size
                    drawing.items.append(Text(x, y - 0.25 * size, line, Font.REGULAR, size, Ink.MUTED))

    @property
    def _before_command(self) -> float:
        """The gap above the command, where it has a line of its own and another size."""
        apart = self._foot and self._foot[0][1] != self._foot[-1][1]
        return _BEFORE_COMMAND if apart else 0.0

    @property
    def _foot_size(self) -> float:
        return self.look.size(_FOOT if not self.type.small else _SMALL)

    @property
    def _command_size(self) -> float:
        return self.look.size(_COMMAND)

    @property
    def _foot_gap(self) -> float:
        return (1.0 if self.type.dense else 2.5) * MM

    @cached_property
    def _foot(self) -> list[tuple[str, float]]:
        """The lines of the foot with their sizes: a sentence a line, if that takes no more lines; then the command."""
        small, size = self._command_size, self._foot_size
        paragraphs = [" ".join(sentences) for sentences in self.reminders]
        behind = " · ".join((*paragraphs, self.command))
        if self.type.dense and self.command and self.measure(behind, Font.REGULAR, size) <= self.width:
            return [(behind, size)]
        command = [(line, small) for line in wrap(self.command, self._beside_code, Font.REGULAR, small, self.measure)]
        sentences = [sentence for each in self.reminders for sentence in each]
        ways = (self._set(texts, len(command)) for texts in (sentences, paragraphs))
        return [*((line, size) for line in min(ways, key=len)), *command]

    def _set(self, texts: Sequence[str], below: int) -> list[str]:
        """Texts in as few lines as can be, the last of them beside the code; so many lines follow."""
        beside = _BESIDE_CODE if below else _BESIDE_CODE + 1  # there is a gap above the command
        narrow, count = max(0, beside - below) if self._code_width else 0, 0
        if sum(self.measure(text, Font.REGULAR, self._foot_size) for text in texts) > _MOST_SET * self.width:
            beside_code = (wrap(text, self._beside_code, Font.REGULAR, self._foot_size, self.measure) for text in texts)
            return [line for lines in beside_code for line in lines]
        while True:
            for more in range(count + 1):  # lines above the last of them, where these would end too early
                widths = [self.width] * max(0, count - narrow - more) + [self._beside_code] * (narrow + more)
                lines = self._filled(texts, widths[-count:] if count else [])
                if len(lines) == count:
                    return lines
            count += 1

    def _filled(self, texts: Sequence[str], widths: Sequence[float]) -> list[str]:
        """Texts in lines of these widths, and one more if there are too few."""
        rest, lines = list(texts), []
        for width in widths:
            if rest:
                lines.append(next(wrapped(rest[0], width, Font.REGULAR, self._foot_size, self.measure)))
                rest[0] = rest[0][len(lines[-1]) :].lstrip()
                rest = rest if rest[0] else rest[1:]
        return [*lines, *rest[:1]]

    @property
    def _beside_code(self) -> float:
        return self.width - self._code_width

    @cached_property
    def _signature_rows(self) -> list[tuple[str, ...]]:
        """The words to sign behind, all in one row if each line has room there, else below each other."""
        need = sum(self._signed_width(label) + _LEAST_LINE for label in self.signatures)
        beside = need + _BETWEEN_LINES * (len(self.signatures) - 1) <= self.width
        return [self.signatures] if beside and self.signatures else [(label,) for label in self.signatures]

    def _signed_width(self, label: str) -> float:
        return self.measure(label, Font.REGULAR, self._foot_size) + _GAP


def ticks(x: float, y: float, length: int, width: float, *, down: bool = False) -> list[Line]:
    """The ticks of a scale that begins at x, y and goes to the right or, with `down`, downwards."""
    lines = []
    for mm in range(length + 1):
        long = next(long for step, long in _TICKS if mm % step == 0) * MM
        ends = (x, y + mm * MM, x + long, y + mm * MM) if down else (x + mm * MM, y, x + mm * MM, y + long)
        lines.append(Line(*ends, width, Ink.TEXT))
    return lines
