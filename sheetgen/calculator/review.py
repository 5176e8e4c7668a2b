"""The review of what was read from paper: one page with its pictures, in which a person puts right what is wrong."""

import re
from base64 import b64encode
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from sheetgen.calculator.form import form_words
from sheetgen.calculator.game import game_data
from sheetgen.calculator.page import LONGEST_NAME
from sheetgen.calculator.scripts import Data, joined, script_data, strict
from sheetgen.i18n.templating import fingerprint, render
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import Look
from sheetgen.layout.primitives import PIPS, Ink
from sheetgen.layout.screen import screen_style

_SCRIPTS = ("engine.js", "files.js", "elements.js", "review.js", "reviewing.js")
_STYLES = ("common.css", "review.css")


class ReviewBox(Struct, frozen=True):
    """A place on the picture, and what was read there."""

    row: str
    """The id of its box or total; of the sum of several boxes that of their category; ``name``, ``name_2``."""
    kind: Literal["box", "total", "name"]
    rect: tuple[float, float, float, float]
    """In pixels of the picture: x and y of the upper left corner, width, height."""
    value: int | None = None
    """Number that was read; None for a blank, and for a name, which nobody reads."""
    sure: bool = True
    likely: tuple[tuple[int | None, float], ...] = ()
    """Values that the place looks like, with their probabilities from 0 to 1. The first stands in an unsure field."""


class ReviewCard(Struct, frozen=True):
    """One column."""

    name: str
    """Whose it is; empty if nobody said."""
    boxes: tuple[ReviewBox, ...]
    """In the order of the card; a row may be there twice, as on some pads."""


class ReviewSheet(Struct, frozen=True):
    """One picture of a sheet."""

    title: str
    """What tells it from others, such as the name of its file."""
    picture: bytes
    """The straightened page, as JPEG."""
    width: int
    """Of the picture, in pixels."""
    height: int
    cards: tuple[ReviewCard, ...]

    def data(self) -> Data:
        """All but the picture, for the script of the page."""
        cards = [
            {
                "name": card.name,
                "boxes": [
                    (box.row, box.kind, [round(part, 1) for part in box.rect], box.value, box.sure, box.likely)
                    for box in card.boxes
                ],
            }
            for card in self.cards
        ]
        return {"title": self.title, "width": self.width, "height": self.height, "cards": cards}


def review_page(wording: Wording, sheets: Sequence[ReviewSheet]) -> str:
    """The page as HTML: the pictures, every box beside its value, and a card file of each sheet as the result.

    All sheets are of the game of `wording`. As the page of the calculator, it runs its own script and no other, and
    takes nothing from elsewhere; totals are added up by the same script.
    """
    catalog, ruleset = wording.catalog, wording.ruleset
    script = strict(joined(_SCRIPTS))
    look = Look().with_accent(ruleset.accent)
    mark = " ".join(str(round(255 * part)) for part in look.colours[Ink.ACCENT])  # on pictures, which are never dark
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
        "sheets": [sheet.data() for sheet in sheets],
    }
    page = render(
        "review.html.j2", catalog, folder="calculator", wording=wording, language=catalog.language, sheets=sheets,
        signature=[(wording.dice.shown(face), kind) for face, kind in ruleset.signature], pips=PIPS,
        symbols=[each.symbol for each in wording.dice.faces if each.symbol], shape=look.dice,
        data=script_data(data), style=style, script=script,
        style_hash=fingerprint(style), script_hash=fingerprint(script),
    )  # fmt: skip
    # Pictures are put in last, for what is filled in has bounds; all else that is filled in has no bare "<".
    return re.sub(r"<!--picture ([0-9]+)-->", lambda found: b64encode(sheets[int(found[1])].picture).decode(), page)


def review_words(wording: Wording) -> Data:
    """The words that the script of the page needs, those of forms among them; what it fills in stands as %(name)s."""
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
