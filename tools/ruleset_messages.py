"""Extraction of the words of shipped rulesets for the message catalogs. Babel calls it."""

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
    """Yield every name, alias and note of a ruleset file in Babel's form.

    This is a tuple of four: line, function, context with message, and comments.
    """
    for context, message in _messages(tomllib.load(fileobj)):
        yield 0, "pgettext", (context, message), _HINTS.get(context, [])


def _messages(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from (("ruleset", data[key]) for key in ("name", "summary"))
    yield "variant", data["variant"]
    yield from (
        ("column", column["name"]) for column in data.get("columns", ()) if "name" in column
    )
    dice = data.get("dice", {})
    faces = dice.get("faces", ())
    yield from (("face", face["name"]) for face in faces)
    yield from (
        (f"symbol of {face['name']}", face["symbol"]) for face in faces if face["symbol"].isalpha()
    )
    yield from (("face group", group["name"]) for group in dice.get("groups", ()))
    yield from (("reading", reading["text"]) for reading in data.get("readings", ()))
    booklet = data.get("booklet", {})
    yield from (
        ("booklet", text)
        for key in ("about", "equipment", "agree", "end")
        for text in booklet.get(key, ())
    )
    yield from (("note", note) for note in data.get("notes", ()))
    sections = data.get(
        "sections", ()
    )  # where the file extends a game, what it changes may lack words
    for section in sections:
        if "name" in section:
            yield "section", section["name"]
        for category in section.get("categories", ()):
            if "name" in category:
                yield "category", category["name"]
            if "note" in category:
                yield "booklet", category["note"]
            if "aliases" in category:
                yield "aliases", ALIAS_SEPARATOR.join(category["aliases"])
    totals = [
        *(total for section in sections for total in section.get("totals", ())),
        *data.get("totals", ()),
    ]
    yield from (("total", total["name"]) for total in totals if "name" in total)
