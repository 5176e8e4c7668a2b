"""Pictures of finished sheets to cards that are checked: photos, scans, and folders of them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice, tee
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit
from sheetgen.documents.apart import apart, spread
from sheetgen.documents.maps import guesses, matching
from sheetgen.errors import Message, SheetgenError, reason
from sheetgen.files.installed import check_extra
from sheetgen.files.writing import csv_lines
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.code import Code
from sheetgen.layout.primitives import Photo, Rect
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.ids import known_ids
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.scan.pictures import SUFFIXES, Picture, one_core, open_pictures

if TYPE_CHECKING:
    from sheetgen.layout.cells import CellMap
    from sheetgen.scan.reading import ReadColumn, ReadSheet
    from sheetgen.scan.views import View

MOST_FILES = 10_000
"""A folder may hold so many pictures."""
_LEAST_PIXELS = 100
"""Minimum width and height of a picture: a single column of boxes, 12 mm wide, has 40 at `LEAST_RESOLUTION`."""
_BATCHES = (1, 3, 6, 12, 18)
"""How many maps with the code of a sheet are compared with it at a time: mostly it is the first one."""
MOST_KEPT = 500
"""Of so many files at most documents are made together: the straightened pages of all are kept until then."""


class Wanted(Struct, frozen=True):
    """What is known of the sheets beforehand."""

    game: Ruleset | None = None
    players: int | None = None
    maps: "Sequence[CellMap]" = ()
    """What is printed where, if that is known."""
    rows: Sequence[str] | None = None
    """For a pad that is not ours, the boxes and totals in its rows, from top to bottom; - for any other row."""
    label_columns: int | None = None
    """How many columns of such a pad are printed, at the left of each table."""
    languages: Sequence[str] = ()
    """In which it is likely printed."""
    names: Sequence[str] = ()
    """Of the players, in the order of their columns."""


def pictures_in(paths: Sequence[Path], most: int = MOST_FILES) -> list[Path]:
    """The files that are named, and of folders those in them that are pictures or PDFs, in order of their names.

    Raises SheetgenError for a folder without any, or with too many.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        try:
            inside = [each for each in sorted(path.iterdir()) if each.suffix.lower() in {*SUFFIXES, ".pdf"}]
        except OSError as error:
            raise SheetgenError("cannot read this folder: %(reason)s", file=str(path), reason=reason(error)) from error
        if not inside:
            raise SheetgenError("no picture is in it", file=str(path))
        found += inside
    if len(found) > most:
        raise SheetgenError("more than %(limit)s pictures; take fewer at a time", limit=most)
    return found


def read_photos(
    path: str | Path,
    ruleset: Ruleset | None = None,
    *,
    players: int | None = None,
    maps: "Sequence[CellMap]" = (),
    rows: Sequence[str] | None = None,
    label_columns: int | None = None,
    lang: str = "en",
) -> "list[ReadSheet]":
    """The finished sheets in a file: a photo, or the pages of a PDF or TIFF.

    What is known of them may be told: `ruleset`, which a game of one's own needs; how many `players`; the `maps` of
    `cell_maps`; of a pad of others its `rows` from top to bottom, and how many of its columns are labels; and the
    language `lang` in which it is likely printed. Raises SheetgenError for what cannot be read.
    """  # fmt: skip
    return list(read_sheets(Path(path), Wanted(ruleset, players, maps, rows, label_columns, (lang,))))


class Page(Struct, frozen=True):
    """One picture of many."""

    number: int
    """Of its file, from 1."""
    path: Path
    page: int
    """In this file, from 1."""
    pages: int
    """Of this file."""


def pages_of(paths: Iterable[Path]) -> Iterator[Page]:
    """All pictures in some files, in order; of a file that cannot be opened, the first."""
    for number, path in enumerate(paths, 1):
        try:
            count = open_pictures(path).count
        except SheetgenError:  # who reads it is told
            count = 1
        yield from (Page(number, path, page, count) for page in range(1, count + 1))


def read_pages(pages: Iterable[Page], wanted: Wanted) -> "Iterator[ReadSheet | SheetgenError]":
    """Yield the sheet on each picture in order, or why none can be read; as many at once as there are cores."""
    check_extra("scan")
    games = {wanted.game.id: wanted.game} if wanted.game else {}
    with one_core():  # before processes are divided from this one, whose threads they do not have
        for found in spread(partial(_read_page, wanted=wanted), pages):
            # a game comes anew from each process, but what is derived of it is worked out once for each
            if isinstance(found, SheetgenError):
                yield found
            else:
                yield replace(found, game=games.setdefault(found.game.id, found.game))


def read_sheets(path: Path, wanted: Wanted) -> "Iterator[ReadSheet]":
    """Yield the sheets in a file, one on each picture. Raises SheetgenError for one that cannot be read."""
    for page in pages_of([path]):
        found = _read_page(page, wanted)
        if isinstance(found, SheetgenError):
            raise found
        yield found


def _read_page(page: Page, wanted: Wanted) -> "ReadSheet | SheetgenError":
    """Return the sheet on a picture, or its fault, which may come from another process; within the bounds of `apart`.

    An exception of a library is a fault of the picture.
    """
    from sheetgen.scan import locate, reading  # noqa: F401 - numpy and OpenCV are an extra; loaded once for all

    name = f"{page.path}, {page.page}" if page.page > 1 else str(page.path)
    try:
        with one_core():  # as in `read_pages`
            return apart(partial(_sheet_on, page, wanted), name)
    except SheetgenError as error:
        return error if error.file else error.placed(name)
    except Exception as error:  # of OpenCV, numpy or a decoder
        why = str(error).strip().splitlines()[:1]
        return SheetgenError("cannot read this picture: %(reason)s", file=name, reason=(*why, type(error).__name__)[0])


def _sheet_on(page: Page, wanted: Wanted) -> "ReadSheet":
    """Return the sheet on a picture, with the names of their columns. Raises SheetgenError if none can be read."""
    picture = open_pictures(page.path).picture(page.page)
    height, width, _ = picture.pixels.shape
    if min(width, height) < _LEAST_PIXELS:
        raise SheetgenError(
            "a picture of %(width)s x %(height)s pixels, too small to be read; send it as it was taken",
            width=width, height=height,
        )  # fmt: skip
    return _named(_read_sheet(picture, wanted) if wanted.rows is None else _read_pad(picture, wanted), wanted)


def _named(sheet: "ReadSheet", wanted: Wanted) -> "ReadSheet":
    """The sheet with the names of its columns; the games of one player have that one's, with numbers.

    Raises SheetgenError if it has not as many columns as is wanted, nor are so many written on, or fewer than names.
    """
    names = wanted.names
    heads = {cell.id.partition(".")[0] for cell in sheet.map.cells if cell.kind == "name"} if sheet.map else ()
    if heads and wanted.players not in (None, len(heads), len(sheet.columns)):
        raise SheetgenError(
            "says %(asked)s, and the sheet has room for %(count)s; leave it out", key="--players",
            asked=wanted.players, count=len(heads),
        )  # fmt: skip
    if heads and len(names) > len(heads):
        raise SheetgenError(
            "%(names)s names, and the sheet has room for %(count)s; leave some out", key="--names", names=len(names),
            count=len(heads),
        )  # fmt: skip
    called = dict(enumerate(names, 1))
    if names and len(heads) == 1:
        called = {each.number: f"{names[0]} ({each.number})" for each in sheet.columns}
    return replace(sheet, columns=tuple(replace(each, called=called.get(each.number, "")) for each in sheet.columns))


def _read_sheet(picture: Picture, wanted: Wanted) -> "ReadSheet":
    """Read a sheet of ours, of which a map is known, or the game, or whose code says which game it is."""
    from sheetgen.scan.locate import find, not_found
    from sheetgen.scan.reading import Flat, ReadSheet, Spot, jpeg_of, read_flat
    from sheetgen.scan.views import shows_several, views

    seen, again = tee(views(picture.pixels))  # boxes are looked for once, in smaller pictures only if they have to be
    view = next((each for each in again if each.code), None)
    seen, again = tee(seen)
    if next(again, None) is None:
        raise not_found(picture.pixels, ())
    if view and shows_several(view):
        raise SheetgenError("several sheets are on this picture; take each of them alone")
    seen, again = tee(seen)
    game, maps = _candidates(view.code[1] if view and view.code else None, wanted, again)
    found = find(picture.pixels, maps, seen)
    game = game or _shipped(found.map.ruleset)
    spots: list[Spot] = []
    names: dict[int, Rect] = {}
    for cell in found.map.cells:
        column, _, row = cell.id.removeprefix("p").partition(".")
        if cell.kind == "name":
            names.setdefault(int(column), cell.rect)
        elif row in game.rows:
            spots.append(Spot(int(column), row, cell.rect))
    columns = read_flat(game, Flat(found.flat, found.scale, found.trust), spots, names)
    return ReadSheet(
        picture.name, picture.page, game, jpeg_of(found.flat), found.scale, columns, found.map, found.sheet
    )


_shipped = lru_cache(maxsize=32)(load_ruleset)
"""The game with this id: the next page mostly shows it, too."""


def _candidates(
    code: Code | None, wanted: Wanted, seen: "Iterable[View]"
) -> "tuple[Ruleset | None, Iterator[Sequence[CellMap]]]":
    """Return the game, if it is known, and the maps that the sheet may have, in batches, the likeliest first.

    A batch is laid out when it is asked for. Raises SheetgenError if nothing says which game it is.
    """
    game = wanted.game
    if wanted.maps:
        return game, iter([wanted.maps])
    if code is None and game:
        return game, _of_game(game, wanted, seen)
    if code is None:
        raise SheetgenError(
            "the dice in the foot, which say the game, are not seen; name the game with %(game)s, or the PDF that was"
            " printed with %(sheet)s; for a sheet of others name its rows, too, with %(rows)s", game="--ruleset",
            sheet="--sheet", rows="--rows",
        )  # fmt: skip
    if game is None and not code.ruleset:
        raise SheetgenError("a sheet of a game of your own; say with --ruleset which file it is in")
    game = game or _shipped(code.ruleset)
    if not code.is_of(game) and not code.ruleset and game.id not in known_ids():
        raise SheetgenError(
            "--ruleset says %(asked)s, but the sheet was printed from another file, or before that one was changed;"
            " name the one it was printed from", asked=game.id,
        )  # fmt: skip
    if not code.is_of(game):
        named = code.ruleset or Message("a game of your own, or other rules")
        raise SheetgenError("its code says %(named)s, and --ruleset says %(asked)s", named=named, asked=game.id)
    tried = matching(code, game, wanted.languages)
    return game, (list(islice(tried, count)) for count in _BATCHES)


def _of_game(game: Ruleset, wanted: Wanted, seen: "Iterable[View]") -> "Iterator[Sequence[CellMap]]":
    """Yield the plainest map for each number of columns, of those that lie best on the boxes; then their variants."""
    from sheetgen.scan.locate import likeliest

    views = list(seen)
    boxes, columns = max(len(view.corners) for view in views), [wanted.players] if wanted.players else []
    known = list(guesses(game, wanted.languages, columns, boxes))
    best = [known[number] for number in likeliest(views, [first for first, _ in known])]
    yield [first for first, _ in best]
    yield [each for _, others in best for each in others]


def _read_pad(picture: Picture, wanted: Wanted) -> "ReadSheet":
    """A sheet of others: a ruled table whose rows were told."""
    from sheetgen.scan.pads import check_rows, read_rows
    from sheetgen.scan.reading import Flat, ReadSheet, Spot, jpeg_of, read_flat
    from sheetgen.scan.ruled import find_grid

    if wanted.game is None or wanted.rows is None:
        raise SheetgenError("which game? say it with --ruleset", key="--rows")
    check_rows(wanted.rows, wanted.game.rows)
    pad = read_rows(find_grid(picture.pixels), picture.pixels, wanted.rows, wanted.label_columns)
    if not pad.sure:
        raise SheetgenError("which columns are printed is not plain to see; say how many with --label-columns")
    spots = [Spot(cell.column, cell.row, cell.rect) for cell in pad.cells]
    columns = read_flat(wanted.game, Flat(pad.flat, pad.scale), spots, {})
    return ReadSheet(picture.name, picture.page, wanted.game, jpeg_of(pad.flat), pad.scale, columns)


def audits_of(sheet: "ReadSheet", wording: Wording) -> list[CardAudit]:
    """The cards of a sheet, checked, each with the name of its column."""
    return [check_card(sheet.game, column.card(column_name(column, wording))) for column in sheet.columns]


def column_name(column: "ReadColumn", wording: Wording) -> str:
    """What a column is called: names are not read, but may be told."""
    return column.called or wording.catalog.text("card", "Player %(n)s", n=column.number)


def annotated(sheet: "ReadSheet", audits: Sequence[CardAudit], wording: Wording, kind: str = ".pdf") -> bytes:
    """The straightened photo, with what is wrong marked on it and the reasons below, as a PDF or as a ``.png``."""
    from sheetgen.layout.photo import lay_out_photo
    from sheetgen.pdf import Metadata, measure, write_pdf

    report, said_of = Report(wording), wording.catalog.said_of
    several = len(audits) > 1
    reasons = [
        said_of(audit.card.name if several else "", f"{report.describe(finding)}.")
        for audit in audits
        for finding in audit.findings
    ]
    wide, high = sheet.size
    photo = Photo(sheet.jpeg, (wide, high), wide / sheet.scale, high / sheet.scale)
    columns = [
        (audit, column.rects, column.name if several else None)
        for audit, column in zip(audits, sheet.columns, strict=True)
    ]
    page = lay_out_photo(photo, columns, reasons, measure, sheet.is_free)
    content = write_pdf([page], Metadata(wording.title, wording.catalog.language))
    if kind != ".png":
        return content
    from sheetgen.pdf.reading import picture_of

    return picture_of(content)


def saved(sheets: "Sequence[ReadSheet]", wording: Wording) -> bytes:
    """The cards of sheets of one game as a card file, a CSV.

    What is unsure stands there with a ?, so that a check of the file finds it.
    """
    columns = [(at, column) for at, sheet in enumerate(sheets, 1) for column in sheet.columns]
    cards = [dict(column.card().entries) for _, column in columns]
    heads = [
        column_name(column, wording) if len(sheets) == 1 else f"{column_name(column, wording)} ({at})"
        for at, column in columns
    ]
    rows = [[wording.row(row), *(card.get(row, "") for card in cards)] for row in wording.ruleset.rows]
    return csv_lines([[wording.ruleset.id, *heads], *rows], wording.catalog.cell_separator).encode()


def review(sheets: "Sequence[ReadSheet]", wording: Wording) -> bytes:
    """A page with the pictures of these sheets of one game, on which somebody puts right what was read wrong."""
    from sheetgen.calculator.review import ReviewBox, ReviewCard, ReviewSheet, review_page

    def box(sheet: "ReadSheet", column: "ReadColumn", row: str) -> ReviewBox:
        kind: Literal["box", "total"] = "box" if row in sheet.game.boxes else "total"
        read = column.read[row]
        return ReviewBox(row, kind, _pixels(sheet, column.rects[row]), read.value, read.sure, read.looks)

    pages = []
    for sheet in sheets:
        cards = []
        for column in sheet.columns:
            name = [ReviewBox("name", "name", _pixels(sheet, column.name))] if column.name else []
            boxes = [box(sheet, column, row) for row in column.read]
            cards.append(ReviewCard(column_name(column, wording), (*name, *boxes)))
        wide, high = sheet.size
        pages.append(ReviewSheet(sheet.title, sheet.jpeg, wide, high, tuple(cards)))
    return review_page(wording, pages).encode()


def _pixels(sheet: "ReadSheet", rect: Rect) -> tuple[float, float, float, float]:
    """A place in pixels of the straightened page."""
    x, y, width, height = (round(side * sheet.scale, 1) for side in (rect.x, rect.y, rect.width, rect.height))
    return x, y, width, height
