"""A running game in an address.

The QR code that the page draws, and the link that another phone opens.
"""

import json
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
import segno
import zxingcpp

from sheetgen.calculator.page import make_page
from sheetgen.calculator.scripts import joined
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from tests import viewers
from tests.calculator.test_page import PHONE, Open, menu, opened, ready, settle
from tests.calculator.test_page_files import close_all, play, stored, totals

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ("opened",)
pytestmark = viewers.needed()
ADDRESS = "https://cards.example/yatzy/"
FULL = (
    17,
    32,
    53,
    78,
    106,
    134,
    154,
    192,
    230,
    271,
    321,
    367,
    425,
    458,
    520,
    586,
    644,
    718,
    792,
    858,
    929,
    1003,
)
"""Number of bytes that a QR code of each version from 1 to 22 holds at level L (ISO/IEC 18004,
table 7)."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:/#"
CLIPBOARD = (
    "if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { "
    "window.copied = text; };"
)

Visit = Callable[..., "Page"]


@pytest.fixture
def visited(chromium: viewers.Browser) -> Iterator[Visit]:
    """Provide a function that opens pages at an address, each as on a phone of its own."""
    wrong: list[str] = []
    contexts: list[Any] = []

    def visit(
        *names: str,
        games: tuple[str, ...] = ("yatzy",),
        address: str = ADDRESS,
        language: str = "en",
        **more: Any,
    ) -> "Page":
        catalog = load_catalog(language)
        html = make_page(
            [Wording(load_ruleset(game), catalog) for game in games], names or ("An", "Bram")
        )
        context = chromium.program.new_context(
            viewport=more.pop("size", PHONE),
            permissions=["clipboard-write"],
            reduced_motion="reduce",
            **more,
        )
        contexts.append(context)
        context.add_init_script(viewers.CALM)
        context.add_init_script(CLIPBOARD)
        context.route(
            "**/*", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8")
        )
        page = context.new_page()
        page.set_default_timeout(viewers.PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        page.wait_for_selector("html[data-phase], #shelf")
        if page.locator("#first-hint").count() and "g1." not in address:
            page.locator("#first-hint button").click()
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not wrong


def link_of(page: "Page") -> str:
    """Return the link of the running game."""
    menu(page, "share")
    page.get_by_role("button", name="Copy as a link").click()
    page.wait_for_function("() => window.copied")
    close_all(page)
    return str(page.evaluate("() => window.copied"))


def follow(page: "Page", link: str) -> None:
    """Open a link in the window of a page."""
    page.evaluate("link => { location.href = link; }", link)
    page.wait_for_selector("dialog[role=alertdialog]")
    ready(page)


def codes(chromium: viewers.Browser, calls: list[tuple[Any, ...]]) -> list[list[list[int]] | None]:
    """Return what the script makes of texts, each with a maximum version and some masks."""
    page = chromium.page()
    found = page.evaluate(
        f"calls => {{ {joined(['rules/qr.js'])}\nreturn calls.map(call => qrOf(...call)); }}",
        list(map(list, calls)),
    )
    page.context.close()
    return list(found)


def test_qr_codes_are_those_of_an_independent_encoder(chromium: viewers.Browser) -> None:
    """Module by module, in every version and with every mask.

    Segno fills codes with room in a way of its own.
    """
    chance = random.Random(1)  # noqa: S311 - a test that can be repeated
    texts = ["".join(chance.choices(LETTERS, k=size)) for size in FULL]
    calls = [(text, 22, [mask]) for text in texts for mask in range(8)]
    for (text, _, (mask,)), found in zip(calls, codes(chromium, calls), strict=True):
        code = segno.make(text, error="l", mode="byte", micro=False, boost_error=False, mask=mask)
        assert code.version == FULL.index(len(text)) + 1
        assert found == [list(row) for row in code.matrix]


def test_qr_codes_have_an_end(chromium: viewers.Browser) -> None:
    """A text of 1004 bytes has none, and with a lower maximum a shorter one.

    Letters of two bytes count twice.
    """
    calls = [
        ("x" * 1003, 22),
        ("x" * 1004, 22),
        ("x" * 718, 18),
        ("x" * 719, 18),
        ("é" * 502, 22),
        ("é" * 501, 22),
    ]
    assert [found is not None for found in codes(chromium, calls)] == [
        True,
        False,
        True,
        False,
        False,
        True,
    ]


def test_qr_codes_are_read_by_a_decoder(chromium: viewers.Browser) -> None:
    """Texts of any length, with the mask that the script chooses."""
    chance = random.Random(2)  # noqa: S311 - a test that can be repeated
    texts = [
        "".join(chance.choices(LETTERS, k=size)) for size in (1, 16, 40, 100, 250, 400, 600, 1003)
    ]
    for text, found in zip(texts, codes(chromium, [(text,) for text in texts]), strict=True):
        modules = np.pad(np.array(found, np.uint8), 4)
        assert decoded(np.kron(255 - 255 * modules, np.ones((6, 6), np.uint8))) == text


def decoded(picture: np.ndarray[Any, Any]) -> str:
    """Return the text of a QR code in a picture, as ZXing reads it."""
    found = zxingcpp.read_barcode(picture)
    return found.text if found else ""


@pytest.mark.parametrize(
    ("size", "scale"), [((360, 740), 1), ((360, 740), 3), ((320, 568), 3), ((740, 360), 3)]
)
def test_a_running_game_is_read_off_the_screen(
    visited: Visit, size: tuple[int, int], scale: int
) -> None:
    """A decoder reads the picture that a phone shows, light or dark.

    The link plays on, with boxes, dice and rolls.
    """
    width, height = size
    page = visited(
        "An",
        "Bram",
        size={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="dark",
    )
    for _ in range(4):
        roll_and_write(page)
    page.locator("#roll").click()
    menu(page, "share")
    page.locator(".way", has_text="QR code").click()
    drawing = page.locator("svg.qr")
    box = drawing.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["y"] + box["height"] <= height
    assert box["width"] == {360: 332, 320: 296, 740: 328}[width]
    picture = cv2.imdecode(np.frombuffer(drawing.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    link = decoded(picture)
    assert link.startswith(f"{ADDRESS}#yatzy/g1.")
    assert len(link) <= 1003
    close_all(page)
    other = visited("Cleo", "Dirk")
    follow(other, link)
    other.locator("dialog.asked .main").click()
    assert totals(other) == totals(page)
    assert dice(other) == dice(page)
    settle(page)
    assert entries(other) == entries(page)
    assert "#yatzy" in other.url
    assert "g1." not in other.url


def roll_and_write(page: "Page") -> None:
    """Let the page roll twice, and write the best offer."""
    page.locator("#roll").click()
    page.locator("#dice .slot").first.click()
    page.locator("#roll").click()
    page.locator("#offers .chip").first.click()


def dice(page: "Page") -> list[str | None]:
    """Return the names of the dice on the table."""
    return [each.get_attribute("aria-label") for each in page.locator("#dice .slot").all()]


def entries(page: "Page") -> Any:
    """Return the entries of the game that the page plays."""
    settle(page)
    found = page.evaluate(
        "() => Object.entries(localStorage).filter(([key]) => key.includes('[')).map(([, "
        "kept]) => JSON.parse(kept))"
    )
    return max((each["match"]["entries"] for each in found), key=len)


def test_a_link_asks_and_keeps_every_game(visited: Visit) -> None:
    """A game that is not here, the same one further on, and the same one apart.

    Nothing that is here is lost.
    """
    page, other = visited("An", "Bram"), visited("Cleo", "Dirk")
    play(page, (5, 5, 5, 5, 2))
    play(other, (1, 1, 1, 1, 1))
    first, mine = link_of(page), totals(other)
    follow(other, first)
    asked = other.locator("dialog.asked")
    assert asked.locator("h2").inner_text() == "A game from another phone"
    assert (
        "A game with \u2068Cleo\u2069 and \u2068Dirk\u2069 runs here, turn 1 of 15"
        in asked.inner_text()
    )
    asked.get_by_role("button", name="Don’t read it in").click()
    assert totals(other) == mine
    assert len(stored(other)) == 1
    follow(other, first)
    asked.locator(".main").click()
    assert totals(other) == totals(page)
    assert len(stored(other)) == 2
    play(other, (1, 2, 3, 4, 5))
    further = link_of(other)
    follow(page, further)
    assert page.locator("dialog.further h2").inner_text() == "This game, 1 turn further"
    page.get_by_role("button", name="Stay here").click()
    assert totals(page) != totals(other)
    play(page, (6, 6, 6, 6, 1))
    follow(page, further)
    assert page.locator("dialog.asked h2").inner_text() == "A game from another phone"
    page.get_by_role("button", name="Only keep it under Games").click()
    assert page.locator(".game").count() == 2
    assert page.locator(".game", has_text="saved today").count() == 1
    close_all(page)
    follow(page, further)
    assert page.locator("dialog.question h2").inner_text().startswith("This game is here already")


@pytest.mark.parametrize(("language", "words"), [
    ("en", "This link is of another version of the page."),
    ("nl", "Deze link is van een andere versie van de pagina."),
    ("de", "Dieser Link ist von einer anderen Version der Seite."),
    ("fr", "Ce lien vient d’une autre version de la page."),
])  # fmt: skip
def test_a_link_of_another_version(visited: Visit, language: str, words: str) -> None:
    """The page says so, whatever is in the link, and keeps its game."""
    page = visited("An", "Bram", language=language)
    play(page, (5, 5, 5, 5, 2))
    before = totals(page)
    for address in ("#yatzy/g2.whatever!", "#g2.whatever"):
        follow(page, f"{ADDRESS}{address}")
        assert page.locator("dialog.question h2").inner_text() == words
        page.locator("dialog.question button").last.click()
        assert totals(page) == before
        assert "g2." not in page.url


HOME = "http://192.0.2.7:8123/"
"""An address of `form --serve`: without https, browsers have neither a clipboard for pages nor a
wake lock."""


@pytest.mark.parametrize("is_let", [True, False])
def test_copying_without_https(visited: Visit, is_let: bool) -> None:
    """The browser's old command copies; where that is refused, the text is shown and selected."""
    page = visited("An", "Bram", address=HOME)
    assert page.evaluate("() => [isSecureContext, 'clipboard' in navigator]") == [False, False]
    page.evaluate(
        """isLet => {
        document.addEventListener("copy", () => { window.copied = document.activeElement.value; });
        if (!isLet) document.execCommand = () => false;
    }""",
        is_let,
    )
    play(page, (5, 5, 5, 5, 2))
    menu(page, "share")
    page.get_by_role("button", name="Copy as a link").click()
    if is_let:
        page.locator(".note-over", has_text="Copied.").wait_for()
        assert page.evaluate("() => document.activeElement.textContent") == "Copy as a link"
        link = str(page.evaluate("() => window.copied"))
    else:
        field = page.locator("dialog textarea")
        selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
        link = str(field.evaluate(selected))
        assert field.is_visible()
        assert field.input_value() == link
        close_all(page)
    other = visited("Cleo", "Dirk", address=link)
    other.locator("dialog.asked .main").click()
    assert totals(other) == totals(page)


def test_copying_without_focus(visited: Visit) -> None:
    """The browser's old command copies also where no element has the focus, which is then null."""
    page = visited("An", "Bram", address=HOME)
    play(page, (5, 5, 5, 5, 2))
    menu(page, "share")
    page.evaluate(
        """() => {
        document.execCommand = (command) => command === "copy";
        Object.defineProperty(document, "activeElement", { get: () => null });
    }"""
    )
    page.get_by_role("button", name="Copy as a link").click()
    page.locator(".note-over", has_text="Copied.").wait_for()


def test_the_screen_stays_on_without_https(visited: Visit) -> None:
    """A video of one picture plays while a game runs.

    The policy of the page lets it play, and it covers nothing.
    """
    page = visited("An", "Bram", address=HOME)
    page.evaluate("""() => {
        window.refused = [];
        document.addEventListener("securitypolicyviolation",
            (event) => refused.push(event.violatedDirective));
    }""")
    video = page.locator("video")
    assert not video.count()
    play(page, (5, 5, 5, 5, 2))
    page.wait_for_function("() => document.querySelector('video')?.readyState === 4")
    assert video.evaluate("video => [video.paused, video.muted, video.videoWidth]") == [
        False,
        True,
        2,
    ]
    assert page.evaluate("() => document.elementFromPoint(0, 0).tagName") != "VIDEO"
    assert page.evaluate("() => [refused, document.documentElement.scrollWidth <= innerWidth]") == [
        [],
        True,
    ]
    switch(page)
    assert not video.count()
    switch(page)
    page.wait_for_selector("video", state="attached")
    assert video.count() == 1


def switch(page: "Page") -> None:
    """Tap the switch of the screen."""
    menu(page, "sound")
    page.get_by_role("switch", name="screen stays on").click()
    close_all(page)


@pytest.mark.parametrize("change", ["cut", "altered", "another game", "nonsense", "long"])
def test_a_link_of_strangers(visited: Visit, change: str) -> None:
    """A link that is cut, altered or made up says so, and changes nothing."""
    page = visited("An", "Bram")
    play(page, (5, 5, 5, 5, 2))
    before, link = totals(page), link_of(page)
    start, letters = link.split("g1.")
    wrong = {
        "cut": f"{start}g1.{letters[:-1]}",
        "altered": f"{start}g1.{'B' if letters[0] == 'A' else 'A'}{letters[1:]}",
        "another game": f"{start.replace('#yatzy', '#balut')}g1.{letters[::-1]}",
        "nonsense": f"{start}g1.%22<img src=x onerror=alert(1)>",
        "long": f"{start}g1.{'_' * 100_000}",
    }
    follow(page, wrong[change])
    assert page.locator("dialog.question h2").inner_text().startswith("This link holds no game")
    page.get_by_role("button", name="Back").click()
    assert totals(page) == before
    assert len(stored(page)) == 1


def stored_at(page: "Page") -> str:
    """Return the key of the page's own game, once something is stored."""
    page.locator("#roll").click()
    settle(page)
    return str(page.evaluate("() => Object.keys(localStorage).find((key) => key.includes('['))"))


def rolls(ruleset: Ruleset, chance: random.Random) -> dict[str, Any]:
    """Return the dice of a turn that the page rolled, some of them kept each time."""
    dice = ruleset.dice
    roll, throws = [chance.randint(1, dice.sides) for _ in range(dice.count)], []
    for _ in range(dice.rolls - 1):
        marks = [chance.random() < 0.5 for _ in roll]
        throws.append(
            {"roll": roll, "keep": [face for face, mark in zip(roll, marks, strict=True) if mark]}
        )
        roll = [
            face if mark else chance.randint(1, dice.sides)
            for face, mark in zip(roll, marks, strict=True)
        ]
    return {"dice": roll, "throws": [*throws, {"roll": roll}]}


def test_a_game_of_any_ruleset_comes_through(visited: Visit) -> None:
    """Games with columns, further Yachts, faces or long names keep a file's rolls and entries."""
    chance = random.Random(3)  # noqa: S311 - a test that can be repeated
    for name in ("bonus-yachts", "yamb", "escalero", "maxi-yatzy"):
        ruleset = load_ruleset(name)
        players = [{"id": f"p{n}", "name": text} for n, text in enumerate(("Zoë 🎲", "", "x" * 80))]
        boxes = [(box, player["id"]) for box in ruleset.boxes for player in players]
        made = [
            {
                "player": player,
                "box": box,
                "points": chance.choice(possible_values(ruleset, box)),
                "bonus": 0,
            }
            for box, player in boxes[: len(boxes) // 2]
        ]
        made = [each | (rolls(ruleset, chance) if chance.random() < 0.7 else {}) for each in made]
        made[0]["fixed"] = True
        run = {
            "id": "a1",
            "started": "2026-01-01T20:00:00.000Z",
            "starter": "p1",
            "players": players,
            "entries": made,
        }
        page = visited(games=(name,), address=f"https://cards.example/{name}/")
        key = stored_at(page)
        page.evaluate(
            "([key, kept]) => { localStorage[key] = kept; }", [key, json.dumps({"match": run})]
        )
        page.reload()
        ready(page)
        other = visited(games=(name,), address=link_of(page))
        other.locator("dialog.asked .main").click()
        settle(other)
        kept = json.loads(other.evaluate("key => localStorage[key]", key))["match"]
        assert (kept["entries"], kept["players"], kept["starter"]) == (made, players, "p1")


def test_rolls_stay_out_first(visited: Visit) -> None:
    """If the code would be too long, boxes and their order remain, with a remark.

    A file has no address.
    """
    page = visited(*(f"Player with a long name {n}" for n in range(8)))
    key = stored_at(page)
    kept = json.loads(page.evaluate("key => localStorage[key]", key))
    kept["match"]["entries"] = []
    ruleset = load_ruleset("yatzy")
    throws = [
        {"roll": [1, 2, 3, 4, 5], "keep": [1]},
        {"roll": [1, 6, 5, 4, 3], "keep": []},
        {"roll": [2, 3, 5, 6, 6]},
    ]
    for box in [*ruleset.boxes][:-1]:
        for player in kept["match"]["players"]:
            kept["match"]["entries"].append(
                {
                    "player": player["id"],
                    "box": box,
                    "points": 0,
                    "bonus": 0,
                    "dice": [2, 3, 5, 6, 6],
                    "throws": throws,
                }
            )
    page.evaluate("([key, kept]) => { localStorage[key] = kept; }", [key, json.dumps(kept)])
    page.reload()
    ready(page)
    menu(page, "share")
    page.locator(".way", has_text="QR code").click()
    assert "The rolls of earlier turns do not fit." in page.locator("dialog.square").inner_text()
    close_all(page)
    for player in kept["match"]["players"]:
        player["name"] = "é" * 80
    page.evaluate("([key, kept]) => { localStorage[key] = kept; }", [key, json.dumps(kept)])
    page.reload()
    ready(page)
    menu(page, "share")
    row = page.locator(".way", has_text="QR code")
    assert row.is_disabled()
    assert "Too long for a square" in row.inner_text()
    assert not row.locator("[href='#g-next']").count()


def test_a_page_that_is_a_file_has_no_code(opened: Open) -> None:
    """The row is there, off, with its reason."""
    page = opened(load_ruleset("yatzy"))
    play(page, (1, 1, 1, 1, 1))
    menu(page, "share")
    row = page.locator(".way", has_text="QR code")
    assert row.is_disabled()
    assert "Needs an address; this page is a file" in row.inner_text()
    assert not page.get_by_role("button", name="Copy as a link").count()
