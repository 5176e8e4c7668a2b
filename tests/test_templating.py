"""Templates that were compiled beforehand, and those that were not."""

import shutil
from pathlib import Path

import pytest

from sheetgen import files
from sheetgen.booklets import Facts, write_markup, write_page, write_story
from sheetgen.calculator.page import make_page
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.templating import compile_templates
from sheetgen.i18n.wording import Wording
from sheetgen.rulesets import load_ruleset
from sheetgen.rulesets.reference import ruleset_page
from sheetgen.scan.review_page import review_page


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The templates of sheetgen, to compile and to change."""
    copy = tmp_path / "templates"
    shutil.copytree(files.templates(), copy, ignore=shutil.ignore_patterns("compiled"))
    monkeypatch.setattr(files, "templates", lambda: copy)
    return copy


def documents(language: str = "nl") -> list[str]:
    """One of each kind that templates make."""
    wording = Wording(load_ruleset("bonus-yachts"), load_catalog(language))
    facts = Facts(wording)
    story = [write_story(facts, "rules"), write_story(facts, "zine"), write_story(facts, "quick")]
    return [*story, write_page(facts, "rules"), write_markup(facts, "rules"), make_page(wording, ["", ""]),
            review_page(wording, []), ruleset_page(wording.catalog)]  # fmt: skip


def test_compiled_templates_say_what_their_texts_say(templates: Path) -> None:
    """A document is the same whether its templates were compiled when sheetgen was built or are read now."""
    plain = [documents(language) for language in ("nl", "en")]
    compile_templates()
    for text in templates.rglob("*.j2"):
        assert list((templates / "compiled" / text.relative_to(templates).parent).glob("tmpl_*.py"))
    assert [documents(language) for language in ("nl", "en")] == plain


def test_compiled_templates_are_taken(templates: Path) -> None:
    """What was compiled is what is filled in."""
    compile_templates()
    for made in (templates / "compiled" / "booklet").glob("tmpl_*.py"):
        made.write_text(made.read_text("utf-8").replace("<h2>", "<h2>Compiled: "), "utf-8")
    assert "<h2>Compiled: " in documents()[0]


def test_a_changed_template_is_read_anew(templates: Path) -> None:
    """Who changes a template sees it, whatever was compiled before."""
    compile_templates()
    (templates / "booklet" / "rules.html.j2").write_text("<p>changed</p>", "utf-8")
    assert documents()[0] == "<p>changed</p>"


def test_a_template_of_ones_own_goes_before_a_compiled_one(templates: Path, tmp_path: Path) -> None:
    """A user's template takes the place of a compiled one, and takes others of ours in."""
    compile_templates()
    own = tmp_path / "own"
    own.mkdir()
    (own / "rules.html.j2").write_text("<p>mine</p>{% include 'end.html.j2' %}", "utf-8")
    facts = Facts(Wording(load_ruleset("yatzy"), load_catalog("en")))
    assert write_story(facts, "rules", "", own).startswith('<p>mine</p><section id="end">')
