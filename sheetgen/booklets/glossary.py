"""The words of the game, and the other words for them that people use, in the language of the table and in others."""

from collections.abc import Sequence

from msgspec import Struct

from sheetgen.booklets.examples import yacht_category
from sheetgen.i18n.catalog import language_name
from sheetgen.i18n.wording import Wording


class Term(Struct, frozen=True):
    """Word with its meaning, its synonyms, and the words of other languages."""

    word: str
    meaning: str
    also: tuple[str, ...] = ()
    abroad: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Languages with words."""


def categories(wording: Wording, others: Sequence[Wording]) -> tuple[Term, ...]:
    """Return the categories with all their names; `others` are the same game in other languages."""
    found = []
    for category in wording.ruleset.categories.values():
        word, names = wording.name(category), wording.aliases(category)
        abroad = (
            (language_name(other.catalog.language, wording.catalog),
             _unknown((other.name(category), *other.aliases(category)), word, *names))
            for other in others
        )  # fmt: skip
        here = _unknown(names, word)
        found.append(Term(word, wording.how(category), here, tuple(each for each in abroad if each[1])))
    return tuple(term for term in found if term.also or term.abroad)


def _unknown(names: tuple[str, ...], *known: str) -> tuple[str, ...]:
    """Return the names that differ from the known ones, and from each other, by more than capitals."""
    folded = {name: name.casefold().rstrip("!") for name in (*names, *known)}
    seen = {folded[name] for name in known}
    return tuple({folded[name]: name for name in names if folded[name] not in seen}.values())


def table_words(wording: Wording) -> tuple[Term, ...]:
    """Return the other words of the table with their synonyms."""
    ruleset, text = wording.ruleset, wording.catalog.text
    dice = ruleset.dice
    rows = (
        (True, text("term", "box"), text("term", "the place on the sheet for one score"),
         text("other words", "row; category; spot; scorebox")),
        (True, text("term", "roll"), text("term", "what the dice show once you have thrown them"),
         text("other words", "throw")),
        (True, text("term", "turn"), text("term", "your rolls, and the box you fill in after them"),
         text("other words", "round")),
        (dice.count > 1 and dice.rolls > 1, text("term", "to set aside"),
         text("term", "to leave a die on the table when you roll again"), text("other words", "to hold; to keep")),
        (True, text("term", "score sheet"), text("term", "the paper with all boxes"),
         text("other words", "score card; score pad")),
        (dice.count > 1, text("term", "pair"), text("term", "two dice alike"), text("other words", "two of a kind")),
        (dice.count == 5 and yacht_category(ruleset), text("term", "five of a kind"), text("term", "five dice alike"),
         text("other words", "Yacht")),
        (ruleset.joker.rule != "none", text("term", "joker"),
         text("term", "a roll that may stand for a pattern it does not show"),
         text("other words", "wild card; wildcard")),
    )  # fmt: skip
    return tuple(Term(word, meaning, tuple(also.split("; "))) for used, word, meaning, also in rows if used)
