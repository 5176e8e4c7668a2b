"""States of a game for the solver.

Sets of full boxes, counters, possible entries, and the states that they lead to.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from math import gcd, prod

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from sheetgen.odds.box_odds import Keeps, keeps
from sheetgen.odds.counters import Amount, Bound, Counter, Goal, HasScored, fillings
from sheetgen.rules.history import possible_values, yachts
from sheetgen.rules.ruleset import Box, Column
from sheetgen.rules.scoring import (
    LegalEntry,
    allowed_boxes,
    counts_in,
    entry,
    joker_boxes,
    moment,
    next_boxes,
    points_of_rolls,
    runs_of,
    takes_roll,
)

Indices = NDArray[np.intp]
Floats = NDArray[np.float64]


class Move(Struct, frozen=True, eq=False):
    """Possible entries in one box in some states."""

    box: int
    """Position of the box on the card."""
    points: tuple[int, ...]
    """Different entries: their points, and the bonuses for a further Yacht."""
    bonus: tuple[int, ...]
    gains: Floats
    """Points that each entry adds to the goal at once, as a column."""
    which: Indices
    """Number of the entry of each roll; the number of entries where the roll is not allowed."""
    order: Indices
    """Rolls sorted by their entries."""
    starts: Indices
    """Position in this order where each entry begins."""
    entries: Indices
    """Number of that entry."""
    others: tuple[tuple[Indices, Indices], ...]
    """Rolls with further possible entries, and the numbers of these."""


class Board(Struct, frozen=True, eq=False, dict=True):
    """Sets of full boxes, as numbers whose binary digits are boxes, and the states of each set.

    The states of a set are all combinations of its counters' values, the last counter running
    fastest.
    """

    goal: Goal
    _moves: dict[tuple[object, ...], Move] = field(default_factory=dict)
    _known_entries: dict[tuple[object, ...], list[LegalEntry]] = field(default_factory=dict)
    _targets: dict[tuple[object, ...], Indices] = field(default_factory=dict)

    @cached_property
    def boxes(self) -> tuple[str, ...]:
        """Ids of the boxes, in card order."""
        return tuple(self.goal.ruleset.boxes)

    @cached_property
    def keeps(self) -> Keeps:
        """Keeps of the dice."""
        return keeps(self.goal.ruleset.dice)

    @cached_property
    def scopes(self) -> tuple[int, ...]:
        """Set of boxes that change each counter."""
        return tuple(self.set_of(counter.scope) for counter in self.goal.counters)

    def set_of(self, boxes: Iterable[str]) -> int:
        """Return the number of a set of boxes."""
        return sum(1 << self.boxes.index(box) for box in set(boxes))

    def boxes_of(self, filled: int) -> list[str]:
        """Return the boxes of a set, in card order."""
        return [box for place, box in enumerate(self.boxes) if filled >> place & 1]

    @cached_property
    def layers(self) -> tuple[list[int], ...]:
        """All possible sets, by the number of full boxes."""
        layers: list[list[int]] = [[] for _ in range(len(self.boxes) + 1)]
        for parts in product(*(nexts for _, nexts in self._groups)):
            filled = sum(parts)
            layers[filled.bit_count()].append(filled)
        return tuple(layers)

    @cached_property
    def _grouped(self) -> list[tuple[frozenset[str], int]]:
        """Groups of boxes that do not wait for each other, each with the number of its sets.

        A group is a section of a column or, in a column with an order, the whole column.
        """
        ruleset = self.goal.ruleset
        groups: list[tuple[frozenset[str], int]] = []
        for column in ruleset.columns:
            boxes_of_column: set[str] = set()
            for section in ruleset.sections:
                boxes_of_section: set[str] = set()
                count = 1
                for category in section.categories:
                    ids = [box.id for box in ruleset.boxes_in(column, category)]
                    boxes_of_section.update(ids)
                    count *= len(ids) + 1
                if section.fill != "any":
                    count = len(boxes_of_section) + 1
                if column.fill == "any":
                    groups.append((frozenset(boxes_of_section), count))
                boxes_of_column |= boxes_of_section
            if column.fill != "any":
                count = self._sets_of_column(column, boxes_of_column)
                groups.append((frozenset(boxes_of_column), count))
        return groups

    def _sets_of_column(self, column: Column, boxes: Collection[str]) -> int:
        """Return the number of possible sets of full boxes in a column with an order."""
        runs = runs_of(self.goal.ruleset)
        first, *others = (len(run) for run in runs if run[0].id in boxes)
        if column.fill == "inwards":
            return first * (first + 1) // 2 + 1
        if column.fill == "outwards":
            return (first + 1) * (sum(others) + 1)
        return first + 1

    @cached_property
    def _groups(self) -> list[tuple[int, dict[int, list[int]]]]:
        """Each group, with the positions of the next possible boxes by the set of full boxes."""
        groups: list[tuple[int, dict[int, list[int]]]] = []
        for own, _ in self._grouped:
            nexts: dict[int, list[int]] = {}
            for filled in fillings(self.goal.ruleset, own):
                places = [self.boxes.index(box.id) for box in self._next_within(own, filled)]
                nexts[self.set_of(filled)] = places
            groups.append((self.set_of(own), nexts))
        return groups

    def _next_within(self, scope: Collection[str], filled: Collection[str]) -> Iterable[Box]:
        """Return the next possible boxes in a scope, with all boxes outside of it full."""
        full = dict.fromkeys([box for box in self.boxes if box not in scope], 0)
        return next_boxes(self.goal.ruleset, full | dict.fromkeys(filled, 0))

    def next_boxes(self, filled: int) -> list[int]:
        """Return the positions of the boxes that may be next, in card order."""
        return [box for own, nexts in self._groups for box in nexts[filled & own]]

    # what is carried

    @cached_property
    def _reached(self) -> list[dict[int, list[int]]]:
        """Sorted values of each counter, by the full boxes of its scope."""
        return [self._values_of(counter) for counter in self.goal.counters]

    def _values_of(self, counter: Counter) -> dict[int, list[int]]:
        """Return the sorted values of a counter, by the full boxes of its scope."""
        ruleset = self.goal.ruleset
        counts_yachts = isinstance(counter, Amount) and counter.yachts
        # at first no box is full, and nothing is counted
        reached: dict[frozenset[str], set[int]] = {frozenset(): {0}}
        for filled in fillings(ruleset, counter.scope):
            for box in self._next_within(counter.scope, filled):
                after = filled | {box.id}
                values = reached.setdefault(after, set())
                bonuses = [0, ruleset.points_of_yacht(box.column)] if counts_yachts else [0]
                points_and_bonuses = product(possible_values(ruleset, box.id), bonuses)
                for (points, bonus), value in product(points_and_bonuses, reached[filled]):
                    values.add(counter.after(value, box.id, points, bonus, after))
        return {self.set_of(filled): sorted(values) for filled, values in reached.items()}

    def values(self, filled: int) -> list[list[int]]:
        """Return the possible values of each counter when these boxes are full."""
        return [
            known[filled & scope] for known, scope in zip(self._reached, self.scopes, strict=True)
        ]

    def size(self, filled: int) -> int:
        """Return the number of states of a set."""
        return prod(map(len, self.values(filled)))

    @cached_property
    def mark_count(self) -> int:
        """Number of counters that `rules` depend on; they come first."""
        return sum(counter.by_rules for counter in self.goal.counters)

    def moments(self, filled: int) -> Iterator[tuple[tuple[int, ...], slice]]:
        """Yield the values of these counters in a set, each with the slice of its states."""
        values = self.values(filled)
        width = prod(map(len, values[self.mark_count :]))  # the last counters run fastest
        for place, marks in enumerate(product(*values[: self.mark_count])):
            yield marks, slice(place * width, place * width + width)

    def state(self, filled: int, carried: Sequence[int]) -> int:
        """Return the position of a state in its set. Raises ValueError if no game leads to it."""
        place = 0
        for value, values in zip(carried, self.values(filled), strict=True):
            place = place * len(values) + values.index(value)
        return place

    # entries

    def card(self, filled: int, marks: Sequence[int]) -> dict[str, int]:
        """Return a card with these full boxes that has the same meaning for `rules`."""
        ids = self.boxes_of(filled)
        card = dict.fromkeys(ids, 0)  # 0 in boxes whose points do not matter to `rules`
        for counter, value in zip(self.goal.counters, marks, strict=False):
            if isinstance(counter, HasScored | Bound):
                card |= counter.card(value, [box for box in ids if box in counter.scope])
        return card

    @cached_property
    def _yachts(self) -> list[int]:
        """Positions of the rolls that are not allowed everywhere."""
        special = yachts(self.goal.ruleset)
        return [place for place, roll in enumerate(self.keeps.rolls) if roll in special]

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Number of the last roll that scores like each roll of a turn.

        All rolls between the two score alike too.
        """
        last = self.goal.ruleset.dice.rolls
        numbers = [last]
        for number in range(last - 1, 0, -1):
            # rolls that score alike share their moves
            is_alike = self._points_on_roll(number) == self._points_on_roll(number + 1)
            numbers.append(numbers[-1] if is_alike else number)
        return tuple(numbers[::-1])

    def _points_on_roll(self, number: int) -> list[tuple[int, ...] | None]:
        """Return the points of all rolls in each column and category; None where none counts."""
        ruleset = self.goal.ruleset
        now = moment(ruleset, number=number)
        points: list[tuple[int, ...] | None] = []
        for column, category in product(ruleset.columns, ruleset.categories.values()):
            if counts_in(column, ruleset.dice, now):
                points.append(points_of_rolls(category, ruleset.dice, now.first_roll, now.number))
            else:
                points.append(None)
        return points

    @cached_property
    def _awaited(self) -> list[int]:
        """Sets of boxes that must be full before a roll is a joker."""
        box_sets: dict[tuple[str, ...], None] = {}
        for place, column in product(self._yachts, self.goal.ruleset.columns):
            roll = self.keeps.rolls[place]
            box_sets[joker_boxes(self.goal.ruleset, roll, column)] = None
        return [self.set_of(boxes) for boxes in box_sets]

    def moves(self, filled: int, marks: tuple[int, ...], number: int) -> list[Move]:
        """Return the possible entries, in card order, for the roll of this number in its turn."""
        ruleset = self.goal.ruleset
        card = self.card(filled, marks) if self._yachts or marks else {}
        now = moment(ruleset, card, number=number)
        open_boxes: dict[int, Box] = {}
        for place in self.next_boxes(filled):
            box = ruleset.boxes[self.boxes[place]]
            if takes_roll(ruleset.dice, box, now):
                open_boxes[place] = box
        barred = self._barred(card, open_boxes)
        late = tuple(filled & awaited == awaited for awaited in self._awaited)
        moves: list[Move] = []
        for place, box in open_boxes.items():
            key = (place, number, late, self._marks_for(place, marks), tuple(barred[place]))
            if key not in self._moves:
                if key[:-1] not in self._known_entries:
                    self._known_entries[key[:-1]] = [
                        entry(ruleset, box, roll, now) for roll in self.keeps.rolls
                    ]
                self._moves[key] = self._move(place, self._known_entries[key[:-1]], barred[place])
            moves.append(self._moves[key])
        return moves

    def _barred(
        self, card: Mapping[str, int], open_boxes: Mapping[int, Box]
    ) -> dict[int, list[int]]:
        """Return the positions of the rolls that are not allowed in each open box."""
        barred: dict[int, list[int]] = {place: [] for place in open_boxes}
        boxes = [*open_boxes.values()]
        for row in self._yachts:
            allowed = allowed_boxes(self.goal.ruleset, self.keeps.rolls[row], card, boxes)
            allowed_ids = {box.id for box in allowed}
            for place, box in open_boxes.items():
                if box.id not in allowed_ids:
                    barred[place].append(row)
        return barred

    def _marks_for(self, place: int, marks: Sequence[int]) -> tuple[int, ...]:
        """Return the values of counters, with 0 for those that do not matter to this box."""
        own_marks: list[int] = []
        for number, value in enumerate(marks):
            is_in_scope = self.scopes[number] >> place & 1
            matters = is_in_scope or isinstance(self.goal.counters[number], HasScored)
            own_marks.append(value if matters else 0)
        return tuple(own_marks)

    def _move(self, place: int, entries: list[LegalEntry], barred: Sequence[int]) -> Move:
        """Return the entries in a box as one table.

        `entries` has one for each roll, and `barred` the rolls that may not be entered.
        """
        ways: list[list[tuple[int, int]]] = []  # points and bonus, for each roll
        for roll, legal in enumerate(entries):
            is_barred = roll in barred
            ways.append([] if is_barred else [(points, legal.bonus) for points in legal.points])
        different = sorted(set(chain(*ways)))
        at = {way: number for number, way in enumerate(different)}
        which = [at[choices[-1]] if choices else len(different) for choices in ways]
        others = []
        for nth in range(1, max(map(len, ways), default=1)):
            rolls = [roll for roll, choices in enumerate(ways) if len(choices) > nth]
            numbers = [at[ways[roll][-1 - nth]] for roll in rolls]
            others.append((np.array(rolls), np.array(numbers)))
        points, bonus = zip(*different, strict=True) if different else ((), ())
        times = self.goal.sum.boxes.get(self.boxes[place], 0)
        gains = np.array(points, float) * times + np.array(bonus, float) * self.goal.sum.yachts
        order = np.argsort(which, kind="stable")
        there, starts = np.unique(np.array(which)[order], return_index=True)
        return Move(
            place,
            points,
            bonus,
            gains[:, None],
            np.array(which),
            order,
            starts,
            there,
            tuple(others),
        )

    def targets(self, filled: int, marks: tuple[int, ...], move: Move) -> Indices:
        """Return the state after each entry of a move.

        (entries, states), as positions in the new set.
        """
        key = (id(move), marks, *(filled & scope for scope in self.scopes))
        if key in self._targets:
            return self._targets[key]
        after = filled | 1 << move.box
        full = frozenset(self.boxes_of(after))
        places = np.zeros((len(move.points), 1), np.intp)
        before = [[value] for value in marks] + self.values(filled)[self.mark_count :]
        for counter, old, new in zip(self.goal.counters, before, self.values(after), strict=True):
            at = {value: place for place, value in enumerate(new)}
            digits = np.array(
                [
                    [
                        at[counter.after(value, self.boxes[move.box], points, bonus, full)]
                        for value in old
                    ]
                    for points, bonus in zip(move.points, move.bonus, strict=True)
                ],
                np.intp,
            ).reshape(len(move.points), len(old))
            places = (places[:, :, None] * len(new) + digits[:, None, :]).reshape(
                len(move.points), -1
            )
        self._targets[key] = places
        return places

    def endings(self) -> list[dict[str, int]]:
        """Return the points of each total with steps, for each state with all boxes full."""
        names = [(total, place) for total, place, _ in self.goal.amounts]
        carried = product(*self.values(self.layers[-1][0]))
        return [
            self.goal.earned(dict(zip(names, each[self.mark_count :], strict=True)))
            for each in carried
        ]

    def last(self) -> Floats:
        """Return the points that bonuses add to the goal, for each of these states."""
        times = self.goal.sum.steps
        return np.array(
            [sum(times.get(total, 0) * each[total] for total in each) for each in self.endings()],
            float,
        )

    # how large it is

    @cached_property
    def open_states(self) -> int:
        """Number of states with an open box, counted over all sets."""
        return sum(self.size(filled) for layer in self.layers[:-1] for filled in layer)

    @cached_property
    def sets(self) -> int:
        """Number of sets of full boxes, computed without listing them."""
        return prod(count for _, count in self._grouped)

    @cached_property
    def most_states(self) -> int:
        """Maximum number of states, computed without listing them."""
        found = self.sets
        for counter in self.goal.counters:
            if isinstance(counter, Amount):
                values = (
                    points
                    for box in counter.scope
                    for points in possible_values(self.goal.ruleset, box)
                )
                step = 1 if counter.counts or counter.yachts else gcd(*values) or 1
                found *= -(-(counter.most - 2 * sum(counter.least.values())) // step) + 1
            elif isinstance(counter, HasScored):
                found *= 2
            else:
                most = max(len(possible_values(self.goal.ruleset, box)) for box in counter.own)
                found *= most ** min(2, len(counter.own))
        return found
