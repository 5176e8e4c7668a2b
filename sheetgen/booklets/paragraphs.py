"""The type of a booklet, all from the size of its body, and the paragraphs that runs of text and dice make. Points."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sheetgen.booklets.markup import Element, faces
from sheetgen.booklets.platypus import ABag, PageCanvas, ParaFrag, Paragraph, ParagraphStyle
from sheetgen.layout import Die, Font, Ink
from sheetgen.layout.options import MM
from sheetgen.pdf import measure

SMALLEST = 7.5
"""No type is smaller."""
_LEADING = 1.32
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
_FONTS = {"b": Font.BOLD, "i": Font.REGULAR}


def body_size(width: float) -> float:
    """The size of the body on a page of this width: 9.5 on A5, 11 on A4."""
    return min(11.0, max(SMALLEST, 5.9 + 0.0245 * width / MM))


def margin(width: float) -> float:
    """The margin of a page of this width; home printers leave 5 mm blank."""
    return max(6 * MM, 0.1 * width)


class Styles:
    """The styles for one size of body, by the names of elements and classes; no type is smaller than `smallest`."""

    def __init__(self, size: float, smallest: float = SMALLEST) -> None:
        self.size, self._smallest = size, smallest
        self.small = max(smallest, 0.86 * size)
        """The size of what is said aside."""
        aside = self.small / size
        self._by_name = {
            "h1": self._style(4.6, Font.BOLD, after=0.3, align=1, leading=1.1),
            "h2": self._style(1.65, Font.BOLD, before=1.6, after=0.45, leading=1.15),
            "section": self._style(1.4, Font.BOLD, before=1.1, after=0.3, leading=1.15),
            **dict.fromkeys(("h3", "h4", "part"), self._style(1.18, Font.BOLD, before=0.35, after=0.15, leading=1.2)),
            "p": self._style(1, after=0.42),
            "lead": self._style(1.15, after=0.5),
            "small": self._style(aside, before=0.1, after=0.35, ink=Ink.MUTED),
            "subtitle": self._style(1.5, after=1.6, align=1, ink=Ink.MUTED),
            "big": self._style(3, after=1.2, align=1, leading=1.1),
            "cover": self._style(1.1, after=0.5, align=1),
            "cover small": self._style(aside, after=0.5, align=1, ink=Ink.MUTED),
            "li": self._style(1, after=0.3, indent=1.45),
            "td": self._style(1),
            "td scored": self._style(1.25, leading=1.2),
            "th": self._style(aside, Font.BOLD, ink=Ink.MUTED),
        }

    def __getitem__(self, name: str) -> ParagraphStyle:
        """The style of an element or class."""
        return self._by_name.get(name) or self._by_name["p"]

    def right(self, name: str) -> ParagraphStyle:
        """The same, against the right edge."""
        return ParagraphStyle(f"{name} right", parent=self[name], alignment=2)

    def _style(self, scale: float, font: Font = Font.REGULAR, ink: Ink = Ink.TEXT, **more: float) -> ParagraphStyle:
        """Type of `scale` times the body; `more` are leading, in parts of it, and spaces, in parts of the body."""
        size = max(self._smallest, scale * self.size)
        return ParagraphStyle(
            f"{font.value} {size}", fontName=font.value, fontSize=size, leading=more.get("leading", _LEADING) * size,
            spaceBefore=more.get("before", 0) * self.size, spaceAfter=more.get("after", 0) * self.size,
            leftIndent=more.get("indent", 0) * self.size, alignment=int(more.get("align", 0)),
            textColor=ink, bulletFontName=Font.BOLD.value, bulletFontSize=size, allowWidows=0,
            allowOrphans=0, splitLongWords=1, spaceShrinkage=0,
        )  # fmt: skip


class DiceRow(Struct, frozen=True):
    """Dice in a line of text, as high as the type. They are never parted."""

    faces: tuple[int, ...]
    size: float
    """Of the type, in points."""

    @property
    def width(self) -> float:
        """The width of all dice."""
        return (_STEP * (len(self.faces) - 1) + _DIE + 2 * _BEARING) * self.size

    def draw(self, canvas: PageCanvas, x: float, y: float) -> None:
        """Draw them from x to the right, on the line of a text."""
        for place, face in enumerate(self.faces):
            corner = canvas.place(x + (_BEARING + place * _STEP) * self.size, y + (_DIE - _DROP) * self.size)
            canvas.items.append(Die(*corner, _DIE * self.size, face))


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
                    shown = " ".join(str(face) for face in dice.faces if face)
                    canvas.text(x, y, f" {shown} ", Font.REGULAR, dice.size, None)
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
            row = DiceRow(faces(child), look.size)
            picture = ABag(kind="img", image=row, width=row.width, height=_DIE * row.size, valign=-_DROP * row.size)
            yield _frag("", look, cbDefn=picture)
        elif child.tag == "small":
            yield from _frags(child, _Look(Font.REGULAR, min(look.size, styles.small), Ink.MUTED), styles)
        else:
            yield from _frags(child, _Look(_FONTS[child.tag], look.size, look.ink), styles)
        yield _frag(child.tail or "", look)


def _frag(text: str, look: _Look, **more: object) -> ParaFrag:
    text = re.sub(r"[ \t\r\n]+", " ", text)
    measure(text, look.font, look.size)  # refuses a letter that the font lacks
    return ParaFrag(
        text=text, fontName=look.font.value, fontSize=look.size, textColor=look.ink, rise=0, greek=0, link=[],
        us_lines=[], bold=0, italic=0, **more,
    )  # fmt: skip


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
        if (last is None or last.text.endswith(" ") or hasattr(last, "lineBreak")) and not _is_dice(frag):
            frag.text = frag.text.lstrip(" ")
        if frag.text or _is_dice(frag) or hasattr(frag, "lineBreak"):
            kept.append(frag)
    if kept:
        kept[-1].text = kept[-1].text.rstrip(" ")
    return kept


def _is_dice(frag: ParaFrag) -> bool:
    return hasattr(frag, "cbDefn")
