"""Typed rows and numbers are understood, and arguments are settled by the rules."""

from pathlib import Path
from typing import Any

import pytest

from sheetgen.cards.typed import (
    find_box,
    find_rows,
    make_card,
    near_names,
    read_filled,
    read_roll,
    row_names,
)
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.patterns import Roll
from sheetgen.rules.scoring import Unsure, WrittenCard
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_ids
from tests.tables import table_of

HERE = Path(__file__).parent
DUTCH = Wording(load_ruleset("players-choice"), load_catalog("nl"))


@pytest.mark.parametrize(("name", "box"), table_of(HERE / "rows.txt"))
def test_every_word_of_the_seeds_is_understood(name: str, box: str) -> None:
    """All words of seeds 003 and 004 find their row, in any case, with or without accents."""
    assert find_box(DUTCH, name) == box


def test_labels_become_rows() -> None:
    """Labels may be ids, names in any language, and words that the game does not have, mixed."""
    rows = list(DUTCH.ruleset.rows)
    assert find_rows(DUTCH, rows) == rows
    assert find_rows(DUTCH, [DUTCH.row(row) for row in rows]) == rows
    assert find_rows(DUTCH, [*rows[:3], " Jacht ", "TOTAL", "peren"]) == [
        *rows[:3],
        "yacht",
        "total",
        "peren",
    ]


@pytest.mark.parametrize(
    ("labels", "taken"),
    [
        (["Tweën"], {"Tweën": "twos"}),  # a letter is missing
        (["Vierren"], {"Vierren": "fours"}),  # one too many
        (["Jakht"], {"Jakht": "yacht"}),  # a wrong one
        (["Onse"], {"Onse": "ones"}),  # two that changed places
        (["full hose", "gort straat"], {"full hose": "full_house"}),  # two changes are too far
        (["Enen", "Enenn"], {}),  # that row is there
        (["Tween", "Tweeeen"], {}),  # and here it would be there twice
        (["4 of a kind", "5 of a kind", "5s"], {}),  # other numbers are other rows
        (["Vxjven", "Vieven"], {"Vxjven": "fives"}),  # of two that are as near, none
        (["peren", "", "Ene", "x" * 1_000_000], {}),  # short names are near too many others
        (["Tweën", *map(str, range(1_000))], {}),  # no card of this game
    ],
    ids=lambda labels: str(labels)[:40],
)
def test_names_that_are_nearly_right(labels: list[str], taken: dict[str, str]) -> None:
    """A name with one wrong letter is found.

    One that may be several rows, or is further off, is not.
    """
    known = row_names(DUTCH)
    assert {label: known[name][0] for label, name in near_names(known, labels).items()} == taken


def test_other_rows_are_not_near() -> None:
    """A row that only other games have is not taken for one of this game, with six exceptions.

    Four of the six mean the same.
    """
    wordings = [Wording(load_ruleset(name), load_catalog("en")) for name in known_ids()]
    labels = {wording.row(row) for wording in wordings for row in wording.ruleset.rows}
    taken = {
        (label, wording.row(known[found][0]).partition(" (")[0])
        for wording in wordings
        for known in (row_names(wording),)
        for label in labels
        for found in near_names(known, [label]).values()
    }
    assert {(one.partition(" (")[0], other) for one, other in taken} == {
        ("Yams", "Yamb"),
        ("Yamb", "Yams"),
        ("Thirteen", "Tens"),
        ("General", "Generala"),
        ("Generala", "General"),
        ("Poker", "Player's choice"),  # which is also called Joker
    }


def test_an_unknown_box_is_answered_with_the_nearest() -> None:
    """A slip of the hand gets a suggestion, anything else the list."""
    with pytest.raises(SheetgenError, match="did you mean 'Zessen'"):
        find_box(DUTCH, "Zesen")
    with pytest.raises(SheetgenError, match="choose Jacht, Grote straat"):
        find_box(DUTCH, "?")


def test_a_card_is_read() -> None:
    """Boxes by any name, with values that they can hold."""
    assert read_filled(DUTCH, "Jacht=50, Carré = 17,enen=0,") == {
        "yacht": 50,
        "four_of_a_kind": 17,
        "ones": 0,
    }
    assert read_filled(DUTCH, "") == {}


@pytest.mark.parametrize(("text", "words"), table_of(HERE / "not_filled.txt"))
def test_a_card_that_cannot_be_is_refused(text: str, words: str) -> None:
    """A value that its box cannot hold, and a box that is named twice, are refused."""
    with pytest.raises(SheetgenError) as caught:
        read_filled(DUTCH, text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dwon.ones=3", "unknown box 'dwon.ones'; did you mean 'down.ones'?"),
        ("enen=3", "'enen' is in several columns; choose down.ones, up.ones, free.ones"),
        ("?=3", "unknown box '?'; choose down.ones, down.twos"),
    ],
)
def test_a_box_of_a_column_is_named_with_it(text: str, words: str) -> None:
    """A box that is in several columns is only found with the name of its column."""
    game = Wording(load_ruleset("yams"), load_catalog("nl"))
    assert read_filled(game, "up.ones=3") == {"up.ones": 3}
    with pytest.raises(SheetgenError) as caught:
        read_filled(game, text)
    assert words in str(caught.value)


def test_rolls_are_read() -> None:
    """Apart or together; dice that the game does not have are refused."""
    ruleset = Wording(load_ruleset("dice-play"), load_catalog("en"))
    assert (
        read_roll(ruleset, ["6", "6", "6", "3", "3"])
        == read_roll(ruleset, ["66633"])
        == Roll((3, 3, 6, 6, 6))
    )
    for words in (["6", "6"], ["66637"], ["666333"]):
        with pytest.raises(SheetgenError, match="no roll of this game"):
            read_roll(ruleset, words)
    for words in (["x"], ["6", "-", "0"], ["1" * 5000]):
        with pytest.raises(SheetgenError, match="no roll"):
            read_roll(ruleset, words)
    with pytest.raises(SheetgenError, match="no roll; write it as 9 10 J Q K"):
        read_roll(Wording(load_ruleset("escalero"), load_catalog("en")), ["K", "B"])


def test_a_card_from_a_mapping() -> None:
    """Boxes and totals by id or by name, numbers, what people write, and what is unsure.

    Blanks are left out.
    """
    unsure = Unsure(((4, 0.6), (9, 0.3)))
    values: dict[str, Any] = {"ones": 3, "Tweeën": " 6 ", "Vieren": None, "sixes": unsure}
    entries = (("ones", 3), ("twos", 6), ("sixes", unsure))
    assert make_card(DUTCH, values.items(), "An") == WrittenCard(entries, "An")
    assert make_card(DUTCH, []) == WrittenCard(())
