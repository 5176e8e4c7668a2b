"""First sheet: four questions for a person who types only the name of the program."""

import os
import sys
from collections.abc import Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace

from sheetgen.cli.parameters import command_words
from sheetgen.cli.sheets import PdfOptions, write_sheets
from sheetgen.documents.limits import check_names
from sheetgen.errors import SheetgenError
from sheetgen.files.writing import TAKEN
from sheetgen.i18n.catalog import Catalog, choose_language, language_name, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import PAPERS, default_paper, find_paper, split_names
from sheetgen.rulesets import known_ids, load_ruleset

_MOST_PLAYERS = 20
_LONGEST = 2_000
"""Maximum length of an answer, in letters: room for 20 names of 80 letters, and commas."""


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
    people = ["--players", str(settings.players)] if not settings.names else [f"--names={','.join(settings.names)}"]
    words = ["--ruleset", settings.ruleset, "--lang", catalog.language, *people, "--paper", str(settings.paper)]
    print(f"  {command_words('pdf', *words, *(['--output', settings.output] if settings.output else []))}")


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
    while True:
        said = _ask(question, str(known.index(usual) + 1))
        named = [name for name in known if name.casefold() == said.casefold()]
        if named:
            return named[0]
        if said.isascii() and said.isdigit() and len(said) < 9 and 1 <= int(said) <= len(known):
            return known[int(said) - 1]
        print(catalog.message("from %(least)s to %(count)s, please", least=1, count=len(known)))


def _players(game: str, catalog: Catalog) -> dict[str, Any]:
    """Return the names or the number of players, as many as the game allows."""
    limits = load_ruleset(game).players
    least, most = limits.min, min(limits.max or _MOST_PLAYERS, _MOST_PLAYERS)
    while True:
        said = _ask(catalog.text("first", "Who plays? Names with commas between them, or how many"), "4")
        is_number = said.isascii() and said.isdigit()
        try:
            names = () if is_number else check_names(split_names(said))
        except SheetgenError as error:
            print(catalog.error(error))
            continue
        number = int(said) if is_number and len(said) < 9 else len(names)
        if not least <= number <= most or len(said) > _LONGEST:
            print(catalog.message("from %(least)s to %(count)s, please", least=least, count=most))
        elif is_number:
            return {"players": number, "names": ()}
        else:
            return {"players": None, "names": names}


def _paper(catalog: Catalog) -> str:
    while True:
        said = _ask(catalog.text("first", "Which paper? %(known)s, or a size", known=", ".join(PAPERS)),
                    default_paper(os.environ))  # fmt: skip
        try:
            return find_paper(said).name
        except SheetgenError as error:
            print(catalog.error(error))


def _ask(question: str, usual: str) -> str:
    """Return the answer to a question, `usual` for an empty one."""
    print(f"{question} [{usual}]: ", end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip() or usual
