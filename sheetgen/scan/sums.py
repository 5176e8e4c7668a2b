"""The sums of a card: how likely each entry of each row is, by all other rows.

A card is filled in step by step. A box adds its number to the totals that it goes into. A total is
written once all of its parts are there, rightly or not, and adds what is written to later totals. A
table holds the states that the open totals may have after a step, with the likelihood of each; of
many, only the likeliest are kept. Back from the last step, each table learns how likely what
follows is. Both together give the probability of each entry.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset, Total, below
from sheetgen.rules.scoring import Span, add_up, ranges

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# what may be written


class StateLimits(Struct, frozen=True):
    """Limits of the tables of states, which bound the time."""

    most_states: int = 400
    """Maximum number of states of a table. Chosen by hand: a card that is read well has fewer."""
    least_weight: float = 1e-12
    """Minimum likelihood of a state, as a share of that of the likeliest one, by any hand."""
    most_numbers: int = 100
    """Maximum number of entries of a total that are tried besides the right ones. Chosen by
    hand."""
    most_strange: int = 5
    """Maximum number of parts of a sum with values beyond their maximum. Chosen by hand."""


LIMITS = StateLimits()


@lru_cache(maxsize=64)
def most_in_a_box(ruleset: Ruleset) -> int:
    """Return the maximum that any box of the game can hold."""
    return max(possible_values(ruleset, box)[-1] for box in ruleset.boxes)


@lru_cache(maxsize=256)
def worth_of(ruleset: Ruleset, total: Total) -> tuple[int, ...]:
    """Return the values of a bonus.

    For further Yachts, those of none up to one for each other box.
    """
    if total.kind == "extra_yachts":
        points = sum(ruleset.points_of_yacht(box.column) for box in ruleset.boxes.values())
        return tuple(range(0, points, total.points))
    return (0, *(step.points for step in total.steps))


def is_added_up(total: Total) -> bool:
    """Check whether a total is worked out from its parts, and not looked up as a bonus is."""
    return total.kind in ("sum", "difference")


@lru_cache(maxsize=64)
def spans_of(ruleset: Ruleset) -> Mapping[str, Span]:
    """Return the minimum and the maximum that may be written in each row, including mistakes.

    Boxes take any number of two digits, bonuses twice their points, and sums all that these can add
    up to. A difference takes what boxes without mistakes can make.
    """
    usual = {box: possible_values(ruleset, box)[-1] for box in ruleset.boxes}
    """Maximum of each row without mistakes."""
    possible = ranges(ruleset, {box: (0, most) for box, most in usual.items()}, (0, 0))
    spans: dict[str, Span] = {}
    for box in ruleset.boxes:
        spans[box] = (0, max(99, most_in_a_box(ruleset)))
    for row, total in ruleset.all_totals.items():
        if total.kind == "difference":
            spans[row] = possible[row]
            usual[row] = possible[row][1]
        elif total.kind == "sum":
            parts = ruleset.addends[row]
            usual[row] = sum(usual[part] for part in parts)
            lowest = sum(spans[part][0] for part in parts)
            beyond_usual = sorted(spans[part][1] - usual[part] for part in parts)
            spans[row] = (min(0, lowest), usual[row] + sum(beyond_usual[-LIMITS.most_strange :]))
        else:
            worth = worth_of(ruleset, total)
            usual[row] = max(worth)
            high = max(worth)
            if total.steps:
                high = max(9, *(2 * abs(points) for points in worth))
            spans[row] = (-high if min(worth) < 0 else 0, high)
    return spans


# what is written for a right value


class Mistakes(Struct, frozen=True):
    """Probabilities of mistakes in the totals of a column.

    Of a hundred wrong sums, 35 have a part left out or counted twice. 20 are off by one of
    `usual_errors`, 10 by no more than a box holds. 15 have two digits swapped, and 20 are anything.
    These shares are a guess: there are no counts. Half of the wrong bonuses are another bonus of
    the game.
    """

    wrong: float = 1 / 7
    """Probability that a column has a wrong total, as in one of the seven finished columns of the
    real pads at hand."""
    part: float = 0.35
    """Share of wrong sums with a part left out or counted twice."""
    usual: float = 0.2
    """Share of wrong sums that are off by one of `usual_errors`, up or down."""
    swapped: float = 0.15
    """Share of wrong sums that are off by one of `swaps`, up or down."""
    in_a_box: float = 0.1
    """Share of wrong sums that are off by what a box can hold, up or down."""
    usual_errors: tuple[int, ...] = (1, 1, 1, 10, 10, 10, 2, 20, 100)
    """Usual errors of sums: one and a carry three times as often as the others. A guess."""
    swaps: tuple[int, ...] = tuple(range(9, 90, 9))
    """Errors of sums whose last two digits are swapped."""
    blank: float = 0.2
    """Probability that a total is left blank. Chosen by hand, as the numbers below."""
    blank_nothing: float = 0.5
    """Probability that a bonus of 0 is left blank."""
    further_yacht: float = 0.1
    """Ratio of the probabilities of one further Yacht and one fewer."""


MISTAKES = Mistakes()


def right_of(ruleset: Ruleset) -> float:
    """Return the probability that a total is what its parts make.

    With 1 - `MISTAKES.wrong` all sums of a column are right.
    """
    sums = [total for total in ruleset.all_totals.values() if is_added_up(total)]
    return float((1 - MISTAKES.wrong) ** (1 / max(len(sums), 1)))


def reach_of(most: int) -> int:
    """Return the maximum slip of a sum of at most `most`: an eighth of it. Chosen by hand."""
    return min(max(MISTAKES.usual_errors), max(1, most // 8))


@lru_cache(maxsize=256)
def usual_slips(most: int, reach: int) -> Floats:
    """Return the probability of each error of a wrong sum, from -`reach` to `reach`.

    Errors of its parts are not among them. `most` is the maximum that a box holds.
    """
    slips: Floats = np.zeros(2 * reach + 1)
    for share, errors in (
        (MISTAKES.usual, MISTAKES.usual_errors),
        (MISTAKES.swapped, MISTAKES.swaps),
        (MISTAKES.in_a_box, range(1, most + 1)),
    ):
        near = np.array([error for error in errors if error <= reach], np.int64)
        both_ways = reach + np.concatenate([near, -near])
        np.add.at(slips, both_ways, share / 2 / max(len(near), 1))
    return slips


class Weights(Struct, frozen=True, eq=False):
    """The entries of a row, with their likelihoods by each of several hands."""

    numbers: Ints
    """int[n], ascending, without gaps: the numbers that may be written."""
    weights: Floats
    """float[hands, n]: likelihood of the ink if each number is written; for a box, times the prior
    of the number."""
    blank: Floats
    """float[hands]: likelihood of a blank, which counts 0."""


# the steps

_TIMES = " times"
"""End of the name of the multiplier of a difference among the open totals."""


class Share(Struct, frozen=True):
    """Place in which a row counts."""

    axis: str
    """Id of a total, with `_TIMES` for its multiplier."""
    times: int
    counted: bool = False
    """Flag: only whether the row holds points counts."""

    def of(self, amounts: Ints) -> Ints:
        """Return what these numbers of the row add."""
        return self.times * ((amounts != 0) if self.counted else amounts)


@lru_cache(maxsize=64)
def shares_of(ruleset: Ruleset) -> Mapping[str, tuple[Share, ...]]:
    """Return the places in which each row counts."""
    shares: dict[str, list[Share]] = {row: [] for row in ruleset.rows}
    for total in ruleset.all_totals.values():
        parts = [*ruleset.addends[total.id]]
        if total.kind == "extra_yachts":
            parts = [box.id for box in ruleset.boxes_with(total.category)]
        if total.times:  # the last part is the multiplier
            shares[parts.pop()].append(Share(total.id + _TIMES, 1))
        signs = Counter(parts)
        for part in parts[len(parts) - total.taken :]:  # the last ones are subtracted
            signs[part] -= 2
        is_counted = total.kind in ("count", "extra_yachts")
        for part, times in signs.items():
            shares[part].append(Share(total.id, times, is_counted))
    return {row: tuple(own) for row, own in shares.items()}


@lru_cache(maxsize=64)
def steps_of(ruleset: Ruleset) -> tuple[Total, ...]:
    """Return all totals, each after its parts, in an order in which few are open at a time."""
    axes_of: dict[str, frozenset[str]] = {}
    for row, shares in shares_of(ruleset).items():
        axes_of[row] = frozenset(share.axis for share in shares)
    tables = [axes_of[box] for box in ruleset.boxes]
    """Open totals of each table, as in `Card`."""
    left = dict(ruleset.all_totals)
    steps: list[Total] = []
    while left:
        open_after: dict[str, frozenset[str]] = {}
        for total in left.values():
            if left.keys().isdisjoint(ruleset.addends[total.id]):
                own = (table for table in tables if total.id in table)
                closed = {total.id, total.id + _TIMES}
                joined = frozenset[str]().union(*own)
                open_after[total.id] = (joined - closed) | axes_of[total.id]
        following = min(open_after, key=lambda total: len(open_after[total]))
        steps.append(left.pop(following))
        tables = [table for table in tables if following not in table]
        tables.append(open_after[following])
    return tuple(steps)


class StateTable:
    """The likely states of open totals after a step."""

    def __init__(self, axes: tuple[str, ...], states: Ints, weights: Floats) -> None:
        """Keep `states`, int[n, axes], and their `weights`, float[hands, n]."""
        self.axes = axes
        self.states = states
        self.weights = weights
        self.after: Floats = np.zeros_like(weights)
        """float[hands, n]: likelihood of all entries outside of the table, for each state."""

    def amounts(self, axis: str) -> Ints:
        """Return what an open total has so far, int[n]."""
        if axis in self.axes:
            return np.asarray(self.states[:, self.axes.index(axis)])
        return np.zeros(len(self.states), np.int64)

    def states_on(self, axes: tuple[str, ...]) -> Ints:
        """Return the states with other axes, int[n, axes].

        Without some, and with a 0 for new ones.
        """
        if not axes:
            return self.states[:, :0]
        return np.stack([self.amounts(axis) for axis in axes], axis=-1)


class SumStep:
    """Step from each state of one table and each of another to the states of a new one."""

    def __init__(
        self,
        first: StateTable,
        second: StateTable,
        axes: tuple[str, ...],
        states: Ints,
        chances: Floats | None = None,
    ) -> None:
        """Add up the likelihoods of the pairs, [n, m], that lead to the same state.

        `states`, int[n, m, axes], are those that they lead to, and `chances`, float[n, m], the
        probability of each.
        """
        self.first = first
        self.second = second
        self.chances = chances
        pairs = first.weights[:, :, None] * second.weights[:, None, :]
        if chances is not None:
            pairs *= chances
        pairs = pairs.reshape(len(pairs), -1)
        states = states.reshape(pairs.shape[1], len(axes))
        # pairs of the same state come one after the other
        order = np.lexsort((*states.T, np.zeros(len(states))))
        states = states[order]
        is_first = np.append(True, (states[1:] != states[:-1]).any(axis=1))
        starts = np.flatnonzero(is_first)
        weights = np.add.reduceat(pairs[:, order], starts, axis=1)
        # the likeliest states by any hand are kept
        largest = np.maximum(weights.max(axis=1, keepdims=True), 1e-300)
        relative = (weights / largest).max(axis=0)
        best = np.argsort(-relative, kind="stable")[: LIMITS.most_states]
        kept = np.sort(best[relative[best] > LIMITS.least_weight])
        places = np.full(len(starts), len(kept))
        places[kept] = np.arange(len(kept))
        self.places = np.empty(len(states), np.int32)
        """int[n * m]: state to which each pair leads; the number of states for one that was left
        out."""
        self.places[order] = np.repeat(places, np.diff(np.append(starts, len(states))))
        most = float(weights.max())
        self.scale = float(np.log(most))
        self.table = StateTable(axes, states[starts[kept]], weights[:, kept] / most)

    def go_back(self) -> None:
        """Give both tables the likelihood of what comes after the step."""
        after = np.append(self.table.after, np.zeros((len(self.table.after), 1)), axis=1)
        pairs = after[:, self.places].reshape(-1, len(self.first.states), len(self.second.states))
        if self.chances is not None:
            pairs *= self.chances
        self.first.after = np.matmul(pairs, self.second.weights[:, :, None])[:, :, 0]
        self.second.after = np.matmul(self.first.weights[:, None, :], pairs)[:, 0]
        for table in (self.first, self.second):  # only its shares matter
            table.after /= max(float(table.after.max()), 1e-300)


class Card:
    """How likely a card is, and each number in each of its rows, given that its sums are right."""

    def __init__(
        self, ruleset: Ruleset, rows: Mapping[str, Weights], parts: Mapping[str, Floats]
    ) -> None:
        """Weigh all `rows` of a card.

        `parts` are the probabilities of the numbers of each row by its ink alone.
        """
        self.ruleset = ruleset
        self.rows = rows
        self.parts = parts
        self.right = right_of(ruleset)
        self.hands = len(next(iter(rows.values())).blank)
        self.entries: dict[str, tuple[Ints, StateTable]] = {}
        """Numbers of each row that were tried, and the table of its entries: these numbers, then
        blanks."""
        self.steps: list[SumStep] = []
        tables = [self._box(box) for box in ruleset.boxes]
        for total in steps_of(ruleset):
            own = [table for table in tables if total.id in table.axes]
            tables = [table for table in tables if total.id not in table.axes]
            tables.append(self._with_total(total, self._joined_tables(own)))
        last = self._joined_tables(tables)
        scale = sum(step.scale for step in self.steps)
        self.log_likelihoods: Floats = np.log(np.maximum(last.weights.sum(axis=1), 1e-300)) + scale
        last.after = np.ones_like(last.weights)
        for step in reversed(self.steps):
            step.go_back()

    def chances(self, row: str, hands: Floats) -> dict[int | None, float]:
        """Return the probability of each entry of a row; None is a blank.

        `hands` are the weights of the hands.
        """
        numbers, table = self.entries[row]
        shares = hands @ (table.weights * table.after)
        shares /= shares.sum()
        chances: dict[int | None, float] = {}
        for number, share in zip(numbers.tolist(), shares.tolist(), strict=False):
            chances[number] = share
        chances[None] = float(shares[len(numbers) :].sum())  # the others are blanks
        return chances

    def _take_step(self, step: SumStep) -> StateTable:
        """Return the table that a step leads to; the step is kept for the way back."""
        self.steps.append(step)
        return step.table

    def _box(self, box: str) -> StateTable:
        """Return the table of the entries of a box."""
        row = self.rows[box]
        shares = shares_of(self.ruleset)[box]
        at = np.flatnonzero(row.weights.any(axis=0))
        numbers = row.numbers[at]
        amounts = np.append(numbers, 0)  # a blank counts 0
        states = np.zeros((len(amounts), len(shares)), np.int64)
        for place, share in enumerate(shares):
            states[:, place] = share.of(amounts)
        axes = tuple(share.axis for share in shares)
        weights = np.append(row.weights[:, at], row.blank[:, None], axis=1)
        table = StateTable(axes, states, weights)
        self.entries[box] = numbers, table
        return table

    def _joined_tables(self, tables: Sequence[StateTable]) -> StateTable:
        """Return one table for several; those with the same open totals come first."""
        ordered = sorted(tables, key=lambda table: (len(table.axes), table.axes, len(table.states)))
        joined = StateTable((), np.zeros((1, 0), np.int64), np.ones((self.hands, 1)))
        for table in ordered:
            axes = tuple(dict.fromkeys((*joined.axes, *table.axes)))
            states = joined.states_on(axes)[:, None] + table.states_on(axes)
            joined = self._take_step(SumStep(joined, table, axes, states))
        return joined

    def _with_total(self, total: Total, table: StateTable) -> StateTable:
        """Return the table after a total is written, from that of its parts."""
        if total.kind == "extra_yachts":
            table = self._with_further_yachts(total, table)
        rights = worked_out(total, table)
        row = self.rows[total.id]
        at = self._tried_numbers(row, rights)
        numbers = row.numbers[at]
        chances, follows = self._entries_of(total, rights, numbers)
        # what each entry counts, [right values, entries]: a number itself, a blank as it follows
        written = np.tile(np.append(numbers, np.zeros(len(follows), np.int64)), (len(rights), 1))
        for place, does_follow in enumerate(follows, len(numbers)):
            written[:, place] = rights * does_follow
        blanks = np.repeat(row.blank[:, None], len(follows), axis=1)
        weights = np.append(row.weights[:, at], blanks, axis=1)
        entries = StateTable((), np.zeros((written.shape[1], 0), np.int64), weights)
        self.entries[total.id] = numbers, entries
        closed = (total.id, total.id + _TIMES)
        still_open = [axis for axis in table.axes if axis not in closed]
        shares = shares_of(self.ruleset)[total.id]
        axes = tuple(dict.fromkeys([*still_open, *(share.axis for share in shares)]))
        states = np.repeat(table.states_on(axes)[:, None], written.shape[1], axis=1)
        for share in shares:
            states[:, :, axes.index(share.axis)] += share.of(written)
        return self._take_step(SumStep(table, entries, axes, states, chances))

    def _tried_numbers(self, row: Weights, rights: Ints) -> Ints:
        """Return the indices of the numbers of a total that are tried.

        Of many, the likeliest by the ink and those that are right are.
        """
        at = np.flatnonzero(row.weights.any(axis=0))
        if len(at) <= LIMITS.most_numbers:
            return at
        order = np.argsort(-row.weights.max(axis=0)[at], kind="stable")
        likeliest = at[order[: LIMITS.most_numbers]]
        return np.union1d(likeliest, at[np.isin(row.numbers[at], rights)])

    def _with_further_yachts(self, total: Total, table: StateTable) -> StateTable:
        """Return a table with the bonuses for further Yachts.

        They are in place of the boxes with a first one.
        """
        points = np.array(worth_of(self.ruleset, total))
        # the fewest Yachts that earn as much
        most = max(map(self.ruleset.points_of_yacht, self.ruleset.columns))
        further = -(-points // most)
        needed = len(self.ruleset.columns) if self.ruleset.yachts_of_all_columns else 1
        has_first = table.amounts(total.id)[:, None] >= needed
        chances = MISTAKES.further_yacht**further * (has_first | (further == 0))
        no_states = np.zeros((len(points), 0), np.int64)
        counts = StateTable((), no_states, np.ones((self.hands, len(points))))
        axes = tuple(dict.fromkeys((*table.axes, total.id)))
        states = np.repeat(table.states_on(axes)[:, None], len(points), axis=1)
        states[:, :, axes.index(total.id)] = points
        return self._take_step(SumStep(table, counts, axes, states, chances))

    def _entries_of(self, total: Total, rights: Ints, numbers: Ints) -> tuple[Floats, list[bool]]:
        """Return the probability of each entry of a total for each right value.

        It is float[n, numbers and blanks]. For each blank there is a flag: the right value counts
        on. A bonus that was forgotten counts 0.
        """
        row = self.rows[total.id]
        wrong = 1 - self.right
        is_right = rights[:, None] == numbers
        if is_added_up(total):
            reach = reach_of(int(row.numbers[-1]))
            most = most_in_a_box(self.ruleset)
            slips = wrong * (usual_slips(most, reach) + self._parts_off(total, reach))
            off = numbers - rights[:, None]
            slipped = np.where(abs(off) <= reach, slips[np.clip(off + reach, 0, 2 * reach)], 0)
            anything = wrong / 5 / len(row.numbers)  # the rest of the shares of `MISTAKES`
            chances = (1 - MISTAKES.blank) * (self.right * is_right + slipped + anything)
            blank = np.full((len(rights), 1), MISTAKES.blank)
            return np.append(chances, blank, axis=1), [True]
        worth = worth_of(self.ruleset, total)
        another = np.isin(numbers, worth) / np.isin(row.numbers, worth).sum()
        chances = self.right * is_right + wrong * (another + 1 / len(row.numbers)) / 2
        blank = np.where(rights == 0, MISTAKES.blank_nothing, MISTAKES.blank)[:, None]
        parts = [(1 - blank) * chances, blank * self.right, blank * wrong]
        return np.concatenate(parts, axis=1), [True, False]

    def _parts_off(self, total: Total, reach: int) -> Floats:
        """Return the probability of each error with a part left out or counted twice.

        Errors go from -`reach` to `reach`.
        """
        shares: Floats = np.zeros(reach + 1)
        for part in below(self.ruleset, total.id):
            numbers, chances = self.rows[part].numbers, self.parts[part]
            inside = (numbers > 0) & (numbers <= reach)
            shares[numbers[inside]] += chances[inside]
        both = np.append(shares[:0:-1], shares)
        return np.asarray(MISTAKES.part * both / max(float(both.sum()), 1e-30))


def worked_out(total: Total, table: StateTable) -> Ints:
    """Return the right value of a total for each state of the table of its parts, int[n]."""
    amounts = table.amounts(total.id)
    if total.kind in ("sum", "extra_yachts"):
        return amounts
    if total.kind != "difference":
        return np.array([total.bonus(amount) for amount in amounts.tolist()], np.int64)
    nothing = (0,) * total.taken  # what is taken is in the amounts already
    factors = table.amounts(total.id + _TIMES).tolist()
    values = []
    for amount, factor in zip(amounts.tolist(), factors, strict=True):
        parts = (amount, *nothing, factor) if total.times else (amount, *nothing)
        values.append(add_up(total, parts))
    return np.array(values, np.int64)
