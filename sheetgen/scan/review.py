"""The documents in which a person checks a reading.

The page to correct it, and the photo with its marks.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from sheetgen.calculator.form import form_words
from sheetgen.calculator.page import LONGEST_NAME
from sheetgen.calculator.scripts import Data, game_data, joined, script_data, strict
from sheetgen.checker.finding import CardAudit, PlaceMark, marks
from sheetgen.i18n.report import Report
from sheetgen.i18n.templating import fingerprint, render
from sheetgen.i18n.wording import Wording
from sheetgen.layout.corrections import fitted_text, printable
from sheetgen.layout.primitives import (
    MM,
    PIPS,
    Font,
    Ink,
    Item,
    Measure,
    Page,
    Photo,
    Rect,
    RoundedRect,
    Text,
    wrap,
)
from sheetgen.layout.themes import Look, screen_style
from sheetgen.pdf.document import Metadata, write_pdf
from sheetgen.pdf.fonts import measure
from sheetgen.pdf.reading import picture_of
from sheetgen.scan.reader import ReadColumn, ReadSheet, column_name

# the page to review

_SCRIPTS = ("review/main.js",)
_STYLES = ("common.css", "review.css")


def review_page(wording: Wording, sheets: Sequence[ReadSheet]) -> str:
    """Return the page as HTML.

    It has pictures, a field for each box next to its picture, and buttons that save card files. All
    sheets are of the game of `wording`. Like the page of the calculator, it runs its own script
    only, and loads nothing from elsewhere. The same script adds up totals.
    """
    catalog, ruleset = wording.catalog, wording.ruleset
    script = strict(joined(_SCRIPTS))
    look = Look().with_accent(ruleset.accent)
    # for pictures, which are never dark
    mark = " ".join(str(round(255 * part)) for part in look.colours[Ink.ACCENT])
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
        "review.html.j2",
        catalog,
        folder="calculator",
        wording=wording,
        language=catalog.language,
        sheets=sheets,
        signature=[(wording.dice.sign_of(face), kind) for face, kind in ruleset.signature],
        pips=PIPS,
        symbols=[face.symbol for face in wording.dice.faces if face.symbol],
        shape=look.dice,
        data=script_data(data),
        style=style,
        script=script,
        style_hash=fingerprint(style),
        script_hash=fingerprint(script),
    )
    # Pictures are inserted last, for templates have a maximum size; all other values have no bare
    # "<".
    return re.sub(
        r"<!--picture ([0-9]+)-->",
        lambda place: b64encode(sheets[int(place[1])].jpeg).decode(),
        page,
    )


def _sheet_data(sheet: ReadSheet, wording: Wording) -> Data:
    """Return what the script of the page needs of a sheet."""

    def pixels(rect: Rect) -> list[float]:
        return [round(side * sheet.scale, 1) for side in (rect.x, rect.y, rect.width, rect.height)]

    def boxes(column: ReadColumn) -> list[tuple[object, ...]]:
        places: list[tuple[object, ...]] = []
        if column.name:
            places.append(("name", "name", pixels(column.name), None, True, ()))
        for row, read in column.read.items():
            kind = "box" if row in sheet.game.boxes else "total"
            place = pixels(column.rects[row])
            places.append((row, kind, place, read.value, read.sure, read.looks))
        return places

    cards = []
    for column in sheet.columns:
        cards.append({"name": column_name(column, wording), "boxes": boxes(column)})
    return {"title": sheet.title, "width": sheet.size[0], "height": sheet.size[1], "cards": cards}


def review_words(wording: Wording) -> Data:
    """Return the words of the script of the page, with those of forms.

    It fills in placeholders like %(name)s.
    """
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
        "follows": text(
            "review",
            "%(written)s is written; the boxes make %(right)s. It follows from a wrong sum.",
        ),
        "right": text("review", "Everything adds up"),
    }


# the annotated photo


class MarkMeasures(Struct, frozen=True):
    """Lengths of the marks on a photo and of the reasons below it, in points."""

    text: float = 9.0
    """Type size of the reasons."""
    leading: float = 12.0
    """Distance between the lines of the reasons."""
    margin: float = 10 * MM
    """Margin of the reasons."""
    apart: float = 1.0
    """Distance of a frame from its box."""
    frame: float = 1.6
    """Line width of a frame: it shows on a photo without colour, too. Chosen by hand."""
    tag: float = 8.0
    """Height of the name above a column."""
    inside: float = 2.6
    """Distance of the right value from the edge of its box: the heaviest line has 2.4."""
    right_sizes: tuple[tuple[float, float], ...] = ((0.42, 0.5), (0.3, 0.4))
    """Width and height of the right value, as parts of its box; the smaller one where the larger
    would cover ink. Chosen by hand."""


MARKS = MarkMeasures()

_LONGEST = 600
"""Maximum number of letters of a reason."""


def annotated(
    sheet: ReadSheet, audits: Sequence[CardAudit], wording: Wording, kind: str = ".pdf"
) -> bytes:
    """Return the photo with its faults marked and the reasons below, as a PDF or ``.png``."""
    report = Report(wording)
    several = len(audits) > 1
    reasons: list[str] = []
    for audit in audits:
        name = audit.card.name if several else ""
        for finding in audit.findings:
            reasons.append(wording.catalog.said_of(name, f"{report.describe(finding)}."))
    columns = []
    for audit, column in zip(audits, sheet.columns, strict=True):
        columns.append((audit, column.rects, column.name if several else None))
    wide, high = sheet.size
    photo = Photo(sheet.jpeg, sheet.size, wide / sheet.scale, high / sheet.scale)
    page = lay_out_photo(photo, columns, reasons, measure, sheet.is_free)
    content = write_pdf([page], Metadata(wording.title, wording.catalog.language))
    return picture_of(content) if kind == ".png" else content


def lay_out_photo(
    photo: Photo,
    columns: Sequence[tuple[CardAudit, Mapping[str, Rect], Rect | None]],
    reasons: Sequence[str],
    measure: Measure,
    is_free: Callable[[Rect], bool],
) -> Page:
    """Lay out one page: the photo with its marks, and the reasons below, a paragraph each.

    `columns` are the cards of the photo. Each has the rectangles of its boxes and totals, in
    points, and the place for the name that the reasons give it, if that is to be shown. A wrong
    place has a frame. Its right value is in the first corner where `is_free` finds no ink; without
    such a corner, only the reasons have it. The value of a total that is blank is in brackets.
    """
    drawn: list[Item] = []
    for audit, rects, _ in columns:
        for row, mark in marks(audit).items():
            if row in rects:
                drawn += _draw_mark(rects[row], mark, measure, is_free)
    for audit, _, name in columns:
        if name:
            tag = Rect(name.x, name.y - MARKS.tag, name.width, MARKS.tag)
            drawn.append(RoundedRect(tag, Ink.PAPER))
            drawn += fitted_text(audit.card.name, tag, Font.BOLD, Ink.TEXT, measure)
    y = photo.height + MARKS.margin
    for reason in reasons:
        text = printable(reason, Font.REGULAR, measure, _LONGEST)
        room = photo.width - 2 * MARKS.margin
        for line in wrap(text, room, Font.REGULAR, MARKS.text, measure):
            drawn.append(Text(MARKS.margin, y, line, Font.REGULAR, MARKS.text))
            y += MARKS.leading
        y += MARKS.leading / 3
    return Page(photo.width, y if reasons else photo.height, tuple(drawn), (), photo=photo)


def _draw_mark(
    rect: Rect, mark: PlaceMark, measure: Measure, is_free: Callable[[Rect], bool]
) -> Iterator[Item]:
    """Yield the frame around a wrong place and its right value.

    A total that is not written gets its value only.
    """
    if not mark.wrong:
        if mark.right:
            yield from fitted_text(f"({mark.right})", rect, Font.REGULAR, Ink.MUTED, measure)
        return
    out = Rect(
        rect.x - MARKS.apart,
        rect.y - MARKS.apart,
        rect.width + 2 * MARKS.apart,
        rect.height + 2 * MARKS.apart,
    )
    yield RoundedRect(out, None, Ink.WRONG, MARKS.frame, 5)
    for corner in _corners_of(rect):
        if is_free(corner):
            yield RoundedRect(corner, Ink.PAPER, Ink.WRONG, 1.0, 3)
            yield from fitted_text(mark.right, corner, Font.BOLD, Ink.TEXT, measure)
            return


def _corners_of(rect: Rect) -> Iterator[Rect]:
    """Yield the places in the corners of a box in which its right value may stand, best first."""
    for across, down in MARKS.right_sizes:
        width, height = across * rect.width, down * rect.height
        for x in (rect.right - width - MARKS.inside, rect.x + MARKS.inside):
            for y in (rect.bottom - height - MARKS.inside, rect.y + MARKS.inside):
                yield Rect(x, y, width, height)
