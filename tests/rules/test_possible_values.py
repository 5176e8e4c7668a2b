"""Possible values and best cards, by a search through whole small games."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sheetgen.rules.history import best_totals, possible_values
from sheetgen.rules.patterns import all_rolls
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Context, legal_entries, totals
from tests.games import built, category, game, make_total, yacht_bonus


def joker(rule: str, **more: Any) -> dict[str, Any]:
    """Return the joker part of a small game."""
    return {"joker": {"rule": rule, "category": "yacht", "sections": ["a", "b"], **more}}


TWO_DICE = {"count": 2, "sides": 3}
YACHT = category("yacht", "of_a_kind", "fixed", n=2, value=9)
BOUND = [{"lower": "low", "higher": "high"}]


def with_bonuses(data: dict[str, Any], *bonuses: dict[str, Any]) -> dict[str, Any]:
    """Return a game with these totals before its grand total, which adds them up, too."""
    names = [bonus["id"] for bonus in bonuses]
    whole = make_total("total", "sum", *data["totals"][-1]["of"], *names)
    return data | {"totals": [*bonuses, whole]}


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
    hands = [category("row", "straight", "fixed", length=2, value=4), YACHT]
    data = game(faces, [*hands, *extra], dice=TWO_DICE, **more)
    data["sections"][1]["fill"] = fill
    bonuses = [make_total("rungs", "threshold", "a", steps=steps)] if steps else []
    bonuses += [yacht_bonus(7)] if bonus else []
    return built(with_bonuses(data, *bonuses))


def few_boxes() -> Ruleset:
    """Return a game with a pair that is worth more on the first roll, a Yacht, and a bonus of 7."""
    luck = category("luck", "of_a_kind", "fixed", n=2, value=3, first_roll=11)
    ones = category("ones", "face", "matching", face=1)
    return built(with_bonuses(game([ones, luck], [YACHT], dice=TWO_DICE), yacht_bonus(7)))


def stubborn() -> Ruleset:
    """Two dice of two sides: a 0 in ones takes two 2s, which go into twos while that is open.

    And the same for twos.
    """
    upper = [category("ones", "face", "all", face=1), category("any")]
    lower = [category("twos", "face", "all", face=2), YACHT]
    rules = joker("forced", sections=["a"], yacht_box_first=True)
    data = game(upper, lower, dice={"count": 2, "sides": 2}, **rules)
    return built(with_bonuses(data, yacht_bonus(5)))


def bound_beside_yachts() -> dict[str, Any]:
    """Two bound boxes, a Yacht, and 7 for further Yachts."""
    boxes = [category("low"), category("high")]
    data = game(boxes, [YACHT], dice={"count": 2, "sides": 2}, constraints=BOUND)
    return with_bonuses(data, yacht_bonus(7))


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
            [category("any"), YACHT | {"boxes": 2}],
            dice=TWO_DICE,
            **joker("free", sections=["a"]),
        )
    ),
    "bound": built(
        game(
            [category("low"), category("high")],
            dice=TWO_DICE,
            constraints=BOUND,
        )
    ),
    "bound, first roll": built(
        game(
            [category("low", "of_a_kind", "fixed", n=2, value=3, first_roll=5), category("high")],
            dice=TWO_DICE,
            constraints=BOUND,
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
            dice=TWO_DICE,
            totals=[
                make_total("bonus", "threshold", "a", steps=[(5, 3)]),
                make_total("total", "sum", "a", "bonus"),
            ],
        )
    ),
    "ids that scripts know": built(
        game(
            [category("constructor"), YACHT],
            dice=TWO_DICE,
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


def bound_with_a_bonus() -> Ruleset:
    """Low must stay below high, and 100 points wait for the most that low can hold."""
    data = game([category("low"), category("high")], dice=TWO_DICE, constraints=BOUND)
    return built(with_bonuses(data, make_total("top", "threshold", "low", steps=[(6, 100)])))


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
    assert best_totals(GAMES["no joker"]) == {"bonus": 21, "total": 36}


@pytest.mark.parametrize(
    ("fill", "low", "high"),
    [
        ("any", (0, 1, 2, 3), (0, 1, 2, 3)),
        ("down", (1, 2, 3), (0, 2, 3)),
        ("up", (0, 1, 2), (1, 2, 3)),
    ],
)
def test_values_beside_a_bound(fill: str, low: tuple[int, ...], high: tuple[int, ...]) -> None:
    """Only the box that can come second has a 0."""
    boxes = [category("low"), category("high")]
    data = game(boxes, dice={"count": 1, "sides": 3}, constraints=BOUND)
    data["sections"][0]["fill"] = fill
    ruleset = built(data)
    assert (possible_values(ruleset, "low"), possible_values(ruleset, "high")) == (low, high)
    assert best_totals(ruleset)["total"] == 5


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
    extra = yacht_bonus(draw(st.integers(1, 9))) | {"id": "extra"}
    sums = sorted(draw(st.sets(st.integers(1, 6), min_size=1, max_size=3)))
    worth = sorted(draw(st.sets(st.integers(1, 12), min_size=len(sums), max_size=len(sums))))
    kind = draw(st.sampled_from(["threshold", "count"]))
    bonus = make_total("bonus", kind, "a", steps=zip(sums, worth, strict=True))
    chosen = draw(st.lists(st.sampled_from([extra, bonus]), unique_by=lambda total: total["id"]))
    if chosen == [extra, bonus] and draw(st.booleans()):
        bonus["of"] = ["a", "extra"]
    return built(with_bonuses(data, *chosen))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=small_games())
@pytest.mark.slow("random games")
def test_random_games_against_a_search(ruleset: Ruleset) -> None:
    search_whole_games(ruleset)
