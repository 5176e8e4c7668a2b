"""Names of rulesets: those that come with sheetgen, and those in the user's folder.

A name means the shipped game, whatever is in the user's folder; a file there with the same name is found by its path.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files import folders
from sheetgen.i18n.catalog import load_catalog, shipped_languages

SUFFIX = ".toml"


def ruleset_ids() -> list[str]:
    """Return the ids of the rulesets that come with sheetgen."""
    return _names_in(folders.rulesets)


def own_ids() -> list[str]:
    """Return the ids of the rulesets in the user's folder that can be found by name."""
    shipped = ruleset_ids()
    return [name for name in _names_in(folders.own_rulesets) if name not in shipped]


def known_ids() -> list[str]:
    """Return the ids of all rulesets that can be found by name."""
    return sorted([*ruleset_ids(), *own_ids()])


def known_id(name: str) -> str:
    """Return the id of the ruleset of this name, whatever its capitals; the name itself if there is none."""
    known = known_ids()
    return name if name in known else next((each for each in known if each.casefold() == name.casefold()), name)


def is_shipped(name: str) -> bool:
    """Check whether a ruleset of this name comes with sheetgen."""
    return name in ruleset_ids()


def shipped_word(ruleset_id: str, key: str = "name") -> str:
    """Return a text of a shipped game from its line in the file, without parsing the file; empty if there is none."""
    text = (folders.rulesets() / f"{ruleset_id}{SUFFIX}").read_text("utf-8")
    found = re.search(f'^{key} = "(.*)"$', text, re.MULTILINE)
    return found[1] if found else ""


def is_path(name: str) -> bool:
    """Check whether a name is that of a file."""
    return name.lower().endswith(SUFFIX)


def ruleset_path(name: str) -> Path:
    """Return the file of a ruleset, or the name itself if it ends in ``.toml``.

    Raises SheetgenError for an unknown name.
    """
    if is_path(name):
        return Path(name)
    found = known_id(name)
    if found in known_ids():
        return (folders.rulesets() if is_shipped(found) else folders.own_rulesets()) / f"{found}{SUFFIX}"
    if os.path.isfile(f"{name}{SUFFIX}"):  # noqa: PTH113 - a Path raises if the name is too long
        raise SheetgenError("unknown ruleset '%(name)s'; for the file here write ./%(name)s.toml", name=name)
    raise unknown_ruleset(name, "*.toml")


_YACHT = ("yahtzee", "kniffel")
"""Trade names of Yacht that people may type. Nothing in sheetgen has these names."""


def unknown_ruleset(name: str, *others: str) -> SheetgenError:
    """Return the fault of an unknown name, with similar names or, if there are none, with all and `others`."""
    from difflib import get_close_matches  # noqa: PLC0415 - few runs end in an error

    words: dict[str, set[str]] = {each: {each} for each in known_ids()}
    for each in ruleset_ids():
        english = shipped_word(each)
        names = {load_catalog(code).text("ruleset", english) for code in shipped_languages()}
        for word in (english, *names, *(_YACHT if english == "Yacht" else ())):
            words.setdefault(word.casefold(), set()).add(each)
    found = {each for word in get_close_matches(name.casefold(), words, cutoff=0.75) for each in words[word]}
    if len(found) < 2:
        return unknown(Message("ruleset"), name, [*known_ids(), *others])
    return SheetgenError(
        "unknown ruleset '%(name)s'; choose %(known)s; sheetgen rulesets shows their differences", name=name,
        known=tuple(sorted(found)),
    )  # fmt: skip


def no_ruleset(example: str) -> SheetgenError:
    """Return the fault that no game was named, with the command line of an example."""
    count = len(known_ids())
    return SheetgenError(
        'Which game? For example: %(example)s. "sheetgen rulesets" lists all %(count)s.', example=example, count=count
    )


def _names_in(folder: Callable[[], Path]) -> list[str]:
    names = folders.names_in(folder, SUFFIX)
    return [name for name in names if name and name.isprintable() and not is_path(name)]
