"""Each rule, total, order and bonus of a game has its place in the booklet, and files of users make booklets, too."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from booklets import facts_of, letters, markup_parts
from pypdf import PdfReader

from sheetgen.booklets.sentences import Sentences, points_of
from sheetgen.documents.kits import booklet
from sheetgen.i18n.catalog import load_catalog
from sheetgen.rules.ruleset import adds_boxes
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids

STRANGE = sorted((Path(__file__).parent / "strange_games").glob("*.toml"))
"""Games that do not ship: dice that cost points, kept dice, two straights, columns with factors, a win at once."""


def places(facts: Sentences) -> Iterator[tuple[str, str, str]]:
    """Yield what a game has to explain, the part of the booklet that does so, and the words there."""
    game, wording = facts.whole.ruleset, facts.whole
    for entry in facts.entries:
        yield f"box {entry.name}", f"box-{entry.categories[0].id}", entry.rule
    for column, (sign, name, rule) in zip(game.columns, facts.table.rules, strict=False):
        yield f"column {column.id}", "columns", f"{sign} {name} {rule}"
    for each in facts.table.equations:
        yield f"sum {each.name}", "sums", f"{each.name} {each.rule} {each.said} {each.note}".strip()
    yield from places_of_totals(facts)
    orders = wording.order_rules() if facts.ordered and not facts.table.several else ()
    yield from (("order", "turn", rule) for rule in orders)
    yield from (("winner", "end", rule) for rule in wording.winner_rules())
    if game.winner.by == "total" and adds_boxes(game):
        yield "winner", "end", "The highest total wins. If players are equal, it is a tie."
    yield from (("agree", "questions", said) for said in facts.agreed)
    for use in facts.path.uses if facts.path else ():
        yield f"joker in {use.names}", "jokers", f"{use.names} {use.why} {use.points}"


def places_of_totals(facts: Sentences) -> Iterator[tuple[str, str, str]]:
    """Yield the totals of a game with one column: bonuses, points beside boxes, and sums on the full sheet."""
    beside = points_of(facts.ruleset).values()
    for total in facts.ruleset.all_totals.values() if not facts.table.several else ():
        name, rule = facts.wording.row(total.id), facts.wording.arithmetic(total)[0]
        if total in beside:
            yield f"points {total.id}", "boxes", facts.wording.points_from(total)
        elif total.steps:
            (said,) = (said for each, _, said in facts.bonuses if each == name)
            yield f"bonus {total.id}", "bonuses", said
        else:
            yield f"total {total.id}", "card", f"{name} {rule}"


@pytest.mark.parametrize("name", [*ruleset_ids(), *map(str, STRANGE)])
def test_each_rule_and_total_has_its_place(name: str) -> None:
    """Each is said in its part: boxes, columns, orders, bonuses, totals, the winner, jokers, points to agree on."""
    facts = facts_of(load_ruleset(name), alone=True)
    found = markup_parts(facts)
    listed = [*places(facts)]
    assert not [(what, words) for what, part, words in listed if words not in found.get(part, "")]
    explained = {what.partition(" ")[2] for what, _, _ in listed}
    game = facts.whole.ruleset
    if facts.table.several:
        names = {facts.whole.name(total) for total in game.declared.values()}
        assert names == {each.name for each in facts.table.equations}
        assert {column.id for column in game.columns} <= explained
        once = [f"{each.name} {each.rule} {each.said}" for each in facts.table.equations]
        assert all(found["sums"].count(said) == 1 for said in once)
        assert "bonuses" not in found
    else:
        assert {*game.all_totals} <= explained
    assert {each.id for each in game.categories.values()} == {c.id for entry in facts.entries for c in entry.categories}


@pytest.mark.parametrize("name", ["yamb", "yamb-7", "yams", "triple", "escalero"])
def test_arithmetic_of_columns_is_right(name: str) -> None:
    """The line of each total gives its result, and the totals are those of the full sheet, of which all are there."""
    facts = facts_of(load_ruleset(name), alone=True)
    for each in facts.table.equations:
        plain, _, result = each.said.replace("−", "-").replace("×", "*").rpartition("= ")
        assert "→" in each.said or eval(plain) == int(result), each.said  # noqa: S307 - made by the program under test
    shown = [points for row in facts.card_rows for points in (*row.points, *row.across)]
    assert sorted(shown) == sorted([*(turn.points for turn in facts.card.turns), *facts.card.totals.values()])
    assert max(len(row.points) for row in facts.card_rows) == len(facts.whole.ruleset.columns)


@pytest.mark.parametrize("path", STRANGE, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_files_of_users_make_whole_booklets(path: Path, language: str) -> None:
    """Pages and text agree on each rule, no card holds zeros alone, and costs are said in words."""
    game = load_ruleset(str(path))
    facts = facts_of(game, language, alone=True)
    pages = PdfReader(BytesIO(booklet(game, lang=language, paper="a5"))).pages
    printed = letters("".join(page.extract_text() for page in pages))
    for row in (row for row in facts.card_rows if not row.total):
        own = [each for each in facts.card.turns if each.box.rpartition(".")[2] == row.id]
        assert own
    assert sum(points != 0 for row in facts.card_rows for points in row.points) > len(facts.card_rows) / 2
    assert len(pages) % 4 == 0
    assert printed.count(letters(load_catalog(language).text("booklet", "Who won?"))) <= 1
    for entry in facts.entries:
        assert letters(entry.name) in printed


def test_dice_that_cost_points_say_so() -> None:
    """In words on the sheet and in the booklet; three listed faces in a row are asked for as no straight."""
    facts = facts_of(load_ruleset(str(STRANGE[0])), alone=True)
    found = markup_parts(facts)
    assert "each die minus 5" in found["short"]
    assert "Each of these dice takes 5 points away." in found["box-leak"]
    assert "Cargo" not in found["questions"]
    assert re.search(r"Wreck .*−20", found["card"].replace("-20", "−20"))
