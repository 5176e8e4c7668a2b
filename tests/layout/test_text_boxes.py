"""Text never meets text, dice, lines or the edge of a page, on every kind of page.

``text_box_faults.txt`` lists what is wrong today, by kind of page, rule, game and language. It may
only become shorter: a fault that is not listed fails, and so does a listed one that is gone.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import sheetgen
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import languages
from sheetgen.layout.code import GAMES
from sheetgen.layout.primitives import (
    Element,
    Side,
)
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from tests.conftest import SEED, WHOLE
from tests.games import REPRESENTATIVES, built, category, game
from tests.layout.text_boxes import Fault, faults_of, sides_of
from tests.shop import COMMAND

KNOWN = Path(__file__).parent / "text_box_faults.txt"
NAMES = ("Jo", "Maximiliane Hohenstein")
"""A short name and a long one."""
PLAN = "another plan than in English"
"""Rule that compares languages: a page has the same headings, rows and pictures in all of them."""
OF_THE_PLAN = {"H1", "H2", "H3", "H4", "Table", "TR", "LI", "Figure"}
"""Roles of the parts that make the plan of a page."""
GAMES_A_KIND = 1
"""Number of games that the quick test tries on each kind of page."""


class Kind(NamedTuple):
    """Kind of page: what makes it, with which options."""

    make: Callable[..., Any]
    options: dict[str, Any]

    @property
    def is_large(self) -> bool:
        """Check whether it is in large print."""
        return bool(self.options.get("large_print"))

    @property
    def has_back(self) -> bool:
        """Check whether every second side is a reverse."""
        return "back" in self.options


def sheet(**options: Any) -> Kind:
    """Return a kind of sheet, on A4 if nothing else is said."""
    return Kind(sheetgen.sheet, {"paper": "a4"} | options)


def rules(**options: Any) -> Kind:
    """Return a kind of booklet, on A4 if nothing else is said."""
    return Kind(sheetgen.booklet, {"paper": "a4"} | options)


KINDS = {
    "sheet": sheet(),
    "sheet on Letter": sheet(paper="letter"),
    "sheet on A5": sheet(paper="a5"),
    "sheet in landscape": sheet(orientation="landscape"),
    "sheet in large print": sheet(large_print=True),
    "sheet in two languages": sheet(),
    "sheet with holes and names": sheet(holes=2, names=NAMES),
    "series": sheet(series=3, names=NAMES),
    "two sheets a page": sheet(nup=2),
    "pad": sheet(pad=1, numbered=True),
    "rules on the back": sheet(back="rules", command=COMMAND),
    "audit on the back": sheet(back="audit", command=COMMAND),
    "quick card": rules(form="quick", paper="a6"),
    "quick page": rules(form="quick"),
    "zine": rules(form="zine"),
    "booklet": rules(form="booklet"),
    "booklet in large print": rules(large_print=True),
    "form": Kind(sheetgen.form, {"paper": "a4"}),
}
"""Kinds of pages. A booklet on A4 has pages of A5. Those of a kit are among them."""
DERIVED = ("pad", "form")
"""Kinds whose pages are those of other kinds, in other numbers: the quick tests alone try them."""
CRASH = "crash"
"""Rule that a document is made or refused."""


def other_language(lang: str) -> str:
    """Return the second language of a sheet in two: English, or French beside English."""
    return "fr" if lang == "en" else "en"


def laid_out(ruleset: Ruleset, kind: str, lang: str) -> list[Side]:
    """Return the sides of a document; none if it is refused, which is said with its sum."""
    made = KINDS[kind]
    lang = f"{lang},{other_language(lang)}" if kind == "sheet in two languages" else lang
    try:
        return sides_of(lambda: made.make(ruleset, lang=lang, **made.options))
    except SheetgenError:
        return []


def faults_by_rule(sides: list[Side], kind: str) -> dict[str, list[Fault]]:
    """Return the faults of a document, by rule."""
    made, found = KINDS[kind], defaultdict[str, list[Fault]](list)
    faults = faults_of(
        sides,
        is_large=made.is_large,
        has_back=made.has_back,
        names=made.options.get("names", ()),
    )
    for fault in faults:
        found[fault.rule].append(fault)
    return found


def plan_of(sides: list[Side]) -> list[Counter[str]]:
    """Return how many headings, rows, entries and pictures each page has."""
    return [
        Counter(role for role in roles_of(placed.page.elements) if role in OF_THE_PLAN)
        for side in sides
        for placed in side.placed
    ]


def roles_of(elements: Any) -> Iterator[str]:
    """Yield the roles of elements and of all within them."""
    for element in elements:
        if isinstance(element, Element):
            yield element.role
            yield from roles_of(element.kids)


@cache
def known_faults() -> dict[tuple[str, str, str], set[str]]:
    """Return the rules that are broken today, by kind of page, game and language."""
    known, kind = defaultdict[tuple[str, str, str], set[str]](set), ""
    for line in KNOWN.read_text().splitlines():
        if not line.startswith(" "):
            kind = line
            continue
        rule, _, games = line.strip().partition(": ")
        for each in games.split(" | "):
            name, *langs = each.split()
            for lang in langs:
                known[kind, name, lang].add(rule)
    return known


def check(kind: str, name: str, lang: str, found: dict[str, list[Fault]]) -> None:
    """Compare the faults of a document with those that are known."""
    known = known_faults().get((kind, name, lang), set())
    where = f"{kind}, {name} {lang}"
    new = [fault for rule in found if rule not in known for fault in found[rule]]
    said = "\n".join(f"{fault.rule}: {fault.what}, {fault.millimetres:.2f}" for fault in new[:9])
    assert not new, f"{where}:\n{said}"
    gone = known - found.keys()
    assert not gone, f"{where}: mended, so take it out of {KNOWN.name}: {', '.join(gone)}"


def document(kind: str, name: str, ruleset: Ruleset, langs: tuple[str, ...]) -> None:
    """Check a document in these languages; in more than one, its plan as well."""
    plans = {}
    for lang in langs:
        try:
            sides = laid_out(ruleset, kind, lang)
        except AttributeError as error:  # how running text fails for two files of users
            check(kind, name, lang, {CRASH: [Fault(CRASH, str(error), 0)]})
            continue
        found = faults_by_rule(sides, kind)
        plans[lang] = plan_of(sides)
        if len(langs) > 1:
            if plans[lang] != plans.get("en", plans[lang]):
                found[PLAN] = [Fault(PLAN, "headings, rows or pictures", 0)]
            check(kind, name, lang, found)
        else:
            known_plan = PLAN in known_faults().get((kind, name, lang), set())
            check(kind, name, lang, found | ({PLAN: []} if known_plan else {}))


@pytest.mark.parametrize("kind", KINDS)
def test_texts_in_a_language_of_this_run(kind: str) -> None:
    """A game that stands for others on each kind of page; lot draws it and the language."""
    lot = Random(f"{os.environ[SEED]} {kind}")  # noqa: S311 - no secret
    lang = Random(os.environ[SEED]).choice(languages())  # noqa: S311 - no secret
    for name in lot.sample(REPRESENTATIVES, GAMES_A_KIND):
        document(kind, name, load_ruleset(name), (lang,))


MADE = [kind for kind in KINDS if kind not in DERIVED]
"""Kinds of pages that the slow tests try."""
OTHERS = [name for name in GAMES if name not in REPRESENTATIVES]
"""Games like others: a new one takes no time here."""
DRAWN_A_KIND = len(OTHERS) if WHOLE else 2
"""Number of these that are drawn for each kind of page; all of them in a test of the whole."""


@pytest.mark.slow("games")
@pytest.mark.parametrize("name", REPRESENTATIVES)
@pytest.mark.parametrize("kind", MADE)
def test_texts_of_games_of_all_kinds(kind: str, name: str) -> None:
    """A game of each kind, in all languages."""
    document(kind, name, load_ruleset(name), ("en", "nl", "de", "fr"))


@pytest.mark.slow("games")
@pytest.mark.parametrize("kind", MADE)
def test_texts_of_games_drawn_by_lot(kind: str) -> None:
    """Games like those, in all languages; the seed is printed at the end of a run."""
    lot = Random(f"{os.environ[SEED]} {kind}")  # noqa: S311 - no secret
    for name in lot.sample(OTHERS, DRAWN_A_KIND):
        document(kind, name, load_ruleset(name), ("en", "nl", "de", "fr"))


@pytest.mark.parametrize(
    ("kind", "name", "lang"),
    [
        ("zine", "yamb-7", "fr"),
        ("zine", "colours", "nl"),
        ("booklet", "maxi-yatzy", "en"),
        ("booklet", "triple-chips", "de"),
    ],
)
def test_long_hints_rules_of_columns_and_footnotes_have_room(
    kind: str, name: str, lang: str
) -> None:
    """They keep to their panel, off the fold, and clear of the number of the page."""
    found = faults_by_rule(laid_out(load_ruleset(name), kind, lang), kind)
    assert not {"off the page", "text on dice", "text on text", "text on a line"} & found.keys()


@pytest.mark.parametrize("name", ["escalero", "dice-play"])
def test_booklets_are_alike_in_all_languages(name: str) -> None:
    """The same entries are on the same pages, of which there are no more than one needs."""
    ruleset = load_ruleset(name)
    plan, *others = [plan_of(laid_out(ruleset, "booklet", lang)) for lang in languages()]
    assert all(other == plan for other in others)
    assert len(plan) == (12 if name == "escalero" else 8)


def test_large_print_is_alike_in_all_languages() -> None:
    """Tables and passages are on the same pages, and letters on dice are large as well."""
    ruleset = load_ruleset("escalero")
    in_all = [laid_out(ruleset, "booklet in large print", lang) for lang in languages()]
    assert all(plan_of(sides) == plan_of(in_all[0]) for sides in in_all)
    assert not faults_by_rule(in_all[0], "booklet in large print")


@pytest.mark.parametrize("name", ["numbers-hands", "bonus-yachts"])
def test_rules_on_the_back_are_alike_in_all_languages(name: str) -> None:
    """Dice and gaps become smaller before a language loses its questions about a Yacht."""
    ruleset = load_ruleset(name)
    plans = [plan_of(laid_out(ruleset, "rules on the back", lang)) for lang in languages()]
    assert all(plan == plans[0] for plan in plans)
    assert plans[0][1]["H2"] == 10  # four steps, the boxes, and five passages


# files of users

LONG = "A row with a name that somebody took from another book of rules"
"""Longer than any name that ships."""


def of_25_boxes() -> Ruleset:
    """Return a game of 25 boxes, every third of them with a long name."""
    numbers = [category(f"n{face}", "face", "matching", face=face) for face in range(1, 7)]
    for place, number in enumerate(numbers):
        number["name"] = f"Number {place + 1}"
    names = [f"{LONG} {place}" if place % 3 == 0 else f"Row {place}" for place in range(19)]
    others = [category(f"r{place}") | {"name": name} for place, name in enumerate(names)]
    return built(game(numbers, others))


def of_13_rows_and_two_columns() -> Ruleset:
    """Return a game of 13 rows and two columns, with sums over both."""
    rows = [category(f"r{place}") | {"name": f"Row {place + 1}"} for place in range(13)]
    columns = [{"id": "down", "name": "Down", "fill": "down"}, {"id": "free", "name": "Free"}]
    made = game(rows, columns=columns)
    made["totals"] = [
        {"id": "rows", "name": "Rows", "kind": "sum", "of": ["a"]},
        {"id": "total", "name": "All", "kind": "sum", "of": ["rows"], "across": True},
    ]
    return built(made)


USERS = {"25-boxes": of_25_boxes, "13-rows": of_13_rows_and_two_columns}


@pytest.mark.slow("more cases")
@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize("name", USERS)
def test_texts_of_files_of_users(name: str, kind: str) -> None:
    """Many boxes, long names and many addends break no rule; their words are in no catalog."""
    lot = Random(f"{os.environ[SEED]} {name} {kind}")  # noqa: S311 - no secret
    document(kind, name, USERS[name](), ("en", lot.choice(["nl", "de", "fr"])))
