"""Commands `rules`, `form` and `kit`, and `again`, which runs them or `pdf` with the command that a PDF carries."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct
from msgspec.structs import replace
from typer.main import get_command

from sheetgen.cli import parameters
from sheetgen.cli.calculators import FormCommand, write_form
from sheetgen.cli.output import counted, say_how, target_folder, write_output
from sheetgen.cli.sheets import PdfOptions, write_sheets
from sheetgen.documents.calculators import FormOptions
from sheetgen.documents.kits import BookletOptions, KitOptions, What, booklet, kit
from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.files.writing import write_all
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.options import SheetOptions, half
from sheetgen.rulesets.loading import base_of, load_ruleset

# rules booklets

_FOLDED = {
    "booklet": Message(
        "Print it on both sides at 100 %, turning over the short edge. Lay the sheets in each other and fold."
    ),
    "long": Message(
        "Print it on both sides at 100 %, turning over the long edge. Lay the sheets in each other and fold."
    ),
    "zine": Message(
        "Print it on one side at 100 %. Fold it at all marks and open it; cut along the line; "
        "fold it in two lengthwise and push the ends together."
    ),
}
"""Advice on printing and folding: a booklet that turns over the short edge, over the long one, and a zine."""


class RulesOptions(BookletOptions, frozen=True, kw_only=True):
    """Options of the command: those of booklets, and those for files."""

    ruleset: parameters.Ruleset
    output: parameters.Output = None
    force: parameters.Force = False
    open_: parameters.Open = False


@parameters.app.command("rules")
def write_rules(settings: RulesOptions) -> None:
    """Write the rules to a file, and print how to print and fold them."""
    _check_together(settings)
    form, is_pdf = settings.form, settings.format == "pdf"
    catalog = parameters.find_catalog(settings.lang)
    game, here = load_ruleset(settings.ruleset), parameters.choose_paper(settings.paper)
    usual = here if settings.paper is not None or form in _FOLDED else half(here)  # half of it to read
    paper = usual.name if is_pdf else ""
    options = replace(
        settings, lang=catalog.language, paper=paper or None, creep=settings.creep or None,
        flip=settings.flip if settings.flip == "long" else None,
    )  # fmt: skip
    options = replace(options, command=parameters.command_line("rules", settings.ruleset, options))
    base = base_of(settings.ruleset) if form in ("pages", "booklet") else None
    content = booklet(game, options, base=base)
    ending = "rules" if form == "pages" or (not is_pdf and form == "booklet") else form
    name = "-".join(filter(None, (game.id, catalog.language, paper, ending)))
    name = f"{name}.{settings.format}"
    write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)
    if is_pdf and form not in _FOLDED:
        say_how(settings.output, content, paper, catalog)
    elif is_pdf and settings.output != "-":
        count = counted(content, paper, catalog)
        how = catalog.message(_FOLDED["long" if settings.flip == "long" else form])
        print(f"{count}. {how}" if count else how)


def _check_together(settings: RulesOptions) -> None:
    """Raise SheetgenError for an option that needs another one."""
    printed = {f"--{settings.form}": settings.form in _FOLDED, "--paper": settings.paper is not None,
               "--theme": settings.theme is not None, "--large-print": settings.large_print}  # fmt: skip
    folded = {"--creep": settings.creep is not None, "--flip": settings.flip is not None}
    needs = {
        **{option: "--format pdf" for option, is_set in printed.items() if is_set and settings.format != "pdf"},
        **{option: "--booklet" for option, is_set in folded.items() if is_set and settings.form != "booklet"},
    }
    for option, other in needs.items():
        raise SheetgenError("%(option)s needs %(others)s.", option=option, others=other)


# kits

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


# a document once more

_WRITERS: dict[str, tuple[type[Struct], Callable[[Any], None]]] = {
    "pdf": (PdfOptions, write_sheets),
    "form": (FormCommand, write_form),
    "rules": (RulesOptions, write_rules),
}
"""Commands that documents carry, with the class of their options and the function that runs them."""
_MANY = "--separate"
"""Option that writes a file for each sheet, of which there can be thousands."""


@parameters.app.command()
def again(
    file: Annotated[Path, typer.Argument(metavar="PDF", help=Message("PDF that sheetgen has written."))],
    output: parameters.Output = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help=Message("Allow it to read the files that it names, and to write a file for each sheet."),
        ),
    ] = False,
    force: parameters.Force = False,
    open_: parameters.Open = False,
) -> None:
    """Run the command of a PDF, and print it."""
    words, asked = asked_in(file, trust=trust)
    print(f"$ {escaped(parameters.command_words(*words))}", file=sys.stderr)
    _, write = _WRITERS[words[0]]
    write(replace(asked, output=output, force=force, open_=open_))


def asked_in(file: Path, *, trust: bool = False) -> tuple[list[str], Any]:
    """Return the words of the command that made a PDF, and its options; raise SheetgenError if they are not allowed.

    Without `trust` a command may read no file, and write only one.
    """
    from sheetgen.pdf.reading import command_in

    words = command_in(file)
    _check(words, file, trust)
    group: Any = get_command(parameters.app)
    alone = ["--profile", parameters.NONE] if words[0] == "pdf" else []
    context = group.commands[words[0]].make_context(words[0], [*words[1:], *alone])
    options, _ = _WRITERS[words[0]]
    return words, options(**parameters.read_values(parameters.parameters_of(options), context.params))


def _check(words: list[str], file: Path, trust: bool) -> None:
    """Raise SheetgenError for an option that a stranger's document may not carry."""
    known, files = _options_of(words[0])
    pairs = [(word.partition("=")[0], word, after) for word, after in zip(words, [*words[1:], ""], strict=True)]
    refused = [word for name, word, _ in pairs[1:] if name.startswith("-") and name not in (*known, "--profile")]
    refused += [after for name, word, after in pairs if word == "--profile" and after != parameters.NONE]
    refused += [word for name, word, _ in pairs if word.startswith("--profile=")]
    if words[0] not in _WRITERS or refused:
        raise SheetgenError(
            "this PDF asks for '%(written)s', which no document of sheetgen's asks for; make it anew", file=str(file),
            written=refused[0] if refused else words[0],
        )  # fmt: skip
    reads = [word for name, word, _ in pairs if name in files or word.lower().endswith(".toml")]
    if reads and not trust:
        raise SheetgenError(
            "this PDF has files of yours read: '%(written)s'; if you trust it, say --trust", file=str(file),
            written=reads[0],
        )  # fmt: skip
    if _MANY in words and not trust:
        raise SheetgenError(
            "this PDF has many files written: '%(written)s'; if you trust it, say --trust", file=str(file),
            written=_MANY,
        )  # fmt: skip


def _options_of(command: str) -> tuple[set[str], set[str]]:
    """Return the options that the command in a document can have, and those of them that name a file or a folder.

    Options that documents do not declare say where files are written: a stranger's would write where it likes.
    """
    known, files = {"--ruleset"}, set()
    for parameter in parameters.parameters_of(_WRITERS[command][0]).values() if command in _WRITERS else ():
        if option := parameters.declared(parameter):
            names = option.flags or [parameters.option_name(parameter)]
            known |= {f"--{no}{name}" for name in names for no in ("", "no-")}
            files |= {f"--{name}" for name in names if option.unit in ("FILE", "FOLDER")}
    return known, files
