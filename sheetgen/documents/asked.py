"""What every document is asked for: a language, how many play, and their names. Checked in one place."""

from collections.abc import Sequence

from sheetgen.errors import SheetgenError
from sheetgen.files.reading import MOST_LETTERS, clean_name
from sheetgen.i18n.catalog import Catalog, choose_language, load_catalog

_MOST_PLAYERS = 100


def catalog_of(lang: str) -> Catalog:
    """The words of a language, by its code; SheetgenError for a language that there is not."""
    return load_catalog(choose_language(lang, {}))


def check_count(option: str, number: int | None, limit: int = _MOST_PLAYERS) -> int | None:
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
        from sheetgen.layout.content import too_many_names  # noqa: PLC0415 - few are refused, and checks lay nothing out

        raise too_many_names(len(clean), players).at("--names")
    return clean
