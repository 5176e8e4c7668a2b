"""A column read as a whole: exact, against an enumeration of tiny cards; misread digits mended, wrong sums kept."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from games import built, category, game
from numpy.typing import NDArray

from sheetgen.rules import Ruleset, Total, add_up, boxes_of, possible_values
from sheetgen.scan import column, sums
from sheetgen.scan.column import posterior
from sheetgen.scan.plan import spans_of

Floats = NDArray[np.float64]
NUMBERS = 1000
EMPTY, STRUCK = NUMBERS, NUMBERS + 1


def seen(chances: Mapping[int, float]) -> Floats:
    """What a reader says that gives these probabilities, by index, and nothing else any."""
    read: Floats = np.full(NUMBERS + 2, -np.inf)
    read[list(chances)] = np.log(list(chances.values()))
    return read


def written(value: int | None, sureness: float = 0.98) -> Floats:
    """What a good reader says of a number, or of a cell without ink."""
    index = EMPTY if value is None else abs(value)
    read = np.full(NUMBERS + 2, (1 - sureness) / (NUMBERS + 1))
    read[index] = sureness
    found: Floats = np.log(read)
    return found


FACES = [category("ones", "face", "matching", face=1), category("twos", "face", "matching", face=2)]
YACHT = category("yacht", "of_a_kind", "fixed", n=2, value=9)
SMALL = {"dice": {"count": 2, "sides": 3}}


def total(name: str, kind: str, *of: str, **more: Any) -> dict[str, Any]:
    """A total of a small game."""
    steps = {"steps": [{"at_least": at, "points": points} for at, points in more.pop("steps", ())]}
    return {
        "id": name,
        "name": name,
        "kind": kind,
        **({"of": list(of)} if of else {}),
        **(steps if kind in ("threshold", "count") else {}),
        **more,
    }


EXTRA = total("extra", "extra_yachts", category="yacht", points=7)
TINY = {
    "a sum": game(FACES, **SMALL),
    "a bonus on a sum": game(FACES, **SMALL, totals=[
        total("sub", "sum", "a"), total("bonus", "threshold", "sub", steps=[(3, 5), (5, 8)]),
        total("total", "sum", "sub", "bonus")]),
    "a bonus on boxes": game(FACES, [YACHT], **SMALL, totals=[
        total("bonus", "threshold", "a", steps=[(0, -2), (4, 3)]), total("total", "sum", "a", "b", "bonus")]),
    "a count beside a sum": game(FACES, [YACHT], **SMALL, totals=[
        total("score", "sum", "a", "b"), total("points", "count", "a", steps=[(1, 2), (2, 6)]),
        total("worth", "threshold", "score", steps=[(0, -1), (6, 1)]), total("total", "sum", "points", "worth")]),
    "further Yachts": game(FACES, [YACHT], **SMALL, totals=[EXTRA, total("total", "sum", "a", "b", "extra")]),
    "a sum passed on": game(FACES, **SMALL, totals=[
        total("sub", "sum", "a"), total("bonus", "threshold", "sub", steps=[(3, 5)]), total("upper", "sum", "sub"),
        total("total", "sum", "upper", "bonus")]),
    "a bonus on several": game(FACES, [YACHT], **SMALL, totals=[
        total("sub", "sum", "a"), total("bonus", "threshold", "sub", "b", steps=[(6, 4)]),
        total("total", "sum", "sub", "b", "bonus")]),
    "a count of several": game(FACES, [YACHT], **SMALL, totals=[
        total("sub", "sum", "a"), total("full", "count", "sub", "b", steps=[(1, 1), (2, 4)]),
        total("total", "sum", "sub", "full")]),
    "a bonus on a bonus": game(FACES, **SMALL, totals=[
        total("bonus", "threshold", "a", steps=[(2, 3)]), total("more", "threshold", "bonus", steps=[(3, 2)]),
        total("total", "sum", "a", "bonus", "more")]),
    "a box counted twice": game(FACES, **SMALL, totals=[
        total("sub", "sum", "a"), total("total", "sum", "sub", "ones")]),
}  # fmt: skip


Chances = dict[int | None, float]


def of_total(
    ruleset: Ruleset, each: Total, right: int, span: range, seen: Chances
) -> Iterator[tuple[int | None, int, float]]:
    """What can be written of a total that comes to `right`: it, what goes into later sums, and how likely that is."""
    is_sum = each.kind == "sum"
    usual = {0, *(step.points for step in each.steps)}
    if each.kind == "extra_yachts":
        usual = {each.points * count for count in range(len(ruleset.boxes))}
    blank = sums.BLANK if right or is_sum else sums.BLANK_NOTHING
    yield None, right, blank * (1 if is_sum else sums.RIGHT)
    if not is_sum:
        yield None, 0, blank * (1 - sums.RIGHT)
    reach = min(100, max(1, span[-1] // 8))
    slips = [slip for slip in sums.SLIPS if slip <= reach]
    most = min(reach, max(possible_values(ruleset, box)[-1] for box in ruleset.boxes))
    for number in seen:
        if number is None:
            continue
        off = abs(number - right)
        slip = 0.2 * (off in slips) / len(slips) + 0.2 * (1 <= off <= most) / most
        wrong = slip + 0.2 / len(span) if is_sum else (number in usual) / len(usual) / 2 + 1 / len(span) / 2
        yield number, number, (1 - blank) * ((1 - sums.RIGHT) * wrong + sums.RIGHT * (number == right))


def of_cell(read: Floats, span: range, ink: float) -> Chances:
    """How likely a cell looks as it does for all that may be written in it, and is not out of the question."""
    chances = np.exp(read)
    beyond = sum(chances[number] for number in range(NUMBERS) if number not in span and -number not in span)
    found: Chances = {number: chances[abs(number)] + (beyond + chances[STRUCK]) / NUMBERS for number in span}
    found[0] += ink * chances[EMPTY]
    found[None] = (1 - ink) * chances[EMPTY]
    return {value: float(chance) for value, chance in found.items() if chance}


def prior(ruleset: Ruleset, box: str, value: int | None, size: int) -> float:
    """How likely a box holds a value, of so many numbers."""
    can = possible_values(ruleset, box)
    if value is None:
        return column.LEFT_BLANK
    usual, other = (1 - column.IMPOSSIBLE) / len(can), column.IMPOSSIBLE / (size - len(can))
    return (1 - column.LEFT_BLANK) * (usual if value in can else other)


class Cards:
    """All cards there are, by enumeration, for the probabilities of all that may be written in each row."""

    def __init__(self, ruleset: Ruleset, read: Mapping[str, Floats], ink: float) -> None:
        """`ink` is how likely there is any, in every row."""
        self.ruleset = ruleset
        self.spans = {row: range(low, high + 1) for row, (low, high) in spans_of(ruleset, {}).items()}
        self.seen = {row: of_cell(read[row], self.spans[row], ink) for row in ruleset.rows}
        self.found: dict[str, Chances] = {row: {} for row in ruleset.rows}
        bonus = ruleset.extra_yachts
        yachts = [box.id for box in boxes_of(ruleset.categories[bonus.category])] if bonus else []
        for values in product(*(self.seen[box] for box in ruleset.boxes)):
            card = dict(zip(ruleset.boxes, values, strict=True))
            weight = 1 - column.NOT_PLAYED
            for box, value in card.items():
                weight *= self.seen[box][value] * prior(ruleset, box, value, len(self.spans[box]))
            flow = {box: value or 0 for box, value in card.items()}
            for extra in range(len(ruleset.boxes)) if any(flow[box] for box in yachts) else (0,):
                self.add(card, flow, tuple(ruleset.all_totals.values()), extra, weight * column.FURTHER_YACHT**extra)
        self.count(
            dict.fromkeys(ruleset.rows),
            column.NOT_PLAYED * float(np.prod([of.get(None, 0) for of in self.seen.values()])),
        )

    def add(
        self, card: dict[str, int | None], flow: dict[str, int], left: Sequence[Total], extra: int, weight: float
    ) -> None:
        """Count the cards with these boxes and totals, whatever is written of those that are left."""
        if not left:
            self.count(card, weight)
            return
        each = left[0]
        right = add_up(each, (flow[part] for part in self.ruleset.addends[each.id]), extra)
        seen = self.seen[each.id]
        for value, passed, chance in of_total(self.ruleset, each, right, self.spans[each.id], seen):
            more = {**card, each.id: value}, {**flow, each.id: passed}
            self.add(*more, left[1:], extra, weight * chance * seen.get(value, 0))

    def count(self, card: Mapping[str, int | None], weight: float) -> None:
        """Count one card."""
        for row, value in card.items():
            self.found[row][value] = self.found[row].get(value, 0) + weight

    def chances(self, row: str) -> Chances:
        """The probabilities of what may be written in a row."""
        found = self.found[row]
        return {value: chance / sum(found.values()) for value, chance in found.items()}


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("seed", range(3))
def test_it_is_exact(name: str, seed: int) -> None:
    """Every probability is that of an enumeration of all cards, whatever is read."""
    ruleset, dice = built(TINY[name]), np.random.default_rng(seed)
    often, read = np.array([0, 1, 2, 3, 4, 9, 7, 5, 14, 10]), {}
    for row, (_, high) in spans_of(ruleset, {}).items():
        numbers = dice.choice(often[often <= high], 2 if row in ruleset.boxes else 3, replace=False)
        read[row] = seen(dict(zip([*map(int, numbers), EMPTY], dice.random(4) ** 3, strict=False)))
    cards = Cards(ruleset, read, 0.3)
    for row, of in posterior(ruleset, read, ink=dict.fromkeys(ruleset.rows, 0.3)).items():
        right = cards.chances(row)
        for value, chance in of.likely:
            assert chance == pytest.approx(right.get(value, 0), abs=1e-9), (row, value)
        assert of.value == max(right, key=lambda value: right[value]), row
