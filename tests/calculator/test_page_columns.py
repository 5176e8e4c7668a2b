"""The page in a real browser.

Games with several columns, boxes that are announced, and a roll that wins at once.
"""

import json
import random
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.cards.batches import Games, check_lines
from sheetgen.cards.card_files import cards_of, read_cards
from sheetgen.checker.check import check_card
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import LegalEntry, legal_entries, moment, totals
from sheetgen.rulesets.loading import load_ruleset, read_ruleset
from tests import viewers
from tests.calculator.test_page import (
    DESK,
    PHONE,
    Game,
    Open,
    box,
    check_axe,
    check_files,
    menu,
    offers,
    opened,
    phase,
    plain,
    press,
    reload,
    roll_dice,
    saved,
)
from tests.games import built, category, game, make_column
from tests.rules.test_columns import columns_of, small

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = viewers.needed()
__all__ = ["opened"]  # a fixture, which is found by its name here
OFFERED = """() => Object.fromEntries([...document.querySelectorAll(".cell.offered")].map(cell =>
    [cell.dataset.key.split(" ")[0],
        Number(cell.firstChild.firstChild.textContent.replace("−", "-"))]))"""


def columns_game(seed: int) -> tuple[Ruleset, str]:
    """Return a random game of two or three columns, and the id prefix of its announced column.

    The first column is free and counts every roll, so that something can always be written.
    """
    chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
    columns: list[dict[str, Any]] = []
    while len(columns) < 2:
        columns = columns_of(chance)
    columns[0] = make_column("x")
    columns[-1] |= {"announced": seed % 2}
    return built(small(columns)), f"{columns[-1]['id']}."


class Table(Game):
    """Plays a game with an announced column on a page, and in the engine beside it."""

    def __init__(self, page: "Page", ruleset: Ruleset, named: str, seed: int) -> None:
        super().__init__(page, ruleset, 2, seed)
        self.named = named

    def turn(self, player: int) -> None:
        """Type dice and, if it matters, the number of their roll; announce a box if asked.

        Write an offer.
        """
        dice = tuple(self.chance.randint(1, 3) for _ in range(2))
        viewers.tap(self.page.locator(".seat").nth(player))
        roll_dice(self.page, dice)
        number = 2
        if self.page.locator("#moment .toggle").count() and self.chance.random() < 0.6:
            viewers.tap(self.page.locator("#moment .toggle").first)
            number = 1
        now = moment(self.ruleset, self.cards[player], number=number)
        legal = legal_entries(self.ruleset, Roll(dice), now)
        assert self.page.evaluate(OFFERED) == {
            where: entry.points[-1]
            for where, entry in legal.items()
            if not where.startswith(self.named)
        }
        where = self._announce(legal) or self.chance.choice([*self.page.evaluate(OFFERED)] or [""])
        # only boxes that had to be announced are left, or a box that this roll can no longer fill
        if not where:
            for _ in dice:
                viewers.tap(self.page.locator("#dice .slot").first)
            return
        self.page.locator(f"[data-key='{where} {player}']").evaluate("node => node.click()")
        self._answer(legal[where].points[-1])
        self.cards[player][where] = legal[where].points[-1]

    def _announce(self, legal: dict[str, LegalEntry]) -> str:
        """Announce one of the boxes that may be, now and then: then nothing else is offered."""
        boxes = [where for where in legal if where.startswith(self.named)]
        if not boxes or self.chance.random() < 0.4:
            return ""
        button = self.page.locator(f".names[data-prefix='{self.named}']")
        where = self.chance.choice(boxes)
        viewers.tap(button)
        assert self.page.locator(".naming .chip").count() == len(boxes)
        viewers.tap(self.page.locator(f".naming [data-box='{where}']"))
        assert [*self.page.evaluate(OFFERED)] == [where]
        assert button.get_attribute("aria-disabled") == "true"
        return where


@pytest.mark.parametrize(("seed", "size"), [(2, DESK), (5, PHONE)])
def test_a_whole_game_of_columns(opened: Open, seed: int, size: viewers.Size) -> None:
    """Offers, announcements, totals of columns and across are the engine's.

    So are the files, after a reload.
    """
    ruleset, named = columns_game(seed)
    page = opened(ruleset, size=size)
    table = Table(page, ruleset, named, seed)
    while page.locator("html[data-phase='over']").count() == 0:
        player = next(
            at
            for at in (0, 1)
            if page.locator(".seat").nth(at).get_attribute("aria-current") == "true"
        )
        table.turn(player)
        table.compare(player)
    page.locator("#end").wait_for()
    wanted = [totals(ruleset, card)["total"] for card in table.cards]
    assert sorted(
        int(text.replace("−", "-")) for text in page.locator(".podium .points").all_inner_texts()
    ) == sorted(wanted)
    reload(page)
    check_files(page, ruleset, table.cards)
    assert batch(page, ruleset) == [(True, total) for total in wanted]


def batch(page: "Page", ruleset: Ruleset) -> list[tuple[bool, int | None]]:
    """Return for each card of saved games whether it is right, and its total."""
    menu(page, "card")
    content = saved(page, page.locator(".saves"))
    press(page, "Escape")
    games = Games(lambda name: ruleset, load_catalog("en"))
    answers = check_lines(BytesIO(content), games)
    found = [json.loads(line) for block, _ in answers for line in block.splitlines()]
    return [(each["valid"], each["total"]) for each in found]


def test_a_roll_that_wins_at_once(opened: Open) -> None:
    """A tap ends the game, whoever has more.

    Undo takes it back, and the card file names the winner.
    """
    ruleset = load_ruleset("generala-double")
    page = opened(ruleset)
    roll_dice(page, (6, 6, 6, 6, 5))
    page.locator("#offers .offer").first.click()
    roll_dice(page, (3, 3, 3, 3, 3))
    assert len(offers(page)) == 11
    page.locator("#moment .toggle").click()
    assert offers(page) == {"generala": "50"}
    for _ in range(2):
        page.locator("#offers .offer").click()
        page.locator("#end").wait_for()
        assert plain(page.locator("#end-head")) == "Bram wins"
        reload(page)
        assert plain(page.locator("#end-head")) == "Bram wins"
        cards = cards_of(
            read_cards(BytesIO(exported_at_end(page)), ".json", "game"),
            Wording(ruleset, load_catalog("en")),
        )
        assert [(card.won, dict(card.entries)["total"]) for card in cards] == [
            (False, 40),
            (True, 50),
        ]
        assert check_card(ruleset, cards[1]).findings == ()
        page.locator("#end .card").click()
        assert batch(page, ruleset) == [(True, 40), (True, 50)]  # whose boxes may be empty
        menu(page, "card")
        page.locator(".tostats").click()
        assert page.locator(".figures dd").all_inner_texts()[:3] == [
            "1",
            "–",
            "–",
        ]  # no total is that of a full card
        assert not page.locator(".stats > .plot").count()
        press(page, "Escape", "Escape")
        page.locator("#undo").click()
        assert offers(page) == {"generala": "50"}


def exported_at_end(page: "Page") -> bytes:
    """Return the JSON of the game that the end shows."""
    page.locator("#end .share").click()
    content = saved(page, page.locator(".choices button", has_text="JSON"))
    press(page, "Escape")
    return content


def test_a_box_is_named_in_time(opened: Open) -> None:
    """It is named after the first roll on the page at the latest.

    Undo takes it back, and a reload keeps it.
    """
    page = opened(load_ruleset("yamb"), ("An",))
    check_axe(page)
    button = page.locator(".names")
    page.locator("#roll").click()
    button.click()
    check_axe(page)
    page.locator(".naming [data-box='announced.yamb']").click()
    reload(page)
    assert "announced: Yamb" in plain(page.locator("#speech"))
    assert [*page.evaluate(OFFERED)] == ["announced.yamb"]
    page.locator("#undo").click()
    assert "announced.yamb" not in page.evaluate(OFFERED)
    assert button.get_attribute("aria-disabled") == "false"
    page.locator("#roll").click()
    assert button.get_attribute("aria-disabled") == "true"
    box(page, "announced.ones").click()
    assert plain(page.locator("#note")) == "A box is announced after roll 1 at the latest."
    assert not any(where.startswith("announced.") for where in page.evaluate(OFFERED))


def test_the_player_before_names_a_box(opened: Open) -> None:
    """The page asks for it with the open boxes of the column; nothing is an answer, too."""
    page = opened(load_ruleset("yamb-10"), ("An", "Bo"))
    directed = page.locator(".names[data-prefix='directed.']")
    directed.click()
    assert plain(page.locator(".naming h2")) == "An: the player before names a box for you"
    check_axe(page)
    assert page.locator(".naming [data-box]").count() == 12
    page.get_by_role("button", name="Nothing", exact=True).click()
    roll_dice(page, (1, 1, 1, 2, 3))
    offered = page.evaluate(OFFERED)
    assert not any(where.startswith(("directed.", "obligatory.")) for where in offered)
    assert (offered["maximum.ones"], offered["free.ones"]) == (0, 3)
    assert (offered["maximum.min"], offered["free.min"]) == (30, 8)
    page.locator("#undo").click()
    directed.click()
    page.locator(".naming [data-box='directed.ones']").click()
    roll_dice(page, (1, 1, 1, 2, 3))
    assert page.evaluate(OFFERED) == {"directed.ones": 3}


def test_buttons_of_ten_columns_are_whole(opened: Open) -> None:
    """On a phone they are as wide as their columns.

    On a desk the dice of the boxes to be named are beside the names, and offers say their column
    apart from their row.
    """
    page = opened(load_ruleset("yamb-10"), ("An", "Bo"), size=PHONE)
    buttons = page.locator("#names th:has(.names)")
    overlaps = "heads => heads.map(head => head.scrollWidth - head.clientWidth)"
    assert buttons.evaluate_all(overlaps) == [0, 0]
    page.set_viewport_size(DESK)
    page.locator(".names[data-prefix='directed.']").click()
    gaps = page.locator(".naming .chip.offer").evaluate_all(
        """chips => chips.map(chip => chip.querySelector(".what").getBoundingClientRect().left
            - chip.firstElementChild.getBoundingClientRect().right)"""
    )
    assert len(gaps) == 12
    assert min(gaps) > 0
    page.get_by_role("button", name="Nothing", exact=True).click()
    roll_dice(page, (1, 1, 1, 2, 3))
    column = page.locator("#offers .what small").first
    assert column.evaluate("node => parseFloat(getComputedStyle(node).marginLeft)") > 0


def test_seven_columns_on_a_phone(opened: Open) -> None:
    """Boxes can be hit, and names that are too wide for their columns are upright, not broken."""
    page = opened(load_ruleset("yamb-7"), size=PHONE)
    page.locator("#names.upright").wait_for()
    lines = page.locator("#names :is(div, button) > span:not(.order)")
    assert lines.evaluate_all(
        "names => names.length === 7 && names.every(name => name.offsetWidth < 24)"
    )
    assert page.locator("td.mine .cell").evaluate_all(
        "cells => cells.every(cell => cell.offsetWidth >= 44)"
    )
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.set_viewport_size(DESK)
    page.locator("#names:not(.upright)").wait_for()


def test_seven_columns_in_large_letters(opened: Open) -> None:
    """Heads of columns are below the name of their player, and offers are in the window."""
    page = opened(
        load_ruleset("yamb-7"), ("Maximiliaan", "Cleo"), "de", size={"width": 320, "height": 568}
    )
    page.evaluate(
        "document.documentElement.style.fontSize = '24px'; dispatchEvent(new Event('resize'))"
    )
    press(page, *"33334")
    page.locator("#names.upright").wait_for()
    page.locator("#dock .chip.offer").first.wait_for()
    below = page.evaluate(
        "document.querySelector('#names .owner bdi').getBoundingClientRect().bottom"
    )
    heads = page.locator("#names :is(div, button)")
    assert (
        heads.evaluate_all(
            "heads => Math.min(...heads.map(head => head.getBoundingClientRect().top))"
        )
        >= below - 1
    )
    offer = page.locator("#dock .chip.offer").first
    assert offer.evaluate("chip => chip.getBoundingClientRect().bottom") <= 568


BROKEN = """() => [
    ...document.querySelectorAll("main .label .words, #names th span:not(.heard)"),
].flatMap((node) => {
    const range = document.createRange();
    const text = node.firstChild;
    const isUpright = getComputedStyle(node).writingMode !== "horizontal-tb";
    const isSeen = node.getBoundingClientRect().width > 1 &&
        getComputedStyle(node.closest(".name") || node).clipPath === "none";
    const lines = (word) => {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()]
            .map((box) => Math.round(isUpright ? box.left : box.top))).size;
    };
    return isSeen ? [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => lines(word) > 1)
        .map((word) => word[0]) : [];
})"""


@pytest.mark.parametrize(
    ("game", "language"),
    [
        *(("numbers-hands", "en"), ("numbers-hands", "de"), ("yamb", "nl"), ("yamb", "fr")),
        *(("yamb-7", "de"), ("yamb-7", "fr"), ("eight", "en"), ("eight", "nl")),
    ],
)
def test_names_stay_whole(opened: Open, tmp_path: Path, game: str, language: str) -> None:
    """No word is broken on a phone, however long it is and however many columns there are.

    Boxes are wide enough.
    """
    eighth = (
        'format = 1\nextends = "yamb-7"\nname = "Eight"\n'
        'columns = [{ id = "x", name = "Once more", fill = "any" }]\n'
    )
    (tmp_path / "eight.toml").write_text(eighth, "utf-8")
    ruleset = read_ruleset(tmp_path / "eight.toml") if game == "eight" else load_ruleset(game)
    fits = (
        "nodes => nodes.every(node => !node.offsetParent || node.scrollWidth <= node.offsetWidth)"
    )
    for names in (("An", "Bram", "Cleo"), tuple("ABCDEF"), ("", "")):
        page = opened(ruleset, names, language)
        assert page.evaluate(BROKEN) == []
        assert page.locator("#under > *").evaluate_all(fits)
        assert page.locator("#names .owner bdi").evaluate_all(
            "names => names.every(name => name.offsetHeight < 24)"
        )
        assert page.locator("td.mine .cell").evaluate_all(
            "cells => cells.every(cell => cell.offsetWidth >= 44)"
        )
        assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_columns_that_decide(opened: Open) -> None:
    """Match points are below the totals, and decide at the end.

    Dice have their symbols, seats have pips.
    """
    faces = [
        {"name": name, "symbol": symbol}
        for name, symbol in (("nine", "9"), ("ten", "10"), ("ace", "A"))
    ]
    columns = [{"id": "x", "name": "X", "worth": 1}, {"id": "y", "name": "Y", "worth": 4}]
    ruleset = built(
        game(
            [category("all")],
            columns=columns,
            dice={"count": 2, "sides": 3, "rolls": 1, "faces": faces},
        )
        | {"winner": {"by": "columns", "sweep": 3}}
        | {"totals": [{"id": "total", "name": "Total", "kind": "sum", "of": ["a"], "across": True}]}
    )
    page = opened(ruleset)
    keys = page.locator("#faces button")
    assert [keys.nth(at).get_attribute("aria-label") for at in range(3)] == ["nine", "ten", "ace"]
    assert page.locator("#faces [data-face='10']").count() == 1
    assert page.locator(".seat [data-face='1']").count() == 1
    for where, player, dice in (
        ("x.all", 0, (3, 3)),
        ("x.all", 1, (1, 1)),
        ("y.all", 0, (1, 1)),
        ("y.all", 1, (1, 2)),
    ):
        roll_dice(page, dice)
        page.locator(f"[data-key='{where} {player}']").evaluate("node => node.click()")
        if (where, player) == ("x.all", 1):
            assert [plain(page.locator(".seat .far").nth(at)) for at in (0, 1)] == [
                "1 match point",
                "0 match points",
            ]
            assert "in the lead, 6 points, 1 match point" in plain(
                page.locator(".seat .heard").nth(0)
            )
    page.locator("#end").wait_for()
    assert plain(page.locator("#end-head")) == "Bram wins"
    assert sorted(page.locator(".podium .points").all_inner_texts()) == ["1", "4"]
    assert plain(page.locator(".lead-by")) == "X 1: An · Y 4: Bram"


def test_what_a_bonus_needs_is_said_once(opened: Open) -> None:
    """Words without room are heard alone, once, however many cards were shown."""
    page = opened(load_ruleset("yamb-7"), ("An", "Bram", "Carla", "Dirk", "Els", "Frits"))
    heard = "totals => totals.map(total => total.querySelectorAll('.heard').length)"
    roll_dice(page, (1, 1, 1, 1, 2))
    page.locator(".cell.offered[data-key*='ones']").first.click()
    page.locator(".seat").first.click()
    before = page.locator("table .total").evaluate_all(heard)
    for place in (1, 0, 2, 0):
        page.locator(".seat").nth(place).click()
    assert page.locator("table .total").evaluate_all(heard) == before
    assert max(before) == 1


def test_no_roll_that_could_be_written_nowhere(opened: Open) -> None:
    """A row that takes every roll is not struck.

    If only first rolls count there, a name comes before the next roll.
    """
    columns = [
        {"id": "hand", "name": "Hand", "rolls": 1},
        {"id": "named", "name": "Named", "announced": 1},
    ]
    page = opened(built(game([category("all")], columns=columns)), ("An",))
    roll = page.locator("#roll")
    roll.click()
    assert roll.get_attribute("aria-disabled") == "true"
    press(page, "g")
    assert phase(page) == "rolled"
    page.locator(".names").click()
    page.locator(".naming .chip").click()
    page.locator("#undo").click()
    page.locator("[data-box='hand.all']").click()
    roll.click()
    assert roll.get_attribute("aria-disabled") == "true"
