"""The booklet of a game as pages: eight of them, or twelve for a game with more to explain."""

from collections.abc import Callable

from sheetgen.booklets.back import asked, end, question_pages, short, winners
from sheetgen.booklets.book import Book, Format
from sheetgen.booklets.boxes import box_pages, boxes
from sheetgen.booklets.front import cover, minute, turn, yacht
from sheetgen.booklets.tale import Tale
from sheetgen.layout.primitives import Measure, Page

Part = Callable[[Book], None]
"""Adds pages to a booklet."""
_SHEET = 4
"""The pages of a folded sheet."""
_FIXED = 4
"""The cover, the game in a minute, a turn, and all in short."""
_ROOMY, _ROOMIEST, _MANY = 4, 3, 9
"""So many entries, or questions, have a page for themselves where pages are left; and where many are."""


def book_pages(
    tale: Tale, format_: Format, measure: Measure, command: str = "", more: Part | None = None
) -> list[Page]:
    """All pages of the booklet, for whole sheets of paper; `more` adds pages before the last one.

    What is missing to whole sheets is given to the boxes, then to the questions, and then to lines for who won.
    """
    trial = Book(format_, measure)
    yacht(trial, tale)
    end(trial, tale)
    append = more or (lambda book: None)
    append(trial)
    pages, questions = box_pages(trial, tale), question_pages(trial, tale)
    free = -(_FIXED + len(trial.leaves) + pages + questions) % _SHEET
    roomy = min(free, max(0, -(-(len(tale.entries) + len(tale.bonuses)) // _ROOMY) - pages))
    extra = min(free - roomy, int(questions == 1 and len(tale.asked) > _MANY))
    spread = max(0, -(-len(tale.entries) // _ROOMIEST) - pages - roomy)
    roomy += min(max(0, free - roomy - extra - 1), spread)
    book = Book(format_, measure)
    cover(book, tale)
    minute(book, tale)
    turn(book, tale)
    boxes(book, tale, pages + roomy)
    yacht(book, tale)
    asked(book, tale, questions + extra)
    end(book, tale)
    append(book)
    while (len(book.leaves) + 1) % _SHEET:
        winners(book, tale)
    short(book, tale, command)
    return [leaf.page() for leaf in book.leaves]
