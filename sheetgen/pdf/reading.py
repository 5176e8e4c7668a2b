"""Reading of PDFs: their metadata, fields and pages.

A stranger's small file can ask for any amount of memory and time, so everything is read within
limits.
"""

import logging
import shlex
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.errors import SheetgenError
from sheetgen.files.disk import read_file

if TYPE_CHECKING:
    from pypdf import PdfReader

MAX_BYTES = 200_000_000
"""Maximum size of a PDF. None of sheetgen's is larger."""
MAX_FIELDS = 20_000
"""Maximum number of fields of a form."""
_MOST_BYTES = 5_000_000
"""Maximum size of an unpacked stream, in bytes."""
_MOST_PLACES = 500_000
"""Maximum number of objects."""
_LONGEST = 100_000
"""Maximum length of a command."""
_RESOLUTION = 110
"""Resolution of pictures of pages, in dots per inch."""
_LARGEST = 4000
"""Maximum width and height of a picture, in dots."""
_FORM_TAG = "sheetgen;form;1;"
"""Beginning of the keywords of forms, with the version of their fields."""


def form_tag(ruleset_id: str) -> str:
    """Return the keywords of a form, which name its game."""
    return _FORM_TAG + ruleset_id


def read_form_tag(keywords: str) -> str | None:
    """Return the id of the ruleset in keywords.

    None for other keywords, and for those of a later version.
    """
    ruleset_id = keywords.removeprefix(_FORM_TAG)
    return None if ruleset_id == keywords or ";" in ruleset_id else ruleset_id


def form_contents(content: bytes) -> tuple[str, dict[str, str]]:
    """Return the keywords of a PDF, and the values of its fields.

    Raises SheetgenError if it cannot be read.
    """
    with _opened(content) as reader:
        fields: Mapping[str, Any] = reader.get_fields() or {}
        found = {
            name: getattr(field.get("/V"), "get_object", str)()
            for name, field in fields.items()
            if isinstance(name, str)
            and field.get("/FT")  # a name that is no text stands for no cell
        }
        texts = {name: value if isinstance(value, str) else "" for name, value in found.items()}
        return _information(reader, "/Keywords"), texts


def page_count(content: bytes) -> int:
    """Return the number of pages of a PDF. Raises SheetgenError if it cannot be read."""
    with _opened(content) as reader:
        return len(reader.pages)


def command_in(source: Path | bytes) -> list[str]:
    """Return the words after ``sheetgen`` in the command of a PDF.

    Raises SheetgenError if there is no command.
    """
    with _opened(source, strict=True) as reader:
        words = shlex.split(
            _information(reader, "/Subject")[:_LONGEST]
        )  # which raises for a quote that stays open
    if words[:1] != ["sheetgen"] or len(words) < 2:
        file = str(source) if isinstance(source, Path) else ""
        raise SheetgenError(
            "this PDF does not say how sheetgen made it; print it with sheetgen pdf", file=file
        )
    return words[1:]


def is_form(path: Path) -> bool:
    """Check whether a PDF is a form of sheetgen. Raises SheetgenError if it cannot be read."""
    with _opened(path) as reader:
        return read_form_tag(_information(reader, "/Keywords")) is not None


def picture_of(document: Path | bytes) -> bytes:
    """Return the first page of a PDF, from a file or from bytes, as a PNG.

    Raises SheetgenError as `check_extra` does.
    """
    from sheetgen.files.folders import check_extra  # noqa: PLC0415 - few sheets have a picture

    check_extra("preview")
    import pypdfium2  # noqa: PLC0415 - an extra

    buffer = BytesIO()
    with closing(pypdfium2.PdfDocument(document)) as opened:
        page = opened[0]
        scale = min(_RESOLUTION / 72, _LARGEST / max(page.get_size()))
        page.render(scale=scale).to_pil().save(buffer, "PNG", optimize=False)
    return buffer.getvalue()


@contextmanager
def _opened(source: Path | bytes, *, strict: bool = False) -> "Iterator[PdfReader]":
    """Open a PDF, a file or its bytes.

    A broken one is repaired unless `strict`, which takes long for a large file. Raises
    SheetgenError if it cannot be read, here or in the block of the caller.
    """
    import pypdf  # noqa: PLC0415 - a tenth of a second, and few commands read a PDF

    file, content = (
        (str(source), read_file(source, MAX_BYTES)) if isinstance(source, Path) else ("", source)
    )
    logging.getLogger("pypdf").setLevel(
        logging.CRITICAL
    )  # its warnings about repaired files help nobody here
    try:
        with pypdf.apply_configuration(
            zlib_maximum_output_length=_MOST_BYTES,
            lzw_maximum_output_length=_MOST_BYTES,
            run_length_maximum_output_length=_MOST_BYTES,
            array_based_stream_maximum_output_length=_MOST_BYTES,
            stream_decoding_work_maximum_length=_MOST_BYTES,
            form_fields_maximum_entries=MAX_FIELDS,
        ):
            reader = pypdf.PdfReader(
                BytesIO(content), strict=strict, xref_stream_maximum_entries=_MOST_PLACES
            )
            if reader.is_encrypted:
                raise SheetgenError("locked with a password; save it without one")
            yield reader
    except SheetgenError as error:
        if file:
            raise error.placed(file) from error
        raise
    except Exception as error:
        raise SheetgenError(
            "not a PDF that can be read; save it again in your viewer", file=file
        ) from error


def _information(reader: "PdfReader", key: str) -> str:
    """Return an entry of the information of a document, empty if it has none."""
    found = reader.metadata.get(key, "") if reader.metadata else ""
    return str(found)
