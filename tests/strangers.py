"""Reading of strangers' files: each ends in a result or in a SheetgenError, whatever its content.

The tests try some files, `make fuzz` tries many.
"""

import atexit
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp

from PIL import Image, ImageDraw
from typer.exceptions import TyperException

from sheetgen.booklets.rules_text import write_story
from sheetgen.booklets.sentences import Sentences
from sheetgen.calculator.form import make_form
from sheetgen.cards.card_files import cards_of, read_cards
from sheetgen.checker.check import check_card
from sheetgen.cli import commands
from sheetgen.cli.sheet_commands import PdfOptions, sheet_options
from sheetgen.documents.declared import parameters_of, read_values
from sheetgen.documents.sheets import laid_out
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog, languages, load_catalog
from sheetgen.i18n.po_file import check_po, compile_po, updated_po
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import read_names_file
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.sheet import Sheets, lay_out_form
from sheetgen.layout.themes import load_look
from sheetgen.pdf.document import Metadata
from sheetgen.pdf.fields import write_form
from sheetgen.pdf.fonts import measure
from sheetgen.pdf.reading import command_in, form_tag
from sheetgen.rulesets.loading import load_ruleset, review_file, ruleset_text
from sheetgen.scan.pictures import open_pictures
from sheetgen.scan.views import views

YACHT = Wording(load_ruleset("dice-play"), load_catalog("nl"))
_FOLDER = Path(mkdtemp(prefix="sheetgen-strangers-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


@contextmanager
def file_with(content: bytes, name: str) -> Iterator[Path]:
    """Provide a file of a stranger's, in a folder with a good ruleset."""
    path = _FOLDER / name
    path.write_bytes(content)
    yield path
    path.unlink()


def names(content: bytes) -> None:
    """Read a file with names, and lay sheets out for them."""
    with file_with(content, "names.csv") as path, suppress(SheetgenError):
        fillings = read_names_file(path, [load_catalog(code) for code in languages()])
        sheets = Sheets(YACHT, LayoutOptions(find_paper("a4"), fillings=fillings), measure)
        assert all(page.items for page in islice(sheets, 3))


def picture(content: bytes) -> None:
    """Look for boxes in a photo, a scan, or pages of them."""
    with file_with(content, "picture") as path, suppress(SheetgenError):
        file = open_pictures(path)
        for page in range(1, file.count + 1):
            pixels = file.picture(page).pixels
            assert pixels.ndim == 3
            list(views(pixels[:600, :600]))


def _picture(kind: str) -> bytes:
    """Return a small picture with a few boxes; of two pages where there can be several."""
    image = Image.new("L", (60, 50), "white")
    pen = ImageDraw.Draw(image)
    for place in range(6):
        left, top = 3 + place % 3 * 19, 3 + place // 3 * 23
        pen.rectangle((left, top, left + 17, top + 20), outline="black")
    held = BytesIO()
    image.save(
        held,
        kind,
        **({"save_all": True, "append_images": [image]} if kind in ("TIFF", "PDF") else {}),
    )
    return held.getvalue()


def profile(content: bytes) -> None:
    """Read a file with settings, and lay a sheet out by them."""
    command = commands.whole_program().commands["pdf"]
    with file_with(content, "profile.toml") as path, suppress(SheetgenError, TyperException):
        words = ["--ruleset", "dice-play", "--paper", "a4", "--lang", "nl", "--profile", str(path)]
        context = command.make_context("pdf", words)
        settings = PdfOptions(**read_values(parameters_of(PdfOptions), context.params))
        with laid_out(load_ruleset(settings.ruleset), sheet_options(settings)) as sheets:
            assert len(sheets.job)


def theme(content: bytes) -> None:
    """Read a theme, and lay a sheet out in it."""
    with file_with(content, "theme.toml") as path, suppress(SheetgenError):
        options = LayoutOptions(find_paper("a4"), look=load_look(str(path)))
        assert len(Sheets(YACHT, options, measure))


def ruleset(content: bytes) -> None:
    """Review a ruleset, whole or with changes, lay its sheet out and explain it."""
    with file_with(content, "game.toml") as path, suppress(SheetgenError):
        review = review_file(path, "nl")
        if review.ruleset:
            wording = Wording(review.ruleset, YACHT.catalog)
            assert len(Sheets(wording, LayoutOptions(find_paper("a3")), measure))
            assert write_story(Sentences(wording), "quick")


def catalog(content: bytes) -> None:
    """Compile, check and update a catalog."""
    with file_with(content, "it.po") as path:
        for use in (compile_po, check_po, updated_po):
            with suppress(SheetgenError):
                assert use(path, "it")


def form(content: bytes) -> None:
    """Read a filled form as cards and check these; read the command in the document."""
    with suppress(SheetgenError):
        assert command_in(content)
    with suppress(SheetgenError):
        for card in cards_of(read_cards(BytesIO(content), ".pdf", "form"), YACHT):
            check_card(YACHT.ruleset, card)


def _form() -> bytes:
    options = LayoutOptions(find_paper("a4"), players=2, command="sheetgen form")
    pages = lay_out_form(YACHT.ruleset, Catalog("en"), options, measure)
    about = Metadata("Yacht", "en", options.command, form_tag(YACHT.ruleset.id))
    return write_form(pages, about, make_form(YACHT, pages, ("An", "Bo")))


SMALL_FORM = b"""%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 6 0 R]>>>> endobj
2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj
3 0 obj <</Keywords(sheetgen;form;1;dice-play)/Subject(sheetgen form --ruleset dice-play)>> endobj
4 0 obj <</FT/Tx/T(p1_ones)/V(3)>> endobj
5 0 obj <</FT/Tx/T(p2)/Kids[6 0 R]>> endobj
6 0 obj <</FT/Tx/T(p1_total)/V 7 0 R/Parent 5 0 R>> endobj
7 0 obj (53) endobj
trailer <</Size 8/Root 1 0 R/Info 3 0 R>>
startxref
0
%%EOF
"""
CHANGES = b"""format = 1
extends = "bonus-yachts"
name = "House"
remove = ["chance"]
[[categories]]
id = "ones"
points = {kind = "fixed", value = 3}
[joker]
rule = "free"
"""
PROFILE = b"""[pdf]
players = 4
names = "An,Bo"
nup = "2"
back = "rules"
margin = "10mm"
theme = "ink"
title = "x"
fields = "date,table"
blanks = 3
par = true
"""
THEME = b"""[colours]
text = "#000000"
tint = "#eeeeee"
[lines]
thin = 0.5
[type]
name = 12
give_way = true
[boxes]
width = 14.5
filled = false
"""
CATALOG = b"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "sheet"
msgid "%(n)s box"
msgid_plural "all %(n)s boxes"
msgstr[0] "una casella"
msgstr[1] "%(n)s caselle"

#, fuzzy
msgid "missing"
msgstr "manca"
"""
NAMES = 'Name;Table;Date\nAn;1;2 May\n"B;o";;\n\'=Cé;3;\n\n'.encode()

TARGETS: dict[str, Callable[[bytes], None]] = {
    "names": names,
    "profile": profile,
    "theme": theme,
    "ruleset": ruleset,
    "catalog": catalog,
    "form": form,
    "picture": picture,
}
SEEDS: dict[str, list[bytes]] = {
    "names": [NAMES, b"sep=,\nAn,Bo\n", "Speler\nAn".encode("utf-16")],
    "profile": [PROFILE],
    "theme": [THEME],
    "ruleset": [
        CHANGES,
        *(ruleset_text(name).encode() for name in ("cheerio", "generala", "bonus-yachts")),
    ],
    "catalog": [CATALOG],
    "form": [SMALL_FORM, _form()],
    "picture": [_picture(kind) for kind in ("PNG", "JPEG", "TIFF", "WEBP", "PDF")],
}
"""Good files, so that what is tried is more often nearly right."""
