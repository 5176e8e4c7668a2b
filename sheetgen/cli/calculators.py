"""Calculators: the sheet as a form that adds itself up, and as a page for the browser."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import typer
from msgspec import Struct

from sheetgen.cli import options
from sheetgen.cli.output import say_how, write_output
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
    theme: options.Theme = None
    large_print: options.LargePrint = False
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
        for option in ("paper", "games", "large_print"):
            if getattr(settings, option) is not None and getattr(settings, option) is not False:
                message = Message("goes with --format pdf; add that, or leave this out")
                raise SheetgenError(message, key=f"--{option.replace('_', '-')}")
        content = calculators.page(
            game, lang=catalog.language, players=settings.players, names=names, theme=settings.theme
        )
        name = f"{game.id}-{catalog.language}.html"
        write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)
        return
    asked: dict[str, Any] = {
        "lang": catalog.language, "paper": options.choose_paper(settings.paper).name, "players": settings.players,
        "names": names, "games": settings.games, "theme": settings.theme, "large_print": settings.large_print,
    }  # fmt: skip
    content = calculators.form(game, **asked, command=form_command(settings.ruleset, asked))
    name = f"{game.id}-{catalog.language}-{asked['paper']}-form.pdf"
    write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)
    say_how(settings.output, content, asked["paper"], catalog)


def form_command(ruleset: str, asked: Mapping[str, Any]) -> str:
    """The command that makes a form again, from what the library is asked for."""
    people = {"players": asked["players"], "names": ",".join(asked["names"]) or None, "games": asked["games"]}
    look = {"theme": asked["theme"], "large-print": asked["large_print"] or None}
    return options.command_line(
        "form", {"ruleset": ruleset, "lang": asked["lang"], "paper": asked["paper"], **people, **look}
    )
