"""Documents as the contents of their files, and advice on how to print them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from sheetgen.errors import Message

if TYPE_CHECKING:
    from sheetgen.pdf.document import Drawn

# Imported where it is needed: drawings, with templates and the PDF (200 ms).

PICTURES = ("svg", "png")
"""Kinds of pictures, of which each page is a file."""
PLAIN = Message("print at 100 %")
"""Advice on printing a document on one side."""
BOTH_SIDES: Mapping[str, Message] = {
    "DuplexFlipLongEdge": Message("print on both sides at 100 %, turning over the long edge"),
    "DuplexFlipShortEdge": Message("print on both sides at 100 %, turning over the short edge"),
}
"""Advice on printing on both sides, by the way in which the printer turns the sheet."""
FOLDED: Mapping[str, Message] = {
    "booklet": Message(
        "Print it on both sides at 100 %, turning over the short edge. "
        "Lay the sheets in each other and fold."
    ),
    "long": Message(
        "Print it on both sides at 100 %, turning over the long edge. "
        "Lay the sheets in each other and fold."
    ),
    "zine": Message(
        "Print it on one side at 100 %. Fold it at all marks and open it; cut along the line; "
        "fold it in two lengthwise and push the ends together."
    ),
}
"""Advice on printing and folding: a booklet that turns over the short edge, over the long one, and
a zine."""


class FileKind(Struct, frozen=True):
    """Kind of the files of a document."""

    ending: str = "pdf"
    """``pdf``; or ``svg`` or ``png``, which needs the extra `preview`, for a picture of each
    page."""
    typefaces: bool = True
    """Flag: an SVG has its fonts in it."""
    previews: bool = False
    """Flag: beside the files there is an SVG of each page, drawn from the same layout."""


PDF = FileKind()


class DocumentFiles(Struct, frozen=True):
    """Document as the contents of its files."""

    files: tuple[bytes, ...]
    """One, or a picture of each page."""
    pages: int = 0
    """Number of pages; 0 for a text that has none."""
    duplex: str = ""
    """Setting of the printer for both sides, as in the PDF."""
    previews: tuple[bytes, ...] = ()
    """SVG of each page, if it was asked for."""
    box: tuple[float, float] | None = None
    """Width and height in mm of the smallest box of a sheet."""


def write_drawn(drawn: "Drawn", kind: FileKind = PDF) -> DocumentFiles:
    """Return a drawn document as a PDF, or as a picture of each page."""
    is_pdf = kind.ending == "pdf"
    files = (drawn.pdf(),) if is_pdf else _pictures(drawn, kind.ending, kind)
    previews = _pictures(drawn, "svg", kind) if kind.previews else ()
    return DocumentFiles(files, len(drawn.sides), drawn.output.duplex, previews)


def _pictures(drawn: "Drawn", ending: str, kind: FileKind) -> tuple[bytes, ...]:
    from sheetgen.documents.drawings import picture

    pictures: list[bytes] = []
    for side in drawn.sides:
        content = picture(side, drawn.metadata, drawn.output, ending, typefaces=kind.typefaces)
        pictures.append(content)
    return tuple(pictures)


def numbered_names(name: str, count: int) -> list[str]:
    """Return names of this many files, with numbers of the same length before the ending."""
    stem, dot, ending = name.rpartition(".")
    digits = len(str(count))
    return [f"{stem}-{number:0{digits}}{dot}{ending}" for number in range(1, count + 1)]
