"""Printing: the score sheet."""

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
    choose_paper,
    command_line,
    find_catalog,
    hand_over,
    read_names,
)
from sheetgen.errors import Message


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
    sheet = choose_paper(paper)
    people = read_names(names, players)
    command = command_line("pdf", ruleset, catalog.language, sheet, players, people, games)
    options = SheetOptions(sheet, check_count("--players", players), people, check_count("--games", games), command)
    pages = lay_out_sheet(rules, catalog, options, measure)
    content = write_pdf(pages, Metadata(Wording(rules, catalog).title, catalog.language, command))
    name = f"{rules.id}-{catalog.language}-{sheet.name}.pdf"
    hand_over(content, output, name, force, open_, catalog)
