"""Rulesets by name or file, checked and built.

Shipped rulesets are checked by the tests and not again in a run, which saves 20 ms a sheet. For the
same reason the modules that check are imported inside functions.
"""

from functools import cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sheetgen.errors import FileError, Message, SheetgenError
from sheetgen.files.tables import check_kind
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.building import build_ruleset
from sheetgen.rulesets.source import (
    is_path,
    is_shipped,
    read_source,
    ruleset_ids,
    ruleset_path,
    shipped_word,
)

if TYPE_CHECKING:
    from sheetgen.rulesets.faults import Review


_NAME_OR_FILE = Message("the name of a game, or a file")


def load_ruleset(name: str | PathLike[str]) -> Ruleset:
    """Return the ruleset of this name, or of this file if the name ends in ``.toml``.

    Capitals do not matter.

    A path is always that of a file. Raises SheetgenError if there is no such ruleset, and FileError
    with every fault of a faulty file.
    """
    check_kind(name, str | PathLike, "ruleset", _NAME_OR_FILE)
    if not isinstance(name, str):
        return read_ruleset(Path(name))
    path = ruleset_path(name)
    if not is_path(name) and is_shipped(path.stem):
        return shipped_ruleset(path)
    return read_ruleset(path)


@cache
def shipped_ruleset(path: Path) -> Ruleset:
    """Return the ruleset of a file that ships.

    It is built once, so that everything derived from it is derived once.
    """
    return replace(build_ruleset(path.stem, read_source(path).data), shipped=True)


def read_ruleset(path: Path) -> Ruleset:
    """Return the ruleset of a file, with the file's name as its id.

    Raises as `load_ruleset` does.
    """
    from sheetgen.rulesets.faults import review  # noqa: PLC0415 - see above

    result = review(read_source(path))
    if result.ruleset is None:
        raise FileError(result.faults)
    return result.ruleset


def review_file(path: Path, language: str) -> "Review":
    """Return the faults of a file or, if it has none, its warnings for players of this language.

    Raises SheetgenError for a file that cannot be read.
    """
    from sheetgen.rulesets.faults import Review, review  # noqa: PLC0415 - see above

    try:
        source = read_source(path)
    except SheetgenError as error:
        if isinstance(error.__cause__, OSError) or not path.is_file():
            raise
        return Review(None, (error,))
    return review(source, language)


def ruleset_text(name: str) -> str:
    """Return the text of a ruleset's file. Raises SheetgenError if there is no such ruleset."""
    return read_source(ruleset_path(name)).text


def namesakes(game: Ruleset) -> list[Ruleset]:
    """Return the games that ship and share a word of their English name with this one.

    A game that extends another is left out: it is compared with that one only.
    """
    words = set(game.name.lower().split())
    return [
        load_ruleset(other)
        for other in ruleset_ids()
        if other != game.id
        and not words.isdisjoint(shipped_word(other).lower().split())
        and not shipped_word(other, "extends")
    ]


def base_of(name: str | PathLike[str]) -> Ruleset | None:
    """Return the game that a ruleset extends, or None. Raises as `load_ruleset` does."""
    check_kind(name, str | PathLike, "ruleset", _NAME_OR_FILE)
    base = read_source(ruleset_path(name) if isinstance(name, str) else Path(name)).base
    return read_ruleset(base.path) if base else None
