"""The reading of a column from the probabilities of each box and total, and from the rules of the game.

The ink is judged first. The rules choose among the readings that the ink of a place leaves open, never against it: a
plain number that breaks the rules is a finding of the checker.

The probabilities are exact. Sums are generating functions, kept as their values at roots of unity (spectra): to add
numbers, spectra are multiplied. The likelihood of a column is linear in the weight of each value of each row. Its
derivatives by the weights, times the weights, are therefore the posterior probabilities, and each step here can take a
derivative back (`pull`). A derivative d by a complex x means that the likelihood is the real part of the sum of d * x.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import groupby
from math import prod
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import all_rolls, ways
from sheetgen.rules.ruleset import Ruleset, Total, below, boxes_of
from sheetgen.rules.scoring import add_up, points_of_rolls
from sheetgen.scan.digits import LEAST

# sums as spectra

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
"""Maximum number of parts of a sum with values beyond their maximum: more make its axis too long. Chosen by hand."""


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

    Boxes take any number of two digits, bonuses twice their points, and sums all that these can add up to.
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
    """The possible sums of the parts of a total, from `low` on: each is at its remainder by the even `size`."""

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
    return Axis(low, power * 3 // 4 if high - low < power * 3 // 4 else power, half)  # 2^k or 3 * 2^k


class SumPlan(Struct, frozen=True, eq=False):
    """The totals of a game, with the boxes and totals that go into each."""

    ruleset: Ruleset
    groups: tuple[tuple[str, ...], ...]
    """Groups of boxes that go into the same totals: only their sum, and the number that is not 0, matters to these."""
    riders: Mapping[str, tuple[Total, ...]]
    """Bonuses that depend on a sum alone, or on the first box of a group: they are found with it."""
    sinks: Mapping[str, Sinks]
    """Totals that each box and total goes into, without its riders."""
    closed: tuple[Total, ...]
    """Totals that are no riders, in card order: sums, and bonuses that depend on several rows."""
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
        if prod(plan.axes[each].size for each in table) > MOST:  # the longest axis goes, the half one last
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
"""Probability that a column has a wrong total, as in one of the seven finished columns of the real pads at hand.

Of a hundred wrong sums, 35 have a part left out or counted twice. 20 are off by one of `SLIPS`, 10 by no more than a
box holds. 15 have two digits swapped, and 20 are anything. These shares are a guess: there are no counts. Half of the
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
                others = [each for each in factors if each is not factor]  # derivative of a product
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
            found[[0, -1]] /= 2  # all others count for themselves and for their mirror image
            return found

        return np.fft.irfft(spectrum, axis.size, axis=0), back
    values = np.fft.ifft(spectrum, axis=0)
    return (values.real if values.ndim == 1 else values), lambda derivative: np.fft.ifft(derivative, axis=0)


def right_of(ruleset: Ruleset) -> float:
    """Return the probability that a total is the sum of its parts: with 1 - `WRONG` all sums of a column are right."""
    sums = [total for total in ruleset.all_totals.values() if total.kind == "sum"]
    return float((1 - WRONG) ** (1 / max(len(sums), 1)))


@lru_cache(maxsize=256)
def slips_of(size: int, most: int, reach: int, right: float) -> Floats:
    """Return the spectrum of the errors of written sums that are right or off by usual numbers, float[size]."""
    off = np.zeros(size)
    for share, slips in ((0.1, SLIPS), (0.075, SWAPS), (0.05, range(1, most + 1))):
        near = np.array([slip for slip in slips if slip <= reach], np.int64)
        np.add.at(off, np.concatenate([near, -near]), (1 - right) * share / max(len(near), 1))
    off[0] = right  # no error
    return np.asarray(np.fft.fft(off).real)


def parts_off(parts: Sequence[Weights], size: int, reach: int, right: float) -> Floats:
    """Return the spectrum of the errors of sums with a part left out or counted twice, float[size].

    The value of such a part is judged by its ink alone, not by the sum: a close approximation that needs no larger
    table.
    """
    off = np.zeros(size)
    for row in parts:
        at = (row.numbers > 0) & (row.numbers <= reach)
        share = row.weights[at] / max(float(row.weights.sum()) + row.blank, 1e-30)
        off[row.numbers[at]] += share  # counted twice; below: left out
        off[size - row.numbers[at]] += share
    return np.asarray(np.fft.fft(off * ((1 - right) * 0.35 / max(off.sum(), 1e-30))).real)


class Evidence:
    """Likelihood of the readings of a column by the rules of its game, and its derivatives."""

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
        whole = reduce(times, factors)  # all axes are closed: a single number
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
        before = np.cumprod(np.concatenate([one, spectra]), axis=0)  # products of all boxes before and after each
        after = np.cumprod(np.concatenate([one, spectra[:0:-1]]), axis=0)[::-1]

        def pull(derivative: Spectrum) -> None:
            by_others = (before[:-1] * after).conj() * np.fft.rfft2(derivative.reshape(shape))
            for box, slope, place in zip(boxes, np.fft.irfft2(by_others, shape), places, strict=True):
                self.slopes[box] = Weights(self.rows[box].numbers, slope[place], float(slope[0, 0]))

        weights = np.maximum(np.fft.irfft2(before[-1], shape), 0).ravel()  # rounding may leave numbers below 0
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
        """Return the weights of the values of a sum (of a blank one by its parts), and the function for derivatives."""
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
        near = near + anything * right.sum(axis=0)  # any number at all may be written

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
        """Return the factor of a sum and its bonuses, in the totals that they go into. `weights` are [g, *others]."""
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
        """Return the factor of weights, [g, *others], in all totals that they go into: [labels, *sinks, *others]."""
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


# the reading of a column

SURE = 0.994
"""Probability from which on a value is sure. Chosen by hand on made photos, between questions and errors."""
IMPOSSIBLE = 0.002
"""Probability that a box holds a number that the rules forbid. From a study with made photos."""
THROWN = 0.8
"""Weight of the dice in the prior of a box: the root of the number of rolls with a value. What is missing to 1 is the
same for all values. Chosen by hand, since players choose their boxes."""
LEFT_BLANK, BEGUN = 0.01, 0.9
"""Probability that a box is blank: in a column that was played, and in one that is mostly blank because the game has
only begun. A dash is not blank, it counts 0. Chosen by hand."""
NOT_PLAYED = 0.2
"""Probability that a column was not played at all. Chosen by hand."""
FURTHER_YACHT = 0.1
"""Ratio of the probabilities of one further Yacht and one fewer. Chosen by hand."""
SIGN = 0.02
"""Probability that a minus is missed, or seen where there is none. Chosen by hand."""
FLAT_ONE = 0.9
"""Probability that a minus before a digit is a 1, where nothing is below 0; else it is a fleck. Chosen by hand."""
HOOKED, LIKE_SEVEN = 0.05, 0.9
"""Probability that a hand writes ones like sevens, as in Europe, where sevens have a bar; and the share of its ones
that look so. Chosen by hand."""
NOTHING: Mapping[str, float] = {"0": 0.6, "-": 0.25, "/": 0.15}
"""Probabilities that a hand writes a 0, a dash, or a slash for nothing. Chosen by hand."""
SELDOM = 0.05
"""Factor of the probability of the other two marks, which one hand rarely mixes. Chosen by hand."""
OPEN = 1000.0
"""Maximum odds by the ink against a reading that stays open for the rules.

Of 3,918 places on 68 made photos, 2 held a number with larger odds against it; in none of these was the ink plain.
"""
SLASH, ONE = 10.0, 3.0
"""Maximum odds by the ink against a slash, and against a 1, at which a box with 0 or 1 is unsure. Chosen by hand."""
EVEN = 1.2
"""Maximum odds by the ink against a value that is sure. Chosen by hand: enough for a 1 that looks like a 7."""
FAINT = 0.1
"""Probability by the ink alone that no value of an illegible place reaches. Chosen by hand."""
SHOWN, SMALLEST = 5, 0.001
"""Maximum number of values that are listed as likely, and their minimum probability. Chosen by hand."""


class Seen(Struct, frozen=True, eq=False):
    """Reading of a cell alone."""

    read: NDArray[np.floating]
    """float[n + 11], log-probabilities: of the numbers 0 to n - 1; of an empty cell or a mark for nothing; of a cell
    that is struck or cannot be read, which may hold any number; and of -9 to -1."""
    ink: float = 0.5
    """Probability that there is ink: a cell with ink and no number is a mark, which counts 0, without ink it is
    blank."""
    level: bool | None = None
    """Flag: the ink is wider than high, so that a mark is a dash, and else a slash. None: it may be either."""


Likely = tuple[tuple[int | None, float], ...]
"""Values with their probabilities, best first, None for a blank: at most `SHOWN`, all but the first above
`SMALLEST`."""


class BoxRead(Struct, frozen=True):
    """Reading of a box or a total."""

    value: int | None
    """Value that was read; the likeliest one by the ink alone where it is unsure. None: blank, or illegible."""
    sure: bool
    likely: Likely
    """Values by the ink and the rules."""
    looks: Likely
    """Values by the ink alone, with the one that the rules make likeliest; empty if it is illegible."""

    @property
    def has_default(self) -> bool:
        """Check whether the ink alone and the rules make the same value likelier than all others together."""
        (value, chance), *_ = self.likely
        return chance > 0.5 and dict(self.looks[:1]).get(value, 0) > 0.5


def posterior(
    ruleset: Ruleset,
    seen: Mapping[str, Seen],
    *,
    confirmed: Mapping[str, int | None] | None = None,
) -> dict[str, BoxRead]:
    """Read each row of `seen` or `confirmed`, by the ids of boxes and totals.

    `confirmed` are the answers of a person. A value is sure from `SURE` on unless the ink alone prefers another.
    """
    confirmed = confirmed or {}
    shown = [row for row in ruleset.rows if row in seen or row in confirmed]
    sevens = {row: replace(each, read=hooked(each.read)) for row, each in seen.items()}
    hands = [
        (share * often, looks_in(ruleset, ones, confirmed, nothing))
        for share, ones in ((1 - HOOKED, seen), (HOOKED, sevens))
        for nothing, often in NOTHING.items()
    ]
    inked = [each.ink > SURE for row, each in seen.items() if row in ruleset.boxes]
    left = LEFT_BLANK if 2 * sum(inked) >= len(inked) else BEGUN  # half of the boxes decide
    tried = [chances_of(ruleset, looks, left, shown) for _, looks in hands]
    likely = np.array([each[1] for each in tried]) + np.log([share for share, _ in hands])  # of each hand
    shares: Floats = np.exp(likely - likely.max()) / np.exp(likely - likely.max()).sum()
    found = {}
    for row in shown:
        if row in confirmed:
            certain = ((confirmed[row], 1.0),)
            found[row] = BoxRead(confirmed[row], True, certain, certain)
        else:
            of = mixed([each[0][row] for each in tried], shares)
            looks = mixed([each[row] for _, each in hands], shares)
            found[row] = judged(of, looks, seen[row], row in ruleset.all_totals)
    return found


def hooked(read: NDArray[np.floating]) -> Floats:
    """Return the reading of a cell by a hand whose ones look like sevens: a 1 takes the probability of a 7, too."""
    chances: Floats = np.exp(np.asarray(read, np.float64))
    numbers = np.arange(len(read) - 2 + LEAST)
    for place in (1, 10, 100):
        ones = numbers[(numbers // place % 10 == 1) & (numbers + 6 * place < len(numbers))]
        chances[ones] += LIKE_SEVEN * (chances[ones + 6 * place] - chances[ones])
    return np.log(np.maximum(chances, 1e-300), out=chances)


def mixed(rows: Sequence[Weights], shares: Floats) -> Weights:
    """Return the mean of rows with the same numbers, each with its share, so that it adds up to one."""
    weights = shares @ [row.weights for row in rows]
    blank = float(shares @ [row.blank for row in rows])
    return Weights(rows[0].numbers, weights / (weights.sum() + blank), blank / float(weights.sum() + blank))


def looks_in(
    ruleset: Ruleset, seen: Mapping[str, Seen], confirmed: Mapping[str, int | None], nothing: str
) -> dict[str, Weights]:
    """Return the likelihood of the ink of each row for each possible entry; `nothing` is one of `NOTHING`."""
    rows = {}
    for row, (low, high) in spans_of(ruleset).items():
        numbers = np.arange(low, high + 1)
        told = confirmed.get(row)
        if row in confirmed and (told is None or low <= told <= high):
            rows[row] = Weights(numbers, (numbers == told).astype(float), float(told is None))
        elif row in seen and row not in confirmed:
            rows[row] = looks_of(seen[row], numbers, nothing)
        else:  # the sheet does not have it, or it is far off: a total is not written, a box may be anything
            rows[row] = Weights(numbers, np.full(len(numbers), float(row in ruleset.boxes)), 1.0)
    return rows


def looks_of(seen: Seen, numbers: NDArray[np.int64], nothing: str) -> Weights:
    """Return the likelihood of the ink of a cell for each number, and for a blank, by a hand that writes `nothing`.

    Readings with larger odds against them than `OPEN` have 0.
    """
    chances = np.exp(np.asarray(seen.read, np.float64))
    mark = "-/" if seen.level is None else "-" if seen.level else "/"
    chances[0] *= 1 if nothing == "0" else SELDOM
    size = len(chances) - 2 + LEAST
    plus, minus = slice(1, 1 - LEAST), slice(-1, LEAST - 1, -1)
    if numbers[0] < 0:  # the minus of this row may be missed, or a fleck
        more = SIGN * (chances[minus] - chances[plus])
        chances[plus] += more
        chances[minus] -= more
    else:
        chances[plus] += (1 - FLAT_ONE) * chances[minus]  # the minus is a fleck, or a 1: -3 is 13
        chances[11 : 11 - LEAST] += FLAT_ONE * chances[minus]
        chances[minus] = 0
    known = (numbers >= LEAST) & (numbers < size)
    weights = np.where(known, chances[np.where(known, numbers, 0)], 0)
    unreadable = chances.sum() - chances[size] - weights.sum()  # or no number for this row
    weights += unreadable / size
    weights[numbers == 0] += seen.ink * chances[size] * (1 if nothing in mark else SELDOM)
    blank = float((1 - seen.ink) * chances[size])
    least = max(weights.max(), blank) / OPEN
    return Weights(numbers, np.where(weights < least, 0, weights), blank * (blank >= least))


@lru_cache(maxsize=512)
def prior_of(ruleset: Ruleset, box: str) -> Mapping[int, float]:
    """Return the probability of each value that a box can hold. A 0 is as likely as another value is on average."""
    can = possible_values(ruleset, box)
    falls = dict.fromkeys(can, 0)
    points = points_of_rolls(ruleset.boxes[box].category, ruleset.dice)
    for roll, earned in zip(all_rolls(ruleset.dice.count, ruleset.dice.sides), points, strict=True):
        if earned in falls and earned:
            falls[earned] += ways(roll)
    often = np.sqrt(list(falls.values()))  # players choose the box for a roll, which evens its values out
    often[np.array(can) == 0] = often.sum() / max(len(can) - 1, 1)
    often = THROWN * often / max(often.sum(), 1) + (1 - THROWN * bool(often.any())) / len(can)
    return dict(zip(can, often.tolist(), strict=True))


def chances_of(
    ruleset: Ruleset, looks: Mapping[str, Weights], left: float, shown: Iterable[str]
) -> tuple[dict[str, Weights], float]:
    """Return the probabilities of all possible entries of each row, and the log-likelihood of the whole column.

    `left` is the probability that a box is blank.
    """
    rows, scale, idle = {**looks}, 0.0, 1.0  # idle: the likelihood if nothing is written
    for row, of in looks.items():
        own = 1.0
        if row in ruleset.boxes:  # times its prior, and scaled to a sum of one: products of many would be too small
            prior = prior_of(ruleset, row)
            can = np.array([prior.get(number, 0.0) for number in of.numbers.tolist()])
            chance = np.where(can > 0, (1 - IMPOSSIBLE) * can, IMPOSSIBLE / max((can == 0).sum(), 1)) * (1 - left)
            likely, empty = of.weights * chance, of.blank * left
            own = float(likely.sum() + empty)
            rows[row] = Weights(of.numbers, likely / own, empty / own)
        scale += float(np.log(own))
        idle *= of.blank / own
    yachts: Floats = FURTHER_YACHT ** np.arange(len(ruleset.boxes), dtype=np.float64)
    runs = [(1, Evidence(ruleset, rows, yachts, rows))]
    if ruleset.extra_yachts:  # cards with further ones, but without points for a first one, are subtracted
        boxes = [box.id for box in boxes_of(ruleset.categories[ruleset.extra_yachts.category])]
        none = {
            box: Weights(rows[box].numbers, rows[box].weights * (rows[box].numbers == 0), rows[box].blank)
            for box in boxes
        }
        runs.append((-1, Evidence(ruleset, {**rows, **none}, np.where(yachts < 1, yachts, 0), rows)))
    whole = sum(sign * run.likelihood for sign, run in runs)
    idle *= NOT_PLAYED
    every = idle + (1 - NOT_PLAYED) * whole
    idle /= every
    part = (1 - idle) / whole
    found = {}
    for row in shown:
        each = [(sign * part, run.rows[row], run.slopes[row]) for sign, run in runs]
        weights = np.sum([share * of.weights * slope.weights for share, of, slope in each], axis=0)
        blank = sum(share * of.blank * slope.blank for share, of, slope in each) + idle
        found[row] = Weights(rows[row].numbers, weights, blank)
    return found, float(np.log(max(every, 1e-300))) + scale


def judged(chances: Weights, looks: Weights, seen: Seen, is_total: bool) -> BoxRead:
    """Return the reading of a place from its probabilities, and from those of its ink alone."""
    likely, alone = likeliest(chances), likeliest(looks)
    value, chance = likely[0]
    looked, most = alone[0]
    if value not in dict(alone):
        alone += ((value, looks.blank if value is None else float(looks.weights[value - looks.numbers[0]])),)
    if most < FAINT:  # illegible
        return BoxRead(None, False, likely, ())
    sure = chance >= SURE and EVEN * dict(alone)[value] >= most  # the rules never outvote the ink
    if value is None:  # a blank has no ink
        sure = sure and seen.ink <= 0.5
    elif value in (0, 1) and not is_total:  # a slash and a 1 look alike
        near = np.log(SLASH if value == 0 else ONE)
        sure = sure and min(seen.read[1], seen.read[LEAST - 2]) <= seen.read.max() - near
    return BoxRead(value if sure else looked, bool(sure), likely, alone)


def likeliest(chances: Weights) -> Likely:
    """Return the values with the largest probabilities."""
    every = np.append(chances.weights, chances.blank)
    best = np.argsort(-every, kind="stable")[:SHOWN]
    found = [(int(chances.numbers[at]) if at < len(chances.numbers) else None, float(every[at])) for at in best]
    return (found[0], *(each for each in found[1:] if each[1] > SMALLEST))
