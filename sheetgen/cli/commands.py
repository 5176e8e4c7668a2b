"""The program: its commands, the language of its help and errors, its output, and its exit codes.

A command is imported when it is called: to import all of them takes 0.3 s. A start makes many
objects and hardly any garbage: a search for garbage takes a tenth of a run, and one more at the end
takes a fifth. Both are switched off.
"""

import atexit
import gc
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper, UnsupportedOperation
from typing import Annotated, Any, TextIO

import typer
from typer.exceptions import Abort, TyperException

from sheetgen import __version__
from sheetgen.cli.parameters import NOTHING_FOUND, Command, Help, HelpAll, app
from sheetgen.errors import FileError, LeftOut, Message, SheetgenError, reason
from sheetgen.files import folders
from sheetgen.files.disk import INPUTS, clean_up
from sheetgen.i18n.catalog import (
    ENGLISH,
    Catalog,
    choose_language,
    load_catalog,
    own_languages,
    system_language,
)

gc.set_threshold(100_000)
atexit.register(gc.freeze)
EVERYDAY, MORE = Message("Everyday commands"), Message("More commands")
COMMANDS = {
    "pdf": ("sheet_commands", EVERYDAY, Message("Print score sheets as a PDF.")),
    "rules": ("kit_commands", EVERYDAY, Message("Print a rules booklet.")),
    "form": (
        "kit_commands",
        EVERYDAY,
        Message("Make a calculator: a PDF form, or a page for the phone."),
    ),
    "kit": (
        "kit_commands",
        EVERYDAY,
        Message("Make sheets, rules and calculators for one game night."),
    ),
    "play": (
        "playing",
        EVERYDAY,
        Message("Play at one table: all phones and a screen show the same game."),
    ),
    "check": (
        "checking",
        EVERYDAY,
        Message("Check a finished card: numbers, a file, a filled form or a photo."),
    ),
    "score": ("checking", EVERYDAY, Message("Show what a roll is worth.")),
    "rulesets": ("installation", EVERYDAY, Message("List the games.")),
    "card": ("checking", MORE, Message("Write an empty card file.")),
    "odds": ("odds", MORE, Message("Show the odds of each box, and the value of best play.")),
    "advise": ("odds", MORE, Message("Show the best dice to keep, or the best box.")),
    "replay": ("odds", MORE, Message("Rate the luck and the choices of a finished game.")),
    "new": ("installation", MORE, Message("Start a ruleset file: house rules, or a new game.")),
    "validate": ("installation", MORE, Message("Check a ruleset file.")),
    "show": ("installation", MORE, Message("Print a ruleset file.")),
    "languages": ("installation", MORE, Message("List the languages.")),
    "language": ("installation", MORE, Message("Add or update a translation.")),
    "reference": ("installation", MORE, Message("Print the reference of files and commands.")),
    "doctor": (
        "installation",
        MORE,
        Message("Show the installation, optional features and defaults."),
    ),
}
"""Every command with its module, its heading in the help, and its purpose, in the order of the
help."""


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=Message("Show the version."))] = False,
    help_all: HelpAll = False,
    show_help: Help = False,
) -> None:
    if version:
        print(f"sheetgen {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if sys.stdin and sys.stdin.isatty() and sys.stdout.isatty():
        from sheetgen.cli.sheet_commands import first_sheet

        first_sheet()
    else:
        print(context.get_help())


def whole_program() -> Any:
    """Return the program with all of its commands."""
    return _program(COMMANDS)


def words_to_complete() -> list[str]:
    """Return the words of the command line that a shell wants to complete.

    None if no shell does.
    """
    if "_SHEETGEN_COMPLETE" not in os.environ:
        return []
    return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()[1:]


def _program(called: Iterable[str]) -> Any:
    """Return the program with the commands that are called, and names and help of the others."""
    for name in called:
        import_module(f"sheetgen.cli.{COMMANDS[name][0]}")
    group: Any = typer.main.get_command(app)
    known = group.commands
    group.commands = {name: known.get(name) or Command(name) for name in COMMANDS}
    for name, (_, heading, text) in COMMANDS.items():
        group.commands[name].rich_help_panel = heading
        group.commands[name].help = text
    return group


def main(arguments: Sequence[str] | None = None) -> None:
    """Run sheetgen and exit.

    0 if all is well, 1 if a card has findings, 2 if the command line or an input is wrong.
    """
    _prepare_output()
    arguments = _as_options(sys.argv[1:] if arguments is None else list(arguments))
    catalog = Catalog(ENGLISH)
    inputs = INPUTS.set(set())
    try:
        catalog = load_catalog(_language(arguments))
        if "--install-completion" in arguments:
            folders.in_home("~")  # where it is written to
        first = (arguments or words_to_complete())[:1]
        command = _program([word for word in first if word in COMMANDS])
        with _left_out(catalog):
            code = command.main(arguments, prog_name="sheetgen", standalone_mode=False, obj=catalog)
        _mention_gaps(catalog)
        sys.exit(int(code or NOTHING_FOUND))
    except SheetgenError as error:
        _complain(*_lines_of(error, arguments, catalog))
    except TyperException as error:
        from sheetgen.cli.usage import usage_error

        _complain(*usage_error(error, catalog))
    except (Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        _drop(sys.stdout)
        sys.exit(1)  # as Typer does where it sees it first
    except OSError as error:
        _drop(sys.stdout)
        why = reason(error)
        if isinstance(error, UnsupportedOperation):
            why = Message("standard output is closed")
        _complain(catalog.error(SheetgenError("cannot write: %(reason)s", reason=why)))
    finally:
        INPUTS.reset(inputs)
        clean_up()


def _lines_of(error: SheetgenError, words: Sequence[str], catalog: Catalog) -> list[str]:
    """Return what is wrong and, on a terminal, what to type instead of these words."""
    faults = error.faults if isinstance(error, FileError) else [error]
    lines = [*map(catalog.error, faults)]
    if error.cures and sys.stderr.isatty():
        from sheetgen.cli.usage import corrected

        if line := corrected(words, error.cures[0], str(error.values.get("written", ""))):
            lines.append(catalog.message("Type instead: %(line)s", line=line))
    return lines


def _as_options(words: list[str]) -> list[str]:
    """Return the command line with options instead of the words that people try.

    ``help pdf`` is ``pdf --help``.
    """
    if words[:1] == ["help"]:
        return [*(word for word in words[1:] if word not in ("help", "version")), "--help"]
    return ["--version"] if words[:1] == ["version"] else words


def _prepare_output() -> None:
    """Escape what the terminal cannot show, and replace closed streams: a write to one raises."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    for name, mode in (("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # the stream stays open
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(getattr(sys, name), TextIOWrapper):
            getattr(sys, name).reconfigure(errors="backslashreplace")


@contextmanager
def _left_out(catalog: Catalog) -> Iterator[None]:
    """Print, at the end, what was left out of the document."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default", LeftOut)
        yield
    sys.stdout.flush()
    for warning in caught:
        if isinstance(warning.message, LeftOut):
            print(catalog.error(warning.message), file=sys.stderr)


def _mention_gaps(catalog: Catalog) -> None:
    """Print once that English replaces what the user's own language does not translate yet.

    A word that only the user's own ruleset lacks does not count.
    """
    if catalog.language not in own_languages() or not catalog.has_gaps:
        return
    from sheetgen.i18n.po_file import check_po

    file = folders.own_languages() / f"{catalog.language}.po"
    if check_po(file, catalog.language).complaints:
        hint = catalog.message(
            "some words have no translation yet and are English; sheetgen language check "
            "%(language)s lists them",
            language=catalog.language,
        )
        print(hint, file=sys.stderr)


def _drop(stream: TextIO) -> None:
    """Discard further output to a stream that refuses it: standard output, or that of errors."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _language(arguments: Sequence[str]) -> str:
    """Return the language for help and errors, which is needed before the arguments are parsed."""
    named = None
    for word, following in zip(arguments, (*arguments[1:], ""), strict=False):
        option, _, value = word.partition("=")
        if option == "--lang":
            languages = following if word == "--lang" else value
            named = languages.partition(",")[0]
    for language in (named, None):
        with suppress(SheetgenError):  # an unknown language, which the command reports
            return choose_language(language, os.environ)
    return system_language(os.environ)[0]


def _complain(*lines: str) -> None:
    """Print what is wrong and exit with 2.

    Python itself would exit with 120 if a stream refuses the last output.
    """
    for stream, text in ((sys.stdout, ""), (sys.stderr, "".join(f"{line}\n" for line in lines))):
        try:
            stream.write(text)
            stream.flush()
        except OSError:
            _drop(stream)
    sys.exit(2)
