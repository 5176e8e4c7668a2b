"""Progress of a card towards a step of its bonus, as weights of boxes count it.

Points ahead of par are divided into parts, each with a slope: the worth of one more point.
"""

import numpy as np

from sheetgen.odds.board import Floats
from sheetgen.odds.counters import Amount

FIRST, STEP, COUNT = -15, 6, 4
"""Points behind par where progress begins to count, and length and number of its parts."""


def steps_of(amount: Amount) -> tuple[int, ...]:
    """Return the sums at which a bonus grows."""
    return amount.steps or (amount.most,)


def parts_of(held: Floats, par: Floats | float, room: Floats | float, step: int) -> list[Floats]:
    """Return the points in each part of the progress of some cards.

    `held` is what counts for the bonus, `par` what its open boxes bring by par, `room` what they
    bring at most.
    """
    ahead = held + par - step
    ahead = np.where(held + room < step, -np.inf, ahead)  # out of reach
    ahead = np.where(held >= step, np.inf, ahead)
    return [np.clip(ahead - FIRST - STEP * part, 0, STEP) for part in range(COUNT)]


def progress(amount: Amount, step: int, slopes: list[float]) -> dict[str, object]:
    """Return the worth of the progress towards a step of a bonus."""
    share = step / sum(amount.largest.values())
    pars = {box: round(most * share, 1) for box, most in amount.largest.items()}
    return {"at": step, "pars": pars, "first": FIRST, "step": STEP, "slopes": slopes}
