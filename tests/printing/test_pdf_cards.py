"""Cards that are cut, stuck on labels and filed.

Places are read from the finished pages, in mm.
"""

import sys
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader

from sheetgen.documents.sheets import formats
from sheetgen.errors import SheetgenError
from sheetgen.files.disk import read_toml
from sheetgen.layout import options
from sheetgen.layout.options import SheetOptions, find_paper
from sheetgen.layout.primitives import MM, Rect
from sheetgen.pdf.reading import page_count
from tests.conftest import Run
from tests.games import by_kind
from tests.readback import Sheet, command_of, words_of
from tests.shop import alone, bytes_of, job, sheets, whole
from tests.tables import table_of

LANGUAGES = ("en", "nl", "de", "fr")


def pages(**settings: Any) -> list[Sheet]:
    """Return the sides that the settings print, read back."""
    return list(sheets(bytes_of(job(**settings))))


def millimetres(rect: Rect) -> Rect:
    """Return a rectangle of points in mm."""
    return Rect(rect.x / MM, rect.y / MM, rect.width / MM, rect.height / MM)


def ink(sheet: Sheet) -> list[Rect]:
    """Everything on a side, letters too, in mm."""
    return [
        millimetres(each) for each in (*sheet.shapes, *(letter.rect for letter in sheet.letters))
    ]


def middle(rect: Rect) -> tuple[float, float]:
    """Return the middle of a rectangle."""
    return rect.x + rect.width / 2, rect.y + rect.height / 2


def titles(sheet: Sheet) -> list[tuple[float, float]]:
    """Return the places of the first letters of the titles, row by row.

    These letters are the largest.
    """
    largest = max(letter.size for letter in sheet.letters)
    first = next(letter.text for letter in sheet.letters if letter.size > largest - 0.1)
    found = [
        letter for letter in sheet.letters if letter.size > largest - 0.1 and letter.text == first
    ]
    return sorted(
        ((each.rect.x / MM, each.rect.y / MM) for each in found),
        key=lambda at: (round(at[1]), at[0]),
    )


def strokes(
    sheet: Sheet,
) -> tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]]:
    """Return the thin lines that begin 5 mm from the edges.

    Upright ones and level ones, each with its two ends.
    """
    width, height = sheet.width / MM, sheet.height / MM
    thin = [each for each in map(millimetres, sheet.shapes) if min(each.width, each.height) < 0.8]
    upright = [
        (middle(each)[0], each.y, each.bottom) for each in thin if each.height > 0.9 * (height - 10)
    ]
    level = [
        (middle(each)[1], each.x, each.right) for each in thin if each.width > 0.9 * (width - 10)
    ]
    return sorted(upright), sorted(level)


# columns, rows and gaps


@pytest.mark.parametrize(("nup", "gap"), [("2x2", 6.0), ("2x2", 0.0), ("3x1", 4.5), ("1x2", 10.0)])
def test_cards_stand_in_columns_and_rows_with_gaps_between(nup: str, gap: float) -> None:
    """Each card is where its column, its row and the gaps put it.

    It is laid out as on paper of its own size.
    """
    (sheet,) = pages(nup=nup, gap=f"{gap}mm", paper="600x800mm", names="An,Bram")
    columns, rows = map(int, nup.split("x"))
    width = (sheet.width / MM - (columns - 1) * gap) / columns
    height = (sheet.height / MM - (rows - 1) * gap) / rows
    (own,) = pages(paper=f"{width:.3f}x{height:.3f}mm", names="An,Bram")
    ((x, y),) = titles(own)
    places = [
        (x + column * (width + gap), y + row * (height + gap))
        for row in range(rows)
        for column in range(columns)
    ]
    assert [value for at in titles(sheet) for value in at] == pytest.approx(
        [value for at in places for value in at], abs=0.1
    )


def test_dots_are_dots() -> None:
    """Along a dotted line there is ink and paper in turn; along a whole one there is ink only."""
    parts = {}
    for kind in ("lines", "dots"):
        picture = (
            pdfium.PdfDocument(bytes_of(job(nup="2", marks=kind)))[0]
            .render(scale=300 / 72)
            .to_pil()
            .convert("L")
        )
        middle_line = picture.width // 2
        column = [
            min(picture.getpixel((x, y)) for x in range(middle_line - 2, middle_line + 3))
            for y in range(picture.height // 8, picture.height * 7 // 8)
        ]
        dark = [value < 160 for value in column]
        parts[kind] = sum(dark) / len(dark), sum(one != other for one, other in pairwise(dark))
    assert parts["lines"] == (1.0, 0)
    assert 0.1 < parts["dots"][0] < 0.5
    assert parts["dots"][1] > 100


def test_crop_marks_stand_on_both_sides_of_a_gap() -> None:
    """Each cut has its own marks.

    Those that have no room in the gap become one line across it.
    """
    (sheet,) = pages(nup="2x2", gap=6, paper="a3", mark_length="4mm", mark_gap="1mm")
    marks = [each for each in map(millimetres, sheet.shapes) if min(each.width, each.height) < 0.5]
    upright = [each for each in marks if abs(middle(each)[0] - 145.5) < 0.2]
    ends = sorted((round(each.y), round(each.bottom)) for each in upright)
    assert ends == [(5, 9), (202, 206), (208, 212), (214, 218), (411, 415)]


GAMES = ("dice-play", "players-choice", "generala")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", by_kind(GAMES))
@pytest.mark.few(4)
def test_small_cards_keep_apart_from_their_cuts(ruleset: str, language: str) -> None:
    """Four on A4.

    All of a card, corner marks too, is 8 mm inside its edges, but for what rises over capitals.
    """
    dots = 200 / 25.4
    picture = pdfium.PdfDocument(bytes_of(job(ruleset=ruleset, lang=language, nup="4")))[0]
    page = picture.render(scale=200 / 72).to_pil().convert("L")
    width, height, free, mark = (
        page.width / 2,
        page.height / 2,
        7.6 * dots,
        0.8 * dots,
    )  # marks lie on the cuts
    for left, top in ((0, 0), (width, 0), (0, height), (width, height)):
        right, bottom = left + width, top + height
        for box in (
            (left + mark, top + mark, left + free, bottom - mark),
            (right - free, top + mark, right - mark, bottom - mark),
            (left + mark, top + mark, right - mark, top + free),
            (left + mark, bottom - free, right - mark, bottom - mark),
        ):
            assert page.crop(tuple(map(round, box))).getextrema() == (255, 255)


# labels


@pytest.mark.parametrize(
    ("labels", "paper", "count", "margin", "pitch"),
    table_of(Path(__file__).with_name("labels_sold.txt")),
)
def test_labels_lie_where_they_are_sold(
    labels: str, paper: str, count: str, margin: str, pitch: str
) -> None:
    """Width and height decide.

    There are as many as the sheet has, in its middle, with the usual gap.
    """
    (form,) = formats(SheetOptions(paper=paper, labels=labels), find_paper(paper))
    assert f"{form.grid.columns} {form.grid.rows}" == count
    assert [side / MM for side in form.origin] == pytest.approx(numbers(margin), abs=0.1)
    steps = [(side + gap) / MM for side, gap in zip(form.cell, form.gap, strict=True)]
    assert steps == pytest.approx(numbers(pitch), abs=0.05)


def numbers(words: str) -> list[float]:
    """Return the numbers of a cell of a table."""
    return [float(word) for word in words.split()]


STOCK = read_toml(Path(options.__file__).with_name("labels.toml"))["labels"]
NUMBERS = [(code, kind) for kind in STOCK for code in kind["codes"]]


@pytest.mark.parametrize(("code", "kind"), NUMBERS, ids=[code for code, _ in NUMBERS])
@pytest.mark.few(40)
def test_labels_by_product_number(code: str, kind: dict[str, Any]) -> None:
    """The number is that of the source; they are inside the paper and apart.

    Those that are too small for any card are refused.
    """
    assert [each for each, other in NUMBERS if each == code] == [code]
    paper = find_paper(kind["paper"])
    if code in ("L4732", "4732"):
        with pytest.raises(SheetgenError, match="is too small for a sheet"):
            formats(SheetOptions(labels=code), paper)
        return
    (form,) = formats(SheetOptions(labels=code), paper)
    assert [form.grid.columns, form.grid.rows] == kind["grid"]
    cells = [*form.cells()]
    assert all(cell.x > -0.3 and cell.right < paper.width + 0.3 for cell in cells)
    assert all(cell.y > -0.3 and cell.bottom < paper.height + 0.3 for cell in cells)
    assert min(form.gap) > -0.3
    assert abs(cells[0].x - (paper.width - cells[-1].right)) < 3 * MM


@pytest.mark.parametrize(
    "written", ["l7168", "Avery L7168", "L7168REV", "avery l7168-25", "L7168REV-10"]
)
@pytest.mark.few(2)
def test_product_numbers_as_people_write_them(run: Run, written: str) -> None:
    """The maker, the revision and the size of the packet do not matter.

    The paper is that of the labels.
    """
    assert run("pdf --ruleset dice-play --paper a4 --labels 199.6x143.5mm -o size.pdf")[0] == 0
    assert run(f"pdf --ruleset dice-play --label '{written}' -o number.pdf")[0] == 0
    size, number = (Sheet(Path(name).read_bytes()) for name in ("size.pdf", "number.pdf"))
    assert (number.width, number.height) == (size.width, size.height)
    assert titles(number) == titles(size)


LABELS: dict[str, Any] = {
    "labels": "140x190",
    "label_margin": "7,11",
    "label_pitch": "146,200",
    "paper": "a3",
}


def test_cards_stand_on_labels_on_both_sides() -> None:
    """The front keeps to margin and pitch, the back is its mirror image.

    Marks are there only on request.
    """
    printing = job(**LABELS, back="audit", names="An,Bram")
    front, back = sheets(bytes_of(printing))
    assert titles_of(front, printing.job.cards[0]) == [(7, 11), (153, 11), (7, 211), (153, 211)]
    assert titles_of(back, printing.job.backs[0]) == [(4, 11), (150, 11), (4, 211), (150, 211)]
    (plain,), (lined,) = pages(**LABELS), pages(**LABELS, marks="lines")
    assert strokes(plain) == ([], [])
    upright, level = strokes(lined)
    for lines, size in ((upright, lined.height), (level, lined.width)):
        for _, first, last in lines:
            assert (first, last) == pytest.approx((5, size / MM - 5), abs=0.4)
    assert [round(at) for at, _, _ in upright] == [7, 147, 153, 293]
    assert [round(at) for at, _, _ in level] == [11, 201, 211, 401]


def titles_of(sheet: Sheet, card: Any) -> list[tuple[int, int]]:
    """Return the upper left corners of cards, found by the place of the title on a card."""
    ((x, y),) = titles(alone(whole(card)))
    return [(round(at[0] - x), round(at[1] - y)) for at in titles(sheet)]


# offsets


def shifted(before: list[Rect], after: list[Rect]) -> set[tuple[float, float]]:
    """Return the shift of all content, in tenths of mm."""
    return {(round(b.x - a.x, 1), round(b.y - a.y, 1)) for a, b in zip(before, after, strict=True)}


def test_fronts_and_backs_are_moved_by_their_own_offsets() -> None:
    """All of a front, cut marks too, moves right and up.

    So do backs; neither moves the other, nor a test page.
    """
    settings: dict[str, Any] = {"nup": "2", "paper": "a3", "back": "audit", "marks": "lines"}
    still = pages(**settings)
    fronts, backs = pages(**settings, front_offset="2,1"), pages(**settings, back_offset="-1.5,0.5")
    assert shifted(ink(still[0]), ink(fronts[0])) == {(2.0, -1.0)}
    assert shifted(ink(still[1]), ink(fronts[1])) == {(0.0, 0.0)}
    assert shifted(ink(still[0]), ink(backs[0])) == {(0.0, 0.0)}
    assert shifted(ink(still[1]), ink(backs[1])) == {(-1.5, -0.5)}
    still, moved = pages(ruler=True), pages(ruler=True, front_offset="3,-2")
    assert [shifted(ink(one), ink(other)) for one, other in zip(still, moved, strict=True)] == [
        {(0.0, 0.0)},
        {(0.0, 0.0)},
        {(3.0, 2.0)},
    ]


# holes

FILED: list[tuple[dict[str, Any], list[tuple[float, float]]]] = [
    ({"holes": "2"}, [(12, 108.5), (12, 188.5)]),
    ({"holes": "4"}, [(12, 28.5), (12, 108.5), (12, 188.5), (12, 268.5)]),
    ({"holes": "2", "orientation": "landscape"}, [(108.5, 12), (188.5, 12)]),
    ({"holes": "2", "paper": "letter"}, [(12, 99.7), (12, 179.7)]),
    (
        {"holes": "2", "nup": "2", "paper": "a3"},
        [(12, 108.5), (12, 188.5), (222, 108.5), (222, 188.5)],
    ),
]


def holes(sheet: Sheet) -> list[Rect]:
    """Return the rectangles of circles of 6 mm, in mm."""
    found = [
        each
        for each in map(millimetres, sheet.shapes)
        if 5.9 < each.width < 6.3 and 5.9 < each.height < 6.3
    ]
    return sorted(found, key=lambda each: (round(each.x), each.y))


@pytest.mark.parametrize(("settings", "places"), FILED, ids=[str(each[0]) for each in FILED])
def test_holes_stand_where_punches_make_them(
    settings: dict[str, Any], places: list[tuple[float, float]]
) -> None:
    """80 mm apart, 12 mm from the longer edge, about its middle (ISO 838).

    Nothing but their crosses is near them.
    """
    (sheet,) = pages(**settings)
    found = holes(sheet)
    assert [value for each in found for value in middle(each)] == pytest.approx(
        [value for place in places for value in place], abs=0.2
    )
    for hole in found:
        x, y = middle(hole)
        near = [
            each
            for each in ink(sheet)
            if each.x < x + 4.4
            and each.right > x - 4.4
            and each.y < y + 4.4
            and each.bottom > y - 4.4
        ]
        assert len(near) == 3, "the circle and the two lines of its cross"


def test_holes_of_backs_and_of_files(run: Run) -> None:
    """The front leaves 15 mm free at the left but for the marks, the back at the right.

    Files of their own, too.
    """
    front, back = pages(holes="2", back="audit", names="An,Bram")
    marks = [each for each in ink(front) if each.x < 15.1]
    assert len(marks) == 7, "two holes of three strokes, and the middle"
    assert not holes(back)
    assert max(each.right for each in ink(back)) <= 210 - 15
    assert run("pdf --ruleset dice-play --blanks 2 --separate --holes 2 -o x")[0] == 0
    for path in sorted(Path("x").iterdir()):
        assert len(holes(Sheet(path.read_bytes()))) == 2


# what is said, and kept


def test_files_say_how_they_are_cut_and_pipes_nothing(run: Run) -> None:
    """Columns and rows, or labels, are in the name.

    A closed pipe gets the name alone.
    """
    assert run("pdf --ruleset dice-play --nup 2x1")[1] == "wrote out/dice-play-en-a4-2x1up.pdf\n"
    assert (
        run("pdf --ruleset dice-play --labels 105x148")[1]
        == "wrote out/dice-play-en-a4-labels.pdf\n"
    )
    for words in ("pdf --back audit", "form", "rules --quick"):
        said = run(f"{words} --ruleset dice-play -o x.pdf --force")
        assert said == (0, "wrote x.pdf\n", "")


HOW = [
    ("pdf --players 2 --paper a4", "1 page on a4; print at 100 %"),
    ("pdf --pad 3 --no-backing --paper letter", "3 pages on letter; print at 100 %"),
    (
        "pdf --back audit --paper a4",
        "2 pages on a4; print on both sides at 100 %, turning over the long edge",
    ),
    (
        "pdf --back audit --paper a4 --orientation landscape",
        "2 pages on a4; print on both sides at 100 %, turning over the short edge",
    ),
    ("pdf --paper a4 --lang nl", "1 pagina op a4; druk het af op 100 %"),
    ("form --paper a4", "1 page on a4; print at 100 %"),
    ("rules --quick --paper a6", "2 pages on a6; print at 100 %"),
    (
        "rules --booklet --paper a4",
        "4 pages on a4. Print it on both sides at 100 %, turning over the short edge. Lay the "
        "sheets in each other and fold.",
    ),
    (
        "rules --booklet --paper a4 --flip long",
        "4 pages on a4. Print it on both sides at 100 %, turning over the long "
        "edge. Lay the sheets in each other and fold.",
    ),
]


@pytest.fixture
def run_on_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command whose output somebody reads."""

    def run_there(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        return run(*words)

    return run_there


@pytest.mark.parametrize(("words", "how"), HOW)
@pytest.mark.few(4)
def test_a_terminal_is_told_how_to_print(run_on_terminal: Run, words: str, how: str) -> None:
    """After the file there is a line: its pages, their paper and 100 %.

    The number is that of the finished PDF, and the language that of the sheet.
    """
    code, out, err = run_on_terminal(f"{words} --ruleset dice-play -o x.pdf")
    assert (code, out.splitlines()[1:], err) == (0, [how], "")
    assert int(how.split(maxsplit=1)[0]) == len(pdfium.PdfDocument("x.pdf"))
    assert page_count(Path("x.pdf").read_bytes()) == int(how.split(maxsplit=1)[0])


@pytest.mark.slow("documents")
def test_a_kit_on_a_terminal_counts_its_pages(run_on_terminal: Run) -> None:
    """Each line of a printed file has pages and paper; the page for phones has none."""
    lines = run_on_terminal("kit --ruleset dice-play --paper a4 -o k")[1].splitlines()
    counts = ["1 page on a4", "2 pages on a5", "4 pages on a4", "1 page on a4"]
    assert all(f": {count}; " in line for count, line in zip(counts, lines, strict=False))
    assert " on a" not in lines[4]


# booklets, forms and kits


def test_a_booklet_for_the_long_edge_is_the_same_but_for_its_backs(run: Run) -> None:
    """Fronts are alike, backs are turned by 180 degrees, and the printer gets the edge."""
    for flip in ("short", "long"):
        assert run(f"rules --ruleset dice-play --booklet --flip {flip} -o {flip}.pdf")[0] == 0
    short, long = (Path(f"{flip}.pdf").read_bytes() for flip in ("short", "long"))
    for content, edge in ((short, "Short"), (long, "Long")):
        root: Any = PdfReader(BytesIO(content)).trailer["/Root"]
        assert root["/ViewerPreferences"]["/Duplex"] == f"/DuplexFlip{edge}Edge"
    for place, (one, other) in enumerate(zip(sheets(short), sheets(long), strict=True)):
        found = [middle(letter.rect) for letter in other.letters]
        for letter in one.letters[::7]:
            x, y = middle(letter.rect)
            wanted = (one.width - x, one.height - y) if place % 2 else (x, y)
            if "sheetgen" not in one.text_in(
                Rect(0, letter.rect.y - 1, one.width, 12)
            ):  # the commands differ
                assert any(max(abs(x - wanted[0]), abs(y - wanted[1])) < 0.1 for x, y in found)


def test_forms_take_a_theme_and_large_print(run: Run) -> None:
    """The theme changes the drawing, large print has letters of at least 16 points.

    The command has both.
    """
    assert run("form --ruleset dice-play -o plain.pdf")[0] == 0
    assert run("form --ruleset dice-play --theme forest --large-print -o own.pdf")[0] == 0
    assert min(letter.size for letter in Sheet(Path("own.pdf").read_bytes()).letters) >= 16 - 0.01
    assert command_of("own.pdf").endswith("--theme forest --large-print")
    assert run(*words_of("own.pdf"), "-o", "again.pdf")[0] == 0
    assert (
        Path("again.pdf").read_bytes()
        == Path("own.pdf").read_bytes()
        != Path("plain.pdf").read_bytes()
    )
    assert run("form --ruleset dice-play --theme inc -o x.pdf")[2].startswith("unknown theme 'inc'")
