"""Templates: a user's own take the place of those that come with sheetgen."""

from pathlib import Path

from sheetgen.booklets.rules_text import write_story
from sheetgen.booklets.sentences import Sentences
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rulesets.loading import load_ruleset


def test_a_template_of_ones_own_goes_before_a_shipped_one(tmp_path: Path) -> None:
    """A user's template takes the place of ours, and takes others of ours in."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "rules.html.j2").write_text("<p>mine</p>{% include 'end.html.j2' %}", "utf-8")
    facts = Sentences(Wording(load_ruleset("yatzy"), load_catalog("en")))
    assert write_story(facts, "rules", "", own).startswith('<p>mine</p><section id="end">')
