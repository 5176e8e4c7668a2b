"""The page in a real browser.

Whole games with dice and without, at the size of a phone and of a desk.
"""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.calculator.page import make_page
from sheetgen.cards.card_files import cards_of, read_cards
from sheetgen.checker.check import check_card
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.themes import load_look
from sheetgen.odds.best_play import page_tables
from sheetgen.rules.patterns import Roll, all_rolls
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Context, LegalEntry, legal_entries
from sheetgen.rulesets.loading import load_ruleset
from tests import viewers
from tests.calculator.test_form import NASTY
from tests.calculator.test_scripts import SHIPPED, totals_on_paper
from tests.games import REPRESENTATIVES, SEEDS, built, category, game

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = viewers.needed()
PHONE: viewers.Size = {"width": 360, "height": 740}
DESK: viewers.Size = {"width": 1280, "height": 900}
SHOWN = """async () => {
  for (let frame = 0; !document.documentElement.dataset.phase; frame += 1) {
    if (frame > 900) throw new Error("the page is not shown");
    await new Promise(requestAnimationFrame);
  }
}"""
"""Ends when a page is unpacked and shown; what Playwright itself offers asks every 100 ms, or
evaluates a string."""
AXE = viewers.FOLDER / "node_modules" / "axe-core" / "axe.min.js"
Open = Callable[..., "Page"]


@contextmanager
def browsing(chromium: viewers.Browser) -> Iterator[Callable[..., "Page"]]:
    """Provide a function that opens a page from a file.

    Assert that it raises no error and loads nothing.
    """
    wrong: list[str] = []
    contexts: list[Any] = []

    def open_page(file: Path, content: str, size: viewers.Size, **more: Any) -> "Page":
        file.write_text(content, "utf-8")
        is_hasty = more.pop("hasty", False)
        context = chromium.program.new_context(viewport=size, bypass_csp=False, **more)
        contexts.append(context)
        if not is_hasty:
            context.add_init_script(viewers.CALM)
        page = context.new_page()
        page.set_default_timeout(viewers.PATIENCE)
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: wrong.extend(outside(request.url)))
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture
def opened(chromium: viewers.Browser, tmp_path: Path) -> Iterator[Open]:
    """Provide a function that opens the page of a game, or of some; `before` runs in it first."""
    with browsing(chromium) as open_page:

        def open_game(
            games: Ruleset | list[Ruleset],
            names: tuple[str, ...] = ("An", "Bram"),
            language: str = "en",
            before: str = "",
            **more: Any,
        ) -> "Page":
            games = games if isinstance(games, list) else [games]
            has_weights, look = more.pop("weights", True), more.pop("look", None)
            tables = {game.id: page_tables(game) for game in games if has_weights}
            odds = {name: table for name, table in tables.items() if table}
            wordings = [Wording(game, load_catalog(language)) for game in games]
            content = make_page(wordings, names, look=look, odds=odds)
            more.setdefault("reduced_motion", "reduce")
            page = open_page(tmp_path / "page.html", content, more.pop("size", PHONE), **more)
            if before:
                page.add_init_script(before)
                page.reload()
            if len(games) > 1:
                page.locator("#shelf").wait_for()
                return page
            ready(page)
            if page.locator("#first-hint").count():
                page.locator("#first-hint button").click()
            return page

        yield open_game


def outside(address: str) -> list[str]:
    """Return the address in a list, unless it is one of the page's own."""
    return [] if address.startswith(("file:", "data:", "blob:")) else [address]


def ready(page: "Page") -> "Page":
    """Wait until the page is unpacked and shown, and return it."""
    page.evaluate(SHOWN)
    return page


def press(page: "Page", *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def phase(page: "Page") -> str | None:
    """Return the phase of the turn."""
    return page.locator("html").get_attribute("data-phase")


def settle(page: "Page") -> None:
    """Let the last tap be kept at once: a tap is answered first, and kept right after."""
    page.evaluate("() => { dispatchEvent(new Event('pagehide')); }")


def reload(page: "Page") -> None:
    """Open the page anew."""
    page.reload()
    ready(page)


def roll_dice(page: "Page", dice: tuple[int, ...]) -> None:
    """Tap what was rolled."""
    for face in dice:
        viewers.tap(page.locator(f"#faces button[value='{face}']"))


def box(page: "Page", where: str, player: int = 0) -> Any:
    """Return the button of a box, after showing its card."""
    key = f"[data-key='{where} {player}']"
    if not page.locator(key).count():
        page.evaluate("place => document.querySelectorAll('.seat')[place].click()", player)
    return page.locator(key)


def written(page: "Page", ruleset: Ruleset, player: int = 0) -> dict[str, str]:
    """Return the text in the rows of a column, without offers for the dice."""
    code = """([rows, column]) => {
        const find = where => document.querySelector(`[data-key="${where} ${column}"]`);
        if (!find(rows[0])) document.querySelectorAll(".seat")[column].click();
        return Object.fromEntries(rows.map(where => {
            const full = find(where).querySelector(".full");
            return [where, find(where).dataset.points ?? (full ? full.textContent : "")];
        }));
    }"""
    found: dict[str, str] = page.evaluate(code, [list(ruleset.rows), player])
    return found


def offers(page: "Page") -> dict[str, str]:
    """Return the points that the dice on the table offer, by box, best first, with effects."""
    code = """() => [...document.querySelectorAll("#offers .offer")].map(chip =>
        [chip.dataset.box, ["b", "small"]
            .map(name => chip.querySelector(name)?.textContent || "").join("")])"""
    table = """() => [...document.querySelectorAll(".cell.offered")].map(cell =>
        [cell.dataset.key.split(" ")[0], cell.firstChild.textContent])"""
    found: dict[str, str] = dict(page.evaluate(table))
    scoring = {box: text for box, text in found.items() if text != "0"} or found
    chips: dict[str, str] = dict(page.evaluate(code))
    best = [*chips][:1]  # it has a chip even if it is worth 0
    scoring |= {box: found[box] for box in best}
    assert chips == (found if page.evaluate("innerWidth >= 900") else scoring)
    return chips | found


def choose(page: "Page", text: str) -> None:
    """Choose points of those that a sheet has, and write them."""
    viewers.tap(page.locator(".value").nth(choices(page).index(text)))
    viewers.tap(page.locator(".write"))


def choices(page: "Page") -> list[str]:
    """Return the points that a sheet of choices offers."""
    code = (
        "values => values.map(value => value.querySelector('span').textContent.replace('–', '0'))"
    )
    found: list[str] = page.locator(".value").evaluate_all(code)
    return found


def menu(page: "Page", icon: str) -> None:
    """Press an entry of the menu."""
    page.locator("#menu" if page.locator("#end").is_hidden() else ".acts .menu").click()
    page.locator(f"[data-entry={icon}]").click()


def set_players(page: "Page", *names: str) -> None:
    """Write names into the list of players, more of them than there are too."""
    menu(page, "people")
    inputs = page.locator(".people input")
    for place, name in enumerate(names):
        if inputs.count() == place:
            page.locator(".suggested .new").click()
        inputs.nth(place).fill(name)
    page.locator("dialog[open] .main").click()


def seats(page: "Page") -> list[str]:
    """Return the names of the players, whole."""
    found: list[str] = page.locator(".seat").evaluate_all("seats => seats.map(seat => seat.title)")
    return found


def shown(points: int, bonus: int) -> str:
    """Return an entry in words."""
    return f"{points} + {bonus}" if bonus else str(points)


class Game:
    """Plays a game on a page, and in the engine beside it."""

    def __init__(self, page: "Page", ruleset: Ruleset, players: int, seed: int) -> None:
        self.page, self.ruleset = page, ruleset
        self.cards: list[dict[str, int]] = [{} for _ in range(players)]
        self.bonuses = [0] * players
        self.chance = random.Random(seed)  # noqa: S311 - a test that can be repeated

    def play(self) -> None:
        """Every turn of every player, with a reload in the middle."""
        for turn in range(len(self.ruleset.boxes) * len(self.cards)):
            if turn == len(self.ruleset.boxes):
                reload(self.page)
            self._turn(turn % len(self.cards))
            self.compare(turn % len(self.cards))

    def _turn(self, player: int) -> None:
        roll = self._roll()
        entries = legal_entries(self.ruleset, roll, Context(self.cards[player]))
        if not self.chance.randrange(3):
            self._by_points(player)
            return
        roll_dice(self.page, tuple(self.chance.sample(roll.dice, len(roll.dice))))
        wanted = {where: self._offered(player, where, entry) for where, entry in entries.items()}
        assert offers(self.page) == wanted
        where = self.chance.choice(list(entries))
        viewers.tap(box(self.page, where, player))
        self._answer(entries[where].points[-1])
        self._note(player, where, entries[where].points[-1], entries[where].bonus)

    def _answer(self, points: int) -> None:
        """Say yes to the question that every 0 asks, and no other entry."""
        strikes = self.page.locator("dialog[open] .strikes")
        assert strikes.count() == (points == 0)
        if points == 0:
            viewers.tap(strikes)

    def _offered(self, player: int, where: str, entry: LegalEntry) -> str:
        """Return the text of an offer: the most points, and all that they earn at once."""
        bonuses = []
        after = (
            self.cards[player] | {where: entry.points[-1]},
            self.bonuses[player] + bool(entry.bonus),
        )
        for card, yachts in ((self.cards[player], self.bonuses[player]), after):
            found, total = totals_on_paper(self.ruleset, card, yachts), 0
            for each in self.ruleset.all_totals.values():
                nothing = [step.points for step in each.steps if step.at_least <= 0]
                points = found[each.id]
                total += (
                    0 if each.kind == "sum" else sum(nothing[-1:]) if points is None else points
                )
            bonuses.append(total)
        brings = bonuses[1] - bonuses[0]
        return f"{entry.points[-1]}" + (f"{brings:+}".replace("-", "−") if brings else "")

    def _roll(self) -> Roll:
        """Random dice, a Yacht more often than by chance."""
        dice = self.ruleset.dice
        if not self.chance.randrange(3):
            return Roll((self.chance.randint(1, dice.sides),) * dice.count)
        return Roll(tuple(self.chance.randint(1, dice.sides) for _ in range(dice.count)))

    def _by_points(self, player: int) -> None:
        """Tap a box and choose its points, of those that are offered."""
        where = self.chance.choice(
            [each for each in self.ruleset.boxes if each not in self.cards[player]]
        )
        viewers.tap(box(self.page, where, player))
        texts = choices(self.page)
        assert texts == self._choices(player, where)
        at = self.chance.randrange(len(texts))
        choose(self.page, texts[at])
        points, _, bonus = texts[at].partition(" + ")
        self._note(player, where, int(points), int(bonus or 0))

    def _choices(self, player: int, where: str) -> list[str]:
        """Everything that some roll can be written as in a box now."""
        found = set()
        for roll in all_rolls(self.ruleset.dice.count, self.ruleset.dice.sides):
            entry = legal_entries(self.ruleset, roll, Context(self.cards[player])).get(where)
            found |= {(points, entry.bonus) for points in entry.points} if entry else set()
        return [
            shown(points, bonus) for points, bonus in sorted(found, key=lambda each: each[::-1])
        ]

    def _note(self, player: int, where: str, points: int, bonus: int) -> None:
        self.cards[player][where] = points
        self.bonuses[player] += bool(bonus)

    def compare(self, player: int) -> None:
        """Hold a player's column against the engine."""
        card, yachts = self.cards[player], self.bonuses[player] or None
        found = totals_on_paper(self.ruleset, card, yachts if self.ruleset.extra_yachts else None)
        wanted = {where: card.get(where, found.get(where)) for where in self.ruleset.rows}
        texts = {where: "" if value is None else str(value) for where, value in wanted.items()}
        assert written(self.page, self.ruleset, player) == texts

    def total(self, player: int) -> int:
        """Return the grand total as the engine has it."""
        yachts = self.bonuses[player] if self.ruleset.extra_yachts else None
        return totals_on_paper(self.ruleset, self.cards[player], yachts)["total"] or 0


def saved(page: "Page", button: Any) -> bytes:
    """Return the file that a button saves."""
    with page.expect_download() as download:
        button.click()
    return Path(download.value.path()).read_bytes()


def exported(page: "Page", name: str) -> bytes:
    """Return a file that the page offers for the newest game."""
    menu(page, "card")
    page.locator(".games li .game").first.click()
    content = saved(page, page.locator(".choices button", has_text=name))
    press(page, "Escape", "Escape")
    return content


def check_files(page: "Page", ruleset: Ruleset, cards: list[dict[str, int]]) -> None:
    """Check that the files of the newest game have right cards, which hold these entries."""
    for kind, suffix in (("CSV", ".csv"), ("JSON", ".json")):
        paper = read_cards(BytesIO(exported(page, kind)), suffix, "game")
        assert paper.ruleset == ruleset.id
        read = cards_of(paper, Wording(ruleset, load_catalog("en")))
        for card, mine in zip(read, cards, strict=True):
            assert check_card(ruleset, card).findings == ()
            assert {where: dict(card.entries)[where] for where in mine} == mine


@pytest.mark.parametrize(
    ("ruleset_id", "size"),
    [("dice-play", PHONE), ("bonus-yachts", PHONE), ("maxi-yatzy", DESK)],
)
def test_a_whole_game(opened: Open, ruleset_id: str, size: viewers.Size) -> None:
    """Two players have dice and points.

    Then come the outcome, the files, a reload, and a new game that can be undone.
    """
    ruleset = SHIPPED[ruleset_id]
    page = opened(ruleset, size=size, language="nl")
    played = Game(page, ruleset, 2, seed=size["width"])
    played.play()
    page.locator("#end").wait_for()
    best = max(range(2), key=played.total)
    totals = page.locator(".podium .points").all_inner_texts()
    assert [text.replace("−", "-") for text in totals] == [
        str(played.total(1 - best)),
        str(played.total(best)),
    ]
    assert ("An", "Bram")[best] in plain(page.locator("#end-head"))
    check_files(page, ruleset, played.cards)
    reload(page)
    played.compare(0)
    page.locator(".rematch").click()
    assert set(written(page, ruleset).values()) <= {"", "0"}
    page.locator("#undo").click()
    played.compare(1)
    menu(page, "card")
    assert page.locator(".games li").count() == 1


def test_a_full_box_can_be_emptied(opened: Open) -> None:
    """What was offered because of it is not any more, and undo fills it again."""
    ruleset = SHIPPED["numbers-hands"]
    page = opened(ruleset, ("An",))
    value(page, "yacht", 0, "50")
    value(page, "sixes", 0, "30 + 100")
    box(page, "yacht").click()
    assert choices(page) == ["50"]
    press(page, "Escape")
    box(page, "sixes").click()
    page.locator("dialog[open] .empty").click()
    assert written(page, ruleset)["total"] == "50"
    box(page, "yacht").click()
    assert choices(page) == ["0", "50"]
    press(page, "Escape")
    page.locator("#undo").click()
    assert written(page, ruleset)["total"] == "180"


def test_dice_that_may_not_go_there(opened: Open) -> None:
    """A box that the dice may not go to is hatched and takes them neither by tap nor by key.

    The page explains it.
    """
    page = opened(SHIPPED["numbers-hands"], ("An",))
    roll_dice(page, (4, 4, 4, 4, 4))
    assert offers(page) == {"yacht": "50"}
    assert page.locator(".cell .shut").count() == 12
    box(page, "fours").click()
    assert written(page, SHIPPED["numbers-hands"])["fours"] == ""
    assert (
        page.locator("#live").inner_text()
        == "These dice may not go into Fours now. They can go into Yacht!"
    )
    assert page.locator("#note").is_visible()
    page.locator("#dice button").first.click()
    roll_dice(page, (3,))
    assert offers(page)["fours"] == "16"


def test_what_counts_is_solid(opened: Open) -> None:
    """The dice that count for the best offer, or for the one that has the focus."""
    page = opened(SHIPPED["yatzy"], size=DESK)
    solid = "dice => dice.map(slot => Number(slot.querySelector('.solid') !== null))"

    def counting(box: str = "") -> list[int]:
        if box:
            page.locator(f"#offers [data-box={box}]").focus()
        found: list[int] = page.locator("#dice button").evaluate_all(solid)
        return found

    roll_dice(page, (5, 5, 2, 5, 5))
    assert counting() == [1, 1, 0, 1, 1]
    assert counting("chance") == [1] * 5
    assert counting("twos") == [0, 0, 1, 0, 0]
    assert counting("one_pair").count(1) == 2


def test_offers_are_ranked(opened: Open) -> None:
    """Without weights, offers are ranked by the points that they add to the total.

    Equal ones follow by the lowest maximum of their box. Offers of 0 points come last.
    """
    page = opened(SHIPPED["yatzy"], ("An",), "nl", weights=False)
    for dice, best in [
        ((5, 5, 5, 5, 2), ["chance", "four_of_a_kind", "fives"]),
        ((1, 1, 1, 1, 1), ["yatzy", "ones"]),
        ((1, 2, 3, 4, 5), ["small_straight", "chance"]),
        ((5, 5, 5, 2, 2), ["full_house", "chance"]),
    ]:
        roll_dice(page, dice)
        found = offers(page)
        assert list(found)[: len(best)] == best
        worth = [text != "0" for text in found.values()]
        assert worth == sorted(worth, reverse=True)
        press(page, "Control+z")


def test_a_zero_asks_once(opened: Open) -> None:
    """Neither a tap nor Enter writes a 0.

    A question names the loss and the alternatives.
    """
    ruleset = SHIPPED["yatzy"]
    page = opened(ruleset, size=DESK)
    for where, points in (
        ("ones", "0"),
        ("twos", "0"),
        ("threes", "0"),
        ("fours", "20"),
        ("fives", "25"),
    ):
        value(page, where, 0, points)
        value(page, where, 1, points)
    roll_dice(page, (1, 2, 3, 4, 4))
    box(page, "sixes").click()
    asked = page.locator("dialog[open]")
    assert "Strike Sixes?" in asked.inner_text()
    assert "The bonus of 50 is out of reach then." in asked.inner_text()
    assert asked.locator(".chip").count() == 2
    assert page.evaluate("document.activeElement.textContent") == "Back"
    press(page, "Enter")
    assert written(page, ruleset)["sixes"] == ""
    box(page, "yatzy").click()
    asked.locator(".chip").first.click()
    assert written(page, ruleset)["small_straight"] == ""
    assert page.locator("dialog[open]").count() == 0
    press(page, "Control+z")
    box(page, "yatzy").click()
    viewers.tap(page.locator("dialog[open] .strikes"))
    assert written(page, ruleset)["yatzy"] == "0"


def test_players_from_strangers(opened: Open) -> None:
    """Players come, go and change their names.

    Names are text, whatever is in them, in the files too.
    """
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset, NASTY[:2])
    names = [*NASTY, "=1+1", '<img src=x onerror=alert(1)>,";']
    set_players(page, *names)
    assert seats(page) == [name.strip() for name in names]
    menu(page, "people")
    page.locator(".people .leave").nth(3).click()
    page.locator(".people input").first.fill("Cas")
    page.locator("dialog[open] .main").click()
    names = ["Cas", NASTY[1], NASTY[2], NASTY[4], "=1+1", '<img src=x onerror=alert(1)>,";']
    assert seats(page) == names
    value(page, "ones", 4, "2")
    csv = exported(page, "CSV")
    assert b"'=1+1" in csv
    paper = read_cards(BytesIO(csv), ".csv", "game.csv")
    assert list(paper.players) == names
    assert list(read_cards(BytesIO(exported(page, "JSON")), ".json", "game.json").players) == names
    for _ in range(3):
        page.locator("#undo").click()
    assert seats(page) == list(NASTY[:2])
    reload(page)
    menu(page, "redo")
    assert len(seats(page)) == 7


def test_players_come_and_go_in_the_middle(opened: Open) -> None:
    """A new player makes up for missed turns, one who stops keeps the points.

    Keys can change the order.
    """
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset, ("An", "Bram"))
    turn = "() => document.querySelector('.seat.turn').title"
    for where, player in (("ones", 0), ("ones", 1), ("twos", 0)):
        value(page, where, player, "2")
    set_players(page, "An", "Bram", "Cleo")
    assert page.evaluate(turn) == "Cleo"
    value(page, "chance", 2, "12")
    value(page, "yacht", 2, "50")
    assert page.evaluate(turn) == "Bram"
    menu(page, "people")
    page.locator(".people .leave").nth(0).click()
    grip = page.locator(".people .grip").nth(2)
    grip.focus()
    press(page, "ArrowUp")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move Cleo"
    page.locator("dialog[open] .main").click()
    assert seats(page) == ["An", "Cleo", "Bram"]
    assert written(page, ruleset)["total"] == "4"
    assert "has stopped" in str(page.locator(".seat .heard").first.text_content())
    assert page.evaluate(turn) == "Bram"
    value(page, "twos", 2, "2")
    assert page.evaluate(turn) == "Cleo"


def test_a_move_that_the_browser_cancels(opened: Open) -> None:
    """A player who is dragged falls back to the old place, and nothing looks held any more."""
    page = opened(SHIPPED["dice-play"], ("An", "Bram"))
    menu(page, "people")
    grip = page.locator(".people .grip").first
    grip.hover()
    page.mouse.down()
    page.mouse.move(40, 500)
    assert page.locator(".people li.held").count() == 1
    grip.dispatch_event("pointercancel")
    page.mouse.up()
    assert page.locator(".people li.held").count() == 0
    assert page.locator(".people li").first.get_attribute("style") in (None, "")
    names = [field.input_value() for field in page.locator(".people li input").all()]
    assert names == ["An", "Bram"]


def test_as_few_players_as_the_game_takes(opened: Open) -> None:
    """A game for two or more keeps two."""
    page = opened(SHIPPED["bonus-yachts"])
    menu(page, "people")
    assert page.locator(".people .leave:visible").count() == 0
    page.locator(".suggested .new").click()
    assert page.locator(".people .leave:visible").count() == 3


def test_dice_that_were_kept_stay(opened: Open, tmp_path: Path) -> None:
    """A tap frees no die that was kept for the last roll, if such dice stay.

    It frees one that was kept since.
    """
    file = tmp_path / "stay.toml"
    file.write_text('format = 1\nextends = "generala"\nname = "Stay"\n[dice]\nkept = "stay"\n')
    page = opened(load_ruleset(str(file)))
    dice = page.locator("#dice button")
    page.locator("#roll").click()
    dice.nth(0).click()
    dice.nth(0).click()
    assert dice.nth(0).get_attribute("aria-pressed") == "false"
    dice.nth(0).click()
    press(page, "g")
    face = str(dice.nth(0).get_attribute("aria-label")).partition(",")[0]
    assert dice.nth(0).get_attribute("aria-label") == f"{face}, stays"
    reload(page)
    dice.nth(0).click(force=True)
    assert (
        dice.nth(0).get_attribute("aria-pressed"),
        dice.nth(0).get_attribute("aria-disabled"),
    ) == ("true", "true")
    assert page.get_by_text(f"{face}, stays").count()
    other = next(
        at
        for at in range(1, 5)
        if not str(dice.nth(at).get_attribute("aria-label")).startswith(face)
    )
    for pressed in ("true", "false"):
        dice.nth(other).click()
        assert dice.nth(other).get_attribute("aria-pressed") == pressed


_ONE_AND_TWO = """() => {
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = bytes => {
        draw(bytes);
        bytes.set([0, 1]);
        return bytes;
    };
}"""
"""Script: the first two dice fall on 1 and 2, the others by lot. Five alike on a first roll would
win, and nothing else is offered then."""


def test_rolls_of_the_page(opened: Open) -> None:
    """Three rolls, with what is kept.

    The same dice after a reload; no undo of a roll; history knows of all of them.
    """
    ruleset = SHIPPED["generala"]
    page = opened(ruleset)
    page.evaluate(_ONE_AND_TWO)
    faces = "slots => slots.map(slot => Number(slot.getAttribute('aria-label').split(',')[0]))"
    dice = page.locator("#dice button")
    page.locator("#roll").click()
    first = dice.evaluate_all(faces)
    entries = legal_entries(ruleset, Roll(tuple(first)), Context({}, True))
    assert {where: re.split("[+−]", text)[0] for where, text in offers(page).items()} == {
        where: str(entry.points[-1]) for where, entry in entries.items()
    }
    reload(page)
    assert dice.evaluate_all(faces) == first
    press(page, "1")
    dice.nth(3).click()
    assert dice.evaluate_all("slots => slots.map(slot => slot.getAttribute('aria-pressed'))") == [
        "true",
        "false",
        "false",
        "true",
        "false",
    ]
    press(page, "g")
    second = dice.evaluate_all(faces)
    assert (second[0], second[3]) == (first[0], first[3])
    press(page, "Control+z")
    assert dice.evaluate_all(faces) == second
    for place in range(5):
        if dice.nth(place).get_attribute("aria-pressed") == "false":
            dice.nth(place).click()
    assert page.locator("#roll").get_attribute("aria-disabled") == "true"
    dice.nth(1).click()
    page.locator("#roll").click()
    assert phase(page) == "offers"
    third = dice.evaluate_all(faces)
    page.locator("#offers .offer").first.click()
    if page.locator("dialog[open] .strikes").count():
        viewers.tap(page.locator("dialog[open] .strikes"))
    settle(page)
    kept = page.evaluate(
        """() => Object.values(localStorage).map(text => JSON.parse(text))
            .find(kept => kept.match)"""
    )
    (entry,) = kept["match"]["entries"]
    assert entry["dice"] == third
    assert [each["roll"] for each in entry["throws"]] == [first, second, third]
    assert entry["throws"][0]["keep"] == [first[0], first[3]]
    assert kept["rolling"]
    assert "main" in str(page.locator("#roll").get_attribute("class"))
    page.locator("#faces button").first.click()
    page.locator("#erase").click()
    assert "main" not in (page.locator("#roll").get_attribute("class") or "")


def test_a_page_that_is_left_at_once_keeps_the_last_tap(opened: Open) -> None:
    """A tap is kept after it is shown, but before the page goes.

    An entry, and dice of half a turn.
    """
    page = opened(SHIPPED["yatzy"], ("An", "Bram"))
    roll_dice(page, (6, 6, 6, 2, 2))
    for tapped in ("#offers .offer", "#faces button"):
        with page.expect_navigation():
            page.evaluate(
                "tapped => { document.querySelector(tapped).click(); location.reload(); }", tapped
            )
        page.evaluate(SHOWN)
    assert page.locator("#dice .die.open").count() == 1
    assert page.locator(".full").count() == 1
    page.locator("#undo").click()
    page.locator("#undo").click()
    assert phase(page) == "offers"


def test_correcting(opened: Open) -> None:
    """A tap on a full box changes it, with what follows shown before.

    It is marked, and undone over a reload.
    """
    ruleset = SHIPPED["yatzy"]
    page = opened(ruleset)
    value(page, "sixes", 0, "24")
    value(page, "sixes", 1, "12")
    box(page, "sixes").click()
    assert page.locator(".write").is_disabled()
    page.locator(".value").nth(3).click()
    effects = plain(page.locator(".effects")).split("\n")
    assert effects == [
        "Sixes",
        "24",
        "→",
        "18",
        "To the bonus",
        "39 to go",
        "→",
        "45 to go",
        "Total of An",
        "24",
        "→",
        "18",
    ]
    page.locator(".write").click()
    assert written(page, ruleset)["total"] == "18"
    assert "corrected" in box(page, "sixes").get_attribute("aria-label")
    reload(page)
    for total in ("24", "24", "0"):
        page.locator("#undo").click()
        assert (written(page, ruleset)["total"] or "0") == total
    reload(page)
    press(page, *["Control+Shift+z"] * 3)
    assert written(page, ruleset)["total"] == "18"


def test_the_end(opened: Open) -> None:
    """It has a podium with ties, the best box, the card, a rematch with its starter, and undo."""
    page = opened(SHIPPED["cheerio"], ("An", "Bram", "Cleo"))
    boxes = list(SHIPPED["cheerio"].boxes)
    for where in boxes:
        for player in range(3):
            points = {"cheerio": "50" if player < 2 else "0", "big_hand": "20"}.get(where, "0")
            value(page, where, player, points)
    page.locator("#end").wait_for()
    assert page.evaluate("document.activeElement.id") == "end-head"
    assert plain(page.locator("#end-head")) == "An and Bram share the win"
    assert page.locator(".podium .die").evaluate_all(
        "dice => dice.map(die => die.dataset.face)"
    ) == ["1", "1", "3"]
    assert plain(page.locator(".lead-by")) == "70 points each, 50 more than Cleo."
    assert "Best box: Cheerio, 50" in page.locator(".fact.best").inner_text()
    assert page.locator("#dock").is_hidden()
    page.locator(".acts .card").click()
    assert page.locator("#dock").is_visible()
    page.locator("#undo").click()
    assert phase(page) == "empty"
    press(page, "Control+Shift+z")
    page.locator("#end").wait_for()
    assert plain(page.locator(".starter")) == "Bram starts"
    page.locator(".starter").click()
    page.evaluate("document.querySelector('main').scrollTop = 500")
    page.locator(".rematch").click()
    assert page.locator(".seat.turn").get_attribute("title") == "Cleo"
    assert page.evaluate("document.querySelector('main').scrollTop") == 0


def test_points_with_a_bonus_come_last(opened: Open) -> None:
    """Values with a bonus are last, since they are wider and would leave gaps among others."""
    page = opened(SHIPPED["bonus-yachts"])
    value(page, "yacht", 0, "50")
    value(page, "ones", 1, "3")
    box(page, "three_of_a_kind").click()
    found = page.locator(".value").evaluate_all(
        "all => all.map(each => each.classList.contains('wide'))"
    )
    assert found == sorted(found)
    assert any(found)


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize("size", [PHONE, {"width": 740, "height": 360}], ids=["phone", "landscape"])
def test_the_roll_button_shows_no_half_words(
    opened: Open, size: viewers.Size, language: str
) -> None:
    """With a wide offer it has only the number of dice, if the number of the roll is above."""
    page = opened(SHIPPED["bonus-yachts"], language=language, size=size)
    page.evaluate("""() => {
        const dice = [1, 2, 3, 4, 6, 1, 2, 3, 4, 6, 1, 2, 3, 4, 6];
        crypto.getRandomValues = (list) => list.map((_, at) => dice[at] - 1);
    }""")
    for _ in range(2):
        page.locator("#roll").click()
    boxes = """() => ["#roll", "#roll :first-child", "#roll .times"].map(each =>
        document.querySelector(each).getBoundingClientRect().toJSON())"""
    button, more, times = page.evaluate(boxes)
    assert more["right"] <= button["right"] - 8
    if times["width"] or page.locator(".aside").is_hidden():
        assert more["right"] + 8 <= times["left"] < times["right"] <= button["right"] - 8


def test_only_a_joker_is_marked_as_one(opened: Open) -> None:
    """A first Yacht is none, and a further one in its own number neither.

    It is worth its dice there.
    """
    page = opened(SHIPPED["numbers-hands"], ("An",))

    def jokers() -> list[str]:
        marked = page.locator(".cell:has(.any)").evaluate_all(
            "cells => cells.map(cell => cell.dataset.key)"
        )
        heard = page.locator(".cell[aria-label*='as a joker']").evaluate_all(
            "cells => cells.map(cell => cell.dataset.key)"
        )
        assert marked == heard
        return [str(each).split()[0] for each in marked]

    for where in ("yacht", "sixes"):
        roll_dice(page, (6, 6, 6, 6, 6))
        assert (list(offers(page)), jokers()) == ([where], [])
        viewers.tap(box(page, where))
    roll_dice(page, (6, 6, 6, 6, 6))
    assert {"ones", "full_house"} <= offers(page).keys()
    assert jokers() == [
        each.id for each in SHIPPED["numbers-hands"].sections[1].categories if each.id != "yacht"
    ]


def test_the_keyboard_alone(opened: Open) -> None:
    """Arrows go from box to box, Enter opens, and the focus comes back."""
    page = opened(SHIPPED["dice-play"], size=DESK)
    box(page, "ones").focus()
    press(page, "ArrowDown", "ArrowRight")
    assert page.evaluate("document.activeElement.dataset.key") == "twos 1"
    press(page, "Enter", "Tab", "Enter", *["Tab"] * 6)
    assert page.evaluate("document.activeElement.matches('.main.write')")
    press(page, "Enter")
    assert written(page, SHIPPED["dice-play"], 1)["twos"] == "2"
    page.locator("[data-key='twos 1']:focus").wait_for()
    assert plain(page.locator("#live")) == "Bram: Twos 2. Bram leads now. An rolls."
    press(page, *["ArrowDown"] * 9)
    assert page.evaluate("document.activeElement.dataset.key") == "chance 1"
    press(page, "ArrowLeft", "ArrowLeft", "Enter")
    assert page.locator("dialog[open] h2").inner_text() == "Chance"


@pytest.mark.parametrize(
    ("scheme", "size"), [("dark", PHONE), ("light", DESK)], ids=["phone", "desk"]
)
def test_accessibility(opened: Open, scheme: str, size: viewers.Size) -> None:
    """axe-core finds nothing: the empty sheet, dice on the table, each sheet, and the end."""
    page = opened(
        SHIPPED["yatzy"], ("An", "Bram", "Cleo"), size=size, color_scheme=scheme, language="nl"
    )
    check_axe(page)
    roll_dice(page, (2, 2, 3))
    check_axe(page)
    roll_dice(page, (3, 3))
    check_axe(page)
    box(page, "small_straight").click()
    check_axe(page)
    press(page, "Escape")
    box(page, "full_house").click()
    press(page, "g")
    check_axe(page)
    box(page, "threes", 2).click()
    check_axe(page)
    page.locator(".write").click()
    for icon in ("people", "card"):
        menu(page, icon)
        page.locator("dialog[open]").wait_for()
        check_axe(page)
        press(page, "Escape")
    page.locator("#menu").click()
    check_axe(page)


@pytest.mark.parametrize("theme", ["ink", "plain"])
def test_accessibility_of_rows_with_several_boxes(opened: Open, theme: str) -> None:
    """A half-filled game with four boxes a category and eight players has no faults for axe."""
    page = opened(SHIPPED["balut"], tuple("ABCDEFGH"), language="de", look=load_look(theme))
    for where in ("fours_1", "fives_1", "fours_2"):
        box(page, where, 0).click()
        page.locator(".value").last.click()
        page.locator(".write").click()
    check_axe(page)


def check_axe(page: "Page") -> None:
    """All rules of axe-core, best practices too."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    results = page.evaluate("() => axe.run()")
    found = [
        (each["id"], [node["html"][:200] for node in each["nodes"]])
        for each in results["violations"]
    ]
    assert not found
    assert len(results["passes"]) > 10


@pytest.mark.parametrize("ruleset_id", [*SEEDS, "maxi-yatzy", "generala"])
def test_printing_gives_the_sheet(opened: Open, ruleset_id: str) -> None:
    """It is one A4 page with the rows and entries of all players, and without buttons."""
    from pypdf import PdfReader

    ruleset = SHIPPED[ruleset_id]
    names = ("An", "Bram", "Cas", "Dirk", "Els", "Fien")
    page = opened(ruleset, names, "nl")
    box(page, "sixes", 5).click()
    page.locator(".value").nth(3).click()
    page.locator(".write").click()
    reader = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    assert len(reader.pages) == 1
    text = " ".join(reader.pages[0].extract_text().split())
    wording = Wording(ruleset, load_catalog("nl"))
    for where in ruleset.rows:
        assert wording.row(where).partition(" (")[0].split()[0] in text
    assert all(name in text for name in names)
    assert "18" in text
    assert "Ongedaan" not in text
    assert page.evaluate("document.documentElement.dataset.shows") == "focus"


def test_printing_more_than_a_page(opened: Open) -> None:
    """A long sheet has the names on every page, wherever it was scrolled to."""
    from pypdf import PdfReader

    rows = [category(f"row_{n}", "any") for n in range(45)]
    page = opened(built(game(rows)), ("Alma", "Berend"))
    page.evaluate("() => document.querySelector('main').scrollTo(0, 600)")
    reader = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    assert len(reader.pages) > 1
    for sheet in reader.pages:
        assert "Alma" in sheet.extract_text()


def test_a_storage_that_gets_full(opened: Open) -> None:
    """The page plays on, and warns that nothing is kept; the warning can be closed."""
    page = opened(SHIPPED["dice-play"])
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    assert page.locator("#unkept").is_hidden()
    value(page, "ones", 0, "2")
    assert written(page, SHIPPED["dice-play"])["total"] == "2"
    settle(page)
    assert page.locator("#unkept").is_visible()
    page.locator("#unkept .tile").click()
    assert page.locator("#unkept").is_hidden()


KEPT = [
    "{",
    "[]",
    '{"match": {"players": [], "entries": 3}}',
    '{"match": 1, "past": {}, "finished": [1, null], "turn": 7, "seen": [1], "next": [[]], '
    '"rolling": "x"}',
    '{"past": [null, 1], "finished": [{"id": "a", "players": [{"id": "p", "name": "X"}], '
    '"entries": [], "when": 5}]}',
    '{"match": {"id": "a", "players": [{"id": "p", "name": "An"}, {"id": "q", "name": "Bram"}], '
    '"entries": []}, "turn": {"dice": [9, "x"], "kept": 3, "throws": [{"roll": [1]}]}, "past": '
    '[{"turn": [1, 2], "entries": [1, 2]}, {"turn": [{}, {}], "match": [null, {}]}, {"turn": '
    '[{}, {}], "players": [[], 3]}], "seen": {"x": [[7]], "y": {"dice": [1], "throws": [{"roll": '
    "[1]}]}}}",
]


def test_what_was_kept_can_be_anything(opened: Open) -> None:
    """A store that something else wrote to does not stop the page."""
    page = opened(SHIPPED["dice-play"])
    value(page, "ones", 0, "2")
    settle(page)
    keys = page.evaluate("() => Object.keys(localStorage)")
    themes = (
        '{"theme": "constructor"}',
        '{"theme": ["dark"], "keys": 3}',
        "[" * 100_000 + "]" * 100_000,
    )
    for kept in (*KEPT, *themes):
        settle(page)
        page.evaluate(
            "([keys, kept]) => keys.forEach(key => { localStorage[key] = kept; })", [keys, kept]
        )
        reload(page)
        assert seats(page) == ["An", "Bram"]
        assert set(written(page, SHIPPED["dice-play"]).values()) == {""}
        page.locator("#menu").click()
        assert page.locator("[data-entry=theme] em").inner_text() == "as the device"
        page.locator("[data-entry=card]").click()
        assert page.locator(".games li").count() == 0
        press(page, "Escape")
        roll_dice(page, (1, 2, 3, 4, 5))
        press(page, *["Control+z"] * 9)
        assert page.locator("#undo").get_attribute("aria-disabled") == "true"


def test_theme(opened: Open) -> None:
    """The theme can be chosen, and is kept."""
    page = opened(SHIPPED["dice-play"])
    page.locator("#menu").click()
    theme = page.locator("[data-entry=theme]")
    assert theme.inner_text().split("\n")[-1] == "as the device"
    theme.click()
    theme.click()
    reload(page)
    assert (
        page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(19, 21, 24)"
    )


def value(page: "Page", where: str, player: int, text: str) -> None:
    """Tap a box and choose its points."""
    viewers.tap(box(page, where, player))
    choose(page, text)


def test_undo_brings_the_dice_back(opened: Open) -> None:
    """A tap on the wrong box costs nothing.

    Undo names its effect, and the dice are there again.
    """
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    roll_dice(page, (6, 6, 6, 3, 3))
    box(page, "chance").click()
    assert page.locator("#dice [aria-disabled=false]").count() == 0
    page.locator("#undo").click()
    assert plain(page.locator("#note")) == "Undone: Chance, An: 24"
    assert offers(page)["full_house"] == "24"
    value_before = written(page, ruleset)
    box(page, "full_house").click()
    assert written(page, ruleset) == value_before | {"full_house": "24", "total": "24"}


def test_another_players_box_is_not_filled_by_a_slip(opened: Open) -> None:
    """Dice go into the column of the player at turn by one tap.

    Into another one only after a question.
    """
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    roll_dice(page, (6, 6, 6, 3, 3))
    box(page, "chance", 1).click()
    assert written(page, ruleset, 1)["chance"] == ""
    assert choices(page) == ["24"]
    page.locator(".write").click()
    assert written(page, ruleset, 1)["chance"] == "24"


def test_two_windows(opened: Open) -> None:
    """Each window shows the changes of the other.

    An open question without an object goes.
    """
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    box(page, "twos", 1).click()
    menu(other, "people")
    other.locator(".people .leave").nth(1).click()
    other.locator("dialog[open] .main").click()
    page.locator(".seat").nth(1).wait_for(state="detached")
    assert page.locator("dialog[open]").count() == 0
    value(page, "ones", 0, "3")
    other.locator("[data-key='ones 0']", has_text="3").wait_for()
    reload(page)
    assert written(page, ruleset)["ones"] == "3"


def test_a_finished_game_is_not_lost_by_undo(opened: Open) -> None:
    """Undo can go back into a finished game.

    What was kept of it stays until it is finished anew.
    """
    ruleset = SHIPPED["players-choice"]
    page = opened(ruleset, ("An",))
    Game(page, ruleset, 1, 3).play()
    page.locator(".rematch").click()
    press(page, *["Control+z"] * 3)
    menu(page, "card")
    assert page.locator(".games li").count() == 1


def test_a_page_keeps_a_game_of_its_own(opened: Open) -> None:
    """In another language or file it is the same game.

    A page for other players has another, and offers it.
    """
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    file = Path(page.url.removeprefix("file://"))

    def visit(names: tuple[str, ...], language: str = "en", copy: str = "page.html") -> list[str]:
        place = file.with_name(copy)
        place.write_text(make_page(Wording(ruleset, load_catalog(language)), names), "utf-8")
        page.goto(place.as_uri())
        ready(page)
        return seats(page)

    question = page.locator("dialog[open].question")
    value(page, "ones", 0, "3")
    assert (visit(("An", "Bram"), "nl"), written(page, ruleset)["ones"]) == (["An", "Bram"], "3")
    assert not question.count()
    assert (visit(("An", "Bram"), copy="copy.html"), written(page, ruleset)["ones"]) == (
        ["An", "Bram"],
        "3",
    )
    assert not question.count()
    assert (visit(("Cas", "Els")), written(page, ruleset)["ones"]) == (["Cas", "Els"], "")
    assert (
        plain(question.locator("h2"))
        == "A game is not finished here: An and Bram. Play on with it?"
    )
    question.locator(".main").click()
    value(page, "ones", 0, "2")
    reload(page)
    assert (written(page, ruleset)["ones"], question.count()) == ("2", 0)
    assert (visit(("An", "Bram")), written(page, ruleset)["ones"]) == (["An", "Bram"], "3")
    visit(("Dirk",))
    assert "Cas and Els" in plain(question)
    question.locator(".yes").click()
    assert (written(page, ruleset)["ones"], len(seats(page))) == ("2", 2)
    page.locator("#undo").click()
    assert written(page, ruleset)["ones"] == ""
    menu(page, "card")
    page.locator(".game", has_text="Another game, not finished").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    assert written(page, ruleset)["ones"] == "3"
    assert (visit(("Cas", "Els")), written(page, ruleset)["ones"]) == (["Cas", "Els"], "")


def plain(place: Any) -> str:
    """Return the text of an element without marks of the writing direction."""
    return str(place.inner_text()).replace("\u2068", "").replace("\u2069", "")


def test_focus_is_never_lost(opened: Open) -> None:
    """After keys that leave their button with nothing to do, the focus is where one goes on."""
    page = opened(SHIPPED["dice-play"], size=PHONE)
    active = "() => document.activeElement.id"
    for face in (6, 6, 6, 3, 3):
        page.locator(f"#faces button[value='{face}']").focus()
        press(page, "Enter")
    page.locator("[data-box='full_house']:focus").wait_for()
    press(page, "Enter")
    page.locator("button[value='1']:focus").wait_for()
    page.locator("#undo").focus()
    press(page, "Enter")
    assert page.evaluate(active) == "undo"
    stops = (
        "() => [...document.querySelectorAll('table button')].filter(button => "
        "button.tabIndex === 0).length"
    )
    assert page.evaluate(stops) == 1


def test_a_sheet_keeps_the_focus(opened: Open) -> None:
    """The page below is hidden from screen readers, and Tab stays in the sheet, from any start."""
    page = opened(SHIPPED["yatzy"])
    page.locator("#menu").click()
    page.locator("main[aria-hidden]").wait_for()
    place = "() => document.activeElement.closest('dialog, body').localName"
    keys = ["Tab"] * 20 + ["Shift+Tab"] * 20
    for key in keys:
        press(page, key)
        assert page.evaluate(place) == "dialog"
        assert page.evaluate("document.hasFocus()")
    page.locator("dialog[open] h2").click()
    press(page, "Tab")
    assert page.evaluate(place) == "dialog"
    press(page, "Escape")
    page.locator("main:not([aria-hidden])").wait_for()
    assert page.evaluate("document.activeElement.id") == "menu"
    assert page.locator("[inert], main[aria-hidden], section[aria-hidden]").count() == 0


def test_a_row_of_several_boxes(opened: Open) -> None:
    """Four boxes, their sum and its points are one row.

    Arrow keys go through them in order.
    """
    ruleset = SHIPPED["balut"]
    page = opened(ruleset, size=DESK)
    row = page.locator("tr.many").first
    ends = row.locator("td").first.locator(".ends")
    for number in range(1, 5):
        box(page, "fours_1", 0)
        assert (re.findall(r"Sum: (\d+)", ends.inner_text().replace("\n", " ")) or ["0"]) == [
            str(20 * (number - 1))
        ]
        value(page, f"fours_{number}", 0, "20")
    box(page, "fours_1", 0)
    assert ends.inner_text().split() == ["Sum:", "80", "Points", "for", "fours:", "2"]
    box(page, "fours_1").focus()
    active = "() => document.activeElement.dataset.key"
    for key, wanted in [
        ("ArrowRight", "fours_2 0"),
        ("ArrowRight", "fours_3 0"),
        ("ArrowDown", "fives_3 0"),
        ("ArrowLeft", "fives_2 0"),
        ("ArrowUp", "fours_2 0"),
        ("ArrowUp", "fours_2 0"),
    ]:
        press(page, key)
        assert page.evaluate(active) == wanted
    sides = """() => [["label", "right"], ["box", "left"]].map(([name, side]) =>
        document.querySelector(`tr.grand .${name}`).getBoundingClientRect()[side])"""
    aside: viewers.Size = {"width": 740, "height": 360}
    for size in (DESK, PHONE, aside):
        page.set_viewport_size(size)
        bar, total = page.evaluate(sides)
        assert bar < total


def test_sums_are_heavier_than_what_they_sum(opened: Open) -> None:
    """The box of a sum has a heavier line than each box that it sums, and is no lower.

    This holds on coarse screens, too.
    """
    for number, ruleset_id in enumerate(REPRESENTATIVES):
        page = opened(SHIPPED[ruleset_id], device_scale_factor=1 + number % 2)
        found = page.evaluate("""() => {
            const key = (where) => document.querySelector(`[data-key="${where} 0"]`);
            const box = (where) => key(where).querySelector(".box") || key(where);
            const isShown = (where) => box(where).offsetParent;
            const line = (where) => parseFloat(getComputedStyle(box(where)).borderTopWidth);
            const of = (where) => [line(where), box(where).offsetHeight];
            const data = JSON.parse(document.getElementById("data").textContent);
            const { game } = Object.values(data.games)[0].same;
            const sums = game.totals.filter((total) => total.kind === "sum" && isShown(total.id));
            return sums.map((total) => [of(total.id), total.of.filter(isShown).map(of)]);
        }""")
        assert found
        for (line, height), addends in found:
            assert all(line > thin and height >= low for thin, low in addends)
        page.context.close()


def test_the_faces_of_the_look_are_in_the_page(opened: Open) -> None:
    """All three weights are loaded, from the page itself."""
    page = opened(SHIPPED["dice-play"])
    page.evaluate("document.fonts.ready")
    found = page.evaluate("() => [...document.fonts].map(face => [face.weight, face.status])")
    assert found == [["400", "loaded"], ["700", "loaded"], ["900", "loaded"]]
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith(
        '"Sofia Sans Semi Condensed"'
    )


def test_a_tap_asks_only_for_what_it_changes(opened: Open) -> None:
    """With six players, a die changes no table, and only those figures whose place changes."""
    page = opened(SHIPPED["bonus-yachts"], ("An", "Bram", "Carla", "Dirk", "Els", "Frits"))
    page.evaluate("""() => {
        const { getAttribute } = Element.prototype;
        window.columns = new Set();
        Element.prototype.getAttribute = function (name) {
            const cell = this.closest("main td");
            if (cell) {
                columns.add(cell.cellIndex);
            }
            return getAttribute.call(this, name);
        };
    }""")

    def asked() -> list[int]:
        """Return the columns of the table that were requested since the last call."""
        found: list[int] = page.evaluate(
            "() => { const all = [...columns]; columns.clear(); return all.sort(); }"
        )
        return found

    roll_dice(page, (3, 3, 2, 5))
    assert asked() == []
    roll_dice(page, (6,))
    assert asked() == [1]
    page.locator("#offers .offer").first.click()
    assert asked() == [1, 2]
    page.locator("#roll").click()
    assert 1 in asked()
    page.locator("#dice button").first.click()
    assert asked() == []


def test_players_are_numbered_with_dice(opened: Open) -> None:
    """Up to twelve have one: seven is a six and a one.

    The die of the player at turn is solid, with corners around it.
    """
    page = opened(SHIPPED["numbers-hands"], tuple("ABCDEFGHIJKLM"))
    faces = page.evaluate("""() => [...document.querySelectorAll("#seats .faces")].map(faces =>
        [...faces.querySelectorAll(".die")].map(die => die.dataset.face).join("")
            || faces.textContent)""")
    assert faces == [*(f"{n}" for n in range(1, 7)), *(f"6{n}" for n in range(1, 7)), "13"]
    filled = """() => [...document.querySelectorAll("#seats .faces .die")]
        .map(die => getComputedStyle(die).getPropertyValue("--body"))"""
    solid, *others = page.evaluate(filled)
    assert solid not in others
    assert (
        page.evaluate(
            "getComputedStyle(document.querySelector('.seat.turn'), '::before').borderTopWidth"
        )
        == "3px"
    )
