"""Small games for the tests, written as ruleset files are."""

from typing import Any

from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.building import build_ruleset


def category(name: str, kind: str = "any", points: str = "all", **more: Any) -> dict[str, Any]:
    """Return a category; `more` goes into its pattern, except value, first_roll and boxes."""
    worth = {key: more.pop(key) for key in ("value", "first_roll") if key in more}
    boxes = {key: more.pop(key) for key in ("boxes",) if key in more}
    return {"id": name, "name": name, "pattern": {"kind": kind, **more}, "points": {"kind": points, **worth}, **boxes}


def game(*sections: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a ruleset as it is read from a file: sections a, b, … and a total over them."""
    made = [{"id": chr(97 + place), "name": f"Section {place}", "categories": c} for place, c in enumerate(sections)]
    total = {"id": "total", "name": "Total", "kind": "sum", "of": [section["id"] for section in made]}
    return {"format": 1, "name": "Game", "sections": made, "totals": [total], **more}


def built(data: dict[str, Any]) -> Ruleset:
    """Return the ruleset of a game."""
    return build_ruleset("game", data)


SEEDS = ("bonus-yachts", "dice-play", "numbers-hands", "players-choice")
"""The games of the seed documents: everything is tried on them."""
OTHERS = ("balut", "cheerio", "generala", "maxi-yatzy", "yatzy")
"""The rest of the family: tried where what they add can matter."""
NINE = sorted([*SEEDS, *OTHERS])
"""The games whose every document is tried."""
COLUMNED = ("escalero", "four-columns", "triple", "yamb", "yamb-7", "yams", "yams-4")
"""Games with several columns for each player."""
FURTHER = ("colours", "crag", "forced-maxi-yatzy", "forced-yatzy", "generala-double", *COLUMNED)
"""Games that came later: what they add is tried where it is, and each of them once wherever games are printed."""
IN_WORDS = [
    *((name, language) for name in SEEDS for language in ("en", "nl")),
    *(("numbers-hands", "de"), ("bonus-yachts", "fr"), ("balut", "de"), ("balut", "nl"), ("cheerio", "fr")),
    *(("generala", "nl"), ("generala", "fr"), ("maxi-yatzy", "de"), ("yatzy", "en"), ("yatzy", "fr")),
]
"""Games and languages so that each game is read, and each language on long and on short texts."""
