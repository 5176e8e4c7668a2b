"""Whether a card can have come about: as a search over whole small games finds it, and as was proved for the seeds."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_derived import GAMES, finished_cards

from sheetgen.rules import Context, legal_entries, order_of_play, possible_extra_yachts, possible_values
from sheetgen.ruleset_file import load_ruleset


@pytest.mark.parametrize("name", GAMES)
def test_against_a_search_over_whole_games(name: str) -> None:
    """Of all cards that hold possible values, just those come about that some game really ends with."""
    ruleset = GAMES[name]
    each = ruleset.extra_yachts.points if ruleset.extra_yachts else 1
    real: dict[tuple[tuple[str, int], ...], set[int]] = {}
    for card, bonus in finished_cards(ruleset):
        real.setdefault(card, set()).add(bonus // each)
    for points in product(*(possible_values(ruleset, box) for box in ruleset.boxes)):
        boxes = dict(zip(ruleset.boxes, points, strict=True))
        assert possible_extra_yachts(ruleset, boxes) == tuple(sorted(real.get(tuple(sorted(boxes.items())), ()))), boxes


def replay(name: str, card: dict[str, int], extra: int) -> None:
    """Play the order of play that was found by the rules, and see that it ends with the card."""
    ruleset = GAMES.get(name) or load_ruleset(name)
    turns = order_of_play(ruleset, card, extra)
    assert turns is not None
    filled: dict[str, int] = {}
    for turn in turns:
        use = legal_entries(ruleset, turn.roll, Context(filled, turn.first_roll))[turn.box]
        assert turn.points in use.points
        assert turn.bonus == use.bonus
        filled[turn.box] = turn.points
    assert filled == card
    assert sum(bool(turn.bonus) for turn in turns) == extra


@pytest.mark.parametrize("name", GAMES)
def test_orders_of_play_can_be_played(name: str) -> None:
    """Every order of play that is shown is legal, turn by turn, and ends with the card."""
    ruleset = GAMES[name]
    each = ruleset.extra_yachts.points if ruleset.extra_yachts else 1
    for card, bonus in sorted(finished_cards(ruleset))[::3]:
        replay(name, dict(card), bonus // each)


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


NUMBERS = dict(zip(("ones", "twos", "threes", "fours", "fives", "sixes"), range(1, 7), strict=True))
ONLY_BY_YACHT = {"three_of_a_kind": {5, 30}, "chance": {5, 30}, "four_of_a_kind": {5, 15, 20, 30}}
MAY_BE_YACHT = {"full_house": {25}, "small_straight": {30}, "large_straight": {40}}


def bounds(card: dict[str, int], declined: bool) -> tuple[int, int]:
    """The fewest and the most Yachts beside the Yacht box, as RULESETS counts them."""
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
    """numbers-hands: with the Yacht box at 50, M to P further Yachts fit, one less than P if all numbers are 0."""
    least, most = bounds(card, declined=False)
    if all(card[box] == 0 for box in NUMBERS):
        most -= 1
    expected = tuple(range(least, most + 1)) if card["yacht"] else (0,)
    assert possible_extra_yachts(load_ruleset("numbers-hands"), card) == expected
    if expected:
        replay("numbers-hands", card, expected[-1])


@settings(max_examples=40, deadline=None)
@given(card=values("bonus-yachts"))
def test_free_joker_as_proved(card: dict[str, int]) -> None:
    """bonus-yachts: with the Yacht box at 50, none to P further Yachts fit."""
    _, most = bounds(card, declined=True)
    expected = tuple(range(most + 1)) if card["yacht"] else (0,)
    assert possible_extra_yachts(load_ruleset("bonus-yachts"), card) == expected
    replay("bonus-yachts", card, expected[-1])


def test_impossible_values_have_no_order_of_play() -> None:
    """A card with a value that its box cannot hold came about in no way."""
    ruleset = load_ruleset("numbers-hands")
    card = dict.fromkeys(ruleset.boxes, 0)
    assert possible_extra_yachts(ruleset, {**card, "chance": 5, "ones": 7}) == ()
    assert order_of_play(ruleset, card, 0) is None
