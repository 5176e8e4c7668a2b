"""A kit for game night: all that a table needs, in one folder."""

import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import BytesIO, TextIOWrapper
from typing import Annotated

import typer
from msgspec import Struct

from sheetgen.cli.options import (
    Force,
    Games,
    Lang,
    Names,
    PaperName,
    Players,
    Ruleset,
    app,
    check_count,
    choose_paper,
    find_catalog,
    read_names,
    target_folder,
)
from sheetgen.cli.print_options import MOST_IN_PAD
from sheetgen.cli.settings import NONE, options_of, read_profile, run_words
from sheetgen.errors import Message
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.paper import half


class KitSettings(Struct, frozen=True):
    """What was asked for; None where nothing was."""

    ruleset: Ruleset
    lang: Lang = None
    paper: PaperName = None
    players: Players = None
    names: Names = None
    games: Games = None
    sheets: Annotated[int | None, typer.Option(help=Message("How many score sheets; 1 if left out."))] = None
    profile: Annotated[
        str | None,
        typer.Option(
            is_eager=True,
            callback=read_profile,
            help=Message("A file with settings; sheetgen.toml if it is in this folder; none for none."),
        ),
    ] = None
    output: Annotated[str | None, typer.Option("--output", "-o", help=Message("The folder to write to."))] = None
    force: Force = False


class _Part(Struct, frozen=True):
    """One file of a kit."""

    name: str
    ending: str
    words: list[str]
    """The command that makes it."""
    use: str
    """How to print it, or what to do with it."""


@app.command()
@options_of(KitSettings)
def kit(settings: KitSettings) -> None:
    """Write sheets, the rules in short, the booklet and both calculators."""
    from sheetgen.files.storage import check_free, write_file
    from sheetgen.rulesets import load_ruleset

    catalog, paper = find_catalog(settings.lang), choose_paper(settings.paper).name
    ruleset = load_ruleset(settings.ruleset)
    check_count("--sheets", settings.sheets, MOST_IN_PAD)
    parts = list(_parts(settings, catalog, paper, by_players=ruleset.sheet.columns == "players"))
    made = [_made(part) for part in parts]
    folder = target_folder(settings.output, f"{ruleset.id}-{catalog.language}-{paper}-kit")
    files = [folder / f"{place}-{_plain(part.name)}{part.ending}" for place, part in enumerate(parts, 1)]
    for file, content in zip(files, made, strict=True) if not settings.force else ():
        check_free(file, content)
    for file, content, part in zip(files, made, parts, strict=True):
        write_file(file, content, settings.force)
        print(f"{file}: {part.use}")


def _plain(name: str) -> str:
    """A word of a catalog, which may be a stranger's, as a part of a file's name."""
    return re.sub(r"[^\w-]+", "-", name)[:40]


def _made(part: _Part) -> bytes:
    """A file of the kit; all are made before one is written."""
    made = BytesIO()
    with redirect_stdout(TextIOWrapper(made, "utf-8")) as stdout:
        run_words([*part.words, "--output", "-"])
        stdout.detach()
    return made.getvalue()


def _parts(settings: KitSettings, catalog: Catalog, paper: str, *, by_players: bool) -> Iterator[_Part]:
    text, message = catalog.text, catalog.message
    game = ["--ruleset", settings.ruleset, "--lang", catalog.language]
    people = _given(players=settings.players, names=settings.names)
    games = _given(games=settings.games)
    copies = _given(pad=settings.sheets) + (["--glue", "0", "--no-backing"] if settings.sheets else [])
    yield _Part(
        text("file name", "sheets"),
        ".pdf",
        ["pdf", *game, "--profile", NONE, "--paper", paper, *people, *([] if by_players else games), *copies],
        message("print at 100 %, on one side"),
    )
    yield _Part(
        text("file name", "rules-in-short"),
        ".pdf",
        ["rules", "--quick", *game, "--paper", half(choose_paper(paper)).name],
        message("print at 100 %, one for each player"),
    )
    yield _Part(
        text("file name", "rules-booklet"),
        ".pdf",
        ["rules", "--booklet", *game, "--paper", paper],
        message("print on both sides at 100 %, turning over the short edge; lay the sheets in each other and fold"),
    )
    yield _Part(
        text("file name", "calculator"),
        ".pdf",
        ["form", *game, "--paper", paper, *people, *games],
        message("fill it in on a screen; it adds itself up"),
    )
    yield _Part(
        text("file name", "calculator-for-phones"),
        ".html",
        ["form", *game, "--format", "html", *(people if _is_table(settings) else [])],
        message("open it in the browser of a phone; it needs no network"),
    )


def _is_table(settings: KitSettings) -> bool:
    """Whether there are players enough for the page, which is for a table."""
    return max(settings.players or 0, len(read_names(settings.names, settings.players))) > 1


def _given(**options: object) -> list[str]:
    return [f"--{name}={value}" for name, value in options.items() if value is not None]
