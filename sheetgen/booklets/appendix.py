"""More text at the end of a booklet, set as running text on its pages."""

from xml.etree import ElementTree

from sheetgen.booklets.book import BODY, LAST, TEXT_WIDTH, TOP, Book, Leaf
from sheetgen.booklets.markup import parse
from sheetgen.booklets.running_text import NO_ROOM, Frames, TypeSizes, set_text
from sheetgen.errors import SheetgenError
from sheetgen.layout.primitives import Rect

_BELOW_HEADING = 26.0
"""Height at which the text of a page with a heading begins, in mm of an A5 page."""


def append(book: Book, html: str) -> None:
    """Add each section of a text to a booklet, on as many pages as it takes; its heading is that of the first page."""
    for section in parse(html):
        heading = next((child for child in section if child.tag == "h2"), None)
        title = "".join(heading.itertext()) if heading is not None else ""
        if heading is not None:
            section.remove(heading)
        root = ElementTree.Element("root")
        root.append(section)
        first = len(book.leaves)

        def new_page(title: str = title, first: int = first) -> Leaf:
            return book.leaf(title) if len(book.leaves) == first else book.leaf("", title)

        sizes = TypeSizes(BODY.size * book.format.scale, book.format.look.smallest, above=2)
        if set_text(root, sizes, _frames(book), new_page) is None:
            raise SheetgenError(NO_ROOM, key="--paper")


def _frames(book: Book) -> Frames:
    """Return the places for text on a page with a heading, and on those that follow it."""
    page, format_ = Leaf(book.format, book.measure, 0.0), book.format
    first, later = (
        [Rect(0.0, page.place(0.0, top)[1], page.length(TEXT_WIDTH), page.length(LAST - top))]
        for top in (_BELOW_HEADING, TOP)
    )
    return Frames((format_.width, format_.height), first, later)
