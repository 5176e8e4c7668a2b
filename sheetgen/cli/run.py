"""Running the program: the language of its help and errors, its output, and its exit codes."""

import gc
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from typer.exceptions import Abort, TyperException

from sheetgen.cli.commands import program, words_to_complete
from sheetgen.cli.help import translate, usage_error
from sheetgen.cli.options import FINE
from sheetgen.errors import FileError, SheetgenError, reason
from sheetgen.i18n.catalog import ENGLISH, Catalog, choose_language, load_catalog, own_languages

WRONG = 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Run sheetgen and exit: 0 if all is well, 1 if a card has findings, 2 if the command line or an input is wrong."""
    _prepare_output()
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    catalog = Catalog(ENGLISH)
    try:
        catalog = load_catalog(_language(arguments))
        code = _run(arguments, catalog)
        _mention_gaps(catalog)
        sys.exit(code)
    except FileError as error:
        _complain(*map(catalog.error, error.faults))
    except SheetgenError as error:
        _complain(catalog.error(error))
    except TyperException as error:
        _complain(usage_error(error, catalog), catalog.message("sheetgen --help shows what there is"))
    except (Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)  # as Typer does where it sees it first
    except OSError as error:
        _drop_output()
        _complain(catalog.error(SheetgenError("cannot write: %(reason)s", reason=reason(error))))
    finally:
        gc.freeze()  # or the interpreter looks through all that is left when it ends, which takes a fifth of a run


def _prepare_output() -> None:
    """Let text that the terminal cannot show or give stand as escapes, and a closed stream take nothing."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
        elif isinstance(getattr(sys, name), TextIOWrapper):
            getattr(sys, name).reconfigure(errors="backslashreplace")


def _run(arguments: Sequence[str], catalog: Catalog) -> int:
    command = program(arguments or words_to_complete())
    if len(arguments) < 2 or "--help" in arguments:  # a group alone shows its help too
        translate(command, catalog)
    code = command.main(arguments, prog_name="sheetgen", standalone_mode=False) or FINE
    sys.stdout.flush()
    return int(code)


def _mention_gaps(catalog: Catalog) -> None:
    """Say once that English stood in for what a language of the user's own does not have yet.

    A ruleset of the user's own can lack a word too; that is no fault of the language.
    """
    if catalog.language not in own_languages() or not catalog.has_gaps:
        return
    from sheetgen.files import assets
    from sheetgen.i18n.po_file import check_po

    if check_po(assets.own_languages() / f"{catalog.language}.po", catalog.language).complaints:
        hint = catalog.message(
            "some words have no translation yet and are English; sheetgen language check %(language)s lists them",
            language=catalog.language,
        )
        print(hint, file=sys.stderr)


def _drop_output() -> None:
    """Let nothing more be written to a standard output that does not take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    for line in lines:
        print(line, file=sys.stderr)
    sys.exit(WRONG)
