"""The end of a game on the page: what it shows and how it fits, the turns, the charts, and the honest best offer."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import viewers
from games import SEEDS
from test_page import AXE, browsing, check_axe, plain, ready
from test_scripts import SHIPPED

from sheetgen.calculator.page import make_page
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.odds.best_play import page_tables
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import legal_entries, moment

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = viewers.needed()
NAMES = ("An", "Bram", "Cleo", "Dirk", "Eva", "Finn", "Guus", "Hanna")
SIZES: list[viewers.Size] = [
    {"width": 360, "height": 740}, {"width": 320, "height": 568}, {"width": 667, "height": 375},
]  # fmt: skip
PUT = """([match, before]) => {
    dispatchEvent(new Event("pagehide"));
    const [key, text] = Object.entries(localStorage).find(([key]) => key.includes("["));
    Object.keys(localStorage).forEach((each) => each === key || localStorage.removeItem(each));
    localStorage[key] = JSON.stringify({...JSON.parse(text), match});
}"""


def played(ruleset: Ruleset, names: tuple[str, ...], seed: int = 1, stopped: int = 0) -> dict[str, Any]:
    """Return a played game with all rolls, for the page; with `stopped` the last player stops after so many turns."""
    chance, players = random.Random(seed), [f"p{place}" for place in range(len(names))]  # noqa: S311 - repeatable
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
            entries.append({"player": player, "box": where, "points": points, "bonus": bonus,
                            "dice": throws[-1]["roll"], "throws": throws})  # fmt: skip
    people: list[dict[str, Any]] = [{"id": each, "name": name} for each, name in zip(players, names, strict=True)]
    if stopped:
        people[-1]["left"] = True
    return {"id": f"m{seed}", "started": "2026-11-27T19:00:00.000Z", "when": "2026-11-27T19:52:00.000Z",
            "starter": "p0", "players": people, "entries": entries}  # fmt: skip


Open = Callable[..., "Page"]


@pytest.fixture
def opened(chromium: viewers.Browser, tmp_path: Path) -> Iterator[Open]:
    """Provide a function that opens the page of a game with its odds, at the end of a match."""
    with browsing(chromium) as open_page:

        def open_game(
            ruleset: Ruleset, match: dict[str, Any] | None, *, size: viewers.Size = SIZES[0], language: str = "en",
            players: int = 2, **more: Any,
        ) -> "Page":  # fmt: skip
            tables = page_tables(ruleset)
            wording = Wording(ruleset, load_catalog(language))
            names = ["", ""] if match is None else [""] * max(ruleset.players.min, len(match["players"]))
            content = make_page(wording, names[:players] or [""], odds={ruleset.id: tables} if tables else {})
            page = open_page(tmp_path / "page.html", content, size, reduced_motion="reduce", **more)
            ready(page)
            if page.locator("#first-hint").count():
                page.locator("#first-hint button").click()
            if match is not None:
                page.keyboard.press("1")
                page.evaluate(PUT, [match, []])
                page.evaluate("() => { addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true); }")
                page.reload()
                ready(page)
            return page

        yield open_game
