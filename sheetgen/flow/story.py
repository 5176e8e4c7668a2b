"""Elements to what ReportLab sets as pages. Blocks that belong together stay together."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from reportlab.lib.abag import ABag
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import CondPageBreak, Flowable, HRFlowable, KeepTogether, PageBreak, Paragraph, Spacer, Table
from reportlab.platypus.paraparser import ParaFrag

from sheetgen.flow.press import DiceRow
from sheetgen.flow.styles import Styles, colour
from sheetgen.flow.tree import Element, css_class, faces
from sheetgen.layout import Font, Ink
from sheetgen.pdf.fonts import check_letters, load_fonts

_HEADINGS = ("h1", "h2", "h3")
_PAD = 0.35
"""Between the text of a cell and its edges, beside the size of the body."""
_TITLE = 0.2
"""The size of the title on a cover is no larger than this part of the width."""
_FOLLOWING = 0.12
"""So much of the page must be left below a heading."""
_SPACE = 0.3
"""The blank after dice, beside the size of the type."""
_FONTS = {"b": Font.BOLD, "i": Font.ITALIC}


@dataclass(frozen=True)
class Measure:
    """The room for text on a page. Points."""

    width: float
    height: float


def story_of(root: Element, styles: Styles, room: Measure) -> list[Flowable]:
    """All that is to be set, in reading order."""
    return list(_grouped(list(_Setter(styles, room).blocks(root)), room))


@dataclass(frozen=True)
class _Block:
    """Flowables that belong together."""

    parts: list[Flowable]
    heading: bool = False
    whole: bool = False
    """Whether they stay on one page if they can."""

    @property
    def sentence(self) -> bool:
        """Whether it is a paragraph by itself."""
        return not self.whole and isinstance(self.parts[0], Paragraph)

    @property
    def leads(self) -> bool:
        """Whether a sentence between a heading and this stays with it."""
        return self.heading or self.table

    @property
    def table(self) -> bool:
        """Whether it is a table that may be parted."""
        return not self.whole and isinstance(self.parts[0], Table)


def _grouped(blocks: Sequence[_Block], room: Measure) -> Iterator[Flowable]:
    """Each block whole, and every heading with what follows it; of a table, with its first rows.

    A sentence between a heading and another, or a table, stays with both.
    """
    heads: list[Flowable] = []
    for block, after in zip(blocks, (*blocks[1:], None), strict=True):
        between = heads and block.sentence and after and after.leads
        if block.heading or between:
            heads += block.parts
            continue
        if heads:
            yield CondPageBreak(sum(_height(head, room) for head in heads) + _FOLLOWING * room.height)
        if heads and block.table:
            yield from (*heads, *block.parts)
        else:
            yield KeepTogether([*heads, *block.parts]) if heads or block.whole else block.parts[0]
        heads = []
    yield from heads


def _height(part: Flowable, room: Measure) -> float:
    """The height that a heading takes, with the space around it."""
    return float(part.wrap(room.width, room.height)[1] + part.getSpaceBefore() + part.getSpaceAfter())


@dataclass(frozen=True)
class _Setter:
    styles: Styles
    room: Measure

    def blocks(self, element: Element) -> Iterator[_Block]:
        for child in element:
            if child.tag == "header":
                yield from self._cover(child)
            elif child.tag == "section":
                yield from self.blocks(child)
            elif child.tag == "article":
                parts = [part for block in self.blocks(child) for part in block.parts]
                above = [self._rule()] if child.find("h3") is not None else []
                yield _Block([*above, *parts, Spacer(0, 0.3 * self.styles.size)], whole=True)
            else:
                yield from self._block(child)

    def _block(self, element: Element) -> Iterator[_Block]:
        if element.tag in _HEADINGS:
            yield _Block(
                [_outlined(self._paragraph(element, self.styles[css_class(element) or element.tag]), element)],
                heading=True,
            )
        elif element.tag in ("ul", "ol"):
            yield from (_Block([item], whole=True) for item in self._items(element))
        elif element.tag == "table":
            yield _Block([self._table(element)])
        else:
            yield _Block([self._paragraph(element, self.styles[css_class(element) or "p"])])

    def _cover(self, header: Element) -> Iterator[_Block]:
        """A page of its own, with its text a little above the middle."""
        parts = [self._cover_part(element) for element in header]
        left = self.room.height - sum(_height(part, self.room) for part in parts)
        yield from (_Block([part]) for part in (Spacer(0, max(0, 0.4 * left)), *parts, PageBreak()))

    def _cover_part(self, element: Element) -> Paragraph:
        if css_class(element) == "big":
            return self._paragraph(element, self._poster(element))
        if element.tag == "h1":
            size = min(self.styles["h1"].fontSize, _TITLE * self.room.width)
            style = ParagraphStyle("title", parent=self.styles["h1"], fontSize=size, leading=1.1 * size)
            return _outlined(self._paragraph(element, style), element)
        name = css_class(element)
        return self._paragraph(element, self.styles[{"": "cover", "small": "cover small"}.get(name, name)])

    def _poster(self, element: Element) -> ParagraphStyle:
        """Dice of the cover: a row of them takes three quarters of the width."""
        wide = max((len(faces(dice)) for dice in element.iter("dice")), default=6)
        size = 0.75 * self.room.width / (DiceRow((0,) * wide, 1).width + 0.1)
        return ParagraphStyle("poster", parent=self.styles["big"], fontSize=size, leading=1.15 * size, spaceAfter=size)

    def _rule(self) -> Flowable:
        """The line above a block with a heading."""
        return HRFlowable("100%", 0.4, color=colour(Ink.RULE), spaceBefore=0.7 * self.styles.size, spaceAfter=0)

    def _items(self, element: Element) -> Iterator[Paragraph]:
        numbers = count(1)
        for item in element:
            bullet = f"{next(numbers)}." if element.tag == "ol" else "•"
            yield self._paragraph(item, self.styles["li"], bullet)

    def _paragraph(self, element: Element, style: ParagraphStyle, bullet: str | None = None) -> Paragraph:
        frags = _trimmed([*self._frags(element, _Look(_font_of(style), style.fontSize, style.textColor))])
        return Paragraph(
            "", style, bulletText=bullet, frags=frags or [_frag("", _Look(_font_of(style), style.fontSize, None))]
        )

    def _frags(self, element: Element, look: "_Look") -> Iterator[ParaFrag]:
        yield _frag(element.text or "", look)
        for child in element:
            if child.tag == "br":
                yield _frag("", look, lineBreak=True)
            elif child.tag == "dice":
                yield _dice(faces(child), look)
            else:
                yield from self._frags(child, self._inside(child, look))
            yield _frag(child.tail or "", look)

    def _inside(self, element: Element, look: "_Look") -> "_Look":
        if element.tag == "small":
            return _Look(Font.REGULAR, min(look.size, self.styles.small), colour(Ink.MUTED))
        return _Look(_FONTS[element.tag], look.size, look.colour)

    def _table(self, element: Element) -> Table:
        heads, rows = ([row for part in element if part.tag == tag for row in part] for tag in ("thead", "tbody"))
        name = css_class(element)
        cells = [[self._cell(cell, name) for cell in row] for row in (*heads, *rows)]
        wide = max(map(len, cells), default=0)
        cells = [[*row, *[""] * (wide - len(row))] for row in cells]
        pad = _PAD * self.styles.size
        widths = self._widths(cells)
        if all(css_class(row[-1]) == "n" for row in (*heads, *rows)):
            widths[-2] += self.room.width - sum(widths)
        table = Table(
            cells, widths, repeatRows=len(heads), spaceAfter=0.5 * self.styles.size, hAlign="LEFT",
            spaceBefore=0.2 * self.styles.size,
        )  # fmt: skip
        table.setStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 2 * pad),
                ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 0.6 * pad),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0.6 * pad),
                *self._rules(element, [*heads, *rows], len(heads)),
            ]
        )
        return table

    def _rules(self, element: Element, rows: list[Element], heads: int) -> Iterator[tuple[object, ...]]:
        if css_class(element) == "scored" and not heads:
            return
        for place, row in enumerate(rows):
            strong = place < heads or css_class(row) == "total"
            yield (
                "LINEBELOW",
                (0, place),
                (-1, place),
                0.8 if strong else 0.4,
                colour(Ink.TEXT if strong else Ink.RULE),
            )

    def _cell(self, cell: Element, table: str) -> Paragraph:
        style = "th" if cell.tag == "th" else "td scored" if table == "scored" else "td"
        return self._paragraph(cell, self.styles.right(style) if css_class(cell) == "n" else self.styles[style])

    def _widths(self, rows: list[list[Paragraph]]) -> list[float]:
        """The widths of columns: those with little text get what they want, the others share what is left."""
        pad = 2 * _PAD * self.styles.size
        columns = list(zip(*rows, strict=True))
        natural = [max(map(_natural, column)) + pad + 0.5 for column in columns]
        even = self.room.width / len(columns)
        least = [min(even, max(map(_longest, column)) + pad + 0.5) for column in columns]
        widths, left = list(natural), self.room.width
        for place in sorted(range(len(columns)), key=natural.__getitem__):
            others = sum(least[other] for other in range(len(columns)) if natural[other] > natural[place])
            share = left / sum(wide >= natural[place] for wide in natural)
            widths[place] = min(natural[place], max(share, least[place]), left - others)
            left -= widths[place]
        return widths


@dataclass(frozen=True)
class _Look:
    """How a run of text is set."""

    font: Font
    size: float
    colour: object


def _font_of(style: ParagraphStyle) -> Font:
    return Font(style.fontName)


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


def _outlined(part: Paragraph, element: Element) -> Paragraph:
    """The heading, marked for the outline with its level and its words; what is said aside is left out."""
    words = "".join([element.text or "", *((c.text or "") + (c.tail or "") for c in element if c.tag in ("b", "i"))])
    part.outlined = (max(0, int(element.tag[1]) - 2), " ".join(words.split()))
    return part


def _natural(part: Any) -> float:
    """The width of a cell in one line."""
    return sum(map(_frag_width, part.frags)) if part else 0


def _longest(part: Any) -> float:
    """The width of the longest word of a cell."""
    words = (
        _frag_width(frag) if _is_dice(frag) else stringWidth(word, frag.fontName, frag.fontSize)
        for frag in (part.frags if part else ())
        for word in frag.text.split() or [""]
    )
    return max(words, default=0)


def _frag_width(frag: ParaFrag) -> float:
    if _is_dice(frag):
        return float(frag.cbDefn.width)
    return float(stringWidth(frag.text, frag.fontName, frag.fontSize))
