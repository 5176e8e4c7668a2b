"""The help of the program, and what the command-line library says, in the reader's language.

Help is plain text, which is there at once, with options under headings.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import ENGLISH, Catalog

_OPTIONS, _ARGUMENTS, _COMMANDS = Message("Options"), Message("Arguments"), Message("Commands")
_REQUIRED, _USAGE = Message("[required]"), Message("Usage:")
_WIDTH = 100
"""Help is so wide at most, in letters."""

Function = TypeVar("Function", bound=Callable[..., Any])


class _Helpful:
    """What commands and groups have in common: usage, and options under their headings."""

    catalog = Catalog(ENGLISH)
    """The words that all help is in."""

    def get_help_option_names(self, _: Any) -> list[str]:
        """The names of that option, here and where a command is looked at alone."""
        return ["-h", "--help"]

    def get_help_option(self: Any, context: Any) -> Any:
        """The option --help, which prints as all of sheetgen does: Typer would write UTF-8 to a terminal of ASCII."""
        option = super().get_help_option(context)  # type: ignore[misc]
        if option:
            option.callback = _show_help
        return option

    def format_usage(self: Any, context: Any, formatter: Any) -> None:
        """Write how the command is called."""
        pieces = " ".join(self.collect_usage_pieces(context))
        formatter.write_usage(context.command_path, pieces, prefix=_Helpful.catalog.message(_USAGE) + " ")

    def format_options(self: Any, context: Any, formatter: Any) -> None:
        """Write arguments and options, then the commands of a group."""
        parts: dict[str, list[tuple[str, str]]] = {_ARGUMENTS: [], _OPTIONS: []}
        for param in self.get_params(context):
            usual = _ARGUMENTS if param.param_type_name == "argument" else _OPTIONS
            heading = getattr(param, "rich_help_panel", None) or usual
            if record := param.get_help_record(context):
                parts.setdefault(heading, []).append(record)
        parts[_COMMANDS] = [(name, inner.help or "") for name, inner in getattr(self, "commands", {}).items()]
        required = _Helpful.catalog.message(_REQUIRED)
        for heading, rows in parts.items():
            if rows:
                with formatter.section(_Helpful.catalog.message(heading) if isinstance(heading, Message) else heading):
                    formatter.write_dl([(name, text.replace(_REQUIRED, required)) for name, text in rows])


def _show_help(context: Any, _: Any, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print(context.get_help())
        context.exit()


class Command(_Helpful, TyperCommand):
    """A command, for which a word such as -3 or -,3 is a value, for no option has such a name.

    A flag and the word behind it are one flag if there is one of both.
    """

    def make_parser(self, context: Any) -> Any:
        """What parses its words; Typer would take all that are not known for options, or none."""
        parser: Any = super().make_parser(context)
        as_option = parser._process_opts

        def process(word: str, state: Any) -> None:
            flag = parser._long_opt.get(word)
            if flag and not flag.takes_value and state.rargs and f"{word}-{state.rargs[0]}" in parser._long_opt:
                word = f"{word}-{state.rargs.pop(0)}"  # --par best is --par-best
            if word[1].isdigit() or word[1] in " ,;":
                state.largs.append(word)
            else:
                as_option(word, state)

        parser._process_opts = process
        return parser


class Group(_Helpful, TyperGroup):
    """Commands under a name."""


class Program(typer.Typer):
    """A Typer program whose help is written so."""

    def __init__(self, **options: Any) -> None:
        settings = {"max_content_width": _WIDTH}
        super().__init__(cls=Group, rich_markup_mode=None, context_settings=settings, **options)

    def command(self, name: str | None = None, **options: Any) -> Callable[[Function], Function]:
        """Make a command of a function."""
        return super().command(name, **{"cls": Command, **options})


def translate(command: Any, catalog: Catalog) -> None:
    """Put the help of a command and all below it into the language of `catalog`."""
    _Helpful.catalog = catalog
    for part in help_parts(command):
        for name in ("help", "epilog", "rich_help_panel"):
            if getattr(part, name, None):
                setattr(part, name, catalog.message(getattr(part, name)))


def help_parts(command: Any) -> Iterator[Any]:
    """A command, its options and everything below it: all that has a help text."""
    yield command
    yield from command.params
    yield command.get_help_option(typer.Context(command))
    for inner in getattr(command, "commands", {}).values():
        yield from help_parts(inner)


_VALUE = r"Invalid value for '(?P<key>.+?)': (?:Path )?(?P<quote>['\"])(?P<written>.*)(?P=quote)"
_COMPLAINTS = {
    r"Missing argument '(?P<written>.+)'\.": Message("Missing argument '%(written)s'."),
    r"No such option: (?P<written>.+)": Message("No such option: %(written)s"),
    r"No such command '(?P<written>.+?)'\.(?: Did you mean (?P<near>.+)\?)?": Message("No such command '%(written)s'."),
    r"Option '(?P<written>.+)' requires an argument\.": Message("Option '%(written)s' requires an argument."),
    r"Option '(?P<written>.+)' does not take a value\.": Message("Option '%(written)s' does not take a value."),
    r"Got unexpected extra argument\(s\) \((?P<written>.+)\)": Message("'%(written)s' is too much; leave it out."),
    rf"{_VALUE} is not a valid int\.": Message("'%(written)s' is not a whole number; write it in digits, such as 4."),
    rf"{_VALUE} is not a valid float\.": Message("'%(written)s' is not a number; write it in digits, such as 0.5."),
    rf"{_VALUE} is not one of .+": Message("'%(written)s' is not possible; choose %(known)s."),
    rf"{_VALUE} is not readable\.": Message("'%(written)s' cannot be read; check its permissions."),
}
"""Patterns of what the command-line library complains about, and our words for it."""
_MEANT = {"--sheets": ("--blanks", "--pad"), "--blanks": ("--sheets",)}
"""What the options of one command are in another."""
_TYPER_HELP = (
    Message("Show this message and exit."),
    Message("Install completion for the current shell."),
    Message("Show completion for the current shell, to copy it or customize the installation."),
)
"""The help that the command-line library adds, so that it can be translated."""


def usage_error(error: Any, catalog: Catalog) -> Iterator[str]:
    """Say what is wrong with the command line, in the language of `catalog`, and how to go on."""
    context, param = getattr(error, "ctx", None), getattr(error, "param", None)
    path = context.command_path if context else "sheetgen"
    if param and param.required and param.name == "ruleset":
        from sheetgen.rulesets.ids import no_ruleset

        yield catalog.error(no_ruleset(f"{path} dice-play"))
        return
    there = [name for each in (context.command.params if context else ()) for name in each.opts]
    meant = [name for name in _MEANT.get(getattr(error, "option_name", ""), ()) if name in there]
    near = sorted(meant or getattr(error, "possibilities", None) or (), key=lambda name: name != "--ruleset")
    error.possibilities = None  # the library would sort them: the likeliest stands first
    words = error.format_message()
    for pattern, message in _COMPLAINTS.items():
        if found := re.fullmatch(pattern, words):
            said = found.groupdict()
            key = said["key"] if said.get("key", "").startswith("-") else ""  # arguments have no name that people know
            known = tuple(getattr(getattr(param, "type", None), "choices", ()))
            words = catalog.error(SheetgenError(message, key=key, written=said["written"], known=known))
            if likely := said.get("near") or ", ".join(near):
                words = words.rstrip(".") + ". " + catalog.message("Did you mean %(near)s?", near=likely)
            break
    yield words
    yield catalog.message("%(command)s --help shows what there is", command=path)
