"""Pages in reading order, or imposed for folding, to PDF bytes."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Literal

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.layout import Item, Line, Look, Page, Placed, Side
from sheetgen.layout.options import MM, Paper
from sheetgen.pdf import Entry, Metadata, Output, write_sides
from sheetgen.printing import Place, saddle, upside_down, zine

_MOVED = 6 * MM
"""How far inner pages may move to the fold."""


class Imposition(Struct, frozen=True):
    """What a document says of itself, and what it looks like."""

    metadata: Metadata
    look: Look = Look()
    flip: Literal["short", "long"] = "short"
    """The edge over which folded sheets turn: for the long one, their backs stand on their heads."""

    def in_order(self, pages: Sequence[Page], outline: Sequence[Entry] | None = None) -> bytes:
        """The pages as they are read, with this outline, or with one of the pages that have a name."""
        entries: list[Entry] = []
        for place, page in enumerate(pages):
            if page.label and (not entries or entries[-1].title != page.label):
                entries.append(Entry(place, page.label))
        sides = (Side(page.width, page.height, (Placed(page),)) for page in pages)
        return self._written(sides, outline=entries if outline is None else outline)

    def folded(self, pages: Sequence[Page], sheet: Paper, creep: float, *, last: bool = True) -> bytes:
        """The pages two beside each other, to be printed on both sides and folded in the middle.

        With `last`, the last page stays the last: what is missing to whole sheets stays blank before it. `creep` is
        the thickness of the paper in points. Raises SheetgenError if the pages have no room to move so far.
        """
        width, height = sheet.height / 2, sheet.width
        sheets = -(-len(pages) // 4)
        shift = (sheets - 1) * creep
        if shift > _MOVED:
            raise SheetgenError(
                "%(sheets)s sheets of %(creep)s mm move the inner pages by %(shift)s mm; "
                "there is room for %(most)s mm; take thinner paper",
                key="--creep", sheets=sheets, creep=f"{creep / MM:g}", shift=f"{shift / MM:.1f}",
                most=f"{_MOVED / MM:.1f}",
            )  # fmt: skip
        blank = Page(width, height, (), ())
        whole = [*pages[:-1], *[blank] * (4 * sheets - len(pages)), pages[-1]] if last else list(pages)
        sides = [imposed(whole, places, (2 * width, height)) for places in saddle(len(whole), width, creep)]
        if self.flip == "long":
            sides[1::2] = map(upside_down, sides[1::2])
        return self._written(sides, duplex=f"DuplexFlip{self.flip.capitalize()}Edge")

    def zine(self, pages: Sequence[Page], sheet: Paper) -> bytes:
        """Eight pages of an eighth of the sheet each, all on one side, to be folded and cut once."""
        width, height = sheet.height / 4, sheet.width / 2
        # short lines at the edges where the folds are, as far in as home printers print, and the line to cut along
        ticks = [(5 * MM, 9 * MM), (2 * height - 9 * MM, 2 * height - 5 * MM)]
        folds = [Line(place * width, low, place * width, high, 0.5) for place in (1, 2, 3) for low, high in ticks]
        across = [Line(x, height, x + 4 * MM, height, 0.5) for x in (5 * MM, 4 * width - 9 * MM)]
        lines = (Line(width, height, 3 * width, height, 0.8), *folds, *across)
        return self._written((imposed(pages, zine(width, height), (4 * width, 2 * height), lines),))

    def _written(self, sides: Iterable[Side], duplex: str = "", outline: Sequence[Entry] = ()) -> bytes:
        target = BytesIO()
        write_sides(sides, self.metadata, Output(self.look.colours, duplex, outline, self.look.dice), target)
        return target.getvalue()


def imposed(
    pages: Sequence[Page], places: Iterable[Place], size: tuple[float, float], lines: tuple[Item, ...] = ()
) -> Side:
    """One side of a sheet with pages in their places, and lines over them."""
    placed = (
        Placed(page, place.x, size[1] - place.y - page.height, place.turned, place.page)
        for place in places
        for page in pages[place.page : place.page + 1]
    )
    return Side(*size, tuple(placed), lines)
