"""The review in a real browser.

By keyboard alone, by taps on the picture, and at the size of a phone and of a desk.
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.cards.card_files import PaperCard, cards_of, read_cards
from sheetgen.i18n.catalog import languages
from sheetgen.rules.ruleset import Ruleset
from sheetgen.scan.reader import ReadSheet
from sheetgen.scan.review import review_page
from tests import viewers
from tests.calculator.test_page import AXE, DESK, PHONE, browsing, check_axe
from tests.calculator.test_scripts import SHIPPED
from tests.scan.test_scan_review import NASTY, Likely, Values, played, sheet_of, wording_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = viewers.needed()
Open = Callable[..., "Page"]
YATZY = SHIPPED["yatzy"]
FOCUS = """(() => { const at = document.activeElement;
    return at.closest(".cell") ? at.labels[0].innerText : at.className; })()"""
"""The name of the field that has the focus, or the class of what else has it."""


@pytest.fixture
def opened(chromium: viewers.Browser, tmp_path: Path) -> Iterator[Open]:
    """Provide a function that opens a review."""
    with browsing(chromium) as open_page:

        def open_review(
            ruleset: Ruleset, *sheets: ReadSheet, language: str = "en", **more: Any
        ) -> "Page":
            content = review_page(wording_of(ruleset, language), sheets)
            return open_page(tmp_path / "review.html", content, more.pop("size", DESK), **more)

        yield open_review


def doubtful(ruleset: Ruleset = YATZY, title: str = "photo.jpg") -> tuple[list[Values], ReadSheet]:
    """Two columns, the second of which is added up wrong.

    Three boxes of the first are unsure, one of them misread.
    """
    columns = [played(ruleset, 1), played(ruleset, 2)]
    first, second, third = list(ruleset.boxes)[:3]
    read = [
        {**columns[0], second: (columns[0][second] or 0) + 2},
        {**columns[1], "total": (columns[1]["total"] or 0) + 10},
    ]
    unsure: dict[str, Likely] = {
        first: ((columns[0][first], 0.6), (None, 0.3)),
        second: ((read[0][second], 0.5), (columns[0][second], 0.4)),
        third: ((columns[0][third], 0.7), (99, 0.2)),
    }
    return columns, sheet_of(ruleset, *read, unsure=unsure, title=title)


def downloaded(page: "Page", act: Callable[[], None], kind: str) -> PaperCard:
    """Return the card file that an action saves."""
    with page.expect_download() as download:
        act()
    assert download.value.suggested_filename == f"photo{kind}"
    return read_cards(BytesIO(Path(download.value.path()).read_bytes()), kind, "x")


def field(page: "Page", row: str, column: int = 0) -> Any:
    """Return the field of a box, by its name and column."""
    name = wording_of(YATZY).row(row)
    return (
        page.locator(".cell", has=page.locator(f'label:has(b:text-is("{name}"))'))
        .locator("input")
        .nth(column)
    )


def test_by_keyboard_alone(opened: Open) -> None:
    """Enter takes the likely value, digits replace it, and the saved card is the one played."""
    columns, sheet = doubtful()
    page = opened(YATZY, sheet)
    state, live = page.locator("#state"), page.locator("#live")
    assert state.inner_text() == "To check: 3 · Findings: 3"
    page.keyboard.press("Tab")  # the picture can be scrolled by keys
    page.keyboard.press("Tab")
    first, second, third = (wording_of(YATZY).row(row) for row in list(YATZY.boxes)[:3])
    assert page.evaluate(FOCUS).startswith(first)
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS).startswith(second)
    assert live.inner_text().startswith(f"{first}, \u2068Player 1\u2069: {columns[0]['ones']}. ")
    page.keyboard.type("99")
    assert page.locator(".why:visible").first.inner_text().startswith(f"{second} can hold ")
    page.keyboard.press("Escape")
    assert state.inner_text() == "To check: 2 · Findings: 3"
    page.keyboard.type(str(columns[0]["twos"]))
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS).startswith(third)
    page.keyboard.press("Enter")
    assert state.inner_text() == "Nothing left to check · Findings: 1"
    wrong = columns[1]["total"] or 0
    assert (
        page.locator(".findings")
        .inner_text()
        .endswith(f"{wrong + 10} is written; the boxes make {wrong}.")
    )
    assert page.evaluate(FOCUS).startswith(wording_of(YATZY).row("total"))
    page.keyboard.type(str(wrong))
    page.keyboard.press("Enter")
    assert state.inner_text() == "Nothing left to check · Everything adds up"
    assert page.evaluate(FOCUS) == "csv main"
    paper = downloaded(page, lambda: page.keyboard.press("Enter"), ".csv")
    for card, values in zip(cards_of(paper, wording_of(YATZY)), columns, strict=True):
        assert dict(card.entries) == values


def test_arrows_go_from_box_to_box(opened: Open) -> None:
    page = opened(YATZY, doubtful()[1])
    page.locator("#next").click()
    seen = []
    for key in ["ArrowDown"] * 4 + ["ArrowUp"]:
        page.keyboard.press(key)
        seen.append(page.evaluate(FOCUS).split("\n")[0])
    rows = [wording_of(YATZY).row(row) for row in list(YATZY.boxes)[1:4]]
    assert [text.split(" Column")[0] for text in seen] == [*rows[:2], "Name", rows[2], "Name"]


def test_the_picture_and_the_fields_belong_together(opened: Open) -> None:
    """A click on a box of the picture goes to its field, and back.

    Signs explain the states.
    """
    page = opened(YATZY, doubtful()[1])
    marks = page.locator(".mark")
    assert page.locator(".mark text").all_inner_texts().count("") < marks.count()
    signs = page.evaluate(
        "[...document.querySelectorAll('.mark text')].map((each) => each.textContent)"
    )
    assert (signs.count("?"), signs.count("!")) == (3, 3)
    marks.nth(5).click()
    assert page.evaluate(FOCUS).startswith(wording_of(YATZY).row(list(YATZY.boxes)[4]))
    assert page.locator(".mark.here").count() == 1
    marks.first.click()
    assert page.evaluate(FOCUS).startswith("Name")
    page.locator(".findings button").last.click()
    assert page.evaluate(FOCUS).startswith(wording_of(YATZY).row("total"))
    assert "here" in (marks.last.get_attribute("class") or "")


def test_one_tap_takes_a_likely_value(opened: Open) -> None:
    columns, sheet = doubtful()
    page = opened(YATZY, sheet, size=PHONE, has_touch=True)
    page.locator(".unsure .likely button").nth(3).tap()
    assert field(page, "twos").input_value() == str(columns[0]["twos"])
    assert page.locator("#state").inner_text() == "To check: 2 · Findings: 1"
    assert page.evaluate(FOCUS).startswith(wording_of(YATZY).row("threes"))


def test_enter_leaves_an_illegible_box_open(opened: Open) -> None:
    """It goes to the next box, and this one is still to check.

    With a number, Enter settles it.
    """
    sheet = sheet_of(YATZY, {**played(YATZY, 1), "ones": None}, unsure={"ones": ()})
    page = opened(YATZY, sheet)
    page.locator("#next").click()
    page.keyboard.press("Enter")
    assert page.locator("#state").inner_text().startswith("To check: 1")
    assert "unsure" in (page.locator(".cell.box").first.get_attribute("class") or "")
    field(page, "ones").focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    assert page.locator("#state").inner_text().startswith("Nothing left to check")


def test_names_and_unsure_boxes_in_the_file(opened: Open) -> None:
    """A typed name heads its column, whatever its values.

    Boxes without a check are no numbers in the file.
    """
    columns, sheet = doubtful(title="/home/an/photo.jpg")
    page = opened(YATZY, sheet)
    page.get_by_label("Name").nth(1).fill(NASTY)
    assert page.locator("legend").all_inner_texts()[1:] == ["Player 1", NASTY]
    for kind, button in ((".csv", ".csv"), (".json", ".json")):
        paper = downloaded(page, page.locator(f"button{button}").click, kind)
        assert paper.players == ("Player 1", NASTY)
        first, _ = cards_of(paper, wording_of(YATZY))
        assert dict(first.entries)["ones"] == f"{columns[0]['ones']}?"


def test_several_sheets(opened: Open) -> None:
    page = opened(YATZY, doubtful()[1], doubtful(title=NASTY)[1])
    assert page.locator("h2").all_inner_texts() == ["photo.jpg", NASTY]
    assert page.locator("#state").inner_text() == "To check: 6 · Findings: 6"
    page.locator("#next").click()
    for _ in range(6):
        page.keyboard.press("Enter")
    assert page.locator("#state").inner_text() == "Nothing left to check · Findings: 6"
    assert page.locator("button.csv").count() == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_accessibility(opened: Open, scheme: str, size: dict[str, int]) -> None:
    """axe-core finds nothing, at the start and with a box that cannot hold what was typed."""
    page = opened(
        YATZY, doubtful()[1], doubtful()[1], size=size, color_scheme=scheme, language="nl"
    )
    page.evaluate(AXE.read_text("utf-8"))
    check_axe(page)
    page.locator("#next").click()
    page.keyboard.type("x")
    check_axe(page)


@pytest.mark.parametrize("language", languages())
def test_a_narrow_phone_has_room(opened: Open, language: str) -> None:
    page = opened(
        SHIPPED["balut"],
        doubtful(SHIPPED["balut"])[1],
        size={"width": 320, "height": 640},
        language=language,
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    small = """[...document.querySelectorAll("input, button")]
        .map((each) => each.getBoundingClientRect())
        .filter((box) => box.width < 44 || box.height < 44).length"""
    assert page.evaluate(small) == 0


def test_a_field_is_not_under_the_picture_or_the_dock(opened: Open) -> None:
    page = opened(YATZY, doubtful()[1], size=PHONE)
    page.locator("#next").click()
    for _ in range(40):
        page.keyboard.press("ArrowDown")
        top, bottom = page.evaluate(
            "(({ top, bottom }) => [top, bottom])(document.activeElement.getBoundingClientRect())"
        )
        under = page.evaluate("document.querySelector('.photo').getBoundingClientRect().bottom")
        assert under <= top
        assert bottom <= page.evaluate(
            "document.querySelector('#dock').getBoundingClientRect().top"
        )
