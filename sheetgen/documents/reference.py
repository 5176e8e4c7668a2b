"""The references of card files and of the commands, made from what the program itself goes by."""

from typing import Any

from sheetgen.cards import VERSION
from sheetgen.checker import KINDS, SLIPS
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.templating import render


def card_page(catalog: Catalog) -> str:
    """The reference of card files, findings and JSON lines as Markdown, in the language of the catalog."""
    return render("cards.md.j2", catalog, kinds=KINDS, slips=SLIPS, version=VERSION)


def command_page(catalog: Catalog, commands: list[dict[str, Any]]) -> str:
    """The reference of the commands as Markdown, in the language of the catalog, from what `cli` says of them."""
    text = catalog.text
    kinds = {
        "": "",
        "text": text("commands", "text"),
        "str": text("commands", "text"),
        "int": text("commands", "a whole number"),
        "integer": text("commands", "a whole number"),
        "float": text("commands", "a number"),
        "path": text("commands", "a file"),
        "filename": text("commands", "a file"),
    }
    filters = {"cell": lambda value: str(value).replace("|", "\\|")}
    return render("commands.md.j2", catalog, filters, commands=commands, kinds=kinds)
