"""From a stranger's picture to the straightened page.

Files within bounds, the sheet found and its code read.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import cv2
import numpy as np
import photos
import pypdfium2
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from photography.camera import Level
from photography.sheets import GAMES, MM, game
from PIL import Image

from sheetgen import SheetgenError, SheetOptions, read_photos, sheet
from sheetgen.documents.sheets import cell_maps
from sheetgen.files import folders
from sheetgen.layout.code import decode
from sheetgen.layout.primitives import CellMap
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.scan import pictures, views as first_views
from sheetgen.scan.candidates import matching
from sheetgen.scan.locate import Located, check_quality, edge_width, find
from sheetgen.scan.pictures import Picture, open_pictures
from sheetgen.scan.straighten import FLAT, corners_of, lay
from sheetgen.scan.views import DiceRow, Views, even_light, find_paper, read_dice, views

SLOW = pytest.mark.slow("photos")
pytestmark = pytest.mark.xdist_group("geometry")  # they share one picture, which takes seconds
SMALL = SheetOptions(paper="a5", players=2)
Pixels = NDArray[Any]


def read_pictures(path: Path) -> Iterator[Picture]:
    """Yield the pictures of a file, one after the other."""
    file = open_pictures(path)
    return map(file.picture, range(1, file.count + 1))


def saved(path: Path, image: Image.Image, **options: Any) -> Path:
    """Return an image in a file of the kind that its name says."""
    image.save(path, **options)
    return path


def locate(pixels: Pixels, maps: Sequence[CellMap]) -> Located:
    """Return the sheet in a picture as one of these maps.

    Raise SheetgenError if it is none of them.
    """
    return find(pixels, [maps], Views(pixels))


def refuse(pixels: Pixels, maps: Sequence[CellMap]) -> None:
    """Check that the sheet in a picture is taken for none of these maps."""
    with pytest.raises(SheetgenError, match="none of the sheets"):
        locate(pixels, maps)


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "tif"])
def test_a_picture_of_any_kind_is_read_as_it_is(tmp_path: Path, suffix: str) -> None:
    """Colours are those of the file, in the order of OpenCV, and one page is one picture."""
    image = Image.new("RGB", (300, 200), (200, 100, 30))
    [read] = read_pictures(saved(tmp_path / f"x.{suffix}", image))
    assert (read.page, read.pixels.shape) == (1, (200, 300, 3))
    assert np.abs(read.pixels[100, 150].astype(int) - (30, 100, 200)).max() <= 3


def test_pictures_stand_upright_and_see_through_ones_lie_on_white(tmp_path: Path) -> None:
    """The orientation of the metadata is honoured; what is transparent is paper."""
    image = Image.new("RGB", (300, 200), "white")
    image.paste("black", (0, 0, 300, 20))
    exif = Image.Exif()
    exif[0x0112] = 6  # its top is on the right
    [read] = read_pictures(saved(tmp_path / "x.jpg", image, exif=exif))
    assert read.pixels.shape == (300, 200, 3)
    assert read.pixels[150, 190].max() < 20
    assert read.pixels[150, 10].min() > 200
    [clear] = read_pictures(saved(tmp_path / "x.png", Image.new("RGBA", (50, 40), (0, 0, 0, 0))))
    assert clear.pixels.min() == 255


@pytest.mark.parametrize(
    ("kind", "most"), [(np.uint16, 65535), (np.uint16, 4095), (np.int32, 90_000), (np.float32, 1)]
)
def test_grey_of_any_depth_is_as_light_as_it_is(tmp_path: Path, kind: type, most: int) -> None:
    """Sixteen bits, twelve of sixteen, whole numbers and shares go from black to white."""
    ramp: Pixels = np.linspace(0, most, 64 * 64).reshape(64, 64).astype(kind)
    [read] = read_pictures(saved(tmp_path / "x.tif", Image.fromarray(ramp)))
    assert np.abs(read.pixels[..., 0].ravel() - np.linspace(0, 255, 64 * 64)).max() <= 1.5


def test_photos_of_phones_are_read(tmp_path: Path) -> None:
    from pillow_heif import register_heif_opener

    register_heif_opener()
    [read] = read_pictures(saved(tmp_path / "x.heic", Image.new("RGB", (64, 48), (200, 40, 90))))
    assert np.abs(read.pixels.astype(int) - (90, 40, 200)).max() < 6


def test_pages_come_one_by_one(tmp_path: Path) -> None:
    """Pages of a TIFF or a PDF have some ten pixels a millimetre, and only the pixels are kept."""
    frames = [Image.new(mode, (60, 50)) for mode in ("RGB", "1", "L")]
    path = saved(tmp_path / "x.tif", frames[0], save_all=True, append_images=frames[1:])
    assert [(each.page, each.pixels.shape) for each in read_pictures(path)] == [
        (n, (50, 60, 3)) for n in (1, 2, 3)
    ]
    pdf = tmp_path / "x.pdf"
    pdf.write_bytes(sheet(load_ruleset("dice-play"), paper="a6", players=1, back="rules"))
    pages = list(read_pictures(pdf))
    assert [each.page for each in pages] == [1, 2]
    assert pages[0].pixels.shape[0] == pytest.approx(1480, abs=3)
    assert Picture.__struct_fields__ == ("name", "page", "pixels")


def test_what_is_too_large_is_refused_before_it_is_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small file of a hundred megapixels, as PNG or in a PDF.

    And more pages than anyone scans.
    """
    bomb = saved(tmp_path / "bomb.png", Image.new("1", (10_000, 10_000)))
    assert bomb.stat().st_size < 50_000
    monkeypatch.setattr(Image.Image, "load", None)  # nothing is decoded
    with pytest.raises(SheetgenError, match=r"bomb.png: a picture of more than 64 megapixels"):
        list(read_pictures(bomb))
    monkeypatch.undo()
    pdf = saved(tmp_path / "bomb.pdf", Image.new("1", (10_000, 10_000)))
    with pytest.raises(SheetgenError, match="more than 64 megapixels"):
        list(read_pictures(pdf))
    frames = [Image.new("1", (9, 9))] * 3
    many = saved(tmp_path / "many.tif", frames[0], save_all=True, append_images=frames)
    monkeypatch.setattr(pictures, "MAX_PAGES", 3)
    with pytest.raises(SheetgenError, match="more than 3 pages"):
        list(read_pictures(many))
    monkeypatch.setattr(pictures, "MAX_BYTES", 100)
    with pytest.raises(SheetgenError, match="larger than"):
        list(read_pictures(bomb))


def test_a_large_photo_is_reduced(tmp_path: Path) -> None:
    [read] = read_pictures(saved(tmp_path / "x.jpg", Image.new("L", (6000, 500))))
    assert read.pixels.shape == (333, 4000, 3)


BROKEN = {
    "x.jpg": (b"\xff\xd8\xff" + b"x" * 99, "not a picture"),
    "x.heic": (b"\0\0\0\x18ftypheic" + b"x" * 99, "not a picture"),
    "empty.jpg": (b"", "this file is empty"),
    "x.pdf": (b"%PDF-1.7" + b"x" * 99, "not a PDF"),
    "x.txt": (b"12, 13", "not a picture"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_picture_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    content, fault = BROKEN[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SheetgenError, match=fault) as caught:
        list(read_pictures(tmp_path / name))
    assert caught.value.file == str(tmp_path / name)


def test_any_part_of_a_picture_ends_in_pixels_or_in_a_fault(tmp_path: Path) -> None:
    buffer = BytesIO()
    Image.effect_noise((64, 48), 50).convert("RGB").save(buffer, "TIFF", compression="tiff_lzw")
    whole = buffer.getvalue()
    for place in range(0, len(whole), 211):
        for content in (whole[:place], whole[:place] + b"\xff" + whole[place + 1 :]):
            (tmp_path / "x").write_bytes(content)
            try:
                assert all(each.pixels.shape[2] == 3 for each in read_pictures(tmp_path / "x"))
            except SheetgenError:
                continue


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "find_spec", lambda name: None if name == "cv2" else "there")
    with pytest.raises(SheetgenError, match=r"install '.*'opencv-python-headless>="):
        read_photos("photo.jpg")


def off(found: Located, truth: photos.Truth) -> NDArray[Any]:
    """Return the distance of the corners of the cells from those in the picture, in millimetres."""
    corners = [
        (x, y)
        for cell in truth.map.cells
        for x, y in (
            (cell.rect.x, cell.rect.y),
            (cell.rect.right, cell.rect.y),
            (cell.rect.right, cell.rect.bottom),
            (cell.rect.x, cell.rect.bottom),
        )
    ]
    true = np.array([cell.corners for cell in truth.cells]).reshape(-1, 2)
    sides = np.linalg.norm(true[1::4] - true[::4], axis=1)
    per_mm = np.median(sides / np.array([cell.rect.width / MM for cell in truth.map.cells]))
    error: NDArray[Any] = (
        np.linalg.norm(found.sheet.to_picture(np.array(corners)) - true, axis=1) / per_mm
    )
    return error


@pytest.fixture(scope="module")
def medium() -> tuple[Pixels, photos.Truth]:
    """Provide a photo of a small sheet, tilted and curled, with a shadow."""
    return photos.photo("dice-play", "medium", 3, ("drawn",), SMALL)


def test_a_sheet_is_found_and_straightened(medium: tuple[Pixels, photos.Truth]) -> None:
    """The sheet is found to a fifth of a millimetre, with its code, among maps of other sheets."""
    pixels, truth = medium
    others = [cell_maps(game(name), SMALL)[0] for name in ("yatzy", "generala")]
    others += cell_maps(game("dice-play"), paper="a5", players=3)
    found = locate(pixels, [*others, truth.map])
    assert found.map == truth.map
    assert np.percentile(off(found, truth), 95) < 0.2
    assert found.signs[0]
    even = even_light(cv2.cvtColor(found.flat, cv2.COLOR_BGR2GRAY))
    assert (
        tuple(face for face, _ in read_dice(even, found.map.code_dice, FLAT / MM)) == truth.map.code
    )
    width, height = (round(side / MM * FLAT) for side in (truth.map.width, truth.map.height))
    assert found.flat.shape == (height, width, 3)


@SLOW
def test_it_is_found_whichever_way_up_it_is(medium: tuple[Pixels, photos.Truth]) -> None:
    """Turned by quarters, the straightened page is the same but for rounding."""
    pixels, truth = medium
    upright = cv2.resize(
        locate(pixels, [truth.map]).flat, None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA
    )
    for turns in (1, 2, 3):
        flat = locate(np.ascontiguousarray(np.rot90(pixels, turns)), [truth.map]).flat
        small = cv2.resize(flat, None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA)
        assert np.abs(small.astype(int) - upright.astype(int)).mean() < 3


def test_the_code_is_read_before_the_sheet_is_known(medium: tuple[Pixels, photos.Truth]) -> None:
    """A single row of small squares has a code; upside down it has none."""
    pixels, truth = medium
    read = [tuple(face for face, _ in row.faces) for view in views(pixels) for row in view.rows]
    assert {faces for faces in read if decode(faces)} == {truth.map.code}


@SLOW
def test_it_is_never_taken_for_another(medium: tuple[Pixels, photos.Truth]) -> None:
    pixels, _ = medium
    others = [cell_maps(game(name), SMALL)[0] for name in ("generala", "players-choice")]
    others += cell_maps(game("dice-play"), paper="a5", players=3)
    refuse(pixels, others)
    for each in (
        others
    ):  # their boxes lie nearly as those of the picture, but not quite, and they have no code
        refuse(pixels, [replace(each, code=(), code_dice=())])


def squares(width: int, height: int, step: float) -> Pixels:
    """Squared paper, its squares so many pixels wide."""
    paper = np.full((height, width, 3), 250, np.uint8)
    paper[np.arange(step / 2, height, step).astype(int)] = 120
    paper[:, np.arange(step / 2, width, step).astype(int)] = 120
    return paper


@pytest.mark.parametrize("step", [29.5, 37.0])
def test_a_ground_of_squares_is_no_sheet(step: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of them, as of squared paper at 150 dots per inch, holds few boxes, and no die.

    Each search is bounded.
    """
    monkeypatch.setattr(
        first_views, "_read_row", Mock(side_effect=AssertionError("no row of dice"))
    )
    picture = squares(1240, 1754, step)
    for view in views(picture):
        assert len(view.corners) < 60  # at the edges
        assert not view.rows


def test_thousands_of_boxes_are_no_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """If boxes do not touch, the largest are kept; no box is both empty and a die."""
    monkeypatch.setattr(
        first_views, "_read_row", Mock(side_effect=AssertionError("no row of dice"))
    )
    picture = np.full((1800, 1500, 3), 255, np.uint8)
    for x, y in np.ndindex(50, 60):
        cv2.rectangle(picture, (30 * x + 4, 30 * y + 4), (30 * x + 24, 30 * y + 22), (0, 0, 0), 2)
    for view in views(picture):
        assert len(view.corners) <= 600
        assert not view.rows


def test_a_row_of_squares_is_read_up_to_one_that_is_no_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a row of squares that are no dice, fewer than two are read on average."""
    picture = np.full((900, 1400, 3), 255, np.uint8)
    for y, x in product(range(100, 800, 150), range(60, 1300, 128)):
        cv2.rectangle(picture, (x, y), (x + 100, y + 100), (0, 0, 0), 3)
        cv2.line(picture, (x + 25, y + 30), (x + 75, y + 70), (0, 0, 0), 5)
    rows, dice = (Mock(wraps=getattr(first_views, name)) for name in ("_read_row", "_read_die"))
    monkeypatch.setattr(first_views, "_read_row", rows)
    monkeypatch.setattr(first_views, "_read_die", dice)
    assert not any(view.rows for view in views(picture))
    assert 0 < dice.call_count < 2 * rows.call_count


@pytest.mark.parametrize(
    "ground", ["squared", "checked", "tiled", pytest.param("newspaper", marks=SLOW)]
)
@pytest.mark.slow("photos")
def test_a_sheet_is_found_on_a_ground_with_a_pattern(ground: str) -> None:
    """Squares around it are not taken for its boxes, nor for its dice."""
    pixels, truth = photos.photo("dice-play", "easy", 5, ("drawn",), SMALL, ground)
    found = locate(pixels, [truth.map])
    assert found.signs[0]
    assert np.percentile(off(found, truth), 95) < 0.25


def test_paper_is_told_from_a_cloth() -> None:
    """White squares of the cloth are not part of it; where all is white, nothing is left out."""
    pixels, truth = photos.photo("dice-play", "easy", 3, ("drawn",), SMALL, "checked")
    rim = find_paper(pixels)
    assert rim is not None
    assert all(
        cv2.pointPolygonTest(rim, each, False) > 0 for cell in truth.cells for each in cell.corners
    )
    assert cv2.contourArea(rim) < 1.3 * cv2.contourArea(np.array(truth.page, np.float32))


def test_what_cannot_be_read_is_refused_with_what_to_do(
    medium: tuple[Pixels, photos.Truth],
) -> None:
    pixels, truth = medium
    spoilt = {
        "too small": cv2.resize(pixels, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA),
        "too dark": pixels // 16,
        "no sheet": np.full_like(pixels[::4, ::4], 200),
        "too blurred": cv2.GaussianBlur(pixels, (0, 0), 12),
    }
    for fault, picture in spoilt.items():
        with pytest.raises(SheetgenError, match=fault):
            locate(picture, [truth.map])
    lowest = max(y for cell in truth.cells for _, y in cell.corners)
    with pytest.raises(SheetgenError, match="cut off at the bottom"):
        locate(np.ascontiguousarray(pixels[: int(lowest) - 15]), [truth.map])


def test_the_width_of_edges_is_that_of_the_blur(medium: tuple[Pixels, photos.Truth]) -> None:
    """On a page of print and writing the width of edges is that of the lens's blur.

    It is measured from a tenth to nine tenths of an edge.
    """
    pixels, truth = medium
    even = even_light(cv2.cvtColor(locate(pixels, [truth.map]).flat, cv2.COLOR_BGR2GRAY))
    assert edge_width(even) / FLAT < 0.7
    for sigma in (3.0, 4.0, 5.0):
        assert edge_width(cv2.GaussianBlur(even, (0, 0), sigma)) == pytest.approx(
            2.56 * sigma, rel=0.12
        )
    assert edge_width(np.full_like(even, 200)) == 0


@pytest.mark.parametrize(("resolution", "blur", "light", "fault"), [
    (3.19, 0.3, 200, "too small to be read: 3.1 pixels a millimetre, and it takes 3.2"),
    (8, 1.051, 200, "edges are spread over 1.1 mm"),
    (8, 1.1, 200, "too blurred to be read: edges are spread over"), (8, 0.3, 39, "too dark"),
])  # fmt: skip
def test_the_gate_is_where_people_cannot_read_either(
    resolution: float, blur: float, light: float, fault: str
) -> None:
    """Below 3.2 pixels a millimetre, with edges over more than 1.05 mm, in the dark.

    No figure rounds to the bound.
    """
    with pytest.raises(SheetgenError, match=fault):
        check_quality(resolution, blur, light)
    check_quality(3.2, 1.04, 41)


def rendered(
    options: SheetOptions, name: str = "dice-play", share: float = 1
) -> tuple[Pixels, CellMap]:
    """Return an empty sheet at a share of its size, and the map of its cells."""
    with closing(pypdfium2.PdfDocument(sheet(game(name), options))) as document:
        page = np.array(document[0].render(scale=share * FLAT / MM).to_numpy()[:, :, :3])
    return page, cell_maps(game(name), options)[0]


@pytest.mark.parametrize(
    ("share", "code"), [(0.97, False), (1.05, True), pytest.param(0.71, True, marks=SLOW)]
)
def test_sheets_printed_at_another_scale_are_found(share: float, code: bool) -> None:
    page, cells = rendered(SheetOptions(paper="a5", players=2, code=code), share=share)
    picture = cv2.copyMakeBorder(page, 90, 200, 60, 150, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    found = locate(np.asarray(picture), [cells])
    rect = cells.cells[-1].rect
    at = found.sheet.to_picture(np.array([(rect.right, rect.bottom)]))[0]
    expected = np.array([rect.right, rect.bottom]) * share * FLAT / MM + (60, 90) - 0.5
    assert np.abs(at - expected).max() < 0.2 * FLAT


def drawn(options: SheetOptions, name: str = "dice-play") -> tuple[Pixels, CellMap]:
    """Return an empty sheet on a grey table, and the map of its cells."""
    page, cells = rendered(options, name)
    picture = cv2.copyMakeBorder(page, 60, 90, 80, 70, cv2.BORDER_CONSTANT, value=(128, 128, 128))
    return np.asarray(picture), cells


def place(cells: CellMap, row: str, share: float) -> tuple[int, int, int]:
    """Return a share of the width of a box, its top and its bottom, in pixels of the page."""
    (rect,) = (cell.rect for cell in cells.cells if cell.id == row)
    x, top, bottom = (
        round(at / MM * FLAT) for at in (rect.x + share * rect.width, rect.y, rect.bottom)
    )
    return x, top, bottom


def test_a_code_off_its_place_is_still_that_of_the_sheet() -> None:
    """The curl of a page moves the dice, which lie far from the boxes."""
    picture, cells = drawn(SMALL)
    dice = cells.code_dice
    scale = FLAT / MM
    x, y = (
        int(min(die.x for die in dice) * scale) + 74,
        int(min(die.y for die in dice) * scale) + 54,
    )
    right, bottom = (
        int(max(die.right for die in dice) * scale) + 86,
        int(max(die.bottom for die in dice) * scale) + 66,
    )
    seen = picture[y:bottom, x:right].copy()
    picture[y:bottom, x:right] = 255
    up = int(4 * FLAT)
    picture[y - up : bottom - up, x:right] = seen
    found = locate(picture, [cells])
    assert found.signs[0]
    said = next(view.code for view in views(picture) if view.code)
    assert tuple(face for face, _ in said[0].faces) == cells.code


def test_dice_whose_pips_run_into_their_lines_are_read() -> None:
    """In a blurred picture, the inside of a die is no square, but its outside is."""
    picture, cells = drawn(replace(SMALL, lang="nl"))
    for view in views(
        np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.9))
    ):  # more hides the fives of this code
        assert view.code
        assert tuple(face for face, _ in view.code[0].faces) == cells.code


@pytest.mark.parametrize(
    "options",
    [
        SheetOptions(paper="a4", players=7),  # squares to tick above the boxes
        SheetOptions(paper="a4", players=4, lang="de"),  # in two lines before them
    ],
)
@pytest.mark.few(1)
def test_squares_to_tick_are_no_boxes(options: SheetOptions) -> None:
    """A sheet is found by its code among those that have it, and placed by its boxes."""
    own = game("numbers-hands")
    picture, cells = drawn(options, "numbers-hands")
    code = decode(cells.code)
    assert code is not None
    assert cells in matching(code, own)
    assert locate(picture, [cells]).map == cells


def test_a_sheet_is_not_squeezed_into_another_layout() -> None:
    """If the boxes fit, the dice of the code do not.

    They have one size on every sheet of a paper.
    """
    picture, cells = drawn(SMALL)
    wide = [
        replace(each, rect=replace(each.rect, x=1.2 * each.rect.x, width=1.2 * each.rect.width))
        for each in cells.cells
    ]
    assert locate(picture, [cells]).map == cells
    refuse(picture, [replace(cells, width=1.2 * cells.width, cells=tuple(wide))])


def test_a_sheet_is_not_taken_for_one_with_fewer_columns() -> None:
    """Without a code for the number, all boxes of the map are in place, but there is one more."""
    picture, cells = drawn(SheetOptions(paper="a5", players=3, code=False))
    assert locate(picture, [cells]).map == cells
    refuse(
        picture, [replace(cells, cells=tuple(each for each in cells.cells if each.id[:3] != "p3."))]
    )


@pytest.mark.parametrize("name", ["cheerio", "players-choice"])
@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.few(2)
def test_boxes_are_not_taken_a_row_too_high(name: str, paper: str) -> None:
    """If the last row is not closed and the margin differs, the sheet is refused."""
    picture, cells = rendered(SheetOptions(paper=paper, players=2, margin=16), name)
    for cell in cells.cells:
        if cell.id.endswith(".total"):
            x, y, _ = place(cells, cell.id, 0.5)
            picture[y - 6 : y + 14, x - 8 : x + 8] = 255
    right, top, bottom = place(cells, cells.cells[-1].id, 1)
    picture[top + 12 : bottom - 12, right - 14 : right + 8] = 255  # as if writing crossed it
    known = cell_maps(game(name), players=2, lang="de")
    refuse(picture, known)


def test_a_sheet_is_not_taken_for_one_with_narrower_boxes() -> None:
    """If the code has another layout, a wider row shows by its sides, and the sheet is refused."""
    picture, cells = drawn(SMALL)
    other = cell_maps(game("dice-play"), paper="a5", players=2, lang="fr")[0]
    narrow = tuple(
        replace(each, rect=replace(each.rect, width=0.9 * each.rect.width))
        if each.id.endswith(".yacht")
        else each
        for each in cells.cells
    )
    refuse(picture, [replace(other, cells=narrow, corners=cells.corners)])


@pytest.mark.parametrize("second", [0.3, 0.55, 0.7])
def test_strokes_that_cut_boxes_do_not_make_them_narrower(second: float) -> None:
    """On a sheet with one column, a line from top to bottom cuts some boxes at any place."""
    picture, cells = drawn(SheetOptions(paper="a5", players=1))
    for row, where in (("p1.threes", 0.3), ("p1.chance", second)):
        x, top, bottom = place(cells, row, where)
        picture[60 + top : 60 + bottom, 78 + x : 83 + x] = 40
    assert locate(picture, [cells]).map == cells


def test_boxes_that_are_as_wide_as_they_can_be_are_found() -> None:
    """A game in landscape that fills the picture has boxes of seven tenths of its width."""
    picture, cells = drawn(
        SheetOptions(paper="a4", orientation="landscape", games=1), "bonus-yachts"
    )
    assert locate(picture[40:-40, 40:-40], [cells]).map == cells


def test_slashes_do_not_make_boxes_narrower() -> None:
    """Slashes of two hands, aslant at the same place of a row, leave the sheet where it is."""
    picture, cells = drawn(SMALL)
    for row in ("p1.threes", "p2.threes"):
        x, top, bottom = place(cells, row, 0.4)
        cv2.line(picture, (78 + x, 62 + bottom), (118 + x, 58 + top), (40, 40, 40), 5)
    assert locate(picture, [cells]).map == cells


def test_the_code_says_which_way_is_up() -> None:
    """Equal boxes in a list would fit upside down, if entries cut some of them."""
    options = SheetOptions(paper="a5", orientation="landscape", players=1, left_handed=True)
    picture, cells = drawn(options, "players-choice")
    for number, row in enumerate(("small_straight", "four_of_a_kind", "sixes", "twos", "total")):
        x, top, bottom = place(cells, f"p1.{row}", 0.3 + 0.1 * number)
        picture[56 + top : 64 + bottom, 78 + x : 84 + x] = 40
    found = locate(np.ascontiguousarray(np.rot90(picture, 2)), [cells])
    assert found.map == cells


def test_a_sheet_is_not_taken_for_one_with_wider_boxes() -> None:
    """A row with boxes to tick next to those to write in does not fit wide boxes.

    One of the 28 other layouts of a game has the same code.
    """
    picture, cells = rendered(SheetOptions(paper="a4", games=4, lang="fr"), "bonus-yachts")
    rects = {cell.id: cell.rect for cell in cells.cells}
    wide = tuple(
        replace(
            cell,
            rect=replace(
                cell.rect, x=rects[column + ".ones"].x, width=rects[column + ".ones"].width
            ),
        )
        if row == "yacht_bonus"
        else cell
        for cell in cells.cells
        for column, _, row in [cell.id.partition(".")]
    )
    assert wide != cells.cells
    assert locate(picture, [cells]).map == cells
    refuse(picture, [replace(cells, cells=wide)])


def test_of_several_codes_the_clearest_counts(medium: tuple[Pixels, photos.Truth]) -> None:
    """A row of squares may be a code by chance, with less certain dice.

    Of two that are equally certain the first counts: a digit next to the dice may look like one.
    """
    clear, chance, beside = (
        DiceRow(
            tuple((face, sure) for face in cell_maps(game(name), SMALL)[0].code), np.zeros((10, 2))
        )
        for name, sure in (("dice-play", 0.95), ("yatzy", 0.7), ("numbers-hands", 0.97))
    )
    view = next(views(medium[0]))
    for rows in ((clear, chance), (chance, clear), (chance, clear, beside)):
        assert (replace(view, rows=rows).code or (None,))[0] is clear


def test_of_games_whose_boxes_lie_in_the_same_way_none_is_taken() -> None:
    """Without a code they cannot be distinguished; for one game the corners show the paper."""
    picture, cells = drawn(SheetOptions(paper="a5", players=3, code=False))
    moved_down = replace(
        cells,
        height=cells.height + 40,
        cells=tuple(
            replace(each, rect=replace(each.rect, y=each.rect.y + 20)) for each in cells.cells
        ),
    )
    for maps in ([cells, moved_down], [moved_down, cells]):
        assert locate(picture, maps).map == cells
    refuse(picture, [moved_down])
    refuse(picture, [cells, replace(cells, ruleset="yatzy")])


def test_a_layout_that_is_not_known_is_refused() -> None:
    picture, own = drawn(
        SheetOptions(paper="a5", players=2, left_handed=True, margin=16, fields=())
    )
    assert locate(picture, [own]).map == own
    others = [
        each for count in (1, 3) for each in cell_maps(game("dice-play"), paper="a5", players=count)
    ]
    (cells,) = cell_maps(game("dice-play"), paper="a4", players=2)
    shorter = replace(
        cells,
        cells=tuple(cell for cell in cells.cells if not cell.id.endswith((".twos", ".yacht"))),
    )
    refuse(picture, [*others, shorter])


@SLOW
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_photos_are_found_or_refused_and_never_taken_for_another(level: Level) -> None:
    """A photo of every fourth game, with its own map among those of all games.

    Most are found as what they are.
    """
    others = [cell_maps(game(each), paper="a4")[0] for each in GAMES]
    refused = []
    for name in GAMES[2 * (level == "medium") :: 4]:
        pixels, truth = photos.photo(name, level, 11, ("drawn",))
        try:
            found = locate(pixels, [*others, truth.map])
        except SheetgenError:
            refused.append(name)
            continue
        assert found.map.cells == truth.map.cells
        assert np.percentile(off(found, truth), 90) < 0.5
    assert len(refused) <= 1, refused


def test_a_page_lies_right_where_ink_cuts_boxes_on_one_side() -> None:
    """A quarter of the boxes of a single column seem to end at a number.

    The others show the side.
    """
    tops = np.arange(16) * 26 + 100.0
    sides = np.column_stack([np.full(16, 200.0), tops, np.full(16, 320.0), tops + 24])
    page = corners_of(sides)
    cut_short = sides.copy()
    cut_short[::4, 2] -= np.array([45, 9, 52, 30])
    there = np.array([[2.0, 0.1, 30], [-0.1, 2.0, 90]])
    picture = np.column_stack([corners_of(cut_short), np.ones(64)]) @ there.T
    laid = lay((612, 792), page, picture)
    assert laid is not None
    assert (
        np.abs(laid.to_page(np.column_stack([page, np.ones(64)]) @ there.T) - page).max() < 0.3 * MM
    )
