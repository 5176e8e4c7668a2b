"""Which kind of file it is, and its text."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from sheetgen.cards.csv_card import read_csv
from sheetgen.cards.data_card import read_json, read_toml
from sheetgen.cards.paper_card import PaperCard
from sheetgen.cards.pdf_card import read_pdf
from sheetgen.errors import SheetgenError, reason
from sheetgen.files.plain_data import decode

MAX_BYTES = 20_000_000
"""A card file larger than this is not read."""
FORMATS = (".csv", ".tsv", ".txt", ".toml", ".json", ".pdf")
"""The endings of card files."""
_TEXTS: dict[str, Callable[[str], PaperCard]] = {".json": read_json, ".toml": read_toml}


def read_card_file(path: Path) -> PaperCard:
    """The sheet in a file; SheetgenError, naming the file, if it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise SheetgenError("this is no file; name a file", file=str(path))
        with path.open("rb") as file:
            return read_cards(file, path.suffix.lower(), str(path))
    except OSError as error:
        raise SheetgenError("cannot read this file: %(reason)s", file=str(path), reason=reason(error)) from error


def read_cards(stream: BinaryIO, kind: str, name: str) -> PaperCard:
    """The sheet in a stream; `kind` is one of FORMATS, or empty where the content has to tell."""
    try:
        content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise SheetgenError("larger than 20 MB; for many cards use --batch")
        kind = _kind(content) if kind not in FORMATS else kind
        return read_pdf(content) if kind == ".pdf" else _TEXTS.get(kind, read_csv)(decode(content))
    except SheetgenError as error:
        raise error.placed(name) from error


def _kind(content: bytes) -> str:
    start = content[:1_000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"%PDF-"):
        return ".pdf"
    return ".json" if start.startswith(b"{") else ".csv"
