"""A file for each sheet: what they share is drawn once, and several processes write where that is sooner."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.cli.sheets import watched

if TYPE_CHECKING:
    from sheetgen.cli.print_job import Printing
    from sheetgen.pdf import Metadata

_PART = 250
"""So many files are written by a process before it says how far it is."""
_WORTH = 1_000
"""From so many files on, several processes are sooner than one."""


def write_files(printing: "Printing", metadata: "Metadata", folder: Path, force: bool) -> None:
    """Write each sheet to a file of its own, called after its number, and say where they went.

    Raises SheetgenError for a file that cannot be written; those before it are there.
    """
    count, catalog = len(printing.job.cards), printing.wording.catalog
    parts = [range(first, min(first + _PART, count)) for first in range(0, count, _PART)]
    work = partial(_write_part, printing, metadata, folder, force)
    for _ in watched(_spread(work, parts, count), len(parts), catalog):
        pass
    print(catalog.number_message(...))
