"""States of a game for the solver.

Sets of full boxes, counters, possible entries, and the states that they lead to.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import gcd, prod

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from sheetgen.odds.box_odds import Keeps, keeps
from sheetgen.odds.counters import Amount, Bound, Goal, HasScored, fillings
from sheetgen.rules.history import possible_values, yachts
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
        found: list[list[int]] = [[] for _ in range(len(self.boxes) + 1)]
        for parts in product(*(nexts for _, nexts in self._groups)):
            filled = sum(parts)
            found[filled.bit_count()].append(filled)
        return tuple(found)

    @cached_property
    def _grouped(self) -> list[tuple[frozenset[str], int]]:
        """Groups of boxes that do not wait for each other, with the number of possible sets of full boxes of each.

        A group is a section of a column or, in a column with an order, the whole column.
        """
        ruleset, found = self.goal.ruleset, []
        for column in ruleset.columns:
            sections = [
                [ruleset.boxes_in(column, category) for category in section.categories]
                for section in ruleset.sections
            ]
            if column.fill == "any":
                for section, each in zip(ruleset.sections, sections, strict=True):
                    count = (
                        prod(len(own) + 1 for own in each)
                        if section.fill == "any"
                        else 1 + sum(map(len, each))
                    )
                    found.append((frozenset(box.id for own in each for box in own), count))
                continue
            boxes = frozenset(box.id for each in sections for own in each for box in own)
            first, *others = (len(run) for run in runs_of(ruleset) if run[0].id in boxes)
            both = {
                "inwards": first * (first + 1) // 2 + 1,
                "outwards": (first + 1) * (sum(others) + 1),
            }
            found.append((boxes, both.get(column.fill, first + 1)))
        return found

    @cached_property
    def _groups(self) -> list[tuple[int, dict[int, list[int]]]]:
        """Each group and, by the set of its full boxes, the positions of the boxes that may be next."""
        ruleset, found = self.goal.ruleset, []
        for own, _ in self._grouped:
            outside = dict.fromkeys(
                set(self.boxes) - own, 0
            )  # as if full: they cannot hold back this group
            nexts = {
                self.set_of(filled): [
                    self.boxes.index(box.id)
                    for box in next_boxes(ruleset, {**outside, **dict.fromkeys(filled, 0)})
                ]
                for filled in fillings(ruleset, own)
            }
            found.append((self.set_of(own), nexts))
        return found

    def next_boxes(self, filled: int) -> list[int]:
        """Return the positions of the boxes that may be next, in card order."""
        return [box for own, nexts in self._groups for box in nexts[filled & own]]

    # what is carried

    @cached_property
    def _reached(self) -> list[dict[int, list[int]]]:
        """Sorted values of each counter, by the full boxes of its scope."""
        ruleset, extra, reached = self.goal.ruleset, self.goal.ruleset.extra_yachts, []
        for counter in self.goal.counters:
            outside = dict.fromkeys(set(self.boxes) - set(counter.scope), 0)
            bonuses = (
                (0, extra.points)
                if extra and isinstance(counter, Amount) and counter.yachts
                else (0,)
            )
            found: dict[frozenset[str], set[int]] = {
                frozenset(): {0}
            }  # no box is full, and nothing is counted
            for filled in fillings(ruleset, counter.scope):
                for box in next_boxes(ruleset, {**outside, **dict.fromkeys(filled, 0)}):
                    after = filled | {box.id}
                    found.setdefault(after, set()).update(
                        counter.after(value, box.id, points, bonus, after)
                        for points in possible_values(ruleset, box.id)
                        for bonus in bonuses
                        for value in found[filled]
                    )
            reached.append(
                {self.set_of(filled): sorted(values) for filled, values in found.items()}
            )
        return reached

    def values(self, filled: int) -> list[list[int]]:
        """Return the possible values of each counter when these boxes are full."""
        return [
            known[filled & scope] for known, scope in zip(self._reached, self.scopes, strict=True)
        ]

    def size(self, filled: int) -> int:
        """Return the number of states of a set."""
        return prod(map(len, self.values(filled)))

    @cached_property
    def marks(self) -> int:
        """Number of counters that `rules` depend on; they come first."""
        return sum(counter.by_rules for counter in self.goal.counters)

    def moments(self, filled: int) -> Iterator[tuple[tuple[int, ...], slice]]:
        """Yield the values of these counters in a set, each with the slice of the set's states that have them."""
        values = self.values(filled)
        width = prod(map(len, values[self.marks :]))  # the last counters run fastest
        for place, marks in enumerate(product(*values[: self.marks])):
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
        ruleset, dice, found = self.goal.ruleset, self.goal.ruleset.dice, list[int]()
        kinds = [
            (column, each) for column in ruleset.columns for each in ruleset.categories.values()
        ]
        moments = [moment(ruleset, number=number) for number in range(1, dice.rolls + 1)]
        worth = [
            [
                counts_in(column, dice, now)
                and points_of_rolls(each, dice, now.first_roll, now.number)
                for column, each in kinds
            ]
            for now in moments
        ]
        for number in range(len(worth), 0, -1):
            same = found and worth[number - 1] == worth[number]  # such rolls share their moves
            found.append(found[-1] if same else number)
        return tuple(found[::-1])

    @cached_property
    def _awaited(self) -> list[int]:
        """Sets of boxes that must be full before a roll is a joker."""
        ruleset = self.goal.ruleset
        found = dict.fromkeys(
            joker_boxes(ruleset, self.keeps.rolls[place]) for place in self._yachts
        )
        return [self.set_of(boxes) for boxes in found]

    def moves(self, filled: int, marks: tuple[int, ...], number: int) -> list[Move]:
        """Return the possible entries at a moment for the roll of this number in its turn, in card order."""
        ruleset = self.goal.ruleset
        card = self.card(filled, marks) if self._yachts or marks else {}
        now = moment(ruleset, card, number=number)
        found, nexts = (
            list[Move](),
            ((place, ruleset.boxes[self.boxes[place]]) for place in self.next_boxes(filled)),
        )
        opens = {place: box for place, box in nexts if takes_roll(ruleset.dice, box, now)}
        takers = [
            (row, allowed_boxes(ruleset, self.keeps.rolls[row], card, [*opens.values()]))
            for row in self._yachts
        ]
        allowed = [(row, {box.id for box in boxes}) for row, boxes in takers]
        late = tuple(filled & each == each for each in self._awaited)
        for place, box in opens.items():
            seen = tuple(
                value
                if self.scopes[number] >> place & 1
                or isinstance(self.goal.counters[number], HasScored)
                else 0
                for number, value in enumerate(marks)
            )
            barred = tuple(row for row, ids in allowed if box.id not in ids)
            key = (place, number, late, seen, barred)
            if key not in self._moves:
                if key[:-1] not in self._known_entries:
                    self._known_entries[key[:-1]] = [
                        entry(ruleset, box, roll, now) for roll in self.keeps.rolls
                    ]
                self._moves[key] = self._move(place, self._known_entries[key[:-1]], barred)
            found.append(self._moves[key])
        return found

    def _move(self, place: int, entries: list[LegalEntry], barred: Sequence[int]) -> Move:
        ways = [
            [] if row in barred else [(p, each.bonus) for p in each.points]
            for row, each in enumerate(entries)
        ]
        different = sorted({way for each in ways for way in each})
        at = {way: number for number, way in enumerate(different)}
        which = [at[each[-1]] if each else len(different) for each in ways]
        others = []
        for nth in range(1, max(map(len, ways), default=1)):
            rows = [row for row, each in enumerate(ways) if len(each) > nth]
            others.append((np.array(rows), np.array([at[ways[row][-1 - nth]] for row in rows])))
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
        before = [[value] for value in marks] + self.values(filled)[self.marks :]
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
            self.goal.earned(dict(zip(names, each[self.marks :], strict=True))) for each in carried
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
