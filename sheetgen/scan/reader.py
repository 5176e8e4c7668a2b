"""The reader of one picture: from its pixels to the cards of the sheet that it shows."""

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.layout.primitives import Rect
from sheetgen.scan.candidates import Wanted, candidates, shipped
from sheetgen.scan.filled_sheet import ReadSheet, jpeg_of, read_flat
from sheetgen.scan.ink import Spot
from sheetgen.scan.locate import find, not_found
from sheetgen.scan.pads import check_rows, read_rows
from sheetgen.scan.pictures import Picture
from sheetgen.scan.ruled import find_grid
from sheetgen.scan.views import Views, shows_several

_LEAST_PIXELS = 100
"""Minimum width and height of a picture: a single column of boxes, 12 mm wide, has 40 at `LEAST_RESOLUTION`."""


def read_picture(picture: Picture, wanted: Wanted) -> ReadSheet:
    """Read the sheet on a picture. Raises SheetgenError if there is none, or if it cannot be read."""
    height, width, _ = picture.pixels.shape
    if min(width, height) < _LEAST_PIXELS:
        raise SheetgenError(
            "a picture of %(width)s x %(height)s pixels, too small to be read; send it as it was taken",
            width=width, height=height,
        )  # fmt: skip
    return _with_names(read_printed(picture, wanted) if wanted.rows is None else _read_pad(picture, wanted), wanted)


def read_printed(picture: Picture, wanted: Wanted) -> ReadSheet:
    """Read a sheet of ours. Its dice say which game it is, unless its game or its map is known."""
    seen = Views(picture.pixels)
    if not any(seen):
        raise not_found(picture.pixels, ())
    view = next((each for each in seen if each.code), None)
    if view and shows_several(view):
        raise SheetgenError("several sheets are on this picture; take each of them alone")
    found = find(picture.pixels, candidates(view.code[1] if view and view.code else None, wanted, seen), seen)
    game = wanted.game or shipped(found.map.ruleset)
    spots: list[Spot] = []
    heads: dict[int, Rect] = {}
    for cell in found.map.cells:
        column, _, row = cell.id.removeprefix("p").partition(".")
        if cell.kind == "name":
            heads.setdefault(int(column), cell.rect)
        elif row in game.rows:
            spots.append(Spot(int(column), row, cell.rect))
    read = read_flat(game, found.flat, found.scale, spots, found.trust)
    columns = tuple(replace(each, name=heads.get(each.number)) for each in read)
    size = found.flat.shape[1], found.flat.shape[0]
    return ReadSheet(
        picture.name, picture.page, game, jpeg_of(found.flat), size, found.scale, columns, found.map, found.sheet
    )


def _read_pad(picture: Picture, wanted: Wanted) -> ReadSheet:
    """Read a ruled pad of another maker, whose rows are known."""
    if wanted.game is None or wanted.rows is None:
        raise SheetgenError("which game? say it with --ruleset", key="--rows")
    check_rows(wanted.rows, wanted.game.rows)
    pad = read_rows(find_grid(picture.pixels), picture.pixels, wanted.rows, wanted.label_columns)
    if not pad.sure:
        raise SheetgenError("which columns are printed is not plain to see; say how many with --label-columns")
    columns = read_flat(wanted.game, pad.flat, pad.scale, pad.cells)
    size = pad.flat.shape[1], pad.flat.shape[0]
    return ReadSheet(picture.name, picture.page, wanted.game, jpeg_of(pad.flat), size, pad.scale, columns)


def _with_names(sheet: ReadSheet, wanted: Wanted) -> ReadSheet:
    """Return the sheet with the names of its columns; all games of a single player get that name, with a number.

    Raises SheetgenError if the sheet has room for another number of players, or for fewer names.
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
