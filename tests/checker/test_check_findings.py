"""The checker.

Every kind of finding, each slip of the pen, other readings, and the proof by whole small games.
"""

from collections.abc import Mapping
from math import prod
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sheetgen.checker.check import check_card
from sheetgen.checker.finding import KINDS, SLIPS, CardAudit, Finding, PlaceMark, marks, rank
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Written, WrittenCard, totals
from sheetgen.rulesets.loading import load_ruleset
from tests.games import NINE, built, category, game
from tests.rules.test_orders_of_play import all_cards, real_cards
from tests.rules.test_possible_values import GAMES, finished_cards, small_games

DICE = (3, 6, 9, 12, 15, 18, 30, 30, 24, 24, 20, 50)
"""The card of the issue: dice-play, 241 points."""
HANDS = (3, 6, 9, 12, 15, 18, 20, 24, 25, 30, 40, 50, 20)
"""A card of numbers-hands or bonus-yachts: 63 + 35 and 209, 307 points."""


def card(
    ruleset: Ruleset,
    values: tuple[Written | None, ...],
    stated: Mapping[str, Written] | None = None,
) -> WrittenCard:
    """Return a card with these values in card order, and these totals."""
    boxes = zip(ruleset.boxes, values, strict=True)
    return WrittenCard(
        (*((box, value) for box, value in boxes if value is not None), *(stated or {}).items())
    )


def check(
    name: str, values: tuple[Written | None, ...], stated: Mapping[str, Written] | None = None
) -> CardAudit:
    """Return the audit of such a card."""
    ruleset = load_ruleset(name)
    return check_card(ruleset, card(ruleset, values, stated))


def changed(values: tuple[Any, ...], **places: Any) -> tuple[Any, ...]:
    """Return the values with some of them changed: b0, b1, … are their places."""
    return tuple(places.get(f"b{at}", value) for at, value in enumerate(values))


CASES: list[tuple[str, tuple[Any, ...], dict[str, Any], list[str]]] = [
    # ruleset, boxes, totals, findings in words
    ("dice-play", DICE, {"total": 241}, []),
    ("dice-play", DICE, {}, []),
    (
        "dice-play",
        changed(DICE, b0=7),
        {"total": 239},
        [
            "impossible_value Ones: wrote 7; should be 0 to 5 (add up the ones); "
            "with 1 the totals come out"
        ],
    ),
    (
        "dice-play",
        changed(DICE, b0=-3),
        {},
        ["impossible_value Ones: wrote -3; should be 0 to 5 (add up the ones)"],
    ),
    (
        "dice-play",
        changed(DICE, b10=10**30),
        {},
        [f"impossible_value Chance: wrote {10**30}; should be 5 to 30 (any roll · all dice)"],
    ),
    (
        "dice-play",
        changed(DICE, b10=0),
        {},
        ["impossible_value Chance: wrote 0; should be 5 to 30 (any roll · all dice)"],
    ),
    (
        "dice-play",
        changed(DICE, b3=None),
        {"total": 241},
        [
            "missing_box Fours: nothing is written; should be 0, 4, 8, 12, 16, "
            "or 20 (add up the fours); with 12 the totals come out"
        ],
    ),
    (
        "dice-play",
        changed(DICE, b3="q"),
        {"total": 241},
        ["not_a_number Fours: wrote 'q'; should be a whole number; with 12 the totals come out"],
    ),
    (
        "dice-play",
        changed(DICE, b3="3.5"),
        {"total": "2\u0664"},
        [
            "not_a_number Fours: wrote '3.5'; should be a whole number",
            "not_a_number Grand total: wrote '2\u0664'; should be a whole number",
        ],
    ),
    (
        "dice-play",
        DICE,
        {"Furs": 3, "xyz": ""},
        [
            "unknown_box 'Furs': the game has no such row; did you mean 'Fours'?",
            "unknown_box 'xyz': the game has no such row",
        ],
    ),
    ("dice-play", (None,) * 12, {}, ["empty_card nothing is written on this card"]),
    (
        "dice-play",
        (None,) * 12,
        {"total": 241},
        [
            "unexplained_total Grand total: wrote 241, and no box is filled in that it could "
            "come from"
        ],
    ),
    (
        "numbers-hands",
        (*HANDS[:6], *(None,) * 7),
        {"hands_total": 209},
        [
            *(
                f"missing_box {name}"
                for name in (
                    "3 of a kind",
                    "4 of a kind",
                    "Full house",
                    "Small straight",
                    "Large straight",
                    "Yacht!",
                    "Chance",
                )
            ),
            "unexplained_total Hands card total: wrote 209",
        ],
    ),
    # slips
    (
        "dice-play",
        DICE,
        {"total": 253},
        [
            "wrong_total Grand total: wrote 253; should be 241 = 3 + 6 + 9 + 12 + 15 + 18 + 30 + "
            "30 + 24 + 24 + 20 + 50; looks as if you counted Fours twice"
        ],
    ),
    ("dice-play", DICE, {"total": 226}, ["wrong_total … left out Fives"]),
    ("dice-play", DICE, {"total": 214}, ["wrong_total … two digits changed places"]),
    (
        "dice-play",
        DICE,
        {"total": 265},
        ["wrong_total … counted Full house or Four of a kind twice"],
    ),
    ("dice-play", DICE, {"total": 251 + 90}, ["wrong_total … carried wrong"]),
    (
        "dice-play",
        changed(DICE, b6=0, b7=0),
        {"total": 241 - 60 - 18 + 81},
        ["wrong_total … read Sixes with its digits swapped"],
    ),
    ("dice-play", DICE, {"total": 1000}, ["wrong_total Grand total: wrote 1000; should be 241"]),
    (
        "dice-play",
        changed(DICE, b0=7),
        {"total": 300},
        [
            "impossible_value Ones",
            "wrong_total Grand total: wrote 300; the boxes as filled in make 245 = 7 + 6",
        ],
    ),
    ("numbers-hands", HANDS, {"total": 272}, ["wrong_total … left out Bonus"]),
    # subtotals and bonuses
    (
        "numbers-hands",
        HANDS,
        {
            "numbers_subtotal": 63,
            "numbers_bonus": 35,
            "numbers_total": 98,
            "hands_subtotal": 209,
            "yacht_bonus": 0,
            "hands_total": 209,
            "total": 307,
        },
        [],
    ),
    (
        "numbers-hands",
        HANDS,
        {"numbers_subtotal": 65, "numbers_bonus": 35, "numbers_total": 100, "total": 309},
        [
            "wrong_subtotal Subtotal (Numbers card): wrote 65; should be 63 = 3 + 6 + 9 + 12 + "
            "15 + 18",
            "wrong_subtotal Numbers card total: wrote 100; should be 98 = 63 + 35; "
            "it follows from Subtotal (Numbers card)",
            "wrong_total Grand total: wrote 309; should be 307 = 98 + 209; "
            "it follows from Numbers card total",
        ],
    ),
    (
        "numbers-hands",
        HANDS,
        {"numbers_bonus": 0, "total": 272},
        [
            "bonus_missing Bonus: wrote 0; should be 35; the sum is 63 (35 for 63 or more)",
            "wrong_total Grand total: wrote 272; should be 307 = 98 + 209; it follows from Bonus",
        ],
    ),
    (
        "numbers-hands",
        changed(HANDS, b0=2),
        {"numbers_bonus": 35},
        ["bonus_undue Bonus: wrote 35; should be 0; the sum is 62 (35 for 63 or more)"],
    ),
    (
        "numbers-hands",
        changed(HANDS, b0=2),
        {"numbers_subtotal": 63, "numbers_bonus": 35},
        [
            "wrong_subtotal Subtotal (Numbers card): wrote 63; should be 62",
            "bonus_undue … it follows from Subtotal (Numbers card)",
        ],
    ),
    ("numbers-hands", HANDS, {"numbers_bonus": 30}, ["bonus_amount Bonus: wrote 30; should be 35"]),
    # further Yachts
    ("numbers-hands", HANDS, {"yacht_bonus": 200, "total": 507}, []),
    ("numbers-hands", HANDS, {"total": 507}, []),
    (
        "numbers-hands",
        HANDS,
        {"yacht_bonus": 150},
        [
            "impossible_yacht_bonus Yacht bonus: wrote 150; should be 0, 100, 200, 300, 400, "
            "or 500; each further Yacht earns 100"
        ],
    ),
    (
        "numbers-hands",
        HANDS,
        {"yacht_bonus": 700},
        ["impossible_yacht_bonus … this card has room for 5 further Yachts at most"],
    ),
    (
        "numbers-hands",
        (0, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 50, 7),
        {"yacht_bonus": 700},
        ["impossible_yacht_bonus … room for 6 further Yachts at most"],
    ),
    (
        "numbers-hands",
        (*HANDS[:5], 30, *HANDS[6:11], None, HANDS[12]),
        {"yacht_bonus": 0, "total": 269},
        [
            "missing_box Yacht!: nothing is written; should be 0 or 50 (five of a kind · 50 "
            "points); with 0 the totals"
        ],
    ),
    (
        "numbers-hands",
        (*HANDS[:12], None),
        {"yacht_bonus": 0, "total": 317},
        ["missing_box Chance: nothing is written; should be 5 to 30 (any roll · all dice)"],
    ),
    (
        "numbers-hands",
        changed(HANDS, b0=None),
        {"yacht_bonus": 150, "total": 307},
        [
            "missing_box Ones: nothing is written; should be 0 to 5 (add up the ones)",
            "impossible_yacht_bonus",
        ],
    ),
    (
        "numbers-hands",
        ((0,) * 6 + (25, 25, 25, 30, 40, None, 30)),
        {"yacht_bonus": 1200},
        [
            "missing_box Yacht!",
            "impossible_yacht_bonus Yacht bonus: wrote 1200; should be 0, 100, 200, 300, 400, "
            "500, 600, 700, 800, 900, 1000, or 1100; this card has room for 11 further Yachts at "
            "most",
        ],
    ),
    (
        "numbers-hands",
        ((0,) * 6 + (25, 25, 25, 30, 40, None, 30)),
        {"yacht_bonus": 1100},
        ["missing_box Yacht!"],
    ),
    (
        "numbers-hands",
        (5, 10, 15, 20, 25, 30, 30, 30, 0, 0, 0, None, 30),
        {"yacht_bonus": 300},
        ["missing_box Yacht!", "impossible_yacht_bonus Yacht bonus: wrote 300; should be 0 or 900"],
    ),
    (
        "numbers-hands",
        (5, 10, 15, 20, 25, 30, 30, 30, None, None, None, None, 30),
        {"yacht_bonus": 300},
        [
            *["missing_box"] * 4,
            "impossible_yacht_bonus Yacht bonus: wrote 300; should be 0, 900, 1000, 1100, or 1200",
        ],
    ),
    ("numbers-hands", (0, 0, 0, 0, 0, 0, *(None,) * 7), {"yacht_bonus": 600}, ["missing_box"] * 7),
    (
        "numbers-hands",
        (*HANDS[:12], None),
        {"yacht_bonus": 0, "total": 400},
        [
            "missing_box Chance",
            "wrong_total Grand total: wrote 400; whatever is in the open boxes, it is 292 to 317",
        ],
    ),
    (
        "dice-play",
        changed(DICE, b3=None),
        {"total": 231},
        [
            "missing_box Fours",
            "wrong_total Grand total: wrote 231; should be 229, 233, 237, 241, 245, or 249",
        ],
    ),
    ("dice-play", changed(DICE, b3=None), {"total": 233}, ["missing_box Fours"]),
    (
        "numbers-hands",
        changed(HANDS, b0=None),
        {"numbers_bonus": 20},
        ["missing_box Ones", "bonus_amount Bonus: wrote 20; should be 0 or 35"],
    ),
    (
        "numbers-hands",
        changed(HANDS, b8=None, b9=None, b10=None),
        {"hands_subtotal": 120},
        [
            *["missing_box"] * 3,
            "wrong_subtotal Subtotal (Hands card): wrote 120; should be 114, 139, 144, 154, 169, "
            "179, 184, or 209",
        ],
    ),
    (
        "numbers-hands",
        changed(HANDS, b6=None, b7=None, b12=None),
        {"hands_subtotal": 151},
        ["missing_box"] * 3,
    ),
    (
        "numbers-hands",
        changed(HANDS, b12=None),
        {"total": 900},
        [
            "missing_box Chance",
            "wrong_total Grand total: wrote 900; whatever is in the open boxes, it is 292 to 817",
        ],
    ),
    (
        "numbers-hands",
        changed(HANDS, b12=None),
        {"yacht_bonus": 150, "total": 900},
        [
            "missing_box Chance",
            "impossible_yacht_bonus Yacht bonus: wrote 150; should be 0, 100, 200, 300, 400, "
            "or 500",
            "wrong_total Grand total: wrote 900; whatever is in the open boxes, it is 292 to 817",
        ],
    ),
    # more cards than are tried: that only even numbers are open is not seen
    (
        "dice-play",
        changed(DICE, b1=None, b3=None, b5=None, b6=None, b7=None),
        {"total": 160},
        ["missing_box"] * 5,
    ),
    ("numbers-hands", changed(HANDS, b0=None), {"hands_total": 309}, ["missing_box Ones"]),
    (
        "numbers-hands",
        changed(HANDS, b0=None),
        {"hands_total": 319},
        [
            "missing_box Ones",
            "wrong_subtotal Hands card total: wrote 319; should be 209 = 209 + 0; with more"
            " Yachts it would be 309, 409, 509, 609, 709, or 809",
        ],
    ),
    (
        "bonus-yachts",
        changed(HANDS, b5=30),
        {"yacht_bonus": -100},
        [
            "impossible_yacht_bonus Bonus for additional Yachts: wrote -100; "
            "… each further Yacht earns 100"
        ],
    ),
    ("dice-play", DICE, {"total": 142}, ["wrong_total … two digits changed places"]),
    ("numbers-hands", HANDS, {"yacht_bonus": -100}, ["impossible_yacht_bonus"]),
    ("numbers-hands", HANDS, {"yacht_bonus": 10**30}, ["impossible_yacht_bonus"]),
    (
        "numbers-hands",
        changed(HANDS, b11=0),
        {"yacht_bonus": 100, "total": 357},
        [
            "impossible_yacht_bonus Yacht bonus: wrote 100; should be 0; "
            "no bonus comes after a 0 in Yacht!",
            "wrong_total Grand total: wrote 357; should be 257 = 98 + 159; "
            "it follows from Yacht bonus",
        ],
    ),
    (
        "numbers-hands",
        changed(HANDS, b5=30),
        {"yacht_bonus": 0},
        [
            "impossible_yacht_bonus Yacht bonus: wrote 0; should be 100, 200, 300, 400, 500, "
            "or 600; only a further Yacht can have given Sixes. It is right if you play by this "
            "reading: “The first Yacht may go into any open box.”"
        ],
    ),
    (
        "numbers-hands",
        changed(HANDS, b5=30, b0=None),
        {"yacht_bonus": 0},
        ["missing_box Ones", "impossible_yacht_bonus … only a further Yacht can have given Sixes"],
    ),
    ("bonus-yachts", changed(HANDS, b5=30), {"yacht_bonus": 0}, []),
    # other readings
    (
        "dice-play",
        changed(DICE, b8=25),
        {"total": 242},
        ["impossible_value Full house: wrote 25; … “Five of a kind is a full house too.”"],
    ),
    (
        "dice-play",
        changed(DICE, b8=29),
        {"total": 246},
        [
            "impossible_value Full house: wrote 29; should be 0, 7 to 9,"
            " 11 to 24, or 26 to 28 (three + two of a kind · all dice)"
        ],
    ),
    (
        "bonus-yachts",
        HANDS,
        {"upper_total": 63, "total": 307},
        [
            "wrong_subtotal Upper total: wrote 63; should be 98 = 63 + 35; "
            "looks as if you left out Upper section bonus. It is right if you play by this "
            "reading: “The totals of the sections leave the bonuses out; "
            "they are added at the end.”"
        ],
    ),
    (
        "numbers-hands",
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50, 7),
        {"yacht_bonus": 600},
        ["impossible_yacht_bonus … “A joker may also be written as a 0 on the hands card.”"],
    ),
    (
        "bonus-yachts",
        (0, 0, 0, 0, 0, 0, 7, 9, 0, 0, 0, 50, 7),
        {"yacht_bonus": 1200},
        [
            "impossible_yacht_bonus … “The dice of a joker may stand for any dice: "
            "five 1s may be 30 in 6s.”"
        ],
    ),
    (
        "numbers-hands",
        changed(HANDS, b5=30),
        {"total": 319},
        [
            "impossible_yacht_bonus Yacht bonus: nothing is written; should be 100, "
            "… given Sixes … “The first Yacht",
            "wrong_total … “The first Yacht may go into any open box.”",
        ],
    ),
    (
        "dice-play",
        (*DICE[:11], None),
        {"total": 999},
        [
            "missing_box Yacht",
            "wrong_total Grand total: wrote 999; whatever is in the open boxes, it is 191 to 241",
        ],
    ),
    (
        "numbers-hands",
        (*HANDS[:12], None),
        {"numbers_bonus": 30, "total": 100},
        [
            "bonus_amount",
            "missing_box Chance",
            "wrong_total Grand total: wrote 100; whatever is in the open boxes",
        ],
    ),
]


@pytest.mark.parametrize(("name", "values", "stated", "expected"), CASES)
def test_findings(
    name: str, values: tuple[Any, ...], stated: dict[str, Any], expected: list[str]
) -> None:
    """Each card has exactly these findings, in card order, in these words.

    … replaces other words.
    """
    audit = check(name, values, stated)
    report = Report(Wording(load_ruleset(name), load_catalog("en")))
    found = [f"{finding.kind} {report.describe(finding)}" for finding in audit.findings]
    assert len(found) == len(expected), found
    for text, words in zip(found, expected, strict=True):
        parts = words.split(" … ")
        assert text.startswith(parts[0])
        assert all(part in text for part in parts), text
    assert audit.valid == (not expected)


def test_every_kind_and_slip_is_tested() -> None:
    """No kind of finding and no slip is without a case.

    Files, pictures and columns have theirs elsewhere.
    """
    audits = [check(name, values, stated) for name, values, stated, _ in CASES]
    found = [
        finding for audit in [*audits, bound_card(5, 3), doubled()] for finding in audit.findings
    ]
    assert {finding.kind for finding in found} | {"unreadable", "unsure", "near_name"} == set(KINDS)
    assert {finding.slip.kind for finding in found if finding.slip} | {"factor_forgotten"} == set(
        SLIPS
    )


def bound_card(low: int, high: int) -> CardAudit:
    """Return a card of a game in which low must stay below high."""
    return check_card(GAMES["bound"], WrittenCard((("low", low), ("high", high))))


def doubled() -> CardAudit:
    """Return a card that has a box twice, with different values."""
    ruleset = load_ruleset("dice-play")
    written = card(ruleset, DICE)
    return check_card(ruleset, WrittenCard((*written.entries, ("fours", 16), ("total", 241))))


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
    audit = check("dice-play", changed(DICE, b0=7), {"total": 246})
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
    for name, values, stated, _ in CASES:
        audit = check(name, values, stated)
        if None not in audit.right.values():
            mended = WrittenCard(
                tuple((where, value) for where, value in audit.right.items() if value is not None)
            )
            again = check_card(load_ruleset(name), mended)
            assert again.valid or again.reading, (name, again.findings)


def test_marks() -> None:
    """A wrong place shows the right value, or a question mark.

    Totals that were left blank are filled in.
    """
    found = marks(check("numbers-hands", changed(HANDS, b0=9), {"total": 300}))
    assert found["ones"] == PlaceMark("9", "?", wrong=True)
    assert found["twos"] == PlaceMark("6")
    assert found["hands_total"] == PlaceMark("", "209")
    assert found["numbers_total"] == PlaceMark("")


RANKINGS: dict[str, tuple[str, list[tuple[tuple[Any, ...], dict[str, Any]]], dict[str, Any]]] = {
    # the game, the cards, and what the ranking says
    "who ties shares a rank": (
        "dice-play", [(DICE, {"total": 241}), (changed(DICE, b0=4), {"total": 242}),
                      (DICE, {"total": 241})],
        {"places": ((1, 1), (2, 0), (2, 2)), "changes": False}),
    "the next rank counts all who tie": (
        "numbers-hands", [(HANDS, {}), (changed(HANDS, b12=21), {}), (HANDS, {}),
                          (changed(HANDS, b12=19), {})],
        {"places": ((1, 1), (2, 0), (2, 2), (4, 3)), "unclear": (), "winners": (1,),
         "written_winners": (1,)}),
    "the highest written total is not the highest right one": (
        "dice-play", [(DICE, {"total": 251}), (changed(DICE, b0=4), {"total": 242})],
        {"written_winners": (0,), "winners": (1,), "changes": True}),
    "nobody has won while a total is unclear": (
        "dice-play", [(changed(DICE, b0=9), {"total": 300}), (changed(DICE, b0=4), {"total": 242})],
        {"unclear": (0,), "winners": (), "changes": False}),
    "an unclear card has no rank, and by what is written somebody has won": (
        "numbers-hands", [(HANDS, {}), (changed(HANDS, b0=None), {"yacht_bonus": 0})],
        {"places": ((1, 0),), "unclear": (1,), "winners": (), "written_winners": (0,)}),
    "a card without its grand total has its bonus for further Yachts": (
        "numbers-hands", [(HANDS, {"yacht_bonus": 200}), (HANDS, {"total": 400})],
        {"places": ((1, 0), (2, 1)), "unclear": (), "winners": (0,), "written_winners": (0,)}),
    "and only that": ("numbers-hands", [(HANDS, {}), (HANDS, {"total": 350})],
                      {"written_winners": (1,)}),
}  # fmt: skip


@pytest.mark.parametrize(("name", "cards", "said"), RANKINGS.values(), ids=RANKINGS.keys())
def test_rankings(
    name: str, cards: list[tuple[tuple[Any, ...], dict[str, Any]]], said: dict[str, Any]
) -> None:
    ranking = rank(load_ruleset(name), [check(name, *each) for each in cards])
    assert {key: getattr(ranking, key) for key in said} == said


def test_what_stands_there_twice_counts_once() -> None:
    """A box that is there twice with one value is a finding, and no other total."""
    ruleset = load_ruleset("dice-play")
    twice = check_card(
        ruleset, WrittenCard((*card(ruleset, changed(DICE, b0=4)).entries, ("ones", 4)))
    )
    ranking = rank(ruleset, [check("dice-play", DICE), twice])
    assert (ranking.written_winners, ranking.winners, ranking.changes) == ((1,), (1,), False)


def test_another_reading_is_no_mistake() -> None:
    """A card that another reading allows ranks with what that reading makes of it."""
    one = check("numbers-hands", changed(HANDS, b5=30), {"yacht_bonus": 0, "total": 319})
    two = check("numbers-hands", changed(HANDS, b12=30, b6=24), {"yacht_bonus": 0, "total": 321})
    assert (one.valid, one.reading, one.total) == (
        False,
        "The first Yacht may go into any open box.",
        319,
    )
    assert not any(mark.wrong for mark in marks(one).values())
    ranking = rank(load_ruleset("numbers-hands"), [one, two])
    assert (ranking.winners, ranking.changes) == ((1,), False)


def test_a_reading_never_hides_another_fault() -> None:
    audit = check("numbers-hands", changed(HANDS, b5=30), {"yacht_bonus": 0, "total": 1})
    assert audit.findings[0].reading
    assert all(not finding.reading for finding in audit.findings[1:])


def test_bonus_in_steps() -> None:
    data = game([category("luck")], dice={"count": 2, "sides": 6})
    steps = [{"at_least": 5, "points": 10}, {"at_least": 9, "points": 30}]
    data["totals"] = [
        {"id": "bonus", "name": "Bonus", "kind": "threshold", "of": ["luck"], "steps": steps},
        {"id": "total", "name": "Total", "kind": "sum", "of": ["luck", "bonus"]},
    ]
    ruleset = built(data)
    kinds = {
        bonus: [
            finding.kind
            for finding in check_card(
                ruleset, WrittenCard((("luck", 9), ("bonus", bonus)))
            ).findings
        ]
        for bonus in (0, 10, 30)
    }
    assert kinds == {0: ["bonus_missing"], 10: ["bonus_amount"], 30: []}
