"""Command `reference`: the references of files and of commands, made from the program itself."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

import typer

from sheetgen.cli.commands import whole_program
from sheetgen.cli.help import metavar, purpose, speak
from sheetgen.cli.parameters import Lang, app, find_catalog
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import Catalog

# Imported where they are needed: the pages that are not printed take 60 to 160 ms each.

Data = dict[str, Any]
_LEFT_OUT = ("help", "help_all", "install_completion", "show_completion")


@app.command()
def reference(
    topic: Annotated[
        Literal["rulesets", "limits", "cards", "commands", "odds"],
        typer.Argument(metavar="[rulesets|limits|cards|commands|odds]", help=Message("Topic of the reference.")),
    ] = "rulesets",
    lang: Lang = None,
    schema: Annotated[bool, typer.Option("--schema", help=Message("Print the JSON Schema for editors."))] = False,
) -> None:
    """Print the reference of ruleset files, of their limits, of cards, or of commands."""
    from sheetgen.cards.exchange import card_page, cards_schema
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
    """Return the reference of the commands as Markdown: the program itself, then its commands by name."""
    from sheetgen.i18n.templating import render

    speak(catalog)
    filters = {"cell": lambda value: str(value).replace("|", "\\|")}
    return render("commands.md.j2", catalog, filters, commands=list(_described("sheetgen", whole_program(), catalog)))


def _described(name: str, command: Any, catalog: Catalog) -> Iterator[Data]:
    """Yield a command and all below it: its purpose, its arguments, and its options with their values."""
    params = [param for param in command.params if param.name not in _LEFT_OUT]
    needs_game = any(param.name == "ruleset" and param.required for param in params)
    yield {
        "name": name,
        "help": catalog.message(command.help),
        "arguments": [
            {
                "name": re.sub(r"[][]", "", metavar(param)),
                "help": catalog.message(param.help),
                "required": param.required or (param.name == "game" and needs_game),
            }
            for param in params
            if param.param_type_name == "argument"
        ],
        "options": [
            {
                "names": param.secondary_opts + param.opts
                if param.default is True
                else param.opts + param.secondary_opts,
                "value": "" if param.is_flag else metavar(param),
                "help": purpose(param),
                "required": param.required and param.name != "ruleset",
                "multiple": param.multiple,
            }
            for param in params
            if param.param_type_name == "option"
        ],
    }
    for inner, below in sorted(getattr(command, "commands", {}).items()):
        yield from _described(f"{name} {inner}", below, catalog)
