"""Counters: facts besides the full boxes that later turns depend on, such as the sum for a bonus.

They follow from the ruleset: what a bonus depends on, from its totals; what an entry depends on,
from `rules`.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct, field

from sheetgen.errors import Message, unknown
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Column, Ruleset, column_alone
from sheetgen.rules.scoring import next_boxes


class SumCounter(Struct, frozen=True):
    """A total as a weighted sum of boxes, bonuses and further Yachts."""

    boxes: Mapping[str, int] = field(default_factory=dict)
    yachts: int = 0
    """Factor of the bonus for further Yachts."""
    steps: Mapping[str, int] = field(default_factory=dict)
    """Factor of each total with steps."""
    differences: tuple[str, ...] = ()
    """Differences among its addends, which are no such sum: a state would have to hold all of their
    addends."""


def sum_of(
    ruleset: Ruleset, parts: Iterable[str], without: frozenset[str] = frozenset()
) -> SumCounter:
    """Return the sum of some boxes and totals, without the bonuses in `without`."""
    boxes: dict[str, int] = {}
    steps: dict[str, int] = {}
    yachts, differences = 0, tuple[str, ...]()
    for part in parts:
        total = ruleset.all_totals.get(part)
        if total is None:
            boxes[part] = boxes.get(part, 0) + 1
        elif part in without:
            continue
        elif total.kind == "extra_yachts":
            yachts += 1
        elif total.steps:
            steps[part] = steps.get(part, 0) + 1
        elif total.kind == "difference":
            differences += (part,)
        else:
            inner = sum_of(ruleset, ruleset.addends[part], without)
            boxes |= {box: boxes.get(box, 0) + times for box, times in inner.boxes.items()}
            steps |= {each: steps.get(each, 0) + times for each, times in inner.steps.items()}
            yachts += inner.yachts
            differences += inner.differences
    return SumCounter(boxes, yachts, steps, tuple(dict.fromkeys(differences)))


class Amount(Struct, frozen=True, eq=False, dict=True):
    """A sum of points, or a number of boxes with points, that a bonus depends on.

    Amounts that certainly lead to the same bonus are one value: those that have reached the last
    step, and those between two steps of which the next is out of reach.
    """

    weights: Mapping[str, int]
    yachts: int
    """Factor of the bonus for further Yachts."""
    most: int
    counts: bool
    """Flag: it counts boxes, not points."""
    everywhere: tuple[str, ...]
    """All boxes of the card."""
    steps: tuple[int, ...] = ()
    """Steps of the bonus, if this amount alone decides which is reached."""
    largest: Mapping[str, int] = {}
    """Maximum that each box adds."""
    least: Mapping[str, int] = {}
    """Minimum that each box adds, where that is below 0."""
    by_rules: bool = False
    _room: dict[frozenset[str], tuple[int, int]] = field(default_factory=dict)

    @property
    def scope(self) -> tuple[str, ...]:
        """Boxes of the sum; all boxes of the card if further Yachts count in it."""
        return self.everywhere if self.yachts else tuple(self.weights)

    def after(self, value: int, box: str, points: int, bonus: int, filled: frozenset[str]) -> int:
        """Return the sum after an entry."""
        if not self.yachts and box not in self.weights:
            return value
        worth = int(points != 0) if self.counts else points
        low, high = self._room.get(filled) or self._room.setdefault(filled, self._ends(filled))
        value = min(value + self.weights.get(box, 0) * worth + self.yachts * bonus, self.most - low)
        if not self.steps:
            return value
        least, most = value + low, value + high
        for step in self.steps:
            if least < step <= most:
                return value
        return max(
            (step - low for step in self.steps if step - low <= value),
            default=min(0, self.steps[0] - 1 - high),
        )

    def _ends(self, filled: frozenset[str]) -> tuple[int, int]:
        """Return the minimum, 0 or less, and the maximum that the open boxes add."""
        ends = (self.least, self.largest)
        low, high = (
            sum(worth for each, worth in end.items() if each not in filled) for end in ends
        )
        return low, high


class HasScored(Struct, frozen=True):
    """Flag: this category has scored. Yacht bonuses and `needs` depend on it."""

    scope: tuple[str, ...]
    by_rules: bool = True

    def after(self, value: int, box: str, points: int, bonus: int, filled: frozenset[str]) -> int:
        """Return 1 after the first entry other than 0."""
        return 1 if box in self.scope and points else value

    def card(self, value: int, filled: Iterable[str]) -> dict[str, int]:
        """Return entries that have the same meaning for `rules`."""
        return dict.fromkeys(filled, value)


_BASE, _SHIFT = 1 << 40, 1 << 39
"""Base and offset by which a minimum and a maximum are stored as one number; points are far below 2
** 39."""


class Bound(Struct, frozen=True):
    """Minimum and maximum of a category's points, while one that is bound to it is open."""

    own: tuple[str, ...]
    others: tuple[str, ...]
    by_rules: bool = True

    @property
    def scope(self) -> tuple[str, ...]:
        """Its boxes, and those of the categories bound to it."""
        return (*self.own, *self.others)

    def after(self, value: int, box: str, points: int, bonus: int, filled: frozenset[str]) -> int:
        """Return minimum and maximum after an entry; 0 once all bound boxes are full."""
        if filled.issuperset(
            self.others
        ):  # no open box is bound, so that the points do not matter: fewer states
            return 0
        if box not in self.own or not points:
            return value
        own = points + _SHIFT  # above 0, so that divmod separates both numbers
        least, most = divmod(value, _BASE) if value else (own, own)
        return min(least, own) * _BASE + max(most, own)

    def card(self, value: int, filled: Iterable[str]) -> dict[str, int]:
        """Return entries that have the same meaning for `rules`.

        Two boxes have the minimum and the maximum.
        """
        least, most = (each - _SHIFT for each in divmod(value, _BASE)) if value else (0, 0)
        ids = [box for box in filled if box in self.own]
        return dict(zip(ids, [least, *[most] * (len(ids) - 1)], strict=True)) if ids else {}


Counter = Amount | HasScored | Bound
"""A fact that is carried from turn to turn, as one number.

`scope` are the boxes that change it. `by_rules` is set if possible entries or their points depend
on it. `after` returns its value after an entry of `points` with `bonus` for a further Yacht; then
the boxes `filled` are full.
"""


class Goal(Struct, frozen=True, eq=False, dict=True):
    """The total that a player maximizes, and the facts that it depends on."""

    ruleset: Ruleset
    total: str = "total"
    without: frozenset[str] = frozenset()
    """Bonuses that do not count."""

    @cached_property
    def sum(self) -> SumCounter:
        """The total as a weighted sum."""
        return sum_of(self.ruleset, (self.total,), self.without)

    @cached_property
    def stepped(self) -> tuple[str, ...]:
        """Totals with steps that the goal depends on, each after those it depends on itself."""
        found: dict[str, None] = {}

        def visit(steps: Iterable[str]) -> None:
            for total in steps:
                for part in self.sums_of_total[total]:
                    visit(part.steps)
                found[total] = None

        visit(self.sum.steps)
        return tuple(found)

    @cached_property
    def sums_of_total(self) -> dict[str, tuple[SumCounter, ...]]:
        """Sums that each total with steps adds up.

        A total that counts boxes has one for all boxes, and one for each total.
        """
        ruleset = self.ruleset
        parts: dict[str, tuple[SumCounter, ...]] = {}
        for total in ruleset.all_totals.values():
            if not total.steps:
                continue
            addends = ruleset.addends[total.id]
            if total.kind == "threshold":
                parts[total.id] = (sum_of(ruleset, addends, self.without),)
                continue
            boxes = [part for part in addends if part in ruleset.boxes]
            sums = [sum_of(ruleset, boxes)]
            for part in addends:
                if part not in ruleset.boxes:
                    sums.append(sum_of(ruleset, (part,), self.without))
            parts[total.id] = tuple(sums)
        return parts

    @cached_property
    def amounts(self) -> tuple[tuple[str, int, Amount], ...]:
        """Amounts to carry: the total with steps, the number of its part, and the counter."""
        all_totals = self.ruleset.all_totals
        amounts: list[tuple[str, int, Amount]] = []
        for total in self.stepped:
            last_step = all_totals[total].steps[-1]
            for place, part in enumerate(self.sums_of_total[total]):
                lowest = 0  # that bonuses can add
                for bonus, times in part.steps.items():
                    points = [step.points for step in all_totals[bonus].steps]
                    lowest += times * min(0, *points)
                most = (last_step.at_least if place == 0 else 1) - lowest
                amounts.append((total, place, self._amount(total, place, part, max(0, most))))
        return tuple(amounts)

    def _amount(self, total: str, place: int, part: SumCounter, most: int) -> Amount:
        whole = self.ruleset.all_totals[total]
        counts = whole.kind == "count" and place == 0
        alone = not part.yachts and len(self.sums_of_total[total]) == 1 and not part.steps
        steps = tuple(step.at_least for step in whole.steps) if alone else ()
        ends = {box: (0, 1) if counts else possible_values(self.ruleset, box) for box in part.boxes}
        largest = {box: times * ends[box][-1] for box, times in part.boxes.items()}
        least = {box: times * ends[box][0] for box, times in part.boxes.items() if ends[box][0] < 0}
        return Amount(
            part.boxes, part.yachts, most, counts, tuple(self.ruleset.boxes), steps, largest, least
        )

    @property
    def differences(self) -> tuple[str, ...]:
        """Differences that the total depends on."""
        sums = (self.sum, *(part for total in self.stepped for part in self.sums_of_total[total]))
        return tuple(dict.fromkeys(each for part in sums for each in part.differences))

    @cached_property
    def counters(self) -> tuple[Counter, ...]:
        """All counters: first those that `rules` depend on, then those of bonuses."""
        counters: list[Counter] = []
        bound_categories = self._bound
        for column in self.ruleset.columns:
            for category in self._prerequisites:
                if category not in bound_categories:
                    counters.append(HasScored(self._boxes(column, [category])))
            for category, others in bound_categories.items():
                own = self._boxes(column, [category])
                counters.append(Bound(own, self._boxes(column, others)))
        for _, _, amount in self.amounts:
            counters.append(amount)
        return tuple(counters)

    @property
    def _prerequisites(self) -> Iterable[str]:
        """Categories for which it matters whether they have scored."""
        ids: dict[str, None] = {}
        if self.ruleset.extra_yachts:
            ids[self.ruleset.extra_yachts.category] = None
        for category in self.ruleset.categories.values():
            if category.needs:
                ids[category.needs] = None
        return ids

    @property
    def _bound(self) -> dict[str, list[str]]:
        """Categories that constraints bind, each with those that it is bound to.

        One that Yacht bonuses or `needs` depend on counts as bound to all categories, so that it is
        carried to the end.
        """
        bound: dict[str, list[str]] = {}
        for rule in self.ruleset.constraints:
            bound.setdefault(rule.lower, []).append(rule.higher)
            bound.setdefault(rule.higher, []).append(rule.lower)
        for category in self._prerequisites:
            if category in bound:
                bound[category] = [*self.ruleset.categories]
        return bound

    def _boxes(self, column: Column, categories: Iterable[str]) -> tuple[str, ...]:
        every = self.ruleset.categories
        return tuple(
            box.id for each in categories for box in self.ruleset.boxes_in(column, every[each])
        )

    def earned(self, values: Mapping[tuple[str, int], int]) -> dict[str, int]:
        """Return the final points of each total with steps, from the amounts carried for it."""
        found: dict[str, int] = {}
        for total in self.stepped:
            sums = [
                values[total, place]
                + sum(times * found[each] for each, times in part.steps.items())
                for place, part in enumerate(self.sums_of_total[total])
            ]
            if self.ruleset.all_totals[total].kind == "count":
                sums = [sums[0], *(int(amount != 0) for amount in sums[1:])]
            found[total] = self.ruleset.all_totals[total].bonus(sum(sums))
        return found


def fillings(ruleset: Ruleset, within: Iterable[str]) -> Iterable[frozenset[str]]:
    """Return the possible sets of full boxes among these, smallest first.

    All other boxes are full.
    """
    scope = frozenset(within)
    outside, layer = dict.fromkeys(set(ruleset.boxes) - scope, 0), {frozenset[str](): None}
    while layer:
        yield from layer
        layer = {  # in the same order in each run, for the values of states are kept in it
            filled | {box.id}: None
            for filled in layer
            for box in next_boxes(ruleset, {**outside, **dict.fromkeys(filled, 0)})
        }


def of_column(game: Ruleset, column: str) -> Ruleset:
    """Return the game with one of its columns only. Raises SheetgenError for an unknown column."""
    found = [each for each in game.columns if each.id == column]
    if not found:
        raise unknown(Message("column"), column, [each.id for each in game.columns if each.id]).at(
            "--column"
        )
    return column_alone(game, found[0])
