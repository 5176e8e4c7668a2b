"""Elements to what ReportLab sets as pages. Blocks that belong together stay together."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from sheetgen.booklets import platypus
from sheetgen.booklets.markup import Element, css_class, faces
from sheetgen.booklets.paragraphs import DiceRow, Styles, heading, longest_word, natural_width, paragraph
from sheetgen.layout import Font, Ink, Rect

_HEADINGS = ("h1", "h2", "h3", "h4")
_PAD = 0.35
"""Between the text of a cell and its edges, beside the size of the body."""
_TITLE = 0.2
"""The size of the title on a cover is no larger than this part of the width."""
_FOLLOWING = 0.12
"""So much of the page must be left below a heading."""


def story_of(root: Element, styles: Styles, room: Rect) -> list[platypus.Flowable]:
    """All that is to be set in the room for text on a page, in reading order."""
    return list(_grouped(list(_Setter(styles, room).blocks(root)), room))


class _Block(Struct, frozen=True):
    """Flowables that belong together."""

    parts: list[platypus.Flowable]
    heading: bool = False
    whole: bool = False
    """Whether they stay on one page if they can."""

    def is_one(self, kind: type[platypus.Flowable]) -> bool:
        """Whether it is one flowable of this kind, which may be parted."""
        return not self.whole and isinstance(self.parts[0], kind)


def _grouped(blocks: Sequence[_Block], room: Rect) -> Iterator[platypus.Flowable]:
    """Each block whole, and every heading with what follows it; of a table, with its first rows.

    A sentence between a heading and another, or a table, stays with both.
    """
    heads: list[platypus.Flowable] = []
    for block, after in zip(blocks, (*blocks[1:], None), strict=False):
        between = (
            heads and block.is_one(platypus.Paragraph) and after and (after.heading or after.is_one(platypus.Table))
        )
        if block.heading or between:
            heads += block.parts
            continue
        if heads:
            yield platypus.CondPageBreak(sum(_height(head, room) for head in heads) + _FOLLOWING * room.height)
        if heads and block.is_one(platypus.Table):
            yield from (*heads, *block.parts)
        else:
            yield platypus.KeepTogether([*heads, *block.parts]) if heads or block.whole else block.parts[0]
        heads = []
    yield from heads


def _height(part: platypus.Flowable, room: Rect) -> float:
    """The height that a heading takes, with the space around it."""
    return float(part.wrap(room.width, room.height)[1] + part.getSpaceBefore() + part.getSpaceAfter())


class _Setter(Struct, frozen=True):
    styles: Styles
    room: Rect

    def blocks(self, element: Element) -> Iterator[_Block]:
        for child in element:
            if child.tag == "header":
                yield from self._cover(child)
            elif child.tag == "section":
                yield from self.blocks(child)
            elif child.tag == "article":
                yield _Block(self._article(child), whole=True)
            elif child.tag in ("ul", "ol"):
                for number, item in enumerate(child, 1):
                    bullet = f"{number}." if child.tag == "ol" else "•"
                    yield _Block([paragraph(item, self.styles, self.styles["li"], bullet)], whole=True)
            elif child.tag == "table":
                yield _Block([self._table(child)])
            else:
                heads = child.tag in _HEADINGS
                part = (heading if heads else paragraph)(child, self.styles, self.styles[css_class(child) or child.tag])
                yield _Block([part], heading=heads)

    def _article(self, element: Element) -> list[platypus.Flowable]:
        """A block with a line above it if it has a heading, and some room below."""
        parts = [part for block in self.blocks(element) for part in block.parts] or [platypus.Spacer(0, 0)]
        parts[-1].spaceAfter = parts[-1].getSpaceAfter() + 0.3 * self.styles.size
        if element.find("h3") is None and element.find("h4") is None:
            return parts
        return [
            platypus.HRFlowable("100%", 0.4, color=Ink.RULE, spaceBefore=0.7 * self.styles.size, spaceAfter=0),
            *parts,
        ]

    def _cover(self, header: Element) -> Iterator[_Block]:
        """A page of its own, with its text a little above the middle."""
        parts = [self._cover_part(element, css_class(element)) for element in header]
        left = self.room.height - sum(_height(part, self.room) for part in parts)
        yield from (_Block([part]) for part in (platypus.Spacer(0, max(0, 0.4 * left)), *parts, platypus.PageBreak()))

    def _cover_part(self, element: Element, name: str) -> platypus.Paragraph:
        if name == "big":  # a row of dice takes three quarters of the width
            wide = max((len(faces(dice)) for dice in element.iter("dice")), default=6)
            size = 0.75 * self.room.width / (DiceRow((0,) * wide, 1).width + 0.1)
            big = self.styles["big"]
            style = platypus.ParagraphStyle("poster", parent=big, fontSize=size, leading=1.15 * size, spaceAfter=size)
            return paragraph(element, self.styles, style)
        if element.tag == "h1":
            size = min(self.styles["h1"].fontSize, _TITLE * self.room.width)
            style = platypus.ParagraphStyle("title", parent=self.styles["h1"], fontSize=size, leading=1.1 * size)
            return heading(element, self.styles, style)
        return paragraph(element, self.styles, self.styles[{"": "cover", "small": "cover small"}.get(name, name)])

    def _table(self, element: Element) -> platypus.Table:
        heads, rows = ([row for part in element if part.tag == tag for row in part] for tag in ("thead", "tbody"))
        name, wide, pad = css_class(element), max(len(row) for row in (*heads, *rows)), _PAD * self.styles.size
        cells: list[list[Any]] = []
        for place, row in enumerate((*heads, *rows)):
            style = "th" if place < len(heads) else "td scored" if name == "scored" else "td"
            looks = {"n": self.styles.right(style)}
            found = [paragraph(cell, self.styles, looks.get(css_class(cell), self.styles[style])) for cell in row]
            cells.append([*found, *[""] * (wide - len(row))])  # with empty ones at the end of a short row
        widths = self._widths(cells)
        if len(widths) > 1 and all(css_class(row[-1]) == "n" for row in (*heads, *rows)):
            widths[-2] += self.room.width - sum(widths)
        table = platypus.Table(
            cells, widths, repeatRows=len(heads), hAlign="LEFT", spaceBefore=0.2 * self.styles.size,
            spaceAfter=0.5 * self.styles.size, splitInRow=int(self._too_high(cells, widths)),
        )  # fmt: skip
        strong = [place < len(heads) or css_class(row) == "total" for place, row in enumerate((*heads, *rows))]
        ruled = heads or name != "scored"
        table.setStyle([
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("FONTNAME", (0, 0), (-1, -1), Font.REGULAR.value),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 2 * pad),
            ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0.6 * pad),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0.6 * pad),
            *(("LINEBELOW", (0, place), (-1, place), 0.8 if bold else 0.4, Ink.TEXT if bold else Ink.RULE)
              for place, bold in enumerate(strong) if ruled),
        ])  # fmt: skip
        return table

    def _too_high(self, rows: list[list[Any]], widths: list[float]) -> bool:
        """Whether a cell is higher than a page, so that its row must be parted."""
        pad = 2 * (_PAD * self.styles.size)
        inside = [*(max(1, width - pad) for width in widths[:-1]), widths[-1]]
        cells = ((cell, width) for row in rows for cell, width in zip(row, inside, strict=True) if cell)
        return any(cell.wrap(width, 0)[1] > 0.9 * self.room.height for cell, width in cells)

    def _widths(self, rows: list[list[platypus.Paragraph]]) -> list[float]:
        """The widths of columns: those with little text get what they want, the others share what is left."""
        pad = 2 * _PAD * self.styles.size
        columns = list(zip(*rows, strict=True))
        natural = [max(map(natural_width, column)) + pad + 0.5 for column in columns]
        even = self.room.width / len(columns)
        least = [min(even, max(map(longest_word, column)) + pad + 0.5) for column in columns]
        widths, left = list(natural), self.room.width
        for place in sorted(range(len(columns)), key=natural.__getitem__):
            others = sum(least[other] for other in range(len(columns)) if natural[other] > natural[place])
            share = left / sum(wide >= natural[place] for wide in natural)
            widths[place] = min(natural[place], max(share, least[place]), left - others)
            left -= widths[place]
        return widths
