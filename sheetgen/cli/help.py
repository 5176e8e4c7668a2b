"""Help of commands: plain text, a column of names and one of purposes.

It is in the reader's language. A command with headings shows its common options, and all of them
with --help-all.
"""

from collections.abc import Sequence
from typing import Any

from sheetgen.errors import Message
from sheetgen.i18n.catalog import Catalog

_OPTIONS, _COMMON, _COMMANDS = Message("Options"), Message("Common options"), Message("Commands")
_USAGE, _PLACE = Message("Usage:"), Message("[OPTIONS]")
_MORE = Message('"%(command)s --help-all" shows all %(count)s options.')
_WIDEST = 24
"""Maximum width of the column with the names of options, in letters; a longer name has a line of
its own."""
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
Rows = Sequence[tuple[str, str]]
"""Names of options or commands, each with its purpose."""


def write_help(
    command: Any, context: Any, formatter: Any, catalog: Catalog, *, with_all: bool
) -> None:
    """Write the usage and the purpose of a command or group, then what it takes.

    `with_all` also shows the options of a command that are not common.
    """
    text = catalog.message
    parameters = command.get_params(context)
    is_group = hasattr(command, "commands")
    words: list[str] = []
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            words.append(metavar(parameter, catalog))
    if is_group and not words:
        words = ["COMMAND"]
    usage = " ".join((*words, text(_PLACE)))
    formatter.write_usage(context.command_path, usage, prefix=text(_USAGE) + " ")
    formatter.write_paragraph()
    formatter.write_text(text(command.help))
    if is_group and context.parent is None:
        _write_rows(formatter, [(example, text(result)) for example, result in EXAMPLES])
    sections = _sections(command, parameters, catalog, with_all=with_all)
    widest = max(len(name) for rows in sections.values() for name, _ in rows)
    for heading, rows in sections.items():
        _write_rows(formatter, rows, heading and text(heading), min(_WIDEST, widest))
    if _has_more(parameters) and not with_all:
        count = len(list(filter(_is_shown, parameters)))
        formatter.write_paragraph()
        formatter.write_text(text(_MORE, command=context.command_path, count=count))


def _sections(
    command: Any, parameters: Sequence[Any], catalog: Catalog, *, with_all: bool
) -> dict[str, list[tuple[str, str]]]:
    """Return the rows below each heading: arguments below none, then commands, then options."""
    text = catalog.message
    sections: dict[str, list[tuple[str, str]]] = {"": []}
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            sections[""].append((metavar(parameter, catalog), text(parameter.help)))
    for name, subcommand in getattr(command, "commands", {}).items():
        heading = subcommand.rich_help_panel or _COMMANDS
        sections.setdefault(heading, []).append((name, text(subcommand.help)))
    has_more = _has_more(parameters)
    for option in filter(_is_shown, parameters):
        is_rare = has_more and option.rich_help_panel
        if with_all or not (is_rare or _is_argument(option, parameters)):
            heading = option.rich_help_panel or (_COMMON if has_more else _OPTIONS)
            row = _names(option, catalog), purpose(option, catalog)
            sections.setdefault(heading, []).append(row)
    return sections


def _is_shown(parameter: Any) -> bool:
    """Check whether a parameter is an option that help shows."""
    return parameter.param_type_name == "option" and not parameter.hidden


def _has_more(parameters: Sequence[Any]) -> bool:
    """Check whether a command has options that the short help leaves out: those with a heading."""
    return any(option.name == "help_all" for option in filter(_is_shown, parameters))


def _is_argument(option: Any, parameters: Sequence[Any]) -> bool:
    """Check whether an option is the argument that names the game, written as an option."""
    return option.name == "ruleset" and "game" in [parameter.name for parameter in parameters]


def _write_rows(formatter: Any, rows: Rows, heading: str = "", width: int = 0) -> None:
    """Write two columns, the first of them of this width or more, under a heading.

    Nothing for no rows.
    """
    if not rows:
        return
    formatter.write_paragraph()
    if heading:
        formatter.write_heading(heading)
    with formatter.indentation():
        padded = [(name.ljust(width), purpose) for name, purpose in rows]
        widest = max(len(name) for name, _ in rows)
        formatter.write_dl(padded, col_max=width or widest)


def _names(option: Any, catalog: Catalog) -> str:
    """Return the names of an option, with the placeholder for its value."""
    names = option.secondary_opts if option.default is True else option.opts
    if option.is_flag and option.default is None:
        names = [*names, *option.secondary_opts]
    joined = ", ".join(sorted(names, key=len))
    return joined if option.is_flag else f"{joined} {metavar(option, catalog)}"


def metavar(parameter: Any, catalog: Catalog) -> str:
    """Return the placeholder for a value in help, such as FILE."""
    if isinstance(parameter.metavar, Message):
        return catalog.message(parameter.metavar)
    return str(parameter.metavar or "")


def purpose(option: Any, catalog: Catalog) -> str:
    """Return the purpose of an option, and its default."""
    text = catalog.message
    usual = option.show_default if isinstance(option.show_default, str) else option.default
    if option.is_flag or usual in (None, (), "none"):
        return text(option.help)
    default = text(usual) if isinstance(usual, Message) else usual
    return f"{text(option.help)}  [{default}]"
