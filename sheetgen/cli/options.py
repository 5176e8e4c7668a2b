"""What the commands share: the program itself, the options that several have, and what they mean here."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli.help import Program
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import Catalog, choose_language, languages, load_catalog

if TYPE_CHECKING:
    from sheetgen.layout.paper import Paper

FINE, FOUND = 0, 1
"""Exit codes: all is right; something was found on a card. Wrong input is 2, see `run`."""

app = Program(
    help=Message("Print score sheets for dice games of the Yacht family, and check finished cards."),
    epilog=Message("For example: sheetgen pdf --ruleset dice-play --lang nl"),
)


def find_catalog(lang: str | None) -> Catalog:
    """The words to use for what was asked, here."""
    return load_catalog(choose_language(lang, os.environ))


def complete_rulesets() -> list[str]:
    """The rulesets that a shell can complete."""
    from sheetgen.rulesets import known_ids

    return known_ids()


def complete_papers() -> list[str]:
    """The papers that a shell can complete."""
    from sheetgen.layout.paper import PAPERS

    return list(PAPERS)


Ruleset = Annotated[
    str,
    typer.Option(
        help=Message("A ruleset by its name, or a file that ends in .toml."), autocompletion=complete_rulesets
    ),
]
Lang = Annotated[
    str | None,
    typer.Option(help=Message("The language, such as nl; the system's if left out."), autocompletion=languages),
]
PaperName = Annotated[
    str | None,
    typer.Option(help=Message("The paper; what your country uses if left out."), autocompletion=complete_papers),
]
Players = Annotated[int | None, typer.Option(help=Message("How many players."))]
Names = Annotated[str | None, typer.Option(help=Message("The players' names, with commas between them."))]
Games = Annotated[int | None, typer.Option(help=Message("How many games, where the columns are games."))]
Output = Annotated[
    str | None, typer.Option("--output", "-o", help=Message("The file or folder to write to; - is standard output."))
]
Batch = Annotated[str | None, typer.Option(help=Message("Many of them, a line each: a file, or - for standard input."))]
RulesetOrNone = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        help=Message("A ruleset by its name, or a file that ends in .toml; a card file may name it instead."),
        autocompletion=complete_rulesets,
    ),
]
Force = Annotated[bool, typer.Option("--force", help=Message("Replace a different file."))]
Open = Annotated[bool, typer.Option("--open", help=Message("Open the file when it is written."))]


def choose_paper(name: str | None) -> "Paper":
    """The paper that was asked for, or what people use here."""
    from sheetgen.layout.paper import default_paper, find_paper

    return find_paper(default_paper(os.environ) if name is None else name)


def read_names(text: str | None, players: int | None) -> tuple[str, ...]:
    """The names between the commas, as they are printed; an empty one leaves a blank."""
    from sheetgen.documents.asked import check_names

    if text is None:
        return ()
    if not text.strip():
        raise SheetgenError("wrote '%(written)s'; should be names with commas between them", key="--names", written="")
    return check_names(text.split(","), players)
