"""Command `form`: the calculator as a PDF form, or as a page for the browser with one game or several."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec.structs import replace

from sheetgen.cli import parameters
from sheetgen.cli.output import say_how, write_folder, write_output
from sheetgen.cli.parameters import Extra
from sheetgen.documents.calculators import FormOptions, app, form, page
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import check_names
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_id, no_ruleset, ruleset_ids

_ALL = "all"
"""Word for all games that come with sheetgen."""


class FormCommand(FormOptions, frozen=True, kw_only=True):
    """Options of the command: those of calculators, and those for files."""

    ruleset: parameters.RulesetOrNone = None
    format: Annotated[
        Literal["pdf", "html"], Extra(Message("Format: pdf for a form, html for a page in any browser."))
    ] = "pdf"
    app: Annotated[
        bool, Extra(Message("With --format html: make a folder for a web space, from which phones install it."))
    ] = False
    output: parameters.Output = None
    force: parameters.Force = False
    open_: parameters.Open = False


@parameters.app.command("form")
def write_form(settings: FormCommand) -> None:
    """Write the calculator to a file or a folder."""
    if settings.ruleset is None and (settings.games is None or settings.format == "pdf"):
        raise no_ruleset("sheetgen form dice-play")
    if settings.format == "html":
        _write_page(settings)
        return
    parameters.require("--format html", settings, "app")
    catalog, (game,) = parameters.find_catalog(settings.lang), _games([str(settings.ruleset)])
    options = parameters.finished(
        "form", settings, lang=catalog.language, paper=parameters.choose_paper(settings.paper).name,
        names=check_names(settings.names, settings.players),
    )  # fmt: skip
    content = form(game, options)
    name = f"{game.id}-{catalog.language}-{options.paper}-form.pdf"
    write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)
    say_how(settings.output, content, str(options.paper), catalog)


def _write_page(settings: FormCommand) -> None:
    """Write the page, or the folder that makes an app of it."""
    parameters.require("--format pdf", settings, "paper", "large_print")
    catalog, games = parameters.find_catalog(settings.lang), _games(_asked_games(settings))
    if settings.games == _ALL:
        games.sort(key=lambda game: Wording(game, catalog).title)  # others keep the order of the command
    options = replace(settings, lang=catalog.language, games=None)
    name = f"{games[0].id if len(games) == 1 else 'games'}-{catalog.language}"
    if settings.app:
        found = app(games, options)
        write_folder(found, settings.output, f"{name}-app", catalog, force=settings.force, show=settings.open_)
        return
    content = page(games, options)
    write_output(content, settings.output, f"{name}.html", catalog, force=settings.force, show=settings.open_)


def _asked_games(settings: FormCommand) -> list[str]:
    """Return the names of the games of a page."""
    if settings.games is None:
        return [str(settings.ruleset)]
    words = [word.strip() for word in str(settings.games).split(",") if word.strip()]
    if not words or any(word.isdigit() for word in words):
        message = Message("wrote '%(written)s'; should be all, or names of games with commas between them")
        raise SheetgenError(message, key="--games", written=settings.games)
    if settings.ruleset is not None:
        raise SheetgenError("names the games of the page; leave out --ruleset", key="--games")
    return ruleset_ids() if words == [_ALL] else words


def _games(names: Sequence[str]) -> list[Ruleset]:
    """Return the rulesets of these names, each once."""
    found = {game.id: game for game in (load_ruleset(known_id(name)) for name in names)}
    return list(found.values())
