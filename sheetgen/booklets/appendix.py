"""More text at the end of a booklet, set as running text on its pages."""

from collections.abc import Iterator
from xml.etree import ElementTree

from sheetgen.booklets.book import BODY, LAST, Book
from sheetgen.booklets.flow import Frame, Style, flow
from sheetgen.booklets.markup import parse


def append(book: Book, html: str) -> None:
    """More text, each section of which goes on for as many pages as it takes; its heading is that of the page."""
    for section in parse(html):
        heading = next((child for child in section if child.tag == "h2"), None)
        title = "".join(heading.itertext()) if heading is not None else ""
        if heading is not None:
            section.remove(heading)

        def frames(title: str = title) -> Iterator[Frame]:
            leaf = book.leaf(title)
            yield Frame(leaf, leaf.left, 26.0, leaf.width, LAST)
            while True:
                leaf = book.leaf("", title)
                yield Frame(leaf, leaf.left, 12.0, leaf.width, LAST)

        root = ElementTree.Element("root")
        root.append(section)
        flow(root, Style(BODY.size, above=2), frames())
