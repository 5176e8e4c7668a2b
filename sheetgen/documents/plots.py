"""The distribution of totals as a picture, in the look of the game."""

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import look_of
from sheetgen.layout.special_pages import Chart, lay_out_chart, write_svg
from sheetgen.odds.best_play import QUANTILES, Odds
from sheetgen.pdf.document import Metadata, Output, write_pdf
from sheetgen.pdf.fonts import measure


def plot(found: Odds, catalog: Catalog, kind: str = ".svg") -> bytes:
    """Draw the distribution of the totals of well-played cards, as a ``.svg`` or a ``.pdf``.

    Raises SheetgenError if it is unknown: the game is too large.
    """
    wording, play = Wording(found.goal.ruleset, catalog), found.play
    if play is None:
        raise SheetgenError("the game is too large for this picture; leave it out", key="--plot")
    text, look = catalog.text, look_of(found.goal.ruleset, None, ())
    quantiles = ", ".join(f"{each}\u00a0%:\u00a0{play.totals.quantile(each)}" for each in QUANTILES)
    said = catalog.message("share of cards with this total or less: %(quantiles)s", quantiles=quantiles)
    sentences = [said[:1].upper() + said[1:]]
    if play.totals.games:
        games = catalog.number(play.totals.games)
        sentences.append(text("odds", "Drawn from %(games)s games that were played.", games=games))
    average = text("odds", "average %(value)s", value=catalog.decimal(play.value, 1))
    title = text("odds", "Totals in the best play")
    chart = Chart(
        wording.title, " · ".join(filter(None, (wording.variant, title))), play.totals.chances, play.value, average,
        sentences, f"{title}: {average}; {sentences[0]}",
    )  # fmt: skip
    page = lay_out_chart(chart, look, measure)
    if kind == ".svg":
        return write_svg(page, look.colours, chart.alt)
    return write_pdf([page], Metadata(f"{wording.title}: {title}", catalog.language), output=Output(look.colours))
