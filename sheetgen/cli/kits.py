"""Command `kit`: all that a game night needs, in one folder."""

import re
from typing import Annotated

import typer
from msgspec.structs import replace

from sheetgen.cli import parameters
from sheetgen.cli.output import counted, target_folder
from sheetgen.documents.booklets import BookletOptions
from sheetgen.documents.calculators import FormOptions
from sheetgen.documents.kits import KitOptions, What, kit
from sheetgen.errors import Message
from sheetgen.files.writing import write_all
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.options import SheetOptions
from sheetgen.rulesets.loading import base_of, load_ruleset

_COMMANDS = {SheetOptions: "pdf", BookletOptions: "rules", FormOptions: "form"}
"""Command that makes a document alone, by the class of its options."""


class KitCommand(KitOptions, frozen=True, kw_only=True):
    """Options of the command: those of kits, and those for files."""

    ruleset: parameters.Ruleset
    profile: parameters.Profile = None
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar=Message("FOLDER"), help=Message("Folder to write to."))
    ] = None
    force: parameters.Force = False


@parameters.app.command("kit")
def write_kit(settings: KitCommand) -> None:
    """Write sheets, the rules in short, the booklet and both calculators."""
    catalog, paper = parameters.find_catalog(settings.lang), parameters.choose_paper(settings.paper).name
    game = load_ruleset(settings.ruleset)
    parts = kit(
        game, replace(settings, lang=catalog.language, paper=paper), base=base_of(settings.ruleset),
        command_of=lambda each: parameters.command_line(_COMMANDS[type(each)], settings.ruleset, each),
    )  # fmt: skip
    folder = target_folder(settings.output, f"{game.id}-{catalog.language}-{paper}-kit")
    names = _names(catalog)
    files = [folder / f"{place}-{names[part.what]}" for place, part in enumerate(parts, 1)]
    write_all([(file, part.content) for file, part in zip(files, parts, strict=True)], settings.force)
    for file, part in zip(files, parts, strict=True):
        count = counted(part.content, part.paper, catalog) if part.paper else ""
        print(f"{file}: {'; '.join(filter(None, (count, catalog.message(part.use))))}")


def _names(catalog: Catalog) -> dict[What, str]:
    """Return the names of the files, of letters that are safe in names: a word of a catalog may be a stranger's."""
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
