"""The contents of pages and of the drawings that they share: items to the operators of a PDF."""

from collections.abc import Callable, Iterable, Mapping

from sheetgen.layout import Box, Colour, Die, Font, Ink, Inset, Item, Line, Text
from sheetgen.pdf import operators
from sheetgen.pdf.embedding import NAMES, Embedding
from sheetgen.pdf.fonts import left_end

Name = Callable[[Die | Inset], bytes]
"""What contents call a drawing that is elsewhere."""


class Pen:
    """Draws the items of one page or drawing. A colour or font that is set already is not set again."""

    def __init__(self, colours: Mapping[Ink, Colour], embedding: Embedding, name: Name) -> None:
        self._colours, self._letters, self._name = colours, embedding.letters, name
        self._filling: Ink | None = None
        self._stroking: tuple[Ink, float] | None = None
        self._setting: tuple[Font, float] | None = None

    def draw(self, items: Iterable[Item], height: float) -> bytes:
        """The operators that draw items, in order, on a page of this height in points."""
        return b"\n".join([self._code(item, height) for item in items])

    def _code(self, item: Item, height: float) -> bytes:
        if isinstance(item, Text):
            return self._fill(item.ink) + self._text(item, height)
        if isinstance(item, Line):
            return self._stroke(item.ink, item.width) + operators.line(item, height)
        if isinstance(item, Box):
            fill = self._fill(item.fill) if item.fill else b""
            stroke = self._stroke(item.stroke, item.width) if item.stroke else b""
            return fill + stroke + operators.box(item, height)
        if isinstance(item, Inset):
            return called(self._name(item))
        return moved(called(self._name(item)), item.x, height - item.y - item.size)

    def _fill(self, ink: Ink) -> bytes:
        if ink is self._filling:
            return b""
        self._filling = ink
        return operators.fill(self._colours[ink]) + b"\n"

    def _stroke(self, ink: Ink, width: float) -> bytes:
        if (ink, width) == self._stroking:
            return b""
        self._stroking = ink, width
        return operators.stroke(self._colours[ink], width) + b"\n"

    def _text(self, text: Text, height: float) -> bytes:
        codes, font = self._letters[text.font].encode(text.text), self._font(text.font, text.size)
        return operators.text(font, left_end(text), height - text.y, codes)

    def _font(self, font: Font, size: float) -> bytes:
        if (font, size) == self._setting:
            return b""
        self._setting = font, size
        return operators.font(NAMES[font], size) + b" "


def called(name: bytes) -> bytes:
    """The drawing of this name."""
    return b"/%b Do" % name


def moved(codes: bytes, x: float, y: float) -> bytes:
    """What these operators draw, moved to the right and up."""
    return b"q 1 0 0 1 %b cm\n%b\nQ" % (operators.point(x, y), codes)
