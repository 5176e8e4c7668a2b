"""Draws the pictures in the documentation from what the program makes; those of a browser where there is one."""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
from PIL import Image

sys.path.append(str(Path(__file__).parent.parent / "tests"))
import shop
import viewers

from sheetgen.booklets import Facts, write_story
from sheetgen.booklets.typeset import write_pages
from sheetgen.calculator.page import make_page
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout import SheetOptions, lay_out_sheet
from sheetgen.layout.options import find_paper
from sheetgen.pdf import Metadata, measure, write_pdf
from sheetgen.rulesets import load_ruleset

FOLDER = Path(__file__).parent.parent / "docs"
WIDTH = 640
"""Pixels."""
SMALL = 330
"""The same, of one of six sheets."""
PHONE: viewers.Size = {"width": 390, "height": 844}


def draw(ruleset_id: str, language: str, target: Path) -> None:
    """Draw the first page of a usual A4 sheet."""
    ruleset, catalog = load_ruleset(ruleset_id), load_catalog(language)
    command = f"sheetgen pdf --ruleset {ruleset_id} --lang {language}"
    pages = lay_out_sheet(ruleset, catalog, SheetOptions(find_paper("a4"), command=command), measure)
    page = pdfium.PdfDocument(write_pdf(pages, Metadata("", language)))[0]
    save(page.render(scale=WIDTH / page.get_width()).to_pil(), target)


def draw_printing(target: Path) -> None:
    """Draw six sheets beside each other, to show what printing can do; the fifth is a reverse."""
    sheets = [
        ({"nup": "4", "pad": 50, "numbered": True}, 0),
        ({"ruleset": "numbers-hands", "pictogram": True}, 0),
        ({"large_print": True, "players": 3}, 0),
        ({"ruleset": "players-choice", "lang": "nl,en", "theme": "wine"}, 0),
        ({"ruleset": "numbers-hands", "names": "An,Bram,Cas", "back": "audit"}, 1),
        ({"ruleset": "bonus-yachts", "theme": "forest", "par": True, "allowed": True, "left_handed": True}, 0),
    ]
    pictures = []
    for settings, number in sheets:
        page = pdfium.PdfDocument(shop.bytes_of(shop.job(**settings)))[number]  # type: ignore[arg-type]
        pictures.append(page.render(scale=SMALL / page.get_width()).to_pil())
    gap = 12
    wide, high = max(each.width for each in pictures), max(each.height for each in pictures)
    row = Image.new("RGB", (len(pictures) * (wide + gap) - gap, high), "silver")
    for place, picture in enumerate(pictures):
        row.paste(picture, (place * (wide + gap), 0))
    save(row, target)


def draw_booklet(ruleset_id: str, language: str, numbers: tuple[int, int], target: Path) -> None:
    """Draw two pages of the rules beside each other, as they lie open; page numbers from 1."""
    facts = Facts(Wording(load_ruleset(ruleset_id), load_catalog(language)))
    document = pdfium.PdfDocument(write_pages(write_story(facts, "rules"), find_paper("a5"), Metadata("", language)))
    pages = [document[number - 1] for number in numbers]
    left, right = (page.render(scale=WIDTH / page.get_width()).to_pil() for page in pages)
    spread = Image.new("RGB", (left.width + right.width + 2, left.height), "silver")
    spread.paste(left, (0, 0))
    spread.paste(right, (left.width + 2, 0))
    save(spread, target)


def draw_page(ruleset_id: str, entries: dict[str, list[int]], dice: str, target: Path) -> None:
    """Draw the page on a phone: some boxes filled for each player, and dice on the table."""
    text = make_page(Wording(load_ruleset(ruleset_id), load_catalog("en")), ("An", "Bram", "Cas"))
    with viewers.browser() as browser, TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        file.write_text(text, "utf-8")
        page = browser.page()
        page.set_viewport_size(PHONE)
        page.goto(file.as_uri())
        for where, points in entries.items():
            for player, each in enumerate(points):
                page.locator(f"[data-key='{where} {player}']").click()
                page.locator("#entry .value", has_text=str(each)).first.click()
        for face in dice:
            page.locator(f"#faces button[value='{face}']").click()
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        save(Image.open(BytesIO(page.screenshot())), target)


def save(image: Image.Image, target: Path) -> None:
    """Write a picture small."""
    image.convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(target, optimize=True)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    draw("dice-play", "nl", folder / "sheet-dice-play.png")
    draw("numbers-hands", "en", folder / "sheet-numbers-hands.png")
    draw_printing(folder / "printing.png")
    draw_booklet("numbers-hands", "en", (5, 7), folder / "rules.png")
    if not viewers.missing():
        draw_page("players-choice", {"yacht": [50, 0, 50], "fives": [15, 20, 15]}, "44466", folder / "page.png")
