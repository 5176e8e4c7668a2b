"""Pages in reading order, or imposed for folding, to PDF bytes."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO

from sheetgen.errors import SheetgenError
from sheetgen.layout import Colour, Ink, Item, Line, Page, Placed, Side
from sheetgen.layout.options import MM, Paper
from sheetgen.pdf import Entry, Metadata, Output, write_sides
from sheetgen.printing import Place, saddle, zine

Colours = Mapping[Ink, Colour]
_MOVED = 6 * MM
"""How far inner pages may move to the fold."""


def write_in_order(pages: Sequence[Page], metadata: Metadata, colours: Colours) -> bytes:
    """The pages as they are read, with an outline of those that have a name."""
    sides = (Side(page.width, page.height, (Placed(page),)) for page in pages)
    entries = []
    for place, page in enumerate(pages):
        if page.label and (not entries or entries[-1].title != page.label):
            entries.append(Entry(place, page.label))
    return written(sides, metadata, Output(colours, outline=entries))


def write_folded(
    pages: Sequence[Page], sheet: Paper, creep: float, metadata: Metadata, colours: Colours, *, last: bool = True
) -> bytes:
    """The pages two beside each other, to be printed on both sides and folded in the middle.

    With `last`, the last page stays the last: what is missing to whole sheets stays blank before it. `creep` is the
    thickness of the paper in points. Raises SheetgenError if the pages have no room to move so far.
    """
    width, height = sheet.height / 2, sheet.width
    sheets = -(-len(pages) // 4)
    shift = (sheets - 1) * creep
    if shift > _MOVED:
        raise SheetgenError(
            "%(sheets)s sheets of %(creep)s mm move the inner pages by %(shift)s mm; "
            "there is room for %(most)s mm; take thinner paper",
            key="--creep", sheets=sheets, creep=f"{creep / MM:g}", shift=f"{shift / MM:.1f}", most=f"{_MOVED / MM:.1f}",
        )  # fmt: skip
    blank = Page(width, height, (), ())
    whole = [*pages[:-1], *[blank] * (4 * sheets - len(pages)), pages[-1]] if last else list(pages)
    sides = (imposed(whole, places, (2 * width, height)) for places in saddle(len(whole), width, creep))
    return written(sides, metadata, Output(colours, duplex="DuplexFlipShortEdge", outline=()))


def write_zine(pages: Sequence[Page], sheet: Paper, metadata: Metadata, colours: Colours) -> bytes:
    """Eight pages of an eighth of the sheet each, all on one side, to be folded and cut once."""
    width, height = sheet.height / 4, sheet.width / 2
    # short lines at the edges where the folds are, as far in as home printers print, and the line to cut along
    ticks = [(5 * MM, 9 * MM), (2 * height - 9 * MM, 2 * height - 5 * MM)]
    folds = [Line(place * width, low, place * width, high, 0.5) for place in (1, 2, 3) for low, high in ticks]
    across = [Line(x, height, x + 4 * MM, height, 0.5) for x in (5 * MM, 4 * width - 9 * MM)]
    lines = (Line(width, height, 3 * width, height, 0.8), *folds, *across)
    side = imposed(pages, zine(width, height), (4 * width, 2 * height), lines)
    return written((side,), metadata, Output(colours, outline=()))


def imposed(
    pages: Sequence[Page], places: Iterable[Place], size: tuple[float, float], lines: tuple[Item, ...] = ()
) -> Side:
    """One side of a sheet with pages in their places, and lines over them."""
    placed = (
        Placed(page, place.x, size[1] - place.y - page.height, place.turned)
        for place in places
        for page in pages[place.page : place.page + 1]
    )
    return Side(*size, tuple(placed), lines)


def written(sides: Iterable[Side], metadata: Metadata, output: Output) -> bytes:
    """The sides as a PDF."""
    target = BytesIO()
    write_sides(sides, metadata, output, target)
    return target.getvalue()
