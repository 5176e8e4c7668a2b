"""The words of a shipped ruleset that go into the message catalogs; Babel calls this when it gathers messages."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from sheetgen.i18n.catalog import ALIAS_SEPARATOR

_HINTS = {
    "aliases": ["Other names people use, separated by semicolons: as many as your language has."],
    "variant": ["At most 28 letters."],
}


def extract(
    fileobj: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, tuple[str, str], Sequence[str]]]:
    """Every name, alias and note in the ruleset file, in Babel's form: line, function, (context, message), comments."""
    for context, message in _messages(tomllib.load(fileobj)):
        yield 0, "pgettext", (context, message), _HINTS.get(context, [])


def _messages(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from (("ruleset", data[key]) for key in ("name", "summary"))
    yield "variant", data["variant"]
    yield from (("reading", reading["text"]) for reading in data.get("readings", ()))
    booklet = data.get("booklet", {})
    yield from (("booklet", text) for key in ("about", "equipment", "agree", "end") for text in booklet.get(key, ()))
    yield from (("note", note) for note in data.get("notes", ()))
    for section in data["sections"]:
        if "name" in section:
            yield "section", section["name"]
        for category in section["categories"]:
            yield "category", category["name"]
            if "note" in category:
                yield "booklet", category["note"]
            yield "aliases", ALIAS_SEPARATOR.join(category["aliases"])
        yield from (("total", total["name"]) for total in section.get("totals", ()))
    yield from (("total", total["name"]) for total in data["totals"])
