"""Turns with more rolls than the usual ones: saved and spare rolls, and those of the last turn."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from sheetgen.booklets.questions import questions
from sheetgen.booklets.sentences import Sentences
from sheetgen.calculator.form import make_form
from sheetgen.calculator.scripts import game_data, turn_data
from sheetgen.checker.check import check_card
from sheetgen.errors import FileError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.primitives import Rect
from sheetgen.layout.sheet import lay_out_form
from sheetgen.pdf.fonts import measure
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Roll, SavedRolls
from sheetgen.rules.scoring import (
    WrittenCard,
    further_rolls,
    legal_entries,
    moment,
    rolls_in_turn,
    totals,
)
from sheetgen.rulesets.loading import load_ruleset, read_ruleset
from tests.conftest import Run
from tests.games import built, category, game
from tests.tables import table_of

HERE = Path(__file__).parent
TABLE = HERE / "further_rolls.txt"


def dice_of(rules: str) -> dict[str, Any]:
    """Return the dice of a row of the table, as in a ruleset file."""
    rolls, last_turn, saved, spare = rules.split()
    dice: dict[str, Any] = {"count": 2, "rolls": int(rolls)}
    if last_turn != "-":
        dice["last_turn"] = int(last_turn)
    if saved != "-":
        dice["saved"] = {"max": int(saved)} if saved != "0" else {}
    if spare != "0":
        dice["spare"] = {"count": int(spare)}
    return dice


@pytest.mark.parametrize(("rules", "used", "turns", "rolls", "left"), table_of(TABLE))
def test_rolls_of_the_next_turn(rules: str, used: str, turns: str, rolls: str, left: str) -> None:
    """Worked by hand; tests/calculator/game.test.mjs has the page count the same."""
    dice = built(game([category("luck")], dice=dice_of(rules))).dice
    before = [int(number) for number in used.split() if number != "-"]
    assert rolls_in_turn(dice, before, int(turns)) == int(rolls)
    assert further_rolls(dice, before) == int(left)


def test_what_the_page_knows_of_further_rolls() -> None:
    saved = turn_data(load_ruleset("maxi-yatzy-saved"))
    assert saved["further"] == {
        "usual": 3, "last_turn": 3, "saved": 1000, "spare": 0, "most": 20
    }  # fmt: skip
    assert "further" not in turn_data(load_ruleset("maxi-yatzy"))
    shared = built(game([category("luck")], dice={"shared": True}))
    assert game_data(shared)["shared"] is True
    assert "shared" not in game_data(load_ruleset("yatzy"))


def test_a_saved_roll_scores_as_the_last_one() -> None:
    """Points by the roll, and columns that end early, know the number of a saved roll."""
    row = category("row", "pair") | {"points": {"kind": "fixed", "by_roll": [9, 5, 2]}}
    dice = {"count": 2, "rolls": 3, "saved": {}}
    ruleset = built(game([row], dice=dice))
    points = [
        legal_entries(ruleset, Roll.parse("44"), moment(ruleset, number=number))["row"].points
        for number in (1, 2, 3, 4, 7)
    ]
    assert points == [(9,), (5,), (2,), (2,), (2,)]


def test_maxi_yatzy_with_saved_rolls_has_the_card_of_maxi_yatzy() -> None:
    saved, plain = load_ruleset("maxi-yatzy-saved"), load_ruleset("maxi-yatzy")
    assert saved.dice.saved == SavedRolls()
    assert plain.dice.saved is None
    assert [*saved.boxes] == [*plain.boxes]
    assert saved.rows == plain.rows


@pytest.mark.parametrize(("upper", "lower", "sums"), table_of(HERE / "saved_cards.txt"))
def test_cards_added_up_by_hand(upper: str, lower: str, sums: str) -> None:
    """They are valid, with the totals of the table."""
    ruleset = load_ruleset("maxi-yatzy-saved")
    points = map(int, f"{upper} {lower}".split())
    card = dict(zip(ruleset.boxes, points, strict=True))
    found = totals(ruleset, card)
    names = ("upper_subtotal", "upper_bonus", "total")
    assert [found[name] for name in names] == [int(number) for number in sums.split()]
    assert check_card(ruleset, WrittenCard(tuple({**card, **found}.items()))).findings == ()


def test_the_lowest_card_has_the_lowest_chance_alone() -> None:
    ruleset = load_ruleset("maxi-yatzy-saved")
    lowest = {box: possible_values(ruleset, box)[0] for box in ruleset.boxes}
    assert totals(ruleset, lowest)["total"] == 6


@pytest.mark.parametrize(("change", "key", "words"), table_of(HERE / "roll_faults.txt"))
def test_faults_of_further_rolls(change: str, key: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    data = game([category("luck")]) | tomllib.loads(change)
    path.write_text(tomli_w.dumps(data), "utf-8")
    with pytest.raises(FileError) as caught:
        read_ruleset(path)
    faults = [(fault.key, str(fault)) for fault in caught.value.faults]
    assert any(fault == key and words in said for fault, said in faults), faults


# what is printed


def _sentences(dice: dict[str, Any]) -> list[str]:
    """Return the rules for the dice of a game, in English."""
    ruleset = built(game([category("luck")], dice=dice))
    return [*Wording(ruleset, load_catalog("en")).dice_rules()]


def test_rules_of_the_dice_in_words() -> None:
    """Each rule has one sentence, in the order in which a turn needs them."""
    assert _sentences({"count": 6, "use": 5, "shared": True, "last_turn": 5}) == [
        "After your last roll, choose five of the six dice; only these count.",
        "One player rolls for all; everyone writes the same dice in a box of their own.",
        "In your last turn you may roll up to five times.",
    ]
    assert _sentences({"saved": {"max": 4}}) == [
        "A roll that you do not use is saved: it is one more in a later turn.",
        "You can have 4 saved rolls at most.",
    ]
    assert _sentences({"spare": {"count": 3}}) == [
        "You have 3 spare rolls in a game: each is one more in any turn."
    ]
    assert _sentences({}) == []


def test_the_booklet_has_the_rule_its_example_and_its_question() -> None:
    wording = Wording(load_ruleset("maxi-yatzy-saved"), load_catalog("en"))
    sentences = Sentences(wording)
    assert "A roll that you do not use is saved" in dict(sentences.steps)["Keep"]
    assert "You save 1 roll: a later turn may have 4." in str(sentences.turn)
    assert "Those that are left at the end" in str(questions(wording))


def _form(name: str) -> Any:
    """Return the pages of a form for two players on A4, and its fields."""
    wording = Wording(load_ruleset(name), load_catalog("en"))
    options = LayoutOptions(find_paper("a4"), players=2)
    pages = lay_out_form(wording.ruleset, wording.catalog, options, measure)
    return pages, make_form(wording, pages, ())


def test_a_form_has_a_field_for_each_square() -> None:
    """They lie beside each other without touching, and have words to be read aloud."""
    pages, form = _form("maxi-yatzy-saved")
    squares = [cell for page in pages for cell in page.cells if cell.kind == "tick"]
    assert len(squares) >= 2 * 12
    places = [cell.rect for cell in squares]
    assert not any(
        _touch(one, other) for at, one in enumerate(places) for other in places[at + 1 :]
    )
    fields = [field for field in form.fields if field.kind == "tick"]
    assert len({field.name for field in fields}) == len(squares)
    assert fields[0].label == "Saved rolls 1, player 1"
    assert not [field for field in _form("maxi-yatzy")[1].fields if field.kind == "tick"]


def _touch(one: Rect, other: Rect) -> bool:
    """Check whether two rectangles touch."""
    is_beside = one.right <= other.x or other.right <= one.x
    is_above = one.bottom <= other.y or other.bottom <= one.y
    return not (is_beside or is_above)


def test_a_sheet_without_room_for_the_squares_says_so(run: Run) -> None:
    """The boxes come first."""
    code, out, err = run("pdf maxi-yatzy-saved --paper 148x236mm -o small.pdf --lang en")
    assert code == 0
    assert "no room for the squares to tick in 'Saved rolls'" in out + err
    code, out, err = run("pdf maxi-yatzy-saved --paper a4 -o a4.pdf --lang en")
    assert (code, "Saved rolls" in out + err) == (0, False)


def test_odds_say_what_they_leave_out(run: Run) -> None:
    """Values are those of three rolls in every turn, as those of Maxi Yatzy are."""
    code, out, _ = run("odds maxi-yatzy-saved --lang en")
    assert code == 0
    assert "turns with 3 rolls; left out: saved rolls." in out
    saved = json.loads(run("odds maxi-yatzy-saved --format json")[1])
    plain = json.loads(run("odds maxi-yatzy --format json")[1])
    assert (saved["usual_rolls"], plain["usual_rolls"]) == (True, False)
    assert saved["value"] == plain["value"]


def test_a_roll_beyond_the_third_can_be_typed(run: Run) -> None:
    code, out, _ = run("score maxi-yatzy-saved 6 6 6 6 6 6 --roll 5 --lang en")
    assert (code, "100" in out) == (0, True)
    code, _, err = run("score maxi-yatzy 6 6 6 6 6 6 --roll 5 --lang en")
    assert (code, "a turn has rolls 1 to 3" in err) == (2, True)
