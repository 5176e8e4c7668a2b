"""Sentences that a game has from the one that it extends, with the names that its boxes have now."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.ruleset import Ruleset, Translation
from sheetgen.rulesets.draft import Draft, tabled


def with_new_names(game: Ruleset, base: Ruleset, own: Mapping[str, Any]) -> Ruleset:
    """The game with the names of its boxes in the sentences that it has from `base`, in every language.

    `own` is what its file says itself; that stays as it is. So does what is said about the game, which may be called
    like a box.
    """
    found = dict(game.translations)
    for code in languages():
        with suppress(SheetgenError):  # a language of the user's own that is wrong, of which sheetgen doctor tells
            found[code] = _said_anew(game, base, own, load_catalog(code))
    return replace(game, translations=found)


def _said_anew(game: Ruleset, base: Ruleset, own: Mapping[str, Any], catalog: Catalog) -> Translation:
    """The words of the game for a language."""
    old, new = Wording(base, catalog), Wording(game, catalog)
    both = [(category, game.categories[name]) for name, category in base.categories.items() if name in game.categories]
    names = {old.bare_name(was): new.bare_name(now) for was, now in both}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})")

    def anew(text: str) -> str:
        return pattern.sub(lambda found: names[found[1]], text) if names else text

    words = game.translations.get(catalog.language, Translation())
    here = tabled(Draft(own).translations.get(catalog.language))
    texts = {text: anew(old.sentence(context, text)) for context, text in {*_sentences(base)} & {*_sentences(game)}}
    kept = {text: said for text, said in words.texts.items() if text in tabled(here.get("texts"))}
    notes = words.notes if "notes" in own or "notes" in here else tuple(map(anew, old.notes))
    return replace(words, texts={**words.texts, **texts, **kept}, notes=notes)


def _sentences(game: Ruleset) -> Iterator[tuple[Literal["booklet", "reading"], str]]:
    """The sentences that can speak of boxes, each with its context."""
    yield from (("booklet", text) for text in (*game.booklet.agree, *game.booklet.end))
    yield from (("booklet", category.note) for category in game.categories.values() if category.note)
    yield from (("reading", reading.text) for reading in game.readings)
