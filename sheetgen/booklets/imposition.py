"""Pages in reading order, or imposed for folding, to PDF bytes."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Literal

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.layout.paper import MM, Paper
from sheetgen.layout.primitives import Item, Line, Page, Placed, Side
from sheetgen.layout.themes import Look
from sheetgen.pdf import Metadata, OutlineEntry, Output, write_sides
from sheetgen.printing import Place, saddle, upside_down, zine

_MOVED = 6 * MM
"""Maximum shift of inner pages to the fold, in points."""


class Imposition(Struct, frozen=True):
    """Writer of finished pages, in order or imposed for folding, with the metadata and look of their document."""

    metadata: Metadata
    look: Look = Look()
    flip: Literal["short", "long"] = "short"
    """Edge over which the printer turns the sheets; with the long edge, the backs are turned by 180 degrees."""

    def in_order(self, pages: Sequence[Page], outline: Sequence[OutlineEntry] | None = None) -> bytes:
        """Return a PDF of the pages in order, with this outline or one of the labels of the pages."""
        entries: list[OutlineEntry] = []
        for place, page in enumerate(pages):
            if page.label and (not entries or entries[-1].title != page.label):
                entries.append(OutlineEntry(place, page.label))
        sides = (Side(page.width, page.height, (Placed(page),)) for page in pages)
        return self._written(sides, outline=entries if outline is None else outline)

    def folded(self, pages: Sequence[Page], sheet: Paper, creep: float, *, last: bool = True) -> bytes:
        """Return a PDF with two pages side by side, to be printed on both sides and folded in the middle.

        With `last`, the last page is the back cover, and the blank pages that fill the sheets come before it. `creep`
        is the thickness of the paper in points. Raises SheetgenError if the inner pages have to move too far.
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
        """Return a PDF of eight small pages on one side of a sheet, to be folded and cut once."""
        width, height = sheet.height / 4, sheet.width / 2
        # short lines at the edges where the folds are, as far in as home printers print, and the line to cut along
        ticks = [(5 * MM, 9 * MM), (2 * height - 9 * MM, 2 * height - 5 * MM)]
        folds = [Line(place * width, low, place * width, high, 0.5) for place in (1, 2, 3) for low, high in ticks]
        across = [Line(x, height, x + 4 * MM, height, 0.5) for x in (5 * MM, 4 * width - 9 * MM)]
        lines = (Line(width, height, 3 * width, height, 0.8), *folds, *across)
        return self._written((imposed(pages, zine(width, height), (4 * width, 2 * height), lines),))

    def _written(self, sides: Iterable[Side], duplex: str = "", outline: Sequence[OutlineEntry] = ()) -> bytes:
        target = BytesIO()
        write_sides(sides, self.metadata, Output(self.look.colours, duplex, outline, self.look.dice), target)
        return target.getvalue()


def imposed(
    pages: Sequence[Page], places: Iterable[Place], size: tuple[float, float], lines: tuple[Item, ...] = ()
) -> Side:
    """Return one side of a sheet with pages in their places, and lines over them."""
    placed = (
        Placed(page, place.x, size[1] - place.y - page.height, place.turned, place.page)
        for place in places
        for page in pages[place.page : place.page + 1]
    )
    return Side(*size, tuple(placed), lines)
