"""Possible values and best cards, by the seeds and by a search through whole small games."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sheetgen.rules.history import best_totals, maximum, possible_values
from sheetgen.rules.patterns import all_rolls
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Context, legal_entries, totals
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.games import COLUMNED, built, category, game

SUMS = (0, *range(5, 31))
LOOSE = (0, 7, 8, 9, *range(11, 25), 26, 27, 28)
SECTIONED = {
    "three_of_a_kind": SUMS, "four_of_a_kind": SUMS, "full_house": (0, 25),
    "small_straight": (0, 30), "large_straight": (0, 40), "yacht": (0, 50), "chance": SUMS[1:],
}  # fmt: skip
VALUES = {
    "numbers-hands": SECTIONED,
    "bonus-yachts": SECTIONED,
    "dice-play": {
        "little_straight": (0, 30), "big_straight": (0, 30), "full_house": LOOSE,
        "four_of_a_kind": (0, 4, 8, 12, 16, 20, 24), "chance": SUMS[1:], "yacht": (0, 50),
    },
    "players-choice": {
        "large_straight": (0, 30), "small_straight": (0, 30), "full_house": LOOSE,
        "four_of_a_kind": SUMS, "players_choice": SUMS[1:], "yacht": (0, 50),
    },
    "cheerio": {
        "little_straight": (0, 20), "big_straight": (0, 25), "full_house": LOOSE,
        "big_hand": SUMS[1:], "cheerio": (0, 50),
    },
    "generala": {
        "straight": (0, 20, 25), "full_house": (0, 30, 35), "four_of_a_kind": (0, 40, 45),
        "generala": (0, 50),
    },
    "yatzy": {
        "one_pair": tuple(range(0, 13, 2)), "two_pairs": (0, *range(6, 23, 2)),
        "three_of_a_kind": tuple(range(0, 19, 3)), "four_of_a_kind": tuple(range(0, 25, 4)),
        "small_straight": (0, 15), "large_straight": (0, 20),
        "full_house": LOOSE, "chance": SUMS[1:], "yatzy": (0, 50),
    },
    "colours": {
        "two_pairs_one_colour": SUMS, "three_of_a_kind": SUMS, "straight": (0, 30),
        "flush": (0, 35), "full_house": (0, 20, *range(22, 44), 45),
        "full_house_one_colour": (0, 25, 30, *range(35, 41), 45, 50),
        "four_of_a_kind": (0, *range(30, 56)), "chance": SUMS[1:],
        "five_of_a_kind": (0, *range(55, 81, 5)),
    },
}  # fmt: skip
VALUES["generala-double"] = {**VALUES["generala"], "double_generala": (0, 100)}
VALUES["forced-yatzy"] = VALUES["yatzy"]
VALUES["triple"] = VALUES["four-columns"] = SECTIONED
VALUES["yams"] = VALUES["yams-4"] = {
    "three_of_a_kind": SUMS, "small_straight": (0, 15), "large_straight": (0, 20),
    "full_house": (0, 30), "four_of_a_kind": (0, 40), "yams": (0, 50),
}  # fmt: skip
VALUES["yamb"] = VALUES["yamb-7"] = {
    "max": SUMS[1:],
    "min": SUMS[1:],
    "straight": (0, 46, 56, 66),
    "full_house": (0, *(30 + dice for dice in LOOSE[1:])),
    "four_of_a_kind": (0, *range(44, 65, 4)),
    "yamb": (0, *range(55, 81, 5)),
}
VALUES["escalero"] = {
    **{
        name: tuple(n * k for k in range(6))
        for n, name in enumerate(("nine", "ten", "jack", "queen", "king", "ace"), 1)
    },
    "straight": (0, 20, 25),
    "full_house": (0, 30, 35),
    "poker": (0, 40, 45),
    "grande": (0, 50, 80),
}
FIRST_ROLL = {"hand.straight": (0, 66)}
"""Values that a column for first rolls alone cannot hold."""
THREE_DICE = {
    **{
        name: tuple(n * k for k in range(4))
        for n, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
    },
    **dict.fromkeys(("odd_straight", "even_straight", "low_straight", "high_straight"), (0, 20)),
    "three_of_a_kind": (0, 25),
    "thirteen": (0, 26),
    "crag": (0, 50),
}
SIX_DICE = {
    **{
        name: tuple(n * k for k in range(7))
        for n, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
    },
    "one_pair": tuple(range(0, 13, 2)),
    "two_pairs": (0, *range(6, 23, 2)),
    "three_pairs": (0, *range(12, 31, 2)),
    "three_of_a_kind": tuple(range(0, 19, 3)),
    "four_of_a_kind": tuple(range(0, 25, 4)),
    "five_of_a_kind": tuple(range(0, 31, 5)),
    "small_straight": (0, 15),
    "large_straight": (0, 20),
    "full_straight": (0, 21),
    "full_house": LOOSE,
    "castle": (0, *range(9, 34, 3)),
    "tower": (0, 8, *range(10, 33, 2), 34),
    "chance": tuple(range(6, 37)),
    "maxi_yatzy": (0, 100),
}
FOUR_TIMES = {
    "fours": tuple(range(0, 21, 4)),
    "fives": tuple(range(0, 26, 5)),
    "sixes": tuple(range(0, 31, 6)),
    "straight": (0, 15, 20),
    "full_house": LOOSE,
    "choice": SUMS[1:],
    "balut": (0, *range(25, 51, 5)),
}
NUMBERS = {
    name: tuple(n * k for k in range(6))
    for n, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
}


def all_values(ruleset_id: str) -> dict[str, tuple[int, ...]]:
    """Return the values that each box of a game can hold, worked out by hand."""
    if ruleset_id == "balut":
        return {
            f"{name}_{place}": values
            for name, values in FOUR_TIMES.items()
            for place in range(1, 5)
        }
    if ruleset_id == "crag":
        return THREE_DICE
    if ruleset_id not in COLUMNED:
        return SIX_DICE if ruleset_id.endswith("maxi-yatzy") else NUMBERS | VALUES[ruleset_id]
    numbers = {} if ruleset_id == "escalero" else NUMBERS
    each, columns = (
        numbers | VALUES[ruleset_id],
        [column.id for column in load_ruleset(ruleset_id).columns],
    )
    found = {f"{column}.{row}": values for column in columns for row, values in each.items()}
    return found | {box: values for box, values in FIRST_ROLL.items() if box in found}


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_values_a_box_can_hold(ruleset_id: str) -> None:
    ruleset = load_ruleset(ruleset_id)
    found = {box: possible_values(ruleset, box) for box in ruleset.boxes}
    assert found == all_values(ruleset_id)
    assert {box: maximum(ruleset, box) for box in found} == {
        box: values[-1] for box, values in found.items()
    }


@pytest.mark.parametrize(
    ("ruleset_id", "best"),
    [
        ("numbers-hands", 1575), ("bonus-yachts", 1575), ("dice-play", 297),
        ("players-choice", 303), ("yatzy", 374), ("maxi-yatzy", 649), ("generala", 260),
        ("cheerio", 258), ("balut", 29), ("crag", 244), ("colours", 565), ("generala-double", 360),
        ("forced-yatzy", 374), ("forced-maxi-yatzy", 649), ("yams", 975), ("yams-4", 1300),
        ("yamb", 2112), ("yamb-7", 3696), ("triple", 2250), ("four-columns", 1500),
        ("escalero", 870),
    ],
)  # fmt: skip
def test_best_total(ruleset_id: str, best: int) -> None:
    """The best card has the total that RULESETS or the source names.

    374 in Yatzy, 29 points in Balut.
    """
    assert best_totals(load_ruleset(ruleset_id))["total"] == best


def joker(rule: str, **more: Any) -> dict[str, Any]:
    """Return the joker part of a small game."""
    return {"joker": {"rule": rule, "category": "yacht", "sections": ["a", "b"], **more}}


def small(
    *extra: dict[str, Any],
    fill: str = "any",
    bonus: bool = True,
    steps: Iterable[tuple[int, int]] = (),
    **more: Any,
) -> Ruleset:
    """Build a game of two dice with three sides.

    It has two numbers, a row of two, a Yacht, 7 for further Yachts, and a bonus in steps.
    """
    faces = [
        category("ones", "face", "matching", face=1),
        category("twos", "face", "matching", face=2),
    ]
    hands = [
        category("row", "straight", "fixed", length=2, value=4),
        category("yacht", "of_a_kind", "fixed", n=2, value=9),
    ]
    data = game(faces, [*hands, *extra], dice={"count": 2, "sides": 3}, **more)
    data["sections"][1]["fill"] = fill
    if bonus:
        extra_yachts = {
            "id": "bonus",
            "name": "Bonus",
            "kind": "extra_yachts",
            "category": "yacht",
            "points": 7,
        }
        data["totals"] = [extra_yachts, {**data["totals"][0], "of": ["a", "b", "bonus"]}]
    if steps:
        rungs = [{"at_least": at_least, "points": points} for at_least, points in steps]
        data["totals"].insert(
            0, {"id": "rungs", "name": "R", "kind": "threshold", "of": ["a"], "steps": rungs}
        )
        data["totals"][-1]["of"].append("rungs")
    return built(data)


def few_boxes() -> Ruleset:
    """Return a game with a pair that is worth more on the first roll, a Yacht, and a bonus of 7."""
    luck = category("luck", "of_a_kind", "fixed", n=2, value=3, first_roll=11)
    yacht = category("yacht", "of_a_kind", "fixed", n=2, value=9)
    data = game(
        [category("ones", "face", "matching", face=1), luck], [yacht], dice={"count": 2, "sides": 3}
    )
    bonus = {
        "id": "bonus",
        "name": "Bonus",
        "kind": "extra_yachts",
        "category": "yacht",
        "points": 7,
    }
    data["totals"] = [bonus, {**data["totals"][0], "of": ["a", "b", "bonus"]}]
    return built(data)


def stubborn() -> Ruleset:
    """Two dice of two sides: a 0 in ones takes two 2s, which go into twos while that is open.

    And the same for twos.
    """
    any_dice = category("any")
    upper = [category("ones", "face", "all", face=1), any_dice]
    lower = [category("twos", "face", "all", face=2), category("yacht", "pair", "fixed", value=9)]
    joker = {"rule": "forced", "category": "yacht", "sections": ["a"], "yacht_box_first": True}
    data = game(upper, lower, dice={"count": 2, "sides": 2}, joker=joker)
    bonus = {"id": "bonus", "name": "B", "kind": "extra_yachts", "category": "yacht", "points": 5}
    data["totals"] = [bonus, {**data["totals"][0], "of": ["a", "b", "bonus"]}]
    return built(data)


def bound_beside_yachts() -> dict[str, Any]:
    """Two bound boxes, a Yacht, and 7 for further Yachts."""
    yacht = category("yacht", "pair", "fixed", value=9)
    data = game(
        [category("low"), category("high")],
        [yacht],
        dice={"count": 2, "sides": 2},
        constraints=[{"lower": "low", "higher": "high"}],
    )
    bonus = {"id": "bonus", "name": "B", "kind": "extra_yachts", "category": "yacht", "points": 7}
    return data | {"totals": [bonus, {**data["totals"][0], "of": ["a", "b", "bonus"]}]}


GAMES = {
    "no joker": small(),
    "no joker, Yacht first": small(**joker("none", yacht_box_first=True)),
    "free": small(**joker("free")),
    "free, may decline": small(**joker("free", may_decline=True)),
    "free, its number first": small(**joker("free", number_box_full=True)),
    "free, Yacht first": small(**joker("free", yacht_box_first=True)),
    "forced": small(**joker("forced", sections=["b"])),
    "forced, Yacht first": small(**joker("forced", sections=["b"], yacht_box_first=True)),
    "forced, zero last": small(
        **joker("forced", sections=["b"], yacht_box_first=True, zero="last_resort")
    ),
    "down, Yacht late": small(fill="down", **joker("free")),
    "up, Yacht early": small(fill="up", **joker("forced", sections=["b"])),
    "up, Yacht first": small(fill="up", **joker("forced", sections=["b"], yacht_box_first=True)),
    "first roll": small(
        category("luck", "of_a_kind", "fixed", n=2, value=3, first_roll=11), bonus=False
    ),
    "first roll, further Yachts": few_boxes(),
    "two Yacht boxes": built(
        game(
            [category("any"), category("yacht", "of_a_kind", "fixed", n=2, value=9, boxes=2)],
            dice={"count": 2, "sides": 3},
            **joker("free", sections=["a"]),
        )
    ),
    "bound": built(
        game(
            [category("low"), category("high")],
            dice={"count": 2, "sides": 3},
            constraints=[{"lower": "low", "higher": "high"}],
        )
    ),
    "bound, first roll": built(
        game(
            [category("low", "of_a_kind", "fixed", n=2, value=3, first_roll=5), category("high")],
            dice={"count": 2, "sides": 3},
            constraints=[{"lower": "low", "higher": "high"}],
        )
    ),
    "bound, further Yachts": built(bound_beside_yachts()),
    "zeros that bar each other": stubborn(),
    "steps of a bonus": small(steps=((0, -5), (3, 2), (6, 8))),
    "below 0": built(
        game(
            [
                category("skulls", "face", "per_die", face=1, value=-10),
                category("curse", "of_a_kind", "fixed", n=2, value=-4, boxes=2),
                category("any"),
            ],
            dice={"count": 2, "sides": 3},
            totals=[
                {
                    "id": "bonus",
                    "name": "Bonus",
                    "kind": "threshold",
                    "of": ["a"],
                    "steps": [{"at_least": 5, "points": 3}],
                },
                {"id": "total", "name": "Total", "kind": "sum", "of": ["a", "bonus"]},
            ],
        )
    ),
    "ids that scripts know": built(
        game(
            [category("constructor"), category("yacht", "of_a_kind", "fixed", n=2, value=9)],
            dice={"count": 2, "sides": 3},
            **joker("free", sections=["a"]),
        )
    ),
}


def finished_cards(ruleset: Ruleset) -> set[tuple[tuple[tuple[str, int], ...], int]]:
    """Every finished card and its Yacht bonus that some order of play with some rolls produces."""

    @cache
    def ends(
        filled: frozenset[tuple[str, int]],
    ) -> frozenset[tuple[frozenset[tuple[str, int]], int]]:
        if len(filled) == len(ruleset.boxes):
            return frozenset({(filled, 0)})
        found = set()
        for box, points, bonus in moves(filled):
            found |= {(card, more + bonus) for card, more in ends(filled | {(box, points)})}
        return frozenset(found)

    def moves(filled: frozenset[tuple[str, int]]) -> set[tuple[str, int, int]]:
        return {
            (box, points, entry.bonus)
            for roll in all_rolls(ruleset.dice.count, ruleset.dice.sides)
            for first_roll in (True, False)
            for box, entry in legal_entries(
                ruleset, roll, Context(dict(filled), first_roll)
            ).items()
            for points in entry.points
        }

    return {(tuple(sorted(card)), bonus) for card, bonus in ends(frozenset())}


def grand_totals(
    ruleset: Ruleset, cards: set[tuple[tuple[tuple[str, int], ...], int]]
) -> Iterator[int]:
    """Yield the grand total of each card."""
    for card, bonus in cards:
        each = ruleset.extra_yachts.points if ruleset.extra_yachts else 1
        yield totals(ruleset, dict(card), bonus // each)["total"]


def search_whole_games(ruleset: Ruleset) -> None:
    """Assert that boxes hold the values of all finished cards, and the best total is theirs."""
    cards = finished_cards(ruleset)
    for box in ruleset.boxes:
        assert possible_values(ruleset, box) == tuple(
            sorted({dict(card)[box] for card, _ in cards})
        ), box
    assert best_totals(ruleset)["total"] == max(grand_totals(ruleset, cards))


@pytest.mark.parametrize("name", GAMES)
def test_against_a_search_over_whole_games(name: str) -> None:
    search_whole_games(GAMES[name])


def bound_with_a_bonus(dice: int = 2) -> Ruleset:
    """Low must stay below high, and 100 points wait for the most that low can hold."""
    data = game(
        [category("low"), category("high")],
        dice={"count": dice, "sides": 3},
        constraints=[{"lower": "low", "higher": "high"}],
    )
    steps = [{"at_least": 3 * dice, "points": 100}]
    data["totals"].insert(
        0, {"id": "top", "name": "T", "kind": "threshold", "of": ["low"], "steps": steps}
    )
    data["totals"][-1]["of"].append("top")
    return built(data)


@pytest.mark.parametrize(("most", "best"), [(21, 106), (20, 11)])
def test_too_many_cards_to_try(monkeypatch: pytest.MonkeyPatch, most: int, best: int) -> None:
    """Up to MOST_CARDS each card is tried, here 21.

    Beyond that each box takes what is best by itself.
    """
    monkeypatch.setattr("sheetgen.rules.history.MOST_CARDS", most)
    assert best_totals(bound_with_a_bonus())["total"] == best


def test_a_further_yacht_counts_where_each_box_takes_its_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A row struck with a further Yacht is worth more than the row."""
    monkeypatch.setattr("sheetgen.rules.history.MOST_CARDS", 0)
    found = best_totals(GAMES["no joker"])
    assert found == {"bonus": 21, "total": 36}
    assert all(type(value) is int for value in found.values())


def test_values_beside_a_bound() -> None:
    data = game([category("low"), category("high")], dice={"count": 1, "sides": 3})
    ruleset = built(data | {"constraints": [{"lower": "low", "higher": "high"}]})
    assert {box: possible_values(ruleset, box) for box in ruleset.boxes} == {
        "low": (0, 1, 2, 3),
        "high": (0, 1, 2, 3),
    }
    assert best_totals(ruleset)["total"] == 5
    for fill, low, high in (("down", (1, 2, 3), (0, 2, 3)), ("up", (0, 1, 2), (1, 2, 3))):
        data["sections"][0]["fill"] = fill
        ordered = built(data | {"constraints": [{"lower": "low", "higher": "high"}]})
        assert (possible_values(ordered, "low"), possible_values(ordered, "high")) == (low, high), (
            fill
        )


def test_a_bound_is_found_behind_another() -> None:
    boxes = [category(name) for name in ("x", "y", "low", "high")]
    bounds = [{"lower": "x", "higher": "y"}, {"lower": "low", "higher": "high"}]
    data = game(boxes, dice={"count": 1, "sides": 3}, constraints=bounds)
    data["sections"][0]["fill"] = "down"
    found = {box: possible_values(built(data), box) for box in ("x", "y", "low", "high")}
    assert found == {"x": (1, 2, 3), "y": (0, 2, 3), "low": (1, 2, 3), "high": (0, 2, 3)}


def test_only_further_yachts_bring_their_bonus() -> None:
    data = bound_beside_yachts() | {"constraints": []}
    data["totals"][0]["points"] = 1
    assert best_totals(built(data)) == {"bonus": 2, "total": 19}
    data["sections"][0]["categories"][0]["pattern"] = {"kind": "straight", "length": 2}
    assert best_totals(built(data)) == {"bonus": 1, "total": 17}


@st.composite
def small_games(draw: st.DrawFn) -> Ruleset:
    """Games of two or three small dice that mix everything the vocabulary has."""
    dice: dict[str, Any] = {"count": 2, "sides": draw(st.integers(2, 3))}
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("any", {}), ("pair", {}), ("face", {"face": 1}), ("face", {"face": 2}),
        ("straight", {"length": 2}), ("all_odd", {}), ("one_of", {"lists": [[1, 1], [1, 2]]}),
    ]  # fmt: skip
    ways: list[tuple[str, dict[str, Any]]] = [
        ("all", {}), ("matching", {}), ("fixed", {"value": 3}),
        ("fixed", {"value": 2, "first_roll": 5}), ("fixed_plus_dice", {"value": 1}),
    ]  # fmt: skip

    def some(name: str) -> dict[str, Any]:
        kind, more = draw(st.sampled_from(kinds))
        points, values = draw(st.sampled_from(ways))
        return category(name, kind, points, **more, **values)

    yacht = category("yacht", "pair", "fixed", value=draw(st.integers(0, 4)))
    upper, lower = [some("c1"), some("c2")], draw(st.permutations([some("c3"), yacht]))
    joker: dict[str, Any] = {
        "rule": draw(st.sampled_from(["none", "free", "forced"])),
        "category": "yacht",
        "sections": draw(st.sampled_from([["a"], ["b"], ["a", "b"]])),
        "yacht_box_first": draw(st.booleans()),
    }
    if joker["rule"] != "none":
        joker["may_decline"] = draw(st.booleans())
    if joker["rule"] == "free":
        joker["any_dice"] = draw(st.booleans())
        joker["number_box_full"] = draw(st.booleans())
    if joker["rule"] == "forced":
        joker["zero"] = draw(st.sampled_from(["choice", "last_resort"]))
    bound = draw(
        st.sampled_from([[], [{"lower": "c1", "higher": "c2"}], [{"lower": "c2", "higher": "c1"}]])
    )
    if not bound and draw(st.booleans()):
        upper[0]["boxes"] = 2
    data = game(upper, lower, dice=dice, joker=joker, constraints=bound)
    for section in data["sections"]:
        section["fill"] = draw(st.sampled_from(["any", "any", "down", "up"]))
    extra: dict[str, Any] = {
        "id": "extra",
        "name": "E",
        "kind": "extra_yachts",
        "category": "yacht",
        "points": draw(st.integers(1, 9)),
    }
    sums = sorted(draw(st.sets(st.integers(1, 6), min_size=1, max_size=3)))
    worth = sorted(draw(st.sets(st.integers(1, 12), min_size=len(sums), max_size=len(sums))))
    steps = [{"at_least": each, "points": points} for each, points in zip(sums, worth, strict=True)]
    kind = draw(st.sampled_from(["threshold", "count"]))
    bonus: dict[str, Any] = {"id": "bonus", "name": "B", "kind": kind, "of": ["a"], "steps": steps}
    chosen = draw(st.lists(st.sampled_from([extra, bonus]), unique_by=lambda total: total["id"]))
    if chosen == [extra, bonus] and draw(st.booleans()):
        bonus["of"] = ["a", "extra"]
    total = {**data["totals"][0], "of": ["a", "b", *(each["id"] for each in chosen)]}
    return built(data | {"totals": [*chosen, total]})


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=small_games())
@pytest.mark.slow("random games")
def test_random_games_against_a_search(ruleset: Ruleset) -> None:
    search_whole_games(ruleset)
