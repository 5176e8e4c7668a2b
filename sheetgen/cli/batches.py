"""Batches on the command line: their games, input and output."""

import shlex
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from io import BufferedReader
from pathlib import Path
from typing import cast

from sheetgen.cards.batches import Answered, Explain, Games
from sheetgen.cli.output import write_bytes
from sheetgen.cli.parameters import FINE, FOUND
from sheetgen.errors import SheetgenError, reason
from sheetgen.files.input import note_input
from sheetgen.i18n.catalog import Catalog
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import is_path, known_id, known_ids, unknown_ruleset

STANDARD_INPUT = "-"
"""File name that stands for standard input."""


def games(ruleset: str | None, catalog: Catalog, explain: Explain = None) -> Games:
    """Return the games that the lines of a batch may name, with that of --ruleset as their default."""
    default = load_ruleset(ruleset) if ruleset is not None else None
    return Games(lambda name: load_by_name(known_id(name)), catalog, default, explain)


def load_by_name(name: str, file: str = "") -> Ruleset:
    """Load the ruleset that a file or line names, but no ruleset file: a stranger's file may not open others."""
    if name in known_ids():
        return load_ruleset(name)
    raise SheetgenError(
        "%(reason)s; for a game in a file of yours say --ruleset %(path)s", file=file, reason=unknown_ruleset(name),
        path=shlex.quote(name if is_path(name) else f"./{name}.toml"),
    )  # fmt: skip


def opened(name: str) -> AbstractContextManager[BufferedReader]:
    """Open a file, or standard input for ``-``, for reading bytes."""
    if name == STANDARD_INPUT:
        return nullcontext(standard_input())
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - the caller closes it
        note_input(stream.fileno(), name)
        return stream
    except OSError as error:
        raise SheetgenError("cannot read this file: %(reason)s", file=name, reason=reason(error)) from error


def standard_input() -> BufferedReader:
    """Return standard input as a stream of bytes. Raise SheetgenError if it is closed."""
    if sys.stdin is None:
        raise SheetgenError("standard input is closed; name a file instead")
    with suppress(OSError):  # it has no file number
        note_input(sys.stdin.fileno(), STANDARD_INPUT)
    return cast("BufferedReader", sys.stdin.buffer)


def write_answers(answers: Iterable[Answered]) -> int:
    """Write the answers as they come, and return the exit code."""
    found, came = 0, False
    for content, wrong in answers:
        write_bytes(content)
        came = came or bool(content)
        found += wrong
    if not came:
        raise SheetgenError(
            "nothing came in: there is not one line to answer; give a card or roll on each line", key="--batch"
        )
    return FOUND if found else FINE
