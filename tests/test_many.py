"""What is seen of many cards at once is what a check of each of them finds."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from games import built, category, game

from sheetgen.checker import ManyCards, Seen, check_card
from sheetgen.checker import many as many_module
from sheetgen.rules import Ruleset, WrittenCard, is_plain, possible_values, totals
from sheetgen.rulesets import load_ruleset, ruleset_ids, ruleset_path
from sheetgen.rulesets.source import read_source

ABLE = tuple(name for name in ruleset_ids() if name != "balut")
"""Balut has more sums than fit side by side."""
Cards = Sequence[dict[str, Any]]


def without_readings(name: str) -> Ruleset:
    """The game without the other readings of its source."""
    data = read_source(ruleset_path(name)).plain
    return built({key: value for key, value in data.items() if key != "readings"})


GAMES = [*map(load_ruleset, ABLE), *map(without_readings, ("numbers-hands", "bonus-yachts", "dice-play"))]


def plain_cards(ruleset: Ruleset, count: int, chance: Random) -> list[dict[str, Any]]:
    """Cards of values that need no further Yacht, with all their totals."""
    held = {
        box: [value for value in possible_values(ruleset, box) if is_plain(ruleset, box, value)]
        for box in ruleset.boxes
    }
    boxes = [{box: chance.choice(values) for box, values in held.items()} for _ in range(count)]
    return [card | totals(ruleset, card) for card in boxes]


def seen(ruleset: Ruleset, cards: Cards, stated: Sequence[str]) -> Seen:
    """What is seen of these cards, with these of their totals."""
    columns = {where: [card[where] for card in cards] for where in (*ruleset.boxes, *stated)}
    boxes = [columns[box] for box in ruleset.boxes]
    return ManyCards(ruleset).look(boxes, {total: columns[total] for total in stated})


def check(ruleset: Ruleset, card: dict[str, Any], stated: Sequence[str]) -> tuple[tuple[object, ...], int | None]:
    """The findings of a whole check of the same, and the right total."""
    written = tuple((where, card[where]) for where in (*ruleset.boxes, *stated) if card[where] is not None)
    audit = check_card(ruleset, WrittenCard(written))
    return audit.findings, audit.total


def random() -> Random:
    """The same chances in every run."""
    return Random(3)  # noqa: S311 - cards, no secrets


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.id)
def test_plain_cards_are_right(ruleset: Ruleset) -> None:
    """The grand total of each is known, whichever totals are stated, a blank among them."""
    assert ManyCards(ruleset).is_able
    cards = plain_cards(ruleset, 200, random())
    right = [card["total"] for card in cards]
    for stated in ((), ("total",), tuple(ruleset.all_totals)):
        assert list(seen(ruleset, cards, stated).totals) == right
    assert list(seen(ruleset, [card | {"total": None} for card in cards], ("total",)).totals) == right


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.id)
def test_any_wrong_total_is_seen(ruleset: Ruleset) -> None:
    """None is taken for right, wherever it stands among right ones, and a check says the same where it is told."""
    stated = tuple(ruleset.all_totals)
    for total in stated:
        cards = plain_cards(ruleset, 60, random())
        for place, card in enumerate(cards):
            card[total] += (0, 1, -1, 9, 10, -10, 100, 200)[place % 8]
        found = seen(ruleset, cards, stated)
        assert [at for at, grand in enumerate(found.totals) if grand is None] == [at for at in range(60) if at % 8]
        told = list(agreeing(ruleset, cards, stated, found))
        extra, changed = ruleset.extra_yachts, ruleset.readings and total not in ("total", "bonus")
        if not changed and not (extra and extra.id in (total, "total")):
            known = 7 if extra is None else 5
            assert len(told) == sum(0 < at % 8 <= known for at in range(60))


def agreeing(ruleset: Ruleset, cards: Cards, stated: Sequence[str], found: Seen) -> Iterator[int]:
    """The cards of which is told at once what is wrong; it has to be what a check says."""
    for at, grand in enumerate(found.totals):
        told = found.fault(at) if grand is None else None
        if told:
            assert ((told[0],), told[1]) == check(ruleset, cards[at], stated)
            yield at


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.id)
def test_any_value_that_is_not_plain_is_seen(ruleset: Ruleset) -> None:
    """Whatever a box cannot hold, or only with a further Yacht; a check says the same where it is told."""
    stated = ("total",)
    for box in ruleset.boxes:
        odd = [-1, 31, 49, 255, 256, 10**20, None]
        readings = [reading.ruleset for reading in ruleset.readings]
        odd = [*(value for each in (ruleset, *readings) for value in possible_values(each, box)), *odd]
        odd = [value for value in odd if value is None or not is_plain(ruleset, box, value)]
        cards = plain_cards(ruleset, 2 * len(odd), random())
        for value, card in zip(odd, cards[::2], strict=True):
            card[box] = value
        found = seen(ruleset, cards, stated)
        assert [at for at, grand in enumerate(found.totals) if grand is None] == list(range(0, len(cards), 2))
        told = set(agreeing(ruleset, cards, stated, found))
        assert told <= set(range(0, 2 * odd.index(None), 2))
        simple = not any(box in ruleset.below(each.id) for each in ruleset.all_totals.values() if each.steps)
        if simple and not ruleset.readings and ruleset.extra_yachts is None:
            assert told == set(range(0, 2 * odd.index(None), 2))


@pytest.mark.parametrize("name", ABLE)
def test_two_faults_take_a_check(name: str) -> None:
    """Nothing is told of a card with two odd boxes, with a total that no value of the odd one makes, or without one."""
    ruleset = load_ruleset(name)
    first, second, *_, last = ruleset.boxes
    cards = plain_cards(ruleset, 4, random())
    cards[0] |= {first: 999, second: 999}
    cards[1] |= {last: 999, "total": cards[1]["total"] + 500}
    cards[2] |= {last: 999, "total": None}
    cards[3] |= {first: 999, "total": 999}
    found = seen(ruleset, cards, ("total",))
    assert list(found.totals) == [None] * 4
    assert [found.fault(at) for at in range(4)] == [None] * 4


def test_two_totals_that_are_wrong_take_a_check() -> None:
    """One may follow from the other; and so does a total that a box adds to in two ways."""
    ruleset = load_ruleset("yatzy")
    stated = tuple(ruleset.all_totals)
    cards = plain_cards(ruleset, 2, random())
    cards[0] |= {total: cards[0][total] + 1 for total in stated[-2:]}
    cards[1] |= {"total": cards[1]["total"] + 1}
    found = seen(ruleset, cards, stated)
    assert found.fault(0) is None
    assert found.fault(1) is not None


def test_a_box_with_no_grand_total_takes_a_check() -> None:
    """Though another total says what belongs in the box, nobody has written what the card comes to."""
    data = game([category("first"), category("second")], [category("third")])
    data["sections"][0]["totals"] = [{"id": "a_sum", "name": "Sum", "kind": "sum", "of": ["a"]}]
    ruleset = built(data)
    [card] = plain_cards(ruleset, 1, random())
    card["first"] = 99
    for stated, told in ((("a_sum",), False), (("a_sum", "total"), True)):
        found = seen(ruleset, [card], stated)
        assert bool(list(agreeing(ruleset, [card], stated, found))) == told


def test_a_bonus_for_further_yachts_takes_a_check() -> None:
    """Where another bonus depends on them, a wrong total can mean many things."""
    data = read_source(ruleset_path("numbers-hands")).plain
    data = {key: value for key, value in data.items() if key != "readings"}
    more = {
        "id": "more",
        "name": "More",
        "kind": "threshold",
        "of": ["yacht_bonus"],
        "steps": [{"at_least": 100, "points": 7}],
    }
    [total] = data["totals"]
    ruleset = built({**data, "totals": [more, {**total, "of": [*total["of"], "more"]}]})
    cards = plain_cards(ruleset, 40, random())
    for card in cards:
        card["total"] += 1
    assert not any(map(seen(ruleset, cards, ("total",)).fault, range(40)))


@pytest.mark.parametrize("name", ["yatzy", "dice-play"])
def test_what_is_kept_in_mind_has_an_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of which too many are known are forgotten, and found again."""
    ruleset, cards = load_ruleset(name), plain_cards(load_ruleset(name), 300, random())
    monkeypatch.setattr(many_module, "_MOST_KEPT", 5)
    many = ManyCards(ruleset)
    for first in range(0, 300, 20):
        part = cards[first : first + 20]
        boxes = [[card[box] for card in part] for box in ruleset.boxes]
        assert list(many.look(boxes, {}).totals) == [card["total"] for card in part]
        assert len(many._known) <= 25


def test_games_that_it_does_not_know() -> None:
    """Values that fill a byte, negative ones, orders of boxes, and too many sums."""
    assert not ManyCards(load_ruleset("balut")).is_able
    assert ManyCards(built(game([category("most", points="fixed", value=254)]))).is_able
    assert not ManyCards(built(game([category("too_much", points="fixed", value=255)]))).is_able
    ordered = game([category("first"), category("second")])
    ordered["sections"][0]["fill"] = "top_down"
    assert not ManyCards(built(ordered)).is_able


@pytest.mark.parametrize("worth", [(50, 50, 100, 150, 100), (10, 10, 20, 30, 20)])
def test_sums_and_counts(worth: tuple[int, ...]) -> None:
    """Sums above a byte are added in several parts; and as many points in more boxes can be worth more."""
    data = game([category(f"box_{n}", "of_a_kind", n=3, points="fixed", value=each) for n, each in enumerate(worth)])
    full = {"id": "full", "name": "Full", "kind": "count", "of": ["a"], "steps": [{"at_least": 3, "points": 7}]}
    ruleset = built({**data, "totals": [full, {**data["totals"][0], "of": ["a", "full"]}]})
    ways = product(*((0, each) for each in worth))
    cards: list[dict[str, Any]] = [dict(zip(ruleset.boxes, way, strict=True)) for way in ways]
    cards = [card | totals(ruleset, card) for card in cards]
    assert list(seen(ruleset, cards, tuple(ruleset.all_totals)).totals) == [card["total"] for card in cards]
    assert {card["full"] for card in cards} == {0, 7}
    cards = [card | {"full": 7 - card["full"]} for card in cards]
    assert list(seen(ruleset, cards, ("full",)).totals) == [None] * len(cards)
