"""A first sheet: four questions for whoever types nothing but the name of the program."""

import os
import sys
from collections.abc import Sequence

from sheetgen.catalog import Catalog, choose_language, language_name, languages, load_catalog
from sheetgen.cli.options import command_words, read_names
from sheetgen.cli.settings import run_words, without_profile
from sheetgen.errors import SheetgenError
from sheetgen.paper import PAPERS, default_paper, find_paper

_MOST_PLAYERS = 20


def first_sheet() -> None:
    """Ask for language, game, players and paper; print the sheet, and say how to print it again."""
    catalog = _language(load_catalog(choose_language(None, os.environ)))
    words = ["pdf", "--ruleset", _game(catalog), "--lang", catalog.language, *_players(catalog), *_paper(catalog)]
    with without_profile():
        run_words(words)
    print(catalog.message("Open it and print it at 100 %. The same again:"))
    print(f"  {command_words(*words)}")


def _language(catalog: Catalog) -> Catalog:
    codes = languages()
    names = [f"{code}  {language_name(code, load_catalog(code))}" for code in codes]
    return load_catalog(_chosen(catalog.text("first", "Which language?"), codes, names, catalog.language, catalog))


def _game(catalog: Catalog) -> str:
    from sheetgen.ruleset_file import known_ids, load_ruleset
    from sheetgen.wording import Wording

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
    """One of the things that are listed, by its number or its name."""
    for place, line in enumerate(lines, 1):
        print(f"{place:3}  {line}")
    while True:
        said = _ask(question, str(known.index(usual) + 1)).lower()
        if said in known:
            return said
        if said.isascii() and said.isdigit() and 1 <= int(said) <= len(known):
            return known[int(said) - 1]
        print(catalog.message("a number from 1 to %(count)s, please", count=len(known)))


def _players(catalog: Catalog) -> list[str]:
    """Names or a number, as options."""
    while True:
        said = _ask(catalog.text("first", "Who plays? Names with commas between them, or how many"), "4")
        if said.isascii() and said.isdigit() and 1 <= int(said[:4]) <= _MOST_PLAYERS:
            return ["--players", said]
        if said.isascii() and said.isdigit():
            print(catalog.message("a number from 1 to %(count)s, please", count=_MOST_PLAYERS))
            continue
        try:
            return [f"--names={','.join(read_names(said, None))}"]
        except SheetgenError as error:
            print(catalog.error(error))


def _paper(catalog: Catalog) -> list[str]:
    while True:
        said = _ask(catalog.text("first", "Which paper? %(known)s, or a size", known=", ".join(PAPERS)),
                    default_paper(os.environ))  # fmt: skip
        try:
            return ["--paper", find_paper(said).name]
        except SheetgenError as error:
            print(catalog.error(error))


def _ask(question: str, usual: str) -> str:
    """The answer to a question; `usual` if it is empty."""
    print(f"{question} [{usual}]: ", end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip() or usual
