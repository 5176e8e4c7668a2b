"""Fast fingers on the page: of the taps of a double tap one acts.

What was rolled stays; Back closes a sheet.
"""

import json
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.rulesets.loading import load_ruleset
from tests import viewers
from tests.calculator.test_page import Open, box, opened, phase, press, reload, roll_dice, settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ("opened",)
pytestmark = viewers.needed()
CLOCK = """(() => {
  let now = performance.now();
  let drawn = 7;
  performance.now = () => now;
  window.requestAnimationFrame = (act) => setTimeout(() => act(now));
  window.later = (ms) => { now += ms; };
  Object.defineProperty(Event.prototype, "timeStamp", {get: () => now});
  crypto.getRandomValues = (bytes) => bytes.map(() => (drawn = (drawn * 75 + 74) % 65537) % 251);
})()"""
"""The clock of the guard goes on at a word alone, so that tests need not wait; the same dice are
rolled every time."""
GAPS = (80, 300)
"""Milliseconds between the taps of hasty fingers."""
MOMENT = 350
"""Milliseconds for which the guard ignores presses."""
MIDDLE = (
    "node => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, "
    "box.y + box.height / 2]; }"
)
SEEN = """() => {
  dispatchEvent(new Event("pagehide"));
  const [run] = Object.entries(localStorage).filter(([key]) => key.includes("["))
      .map(([, value]) => JSON.parse(value));
  const players = [{name: "An"}, {name: "Bram"}];
  const {match, turn} = run ||
      {match: {entries: [], players}, turn: {dice: [], throws: [], kept: [], first: false}};
  return JSON.stringify([
    match.entries.map(({box, points}) => [box, points]),
    match.players.map(({name, left}) => [name, left]),
    turn.dice.length, turn.throws.length, turn.kept.filter(Boolean).length, turn.first,
    [...document.querySelectorAll("dialog[open]")].map((node) => node.textContent),
    [...document.querySelectorAll("dialog[open] input")]
        .map((node) => node.placeholder + node.value),
    [...document.querySelectorAll("dialog[open] [aria-pressed=true]")]
        .map((node) => node.textContent),
    document.documentElement.dataset.theme,
  ]);
}"""
TAPS = f"""async ({{x, y, gap, before}}) => {{
  const tick = () => new Promise((done) => setTimeout(done));
  const seen = [];
  for (let late = 0; late < {MOMENT} && seen.length < 3 && seen[0] !== before; late += gap) {{
    const node = document.elementFromPoint(x, y);
    const place = {{bubbles: true, cancelable: true, clientX: x, clientY: y}};
    node.dispatchEvent(new PointerEvent("pointerdown", place));
    node.dispatchEvent(new MouseEvent("click", place));
    await tick();
    await tick();
    await tick(); // what has changed is painted
    seen.push(({SEEN})());
    window.later(gap);
  }}
  return seen;
}}"""
"""Content after each of at most three taps within a moment. The first is enough if it changes
nothing."""
POINTS = """() => {
  const within = document.querySelector("dialog[open]") || document;
  const seen = new Set();
  return [...within.querySelectorAll("button, select, summary")].filter((node) => {
    // each tap takes one back, or is one die
    if (node.matches("#undo, #erase, #faces button, .grip")) return false;
    if (node.closest("table")) {  // of a row with boxes one of each kind
      const kind = [node.className, (node.firstElementChild || node).className].join();
      if (seen.has(kind)) return false;
      seen.add(kind);
    }
    return true;
  }).map((node) => {
    const {left, top, width, height} = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2, node];
  }).filter(([x, y, node]) => {
    const there = document.elementFromPoint(x, y);
    return there && node.contains(there);
  }).map(([x, y, node]) =>
      [x, y, (node.getAttribute("aria-label") || node.textContent).slice(0, 40)]);
}"""


def held(ruleset: Any, opened: Open, **more: Any) -> "Page":
    """Open a page whose guard has a clock of its own."""
    page = opened(ruleset, hasty=True, **more)
    page.context.add_init_script(CLOCK)
    reload(page)
    return page


WAIT = """async () => {
  await document.fonts.ready;
  for (const pause of [20, 0, 0, 0, 0]) {
    await new Promise((done) => setTimeout(done, pause));
  }
  later(1000);
}"""


def wait(page: "Page") -> None:
    """Let the clock run, once closing elements are gone and changes are painted."""
    page.evaluate(WAIT)


def awake(page: "Page") -> None:
    """Wait until the guard of a page with a clock that runs ignores nothing."""
    page.wait_for_function("() => !document.querySelector('.asleep')")


def dialog(page: "Page", name: str) -> None:
    page.locator("#menu").click()
    wait(page)
    page.locator(f"dialog [data-entry={name}]").click()


def nothing(page: "Page") -> None:
    pass


def zero(page: "Page") -> None:
    box(page, "sixes").click()


def picked(page: "Page") -> None:
    box(page, "sixes", 1).click()
    wait(page)
    page.locator("dialog .value").nth(2).click()


def full(page: "Page") -> None:
    """Play to the end."""
    for where in load_ruleset("dice-play").boxes:
        for player in (0, 1):
            for place in (
                box(page, where, player),
                page.locator("dialog .value").last,
                page.locator("dialog .write"),
            ):
                viewers.tap(place)
                wait(page)
    page.locator("#end-head").wait_for()


Act = Callable[["Page"], object]
MOMENTS: dict[str, tuple[Act, Act]] = {
    "hint": (lambda page: page.evaluate("localStorage.clear()"), nothing),
    "empty": (nothing, nothing),
    "tapping": (lambda page: roll_dice(page, (5, 5)), nothing),
    "offers": (lambda page: roll_dice(page, (5, 5, 5, 5, 2)), nothing),
    "rolled": (lambda page: page.locator("#roll").click(), nothing),
    "menu": (nothing, lambda page: page.locator("#menu").click()),
    "players": (nothing, lambda page: dialog(page, "people")),
    "games": (nothing, lambda page: dialog(page, "card")),
    "zero": (lambda page: roll_dice(page, (1, 1, 2, 3, 4)), zero),
    "points": (nothing, picked),
    "end": (full, nothing),
}
"""Games that are played once and kept, and the presses on each page that opens with them."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_of_hasty_taps_one_acts(opened: Open, moment: str) -> None:
    """Each control, tapped twice or three times within a moment, does what one tap does.

    This is so in each phase of a turn.
    """
    page = held(load_ruleset("dice-play"), opened)
    play, press = MOMENTS[moment]
    wait(page)
    play(page)
    settle(page)
    kept = page.evaluate("() => ({...localStorage})")

    def begin() -> None:
        page.evaluate(
            "(kept) => { localStorage.clear(); Object.assign(localStorage, kept); }", kept
        )
        reload(page)
        wait(page)
        press(page)
        wait(page)

    begin()
    before = page.evaluate(SEEN)
    points = page.evaluate(POINTS)
    assert points
    for x, y, name in points:
        seen = []
        for gap in GAPS:
            seen += page.evaluate(TAPS, {"x": x, "y": y, "gap": gap, "before": before})
            if seen == [before]:
                break  # it changes nothing
            begin()
        assert len(set(seen)) == 1, (moment, name)


BUSY = """() => {
  const stop = performance.now() + 800;
  document.addEventListener("click", () => { while (performance.now() < stop); }, {once: true});
}"""
"""After the next tap the page is busy: it paints nothing, and handles no other tap."""


class Finger:
    """Finger on the screen of a phone.

    Its touches have times of their own, however late the page handles them.
    """

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def tap(self, place: Any, when: float) -> None:
        """Tap the middle of an element, at a time in seconds."""
        x, y = place.evaluate(MIDDLE)
        self.touch("touchStart", [{"x": x, "y": y}], when)
        self.touch("touchEnd", [], when + 0.02)

    def touch(self, kind: str, points: list[dict[str, float]], when: float) -> None:
        """Send one event."""
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": when}
        )


def full_boxes(page: "Page") -> int:
    return page.locator(".box.full").count()


def test_a_touch_on_a_busy_phone_counts_from_what_was_seen(opened: Open) -> None:
    """The second tap of a double tap, handled after 800 ms, writes nothing.

    One after the offers were seen does.
    """
    page = opened(load_ruleset("dice-play"), hasty=True, has_touch=True)
    finger, key = Finger(page), page.locator("#faces button[value='1']")
    press(page, *["1"] * 4)
    awake(page)
    page.evaluate(BUSY)
    start = time.time()
    chip = page.locator("#offers .offer").first
    finger.tap(key, start)
    finger.tap(chip, start + 0.3)
    awake(page)
    assert chip.is_visible()
    assert not full_boxes(page)
    finger.tap(chip, time.time())
    page.wait_for_function("() => document.documentElement.dataset.phase === 'empty'")
    assert full_boxes(page) == 1


def test_a_press_without_a_click_is_forgotten(opened: Open) -> None:
    """A later click without a press of its own, as of a screen reader, does what it says.

    Before it a key had opened the menu, and a finger had begun to scroll.
    """
    page = held(load_ruleset("dice-play"), opened)
    wait(page)
    press(page, "m")
    wait(page)
    page.evaluate("() => document.querySelector('dialog [data-entry=people]').click()")
    page.locator("dialog.players[open]").wait_for()
    page.evaluate("""() => {
        const name = document.querySelector("dialog.players input");
        name.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
        name.dispatchEvent(new PointerEvent("pointercancel", {bubbles: true}));
    }""")
    page.go_back()
    page.wait_for_function("() => !document.querySelector('dialog')")
    wait(page)
    page.evaluate("() => document.querySelector('#roll').click()")
    assert phase(page) == "rolled"


def test_ignored_taps_do_not_prolong_the_wait(opened: Open) -> None:
    """A second tap 300 ms after the first does nothing, and a third one acts.

    The third follows content that was visible for a moment.
    """
    page = held(load_ruleset("dice-play"), opened)
    wait(page)
    roll_dice(page, (1, 1, 1, 1))
    x, y = page.locator("#faces button[value='1']").evaluate(MIDDLE)
    taps = {"x": x, "y": y, "gap": 300, "before": ""}
    states = [json.loads(each) for each in page.evaluate(TAPS, taps)]
    assert [(len(entries), dice) for entries, _, dice, *_ in states] == [(0, 5), (0, 5)]
    states = [json.loads(each) for each in page.evaluate(TAPS, taps)]
    assert [(len(entries), dice) for entries, _, dice, *_ in states] == [(1, 0), (1, 0)]


def test_fast_fingers_lose_no_die(opened: Open) -> None:
    """Dice of the next turn are taken at once, typed or tapped.

    The second tap of a double tap is none.
    """
    page = held(load_ruleset("dice-play"), opened)
    wait(page)

    def dice() -> int:
        return int(page.locator("#dice .die:not(.blank)").count())

    for keys in ("11112", "33334"):
        page.keyboard.type(keys)
        wait(page)
        press(page, "Enter")
    page.keyboard.type("66")
    assert (full_boxes(page), dice()) == (2, 2)
    page.keyboard.type("666")
    press(page, "Enter")
    assert (full_boxes(page), dice()) == (2, 5)  # what it would write was not seen yet
    wait(page)
    viewers.tap(page.locator("#offers .offer").first)
    x, y = page.locator("#faces button[value='5']").evaluate(MIDDLE)
    page.mouse.click(x, y)
    page.mouse.click(x, y)
    assert (full_boxes(page), dice()) == (3, 2)
    page.keyboard.type("555")
    wait(page)
    x, y = page.locator("#offers .offer").first.evaluate(MIDDLE)
    page.mouse.click(x, y)
    page.mouse.click(x, y)
    assert (full_boxes(page), dice()) == (4, 0)


def test_hasty_hands_on_the_real_thing(opened: Open) -> None:
    """These faults were found.

    By mouse and keys, with the delays of fingers, only chosen boxes are written. On a busy machine
    the clicks of a mouse may come so late that they count: the hands begin anew then.
    """
    for _ in range(8):
        page = opened(load_ruleset("yatzy"), hasty=True)
        if hasty_mouse(page):
            break
    else:
        pytest.skip("no hands are hasty on a machine as busy as this one")
    awake(page)
    press(page, *["1"] * 6)
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert written(page) == 1
    awake(page)
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert written(page) == 2


def written(page: "Page") -> int:
    """Return how many boxes are written."""
    return len(json.loads(page.evaluate(SEEN))[0])


def hasty_mouse(page: "Page") -> bool:
    """Roll three times and write one box, with clicks too many, and assert that these do nothing.

    Return whether the clicks were fast: False, and nothing is asserted, if the machine was slow.
    """
    roll = page.locator("#roll")
    nothing = page.locator("b", has_text=re.compile("^0$"))
    chip = page.locator("#offers .chip").filter(has_not=nothing).first
    for _ in range(3):  # Roll, and Roll 5 again
        awake(page)
        began = time.monotonic()
        roll.click()
        page.mouse.click(180, 700, delay=20)
        page.wait_for_timeout(100)
        page.mouse.click(180, 700, delay=20)
        if is_slow(began):
            return False
    assert not written(page)
    awake(page)
    began = time.monotonic()
    chip.dblclick(delay=30)
    if is_slow(began):
        return False
    page.wait_for_timeout(100)
    state = json.loads(page.evaluate(SEEN))
    assert (len(state[0]), state[2]) == (1, 0)
    return True


def is_slow(began: float) -> bool:
    """Check whether the guard may have let a press act since a time: its moment is over."""
    return (time.monotonic() - began) * 1000 >= MOMENT


def test_a_roll_that_was_seen_stays(opened: Open) -> None:
    """Undo goes back to before the last written box.

    The rolls of the turn after it come again as they were.
    """
    page = opened(load_ruleset("dice-play"))

    def turn() -> Any:
        settle(page)
        return page.evaluate(
            "() => JSON.parse(Object.entries(localStorage).find(([key]) => "
            "key.includes('['))[1]).turn"
        )

    page.locator("#roll").click()
    assert page.locator("#undo").get_attribute("aria-disabled") == "true"
    page.locator("#dice button").first.click()
    page.locator("#roll").click()
    mine = turn()
    page.locator("tr .cell.offered").first.click()
    if page.locator("dialog").count():
        page.locator("dialog .strikes").click()
    page.locator("#roll").click()
    page.locator("#dice button").nth(1).click()
    page.locator("#roll").click()
    other = turn()
    assert len(other["throws"]) == 2
    page.locator("#undo").click()
    assert turn() == mine
    page.locator("tr .cell.offered").nth(1).click()
    if page.locator("dialog").count():
        page.locator("dialog .strikes").click()
    assert turn() == other


def test_back_closes_a_sheet(opened: Open) -> None:
    """Back closes one sheet after the other, and then leaves the page.

    A sheet that was closed takes no step.
    """
    page = opened(load_ruleset("dice-play"))
    here = page.url
    page.locator("#menu").click()
    press(page, "Escape")
    page.locator("#menu").click()
    page.locator("dialog [data-entry=card]").click()
    page.locator("dialog.games[open]").wait_for()
    page.go_back()
    page.wait_for_function("() => !document.querySelector('dialog')")
    assert page.url == here
    page.locator("#menu").click()
    page.go_back()
    page.wait_for_function("() => !document.querySelector('dialog')")
    page.go_back()
    page.wait_for_url("about:blank")


def test_every_zero_is_asked(opened: Open) -> None:
    """Also that of a further Yacht in another box, which brings a bonus."""
    ruleset = load_ruleset("bonus-yachts")
    page = opened(ruleset, ("An",))

    def roll(where: str) -> None:
        roll_dice(page, (6,) * 5)
        box(page, where).click()

    roll("yacht")
    roll("sixes")
    roll("ones")
    assert "100" in str(page.locator("dialog .loss").text_content())
    page.locator("dialog .strikes").click()
    settle(page)
    assert json.loads(page.evaluate(SEEN))[0] == [["yacht", 50], ["sixes", 30], ["ones", 0]]
