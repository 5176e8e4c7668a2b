"""TOML to `Ruleset`, or every fault with file, line, key path, what was written and what would be right.

A ruleset file is data: nothing in it is executed.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.source import (
    MAX_BYTES as MAX_BYTES,
    is_path as is_path,
    is_shipped as is_shipped,
    known_id as known_id,
    known_ids as known_ids,
    no_ruleset as no_ruleset,
    own_ids as own_ids,
    read_source,
    ruleset_ids as ruleset_ids,
    ruleset_path as ruleset_path,
    shipped_word,
    unknown_ruleset as unknown_ruleset,
)
from sheetgen.rulesets.vocabulary import build_ruleset

if TYPE_CHECKING:
    from sheetgen.rulesets.review import Review


def load_ruleset(name: str) -> Ruleset:
    """The ruleset called `name`, in capitals or not, or the one in the file `name` if that ends in ``.toml``.

    Raises SheetgenError for a name or file that is not there, and FileError with every fault of a wrong file.
    """
    path = ruleset_path(name)
    # The tests find the shipped files right, so nobody waits for that to be found again.
    shipped = not is_path(name) and is_shipped(path.stem)
    return replace(build_ruleset(path.stem, read_source(path).plain), shipped=True) if shipped else read_ruleset(path)


def read_ruleset(path: Path) -> Ruleset:
    """The ruleset in a file; its id is the name of the file without ``.toml``. Raises as `load_ruleset` does."""
    from sheetgen.rulesets.review import review  # noqa: PLC0415 - what ships needs none

    return review(read_source(path)).found()


def review_file(path: Path, language: str) -> "Review":
    """All faults of a file, and what in it is probably not meant; `language` is that of the table.

    Raises SheetgenError for a file that cannot be read, or is no TOML.
    """
    from sheetgen.rulesets.review import Review, review  # noqa: PLC0415 - as above

    try:
        source = read_source(path)
    except SheetgenError as error:
        if isinstance(error.__cause__, OSError) or not path.is_file():
            raise
        return Review(None, (error,))
    return review(source, language)


def ruleset_text(name: str) -> str:
    """The file of a ruleset, as it stands. Raises SheetgenError for one that is not there."""
    return read_source(ruleset_path(name)).text


def namesakes(game: Ruleset) -> list[Ruleset]:
    """The other games that come with sheetgen and have a word of their English name in common with this one.

    One that extends another is compared with that one, and with no other.
    """
    words = set(game.name.lower().split())
    return [
        load_ruleset(other)
        for other in ruleset_ids()
        if other != game.id
        and not words.isdisjoint(shipped_word(other).lower().split())
        and not shipped_word(other, "extends")
    ]


def base_of(name: str) -> Ruleset | None:
    """The game that a ruleset extends, if it extends one. Raises as `load_ruleset` does."""
    base = read_source(ruleset_path(name)).base
    return read_ruleset(base.path) if base else None
