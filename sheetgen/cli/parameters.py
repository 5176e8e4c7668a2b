"""The program, made of functions: commands whose parameters are the options that documents declare.

A command is a function. Its parameters, or the fields of the one value that it takes, are options.
Those that are declared for documents become parameters of Typer. Parameters that several commands
share are here, too. `help`, `usage` and `profiles` are imported when they are needed, since most
command lines are right and ask for a document.
"""

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import typer
from msgspec import Struct
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.models import ArgumentInfo, ParameterInfo

from sheetgen.documents.declared import (
    NONE,
    Extra,
    Parameters,
    Usual,
    option_name,
    parameters_of,
    read_values,
    types_of,
)
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import ENGLISH, Catalog, choose_language, load_catalog
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
from sheetgen.layout.values import metadata_of

# Imported where they are needed: rulesets (39 ms), which help and languages do without.

__all__ = ["Lang", "Names", "PaperName", "Players", "require"]
NOTHING_FOUND = 0
"""Exit code when all is well."""
SOMETHING_FOUND = 1
"""Exit code when something is wrong on a card or in a file. Wrong input is 2, see `commands`."""
_SCREEN = 20
"""Maximum number of options of a command whose help shows all of them, so that it fits on a
screen."""
_WIDTH = 100
"""Maximum width of help, in letters."""
_ALL = "sheetgen.help_all"
"""Key of the context of Typer under which it is noted that all options are shown."""
Function = TypeVar("Function", bound=Callable[..., Any])
_by_command: dict[str, Parameters] = {}
"""Parameters of each command that has been imported, for its profile."""


# help


def _show_help(context: typer.Context, wanted: bool) -> None:
    """Print the help and end; that of Typer writes UTF-8 to a terminal of ASCII."""
    if wanted and not context.resilient_parsing:
        print(context.get_help())
        raise typer.Exit


def _show_all(context: typer.Context, wanted: bool) -> None:
    """Print the help with all options, and end."""
    if wanted:
        context.meta[_ALL] = True
        _show_help(context, wanted)


def _flag_of_help(*names: str, purpose: Message, callback: Any, hidden: bool = False) -> Any:
    """Return the type of an option that prints help."""
    option = typer.Option(
        *names,
        help=purpose,
        is_eager=True,
        expose_value=False,
        callback=callback,
        hidden=hidden,
    )
    return Annotated[bool, option]


def _help_all(*, hidden: bool) -> Any:
    """Return the type of the option --help-all.

    Help names the option only for a command that has more than a screen of help.
    """
    text = Message("Show every option.")
    return _flag_of_help("--help-all", purpose=text, callback=_show_all, hidden=hidden)


HelpAll = _help_all(hidden=True)
Help = _flag_of_help("--help", "-h", purpose=Message("Show this help."), callback=_show_help)


# commands and groups


class _Helpful:
    """Base of commands and groups: their help is ours, and faults in their words know them."""

    def parse_args(self: Any, context: Any, words: list[str]) -> list[str]:
        """Read the words of the command line; a fault that Typer finds has the command."""
        try:
            left: list[str] = super().parse_args(context, words)  # type: ignore[misc]
        except TyperException as error:
            error.ctx = context  # type: ignore[attr-defined]
            raise
        return left

    def format_help(self: Any, context: Any, formatter: Any) -> None:
        """Write the help, in the language of the catalog that the program was started with."""
        from sheetgen.cli.help import write_help

        catalog = context.obj or Catalog(ENGLISH)
        write_help(self, context, formatter, catalog, with_all=bool(context.meta.get(_ALL)))


class Command(_Helpful, TyperCommand):
    """Command that reports wrong words in our own sentences."""

    def parse_args(self, context: Any, words: list[str]) -> list[str]:
        """Read the words of the command line.

        Raise SheetgenError for an unknown option, an option without its value, and a word too many.
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
        values = [*self._arguments(context), *left]
        if any(not word[:1].isalnum() for word in values):
            from sheetgen.cli.usage import check_words

            check_words(values, [name for each in self.params for name in each.opts])
        if left:
            from sheetgen.cli.usage import too_much

            raise too_much(left, words)
        return left

    def _arguments(self, context: Any) -> list[str]:
        """Return the words that are no options and no values of one."""
        words = [context.meta.get("game")]
        for param in self.params:
            if param.param_type_name == "argument":
                value = context.params.get(param.name)
                words += value if isinstance(value, list | tuple) else [value]
        return [str(word) for word in words if word is not None]


def _check_value(option: Any, words: Sequence[str], known: Sequence[str]) -> None:
    """Raise SheetgenError if a `known` option is where this option's value is missing."""
    for word, after in pairwise(words):
        if word in option.opts and after in known:
            from sheetgen.cli.usage import no_value

            raise no_value(option, word)


class Group(_Helpful, TyperGroup):
    """Commands under a name."""

    def parse_args(self, context: Any, words: list[str]) -> list[str]:
        """Read the words of the command line.

        Raise SheetgenError for an option of a command in front of it, or without one.
        """
        known = [name for param in self.get_params(context) for name in param.opts]
        option = words[0].partition("=")[0] if words else ""
        is_of_command = option.startswith("-") and option not in known
        if is_of_command and not context.resilient_parsing:
            from sheetgen.cli.usage import check_first_option

            check_first_option(words, known, [*self.commands], context.command_path)
        return super().parse_args(context, words)

    def resolve_command(self, context: Any, words: list[str]) -> Any:
        """Return the command of the first word; raise SheetgenError if there is none."""
        if self.get_command(context, words[0]) is None and not context.resilient_parsing:
            from sheetgen.cli.usage import check_dashes, no_command

            check_dashes(words[0])
            is_first = context.parent is None
            raise no_command(words[0], context.command_path, [*self.commands], first=is_first)
        return super().resolve_command(context, words)


class Program(typer.Typer):
    """Program, or group of commands, with the options of documents."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            cls=Group,
            rich_markup_mode=None,
            context_settings={"max_content_width": _WIDTH},
            add_help_option=False,
            **settings,
        )

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Function], Function]:
        """Return a decorator that makes a command of a function."""

        def decorate(function: Function) -> Function:
            taken = _value_taken(function) or function
            parameters = parameters_of(taken)

            def call(**words: Any) -> None:
                values = read_values(parameters, words)
                if taken is function:
                    function(**values)
                else:
                    function(taken(**values))

            typed = _all_typer_parameters(parameters)
            call.__signature__ = inspect.Signature(typed)  # type: ignore[attr-defined]
            call.__annotations__ = {each.name: each.annotation for each in typed}
            call.__name__, call.__doc__ = function.__name__, function.__doc__
            _by_command[name or function.__name__] = parameters
            context = {"allow_extra_args": True, "ignore_unknown_options": _takes_list(typed)}
            settings_of_command = {"cls": Command, "context_settings": context, **settings}
            make = super(Program, self).command(name, add_help_option=False, **settings_of_command)
            make(call)
            return function

        return decorate


def _takes_list(typed: Sequence[inspect.Parameter]) -> bool:
    """Check whether a command takes any number of words, among which those like -3 are values."""
    arguments = [each for each in typed if metadata_of(each.annotation, ArgumentInfo)]
    return any(get_origin(kind) is list for each in arguments for kind in types_of(each))


def _value_taken(function: Callable[..., Any]) -> type[Struct] | None:
    """Return the class of the one value that a function takes.

    None for a function with parameters of its own.
    """
    parameters = inspect.signature(function).parameters.values()
    types = [parameter.annotation for parameter in parameters]
    if len(types) == 1 and inspect.isclass(types[0]) and issubclass(types[0], Struct):
        return types[0]
    return None


app = Program(
    help=Message(
        "Print score sheets, rules booklets and calculators for dice games of the Yacht family, "
        "and check finished cards."
    )
)


# from declared options to parameters of Typer


def _all_typer_parameters(parameters: Parameters) -> list[inspect.Parameter]:
    """Return the parameters of Typer for a command: its own, the name of the game, and help."""
    typed: list[inspect.Parameter] = []
    for parameter in parameters.values():
        typed += _typer_parameters(parameter)
    has_argument = any(metadata_of(each.annotation, ArgumentInfo) for each in typed)
    if not has_argument and any(each.name == "ruleset" for each in typed):
        typed.append(_parameter("game", Game, None))
    help_all = _help_all(hidden=len(typed) <= _SCREEN)
    return [*typed, _parameter("help_all", help_all, False), _parameter("show_help", Help, False)]


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def _typer_parameters(parameter: inspect.Parameter) -> Iterator[inspect.Parameter]:
    """Yield the parameters of Typer for a parameter.

    One, several flags for its choices, or none.
    """
    option = metadata_of(parameter.annotation, Option)
    if option and option.flags:
        for word, text in option.flags.items():
            yield _parameter(word, Annotated[bool, typer.Option(f"--{word}", help=text)], False)
        return
    kinds = types_of(parameter)
    info: ParameterInfo | None
    if option:
        info = _info_of(option, option_name(parameter), kinds)
    else:
        info = copy(metadata_of(parameter.annotation, ParameterInfo))
    if info is None:
        return
    info.readable = False  # who reads the file reports that it cannot be read
    kind = _type_to_read(info, kinds)
    default = parameter.default
    if isinstance(default, tuple):
        default = None
    if default is None:
        kind = kind | None
    yield _parameter(parameter.name, Annotated[kind, info], default)


def _type_to_read(info: ParameterInfo, kinds: tuple[Any, ...]) -> Any:
    """Return the type that Typer reads for a parameter, and complete its declaration."""
    kind: Any = kinds[0] if len(kinds) == 1 and kinds[0] is not Any else str
    if get_origin(kind) is Literal:
        words = {str(value): value for value in get_args(kind)}
        info.parser = _reader_of(words)
        info.autocompletion = lambda: [*words]
        info.metavar = info.metavar or "|".join(words)
    elif kind in (int, float):
        info.parser = kind
        info.metavar = info.metavar or "N"
    elif get_origin(kind) is Sequence:
        kind = list[Path] if get_args(kind) == (Path,) else str
    if kind is Path:
        info.metavar = info.metavar or Message("FILE")
    elif kind in (str, list[str]):
        info.metavar = info.metavar or Message("TEXT")
    return str if info.parser else kind


def _reader_of(words: Mapping[str, Any]) -> Callable[[str], Any]:
    """Return a function that reads one of some words, and returns its value."""

    def choice(text: str) -> Any:
        if text not in words:
            raise ValueError(text)
        return words[text]

    return choice


def _info_of(option: Option, name: str, kinds: tuple[Any, ...]) -> ParameterInfo:
    """Return the declaration of an option as Typer takes it."""
    suggest = option.suggest
    names = [f"--{each}" for each in (name, option.also) if each]
    if kinds == (bool,) and not isinstance(option, Extra):
        names = [f"--{name}/--no-{name}"]
    info: ParameterInfo = typer.Option(
        *names,
        help=option.help,
        metavar=option.unit or None,
        rich_help_panel=option.heading,
        autocompletion=(lambda: [*suggest()]) if suggest else None,
        show_default=option.usual or False,
    )
    return info


# parameters that commands share


def find_catalog(lang: str | None) -> Catalog:
    """Return the catalog of the language that is set, or of the system's."""
    return load_catalog(choose_language(lang, os.environ))


def choose_paper(name: str | None) -> Paper:
    """Return the paper that is set, or the usual one of the country."""
    return find_paper(system_paper(os.environ)[0] if name is None else name)


def usual() -> Usual:
    """Return the language and the paper where none is set: those of the system."""
    return Usual(choose_language(None, os.environ), system_paper(os.environ)[0])


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
    """Return the game and the other words, if the first word names a game or a ruleset file.

    A word that names a file here is no name of a game. A .toml file is a ruleset file unless it is
    a card.
    """
    from sheetgen.rulesets.source import is_path, is_ruleset_file, known_id, known_ids

    if ruleset is not None or not words:
        return ruleset, words
    first, *others = words
    if is_path(first):
        is_game = is_ruleset_file(first, default=bool(others))
    else:
        # os.path, since a Path raises if the name is too long
        is_game = known_id(first) in known_ids() and not os.path.exists(first)  # noqa: PTH110
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
NoFonts = Annotated[
    bool, Extra(Message("With -o x.svg: leave the fonts out, for a page that has them."))
]


def check_fonts(settings: Struct, kind: str) -> None:
    """Raise SheetgenError if fonts are to be left out of another kind of file than an SVG."""
    if kind != "svg":
        require("--output x.svg", settings, "no_fonts")


# profiles

PROFILE = "sheetgen.toml"
"""Profile that is read where none is named, if it is there."""


def _take_profile(context: typer.Context, name: str | None) -> str | None:
    """Set the defaults of a command from the named profile, or else from the user's own here."""
    missing = name is None and not Path(PROFILE).is_file()
    if context.resilient_parsing or name == NONE or missing:
        return name
    from sheetgen.cli.profiles import check_owner, read_profile

    path = Path(PROFILE if name is None else name)
    if name is None:
        check_owner(path)
    command = str(context.info_name)
    context.default_map = {**read_profile(path, command, _by_command[command])}
    if name is None:
        print(find_catalog(None).message("settings from %(file)s", file=PROFILE), file=sys.stderr)
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
        callback=_take_profile,
        rich_help_panel=Message("Settings"),
    ),
]
