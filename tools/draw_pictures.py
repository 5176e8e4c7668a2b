"""Draws the pictures in the documentation from sheets that the program makes."""

import sys
from pathlib import Path

import pypdfium2 as pdfium

from sheetgen.catalog import load_catalog
from sheetgen.layout import SheetOptions, lay_out_sheet
from sheetgen.paper import find_paper
from sheetgen.pdf import Metadata, measure, write_pdf
from sheetgen.ruleset_file import load_ruleset

FOLDER = Path(__file__).parent.parent / "docs"
WIDTH = 640
"""Pixels."""


def draw(ruleset_id: str, language: str, target: Path) -> None:
    """Draw the first page of a usual A4 sheet."""
    ruleset, catalog = load_ruleset(ruleset_id), load_catalog(language)
    command = f"sheetgen pdf --ruleset {ruleset_id} --lang {language}"
    pages = lay_out_sheet(ruleset, catalog, SheetOptions(find_paper("a4"), command=command), measure)
    page = pdfium.PdfDocument(write_pdf(pages, Metadata("", language)))[0]
    image = page.render(scale=WIDTH / page.get_width()).to_pil()
    image.convert("P", palette=1, colors=64).save(target, optimize=True)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    draw("dice-play", "nl", folder / "sheet-dice-play.png")
    draw("numbers-hands", "en", folder / "sheet-numbers-hands.png")
