"""Values of all states before a turn, computed backward from the full card, layer by layer.

Needs numpy.

Arrays of a turn have a row for each keep or roll, in the order of `Keeps`, and a column for each
state.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.odds.best_play import Progress, silent
from sheetgen.odds.board import Board, Floats, Move
from sheetgen.odds.box_odds import Keeps
from sheetgen.rules.patterns import ways

# one turn


Levels = list[Floats]
"""Arrays by the number of kept dice."""
TIE = 1e-10
"""Maximum difference in points of equally good choices: far above rounding errors of about
1e-12."""


class Turns(Struct, frozen=True, eq=False, dict=True):
    """Dice that can be kept in a turn, as arrays: which keep leads to which with one die more."""

    keeps: Keeps

    @cached_property
    def _with_one(self) -> list[NDArray[np.intp]]:
        return [np.array(each, np.intp) for each in self.keeps.with_one]

    @cached_property
    def _without_one(self) -> list[list[NDArray[np.intp]]]:
        return [[np.array(each, np.intp) for each in slots] for slots in self.keeps.without_one]

    @cached_property
    def _going(self) -> list[NDArray[np.intp]]:
        """Position in `flow` of each keep with one more die, by number of dice and face."""
        found = []
        for count, each in enumerate(self.keeps.sets[:-1]):
            starts = np.cumsum([0, *map(len, self.keeps.without_one[count + 1])])
            slots = [
                [sorted({*dice, face}).index(face) for dice in each]
                for face in range(1, self.keeps.dice.sides + 1)
            ]
            found.append(starts[np.array(slots)] + self._with_one[count])
        return found

    @cached_property
    def chances(self) -> Floats:
        """Probability of each roll of all dice, as a column."""
        dice = self.keeps.dice
        return np.array([ways(roll) / dice.sides**dice.count for roll in self.keeps.rolls])[:, None]

    @cached_property
    def of_other_dice(self) -> list[tuple["Turns", list[NDArray[np.intp]]]]:
        """`Keeps.of_other_dice` with arrays; empty if kept dice may be rolled again."""
        return [
            (Turns(rest), [np.array(each, np.intp) for each in places])
            for rest, places in self.keeps.of_other_dice
        ]

    def _more(self, kept: Levels) -> Iterator[tuple["Turns", list[NDArray[np.intp]], Levels]]:
        """Yield `of_other_dice`, each with the values of both keeps together.

        (other dice, dice that stay, states).
        """
        for count, (rest, places) in enumerate(self.of_other_dice):
            yield (
                rest,
                places,
                [kept[count + more].take(each, 0) for more, each in enumerate(places)],
            )

    def expected(self, rolls: Floats) -> Levels:
        """Return the expected value of each keep.

        `rolls` are the values of the rolls that follow.
        """
        levels = [rolls]
        for faces in reversed(self._with_one):
            each = levels[-1].take(faces[0], 0)
            for face in faces[1:]:
                each += levels[-1].take(face, 0)
            each /= len(faces)
            levels.append(each)
        return levels[::-1]

    def best(self, kept: Levels) -> Levels:
        """Return the value of the best keep of any dice; the last level is the rolls."""
        levels = [kept[0]]
        for own, slots in zip(kept[1:], self._without_one[1:], strict=True):
            each = own.copy()
            for places in slots:
                front = each[: len(places)]  # keeps with fewer different faces are behind it
                np.maximum(front, levels[-1].take(places, 0), out=front)
            levels.append(each)
        return levels

    def before(self, kept: Levels) -> Levels:
        """Return the value of each keep but all dice.

        The mean over later rolls of the best keep that includes it.
        """
        return [
            (rest.chances[:, None] * rest.best(more)[-1]).sum(0)
            for rest, _, more in self._more(kept)
        ]

    def flow(self, rolls: Floats, kept: Levels, best: Levels) -> Levels:
        """Return the probability of each keep, given those of rolls, if the best keeps are taken.

        Of equally good keeps: as long as the dice are not a best keep themselves, the lowest die
        that can go is
        dropped.
        """
        found: Levels = []
        coming = rolls
        for count in range(len(kept) - 1, 0, -1):
            least = best[count] - TIE
            stays = coming * (kept[count] >= least)  # these dice are a best keep themselves
            found.append(stays)
            left, below = coming - stays, best[count - 1]
            every = np.empty((sum(map(len, self._without_one[count])), *left.shape[1:]))
            start = 0
            for places in self._without_one[count]:
                front, goes = left[: len(places)], every[start : start + len(places)]
                np.multiply(front, below.take(places, 0) >= least[: len(places)], out=goes)
                front -= goes
                start += len(places)
            faces = self._going[count - 1]
            coming = every.take(faces[0], 0)
            for face in faces[1:]:
                coming += every.take(face, 0)
        return [coming, *found[::-1]]

    def follow(self, stay: Levels, kept: Levels) -> Levels:
        """Return the probability of each keep, as `flow` does, where kept dice `stay`.

        Each new keep includes them.
        """
        found = [np.zeros_like(each) for each in kept]
        found[-1] += stay[-1]
        for own, (rest, places, more) in zip(stay, self._more(kept), strict=False):
            flow = rest.flow(rest.chances[:, None] * own, more, rest.best(more))
            for level, where, each in zip(found[-len(flow) :], places, flow, strict=True):
                np.add.at(level, where, each)
        return found

    def rolled(self, kept: Levels) -> Floats:
        """Return the probability of each roll after these keeps.

        A keep of all dice is the roll itself.
        """
        coming = kept[0]
        for own, slots in zip(kept[1:], self._without_one[1:], strict=True):
            each = own.copy()
            for places in slots:
                each[: len(places)] += coming.take(places, 0) / self.keeps.dice.sides
            coming = each
        return coming


# layers of states


COLUMNS, COLUMNS_BESIDE = 512, 128
"""Maximum number of states in a batch, or those of one set; where kept dice stay, 128 takes half
the time of 512."""


class Block(Struct, frozen=True, eq=False):
    """A set of full boxes, with the positions of its states in the values of its layer."""

    filled: int
    start: int
    size: int


class Layer(Struct, frozen=True, eq=False):
    """All sets with the same number of full boxes."""

    blocks: tuple[Block, ...]
    starts: dict[int, int]
    """Position of the first state of each set."""
    size: int
    columns: int

    def batches(self) -> Iterator[Sequence[Block]]:
        """Yield the sets in batches."""
        found: list[Block] = []
        for block in self.blocks:
            if found and block.start + block.size - found[0].start > self.columns:
                yield found
                found = []
            found.append(block)
        yield found


def layer_of(board: Board, count: int) -> Layer:
    """Return the layer of sets with `count` full boxes."""
    blocks, start = [], 0
    for filled in board.layers[count]:
        blocks.append(Block(filled, start, board.size(filled)))
        start += blocks[-1].size
    columns = (
        COLUMNS_BESIDE if board.keeps.of_other_dice else COLUMNS
    )  # kept dice that stay need arrays for both keeps
    return Layer(tuple(blocks), {block.filled: block.start for block in blocks}, start, columns)


Ways = tuple[NDArray[np.intp], Move, NDArray[np.intp], Floats]
"""States, a move that is possible there, and by entry and state: the states that it leads to, and
their values."""


class Solver(Struct, frozen=True, eq=False):
    """Solver of a game."""

    board: Board
    turns: Turns

    def written(
        self,
        blocks: Sequence[Block],
        number: int,
        after: Floats,
        starts: dict[int, int],
        live: NDArray[np.intp] | None = None,
    ) -> Iterator[Ways]:
        """Yield each move in these sets, in card order, with the states before and after it.

        The states after it come with their values. The roll entered is that of this number
        in its turn. States are numbered from the first of these sets on, or by
        their positions in `live`. `after` are the values of the next layer.
        """
        groups: dict[int, tuple[Move, list[NDArray[np.intp]], list[NDArray[np.intp]]]] = {}
        for block in blocks:
            for marks, states in self.board.moments(block.filled):
                first = block.start - blocks[0].start + states.start
                columns, some = np.arange(first, first + states.stop - states.start), None
                if live is not None:
                    columns = np.arange(*np.searchsorted(live, (first, first + len(columns))))
                    some = live[columns] - first
                for move in self.board.moves(block.filled, marks, number) if len(columns) else ():
                    targets = self.board.targets(block.filled, marks, move)
                    places = (targets if some is None else targets[:, some]) + starts[
                        block.filled | 1 << move.box
                    ]
                    _, spans, every = groups.setdefault(id(move), (move, [], []))
                    spans.append(columns)
                    every.append(places)
        for move, spans, every in sorted(
            groups.values(), key=lambda group: group[0].box
        ):  # card order
            places = np.concatenate(every, axis=1)
            yield np.concatenate(spans), move, places, after.take(places) + move.gains

    def values_of_turn(
        self,
        blocks: Sequence[Block],
        after: Floats,
        starts: dict[int, int],
        live: NDArray[np.intp] | None = None,
    ) -> tuple[list[Floats], dict[int, list[Ways]]]:
        """Return the value of entering each roll, by state, and the moves by roll number."""
        numbers, found, ways = self.board.numbers, dict[int, Floats](), dict[int, list[Ways]]()
        width = blocks[-1].start + blocks[-1].size - blocks[0].start if live is None else len(live)
        for number in dict.fromkeys(numbers):
            best = found[number] = np.full((len(self.turns.keeps.rolls), width), -np.inf)
            ways[number] = list(self.written(blocks, number, after, starts, live))
            for columns, move, _, worth in ways[number]:
                own = best[:, columns]
                every = np.concatenate([worth, np.full((1, worth.shape[1]), -np.inf)])
                np.maximum(own, every.take(move.which, 0), out=own)
                for rows, which in move.others:
                    own[rows] = np.maximum(own[rows], worth[which])
                best[:, columns] = own  # indexing by an array has made a copy
        return [found[number] for number in numbers], ways

    def decisions(self, written: Sequence[Floats]) -> Iterator[tuple[Levels, Levels]]:
        """Yield the values of all keeps and of the best ones, from the last decision to the first.

        `written` are the values of entering a roll, as `turn` returns them.
        """
        rolls, kept = written[-1], Levels()
        for own in written[-2::-1]:
            later = (
                self.turns.before(kept)
                if kept and self.turns.of_other_dice
                else self.turns.expected(rolls)[:-1]
            )
            kept = [*later, own]
            best = self.turns.best(kept)
            rolls = best[-1]
            yield kept, best

    def values(self, progress: Progress = silent) -> list[Floats]:
        """Return the values of all states by number of full boxes.

        Expected points still to come.
        """
        count = len(self.board.boxes)
        found = [self.board.last()]
        after = layer_of(self.board, count)
        for full in range(count - 1, -1, -1):
            layer = layer_of(self.board, full)
            values = np.empty(layer.size)
            for blocks in layer.batches():
                written, _ = self.values_of_turn(blocks, found[-1], after.starts)
                rolls = written[-1]
                for _, best in self.decisions(written):
                    rolls = best[-1]
                end = blocks[-1].start + blocks[-1].size
                values[blocks[0].start : end] = (self.turns.chances * rolls).sum(
                    0
                )  # the first roll is of all dice
                progress(end - blocks[0].start, self.board.open_states)
            found.append(values)
            after = layer
        return found[::-1]
