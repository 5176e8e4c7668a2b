"""The big screen of a table: a page in real browsers, at a real server."""

from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from sheetgen.live.events import (
    AgainEvent,
    AnyEvent,
    DiceFacts,
    JoinEvent,
    SeatEvent,
    WriteEvent,
    WrittenPoints,
)
from sheetgen.odds.library import chances
from sheetgen.rules.history import possible_values
from sheetgen.rulesets.loading import load_ruleset
from tests import viewers
from tests.calculator.test_page import check_axe
from tests.games import NINE
from tests.live.online import OnlineTable
from tests.live.tables import LINK, TOKEN

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [*viewers.needed(), *viewers.needed("firefox")]
KINDS = pytest.mark.parametrize("kind", ["chromium", "firefox"])
NAMES = ("An", "Bram", "Cleo", "Oma", "Eva", "Finn", "Guus", "Hanna", "Ivo", "Jet", "Koen", "Lotte")
SIZE: viewers.Size = {"width": 1280, "height": 720}
WRONG = """() => {
  const wrong = [];
  const unit = Math.min(innerWidth / 1280, innerHeight / 720);
  const stage = document.querySelector("#stage").getBoundingClientRect();
  const places = "td, th, .box, .seat, .title, .panel, aside, li, section";
  for (const node of document.querySelectorAll("#stage *")) {
    const hasText = [...node.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
    if (!hasText || node.closest("svg, .unseen, .heard, .decided .open")) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const {left, right, top, height} = range.getBoundingClientRect();
    const text = {left, right, top: top + 0.2 * height, bottom: top + 0.78 * height}; // its ink
    const place = (node.parentElement.closest(places) || node).getBoundingClientRect();
    const isOut = [stage, place].some((room) => text.left < room.left - 1.5 * unit
      || text.right > room.right + 1.5 * unit
      || text.top < room.top - unit || text.bottom > room.bottom + unit);
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (isOut || size < 15 || node.textContent.includes("…")) {
      wrong.push([node.outerHTML.slice(0, 120), size, isOut]);
    }
  }
  const panel = document.querySelector(".panel");
  for (const node of panel ? panel.children : []) {
    const next = node.nextElementSibling;
    if (next && next.getBoundingClientRect().top < node.getBoundingClientRect().bottom - 1
        && !next.matches(".join")) {
      wrong.push(["over the next one", node.className]);
    }
  }
  const code = document.querySelector(".join .qr");
  const above = code && code.parentElement.previousElementSibling;
  const quiet = code && (4 * code.clientWidth) / code.viewBox.baseVal.width;
  if (above && above.getBoundingClientRect().bottom > code.getBoundingClientRect().top + quiet) {
    wrong.push(["over the square", above.className]);
  }
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) {
    wrong.push(["it scrolls"]);
  }
  return wrong;
}"""
"""Texts that are cut, below 15 px, or outside of their places; parts that cover others."""


class Evening:
    """Table with players, who have phones unless they are left out."""

    def __init__(self, folder: Path, game: str = "yatzy", language: str = "en") -> None:
        self.online = OnlineTable(folder, game, language)
        self.online.open()
        self.ruleset = load_ruleset(game)
        self.players: list[str] = []
        self.counts = Counter[str]()
        self.chance = Random(7)  # noqa: S311 - a test that can be repeated

    @property
    def address(self) -> str:
        """Address of the big screen that opens on the computer of the table."""
        return f"http://localhost:{self.online.port}/screen?table={TOKEN}"

    def send(self, kind: type[AnyEvent], device: str, **fields: Any) -> None:
        """Let the table take an event of a device."""
        self.counts[device] += 1
        self.online.take([kind(device=device, count=self.counts[device], **fields)], device)

    def sit(self, *names: str, with_phones: bool = True) -> None:
        """Let players sit down."""
        for name in names:
            player = name.lower()
            self.players.append(player)
            self.send(SeatEvent, "computer", player=player, name=name)
            if with_phones:
                self.send(JoinEvent, f"phone-{player}", player=player)

    def write(
        self, player: str, box: str, points: int, turn: int, device: str = "", **more: Any
    ) -> None:
        """Write a box."""
        fields = {"player": player, "box": box, "choice": WrittenPoints(points), "turn": turn}
        self.send(WriteEvent, device or f"phone-{player}", **fields, **more)

    def play_on(self, player: str, turn: int, boxes: list[str]) -> None:
        """Write boxes of a player from a turn on."""
        for number, box in enumerate(boxes, turn):
            values = possible_values(self.ruleset, box)
            self.write(player, box, self.chance.choice(values), number)

    def play(self, turns: int) -> None:
        """Write boxes of all players, in the order of the card, the last player excepted."""
        for turn, box in enumerate([*self.ruleset.boxes][:turns], 1):
            values = possible_values(self.ruleset, box)
            is_last = turn == turns < len(self.ruleset.boxes)
            for player in self.players[:-1] if is_last else self.players:
                self.write(player, box, self.chance.choice(values), turn)

    def tap(self, player: str, dice: tuple[int, ...]) -> None:
        """Let all devices know of dice that are being tapped."""
        loop = self.online._server.servers[0].get_loop()
        loop.call_soon_threadsafe(self.online.table.draft, player, DiceFacts(dice=dice))


Shown = Callable[..., "Page"]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Provide a function that opens a table."""
    opened: list[Evening] = []

    def open_table(game: str = "yatzy", language: str = "en") -> Evening:
        folder = tmp_path / f"{len(opened)}"
        folder.mkdir()
        opened.append(Evening(folder, game, language))
        return opened[-1]

    yield open_table
    for each in opened:
        each.online.vanish()


@pytest.fixture
def shown(kind: str, request: pytest.FixtureRequest) -> Iterator[Shown]:
    """Provide a function that opens the big screen of a table."""
    browser: viewers.Browser = request.getfixturevalue(kind)
    wrong: list[str] = []
    contexts: list[Any] = []

    def open_screen(address: str, **more: Any) -> "Page":
        context = browser.program.new_context(
            viewport=more.pop("size", SIZE), reduced_motion="reduce", **more
        )
        contexts.append(context)
        context.add_init_script(viewers.CALM)
        page = context.new_page()
        page.set_default_timeout(viewers.PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        return page

    yield open_screen
    for context in contexts:
        context.close()
    assert [error for error in wrong if "inline style" not in error] == []  # of a screenshot


def wait_until(page: "Page", condition: str) -> None:
    """Wait until a condition holds. It is not evaluated in the page, whose policy forbids that."""
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def read_square(page: "Page") -> str:
    """Return the address that a decoder reads off the screen."""
    picture = np.asarray(Image.open(BytesIO(page.screenshot())).convert("L"))
    found = zxingcpp.read_barcode(picture)
    return found.text if found else ""


@KINDS
def test_who_scans_the_square_joins(evening: Callable[..., Evening], shown: Shown) -> None:
    """The square is read in the lobby, over the whole screen and beside the cards, light and dark.

    Before the first roll a solid die is at the table, an open one sleeps, a blank one has no phone.
    A phone of nobody yet is counted, and one that only watches has an eye.
    """
    table = evening()
    link = f"{LINK}?table={TOKEN}"
    page = shown(table.address)
    page.wait_for_selector(".lobby .qr")
    assert page.evaluate(WRONG) == []
    table.sit("An", "Bram")
    table.sit("Oma", with_phones=False)
    page.wait_for_selector(".seated li:nth-child(3)")
    dice = "[...document.querySelectorAll('.seated svg')].map((die) => die.classList[1])"
    wait_until(page, f"{dice}.join() === 'solid,solid,blank'")
    watching = shown(table.online.address)
    page.get_by_text("1 phone still chooses a name").wait_for()
    watching.locator("dialog.joining .watch").click()
    page.locator(".seated li", has_text="only watches").wait_for()
    assert page.locator(".lobby .sub").inner_text() == "At the table"
    for key in ("", "q", "d", "q"):
        if key:
            page.keyboard.press(key)
        assert read_square(page) == link, key
        assert page.evaluate(WRONG) == []
    table.play(3)
    page.wait_for_selector(".join .qr")
    for _ in ("dark", "light"):
        assert read_square(page) == link
        page.keyboard.press("d")


@pytest.mark.parametrize("kind", ["chromium"])
def test_nothing_is_cut(evening: Callable[..., Evening], shown: Shown) -> None:
    """Nine games and one with columns, for eight players, in four languages.

    No text is cut, none is below 15 px, and nothing scrolls.
    """
    languages = cycle(["nl", "de", "fr", "en"])
    for game in [*NINE, "yamb-7"]:
        table = evening(game, next(languages))
        table.sit(*NAMES[:8])
        table.play(6)
        page = shown(table.address)
        page.wait_for_selector(".written")
        wait_until(page, "document.fonts.status === 'loaded'")
        page.wait_for_timeout(50)
        assert page.evaluate(WRONG) == [], game
        if game == "yamb-7":
            page.keyboard.press("k")
            page.locator("#note", has_text="Keine Gewinnchancen").wait_for()
        page.context.close()
        table.online.vanish()


@KINDS
def test_any_number_of_players(evening: Callable[..., Evening], shown: Shown) -> None:
    """One player to twelve: the cards of all have room, and so has the end of the game."""
    table = evening(language="de")
    page = shown(table.address)
    for count, name in enumerate(NAMES, 1):
        table.sit(name)
        table.write(name.lower(), "sixes", 24, 1)
        page.wait_for_selector(f".seat:nth-of-type({count + 1})")
        page.wait_for_timeout(20)
        assert page.evaluate(WRONG) == [], count
        assert page.locator(".cards tr.grand td").count() == count
    for turn, box in enumerate([box for box in table.ruleset.boxes if box != "sixes"], 2):
        for player in table.players:
            points = table.chance.choice(possible_values(table.ruleset, box))
            table.write(player, box, points, turn)
    page.wait_for_selector(".finish .others li")
    assert page.evaluate(WRONG) == []
    assert page.locator(".finish .others li").count() == len(NAMES) - 3


@KINDS
def test_it_shows_what_happens(evening: Callable[..., Evening], shown: Shown) -> None:
    """Dice as they are tapped, the turn, the lead, the last box until the next one, and questions.

    Turn, lead, last and open differ in shape, so that a grey picture tells them apart.
    """
    table = evening()
    table.sit("An", "Bram")
    table.write("an", "sixes", 24, 1)
    page = shown(table.address)
    page.wait_for_selector(".seat.turn[data-player='bram']")
    table.tap("bram", (6, 6, 2))
    page.wait_for_selector(".thrown .open:nth-child(1)")
    wait_until(page, "document.querySelectorAll('.thrown .open').length === 3")
    table.write("bram", "fours", 16, 1)
    page.wait_for_selector(".box.just[data-player='bram'][data-box='fours']")
    assert page.locator(".box.just").count() == 1
    assert page.locator(".seat.lead").get_attribute("data-player") == "an"
    table.write("bram", "fours", 12, 1, device="phone-an")
    page.wait_for_selector(".box.unsent[data-player='bram']")
    assert page.locator(".doubt").inner_text() == "Bram has yet to choose: Fours 16 or 12"
    style = "(node, [part, name]) => getComputedStyle(node, part)[name]"
    width = page.locator(".box.just").evaluate(style, [None, "borderTopWidth"])
    corner = page.locator(".seat.turn").evaluate(style, ["::before", "borderTopWidth"])
    hollow = page.locator(".box.unsent").evaluate(style, ["::before", "borderTopWidth"])
    others = page.locator(".box.full:not(.just)").first.evaluate(style, [None, "borderTopWidth"])
    assert [float(each.removesuffix("px")) for each in (width, corner)] == [4, 5]
    assert float(hollow.removesuffix("px")) >= 1
    assert float(others.removesuffix("px")) < 2.5
    lead = page.locator(".lead .tot").evaluate(style, [None, "backgroundColor"])
    assert lead != page.locator("#stage").evaluate(style, [None, "backgroundColor"])
    table.online.close()
    page.wait_for_selector("html[data-table='closed'] .next .open")


@pytest.mark.parametrize("kind", ["chromium"])
def test_who_has_no_phone_plays_on_the_big_screen(
    evening: Callable[..., Evening], shown: Shown
) -> None:
    """A tap on the column of the turn opens the keys, and a 0 is asked about first.

    Questions that no phone can answer are asked there.
    """
    table = evening()
    table.sit("Oma", with_phones=False)
    table.sit("An")
    page = shown(table.address)
    page.locator(".seated li[data-player='oma']").click()
    for face in (5, 5, 5, 2, 2):
        page.locator(".key").nth(face - 1).click()
    page.locator(".box[data-player='oma'][data-box='sixes']").click()
    page.locator(".offers button").last.click()
    page.locator("[data-offer='full_house']").click()
    page.wait_for_selector(".seat.turn[data-player='an']")
    wait_until(page, "document.querySelectorAll('.unsent').length === 0")
    (entry,) = table.online.table.state.entries_of("oma")
    assert (entry.box, entry.points.points, entry.dice.dice) == ("full_house", 19, (5, 5, 5, 2, 2))
    page.locator(".seat.turn").click()
    page.wait_for_selector("#note:not([hidden])")
    assert page.locator(".key").count() == 0
    table.write("oma", "chance", 20, 1, device="phone-an")
    page.locator(".doubt.own .values button").nth(1).click()
    page.wait_for_selector(".box.full[data-player='oma'][data-box='chance']")
    for _ in range(100):
        if not any(doubt.is_open for doubt in table.online.table.state.doubts):
            break
        page.wait_for_timeout(50)
    (entry,) = table.online.table.state.entries_of("oma")
    assert entry.box == "chance"


@pytest.mark.parametrize("kind", ["chromium"])
def test_chances_and_the_next_game(evening: Callable[..., Evening], shown: Shown) -> None:
    """K shows the chances to win, which sum to 100; at the end they are a curve.

    The next game begins with the square; the board of the one before has gone.
    """
    table = evening("generala")
    table.sit("An", "Bram")
    table.play(7)
    page = shown(table.address)
    page.wait_for_selector(".written")
    assert page.locator(".chances").count() == 0
    page.keyboard.press("k")
    page.wait_for_selector(".chances:not(.old) li:nth-child(2)")
    texts = page.locator(".chances strong").all_inner_texts()
    assert sum(int("0" if "<" in text else text.strip("%>")) for text in texts) in (99, 100)
    assert page.evaluate(WRONG) == []
    entries = [entry.box for entry in table.online.table.state.entries_of("bram")]
    table.play_on("bram", 7, [box for box in table.ruleset.boxes if box not in entries][:1])
    rest = [*table.ruleset.boxes][7:]
    for player in table.players:
        table.play_on(player, 8, rest)
    page.wait_for_selector(".finish .decided li:not(:empty)")
    wait_until(page, "document.querySelectorAll('.finish .chart .name').length === 2")
    assert page.evaluate(WRONG) == []
    assert read_square(page) == f"{LINK}?table={TOKEN}"
    table.send(AgainEvent, "phone-an", player="bram", game=2)
    page.wait_for_selector(".lobby .qr")
    table.write("bram", "sixes", 18, 1, game=2)
    page.wait_for_selector(".seat.turn[data-player='an']")
    assert page.locator(".cards .box.full").count() == 1


@pytest.mark.parametrize("kind", ["chromium"])
def test_the_end_without_chances(evening: Callable[..., Evening], shown: Shown) -> None:
    """The end of a game that is not played on says why it has no chances, below the totals."""
    table = evening("wuerfelpoker", "fr")
    table.sit("An", "Bram")
    table.play(len(table.ruleset.boxes))
    page = shown(table.address)
    page.locator(".finish .how", has_text="les dés mis de côté ne se relancent plus").wait_for()
    assert page.evaluate(WRONG) == []


@pytest.mark.parametrize("kind", ["firefox"])
def test_chances_in_firefox(evening: Callable[..., Evening], shown: Shown) -> None:
    """The worker runs there too, and its figures are those of the command line."""
    table = evening("generala")
    table.sit("An", "Bram")
    table.write("an", "sixes", 24, 1)
    page = shown(table.address)
    page.wait_for_selector(".written")
    page.keyboard.press("k")
    page.wait_for_selector(".chances:not(.old) li:nth-child(2)")
    found = chances(table.ruleset, [{"sixes": 24}, {}]).chances
    texts = page.locator(".chances strong").all_inner_texts()
    assert [int(text.strip("%")) for text in texts] == [each.percent for each in found]


@pytest.mark.parametrize("kind", ["whole_chromium", "firefox"])
def test_keys_and_a_screen_that_stays_awake(evening: Callable[..., Evening], shown: Shown) -> None:
    """It is dark and turned around, and remembers it.

    On the computer of the table a wake lock works. Who types the address is asked for the digits.
    """
    table = evening()
    table.sit("An", "Bram")
    table.play(2)
    page = shown(table.address.split("?")[0], size={"width": 1920, "height": 1080})
    page.locator("form.digits input").fill("4711")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cards")
    assert page.evaluate("document.querySelector('#stage').getBoundingClientRect().width") == 1920
    assert page.evaluate(WRONG) == []
    for key in "dr":
        page.keyboard.press(key)
    page.reload()
    page.wait_for_selector("html[data-turned][data-theme='dark'] .cards")
    assert page.evaluate(
        "navigator.wakeLock.request('screen').then((lock) => !lock.released && isSecureContext)"
    )
    assert page.locator("#note").is_hidden()


@pytest.mark.parametrize("kind", ["chromium"])
def test_contrasts_and_names(evening: Callable[..., Evening], shown: Shown) -> None:
    """Axe-core finds nothing: contrasts are at least 4.5, light and dark, in all three states."""
    table = evening()
    page = shown(table.address)
    table.sit("An", "Bram", "Cleo")
    page.wait_for_selector(".seated li")
    check_axe(page)
    table.play(3)
    for scheme in ("light", "dark"):
        page.wait_for_selector(f"html[data-theme='{scheme}'] .cards")
        check_axe(page)
        page.keyboard.press("d")
