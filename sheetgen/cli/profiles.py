"""Profiles: files with the settings of a command.

They are read as its defaults and written from its options.
"""

import inspect
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import tomli_w
from msgspec import Struct

from sheetgen.cli.output import Files
from sheetgen.documents.declared import Parameters, chosen, declared, option_name, types_of
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import forget_input, read_toml
from sheetgen.files.tables import WRONG, Flag, Key, Map, Table, Value, check_table

_LONGEST = 10_000
"""Maximum number of letters of a value in a profile: room for a hundred names."""
_HUGE = 10**9
"""Minimum of the numbers that are refused: larger than any that an option takes."""


def check_owner(path: Path) -> None:
    """Raise SheetgenError for a profile that another user has put into this folder.

    The owner of a link counts, and that of its target.
    """
    owners = {path.stat().st_uid, path.lstat().st_uid}
    if hasattr(os, "geteuid") and owners != {os.geteuid()}:
        message = Message(
            "belongs to another user; use it with --profile sheetgen.toml, or add --profile none"
        )
        raise SheetgenError(message, file=str(path))


def read_profile(path: Path, command: str, parameters: Parameters) -> Mapping[str, Any]:
    """Return the settings for a command from a profile, by the names of its parameters.

    Numbers are texts, as on the command line.
    """
    by_key = {}
    for parameter in parameters.values():
        if declared(parameter) or parameter.name == "ruleset":
            by_key[option_name(parameter)] = parameter
    keys = Table(command, {name: _key_of(name, each) for name, each in by_key.items()})
    tables: dict[str, Key] = {}
    for name in ("pdf", "kit"):
        tables[name] = keys if name == command else Map(name, Key(""))
    data = read_toml(path)
    check_table(Table(str(path), tables), data, str(path))
    settings = {}
    for key, value in data.get(command, {}).items():
        is_number = type(value) in (int, float)
        settings[by_key[key].name] = str(value) if is_number else value
    return settings


def _key_of(name: str, parameter: inspect.Parameter) -> Key:
    """Return the check of an option in a profile."""
    kinds = types_of(parameter)
    if kinds == (bool,):
        return Flag(name)
    words = tuple(map(str, get_args(kinds[0]))) if get_origin(kinds[0]) is Literal else ()
    right: Message | tuple[str, ...] = words or Message("a text")
    types: Any = str | int if words else str | int | float
    if kinds == (int,):
        right, types = Message("a number"), int
    elif kinds[0] == Sequence[Path]:
        right, types = Message("a list"), list

    def is_right(value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, types):
            return False
        if words and str(value) not in words:
            return False
        if isinstance(value, int | float):
            return abs(value) < _HUGE
        texts = [value] if isinstance(value, str) else value
        is_text = all(isinstance(text, str) and "\0" not in text for text in texts)
        return is_text and sum(map(len, texts)) <= _LONGEST

    return Value(name, is_right, WRONG, {"right": right})


def profile_of(path: str, command: str, ruleset: str, options: Struct) -> Files:
    """Return the profile with these options, to be written; it keeps its other tables."""
    if not path.lower().endswith(".toml"):
        raise SheetgenError(
            "wrote '%(written)s'; should end in .toml", key="--save-profile", written=path
        )
    tables = {}
    if os.path.isfile(path):  # noqa: PTH113 - a Path raises if it is too long
        tables = read_toml(Path(path))
        forget_input(Path(path))
    try:
        content = tomli_w.dumps({**tables, command: {"ruleset": ruleset, **chosen(options)}})
        return [(Path(path), content.encode())]
    except (UnicodeEncodeError, ValueError) as error:
        raise SheetgenError(
            "cannot write this file: %(reason)s", file=path, reason=str(error)
        ) from error
