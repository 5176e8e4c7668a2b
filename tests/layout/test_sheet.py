"""The finished sheet, read back from its PDF.

It is read for every ruleset, language, paper and number of columns.
"""

import tomllib
import warnings
from dataclasses import dataclass
from itertools import combinations, cycle, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.documents.sheets import laid_out
from sheetgen.errors import LeftOut, SheetgenError
from sheetgen.i18n.catalog import Catalog, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import Content
from sheetgen.layout.options import Filling, LayoutOptions, SheetOptions, find_paper
from sheetgen.layout.primitives import (
    MM,
    Cell,
    CellId,
    Font,
    Page,
    Rect,
    RoundedRect,
    Text,
)
from sheetgen.layout.rows import rows_of, sums_across
from sheetgen.layout.sheet import PrintedNames, Sheets, lay_out_form, lay_out_sheet, most_columns
from sheetgen.layout.sheet_plan import Planner
from sheetgen.layout.themes import Look
from sheetgen.pdf.document import Metadata, write_pdf
from sheetgen.pdf.fonts import measure
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from tests.games import OTHERS, SEEDS, built, by_kind, category, game
from tests.layout.drawn import check_page
from tests.readback import Sheet, inside, overlap
from tests.shop import bytes_of, job, whole

PAPERS = ("a4", "letter", "a5")
PRINTABLE = 5 * MM


@dataclass(frozen=True)
class Printed:
    """A sheet as it was laid out, and as it came back from the PDF."""

    wording: Wording
    page: Page
    sheet: Sheet

    def label(self, *rows: str) -> Rect:
        """Return the place at the cells of a row, up to the next list or the edge of the page."""
        cells = [
            cell.rect for cell in self.page.cells if cell.id.row in rows and cell.kind != "to_go"
        ]
        top, bottom = min(rect.y for rect in cells), max(rect.bottom for rect in cells)
        end = min(rect.x for rect in cells)
        others = (
            cell.rect for cell in self.page.cells if cell.rect.y < bottom and cell.rect.bottom > top
        )
        left = max((rect.right for rect in others if rect.right < end), default=0.0)
        return Rect(left, top - 1, end - left, bottom - top + 2)


def printed(ruleset: Ruleset, language: str, options: LayoutOptions) -> Printed:
    """Lay out, draw and read back the first page."""
    catalog = load_catalog(language)
    pages = lay_out_sheet(ruleset, catalog, options, measure)
    content = write_pdf(pages, Metadata("Title", language))
    return Printed(Wording(ruleset, catalog), pages[0], Sheet(content))


def asked(ruleset: Ruleset, paper: str, columns: int) -> LayoutOptions:
    """Options for so many columns, be they players or games."""
    key = "games" if ruleset.sheet.columns == "games" else "players"
    options = LayoutOptions(
        find_paper(paper), command=f"sheetgen pdf --ruleset {ruleset.id} --paper {paper}"
    )
    return replace(options, **{key: columns})


def check_words(sheet: Printed, *, usual: bool = True, rules: bool = True) -> None:
    """Check that names, rules of thumb and maxima are whole in the labels of their rows.

    On paper where rows would be too low, headings and the rules in the foot may be missing.
    """
    ruleset, wording = sheet.wording.ruleset, sheet.wording
    points = {
        total.of[0]: total
        for total in ruleset.all_totals.values()
        if total.steps and len(total.of) == 1
    }
    several = any(category.boxes > 1 for category in ruleset.categories.values())
    for name, item in ruleset.categories.items():
        label = sheet.sheet.text_in(sheet.label(name, *ruleset.parts[name]))
        fixed = item.points.kind.startswith("fixed")
        most = (
            str((item.points.by_roll or (item.points.value,))[0])
            if fixed
            else wording.most_points(item)
        )
        instead = map(
            plain, wording.hints(item) if len(ruleset.columns) > 1 else ()
        )  # in narrow labels
        assert plain(wording.name(item)) in label, (item, label)
        assert any(words in label for words in (plain(most), *instead)), (most, label)
        if item.boxes > 1 and name in points:
            assert plain(wording.points_from(points[name])) in label
    for total in ruleset.all_totals.values():
        if (several and total in points.values()) or total.id in sums_across(ruleset):
            continue  # it may stand in the row of what it follows from, or of what it sums
        label = sheet.sheet.text_in(sheet.label(total.id))
        assert plain(wording.name(total)) in label
        for step in total.steps if len(total.steps) == 1 else ():
            assert str(step.points) in label
            assert str(step.at_least) in label
    everything = sheet.sheet.text_in(Rect(0, 0, sheet.page.width, sheet.page.height))
    around = (*wording.reminders(), *map(wording.name, ruleset.sections)) if rules else ()
    for words in (wording.title, wording.variant, *((wording.facts(), *around) if usual else ())):
        assert plain(words) in everything


def plain(words: str) -> str:
    """Return the words with plain spaces.

    Readers of PDF confuse them with no-break spaces.
    """
    return " ".join(words.split())


def check_cells(sheet: Printed, columns: int) -> None:
    """Every box and total has an outlined cell in every column, and names have room."""
    ruleset, cells = sheet.wording.ruleset, sheet.page.cells
    by_games = ruleset.sheet.columns == "games"
    wanted = {
        CellId(row, 1 if by_games else column, column if by_games else 0)
        for column in range(1, columns + 1)
        for row in (*ruleset.boxes, *ruleset.all_totals)
    }
    grid = [cell for cell in cells if cell.kind in ("box", "total")]
    assert {cell.id for cell in grid} == wanted
    assert len(grid) == len(wanted)
    for cell in cells:
        if cell.kind != "name":
            assert any(_covers(rule, cell.rect) for rule in sheet.sheet.rules), cell.id
            continue
        assert cell.rect.width >= 12 * MM - 0.01
        assert cell.rect.height >= (5.6 if by_games else 7.4) * MM - 0.01
        letters = [each.text for each in sheet.sheet.letters if overlap(each.rect, cell.rect)]
        number = str(cell.id.player) if cell.id.player > 12 else ""  # others have dice
        assert "".join(letters) == number, cell.id
    assert not overlapping(cells)


def _covers(rule: Rect, cell: Rect) -> bool:
    """Check whether an outline is that of a cell.

    Its line is inside; readers of PDF give its middle or its edge.
    """
    return inside(rule, cell, 1.3) and inside(cell, rule, 2.6)


def overlapping(cells: tuple[Cell, ...]) -> list[tuple[CellId, CellId]]:
    """Pairs of cells that overlap."""
    return [
        (one.id, other.id) for one, other in combinations(cells, 2) if overlap(one.rect, other.rect)
    ]


def check_print(sheet: Printed, height: float = 8) -> None:
    """Check that nothing overlaps or is too small; names of rows have at least 10 points.

    `height` is the minimum height of boxes, in mm.
    """
    check_page(whole(sheet.page), 7.5, 12, height)
    names = [sheet.wording.name(item) for item in sheet.wording.ruleset.categories.values()]
    for text in (item for item in sheet.page.items if isinstance(item, Text)):
        assert text.size >= (10 if text.text in names else 7.5) - 0.01


@pytest.mark.parametrize("name", by_kind())
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize(("paper", "pair"), [("a4", ("nl", "en")), ("letter", ("de", "fr"))])
@pytest.mark.few(4)
def test_two_languages_keep_what_both_have_alone(
    paper: str, pair: tuple[str, str], orientation: Any, name: str
) -> None:
    """A sheet in two languages has each heading, tick and player that it has in either language.

    The exception is Balut in landscape: a further player would cost the hints of all boxes.
    """
    ruleset = load_ruleset(name)
    if name == "yamb-10" and orientation == "landscape":
        paper = "a3"  # ten columns have no room on a4

    def planner(first: str, second: str | None = None) -> Planner:
        catalog = load_catalog(second) if second else None
        options = LayoutOptions(
            find_paper(paper), orientation=orientation, second=catalog, command="sheetgen pdf"
        )
        return Planner(Content(Wording(ruleset, load_catalog(first)), options, measure))

    both, *alone = (next(planner(*languages).plans()) for languages in (pair, pair[:1], pair[1:]))
    assert not both.content.left_out(both.lists) or any(
        each.content.left_out(each.lists) for each in alone
    )
    columns = min(each.columns for each in alone)
    if both.columns < columns:
        with_more = planner(*pair).try_columns(columns)
        assert with_more is None or with_more.crowded
        assert not both.crowded
    assert len(both.header._title_lines) == 1
    assert all(
        both.labels[row.id].hints for row in both.all_rows if row.kind == "head" and row.second_name
    )


@pytest.mark.parametrize(
    ("name", "paper", "orientation"),
    [
        ("players-choice", "a5", None),
        ("yams-4", "a4", "landscape"),
        ("yamb", "a4", "landscape"),
        ("four-columns", "a4", "landscape"),
    ],
)
def test_a_sheet_is_arranged_alike_in_all_languages(
    name: str, paper: str, orientation: Any
) -> None:
    """It has the same columns, lists and headings, and nothing is left out in one alone."""
    ruleset = load_ruleset(name)
    options = LayoutOptions(find_paper(paper), orientation=orientation)
    arranged = []
    for language in languages():
        wording = Wording(ruleset, load_catalog(language))
        content = Content(wording, options, measure)
        plan = next(Planner(content).plans())
        way = plan.arrangement
        rows = [[row.id for row in rows] for rows in plan.lists]
        arranged.append((plan.columns, way.turned, way.left_out, way.sizes.dense, rows))
        assert not content.left_out(plan.lists)
        assert orientation is None or not way.sizes.dense  # totals keep their hints
    assert arranged == [arranged[0]] * 4


LARGE_PAD = {"large_print": True, "pad": 1, "backing": False, "glue": 0}
"""A pad in large print has no second page."""
NARROW_PAD = {"paper": "100x180mm", "pad": 1, "backing": False, "lang": "fr"}


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("escalero", LARGE_PAD, "small print of 'Straight', 'Full house', "),
        ("triple", {"paper": "a5"}, "small print of 18 rows"),
        ("four-columns", {"paper": "a5", "lang": "nl"}, "small print of 9 rows"),
        ("yacht-12", {"paper": "a5"}, "'Grand total'; it is left out"),
        ("yatzy", {"paper": "a5"}, "small print of 'Subtotal', "),
        ("escalero", LARGE_PAD, "the rules below the rows"),
        ("yamb-7", {"large_print": True}, "the headings of the sections"),
        ("three-columns", NARROW_PAD, "the names of the columns"),
        (
            "yatzy",
            {"lang": "de,fr", "paper": "a5"},
            "the second language in the name of 'Endsumme'",
        ),
        ("yamb", {"lang": "de,fr", "paper": "a5"}, "names of the columns in the second language"),
    ],
)
def test_all_that_is_left_out_is_said(name: str, options: Any, said: str) -> None:
    """Rules, words of rows and sums, and names, also those in a second language."""
    with pytest.warns(LeftOut) as notices:
        sheetgen.sheet(load_ruleset(name), **{"paper": "a4", **options})
    assert any(said in str(notice.message) for notice in notices)


def test_nothing_is_said_where_nothing_is_left_out() -> None:
    """A usual sheet, and a pad, whose rows never have hints."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sheetgen.sheet(load_ruleset("dice-play"), paper="a4", back="audit")
        sheetgen.sheet(load_ruleset("dice-play"), paper="100x180mm", pad=1, backing=False)


@pytest.mark.parametrize(
    ("name", "pages", "words"),
    [
        ("numbers-hands", 1, {"Roll up to three times,", "While the Yacht box is open,"}),
        ("yamb", 1, {"five of a kind · all dice"}),
        ("yamb-7", 2, {"Outwards", "Hand", "five of a kind · all dice", "only the first roll"}),
        ("four-columns", 1, {"add up the ones", "three + two of a kind", "the four column totals"}),
        ("dice-play", 0, set[str]()),
    ],
)
@pytest.mark.parametrize("blanks", [0, 2])
def test_large_print_has_a_second_page_for_what_has_no_room(
    name: str, pages: int, words: set[str], blanks: int
) -> None:
    """It is behind all sheets, as many pages as it needs; a sheet with room for all has none.

    Only headings are left out.
    """
    options = SheetOptions(paper="a4", large_print=True, lang="en", blanks=blanks or None)
    with laid_out(load_ruleset(name), options) as job:
        sides = list(job.job.sides())
        left_out = map(str, job.layouts[0].plan.left_out)
        assert all("headings" in said for said in left_out)
    sheets = max(1, blanks)
    assert len(sides) == sheets + pages
    items = [item for side in sides[sheets:] for item in side.placed[0].page.items]
    texts = [item.text for item in items if isinstance(item, Text)]
    assert all(any(part in text for text in texts) for part in words)


def test_other_languages_are_only_read_where_room_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A usual sheet has room for longer texts, so that no other catalog is loaded."""
    loaded = []

    def counted(language: str) -> Catalog:
        loaded.append(language)
        return load_catalog(language)

    monkeypatch.setattr("sheetgen.layout.sheet_plan.load_catalog", counted)
    for paper in ("a4", "a5"):
        content = Content(
            Wording(load_ruleset("dice-play"), load_catalog("en")),
            LayoutOptions(find_paper(paper), orientation="landscape" if paper == "a5" else None),
            measure,
        )
        next(Planner(content).plans())
        assert sorted(loaded) == ([] if paper == "a4" else ["de", "fr", "nl"])


SLOW = pytest.mark.slow("columns")
AT_ONCE = [
    *((*each, language) for each, language in zip(product(SEEDS, PAPERS), cycle(("en", "nl")))),
    *((name, "a4", "nl") for name in OTHERS),
]
LATER = [
    *product(SEEDS, PAPERS, ("en", "nl")),
    *product(SEEDS, ("a4",), ("de",)),
    *product(SEEDS, ("half-letter",), ("fr",)),
    *product(OTHERS, ("a4",), ("de",)),
]
SHEETS = [
    *((*each, False) for each in AT_ONCE),
    *(pytest.param(*each, False, marks=SLOW) for each in LATER if each not in AT_ONCE),
    *(pytest.param(name, "a4", "nl", True, marks=SLOW) for name in (*SEEDS, *OTHERS)),
]
"""Each game on each paper, with the numbers of columns in between on A4 in the language with the
longest words."""


@pytest.mark.parametrize(("ruleset_id", "paper", "language", "others"), SHEETS)
@pytest.mark.few(2)
def test_every_number_of_columns(
    ruleset_id: str, paper: str, language: str, *, others: bool
) -> None:
    """From the minimum of columns to the maximum, all is on the page, large enough and apart.

    Minimum, usual number and maximum are quick tests, those in between are slow.
    """
    ruleset = load_ruleset(ruleset_id)
    least = 1 if ruleset.sheet.columns == "games" else ruleset.players.min
    most = most_columns(ruleset, load_catalog(language), find_paper(paper), measure)
    most = min(most, ruleset.players.max or most)
    assert most >= 3
    at_once = {least, min(ruleset.sheet.count, most), most}
    for columns in {*range(least, most + 1)} - at_once if others else at_once:
        sheet = printed(ruleset, language, asked(ruleset, paper, columns))
        few = paper in ("a5", "half-letter") and len(ruleset.boxes) + len(ruleset.all_totals) > 15
        check_words(sheet, usual=columns <= min(3, ruleset.sheet.count), rules=not few)
        check_cells(sheet, columns)
        check_print(sheet)
        assert all(embedded for _, embedded in sheet.sheet.fonts())


TICKED = [
    pytest.param(
        name, paper, language, marks=() if language in ("en", "de") and paper != "letter" else SLOW
    )
    for name in ("numbers-hands", "bonus-yachts")
    for paper in PAPERS
    for language in languages()
]
TICKED_IN_OTHER_WAYS: list[dict[str, Any]] = [
    {"left_handed": True, "players": 6},
    {"pictogram": True, "players": 5},
    {"allowed": True, "players": 4},
    {"large_print": True, "players": 3, "paper": "a3"},
    {"lang": "de,nl", "players": 6},
    {"nup": "2", "players": 4},
    {"ruleset": "bonus-yachts", "series": 6},
    {"columns": "games", "games": 7},
    {"theme": "plain", "players": 9},
]


@pytest.mark.parametrize(("ruleset_id", "paper", "language"), TICKED)
@pytest.mark.few(2)
def test_squares_to_tick_are_drawn_or_their_lack_is_reported(
    ruleset_id: str, paper: str, language: str
) -> None:
    """Three a column for further Yachts, on every paper that holds the columns.

    What has no room is named.
    """
    ruleset, found = load_ruleset(ruleset_id), {}
    for columns in (1, 2, 3, 4, 6, 9, 11, 12):
        wording = Wording(ruleset, load_catalog(language))
        try:
            sheets = Sheets(wording, asked(ruleset, paper, columns), measure)
        except SheetgenError:  # no room for so many
            break
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            sheets.warn()
        said = [str(each.message) for each in caught if "squares to tick" in str(each.message)]
        reported = [each for each in said if wording.row("yacht_bonus") in each]
        found[columns] = check_ticks(whole(sheets[0]), columns)
        assert found[columns] != bool(reported)
    assert all(
        found[columns] for columns in ((1, 2, 3, 4) if paper == "a5" else (1, 2, 3, 4, 6, 9, 11))
    )


@pytest.mark.parametrize("more", TICKED_IN_OTHER_WAYS)
def test_squares_to_tick_stay_whatever_is_asked_for(more: dict[str, Any]) -> None:
    """On sheets for the left hand, without words, with more columns or languages.

    And on cards of a sheet.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sheets = job(**{"ruleset": "numbers-hands", **more}).layouts[0]
        sheets.warn()
    assert not [each for each in caught if "tick" in str(each.message)]
    assert check_ticks(whole(sheets[0]), sheets.plan.columns)


def test_a_form_has_no_squares_to_tick_and_misses_none() -> None:
    """Nobody ticks them on a screen, so their lack is not reported either."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asked_for = LayoutOptions(find_paper("a4"))
        (page,) = lay_out_form(
            load_ruleset("numbers-hands"), load_catalog("en"), asked_for, measure
        )
    assert not check_ticks(page, 4)


def check_ticks(page: Page, columns: int) -> bool:
    """Check for three squares of 3 to 4.5 mm at the box of each column.

    Return whether there are any. They overlap nothing, and the box has the minimum size of all.
    """
    cells = [cell.rect for cell in page.cells if cell.id.row == "yacht_bonus"]
    assert len(cells) == columns
    assert all(cell.width >= 12 * MM - 0.01 and cell.height >= 8 * MM - 0.01 for cell in cells)
    top = min(cell.rect.y for cell in page.cells)  # a turn in pictures is above it
    boxes = [
        box.rect
        for box in page.items
        if isinstance(box, RoundedRect) and box.rect.width <= 4.5 * MM + 0.01
    ]
    boxes = [box for box in boxes if box.y > top]
    found: list[Rect] = []
    for column in (
        cell.rect for cell in page.cells if cell.id.row == "yacht"
    ):  # which is as wide as its column
        inside = [
            box for box in boxes if column.x - 0.01 <= box.x and box.right <= column.right + 0.01
        ]
        assert len(inside) in (0, 3)
        found += inside
    assert all(abs(box.width - box.height) < 0.01 and box.width >= 3 * MM - 0.01 for box in found)
    assert not [
        pair
        for pair in combinations([*found, *(cell.rect for cell in page.cells)], 2)
        if overlap(*pair)
    ]
    assert len(found) in (0, 3 * columns)
    return bool(found)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("ruleset_id", [*SEEDS, "cheerio", "generala"])
def test_the_page_is_used(ruleset_id: str, paper: str) -> None:
    """The usual sheet reaches from margin to margin: no third of the page is left empty."""
    options = LayoutOptions(find_paper(paper), command="x")
    page = printed(load_ruleset(ruleset_id), "nl", options).page
    bottom = max(cell.rect.bottom for cell in page.cells)
    right = max(cell.rect.right for cell in page.cells)
    assert bottom > 0.84 * page.height
    assert right > page.width - 12.01 * MM


@pytest.mark.parametrize(
    ("ruleset_id", "paper"), [*zip(["generala", "generala", *SEEDS], cycle(PAPERS))]
)
@pytest.mark.few(2)
def test_too_many_columns_are_refused_with_the_arithmetic(ruleset_id: str, paper: str) -> None:
    """A column more than fits is refused, with a larger paper.

    The message has the need, the room and the maximum.
    """
    ruleset = load_ruleset(ruleset_id)
    most = most_columns(ruleset, load_catalog("en"), find_paper(paper), measure)
    with pytest.raises(
        SheetgenError, match=f"{paper} has room for {most} of {most + 1} players or games"
    ) as caught:
        printed(ruleset, "en", asked(ruleset, paper, most + 1))
    check_sum(caught.value)
    assert "large enough" in load_catalog("en").error(caught.value)


def check_sum(error: SheetgenError) -> None:
    """Check the lengths in the error for a paper that is too small.

    The length that is needed exceeds the one that there is, and is the sum of its parts.
    """
    values = {
        name: float(str(value))
        for name, value in error.values.items()
        if name not in ("paper", "larger")
    }
    assert values["need"] > values["have"]
    parts = values["boxes"] * values["least"] + values["around"] + values["label"]
    assert not values["boxes"] or abs(parts - values["need"]) < 0.06


def test_a_paper_without_room_for_one_column_is_told_so() -> None:
    """The message has the room that rows and names need, and no number of columns."""
    large = {"ruleset": "yatzy", "large_print": True, "paper": "a5"}
    wide = {"ruleset": "players-choice", "paper": "90x250mm", "lang": "de"}
    for settings, words in ((large, "a5 is too small: "), (wide, "90x250mm is too small: ")):
        for players in (None, 1, 4):
            with pytest.raises(SheetgenError) as caught:
                job(**settings, players=players)
            said = load_catalog("en").error(caught.value)
            assert said.startswith(words)
            assert said.endswith(" is large enough")
            check_sum(caught.value)


@pytest.mark.parametrize("paper", ["60x80mm", "60x40mm", "40x40mm", "100x40mm"])
@pytest.mark.parametrize("ruleset", ["crag", "bonus-yachts", "yamb"])
def test_the_arithmetic_of_a_tiny_paper(ruleset: str, paper: str) -> None:
    """If header and footer alone are too high, all rows are counted.

    No length is below zero.
    """
    with pytest.raises(SheetgenError) as caught:
        job(ruleset=ruleset, paper=paper)
    check_sum(caught.value)
    assert all(float(str(caught.value.values[name])) >= 0 for name in ("need", "have", "around"))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ruleset_id", [*SEEDS, *OTHERS])
@pytest.mark.few(9)
def test_what_a_small_paper_holds(ruleset_id: str, language: str) -> None:
    """A6 holds three players of a game of up to thirteen rows.

    Others are refused with their rows, as they add up.
    """
    ruleset, catalog = load_ruleset(ruleset_id), load_catalog(language)
    rows = sum(
        row.kind != "head" for each in rows_of(ruleset, Wording(ruleset, catalog)) for row in each
    )
    if rows <= 13 and not any(category.boxes > 1 for category in ruleset.categories.values()):
        assert most_columns(ruleset, catalog, find_paper("a6"), measure) >= 3
        return
    with pytest.raises(SheetgenError, match="a6 is too small: ") as caught:
        printed(ruleset, language, LayoutOptions(find_paper("a6")))
    check_sum(caught.value)
    assert (
        load_catalog("en")
        .error(caught.value)
        .endswith((" a5 is large enough", " a4 is large enough"))
    )


def test_a_sheet_for_each_player() -> None:
    """If columns are games, each player has a page and an entry in the outline."""
    names = ("An", "Bram", "Çağla Öztürk-Ελένη")
    options = LayoutOptions(find_paper("a4"), names=names, games=3)
    ruleset, catalog = load_ruleset("bonus-yachts"), load_catalog("nl")
    pages = lay_out_sheet(ruleset, catalog, options, measure)
    content = write_pdf(pages, Metadata("Jacht", "nl"))
    assert [page.label for page in pages] == list(names)
    for place, name in enumerate(names):
        sheet = Sheet(content, place)
        assert sheet.pages == 3
        assert name in sheet.text_in(Rect(0, 0, sheet.width, 100))
        cells = {cell.id for cell in pages[place].cells}
        assert {CellId("total", place + 1, game) for game in (1, 2, 3)} < cells
    assert [item.get_title() for item in PdfDocument(content).get_toc()] == list(names)


@pytest.mark.parametrize(
    ("longest", "again"),
    [("Bartholomea", "Bartholomea"), ("Maximiliane Hohenstein", "Maximiliane H…")],
)
def test_names_of_a_row_have_one_size(longest: str, again: str) -> None:
    """Above the columns, and next to the second heading, where they are cut off at last."""
    names = ("Jo", longest, "Al", "Bo", "Kim")
    ruleset, catalog = load_ruleset("numbers-hands"), load_catalog("en")
    options = LayoutOptions(find_paper("a4"), names=names, orientation="portrait")
    page = Sheets(Wording(ruleset, catalog), options, measure)[0]  # shared texts are apart
    texts = [item for item in page.items if isinstance(item, Text)]
    above, below = texts[: -len(names)], texts[-len(names) :]
    assert len({text.size for text in above}) == 1
    assert len({text.size for text in below}) == 1
    assert 8 <= below[0].size <= 9
    assert [text.text for text in below] == ["Jo", again, "Al", "Bo", "Kim"]


@given(
    st.lists(st.text("aWi.", min_size=1, max_size=9), min_size=1, max_size=5).map(" ".join),
    st.floats(30, 120),
    st.floats(10, 40),
    st.sampled_from((0.0, 8.3, 16.0)),
)
def test_a_name_is_as_large_as_it_fits(
    name: str, width: float, height: float, smallest: float
) -> None:
    """Each line keeps within its cell.

    Half a point more would not, or is more than a name may have.
    """
    cell, look = Rect(5, 7, width, height), Look(smallest=smallest)
    names, filling = PrintedNames((cell,), width, look, measure), Filling((name,))
    try:
        texts = list(names.draw((name,), filling))
    except SheetgenError:
        with pytest.raises(SheetgenError):
            names.check_widths([Filling(("i",)), filling], name)
        assert not fits(name, max(8.0, smallest) + 0.01, cell)
        return
    names.check_widths([filling], name)
    assert " ".join(text.text for text in texts) == name
    size = texts[0].size
    assert size == max(15.0, smallest) or not fits(name, size + 0.51, cell)
    for text in texts:
        assert text.x >= cell.x
        assert text.x + measure(text.text, Font.BOLD, size) <= cell.right
        assert cell.y <= text.y - 0.6 * size
        assert text.y <= cell.bottom


def fits(name: str, size: float, cell: Rect) -> bool:
    """Check whether a name has room in a cell at this size, in one or two lines, with some air."""
    words = name.split(" ")
    ways = [
        [name],
        *([" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))),
    ]
    return any(
        len(way) * 1.2 * size <= cell.height
        and max(measure(line, Font.BOLD, size) for line in way) <= cell.width - 3
        for way in ways
    )


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (
            ("Wolfeschlegelsteinhausenbergerdorffwelchevoraltern", "B", "C", "D"),
            "bergerdorffwelchevoraltern' does not fit",
        ),
        (
            ("An", "日本"),
            "in '日本' is not in the font; leave it out, or give sheetgen pdf a --font that has it",
        ),
        (("An", "a\x07b"), "a control character"),
    ],
)
def test_names_that_cannot_be_printed_are_refused_by_name(
    names: tuple[str, ...], words: str
) -> None:
    """A name that is too long, or a letter that the font lacks, is named.

    Nothing is cut or left black.
    """
    with pytest.raises(SheetgenError) as caught:
        printed(load_ruleset("dice-play"), "en", LayoutOptions(find_paper("a4"), names=names))
    assert words in load_catalog("en").error(caught.value)


def test_long_names_on_a_players_own_sheet() -> None:
    """A long name takes the room it needs; one wider than the page is refused."""
    ruleset = load_ruleset("bonus-yachts")
    name = "Anna-Maria Wilhelmina Johanna van den Heuvel"
    sheet = printed(ruleset, "nl", LayoutOptions(find_paper("a5"), names=(name, "B")))
    check_print(sheet)
    assert name in sheet.sheet.text_in(Rect(0, 0, sheet.page.width, 100))
    with pytest.raises(SheetgenError, match="does not fit"):
        printed(ruleset, "nl", LayoutOptions(find_paper("a5"), names=(name * 3, "B")))


def test_small_games() -> None:
    """A small page has room for a small game, blank or named.

    A game for two or three is for no fewer and no more.
    """
    ruleset = built(game([category("x"), category("y")], sheet={"columns": "games"}))
    for options in (
        LayoutOptions(find_paper("a6")),
        LayoutOptions(find_paper("a6"), names=("Annemarie", "")),
    ):
        check_print(printed(ruleset, "nl", options))
    ruleset = built(game([category("x")], players={"min": 2, "max": 3}))
    for names, words in (
        (("An",), "too few players: 1; game is for 2 or more"),
        (("A", "B", "C", "D"), "for 3 at most"),
    ):
        with pytest.raises(SheetgenError) as caught:
            printed(ruleset, "en", LayoutOptions(find_paper("a4"), names=names))
        assert words in str(caught.value)
    assert printed(ruleset, "en", LayoutOptions(find_paper("a4"), players=3)).sheet.pages == 1


def test_a_users_ruleset_with_long_names() -> None:
    """A user's ruleset with long names, many dice, large faces and several boxes is printed.

    It has notes, too.
    """
    ruleset = built(tomllib.loads(Path(__file__).with_name("long_names.toml").read_text("utf-8")))
    words = ruleset.translations["nl"]
    for paper, columns in (("a4", 3), ("a5", 1), ("letter", 4)):
        sheet = printed(ruleset, "nl", asked(ruleset, paper, columns))
        assert not [
            letter
            for letter in sheet.sheet.letters
            if letter.rect.right > sheet.page.width - PRINTABLE
        ]
        check_print(sheet, 7.5)
        assert not overlapping(sheet.page.cells)
        everything = sheet.sheet.text_in(Rect(0, 0, sheet.page.width, sheet.page.height))
        reminders = (
            Wording(ruleset, load_catalog("nl")).reminders() if paper != "a5" else ()
        )  # which has no room for them
        for text in (*words.names.values(), *reminders, words.name):
            assert text in everything


def test_a_command_that_the_font_cannot_write_is_left_out() -> None:
    options = LayoutOptions(find_paper("a4"), command="sheetgen pdf --ruleset /日本/x.toml")
    sheet = printed(load_ruleset("dice-play"), "en", options).sheet
    assert "sheetgen pdf" not in sheet.text_in(Rect(0, 0, sheet.width, sheet.height))


@pytest.mark.parametrize("ruleset_id", [*SEEDS, *OTHERS])
@pytest.mark.few(2)
def test_a_sheet_is_small_and_always_the_same(ruleset_id: str) -> None:
    """A file of at most 56 KiB, or 84 with as many players as fit on A4.

    Two runs make the same bytes. Half of the large ones are the elements of the structure, which
    ReportLab does not compress.
    """
    many = most_columns(load_ruleset(ruleset_id), load_catalog("fr"), find_paper("a4"), measure)
    games = load_ruleset(ruleset_id).sheet.columns == "games"
    asked_for: dict[int, dict[str, Any]] = {
        56: {},
        84: {"games" if games else "players": min(many, 12)},
    }
    for most, columns in asked_for.items():
        content = bytes_of(job(ruleset_id, "fr", **columns))
        assert len(content) <= most * 1024, len(content)
    assert content == bytes_of(job(ruleset_id, "fr", **columns))
