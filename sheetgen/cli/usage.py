"""Errors in the words of a command line: what was written, and what was likely meant."""

import os
import shlex
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Any

from sheetgen.cli.help import metavar
from sheetgen.errors import Cure, Message, SheetgenError, escaped
from sheetgen.i18n.catalog import Catalog, choose_language
from sheetgen.layout.values import NO_CHOICE, NO_NUMBER, NO_WHOLE_NUMBER, declarations

_MEANT = {"--sheets": ("--blanks", "--pad"), "--blanks": ("--sheets",)}
"""Options of one command with their names in another."""
_WRONG = {
    "int": NO_WHOLE_NUMBER,
    "float": NO_NUMBER,
    "choice": NO_CHOICE,
}
"""Message for a value that cannot be read, by the name of the function or type that reads it."""
_LONG_DASHES = "‐‑‒–—―−"
"""Signs that editors and phones make of a hyphen, or of two."""


def corrected(words: Sequence[str], cure: Cure, written: str = "") -> str:
    """Return the command line that a cure makes of its words after ``sheetgen``.

    A game is replaced where it was `written`. An empty text if the command makes no document, or
    does not have the option.
    """
    from sheetgen.documents.described import CLASSES

    if cure.option == "ruleset":
        return _with_game(words, written, str(cure.value))
    known = declarations(CLASSES[words[0]]) if words and words[0] in CLASSES else {}
    if cure.option not in known:
        return ""
    declared = known[cure.option]
    option = declared.option
    if option.flags:
        names = [f"--{flag}" for flag in option.flags]
        new = [f"--{cure.value}"]
    else:
        opposite = f"--no-{declared.key.removeprefix('--')}"
        names = [declared.key, opposite, f"--{option.also}"]
        new = [declared.key, str(cure.value)]
        if isinstance(cure.value, bool):
            new = [declared.key if cure.value else opposite]
    has_value = not option.flags and declared.kinds != (bool,)
    kept = _without(words, names, has_value=has_value)
    return shlex.join(("sheetgen", *kept, *(() if cure.value is None else new)))


_GAME_OPTIONS = ("--ruleset", "--from")
"""Options whose value is a game."""


def _with_game(words: Sequence[str], written: str, game: str) -> str:
    """Return a command line with another game where `written` is the game.

    It is the value of an option, or else the first word after the command.
    """
    for place, word in enumerate(words[1:], 1):
        option, _, value = word.rpartition("=")
        is_value = words[place - 1] in _GAME_OPTIONS or (place == 1 and words[0] != "new")
        if (word == written and is_value) or (value == written and option in _GAME_OPTIONS):
            new = word.removesuffix(written) + game
            return shlex.join(("sheetgen", *words[:place], new, *words[place + 1 :]))
    return ""


def _without(words: Sequence[str], names: Sequence[str], *, has_value: bool) -> list[str]:
    """Return the words of a command line without an option of these names, and its value."""
    kept: list[str] = []
    is_value = False
    for word in words:
        if is_value:
            is_value = False
        elif word in names:
            is_value = has_value
        elif word.partition("=")[0] not in names:
            kept.append(word)
    return kept


def check_words(words: Sequence[str], known: Sequence[str]) -> None:
    """Raise SheetgenError for a word that looks like an option, but is none of the `known` ones.

    Words such as -3 are values.
    """
    for word in words:
        check_dashes(word)
    for word in words:
        if word[:1] == "-" and word.lstrip("-")[:1].isalpha():
            raise no_option(word.partition("=")[0], known)


def check_dashes(word: str) -> None:
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


def no_option(written: str, known: Sequence[str]) -> SheetgenError:
    """Return the error for an option that does not exist, with the likeliest `known` ones first."""
    near = [name for name in _MEANT.get(written, ()) if name in known]
    if not near:
        near = get_close_matches(written, known)
        near.sort(key=lambda name: name != "--ruleset")
    return _with_near(Message("No such option: %(written)s."), written, near)


def no_value(option: Any, written: str) -> SheetgenError:
    """Return the error for an option without a value."""
    return SheetgenError("%(option)s needs a value: %(unit)s.", option=written, unit=option.metavar)


def too_much(left: Sequence[str], words: Sequence[str]) -> SheetgenError:
    """Return the error for words that are left over.

    If they are names of players, it has the right form.
    """
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

    apart: list[str] = []
    for word in words:
        apart += word.split("=", 1) if word.startswith("--names=") else [word]
    if "--names" not in apart:
        return []
    after = apart[apart.index("--names") + 1 :]
    names = takewhile(lambda word: not word.startswith("-"), after)
    return [name for name in names if known_id(name) not in known_ids()]


def check_first_option(
    words: Sequence[str], known: Sequence[str], commands: Sequence[str], path: str
) -> None:
    """Raise SheetgenError if the first word is an option of a command.

    `known` are the options of the group, and `commands` its commands; `path` is what was written
    before. Nothing is raised for a small typing error, which the parser reports.
    """
    option, _, value = words[0].partition("=")
    if option == "--lang":
        _check_language(value or "".join(words[1:2]))
    place = next((place for place, word in enumerate(words) if word in commands), 0)
    if place:
        line = f"{path} {shlex.join([*words[place:], *words[:place]])}"
        raise SheetgenError("Options stand after the command: %(line)s", line=line)
    if not get_close_matches(option, known):
        raise SheetgenError(
            "Options such as %(option)s stand after a command, and there is none; "
            "%(command)s --help lists all commands.",
            option=option,
            command=path,
        )


def _check_language(written: str) -> None:
    """Raise SheetgenError for a language that is unknown; a missing one is no fault here."""
    if written.startswith("-"):
        return
    for language in written.split(",") if written else ():
        try:
            choose_language(language, {})
        except SheetgenError as error:
            raise error.at("--lang") from error


def no_command(written: str, path: str, commands: Sequence[str], *, first: bool) -> SheetgenError:
    """Return the error for a command that does not exist.

    `first` is set for the first word of the program, which may be meant as a game.
    """
    games: list[str] = []
    if first:
        from sheetgen.rulesets.source import is_path, known_id, known_ids

        games = known_ids()
        # os.path, since a Path raises if the name is too long
        is_file = is_path(written) and os.path.isfile(written)  # noqa: PTH113
        if known_id(written) in games or is_file:
            return SheetgenError(
                "'%(written)s' is a game, and no command; for its sheet: %(line)s",
                written=written,
                line=f"{path} pdf {shlex.quote(known_id(written))}",
            )
    near = [f"'{name}'" for name in get_close_matches(written, commands)]
    if not near:
        near = [f"'{path} pdf {name}'" for name in get_close_matches(written, games)]
    if near:
        return _with_near(Message("No such command '%(written)s'."), written, near)
    return SheetgenError(
        "No such command '%(written)s'; %(command)s --help lists all commands.",
        written=written,
        command=path,
    )


def _with_near(message: Message, written: str, near: Sequence[str]) -> SheetgenError:
    """Return the error for a word that does not exist, with the words that may be meant."""
    error = SheetgenError(message, written=written)
    if near:
        return SheetgenError("%(fault)s Did you mean %(near)s?", fault=error, near=", ".join(near))
    return error


# errors of Typer


def usage_error(error: Any, catalog: Catalog) -> Iterator[str]:
    """Yield the lines that report a fault that Typer has found in the command line."""
    path = error.ctx.command_path
    parameter = getattr(error, "param", None)
    if parameter and parameter.required and parameter.name == "ruleset":
        from sheetgen.rulesets.source import no_ruleset

        yield catalog.error(no_ruleset(f"{path} dice-play"))
        return
    yield catalog.error(_error_of(error, parameter, catalog))
    yield catalog.message("%(command)s --help shows what there is", command=path)


def _error_of(error: Any, parameter: Any, catalog: Catalog) -> SheetgenError:
    """Return our error for an error of Typer, whose classes are known by their names alone."""
    kind = type(error).__name__
    parameters = error.ctx.command.params
    if kind == "NoSuchOption":
        known = [name for parameter in parameters for name in parameter.opts]
        return no_option(error.option_name, known)
    if kind == "BadOptionUsage":
        written = error.option_name
        option = _option_called(written, parameters)
        if option.is_flag:
            message = Message("Option '%(written)s' does not take a value.")
            return SheetgenError(message, written=written)
        return no_value(option, written)
    if kind == "MissingParameter":
        return SheetgenError("Missing argument '%(written)s'.", written=metavar(parameter, catalog))
    if parameter and parameter.type.name in _WRONG:
        is_option = parameter.param_type_name == "option"
        key = max(parameter.opts, key=len) if is_option else ""  # arguments have no name to type
        choices = tuple(parameter.metavar.split("|"))
        message = _WRONG[parameter.type.name]
        return SheetgenError(message, key=key, written=error.message, known=choices)
    return SheetgenError(escaped(error.format_message()).replace("%", "%%"))


def _option_called(name: str, parameters: Sequence[Any]) -> Any:
    """Return the option with this name, or with this name for its opposite."""
    for parameter in parameters:
        if name in parameter.opts or name in parameter.secondary_opts:
            return parameter
    raise LookupError(name)
