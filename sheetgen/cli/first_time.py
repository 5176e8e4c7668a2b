"""First sheet: four questions for a person who types only the name of the program."""

import os
import sys
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, TypeVar

from msgspec.structs import replace

from sheetgen.cli.parameters import command_line
from sheetgen.cli.sheets import PdfOptions, write_sheets
from sheetgen.documents.limits import check_names
from sheetgen.errors import SheetgenError
from sheetgen.files.writing import TAKEN
from sheetgen.i18n.catalog import Catalog, choose_language, language_name, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import split_names
from sheetgen.layout.paper import PAPERS, find_paper, system_paper
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_ids

_MOST_PLAYERS = 20
"""Maximum number of players that the questions offer; the command takes more."""
_LONGEST = 2_000
"""Maximum length of an answer, in letters: room for 20 names of 80 letters, and commas."""
Answer = TypeVar("Answer")


def first_sheet() -> None:
    """Ask for language, game, players and paper; print the sheet, and the command for it."""
    known = {code: catalog for code in languages() if (catalog := _catalog(code))}
    usual = known.get(choose_language(None, os.environ), known["en"])
    names = [f"{code}  {language_name(code, catalog)}" for code, catalog in known.items()]
    catalog = known[_chosen(usual.text("first", "Which language?"), list(known), names, usual.language, usual)]
    settings = PdfOptions(ruleset=_game(catalog), lang=catalog.language)
    settings = replace(settings, **_players(settings.ruleset, catalog))
    while True:
        settings = replace(settings, paper=_paper(catalog))
        try:
            settings = _print(settings)
            break
        except SheetgenError as error:
            print(catalog.error(error))
            larger = error.values.get("larger")
            if not (isinstance(larger, SheetgenError) and "paper" in larger.values):  # larger paper would not do
                settings = replace(settings, **_players(settings.ruleset, catalog))
    print(catalog.message("Open it and print it at 100 %. The same again:"))
    output = f" --output {settings.output}" if settings.output else ""
    print(f"  {command_line('pdf', settings.ruleset, settings)}{output}")


def _print(settings: PdfOptions) -> PdfOptions:
    """Print the sheet under a name that is free, and return its options."""
    for place in count(1):
        name = f"out/{settings.ruleset}-{settings.lang}-{settings.paper}-{place}.pdf"
        asked = replace(settings, output=None if place == 1 else name)
        try:
            write_sheets(asked)
        except SheetgenError as error:
            if error.message != TAKEN:
                raise
        else:
            return asked
    raise AssertionError  # there is always another number


def _catalog(code: str) -> Catalog | None:
    """Return the words of a language; None for one of the user's own that is wrong, which sheetgen doctor reports."""
    try:
        return load_catalog(code)
    except SheetgenError:
        return Catalog(code) if code == "en" else None


def _game(catalog: Catalog) -> str:
    known, lines = [], []
    for name in known_ids():
        try:
            summary = Wording(load_ruleset(name), catalog).summary
        except SheetgenError:  # a wrong file of the user's own; sheetgen rulesets tells
            continue
        known.append(name)
        lines.append(f"{name:16} {summary}")
    usual = "dice-play" if "dice-play" in known else known[0]
    return _chosen(catalog.text("first", "Which game?"), known, lines, usual, catalog)


def _chosen(question: str, known: Sequence[str], lines: Sequence[str], usual: str, catalog: Catalog) -> str:
    """Return the choice of one item of a list, by its number or its name."""
    for place, line in enumerate(lines, 1):
        print(f"{place:3}  {line}")

    def read(said: str) -> str:
        named = [name for name in known if name.casefold() == said.casefold()]
        return named[0] if named else known[_number(said, 1, len(known)) - 1]

    return _asked(question, str(known.index(usual) + 1), read, catalog)


def _players(game: str, catalog: Catalog) -> dict[str, Any]:
    """Return the names or the number of players, as many as the game allows."""
    limits = load_ruleset(game).players
    most = min(limits.max or _MOST_PLAYERS, _MOST_PLAYERS)

    def read(said: str) -> dict[str, Any]:
        if said.isascii() and said.isdigit():
            return {"players": _number(said, limits.min, most), "names": ()}
        names = check_names(split_names(said))
        _number(str(len(names)) if len(said) <= _LONGEST else "", limits.min, most)
        return {"players": None, "names": names}

    question = catalog.text("first", "Who plays? Names with commas between them, or how many")
    return _asked(question, "4", read, catalog)


def _number(said: str, least: int, most: int) -> int:
    """Return the number that is written; raise SheetgenError if it is none, or too small or too large."""
    if said.isascii() and said.isdigit() and len(said) < 9 and least <= int(said) <= most:
        return int(said)
    raise SheetgenError("from %(least)s to %(count)s, please", least=least, count=most)


def _paper(catalog: Catalog) -> str:
    question = catalog.text("first", "Which paper? %(known)s, or a size", known=", ".join(PAPERS))
    return _asked(question, system_paper(os.environ)[0], lambda said: find_paper(said).name, catalog)


def _asked(question: str, usual: str, read: Callable[[str], Answer], catalog: Catalog) -> Answer:
    """Return the value that `read` makes of the answer, which is `usual` if it is empty; ask again after an error."""
    while True:
        print(f"{question} [{usual}]: ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise KeyboardInterrupt
        try:
            return read(line.strip() or usual)
        except SheetgenError as error:
            print(catalog.error(error))
