"""Words and dice in lines, greedily, and drawn with our own writer. Points, from the top left corner."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sheetgen.layout.primitives import Die, Font, Ink, Item, Measure, Text, wrap
from sheetgen.layout.rows import Pip

_DIE, _GAP, _DROP = 0.92, 0.14, 0.12
"""The side of a die in a line, beside the size of the type; the gap to the next, beside the side; and how far it hangs
below the line, beside the size."""
_AFTER_DICE = 0.15
"""What stays free on both sides of dice, beside the size."""


class Word(Struct, frozen=True):
    """A word of one style, or a row of dice."""

    text: str
    font: Font = Font.REGULAR
    size: float = 10.0
    ink: Ink = Ink.TEXT
    dice: tuple[Pip, ...] = ()
    spaced: bool = True
    """Whether a blank parts it from the word before."""
    breaks: bool = False
    """Whether a new line begins with it."""


Line = Sequence[Word]


def words_of(text: str, font: Font, size: float, ink: Ink = Ink.TEXT) -> list[Word]:
    """The words of a text; blanks at its ends do not count, and those that must not break stay."""
    return [Word(word, font, size, ink) for word in plain(text).split(" ") if word]


def plain(text: str) -> str:
    """The text with narrow blanks as wide ones, which faces have."""
    return text.replace("\u202f", "\u00a0")


def width_of(word: Word, measure: Measure) -> float:
    """How wide a word or a row of dice is."""
    if word.dice:
        count = len(word.dice)
        return word.size * (_DIE * (count + (count - 1) * _GAP) + _AFTER_DICE)
    return measure(word.text, word.font, word.size)


def _space(word: Word, measure: Measure) -> float:
    return measure(" ", word.font, word.size) if word.spaced else 0.0


def broken(words: Iterable[Word], width: float, measure: Measure) -> list[list[Word]]:
    """The words in lines no wider than this; a word that is too long for a line is broken."""
    lines: list[list[Word]] = [[]]
    used = 0.0
    for each in words:
        for word in _parts(each, width, measure):
            wide, space = width_of(word, measure), _space(word, measure) if lines[-1] else 0.0
            if lines[-1] and (word.breaks or used + space + wide > width + 0.01):
                lines.append([])
                used = space = 0.0
            lines[-1].append(word)
            used += space + wide
    return [line for line in lines if line]


def _parts(word: Word, width: float, measure: Measure) -> Iterator[Word]:
    """The word, or its pieces if no line has room for it; dice that are too many stand in several rows."""
    if width_of(word, measure) <= width + 0.01:
        yield word
    elif word.dice:
        most = max(1, int((width / word.size - _AFTER_DICE + _DIE * _GAP) / (_DIE * (1 + _GAP))))
        for start in range(0, len(word.dice), most):
            yield Word("", word.font, word.size, word.ink, word.dice[start : start + most])
    else:
        for piece in wrap(word.text, width, word.font, word.size, measure):
            yield Word(piece, word.font, word.size, word.ink)


def line_width(line: Line, measure: Measure) -> float:
    """How wide a line is."""
    return sum(width_of(word, measure) + (_space(word, measure) if place else 0) for place, word in enumerate(line))


def draw_line(line: Line, x: float, y: float, measure: Measure) -> Iterator[Item]:
    """The items of a line whose baseline is y; words of one style become one text."""
    run: list[Word] = []
    start = x
    for place, word in enumerate(line):
        space = _space(word, measure) if place else 0.0
        same = run and (word.font, word.size, word.ink) == (run[-1].font, run[-1].size, run[-1].ink)
        if run and (word.dice or not same):
            yield _text(run, start, y)
            run = []
        if word.dice:
            yield from dice_row(
                word.dice, x + space + word.size * _AFTER_DICE / 2, y + word.size * (_DROP - _DIE), _DIE * word.size
            )
        else:
            start = start if run else x + space
            run.append(word)
        x += space + width_of(word, measure)
    if run:
        yield _text(run, start, y)


def _text(run: Sequence[Word], x: float, y: float) -> Text:
    text = "".join((" " if place and word.spaced else "") + word.text for place, word in enumerate(run))
    return Text(x, y, text, run[0].font, run[0].size, run[0].ink)


def dice_row(dice: Sequence[Pip], x: float, y: float, side: float, gap: float = _GAP) -> Iterator[Item]:
    """Dice beside each other, from their upper left corner; the gap is beside their side."""
    for place, (face, kind) in enumerate(dice):
        yield Die(x + place * side * (1 + gap), y, side, face, kind)


def row_width(count: int, side: float, gap: float = _GAP) -> float:
    """How wide a row of dice is."""
    return side * (count + (count - 1) * gap) if count else 0.0
