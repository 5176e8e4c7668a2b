"""Columns that decide: match points in rules, checks, sheets and pages; and faces with symbols."""

import csv
import json
import random
import re
from io import StringIO
from typing import Any

import pytest
from msgspec.structs import replace

from sheetgen.booklets.sentences import Sentences
from sheetgen.calculator.page import make_page, said_data
from sheetgen.calculator.scripts import game_data
from sheetgen.cards.card_files import blank_csv
from sheetgen.cards.exchange import Beside, game_csv, game_json
from sheetgen.cards.typed import read_roll
from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit, rank
from sheetgen.documents.card_checks import verdict
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.primitives import Die, die_parts
from sheetgen.layout.sheet import lay_out_sheet
from sheetgen.pdf.fonts import measure
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import WrittenCard, match_points, totals
from sheetgen.rulesets.loading import load_ruleset
from tests.games import built
from tests.rules.test_columns import small
from tests.script import Script

ESCALERO = load_ruleset("escalero")
SUMS = {
    120: (5, 10, 0, 0, 0, 0, 25, 0, 0, 80),
    95: (0, 0, 0, 0, 25, 0, 25, 0, 45, 0), 140: (0, 0, 0, 0, 0, 0, 25, 35, 0, 80),
    100: (0, 0, 0, 0, 0, 0, 20, 0, 0, 80), 90: (0, 0, 0, 0, 0, 0, 20, 30, 40, 0),
}  # fmt: skip
"""Columns with these totals."""


def card(name: str, *columns: int, **written: int) -> CardAudit:
    """Return the audit of a full card whose columns add up to these totals.

    `written` are totals written on it.
    """
    rows = list(ESCALERO.categories)
    boxes = {
        f"{column.id}.{row}": points
        for column, total in zip(ESCALERO.columns, columns, strict=True)
        for row, points in zip(rows, SUMS[total], strict=True)
    }
    where = {key.replace("_column", ".column"): value for key, value in written.items()}
    return check_card(ESCALERO, WrittenCard((*boxes.items(), *where.items()), name))


AN, BO = card("An", 120, 95, 140), card("Bo", 100, 95, 90)


def test_the_settlement_of_its_source() -> None:
    """120 95 140 against 100 95 90 is 5 to 0.

    With a tie in the second column, no player has won all of them.
    """
    ranking = rank(ESCALERO, [BO, AN])
    assert (AN.total, BO.total) == (355, 285)
    assert ranking.match_points == ((0, 0, 0, 0), (1, 0, 4, 0))
    assert (ranking.places, ranking.winners) == (((1, 1), (2, 0)), (1,))
    everything = rank(ESCALERO, [AN, card("Cy", 100, 90, 100), card("Di", 90, 90, 120)])
    assert everything.match_points == ((1, 2, 4, 3), (0, 0, 0, 0), (0, 0, 0, 0))


def test_the_highest_total_is_no_win() -> None:
    """A player with the third column alone beats one with the others and a higher total."""
    high, low = card("An", 140, 140, 90), card("Bo", 90, 90, 95)
    ranking = rank(ESCALERO, [high, low])
    assert (high.total or 0) > (low.total or 0)
    assert ranking.match_points == ((1, 2, 0, 0), (0, 0, 4, 0))
    assert ranking.winners == (1,)
    assert rank(ESCALERO, [high]).match_points == ()


def test_a_mistake_can_change_who_won_a_column() -> None:
    wrong = card("Bo", 100, 95, 90, third_column_total=190)
    ranking = rank(ESCALERO, [AN, wrong])
    assert (ranking.winners, ranking.written_winners, ranking.changes) == ((0,), (1,), True)
    unclear = check_card(ESCALERO, WrittenCard((("first.nine", 5),), "Cy"))
    assert (rank(ESCALERO, [AN, unclear]).winners, rank(ESCALERO, [AN, unclear]).match_points) == (
        (),
        (),
    )


def test_the_settlement_in_words_json_and_csv(capsys: pytest.CaptureFixture[str]) -> None:
    from sheetgen.cli.answers import print_audits

    report = Report(Wording(ESCALERO, load_catalog("en")))
    print_audits(report, [AN, BO], None)
    said = capsys.readouterr().out
    assert "1. An 5 match points: First 1, Third 4\n" in said
    assert "2. Bo 0 match points\n" in said
    places = json.loads(game_json(report, [AN, BO], [Beside(), Beside()]))["ranking"]
    assert places[0] == {
        "rank": 1,
        "id": "An",
        "total": 355,
        "match_points": 5,
        "sweep": 0,
        "columns": {"first": 1, "second": 0, "third": 4},
    }
    rows = list(csv.DictReader(StringIO(game_csv(report, [AN, BO]))))
    assert [(row["id"], row["expected"]) for row in rows if row["kind"] == "match_points"] == [
        ("An", "5"),
        ("Bo", "0"),
    ]
    yatzy = load_ruleset("yatzy")
    audits = [
        check_card(yatzy, WrittenCard(tuple(dict.fromkeys(yatzy.boxes, 0).items()), name))
        for name in "xy"
    ]
    plain = json.loads(
        game_json(Report(Wording(yatzy, load_catalog("en"))), audits, [Beside(), Beside()])
    )["ranking"]
    assert all(set(place) == {"rank", "id", "total"} for place in plain)


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
def test_no_total_is_written_or_said_where_columns_decide(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table and the sentences of a check, and the empty card, have the columns alone."""
    from sheetgen.cli.answers import print_audits

    wording = Wording(ESCALERO, load_catalog(lang))
    report = Report(wording)
    wrong = card("Bo", 100, 95, 90, third_column=190)
    print_audits(report, [AN, wrong], None)
    said = capsys.readouterr().out
    assert "355" not in said
    assert "285" not in said
    names = [wording.column_name(column) for column in ESCALERO.columns]
    for audit, sums in ((AN, (120, 95, 140)), (wrong, (100, 95, 90))):
        columns = ", ".join(f"{name} {points}" for name, points in zip(names, sums, strict=True))
        assert [*verdict(report, audit)][-1].endswith(columns)
    rows = blank_csv(wording, ["An"]).splitlines()
    assert len(rows) == 1 + len(ESCALERO.boxes) + 3
    print_audits(report, [card("Cy", 90, 90, 90, total=271)], None)
    said = capsys.readouterr().out
    assert "271 → 270" in said  # what somebody wrote is shown


def referee(ruleset: Ruleset, cards: list[dict[str, int]]) -> list[list[int]]:
    """Match points as one counts them on paper: column by column, then for all of them."""
    found: list[list[int]] = [[] for _ in cards]
    for column in ruleset.columns:
        sums = [values[f"{column.id}.column"] for values in cards]
        for player, mine in enumerate(sums):
            alone = len(cards) > 1 and sums.count(max(sums)) == 1
            found[player].append(column.worth if alone and mine == max(sums) else 0)
    for player, won in enumerate(found):
        taken = [
            sum(
                values[f"{column.id}.column"] >= cards[player][f"{column.id}.column"]
                for values in cards
            )
            == 1
            for column in ruleset.columns
        ]
        won.append(ruleset.winner.sweep if len(cards) > 1 and all(taken) else 0)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_match_points_of_random_games(seed: int) -> None:
    """Rules and the page's script count as a plain referee does.

    Factors of columns change nothing of it.
    """
    chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
    columns: list[dict[str, Any]] = [
        {
            "id": name,
            "name": name.upper(),
            "fill": "any",
            "worth": chance.randint(0, 4),
            "factor": chance.randint(1, 3),
        }
        for name in "xyz"[: chance.randint(2, 3)]
    ]
    columns[0]["worth"] = 1
    ruleset = built(small(columns) | {"winner": {"by": "columns", "sweep": chance.randint(0, 3)}})
    code = "matchPoints(game, cards)"
    script = Script("rules/engine.js", "rules/turns.js", "rules/match.js", game=game_data(ruleset))
    for _ in range(20):
        cards = []
        for _ in range(chance.randint(1, 4)):
            boxes = {box: chance.choice((0, 0, 3)) for box in ruleset.boxes}
            cards.append(boxes | totals(ruleset, boxes))
        assert [list(won) for won in match_points(ruleset, cards)] == referee(ruleset, cards)
        assert script.run(code, cards=cards) == referee(ruleset, cards)


def test_what_is_drawn_of_a_face() -> None:
    assert [ESCALERO.dice.sign_of(face) for face in (1, 2, 6, 0, "A")] == ["9", "10", "A", 0, "A"]
    assert [load_ruleset("yams").dice.sign_of(face) for face in (1, 6)] == [1, 6]


def test_the_sheet_shows_symbols_and_what_columns_are_worth() -> None:
    """Dice of the game have letters, those of number players have pips.

    Each column has its match points.
    """
    (page,) = lay_out_sheet(
        ESCALERO, load_catalog("en"), LayoutOptions(find_paper("a4"), players=2), measure
    )
    dice = [item for item in page.items if isinstance(item, Die)]
    assert {die.face for die in dice if isinstance(die.face, str)} >= {
        "9",
        "10",
        "J",
        "Q",
        "K",
        "A",
    }
    assert {
        die.face for die in dice if isinstance(die.face, int) and die.kind not in ("code", "blank")
    } <= {1, 2}
    words = " · ".join(item.text for item in page.items if hasattr(item, "text"))
    assert all(f"{points} · pt" in words for points in (1, 2, 4))
    assert [item.text for item in die_parts("10", "solid", 20) if hasattr(item, "text")] == ["10"]
    (plain,) = lay_out_sheet(
        load_ruleset("yams"), load_catalog("en"), LayoutOptions(find_paper("a4")), measure
    )
    assert all(isinstance(item.face, int) for item in plain.items if isinstance(item, Die))


def test_the_booklet_says_who_wins() -> None:
    """A column's worth is with the columns, other points are at the end, and all of it in short."""
    sentences = Sentences(Wording(ESCALERO, load_catalog("en")))
    rule = "The highest total of a column earns match points: First 1, Second 2, Third 4."
    assert rule not in sentences.end
    assert "The highest total in it earns 4 match points." in sentences.table.rules[2][2]
    assert "If players are equal, it is a tie." in sentences.end
    assert "All dice are rolled at once on the first roll" in sentences.turn.ends[1]
    assert "Winning all columns earns 3 more." in sentences.end
    assert "The highest total wins" not in " ".join(
        (sentences.end, *sentences.short, *dict(sentences.steps).values())
    )
    assert any("the columns decide" in said for said in sentences.short)
    said = " ".join((*(entry.rule for entry in sentences.entries), *sentences.reminders))
    assert "If all dice are rolled at once it is 80." in said
    assert "first roll of the turn" not in said
    assert rule in said


def test_what_the_page_knows() -> None:
    data, said = game_data(ESCALERO), said_data(Wording(ESCALERO, load_catalog("nl")))
    assert data["winner"] == {"worth": {"first.": 1, "second.": 2, "third.": 4}, "sweep": 3}
    assert [each["symbol"] for each in said["faces"]] == ["9", "10", "B", "V", "H", "A"]
    yams = load_ruleset("yams")
    assert "winner" not in game_data(yams)
    assert "faces" not in said_data(Wording(yams, load_catalog("nl")))


@pytest.mark.parametrize(
    "written", [["k", "A", "A", "A", "A"], ["KAAAA"], ["5", "6", "6", "6", "6"], ["K-A,A A.a"]]
)
def test_a_roll_in_symbols(written: list[str]) -> None:
    english, dutch = (Wording(ESCALERO, load_catalog(code)) for code in ("en", "nl"))
    assert read_roll(english, written) == read_roll(dutch, written) == Roll.parse("56666")
    assert (
        read_roll(english, ["9", "10", "10", "J", "A"])
        == read_roll(english, ["91010JA"])
        == Roll.parse("12236")
    )
    assert read_roll(dutch, ["9", "b", "V", "J", "H"]) == Roll.parse("13345")
    with pytest.raises(SheetgenError, match="no roll"):
        read_roll(english, ["K", "A"])
    with pytest.raises(SheetgenError, match="9 10 B V H"):
        read_roll(dutch, ["x"])


@pytest.mark.parametrize(
    ("lang", "letters"), [("en", "JQKA"), ("nl", "BVHA"), ("de", "BDKA"), ("fr", "VDRA")]
)
def test_symbols_are_those_of_the_cards_of_a_language(lang: str, letters: str) -> None:
    """Symbols are on the sheet, in the booklet and in the page, with the names that they begin."""
    wording = Wording(ESCALERO, load_catalog(lang))
    assert [wording.dice.sign_of(face) for face in range(1, 7)] == ["9", "10", *letters]
    (page,) = lay_out_sheet(
        ESCALERO, wording.catalog, LayoutOptions(find_paper("a4"), players=2), measure
    )
    drawn = {
        item.face for item in page.items if isinstance(item, Die) and isinstance(item.face, str)
    }
    assert {*letters} <= drawn <= {"9", "10", *letters}
    assert "".join(wording.face(face)[0].upper() for face in (3, 4, 5, 6)) == letters
    html = make_page([wording], ["An"])
    known = set(re.findall(r'id="face-(\w+)"', html))
    assert known == {"9", "10", *"JQKABVHDR"}


def test_a_face_of_another_name_keeps_its_symbol() -> None:
    """A K for a crown in a game of one's own is no king."""
    crown = replace(ESCALERO.dice.faces[4], name="crown")
    faces = (*ESCALERO.dice.faces[:4], crown, ESCALERO.dice.faces[5])
    game = replace(ESCALERO, dice=replace(ESCALERO.dice, faces=faces))
    assert Wording(game, load_catalog("nl")).dice.sign_of(5) == "K"
