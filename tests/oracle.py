"""The scores of the four games by other means than the program's: text patterns over the sorted faces.

Written from the seed documents alone, and knows nothing of the package under test.
"""

import re
from collections.abc import Callable

Oracle = Callable[[str], int]


def _all(faces: str) -> int:
    return sum(map(int, faces))


def _number(n: int) -> Oracle:
    return lambda faces: n * faces.count(str(n))


def _has(pattern: str, points: Callable[[str, re.Match[str]], int]) -> Oracle:
    def score(faces: str) -> int:
        found = re.search(pattern, faces)
        return points(faces, found) if found else 0

    return score


def _row(rows: str, points: int) -> Oracle:
    return lambda faces: points if any(all(face in faces for face in row) for row in rows.split()) else 0


def _everything(faces: str, found: re.Match[str]) -> int:
    return _all(faces)


NUMBERS = {name: _number(n) for n, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)}
FULL_HOUSE = r"^(.)\1\1(?!\1)(.)\2$|^(.)\3(?!\3)(.)\4\4$"
YACHT = _has(r"^(.)\1{4}$", lambda faces, found: 50)

SECTIONED = {
    **NUMBERS,
    "three_of_a_kind": _has(r"(.)\1\1", _everything),
    "four_of_a_kind": _has(r"(.)\1\1\1", _everything),
    "full_house": _has(FULL_HOUSE, lambda faces, found: 25),
    "small_straight": _row("1234 2345 3456", 30),
    "large_straight": _row("12345 23456", 40),
    "yacht": YACHT,
    "chance": _all,
}
ORACLES: dict[str, dict[str, Oracle]] = {
    "numbers-hands": SECTIONED,
    "bonus-yachts": SECTIONED,
    "dice-play": {
        **NUMBERS,
        "little_straight": _row("12345", 30),
        "big_straight": _row("23456", 30),
        "full_house": _has(FULL_HOUSE, _everything),
        "four_of_a_kind": _has(r"(.)\1\1\1", lambda faces, found: 4 * int(found[1])),
        "chance": _all,
        "yacht": YACHT,
    },
    "players-choice": {
        **NUMBERS,
        "yacht": YACHT,
        "large_straight": _row("23456", 30),
        "small_straight": _row("12345", 30),
        "four_of_a_kind": _has(r"(.)\1\1\1", _everything),
        "full_house": _has(FULL_HOUSE, _everything),
        "players_choice": _all,
    },
}
