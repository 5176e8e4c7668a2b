"""The booklet of a game as pages: eight of them, or twelve for a game with more to explain."""

from collections.abc import Iterator
from xml.etree import ElementTree

from sheetgen.booklets.back import asked, end, short, winners
from sheetgen.booklets.book import LAST, Book, like_a5
from sheetgen.booklets.boxes import boxes
from sheetgen.booklets.document import part_of
from sheetgen.booklets.facts import Facts
from sheetgen.booklets.flow import Frame, Style, flow
from sheetgen.booklets.front import cover, minute, turn
from sheetgen.booklets.markup import parse
from sheetgen.layout import Page
from sheetgen.layout.primitives import Measure

_SHEET = 4
"""The pages of a folded sheet."""
_BODY = 9.75


def book_pages(
    facts: Facts, size: tuple[float, float], measure: Measure, command: str, appendix: tuple[str, ...] = ()
) -> list[Page]:
    """All pages of the booklet; pages of this width and height, in points."""
    pages = _drawn(facts, size, measure, command, appendix, 1, 0)
    if len(pages) % _SHEET:  # what is missing to whole sheets of paper: a second page of questions, then who won
        pages = _drawn(facts, size, measure, command, appendix, 2, 0)
    if free := -len(pages) % _SHEET:
        pages = _drawn(facts, size, measure, command, appendix, 2, free)
    return pages


def _drawn(
    facts: Facts,
    size: tuple[float, float],
    measure: Measure,
    command: str,
    appendix: tuple[str, ...],
    questions: int,
    free: int,
) -> list[Page]:
    book = Book(like_a5(*size), measure, facts.wording.catalog)
    cover(book, facts)
    minute(book, facts)
    turn(book, facts)
    boxes(book, facts)
    told(book, facts, "jokers")
    asked(book, facts, questions)
    end(book, facts)
    for part in appendix:
        told(book, facts, {"words": "glossary"}.get(part, part))
    for _ in range(free):
        winners(book, facts)
    short(book, facts, command)
    return [leaf.page() for leaf in book.leaves]


def told(book: Book, facts: Facts, part: str) -> None:
    """A part of the text that goes on for as many pages as it takes; its heading is that of the page."""
    html = part_of(facts, part)
    if not html.strip():
        return
    section = next(iter(parse(html)))
    heading = next((child for child in section if child.tag == "h2"), None)
    title = "".join(heading.itertext()) if heading is not None else ""
    if heading is not None:
        section.remove(heading)
    root = ElementTree.Element("root")
    root.append(section)

    def frames() -> Iterator[Frame]:
        leaf = book.leaf(title)
        yield Frame(leaf, leaf.left, 26.0, leaf.width, LAST)
        while True:
            leaf = book.leaf("", title)
            yield Frame(leaf, leaf.left, 12.0, leaf.width, LAST)

    flow(root, Style(_BODY), frames())
