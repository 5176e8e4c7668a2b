"""Printing: the score sheet."""

import os
import shlex
import sys
from typing import Any

from sheetgen.cli.options import (
    Force,
    Games,
    Lang,
    Names,
    Open,
    Output,
    PaperName,
    Players,
    Ruleset,
    app,
    check_count,
    deliver,
    find_catalog,
    read_names,
    target_file,
)
from sheetgen.errors import Message, SheetgenError
from sheetgen.paper import default_paper, find_paper


@app.command(help=Message("Write a score sheet as a PDF."))
def pdf(
    ruleset: Ruleset,
    lang: Lang = None,
    paper: PaperName = None,
    players: Players = None,
    names: Names = None,
    games: Games = None,
    output: Output = None,
    force: Force = False,
    open_: Open = False,
) -> None:
    """Lay the sheet out, draw it, and say where it went."""
    from sheetgen.layout import SheetOptions, lay_out_sheet
    from sheetgen.pdf import Metadata, measure, write_pdf
    from sheetgen.ruleset_file import load_ruleset
    from sheetgen.wording import Wording

    catalog = find_catalog(lang)
    rules = load_ruleset(ruleset)
    sheet = find_paper(default_paper(os.environ) if paper is None else paper)
    people = read_names(names, players)
    given = {"--players": players, "--names": ",".join(people) or None, "--games": games}
    command = _command(ruleset, catalog.language, sheet.name, given)
    options = SheetOptions(sheet, check_count("--players", players), people, check_count("--games", games), command)
    pages = lay_out_sheet(rules, catalog, options, measure)
    content = write_pdf(pages, Metadata(Wording(rules, catalog).title, catalog.language, command))
    name = f"{rules.id}-{catalog.language}-{sheet.name}.pdf"
    if output == "-" and getattr(sys.stdout, "name", "") == os.devnull:
        raise SheetgenError("cannot write: %(reason)s", reason=Message("standard output is closed"))
    if output == "-" and not open_:
        sys.stdout.buffer.write(content)
    else:
        deliver(content, target_file(output, name), force, open_, catalog)


def _command(ruleset: str, language: str, paper: str, given: dict[str, Any]) -> str:
    """The command that makes the same document again."""
    words = ["sheetgen", "pdf", "--ruleset", ruleset, "--lang", language, "--paper", paper]
    words += [word for option, value in given.items() if value is not None for word in (option, str(value))]
    return shlex.join(words).encode("utf-8", "backslashreplace").decode()
