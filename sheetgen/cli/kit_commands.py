"""Commands `form`, `rules` and `kit`."""

from pathlib import Path
from typing import Annotated, Literal
from warnings import warn

import typer
from msgspec.structs import replace

from sheetgen.cli import parameters
from sheetgen.cli.output import (
    counted,
    open_file,
    print_several,
    say_how,
    target_file,
    target_folder,
    write_folder,
    write_output,
)
from sheetgen.documents.declared import Extra
from sheetgen.documents.kits import BookletOptions, FormOptions, KitOptions, app, page
from sheetgen.documents.making import Made, make
from sheetgen.documents.written import FOLDED, PICTURES, numbered_names
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import write_all
from sheetgen.files.folders import check_extra
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_id, no_ruleset, ruleset_ids

# calculators: a PDF form, or a page for the browser with one game or several

_ALL = "all"
"""Word for all games that come with sheetgen."""


class FormCommand(FormOptions, frozen=True, kw_only=True):
    """Options of the command: those of calculators, and those for files."""

    ruleset: parameters.RulesetOrNone = None
    format: Annotated[
        Literal["pdf", "html"] | None,
        Extra(Message("Format: pdf for a form, html for a page in any browser."), usual="pdf"),
    ] = None
    app: Annotated[
        bool,
        Extra(
            Message(
                "With --format html: make a folder for a web space, from which phones install it."
            )
        ),
    ] = False
    serve: Annotated[
        bool,
        Extra(
            Message(
                "Serve the page to phones in your network until Ctrl-C, instead of writing a file."
            )
        ),
    ] = False
    host: Annotated[
        str | None,
        Extra(
            Message("With --serve: the address to serve on; 127.0.0.1 for this computer alone."),
            "ADDRESS",
        ),
    ] = None
    output: parameters.Output = None
    no_fonts: parameters.NoFonts = False
    force: parameters.Force = False
    open_: parameters.Open = False


@parameters.app.command("form")
def write_form(settings: FormCommand) -> None:
    """Write the calculator to a file or a folder."""
    is_page = settings.format == "html" or settings.serve
    if settings.serve:
        _check_served(settings)
    else:
        parameters.require("--serve", settings, "host")
    if settings.ruleset is None and (settings.games is None or not is_page):
        raise no_ruleset("sheetgen form dice-play")
    kind = "" if is_page else picture_kind(settings.output)
    parameters.check_fonts(settings, kind)
    if is_page:
        _write_page(settings)
        return
    parameters.require("--format html", settings, "app")
    catalog = parameters.find_catalog(settings.lang)
    made = make(
        "form",
        str(settings.ruleset),
        settings,
        kind=kind,
        usual=parameters.usual(),
        typefaces=not settings.no_fonts,
    )
    write_made(made, settings.output, catalog, force=settings.force, show=settings.open_)
    say_how(settings.output, made.pages, made.paper, catalog, made.how)


def _check_served(settings: FormCommand) -> None:
    """Raise SheetgenError for an option that excludes --serve."""
    excluded = {
        "format pdf": settings.format == "pdf",
        "app": settings.app,
        "output": settings.output,
        "open": settings.open_,
    }
    for option, is_set in excluded.items():
        if is_set:
            raise SheetgenError(
                "--%(one)s and --%(other)s exclude each other.", one="serve", other=option
            )


def _write_page(settings: FormCommand) -> None:
    """Write the page, or the folder that makes an app of it."""
    catalog = parameters.find_catalog(settings.lang)
    by_id: dict[str, Ruleset] = {}
    for word in _names_of_games(settings):
        game = load_ruleset(known_id(word))
        by_id[game.id] = game
    games = list(by_id.values())
    if settings.games == _ALL:  # others keep the order of the command
        games.sort(key=lambda game: Wording(game, catalog).title)
    options = replace(settings, lang=catalog.language, games=None)
    name = f"{games[0].id if len(games) == 1 else 'games'}-{catalog.language}"
    if settings.app:
        files = app(games, options)
        name = f"{name}-app"
        write_folder(
            files, settings.output, name, catalog, force=settings.force, show=settings.open_
        )
        return
    content = page(games, options)
    if settings.serve:
        from sheetgen.cli.serving import serve

        serve(content, f"{name}.html", settings.host, catalog)
        return
    write_output(
        content, settings.output, f"{name}.html", catalog, force=settings.force, show=settings.open_
    )


def _names_of_games(settings: FormCommand) -> list[str]:
    """Return the names of the games of a page."""
    if settings.games is None:
        return [str(settings.ruleset)]
    words = [word.strip() for word in str(settings.games).split(",") if word.strip()]
    if not words or any(word.isdigit() for word in words):
        message = Message(
            "wrote '%(written)s'; should be all, or names of games with commas between them"
        )
        raise SheetgenError(message, key="--games", written=settings.games)
    if settings.ruleset is not None:
        raise SheetgenError("names the games of the page; leave out --ruleset", key="--games")
    return ruleset_ids() if words == [_ALL] else words


# rules booklets


class RulesOptions(BookletOptions, frozen=True, kw_only=True):
    """Options of the command: those of booklets, and those for files."""

    ruleset: parameters.Ruleset
    output: parameters.Output = None
    no_fonts: parameters.NoFonts = False
    force: parameters.Force = False
    open_: parameters.Open = False


@parameters.app.command("rules")
def write_rules(settings: RulesOptions) -> None:
    """Write the rules to a file, and print how to print and fold them."""
    catalog = parameters.find_catalog(settings.lang)
    kind = picture_kind(settings.output) if settings.format == "pdf" else ""
    parameters.check_fonts(settings, kind)
    made = make(
        "rules",
        settings.ruleset,
        settings,
        kind=kind,
        usual=parameters.usual(),
        typefaces=not settings.no_fonts,
    )
    write_made(made, settings.output, catalog, force=settings.force, show=settings.open_)
    if not made.pages:
        return
    if settings.form not in FOLDED:
        say_how(settings.output, made.pages, made.paper, catalog, made.how)
    elif settings.output != "-":
        count = counted(made.pages, made.paper, catalog)
        how = catalog.message(made.how)
        print(f"{count}. {how}" if count else how)


# kits


class KitCommand(KitOptions, frozen=True, kw_only=True):
    """Options of the command: those of kits, and those for files."""

    ruleset: parameters.Ruleset
    profile: parameters.Profile = None
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar=Message("FOLDER"), help=Message("Folder to write to.")
        ),
    ] = None
    force: parameters.Force = False


@parameters.app.command("kit")
def write_kit(settings: KitCommand) -> None:
    """Write sheets, the rules in short, the booklet and both calculators."""
    catalog = parameters.find_catalog(settings.lang)
    made = make("kit", settings.ruleset, settings, usual=parameters.usual())
    folder = target_folder(settings.output, made.name)
    files = [folder / part.name for part in made.parts]
    contents = [part.content for part in made.parts]
    write_all([*zip(files, contents, strict=True)], settings.force)
    for file, part in zip(files, made.parts, strict=True):
        count = counted(part.pages, part.paper, catalog) if part.pages else ""
        use = catalog.message(part.how)
        print(f"{file}: {count}; {use}" if count else f"{file}: {use}")


# documents of one file, or of a picture for each page


def picture_kind(output: str | None) -> str:
    """Return the kind of picture that a file is named for; an empty text for another file.

    Raises SheetgenError if a library for it is missing.
    """
    kind = Path(output or "").suffix.lower().removeprefix(".")
    if kind not in PICTURES:
        return ""
    if kind == "png":
        check_extra("preview", "--output")
    return kind


def write_made(
    made: Made, output: str | None, catalog: Catalog, *, force: bool, show: bool
) -> None:
    """Write a document to standard output for ``-``, else to a file, or to one for each page."""
    for warning in made.warnings:
        warn(warning, stacklevel=2)
    if not made.parts:
        write_output(made.content, output, made.name, catalog, force=force, show=show)
        return
    kind = made.parts[0].kind
    path = target_file(output, f"{made.name}.{kind}")
    names = numbered_names(path.name, len(made.parts))
    files = [path.with_name(name) for name in names]
    contents = [part.content for part in made.parts]
    write_all([*zip(files, contents, strict=True)], force)
    print_several(len(files), f"{files[0]} ... {files[-1].name}", catalog)
    if show:
        open_file(files[0])
