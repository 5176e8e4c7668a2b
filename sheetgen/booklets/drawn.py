"""The booklet of a game as pages: eight of them, or twelve for a game with more to explain."""

from collections.abc import Iterator
from xml.etree import ElementTree

from sheetgen.booklets.back import asked, end, question_pages, short, winners
from sheetgen.booklets.book import BODY, LAST, Book, Format
from sheetgen.booklets.boxes import box_pages, boxes
from sheetgen.booklets.flow import Frame, Style, flow
from sheetgen.booklets.front import cover, minute, turn, yacht
from sheetgen.booklets.markup import parse
from sheetgen.booklets.tale import Tale
from sheetgen.layout import Page
from sheetgen.layout.primitives import Measure

_SHEET = 4
"""The pages of a folded sheet."""
_FIXED = 4
"""The cover, the game in a minute, a turn, and all in short."""
_ROOMY, _ROOMIEST, _MANY = 4, 3, 9
"""So many entries, or questions, have a page for themselves where pages are left; and where many are."""


def book_pages(tale: Tale, format_: Format, measure: Measure, command: str = "", appendix: str = "") -> list[Page]:
    """All pages of the booklet, for whole sheets of paper; `appendix` is more text, in the closed part of HTML.

    What is missing to whole sheets is given to the boxes, then to the questions, and then to lines for who won.
    """
    trial = Book(format_, measure)
    yacht(trial, tale)
    end(trial, tale)
    append(trial, appendix)
    pages, questions = box_pages(trial, tale), question_pages(trial, tale)
    free = -(_FIXED + len(trial.leaves) + pages + questions) % _SHEET
    roomy = min(free, max(0, -(-(len(tale.entries) + len(tale.bonuses)) // _ROOMY) - pages))
    more = min(free - roomy, int(questions == 1 and len(tale.asked) > _MANY))
    spread = max(0, -(-len(tale.entries) // _ROOMIEST) - pages - roomy)
    roomy += min(max(0, free - roomy - more - 1), spread)
    book = Book(format_, measure)
    cover(book, tale)
    minute(book, tale)
    turn(book, tale)
    boxes(book, tale, pages + roomy)
    yacht(book, tale)
    asked(book, tale, questions + more)
    end(book, tale)
    append(book, appendix)
    while (len(book.leaves) + 1) % _SHEET:
        winners(book, tale)
    short(book, tale, command)
    return [leaf.page() for leaf in book.leaves]


def append(book: Book, html: str) -> None:
    """More text, each section of which goes on for as many pages as it takes; its heading is that of the page."""
    for section in parse(html) if html.strip() else ():
        heading = next((child for child in section if child.tag == "h2"), None)
        title = "".join(heading.itertext()) if heading is not None else ""
        if heading is not None:
            section.remove(heading)
        root = ElementTree.Element("root")
        root.append(section)
        flow(root, Style(BODY.size, above=2), _frames(book, title))


def _frames(book: Book, title: str) -> Iterator[Frame]:
    leaf = book.leaf(title)
    yield Frame(leaf, leaf.left, 26.0, leaf.width, LAST)
    while True:
        leaf = book.leaf("", title)
        yield Frame(leaf, leaf.left, 12.0, leaf.width, LAST)
