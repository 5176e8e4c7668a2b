"""The page in Firefox: whole games of every kind, and the peculiarities of browsers.

The tests are those of Chromium with the other browser. Downloads are not available in it here.
"""

import random

import pytest

from tests import viewers
from tests.calculator import test_page, test_page_rules
from tests.calculator.test_page import DESK, PHONE, Game, Open, opened, press, reload, written
from tests.calculator.test_page_rules import tab_to
from tests.calculator.test_scripts import SHIPPED, totals_on_paper

__all__ = ["opened"]  # a fixture
pytestmark = viewers.needed("firefox")
SHARED = (
    test_page.test_a_storage_that_gets_full,
    test_page.test_a_page_that_is_left_at_once_keeps_the_last_tap,
    test_page.test_a_sheet_keeps_the_focus,
    test_page.test_a_zero_asks_once,
    test_page.test_accessibility,
    test_page.test_correcting,
    test_page.test_focus_is_never_lost,
    test_page.test_players_come_and_go_in_the_middle,
    test_page.test_rolls_of_the_page,
    test_page.test_the_end,
    test_page.test_the_keyboard_alone,
    test_page.test_theme,
    test_page.test_two_windows,
    test_page.test_what_was_kept_can_be_anything,
    test_page_rules.test_a_game_by_keys,
    test_page_rules.test_eight_players_fit_on_a_phone,
    test_page_rules.test_everything_can_be_hit_and_read,
    test_page_rules.test_the_best_offer_is_one,
    test_page_rules.test_totals_stay_in_sight,
)
globals().update({each.__name__: each for each in SHARED})


@pytest.fixture
def chromium(firefox: viewers.Browser) -> viewers.Browser:
    """Firefox in its place."""
    return firefox


@pytest.mark.parametrize(
    ("ruleset_id", "size"),
    [("bonus-yachts", DESK), ("maxi-yatzy", PHONE)],
)
def test_a_whole_game(opened: Open, ruleset_id: str, size: viewers.Size) -> None:
    """Two players, by dice and by points: offers, sums and bonuses are the engine's.

    At the end there is a podium.
    """
    page = opened(SHIPPED[ruleset_id], size=size, language="nl")
    played = Game(page, SHIPPED[ruleset_id], 2, seed=size["width"])
    played.play()
    page.locator("#end").wait_for()
    totals = page.locator(".podium .points").all_inner_texts()
    assert sorted(totals) == sorted(str(played.total(place)) for place in range(2))


@pytest.mark.parametrize("ruleset_id", ["generala", "balut"])
def test_a_whole_game_by_keys(opened: Open, ruleset_id: str) -> None:
    """Dice and Enter play to the end, with the engine's sums.

    There are values for first rolls, and several boxes a category.
    """
    ruleset = SHIPPED[ruleset_id]
    page = opened(ruleset, ("An",), size=DESK)
    chance = random.Random(7)  # noqa: S311 - a test that can be repeated
    for turn in range(len(ruleset.boxes)):
        if turn == len(ruleset.boxes) // 2:
            reload(page)
        for _ in range(ruleset.dice.count):
            press(page, str(chance.randint(1, 6)))
        press(page, "Enter")
        if page.locator("#offers .offer:focus").count():
            press(page, "Enter")  # it asks where none is known to be the best
        if page.locator("dialog[open][role=alertdialog]").count():
            tab_to(page, ".strikes")
            press(page, "Enter")
    page.locator("#end").wait_for()
    texts = written(page, ruleset)
    card = {box: int(texts[box]) for box in ruleset.boxes}
    assert texts == {
        row: str(value) for row, value in (card | totals_on_paper(ruleset, card, None)).items()
    }
