"""Rules: the booklet to learn a game from, as pages, folded, on one card, for the browser or as Markdown."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec import Struct

from sheetgen.cli.options import (
    Force,
    Lang,
    Open,
    Output,
    PaperName,
    Ruleset,
    app,
    command_words,
    find_catalog,
    hand_over,
)
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.paper import MM, default_paper, find_paper, half

if TYPE_CHECKING:
    from sheetgen.booklet import Facts
    from sheetgen.booklet import Kind as BookletKind

_THICKEST = 1.0
"""Paper in mm; cardboard does not fold."""


class _Form(Struct, frozen=True):
    """One way to print the rules."""

    kind: "BookletKind"
    ending: str
    """What the name of the file ends in."""
    folded: str = ""
    """How it is printed and folded, if it is."""


_FORMS = {
    "pages": _Form("rules", "rules"),
    "booklet": _Form(
        "rules", "booklet",
        Message("Print it on both sides at 100 %, turning over the short edge. Lay the sheets in each other and fold."),
    ),
    "zine": _Form(
        "zine", "zine",
        Message(
            "Print it on one side at 100 %. Fold it at all marks and open it; cut along the line; "
            "fold it in two lengthwise and push the ends together."
        ),
    ),
    "quick": _Form("quick", "quick"),
}  # fmt: skip
Format = Annotated[
    Literal["pdf", "html", "md"], typer.Option("--format", help=Message("pdf, html for a page in any browser, or md."))
]


@app.command()
def rules(
    ruleset: Ruleset,
    lang: Lang = None,
    booklet: Annotated[
        bool, typer.Option("--booklet", help=Message("Two pages beside each other, to print on both sides and fold."))
    ] = False,
    zine: Annotated[
        bool, typer.Option("--zine", help=Message("Eight small pages on one side of a sheet, to fold and cut once."))
    ] = False,
    quick: Annotated[bool, typer.Option("--quick", help=Message("The rules in short, on one page."))] = False,
    format_: Format = "pdf",
    paper: PaperName = None,
    creep: Annotated[
        float | None, typer.Option(metavar="MM", help=Message("With --booklet: how thick the paper is, such as 0.1."))
    ] = None,
    templates: Annotated[
        Path | None, typer.Option(metavar="DIR", help=Message("A folder with templates of your own."))
    ] = None,
    output: Output = None,
    force: Force = False,
    open_: Open = False,
) -> None:
    """Write the booklet, and say where it went and how to print it."""
    chosen = _form(booklet=booklet, zine=zine, quick=quick)
    _refuse_together(chosen, format_, paper, creep)
    catalog = find_catalog(lang)
    form = _FORMS[chosen]
    facts = _facts(ruleset, catalog.language, alone=form.kind != "rules")
    name = f"{facts.ruleset.id}-{catalog.language}"
    words = ["rules", "--ruleset", ruleset, "--lang", catalog.language, *_options(chosen, format_, templates)]
    if format_ != "pdf":
        content = _text(facts, form.kind, format_, command_words(*words), templates)
        hand_over(content, output, f"{name}-{form.kind}.{format_}", force, open_, catalog)
        return
    sheet = _default(form) if paper is None else paper
    words += ["--paper", find_paper(sheet).name, *(["--creep", f"{creep:g}"] if creep else [])]
    content = _pdf(facts, chosen, sheet, creep or 0, command_words(*words), templates)
    hand_over(content, output, f"{name}-{find_paper(sheet).name}-{form.ending}.pdf", force, open_, catalog)
    if form.folded and output != "-":
        print(catalog.message(form.folded))


def _form(**wanted: bool) -> str:
    """The one form that was asked for."""
    asked = [name for name, given in wanted.items() if given]
    if len(asked) > 1:
        raise SheetgenError("goes without --%(other)s; choose one", key=f"--{asked[1]}", other=asked[0])
    return asked[0] if asked else "pages"


def _refuse_together(chosen: str, format_: str, paper: str | None, creep: float | None) -> None:
    if format_ != "pdf":
        if chosen in ("booklet", "zine"):
            raise SheetgenError("goes with --format pdf; add that, or leave this out", key=f"--{chosen}")
        if paper is not None:
            raise SheetgenError("goes with --format pdf; add that, or leave this out", key="--paper")
    if creep is None:
        return
    if chosen != "booklet":
        raise SheetgenError("goes with --booklet; add that, or leave this out", key="--creep")
    if not 0 <= creep <= _THICKEST:
        raise SheetgenError(
            "wrote %(written)s; should be from 0 to %(limit)s mm", key="--creep", written=f"{creep:g}",
            limit=f"{_THICKEST:g}",
        )  # fmt: skip


def _options(chosen: str, format_: str, templates: Path | None) -> list[str]:
    words = [f"--{chosen}"] if chosen != "pages" else []
    words += ["--format", format_] if format_ != "pdf" else []
    return words + (["--templates", str(templates)] if templates else [])


def _default(form: _Form) -> str:
    """The paper where none is asked for: what people use here to fold, half of it to read."""
    here = default_paper(os.environ)
    return here if form.folded else half(find_paper(here)).name


def _facts(ruleset: str, language: str, *, alone: bool) -> "Facts":
    """The game, explained; `alone` without other games and languages, which the short forms do not speak of."""
    from sheetgen.booklet import Facts
    from sheetgen.i18n.catalog import languages, load_catalog
    from sheetgen.i18n.wording import Wording
    from sheetgen.rulesets import base_of, load_ruleset, namesakes

    catalog, game = load_catalog(language), load_ruleset(ruleset)
    if alone:
        return Facts(Wording(game, catalog))
    base = base_of(ruleset)
    others = () if base else [Wording(other, catalog) for other in namesakes(game)]
    abroad = [Wording(game, load_catalog(other)) for other in languages() if other != language]
    return Facts(Wording(game, catalog), others, abroad, Wording(base, catalog) if base else None)


def _text(facts: "Facts", kind: "BookletKind", format_: str, command: str, templates: Path | None) -> bytes:
    from sheetgen.booklet import write_markup, write_page, write_story

    if templates:
        from sheetgen.booklet.flow import parse

        with _placed(facts, templates):
            parse(write_story(facts, kind, command, templates))
    if format_ == "html":
        return write_page(facts, kind, command, templates).encode()
    from sheetgen.booklet.markdown import to_markdown

    return to_markdown(write_markup(facts, kind, command, templates)).encode()


def _pdf(facts: "Facts", chosen: str, paper: str, creep: float, command: str, templates: Path | None) -> bytes:
    from sheetgen.booklet import write_story
    from sheetgen.booklet.flow import write_booklet, write_card, write_pages, write_zine
    from sheetgen.pdf import Metadata

    html, sheet = write_story(facts, _FORMS[chosen].kind, command, templates), find_paper(paper)
    about = Metadata(facts.wording.title, facts.wording.catalog.language, command)
    with _placed(facts, templates):
        if chosen == "booklet":
            return write_booklet(html, sheet, creep * MM, about)
        return {"pages": write_pages, "zine": write_zine, "quick": write_card}[chosen](html, sheet, about)


@contextmanager
def _placed(facts: "Facts", templates: Path | None) -> Iterator[None]:
    """Say of what cannot be set in which template of the user's it stands, or in which ruleset."""
    from sheetgen.booklet import locate

    try:
        yield
    except SheetgenError as error:
        if error.file or error.key:
            raise
        if templates and "near" in error.values:
            raise locate(error, templates) from error
        raise error.placed(facts.ruleset.id) from error
