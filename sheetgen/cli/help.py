"""Help of the program, and faults of the command line, in the reader's language.

Help is plain text. A command with headings shows its common options, and all of them with --help-all.
"""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.i18n.catalog import ENGLISH, Catalog

_OPTIONS, _COMMON, _COMMANDS = Message("Options"), Message("Common options"), Message("Commands")
_HELP, _USAGE, _PLACE = Message("Show this help."), Message("Usage:"), Message("[OPTIONS]")
_MORE = Message('"%(command)s --help-all" shows all %(count)s options.')
_WIDEST = 24
"""Maximum width of the column with the names of options, in letters; a longer name has a line of its own."""
WIDTH = 100
"""Maximum width of help, in letters."""
_ALL = "sheetgen.help_all"
"""Key of the context of Typer under which it is noted that all options are shown."""
EXAMPLES = (
    ("sheetgen pdf dice-play --lang nl", Message("a score sheet in Dutch")),
    ("sheetgen check dice-play 3 6 9 ...", Message("check a finished card")),
)
"""Commands that the help of the program begins with, and what they give."""
_TYPER_HELP = (
    Message("Install completion for the current shell."),
    Message("Show completion for the current shell, to copy it or customize the installation."),
)
"""Help that Typer adds, here for the catalogs."""


class _Helpful:
    """Help that commands and groups have in common."""

    catalog = Catalog(ENGLISH)
    """Words of all help."""

    def get_help_option_names(self, _: Any) -> list[str]:
        """Return the names of the option for help."""
        return ["-h", "--help"]

    def get_help_option(self: Any, context: Any) -> Any:
        """Return the option --help, which prints as all of sheetgen does: Typer writes UTF-8 to a terminal of ASCII."""
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
        formatter.write_usage(context.command_path, " ".join((*words, text(_PLACE))), prefix=text(_USAGE) + " ")
        formatter.write_paragraph()
        formatter.write_text(text(self.help))
        if context.parent is None and hasattr(self, "commands"):
            _write_rows(formatter, [(command, text(what)) for command, what in EXAMPLES])
        sections: dict[str, list[tuple[str, str]]] = {"": [(metavar(param), text(param.help)) for param in arguments]}
        for name, command in getattr(self, "commands", {}).items():
            sections.setdefault(command.rich_help_panel or _COMMANDS, []).append((name, text(command.help)))
        options = [param for param in params if param.param_type_name == "option"]
        is_long = any(param.name == "help_all" for param in options)
        for param in options:
            if self._is_shown(context, param, params):
                heading = param.rich_help_panel or (_COMMON if is_long else _OPTIONS)
                sections.setdefault(heading, []).append((_names(param), purpose(param)))
        width = min(_WIDEST, max(len(name) for rows in sections.values() for name, _ in rows))
        for heading, rows in sections.items():
            _write_rows(formatter, rows, heading and text(heading), width)
        if is_long and not context.meta.get(_ALL):
            formatter.write_paragraph()
            formatter.write_text(text(_MORE, command=context.command_path, count=len(options)))

    @staticmethod
    def _is_shown(context: Any, param: Any, params: Sequence[Any]) -> bool:
        """Check whether an option is part of this help."""
        names = {each.name for each in params}
        is_argument = param.name == "ruleset" and "game" in names
        return bool(context.meta.get(_ALL)) or not (is_argument or (param.rich_help_panel and "help_all" in names))


def _write_rows(formatter: Any, rows: Sequence[tuple[str, str]], heading: str = "", width: int = 0) -> None:
    """Write two columns, the first of them of this width or more, under a heading; nothing for no rows."""
    if not rows:
        return
    formatter.write_paragraph()
    if heading:
        formatter.write_heading(heading)
    with formatter.indentation():
        formatter.write_dl([(name.ljust(width), what) for name, what in rows], col_max=width or WIDTH)


def _names(param: Any) -> str:
    """Return the names of an option, and what is typed after them."""
    names = param.secondary_opts if param.default is True else param.opts
    names = [*names, *param.secondary_opts] if param.is_flag and param.default is None else names
    shown = ", ".join(sorted(names, key=len))
    return shown if param.is_flag else f"{shown} {metavar(param)}"


def metavar(param: Any) -> str:
    """Return what is typed for a value, such as FILE."""
    return _Helpful.catalog.message(param.metavar) if isinstance(param.metavar, Message) else str(param.metavar or "")


def purpose(param: Any) -> str:
    """Return what an option is for, and its default."""
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


HelpAll = Annotated[
    bool,
    typer.Option(
        "--help-all", help=Message("Show every option."), is_eager=True, expose_value=False, callback=_show_all
    ),
]


class Command(_Helpful, TyperCommand):
    """Command that takes words such as -3 as values, and reports options that do not exist by itself for that."""

    def parse_args(self, context: Any, words: list[str]) -> list[str]:
        """Read the words of the command line; raise SheetgenError for an unknown option and for a word too many."""
        left = super().parse_args(context, words)
        if context.resilient_parsing:
            return left
        if left:
            raise SheetgenError("'%(written)s' is too much; leave it out.", written=" ".join(left))
        lists = [context.params.get(param.name) or () for param in self.params if param.nargs == -1]
        for word in (word for each in lists for word in each):
            if word[:1] == "-" and word.lstrip("-")[:1].isalpha():
                raise no_option(word.partition("=")[0], [name for param in self.params for name in param.opts])
        return left


class Group(_Helpful, TyperGroup):
    """Commands under a name."""

    def resolve_command(self, context: Any, words: list[str]) -> Any:
        """Return the command of the first word; raise SheetgenError if there is none."""
        if self.get_command(context, words[0]) is None and not context.resilient_parsing:
            near = get_close_matches(words[0], self.commands)
            raise _with_near(Message("No such command '%(written)s'."), words[0], [f"'{name}'" for name in near])
        return super().resolve_command(context, words)


def speak(catalog: Catalog) -> None:
    """Let all help use the words of `catalog`."""
    _Helpful.catalog = catalog


def help_parts(command: Any) -> Iterator[Any]:
    """Yield a command, its options and everything below it: all that has a help text."""
    yield command
    yield from command.params
    yield command.get_help_option(typer.Context(command))
    for inner in getattr(command, "commands", {}).values():
        yield from help_parts(inner)


# faults of the command line

_MEANT = {"--sheets": ("--blanks", "--pad"), "--blanks": ("--sheets",)}
"""Options of one command, and what they are called in another."""
_WRONG = {
    "_whole": Message("'%(written)s' is not a whole number; write it in digits, such as 4."),
    "_decimal": Message("'%(written)s' is not a number; write it in digits, such as 0.5."),
    "choice": Message("'%(written)s' is not possible; choose %(known)s."),
}
"""Message for a value that cannot be read, by the name of the function that reads it."""


def _with_near(message: Message, written: str, near: Sequence[str]) -> SheetgenError:
    """Return the error for a word that does not exist, with the words that may be meant."""
    error = SheetgenError(message, written=written)
    if near:
        return SheetgenError("%(fault)s Did you mean %(near)s?", fault=error, near=", ".join(near))
    return error


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
    """Return the fault that an error of Typer's stands for."""
    if hasattr(error, "possibilities"):
        return no_option(error.option_name, [name for each in context.command.params for name in each.opts])
    if hasattr(error, "option_name"):
        option = next((each for each in context.command.params if error.option_name in each.opts), None)
        if option and option.is_flag:
            return SheetgenError("Option '%(written)s' does not take a value.", written=error.option_name)
        return SheetgenError("Option '%(written)s' requires an argument.", written=error.option_name)
    if hasattr(error, "param_type"):
        return SheetgenError("Missing argument '%(written)s'.", written=metavar(param))
    if param and param.type.name in _WRONG:
        key = max(param.opts, key=len) if param.param_type_name == "option" else ""  # arguments have no name to type
        known = tuple(param.metavar.split("|"))
        return SheetgenError(_WRONG[param.type.name], key=key, written=error.message, known=known)
    return SheetgenError(escaped(error.format_message()).replace("%", "%%"))
