"""The scores of the games by other means than the program's: text patterns over the sorted faces.

Written from the seed documents and the sources of the others alone, and knows nothing of the package under test.
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


def _alike(count: int) -> Oracle:
    """So many of the highest face that is there as often."""
    return lambda faces: max((count * int(face) for face in faces if faces.count(face) >= count), default=0)


def _highest(pattern: str, first: int, second: int) -> Oracle:
    """Two groups of different faces, tried with the dice left out one by one, for the most."""

    def score(faces: str) -> int:
        found = [first * int(match[1]) + second * int(match[2]) for match in [re.search(pattern, faces)] if match]
        rest = [score(faces[:at] + faces[at + 1 :]) for at in range(len(faces))] if len(faces) > first + second else []
        return max(found + rest, default=0)

    return score


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
    "cheerio": {
        **NUMBERS,
        "little_straight": _row("12345", 20),
        "big_straight": _row("23456", 25),
        "full_house": _has(FULL_HOUSE, _everything),
        "big_hand": _all,
        "cheerio": YACHT,
    },
    "generala": {
        **NUMBERS,
        "straight": _row("12345 23456", 20),
        "full_house": _has(FULL_HOUSE, lambda faces, found: 30),
        "four_of_a_kind": _has(r"(.)\1\1\1", lambda faces, found: 40),
        "generala": YACHT,
    },
    "yatzy": {
        **NUMBERS,
        "one_pair": _alike(2),
        "two_pairs": _highest(r"(.)\1.*(?!\1)(.)\2", 2, 2),
        "three_of_a_kind": _alike(3),
        "four_of_a_kind": _alike(4),
        "small_straight": _row("12345", 15),
        "large_straight": _row("23456", 20),
        "full_house": _has(FULL_HOUSE, _everything),
        "chance": _all,
        "yatzy": YACHT,
    },
    "maxi-yatzy": {
        **NUMBERS,
        "one_pair": _alike(2),
        "two_pairs": _highest(r"(.)\1.*(?!\1)(.)\2", 2, 2),
        "three_pairs": _has(r"^(.)\1(?!\1)(.)\2(?!\2)(.)\3$", _everything),
        "three_of_a_kind": _alike(3),
        "four_of_a_kind": _alike(4),
        "five_of_a_kind": _alike(5),
        "small_straight": _row("12345", 15),
        "large_straight": _row("23456", 20),
        "full_straight": _row("123456", 21),
        "full_house": lambda faces: max(
            _highest(r"(.)\1\1.*(?!\1)(.)\2", 3, 2)(faces), _highest(r"(.)\1.*(?!\1)(.)\2\2", 2, 3)(faces)
        ),
        "castle": _has(r"^(.)\1\1(?!\1)(.)\2\2$", _everything),
        "tower": _has(r"^(.)\1(?!\1)(.)\2\2\2$|^(.)\3\3\3(?!\3)(.)\4$", _everything),
        "chance": _all,
        "maxi_yatzy": _has(r"^(.)\1{5}$", lambda faces, found: 100),
    },
    "balut": {
        "fours": NUMBERS["fours"],
        "fives": NUMBERS["fives"],
        "sixes": NUMBERS["sixes"],
        "straight": _has("12345|23456", _everything),
        "full_house": _has(FULL_HOUSE, _everything),
        "choice": _all,
        "balut": _has(r"^(.)\1{4}$", lambda faces, found: 20 + 5 * int(found[1])),
    },
}
