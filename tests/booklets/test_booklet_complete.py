"""Each rule, total, order and bonus of a game is explained once in the booklet.

Files of users make booklets, too. A part of the booklet explains a rule if it states all of it.
Overviews (the game in a minute with the sheet in it, and all in short) repeat rules in a few words,
each at most once; only what to roll, keep and write is explained there, as the steps of a turn.
Examples (a turn, a full sheet) apply rules to rolls, and references name the part with a rule.

``booklet_places.txt`` lists for every game what its booklet explains, and in which part. This
module writes it anew: ``python -m tests.booklets.test_booklet_complete``.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from sheetgen.booklets.columns import SAID
from sheetgen.booklets.pages import book_pages
from sheetgen.booklets.rules_text import write_story
from sheetgen.booklets.sentences import Sentences, points_of
from sheetgen.documents.kits import booklet
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.layout.primitives import MM, Die, Element, Line, Page, RoundedRect, Text
from sheetgen.layout.themes import Look
from sheetgen.rules.ruleset import Ruleset, adds_boxes
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.booklets.reading import facts_of, letters, own_parts
from tests.games import by_kind
from tests.tables import table_of

STRANGE = sorted((Path(__file__).parent / "strange_games").glob("*.toml"))
"""Games that do not ship: with dice that cost points, kept dice, two straights, columns with
factors or a win at once."""
GAMES = [*ruleset_ids(), *map(str, STRANGE)]
PLACES = Path(__file__).parent / "booklet_places.txt"
OVERVIEWS = frozenset(["minute", "sheet", "short"])
"""Parts that repeat rules in a few words."""
TWINS = {rule: words for rule, *words in table_of(Path(__file__).with_name("twins.txt"))}
"""Rules with the different words, in English and Dutch, in which they could be explained twice."""


def places(facts: Sentences) -> Iterator[tuple[str, str, str]]:
    """Yield each fact of a game, the part of the booklet that must have it, and its words there."""
    game, text = facts.whole.ruleset, facts.text
    yield "players", "cover", facts.players
    yield "things to play with", "needs", facts.needs
    yield "who begins", "needs", facts.start
    for verb, said in facts.steps:
        yield f"step: {verb}", "minute", f"{verb} {said}"
    yield from places_in_boxes(facts)
    for rule in facts.whole.play_rules():
        yield "order and rolls", "turn", rule
    for column, (sign, name, rule) in zip(game.columns, facts.table.rules, strict=False):
        yield f"column {column.id}", "columns", f"{sign} {name} {rule}"
    for number, each in enumerate(facts.table.equations):
        shown = sum(other.name == each.name for other in facts.table.equations[:number])
        label = f"example {shown} of {each.name}" if shown else f"total {each.name}"
        yield label, "sums", f"{each.name} {each.rule} {each.said} {each.note}".strip()
    yield from places_of_totals(facts)
    for asked, answers in facts.path.steps if facts.path else ():
        yield f"joker: {asked}", "jokers", " ".join((asked, *answers))
    for use in facts.path.uses if facts.path else ():
        yield f"joker in {use.names}", "jokers", f"{use.names} {use.why} {use.points}"
    for question in facts.asked:
        yield (
            f"question: {question.asked}",
            "questions",
            f"{question.asked} {question.said}".strip(),
        )
    yield from (("agree", "questions", said) for said in facts.agreed)
    wins = f"{facts.wins[:1].upper()}{facts.wins[1:]}."
    by_total = [
        wins
        if adds_boxes(game)
        else text("booklet", "The most points win, not the highest scores.")
    ]
    yield from (("winner", "end", rule) for rule in ([*facts.whole.winner_rules()][1:] or by_total))
    yield "ties", "end", text("booklet", "If players are equal, it is a tie.")
    yield "number of turns", "end", facts.end.partition(".")[0]
    yield (
        "highest total",
        "end",
        facts.best_rule,
    )


def places_in_boxes(facts: Sentences) -> Iterator[tuple[str, str, str]]:
    """Yield the facts about boxes: rules, points in totals, conditions, rolls that do not fit."""
    yield (
        "a roll that does not fit",
        "boxes",
        facts.text("booklet", "A roll that does not fit a box is a 0 there."),
    )
    if facts.zeros[1]:
        yield "a roll that fits nowhere", "zeros", " ".join(facts.zeros)
    for entry in facts.entries:
        part = f"box-{entry.categories[0].id}"
        for category, name in zip(entry.categories, entry.names, strict=True):
            yield (
                f"box {category.id}",
                part,
                f"{entry.name} · {entry.worth or entry.most} {entry.rule}",
            )
            total = points_of(facts.ruleset).get(category.id)
            if total and entry.merged:
                most = facts.whole.most_points(category)
                yield (
                    f"total {total.id}",
                    part,
                    f"{name} {most} {facts.category_bonuses[category.id]}",
                )
            elif total:
                yield (
                    f"total {total.id}",
                    part,
                    f"{entry.name} · {entry.worth or entry.most} {entry.rule}",
                )
            for rule in facts.whole.category_rules(category):
                yield f"condition of {category.id}", part, rule


def places_of_totals(facts: Sentences) -> Iterator[tuple[str, str, str]]:
    """Yield the totals of a game with one column.

    Bonuses, that for further Yachts, and sums on the full sheet.
    """
    beside = points_of(facts.ruleset).values()
    for total in facts.ruleset.all_totals.values() if not facts.table.several else ():
        name = facts.wording.row(total.id)
        if total.kind == "extra_yachts":
            steps = facts.path.steps if facts.path else ()
            yield from (
                (f"total {total.id}", "jokers", said[0])
                for _, said in steps
                if f" {total.points}," in said[0]
            )
        elif total.steps and total not in beside:
            (said,) = (said for each, _, said in facts.bonuses if each == name)
            yield f"total {total.id}", "bonuses", said
        elif not total.steps:
            yield f"total {total.id}", "card", f"{name} {facts.wording.arithmetic(total)[0]}"


def required(game: Ruleset) -> set[str]:
    """Return what the file of a game alone makes its booklet explain."""
    several, rules = len(game.columns) > 1, [*game.categories.values()]
    fills = [section.fill for section in game.sections] + [
        each.fill for each in game.columns if not several
    ]
    return {
        "players",
        "who begins",
        "winner",
        "ties",
        "number of turns",
        "highest total",
        "a roll that does not fit",
        *(f"box {each.id}" for each in rules),
        *(f"condition of {each.id}" for each in rules if each.needs or each.wins),
        *(f"column {each.id}" for each in game.columns if several),
        *(f"total {each}" for each in game.all_totals if not several),
        *["order and rolls"]
        * (any(fill != "any" for fill in fills) or game.dice.served == "all_dice"),
        *["agree"] * bool(game.readings),
    }


@cache
def made(name: str, language: str) -> tuple[Sentences, dict[str, list[str]]]:
    """Return the facts of a game, and the blocks of every part of its booklet.

    Each block is there once, with dice as digits.
    """
    facts = facts_of(load_ruleset(name), language, alone=True)
    return facts, own_parts(write_story(facts, "rules", "sheetgen rules", target="text"))


def listed(name: str) -> str:
    """Return the lines of the list for a game: its parts, each with all that it explains."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for what, part, _ in places(made(name, "en")[0]):
        found[part][what] = None
    return "".join(
        [
            f"{Path(name).stem}\n",
            *(f"  {part}: {' | '.join(what)}\n" for part, what in found.items()),
        ]
    )


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("name", by_kind(GAMES))
@pytest.mark.few(4)
def test_each_rule_and_total_is_explained_once(name: str, language: str) -> None:
    """All that the file asks for is listed.

    Each has its words once in its part, and in no other that explains.
    """
    facts, parts = made(name, language)
    found, wanted = {part: " ".join(blocks) for part, blocks in parts.items()}, [*places(facts)]
    assert not required(facts.whole.ruleset) - {what for what, _, _ in wanted}
    assert facts.ruleset.joker.rule == "none" or any(
        what.startswith("joker") for what, _, _ in wanted
    )
    if facts.table.several:
        declared = facts.whole.ruleset.declared.values()
        names = {facts.whole.name(total) for total in declared if not facts.table.is_help(total)}
        assert names == {each.name for each in facts.table.equations}
        assert "bonuses" not in found
    wrong = []
    for what, part, words_of_part in wanted:
        words = " ".join(words_of_part.split())  # ranges are not divided between lines
        times = Counter({each: count_of(words, said) for each, said in found.items()})
        explained = [each for each in times.elements() if each == part or each not in OVERVIEWS]
        if explained != [part] or max(times[each] for each in OVERVIEWS) > 1:
            wrong.append((what, part, words, explained))
    assert not wrong


def count_of(words: str, text: str) -> int:
    """Return how often a text has these words; a name is not taken from the end of a longer one."""
    return len(re.findall(rf"(?<!\w){re.escape(words)}", text))


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("name", by_kind(GAMES))
@pytest.mark.few(8)
def test_no_two_parts_explain_the_same(name: str, language: str) -> None:
    """No sentence is in two parts that explain, and no rule in other words in a second one."""
    said: dict[str, set[str]] = defaultdict(set)
    twins: dict[str, set[str]] = defaultdict(set)
    for part, blocks in made(name, language)[1].items():
        where = {part.partition("-")[0]} - OVERVIEWS
        for sentence in (each for block in blocks for each in re.findall(r"[^.!?]+[.!?]", block)):
            if len(sentence.split()) > 3:
                said[sentence.strip()] |= where
        for rule, words in TWINS.items():
            if re.search(words[language == "nl"], " ".join(blocks)):
                twins[rule] |= where
    assert not {words: parts for words, parts in (said | twins).items() if len(parts) > 1}


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.slow("games")
def test_each_rule_with_twins_is_in_some_booklet(language: str) -> None:
    """Some booklet has the words of each rule, so that the test above can find them twice."""
    text = " ".join(
        block for name in GAMES for blocks in made(name, language)[1].values() for block in blocks
    )
    assert [
        rule for rule, words in TWINS.items() if not re.search(words[language == "nl"], text)
    ] == []


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_the_list_of_places_is_complete(name: str) -> None:
    """``booklet_places.txt`` says of every game what its booklet explains, and where."""
    games = PLACES.read_text("utf-8").split("\n\n")
    assert len(games) == len(GAMES)
    assert games[GAMES.index(name)].strip() == listed(name).strip()


@pytest.mark.parametrize("name", ["yamb", "yamb-7", "yams", "triple", "escalero"])
def test_arithmetic_of_columns_is_right(name: str) -> None:
    """The line of each total gives its result, and the sheet has all points and totals."""
    facts = facts_of(load_ruleset(name), alone=True)
    for each in facts.table.equations:
        plain, _, result = each.said.replace("−", "-").replace("×", "*").rpartition("= ")
        made = re.sub(r"(?<=\d),(?=\d{3})", "", f"{plain}=={result}")
        # made by the program under test
        assert "→" in each.said or eval(made), each.said  # noqa: S307
    shown = [points for row in facts.card_rows for points in (*row.points, *row.across)]
    totals = facts.card.totals
    if facts.whole.ruleset.winner.by == "columns":  # a total across columns decides nothing
        totals = {total: points for total, points in totals.items() if total != "total"}
    assert sorted(shown) == sorted([*(turn.points for turn in facts.card.turns), *totals.values()])
    assert max(len(row.points) for row in facts.card_rows) == len(facts.whole.ruleset.columns)


@pytest.mark.parametrize("path", STRANGE, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.few(3)
def test_files_of_users_make_whole_booklets(path: Path, language: str) -> None:
    """Pages and text agree on each rule, no card has zeros alone, and costs are in words."""
    game = load_ruleset(str(path))
    facts = facts_of(game, language, alone=True)
    pages = PdfReader(BytesIO(booklet(game, lang=language, paper="a5"))).pages
    printed = letters("".join(page.extract_text() for page in pages))
    for row in (row for row in facts.card_rows if not row.total):
        own = [each for each in facts.card.turns if each.box.rpartition(".")[2] == row.id]
        assert own
    assert (
        sum(points != 0 for row in facts.card_rows for points in row.points)
        > len(facts.card_rows) / 2
    )
    assert len(pages) % 4 == 0
    assert printed.count(letters(load_catalog(language).text("booklet", "Who won?"))) <= 1
    for entry in facts.entries:
        assert letters(entry.name) in printed


def pages_of(name: str, language: str = "en") -> list[Page]:
    """Return the pages of a booklet on A5."""
    return (
        book_pages(facts_of(load_ruleset(name), language), (148 * MM, 210 * MM), Look(), "") or []
    )


def titled(name: str, language: str, message: str) -> Page:
    """Return the page with this heading."""
    heading = load_catalog(language).text("booklet", message)
    return next(page for page in pages_of(name, language) if page.label == heading)


def said_on(page: Page) -> list[str]:
    """Return all texts on a page."""
    return [item.text for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["yamb", "yamb-7", "four-columns"])
@pytest.mark.few(1)
def test_a_box_that_must_be_announced_is_dashed(name: str, language: str) -> None:
    """Only the box to announce and its sample in the key have a dashed line.

    The box is empty. The key has an ordinary box with its value, too.
    """
    page, table = (
        titled(name, language, "The columns"),
        facts_of(load_ruleset(name), language).table,
    )
    dashed = [item for item in page.items if isinstance(item, RoundedRect) and item.dash]
    asked = sum(cells.count(SAID) for _, cells in table.started_rows)
    assert len(dashed) == asked + 1 > 1  # and one in the key
    said = said_on(page)
    assert SAID not in said
    assert {
        load_catalog(language).text("booklet", "written"),
        str(next(iter(table.started.values()))),
    } <= {*said}


@pytest.mark.parametrize(("language", "total"), [("en", "1,317"), ("nl", "1.317"), ("de", "1.317")])
@pytest.mark.few(1)
def test_sums_have_their_thousands_apart(language: str, total: str) -> None:
    """The page of the sums and the full sheet write a number in the same way.

    The difference has its sign there.
    """
    pages = [titled("yamb", language, "Sums and differences"), titled("yamb", language, "The end")]
    assert all(total in said_on(page) for page in pages)
    assert not any(re.search(r"\d{4}", said) for page in pages for said in said_on(page))
    assert "×" in said_on(pages[1])


def test_sums_are_not_crushed() -> None:
    """Their boxes are as high as designed, with a short name, a long one, and on the page."""
    page = titled("yamb", "en", "Sums and differences")
    boxes = [
        item.rect
        for item in page.items
        if isinstance(item, RoundedRect) and item.rect.width > 6 * MM
    ]
    assert min(rect.height for rect in boxes) >= 8 * MM
    assert max(rect.bottom for rect in boxes) <= 192 * MM


def test_a_call_is_a_bubble_with_a_tail() -> None:
    """Its lines run from the lower edge to one point below it."""
    page = titled("yamb", "en", "A turn")
    bubble = next(
        item.rect
        for item in page.items
        if isinstance(item, RoundedRect) and item.rect.width > 30 * MM
    )
    tail = [
        item
        for item in page.items
        if isinstance(item, Line)
        and bubble.x < item.x1 < bubble.right
        and bubble.y < item.y1 < bubble.bottom < item.y2
    ]
    assert len(tail) > 2
    assert len({(item.x2, item.y2) for item in tail}) == 1


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["bonus-yachts", "numbers-hands"])
@pytest.mark.few(2)
def test_a_further_yacht_is_ticked(name: str, language: str) -> None:
    """Its page has large dice, a tick and the bonus; the choice begins at the middle of it."""
    facts = facts_of(load_ruleset(name), language)
    assert facts.path is not None
    page = next(page for page in pages_of(name, language) if page.label == facts.path.heading)
    assert "+ 100" in said_on(page)
    assert "✓" in [element.alt for element in each_of(page.elements)]
    assert max(item.size for item in page.items if isinstance(item, Die)) == pytest.approx(
        14.4 * MM
    )
    first = min(
        item.y
        for item in page.items
        if isinstance(item, Text) and item.text == facts.path.uses[0].names
    )
    assert first <= (0.55 if len(facts.path.steps) < 4 else 0.6) * page.height


def each_of(elements: Iterable[Element | tuple[int, int]]) -> Iterator[Element]:
    """Yield elements and everything in them."""
    for each in elements:
        if isinstance(each, Element):
            yield each
            yield from each_of(each.kids)


if __name__ == "__main__":
    PLACES.write_text("\n".join(map(listed, GAMES)), "utf-8")
