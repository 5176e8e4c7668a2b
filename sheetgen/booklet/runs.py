"""Runs of text and dice, and the paragraphs that they make."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from reportlab.lib.abag import ABag
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Paragraph
from reportlab.platypus.paraparser import ParaFrag

from sheetgen.booklet.binding import DiceRow
from sheetgen.booklet.markup import Element, faces
from sheetgen.booklet.styles import Styles
from sheetgen.layout import Font, Ink
from sheetgen.pdf.fonts import check_letters, load_fonts

_SPACE = 0.2
"""The blank after dice, beside the size of the type."""
_FONTS = {"b": Font.BOLD, "i": Font.ITALIC}


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


class _Look(Struct, frozen=True):
    """How a run of text is set."""

    font: Font
    size: float
    colour: object


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
        _width(frag) if _is_dice(frag) else stringWidth(word, frag.fontName, frag.fontSize)
        for frag in (cell.frags if cell else ())
        for word in frag.text.split() or [""]
    )
    return max(words, default=0)


def _width(frag: ParaFrag) -> float:
    if _is_dice(frag):
        return float(frag.cbDefn.width)
    return float(stringWidth(frag.text, frag.fontName, frag.fontSize))


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
        return _Look(Font.REGULAR, min(look.size, styles.small), styles.colour(Ink.MUTED))
    return _Look(_FONTS[element.tag], look.size, look.colour)


def _frag(text: str, look: _Look, **more: object) -> ParaFrag:
    text = re.sub(r"[ \t\r\n]+", " ", text)
    load_fonts(look.font)
    check_letters(text, look.font)
    return ParaFrag(
        text=text, fontName=look.font.value, fontSize=look.size, textColor=look.colour, rise=0, greek=0, link=[],
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
