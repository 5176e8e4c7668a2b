"""The scores of the games by other means than the program's: text patterns over the sorted faces.

Written from the seed documents and the sources of the others alone, and knows nothing of the
package under test.
"""

import re
from collections.abc import Callable
from itertools import combinations

from tests.rules import separate

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
    return lambda faces: (
        points if any(all(face in faces for face in row) for row in rows.split()) else 0
    )


def _everything(faces: str, found: re.Match[str]) -> int:
    return _all(faces)


def _alike(count: int) -> Oracle:
    """Return a number of dice of the highest face that is there as often."""
    return lambda faces: max(
        (count * int(face) for face in faces if faces.count(face) >= count), default=0
    )


def _highest(pattern: str, first: int, second: int) -> Oracle:
    """Two groups of different faces, tried with the dice left out one by one, for the most."""

    def score(faces: str) -> int:
        found = [
            first * int(match[1]) + second * int(match[2])
            for match in [re.search(pattern, faces)]
            if match
        ]
        rest = (
            [score(faces[:at] + faces[at + 1 :]) for at in range(len(faces))]
            if len(faces) > first + second
            else []
        )
        return max(found + rest, default=0)

    return score


NUMBERS = {
    name: _number(n)
    for n, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
}
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
_COLOURS = ("16", "25", "34")
_FULL = r"^(.)\1\1(.)\2$|^(.)\3(.)\4\4$"
_PAIRS = r"([a-c])(.)\1\2([a-c])?(.?)(?:\1.)*?\1(.)\1\5"


def _coloured(faces: str) -> str:
    """Each face behind a letter for its colour, by colour: 11663 is a1a1a6a6c3."""
    letters = {
        face: letter for letter, colour in zip("abc", _COLOURS, strict=True) for face in colour
    }
    return "".join(sorted(letters[face] + face for face in faces))


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
            _highest(r"(.)\1\1.*(?!\1)(.)\2", 3, 2)(faces),
            _highest(r"(.)\1.*(?!\1)(.)\2\2", 2, 3)(faces),
        ),
        "castle": _has(r"^(.)\1\1(?!\1)(.)\2\2$", _everything),
        "tower": _has(r"^(.)\1(?!\1)(.)\2\2\2$|^(.)\3\3\3(?!\3)(.)\4$", _everything),
        "chance": _all,
        "maxi_yatzy": _has(r"^(.)\1{5}$", lambda faces, found: 100),
    },
    "crag": {
        **NUMBERS,
        "odd_straight": _row("135", 20),
        "even_straight": _row("246", 20),
        "low_straight": _row("123", 20),
        "high_straight": _row("456", 20),
        "three_of_a_kind": _has(r"^(.)\1\1$", lambda faces, found: 25),
        "thirteen": lambda faces: 26 * (_all(faces) == 13),
        "crag": lambda faces: 50 * (_all(faces) == 13 and len(set(faces)) == 2),
    },
    "colours": {
        **NUMBERS,
        "two_pairs_one_colour": lambda faces: (
            _all(faces) if re.search(_PAIRS, _coloured(faces)) else 0
        ),
        "three_of_a_kind": _has(r"(.)\1\1", _everything),
        "straight": _row("12345 23456", 30),
        "flush": lambda faces: 35 * any(set(faces) <= set(colour) for colour in _COLOURS),
        "full_house": _has(_FULL, lambda faces, found: 15 + _all(faces)),
        "full_house_one_colour": lambda faces: (
            20 + _all(faces)
            if re.search(_FULL, faces) and any(set(faces) <= set(each) for each in _COLOURS)
            else 0
        ),
        "four_of_a_kind": _has(r"(.)\1\1\1", lambda faces, found: 25 + _all(faces)),
        "chance": _all,
        "five_of_a_kind": _has(r"^(.)\1{4}$", lambda faces, found: 50 + _all(faces)),
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
ORACLES |= {"forced-yatzy": ORACLES["yatzy"], "forced-maxi-yatzy": ORACLES["maxi-yatzy"]}
ORACLES["maxi-yatzy-saved"] = ORACLES["maxi-yatzy"]
ORACLES["yams"] = ORACLES["yams-4"] = {
    **NUMBERS,
    "three_of_a_kind": _has(r"(.)\1\1", _everything),
    "small_straight": _row("1234 2345 3456", 15),
    "large_straight": _row("12345 23456", 20),
    "full_house": _has(FULL_HOUSE, lambda faces, found: 30),
    "four_of_a_kind": _has(r"(.)\1\1\1", lambda faces, found: 40),
    "yams": _has(r"^(.)\1{4}$", lambda faces, found: 50),
}
ORACLES["yamb"] = ORACLES["yamb-7"] = ORACLES["yamb-10"] = {
    **NUMBERS,
    "max": _all,
    "min": _all,
    "straight": _row("12345 23456", 46),
    "full_house": _has(FULL_HOUSE, lambda faces, found: 30 + _all(faces)),
    "four_of_a_kind": _has(r"(.)\1\1\1", lambda faces, found: 40 + 4 * int(found[1])),
    "yamb": _has(r"^(.)\1{4}$", lambda faces, found: 50 + _all(faces)),
}


def _chosen(oracle: Oracle, best: Callable[..., int] = max) -> Oracle:
    """Return the best that five of six dice are worth."""
    return lambda faces: best(oracle("".join(five)) for five in combinations(faces, 5))


ORACLES["yamb-6"] = {
    **{name: _chosen(oracle) for name, oracle in ORACLES["yamb"].items()},
    "min": _chosen(_all, min),
}
ORACLES |= {"triple": SECTIONED, "four-columns": SECTIONED}
ORACLES |= {"triple-chips": SECTIONED, "two-columns": SECTIONED, "three-columns": SECTIONED}
ORACLES["generala-double"] = {**ORACLES["generala"], "double_generala": lambda faces: 0}
"""On an empty card, on which a second Generala is none."""
ORACLES["escalero"] = {
    **dict(zip(("nine", "ten", "jack", "queen", "king", "ace"), NUMBERS.values(), strict=True)),
    "straight": _row("12345 23456", 20),
    "full_house": _has(FULL_HOUSE, lambda faces, found: 30),
    "poker": _has(r"(.)\1\1\1", lambda faces, found: 40),
    "grande": YACHT,
}


def _separate(game: separate.Game, box: str) -> Oracle:
    """Return the points of the separate scorer for a box on an empty card."""
    return lambda faces: game.points([int(face) for face in faces], box)


for _name, _game in separate.GAMES.items():
    ORACLES.setdefault(_name, {box: _separate(_game, box) for box in _game.boxes})
