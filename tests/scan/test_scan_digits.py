"""Numbers in boxes: the ink alone is cut out, and each number gets its probability."""

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from zipfile import ZipFile

import cv2
import handwriting
import numpy as np
import pytest
from numpy.typing import NDArray
from photography import hands

from sheetgen import load_ruleset
from sheetgen.layout.primitives import Rect
from sheetgen.scan import digits, ink, reader
from sheetgen.scan.ink import Spot
from sheetgen.scan.reader import ReadColumn, joined, read_flat

MM = 72 / 25.4
WEIGHTS = Path(digits.__file__).with_name("digits.npz")
EXAMPLES = Path(__file__).parent / "written.npz"
BOX = Rect(10 * MM, 10 * MM, 20 * MM, 12 * MM)
Page = NDArray[np.uint8]
PEN = (110, 50, 30)
"""Blue ink, in the order of OpenCV."""


def sheet_of_paper(width: int = 320) -> Page:
    """Return white paper, 256 pixels high."""
    return np.full((256, width, 3), 235, np.uint8)


def page(scale: int = 8) -> Page:
    """Return white paper of 40 x 32 mm with a box of 20 x 12 mm at (10, 10).

    Another one is half a millimetre below it.
    """
    paper = np.full((32 * scale, 40 * scale, 3), 235, np.uint8)
    for top in (10, 22.5):
        left, bottom = int(10 * scale), int((top + 12) * scale)
        cv2.rectangle(
            paper, (left + 1, int(top * scale) + 1), (30 * scale - 2, bottom - 2), (20, 20, 20), 2
        )
    return paper


def write(paper: Page, *points: tuple[float, float], colour: tuple[int, int, int] = PEN) -> Page:
    """Return the page with a stroke through points in mm."""
    line = np.round(np.array(points) * paper.shape[1] / 40).astype(np.int32)
    cv2.polylines(paper, [line], False, colour, paper.shape[1] // 80, cv2.LINE_AA)
    return paper


def cut(paper: Page) -> ink.BoxInk:
    """Return the ink of the upper box."""
    return ink.cut(paper, BOX, paper.shape[1] / 40 / MM)


def spots(*rows: str) -> list[Spot]:
    """Return the boxes of these rows, each 40 mm to the right of the one before it."""
    return [
        Spot(1, row, Rect(BOX.x + at * 40 * MM, BOX.y, BOX.width, BOX.height))
        for at, row in enumerate(rows)
    ]


def read_column(paper: Page, *rows: str) -> ReadColumn:
    """Return the boxes of these rows as they are read."""
    (column,) = read_flat(load_ruleset("dice-play"), paper, 8 / MM, spots(*rows))
    return column


def chances_in(column: ReadColumn, row: str) -> NDArray[np.floating]:
    """Return the probabilities of what is in a box, by its ink."""
    return np.asarray(np.exp(column.evidence[row].read))


def test_an_empty_box_has_no_ink() -> None:
    light = np.linspace(0.6, 1, 320)[None, :, None]
    noise = np.random.default_rng(1).normal(0, 4, (256, 320, 3))
    shaded = np.clip(page() * light + noise, 0, 255).astype(np.uint8)
    dim = cv2.GaussianBlur(
        page() * 0.25 + np.random.default_rng(2).normal(0, 14, (256, 320, 3)), (0, 0), 1.2
    )
    for each in (page(), shaded, np.clip(dim, 0, 255).astype(np.uint8)):
        found = cut(each)
        assert found.amount == 0
        assert not found.patch.any()
    assert digits.load().log_probabilities(cut(page()).patch[None]).argmax() == digits.NOTHING


@pytest.mark.parametrize("colour", [PEN, (60, 50, 215), (225, 190, 150), (150, 150, 150)])
def test_every_pen_is_ink(colour: tuple[int, int, int]) -> None:
    """Red, pale blue and pencil are as dark in a patch as any pen, and fill its height."""
    found = cut(write(page(), (20, 13), (20, 19), colour=colour))
    assert found.patch.shape == (ink.HEIGHT, ink.WIDTH)
    assert found.patch.max() == 1
    rows = np.flatnonzero(found.patch.max(axis=1) > 0.5)
    assert rows[-1] - rows[0] >= 22


def test_the_size_of_the_page_does_not_matter() -> None:
    fine, coarse = (cut(write(page(scale), (17, 13), (23, 13), (19, 19))) for scale in (8, 4))
    assert abs(fine.patch - coarse.patch).mean() < 0.05
    assert fine.amount == pytest.approx(coarse.amount, rel=0.25)


def test_a_fleck_far_from_a_number_is_none_of_its_strokes() -> None:
    """With far less ink than the number it does not make that small.

    Alone, as much is a dot of a pen.
    """
    paper, clean = page(), page()
    cv2.circle(paper, (100, 100), 3, PEN, -1, cv2.LINE_AA)
    assert cut(paper).amount > 0
    for each in (paper, clean):
        cv2.ellipse(each, (200, 130), (20, 28), 0, 0, 360, PEN, 4, cv2.LINE_AA)
    np.testing.assert_allclose(cut(paper).patch, cut(clean).patch, atol=0.01)
    assert np.flatnonzero(cut(paper).patch.max(axis=1) > 0.5).size >= 22


def test_ink_is_followed_over_the_line_and_left_to_its_box() -> None:
    """A stroke that leaves its box stays whole for two millimetres.

    One that comes in from below is not of this box. Where it comes in far, that is not sure.
    """
    over = cut(write(page(), (20, 15), (20, 24)))
    assert np.flatnonzero(over.patch.max(axis=1) > 0.5).size >= 22
    assert over.amount == pytest.approx(cut(write(page(), (20, 12), (20, 21))).amount, rel=0.25)
    below, far = (cut(write(page(), (20, top), (20, 30))) for top in (21.5, 20.5))
    assert (below.amount, far.amount) == (0, 0)
    assert (below.doubtful, far.doubtful, cut(page()).doubtful) == (False, True, False)
    both = cut(write(write(page(), (20, 20.5), (20, 30)), (14, 13), (14, 19)))
    assert both.amount == pytest.approx(cut(write(page(), (14, 13), (14, 19))).amount, rel=0.05)


def test_a_dash_on_the_line_is_ink() -> None:
    """A dash alone counts, though half of it is outside.

    It scores 0, but is no blank.
    """
    found = cut(write(page(), (16, 21.6), (21, 21.6)))
    assert found.amount > 0.5
    assert found.doubtful
    assert not cut(write(page(), (16, 17), (21, 17))).doubtful
    assert not cut(write(page(), (20, 15), (20, 24))).doubtful
    assert digits.load().log_probabilities(found.patch[None]).argmax() == digits.NOTHING


def test_a_line_that_ends_beside_a_number_is_none_of_its_strokes() -> None:
    """The box below may begin under a number that crosses both lines."""
    wide, amounts = Rect(10 * MM, 10 * MM, 40 * MM, 12 * MM), []
    for left in (300, 500):
        paper = sheet_of_paper(480)
        cv2.rectangle(paper, (81, 81), (398, 174), (20, 20, 20), 2)
        cv2.rectangle(paper, (left - 70, 181), (left + 200, 274), (20, 20, 20), 2)
        cv2.line(paper, (240, 140), (240, 186), PEN, 4)
        amounts.append(ink.cut(paper, wide, 8 / MM).amount)
    assert amounts[0] == pytest.approx(amounts[1], rel=0.2)


def test_ink_on_a_heavy_line_is_seen() -> None:
    """If the line is not black, the foot of a 2 on it is visible."""
    paper = sheet_of_paper()
    cv2.rectangle(paper, (83, 83), (236, 172), (110, 110, 110), 7)
    stem = cut(write(paper.copy(), (20, 14), (20, 21.6)))
    foot = cut(write(write(paper, (20, 14), (20, 21.6)), (20, 21.5), (24, 21.5)))
    assert foot.amount > 1.2 * stem.amount
    assert np.flatnonzero(foot.patch.max(axis=0) > 0.5).size >= 10


def test_sides_that_are_heavier_than_the_upper_line_leave_nothing() -> None:
    """A scanner may blur one way more than the other.

    A number at a side is whole, and an upright line is no 1.
    """
    paper = sheet_of_paper()
    cv2.rectangle(paper, (80, 80), (239, 175), (20, 20, 20), -1)
    cv2.rectangle(paper, (88, 86), (231, 169), (235, 235, 235), -1)
    assert cut(paper.copy()).amount == 0
    beside = cut(write(paper, (12.2, 13), (12.2, 19)))
    assert beside.amount == pytest.approx(cut(write(page(), (20, 13), (20, 19))).amount, rel=0.1)


def rounded(radius: int, thick: int) -> Page:
    """White paper with the box alone, its corners round; pixels."""
    paper = np.full((1024, 1280, 3), 235, np.uint8)
    box = np.array([81, 81, 238, 174]) + np.array([1, 1, -1, -1]) * thick / 2
    path = np.round(handwriting.rounded(box, radius) * 4 * 16).astype(np.int32)
    cv2.polylines(paper, [path], False, (20, 20, 20), 4 * thick, cv2.LINE_AA, 4)
    return np.asarray(cv2.resize(paper, (320, 256), interpolation=cv2.INTER_AREA))


def test_ink_in_a_corner_is_seen() -> None:
    """A number may be in the square corner of a heavy line.

    A round corner leaves no ink.
    """
    amounts = []
    for x, y in ((20, 13), (12, 15.7)):
        paper = sheet_of_paper()
        cv2.rectangle(paper, (83, 83), (236, 172), (20, 20, 20), 7)
        amounts.append(cut(write(paper, (x, y), (x, y + 5))).amount)
    assert amounts[1] == pytest.approx(amounts[0], rel=0.1)
    for radius, thick in ((14, 2), (19, 7), (24, 3)):
        assert cut(rounded(radius, thick)).amount == 0


def zeros(*middles: tuple[float, float]) -> Page:
    """Return the page with zeros of 4 x 6 mm at these centres, in mm."""
    paper = page()
    for x, y in middles:
        cv2.ellipse(paper, (round(x * 8), round(y * 8)), (16, 24), 0, 0, 360, PEN, 4, cv2.LINE_AA)
    return paper


@pytest.mark.parametrize(("own", "touching"), [((20, 18), (20, 24)), ((20, 13.3), (20, 7.3))])
def test_a_stroke_that_runs_on_may_be_of_a_neighbour(
    own: tuple[float, float], touching: tuple[float, float]
) -> None:
    """A 0 that touches another 0 is read with it and alone; both readings are as likely."""
    paper = zeros(own, touching)
    found = cut(paper)
    assert found.alone is not None
    ways = np.stack([found.patch, found.alone])
    assert [*digits.load().looked_at_again(ways).argmax(axis=1)] == [8, 0]
    column = read_column(paper, "chance")
    assert chances_in(column, "chance")[[0, 8]] == pytest.approx([0.5, 0.5], abs=0.05)
    assert cut(write(page(), (20, 15), (20, 23))).alone is None


def test_a_stroke_that_runs_on_beside_its_box_may_be_of_a_neighbour() -> None:
    """A 0 that the 0 to the right of it touches is read with it, and alone.

    With it, it is something else; what it is has to be asked.
    """
    paper = zeros((27.4, 16), (31.6, 16))
    found = cut(paper)
    assert found.alone is not None
    wide, narrow = (int(patch.any(axis=0).sum()) for patch in (found.patch, found.alone))
    assert narrow < 0.8 * wide
    both = np.stack([found.patch, found.alone])
    read_with, read_alone = digits.load().looked_at_again(both).argmax(axis=1)
    assert read_alone == 0
    assert read_with != 0
    column = read_column(paper, "chance")
    assert not column.read["chance"].sure
    assert chances_in(column, "chance")[[0, read_with]].min() > 0.25
    assert cut(zeros((27.4, 16))).alone is None


def test_a_number_that_a_line_cuts_off_may_be_another() -> None:
    """A number at a line, with ink of a neighbour beyond it, may be any number of its length."""
    hook, beyond = ((18, 18), (20, 19), (18, 21.3)), ((17, 22.8), (22, 22.8), (22, 25.8))
    alone, both = write(page(), *hook), write(write(page(), *hook), *beyond)
    assert [cut(each).cut_off for each in (alone, both, both[::-1])] == [False, True, True]
    found = []
    for first in (alone, both):
        wide = np.hstack([first, zeros((20, 16)), zeros((20, 16))])
        column = read_column(wide, "chance", "fours", "fives")
        found.append(chances_in(column, "chance")[:12])
    assert found[0][7] > 0.9
    assert found[1][7] > 0.5
    assert found[1][:10].min() == pytest.approx(0.05, abs=0.01)
    assert found[1][10:].max() < 0.01
    column = read_column(both, "chance")
    assert chances_in(column, "chance")[7] > 0.9  # all its column has so little ink


def test_what_comes_in_from_below_is_rather_of_the_neighbour() -> None:
    """Ink that is level along the line and goes on in the box below is the neighbour's.

    The place is likely blank, and is asked.
    """
    both, own = (
        write(page(), (24, 20.4), (18, 20.4), (18, 30)),
        write(page(), (22, 15), (18, 15), (18, 21)),
    )
    found = [cut(each) for each in (both, own)]
    assert [(each.amount > 0, each.strays) for each in found] == [(True, True), (True, False)]
    rows = spots("fours", "ones")
    for each, nothing in ((both, True), (own, False)):
        (column,) = read_flat(
            load_ruleset("dice-play"), np.hstack([each, zeros((20, 16))]), 8 / MM, rows
        )
        assert bool(chances_in(column, "fours")[digits.NOTHING] > 0.9) is nothing
        assert not nothing or not column.read["fours"].sure


def test_a_column_with_a_stroke_on_a_line_alone_was_not_used() -> None:
    """The stroke may be a neighbour's, with all else blank.

    A number in a box makes the column used.
    """
    game = load_ruleset("dice-play")
    first, *others = game.boxes
    blank = [page() for _ in others]
    on_line = np.hstack([write(page(), (10.3, 12), (10.3, 20)), *blank])
    assert read_flat(game, on_line, 8 / MM, spots(*game.boxes)) == ()
    (column,) = read_flat(game, np.hstack([zeros((20, 16)), *blank]), 8 / MM, spots(*game.boxes))
    assert {row: read.value for row, read in column.read.items()} == {first: 0} | dict.fromkeys(
        others
    )


def test_what_is_left_of_a_side_may_be_no_ink() -> None:
    beside, within = (cut(write(page(), (left, 12), (left, 20))) for left in (10.3, 13))
    assert beside.amount > 0
    assert (beside.doubtful, within.doubtful) == (True, False)


def test_a_number_that_stands_mostly_above_its_box_may_be_of_it() -> None:
    """The number counts if its box is otherwise empty.

    With less ink there it is of the box above.
    """
    high, higher = (cut(write(page(), (19, top), (19, top + 6))) for top in (5.2, 4.6))
    assert (high.amount, high.doubtful, higher.amount) == (0, True, 0)
    assert high.joined is not None
    assert high.joined.any()
    assert higher.joined is None


def test_ink_that_runs_on_beyond_what_is_looked_at_may_hide_another_number() -> None:
    """A neighbour's stroke touches a number.

    The owner of the ink is uncertain.
    """
    own = write(page(), (18, 14), (22, 14), (19, 21))
    touched = write(own.copy(), (20, 14), (20, 6))
    assert [(each.cut_off, each.alone is not None) for each in map(cut, (own, touched))] == [
        (False, False),
        (True, True),
    ]


def test_a_line_that_is_left_is_no_ink() -> None:
    """A level line that is longer than a hand writes is one, along a side or across.

    It is doubtful.
    """
    for stroke in (((10.5, 15), (29.5, 15.6)), ((12, 20.3), (23, 20.6))):
        found = cut(write(page(), *stroke))
        assert (found.amount, found.doubtful) == (0, True)
    dash = cut(write(page(), (16, 15), (22, 15.3)))
    assert (dash.amount > 1, dash.doubtful) == (True, False)


def test_ink_that_only_a_line_parts_from_a_number_may_be_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Below a stroke is a larger one over the line.

    Alone or with that, each is as likely.
    """

    class Said:
        """Says 7 of the first patch, and 6 of the second."""

        def looked_at_again(self, patches: NDArray[np.float32]) -> NDArray[np.float32]:
            """Logarithms, [2, readings]."""
            assert len(patches) == 2
            said = np.full((2, digits.NUMBERS + 2 - digits.LEAST), -30, np.float32)
            said[[0, 1], [7, 6]] = 0
            return said

    paper = write(page(), (18.5, 19), (17, 21.7))
    alone = cut(paper)
    cv2.ellipse(paper, (158, 186), (22, 10), 0, 0, 360, PEN, 4, cv2.LINE_AA)
    found = cut(paper)
    assert alone.joined is None
    assert found.amount == pytest.approx(alone.amount, rel=0.2)
    assert found.joined is not None
    assert found.joined.any(axis=0).sum() > 1.5 * found.patch.any(axis=0).sum()
    monkeypatch.setattr(reader, "load", Said)
    column = read_column(paper, "chance")
    assert chances_in(column, "chance")[[6, 7]] == pytest.approx([0.5, 0.5], abs=0.05)


ALONG = np.linspace(0, 120, 200)
"""Places along a wide box, mm."""


def ink_in_bent_box(down: NDArray[np.float64], *, stroke: bool) -> float:
    """Return the ink in a box of 120 x 10 mm with bent lines, with or without a stroke."""
    paper = np.full((240, 1120, 3), 235, np.uint8)
    for top in (82, 158):
        line = np.round(np.stack([80 + ALONG * 7.99, top + 8 * down], 1) * 16).astype(np.int32)
        cv2.polylines(paper, [line], False, (20, 20, 20), 2, cv2.LINE_AA, 4)
    for left, lower in ((82, round(8 * down[0])), (1037, round(8 * down[-1]))):
        cv2.line(paper, (left, 82 + lower), (left, 158 + lower), (20, 20, 20), 2)
    if stroke:
        cv2.line(paper, (500, 100), (520, 140), PEN, 3, cv2.LINE_AA)
    return ink.cut(paper, Rect(10 * MM, 10 * MM, 120 * MM, 10 * MM), 8 / MM).amount


def test_lines_that_bend_are_no_ink() -> None:
    """A wide box with lines a third of a millimetre off keeps all writing and no line.

    So does one with a whole millimetre at one end.
    """
    straight = ink_in_bent_box(0 * ALONG, stroke=True)
    for down in (0.35 * ((ALONG - 60) / 60) ** 3, np.clip(2 - ALONG / 20, 0, 1)):
        assert ink_in_bent_box(down, stroke=False) == 0
        assert ink_in_bent_box(down, stroke=True) == pytest.approx(straight, rel=0.05)


@pytest.mark.parametrize(("by", "long"), [(2, 20), (3, 20), (4, 30)])
def test_what_is_left_of_a_line_is_no_stroke_of_a_number(by: float, long: float) -> None:
    """Curled paper leaves a part of the line, far from the writing."""
    down = by * np.clip((ALONG - 120) / long + 1, 0, 1)
    straight = ink_in_bent_box(0 * ALONG, stroke=True)
    assert ink_in_bent_box(down, stroke=False) > 2
    assert ink_in_bent_box(down, stroke=True) == pytest.approx(straight, rel=0.05)


@pytest.mark.parametrize(("grey", "top", "thick"), [(40, 76, 1), (40, 77, 1), (120, 76, 2)])
def test_ink_between_two_lines_does_not_bend_them(grey: int, top: int, thick: int) -> None:
    """Digits in the gap to the box above, paler than both lines, leave the lines straight."""
    patches = []
    for place in (top, top + 24):  # over the line, and below it
        paper = sheet_of_paper(400)
        for upper in (-26, 80):
            cv2.rectangle(paper, (80, upper), (280, upper + 96), (20, 20, 20), 2)
        for left in (165, 185):
            cv2.line(paper, (left - 12, place), (left + 12, place), (grey, grey, grey), thick)
            cv2.line(paper, (left, place), (left, place + 34), (grey, grey, grey), thick)
        paper = np.asarray(cv2.GaussianBlur(paper, (0, 0), 0.6), np.uint8)
        patches.append(ink.cut(paper, Rect(10 * MM, 10 * MM, 25 * MM, 12 * MM), 8 / MM).patch)
    over, below = patches
    assert np.abs(over - below).mean() < 0.03


@pytest.mark.parametrize(("apart", "blur"), [(4, 2.2), (4, 2.6), (5, 2.6)])
def test_two_lines_that_look_like_one_are_no_ink(apart: int, blur: float) -> None:
    """The line of the box below, half a millimetre away, may run into one with its own."""
    paper = sheet_of_paper()
    for top in (80, 176 + apart):
        cv2.rectangle(paper, (81, top + 1), (238, top + 94), (20, 20, 20), 2)
    assert cut(np.asarray(cv2.GaussianBlur(paper, (0, 0), blur), np.uint8)).amount == 0


def test_empty_is_what_has_far_less_ink_than_the_others() -> None:
    """A pen wrote a column.

    A fleck next to its ink is nothing, but pale ink throughout is writing.
    """
    none, pen, fleck, *others = ink.chances_of_ink([0.0, 6.0, 0.2, 9.0, 8.0])
    assert none == 0
    assert fleck < 0.1
    assert min(pen, *others) > 0.999
    assert min(ink.chances_of_ink([0.5, 0.8, 0.4])) > 0.95
    assert max(ink.chances_of_ink([0.0, 0.05])) < 0.1


SIGNS = "0123456789x-"
READINGS = [*map(str, range(digits.NUMBERS)), "", "x", *map(str, range(digits.LEAST, 0))]
"""The word for each index."""


def test_two_readings_of_one_total_are_evidence_of_one_number() -> None:
    """A total that a pad prints again is one row; both cells count."""
    weak, strong = np.log([0.6, 0.4], dtype=np.float32), np.log([0.1, 0.9], dtype=np.float32)
    read = joined([("upper_total", weak), ("ones", weak), ("upper_total", strong)])
    assert [*read] == ["upper_total", "ones"]
    assert np.exp(read["upper_total"]) == pytest.approx([1 / 7, 6 / 7])
    assert np.exp(read["ones"]) == pytest.approx([0.6, 0.4])


def test_a_number_is_the_sum_over_all_ways_to_write_it() -> None:
    places = np.random.default_rng(1).dirichlet(np.full(13, 0.3), (1, 4))
    wanted = dict.fromkeys(READINGS, 0.0)
    for way in product(range(13), repeat=4):
        said = [each for each, before in zip(way, (None, *way), strict=False) if each != before]
        word = "".join(SIGNS[each] for each in said if each != digits.BLANK)
        word = "" if word == "-" else word
        if word in wanted:
            wanted[word] += float(
                np.prod([places[0, place, each] for place, each in enumerate(way)])
            )
    assert np.allclose(digits.paths(places)[0], list(wanted.values()))


def test_weights_are_small_and_come_along() -> None:
    """The file of weights has a megabyte at most. It holds half-precision numbers, and no code."""
    assert WEIGHTS.stat().st_size <= 1_000_000
    with ZipFile(WEIGHTS) as stored:
        assert all(name.endswith(".npy") for name in stored.namelist())
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        assert all(stored[name].dtype == np.float16 for name in stored.files)


def read(patches: NDArray[np.float32]) -> tuple[list[str], NDArray[np.float32]]:
    """Return the best readings, and how probable they are."""
    found = digits.load().log_probabilities(patches)
    assert found.shape == (len(patches), len(READINGS))
    assert np.allclose(np.exp(found).sum(axis=1), 1, atol=1e-4)
    return [READINGS[each] for each in found.argmax(axis=1)], np.exp(found.max(axis=1))


def right(best: list[str], words: Iterable[str]) -> NDArray[np.bool_]:
    """Return the indices of right readings; a dash scores 0."""
    return np.array(
        [one == word or (one == "" and word == "-") for one, word in zip(best, words, strict=True)]
    )


def test_written_numbers_are_read() -> None:
    with np.load(EXAMPLES, allow_pickle=False) as stored:
        patches, words, kinds = (stored[name] for name in ("patches", "words", "kinds"))
    best, sure = read(patches.astype(np.float32) / 15)
    found, plain = right(best, words), np.array([kind[0] in "123" for kind in kinds])
    assert np.mean(found[plain]) >= 0.93
    assert np.mean(found) >= 0.91
    assert np.mean(found[sure > 0.95]) >= 0.99


@pytest.mark.parametrize(
    ("people", "seed", "count", "plain", "sure"),
    [
        pytest.param(False, 77, 160, 0.94, (0.95, 0.975), id="drawn now"),
        pytest.param(
            True,
            78,
            3_200,
            0.87,
            (0.99, 0.99),
            id="people whom training never saw",
            marks=pytest.mark.slow("photos"),
        ),
    ],
)
def test_numbers_are_read(
    people: bool, seed: int, count: int, plain: float, sure: tuple[float, float]
) -> None:
    """Strokes on a photographed box are read as their number, from the photo to the digits."""
    if people and not (hands.FACES / "train-labels-idx1-ubyte").exists():
        pytest.skip("the digits by people are not here")
    random, hand = (
        np.random.default_rng(seed),
        handwriting.people(hands.KEPT_BACK) if people else handwriting.drawn,
    )
    found = [handwriting.sample(random, [hand]) for _ in range(count)]  # 1 of 100 is few
    best, chances = read(np.stack([each.patch for each in found]))
    fine = right(best, [each.word for each in found])
    assert np.mean(fine[np.array([each.kind[0] in "123" for each in found])]) >= plain
    assert np.mean(fine[chances > sure[0]]) >= sure[1]


def test_less_than_nothing_is_read() -> None:
    random, found = np.random.default_rng(7), []
    for digit in "123456789" * 2:
        mask = handwriting.negative(random, handwriting.number(random, digit, handwriting.drawn))
        found.append(handwriting.boxed(random, mask, over=False, stray=None).patch)
    best, _ = read(np.stack(found))
    assert (
        np.mean([one == f"-{digit}" for one, digit in zip(best, "123456789" * 2, strict=True)])
        >= 0.85
    )


def test_what_is_no_number_of_ours_is_not_read_as_one() -> None:
    """Five digits are too many for any place: this is reported, and no four of them are read."""
    random = np.random.default_rng(5)
    masks = [handwriting.number(random, "88888", handwriting.drawn) for _ in range(10)]
    patches = np.stack(
        [handwriting.boxed(random, mask, over=False, stray=None).patch for mask in masks]
    )
    best, sure = read(patches)
    assert (
        np.mean([one == "x" or chance < 0.9 for one, chance in zip(best, sure, strict=True)]) >= 0.7
    )
