"""The command `odds`: odds of boxes and statistics of best play."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from msgspec import Struct

from sheetgen.cli import parameters as options
from sheetgen.cli.output import print_table, write_bytes, write_document
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.odds.best_play import QUANTILES, Odds, Progress, silent


class OddsSettings(Struct, frozen=True):
    """Settings of the command; None for an option that is not given."""

    ruleset: options.Ruleset
    lang: options.Lang = None
    total: Annotated[str, typer.Option(help=Message("The total to aim at."))] = "total"
    column: Annotated[str | None, typer.Option(help=Message("The id of a column that is looked at alone."))] = None
    without: Annotated[
        str | None, typer.Option(help=Message("Ids of bonuses that shall not count, with commas between them."))
    ] = None
    format_: Annotated[
        Literal["table", "json", "csv"], typer.Option("--format", help=Message("table, json or csv."))
    ] = "table"
    plot: Annotated[
        str | None,
        typer.Option(help=Message("Write a picture of the distribution to this file as well, .svg or .pdf.")),
    ] = None
    force: options.Force = False


@options.app.command()
def odds(settings: OddsSettings) -> None:
    """Say the odds of each box, and what well-played cards come to."""
    from sheetgen.documents.odds import known_odds
    from sheetgen.odds.counters import of_column
    from sheetgen.odds.formats import json_of, odds_out
    from sheetgen.rulesets.loading import load_ruleset

    catalog, game = options.find_catalog(settings.lang), load_ruleset(settings.ruleset)
    kind = Path(settings.plot or "").suffix.lower()
    if settings.plot is not None and kind not in (".svg", ".pdf"):
        raise SheetgenError("wrote '%(written)s'; should end in .svg or .pdf", key="--plot", written=settings.plot)
    if settings.force and settings.plot is None:
        raise SheetgenError("%(option)s needs %(others)s.", option="--force", others="--plot")
    if settings.column is not None:
        game = of_column(game, settings.column)
    without = [name for name in (settings.without or "").split(",") if name]
    with counted(catalog) as progress:
        found, refused = known_odds(game, settings.total, without, progress)
    if settings.plot is not None:
        from sheetgen.documents.plots import plot

        picture = plot(found, catalog, kind)
        write_document(picture, Path(settings.plot), catalog, force=settings.force, beside=True)
    why = catalog.error(refused) if refused else ""
    if settings.format_ == "json":
        write_bytes(json_of(odds_out(found, why)))
    elif settings.format_ == "csv":
        from sheetgen.files.writing import csv_lines

        write_bytes(csv_lines(_table(found, catalog, exact=True), catalog.cell_separator).encode())
    else:
        print_table(_table(found, catalog), numbers=True)
        print("", *_sentences(found, catalog), sep="\n")
        if why:
            print(why, file=sys.stderr)


@contextmanager
def counted(catalog: Catalog) -> Iterator[Progress]:
    """Show on a terminal the share of states that are done, twice: for their values, and for best play."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress as Bar, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(catalog.message("states"), total=None)

        def show(done: int, of: int) -> None:
            if bar.tasks[0].completed >= of:
                bar.reset(task)
            bar.update(task, advance=done, total=of)

        yield show


def _table(found: Odds, catalog: Catalog, *, exact: bool = False) -> list[list[Any]]:
    """Return a line for each row of the card; with `exact`, ids and plain numbers for programs."""
    wording, goal = Wording(found.goal.ruleset, catalog), found.goal
    text, play, alone = catalog.text, found.play, found.alone
    head = [
        text("odds", "Row"), text("odds", "Scores, one roll"), text("odds", "Scores"), text("odds", "Highest"),
        text("odds", "Chance of it"), text("odds", "Best average"),
    ]  # fmt: skip
    if play:
        head += [text("odds", "Par"), text("odds", "Zero")]

    def share(value: float) -> float | str:
        return value if exact else f"{catalog.decimal(100 * value, 2)} %"

    def points(value: float) -> float | str:
        return value if exact else catalog.decimal(value, 2)

    rows: list[list[Any]] = [head]
    names = {row: row for row in goal.ruleset.rows} if exact else _names(found, wording)
    for row, name in names.items():
        if row in alone:
            one, every = alone[row]
            cells = [
                share(float(one.chance)), share(float(every.chance)), every.highest if exact else str(every.highest),
                share(float(every.highest_chance)), points(float(every.best)),
            ]  # fmt: skip
            cells += [points(play.boxes[row].par), share(play.boxes[row].zero)] if play else []
        elif row in found.pars and play:
            bonus = play.bonuses.get(row)
            cells = ["", "", "", "", "", points(found.pars[row]), share(bonus.chances.get(0, 0.0)) if bonus else ""]
        else:
            continue
        rows.append([name, *cells])
    return rows


def _names(found: Odds, wording: Wording) -> dict[str, str]:
    """Return the names of a table's rows by their ids. Without best play, boxes with the same odds are one row."""
    game = wording.ruleset
    if found.play:
        return {row: wording.row(row) for row in game.rows}
    names: dict[tuple[str, int], tuple[str, str]] = {}
    for box in game.boxes.values():
        rolls = found.alone[box.id][1].rolls
        name = wording.name(box.category) if rolls == game.dice.rolls else wording.row(box.id)
        names.setdefault((box.category.id, rolls), (box.id, name))
    return dict(names.values())


def _sentences(found: Odds, catalog: Catalog) -> Iterable[str]:
    """Yield sentences about best play."""
    play, message = found.play, catalog.message
    if play is None:
        return
    yield message(
        "in the play that makes the most of it a card comes to %(value)s points on average, with a standard deviation "
        "of %(deviation)s",
        value=catalog.decimal(play.value, 4), deviation=catalog.decimal(play.standard_deviation, 2),
    )  # fmt: skip
    if play.further_yachts:
        yield message("further Yachts: %(count)s in a game", count=catalog.decimal(play.further_yachts, 4))
    if found.won_at_once:
        yield message(
            "a first roll that wins at once comes in %(share)s %% of all games; all numbers are those of cards that "
            "are played on to the last box",
            share=catalog.decimal(100 * found.won_at_once, 2),
        )  # fmt: skip
    quantiles = ", ".join(f"{each} %: {play.totals.quantile(each)}" for each in QUANTILES)
    yield message("so many per cent of all cards have this total or less: %(quantiles)s", quantiles=quantiles)
    if play.totals.games:
        yield message(
            "these shares come from %(games)s games that were played with the seed %(seed)s; their standard error is "
            "%(error)s %% at most",
            games=play.totals.games, seed=play.totals.seed, error=catalog.decimal(100 * play.totals.error, 2),
        )  # fmt: skip
    else:
        yield message("these shares are exact")
