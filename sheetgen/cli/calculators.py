"""Calculators: the sheet as a form that adds itself up, and as a page for the browser, or several games in one."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import typer
from msgspec import Struct

from sheetgen.cli import options
from sheetgen.cli.output import say_how, write_folder, write_output
from sheetgen.errors import Message, SheetgenError
from sheetgen.rules.ruleset import Ruleset

_ALL = "all"
"""Stands for all games that come with sheetgen."""


class FormSettings(Struct, frozen=True):
    """What was asked for; None where nothing was."""

    ruleset: options.RulesetOrGames = None
    lang: options.Lang = None
    format_: Annotated[
        Literal["pdf", "html"],
        typer.Option("--format", help=Message("pdf for a form, html for a page in any browser.")),
    ] = "pdf"
    paper: options.PaperName = None
    players: options.Players = None
    names: options.Names = None
    games: Annotated[
        str | None,
        typer.Option(
            help=Message(
                "How many games: a column each where the columns are games, else a page each. With --format html the "
                "games that the page has: all, or names with commas between them."
            )
        ),
    ] = None
    app: Annotated[
        bool,
        typer.Option(
            "--app", help=Message("With --format html: a folder for a web space, from which phones install the page.")
        ),
    ] = False
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
    from sheetgen.rulesets.ids import no_ruleset

    if settings.ruleset is None and (settings.games is None or settings.format_ == "pdf"):
        raise no_ruleset("sheetgen form dice-play")
    if settings.format_ == "html":
        _write_page(settings)
        return
    from sheetgen.documents import calculators

    if settings.app:
        raise SheetgenError("goes with --format html; add that, or leave this out", key="--app")
    catalog, (game,) = options.find_catalog(settings.lang), _games([str(settings.ruleset)])
    asked: dict[str, Any] = {
        "lang": catalog.language, "paper": options.choose_paper(settings.paper).name, "players": settings.players,
        "names": options.read_names(settings.names, settings.players), "games": _number(settings.games),
        "theme": settings.theme, "large_print": settings.large_print,
    }  # fmt: skip
    content = calculators.form(game, **asked, command=form_command(str(settings.ruleset), asked))
    name = f"{game.id}-{catalog.language}-{asked['paper']}-form.pdf"
    write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)
    say_how(settings.output, content, asked["paper"], catalog)


def _write_page(settings: FormSettings) -> None:
    """Write the page, or the folder that makes an app of it."""
    from sheetgen.documents import calculators
    from sheetgen.i18n.wording import Wording

    for option in ("paper", "large_print"):
        if getattr(settings, option) is not None and getattr(settings, option) is not False:
            message = Message("goes with --format pdf; add that, or leave this out")
            raise SheetgenError(message, key=f"--{option.replace('_', '-')}")
    catalog, games = options.find_catalog(settings.lang), _games(_asked_games(settings))
    if settings.games == _ALL:
        games.sort(key=lambda game: Wording(game, catalog).title)  # else they stand as they were named
    names = options.read_names(settings.names, settings.players)
    asked: dict[str, Any] = {
        "lang": catalog.language, "players": settings.players, "names": names, "theme": settings.theme,
    }  # fmt: skip
    name = f"{games[0].id if len(games) == 1 else 'games'}-{catalog.language}"
    if settings.app:
        found = calculators.app(games, **asked)
        write_folder(found, settings.output, f"{name}-app", catalog, force=settings.force, show=settings.open_)
        return
    content = calculators.page(games, **asked)
    write_output(content, settings.output, f"{name}.html", catalog, force=settings.force, show=settings.open_)


def _asked_games(settings: FormSettings) -> list[str]:
    """The names of the games that a page is to have."""
    from sheetgen.rulesets.ids import ruleset_ids

    if settings.games is None:
        return [str(settings.ruleset)]
    words = [word.strip() for word in settings.games.split(",") if word.strip()]
    if not words or any(word.isdigit() for word in words):
        message = Message("wrote '%(written)s'; should be all, or names of games with commas between them")
        raise SheetgenError(message, key="--games", written=settings.games)
    if settings.ruleset is not None:
        raise SheetgenError("names the games of the page; leave out --ruleset", key="--games")
    return ruleset_ids() if words == [_ALL] else words


def _games(names: Sequence[str]) -> list[Ruleset]:
    """The rulesets of these names, each once."""
    from sheetgen.rulesets.ids import known_id
    from sheetgen.rulesets.loading import load_ruleset

    found = {game.id: game for game in (load_ruleset(known_id(name)) for name in names)}
    return list(found.values())


def _number(games: str | None) -> int | None:
    """How many games a form is for."""
    if games is None or (games.isascii() and games.isdigit() and len(games) < 10):
        return None if games is None else int(games)
    raise SheetgenError(
        "wrote %(written)s; should be %(right)s", key="--games", written=games, right=Message("a number")
    )


def form_command(ruleset: str, asked: Mapping[str, Any]) -> str:
    """The command that makes a form again, from what the library is asked for."""
    people = {"players": asked["players"], "names": ",".join(asked["names"]) or None, "games": asked["games"]}
    look = {"theme": asked["theme"], "large-print": asked["large_print"] or None}
    return options.command_line(
        "form", {"ruleset": ruleset, "lang": asked["lang"], "paper": asked["paper"], **people, **look}
    )
