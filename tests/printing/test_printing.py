"""Cards on sheets.

When the pile is cut and stacked they are in order, and fronts and backs belong together.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from sheetgen.layout.options import find_paper
from sheetgen.layout.primitives import EDGE, MM, Rect
from sheetgen.printing import CardGrid, CutMarks, cut_and_stack, cut_marks, divided, grids
from tests.readback import Sheet
from tests.shop import bytes_of, check_pdf, job, sheets

GRIDS = [
    CardGrid(2, 1),
    CardGrid(2, 2),
    CardGrid(2, 3),
    CardGrid(3, 2),
    CardGrid(4, 2),
    CardGrid(1, 2),
]


def cut(piles: list[tuple[int | None, ...]], grid: CardGrid) -> list[int]:
    """Return the cards in the order of the stack: the pile of the first place on top."""
    return [
        card
        for place in range(grid.count)
        for sheet in piles
        for card in [sheet[place]]
        if card is not None
    ]


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 7, 8, 9, 23, 24, 25, 1000])
@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_the_cut_and_stacked_pile_is_in_order(grid: CardGrid, cards: int) -> None:
    """Cut once and laid on each other, the numbers run on, and no sheet is wasted."""
    piles = list(cut_and_stack(cards, grid))
    assert cut(piles, grid) == list(range(cards))
    assert len(piles) == -(-cards // grid.count)


@pytest.mark.parametrize("count", [2, 4, 6, 8])
@pytest.mark.parametrize("paper", ["a3", "a4", "letter", "legal"])
def test_grids_fill_the_paper(paper: str, count: int) -> None:
    """Each grid has its number of cards, and the first one cuts them most like common paper."""
    size = find_paper(paper)
    found = grids(count, size.width, size.height)
    shapes = []
    for grid, turned in found:
        assert grid.count == count
        across, down = (size.height, size.width) if turned else (size.width, size.height)
        shapes.append(abs(down / grid.rows / (across / grid.columns) - 2**0.5))
    assert shapes[0] == min(shapes)
    assert shapes[0] < 0.45


def numbers_on(sheet: Sheet, grid: CardGrid) -> list[str]:
    """Return the number or word in the head of each place of a side; empty for a blank."""
    width, height = sheet.width / grid.columns, sheet.height / grid.rows
    places = [
        Rect(column * width, row * height, width, height)
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]
    return [sheet.text_in(place) for place in places]


@pytest.mark.parametrize(("nup", "pad"), [("2", 5), ("2", 6), ("4", 9), ("4", 3)])
@pytest.mark.few(1)
def test_a_pad_is_in_order_after_cutting(nup: str, pad: int) -> None:
    """The printed sheets of a numbered pad, cut and stacked, count from 1.

    The rules are last.
    """
    printing = job(nup=nup, pad=pad, numbered=True, paper="a3")
    content = bytes_of(printing)
    check_pdf(content)
    grid = printing.job.format.grid
    sides = [numbers_on(sheet, grid) for sheet in sheets(content)]
    assert len(sides) == -(-(pad + 1) // grid.count)
    stack = [side[place] for place in range(grid.count) for side in sides if side[place]]
    assert len(stack) == pad + 1
    for number, words in enumerate(stack[:-1], 1):
        assert "No." in words
        assert words.split()[-1] == str(number)
    assert "No." not in stack[-1]
    assert "highest possible total" in stack[-1]


def names_in(words: str) -> list[str]:
    """Return the players' names, each once: they stand above every section."""
    return list(
        dict.fromkeys(word for word in words.split() if word.startswith(("First", "Second")))
    )


def test_fronts_and_backs_have_the_same_players(tmp_path: Path) -> None:
    """Each auditor's grid lies behind the card of its own table, on every sheet."""
    names = "\n".join(f"First{number},Second{number}" for number in range(1, 12))
    path = tmp_path / "names.csv"
    path.write_text(names, "utf-8")
    printing = job(nup="4", names_file=path, back="audit", paper="a3")
    content = bytes_of(printing)
    sides = [numbers_on(sheet, printing.job.format.grid) for sheet in sheets(content)]
    grid = printing.job.format.grid
    seen = []
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        for row in range(grid.rows):
            for column in range(grid.columns):
                words = front[row * grid.columns + column]
                behind_it = back[row * grid.columns + grid.columns - 1 - column]
                assert names_in(words) == names_in(behind_it)
                seen += names_in(words)
    assert sorted(seen) == sorted(names.replace("\n", ",").split(","))


def test_one_sheet_fills_the_paper() -> None:
    """Copies of a single sheet fill the paper; several sheets are there once each."""
    copies = list(sheets(bytes_of(job(nup="2", paper="a3"))))
    assert len(copies) == 1
    assert all("Yacht" in words for words in numbers_on(copies[0], CardGrid(2, 1)))
    blanks = list(sheets(bytes_of(job(nup="2", blanks=3, paper="a3"))))
    assert [bool(words) for sheet in blanks for words in numbers_on(sheet, CardGrid(2, 1))] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("kind", ["crop", "lines", "dots"])
def test_marks_lie_on_the_cuts(kind: str, grid: CardGrid) -> None:
    """Marks run along the cuts only, within what a printer prints.

    They are as long and as far apart as was asked for.
    """
    size = (100 * MM, 140 * MM)
    width, height = grid.columns * size[0], grid.rows * size[1]
    form = divided((width, height), grid, 0)
    lines = list(cut_marks(form, CutMarks(kind, 4 * MM, 1.5 * MM)))  # type: ignore[arg-type]
    assert lines
    for line in lines:
        upright = line.x1 == line.x2
        step = line.x1 / size[0] if upright else line.y1 / size[1]
        assert step == pytest.approx(round(step))
        assert 0 < round(step) < (grid.columns if upright else grid.rows)
        low, high = sorted((line.y1, line.y2) if upright else (line.x1, line.x2))
        assert low >= EDGE - 0.01
        assert high <= (height if upright else width) - EDGE + 0.01
        if kind == "crop":
            assert high - low == pytest.approx(4 * MM)
            crossings = (
                [size[1] * row for row in range(1, grid.rows)]
                if upright
                else [size[0] * c for c in range(1, grid.columns)]
            )
            assert all(
                abs(low - each) >= 1.5 * MM - 0.01 and abs(high - each) >= 1.5 * MM - 0.01
                for each in crossings
            )
    cuts = {
        (line.x1 == line.x2, round(line.x1 if line.x1 == line.x2 else line.y1, 3)) for line in lines
    }
    assert len(cuts) == grid.columns - 1 + grid.rows - 1


def test_sides_follow_each_other() -> None:
    """Fronts and backs alternate; without marks there is no ink between the cards."""
    printing = job(names=None, blanks=5, back="rules", ruler=True)
    sides = list(printing.job.sides())
    assert len(sides) == len(printing.job) == 12
    assert all(one.width == other.width for one, other in pairwise(sides))
    assert not list(cut_marks(divided((100, 100), CardGrid(2, 2), 0), CutMarks("none")))
