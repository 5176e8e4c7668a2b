"""Sets of options, drawn by lot from the entries that the page has of them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from sheetgen.documents.described import CLASSES, OptionEntry, described
from sheetgen.i18n.catalog import load_catalog
from sheetgen.rulesets.source import is_shipped, known_ids

GAMES = [game for game in known_ids() if is_shipped(game)]
LANGUAGES = ("en", "nl", "de", "fr")
MOST_OPTIONS = 4
"""Maximum number of options of a set."""
RIGHT: dict[str, Sequence[Any]] = {
    "flag": (True, False),
    "names": (["An"], ["An", "Bram"], ["Zoë", "D’Arcy", "Łukasz"], ["An, de lange", "Bo"]),
    "pair": ("0,0", "1,-1", "2.5,1"),
    "text": ("7", "Oma’s spel", "-3", "a,b", '"Zo"', "Ça & là", "x" * 30),
    "paper": ("a4", "a5", "letter", "legal", "a3", "100x150mm", "5.5x8.5in"),
}
"""Values that are right alone, by the kind of the option or by its field."""
NUMBERS = ("-1", "0", "1e9", "9" * 12, "nan", "inf", "abc", "", "2,5", "3.7", "½")
WORDS = ("x" * 200, "a\x07b", "日本", "\u202eneppe", "", " ", "0", "-1", "nope", "\x00", ",")
WRONG: dict[str, Sequence[Any]] = {
    "flag": ("yes", 3, "x"),
    "names": (["x" * 100], ["日"], ["a\x07"], ["An"] * 300, ["A", "\u202eB"], [""]),
    "pair": ("1", "1,2,3", "a,b", ",", "99,99", "nan,1", ""),
    "count": NUMBERS,
    "length": NUMBERS,
    "text": WORDS,
    "choice": WORDS,
    "list": WORDS,
}
"""Values that are wrong, or right by chance, by the kind of the option."""
Drawn = tuple[str, str, str, dict[str, Any]]
"""Command, game, language and values of options."""


def entries_of(command: str) -> list[OptionEntry]:
    """Return the options of a command but its language and files, which are not on the page."""
    entries = described(command, load_catalog("en"))
    return [entry for entry in entries if entry.kind != "file" and entry.field != "lang"]


def drawn_set(lot: Random, *, wrong: bool) -> Drawn:
    """Return a set of options of a document, of which one or two are `wrong`, or none alone."""
    command = lot.choice([*CLASSES])
    entries = entries_of(command)
    chosen = lot.sample(entries, lot.randint(1, min(MOST_OPTIONS, len(entries))))
    values = {entry.field: right_value(entry, lot) for entry in chosen}
    if wrong:
        for entry in chosen[:2]:
            values[entry.field] = wrong_value(entry, lot)
    return command, lot.choice(GAMES), lot.choice(LANGUAGES), values


def right_value(entry: OptionEntry, lot: Random) -> Any:
    """Return a value of an option that is right if no other option is set."""
    words = [choice.value for choice in entry.choices] or [*entry.suggest]
    if entry.field not in RIGHT and entry.kind == "list":
        return ",".join(lot.sample(words, lot.randint(1, len(words))))
    if entry.kind in ("count", "length"):
        least = 1 if entry.least is None else int(entry.least)
        most = least + 5 if entry.most is None else min(int(entry.most), least + 5)
        return str(lot.randint(least, most))
    return lot.choice(RIGHT.get(entry.field) or words or RIGHT[entry.kind])


def wrong_value(entry: OptionEntry, lot: Random) -> Any:
    """Return a value of an option that is wrong, or right by chance."""
    beyond: list[Any] = []
    if entry.least is not None:
        beyond.append(f"{entry.least - 1:g}")
    if entry.most is not None:
        beyond.append(f"{entry.most + 1:g}")
    for choice in entry.choices:
        beyond += [f"{choice.value[:-1]}x", choice.value.upper()]
    return lot.choice((*beyond, *WRONG[entry.kind]))
