"""The quick answer: it knows plain cards alone, and what it says of them is what the judge finds."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from games import NINE, built, category, game

from sheetgen.checker import QuickCheck, check_card, quick as quick_module
from sheetgen.rules import Ruleset, WrittenCard, possible_values, totals
from sheetgen.rules.filling import is_plain
from sheetgen.rules.play import possible_extra_yachts
from sheetgen.rulesets.ids import ruleset_path
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import read_source


def without_readings(name: str) -> Ruleset:
    """The game without the other readings of its source."""
    data = read_source(ruleset_path(name)).data
    return built({key: value for key, value in data.items() if key != "readings"})


GAMES = [*map(load_ruleset, NINE), *map(without_readings, ("numbers-hands", "bonus-yachts", "dice-play"))]


def plain_cards(ruleset: Ruleset, count: int, chance: Random) -> list[dict[str, Any]]:
    """Cards of values that need no further Yacht, with all their totals."""
    held = {
        box: [value for value in possible_values(ruleset, box) if is_plain(ruleset, box, value)]
        for box in ruleset.boxes
    }
    boxes = [{box: chance.choice(values) for box, values in held.items()} for _ in range(count)]
    return [card | totals(ruleset, card) for card in boxes]


@lru_cache(maxsize=256)
def of_cells(quick: QuickCheck, rows: Sequence[str]) -> Callable[[Sequence[str]], int | None]:
    """The quick answer for cells with these boxes and totals in them."""
    return quick.answers({row: at for at, row in enumerate(rows)})


def seen(quick: QuickCheck, card: dict[str, Any], stated: Sequence[str]) -> int | None:
    """What the quick answer is for this card, with these of its totals; the same for its cells as texts."""
    found = quick.total({box: card[box] for box in quick.ruleset.boxes}, {total: card[total] for total in stated})
    rows = (*stated, *reversed(quick.ruleset.boxes))
    cells = ["" if card[row] is None else str(card[row]) for row in rows]
    answer = of_cells(quick, rows)
    assert answer(cells) == found or None in (card[total] for total in stated)  # where a blank is no fault
    assert answer([" " + cells[0], *cells[1:]]) is None
    assert answer(cells[:-1]) is None
    return found


def random() -> Random:
    """The same chances in every run."""
    return Random(3)  # noqa: S311 - cards, no secrets


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.id)
def test_plain_cards_are_right(ruleset: Ruleset) -> None:
    """The grand total of each is known, whichever totals are stated; the judge finds nothing on it."""
    quick = QuickCheck(ruleset)
    for card in plain_cards(ruleset, 200, random()):
        for stated in ((), ("total",), tuple(ruleset.all_totals)):
            assert seen(quick, card, stated) == card["total"]
        assert seen(quick, card | {"total": None}, ("total",)) is None
    for card in plain_cards(ruleset, 20, random()):
        audit = check_card(ruleset, WrittenCard(tuple(card.items())))
        assert (audit.findings, audit.total) == ((), card["total"])


def test_totals_that_are_told_apart() -> None:
    """Every card of a small game whose bonuses count boxes, or sums of some: none has the totals of another."""
    boxes = [category("aa", "face", "matching", face=1), category("bb", "face", "matching", face=2),
             category("cc", "face", "matching", face=3), category("dd")]  # fmt: skip
    data = game(boxes, dice={"count": 2, "sides": 3, "rolls": 3})
    data["totals"][:0] = [
        {"id": "full", "name": "Full", "kind": "count", "of": ["aa", "bb"], "steps": [{"at_least": 2, "points": 100}]},
        {
            "id": "high",
            "name": "High",
            "kind": "threshold",
            "of": ["cc", "dd"],
            "steps": [{"at_least": 7, "points": 9}],
        },
    ]
    data["totals"][-1]["of"] += ["full", "high"]
    ruleset = built(data)
    quick = QuickCheck(ruleset)
    for _ in range(2):  # the second time each is remembered
        for values in product(*(possible_values(ruleset, box) for box in ruleset.boxes)):
            card = dict(zip(ruleset.boxes, values, strict=True))
            right = totals(ruleset, card)
            assert seen(quick, card | right, tuple(right)) == right["total"]
            for total in right:
                assert seen(quick, card | right | {total: right[total] + 1}, tuple(right)) is None


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.id)
def test_any_wrong_total_is_seen(ruleset: Ruleset) -> None:
    """None is taken for right, whichever total it is."""
    quick, stated = QuickCheck(ruleset), tuple(ruleset.all_totals)
    for total in stated:
        for off, card in zip((1, -1, 9, 10, -10, 100, 200), plain_cards(ruleset, 7, random()), strict=True):
            assert seen(quick, card | {total: card[total] + off}, stated) is None


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.id)
def test_any_value_that_is_not_plain_is_seen(ruleset: Ruleset) -> None:
    """Whatever a box cannot hold, or only with a further Yacht; a box that is missing or too many, or a blank."""
    quick = QuickCheck(ruleset)
    [card] = plain_cards(ruleset, 1, random())
    for box in ruleset.boxes:
        for value in (*possible_values(ruleset, box), -1, 31, 49, 255, 256, 10**20, None):
            found, changed = seen(quick, card | {box: value}, ()), card | {box: value}
            is_one = value is not None and is_plain(ruleset, box, value)
            assert found is not None or not is_one
            if not is_one and (ruleset.extra_yachts is None or value not in possible_values(ruleset, box)):
                assert found is None
            elif found is not None:
                audit = check_card(ruleset, WrittenCard(tuple((other, changed[other]) for other in ruleset.boxes)))
                assert (audit.findings, audit.total) == ((), found)
        boxes = {other: card[other] for other in ruleset.boxes if other != box}
        assert quick.total(boxes, {}) is None
        assert quick.total(boxes | {"pears": 3}, {}) is None
        assert quick.total(boxes | {box: card[box], "pears": 3}, {}) is None


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, int]]:
    """The cards whose totals were worked out, for no card that comes to the same was known."""
    found: list[dict[str, int]] = []

    def worked_out(ruleset: Ruleset, boxes: dict[str, int], count: int = 0) -> dict[str, int]:
        found.append(boxes)
        return totals(ruleset, boxes, count)

    monkeypatch.setattr(quick_module, "totals", worked_out)
    return found


@pytest.mark.parametrize("name", ["yatzy", "dice-play"])
def test_what_is_kept_in_mind_has_an_end(
    name: str, looks: list[dict[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sums of which too many are known are forgotten, and found again."""
    ruleset = load_ruleset(name)
    cards, taken = plain_cards(ruleset, 100, random()), []
    for most in (1000, 5):
        monkeypatch.setattr(quick_module, "_MOST_KEPT", most)
        quick, before = QuickCheck(ruleset), len(looks)
        for card in cards * 2:
            assert seen(quick, card, ("total",)) == card["total"]
        taken.append(len(looks) - before)
    assert taken[0] <= 2 * len(cards) < taken[1]


def test_totals_that_strangers_name(looks: list[dict[str, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever totals cards name in whichever order, not all that was known of such cards is kept."""
    ruleset = load_ruleset("numbers-hands")
    monkeypatch.setattr(quick_module, "_MOST_TOLD_APART", 3)
    quick, [card] = QuickCheck(ruleset), plain_cards(ruleset, 1, random())
    boxes, stated = {box: card[box] for box in ruleset.boxes}, totals(ruleset, card)
    for order in permutations(list(stated)[:4]):
        assert quick.total(boxes, {total: stated[total] for total in order}) == card["total"]
        assert len(quick._answers) <= 3
    assert len(looks) == 24
    assert quick.total(boxes, {"ones": card["ones"]}) is quick.total(boxes, {"pears": 3}) is None


def test_cards_that_come_to_the_same_are_known_together(looks: list[dict[str, int]]) -> None:
    """Values that change places, and points that move from one box to another, need no second look."""
    ruleset = load_ruleset("dice-play")
    quick, values = QuickCheck(ruleset), (3, 6, 9, 12, 15, 18, 30, 30, 24, 24, 20, 50)
    card = dict(zip(ruleset.boxes, values, strict=True))
    assert quick.total(card, {}) == quick.total(card | {"ones": 1, "twos": 8}, {}) == 241
    assert quick.total(card | {"ones": 0, "threes": 12}, {}) == 241
    assert len(looks) == 1
    assert quick.total(card | {"ones": 2}, {}) == 240
    assert len(looks) == 2


def test_boxes_are_counted_where_a_bonus_counts_them(looks: list[dict[str, int]]) -> None:
    """Of cards with the same sums those have the same totals that fill as many boxes of one section, not of all."""
    data = game([category(name, "face", "matching", face=3) for name in ("aa", "bb")],
                [category(name, "face", "matching", face=3) for name in ("cc", "dd")])  # fmt: skip
    full = {"id": "full", "name": "Full", "kind": "count", "of": ["a"], "steps": [{"at_least": 2, "points": 7}]}
    quick = QuickCheck(built({**data, "totals": [full, {**data["totals"][0], "of": ["a", "b", "full"]}]}))
    card = {"aa": 3, "bb": 3, "cc": 3, "dd": 3}
    assert quick.total(card, {}) == quick.total(card | {"cc": 6, "dd": 0}, {}) == 19
    assert len(looks) == 1
    assert quick.total(card | {"aa": 6, "bb": 0}, {}) == 12
    assert len(looks) == 2


def test_a_game_with_one_box() -> None:
    """A card of a single value is as quick as any."""
    assert QuickCheck(built(game([category("luck")]))).total({"luck": 7}, {"total": 7}) == 7


def test_a_game_with_an_order_has_no_plain_cards() -> None:
    """Where boxes are filled from top to bottom, each card takes the judge."""
    ordered = game([category("first"), category("second")])
    assert QuickCheck(built(ordered)).total({"first": 5, "second": 6}, {}) == 11
    ordered["sections"][0]["fill"] = "top_down"
    assert QuickCheck(built(ordered)).total({"first": 5, "second": 6}, {}) is None


@pytest.mark.parametrize("worth", [(50, 50, 100, 150, 100), (10, 10, 20, 30, 20), (1000, 1, 1, 1, 1)])
def test_sums_and_counts(worth: tuple[int, ...]) -> None:
    """As many points in more boxes can be worth more, where a bonus counts boxes."""
    data = game([category(f"box_{n}", "of_a_kind", n=3, points="fixed", value=each) for n, each in enumerate(worth)])
    full = {"id": "full", "name": "Full", "kind": "count", "of": ["a"], "steps": [{"at_least": 3, "points": 7}]}
    ruleset = built({**data, "totals": [full, {**data["totals"][0], "of": ["a", "full"]}]})
    quick, stated = QuickCheck(ruleset), tuple(ruleset.all_totals)
    cards = [dict(zip(ruleset.boxes, values, strict=True)) for values in product(*((0, each) for each in worth))]
    cards = [card | totals(ruleset, card) for card in cards]
    assert {card["full"] for card in cards} == {0, 7}
    for card in cards:
        assert seen(quick, card, stated) == card["total"]
        assert seen(quick, card | {"full": 7 - card["full"]}, ("full",)) is None


def test_sections_are_weighed_apart() -> None:
    """Points that move to a box of another sum change the totals, however alike the boxes are."""
    data = game([category("first"), category("second")], [category("third")])
    sums = [{"id": f"{part}_sum", "name": part, "kind": "sum", "of": [part]} for part in ("a", "b")]
    for section, total in zip(data["sections"], sums, strict=True):
        section["totals"] = [total]
    ruleset = built(data)
    quick, values = QuickCheck(ruleset), [possible_values(ruleset, box) for box in ruleset.boxes]
    for card in product(*values):
        boxes = dict(zip(ruleset.boxes, card, strict=True))
        right = totals(ruleset, boxes)
        assert seen(quick, boxes | right, tuple(right)) == right["total"]
        assert seen(quick, boxes | right | {"a_sum": right["b_sum"]}, ("a_sum",)) == (
            right["total"] if right["a_sum"] == right["b_sum"] else None
        )


@pytest.mark.parametrize("name", ["numbers-hands", "bonus-yachts"])
def test_further_yachts_that_can_have_been(name: str) -> None:
    """Cards with their bonus are right with each number that is possible, and with no other; as the judge says."""
    ruleset, chance, told = load_ruleset(name), random(), 0
    quick = QuickCheck(ruleset)
    for card in plain_cards(ruleset, 30, chance):
        boxes = {box: card[box] for box in ruleset.boxes} | {"yacht": 50, "sixes": 30, "chance": 30}
        for count in range(9):
            stated = totals(ruleset, boxes, count)
            for names in (("total",), ("yacht_bonus", "total"), tuple(stated)):
                written = {where: stated[where] for where in names}
                audit = check_card(ruleset, WrittenCard((*boxes.items(), *written.items())))
                found = quick.total(boxes, written)
                assert found == (audit.total if audit.valid and not audit.reading else None)
                told += found is not None
    assert told > 50


@pytest.mark.parametrize(
    ("name", "places", "counts", "total"),
    [
        ("numbers-hands", {6: 21, 7: 0, 8: 0, 9: 0, 10: 0, 12: 21}, (1,), 302),
        ("numbers-hands", {6: 21, 7: 0, 9: 0, 10: 0, 12: 21}, (1, 2), None),
        ("bonus-yachts", {}, range(7), 319),
    ],
)
def test_further_yachts_that_nobody_wrote(
    name: str, places: dict[int, int], counts: Sequence[int], total: int | None
) -> None:
    """A card with thirty in sixes: the judge is asked where it proves some, and there may be more or fewer.

    So it is where its total is there, and blank.
    """
    ruleset, values = load_ruleset(name), [3, 6, 9, 12, 15, 30, 20, 24, 25, 30, 40, 50, 20]
    boxes = {box: places.get(place, values[place]) for place, box in enumerate(ruleset.boxes)}
    assert tuple(possible_extra_yachts(ruleset, boxes)) == tuple(counts)
    assert QuickCheck(ruleset).total(boxes, {}) == total
    assert of_cells(QuickCheck(ruleset), (*boxes, "total"))([*map(str, boxes.values()), ""]) == total
    assert total in (None, check_card(ruleset, WrittenCard(tuple(boxes.items()))).total)


def test_with_nothing_stated_there_are_as_few_further_yachts_as_can_be() -> None:
    """A card whose boxes prove further Yachts has at least those; the judge says which totals are as right."""
    ruleset = load_ruleset("numbers-hands")
    boxes = dict(zip(ruleset.boxes, (0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 50, 30), strict=True))
    least = check_card(ruleset, WrittenCard(tuple(boxes.items())))
    assert QuickCheck(ruleset).total(boxes, {}) is None
    assert (least.total, least.totals) == (310, (310, 410, 510, 610, 710, 810))
    assert QuickCheck(ruleset).total(boxes, {"numbers_total": 30}) is None
    assert QuickCheck(ruleset).total(boxes, {"hands_total": 480}) == 510


def test_points_below_zero() -> None:
    """Where sides count less than nothing, cards that weigh the same still have the same totals."""
    faces = [{"name": name, "value": value} for name, value in (("low", -2), ("none", 0), ("high", 1))]
    data = game([category("first"), category("second")], [category("third"), category("fourth")])
    data["dice"] = {"count": 2, "sides": 3, "rolls": 3, "faces": faces}
    for section in data["sections"]:
        bonus = {"id": f"{section['id']}_bonus", "name": "Bonus", "kind": "threshold", "of": [section["id"]]}
        section["totals"] = [{**bonus, "steps": [{"at_least": 1, "points": 20}]}]
    data["totals"][-1]["of"] += ["a_bonus", "b_bonus"]
    ruleset = built(data)
    quick, values = QuickCheck(ruleset), [possible_values(ruleset, box) for box in ruleset.boxes]
    assert min(map(min, values)) < 0
    for _ in range(2):
        for each in product(*values):
            card = dict(zip(ruleset.boxes, each, strict=True))
            right = totals(ruleset, card)
            assert seen(quick, card | right, tuple(right)) == right["total"]
            assert seen(quick, card | right | {"total": right["total"] + 20}, ("total",)) is None


def test_parts_of_a_difference_are_told_apart() -> None:
    """Two cards whose maximum and minimum come to the same have other differences: neither has the other's totals."""
    ruleset = load_ruleset("yamb")
    quick = QuickCheck(ruleset)
    [card] = plain_cards(ruleset, 1, random())
    cards = [card | {"down.ones": 3, "down.max": most, "down.min": least} for most, least in ((24, 10), (25, 9))]
    first, second = ({**each, **totals(ruleset, each)} for each in cards)
    stated = tuple(ruleset.all_totals)
    assert first["down.difference"] != second["down.difference"]
    assert seen(quick, first, stated) == first["total"]
    assert seen(quick, second, stated) == second["total"]
    assert seen(quick, second | {total: first[total] for total in stated}, stated) is None


def test_what_is_known_of_bonuses_has_an_end(looks: list[dict[str, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nearly every card has sums of its own, they are forgotten, too, though all come to the same."""
    data = game([category("first")], [category("second")])
    data["dice"] = {"count": 5, "sides": 6, "rolls": 3}
    for section in data["sections"]:
        bonus = {"id": f"{section['id']}_bonus", "name": "Bonus", "kind": "threshold", "of": [section["id"]]}
        section["totals"] = [{**bonus, "steps": [{"at_least": 30, "points": 20}]}]
    monkeypatch.setattr(quick_module, "_MOST_KEPT", 3)
    quick = QuickCheck(built(data))
    for first in [*range(6, 14), *range(6, 14)]:
        assert quick.total({"first": first, "second": 20 - first}, {}) == 20
    assert len(looks) == 16
