"""Writing files so that a crash or a full disk leaves the old file or the new one, never half of one."""

import os
import secrets
import shutil
from pathlib import Path

from sheetgen.errors import SheetgenError, reason


def write_file(path: Path, content: bytes, replace: bool) -> None:
    """Write `content` to `path`, all or nothing; the folder must be there.

    A file of other content stays unless `replace` says so. Raises SheetgenError for that, and for a place where
    nothing can be written. Where `path` is a device or a pipe, the content goes into it.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        elif not target.exists() or (not _holds(target, content) and _may_replace(path, replace)):
            _write_beside(target, content)
    except OSError as error:
        raise SheetgenError("cannot write this file: %(reason)s", file=str(path), reason=reason(error)) from error


def _holds(path: Path, content: bytes) -> bool:
    return path.stat().st_size == len(content) and path.read_bytes() == content


def _may_replace(path: Path, replace: bool) -> bool:
    if not replace:
        raise SheetgenError(
            "a different file is there; replace it with --force, or choose another name", file=str(path)
        )
    return True


def _write_beside(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name[:200]}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
