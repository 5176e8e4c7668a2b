"""Advice: every possible choice of a turn with its expected final total, best first. Needs numpy."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from math import isfinite

import numpy as np
from msgspec import Struct, field

from sheetgen.errors import SheetgenError
from sheetgen.odds.best_play import Progress, silent
from sheetgen.odds.board import Board
from sheetgen.odds.counters import Goal
from sheetgen.odds.solution import solver_of, values_of
from sheetgen.odds.solver import Block, Solver, layer_of
from sheetgen.odds.turns import Floats
from sheetgen.rules.patterns import Roll

EQUAL = 1e-9
"""Maximum difference, in points, of choices reported as equally good: far above rounding errors of about 1e-12."""


class RatedChoice(Struct, frozen=True):
    """A choice of the player, with the expected final total."""

    value: float
    loss: float
    """Expected points lost against the best choice; 0 for all equally good ones."""
    keep: tuple[int, ...] | None = None
    """Dice to keep, ascending; all of them means to enter the roll now. None for the choice of a box."""
    box: str = ""
    points: int = 0
    bonus: int = 0
    """Bonus for a further Yacht."""


class Position(Struct, frozen=True):
    """A partly filled card."""

    filled: Mapping[str, int]
    yachts: int = 0
    """Number of further Yachts so far."""


class Adviser(Struct, frozen=True, eq=False, dict=True):
    """Advice for one game. Values of states are computed, or read from the cache, when first needed."""

    solver: Solver
    progress: Progress = silent
    _known: dict[int, Floats] = field(default_factory=dict)
    _known_starts: dict[int, dict[int, int]] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """Board of the game."""
        return self.solver.board

    def before(self, position: Position) -> float:
        """Return the expected final total before a turn. Raises SheetgenError for a card that no game leads to."""
        block, place = self._block(position)
        full = block.filled.bit_count()
        return float(self._values(full)[self._starts(full)[block.filled] + place]) + self._so_far(position)

    def keeps(self, position: Position, roll: Roll, left: int, held: tuple[int, ...] = ()) -> list[RatedChoice]:
        """Return all different keeps of a roll with `left` rolls to come, best first. Raises as `before` does.

        Where kept dice stay, every keep includes the dice `held` before the roll. Of equally good keeps the largest
        comes first.
        """
        block, place = self._block(position)
        worth_after, _ = self.solver.turn([block], *self._after(block), np.array([place]))
        *_, (kept, _) = list(self.solver.decisions(worth_after))[:left]  # from the last decision to that one
        stay = Counter(held if self.board.keeps.beside else ())
        every = (dice for size in range(len(roll.dice) + 1) for dice in combinations(roll.dice, size))
        sets = {dice for dice in every if stay <= Counter(dice)}
        places = self.board.keeps.places
        worth = {dice: float(kept[len(dice)][places[dice], 0]) for dice in sets}
        return _ranked([(value, dice, "", 0, 0) for dice, value in worth.items()], self._so_far(position))

    def boxes(self, position: Position, roll: Roll, left: int = 0) -> list[RatedChoice]:
        """Return all possible entries of a roll, best first; `left` rolls of the turn are not used.

        Raises as `before` does.
        """
        block, place = self._block(position)
        row = self.board.keeps.places[roll.dice]
        number, (after, starts) = self.board.numbers[-1 - left], self._after(block)
        found: list[tuple[float, tuple[int, ...] | None, str, int, int]] = []
        for _, move, _, worth in self.solver.written([block], number, after, starts, np.array([place])):
            ways = [move.which[row], *(which[list(rows).index(row)] for rows, which in move.others if row in rows)]
            for way in ways:
                if way < len(move.points):
                    value = float(worth[way, 0])
                    found.append((value, None, self.board.boxes[move.box], move.points[way], move.bonus[way]))
        return _ranked(found, self._so_far(position))

    def _after(self, block: Block) -> tuple[Floats, dict[int, int]]:
        """Return the values of the next layer, and the start of each of its sets."""
        full = block.filled.bit_count() + 1
        return self._values(full), self._starts(full)

    def _values(self, full: int) -> Floats:
        if full not in self._known:
            layers = sorted({full, min(full + 1, len(self.board.boxes))} - {*self._known})
            self._known.update(zip(layers, values_of(self.solver, layers, self.progress), strict=True))
        return self._known[full]

    def _starts(self, full: int) -> dict[int, int]:
        if full not in self._known_starts:
            self._known_starts[full] = layer_of(self.board, full).starts
        return self._known_starts[full]

    def _block(self, position: Position) -> tuple[Block, int]:
        """Return the set of full boxes of a card as a block of its own, and the position of the card's state in it."""
        board, filled = self.board, self.board.set_of(frozenset(position.filled))
        if filled not in self._starts(filled.bit_count()):
            raise SheetgenError("boxes of this card are full before their turn; fill them in their order")
        carried = [0] * len(board.counters)
        full: set[str] = set()
        left = position.yachts
        for box, points in position.filled.items():
            full.add(box)
            bonus = self._yacht_points if left else 0
            left -= bool(left)
            carried = [
                counter.after(value, box, points, bonus, frozenset(full) & set(counter.scope))
                for counter, value in zip(board.counters, carried, strict=True)
            ]
        try:
            place = board.state(filled, carried)
        except ValueError as error:
            raise SheetgenError("no game leads to this card; look at its points") from error
        return Block(filled, 0, board.size(filled)), place

    @property
    def _yacht_points(self) -> int:
        extra = self.board.goal.ruleset.extra_yachts
        return extra.points if extra else 0

    def _so_far(self, position: Position) -> float:
        """Return the points of a card so far, without bonuses that are earned at the end."""
        goal = self.board.goal
        points = sum(goal.sum.boxes.get(box, 0) * points for box, points in position.filled.items())
        return points + position.yachts * self._yacht_points * goal.sum.yachts


def adviser(goal: Goal, progress: Progress = silent) -> Adviser:
    """Return the adviser of a game. Raises SheetgenError if the game is too large."""
    return Adviser(solver_of(goal), progress)


def _ranked(found: list[tuple[float, tuple[int, ...] | None, str, int, int]], so_far: float) -> list[RatedChoice]:
    """Return the choices, best first; of equally good ones the largest keep first, then in the order of the card.

    Choices that lead to no possible entry are dropped. Raises SheetgenError if none is left.
    """
    found = [each for each in found if isfinite(each[0])]
    if not found:
        raise SheetgenError("no box that is open takes a roll as late as this")
    most = max(value for value, *_ in found)
    choices = [
        RatedChoice(value + so_far, 0.0 if most - value < EQUAL else most - value, keep, box, points, bonus)
        for value, keep, box, points, bonus in found
    ]
    return sorted(choices, key=lambda each: (each.loss, -len(each.keep or ()), each.keep or ()))
