"""The exact sum-product over a column: the likelihood of all that is read, and the share of each value in it.

Sums are generating functions, kept as their values at roots of unity (spectra): to add numbers, spectra are multiplied.
The likelihood of a column is linear in the weight of each value of each row. Its derivatives by the weights, times the
weights, are therefore the posterior probabilities, and each step here can take a derivative back (`pull`). A derivative
d by a complex x means that the likelihood is the real part of the sum of d * x.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import groupby
from math import prod
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset, Total, below
from sheetgen.rules.scoring import add_up

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Spectrum = NDArray[Any]
"""Spectrum: complex, or real without an axis of a sum."""
Span = tuple[int, int]
"""Minimum and maximum."""
Sinks = tuple[tuple[str, int], ...]
"""Totals that a row goes into, each with the number of times."""

SLIPS = (1, 1, 1, 10, 10, 10, 2, 20, 100)
"""Usual errors of sums, up or down: one and a carry three times as often as the others. A guess, see `WRONG`."""
SWAPS = tuple(range(9, 90, 9))
"""Errors of sums whose last two digits are swapped."""
MOST = 3 << 19
"""Maximum size of a table, in numbers: 12 MB. No game that ships needs a tenth of it."""
STRANGE = 5
"""Maximum number of parts of a sum that hold more than they can: with more, its axis would be far too long. Chosen by
hand."""


@lru_cache(maxsize=64)
def most_in_a_box(ruleset: Ruleset) -> int:
    """Return the maximum that any box of the game can hold."""
    return max(possible_values(ruleset, box)[-1] for box in ruleset.boxes)


@lru_cache(maxsize=256)
def worth_of(ruleset: Ruleset, total: Total) -> tuple[int, ...]:
    """Return the values of a bonus; for further Yachts, those of none up to one for each other box."""
    if total.kind == "extra_yachts":
        return tuple(add_up(total, (), count) for count in range(len(ruleset.boxes)))
    return (0, *(step.points for step in total.steps))


@lru_cache(maxsize=64)
def spans_of(ruleset: Ruleset) -> Mapping[str, Span]:
    """Return the minimum and the maximum that may be written in each row, including mistakes.

    Boxes take any number of two digits, bonuses twice their points, and sums all that these can come to.
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
    """The numbers that the parts of a total can come to, from `low` on: each is at its remainder by the even `size`."""

    low: int
    size: int
    half: bool = False
    """Flag: its spectra have the first half only, for those of real numbers repeat themselves. At most one axis is
    so."""

    @property
    def length(self) -> int:
        """Length of its spectra."""
        return self.size // 2 + 1 if self.half else self.size

    @property
    def numbers(self) -> Ints:
        """int[size]: number at each place."""
        return (np.arange(self.size) - self.low) % self.size + self.low


def axis_over(low: int, high: int, half: bool = False) -> Axis:
    """Return the axis for these numbers, of a size that is transformed fast."""
    power = 1 << max(high - low, 7).bit_length()
    return Axis(low, power * 3 // 4 if high - low < power * 3 // 4 else power, half)


class SumPlan(Struct, frozen=True, eq=False):
    """The totals of a game, with the boxes and totals that go into each."""

    ruleset: Ruleset
    groups: tuple[tuple[str, ...], ...]
    """Groups of boxes that go into the same totals: only their sum, and the number that is not 0, matters to these."""
    riders: Mapping[str, tuple[Total, ...]]
    """Bonuses that depend on a sum alone, or on the first box of a group: they are found with it."""
    sinks: Mapping[str, Sinks]
    """Other totals that each box and total goes into."""
    closed: tuple[Total, ...]
    """Other totals, in card order: sums, and bonuses that depend on several rows."""
    axes: Mapping[str, Axis]
    """Axis of each of these; that of the last one is half."""

    def is_count(self, total: str) -> bool:
        """Check whether a total counts its parts instead of adding them up."""
        return self.ruleset.all_totals[total].kind == "count"

    def totals_after(self, node: str) -> frozenset[str]:
        """Return the totals that a total, or a group by its first box, goes into, alone or by a bonus."""
        rows = (node, *(each.id for each in self.riders.get(node, ())))
        return frozenset(sink for row in rows for sink, _ in self.sinks[row])


@lru_cache(maxsize=64)
def plan_of(ruleset: Ruleset) -> SumPlan:
    """Return the plan of a game."""
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
    return _cut(SumPlan(ruleset, groups, riders, sinks, closed, axes))


def axis_of(ruleset: Ruleset, total: Total, is_last: bool) -> Axis:
    """Return the axis of the parts of a total; it is long enough for slips beyond the largest sum."""
    parts = [spans_of(ruleset)[part] for part in ruleset.addends[total.id]]
    low, high = sum(low for low, _ in parts), sum(high for _, high in parts)
    if total.kind == "count":
        low, high = 0, len(parts)
    elif total.kind == "sum":
        low, high = spans_of(ruleset)[total.id]
        high += reach_of(high)
    return axis_over(low, high, is_last)


def _cut(plan: SumPlan) -> SumPlan:
    """Return the plan without the totals that would need tables of more than `MOST` numbers: they are read alone."""
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
    """Return the maximum slip of a sum of at most `most`: an eighth of it. Chosen by hand."""
    return min(max(SLIPS), max(1, most // 8))


class Cases(Struct, frozen=True, eq=False):
    """The values of a sum of boxes or totals, and the bonuses for each."""

    numbers: Ints
    """int[g]: values of the sum."""
    counts: Ints
    """int[g]: numbers of its parts that are not 0; for a total, 1 if it is not 0."""
    labels: Ints
    """int[g]: row of `points` for each value."""
    points: Ints
    """int[labels, bonuses]: points of each bonus."""
    bonuses: tuple[Total, ...] = ()


@lru_cache(maxsize=256)
def cases_of(bonuses: tuple[Total, ...], axis: Axis, width: int = 1) -> Cases:
    """Return the cases of a sum on an axis for each of `width` counts, with its own bonuses. 0: the sum is a count."""
    numbers = np.tile(axis.numbers, width or 1)
    counts = np.repeat(np.arange(width), axis.size) if width > 1 else (numbers != 0).astype(np.int64)
    amounts = [counts if each.kind == "count" and width else numbers for each in bonuses]
    worth = [[each.bonus(int(amount)) for amount in of] for each, of in zip(bonuses, amounts, strict=True)]
    points, labels = np.unique(np.array(worth, np.int64).reshape(-1, len(numbers)), axis=1, return_inverse=True)
    return Cases(numbers, counts, labels.ravel(), points.T, bonuses)


# the sum-product

WRONG = 1 / 7
"""Probability that a column has a wrong total: it was so for one of the seven finished columns of the real pads at
hand.

Of a hundred wrong sums, 35 have a part left out or counted twice, 20 are off by one of `SLIPS`, 10 by no more than a
box holds, 15 have two digits swapped, and 20 are anything. These shares are a guess: there are no counts. Half of the
wrong bonuses are another bonus of the game.
"""
BLANK, BLANK_NOTHING = 0.2, 0.5
"""Probability that a total is left blank, and that a bonus of 0 is. Chosen by hand."""
LABELS = ""
"""Name of the axis over the cases that bonuses tell apart."""


class Weights(Struct, frozen=True, eq=False):
    """The numbers that may be written in a row, with their weights, or with the derivatives by these weights."""

    numbers: Ints
    """int[n], ascending, without gaps."""
    weights: Floats
    """float[n]: likelihood of the ink if each number is written; for a box, times the prior of the number."""
    blank: float
    """Weight of a blank, which counts 0."""


class Factor(Struct, frozen=True, eq=False):
    """Spectra over the totals that something goes into, or over `LABELS`."""

    axes: tuple[str, ...]
    values: Spectrum
    """Values with a dimension for each axis."""
    pull: Callable[[Spectrum], None] | None = None
    """Function that takes the derivative by `values` back to the rows behind it; None for constants."""


def contracted(factors: Sequence[Factor]) -> Factor:
    """Return the product of factors, summed over `LABELS`."""
    names = {axis: place for place, axis in enumerate(dict.fromkeys(axis for each in factors for axis in each.axes))}
    axes = tuple(axis for axis in names if axis != LABELS)

    def over(parts: Sequence[Factor], taken: Sequence[str]) -> Spectrum:
        if all(each.axes == taken for each in parts):
            return reduce(np.multiply, [each.values for each in parts])
        operands = [each for part in parts for each in (part.values, [names[axis] for axis in part.axes])]
        product: Spectrum = np.einsum(*operands, [names[axis] for axis in taken], order="C", optimize=len(parts) > 1)
        return product

    def pull(derivative: Spectrum) -> None:
        for factor in factors:
            if factor.pull:
                others = [each for each in factors if each is not factor]
                factor.pull(over([Factor(axes, derivative), *others], factor.axes))

    return Factor(axes, over(factors, axes), pull)


def times(one: Factor, other: Factor) -> Factor:
    """Return the product of two factors."""
    return contracted((one, other))


def restored(axis: Axis, spectrum: Spectrum) -> tuple[Spectrum, Callable[[Spectrum], Spectrum]]:
    """Return the values with this spectrum along its first dimension, and the way back for derivatives."""
    if axis.half:

        def back(derivative: Spectrum) -> Spectrum:
            found = np.fft.rfft(derivative, axis=0).conj() * (2 / axis.size)
            found[[0, -1]] /= 2
            return found

        return np.fft.irfft(spectrum, axis.size, axis=0), back
    values = np.fft.ifft(spectrum, axis=0)
    return (values.real if values.ndim == 1 else values), lambda derivative: np.fft.ifft(derivative, axis=0)


def right_of(ruleset: Ruleset) -> float:
    """Return the probability that a total is what its parts come to: with 1 - `WRONG` all sums of a column are."""
    sums = [total for total in ruleset.all_totals.values() if total.kind == "sum"]
    return float((1 - WRONG) ** (1 / max(len(sums), 1)))


@lru_cache(maxsize=256)
def slips_of(size: int, most: int, reach: int, right: float) -> Floats:
    """Return the spectrum of the errors of written sums that are right or off by usual numbers, float[size]."""
    off = np.zeros(size)
    for share, slips in ((0.1, SLIPS), (0.075, SWAPS), (0.05, range(1, most + 1))):
        near = np.array([slip for slip in slips if slip <= reach], np.int64)
        np.add.at(off, np.concatenate([near, -near]), (1 - right) * share / max(len(near), 1))
    off[0] = right
    spectrum: Floats = np.fft.fft(off).real
    return spectrum


def parts_off(parts: Sequence[Weights], size: int, reach: int, right: float) -> Floats:
    """Return the spectrum of the errors of sums with a part left out or counted twice, float[size].

    The value of such a part is judged by its ink alone, not by the sum: a close approximation that needs no larger
    table.
    """
    off = np.zeros(size)
    for row in parts:
        at = (row.numbers > 0) & (row.numbers <= reach)
        share = row.weights[at] / max(float(row.weights.sum()) + row.blank, 1e-30)
        off[row.numbers[at]] += share
        off[size - row.numbers[at]] += share
    spectrum: Floats = np.fft.fft(off * ((1 - right) * 0.35 / max(off.sum(), 1e-30))).real
    return spectrum


class Evidence:
    """The likelihood of all that is read of a column, by the rules of its game, and its derivatives."""

    def __init__(
        self, ruleset: Ruleset, rows: Mapping[str, Weights], extra_yachts: Floats, looks: Mapping[str, Weights]
    ) -> None:
        """Multiply all rows of a column.

        `extra_yachts`, float[n], is the prior of each number of further Yachts. `looks` are the rows by their ink
        alone, for parts of sums that were left out or counted twice.
        """
        self.plan, self.rows, self.looks = plan_of(ruleset), rows, looks
        self.right = right_of(ruleset)
        self.slopes: dict[str, Weights] = {}
        """Derivatives by the weights of each row."""
        factors = [self._of_group(group) for group in self.plan.groups]
        bonus = self.plan.ruleset.extra_yachts
        if bonus:
            points = np.array(worth_of(self.plan.ruleset, bonus))
            factors.append(contracted((Factor((LABELS,), extra_yachts), self._bonus(bonus, points))))
        for total in self.plan.closed:
            parts = [each for each in factors if total.id in each.axes]
            others = [each for each in factors if total.id not in each.axes]
            unknown = Factor((total.id,), (np.arange(self.plan.axes[total.id].length) == 0).astype(float))
            factors = [*others, self._closed(total, reduce(times, parts or [unknown]))]
        whole = reduce(times, factors)
        if whole.pull:
            whole.pull(np.ones(()))
        self.likelihood = float(whole.values.real)

    def _of_group(self, boxes: Sequence[str]) -> Factor:
        """Return the factor of the sum of some boxes, with its bonuses."""
        plan, rows = self.plan, [self.rows[box] for box in boxes]
        riders, sinks = plan.riders[boxes[0]], plan.sinks[boxes[0]]
        counted = any(each.kind == "count" for each in riders) or any(map(plan.is_count, dict(sinks)))
        axis = axis_over(sum(min(0, int(row.numbers[0])) for row in rows), sum(int(row.numbers[-1]) for row in rows))
        shape = (len(boxes) + 1 if counted else 1, axis.size)
        places = [((row.numbers != 0) * int(counted), row.numbers % axis.size) for row in rows]
        grids = np.zeros((len(boxes), *shape))
        for grid, place, row in zip(grids, places, rows, strict=True):
            grid[place] = row.weights
            grid[0, 0] += row.blank
        spectra = np.fft.rfft2(grids)
        one = np.ones_like(spectra[:1])
        before = np.cumprod(np.concatenate([one, spectra]), axis=0)
        after = np.cumprod(np.concatenate([one, spectra[:0:-1]]), axis=0)[::-1]

        def pull(derivative: Spectrum) -> None:
            by_others = (before[:-1] * after).conj() * np.fft.rfft2(derivative.reshape(shape))
            for box, slope, place in zip(boxes, np.fft.irfft2(by_others, shape), places, strict=True):
                self.slopes[box] = Weights(self.rows[box].numbers, slope[place], float(slope[0, 0]))

        weights = np.maximum(np.fft.irfft2(before[-1], shape), 0).ravel()
        return self._emitted(weights, (), cases_of(riders, axis, shape[0]), sinks, pull)

    def _closed(self, total: Total, parts: Factor) -> Factor:
        """Return the factor of a total, from that of its parts and, for a sum, from what is written."""
        axis, place = self.plan.axes[total.id], parts.axes.index(total.id)
        others = tuple(each for each in parts.axes if each != total.id)
        spectrum = np.moveaxis(parts.values, place, 0)
        plan, is_sum = self.plan, total.kind == "sum"
        values, back = self._written(total, axis, spectrum) if is_sum else restored(axis, spectrum)

        def pull(derivative: Spectrum) -> None:
            slope = back(derivative)
            if parts.pull:
                parts.pull(np.moveaxis(slope, 0, place))

        cases = cases_of(plan.riders[total.id], axis) if is_sum else cases_of((total,), axis, 0)
        return self._emitted(values, others, cases, plan.sinks[total.id] if is_sum else (), pull)

    def _written(self, total: Total, axis: Axis, spectrum: Spectrum) -> tuple[Spectrum, Callable[[Spectrum], Spectrum]]:
        """Return the weights of the values of a sum, as written or as its parts make a blank one, and the way back."""
        row = self.rows[total.id]
        beside = (slice(None), *(None,) * (spectrum.ndim - 1))
        seen = np.zeros(axis.size)
        seen[row.numbers % axis.size] = row.weights * (1 - BLANK)
        most, reach = most_in_a_box(self.plan.ruleset), reach_of(int(row.numbers[-1]))
        parts = [look for part, look in self.looks.items() if part in below(self.plan.ruleset, total.id)]
        slips = slips_of(axis.size, most, reach, self.right) + parts_off(parts, axis.size, reach, self.right)
        slips = slips[: axis.length][beside]
        anything, blank = (1 - self.right) / 5 / len(row.numbers), BLANK * row.blank
        right, right_back = restored(axis, spectrum)
        near, near_back = restored(axis, spectrum * slips)
        near = near + anything * right.sum(axis=0)

        def back(slope: Spectrum) -> Spectrum:
            by_number = (slope * near).real.reshape(axis.size, -1).sum(axis=1)[row.numbers % axis.size]
            by_blank = float((slope * right).real.sum())
            self.slopes[total.id] = Weights(row.numbers, by_number * (1 - BLANK), by_blank * BLANK)
            slope_near = seen[beside] * slope
            return right_back(blank * slope + anything * slope_near.sum(axis=0)) + slips * near_back(slope_near)

        return seen[beside] * near + blank * right, back

    def _emitted(
        self, weights: Spectrum, others: tuple[str, ...], cases: Cases, sinks: Sinks, pull: Callable[[Spectrum], None]
    ) -> Factor:
        """Return the factor of a sum with these weights, [g, *others], and of its bonuses, in other totals."""
        earned = (self._bonus(each, cases.points[:, place]) for place, each in enumerate(cases.bonuses))
        shown = self._spread(weights, others, cases, sinks, pull)
        return contracted((shown, Factor((LABELS,), np.ones(len(cases.points))), *earned))

    def _bonus(self, total: Total, points: Ints) -> Factor:
        """Return the factor of a bonus of `points`, int[labels], in the totals that it goes into."""
        row, size = self.rows[total.id], len(points)
        is_right = points[:, None] == row.numbers
        usual = np.isin(row.numbers, worth_of(self.plan.ruleset, total))
        wrong = (1 - self.right) * (usual / usual.sum() + 1 / len(row.numbers)) / 2
        blank = np.where(points == 0, BLANK_NOTHING, BLANK)[:, None]
        seen = (1 - blank) * (self.right * is_right + wrong)
        unseen = blank * (self.right * is_right + (1 - self.right) * (row.numbers == 0))

        def pull(derivative: Spectrum) -> None:
            slope = derivative.reshape(size, -1)
            self.slopes[total.id] = Weights(row.numbers, (slope * seen).sum(axis=0), float((slope * unseen).sum()))

        numbers = np.tile(row.numbers, size)
        labels = np.repeat(np.arange(size), len(row.numbers))
        cases = Cases(numbers, (numbers != 0).astype(np.int64), labels, points[:, None])
        weights = seen * row.weights + unseen * row.blank
        return self._spread(weights.ravel(), (), cases, self.plan.sinks[total.id], pull)

    def _spread(
        self, weights: Spectrum, others: tuple[str, ...], cases: Cases, sinks: Sinks, pull: Callable[[Spectrum], None]
    ) -> Factor:
        """Return the factor, [labels, *sinks, *others], of weights, [g, *others], in all totals that they go into."""
        axes = {sink: self.plan.axes[sink] for sink, _ in sinks}
        amounts = {sink: often * (cases.counts if self.plan.is_count(sink) else cases.numbers) for sink, often in sinks}
        new = [sink for sink in axes if sink not in others]
        turned: Spectrum = np.ones((1,) * weights.ndim)
        for place, sink in enumerate(others, 1):
            if sink in axes:  # it is in this sum already: the same frequencies for both
                length = weights.shape[place]
                turn = np.exp(-2j * np.pi / axes[sink].size * (amounts[sink][:, None] * np.arange(length)))
                turned = turned * turn.reshape(-1, *(length if at == place else 1 for at in range(1, weights.ndim)))
        where = (cases.labels, *(amounts[sink] % axes[sink].size for sink in new))
        sizes = [axes[sink].size for sink in new]
        grid = np.zeros((len(cases.points), *sizes, *weights.shape[1:]), np.result_type(weights, turned))
        np.add.at(grid, where, weights * turned)
        kept = (slice(None), *(slice(axes[sink].length) for sink in new))
        over = range(1, 1 + len(new))
        spectra = np.fft.fftn(grid, axes=over)[kept] if new else grid

        def back(derivative: Spectrum) -> None:
            slope: Spectrum = derivative
            if new:
                slope = np.zeros(grid.shape, complex)
                slope[kept] = derivative
                slope = np.fft.fftn(slope, axes=over)
            slope = slope[where] * turned
            pull(slope if np.iscomplexobj(weights) else slope.real)

        return Factor((LABELS, *new, *others), spectra, back)
