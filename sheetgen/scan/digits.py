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

_Floats = NDArray[np.float32]


def _labels() -> NDArray[np.intp]:
    """What is written for each of the 602 readings, with blanks before, between and behind: [602, 7]."""
    words = [*([int(each) for each in str(number)] for number in range(NUMBERS)), [], [MARK]]
    labels = np.full((len(words), 7), BLANK)
    for word, row in zip(words, labels, strict=True):
        row[1 : 2 * len(word) : 2] = word
    return labels


_LABELS = _labels()
_ENDS = 2 * (_LABELS != BLANK).sum(axis=1)
"""For each reading the place of the last blank; the last digit is one before."""
_SKIP = np.pad((_LABELS[:, 2:] != BLANK) & (_LABELS[:, 2:] != _LABELS[:, :-2]), ((0, 0), (2, 0)))
"""Where a digit can follow a digit without a blank between them: they differ."""


class Reader(Struct, frozen=True, eq=False):
    """The network, ready to read."""

    weights: dict[str, _Floats]
    """``k1``, ``b1``…: kernels [high, wide, in, out] and biases of its layers; ``temperature``: its overconfidence."""

    def log_probabilities(self, patches: _Floats) -> _Floats:
        """How probable each reading of each patch is.

        ``patches``: float32[n, 32, 80], as ``ink.cut`` makes them. The answer: float32[n, 602], logarithms of what
        sums up to 1 in each row. Index 0 to 599: that number; 600: nothing to count; 601: struck.
        """
        places = self._places(patches)
        scores = np.log(np.maximum(paths(places), 1e-30)) / self.weights["temperature"]
        top = scores.max(axis=1, keepdims=True)
        return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)), np.float32)

    def _places(self, patches: _Floats) -> NDArray[np.float64]:
        """What stands at each of 20 places: probabilities [n, 20, 12] of ten digits, a struck mark and nothing new."""
        layer, weights = patches[..., None], self.weights
        for number, pool in enumerate(((2, 2), (2, 2), (2, 1), (4, 1)), 1):
            layer = _pooled(np.maximum(_convolved(layer, weights[f"k{number}"]) + weights[f"b{number}"], 0), *pool)
        layer = np.maximum(_convolved(layer, weights["k5"]) + weights["b5"], 0)
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
    n = len(places)
    ways = np.zeros((n, *_LABELS.shape))
    ways[..., 0] = 1  # before the first place; one step leads to the first blank or the first digit
    for step in range(places.shape[1]):
        came = ways.copy()
        came[..., 1:] += ways[..., :-1]
        came[..., 2:] += ways[..., :-2] * _SKIP[:, 2:]
        ways = came * places[:, step][:, _LABELS]
    last = np.take_along_axis(ways, np.broadcast_to(_ENDS[None, :, None], (n, len(_ENDS), 1)), axis=2)[..., 0]
    digit = np.take_along_axis(
        ways, np.broadcast_to(np.maximum(_ENDS - 1, 0)[None, :, None], (n, len(_ENDS), 1)), axis=2
    )
    return np.asarray(last + np.where(_ENDS > 0, digit[..., 0], 0))


@cache
def load() -> Reader:
    """The reader with the weights that come with sheetgen."""
    with np.load(Path(__file__).with_name("digits.npz"), allow_pickle=False) as stored:
        return Reader({name: stored[name].astype(np.float32) for name in stored.files})
