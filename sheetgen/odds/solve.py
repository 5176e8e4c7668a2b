"""The value of every state before a turn, backward from the full card, layer by layer."""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetgen.odds.board import Board, Move
from sheetgen.odds.tables import Progress, silent
from sheetgen.odds.turns import Floats, Levels, Turns

COLUMNS = 512
"""So many states are gone through at once, or those of one set."""


class Block(Struct, frozen=True, eq=False):
    """A set of full boxes with its place in the values of its layer."""

    filled: int
    start: int
    size: int


class Layer(Struct, frozen=True, eq=False):
    """All sets with as many full boxes."""

    blocks: tuple[Block, ...]
    starts: dict[int, int]
    """By set, where its states begin."""
    size: int

    def batches(self, columns: int = COLUMNS) -> Iterator[Sequence[Block]]:
        """The sets, some at a time."""
        found: list[Block] = []
        for block in self.blocks:
            if found and block.start + block.size - found[0].start > columns:
                yield found
                found = []
            found.append(block)
        yield found


def layer_of(board: Board, count: int) -> Layer:
    """The sets with so many full boxes."""
    blocks, start = [], 0
    for filled in board.layers[count]:
        blocks.append(Block(filled, start, board.size(filled)))
        start += blocks[-1].size
    return Layer(tuple(blocks), {block.filled: block.start for block in blocks}, start)


class Solver(Struct, frozen=True, eq=False):
    """A game, and its dice."""

    board: Board
    turns: Turns

    def written(self, block: Block, number: int, after: Floats, starts: dict[int, int]) -> Iterator[
        tuple[slice, Move, NDArray[np.intp], Floats]
    ]:  # fmt: skip
        """For each moment of a set its states and, for each move, where it leads and what that is worth.

        The roll that is written is that of this number in its turn.
        Places and worths are (entries, states); `after` are the values of the next layer.
        """
        for marks, states in self.board.moments(block.filled):
            for move in self.board.moves(block.filled, marks, number):
                places = starts[block.filled | 1 << move.box] + self.board.targets(block.filled, marks, move)
                yield states, move, places, after.take(places) + move.gains

    def turn(self, blocks: Sequence[Block], after: Floats, starts: dict[int, int]) -> list[Floats]:
        """For each roll of a turn what it is worth in each state, written at once where that is best."""
        origin, numbers, found = blocks[0].start, self.board.numbers, dict[int, Floats]()
        width = blocks[-1].start + blocks[-1].size - origin
        for number in dict.fromkeys(numbers):
            best = found[number] = np.full((len(self.turns.keeps.rolls), width), -np.inf)
            for block in blocks:
                for states, move, _, worth in self.written(block, number, after, starts):
                    own = best[:, block.start - origin + states.start : block.start - origin + states.stop]
                    every = np.concatenate([worth, np.full((1, worth.shape[1]), -np.inf)])
                    np.maximum(own, every.take(move.which, 0), out=own)
                    for rows, which in move.others:
                        own[rows] = np.maximum(own[rows], worth[which])
        return [found[number] for number in numbers]

    def decisions(self, written: Sequence[Floats]) -> Iterator[tuple[Levels, Levels]]:
        """What keeps are worth, and what the best of them is, from the last decision of a turn to the first.

        `written` are the worths of rolls, as `turn` has them.
        """
        rolls = written[-1]
        for own in written[-2::-1]:
            kept = self.turns.expected(rolls)
            kept[-1] = own
            best = self.turns.best(kept)
            rolls = best[-1]
            yield kept, best

    def values(self, progress: Progress = silent) -> list[Floats]:
        """The values of all states, by how many boxes are full: what is still to come, in the goal's points."""
        count = len(self.board.boxes)
        found = [self.board.last()]
        after = layer_of(self.board, count)
        for full in range(count - 1, -1, -1):
            layer = layer_of(self.board, full)
            values = np.empty(layer.size)
            for blocks in layer.batches():
                written = self.turn(blocks, found[-1], after.starts)
                rolls = written[-1]
                for _, best in self.decisions(written):
                    rolls = best[-1]
                end = blocks[-1].start + blocks[-1].size
                values[blocks[0].start : end] = (self.turns.chances * rolls).sum(0)
                progress(end - blocks[0].start)
            found.append(values)
            after = layer
        return found[::-1]
