"""Checks that all documents share: languages, numbers of players, their names, and looks."""

from collections.abc import Sequence

from sheetgen.errors import Message, SheetgenError
from sheetgen.files.input import MOST_LETTERS, clean_name
from sheetgen.i18n.catalog import Catalog, choose_language, load_catalog
from sheetgen.layout.themes import Look
from sheetgen.rules.ruleset import Ruleset

# Imported where they are needed: the layout (checks do without its 100 ms) and themes (7 ms).

_MOST_PLAYERS = 100
"""Maximum number of players of all documents."""


def catalog_of(lang: str | None) -> Catalog:
    """Return the words of a language by its code, English for None; raise SheetgenError for an unknown one."""
    return load_catalog(choose_language(lang or "en", {}))


def check_count(option: str, number: int | None, limit: int = _MOST_PLAYERS, least: int = 1) -> int | None:
    """Return the number; raise SheetgenError at the option if it is not from `least` to `limit`."""
    if number is not None and not least <= number <= limit:
        message = Message("%(written)s is not possible; use %(least)s to %(limit)s.")
        raise SheetgenError(message, key=option, written=number, least=least, limit=limit)
    return number


def check_names(names: Sequence[str], players: int | None = None) -> tuple[str, ...]:
    """Return the names for printing; raise SheetgenError for too many of them, and for one that is too long."""
    clean = tuple(map(clean_name, names))
    check_count("--names", len(clean) or None)
    if any(len(name) > MOST_LETTERS for name in clean):
        raise SheetgenError("a name has %(limit)s letters at most; shorten it", key="--names", limit=MOST_LETTERS)
    if players is not None and players < len(clean):
        from sheetgen.layout.content import too_many_names

        raise too_many_names(len(clean), players).at("--names")
    return clean


def look_of(game: Ruleset, theme: str | None, modes: Sequence[str] = ()) -> Look:
    """Return the look of a theme in the accent of a game, with modes such as ``large_print`` on top, in this order.

    `theme` is a name, or a file that ends in ``.toml``. Raises SheetgenError for an unknown theme.
    """
    if theme is None and not modes:
        return Look().with_accent(game.accent)
    from sheetgen.layout.themes import DEFAULT, load_look

    look = load_look(theme or DEFAULT, [mode.replace("_", "-") for mode in modes])
    return look.with_accent(game.accent)
