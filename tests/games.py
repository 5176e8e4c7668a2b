"""Small games for the tests, as ruleset files, and representatives of those that ship."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest

from sheetgen.i18n.catalog import languages
from sheetgen.layout.code import GAMES
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.building import build_ruleset
from sheetgen.rulesets.loading import load_ruleset


def category(name: str, kind: str = "any", points: str = "all", **more: Any) -> dict[str, Any]:
    """Return a category; `more` goes into its pattern, except value, first_roll and boxes."""
    worth = {key: more.pop(key) for key in ("value", "first_roll") if key in more}
    boxes = {key: more.pop(key) for key in ("boxes",) if key in more}
    return {
        "id": name,
        "name": name,
        "pattern": {"kind": kind, **more},
        "points": {"kind": points, **worth},
        **boxes,
    }


def game(*sections: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a ruleset as read from a file: sections a, b, … and a total over them."""
    made = [
        {"id": chr(97 + place), "name": f"Section {place}", "categories": c}
        for place, c in enumerate(sections)
    ]
    total = {
        "id": "total",
        "name": "Total",
        "kind": "sum",
        "of": [section["id"] for section in made],
    }
    return {"format": 1, "name": "Game", "sections": made, "totals": [total], **more}


def make_column(name: str, **more: Any) -> dict[str, Any]:
    """Return a column as read from a file."""
    return {"id": name, "name": name.upper(), **more}


def make_total(name: str, kind: str, *of: str, **more: Any) -> dict[str, Any]:
    """Return a total of these rows, sections and totals; `steps` are pairs of sum and points."""
    steps = more.pop("steps", ())
    rungs = [{"at_least": at_least, "points": points} for at_least, points in steps]
    data = {"id": name, "name": name, "kind": kind, **more}
    data |= {"of": [*of]} if of else {}
    return data | ({"steps": rungs} if rungs else {})


def yacht_bonus(points: int) -> dict[str, Any]:
    """Return the bonus for further Yachts."""
    return make_total("bonus", "extra_yachts", category="yacht", points=points)


def built(data: dict[str, Any]) -> Ruleset:
    """Return the ruleset of a game."""
    return build_ruleset("game", data)


SEEDS = ("bonus-yachts", "dice-play", "numbers-hands", "players-choice")
"""The games of the seed documents: everything is tried on them."""
OTHERS = ("balut", "cheerio", "generala", "maxi-yatzy", "yatzy")
"""The rest of the family: tried where what they add can matter."""
NINE = sorted([*SEEDS, *OTHERS])
"""The games whose every document is tried."""
COLUMNED = (
    "escalero",
    "four-columns",
    "three-columns",
    "triple",
    "triple-chips",
    "two-columns",
    "yamb",
    "yamb-10",
    "yamb-6",
    "yamb-7",
    "yams",
    "yams-4",
)
"""Games with several columns for each player."""
ONE_COLUMN = ("general", "generala-13", "maxi-yatzy-saved", "wuerfelpoker", "yacht-12", "yams-13")
"""Games with one column that are kinds of others."""
FURTHER = (
    *("colours", "crag", "forced-maxi-yatzy", "forced-yatzy", "generala-double"),
    *COLUMNED,
    *ONE_COLUMN,
)
"""Games that came later: what they add is tried where it is, and each of them once wherever games
are printed."""
IN_WORDS = [
    *((name, language) for name in SEEDS for language in ("en", "nl")),
    *(
        ("numbers-hands", "de"),
        ("bonus-yachts", "fr"),
        ("balut", "de"),
        ("balut", "nl"),
        ("cheerio", "fr"),
    ),
    *(
        ("generala", "nl"),
        ("generala", "fr"),
        ("maxi-yatzy", "de"),
        ("yatzy", "en"),
        ("yatzy", "fr"),
    ),
]
"""Games and languages so that each game is read, and each language on long and on short texts."""
ONCE = tuple(dict(IN_WORDS).items())
"""Each of these games in one language."""

KINDS: dict[str, Callable[[Ruleset], bool]] = {
    "a joker in any box": lambda game: game.joker.rule == "free",
    "a joker in its number box first": lambda game: game.joker.rule == "forced",
    "several boxes a category": lambda game: any(
        category.boxes > 1 for category in game.categories.values()
    ),
    "columns that are announced": lambda game: any(
        column.announced is not None for column in game.columns
    ),
    "columns that decide": lambda game: game.winner.by == "columns",
    "further Yachts in columns": lambda game: (
        len(game.columns) > 1 and game.extra_yachts is not None
    ),
    "six dice": lambda game: game.dice.count == 6,
    "other faces": lambda game: bool(game.dice.faces),
    "ends at once": lambda game: any(category.wins for category in game.categories.values()),
}
"""Kinds of games that have rules, rows or pages which other games lack. A game of no kind is
plain."""


def representatives() -> tuple[str, ...]:
    """Return a plain game and one for each kind.

    The first, seeds before others, as few as possible. The quick tests try these games, not all
    that ship. A new game costs them time only if it is of a new kind.
    """
    names = [*SEEDS, *(name for name in GAMES if name not in SEEDS)]
    games = {name: load_ruleset(name) for name in names}
    taken = [
        next(
            name
            for name in names
            if not any(is_of_kind(games[name]) for is_of_kind in KINDS.values())
        )
    ]
    for is_of_kind in KINDS.values():
        if not any(is_of_kind(games[name]) for name in taken):
            taken.append(next(name for name in names if is_of_kind(games[name])))
    return tuple(taken)


REPRESENTATIVES = representatives()
LANGUAGE = {name: dict(IN_WORDS).get(name, "en") for name in REPRESENTATIVES}
"""Language in which the quick tests print each representative. All languages are among them."""


def by_kind(games: Iterable[str] = GAMES) -> list[Any]:
    """Return games as values of a parameter.

    The representatives are quick, the others are left to `make test-all`.
    """
    later = pytest.mark.slow("games")
    return [name if name in REPRESENTATIVES else pytest.param(name, marks=later) for name in games]


def by_kind_in_words(pairs: Iterable[tuple[str, str]]) -> list[Any]:
    """Return games with languages as values of two parameters.

    Quick is each representative in its language.
    """
    later = pytest.mark.slow("games")
    return [
        pair if pair in LANGUAGE.items() else pytest.param(*pair, marks=later) for pair in pairs
    ]


def in_all_languages(games: Iterable[str] = GAMES) -> list[Any]:
    """Return the games in all languages as values of two parameters, see `by_kind_in_words`."""
    return by_kind_in_words(product(games, languages()))
