"""A look at a finished PDF: a picture of its first page, and the command that made it."""

import shlex
from io import BytesIO
from pathlib import Path

import pypdfium2

from sheetgen.errors import SheetgenError
from sheetgen.files.storage import read_file
from sheetgen.pdf.reading import subject_of

MAX_BYTES = 200_000_000
_LONGEST = 100_000
"""No command has more letters."""
_RESOLUTION = 110
"""Dots per inch."""
_LARGEST = 4000
"""No picture is wider or higher, in dots."""


def picture_of(path: Path) -> bytes:
    """The first page of a PDF as a PNG."""
    document = pypdfium2.PdfDocument(read_file(path, MAX_BYTES))
    page = document[0]
    scale = min(_RESOLUTION / 72, _LARGEST / max(page.get_size()))
    buffer = BytesIO()
    page.render(scale=scale).to_pil().save(buffer, "PNG", optimize=False)
    return buffer.getvalue()


def command_in(path: Path) -> list[str]:
    """The words after ``sheetgen`` of the command that made a PDF; SheetgenError if it does not say."""
    content = read_file(path, MAX_BYTES)
    try:
        words = shlex.split(subject_of(content)[:_LONGEST])
    except SheetgenError as error:
        raise error.placed(str(path)) from error
    except ValueError as error:  # a quote that stays open
        raise SheetgenError("not a PDF that can be read; save it again in your viewer", file=str(path)) from error
    if words[:1] != ["sheetgen"] or len(words) < 2:
        raise SheetgenError("this PDF does not say how sheetgen made it; print it with sheetgen pdf", file=str(path))
    return words[1:]
