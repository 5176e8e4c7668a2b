"""Turns, rolls and full sheets in a booklet are those of the engine, on the card that it states."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from pypdfium2 import PdfDocument

from sheetgen.booklets.examples import Outlook
from sheetgen.booklets.sentences import Sentences
from sheetgen.documents.kits import booklet
from sheetgen.i18n.catalog import languages
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import boxes_of
from sheetgen.rules.scoring import (
    LegalEntry,
    counts_in,
    legal_entries,
    moment,
    needed_boxes,
    next_boxes,
    score,
)
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.booklets.reading import facts_of, markup_parts, story
from tests.games import COLUMNED, by_kind
from tests.rules.test_possible_values import small_games

EMPTY = "The sheet is still empty."
GOAL = {
    "en": "The goal: score more points than your opponents by rolling certain combinations.",
    "nl": "Het doel: meer punten scoren dan je tegenstanders door bepaalde combinaties te gooien.",
    "de": "Das Ziel: mit bestimmten Kombinationen mehr Punkte würfeln als die anderen.",
    "fr": "Le but : marquer plus de points que tes adversaires en réalisant certaines "
    "combinaisons.",
}


def stated_card(facts: Sentences, said: str) -> dict[str, int]:
    """Return the boxes that the page calls full, with their points.

    Its small card, or that of the page on columns.
    """
    if facts.table.several:
        return dict(facts.table.started)
    assert (EMPTY in said) != ("On the sheet already:" in said) == bool(facts.turn.filled)
    rows = {facts.wording.row(box): box for box in facts.ruleset.boxes}
    assert all(f"{name} {points}" in said for name, points in facts.turn.filled)
    return {rows[name]: points for name, points in facts.turn.filled}


def uses(facts: Sentences, entries: Mapping[str, LegalEntry]) -> str:
    """Boxes and points as the booklet lists them."""
    wording = facts.wording
    pairs = (
        (wording.name(facts.ruleset.boxes[box].category), entry.points)
        for box, entry in entries.items()
    )
    return " · ".join(f"{name} {wording.catalog.choices(points)}" for name, points in pairs)


def check_turn(facts: Sentences) -> None:
    """Compare the numbers and boxes of a turn in an English booklet with the engine's answers."""
    ruleset, told, said = facts.whole.ruleset, facts.turn, markup_parts(facts)["turn"]
    card = stated_card(facts, said)
    rows = {facts.whole.row(box): box for box in ruleset.boxes}
    kept: list[int] = []
    for number, throw in enumerate(told.throws, 1):
        roll, now = (
            Roll(tuple(face for face, _ in throw.dice)),
            moment(ruleset, card, number=number),
        )
        entries = legal_entries(ruleset, roll, now)
        assert not Counter(kept) - Counter(roll.dice)
        kept = [face for face, state in throw.dice if state == "solid"]
        assert (
            len(roll.dice) == 1 or not roll.alike or len(kept) == len(roll.dice)
        )  # never thrown again
        if throw.points is not None:
            box = rows[throw.could]
            known = (
                score(ruleset, ruleset.boxes[box].category, roll, now)
                if box in card
                else entries[box].points[-1]
            )
            assert throw.points == known
            assert ("already" in throw.said[0]) == (box in card)
    assert told.points == entries.pop(told.box).points[-1]
    if facts.table.several:
        assert "This roll was also" not in said
        return
    worth = {box: entry for box, entry in entries.items() if any(entry.points)}
    if len(entries) + 1 == len(
        [*next_boxes(ruleset, card)]
    ):  # no rule for Yachts forbids one of them
        others = "box that can be filled now" if facts.ordered else "open box"
        assert (f"In any other {others} it is a 0." in said) == (len(entries) > len(worth))
        assert (f"This roll was also: {uses(facts, worth)}." in said) == bool(worth)
    else:
        assert (f"This roll was also: {uses(facts, entries)}." in said) == bool(entries)
        assert "in any order" not in said
    assert len(told.many) == len(ruleset.booklet.rolls)
    for dice, listed in told.many:
        found = legal_entries(ruleset, Roll(dice), moment(ruleset, card)).items()
        assert listed == uses(facts, {box: entry for box, entry in found if any(entry.points)})
        assert f"{'-'.join(map(str, dice))} {listed}" in said


@pytest.mark.parametrize("name", by_kind())
@pytest.mark.few(5)
def test_the_turn_that_is_shown_is_the_engines(name: str) -> None:
    """The full boxes are stated, each throw has its worth, and the last one all other boxes."""
    check_turn(facts_of(load_ruleset(name), alone=True))


@settings(deadline=None, max_examples=30)
@given(ruleset=small_games())
@pytest.mark.slow("random games")
def test_the_turn_of_any_game_is_the_engines(ruleset: Any) -> None:
    """Turns of games that mix the whole vocabulary are the engine's, too."""
    check_turn(facts_of(ruleset, alone=True))


JOKERS = {
    "bonus-yachts": (
        "box = 'large_straight'\nfilled = { yacht = 50, fours = 12 }",
        "Once the Yacht box is full, a Yacht may stand for any combination anywhere",
        "3 of a kind 20 · 4 of a kind 20 · Full house 0 or 25 · Small straight 0 or 30 · Chance 20",
    ),
    "numbers-hands": (
        "box = 'large_straight'\nfilled = { yacht = 0, fours = 12 }",
        "it is a joker",
        "3 of a kind 20 · 4 of a kind 20 · Full house 25 · Small straight 30 · Chance 20",
    ),
}


@pytest.mark.parametrize("name", JOKERS)
def test_a_turn_with_a_joker_says_first_what_it_is(name: str, tmp_path: Path) -> None:
    """A file may describe one.

    The full boxes, the rule for jokers and the possible boxes come before it.
    """
    turn, rule, others = JOKERS[name]
    throws = "[{ roll = [2, 4, 4, 4, 4], keep = [4, 4, 4, 4] }, { roll = [4, 4, 4, 4, 4] }]"
    (tmp_path / "own.toml").write_text(
        f"format = 1\nextends = '{name}'\n[booklet.turn]\n{turn}\nthrows = {throws}\n"
    )
    facts = facts_of(load_ruleset(str(tmp_path / "own.toml")), alone=True)
    check_turn(facts)
    said = markup_parts(facts)["turn"]
    assert (
        0
        < said.index(rule)
        < said.index("On the sheet already")
        < said.index("“Large straight”: 40 points.")
    )
    assert f"This roll was also: {others}." in said
    assert ("And a bonus of 100." in said) == ("yacht = 50" in turn)


def shown_rolls(facts: Sentences) -> Iterator[tuple[Any, str]]:
    """Yield the rolls in the boxes of a booklet, with the rule above each."""
    for entry in facts.entries:
        yield from ((each, entry.rule) for each in entry.examples)


@pytest.mark.parametrize("name", by_kind())
def test_rolls_in_boxes_may_be_written_there(name: str) -> None:
    """Each roll in a box scores its points there on an empty card.

    For a box with conditions, the card has the full boxes of the rule above.
    """
    facts = facts_of(load_ruleset(name), alone=True)
    ruleset = facts.ruleset
    for each, rule in shown_rolls(facts):
        box = ruleset.boxes[boxes_of(each.category)[0].id]
        card = {
            other.id: max(possible_values(ruleset, other.id))
            for other in needed_boxes(ruleset, box)
        }
        card |= dict.fromkeys(each.after, 0)
        if facts.ordered:
            card = {other: card.get(other, 0) for other in ruleset.boxes if other != box.id}
        found = legal_entries(ruleset, each.roll, moment(ruleset, card))
        assert each.points == found[box.id].points[-1]
        assert all(facts.wording.row(other) in rule for other in each.after)


@pytest.mark.parametrize("name", by_kind(COLUMNED))
def test_a_turn_ends_in_one_of_the_columns(name: str) -> None:
    """Each column has its open box with the engine's points, and one of them is chosen.

    The card is that of the page on columns.
    """
    facts = facts_of(load_ruleset(name), alone=True)
    ruleset, told = facts.whole.ruleset, facts.turn
    last = Roll(tuple(face for face, _ in told.throws[-1].dice))
    entries = legal_entries(
        ruleset, last, moment(ruleset, facts.table.started, number=len(told.throws))
    )
    found = {
        (box.column.id, box.category.name): entries[box.id].points[-1]
        for box in map(ruleset.boxes.get, entries)
        if box
    }
    names = {facts.whole.column_name(column): column for column in ruleset.columns}
    names_of = {box.id: facts.whole.column_name(box.column) for box in ruleset.boxes.values()}
    shown = [option for _, options in told.options for option in options]
    now = moment(ruleset, facts.table.started, number=len(told.throws))
    for option in shown:
        what = option.what.partition(" · +")[0]  # a bonus for a further Yacht is after it
        row, column = what.removeprefix("next is “").rstrip("”"), names[option.column]
        late = not counts_in(column, ruleset.dice, now)
        assert (row == f"from roll {(column.rolls or 0) + 1} on only a 0") == late
        assert option.points == (0 if late else found[column.id, row])
    open_now = {name for name, each in names.items() if not (each.named_by or each.opens)}
    assert {option.column for option in shown} == open_now
    assert sum(option.best for option in shown) == 1
    announced = [column for column in ruleset.columns if column.announced]
    assert bool(told.call) == bool(announced)
    assert ruleset.boxes[told.box].column in (announced or ruleset.columns)
    assert [option.column for option in shown if option.best] == [names_of[told.box]]
    assert told.call in markup_parts(facts)["turn"]
    started = facts.table.started
    in_turn = {box.id for box in next_boxes(ruleset, started)}
    waits = [box for box in ruleset.boxes if box not in started and box not in in_turn]
    pictured = [cells for _, cells in facts.table.started_rows]
    assert sum(cell == "" for cells in pictured for cell in cells) == len(waits)


@pytest.mark.parametrize(
    "name", [name for name in ruleset_ids() if load_ruleset(name).booklet.turn]
)
def test_keeps_of_shipped_turns_are_the_best_for_their_aim(name: str) -> None:
    """They have the highest expected points in the box that the text calls the aim."""
    ruleset = load_ruleset(name)
    turn = ruleset.booklet.turn
    assert turn
    for number, throw in enumerate(turn.throws[:-1], 1):
        keep = Outlook(ruleset, [ruleset.boxes[throw.aim]]).keep(throw.roll, number)
        assert sorted(throw.keep) == sorted(keep), (number, throw)


def test_a_keep_is_worth_the_mean_of_all_throws_after_it() -> None:
    """A search through all dice agrees.

    It is done for the second roll of Crag, and the third of a game with two dice.
    """
    ruleset = load_ruleset("crag")
    boxes = [
        box for box in ruleset.boxes.values() if box.category.id in ("crag", "thirteen", "sixes")
    ]
    outlook = Outlook(ruleset, boxes)

    def worth(dice: tuple[int, ...], free: int) -> float:
        found = [Roll((*dice, *more)) for more in product(range(1, 7), repeat=free)]
        return sum(
            max(score(ruleset, box.category, roll) for box in boxes) for roll in found
        ) / len(found)

    for roll in (Roll((1, 6, 6)), Roll((2, 5, 6)), Roll((1, 2, 3)), Roll((3, 4, 4))):
        keeps = {kept for size in range(4) for kept in combinations(roll.dice, size)}
        best = max(worth(kept, 3 - len(kept)) for kept in keeps)
        kept = outlook.keep(roll, 1)
        assert abs(worth(kept, 3 - len(kept)) - best) < 1e-9
        assert abs(outlook.of_roll(roll.dice, 1) - best) < 1e-9


@pytest.mark.parametrize("name", by_kind())
def test_notes_below_a_full_sheet_are_true(name: str) -> None:
    """A 0 that fits in one box only has no other.

    A further Yacht came when its box was full, and is explained.
    """
    facts = facts_of(load_ruleset(name), alone=True)
    notes, filled, game = " ".join(facts.card_notes), dict[str, int](), facts.whole.ruleset
    for turn in facts.card.turns:
        now = moment(game, filled, number=game.boxes[turn.box].column.rolls or 0)
        entries, row = legal_entries(game, turn.roll, now), facts.whole.row(turn.box)
        category = facts.wording.name(game.boxes[turn.box].category)
        if f"“{row}” holds a 0" in notes or f"boxes of “{category}” hold a 0" in notes:
            assert not turn.points
            assert not any(any(entry.points) for entry in entries.values())
        if turn.bonus:
            assert f"in “{row}” was rolled" in notes
            assert f"scores {turn.points} there and earns a bonus of {turn.bonus}." in notes
        assert turn.points in entries[turn.box].points
        filled[turn.box] = turn.points
    assert ("was rolled" in notes) == any(turn.bonus for turn in facts.card.turns)
    assert bool(re.search("holds? a 0", notes)) == (facts.card.turns[-1].points == 0)


def test_boxes_that_all_hold_a_zero_are_named_together() -> None:
    """The note of Balut does not single out the last of its four boxes with a 0."""
    facts = facts_of(load_ruleset("balut"), alone=True)
    (note,) = facts.card_notes
    assert note.startswith("The four boxes of “Balut” hold a 0:")


def test_both_rolls_of_balut_that_fit_choice_may_be_kept() -> None:
    """A player may stop after the second roll as well as after the first."""
    first, second, _ = facts_of(load_ruleset("balut"), alone=True).turn.throws
    assert first.said[0] == second.said[0] == "Choice (1/4). You may stop here."


def printed(name: str, language: str, **options: Any) -> str:
    """All words of a booklet's PDF, page after page."""
    document = PdfDocument(booklet(load_ruleset(name), lang=language, paper="a5", **options))
    return spaced(" ".join(page.get_textpage().get_text_range() for page in document))


def spaced(text: str) -> str:
    """Return a text with one plain space for every gap."""
    return " ".join(re.sub(r"<.*?>", "", text).split())


@pytest.mark.parametrize("language", languages())
@pytest.mark.few(1)
def test_pages_say_what_the_text_says(language: str) -> None:
    """Every form has the card before a turn, its other uses, the goal, and the further Yacht."""
    for name in ("players-choice", "bonus-yachts"):
        sentences = facts_of(load_ruleset(name), language)
        goal, whole = (
            spaced(" ".join(sentences.goal)),
            [sentences.turn.card, sentences.turn.ends[1], *sentences.card_notes],
        )
        whole += [uses for _, uses in sentences.turn.many]
        assert goal == GOAL[language]
        pages = printed(
            name, language, large_print=(name == "bonus-yachts") == (language in ("en", "de"))
        )
        assert [said for said in (goal, *map(spaced, whole)) if said not in pages] == []
        for kind in ("quick", "zine"):
            assert goal in spaced(story(name, language, kind))
            assert goal in printed(name, language, form=kind)
    assert spaced(sentences.card_notes[0]) in printed(name, language, form="zine")
