"""The booklet of a game as pages: eight of them, or twelve for a game with more to explain."""

from collections.abc import Callable

from sheetgen.booklets.back import asked, end, question_pages, short, winners
from sheetgen.booklets.book import Book, Format
from sheetgen.booklets.boxes import box_pages, boxes
from sheetgen.booklets.front import cover, minute, turn, yacht
from sheetgen.booklets.sentences import Sentences
from sheetgen.layout.primitives import Measure, Page

Part = Callable[[Book], None]
"""Adds pages to a booklet."""
_SHEET = 4
"""Number of pages of a folded sheet."""
_FIXED = 4
"""Number of pages that every booklet has: the cover, the game in a minute, a turn, and all in short."""
_ROOMY, _ROOMIEST, _MANY = 4, 3, 9
"""Entries on a roomy page and on the roomiest page, and the number of questions above which they get a further page."""


def book_pages(
    sentences: Sentences, format_: Format, measure: Measure, command: str = "", more: Part | None = None
) -> list[Page]:
    """Return all pages of the booklet, which fill whole sheets of paper; `more` adds pages before the last one.

    Pages that are left go to the boxes, then to the questions, and then to lines for the winners.
    """
    trial = Book(format_, measure)
    yacht(trial, sentences)
    end(trial, sentences)
    append = more or (lambda book: None)
    append(trial)
    pages, questions = box_pages(trial, sentences), question_pages(trial, sentences)
    free = -(_FIXED + len(trial.leaves) + pages + questions) % _SHEET
    roomy = min(free, max(0, -(-(len(sentences.entries) + len(sentences.bonuses)) // _ROOMY) - pages))
    extra = min(free - roomy, int(questions == 1 and len(sentences.asked) > _MANY))
    spread = max(0, -(-len(sentences.entries) // _ROOMIEST) - pages - roomy)
    roomy += min(max(0, free - roomy - extra - 1), spread)
    book = Book(format_, measure)
    cover(book, sentences)
    minute(book, sentences)
    turn(book, sentences)
    boxes(book, sentences, pages + roomy)
    yacht(book, sentences)
    asked(book, sentences, questions + extra)
    end(book, sentences)
    append(book)
    while (len(book.leaves) + 1) % _SHEET:
        winners(book, sentences)
    short(book, sentences, command)
    return [leaf.page() for leaf in book.leaves]
