"""The reader of whole numbers: a small network that gives the probability of each number in a box.

``tools/train_digits.py`` trains it; its weights are in ``digits.npz``. At each of 20 places from
left to right, the network gives the probabilities of the digits and of no digit (CTC). The
probability of a number is the sum over all ways to place its digits.
"""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sheetgen.scan.ink import HEIGHT, WIDTH

NUMBERS, LEAST = 2_000, -99
"""Numbers that are read: 0 to 1999, each at its own index, and -99 to -1, counted from the end."""
NOTHING, STRUCK = NUMBERS, NUMBERS + 1
"""Indexes of a box with nothing to count (empty, a dash, a slash), and of a box that is struck or
cannot be read."""
MARK, MINUS, BLANK = 10, 11, 12
"""Outputs of the network after the digits 0 to 9: a struck mark, a dash or minus, and nothing
new."""

WAYS = (1.0, 1.0, 0.0, 0.5), (0.8, 1.0, -0.12, -0.4), (1.0, 0.94, 0.1, 0.0)
"""Ways in which a patch is read: factors of its width and height, slant, and how much bolder or
finer. Of two dozen ways, these three together did best on the boxes by which the temperature is
set."""
_OTHER_LENGTH = 0.5
"""Factor for numbers with more or fewer digits than the likeliest one: on made photos, the network
overrates them."""
_DIGITS = np.array([*(len(str(number)) for number in range(NUMBERS)), 0, 0, *([0] * -LEAST)])
"""Number of digits of each number; 0 for negative numbers and for boxes without a number."""
_AT_ONCE = 64
"""Maximum number of patches that go through the network together: each takes half a megabyte
between its layers."""

_POOLS = ((2, 2), (2, 2), (2, 1), (4, 1), (1, 1))
"""Height and width of the blocks of which each layer keeps the maximum."""

_Floats = NDArray[np.float32]


_BELOW = np.arange(LEAST, 0)
_LAST = np.array([*(number % 10 for number in range(NUMBERS)), BLANK, MARK, *(-_BELOW % 10), MINUS])
"""Last sign of each reading. A dash alone is the last reading."""
_BEFORE = np.full(len(_LAST), NOTHING)
_BEFORE[10:NUMBERS] = np.arange(10, NUMBERS) // 10
_BEFORE[STRUCK + 1 : -1] = np.where(_BELOW > -10, -1, -(-_BELOW // 10) - 1) + len(_LAST)
"""Index of each reading without its last sign: of -9 to -1, that is a dash."""
_FOLLOWS = _LAST[_BEFORE] != _LAST
"""Flag for each reading: its last sign differs from the one before, and needs no blank between
them."""


class Reader(Struct, frozen=True, eq=False):
    """The network, ready to read."""

    weights: dict[str, _Floats]
    """Weights of the layers: ``k1`` and so on are kernels [high, wide, in, out], ``s1`` signs and
    ``b1`` biases. ``temperature`` divides the log-probabilities. ``doubt`` is the probability that
    a digit is another one, however sure the network is."""

    def log_probabilities(self, patches: _Floats) -> _Floats:
        """Return the log-probability of each reading of each patch, float32[n, 2101].

        ``patches``: float32[n, 32, 80], as ``ink.cut`` makes them. Index 0 to 1999 is that number;
        2000 is nothing to count; 2001 is struck, or no number of these; -99 to -1, from the end,
        are those numbers.
        """
        parts = []
        for first in range(0, max(len(patches), 1), _AT_ONCE):
            parts.append(self._sign_probabilities(patches[first : first + _AT_ONCE]))
        chances = paths(np.concatenate(parts))
        # what is no number of ours cannot be read
        chances[:, STRUCK] += np.maximum(1 - chances.sum(axis=1), 0)
        scores = np.log(np.maximum(chances, 1e-30)) / self.weights["temperature"]
        top = scores.max(axis=1, keepdims=True)
        every = np.log(np.exp(scores - top).sum(axis=1, keepdims=True))
        return np.asarray(scores - top - every, np.float32)

    def looked_at_again(self, patches: _Floats) -> _Floats:
        """Return the normalised mean of the log-probabilities of all `WAYS`.

        They rarely make the same mistake. On made photos a third fewer numbers are misread than by
        one way.
        """
        scores = np.mean([self.log_probabilities(_seen(patches, way)) for way in WAYS], axis=0)
        digits = _DIGITS[scores.argmax(axis=1), None]
        has_other_length = (digits > 0) & (_DIGITS > 0) & (digits != _DIGITS)
        scores += np.log(_OTHER_LENGTH) * has_other_length
        return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32)

    def _sign_probabilities(self, patches: _Floats) -> NDArray[np.float64]:
        """Return the probabilities of each sign at each place, [n, 20, 13].

        Ten digits, MARK, MINUS and BLANK.
        """
        weights = self.weights
        layer = patches[..., None]
        for number, (down, across) in enumerate(_POOLS, 1):
            kernel = weights[f"k{number}"]
            high, wide, _, channels = kernel.shape
            n, height, width, _ = layer.shape
            # a convolution keeps the size
            padded = np.pad(layer, ((0, 0), (high // 2,) * 2, (wide // 2,) * 2, (0, 0)))
            windows = sliding_window_view(padded, (high, wide), axis=(1, 2))
            windows = windows.transpose(0, 1, 2, 4, 5, 3)
            layer = windows.reshape(n, height, width, -1) @ kernel.reshape(-1, channels)
            blocks = layer.reshape(n, height // down, down, width // across, across, channels)
            layer = blocks.max(axis=(2, 4))
            layer = np.maximum(layer * weights[f"s{number}"] + weights[f"b{number}"], 0)
        scores = (layer[:, 0] @ weights["k6"] + weights["b6"]).astype(np.float64)
        chances = np.exp(scores - scores.max(axis=2, keepdims=True))
        chances /= chances.sum(axis=2, keepdims=True)
        digits = chances[..., :MARK]
        digits += float(weights["doubt"]) * (digits.mean(axis=2, keepdims=True) - digits)
        return np.asarray(chances)


def _seen(patches: _Floats, way: tuple[float, float, float, float]) -> _Floats:
    """Return patches in one of `WAYS`.

    Narrowed, lowered and slanted around their middles, bolder or finer.
    """
    wide, high, slant, bold = way
    y, x = (HEIGHT - 1) / 2, (WIDTH - 1) / 2
    change = np.array([[wide, slant, x - wide * x - slant * y], [0, high, y - high * y]])
    moved = [
        cv2.warpAffine(patch, change, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR) for patch in patches
    ]
    around = np.ones((3, 3), np.uint8)
    spread = cv2.dilate if bold > 0 else cv2.erode
    return np.stack([patch + abs(bold) * (spread(patch, around) - patch) for patch in moved])


def paths(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of each reading, [n, 2101], by those at the places [n, places, 13]."""
    ended = np.zeros((len(places), len(_LAST)))  # the last place says the last sign
    rested = ended.copy()  # the last place says nothing new
    rested[:, NOTHING] = 1
    for chances in places.transpose(1, 0, 2):
        added = ended[:, _BEFORE] * _FOLLOWS + rested[:, _BEFORE]
        added[:, NOTHING] = 0
        before = ended
        ended = (before + added) * chances[:, _LAST]
        rested = (before + rested) * chances[:, BLANK, None]
    every = ended + rested
    every[:, NOTHING] += every[:, -1]  # a dash alone is nothing to count
    return np.asarray(every[:, :-1])


def with_unseen(chances: _Floats, *, cut_off: float, own: float) -> _Floats:
    """Return the log-probabilities of readings, [2101], if the ink may be incomplete.

    A part of it may be missing, or belong to a neighbour. `cut_off`: probability that the digits
    are not those seen, but as many others. `own`: probability that the ink belongs to this box at
    all.
    """
    digits = _DIGITS[chances.argmax()]
    if cut_off and digits:
        same = digits == _DIGITS
        others = np.where(same, np.log(cut_off / same.sum()), -np.inf)
        chances = np.logaddexp(np.log(1 - cut_off) + chances, others)
    if own < 1:
        chances = np.log(own) + chances
        chances[NOTHING] = np.logaddexp(chances[NOTHING], np.log(1 - own))
    return np.asarray(chances, np.float32)


@cache
def load() -> Reader:
    """Return the reader with the weights that come with sheetgen."""
    with np.load(Path(__file__).with_name("digits.npz"), allow_pickle=False) as stored:
        return Reader({name: stored[name].astype(np.float32) for name in stored.files})
