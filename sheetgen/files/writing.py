"""Writing files so that a crash leaves the old one or the new one, never half; and lines of CSV without formulas.

What is written grows in a draft beside the file. A draft whose writer was killed goes when the file is written again.
"""

import filecmp
import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from time import time
from typing import BinaryIO

from sheetgen.errors import Message, SheetgenError, escaped, reason
from sheetgen.files.reading import is_formula

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

TAKEN = Message("a different file is there; replace it with --force, or choose another name")
"""Why a file was not written: the message of the SheetgenError."""
_PATIENCE = 60
"""Without locks, a draft that was not touched for so many seconds is nobody's."""


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
            return
        target = Path(os.path.realpath(path))
        start = _start(target.name)
        _sweep(target.parent, start)
        with _draft(target.parent, start) as (draft, file):
            write(file)
            file.flush()
            os.fsync(file.fileno())
            _move(draft, file, path, target, replace)
    except OSError as error:
        raise SheetgenError("cannot write this file: %(reason)s", file=str(path), reason=reason(error)) from error


def write_many(folder: Path, files: Iterable[tuple[str, bytes]], replace: bool) -> None:
    """Write files of these names into a folder, each as `write_with` does.

    They reach the disk together when all are written, not each for itself: that takes a hundred times as long.
    """
    start = _start("")
    _sweep(folder, start)
    for name, content in files:
        path = folder / name
        try:
            with _draft(folder, start) as (draft, file):
                file.write(content)
                _move(draft, file, path, path, replace)
        except OSError as error:
            raise SheetgenError("cannot write this file: %(reason)s", file=str(path), reason=reason(error)) from error
    if hasattr(os, "sync"):
        os.sync()


def check_free(path: Path, content: bytes) -> None:
    """Raise SheetgenError if something else is there, be it a file of other content or a folder."""
    if path.exists() and not (path.is_file() and path.read_bytes() == content):
        raise SheetgenError(TAKEN, file=str(path))


def _start(name: str) -> str:
    """How the names of the drafts of a file begin; its own name may be too long for that."""
    return f".sheetgen-{zlib.crc32(os.fsencode(name)):08x}-"


def _move(draft: Path, file: BinaryIO, path: Path, target: Path, replace: bool) -> None:
    """Put a finished draft in its place; `path` is what the place is called."""
    file.flush()
    if not fcntl:
        file.close()  # Windows moves no file that is open
    if target.exists():
        if filecmp.cmp(draft, target, shallow=False):
            return
        if not replace:
            raise SheetgenError(TAKEN, file=str(path))
        shutil.copymode(target, draft)
    draft.replace(target)


@contextmanager
def _draft(folder: Path, start: str) -> Iterator[tuple[Path, BinaryIO]]:
    """A new file to write to, held as long as it is needed; it is gone after that, if it was not moved."""
    while True:
        draft = folder / f"{start}{os.urandom(8).hex()}"
        try:
            with draft.open("xb") as file:
                _hold(file, wait=True)
                if os.fstat(file.fileno()).st_nlink:  # else somebody swept it away before it was held
                    yield draft, file
                    return
        finally:
            draft.unlink(missing_ok=True)


def _hold(file: BinaryIO, *, wait: bool) -> bool:
    """Take the lock of a file, where there are locks; gives whether it was taken."""
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _sweep(folder: Path, start: str) -> None:
    """Take away the drafts of one file that nobody writes any more: those of killed runs."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(start) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _sweep_away(Path(entry))


def _sweep_away(draft: Path) -> None:
    if not fcntl:
        if time() - draft.stat().st_mtime > _PATIENCE:
            draft.unlink()
        return
    with draft.open("rb") as file:
        if _hold(file, wait=False):
            draft.unlink(missing_ok=True)


def csv_line(cells: Iterable[object], delimiter: str = ",") -> str:
    """A line of CSV with its line end.

    A text that looks like a formula gets a ' in front, and control characters stand as escapes.
    """
    import csv  # noqa: PLC0415 - a sheet does without

    buffer = StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerow([_safe(cell) for cell in cells])
    return buffer.getvalue()


def _safe(cell: object) -> object:
    if isinstance(cell, str):
        return f"'{escaped(cell)}" if is_formula(cell) else escaped(cell)
    return str(cell).lower() if isinstance(cell, bool) else cell
