"""Pictures as SVG.

Sides of paper with their fonts, and the distribution of totals, in the look of the game.
"""

from typing import TYPE_CHECKING

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import ENGLISH, Catalog
from sheetgen.i18n.templating import render
from sheetgen.i18n.wording import Wording, capital
from sheetgen.layout.options import look_of
from sheetgen.layout.primitives import UNIT, Placed, Side, die_parts
from sheetgen.layout.special_pages import Chart, lay_out_chart
from sheetgen.layout.themes import hex_of
from sheetgen.pdf.document import SHIFT, Drawn, Metadata, Output, write_pdf
from sheetgen.pdf.fonts import face_of, font_rules, measure
from sheetgen.pdf.reading import picture_of

if TYPE_CHECKING:
    from sheetgen.odds.best_play import Odds


def picture(
    side: Side, metadata: Metadata, output: Output, kind: str, *, typefaces: bool = True
) -> bytes:
    """Return a side of a document as a picture.

    As ``svg``, without `typefaces` if they are elsewhere, or as ``png``, which needs the extra
    `preview`.
    """
    if kind == "svg":
        return draw_svg(side, output, metadata.title, typefaces=typefaces)
    return picture_of(Drawn([side], metadata, output).pdf())


def draw_svg(side: Side, output: Output, alt: str, *, typefaces: bool = True) -> bytes:
    """Return a side of paper as SVG; `alt` is its description.

    It has its fonts in it, unless `typefaces` is unset. A viewer that ignores fonts in pictures
    uses one of its own, in the same widths.
    """
    filters = {
        "width": lambda text: measure(text.text, text.font, text.size),
        "bearing": lambda text: 0.001 * text.size * face_of(text.font).bearing(text.text[:1]),
        "parts": lambda die: die_parts(die.face, die.kind, round(die.size, 3), output.dice),
    }
    text = render(
        "picture.svg.j2",
        Catalog(ENGLISH),
        filters,
        side=side,
        alt=alt,
        unit=UNIT,
        shift=SHIFT,
        paint={ink: hex_of(colour) for ink, colour in output.colours.items()},
    )
    fonts = font_rules(text) if typefaces else ""
    # a title has no < there
    return text.replace("<style>/* fonts */", f"<style>{fonts}", 1).encode()


def plot(found: "Odds", catalog: Catalog, kind: str = ".svg") -> bytes:
    """Draw the distribution of the totals of well-played cards, as a ``.svg`` or a ``.pdf``.

    Raises SheetgenError if it is unknown: the game is too large.
    """
    from sheetgen.odds.best_play import QUANTILES

    wording, play = Wording(found.goal.ruleset, catalog), found.play
    if play is None:
        raise SheetgenError("the game is too large for this picture; leave it out", key="--plot")
    text, look = catalog.text, look_of(found.goal.ruleset, None, ())
    quantiles = ", ".join(f"{each}\u00a0%:\u00a0{play.totals.quantile(each)}" for each in QUANTILES)
    said = catalog.message(
        "share of cards with this total or less: %(quantiles)s", quantiles=quantiles
    )
    sentences = [capital(said)]
    if play.totals.games:
        games = catalog.number(play.totals.games)
        sentences.append(text("odds", "Drawn from %(games)s games that were played.", games=games))
    average = text("odds", "average %(value)s", value=catalog.decimal(play.value, 1))
    title = text("odds", "Totals in the best play")
    chart = Chart(
        wording.title,
        " · ".join(filter(None, (wording.variant, title))),
        play.totals.chances,
        play.value,
        average,
        sentences,
        f"{title}: {average}; {sentences[0]}",
    )
    page = lay_out_chart(chart, look, measure)
    if kind == ".svg":
        output = Output(look.colours, dice=look.dice)
        return draw_svg(Side(page.width, page.height, (Placed(page),)), output, chart.alt)
    return write_pdf(
        [page], Metadata(f"{wording.title}: {title}", catalog.language), Output(look.colours)
    )
