"""The fillable sheet: its fields, and what its scripts do with thousands of cards."""

import re
from collections.abc import Mapping
from io import BytesIO
from itertools import chain, combinations, pairwise
from typing import Any

import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader, PdfWriter
from pypdfium2 import raw

from sheetgen.calculator.form import make_form
from sheetgen.cards.card_files import cards_of, read_cards
from sheetgen.checker.check import check_card
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.primitives import CellId, Rect, field_name, read_field_name
from sheetgen.layout.sheet import lay_out_form
from sheetgen.pdf.document import Metadata
from sheetgen.pdf.fields import write_form
from sheetgen.pdf.fonts import measure
from sheetgen.pdf.reading import MAX_FIELDS, form_tag
from sheetgen.rules.history import possible_values, yacht_box_ids
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import match_points, totals
from tests.calculator.fake_viewer import FakeViewer
from tests.calculator.test_scripts import ALL, SHIPPED, Card, random_cards, room_on, totals_on_paper
from tests.games import NINE, ONCE, SEEDS, built, by_kind_in_words, category, game
from tests.readback import Sheet, overlap
from tests.rules.test_possible_values import GAMES

NASTY = ('O\'Neil \\ (a) "b"', "</script><b>", "שלום", "🎲 日本", "Ω Łu é")


FORMS: dict[tuple[object, ...], tuple[Ruleset, bytes]] = {}
"""The forms that were made, each with its game, by which it is found again."""


def form_of(
    ruleset: Ruleset,
    language: str = "en",
    players: int | None = 2,
    names: tuple[str, ...] = (),
    **more: Any,
) -> bytes:
    """Return the form as the command writes it; it is made once."""
    key = (id(ruleset), language, players, names, *more.items())
    if key not in FORMS:
        FORMS[key] = ruleset, make(ruleset, language, players, names, **more)
    return FORMS[key][1]


def make(
    ruleset: Ruleset, language: str, players: int | None, names: tuple[str, ...], **more: Any
) -> bytes:
    """Return a form, made anew."""
    catalog = load_catalog(language)
    wording = Wording(ruleset, catalog)
    options = LayoutOptions(find_paper(more.pop("paper", "a4")), players=players, **more)
    pages = lay_out_form(ruleset, catalog, options, measure)
    metadata = Metadata(wording.title, language, "", form_tag(ruleset.id))
    return write_form(pages, metadata, make_form(wording, pages, names))


def cell_called(name: str) -> CellId | None:
    """Return the cell of a row whose field has this name; None for a field without points."""
    cell = read_field_name(name)
    return cell if cell and cell.row else None


def one_column(ruleset: Ruleset, language: str = "en") -> bytes:
    """Return the form with the smallest number of columns."""
    games = 1 if ruleset.sheet.columns == "games" else None
    return form_of(ruleset, language, ruleset.players.min, games=games)


def prefix_of(ruleset: Ruleset) -> str:
    """Return the beginning of the names of the first column's fields."""
    return "p1g1_" if ruleset.sheet.columns == "games" else "p1_"


def filled(ruleset: Ruleset, card: Mapping[str, int], yachts: int | None) -> dict[str, object]:
    """Return the values of the first column's fields."""
    prefix, bonus = prefix_of(ruleset), ruleset.extra_yachts
    values: dict[str, object] = {prefix + box: str(points) for box, points in card.items()}
    if bonus and yachts is not None:
        values[prefix + bonus.id] = str(yachts * bonus.points)
    return values


def counted_yachts(ruleset: Ruleset, card: Card, yachts: int | None) -> int | None:
    """Return the written further Yachts that the card has room for."""
    return yachts if yachts is not None and yachts <= room_on(ruleset, card) else None


@pytest.mark.parametrize("name", ALL)
@pytest.mark.few(4)
def test_the_scripts_of_the_file_add_up_as_the_engine_does(name: str) -> None:
    """The scripts in the PDF run on many cards each.

    A value that a card has no room for is not counted. It stays visible while a Yacht box holds
    points, because it may be half typed, or right but for another box.
    """
    ruleset = ALL[name]
    prefix, viewer = prefix_of(ruleset), FakeViewer(one_column(ruleset))
    cards = list(random_cards(ruleset, 40, seed=5))
    shown = viewer.fill([filled(ruleset, card, yachts) for card, yachts in cards])
    for (card, yachts), fields in zip(cards, shown, strict=True):
        wanted = totals_on_paper(ruleset, card, counted_yachts(ruleset, card, yachts))
        needed = all if ruleset.yachts_of_all_columns else any
        if ruleset.extra_yachts and needed(card.get(box) for box in yacht_box_ids(ruleset)):
            wanted[ruleset.extra_yachts.id] = (
                None if yachts is None else yachts * ruleset.extra_yachts.points
            )
        for where, points in wanted.items():
            if where not in ruleset.paper_rows:
                continue
            assert fields[prefix + where] == ("" if points is None else str(points)), (
                card,
                yachts,
                where,
            )


def test_the_form_counts_match_points_where_columns_decide() -> None:
    """As the sheet, it has the points of each player, and no total of all columns.

    A change of one card changes the points of the others; a player without a number plays not.
    """
    ruleset = SHIPPED["escalero"]
    content = form_of(ruleset, players=3)
    viewer = FakeViewer(content)
    first, second = ({**card} for card, _ in random_cards(ruleset, 2, seed=7))
    first |= {box: possible_values(ruleset, box)[-1] for box in first}
    fields = {"p1_" + box: str(points) for box, points in first.items()}
    fields |= {"p3_" + box: str(points) for box, points in second.items()}
    (shown,) = viewer.fill([fields])
    assert "p1_total" not in shown
    cards = [{**card, **totals(ruleset, card)} for card in (first, second)]
    expected = [str(sum(points)) for points in match_points(ruleset, cards)]
    assert [shown["match_p1_match_points"], shown["match_p3_match_points"]] == expected
    assert shown["match_p2_match_points"] == ""
    (alone,) = viewer.fill([{"p1_third.grande": "80"}])
    assert alone["match_p1_match_points"] == ""
    viewer.enter("p2_third.grande", "50")
    assert viewer.shown()["match_p1_match_points"] == "4"
    viewer.enter("p2_third.poker", "45")
    assert viewer.shown()["match_p1_match_points"] == "0"
    assert viewer.shown()["match_p2_match_points"] == "4"


@pytest.mark.parametrize("ruleset_id", ["dice-play", "numbers-hands", "generala"])
@pytest.mark.few(1)
def test_what_a_box_cannot_hold_is_refused_and_never_counted(ruleset_id: str) -> None:
    """Numbers up to 101 in every box.

    Taken if the engine derives them, else refused with the values in words.
    """
    ruleset = SHIPPED[ruleset_id]
    prefix, viewer = prefix_of(ruleset), FakeViewer(one_column(ruleset, "nl"))
    for box in ruleset.boxes:
        values = possible_values(ruleset, box)
        for points in sorted(
            {
                *range(12),
                50,
                99,
                100,
                101,
                *(value + by for value in values[1:] for by in (-1, 0, 1)),
            }
        ):
            before = len(viewer.alerts)
            begun = [
                value for value in values if len(values) <= 3 and str(value).startswith(str(points))
            ]
            taken = points in values or len(begun) == 1
            assert viewer.enter(prefix + box, str(points)) == taken
            if not taken:
                assert viewer.alerts[before:]
                assert str(values[-1]) in viewer.alerts[-1]
        assert viewer.enter(prefix + box, "")
        assert viewer.shown()[f"{prefix}total"] == ""
    assert viewer.enter(f"{prefix}ones", "-")
    assert viewer.shown()[f"{prefix}total"] == "0"
    for wrong in ("-1", "1.5", "abc", "1e1", " 5", "٣"):
        assert not viewer.enter(f"{prefix}ones", wrong)


def test_only_digits_are_typed_and_only_what_is_possible_counts() -> None:
    """A field takes as many digits as its largest value.

    A viewer without validation shows a wrong value, which totals ignore. One that cannot compute on
    command, such as Okular (`calculateNow`), opens the form all the same.
    """
    viewer = FakeViewer(form_of(SHIPPED["dice-play"]), lacks="calculateNow")
    for text in ("30", "-", ""):
        assert viewer.types("p1_sixes", text)
    for text in ("x", "-3", "300", "3 "):
        assert not viewer.types("p1_sixes", text)
    (shown,) = viewer.fill([{"p1_ones": "3", "p1_twos": "7", "p1_yacht": "50", "p2_ones": "6"}])
    assert (shown["p1_total"], shown["p2_total"]) == ("53", "")
    viewer.enter("p2_ones", "3")
    assert viewer.shown()["p2_total"] == "3"


def test_a_minus_is_typed_where_a_box_can_be_below_0_and_only_there() -> None:
    """A value below 0 is counted, a minus alone is a 0, and totals have room for a minus.

    No box is completed over it.
    """
    ruleset = ALL["below 0"]
    content = form_of(ruleset)
    viewer = FakeViewer(content, lacks="calculateNow")
    assert [
        viewer.types("p1_skulls", text) for text in ("-", "-20", "20", "-200", "2-", "--", "-x")
    ] == [
        *[True] * 3,
        *[False] * 4,
    ]
    assert not viewer.types("p1_any", "-2")
    for name, keys in (
        ("p1_skulls", "-20"),
        ("p1_curse_1", "-4"),
        ("p1_curse_2", "-"),
        ("p1_any", "6"),
    ):
        viewer.press_keys(name, keys)
    shown = viewer.shown()
    assert [shown[f"p1_{row}"] for row in ("skulls", "curse_1", "curse_2", "any", "total")] == [
        "-20",
        "-4",
        "-",
        "6",
        "-18",
    ]
    assert shown["sum_p1_curse"] == "-4"
    assert not viewer.enter("p1_skulls", "-5")
    assert viewer.alerts == ["skulls can hold -20, -10, or 0."]
    longest = {
        name_of(each): int(each["/MaxLen"])
        for page in widgets(content)
        for each in page
        if "/MaxLen" in each
    }
    assert [longest[f"p1_{row}"] for row in ("skulls", "curse_1", "any", "total")] == [3, 2, 1, 3]
    assert longest["sum_p1_curse"] == 2


def test_the_bonus_for_further_yachts_keeps_the_rules() -> None:
    """There is none while the Yacht box is open or struck, or beyond the room.

    It goes with its Yacht. Without room because of another box, it waits uncounted until that is
    corrected.
    """
    viewer = FakeViewer(form_of(SHIPPED["numbers-hands"]))
    assert not viewer.enter("p1_yacht_bonus", "100")
    assert viewer.alerts == ["Yacht bonus: only after Yacht! holds points."]
    viewer.enter("p1_yacht", "50")
    assert viewer.enter("p1_yacht_bonus", "200")
    assert viewer.shown()["p1_total"] == "250"
    viewer.enter("p1_yacht", "0")
    assert (viewer.shown()["p1_yacht_bonus"], viewer.shown()["p1_total"]) == ("", "0")
    assert not viewer.enter("p1_yacht_bonus", "100")
    viewer.enter("p1_yacht", "50")
    for box in ("three_of_a_kind", "four_of_a_kind", "chance"):
        viewer.enter(f"p1_{box}", "17")
    assert not viewer.enter("p1_yacht_bonus", "150")
    assert not viewer.enter("p1_yacht_bonus", "1000")
    assert viewer.alerts[-1] == "Yacht bonus: this card has room for 900 at most."
    assert viewer.enter("p1_yacht_bonus", "900")
    before = len(viewer.alerts)
    viewer.enter("p1_sixes", "18")
    assert (viewer.shown()["p1_yacht_bonus"], viewer.shown()["p1_total"]) == ("900", "119")
    viewer.enter("p1_sixes", "30")
    assert (viewer.shown()["p1_yacht_bonus"], viewer.shown()["p1_total"]) == ("900", "1031")
    assert len(viewer.alerts) == before


def test_the_distance_to_the_bonus() -> None:
    """The distance follows the numbers, is blank once the bonus is won, and can be missed."""
    viewer = FakeViewer(form_of(SHIPPED["numbers-hands"], "nl"))
    far = "to_go_p1_numbers_bonus"
    assert viewer.shown()[far] == ""
    viewer.enter("p1_sixes", "24")
    assert viewer.shown()[far] == "nog 39"
    for box, points in (("fives", "20"), ("fours", "16")):
        viewer.enter(f"p1_{box}", points)
    assert (viewer.shown()[far], viewer.shown()["p1_numbers_bonus"]) == ("nog 3", "0")
    viewer.enter("p1_threes", "3")
    assert (viewer.shown()[far], viewer.shown()["p1_numbers_bonus"]) == ("", "35")
    for box in ("sixes", "fives", "fours"):
        viewer.enter(f"p1_{box}", "0")
    assert viewer.shown()[far] == "gemist"


def test_the_button_asks_first() -> None:
    """All points go, names and notes stay; with no as the answer nothing happens."""
    viewer = FakeViewer(form_of(SHIPPED["numbers-hands"], players=7))
    for name, text in (
        ("name_p1", "An"),
        ("p1_yacht", "50"),
        ("p7_ones", "3"),
        ("p1_yacht_bonus", "100"),
    ):
        viewer.enter(name, text)
    viewer.press("clear", yes=False)
    assert viewer.shown()["p1_total"] == "150"
    viewer.press("clear", yes=True)
    shown = viewer.shown()
    assert shown["name_p1"] == "An"
    assert not {name: text for name, text in shown.items() if cell_called(name) and text}
    assert len(viewer.alerts) == 2


def test_totals_are_locked_and_put_right_where_scripts_run() -> None:
    """They can be typed without scripts.

    Elsewhere they are locked, and computed anew when the file is opened.
    """
    content = form_of(SHIPPED["numbers-hands"])
    viewer = FakeViewer(content)
    sums = {
        f"p1_{where}" for where in SHIPPED["numbers-hands"].all_totals if where != "yacht_bonus"
    }
    viewer.enter("p1_ones", "3")
    assert viewer.read_only() == sums
    fields = PdfReader(BytesIO(content)).get_fields() or {}
    assert not any(int(fields[name].get("/Ff", 0)) & 1 for name in sums)
    viewer.save()
    assert viewer.read_only() == set()
    viewer.enter("p1_twos", "4")
    assert (viewer.read_only(), viewer.shown()["p1_total"]) == (sums, "7")
    content = prefilled(form_of(SHIPPED["numbers-hands"]), {"p1_sixes": 24, "p1_total": 99})
    assert FakeViewer(content).shown()["p1_total"] == "24"


@pytest.mark.parametrize("ruleset_id", [*SEEDS, "balut", "generala", "yamb"])
@pytest.mark.few(2)
def test_who_changes_nothing_is_not_asked_to_save(ruleset_id: str) -> None:
    """Opening a form writes into none of its fields, whether they are blank or hold a card."""
    viewer = FakeViewer(one_column(SHIPPED[ruleset_id]))
    assert not viewer.written
    card = {box: possible_values(SHIPPED[ruleset_id], box)[-1] for box in SHIPPED[ruleset_id].boxes}
    for name, text in filled(SHIPPED[ruleset_id], card, None).items():
        viewer.enter(name, str(text))
    assert viewer.written
    viewer.save()
    viewer.forget()
    viewer.open()
    assert not viewer.written
    root = PdfReader(BytesIO(one_column(SHIPPED[ruleset_id]))).root_object
    assert list(root["/AA"]) == ["/WS"]  # type: ignore[call-overload]


@pytest.mark.slow("documents")
def test_an_entry_is_calculated_in_its_own_column() -> None:
    """Scripts look at no other one when a box, a name or a refused value is left.

    To empty the card they do.
    """
    viewer = FakeViewer(form_of(SHIPPED["numbers-hands"], players=8, games=2))
    viewer.enter("p8g2_ones", "3")
    for name, text in (("p3g1_sixes", "18"), ("p3g1_sixes", "17"), ("name_p4", "Dirk")):
        viewer.forget()
        viewer.enter(name, text)
        assert all("p3g1_" in field for field in viewer.asked)
    assert viewer.shown()["p8g2_total"] == "3"
    viewer.press("clear", yes=True)
    assert not {viewer.shown()[f"{column}_total"] for column in ("p3g1", "p8g2")} - {""}


@pytest.mark.parametrize("ruleset_id", [*NINE, "yamb"])
@pytest.mark.few(3)
def test_a_card_that_is_typed_key_by_key(ruleset_id: str) -> None:
    """Okular calculates at each key, and validates nothing.

    Every card comes out as it was typed, and adds up.
    """
    ruleset = SHIPPED[ruleset_id]
    for card, found in random_cards(ruleset, 2, seed=3):
        yachts = counted_yachts(ruleset, card, found)
        viewer = FakeViewer(one_column(ruleset), lacks="calculateNow")
        values = filled(ruleset, card, yachts)
        for name, text in values.items():
            viewer.press_keys(name, str(text))
        shown = viewer.shown()
        total = totals_on_paper(ruleset, card, yachts)["total"]
        assert {name: shown[name] for name in values} == values
        assert shown[f"{prefix_of(ruleset)}total"] == ("" if total is None else str(total))


def widgets(content: bytes) -> list[list[Any]]:
    """Return the widgets of each page, in the order of the file."""
    reader = PdfReader(BytesIO(content))
    return [
        [note.get_object() for note in page["/Annots"]]  # type: ignore[attr-defined]
        for page in reader.pages
    ]


def name_of(widget: Any) -> str:
    """Return the whole name of a widget's field."""
    if "/T" not in widget:
        return name_of(widget["/Parent"])
    return (
        f"{name_of(widget['/Parent'])}.{widget['/T']}" if "/Parent" in widget else str(widget["/T"])
    )


@pytest.mark.parametrize(("ruleset_id", "language"), by_kind_in_words(ONCE))
@pytest.mark.few(2)
def test_every_cell_is_a_field(ruleset_id: str, language: str) -> None:
    """Each box and total of each column has a field with a label on its cell, off the print."""
    ruleset = SHIPPED[ruleset_id]
    large = (6, "letter") if NINE.index(ruleset_id) % 2 else (9, "a4")
    for players, paper in (
        (None, "a4"),
        (ruleset.players.min, "a5" if ruleset_id in SEEDS else "a4"),
        large,
    ):
        content = form_of(ruleset, language, players, paper=paper)
        pages = widgets(content)
        games = range(1, ruleset.sheet.count + 1) if ruleset.sheet.columns == "games" else (0,)
        names = [name_of(widget) for page in pages for widget in page]
        count = len({name for name in names if name.startswith("name_p")})
        assert players in (None, count)
        found = {name for name in names if cell_called(name)}
        if paper == "a4":
            assert found == {
                field_name(CellId(r, p, g), "box")
                for p in range(1, count + 1)
                for g in games
                for r in ruleset.rows
            }
        for number, page in enumerate(pages):
            check_page(Sheet(content, number), page)


def check_page(sheet: Sheet, page: list[Any]) -> None:
    """No field lies on print or on another field, and all have a label."""
    rects: dict[int, Rect] = {}
    for widget in page:
        left, bottom, right, top = map(float, widget["/Rect"])
        rects[len(rects)] = Rect(left, sheet.height - top, right - left, top - bottom)
        field = widget if "/T" in widget else widget["/Parent"]
        assert str(field["/TU"]).strip()
        if name_of(widget) != "clear":
            assert not sheet.text_in(rects[len(rects) - 1])
    for one, other in combinations(rects.values(), 2):
        assert not overlap(one, other, 0.5)


def test_fields_have_their_order_and_pictures() -> None:
    """Tab goes down each column.

    No two fields share a picture; what is for the screen is not printed.
    """
    content = form_of(SHIPPED["numbers-hands"], players=3)
    (page,) = widgets(content)
    columns = [name_of(widget) for widget in page]
    players = [int(match[1]) for name in columns if (match := re.search(r"p(\d+)(?:_|$)", name))]
    assert players == sorted(players)
    for name, after in pairwise(page):
        if cell_called(name_of(name)) and cell_called(name_of(after)):
            same = name_of(name)[:3] == name_of(after)[:3]
            assert not same or float(name["/Rect"][1]) > float(after["/Rect"][1])
    assert PdfReader(BytesIO(content)).pages[0].get("/Tabs") == "/S"
    assert columns[-1] == "clear"
    (page,) = widgets(form_of(SHIPPED["numbers-hands"], players=4, names=("An", "Bram", "An")))
    pictures: dict[int, set[str]] = {}
    for widget in (widget for widget in page if "/AP" in widget):
        pictures.setdefault(widget["/AP"].raw_get("/N").idnum, set()).add(name_of(widget))
    assert all(len(names) == 1 for names in pictures.values())
    assert {name_of(widget) for widget in page if not int(widget["/F"]) & 4} == {
        "status",
        "clear",
    }  # not on paper
    assert {*chain(*pictures.values())} == {"name_p1", "name_p2", "name_p3", "status", "clear"}


@pytest.mark.parametrize(("ruleset_id", "more", "pages", "fields"), [
    ("dice-play", {"players": 7}, 2, {"p7_total"}),
    ("dice-play", {"players": 2, "games": 3}, 3, {"p2g3_total", "p1g1_ones"}),
    ("dice-play", {"players": 8, "games": 2}, 4, {"p8g2_total", "p1g1_ones"}),
    ("bonus-yachts", {"players": 2, "games": 3}, 2, {"p2g3_total", "p1g1_ones"}),
])  # fmt: skip
@pytest.mark.few(2)
def test_players_and_series(
    ruleset_id: str, more: dict[str, Any], pages: int, fields: set[str]
) -> None:
    """More players than a page has go on the next.

    A series has a page for each game, and one name for each player.
    """
    content = form_of(SHIPPED[ruleset_id], **more)
    found = widgets(content)
    assert len(found) == pages
    assert fields <= {name_of(widget) for page in found for widget in page}
    names = [
        name_of(widget)
        for page in found
        for widget in page
        if name_of(widget).startswith("name_p1")
    ]
    assert len(names) >= more.get("games", 1) or ruleset_id == "bonus-yachts"
    viewer = FakeViewer(content)
    for name in fields:
        if name.endswith("_ones"):
            viewer.enter(name, "3")
            assert viewer.shown()[name.replace("ones", "total")] == "3"


def test_one_digit_is_enough_where_few_values_are() -> None:
    """The first digit of 0 or one other value means it, and is written out.

    Backspace works, too.
    """
    viewer = FakeViewer(form_of(SHIPPED["bonus-yachts"], games=1))
    for box, digit, meant in (
        ("full_house", "2", "25"),
        ("large_straight", "4", "40"),
        ("yacht", "-", "0"),
    ):
        assert viewer.enter(f"p1g1_{box}", digit)
        assert viewer.shown()[f"p1g1_{box}"] == meant
    assert viewer.shown()["p1g1_total"] == "65"
    for box, wrong in (("full_house", "5"), ("yacht", "1"), ("sixes", "3")):
        assert not viewer.enter(f"p1g1_{box}", wrong)
    assert viewer.enter("p1g1_full_house", "")
    assert viewer.shown()["p1g1_total"] == "40"
    viewer = FakeViewer(form_of(SHIPPED["bonus-yachts"], games=1), lacks="calculateNow")
    for keys, text in (("2", "25"), ("\b", "2"), ("\b", ""), ("0", "0"), ("\b", ""), ("2\b", "2")):
        viewer.press_keys("p1g1_full_house", keys)
        assert viewer.shown()["p1g1_full_house"] == text
    viewer.press_keys("p1g1_ones", "3")
    assert (viewer.shown()["p1g1_full_house"], viewer.shown()["p1g1_total"]) == ("25", "28")
    viewer = FakeViewer(form_of(SHIPPED["bonus-yachts"], games=1))
    for text in (
        "2",
        "2",
        "0",
        "25",
        "2",
    ):  # elsewhere what is left is completed, a longer one before it or not
        assert viewer.enter("p1g1_full_house", text)
        assert viewer.shown()["p1g1_full_house"] == ("0" if text == "0" else "25")


def prefilled(document: bytes, values: Mapping[str, object]) -> bytes:
    """Return a form with values in its fields, as a viewer without scripts leaves it."""
    writer, buffer = PdfWriter(clone_from=BytesIO(document)), BytesIO()
    for page in writer.pages:
        texts = {name: str(value) for name, value in values.items()}
        writer.update_page_form_field_values(page, texts, auto_regenerate=False)
    writer.write(buffer)
    return buffer.getvalue()


def test_everything_fits_in_narrow_columns() -> None:
    """The widest value of every field fits at 8 points or more, with 2 points free on each side."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    ruleset = SHIPPED["bonus-yachts"]
    (page, *_) = widgets(form_of(ruleset, "nl", 2, games=11))
    for widget in page:
        size = float(str(widget.get("/DA", widget.get("/Parent", {}).get("/DA"))).split()[1])
        row = cell_called(name_of(widget))
        width = float(widget["/Rect"][2]) - float(widget["/Rect"][0])
        if row:
            text = "1200" if row.row == "yacht_bonus" else "1575" if row.row == "total" else "30"
            assert size >= 8
            assert stringWidth(text, "Helvetica", size) <= width - 4 + 0.01


def test_names_from_strangers() -> None:
    """Whatever is in a name, it is the value of its field, and no script holds it."""
    ruleset = SHIPPED["dice-play"]
    content = form_of(ruleset, players=5, names=NASTY)
    fields = PdfReader(BytesIO(content)).get_fields() or {}
    assert tuple(str(fields[f"name_p{n}"]["/V"]) for n in range(1, 6)) == NASTY
    viewer = FakeViewer(content)
    viewer.enter("p3_ones", "4")
    assert viewer.shown()["p3_total"] == "4"
    assert NASTY[2] in str(fields["p3_ones"]["/TU"])


def test_names_that_our_font_lacks_are_seen() -> None:
    """Without scripts, a name is the picture in the file.

    Letters that the font lacks are boxes, not text.
    """
    content, flat = form_of(SHIPPED["dice-play"], players=5, names=NASTY), BytesIO()
    document = pdfium.PdfDocument(content)
    assert (
        raw.FPDFPage_Flatten(document[0], raw.FLAT_PRINT) == raw.FLATTEN_SUCCESS
    )  # pictures of fields become the page
    document.save(flat)
    page = pdfium.PdfDocument(flat.getvalue())[0].render().to_pil().convert("L")
    for n, name in enumerate(NASTY, 1):
        (widget,) = (each for each in widgets(content)[0] if name_of(each) == f"name_p{n}")
        left, bottom, right, top = map(int, widget["/Rect"])
        darkest, _ = page.crop(
            (left + 2, page.height - top + 2, right - 2, page.height - bottom - 2)
        ).getextrema()
        assert darkest < 130
        area = Rect(left, page.height - top, right - left, top - bottom)
        assert Sheet(flat.getvalue()).text_in(area) == (name if n in (1, 2, 5) else "")


def test_a_filled_form_is_checked() -> None:
    """The entries are read back with the game, the players and the totals."""
    ruleset = SHIPPED["dice-play"]
    values = {"p2_ones": 3, "p2_yacht": 50, "p2_little_straight": 30, "p2_total": 84}
    content = prefilled(form_of(ruleset, names=("An", "🎲 O'Neil")), values)
    paper = read_cards(BytesIO(content), ".pdf", "filled.pdf")
    assert paper.ruleset == "dice-play"
    (card,) = cards_of(paper, Wording(ruleset, load_catalog("en")))
    assert card.name == "🎲 O'Neil"
    audit = check_card(ruleset, card)
    assert {finding.kind for finding in audit.findings} == {"missing_box", "wrong_total"}


def test_a_form_with_several_columns() -> None:
    """Tab goes down each column and then to the totals across.

    A box is a field within its column, and read back.
    """
    ruleset = SHIPPED["yamb"]
    content = form_of(ruleset, players=2)
    (page,) = widgets(content)
    names = [
        name for name in map(name_of, page) if (cell := cell_called(name)) and cell.player == 1
    ]
    assert names == [f"p1_{row}" for row in ruleset.rows]
    check_page(Sheet(content), page)
    said = {name_of(widget): str(widget["/TU"]) for widget in page}
    assert said["p1_up.ones"] == "Ones (Up), player 1: 0 to 5. Up: fill it from bottom to top."
    assert said["p1_announced.ones"].endswith(
        ": 0 to 5. Announced: name the box after roll 1 at the latest."
    )
    assert said["p1_free.ones"].endswith(": 0 to 5")
    values = {"p1_down.max": 11, "p1_down.min": 14, "p1_down.ones": 4, "p1_down.difference": -12}
    paper = read_cards(BytesIO(prefilled(content, values)), ".pdf", "filled.pdf")
    (card,) = cards_of(paper, Wording(ruleset, load_catalog("en")))
    assert {finding.kind for finding in check_card(ruleset, card).findings} == {
        "missing_box",
        "impossible_card",
    }


def test_a_box_that_needs_another_or_is_bound_to_it() -> None:
    """Points of any sign are refused before that holds some, or on its wrong side, with the reason.

    A 0 is not.
    """
    viewer = FakeViewer(form_of(GAMES["bound"]))
    assert viewer.enter("p1_low", "4")
    assert not viewer.enter("p1_high", "3")
    assert viewer.alerts == ["low must stay below high."]
    assert viewer.enter("p1_high", "5")
    viewer = FakeViewer(one_column(SHIPPED["generala-double"]))
    assert viewer.enter("p1_double_generala", "0")
    assert not viewer.enter("p1_double_generala", "100")
    assert "only if “Generala” has points already" in viewer.alerts[-1]
    assert viewer.enter("p1_generala", "50")
    assert viewer.enter("p1_double_generala", "100")
    curse = category("curse", "sum", "fixed", at_most=9, value=-20)
    later = [
        category(name, "any", "fixed", value=value) | {"needs": "curse"}
        for name, value in (("b", 9), ("c", -9))
    ]
    viewer = FakeViewer(one_column(built(game([curse, *later]))))
    for name, points in (("p1_b", "9"), ("p1_c", "-9")):
        assert not viewer.enter(name, points)
        assert "only if “curse” has points already" in viewer.alerts[-1]
        assert viewer.enter(name, "0")
    assert viewer.enter("p1_curse", "-20")
    assert viewer.enter("p1_b", "9")
    assert viewer.enter("p1_c", "-9")
    assert viewer.shown()["p1_total"] == "-20"
    assert not viewer.enter("p1_b", "8")
    assert viewer.alerts[-1] == "b can hold 0 or 9."


def test_same_input_same_bytes_and_metadata() -> None:
    """A form is the same to the last byte, and has its language, title and game."""
    content = form_of(SHIPPED["numbers-hands"], "nl", names=("An",))
    assert content == make(SHIPPED["numbers-hands"], "nl", 2, ("An",))
    reader = PdfReader(BytesIO(content))
    assert reader.root_object.get("/Lang") == "nl"
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.get("/Keywords")) == (
        "Jacht",
        "sheetgen;form;1;numbers-hands",
    )
    assert reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"]  # type: ignore[index]


def test_a_bonus_that_costs_points() -> None:
    """A step below 0 is computed, can be typed by hand, and shows the distance to the next one.

    It is no missed bonus.
    """
    content = form_of(ALL["steps of a bonus"])
    viewer = FakeViewer(content)
    viewer.enter("p1_ones", "1")
    shown = viewer.shown()
    assert (shown["p1_rungs"], shown["to_go_p1_rungs"]) == ("-5", "2 to go")
    (rungs,) = [
        widget for page in widgets(content) for widget in page if name_of(widget) == "p1_rungs"
    ]
    assert int(rungs["/MaxLen"]) >= 2
    viewer.enter("p1_twos", "0")
    assert viewer.shown()["to_go_p1_rungs"] == ""


@pytest.mark.slow("documents")
def test_the_largest_form() -> None:
    """A form with the maximum of columns is made quickly, and read back.

    More are refused.
    """
    content = form_of(SHIPPED["numbers-hands"], players=100, games=2)
    fields = PdfReader(BytesIO(content)).get_fields() or {}
    assert {"p100g2_total", "p1g1_ones"} < set(fields)
    assert len(fields) < MAX_FIELDS
    with pytest.raises(
        SheetgenError, match="300 players times games are too many for one form; 200 at most"
    ):
        form_of(SHIPPED["numbers-hands"], players=100, games=3)
