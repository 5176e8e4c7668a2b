"""The page in a real browser: whole games with dice and without, at the size of a phone and of a desk."""

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import viewers
from games import SEEDS, built, category, game
from test_form import NASTY
from test_scripts import ALL, SHIPPED, totals_on_paper

from sheetgen.calculator.page import make_page
from sheetgen.cards import cards_of, read_cards
from sheetgen.checker import check_card
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.themes import load_look
from sheetgen.rules import Context, Roll, Ruleset, all_rolls, legal_entries

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = viewers.needed()
PHONE: viewers.Size = {"width": 360, "height": 740}
DESK: viewers.Size = {"width": 1280, "height": 900}
AXE = viewers.FOLDER / "node_modules" / "axe-core" / "axe.min.js"
Open = Callable[..., "Page"]


@contextmanager
def browsing(chromium: viewers.Browser) -> Iterator[Callable[..., "Page"]]:
    """Opens pages from files, as people do, and holds that nothing goes wrong in them or goes out of them."""
    wrong: list[str] = []
    contexts: list[Any] = []

    def open_page(file: Path, content: str, size: viewers.Size, **more: Any) -> "Page":
        file.write_text(content, "utf-8")
        context = chromium.chromium.new_context(viewport=size, bypass_csp=False, **more)
        contexts.append(context)
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
    """Opens the page of a game."""
    with browsing(chromium) as open_page:

        def open_game(
            ruleset: Ruleset, names: tuple[str, ...] = ("An", "Bram"), language: str = "en", **more: Any
        ) -> "Page":
            content = make_page(Wording(ruleset, load_catalog(language)), names, look=more.pop("look", None))
            return open_page(tmp_path / "page.html", content, more.pop("size", PHONE), **more)

        yield open_game


def outside(address: str) -> list[str]:
    """The address, if it is none of the page's own."""
    return [] if address.startswith(("file:", "data:", "blob:")) else [address]


def roll_dice(page: "Page", dice: tuple[int, ...]) -> None:
    """Tap what was rolled."""
    for face in dice:
        page.locator(f"#faces button[value='{face}']").click()


def box(page: "Page", where: str, player: int = 0) -> Any:
    """The button of a box."""
    return page.locator(f"[data-key='{where} {player}']")


def written(page: "Page", ruleset: Ruleset, player: int = 0) -> dict[str, str]:
    """What stands in the rows of a column, without what the dice offer."""
    code = """([rows, column]) => Object.fromEntries(rows.map(where => {
        const box = document.querySelector(`[data-key="${where} ${column}"]`);
        const text = [...box.childNodes].find(node => node.nodeType === Node.TEXT_NODE);
        return [where, box.classList.contains("offer") || !text ? "" : text.data];
    }))"""
    found: dict[str, str] = page.evaluate(code, [list(ruleset.rows), player])
    return found


def offers(page: "Page", ruleset: Ruleset) -> dict[str, str]:
    """What the dice on the table are worth, by box."""
    code = (
        "() => [...document.querySelectorAll('button.offer')].map(button => [button.dataset.key, button.textContent])"
    )
    return {key.split()[0]: text for key, text in page.evaluate(code)}


def shown(points: int, bonus: int) -> str:
    """How an entry stands in words."""
    return f"{points} + {bonus}" if bonus else str(points)


class Game:
    """Plays a game on a page, and in the engine beside it."""

    def __init__(self, page: "Page", ruleset: Ruleset, players: int, seed: int) -> None:
        self.page, self.ruleset = page, ruleset
        self.cards: list[dict[str, int]] = [{} for _ in range(players)]
        self.bonuses = [0] * players
        self.chance = random.Random(seed)  # noqa: S311 - a test that can be repeated

    def play(self) -> None:
        """Every turn of every player."""
        for turn in range(len(self.ruleset.boxes) * len(self.cards)):
            self._turn(turn % len(self.cards))
            self.compare(turn % len(self.cards))

    def _turn(self, player: int) -> None:
        roll = self._roll()
        entries = legal_entries(self.ruleset, roll, Context(self.cards[player]))
        if not self.chance.randrange(3):
            self._by_points(player)
            return
        roll_dice(self.page, tuple(self.chance.sample(roll.dice, len(roll.dice))))
        assert offers(self.page, self.ruleset) == {
            where: shown(entry.points[-1], entry.bonus) for where, entry in entries.items()
        }
        where = self.chance.choice(list(entries))
        box(self.page, where, player).click()
        points = self.chance.choice(entries[where].points)
        if len(entries[where].points) > 1:
            name = shown(points, entries[where].bonus)
            self.page.locator("#entry .values").get_by_role("button", name=name, exact=True).click()
        self._note(player, where, points, entries[where].bonus)

    def _roll(self) -> Roll:
        """Random dice, a Yacht more often than by chance."""
        dice = self.ruleset.dice
        if not self.chance.randrange(3):
            return Roll((self.chance.randint(1, dice.sides),) * dice.count)
        return Roll(tuple(self.chance.randint(1, dice.sides) for _ in range(dice.count)))

    def _by_points(self, player: int) -> None:
        """Tap a box and choose its points, of those that are offered."""
        where = self.chance.choice([each for each in self.ruleset.boxes if each not in self.cards[player]])
        box(self.page, where, player).click()
        values = self.page.locator("#entry .value")
        texts = values.all_inner_texts()
        assert texts == self._choices(player, where)
        at = self.chance.randrange(len(texts))
        values.nth(at).click()
        points, _, bonus = texts[at].partition(" + ")
        self._note(player, where, int(points), int(bonus or 0))

    def _choices(self, player: int, where: str) -> list[str]:
        """Everything that some roll can be written as in a box now."""
        found = set()
        for roll in all_rolls(self.ruleset.dice.count, self.ruleset.dice.sides):
            entry = legal_entries(self.ruleset, roll, Context(self.cards[player])).get(where)
            found |= {(points, entry.bonus) for points in entry.points} if entry else set()
        return [shown(points, bonus) for points, bonus in sorted(found)]

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
        """The grand total as the engine has it."""
        yachts = self.bonuses[player] if self.ruleset.extra_yachts else None
        return totals_on_paper(self.ruleset, self.cards[player], yachts)["total"] or 0


def exported(page: "Page", name: str) -> bytes:
    """A file that the page offers for the newest game."""
    page.locator("#show-games").click()
    with page.expect_download() as download:
        page.locator("#games li").first.locator("button", has_text=name).click()
    content = Path(download.value.path()).read_bytes()
    page.locator("#games .actions button:not([type])").click()
    return content


@pytest.mark.parametrize(
    ("ruleset_id", "size"),
    [
        *((name, size) for name in SEEDS for size in (PHONE, DESK)),
        ("maxi-yatzy", DESK),
    ],
)
def test_a_whole_game(opened: Open, ruleset_id: str, size: dict[str, int]) -> None:
    """Two players, dice and points; then the outcome, the files, a reload, and a new game that can be taken back."""
    ruleset = SHIPPED[ruleset_id]
    page = opened(ruleset, size=size, language="nl")
    played = Game(page, ruleset, 2, seed=size["width"])
    played.play()
    best = max(range(2), key=played.total)
    if played.total(0) != played.total(1):
        outcome = page.locator("#state").inner_text().replace("\u2068", "").replace("\u2069", "")
        assert outcome == f"{('An', 'Bram')[best]} wint met {played.total(best)} punten."
    for kind, suffix in (("CSV", ".csv"), ("JSON", ".json")):
        paper = read_cards(BytesIO(exported(page, kind)), suffix, "game")
        assert paper.ruleset == ruleset_id
        for card, mine in zip(cards_of(paper, Wording(ruleset, load_catalog("nl"))), played.cards, strict=True):
            assert check_card(ruleset, card).findings == ()
            assert {where: dict(card.entries)[where] for where in mine} == mine
    page.reload()
    played.compare(0)
    page.locator("#new").click()
    assert set(written(page, ruleset).values()) == {""}
    page.locator("#undo").click()
    played.compare(1)
    page.locator("#show-games").click()
    assert page.locator("#games li").count() == 1


@pytest.mark.parametrize("name", ["two Yacht boxes", "up, Yacht early", "first roll", "bound", "forced, zero last"])
def test_other_games(opened: Open, name: str) -> None:
    """Games of users: what the dice offer is what the engine allows."""
    ruleset = ALL[name]
    page = opened(ruleset, ("An",))
    card: dict[str, int] = {}
    chance = random.Random(9)  # noqa: S311 - a test that can be repeated
    while len(card) < len(ruleset.boxes):
        dice = tuple(chance.randint(1, ruleset.dice.sides) for _ in range(ruleset.dice.count))
        first = name == "first roll" and chance.random() < 0.5
        if first:
            page.locator("#first").check()
        roll_dice(page, dice)
        entries = legal_entries(ruleset, Roll(dice), Context(card, first))
        assert offers(page, ruleset) == {where: shown(e.points[-1], e.bonus) for where, e in entries.items()}
        where = chance.choice(list(entries))
        box(page, where).click()
        if len(entries[where].points) > 1:
            page.locator("#entry .value").last.click()
        card[where] = entries[where].points[-1]
        assert written(page, ruleset)[where] == str(card[where])


def test_only_what_a_box_can_hold_is_offered(opened: Open) -> None:
    """Points to choose from, joker rules included; a box that is full can be changed as far as later entries allow."""
    page = opened(SHIPPED["numbers-hands"], ("An",))
    values = page.locator("#entry .value")

    def offered(where: str) -> list[str]:
        box(page, where).click()
        texts = values.all_inner_texts()
        page.keyboard.press("Escape")
        return texts

    assert offered("sixes") == ["0", "6", "12", "18", "24"]
    assert offered("full_house") == ["0", "25"]
    box(page, "yacht").click()
    values.last.click()
    assert offered("sixes") == ["0", "6", "12", "18", "24", "30 + 100"]
    box(page, "sixes").click()
    values.last.click()
    assert written(page, SHIPPED["numbers-hands"])["total"] == "180"
    assert offered("full_house") == ["0", "25", "25 + 100"]
    assert offered("fours") == ["0", "0 + 100", "4", "8", "12", "16", "20 + 100"]
    assert offered("yacht") == ["50"]
    assert offered("sixes")[-1] == "30 + 100"
    box(page, "sixes").click()
    page.locator("#entry .empty").click()
    assert written(page, SHIPPED["numbers-hands"])["total"] == "50"
    assert offered("yacht") == ["0", "50"]
    page.locator("#undo").click()
    assert written(page, SHIPPED["numbers-hands"])["total"] == "180"


def test_dice_that_may_not_go_there(opened: Open) -> None:
    """A box that the dice may not go to takes them neither by tap nor by key, and says so."""
    page = opened(SHIPPED["numbers-hands"], ("An",))
    roll_dice(page, (4, 4, 4, 4, 4))
    assert offers(page, SHIPPED["numbers-hands"]) == {"yacht": "50"}
    box(page, "fours").click()
    assert written(page, SHIPPED["numbers-hands"])["fours"] == ""
    assert page.locator("#live").inner_text() == "These dice may not go into Fours now. They can go into Yacht!"
    assert page.locator("#note").is_visible()
    page.locator("#hand button").first.click()
    roll_dice(page, (3,))
    assert offers(page, SHIPPED["numbers-hands"])["fours"] == "16"
    page.locator("#drop").click()
    assert offers(page, SHIPPED["numbers-hands"]) == {}


def test_players_from_strangers(opened: Open) -> None:
    """Players come, go and change their names; names are text, whatever is in them, in the files too."""
    page = opened(SHIPPED["dice-play"], NASTY[:2])
    heads = page.locator("#heads th button")
    for name in (*NASTY[2:], "=1+1", '<img src=x onerror=alert(1)>,";'):
        page.locator("#add").click()
        page.locator("#player input").fill(name)
        page.keyboard.press("Enter")
    assert heads.all_inner_texts() == [*NASTY, "=1+1", '<img src=x onerror=alert(1)>,";']
    heads.nth(3).click()
    page.locator("#player .remove").click()
    assert "does not play any more" in page.locator("#live").inner_text()
    heads.first.click()
    page.locator("#player input").fill("Cas")
    page.locator("#player .main").click()
    names = ["Cas", NASTY[1], NASTY[2], NASTY[4], "=1+1", '<img src=x onerror=alert(1)>,";']
    assert heads.all_inner_texts() == names
    box(page, "ones", 4).click()
    page.locator("#entry .value").nth(2).click()
    csv = exported(page, "CSV")
    assert b"'=1+1" in csv
    paper = read_cards(BytesIO(csv), ".csv", "game.csv")
    assert list(paper.players) == names
    assert list(read_cards(BytesIO(exported(page, "JSON")), ".json", "game.json").players) == names
    page.locator("#undo").click()
    page.locator("#undo").click()
    assert heads.first.inner_text() == NASTY[0]
    page.reload()
    assert len(heads.all()) == 6


def test_the_keyboard_alone(opened: Open) -> None:
    """Arrows go from box to box, Enter opens, and the focus comes back."""
    page = opened(SHIPPED["dice-play"], size=DESK)
    box(page, "ones").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.key") == "twos 1"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert written(page, SHIPPED["dice-play"], 1)["twos"] == "2"
    assert page.evaluate("document.activeElement.dataset.key") == "twos 1"
    assert page.locator("#live").inner_text() == "Twos, Bram: 2. Grand total: 2."
    for _ in range(9):
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == "chance 1"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_accessibility(opened: Open, scheme: str, size: dict[str, int]) -> None:
    """axe-core finds nothing: the empty sheet, dice on the table, each dialog, and a game under way."""
    page = opened(SHIPPED["bonus-yachts"], size=size, color_scheme=scheme, language="nl")
    page.evaluate(AXE.read_text("utf-8"))
    check_axe(page)
    roll_dice(page, (2, 2, 3, 3, 3))
    check_axe(page)
    box(page, "full_house").click()
    box(page, "threes", 1).click()
    check_axe(page)
    page.locator("#entry .value").nth(3).click()
    for button, dialog in (("#add", "#player"), ("#show-games", "#games"), ("#new", "#question")):
        page.locator(button).click()
        page.locator(f"{dialog}[open]").wait_for()
        check_axe(page)
        page.keyboard.press("Escape")
    check_axe(page)


@pytest.mark.parametrize("theme", ["ink", "plain"])
def test_accessibility_of_rows_with_several_boxes(opened: Open, theme: str) -> None:
    """The same for a game of four boxes a category, half filled in, also with open dice."""
    page = opened(SHIPPED["balut"], language="de", look=load_look(theme))
    for where in ("fours_1", "fives_1", "fours_2"):
        box(page, where, 0).click()
        page.locator("#entry .value").last.click()
    page.evaluate(AXE.read_text("utf-8"))
    check_axe(page)


def check_axe(page: "Page") -> None:
    """All rules of axe-core, best practices too."""
    results = page.evaluate("() => axe.run()")
    found = [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in results["violations"]]
    assert not found
    assert len(results["passes"]) > 10


def test_nothing_is_cut_off_on_a_phone(opened: Open) -> None:
    """Two players stand on the narrowest phone without scrolling to the side; six scroll within the table alone."""
    page = opened(SHIPPED["numbers-hands"], ("An", "Bram"), "nl", size={"width": 320, "height": 640})
    width = "() => document.documentElement.scrollWidth <= innerWidth"
    inner = "() => document.querySelector('.scroll').scrollWidth <= document.querySelector('.scroll').clientWidth + 1"
    assert page.evaluate(width)
    assert page.evaluate(inner)
    for _ in range(4):
        page.locator("#add").click()
        page.keyboard.press("Enter")
    assert page.evaluate(width)
    assert not page.evaluate(inner)
    small = "() => [...document.querySelectorAll('button')].filter(b => b.offsetParent && b.offsetHeight < 40).length"
    assert page.evaluate(small) == 0


@pytest.mark.parametrize("ruleset_id", [*SEEDS, "maxi-yatzy", "generala"])
def test_printing_gives_the_sheet(opened: Open, ruleset_id: str, tmp_path: Path) -> None:
    """One A4 page with the rows and what is written in them, and no buttons beside it."""
    from pypdf import PdfReader

    ruleset = SHIPPED[ruleset_id]
    page = opened(ruleset, ("An", "Bram", "Cas", "Dirk"), "nl")
    box(page, "sixes").click()
    page.locator("#entry .value").nth(3).click()
    reader = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    assert len(reader.pages) == 1
    text = " ".join(reader.pages[0].extract_text().split())
    wording = Wording(ruleset, load_catalog("nl"))
    for where in ruleset.rows:
        assert wording.row(where).partition(" (")[0] in text
    assert "18" in text
    assert "Ongedaan" not in text


def test_printing_a_page_that_was_scrolled(opened: Open) -> None:
    """The head of the table lies on no row of it, however far the table and the page were scrolled before."""
    page = opened(SHIPPED["numbers-hands"], ("An", "Bram", "Cas", "Dirk", "Els", "Fien"))
    page.locator(".scroll.wide").evaluate(
        "sheet => { sheet.scrollTop = 400; sheet.scrollLeft = 200; scrollTo(0, 300); }"
    )
    page.emulate_media(media="print")
    page.evaluate("() => scrollTo(0, 300)")
    covered = """() => [...document.querySelectorAll("tbody th, tbody td")].filter(cell => {
        const box = cell.getBoundingClientRect();
        return [...document.querySelectorAll("thead th")].some(head => {
            const over = head.getBoundingClientRect();
            const across = over.left < box.right - 1 && over.right > box.left + 1;
            return across && over.top < box.bottom - 1 && over.bottom > box.top + 1;
        });
    }).map(cell => cell.textContent)"""
    assert page.evaluate(covered) == []


def test_a_browser_that_keeps_nothing(opened: Open) -> None:
    """Without storage the page plays on, and says that nothing is kept."""
    page = opened(SHIPPED["dice-play"])
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    assert page.locator("#unkept").is_hidden()
    box(page, "ones").click()
    page.locator("#entry .value").nth(2).click()
    assert written(page, SHIPPED["dice-play"])["total"] == "2"
    assert page.locator("#unkept").is_visible()


@pytest.mark.parametrize("kept", [
    "{",
    "[]",
    '{"match": {"players": [], "entries": 3}}',
    '{"match": 1, "past": {}, "finished": [1, null]}',
    '{"past": [null, 1], "finished": [{"id": "a", "players": [{"id": "p", "name": "X"}], "entries": [], "when": 5}]}',
])  # fmt: skip
def test_what_was_kept_can_be_anything(opened: Open, kept: str) -> None:
    """A store that something else wrote to does not stop the page."""
    page = opened(SHIPPED["dice-play"])
    key = page.evaluate("() => JSON.parse(document.getElementById('data').textContent).key")
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, kept])
    page.reload()
    assert page.locator("#heads th button").all_inner_texts() == ["An", "Bram"]
    assert set(written(page, SHIPPED["dice-play"]).values()) == {""}
    page.locator("#show-games").click()
    assert page.locator("#games li").count() == 0


def test_a_theme_that_was_kept_can_be_anything(opened: Open) -> None:
    """Nor does a theme that nothing can make a text of."""
    page = opened(SHIPPED["dice-play"])
    for kept in ('"constructor"', '["dark"]', "[" * 100_000 + "]" * 100_000):
        page.evaluate("(kept) => localStorage.setItem('sheetgen theme', kept)", kept)
        page.reload()
        assert page.locator("#theme").inner_text() == "Theme: auto"
        assert page.locator("#heads th button").all_inner_texts() == ["An", "Bram"]


def test_all_games_as_lines(opened: Open) -> None:
    """Finished games come out as JSON lines, a card each, as the batch reads them."""
    from sheetgen.cards import Games, check_lines
    from sheetgen.rulesets import load_ruleset

    ruleset = SHIPPED["players-choice"]
    page = opened(ruleset, ("An",))
    for seed in (1, 2):
        Game(page, ruleset, 1, seed).play()
        page.locator("#new").click()
    page.locator("#show-games").click()
    with page.expect_download() as download:
        page.locator("#games .all").click()
    content = Path(download.value.path()).read_bytes()
    answers = list(check_lines(BytesIO(content), Games(load_ruleset, load_catalog("en"), None), False))
    results = [json.loads(line) for content, _ in answers for line in content.splitlines()]
    assert [result["valid"] for result in results] == [True, True]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d An", result["id"]) for result in results)


def test_theme(opened: Open) -> None:
    """The theme can be chosen, and is kept."""
    page = opened(SHIPPED["dice-play"])
    assert page.locator("#theme").inner_text() == "Theme: auto"
    page.locator("#theme").click()
    page.locator("#theme").click()
    page.reload()
    assert page.locator("#theme").inner_text() == "Theme: dark"
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(19, 21, 24)"


def value(page: "Page", where: str, player: int, text: str) -> None:
    """Tap a box and choose its points."""
    box(page, where, player).click()
    page.locator("#entry .values").get_by_role("button", name=text, exact=True).click()


def test_undo_brings_the_dice_back(opened: Open) -> None:
    """A tap on the wrong box costs nothing: Undo says what it took back, and the dice lie there again."""
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    roll_dice(page, (6, 6, 6, 3, 3))
    box(page, "ones").click()
    assert page.locator("#hand [aria-disabled=false]").count() == 0
    page.locator("#undo").click()
    assert plain(page.locator("#note")) == "Undone: Ones, An: 0"
    assert offers(page, ruleset)["full_house"] == "24"
    value_before = written(page, ruleset)
    box(page, "full_house").click()
    assert written(page, ruleset) == value_before | {"full_house": "24", "total": "24"}


def test_another_players_box_is_not_filled_by_a_slip(opened: Open) -> None:
    """Dice go into the column of the player at turn by one tap; into another one only after a question."""
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    roll_dice(page, (6, 6, 6, 3, 3))
    box(page, "chance", 1).click()
    assert written(page, ruleset, 1)["chance"] == ""
    assert page.locator("#entry .value").all_inner_texts() == ["24"]
    page.locator("#entry .value").click()
    assert written(page, ruleset, 1)["chance"] == "24"


def test_two_windows(opened: Open) -> None:
    """What one window does the other shows; a question that is open there is about nothing any more, and goes."""
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    other = page.context.new_page()
    other.goto(page.url)
    box(page, "twos", 1).click()
    other.locator("#heads th button").nth(1).click()
    other.locator("#player .remove").click()
    page.locator("#heads th").nth(2).wait_for(state="detached")
    assert page.locator("dialog[open]").count() == 0
    value(page, "ones", 0, "3")
    other.locator("[data-key='ones 0']", has_text="3").wait_for()
    page.reload()
    assert written(page, ruleset)["ones"] == "3"


def test_a_finished_game_is_not_lost_by_undo(opened: Open) -> None:
    """Undo can go back into a finished game; what was kept of it stays until it is finished anew."""
    ruleset = SHIPPED["players-choice"]
    page = opened(ruleset, ("An",))
    Game(page, ruleset, 1, 3).play()
    page.locator("#new").click()
    for _ in range(3):
        page.locator("#undo").click()
    page.locator("#show-games").click()
    assert page.locator("#games li").count() == 1
    assert page.locator("#games li button").all_inner_texts() == ["CSV", "JSON", "Delete"]


def test_a_page_keeps_a_game_of_its_own(opened: Open) -> None:
    """In another language it is the same game; for other players it is another one, and what these left is offered."""
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    file = Path(page.url.removeprefix("file://"))

    def visit(names: tuple[str, ...], language: str = "en") -> list[str]:
        file.write_text(make_page(Wording(ruleset, load_catalog(language)), names), "utf-8")
        page.goto(page.url)
        return page.locator("#heads th button").all_inner_texts()

    question = page.locator("#question[open]")
    value(page, "ones", 0, "3")
    assert (visit(("An", "Bram"), "nl"), written(page, ruleset)["ones"]) == (["An", "Bram"], "3")
    assert not question.count()
    assert (visit(("Cas", "Els")), written(page, ruleset)["ones"]) == (["Cas", "Els"], "")
    assert plain(question.locator("p")) == "A game is not finished here: An and Bram. Play on with it?"
    question.locator(".actions button").first.click()
    value(page, "ones", 0, "2")
    page.reload()
    assert (written(page, ruleset)["ones"], question.count()) == ("2", 0)
    assert (visit(("An", "Bram")), written(page, ruleset)["ones"]) == (["An", "Bram"], "3")
    visit(("Dirk",))
    assert "Cas and Els" in plain(question.locator("p"))
    question.locator(".yes").click()
    assert (written(page, ruleset)["ones"], page.locator("#heads th button").count()) == ("2", 2)
    page.locator("#undo").click()
    assert written(page, ruleset)["ones"] == ""
    page.locator("#show-games").click()
    page.get_by_role("button", name="Play on, Another game, not finished").click()
    assert written(page, ruleset)["ones"] == "3"
    assert (visit(("Cas", "Els")), written(page, ruleset)["ones"]) == (["Cas", "Els"], "")
    assert (visit(("An", "Bram")), written(page, ruleset)["ones"]) == (["An", "Bram"], "")


def plain(place: Any) -> str:
    """The text of an element, without the marks that keep the direction of names to themselves."""
    return str(place.inner_text()).replace("\u2068", "").replace("\u2069", "")


def test_a_game_of_an_older_page_is_offered(opened: Open) -> None:
    """All pages of a game once kept one running game together: it waits for the first of them that is opened."""
    ruleset = SHIPPED["dice-play"]
    page = opened(ruleset)
    value(page, "ones", 0, "3")
    page.evaluate("""() => {
        const { key, players } = JSON.parse(document.getElementById("data").textContent);
        const own = `${key} ${JSON.stringify(players)}`;
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(own)), finished: [] }));
        localStorage.removeItem(own);
    }""")
    page.reload()
    assert written(page, ruleset)["ones"] == ""
    page.locator("#question .yes").click()
    assert written(page, ruleset)["ones"] == "3"
    page.reload()
    assert (written(page, ruleset)["ones"], page.locator("#question[open]").count()) == ("3", 0)
    assert (
        page.evaluate("() => Object.keys(localStorage).filter(key => (localStorage[key].match(/entries/))).length") == 1
    )


def test_focus_is_never_lost(opened: Open) -> None:
    """After keys that leave their button with nothing to do, the focus is where one goes on."""
    page = opened(SHIPPED["dice-play"], size=DESK)
    active = "() => document.activeElement.dataset.key || document.activeElement.id || document.activeElement.tagName"
    for face in (6, 6, 6, 3, 3):
        page.locator(f"#faces button[value='{face}']").focus()
        page.keyboard.press("Enter")
    assert page.evaluate(active) == "ones 0"
    page.locator("#drop").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(active) == "drop"
    value(page, "ones", 0, "3")
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(active) == "undo"
    page.locator("#heads th button").nth(1).click()
    page.locator("#player .remove").click()
    assert page.evaluate(active) == "player 0"
    stops = "() => [...document.querySelectorAll('table button')].filter(button => button.tabIndex === 0).length"
    assert page.evaluate(stops) == 1


def test_six_players_on_a_phone(opened: Open) -> None:
    """The player at turn, the names and what the dice offer are in sight, however wide the table is."""
    names = ("An", "Bram", "Cas", "Dirk", "Els", "Fien")
    page = opened(SHIPPED["numbers-hands"], names, "nl")
    seen = """key => { const box = document.querySelector(`[data-key="${key}"]`).getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return hit !== null && hit.closest(`[data-key="${key}"]`) !== null; }"""
    for player in range(6):
        assert page.locator("#dice-head").inner_text().strip("\u2068\u2069") == names[player]
        roll_dice(page, (6, 6, 6, 6, 6))
        assert page.evaluate(seen, f"yacht {player}")
        assert page.evaluate(seen, f"player {player}")
        box(page, "yacht", player).click()
    assert page.evaluate(seen, "player 0")


def test_turning_the_phone(opened: Open) -> None:
    """The page fits both ways, whichever it was opened in."""
    page = opened(
        SHIPPED["numbers-hands"], ("An", "Bram", "Cas", "Dirk", "Els", "Fien"), size={"width": 844, "height": 390}
    )
    fits = "() => document.documentElement.scrollWidth <= innerWidth"
    for width, height in ((390, 844), (844, 390), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(fits)


def test_a_phone_on_its_side(opened: Open) -> None:
    """The dice lie beside the table, all in sight, and so are a box that they can go to and the names."""
    page = opened(SHIPPED["numbers-hands"], ("An", "Bram", "Cas"), "nl", size={"width": 740, "height": 360})
    dice = (
        "() => { const box = document.querySelector('#dice').getBoundingClientRect(); return [box.left, box.bottom]; }"
    )
    buttons = """() => [...document.querySelectorAll("#dice button")].filter(button => {
        const box = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    }).length"""
    seen = """key => { const box = document.querySelector(`[data-key="${key}"]`).getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return hit !== null && hit.closest(`[data-key="${key}"]`) !== null; }"""
    for player in range(3):
        roll_dice(page, (6, 6, 6, 6, 6))
        left, bottom = page.evaluate(dice)
        assert left >= page.locator(".scroll").bounding_box()["x"] + page.locator(".scroll").bounding_box()["width"]  # type: ignore[index]
        assert bottom <= 360
        assert page.evaluate(buttons) == 0
        assert page.evaluate(seen, f"yacht {player}")
        box(page, "yacht", player).click()


def test_long_names_are_whole_on_a_phone(opened: Open) -> None:
    """Five players with long names: each name is there to its last letter."""
    names = ("Maximiliaan-Alexander", "Wilhelmina Johanna", "Bartholomeus", "Anne-Fleur Charlotte", "Bo")
    page = opened(SHIPPED["numbers-hands"], names, "nl")
    cut = """() => [...document.querySelectorAll("#heads button")].filter(button => {
        const name = button.firstChild.getBoundingClientRect(), room = button.getBoundingClientRect();
        const isOver = name.bottom > room.bottom + 1 || name.right > room.right + 1;
        return isOver || button.scrollHeight > button.clientHeight + 1;
    }).map(button => button.textContent)"""
    assert page.evaluate(cut) == []


def test_as_few_players_as_the_game_takes(opened: Open) -> None:
    """A game for two or more keeps two; a player with points goes only after a question."""
    page = opened(SHIPPED["bonus-yachts"])
    page.locator("#heads th button").first.click()
    assert page.locator("#player .remove").is_hidden()
    page.keyboard.press("Escape")
    page.locator("#add").click()
    page.keyboard.press("Enter")
    value(page, "ones", 0, "3")
    page.locator("#heads th button").first.click()
    page.locator("#player .remove").click()
    assert page.locator("#question[open]").is_visible()
    page.locator("#question .yes").click()
    assert page.locator("#heads th button").count() == 2
    page.locator("#undo").click()
    assert written(page, SHIPPED["bonus-yachts"])["ones"] == "3"


def test_steps_that_change_nothing_are_no_steps(opened: Open) -> None:
    """The same name, or the same points again, leave nothing to undo."""
    page = opened(SHIPPED["dice-play"])
    page.locator("#heads th button").first.click()
    page.locator("#player .main").click()
    assert page.locator("#undo").get_attribute("aria-disabled") == "true"
    value(page, "ones", 0, "3")
    value(page, "ones", 0, "3")
    page.locator("#undo").click()
    assert written(page, SHIPPED["dice-play"])["ones"] == ""


def test_printing_more_than_a_page(opened: Open) -> None:
    """A long sheet has the names on every page."""
    from pypdf import PdfReader

    rows = [category(f"row_{n}", "any") for n in range(45)]
    page = opened(built(game(rows)), ("Alma", "Berend"))
    reader = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    assert len(reader.pages) > 1
    for sheet in reader.pages:
        assert "Alma" in sheet.extract_text()


# the look


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("ruleset_id", SHIPPED)
def test_sums_are_heavier_than_what_they_sum(opened: Open, ruleset_id: str, scale: int) -> None:
    """Each box that sums has a heavier line than every box that it sums, and is no lower, on coarse screens too."""
    page = opened(SHIPPED[ruleset_id], device_scale_factor=scale)
    found = page.evaluate("""() => {
        const box = (where) => document.querySelector(`[data-key="${where} 0"]`);
        const line = (made) => parseFloat(getComputedStyle(made).borderTopWidth);
        const of = (where) => [line(box(where)), box(where).offsetHeight];
        const { game } = JSON.parse(document.getElementById("data").textContent);
        return game.totals.filter((total) => total.kind === "sum").map((total) => [of(total.id), total.of.map(of)]);
    }""")
    assert found
    for (line, height), addends in found:
        assert all(line > thin and height >= low for thin, low in addends)


def test_points_of_several_boxes_are_heavier_than_their_sum(opened: Open) -> None:
    """Beneath the boxes of a category stands their sum, and beside it, heavier, what it is worth."""
    page = opened(SHIPPED["balut"])
    lines = (
        page.locator("tr.many")
        .first.locator("td")
        .first.locator(".box")
        .evaluate_all("boxes => boxes.map(box => parseFloat(getComputedStyle(box).borderTopWidth))")
    )
    *boxes, total, points = lines
    assert len(boxes) == 4
    assert max(boxes) < total < points


def test_a_row_of_several_boxes(opened: Open) -> None:
    """Four boxes, their sum and its points are one row; arrow keys go through them as they stand."""
    ruleset = SHIPPED["balut"]
    page = opened(ruleset, size=DESK)
    row = page.locator("tr.many").first
    ends = row.locator("td").first.locator(".ends")
    for number in range(1, 5):
        assert (re.findall(r"Sum: (\d+)", ends.inner_text().replace("\n", " ")) or ["0"]) == [str(20 * (number - 1))]
        box(page, f"fours_{number}").click()
        page.locator("#entry .value").last.click()
    assert ends.inner_text().split() == [
        "Sum:",
        "80",
        "Points",
        "for",
        "fours:",
        "2",
    ]
    box(page, "fours_1").focus()
    active = "() => document.activeElement.dataset.key"
    for key, wanted in [
        ("ArrowRight", "fours_2 0"), ("ArrowRight", "fours_3 0"), ("ArrowDown", "fives_3 0"),
        ("ArrowLeft", "fives_2 0"), ("ArrowUp", "fours_2 0"), ("ArrowUp", "player 0"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate(active) == wanted
    page.set_viewport_size(PHONE)
    box(page, "fives_1").focus()
    for key, wanted in (
        ("ArrowDown", "fives_3 0"),
        ("ArrowRight", "fives_4 0"),
        ("ArrowRight", "fives_3 1"),
        ("ArrowDown", "sixes_1 1"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(active) == wanted


@pytest.mark.parametrize("ruleset_id", SHIPPED)
def test_every_page_fits(opened: Open, ruleset_id: str) -> None:
    """In four languages, on phones and a desk: nothing to scroll to the side, no figure or word over its box."""
    over = """() => [...document.querySelectorAll(".box, .name, h1, #dice button, #dice h2")].filter((each) => {
        const isHigh = each.matches(".box, button") && each.scrollHeight > each.clientHeight + 2;
        return each.offsetParent && (each.scrollWidth > each.clientWidth + 1 || isHigh);
    }).map((each) => each.outerHTML)"""
    ruleset = SHIPPED[ruleset_id]
    for language in languages():
        page = opened(ruleset, ("An", "Bram", "Cleo", "Dirk"), language)
        for player in range(4):
            box(page, next(iter(ruleset.boxes)), player).click()
            page.locator("#entry .value").last.click()
        sizes: tuple[viewers.Size, ...] = (PHONE, {"width": 390, "height": 844}, DESK)
        for size in sizes:
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            assert page.evaluate(over) == []
        page.context.close()


def test_the_faces_of_the_look_are_in_the_page(opened: Open) -> None:
    """All three weights are loaded, from the page itself."""
    page = opened(SHIPPED["dice-play"])
    page.evaluate("document.fonts.ready")
    found = page.evaluate("() => [...document.fonts].map(face => [face.weight, face.status])")
    assert found == [["400", "loaded"], ["700", "loaded"], ["900", "loaded"]]
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Sofia Sans Semi Condensed"')


def test_players_are_numbered_with_dice(opened: Open) -> None:
    """Up to twelve: seven is a six and a one; the die of the player at turn is solid, and corners stand around it."""
    page = opened(SHIPPED["numbers-hands"], tuple("ABCDEFGHIJKLM"))
    faces = page.evaluate("""() => [...document.querySelectorAll("#heads .faces")].map(faces =>
        [...faces.querySelectorAll("use")].map(use => use.getAttribute("href")).join("") || faces.textContent)""")
    assert faces == [*(f"#die{n}" for n in range(1, 7)), *(f"#die6#die{n}" for n in range(1, 7)), "13"]
    filled = """() => [...document.querySelectorAll("#heads .faces .die")]
        .map(die => getComputedStyle(die).getPropertyValue("--body"))"""
    solid, *others = page.evaluate(filled)
    assert solid not in others
    assert (
        page.evaluate("getComputedStyle(document.querySelector('#heads .turn button'), '::before').borderTopWidth")
        == "3px"
    )
