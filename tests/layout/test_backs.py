"""Reverses, pictograms, landscape and colours.

The rules of the second look, held by the list of what is drawn.
"""

import warnings
from typing import Any

import pytest

from sheetgen.booklets.reverse import parts_of, reverse
from sheetgen.booklets.sentences import Sentences
from sheetgen.errors import LeftOut, SheetgenError
from sheetgen.files.tables import contrast
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.code import GAMES
from sheetgen.layout.primitives import (
    CAP,
    MM,
    Bracket,
    Die,
    Font,
    Ink,
    Line,
    Page,
    Rect,
    RoundedRect,
    Text,
)
from sheetgen.layout.rows import pattern_pips
from sheetgen.layout.sheet_plan import SheetPlan
from sheetgen.layout.themes import COLOURS, Look, hex_of
from sheetgen.rules.patterns import Groups
from sheetgen.rulesets.loading import load_ruleset
from tests.games import by_kind, in_all_languages
from tests.shop import job, whole


def texts(page: Page) -> list[Text]:
    """Return all texts on a page."""
    return [item for item in page.items if isinstance(item, Text)]


def back_of(ruleset: str, lang: str = "en", **more: Any) -> Page:
    """Return the first reverse, with all that is on it."""
    return whole(job(ruleset, lang, **more).job.backs[0])


def plan_of(ruleset: str, **more: Any) -> SheetPlan:
    """Return the plan of the front."""
    return job(ruleset, **more).layouts[0].plan


def test_a_back_with_short_rules_says_what_it_lacks() -> None:
    """Passages that have no room are not left out in silence."""
    sentences = Sentences(Wording(load_ruleset("dice-play"), load_catalog("en")))
    for width, height in ((105 * MM, 148 * MM), (90 * MM, 120 * MM)):
        area = Rect(8 * MM, 8 * MM, width - 16 * MM, height - 16 * MM)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            assert reverse(sentences, (width, height), [area], Look())
        assert [type(each.message) for each in said] == [LeftOut] * (height < 148 * MM)


def test_passages_of_a_back_are_in_the_same_column_in_all_languages() -> None:
    """The page plan is one, and each language has the passages in it in the same order."""
    orders = set()
    for language in languages():
        sentences = Sentences(Wording(load_ruleset("balut"), load_catalog(language)))
        headings = {part.heading: place for place, part in enumerate(parts_of(sentences))}
        page = back_of("balut", language, back="rules")
        middle = page.width / 2
        places = [
            (item.x > middle, headings[item.text]) for item in texts(page) if item.text in headings
        ]
        orders.add(tuple(places))
    assert len(orders) == 1
    assert len(orders.pop()) == 3


@pytest.mark.parametrize("ruleset", ["forced-yatzy", "general", "yamb-6", "maxi-yatzy-saved"])
def test_a_back_says_no_rule_twice(ruleset: str) -> None:
    """What a step of the turn says is not in a passage as well."""
    sentences = Sentences(Wording(load_ruleset(ruleset), load_catalog("en")))
    wording = sentences.whole
    steps = " ".join(said for _, said in sentences.steps)
    passages = " ".join(part.said for part in parts_of(sentences))
    said_in_steps = [rule for rule in wording.order_rules() + wording.notes if rule in steps]
    assert said_in_steps
    assert not [rule for rule in said_in_steps if rule in passages]


# the reverse on which a card is checked


@pytest.mark.parametrize("ruleset", by_kind(GAMES))
def test_c13_each_box_has_a_tick_and_room(ruleset: str) -> None:
    """The reverse has every box of the front, in its order, with a square to tick.

    It fills the page.
    """
    front, back = job(ruleset, back="audit").layouts
    page = whole(back[0])
    boxes = [cell.id for cell in page.cells if cell.kind == "box"]
    assert boxes == [cell.id for cell in front.plan.cells if cell.kind == "box"]
    squares = [
        item
        for item in page.items
        if isinstance(item, RoundedRect)
        and item.stroke is Ink.ACCENT
        and item.rect.width == pytest.approx(item.rect.height)
        and 2.9 * MM < item.rect.width < 4.6 * MM
        and item.fill is None
    ]
    assert len(squares) >= len(boxes)
    high = max(cell.rect.bottom for cell in page.cells) - min(cell.rect.y for cell in page.cells)
    assert high >= 0.7 * (page.height - 24 * MM)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", ["balut", "escalero", "triple", "yamb", "yams-4"])
def test_c13_squares_are_above_boxes_that_would_be_narrow(ruleset: str, paper: str) -> None:
    """A box has 10 mm; squares are above all boxes of a sheet, or above none, in all languages."""
    ways = set()
    for lang in ("en", "nl", "de", "fr"):
        plan = job(ruleset, back="audit", paper=paper, lang=lang).layouts[1].plan
        for row, rect in plan.rows[0]:
            part = plan.row_parts(row, plan.cell(0, 0, rect))[0]
            if row.ticks:
                square, (_, box) = plan.ticks(row, part)[0], plan.boxes(row, part)[0]
                assert box.width >= 10 * MM - 0.01
                ways.add(square.bottom <= box.y)
    assert ways == {ruleset == "escalero"}


def test_possible_values_are_computed() -> None:
    """They are short: steps, bounds, and the few impossible values between them."""
    said = {text.text for text in texts(back_of("dice-play", back="audit"))}
    assert {"0, 2, 4 … 10", "0 or 30", "0 or 7–28", "0, 4, 8 … 24", "5–30", "0 or 50"} <= said
    assert {"three + two of a kind · never 10 or 25", "any roll · never 0"} <= said


@pytest.mark.parametrize(
    ("lang", "values"),
    [
        ("en", {"0, 20 or 25", "0, 30 or 35", "0 or 50"}),
        ("nl", {"0, 20 of 25", "0, 30 of 35", "0 of 50"}),
        ("de", {"0, 20 oder 25", "0, 30 oder 35", "0 oder 50"}),
        ("fr", {"0, 20 ou 25", "0, 30 ou 35", "0 ou 50"}),
    ],
)
def test_up_to_four_possible_values_are_listed(lang: str, values: set[str]) -> None:
    """A span would promise values between them."""
    assert values <= {text.text for text in texts(back_of("generala", back="audit", lang=lang))}
    hands = texts(back_of("yamb", back="audit", lang=lang))
    assert any(text.text.startswith("0, 46, 56 ") for text in hands)


def test_sums_are_added_up_again() -> None:
    """Every sum has a box of its own, and the grand total is there twice.

    The difference is the only bar.
    """
    page = back_of("numbers-hands", back="audit")
    rows = [cell.id.row for cell in page.cells if cell.id.player == 1 and cell.kind == "total"]
    assert {*load_ruleset("numbers-hands").all_totals} <= {*rows}
    assert rows[-3:] == ["total", "written_total", "difference_total"]
    said = {text.text for text in texts(page)}
    assert "Tick a box that is right. If it is wrong, write what it should be." in said
    assert "Grand total, as it is written" in said
    assert "all 12 boxes, with the corrections" in {
        text.text for text in texts(back_of("dice-play", back="audit"))
    }


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", by_kind(GAMES))
def test_words_above_squares_and_values(ruleset: str, paper: str) -> None:
    """Each list has a tick above its squares, as wide as them, and words where they fit.

    Labels are 60 mm or wider.
    """
    _, back = job(ruleset, back="audit", paper=paper).layouts
    page, plan = whole(back[0]), back.plan
    row, rect = next(each for each in plan.rows[0] if each[0].ticks)
    cell = plan.row_parts(row, plan.cell(0, 0, rect))[0]
    (square, *_), (_, box) = plan.ticks(row, cell), plan.boxes(row, cell)[0]
    ends = [
        line
        for line in page.items
        if isinstance(line, Line) and line.width == 1.6 and line.y2 < rect.y
    ]
    assert any(square.x <= line.x1 < line.x2 <= square.right for line in ends)
    said = {text.text: text for text in texts(page)}
    if plan.per_player == 1:
        assert said["can be"].x == pytest.approx(plan.label(rect).right)
        assert said["can be"].y < rect.y
    if plan.per_player == 1 and not row.boxes:
        assert plan.label_width >= 60 * MM - 0.1
        starts = [text.x for text in texts(page) if text.text == "otherwise:"]
        assert starts == [
            pytest.approx(box.x + n * (plan.column + plan.sizes.column_gap))
            for n in range(plan.columns)
        ]


def test_the_reverse_for_checks_ends_as_the_design_has_it() -> None:
    """Its title is as large as on the roomiest page.

    A rule in the accent is above the total of the boxes.
    """
    _, back = job("dice-play", back="audit").layouts
    page, plan = whole(back[0]), back.plan
    assert next(text.size for text in texts(page) if text.text == "Check") == 48
    (top,) = (rect.y for row, rect in plan.rows[0] if row.id == "total")
    rules = [
        line.y1
        for line in page.items
        if isinstance(line, Line) and line.width == 1.25 and line.y1 == line.y2
    ]
    assert any(top - 1.2 * MM < y < top for y in rules)


# the reverse with the rules


@pytest.mark.parametrize(("ruleset", "lang"), in_all_languages(GAMES))
@pytest.mark.few(4)
def test_c14_rules_on_a_reverse_are_large(ruleset: str, lang: str) -> None:
    """Sentences have 10.5 points, answers 9.75.

    The page is full, and dice that do not count are open.
    """
    page = back_of(ruleset, lang, back="rules")
    facts, command = Wording(load_ruleset(ruleset), load_catalog(lang)).facts(), "sheetgen "
    sentences = [
        text
        for text in texts(page)
        if not text.text.startswith(facts) and not text.text.startswith(command)
    ]
    assert min(text.size for text in sentences) >= 9.74
    small = [text for text in sentences if text.size < 10.49]
    with_answers = ("numbers-hands", "bonus-yachts", "two-columns", "three-columns", "triple-chips")
    assert not small or ruleset in with_answers  # to questions about a Yacht
    assert max(text.y for text in texts(page)) >= page.height - 42 * MM


@pytest.mark.parametrize("ruleset", ["maxi-yatzy", "numbers-hands", "bonus-yachts"])
def test_wide_backs_have_large_letters_because_boxes_are_in_two_lists(ruleset: str) -> None:
    """One list of wide rows would be so high that all letters had 7 points."""
    page = back_of(ruleset, "de", back="rules", orientation="landscape")
    names = [text for text in texts(page) if text.text in ("Full House", "Chance")]
    assert min(name.size for name in names) >= 12


@pytest.mark.parametrize("ruleset", ["generala", "maxi-yatzy"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_sums_of_rolls_are_never_left_out(ruleset: str, orientation: str) -> None:
    """Where the name of a box leaves no room for its sum, it is below the rule."""
    page = back_of(ruleset, "de", back="rules", orientation=orientation)
    assert "Vierer: 4+4+4 = 12" in [text.text for text in texts(page)]


def test_rules_explain_every_box_and_bonus() -> None:
    """The boxes with their rules, both bonuses, and the questions about a Yacht."""
    said = " ".join(text.text for text in texts(back_of("numbers-hands", back="rules")))
    for name in (
        "Ones to Sixes",
        "Small straight",
        "Bonus",
        "Yacht bonus",
        "+ 35",
        "+ 100",
        "Is your Yacht box open?",
    ):
        assert name in said
    open_ = [
        die
        for die in back_of("numbers-hands", back="rules").items
        if isinstance(die, Die) and die.kind == "open"
    ]
    assert (
        len(open_) == 6
    )  # one of the signature, one of the small straight, four that number questions


def test_a_reverse_shows_sums_as_the_design_has_them() -> None:
    """Sums are in the middle of rows, steps are in rows, a line parts columns."""
    page = back_of("numbers-hands", back="rules")
    said = {text.text: text for text in texts(page)}
    assert {"max 5–30", "13 turns · 3 rolls · the highest total wins"} <= {*said}
    assert said["Roll"].y == said["Keep"].y < said["Write"].y == said["Add"].y
    sums = said["3+3+3+1+2 = 12"].y, said["3 of a kind"].y, said["max 30"].y
    assert sums[1] < sums[0]
    upright = [line for line in page.items if isinstance(line, Line) and line.x1 == line.x2]
    assert any(
        said["Bonus"].x < line.x1 < said["You roll a Yacht: what now?"].x for line in upright
    )


@pytest.mark.parametrize(("ruleset", "columns"), [("colours", 2), ("generala-double", 1)])
def test_text_is_in_two_columns_only_if_both_are_filled(ruleset: str, columns: int) -> None:
    """A line parts columns; one of few words would be empty beside one of many."""
    items = back_of(ruleset, "de", back="rules").items
    upright = [item for item in items if isinstance(item, Line) and item.x1 == item.x2]
    assert len(upright) == columns - 1


@pytest.mark.parametrize("ruleset", ["crag", "four-columns"])
def test_text_is_in_as_many_columns_in_each_language(ruleset: str) -> None:
    """A page has the same plan in all languages, as the one that needs most has it."""
    counts = set()
    for lang in ("en", "nl", "de", "fr"):
        items = back_of(ruleset, lang, back="rules").items
        counts.add(sum(isinstance(item, Line) and item.x1 == item.x2 for item in items))
    assert len(counts) == 1


@pytest.mark.parametrize("ruleset_id", ["bonus-yachts", "yatzy"])
def test_a_bonus_has_a_die_of_each_number(ruleset_id: str) -> None:
    """Beside the number of each that makes the sum, where words leave room."""
    page = back_of(ruleset_id, back="rules")
    (product,) = (text for text in texts(page) if text.text == "× 3 = 63")
    dice = [
        item
        for item in page.items
        if isinstance(item, Die) and item.x < product.x and item.y < product.y
    ]
    beside = sorted((die for die in dice if die.y + die.size > product.y), key=lambda die: die.x)
    assert [die.face for die in beside[-6:]] == [1, 2, 3, 4, 5, 6]


def test_no_last_line_is_a_single_word() -> None:
    """Lines become narrower instead, unless that would take another line."""
    for ruleset in ("numbers-hands", "bonus-yachts", "dice-play"):
        said = [text.text for text in texts(back_of(ruleset, "en", back="rules"))]
        assert not {"on.", "anything.", "0."} & {*said}


# pictograms


@pytest.mark.parametrize("more", [{}, {"left_handed": True}, {"columns": "games"}])
@pytest.mark.parametrize("ruleset", by_kind(GAMES))
def test_c15_a_pictogram_has_no_letters(ruleset: str, more: dict[str, Any]) -> None:
    """But for the title: no row is named by a letter, no sum is a formula."""
    paper = "a3" if ruleset in ("balut", "yamb", "yamb-7") else "a4"
    page = whole(job(ruleset, pictogram=True, paper=paper, **more).job.cards[0])
    title, *others = (text for text in texts(page) if text.text)
    assert title.text == Wording(load_ruleset(ruleset), load_catalog("en")).title
    assert not [
        text.text
        for text in others
        if any(letter.isalpha() or letter == "=" for letter in text.text)
    ]


def test_a_pictogram_has_no_slash_in_a_box() -> None:
    """The rules say not to write one; an empty box is what a turn fills."""
    page = whole(job("numbers-hands", pictogram=True).job.cards[0])
    boxes = [item.rect for item in page.items if isinstance(item, RoundedRect) and item.stroke]
    for line in (item for item in page.items if isinstance(item, Line)):
        if line.x1 != line.x2 and line.y1 != line.y2:
            x, y = (line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2
            around = [box for box in boxes if box.x < x < box.right and box.y < y < box.bottom]
            assert not around


def test_pictures_say_what_is_added() -> None:
    """A stack for each number, and a bracket below dice that are added.

    Lines lead from both totals into the bar.
    """
    page = whole(job("numbers-hands", pictogram=True).job.cards[0])
    said = [text.text for text in texts(page)]
    assert {"≥ 63", "+35", "+100", "50", "× 13", "1–6", "≤ 30", "25"} <= {*said}
    (goal,) = (text for text in texts(page) if text.text == "≥ 63")
    level = [
        item
        for item in page.items
        if isinstance(item, Line) and item.ink is Ink.TEXT and item.y1 == item.y2
    ]
    (shaft,) = (line for line in level if goal.y - 3 * MM < line.y1 < goal.y)
    assert 4 * MM <= shaft.x2 - shaft.x1 <= 5 * MM
    below = [
        item
        for item in page.items
        if isinstance(item, Line) and item.ink is Ink.ACCENT and item.y1 == item.y2
    ]
    assert (
        len([line for line in below if line.width == 1.25 and line.round]) == 6 + 3
    )  # numbers, two kinds, chance
    bar = max(
        (
            item.rect
            for item in page.items
            if isinstance(item, RoundedRect) and item.fill is Ink.ACCENT
        ),
        key=lambda rect: rect.width,
    )
    (lane,) = (
        item
        for item in page.items
        if isinstance(item, Line) and item.x1 == item.x2 and item.width == 2.4
    )
    assert lane.y2 == pytest.approx(bar.y)
    assert bar.x < lane.x1 < bar.right
    inside = [
        item
        for item in page.items
        if isinstance(item, RoundedRect)
        and item.fill is Ink.PAPER
        and bar.x < item.rect.x
        and bar.y < item.rect.y
        and item.rect.bottom < bar.bottom
    ]
    assert [item.rect.width for item in inside] == [pytest.approx(7.2 * MM)]  # the tile of its sign
    strokes = [
        item
        for item in page.items
        if isinstance(item, Line) and item.ink is Ink.ACCENT and item.round
    ]
    assert (
        sum(bar.y < line.y1 < bar.bottom and bar.x < line.x1 < bar.right for line in strokes) == 2
    )


# landscape


@pytest.mark.parametrize("players", [1, 2, 4, 6])
@pytest.mark.parametrize("ruleset", by_kind(GAMES))
@pytest.mark.few(10)
def test_c16_boxes_in_landscape_are_no_strips(ruleset: str, players: int) -> None:
    """They are at most 40 mm wide, and 2.6 times their height.

    Boxes for the sum of several columns are wider.
    """
    columns = (
        {"players": players}
        if load_ruleset(ruleset).sheet.columns == "players"
        else {"games": players}
    )
    try:
        plan = plan_of(ruleset, orientation="landscape", **columns)
    except SheetgenError as error:  # games with columns have no room for as many
        pytest.skip(str(error))
    several = any(row.boxes for row in plan.all_rows) or (
        players == 6 and len(plan.lists) == 1
    )  # no room for two lists
    for cell in plan.cells if not several else ():
        if cell.kind == "box":
            assert cell.rect.width <= min(40 * MM, 2.6 * cell.rect.height) + 0.2
    if len(plan.lists) == 1 and not several and players == 4 and plan.per_player == 1:
        assert not plan.crowded


@pytest.mark.parametrize("lang", languages())
def test_q_ticks_are_above_their_box(lang: str) -> None:
    """In landscape they are in one line above it, and no smaller than the design has them."""
    plan = plan_of("numbers-hands", lang=lang, orientation="landscape", players=4)
    ((row, rect),) = ((row, rect) for rows in plan.rows for row, rect in rows if row.ticks)
    ticks, ((_, box),) = (
        plan.ticks(row, plan.cell(1, 0, rect)),
        plan.boxes(row, plan.cell(1, 0, rect)),
    )
    assert len({tick.y for tick in ticks}) == 1
    assert min(tick.width for tick in ticks) >= 3.59 * MM
    assert max(tick.bottom for tick in ticks) < box.y
    assert box.width == pytest.approx(plan.column)
    assert box.height >= 8 * MM - 0.01


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    ("ruleset", "count"), [("numbers-hands", 3), ("bonus-yachts", 2), ("yatzy", 0)]
)
def test_q_free_room_explains_a_further_yacht(ruleset: str, count: int, lang: str) -> None:
    """Games with a joker explain it there, step by step and no wider than their place.

    Others have no such words.
    """
    wording = Wording(load_ruleset(ruleset), load_catalog(lang))
    heading, steps = wording.further_yacht()
    assert len(steps) == count
    assert bool(heading) == bool(count)
    page = whole(job(ruleset, lang, orientation="landscape").job.cards[0])
    said = {text.text for text in texts(page)}
    assert {heading, *(name for name, _ in steps)} - {""} <= said


@pytest.mark.parametrize("lang", languages())
def test_q_the_total_names_its_rows(lang: str) -> None:
    """The bar of an upright sheet has the names of its addends."""
    plan = plan_of("numbers-hands", lang=lang, players=4)
    rows = {row.id: row.name for row in plan.all_rows}
    names = " + ".join(rows[part] for part in plan.content.ruleset.all_totals["total"].of)
    assert plan.labels["total"].hints == (names,)


@pytest.mark.parametrize("lang", languages())
def test_q_the_total_says_in_one_line_what_it_adds(lang: str) -> None:
    """In landscape the names of the addends need two lines: it counts the boxes in them."""
    plan = plan_of("numbers-hands", lang=lang, orientation="landscape", players=4)
    total = plan.content.ruleset.all_totals["total"]
    _, *shorter, nothing = plan.content.wording.arithmetic(total)
    assert nothing == ""
    assert plan.labels["total"].hints in [(words,) for words in shorter]


# colours, and games that points decide


def test_c17_dice_have_the_colour_of_their_group() -> None:
    """Rows, signature and key are black, red and green, dark enough; the accent is neutral."""
    ruleset, page = load_ruleset("colours"), whole(job("colours").job.cards[0])
    inks = {1: Ink.TEXT, 2: Ink.RED, 3: Ink.GREEN, 4: Ink.GREEN, 5: Ink.RED, 6: Ink.TEXT}
    solid = [
        item for item in page.items if isinstance(item, Die) and item.kind == "solid" and item.face
    ]
    players = [die for die in solid if type(die.face) is int]
    assert {die.face for die in players} == {1, 2, 3, 4}  # which number players
    assert {(int(die.face), die.ink) for die in solid if type(die.face) is not int} == {
        *inks.items()
    }
    assert min(contrast(COLOURS[ink], (1.0, 1.0, 1.0)) for ink in inks.values()) >= 7
    key = [text for text in texts(page) if text.text in ("black", "red", "green")]
    assert [text.size for text in key] == [8.0] * 3
    assert len({text.ink for text in key}) == 3
    assert ruleset.accent == "#4a4a4a"
    assert "703e40" not in hex_of(COLOURS[Ink.ACCENT])


def test_c18_symbols_are_those_of_the_language() -> None:
    """A Dutch jack, queen and king are B, V and H."""
    faces = {
        item.face
        for item in whole(job("escalero", "nl").job.cards[0]).items
        if isinstance(item, Die)
    }
    assert {"9", "10", "B", "V", "H", "A"} <= faces


@pytest.mark.parametrize("ruleset", by_kind(GAMES))
def test_c19_no_band_above_the_corners_is_empty(ruleset: str) -> None:
    """At most 6 mm are empty between title, variant and corner marks."""
    sheets = job(ruleset).layouts[0]
    page, plan = whole(sheets[0]), sheets.plan
    if plan.sizes.dense:
        return
    wording = plan.content.wording
    (title,) = (
        text for text in texts(page) if text.text == wording.title and text.font is Font.BLACK
    )
    (variant,) = (text for text in texts(page) if text.text == wording.variant)
    top = min(item.y for item in page.items if isinstance(item, Bracket) and item.ink is Ink.TEXT)
    assert variant.y - CAP * variant.size - title.y <= 6 * MM + 0.1
    assert top - variant.y <= 6.6 * MM  # with letters below the baseline


def test_c20_the_bar_is_what_decides() -> None:
    """Escalero ends with match points, and has no total of all columns.

    The foot of Balut explains that points decide.
    """
    plan = plan_of("escalero")
    rows = {row.id: row for row in plan.all_rows}
    assert "total" not in rows
    assert (rows["match_points"].kind, rows["match_points"].name) == ("grand", "Points")
    assert rows["match_points"].hints == (("all three: 3 more",),)
    said = " ".join(text.text for text in texts(whole(job("balut").job.cards[0])))
    assert "The most points win, not the highest scores." in said


@pytest.mark.parametrize("lang", languages())
def test_escalero_has_every_value_that_boxes_can_hold(lang: str) -> None:
    """Each hand says its points with all dice at once, and the reverse what a box can hold."""
    hands = {"straight": (20, 25), "full_house": (30, 35), "poker": (40, 45), "grande": (50, 80)}
    front = plan_of("escalero", lang=lang).labels
    back = " ".join(text.text for text in texts(back_of("escalero", lang, back="audit")))
    either = load_catalog(lang).either
    for box, (usual, at_once) in hands.items():
        label = next(label for row, label in front.items() if row.endswith(box))
        assert label.points == str(usual)
        assert label.hints[0].endswith(str(at_once))
        assert either((f"0, {usual}", str(at_once))) in back


def test_escalero_in_two_languages_has_the_names_of_both() -> None:
    """Each name is in both languages, and points with all dice at once are said in the first."""
    plan = job("escalero", "de,fr").layouts[0].plan
    for row in plan.all_rows:
        label = plan.labels[row.id]
        words = " ".join((*label.names, *label.hints))
        assert row.name in words
        assert row.second_name in words
    (full_house,) = (plan.labels[row.id] for row in plan.all_rows if row.name == "Full House")
    assert full_house.hints == ("auf einmal 35", "Full · d’un coup 35")


@pytest.mark.parametrize("lang", languages())
def test_r_match_points_of_columns_are_large(lang: str) -> None:
    """The points of each column are in heavy letters of 14 points above its boxes."""
    page = whole(job("escalero", lang).job.cards[0])
    large = [
        text.text
        for text in texts(page)
        if text.size == 14 and text.font is Font.BLACK and text.ink is Ink.TEXT
    ]
    assert large == ["1", "2", "4"] * 4


def test_equal_dice_have_mixed_faces() -> None:
    """Three, four and five of a kind have fours, fives and sixes."""
    ruleset = load_ruleset("numbers-hands")
    found = {
        each.pattern.sizes: pattern_pips(each, ruleset)[0][0]
        for each in ruleset.categories.values()
        if isinstance(each.pattern, Groups)
    }
    assert [found[size,] for size in (3, 4, 5)] == [4, 5, 6]
