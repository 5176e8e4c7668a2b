"""The contents of pages and of the drawings that they share: items to the operators of a PDF."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from sheetgen.layout import Box, Colour, Dice, Ink, Inset, Item, Line, Text
from sheetgen.pdf import operators
from sheetgen.pdf.embedding import NAMES, Embedding
from sheetgen.pdf.fonts import left_end

Name = Callable[[Dice | Inset], str]
"""What contents call a drawing that is elsewhere."""


class Pen:
    """Draws the items of one page or drawing. A colour that is set already is not set again."""

    def __init__(self, colours: Mapping[Ink, Colour], embedding: Embedding, name: Name) -> None:
        self._colours, self._embedding, self._name = colours, embedding, name
        self._filling = self._stroking = ""

    def draw(self, items: Iterable[Item], height: float) -> str:
        """The operators that draw items, in order, on a page of this height in points."""
        return "\n".join(code for item in items for code in self._codes(item, height))

    def _codes(self, item: Item, height: float) -> Iterator[str]:
        if isinstance(item, Text):
            yield from self._fill(item.ink)
            yield self._text(item, height)
        elif isinstance(item, Line):
            yield from self._stroke(item.ink, item.width)
            yield operators.line(item, height)
        elif isinstance(item, Box):
            yield from self._fill(item.fill) if item.fill else ()
            yield from self._stroke(item.stroke, item.width) if item.stroke else ()
            yield operators.box(item, height)
        elif isinstance(item, Inset):
            yield f"/{self._name(item)} Do"
        else:
            yield moved(f"/{self._name(item)} Do", item.x, height - item.y - item.size)

    def _fill(self, ink: Ink) -> Iterator[str]:
        wanted = operators.fill(self._colours[ink])
        if wanted != self._filling:
            self._filling = wanted
            yield wanted

    def _stroke(self, ink: Ink, width: float) -> Iterator[str]:
        wanted = operators.stroke(self._colours[ink], width)
        if wanted != self._stroking:
            self._stroking = wanted
            yield wanted

    def _text(self, text: Text, height: float) -> str:
        codes = self._embedding.encode(text.text, text.font)
        size, place = operators.size(text.size), operators.point(left_end(text), height - text.y)
        return f"BT /{NAMES[text.font]} {size} Tf {place} Td <{codes}> Tj ET"


def moved(codes: str, x: float, y: float) -> str:
    """What these operators draw, moved to the right and up."""
    return f"q 1 0 0 1 {operators.point(x, y)} cm\n{codes}\nQ"
