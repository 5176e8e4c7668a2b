"""The end of a game on the page.

What it shows and how it fits, the turns, the charts, and the honest best offer.
"""

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from weigh_offers import weights_of

from sheetgen.calculator.scripts import game_data, joined, script_data, turn_data
from sheetgen.odds.adviser import Position
from sheetgen.odds.best_play import page_tables
from sheetgen.odds.counters import Goal
from sheetgen.odds.library import adviser_for
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import legal_entries, moment
from tests import viewers
from tests.calculator.test_page import Open, check_axe, opened, plain, press, reload, roll_dice
from tests.calculator.test_page_games import SHARE
from tests.calculator.test_scripts import SHIPPED
from tests.games import SEEDS

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["opened"]  # a fixture
pytestmark = viewers.needed()
NAMES = ("An", "Bram", "Cleo", "Dirk", "Eva", "Finn", "Guus", "Hanna")
SIZES: list[viewers.Size] = [
    {"width": 360, "height": 740}, {"width": 320, "height": 568}, {"width": 667, "height": 375},
]  # fmt: skip
PUT = """(match) => {
    dispatchEvent(new Event("pagehide"));
    const [key, text] = Object.entries(localStorage).find(([key]) => key.includes("["));
    Object.keys(localStorage).forEach((each) => each === key || localStorage.removeItem(each));
    localStorage[key] = JSON.stringify({...JSON.parse(text), match});
}"""


def played(
    ruleset: Ruleset, names: tuple[str, ...], seed: int = 1, stopped: int = 0
) -> dict[str, Any]:
    """Return a played game with all rolls, for the page.

    With `stopped`, the last player stops after this number of turns.
    """
    chance = random.Random(seed)  # noqa: S311 - repeatable
    players = [f"p{place}" for place in range(len(names))]
    cards: list[dict[str, int]] = [{} for _ in names]
    entries: list[dict[str, Any]] = []
    worth = ((page_tables(ruleset) or ({}, None))[1] or {}).get("boxes", {})
    for turn in range(len(ruleset.boxes)):
        for place, player in enumerate(players):
            if stopped and place == len(players) - 1 and turn >= stopped:
                continue
            throws: list[dict[str, list[int]]] = []
            kept: list[int] = []
            for number in range(ruleset.dice.rolls):
                roll = kept + [chance.randint(1, 6) for _ in range(ruleset.dice.count - len(kept))]
                face, count = Counter(roll).most_common(1)[0]
                kept = [face] * count
                last = number == ruleset.dice.rolls - 1
                throws.append({"roll": roll} if last else {"roll": roll, "keep": kept})
            now = moment(ruleset, cards[place], number=0)
            legal = legal_entries(ruleset, Roll(tuple(sorted(throws[-1]["roll"]))), now)
            where = max(legal, key=lambda box: legal[box].points[-1] - worth.get(box, 0))
            points, bonus = legal[where].points[-1], legal[where].bonus
            cards[place][where] = points
            entries.append(
                {
                    "player": player,
                    "box": where,
                    "points": points,
                    "bonus": bonus,
                    "dice": throws[-1]["roll"],
                    "throws": throws,
                }
            )
    people: list[dict[str, Any]] = [
        {"id": each, "name": name} for each, name in zip(players, names, strict=True)
    ]
    if stopped:
        people[-1]["left"] = True
    return {
        "id": f"m{seed}",
        "started": "2026-11-27T19:00:00.000Z",
        "when": "2026-11-27T19:52:00.000Z",
        "starter": "p0",
        "players": people,
        "entries": entries,
    }


@pytest.fixture
def ended(opened: Open) -> Open:
    """Provide a function that opens the page of a game at the end of a match, if there is one."""

    def open_end(ruleset: Ruleset, match: dict[str, Any] | None, **more: Any) -> "Page":
        players = len(match["players"]) if match else 2
        names = ("",) * min(2, max(ruleset.players.min, players))
        page = opened(ruleset, names, **more)
        if match is not None:
            press(page, "1")
            put(page, match)
        return page

    return open_end


def put(page: "Page", match: dict[str, Any]) -> None:
    """Let the page show another match."""
    page.evaluate(PUT, match)
    page.evaluate(
        "() => { addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true); }"
    )
    reload(page)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_end_fills_the_screen(ended: Open, size: viewers.Size) -> None:
    """At most 24 px are blank above the buttons, and nothing is cut or covered.

    This holds for one to eight players.
    """
    measure = """() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const shown = [...document.querySelectorAll(".final *")].filter((node) =>
            !node.closest("svg svg") && node.checkVisibility() && node.getClientRects().length);
        const boxes = shown.map((node) => node.getBoundingClientRect());
        const acts = box(".acts");
        const gaps = [...document.querySelectorAll(".chart")].map((chart) => {
            const names = [...chart.querySelectorAll(".name")]
                .map((each) => each.getBoundingClientRect().y);
            names.sort((one, other) => one - other);
            return Math.min(...names.slice(1).map((y, at) => y - names[at]), 99);
        });
        return {
            blank: acts.top - Math.max(...boxes.map((each) => each.bottom)),
            wide: Math.max(...boxes.map((each) => each.right)),
            left: Math.min(...boxes.map((each) => each.left)),
            buttons: box(".four").bottom,
            charts: [...document.querySelectorAll(".plotted:not([hidden])")]
                .map((each) => each.offsetHeight),
            gap: Math.min(...gaps, 99), scrolls: document.querySelector(".final").scrollHeight
                - document.querySelector(".final").clientHeight,
        };
    }"""
    matches = [
        played(SHIPPED["yatzy"], NAMES[:count], seed=3, stopped=6 if count == 5 else 0)
        for count in range(1, 9)
    ]
    page = ended(SHIPPED["yatzy"], matches[0], size=size)
    for count, match in enumerate(matches, 1):
        put(page, match)
        found = page.evaluate(measure)
        assert 0 <= found["blank"] <= 24, (count, found)
        assert found["scrolls"] <= 1, (count, found)
        assert found["left"] >= 0
        assert found["wide"] <= size["width"], (count, found)
        assert size["height"] - 16 <= found["buttons"] <= size["height"], (count, found)
        assert all(120 <= high <= 240 for high in found["charts"]), (count, found)
        assert count == 1 or found["gap"] >= 18.9, (count, found)
        assert page.locator("#end-head").inner_text().endswith("points" if count == 1 else "wins")


def test_the_end_of_four(ended: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are a podium, the fourth, four lines with dice and names, and two facts.

    One is the share of beaten games. The lines are those of totals in a game without weights.
    """
    ruleset = SHIPPED["maxi-yatzy"]
    match = played(ruleset, NAMES[:4], seed=3)
    tables = page_tables(ruleset)
    assert tables
    without = (tables[0], None)
    monkeypatch.setattr("tests.calculator.test_page.page_tables", lambda _: without)
    page = ended(ruleset, match)
    assert page.locator(".step").count() == 3
    assert page.locator(".rest p").count() == 1
    assert page.locator(".chart .line").count() == 4
    assert sorted(page.locator(".chart .name").all_text_contents()) == sorted(NAMES[:4])
    patterns = page.locator(".chart .line path:nth-child(2)").evaluate_all(
        "all => all.map(each => [each.getAttribute('stroke-dasharray'), "
        "each.getAttribute('stroke-width')].join(' '))"
    )
    assert len(set(patterns)) == 4
    total = max(int(each) for each in page.locator(".step .points").all_inner_texts())
    below = 100 * sum(chance for points, chance in tables[0].items() if points < total)
    assert 1 <= below < 99
    assert page.locator(".fact.share b").inner_text() == f"Better than {int(below)}%"
    dice = page.locator(".tenths .won").evaluate_all(
        "all => all.reduce((sum, each) => sum + Number(each.getAttribute('width')), 0)"
    )
    assert dice == pytest.approx(16 * int(below) / 10)
    best = max(match["entries"], key=lambda each: each["points"])
    assert page.locator(".fact.best b").inner_text().endswith(f", {best['points']}")
    check_axe(page)


def test_the_chances_at_the_end(ended: Open) -> None:
    """A curve of the chances with letters, and the turns that decided the game, which fit.

    None are shown before the end; each line ends at 0 or 100 %.
    """
    ruleset = SHIPPED["generala"]
    match = played(ruleset, NAMES[:4], seed=5)
    page = ended(ruleset, {**match, "entries": match["entries"][:-1]})
    assert page.locator(".chances, .decided").count() == 0
    assert "Chance to win" not in page.locator("body").inner_text()
    put(page, match)
    page.locator(".decided .letter").first.wait_for()
    rows = page.locator(".decided li")
    letters = page.locator(".chart text.letter").all_text_contents()
    assert letters == page.locator(".decided .letter").all_text_contents()
    assert letters == ["A", "B", "C"][: rows.count()]
    lines = page.locator(".chances .chart .line path.edge")
    assert lines.count() == 4
    for line in lines.evaluate_all("all => all.map(each => each.getAttribute('d'))"):
        assert len(line.split("L")) == len(match["entries"]) + 1
    ends = {
        line.split()[-1]
        for line in lines.evaluate_all("all => all.map(each => each.getAttribute('d'))")
    }
    assert len(ends) == 2
    for row in rows.all_inner_texts():
        before, after = row.split("\n")[-1].split(" → ")
        assert abs(int(before) - int(after.strip("<>%"))) > 10
    chart = page.locator(".plotted.chances").bounding_box()
    assert chart
    assert chart["height"] >= 150
    check_axe(page)


def test_sharing_the_end(ended: Open) -> None:
    """Words, picture, card and game, as much as the device takes.

    The ways to share where it refuses.
    """
    page = ended(SHIPPED["yatzy"], played(SHIPPED["yatzy"], NAMES[:2], seed=3))
    page.evaluate(f"() => {{{SHARE}}}")
    share = page.locator(".acts .share")
    every = ["image/png", "text/csv", "text/plain"]
    for most in (4, 3, 2, 1):
        page.evaluate("most => { window.most = most; window.shared = []; }", most)
        share.click()
        page.wait_for_function("() => window.shared.length > 0")
        (shared,) = page.evaluate("window.shared")
        assert [kind for _, kind, _ in shared["files"]] == every[: most - 1]
        assert shared["text"].startswith("Yatzy, November 27, 2026: ")
        for name, kind, content in shared["files"]:
            assert name.startswith("yatzy-2026-11-27")
            if kind == "text/csv":
                assert (
                    bytes(content).decode("utf-8-sig").startswith(f"yatzy,{NAMES[0]},{NAMES[1]}\n")
                )
            if kind == "text/plain":
                assert json.loads(bytes(content))["ruleset"] == "yatzy"
    for refusal, dialogs in (("AbortError", 0), ("NotAllowedError", 1)):
        page.evaluate("refusal => { window.refusal = refusal; window.shared = []; }", refusal)
        share.click()
        page.wait_for_function("() => window.shared.length > 0")
        page.wait_for_timeout(100)
        assert page.locator("dialog[open]").count() == dialogs


def test_who_has_stopped_has_no_place(ended: Open) -> None:
    """No place and no share, a line that ends with a bar.

    Who is left over has won, with no margin.
    """
    ruleset = SHIPPED["generala"]
    page = ended(ruleset, played(ruleset, NAMES[:4], seed=3, stopped=6))
    page.locator(".decided:not(:has(.open)), .decided .open:has-text('last roll')").wait_for()
    assert page.locator(".rest .stopped").inner_text().startswith("Dirk stopped after 6 turns")
    assert page.locator(".step").count() == 3
    assert "Dirk" not in "".join(page.locator(".step, .fact").all_inner_texts())
    assert "Dirk stopped" in page.locator(".chart text").all_text_contents()
    assert "Dirk" not in page.locator(".chart .name").all_text_contents()
    page = ended(ruleset, played(ruleset, NAMES[:2], seed=3, stopped=6))
    assert plain(page.locator("#end-head")) == "An wins"
    assert "more than" not in page.locator(".lead-by").inner_text()


def test_the_end_of_one(ended: Open) -> None:
    """Points, figures, a line and bars; no place and no zeros; bars are solid up to the total."""
    ruleset = SHIPPED["yatzy"]
    match = played(ruleset, ("An",), seed=8)
    page = ended(ruleset, match)
    total = int(page.locator("#end-head").inner_text().split()[0])
    assert page.locator(".podium, .fact.share").count() == 0
    assert "zeros" not in page.locator("#end").inner_text()
    assert page.locator(".chart.bars .solid").count() == pytest.approx(
        (total - 130) // 10 + 1, abs=3
    )
    assert page.locator(".chart.bars .today").count() == 1
    assert str(total) in page.locator(".chart.bars .name").all_text_contents()


@pytest.mark.parametrize("ruleset_id", [*SEEDS, "yatzy"])
def test_the_turns(ended: Open, ruleset_id: str) -> None:
    """Every turn is listed, the last first, with its rolls, box and totals.

    They can be filtered and corrected.
    """
    ruleset = SHIPPED[ruleset_id]
    match = played(ruleset, NAMES[:3], seed=2)
    page = ended(ruleset, match)
    page.locator(".toturns").click()
    rows = page.locator(".turnrow")
    assert rows.count() == len(match["entries"])
    assert page.locator(".turns h2").first.inner_text() == f"Turn {len(ruleset.boxes)}"
    faces = rows.first.locator(".rolls > span").evaluate_all(
        "all => all.map(roll => [...roll.children].map(die => Number(die.dataset.face)))"
    )
    assert faces == [each["roll"] for each in match["entries"][-1]["throws"]]
    kept = rows.first.locator(".rolls > span:first-child .solid").count()
    assert kept == len(match["entries"][-1]["throws"][0]["keep"])
    gains = rows.locator(".gain").evaluate_all(
        "all => all.map(each => each.firstChild.textContent)"
    )
    assert gains == [str(each["points"] or "–") for each in reversed(match["entries"])]
    assert page.locator(".turns .chart .line").count() == 3
    chart = page.locator(".turns .chart")
    lines = [chart.locator(f".line.p{place} path").first for place in (1, 2, 3)]
    ends = [
        float((line.get_attribute("d") or "").split()[-1]) for line in lines
    ]  # the less, the higher on the page
    assert (
        chart.locator(".die.solid").get_attribute("class")
        == f"die tinted p{1 + ends.index(min(ends))} solid"
    )
    assert chart.locator(".die.open").count() == 2
    page.locator(".turns .segments button", has_text="Bram").click()
    assert rows.count() == len(ruleset.boxes)
    check_axe(page)
    rows.first.click()
    assert page.locator("dialog[open] .value").count() > 1


def test_corrected_turns_say_what_was_there(ended: Open) -> None:
    """A corrected turn has a square and its first points.

    A turn without dice is marked as typed.
    """
    ruleset = SHIPPED["yatzy"]
    match = played(ruleset, NAMES[:2], seed=2)
    for each in match["entries"]:
        if each["box"] == "chance":
            each |= {"fixed": True, "was": 9}
        if each["box"] == "ones":
            each.pop("throws")
            each.pop("dice")
    page = ended(ruleset, match)
    page.locator(".toturns").click()
    assert page.locator(".turnrow", has_text="was 9").count() == 2
    assert page.locator(".turnrow", has_text="typed in, without dice").count() == 2


def test_without_weights_nothing_is_called_best(ended: Open) -> None:
    """A game without weights names the entry that adds most, in outline; Enter asks.

    Others have the best in solid.
    """
    for ruleset_id, said, solid in (("maxi-yatzy", "most points", 0), ("dice-play", "best", 1)):
        page = ended(SHIPPED[ruleset_id], None, weights=ruleset_id == "dice-play")
        for _ in range(SHIPPED[ruleset_id].dice.count):
            press(page, "6")
        first = page.locator("#offers .offer").first
        assert first.locator(".heard").inner_text().endswith(f", {said}")
        assert page.locator("#offers .offer.best").count() == solid
        assert page.locator(".box.best").count() == solid
        press(page, "Enter")
        assert page.locator(".box.full").count() == solid
        if not solid:
            assert first.evaluate("chip => chip === document.activeElement")
            press(page, "Enter")
            assert page.locator(".box.full").count() == 1


def test_without_weights_enter_presses_nothing_that_was_not_chosen(ended: Open) -> None:
    """After taps on faces the focus is on no offer; a single offer is the best there is."""
    ruleset = SHIPPED["maxi-yatzy"]
    page = ended(ruleset, None, weights=False)
    roll_dice(page, (6, 5, 4, 4, 4, 4))
    page.locator("#offers:focus").wait_for()
    press(page, "ArrowDown")
    assert page.locator("#offers .offer:focus").get_attribute("data-box") == "chance"
    match = played(ruleset, NAMES[:1], seed=2)
    match["entries"] = [entry for entry in match["entries"] if entry["box"] != "chance"]
    page = ended(ruleset, match, weights=False)
    roll_dice(page, (6, 6, 6, 6, 6))
    assert (
        page.locator("#offers .offer.best").count() == page.locator("#offers .offer").count() == 1
    )


RANKED = """([game, turns, worth, cards]) => {
    const rank = new Function("game", "turns", "worth", "cards", window.scripts + `
        return cards.map(([card, yachts, dice]) => {
            const written = Object.entries(card);
            const entries = written.map(([box, points], at) =>
                ({ box, points, bonus: at < yachts ? 1 : 0 }));
            const [best] = rankedOffers(game, turns, entries, dice, 0, { worth });
            return [best.box, best.points, best.bonus];
        });`);
    return rank(game, turns, worth, cards);
}"""


def lost_on_average(page: "Page", ruleset: Ruleset, games: int, worth: object) -> float:
    """Return the points lost per game by the boxes that the page marks, with the best dice kept."""
    chance, adviser = random.Random(50), adviser_for(ruleset)  # noqa: S311 - repeatable
    data = [json.loads(script_data(each)) for each in (game_data(ruleset), turn_data(ruleset))]
    sources = joined(["rules/engine.js", "rules/turns.js", "rules/match.js", "rules/offers.js"])
    page.evaluate("scripts => { window.scripts = scripts; }", sources)
    cards, lost = [Position({}) for _ in range(games)], 0.0
    for _ in ruleset.boxes:
        rolls = []
        for card in cards:
            kept: list[int] = []
            for left in (2, 1):
                roll = Roll(
                    tuple(sorted(kept + [chance.randint(1, 6) for _ in range(5 - len(kept))]))
                )
                kept = list(adviser.keeps(card, roll, left)[0].keep)  # type: ignore[arg-type]
            rolls.append(sorted(kept + [chance.randint(1, 6) for _ in range(5 - len(kept))]))
        asked = [(card.filled, card.yachts, roll) for card, roll in zip(cards, rolls, strict=True)]
        for place, (box, points, bonus) in enumerate(page.evaluate(RANKED, [*data, worth, asked])):
            card = cards[place]
            choices = adviser.boxes(card, Roll(tuple(rolls[place])))
            lost += next(each.loss for each in choices if (each.box, each.points) == (box, points))
            cards[place] = Position({**card.filled, box: points}, card.yachts + bool(bonus))
    return lost / games


@pytest.mark.slow("odds")
@pytest.mark.parametrize("ruleset_id", [*SEEDS, "colours"])
def test_the_best_box_is_nearly_the_best(ruleset_id: str, chromium: viewers.Browser) -> None:
    """In 200 games the marked box loses at most 4 points a game against `advise`."""
    tables = page_tables(SHIPPED[ruleset_id])
    assert tables
    assert tables[1]
    assert lost_on_average(chromium.page(), SHIPPED[ruleset_id], 200, tables[1]) <= 4


@pytest.mark.parametrize("ruleset_id", ["dice-play", "players-choice"])
def test_the_weights_are_those_of_best_play(ruleset_id: str, chromium: viewers.Browser) -> None:
    """The tool computes the stored weights again.

    By them the page's own script loses at most 4 points a game.
    """
    weights, lost = weights_of(Goal(SHIPPED[ruleset_id]))
    tables = page_tables(SHIPPED[ruleset_id])
    assert tables
    assert weights == tables[1]
    assert lost <= 0.5
    assert lost_on_average(chromium.page(), SHIPPED[ruleset_id], 20, weights) <= 4


def test_weights_are_there_or_lose_too_much() -> None:
    """The seeds and three others have weights; a game that is played otherwise has none."""
    assert all(
        (page_tables(SHIPPED[each]) or ({}, None))[1]
        for each in (*SEEDS, "yatzy", "colours", "maxi-yatzy")
    )
    assert (
        page_tables(replace(SHIPPED["dice-play"], dice=replace(SHIPPED["dice-play"].dice, rolls=2)))
        is None
    )
    assert page_tables(SHIPPED["balut"]) is None
    assert page_tables(SHIPPED["maxi-yatzy-saved"]) is None
