"""A running game goes from one phone to another as a file.

A browser without storage warns, and saves one.
"""

import json
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.cards.batches import Games, check_lines
from sheetgen.i18n.catalog import load_catalog
from sheetgen.rules.history import possible_values
from sheetgen.rulesets.loading import load_ruleset
from tests import viewers
from tests.calculator.test_page import (
    Open,
    menu,
    opened,
    press,
    ready,
    reload,
    roll_dice,
    saved,
    settle,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ("opened",)
pytestmark = viewers.needed()
BLOCKED = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });"
)


def totals(page: "Page") -> list[str]:
    return page.locator(".seat .tot").all_text_contents()


def saved_game(page: "Page") -> str:
    """Return the file of the running game."""
    menu(page, "share")
    content = saved(page, page.locator("dialog .keeps"))
    press(page, "Escape")
    return content.decode()


def read_in(page: "Page", content: str) -> None:
    menu(page, "card")
    with page.expect_file_chooser() as chooser:
        page.locator("dialog .reads").click()
    chooser.value.set_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": content.encode()}
    )
    page.locator("dialog[role=alertdialog]").wait_for()


def close_all(page: "Page") -> None:
    """Close every sheet."""
    while page.locator("dialog[open]").count():
        press(page, "Escape")


def play(page: "Page", *rolls: tuple[int, ...]) -> None:
    for dice in rolls:
        roll_dice(page, dice)
        page.locator("#offers .chip").first.click()


def stored(page: "Page") -> list[Any]:
    """Return the running games that the browser holds."""
    settle(page)
    values = [json.loads(each) for each in page.evaluate("() => Object.values(localStorage)")]
    return [
        each["match"]
        for each in values
        if isinstance(each, dict) and each.get("match", {}).get("entries")
    ]


def test_a_running_game_goes_on_elsewhere(opened: Open) -> None:
    """A running game from a file has its boxes and the dice on the table.

    The game of the second phone stays, and can be played on.
    """
    ruleset = load_ruleset("yatzy")
    page = opened(ruleset)
    play(page, (5, 5, 5, 5, 2), (1, 2, 3, 4, 5))
    roll_dice(page, (6, 6))
    content, before = saved_game(page), totals(page)
    answers = list(check_lines(BytesIO(content.encode()), Games(load_ruleset, load_catalog("en"))))
    assert len(answers) == 2
    other = opened(ruleset, ("Cleo", "Dirk"))
    play(other, (1, 1, 1, 1, 1))
    mine = totals(other)
    read_in(other, content)
    other.locator("dialog.game-told .main").click()
    assert totals(other) == before
    assert other.locator("#dice [aria-label='6']").count() == 2
    assert len(stored(other)) == 2
    menu(other, "card")
    other.locator("dialog .game", has_text="Cleo").click()
    other.locator("dialog.game-told .main").click()
    assert totals(other) == mine
    assert len(stored(other)) == 2


def test_undo_leads_back_to_the_game_before(opened: Open) -> None:
    """A game that was opened is left by undo and entered by redo, also after a reload.

    The one that is left stays under Games.
    """
    ruleset = load_ruleset("yatzy")
    page, other = opened(ruleset), opened(ruleset, ("Cleo", "Dirk"))
    play(page, (5, 5, 5, 5, 2), (1, 2, 3, 4, 5))
    play(other, (1, 1, 1, 1, 1))
    theirs, mine = totals(page), totals(other)
    read_in(other, saved_game(page))
    other.locator("dialog.game-told .main").click()
    assert totals(other) == theirs
    reload(other)
    other.locator("#undo").click()
    assert totals(other) == mine
    assert len(stored(other)) == 2
    menu(other, "redo")
    assert totals(other) == theirs
    assert len(stored(other)) == 2


def test_the_same_game_further_on(opened: Open) -> None:
    """It continues there, and undo restores the earlier state.

    An older file changes nothing; a branch stays.
    """
    page = opened(load_ruleset("yatzy"))
    play(page, (5, 5, 5, 5, 2))
    early, first = saved_game(page), totals(page)
    play(page, (1, 2, 3, 4, 5))
    late, second = saved_game(page), totals(page)
    read_in(page, early)
    assert "already" in page.locator("dialog.question h2").inner_text()
    close_all(page)
    page.locator("#undo").click()
    assert totals(page) == first
    read_in(page, late)
    sheet_of = page.locator("dialog.further")
    assert sheet_of.locator("h2").inner_text() == "This game, 1 turn further"
    assert sheet_of.locator("li").all_inner_texts() == ["Bram, turn 1\nSmall straight\n15"]
    sheet_of.locator(".main").click()
    close_all(page)
    assert totals(page) == second
    page.locator("#undo").click()
    assert totals(page) == first
    page.locator("#offers .chip").nth(1).click()
    read_in(page, late)
    page.locator("dialog.game-told .main").click()
    assert totals(page) == second
    assert len(stored(page)) == 2


def test_the_same_game_that_ended_elsewhere(opened: Open) -> None:
    """A branch that is over is kept among the finished games; nobody can play it on."""
    ruleset = load_ruleset("yatzy")
    page = opened(ruleset)
    play(page, (5, 5, 5, 5, 2))
    before = totals(page)
    content = json.loads(saved_game(page))
    (game,) = content["games"]
    game["when"] = "2026-01-01T12:00:00.000Z"
    game["entries"] = [
        {
            "player": player["id"],
            "box": box,
            "points": min(possible_values(ruleset, box)),
            "bonus": 0,
        }
        for box in ruleset.boxes
        for player in game["players"]
    ]
    read_in(page, json.dumps(content))
    assert page.locator("dialog.question h2").inner_text() == "Read in 1 game?"
    page.get_by_role("button", name="Read in").last.click()
    close_all(page)
    assert totals(page) == before
    assert page.locator("#dock").is_visible()


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"sheetgen": "games", "version": 1, "ruleset": "balut", "games": []}']
)
def test_a_file_that_is_none(opened: Open, content: str) -> None:
    """A file that cannot be read is reported, and changes nothing."""
    page = opened(load_ruleset("yatzy"))
    play(page, (5, 5, 5, 5, 2))
    before = totals(page)
    read_in(page, content)
    assert page.locator("dialog.question h2").inner_text().startswith("Th")
    page.get_by_role("button", name="Back").click()
    close_all(page)
    assert totals(page) == before


def test_blocked_storage_is_said_at_load(opened: Open) -> None:
    """In sight before any tap, before the first hint.

    Its file is read in elsewhere, with the same totals and turn.
    """
    ruleset = load_ruleset("yatzy")
    page = opened(ruleset)
    page.add_init_script(BLOCKED)
    page.reload()
    ready(page)
    warning = page.locator("#unkept")
    box, dock = warning.bounding_box(), page.locator("#dock").bounding_box()
    assert box
    assert dock
    assert box["y"] + box["height"] <= dock["y"]
    assert not page.locator("#first-hint").count()
    play(page, (5, 5, 5, 5, 2))
    with page.expect_download() as download:
        warning.locator(".keeps").click()
    content = Path(download.value.path()).read_text("utf-8")
    warning.locator(".tile").click()
    assert warning.is_hidden()
    other = opened(ruleset, ("Cleo",))
    read_in(other, content)
    other.locator("dialog.game-told .main").click()
    assert totals(other) == totals(page)
