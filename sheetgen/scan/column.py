"""The reading of a column of a card.

It uses the probabilities of each box and total, and the rules of the game. The ink is judged first.
The rules choose among the readings that the ink of a place leaves open, never against it: a plain
number that breaks the rules is a finding of the checker. `sums` weighs the readings of all places
together.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import all_rolls, ways
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import add_up, points_of_rolls
from sheetgen.scan.digits import LEAST
from sheetgen.scan.sums import Card, Floats, Weights, right_of, spans_of

SURE = 0.994
"""Probability from which on a value is sure. Chosen by hand on made photos, between questions and
errors."""
IMPOSSIBLE = 0.002
"""Probability that a box holds a number that the rules forbid. From a study with made photos."""
THROWN = 0.8
"""Weight of the dice in the prior of a box: the root of the number of rolls with a value. What is
missing to 1 is the same for all values. Chosen by hand, since players choose their boxes."""
LEFT_BLANK, BEGUN = 0.01, 0.9
"""Probability that a box is blank: in a column that was played, and in one that is mostly blank
because the game has only begun. A dash is not blank, it counts 0. Chosen by hand."""
NOT_PLAYED = 0.2
"""Probability that a column was not played at all. Chosen by hand."""
SIGN = 0.02
"""Probability that a minus is missed, or seen where there is none. Chosen by hand."""
FLAT_ONE = 0.9
"""Probability that a minus before a digit is a 1, where nothing is below 0; else it is a fleck.
Chosen by hand."""
HOOKED, LIKE_SEVEN = 0.05, 0.9
"""Probability that a hand writes ones like sevens, as in Europe, where sevens have a bar; and the
share of its ones that look so. Chosen by hand."""
Mark = Literal["-", "/", "x"]
"""Shape of a mark for nothing: a level line, another line, or a cross."""
NOTHING: Mapping[str, float] = {"0": 0.55, "-": 0.25, "/": 0.12, "x": 0.08}
"""Probabilities that a hand writes a 0, a dash, a slash or a cross for nothing. Chosen by hand."""
SELDOM = 0.05
"""Factor of the probability of the other ways, which one hand rarely mixes. Chosen by hand."""
HANDS = tuple(product((False, True), NOTHING))
"""Hands that are tried: whether ones look like sevens, and what is written for nothing."""
DAMAGED = 0.001
"""Probability, as a share of that of a wrong sum, that a number was read with a digit too many, one
too few, or another one, however plain it looks: paper is crumpled, or a digit is outside of its
box. Chosen by hand: so seldom that the usual slips of sums stay slips, and so often that a place is
asked where only another reading makes all sums agree."""
ON_LINE = 0.02
"""The same for a 1 before a number that was taken for the line of its box. Chosen by hand."""
OPEN = 1000.0
"""Maximum odds by the ink against a reading that stays open for the rules.

Of 3,918 places on 68 made photos, 2 held a number with larger odds against it; in none of these was
the ink plain.
"""
SLASH, ONE = 10.0, 3.0
"""Maximum odds by the ink against a slash, and against a 1, at which a box with 0 or 1 is unsure.
Chosen by hand."""
EVEN = 1.2
"""Maximum odds by the ink against a value that is sure. Chosen by hand: enough for a 1 that looks
like a 7."""
FAINT = 0.1
"""Probability by the ink alone that no value of an illegible place reaches. Chosen by hand."""
SHOWN, SMALLEST = 5, 0.001
"""Maximum number of values that are listed as likely, and their minimum probability. Chosen by
hand."""


class Seen(Struct, frozen=True, eq=False):
    """Reading of a cell alone."""

    read: NDArray[np.floating]
    """float[n + 2 - LEAST], log-probabilities: of the numbers 0 to n - 1; of an empty cell or a
    mark for nothing; of a cell that is struck or cannot be read, which may hold any number; and of
    LEAST to -1."""
    ink: float = 0.5
    """Probability that there is ink: a cell with ink and no number is a mark, which counts 0,
    without ink it is blank."""
    mark: Mark | None = None
    """Shape of the ink if it is a mark for nothing. None: a dash or a slash."""


Likely = tuple[tuple[int | None, float], ...]
"""Values with their probabilities, best first, None for a blank: at most `SHOWN`, all but the first
above `SMALLEST`."""


class BoxRead(Struct, frozen=True):
    """Reading of a box or a total."""

    value: int | None
    """Value that was read; the likeliest one by the ink alone where it is unsure. None: blank, or
    illegible."""
    sure: bool
    likely: Likely
    """Values by the ink and the rules."""
    looks: Likely
    """Values by the ink alone, with the one that the rules make likeliest; empty if it is
    illegible."""

    agreed: int | None = None
    """Other value than the likeliest one by the ink with which all sums of the card agree; None
    without one."""

    @property
    def has_default(self) -> bool:
        """Check whether the ink alone and the rules make the same value likeliest.

        It has to be likelier than all other values together. If all sums agree with another value,
        there is no default.
        """
        (value, chance), *_ = self.likely
        return self.agreed is None and chance > 0.5 and dict(self.looks[:1]).get(value, 0) > 0.5


def posterior(
    ruleset: Ruleset,
    seen: Mapping[str, Seen],
    *,
    confirmed: Mapping[str, int | None] | None = None,
) -> dict[str, BoxRead]:
    """Read each row of `seen` or `confirmed`, by the ids of boxes and totals.

    `confirmed` are the answers of a person. A value is sure from `SURE` on unless the ink alone
    prefers another.
    """
    confirmed = confirmed or {}
    shown = [row for row in ruleset.rows if row in seen or row in confirmed]
    looks = looks_in(ruleset, seen, confirmed)
    inked = [each.ink > SURE for row, each in seen.items() if row in ruleset.boxes]
    left = LEFT_BLANK if 2 * sum(inked) >= len(inked) else BEGUN  # half of the boxes decide
    chances, hands = chances_of(ruleset, looks, left, shown)
    found = {}
    for row in shown:
        if row in confirmed:
            certain = ((confirmed[row], 1.0),)
            found[row] = BoxRead(confirmed[row], True, certain, certain)
        else:
            found[row] = judged(
                chances[row], mixed(looks[row], hands), seen[row], row in ruleset.all_totals
            )
    return {
        row: replace(each, agreed=agreed_of(ruleset, found, row)) for row, each in found.items()
    }


def agreed_of(ruleset: Ruleset, read: Mapping[str, BoxRead], row: str) -> int | None:
    """Return the likely value of an unsure row with which all sums of the card agree.

    None if its ink has it first.
    """
    place = read[row]
    if place.sure:
        return None
    looked = [value for value, _ in place.looks[:1]]
    others = {each: of.value if of.sure else of.likely[0][0] for each, of in read.items()}
    if looked and sums_agree(ruleset, {**others, row: looked[0]}):
        return None
    likely = (value for value, _ in place.likely if value is not None and value not in looked)
    return next((value for value in likely if sums_agree(ruleset, {**others, row: value})), None)


def sums_agree(ruleset: Ruleset, card: Mapping[str, int | None]) -> bool:
    """Check whether each total that is written on a card is what its parts make.

    Blank totals are worked out.
    """
    counted = {row: value for row, value in card.items() if value is not None}
    for total in ruleset.all_totals.values():
        written = counted.get(total.id)
        if total.kind == "extra_yachts":
            if written and written % total.points:
                return False
        else:
            right = add_up(total, [counted.get(part, 0) for part in ruleset.addends[total.id]])
            if written is not None and written != right:
                return False
            counted[total.id] = right
    return True


def hooked(read: Floats) -> Floats:
    """Return the probabilities of a cell by a hand whose ones look like sevens.

    A 1 takes that of a 7, too.
    """
    chances: Floats = read.copy()
    numbers = np.arange(len(read) - 2 + LEAST)
    for place in (1, 10, 100):
        ones = numbers[(numbers // place % 10 == 1) & (numbers + 6 * place < len(numbers))]
        chances[ones] += LIKE_SEVEN * (chances[ones + 6 * place] - chances[ones])
    return chances


def mixed(row: Weights, hands: Floats) -> dict[int | None, float]:
    """Return the probability of each entry of a row by hands with these shares."""
    weights, blank = hands @ row.weights, float(hands @ row.blank)
    every = float(weights.sum()) + blank
    at = np.flatnonzero(weights)
    found: dict[int | None, float] = dict(
        zip(row.numbers[at].tolist(), (weights[at] / every).tolist(), strict=True)
    )
    found[None] = blank / every
    return found


def looks_in(
    ruleset: Ruleset, seen: Mapping[str, Seen], confirmed: Mapping[str, int | None]
) -> dict[str, Weights]:
    """Return the likelihood of the ink of each row for each possible entry, by each of `HANDS`."""
    rows = {}
    for row, (low, high) in spans_of(ruleset).items():
        numbers = np.arange(low, high + 1)
        told = confirmed.get(row)
        every = np.ones((len(HANDS), 1))
        if row in confirmed and (told is None or low <= told <= high):
            rows[row] = Weights(numbers, every * (numbers == told), every[:, 0] * (told is None))
        elif row in seen and row not in confirmed:
            rows[row] = looks_of(seen[row], numbers)
        else:
            # The sheet does not have it, or it is far off: a total is not written, and a box may
            # be anything.
            rows[row] = Weights(
                numbers, every * np.full(len(numbers), row in ruleset.boxes), every[:, 0]
            )
    return rows


def looks_of(seen: Seen, numbers: NDArray[np.int64]) -> Weights:
    """Return the likelihood of the ink of a cell for each number, and for a blank.

    There is one for each of `HANDS`. Readings with larger odds against them than `OPEN` have 0.
    """
    plain = np.exp(np.asarray(seen.read, np.float64))
    size = len(plain) - 2 + LEAST
    chances = np.stack([plain, hooked(plain)])
    of_nothing, of_struck = plain[size], plain[size + 1]
    negative = np.arange(LEAST, 0)
    if numbers[0] < 0:  # the minus of this row may be missed, or a fleck
        more = SIGN * (chances[:, negative] - chances[:, -negative])
        chances[:, -negative] += more
        chances[:, negative] -= more
    else:
        chances[:, -negative] += (1 - FLAT_ONE) * chances[
            :, negative
        ]  # the minus is a fleck, or a 1: -3 is 13
        chances[:, -negative + np.where(negative > -10, 10, 100)] += FLAT_ONE * chances[:, negative]
        chances[:, negative] = 0
    known = (numbers >= LEAST) & (numbers < size)
    weights = np.where(known, chances[:, np.where(known, numbers, 0)], 0)
    unreadable = chances.sum(axis=1) - of_nothing - weights.sum(axis=1)  # or no number for this row
    weights = np.repeat(weights, len(NOTHING), axis=0)
    for place, (_, nothing) in enumerate(HANDS):
        as_usual = nothing in ("-/" if seen.mark is None else seen.mark)
        mark = of_nothing + of_struck * (seen.mark == "x")
        weights[place, numbers == 0] *= 1 if nothing == "0" else SELDOM
        weights[place, numbers == 0] += seen.ink * mark * (1 if as_usual else SELDOM)
    weights += np.repeat(unreadable, len(NOTHING))[:, None] / size
    blank = np.full(len(HANDS), (1 - seen.ink) * of_nothing)
    least = np.maximum(weights.max(axis=1), blank) / OPEN
    return Weights(
        numbers, np.where(weights < least[:, None], 0, weights), blank * (blank >= least)
    )


def damaged(looks: Weights, wrong: float) -> Floats:
    """Return the likelihood of each number, [hands, n], if one digit was read wrong.

    The digit is one of the number that is likeliest by the ink. `wrong` is the probability that a
    sum is wrong.
    """
    added = np.zeros_like(looks.weights)
    likeliest = int(looks.numbers[looks.weights[0].argmax()])
    if likeliest <= 0 or looks.weights[0].max() < looks.blank[0]:
        return added
    most = looks.weights.max(axis=1)
    others = one_digit_off(likeliest)
    for number in (each for each in others if looks.numbers[0] <= each <= looks.numbers[-1]):
        share = ON_LINE if str(number) == f"1{likeliest}" else DAMAGED / len(others)
        added[:, number - looks.numbers[0]] = share * wrong * most
    return added


@lru_cache(maxsize=4096)
def one_digit_off(number: int) -> tuple[int, ...]:
    """Return the numbers from 1 on with one digit changed, more, or fewer."""
    digits = str(number)
    found = set()
    for place in range(len(digits) + 1):
        before, after = digits[:place], digits[place:]
        found |= {before + digit + after for digit in "0123456789"}
        found |= {before + digit + after[1:] for digit in ("", *"0123456789") if after}
    return tuple(sorted({int(each) for each in found if each and each[0] != "0"} - {number}))


@lru_cache(maxsize=512)
def prior_of(ruleset: Ruleset, box: str) -> Mapping[int, float]:
    """Return the probability of each value that a box can hold.

    A 0 is as likely as another value is on average.
    """
    can = possible_values(ruleset, box)
    falls = dict.fromkeys(can, 0)
    points = points_of_rolls(ruleset.boxes[box].category, ruleset.dice)
    for roll, earned in zip(all_rolls(ruleset.dice.count, ruleset.dice.sides), points, strict=True):
        if earned in falls and earned:
            falls[earned] += ways(roll)
    often = np.sqrt(
        list(falls.values())
    )  # players choose the box for a roll, which evens its values out
    often[np.array(can) == 0] = often.sum() / max(len(can) - 1, 1)
    often = THROWN * often / max(often.sum(), 1) + (1 - THROWN * bool(often.any())) / len(can)
    return dict(zip(can, often.tolist(), strict=True))


def chances_of(
    ruleset: Ruleset, looks: Mapping[str, Weights], left: float, shown: Iterable[str]
) -> tuple[dict[str, dict[int | None, float]], Floats]:
    """Return the probabilities of all entries of each row, and the shares of `HANDS`.

    The shares are those of the whole column. `left` is the probability that a box is blank.
    """
    rows: dict[str, Weights] = {}
    parts: dict[str, Floats] = {}
    hands = np.array(
        [(HOOKED if ones else 1 - HOOKED) * NOTHING[nothing] for ones, nothing in HANDS]
    )
    likely = np.log(hands)
    idle = np.log([NOT_PLAYED] * len(HANDS))  # nothing is written
    for row, of in looks.items():
        weights, blank = of.weights + damaged(of, 1 - right_of(ruleset)), of.blank
        if (
            row in ruleset.boxes
        ):  # times its prior, and scaled to a sum of one: products of many would be too small
            prior = prior_of(ruleset, row)
            can = np.array([prior.get(number, 0.0) for number in of.numbers.tolist()])
            chance = np.where(
                can > 0, (1 - IMPOSSIBLE) * can, IMPOSSIBLE / max((can == 0).sum(), 1)
            ) * (1 - left)
            weights, blank = weights * chance, blank * left
        every = weights.sum(axis=1) + blank
        rows[row] = Weights(of.numbers, weights / every[:, None], blank / every)
        parts[row] = hands @ rows[row].weights
        likely += np.log(every)
        idle += np.log(np.maximum(of.blank / every, 1e-300))
    card = Card(ruleset, rows, parts)
    played = card.log_likelihoods + np.log(1 - NOT_PLAYED) + likely
    idle += likely
    most = max(played.max(), idle.max())
    played, idle = np.exp(played - most), np.exp(idle - most)
    every = played + idle
    share = float(idle.sum() / every.sum())
    scaled = np.exp(likely - likely.max())
    found = {}
    for row in shown:
        chances = {
            value: (1 - share) * chance for value, chance in card.chances(row, scaled).items()
        }
        chances[None] += share
        found[row] = chances
    return found, every / every.sum()


def judged(
    chances: Mapping[int | None, float],
    looks: Mapping[int | None, float],
    seen: Seen,
    is_total: bool,
) -> BoxRead:
    """Return the reading of a place from its probabilities, and from those of its ink alone."""
    likely, alone = likeliest(chances), likeliest(looks)
    value, chance = likely[0]
    looked, most = alone[0]
    if value not in dict(alone):
        alone += ((value, looks.get(value, 0.0)),)
    if most < FAINT:  # illegible
        return BoxRead(None, False, likely, ())
    sure = chance >= SURE and EVEN * dict(alone)[value] >= most  # the rules never outvote the ink
    if value is None:  # a blank has no ink
        sure = sure and seen.ink <= 0.5
    elif value in (0, 1) and not is_total:  # a slash and a 1 look alike
        near = np.log(SLASH if value == 0 else ONE)
        sure = sure and min(seen.read[1], seen.read[LEAST - 2]) <= seen.read.max() - near
        sure = (
            sure and looks.get(1 - value, 0.0) * SLASH <= most
        )  # by what the hand writes for nothing elsewhere
    return BoxRead(value if sure else looked, bool(sure), likely, alone)


def likeliest(chances: Mapping[int | None, float]) -> Likely:
    """Return the values with the largest probabilities."""
    best = sorted(chances.items(), key=lambda each: -each[1])[:SHOWN]
    return (best[0], *(each for each in best[1:] if each[1] > SMALLEST))
