"""The ten rules of the page at the table, in a real browser: sizes, order, words, fairness."""

import random
from collections import Counter
from io import BytesIO
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops, ImageStat

from sheetgen.calculator.scripts import joined
from sheetgen.i18n.catalog import languages
from tests import viewers
from tests.calculator.test_page import (
    DESK,
    PHONE,
    Open,
    box,
    check_axe,
    menu,
    opened,
    phase,
    press,
    roll_dice,
    value,
)
from tests.calculator.test_scripts import SHIPPED

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["opened"]  # a fixture
pytestmark = viewers.needed()
SIDE: viewers.Size = {"width": 740, "height": 360}
NAMES = ("An", "Bram", "Cleo", "Dirk", "Eva", "Fatima", "Gijs", "Hanneke")
LONG = (
    "An",
    "Maximiliaan",
    "Cleo",
    "Anne-Fleur Charlotte",
    "Wilhelmina",
    "Bartholomeus",
    "Ö",
    "Alexandra",
)
BANDS = (
    "() => ['#head', '#dock'].map(each => "
    "document.querySelector(each).getBoundingClientRect().height)"
)
SMALL = """() => [...document.querySelectorAll("button, input, a")].filter(each => {
    const box = each.getBoundingClientRect();
    const row = each.closest("table") && matchMedia("(min-width: 900px)").matches;
    const isSeen = box.width && getComputedStyle(each).visibility !== "hidden";
    return isSeen && (box.height < (row ? 38 : 44) || box.width < 44);
}).map(each => each.outerHTML.slice(0, 120))"""
TINY = """() => [...document.querySelectorAll("body *")]
    .filter(each => each.offsetParent && !each.closest(".heard")
        && [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())
        && parseFloat(getComputedStyle(each).fontSize) < 14)
    .map(each => each.outerHTML.slice(0, 120))"""
CUT = """() => [...document.querySelectorAll(`.box, .seat, .name, .words, h1, #speech, #roll,
        .fig, .tile, .need, .chip, dialog button, dialog h2`)].filter(each => {
    const style = getComputedStyle(each);
    const high = each.matches(".box, .seat, .name, button") ? 2 : 999;
    const isShown = each.offsetParent && style.visibility !== "hidden";
    const isSeen = isShown && style.display !== "inline" && style.clipPath === "none";
    return isSeen && (each.scrollWidth > each.clientWidth + 1
        || each.scrollHeight > each.clientHeight + high);
}).map(each => `${each.outerHTML.slice(0, 140)} ${each.scrollWidth}>${each.clientWidth}`)"""
FACES = "slots => slots.map(slot => Number(slot.getAttribute('aria-label').split(',')[0]))"


def states(page: "Page") -> Any:
    """Yield the states of a turn, from no dice to a written box, and of one that the page rolls."""
    yield "empty"
    press(page, "5")
    yield "tapping"
    for face in "5552":
        press(page, face)
    while page.locator("#dice .blank").count():
        press(page, "2")
    yield "offers"
    press(page, "Enter")
    if page.locator("#offers .offer:focus").count():
        press(page, "Enter")  # it asks where none is known to be the best
    yield "written"
    press(page, "g")
    yield "rolled"
    press(page, "1")
    yield "kept"
    press(page, "g", "g")
    yield "last roll"


def fits(page: "Page", width: int) -> None:
    """Nothing to scroll to the side, and nothing cut."""
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(
    "ruleset_id",
    ["balut", "bonus-yachts", "cheerio", "forced-maxi-yatzy", "generala-double", "maxi-yatzy"],
)
def test_head_and_dock_leave_room(opened: Open, ruleset_id: str) -> None:
    """At most 200 pixels, the same in every state of a turn.

    Nothing cut, for 1 to 8 players in four languages.
    """
    ruleset, place = SHIPPED[ruleset_id], list(SHIPPED).index(ruleset_id)
    for number, language in enumerate(languages()):
        count = max(ruleset.players.min, 1 + (2 * number + place) % 8)
        page = opened(ruleset, NAMES[:count], language)
        bands = set()
        for state in states(page):
            bands.add(tuple(page.evaluate(BANDS)))
            assert page.evaluate("document.documentElement.scrollWidth") == 360, state
            cut = page.evaluate(CUT)
            assert cut == [], (state, count, language)
        assert len(bands) == 1
        assert sum(bands.pop()) <= 200
        page.context.close()


@pytest.mark.parametrize("size", [PHONE, SIDE, DESK], ids=["phone", "side", "desk"])
@pytest.mark.parametrize("count", [4, 8, 10])
def test_totals_stay_in_sight(opened: Open, size: viewers.Size, count: int) -> None:
    """Wherever the table is scrolled to.

    From nine players on those of the leader and of who plays.
    """
    names = (*NAMES, "Ida", "Jan")[:count]
    page = opened(SHIPPED["numbers-hands"], names, size=size)
    for player in range(count):
        value(page, "chance", player, str(10 + player if player != 6 else 29))
    seen = """() => [...document.querySelectorAll(".seat")].filter(seat => {
        const box = seat.querySelector(".tot").getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return hit !== null && hit.closest(".seat") === seat;
    }).map(seat => seat.title)"""
    leads = page.locator(".seat.lead .tot")
    for top in (0, 200, 9999):
        page.evaluate("top => document.querySelector('main').scrollTo(0, top)", top)
        found = page.evaluate(seen)
        assert (
            set(found) == set(names)
            if count <= 8
            else {names[6] if count > 6 else names[-1], names[0]} <= set(found)
        )
        assert leads.count() == 1
        other = page.locator(".seat:not(.lead) .tot").first
        style = "node => [getComputedStyle(node).backgroundColor, getComputedStyle(node).boxShadow]"
        assert leads.evaluate(style) != other.evaluate(style)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, SIDE, DESK], ids=["phone", "side", "desk"])
def test_everything_can_be_hit_and_read(opened: Open, size: viewers.Size, scheme: str) -> None:
    """Controls have 44 pixels, letters 14, contrasts the minimum of axe-core, totals 7.

    Sheets have them, too.
    """
    page = opened(SHIPPED["maxi-yatzy"], NAMES[:3], "de", size=size, color_scheme=scheme)
    for _ in states(page):
        assert page.evaluate(SMALL) == []
        assert page.evaluate(TINY) == []
    check_axe(page)
    contrast = """() => {
        const light = text => {
            const [r, g, b] = text.match(/[\\d.]+/g).map(part => part / 255)
                .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const style = getComputedStyle(document.querySelector(".seat.lead .tot"));
        const [high, low] = [light(style.color), light(style.backgroundColor)]
            .sort((one, other) => other - one);
        return (high + 0.05) / (low + 0.05); }"""
    assert page.evaluate(contrast) >= 7
    for open_sheet in (
        lambda: box(page, "chance", 0).click(),
        lambda: menu(page, "people"),
        lambda: menu(page, "help"),
    ):
        open_sheet()
        assert page.evaluate(SMALL) == []
        assert page.evaluate(TINY) == []
        check_axe(page)
        press(page, "Escape")


def test_eight_players_fit_on_a_phone(opened: Open) -> None:
    """With names of any length, with the faces of the look and with those of the system."""
    for count in range(2, 9):
        page = opened(SHIPPED["bonus-yachts"], LONG[:count], "fr")
        for player in range(count):
            value(page, "chance", player, "28")
        fits(page, 360)
        page.evaluate("""() => {
            document.fonts.clear();
            [...document.fonts].forEach(face => document.fonts.delete(face));
            // the policy lets no other style in
            const sheet = document.querySelector("style").sheet;
            sheet.insertRule("body { font-family: 'DejaVu Sans', sans-serif !important; }");
        }""")
        for width in (370, 360):  # names are measured anew for another width
            page.set_viewport_size({"width": width, "height": 740})
            page.wait_for_timeout(50)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert page.evaluate(CUT) == []
        page.context.close()


def solid(page: "Page") -> list[str]:
    """Return the names of the buttons drawn as the next thing to do."""
    code = """() => [...document.querySelectorAll("#dock .main, #dock .chip.best, .box.best")]
        .filter(each => each.offsetParent && getComputedStyle(each).visibility !== "hidden")
        .map(each => each.id || each.className)"""
    found: list[str] = page.evaluate(code)
    return found


def test_the_best_offer_is_one(opened: Open) -> None:
    """It is the same in the table, among the chips, in speech and for Enter.

    At most one action is solid.
    """
    ruleset = SHIPPED["cheerio"]
    page = opened(ruleset, ("An", "Bram"))
    chance = random.Random(2)  # noqa: S311 - a test that can be repeated
    for turn in range(22):
        if turn % 3 == 2:
            press(page, "g")
            assert [each for each in solid(page) if "box" not in each] == ["roll"]
            press(page, "g", "g")
        else:
            assert [each for each in solid(page) if each != "roll"] == []
            for _ in range(5):
                press(page, str(chance.randint(1, 6)))
        best = page.locator("#offers .best")
        where, points = best.get_attribute("data-box"), best.locator("b").inner_text()
        name = best.locator(".what").text_content()
        shown = page.locator(".cell:has(.best)")
        assert (shown.get_attribute("data-key"), shown.locator(".box").inner_text()) == (
            f"{where} {turn % 2}",
            points,
        )
        said = page.locator("#live").inner_text()
        assert f"Best: {name} {points}" in said or "Every box is worth 0" in said
        assert len(solid(page)) == 2
        press(page, "Enter")
        if points == "0":
            assert page.locator("dialog[open]").get_attribute("role") == "alertdialog"
            viewers.tap(page.locator("dialog[open] .strikes"))
            continue
        assert box(page, str(where), turn % 2).locator(".box").inner_text() == points


def tab_to(page: "Page", selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(40):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        press(page, "Tab")
    raise AssertionError(selector)


def test_dice_typed_before_the_focus_is_back(opened: Open) -> None:
    """Enter writes them, and does not press the button that gets the focus back from a sheet."""
    page = opened(SHIPPED["dice-play"])
    page.evaluate("() => { window.requestAnimationFrame = (act) => setTimeout(act, 300); }")
    page.locator("#menu").focus()
    press(page, "m")
    page.locator("#dock[aria-hidden]").wait_for()
    press(page, "Escape", *"55552")
    page.locator("#menu:focus").wait_for()
    page.locator("#offers .offer:not(.asleep)").first.wait_for()
    press(page, "Enter")
    assert phase(page) == "empty"
    assert page.locator(".box.full").count() == 1
    press(page, "Enter")
    assert page.locator("dialog[open]").count() == 1


def test_a_game_by_keys(opened: Open) -> None:
    """From the names to another game, without a mouse: 1 to 6 and Enter play it."""
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset, ("", ""))
    for selector in ("#menu", "[data-entry=people]"):
        tab_to(page, selector)
        press(page, "Enter")
    for place, name in ((1, "An"), (2, "Bram")):
        tab_to(page, f"li:nth-child({place}) input")
        page.keyboard.type(name)
    press(page, "Enter")
    page.locator("#menu:focus").wait_for()
    assert page.locator(".seat").evaluate_all("seats => seats.map(seat => seat.title)") == [
        "An",
        "Bram",
    ]
    chance = random.Random(7)  # noqa: S311 - a test that can be repeated
    for _ in range(2 * len(ruleset.boxes)):
        for _ in range(5):
            press(page, str(chance.randint(1, 6)))
        press(page, "Enter")
        if page.locator("dialog[open][role=alertdialog]").count():
            tab_to(page, ".strikes")
            press(page, "Enter")
    page.locator("#end").wait_for()
    assert page.evaluate("document.activeElement.id") == "end-head"
    tab_to(page, ".rematch")
    press(page, "Enter")
    assert phase(page) == "empty"


def test_a_game_by_names(opened: Open) -> None:
    """A whole game by the names that a screen reader says."""
    ruleset = SHIPPED["players-choice"]
    page = opened(ruleset, ("An",))
    chance = random.Random(7)  # noqa: S311 - a test that can be repeated
    for _ in ruleset.boxes:
        for _ in range(5):
            face = str(chance.randint(1, 6))
            page.get_by_role("group", name="Tap what you rolled").get_by_role(
                "button", name=face
            ).click()
        offers = page.get_by_role("group", name="What the dice are worth").get_by_role("button")
        offers.filter(visible=True).first.click()
        if page.get_by_role("alertdialog").count():
            page.get_by_role("button", name="Strike it: 0").click()
    page.locator("#end").wait_for()
    assert page.get_by_role("heading", level=2).count()


def test_rolls_are_fair(opened: Open) -> None:
    """Of 60,000 faces each has its share, and they are drawn by the generator for it."""
    page = opened(SHIPPED["maxi-yatzy"], ("An",))
    page.evaluate("""() => {
        const get = crypto.getRandomValues.bind(crypto);
        window.drawn = 0;
        crypto.getRandomValues = list => { window.drawn += 1; return get(list); };
    }""")
    page.locator("#roll").click()
    assert page.evaluate("window.drawn") == 1
    module = joined(["rules/words.js"])
    faces = page.evaluate(
        f"() => {{ {module}\n return Array.from({{ length: 100 }}, () => drawnFaces(600, "
        f"6)).flat(); }}"
    )
    counts = Counter(faces)
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5


def test_states_can_be_told_apart_in_grey(opened: Open) -> None:
    """Each state of a box or player, such as turn, leader, corrected or kept, looks different."""
    page = opened(SHIPPED["yatzy"], ("An", "Bram", "Cleo"), device_scale_factor=2)
    for where, player, points in (
        ("ones", 0, "3"),
        ("ones", 1, "0"),
        ("ones", 2, "3"),
        ("sixes", 0, "18"),
        ("sixes", 1, "12"),
    ):
        value(page, where, player, points)
    value(page, "sixes", 1, "18")
    value(page, "sixes", 2, "6")
    value(page, "chance", 0, "18")
    page.wait_for_timeout(1300)
    roll_dice(page, (3, 3, 3, 3, 6))

    def grey(selector: str) -> Image.Image:
        picture = Image.open(BytesIO(page.locator(selector).first.screenshot())).convert("L")
        return picture.resize((69, 41))

    boxes = {
        "open": grey("[data-key='twos 0']"),
        "full": grey("[data-key='sixes 0']"),
        "struck": grey("[data-key='ones 1']"),
        "corrected": grey("[data-key='sixes 1']"),
        "best": grey(".cell:has(.best)"),
        "zero": grey(".cell:has(.zero)"),
        "offered": grey(".cell:has(.offer:not(.best, .zero))"),
    }
    heads = {
        "turn": grey(".seat.turn"),
        "leader": grey(".seat.lead"),
        "other": grey(".seat:not(.turn, .lead)"),
    }
    page.locator(
        "#offers [data-box=four_of_a_kind]"
    ).focus()  # for the best box, Chance, all dice count
    dice = {"counts": grey("#dice button:has(.solid)"), "open": grey("#dice button:has(.open)")}
    for group in (boxes, heads, dice):
        for one, other in combinations(group, 2):
            apart = ImageStat.Stat(ImageChops.difference(group[one], group[other])).mean[0]
            assert apart > 1.5, (one, other, apart)
