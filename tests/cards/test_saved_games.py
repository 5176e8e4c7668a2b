"""The games that a page has kept and saved, read by the batch."""

import json
from io import BytesIO
from typing import Any

import jsonschema_rs
import pytest

from sheetgen.cards.batches import Games, check_lines
from sheetgen.cards.card_files import read_cards
from sheetgen.cards.exchange import cards_schema
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.rulesets.loading import load_ruleset
from tests.tables import numbers_of

Data = dict[str, Any]
CHEERIO = numbers_of(
    "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 little_straight=20 big_straight=25 "
    "full_house=0 big_hand=21 cheerio=0"
)


def entries(player: str, card: dict[str, int], **more: Any) -> list[Data]:
    """Return the entries of one player."""
    return [
        {"player": player, "box": box, "points": points, "bonus": 0, **more}
        for box, points in card.items()
    ]


def saved(*players: Data, written: list[Data], ruleset: str = "cheerio", **more: Any) -> Data:
    """Return a file with one game that has ended."""
    match = {
        "id": "m",
        "when": "2026-11-22T21:34:00.000Z",
        "players": players,
        "entries": written,
        **more,
    }
    return {"sheetgen": "games", "version": 1, "ruleset": ruleset, "games": [match]}


def answers(content: bytes) -> list[Data]:
    """Return the results of the batch for this file."""
    found = check_lines(BytesIO(content), Games(load_ruleset, load_catalog("en")))
    return [json.loads(line) for block, _ in found for line in block.splitlines()]


def judged(*players: Data, **more: Any) -> list[Data]:
    """Return the answers of the batch to a file with one game."""
    return answers(json.dumps(saved(*players, **more)).encode())


@pytest.mark.parametrize("indent", [None, 1])
def test_a_result_for_each_card(indent: int | None) -> None:
    """However the file is laid out, every card has its result, by when it was and whose it is.

    The schema knows it.
    """
    throws = [{"roll": [1, 1, 1, 4, 6], "keep": [1, 1, 1]}, {"roll": [1, 1, 1, 2, 3], "keep": []}]
    file = saved(
        {"id": "p", "name": "An"}, {"id": "q", "name": ""},
        written=[*entries("p", CHEERIO, dice=[1, 2, 3, 4, 5], throws=throws),
                 *entries("q", CHEERIO | {"twos": 5})],
        started="2026-11-22T20:34:00.000Z",
    )  # fmt: skip
    jsonschema_rs.Draft202012Validator(json.loads(cards_schema())).validate(file)
    right, wrong = answers(json.dumps(file, indent=indent).encode())
    assert right == {"id": "2026-11-22T21:34 An", "valid": True, "findings": [], "total": 129}
    assert wrong["id"] == "2026-11-22T21:34 2"
    assert [(each["kind"], each["where"], each["written"]) for each in wrong["findings"]] == [
        ("impossible_value", "twos", 5)
    ]


def test_no_two_cards_have_one_id() -> None:
    names = ["An", "An", "An (2)", "An (2)", "Bo"]
    players = [{"id": str(place), "name": name} for place, name in enumerate(names)]
    written = [entry for player in players for entry in entries(player["id"], CHEERIO)]
    game = saved(*players, written=written)["games"][0]
    later = {**game, "id": "n", "when": "2026-11-22T21:34:59.000Z"}
    file = {**saved(written=[]), "games": [game, later]}
    ids = [found["id"] for found in answers(json.dumps(file).encode())]
    assert len(ids) == len(set(ids)) == 10
    when = "2026-11-22T21:34"
    assert ids[:5] == [
        f"{when} An",
        f"{when} An (2)",
        f"{when} An (2) (2)",
        f"{when} An (2) (3)",
        f"{when} Bo",
    ]
    assert ids[5:] == [
        f"{when} An (3)",
        f"{when} An (4)",
        f"{when} An (2) (4)",
        f"{when} An (2) (5)",
        f"{when} Bo (2)",
    ]


def test_further_yachts_count() -> None:
    card = numbers_of(
        "ones=5 twos=8 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=20 "
        "four_of_a_kind=0 full_house=0 small_straight=0 large_straight=0 yacht=50 chance=20"
    )
    written = entries("p", card)
    written[0]["bonus"] = 100
    fair = judged({"id": "p"}, written=written, ruleset="numbers-hands")
    assert [(each["valid"], each["total"]) for each in fair] == [(True, 292)]
    for entry in written[:5]:
        entry["bonus"] = 100
    (unfair,) = judged({"id": "p"}, written=written, ruleset="numbers-hands")
    assert [each["kind"] for each in unfair["findings"]] == ["impossible_yacht_bonus"]


def test_cards_that_are_open() -> None:
    """Players who left and running games have empty boxes without a fault.

    Their entries are checked.
    """
    left = {"id": "p", "name": "An", "left": True}
    ones = entries("p", {"ones": 3})
    for player, written, when, kinds in (
        (left, ones, "2026-11-22T21:34:00.000Z", set()),
        (left, [], "2026-11-22T21:34:00.000Z", set()),
        (left, entries("p", {"ones": 7}), "2026-11-22T21:34:00.000Z", {"impossible_value"}),
        ({"id": "p"}, ones, "", set()),
        ({"id": "p"}, ones, "2026-11-22T21:34:00.000Z", {"missing_box"}),
    ):
        (found,) = judged(player, written=written, when=when)
        assert (found["valid"], {each["kind"] for each in found["findings"]}) == (not kinds, kinds)


@pytest.mark.parametrize("broken", [
    '{"sheetgen": "games", "version": 1, "ruleset": "cheerio", "games": [',
    '{"sheetgen": "games", "version": 2, "ruleset": "cheerio", "games": []}',
    '{"sheetgen": "games", "version": 1, "ruleset": "no-such-game", "games": []}',
    '{"sheetgen": "games", "version": 1, "ruleset": "cheerio", "games": [{"id": 3}]}',
    '{"games": [[[[]]]]}',
    '{"sheetgen": "games", "version": 1, "games": ' + "[" * 100_000,
    '{"sheetgen": "games", "x": "' + "y" * 1_100_000 + '"}',
    '{"sheetgen": "games", "x": "' + "y" * 1_100_000 + '",\n"ruleset": "cheerio",\n"games": []}\n',
])  # fmt: skip
def test_what_is_no_such_file(broken: str) -> None:
    (found,) = answers(broken.encode())
    assert [each["kind"] for each in found["findings"]] == ["unreadable"]


def test_a_file_with_games_is_no_card() -> None:
    with pytest.raises(SheetgenError, match="--batch"):
        read_cards(BytesIO(json.dumps(saved(written=[])).encode()), ".json", "games.json")
