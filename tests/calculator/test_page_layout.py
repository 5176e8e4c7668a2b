"""The layout of the page in a real browser: nothing is cut or covered, everything can be hit."""

import json
import os
from collections.abc import Iterator
from itertools import cycle, product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.calculator.scripts import game_data
from sheetgen.i18n.catalog import languages
from sheetgen.rules.ruleset import Ruleset
from tests import viewers
from tests.calculator.test_page import Open, opened, phase, plain, press
from tests.calculator.test_scripts import SHIPPED
from tests.conftest import SEED, WHOLE

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["opened"]  # a fixture
pytestmark = viewers.needed()
LAYOUT = viewers.FOLDER / "layout.js"
SIZES: dict[str, tuple[int, int, int]] = {
    "280": (280, 653, 16), "320": (320, 568, 16), "344": (344, 882, 16), "360": (360, 740, 16),
    "667 lying": (667, 375, 16), "740 lying": (740, 360, 16), "zoom 200 %": (180, 370, 16),
    "root 20": (360, 740, 20), "root 24": (360, 740, 24), "desk": (1440, 900, 16),
}  # fmt: skip
"""Width and height of the window and size of the root's font, in CSS pixels."""
GAMES = (
    "yatzy",
    "dice-play",
    "yams",
    "yamb",
    "generala-double",
    "escalero",
    "balut",
    "maxi-yatzy",
    "bonus-yachts",
    "yamb-7",
)
# the choice of cases is no secret
TRIED = languages() if WHOLE else Random(os.environ[SEED]).sample(languages(), 2)  # noqa: S311
"""Languages of the first game, of which two are drawn."""
PAGES = [*product(GAMES[:1], TRIED), *zip(GAMES[1:], cycle(languages()))]
"""The first game in these languages, and every other one in one of all."""
COUNTS = (1, 2, 4, 8)
NAMES = (
    "An",
    "Maximiliaan",
    "Cleo",
    "Anne-Fleur Charlotte",
    "Wilhelmina",
    "Bartholomeus",
    "Ö",
    "Alexandra",
)
STATES = ("empty", "offers", "rolled", "stopped")
BOX = "node => node.getBoundingClientRect().toJSON()"
KEY = """() => {
    dispatchEvent(new Event("pagehide")); // what was tapped is kept now
    return Object.keys(localStorage).find(key => key.endsWith("]"));
}"""
SHOW = """async ([key, state, font]) => {
    const shown = performance.now(); // the same text again would be no news
    localStorage.setItem(key, JSON.stringify({ ...state, shown }));
    document.documentElement.style.fontSize = `${font}px`;
    dispatchEvent(new StorageEvent("storage", { key }));
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    document.querySelector("main").scrollTo(0, 0);
}"""


def game_of(
    ruleset: Ruleset, count: int, names: tuple[str, ...], share: float, state: str
) -> dict[str, Any]:
    """Return a stored game.

    Its boxes full with high points up to a share of them, and the dice of a state.
    """
    values = game_data(ruleset)["values"]
    boxes = [
        box
        for at, box in enumerate(ruleset.boxes)
        if (at * 7) % len(ruleset.boxes) < share * len(ruleset.boxes)
    ]
    players: list[dict[str, Any]] = [
        {"id": f"p{place}", "name": names[place] if names else ""} for place in range(count)
    ]
    if state == "stopped" and count > 1:
        players[1]["left"] = True
    entries = [
        {"player": player["id"], "box": box, "points": values[box][-1 - place % 2], "bonus": 0}
        for box in boxes
        for place, player in enumerate(players)
        if len(values[box]) > 1
    ]
    dice = [5] * (ruleset.dice.count - 1) + [2]
    turn = {
        "dice": [] if state == "empty" else dice,
        "kept": [True] * (ruleset.dice.count - 1) + [False] if state == "rolled" else [],
        "throws": [{"roll": dice}] if state == "rolled" else [],
    }
    return {
        "match": {"id": "m", "starter": "p0", "players": players, "entries": entries},
        "turn": turn,
    }


def cases(ruleset: Ruleset, shift: int) -> Iterator[tuple[str, int, bool, float, str]]:
    """Yield size, players, names and fill.

    Each pair of them occurs, over all games and languages each combination.
    """
    for at, (size, count) in enumerate(product(SIZES, COUNTS)):
        number = at + shift
        wanted = max(ruleset.players.min, count)
        yield (
            size,
            wanted,
            bool(number // 2 % 2),
            (0.7, 0.15)[number % 2],
            STATES[(number // 4 + number) % len(STATES)],
        )


def prepared(opened: Open, ruleset_id: str, language: str = "en") -> tuple["Page", str]:
    """Open a page whose stored game tests replace; return it and the key of that game."""
    page = opened(SHIPPED[ruleset_id], ("", ""), language)
    press(page, "5")
    key: str = page.evaluate(KEY)
    page.evaluate(LAYOUT.read_text("utf-8"))
    return page, key


@pytest.mark.parametrize(("ruleset_id", "language"), PAGES)
def test_nothing_is_cut_or_covered_at_any_size(
    opened: Open, ruleset_id: str, language: str
) -> None:
    """Nothing is, for 1 to 8 players, with names or without, and with totals of any length."""
    ruleset = SHIPPED[ruleset_id]
    page, key = prepared(opened, ruleset_id, language)
    wrong = {}
    for size, count, named, share, state in cases(
        ruleset, GAMES.index(ruleset_id) + languages().index(language)
    ):
        found = measured(
            page, key, size, game_of(ruleset, count, NAMES if named else (), share, state)
        )
        if found:
            wrong[
                f"{size}, {count} players, {'named' if named else 'unnamed'}, {share}, {state}"
            ] = found
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


def measured(page: "Page", key: str, size: str, state: dict[str, Any]) -> list[str]:
    """Return what is wrong with a game at a size."""
    width, height, font = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SHOW, [key, state, font])
    narrowest = 28 if width < 280 else 38 if width < 320 else 44
    lowest = 32 if width < 280 else 38 if width >= 900 else 44
    found: list[str] = page.evaluate("least => layout.faults(...least)", [narrowest, lowest])
    return found


@pytest.mark.parametrize("ruleset_id", ["generala-double", "escalero", "yamb"])
def test_what_is_told_of_a_roll_leaves_the_best_offer_its_place(
    opened: Open, ruleset_id: str
) -> None:
    """The first chip is the best and starts at 4 pixels.

    The button at the end has the focus until it is left.
    """
    page, key = prepared(opened, ruleset_id)
    game = game_of(SHIPPED[ruleset_id], 2, (), 0.3, "offers")
    assert measured(page, key, "360", game) == []
    chip, told = page.locator("#offers .offer").first, page.locator("#moment .toggle")
    assert (chip.evaluate(BOX)["left"], told.evaluate(BOX)["right"]) == (4, 356)
    assert told.evaluate(BOX)["height"] == 44
    before = plain(told), told.get_attribute("aria-pressed")
    told.click()
    assert (plain(told), told.get_attribute("aria-pressed")) != before
    assert told.evaluate("node => node === document.activeElement")
    assert chip.evaluate(BOX)["left"] == 4
    page.set_viewport_size({"width": 740, "height": 360})
    assert page.locator("#roll").is_hidden()
    assert told.evaluate(BOX)["right"] < page.locator("#undo").evaluate(BOX)["left"]


def test_who_has_stopped_has_no_boxes(opened: Open) -> None:
    """There are figures alone, and nothing to tap in empty boxes.

    The player is never in the lead or at turn.
    """
    page, key = prepared(opened, "yatzy")
    ruleset = SHIPPED["yatzy"]
    game = game_of(ruleset, 4, (), 0.5, "stopped")
    game["match"]["entries"] += [
        {"player": "p1", "box": box, "points": 12, "bonus": 0}
        for box in ("chance", "one_pair", "threes")
        if not any(
            each["player"] == "p1" and each["box"] == box for each in game["match"]["entries"]
        )
    ]
    assert measured(page, key, "360", game) == []
    seat = page.locator(".seat").nth(1)
    assert not seat.evaluate("node => node.matches('.lead, .turn')")
    assert plain(seat.locator(".far")) == "stopped"
    cells = page.locator("td.gone .cell")
    states = cells.evaluate_all("""cells => cells.map(cell => {
        const style = getComputedStyle(cell.firstChild);
        const isEmpty = cell.firstChild.textContent === "";
        return [cell.disabled, isEmpty, style.borderTopColor, style.fontWeight];
    })""")
    assert len(states) == len(ruleset.boxes)
    assert all(closed == empty for closed, empty, *_ in states)
    assert {tuple(style) for _, _, *style in states} == {("rgba(0, 0, 0, 0)", "400")}
    assert measured(page, key, "667 lying", game) == []
    assert seat.locator(".far .die.blank").count() == 1


def test_larger_letters_leave_dice_and_keys_as_they_are(opened: Open) -> None:
    """Rows grow, dice and keys keep their pixels.

    Head and dock take at most 244; one card where totals do not fit.
    """
    page, key = prepared(opened, "yatzy")
    sizes = {}
    for size in ("360", "root 20", "root 24"):
        assert measured(page, key, size, game_of(SHIPPED["yatzy"], 3, (), 0.5, "empty")) == []
        sizes[size] = [
            page.locator(selector).first.evaluate(BOX)["height"]
            for selector in (
                "#dice .die",
                "#faces .die",
                "#menu",
                "tr.score .cell",
                "#head",
                "#dock",
            )
        ]
    assert [each[:3] for each in sizes.values()] == [[42, 42, 44]] * 3
    assert [each[3] for each in sizes.values()] == [44, 49, 54]
    assert sum(sizes["360"][4:]) <= 200
    assert sum(sizes["root 24"][4:]) <= 244
    assert page.locator("html").get_attribute("data-shows") == "columns"
    measured(page, key, "root 24", game_of(SHIPPED["yatzy"], 4, (), 0.5, "empty"))
    assert page.locator("html").get_attribute("data-shows") == "focus"


def test_names_in_tabs_and_columns_of_offers(opened: Open) -> None:
    """Default names are not written in tabs, names of one's own are.

    Lying, an offer names its column.
    """
    page, key = prepared(opened, "yatzy", "nl")
    state = game_of(SHIPPED["yatzy"], 8, (), 0.5, "offers")
    state["match"]["players"][2]["name"] = "Cleo"
    assert measured(page, key, "360", state) == []
    names = page.locator(".seat .nm bdi").all_text_contents()
    assert names == ["", "", "Cleo", "", "", "", "", ""]
    dice = page.locator(".seat .faces").evaluate_all(
        "faces => faces.map(each => each.querySelector('svg').getBoundingClientRect().width)"
    )
    assert dice == [25, 25, 13, 25, 25, 25, 16.5, 16.5]
    assert plain(page.locator("#under .whose")) == "Speler 1"
    page, key = prepared(opened, "yams")
    assert measured(page, key, "740 lying", game_of(SHIPPED["yams"], 2, (), 0.5, "offers")) == []
    offers = page.locator("#offers .offer")
    assert plain(offers.first.locator(".what small")) in ("↓ Down", "↑ Up", "Free")
    assert offers.count() == page.locator("#offers .what small").count() > 2


def test_a_joker_of_four_players_covers_no_figure(opened: Open) -> None:
    """The die is next to the figure in the narrowest possible columns."""
    page, key = prepared(opened, "numbers-hands")
    ruleset = SHIPPED["numbers-hands"]
    state = game_of(ruleset, 4, (), 0, "empty")
    filled = {"yacht": 50, **{each: 3 * at for at, each in enumerate(list(ruleset.boxes)[:5], 1)}}
    state["match"]["entries"] = [
        {"player": f"p{place}", "box": where, "points": points, "bonus": 0}
        for where, points in filled.items()
        for place in range(4)
    ]
    state["turn"] = {"dice": [5] * 5, "kept": [], "throws": []}
    for size in ("320", "360"):
        assert measured(page, key, size, state) == []
        assert page.locator(".box.any > .die").count()


def test_a_tiny_window_lists_the_other_offers(opened: Open) -> None:
    """At a zoom of 200 % the best offer is alone, and a button opens all of them.

    A tap writes one.
    """
    page, key = prepared(opened, "yatzy")
    assert measured(page, key, "zoom 200 %", game_of(SHIPPED["yatzy"], 2, (), 0.3, "offers")) == []
    assert page.locator("#offers .offer").count() == 1
    page.locator("#offers .rest").click()
    chips = page.locator("dialog[open] .offer")
    assert plain(page.locator("#offers .rest")) == f"+{chips.count() - 1}"
    chips.nth(1).click()
    assert page.locator("dialog[open]").count() == 0
    assert phase(page) == "empty"
    assert page.locator("#undo").get_attribute("aria-disabled") == "false"


@pytest.mark.parametrize("language", languages())
def test_the_keys_are_in_sight_below_a_full_list(opened: Open, language: str) -> None:
    """On a desk, beside ten offers, what the keys do takes one line each."""
    page = opened(SHIPPED["yatzy"], NAMES[1:5], language, size={"width": 1440, "height": 900})
    page.keyboard.type("12345")
    dock = page.locator("#dock")
    assert dock.evaluate("node => node.scrollHeight <= node.clientHeight")
    heights = page.locator("#card dd").evaluate_all("nodes => nodes.map(node => node.offsetHeight)")
    assert max(heights) < 30
