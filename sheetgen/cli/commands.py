"""The program: its commands, the language of its help and errors, its output, and its exit codes.

Each command is written in a module of its own; only the one that is called is imported, so that a start is short.
"""

import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper, UnsupportedOperation
from typing import Annotated, Any, TextIO

import typer
from typer.exceptions import Abort, TyperException

from sheetgen import __version__
from sheetgen.cli.help import Command, translate, usage_error
from sheetgen.cli.options import FINE, app
from sheetgen.errors import FileError, LeftOut, Message, SheetgenError, reason
from sheetgen.files import folders
from sheetgen.files.input import INPUTS
from sheetgen.files.writing import clean_up
from sheetgen.i18n.catalog import ENGLISH, Catalog, choose_language, load_catalog, own_languages

COMMANDS = {
    "pdf": ("sheets", Message("Write score sheets as a PDF.")),
    "kit": ("kits", Message("Write all that a game night needs into one folder, and say how to print it.")),
    "again": (
        "again",
        Message("Print a document again: sheets, a form or rules, with the command that is in the PDF."),
    ),
    "rules": ("booklets", Message("Write a rules booklet: all rules of a game with examples, in your language.")),
    "form": (
        "calculators",
        Message("Write a score calculator that adds itself up: a PDF form, or a page for the browser."),
    ),
    "check": ("checking", Message("Check a finished card: is it right, where not, and what should it be?")),
    "card": ("checking", Message("Write an empty card file (CSV) to fill in, for sheetgen check.")),
    "score": ("scoring", Message("Tell what a roll is worth, and where it may go on a card that is partly filled.")),
    "odds": ("odds", Message("Say the odds of each box, and what a card comes to in the best play.")),
    "advise": ("advice", Message("Say what to keep or where to write, best first, and what other choices give away.")),
    "replay": ("advice", Message("Go through a game that was played: the luck of the dice, and what choices cost.")),
    "rulesets": ("house_rules", Message("List the rulesets there are.")),
    "show": ("house_rules", Message("Print the file of a ruleset.")),
    "new": ("house_rules", Message("Write a ruleset file to change: your house rules, or a game of your own.")),
    "validate": (
        "house_rules",
        Message("Say what is wrong with a ruleset file, and what in it is probably not meant."),
    ),
    "languages": ("translations", Message("List the languages there are.")),
    "language": ("translations", Message("Make sheetgen speak a language of yours.")),
    "reference": (
        "references",
        Message("Print the reference of ruleset files, their limits, cards and results, or commands, as Markdown."),
    ),
    "doctor": ("doctor", Message("Say how sheetgen stands on this machine, and why it picks what it picks.")),
}
"""Every command, its module and what it does, in the order of the help."""


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=Message("Print the version."))] = False,
) -> None:
    if version:
        print(f"sheetgen {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None and sys.stdin and sys.stdin.isatty() and sys.stdout.isatty():
        from sheetgen.cli.first_time import first_sheet

        first_sheet()
    elif context.invoked_subcommand is None:
        print(context.get_help())


def whole_program() -> Any:
    """The program with all of its commands."""
    return _program(COMMANDS)


def words_to_complete() -> list[str]:
    """The command line that a shell wants to complete; empty if none does."""
    if "_SHEETGEN_COMPLETE" not in os.environ:
        return []
    return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()[1:]


def _program(called: Iterable[str]) -> Any:
    """Return the program. Of commands that are not called it has the names and the help."""
    for name in called:
        import_module(f"sheetgen.cli.{COMMANDS[name][0]}")
    group: Any = typer.main.get_command(app)
    known = group.commands
    group.commands = {name: known.get(name) or Command(name) for name in COMMANDS}
    for name, (_, text) in COMMANDS.items():
        group.commands[name].help = text
    return group


def main(arguments: Sequence[str] | None = None) -> None:
    """Run sheetgen and exit: 0 if all is well, 1 if a card has findings, 2 if the command line or an input is wrong."""
    _prepare_output()
    arguments = _as_options(sys.argv[1:] if arguments is None else list(arguments))
    catalog, inputs = Catalog(ENGLISH), INPUTS.set(set())
    try:
        catalog = load_catalog(_language(arguments))
        if "--install-completion" in arguments:
            folders.in_home("~")  # where it is written to
        command = _program([word for word in (arguments or words_to_complete())[:1] if word in COMMANDS])
        if len(arguments) < 2 or {"-h", "--help"}.intersection(arguments):  # a group alone shows its help too
            translate(command, catalog)
        with _left_out(catalog):
            code = command.main(arguments, prog_name="sheetgen", standalone_mode=False) or FINE
        _mention_gaps(catalog)
        sys.exit(int(code))
    except SheetgenError as error:
        _complain(*map(catalog.error, error.faults if isinstance(error, FileError) else [error]))
    except TyperException as error:
        _complain(*usage_error(error, catalog))
    except (Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        _drop(sys.stdout)
        sys.exit(1)  # as Typer does where it sees it first
    except OSError as error:
        _drop(sys.stdout)
        why = Message("standard output is closed") if isinstance(error, UnsupportedOperation) else reason(error)
        _complain(catalog.error(SheetgenError("cannot write: %(reason)s", reason=why)))
    finally:
        INPUTS.reset(inputs)
        clean_up()


def _as_options(words: list[str]) -> list[str]:
    """Return the command line with options for the words that people try: ``help pdf`` is ``pdf --help``."""
    if words[:1] == ["help"]:
        return [*(word for word in words[1:] if word not in ("help", "version")), "--help"]
    return ["--version"] if words[:1] == ["version"] else words


def _prepare_output() -> None:
    """Escape what the terminal cannot show or give, and replace closed streams: writing an answer to one raises."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    for name, mode in (("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
        elif isinstance(getattr(sys, name), TextIOWrapper):
            getattr(sys, name).reconfigure(errors="backslashreplace")


@contextmanager
def _left_out(catalog: Catalog) -> Iterator[None]:
    """Say, when all is written, what was left out of it."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("default", LeftOut)
        yield
    sys.stdout.flush()
    for warning in found:
        if isinstance(warning.message, LeftOut):
            print(catalog.error(warning.message), file=sys.stderr)


def _mention_gaps(catalog: Catalog) -> None:
    """Say once that English stood in for what a language of the user's own does not have yet.

    A ruleset of the user's own can lack a word too; that is no fault of the language.
    """
    if catalog.language not in own_languages() or not catalog.has_gaps:
        return
    from sheetgen.i18n.po_file import check_po

    if check_po(folders.own_languages() / f"{catalog.language}.po", catalog.language).complaints:
        hint = catalog.message(
            "some words have no translation yet and are English; sheetgen language check %(language)s lists them",
            language=catalog.language,
        )
        print(hint, file=sys.stderr)


def _drop(stream: TextIO) -> None:
    """Let nothing more be written to standard output, or to that of errors, if it does not take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _language(arguments: Sequence[str]) -> str:
    """The language for help and errors: known before the arguments are understood."""
    pairs = zip(arguments, (*arguments[1:], ""), strict=False)
    asked = [after if word == "--lang" else word[7:] for word, after in pairs if word.split("=")[0] == "--lang"]
    for wanted, environ in ((asked[-1] if asked else None, os.environ), (None, {})):
        try:
            return choose_language(wanted and wanted.partition(",")[0], environ)
        except SheetgenError:
            continue
    raise AssertionError  # English is always there


def _complain(*lines: str) -> None:
    """Print what is wrong and exit with 2. Python would exit with 120 for what a stream does not take at the end."""
    for stream, text in ((sys.stdout, ""), (sys.stderr, "".join(f"{line}\n" for line in lines))):
        try:
            stream.write(text)
            stream.flush()
        except OSError:
            _drop(stream)
    sys.exit(2)
