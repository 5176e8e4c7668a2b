"""Faults of the keys that change another game."""

from collections.abc import Iterator

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.rulesets.draft import Draft, Found, ids_of


def misplaced(draft: Draft) -> Iterator[Found]:
    """Items that stand behind one that is not there; those that found their place say so no more."""
    for items in (draft.sections, draft.categories, draft.totals):
        for path, item in items:
            if isinstance(item.get("after"), str):
                beside = [other for where, other in items if where[:-1] == path[:-1] and other is not item]
                yield (*path, "after"), unknown(Message("id"), item["after"], ids_of((path, other) for other in beside))


def idle_remove(draft: Draft) -> Iterator[Found]:
    """A list of what is left out, in a file that extends nothing."""
    if "remove" in draft.data and "extends" not in draft.data:
        yield ("remove",), SheetgenError("means something only where the file extends a game; take it out")
