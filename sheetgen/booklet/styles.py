"""The type of a booklet: sizes and spaces, all from the size of its body. Points."""

from functools import cached_property

from msgspec import Struct

from sheetgen.booklet.platypus import ParagraphStyle
from sheetgen.layout import Font, Ink
from sheetgen.layout.paper import MM

SMALLEST = 7.5
"""No type is smaller."""
_LEADING = 1.32


def body_size(width: float) -> float:
    """The size of the body on a page of this width: 9.5 on A5, 11 on A4."""
    return min(11.0, max(SMALLEST, 5.9 + 0.0245 * width / MM))


def margin(width: float) -> float:
    """The margin of a page of this width; home printers leave 5 mm blank."""
    return max(6 * MM, 0.1 * width)


class Styles(Struct, frozen=True, dict=True):
    """The styles for one size of body."""

    size: float
    smallest: float = SMALLEST

    @property
    def small(self) -> float:
        """The size of what is said aside."""
        return max(self.smallest, 0.86 * self.size)

    @cached_property
    def _by_name(self) -> dict[str, ParagraphStyle]:
        size = self.size
        return {
            "h1": self._style(4.6, Font.BOLD, after=0.3, align=1, leading=1.1),
            "h2": self._style(1.65, Font.BOLD, before=1.6, after=0.45, leading=1.15),
            "h3": self._style(1.18, Font.BOLD, before=0.35, after=0.15, leading=1.2),
            "h4": self._style(1.18, Font.BOLD, before=0.35, after=0.15, leading=1.2),
            "section": self._style(1.4, Font.BOLD, before=1.1, after=0.3, leading=1.15),
            "part": self._style(1.18, Font.BOLD, before=0.35, after=0.15, leading=1.2),
            "p": self._style(1, after=0.42),
            "lead": self._style(1.15, after=0.5),
            "small": self._style(self.small / size, before=0.1, after=0.35, ink=Ink.MUTED),
            "subtitle": self._style(1.5, after=1.6, align=1, ink=Ink.MUTED),
            "big": self._style(3, after=1.2, align=1, leading=1.1),
            "cover": self._style(1.1, after=0.5, align=1),
            "cover small": self._style(self.small / size, after=0.5, align=1, ink=Ink.MUTED),
            "li": self._style(1, after=0.3, indent=1.45),
            "td": self._style(1),
            "td scored": self._style(1.25, leading=1.2),
            "th": self._style(self.small / size, Font.BOLD, ink=Ink.MUTED),
        }

    def __getitem__(self, name: str) -> ParagraphStyle:
        """The style of an element or class."""
        return self._by_name.get(name) or self._by_name["p"]

    def right(self, name: str) -> ParagraphStyle:
        """The same, against the right edge."""
        return ParagraphStyle(f"{name} right", parent=self[name], alignment=2)

    def _style(self, scale: float, font: Font = Font.REGULAR, ink: Ink = Ink.TEXT, **more: float) -> ParagraphStyle:
        """Type of `scale` times the body; `more` are leading, in parts of it, and spaces, in parts of the body."""
        size = max(self.smallest, scale * self.size)
        return ParagraphStyle(
            f"{font.value} {size}", fontName=font.value, fontSize=size, leading=more.get("leading", _LEADING) * size,
            spaceBefore=more.get("before", 0) * self.size, spaceAfter=more.get("after", 0) * self.size,
            leftIndent=more.get("indent", 0) * self.size, alignment=int(more.get("align", 0)),
            textColor=ink, bulletFontName=Font.BOLD.value, bulletFontSize=size, allowWidows=0,
            allowOrphans=0, splitLongWords=1, spaceShrinkage=0,
        )  # fmt: skip
