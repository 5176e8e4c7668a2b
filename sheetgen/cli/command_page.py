"""Every command with its arguments and options, as plain data for the reference."""

from collections.abc import Iterator
from typing import Any

from sheetgen.cli.commands import whole_program
from sheetgen.cli.words import translate
from sheetgen.i18n.catalog import Catalog

Data = dict[str, Any]
_LEFT_OUT = ("help", "install_completion", "show_completion")


def commands(catalog: Catalog) -> list[Data]:
    """The program itself, then its commands by name, in the language of the catalog."""
    command = whole_program()
    translate(command, catalog)
    return list(_described("sheetgen", command))


def _described(name: str, command: Any) -> Iterator[Data]:
    params = [param for param in command.params if param.name not in _LEFT_OUT and not getattr(param, "hidden", False)]
    yield {
        "name": name,
        "help": command.help,
        "arguments": [_argument(param) for param in params if param.param_type_name == "argument"],
        "options": [_option(param) for param in params if param.param_type_name == "option"],
    }
    for inner, below in sorted(getattr(command, "commands", {}).items()):
        yield from _described(f"{name} {inner}", below)


def _argument(param: Any) -> Data:
    """An argument: its name, and what it is."""
    name = param.metavar or str(param.name).upper() + ("..." if param.nargs < 0 else "")
    return {"name": name.replace("[", "").replace("]", ""), "help": param.help, "required": param.required}


def _option(param: Any) -> Data:
    """An option with all its spellings, what may follow it, and what it does."""
    names = [*param.opts, *param.secondary_opts]
    return {
        "names": names,
        "values": list(getattr(param.type, "choices", ())),
        "kind": "" if param.is_flag else param.type.name,
        "help": param.help,
        "required": param.required,
        "multiple": param.multiple,
        "default": None if param.is_flag or param.default in (None, ()) else str(param.default),
    }
