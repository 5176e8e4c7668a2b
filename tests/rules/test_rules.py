"""The vocabulary of patterns and points, the jokers, the orders and the bounds."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from sheetgen.rules.history import best_totals, possible_values
from sheetgen.rules.patterns import Dice, Roll, all_rolls, dice_needed
from sheetgen.rules.ruleset import Ruleset, adds_boxes, below, boxes_of
from sheetgen.rules.scoring import (
    Context,
    LegalEntry,
    add_up,
    legal_entries,
    moment,
    points_of_rolls,
    score,
    totals,
)
from sheetgen.rulesets import vocabulary
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.games import built, category, game, make_column, make_total
from tests.tables import numbers_of, table_of

HERE = Path(__file__).parent
PATTERNS = [
    (tomllib.loads(f"pattern = {pattern}")["pattern"], *more)
    for pattern, *more in table_of(HERE / "patterns.txt")
]
PICTURES = [
    (tomllib.loads(f"pattern = {pattern}")["pattern"], *more)
    for pattern, *more in table_of(HERE / "pictures.txt")
]
GROUPS = [{"id": "b", "name": "b", "faces": [1, 6]}, {"id": "r", "name": "r", "faces": [2, 5]}]


def game_of_one(pattern: dict[str, Any], count: int, sides: int) -> Ruleset:
    """Return a game with one box, for the matching dice of a pattern."""
    box = {"id": "box", "name": "B", "pattern": pattern, "points": {"kind": "matching"}}
    return built(game([box], dice={"count": count, "sides": sides, "groups": GROUPS}))


@pytest.mark.parametrize(("pattern", "dice", "points"), PATTERNS)
def test_pattern(pattern: dict[str, Any], dice: str, points: str) -> None:
    """The matching dice count, and those that illustrate a pattern match it."""
    sides = max(6, *pattern.get("faces", [6]))
    ruleset = game_of_one(pattern, len(dice), sides)
    box = ruleset.categories["box"]
    assert score(ruleset, box, Roll.parse(dice)) == int(points)
    picture = box.pattern.example_dice(sides)
    assert not picture or box.pattern.match(Roll(picture)) is not None


@pytest.mark.parametrize(("pattern", "sides", "picture", "count"), PICTURES)
def test_what_a_pattern_is_made_of(
    pattern: dict[str, Any], sides: str, picture: str, count: str
) -> None:
    made = game_of_one(pattern, 8, int(sides)).categories["box"].pattern
    assert "".join(map(str, made.example_dice(int(sides)))) == picture.strip("-")
    assert dice_needed(made) == int(count)


def test_every_kind_of_pattern_is_tried() -> None:
    assert {str(pattern["kind"]) for pattern, _, _ in PATTERNS} == set(vocabulary.PATTERNS)


def test_what_faces_count() -> None:
    """Points and sums use the values of faces, if there are any.

    Such a box is no plain number.
    """
    faces = [
        {"name": name, "value": value} for name, value in (("skull", -10), ("moon", 0), ("sun", 5))
    ]
    rows = [
        category("suns", "face", "matching", face=3),
        category("any"),
        category("five", "sum", "fixed", exactly=5, value=9),
    ]
    ruleset = built(game(rows, dice={"count": 2, "sides": 3, "faces": faces}))
    worth = {
        name: score(ruleset, each, Roll.parse("13")) for name, each in ruleset.categories.items()
    }
    assert worth == {"suns": 5, "any": -5, "five": 0}
    assert score(ruleset, ruleset.categories["five"], Roll.parse("23")) == 9
    assert ruleset.categories["suns"].adds_number is None
    assert possible_values(ruleset, "any") == (-20, -10, -5, 0, 5, 10)


@pytest.mark.parametrize(
    ("served", "together", "points"),
    [("all_dice", True, 8), ("all_dice", False, 3), ("first_roll", True, 3)],
)
def test_dice_that_are_thrown_together_are_served(served: str, together: bool, points: int) -> None:
    box = category("luck", "pair", "fixed", value=3, first_roll=8)
    ruleset = built(game([box], dice={"count": 2, "served": served}))
    now = moment(ruleset, number=2, together=together)
    assert legal_entries(ruleset, Roll.parse("66"), now)["luck"].points == (points,)


@pytest.mark.parametrize(("points", "number", "worth"), table_of(HERE / "points.txt"))
def test_points(points: str, number: str, worth: str) -> None:
    """Points are the matching dice, all dice, or a value, which may depend on the roll."""
    box = category("box", "of_a_kind", n=3) | tomllib.loads(f"points = {points}")
    ruleset = built(game([box], dice={"count": 4}))
    roll = Roll.parse("6661")
    found = legal_entries(ruleset, roll, moment(ruleset, number=int(number)))
    assert found["box"].points == (int(worth),)
    assert int(worth) in possible_values(ruleset, "box")
    if number == "0":
        by_roll = points_of_rolls(ruleset.categories["box"], ruleset.dice)
        assert dict(zip(all_rolls(4, 6), by_roll, strict=True))[roll] == int(worth)


def entries(ruleset: Ruleset, dice: str, **filled: int) -> dict[str, LegalEntry]:
    """Return the legal entries for a roll on a card."""
    return legal_entries(ruleset, Roll.parse(dice), Context(filled))


FORCED = load_ruleset("numbers-hands")
JOKERS = {words: rest for words, *rest in table_of(HERE / "jokers.txt")}


def read_entry(text: str) -> LegalEntry:
    """Read ``0/25+100``: the points that may be written, and the bonus."""
    points, _, bonus = text.partition("+")
    return LegalEntry(tuple(map(int, points.split("/"))), int(bonus or 0))


@pytest.mark.parametrize(("name", "dice", "filled", "legal"), JOKERS.values(), ids=JOKERS.keys())
def test_jokers_of_the_seeds(name: str, dice: str, filled: str, legal: str) -> None:
    last_resort = replace(FORCED, joker=replace(FORCED.joker, zero="last_resort"))
    ruleset = last_resort if name == "last resort" else load_ruleset(name)
    expected = dict(entry.split("=") for entry in legal.split())
    assert entries(ruleset, dice, **numbers_of(filled)) == {
        box: read_entry(entry) for box, entry in expected.items()
    }


def test_without_a_yacht_every_open_box_is_legal_once() -> None:
    filled = {"chance": 15, "ones": 1}
    assert set(entries(FORCED, "12345", **filled)) == set(FORCED.boxes) - set(filled)


def three_dice(**joker: Any) -> Ruleset:
    """Three dice of four sides.

    A number and a row that are worth more on the first roll, and a row of its own dice.
    """
    upper = [category("ones", "face", "fixed", face=1, value=2, first_roll=6), category("all")]
    lower = [
        category("luck", "straight", "fixed", length=2, value=3, first_roll=11),
        category("row", "straight", "matching", length=2),
        category("yacht", "of_a_kind", "fixed", n=3, value=9),
    ]
    rules = {"category": "yacht", "sections": ["a", "b"], **joker}
    return built(game(upper, lower, dice={"count": 3, "sides": 4}, joker=rules))


@pytest.mark.parametrize(
    ("dice", "first_roll", "points"),
    [
        ("444", False, "ones=0 all=12 luck=3 row=8"),
        ("444", True, "ones=0 all=12 luck=11 row=8"),
        ("111", False, "ones=2 all=3 luck=3 row=2"),
        ("111", True, "ones=6 all=3 luck=11 row=2"),
    ],
)
def test_what_a_joker_is_worth(dice: str, first_roll: bool, points: str) -> None:
    """A joker counts as many of its dice as the pattern has, and knows if it is a first roll."""
    now = Context({"yacht": 9}, first_roll)
    found = legal_entries(three_dice(rule="free"), Roll.parse(dice), now)
    expected = {box: (value,) for box, value in numbers_of(points).items()}
    assert {box: entry.points for box, entry in found.items()} == expected


@pytest.mark.parametrize(
    ("first_roll", "ones", "luck"), [(False, (0, 2), (0, 3)), (True, (0, 6), (0, 11))]
)
def test_a_joker_for_any_dice(
    first_roll: bool, ones: tuple[int, ...], luck: tuple[int, ...]
) -> None:
    ruleset = three_dice(rule="free", any_dice=True)
    found = legal_entries(ruleset, Roll.parse("444"), Context({"yacht": 9}, first_roll))
    expected = {"ones": ones, "all": tuple(range(3, 13)), "luck": luck, "row": (0, 3, 5, 7)}
    assert {box: entry.points for box, entry in found.items()} == expected


def test_a_joker_that_waits_for_its_number() -> None:
    """A joker scores its dice until the box of its number is full, too, if there is one."""
    ruleset = three_dice(rule="free", number_box_full=True)
    row = [
        legal_entries(ruleset, Roll.parse(dice), Context(card))["row"].points
        for dice, card in (
            ("111", {"yacht": 9}),
            ("111", {"yacht": 0, "ones": 0}),
            ("111", {"ones": 3}),
            ("444", {"yacht": 9}),
        )
    ]
    assert row == [(0,), (2,), (0,), (8,)]


def test_a_yacht_where_none_is_a_joker() -> None:
    found = entries(three_dice(rule="none"), "444", yacht=9)
    assert {box: entry.points for box, entry in found.items()} == {
        "ones": (0,),
        "all": (12,),
        "luck": (0,),
        "row": (0,),
    }


def test_a_yacht_of_one_die() -> None:
    """A single die is a Yacht, and its number comes first."""
    numbers = [category("ones", "face", "all", face=1), category("twos", "face", "all", face=2)]
    joker = {"rule": "forced", "category": "yacht", "sections": ["b"]}
    ruleset = built(
        game(
            numbers,
            [category("all"), category("yacht")],
            dice={"count": 1, "sides": 2},
            joker=joker,
        )
    )
    assert set(entries(ruleset, "2", yacht=2)) == {"twos"}
    assert set(entries(ruleset, "2", yacht=2, twos=2)) == {"all", "ones"}


def test_where_a_forced_joker_may_go() -> None:
    """Its own number first, then numbers and the joker's sections.

    Other categories only when all of these are full.
    """
    ruleset = three_dice(rule="forced", sections=["b"])
    assert set(entries(ruleset, "111", yacht=9)) == {"ones"}
    assert set(entries(ruleset, "111", yacht=9, ones=2)) == {"luck", "row"}
    assert set(entries(ruleset, "444", yacht=9)) == {"ones", "luck", "row"}
    assert set(entries(ruleset, "444", yacht=9, ones=2, luck=3, row=8)) == {"all"}
    numbers = [
        category(name, "face", "all", face=face) for face, name in enumerate(("ones", "twos"), 1)
    ]
    data = game(
        numbers,
        [category("yacht", "of_a_kind", "fixed", n=2, value=9)],
        dice={"count": 3, "sides": 4},
    )
    mixed = built(data | {"joker": {"rule": "forced", "category": "yacht", "sections": ["b"]}})
    assert set(entries(mixed, "112", yacht=9)) == {"ones", "twos"}  # not all of one number
    assert set(entries(mixed, "222", yacht=9)) == {"twos"}


@pytest.mark.parametrize(
    ("fill", "filled", "legal"),
    [
        ("any", "-", "x y_1 z"),
        ("any", "y_1=3", "x y_2 z"),
        ("down", "-", "x"),
        ("down", "x=1 y_1=1", "y_2"),
        ("up", "-", "z"),
        ("up", "z=1", "y_2"),
        ("up", "z=1 y_1=1 y_2=2", "x"),
        ("down", "x=1 y_1=1 y_2=1 z=1", ""),
    ],
)
def test_order_of_filling(fill: str, filled: str, legal: str) -> None:
    """A section may have to be filled in order.

    The boxes of one category are filled one after the other.
    """
    data = game([category("x"), category("y", boxes=2), category("z")])
    data["sections"][0]["fill"] = fill
    assert set(entries(built(data), "12345", **numbers_of(filled))) == set(legal.split())


@pytest.mark.parametrize(
    ("filled", "box", "dice", "points"),
    [
        ("-", "low", "12345", 15),
        ("high=20", "low", "12345", 15),
        ("high=15", "low", "12345", 0),
        ("high=0", "low", "66666", 30),
        ("low=14", "high", "12345", 15),
        ("low=15", "high", "12345", 0),
        ("low=20", "other", "12345", 15),
    ],
)
def test_bound_categories(filled: str, box: str, dice: str, points: int) -> None:
    """Low must stay below high.

    An entry that breaks it is worth 0, and a struck box binds nothing.
    """
    data = game([category("low"), category("high"), category("other")])
    ruleset = built(data | {"constraints": [{"lower": "low", "higher": "high"}]})
    assert entries(ruleset, dice, **numbers_of(filled))[box] == LegalEntry((points,))


@settings(max_examples=40, deadline=None)
@given(data=st.data(), ruleset_id=st.sampled_from(ruleset_ids()))
def test_a_game_played_to_its_end(data: st.DataObject, ruleset_id: str) -> None:
    """A game comes to its end with any rolls and choices.

    There is always a legal entry, every entry is a possible value of its box, and the finished card
    has no higher total than the best one.
    """
    ruleset = load_ruleset(ruleset_id)
    count = ruleset.dice.count
    rolls = st.one_of(
        st.integers(1, 6).map(lambda face: (face,) * count), st.tuples(*[st.integers(1, 6)] * count)
    )
    filled: dict[str, int] = {}
    bonus = 0
    while len(filled) < len(ruleset.boxes):
        roll = Roll(data.draw(rolls))
        late = legal_entries(ruleset, roll, Context(filled))
        # a column may take nothing of it: then it was the first
        found = late or legal_entries(ruleset, roll, moment(ruleset, filled, first=True))
        box, entry = data.draw(st.sampled_from(sorted(found.items())))
        assert box not in filled
        points = data.draw(st.sampled_from(entry.points))
        assert points in possible_values(ruleset, box)
        filled[box] = points
        bonus += entry.bonus
    worth = ruleset.extra_yachts.points if ruleset.extra_yachts else 1
    assert totals(ruleset, filled, bonus // worth)["total"] <= best_totals(ruleset)["total"]


@pytest.mark.parametrize(("boxes", "bonus"), [("a=30", 0), ("a=1 b=0", 0), ("a=1 b=30", 7)])
def test_a_bonus_for_boxes_with_points(boxes: str, bonus: int) -> None:
    """A box with one point counts as one with thirty; a box with a 0, or none, does not."""
    data = game([category("a"), category("b")])
    data["totals"].insert(0, make_total("c", "count", "a", "b", steps=[(2, 7)]))
    assert totals(built(data), numbers_of(boxes))["c"] == bonus


def test_totals_of_a_card() -> None:
    ruleset = load_ruleset("bonus-yachts")
    upper = numbers_of("ones=3 twos=6 threes=9 fours=12 fives=15")
    assert totals(ruleset, {**upper, "sixes": 12})["upper_total"] == 57
    full = totals(ruleset, {**upper, "sixes": 18, "yacht": 50, "chance": 30}, extra_yachts=2)
    assert full == numbers_of(
        "upper_subtotal=63 upper_bonus=35 upper_total=98 lower_subtotal=80 yacht_bonus=200 "
        "lower_total=280 total=378"
    )


def test_further_yachts_are_none_unless_told() -> None:
    bonus = load_ruleset("bonus-yachts").all_totals["yacht_bonus"]
    assert (add_up(bonus, ()), add_up(bonus, (), 3)) == (0, 300)
    assert totals(load_ruleset("bonus-yachts"), {"chance": 20})["total"] == 20


@pytest.mark.parametrize(
    ("amount", "bonus"), [(0, -2), (9, -2), (10, 0), (19, 0), (20, 5), (99, 5)]
)
def test_steps_of_a_bonus(amount: int, bonus: int) -> None:
    """The highest step that is reached counts.

    A first step below 0 is the price of reaching none.
    """
    data = game([category("x")])
    steps = [(0, -2), (10, 0), (20, 5)]
    data["totals"].insert(0, make_total("b", "threshold", "x", steps=steps))
    assert totals(built(data), {"x": amount})["b"] == bonus


def test_what_a_total_adds_up() -> None:
    ruleset = load_ruleset("numbers-hands")
    numbers = {"ones", "twos", "threes", "fours", "fives", "sixes"}
    assert {*below(ruleset, "numbers_subtotal")} == numbers
    assert {*below(ruleset, "numbers_total")} == numbers | {"numbers_subtotal", "numbers_bonus"}
    assert {*below(ruleset, "total")} == set(ruleset.rows) - {"total"}
    assert below(ruleset, "ones") == below(ruleset, "xyz") == below(ruleset, "yacht_bonus") == ()


def test_a_signature_has_all_dice_of_its_game() -> None:
    """Dice that it leaves out are blank."""
    ruleset = Ruleset("game", "Game", (), (), dice=Dice(3), signature=((5, "solid"),))
    assert ruleset.signature == ((5, "solid"), (0, "blank"), (0, "blank"))


@pytest.mark.parametrize(
    ("parts", "adds"), [(["earned"], False), (["earned", "sum"], True), (["a"], True)]
)
def test_whether_a_total_adds_up_what_boxes_hold(parts: list[str], adds: bool) -> None:
    data = game([category("luck")])
    data["totals"] = [
        make_total("sum", "sum", "a"),
        make_total("earned", "threshold", "sum", steps=[(20, 3)]),
        make_total("total", "sum", *parts),
    ]
    ruleset = built(data)
    assert adds_boxes(ruleset) == adds
    assert (adds_boxes(ruleset, "sum"), adds_boxes(ruleset, "earned")) == (True, False)


def test_boxes_of_a_category_know_it() -> None:
    ruleset = load_ruleset("balut")
    for of_game in ruleset.categories.values():
        boxes = boxes_of(of_game)
        assert len(boxes) == of_game.boxes
        assert all(box.category is of_game for box in boxes)


def test_rows_on_paper_lack_a_total_that_decides_nothing() -> None:
    yatzy, escalero = load_ruleset("yatzy"), load_ruleset("escalero")
    assert yatzy.paper_rows == yatzy.rows
    assert set(escalero.rows) - set(escalero.paper_rows) == {"total"}


def test_a_total_across_columns_may_stand_before_those_of_a_column() -> None:
    """It adds up each column, whatever the order in which totals are declared or named."""
    data = game([category("one"), category("two")])
    data["columns"] = [make_column("left"), make_column("right", factor=2)]
    across = make_total("across", "sum", "one", across=True)
    own = make_total("own", "sum", "two")
    data["totals"] = [across, own, make_total("total", "sum", "across", "own", across=True)]
    ruleset = built(data)
    assert list(ruleset.all_totals) == ["left.own", "right.own", "across", "total"]
    assert ruleset.addends["total"] == ("across", "left.own", "right.own", "right.own")
