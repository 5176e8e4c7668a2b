"""The photos for tests of the reader show what their truth says."""

import cv2
import numpy as np
import photos
import pytest
from photography.camera import Level
from photography.cards import SLIPS, Entry, written
from photography.sheets import GAMES, MM, game
from photography.surface import Array

from sheetgen import SheetOptions
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Total, below
from sheetgen.rules.scoring import totals
from tests.games import by_kind

SMALL = SheetOptions(paper="a5", players=2)


SLOW = pytest.mark.slow("photos")
LEVELS = ("scan", "hard", *(pytest.param(each, marks=SLOW) for each in ("easy", "medium", "copy")))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.few(1)
def test_the_corners_of_the_boxes_lie_on_their_lines(level: Level) -> None:
    """The picture is darker along the line of each box of the truth than next to it."""
    pixels, truth = photos.photo("dice-play", level, 3, ("drawn",), SMALL)
    assert truth.size == (pixels.shape[1], pixels.shape[0])
    assert _share_on_lines(pixels, truth, 0.15) >= 0.97


@pytest.mark.parametrize("level", ["hard", pytest.param("medium", marks=SLOW)])
def test_the_corners_of_the_cells_of_a_ruled_pad_lie_where_its_lines_meet(level: Level) -> None:
    """Pads of other makers have a row for each printed one.

    Double lines have no ink in between.
    """
    jpeg, truth = photos.pad_photographed("yatzy", level, 3, ("drawn",))
    assert _share_on_lines(photos.decoded(jpeg), truth, 0.0) >= 0.9
    columns = {cell.id.partition(".")[0] for cell in truth.cells}
    assert len(truth.cells) == len(columns) * len(truth.rows)


def _share_on_lines(pixels: Array, truth: photos.Truth, inside: float) -> float:
    """Return the share of sides that are darker `inside` mm from the edge than at 0.9 mm."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)
    seen = []
    for placed, cell in zip(truth.map.cells, truth.cells, strict=True):
        if cell.kind == "name" or cell.hidden:
            continue
        ul, ur, lr, ll = np.array(cell.corners)
        mm = np.linalg.norm(ll - ul) / (placed.rect.height / MM)
        for (a, b), c in (((ul, ur), ll), ((ll, lr), ul), ((ul, ll), ur), ((ur, lr), ul)):
            inwards = (c - a) / np.linalg.norm(c - a) * mm
            line = np.linspace(a, b, 40)[8:-8]
            seen.append(
                _median(grey, line + inside * inwards) < _median(grey, line + 0.9 * inwards) - 8
            )
    return float(np.mean(seen))


def _median(grey: Array, points: Array) -> float:
    x, y = (points[:, :1].astype(np.float32), points[:, 1:].astype(np.float32))
    return float(np.median(cv2.remap(grey, x, y, cv2.INTER_LINEAR)))


def test_the_same_seed_gives_the_same_picture() -> None:
    first, again, other = (
        photos.photographed("yatzy", "hard", seed, ("drawn",), SMALL) for seed in (5, 5, 6)
    )
    assert first == again
    assert first[0] != other[0]


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_cards_are_legal_and_their_slips_are_known(name: str) -> None:
    """Boxes hold what they can.

    A sum is what the boxes give, or somebody's slip, or follows from one.
    """
    ruleset, found = game(name), set()
    for seed in range(5):
        card = written(ruleset, np.random.default_rng(seed), slips=0.5, blanks=0.0)
        boxes = {box: card[box].value or 0 for box in ruleset.boxes}
        assert all(points in possible_values(ruleset, box) for box, points in boxes.items())
        right = totals(ruleset, boxes, _extra(ruleset.extra_yachts, card))
        assert {total: card[total].right for total in right} == right
        slips = {total for total in right if card[total].slip}
        wrong = {total for total in right if card[total].value != right[total]}
        assert slips <= wrong
        assert all(slips & {total, *below(ruleset, total)} for total in wrong)
        found |= {card[total].slip for total in slips}
    assert found <= {*SLIPS}
    assert found


def _extra(total: Total | None, card: dict[str, Entry]) -> int:
    return (card[total.id].right or 0) // total.points if total else 0
