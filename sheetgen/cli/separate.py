"""A file for each sheet: what they share is drawn once, and where there are many, several processes write them."""

from functools import partial
from pathlib import Path

from sheetgen.cli.output import with_progress
from sheetgen.documents.sheets import SheetJob
from sheetgen.files.writing import draft_folder, placed, put
from sheetgen.i18n.catalog import Catalog

_PART = 250
"""So many files are written before it is said how far it is."""
_WORTH = 1_000
"""From so many files on, several processes are sooner than one."""


def write_files(job: SheetJob, folder: Path, force: bool, catalog: Catalog) -> None:
    """Write each sheet to a file of its own, called after the folder and its number, and report where they are.

    Raises SheetgenError for a file that cannot be written; then there is none.
    """
    from sheetgen.documents.apart import spread

    count = len(job.job.cards)
    parts = [range(first, min(first + _PART, count)) for first in range(0, count, _PART)]
    with draft_folder(folder) as drafts:
        write = partial(_write_part, job, drafts, folder)
        for _ in with_progress(spread(write, parts) if count >= _WORTH else map(write, parts), len(parts), catalog):
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
