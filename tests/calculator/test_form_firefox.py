"""The fillable sheet in Firefox's own viewer.

Whole cards of all games, with their bonuses, typed by hand.
"""

import pytest

from tests import viewers
from tests.calculator.test_form import filled, form_of, prefix_of
from tests.calculator.test_form_viewers import possible_card, wanted
from tests.calculator.test_scripts import SHIPPED

pytestmark = viewers.needed("firefox")


@pytest.mark.parametrize("ruleset_id", ["dice-play", "balut", "yamb"])
def test_a_whole_card(firefox: viewers.Browser, ruleset_id: str) -> None:
    """The totals are those of the engine.

    It is pdf.js, in which all other games are typed as well.
    """
    from playwright.sync_api import expect

    ruleset = SHIPPED[ruleset_id]
    games = {"games": 1} if ruleset.sheet.columns == "games" else {}
    card, yachts = possible_card(ruleset, seed=6)
    written = yachts if ruleset.extra_yachts else None
    entries, right = (
        filled(ruleset, card, written),
        wanted(ruleset, card, written, prefix_of(ruleset)),
    )
    page = firefox.page()
    page.goto(firefox.serve(form_of(ruleset, "nl", 2, (), **games)), wait_until="commit")
    for name, value in entries.items():
        field = page.locator(f'input[name="{name}"]').first
        field.fill(str(value))
        field.press("Tab")
    for name, value in right.items():
        expect(page.locator(f'input[name="{name}"]').first).to_have_value(value)
    page.context.close()
