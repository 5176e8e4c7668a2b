"""The page at a table: phones in real browsers at a real server, which goes and comes back."""

import json
import re
from collections.abc import Callable, Container, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.live.events import (
    AnyEvent,
    ChooseEvent,
    CorrectEvent,
    JoinEvent,
    LeaveEvent,
    SeatEvent,
    WriteEvent,
    WrittenPoints,
)
from sheetgen.live.matches import match_of
from sheetgen.rules.history import possible_values
from tests import viewers
from tests.calculator.test_page import check_axe
from tests.live.online import OnlineTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    *viewers.needed(),
    *viewers.needed("firefox"),
    pytest.mark.parametrize("kind", ["chromium", "firefox"]),
]
PLAYERS = ("An", "Bram", "Cleo")
NETWORK_PATIENCE = 40_000
"""Maximum time in milliseconds until a page notices that the table is gone, or back."""
HOUR = 3_600_000
"""One o'clock of 1970 in Greenwich, in milliseconds."""
PAGE_MATCH = """() => {
  const key = Object.keys(localStorage).find(
    (key) => key.startsWith("sheetgen ") && key.endsWith(" qwertzuiopas"));
  return JSON.parse(localStorage.getItem(key)).match;
}"""
"""Game that a page has stored."""

FINISHED = """() => {
  const kept = Object.values(localStorage).map((text) => JSON.parse(text).finished).find(Boolean);
  return kept ? Object.values(kept)[0] : [];
}"""
"""Games that a page has kept as finished."""

SHORT_GAME = """format = 1
name = "Short"

[dice]
count = 3

[[sections]]
id = "all"
categories = [
  { id = "pair", name = "Pair", pattern = { kind = "pair" }, points = { kind = "matching" } },
  { id = "luck", name = "Luck", pattern = { kind = "any" }, points = { kind = "all" } },
]

[[totals]]
id = "total"
name = "Total"
kind = "sum"
of = ["all"]
"""

Phone = Callable[..., "Page"]


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[OnlineTable]:
    """Provide a table of three players, who have no phones yet.

    A game may be its parameter: its id, or the text of its ruleset.
    """
    game = str(getattr(request, "param", "yatzy"))
    if "\n" in game:
        file = tmp_path / "short.toml"
        file.write_text(game, "utf-8")
        game = str(file)
    online = OnlineTable(tmp_path, game)
    online.open()
    seats: list[AnyEvent] = []
    for count, name in enumerate(PLAYERS, 1):
        seats.append(SeatEvent(device="computer", count=count, player=name.lower(), name=name))
    online.take(seats)
    yield online
    online.vanish()


@pytest.fixture
def phone(kind: str, table: OnlineTable, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """Provide a function that sits down with a phone; without a name it only opens the page.

    A script may be given, which runs first in the page.
    """
    browser: viewers.Browser = request.getfixturevalue(kind)
    wrong: list[str] = []
    contexts: list[Any] = []

    def sit(name: str = "", script: str = "") -> "Page":
        context = browser.program.new_context(
            viewport={"width": 360, "height": 740}, reduced_motion="reduce"
        )
        contexts.append(context)
        context.add_init_script(viewers.CALM + script)
        page = context.new_page()
        page.set_default_timeout(viewers.PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(table.address)
        names = page.locator("dialog.joining")
        names.wait_for()
        if name:
            names.get_by_role("button", name=name).first.click()
            page.wait_for_selector(f".seat.me[title='{name}']")
        return page

    yield sit
    for context in contexts:
        context.close()
    assert not wrong


def type_dice(page: "Page", faces: str) -> None:
    """Tap dice."""
    page.wait_for_selector("html[data-phase='empty']")
    for face in faces:
        page.locator(f"#faces button[value='{face}']").click()
    page.wait_for_selector("html[data-phase='offers']")


def box(page: "Page", name: str, place: int) -> Any:
    """Return the box of a player."""
    return page.locator(f"[data-key='{name} {place}']")


def wait_for_turn(page: Any, table: OnlineTable, player: str, turn: int) -> None:
    """Wait until the table knows that a player has come to a turn: the phone shows it before."""
    for _ in range(100):
        if table.table.state.turn_of(player) == turn:
            return
        page.wait_for_timeout(50)
    assert table.table.state.turn_of(player) == turn


def wait_for_box(
    page: "Page", name: str, place: int, text: str, patience: float = viewers.PATIENCE
) -> None:
    """Wait until a box holds something."""
    page.wait_for_function(
        "([key, text]) => document.querySelector(`[data-key='${key}']`).textContent === text",
        arg=[f"{name} {place}", text],
        timeout=patience,
    )


def test_phones_play(table: OnlineTable, phone: Phone) -> None:
    """Dice are seen as they are tapped; what is written is there at once, and taken back."""
    an = phone("An")
    bram = phone("Bram")
    assert bram.locator("html[data-phase='waits']").count() == 1
    type_dice(an, "33351")
    bram.wait_for_function("() => document.querySelectorAll('#dice .die.open').length === 5")
    assert bram.locator("#offers .offer:visible").count() == 0
    bram.keyboard.press("6")  # whose turn it is not
    bram.keyboard.press("g")
    assert bram.locator("#dice .die.open").count() == 5
    box(an, "threes", 0).click()
    wait_for_box(bram, "threes", 0, "9")
    assert table.table.state.entries_of("an")[0].dice.dice == (3, 3, 3, 5, 1)
    an.locator("#undo").click()
    wait_for_box(bram, "threes", 0, "")
    an.wait_for_selector("html[data-phase='offers']")
    box(an, "threes", 0).click()
    type_dice(bram, "44442")
    box(bram, "fours", 1).click()
    wait_for_box(an, "fours", 1, "16")
    expected = json.loads(json.dumps(match_of(table.table)))
    for page in (an, bram):
        page.wait_for_function(f"() => ({PAGE_MATCH})().entries.length === 2")
        assert page.evaluate(PAGE_MATCH) == expected


def fill_cards(table: OnlineTable, left: Container[tuple[str, str]]) -> None:
    """Write the boxes of all players but some, which are given by player and box."""
    events: list[AnyEvent] = []
    for turn, name in enumerate(reversed(table.table.game.boxes), 1):
        for seat in table.table.state.players:
            if (seat.player, name) in left:
                continue
            lowest = possible_values(table.table.game, name)[0]
            event = WriteEvent(
                device="other",
                count=len(events) + 1,
                player=seat.player,
                box=name,
                turn=turn,
                choice=WrittenPoints(lowest),
            )
            events.append(event)
    table.take(events)


def test_another_game(phone: Phone, table: OnlineTable) -> None:
    """Any player begins it: all follow, also one that slept, and each keeps the one before."""
    fill_cards(table, {("cleo", "chance")})
    cleo = phone("Cleo")
    asleep = phone("Bram")
    an = phone("An")
    asleep.goto("about:blank")
    type_dice(cleo, "33351")
    box(cleo, "chance", 2).click()
    an.get_by_role("button", name="Play again").click(timeout=NETWORK_PATIENCE)
    cleo.wait_for_selector("#end", state="hidden")
    cleo.locator("#note", has_text="starts. The last one").wait_for()
    assert cleo.evaluate("() => document.querySelector('main').scrollTop") == 0
    asleep.goto(table.address)
    type_dice(asleep, "44441")
    box(asleep, "fours", 1).click()
    wait_for_turn(asleep, table, "bram", 2)
    expected = json.loads(json.dumps(match_of(table.table)))
    assert (expected["id"], expected["starter"]) == ("qwertzuiopas-2", "bram")
    first = json.loads(json.dumps(match_of(table.table, 1)))
    for page in (an, asleep, cleo):
        page.wait_for_function(f"() => ({PAGE_MATCH})().entries.length === 1")
        assert page.evaluate(PAGE_MATCH) == expected
        (kept,) = page.evaluate(FINISHED)
        assert kept | {"when": 0} == first | {"when": 0}
    asleep.locator("#undo").click()
    wait_for_turn(asleep, table, "bram", 1)
    assert not table.table.state.entries


def test_screens_of_a_table(phone: Phone, table: OnlineTable) -> None:
    """Everything is named, in contrast and in its place: head and dock are as high as ever."""
    bram = phone("")
    check_axe(bram)
    bram.locator("dialog.joining").get_by_role("button", name="Bram").click()
    bram.wait_for_selector(".seat.me[title='Bram']")
    check_axe(bram)
    height = "() => document.querySelector('#head').offsetHeight + dock.offsetHeight"
    assert bram.evaluate(height) == 198
    bram.locator("#lastbox button").click()
    bram.wait_for_selector("html[data-phase='empty']")
    assert bram.evaluate(height) == 198
    bram.locator("#menu").click()
    bram.locator("[data-entry='people']").click()
    check_axe(bram)
    bram.locator("dialog .joins button").nth(2).click()
    bram.locator(".typists button").first.click()
    bram.wait_for_selector(".typists [aria-checked='true']")
    check_axe(bram)
    assert table.table.state.typing[-1].by == "bram"


def test_a_name_is_taken_over(phone: Phone, table: OnlineTable) -> None:
    """The old phone watches from then on, and says so; a phone that comes back knows its seat."""
    first = phone("An")
    second = phone("")
    second.locator("dialog.joining").get_by_role("button", name="An").first.click()
    second.get_by_role("button", name="Yes, I am An").click()
    second.wait_for_selector(".seat.me[title='An']")
    second.locator("#menu").click()
    second.locator("[data-entry='people']").click()
    second.get_by_text("watching: 1 phone").wait_for()
    first.locator("#note", has_text="plays on another phone now").wait_for()
    assert first.locator(".seat.me").count() == 0
    assert first.locator("#company").inner_text() == "watching"
    second.reload()
    second.wait_for_selector(".seat.me[title='An']")
    assert second.locator("dialog[open]").count() == 0


def test_all_seats_are_taken_away(phone: Phone, table: OnlineTable) -> None:
    """Before the first box: no phone shows the old names, and the one that sat is asked anew."""
    watching = phone("")
    watching.locator("dialog.joining .watch").click()
    an = phone("An")
    counted = enumerate(PLAYERS, 1)
    table.take([LeaveEvent(device="other", count=n, player=name.lower()) for n, name in counted])
    watching.wait_for_selector(".seat[title='An']", state="detached")
    assert watching.locator(".seat").count() == 1
    assert watching.locator("#speech").inner_text().startswith("Nobody has sat down yet")
    an.locator("dialog.joining").get_by_role("button", name="My name").click()
    an.locator("form.named input").fill("Eva")
    an.locator("form.named .main").click()
    watching.wait_for_selector(".seat[title='Eva']")


def test_the_place_at_the_end_is_that_of_its_phone(phone: Phone, table: OnlineTable) -> None:
    """Who watches from then on reads when the game was, not how the player did."""
    fill_cards(table, ())
    an = phone("")
    an.locator("dialog.joining").get_by_role("button", name="An").first.click()
    own_place = an.locator("#end .over span", has_text="An, you share the win")
    own_place.wait_for()
    table.take([JoinEvent(device="second", count=1, player="an")])
    own_place.wait_for(state="detached")
    assert re.fullmatch(r"\w+ \d+", an.locator("#end .over span").inner_text())  # June 5


def test_another_game_at_a_closed_table(phone: Phone, table: OnlineTable) -> None:
    """It is played on this phone alone, which says so."""
    fill_cards(table, ())
    an = phone("")
    an.locator("dialog.joining").get_by_role("button", name="An").first.click()
    table.close()
    an.wait_for_selector("html[data-table='closed']")
    an.get_by_role("button", name="Play again").click()
    an.locator("#note", has_text="this game is on this phone alone").wait_for()
    who = an.locator(".seat.turn").get_attribute("title")
    type_dice(an, "33351")
    place = PLAYERS.index(str(who))
    box(an, "threes", place).click()
    wait_for_box(an, "threes", place, "9")


def test_somebody_types_for_a_player(phone: Phone, table: OnlineTable) -> None:
    """A player without a phone is typed for, for one turn or always."""
    bram = phone("Bram")
    bram.locator("#lastbox button").click()  # it is An's turn, who has no phone
    type_dice(bram, "55512")
    box(bram, "fives", 0).click()
    wait_for_box(bram, "fives", 0, "15")
    wait_for_turn(bram, table, "an", 2)
    bram.wait_for_function("() => document.querySelector('#speech').textContent.includes('Your')")


@pytest.mark.parametrize("table", ["yamb-10"], indirect=True)
def test_the_player_before_names_a_box(phone: Phone, table: OnlineTable) -> None:
    """On the own phone: it is announced on that of the player who rolls, and all see it."""
    an = phone("An")
    cleo = phone("Cleo")
    cleo.locator("thead [data-prefix='directed.']").click()
    cleo.locator("dialog [data-box='directed.threes']").click()
    for page in (an, cleo):
        page.locator("#speech", has_text="announced: Threes").wait_for()
    type_dice(an, "33321")
    an.locator("#offers .offer").click()  # the only one
    wait_for_turn(an, table, "an", 2)
    (entry,) = table.table.state.entries_of("an")
    assert (entry.box, entry.points.points) == ("directed.threes", 9)


def test_who_comes_late_takes_no_dice_away(phone: Phone, table: OnlineTable) -> None:
    """Dice of a turn stay, and are written, though somebody sits down who has more turns left."""
    fill_cards(table, {("an", "chance"), ("bram", "chance"), ("cleo", "chance")})
    an = phone("An")
    an.wait_for_selector("html[data-phase='empty']")
    for face in "33":
        an.locator(f"#faces button[value='{face}']").click()
    table.take([SeatEvent(device="late", count=1, player="eva", name="Eva")])
    an.wait_for_selector(".seat[title='Eva']")
    for face in "351":
        an.locator(f"#faces button[value='{face}']").click()
    an.wait_for_selector("html[data-phase='offers']")
    box(an, "chance", 0).click()
    an.wait_for_selector("html[data-phase='waits']")
    (entry,) = [each for each in table.table.state.entries_of("an") if each.box == "chance"]
    assert entry.dice.dice == (3, 3, 3, 5, 1)


def test_vibration_at_my_turn(phone: Phone) -> None:
    """It is off until somebody asks for it, and tells of one's own turn alone."""
    an = phone("An")
    bram = phone("Bram", "window.felt = 0; navigator.vibrate = () => { felt += 1; };")
    for name, switched, felt in (("threes", False, 0), ("fours", True, 2)):
        if switched:
            bram.locator("#menu").click()
            bram.locator("[data-entry='sound']").click()
            bram.get_by_role("switch", name="vibration at my turn").click()
            bram.keyboard.press("Escape")
            bram.keyboard.press("Escape")
        type_dice(an, "33344")
        box(an, name, 0).click()
        bram.wait_for_selector("html[data-phase='empty']")
        assert bram.evaluate("() => felt") == felt  # one of them is the switch
        type_dice(bram, "33344")
        box(bram, name, 1).click()
        an.locator("#lastbox button").click()  # Cleo has no phone
        type_dice(an, "33344")
        box(an, name, 2).click()


def test_a_correction_is_told_and_set_back(phone: Phone, table: OnlineTable) -> None:
    """The owner of a box sees who corrected it, and sets it back with one tap."""
    an = phone("An")
    type_dice(an, "33351")
    box(an, "threes", 0).click()
    wait_for_box(an, "threes", 0, "9")
    bram = phone("Bram")
    wait_for_box(bram, "threes", 0, "9")
    box(bram, "threes", 0).click()
    bram.locator("dialog .value").nth(2).click()
    bram.get_by_role("button", name="Correct it for everyone").click()
    note = an.locator("#table-note")
    note.wait_for()
    assert "9 → 6." in note.inner_text()
    note.get_by_role("button", name="Set it back to 9").click()
    wait_for_box(bram, "threes", 0, "9")
    kinds = [event for event in table.table.log if isinstance(event, CorrectEvent)]
    assert len(kinds) == 2


def test_a_lost_phone_plays_on(phone: Phone, table: OnlineTable) -> None:
    """Its boxes have a hollow square until the table has them; two values are one question."""
    an = phone("An")
    bram = phone("Bram")
    table.vanish()
    an.wait_for_selector("html[data-table='out']", timeout=NETWORK_PATIENCE)
    an.get_by_text("No connection to the table.").wait_for()
    type_dice(an, "33351")
    box(an, "threes", 0).click()
    an.wait_for_selector(".unsent[data-key='threes 0']")
    assert "1 box waiting" in an.locator("#speech").inner_text()
    table.open()
    other = WriteEvent(
        device="other",
        count=1,
        player="an",
        box="threes",
        turn=1,
        choice=WrittenPoints(6),
        clock=HOUR,
    )
    table.take([other])
    an.get_by_role("heading", name="Threes: 9 or 6?").wait_for(timeout=NETWORK_PATIENCE)
    times = an.locator(".doubted strong + small").all_inner_texts()
    assert re.fullmatch(r"at \d\d:\d\d, without connection", times[0])
    assert re.fullmatch(r"at \d\d:\d\d", times[1])
    assert box(an, "threes", 0).inner_text() == "6"
    wait_for_box(bram, "threes", 0, "6", NETWORK_PATIENCE)
    assert bram.locator("dialog[open]").count() == 0
    an.locator(".doubted").first.click()
    wait_for_box(an, "threes", 0, "9")
    an.wait_for_function("() => !document.querySelector('.unsent')")
    answers = [event for event in table.table.log if isinstance(event, ChooseEvent)]
    assert len(answers) == 1
    assert table.table.state.entries_of("an")[0].points.points == 9


def test_a_closed_table(phone: Phone, table: OnlineTable) -> None:
    """Phones are told; when it opens again, they are back by themselves, without a scan."""
    an = phone("An")
    table.close()
    an.wait_for_selector("html[data-table='closed']")
    an.get_by_text("The table closed at").wait_for()
    table.open()
    an.wait_for_selector("html[data-table='on']", timeout=NETWORK_PATIENCE)
    assert an.locator("#table-note").count() == 0
    table.close()
    an.get_by_role("button", name="Play on here").click()
    type_dice(an, "33351")
    box(an, "threes", 0).click()
    wait_for_box(an, "threes", 0, "9")
    table.open()
    assert not table.table.state.entries


def type_digits(page: "Page") -> None:
    """Type the digits that stand under the square."""
    digits = page.locator("dialog.digits")
    digits.wait_for(timeout=NETWORK_PATIENCE)
    digits.locator("input").fill("4711")
    digits.get_by_role("button", name="Sit down").click()


def test_a_lost_file(phone: Phone, table: OnlineTable) -> None:
    """A phone brings the whole game back, and all have their seats and boxes as before."""
    an = phone("An")
    bram = phone("Bram")
    type_dice(an, "33351")
    box(an, "threes", 0).click()
    wait_for_box(bram, "threes", 0, "9")
    table.vanish()
    type_dice(bram, "44442")
    box(bram, "fours", 1).click()  # which no other phone has
    table.lose_file()
    type_digits(an)
    an.get_by_role("heading", name="The table asks for its game").wait_for()
    check_axe(an)
    an.get_by_role("button", name="An, Bram, and Cleo").click()
    an.wait_for_selector("html[data-table='on']", timeout=NETWORK_PATIENCE)
    type_digits(bram)
    wait_for_box(an, "fours", 1, "16", NETWORK_PATIENCE)
    assert table.table.about.id == "qwertzuiopas"
    for page, name in ((an, "An"), (bram, "Bram")):
        page.wait_for_selector(f".seat.me[title='{name}']")
        page.wait_for_function("() => !document.querySelector('.unsent')")
    writes = [event for event in table.table.log if isinstance(event, WriteEvent)]
    assert [event.box for event in writes] == ["threes", "fours"]


def test_another_file(phone: Phone, table: OnlineTable, tmp_path: Path) -> None:
    """A file that is older than the phones, as a copy is, gets from each what it wrote itself."""
    table.vanish()
    copy = table.path.read_bytes()
    table.open()
    an = phone("An")
    type_dice(an, "33351")
    box(an, "threes", 0).click()
    wait_for_turn(an, table, "an", 2)
    an.wait_for_function("() => !document.querySelector('.unsent')")
    table.vanish()
    table.path.write_bytes(copy)
    table.open()
    other = WriteEvent(
        device="other", count=1, player="bram", box="ones", turn=1, choice=WrittenPoints(3)
    )
    table.take([other])
    wait_for_box(an, "ones", 1, "3", NETWORK_PATIENCE)
    wait_for_turn(an, table, "an", 2)
    assert an.locator(".seat.me[title='An']").count() == 1


def test_without_streams(kind: str, phone: Phone, table: OnlineTable) -> None:
    """Where something keeps streams back, a long poll takes their place, also for tapped dice."""
    an = phone("An")
    an.context.route(
        "**/events?*",
        lambda route: (
            None if "event-stream" in route.request.headers.get("accept", "") else route.continue_()
        ),
    )
    an.reload()
    an.wait_for_selector("html[data-table='on']")
    joined = JoinEvent(device="other", count=1, player="bram")
    written = WriteEvent(
        device="other", count=2, player="bram", box="ones", turn=1, choice=WrittenPoints(3)
    )
    table.take([joined, written])
    wait_for_box(an, "ones", 1, "3", NETWORK_PATIENCE)
    type_dice(an, "22213")
    box(an, "twos", 0).click()
    wait_for_box(an, "twos", 0, "6")
    type_dice(phone("Cleo"), "44441")
    an.wait_for_function("() => document.querySelectorAll('#dice .die.open').length === 5")


def test_two_windows_of_a_phone(phone: Phone, table: OnlineTable) -> None:
    """They are one device: each shows what the other has not sent yet, and nothing is lost."""
    first = phone("An")
    second = first.context.new_page()
    second.goto(table.address)
    second.wait_for_selector(".seat.me[title='An']")
    assert second.locator("dialog[open]").count() == 0
    first.context.set_offline(True)
    type_dice(first, "33351")
    box(first, "threes", 0).click()
    second.wait_for_selector(".unsent[data-key='threes 0']")
    first.close()
    second.context.set_offline(False)
    wait_for_turn(second, table, "an", 2)
    devices = {event.device for event in table.table.log if isinstance(event, WriteEvent)}
    counts = [event.count for event in table.table.log if event.device in devices]
    assert (len(devices), counts) == (1, [1, 2])


def losing(rng: Random) -> Callable[[Any], None]:
    """Return what loses 30 % of requests, half of them after they arrived."""

    def lose(route: Any) -> None:
        fate = rng.random()
        if fate < 0.15:
            route.abort()
        elif fate < 0.3:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    return lose


def take_turn(page: "Page", name: str, place: int, dice: str) -> None:
    """Type dice, and write what they are worth in a box, once it is the turn of the phone."""
    page.wait_for_selector("html[data-phase='empty']", timeout=NETWORK_PATIENCE)
    type_dice(page, dice)
    box(page, name, place).click()
    strike = page.locator("dialog .strikes")
    if strike.count():
        strike.click()
    page.wait_for_selector(f"[data-key='{name} {place}'] .full", state="attached")


@pytest.mark.parametrize("table", [SHORT_GAME], indirect=True)
def test_a_network_that_loses_requests(kind: str, phone: Phone, table: OnlineTable) -> None:
    """Six phones, three in Firefox, play a whole game; one after the other sleeps for a while.

    No entry is lost, none is there twice, and all phones have the game of the table.
    """
    rng = Random(61)  # noqa: S311
    names = (*PLAYERS, "Dirk", "Eva", "Fe") if kind == "chromium" else PLAYERS
    for count, name in enumerate(names[3:], 4):
        table.take([SeatEvent(device="computer", count=count, player=name.lower(), name=name)])
    pages = [phone(name) for name in names]
    for page in pages:
        page.context.route(re.compile(r"/(events|game\?.*)$"), losing(rng))
    boxes = [*table.table.game.boxes]
    for box_id in boxes:
        for place, page in enumerate(pages):
            sleeper = pages[(place + 1) % len(pages)]  # who is next, and has nothing to send
            sleeper.context.set_offline(True)
            take_turn(page, box_id, place, "".join(str(rng.randint(1, 6)) for _ in range(3)))
            sleeper.context.set_offline(False)
    for page in pages:
        page.wait_for_function(f"() => ({FINISHED})().length === 1", timeout=NETWORK_PATIENCE)
        has_sent = "() => !document.querySelector('.unsent')"
        page.wait_for_function(has_sent, timeout=NETWORK_PATIENCE)
    writes = [event for event in table.table.log if isinstance(event, WriteEvent)]
    assert len(writes) == len(names) * len(boxes)
    expected = json.loads(json.dumps(match_of(table.table))) | {"when": 0}
    for page in pages:
        (kept,) = page.evaluate(FINISHED)
        assert kept | {"when": 0} == expected
