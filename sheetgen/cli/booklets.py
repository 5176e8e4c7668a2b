"""Command `rules`: the rules booklet."""

from msgspec.structs import replace

from sheetgen.cli import parameters
from sheetgen.cli.output import counted, say_how, write_output
from sheetgen.documents.booklets import BookletOptions, booklet
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.paper import half
from sheetgen.rulesets.loading import base_of, load_ruleset

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
