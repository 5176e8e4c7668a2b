"""Options that documents declare, as parameters of commands, and as words of a command line.

A command takes the options of its document (`layout.options.Option`) and a few of its own. They
become parameters of Typer in `parameters`, keys of a profile in `profiles`, and the command that is
printed on a document here.
"""

import inspect
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from types import NoneType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.layout import values as option_values
from sheetgen.layout.options import Option
from sheetgen.layout.values import kinds_of, metadata_of

Parameters = Mapping[str, inspect.Parameter]
"""Parameters of a command by their names in Python."""
NONE = "none"
"""Word of a command line that stands for no value."""


class Usual(Struct, frozen=True):
    """What holds where the options say nothing."""

    language: str = "en"
    paper: str = "a4"


class Extra(Option, frozen=True):
    """Option of a command alone, which documents, profiles and the library do not have."""


def parameters_of(taken: Callable[..., Any]) -> Parameters:
    """Return the parameters of a function, or the fields of a class, in the order of help.

    The ruleset is first, though documents declare the other options. An option that says so follows
    another one.
    """
    parameters = dict(inspect.signature(taken).parameters)
    if "ruleset" in parameters:
        parameters = {"ruleset": parameters["ruleset"], **parameters}
    for name, parameter in [*parameters.items()]:
        option = declared(parameter)
        if option and option.after:
            names = [other for other in parameters if other != name]
            names.insert(names.index(option.after) + 1, name)
            parameters = {other: parameters[other] for other in names}
    return parameters


def declared(parameter: inspect.Parameter) -> Option | None:
    """Return the declaration of an option that documents have; None for another parameter."""
    option = metadata_of(parameter.annotation, Option)
    return None if isinstance(option, Extra) else option


def option_name(parameter: inspect.Parameter) -> str:
    """Return the name of a parameter on the command line, without dashes."""
    return option_values.option_name(parameter.name, metadata_of(parameter.annotation, Option))


def types_of(parameter: inspect.Parameter) -> tuple[Any, ...]:
    """Return the types that a parameter can have, without None."""
    return tuple(kind for kind in kinds_of(parameter.annotation) if kind is not NoneType)


# from the words of a command line to values


def read_values(parameters: Parameters, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the parameters that were set, from the values that Typer read."""
    values: dict[str, Any] = {}
    for name, parameter in parameters.items():
        option = declared(parameter)
        if option and option.flags:
            flags = [word for word in option.flags if words.get(word)]
            if len(flags) > 1:
                raise SheetgenError(
                    "--%(one)s and --%(other)s exclude each other.", one=flags[0], other=flags[1]
                )
            if flags:
                values[name] = flags[0]
        elif words.get(name) is not None:
            values[name] = _value(parameter, option, words[name])
    return values


def _value(parameter: inspect.Parameter, option: Option | None, written: Any) -> Any:
    """Return the value of a parameter from the value that Typer read."""
    if option and option.parse:
        try:
            return option.parse(written)
        except SheetgenError as error:
            raise error.at(f"--{option_name(parameter)}") from error
    if option and isinstance(written, list | tuple):
        return tuple(map(Path, written))
    return Path(written) if Path in types_of(parameter) else written


# from values to the command that makes a document again


def chosen(options: Struct) -> dict[str, Any]:
    """Return the options that differ from their defaults, by their names on the command line."""
    differing: dict[str, Any] = {}
    for name, parameter in parameters_of(type(options)).items():
        option = declared(parameter)
        value = getattr(options, name)
        if option is None or value == parameter.default:
            continue
        if option.flags:
            differing[value] = True
        else:
            differing[option_name(parameter)] = written_value(value)
    return differing


def written_value(value: Any) -> Any:
    """Return the value of an option as a command line or a profile has it."""
    if isinstance(value, tuple | list):
        if any(isinstance(item, Path) for item in value):
            return [*map(str, value)]
        return ",".join(map(_quoted, value)) or NONE
    return value if isinstance(value, bool | int) else str(value)


def _quoted(item: str) -> str:
    """Return an item of a list: in double quotes, as in CSV, if it would be read as something else.

    That is one with a comma or semicolon in it, or one that begins with a quote.
    """
    if "," in item or ";" in item or item.startswith('"'):
        doubled = item.replace('"', '""')
        return f'"{doubled}"'
    return item


def command_line(command: str, ruleset: str, options: Struct) -> str:
    """Return the command that makes a document again."""
    return command_words(command, "--ruleset", ruleset, *_words_of(options))


def typed_line(command: str, ruleset: str, options: Struct) -> str:
    """Return the command that makes a document again, as people type it."""
    return command_words(command, ruleset, *_words_of(options))


def _words_of(options: Struct) -> list[str]:
    """Return the options that differ from their defaults, as words of a command line."""
    words: list[str] = []
    for name, value in chosen(options).items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, bool):
                words.append(f"--{name}" if item else f"--no-{name}")
            elif str(item).startswith("-") or not str(item):
                words.append(f"--{name}={item}")
            else:
                words += [f"--{name}", str(item)]
    return words


def finished(command: str, ruleset: str, options: Any, **changed: Any) -> Any:
    """Return the options of a command with these changes.

    They have the command that makes the document again.
    """
    options = replace(options, **changed)
    return replace(options, command=command_line(command, ruleset, options))


def command_words(*words: str) -> str:
    """Return the words after ``sheetgen`` as a line for a shell.

    An empty one if a name in it is not printable.
    """
    line = shlex.join(("sheetgen", *words))
    return line if line.isprintable() else ""
