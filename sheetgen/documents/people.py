"""Who plays: how many, and their names, checked in one place for all documents."""

from collections.abc import Sequence

from sheetgen.errors import SheetgenError
from sheetgen.files.plain_data import MOST_LETTERS, clean_name

_MOST = 100


def check_count(option: str, number: int | None, limit: int = _MOST) -> int | None:
    """The number, if it is one that can be asked for; SheetgenError, at the option, if it is not."""
    if number is not None and not 1 <= number <= limit:
        raise SheetgenError("wrote %(written)s; should be from 1 to %(limit)s", key=option, written=number, limit=limit)
    return number


def check_names(names: Sequence[str], players: int | None = None) -> tuple[str, ...]:
    """The names as they are printed; SheetgenError for more than there are players, and for one that is too long."""
    clean = tuple(map(clean_name, names))
    check_count("--names", len(clean) or None)
    if any(len(name) > MOST_LETTERS for name in clean):
        raise SheetgenError("a name has %(limit)s letters at most; shorten it", key="--names", limit=MOST_LETTERS)
    if players is not None and players < len(clean):
        raise SheetgenError(
            "%(names)s names for %(count)s players; leave out --players", key="--names", names=len(clean), count=players
        )
    return clean
