"""Turns on the page with more dice than count, more rolls than usual, and one roll for all."""

from typing import TYPE_CHECKING

from sheetgen.rulesets.loading import load_ruleset
from tests import viewers
from tests.calculator.test_page import Open, box, opened, phase, press, roll_dice
from tests.games import built, category, game

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["opened"]  # a fixture
pytestmark = viewers.needed()


def _on_button(page: "Page") -> str:
    """Return what the button to roll says about the next roll."""
    return page.locator("#roll span").nth(1).inner_text()


def _roll(page: "Page", times: int) -> None:
    """Let the page roll."""
    for _ in range(times):
        viewers.tap(page.locator("#roll"))


def test_rolls_that_are_not_used_are_saved(opened: Open) -> None:
    """A roll beyond the third takes a saved one, and undo gives it back."""
    page = opened(load_ruleset("maxi-yatzy-saved"), ("An",))
    assert _on_button(page) == ""
    _roll(page, 1)
    assert _on_button(page) == "roll 2 of 3"
    viewers.tap(box(page, "chance"))
    assert _on_button(page) == "2 saved"
    _roll(page, 3)
    assert _on_button(page) == "roll 4 of 4, 2 saved"
    _roll(page, 1)
    assert _on_button(page) == "roll 5 of 5, 1 saved"
    _roll(page, 1)
    assert phase(page) == "offers"
    page.locator("#offers .offer").first.click()
    if page.locator("dialog[open]").count():  # a 0 is asked about
        page.locator("dialog[open] .main").click()
    assert _on_button(page) == ""
    page.locator("#undo").click()
    assert phase(page) == "offers"
    page.locator("#undo").click()
    assert _on_button(page) == "roll 2 of 3"  # of the first turn, which has saved nothing yet


def test_the_number_of_a_typed_roll_saves_rolls(opened: Open) -> None:
    """Who rolls real dice tells which roll it was; without a word it is the last."""
    page = opened(load_ruleset("maxi-yatzy-saved"), ("An",))
    press(page, *"112233")
    viewers.tap(box(page, "three_pairs"))
    assert _on_button(page) == ""
    press(page, *"123456")
    number = page.locator("#moment button")
    assert number.inner_text() == "roll 3 of 3"
    number.click()
    assert number.inner_text() == "roll 1 of 3"
    viewers.tap(box(page, "full_straight"))
    assert _on_button(page) == "2 saved"


def test_the_die_that_does_not_count_is_open(opened: Open) -> None:
    """Six dice are tapped; of each offer the five best count."""
    page = opened(load_ruleset("yamb-6"), ("An",))
    roll_dice(page, (5, 5, 6, 6, 6, 1))
    assert phase(page) == "offers"
    for name, place in (("Full house", 5), ("Min", 2)):
        page.locator("#offers .offer", has_text=name).first.focus()
        kinds = page.locator("#dice .die").evaluate_all("dice => dice.map(die => die.classList[1])")
        assert [at for at, kind in enumerate(kinds) if kind == "open"] == [place], name
    viewers.tap(box(page, "free.min"))
    assert "23" in box(page, "free.min").inner_text()


def test_one_roll_is_written_by_everyone(opened: Open) -> None:
    """The dice stay until all have written them."""
    ruleset = built(
        game(
            [category("luck"), category("sixes", "face", "matching", face=6)], dice={"shared": True}
        )
    )
    page = opened(ruleset, weights=False)
    press(page, *"11266")
    viewers.tap(box(page, "sixes", 0))
    assert (phase(page), page.locator("#dice .die.blank").count()) == ("offers", 0)
    viewers.tap(box(page, "luck", 1))
    assert (phase(page), page.locator("#dice .die.blank").count()) == ("empty", 5)
    page.locator("#undo").click()
    assert (phase(page), page.locator("#dice .die.blank").count()) == ("offers", 0)
