"""The help of the program: plain text, which is there at once, in the reader's language, options under headings."""

from collections.abc import Callable
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from sheetgen.errors import Message
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
        for heading, rows in parts.items():
            _write(heading, rows, formatter)


def _show_help(context: Any, _: Any, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print(context.get_help())
        context.exit()


def _write(heading: str, rows: list[tuple[str, str]], formatter: Any) -> None:
    required = _Helpful.catalog.message(_REQUIRED)
    if rows:
        with formatter.section(_Helpful.catalog.message(heading) if isinstance(heading, Message) else heading):
            formatter.write_dl([(name, text.replace(_REQUIRED, required)) for name, text in rows])


class Command(_Helpful, TyperCommand):
    """A command."""


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


def write_help_in(catalog: Catalog) -> None:
    """Write all help from here on with these words."""
    _Helpful.catalog = catalog
