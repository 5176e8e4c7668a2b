"""The rules as a page in a real browser.

On a phone and a desk, in the light and the dark, and in print.
"""

import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from sheetgen.booklets.rules_text import Kind, write_page
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from tests import viewers
from tests.booklets.reading import facts_of
from tests.calculator.test_page import AXE, DESK, PHONE
from tests.games import NINE, SEEDS, built, category, game

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = viewers.needed()


def opened(
    chromium: viewers.Browser, folder: Path, ruleset: Ruleset, kind: Kind = "rules", **more: Any
) -> "Page":
    """Open the page of a file; assert that no script of it fails."""
    file = folder / "page.html"
    file.write_text(
        write_page(facts_of(ruleset, more.pop("language", "nl")), kind, "sheetgen rules"), "utf-8"
    )
    page = chromium.program.new_context(viewport=more.pop("size", PHONE), **more).new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on(
        "request",
        lambda request: wrong.extend(
            [] if request.url.startswith(("file:", "data:")) else [request.url]
        ),
    )
    page.goto(file.as_uri())
    assert not wrong
    return page


@pytest.mark.parametrize(
    ("name", "size"),
    [*((name, {"width": 320, "height": 600}) for name in NINE), ("balut", PHONE), ("balut", DESK)],
)
def test_nothing_is_wider_than_the_window(
    chromium: viewers.Browser, tmp_path: Path, name: str, size: viewers.Size
) -> None:
    """There is nothing to scroll sideways, on a phone, a small one, and a desk."""
    page = opened(chromium, tmp_path, load_ruleset(name), size=size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, "rules") for name in (*SEEDS, "balut")),
        *(("balut", kind) for kind in ("quick", "zine")),
    ],
)
def test_everyone_can_read_it(
    chromium: viewers.Browser, tmp_path: Path, name: str, kind: Kind
) -> None:
    """All rules of axe-core hold, in the light and in the dark."""
    for scheme in ("light", "dark"):
        page = opened(chromium, tmp_path, load_ruleset(name), kind, color_scheme=scheme)
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate(
            "axe.run({runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', "
            "'wcag22aa', 'best-practice']}})"
        )
        assert not [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]]
        assert len(found["passes"]) > 15


def test_dice_are_read_aloud_and_mean_something(chromium: viewers.Browser, tmp_path: Path) -> None:
    """Dice are higher than the type, and named by their faces.

    Dice that count are solid, others open.
    """
    page = opened(chromium, tmp_path, load_ruleset("dice-play"))
    rolls = page.locator("#boxes .scored .dice")
    kinds = """dice => dice.map(each => [each.getAttribute("aria-label"),
        [...each.children].map(die => die.classList[1]).join(" ")])"""
    found = rolls.evaluate_all(kinds)
    assert ["4 4 4 1 2", "solid solid solid open open"] in found
    assert ["6 6 6 6 2", "solid solid solid solid open"] in found
    assert ["2 3 4 5 6", "solid solid solid solid solid"] in found
    assert ["2 5 6 6 6", "open open open open open"] in found
    size = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.scored td')).fontSize)"
    )
    die = rolls.first.locator("svg").first.bounding_box()
    assert die
    assert 1.2 * size < die["height"] < 2 * size


def test_the_page_has_the_look_of_the_game(chromium: viewers.Browser, tmp_path: Path) -> None:
    """The variant and the dice that count have the accent, in the faces of the look.

    The signature is unchanged.
    """
    page = opened(chromium, tmp_path, load_ruleset("numbers-hands"))
    colour = "element => getComputedStyle(element).color"
    assert page.locator(".subtitle").evaluate(colour) == "rgb(75, 60, 143)"
    fill = "element => getComputedStyle(element).getPropertyValue('--body')"
    kinds = [
        (die.get_attribute("class"), die.evaluate(fill))
        for die in page.locator("header .die").all()
    ]
    assert kinds == [*[("die solid", "#4b3c8f")] * 4, ("die open", "#ffffff")]
    assert page.evaluate(
        "document.fonts.ready.then(() => [...document.fonts].some(face => face.status === "
        "'loaded'))"
    )


def test_the_contents_lead_to_the_parts(chromium: viewers.Browser, tmp_path: Path) -> None:
    """Every part of the rules can be reached with a key or a tap."""
    page = opened(chromium, tmp_path, load_ruleset("bonus-yachts"), language="en")
    page.get_by_text("Contents").click()
    links = page.locator(".contents a")
    assert links.count() == page.locator("h2").count()
    page.get_by_role("link", name="A full sheet").press("Enter")
    assert page.locator("#card h2").bounding_box()["y"] < 200  # type: ignore[index]


def test_dice_with_many_sides_show_numbers(chromium: viewers.Browser, tmp_path: Path) -> None:
    """A die without pips shows its number."""
    ruleset = built(game([category("box", "of_a_kind", n=2)], dice={"count": 3, "sides": 12}))
    page = opened(chromium, tmp_path, ruleset)
    assert page.locator("#box-box .face").first.inner_text() == "12"


def test_it_prints_well(chromium: viewers.Browser, tmp_path: Path) -> None:
    """Dark ink on white, no block parted, and as many pages as such a text takes."""
    page = opened(chromium, tmp_path, load_ruleset("numbers-hands"), color_scheme="dark", size=DESK)
    content = page.pdf(
        format="A4", margin={"top": "15mm", "bottom": "15mm", "left": "15mm", "right": "15mm"}
    )
    printed = [
        re.sub(r"\s+", " ", each.extract_text()) for each in PdfReader(BytesIO(content)).pages
    ]
    assert 4 <= len(printed) <= 14
    for name, score in (
        ("Kleine straat · 30", "30 0"),
        ("Grote straat · 40", "40 0"),
        ("Carré · max 30", r"= \d+ 0"),
    ):
        assert any(re.search(rf"{name} .{{0,200}}{score}", text) for text in printed)
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
