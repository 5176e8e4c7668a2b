"""The references of card files and of the commands, made from what the program itself goes by."""

from sheetgen.cards import VERSION
from sheetgen.checker import KINDS, SLIPS
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.templating import render


def card_page(catalog: Catalog) -> str:
    """The reference of card files, findings and JSON lines as Markdown, in the language of the catalog."""
    return render("cards.md.j2", catalog, kinds=KINDS, slips=SLIPS, version=VERSION)
