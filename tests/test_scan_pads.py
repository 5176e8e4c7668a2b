"""Ruled pads of others: grids are found without a template, rows taken in order, and what does not fit is refused."""

from functools import cache

import cv2
import numpy as np
import pytest
from drawn_pads import DESIGNS, Photo, draw, take

from sheetgen.errors import SheetgenError
from sheetgen.layout.primitives import MM
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.scan import pads
from sheetgen.scan.pads import Floats, Pad, check_rows, expand_rows, find_tables, read_rows, row_orders
from sheetgen.scan.straighten import FLAT

QUICK = {
    "two tables": ("medium", 0),
    "one list, a dark band": ("easy", 2),
    "thin blue, no frame": ("medium", 0),
    "two label columns, shaded rows": ("easy", 3),
    "bands above both": ("hard", 1),
}
"""A level, and by how many quarters the picture is turned, for the designs that the quick tests look at."""


@cache
def found(name: str) -> tuple[Photo, list[Floats]]:
    """Return the photo of a design, and the grid in it."""
    level, turns = QUICK[name]
    photo = take(DESIGNS[name], level, 7, turns, size=1300)
    return photo, find_tables(photo.pixels)


def rows_of(name: str) -> list[str]:
    """Return a different name for each row."""
    return [f"{index}.{row}" for index, table in enumerate(DESIGNS[name].tables) for row in range(len(table.heights))]


def far_off(pad: Pad, name: str, photo: Photo) -> list[str]:
    """Return the cells further than a quarter of a row from their place, and those that should not exist."""
    cells = {(cell.row, cell.column): cell.corners for cell in pad.cells}
    wrong = []
    for index, (table, nodes) in enumerate(zip(DESIGNS[name].tables, photo.tables, strict=True)):
        for row in range(len(table.heights)):
            for column in range(table.labels, len(table.widths)):
                right = nodes[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
                corners = cells.pop((f"{index}.{row}", column - table.labels + 1), np.full((4, 2), np.inf))
                if np.hypot(*(corners - right).T).max() > np.hypot(*(right[3] - right[0])) / 4:
                    wrong.append(f"{index}.{row} {column}")
    return [*wrong, *map(str, cells)]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.few(2)
def test_cells_of_pads_are_found_however_they_are_held(name: str) -> None:
    """All cells but those of labels, by row and column, upright and turned; nobody says how many columns are labels."""
    photo, grid = found(name)
    pad = read_rows(grid, photo.pixels, rows_of(name))
    assert far_off(pad, name, photo) == []
    assert pad.sure
    assert pad.labels == DESIGNS[name].tables[0].labels


def test_the_straightened_pad_shows_each_cell_at_its_place() -> None:
    """A cell of the straightened picture shows what the paper has there: the same grey, but for light and noise."""
    photo, grid = found("two tables")
    pad = read_rows(grid, photo.pixels, rows_of("two tables"))
    paper = draw(DESIGNS["two tables"], 7)
    cells = {(cell.row, cell.column): cell for cell in pad.cells}
    alike = []
    for row in range(9):
        x, y = DESIGNS["two tables"].tables[0].nodes[row, 1] * 8
        printed = paper[round(y) : round(y) + 64, round(x) : round(x) + 120].min(2)
        rect = cells[f"0.{row}", 1].rect
        left, top, right, bottom = (
            round(each * FLAT / MM) for each in (rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
        )
        assert 55 <= bottom - top <= 75  # 8 mm, as on our sheets
        seen = cv2.resize(pad.flat[top:bottom, left:right].min(2), printed.shape[::-1])
        alike.append(np.corrcoef(cv2.blur(printed, (9, 9)).ravel(), cv2.blur(seen, (9, 9)).ravel())[0, 1])
    assert min(alike) > 0.8


def test_rows_are_skipped_and_repeated_as_told() -> None:
    photo, grid = found("two tables")
    rows = rows_of("two tables")
    rows[3], rows[18] = "-", rows[8]
    pad = read_rows(grid, photo.pixels, rows)
    assert "0.3" not in {cell.row for cell in pad.cells}
    assert "-" not in {cell.row for cell in pad.cells}
    twice = [cell for cell in pad.cells if (cell.row, cell.column) == (rows[8], 2)]
    assert len(twice) == 2
    assert twice[0].rect.y < twice[1].rect.y


def test_a_count_that_does_not_fit_is_refused_with_both_numbers() -> None:
    photo, grid = found("two tables")
    with pytest.raises(SheetgenError, match="has 19 rows, but 18 are named"):
        read_rows(grid, photo.pixels, rows_of("two tables")[1:])
    with pytest.raises(SheetgenError, match="7, 7 columns, 7 of them labels"):
        read_rows(grid, photo.pixels, rows_of("two tables"), labels=7)


def test_how_many_columns_are_labels_may_be_told() -> None:
    photo, grid = found("two tables")
    pad = read_rows(grid, photo.pixels, rows_of("two tables"), labels=2)
    assert (pad.labels, pad.sure) == (2, True)
    assert {cell.column for cell in pad.cells} == {1, 2, 3, 4, 5}


def test_columns_without_print_are_not_taken_for_labels_for_sure() -> None:
    photo, grid = found("two tables")
    bare = [table[:, 1:] for table in grid]
    assert not read_rows(bare, photo.pixels, rows_of("two tables")).sure


def test_a_picture_without_a_table_is_refused() -> None:
    random = np.random.default_rng(3)
    noise = random.integers(0, 256, (600, 800, 3), np.uint8)
    bare = take(DESIGNS["red and wide"], "easy", 5, size=1000).pixels[:, :60]
    for pixels in (noise, np.full((400, 300, 3), 240, np.uint8), bare):
        with pytest.raises(SheetgenError, match="no ruled table"):
            find_tables(np.ascontiguousarray(pixels))


def test_known_orders_stand_for_their_rows() -> None:
    """Names of pads and of their halves are taken apart, among other rows too, and fit the games that they are of."""
    orders = row_orders()
    assert expand_rows("ones, twos,-,upper_total") == ("ones", "twos", "-", "upper_total")
    assert expand_rows("-,upper-of-nine,-,lower-of-ten") == (
        *("-", *orders["upper-of-nine"]),
        *("-", *orders["lower-of-ten"]),
    )
    assert orders["thirteen-upper-total-twice"] == expand_rows("upper-of-nine,lower-of-ten")
    assert orders["thirteen-with-bonus-marks"] == expand_rows("upper-of-nine,lower-of-twelve")
    for name, rows in orders.items():
        check_rows(rows, load_ruleset("yatzy" if "pairs" in name else "bonus-yachts").rows)


def test_rows_that_a_game_does_not_have_are_refused() -> None:
    known = load_ruleset("bonus-yachts").rows
    with pytest.raises(SheetgenError, match="unknown row 'twoos'; the rows of this game are ones, twos, threes"):
        check_rows(["ones", "twoos"], known)
    with pytest.raises(SheetgenError, match=r"unknown row 'upper-of-nin'; .* at once .*upper-of-nine"):
        check_rows(expand_rows("upper-of-nin"), known)
    with pytest.raises(SheetgenError, match="no row is left to read"):
        check_rows(["-", "-"], known)


@pytest.mark.slow("photos")
@pytest.mark.parametrize("name", DESIGNS)
def test_pads_of_all_designs_are_found(name: str) -> None:
    """Every cell of every design, upright or turned, half of its columns filled, once its labels are told."""
    turns = list(DESIGNS).index(name) % 2
    photo = take(DESIGNS[name], ("easy", "medium")[turns], 11 + turns, turns, filled=0.5)
    pad = read_rows(find_tables(photo.pixels), photo.pixels, rows_of(name), DESIGNS[name].tables[0].labels)
    assert far_off(pad, name, photo) == []
    assert pads.SKIPPED not in {cell.row for cell in pad.cells}
