"""Cards with several columns: possible values, orders and totals, against a plain referee."""

import random
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from msgspec.structs import replace

from sheetgen.booklets.sentences import Sentences
from sheetgen.cards.card_files import cards_of, read_csv, read_toml
from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit, FilledCard, Slip, rank
from sheetgen.errors import FileError, SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.primitives import Ink, Line, Text
from sheetgen.layout.rows import pictures, rows_of
from sheetgen.layout.sheet import lay_out_sheet
from sheetgen.pdf.fonts import measure
from sheetgen.rules.history import best_totals, order_of_play, possible_values, timings_of
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import (
    ExampleTurn,
    Ruleset,
    adds_boxes,
    boxes_of,
    one_column,
)
from sheetgen.rules.scoring import (
    WrittenCard,
    legal_entries,
    moment,
    needs,
    points_of_rolls,
    ranges,
    totals,
)
from sheetgen.rulesets.faults import review
from sheetgen.rulesets.loading import load_ruleset, read_ruleset
from sheetgen.rulesets.source import Source
from tests.conftest import Run
from tests.games import built, category, game, make_column, make_total
from tests.rules.test_orders_of_play import replay
from tests.tables import numbers_of, table_of

HERE = Path(__file__).parent
ROWS = ("ones", "high", "low", "pair")
ANY = ("high", "low")
"""Rows that take every roll, and are never struck."""
FILLS = ("any", "down", "up", "inwards", "outwards")


def columns_of(dice: random.Random) -> list[dict[str, Any]]:
    """Draw one to three columns with any order, some with the first roll alone, and any factor."""
    columns = []
    for name in "xyz"[: dice.randint(1, 3)]:
        drawn = make_column(name, fill=dice.choice(FILLS), factor=dice.randint(1, 3))
        drawn |= {"from": dice.choice(ROWS[:-1])} if drawn["fill"] == "outwards" else {}
        drawn |= {"rolls": 1} if dice.random() < 0.4 else {}
        columns.append(drawn)
    return columns


BOXES = [
    category("ones", "face", "matching", face=1),
    category("high"),
    category("low"),
    category("pair", "pair"),
]


def small(columns: list[dict[str, Any]]) -> dict[str, Any]:
    """Two dice of three sides and two rolls.

    Four rows, a difference times ones, a bonus, and a total across.
    """
    *others, pair = BOXES
    rows = [*others, pair | {"points": {"kind": "fixed", "by_roll": [9, 5]}}]
    data = game(rows, columns=columns, dice={"count": 2, "sides": 3, "rolls": 2})
    data["totals"] = [
        make_total("gap", "difference", "high", minus=["low"], times="ones"),
        make_total("plain", "sum", "ones", "pair"),
        make_total("bonus", "threshold", "plain", steps=[(7, 4)]),
        make_total("column", "sum", "gap", "plain", "bonus"),
        make_total("total", "sum", "column", across=True),
    ]
    return data


def audit_of(ruleset: Ruleset, card: dict[str, int]) -> CardAudit:
    """Check a card."""
    return check_card(ruleset, WrittenCard(tuple(card.items())))


# the referee: knows nothing of the package


def box_of(columns: list[dict[str, Any]], column: dict[str, Any], row: str) -> str:
    """Return the id of a box."""
    return f"{column['id']}.{row}" if len(columns) > 1 else row


def turn_of(column: dict[str, Any], filled: set[str]) -> set[str]:
    """Return the rows of a column that may be filled next."""
    opens, fill = [row for row in ROWS if row not in filled], column["fill"]
    if fill == "outwards":
        cut = ROWS.index(column["from"])
        above, below = (
            [row for row in opens if (ROWS.index(row) <= cut) == up] for up in (True, False)
        )
        return {*above[-1:], *below[:1]}
    return set(
        {"any": opens, "down": opens[:1], "up": opens[-1:], "inwards": opens[:1] + opens[-1:]}[fill]
    )


def worth(row: str, dice: tuple[int, int], number: int) -> int:
    """Return the points of a roll in a row."""
    if row == "ones":
        return dice.count(1)
    return sum(dice) if row in ANY else (9, 5)[number - 1] * (dice[0] == dice[1])


def legal(
    columns: list[dict[str, Any]], card: dict[str, int], dice: tuple[int, int], number: int
) -> dict[str, int]:
    """Every box that may take a roll, with its points."""
    found = {}
    for column in columns:
        filled = {row for row in ROWS if box_of(columns, column, row) in card}
        counts = number <= column.get("rolls", 2)
        for row in turn_of(column, filled):
            if counts or row not in ANY:
                found[box_of(columns, column, row)] = worth(row, dice, number) if counts else 0
    return found


def total_of(columns: list[dict[str, Any]], card: dict[str, int]) -> int:
    """Return the total of a card."""
    total = 0
    for column in columns:
        ones, high, low, pair = (card.get(box_of(columns, column, row), 0) for row in ROWS)
        bonus = 4 if ones + pair >= 7 else 0
        total += (ones + pair + bonus + (high - low) * ones) * (
            column["factor"] if len(columns) > 1 else 1
        )
    return total


def played(
    columns: list[dict[str, Any]], ruleset: Ruleset, dice: random.Random
) -> Iterator[dict[str, int]]:
    """Yield the cards of a game, turn by turn.

    The referee's entries are compared with the engine's.
    """
    card: dict[str, int] = {}
    while len(card) < len(columns) * len(ROWS):
        yield dict(card)
        roll, number = (dice.randint(1, 3), dice.randint(1, 3)), dice.randint(1, 2)
        right = legal(columns, card, roll, number)
        found = legal_entries(ruleset, Roll(roll), moment(ruleset, card, number=number))
        assert {box: entry.points for box, entry in found.items()} == {
            box: (value,) for box, value in right.items()
        }
        if right:
            box = dice.choice(sorted(right))
            card[box] = right[box]
    yield card


@pytest.mark.parametrize("seed", range(60))
def test_made_up_games_are_scored_and_checked_as_the_referee_has_them(seed: int) -> None:
    """Every entry, total and card of a whole game; a box or a total that is changed is found."""
    dice = random.Random(seed)  # noqa: S311 - games, no secrets
    columns = columns_of(dice)
    data = small(columns)
    assert not review(Source(Path("small.toml"), "", data)).faults
    ruleset = built(data)
    *_, card = cards = list(played(columns, ruleset, dice))
    for each in cards:
        assert totals(ruleset, each)["total"] == total_of(columns, each)
        kinds = {finding.kind for finding in audit_of(ruleset, each).findings}
        assert kinds <= {"missing_box", "empty_card"}
    written = {**card, **totals(ruleset, card)}
    assert audit_of(ruleset, written).valid
    where = dice.choice(sorted(written))
    wrong = audit_of(ruleset, {**written, where: written[where] + 100})
    assert where in {finding.where for finding in wrong.findings}
    order = order_of_play(ruleset, card, 0)
    assert order is not None
    assert {turn.box: turn.points for turn in order} == card
    assert best_totals(ruleset)["total"] >= total_of(columns, card)


@pytest.mark.parametrize("fill", FILLS)
def test_every_shape_of_an_unfinished_column(fill: str) -> None:
    """A card is refused if, and only if, no order of filling leads to it."""
    ordered = make_column("x", fill=fill) | ({"from": "high"} if fill == "outwards" else {})
    reached, waiting = set[frozenset[str]](), [frozenset[str]()]
    while waiting:
        shape = waiting.pop()
        reached.add(shape)
        waiting += [
            shape | {row} for row in turn_of(ordered, set(shape)) if shape | {row} not in reached
        ]
    ruleset = built(small([ordered, make_column("b")]))
    for flags in product((True, False), repeat=len(ROWS)):
        shape = frozenset(row for row, there in zip(ROWS, flags, strict=True) if there)
        card = {"b.ones": 0} | {f"x.{row}": 2 if row in ANY else 0 for row in shape}
        kinds = {finding.kind for finding in audit_of(ruleset, card).findings}
        assert ("impossible_card" in kinds) == (shape not in reached), shape


def test_the_first_roll_alone() -> None:
    """Points of a later roll are impossible there.

    A box may be struck, but for one that takes every roll.
    """
    ruleset = built(small([make_column("dry", rolls=1), make_column("free")]))
    assert possible_values(ruleset, "dry.pair") == (0, 9)
    assert possible_values(ruleset, "free.pair") == (0, 5, 9)
    assert possible_values(ruleset, "dry.high") == (2, 3, 4, 5, 6)
    ruleset = load_ruleset("yamb-7")
    moments = [moment(ruleset, number=number) for number in (1, 2, 3)]
    worth = [legal_entries(ruleset, Roll.parse("23456"), now) for now in moments]
    assert [found["hand.straight"].points for found in worth] == [(66,), (0,), (0,)]
    assert [found["free.straight"].points for found in worth] == [(66,), (56,), (46,)]
    assert "hand.max" not in worth[1]


def test_the_first_rolls_alone() -> None:
    pair = category("pair", "pair", "fixed", value=4)
    ruleset = built(game([pair], columns=[make_column("x", rolls=2)]))
    moments = [moment(ruleset, number=number) for number in (1, 2, 3)]
    entries = [legal_entries(ruleset, Roll.parse("11234"), now) for now in moments]
    assert [found["pair"].points for found in entries] == [(4,), (4,), (0,)]


@pytest.mark.parametrize(("points", "last", "timings"), table_of(HERE / "timings.txt"))
def test_when_a_roll_is_worth_something_else(points: str, last: str, timings: str) -> None:
    box = category("box") | tomllib.loads(f"points = {points}")
    ruleset = built(game([box]))
    last_roll = None if last == "-" else int(last)
    found = timings_of(ruleset.categories["box"], ruleset.dice, last_roll)
    assert " ".join(f"{number}{'!' * first}" for first, number in found) == timings


def test_the_first_roll_alone_where_the_yacht_comes_first() -> None:
    rows = [
        category("unlike", "all_different", "fixed", value=7),
        category("yacht", "pair", "fixed", value=9),
    ]
    rules = {"rule": "free", "category": "yacht", "sections": ["a"], "yacht_box_first": True}
    dice = {"count": 2, "sides": 3, "rolls": 2}
    ruleset = built(game(rows, columns=[make_column("x", rolls=1)], dice=dice, joker=rules))
    for unlike, yacht in product((0, 7), (0, 9)):
        replay(ruleset, {"unlike": unlike, "yacht": yacht}, 0)


def test_a_factor_that_was_forgotten_is_named() -> None:
    """A total across that counts each column once is explained, and the sum names the factors.

    A total that is wrong for another reason is not.
    """
    columns = [make_column(name, factor=n) for n, name in enumerate("xyz", 1)]
    ruleset = built(small(columns))
    values = dict(zip(ROWS, (2, 5, 3, 9), strict=True))
    boxes = {f"{name}.{row}": value for name in "xyz" for row, value in values.items()}
    assert totals(ruleset, boxes)["total"] == 6 * 19
    (found,) = audit_of(ruleset, boxes | {"total": 3 * 19}).findings
    assert found.slip == Slip("factor_forgotten", ("y.column", "z.column"))
    said = Report(Wording(ruleset, load_catalog("en"))).describe(found)
    assert "= 19 + 2 × 19 + 3 × 19" in said
    assert "counted column (Y) or column (Z) once" in said
    (found,) = audit_of(ruleset, boxes | {"total": 6 * 19 + 10}).findings
    assert found.slip == Slip("not_carried")
    empty = dict.fromkeys(boxes, 0) | {f"{name}.{row}": 2 for name in "xyz" for row in ANY}
    (found,) = audit_of(ruleset, empty | {"total": -1}).findings
    assert found.slip is None
    data = small(columns)
    gap = make_total("gap", "difference", "plain", minus=["low"])
    data["totals"][:2] = [data["totals"][1], gap]
    part_left_out = 11 - 3 + 2  # the 2 is a part of a sum that it takes as a whole
    (found,) = audit_of(built(data), boxes | {"x.gap": part_left_out}).findings
    assert found.slip is None


@pytest.mark.parametrize(("change", "key", "words"), table_of(HERE / "column_faults.txt"))
def test_faults_of_columns(change: str, key: str, words: str, tmp_path: Path) -> None:
    """Impossible columns are refused at their place."""
    path = tmp_path / "x.toml"
    data = small([make_column("x"), make_column("y")]) | {"name": "Columns"} | tomllib.loads(change)
    path.write_text(tomli_w.dumps(data), "utf-8")
    with pytest.raises(FileError) as caught:
        read_ruleset(path)
    assert any(fault.key == key and words in str(fault) for fault in caught.value.faults), str(
        caught.value
    )


def test_an_example_turn_in_a_column(tmp_path: Path) -> None:
    """It names boxes as cards do; a first roll may end it where later ones do not count."""
    data = small([make_column("x", rolls=1), make_column("y")]) | {"name": "Columns"}
    turn = {
        "filled": {"y.pair": 5, "y.ones": 1},
        "throws": [{"roll": [2, 3]}],
        "box": "x.high",
    }
    path = tmp_path / "x.toml"
    path.write_text(tomli_w.dumps(data | {"booklet": {"turn": turn}}), "utf-8")
    read = read_ruleset(path).booklet.turn
    assert read is not None
    assert (read.box, read.filled) == ("x.high", {"y.pair": 5, "y.ones": 1})


@pytest.mark.parametrize(("first", "possible"), [(50, True), (0, False), (None, False)])
def test_boxes_that_wait_for_others(first: int | None, possible: bool) -> None:
    """100 is impossible with a 0 or an empty box, and possible with 50."""
    ruleset = load_ruleset("generala-double")
    card = dict.fromkeys(ruleset.boxes, 0) | {"double_generala": 100}
    card.pop("generala")
    found = audit_of(ruleset, card if first is None else card | {"generala": first}).findings
    impossible = [{*finding.because} for finding in found if finding.kind == "impossible_card"]
    assert impossible == ([] if possible else [{"generala", "double_generala"}])


@pytest.mark.parametrize(
    ("early", "words"),
    [(("sixes",), "Sixes was filled"), (("fives", "sixes"), "Fives and Sixes were filled")],
)
def test_boxes_that_are_filled_before_their_turn(early: tuple[str, ...], words: str) -> None:
    ruleset = load_ruleset("forced-yatzy")
    found = audit_of(ruleset, {"ones": 3} | dict.fromkeys(early, 0)).findings
    (impossible,) = [finding for finding in found if finding.kind == "impossible_card"]
    said = Report(Wording(ruleset, load_catalog("en"))).describe(impossible)
    assert said.startswith(f"{words} before ")


def test_the_total_of_a_column_keeps_its_own_name() -> None:
    """A total of a column keeps its name if it differs from that of the total across."""
    sums = [make_total("column", "sum", "a"), make_total("total", "sum", "column", across=True)]
    data = game([category("luck")], columns=[make_column("x"), make_column("y")], totals=sums)
    dutch = {"names": {"column": "Kolom", "total": "Samen"}}
    ruleset = built({**data, "translations": {"nl": dutch, "de": {"names": {"total": "Zusammen"}}}})
    view = one_column(ruleset)
    assert Wording(view, load_catalog("nl")).name(view.totals[-1]) == "Kolom"
    assert Wording(view, load_catalog("de")).name(view.totals[-1]) == "column"  # not Zusammen
    wording = Wording(ruleset, load_catalog("nl"))
    assert wording.name(ruleset.totals[-1]) == "Samen"
    assert Sentences(wording).sheet.endswith("Kolom, Samen.")


def test_a_game_says_in_which_column_a_roll_may_go(run: Run) -> None:
    """An order that is forced holds for any roll on any card, and the booklet explains it."""
    code, out, _ = run("score --ruleset triple 1 2 3 4 5")
    rows = [line.rsplit(maxsplit=1)[0].rstrip() for line in out.splitlines()]
    assert (code, len({*rows})) == (0, len(rows))
    forced = load_ruleset("forced-yatzy")
    assert [*legal_entries(forced, Roll.parse("66666"), moment(forced))] == ["ones"]
    assert "Fill the card from top to bottom." in Wording(forced, load_catalog("en")).order_rules()


def won_cards(boxes: str) -> list[CardAudit]:
    """Check the cards of a game of double Generala that An won at once."""
    ruleset = load_ruleset("generala-double")
    paper = read_toml(f'players = ["An", "Bo"]\nwon = ["An"]\n[boxes]\n{boxes}')
    cards = cards_of(paper, Wording(ruleset, load_catalog("en")))
    return [check_card(ruleset, card) for card in cards]


def test_a_win_at_once() -> None:
    """Boxes left empty by a win are no finding, written ones are added up, and the winner wins."""
    ruleset = load_ruleset("generala-double")
    empty = [box for box in ruleset.boxes if box not in ("ones", "generala")]
    text = "".join(f'{box} = ["", 0]\n' for box in empty)
    an, bo = won_cards(f"ones = [3, 3]\ngenerala = [50, 0]\n{text}")
    assert (an.valid, an.total, bo.valid, bo.total) == (True, 53, True, 3)
    assert rank(ruleset, [bo, an]).winners == (1,)
    for left, total in (("", 0), ("sixes = [0, 24]\n", 24)):
        an, bo = won_cards(f"{left}generala = [50, '']\n")
        assert (an.total, bo.valid, bo.total) == (50, True, total)
        assert rank(ruleset, [bo, an]).winners == (1,)
    with pytest.raises(SheetgenError, match="no player 'Cy'"):
        read_toml('players = ["An"]\nwon = ["Cy"]\n[boxes]\nones = [3]\n')
    with pytest.raises(SheetgenError, match="nobody wins this game at once"):
        cards_of(
            read_toml('players = ["An"]\nwon = ["An"]\n[boxes]\nones = [3]\n'),
            Wording(load_ruleset("yatzy"), load_catalog("en")),
        )
    card = WrittenCard((("ones", 7), ("generala", 50), ("total", 57)), won=True)
    (finding,) = check_card(ruleset, card).findings
    assert (finding.kind, finding.where) == ("impossible_value", "ones")


@pytest.mark.parametrize("heads", ["An,An,An,Bo,Bo,Bo", "An,,,Bo,,"])
def test_a_card_with_a_second_head(heads: str) -> None:
    """Columns below the names of the players, by id or by name.

    A row across has its value in any of them.
    """
    text = (
        f"yams,{heads}\n,down,Up,free,down,up,free\nOnes,3,4,2,1,0,5\nsixes,,12,,,18,\n"
        f"Total,21,,,,24,\n"
    )
    an, bo = cards_of(read_csv(text), Wording(load_ruleset("yams"), load_catalog("en")))
    assert (an.name, bo.name) == ("An", "Bo")
    boxes = "down.ones={} up.ones={} free.ones={} up.sixes={} total={}"
    assert dict(an.entries) == numbers_of(boxes.format(3, 4, 2, 12, 21))
    assert dict(bo.entries) == numbers_of(boxes.format(1, 0, 5, 18, 24))


def test_a_second_head_hides_nothing() -> None:
    """Double rows, double totals and players without names stay in the card as they are."""
    text = "yams,,,\n,down,up,down\nones,3,4,1\nones,2,,\ntotal,7,8,1\n"
    first, second = cards_of(read_csv(text), Wording(load_ruleset("yams"), load_catalog("en")))
    entries = [f"{where}={value}" for where, value in first.entries]
    assert " ".join(entries) == "down.ones=3 up.ones=4 down.ones=2 total=7 total=8"
    assert second.entries == (("down.ones", 1), ("total", 1))


ROW_VALUES = {
    "yams": (3, 6, 9, 12, 15, 18, 20, 15, 0, 30, 40, 0),
    "yamb": (3, 6, 9, 12, 15, 18, 26, 8, 56, 56, 56, 0),
    "triple": (3, 6, 9, 12, 15, 18, 20, 24, 25, 0, 0, 50, 22),
}


@pytest.mark.parametrize(
    ("ruleset_id", "column", "total"),
    [("yams", 203, 3 * 203), ("yamb", 315, 4 * 315), ("triple", 239, 6 * 239)],
)
def test_whole_cards_as_their_sources_add_them_up(ruleset_id: str, column: int, total: int) -> None:
    """A column of their examples, in all columns; a factor counts in the total alone."""
    ruleset = load_ruleset(ruleset_id)
    rows = dict(zip(ruleset.categories, ROW_VALUES[ruleset_id], strict=True))
    found = totals(ruleset, {box.id: rows[box.category.id] for box in ruleset.boxes.values()})
    assert {found[f"{each.id}.column_total"] for each in ruleset.columns} == {column}
    assert found["total"] == total


def test_a_difference_below_nothing() -> None:
    """One reading never lets it be."""
    yamb = load_ruleset("yamb")
    card = {"free.ones": 4, "free.max": 11, "free.min": 14}
    assert totals(yamb, card)["free.difference"] == totals(yamb, card)["difference_sum"] == -12
    assert totals(yamb.readings[0].ruleset, card)["free.difference"] == 0


def least_and_most(
    ruleset: Ruleset, spans: dict[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """Return the bounds of each total where each box holds either end of its span."""
    cards = [dict(zip(spans, ends, strict=True)) for ends in product(*spans.values())]
    every = [totals(ruleset, card) for card in cards]
    return {
        total: (min(each[total] for each in every), max(each[total] for each in every))
        for total in every[0]
    }


@pytest.mark.parametrize(
    "more", [{}, {"times": "ones"}, {"least": -2}, {"times": "ones", "least": 0}]
)
def test_how_far_a_difference_reaches(more: dict[str, Any]) -> None:
    """A difference is at its limits where its parts are.

    The bonus and the sum of one part each are, too.
    """
    chance = random.Random(7)  # noqa: S311 - no secrets
    data = game(BOXES)
    data["totals"] = [
        make_total("gap", "difference", "high", "pair", minus=["low"], **more),
        make_total("full", "count", "ones", "low", steps=[(1, 3), (2, 7)]),
        make_total("total", "sum", "gap"),
    ]
    ruleset = built(data)
    assert adds_boxes(ruleset, "gap")
    assert not adds_boxes(ruleset, "full")
    for _ in range(20):
        spans = {}
        for box in ruleset.boxes:
            low = chance.choice((-3, 0, 0, 1, 4))
            high = chance.choice((-1, 0)) if low < 0 else low + chance.randint(0, 5)
            spans[box] = (low, high)
        found = ranges(ruleset, spans, (0, 0))
        limits = least_and_most(ruleset, spans)
        assert {total: found[total] for total in ruleset.all_totals} == limits


@pytest.mark.parametrize(
    ("more", "said", "numbers"),
    [
        ({}, "high − low − pair", "= 20 − 6 − 5"),
        ({"times": "ones"}, "(high − low − pair) × ones", "= (20 − 6 − 5) × 3"),
    ],
)
def test_a_difference_takes_away_each_of_several(
    more: dict[str, Any], said: str, numbers: str
) -> None:
    """A difference of several is explained in the booklet and by the checker.

    A sheet without words has lines instead.
    """
    data = game(BOXES)
    data["totals"] = [
        make_total("gap", "difference", "high", minus=["low", "pair"], **more),
        make_total("total", "sum", "gap"),
    ]
    wording = Wording(built(data), load_catalog("en"))
    assert wording.arithmetic(wording.ruleset.all_totals["gap"])[0] == said
    drawn = pictures(rows_of(wording.ruleset, wording), wording.ruleset)
    assert [row.name for each in drawn for row in each if row.id == "gap"] == [""]
    filled = numbers_of("ones=3 high=20 low=6 pair=5 gap=100")
    first, *_ = audit_of(wording.ruleset, filled).findings
    assert numbers in Report(wording).describe(first)


@pytest.mark.parametrize("total", ["total", "plain", "bonus"])
@pytest.mark.parametrize("factor", [1, 3])
def test_what_fits_is_what_lets_the_totals_come_out(factor: int, total: str) -> None:
    """In one empty box, whatever bonus or difference it goes into.

    As trying each of its values finds it.
    """
    ruleset = built(small([make_column("x"), make_column("y", factor=factor)]))
    chance = random.Random(7)  # noqa: S311 - no secrets
    for _ in range(60):
        card = {box: chance.choice(possible_values(ruleset, box)) for box in ruleset.boxes}
        box = chance.choice([*card])
        where = total if total == "total" else f"{box[0]}.{total}"
        written = totals(ruleset, card)[where]
        card.pop(box)
        values = possible_values(ruleset, box)
        fitting = [
            value for value in values if totals(ruleset, {**card, box: value})[where] == written
        ]
        found = audit_of(ruleset, card | {where: written}).findings
        (missing,) = (finding for finding in found if finding.where == box)
        looks = box[2:] in ("ones", "pair") or total == "total"
        assert missing.fits == (fitting[0] if len(fitting) == 1 and looks else None)


def test_a_column_may_be_called_like_a_struck_box() -> None:
    """In the second row of a card an x is the name of a column; below it, it is a 0."""
    ruleset = built(small([make_column("x"), make_column("y")]))
    paper = read_csv("small,An,\n,X,Y\nones,x,2\nhigh,4,/\n")
    (card,) = cards_of(paper, Wording(ruleset, load_catalog("en")))
    numbers = numbers_of("x.ones=0 y.ones=2 x.high=4 y.high=0")
    assert dict(FilledCard(ruleset, card).numbers) == numbers


def test_totals_of_columns_and_across() -> None:
    """In a file, a total is in the first column, unless it is a total across, which counts once."""
    ruleset = load_ruleset("yamb")
    declared = ruleset.declared
    assert ruleset.in_first_column(declared["column_total"]).id == "down.column_total"
    assert ruleset.in_first_column(declared["total"]).id == "total"
    boxes = " ".join(box.id for box in ruleset.boxes_with("max"))
    assert boxes == "down.max free.max up.max announced.max"
    assert [(box.id, box.category.id) for box in boxes_of(ruleset.categories["max"])] == [
        ("max", "max")
    ]
    assert needs(ruleset) == []
    ((box, needed),) = needs(load_ruleset("generala-double"))
    assert (box.id, [each.id for each in needed]) == ("double_generala", ["generala"])
    data = small([make_column("x", factor=3), make_column("y")])
    data["totals"][-1:] = [
        make_total("inner", "sum", "column", across=True),
        make_total("total", "sum", "inner", across=True),
    ]
    found = totals(built(data), {"x.pair": 5, "y.pair": 9})
    assert found["inner"] == found["total"] == 3 * 5 + 9 + 4
    one = small([make_column("x", factor=3)])
    one["totals"][-1]["of"] = ["a"]
    assert totals(built(one), {"pair": 5})["total"] == 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, {"DOWN", "SINGLE", "DOUBLE", "× 2", "1 roll", "announced"}),
        ({"pictogram": True}, {"× 2", "1."}),
    ],
)
@pytest.mark.few(1)
def test_what_stands_above_columns(options: dict[str, Any], said: set[str]) -> None:
    """Name, last roll, factor, and whether a box is announced; order and announcing as signs."""
    columns = [
        make_column("down", fill="down"),
        make_column("single", announced=0),
        make_column("double", factor=2, rolls=1, fill="inwards"),
    ]
    ruleset = built(small(columns))
    (page,) = lay_out_sheet(
        ruleset, load_catalog("en"), LayoutOptions(find_paper("a4"), players=2, **options), measure
    )
    words = [text.text for text in page.items if isinstance(text, Text)]
    assert {each: words.count(each) for each in said} == dict.fromkeys(said, 2)
    above = [
        line
        for line in page.items
        if isinstance(line, Line) and line.round and line.ink is Ink.PAPER
    ]
    assert len(above) >= 2 * (3 + 6)
    with pytest.raises(SheetgenError, match="room for 3 of 4 players or games: 4 times"):
        lay_out_sheet(
            load_ruleset("yamb"),
            load_catalog("en"),
            LayoutOptions(find_paper("a4"), players=4),
            measure,
        )


@pytest.mark.parametrize(
    ("card", "because"),
    [
        ("x.low=2 x.high=3 y.low=3 y.high=2", [("y.low", "y.high")]),
        ("x.low=3 x.high=3 y.low=1 y.high=2", [("x.low", "x.high")]),
        ("x.low=2 x.high=3 y.low=1 y.high=2", []),
    ],
)
def test_bounds_look_at_their_own_column(card: str, because: list[tuple[str, str]]) -> None:
    """In possible and in best cards."""
    columns = [make_column("x"), make_column("y", factor=3)]
    bounds = [{"lower": "low", "higher": "high"}]
    data = game([category("low"), category("high")], columns=columns, constraints=bounds)
    data |= {"dice": {"count": 1, "sides": 3, "rolls": 1}}
    ruleset = built(data | {"totals": [make_total("total", "sum", "a", across=True)]})
    assert best_totals(ruleset) == {"total": 4 * 5}
    found = audit_of(ruleset, numbers_of(card)).findings
    assert [finding.because for finding in found] == because


def test_needs_look_at_their_own_column() -> None:
    rows = [category("ones", "face", "matching", face=1), category("luck") | {"needs": "ones"}]
    ruleset = built(game(rows, columns=[make_column("x"), make_column("y")]))
    now = moment(ruleset, {"x.ones": 1, "y.ones": 0})
    legal_now = legal_entries(ruleset, Roll.parse("11234"), now)
    assert (legal_now["x.luck"].points, legal_now["y.luck"].points) == ((11,), (0,))
    assert possible_values(ruleset, "y.luck")[:2] == (0, 5)


@pytest.mark.parametrize(
    ("fill", "struck"),
    [("any", ["low", "high"]), ("down", ["high"]), ("up", ["low"]), ("inwards", ["low", "high"])],
)
def test_what_a_bound_bars_in_a_column_with_an_order(fill: str, struck: list[str]) -> None:
    """Only the box that can come second has a 0."""
    boxes, bounds = [category("low"), category("high")], [{"lower": "low", "higher": "high"}]
    dice = {"count": 1, "sides": 3}
    data = game(boxes, columns=[make_column("x", fill=fill)], dice=dice, constraints=bounds)
    ruleset = built(data)
    assert [box for box in ruleset.boxes if 0 in possible_values(ruleset, box)] == struck


@pytest.mark.parametrize(
    ("card", "because"),
    [
        ("x.luck_2=9", []),
        ("y.luck_2=9", [("y.luck_2",)]),
        ("x.luck_2=9 y.row=9", [("y.row",)]),
    ],
)
def test_an_order_is_asked_of_its_column_alone(card: str, because: list[tuple[str, ...]]) -> None:
    """Boxes out of order are reported in the column with an order, and not in a free one."""
    columns = [make_column("x"), make_column("y", fill="down")]
    ruleset = built(game([category("luck", boxes=2), category("row")], columns=columns))
    found = audit_of(ruleset, numbers_of(card)).findings
    assert [each.because for each in found if each.kind == "impossible_card"] == because


@pytest.mark.parametrize(("card", "possible"), [("ones=1 high=3", True), ("ones=1 low=3", False)])
def test_the_order_of_the_only_column(card: str, possible: bool) -> None:
    ruleset = built(small([make_column("x", fill="down")]))
    kinds = [finding.kind for finding in audit_of(ruleset, numbers_of(card)).findings]
    assert ("impossible_card" not in kinds) is possible


def test_a_joker_is_worth_what_its_roll_is() -> None:
    """Points by the number of the roll hold for a joker, too, in its own box and in every other."""
    rows = [
        category("ones", "face", "fixed", face=1), category("run", "straight", "fixed", length=2),
        category("yacht", "of_a_kind", "fixed", n=2, value=50),
    ]  # fmt: skip
    for row in rows[:2]:
        row["points"] = {"kind": "fixed", "by_roll": [9, 5, 2]}
    for any_dice in (False, True):
        joker = {"rule": "free", "category": "yacht", "sections": ["a"], "any_dice": any_dice}
        ruleset = built(game(rows, dice={"count": 2, "sides": 6}, joker=joker))
        for number, points in ((1, 9), (2, 5), (3, 2)):
            found = legal_entries(
                ruleset, Roll((1, 1)), moment(ruleset, {"yacht": 50}, number=number)
            )
            assert {box: max(each.points) for box, each in found.items()} == {
                "ones": points,
                "run": points,
            }
    assert set(points_of_rolls(ruleset.categories["run"], ruleset.dice)) == {
        0,
        2,
    }  # the last roll, if none is told


def test_a_game_with_one_of_its_columns() -> None:
    """One column of a game has the same rows once, and its total.

    A game of one column is itself.
    """
    yamb = one_column(load_ruleset("yamb"))
    assert (len(yamb.columns), [*yamb.boxes][:2], yamb.booklet.turn) == (1, ["ones", "twos"], None)
    assert [(total.id, total.name, total.of, total.across) for total in yamb.totals] == [
        ("total", "Column total", ("numbers_total", "difference", "hands_total"), False)
    ]
    plain = load_ruleset("yatzy")
    assert one_column(plain) is plain
    data = small([make_column("x"), make_column("y")])
    data["totals"][-1]["of"] = ["plain"]
    totals_of = [(total.id, total.of, total.across) for total in one_column(built(data)).totals]
    assert totals_of[-2:] == [
        ("column", ("gap", "plain", "bonus"), False),
        ("total", ("plain",), False),
    ]
    data["totals"][-1]["of"] = ["column"]
    told = built(data)
    told = replace(
        told, booklet=replace(told.booklet, about=("Dice.",), turn=ExampleTurn((), "x.ones"))
    )
    assert [total.id for total in one_column(told).totals] == ["gap", "plain", "bonus", "total"]
    assert (one_column(told).booklet.turn, one_column(told).booklet.about) == (None, ("Dice.",))
