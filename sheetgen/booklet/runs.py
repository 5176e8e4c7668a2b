"""Runs of text and dice, and the paragraphs that they make."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sheetgen.booklet.markup import Element, faces
from sheetgen.booklet.platypus import ABag, PageCanvas, ParaFrag, Paragraph, ParagraphStyle
from sheetgen.booklet.styles import Styles
from sheetgen.layout import Die, Font, Ink
from sheetgen.pdf import measure

_DIE, _STEP, _DROP, _BEARING = 0.92, 1.12, 0.14, 0.08
"""The size of a die, the step to the next, how far it hangs below the line, and the room at both ends of a row; all
beside the size of the type."""
_SPACE = 0.2
"""The blank after dice, beside the size of the type."""
_BULLET = 0.6
"""The blank after a bullet, likewise."""
_CLOSER = 1.2
"""The step from the words of a line with dice to those of the next, likewise; all else steps as its style says."""
_SHIFT = {0: 0.0, 1: 0.5, 2: 1.0}
"""How much of what a line leaves free stands before it, by how it is aligned: left, in the middle, right."""
_FONTS = {"b": Font.BOLD, "i": Font.ITALIC}


class DiceRow(Struct, frozen=True):
    """Dice in a line of text, as high as the type. They are never parted."""

    faces: tuple[int, ...]
    size: float
    """Of the type, in points."""

    @property
    def height(self) -> float:
        """The height of a die."""
        return _DIE * self.size

    @property
    def width(self) -> float:
        """The width of all dice."""
        return (_STEP * (len(self.faces) - 1) + _DIE + 2 * _BEARING) * self.size

    @property
    def drop(self) -> float:
        """Where a die begins, beside the line that the letters stand on."""
        return -_DROP * self.size

    def draw(self, canvas: PageCanvas, x: float, y: float) -> None:
        """Draw them from x to the right, on the line of a text."""
        for place, face in enumerate(self.faces):
            left, top = canvas.place(x + (_BEARING + place * _STEP) * self.size, y + self.drop + self.height)
            canvas.items.append(Die(left, top, self.height, face))

    @property
    def text(self) -> str:
        """What they say."""
        return f" {' '.join(str(face) for face in self.faces if face)} "


class Heading(Paragraph):  # type: ignore[misc]
    """A paragraph for the outline: its level from 0, and its words. Split over two pages, the first part keeps them."""

    outlined: tuple[int, str] | None = None
    _set_for: float | None = None
    _room: tuple[float, float]

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """The room that it takes; broken into lines once for each width, however often a page is tried."""
        if width != self._set_for or not hasattr(self, "blPara"):
            self._set_for, self._room = width, super().wrap(width, height)
        return self._room

    def split(self, width: float, height: float) -> list[Paragraph]:
        """The parts that fit into this height and below it."""
        parts: list[Paragraph] = super().split(width, height)
        if parts:
            parts[0].outlined = self.outlined
        return parts

    def drawPara(self, _: object = None) -> None:  # noqa: N802 - ReportLab's name
        """Draw the lines that it was broken into, dice among the words: seen as dice, and unseen as what they say."""
        broken, style, canvas = self.blPara, self.style, self.canv
        if not broken.lines:
            return
        first = broken if broken.kind == 0 else broken.lines[0]
        y, indent = self.height - first.fontSize, 0.0
        dice_y = y
        if self.bulletText:
            font, size = Font(style.bulletFontName), style.bulletFontSize
            canvas.text(0, y, self.bulletText, font, size, style.textColor)
            indent = max(0.0, measure(self.bulletText, font, size) + _BULLET * size - style.leftIndent)
        for line in broken.lines:
            if broken.kind == 0:  # all of one kind, and its words
                free, parts = line[0], [broken.clone(text=" ".join(line[1]))]
            else:
                free, parts = line.extraSpace, line.words
            x, step = style.leftIndent + indent + _SHIFT[style.alignment] * free, style.leading
            for part in parts:
                if _is_dice(part):
                    dice = part.cbDefn.image
                    dice.draw(canvas, x, dice_y)
                    canvas.text(x, y, dice.text, Font.REGULAR, dice.size, None)
                    step = _CLOSER * dice.size
                else:
                    canvas.text(x, y, part.text, Font(part.fontName), part.fontSize, part.textColor)
                x += _width(part)
            y, dice_y, indent = y - step, dice_y - style.leading, 0.0


class _Look(Struct, frozen=True):
    """How a run of text is set."""

    font: Font
    size: float
    ink: Ink


def paragraph(element: Element, styles: Styles, style: ParagraphStyle, bullet: str | None = None) -> Heading:
    """The text of an element, in a style; raises SheetgenError for a letter that the font lacks."""
    look = _Look(Font(style.fontName), style.fontSize, style.textColor)
    frags = _trimmed([*_frags(element, look, styles)])
    return Heading("", style, bulletText=bullet, frags=frags or [_frag("", look)])


def heading(element: Element, styles: Styles, style: ParagraphStyle) -> Heading:
    """A heading, marked for the outline; what is said aside in it is left out there."""
    part = paragraph(element, styles, style)
    words = "".join([element.text or "", *((c.text or "") + (c.tail or "") for c in element if c.tag in ("b", "i"))])
    part.outlined = (max(0, int(element.tag[1]) - 2), " ".join(words.split()))
    return part


def natural_width(cell: Any) -> float:
    """The width of a cell in one line; 0 for an empty one."""
    return sum(map(_width, cell.frags)) if cell else 0


def longest_word(cell: Any) -> float:
    """The width of the longest word of a cell, or of its dice."""
    words = (
        _width(frag) if _is_dice(frag) else measure(word, Font(frag.fontName), frag.fontSize)
        for frag in (cell.frags if cell else ())
        for word in frag.text.split() or [""]
    )
    return max(words, default=0)


def _width(frag: ParaFrag) -> float:
    if _is_dice(frag):
        return float(frag.cbDefn.width)
    return measure(frag.text, Font(frag.fontName), frag.fontSize)


def _frags(element: Element, look: _Look, styles: Styles) -> Iterator[ParaFrag]:
    yield _frag(element.text or "", look)
    for child in element:
        if child.tag == "br":
            yield _frag("", look, lineBreak=True)
        elif child.tag == "dice":
            yield _dice(faces(child), look)
        else:
            yield from _frags(child, _inside(child, look, styles), styles)
        yield _frag(child.tail or "", look)


def _inside(element: Element, look: _Look, styles: Styles) -> _Look:
    if element.tag == "small":
        return _Look(Font.REGULAR, min(look.size, styles.small), Ink.MUTED)
    return _Look(_FONTS[element.tag], look.size, look.ink)


def _frag(text: str, look: _Look, **more: object) -> ParaFrag:
    text = re.sub(r"[ \t\r\n]+", " ", text)
    measure(text, look.font, look.size)  # refuses a letter that the font lacks
    return ParaFrag(
        text=text, fontName=look.font.value, fontSize=look.size, textColor=look.ink, rise=0, greek=0, link=[],
        us_lines=[], bold=0, italic=0, **more,
    )  # fmt: skip


def _dice(dice: tuple[int, ...], look: _Look) -> ParaFrag:
    row = DiceRow(dice, look.size)
    frag = _frag("", look)
    frag.cbDefn = ABag(kind="img", image=row, width=row.width, height=row.height, valign=row.drop)
    return frag


def _trimmed(frags: list[ParaFrag]) -> list[ParaFrag]:
    """The frags without empty ones, without blanks at either end, and without doubled blanks between them.

    A blank after dice becomes part of their width, since ReportLab drops it.
    """
    kept: list[ParaFrag] = []
    for frag in frags:
        last = kept[-1] if kept else None
        if last is not None and _is_dice(last) and frag.text.startswith(" "):
            last.cbDefn.width += _SPACE * frag.fontSize
            frag.text = frag.text[1:]
        if (last is None or last.text.endswith(" ") or _is_break(last)) and not _is_dice(frag):
            frag.text = frag.text.lstrip(" ")
        if frag.text or _is_dice(frag) or _is_break(frag):
            kept.append(frag)
    if kept:
        kept[-1].text = kept[-1].text.rstrip(" ")
    return kept


def _is_break(frag: ParaFrag) -> bool:
    return bool(getattr(frag, "lineBreak", False))


def _is_dice(frag: ParaFrag) -> bool:
    return hasattr(frag, "cbDefn")
