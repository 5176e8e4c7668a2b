"""Commands `form`, `rules` and `kit`."""

import re
from typing import Annotated, Literal

import typer
from msgspec.structs import replace

from sheetgen.cli import parameters
from sheetgen.cli.output import counted, say_how, target_folder, write_folder, write_output
from sheetgen.documents.declared import Extra, command_line, finished
from sheetgen.documents.kits import (
    BookletOptions,
    FormOptions,
    KitOptions,
    What,
    app,
    booklet,
    form,
    kit,
    page,
)
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import write_all
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import SheetOptions, check_names, half
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import base_of, load_ruleset
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
    if is_page:
        _write_page(settings)
        return
    parameters.require("--format html", settings, "app")
    catalog = parameters.find_catalog(settings.lang)
    game = load_ruleset(known_id(str(settings.ruleset)))
    options = finished(
        "form",
        settings,
        lang=catalog.language,
        paper=parameters.choose_paper(settings.paper).name,
        names=check_names(settings.names, settings.players),
    )
    content = form(game, options)
    name = f"{game.id}-{catalog.language}-{options.paper}-form.pdf"
    write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)
    say_how(settings.output, content, str(options.paper), catalog)


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

_FOLDED = {
    "booklet": Message(
        "Print it on both sides at 100 %, turning over the short edge. "
        "Lay the sheets in each other and fold."
    ),
    "long": Message(
        "Print it on both sides at 100 %, turning over the long edge. "
        "Lay the sheets in each other and fold."
    ),
    "zine": Message(
        "Print it on one side at 100 %. Fold it at all marks and open it; cut along the line; "
        "fold it in two lengthwise and push the ends together."
    ),
}
"""Advice on printing and folding: a booklet that turns over the short edge, over the long one, and
a zine."""


class RulesOptions(BookletOptions, frozen=True, kw_only=True):
    """Options of the command: those of booklets, and those for files."""

    ruleset: parameters.Ruleset
    output: parameters.Output = None
    force: parameters.Force = False
    open_: parameters.Open = False


@parameters.app.command("rules")
def write_rules(settings: RulesOptions) -> None:
    """Write the rules to a file, and print how to print and fold them."""
    form = settings.form
    is_pdf = settings.format == "pdf"
    catalog = parameters.find_catalog(settings.lang)
    game = load_ruleset(settings.ruleset)
    paper = parameters.choose_paper(settings.paper)
    if settings.paper is None and form not in _FOLDED:
        paper = half(paper)  # to read
    size = paper.name if is_pdf else ""
    options = finished("rules", settings, lang=catalog.language, paper=size or settings.paper)
    base = base_of(settings.ruleset) if form in ("pages", "booklet") else None
    content = booklet(game, options, base=base)
    is_text = form == "booklet" and not is_pdf
    ending = "rules" if form == "pages" or is_text else form
    name = "-".join(filter(None, (game.id, catalog.language, size, ending)))
    name = f"{name}.{settings.format}"
    write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)
    if not is_pdf:
        return
    if form not in _FOLDED:
        say_how(settings.output, content, size, catalog)
    elif settings.output != "-":
        count = counted(content, size, catalog)
        how = catalog.message(_FOLDED["long" if settings.flip == "long" else form])
        print(f"{count}. {how}" if count else how)


# kits

_COMMANDS = {SheetOptions: "pdf", BookletOptions: "rules", FormOptions: "form"}
"""Command that makes a document alone, by the class of its options."""


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
    paper = parameters.choose_paper(settings.paper).name
    game = load_ruleset(settings.ruleset)
    folder = target_folder(settings.output, f"{game.id}-{catalog.language}-{paper}-kit")
    parts = kit(
        game,
        replace(settings, lang=catalog.language, paper=paper),
        base=base_of(settings.ruleset),
        command_of=lambda options: command_line(
            _COMMANDS[type(options)], settings.ruleset, options
        ),
    )
    names = _file_names(catalog)
    files = [folder / f"{place}-{names[part.what]}" for place, part in enumerate(parts, 1)]
    contents = [part.content for part in parts]
    write_all([*zip(files, contents, strict=True)], settings.force)
    for file, part in zip(files, parts, strict=True):
        count = counted(part.content, part.paper, catalog) if part.paper else ""
        use = catalog.message(part.use)
        print(f"{file}: {count}; {use}" if count else f"{file}: {use}")


def _file_names(catalog: Catalog) -> dict[What, str]:
    """Return the names of the files, of letters that are safe in names.

    A word of a catalog may be a stranger's.
    """
    text = catalog.text
    names: dict[What, str] = {
        "sheets": text("file name", "sheets"),
        "rules-in-short": text("file name", "rules-in-short"),
        "rules-booklet": text("file name", "rules-booklet"),
        "calculator": text("file name", "calculator"),
        "calculator-for-phones": text("file name", "calculator-for-phones"),
    }
    files: dict[What, str] = {}
    for what, name in names.items():
        plain = re.sub(r"[^\w-]+", "-", name)[:40]
        files[what] = f"{plain}.html" if what == "calculator-for-phones" else f"{plain}.pdf"
    return files
