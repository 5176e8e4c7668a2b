"""Possible cards, against a search through whole small games and proofs for the seeds."""

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from msgspec.structs import replace

from sheetgen.rules.history import (
    TooLongError,
    extra_yacht_bounds,
    is_ordered,
    order_of_play,
    possible_extra_yachts,
    possible_values,
)
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Context, legal_entries
from sheetgen.rulesets.loading import load_ruleset
from tests.games import FURTHER, built, category, game, yacht_bonus
from tests.rules.test_possible_values import (
    GAMES,
    TWO_DICE,
    YACHT,
    finished_cards,
    joker,
    small,
    small_games,
    with_bonuses,
)
from tests.tables import numbers_of

NUMBERS = dict(zip(("ones", "twos", "threes", "fours", "fives", "sixes"), range(1, 7), strict=True))
ONLY_YACHTS = {box: 5 * face for box, face in NUMBERS.items()} | {
    "three_of_a_kind": 30,
    "four_of_a_kind": 30,
    "chance": 30,
}
"""Values of nine boxes of numbers-hands that only a further Yacht can give."""
Real = dict[tuple[tuple[str, int], ...], set[int]]


def real_cards(ruleset: Ruleset) -> Real:
    """Return the cards that a whole game can end with, each with its numbers of further Yachts."""
    each = ruleset.extra_yachts.points if ruleset.extra_yachts else 1
    real: Real = {}
    for card, bonus in finished_cards(ruleset):
        real.setdefault(card, set()).add(bonus // each)
    return real


def all_cards(ruleset: Ruleset) -> Iterator[dict[str, int]]:
    """Every card that holds possible values, whether it can come about or not."""
    for points in product(*(possible_values(ruleset, box) for box in ruleset.boxes)):
        yield dict(zip(ruleset.boxes, points, strict=True))


def hold_against(ruleset: Ruleset) -> None:
    """Check that exactly the final cards of real games are possible, and their orders playable."""
    real = real_cards(ruleset)
    for boxes in all_cards(ruleset):
        counts = tuple(sorted(real.get(tuple(sorted(boxes.items())), ())))
        assert possible_extra_yachts(ruleset, boxes) == counts, boxes
        if not counts:
            continue
        for count in range(-1, len(boxes) + 1):
            if count in counts:
                replay(ruleset, boxes, count)
            else:
                assert order_of_play(ruleset, boxes, count) is None


@pytest.mark.parametrize("name", GAMES)
def test_against_a_search_over_whole_games(name: str) -> None:
    hold_against(GAMES[name])


def hold_unfinished_against(ruleset: Ruleset) -> None:
    """Check that unfinished cards have the further Yachts of all games that go through them.

    With an order or a bound there may be more: a player is not accused without proof.
    """
    real, found = real_cards(ruleset), dict[frozenset[tuple[str, int]], set[int]]()
    for entries, counts in real.items():
        for size in range(len(entries)):
            for kept in combinations(entries, size):
                found.setdefault(frozenset(kept), set()).update(counts)
    exact = not is_ordered(ruleset) and all(
        category.boxes == 1 for category in ruleset.categories.values()
    )
    values = [
        [*((box, value) for value in possible_values(ruleset, box)), None] for box in ruleset.boxes
    ]
    for each in product(*values):
        held = dict(filter(None, each))
        if len(held) < len(ruleset.boxes):
            counts, expected = (
                set(possible_extra_yachts(ruleset, held)),
                found.get(frozenset(held.items()), set()),
            )
            assert counts == expected if exact else counts >= expected, held


@pytest.mark.parametrize("name", GAMES)
def test_unfinished_cards_against_a_search_over_whole_games(name: str) -> None:
    hold_unfinished_against(GAMES[name])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=small_games())
@pytest.mark.slow("random games")
def test_random_games_against_a_search(ruleset: Ruleset) -> None:
    if prod(len(possible_values(ruleset, box)) for box in ruleset.boxes) < 1_000:
        hold_against(ruleset)
        hold_unfinished_against(ruleset)


@pytest.mark.parametrize(
    ("held", "counts"),
    [
        (dict.fromkeys(NUMBERS, 0), range(12)),
        (dict.fromkeys(NUMBERS, 0) | {"chance": 30}, range(12)),
        (ONLY_YACHTS, (0, *range(9, 13))),
        (ONLY_YACHTS | {"yacht": 50}, range(9, 13)),
        (ONLY_YACHTS | {"yacht": 0}, (0,)),
        ({}, range(13)),
    ],
)
def test_what_an_unfinished_card_proves(held: dict[str, int], counts: Iterable[int]) -> None:
    """In numbers-hands six zeros leave no room for twelve further Yachts.

    They leave room for nine, or for a 0 in the first Yacht.
    """
    assert possible_extra_yachts(load_ruleset("numbers-hands"), held) == tuple(counts)


def replay(ruleset: Ruleset, card: dict[str, int], extra: int) -> None:
    """Play the order of play that was found by the rules, and see that it ends with the card."""
    turns = order_of_play(ruleset, card, extra)
    assert turns is not None
    filled: dict[str, int] = {}
    for turn in turns:
        use = legal_entries(ruleset, turn.roll, Context(filled, turn.first_roll, turn.number))[
            turn.box
        ]
        assert turn.points in use.points
        assert turn.bonus == use.bonus
        filled[turn.box] = turn.points
    assert filled == card
    each = ruleset.extra_yachts.points if ruleset.extra_yachts else 1
    assert sum(turn.bonus for turn in turns) == extra * each


def test_it_matters_which_box_is_filled_without_a_yacht() -> None:
    """If a Yacht fits nowhere, each box that is filled without one opens another way.

    1, 2, or 3.
    """
    numbers = [
        category(name, "face", "all", face=face)
        for face, name in enumerate(("ones", "twos", "threes"), 1)
    ]
    rules = joker("forced", sections=["b"], yacht_box_first=True, zero="last_resort")
    hands = [category("two"), category("four")]
    data = game(numbers, hands, [YACHT], dice=TWO_DICE, **rules)
    ruleset = built(with_bonuses(data, yacht_bonus(5)))
    card = numbers_of("ones=0 twos=0 threes=0 two=2 four=4 yacht=9")
    assert possible_extra_yachts(ruleset, card) == (1, 2, 3)
    for count in (1, 2, 3):
        replay(ruleset, card, count)
    assert order_of_play(ruleset, card, 0) is None
    assert order_of_play(ruleset, card, 4) is None


def test_a_yacht_that_is_worth_one_point() -> None:
    yacht = category("yacht", "pair", "fixed", value=1)
    data = game([category("ones", "face", "matching", face=1), yacht], dice=TWO_DICE)
    ruleset = built(with_bonuses(data, yacht_bonus(5)))
    assert possible_extra_yachts(ruleset, {"ones": 2, "yacht": 1}) == (0, 1)
    assert possible_extra_yachts(ruleset, {"ones": 2, "yacht": 0}) == (0,)


def test_an_unfinished_card_of_a_game_with_several_boxes_a_category() -> None:
    """Two boxes prove a further Yacht each.

    Row and the two that are open have room for three more.
    """
    ruleset = small(
        category("luck", boxes=2), **joker("forced", sections=["b"], yacht_box_first=True)
    )
    held = {"ones": 2, "twos": 4, "row": 4, "yacht": 9}
    assert tuple(possible_extra_yachts(ruleset, held)) == (2, 3, 4, 5)


def test_a_search_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without proof a card is possible, and no order of play is made up."""
    monkeypatch.setattr("sheetgen.rules.history.MOST_STEPS", 0)
    ruleset = replace(load_ruleset("numbers-hands"))
    card = dict(zip(ruleset.boxes, (0,) * 6 + (5, 15, 25, 30, 40, 50, 30), strict=True))
    assert possible_extra_yachts(ruleset, card) == tuple(range(*bounds_of(ruleset, card)))
    with pytest.raises(TooLongError):
        order_of_play(ruleset, card, 3)


HARDEST = {
    "no joker": 4, "no joker, Yacht first": 4, "free": 4, "free, may decline": 4,
    "free, Yacht first": 4, "forced": 4, "forced, Yacht first": 4, "forced, zero last": 4,
    "down, Yacht late": 4, "up, Yacht early": 11, "up, Yacht first": 8, "first roll": 0,
    "first roll, further Yachts": 3, "two Yacht boxes": 3, "bound": 2, "bound, first roll": 2,
    "bound, further Yachts": 6, "zeros that bar each other": 4, "steps of a bonus": 4,
    "ids that scripts know": 2, "free, its number first": 11, "below 0": 0,
}  # fmt: skip
"""The steps that the hardest card of each small game takes, whether it can come about or not."""


Cards = list[tuple[dict[str, int], int]]


def too_long(ruleset: Ruleset, cards: Cards) -> bool:
    """Check whether the search for one of these cards with its further Yachts is given up."""
    fresh = copy(ruleset)
    try:
        for card, count in cards:
            order_of_play(fresh, card, count)
    except TooLongError:
        return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_the_search_is_short(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The search begins with sure steps, and repeats none.

    It is given up one step later than MOST_STEPS.
    """
    cards = [(card, count) for card in all_cards(GAMES[name]) for count in range(len(card) + 1)]
    monkeypatch.setattr("sheetgen.rules.history.MOST_STEPS", HARDEST[name])
    assert not too_long(GAMES[name], cards)
    monkeypatch.setattr("sheetgen.rules.history.MOST_STEPS", HARDEST[name] - 1)
    assert too_long(GAMES[name], cards) == (HARDEST[name] > 0)


@pytest.mark.parametrize(
    ("values", "extra", "steps"),
    [
        ((5, 15, 25, 30, 40, 50, 30), 3, 13),
        ((7, 0, 25, 0, 40, 50, 7), 0, 9),
        ((0, 0, 25, 30, 40, 50, 30), 1, 11),
    ],
)
def test_the_search_is_short_in_a_real_game(
    monkeypatch: pytest.MonkeyPatch, values: tuple[int, ...], extra: int, steps: int
) -> None:
    """numbers-hands, with a 0 in each number.

    One step for each box that a Yacht can have filled.
    """
    ruleset = load_ruleset("numbers-hands")
    card = dict(zip(ruleset.boxes, (*(0,) * 6, *values), strict=True))
    monkeypatch.setattr("sheetgen.rules.history.MOST_STEPS", steps)
    assert not too_long(ruleset, [(card, extra)])
    monkeypatch.setattr("sheetgen.rules.history.MOST_STEPS", steps - 1)
    assert too_long(ruleset, [(card, extra)])


def bounds_of(ruleset: Ruleset, card: dict[str, int]) -> tuple[int, int]:
    """Return the bounds of further Yachts as a range."""
    least, most = extra_yacht_bounds(ruleset, card)
    return least, most + 1


def values(ruleset_id: str) -> st.SearchStrategy[dict[str, int]]:
    """Finished cards, with many a value that a Yacht gives."""
    ruleset = load_ruleset(ruleset_id)
    return st.fixed_dictionaries(
        {
            box: st.one_of(
                st.sampled_from(possible_values(ruleset, box)),
                st.sampled_from([v for v in possible_values(ruleset, box) if v % 5 == 0]),
            )
            for box in ruleset.boxes
        }
    )


ONLY_BY_YACHT = {"three_of_a_kind": {5, 30}, "chance": {5, 30}, "four_of_a_kind": {5, 15, 20, 30}}
MAY_BE_YACHT = {"full_house": {25}, "small_straight": {30}, "large_straight": {40}}


def bounds(card: dict[str, int], declined: bool) -> tuple[int, int]:
    """Return the minimum and maximum of Yachts without the Yacht box, by the count of RULESETS."""
    least = most = 0
    for box, points in card.items():
        if box in NUMBERS:
            least += points == 5 * NUMBERS[box]
            most += points in (0, 5 * NUMBERS[box])
        elif box in ONLY_BY_YACHT:
            least += points in ONLY_BY_YACHT[box]
            most += points > 0 and points % 5 == 0
        elif box in MAY_BE_YACHT:
            most += points in MAY_BE_YACHT[box] or (declined and points == 0)
    return least, most


@settings(max_examples=40, deadline=None)
@given(card=values("numbers-hands"))
def test_forced_joker_as_proved(card: dict[str, int]) -> None:
    """numbers-hands.

    With the Yacht box at 50, M to P further Yachts fit, one less than P if all numbers are 0.
    """
    least, most = bounds(card, declined=False)
    if all(card[box] == 0 for box in NUMBERS):
        most -= 1
    expected = tuple(range(least, most + 1)) if card["yacht"] else (0,)
    assert possible_extra_yachts(load_ruleset("numbers-hands"), card) == expected
    if expected:
        replay(load_ruleset("numbers-hands"), card, expected[-1])


@settings(max_examples=40, deadline=None)
@given(card=values("bonus-yachts"))
def test_free_joker_as_proved(card: dict[str, int]) -> None:
    """bonus-yachts: with the Yacht box at 50, none to P further Yachts fit."""
    _, most = bounds(card, declined=True)
    expected = tuple(range(most + 1)) if card["yacht"] else (0,)
    assert possible_extra_yachts(load_ruleset("bonus-yachts"), card) == expected
    replay(load_ruleset("bonus-yachts"), card, expected[-1])


@pytest.mark.parametrize(
    "name", [*(name for name in FURTHER if not load_ruleset(name).extra_yachts), "balut"]
)
def test_games_in_which_no_rule_speaks_of_further_yachts(name: str) -> None:
    """There are no further Yachts on a card of possible values, whatever the columns are."""
    ruleset = load_ruleset(name)
    card = {box: max(possible_values(ruleset, box)) for box in ruleset.boxes}
    first = next(iter(card))
    for held, counts in ((card, [0]), ({first: card[first]}, [0]), ({**card, first: 71}, [])):
        assert list(possible_extra_yachts(ruleset, held)) == counts


def test_impossible_values_have_no_order_of_play() -> None:
    ruleset = load_ruleset("numbers-hands")
    card = dict.fromkeys(ruleset.boxes, 0)
    assert possible_extra_yachts(ruleset, {**card, "chance": 5, "ones": 7}) == ()
    assert order_of_play(ruleset, card, 0) is None
