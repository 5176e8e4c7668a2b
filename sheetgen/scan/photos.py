"""Files and folders of pictures of sheets.

Each picture is read in a process of its own and within limits.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.apart import apart, spread
from sheetgen.errors import Message, SheetgenError, reason
from sheetgen.files.disk import PICTURES
from sheetgen.files.folders import check_extra
from sheetgen.files.tables import A_GAME, A_LIST, A_NUMBER, check_kind
from sheetgen.layout.options import catalog_of
from sheetgen.layout.primitives import CellMap
from sheetgen.rules.ruleset import Ruleset

# The modules that need numpy and OpenCV are imported inside of functions: the extra may be missing.

if TYPE_CHECKING:
    from sheetgen.scan.candidates import Wanted
    from sheetgen.scan.reader import ReadSheet

MOST_FILES = 10_000
"""Maximum number of pictures that are read at a time. Chosen by hand: some six hours of one
core."""
MOST_KEPT = 500
"""Maximum number of pictures of which documents are made: their straightened pages are kept until
then, 0.5 MB each."""


def read_photos(
    path: str | Path,
    ruleset: Ruleset | None = None,
    *,
    players: int | None = None,
    maps: Sequence[CellMap] = (),
    rows: Sequence[str] | None = None,
    label_columns: int | None = None,
    lang: str = "en",
) -> "list[ReadSheet]":
    """Read the finished sheets in a file: those on a photo, or on the pages of a PDF or TIFF.

    All else is optional: `ruleset` is needed for a game of one's own, `players` is their number,
    `maps` come from `cell_maps`, and `lang` is the likely language of the sheet. Of a pad of
    another maker, `rows` are its rows from top to bottom, and `label_columns` is the number of its
    printed columns. Raises SheetgenError for what cannot be read.
    """
    check_extra("scan")
    from sheetgen.scan.candidates import Wanted  # noqa: PLC0415 - as above

    check_kind(path, str | Path, "path", Message("a file"))
    check_kind(ruleset, Ruleset | None, "ruleset", A_GAME)
    check_kind(players, int | None, "players", A_NUMBER)
    check_kind(maps, list | tuple, "maps", A_LIST)
    check_kind(rows, list | tuple | None, "rows", A_LIST)
    check_kind(label_columns, int | None, "label_columns", A_NUMBER)
    lang = catalog_of(lang).language
    wanted = Wanted(ruleset, players, maps, rows, label_columns, (lang,))
    sheets = []
    for page in pages_of([Path(path)]):
        for sheet in _read_page(page, wanted):
            if isinstance(sheet, SheetgenError):
                raise sheet
            sheets.append(sheet)
    return sheets


def pictures_in(paths: Sequence[Path], most: int = MOST_FILES) -> list[Path]:
    """Return files as given, and for each folder the pictures and PDFs in it, by name.

    Raises SheetgenError for a folder without any, or with too many.
    """
    pictures: list[Path] = []
    for path in paths:
        if not path.is_dir():
            pictures.append(path)
            continue
        try:
            files = sorted(path.iterdir())
        except OSError as error:
            raise SheetgenError(
                "cannot read this folder: %(reason)s", file=str(path), reason=reason(error)
            ) from error
        inside = [file for file in files if file.suffix.lower() in {*PICTURES, ".pdf"}]
        if not inside:
            raise SheetgenError("no picture is in it", file=str(path))
        pictures += inside
    if len(pictures) > most:
        raise SheetgenError("more than %(limit)s pictures; take fewer at a time", limit=most)
    return pictures


class PicturePage(Struct, frozen=True):
    """Picture in one of several files."""

    number: int
    """Number of its file, from 1."""
    path: Path
    page: int
    """Number of the page in this file, from 1."""
    pages: int
    """Number of pages in this file."""

    @property
    def name(self) -> str:
        """Name of the file, with the page unless it is the first one."""
        return f"{self.path}, {self.page}" if self.page > 1 else str(self.path)


def pages_of(paths: Iterable[Path]) -> Iterator[PicturePage]:
    """Yield all pictures in some files, in order; one for a file that cannot be opened."""
    check_extra("scan")
    from sheetgen.scan.pictures import open_pictures  # noqa: PLC0415 - as above

    for number, path in enumerate(paths, 1):
        try:
            count = open_pictures(path).count
        except SheetgenError:  # the reader of the page reports it
            count = 1
        for page in range(1, count + 1):
            yield PicturePage(number, path, page, count)


def read_pages(
    pages: Iterable[PicturePage], wanted: "Wanted"
) -> "Iterator[list[ReadSheet | SheetgenError]]":
    """Yield the sheets on each picture in order, or its fault.

    As many are read at once as there are cores.
    """
    from sheetgen.scan.pictures import one_core  # noqa: PLC0415 - as above

    games = {wanted.game.id: wanted.game} if wanted.game else {}
    with one_core():  # before processes are divided from this one, whose threads they do not have
        for sheets in spread(partial(_read_page, wanted=wanted), pages):
            for place, sheet in enumerate(sheets):
                if not isinstance(sheet, SheetgenError):
                    # a game comes anew from each process, but what is derived of it is worked out
                    # once for each
                    game = games.setdefault(sheet.game.id, sheet.game)
                    sheets[place] = replace(sheet, game=game)
            yield sheets


def _read_page(page: PicturePage, wanted: "Wanted") -> "list[ReadSheet | SheetgenError]":
    """Return the sheets on a picture, or its fault alone.

    Faults are sent between processes as values. An exception of a library is a fault of the
    picture.
    """
    # as above; loaded before processes are divided
    from sheetgen.scan import pictures, reader  # noqa: PLC0415

    def read() -> "list[ReadSheet | SheetgenError]":
        return reader.read_picture(pictures.open_pictures(page.path).picture(page.page), wanted)

    try:
        with pictures.one_core():  # as in `read_pages`
            return apart(read, page.name)
    except SheetgenError as error:
        return [error if error.file else error.placed(page.name)]
    except Exception as error:  # of OpenCV, numpy or a decoder
        why = str(error).strip().splitlines()[:1]
        text = (*why, type(error).__name__)[0]
        return [SheetgenError("cannot read this picture: %(reason)s", file=page.name, reason=text)]
