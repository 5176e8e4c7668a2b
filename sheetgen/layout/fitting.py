"""The one order in which pages give up what has no room, and pages that are alike in all languages.

Sheets, their backs, cards, zines and pages of booklets are laid out in this order.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import IntEnum
from typing import TypeVar

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording

Document = TypeVar("Document")
Way = TypeVar("Way")
Plan = TypeVar("Plan")


class GivenUp(IntEnum):
    """What a page has given up for want of room: its ways to be laid out are tried in this order.

    Points, rules and panels are kept while anything of an earlier step is left to give up.
    """

    NOTHING = 0
    DECORATION = 1
    """The dice of the title, the line to remember, the subtitle, and hints that only repeat."""
    LONG_WORDS = 2
    """Each text is in the shorter of its wordings."""
    SIZE = 3
    """Dice, pictures and letters are smaller, down to the minimum of the page."""
    PLACE = 4
    """Some of it is on the next page, where the document can have one more."""
    PARTS = 5
    """Rules, panels and headings that are in the booklet too; each of them is said as LeftOut.

    What does not fit even so is refused with its sum, and a larger paper is named.
    """


def wordings_in_all(own: Wording) -> Iterator[Wording]:
    """Yield a game in its own language, then in all others, those of the user among them.

    Each catalog is loaded when it is needed. One that cannot be read has no say.
    """
    yield own
    for language in languages():
        if language != own.catalog.language:
            with suppress(SheetgenError):
                yield Wording(own.ruleset, load_catalog(language))


class InAll(Iterable[Document]):
    """A document in its own language, then in all others, each made once, when it is needed."""

    def __init__(self, own: Wording, make: Callable[[Wording], Document]) -> None:
        self._made: list[Document] = []
        self._next = map(make, wordings_in_all(own))

    def __iter__(self) -> Iterator[Document]:
        yield from self._made
        for document in self._next:
            self._made.append(document)
            yield document


def plans_in_all(
    documents: InAll[Document],
    ways: Iterable[Way],
    lay_out: Callable[[Document, Way], Plan | None],
) -> Iterator[Plan]:
    """Yield the plans of the first document in the ways that have room in all languages.

    `ways` are in the order of `GivenUp`. `lay_out` returns no plan for a way without room. If no
    way has room in all languages, the plans are those of the first document alone.
    """
    own_plans = []
    has_common_plan = False
    for way in ways:
        each = iter(documents)
        plan = lay_out(next(each), way)
        if plan is None:
            continue
        own_plans.append(plan)
        if all(_has_room(other, way, lay_out) for other in each):
            has_common_plan = True
            yield plan
    if not has_common_plan:
        yield from own_plans


def _has_room(
    document: Document, way: Way, lay_out: Callable[[Document, Way], Plan | None]
) -> bool:
    """Check whether a way has room in the language of a document.

    A language whose letters the font lacks has no say.
    """
    try:
        return lay_out(document, way) is not None
    except SheetgenError:
        return True
