"""The rulesets that come with sheetgen as JSON, written when it is built, so that no start takes TOML apart."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

from msgspec import MsgspecError, Struct, json

from sheetgen.files import assets
from sheetgen.rulesets.shelf import ruleset_ids, ruleset_path


class _Compiled(Struct):
    """A game, and the checksum of the file that it was read from."""

    crc: int
    game: dict[str, Any]


def compile_rulesets() -> None:
    """Write every shipped ruleset that is whole by itself into the folder ``rulesets/compiled``."""
    from sheetgen.rulesets.source import read_source  # noqa: PLC0415 - a start does without it

    shutil.rmtree(_folder(), ignore_errors=True)
    _folder().mkdir()
    for name in ruleset_ids():
        source = read_source(ruleset_path(name))
        if source.base is None:
            made = _Compiled(crc32(source.path.read_bytes()), source.plain)
            _file(name).write_bytes(json.encode(made))


def read_compiled(path: Path) -> Mapping[str, Any] | None:
    """What `Source.plain` is for the file of a shipped ruleset; None if it was not compiled, or has changed since."""
    try:
        made = json.decode(_file(path.stem).read_bytes(), type=_Compiled)
        return made.game if made.crc == crc32(path.read_bytes()) else None
    except (OSError, MsgspecError):
        return None


def _folder() -> Path:
    return assets.rulesets() / "compiled"


def _file(name: str) -> Path:
    return _folder() / f"{name}.json"
