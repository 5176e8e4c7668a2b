"""Calculators: the sheet as a form that adds itself up, and as a page for the browser."""

from typing import Annotated, Literal

import typer
from msgspec import Struct

from sheetgen.cli import options
from sheetgen.cli.output import write_output
from sheetgen.errors import Message, SheetgenError


class FormSettings(Struct, frozen=True):
    """What was asked for; None where nothing was."""

    ruleset: options.Ruleset
    lang: options.Lang = None
    format_: Annotated[
        Literal["pdf", "html"],
        typer.Option("--format", help=Message("pdf for a form, html for a page in any browser.")),
    ] = "pdf"
    paper: options.PaperName = None
    players: options.Players = None
    names: options.Names = None
    games: Annotated[
        int | None,
        typer.Option(help=Message("How many games: a column each where the columns are games, else a page each.")),
    ] = None
    output: options.Output = None
    force: options.Force = False
    open_: options.Open = False


@options.app.command()
@options.options_of(FormSettings)
def form(settings: FormSettings) -> None:
    """Make the calculator, and say where it went."""
    write_form(settings)


def write_form(settings: FormSettings) -> None:
    """Write the calculator that was asked for, to where that was asked for."""
    from sheetgen.documents import calculators
    from sheetgen.rulesets import load_ruleset

    catalog = options.find_catalog(settings.lang)
    game = load_ruleset(settings.ruleset)
    names = options.read_names(settings.names, settings.players)
    if settings.format_ == "html":
        for option, value in (("--paper", settings.paper), ("--games", settings.games)):
            if value is not None:
                message = Message("goes with --format pdf; the page has neither paper nor a number of games")
                raise SheetgenError(message, key=option)
        content = calculators.page(game, lang=catalog.language, players=settings.players, names=names)
        name = f"{game.id}-{catalog.language}.html"
    else:
        paper = options.choose_paper(settings.paper).name
        content = calculators.form(
            game, lang=catalog.language, paper=paper, players=settings.players, names=names, games=settings.games,
            command=form_command(settings.ruleset, catalog.language, paper, settings.players, names, settings.games),
        )  # fmt: skip
        name = f"{game.id}-{catalog.language}-{paper}-form.pdf"
    write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)


def form_command(
    ruleset: str, lang: str, paper: str, players: int | None, names: tuple[str, ...], games: int | None
) -> str:
    """The command that makes a form again."""
    people = {"players": players, "names": ",".join(names) or None, "games": games}
    return options.command_line("form", {"ruleset": ruleset, "lang": lang, "paper": paper, **people})
