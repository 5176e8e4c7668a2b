"""What holds in every state of a phone at a table: room, sizes, notes, and what is open."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import viewers
from tests.calculator.test_page import check_axe
from tests.calculator.test_page_layout import LAYOUT
from tests.live.states import StatesOfPhone

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = viewers.needed()

HEIGHT = "() => document.querySelector('#head').offsetHeight + dock.offsetHeight"
LETTERS = """() => {
  let least = 99;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const sees = {visibilityProperty: true, opacityProperty: true};
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const isWide = [...range.getClientRects()].some(({width}) => width > 2);
    const isLeftOut = node.closest(".heard, noscript, script, style, svg");
    if (walker.currentNode.data.trim() && isWide && !isLeftOut && node.checkVisibility(sees)) {
      least = Math.min(least, parseFloat(getComputedStyle(node).fontSize));
    }
  }
  return least;
}"""
"""Size of the smallest letters on a page, in pixels."""
NOTES = """() => [...document.querySelectorAll("#table-note, #note:not([hidden])")].map((note) => {
  const {top, bottom} = note.getBoundingClientRect();
  const head = document.querySelector("#head").getBoundingClientRect().bottom;
  return bottom <= dock.getBoundingClientRect().top + 1 && top >= head;
})"""
"""Whether each note leaves head and dock free."""
MARK = """() => ({
  table: document.documentElement.dataset.table,
  mark: [...document.querySelectorAll("#company svg")].map((each) => each.getAttribute("class")),
})"""


@pytest.fixture
def page(chromium: viewers.Browser) -> Iterator["Page"]:
    """Provide a page of the size of a phone, which has no faults."""
    context = chromium.program.new_context(
        viewport={"width": 360, "height": 740}, reduced_motion="reduce", color_scheme="dark"
    )
    context.add_init_script(viewers.CALM)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert not wrong


@pytest.mark.parametrize(("count", "language"), [(1, "en"), (2, "nl"), (4, "de"), (8, "fr")])
def test_every_state(count: int, language: str, page: "Page", tmp_path: Path) -> None:
    """Head and dock stay as high as ever, nothing is cut, at most one note leaves both free.

    The mark is solid at the table alone.
    """
    heights = set()
    seen = []
    states = StatesOfPhone(page, tmp_path, count, language)
    try:
        for state in states.show_all():
            seen.append(state)
            heights.add(page.evaluate(HEIGHT))
            assert page.evaluate(LETTERS) >= 14, state
            notes = page.evaluate(NOTES)
            assert notes in ([], [True]), state
            shown = page.evaluate(MARK)
            is_there = shown["table"] == "on"
            assert ("die open" in shown["mark"]) == (not is_there), (state, shown)
            if not page.locator("dialog[open]").count():
                page.evaluate(LAYOUT.read_text("utf-8"))
                assert page.evaluate("() => layout.faults()") == [], state
            if count == 4:
                check_axe(page)
    finally:
        states.table.vanish()
    assert {"my turn", "two values", "lost, with a note", "closed"} <= set(seen)
    assert len(heights) == 1
    assert heights == {198} or (count > 4 and max(heights) <= 200)


def test_writing_is_never_blocked(page: "Page", tmp_path: Path) -> None:
    """A box of one's own takes a value in any state, hollow until the table has it."""
    states = StatesOfPhone(page, tmp_path, 2, "en")
    try:
        states.sit_down()
        states.settle("html[data-phase='waits']")
        write_box(page, "ones")
        page.wait_for_selector("[data-key='ones 1']:not(.unsent)")
        for turn, box in enumerate(("fours", "fives"), 1):
            states.write(0, box, 0, turn)
        states.settle("html[data-phase='empty']")
        write_box(page, "twos")
        page.wait_for_selector("[data-key='twos 1']:not(.unsent)")
        states.lose()
        write_box(page, "fours")
        assert page.locator(".unsent[data-key='fours 1']").count() == 1
        states.find()
        page.wait_for_selector("[data-key='fours 1']:not(.unsent)")
        states.close()
        write_box(page, "fives")
        assert page.locator(".unsent[data-key='fives 1']").count() == 1
        boxes = [entry.box for entry in states.table.table.state.entries_of("p1")]
        assert boxes == ["ones", "twos", "fours"]
    finally:
        states.table.vanish()


def write_box(page: "Page", box: str) -> None:
    """Write a value in a box of the second player, without dice."""
    page.locator(f"[data-key='{box} 1']").click()
    page.locator("dialog .value").last.click()
    page.locator("dialog .write").click()
    page.wait_for_selector(f"[data-key='{box} 1'] .full")
