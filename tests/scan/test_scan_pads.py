"""Ruled pads of other makers: grids without a template, rows in order, and refusals."""

from functools import cache

import cv2
import numpy as np
import pytest
from photography.camera import Level

from sheetgen.errors import SheetgenError
from sheetgen.layout.primitives import MM
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.scan import pads
from sheetgen.scan.pads import (
    Floats,
    Pad,
    check_rows,
    expand_rows,
    find_tables,
    read_rows,
    row_orders,
)
from sheetgen.scan.straighten import FLAT
from tests.scan.drawn_pads import DESIGNS, MM as DRAWN, Design, Lines, Photo, Table, draw, take

QUICK: dict[str, tuple[Level, int]] = {
    "two tables": ("medium", 0),
    "one list, a dark band": ("medium", 2),
    "thin blue, no frame": ("hard", 0),
    "two label columns, shaded rows": ("medium", 3),
    "bands above both": ("medium", 1),
}
"""A level, and by how many quarters the picture is turned, for the designs that the quick tests
look at."""
SEED = 11
"""Number that decides how a pad is filled in, and how it is held."""


@cache
def found(name: str) -> tuple[Photo, list[Floats]]:
    """Return the photo of a design, and the grid in it."""
    level, turns = QUICK[name]
    photo = take(DESIGNS[name], level, SEED, turns)
    return photo, find_tables(photo.pixels)


def rows_of(name: str) -> list[str]:
    """Return a different name for each row."""
    return [
        f"{index}.{row}"
        for index, table in enumerate(DESIGNS[name].tables)
        for row in range(len(table.heights))
    ]


def far_off(pad: Pad, name: str, photo: Photo) -> list[str]:
    """Return the cells further than a quarter of a row from their place, and unexpected ones."""
    cells = {(cell.row, cell.column): cell.corners for cell in pad.cells}
    wrong = []
    for index, (table, nodes) in enumerate(zip(DESIGNS[name].tables, photo.tables, strict=True)):
        for row in range(len(table.heights)):
            for column in range(table.labels, len(table.widths)):
                right = nodes[
                    [row, row, row + 1, row + 1], [column, column + 1, column + 1, column]
                ]
                corners = cells.pop(
                    (f"{index}.{row}", column - table.labels + 1), np.full((4, 2), np.inf)
                )
                if np.hypot(*(corners - right).T).max() > np.hypot(*(right[3] - right[0])) / 4:
                    wrong.append(f"{index}.{row} {column}")
    return [*wrong, *map(str, cells)]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.few(2)
def test_cells_of_pads_are_found_however_they_are_held(name: str) -> None:
    """All cells are found by row and column, upright and turned.

    The number of columns of labels is not given.
    """
    photo, grid = found(name)
    pad = read_rows(grid, photo.pixels, rows_of(name))
    assert far_off(pad, name, photo) == []
    assert pad.sure
    assert pad.labels == DESIGNS[name].tables[0].labels


def test_the_straightened_pad_shows_each_cell_at_its_place() -> None:
    """A cell of the straightened picture shows what the paper has there.

    The same grey, but for light and noise.
    """
    photo, grid = found("two tables")
    pad = read_rows(grid, photo.pixels, rows_of("two tables"))
    paper = draw(DESIGNS["two tables"], SEED)
    cells = {(cell.row, cell.column): cell for cell in pad.cells}
    alike = []
    for row in range(9):
        x, y = DESIGNS["two tables"].tables[0].nodes[row, 1] * 8
        printed = paper[round(y) : round(y) + 64, round(x) : round(x) + 120].min(2)
        rect = cells[f"0.{row}", 1].rect
        left, top, right, bottom = (
            round(each * FLAT / MM)
            for each in (rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
        )
        assert 55 <= bottom - top <= 75  # 8 mm, as on our sheets
        seen = cv2.resize(pad.flat[top:bottom, left:right].min(2), printed.shape[::-1])
        alike.append(
            np.corrcoef(cv2.blur(printed, (9, 9)).ravel(), cv2.blur(seen, (9, 9)).ravel())[0, 1]
        )
    assert min(alike) > 0.8


def test_a_pad_that_is_small_on_a_busy_ground_is_found_as_if_it_were_cut_out() -> None:
    """Its coloured tables are looked at closely.

    In a small picture, letters below each other look like lines.
    """
    design = Design(
        155,
        215,
        tuple(
            Table(
                8,
                top,
                (8,) * rows,
                (30, 24, *(13,) * 6),
                2,
                tint=(225, 205, 190),
                lines=Lines((120, 70, 30)),
            )
            for top, rows in ((24, 9), (108, 10))
        ),
    )
    ground = np.full((2700, 2300, 3), (215, 190, 180), np.uint8)
    for x in range(-600, 2300, 60):
        cv2.line(ground, (x, 2700), (x + 400, 0), (130, 110, 100), 3, cv2.LINE_AA)
    paper = draw(design, 7)
    turn = cv2.getRotationMatrix2D((0, 0), 4, 0.62)
    turn[:, 2] = 900, 700
    on_paper = cv2.warpAffine(np.full_like(paper, 255), turn, ground.shape[1::-1])
    picture = np.where(on_paper > 127, cv2.warpAffine(paper, turn, ground.shape[1::-1]), ground)
    grid = find_tables(picture)
    rows = [
        f"{index}.{row}"
        for index, table in enumerate(design.tables)
        for row in range(len(table.heights))
    ]
    pad = read_rows(grid, picture, rows)
    assert (pad.labels, pad.sure) == (2, True)
    cells = {(cell.row, cell.column): cell.corners for cell in pad.cells}
    assert len(cells) == 6 * 19
    for index, table in enumerate(design.tables):
        nodes = cv2.transform(table.nodes * DRAWN, turn)
        for row, column in np.ndindex(len(table.heights), 6):
            assert np.abs(cells[f"{index}.{row}", column + 1][0] - nodes[row, column + 2]).max() < 5


def flat_tables(*columns: int) -> list[Floats]:
    """Return tables of four rows with these numbers of columns, below each other."""
    tables = []
    for place, count in enumerate(columns):
        x, y = np.meshgrid(np.arange(count + 1) * 40.0 + 20, np.arange(5) * 20.0 + 20 + 120 * place)
        tables.append(np.stack([x, y], -1))
    return tables


PAPER = np.full((300, 420, 3), 250, np.uint8)
NAMES = ("ones", "twos", "threes", "fours")


def test_where_columns_do_not_agree_each_remedy_leads_on() -> None:
    """A remedy of the message does not lead to the same message.

    A number of labels is one.
    """
    unequal = flat_tables(9, 8)
    for labels in (None, 1, 2, 3):
        with pytest.raises(
            SheetgenError, match=r"8.*; cut the picture off around the pad, or read one table"
        ) as fault:
            read_rows(unequal, PAPER, [*NAMES, "fives", "sixes", "total", "yacht"], labels)
        assert "label" not in str(fault.value)
    for first, rows in ((9, [*NAMES, *"----"]), (8, [*"----", *NAMES])):  # one table at a time
        pad = read_rows(unequal, PAPER, rows, 1)
        assert [cell.row for cell in pad.cells[:: first - 1]] == [*NAMES]
    assert read_rows(
        flat_tables(8, 8), PAPER, [*NAMES, "fives", "sixes", "total", "yacht"], 1
    ).cells  # cut off


@pytest.mark.parametrize("labels", [-1, 8, 9])
def test_a_number_of_labels_that_cannot_be_is_answered_with_what_can(labels: int) -> None:
    with pytest.raises(
        SheetgenError,
        match=f"says {labels}, but each table has 8 columns; count those that are printed",
    ):
        read_rows(flat_tables(8), PAPER, NAMES, labels)
    assert read_rows(flat_tables(8), PAPER, NAMES, 7).labels == 7


@pytest.mark.parametrize("columns", [5, 8])
def test_tables_of_something_else_are_not_those_of_the_pad(columns: int) -> None:
    """Tables of the pad have this number of rows, equally many columns, and are close together."""
    beside = flat_tables(columns)[0] * 3 + (0, 400)
    pad = read_rows(
        [beside, *flat_tables(8, 8)], np.full((800, 1100, 3), 250, np.uint8), [*NAMES, *NAMES], 1
    )
    assert {cell.column for cell in pad.cells} == {1, 2, 3, 4, 5, 6, 7}
    assert max(cell.corners[:, 1].max() for cell in pad.cells) < 300


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
    with pytest.raises(SheetgenError, match="says 7, but each table has 7 columns"):
        read_rows(grid, photo.pixels, rows_of("two tables"), labels=7)


def test_how_many_columns_are_labels_may_be_told() -> None:
    photo, grid = found("two tables")
    pad = read_rows(grid, photo.pixels, rows_of("two tables"), labels=2)
    assert (pad.labels, pad.sure) == (2, True)
    assert {cell.column for cell in pad.cells} == {1, 2, 3, 4, 5}


def test_columns_without_print_are_not_taken_for_labels_for_sure() -> None:
    photo, grid = found("one list, a dark band")
    bare = [table[:, 1:] for table in grid]
    assert not read_rows(bare, photo.pixels, rows_of("one list, a dark band")).sure


def test_a_picture_without_a_table_is_refused() -> None:
    random = np.random.default_rng(3)
    noise = random.integers(0, 256, (600, 800, 3), np.uint8)
    bare = take(DESIGNS["red and wide"], "medium", 5).pixels[:, :60]
    for pixels in (noise, np.full((400, 300, 3), 240, np.uint8), bare):
        with pytest.raises(SheetgenError, match="no ruled table"):
            find_tables(np.ascontiguousarray(pixels))


def test_known_orders_stand_for_their_rows() -> None:
    """Names of pads and of their halves become their rows, and fit the games that they are of."""
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
    with pytest.raises(
        SheetgenError, match="unknown row 'twoos'; the rows of this game are ones, twos, threes"
    ):
        check_rows(["ones", "twoos"], known)
    with pytest.raises(
        SheetgenError, match=r"unknown row 'upper-of-nin'; .* at once .*upper-of-nine"
    ):
        check_rows(expand_rows("upper-of-nin"), known)
    with pytest.raises(SheetgenError, match="no row is left to read"):
        check_rows(["-", "-"], known)


@pytest.mark.slow("photos")
@pytest.mark.parametrize("name", DESIGNS)
def test_pads_of_all_designs_are_found(name: str) -> None:
    """Every cell of every design is found, upright or turned, on a half-filled pad."""
    turns = list(DESIGNS).index(name) % 2
    photo = take(DESIGNS[name], "medium", 11 + turns, turns, filled=0.5)
    pad = read_rows(
        find_tables(photo.pixels), photo.pixels, rows_of(name), DESIGNS[name].tables[0].labels
    )
    assert far_off(pad, name, photo) == []
    assert pads.SKIPPED not in {cell.row for cell in pad.cells}
