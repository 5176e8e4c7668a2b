"""The contents of pages and of the drawings that they share: items to the operators of a PDF."""

from collections.abc import Callable, Iterable, Mapping

from sheetgen.layout import Box, Colour, Dice, Font, Ink, Inset, Item, Line, Text
from sheetgen.pdf import operators
from sheetgen.pdf.embedding import NAMES, Embedding
from sheetgen.pdf.fonts import left_end

Name = Callable[[Dice | Inset], str]
"""What contents call a drawing that is elsewhere."""


class Pen:
    """Draws the items of one page or drawing. A colour or font that is set already is not set again."""

    def __init__(self, colours: Mapping[Ink, Colour], embedding: Embedding, name: Name) -> None:
        self._colours, self._letters, self._name = colours, embedding.letters, name
        self._filling: Ink | None = None
        self._stroking: tuple[Ink, float] | None = None
        self._setting: tuple[Font, float] | None = None

    def draw(self, items: Iterable[Item], height: float) -> str:
        """The operators that draw items, in order, on a page of this height in points."""
        return "\n".join([self._code(item, height) for item in items])

    def _code(self, item: Item, height: float) -> str:
        if isinstance(item, Text):
            return self._fill(item.ink) + self._text(item, height)
        if isinstance(item, Line):
            return self._stroke(item.ink, item.width) + operators.line(item, height)
        if isinstance(item, Box):
            fill = self._fill(item.fill) if item.fill else ""
            stroke = self._stroke(item.stroke, item.width) if item.stroke else ""
            return fill + stroke + operators.box(item, height)
        if isinstance(item, Inset):
            return f"/{self._name(item)} Do"
        return moved(f"/{self._name(item)} Do", item.x, height - item.y - item.size)

    def _fill(self, ink: Ink) -> str:
        if ink is self._filling:
            return ""
        self._filling = ink
        return operators.fill(self._colours[ink]) + "\n"

    def _stroke(self, ink: Ink, width: float) -> str:
        if (ink, width) == self._stroking:
            return ""
        self._stroking = ink, width
        return operators.stroke(self._colours[ink], width) + "\n"

    def _text(self, text: Text, height: float) -> str:
        codes, font = self._letters[text.font].encode(text.text), self._font(text.font, text.size)
        return f"BT {font}{operators.point(left_end(text), height - text.y)} Td <{codes}> Tj ET"

    def _font(self, font: Font, size: float) -> str:
        if (font, size) == self._setting:
            return ""
        self._setting = font, size
        return operators.font(NAMES[font], size) + " "


def moved(codes: str, x: float, y: float) -> str:
    """What these operators draw, moved to the right and up."""
    return f"q 1 0 0 1 {operators.point(x, y)} cm\n{codes}\nQ"
