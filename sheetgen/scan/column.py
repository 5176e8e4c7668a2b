"""The reading of a column from the probabilities of each box and total, and from the rules of the game.

The ink is judged first. The rules choose among the readings that the ink of a place leaves open, never against it: a
plain number that breaks the rules is a finding of the checker. The probabilities are exact (`sum_product`).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import all_rolls, ways
from sheetgen.rules.ruleset import Ruleset, boxes_of
from sheetgen.rules.scoring import points_of_rolls
from sheetgen.scan.digits import LEAST
from sheetgen.scan.sum_product import Evidence, Floats, Weights, spans_of

SURE = 0.994
"""Probability from which on a value is sure. Chosen by hand on made photos, between questions and errors."""
IMPOSSIBLE = 0.002
"""Probability that a box holds a number that the rules forbid. From a study with made photos."""
THROWN = 0.8
"""Weight of the dice in the prior of a box: the root of the number of rolls with a value. The rest is even. Chosen by
hand, since players choose their boxes."""
LEFT_BLANK, BEGUN = 0.01, 0.9
"""Probability that a box is blank: in a column that was played, and in one that is mostly blank because the game has
only begun. A dash is not blank, it counts 0. Chosen by hand."""
NOT_PLAYED = 0.2
"""Probability that a column was not played at all. Chosen by hand."""
FURTHER_YACHT = 0.1
"""Ratio of the probabilities of one further Yacht and one fewer. Chosen by hand."""
SIGN = 0.02
"""Probability that a minus is missed, or seen where there is none. Chosen by hand."""
FLAT_ONE = 0.9
"""Probability that a minus before a digit is a 1, where nothing is below 0; else it is a fleck. Chosen by hand."""
HOOKED, LIKE_SEVEN = 0.05, 0.9
"""Probability that a hand writes ones like sevens, as in Europe, where sevens have a bar; and the share of its ones
that look so. Chosen by hand."""
NOTHING: Mapping[str, float] = {"0": 0.6, "-": 0.25, "/": 0.15}
"""Probabilities that a hand writes a 0, a dash, or a slash for nothing. Chosen by hand."""
SELDOM = 0.05
"""Factor for the other two marks, which the same hand rarely writes. Chosen by hand."""
OPEN = 1000.0
"""Maximum odds by the ink against a reading that stays open for the rules.

Of 3,918 places on 68 made photos, 2 held a number with larger odds against it; in none of these was the ink plain.
"""
SLASH, ONE = 10.0, 3.0
"""Maximum odds by the ink against a slash, and against a 1, at which a box with 0 or 1 is unsure. Chosen by hand."""
EVEN = 1.2
"""Maximum odds by the ink against a value that is sure. Chosen by hand: enough for a 1 that looks like a 7."""
FAINT = 0.1
"""Probability by the ink alone that no value of an illegible place reaches. Chosen by hand."""
SHOWN, SMALLEST = 5, 0.001
"""Maximum number of values that are listed as likely, and their minimum probability. Chosen by hand."""


class Seen(Struct, frozen=True, eq=False):
    """Reading of a cell alone."""

    read: NDArray[np.floating]
    """float[n + 11], log-probabilities: of the numbers 0 to n - 1; of an empty cell or a mark for nothing; of a cell
    that is struck or cannot be read, which may hold any number; and of -9 to -1."""
    ink: float = 0.5
    """Probability that there is ink: a cell with ink and no number is a mark, which counts 0, without ink it is
    blank."""
    level: bool | None = None
    """Flag: the ink is wider than high, so that a mark is a dash, and else a slash. None: it may be either."""


Likely = tuple[tuple[int | None, float], ...]
"""Values with their probabilities, best first, None for a blank: at most `SHOWN`, all but the first above
`SMALLEST`."""


class BoxRead(Struct, frozen=True):
    """Reading of a box or a total."""

    value: int | None
    """Value that was read; the likeliest one by the ink alone where it is unsure. None: blank, or illegible."""
    sure: bool
    likely: Likely
    """Values by the ink and the rules."""
    looks: Likely
    """Values by the ink alone, with the one that the rules make likeliest; empty if it is illegible."""

    @property
    def has_default(self) -> bool:
        """Check whether the ink alone and the rules make the same value likelier than all others together."""
        (value, chance), *_ = self.likely
        return chance > 0.5 and dict(self.looks[:1]).get(value, 0) > 0.5


def posterior(
    ruleset: Ruleset,
    seen: Mapping[str, Seen],
    *,
    confirmed: Mapping[str, int | None] | None = None,
) -> dict[str, BoxRead]:
    """Read each row of `seen` or `confirmed`, by the ids of boxes and totals.

    `confirmed` are the answers of a person. A value is sure from `SURE` on unless the ink alone prefers another.
    """
    confirmed = confirmed or {}
    shown = [row for row in ruleset.rows if row in seen or row in confirmed]
    sevens = {row: replace(each, read=hooked(each.read)) for row, each in seen.items()}
    hands = [
        (share * often, looks_in(ruleset, ones, confirmed, nothing))
        for share, ones in ((1 - HOOKED, seen), (HOOKED, sevens))
        for nothing, often in NOTHING.items()
    ]
    inked = [each.ink > SURE for row, each in seen.items() if row in ruleset.boxes]
    left = LEFT_BLANK if 2 * sum(inked) >= len(inked) else BEGUN
    tried = [chances_of(ruleset, *weighed(ruleset, looks, left), shown) for _, looks in hands]
    likely = np.array([each[1] for each in tried]) + np.log([share for share, _ in hands])
    shares: Floats = np.exp(likely - likely.max()) / np.exp(likely - likely.max()).sum()
    found = {}
    for row in shown:
        if row in confirmed:
            certain = ((confirmed[row], 1.0),)
            found[row] = BoxRead(confirmed[row], True, certain, certain)
        else:
            of = mixed([each[0][row] for each in tried], shares)
            looks = mixed([each[row] for _, each in hands], shares)
            found[row] = judged(of, looks, seen[row], row in ruleset.all_totals)
    return found


def hooked(read: NDArray[np.floating]) -> Floats:
    """Return the reading of a cell by a hand whose ones look like sevens: a 1 takes the probability of a 7, too."""
    chances: Floats = np.exp(np.asarray(read, np.float64))
    numbers = np.arange(len(read) - 2 + LEAST)
    for place in (1, 10, 100):
        ones = numbers[(numbers // place % 10 == 1) & (numbers + 6 * place < len(numbers))]
        chances[ones] += LIKE_SEVEN * (chances[ones + 6 * place] - chances[ones])
    return np.log(np.maximum(chances, 1e-300), out=chances)


def mixed(rows: Sequence[Weights], shares: Floats) -> Weights:
    """Return the mean of rows with the same numbers, each with its share, so that it adds up to one."""
    weights = shares @ [row.weights for row in rows]
    blank = float(shares @ [row.blank for row in rows])
    return Weights(rows[0].numbers, weights / (weights.sum() + blank), blank / float(weights.sum() + blank))


def looks_in(
    ruleset: Ruleset, seen: Mapping[str, Seen], confirmed: Mapping[str, int | None], nothing: str
) -> dict[str, Weights]:
    """Return how likely each row looks as it does, for all that may be written there; `nothing` is one of `NOTHING`."""
    rows = {}
    for row, (low, high) in spans_of(ruleset).items():
        numbers = np.arange(low, high + 1)
        told = confirmed.get(row)
        if row in confirmed and (told is None or low <= told <= high):
            rows[row] = Weights(numbers, (numbers == told).astype(float), float(told is None))
        elif row in seen and row not in confirmed:
            rows[row] = looks_of(seen[row], numbers, nothing)
        else:  # the sheet does not have it, or it is far off: a total is not written, a box may be anything
            rows[row] = Weights(numbers, np.full(len(numbers), float(row in ruleset.boxes)), 1.0)
    return rows


def weighed(ruleset: Ruleset, looks: Mapping[str, Weights], left: float) -> tuple[dict[str, Weights], float, float]:
    """Return the rows, those of boxes times the prior; `left` is the probability that a box is blank.

    These add up to one; next to them are the logarithm of what they were divided by, and how likely all that is seen is
    if nothing is written, divided by the same.
    """
    rows, scale, idle = {}, 0.0, 1.0
    for row, of in looks.items():
        rows[row], whole = with_prior(of, prior_of(ruleset, row), left) if row in ruleset.boxes else (of, 1.0)
        scale += float(np.log(whole))
        idle *= of.blank / whole
    return rows, scale, idle


def looks_of(seen: Seen, numbers: NDArray[np.int64], nothing: str) -> Weights:
    """Return how likely a cell looks as it does for each number, and for a blank, by a hand that writes `nothing` so.

    Readings that the ink does not leave `OPEN` have 0.
    """
    chances = np.exp(np.asarray(seen.read, np.float64))
    mark = "-/" if seen.level is None else "-" if seen.level else "/"
    chances[0] *= 1 if nothing == "0" else SELDOM
    size = len(chances) - 2 + LEAST
    plus, minus = slice(1, 1 - LEAST), slice(-1, LEAST - 1, -1)
    if numbers[0] < 0:
        more = SIGN * (chances[minus] - chances[plus])
        chances[plus] += more
        chances[minus] -= more
    else:
        chances[plus] += (1 - FLAT_ONE) * chances[minus]
        chances[11 : 11 - LEAST] += FLAT_ONE * chances[minus]
        chances[minus] = 0
    known = (numbers >= LEAST) & (numbers < size)
    weights = np.where(known, chances[np.where(known, numbers, 0)], 0)
    unreadable = chances.sum() - chances[size] - weights.sum()  # or no number for this row
    weights += unreadable / size
    weights[numbers == 0] += seen.ink * chances[size] * (1 if nothing in mark else SELDOM)
    blank = float((1 - seen.ink) * chances[size])
    least = max(weights.max(), blank) / OPEN
    return Weights(numbers, np.where(weights < least, 0, weights), blank * (blank >= least))


@lru_cache(maxsize=512)
def prior_of(ruleset: Ruleset, box: str) -> Mapping[int, float]:
    """Return the probability of each value that a box can hold. A 0 is as likely as another value is on average."""
    can = possible_values(ruleset, box)
    falls = dict.fromkeys(can, 0)
    points = points_of_rolls(ruleset.boxes[box].category, ruleset.dice)
    for roll, earned in zip(all_rolls(ruleset.dice.count, ruleset.dice.sides), points, strict=True):
        if earned in falls and earned:
            falls[earned] += ways(roll)
    often = np.sqrt(list(falls.values()))
    often[np.array(can) == 0] = often.sum() / max(len(can) - 1, 1)
    often = THROWN * often / max(often.sum(), 1) + (1 - THROWN * bool(often.any())) / len(can)
    return dict(zip(can, often.tolist(), strict=True))


def with_prior(seen: Weights, prior: Mapping[int, float], left: float) -> tuple[Weights, float]:
    """Multiply a row by the prior of its box. Return it with a sum of one, and the sum it had."""
    can = np.array([prior.get(number, 0.0) for number in seen.numbers.tolist()])
    every = np.where(can > 0, (1 - IMPOSSIBLE) * can, IMPOSSIBLE / max((can == 0).sum(), 1)) * (1 - left)
    weights, blank = seen.weights * every, seen.blank * left
    whole = weights.sum() + blank
    return Weights(seen.numbers, weights / whole, float(blank / whole)), whole


def chances_of(
    ruleset: Ruleset, rows: Mapping[str, Weights], scale: float, idle: float, shown: Iterable[str]
) -> tuple[dict[str, Weights], float]:
    """Return the probabilities of all that may be written in each row, and the log-likelihood of all that is seen.

    `scale` and `idle` come from `weighed`. Without points for a first Yacht there are no further ones: the likelihood
    of cards that have only those is subtracted.
    """
    yachts: Floats = FURTHER_YACHT ** np.arange(len(ruleset.boxes), dtype=np.float64)
    runs = [(1, Evidence(ruleset, rows, yachts, rows))]
    if ruleset.extra_yachts:
        boxes = [box.id for box in boxes_of(ruleset.categories[ruleset.extra_yachts.category])]
        none = {
            box: Weights(rows[box].numbers, rows[box].weights * (rows[box].numbers == 0), rows[box].blank)
            for box in boxes
        }
        runs.append((-1, Evidence(ruleset, {**rows, **none}, np.where(yachts < 1, yachts, 0), rows)))
    whole = sum(sign * run.likelihood for sign, run in runs)
    idle *= NOT_PLAYED
    every = idle + (1 - NOT_PLAYED) * whole
    idle /= every
    part = (1 - idle) / whole
    found = {}
    for row in shown:
        each = [(sign * part, run.rows[row], run.slopes[row]) for sign, run in runs]
        weights = np.sum([share * of.weights * slope.weights for share, of, slope in each], axis=0)
        blank = sum(share * of.blank * slope.blank for share, of, slope in each) + idle
        found[row] = Weights(rows[row].numbers, weights, blank)
    return found, float(np.log(max(every, 1e-300))) + scale


def judged(chances: Weights, looks: Weights, seen: Seen, is_total: bool) -> BoxRead:
    """Return the reading of a place from its probabilities, and from those of its ink alone."""
    likely, alone = likeliest(chances), likeliest(looks)
    value, chance = likely[0]
    looked, most = alone[0]
    if value not in dict(alone):
        alone += ((value, looks.blank if value is None else float(looks.weights[value - looks.numbers[0]])),)
    if most < FAINT:
        return BoxRead(None, False, likely, ())
    sure = chance >= SURE and EVEN * dict(alone)[value] >= most
    if value is None:
        sure = sure and seen.ink <= 0.5
    elif value in (0, 1) and not is_total:  # a slash and a 1 look alike
        near = np.log(SLASH if value == 0 else ONE)
        sure = sure and min(seen.read[1], seen.read[LEAST - 2]) <= seen.read.max() - near
    return BoxRead(value if sure else looked, bool(sure), likely, alone)


def likeliest(chances: Weights) -> Likely:
    """Return the values with the largest probabilities."""
    every = np.append(chances.weights, chances.blank)
    best = np.argsort(-every, kind="stable")[:SHOWN]
    found = [(int(chances.numbers[at]) if at < len(chances.numbers) else None, float(every[at])) for at in best]
    return (found[0], *(each for each in found[1:] if each[1] > SMALLEST))
