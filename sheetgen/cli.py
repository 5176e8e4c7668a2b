"""The command line: reads arguments and environment, joins the pieces, prints, and turns errors into exit codes.

What a single command needs is imported by that command, because start-up is most of what a user waits for.
"""

import os
import re
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, TyperException

from sheetgen import __version__
from sheetgen.catalog import Catalog, choose_language, language_name, languages, load_catalog
from sheetgen.errors import FileError, Message, SheetgenError, reason
from sheetgen.paper import PAPERS, default_paper, find_paper

FINE, WRONG = 0, 2
_MOST = 100

app = typer.Typer(
    no_args_is_help=False,
    help=Message("Print score sheets for dice games of the Yacht family."),
    epilog=Message("For example: sheetgen pdf --ruleset dice-play --lang nl"),
)


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
    elif context.invoked_subcommand is None:
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

    catalog = load_catalog(choose_language(lang, os.environ))
    rules = load_ruleset(ruleset)
    sheet = find_paper(default_paper(os.environ) if paper is None else paper)
    people = _names(names, players)
    given = {"--players": players, "--names": ",".join(people) or None, "--games": games}
    command = _command(ruleset, catalog.language, sheet.name, given)
    options = SheetOptions(sheet, _count("--players", players), people, _count("--games", games), command)
    pages = lay_out_sheet(rules, catalog, options, measure)
    content = write_pdf(pages, Metadata(Wording(rules, catalog).title, catalog.language, command))
    name = f"{rules.id}-{catalog.language}-{sheet.name}.pdf"
    if output == "-" and not open_:
        sys.stdout.buffer.write(content)
    else:
        _deliver(content, _target(output, name), force, open_, catalog)


@app.command(help=Message("List the rulesets there are."))
def rulesets(lang: Lang = None) -> None:
    """Print each ruleset with what sets it apart."""
    from sheetgen.ruleset_file import load_ruleset
    from sheetgen.wording import Wording

    catalog = load_catalog(choose_language(lang, os.environ))
    _table((name, Wording(load_ruleset(name), catalog).summary) for name in _ruleset_ids())


@app.command("languages", help=Message("List the languages there are."))
def list_languages(lang: Lang = None) -> None:
    """Print each language with its name."""
    catalog = load_catalog(choose_language(lang, os.environ))
    _table((code, language_name(code, catalog)) for code in languages())


@app.command(help=Message("Print how a ruleset file is written, as Markdown."))
def reference(
    lang: Lang = None,
    schema: Annotated[bool, typer.Option("--schema", help=Message("Print the JSON Schema for editors."))] = False,
) -> None:
    """Print the reference of ruleset files."""
    from sheetgen.reference import reference_page, reference_schema

    catalog = load_catalog(choose_language(lang, os.environ))
    print(reference_schema() if schema else reference_page(catalog), end="")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run sheetgen and exit: 0 if all went well, 2 if the command line or an input is wrong."""
    _prepare_output()
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    catalog = load_catalog(_language(arguments))
    try:
        sys.exit(_run(arguments, catalog))
    except FileError as error:
        _complain(*map(catalog.error, error.faults))
    except SheetgenError as error:
        _complain(catalog.error(error))
    except TyperException as error:
        _complain(_usage_error(error, catalog), catalog.message("sheetgen --help shows what there is"))
    except (Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)  # as Typer does where it sees it first
    except OSError as error:
        _drop_output()
        _complain(catalog.error(SheetgenError("cannot write: %(reason)s", reason=reason(error))))


def _prepare_output() -> None:
    """Let text that the terminal cannot show be printed as escapes, and a closed stream take nothing."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
        elif isinstance(getattr(sys, name), TextIOWrapper):
            getattr(sys, name).reconfigure(errors="backslashreplace")


def _run(arguments: Sequence[str], catalog: Catalog) -> int:
    command = typer.main.get_command(app)
    _translate(command, catalog)
    if not arguments or "--help" in arguments:
        _translate_headings(catalog)
    code = command.main(arguments, prog_name="sheetgen", standalone_mode=False) or FINE
    sys.stdout.flush()
    return int(code)


def _drop_output() -> None:
    """Let nothing more be written to a standard output that does not take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language(arguments: Sequence[str]) -> str:
    """The language for help and errors: known before the arguments are understood."""
    pairs = zip(arguments, (*arguments[1:], ""), strict=False)
    asked = [after if word == "--lang" else word[7:] for word, after in pairs if word.split("=")[0] == "--lang"]
    for wanted, environ in ((asked[-1] if asked else None, os.environ), (None, {})):
        try:
            return choose_language(wanted, environ)
        except SheetgenError:
            continue
    raise AssertionError  # English is always there


def _translate(command: Any, catalog: Catalog) -> None:
    """Put the help of a command and all below it into the language of `catalog`."""
    for part in help_parts(command):
        for name in ("help", "epilog"):
            if getattr(part, name, None):
                setattr(part, name, catalog.message(getattr(part, name)))


def _translate_headings(catalog: Catalog) -> None:
    """Put the headings of the help into the language of `catalog`; imports what draws them."""
    from typer import rich_utils

    rich_utils.OPTIONS_PANEL_TITLE = catalog.message("Options")
    rich_utils.COMMANDS_PANEL_TITLE = catalog.message("Commands")
    rich_utils.REQUIRED_LONG_STRING = catalog.message("[required]")


def help_parts(command: Any) -> Iterator[Any]:
    """A command, its options and everything below it: all that has a help text."""
    yield command
    yield from command.params
    yield command.get_help_option(typer.Context(command))
    for inner in getattr(command, "commands", {}).values():
        yield from help_parts(inner)


_USAGE = (
    Message("Missing option '%(1)s'."),
    Message("Missing argument '%(1)s'."),
    Message("No such option: %(1)s"),
    Message("No such command '%(1)s'."),
    Message("Option '%(1)s' requires an argument."),
    Message("Option '%(1)s' does not take a value."),
    Message("Got unexpected extra argument(s) (%(1)s)"),
    Message("Invalid value for '%(1)s': '%(2)s' is not a valid int."),
)
"""The complaints of the command-line library, so that they can be translated."""
_NEAR = r"(?:\.? Did you mean (?P<near>.+?)\?| \(Possible options: (?P<nears>.+)\))?"
_TYPER_HELP = (
    Message("Show this message and exit."),
    Message("Install completion for the current shell."),
    Message("Show completion for the current shell, to copy it or customize the installation."),
)
"""The help that the command-line library adds, so that it can be translated."""


def _usage_error(error: TyperException, catalog: Catalog) -> str:
    said = error.format_message()
    for message in _USAGE:
        pattern = re.escape(message).replace(r"%\(1\)s", "(?P<a>.+?)").replace(r"%\(2\)s", "(?P<b>.*)")
        found = re.fullmatch(pattern + _NEAR, said)
        if found:
            words = catalog.message(message, **{"1": found["a"], "2": found.groupdict().get("b")})
            near = found["near"] or found["nears"]
            return words + " " + catalog.message("Did you mean %(near)s?", near=near) if near else words
    return said


def _complain(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr)
    sys.exit(WRONG)


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
    if players is not None and players < len(names):
        raise SheetgenError("%(names)s names for %(count)s players", key="--names", names=len(names), count=players)
    return names


def _command(ruleset: str, language: str, paper: str, given: dict[str, Any]) -> str:
    """The command that makes the same document again."""
    words = ["sheetgen", "pdf", "--ruleset", ruleset, "--lang", language, "--paper", paper]
    words += [word for option, value in given.items() if value is not None for word in (option, str(value))]
    return shlex.join(words)


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
