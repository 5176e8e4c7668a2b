"""A file for each sheet: what they share is drawn once, and where there are many, several processes write them."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import Any

from sheetgen.cli.output import with_progress
from sheetgen.documents.sheets import SheetJob
from sheetgen.files.writing import folder_for, placed, put
from sheetgen.i18n.catalog import Catalog

Work = Callable[[range], None]
_PART = 250
"""So many files are written before it is said how far it is."""
_WORTH = 1_000
"""From so many files on, several processes are sooner than one."""


def write_files(job: SheetJob, folder: Path, force: bool, catalog: Catalog) -> None:
    """Write each sheet to a file of its own, called after the folder and its number, and report where they are.

    Raises SheetgenError for a file that cannot be written; then there is none.
    """
    count = len(job.job.cards)
    parts = [range(first, min(first + _PART, count)) for first in range(0, count, _PART)]
    with folder_for(folder, "") as drafts:
        for _ in with_progress(_done(partial(_write_part, job, drafts, folder), parts, count), len(parts), catalog):
            pass
        put([(draft, folder / draft.name, folder / draft.name) for draft in sorted(drafts.iterdir())], force)
    print(
        catalog.plural(
            "separate", "wrote %(n)s file: %(folder)s", "wrote %(n)s files: %(folder)s", count, folder=folder
        )
    )


def _write_part(job: SheetJob, drafts: Path, folder: Path, numbers: range) -> None:
    """Write drafts of the sheets of these numbers, which begin at 0, for this folder."""
    digits = len(str(len(job.job.cards)))
    for number, content in zip(numbers, job.each(numbers), strict=True):
        name = f"{folder.name}-{number + 1:0{digits}}.pdf"
        with placed(folder / name):
            (drafts / name).write_bytes(content)


def _done(work: Work, parts: Sequence[range], count: int) -> Iterator[None]:
    """Each part, as it is done; in processes of their own where that is sooner and the system can divide one."""
    if count < _WORTH or not hasattr(os, "fork") or (os.cpu_count() or 1) == 1:
        yield from map(work, parts)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    _work.append(work)
    with ProcessPoolExecutor(mp_context=get_context("fork"), initializer=_begin) as pool:
        try:
            yield from pool.map(_do, parts)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


_work: list[Work] = []
"""What a process of its own does: there when it is divided from this one, since it is too large to be sent."""


def _begin() -> None:
    """Leave Ctrl-C to the process that waits for this one, and do not outlive it."""
    from multiprocessing import parent_process

    def end_after(parent: Any) -> None:
        parent.join()
        os._exit(1)

    signal(SIGINT, SIG_IGN)
    Thread(target=end_after, args=[parent_process()], daemon=True).start()


def _do(part: range) -> None:
    _work[-1](part)
