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


class Priors(Struct, frozen=True):
    """Probabilities of what is written in a column before its ink is seen."""

    impossible: float = 0.002
    """Probability that a box holds a number that the rules forbid. From a study with made
    photos."""
    thrown: float = 0.8
    """Weight of the dice in the prior of a box: the root of the number of rolls with a value. What
    is missing to 1 is the same for all values. Chosen by hand, since players choose their boxes."""
    left_blank: float = 0.01
    """Probability that a box is blank in a column that was played. A dash is not blank, it counts
    0. Chosen by hand, as the numbers below."""
    begun: float = 0.9
    """The same in a column that is mostly blank because the game has only begun."""
    not_played: float = 0.2
    """Probability that a column was not played at all."""
    sign: float = 0.02
    """Probability that a minus is missed, or seen where there is none."""
    flat_one: float = 0.9
    """Probability that a minus before a digit is a 1, where nothing is below 0; else it is a
    fleck."""
    hooked: float = 0.05
    """Probability that a hand writes ones like sevens, as in Europe, where sevens have a bar."""
    like_seven: float = 0.9
    """Share of the ones of such a hand that look like sevens."""
    seldom: float = 0.05
    """Factor of the probability of other ways to write nothing, which one hand rarely mixes."""
    damaged: float = 0.001
    """Probability, as a share of that of a wrong sum, that a number was read with a digit too many,
    one too few, or another one, however plain it looks: paper is crumpled, or a digit is outside of
    its box. So seldom that the usual slips of sums stay slips, and so often that a place is asked
    where only another reading makes all sums agree."""
    on_line: float = 0.02
    """The same for a 1 before a number that was taken for the line of its box."""


PRIOR = Priors()

Mark = Literal["-", "/", "x"]
"""Shape of a mark for nothing: a level line, another line, or a cross."""
NOTHING: Mapping[str, float] = {"0": 0.55, "-": 0.25, "/": 0.12, "x": 0.08}
"""Probabilities that a hand writes a 0, a dash, a slash or a cross for nothing. Chosen by hand."""
HANDS = tuple(product((False, True), NOTHING))
"""Hands that are tried: whether ones look like sevens, and what is written for nothing."""


class OddsLimits(Struct, frozen=True):
    """Limits of the odds by the ink against a value, and of what is shown of the values."""

    still_open: float = 1000.0
    """Maximum odds against a reading that stays open for the rules.

    Of 3,918 places on 68 made photos, 2 held a number with larger odds against it; in none of these
    was the ink plain.
    """
    slash: float = 10.0
    """Maximum odds against a slash at which a box with 0 or 1 is unsure. Chosen by hand, as the
    numbers below."""
    one: float = 3.0
    """The same against a 1."""
    even: float = 1.2
    """Maximum odds against a value that is sure: enough for a 1 that looks like a 7."""
    faint: float = 0.1
    """Probability by the ink alone that no value of an illegible place reaches."""
    most_listed: int = 5
    """Maximum number of values that are listed as likely."""
    least_listed: float = 0.001
    """Minimum probability of a value that is listed after the first one."""


ODDS = OddsLimits()


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
"""Values with their probabilities, best first, None for a blank: at most `ODDS.most_listed`, all
but the first above `ODDS.least_listed`."""


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
    rows = [row for row in ruleset.rows if row in seen or row in confirmed]
    looks = looks_in(ruleset, seen, confirmed)
    inked = [cell.ink > SURE for row, cell in seen.items() if row in ruleset.boxes]
    was_played = 2 * sum(inked) >= len(inked)  # half of the boxes decide
    left = PRIOR.left_blank if was_played else PRIOR.begun
    chances, hands = chances_of(ruleset, looks, left, rows)
    readings = {}
    for row in rows:
        if row in confirmed:
            certain = ((confirmed[row], 1.0),)
            readings[row] = BoxRead(confirmed[row], True, certain, certain)
        else:
            by_ink = mixed(looks[row], hands)
            readings[row] = judged(chances[row], by_ink, seen[row], row in ruleset.all_totals)
    return {
        row: replace(reading, agreed=agreed_of(ruleset, readings, row))
        for row, reading in readings.items()
    }


def agreed_of(ruleset: Ruleset, read: Mapping[str, BoxRead], row: str) -> int | None:
    """Return the likely value of an unsure row with which all sums of the card agree.

    None if its ink has it first.
    """
    place = read[row]
    if place.sure:
        return None
    card = {}
    for other, reading in read.items():
        card[other] = reading.value if reading.sure else reading.likely[0][0]
    first_by_ink = [value for value, _ in place.looks[:1]]
    if first_by_ink and sums_agree(ruleset, {**card, row: first_by_ink[0]}):
        return None
    for value, _ in place.likely:
        if value is None or value in first_by_ink:
            continue
        if sums_agree(ruleset, {**card, row: value}):
            return value
    return None


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
        chances[ones] += PRIOR.like_seven * (chances[ones + 6 * place] - chances[ones])
    return chances


def mixed(row: Weights, hands: Floats) -> dict[int | None, float]:
    """Return the probability of each entry of a row by hands with these shares."""
    weights = hands @ row.weights
    blank = float(hands @ row.blank)
    every = float(weights.sum()) + blank
    chances: dict[int | None, float] = {}
    for at in np.flatnonzero(weights).tolist():
        chances[int(row.numbers[at])] = float(weights[at] / every)
    chances[None] = blank / every
    return chances


def looks_in(
    ruleset: Ruleset, seen: Mapping[str, Seen], confirmed: Mapping[str, int | None]
) -> dict[str, Weights]:
    """Return the likelihood of the ink of each row for each possible entry, by each of `HANDS`."""
    rows = {}
    for row, (low, high) in spans_of(ruleset).items():
        numbers = np.arange(low, high + 1)
        answer = confirmed.get(row)
        if row in confirmed and (answer is None or low <= answer <= high):
            rows[row] = _alike_by_hands(numbers, numbers == answer, answer is None)
        elif row in seen and row not in confirmed:
            rows[row] = looks_of(seen[row], numbers)
        else:
            # The sheet does not have it, or it is far off: a total is not written, and a box may
            # be anything.
            is_open = np.full(len(numbers), row in ruleset.boxes)
            rows[row] = _alike_by_hands(numbers, is_open, True)
    return rows


def _alike_by_hands(
    numbers: NDArray[np.int64], is_possible: NDArray[np.bool_], may_be_blank: bool
) -> Weights:
    """Return a likelihood of 1 for each entry that is possible, by all of `HANDS`."""
    weights = np.tile(is_possible.astype(np.float64), (len(HANDS), 1))
    return Weights(numbers, weights, np.full(len(HANDS), float(may_be_blank)))


def looks_of(seen: Seen, numbers: NDArray[np.int64]) -> Weights:
    """Return the likelihood of the ink of a cell for each number, and for a blank.

    There is one for each of `HANDS`. Readings with larger odds against them than `ODDS.still_open`
    have 0.
    """
    plain = np.exp(np.asarray(seen.read, np.float64))
    size = len(plain) - 2 + LEAST
    of_nothing = plain[size]
    of_struck = plain[size + 1]
    chances = np.stack([plain, hooked(plain)])
    negative = np.arange(LEAST, 0)
    if numbers[0] < 0:  # the minus of this row may be missed, or a fleck
        more = PRIOR.sign * (chances[:, negative] - chances[:, -negative])
        chances[:, -negative] += more
        chances[:, negative] -= more
    else:
        chances[:, -negative] += (1 - PRIOR.flat_one) * chances[
            :, negative
        ]  # the minus is a fleck, or a 1: -3 is 13
        chances[:, -negative + np.where(negative > -10, 10, 100)] += (
            PRIOR.flat_one * chances[:, negative]
        )
        chances[:, negative] = 0
    known = (numbers >= LEAST) & (numbers < size)
    weights = np.where(known, chances[:, np.where(known, numbers, 0)], 0)
    unreadable = chances.sum(axis=1) - of_nothing - weights.sum(axis=1)  # or no number for this row
    weights = np.repeat(weights, len(NOTHING), axis=0)
    for place, (_, nothing) in enumerate(HANDS):
        as_usual = nothing in ("-/" if seen.mark is None else seen.mark)
        mark = of_nothing + of_struck * (seen.mark == "x")
        weights[place, numbers == 0] *= 1 if nothing == "0" else PRIOR.seldom
        weights[place, numbers == 0] += seen.ink * mark * (1 if as_usual else PRIOR.seldom)
    weights += np.repeat(unreadable, len(NOTHING))[:, None] / size
    blank = np.full(len(HANDS), (1 - seen.ink) * of_nothing)
    least = np.maximum(weights.max(axis=1), blank) / ODDS.still_open
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
    low, high = looks.numbers[0], looks.numbers[-1]
    for number in others:
        if not low <= number <= high:
            continue
        share = PRIOR.damaged / len(others)
        if str(number) == f"1{likeliest}":
            share = PRIOR.on_line
        added[:, number - low] = share * wrong * most
    return added


@lru_cache(maxsize=4096)
def one_digit_off(number: int) -> tuple[int, ...]:
    """Return the numbers from 1 on with one digit changed, more, or fewer."""
    digits = str(number)
    texts = set()
    for place in range(len(digits) + 1):
        before, after = digits[:place], digits[place:]
        for digit in "0123456789":
            texts.add(before + digit + after)
        if after:
            texts.add(before + after[1:])
            for digit in "0123456789":
                texts.add(before + digit + after[1:])
    numbers = {int(text) for text in texts if text and text[0] != "0"}
    return tuple(sorted(numbers - {number}))


@lru_cache(maxsize=512)
def prior_of(ruleset: Ruleset, box: str) -> Mapping[int, float]:
    """Return the probability of each value that a box can hold.

    A 0 is as likely as another value is on average.
    """
    values = possible_values(ruleset, box)
    falls = dict.fromkeys(values, 0)
    """Number of rolls that give each value."""
    points = points_of_rolls(ruleset.boxes[box].category, ruleset.dice)
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    for roll, earned in zip(rolls, points, strict=True):
        if earned in falls and earned:
            falls[earned] += ways(roll)
    # players choose the box for a roll, which evens its values out
    often = np.sqrt(list(falls.values()))
    often[np.array(values) == 0] = often.sum() / max(len(values) - 1, 1)
    by_dice = PRIOR.thrown * often / max(often.sum(), 1)
    alike = (1 - PRIOR.thrown * bool(often.any())) / len(values)
    return dict(zip(values, (by_dice + alike).tolist(), strict=True))


def chances_of(
    ruleset: Ruleset, looks: Mapping[str, Weights], left: float, rows: Iterable[str]
) -> tuple[dict[str, dict[int | None, float]], Floats]:
    """Return the probabilities of all entries of some rows, and the shares of `HANDS`.

    The shares are those of the whole column. `left` is the probability that a box is blank.
    """
    hands = []
    for is_hooked, nothing in HANDS:
        of_ones = PRIOR.hooked if is_hooked else 1 - PRIOR.hooked
        hands.append(of_ones * NOTHING[nothing])
    scaled_rows: dict[str, Weights] = {}
    parts: dict[str, Floats] = {}
    likely = np.log(hands)
    idle = np.log([PRIOR.not_played] * len(HANDS))  # nothing is written
    for row, look in looks.items():
        # each row is scaled to a sum of one: products of many would be too small
        weighed = _with_prior(ruleset, row, look, left)
        every = weighed.weights.sum(axis=1) + weighed.blank
        scaled = Weights(look.numbers, weighed.weights / every[:, None], weighed.blank / every)
        scaled_rows[row] = scaled
        parts[row] = hands @ scaled.weights
        likely += np.log(every)
        idle += np.log(np.maximum(look.blank / every, 1e-300))
    card = Card(ruleset, scaled_rows, parts)
    played = card.log_likelihoods + np.log(1 - PRIOR.not_played) + likely
    idle += likely
    most = max(played.max(), idle.max())
    played = np.exp(played - most)
    idle = np.exp(idle - most)
    every = played + idle
    share_idle = float(idle.sum() / every.sum())
    weights_of_hands = np.exp(likely - likely.max())
    chances_by_row = {}
    for row in rows:
        chances: dict[int | None, float] = {}
        for value, chance in card.chances(row, weights_of_hands).items():
            chances[value] = (1 - share_idle) * chance
        chances[None] += share_idle
        chances_by_row[row] = chances
    return chances_by_row, every / every.sum()


def _with_prior(ruleset: Ruleset, row: str, look: Weights, left: float) -> Weights:
    """Return the likelihoods of a row with misread digits; for a box, times its prior."""
    weights = look.weights + damaged(look, 1 - right_of(ruleset))
    if row not in ruleset.boxes:
        return Weights(look.numbers, weights, look.blank)
    prior = prior_of(ruleset, row)
    can = np.array([prior.get(number, 0.0) for number in look.numbers.tolist()])
    by_rules = (1 - PRIOR.impossible) * can
    against_rules = PRIOR.impossible / max((can == 0).sum(), 1)
    chance = np.where(can > 0, by_rules, against_rules) * (1 - left)
    return Weights(look.numbers, weights * chance, look.blank * left)


def judged(
    chances: Mapping[int | None, float],
    looks: Mapping[int | None, float],
    seen: Seen,
    is_total: bool,
) -> BoxRead:
    """Return the reading of a place from its probabilities, and from those of its ink alone."""
    likely = likeliest(chances)
    by_ink = likeliest(looks)
    value, chance = likely[0]
    first_by_ink, most = by_ink[0]
    if value not in dict(by_ink):
        by_ink += ((value, looks.get(value, 0.0)),)
    if most < ODDS.faint:  # illegible
        return BoxRead(None, False, likely, ())
    # the rules never outvote the ink
    sure = chance >= SURE and ODDS.even * dict(by_ink)[value] >= most
    if value is None:  # a blank has no ink
        sure = sure and seen.ink <= 0.5
    elif value in (0, 1) and not is_total:  # a slash and a 1 look alike
        near = np.log(ODDS.slash if value == 0 else ODDS.one)
        sure = sure and min(seen.read[1], seen.read[LEAST - 2]) <= seen.read.max() - near
        # by what the hand writes for nothing elsewhere
        sure = sure and looks.get(1 - value, 0.0) * ODDS.slash <= most
    return BoxRead(value if sure else first_by_ink, bool(sure), likely, by_ink)


def likeliest(chances: Mapping[int | None, float]) -> Likely:
    """Return the values with the largest probabilities."""
    by_chance = sorted(chances.items(), key=lambda entry: -entry[1])
    first, *others = by_chance[: ODDS.most_listed]
    return (first, *(entry for entry in others if entry[1] > ODDS.least_listed))
