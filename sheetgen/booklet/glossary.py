"""The words of the game, and the other words for them that people use, in the language of the table and in others."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sheetgen.booklet.rolls import yacht_category
from sheetgen.i18n.catalog import Catalog, language_name
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Category


class Term(Struct, frozen=True):
    """A word, what it means, the other words for it, and those of other languages."""

    word: str
    meaning: str
    also: tuple[str, ...] = ()
    abroad: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Languages with words."""


def categories(wording: Wording, others: Sequence[Wording]) -> tuple[Term, ...]:
    """The categories with all their names; `others` says the same game in other languages."""
    found = (_category(wording, others, category) for category in wording.ruleset.categories.values())
    return tuple(term for term in found if term.also or term.abroad)


def _category(wording: Wording, others: Sequence[Wording], category: Category) -> Term:
    word = wording.name(category)
    names = _all_names(wording, category)
    abroad = ((_language(wording, other), _others(_all_names(other, category), *names)) for other in others)
    return Term(word, wording.how(category), _others(names, word), tuple(each for each in abroad if each[1]))


def _language(wording: Wording, other: Wording) -> str:
    return language_name(other.catalog.language, wording.catalog)


def _all_names(wording: Wording, category: Category) -> tuple[str, ...]:
    return tuple(dict.fromkeys((wording.name(category), *wording.aliases(category))))


def _others(names: tuple[str, ...], *known: str) -> tuple[str, ...]:
    """The names that differ from the known ones in more than capitals."""
    folded = {_folded(name) for name in known}
    return tuple({_folded(name): name for name in names if _folded(name) not in folded}.values())


def _folded(name: str) -> str:
    return name.casefold().rstrip("!")


def table_words(wording: Wording) -> tuple[Term, ...]:
    """What people call the other things on the table."""
    ruleset = wording.ruleset
    used = {
        wording.catalog.text("term", "joker"): ruleset.joker.rule != "none",
        wording.catalog.text("term", "five of a kind"): ruleset.dice.count == 5 and yacht_category(ruleset),
        wording.catalog.text("term", "pair"): ruleset.dice.count > 1,
        wording.catalog.text("term", "to set aside"): ruleset.dice.count > 1 and ruleset.dice.rolls > 1,
    }
    return tuple(term for term in _table_words(wording.catalog) if used.get(term.word, True))


def _table_words(catalog: Catalog) -> Iterator[Term]:
    text = catalog.text
    meanings = {
        text("term", "box"): text("term", "the place on the sheet for one score"),
        text("term", "roll"): text("term", "what the dice show after you threw them"),
        text("term", "turn"): text("term", "your rolls, and the box you fill in after them"),
        text("term", "to set aside"): text("term", "to leave a die on the table when you roll again"),
        text("term", "score sheet"): text("term", "the paper with all boxes"),
        text("term", "pair"): text("term", "two dice alike"),
        text("term", "five of a kind"): text("term", "five dice alike"),
        text("term", "joker"): text("term", "a roll that may stand for a pattern it does not show"),
    }
    other_words = (
        text("other words", "row; category; spot; scorebox"),
        text("other words", "throw"),
        text("other words", "round"),
        text("other words", "to hold; to keep"),
        text("other words", "score card; score pad"),
        text("other words", "two of a kind"),
        text("other words", "Yacht"),
        text("other words", "wild card; wildcard"),
    )
    for (word, meaning), also in zip(meanings.items(), other_words, strict=True):
        yield Term(word, meaning, tuple(also.split("; ")))
