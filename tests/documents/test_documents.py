"""Every game, language, paper and kind of document: sound for qpdf, complete, and small.

Each two of game, language and kind are combined, but not all three.
"""

import re
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from sheetgen.calculator.form import make_form
from sheetgen.calculator.page import make_page
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import PAPERS, LayoutOptions, find_paper
from sheetgen.layout.sheet import lay_out_form, lay_out_sheet
from sheetgen.pdf.document import Metadata, write_pdf
from sheetgen.pdf.fields import write_form
from sheetgen.pdf.fonts import measure
from sheetgen.rules.patterns import AnyDice, Dice, Face, Groups, Points
from sheetgen.rules.ruleset import Category, Ruleset, Section, Total
from sheetgen.rulesets.loading import load_ruleset
from tests.conftest import Run
from tests.games import NINE, in_all_languages

HOLDS_LITTLE = {"a6", "half-letter", "a5"}
"""Papers that may be too small for a game; the others take all."""
KINDS = {
    "form": "form --players 3",
    "rules": "rules",
    "booklet": "rules --booklet",
    "zine": "rules --zine",
    "quick": "rules --quick",
    "rules behind": "pdf --back rules",
}
SHORT = ("zine", "quick", "rules behind")
"""Kinds that tell all numbers at once, from the first to the last."""
DOCUMENTS = [
    (kind, ruleset, languages()[(k + r) % len(languages())], ("a4", "letter")[(k + r // 2) % 2])
    for k, kind in enumerate(KINDS)
    for r, ruleset in enumerate(NINE)
]


def read(content: bytes) -> str:
    """Return all that a reader finds; the file is sound for qpdf, and has its fonts with it."""
    with pikepdf.open(BytesIO(content)) as pdf:
        assert not pdf.check_pdf_syntax()
        fonts = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and "/FontDescriptor" in each
        ]
        assert fonts
        assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)
    document = PdfDocument(content)
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)


def _wrapped(name: str) -> re.Pattern[str]:
    """Return a pattern for a name that may be broken in a narrow cell.

    Words of the next cell may be in between.
    """
    return re.compile(r".{1,40}?".join(map(re.escape, name.split(" "))))


def names_of(wording: Wording, *, merged: bool = False) -> list[str]:
    """Return the names of the categories.

    `merged` leaves out those between the first and the last number.
    """
    each = [category for section in wording.ruleset.sections for category in section.categories]
    numbers = (
        [category for category in each if isinstance(category.pattern, Face)][1:-1]
        if merged
        else []
    )
    return [wording.name(category) for category in each if category not in numbers]


@pytest.mark.parametrize(("ruleset", "language"), in_all_languages(NINE))
@pytest.mark.few(4)
def test_sheets_on_every_paper(ruleset: str, language: str) -> None:
    """With every row on it; small papers may refuse, with the arithmetic.

    A quarter is written and read back.
    """
    game, catalog = load_ruleset(ruleset), load_catalog(language)
    names = names_of(Wording(game, catalog))
    for number, (name, paper) in enumerate(
        PAPERS.items(), NINE.index(ruleset) + languages().index(language)
    ):
        try:
            pages = lay_out_sheet(game, catalog, LayoutOptions(paper), measure)
        except SheetgenError:
            assert name in HOLDS_LITTLE
            continue
        if number % len(languages()) == 0:
            found = read(write_pdf(pages, Metadata(game.name, language)))
            assert all(each in found for each in names)


LEFT_OUT = re.compile("has no room|heeft geen ruimte|hat keinen Platz|n’a pas de place")
"""What each sentence about what is left out says, in four languages."""


@pytest.mark.parametrize(("kind", "ruleset", "language", "paper"), DOCUMENTS)
@pytest.mark.few(4)
def test_documents_of_every_kind(
    run: Run, kind: str, ruleset: str, language: str, paper: str
) -> None:
    names = names_of(Wording(load_ruleset(ruleset), load_catalog(language)), merged=kind in SHORT)
    game = f"--ruleset {ruleset} --lang {language} --paper {paper}"
    code, _, err = run(f"{KINDS[kind]} {game} -o x.pdf")
    assert code == 0
    assert all(LEFT_OUT.search(line) for line in err.splitlines()), err
    found = read(Path("x.pdf").read_bytes())
    assert [name for name in names if not _wrapped(name).search(found)] == []


# how large calculators are

KIB = 1024
PAGE, FORM, FIELD = 195_000, 64 * KIB, 0.8 * KIB
"""A field is an object of the file, its label, and two elements of the structure; ReportLab does
not compress these."""


def page_of(ruleset: Ruleset, language: str, players: int) -> bytes:
    """Return the page for this number of players, all with names."""
    names = [f"Player {number}" for number in range(players)]
    return make_page(Wording(ruleset, load_catalog(language)), names).encode()


def form_of(ruleset: Ruleset, language: str, players: int) -> tuple[bytes, int]:
    """Return the form for this number of players, all with names, and the number of its fields."""
    wording = Wording(ruleset, load_catalog(language))
    pages = lay_out_form(
        ruleset, wording.catalog, LayoutOptions(find_paper("a4"), players=players), measure
    )
    names = [f"Player {number}" for number in range(players)]
    made = make_form(wording, pages, names)
    return write_form(pages, Metadata(wording.title, language), made), len(made.fields)


@pytest.mark.parametrize(("ruleset_id", "language"), in_all_languages(NINE))
@pytest.mark.few(3)
def test_calculators_are_small(ruleset_id: str, language: str) -> None:
    """The page with six players, and the form for four."""
    ruleset = load_ruleset(ruleset_id)
    assert len(page_of(ruleset, language, 6)) < PAGE
    if (NINE.index(ruleset_id) + languages().index(language)) % 2:
        return
    form, fields = form_of(ruleset, language, 4)
    assert len(form) < FORM + fields * FIELD


def test_a_page_with_as_many_rolls_as_there_can_be() -> None:
    """Six dice of ten faces fall in 5,005 ways.

    What each is worth in each category still has room.
    """
    numbers = [
        Category(f"n{face}", f"N{face}", Face(face), Points("matching"), boxes=2)
        for face in range(1, 11)
    ]
    others = [
        Category("pairs", "Pairs", Groups((2, 2)), Points("all"), boxes=2),
        Category("any", "Any", AnyDice(), Points("all"), boxes=2),
    ]
    section = Section("all", (*numbers, *others))
    total = Total("total", "Total", "sum", ("all",))
    ruleset = Ruleset(
        id="wide", name="Wide", sections=(section,), totals=(total,), dice=Dice(count=6, sides=10)
    )
    assert len(ruleset.boxes) == 24
    assert len(page_of(ruleset, "en", 6)) < PAGE
