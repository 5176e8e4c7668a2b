"""Writing files so that a crash leaves the old ones or the new ones, never half; JSON and lines of CSV that do no harm.

What is written grows in a folder of drafts beside its place, and is moved when all of it is finished. Drafts whose
writer was killed go when the file is written again.
"""

import errno
import filecmp
import os
import re
import shutil
import signal
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import time
from typing import BinaryIO

from sheetgen.errors import Message, SheetgenError, escaped, reason
from sheetgen.files.input import NEEDED, is_input, neutralised

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

TAKEN = Message("a different file is there; replace it with --force, or choose another name")
"""Why a file was not written: the message of the SheetgenError."""
ENDING = [each for each in signal.Signals if each.name in ("SIGINT", "SIGTERM", "SIGHUP")]
"""Signals that end the program. Windows has no SIGHUP."""
_DRAFTS: set[Path] = set()
"""Folders of drafts that exist now."""
_FOLDERS: list[Path] = []
"""Folders that this run has made, inner ones first."""
_PATIENCE = 60
"""Without locks, drafts that were not touched for so many seconds are nobody's."""
_MANY = 20
"""So many files reach the disk together, for each by itself takes a hundred times as long."""

Content = bytes | Callable[[BinaryIO], object]
"""What is in a file, or what writes it."""

_UNUSUAL = "[^\x00-\x7e\xa0-\xac\xae-\u024f\u2010-\u2027\u202f]"
"""What may be no letter that is seen."""
_ASCII = bytes(range(0x7F))


def write_all(files: Iterable[tuple[Path, Content]], replace: bool) -> None:
    """Write files one after the other, all or none of them; their folders must be there.

    A file of other content stays unless `replace` says so. Raises SheetgenError for that, for a place where nothing
    can be written, and for one that this run needs for something else. A device or a pipe gets its content at once.
    """
    with ExitStack() as stack:
        drafts = []
        for path, content in files:
            with placed(path):
                draft, target = path, Path(os.path.realpath(path))
                if target.is_file() or not path.exists():
                    draft = stack.enter_context(folder_for(target.parent, target.name)) / target.name
                    drafts.append((draft, target, path))
                with draft.open("wb") as file:
                    file.write(content) if isinstance(content, bytes) else content(file)
        put(drafts, replace)


def check_place(path: Path, replace: bool) -> None:
    """SheetgenError where there is no folder, or a file that stays: before people are asked for what goes there."""
    with placed(path):
        path.parent.stat()
    if path.is_file() and not replace:
        raise SheetgenError(TAKEN, file=str(path))


@contextmanager
def placed(path: Path) -> Iterator[None]:
    """Say of this file what the system refuses."""
    try:
        yield
    except OSError as error:
        why: object = reason(error)
        if isinstance(error, FileNotFoundError) and not path.parent.exists():
            why = SheetgenError("there is no folder '%(name)s'; make it, or choose another one", name=str(path.parent))
        raise SheetgenError("cannot write this file: %(reason)s", file=str(path), reason=why) from error


@contextmanager
def folder_for(folder: Path, name: str) -> Iterator[Path]:
    """A folder in this one for drafts of what has this name; it goes afterwards, and so do those of killed runs."""
    start = f".sheetgen-{zlib.crc32(os.fsencode(name)):08x}-"  # the name itself may be too long for that
    _sweep(folder, start)
    while True:
        drafts = folder / f"{start}{os.urandom(8).hex()}"
        _DRAFTS.add(drafts)
        try:
            drafts.mkdir()
            with _held(drafts, wait=True):
                if drafts.is_dir():  # else somebody swept it away before it was held
                    yield drafts
                    return
        finally:
            shutil.rmtree(drafts, ignore_errors=True)
            _DRAFTS.discard(drafts)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it. `clean_up` removes those that are still empty when the run ends."""
    _FOLDERS[:0] = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    folder.mkdir(parents=True, exist_ok=True)


def clean_up() -> None:
    """Remove unfinished drafts, and folders of this run in which nothing was written."""
    for drafts in list(_DRAFTS):
        shutil.rmtree(drafts, ignore_errors=True)
    while _FOLDERS:
        with suppress(OSError, ValueError):  # ValueError: a NUL in the name
            _FOLDERS.pop(0).rmdir()


def put(drafts: Sequence[tuple[Path, Path, Path]], replace: bool) -> None:
    """Move each draft to its target, which is called `path`: none before all are on the disk and may be moved.

    Raises SheetgenError as `write_all` does.
    """
    together = len(drafts) >= _MANY and sys.platform == "linux"  # elsewhere this does not wait, or is not there
    if together:
        os.sync()
    moves, targets = [], set()
    for draft, target, path in drafts:
        with placed(path):
            if not together:
                _sync(draft, os.O_RDWR)
            if target in targets:
                raise SheetgenError(NEEDED, file=str(path))
            targets.add(target)
            if not _is_there(draft, target, path, replace):
                moves.append((draft, target, path))
    with _undisturbed():
        for draft, target, path in moves:
            with placed(path):
                _move(draft, target, path, replace)
        for folder in {target.parent for _, target, _ in moves}:
            with suppress(OSError):  # not every system has this, and not every folder can be opened
                _sync(folder, os.O_RDONLY)


def _sync(path: Path, how: int) -> None:
    """Have a file, or the names in a folder, reach the disk."""
    opened = os.open(path, how)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _is_there(draft: Path, target: Path, path: Path, replace: bool) -> bool:
    """Whether what is in a draft is in its place already; SheetgenError if something else is, and stays."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    if not os.path.lexists(target):
        return False
    if target.exists() and filecmp.cmp(draft, target, shallow=False):
        return True
    if not replace or is_input(target):
        raise SheetgenError(NEEDED if replace else TAKEN, file=str(path))
    return False


def _move(draft: Path, target: Path, path: Path, replace: bool) -> None:
    """Put a draft in its place; without `replace` what came there only now stays."""
    try:
        if replace:
            with suppress(FileNotFoundError):
                shutil.copymode(target, draft)
            draft.replace(target)
        elif os.name == "nt":
            draft.rename(target)  # which replaces nothing there
        else:
            _create(draft, target)
    except FileExistsError:
        if not _is_there(draft, target, path, replace):
            raise


def _create(draft: Path, target: Path) -> None:
    """Put a draft where nothing is; FileExistsError if something is."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a disk where files have one name, such as FAT
        os.close(os.open(target, os.O_CREAT | os.O_EXCL))
        draft.replace(target)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold back the signals that end the program."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _held(drafts: Path, *, wait: bool) -> Iterator[bool]:
    """Hold a folder of drafts, so that nobody sweeps it away; gives whether nobody else does."""
    if not fcntl:
        yield time() - max(each.stat().st_mtime for each in (drafts, *drafts.iterdir())) > _PATIENCE
        return
    lock, free = -1, False
    try:
        with suppress(OSError):  # it has gone by now, or its disk has no locks
            lock = os.open(drafts, os.O_RDONLY)
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            free = True
        yield free
    finally:
        if lock >= 0:
            os.close(lock)


def _sweep(folder: Path, start: str) -> None:
    """Take away the drafts that nobody writes any more: those of killed runs."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            is_ours = entry.name.startswith(start) and len(entry.name) == len(start) + 16
            if is_ours and entry.is_dir(follow_symlinks=False):
                with suppress(OSError), _held(Path(entry), wait=False) as free:
                    if free:
                        shutil.rmtree(entry, ignore_errors=True)


def json_answer(content: bytes) -> bytes:
    """JSON with control characters and the like as escapes, as `escaped` has them in texts: it says the same."""
    if not re.search(_UNUSUAL, content.translate(None, _ASCII).decode()):
        return content
    import json  # noqa: PLC0415 - a sheet does without

    def written(found: re.Match[str]) -> str:
        return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]

    return re.sub(_UNUSUAL, written, content.decode()).encode()


def csv_lines(rows: Iterable[Iterable[object]], delimiter: str = ",") -> str:
    """Return lines of CSV, each with its line end, that are safe in a spreadsheet whatever separator it takes.

    Texts are `neutralised`, and in quotes if any separator is in them; control characters are escapes.
    """
    return "".join(delimiter.join(map(_cell, row)) + "\n" for row in rows)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str) or not value or value.isalnum():  # most cells
        return "" if value is None else str(value)
    text = neutralised(escaped(value))
    return '"' + text.replace('"', '""') + '"' if re.search('[,;\t"]', text) else text
