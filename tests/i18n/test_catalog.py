"""Languages are found in all their spellings, and no catalog misses a word."""

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Catalog as Messages, Message as Entry
from babel.messages.pofile import read_po

import sheetgen
from sheetgen.booklets.rules_text import Kind
from sheetgen.errors import Message, SheetgenError
from sheetgen.files import folders
from sheetgen.i18n.catalog import Catalog, choose_language, language_name, languages, load_catalog
from sheetgen.i18n.po_file import compile_po
from sheetgen.rules.ruleset import Category, Section, Total
from sheetgen.rulesets.loading import load_ruleset
from tests.booklets.reading import story
from tests.games import by_kind

LOCALES = Path(__file__).parents[2] / "locales"
KINDS: tuple[Kind, ...] = get_args(Kind)
TRANSLATED = [code for code in languages() if code != "en"]


def read(path: Path) -> Messages:
    """Return a catalog or template as Babel reads it."""
    with path.open("rb") as file:
        return read_po(file)


def entries(catalog: Messages) -> Iterator[Entry]:
    """Yield the messages, without the header."""
    return (entry for entry in catalog if entry.id)


def test_template_holds_every_message(tmp_path: Path) -> None:
    """The template is what the program's texts and rulesets give.

    `make catalogs` brings it up to date.
    """
    from update_catalogs import extract

    extract(str(tmp_path / "new.pot"))
    assert (LOCALES / "sheetgen.pot").read_text("utf-8") == (tmp_path / "new.pot").read_text(
        "utf-8"
    )


def test_no_text_is_translated_inside_an_f_string() -> None:
    """Babel does not look for texts there."""
    for path in sorted(Path(sheetgen.__file__).parent.rglob("*.py")):
        strings = [
            node
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.JoinedStr)
        ]
        for call in (node for string in strings for node in ast.walk(string)):
            if isinstance(call, ast.Call) and call.args:
                name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                is_literal = isinstance(call.args[0], ast.Constant)
                is_translation = name in {"text", "plural", "message", "pgettext", "npgettext"}
                assert not (is_translation and is_literal), f"{path.name}:{call.lineno}"


def test_no_refusal_is_a_bare_text_in_a_variable() -> None:
    for path in sorted(Path(sheetgen.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        bare = {
            target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "SheetgenError"
            ):
                names = {part.id for part in ast.walk(node.args[0]) if isinstance(part, ast.Name)}
                assert not names & bare, f"{path}:{node.lineno}"


@pytest.mark.parametrize("code", TRANSLATED)
def test_catalog_is_complete(code: str) -> None:
    """Every message of the template is translated, none is fuzzy or obsolete, places are kept."""
    template, catalog = (
        read(LOCALES / "sheetgen.pot"),
        read(LOCALES / code / "LC_MESSAGES" / "sheetgen.po"),
    )
    assert not catalog.obsolete
    keys = {(entry.context, entry.id) for entry in entries(template)}
    assert {(entry.context, entry.id) for entry in entries(catalog)} == keys
    for entry in entries(catalog):
        forms = [
            str(form)
            for form in (entry.string if isinstance(entry.string, tuple) else (entry.string,))
        ]
        assert all(forms), entry.id
        assert not entry.fuzzy, entry.id
        assert not list(entry.check(catalog)), entry.id
        counted = (
            {"%(n)s", "%(number)s"} if isinstance(entry.string, tuple) else set()
        )  # one thing need not be counted
        for form in forms:
            places = (
                set(re.findall(r"%\(\w+\)s", text)) - counted for text in (form, str(entry.id))
            )
            assert set.__eq__(*places), entry.id


AVOIDED = {
    "en": r"\beyes\b|player or more|(^|[.;:] )[Ww]ho (has|wins|rolls|comes|stops|scores)\b(?!:)"
    r"|\blying\b|\blies? (there|on)\b|[Aa]fter the first roll\b(?! at the latest)|after roll "
    r"%\(n\)s(?! (of|at))",
    "nl": r"\b(poker)?(steen|stenen)\b|spelers? of meer|worp geschreven|dan is hij daar|totaal "
    r"dat kan"
    r"|^(Getallen|Alle getallen)$|[Nn]a de eerste worp(?! genoemd)"
    r"|\bpotjes?\b|verder spelen|\bvrij vak\b|^%\(n\)s hier|alsof het dit is|^Noem de rij ",
    "de": r"\bist er dort eine 0|[Nn]ach dem ersten Wurf"
    r"|Punkteblatt|Spielbl[aä]tt|Telefon|Mitspielend|^Nenne die Zeile |gewinnt es sofort"
    r"|gehört %\(what\)s|wo die Folge auch"
    r"|^ein (Stift|Spielzettel|Würfelbecher)\b(?! (auf|pro|ohne|in))"
    r"|%\(yacht\)s\W.*\b[Ss]ie (dort|darf|muss)|weitere %\(yacht\)s$",
    "fr": r"\b(Après|Dès) le premier lancer du tour|^(Nombres|Tous les nombres)$"
    r"|auquel l’on|jeu de cette famille que|[Rr]ien ne va\b|^Descente$|feuilles? de marque|\w'\w",
}
"""Words of each language that its texts must not have: pips are no eyes, a die is a
dobbelsteen."""


def test_printed_english_has_curved_apostrophes() -> None:
    """In sentences and headings; names of rows are also typed."""
    for entry in entries(read(LOCALES / "sheetgen.pot")):
        if entry.context in ("booklet", "rule", "sheet"):
            assert not re.search(r"\w'\w", "".join(entry.id)), entry.id


PRINTED = ("booklet", "points", "question", "rule", "rule text", "sheet", "turn")
"""Contexts of texts on paper."""


def test_printed_french_has_no_space_that_fonts_lack() -> None:
    """In running text a narrow space would be refused as a letter that is not in the font."""
    for entry in entries(read(LOCALES / "fr" / "LC_MESSAGES" / "sheetgen.po")):
        if entry.context in PRINTED:
            assert "\u202f" not in "".join(entry.string or ""), entry.id


@pytest.mark.parametrize("code", languages())
def test_texts_say_it_in_the_right_words(code: str) -> None:
    messages = read(
        LOCALES / "sheetgen.pot" if code == "en" else LOCALES / code / "LC_MESSAGES" / "sheetgen.po"
    )
    for entry in entries(messages):
        if entry.context in ("aliases", "other words"):  # what people say, too
            continue
        found = entry.id if code == "en" else entry.string
        for form in (found,) if isinstance(found, str) else found or ():
            assert not re.search(AVOIDED[code], form), form


SPACED = re.compile(r"[^\u00a0\u202f][!?»]|[^\u00a0\u202f][;:](?=\s|$)|«(?![\u00a0\u202f])")
"""A mark that French parts from its word by a space that does not break, and which is not parted
so."""


def test_french_marks_have_a_space_that_does_not_break() -> None:
    """A space that does not break is before each two-part mark and inside quotes.

    It is there after a place or a bracket, too.
    """
    lists = ("aliases", "other words")  # their semicolons are for the program
    for entry in entries(read(LOCALES / "fr" / "LC_MESSAGES" / "sheetgen.po")):
        for form in entry.string if isinstance(entry.string, tuple) else (entry.string,):
            assert entry.context in lists or not SPACED.search(
                str(form).replace("%(file)s: ", "")
            ), form


@pytest.mark.parametrize("ruleset_id", by_kind())
@pytest.mark.few(3)
def test_french_documents_are_spaced_like_french_messages(ruleset_id: str) -> None:
    """French documents have the right spaces where messages and names meet, too.

    Such places are after a bracket, between choices and after a language.
    """
    for kind in KINDS:
        text = unescape(re.sub("<[^>]*>", "", story(ruleset_id, "fr", kind)))
        # a name in English, and the sign of a column, which is no quotation mark
        foreign = text.replace("Yacht!", "").replace("» Dirigée", "Dirigée")
        assert not [
            foreign[found.start() - 30 : found.end() + 10] for found in SPACED.finditer(foreign)
        ]


@pytest.mark.parametrize("ruleset_id", by_kind())
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_name_of_every_ruleset_is_known(ruleset_id: str, code: str) -> None:
    ruleset = load_ruleset(ruleset_id)
    items: list[Section | Category | Total] = [*ruleset.sections, *ruleset.categories.values()]
    known = {
        (entry.context, entry.id)
        for entry in entries(read(LOCALES / code / "LC_MESSAGES" / "sheetgen.po"))
    }
    for item in (*items, *ruleset.all_totals.values()):
        assert not item.name or (type(item).__name__.lower(), item.name) in known
    assert ("ruleset", ruleset.name) in known


ENVIRONMENTS = [
    # what is asked, the environment, the language
    ("nl", {}, "nl"),
    ("NL", {}, "nl"),
    ("nl-BE", {"LANG": "en_GB.UTF-8"}, "nl"),
    ("nl_NL.UTF-8", {}, "nl"),
    ("nl_NL@euro", {}, "nl"),
    ("en-US", {"SHEETGEN_LANG": "nl"}, "en"),
    (None, {}, "en"),
    (None, {"SHEETGEN_LANG": "nl", "LANG": "en_GB.UTF-8"}, "nl"),
    (None, {"LANG": "nl_NL.UTF-8"}, "nl"),
    (None, {"LANGUAGE": "pt:nl:en", "LANG": "C"}, "nl"),
    (None, {"LC_ALL": "C", "LANG": "nl_NL.UTF-8"}, "en"),
    (None, {"LC_ALL": "", "LC_MESSAGES": "nl_BE", "LANG": "en_US"}, "nl"),
    (None, {"LANG": "C.UTF-8"}, "en"),
    (None, {"LANG": "xx_YY.UTF-8"}, "en"),
    (None, {"LANG": "nonsense; rm -rf"}, "en"),
]


@pytest.mark.parametrize(("wanted", "environ", "language"), ENVIRONMENTS)
def test_language_is_chosen(wanted: str | None, environ: dict[str, str], language: str) -> None:
    assert choose_language(wanted, environ) == language


@pytest.mark.parametrize("wanted", ["xx", "../nl", "nl/../..", "nl nl", "", "dut"])
def test_unknown_language_lists_what_there_is(wanted: str) -> None:
    with pytest.raises(SheetgenError, match="unknown language") as caught:
        choose_language(wanted, {})
    assert load_catalog("en").error(caught.value).endswith("; choose de, en, fr, or nl")
    assert load_catalog("nl").error(caught.value).endswith("; kies de, en, fr of nl")


def test_languages_have_names() -> None:
    assert [language_name(code, load_catalog("nl")) for code in ("en", "nl")] == [
        "Engels",
        "Nederlands",
    ]


def test_numbers_lists_and_messages_are_written_as_people_do() -> None:
    """Thousands, lists of choices and words among the values follow the language."""
    dutch = load_catalog("nl")
    assert (dutch.number(303), dutch.number(1575), load_catalog("en").number(1575)) == (
        "303",
        "1.575",
        "1,575",
    )
    assert dutch.either(["a", "b", "c"]) == "a, b of c"
    fault = SheetgenError(
        "wrote %(written)s; should be %(right)s", written="x", right=Message("a table")
    )
    assert dutch.error(fault) == "er staat x; het moet een tabel zijn"


def test_plurals_follow_the_number() -> None:
    dutch = load_catalog("nl")
    assert [dutch.plural("sheet", "%(n)s turn", "%(n)s turns", n) for n in (1, 2)] == [
        "1 beurt",
        "2 beurten",
    ]


@pytest.mark.parametrize("broken", ["%(other)s", "%(name)d", "%(name)", "%s %s"])
def test_a_broken_translation_gives_way_to_english(broken: str) -> None:
    class Broken:
        def gettext(self, english: str) -> str:
            return broken

    catalog = Catalog("xx", Broken())  # type: ignore[arg-type]
    assert catalog.message("no %(name)s", name="x") == "no x"


def test_a_newer_catalog_needs_no_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "sheetgen.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "missing"\nmsgstr "weg"\n',
        "utf-8",
    )
    monkeypatch.setattr(folders, "locales", lambda: tmp_path)
    load_catalog.cache_clear()
    assert load_catalog("nl").message("missing") == "weg"
    load_catalog.cache_clear()


@pytest.mark.parametrize("code", ["de", "fr", "nl"])
def test_compiling_drops_no_translation(code: str) -> None:
    """A translation in a catalog that ships is used, even with a percent sign and no places."""
    path = Path(__file__).parents[2] / "locales" / code / "LC_MESSAGES" / "sheetgen.po"
    content = compile_po(path, code)
    assert b"-Date:" not in content  # which would make every build another
    compiled = GNUTranslations(BytesIO(content))
    with path.open("rb") as file:
        entries = [
            entry
            for entry in read_po(file)
            if isinstance(entry.id, str) and entry.id and entry.string
        ]
    assert len(entries) > 500
    for entry in entries:
        english, context = str(entry.id), entry.context
        found = compiled.pgettext(str(context), english) if context else compiled.gettext(english)
        assert found == entry.string
