"""Reading files that may be of any size, and writing them so that a crash leaves the old or the new one, never half."""

import filecmp
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from sheetgen.errors import Message, SheetgenError, reason

TAKEN = Message("a different file is there; replace it with --force, or choose another name")
"""Why a file was not written: the message of the SheetgenError."""
MOST_TOML = 1_000_000
"""The bytes of a TOML file at most."""


def read_file(path: Path, most: int) -> bytes:
    """What is in a file. Raises SheetgenError, naming it, if it cannot be read or has more than `most` bytes."""
    try:
        if path.exists() and not path.is_file():
            raise SheetgenError("this is no file; name a file", file=str(path))
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise SheetgenError("cannot read this file: %(reason)s", file=str(path), reason=reason(error)) from error
    except ValueError as error:  # a NUL in the name
        raise SheetgenError("cannot read this file: %(reason)s", file=str(path), reason=str(error)) from error
    if len(content) > most:
        raise SheetgenError("larger than %(limit)s MB; take a smaller one", file=str(path), limit=most // 1_000_000)
    return content


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file of 1 MB at most. Raises SheetgenError, naming it, if it is none."""
    import tomllib  # noqa: PLC0415 - few commands read one

    content = read_file(path, MOST_TOML)
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8", file=str(path)) from error
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SheetgenError("not a TOML file: %(reason)s; mend it there", file=str(path), reason=str(error)) from error


def write_file(path: Path, content: bytes, replace: bool) -> None:
    """Write `content` to `path` as `write_with` does."""
    write_with(path, lambda file: file.write(content), replace)


def write_with(path: Path, write: Callable[[BinaryIO], object], replace: bool) -> None:
    """Let `write` fill the file at `path`, all or nothing; the folder must be there.

    A file of other content stays unless `replace` says so. Raises SheetgenError for that, and for a place where
    nothing can be written. Where `path` is a device or a pipe, the content goes into it.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                write(file)
        else:
            _write_beside(path, Path(os.path.realpath(path)), write, replace)
    except OSError as error:
        raise SheetgenError("cannot write this file: %(reason)s", file=str(path), reason=reason(error)) from error


def check_free(path: Path, content: bytes) -> None:
    """Raise SheetgenError if something else is there, be it a file of other content or a folder."""
    if path.exists() and not (path.is_file() and path.read_bytes() == content):
        raise _taken(path)


def _taken(path: Path) -> SheetgenError:
    return SheetgenError(TAKEN, file=str(path))


def _write_beside(path: Path, target: Path, write: Callable[[BinaryIO], object], replace: bool) -> None:
    draft = target.with_name(f".{target.name[:200]}.{os.urandom(4).hex()}")
    try:
        with draft.open("xb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            if filecmp.cmp(draft, target, shallow=False):
                return
            if not replace:
                raise _taken(path)
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
