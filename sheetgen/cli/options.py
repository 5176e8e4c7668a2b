"""What the commands share: the program itself, the options that several have, and options as fields of a value.

Of such a value the signature of the command, the command line that makes a document again, and profiles are made.
"""

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from sheetgen.cli.help import Program
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import Catalog, choose_language, languages, load_catalog

if TYPE_CHECKING:
    from sheetgen.cli.output import Files
    from sheetgen.files.tables import Key
    from sheetgen.layout.options import Paper

FINE, FOUND = 0, 1
"""Exit codes: all is right; something was found on a card. Wrong input is 2, see `commands`."""

app = Program(
    help=Message("Print score sheets for dice games of the Yacht family, and check finished cards."),
    epilog=Message("For example: sheetgen pdf --ruleset dice-play --lang nl"),
)


def find_catalog(lang: str | None) -> Catalog:
    """The words to use for what was asked, here."""
    return load_catalog(choose_language(lang, os.environ))


def complete_rulesets() -> list[str]:
    """The rulesets that a shell can complete."""
    from sheetgen.rulesets.ids import known_ids

    return known_ids()


def complete_themes() -> list[str]:
    """The themes that a shell can complete."""
    from sheetgen.layout.themes import theme_names

    return theme_names()


def complete_papers() -> list[str]:
    """The papers that a shell can complete."""
    from sheetgen.layout.options import PAPERS

    return list(PAPERS)


def one_game(context: typer.Context, ruleset: str | None) -> str | None:
    """The game by its id, however its name was written; SheetgenError if another one stands alone."""
    from sheetgen.rulesets.ids import known_id

    game = context.meta.get("game")
    if game and ruleset and known_id(game) != known_id(ruleset):
        raise SheetgenError(
            "'%(game)s' stands where a game does, and --ruleset says %(other)s; leave one out", game=game, other=ruleset
        )
    return ruleset and known_id(ruleset)


def take_game(context: typer.Context, game: str | None) -> None:
    """Let a game that stands alone be that of --ruleset."""
    if game is not None:
        context.meta["game"] = game
        context.default_map = {**(context.default_map or {}), "ruleset": game}


def game_first(ruleset: str | None, words: list[str] | None) -> tuple[str | None, list[str] | None]:
    """The game, and the words without it, where the first of them is its name, and that of no file here."""
    from sheetgen.rulesets.ids import known_id, known_ids

    if ruleset is None and words and known_id(words[0]) in known_ids() and not os.path.exists(words[0]):  # noqa: PTH110 - a Path raises if the name is too long
        return known_id(words[0]), words[1:]
    return ruleset, words


def game_and_dice(command: str, ruleset: str | None, dice: list[str] | None) -> tuple[str, list[str]]:
    """The game and the dice that were asked about; SheetgenError if either is missing."""
    from sheetgen.rulesets.ids import no_ruleset, unknown_ruleset

    ruleset, dice = game_first(ruleset, dice)
    if ruleset is None and dice and dice[0].replace("-", "").isalpha():
        raise unknown_ruleset(dice[0])
    if ruleset is None:
        raise no_ruleset(f"sheetgen {command} dice-play 6 6 6 3 3")
    if not dice:
        raise SheetgenError("Which dice? For example: sheetgen %(command)s 6 6 6 3 3.", command=f"{command} {ruleset}")
    return ruleset, dice


Game = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]", help=Message("The ruleset, as --ruleset takes it."), is_eager=True, expose_value=False,
        callback=take_game, autocompletion=complete_rulesets,
    ),
]  # fmt: skip
_ruleset: Any = typer.Option(
    "--ruleset", help=Message("A ruleset by its name, or a file that ends in .toml."),
    autocompletion=complete_rulesets, callback=one_game,
)  # fmt: skip
Ruleset = Annotated[str, _ruleset]
RulesetOrGames = Annotated[str | None, _ruleset]
Lang = Annotated[
    str | None,
    typer.Option(help=Message("The language, such as nl; the system's if left out."), autocompletion=languages),
]
PaperName = Annotated[
    str | None,
    typer.Option(help=Message("The paper; what your country uses if left out."), autocompletion=complete_papers),
]
Players = Annotated[int | None, typer.Option(help=Message("How many players."))]
Names = Annotated[str | None, typer.Option(help=Message("The players' names, with commas between them."))]
Games = Annotated[int | None, typer.Option(help=Message("How many games, where the columns are games."))]
look = partial(typer.Option, show_default=False, rich_help_panel=Message("Look"))
"""An option of the look, in the help under that heading."""
Theme = Annotated[
    str | None,
    look(help=Message("A theme by its name, or a file that ends in .toml."), autocompletion=complete_themes),
]
LargePrint = Annotated[bool, look("--large-print", help=Message("No letter below 16 points, black on white."))]
Output = Annotated[
    str | None, typer.Option("--output", "-o", help=Message("The file or folder to write to; - is standard output."))
]
Dice = Annotated[list[str] | None, typer.Argument(metavar="[DICE]...", help=Message("The dice, such as 6 6 6 3 3."))]
Batch = Annotated[str | None, typer.Option(help=Message("Many of them, a line each: a file, or - for standard input."))]
RulesetOrNone = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        help=Message("A ruleset by its name, or a file that ends in .toml; a card file may name it instead."),
        autocompletion=complete_rulesets, callback=one_game,
    ),
]  # fmt: skip
Force = Annotated[bool, typer.Option("--force", help=Message("Replace a different file."))]
Open = Annotated[bool, typer.Option("--open", help=Message("Open the file when it is written."))]


def choose_paper(name: str | None) -> "Paper":
    """The paper that was asked for, or what people use here."""
    from sheetgen.layout.options import default_paper, find_paper

    return find_paper(default_paper(os.environ) if name is None else name)


def read_names(text: str | None, players: int | None) -> tuple[str, ...]:
    """The names between the commas, as they are printed; an empty one leaves a blank."""
    from sheetgen.documents.asked import check_names

    if text is None:
        return ()
    if not text.strip():
        raise SheetgenError("wrote '%(written)s'; should be names with commas between them", key="--names", written="")
    return check_names(text.split(","), players)


PROFILE = "sheetgen.toml"
"""The profile that is read where none is named, if it is there."""
NONE = "none"
_LONGEST = 10_000
"""The largest number of letters under one key of a profile."""
_HUGE = 10**9
"""Larger than any number that means something here."""
_TEMPORARY = frozenset(["output", "force", "open_", "preview", "profile", "save_profile", "cells"])
"""Options that say nothing about the document."""


Settings = TypeVar("Settings")


def options_of(
    settings: type[Settings], *, game_alone: bool = True
) -> Callable[[Callable[[Settings], None]], Callable[..., None]]:
    """Make a command of a function that takes `settings`, values whose fields are annotated as options.

    With `game_alone` the game may stand there without its option.
    """

    def decorate(function: Callable[[Settings], None]) -> Callable[..., None]:
        def command(game: None = None, **values: Any) -> None:
            function(settings(**values))

        own = dict(inspect.signature(settings).parameters)
        if game_alone:
            own["game"] = inspect.Parameter("game", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Game)
        command.__signature__ = inspect.Signature([*own.values()])  # type: ignore[attr-defined]
        command.__annotations__ = {name: each.annotation for name, each in own.items()}
        command.__name__, command.__doc__ = function.__name__, function.__doc__
        return command

    return decorate


def option_name(field: str) -> str:
    """What the field is called on the command line, without the dashes."""
    return field.rstrip("_").replace("_", "-")


def given(settings: Any, **resolved: str) -> dict[str, Any]:
    """What was asked for beyond the defaults, by the names of the options; `resolved` is said in any case."""
    chosen: dict[str, Any] = {option_name(name): value for name, value in resolved.items()}
    for name, option in inspect.signature(type(settings)).parameters.items():
        value = getattr(settings, name)
        if name in (*resolved, *_TEMPORARY) or value == option.default:
            continue
        texts = [str(each) for each in value] if isinstance(value, list | tuple) else None
        chosen[option_name(name)] = texts or (str(value) if isinstance(value, Path) else value)
    return chosen


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


def command_line(command: str, chosen: Mapping[str, Any]) -> str:
    """The command that makes a document again, from its options by their names; None and False stand for nothing."""
    return command_words(command, *command_words_of({name: each for name, each in chosen.items() if each is not None}))


def command_words(*words: str) -> str:
    """The words after ``sheetgen`` as a line that a shell takes; nothing if a name in it has signs that are no text."""
    import shlex

    line = shlex.join(("sheetgen", *words))
    return line if line.isprintable() else ""


# profiles


def read_profile(context: typer.Context, name: str | None) -> str | None:
    """Take the defaults of a command from a profile: the one that is named, else one's own in this folder."""
    missing = name is None and not Path(PROFILE).is_file()
    if context.resilient_parsing or name == NONE or missing:
        return name
    path = Path(PROFILE if name is None else name)
    owners = {path.stat().st_uid, path.lstat().st_uid} if name is None else set()  # of a link, and of what it leads to
    if owners and hasattr(os, "geteuid") and owners != {os.geteuid()}:
        message = Message("is somebody else's; say --profile sheetgen.toml to use it, or --profile none")
        raise SheetgenError(message, file=PROFILE)
    from sheetgen.files.input import read_toml

    data = read_toml(path)
    params = {option_name(str(param.name)): param for param in context.command.params if param.expose_value}
    _check_profile(data, str(context.info_name), params, str(path))
    table = data.get(str(context.info_name), {})
    if name is None:
        print(find_catalog(None).message("settings from %(file)s", file=PROFILE), file=sys.stderr)
    context.default_map = {
        str(params[key].name): str(value) if type(value) in (int, float) else value  # which it is on a command line
        for key, value in table.items()
    }
    take_game(context, context.meta.get("game"))
    return name


Profile = Annotated[
    str | None,
    typer.Option(
        help=Message("A file with settings; sheetgen.toml if it is in this folder; none for none."), is_eager=True,
        callback=read_profile, rich_help_panel=Message("Settings"),
    ),
]  # fmt: skip
_COMMANDS = ("pdf", "kit")
"""The commands that profiles are for."""


def _check_profile(data: dict[str, Any], command: str, params: Mapping[str, Any], file: str) -> None:
    """Raise FileError with every fault in the tables of a profile, and in the one for this command."""
    from sheetgen.files.tables import Key, Map, Table, check_table

    keys = {name: _key_of(each) for name, each in params.items() if each.name not in _TEMPORARY and name != "help"}
    own = Table(command, keys, in_order=True)
    tables: dict[str, Key] = {name: own if name == command else Map(name, Key("")) for name in _COMMANDS}
    check_table(Table(file, tables, in_order=True), data, file)


def _key_of(param: Any) -> "Key":
    """What a profile may say of an option."""
    from sheetgen.files.tables import WRONG, Flag, Value

    name = option_name(str(param.name))
    if getattr(param, "is_flag", False):
        return Flag(name)
    if param.multiple:
        return Value(
            name, lambda value: isinstance(value, list) and _are_texts(value), WRONG, {"right": Message("a list")}
        )
    if hasattr(param.type, "choices"):
        words = tuple(param.type.choices)
        return Value(name, lambda value: _is_single(value, str | int) and str(value) in words, WRONG, {"right": words})
    if param.type.name == "int":
        return Value(name, lambda value: _is_single(value, int), WRONG, {"right": Message("a number")})
    return Value(name, _is_single, WRONG, {"right": Message("a text")})


def _are_texts(values: list[Any]) -> bool:
    """Whether these are texts that can name a file or be printed, of a bounded length together."""
    texts = [value for value in values if isinstance(value, str)]
    return len(texts) == len(values) and not any("\0" in text for text in texts) and sum(map(len, texts)) <= _LONGEST


def _is_single(value: Any, kinds: Any = str | int | float) -> bool:
    """Whether this is such a text or number as an option takes."""
    if isinstance(value, bool) or not isinstance(value, kinds):
        return False
    return _are_texts([value]) if isinstance(value, str) else not abs(value) >= _HUGE


def profile_of(path: str | None, command: str, chosen: Mapping[str, Any]) -> "Files":
    """The profile with what was asked for, to be written; what it says of other commands stays. None for no path."""
    if path is None:
        return ()
    import tomli_w

    from sheetgen.files.input import forget_input, read_toml

    if not path.lower().endswith(".toml"):
        raise SheetgenError("wrote '%(written)s'; should end in .toml", key="--save-profile", written=path)
    tables = {}
    if os.path.isfile(path):  # noqa: PTH113 - a Path raises if it is too long
        tables = read_toml(Path(path))
        forget_input(Path(path))
    try:
        kept = {key: value for key, value in chosen.items() if key != "profile"}
        return [(Path(path), tomli_w.dumps({**tables, command: kept}).encode())]
    except (UnicodeEncodeError, ValueError) as error:
        raise SheetgenError("cannot write this file: %(reason)s", file=path, reason=str(error)) from error
