"""The booklet has all the rules, and its content is the engine's."""

import tomllib
from collections import Counter
from multiprocessing import active_children
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from sheetgen.booklets.chapters import Chapters
from sheetgen.booklets.examples import cards, example_card, examples_of, scored, sum_of
from sheetgen.booklets.facts import compare
from sheetgen.booklets.questions import Question, questions
from sheetgen.booklets.rules_text import write_story
from sheetgen.booklets.sentences import Sentences
from sheetgen.cards.typed import read_roll
from sheetgen.checker.check import check_card as check_answers
from sheetgen.documents import apart
from sheetgen.documents.kits import booklet
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording, unbroken
from sheetgen.rules.history import best_totals, maximum
from sheetgen.rules.patterns import Groups, Roll
from sheetgen.rules.ruleset import Ruleset, boxes_of
from sheetgen.rules.scoring import Context, WrittenCard, has_joker, legal_entries, score, totals
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.booklets.reading import (
    STATEMENTS,
    facts_of,
    markup_parts,
    parts,
    rooted,
    statements,
    story,
)
from tests.games import IN_WORDS, NINE, ONCE, built, by_kind, by_kind_in_words, category, game
from tests.rules.test_possible_values import small_games
from tests.rules.test_scoring import EXAMPLES
from tests.tables import table_of

HERE = Path(__file__).parent
SOURCES = [("numbers-hands", "en"), ("bonus-yachts", "en"), ("dice-play", "en"),
           ("players-choice", "en"),
           ("players-choice", "nl")]  # fmt: skip


def source(name: str, language: str) -> list[tuple[str, str, str]]:
    """Return the statements of a source in its language."""
    return statements(name if language == "en" else f"{name}-{language}")


def test_every_source_has_its_statements() -> None:
    """No list of statements is forgotten."""
    named = {name if language == "en" else f"{name}-{language}" for name, language in SOURCES}
    assert {path.stem for path in STATEMENTS.glob("*.txt")} == named
    assert sum(len(source(*each)) for each in SOURCES) > 250


@pytest.mark.parametrize(("name", "language"), SOURCES)
def test_every_statement_of_the_source_has_its_place(name: str, language: str) -> None:
    """Each statement of the seed is at the place, and in the words, that the list names."""
    found = markup_parts(facts_of(load_ruleset(name), language), "words")
    found["cover"] = found[""].partition(found["minute"])[0]
    missing = [
        (said, part, words)
        for said, part, words in source(name, language)
        if words not in found[part]
    ]
    assert not missing


@pytest.mark.parametrize("name", sorted({each[0] for each in EXAMPLES}))
@pytest.mark.few(6)
def test_worked_examples_of_the_seeds_stand_with_the_seeds_results(name: str) -> None:
    """A roll of the tables has the points of the tables in the booklet.

    No roll is lost.
    """
    ruleset = load_ruleset(name)
    every = rolls_shown(ruleset)
    for dice, box, points in [
        (each[1], *each[3:]) for each in EXAMPLES if each[0] == name and each[2] == "-"
    ]:
        roll, shown = Roll.parse(dice), dict(every.get(box, []))
        if roll in shown and not ruleset.categories[box].needs:  # which is shown where it can score
            assert shown[roll] == int(points), (dice, box)
        assert {*ruleset.categories[box].examples} <= {*shown}


def rolls_shown(ruleset: Ruleset, language: str = "en") -> dict[str, list[tuple[Roll, int]]]:
    """Return the rolls in the blocks of the boxes with their points, read from the text.

    In a block of several numbers, the name of the box is before the points.
    """
    catalog = load_catalog(language)
    wording = Wording(ruleset, catalog)
    names = {wording.name(each): each.id for each in ruleset.categories.values()}
    found: dict[str, list[tuple[Roll, int]]] = {}
    for article in rooted(write_story(facts_of(ruleset, language, alone=True), "rules")).iter(
        "article"
    ):
        block = article.get("id", "").removeprefix("box-")
        tables = [table for table in article.iter("table") if table.get("class") == "scored"]
        for row in (
            row for table in tables if block in ruleset.categories for row in table.iter("tr")
        ):
            name, _, said = bold(row[1]).rpartition(":")
            points = (
                said.rpartition("= ")[2].partition(",")[0].rpartition("/ ")[2].split()[0]
            )  # of the last roll
            found.setdefault(names.get(name.strip(), block), []).append(
                (dice_in(row[0], ruleset), int(points))
            )
    return found


def dice_in(cell: ElementTree.Element, ruleset: Ruleset) -> Roll:
    """Return the roll drawn in a cell, by numbers or by what the dice of the game show."""
    (dice,) = cell.iter("dice")
    return read_roll(Wording(ruleset, load_catalog("en")), (dice.text or "").split())


def bold(cell: ElementTree.Element) -> str:
    """Return the bold text of a cell."""
    (found,) = cell.iter("b")
    return found.text or ""


@pytest.mark.parametrize("name", by_kind(NINE))
def test_every_roll_shown_is_scored_right(name: str) -> None:
    """Each box but some numbers shows rolls.

    Each has the engine's points, one scores, and a pattern shows a miss.
    """
    ruleset = load_ruleset(name)
    shown = rolls_shown(ruleset, "nl")
    for each in ruleset.categories.values():
        rolls = shown.get(each.id, [])
        assert all(points == score(ruleset, each, roll) for roll, points in rolls)
        if not each.number:
            assert any(points for _, points in rolls)
        if isinstance(each.pattern, Groups):
            assert any(points == 0 for _, points in rolls)
    assert any(each.number for each in ruleset.categories.values() if each.id in shown)


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(IN_WORDS))
def test_every_category_has_its_maximum(name: str, language: str) -> None:
    """The maximum of each box is in its block, as derived.

    Numbers that follow each other are one block.
    """
    ruleset = load_ruleset(name)
    sentences = facts_of(ruleset, language, alone=True)
    found = markup_parts(sentences)
    for entry in sentences.entries:
        for each in entry.categories:
            most, block = (
                maximum(ruleset, boxes_of(each)[0].id),
                found[f"box-{entry.categories[0].id}"],
            )
            said = str(most) if each.points.kind == "fixed" else sentences.wording.most_points(each)
            if each.points.first_roll is None:
                assert said in block
            assert sentences.wording.name(each) in block
    assert {each for entry in sentences.entries for each in entry.categories} == set(
        ruleset.categories.values()
    )


@pytest.mark.parametrize("name", by_kind(NINE))
def test_the_finished_card_adds_up(name: str) -> None:
    """Every row has the value of the example card, one of them is 0, and a bonus is in use."""
    ruleset = load_ruleset(name)
    check_card(ruleset)
    card = example_card(ruleset)
    rows = [bold_or_text(row[-1]) for row in card_rows(story(name, "en"))]
    expected = [
        card.by_box[where].points if where in card.by_box else card.totals[where]
        for where in ruleset.rows
    ]
    assert [int(number.replace(",", "")) for number in rows] == expected
    assert 0 in expected
    if ruleset.extra_yachts:
        assert any(turn.bonus for turn in card.turns)


def card_rows(html: str) -> list[list[ElementTree.Element]]:
    """Return the rows of the finished card."""
    (table,) = (table for table in rooted(html).iter("table") if table.get("class") == "card")
    return [[*row] for part in table.iter("tbody") for row in part]


def bold_or_text(cell: ElementTree.Element) -> str:
    """All text of a cell."""
    return "".join(cell.itertext()).strip()


def check_card(ruleset: Ruleset) -> None:
    """Play the example turn by turn."""
    card = example_card(ruleset)
    filled: dict[str, int] = {}
    for turn in card.turns:
        entry = legal_entries(ruleset, turn.roll, Context(filled))[turn.box]
        assert turn.points in entry.points
        assert turn.bonus == entry.bonus
        filled[turn.box] = turn.points
    assert set(filled) == set(ruleset.boxes)
    bonus = ruleset.extra_yachts
    further = sum(turn.bonus for turn in card.turns) // bonus.points if bonus else 0
    assert card.totals == totals(ruleset, filled, further)


def test_rolls_of_boxes_that_seldom_score() -> None:
    """They show points: those of a box that needs another, and of one that only costs."""
    ruleset = load_ruleset("generala-double")
    shown = examples_of(ruleset, ruleset.categories["double_generala"])
    assert [(each.roll.dice, each.points) for each in shown] == [
        ((3, 3, 3, 3, 3), 100),
        ((3, 3, 3, 3, 6), 0),
    ]
    costs = category("odd", "all_odd", "per_die", value=-5) | {"needs": "luck"}
    bad = built(
        game(
            [
                category("luck", "sum", "fixed", at_most=9, value=-20, first_roll=-30),
                costs,
                category("any"),
            ]
        )
    )
    luck, odd, _ = bad.categories.values()
    assert [each.points for each in examples_of(bad, luck)] == [-20, 0]
    assert [each.points for each in examples_of(bad, odd)] == [-25, 0]
    assert Wording(bad, load_catalog("en")).most_points(odd) == "min −25"
    found = check_answers(bad, WrittenCard((("luck", -20), ("odd", -25), ("any", 9), ("total", 3))))
    assert (
        Report(Wording(bad, load_catalog("en")))
        .describe(found.findings[0])
        .endswith("-36 = -20 − 25 + 9")
    )
    never = category("never", "sum", "fixed", at_least=99, value=20, first_roll=30)
    assert (
        examples_of(made := built(game([never, category("any")])), made.categories["never"])[
            0
        ].points
        == 0
    )
    four, five = (category(f"n{n}", "of_a_kind", "fixed", n=n, value=10 * n) for n in (4, 5))
    facts = facts_of(built(game([four, five | {"needs": "n4", "wins": "first_roll"}])), alone=True)
    told = facts.turn
    assert (
        "“n5” on the first roll of a turn wins the game at once." in markup_parts(facts)["minute"]
    )
    assert (told.box, told.points) == ("n4", 40)
    assert all(
        len({face for face, kind in throw.dice if kind == "solid"}) == 1
        for throw in told.throws[:-1]
    )


def test_sums_are_said_as_they_are_added() -> None:
    """The sum of a roll adds the value of each face, and a fixed value with it.

    Two dice are both.
    """
    faces = [{"name": f"Face {value}", "value": value} for value in range(9, 15)]
    four = category("four", "of_a_kind", "fixed_plus_dice", n=4, value=40)
    ruleset = built({**game([four, category("any")]), "dice": {"faces": faces}})
    said = [
        sum_of(scored(ruleset, each, Roll((1, 6, 6, 6, 6)))) for each in ruleset.categories.values()
    ]
    assert said == ["40+14+14+14+14+9 = 105", "14+14+14+14+9 = 65"]
    shown = markup_parts(
        facts_of(
            built(game([category("luck"), category("pair", "pair")], dice={"count": 2})), alone=True
        )
    )
    assert "Roll both dice." in shown["minute"]
    assert "Add up both dice." in shown["box-luck"]
    assert "all two" not in shown[""]


@settings(deadline=None, max_examples=20)
@given(ruleset=small_games())
@pytest.mark.slow("random games")
def test_any_game_gets_a_booklet(ruleset: Ruleset) -> None:
    """Games that mix everything the vocabulary has.

    A legal card, and text in both languages with every box in it.
    """
    check_card(ruleset)
    for language in ("en", "nl"):
        facts = facts_of(ruleset, language, alone=True)
        found = parts(write_story(facts, "rules", target="text"))
        assert all(
            facts.wording.name(each) in found["boxes"] for each in ruleset.categories.values()
        )
        assert "%(" not in found[""]
        assert facts.wording.title in parts(write_story(facts, "quick", target="text"))[""]


@pytest.mark.parametrize("name", by_kind(NINE))
def test_a_first_roll_that_is_worth_something_else_is_shown(name: str) -> None:
    """The same dice have both numbers: their value later, and after the first roll."""
    ruleset = load_ruleset(name)
    found = markup_parts(facts_of(ruleset, alone=True))
    for each in ruleset.categories.values():
        block = found.get(f"box-{each.id}", "")
        value, first = each.points.value, each.points.first_roll
        assert (f" {value}, {first} on the first roll" in block) == (first is not None)
        if first is not None:
            (roll,) = {
                roll for roll, points in rolls_shown(ruleset)[each.id] if points == value
            } & set(each.examples[:1]) or {rolls_shown(ruleset)[each.id][0][0]}
            assert score(ruleset, each, roll, Context({}, True)) == first


@pytest.mark.parametrize("name", by_kind(NINE))
def test_every_game_tells_a_turn_roll_by_roll(name: str) -> None:
    """Each throw has its dice, those that are kept filled, and the points at the end are right."""
    ruleset, told = load_ruleset(name), parts(story(name, "en"))["turn"]
    turn = ruleset.booklet.turn
    assert turn
    thrown = facts_of(ruleset, alone=True).turn.throws
    for throw, shown in zip(turn.throws, thrown, strict=True):
        kept = [face for face, kind in shown.dice if kind == "solid"]
        assert sorted(face for face, _ in shown.dice) == sorted(throw.roll.dice)
        assert sorted(kept) == sorted(
            throw.keep or throw.roll.dice if throw is turn.throws[-1] else throw.keep
        )
        _, found, told = told.partition(" ".join(str(face) for face, _ in shown.dice))
        assert found
    entry = legal_entries(ruleset, turn.throws[-1].roll, Context(turn.filled))[turn.box]
    points = entry.points[-1]
    score = f"a score of {points}." if name == "balut" else f"{points} points."
    assert f": {score}" in told
    assert ("And a bonus of" in told) == bool(entry.bonus)


@settings(deadline=None, max_examples=30)
@given(ruleset=small_games())
def test_the_engine_plays_a_turn_where_nobody_told_one(ruleset: Ruleset) -> None:
    """Each throw has what was kept of the one before it, and keeps it.

    The last is worth in its box what is written.
    """
    told = facts_of(ruleset, alone=True).turn
    box = ruleset.boxes[told.box]
    kept: list[int] = []
    for throw in told.throws:
        dice = [face for face, _ in throw.dice]
        assert len(dice) == ruleset.dice.count
        assert not Counter(kept) - Counter(dice)
        kept = [face for face, kind in throw.dice if kind == "solid"]
    assert 1 <= len(told.throws) <= min(3, ruleset.dice.rolls)
    last = Roll(tuple(face for face, _ in told.throws[-1].dice))
    entries = legal_entries(ruleset, last, Context({}, first_roll=len(told.throws) == 1))
    assert told.points in (
        entries[told.box].points if told.box in entries else (score(ruleset, box.category, last),)
    )


def test_a_bonus_is_beside_the_question_that_decides_about_it() -> None:
    """Also where the first question is whether a first roll has won."""
    hand = category("box", "of_a_kind", "fixed", n=5, value=50)
    extra = {"id": "extra", "name": "Extra", "kind": "extra_yachts", "category": "box"}
    total = {"id": "total", "name": "Total", "kind": "sum", "of": ["a", "extra"]}
    for more in ({}, {"wins": "first_roll"}):
        boxes = [hand | more, category("any", "any")]
        ruleset = built({**game(boxes), "totals": [extra | {"points": 10}, total]})
        chapter = Chapters(facts_of(ruleset, alone=True)).jokers
        assert chapter is not None
        (asked,) = (step.asked for step in chapter.steps if step.bonus)
        assert asked == "Does it hold points (so not a 0)?"


def box_of(words: str) -> dict[str, Any]:
    """Return a box of a small game from its pattern and points, as in a ruleset file."""
    return {"id": "box", "name": "box", **tomllib.loads(f"box = {{ {words} }}")["box"]}


@pytest.mark.parametrize(("box", "more"), table_of(HERE / "odd_games.txt"))
@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.few(2)
def test_odd_games_get_a_booklet(box: str, more: str, language: str) -> None:
    """Every kind of pattern and points has its sentences, also for one box and few dice."""
    ruleset = built({**game([box_of(box)]), **tomllib.loads(more)})
    check_card(ruleset)
    facts = facts_of(ruleset, language, alone=language != "en")
    text = parts(write_story(facts, "rules", target="text"))
    assert "%(" not in text[""]
    assert text["box-box"]
    for roll, points in rolls_shown(ruleset, language)["box"]:
        assert score(ruleset, ruleset.categories["box"], roll) == points


def changed(folder: Path, name: str, changes: str) -> Ruleset:
    """Return a game that ships with these changes to its file."""
    path = folder / "own.toml"
    path.write_text(f'format = 1\nextends = "{name}"\n{changes}\n', "utf-8")
    return load_ruleset(str(path))


@pytest.mark.parametrize(("name", "change", "goes", "comes"), table_of(HERE / "jokers.txt"))
def test_sentences_follow_the_switches(
    tmp_path: Path, name: str, change: str, goes: str, comes: str
) -> None:
    """A switch that is turned changes what the booklet says."""
    games = load_ruleset(name), changed(tmp_path, name, f"[joker]\n{change}")
    before, after = (markup_parts(facts_of(each, alone=True))["jokers"] for each in games)
    assert goes == "-" or (goes in before and goes not in after)
    assert comes == "-" or (comes not in before and comes in after)


def answers(name: str) -> dict[str, str]:
    """Return the questions of a shipped game, answered in English, with plain spaces."""
    return {
        each.asked: each.answer.replace("\u00a0", " ")
        for each in questions(Wording(load_ruleset(name), load_catalog("en")))
    }


@pytest.mark.parametrize(("name", "asked", "answer"), table_of(HERE / "answers.txt"))
def test_questions_have_the_answers_of_this_game(name: str, asked: str, answer: str) -> None:
    """The same question has another answer in another game."""
    assert answers(name)[asked] == answer


def test_answers_follow_the_rules() -> None:
    """Another rule, another answer; proofs are the very dice of the question."""
    ruleset = load_ruleset("dice-play")
    lower = ruleset.sections[1]
    alike = [
        replace(c, pattern=Groups((3, 2), different=False)) if c.id == "full_house" else c
        for c in lower.categories
    ]
    changed = replace(
        ruleset, sections=(ruleset.sections[0], replace(lower, categories=tuple(alike)))
    )
    found = {each.asked: each.answer for each in questions(Wording(changed, load_catalog("en")))}
    asked = "Do five dice alike count as “Full house” or “Four of a kind”?"
    assert found[asked] == (
        "Yes: “Full house” (5\u00a0to\u00a030) and “Four of a kind” (4\u00a0to\u00a024)."
    )
    every = {
        each.asked: each
        for each in questions(Wording(load_ruleset("numbers-hands"), load_catalog("en")))
    }
    proofs = {
        asked: {str(each.roll) for each in question.proof} for asked, question in every.items()
    }
    assert proofs["Is 1-2-3-4-6 a straight?"] == {"12346"}
    assert proofs["Do five dice alike count as “3 of a kind” or “4 of a kind”?"] == {"55555"}


def found_questions(data: dict[str, Any]) -> dict[str, Question]:
    """Return the questions of a small game in English."""
    return {each.asked: each for each in questions(Wording(built(data), load_catalog("en")))}


ASIDE = {
    "en": (
        "May I roll a die again that I have set aside?",
        "No. What you have set aside stays",
        "may not be rolled",
    ),
    "nl": (
        "weer gooien?",
        "Nee. Wat je opzij hebt gelegd, blijft liggen",
        "mag je niet opnieuw gooien.",
    ),
    "de": (
        "noch einmal werfen?",
        "Nein. Was du beiseitegelegt hast, bleibt liegen",
        "darfst du nicht noch einmal werfen.",
    ),
    "fr": (
        "Puis-je relancer",
        "Non. Ce que tu as mis de côté le reste",
        "Tu ne peux pas relancer les dés",
    ),
}


@pytest.mark.parametrize("language", ASIDE)
def test_dice_that_were_set_aside_stay_if_the_file_says_so(language: str) -> None:
    """The answer, the short rules, the sheet, the quick card and the comparison have it.

    Other games do not.
    """
    free, catalog = load_ruleset("players-choice"), load_catalog(language)
    stay = replace(free, dice=replace(free.dice, kept="stay"))
    asked, answer, rule = ASIDE[language]
    for ruleset, is_said in ((stay, True), (free, False)):
        wording = Wording(ruleset, catalog)
        sentences = Sentences(wording)
        found = [each.answer for each in questions(wording) if asked in each.asked]
        assert [each.startswith(answer) for each in found] == [is_said]
        assert [
            rule in " ".join(each)
            for each in (sentences.short, sentences.reminders, wording.reminders())
        ] == [is_said] * 3
    different = compare(Wording(stay, catalog), Wording(free, catalog)).differences
    assert [rule in each[1] for each in different] == [True]
    twice = Wording(replace(stay, dice=replace(stay.dice, rolls=2)), catalog)
    assert rule not in " ".join(twice.reminders())


def test_shipped_games_let_dice_be_rolled_again() -> None:
    """Kept dice may be rolled again: one source alone forbids it, and some allow it."""
    stay = [name for name in ruleset_ids() if load_ruleset(name).dice.kept == "stay"]
    assert stay == ["wuerfelpoker"]


def test_some_questions_are_only_for_some_games() -> None:
    """Questions depend on the order of boxes, the number of rolls, and jokers.

    A question about a Yacht has the game's name for it, and the count of its bonus.
    """
    boxes = [category("pair", "pair"), category("five", "of_a_kind", "fixed", n=5, value=50)]
    choice = "My roll fits a box. May I write a 0 there all the same?"
    stop = "May I roll a die again that I have set aside?"
    ordered = game(boxes)
    ordered["sections"][0]["fill"] = "down"
    once = game(boxes, dice={"rolls": 1})
    assert {choice, stop} <= set(found_questions(game(boxes)))
    assert choice not in found_questions(ordered)
    assert not {stop, "I roll a five before my last roll. Must I stop?"} & set(
        found_questions(once)
    )
    assert "I roll a five before my last roll. Must I stop?" in found_questions(game(boxes))
    free = {
        each.asked: each
        for each in questions(Wording(load_ruleset("bonus-yachts"), load_catalog("en")))
    }
    assert free[choice].answer.endswith(
        "Only a Yacht has a rule of its own, see “You roll a Yacht: what now?”."
    )
    assert "Only a" not in found_questions(game(boxes))[choice].answer
    lucky, yacht = (
        category("lucky", "of_a_kind", n=5),
        category("yacht", "of_a_kind", "fixed", n=5, value=50),
    )
    joker = {"rule": "free", "category": "yacht", "sections": ["a"], "yacht_box_first": True}
    found = found_questions(game([lucky, yacht], joker=joker))
    assert "Must my first yacht go into its own box?" not in found  # the page about Yachts has that
    assert "Must my first five go into its own box?" in found_questions(game(boxes))
    data = game([category("yacht", "of_a_kind", "fixed", n=5, value=50), category("luck")])
    extra = {
        "id": "extra",
        "name": "Extra",
        "kind": "extra_yachts",
        "category": "yacht",
        "points": 100,
    }
    steps = [{"at_least": 63, "points": 35}]
    for parts_of, answer in (
        (["a", "extra"], "Yes."),
        (["a"], "No. What counts there: yacht to luck."),
    ):
        bonus = {
            "id": "bonus",
            "name": "Bonus",
            "kind": "threshold",
            "of": parts_of,
            "steps": steps,
        }
        data["totals"] = [
            extra,
            bonus,
            {"id": "total", "name": "Total", "kind": "sum", "of": ["bonus"]},
        ]
        assert (
            found_questions(data)["Does the bonus of 100 count towards “Bonus”?"].answer == answer
        )


@pytest.mark.parametrize(("box", "dice", "words"), table_of(HERE / "sentences.txt"))
def test_each_pattern_and_worth_has_its_sentence(box: str, dice: str, words: str) -> None:
    """The rule is whole; it follows the category's switches and points, and the game's dice."""
    ruleset = built(game([box_of(box)], **tomllib.loads(f"dice = {dice}")))
    assert Wording(ruleset, load_catalog("en")).asks(ruleset.categories["box"]) == words


def test_a_first_roll_is_worth_what_a_first_roll_is() -> None:
    """In the turn, on the finished card and in the path, one roll or the first one earns more."""
    pair = category("pair", "pair", "fixed", value=5, first_roll=9)
    data = game([pair, category("luck")])
    data["booklet"] = {"turn": {"box": "pair", "throws": [{"roll": [1, 1, 2, 3, 4]}]}}
    assert "“pair”: 9 points." in markup_parts(facts_of(built(data), alone=True))["turn"]
    data["booklet"]["turn"]["throws"] = [{"roll": [1, 1, 2, 3, 4], "could": "pair", "keep": [1]},
                                         {"roll": [1, 1, 5, 5, 6]}]  # fmt: skip
    found = markup_parts(facts_of(built(data), alone=True))["turn"]
    assert "First roll · pair 9" in found
    assert "“pair”: 5 points." in found
    once = built(
        {**game([pair, category("luck")]), "dice": {"rolls": 1}}
    )  # whose points are those of any roll
    assert example_card(once).by_box["pair"].points == 9
    (shown, *_) = rolls_shown(once)["pair"]
    assert shown[1] == 9
    assert "pair · 9" in markup_parts(facts_of(once, alone=True))["box-pair"]


def test_hints_stand_where_they_are_true() -> None:
    """Three of each make the bonus, unless a box needs more.

    Bound boxes are named, and are a difference.
    """
    boxes = [
        category(f"n{face}", "face", "matching", face=face, at_least=least)
        for face, least in ((5, 1), (6, 3))
    ]
    bonus = {
        "id": "bonus",
        "name": "Bonus",
        "kind": "threshold",
        "of": ["a"],
        "steps": [{"at_least": 22, "points": 5}],
    }
    data = game(boxes)
    data["totals"] = [bonus, {"id": "total", "name": "Total", "kind": "sum", "of": ["bonus"]}]
    assert "Remember" not in markup_parts(facts_of(built(data), alone=True))["bonuses"]
    boxes[1]["pattern"].pop("at_least")
    assert (
        "Remember: two of each number make exactly 22."
        in markup_parts(facts_of(built(data), alone=True))["bonuses"]
    )
    boxes = [category("low"), category("high")]
    bound = built(game(boxes, constraints=[{"lower": "low", "higher": "high"}]))
    assert differing(built(game(boxes)), bound) == {"Order", "Best total"}
    found = markup_parts(facts_of(bound, alone=True))
    for box in ("low", "high"):
        assert (
            "low must stay below high; a score that breaks this counts as 0." in found[f"box-{box}"]
        )


@pytest.mark.parametrize("name", ["numbers-hands", "bonus-yachts"])
def test_a_joker_shows_every_box_that_it_may_go_to(name: str) -> None:
    """With its points by the engine on the card that is named, those of equal worth together.

    No turn has a joker.
    """
    ruleset = load_ruleset(name)
    facts = facts_of(ruleset, alone=True)
    path, card = facts.path, cards(ruleset)[-1]
    assert path
    assert (
        path.card == f"On the sheet already: "
        f"{' and '.join(f'{facts.wording.row(b)} {p}' for b, p in card.items())}."
    )
    entries = legal_entries(ruleset, facts.the_yacht.roll, Context(card))
    shown = {name: use.points for use in path.uses for name in use.names.split(", ")}
    assert shown == {
        facts.wording.name(ruleset.boxes[box].category): entry.points[-1]
        for box, entry in entries.items()
    }
    assert path.turn == f"This turn: {unbroken('40 + 100 = 140')}."
    assert "This turn: 40 + 100 = 140." in markup_parts(facts)["jokers"]
    turn = ruleset.booklet.turn
    assert turn
    (column,) = ruleset.columns
    assert not any(has_joker(ruleset, throw.roll, turn.filled, column) for throw in turn.throws)


def test_words_of_the_table_are_those_of_the_game() -> None:
    """A joker only where there is one, and nothing of pairs where there is one die."""
    assert "jokers" not in markup_parts(facts_of(load_ruleset("dice-play"), alone=True))

    def words(ruleset: Ruleset) -> set[str]:
        return {term.word for term in Sentences(Wording(ruleset, load_catalog("en"))).table_words}

    assert "joker" in words(load_ruleset("numbers-hands"))
    assert "joker" not in words(load_ruleset("dice-play"))
    assert "five of a kind" in words(load_ruleset("dice-play"))
    assert not {"five of a kind", "pair", "to set aside"} & words(
        built(game([category("box")], dice={"count": 1}))
    )


def test_no_name_stands_twice_in_the_glossary() -> None:
    """Names of other languages are those that are not there yet, however they are written."""
    for name in NINE:
        for term in Sentences(
            Wording(load_ruleset(name), load_catalog("nl")),
            (),
            [Wording(load_ruleset(name), load_catalog("en"))],
        ).terms:
            names = [term.word, *term.also, *(each for *_, words in term.abroad for each in words)]
            folded = [each.casefold().rstrip("!") for each in names]
            assert len(set(folded)) == len(folded)


def differing(one: Ruleset, other: Ruleset) -> set[str]:
    """Return the settings in which two games differ."""
    catalog = load_catalog("en")
    return {each[0] for each in compare(Wording(one, catalog), Wording(other, catalog)).differences}


@pytest.mark.parametrize(("topic", "changes"), table_of(HERE / "changes.txt"))
def test_each_change_is_a_difference(tmp_path: Path, topic: str, changes: str) -> None:
    """A change is named with its consequences, and without anything else."""
    games = load_ruleset("numbers-hands"), changed(tmp_path, "numbers-hands", changes)
    found = differing(*games)
    assert topic in found
    assert found <= {topic, "Best total"}
    best = [best_totals(ruleset)["total"] for ruleset in games]
    assert ("Best total" in found) == (best[0] != best[1])


def test_categories_are_the_same_by_any_of_their_names() -> None:
    """A little straight is a small one, and chance the player's choice.

    Only what scores otherwise is named.
    """
    catalog = load_catalog("en")
    games = {name: Wording(load_ruleset(name), catalog) for name in NINE}
    rows = {each[0] for each in compare(games["dice-play"], games["players-choice"]).differences}
    straights = {"Little straight", "Small straight", "Big straight", "Large straight"}
    assert not rows & {"Chance", "Player's choice", *straights}
    found = {
        each[0]: each for each in compare(games["dice-play"], games["bonus-yachts"]).differences
    }
    assert found["Little straight"][2] == "Small straight: four in a row · 30 points (max 30)"
    assert found["3 of a kind"][1] == "–"


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(ONCE))
def test_all_names_stand_in_the_glossary(name: str, language: str) -> None:
    """Every alias of every category, of every language, is there."""
    ruleset = load_ruleset(name)
    facts = facts_of(ruleset, language, alone=True)
    assert "words" not in markup_parts(facts)
    words = markup_parts(facts, "words")["words"].casefold()
    for each in ruleset.categories.values():
        for code in ("en", "nl"):
            assert all(
                alias.casefold() in words
                for alias in Wording(ruleset, load_catalog(code)).aliases(each)
            )


@pytest.mark.slow("hostile files")
def test_texts_of_strangers() -> None:
    """A name with marks of HTML or of Jinja is printed as written.

    Sentences have words in the file.
    """
    nasty = "<b>{{ 7*7 }}</b> & {% x %}"
    ruleset = built({**game([{**category("box"), "name": nasty}]), "name": nasty})
    html = write_story(facts_of(ruleset), "rules")
    assert nasty in parts(html)["box-box"]
    assert "49" not in parts(html)["box-box"]
    data = game([category("box")], booklet={"about": ["It is fun."]})
    data["translations"] = {"nl": {"texts": {"It is fun.": "Het is leuk."}}}
    assert "Het is leuk." in markup_parts(facts_of(built(data), "nl"))["needs"]
    assert "It is fun." in markup_parts(facts_of(built(data), "en"))["needs"]


def own_template(tmp_path: Path, text: str | bytes, name: str = "end.html.j2") -> str:
    """Return the booklet with one template of the user's own."""
    (tmp_path / name).write_bytes(
        text.encode(errors="surrogatepass") if isinstance(text, str) else text
    )
    return write_story(facts_of(load_ruleset("dice-play"), alone=True), "rules", templates=tmp_path)


def test_a_template_of_ones_own_takes_the_place_of_ours(tmp_path: Path) -> None:
    """The others stay, and all that they are given can be used.

    It may begin with a mark, as on Windows.
    """
    cover = "<header><h1>{{ wording.title }} {{ facts.best|number }}</h1></header>"
    html = own_template(tmp_path, cover, "cover.html.j2")
    assert "<h1>Yacht 297</h1>" in html
    assert 'id="turn"' in html
    html = own_template(tmp_path, b"\xef\xbb\xbf<section id='end'><p>The end</p></section>")
    assert parts(html)["end"] == "The end"


def test_a_template_of_ones_own_has_the_chapters_and_the_sentences(tmp_path: Path) -> None:
    """It can set chapters in its own order, and use all that ours are made from."""
    mine = """{% include "end.html.j2" %}{% include "columns.html.j2" %}
        <section id="mine"><p>{{ chapters.turn.heading }}, {{ tale.turn.throws|length }},
        {{ tale.entries|length }}, {{ tale.rolls(tale.entries[0])|length }}</p></section>"""
    shown = parts(own_template(tmp_path, mine, "rules.html.j2"))
    assert shown["mine"].startswith("A turn, 3,")
    assert [*shown][1:] == ["end", "mine"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<p>\n{% if %}</p>", 2),
        ("<p>\n\n{{ nothing }}</p>", 3),
        ("\n{{ facts.best.no.such }}", 2),
        ("\n\n\n{% include 'missing.html.j2' %}", 4),
        ("\n{{ 1 / 0 }}", 2),
        ("{{ ''.__class__.__mro__ }}", 1),
        ("\n{{ facts.__init__.__globals__ }}", 2),
        ("{{ game.sections.append(1) }}", 1),
        ("\n{% for x in range(10**9) %}{% endfor %}", 2),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", 1),
        ("\n{{ 10 ** 10 ** 8 }}", 2),
        ("\n{{ 'x' * 10 ** 9 }}", 2),
        ("\n{{ '%0999999999d' % 1 }}", 2),
        ("\n{{ [1] * 99999999 }}", 2),
    ],
)
def test_a_wrong_template_is_answered_with_file_and_line(
    tmp_path: Path, text: str, line: int
) -> None:
    """Whatever is wrong in it, and nothing in it reaches out of the sandbox."""
    with pytest.raises(SheetgenError) as caught:
        own_template(tmp_path, text)
    assert caught.value.file == str(tmp_path / "end.html.j2")
    assert caught.value.values["line"] == line


def test_a_folder_without_templates_is_refused(tmp_path: Path) -> None:
    """The message lists the templates that are possible."""
    with pytest.raises(SheetgenError, match=r"it can hold .*cover\.html\.j2"):
        own_template(tmp_path, "x", "other.txt")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{{ 2 * 3 }} {{ 2.5 * 2 }} {{ 7 % 4 }} {{ 2 ** 10 }}", "6 5.0 3 1024"),
        ("{{ '-' * 20 }}", "-" * 20),
        ("{{ '%s of 12345 games' % none }}", "None of 12345 games"),
        ("{{ '%05.1f * %s **' % (3, 'x') }}", "003.0 * x **"),
        ("{{ ('%s' % game.dice)|length > 5 }}", "True"),
        ("{{ 12345|number }} {{ ['a', 'b']|both }}", "12,345 a and b"),
    ],
)
def test_a_template_can_compute(tmp_path: Path, text: str, result: str) -> None:
    """The bounds of the sandbox leave all that a template needs."""
    assert (
        parts(own_template(tmp_path, f"<section id='end'><p>{text}</p></section>"))["end"] == result
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (text, "")
            for text in (
                "{{ 'x'.ljust(10**7) }}",
                "{{ '{:0999999d}'.format(1) }}",
                "{{ 'x'|center(10**7) }}",
                "{{ lipsum(n=9999) }}",
                "{{ ('%099999d'.encode()) % 1 }}",
                "{{ (1).to_bytes(10**7) }}",
                "{{ '%*d' % (10**7, 1) }}",
            )
        ),
        ("{{ '\\ud800' }}", ""),  # half a letter
        ("{% for i in range(99999) %}{{ 'x' * 1000 }}{% endfor %}", ""),
        (b"\xff\xfe\x00", "end.html.j2"),
        ("{% include 'large.html.j2' %}", "larger than 1 MB"),
    ],
)
@pytest.mark.few(4)
def test_a_template_cannot_make_much_of_little(
    tmp_path: Path, text: str | bytes, words: str
) -> None:
    """Functions that multiply letters are missing.

    A file that is no text or too long is not read.
    """
    (tmp_path / "large.html.j2").write_text("x" * 1_000_001, "utf-8")
    with pytest.raises(SheetgenError, match=words or None):
        own_template(tmp_path, text)


GROWING = (
    "{% set n = namespace(x=START) %}{% for i in range(99999) %}{% set n.x = STEP %}{% endfor %}"
)
BY_STEPS = {
    "texts put together": GROWING.replace("START", "'x' * 999").replace("STEP", "n.x ~ n.x"),
    "texts added": GROWING.replace("START", "'x' * 999").replace("STEP", "n.x + n.x"),
    "lists added": GROWING.replace("START", "[1]").replace("STEP", "n.x + n.x"),
    "tables in each other": GROWING.replace("START", "{}").replace(
        "STEP", "{'a': n.x|string, 'b': n.x|string}"
    ),
}
AT_ONCE = {
    "texts joined": "{% set a = 'x' * 999999 %}{{ a|join(a) }}",
    "texts joined by a method": "{% set a = 'x' * 999999 %}{{ a.join(a) }}",
    "texts replaced": "{% set a = 'x' * 999999 %}{{ a|replace('x', a) }}",
    "texts replaced by a method": "{% set a = 'x' * 999999 %}{{ a.replace('x', a) }}",
    "lines indented": "{% set a = '\\n' * 999999 %}{{ a|indent(999999, true, true) }}",
}
ENDLESS = {
    "rounds": "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
    "numbers": GROWING.replace("START", "9").replace("STEP", "n.x * n.x"),
    "a long paragraph": "<p>{{ 'x<br/>'|safe * 300000 }}</p>",
    "one long step": "{% set a, b = 'x' * 1999999, 'x' * 1999998 ~ 'y' %}{% set l = [a] * "
    "1999999 %}{{ l.count(b) }}",
}


def booklet_with(folder: Path, text: str, form: Any = "html") -> bytes:
    """Return a booklet in which the end is a template of the user's own."""
    (folder / "end.html.j2").write_text(text, "utf-8")
    return booklet(load_ruleset("dice-play"), format=form, templates=folder)


def check_that_it_takes_too_much(
    folder: Path, text: str, monkeypatch: pytest.MonkeyPatch, advice: str
) -> None:
    """Check that the error names the template and has this advice, and that memory stays free."""
    before = getrusage(RUSAGE_SELF).ru_maxrss
    monkeypatch.setattr(apart, "MEGABYTES", 60)
    with pytest.raises(SheetgenError, match=f"takes too much memory; {advice}") as caught:
        booklet_with(folder, text)
    assert caught.value.file.startswith(str(folder))
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 50_000


@pytest.mark.parametrize("text", (BY_STEPS | AT_ONCE).values(), ids=(BY_STEPS | AT_ONCE).keys())
@pytest.mark.few(3)
def test_a_template_has_a_bound_of_memory(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it makes grow; the system refuses more, since nobody watches here."""
    monkeypatch.setattr(apart, "_PERIOD", 3600)
    check_that_it_takes_too_much(tmp_path, text, monkeypatch, "check what grows in it")


@pytest.mark.parametrize("text", BY_STEPS.values(), ids=BY_STEPS.keys())
@pytest.mark.few(2)
def test_memory_is_watched_where_none_is_refused(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without limits of the system, as on macOS, a growing template is ended between its steps."""
    monkeypatch.setattr(apart, "_STATM", tmp_path / "nothing")
    check_that_it_takes_too_much(tmp_path, text, monkeypatch, "make it smaller or simpler")


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
@pytest.mark.few(1)
def test_a_template_has_a_bound_of_time(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also within a single step, and while its text is set as pages; no process stays."""
    monkeypatch.setattr(apart, "SECONDS", 2)
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    with pytest.raises(
        SheetgenError, match="takes more than 2 seconds of processor time; make it smaller"
    ) as caught:
        booklet_with(tmp_path, text, "pdf")
    assert caught.value.file == str(tmp_path)
    assert getrusage(RUSAGE_CHILDREN).ru_utime - before < 4
    assert not active_children()


def test_a_template_where_no_process_can_be_divided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without fork, as on Windows, the template is filled in by this process."""
    monkeypatch.setattr(apart, "get_all_start_methods", lambda: ["spawn"])
    assert b"<p>6</p>" in booklet_with(tmp_path, "<section id='end'><p>{{ 2 * 3 }}</p></section>")


def test_a_fault_comes_from_the_other_process_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of a template has its line, and one of the program its name."""
    with pytest.raises(SheetgenError, match="line 2: division by zero"):
        booklet_with(tmp_path, "\n{{ 1 / 0 }}")
    monkeypatch.setattr("sheetgen.booklets.rules_text.write_story", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        booklet_with(tmp_path, "x", "pdf")


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    """Neither for a template nor for what it includes."""
    secret, mine = tmp_path / "secret.txt", tmp_path / "mine"
    secret.write_text("secret", "utf-8")
    mine.mkdir()
    (mine / "s.txt").symlink_to(secret)
    (mine / "end.html.j2").write_text("{% include 's.txt' %}", "utf-8")
    facts = facts_of(load_ruleset("dice-play"), alone=True)
    with pytest.raises(SheetgenError, match="not there"):
        write_story(facts, "rules", templates=mine)
    (mine / "end.html.j2").unlink()
    (mine / "end.html.j2").symlink_to(secret)
    assert "secret" not in write_story(facts, "rules", templates=mine)


KEPT = [
    ([[1, 2, 3, 4, 5], [1, 1, 2, 2, 3]], [[], []], "You roll all dice again."),
    ([[1, 1, 3, 4, 5], [1, 1, 2, 2, 3]], [[1, 1], []], "You keep two and roll three dice again."),
    (
        [[1, 1, 1, 1, 5], [1, 1, 1, 1, 1]],
        [[1, 1, 1, 1], []],
        "You keep four and roll one die again.",
    ),
]


@pytest.mark.parametrize(("rolls", "kept", "words"), KEPT)
def test_any_number_of_dice_is_kept(
    rolls: list[list[int]], kept: list[list[int]], words: str
) -> None:
    """None of them, some, or all but one."""
    data = game([category("box")])
    throws = [{"roll": roll, "keep": keep} for roll, keep in zip(rolls, kept, strict=True)]
    data["booklet"] = {"turn": {"box": "box", "throws": throws}}
    assert words in markup_parts(facts_of(built(data), alone=True))["turn"]


def test_games_that_have_little_in_common_are_not_compared() -> None:
    """A game of its own has no tables that say only that everything differs."""
    ruleset = built(game([category(f"c{place}", "face", face=6, at_least=2) for place in range(4)]))
    assert facts_of(ruleset).comparisons == []
    compared = [each.id for each in facts_of(load_ruleset("dice-play")).comparisons]
    assert compared == ["bonus-yachts", "numbers-hands", "players-choice", "yacht-12"]
