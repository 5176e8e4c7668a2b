"""Limits of findings: slips, unclear boxes, further Yachts, other readings, ranks."""

import shlex
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sheetgen.checker.check import check_card, find_slip
from sheetgen.checker.finding import CardAudit, Finding, PlaceMark, Slip, marks
from sheetgen.rules.history import possible_extra_yachts, possible_values
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Unsure, WrittenCard, totals
from sheetgen.rulesets.loading import load_ruleset
from tests.checker.test_check_findings import check, doubled, value_of, written
from tests.games import built, category, game, make_total, yacht_bonus
from tests.rules.test_possible_values import GAMES, TWO_DICE, YACHT, with_bonuses
from tests.tables import blocks_of, numbers_of, table_of


def one(audit: CardAudit) -> Finding:
    """Return the only finding of a card."""
    assert len(audit.findings) == 1, audit.findings
    return audit.findings[0]


HERE = Path(__file__).parent


def slip_of(text: str) -> Slip | None:
    """Return a slip: `left_out:a,b`, or none for a hyphen."""
    kind, _, places = text.partition(":")
    return None if kind == "-" else Slip(kind, tuple(places.split(",")) if places else ())


@pytest.mark.parametrize(("written", "expected", "parts", "slip"), table_of(HERE / "slips.txt"))
def test_slips(written: str, expected: str, parts: str, slip: str) -> None:
    """A slip is one of digits, else of parts left out, doubled or misread, else of carrying."""
    addends = numbers_of(parts)
    found = find_slip(int(written), int(expected), list(addends), list(addends.values()))
    assert found == slip_of(slip)


@pytest.mark.parametrize(
    ("card", "place", "written", "right", "wrong"), table_of(HERE / "marks.txt")
)
def test_marks(card: str, place: str, written: str, right: str, wrong: str) -> None:
    """A wrong value shows the right one, or that it is unknown.

    A possible value shows nothing, and totals that were left blank are filled in.
    """
    assert marks(check(card))[place] == PlaceMark(written, right, wrong=wrong == "wrong")


@pytest.mark.parametrize(
    ("card", "fits"),
    [
        ("ones=31 total=307", 3),
        ("ones=31 total=306", None),
        ("ones=31 yacht_bonus=100 total=407", 3),
        ("chance=31 yacht_bonus=100 total=407", 20),
        ("ones=2 twos=31 threes=6 yacht=0 numbers_bonus=35", 10),
        ("ones=1 twos=31 numbers_bonus=0", None),
        ("ones=31", None),
    ],
)
def test_the_value_that_fits(card: str, fits: int | None) -> None:
    """The one with which all written totals come out.

    A bonus that the box decides and further Yachts among them.
    """
    finding = check(f"numbers-hands {card}").findings[0]
    assert (finding.kind, finding.fits) == ("impossible_value", fits)


def test_a_card_with_one_impossible_value() -> None:
    """A card with one impossible value is not blank, though its boxes hold no possible one."""
    kinds = [
        finding.kind
        for finding in check_card(load_ruleset("dice-play"), WrittenCard((("ones", 31),))).findings
    ]
    assert kinds == ["impossible_value", *["missing_box"] * 11]


ALL_ZERO = "numbers-hands 0 0 0 0 0 0 0 0 0 0 0 50 7"
"""Eight further Yachts can hide in the zeros if a joker may be written as a 0, five
otherwise."""


@pytest.mark.parametrize(
    ("total", "cleared"), [(657, True), (757, True), (658, False), (857, True), (957, False)]
)
def test_a_total_that_further_yachts_explain(total: int, cleared: bool) -> None:
    """A total off by whole further Yachts is explained, if the other reading allows as many."""
    audit = check(f"{ALL_ZERO} total={total}")
    finding = one(audit)
    assert (finding.kind, finding.where, finding.parts) == ("wrong_total", "total", (0, 57))
    assert finding.expected == tuple(range(57, 558, 100))
    assert finding.reading == (
        "A joker may also be written as a 0 on the hands card." if cleared else ""
    )
    assert (audit.reading, audit.total) == ((finding.reading, total) if cleared else ("", 57))
    assert audit.extra_yachts == ((total - 57) // 100 if cleared else 0)


def test_a_blank_card_with_totals() -> None:
    audit = check("numbers-hands - - - - - - - - - - - - - total=x foo=3 numbers_bonus=35")
    assert [(each.kind, each.where, each.written) for each in audit.findings] == [
        ("unexplained_total", "numbers_bonus", 35),
        ("not_a_number", "total", "x"),
        ("unknown_box", "foo", 3),
    ]
    assert set(audit.right.values()) == {None}
    assert set(audit.right) == set(audit.written) == set(load_ruleset("numbers-hands").rows)
    assert (audit.written["total"], audit.written["ones"], audit.numbers) == (
        "x",
        None,
        {"numbers_bonus": 35},
    )
    assert (audit.extra_yachts, audit.total, audit.valid) == (None, None, False)
    assert audit.card.entries == (("total", "x"), ("foo", 3), ("numbers_bonus", 35))


def test_what_stands_twice_is_shown_twice() -> None:
    audit = doubled()
    assert (audit.written["fours"], audit.written["fives"]) == ("12 / 16", 15)
    assert "fours" not in audit.numbers


def test_further_yachts_of_a_card_with_an_empty_box() -> None:
    """A box that only a further Yacht can fill proves its bonus, even on an unclear card."""
    audit = check("numbers-hands sixes=30 chance=-")
    assert (
        audit.right["yacht_bonus"],
        audit.right["numbers_total"],
        audit.right["hands_total"],
    ) == (100, 110, None)


def small_game(worth: Sequence[int], counted: Sequence[str]) -> Ruleset:
    """Boxes for three of a kind in two sections.

    Three boxes with points of the `counted` sections earn 7.
    """
    boxes = [
        category(f"box_{n}", "of_a_kind", n=3, points="fixed", value=each)
        for n, each in enumerate(worth)
    ]
    bonus = make_total("full", "count", *counted, steps=[(3, 7)])
    return built(with_bonuses(game(boxes[:3], boxes[3:]), bonus))


def game_below_zero() -> Ruleset:
    """Two sections whose sides count less than nothing, with a bonus each."""
    faces = [
        {"name": name, "value": value} for name, value in (("low", -2), ("none", 0), ("high", 1))
    ]
    data = game([category("first"), category("second")], [category("third"), category("fourth")])
    data["dice"] = {"count": 2, "sides": 3, "rolls": 3, "faces": faces}
    bonuses = [make_total(f"{name}_bonus", "threshold", name, steps=[(1, 20)]) for name in "ab"]
    return built(with_bonuses(data, *bonuses))


@pytest.mark.parametrize(
    "ruleset",
    [small_game((50, 50, 100, 150, 100), ("a", "b")), small_game((1000, 1, 1, 1, 1), ("a", "b")),
     small_game((10, 10, 20, 30, 20), ("a",)), game_below_zero()],
    ids=["alike", "far apart", "one section", "below zero"],
)  # fmt: skip
def test_all_cards_of_small_games(ruleset: Ruleset) -> None:
    for values in product(*(possible_values(ruleset, box) for box in ruleset.boxes)):
        boxes = dict(zip(ruleset.boxes, values, strict=True))
        right = totals(ruleset, boxes)
        audit = check_card(ruleset, WrittenCard((*boxes.items(), *right.items())))
        assert (audit.valid, audit.total) == (True, right["total"])
        for total in right:
            wrong = right | {total: right[total] + 7}
            assert not check_card(ruleset, WrittenCard((*boxes.items(), *wrong.items()))).valid


@pytest.mark.parametrize(
    ("stated", "total", "others"),
    [({}, 310, (310, 410, 510, 610, 710, 810)),
     ({"numbers_total": 30}, 310, (310, 410, 510, 610, 710, 810)),
     ({"hands_total": 480}, 510, (510,))],
)  # fmt: skip
def test_further_yachts_that_nobody_wrote(
    stated: dict[str, int], total: int, others: tuple[int, ...]
) -> None:
    """Boxes prove a minimum of further Yachts.

    A total that depends on them shows their number.
    """
    ruleset = load_ruleset("numbers-hands")
    boxes = dict(zip(ruleset.boxes, (0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 50, 30), strict=True))
    audit = check_card(ruleset, WrittenCard((*boxes.items(), *stated.items())))
    assert (audit.total, audit.totals) == (total, others)


EXACTLY = blocks_of(HERE / "findings_exactly.txt")
"""Cards, with the number of further Yachts and the right total, and all fields of the findings."""


def numbers(text: str) -> tuple[int, ...]:
    """Return numbers that are separated by commas, or all from one to another: `5..30`."""
    first, _, last = text.partition("..")
    return tuple(range(int(first), int(last) + 1)) if last else tuple(map(int, text.split(",")))


def finding_of(text: str) -> Finding:
    """Return a finding: `wrong_total total=457 parts=98,309 slip=counted_twice:yacht`."""
    kind, place, *words = shlex.split(text)
    where, _, value = place.partition("=")
    fields: dict[str, Any] = dict(word.split("=", 1) for word in words)
    for name in fields.keys() & {"expected", "parts", "between"}:
        fields[name] = numbers(fields[name])
    if "because" in fields:
        fields["because"] = tuple(fields["because"].split(","))
    if "fits" in fields:
        fields["fits"] = int(fields["fits"])
    if "slip" in fields:
        fields["slip"] = slip_of(fields["slip"])
    return Finding(kind, where, value_of(value), **fields)


@pytest.mark.parametrize(("heading", "findings"), EXACTLY)
def test_all_that_is_found(heading: str, findings: list[str]) -> None:
    text, extra, total = heading.split(" | ")
    ruleset, card = written(text)
    audit = check_card(ruleset, card)
    assert audit.card is card
    assert list(audit.findings) == [finding_of(line) for line in findings]
    assert (audit.extra_yachts, audit.total) == (value_of(extra), value_of(total))
    entries = dict(card.entries)
    assert audit.written == {**dict.fromkeys(audit.written), **entries}
    assert audit.numbers == {
        where: value for where, value in entries.items() if isinstance(value, int)
    }


@pytest.mark.parametrize("stated", [{}, {"bonus": 0}, {"bonus": 5}, {"bonus": 3, "total": 20}])
def test_a_card_that_no_game_ends_with(stated: dict[str, int]) -> None:
    """Each value by itself is fine, but with no number of further Yachts do they come together."""
    ruleset = GAMES["zeros that bar each other"]
    boxes = {"ones": 0, "any": 3, "twos": 0, "yacht": 9}
    assert possible_extra_yachts(ruleset, boxes) == ()
    audit = check_card(ruleset, WrittenCard((*boxes.items(), *stated.items())))
    assert audit.findings[-1] == Finding("impossible_card")
    assert (audit.extra_yachts, audit.total, audit.right["bonus"]) == (None, None, None)
    assert [finding.kind for finding in audit.findings[:-1]] == ["wrong_total"] * (
        "total" in stated
    )
    assert {where: audit.right[where] for where in boxes} == boxes


def game_of_sums(*sums: dict[str, Any]) -> Ruleset:
    """Return the small game with these totals, and 7 points for further Yachts."""
    numbers = [category("ones", "face", face=1), category("twos", "face", face=2)]
    row = category("row", "straight", "fixed", length=2, value=4)
    return built(game(numbers, [row, YACHT], dice=TWO_DICE, totals=[yacht_bonus(7), *sums]))


BONUS_OVER_YACHTS = game_of_sums(
    make_total("rungs", "threshold", "a", "bonus", steps=[(14, 50)]),
    make_total("total", "sum", "a", "b", "bonus", "rungs"),
)
"""The 7 of each further Yacht count towards a bonus of 50."""
COUNTED_TWICE = game_of_sums(
    make_total("lower", "sum", "b", "bonus"), make_total("total", "sum", "a", "lower", "bonus")
)
"""The 7 of each further Yacht are in the sum of a section and in the total: 14 in all."""


@pytest.mark.parametrize(
    ("ruleset", "sums", "wrong"),
    [(BONUS_OVER_YACHTS, (13, 20, 77), (84, 27)), (COUNTED_TWICE, (13, 27, 41), (20,))],
    ids=["bonus over Yachts", "counted twice"],
)
def test_a_total_shows_the_number_of_further_yachts(
    ruleset: Ruleset, sums: tuple[int, ...], wrong: tuple[int, ...]
) -> None:
    """Although it grows by more than their own points."""
    boxes = {"ones": 0, "twos": 0, "row": 4, "yacht": 9}
    for number, right in enumerate(sums):
        audit = check_card(ruleset, WrittenCard((*boxes.items(), ("total", right))))
        assert (audit.extra_yachts, audit.total, audit.valid) == (number, right, True)
    for stated in wrong:
        audit = check_card(ruleset, WrittenCard((*boxes.items(), ("total", stated))))
        assert (audit.extra_yachts, audit.total) == (0, sums[0])
        assert one(audit).expected == audit.totals == sums


@pytest.mark.parametrize(("total", "fits"), [(8, None), (10, None), (11, 6), (5, 0)])
def test_what_fits_keeps_a_bound(total: int, fits: int | None) -> None:
    """A 3 would make the total of 8, but high must be above the 5 in low."""
    audit = check_card(GAMES["bound"], WrittenCard((("low", 5), ("total", total))))
    assert one(audit).kind == "missing_box"
    assert one(audit).fits == fits


def test_a_total_that_follows_with_further_yachts() -> None:
    audit = check("numbers-hands hands_subtotal=219 hands_total=319 total=407")
    assert audit.extra_yachts == 1
    assert [(finding.where, finding.slip) for finding in audit.findings] == [
        ("hands_subtotal", Slip("not_carried")),
        ("hands_total", Slip("follows", ("hands_subtotal",))),
    ]


SECTIONS = "The totals of the sections leave the bonuses out; they are added at the end."


@pytest.mark.parametrize(("lower", "reading"), [(309, ""), (209, SECTIONS)])
def test_a_reading_that_finds_fault_elsewhere(lower: int, reading: str) -> None:
    """A reading that makes one total right and another one wrong explains nothing."""
    audit = check(f"bonus-yachts yacht_bonus=100 upper_total=63 lower_total={lower} total=407")
    assert [(finding.where, finding.reading) for finding in audit.findings] == [
        ("upper_total", reading),
        *[("lower_total", reading)] * (lower == 209),
    ]
    assert audit.reading == reading


def test_a_reading_that_clears_the_whole_card() -> None:
    """Values that exclude each other in the game are possible if another reading knows no bound."""
    data = game([category("low"), category("high")], dice={"count": 2, "sides": 3})
    data["constraints"] = [{"lower": "low", "higher": "high"}]
    data["readings"] = [{"text": "Nothing is bound.", "changes": {"constraints": []}}]
    audit = check_card(built(data), WrittenCard((("low", 5), ("high", 3))))
    assert one(audit) == Finding(
        "impossible_card", because=("low", "high"), reading="Nothing is bound."
    )
    assert (audit.reading, audit.total) == ("Nothing is bound.", 8)


@pytest.mark.parametrize("likely", [0.5, 0.99, 1.0])
def test_what_is_unsure_is_never_taken_for_sure(likely: float) -> None:
    """An unsure value is as unclear as one that cannot be read, however likely.

    What fits there is listed.
    """
    audit = with_entries(fours=Unsure(((12, likely), ("x", 0.1))), total=241)
    (other,) = with_entries(fours="12 / x?", total=241).findings
    assert audit.findings == (replace(other, kind="unsure"),)
    assert (other.where, other.written, other.fits) == ("fours", "12 / x?", 12)
    assert audit.written["fours"] == "12 / x?"
    assert "fours" not in audit.numbers
    assert (audit.right["fours"], audit.total) == (12, 241)


def with_entries(**more: Any) -> CardAudit:
    """Return the audit of the right card of dice-play with these entries."""
    ruleset, card = written("dice-play")
    entries = dict(card.entries) | more
    return check_card(ruleset, WrittenCard(tuple(entries.items())))


@pytest.mark.parametrize(("candidates", "total", "fits", "why"), table_of(HERE / "candidates.txt"))
def test_what_fits_is_among_the_candidates(
    candidates: str, total: str, fits: str, why: str
) -> None:
    """The suggested value of an unsure box is one of its candidates if these are complete.

    Else it may be any value that the box can hold.
    """
    pairs = [candidate.split(":") for candidate in candidates.split()]
    unsure = Unsure(tuple((value_of(value) or 0, float(likely)) for value, likely in pairs))
    stated = {} if total == "-" else {"total": value_of(total)}
    audit = with_entries(fours=unsure, **stated)
    (finding,) = [finding for finding in audit.findings if finding.kind == "unsure"]
    assert (finding.where, finding.fits) == ("fours", value_of(fits)), why


def test_an_unsure_total_is_not_held_against_the_card() -> None:
    """An unsure total is only reported as unreadable.

    A place with a sure and an unsure value is doubled.
    """
    unsure = Unsure(((247, 0.9),))
    finding = one(with_entries(total=unsure))
    assert (finding.kind, finding.where, finding.written) == ("unsure", "total", "247?")
    assert finding.expected == ()
    ruleset, card = written("dice-play total=241")
    finding = one(check_card(ruleset, WrittenCard((*card.entries, ("total", unsure)))))
    assert (finding.kind, finding.written) == ("doubled_box", (241, "247?"))
