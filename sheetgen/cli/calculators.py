"""Calculators: the sheet as a form that adds itself up, and as a page for the browser."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sheetgen.cli.options import (
    Force,
    Lang,
    Names,
    Open,
    Output,
    PaperName,
    Players,
    Ruleset,
    app,
    check_count,
    choose_paper,
    command_line,
    find_catalog,
    hand_over,
    read_names,
)
from sheetgen.errors import Message, SheetgenError

if TYPE_CHECKING:
    from sheetgen.i18n.wording import Wording
    from sheetgen.layout import SheetOptions

_MOST_GAMES = 20
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Letters that turn the writing around for all that follows."""
Games = Annotated[
    int | None,
    typer.Option(help=Message("How many games: a column each where the columns are games, else a page each.")),
]
Format = Annotated[
    Literal["pdf", "html"], typer.Option("--format", help=Message("pdf for a form, html for a page in any browser."))
]


@app.command()
def form(
    ruleset: Ruleset,
    lang: Lang = None,
    format_: Format = "pdf",
    paper: PaperName = None,
    players: Players = None,
    names: Names = None,
    games: Games = None,
    output: Output = None,
    force: Force = False,
    open_: Open = False,
) -> None:
    """Make the calculator, and say where it went."""
    from sheetgen.i18n.wording import Wording
    from sheetgen.layout import SheetOptions
    from sheetgen.rulesets import load_ruleset

    catalog = find_catalog(lang)
    wording = Wording(load_ruleset(ruleset), catalog)
    people = read_names(names, players)
    _refuse_unwritable(people)
    count = check_count("--players", players) or len(people) or None
    if format_ == "html":
        _refuse_for_page({"--paper": paper, "--games": games})
        content, name = _page(wording, people, count), f"{wording.ruleset.id}-{catalog.language}.html"
    else:
        sheet = choose_paper(paper)
        command = command_line("form", ruleset, catalog.language, sheet, players, people, games)
        series = check_count("--games", games, _MOST_GAMES)
        content = _pdf(wording, people, SheetOptions(sheet, count, games=series, command=command))
        name = f"{wording.ruleset.id}-{catalog.language}-{sheet.name}-form.pdf"
    hand_over(content, output, name, force, open_, catalog)


def _refuse_unwritable(names: Iterable[str]) -> None:
    """Refuse characters that no viewer shows; any letter, of whatever script, is fine."""
    for name in names:
        for letter in name:
            if unicodedata.category(letter) in ("Cc", "Cs") or letter in _TURNING:
                raise SheetgenError(
                    "the name '%(name)s' has a control character in it (U+%(code)s); leave it out", key="--names",
                    name=name, code=f"{ord(letter):04X}",
                )  # fmt: skip


def _refuse_for_page(given: Mapping[str, object]) -> None:
    for option, value in given.items():
        if value is not None:
            raise SheetgenError("goes with --format pdf; the page has neither paper nor a number of games", key=option)


def _pdf(wording: "Wording", names: tuple[str, ...], options: "SheetOptions") -> bytes:
    from sheetgen.calculator.form import make_form
    from sheetgen.layout import lay_out_form
    from sheetgen.pdf import Metadata, measure, write_pdf
    from sheetgen.pdf.reading import form_tag

    ruleset, catalog = wording.ruleset, wording.catalog
    pages = lay_out_form(ruleset, catalog, options, measure)
    metadata = Metadata(wording.title, catalog.language, options.command, form_tag(ruleset.id))
    return write_pdf(pages, metadata, make_form(wording, pages, names))


def _page(wording: "Wording", names: tuple[str, ...], count: int | None) -> bytes:
    from sheetgen.calculator.page import make_page, most_players

    limits = wording.ruleset.players
    count = count or max(2, limits.min)
    most = most_players(wording.ruleset)
    if not limits.min <= count <= most:
        raise SheetgenError(
            "%(count)s players; %(ruleset)s is for %(least)s to %(most)s on a page", count=count,
            ruleset=wording.ruleset.id, least=limits.min, most=most,
        )  # fmt: skip
    return make_page(wording, (*names, *[""] * (count - len(names)))).encode()
