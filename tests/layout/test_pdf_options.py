"""Every option of printing, alone and with each other.

Nothing overlaps, is cut, too small or out of place.
"""

import tomllib
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import pypdfium2 as pdfium
import pytest
from allpairspy import AllPairs
from pypdf import PdfReader
from pypdf.generic import ArrayObject

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.primitives import (
    MM,
    Bracket,
    Font,
    Ink,
    Line,
    Page,
    Rect,
    RoundedRect,
    Text,
    field_name,
)
from sheetgen.layout.rows import SheetRow, rows_of
from sheetgen.layout.sheet import lay_out_form
from sheetgen.pdf.document import Metadata, write_pdf
from sheetgen.pdf.fonts import measure
from sheetgen.rules.history import possible_values
from sheetgen.rulesets.loading import load_ruleset
from tests.games import NINE, SEEDS, by_kind
from tests.layout.drawn import check_page
from tests.readback import crowded, inside, overlap
from tests.shop import TRACED, alone, bytes_of, check_pdf, job, sheets, trace, whole
from tests.tables import table_of

MATRIX: dict[str, list[Any]] = {
    "ruleset": [
        "balut",
        "bonus-yachts",
        "dice-play",
        "generala",
        "maxi-yatzy",
        "numbers-hands",
        "players-choice",
    ],
    "lang": ["en", "nl", "nl,en"],
    "paper": ["a4", "a3", "a5", "a6", "letter", "legal", "half-letter", "180x240mm", "10x7in"],
    "orientation": [None, "portrait", "landscape"],
    "margin": [None, "7mm", "0.6in"],
    "nup": [None, "2", "4", "1x2"],
    "gap": [None, "4mm"],
    "marks": [None, "dots"],
    "holes": [None, "2"],
    "front_offset": [None, "1,-2"],
    "pad": [None, 3],
    "numbered": [False, True],
    "back": ["none", "rules", "audit"],
    "ruler": [False, True],
    "names": [None, "An,Bram", "Ángström,Łucja,Ωmega"],
    "columns": [None, "players", "games"],
    "series": [None, 3],
    "rows": ["words", "pictogram", "par", "allowed", "par and allowed"],
    "left_handed": [False, True],
    "modes": [(), ("large_print",), ("ink_saver",), ("reusable",), ("large_print", "reusable")],
    "theme": [None, "forest", "plain"],
    "fields": [None, "none", "date,table,round"],
    "table": [None, "12"],
}
ROWS = {"words": (), "pictogram": ("pictogram",), "par": ("par",), "allowed": ("allowed",)}
ROWS["par and allowed"] = ("par", "allowed")


def settings_of(row: tuple[Any, ...]) -> dict[str, Any]:
    """Return the settings of a row of the matrix."""
    chosen = dict(zip(MATRIX, row, strict=True))
    switches = (*ROWS[chosen.pop("rows")], *chosen.pop("modes"))
    if not chosen["nup"]:
        chosen |= {"gap": None, "marks": None}
    return {**chosen, **dict.fromkeys(switches, True)}


def can_be(row: list[Any]) -> bool:
    """Check whether the settings so far can be combined."""
    chosen = dict(zip(MATRIX, row, strict=False))
    if chosen.get("rows", "words") == "pictogram":
        clash = (
            chosen.get("series")
            or chosen.get("fields")
            or chosen.get("back") == "audit"
            or chosen.get("lang") == "nl,en"
        )
        return not clash
    usual = "games" if chosen.get("ruleset") == "bonus-yachts" else "players"
    tally = chosen.get("series") and (chosen.get("columns", "games") or usual) == "players"
    return not (tally and chosen.get("rows", "words") != "words")


REASONS = (
    "is too small: ",
    "is too narrow: ",
    " players or games: ",
    "does not fit",
    "this text has no room on pages that small",
    "no cards of that kind have this orientation",
    " mm along an edge",
)
"""Possible faults of options that go together: the paper has no room."""
PAIRS = [settings_of(tuple(row)) for row in AllPairs(list(MATRIX.values()), filter_func=can_be)]


@pytest.mark.parametrize("settings", PAIRS, ids=[f"{place:02}" for place in range(len(PAIRS))])
@pytest.mark.few(4)
def test_options_go_together(settings: dict[str, Any]) -> None:
    """Each pair of options is printed.

    What has no room is refused in a sentence, and has room on larger paper.
    """
    try:
        printing = job(**settings)
    except SheetgenError as error:
        refusal = load_catalog("en").error(error)
        assert any(reason in refusal for reason in REASONS), refusal
        printing = job(**{**settings, "paper": "1100x1180mm", "orientation": None})
    check_pdf(bytes_of(printing))
    smallest = max(7.0, printing.look.smallest)
    cards, backs = printing.job.cards, printing.job.backs
    for page in (cards[0], cards[len(cards) - 1], *backs[:1]):
        if page.items:  # the rules on a reverse are drawn once for all
            game = load_ruleset(settings["ruleset"])
            several = len(game.columns) > 1 or any(
                each.boxes > 1 for each in game.categories.values()
            )
            share = 0.625 if several and page in backs else 1  # boxes for corrections are narrower
            check_page(
                whole(page),
                smallest,
                share * printing.look.least_width / MM,
                printing.look.least_height / MM,
            )


# the drawing


@pytest.mark.parametrize(
    "more", [{}, {"names": "An,Bram", "par": True}, {"ruleset": "numbers-hands", "paper": "a5"}]
)
@pytest.mark.few(1)
def test_what_is_streamed_is_what_is_drawn(more: dict[str, Any]) -> None:
    """A page whose still part is drawn once looks like the same page drawn by itself.

    Both are equal to the dot.
    """
    printing = job(**more)
    streamed = pdfium.PdfDocument(bytes_of(printing))
    drawn = pdfium.PdfDocument(write_pdf([whole(printing.job.cards[0])], Metadata("Title", "en")))
    one, other = (
        document[0].render(scale=1.5).to_pil().tobytes() for document in (streamed, drawn)
    )
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 64


@pytest.mark.parametrize("name", TRACED)
def test_drawings_are_as_they_were(name: str) -> None:
    """Three sheets are drawn exactly as in their traces, which ``make traces`` writes."""
    pages = job(**TRACED[name]).job.cards
    kept = Path(__file__).parent / "traces" / f"{name}.txt"
    assert "".join(map(trace, pages[:2])) == kept.read_text("utf-8")


def test_documents_are_told_apart() -> None:
    """Equal settings make equal bytes, other names another identity."""
    settings: dict[str, Any] = {
        "names": "An,Bram",
        "nup": "2",
        "paper": "a3",
        "back": "rules",
        "ruler": True,
    }
    assert bytes_of(job(**settings)) == bytes_of(job(**settings))
    documents = (PdfReader(BytesIO(bytes_of(job(names=names)))) for names in ("An,Bram", "An,Bran"))
    ids = [cast("ArrayObject", document.trailer["/ID"])[0] for document in documents]
    assert ids[0] != ids[1]


@pytest.mark.parametrize(
    ("settings", "flip"),
    [
        ({"back": "rules"}, "/DuplexFlipLongEdge"),
        ({"back": "audit", "orientation": "landscape"}, "/DuplexFlipShortEdge"),
        ({"back": "rules", "nup": "2", "paper": "a3"}, "/DuplexFlipShortEdge"),
        ({}, "/Simplex"),
        ({"ruler": True}, ""),
    ],
)
def test_the_printer_is_told_how_to_turn(settings: dict[str, Any], flip: str) -> None:
    """Upright sheets turn over the long edge, lying ones over the short one.

    All print at true size.
    """
    root: Any = PdfReader(BytesIO(bytes_of(job(**settings)))).trailer["/Root"]
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert root["/ViewerPreferences"].get("/Duplex", "") == flip


# what the options are for


def texts(page: Page) -> list[Text]:
    """Return the texts of a page."""
    return [item for item in whole(page).items if isinstance(item, Text)]


def words_on(**settings: Any) -> list[str]:
    """Return the texts of the first card."""
    return [text.text for text in texts(job(**settings).job.cards[0])]


def rows_in(ruleset: str, language: str) -> list[SheetRow]:
    """Return the rows of a sheet in one list."""
    wording = Wording(load_ruleset(ruleset), load_catalog(language))
    return [row for rows in rows_of(wording.ruleset, wording) for row in rows]


@pytest.mark.parametrize("ruleset", by_kind(NINE))
def test_two_languages_name_every_row_twice(ruleset: str) -> None:
    """Each row has its name in both languages, and how it scores too, in one of its wordings."""
    page = whole(job(ruleset=ruleset, lang="nl,en", paper="a3").job.cards[0])
    everything = " ".join(text.text for text in texts(page))
    for language in ("nl", "en"):
        for row in rows_in(ruleset, language):
            assert row.name in everything
            hints = row.formula_hints or row.hints
            assert row.kind != "box" or any(" ".join(hint) in everything for hint in hints)


@pytest.mark.parametrize("ruleset", by_kind(NINE))
def test_left_handed_sheets_have_their_names_on_the_right(ruleset: str) -> None:
    """The names of the rows are right of all cells of their list."""
    page = whole(job(ruleset=ruleset, left_handed=True).job.cards[0])
    wording = Wording(load_ruleset(ruleset), load_catalog("en"))
    right = max(cell.rect.right for cell in page.cells if cell.kind == "box")
    for category in wording.ruleset.categories.values():
        (name,) = {
            text.x
            for text in texts(page)
            if text.text == wording.name(category) and text.font is Font.BOLD
        }
        assert name > right


@pytest.mark.parametrize(
    "ruleset", [name for name in NINE if name != "balut"]
)  # two lists, side by side
def test_allowed_values_are_those_of_the_engine(ruleset: str) -> None:
    """The column beside each box lists exactly what the box can hold."""
    game = load_ruleset(ruleset)
    page = job(ruleset=ruleset, allowed=True).job.cards[0]
    sheet = alone(whole(page))
    for box in game.boxes:
        cells = [cell.rect for cell in page.cells if cell.id.row == box and cell.kind == "box"]
        right = max(cell.right for cell in cells)
        said = sheet.text_in(Rect(right, cells[0].y, 90, cells[0].height))
        values = [int(part) for each in said.split(", ") for part in spread(each)]
        assert tuple(values) == possible_values(game, box)


def spread(part: str) -> list[int]:
    """Return a number, or all numbers of a range."""
    first, _, last = part.partition("–")
    return list(range(int(first), int(last or first) + 1))


def test_par_is_three_of_each_and_the_distance_to_the_bonus() -> None:
    """Three of each number, their sum, the bonus for it, and both are printed.

    Other boxes have nothing.
    """
    page = job(ruleset="numbers-hands", par=True).job.cards[0]
    sheet = alone(whole(page))
    found = {}
    for cell in page.cells:
        if cell.id.row and cell.id.player == 1:
            found[cell.id.row] = sheet.text_in(
                Rect(cell.rect.x - 28, cell.rect.y, 28, cell.rect.height)
            )
    numbers = ("ones", "twos", "threes", "fours", "fives", "sixes")
    assert [found[name] for name in numbers] == ["3", "6", "9", "12", "15", "18"]
    ruleset = load_ruleset("numbers-hands")
    bonus = next(total.id for total in ruleset.all_totals.values() if total.kind == "threshold")
    assert [found[name] for name in ("numbers_subtotal", bonus, "numbers_total")] == [
        "63",
        "35",
        "98",
    ]
    assert found["chance"] == ""


def names_of(page: Page) -> set[str]:
    """Return the field names of the cells of a page."""
    return {field_name(cell.id, cell.kind) for cell in page.cells}


def test_a_series_has_running_totals_and_averages() -> None:
    """A sheet for a table lists the games; a player's own sheet has a column for each."""
    table = names_of(job(series=5, names="An,Bram").job.cards[0])
    assert {"p1_game_1", "p2_game_5", "p1_so_far_5", "p1_games_won", "p2_average"} <= table
    own = names_of(job(ruleset="bonus-yachts", series=3).job.cards[0])
    assert {"p1g1_running_total", "p1g3_average", "p1g3_total"} <= own
    assert not any("g4_" in name for name in own)
    assert {"Best of 5", "3 games won win the series"} <= {*words_on(series=5)}
    assert "Series of 4 games" in words_on(series=4)


def test_fields_and_titles() -> None:
    """The fields of the option are above the rows with their words, and no others."""
    said = words_on(fields="round,table", table="12", date="21-11", title="Finale")
    assert {"Round", "Table", "Date", "12", "21-11", "Finale"} <= set(said)
    assert "Game" not in said
    assert "Yacht" not in said[:1]
    assert not {"Date", "Game"} & {*words_on(fields="none")}


def test_an_auditor_finds_every_box_and_total() -> None:
    """The reverse has each box and total of each player, and a line to sign on."""
    settings: dict[str, Any] = {"names": "An,Bram", "par": True, "allowed": True, "ruler": True}
    printing = job(ruleset="numbers-hands", back="audit", **settings)
    back = printing.job.backs[0]
    for row in load_ruleset("numbers-hands").rows:
        assert {f"p1_{row}", f"p2_{row}"} <= names_of(back)
    said = {text.text for text in texts(back)}
    assert {"Check", "Signature", "Checked by", "An", "Bram"} <= said
    assert not said & {"Par", "Allowed", "50 mm"}  # which are on the front
    assert (back.width, back.height) == printing.job.format.size


def test_the_ruler_and_the_square_are_true() -> None:
    """The ruler is 50 mm and the square 100 mm, read from the finished file."""
    front, back, sheet = sheets(bytes_of(job(ruler=True)))
    assert "50 mm" in sheet.text_in(Rect(0, 0, sheet.width, sheet.height))
    ruler = [
        item
        for item in whole(job(ruler=True).job.cards[0]).items
        if getattr(item, "y1", 0) == getattr(item, "y2", 1)
    ]
    assert any(
        abs(abs(line.x2 - line.x1) - 50 * MM) < 0.01  # type: ignore[union-attr]
        for line in ruler
    )
    squares = [
        rule
        for rule in front.rules
        if abs(rule.width - 100 * MM) < 1.5 and abs(rule.height - 100 * MM) < 1.5
    ]
    assert squares
    middles = [
        {
            (round(rule.x + rule.width / 2), round(rule.y + rule.height / 2))
            for rule in page.rules
            if 43 < rule.width < 47
        }
        for page in (front, back)
    ]
    assert middles[0] & middles[1], "the crosses lie on each other"


def test_glue_leaves_the_top_free() -> None:
    """Sheets of a pad and reverses have room for glue, and their margin below it."""
    for glue, least in ((None, 8), ("15mm", 15), ("0", 0)):
        page = whole(job(pad=2, glue=glue).job.cards[0])
        top = min(letter.rect.y for letter in alone(page).letters)
        assert top >= (least + 12) * MM - 2  # letters rise above capitals
    printing = job(pad=2, glue="30mm", back="audit", paper="a4")
    for sheet in sheets(bytes_of(printing)):
        if sheet.letters:
            assert min(letter.rect.y for letter in sheet.letters) >= 30 * MM


@pytest.mark.parametrize("language", languages())
@pytest.mark.few(1)
def test_large_print_beside_the_rows_of_one_player(language: str) -> None:
    """The description of a turn is whole there, however long.

    It is on the page and overlaps no letter.
    """
    printing = job("numbers-hands", language, players=1, large_print=True)
    page = printing.job.cards[0]
    letters = alone(whole(page)).letters
    assert all(
        inside(letter.rect, Rect(0, 0, page.width - 8 * MM, page.height)) for letter in letters
    )
    apart = [
        (one, other)
        for one, other in combinations(letters, 2)
        if abs(one.rect.y - other.rect.y) > 1
    ]
    assert not [
        (one.text, other.text) for one, other in apart if overlap(one.rect, other.rect, 0.6)
    ]


REFUSED = table_of(Path(__file__).parent / "refused.txt")


@pytest.mark.parametrize(("settings", "words"), REFUSED)
def test_what_cannot_go_together_is_refused_with_the_reason(settings: str, words: str) -> None:
    """A sentence has the fault and the option."""
    with pytest.raises(SheetgenError) as caught:
        job(**tomllib.loads(settings))
    assert words in load_catalog("en").error(caught.value)


# what a change of a sign would break


def test_margins_and_offsets_are_as_asked() -> None:
    """Nothing is nearer to the edge than was asked for; no offset moves the test page."""
    for margin in (6, 15, 25):
        page = whole(job(margin=f"{margin}mm").job.cards[0])
        left = min(
            item.x for item in page.items if isinstance(item, Bracket) and item.ink is Ink.TEXT
        )
        assert left == pytest.approx(margin * MM)
        assert min(item.rect.x for item in page.items if isinstance(item, RoundedRect)) >= left
    sides = list(job(ruler=True, back="audit", back_offset="3,2").job.sides())
    assert [(side.placed[0].x, side.placed[0].y) for side in sides[:2]] == [(0, 0), (0, 0)]


def test_cards_are_cut_so_that_they_have_the_most_columns() -> None:
    cells = job(ruleset="numbers-hands", nup="2").job.cards[0].cells
    assert len([cell for cell in cells if cell.id.row == "ones"]) == 4


@pytest.mark.parametrize(
    "settings",
    [
        {"paper": "a6", "ruleset": "generala"},
        {"paper": "185x265mm", "large_print": True, "players": 2},
        {"paper": "a3"},
    ],
)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_test_pages_are_legible(settings: dict[str, Any], language: str) -> None:
    """No line of a cross or scale goes through a word."""
    for page in job(lang=language, ruler=True, **settings).job.first:
        letters = alone(page).letters
        assert not crowded(letters)
        for line in (item for item in page.items if isinstance(item, Line)):
            area = Rect(
                min(line.x1, line.x2),
                min(line.y1, line.y2),
                abs(line.x2 - line.x1),
                abs(line.y2 - line.y1),
            )
            around = Rect(area.x - 0.3, area.y - 0.3, area.width + 0.6, area.height + 0.6)
            assert not [letter.text for letter in letters if overlap(letter.rect, around)]


def test_names_that_fit_are_never_refused_for_the_way_a_sheet_lies() -> None:
    """If names do not fit above the columns one way, another way is taken."""
    for ruleset in SEEDS:
        job(ruleset=ruleset, lang="nl", large_print=True, names="An,Bram")


PAGES: list[tuple[dict[str, Any], int]] = [
    ({"ruleset": "bonus-yachts", "names": "An,Bram", "blanks": 3, "players": 3}, 6),
    ({"ruleset": "bonus-yachts", "blanks": 2}, 2),
    ({"ruleset": "bonus-yachts", "blanks": 2, "players": 3}, 2),
    ({"ruleset": "dice-play", "blanks": 2, "players": 3}, 2),
    ({"columns": "games", "games": 3, "names": "An,Bram"}, 2),
    ({"ruleset": "bonus-yachts", "columns": "players", "names": "An,Bram"}, 1),
]


def test_columns_blanks_and_copies_are_what_was_asked_for() -> None:
    """Columns are players or games.

    Each blank is a page; copies fill a sheet without other content.
    """
    for settings, count in PAGES:
        assert len(job(**settings).job.cards) == count
    assert "p2g3_ones" in names_of(job(**PAGES[4][0]).job.cards[1])
    printing = job(nup="4", paper="a3", names="An,Bram", blanks=2)
    assert [page.label for page in printing.job.cards] == ["An, Bram", "", ""]
    assert len(job(nup="4", paper="a3", names="An,Bram").job.cards) == 4


def test_what_gives_way_in_large_print_is_neither_a_threshold_nor_a_second_name() -> None:
    """The threshold of a bonus stays, and the names in two languages."""
    for settings, kept in (
        ({"ruleset": "numbers-hands", "paper": "a4"}, ("63", "100")),
        ({"ruleset": "numbers-hands", "paper": "a3"}, ("63", "100")),
        ({"lang": "nl,en", "paper": "a4"}, ("Enen", "Ones")),
    ):
        said = " ".join(words_on(**settings, large_print=True))
        assert all(words in said for words in kept)


@pytest.mark.parametrize("ruleset", ["numbers-hands", "bonus-yachts"])
def test_the_cells_of_a_bonus_share_its_row(ruleset: str) -> None:
    """On a screen the bonus and how far off it is fill the height of the row together."""
    catalog, options = load_catalog("en"), LayoutOptions(find_paper("a4"))
    (page, *_) = lay_out_form(load_ruleset(ruleset), catalog, options, measure)
    tops = sorted({cell.rect.y for cell in page.cells if cell.kind in ("box", "total")})
    for cell in (cell for cell in page.cells if cell.kind == "to_go"):
        above = next(each for each in page.cells if each.id == cell.id and each.kind == "total")
        assert cell.rect.y == pytest.approx(above.rect.bottom)
        height = next(each.rect.height for each in page.cells if each.kind == "box")
        assert above.rect.y + height - 2 <= cell.rect.bottom <= above.rect.y + height
        assert cell.rect.bottom < next(top for top in tops if top > above.rect.y)
