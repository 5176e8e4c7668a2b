"""A kit for game night: all that a table needs, in one folder."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct

from sheetgen.cli import options
from sheetgen.cli.output import counted, target_folder
from sheetgen.errors import Message
from sheetgen.i18n.catalog import Catalog

if TYPE_CHECKING:
    from sheetgen.documents.kits import What


class KitSettings(Struct, frozen=True):
    """What was asked for; None where nothing was."""

    ruleset: options.Ruleset
    lang: options.Lang = None
    paper: options.PaperName = None
    players: options.Players = None
    names: options.Names = None
    games: options.Games = None
    theme: options.Theme = None
    large_print: options.LargePrint = False
    sheets: Annotated[int | None, typer.Option(help=Message("How many score sheets; 1 if left out."))] = None
    profile: options.Profile = None
    output: Annotated[str | None, typer.Option("--output", "-o", help=Message("The folder to write to."))] = None
    force: options.Force = False


@options.app.command()
@options.options_of(KitSettings)
def kit(settings: KitSettings) -> None:
    """Write sheets, the rules in short, the booklet and both calculators."""
    from sheetgen.documents import kits
    from sheetgen.files.writing import write_all
    from sheetgen.rulesets.loading import base_of, load_ruleset

    catalog, paper = options.find_catalog(settings.lang), options.choose_paper(settings.paper).name
    game = load_ruleset(settings.ruleset)
    parts = kits.kit(
        game, lang=catalog.language, paper=paper, players=settings.players, games=settings.games,
        names=options.read_names(settings.names, settings.players), sheets=settings.sheets,
        theme=settings.theme, large_print=settings.large_print, base=base_of(settings.ruleset),
        command_of=lambda what, asked: _command(settings, what, asked),
    )  # fmt: skip
    folder = target_folder(settings.output, f"{game.id}-{catalog.language}-{paper}-kit")
    names = _names(catalog)
    files = [folder / f"{place}-{names[part.what]}" for place, part in enumerate(parts, 1)]
    write_all([(file, part.content) for file, part in zip(files, parts, strict=True)], settings.force)
    for file, part in zip(files, parts, strict=True):
        count = counted(part.content, part.paper, catalog) if part.paper else ""
        print(f"{file}: {'; '.join(filter(None, (count, catalog.message(part.use))))}")


def _names(catalog: Catalog) -> "dict[What, str]":
    """What the files are called; a word of a catalog may be a stranger's."""
    text = catalog.text
    names: dict[What, str] = {
        "sheets": text("file name", "sheets"),
        "rules-in-short": text("file name", "rules-in-short"),
        "rules-booklet": text("file name", "rules-booklet"),
        "calculator": text("file name", "calculator"),
        "calculator-for-phones": text("file name", "calculator-for-phones"),
    }
    plain = {what: re.sub(r"[^\w-]+", "-", name)[:40] for what, name in names.items()}
    return {what: f"{name}.{'html' if what.endswith('phones') else 'pdf'}" for what, name in plain.items()}


def _command(settings: KitSettings, what: "What", asked: Mapping[str, Any]) -> str:
    """The command that makes one document of the kit again."""
    from sheetgen.cli.booklets import rules_command
    from sheetgen.cli.calculators import form_command
    from sheetgen.cli.sheets import PrintSettings, sheet_options

    game, lang, paper = settings.ruleset, asked["lang"], asked["paper"]
    if what == "sheets":
        given = {name: asked[name] for name in asked if name not in ("lang", "paper", "names")}
        return sheet_options(PrintSettings(game, lang, paper, names=settings.names, **given)).command
    if what == "calculator":
        return form_command(game, asked)
    return rules_command(game, lang, asked["form"], paper, theme=settings.theme, large_print=settings.large_print)
