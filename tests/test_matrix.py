"""Every game in every language, on every paper, as every kind of document: sound for qpdf, and read back complete.

Each game is made as each kind in one language at once, and each kind in each language; the rest is slow.
"""

import re
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from conftest import Run
from games import NINE
from pypdfium2 import PdfDocument

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import PAPERS, LayoutOptions
from sheetgen.layout.sheet import lay_out_sheet
from sheetgen.pdf.document import Metadata, write_pdf
from sheetgen.pdf.fonts import measure
from sheetgen.rules.patterns import Face
from sheetgen.rulesets.loading import load_ruleset

EVERY = [(ruleset, language) for ruleset in NINE for language in languages()]
HOLDS_LITTLE = {"a6", "half-letter", "a5"}
"""Papers that may be too small for a game; the others take all."""
KINDS = {
    "form": ["form", "--players", "3"],
    "rules": ["rules"],
    "booklet": ["rules", "--booklet"],
    "zine": ["rules", "--zine"],
    "quick": ["rules", "--quick"],
    "rules behind": ["pdf", "--back", "rules"],
}
SHORT = ("zine", "quick", "rules behind")
"""Kinds that tell all numbers at once, from the first to the last."""
DOCUMENTS = [
    pytest.param(
        kind, ruleset, language,
        marks=() if (k + r) % len(languages()) == n else pytest.mark.slow("documents"),
    )
    for k, kind in enumerate(KINDS)
    for r, ruleset in enumerate(NINE)
    for n, language in enumerate(languages())
]  # fmt: skip


def read(content: bytes) -> str:
    """All that a reader finds; the file is sound for qpdf, and has its fonts with it."""
    with pikepdf.open(BytesIO(content)) as pdf:
        assert not pdf.check_pdf_syntax()
        fonts = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and "/FontDescriptor" in each]
        assert fonts
        assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)
    document = PdfDocument(content)
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)


def _wrapped(name: str) -> re.Pattern[str]:
    """Return a pattern for a name that may be broken in a narrow cell, with words of the next cell in between."""
    return re.compile(r".{1,40}?".join(map(re.escape, name.split(" "))))


def names_of(wording: Wording, *, merged: bool = False) -> list[str]:
    """Return the names of the categories; `merged` leaves out those between the first and the last number."""
    each = [category for section in wording.ruleset.sections for category in section.categories]
    numbers = [category for category in each if isinstance(category.pattern, Face)][1:-1] if merged else []
    return [wording.name(category) for category in each if category not in numbers]


@pytest.mark.parametrize(("ruleset", "language"), EVERY)
def test_sheets_on_every_paper(ruleset: str, language: str) -> None:
    """With every row on it; small papers may refuse, with the arithmetic."""
    game, catalog = load_ruleset(ruleset), load_catalog(language)
    names = names_of(Wording(game, catalog))
    for name, paper in PAPERS.items():
        try:
            pages = lay_out_sheet(game, catalog, LayoutOptions(paper), measure)
        except SheetgenError:
            if name in HOLDS_LITTLE:
                continue
            raise
        found = read(write_pdf(pages, Metadata(game.name, language)))
        assert all(name in found for name in names)


@pytest.mark.parametrize(("kind", "ruleset", "language"), DOCUMENTS)
def test_documents_of_every_kind(run: Run, kind: str, ruleset: str, language: str) -> None:
    """On the paper of both sides of the ocean."""
    names = names_of(Wording(load_ruleset(ruleset), load_catalog(language)), merged=kind in SHORT)
    for paper in ("a4", "letter"):
        code, _, err = run(
            *KINDS[kind], "--ruleset", ruleset, "--lang", language, "--paper", paper, "-o", "x.pdf", "--force"
        )
        assert (code, err) == (0, "")
        found = read(Path("x.pdf").read_bytes())
        assert [name for name in names if not _wrapped(name).search(found)] == []
