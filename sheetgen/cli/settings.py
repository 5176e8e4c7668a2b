"""Commands with many options: each option is a field of a dataclass, so that it is written once.

From the same fields come the command's signature, the command line that makes a document again, and profiles.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any, TypeVar

import typer

from sheetgen.errors import FileError, Message, SheetgenError, unknown

PROFILE = "sheetgen.toml"
"""The profile that is read where none is named, if it is there."""
NONE = "none"
_MAX_BYTES = 1_000_000
_TEMPORARY = frozenset(["output", "force", "open_", "preview", "profile", "save_profile"])
"""Options that say nothing about the document."""


Settings = TypeVar("Settings")


def options_of(settings: type[Settings]) -> Callable[[Callable[[Settings], None]], Callable[..., None]]:
    """Make a command of a function that takes `settings`, a dataclass whose fields are annotated as options."""

    def decorate(function: Callable[[Settings], None]) -> Callable[..., None]:
        def command(**values: Any) -> None:
            function(settings(**values))

        each = fields(settings)  # type: ignore[arg-type]
        parameters = [
            inspect.Parameter(
                field.name, inspect.Parameter.KEYWORD_ONLY, default=_default(field), annotation=field.type
            )
            for field in each
        ]
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {field.name: field.type for field in each}
        command.__name__, command.__doc__ = function.__name__, function.__doc__
        return command

    return decorate


def _default(field: "Field[Any]") -> Any:
    return inspect.Parameter.empty if field.default is MISSING else field.default


def option_name(field: str) -> str:
    """What the field is called on the command line, without the dashes."""
    return field.rstrip("_").replace("_", "-")


def given(settings: Any, **resolved: str) -> dict[str, Any]:
    """What was asked for beyond the defaults, by the names of the options; `resolved` is said in any case."""
    chosen = {
        option_name(field.name): getattr(settings, field.name)
        for field in fields(settings)
        if field.name not in (*resolved, *_TEMPORARY) and getattr(settings, field.name) != _default(field)
    }
    return {**{option_name(name): value for name, value in resolved.items()}, **chosen}


def command_words_of(chosen: Mapping[str, Any]) -> Iterator[str]:
    """The options as words of a command line."""
    for name, value in chosen.items():
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, bool):
                yield f"--{name}" if each else f"--no-{name}"
            elif str(each).startswith("-") or not str(each):
                yield f"--{name}={each}"
            else:
                yield from (f"--{name}", str(each))


def run_words(words: list[str]) -> None:
    """Run another command of the program with these words."""
    from sheetgen.cli.options import app

    typer.main.get_command(app).main(words, prog_name="sheetgen", standalone_mode=False)


# profiles


def read_profile(context: typer.Context, name: str | None) -> str | None:
    """Take the defaults of a command from a profile: the one that is named, else the one in this folder."""
    if context.resilient_parsing or name == NONE or (name is None and not Path(PROFILE).is_file()):
        return name
    path = Path(PROFILE if name is None else name)
    table = _table(path, str(context.info_name))
    params = {option_name(str(param.name)): param for param in context.command.params}
    faults = list(_faults(table, params))
    if faults:
        raise FileError([SheetgenError(each.message, file=str(path), key=key, **each.values) for key, each in faults])
    context.default_map = {str(params[key].name): value for key, value in table.items()}
    return name


def _table(path: Path, command: str) -> dict[str, Any]:
    """The part of a profile that is for a command."""
    import tomllib

    from sheetgen.files import read_file

    content = read_file(path, _MAX_BYTES)
    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8", file=str(path)) from error
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SheetgenError("not a TOML file: %(reason)s", file=str(path), reason=str(error)) from error
    for key in data:
        if key not in _COMMANDS:
            raise unknown(Message("key"), key, _COMMANDS).placed(str(path))
    table = data.get(command, {})
    if not isinstance(table, dict):
        raise SheetgenError(
            "wrote %(written)s; should be %(right)s", file=str(path), key=command, written=str(table)[:60],
            right=Message("a table"),
        )  # fmt: skip
    return table


_COMMANDS = ("pdf", "kit")
"""The commands that profiles are for."""


def _faults(table: Mapping[str, Any], params: Mapping[str, Any]) -> Iterator[tuple[str, SheetgenError]]:
    known = [key for key, param in params.items() if param.name not in _TEMPORARY and key != "help"]
    for key, value in table.items():
        if key not in known:
            yield key, unknown(Message("key"), key, known)
        elif not _fits(value, params[key]):
            yield (
                key,
                SheetgenError(
                    "wrote %(written)s; should be %(right)s", written=str(value)[:60], right=_wanted(params[key])
                ),
            )


def _fits(value: Any, param: Any) -> bool:
    if getattr(param, "is_flag", False):
        return isinstance(value, bool)
    if param.multiple:
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    if hasattr(param.type, "choices"):
        return value in param.type.choices
    wanted = {"integer": int, "float": (int, float)}.get(param.type.name, str)
    return isinstance(value, wanted) and not isinstance(value, bool)  # type: ignore[arg-type]


def _wanted(param: Any) -> object:
    if getattr(param, "is_flag", False):
        return Message("true or false")
    if param.multiple:
        return Message("a list")
    if hasattr(param.type, "choices"):
        return tuple(param.type.choices)
    return Message("a number") if param.type.name in ("integer", "float") else Message("a text")


def save_profile(path: str, command: str, chosen: Mapping[str, Any], *, force: bool) -> None:
    """Write what was asked for as a profile."""
    import tomli_w

    from sheetgen.files import write_file

    if not path.lower().endswith(".toml"):
        raise SheetgenError("wrote '%(written)s'; should end in .toml", key="--save-profile", written=path)
    table = {key: list(value) if isinstance(value, tuple) else value for key, value in chosen.items()}
    try:
        write_file(Path(path), tomli_w.dumps({command: table}).encode(), force)
    except (UnicodeEncodeError, ValueError) as error:
        raise SheetgenError("cannot write this file: %(reason)s", file=path, reason=str(error)) from error
