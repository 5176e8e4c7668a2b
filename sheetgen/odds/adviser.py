"""Advice, every choice of a turn with its expected final total, and reviews of played games.

Needs numpy.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import isclose, isfinite

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.cards.exchange import MatchIn, PlayedIn, ThrowIn
from sheetgen.errors import SheetgenError
from sheetgen.odds.best_play import Progress, silent
from sheetgen.odds.board import Board, Floats
from sheetgen.odds.formats import (
    VERSION,
    ChoiceOut,
    DecisionOut,
    PlayedTurnOut,
    PlayerOut,
    ReplayOut,
)
from sheetgen.odds.solution import values_of
from sheetgen.odds.solver import Block, Solver, layer_of
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Roll
from sheetgen.rules.scoring import MOST_ROLLS

EQUAL = 1e-9
"""Maximum difference, in points, of choices reported as equally good: far above rounding errors of
about 1e-12."""


class Position(Struct, frozen=True):
    """A partly filled card."""

    filled: Mapping[str, int]
    yachts: int = 0
    """Number of further Yachts so far."""


States = tuple[Floats, dict[int, int]]
"""Values of the states of a layer, and the position of the first state of each set of full
boxes."""


class Adviser(Struct, frozen=True, eq=False, dict=True):
    """Advice for one game.

    Values of states are computed, or read from the cache, when first needed.
    """

    solver: Solver
    progress: Progress = silent
    _known: dict[int, States] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """Board of the game."""
        return self.solver.board

    def before(self, position: Position) -> float:
        """Return the expected final total before a turn.

        Raises SheetgenError for a card that no game leads to.
        """
        block, place = self._block(position)
        values, starts = self._states(block.filled.bit_count())
        return float(values[starts[block.filled] + place]) + self._so_far(position)

    def keeps(
        self, position: Position, roll: Roll, left: int, held: tuple[int, ...] = ()
    ) -> list[ChoiceOut]:
        """Return all different keeps of a roll with `left` rolls to come, best first.

        Raises as `before` does.

        Where kept dice stay, every keep includes the dice `held` before the roll. Of equally good
        keeps the largest comes first.
        """
        block, place = self._block(position)
        worth_after, _ = self.solver.values_of_turn(
            [block], *self._states(block.filled.bit_count() + 1), np.array([place])
        )
        *_, (kept, _) = list(self.solver.decisions(worth_after))[
            :left
        ]  # from the last decision to that one
        stay = Counter(held if self.board.keeps.of_other_dice else ())
        every = (
            dice for size in range(len(roll.dice) + 1) for dice in combinations(roll.dice, size)
        )
        places = self.board.keeps.positions
        worth = {
            dice: float(kept[len(dice)][places[dice], 0]) for dice in every if stay <= Counter(dice)
        }
        return _ranked(
            [ChoiceOut(value, 0.0, dice) for dice, value in worth.items()], self._so_far(position)
        )

    def boxes(self, position: Position, roll: Roll, left: int = 0) -> list[ChoiceOut]:
        """Return all possible entries of a roll, best first; `left` rolls of the turn are not used.

        Raises as `before` does.
        """
        block, place = self._block(position)
        row = self.board.keeps.positions[roll.dice]
        number, states = self.board.numbers[-1 - left], self._states(block.filled.bit_count() + 1)
        found = []
        for _, move, _, worth in self.solver.written([block], number, *states, np.array([place])):
            ways = [
                move.which[row],
                *(which[list(rows).index(row)] for rows, which in move.others if row in rows),
            ]
            found += [
                ChoiceOut(
                    float(worth[way, 0]),
                    0.0,
                    box=self.board.boxes[move.box],
                    points=move.points[way],
                    bonus=move.bonus[way],
                )
                for way in ways
                if way < len(move.points)
            ]
        return _ranked(found, self._so_far(position))

    def _states(self, full: int) -> States:
        """Return the states with `full` boxes. Those of the next layer are read with them."""
        if full not in self._known:
            layers = sorted({full, min(full + 1, len(self.board.boxes))} - {*self._known})
            for layer, values in zip(
                layers, values_of(self.solver, layers, self.progress), strict=True
            ):
                self._known[layer] = values, layer_of(self.board, layer).starts
        return self._known[full]

    def _block(self, position: Position) -> tuple[Block, int]:
        """Return the set of full boxes of a card as a block, and the place of its state in it."""
        board, filled = self.board, self.board.set_of(position.filled)
        if filled not in self._states(filled.bit_count())[1]:
            raise SheetgenError(
                "boxes of this card are full before their turn; fill them in their order"
            )
        carried, full = [0] * len(board.goal.counters), set[str]()
        for number, (box, points) in enumerate(position.filled.items()):
            full.add(box)
            bonus = self._yacht_points if number < position.yachts else 0
            carried = [
                counter.after(value, box, points, bonus, frozenset(full) & set(counter.scope))
                for counter, value in zip(board.goal.counters, carried, strict=True)
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
        """Return the points that are on a card, without bonuses that are earned at the end."""
        goal = self.board.goal
        points = sum(goal.sum.boxes.get(box, 0) * points for box, points in position.filled.items())
        return points + position.yachts * self._yacht_points * goal.sum.yachts


def _ranked(choices: Sequence[ChoiceOut], so_far: float) -> list[ChoiceOut]:
    """Return the choices, best first.

    Of equally good ones, the largest keep is first, then they are in the order of the card. Their
    values are points still to come; `so_far` is added. Choices that lead to no possible entry are
    dropped. Raises SheetgenError for an empty result.
    """
    possible = [choice for choice in choices if isfinite(choice.value)]
    if not possible:
        raise SheetgenError("no box that is open takes a roll as late as this")
    best = max(choice.value for choice in possible)
    for choice in possible:
        choice.loss = 0.0 if best - choice.value < EQUAL else best - choice.value
        choice.value += so_far

    def order(choice: ChoiceOut) -> tuple[float, int, Sequence[int]]:
        keep = choice.keep or ()
        return choice.loss, -len(keep), keep

    return sorted(possible, key=order)


# reviews of played games


def review(adviser: Adviser, match: MatchIn) -> ReplayOut:
    """Return the review of a game.

    Raises SheetgenError, naming the turn, for a card that no game leads to.
    """
    names = {player.id: player.name or player.id for player in match.players}
    cards = dict.fromkeys(names, Position({}))
    turns: list[PlayedTurnOut] = []
    turns_of: dict[str, list[PlayedTurnOut]] = {player: [] for player in names}
    for number, entry in enumerate(match.entries, 1):
        player = entry.player
        if player not in cards:
            raise SheetgenError(
                "turn %(number)s is of a player who is not in the game", number=number
            )
        try:
            turn, cards[player] = _turn(adviser, cards[player], entry, names[player])
        except SheetgenError as error:
            raise SheetgenError(
                "turn %(number)s: %(reason)s", number=number, reason=error
            ) from error
        turns.append(turn)
        turns_of[player].append(turn)
    at_start = adviser.before(Position({}))
    players: list[PlayerOut] = []
    for player, name in names.items():
        value = adviser.before(cards[player])
        luck = sum(turn.luck for turn in turns_of[player])
        lost = sum(turn.lost for turn in turns_of[player])
        players.append(PlayerOut(name, value, at_start, luck, lost))
    return ReplayOut(VERSION, adviser.board.goal.ruleset.id, tuple(players), tuple(turns))


def _turn(
    adviser: Adviser, card: Position, entry: PlayedIn, name: str
) -> tuple[PlayedTurnOut, Position]:
    """Return the review of a turn, and the card after it."""
    if entry.box not in adviser.board.boxes or entry.box in card.filled:
        raise SheetgenError("'%(box)s' is no open box", box=entry.box)
    known = possible_values(adviser.board.goal.ruleset, entry.box)
    if entry.points not in known:
        raise SheetgenError(
            "'%(box)s' cannot hold '%(written)s'; choose %(known)s",
            box=entry.box,
            written=str(entry.points)[:20],
            known=tuple(map(str, known)),
        )
    after = Position({**card.filled, entry.box: entry.points}, card.yachts + bool(entry.bonus))
    before, value = adviser.before(card), adviser.before(after)
    decisions = _decisions(adviser, card, entry, value)
    lost = sum(each.chosen.loss for each in decisions)
    turn = PlayedTurnOut(
        name, entry.box, entry.points, before, value, value - before + lost, lost, decisions
    )
    return turn, after


def _decisions(
    adviser: Adviser, card: Position, entry: PlayedIn, value: float
) -> tuple[DecisionOut, ...]:
    """Return the decisions of a turn.

    Only the last if its rolls are not known, or some of them were saved or spare ones; none without
    dice.
    """
    dice = adviser.board.goal.ruleset.dice
    rolls = dice.rolls
    throws = entry.throws or ((ThrowIn(entry.dice),) if entry.dice else ())
    if not throws:
        return ()
    _check_throws(adviser, throws, MOST_ROLLS if dice.rolls_vary else rolls)
    is_whole = len(throws) <= rolls and (bool(entry.throws) or entry.first)
    if len(throws) > rolls:
        throws = throws[-1:]
    expected, found = adviser.before(card) if is_whole else None, []
    for place, throw in enumerate(throws):
        left, roll = rolls - 1 - place if is_whole else 0, Roll(throw.roll)
        choices = (
            adviser.keeps(card, roll, left, throws[place - 1].keep if place else ()) if left else []
        )
        if place == len(throws) - 1:
            boxes = adviser.boxes(card, roll, left)
            wanted = (
                each for each in boxes if (each.box, each.points) == (entry.box, entry.points)
            )
            chosen = next(wanted, None)
            if chosen is None or not isclose(chosen.value, value, abs_tol=1e-6):
                return ()  # the points were put right later, or are not those of these dice
            choices = choices or boxes
        else:
            chosen = next(
                (each for each in choices if each.keep == tuple(sorted(throw.keep))), None
            )
            if chosen is None:
                written = " ".join(map(str, throw.keep))
                raise SheetgenError(
                    "'%(written)s' cannot be kept here; in this game kept dice stay",
                    written=written,
                )
        best = choices[0]
        lost = max(0.0, best.value - chosen.value)
        luck = 0.0 if expected is None else best.value - expected
        chosen = replace(chosen, loss=0.0 if lost < EQUAL else lost)
        found.append(DecisionOut(roll.dice, left, chosen, best, luck))
        expected = chosen.value
    return tuple(found)


def _check_throws(adviser: Adviser, throws: Sequence[ThrowIn], rolls: int) -> None:
    """Raise SheetgenError for dice that the game or, of kept dice, the table does not have."""
    if len(throws) > rolls:
        raise SheetgenError("more rolls than the game has")
    keeps = adviser.board.keeps
    if any(
        tuple(sorted(throw.roll)) not in keeps.positions or len(throw.roll) != keeps.dice.count
        for throw in throws
    ):
        raise SheetgenError("its dice are no roll of this game")
    for throw, following in pairwise(throws):
        if Counter(throw.keep) - Counter(throw.roll) or Counter(throw.keep) - Counter(
            following.roll
        ):
            raise SheetgenError("dice are kept that were not there")
