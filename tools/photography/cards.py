"""Cards as people play and write them.

Legal plays by the engine, and the slips that happen when they are added up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sheetgen.rules.history import maximum
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import LegalEntry, add_up, legal_entries, moment, totals

Slip = Literal["", "off", "left_out", "twice", "swapped"]
"""Kind of a wrong sum: 1 or 10 off, a box left out or counted twice, two digits swapped."""
SLIPS: tuple[Slip, ...] = ("off", "left_out", "twice", "swapped")


@dataclass(frozen=True)
class Entry:
    """Content of one place."""

    value: int | None
    """Value of the entry; None for a blank place."""
    right: int | None
    """Right value for the boxes of the card; None where nothing is to be written."""
    slip: Slip = ""
    """Kind of the fault. A sum that follows from a wrong one is not right either, but no slip."""


def play(ruleset: Ruleset, rng: np.random.Generator) -> tuple[dict[str, int], int]:
    """Play a whole game by the rules; return the boxes and the number of further Yachts.

    A Yacht that earns several times the points of one, because columns differ, is as many. The
    player keeps the most frequent face, or a run. The best of three turns counts.
    """
    filled: dict[str, int] = {}
    extra = 0
    most = {box: maximum(ruleset, box) for box in ruleset.boxes}
    while len(filled) < len(ruleset.boxes):
        ways: list[tuple[float, str, LegalEntry]] = []
        while not ways:  # a box that counts first rolls only may be all that is open
            for _ in range(3):
                roll, number = _throw(ruleset, rng)
                for box, entry in legal_entries(
                    ruleset, roll, moment(ruleset, filled, number=number)
                ).items():
                    worth = max(entry.points) - 0.6 * most[box]
                    if box.rpartition(".")[2] in ruleset.taken_away:
                        worth = -worth
                    ways.append((worth + rng.normal(0, 4), box, entry))
        _, box, entry = max(ways, key=lambda way: way[0])
        filled[box] = max(entry.points)
        if ruleset.extra_yachts is not None:
            extra += entry.bonus // ruleset.extra_yachts.points
    return filled, extra


def _throw(ruleset: Ruleset, rng: np.random.Generator) -> tuple[Roll, int]:
    """Return the last roll of a turn and its number.

    Sometimes all dice are equal, as Yachts need.
    """
    count, sides, last = ruleset.dice.count, ruleset.dice.sides, ruleset.dice.rolls
    dice = rng.integers(1, sides + 1, count)
    if rng.random() < 0.015:
        return Roll((int(dice[0]),) * count), last
    if rng.random() < 0.1:
        return Roll(tuple(int(die) for die in dice)), 1
    for_run = rng.random() < 0.3
    for _ in range(last - 1):
        faces, times = np.unique(dice, return_counts=True)
        kept = _longest_run(faces) if for_run else np.repeat(faces[times.argmax()], times.max())
        dice = np.concatenate([kept, rng.integers(1, sides + 1, count - len(kept))])
    return Roll(tuple(int(die) for die in dice)), last


def _longest_run(faces: np.ndarray) -> np.ndarray:
    """Return the longest of the runs of faces that follow each other."""
    return max(np.split(faces, np.flatnonzero(np.diff(faces) > 1) + 1), key=len)


def written(
    ruleset: Ruleset, rng: np.random.Generator, slips: float, blanks: float
) -> dict[str, Entry]:
    """Return the entries of a card, by the ids of cells without the number of the column.

    `slips` is the share of cards with one sum that is wrong, `blanks` that of places that are left
    blank.
    """
    boxes, extra = play(ruleset, rng)
    right = totals(ruleset, boxes, extra)
    wrong: dict[str, tuple[Slip, int]] = (
        _slip(ruleset, boxes, right, rng) if rng.random() < slips else {}
    )
    entries = {box: Entry(points, points) for box, points in boxes.items()}
    said: dict[str, int] = dict(boxes)
    for total in ruleset.all_totals.values():  # later sums follow what is written in earlier ones
        given = [said[part] for part in ruleset.addends[total.id]]
        slip, said[total.id] = wrong.get(total.id, ("", add_up(total, given, extra)))
        entries[total.id] = Entry(said[total.id], right[total.id], slip)
    for category in ruleset.categories.values():
        if category.boxes > 1:
            parts = sum(boxes[part] for part in ruleset.parts[category.id])
            entries[category.id] = Entry(parts, parts)
    return {
        place: Entry(None, entry.right)
        if _left_blank(ruleset, place, entry) and rng.random() < blanks
        else entry
        for place, entry in entries.items()
    }


def _left_blank(ruleset: Ruleset, place: str, entry: Entry) -> bool:
    """Check whether some people leave the place blank: zeros, and sums on the way."""
    return entry.slip == "" and (
        entry.value == 0 or (place in ruleset.all_totals and place != "total")
    )


def _slip(
    ruleset: Ruleset, boxes: Mapping[str, int], right: Mapping[str, int], rng: np.random.Generator
) -> dict[str, tuple[Slip, int]]:
    """Return one wrong total, and the kind of its fault."""
    sums = [
        total.id
        for total in ruleset.all_totals.values()
        if total.kind == "sum" and right[total.id] > 9
    ]
    total, slip = str(rng.choice(sums)), SLIPS[rng.integers(len(SLIPS))]
    value = right[total]
    parts = [boxes.get(part, right.get(part, 0)) for part in ruleset.addends[total]]
    part = int(rng.choice([part for part in parts if part not in (0, value)] or [1]))
    digits = str(value)
    wrong = {
        "off": value + int(rng.choice([-10, 10, -1, 1])),
        "left_out": value - part,
        "twice": value + part,
        "swapped": int(digits[:-2] + digits[-1] + digits[-2]),
    }[slip]
    return {total: (slip, wrong)} if wrong != value and wrong >= 0 else {}
