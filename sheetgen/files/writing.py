"""Writing files: all of a run or none, each whole or not at all. JSON and lines of CSV that do no harm.

A file is written as a draft in a temporary folder beside its target. When all files of a run are finished, they are
moved to their targets. A run that is killed may leave a folder ``.sheetgen-…`` behind.
"""

import errno
import filecmp
import os
import re
import shutil
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sheetgen.errors import Message, SheetgenError, escaped, reason
from sheetgen.files.input import NEEDED, is_input, neutralised

TAKEN = Message("a different file is there; replace it with --force, or choose another name")
"""Message of the SheetgenError for an existing file."""
ENDING = [each for each in signal.Signals if each.name in ("SIGINT", "SIGTERM", "SIGHUP")]
"""Signals that end the program. Windows has no SIGHUP."""
_DRAFTS: set[Path] = set()
"""Folders with drafts that exist now."""
_FOLDERS: list[Path] = []
"""Folders that this run has made, inner ones first."""

Content = bytes | Callable[[BinaryIO], object]
"""Content of a file, or a function that writes it."""

_UNUSUAL = "[^\x00-\x7e\xa0-\xac\xae-\u024f\u2010-\u2027\u202f]"
"""Characters that may be invisible: all but ASCII, Latin letters and common punctuation."""
_ASCII = bytes(range(0x7F))


def write_all(files: Iterable[tuple[Path, Content]], replace: bool) -> None:
    """Write files one after the other, all or none of them; their folders must exist.

    An existing file with other content is kept unless `replace` is set. Raise SheetgenError for such a file, for a
    place where nothing can be written, and for a file that this run has read. Devices and pipes are written at once.
    """
    with ExitStack() as stack:
        drafts = []
        for path, content in files:
            with placed(path):
                draft, target = path, Path(os.path.realpath(path))
                if target.is_file() or not path.exists():
                    draft = stack.enter_context(draft_folder(target.parent)) / "draft"
                    drafts.append((draft, target, path))
                with draft.open("wb") as file:
                    file.write(content) if isinstance(content, bytes) else content(file)
        put(drafts, replace)


def check_place(path: Path, replace: bool) -> None:
    """Raise SheetgenError if `write_all` would refuse this path: it has no folder, or a file that is kept."""
    with placed(path):
        path.parent.stat()
    if path.is_file() and not replace:
        raise SheetgenError(TAKEN, file=str(path))


@contextmanager
def placed(path: Path) -> Iterator[None]:
    """Turn an OSError into a SheetgenError that names this file."""
    try:
        yield
    except OSError as error:
        why: object = reason(error)
        if isinstance(error, FileNotFoundError) and not path.parent.exists():
            why = SheetgenError("there is no folder '%(name)s'; make it, or choose another one", name=str(path.parent))
        raise SheetgenError("cannot write this file: %(reason)s", file=str(path), reason=why) from error


@contextmanager
def draft_folder(folder: Path) -> Iterator[Path]:
    """Make a temporary folder for drafts inside a folder, and remove it at the end."""
    drafts = folder / f".sheetgen-{os.urandom(8).hex()}"
    _DRAFTS.add(drafts)
    try:
        drafts.mkdir()
        yield drafts
    finally:
        shutil.rmtree(drafts, ignore_errors=True)
        _DRAFTS.discard(drafts)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents. `clean_up` removes those that are still empty when the run ends."""
    _FOLDERS[:0] = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    folder.mkdir(parents=True, exist_ok=True)


def clean_up() -> None:
    """Remove unfinished drafts, and folders of this run that are still empty."""
    for drafts in list(_DRAFTS):
        shutil.rmtree(drafts, ignore_errors=True)
    while _FOLDERS:
        with suppress(OSError, ValueError):  # ValueError: a NUL in the name
            _FOLDERS.pop(0).rmdir()


def put(drafts: Sequence[tuple[Path, Path, Path]], replace: bool) -> None:
    """Move drafts to their targets, once all are on the disk and all may be moved.

    Each item is the draft, its target, and the path as the user wrote it. Raise SheetgenError as `write_all` does.
    """
    moves, targets = [], set()
    for draft, target, path in drafts:
        with placed(path):
            with draft.open("rb+") as file:  # a full disk may refuse only now
                os.fsync(file.fileno())
            if target in targets:
                raise SheetgenError(NEEDED, file=str(path))
            targets.add(target)
            if not _is_there(draft, target, path, replace):
                moves.append((draft, target, path))
    with _undisturbed():
        for draft, target, path in moves:
            with placed(path):
                _move(draft, target, path, replace)


def _is_there(draft: Path, target: Path, path: Path, replace: bool) -> bool:
    """Check whether the target has the draft's content. Raise SheetgenError if it has another one that is kept."""
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
    """Move a draft to its target. Without `replace`, keep a file that was made there in the meantime."""
    if replace:
        with suppress(FileNotFoundError):
            shutil.copymode(target, draft)
        draft.replace(target)
        return
    try:
        _create(draft, target)
    except FileExistsError:
        if not _is_there(draft, target, path, replace):
            raise


def _create(draft: Path, target: Path) -> None:
    """Move a draft to a new file. Raise FileExistsError if there is one."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a disk without links, such as FAT
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


def json_answer(content: bytes) -> bytes:
    """Return equivalent JSON with control characters and other invisible ones as escapes."""
    if not re.search(_UNUSUAL, content.translate(None, _ASCII).decode()):
        return content
    import json  # noqa: PLC0415 - a sheet does without

    def written(found: re.Match[str]) -> str:
        return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]

    return re.sub(_UNUSUAL, written, content.decode()).encode()


def csv_lines(rows: Iterable[Iterable[object]], delimiter: str = ",") -> str:
    """Return lines of CSV that are safe in a spreadsheet, whichever separator it assumes.

    Texts are `neutralised`, and quoted if they contain any separator. Control characters are escaped.
    """
    return "".join(delimiter.join(map(_cell, row)) + "\n" for row in rows)


def _cell(value: object) -> str:
    """Return a value as a cell of CSV."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str) or not value or value.isalnum():  # most cells
        return "" if value is None else str(value)
    text = neutralised(escaped(value))
    return '"' + text.replace('"', '""') + '"' if re.search('[,;\t"]', text) else text
