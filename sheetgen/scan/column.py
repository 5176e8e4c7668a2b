"""Read a player's column from what a network says of each box and total, and from the rules of the game.

The ink is judged first. The rules choose among the readings that the ink of a place leaves open, never against it: a
plain number that breaks the rules is a finding of the checker. The probabilities are exact (`sums`).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.rules import Ruleset, all_rolls, boxes_of, points_of_rolls, possible_values, ways
from sheetgen.scan.digits import LEAST
from sheetgen.scan.sum_product import Evidence, Floats, Row, spans_of

SURE = 0.994
"""From this probability on a value is sure."""
IMPOSSIBLE = 0.002
"""How likely a box holds a number that it cannot hold, by the rules."""
THROWN = 0.8
"""How much the dice say of what a box holds: what they fall in more ways is likelier, by the root of how many."""
LEFT_BLANK, BEGUN = 0.01, 0.9
"""How likely a box of a column that was played is blank, and of one of which most are, for the game has only begun; a
dash is not blank, it counts 0."""
NOT_PLAYED = 0.2
"""How likely a column was not played at all."""
FURTHER_YACHT = 0.1
"""How much less likely each further Yacht is than one fewer."""
SIGN = 0.02
"""How often a minus is not seen, or one is seen that is none."""
FLAT_ONE = 0.9
"""How often a minus before a digit, where nothing is below 0, is a 1; else it is a fleck."""
HOOKED, LIKE_SEVEN = 0.05, 0.9
"""How likely all ones of a hand look like sevens, as in Europe, where these have a bar; and how often one does then."""
NOTHING: Mapping[str, float] = {"0": 0.6, "-": 0.25, "/": 0.15}
"""How likely a hand writes a 0, a dash, or a slash for nothing."""
SELDOM = 0.05
"""How much less likely it writes one of the others."""
OPEN = 1000.0
"""A reading of a place stays open if the ink makes it at most this many times less likely than the likeliest one.

Of 3,918 places on 68 made photos, 2 held a number that the ink made less likely than that; none where one was plain.
"""
SLASH, ONE = 10.0, 3.0
"""A 0, or a 1, is unsure in a box that looks at most this many times less like a slash, and like a 1, than like it."""
EVEN = 1.2
"""Maximum odds by the ink against a value that is sure: enough for the 1 of a hand that writes it like a 7."""
FAINT = 0.1
"""A place is illegible if no value has this probability by the ink alone."""
SHOWN, SMALLEST = 5, 0.001
"""Maximum number of values that are listed as likely, and their minimum probability."""


class Seen(Struct, frozen=True, eq=False):
    """What a reader says of a cell alone."""

    read: NDArray[np.floating]
    """Log-probabilities, float[n + 11]: of the numbers 0 to n - 1, of an empty cell or a mark for nothing, of one that
    is struck or cannot be read, which may be any number, and of -9 to -1."""
    ink: float = 0.5
    """How likely there is any: with it an empty cell is a mark, which counts 0, without it is blank."""
    level: bool | None = None
    """Whether it is wider than high: a mark is a dash then, else a slash; None: it may be either."""


Likely = tuple[tuple[int | None, float], ...]
"""Values, None for a blank, with their probabilities, best first: the first, and at most `SHOWN` above `SMALLEST`."""


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
    """What is said of a cell if ones look like sevens: of each number, what is said of it and of it with sevens."""
    chances: Floats = np.exp(np.asarray(read, np.float64))
    numbers = np.arange(len(read) - 2 + LEAST)
    for place in (1, 10, 100):
        ones = numbers[(numbers // place % 10 == 1) & (numbers + 6 * place < len(numbers))]
        chances[ones] += LIKE_SEVEN * (chances[ones + 6 * place] - chances[ones])
    return np.log(np.maximum(chances, 1e-300), out=chances)


def mixed(rows: Sequence[Row], shares: Floats) -> Row:
    """Return the mean of rows with the same numbers, each with its share, so that it adds up to one."""
    weights = shares @ [row.weights for row in rows]
    blank = float(shares @ [row.blank for row in rows])
    return Row(rows[0].numbers, weights / (weights.sum() + blank), blank / float(weights.sum() + blank))


def looks_in(
    ruleset: Ruleset, seen: Mapping[str, Seen], confirmed: Mapping[str, int | None], nothing: str
) -> dict[str, Row]:
    """Return how likely each row looks as it does, for all that may be written there; `nothing` is one of `NOTHING`."""
    rows = {}
    for row, (low, high) in spans_of(ruleset).items():
        numbers = np.arange(low, high + 1)
        told = confirmed.get(row)
        if row in confirmed and (told is None or low <= told <= high):
            rows[row] = Row(numbers, (numbers == told).astype(float), float(told is None))
        elif row in seen and row not in confirmed:
            rows[row] = looks_of(seen[row], numbers, nothing)
        else:  # the sheet does not have it, or it is far off: a total is not written, a box may be anything
            rows[row] = Row(numbers, np.full(len(numbers), float(row in ruleset.boxes)), 1.0)
    return rows


def weighed(ruleset: Ruleset, looks: Mapping[str, Row], left: float) -> tuple[dict[str, Row], float, float]:
    """Return the rows, those of boxes times the prior; `left` is the probability that a box is blank.

    These add up to one; beside them are the logarithm of what they were divided by, and how likely all that is seen is
    if nothing is written, divided by the same.
    """
    rows, scale, idle = {}, 0.0, 1.0
    for row, of in looks.items():
        rows[row], whole = with_prior(of, prior_of(ruleset, row), left) if row in ruleset.boxes else (of, 1.0)
        scale += float(np.log(whole))
        idle *= of.blank / whole
    return rows, scale, idle


def looks_of(seen: Seen, numbers: NDArray[np.int64], nothing: str) -> Row:
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
    return Row(numbers, np.where(weights < least, 0, weights), blank * (blank >= least))


@lru_cache(maxsize=512)
def prior_of(ruleset: Ruleset, box: str) -> Mapping[int, float]:
    """How likely each value is that a box can hold; nothing is as likely as all others would be alike."""
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


def with_prior(seen: Row, prior: Mapping[int, float], left: float) -> tuple[Row, float]:
    """The same times what the rules say of a box, adding up to one, and what it was divided by."""
    can = np.array([prior.get(number, 0.0) for number in seen.numbers.tolist()])
    every = np.where(can > 0, (1 - IMPOSSIBLE) * can, IMPOSSIBLE / max((can == 0).sum(), 1)) * (1 - left)
    weights, blank = seen.weights * every, seen.blank * left
    whole = weights.sum() + blank
    return Row(seen.numbers, weights / whole, float(blank / whole)), whole


def chances_of(
    ruleset: Ruleset, rows: Mapping[str, Row], scale: float, idle: float, shown: Iterable[str]
) -> tuple[dict[str, Row], float]:
    """The probability of all that may be written in each row.

    Beside them is the logarithm of how likely all that is seen is; `scale` and `idle` are those of `rows_of`. Without
    points for a first Yacht there are no further ones: cards that have those alone are taken off again.
    """
    yachts: Floats = FURTHER_YACHT ** np.arange(len(ruleset.boxes), dtype=np.float64)
    runs = [(1, Evidence(ruleset, rows, yachts, rows))]
    if ruleset.extra_yachts:
        boxes = [box.id for box in boxes_of(ruleset.categories[ruleset.extra_yachts.category])]
        none = {
            box: Row(rows[box].numbers, rows[box].weights * (rows[box].numbers == 0), rows[box].blank) for box in boxes
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
        found[row] = Row(rows[row].numbers, weights, blank)
    return found, float(np.log(max(every, 1e-300))) + scale


def judged(chances: Row, looks: Row, seen: Seen, is_total: bool) -> BoxRead:
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


def likeliest(chances: Row) -> Likely:
    """Return the values with the largest probabilities."""
    every = np.append(chances.weights, chances.blank)
    best = np.argsort(-every, kind="stable")[:SHOWN]
    found = [(int(chances.numbers[at]) if at < len(chances.numbers) else None, float(every[at])) for at in best]
    return (found[0], *(each for each in found[1:] if each[1] > SMALLEST))
