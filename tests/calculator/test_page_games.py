"""Around a game on the page, in a real browser: games, statistics, sharing and languages."""

import json
import random
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from statistics import mean
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

import sheetgen
from sheetgen.cards.batches import Games, check_lines
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset
from tests import viewers
from tests.calculator.test_page import PHONE, Open, check_axe, menu, opened, press, saved
from tests.calculator.test_scripts import SHIPPED, totals_on_paper

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["opened"]  # a fixture
pytestmark = viewers.needed()
NASTY = '<img src=x onerror="alert(1)">'


def played(ruleset: Ruleset, count: int, names: tuple[str, ...] = ("An", NASTY)) -> dict[str, Any]:
    """Return a file of finished games with random possible values in the boxes."""
    chance = random.Random(count)  # noqa: S311 - a test that can be repeated
    players = [{"id": f"p{place}", "name": name} for place, name in enumerate(names)]
    games = []
    for number in range(count):
        entries = [
            {
                "player": player["id"],
                "box": box,
                "points": chance.choice(possible_values(ruleset, box)),
                "bonus": 0,
            }
            for box in ruleset.boxes
            for player in players
        ]
        when = f"2026-{number // 28 + 1:02}-{number % 28 + 1:02}T20:00:00.000Z"
        games.append(
            {
                "id": f"g{number}",
                "started": when,
                "when": when,
                "players": players,
                "entries": entries,
            }
        )
    return {"sheetgen": "games", "version": 1, "ruleset": ruleset.id, "games": games}


def read_in(page: "Page", content: object) -> str:
    """Read in a file, and give what the page says of it."""
    text = content if isinstance(content, str) else json.dumps(content)
    page.locator(".note-over").evaluate_all("notes => notes.forEach((note) => note.remove())")
    with page.expect_file_chooser() as chooser:
        page.locator("dialog[open] .reads").last.click()
    chooser.value.set_files(
        {"name": "games.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    question = page.locator("dialog.question")
    question.wait_for()
    if not question.locator(".yes").count():
        why = question.locator("h2").inner_text()
        question.get_by_role("button", name="Back").click()
        return why
    question.locator(".yes").click()
    note = page.locator(".note-over", has_text=".")
    note.wait_for()
    return note.inner_text()


def test_games_out_and_in(opened: Open) -> None:
    """Games go out as one file that the batch reads, and in again once.

    What is no such file changes nothing.
    """
    game = SHIPPED["cheerio"]
    page, file = opened(game), played(game, 5)
    menu(page, "card")
    check_axe(page)
    assert (
        read_in(page, "{")
        == read_in(page, "[1]")
        == "This is no file with games as this page saves them."
    )
    assert read_in(page, {**file, "ruleset": NASTY}) == f"These are games of another kind: {NASTY}."
    assert page.locator(".game").count() == 0
    odd = {
        "id": "odd",
        "players": [{"id": "p", "name": "X"}],
        "entries": [{"box": "ones", "points": 7}],
        "when": "now",
    }
    unfinished = {**file["games"][0], "id": "half", "entries": file["games"][0]["entries"][:5]}
    strange = {**file, "games": [*file["games"], file["games"][0], None, 3, {}, odd, unfinished]}
    assert read_in(page, strange) == "Games read in: 5. Not usable: 6."
    assert read_in(page, file) == "Games read in: 0. Here already: 5."
    assert page.locator(".game").count() == 5
    assert page.locator(".game .places").first.inner_text().count(NASTY) == 1
    check_axe(page)
    content = saved(page, page.locator(".saves"))
    kept = json.loads(content)["games"]
    assert [each["id"] for each in kept] == [f"g{number}" for number in range(5)]
    assert [each["entries"] for each in kept] == [each["entries"] for each in file["games"]]
    answers = list(
        check_lines(BytesIO(content), Games(lambda name: SHIPPED[name], load_catalog("en")))
    )
    results = [json.loads(line) for block, _ in answers for line in block.splitlines()]
    assert [each["id"] for each in results][:2] == [
        "2026-01-01T20:00 An",
        f"2026-01-01T20:00 {NASTY}",
    ]
    assert results[0]["total"] == sum(
        entry["points"] for entry in kept[0]["entries"] if entry["player"] == "p0"
    )
    page.locator(".game").first.click()
    page.get_by_role("button", name="Delete").click()
    page.locator(".question .yes").click()
    page.reload()
    menu(page, "card")
    assert page.locator(".game").count() == 4


def test_statistics(opened: Open) -> None:
    """Figures, plot and table agree with the games, for one player and for all.

    Each column sorts.
    """
    game = SHIPPED["yatzy"]
    page, file = opened(game), played(game, 7)
    menu(page, "card")
    read_in(page, file)
    page.locator(".tostats").click()
    check_axe(page)

    def cards(player: str) -> list[dict[str, int]]:
        return [
            {
                entry["box"]: entry["points"]
                for entry in each["entries"]
                if entry["player"] == player
            }
            for each in file["games"]
        ]

    (goal,) = (total.id for total in game.all_totals.values() if total.kind == "threshold")
    totals = {
        player: [totals_on_paper(game, card, None) for card in cards(player)]
        for player in ("p0", "p1")
    }
    for name, players in (("An", ["p0"]), (NASTY, ["p1"]), ("All", ["p0", "p1"])):
        page.locator(".segments").get_by_role("button", name=name, exact=True).click()
        found = [each for player in players for each in totals[player]]
        sums, bonus = (
            [each["total"] or 0 for each in found],
            sum(bool(each[goal]) for each in found),
        )
        figures = page.locator(".figures dd").all_inner_texts()
        assert figures[:3] == [str(len(found)), f"{mean(sums):.0f}", str(max(sums))]
        assert figures[3] == f"{100 * bonus / len(found):.0f}%"
        assert page.locator(".stats > .plot rect").count() == len(found)
    won = [
        (one["total"] or 0) >= (other["total"] or 0)
        for one, other in zip(totals["p0"], totals["p1"], strict=True)
    ]
    page.locator(".segments button").first.click()
    assert page.locator(".stats > .plot .won").count() == sum(won)
    fives = [card["fives"] for card in cards("p0")]
    row = page.locator(".boxes-told tbody tr", has_text="Fives").locator("td").all_inner_texts()
    assert row == [f"{mean(fives):.1f}", str(max(fives)), str(fives.count(0))]
    for place, name in enumerate(("mean", "best", "zeros")):
        page.locator(f"[data-stat='sort {name}']").press("Enter")
        column = page.locator(f".boxes-told tbody td:nth-of-type({place + 1})").all_inner_texts()
        assert [*map(float, column)] == sorted(map(float, column), reverse=True)
        assert page.evaluate("document.activeElement.dataset.stat") == f"sort {name}"


@pytest.mark.parametrize(
    ("language", "one", "nothing"),
    [
        ("en", "game", "0 points"),
        ("nl", "spel", "0 punten"),
        ("de", "Spiel", "0 Punkte"),
        ("fr", "partie", "0 point"),
    ],
)
def test_one_game_is_said_as_one(opened: Open, language: str, one: str, nothing: str) -> None:
    """Numbers are followed by words as the language counts."""
    page = opened(SHIPPED["cheerio"], language=language)
    assert nothing in (page.locator(".seat .heard").first.text_content() or "").split(", ")
    menu(page, "card")
    read_in(page, played(SHIPPED["cheerio"], 1))
    page.locator(".tostats").click()
    assert page.locator(".figures dd, .figures dt").evaluate_all(
        "all => all.map(each => each.textContent)"
    )[:2] == [
        one,
        "1",
    ]
    assert not any(
        letter.isdigit()
        for letter in page.locator(".stats > .plot").get_attribute("aria-label") or "1"
    )


SHARE = """
    window.shared = [];
    navigator.canShare = (data) => !data.files || data.files.length < window.most;
    navigator.share = async (data) => {
        const files = await Promise.all((data.files || []).map(async (file) =>
            [file.name, file.type, Array.from(new Uint8Array(await file.arrayBuffer()))]));
        window.shared.push({ text: data.text, files });
        if (window.refusal) { throw new DOMException("", window.refusal); }
    };
    window.most = 3;
"""


def test_sharing(opened: Open) -> None:
    """Picture and file go to the device if it takes them.

    A list that is closed is no fault, a refusal saves them.
    """
    game = SHIPPED["balut"]
    page, file = opened(game, before=SHARE), played(game, 1, ("An", "Bram"))
    menu(page, "card")
    read_in(page, file)
    page.locator(".game").click()
    check_axe(page)
    ways = page.locator("dialog[open]").last.locator(".ways")
    picture, keeps = ways.get_by_role("button", name="Picture"), ways.locator(".keeps")

    def shared_by(way: Any) -> tuple[str, str, bytes]:
        page.evaluate("window.shared = []")
        way.click()
        page.wait_for_function("() => window.shared.length > 0")
        (shared,) = page.evaluate("window.shared")
        assert shared["text"].startswith("Balut, January 1, 2026: ")
        ((name, kind, content),) = shared["files"]
        return name, kind, bytes(content)

    name, kind, content = shared_by(keeps)
    assert (name, kind, json.loads(content)["ruleset"]) == (
        "balut-2026-01-01.txt",
        "text/plain",
        "balut",
    )
    name, kind, content = shared_by(picture)
    assert (name, kind) == ("balut-2026-01-01.png", "image/png")
    drawn = Image.open(BytesIO(content)).convert("RGB")
    assert drawn.width == 1080
    colours = {colour for _, colour in drawn.getcolors(1 << 24) or ()}
    assert {(255, 255, 255), tuple(bytes.fromhex(game.accent[1:]))} <= colours
    page.evaluate("window.refusal = 'AbortError'")
    shared_by(picture)
    page.evaluate("window.refusal = 'NotAllowedError'")
    assert saved(page, picture).startswith(b"\x89PNG")
    assert json.loads(saved(page, keeps))["ruleset"] == "balut"


COMFORT = """
    window.told = [];
    const lock = () => Object.assign(new EventTarget(), {
        release: async function () {
            told.push("released");
            this.dispatchEvent(new Event("release"));
        },
    });
    const request = async (kind) => { told.push(kind); return lock(); };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
    navigator.vibrate = (pulses) => { told.push("vibrated"); };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...all) {
        told.push("sound");
        return start.apply(this, all);
    };
"""


def test_comfort(opened: Open) -> None:
    """The screen stays on while a game runs, and can go off.

    Sounds and vibration are options.
    """
    page = opened(SHIPPED["cheerio"], names=("An",), before=COMFORT)
    told = partial(page.evaluate, "() => window.told.splice(0)")

    def write(dice: str = "11112") -> list[str]:
        press(page, *dice, "Enter")
        page.wait_for_function("() => window.told.length")
        page.wait_for_timeout(100)
        found: list[str] = told()
        return found

    assert told() == []
    assert write() == ["screen"]
    menu(page, "sound")
    check_axe(page)
    switches = page.locator("[role=switch]")
    for number in range(3):
        switches.nth(number).click()
    assert [each.get_attribute("aria-checked") for each in switches.all()] == [
        "true",
        "true",
        "false",
    ]
    assert {*told()} == {"sound", "vibrated", "released"}
    press(page, "Escape")
    assert {*write()} == {"sound", "vibrated"}
    page.reload()
    page.wait_for_function(
        "() => performance.getEntriesByType('paint').length"
    )  # keys before that can be lost
    assert write("66664")[-1] != "screen"


def test_languages(opened: Open) -> None:
    """A tap changes the language of everything, and leaves the game alone.

    The page remembers it.
    """
    page = opened(SHIPPED["yatzy"], before="window.addEventListener('error', () => {});")
    press(page, *"55552", "Enter")
    for language, words in (("nl", "Vijven"), ("de", "Fünfer"), ("fr", "Cinq"), ("en", "Fives")):
        menu(page, "lang")
        page.locator(f"dialog [lang={language}]").click()
        page.wait_for_function(
            "language => document.documentElement.lang === language && "
            "document.documentElement.dataset.phase",
            arg=language,
        )
        page.reload()
        page.locator("html[data-phase]").wait_for()
        assert page.locator("html").get_attribute("lang") == language
        assert words in page.locator("table").inner_text()
        assert page.locator(".box.full").count() == 1
    menu(page, "lang")
    check_axe(page)


def test_a_language_where_nothing_is_kept(opened: Open) -> None:
    """A browser without storage changes the language of a running game, and keeps the game."""
    page = opened(
        SHIPPED["yatzy"], before="Storage.prototype.setItem = () => { throw new Error('full'); };"
    )
    press(page, *"55552", "Enter")
    menu(page, "lang")
    page.locator("dialog[open] [lang=nl]").click()
    page.wait_for_function(
        "() => document.documentElement.lang === 'nl' && document.documentElement.dataset.phase"
    )
    assert page.locator(".box.full").count() == 1
    assert page.locator("#unkept").is_visible()


def test_several_games_in_one_page(opened: Open) -> None:
    """The first screen names all games.

    Each opens in its colour and keeps what was played; the last one goes on.
    """
    page = opened([*SHIPPED.values()], language="nl")
    check_axe(page)
    items = page.locator("#shelf li")
    assert items.count() == len(SHIPPED)
    seen = set()
    for game in SHIPPED.values():
        page.locator(f"#shelf li[data-game='{game.id}'] button").click()
        page.locator("html[data-phase]").wait_for()
        assert page.locator("h1").first.inner_text() == Wording(game, load_catalog("nl")).title
        seen.add(
            page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')")
        )
        if game.id == "yatzy":
            press(page, *"55552", "Enter")
        page.go_back()
        page.locator("#shelf").wait_for()
    assert len(seen) == len(SHIPPED)
    page.locator("#shelf li[data-game='yatzy'] button").click()
    page.locator("html[data-phase]").wait_for()
    assert page.locator(".box.full").count() == 1
    menu(page, "back")
    page.locator("#shelf").wait_for()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        check_axe(page)
    assert "Yatzy" in page.locator("#shelf .goon").inner_text()
    page.locator("#shelf .goon").press("Enter")
    page.locator("html[data-phase]").wait_for()
    assert page.locator(".box.full").count() == 1


def test_an_app(chromium: viewers.Browser, tmp_path: Path) -> None:
    """A web page installs it; it opens without a network, and is updated when the page is."""
    game = SHIPPED["cheerio"]

    def put(lang: str) -> None:
        for name, content in sheetgen.app(game, lang=lang).items():
            (tmp_path / name).write_bytes(content)

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    put("en")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    context = chromium.program.new_context(viewport=PHONE)
    try:
        page, wrong = context.new_page(), []
        page.on("console", lambda message: wrong.append(message.text))
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.locator("html[data-phase]").wait_for()
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        manifest = context.new_cdp_session(page).send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["display"] == "standalone"
        server.shutdown()
        server.server_close()
        for address in ("", "index.html"):
            page.goto(f"http://127.0.0.1:{server.server_port}/{address}")
            page.locator("html[data-phase]").wait_for()
        put("nl")
        server = ThreadingHTTPServer(
            ("127.0.0.1", server.server_port), partial(Quiet, directory=str(tmp_path))
        )
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        taken_over = """async () => {
            const { serviceWorker } = navigator, worker = await serviceWorker.ready;
            await new Promise((done) => {
                serviceWorker.addEventListener("controllerchange", done);
                worker.update();
            });
        }"""
        page.evaluate(taken_over)
        page.wait_for_function("async () => (await caches.keys()).length === 1")
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.locator("html[lang=nl]").wait_for()
        assert wrong == []
    finally:
        context.close()
        server.shutdown()
        server.server_close()
