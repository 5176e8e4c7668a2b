"""Batches: a line in, a line out, as they come."""

import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from io import BufferedReader
from pathlib import Path
from stat import S_ISREG
from typing import cast

from sheetgen.cards import Answered, Games
from sheetgen.cli.options import FINE, FOUND
from sheetgen.cli.output import write_bytes
from sheetgen.errors import Message, SheetgenError, reason, unknown
from sheetgen.files.writing import NEEDED
from sheetgen.i18n.catalog import Catalog
from sheetgen.rules import Ruleset
from sheetgen.rulesets import known_ids, load_ruleset

STANDARD_INPUT = "-"


def games(ruleset: str | None, catalog: Catalog) -> Games:
    """The games that the lines of a batch can be about."""
    return Games(load_by_name, catalog, load_ruleset(ruleset) if ruleset is not None else None)


def load_by_name(name: str) -> Ruleset:
    """The ruleset that a file or a line names: one that is found by its name, for a stranger's file opens no other."""
    if name not in known_ids():
        raise unknown(Message("ruleset"), name, known_ids())
    return load_ruleset(name)


def opened(name: str) -> AbstractContextManager[BufferedReader]:
    """A file, or standard input, byte by byte; not one that the answers go to, which would have no end."""
    if name == STANDARD_INPUT:
        return nullcontext(_apart(standard_input(), name))
    try:
        return _apart(Path(name).open("rb"), name)
    except OSError as error:
        raise SheetgenError("cannot read this file: %(reason)s", file=name, reason=reason(error)) from error


def _apart(stream: BufferedReader, name: str) -> BufferedReader:
    """The stream, if it is no file that standard output is written to as well."""
    with suppress(OSError):  # one of them is no file of the system's
        found = os.fstat(stream.fileno())
        if S_ISREG(found.st_mode) and os.path.samestat(found, os.fstat(1)):
            raise SheetgenError(NEEDED, file=name)
    return stream


def standard_input() -> BufferedReader:
    """The bytes of standard input; SheetgenError if it is closed."""
    if sys.stdin is None:
        raise SheetgenError("standard input is closed; name a file instead")
    return cast("BufferedReader", sys.stdin.buffer)


def write_answers(answers: Iterable[Answered]) -> int:
    """Write the answers as they come; gives the exit code."""
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
