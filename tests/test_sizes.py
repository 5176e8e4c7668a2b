"""How large calculators are: small enough for a message, in every game and language."""

import pytest
from games import NINE

from sheetgen.calculator.form import make_form
from sheetgen.calculator.page import make_page
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.sheet import lay_out_form
from sheetgen.pdf.document import Metadata, write_pdf
from sheetgen.pdf.fonts import measure
from sheetgen.rules.patterns import AnyDice, Dice, Face, Groups, Points
from sheetgen.rules.ruleset import Category, Ruleset, Section, Total
from sheetgen.rulesets.loading import load_ruleset

KIB = 1024
PAGE, FORM, FIELD = 150 * KIB, 64 * KIB, 0.8 * KIB
"""A field is an object of the file, its label, and two elements of the structure; ReportLab does not compress these."""


def page_of(ruleset: Ruleset, language: str, players: int) -> bytes:
    """Return the page for this number of players, all with names."""
    names = [f"Player {number}" for number in range(players)]
    return make_page(Wording(ruleset, load_catalog(language)), names).encode()


def form_of(ruleset: Ruleset, language: str, players: int) -> tuple[bytes, int]:
    """Return the form for this number of players, all with names, and the number of its fields."""
    wording = Wording(ruleset, load_catalog(language))
    pages = lay_out_form(ruleset, wording.catalog, LayoutOptions(find_paper("a4"), players=players), measure)
    names = [f"Player {number}" for number in range(players)]
    made = make_form(wording, pages, names)
    return write_pdf(pages, Metadata(wording.title, language), made), len(made.fields)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ruleset_id", NINE)
def test_calculators_are_small(ruleset_id: str, language: str) -> None:
    """The page with six players, and the form for four."""
    ruleset = load_ruleset(ruleset_id)
    assert len(page_of(ruleset, language, 6)) < PAGE
    form, fields = form_of(ruleset, language, 4)
    assert len(form) < FORM + fields * FIELD


def test_a_page_with_as_many_rolls_as_there_can_be() -> None:
    """Six dice of ten faces fall in 5,005 ways; what each is worth in each category still has room."""
    numbers = [Category(f"n{face}", f"N{face}", Face(face), Points("matching"), boxes=2) for face in range(1, 11)]
    others = [Category("pairs", "Pairs", Groups((2, 2)), Points("all"), boxes=2),
              Category("any", "Any", AnyDice(), Points("all"), boxes=2)]  # fmt: skip
    section = Section("all", (*numbers, *others))
    total = Total("total", "Total", "sum", ("all",))
    ruleset = Ruleset(id="wide", name="Wide", sections=(section,), totals=(total,), dice=Dice(count=6, sides=10))
    assert len(ruleset.boxes) == 24
    assert len(page_of(ruleset, "en", 6)) < PAGE
