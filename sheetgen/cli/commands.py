"""The commands: each reads its arguments and the environment, joins the pieces, and prints.

What a single command needs is imported by that command, because start-up is most of what a user waits for.
"""

import os
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from sheetgen import __version__
from sheetgen.catalog import Catalog, choose_language, language_name, languages, load_catalog
from sheetgen.errors import Message, SheetgenError, reason
from sheetgen.paper import PAPERS, default_paper, find_paper

_MOST = 100
_LONGEST = 80

app = typer.Typer(
    help=Message("Print score sheets for dice games of the Yacht family."),
    epilog=Message("For example: sheetgen pdf --ruleset dice-play --lang nl"),
)


def _catalog(lang: str | None) -> Catalog:
    """The words to use for what was asked, here."""
    return load_catalog(choose_language(lang, os.environ))


def _ruleset_ids() -> list[str]:
    from sheetgen.ruleset_file import ruleset_ids

    return ruleset_ids()


Ruleset = Annotated[
    str,
    typer.Option(help=Message("A ruleset by its name, or a file that ends in .toml."), autocompletion=_ruleset_ids),
]
Lang = Annotated[
    str | None,
    typer.Option(help=Message("The language, such as nl; the system's if left out."), autocompletion=languages),
]
PaperName = Annotated[
    str | None,
    typer.Option(help=Message("The paper; what your country uses if left out."), autocompletion=lambda: list(PAPERS)),
]
Players = Annotated[int | None, typer.Option(help=Message("How many players."))]
Names = Annotated[str | None, typer.Option(help=Message("The players' names, with commas between them."))]
Games = Annotated[int | None, typer.Option(help=Message("How many games, where the columns are games."))]
Output = Annotated[
    str | None, typer.Option("--output", "-o", help=Message("The file or folder to write to; - is standard output."))
]
Force = Annotated[bool, typer.Option("--force", help=Message("Replace a different file."))]
Open = Annotated[bool, typer.Option("--open", help=Message("Open the file when it is written."))]


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=Message("Print the version."))] = False,
) -> None:
    if version:
        print(f"sheetgen {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(help=Message("Write a score sheet as a PDF."))
def pdf(
    ruleset: Ruleset,
    lang: Lang = None,
    paper: PaperName = None,
    players: Players = None,
    names: Names = None,
    games: Games = None,
    output: Output = None,
    force: Force = False,
    open_: Open = False,
) -> None:
    """Lay the sheet out, draw it, and say where it went."""
    from sheetgen.layout import SheetOptions, lay_out_sheet
    from sheetgen.pdf import Metadata, measure, write_pdf
    from sheetgen.ruleset_file import load_ruleset
    from sheetgen.wording import Wording

    catalog = _catalog(lang)
    rules = load_ruleset(ruleset)
    sheet = find_paper(default_paper(os.environ) if paper is None else paper)
    people = _names(names, players)
    given = {"--players": players, "--names": ",".join(people) or None, "--games": games}
    command = _command(ruleset, catalog.language, sheet.name, given)
    options = SheetOptions(sheet, _count("--players", players), people, _count("--games", games), command)
    pages = lay_out_sheet(rules, catalog, options, measure)
    content = write_pdf(pages, Metadata(Wording(rules, catalog).title, catalog.language, command))
    name = f"{rules.id}-{catalog.language}-{sheet.name}.pdf"
    if output == "-" and getattr(sys.stdout, "name", "") == os.devnull:
        raise SheetgenError("cannot write: %(reason)s", reason=Message("standard output is closed"))
    if output == "-" and not open_:
        sys.stdout.buffer.write(content)
    else:
        _deliver(content, _target(output, name), force, open_, catalog)


@app.command(help=Message("Tell what a roll is worth, and where it may go on a card that is partly filled."))
def score(
    ruleset: Ruleset,
    dice: Annotated[list[str], typer.Argument(help=Message("The dice, such as 6 6 6 3 3."))],
    filled: Annotated[str | None, typer.Option(help=Message("What is on the card, such as yacht=50,fives=25."))] = None,
    lang: Lang = None,
) -> None:
    """Print the worth of a roll in every box or, with a card, every legal entry."""
    from sheetgen.rules import Context, legal_entries
    from sheetgen.ruleset_file import load_ruleset
    from sheetgen.table_talk import read_filled, read_roll
    from sheetgen.wording import Wording

    catalog = _catalog(lang)
    wording = Wording(load_ruleset(ruleset), catalog)
    roll = read_roll(wording.ruleset, dice)
    if filled is None:
        categories = wording.ruleset.categories.values()
        _table((wording.name(category), str(category.score(roll))) for category in categories)
        return
    entries = legal_entries(wording.ruleset, roll, Context(read_filled(wording, filled)))
    _table(
        (wording.name(wording.ruleset.boxes[box].category), _entry(entry, catalog)) for box, entry in entries.items()
    )


@app.command(help=Message("List the rulesets there are."))
def rulesets(lang: Lang = None) -> None:
    """Print each ruleset with what sets it apart."""
    from sheetgen.ruleset_file import load_ruleset
    from sheetgen.wording import Wording

    catalog = _catalog(lang)
    _table((name, Wording(load_ruleset(name), catalog).summary) for name in _ruleset_ids())


@app.command("languages", help=Message("List the languages there are."))
def list_languages(lang: Lang = None) -> None:
    """Print each language with its name."""
    catalog = _catalog(lang)
    _table((code, language_name(code, catalog)) for code in languages())


@app.command(help=Message("Print how a ruleset file is written, as Markdown."))
def reference(
    lang: Lang = None,
    schema: Annotated[bool, typer.Option("--schema", help=Message("Print the JSON Schema for editors."))] = False,
) -> None:
    """Print the reference of ruleset files."""
    from sheetgen.reference import reference_page, reference_schema

    catalog = _catalog(lang)
    print(reference_schema() if schema else reference_page(catalog), end="")


def _entry(entry: Any, catalog: Catalog) -> str:
    """A legal entry: the points that may be written, and the Yacht bonus."""
    points = catalog.either(map(str, entry.points)) if len(entry.points) > 1 else str(entry.points[0])
    return f"{points} + {entry.bonus}" if entry.bonus else points


def _table(rows: Iterable[tuple[str, str]]) -> None:
    lines = list(rows)
    width = max(len(first) for first, _ in lines)
    for first, second in lines:
        print(f"{first:{width}}  {second}")


def _count(option: str, number: int | None) -> int | None:
    if number is not None and not 1 <= number <= _MOST:
        raise SheetgenError("wrote %(written)s; should be from 1 to %(limit)s", key=option, written=number, limit=_MOST)
    return number


def _names(text: str | None, players: int | None) -> tuple[str, ...]:
    """The names between the commas; an empty one leaves a blank."""
    if text is None:
        return ()
    if not text.strip():
        raise SheetgenError("wrote '%(written)s'; should be names with commas between them", key="--names", written="")
    names = tuple(unicodedata.normalize("NFC", " ".join(name.split())) for name in text.split(","))
    for name in names:
        if len(name) > _LONGEST:
            raise SheetgenError("a name has %(limit)s letters at most", key="--names", limit=_LONGEST)
    if players is not None and players < len(names):
        raise SheetgenError("%(names)s names for %(count)s players", key="--names", names=len(names), count=players)
    return names


def _command(ruleset: str, language: str, paper: str, given: dict[str, Any]) -> str:
    """The command that makes the same document again."""
    words = ["sheetgen", "pdf", "--ruleset", ruleset, "--lang", language, "--paper", paper]
    words += [word for option, value in given.items() if value is not None for word in (option, str(value))]
    return shlex.join(words).encode("utf-8", "backslashreplace").decode()


def _deliver(content: bytes, path: Path, force: bool, show: bool, catalog: Catalog) -> None:
    """Write a document, and say where it went."""
    from sheetgen.files import write_file

    write_file(path, content, force)
    print(catalog.message("wrote %(file)s", file=path))
    if show and (not _can_open() or typer.launch(str(path))):
        raise SheetgenError("cannot open this file here; open it yourself", file=str(path))


def _can_open() -> bool:
    """Whether there is something that opens files: on Linux a program that may be missing."""
    return not sys.platform.startswith("linux") or shutil.which("xdg-open") is not None


def _target(output: str | None, name: str) -> Path:
    if output is None:
        return _folder() / name
    if output in ("", "-"):
        raise SheetgenError("wrote '%(written)s'; should be a file or a folder", key="--output", written=output)
    folder = output.endswith(os.sep) or os.path.isdir(output)  # noqa: PTH112 - a Path raises if the name is too long
    return Path(output, name) if folder else Path(output)


def _folder() -> Path:
    """The folder for what is made, in the current one."""
    folder = Path("out")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise SheetgenError("cannot make this folder: %(reason)s", file=str(folder), reason=reason(error)) from error
    return folder
