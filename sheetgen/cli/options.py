"""What the commands share: the program itself, the options that several have, and writing what was made."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from sheetgen import __version__
from sheetgen.cli.help import Program
from sheetgen.errors import Message, SheetgenError, reason
from sheetgen.i18n.catalog import Catalog, choose_language, languages, load_catalog

if TYPE_CHECKING:
    from sheetgen.layout.paper import Paper

_MOST = 100
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


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=Message("Print the version."))] = False,
) -> None:
    if version:
        print(f"sheetgen {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None and sys.stdin.isatty() and sys.stdout.isatty():
        from sheetgen.cli.first_time import first_sheet

        first_sheet()
    elif context.invoked_subcommand is None:
        print(context.get_help())


def check_count(option: str, number: int | None, limit: int = _MOST) -> int | None:
    """The number, if it is one that can be asked for."""
    if number is not None and not 1 <= number <= limit:
        raise SheetgenError("wrote %(written)s; should be from 1 to %(limit)s", key=option, written=number, limit=limit)
    return number


def choose_paper(name: str | None) -> "Paper":
    """The paper that was asked for, or what people use here."""
    from sheetgen.layout.paper import default_paper, find_paper

    return find_paper(default_paper(os.environ) if name is None else name)


def read_names(text: str | None, players: int | None) -> tuple[str, ...]:
    """The names between the commas; an empty one leaves a blank."""
    if text is None:
        return ()
    if not text.strip():
        raise SheetgenError("wrote '%(written)s'; should be names with commas between them", key="--names", written="")
    from sheetgen.files.plain_data import MOST_LETTERS, clean_name

    names = tuple(map(clean_name, text.split(",")))
    check_count("--names", len(names))
    for name in names:
        if len(name) > MOST_LETTERS:
            raise SheetgenError("a name has %(limit)s letters at most; shorten it", key="--names", limit=MOST_LETTERS)
    if players is not None and players < len(names):
        raise SheetgenError(
            "%(names)s names for %(count)s players; leave out --players", key="--names", names=len(names), count=players
        )
    return names


def command_line(
    command: str, ruleset: str, language: str, paper: "Paper", players: int | None, names: Sequence[str],
    games: int | None,
) -> str:  # fmt: skip
    """The command that makes the same document again."""
    given = {"--players": players, "--names": ",".join(names) or None, "--games": games}
    words = [command, "--ruleset", ruleset, "--lang", language, "--paper", paper.name]
    for option, value in given.items():
        if value is not None:
            words += [f"{option}={value}"] if str(value).startswith("-") else [option, str(value)]
    return command_words(*words)


def command_words(*words: str) -> str:
    """The words after ``sheetgen`` as a line that a shell takes; nothing if a name in it has signs that are no text."""
    import shlex

    line = shlex.join(("sheetgen", *words))
    return line if line.isprintable() else ""


def hand_over(content: bytes, output: str | None, name: str, force: bool, show: bool, catalog: Catalog) -> None:
    """Write a document to standard output if that was asked for, else to a file that may get this `name`."""
    hand_over_with(lambda file: file.write(content), output, name, force, show, catalog)


def hand_over_with(
    write: Callable[[BinaryIO], object], output: str | None, name: str, force: bool, show: bool, catalog: Catalog
) -> None:
    """Let `write` fill what `hand_over` writes to."""
    if output == "-" and getattr(sys.stdout, "name", "") == os.devnull:
        raise SheetgenError("cannot write: %(reason)s", reason=Message("standard output is closed"))
    if output == "-" and not show:
        write(sys.stdout.buffer)
    else:
        deliver_with(write, target_file(output, name), force, show, catalog)


def deliver(content: bytes, path: Path, force: bool, show: bool, catalog: Catalog, aside: bool = False) -> None:
    """Write a document, and say where it went: `aside` if standard output is for something else."""
    deliver_with(lambda file: file.write(content), path, force, show, catalog, aside)


def deliver_with(
    write: Callable[[BinaryIO], object], path: Path, force: bool, show: bool, catalog: Catalog, aside: bool = False
) -> None:
    """Let `write` fill what `deliver` writes."""
    from sheetgen.files.storage import write_with

    write_with(path, write, force)
    print(catalog.message("wrote %(file)s", file=path), file=sys.stderr if aside else sys.stdout)
    if show and (not can_open() or typer.launch(str(path))):
        raise SheetgenError("cannot open this file here; open it yourself", file=str(path))


def can_open() -> bool:
    """Whether there is something that opens files: on Linux a program that may be missing."""
    import shutil

    return not sys.platform.startswith("linux") or shutil.which("xdg-open") is not None


def target_file(output: str | None, name: str, option: str = "--output") -> Path:
    """Where to write: what was asked for, or `name` in the folder for what is made."""
    if output is None:
        return _folder() / name
    if output in ("", "-"):
        raise SheetgenError("wrote '%(written)s'; should be a file or a folder", key=option, written=output)
    folder = output.endswith(os.sep) or os.path.isdir(output)  # noqa: PTH112 - a Path raises if the name is too long
    return Path(output, name) if folder else Path(output)


def target_folder(output: str | None, name: str) -> Path:
    """The folder to write many files to, made if it is not there: what was asked for, or one of this name."""
    if output in ("", "-"):
        raise SheetgenError("wrote '%(written)s'; should be a folder", key="--output", written=output)
    folder = made_folder(Path("out", name) if output is None else Path(output))
    if not os.access(folder, os.W_OK):
        why = Message("you may not do that there; choose another place")
        raise SheetgenError("cannot write this file: %(reason)s", file=str(folder), reason=why)
    return folder


def made_folder(folder: Path) -> Path:
    """The folder, made if it is not there; SheetgenError if it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise SheetgenError("cannot make this folder: %(reason)s", file=str(folder), reason=why) from error
    return folder


def _folder() -> Path:
    """The folder for what is made, in the current one."""
    return made_folder(Path("out"))
