"""Which kind of file it is, and its text."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from sheetgen.cards.csv_card import read_csv
from sheetgen.cards.data_card import read_json, read_toml
from sheetgen.cards.paper_card import PaperCard
from sheetgen.cards.pdf_card import read_pdf
from sheetgen.errors import SheetgenError
from sheetgen.files.reading import decode, read_file

MAX_BYTES = 20_000_000
"""A card file larger than this is not read."""
_TOO_LARGE = SheetgenError("larger than 20 MB; for many cards use --batch")
FORMATS = (".csv", ".tsv", ".txt", ".toml", ".json", ".pdf")
"""The endings of card files."""
_TEXTS: dict[str, Callable[[str], PaperCard]] = {".json": read_json, ".toml": read_toml}


def read_card_file(path: Path) -> PaperCard:
    """The sheet in a file; SheetgenError, naming the file, if it cannot be read."""
    content = read_file(path, MAX_BYTES, _TOO_LARGE)
    return _cards_in(content, path.suffix.lower(), str(path))


def read_cards(stream: BinaryIO, kind: str, name: str) -> PaperCard:
    """The sheet in a stream; `kind` is one of FORMATS, or empty where the content has to tell."""
    content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _TOO_LARGE.placed(name)
    return _cards_in(content, kind, name)


def _cards_in(content: bytes, kind: str, name: str) -> PaperCard:
    try:
        kind = _kind(content) if kind not in FORMATS else kind
        return read_pdf(content) if kind == ".pdf" else _TEXTS.get(kind, read_csv)(decode(content))
    except SheetgenError as error:
        raise error.placed(name) from error


def _kind(content: bytes) -> str:
    start = content[:1_000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"%PDF-"):
        return ".pdf"
    return ".json" if start.startswith(b"{") else ".csv"
