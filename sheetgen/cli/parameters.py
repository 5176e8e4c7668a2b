"""Parameters of commands: made from the options of documents, shared by several commands, or read from a profile.

A command is a function. Its parameters, or the fields of the one value that it takes, are options. Those that are
declared for documents (`layout.options.Option`) become parameters of Typer, keys of a profile, and words of the command
in a foot. Help is plain text in the reader's language, as are faults of the command line. A command with headings shows
its common options, and all of them with --help-all.
"""

import inspect
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from itertools import pairwise, takewhile
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import tomli_w
import typer
from msgspec import Struct
from msgspec.structs import replace
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.models import ArgumentInfo, ParameterInfo

from sheetgen.cli.output import Files
from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.files.disk import forget_input, read_toml
from sheetgen.files.tables import WRONG, Flag, Key, Map, Table, Value, check_table
from sheetgen.i18n.catalog import ENGLISH, Catalog, choose_language, load_catalog
from sheetgen.layout import values as option_values
from sheetgen.layout.options import (
    Lang,
    Names,
    Option,
    Paper,
    PaperName,
    Players,
    find_paper,
    require,
    system_paper,
)
from sheetgen.layout.values import NO_CHOICE, NO_NUMBER, NO_WHOLE_NUMBER, kinds_of, metadata_of

# Imported where they are needed: rulesets (39 ms), which help and languages do without.

__all__ = ["Lang", "Names", "PaperName", "Players", "require"]
FINE, FOUND = 0, 1
"""Exit codes: nothing is wrong; something was found on a card. Wrong input is 2, see `commands`."""
_SCREEN = 20
"""Maximum number of options of a command whose help shows all of them, so that it fits on a
screen."""
Function = TypeVar("Function", bound=Callable[..., Any])
Parameters = Mapping[str, inspect.Parameter]
_by_command: dict[str, Parameters] = {}
"""Parameters of each command that has been imported, for its profile."""


# help

_OPTIONS, _COMMON, _COMMANDS = Message("Options"), Message("Common options"), Message("Commands")
_HELP, _USAGE, _PLACE = Message("Show this help."), Message("Usage:"), Message("[OPTIONS]")
_MORE = Message('"%(command)s --help-all" shows all %(count)s options.')
_WIDEST = 24
"""Maximum width of the column with the names of options, in letters; a longer name has a line of
its own."""
WIDTH = 100
"""Maximum width of help, in letters."""
_ALL = "sheetgen.help_all"
"""Key of the context of Typer under which it is noted that all options are shown."""
EXAMPLES = (
    ("sheetgen pdf dice-play --lang nl", Message("a score sheet in Dutch")),
    ("sheetgen check dice-play 3 6 9 ...", Message("check a finished card")),
)
"""Commands at the start of the help of the program, each with its result."""
_TYPER_HELP = (
    Message("Install completion for the current shell."),
    Message("Show completion for the current shell, to copy it or customize the installation."),
)
"""Help that Typer adds, here for the catalogs."""


class _Helpful:
    """Help that commands and groups have in common."""

    catalog = Catalog(ENGLISH)
    """Words of all help."""

    def get_help_option(self: Any, context: Any) -> Any:
        """Return the option --help, which prints as all of sheetgen does.

        Typer writes UTF-8 to a terminal of ASCII.
        """
        option = super().get_help_option(context)  # type: ignore[misc]
        if option:
            option.callback, option.help = _show_help, _HELP
        return option

    def parse_args(self: Any, context: Any, words: list[str]) -> list[str]:
        """Read the words of the command line; a fault in them knows its command."""
        try:
            left: list[str] = super().parse_args(context, words)  # type: ignore[misc]
        except TyperException as error:
            error.ctx = context  # type: ignore[attr-defined]
            raise
        return left

    def format_help(self: Any, context: Any, formatter: Any) -> None:
        """Write the usage and the purpose, then examples and arguments, then commands and options."""
        text, params = _Helpful.catalog.message, self.get_params(context)
        arguments = [param for param in params if param.param_type_name == "argument"]
        words = [metavar(param) for param in arguments] or ["COMMAND"] * hasattr(self, "commands")
        formatter.write_usage(
            context.command_path, " ".join((*words, text(_PLACE))), prefix=text(_USAGE) + " "
        )
        formatter.write_paragraph()
        formatter.write_text(text(self.help))
        if context.parent is None and hasattr(self, "commands"):
            _write_rows(formatter, [(command, text(what)) for command, what in EXAMPLES])
        sections: dict[str, list[tuple[str, str]]] = {
            "": [(metavar(param), text(param.help)) for param in arguments]
        }
        for name, command in getattr(self, "commands", {}).items():
            sections.setdefault(command.rich_help_panel or _COMMANDS, []).append(
                (name, text(command.help))
            )
        options = [
            param for param in params if param.param_type_name == "option" and not param.hidden
        ]
        is_long = any(param.name == "help_all" for param in options)
        for param in options:
            is_argument = param.name == "ruleset" and any(each.name == "game" for each in params)
            if context.meta.get(_ALL) or not (is_argument or (param.rich_help_panel and is_long)):
                heading = param.rich_help_panel or (_COMMON if is_long else _OPTIONS)
                sections.setdefault(heading, []).append((_names(param), purpose(param)))
        width = min(_WIDEST, max(len(name) for rows in sections.values() for name, _ in rows))
        for heading, rows in sections.items():
            _write_rows(formatter, rows, heading and text(heading), width)
        if is_long and not context.meta.get(_ALL):
            formatter.write_paragraph()
            formatter.write_text(text(_MORE, command=context.command_path, count=len(options)))


def _write_rows(
    formatter: Any, rows: Sequence[tuple[str, str]], heading: str = "", width: int = 0
) -> None:
    """Write two columns, the first of them of this width or more, under a heading.

    Nothing for no rows.
    """
    if not rows:
        return
    formatter.write_paragraph()
    if heading:
        formatter.write_heading(heading)
    with formatter.indentation():
        formatter.write_dl(
            [(name.ljust(width), what) for name, what in rows], col_max=width or WIDTH
        )


def _names(param: Any) -> str:
    """Return the names of an option, with the placeholder for its value."""
    names = param.secondary_opts if param.default is True else param.opts
    names = [*names, *param.secondary_opts] if param.is_flag and param.default is None else names
    shown = ", ".join(sorted(names, key=len))
    return shown if param.is_flag else f"{shown} {metavar(param)}"


def metavar(param: Any) -> str:
    """Return the placeholder for a value in help, such as FILE."""
    return (
        _Helpful.catalog.message(param.metavar)
        if isinstance(param.metavar, Message)
        else str(param.metavar or "")
    )


def purpose(param: Any) -> str:
    """Return the purpose of an option, and its default."""
    text = _Helpful.catalog.message
    usual = param.show_default if isinstance(param.show_default, str) else param.default
    if param.is_flag or usual in (None, (), "none"):
        return text(param.help)
    return f"{text(param.help)}  [{text(usual) if isinstance(usual, Message) else usual}]"


def _show_help(context: Any, _: Any, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print(context.get_help())
        context.exit()


def _show_all(context: typer.Context, wanted: bool) -> None:
    if wanted:
        context.meta[_ALL] = True
        _show_help(context, None, wanted)


def _help_all(*, hidden: bool) -> Any:
    """Return the type of the option --help-all, which help names only for a command with more than a screen."""
    text = Message("Show every option.")
    option = typer.Option(
        "--help-all",
        help=text,
        is_eager=True,
        expose_value=False,
        callback=_show_all,
        hidden=hidden,
    )
    return Annotated[bool, option]


HelpAll = _help_all(hidden=True)


class Command(_Helpful, TyperCommand):
    """Command that takes words such as -3 as values, and therefore reports unknown options itself."""

    def parse_args(self, context: Any, words: list[str]) -> list[str]:
        """Read the words of the command line.

        Raise SheetgenError for an unknown option and for a word too many.
        """
        if context.resilient_parsing:
            return super().parse_args(context, words)
        options: list[Any] = [
            each for each in self.get_params(context) if each.param_type_name == "option"
        ]
        known = [name for option in options for name in (*option.opts, *option.secondary_opts)]
        for option in options:
            if not option.is_flag:
                _check_value(option, words, known)
        left = super().parse_args(context, [*words])
        for word in (*self._arguments(context), *left):
            _check_dashes(word)
        if left:
            raise _too_much(left, words)
        for word in self._arguments(context):
            if word[:1] == "-" and word.lstrip("-")[:1].isalpha():
                raise no_option(
                    word.partition("=")[0], [name for param in self.params for name in param.opts]
                )
        return left

    def _arguments(self, context: Any) -> list[str]:
        """Return the words that are no options and no values of one."""
        words = [context.meta.get("game")]
        for param in self.params:
            if param.param_type_name == "argument":
                value = context.params.get(param.name)
                words += value if isinstance(value, list | tuple) else [value]
        return [str(word) for word in words if word is not None]


class Group(_Helpful, TyperGroup):
    """Commands under a name."""

    def parse_args(self, context: Any, words: list[str]) -> list[str]:
        """Read the words of the command line.

        Raise SheetgenError for an option of a command in front of it, or without one.
        """
        known = [name for param in self.get_params(context) for name in param.opts]
        option, _, value = words[0].partition("=") if words else ("", "", "")
        is_of_command = option.startswith("-") and option not in known
        if is_of_command and not context.resilient_parsing:
            at = next((at for at, word in enumerate(words) if word in self.commands), 0)
            if option == "--lang":
                _check_language(value or "".join(words[1:2]))
            if at:
                line = f"{context.command_path} {shlex.join([*words[at:], *words[:at]])}"
                raise SheetgenError("Options stand after the command: %(line)s", line=line)
            if not get_close_matches(option, known):
                raise SheetgenError(
                    "Options such as %(option)s stand after a command, and there is none; %(command)s --help lists "
                    "all commands.",
                    option=option,
                    command=context.command_path,
                )
        return super().parse_args(context, words)

    def resolve_command(self, context: Any, words: list[str]) -> Any:
        """Return the command of the first word; raise SheetgenError if there is none."""
        if self.get_command(context, words[0]) is None and not context.resilient_parsing:
            _check_dashes(words[0])
            raise self._no_command(context, words[0])
        return super().resolve_command(context, words)

    def _no_command(self, context: Any, written: str) -> SheetgenError:
        """Return the error for a command that does not exist."""
        games: list[str] = []
        if context.parent is None:
            from sheetgen.rulesets.source import is_path, known_id, known_ids

            games = known_ids()
            if known_id(written) in games or (is_path(written) and os.path.isfile(written)):  # noqa: PTH113 - a Path raises if the name is too long
                line = f"{context.command_path} pdf {shlex.quote(known_id(written))}"
                return SheetgenError(
                    "'%(written)s' is a game, and no command; for its sheet: %(line)s",
                    written=written,
                    line=line,
                )
        near = [f"'{name}'" for name in get_close_matches(written, self.commands)]
        near = near or [
            f"'{context.command_path} pdf {name}'" for name in get_close_matches(written, games)
        ]
        if near:
            return _with_near(Message("No such command '%(written)s'."), written, near)
        return SheetgenError(
            "No such command '%(written)s'; %(command)s --help lists all commands.",
            written=written,
            command=context.command_path,
        )


def speak(catalog: Catalog) -> None:
    """Let all help use the words of `catalog`."""
    _Helpful.catalog = catalog


# faults of the command line

_MEANT = {"--sheets": ("--blanks", "--pad"), "--blanks": ("--sheets",)}
"""Options of one command with their names in another."""
_WRONG = {
    "int": NO_WHOLE_NUMBER,
    "float": NO_NUMBER,
    "choice": NO_CHOICE,
}
"""Message for a value that cannot be read, by the name of the function or type that reads it."""


def _with_near(message: Message, written: str, near: Sequence[str]) -> SheetgenError:
    """Return the error for a word that does not exist, with the words that may be meant."""
    error = SheetgenError(message, written=written)
    if near:
        return SheetgenError("%(fault)s Did you mean %(near)s?", fault=error, near=", ".join(near))
    return error


_LONG_DASHES = "‐‑‒–—―−"
"""Signs that editors and phones make of a hyphen, or of two."""


def _check_dashes(word: str) -> None:
    """Raise SheetgenError for an option with a long dash."""
    written = word.partition("=")[0]
    name = written.lstrip(_LONG_DASHES + "-")
    dashes = written.removesuffix(name)
    if dashes.strip("-") and name[:1].isalpha():
        raise SheetgenError(
            "'%(written)s' begins with a long dash; options begin with two hyphens: %(right)s",
            written=word,
            right=f"--{name}",
        )


def _check_language(written: str) -> None:
    """Raise SheetgenError for a language that is unknown; a missing one is no fault here."""
    for language in written.split(",") if written and not written.startswith("-") else ():
        try:
            choose_language(language, {})
        except SheetgenError as error:
            raise error.at("--lang") from error


def _check_value(option: Any, words: Sequence[str], known: Sequence[str]) -> None:
    """Raise SheetgenError if one of the `known` options stands where the value of this option is missing."""
    for word, after in pairwise(words):
        if word in option.opts and after in known:
            raise _no_value(option, word)


def _no_value(option: Any, written: str) -> SheetgenError:
    """Return the error for an option without a value."""
    return SheetgenError("%(option)s needs a value: %(unit)s.", option=written, unit=option.metavar)


def _too_much(left: Sequence[str], words: Sequence[str]) -> SheetgenError:
    """Return the error for words that are left over, with the right form if they are names of players."""
    names = _names_apart(words)
    if not set(left).isdisjoint(names[1:]):
        return SheetgenError(
            "'%(written)s' is too much; write all names as one word: --names \"%(names)s\"",
            written=" ".join(left),
            names=",".join(name.strip(" ,;") for name in names),
        )
    return SheetgenError("'%(written)s' is too much; leave it out.", written=" ".join(left))


def _names_apart(words: Sequence[str]) -> list[str]:
    """Return the words from the value of --names to the next option, without names of games."""
    from sheetgen.rulesets.source import known_id, known_ids

    joined = [
        part
        for word in words
        for part in (word.split("=", 1) if word.startswith("--names=") else [word])
    ]
    after = joined[joined.index("--names") + 1 :] if "--names" in joined else []
    names = [*takewhile(lambda word: not word.startswith("-"), after)]
    return [name for name in names if known_id(name) not in known_ids()]


def no_option(written: str, known: Sequence[str]) -> SheetgenError:
    """Return the error for an option that does not exist, with the likeliest of the `known` ones first."""
    meant = [name for name in _MEANT.get(written, ()) if name in known]
    near = meant or sorted(get_close_matches(written, known), key=lambda name: name != "--ruleset")
    return _with_near(Message("No such option: %(written)s."), written, near)


def usage_error(error: Any, catalog: Catalog) -> Iterator[str]:
    """Yield the lines that report a fault that Typer has found in the command line."""
    context, param = error.ctx, getattr(error, "param", None)
    path = context.command_path
    if param and param.required and param.name == "ruleset":
        from sheetgen.rulesets.source import no_ruleset

        yield catalog.error(no_ruleset(f"{path} dice-play"))
        return
    yield catalog.error(_fault(error, context, param))
    yield catalog.message("%(command)s --help shows what there is", command=path)


def _fault(error: Any, context: Any, param: Any) -> SheetgenError:
    """Return our fault for an error of Typer."""
    if hasattr(error, "possibilities"):
        return no_option(
            error.option_name, [name for each in context.command.params for name in each.opts]
        )
    if hasattr(error, "option_name"):
        option = next(
            (each for each in context.command.params if error.option_name in each.opts), None
        )
        if option and option.is_flag:
            return SheetgenError(
                "Option '%(written)s' does not take a value.", written=error.option_name
            )
        return _no_value(option, error.option_name)
    if hasattr(error, "param_type"):
        return SheetgenError("Missing argument '%(written)s'.", written=metavar(param))
    if param and param.type.name in _WRONG:
        key = (
            max(param.opts, key=len) if param.param_type_name == "option" else ""
        )  # arguments have no name to type
        known = tuple(param.metavar.split("|"))
        return SheetgenError(_WRONG[param.type.name], key=key, written=error.message, known=known)
    return SheetgenError(escaped(error.format_message()).replace("%", "%%"))


class Program(typer.Typer):
    """Program, or group of commands, that makes commands of functions with the options of documents."""

    def __init__(self, **settings: Any) -> None:
        context = {"max_content_width": WIDTH, "help_option_names": ["-h", "--help"]}
        super().__init__(cls=Group, rich_markup_mode=None, context_settings=context, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Function], Function]:
        """Return a decorator that makes a command of a function."""

        def decorate(function: Function) -> Function:
            taken: Callable[..., Any] = (
                function  # or the class of the one value that the command takes
            )
            given = [each.annotation for each in inspect.signature(function).parameters.values()]
            if len(given) == 1 and inspect.isclass(given[0]) and issubclass(given[0], Struct):
                taken = given[0]
            parameters = parameters_of(taken)

            def call(**words: Any) -> None:
                values = read_values(parameters, words)
                function(**values) if taken is function else function(taken(**values))

            typed = {
                each.name: each for parameter in parameters.values() for each in _typed(parameter)
            }
            arguments = [
                each for each in typed.values() if metadata_of(each.annotation, ArgumentInfo)
            ]
            if "ruleset" in typed and not arguments:
                typed["game"] = _parameter("game", Game, None)
            typed["help_all"] = _parameter(
                "help_all", _help_all(hidden=len(typed) <= _SCREEN), False
            )
            call.__signature__ = inspect.Signature([*typed.values()])  # type: ignore[attr-defined]
            call.__annotations__ = {name: each.annotation for name, each in typed.items()}
            call.__name__, call.__doc__ = function.__name__, function.__doc__
            takes_list = any(
                get_origin(kind) is list for each in arguments for kind in _kinds(each)
            )
            context = {
                "allow_extra_args": True,
                "ignore_unknown_options": takes_list,
            }  # see Command.parse_args
            _by_command[name or function.__name__] = parameters
            super(Program, self).command(
                name, **{"cls": Command, "context_settings": context, **settings}
            )(call)
            return function

        return decorate


app = Program(
    help=Message(
        "Print score sheets, rules booklets and calculators for dice games of the Yacht family, and check finished "
        "cards."
    )
)


# from declared options to parameters of Typer, and from words to values


def parameters_of(taken: Callable[..., Any]) -> Parameters:
    """Return the parameters of a function, or the fields of a class, in the order of help and of commands."""
    found = dict(inspect.signature(taken).parameters)
    if (
        "ruleset" in found
    ):  # it is first in commands and profiles, though documents declare the other options
        found = {"ruleset": found["ruleset"], **found}
    for name, parameter in [*found.items()]:
        option = declared(parameter)
        if option and option.after:
            names = [each for each in found if each != name]
            names.insert(names.index(option.after) + 1, name)
            found = {each: found[each] for each in names}
    return found


class Extra(Option, frozen=True):
    """Option of a command alone, which documents, profiles and the library do not have."""


def declared(parameter: inspect.Parameter) -> Option | None:
    """Return the declaration of an option that documents have; None for another parameter."""
    option = metadata_of(parameter.annotation, Option)
    return None if isinstance(option, Extra) else option


def option_name(parameter: inspect.Parameter) -> str:
    """Return the name of a parameter on the command line, without dashes."""
    return option_values.option_name(parameter.name, metadata_of(parameter.annotation, Option))


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def _kinds(parameter: inspect.Parameter) -> tuple[Any, ...]:
    """Return the types that a parameter can have, without None."""
    return tuple(each for each in kinds_of(parameter.annotation) if each is not NoneType)


def _typed(parameter: inspect.Parameter) -> Iterator[inspect.Parameter]:
    """Yield the parameters of Typer for a parameter.

    One, several flags for its choices, or none.
    """
    option, kinds = metadata_of(parameter.annotation, Option), _kinds(parameter)
    if option and option.flags:
        for word, text in option.flags.items():
            yield _parameter(word, Annotated[bool, typer.Option(f"--{word}", help=text)], False)
        return
    info = (
        _info_of(option, option_name(parameter), kinds)
        if option
        else copy(metadata_of(parameter.annotation, ParameterInfo))
    )
    if info is None:
        return
    kind: Any = kinds[0] if len(kinds) == 1 and kinds[0] is not Any else str
    info.readable = False  # who reads the file reports that it cannot be read
    if get_origin(kind) is Literal:
        words = {str(value): value for value in get_args(kind)}
        info.parser, info.autocompletion = _reader_of(words), lambda: [*words]
        info.metavar = info.metavar or "|".join(words)
    elif kind in (int, float):
        info.parser, info.metavar = kind, info.metavar or "N"
    elif get_origin(kind) is Sequence:
        kind = list[Path] if get_args(kind) == (Path,) else str
    info.metavar = info.metavar or (
        Message("FILE") if kind is Path else Message("TEXT") if kind is str else None
    )
    default = None if isinstance(parameter.default, tuple) else parameter.default
    kind = str if info.parser else kind
    yield _parameter(
        parameter.name, Annotated[kind | None if default is None else kind, info], default
    )


def _reader_of(words: Mapping[str, Any]) -> Callable[[str], Any]:
    """Return a function that reads one of some words, and returns its value."""

    def choice(text: str) -> Any:
        if text not in words:
            raise ValueError(text)
        return words[text]

    return choice


def _info_of(option: Option, name: str, kinds: tuple[Any, ...]) -> ParameterInfo:
    """Return the declaration of an option as Typer takes it."""
    suggest, has_no = option.suggest, kinds == (bool,) and not isinstance(option, Extra)
    names = [f"--{each}" for each in (name, option.also) if each]
    info: ParameterInfo = typer.Option(
        *([f"--{name}/--no-{name}"] if has_no else names),
        help=option.help,
        metavar=option.unit or None,
        rich_help_panel=option.heading,
        autocompletion=(lambda: [*suggest()]) if suggest else None,
        show_default=option.usual or False,
    )
    return info


def read_values(parameters: Parameters, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the parameters that were set, from the values that Typer read."""
    values: dict[str, Any] = {}
    for name, parameter in parameters.items():
        option = declared(parameter)
        if option and option.flags:
            found = [word for word in option.flags if words.get(word)]
            if len(found) > 1:
                raise SheetgenError(
                    "--%(one)s and --%(other)s exclude each other.", one=found[0], other=found[1]
                )
            if found:
                values[name] = found[0]
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
    return Path(written) if Path in _kinds(parameter) else written


# the command that makes a document again


def chosen(options: Struct) -> dict[str, Any]:
    """Return the options that differ from their defaults, by their names on the command line."""
    found: dict[str, Any] = {}
    for name, parameter in parameters_of(type(options)).items():
        option, value = declared(parameter), getattr(options, name)
        if option is None or value == parameter.default:
            continue
        if option.flags:
            found[value] = True
        elif isinstance(value, tuple | list) and any(isinstance(each, Path) for each in value):
            found[option_name(parameter)] = [*map(str, value)]
        elif isinstance(value, tuple | list):
            found[option_name(parameter)] = ",".join(value) or NONE
        else:
            found[option_name(parameter)] = value if isinstance(value, bool | int) else str(value)
    return found


def command_line(command: str, ruleset: str, options: Struct) -> str:
    """Return the command that makes a document again."""
    words = [command, "--ruleset", ruleset]
    for name, value in chosen(options).items():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, bool):
                words.append(f"--{name}" if each else f"--no-{name}")
            elif str(each).startswith("-") or not str(each):
                words.append(f"--{name}={each}")
            else:
                words += [f"--{name}", str(each)]
    return command_words(*words)


def finished(command: str, options: Any, **changed: Any) -> Any:
    """Return the options of a command with these changes, and with the command that makes the document again."""
    options = replace(options, **changed)
    return replace(options, command=command_line(command, str(options.ruleset), options))


def command_words(*words: str) -> str:
    """Return the words after ``sheetgen`` as a line for a shell.

    An empty one if a name in it is not printable.
    """
    line = shlex.join(("sheetgen", *words))
    return line if line.isprintable() else ""


# parameters that commands share


def find_catalog(lang: str | None) -> Catalog:
    """Return the catalog of the language that is set, or of the system's."""
    return load_catalog(choose_language(lang, os.environ))


def choose_paper(name: str | None) -> Paper:
    """Return the paper that is set, or the usual one of the country."""
    return find_paper(system_paper(os.environ)[0] if name is None else name)


def complete_rulesets() -> list[str]:
    """Return the rulesets, for a shell to complete."""
    from sheetgen.rulesets.source import known_ids

    return known_ids()


def one_game(context: typer.Context, ruleset: str | None) -> str | None:
    """Return the id of the game; raise SheetgenError if the argument names another one."""
    from sheetgen.rulesets.source import known_id

    game = context.meta.get("game")
    if game and ruleset and known_id(game) != known_id(ruleset):
        raise SheetgenError(
            "the command names %(game)s, and --ruleset names %(other)s; leave one out",
            game=game,
            other=ruleset,
        )
    return ruleset and known_id(ruleset)


def take_game(context: typer.Context, game: str | None) -> None:
    """Make the argument that names the game the default of --ruleset."""
    if game is not None:
        context.meta["game"] = game
        context.default_map = {**(context.default_map or {}), "ruleset": game}


def game_first(ruleset: str | None, words: list[str] | None) -> tuple[str | None, list[str] | None]:
    """Return the game and the other words, if the first word is the name of a game, or a ruleset file.

    A word that names a file here is no name of a game. A .toml file is a ruleset file unless it is a card.
    """
    from sheetgen.rulesets.source import is_path, is_ruleset_file, known_id, known_ids

    if ruleset is not None or not words:
        return ruleset, words
    first, *others = words
    if is_path(first):
        is_game = is_ruleset_file(first, default=bool(others))
    else:
        is_game = known_id(first) in known_ids() and not os.path.exists(first)  # noqa: PTH110 - a Path raises if the name is too long
    return (known_id(first), others) if is_game else (ruleset, words)


def game_and_dice(
    command: str, ruleset: str | None, dice: list[str] | None
) -> tuple[str, list[str]]:
    """Return the game and the dice of a command; raise SheetgenError if either is missing."""
    from sheetgen.rulesets.source import no_ruleset, unknown_ruleset

    if ruleset is None and dice and dice[0].replace("-", "").isalpha():
        raise unknown_ruleset(dice[0])
    if ruleset is None:
        raise no_ruleset(f"sheetgen {command} dice-play 6 6 6 3 3")
    if not dice:
        raise SheetgenError(
            "Which dice? For example: sheetgen %(command)s 6 6 6 3 3.",
            command=f"{command} {ruleset}",
        )
    return ruleset, dice


Game = Annotated[
    str | None,
    typer.Argument(
        metavar=Message("GAME"),
        is_eager=True,
        expose_value=False,
        callback=take_game,
        autocompletion=complete_rulesets,
        help=Message(
            'A game\'s name (see "sheetgen rulesets"), or a .toml file; also as --ruleset GAME.'
        ),
    ),
]
_ruleset: Any = typer.Option(
    "--ruleset",
    metavar=Message("GAME"),
    help=Message("A game's name, or a .toml file."),
    callback=one_game,
    autocompletion=complete_rulesets,
)
Ruleset = Annotated[str, _ruleset]
RulesetOrNone = Annotated[str | None, _ruleset]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar=Message("FILE"),
        help=Message("File or folder to write to; - is standard output."),
    ),
]
Dice = Annotated[
    list[str] | None,
    typer.Argument(metavar=Message("[GAME] DICE..."), help=Message("Dice, such as 6 6 6 3 3.")),
]
Batch = Annotated[
    str | None,
    Extra(Message("Answer each line of a file, or of - for standard input."), Message("FILE")),
]
Force = Annotated[bool, Extra(Message("Replace an existing file."))]
Open = Annotated[bool, Extra(Message("Open the file afterwards."))]


# profiles

PROFILE = "sheetgen.toml"
"""Profile that is read where none is named, if it is there."""
NONE = "none"
_LONGEST = 10_000
"""Maximum number of letters of a value in a profile: room for a hundred names."""
_HUGE = 10**9
"""Minimum of the numbers that are refused: larger than any that an option takes."""


def read_profile(context: typer.Context, name: str | None) -> str | None:
    """Set the defaults of a command from the profile that is named, or else from the user's own in this folder."""
    missing = name is None and not Path(PROFILE).is_file()
    if context.resilient_parsing or name == NONE or missing:
        return name
    path = Path(PROFILE if name is None else name)
    owners = (
        {path.stat().st_uid, path.lstat().st_uid} if name is None else set()
    )  # of a link, and of its target
    if owners and hasattr(os, "geteuid") and owners != {os.geteuid()}:
        message = Message(
            "belongs to another user; use it with --profile sheetgen.toml, or add --profile none"
        )
        raise SheetgenError(message, file=PROFILE)
    data, command = read_toml(path), str(context.info_name)
    parameters = {
        option_name(each): each
        for each in _by_command[command].values()
        if declared(each) or each.name == "ruleset"
    }
    own = Table(command, {name: _key_of(name, each) for name, each in parameters.items()})
    tables: dict[str, Key] = {
        each: own if each == command else Map(each, Key("")) for each in ("pdf", "kit")
    }
    check_table(Table(str(path), tables), data, str(path))
    if name is None:
        print(find_catalog(None).message("settings from %(file)s", file=PROFILE), file=sys.stderr)
    context.default_map = {
        parameters[key].name: str(value)
        if type(value) in (int, float)
        else value  # as on the command line
        for key, value in data.get(command, {}).items()
    }
    take_game(context, context.meta.get("game"))
    return name


Profile = Annotated[
    str | None,
    typer.Option(
        metavar=Message("FILE"),
        help=Message(
            "File with settings, sheetgen.toml if it is in this folder; none for no file."
        ),
        is_eager=True,
        callback=read_profile,
        rich_help_panel=Message("Settings"),
    ),
]


def _key_of(name: str, parameter: inspect.Parameter) -> Key:
    """Return the check of an option in a profile."""
    kinds = _kinds(parameter)
    if kinds == (bool,):
        return Flag(name)
    words = tuple(map(str, get_args(kinds[0]))) if get_origin(kinds[0]) is Literal else ()
    right: Message | tuple[str, ...] = words or Message("a text")
    types: Any = str | int if words else str | int | float
    if kinds == (int,):
        right, types = Message("a number"), int
    elif kinds[0] == Sequence[Path]:
        right, types = Message("a list"), list

    def fits(value: Any) -> bool:
        if (
            isinstance(value, bool)
            or not isinstance(value, types)
            or (words and str(value) not in words)
        ):
            return False
        if isinstance(value, int | float):
            return abs(value) < _HUGE
        texts = [value] if isinstance(value, str) else value
        is_text = all(isinstance(text, str) and "\0" not in text for text in texts)
        return is_text and sum(map(len, texts)) <= _LONGEST

    return Value(name, fits, WRONG, {"right": right})


def profile_of(path: str | None, command: str, ruleset: str, options: Struct) -> Files:
    """Return the profile with these options, to be written; it keeps its other tables.

    Empty if no path is set.
    """
    if path is None:
        return ()
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
