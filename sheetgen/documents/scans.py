"""Pictures of finished sheets to cards that are checked: photos, scans, and folders of them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.checker import Audit, check_card
from sheetgen.documents.apart import apart, spread
from sheetgen.documents.maps import PLAIN, alike, guesses, matching
from sheetgen.errors import Message, SheetgenError, reason
from sheetgen.files.writing import csv_lines
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.code import Code
from sheetgen.layout.primitives import Photo, Rect
from sheetgen.rules import Ruleset
from sheetgen.rulesets import known_ids, load_ruleset, ruleset_ids
from sheetgen.rulesets.source import shipped_word
from sheetgen.scan.pictures import SUFFIXES, Picture, check_scan, open_pictures, take_one_core

if TYPE_CHECKING:
    from sheetgen.layout.cells import CellMap
    from sheetgen.scan.locate import Located, View
    from sheetgen.scan.reading import ReadColumn, ReadSheet

MOST_FILES = 10_000
"""A folder may hold so many pictures."""
_MOST_SHEETS = 16
"""So many sheets are read of one picture."""
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


class _Batch(NamedTuple):
    """What may be printed where."""

    maps: "Sequence[CellMap]"
    in_order: bool = True
    """Whether the boxes may also follow each other as in one of these, laid out in another way."""


class Page(Struct, frozen=True):
    """One picture of many."""

    number: int
    """Of its file, from 1."""
    path: Path
    page: int
    """In this file, from 1."""
    several: bool
    """Whether the file has others."""


def pages_of(paths: Iterable[Path]) -> Iterator[Page]:
    """All pictures in some files, in order; of a file that cannot be opened, the first."""
    for number, path in enumerate(paths, 1):
        try:
            count = open_pictures(path).count
        except SheetgenError:  # who reads it is told
            count = 1
        yield from (Page(number, path, page, count > 1) for page in range(1, count + 1))


def read_pages(pages: Iterable[Page], wanted: Wanted) -> "Iterator[list[ReadSheet] | SheetgenError]":
    """The sheets on each of these pictures, in order, or why none can be read: several at once, one on each core."""
    check_scan()
    take_one_core()
    games = {wanted.game.id: wanted.game} if wanted.game else {}
    for found in spread(partial(_read_page, wanted=wanted), pages):
        # a game comes anew from each process, but what is derived of it is worked out once for each
        yield (
            found
            if isinstance(found, SheetgenError)
            else [replace(each, game=games.setdefault(each.game.id, each.game)) for each in found]
        )


def read_sheets(path: Path, wanted: Wanted) -> "Iterator[ReadSheet]":
    """The sheets in a file, at least one on each picture. Raises SheetgenError for one that cannot be read."""
    for page in pages_of([path]):
        found = _read_page(page, wanted)
        if isinstance(found, SheetgenError):
            raise found
        yield from found


def _read_page(page: Page, wanted: Wanted) -> "list[ReadSheet] | SheetgenError":
    """What is read of a picture; a fault is handed back, for it may come from another process."""
    try:
        picture = open_pictures(page.path).picture(page.page, apart)
        sheets = [_read_pad(picture, wanted)] if wanted.rows is not None else _read_all(picture, wanted)
        return [_named(each, wanted) for each in sheets]
    except SheetgenError as error:
        return error if error.file else error.placed(f"{page.path}, {page.page}" if page.page > 1 else str(page.path))


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


def _read_all(picture: Picture, wanted: Wanted) -> "list[ReadSheet]":
    """The sheets of ours on a picture: mostly one, or cards that are not cut apart yet, which are alike."""
    from sheetgen.scan.locate import views  # noqa: PLC0415 - numpy and OpenCV are an extra
    from sheetgen.scan.several import beside, in_lines  # noqa: PLC0415 - as above

    seen, again = tee(views(picture.pixels))  # boxes are looked for once
    sheets = [_read_sheet(picture, again, wanted)]
    alike = replace(wanted, maps=[found]) if (found := sheets[0].map) else wanted
    for _ in range(_MOST_SHEETS):
        seen, again = tee(seen)
        rest, left = tee(beside(again, sheets))
        if next(rest, None) is None:
            return in_lines(sheets)
        try:
            sheets.append(_read_sheet(picture, left, alike))
        except SheetgenError:
            break
    return [replace(each, another=True) for each in in_lines(sheets)]


def _read_sheet(picture: Picture, seen: "Iterable[View]", wanted: Wanted) -> "ReadSheet":
    """A sheet of ours: its code, or else where its boxes are, says which it is."""
    from sheetgen.scan.locate import not_found  # noqa: PLC0415 - as above
    from sheetgen.scan.reading import ReadSheet, Spot, jpeg_of, read_flat  # noqa: PLC0415 - as above

    seen, again = tee(seen)
    codes = (view.code for view in seen)
    _, code = (None, None) if wanted.maps else next(filter(None, codes), (None, None))
    again, boxes, ranked = tee(again, 3)
    if next(boxes, None) is None:
        raise not_found(picture.pixels, ())
    game, maps = _candidates(code, wanted, ranked)
    seen, again = tee(again)
    if (found := _likeliest(picture, seen, maps)) is None:
        raise not_found(picture.pixels, again)
    game = game or _shipped(found.map.ruleset)
    spots: list[Spot] = []
    names: dict[int, Rect] = {}
    for cell in found.map.cells:
        column, _, row = cell.id.removeprefix("p").partition(".")
        if cell.kind == "name":
            names.setdefault(int(column), cell.rect)
        elif row in game.rows:
            spots.append(Spot(int(column), row, cell.rect))
    columns = read_flat(game, found.flat, found.scale, spots, names)
    guessed = code is None and wanted.game is None and not wanted.maps
    return ReadSheet(
        picture.name, picture.page, game, jpeg_of(found.flat), found.scale, columns,
        found.map, found.sheet, found.by_order, guessed,
    )  # fmt: skip


def _likeliest(picture: Picture, seen: "Iterable[View]", maps: Iterator[_Batch]) -> "Located | None":
    """The sheet as the first map whose code is read in its place; else as the one that fits best, or in order."""
    from sheetgen.scan.locate import find  # noqa: PLC0415 - as above

    found = None
    for batch in maps:
        if found and batch.in_order:
            break
        views, seen = tee(seen)
        also = find(picture.pixels, batch.maps, views, in_order=batch.in_order)
        found = max(filter(None, (found, also)), key=lambda each: each.signs, default=None)
        if found and (found.signs[0] or batch.in_order):
            break
    return found


_shipped = lru_cache(maxsize=32)(load_ruleset)
"""The game with this id: the next page mostly shows it, too."""


def _candidates(code: Code | None, wanted: Wanted, seen: "Iterable[View]") -> tuple[Ruleset | None, Iterator[_Batch]]:
    """The game, if it is known, and what may be printed where, by what the code says and by what is wanted.

    The likeliest maps come first, and others are laid out when these are not it.
    """
    game = wanted.game
    if wanted.maps or code is None:
        return game, iter([_Batch(wanted.maps)]) if wanted.maps else _guessed(wanted, seen)
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
    return game, _of_code(code, game, wanted.languages)


def _guessed(wanted: Wanted, seen: "Iterable[View]") -> Iterator[_Batch]:
    """Of each game and number of columns the likeliest map, of those that lie best on the boxes; then their others."""
    from sheetgen.scan.locate import likeliest  # noqa: PLC0415 - as above

    alike = {each for each in ruleset_ids() if shipped_word(each, "extends")}  # printed as what they extend
    games = [wanted.game] if wanted.game else [load_ruleset(each) for each in known_ids() if each not in alike]
    seen = list(seen)
    boxes, columns = max(len(view.corners) for view in seen), [wanted.players] if wanted.players else []
    known = list(guesses(games, wanted.languages, columns, boxes))
    best = [known[number] for number in likeliest(seen, [first for first, _ in known])]
    yield _Batch([first for first, _ in best])
    yield _Batch([each for _, others in best for each in others])


def _of_code(code: Code, game: Ruleset, languages: Sequence[str]) -> Iterator[_Batch]:
    """The sheet of a code as it is mostly printed; others of its game and columns, for their order; then all others."""
    for each in matching(code, game, languages, end=PLAIN):
        yield _Batch([each], in_order=False)
    yield _Batch(list(alike(code, game, languages)))
    for each in matching(code, game, languages, first=PLAIN):  # one in the same shape would hide another
        yield _Batch([each], in_order=False)


def _read_pad(picture: Picture, wanted: Wanted) -> "ReadSheet":
    """A sheet of others: a ruled table whose rows were told."""
    from sheetgen.scan.pads import check_rows, read_rows  # noqa: PLC0415 - as above
    from sheetgen.scan.reading import ReadSheet, Spot, jpeg_of, read_flat  # noqa: PLC0415 - as above
    from sheetgen.scan.ruled import find_grid  # noqa: PLC0415 - as above

    if wanted.game is None or wanted.rows is None:
        raise SheetgenError("which game? say it with --ruleset", key="--rows")
    check_rows(wanted.rows, wanted.game.rows)
    pad = read_rows(find_grid(picture.pixels), picture.pixels, wanted.rows, wanted.label_columns)
    if not pad.sure:
        raise SheetgenError("which columns are printed is not plain to see; say how many with --label-columns")
    spots = [Spot(cell.column, cell.row, cell.rect) for cell in pad.cells]
    columns = read_flat(wanted.game, pad.flat, pad.scale, spots, {})
    return ReadSheet(picture.name, picture.page, wanted.game, jpeg_of(pad.flat), pad.scale, columns)


def audits_of(sheet: "ReadSheet", wording: Wording) -> list[Audit]:
    """The cards of a sheet, checked, each with the name of its column."""
    return [check_card(sheet.game, column.card(column_name(column, wording))) for column in sheet.columns]


def column_name(column: "ReadColumn", wording: Wording) -> str:
    """What a column is called: names are not read, but may be told."""
    return column.called or wording.catalog.text("card", "Player %(n)s", n=column.number)


def annotated(sheet: "ReadSheet", audits: Sequence[Audit], wording: Wording, kind: str = ".pdf") -> bytes:
    """The straightened photo, with what is wrong marked on it and the reasons below, as a PDF or as a ``.png``."""
    from sheetgen.layout.photo import lay_out_photo  # noqa: PLC0415 - checks are mostly told, not printed
    from sheetgen.pdf import Metadata, measure, write_pdf  # noqa: PLC0415 - as above

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
    page = lay_out_photo(photo, columns, reasons, measure)
    content = write_pdf([page], Metadata(wording.title, wording.catalog.language))
    if kind != ".png":
        return content
    from sheetgen.pdf.reading import picture_of  # noqa: PLC0415 - as above

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
    from sheetgen.calculator.review import ReviewBox, ReviewCard, ReviewSheet, review_page  # noqa: PLC0415 - as above

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
