"""How the boxes and totals of a game hang together, and what may be written in each: what a sum-product goes by."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from math import prod

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset, Total
from sheetgen.rules.scoring import add_up

Ints = NDArray[np.int64]
Span = tuple[int, int]
"""The least and the most."""
Sinks = tuple[tuple[str, int], ...]
"""The totals that a row goes into, and how often."""

SLIPS = (1, 1, 1, 10, 10, 10, 2, 20, 100)
"""What sums are often off by, up or down; by one or a carry three times as often as by the others."""
SWAPS = tuple(range(9, 90, 9))
"""What they are off by where the last two digits are swapped."""
MOST = 3 << 19
"""A table of more numbers than this is not made; no game that ships needs one of a tenth of it."""
STRANGE = 5
"""Of a sum no more parts than this are thought to hold more than they can: else it could be far too large."""


@lru_cache(maxsize=64)
def most_in_a_box(ruleset: Ruleset) -> int:
    """The most that any box of the game can hold."""
    return max(possible_values(ruleset, box)[-1] for box in ruleset.boxes)


@lru_cache(maxsize=256)
def worth_of(ruleset: Ruleset, total: Total) -> tuple[int, ...]:
    """What a bonus can come to; for further Yachts with each number of them, from none to one for each other box."""
    if total.kind == "extra_yachts":
        return tuple(add_up(total, (), count) for count in range(len(ruleset.boxes)))
    return (0, *(step.points for step in total.steps))


@lru_cache(maxsize=64)
def spans_of(ruleset: Ruleset) -> Mapping[str, Span]:
    """The least and the most that may be written in each row, mistakes and all.

    Boxes take any number of two digits, bonuses twice their points, sums all that these can come to.
    """
    spans: dict[str, Span] = {}
    usual = {box: possible_values(ruleset, box)[-1] for box in ruleset.boxes}
    for row in (*ruleset.boxes, *ruleset.all_totals):
        total = ruleset.all_totals.get(row)
        if total is None:
            low, high = 0, max(99, most_in_a_box(ruleset))
        elif total.kind == "sum":
            parts = ruleset.addends[row]
            usual[row] = sum(usual[part] for part in parts)
            strange = sorted(spans[part][1] - usual[part] for part in parts)[-STRANGE:]
            low, high = min(0, sum(spans[part][0] for part in parts)), usual[row] + sum(strange)
        else:
            worth = worth_of(ruleset, total)
            usual[row] = max(worth)
            high = max(9, *(2 * abs(points) for points in worth)) if total.steps else max(worth)
            low = -high if min(worth) < 0 else 0
        spans[row] = low, high
    return spans


class Axis(Struct, frozen=True):
    """What parts can come to: numbers from `low` on, each at its remainder by `size`, so that -1 is the last.

    The size is even.
    """

    low: int
    size: int
    half: bool = False
    """Whether its spectra have the first half only: those of real numbers repeat themselves. One axis at most."""

    @property
    def length(self) -> int:
        """How long its spectra are."""
        return self.size // 2 + 1 if self.half else self.size

    @property
    def numbers(self) -> Ints:
        """int[size]: the number at each place."""
        return (np.arange(self.size) - self.low) % self.size + self.low


def axis_over(low: int, high: int, half: bool = False) -> Axis:
    """The axis for these numbers, of a size that is transformed fast."""
    power = 1 << max(high - low, 7).bit_length()
    return Axis(low, power * 3 // 4 if high - low < power * 3 // 4 else power, half)


class Plan(Struct, frozen=True, eq=False):
    """How the totals of a game hang together."""

    ruleset: Ruleset
    groups: tuple[tuple[str, ...], ...]
    """Boxes that go into the same totals: only their sum, and how many are not 0, matters to these."""
    riders: Mapping[str, tuple[Total, ...]]
    """For a sum, or the first box of a group: the bonuses that depend on it alone, and are found with it."""
    sinks: Mapping[str, Sinks]
    """What else boxes, by group, and totals go into."""
    closed: tuple[Total, ...]
    """The other totals, in card order: sums, and bonuses that depend on several rows."""
    axes: Mapping[str, Axis]
    """For each of these what its parts come to; that of the last one is half."""

    def is_count(self, total: str) -> bool:
        """Whether a total counts its parts instead of adding them up."""
        return self.ruleset.all_totals[total].kind == "count"

    def totals_after(self, node: str) -> frozenset[str]:
        """The totals that a group, by its first box, or a total goes into, or a bonus for it."""
        rows = (node, *(each.id for each in self.riders.get(node, ())))
        return frozenset(sink for row in rows for sink, _ in self.sinks[row])


@lru_cache(maxsize=64)
def plan_of(ruleset: Ruleset) -> Plan:
    """The plan of a game."""
    parts = {total: Counter(addends) for total, addends in ruleset.addends.items()}
    takers = {row: tuple((total, of[row]) for total, of in parts.items() if of[row]) for row in ruleset.rows}
    boxes = sorted(ruleset.boxes, key=takers.__getitem__)
    groups = tuple(tuple(group) for _, group in groupby(boxes, key=takers.__getitem__))
    totals = ruleset.all_totals.values()
    nodes = {group[0]: group for group in groups} | {each.id: (each.id,) for each in totals if each.kind == "sum"}
    bonuses = [total for total in totals if total.steps]
    riders = {node: tuple(each for each in bonuses if parts[each.id] == Counter(of)) for node, of in nodes.items()}
    riding = {total.id: node for node, found in riders.items() for total in found}
    sinks = {row: tuple(each for each in found if riding.get(each[0]) != row) for row, found in takers.items()}
    closed = tuple(each for each in totals if each.kind != "extra_yachts" and each.id not in riding)
    axes = {each.id: axis_of(ruleset, each, each is closed[-1]) for each in closed}
    return _cut(Plan(ruleset, groups, riders, sinks, closed, axes))


def axis_of(ruleset: Ruleset, total: Total, is_last: bool) -> Axis:
    """The axis of what is added up; a slip beyond its end comes out where nothing can be written."""
    parts = [spans_of(ruleset)[part] for part in ruleset.addends[total.id]]
    low, high = sum(low for low, _ in parts), sum(high for _, high in parts)
    if total.kind == "count":
        low, high = 0, len(parts)
    elif total.kind == "sum":
        low, high = spans_of(ruleset)[total.id]
        high += reach_of(high)
    return axis_over(low, high, is_last)


def _cut(plan: Plan) -> Plan:
    """The plan without what would take tables of more than MOST numbers: totals that nothing is known to go into."""
    opened = [plan.totals_after(group[0]) for group in plan.groups]
    for total in plan.closed:
        table = frozenset([total.id]).union(*(each for each in opened if total.id in each))
        if prod(plan.axes[each].size for each in table) > MOST:
            worst = max(table, key=lambda each: (not plan.axes[each].half, plan.axes[each].size, each))
            sinks = {row: tuple(each for each in of if each[0] != worst) for row, of in plan.sinks.items()}
            return _cut(replace(plan, sinks=sinks))
        opened = [each for each in opened if total.id not in each]
        opened.append((table - {total.id}) | plan.totals_after(total.id))
    return plan


def reach_of(most: int) -> int:
    """How far a slip can take a sum that comes to at most this: an eighth of it."""
    return min(max(SLIPS), max(1, most // 8))


class Cases(Struct, frozen=True, eq=False):
    """What a sum can come to, be it of boxes or of totals, and what that earns."""

    numbers: Ints
    """int[g]: the sum."""
    counts: Ints
    """int[g]: how many of its parts are not 0; of a total, whether it is not."""
    labels: Ints
    """int[g]: which row of `points` holds."""
    points: Ints
    """int[labels, bonuses]: what each bonus comes to."""
    bonuses: tuple[Total, ...] = ()


@lru_cache(maxsize=256)
def cases_of(bonuses: tuple[Total, ...], axis: Axis, width: int = 1) -> Cases:
    """The cases of a sum on an axis, for each of `width` counts, and its own bonuses. A width of 0: it is a count."""
    numbers = np.tile(axis.numbers, width or 1)
    counts = np.repeat(np.arange(width), axis.size) if width > 1 else (numbers != 0).astype(np.int64)
    amounts = [counts if each.kind == "count" and width else numbers for each in bonuses]
    worth = [[each.bonus(int(amount)) for amount in of] for each, of in zip(bonuses, amounts, strict=True)]
    points, labels = np.unique(np.array(worth, np.int64).reshape(-1, len(numbers)), axis=1, return_inverse=True)
    return Cases(numbers, counts, labels.ravel(), points.T, bonuses)
