"""What every document is asked for: a language, how many play, their names, lengths, a look. Checked in one place."""

from collections.abc import Sequence

from sheetgen.errors import SheetgenError
from sheetgen.files.input import MOST_LETTERS, clean_name
from sheetgen.i18n.catalog import Catalog, choose_language, load_catalog
from sheetgen.layout.options import MM, Look, read_length
from sheetgen.rules.ruleset import Ruleset

_MOST_PLAYERS = 100
Length = str | float
"""A length as people write it, such as ``10mm`` or ``0.4in``; a number is in millimetres."""
Pair = str | tuple[Length, Length]
"""A length to the right and one up or down, or both as a text with a comma between them."""


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


def length_of(written: Length | None, option: str, least: float, most: float) -> float | None:
    """A length in points; SheetgenError if it is not between the two, in millimetres."""
    if written is None:
        return None
    text = written if isinstance(written, str) else f"{written:g}"
    length = read_length(text, option)
    if not least * MM <= length <= most * MM:
        raise SheetgenError(
            "wrote '%(written)s'; should be from %(least)s to %(limit)s mm", key=option, written=text,
            least=f"{least:g}", limit=f"{most:g}",
        )  # fmt: skip
    return length


def pair_of(written: Pair, option: str) -> tuple[float, float]:
    """Two lengths in points; SheetgenError for anything else."""
    parts = written.split(",") if isinstance(written, str) else [str(each) for each in written]
    if len(parts) != 2:
        raise SheetgenError("wrote '%(written)s'; should be two lengths such as 1.5,-0.5", key=option, written=written)
    return read_length(parts[0], option), read_length(parts[1], option)


def look_of(game: Ruleset, theme: str | None, modes: Sequence[str] = ()) -> Look:
    """The look of a theme in the accent of a game, with modes such as ``large_print`` laid over it in this order.

    `theme` is a name, or a file that ends in ``.toml``. Raises SheetgenError for a theme that there is not.
    """
    if theme is None and not modes:
        return Look().with_accent(game.accent)
    from sheetgen.layout.themes import DEFAULT, load_look  # noqa: PLC0415 - few documents have a theme

    look = load_look(theme or DEFAULT, [mode.replace("_", "-") for mode in modes])
    return look.with_accent(game.accent)
