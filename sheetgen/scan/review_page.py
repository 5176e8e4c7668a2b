"""The review of sheets that were read from pictures: one page on which a person corrects what was read."""

import re
from base64 import b64encode
from collections.abc import Sequence

from sheetgen.calculator.form import form_words
from sheetgen.calculator.page import LONGEST_NAME
from sheetgen.calculator.scripts import Data, game_data, joined, script_data, strict
from sheetgen.i18n.templating import fingerprint, render
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import PIPS, Ink, Rect
from sheetgen.layout.themes import Look, screen_style
from sheetgen.scan.filled_sheet import ReadColumn, ReadSheet, column_name

_SCRIPTS = ("engine.js", "files.js", "elements.js", "review.js", "reviewing.js")
_STYLES = ("common.css", "review.css")


def review_page(wording: Wording, sheets: Sequence[ReadSheet]) -> str:
    """Return the page as HTML: pictures, a field for each box next to its picture, and buttons that save card files.

    All sheets are of the game of `wording`. Like the page of the calculator, it runs its own script only, and loads
    nothing from elsewhere. The same script adds up totals.
    """
    catalog, ruleset = wording.catalog, wording.ruleset
    script = strict(joined(_SCRIPTS))
    look = Look().with_accent(ruleset.accent)
    mark = " ".join(str(round(255 * part)) for part in look.colours[Ink.ACCENT])  # for pictures, which are never dark
    styles = (screen_style(look), f":root{{--mark:rgb({mark})}}", joined(_STYLES))
    style = "\n".join(styles)
    data = {
        "ruleset": ruleset.id,
        "separator": catalog.cell_separator,
        "longest_name": LONGEST_NAME,
        "rows": [(where, wording.row(where)) for where in ruleset.rows],
        "sums": [(category.id, wording.name(category)) for category in ruleset.categories.values()],
        "game": game_data(ruleset),
        "words": review_words(wording),
        "sheets": [_sheet_data(sheet, wording) for sheet in sheets],
    }
    page = render(
        "review.html.j2", catalog, folder="calculator", wording=wording, language=catalog.language, sheets=sheets,
        signature=[(wording.dice.shown(face), kind) for face, kind in ruleset.signature], pips=PIPS,
        symbols=[each.symbol for each in wording.dice.faces if each.symbol], shape=look.dice,
        data=script_data(data), style=style, script=script,
        style_hash=fingerprint(style), script_hash=fingerprint(script),
    )  # fmt: skip
    # Pictures are inserted last, for templates have a maximum size; all other values have no bare "<".
    return re.sub(r"<!--picture ([0-9]+)-->", lambda found: b64encode(sheets[int(found[1])].jpeg).decode(), page)


def _sheet_data(sheet: ReadSheet, wording: Wording) -> Data:
    """Return what the script of the page needs of a sheet."""

    def pixels(rect: Rect) -> list[float]:
        return [round(side * sheet.scale, 1) for side in (rect.x, rect.y, rect.width, rect.height)]

    def boxes(column: ReadColumn) -> list[tuple[object, ...]]:
        named: list[tuple[object, ...]] = []
        if column.name:
            named.append(("name", "name", pixels(column.name), None, True, ()))
        return [*named, *(
            (row, "box" if row in sheet.game.boxes else "total", pixels(column.rects[row]), read.value, read.sure,
             read.looks)
            for row, read in column.read.items()
        )]  # fmt: skip

    cards = [{"name": column_name(column, wording), "boxes": boxes(column)} for column in sheet.columns]
    return {"title": sheet.title, "width": sheet.size[0], "height": sheet.size[1], "cards": cards}


def review_words(wording: Wording) -> Data:
    """Return the words of the script of the page, with those of forms; it fills in placeholders like %(name)s."""
    text = wording.catalog.text
    return {
        **form_words(wording),
        "said": wording.catalog.message("%(place)s: %(what)s"),
        "column": text("review", "Column %(n)s"),
        "name": text("page", "Name"),
        "sum": text("review", "%(row)s, sum"),
        "empty": text("review", "empty"),
        "likely": text("review", "unsure, perhaps %(values)s"),
        "unsure_first": text("review", "Unsure"),
        "to_check": text("review", "To check: %(n)s"),
        "checked": text("review", "Nothing left to check"),
        "findings": text("review", "Findings: %(n)s"),
        "no_number": text("review", "“%(written)s” is no whole number."),
        "missing": text("review", "Nothing is written in this box."),
        "twice": text("review", "It is there more than once, with different values."),
        "wrong": text("review", "%(written)s is written; the boxes make %(right)s."),
        "follows": text("review", "%(written)s is written; the boxes make %(right)s. It follows from a wrong sum."),
        "right": text("review", "Everything adds up"),
    }
