"""Reads the number in a box: a small network that looks at all of it, and says how probable every number is.

What it was trained with, and how, is in ``tools/train_digits.py``; its weights are ``digits.npz``. The network goes
over the patch from left to right and says, at each of 20 places, which digit stands there, if any (CTC); the
probability of a number is the sum over all ways in which its digits can stand.
"""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sheetgen.scan.ink import HEIGHT, WIDTH

NUMBERS, LEAST = 2_000, -9
"""The numbers that are read: 0 to 1999, each at its own index, and, counted from the end, -9 to -1."""
NOTHING, STRUCK = NUMBERS, NUMBERS + 1
"""The indexes of a box with nothing to count (empty, a dash, a slash), and of one that is struck or cannot be read."""
MARK, MINUS, BLANK = 10, 11, 12
"""What the network says beside the digits 0 to 9: a struck mark, a dash or minus, and nothing new."""

WAYS = (1.0, 1.0, 0.0, 0.5), (0.8, 1.0, -0.12, -0.4), (1.0, 0.94, 0.1, 0.0)
"""How wide, high and slanted a patch is looked at, and how much bolder, or finer: of some two dozen, those that
together read best the boxes by which it is found how sure the network may be."""
_OTHER_LENGTH = 0.5
"""By so much a number with more or fewer digits than the likeliest is less likely than the network says, on photos."""
_DIGITS = np.array([*(len(str(number)) for number in range(NUMBERS)), 0, 0, *([0] * -LEAST)])
"""How many digits each number has; 0 for what is no number, or below 0."""
_ON_LINE = 0.02
"""How often a 1 is not seen where it may stand on a line."""
_AT_ONCE = 64
"""How many patches go through the network together: what lies between its layers takes half a megabyte each."""

_Floats = NDArray[np.float32]


def _tree() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each reading the one without its last sign, and that sign; a dash alone stands behind them."""
    negative = range(-LEAST, 0, -1)
    dash = NUMBERS + 2 - LEAST
    before = [NOTHING if number < 10 else number // 10 for number in range(NUMBERS)]
    before += [NOTHING, NOTHING, *(dash for _ in negative), NOTHING]
    return np.array(before), np.array([*(number % 10 for number in range(NUMBERS)), BLANK, MARK, *negative, MINUS])


_BEFORE, _LAST = _tree()
_SEEN = {str(number): number for number in range(NUMBERS)}
_WITHOUT_ONE = [
    np.array([*(_SEEN.get(part, number) for number, part in enumerate(parts)), *range(NUMBERS, len(_DIGITS))])
    for parts in ([each.removeprefix("1") for each in _SEEN], [each.removesuffix("1") for each in _SEEN])
]
"""For each reading what is left of it without a 1 at its left end, and at its right; itself where that is no number."""
_FOLLOWS = _LAST[_BEFORE] != _LAST
"""Where the last sign can follow without a blank between: it is not the one before."""


class Reader(Struct, frozen=True, eq=False):
    """The network, ready to read."""

    weights: dict[str, _Floats]
    """``k1``, ``s1``, ``b1``…: kernels [high, wide, in, out], signs and biases of its layers; ``temperature``: how much
    less sure than it says; ``doubt``: how often a digit is another one than the network sees, whatever it says."""

    def log_probabilities(self, patches: _Floats) -> _Floats:
        """How probable each reading of each patch is.

        ``patches``: float32[n, 32, 80], as ``ink.cut`` makes them. The answer: float32[n, 2011], logarithms of what
        sums up to 1 in each row. Index 0 to 1999: that number; 2000: nothing to count; 2001: struck, or no number of
        these; -9 to -1, from the end: that number.
        """
        parts = [self._places(patches[at : at + _AT_ONCE]) for at in range(0, max(len(patches), 1), _AT_ONCE)]
        chances = paths(np.concatenate(parts))
        chances[:, STRUCK] += np.maximum(1 - chances.sum(axis=1), 0)  # what is no number of ours cannot be read
        scores = np.log(np.maximum(chances, 1e-30)) / self.weights["temperature"]
        top = scores.max(axis=1, keepdims=True)
        return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)), np.float32)

    def looked_at_again(self, patches: _Floats) -> _Floats:
        """The same, on average over ways to look at each patch: what one way takes for another number, others do not.

        The average of logarithms, normalised: on photos a third fewer numbers are taken for others than by one look.
        """
        scores = np.mean([self.log_probabilities(_seen(patches, way)) for way in WAYS], axis=0)
        best = _DIGITS[scores.argmax(axis=1), None]
        scores += np.log(_OTHER_LENGTH) * ((best > 0) & (_DIGITS > 0) & (best != _DIGITS))
        return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32)

    def _places(self, patches: _Floats) -> NDArray[np.float64]:
        """What stands at each of 20 places: probabilities [n, 20, 13] of ten digits and MARK, MINUS and BLANK."""
        layer, weights = patches[..., None], self.weights
        for number, pool in enumerate(((2, 2), (2, 2), (2, 1), (4, 1), (1, 1)), 1):
            layer = _pooled(_convolved(layer, weights[f"k{number}"]), *pool)
            layer = np.maximum(layer * weights[f"s{number}"] + weights[f"b{number}"], 0)
        scores = (layer[:, 0] @ weights["k6"] + weights["b6"]).astype(np.float64)
        chances = np.exp(scores - scores.max(axis=2, keepdims=True))
        chances /= chances.sum(axis=2, keepdims=True)
        digits = chances[..., :MARK]
        digits += float(weights["doubt"]) * (digits.mean(axis=2, keepdims=True) - digits)
        return np.asarray(chances)


def _seen(patches: _Floats, way: tuple[float, float, float, float]) -> _Floats:
    """Patches narrowed, lowered and slanted around their middles, as by a pen that is bolder or finer."""
    wide, high, slant, bold = way
    y, x = (HEIGHT - 1) / 2, (WIDTH - 1) / 2
    change = np.array([[wide, slant, x - wide * x - slant * y], [0, high, y - high * y]])
    moved = [cv2.warpAffine(patch, change, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR) for patch in patches]
    spread, around = cv2.dilate if bold > 0 else cv2.erode, np.ones((3, 3), np.uint8)
    return np.stack([each + abs(bold) * (spread(each, around) - each) for each in moved])


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
    """How probable each reading is, summed over all ways to write it: [n, places, 13] to [n, 2011]."""
    ended = np.zeros((len(places), len(_LAST)))  # the last place says the last sign
    rested = ended.copy()  # the last place says nothing new
    rested[:, NOTHING] = 1
    for chances in places.transpose(1, 0, 2):
        added = ended[:, _BEFORE] * _FOLLOWS + rested[:, _BEFORE]
        added[:, NOTHING] = 0
        ended, rested = (ended + added) * chances[:, _LAST], (ended + rested) * chances[:, BLANK, None]
    found = ended + rested
    found[:, NOTHING] += found[:, -1]  # a dash alone is nothing to count
    return np.asarray(found[:, :-1])


def with_unseen(chances: _Floats, beside: tuple[bool, bool], *, cut_off: float = 0, own: float = 1) -> _Floats:
    """The chances of readings, [2011] logarithms, where a 1 may stand on the left or the right line, or more is unseen.

    `cut_off` is how likely the digits are others, but as many, for it is cut off; `own` how likely it is of this box:
    else there is nothing.
    """
    for rest, where in zip(_WITHOUT_ONE, beside, strict=True):
        if where:
            chances = np.logaddexp(np.log(1 - _ON_LINE) + chances, np.log(_ON_LINE) + chances[rest])
    if cut_off and (digits := _DIGITS[chances.argmax()]):
        same = digits == _DIGITS
        others = np.where(same, np.log(cut_off / same.sum()), -np.inf)
        chances = np.logaddexp(np.log(1 - cut_off) + chances, others)
    if own < 1:
        chances = np.log(own) + chances
        chances[NOTHING] = np.logaddexp(chances[NOTHING], np.log(1 - own))
    return np.asarray(chances, np.float32)


@cache
def load() -> Reader:
    """The reader with the weights that come with sheetgen."""
    with np.load(Path(__file__).with_name("digits.npz"), allow_pickle=False) as stored:
        return Reader({name: stored[name].astype(np.float32) for name in stored.files})
