"""Rules, examples and sums of a booklet are those of the engine.

The games of these tests mix all patterns, points and totals of ruleset files.
"""

import re
from functools import cache
from operator import itemgetter
from pathlib import Path

import pytest

from sheetgen.booklets.chapters import Chapters
from sheetgen.booklets.examples import Outlook, needed_card, open_boxes, played_turn
from sheetgen.booklets.questions import of_rolls, questions
from sheetgen.booklets.reverse import parts_of
from sheetgen.booklets.sentences import Sentences
from sheetgen.calculator.scripts import column_data
from sheetgen.checker.check import check_card
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording, unbroken
from sheetgen.rules.history import all_timings, best_totals, possible_values
from sheetgen.rules.patterns import Roll, all_rolls
from sheetgen.rules.ruleset import Ruleset, Total, boxes_of
from sheetgen.rules.scoring import (
    Context,
    WrittenCard,
    legal_entries,
    match_points,
    moment,
    needed_boxes,
    next_boxes,
    score,
    takes_any,
    totals,
)
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.booklets.reading import facts_of, markup_parts
from tests.games import (
    COLUMNED,
    built,
    by_kind,
    category as box_of,
    game as game_of,
    make_column,
    make_total,
)
from tests.tables import blocks_of

STRANGE = {
    path.stem: str(path)
    for path in sorted((Path(__file__).parent / "strange_games").glob("*.toml"))
}
GAMES = [*ruleset_ids(), *STRANGE]


@cache
def facts(name: str, language: str = "en") -> Sentences:
    """Return the facts of a game that ships, or of a strange one."""
    return facts_of(load_ruleset(STRANGE.get(name, name)), language, alone=True)


@cache
def parts(name: str) -> dict[str, str]:
    """Return the English text of a booklet by its parts."""
    return markup_parts(facts(name))


def asked(name: str) -> dict[str, str]:
    """Return the answers of a booklet by their questions."""
    return {each.asked: each.answer for each in facts(name).asked}


@pytest.mark.parametrize(
    ("promise", "lines"), blocks_of(Path(__file__).with_name("said.txt")), ids=itemgetter(0)
)
def test_booklets_say_it(promise: str, lines: list[str]) -> None:
    for line in lines:
        name, part, words = line.split(" | ")
        said = words.removeprefix("not: ")
        assert (said in parts(name)[part.strip()]) == (said == words), (promise, line)


# wins at once, and jokers


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_no_answer_and_no_step_forgets_a_win_at_once(name: str) -> None:
    """A first roll that wins is in the short game, a Yacht's steps and the answer on going on."""
    game = facts(name).whole.ruleset
    wins = [each for each in game.categories.values() if each.wins]
    assert ("wins the game at once" in parts(name)["minute"]) == bool(wins)
    going_on = [
        answer for question, answer in asked(name).items() if "before my last roll" in question
    ]
    assert [answer.startswith("On the first roll you have won,") for answer in going_on] == [
        bool(wins)
    ] * len(going_on)
    if facts(name).path:
        first = facts(name).path.steps[0]  # type: ignore[union-attr]
        assert (first[0] == "Was this the first roll of your turn?") == bool(wins)
        assert first[1][0].startswith("Yes: you have won") == bool(wins)


def test_generala_is_won_at_once_in_both_files() -> None:
    """Not by a sentence alone: the page, the checker and the booklet of each know it."""
    assert [
        load_ruleset(name).categories["generala"].wins for name in ("generala", "generala-double")
    ] == ["first_roll"] * 2


# boxes that need another one


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_dice_alike_are_judged_where_the_box_can_score(name: str) -> None:
    """No answer is 0 for equal dice in a box that scores them once the box it needs has points."""
    game = facts(name).ruleset
    for category in (each for each in game.categories.values() if each.needs):
        card = {boxes_of(game.categories[category.needs])[0].id: 1}
        alike = Roll((5,) * game.dice.count)
        points = score(game, category, alike, moment(game, card))
        answers = [
            answer for question, answer in asked(name).items() if f"“{category.name}”" in question
        ]
        assert not points or not any(answer == "No, that is a 0." for answer in answers)


def test_bars_count_four_alike() -> None:
    """Four 6s in Bars are 10 and all dice, once Coins has points."""
    assert asked("vault")["Do four dice alike count as “First door” or “Bars”?"] == (
        "Yes: “First door” (4\u00a0to\u00a024) and “Bars” (14\u00a0to\u00a034)."
    )


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_no_example_lacks_what_its_box_needs(name: str) -> None:
    """A card on which a box scores has points in the box that it needs, and so on.

    A full card strikes no box that another one needs, and fills that first if the order allows.
    """
    game = facts(name).ruleset
    for category in game.categories.values():
        card = needed_card(game, category)
        for where in (*card, boxes_of(category)[0].id):
            needed = needed_boxes(game, game.boxes[where])
            assert not needed or any(card.get(other.id) for other in needed)
    whole = facts(name).whole.ruleset
    filled: dict[str, int] = {}
    for turn in facts(name).card.turns:
        box = whole.boxes[turn.box]
        if box.category.needs and box.column.fill == "any":
            assert any(filled.get(other.id) for other in needed_boxes(whole, box))
        filled[turn.box] = turn.points


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_every_example_has_its_points_of_a_first_roll(name: str) -> None:
    """Not only the first example of a box: 2-3-4-5-6 is 25 in Generala, like 1-2-3-4-5."""
    game = facts(name).ruleset
    for entry in facts(name).entries:
        for example, said in facts(name).rolls(entry):
            points = example.category.points
            if not example.points or points.first_roll is None or game.dice.rolls == 1:
                continue
            card = needed_card(game, example.category)
            now = moment(game, card, first=True)
            first = score(game, example.category, example.roll, now)
            assert said.endswith((f"{first} on the first roll", f"all at once {first}"))


def test_a_prerequisite_is_in_the_same_column() -> None:
    """Where there are several columns, a box with points in another one is not enough."""
    two = box_of("two", "of_a_kind", "fixed", n=2, value=9)
    three = box_of("three", "of_a_kind", "fixed", n=3, value=9) | {"needs": "two"}
    columns = [{"id": "left", "name": "Left"}, {"id": "right", "name": "Right"}]
    made = game_of([two, three], columns=columns)
    made["totals"] = [{"id": "total", "name": "All", "kind": "sum", "of": ["a"], "across": True}]
    ruleset = built(made)
    now = moment(ruleset, {"left.two": 9})
    entries = legal_entries(ruleset, Roll((6, 6, 6, 6, 6)), now)
    assert entries["left.three"].points == (9,)
    assert entries["right.three"].points == (0,)
    said = "“three” scores only if “two” has points already in the same column;"
    assert said in markup_parts(facts_of(ruleset, alone=True))["box-three"]


def test_a_win_at_once_does_not_need_its_box() -> None:
    """A booklet says so, because the box may be full by then."""
    answer = asked("generala")["I roll a Generala before my last roll. Must I stop?"]
    assert answer.startswith("On the first roll you have won, even if its box is full.")


def test_points_below_zero_have_a_minus() -> None:
    """A hyphen is no sign: not beside rolls, not on the full sheet, and not among other boxes."""
    text = " ".join(parts("debt").values())
    assert "−9" in text
    assert not re.search(r"(?<![\w-])-[0-9]", text)


# columns


@pytest.mark.parametrize("name", [*COLUMNED, "trio"])
def test_rows_for_any_roll_take_no_later_one(name: str) -> None:
    """A column with fewer rolls names the rows that no later roll can strike.

    So do engine, page, checker and sums.
    """
    whole = facts(name).whole
    game = whole.ruleset
    rules = {
        column.id: rule
        for column, (_, _, rule) in zip(game.columns, facts(name).table.rules, strict=True)
    }
    late = moment(game)
    taken = legal_entries(game, Roll((2, 3, 3, 5, 6)), late)
    moments = [Context({}, *timing) for timing in all_timings(game)]
    spent = column_data(game, moments).get("spent", [{}])
    for column in game.columns:
        boxes = [box for box in next_boxes(game, {}) if box.column == column]
        refused = [whole.name(box.category) for box in boxes if box.id not in taken]
        names = " or ".join(f"“{each}”" for each in refused)
        assert (f"A later roll cannot go into {names}." in rules[column.id]) == bool(refused)
        for box in (each for each in boxes if each.id not in taken):
            assert 0 not in possible_values(game, box.id)
            assert {each[box.id] for each in spent if box.id in each} == {False}
            found = check_card(game, WrittenCard(((box.id, 0),))).findings
            assert ("impossible_value", box.id) in {(each.kind, each.where) for each in found}
    never = " and ".join(facts(name).never_zero)
    assert (
        f"{never} {'are' if ' and ' in never else 'is'} never a 0." in parts(name)["zeros"]
    ) == bool(never)


def test_the_best_card_of_trio_strikes_no_low() -> None:
    """The highest total has the lowest roll in each Low: 128 + 2 × 128 + 3 × 128."""
    game = load_ruleset(STRANGE["trio"])
    best = {"high": 30, "low": 5, "trio": 28, "house": 25, "row": 50}
    card = {f"{column.id}.{box}": points for column in game.columns for box, points in best.items()}
    assert facts("trio").best == best_totals(game)["total"] == totals(game, card)["total"] == 768


@pytest.mark.parametrize("name", by_kind([*COLUMNED, "duo", "trio"]))
def test_a_zero_in_the_next_row_is_granted_as_the_engine_grants_it(name: str) -> None:
    """A roll that does not fit there may be struck there, whatever other boxes are open."""
    game = facts(name).whole.ruleset
    answers = [
        answer for question, answer in asked(name).items() if "May I write a 0 there?" in question
    ]
    ordered = [column for column in game.columns if column.fill != "any"]
    assert [answer.partition(",")[0] for answer in answers] == ["Yes"] * bool(ordered)
    for column in ordered:
        box = next(box for box in next_boxes(game, {}) if box.column == column)
        entries_of_zeros = [
            entries
            for roll in all_rolls(game.dice.count, game.dice.sides)
            if (entries := legal_entries(game, roll, moment(game)))[box.id].points == (0,)
        ]
        assert takes_any(box.category.pattern, game.dice) or any(
            len(entries) > 1 for entries in entries_of_zeros
        )


def test_match_points_of_the_example_are_the_engines() -> None:
    """The booklet of Escalero has no total of all columns, but three players and their points."""
    game, table = facts("escalero").whole.ruleset, facts("escalero").table
    cards = []
    for standing in table.standings:
        totals_by_column = zip(game.columns, standing.totals, strict=True)
        cards.append({f"{column.id}.column_total": won[0] for column, won in totals_by_column})
    points = match_points(game, cards)
    assert [standing.points for standing in table.standings] == [sum(each) for each in points]
    assert sorted(sum(each) for each in points) == [1, 2, 4]
    for each, standing in zip(points, table.standings, strict=True):
        assert [won for _, won in standing.totals] == [bool(worth) for worth in each[:-1]]
    assert table.sweep == f"Whoever wins all columns gets {unbroken('1 + 2 + 4 + 3 = 10')}."
    assert unbroken("3 × 10 = 30") == "3\u00a0×\u00a010\u00a0=\u00a030" in " ".join(table.lead)
    text = " ".join(parts("escalero").values())
    for number in ("571", "870"):
        assert number not in text
    assert "Most match points possible 10" in parts("escalero")["short"]
    # the program that has the 3 takes them from the others as well
    assert "and the 3 for all columns too" in parts("escalero")["questions"]
    assert not facts("yamb").table.standings


@pytest.mark.parametrize(
    ("name", "heading"), [("escalero", "Match points"), ("balut", "Points"), ("yamb", "Total")]
)
def test_page_of_winners_is_for_the_number_that_decides(name: str, heading: str) -> None:
    """The lines for the winners of games do not ask for a total where points decide."""
    assert Chapters(facts(name)).decides == heading


def test_a_die_that_falls_is_part_of_its_roll() -> None:
    """Where dice that are rolled at once are worth more, they still are after that die."""
    question = "A die falls off the table, or leans on something. Does it count?"
    more = "If it was a roll of all dice at once, it still is."
    assert asked("escalero")[question].endswith(more)
    assert more not in asked("yatzy")[question]


@pytest.mark.parametrize(("name", "most"), [("balut", "20–30"), ("escalero", "5–30")])
def test_maximum_points_of_several_numbers_are_no_range(name: str, most: str) -> None:
    """The lowest and the highest maximum are not read as all that can be scored."""
    entry = facts(name).entries[0]
    assert facts(name).most_points(entry) == f"max {most}"


def test_kept_dice_that_stay_are_in_the_turn_itself() -> None:
    """Not only among the questions; with two rolls there is nothing to say."""
    assert "you keep it for the rest of the turn." in Chapters(facts("vault")).turn.key
    assert "May I roll a die again that I have set aside?" not in asked("crag")


def test_kept_dice_stay_in_a_turn_with_spare_rolls() -> None:
    """Two rolls and a spare one are three."""
    dice = {"rolls": 2, "spare": {"count": 2}, "kept": "stay", "shared": True}
    wording = Wording(built(game_of([box_of("luck")], dice=dice)), load_catalog("en"))
    assert "Dice that you have kept may not be rolled again." in wording.order_rules()
    found = {question.asked: question.answer for question in questions(wording)}
    assert found["May I roll a die again that I have set aside?"].startswith("No.")
    assert found["May I use several spare rolls in one turn?"] == "Yes, as many as you have."
    assert found["Who decides which dice are rolled again?"] == "The player who rolls."


def test_a_bonus_over_all_columns_is_on_the_full_sheet() -> None:
    """It is in a row of its own, and in the sum."""
    data = game_of(
        [box_of("luck"), box_of("ones", "face", "matching", face=1)],
        columns=[make_column("x"), make_column("y", factor=2)],
        dice={"count": 2},
    )
    data["totals"] = [
        make_total("column", "sum", "a"),
        make_total("more", "count", "ones", across=True, steps=[(1, 7), (2, 30)]),
        make_total("total", "sum", "column", "more", across=True),
    ]
    facts = facts_of(built(data), alone=True)
    rows = {row.id: row for row in facts.card_rows}
    assert rows["more"].across == (facts.card.totals["more"],)
    x, y = rows["column"].points
    assert rows["total"].points == (x + 2 * y + facts.card.totals["more"],)


def test_boxes_below_0_count_as_boxes_with_points() -> None:
    """A bonus for a number of boxes says so where a box can cost points."""
    cost = box_of("cost", "face", "per_die", face=1, value=-5)
    for boxes, is_said in (([box_of("luck"), cost], True), ([box_of("luck")], False)):
        data = game_of(boxes)
        data["totals"] = [
            make_total("more", "count", "a", steps=[(1, 7)]),
            make_total("total", "sum", "a", "more"),
        ]
        (_, _, rule), *_ = facts_of(built(data), alone=True).bonuses
        assert ("A box below 0 counts as one with points, too." in rule) == is_said


def test_each_column_says_what_a_further_yacht_earns() -> None:
    """So do the places where a turn can end, and a joker is called one."""
    said = " ".join(facts("triple-chips").whole.joker_rules())
    assert "Chips: 100 in Single, 200 in Double, 300 in Triple." in said
    yachts = next(part for part in parts_of(facts("triple-chips")) if "Yacht" in part.heading)
    assert yachts.said.startswith("Chips: 100 in Single")
    assert "points in the Yacht boxes of all columns." in yachts.said
    turn = facts("triple-chips").turn
    places = [option.what for _, options in turn.options for option in options]
    assert places == [f"Large straight · +{bonus}" for bonus in (100, 200, 300)]
    assert "And a bonus of 300. The roll is a joker here." in turn.throws[-1].said[1]


def test_questions_about_columns_rule_what_nothing_else_rules() -> None:
    """A box must be named if no other column is open; a roll stays if no later one has a box."""
    found = asked("trio")
    assert (
        found["Only boxes of “Call” are open. May I say nothing?"]
        == "No. Name one of them in time. If you forget, name one when you notice, and roll no "
        "more."
    )
    assert (
        found["Only boxes for any roll are open, in “Hand”. May I roll on?"]
        == "No, a later roll cannot go there."
    )
    assert "My roll does not fit the next row of “Stair”. May I write a 0 there?" in found
    assert "Only boxes of “Announced” are open. May I say nothing?" in asked("yamb")
    assert not any(
        "say nothing" in each or "next row" in each
        for each in (*asked("triple"), *asked("generala"))
    )


@pytest.mark.parametrize("name", [*COLUMNED, "trio"])
def test_a_turn_in_columns_tells_one_story(name: str) -> None:
    """A box that is called at the first roll is the aim and the end.

    All other columns are those of a silent player.
    """
    turn, game = facts(name).turn, facts(name).whole.ruleset
    called = game.boxes[turn.box].column.announced is not None
    assert bool(turn.call) == called == any(column.announced for column in game.columns)
    heads = [head for head, _ in turn.options]
    row = facts(name).whole.name(game.boxes[turn.box].category)
    assert heads == (
        [f"You said “{row}”: the turn ends there", "Had you said nothing"]
        if called
        else ["Where it can go"]
    )
    if called:
        assert turn.call == f"“{row}!”"
        aims = [throw.said[1] for throw in turn.throws[:-1]]
        assert all(f"The aim: “{facts(name).whole.row(turn.box)}”." in said for said in aims)


def test_a_column_whose_rolls_are_over_says_so() -> None:
    """After the first roll only a 0 can go into Hand, whichever row is open there."""
    shown = {
        option.column: (option.what, option.points)
        for _, found in facts("trio").turn.options
        for option in found
    }
    assert shown["Hand"] == ("from roll 2 on only a 0", 0)


def test_a_box_that_is_taken_away_says_so() -> None:
    """Low has a low roll, its least points, and the total that takes it away.

    So has Min of Yamb.
    """
    for name, box, words in (
        (
            "trio",
            "low",
            "from 5 Any roll will do. Add up all five dice. “Gap” takes it away: low is good.",
        ),
        (
            "yamb",
            "min",
            "from 5 Any roll will do. Add up all five dice. “Difference” takes it away: "
            "low is good.",
        ),
    ):
        assert words in parts(name)[f"box-{box}"]
        (low,) = (each for each in facts(name).entries if each.categories[0].id == box)
        assert [shown.points < 10 for shown in low.examples] == [True]
    assert "max 30" in parts("trio")["box-high"]


@pytest.mark.parametrize(("name", "said"), [
    ("trio", "Stair + 2 × Call + 3 × Hand."), ("yamb", "The four column totals."),
    ("balut", "All points."), ("crag", "All 13 boxes."),
    ("yatzy", "All boxes and bonuses together."), ("escalero", "Each column by itself."),
])  # fmt: skip
def test_the_sheet_says_how_the_total_is_made(name: str, said: str) -> None:
    """It lists all boxes only if they are simply added; factors and differences are named."""
    assert facts(name).explanations["total"][1] == said


@pytest.mark.parametrize("name", [*COLUMNED, "trio"])
def test_only_lines_with_if_have_other_numbers(name: str) -> None:
    """Every other line of the sums has the numbers of the first column of the full sheet."""
    column = facts(name).whole.ruleset.columns[0]
    turns = [turn for turn in facts(name).card.turns if turn.box.startswith(f"{column.id}.")]
    known = {
        *(str(turn.points) for turn in turns),
        *(str(each).replace("-", "−") for each in facts(name).card.totals.values()),
    }
    for each in facts(name).table.equations:
        own = {text for text, label in each.tokens if label and label.isalpha()} - known
        assert not own or each.note.startswith("If ")


# worth by roll, and sums


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in GAMES
        if any(c.points.by_roll for c in facts(name).ruleset.categories.values())
    ],
)
def test_points_by_roll_are_printed_whole(name: str) -> None:
    """They are with the roll and in the answer, not only those of the first and the last roll."""
    for entry in (each for each in facts(name).entries if each.categories[0].points.by_roll):
        scale = " / ".join(map(str, entry.categories[0].points.by_roll)) + " by roll"
        good = [each for each in entry.examples if each.points]
        assert [said for each, said in facts(name).rolls(entry) if each.points] == [scale] * len(
            good
        )
        assert {of_rolls(facts(name).wording, each, each.roll) for each in good} == {scale}


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_all_in_short_has_every_bonus(name: str) -> None:
    """The part has every bonus and, for several columns, every total, above the highest total."""
    game, several = facts(name).whole.ruleset, facts(name).table.several
    wanted = [
        total
        for total in game.declared.values()
        if total.kind != "sum" or (several and not total.across)
    ]
    said = parts(name)["short"].partition(facts(name).most_possible[0])[0]
    assert [f"{facts(name).whole.name(total)}: " in said for total in wanted] == [True] * len(
        wanted
    )
    has_total = several and game.winner.by == "total"
    assert not has_total or facts(name).whole.arithmetic(game.all_totals["total"])[0] in said


def all_addends(ruleset: Ruleset, total: str) -> tuple[list[str], list[Total]]:
    """Return the boxes that a sum adds up, those of the sums in it too, and all else in it."""
    boxes: list[str] = []
    others: list[Total] = []
    for addend in ruleset.addends[total]:
        if addend in ruleset.boxes:
            boxes.append(addend)
        elif ruleset.all_totals[addend].kind == "sum":
            boxes_inside, others_inside = all_addends(ruleset, addend)
            boxes += boxes_inside
            others += others_inside
        else:
            others.append(ruleset.all_totals[addend])
    return boxes, others


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize("name", by_kind(GAMES))
def test_short_arithmetic_leaves_no_addend_out(name: str, language: str) -> None:
    """A sum in fewer words still has as many terms as the total has addends.

    Where boxes are counted, they are all of its boxes, and its bonuses are named. Steps are no
    riddle.
    """
    wording = Wording(load_ruleset(STRANGE.get(name, name)), load_catalog(language))
    for total in wording.ruleset.all_totals.values():
        boxes, bonuses = all_addends(wording.ruleset, total.id)
        counted = re.compile(rf"\D*\b{len(boxes)}\b\D*")
        for said in filter(None, wording.arithmetic(total)):
            if total.kind == "sum" and not total.across and counted.fullmatch(said.split(" + ")[0]):
                assert said.split(" + ")[1:] == [wording.name(bonus) for bonus in bonuses]
            elif total.kind == "sum" and " + " in said and not total.across:
                assert said.count(" + ") == len(total.of) - 1
            assert not total.steps or not said[:1].isdigit() or ":" not in said


# turns, boxes and notes


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_a_turn_that_ends_early_has_a_reason(name: str) -> None:
    """The engine's player stops if no further roll earns more; the text has this reason."""
    game = facts(name).whole.ruleset
    turn = facts(name).turn
    early = len(turn.throws) < game.dice.rolls
    assert any("You stop here" in said for throw in turn.throws for said in throw.said) == early
    if early and not game.booklet.turn:
        played = played_turn(game, facts(name).table.started)
        last, box = played.throws[-1].roll, game.boxes[played.box]
        boxes = [box] if box.column.announced else open_boxes(game, facts(name).table.started)
        assert Outlook(game, boxes).keep(last, len(played.throws)) == last.dice
        assert "another roll would not bring more" in turn.throws[-1].said[1]


def test_notes_of_a_file_are_among_the_rules() -> None:
    """Not on the sheet and in short alone."""
    for name in GAMES:
        said = " ".join(words for part, words in parts(name).items() if part != "short")
        assert all(note in said for note in facts(name).whole.notes)
