"""Reads the number in a box: a small network that looks at all of it, and says how probable every number is.

What it was trained with, and how, is in ``tools/train_digits.py``; its weights are ``digits.npz``. The network goes
over the patch from left to right and says, at each of 20 places, which digit stands there, if any (CTC); the
probability of a number is the sum over all ways in which its digits can stand.
"""

from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

NUMBERS = 600
"""The numbers that are read: 0 to 599, each at its own index."""
NOTHING, STRUCK = 600, 601
"""The indexes of a box with nothing to count (empty, a dash) and of one that is struck or cannot be read."""
MARK, BLANK = 10, 11
"""What the network says beside the digits 0 to 9: a struck mark, and nothing new."""

_AT_ONCE = 64
"""How many patches go through the network together: what lies between its layers takes half a megabyte each."""

_Floats = NDArray[np.float32]


_BEFORE = np.array([*[NOTHING] * 10, *(number // 10 for number in range(10, NUMBERS)), NOTHING, NOTHING])
"""For each of the 602 readings the one without its last digit."""
_LAST = np.array([*(number % 10 for number in range(NUMBERS)), BLANK, MARK])
"""The last digit of each."""
_FOLLOWS = _LAST[_BEFORE] != _LAST
"""Where that digit can follow without a blank between: it is not the one before."""


class Reader(Struct, frozen=True, eq=False):
    """The network, ready to read."""

    weights: dict[str, _Floats]
    """``k1``, ``s1``, ``b1``…: kernels [high, wide, in, out], signs and biases of its layers; ``temperature``."""

    def log_probabilities(self, patches: _Floats) -> _Floats:
        """How probable each reading of each patch is.

        ``patches``: float32[n, 32, 80], as ``ink.cut`` makes them. The answer: float32[n, 602], logarithms of what
        sums up to 1 in each row. Index 0 to 599: that number; 600: nothing to count; 601: struck.
        """
        parts = [self._places(patches[at : at + _AT_ONCE]) for at in range(0, max(len(patches), 1), _AT_ONCE)]
        chances = paths(np.concatenate(parts))
        chances[:, STRUCK] += np.maximum(1 - chances.sum(axis=1), 0)  # what is no number of ours cannot be read
        scores = np.log(np.maximum(chances, 1e-30)) / self.weights["temperature"]
        top = scores.max(axis=1, keepdims=True)
        return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)), np.float32)

    def _places(self, patches: _Floats) -> NDArray[np.float64]:
        """What stands at each of 20 places: probabilities [n, 20, 12] of ten digits, a struck mark and nothing new."""
        layer, weights = patches[..., None], self.weights
        for number, pool in enumerate(((2, 2), (2, 2), (2, 1), (4, 1), (1, 1)), 1):
            layer = _pooled(_convolved(layer, weights[f"k{number}"]), *pool)
            layer = np.maximum(layer * weights[f"s{number}"] + weights[f"b{number}"], 0)
        scores = (layer[:, 0] @ weights["k6"] + weights["b6"]).astype(np.float64)
        chances = np.exp(scores - scores.max(axis=2, keepdims=True))
        return np.asarray(chances / chances.sum(axis=2, keepdims=True))


def _convolved(layer: _Floats, kernel: _Floats) -> _Floats:
    """A layer [n, height, width, in] under a kernel [high, wide, in, out], as large as before."""
    high, wide, channels, out = kernel.shape
    padded = np.pad(layer, ((0, 0), (high // 2,) * 2, (wide // 2,) * 2, (0, 0)))
    windows = sliding_window_view(padded, (high, wide), axis=(1, 2)).transpose(0, 1, 2, 4, 5, 3)
    flat = windows.reshape(*layer.shape[:3], -1) @ kernel.reshape(high * wide * channels, out)
    return np.asarray(flat, np.float32)


def _pooled(layer: _Floats, high: int, wide: int) -> _Floats:
    """The largest of every ``high`` x ``wide`` values."""
    n, height, width, channels = layer.shape
    grouped = layer.reshape(n, height // high, high, width // wide, wide, channels)
    return np.asarray(grouped.max(axis=(2, 4)), np.float32)


def paths(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """How probable each of the 602 readings is, summed over all ways to write it: [n, places, 12] to [n, 602]."""
    ended = np.zeros((len(places), len(_LAST)))  # the last place says the last digit
    rested = ended.copy()  # the last place says nothing new
    rested[:, NOTHING] = 1
    for chances in places.transpose(1, 0, 2):
        added = ended[:, _BEFORE] * _FOLLOWS + rested[:, _BEFORE]
        added[:, NOTHING] = 0
        ended, rested = (ended + added) * chances[:, _LAST], (ended + rested) * chances[:, BLANK, None]
    return np.asarray(ended + rested)


@cache
def load() -> Reader:
    """The reader with the weights that come with sheetgen."""
    with np.load(Path(__file__).with_name("digits.npz"), allow_pickle=False) as stored:
        return Reader({name: stored[name].astype(np.float32) for name in stored.files})
