"""House rules as choices: to the shortest file, and back from any file."""

import pytest

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.rulesets.building import merged
from sheetgen.rulesets.checked_text import faults
from sheetgen.rulesets.house_rules import (
    Chosen,
    choices_of,
    difference,
    read_house_rules,
    write_house_rules,
)
from sheetgen.rulesets.loading import ruleset_text
from sheetgen.rulesets.source import ruleset_ids

ENGLISH = load_catalog("en")


def errors_of(text: str) -> list[str]:
    """Return the faults of a text."""
    return [fault.message for fault in faults(text, ENGLISH) if fault.severity == "error"]


@pytest.mark.parametrize("game", ruleset_ids())
@pytest.mark.few(6)
def test_readings_go_to_a_file_and_back(game: str) -> None:
    """Each alone and all together; the file has no fault, and nothing but the choices."""
    readings = choices_of(game, ENGLISH).readings
    assert not any(reading.chosen for reading in readings)
    every = [*range(len(readings))]
    for chosen in [[place] for place in every] + [every]:
        text = write_house_rules(game, "Ours", Chosen(chosen))
        found = read_house_rules(text, ENGLISH)
        assert [place for place in every if found.readings[place].chosen] == chosen
        assert (found.base, found.name, found.others) == (game, "Ours", 0)
        assert errors_of(text) == []


@pytest.mark.parametrize("game", ruleset_ids())
@pytest.mark.few(6)
def test_numbers_go_to_a_file_and_back(game: str) -> None:
    """Every number that families change, each with its key path."""
    numbers = choices_of(game, ENGLISH).numbers
    changed = {number.key: number.value + 1 for number in numbers}
    text = write_house_rules(game, "Ours", Chosen(numbers=changed))
    found = read_house_rules(text, ENGLISH)
    assert {number.key: number.value for number in found.numbers} == changed
    assert [number.usual for number in found.numbers] == [number.value for number in numbers]
    assert found.others == 0


def test_the_file_is_the_shortest() -> None:
    """The game that is extended, and what differs from it."""
    bonus = "sections[upper].totals[upper_bonus].steps[1].at_least"
    chosen = Chosen(numbers={"dice.rolls": 4, bonus: 60}, without=["chance"])
    text = write_house_rules("yatzy", "Grandma’s Yatzy", chosen)
    assert text == (
        'format = 1\nextends = "yatzy"\nname = "Grandma’s Yatzy"\nremove = ["chance"]\n\n'
        "[dice]\nrolls = 4\n\n"
        '[[sections]]\nid = "upper"\ntotals = [\n'
        '  { id = "upper_bonus", steps = [{ at_least = 60, points = 50 }] },\n]\n'
    )
    assert errors_of(text) == []
    assert [box.id for box in read_house_rules(text, ENGLISH).boxes if box.left_out] == ["chance"]
    assert write_house_rules("yatzy", "It", Chosen(numbers={"dice.rolls": 3})).count("\n") == 3


def test_a_reading_leaves_no_key_of_the_old_pattern() -> None:
    """A straight of a length becomes one of listed faces: its table is written whole."""
    usual = {"id": "row", "pattern": {"kind": "straight", "length": 5}}
    wanted = {"id": "row", "pattern": {"kind": "straight", "faces": [1, 2, 3, 4, 5]}}
    changes = difference(usual, wanted)
    assert changes == {"pattern": wanted["pattern"]}
    assert merged(usual, changes) == wanted


def test_a_file_by_hand_shows_its_choices() -> None:
    """Whatever its form; what has no choice is counted."""
    text = (
        'format = 1\nextends = "numbers-hands"\nname = "Ours"\njoker.yacht_box_first = false\n'
        "dice.rolls = 2\nplayers = { max = 4 }\nsheet.count = 2\n"
    )
    found = read_house_rules(text, ENGLISH)
    assert [reading.chosen for reading in found.readings] == [True, False, False]
    assert (found.numbers[0].value, found.numbers[0].usual) == (2, 3)
    assert found.others == 2


def test_choices_leave_all_else_in_a_file() -> None:
    """What is no choice stays: names, other keys, and a table of a kind that a number is in."""
    own = (
        'format = 1\nextends = "numbers-hands"\nname = "Ours"\nvariant = "Four"\n'
        'remove = ["chance", "sixes"]\nplayers = { max = 4 }\ndice.rolls = 2\n'
        '[[sections]]\nid = "hands"\ncategories = [\n'
        '  { id = "full_house", name = "Boat", points = { kind = "fixed", value = 30 } },\n]\n'
    )
    found = read_house_rules(own, ENGLISH)
    assert found.others == 2
    house = next(number.key for number in found.numbers if "full_house" in number.key)
    chosen = Chosen([0], {house: 40}, ["chance"])
    text = write_house_rules("numbers-hands", "Theirs", chosen, own)
    assert errors_of(text) == []
    after = read_house_rules(text, ENGLISH)
    assert (after.name, after.others) == ("Theirs", 2)
    assert [box.id for box in after.boxes if box.left_out] == ["chance"]
    changed = {number.key: number.value for number in after.numbers if number.value != number.usual}
    assert changed == {house: 40}
    assert [reading.chosen for reading in after.readings] == [True, False, False]
    assert 'variant = "Four"' in text
    assert 'name = "Boat"' in text


def test_labels_are_in_the_words_of_the_reader() -> None:
    dutch = choices_of("yatzy", load_catalog("nl"))
    labels = [number.label for number in dutch.numbers]
    assert labels[:3] == ["Worpen in een beurt", "Bonus vanaf", "Bonus: punten"]
    assert "Chance" in [box.label for box in dutch.boxes]
    assert choices_of("generala", load_catalog("nl")).readings[0].text


@pytest.mark.parametrize(
    "chosen", [Chosen([3]), Chosen(numbers={"dice.sides": 8}), Chosen([-1])], ids=str
)
def test_choices_that_a_game_lacks_are_refused(chosen: Chosen) -> None:
    with pytest.raises(SheetgenError):
        write_house_rules("yatzy", "Ours", chosen)


def test_a_whole_game_has_no_choices() -> None:
    with pytest.raises(SheetgenError, match="extends no game"):
        read_house_rules(ruleset_text("yatzy"), ENGLISH)
