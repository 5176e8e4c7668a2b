"""A column read as a whole: exact, against an enumeration of tiny cards.

Misread digits mended, wrong sums kept.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset, Total, below, boxes_of
from sheetgen.rules.scoring import add_up, totals
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from sheetgen.scan import column, digits, sums
from sheetgen.scan.column import BoxRead, Mark, Seen
from sheetgen.scan.sums import spans_of
from tests.games import COLUMNED, NINE, built, category, game
from tests.tables import blocks_of

Floats = NDArray[np.float64]
NUMBERS, LEAST = 1000, digits.LEAST
EMPTY, STRUCK = NUMBERS, NUMBERS + 1


def seen(chances: Mapping[int, float]) -> Floats:
    """Return the output of a reader with these probabilities by index, and 0 for all others."""
    read: Floats = np.full(NUMBERS + 2 - LEAST, -1000.0)
    read[list(chances)] = np.log(list(chances.values()))
    return read


def written(value: int | None, sureness: float = 0.999) -> Floats:
    """Return the output of a good reader for a number, or for a cell without ink."""
    index = EMPTY if value is None else value
    read = np.full(NUMBERS + 2 - LEAST, (1 - sureness) / (NUMBERS + 1 - LEAST))
    read[index] = sureness
    found: Floats = np.log(read)
    return found


def posterior(
    ruleset: Ruleset,
    read: Mapping[str, Floats],
    *,
    ink: Mapping[str, float] | None = None,
    marks: Mapping[str, Mark | None] | None = None,
    **others: Any,
) -> dict[str, BoxRead]:
    """Return the reading of each row, with these amounts of ink and these shapes of marks."""
    cells = {
        row: Seen(each, (ink or {}).get(row, 0.5), (marks or {}).get(row))
        for row, each in read.items()
    }
    return column.posterior(ruleset, cells, **others)


FACES = [category("ones", "face", "matching", face=1), category("twos", "face", "matching", face=2)]
YACHT = category("yacht", "of_a_kind", "fixed", n=2, value=9)
SMALL = {"dice": {"count": 2, "sides": 3}}


TINY = tomllib.loads(Path(__file__).with_name("tiny_games.toml").read_text("utf-8"))


def tiny_game(name: str) -> Ruleset:
    """Return a game with few cards."""
    sections, totals = [FACES, [YACHT]][: TINY[name]["sections"]], TINY[name]["totals"]
    return built(game(*sections, **SMALL, totals=[each | {"name": each["id"]} for each in totals]))


Chances = dict[int | None, float]


def of_total(
    ruleset: Ruleset,
    each: Total,
    right: int,
    span: range,
    seen: Chances,
    parts_off: Mapping[int, float],
) -> Iterator[tuple[int | None, int, float]]:
    """Yield each possible reading of a total, its share in sums, and its probability.

    The right value is `right`. `parts_off` is how likely a part of it that was left out or counted
    twice holds each number.
    """
    is_sum, is_right = each.kind == "sum", sums.right_of(ruleset)
    usual = {0, *(step.points for step in each.steps)}
    if each.kind == "extra_yachts":
        usual = {each.points * count for count in range(len(ruleset.boxes))}
    blank = sums.MISTAKES.blank if right or is_sum else sums.MISTAKES.blank_nothing
    yield None, right, blank * (1 if is_sum else is_right)
    if not is_sum:
        yield None, 0, blank * (1 - is_right)
    reach = min(100, max(1, span[-1] // 8))
    most = max(possible_values(ruleset, box)[-1] for box in ruleset.boxes)
    kinds = [
        (0.1, sums.MISTAKES.usual_errors),
        (0.075, sums.MISTAKES.swaps),
        (0.05, range(1, most + 1)),
    ]
    slips = [(share, [slip for slip in each if slip <= reach]) for share, each in kinds]
    for number in seen:
        if number is None:
            continue
        off = abs(number - right)
        slip = sum(share * [*near].count(off) / max(len(near), 1) for share, near in slips)
        slip += 0.175 * parts_off.get(off, 0) / max(sum(parts_off.values()), 1e-30)
        wrong = (
            slip + 0.2 / len(span)
            if is_sum
            else (number in usual) / len(usual) / 2 + 1 / len(span) / 2
        )
        yield number, number, (1 - blank) * ((1 - is_right) * wrong + is_right * (number == right))


def of_hand(look: sums.Weights, hand: int) -> Chances:
    """Return the likelihoods of the ink of a cell for all that a hand may have written."""
    likely: Chances = dict(zip(look.numbers.tolist(), look.weights[hand].tolist(), strict=True))
    likely[None] = float(look.blank[hand])
    return {value: chance for value, chance in likely.items() if chance}


def prior(ruleset: Ruleset, box: str, value: int | None, size: int, left: float) -> float:
    """Return the probability of a value in a box, which is blank with the probability `left`.

    `size` is the number of values that can be read there.
    """
    can = column.prior_of(ruleset, box)
    if value is None:
        return left
    other = column.PRIOR.impossible / (size - len(can))
    return (1 - left) * ((1 - column.PRIOR.impossible) * can[value] if value in can else other)


class Cards:
    """All cards, by enumeration, with the probabilities of what may be written in each row."""

    def __init__(self, ruleset: Ruleset, seen: Mapping[str, Seen], left: float) -> None:
        self.ruleset, self.left = ruleset, left
        self.spans = {row: range(low, high + 1) for row, (low, high) in spans_of(ruleset).items()}
        self.found: dict[str, Chances] = {row: {} for row in ruleset.rows}
        hands: list[tuple[float, dict[str, Chances]]] = []
        by_hands = column.looks_in(ruleset, seen, {})
        for hand, (is_hooked, nothing) in enumerate(column.HANDS):
            share = column.PRIOR.hooked if is_hooked else 1 - column.PRIOR.hooked
            looks = {row: of_hand(look, hand) for row, look in by_hands.items()}
            hands.append((share * column.NOTHING[nothing], looks))
        self.parts_off = {total: self.of_parts(total, hands) for total in ruleset.all_totals}
        for share, looks in hands:
            self.count_hand(looks, share)

    def count_hand(self, looks: dict[str, Chances], share: float) -> None:
        """Count what a hand may have written that looks so; this share of all hands is like it."""
        ruleset = self.ruleset
        self.seen = looks
        bonus = ruleset.extra_yachts
        yachts = [box.id for box in boxes_of(ruleset.categories[bonus.category])] if bonus else []
        for values in product(*(self.seen[box] for box in ruleset.boxes)):
            card = dict(zip(ruleset.boxes, values, strict=True))
            weight = share * (1 - column.PRIOR.not_played)
            for box, value in card.items():
                weight *= self.seen[box][value] * prior(
                    ruleset, box, value, len(self.spans[box]), self.left
                )
            flow = {box: value or 0 for box, value in card.items()}
            for extra in range(len(ruleset.boxes)) if any(flow[box] for box in yachts) else (0,):
                self.add(
                    card,
                    flow,
                    tuple(ruleset.all_totals.values()),
                    extra,
                    weight * sums.MISTAKES.further_yacht**extra,
                )
        self.count(
            dict.fromkeys(ruleset.rows),
            share
            * column.PRIOR.not_played
            * float(np.prod([of.get(None, 0) for of in self.seen.values()])),
        )

    def of_parts(
        self, total: str, hands: Sequence[tuple[float, dict[str, Chances]]]
    ) -> dict[int, float]:
        """Return the chance that a part of a total reads as each number from 1 to the largest slip.

        It is the average of all hands.
        """
        parts, found = [*self.ruleset.addends[total]], dict[int, float]()
        for part in parts:  # this list grows
            parts += [each for each in self.ruleset.addends.get(part, ()) if each not in parts]
        for part, (share, seen) in product({*parts}, hands):
            size = len(self.spans[part])
            looks = dict(seen[part])
            if part in self.ruleset.boxes:
                looks = {
                    each: of * prior(self.ruleset, part, each, size, self.left)
                    for each, of in looks.items()
                }
            for number, chance in looks.items():
                if number is not None and 0 < number <= min(
                    100, max(1, self.spans[total][-1] // 8)
                ):
                    found[number] = found.get(number, 0) + share * chance / sum(looks.values())
        return found

    def add(
        self,
        card: dict[str, int | None],
        flow: dict[str, int],
        left: Sequence[Total],
        extra: int,
        weight: float,
    ) -> None:
        """Count the cards with these boxes and totals, and with anything in the totals left."""
        if not left:
            self.count(card, weight)
            return
        each = left[0]
        right = add_up(each, (flow[part] for part in self.ruleset.addends[each.id]), extra)
        seen = self.seen[each.id]
        for value, passed, chance in of_total(
            self.ruleset, each, right, self.spans[each.id], seen, self.parts_off[each.id]
        ):
            more = {**card, each.id: value}, {**flow, each.id: passed}
            self.add(*more, left[1:], extra, weight * chance * seen.get(value, 0))

    def count(self, card: Mapping[str, int | None], weight: float) -> None:
        """Count one card."""
        for row, value in card.items():
            self.found[row][value] = self.found[row].get(value, 0) + weight

    def chances(self, row: str) -> Chances:
        """Return the probabilities of what may be written in a row."""
        found = self.found[row]
        return {value: chance / sum(found.values()) for value, chance in found.items()}


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize(
    ("seed", "inked", "left"),
    [
        (0, 0.995, column.PRIOR.left_blank),
        (1, 0.995, column.PRIOR.left_blank),
        (2, 0.4, column.PRIOR.begun),
    ],
)
@pytest.mark.few(6)
def test_it_is_exact(
    name: str, seed: int, inked: float, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every probability is that of an enumeration of all cards, for any reading.

    Every second box has much ink, the others little; with little ink most are blank. Damaged
    numbers would make too many cards.
    """
    monkeypatch.setattr(column, "damaged", lambda looks, _: 0 * looks.weights)
    ruleset, dice = tiny_game(name), np.random.default_rng(seed)
    often, read = np.array([0, 1, 2, 3, 4, 9, 7, 5, 14, 10, -4, -2]), {}
    for row, (_, high) in spans_of(ruleset).items():
        many = 3 if row not in ruleset.boxes and len(ruleset.all_totals) < 4 else 2
        numbers = dice.choice(often[often <= high], many, replace=False)
        read[row] = seen(dict(zip([*map(int, numbers), EMPTY], dice.random(4) ** 3, strict=False)))
    marks: dict[str, Mark | None] = dict(zip(ruleset.rows, cycle((None, "-", "/", "x"))))
    ink = dict.fromkeys(ruleset.rows, 0.3) | dict.fromkeys([*ruleset.boxes][::2], inked)
    cards = Cards(
        ruleset, {row: Seen(each, ink[row], marks[row]) for row, each in read.items()}, left
    )
    for row, of in posterior(ruleset, read, ink=ink, marks=marks).items():
        right = cards.chances(row)
        for value, chance in of.likely:
            assert chance == pytest.approx(right.get(value, 0), abs=1e-9), (row, value)
        assert of.likely[0][0] == max(right, key=lambda value: right[value]), row


CARD = (3, 6, 9, 12, 15, 18, 20, 24, 25, 30, 40, 50, 20)
"""Boxes of numbers-hands: 63 and 35, 209, and 307 in all."""


def read_of(
    name: str, boxes: Sequence[int | None], **others: Any
) -> tuple[Ruleset, dict[str, Floats], dict[str, float]]:
    """Return a card with these boxes and right totals as a good reader sees it.

    `others` are other values.
    """
    ruleset = load_ruleset(name)
    values: dict[str, Any] = dict(zip(ruleset.boxes, boxes, strict=True))
    values |= totals(ruleset, {box: value or 0 for box, value in values.items()}) | others
    read = {
        row: written(value) if value is None or isinstance(value, int) else value
        for row, value in values.items()
    }
    return ruleset, read, {row: float(value is not None) for row, value in values.items()}


def found(
    name: str, boxes: Sequence[int | None], *, confirmed: Any = None, **others: Any
) -> dict[str, BoxRead]:
    """Return the values read from such a card."""
    ruleset, read, ink = read_of(name, boxes, **others)
    return posterior(ruleset, read, ink=ink, confirmed=confirmed)


def either(chances: Mapping[int, float]) -> Floats:
    """Return the output of a reader that wavers between numbers with these probabilities."""
    read: Floats = np.full(NUMBERS + 2 - LEAST, 1e-7)
    read[list(chances)] = list(chances.values())
    return np.asarray(np.log(read))


@pytest.mark.parametrize("ruleset_id", NINE)
def test_what_says_nothing_leaves_what_the_rules_say(ruleset_id: str) -> None:
    """A box with illegible ink has its possible values, as likely as by dice, and is unsure."""
    ruleset = load_ruleset(ruleset_id)
    nothing: Floats = np.zeros(NUMBERS + 2 - LEAST)
    nothing[LEAST:] = -50
    read = posterior(
        ruleset, dict.fromkeys(ruleset.rows, nothing), ink=dict.fromkeys(ruleset.rows, 1.0)
    )
    assert [*read] == [*ruleset.rows]
    for box in ruleset.boxes:
        can = column.prior_of(ruleset, box)
        assert [*can] == [*possible_values(ruleset, box)]
        assert sum(can.values()) == pytest.approx(1)
        assert not read[box].sure
        assert {value for value, _ in read[box].likely} <= {None, *can}
        for value, chance in read[box].likely:
            assert not value or chance == pytest.approx(
                (1 - column.PRIOR.impossible) * can[value], rel=0.25
            )
    for row in ruleset.all_totals:
        assert sum(chance for _, chance in read[row].likely) <= 1 + 1e-9


def drawn(ruleset: Ruleset, count: int, seed: int) -> Iterator[dict[str, int]]:
    """Yield full cards with values by chance, and their totals."""
    dice = np.random.default_rng(seed)
    values = {
        box: dice.choice(possible_values(ruleset, box), count).tolist() for box in ruleset.boxes
    }
    for number in range(count):
        boxes = {box: of[number] for box, of in values.items()}
        has_yacht = ruleset.extra_yachts and boxes.get(ruleset.extra_yachts.category)
        yield boxes | totals(ruleset, boxes, int(dice.integers(4)) if has_yacht else 0)


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_spans_contain_all_that_a_card_can_hold(ruleset_id: str) -> None:
    """Each box and total of 200 cards by chance is a number that its row may hold."""
    ruleset = load_ruleset(ruleset_id)
    spans = spans_of(ruleset)
    assert spans.keys() == {*ruleset.rows}
    for card in drawn(ruleset, 200, 1):
        assert not [
            row for row, value in card.items() if not spans[row][0] <= value <= spans[row][1]
        ]
    assert all(low < high for low, high in spans.values())


@pytest.mark.parametrize("ruleset_id", COLUMNED)
def test_full_cards_with_columns_are_read(ruleset_id: str) -> None:
    """All rows of all columns are right, with few states a step.

    Differences may be below 0.
    """
    ruleset = load_ruleset(ruleset_id)
    for card in drawn(ruleset, 1, 5):
        values = {
            row: value if value < NUMBERS and value >= LEAST else None
            for row, value in card.items()
        }
        read = {
            row: UNREADABLE if value is None else written(value) for row, value in values.items()
        }
        rows = posterior(ruleset, read, ink=dict.fromkeys(read, 1.0))
        assert {row: place.value for row, place in rows.items()} == values
        assert all(place.sure is (values[row] is not None) for row, place in rows.items())
        assert {place.likely[0][0] for row, place in rows.items() if values[row] is None} <= {
            *card.values()
        }
        assert all(place.likely[0][0] == card[row] for row, place in rows.items())


@pytest.mark.parametrize("ruleset_id", NINE)
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.few(3)
def test_a_game_that_has_only_begun_is_read(ruleset_id: str, count: int) -> None:
    ruleset = load_ruleset(ruleset_id)
    boxes = {box: max(possible_values(ruleset, box)) for box in [*ruleset.boxes][:count]}
    read = {row: written(boxes.get(row)) for row in ruleset.rows}
    found = posterior(
        ruleset, read, ink={row: 0.9999 if row in boxes else 0.0 for row in ruleset.rows}
    )
    assert {row: of.value for row, of in found.items()} == {
        row: boxes.get(row) for row in ruleset.rows
    }
    assert all(of.sure for of in found.values())
    *_, last = ruleset.boxes
    ink = {row: 0.9999 if row in boxes else 0.6 if row == last else 0.0 for row in ruleset.rows}
    assert not posterior(ruleset, read, ink=ink)[last].sure, (
        "a dash that may be what is left of a line"
    )


@pytest.mark.parametrize("ruleset_id", NINE)
@pytest.mark.few(3)
def test_clear_cards_are_read_as_they_are(ruleset_id: str) -> None:
    ruleset = load_ruleset(ruleset_id)
    for end in (0, -1):
        boxes = [possible_values(ruleset, box)[end] for box in ruleset.boxes]
        card = dict(zip(ruleset.boxes, boxes, strict=True))
        read = found(ruleset_id, boxes)
        assert {row: of.value for row, of in read.items()} == card | totals(ruleset, card)
        assert all(of.sure for of in read.values())
        assert all(0.99 < sum(chance for _, chance in of.likely) < 1 + 1e-9 for of in read.values())


DICE = (3, 6, 9, 12, 15, 18, 30, 30, 24, 24, 20, 50)
"""Boxes of dice-play: 241 in all."""
BALUT = (4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, *(0,) * 8, 10, 10, 10, 10, *(0,) * 4)
BEST = [possible_values(load_ruleset("balut"), box)[-1] for box in load_ruleset("balut").boxes]
UNREADABLE: Floats = np.where(np.arange(NUMBERS + 2 - LEAST) == STRUCK, 0, -20.0)
SHORT = np.log(np.append(np.full(600, 1e-6), [1e-6, 1, *(1e-6,) * -LEAST]))
"""No number that the reader knows."""
CARDS: dict[str, tuple[str, Sequence[int]]] = {
    "hands": ("numbers-hands", CARD),
    "dice": ("dice-play", DICE),
    "balut": ("balut", BALUT),
    "best": ("balut", BEST),
}
LOOKS: dict[str, Floats | None] = {"-": None, "struck": UNREADABLE, "short": SHORT}
CASES = [
    pytest.param(*line.split("|"), id=f"{name} {place}")
    for name, lines in blocks_of(Path(__file__).with_name("columns.txt"))
    for place, line in enumerate(lines)
]


def by_row(words: str) -> dict[str, str]:
    """Return what a list of words says of each row."""
    return dict(word.split("=") for word in words.split())


def look_of(word: str) -> int | Floats | None:
    """Return a value that is written, or how it looks to a reader."""
    if word in LOOKS:
        return LOOKS[word]
    if ":" not in word:
        return int(word)
    pairs = [pair.split(":") for pair in word.removeprefix("!").split(",")]
    chances = {int(value): float(chance) for value, chance in pairs}
    return seen(chances) if word.startswith("!") else either(chances)


@pytest.mark.parametrize(("card", "others", "rows"), CASES)
def test_what_is_read(card: str, others: str, rows: str) -> None:
    kind, _, changes = card.strip().partition(" ")
    name, values = CARDS[kind]
    boxes = dict(zip(load_ruleset(name).boxes, values, strict=True))
    boxes |= {box: int(value) for box, value in by_row(changes).items()}
    looks = {row: look_of(word) for row, word in by_row(others).items()}
    read = found(name, [*boxes.values()], **looks)
    for row, words in by_row(rows).items():
        place = read[row]
        parts = place.likely[0][0], place.value, "sure" if place.sure else "open"
        for part, word in zip(parts, words.split("/"), strict=True):
            assert word in ("?", "-" if part is None else str(part)), row
        if looks.get(row) is UNREADABLE:
            assert place.likely[0][1] > 0.9 or row == "total"
            assert (place.looks, place.has_default) == ((), False)


def test_a_misread_digit_beside_a_slip_is_open() -> None:
    """A sum that is 10 too high and a misread tens digit are both reported; neither is sure."""
    read = found(
        "numbers-hands",
        CARD,
        chance=either({20: 0.97, 30: 0.03}),
        hands_subtotal=219,
        hands_total=219,
        total=317,
    )
    assert not read["chance"].sure
    assert {value for value, _ in read["chance"].likely} >= {20, 30}


def test_empty_boxes() -> None:
    """A dash is 0, a box without ink blank, an empty column unused.

    An unknown box is reported.
    """
    ruleset, read, ink = read_of("numbers-hands", (*CARD[:-2], None, 20))
    struck = posterior(ruleset, read, ink={**ink, "yacht": 1.0})
    assert (struck["yacht"].value, struck["yacht"].sure) == (0, True)
    blank = posterior(ruleset, read, ink=ink)
    assert (blank["yacht"].value, blank["yacht"].sure) == (None, True)
    assert not posterior(ruleset, read, ink={**ink, "yacht": 0.4})["yacht"].sure
    assert not posterior(ruleset, read, ink={row: of for row, of in ink.items() if row != "yacht"})[
        "yacht"
    ].sure
    nothing = posterior(
        ruleset, dict.fromkeys(ruleset.rows, written(None)), ink=dict.fromkeys(ruleset.rows, 0.0)
    )
    assert all(of.value is None and of.sure for of in nothing.values())


def test_answers_help_what_is_left() -> None:
    """A box that a person confirmed is sure, and another with it; what is far off is believed."""
    pair = {"ones": either({3: 0.7, 1: 0.3}), "chance": either({20: 0.5, 22: 0.5})}
    before = found("dice-play", DICE, **pair)
    assert not before["ones"].sure
    assert not before["chance"].sure
    after = found("dice-play", DICE, **pair, confirmed={"chance": 20})
    assert after["chance"] == BoxRead(20, True, ((20, 1.0),), ((20, 1.0),))
    assert (after["ones"].value, after["ones"].sure) == (3, True)
    far = found("dice-play", DICE, confirmed={"yacht": 1_000_000, "chance": None, "total": -5})
    assert [far[row].value for row in ("yacht", "chance", "total")] == [1_000_000, None, -5]
    assert (far["ones"].value, far["ones"].sure) == (3, True)


def test_rows_that_a_pad_does_not_have() -> None:
    ruleset, read, ink = read_of("numbers-hands", CARD)
    rows = [*ruleset.boxes, "total"]
    part = posterior(ruleset, {row: read[row] for row in rows}, ink=ink)
    assert [*part] == rows
    assert all(of.sure for of in part.values())
    some = posterior(ruleset, {"ones": read["ones"], "of no game": read["ones"]}, ink=ink)
    assert [*some] == ["ones"]


def test_tables_are_bounded() -> None:
    """A game whose totals all depend on each other is read with few states, even without ink."""
    sections = [
        [category(f"{name}{place}", "face", "matching", face=1) for place in range(6)]
        for name in "abcdef"
    ]
    every = [
        {"id": f"s{name}", "name": name, "kind": "sum", "of": sorted({*"abcdef"} - {name})}
        for name in "abcdef"
    ]
    grand = {"id": "total", "name": "Total", "kind": "sum", "of": [each["id"] for each in every]}
    ruleset = built(game(*sections, **SMALL, totals=[*every, grand]))
    boxes = dict.fromkeys(ruleset.boxes, 1)
    read = {row: written(value) for row, value in (boxes | totals(ruleset, boxes)).items()}
    ink = dict.fromkeys(ruleset.rows, 1.0)
    assert all(of.sure for of in posterior(ruleset, read, ink=ink).values())
    for looks in (read, dict.fromkeys(ruleset.rows, UNREADABLE)):
        rows = column.looks_in(ruleset, {row: Seen(each, 1.0) for row, each in looks.items()}, {})
        card = sums.Card(ruleset, rows, {row: each.weights[0] for row, each in rows.items()})
        assert max(len(step.table.states) for step in card.steps) <= sums.LIMITS.most_states


def test_ones_that_all_look_like_sevens_are_not_taken_for_them() -> None:
    """A 7 that no box can hold shows the hand's ones.

    With a plain 1 elsewhere, a 7 is a 7.
    """
    ruleset = load_ruleset("dice-play")
    boxes = dict(zip(ruleset.boxes, (1, 4, 9, 16, 15, 18, 30, 0, 0, 0, 21, 0), strict=True))
    total = sum(boxes.values())
    looks = {
        row: int(str(value).replace("1", "7")) for row, value in {**boxes, "total": total}.items()
    }
    assert looks["chance"] == 27
    found = posterior(ruleset, {row: seen({value: 1.0}) for row, value in looks.items()})
    assert found["chance"].value == 21
    plain = {**boxes, "chance": 27, "total": total + 6}
    found = posterior(ruleset, {row: seen({value: 1.0}) for row, value in plain.items()})
    assert (found["chance"].value, found["chance"].sure) == (27, True)


def with_ones(ones: int) -> tuple[Ruleset, dict[str, int], list[str]]:
    """Return dice-play, boxes of a card with this many ones, and those of them that hold a 0."""
    ruleset = load_ruleset("dice-play")
    values = (ones, 4, 9, 16, 15, 18, 30, 0, 0, 0, 22, 0)
    boxes = dict(zip(ruleset.boxes, values, strict=True))
    return ruleset, boxes, [box for box, value in boxes.items() if value == 0 and box != "ones"]


def test_a_hand_that_writes_a_0_for_nothing_hardly_writes_slashes() -> None:
    """A stroke like a slash or a 1 is a 1 beside boxes with a 0, and a slash beside slashes."""
    ruleset, boxes, nothing = with_ones(1)
    ink = dict.fromkeys(["ones", *nothing], 1.0)
    for marks, value in ((False, 1), (True, 0)):
        looks = {
            box: written(None if marks and not points else points) for box, points in boxes.items()
        }
        looks["ones"] = seen({EMPTY: 0.8, 1: 0.2})
        found = posterior(ruleset, looks, ink=ink)
        assert found["ones"].value == value
        assert all(found[box].value == 0 and found[box].sure for box in nothing)


def test_a_hand_that_writes_dashes_for_nothing_hardly_writes_slashes() -> None:
    """If other boxes have a dash, a slash that may be a 1 is the 1, though a sum is one less."""
    ruleset, boxes, nothing = with_ones(1)
    looks = {row: written(value or None) for row, value in boxes.items()}
    looks |= {"ones": seen({EMPTY: 0.1, 1: 0.9}), "total": written(sum(boxes.values()) - 1)}
    ink = dict.fromkeys(["ones", *nothing], 1.0)
    for sign, value in (("/", 0), ("-", 1)):
        marks: dict[str, Any] = {**dict.fromkeys(nothing, sign), "ones": "/"}
        found = posterior(ruleset, looks, ink=ink, marks=marks)
        assert found["ones"].likely[0][0] == value
        assert all(found[box].value == 0 and found[box].sure for box in nothing)


@pytest.mark.parametrize(
    ("way", "sure"),
    [("x", False), ("-", False), ("0", False), ("/", True)],
    ids=["crosses", "dashes", "zeros", "slashes"],
)
def test_a_slanted_one_is_no_slash_by_a_hand_that_writes_none(way: Mark | str, sure: bool) -> None:
    """However well the total comes out without it.

    Who forgot a 1 in the total made just that mistake.
    """
    ruleset, boxes, nothing = with_ones(0)
    looks = {row: written(value) for row, value in {**boxes, "total": sum(boxes.values())}.items()}
    how = {"x": seen({STRUCK: 0.98, EMPTY: 0.01, 8: 0.01}), "0": written(0)}.get(
        way, seen({EMPTY: 0.999, 1: 0.0001})
    )
    looks |= dict.fromkeys(nothing, how) | {"ones": seen({EMPTY: 0.98, 1: 0.02})}
    marks: dict[str, Any] = dict.fromkeys(nothing, None if way == "0" else way) | {"ones": "/"}
    found = posterior(ruleset, looks, ink=dict.fromkeys(looks, 1.0), marks=marks)
    assert {(found[box].value, found[box].sure) for box in nothing} == {(0, True)}
    assert found["ones"].sure is sure
    assert {value for value, _ in found["ones"].looks} >= {0, 1}


def test_a_slash_that_may_be_a_one_is_asked() -> None:
    """A stroke that may be a slash or a 1 is asked, with any total.

    A total that comes out without it may have left out a 1, and one that comes out with it may be
    one too much. A dash, or a total that counts what looks like a 1, leaves no doubt.
    """
    ruleset, boxes, _ = with_ones(0)
    right, slash, one = sum(boxes.values()), {EMPTY: 0.6, 1: 0.4}, {EMPTY: 0.2, 1: 0.8}
    for looks, total, value, sure in (
        (slash, right, 0, False),
        ({EMPTY: 0.9999, 1: 0.0001}, right, 0, True),
        (slash, right + 1, 1, False),
        (one, right + 1, 1, True),
    ):
        read = {row: written(value) for row, value in {**boxes, "total": total}.items()}
        found = posterior(ruleset, {**read, "ones": seen(looks)}, ink={"ones": 1.0})["ones"]
        assert (found.likely[0][0], found.sure) == (value, sure)


@pytest.mark.parametrize(
    ("ruleset_id", "row"), [("dice-play", "chance"), ("numbers-hands", "chance")]
)
def test_a_wrong_sum_does_not_pull_a_box(ruleset_id: str, row: str) -> None:
    """A box that looks rather like 23 than like 22 stays open where a total is 1 too small.

    A plain 23 is read.
    """
    ruleset = load_ruleset(ruleset_id)
    boxes = CARD[:-1] if ruleset_id == "numbers-hands" else (3, 6, 9, 12, 15, 18, 30, 30, 24, 24)
    values = dict(
        zip(
            ruleset.boxes,
            (*boxes, 23) if ruleset_id == "numbers-hands" else (*boxes, 23, 50),
            strict=True,
        )
    )
    right = totals(ruleset, values)
    over = [total for total in ruleset.all_totals if row in below(ruleset, total)]
    wrong = right | {
        total: right[total] - 1 for total in over if ruleset.all_totals[total].kind == "sum"
    }
    for looks, sure in ((either({23: 0.55, 22: 0.45}), False), (seen({23: 1.0, 22: 0.0009}), True)):
        cells = {each: written(value) for each, value in (values | wrong).items()} | {row: looks}
        read = posterior(ruleset, cells, ink=dict.fromkeys(cells, 1.0))[row]
        assert (read.value, read.sure) == (23, sure)


def test_a_wrong_sum_that_is_doubtful_shows_both() -> None:
    """Neither what it looks like nor what fits is filled in.

    The ink's number comes first, and there is no default.
    """
    read = found("numbers-hands", CARD, total=either({377: 0.9, 307: 0.1}))["total"]
    assert (read.value, read.sure, read.has_default) == (377, False, False)
    assert [value for value, _ in read.looks[:2]] == [377, 307]
    assert read.likely[0][0] == 307
    agreed = found("dice-play", DICE, chance=either({20: 0.6, 22: 0.4}), total=None)
    assert (agreed["chance"].sure, agreed["chance"].has_default) == (False, True)


LOW = (1, 2, 3, 4, 5, 6, 0, 0, 30, 0, 24, 80)
"""Boxes of dice-play: 155 in all."""


@pytest.mark.parametrize(
    ("name", "boxes", "others", "row", "looks", "agreed"),
    [
        (
            "numbers-hands",
            CARD,
            {},
            "hands_subtotal",
            299,
            209,
        ),  # both its parts and a later sum say 209
        ("numbers-hands", CARD, {}, "hands_subtotal", 219, 209),
        ("numbers-hands", CARD, {}, "numbers_subtotal", 463, 63),
        ("numbers-hands", CARD, {}, "total", 367, 307),
        (
            "numbers-hands",
            CARD,
            {"yacht_bonus": 100, "hands_total": 309, "total": 407},
            "hands_total",
            369,
            309,
        ),
        ("numbers-hands", CARD, {}, "full_house", 5, 25),
        ("dice-play", DICE, {}, "total", 281, 241),
        ("dice-play", LOW, {}, "total", 55, 155),  # the 1 is on the line
    ],
)
def test_another_reading_with_which_all_sums_agree_is_asked(
    name: str, boxes: Sequence[int], others: dict[str, int], row: str, looks: int, agreed: int
) -> None:
    """However plain the ink is.

    A number with a digit that no slip explains is rather misread than wrong.
    """
    read = found(name, boxes, **{**others, row: seen({looks: 1.0})})
    assert (read[row].value, read[row].sure, read[row].agreed, read[row].has_default) == (
        looks,
        False,
        agreed,
        False,
    )
    assert all(place.sure for each, place in read.items() if each != row)


@pytest.mark.parametrize("slip", [-100, -20, -10, -2, -1, 1, 2, 10, 20])
def test_the_usual_slips_are_no_misread_digits(slip: int) -> None:
    """A plain sum off by a usual slip, with later sums that follow from it, is not doubted."""
    follow = dict.fromkeys(("hands_subtotal", "hands_total"), 209 + slip) | {"total": 307 + slip}
    for others in (follow, {"total": 307 + slip}):
        read = found(
            "numbers-hands", CARD, **{row: seen({value: 1.0}) for row, value in others.items()}
        )
        assert all(read[row].sure and read[row].value == value for row, value in others.items())
        assert all(place.sure for place in read.values())
