"""The references: of ruleset files, of cards and of the commands, made from what the program itself goes by."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

import typer

from sheetgen.cli.commands import whole_program
from sheetgen.cli.help import translate
from sheetgen.cli.options import Lang, app, find_catalog
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import Catalog

Data = dict[str, Any]
_LEFT_OUT = ("help", "install_completion", "show_completion")


@app.command()
def reference(
    topic: Annotated[
        Literal["rulesets", "limits", "cards", "commands", "odds"],
        typer.Argument(metavar="[rulesets|limits|cards|commands|odds]", help=Message("What to explain.")),
    ] = "rulesets",
    lang: Lang = None,
    schema: Annotated[bool, typer.Option("--schema", help=Message("Print the JSON Schema for editors."))] = False,
) -> None:
    """Print the reference of ruleset files, of what they cannot say, of cards, or of commands."""
    from sheetgen.cards.exchange import cards_schema
    from sheetgen.cards.results import card_page
    from sheetgen.i18n.templating import render
    from sheetgen.rulesets.reference import ruleset_page, ruleset_schema

    schemas = {"rulesets": ruleset_schema, "cards": cards_schema, "odds": _odds_schema}
    limits = partial(render, "limits.md.j2")
    pages: dict[str, Callable[[Catalog], str]] = {
        "rulesets": ruleset_page, "cards": card_page, "commands": command_page, "limits": limits
    }  # fmt: skip
    catalog = find_catalog(lang)
    if schema and topic not in schemas:
        raise SheetgenError("this page has no schema; leave it out", key="--schema")
    if not schema and topic not in pages:
        raise SheetgenError("odds have a schema alone; ask for it with --schema", key=topic)
    print(schemas[topic]() if schema else pages[topic](catalog), end="")


def _odds_schema() -> str:
    """Return the JSON schema of odds; only this topic needs the room of odds."""
    from sheetgen.odds.formats import odds_schema

    return odds_schema()


def command_page(catalog: Catalog) -> str:
    """The reference of the commands as Markdown: the program itself, then its commands by name."""
    from sheetgen.i18n.templating import render

    text = catalog.text
    kinds = {
        "": "",
        "str": text("commands", "text"),
        "int": text("commands", "a whole number"),
        "float": text("commands", "a number"),
        "path": text("commands", "a file"),
    }
    command = whole_program()
    translate(command, catalog)
    filters = {"cell": lambda value: str(value).replace("|", "\\|")}
    return render("commands.md.j2", catalog, filters, commands=list(_described("sheetgen", command)), kinds=kinds)


def _described(name: str, command: Any) -> Iterator[Data]:
    """A command and all below it: what it does, its arguments, and its options with what may follow them."""
    params = [param for param in command.params if param.name not in _LEFT_OUT and not getattr(param, "hidden", False)]
    yield {
        "name": name,
        "help": command.help,
        "arguments": [
            {
                "name": re.sub(r"[][]", "", param.metavar or f"{param.name}{'...' if param.nargs < 0 else ''}".upper()),
                "help": param.help,
                "required": param.required,
            }
            for param in params
            if param.param_type_name == "argument"
        ],
        "options": [
            {
                "names": [*param.opts, *param.secondary_opts],
                "values": list(getattr(param.type, "choices", ())),
                "kind": "" if param.is_flag else param.type.name,
                "help": param.help,
                "required": param.required,
                "multiple": param.multiple,
                "default": None if param.is_flag or param.default in (None, ()) else str(param.default),
            }
            for param in params
            if param.param_type_name == "option"
        ],
    }
    for inner, below in sorted(getattr(command, "commands", {}).items()):
        yield from _described(f"{name} {inner}", below)
