"""Photos of filled sheets of games with columns, further Yachts, chosen dice and saved rolls.

Each card has a total that is added up wrongly.
"""

import os
from pathlib import Path
from random import Random

import photos
import pytest
from photos import TrueCell

from sheetgen import SheetOptions
from sheetgen.checker.check import check_card
from sheetgen.layout.code import GAMES
from sheetgen.rules.scoring import WrittenCard
from sheetgen.scan.photos import read_photos
from sheetgen.scan.reader import ReadColumn, ReadSheet
from tests.conftest import SEED

ELEMENTS = ("triple-chips", "yamb-6", "yamb-10", "maxi-yatzy-saved")
"""A game for each: further Yachts in columns, dice of which some count, columns with rules of their
own, and saved rolls."""
OTHERS = (
    *("two-columns", "three-columns", "yams-13", "yacht-12"),
    *("generala-13", "general", "wuerfelpoker"),
)
"""Later games, of which one is drawn by lot: a photo takes seconds."""
BY_LOT = Random(os.environ[SEED]).choice(OTHERS)  # noqa: S311 - the choice is no secret


def written_in(truth: photos.Truth, number: int) -> dict[str, TrueCell]:
    """Return the places of a column by their rows."""
    cells: dict[str, TrueCell] = {}
    for cell in truth.cells:
        owner, _, row = cell.id.partition(".")
        if owner == f"p{number}" and cell.kind != "name":
            cells[row] = cell
    return cells


def check_reading(column: ReadColumn, cells: dict[str, TrueCell]) -> None:
    """Check that what is sure is what is written, and that most is sure."""
    for row, read in column.read.items():
        # a 0 may be left blank
        assert not read.sure or (read.value or 0) == (cells[row].value or 0), row
    assert len(column.unsure) <= len(cells) / 5


def check_slips(sheet: ReadSheet, column: ReadColumn, cells: dict[str, TrueCell]) -> None:
    """Check that the card is called wrong where the same typed card is, and only there.

    A wrong total is a finding, or something about the card is asked.
    """
    values = [(row, cell.value) for row, cell in cells.items() if cell.value is not None]
    typed = check_card(sheet.game, WrittenCard(tuple(values))).findings
    read = check_card(sheet.game, column.card()).findings
    wrong = {finding.where for finding in read if finding.kind != "unsure"}
    assert wrong <= {finding.where for finding in typed}
    slips = {row for row, cell in cells.items() if cell.slip}
    assert slips <= wrong or column.unsure


@pytest.mark.parametrize("name", [*ELEMENTS, BY_LOT])
@pytest.mark.slow("photos")
@pytest.mark.filterwarnings("ignore::sheetgen.errors.LeftOut")
def test_a_photo_of_a_filled_sheet_is_audited(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code says the game, and all of its boxes are found."""
    assert name in GAMES
    monkeypatch.setattr(photos, "SLIPS", 1.0)
    monkeypatch.setattr(photos, "UNUSED", 0.0)
    options = SheetOptions(lang="en", paper="a4", players=1 if name in ELEMENTS else 2)
    jpeg, truth = photos.photographed(name, "easy", 3, ("drawn",), options)
    path = tmp_path / "photo.jpg"
    path.write_bytes(jpeg)
    (sheet,) = read_photos(path)
    assert sheet.game.id == name
    assert sheet.map is not None
    assert sheet.map.cells == truth.map.cells
    assert len(sheet.columns) == options.players
    for column in sheet.columns:
        cells = written_in(truth, column.number)
        check_reading(column, cells)
        check_slips(sheet, column, cells)
