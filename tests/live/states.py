"""Every state of a phone at a table, one after the other, in a browser."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.live.events import (
    AnyEvent,
    DiceFacts,
    JoinEvent,
    SeatEvent,
    WriteEvent,
    WrittenPoints,
)
from tests import viewers
from tests.live.online import OnlineTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ("An", "Bram", "Cleo", "Oma", "Dirk", "Eva", "Fatima", "Gijsbert")
"""Names of players. Oma has no phone; the last player of a table has the phone that is shown."""


CLOCK = "window.ahead = 0; const now = Date.now; Date.now = () => now() + window.ahead;"
"""Script by which a page's clock may be ahead, in milliseconds."""


class StatesOfPhone:
    """Phone at a table, which goes through all its states."""

    def __init__(self, page: "Page", folder: Path, count: int, language: str) -> None:
        page.add_init_script(CLOCK)
        self.page = page
        self.count = count
        self.table = OnlineTable(folder, "yatzy", language)
        self.table.open()
        self.counts: dict[str, int] = {}
        page.set_default_timeout(viewers.PATIENCE)

    def tell(self, kind: type[Any], device: str, **fields: Any) -> None:
        """Let another device send an event."""
        self.counts[device] = self.counts.get(device, 0) + 1
        event: AnyEvent = kind(device=device, count=self.counts[device], **fields)
        self.table.take([event])

    def write(self, place: int, box: str, points: int, turn: int) -> None:
        """Let the phone of a player write a box."""
        device = f"phone-{place}"
        choice = WrittenPoints(points)
        self.tell(WriteEvent, device, player=f"p{place}", box=box, turn=turn, choice=choice)

    def settle(self, selector: str) -> None:
        """Wait until the page shows something, and stands still."""
        self.page.wait_for_selector(selector)
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def type_dice(self, faces: str) -> None:
        """Tap dice, which then lie there."""
        self.settle("html[data-phase='empty']")
        for face in faces:
            self.page.locator(f"#faces button[value='{face}']").click()
        self.settle("html[data-phase='offers']")

    def show_all(self) -> Iterator[str]:
        """Go to each state, and yield its name."""
        last = self.count - 1
        self.open()
        yield "who are you"
        self.page.locator("dialog.joining .watch").click()
        self.settle("html[data-seat='none']")
        yield "watching"
        self.page.locator("#menu").click()
        self.page.locator("[data-entry='people']").click()
        yield "players"
        self.page.locator("dialog .actions .main").first.click()
        self.page.locator("dialog.joining li button").nth(last).click()
        self.settle(".seat.me")
        if last:
            yield from self._wait_for_others(last)
        yield "my turn"
        self.type_dice("33351")
        yield "offers"
        self.page.locator(f"[data-key='threes {last}']").click()
        self.settle(f"[data-key='threes {last}'] .full")
        yield from self._ask(last)
        yield from self._lose()

    def open(self) -> None:
        """Open the page: all have a phone but Oma and the last player."""
        last = self.count - 1
        for place in range(self.count):
            self.tell(SeatEvent, "computer", player=f"p{place}", name=NAMES[place])
        for place in range(last):
            if NAMES[place] != "Oma":
                self.tell(JoinEvent, f"phone-{place}", player=f"p{place}")
        self.page.goto(self.table.address)
        self.settle("dialog.joining")

    def sit_down(self) -> None:
        """Open the page as the last player."""
        self.open()
        self.page.locator("dialog.joining li button").nth(self.count - 1).click()
        self.settle(".seat.me")

    def lose(self) -> None:
        """Lose the table."""
        self.table.vanish()
        self.page.evaluate("() => { window.ahead = 20_000; }")
        self.settle("html[data-table='out']")

    def find(self) -> None:
        """Find the table again."""
        self.table.open()
        self.settle("html[data-table='on']")

    def close(self) -> None:
        """Let the table close."""
        self.table.close()
        self.settle("html[data-table='closed']")

    def _wait_for_others(self, last: int) -> Iterator[str]:
        """Let the others have their first turns."""
        for place in range(last):
            if NAMES[place] == "Oma":
                yield "without a phone"
                self.page.locator("#lastbox button").click()
                self.type_dice("22213")
                yield "for another"
                self.page.locator(f"[data-key='twos {place}']").click()
            else:
                self.settle("html[data-phase='waits']")
                dice = DiceFacts(dice=(4, 4, 1))
                self.table.act(partial(self.table.table.draft, f"p{place}", dice))
                self.settle("#dice .die.open")
                yield f"waiting {place}"
                self.write(place, "fours", 12, 1)

    def _ask(self, last: int) -> Iterator[str]:
        """Let another device write another value."""
        for _ in range(100):
            if self.table.table.state.turn_of(f"p{last}") == 2:
                break
            self.page.wait_for_timeout(50)
        choice = WrittenPoints(6)
        self.tell(WriteEvent, "other", player=f"p{last}", box="threes", turn=1, choice=choice)
        self.settle("dialog.doubt")
        yield "two values"
        self.page.locator("dialog.doubt .actions button").last.click()
        self.settle(f".unsent[data-key='threes {last}']")
        yield "asked later"

    def _lose(self) -> Iterator[str]:
        """Lose the table, and let it close."""
        self.lose()
        yield "lost, with a note"
        self.page.locator("#table-note .tile").click()
        yield "lost"
        self.find()
        self.close()
        yield "closed"
