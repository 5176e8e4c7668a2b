"""Rules: the booklet to learn a game from, as pages, folded, on one card, for the browser or as Markdown."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from msgspec import Struct

from sheetgen.cli import options
from sheetgen.cli.output import counted, say_how, write_output
from sheetgen.errors import Message, SheetgenError

if TYPE_CHECKING:
    from sheetgen.documents.booklets import Form

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
"""How what is folded is printed and folded: a booklet over the short edge, over the long one, and a zine."""


class RulesSettings(Struct, frozen=True):
    """What was asked for; None where nothing was."""

    ruleset: options.Ruleset
    lang: options.Lang = None
    booklet: Annotated[
        bool, typer.Option("--booklet", help=Message("Two pages beside each other, to print on both sides and fold."))
    ] = False
    zine: Annotated[
        bool, typer.Option("--zine", help=Message("Eight small pages on one side of a sheet, to fold and cut once."))
    ] = False
    quick: Annotated[bool, typer.Option("--quick", help=Message("The rules in short, on one page."))] = False
    format_: Annotated[
        Literal["pdf", "html", "md"],
        typer.Option("--format", help=Message("pdf, html for a page in any browser, or md.")),
    ] = "pdf"
    paper: options.PaperName = None
    creep: Annotated[
        float | None, typer.Option(metavar="MM", help=Message("With --booklet: how thick the paper is, such as 0.1."))
    ] = None
    flip: Annotated[
        Literal["short", "long"] | None,
        typer.Option(help=Message("With --booklet: the edge over which the printer turns sheets; short if left out.")),
    ] = None
    appendix: Annotated[
        str | None,
        typer.Option(
            metavar="LIST", help=Message("More at the end: words, differences, or both with a comma between them.")
        ),
    ] = None
    odds: Annotated[
        bool, typer.Option("--odds", help=Message("A page at the end on what to expect of each box, and of a card."))
    ] = False
    theme: options.Theme = None
    large_print: options.LargePrint = False
    templates: Annotated[
        Path | None, typer.Option(metavar="DIR", help=Message("A folder with templates of your own."))
    ] = None
    output: options.Output = None
    force: options.Force = False
    open_: options.Open = False


@options.app.command()
@options.options_of(RulesSettings)
def rules(settings: RulesSettings) -> None:
    """Write the booklet, and say where it went and how to print it."""
    write_rules(settings)


def write_rules(settings: RulesSettings) -> None:
    """Write the rules that were asked for, to where that was asked for."""
    from sheetgen.documents import booklets
    from sheetgen.layout.options import half
    from sheetgen.layout.themes import DEFAULT
    from sheetgen.rulesets.loading import base_of, load_ruleset

    form, is_pdf = _form(settings), settings.format_ == "pdf"
    _check_together(settings, form)
    catalog = options.find_catalog(settings.lang)
    game = load_ruleset(settings.ruleset)
    here = options.choose_paper(settings.paper)
    usual = here if settings.paper is not None or form in _FOLDED else half(here)  # half of it to read
    paper = usual.name if is_pdf else ""
    appendix = tuple(filter(None, (each.strip() for each in (settings.appendix or "").split(","))))
    command = rules_command(
        settings.ruleset, catalog.language, form, paper, format=settings.format_ if not is_pdf else None,
        templates=settings.templates, creep=f"{settings.creep:g}" if settings.creep else None,
        flip=settings.flip if settings.flip == "long" else None, appendix=",".join(appendix), odds=settings.odds,
        theme=settings.theme, large_print=settings.large_print,
    )  # fmt: skip
    appendix += ("odds",) if settings.odds and "odds" not in appendix else ()
    content = booklets.booklet(
        game, form=form, format=settings.format_, lang=catalog.language, paper=here.name if not is_pdf else paper,
        creep=settings.creep or 0, flip=settings.flip or "short", appendix=appendix, theme=settings.theme or DEFAULT,
        large_print=settings.large_print, base=base_of(settings.ruleset) if form in ("pages", "booklet") else None,
        templates=settings.templates, command=command,
    )  # fmt: skip
    ending = "rules" if form == "pages" or (not is_pdf and form == "booklet") else form
    name = "-".join(filter(None, (game.id, catalog.language, paper, ending)))
    name = f"{name}.{settings.format_}"
    write_output(content, settings.output, name, catalog, force=settings.force, show=settings.open_)
    if is_pdf and form not in _FOLDED:
        say_how(settings.output, content, paper, catalog)
    elif is_pdf and settings.output != "-":
        count = counted(content, paper, catalog)
        folded = _FOLDED["long" if settings.flip == "long" else form]
        how = catalog.message(folded)
        print(f"{count}. {how}" if count else how)


def rules_command(ruleset: str, lang: str, form: "Form", paper: str, **more: Any) -> str:
    """The command that makes the rules again; options that are not given are None, empty or False."""
    chosen = {"ruleset": ruleset, "lang": lang, form: form != "pages" or None, "paper": paper or None}
    others = {name.replace("_", "-"): value if value is True else str(value) for name, value in more.items() if value}
    return options.command_line("rules", {**chosen, **others})


def _form(settings: RulesSettings) -> "Form":
    """The one form that was asked for."""
    forms: tuple[Form, ...] = ("booklet", "zine", "quick")
    asked = [form for form in forms if getattr(settings, form)]
    if len(asked) > 1:
        raise SheetgenError("goes without --%(other)s; choose one", key=f"--{asked[1]}", other=asked[0])
    return asked[0] if asked else "pages"


def _check_together(settings: RulesSettings, form: "Form") -> None:
    printed = {"--" + form: form in _FOLDED, "--paper": settings.paper is not None,
               "--theme": settings.theme is not None, "--large-print": settings.large_print}  # fmt: skip
    for option, given in printed.items():
        if given and settings.format_ != "pdf":
            raise SheetgenError("goes with --format pdf; add that, or leave this out", key=option)
    for option, value in (("--creep", settings.creep), ("--flip", settings.flip)):
        if value is not None and form != "booklet":
            raise SheetgenError("goes with --booklet; add that, or leave this out", key=option)
