"""Draw the pictures in the documentation; those of a browser only where there is one.

Each shows the output of a command. Commands of the gallery are read from its page, the others are
listed here.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
from PIL import Image, ImageOps

from sheetgen.calculator.page import make_page
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.odds.best_play import page_tables
from sheetgen.rulesets.loading import load_ruleset

sys.path.append(str(Path(__file__).parent.parent))
from tests import viewers

DOCS = Path(__file__).parent.parent / "docs"
WIDTH = 640
"""Pixels."""
SMALL = 440
"""Width of a picture in the gallery, and of one of six side by side."""
EDGE = 6
"""Between pictures beside each other."""
PHONE: viewers.Size = {"width": 390, "height": 844}
SHOWN = re.compile(r"!\[([^]]*)\]\(gallery/([\w-]+)\.png\)<br>`([^`]+)`")
"""A picture in the gallery: what it shows, its name, and its command."""
PAGES = re.compile(r"Pages? (\d+)(?: and (\d+))?")
FILES = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)
SHEETS = {
    "sheet-dice-play": 'sheetgen pdf --ruleset dice-play --lang nl --names "An,Bram,Cleo"',
    "sheet-numbers-hands": "sheetgen pdf --ruleset numbers-hands --lang en",
}
PRINTING = (
    "sheetgen pdf --ruleset dice-play --lang en --nup 4 --pad 50 --numbered",
    "sheetgen pdf --ruleset numbers-hands --lang en --pictogram",
    "sheetgen pdf --ruleset dice-play --lang en --large-print --players 3",
    "sheetgen pdf --ruleset players-choice --lang nl,en --theme wine",
    "sheetgen pdf --ruleset numbers-hands --lang en --ink-saver --left-handed",
    "sheetgen pdf --ruleset numbers-hands --lang en --theme forest --par --allowed",
)
"""Six sheets that show what printing can do."""


def drawn(
    command: str, width: int, numbers: Sequence[int] = (1,), files: dict[str, str] | None = None
) -> Image.Image:
    """Return pages of a command's output, numbered from 1, side by side.

    Each has this width in pixels. The command runs in a folder of its own.
    """
    with TemporaryDirectory() as folder:
        for name, text in (files or {}).items():
            Path(folder, name).write_text(text, "utf-8")
        words = [*shlex.split(command)[1:], *([] if "out.pdf" in command else ["-o", "out.pdf"])]
        words += ["--paper", "a4"] if words[0] in ("pdf", "form") and "--paper" not in words else []
        run = [sys.executable, "-m", "sheetgen", *words]
        done = subprocess.run(run, cwd=folder, capture_output=True, check=False, text=True)
        if not Path(folder, "out.pdf").exists():
            sys.exit(f"{command}: {done.stderr}")
        pages = [
            pdfium.PdfDocument(Path(folder, "out.pdf").read_bytes())[number - 1]
            for number in numbers
        ]
    pictures = []
    for page in pages:
        pictures.append(page.render(scale=width / page.get_width()).to_pil())
    return beside(pictures)


def beside(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return the pictures in a row.

    Each has a thin frame, since paper is as white as the page that shows it.
    """
    framed = [ImageOps.expand(each.convert("RGB"), 1, "silver") for each in pictures]
    wide = sum(each.width + EDGE for each in framed) - EDGE
    row = Image.new("RGB", (wide, max(each.height for each in framed)), "white")
    left = 0
    for each in framed:
        row.paste(each, (left, 0))
        left += each.width + EDGE
    return row


def draw_gallery(folder: Path) -> None:
    """Draw each picture of the gallery's page with its command."""
    text = (DOCS / "gallery.md").read_text("utf-8")
    files = dict(FILES.findall(text))
    (folder / "gallery").mkdir(exist_ok=True)
    for shows, name, command in SHOWN.findall(text):
        pages = PAGES.match(shows)
        numbers = [int(number) for number in pages.groups() if number] if pages else [1]
        save(drawn(command, SMALL, numbers, files), folder / "gallery" / f"{name}.png")


def draw_page(ruleset_id: str, entries: dict[str, list[int]], dice: str, target: Path) -> None:
    """Draw the page on a phone: some boxes filled for each player, and dice on the table."""
    ruleset = load_ruleset(ruleset_id)
    tables = page_tables(ruleset)
    odds = {ruleset_id: tables} if tables else {}
    text = make_page(Wording(ruleset, load_catalog("en")), ("An", "Bram", "Cas"), odds=odds)
    with (
        viewers.driving() as driver,
        viewers.browser(driver) as browser,
        TemporaryDirectory() as folder,
    ):
        file = Path(folder, "page.html")
        file.write_text(text, "utf-8")
        page = browser.page()
        page.set_viewport_size(PHONE)
        page.add_init_script(viewers.CALM)
        page.goto(file.as_uri())
        page.wait_for_selector("html[data-phase]")
        for where, points in entries.items():
            for player, each in enumerate(points):
                page.locator(f"[data-key='{where} {player}']").click()
                page.locator(".values").get_by_role(
                    "button", name=str(each) if each else "Strike: 0", exact=True
                ).click()
                page.locator(".write").click()
        for face in dice:
            page.locator(f"#faces button[value='{face}']").click()
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        page.wait_for_function("() => !document.querySelector('.asleep')")
        save(Image.open(BytesIO(page.screenshot())), target)


def save(image: Image.Image, target: Path) -> None:
    """Write a picture small: sheets have few colours."""
    colours = image.convert("RGB").quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    colours.save(target, optimize=True)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    for name, command in SHEETS.items():
        save(drawn(command, WIDTH), folder / f"{name}.png")
    save(beside([drawn(command, SMALL) for command in PRINTING]), folder / "printing.png")
    save(
        drawn("sheetgen rules --ruleset numbers-hands --lang en", WIDTH, (4, 5)),
        folder / "rules.png",
    )
    draw_gallery(folder)
    if not viewers.missing():
        draw_page(
            "players-choice",
            {"yacht": [50, 0, 50], "fives": [15, 20, 15]},
            "44466",
            folder / "page.png",
        )
