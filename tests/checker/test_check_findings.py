"""The checker.

Every kind of finding, each slip of the pen, other readings, and the proof by whole small games.
"""

import json
import re
import tomllib
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from msgspec.structs import replace

from sheetgen.checker.check import check_card
from sheetgen.checker.finding import KINDS, SLIPS, CardAudit, Finding, PlaceMark, marks, rank
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Written, WrittenCard, totals
from sheetgen.rulesets.loading import load_ruleset
from tests.games import NINE, built, category, game, make_total
from tests.rules.test_orders_of_play import all_cards, real_cards
from tests.rules.test_possible_values import GAMES, finished_cards, small_games
from tests.tables import blocks_of

DICE = (3, 6, 9, 12, 15, 18, 30, 30, 24, 24, 20, 50)
"""The card of the issue: dice-play, 241 points."""
HANDS = (3, 6, 9, 12, 15, 18, 20, 24, 25, 30, 40, 50, 20)
"""A card of numbers-hands or bonus-yachts: 63 + 35 and 209, 307 points."""


RIGHT = {"dice-play": DICE, "numbers-hands": HANDS, "bonus-yachts": HANDS}
"""Values of a right card, in card order, of each game."""


def value_of(text: str) -> Written | None:
    """Return what is written in a place: a number if it is one, and nothing for a dash."""
    if text == "-":
        return None
    return int(text) if re.fullmatch("-?[0-9]+", text) else text


def written(text: str) -> tuple[Ruleset, WrittenCard]:
    """Return a game and a card of it: `dice-play ones=7 fours=- total=239`.

    All other boxes are those of the right card, unless the text has the values of all boxes.
    """
    name, *words = text.split(" ")
    ruleset = load_ruleset(name)
    values = [value_of(word) for word in words if "=" not in word] or RIGHT[name]
    entries: dict[str, Written | None] = dict(zip(ruleset.boxes, values, strict=True))
    for where, _, value in (word.partition("=") for word in words if "=" in word):
        entries[where] = value_of(value)
    filled = [(where, value) for where, value in entries.items() if value is not None]
    return ruleset, WrittenCard(tuple(filled))


def check(text: str) -> CardAudit:
    """Return the audit of a card, see `written`."""
    return check_card(*written(text))


CASES = blocks_of(Path(__file__).parent / "findings.txt")
"""Cards with their findings in words."""


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_findings(text: str, expected: list[str]) -> None:
    """Each card has exactly these findings, errors before warnings, in these words.

    … replaces other words.
    """
    audit = check(text)
    report = Report(Wording(audit.filled.ruleset, load_catalog("en")))
    sentences = [
        f"{finding.kind} {report.describe(finding)}" for finding in audit.findings + audit.warnings
    ]
    assert len(sentences) == len(expected), sentences
    for sentence, words in zip(sentences, expected, strict=True):
        parts = words.split(" … ")
        assert sentence.startswith(parts[0])
        assert all(part in sentence for part in parts), sentence
    kinds = [words.split(maxsplit=1)[0] for words in expected]
    assert audit.valid == all(KINDS[kind].severity == "warning" for kind in kinds)


@pytest.mark.parametrize(
    ("name", "where", "sentence"),
    [
        (
            "yamb-10",
            "obligatory.ones",
            "Ones (Obligatory) was filled before its turn. "
            "Obligatory: it opens once 76 other boxes are full",
        ),
        (
            "yamb-10",
            "maximum.ones",
            "Ones (Maximum): wrote 3; should be 0 or 5 "
            "(add up the ones; only the highest score of each box, else 0)",
        ),
        (
            "yamb",
            "down.threes",
            "Threes (Down) was filled before its turn. Down: fill it from top to bottom",
        ),
        (
            "maxi-yatzy-saved",
            "Saved rolls",
            "'Saved rolls': rolls that are left earn nothing; leave this row out",
        ),
    ],
)
def test_findings_say_the_rule_of_a_column(name: str, where: str, sentence: str) -> None:
    """A 3 is written in one place alone."""
    ruleset = load_ruleset(name)
    audit = check_card(ruleset, WrittenCard(((where, 3),)))
    report = Report(Wording(ruleset, load_catalog("en")))
    assert sentence in [report.describe(finding) for finding in audit.findings]


def test_every_kind_and_slip_is_tested() -> None:
    """No kind of finding and no slip is without a case.

    Files, pictures and columns have theirs elsewhere.
    """
    audits = [check(text) for text, _ in CASES]
    audits += [bound_card(5, 3), doubled()]
    found = [finding for audit in audits for finding in audit.findings + audit.warnings]
    assert {finding.kind for finding in found} | {"unreadable", "unsure", "near_name"} == set(KINDS)
    assert {finding.slip.kind for finding in found if finding.slip} | {"factor_forgotten"} == set(
        SLIPS
    )


def test_a_name_that_is_nearly_that_of_a_row_is_a_warning() -> None:
    """Each has its place, what was written, and its line; the card stays right."""
    ruleset, card = written(CASES[0][0])
    right = check_card(ruleset, card)
    near = (("Totl", "total", 9), ("Fuors", "fours", 4))
    audit = check_card(ruleset, replace(card, near=near))
    added = [finding for finding in audit.warnings if finding not in right.warnings]
    assert added == [
        Finding("near_name", "fours", "Fuors", line=4),
        Finding("near_name", "total", "Totl", line=9),
    ]
    assert audit.findings == right.findings


def bound_card(low: int, high: int) -> CardAudit:
    """Return a card of a game in which low must stay below high."""
    return check_card(GAMES["bound"], WrittenCard((("low", low), ("high", high))))


def test_all_boxes_that_break_a_bound_are_named() -> None:
    names = ["low", "high", "lower", "higher"]
    data = game([category(name) for name in names])
    bounds = [{"lower": "low", "higher": "high"}, {"lower": "lower", "higher": "higher"}]
    ruleset = built(data | {"constraints": bounds})
    card = WrittenCard((("low", 20), ("high", 15), ("lower", 21), ("higher", 14)))
    audit = check_card(ruleset, card)
    assert [finding.because for finding in audit.findings] == [("low", "high", "lower", "higher")]


def doubled() -> CardAudit:
    """Return a card that has a box twice, with different values."""
    ruleset, right = written("dice-play")
    return check_card(ruleset, WrittenCard((*right.entries, ("fours", 16), ("total", 241))))


def test_a_card_that_cannot_be_whole() -> None:
    audit = bound_card(5, 3)
    assert [(finding.kind, finding.because) for finding in audit.findings] == [
        ("impossible_card", ("low", "high"))
    ]
    assert audit.total is None
    assert marks(audit)["low"] == PlaceMark("5", "?", wrong=True)
    assert bound_card(3, 5).valid
    assert bound_card(0, 2).valid == bool(
        ((("high", 2), ("low", 0)), 0) in finished_cards(GAMES["bound"])
    )


def test_a_doubled_box() -> None:
    audit = doubled()
    report = Report(Wording(load_ruleset("dice-play"), load_catalog("en")))
    assert [report.describe(finding) for finding in audit.findings] == [
        "Fours: is there more than once, with 12 and 16"
    ]
    assert audit.right["fours"] == 12


@pytest.mark.parametrize(
    ("points", "words"),
    [(0, "0 further Yachts"), (100, "1 further Yacht"), (200, "2 further Yachts")],
)
def test_one_further_yacht_is_no_plural(points: int, words: str) -> None:
    report = Report(Wording(load_ruleset("numbers-hands"), load_catalog("en")))
    said = report.describe(
        Finding("impossible_yacht_bonus", "yacht_bonus", 700, tuple({0, points}))
    )
    assert said.endswith(f"; this card has room for {words} at most")


def test_findings_in_dutch() -> None:
    report = Report(Wording(load_ruleset("dice-play"), load_catalog("nl")))
    audit = check("dice-play ones=7 total=246")
    assert [report.describe(finding) for finding in audit.findings] == [
        "Enen: er staat 7; het moet 0 tot en met 5 zijn (tel de enen op)",
        "Eindtotaal: er staat 246; met de vakken zoals ze zijn ingevuld is het 245 (7 + 6 + 9 + "
        "12 + 15 + 18 + 30 + 30 + 24 + 24 + 20 + 50)",
    ]


def stated_totals(ruleset: Ruleset, boxes: dict[str, int], count: int) -> dict[str, int]:
    """Return the bonus for this number of further Yachts, and the grand total."""
    found = totals(ruleset, boxes, count)
    return {
        total.id: found[total.id]
        for total in (ruleset.extra_yachts, ruleset.all_totals["total"])
        if total
    }


def hold_against(ruleset: Ruleset) -> None:
    """Check that a card with k further Yachts is right only if a whole game can end with it.

    This holds with the bonus written and without.
    """
    real = real_cards(ruleset)
    most = len(ruleset.boxes) if ruleset.extra_yachts else 0
    for boxes in all_cards(ruleset):
        counts = real.get(tuple(sorted(boxes.items())), set())
        sums = {totals(ruleset, boxes, count)["total"] for count in counts}
        for count in range(most + 1):
            stated = stated_totals(ruleset, boxes, count)
            told = check_card(ruleset, WrittenCard((*boxes.items(), *stated.items())))
            assert told.valid == (count in counts), (boxes, count)
            only_total = check_card(
                ruleset, WrittenCard((*boxes.items(), ("total", stated["total"])))
            )
            assert only_total.valid == (stated["total"] in sums), (boxes, stated)
            offered = [
                finding.expected for finding in only_total.findings if finding.kind == "wrong_total"
            ]
            assert not counts or only_total.valid or set(offered[0]) == sums, (boxes, stated)


def blank_boxes(ruleset: Ruleset) -> None:
    """Check that a real card with a blank box lacks only that, and that a suggested value fits."""
    for place, (card, counts) in enumerate(sorted(real_cards(ruleset).items())):
        blank, boxes = list(ruleset.boxes)[place % len(ruleset.boxes)], dict(card)
        stated = stated_totals(ruleset, boxes, max(counts))
        del boxes[blank]
        audit = check_card(ruleset, WrittenCard((*boxes.items(), *stated.items())))
        assert [finding.kind for finding in audit.findings] == ["missing_box"], (
            card,
            blank,
            audit.findings,
        )
        if audit.findings[0].fits is not None:
            boxes[blank] = audit.findings[0].fits
            assert check_card(ruleset, WrittenCard((*boxes.items(), *stated.items()))).valid


@pytest.mark.parametrize("name", GAMES)
def test_against_whole_small_games(name: str) -> None:
    hold_against(GAMES[name])
    blank_boxes(GAMES[name])


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=small_games())
@pytest.mark.slow("random games")
def test_against_random_games(ruleset: Ruleset) -> None:
    if prod(len(possible_values(ruleset, box)) for box in ruleset.boxes) < 300:
        hold_against(ruleset)
        blank_boxes(ruleset)


def cards(ruleset: Ruleset) -> st.SearchStrategy[dict[str, int]]:
    """Boxes with values that they can hold, and now and then another."""
    return st.fixed_dictionaries(
        {
            box: st.one_of(st.sampled_from(possible_values(ruleset, box)), st.integers(-1, 60))
            if box == "chance"
            else st.sampled_from(possible_values(ruleset, box))
            for box in ruleset.boxes
        }
    )


@settings(deadline=None, max_examples=20)
@given(data=st.data())
@pytest.mark.parametrize("name", NINE)
@pytest.mark.few(2)
def test_whatever_is_written_is_checked(name: str, data: st.DataObject) -> None:
    """Any entries at all give findings and no error.

    A card without findings has its right total.
    """
    ruleset = load_ruleset(name)
    where = st.one_of(st.sampled_from(ruleset.rows), st.text(max_size=8))
    written = st.one_of(st.integers(), st.integers(0, 60), st.text(max_size=8))
    entries = tuple(data.draw(st.lists(st.tuples(where, written), max_size=25)))
    audit = check_card(ruleset, WrittenCard(entries))
    report = Report(Wording(ruleset, load_catalog("nl")))
    assert all(report.describe(finding) for finding in audit.findings)
    assert len(marks(audit)) == len(ruleset.rows)
    assert audit.valid is False or audit.total is not None


@pytest.mark.slow("random games")
def test_mended_card_is_right() -> None:
    for text, _ in CASES:
        audit = check(text)
        if None not in audit.right.values():
            mended = WrittenCard(
                tuple((where, value) for where, value in audit.right.items() if value is not None)
            )
            again = check_card(audit.filled.ruleset, mended)
            assert again.valid or again.reading, (text, again.findings)


RANKINGS = tomllib.loads((Path(__file__).parent / "rankings.toml").read_text("utf-8"))


@pytest.mark.parametrize("said", RANKINGS.values(), ids=RANKINGS)
def test_rankings(said: dict[str, Any]) -> None:
    audits = [check(text) for text in said["cards"]]
    ranking = rank(audits[0].filled.ruleset, audits)
    for key in said.keys() - {"cards"}:
        assert json.loads(json.dumps(getattr(ranking, key))) == said[key], key


def test_what_stands_there_twice_counts_once() -> None:
    """A box that is there twice with one value is a finding, and no other total."""
    ruleset, four = written("dice-play ones=4")
    twice = check_card(ruleset, WrittenCard((*four.entries, ("ones", 4))))
    ranking = rank(ruleset, [check("dice-play"), twice])
    assert (ranking.written_winners, ranking.winners, ranking.changes) == ((1,), (1,), False)


def test_another_reading_is_no_mistake() -> None:
    """A card that another reading allows ranks with what that reading makes of it."""
    one = check("numbers-hands sixes=30 yacht_bonus=0 total=319")
    two = check("numbers-hands three_of_a_kind=24 chance=30 yacht_bonus=0 total=321")
    assert (one.valid, one.reading, one.total) == (
        False,
        "The first Yacht may go into any open box.",
        319,
    )
    assert not any(mark.wrong for mark in marks(one).values())
    ranking = rank(load_ruleset("numbers-hands"), [one, two])
    assert (ranking.winners, ranking.changes) == ((1,), False)


def test_a_reading_never_hides_another_fault() -> None:
    audit = check("numbers-hands sixes=30 yacht_bonus=0 total=1")
    assert audit.findings[0].reading
    assert all(not finding.reading for finding in audit.findings[1:])


@pytest.mark.parametrize(
    ("bonus", "kinds"), [(0, ["bonus_missing"]), (10, ["bonus_amount"]), (30, [])]
)
def test_bonus_in_steps(bonus: int, kinds: list[str]) -> None:
    data = game([category("luck")], dice={"count": 2, "sides": 6})
    rungs = make_total("bonus", "threshold", "luck", steps=[(5, 10), (9, 30)])
    ruleset = built(data | {"totals": [rungs, make_total("total", "sum", "luck", "bonus")]})
    audit = check_card(ruleset, WrittenCard((("luck", 9), ("bonus", bonus))))
    assert [finding.kind for finding in audit.findings] == kinds
