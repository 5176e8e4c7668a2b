"""The scripts of forms and pages agree with the engine: on random cards of all games, shipped ones and random ones."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from script import Script
from test_derived import GAMES, small_games

from sheetgen.calculator.game import game_data, script_data
from sheetgen.calculator.turns import turn_data
from sheetgen.rules import (
    Context,
    Ruleset,
    Total,
    all_rolls,
    conflicts,
    extra_yacht_bounds,
    legal_entries,
    possible_values,
    totals,
    yacht_box_ids,
)
from sheetgen.ruleset_file import load_ruleset, ruleset_ids

SHIPPED = {ruleset_id: load_ruleset(ruleset_id) for ruleset_id in ruleset_ids()}
ALL = SHIPPED | GAMES
Card = dict[str, int]


def script_of(ruleset: Ruleset) -> Script:
    """The scripts with the data of a game, as a page has them."""
    return Script("engine.js", "turns.js", "match.js", game=game_data(ruleset), turns=turn_data(ruleset))


def random_cards(ruleset: Ruleset, count: int, seed: int) -> Iterator[tuple[Card, int | None]]:
    """Cards with open boxes, some with further Yachts written on them, right or not."""
    chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
    for _ in range(count):
        share = chance.random() * 1.2
        card = {box: chance.choice(possible_values(ruleset, box)) for box in ruleset.boxes if chance.random() < share}
        yachts = chance.choice((None, 0, 1, 2, 12)) if ruleset.extra_yachts else None
        yield card, yachts


def written_below(ruleset: Ruleset, total: Total, card: Mapping[str, int], yachts: int | None) -> bool:
    """Whether anything is written in what a total adds up."""
    if total.kind == "extra_yachts":
        return yachts is not None
    return any(
        part in card or (part in ruleset.all_totals and written_below(ruleset, ruleset.all_totals[part], card, yachts))
        for part in ruleset.addends[total.id]
    )


def totals_on_paper(ruleset: Ruleset, card: Mapping[str, int], yachts: int | None) -> dict[str, int | None]:
    """The totals that the engine finds; None where nothing is written below."""
    found = totals(ruleset, card, yachts or 0)
    return {
        where: found[where] if written_below(ruleset, total, card, yachts) else None
        for where, total in ruleset.all_totals.items()
    }


def check_totals(ruleset: Ruleset, count: int, seed: int) -> None:
    """The script adds up as the engine does."""
    cards = list(random_cards(ruleset, count, seed))
    code = "cards.map(function (each) { return addUp(game, each[0], each[1]); })"
    for (card, yachts), found in zip(cards, script_of(ruleset).run(code, cards=cards), strict=True):
        assert found == totals_on_paper(ruleset, card, yachts), (card, yachts)


@pytest.mark.parametrize("name", ALL)
def test_totals(name: str) -> None:
    """A thousand cards of each game."""
    check_totals(ALL[name], 1_000, seed=1)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=small_games(), seed=st.integers(0, 1 << 20))
def test_random_games(ruleset: Ruleset, seed: int) -> None:
    """Totals, legal entries and room for Yachts of games that mix everything the vocabulary has."""
    check_totals(ruleset, 20, seed)
    check_entries(ruleset, 6, seed)
    check_room(ruleset, 20, seed)
    check_distances(ruleset, 10, seed)


@pytest.mark.parametrize("name", ALL)
def test_values_that_a_box_can_hold(name: str) -> None:
    """The script takes exactly the values that the engine derives."""
    ruleset = ALL[name]
    numbers = [-1, *range(120), 1.5]
    code = "game.boxes.map(function (box) { return numbers.filter(function (n) { return canHold(game, box, n); }); })"
    found = script_of(ruleset).run(code, numbers=numbers)
    assert found == [list(possible_values(ruleset, box)) for box in ruleset.boxes]


def check_entries(ruleset: Ruleset, count: int, seed: int) -> None:
    """For every roll, first or later, the script offers what the engine offers."""
    script = script_of(ruleset)
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    code = """[false, true].map(function (first) {
        return rolls.map(function (dice) { return legalEntries(game, turns, card, rollOf(dice), first); }); })"""
    every = """(function () { var found = {};
        game.boxes.forEach(function (box) { found[box] = choicesIn(game, turns, card, box); }); return found; })()"""
    for card, _ in random_cards(ruleset, count, seed):
        found = script.run(code, card=card, rolls=[roll.dice[::-1] for roll in rolls])
        everything: dict[str, set[tuple[int, int]]] = {}
        for first in (False, True):
            for roll, entries in zip(rolls, found[first], strict=True):
                wanted = legal_entries(ruleset, roll, Context(card, first))
                assert entries == {box: {"points": list(e.points), "bonus": e.bonus} for box, e in wanted.items()}
                for box, each in wanted.items():
                    everything.setdefault(box, set()).update((points, each.bonus) for points in each.points)
        offered = script.run(every, card=card)
        assert {box: [(e["points"], e["bonus"]) for e in each] for box, each in offered.items() if each} == {
            box: sorted(each) for box, each in everything.items()
        }


@pytest.mark.parametrize("name", ALL)
def test_legal_entries(name: str) -> None:
    """Every roll on some random cards of each game."""
    check_entries(ALL[name], 12, seed=2)


def check_room(ruleset: Ruleset, count: int, seed: int) -> None:
    """The room for further Yachts is the engine's, and none before a Yacht box holds points."""
    cards = [card for card, _ in random_cards(ruleset, count, seed)]
    code = "cards.map(function (card) { return roomForYachts(game, card); })"
    for card, room in zip(cards, script_of(ruleset).run(code, cards=cards), strict=True):
        scored = ruleset.extra_yachts and any(card.get(box) for box in yacht_box_ids(ruleset))
        assert room == (extra_yacht_bounds(ruleset, card)[1] if scored else 0), card


@pytest.mark.parametrize("name", ALL)
def test_room_for_further_yachts(name: str) -> None:
    """Some hundred cards of each game."""
    check_room(ALL[name], 300, seed=3)


def test_no_further_yacht_after_a_zero() -> None:
    """A struck Yacht box leaves no room for a bonus."""
    script = script_of(SHIPPED["numbers-hands"])
    rooms = [script.run("roomForYachts(game, card)", card=card) for card in ({}, {"yacht": 0}, {"yacht": 50})]
    assert rooms == [0, 0, 12]


def check_distances(ruleset: Ruleset, count: int, seed: int) -> None:
    """What is missing for a bonus, and whether the open boxes can bring it."""
    script = script_of(ruleset)
    for total in (total for total in ruleset.all_totals.values() if total.kind == "threshold"):
        plain = all(
            ruleset.all_totals[part].kind != "extra_yachts"
            for part in ruleset.addends[total.id]
            if part in ruleset.all_totals
        )
        for card, _ in random_cards(ruleset, count, seed):
            found = script.run("toGo(game, card, null, total)", card=card, total=_data_of(ruleset, total))
            best = {box: card.get(box, max(possible_values(ruleset, box))) for box in ruleset.boxes}
            sums = [_sum(ruleset, total, values) for values in (card, best)]
            left = next((step.at_least for step in total.steps if step.at_least > sums[0]), None)
            if left is None:
                assert found is None
                continue
            assert (found["sum"], found["missing"]) == (sums[0], left - sums[0])
            assert not plain or found["reachable"] == (left <= sums[1])


def _data_of(ruleset: Ruleset, total: Total) -> dict[str, Any]:
    return next(each for each in game_data(ruleset)["totals"] if each["id"] == total.id)


def _sum(ruleset: Ruleset, total: Total, card: Mapping[str, int]) -> int:
    values = {**totals(ruleset, card), **card}
    return sum(values.get(part, 0) for part in ruleset.addends[total.id])


@pytest.mark.parametrize("name", ["numbers-hands", "bonus-yachts"])
def test_distance_to_the_bonus(name: str) -> None:
    """Some hundred cards of the games that have a threshold."""
    check_distances(SHIPPED[name], 200, seed=4)


def test_bounds() -> None:
    """The script finds the bound that a value would break, as the checker does."""
    ruleset = GAMES["bound"]
    script = script_of(ruleset)
    for low in possible_values(ruleset, "low"):
        for high in possible_values(ruleset, "high"):
            broken = conflicts(ruleset, {"low": low, "high": high})
            for box, points, other in (("low", low, {"high": high}), ("high", high, {"low": low})):
                found = script.run("brokenBound(game, card, box, points)", card=other, box=box, points=points)
                assert found == (list(broken[0]) if broken else None)


def test_data_is_safe_in_any_script() -> None:
    """Data holds nothing that ends a script, and is ASCII."""
    data = script_data({"name": "</script><!-- é \u2028 ) \\ (", "constructor": 1})
    assert data.isascii()
    assert "<" not in data
    assert Script(value=0).run(f"({data}).name") == "</script><!-- é \u2028 ) \\ ("
