"""Rulesets by their names: those that come with sheetgen, and those in the user's folder.

A name means the shipped game, whatever lies in the user's folder; a file there that has its name is found by its path.
"""

import os
import re
from pathlib import Path

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files import assets

SUFFIX = ".toml"
MAX_BYTES = 200_000
"""A ruleset file larger than this is not read."""
_NAME = re.compile('^name = "(.*)"$', re.MULTILINE)


def ruleset_ids() -> list[str]:
    """The ids of the rulesets that come with sheetgen."""
    return _names_in(assets.rulesets())


def own_ids() -> list[str]:
    """The ids of the rulesets in the user's folder that can be found by name."""
    shipped = ruleset_ids()
    return [name for name in _names_in(assets.own_rulesets()) if name not in shipped]


def known_ids() -> list[str]:
    """The ids of all rulesets that can be found by name."""
    return sorted([*ruleset_ids(), *own_ids()])


def is_shipped(name: str) -> bool:
    """Whether a ruleset of this name comes with sheetgen."""
    return name in ruleset_ids()


def shipped_name(ruleset_id: str) -> str:
    """The English name of a game that comes with sheetgen, as its file has it on a line: nothing else is read."""
    found = _NAME.search((assets.rulesets() / f"{ruleset_id}{SUFFIX}").read_text("utf-8"))
    return found[1] if found else ""


def is_path(name: str) -> bool:
    """Whether this names a file instead of a ruleset."""
    return name.lower().endswith(SUFFIX)


def ruleset_path(name: str) -> Path:
    """The file of the ruleset `name`, or `name` itself if it ends in ``.toml``; SheetgenError for an unknown name."""
    if is_path(name):
        return Path(name)
    if name not in known_ids():
        if os.path.isfile(f"{name}{SUFFIX}"):  # noqa: PTH113 - a Path raises if the name is too long
            raise SheetgenError("unknown ruleset '%(name)s'; for the file here write ./%(name)s.toml", name=name)
        raise unknown(Message("ruleset"), name, [*known_ids(), "*.toml"])
    return (assets.rulesets() if is_shipped(name) else assets.own_rulesets()) / f"{name}{SUFFIX}"


def _names_in(folder: Path) -> list[str]:
    names = assets.names_in(folder, SUFFIX)
    return [name for name in names if name and name.isprintable() and not is_path(name)]
