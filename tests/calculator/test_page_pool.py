"""One file for everything, and one pool of names: all games of a browser, totals and colours."""

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.cards.batches import Games, check_lines
from sheetgen.i18n.catalog import load_catalog
from sheetgen.rulesets.loading import load_ruleset
from tests import viewers
from tests.calculator.test_page import PHONE, check_axe, menu, saved
from tests.calculator.test_page_files import close_all, play, totals
from tests.calculator.test_page_games import played, read_in
from tests.calculator.test_page_links import Visit, visited

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ("visited",)
pytestmark = viewers.needed()
TWO = ("yatzy", "balut")


def games(page: "Page", *files: dict[str, Any]) -> list[str]:
    """Read in files one after the other, and return the messages of the page."""
    menu(page, "card")
    said = [read_in(page, file) for file in files]
    close_all(page)
    return said


def everything(page: "Page") -> dict[str, Any]:
    """Return the file of everything."""
    menu(page, "card")
    content = saved(page, page.locator(".saves"))
    close_all(page)
    return dict(json.loads(content))


def test_one_file_has_everything(visited: Visit) -> None:
    """Finished and running games of both rulesets, and the names.

    Another browser has all of them after it, once.
    """
    page = visited(games=TWO, address="https://cards.example/#yatzy")
    play(page, (5, 5, 5, 5, 2))
    running = totals(page)
    files = [
        played(load_ruleset(name), count, ("An", "Bram"))
        for name, count in zip(TWO, (3, 2), strict=True)
    ]
    assert games(page, *files) == ["Games read in: 3.", "Games read in: 2."]
    file = everything(page)
    assert [(part["ruleset"], len(part["games"])) for part in (file, *file["others"])] == [
        ("yatzy", 4),
        ("balut", 2),
    ]
    answers = list(
        check_lines(BytesIO(json.dumps(file).encode()), Games(load_ruleset, load_catalog("en")))
    )
    assert len([line for block, _ in answers for line in block.splitlines()]) == 12
    other = visited("Cleo", games=TWO, address="https://cards.example/#balut")
    assert games(other, file, file) == ["Games read in: 6.", "Games read in: 0. Here already: 6."]
    again = everything(other)
    assert sorted((part["ruleset"], len(part["games"])) for part in (again, *again["others"])) == [
        ("balut", 2),
        ("yatzy", 4),
    ]
    other.evaluate("() => { location.hash = 'yatzy'; }")
    other.locator("dialog.question .yes").click()
    assert totals(other) == running


def test_a_page_of_one_game_carries_the_games_of_others(visited: Visit) -> None:
    """A page without a game's ruleset keeps that game, unseen, for a page that has the ruleset."""
    page = visited(games=("balut",), address="https://cards.example/")
    assert games(page, played(load_ruleset("balut"), 2, ("An", "Bram"))) == ["Games read in: 2."]
    file = everything(page)
    other = visited(games=("yatzy",), address="https://cards.example/")
    assert games(other, played(load_ruleset("yatzy"), 1, ("An",)), file) == [
        "Games read in: 1.",
        "Games read in: 2.",
    ]
    back = everything(other)
    assert [(part["ruleset"], len(part["games"])) for part in (back, *back["others"])] == [
        ("yatzy", 1),
        ("balut", 2),
    ]
    assert back["others"][0]["games"] == file["games"]
    third = visited(games=("balut",), address="https://cards.example/")
    assert games(third, back) == ["Games read in: 3."]


def test_a_newer_state_of_a_running_game_stays_beside(visited: Visit) -> None:
    """Among many games one that went on elsewhere is added.

    What is here stays, and a second reading adds nothing.
    """
    page = visited("An", "Bram")
    play(page, (5, 5, 5, 5, 2))
    finished = played(load_ruleset("yatzy"), 1, ("An",))
    games(page, finished)
    early = everything(page)
    play(page, (1, 2, 3, 4, 5))
    late, now = everything(page), totals(page)
    assert games(page, early) == ["Games read in: 0. Here already: 2."]
    page.locator("#undo").click()
    assert games(page, late, late) == [
        "Games read in: 1. Here already: 1.",
        "Games read in: 0. Here already: 2.",
    ]
    assert totals(page) != now
    menu(page, "card")
    assert page.locator(".game").count() == 3


def test_strangers_names(visited: Visit) -> None:
    """An invalid name or colour is left out, and a file does not change the page's settings."""
    page = visited("An", "Bram")
    nasty = '<img src=x onerror="alert(1)">'
    people = [["An", 3], [nasty, 99], ["x" * 81, 2], [7, 1], "Bram", None, ["", 4], ["Cleo", "2"]]
    other = {
        "sheetgen": "games",
        "version": 1,
        "ruleset": "settings",
        "rules": "x",
        "games": [{"id": "a"}],
    }
    file = {
        **played(load_ruleset("yatzy"), 1, ("An",)),
        "people": people,
        "others": [other, None, 5, {"games": []}],
    }
    before = page.evaluate("() => localStorage['sheetgen settings']")
    assert games(page, file) == ["Games read in: 1. Not usable: 1."]
    kept = json.loads(page.evaluate("() => localStorage['sheetgen settings']"))
    assert kept == {**json.loads(before), "people": [["An", 3], [nasty, 0], ["Cleo", 0]]}
    menu(page, "card")
    page.locator(".topool").click()
    assert page.locator(".person", has_text=nasty).count() == 1


def test_a_strange_face_in_a_stored_summary(visited: Visit) -> None:
    """The screen of names opens if another page has stored a face that is no part of a selector."""
    page = visited("An", "Bram")
    games(page, played(load_ruleset("yatzy"), 1, ("An",)))
    summary = {"title": "Other", "signature": [["] x", "solid"]], "people": [["Cleo", 2, 1, 30]]}
    page.evaluate("stored => localStorage.setItem('sheetgen other', stored)", json.dumps(summary))
    menu(page, "card")
    page.locator(".topool").click()
    assert page.locator(".person", has_text="Cleo").count() == 1


@pytest.fixture
def pool(visited: Visit) -> "Page":
    """Provide the screen of names, with games of two rulesets."""
    page = visited("An", "Bram", games=TWO, address="https://cards.example/#yatzy")
    files = [
        played(load_ruleset("yatzy"), 3, ("An", "Bram")),
        played(load_ruleset("balut"), 2, ("An", "Cleo", "Bram!")),
    ]
    games(page, *files)
    menu(page, "card")
    page.locator(".topool").click()
    return page


def best(page: "Page") -> dict[str, dict[str, str]]:
    """Return the table of best totals: game to name to total."""
    names = page.locator(".best-totals thead th").all_inner_texts()[1:]
    rows = page.locator(".best-totals tbody tr").all()
    return {
        row.locator("th").inner_text(): dict(
            zip(names, row.locator("td").all_inner_texts(), strict=True)
        )
        for row in rows
    }


def test_the_pool_of_names(pool: "Page") -> None:
    """All games and wins of a name, and the best total in each game, whichever page played it."""
    check_axe(pool)
    assert pool.locator(".person bdi").all_inner_texts() == ["An", "Bram", "Bram!", "Cleo"]
    assert pool.locator(".person small").first.inner_text().startswith("5 games, ")
    table = best(pool)
    assert list(table) == ["Yatzy", "Balut"]
    assert table["Balut"]["Bram"] == table["Yatzy"]["Cleo"] == ""
    assert all(table["Yatzy"][name].isdigit() for name in ("An", "Bram"))
    solid = [int(text) for text in pool.locator(".best-totals b").all_inner_texts()]
    assert solid == [max(int(total) for total in row.values() if total) for row in table.values()]


def test_joining_two_names(pool: "Page") -> None:
    """Two names of one person become one, in all games.

    Two who played against each other need a second question.
    """
    had = best(pool)
    pool.locator(".person", has_text="Bram!").click()
    pool.get_by_role("button", name="Same as…").click()
    pool.locator("dialog[open]").last.get_by_role("button", name="Bram", exact=True).click()
    pool.locator("dialog.question .yes").click()
    assert pool.locator(".person bdi").all_inner_texts() == ["An", "Bram", "Cleo"]
    assert pool.locator(".person small").nth(1).inner_text().startswith("5 games, ")
    assert best(pool)["Balut"]["Bram"] == had["Balut"]["Bram!"]
    pool.reload()
    menu(pool, "card")
    pool.locator(".topool").click()
    assert pool.locator(".person bdi").all_inner_texts() == ["An", "Bram", "Cleo"]


def test_a_name_changes_in_all_games(pool: "Page") -> None:
    """Also in the one that is played.

    And an unknown name can be added, which is offered where players are chosen.
    """
    pool.locator(".person", has_text="An").click()
    pool.locator(".person-told input").fill("Anna")
    pool.get_by_role("button", name="Done").click()
    assert "Anna" in pool.locator(".person bdi").all_inner_texts()
    pool.locator(".new").click()
    pool.locator(".person-told input").fill("Eva")
    pool.get_by_role("button", name="Done").click()
    close_all(pool)
    assert pool.locator(".seat").first.inner_text().startswith("Anna")
    menu(pool, "people")
    assert {"Eva", "Cleo"} <= {*pool.locator(".suggested button").all_inner_texts()}


def test_colours_of_players(pool: "Page") -> None:
    """A chosen colour stays with the name.

    Of two with the same the later takes the next that is free.
    """

    def chosen() -> list[str | None]:
        pool.wait_for_function(
            "() => document.querySelectorAll('.person-told').length === 0"
        )  # it closes in a moment
        classes: list[str | None] = pool.locator(".person svg.stroke").evaluate_all(
            "all => all.map(each => each.getAttribute('class'))"
        )
        return classes

    assert chosen() == [f"stroke colour{place}" for place in (1, 2, 3, 4)]
    pool.locator(".person", has_text="Cleo").click()
    pool.get_by_role("button", name="orange").click()
    pool.get_by_role("button", name="Done").click()
    assert chosen() == [f"stroke colour{place}" for place in (1, 3, 4, 2)]
    pool.locator(".person", has_text="An").first.click()
    pool.get_by_role("button", name="orange").click()
    pool.get_by_role("button", name="Done").click()
    assert chosen() == [f"stroke colour{place}" for place in (2, 4, 5, 3)]
    pool.reload()
    menu(pool, "card")
    pool.locator(".topool").click()
    assert chosen() == [f"stroke colour{place}" for place in (2, 4, 5, 3)]


@pytest.mark.parametrize(
    "size", [PHONE, {"width": 320, "height": 568}, {"width": 740, "height": 360}]
)
def test_the_new_screens_fit(visited: Visit, size: viewers.Size) -> None:
    """With eight names nothing is wider than the screen, and every target is 44 px high."""
    names = ("Annemarie", "Bartholomeus", "Cleo", "Dirk", "Eva", "Fleur", "Gijs", "Hendrik")
    page = visited(*names, size=size)
    games(page, played(load_ruleset("yatzy"), 1, names))
    play(page, (5, 5, 5, 5, 2))

    def check() -> None:
        page.wait_for_timeout(300)
        assert page.evaluate("() => document.documentElement.scrollWidth") == size["width"]
        dialog = page.locator("dialog[open]").last
        wide = "dialog => dialog.scrollWidth > dialog.clientWidth ? dialog.className : null"
        assert dialog.evaluate(wide) is None
        boxes = [each.bounding_box() for each in dialog.locator("button:visible").all()]
        assert min(box["height"] for box in boxes if box) >= 44
        check_axe(page)

    menu(page, "share")
    check()
    page.locator(".way", has_text="QR code").click()
    check()
    close_all(page)
    menu(page, "card")
    check()
    page.locator(".topool").click()
    check()
    page.locator(".person").nth(1).click()
    check()
